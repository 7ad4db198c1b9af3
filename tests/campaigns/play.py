"""Story verbs: what people do in a league, through the door; tests read like an evening at the club."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from campaigns import door
from campaigns.models import Scope, Seat
from campaigns.rights import Actor
from campaigns.services.leagues import found_scope
from campaigns.store import registration
from tests import factories

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


def unit(name: str, points: int, **more: Any) -> dict[str, Any]:
    """A unit as founding and recruiting want it."""
    return {"name": name, "points": points, **more}


def band(points: int = 150) -> list[dict[str, Any]]:
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
    units: Iterable[Mapping[str, Any]] = (),
    *,
    by: Seat | None = None,
) -> str:
    """Found a warband for `owner`; its id."""
    name = name or f"{owner}'s band"
    params = {"owner": str(owner.pk), "name": name, "units": list(units) or band()}
    outcome = door.act(scope.pk, Actor(by or owner), "opr.found_warband", params)
    return f"{outcome.slot}.warband"


def act(scope: Scope, by: Seat | None, procedure: str, **params: Any) -> door.Outcome:
    """Any act of a league, by its name without the game: `act(scope, ilse, "start")`."""
    return door.act(scope.pk, Actor(by), f"{scope.game}.{procedure}", params)


def answer_all(scope: Scope, by: Seat | None, outcome: door.Outcome, **answers: Any) -> door.Outcome:
    """Answer an open dialogue until it settles: given answers by key or kind, the app's dice for the rest."""
    while not outcome.settled:
        question = outcome.questions[0]
        value = answers.get(question.key, answers.get(question.kind, door.ROLL))
        outcome = door.answer(scope.pk, Actor(by), outcome.slot, question.key, value)
    return outcome


def state_of(scope: Scope) -> Any:
    """The league's state as it is now."""
    return registration(scope.game).load(scope.pk)
