"""Story verbs: what people do in a league, through the door; tests read like an evening at the club."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from campaigns.engine import door, reports
from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction.scope_transaction import DoorOutcome
from campaigns.engine.transaction.scopes import found_scope
from campaigns.engine.who.rights import Actor
from campaigns.models import Report, Scope, Seat
from rules.engine.dice import is_random
from rules.engine.questions import ChooseSeveral, YesNo
from tests import factories

AFTER = ("casualties", "experience", "close_upgrades", "close_recruiting")
PEOPLE = ("Marta", "Tom", "Ilse", "Oskar", "Nadia", "Pip")


def found_league(
    organiser: Seat | None = None,
    *,
    name: str = "The Iron Winter",
    edition: str = "aofs-3.2.0",
    **settings: Any,
) -> Scope:
    """A league of OPR's campaign books, in the organiser's club."""
    by = organiser or factories.new_organiser(name="Ilse")
    return found_scope(club=by.club, by=by, game="opr", edition=edition, name=name, settings=settings)


def player(scope: Scope, name: str) -> Seat:
    """Somebody with a seat in the league's club."""
    return factories.new_seat(club=scope.club, name=name)


def unit(name: str, points: int, **more: Any) -> dict[str, object]:
    """A unit as founding and recruiting want it."""
    return {"name": name, "points": points, **more}


def band(points: int = 150) -> list[dict[str, object]]:
    """A hero and two units that cost `points` together."""
    rest = points - 70
    return [
        unit("Captain Bell", 70, hero=True),
        unit("Ferrymen", rest // 2),
        unit("Lamplighters", rest - rest // 2),
    ]


def found_warband(
    scope: Scope,
    owner: Seat,
    name: str = "",
    units: Iterable[Mapping[str, object]] = (),
    *,
    by: Seat | None = None,
) -> str:
    """Found a warband for `owner`; its id."""
    name = name or f"{owner}'s band"
    params = {"owner": str(owner.pk), "name": name, "units": list(units) or band()}
    outcome = door.act(scope.pk, Actor(by or owner), "opr.found_warband", params)
    return f"{outcome.slot}.warband"


def act(scope: Scope, by: Seat | None, procedure: str, **params: Any) -> DoorOutcome:
    """Any act of a league, by its name without the game: `act(scope, ilse, "start")`."""
    return door.act(scope.pk, Actor(by), f"{scope.game}.{procedure}", params)


def answer_all(scope: Scope, by: Seat | None, outcome: DoorOutcome, **answers: Any) -> DoorOutcome:
    """Answer an open dialogue until it settles: as given by key or kind, else the app's die or the first."""
    while not outcome.settled:
        question = outcome.questions[0]
        value = answers.get(question.key, answers.get(question.kind, _plain_answer(question)))
        outcome = door.answer_question(scope.pk, Actor(by), outcome.slot, question.key, value)
    return outcome


def _plain_answer(question: Any) -> Any:
    """The app's die, "no", or the first that may be chosen."""
    if is_random(question):
        return door.ROLL
    if isinstance(question, YesNo):
        return False
    allowed = [option.id for option in question.options if not option.why_not]
    return tuple(allowed[: question.least]) if isinstance(question, ChooseSeveral) else allowed[0]


def state_of(scope: Scope) -> Any:
    """The league's state as it is now."""
    return registration_of(scope.game).load(scope.pk)


def started(scope: Scope, by: Seat, *names: str) -> list[str]:
    """Found a warband for a new player of each name and start the league; the warbands' ids."""
    warbands = [found_warband(scope, player(scope, name)) for name in names]
    answer_all(scope, by, act(scope, by, "start"), limit=6)
    return warbands


def played(
    scope: Scope, by: Seat, winner: str, *losers: str, kills: Mapping[str, str] | None = None, **facts: Any
) -> str:
    """A mission that has been played and counts: `kills` maps victim to killer. The mission's id."""
    ledger = [{"victim": victim, "killer": killer, "round": 1} for victim, killer in (kills or {}).items()]
    params = {"warbands": [winner, *losers], "winners": [winner], "kills": ledger, **facts}
    outcome = act(scope, by, "quick_report", **params)
    if outcome.report:
        outcome = reports.agree_report(Report.objects.get(pk=outcome.report), Actor())
    return f"{outcome.slot}.mission"


def walked(scope: Scope, by: Seat, mission: str, warband: str, **answers: Any) -> None:
    """What is left of steps 3 to 6 of one warband: everybody recovers unless `answers` say otherwise, nothing
    is bought."""
    stands = state_of(scope).missions[mission].side(warband).step
    left = AFTER[[one.removeprefix("close_") for one in AFTER].index(stands) :]
    for step in left:
        outcome = act(scope, by, step, mission=mission, warband=warband)
        usual = {"roll": 3} if step == "casualties" else {}
        answer_all(scope, by, outcome, **usual | answers)


def evening(scope: Scope, by: Seat, winner: str, loser: str, **more: Any) -> str:
    """A mission of two warbands with everything that follows it."""
    answers = more.pop("answers", {})
    mission = played(scope, by, winner, loser, **more)
    for warband in (winner, loser):
        walked(scope, by, mission, warband, **answers)
    return mission
