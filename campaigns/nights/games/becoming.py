"""Which game of a league a plan means: one that a map has led to, a mission that is open, or what was played
without a tap. Never one that had begun before the plan was agreed: that was another game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, time

from django.utils.translation import gettext as _

from campaigns.engine.lines import Encounter
from campaigns.models import PlannedGame, Report, Scope, Seat
from campaigns.models.play import WAITING
from campaigns.nights.games.leagues import LeagueOfClub, had_begun, league_of_club, said_since
from rules.engine.refusals import Refused


def waiting_between(scope: Scope | None, seats: Iterable[Seat], meant: str = "") -> str:
    """The id of what these people have to play in a league already, if no other plan means it; of several
    the one that is meant. Refused where that is not theirs."""
    if scope is None:
        return ""
    found, people = league_of_club(scope), {one.person_id for one in seats}
    waiting = [one for one in _free(found) if one.state == "waits"]
    theirs = [one for one in waiting if _is_theirs(found, one, people)]
    if meant in {one.id for one in waiting}:
        theirs = [one for one in theirs if one.id == meant]
        if not theirs:
            raise Refused(
                "", _("Choose at least one player from each side of this battle, and nobody else."), "others"
            )
    return _first(theirs)


def to_take(plan: PlannedGame, found: LeagueOfClub) -> str:
    """What a plan becomes that begins now: what waits or is played between its people, or was, today."""
    return _open_one(plan, found) or game_behind_plan(plan, found)


def _open_one(plan: PlannedGame, found: LeagueOfClub) -> str:
    people, since = _people(plan), _agreed_at(plan)
    theirs = [one for one in _free(found, plan) if _is_theirs(found, one, people)]
    meant = [one for one in theirs if one.id == plan.became and one.state in ("waits", "plays")]
    return _first(meant) or _first(
        one
        for one in theirs
        if one.state == "waits" or (one.state == "plays" and not had_begun(found, one, since))
    )


def game_behind_plan(plan: PlannedGame, found: LeagueOfClub) -> str:
    """What was played of a plan without its tap: the battle it means, or what its people began to play that
    day after it was agreed."""
    if plan.became:
        bout = found.bout(plan.became)
        return plan.became if bout is not None and bout.state in ("plays", "over") else ""
    people, agreed, since = _people(plan), _agreed_at(plan), _since(plan)
    said = said_since(found, since)
    return _first(
        one
        for one in _free(found, plan)
        if one.state in ("plays", "over")
        and (at := one.at or said.get(one.id)) is not None
        and at >= since
        and _is_theirs(found, one, people)
        and not had_begun(found, one, agreed)
    )


def waiting_report(plan: PlannedGame, found: LeagueOfClub) -> Report | None:
    """The report in which what its people played that day after it was agreed waits to count."""
    people, since = _people(plan), _since(plan)
    sent = Report.objects.filter(scope=found.scope, status__in=WAITING, answers_to=None, sent_at__gte=since)
    for report in sent.order_by("pk"):
        sides = [found.people_of(one) for one in report.sides]
        if all(side & people for side in sides) and people <= frozenset().union(*sides):
            return report
    return None


def _since(plan: PlannedGame) -> datetime:
    return max(datetime.combine(plan.day, time(), plan.club.tz), _agreed_at(plan))


def _first(bouts: Iterable[Encounter]) -> str:
    return next((one.id for one in bouts), "")


def _free(found: LeagueOfClub, plan: PlannedGame | None = None) -> list[Encounter]:
    """What no other plan means or has become."""
    held = PlannedGame.objects.planned().live().filter(scope=found.scope).exclude(became="")
    others = held.exclude(pk=plan.pk) if plan else held
    taken = set(others.values_list("became", flat=True))
    return [one for one in found.bouts() if one.id not in taken]


def _is_theirs(found: LeagueOfClub, bout: Encounter, people: Collection[int]) -> bool:
    """Whether these people play it: somebody of each side, not all of a side of several, and nobody else."""
    sides = [found.people_at(bout, one) for one in bout.sides]
    return all(side & set(people) for side in sides) and set(people) <= frozenset().union(*sides)


def _agreed_at(plan: PlannedGame) -> datetime:
    """When the last word was given to it as it stands: asked, moved, accepted."""
    given = plan.sides.values_list("said_at", flat=True)
    return max([plan.made_at, *(moment for moment in given if moment)])


def _people(plan: PlannedGame) -> set[int]:
    return {one.seat.person_id for one in plan.sides.select_related("seat")}
