"""A game on its own day: whom I play, at which table, and who of us is there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, time

from django.db.models import QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Come, Night, NightAnswer, PlannedGame, PlannedSide, PlanStatus, Seat
from campaigns.models.plans import TO_PLAY, GameState
from campaigns.nights.games.games import (
    MyGame,
    joined_names,
    my_planned_game,
    no_place,
    plan_result_url,
    plan_subject,
    plan_url,
)
from campaigns.nights.games.leagues import league_of_club
from config.database.compiled import compiled

TONIGHT = time(17)  # what begins earlier is today


@dataclass(frozen=True, slots=True)
class Tonight:
    """An agreed game that is played today; `here`: the people of it who have said that they are there;
    `waiting`: who has no place on its night, so that nobody is called to the table."""

    seats: tuple[Seat, ...]
    table: int | None
    in_the_evening: bool
    here: frozenset[int]
    waiting: frozenset[int]
    on_a_night: bool

    @property
    def title(self) -> str:
        """ "Tonight, table 1"; empty without a table."""
        if not self.table or self.waiting:
            return ""
        told = _("Tonight, table %(n)s") if self.in_the_evening else _("Today, table %(n)s")
        return told % {"n": self.table}

    def headline(self, person: int) -> str:
        """Whom one of them plays and where, and whether they are waited for already."""
        if self.waiting:
            left = (
                [one for one in self.seats if one.person_id == person]
                if person in self.waiting
                else [one for one in self.seats if one.person_id in self.waiting]
            )
            return f"{no_place(left, person)}."
        others = [one for one in self.seats if one.person_id != person]
        if not others:
            return _("You’re playing on your own.")
        count, known = len(others), {"names": joined_names([str(one) for one in others]), "n": self.table}
        if all(one.person_id in self.here for one in others):
            at_table = ngettext(
                "%(names)s is here. You’re at table %(n)s.",
                "%(names)s are here. You’re at table %(n)s.",
                count,
            )
            return (
                at_table if self.table else ngettext("%(names)s is here.", "%(names)s are here.", count)
            ) % known
        if self.table:
            return _("You’re playing %(names)s at table %(n)s.") % known
        return (
            _("You’re playing %(names)s tonight.")
            if self.in_the_evening
            else _("You’re playing %(names)s today.")
        ) % known

    def said(self, person: int) -> str:
        """Whether somebody of it has come; of a game on no night nobody says so."""
        if not self.on_a_night:
            return ""
        return _("is here") if person in self.here else _("not here yet")


def tonight_of(plan: PlannedGame, sides: Iterable[PlannedSide], now: datetime) -> Tonight | None:
    """None unless it is to be played, and of today."""
    if not plan.is_to_play or now.astimezone(plan.club.tz).date() != plan.day:
        return None
    return _tonight(plan, sides)


def _tonight(plan: PlannedGame, sides: Iterable[PlannedSide]) -> Tonight:
    seats = tuple(one.seat for one in sides)
    answers = NightAnswer.objects.filter(night=plan.night_id).exclude(here_at=None, come=Come.YES)
    said = list(answers.values_list("seat__person", "come", "here_at")) if plan.night_id else []
    waiting = {person for person, come, _at in said if come == Come.WAIT and plan.is_to_play}
    return Tonight(
        seats=seats,
        table=plan.table,
        in_the_evening=plan.starts >= TONIGHT,
        here=frozenset(person for person, _come, at in said if at is not None),
        waiting=frozenset(waiting & {one.person_id for one in seats}),
        on_a_night=plan.night_id is not None,
    )


@dataclass(frozen=True, slots=True)
class MyNextGame:
    """The game I play next today, as my home puts it first; `url` is the game itself once it has begun."""

    title: str
    headline: str
    note: str
    action: str
    url: str


def my_next_game(seats: Iterable[Seat], now: datetime) -> MyNextGame | None:
    """Of somebody's games of today the first that is to be played or under way."""
    by_club = {seat.club_id: seat for seat in seats}
    people = [seat.person_id for seat in by_club.values()]
    days = ((club, now.astimezone(seat.club.tz).date()) for club, seat in by_club.items())
    found = [plan for club, day in days for plan in _plans_of(club, day, people)]
    found.sort(key=lambda plan: (plan.starts, plan.pk))
    prefetch_related_objects(found, "sides__seat")
    plan = next((one for one in found if not _is_over(one)), None)
    return _next(plan, by_club[plan.club_id].person_id) if plan else None


def still_played(night: Night, person: int) -> tuple[MyGame, ...]:
    """The games of leagues somebody has begun on an evening and not played to the end, each leading to its
    own page."""
    begun = PlannedGame.objects.filter(status=PlanStatus.BEGUN, scope__isnull=False, single="")
    own = begun.of_evening(night).of(person).select_related("scope", "club").prefetch_related("sides__seat")
    return tuple(
        replace(my_planned_game(plan, person), url=plan_result_url(plan) or plan_url(plan))
        for plan in own
        if not _is_over(plan)
    )


@compiled
def _plans_of(club: int, day: date, people: list[int]) -> QuerySet[PlannedGame]:
    own = PlannedSide.objects.filter(seat__person__pk__any_of=people)
    plans = PlannedGame.objects.planned().filter(club=club, day=day, pk__in=own.values("game"))
    return plans.filter(status__in=(*TO_PLAY, PlanStatus.BEGUN)).select_related("scope", "club")


def _is_over(plan: PlannedGame) -> bool:
    """Of a game that has begun its league says so, and a reported one waits for words alone; one that the
    app does not follow is over."""
    if plan.is_to_play:
        return False
    if plan.stands not in ("", GameState.UNREAD):
        return plan.stands != GameState.PLAYS
    bout = league_of_club(plan.scope_id).bout(plan.became) if plan.scope_id and plan.became else None
    return bout is None or bout.state in ("over", "off")


def _next(plan: PlannedGame, person: int) -> MyNextGame:
    tonight, begun = _tonight(plan, plan.sides.all()), plan.status == PlanStatus.BEGUN
    place, starts = plan_result_url(plan) if begun else "", not begun and not tonight.waiting
    return MyNextGame(
        title=tonight.title or (_("Tonight") if tonight.in_the_evening else _("Today")),
        headline=tonight.headline(person),
        note=" · ".join(filter(None, [f"{plan.starts:%H:%M}", plan_subject(plan)])),
        action=_("Go to the game") if place else _("Start the game") if starts else _("View the game"),
        url=place or plan_url(plan),
    )
