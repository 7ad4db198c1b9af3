"""Week by week in a club: who comes, who asks whom, who is paired, what comes between, and the evening.

People act through their pages, at the hour they would; in between the worker looks, every six hours and after
each of them. `ends` is what everybody would say has become of each game.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

from campaigns.leagues.clock import clock_tick
from campaigns.models import Night, Notice, Pairing, PlannedGame, Scope, Seat
from campaigns.notices.ways import outbox
from tests.season import turns
from tests.season.clock import Clock
from tests.season.evenings import Evenings, Pair
from tests.season.hearing import Hearing
from tests.season.society import WARBANDS, Society

HOURS = timedelta(hours=6 if os.environ.get("MUSTERROLL_SEASON") == "1" else 12)
TOLD_AGAIN = ("declined", "game_off", "disputed", "counts", "result")
MINUTE = timedelta(minutes=1)
COMES = ("yes",) * 15 + ("maybe", "maybe", "no", "no", "")


@dataclass
class Weeks:
    """A season of `club`, whose first night is on `first`, a Thursday."""

    club: Society
    clock: Clock
    hearing: Hearing
    first: date
    luck: random.Random
    said: dict[int, dict[str, str]] = field(default_factory=dict)
    ends: dict[int, str] = field(default_factory=dict)
    meant: dict[int, str] = field(default_factory=dict)  # the battle a game was planned for
    soon: set[tuple[int, date]] = field(default_factory=set)
    out: Counter[str] = field(default_factory=Counter)
    asked: set[tuple[int, date, str]] = field(default_factory=set)  # who was asked whether they come
    played_soon: set[tuple[int, date]] = field(default_factory=set)
    looks: int = 0
    turns: int = 0

    def __post_init__(self) -> None:
        self.evenings = Evenings(self.club, self.clock, self.hearing, self.luck, self.look)

    # The clock

    def at(self, day: date, hour: str) -> None:
        """It is this hour there; the worker has looked on the way."""
        moment = datetime.combine(day, time.fromisoformat(hour), self.club.club.tz)
        while self.clock.at + HOURS < moment:
            self.clock.to(self.clock.at + HOURS)
            self.look()
        self.clock.to(max(moment, self.clock.at))

    def look(self) -> None:
        """The worker's minute: it finds what is new and sends what is due, and now and then it is killed."""
        self.clock.to(self.clock.at + MINUTE)
        self.looks += 1
        self._by_the_clock()
        clock_tick()
        if self.looks % 7 == 0:
            self.hearing.kill_one(self.clock.at)
        outbox.send_due()
        self.turns += turns.check(self.club, self.clock.at, self.hearing.last)
        self.hearing.check(self.clock.at)

    def _by_the_clock(self) -> None:
        """What people hear because time has passed: a night is near, nobody has answered."""
        now = self.clock.at
        for night in Night.objects.filter(pk__in=self.said, called_off_at=None).select_related("club"):
            near = timedelta(hours=1) < night.begins_at - now <= timedelta(days=1)
            if near and (night.pk, night.day) not in self.soon:
                self.soon.add((night.pk, night.day))
                self.hearing.of("night_soon", f"night {night.pk}", self.comers(night))
        for night in Night.objects.filter(club=self.club.club, called_off_at=None).select_related("club"):
            if timedelta(hours=1) < night.begins_at - now <= timedelta(days=2):
                self._asks(night)
        for plan in self.plans("agreed", "paired"):
            near = timedelta(hours=1) < plan.begins_at - now <= timedelta(days=1)
            before = plan.begins_at - plan.changed_at > timedelta(days=1)
            if near and before and (plan.pk, plan.day) not in self.played_soon:
                self.played_soon.add((plan.pk, plan.day))
                self.hearing.of("game_soon", f"game {plan.pk}", seats_of(plan))
        for plan in self.plans("asked"):
            if plan.lapses_at <= now:
                self.ends[plan.pk] = "lapsed"
                self.hearing.of("lapsed", f"game {plan.pk}", seats_of(plan))

    def _asks(self, night: Night) -> None:
        """Who has said nothing and plays nothing on it is asked, each once."""
        said = {name for name, word in self.said.get(night.pk, {}).items() if word}
        open_ones = self.plans("asked", "agreed", "paired")
        said |= {name for plan in open_ones if plan.night_id == night.pk for name in self.names_of(plan)}
        for name in self.club.seats:
            if name not in said and (night.pk, night.day, name) not in self.asked:
                self.asked.add((night.pk, night.day, name))
                self.hearing.of("night_asked", f"night {night.pk}", [self.club.seats[name]])

    # People and games

    def comers(self, night: Night) -> list[Seat]:
        return [
            self.club.seats[name] for name, said in self.said[night.pk].items() if said in ("yes", "maybe")
        ]

    def plans(self, *ends: str) -> list[PlannedGame]:
        """The games of which people would say one of these now."""
        known = [pk for pk, what in self.ends.items() if what in ends]
        found = PlannedGame.objects.filter(pk__in=known).select_related("club", "night", "scope")
        return list(found.prefetch_related("sides__seat"))

    def names_of(self, plan: PlannedGame) -> list[str]:
        return [self.club.name(one.person_id) for one in seats_of(plan)]

    def busy(self, day: date) -> set[str]:
        """Who has a game on a day already, whether agreed or not."""
        open_ones = [one for one in self.plans("asked", "agreed", "paired") if one.day == day]
        return {name for plan in open_ones for name in self.names_of(plan)}

    def ask(
        self, by: str, others: Sequence[str], *, night: Night | None = None, day: date | None = None,
        scope: Scope | None = None, battle: str = "",
    ) -> int:  # fmt: skip
        """Somebody asks others for a game."""
        when = {"night": night.pk} if night else {"night": "", "day": f"{day}", "starts": "15:00"}
        sent = {"others": [self.club.seats[one].pk for one in others], "scope": scope.pk if scope else ""}
        address = self.club.post(by, "plan_new", **when, **sent, words="A bridge to hold?", sure="on")
        plan = int(address.rstrip("/").split("/")[-1])
        self.ends[plan], self.meant[plan] = "asked", battle
        self.hearing.of("asked", f"game {plan}", [self.club.seats[one] for one in others])
        return plan

    def answer(self, plan: PlannedGame, by: str, said: str) -> None:
        """Accept or decline; the others hear of it once it is decided."""
        self.club.post(
            by, "plan_answer", plan.pk, **{said: "1", "words": "I am away." if said == "decline" else ""}
        )
        plan.refresh_from_db()
        others = [one for one in seats_of(plan) if one != self.club.seats[by]]
        if said == "decline" or not plan.sides.exclude(said="yes").exists():
            self.ends[plan.pk] = "declined" if said == "decline" else "agreed"
            self.hearing.of(self.ends[plan.pk], f"game {plan.pk}", others)
        if self.ends[plan.pk] == "agreed" and plan.night_id:  # who plays on a night comes to it
            self.said.setdefault(plan.night_id, {}).update(dict.fromkeys(self.names_of(plan), "yes"))

    def all_accept(self, plans: Iterable[int]) -> None:
        for plan in [one for one in self.plans("asked") if one.pk in set(plans)]:
            for side in plan.sides.select_related("seat").filter(said=""):
                self.answer(plan, self.club.name(side.seat.person_id), "accept")

    # A week

    def week(self, number: int) -> None:
        """From Monday to Sunday."""
        thursday = self.first + timedelta(weeks=number)
        night = self.club.night_of(thursday)
        monday, saturday = thursday - timedelta(days=3), thursday + timedelta(days=2)
        self.at(monday, "10:00")
        self._say(night)
        self._to_the_map(night)
        self._ask_around(thursday - timedelta(days=2), night, saturday)
        self._between(number, thursday - timedelta(days=1), night, saturday)
        night.refresh_from_db()
        if not night.is_off:
            self.at(thursday - timedelta(days=1), "20:00")
            self._pair(night)
            self.at(night.day, f"{night.starts:%H:%M}")
            self.look()
            self._play(night.day)
        self.at(saturday, "15:00")
        self.look()
        self._play(saturday)
        self._end_of_week(thursday + timedelta(days=3))
        self.hearing.check_outside(number + 2)  # the season begins on a Sunday

    def _say(self, night: Night) -> None:
        said = self.said.setdefault(night.pk, {})
        for name in self.club.seats:
            if come := self.luck.choice(COMES):
                self.club.post(name, "night_say", night.pk, come=come)
                said[name] = come
        self.look()

    def _to_the_map(self, night: Night) -> None:
        """The map leagues come to their battles, and whoever attacks asks for a table on the night."""
        self.planned: list[int] = []
        for scope, battles in (
            (self.club.realms.scope, self.evenings.up_to_the_battles()),
            (self.club.factions.scope, self.evenings.up_to_the_clashes()),
        ):
            for battle, people in battles:
                self.planned.append(self.ask(people[0], people[1:], night=night, scope=scope, battle=battle))
        self.look()
        self.all_accept(self.planned)
        self.look()

    def _ask_around(self, tuesday: date, night: Night, saturday: date) -> None:
        self.at(tuesday, "18:00")
        free = [name for name in WARBANDS if self.said[night.pk].get(name) == "yes"]
        free = sorted(set(free) - self.busy(night.day))
        self.luck.shuffle(free)
        asked = [self.ask(free.pop(), [free.pop()], night=night, scope=self.club.warbands) for _ in free[3:5]]
        one, other = self.luck.sample(sorted(set(self.club.seats) - self.busy(saturday)), 2)
        asked.append(self.ask(one, [other], day=saturday))
        self.look()
        self.at(tuesday, "20:00")
        for plan in [one for one in self.plans("asked") if one.pk in asked]:
            said = self.luck.choice(("accept", "accept", "accept", "decline", ""))
            if said:
                self.answer(plan, self.names_of(plan)[1], said)
        self.look()

    def _between(self, number: int, wednesday: date, night: Night, saturday: date) -> None:
        """What comes between in some weeks: the night is called off, or moved; a game is."""
        self.at(wednesday, "09:00")
        of_night = [one for one in self.plans("agreed", "paired", "asked") if one.night_id == night.pk]
        concerned = {
            one.pk: one for one in [*self.comers(night), *(s for p in of_night for s in seats_of(p))]
        }
        if number % 4 == 1:
            self.club.post("Ilse", "night_off", night.pk, why="The room is being painted.")
            self.hearing.of("night_off", f"night {night.pk}", concerned.values())
            for plan in of_night:
                self.ends[plan.pk] = "called off"
            self.look()
            self._at_home(of_night, saturday)
        elif number % 4 == 2:
            evening = {"starts": "20:00", "ends": "00:30", "place": "Big hall", "tables": "8"}
            self.club.post(
                "Ilse", "night_change", night.pk, day=f"{night.day + timedelta(days=1)}", **evening
            )
            self.hearing.of("night_changed", f"night {night.pk}", concerned.values())
            self.look()
        elif agreed := [one for one in of_night if one.scope == self.club.warbands and one.is_to_play]:
            self._changes_its_mind(agreed[0], saturday, off=number % 2 == 0)

    def _at_home(self, plans: Iterable[PlannedGame], saturday: date) -> None:
        """What the night would have seen is played at somebody's home."""
        again = []
        for plan in plans:
            names = self.names_of(plan)
            if plan.is_to_play and not set(names) & self.busy(saturday):
                battle = self.meant[plan.pk]
                again.append(self.ask(names[0], names[1:], day=saturday, scope=plan.scope, battle=battle))
        self.look()
        self.all_accept(again)
        self.look()

    def _changes_its_mind(self, plan: PlannedGame, saturday: date, *, off: bool) -> None:
        """One of the two calls it off, or proposes Saturday, which the other accepts."""
        one, other = self.names_of(plan)
        if off or {one, other} & self.busy(saturday):
            self.club.post(one, "plan_off", plan.pk, why="The children are ill.")
            self.ends[plan.pk] = "called off"
            self.hearing.of("game_off", f"game {plan.pk}", [self.club.seats[other]])
            self.look()
            return
        self.club.post(one, "plan_move", plan.pk, night="", day=f"{saturday}", starts="15:00")
        self.ends[plan.pk] = "asked"
        self.hearing.of("asked", f"game {plan.pk}", [self.club.seats[other]])
        self.look()
        self.all_accept([plan.pk])
        self.look()

    # Pairs

    def _pair(self, night: Night) -> None:
        """Ilse has the rest paired, looks at it and publishes."""
        league = f"?league={self.club.warbands.pk}"
        address = self.club.path("pairs", night.pk) + league
        assert self.club.browsers["Ilse"].get(address).status_code == 200
        free = {name for name in WARBANDS if self.said[night.pk].get(name) == "yes"} - self.busy(night.day)
        if len(free) < 2:
            return
        known = set(self.ends)
        publish = self.club.path("pairs_publish", night.pk) + league
        assert self.club.browsers["Ilse"].post(publish).status_code == 302
        made = PlannedGame.objects.filter(night=night).exclude(pk__in=known)
        for plan in made.prefetch_related("sides__seat"):
            self.ends[plan.pk] = "paired"
            told = [one for one in seats_of(plan) if one != self.club.seats["Ilse"]]
            self.hearing.of("agreed", f"game {plan.pk}", told)
        self._no_pair_was_better(free, [frozenset(self.names_of(plan)) for plan in made])
        self.look()

    def _no_pair_was_better(self, free: set[str], made: list[Pair]) -> None:
        """Nobody meets again who need not, and whoever sits out has done so least."""
        met, out = self.evenings.met, free - set().union(*made)
        assert len(out) == len(free) % 2, (free, made)
        best = min(sum(met[one] ** 2 for one in pairs) for pairs in every(sorted(free - out)))
        assert sum(met[one] ** 2 for one in made) == best, (made, met)
        for one in out:
            assert self.out[one] == min(self.out[name] for name in free)
            self.out[one] += 1
        assert {self.club.seats[one].pk for one in out} == set(Pairing.objects.latest("published_at").out)

    # The evening

    def _play(self, day: date) -> None:
        """Everything that was agreed for this day, by the tap or without it."""
        for plan in self.plans("agreed", "paired"):
            if plan.day != day:
                continue
            names = self.names_of(plan)
            if plan.scope == self.club.warbands and self.luck.random() < 0.25:
                self.evenings.without_a_tap(names)
                self.ends[plan.pk] = "begun"
                continue
            address = self.club.post(names[-1], "plan_begin", plan.pk)
            self.ends[plan.pk] = "begun"
            if plan.scope == self.club.warbands:
                self.evenings.mission(names, address)
            elif battle := self.meant[plan.pk]:
                assert battle in address, (battle, address)
                if plan.scope == self.club.realms.scope:
                    self.evenings.battle(battle)
            self.look()

    def _end_of_week(self, sunday: date) -> None:
        """The maps are played to their next turn, and everybody has read everything."""
        self.at(sunday, "11:00")
        self.evenings.rest_of_the_round()
        self.evenings.rest_of_the_turn()
        self.look()
        self.at(sunday, "20:00")
        self.look()
        self._has_a_week_to_read(sunday)

    def _has_a_week_to_read(self, sunday: date) -> None:
        """Whoever something has happened to since last Sunday evening has the week in their inbox, once."""
        ends = datetime.combine(sunday, time(18), self.club.club.tz)
        happened = Notice.objects.filter(at__gt=ends - timedelta(days=7), at__lte=ends, kind__in=TOLD_AGAIN)
        weeks = [self.club.name(one.person_id) for one in Notice.objects.filter(key=f"week-{sunday}")]
        assert {self.club.name(one.person_id) for one in happened} <= set(weeks)
        assert len(weeks) == len(set(weeks))


def seats_of(plan: PlannedGame) -> list[Seat]:
    return [one.seat for one in plan.sides.select_related("seat")]


def every(people: list[str]) -> Iterable[list[Pair]]:
    """Every way to put an even number of people into pairs."""
    if not people:
        yield []
        return
    first, *others = people
    for other in others:
        for more in every([one for one in others if one != other]):
            yield [frozenset((first, other)), *more]
