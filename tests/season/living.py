"""A club lives by its habits: everybody does what the rules say is theirs to do when they would, or does not.

The clock moves on by some hours, or to where a time is up. What must hold at every moment is asserted here.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.transaction import atomic

from campaigns.engine import door, reports
from campaigns.engine.asking import requests
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction.dialogue import peek_dialogue
from campaigns.engine.transaction.scope_transaction import DoorOutcome
from campaigns.engine.who.rights import Actor
from campaigns.leagues.clock import clock_tick
from campaigns.models import (
    ActRequest,
    Dialogue,
    Holiday,
    HolidayStage,
    Night,
    Report,
    Scope,
    Seat,
)
from campaigns.nights import acts
from campaigns.notices.ways import outbox
from campaigns.people import seats as people
from campaigns.people.me import holidays
from rules.engine.dice import is_random
from rules.engine.games import ActTrait
from rules.engine.procedure import Open, drive
from rules.engine.refusals import Refused
from rules.engine.todos import Todo
from tests.season import holding
from tests.season.clock import Clock
from tests.season.habits import GENERALS, HABITS, LAST_HOURS, paced
from tests.season.hearing import Hearing
from tests.season.owing import deadline, musts, pk, state_now
from tests.season.society import Society, begin_factions_anew
from tests.stress.drawing import Drawer, answer_to
from tests.stress.facts import facts_of

HOUR, TICK = timedelta(hours=1), timedelta(minutes=1)
DRAWS, MOST_ACTS = 12, 12  # of one act's parameters; of one person at a time
NIGHT = 3  # Thursdays
EVENINGS, AT_A_TABLE = (NIGHT, 6), {"report", "report_outcome", "start_siege", "siege_turn", "take_option"}
READY, WANTED = {"ready", "end_turn"}, {"return_banner", "raise_banner", "conquer", "claim"}


@dataclass
class Living:
    """The season of `club`. `since`: when the phase of each league began; `acted`: how much each has done."""

    club: Society
    clock: Clock
    first: date
    luck: random.Random
    step: timedelta
    hearing: Hearing
    since: dict[int, tuple[object, datetime]] = field(default_factory=dict)
    acted: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    phases: Counter[int] = field(default_factory=Counter)
    pushed: Counter[tuple[str, date]] = field(default_factory=Counter)
    seen: int = 0
    sent: set[int] = field(default_factory=set)

    # Days

    @property
    def day(self) -> int:
        return (self.clock.at.astimezone(self.club.club.tz).date() - self.first).days

    def days(self, number: int) -> None:
        """So many days are lived."""
        until = self.clock.at + timedelta(days=number)
        while self.clock.at < until:
            before = self.day
            self.clock.to(min(self._next(), until))
            self.look()
            if self.day != before:
                self._people()
                self._say()
                holding.nobody_away_is_marked(self)
                holding.nobody_away_is_expected(self)
                if self.club.club.tz and (self.first + timedelta(days=self.day)).weekday() == NIGHT:
                    self._night()
            for name in self.club.seats:
                self._acts(name)
        self.look()

    def _next(self) -> datetime:
        """Some hours on, or where the time of a phase is up if that is sooner."""
        ends = [one + TICK for scope in self.club.leagues if (one := deadline(scope)) and one > self.clock.at]
        return min([self.clock.at + self.step, *ends])

    def look(self) -> None:
        """The worker's minute; then everything holds."""
        self.clock.to(self.clock.at + TICK)
        clock_tick()
        outbox.send_due()
        holding.no_phase_stalls(self)
        holding.the_index_is_the_rules(self)
        holding.nobody_is_told_who_has_nothing_to_do(self)
        holding.everybody_hears(self)
        self.pushed.update(holding.pushes(self))

    # People

    def _people(self) -> None:
        """Who goes on holiday today, leaves, comes back; who takes over from them."""
        for name, habit in HABITS.items():
            seat = self.club.seats[name]
            if habit.away and habit.away[0] == self.day:
                self._goes_away(name)
            if habit.gone == self.day:
                self._leaves(name)
            if habit.back == self.day:
                people.restore_seat(by=self.club.seats["Ilse"], seat=seat)
        self._ends_what_is_decided()

    def _ends_what_is_decided(self) -> None:
        """Where one side is left nobody would play on: the organiser ends the league. That of factions, which
        dice may end early, they begin anew.
        """
        for scope in self.club.leagues:
            registration, state = registration_of(scope.game), state_now(scope)
            rules = registration.rules
            left = [one for one in registration.sides_of(state) if rules.in_play(state, one)]
            if len(left) < 2 and not rules.is_over(state):
                words = {"words": "One side is left."}
                closing = registration.game.procedure_that(ActTrait.CLOSES_LEAGUE)
                assert self._tried(scope, self.club.seats["Ilse"], closing, words)
                assert reconcile(scope) == []
        if registration_of("firestorm").rules.is_over(state_now(self.club.factions.scope)):
            here = (one for one in GENERALS if self.is_here(one) and paced(HABITS[one], self.day) != "silent")
            begin_factions_anew(self.club, list(here))

    def _goes_away(self, name: str) -> None:
        habit, seat = HABITS[name], self.club.seats[name]
        assert habit.away is not None
        begins, ends = (self.first + timedelta(days=one) for one in habit.away)
        stand_in = self.club.seats[habit.stand_in] if habit.stand_in else None
        try:
            holidays.say_away(by=seat, seat=seat, begins=begins, ends=ends, stand_in=stand_in, sure=True)
        except Refused:  # who was to stand in plays for a rival
            holidays.say_away(by=seat, seat=seat, begins=begins, ends=ends, stand_in=None, sure=True)

    def _leaves(self, name: str) -> None:
        """They hand over what they play where somebody may take it, and leave the club."""
        for scope in self.club.leagues:
            self._hands_over(scope, name, HABITS[name].after)
        people.remove_seat(by=self.club.seats["Ilse"], seat=self.club.seats[name])

    def _hands_over(self, scope: Scope, name: str, to: str) -> None:
        """They ask who is to play on, who says yes; into a faction its players let somebody new."""
        plugin, state = registration_of(scope.game), state_now(scope)
        for side in () if plugin.rules.is_over(state) else plugin.sides_of(state):
            members = plugin.rules.members_of(state, side)
            if pk(self, name) not in members or not plugin.rules.in_play(state, side):
                continue
            if scope.game == "firestorm":
                told = {"faction": side, "owner": pk(self, to), "name": to}
                others = [one for one in self.club.seats if pk(self, one) in members and one != name]
                self._asks(scope, to, "join", told, [name, *others])
            else:
                held = plugin.store.held
                told = {held: side, "owner": pk(self, to), "words": "I am moving away."}
                self._asks(scope, name, "hand_over", told, [to])
            if scope == self.club.warbands:
                self.club.bands[to] = self.club.bands.pop(name)

    def _asks(self, scope: Scope, by: str, act: str, told: dict[str, Any], others: Iterable[str]) -> None:
        """An act that takes somebody's word, who gives it."""
        outcome = door.act(scope.pk, Actor(self.club.seats[by]), f"{scope.game}.{act}", told)
        for other in others:
            if outcome.request and not outcome.settled:
                request = ActRequest.objects.get(pk=outcome.request)
                outcome = requests.agree(request, Actor(self.club.seats[other]))
        assert outcome.settled, (scope, by, act)
        assert reconcile(scope) == []
        self.done[f"{scope.game} handed over"] += 1

    def is_away(self, name: str) -> bool:
        return Holiday.objects.filter(seat=self.club.seats[name], stage=HolidayStage.ON).exists()

    def is_here(self, name: str) -> bool:
        seat = self.club.seats[name]
        seat.refresh_from_db()
        return seat.is_active and not self.is_away(name)

    # What they do

    def _acts(self, name: str) -> None:
        """Everything that is theirs to do, as far as they would now."""
        if not self.is_here(name):
            return
        for scope in self.club.leagues:
            phase = holding.phase_of(scope)
            for _act in range(MOST_ACTS):
                if holding.phase_of(scope) != phase:  # what comes next they see when they look again
                    break
                if not any(self._does(scope, name, todo) for todo in self._own(scope, name)):
                    break

    def _own(self, scope: Scope, name: str) -> list[Todo]:
        """The musts that are somebody's now, and that they would see to now; before saying that they have
        done all, what else they would do.
        """
        own = [todo for todo in musts(scope) if self.is_theirs(scope, name, todo) and self._would(name, todo)]
        return [one for todo in own for one in (*self._before(scope, todo), todo)]

    def _before(self, scope: Scope, todo: Todo) -> list[Todo]:
        if todo.act not in READY:
            return []
        state, registration = state_now(scope), registration_of(scope.game)
        mays = registration.rules.whose_move.may(state, registration.game.book_of(state), todo.side)
        return [one for one in mays if one.act in WANTED]

    def is_theirs(self, scope: Scope, name: str, todo: Todo) -> bool:
        state, registration = state_now(scope), registration_of(scope.game)
        who = todo.actor
        return Actor(self.club.seats[name]).is_one_of(who, scope, state, registration)

    def _would(self, name: str, todo: Todo) -> bool:
        """Whether they do it now; battles are fought when people meet."""
        evening = self.clock.at.weekday() in EVENINGS
        match paced(HABITS[name], self.day):
            case "soon":
                return evening or todo.act not in AT_A_TABLE
            case "evenings":
                return evening
            case "late":
                return todo.until is None or todo.until - self.clock.at <= max(LAST_HOURS, self.step)
        return False

    def _does(self, scope: Scope, name: str, todo: Todo) -> bool:
        """One thing of those they have to do; whether it went."""
        registration, state = registration_of(scope.game), state_now(scope)
        facts, game = facts_of(scope.game), registration.game
        if "." in todo.act or not todo.act:
            return self._answers(scope, name)
        spec, book = game.spec(f"{scope.game}.{todo.act}"), game.book_of(state)
        known = {**(facts.todos.facts(state, book, todo) if facts.todos else {}), **todo.params}
        sides = list(registration.sides_of(state))
        drawer = Drawer(game, facts, state, self.luck, [pk(self, one) for one in self.club.seats], sides, 0.0)
        for _draw in range(DRAWS):
            params = drawer.params(spec, known)
            try:
                drive(game.start(state, spec.name, params, "look", self.clock.at), lambda question: None)
            except Refused:
                continue
            if self._tried(scope, self.club.seats[name], spec.name, params):
                self.acted[name] += 1
                self._answers(scope, name)
                return True
        return False

    def _tried(self, scope: Scope, seat: Seat, procedure: str, params: dict[str, Any]) -> DoorOutcome | None:
        try:
            with atomic():
                outcome = door.act(scope.pk, Actor(seat), procedure, params, app_dice=True, sure=True)
        except (Refused, PermissionDenied):
            return None
        self.done[procedure] += 1
        return outcome

    def _answers(self, scope: Scope, name: str) -> bool:
        """Whatever somebody is asked in a league."""
        said = False
        for _question in range(MOST_ACTS * 4):
            if not self._answers_one(scope, name):
                return said
            said = True
        return said

    def _answers_one(self, scope: Scope, name: str) -> bool:
        registration, state = registration_of(scope.game), state_now(scope)
        actor = Actor(self.club.seats[name])
        for row in Dialogue.objects.filter(scope=scope).select_related("slot").order_by("pk"):
            row.scope = scope
            progress = peek_dialogue(scope, row.slot, state)[1]
            for question in progress.questions if isinstance(progress, Open) else ():
                if not actor.is_one_of(question.who, scope, state, registration):
                    continue
                known = facts_of(scope.game).answers(
                    state, registration.game.book_of(state), question, self.luck
                )
                value = known if known is not None else answer_to(question, self.luck)
                value = door.ROLL if is_random(question) else value
                try:
                    with atomic():
                        door.answer_question(scope.pk, actor, row.slot.code, question.key, value)
                except (Refused, PermissionDenied):
                    continue
                return True
        return False

    # The club night

    def _say(self) -> None:
        """Whoever answers at all says that they come to the next night, a week ahead."""
        day = self.first + timedelta(days=self.day)
        coming = Night.objects.filter(club=self.club.club, day__gt=day, called_off_at=None)
        night = coming.select_related("club").order_by("day").first()
        for name, seat in self.club.seats.items() if night else ():
            answers = self.is_here(name) and paced(HABITS[name], self.day) != "silent"
            if night and answers and seat.person_id not in night.said:
                acts.set_attendance(seat=seat, night=night, come="yes")

    def _night(self) -> None:
        """Whoever is there plays warbands, some twice; reports are agreed to by who would say so."""
        here = [one for one in self.club.bands if self.is_here(one)]
        here = [one for one in here if paced(HABITS[one], self.day) != "silent"]
        seats = [one for one in here for _game in range(HABITS[one].games)]
        self.luck.shuffle(seats)
        while len(seats) > 1:
            one = seats.pop()
            other = next((name for name in seats if name != one), None)
            if other is None:
                return
            seats.remove(other)
            self._game(one, other)

    def _game(self, one: str, other: str) -> None:
        scope, bands = self.club.warbands, self.club.bands
        told = {"warbands": [bands[one], bands[other]], "winners": [bands[one]], "rounds": 4}
        try:
            with atomic():
                actor = Actor(self.club.seats[one])
                outcome = door.act(scope.pk, actor, "opr.quick_report", told, sure=True, another=True)
        except Refused:  # steps of an earlier game come first, or nobody is fit to fight
            return
        self.done["opr.quick_report"] += 1
        report = Report.objects.filter(pk=outcome.report or 0).first()
        if report and report.open_to and paced(HABITS[other], self.day) != "late":
            reports.agree_report(report, Actor(self.club.seats[other]))
