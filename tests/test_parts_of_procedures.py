"""Every procedure of every game, with pages open: whatever looks different afterwards, the event has named.

What is done is a step of the example scripts, in a league of its own that stands as the script has led to it.
Where an example tells no more than its rule needs, a map and those who play on it are added. A fifth of them
by default; `MUSTERROLL_SEASON=1` (or `make season`) looks at all.
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from types import SimpleNamespace

import pytest

from campaigns.engine import door
from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.transaction.scopes import found_scope
from campaigns.engine.who.rights import Actor
from campaigns.models import Scope, ScopeKind, Seat
from campaigns.shell.look.emblems import EMBLEM_NAMES
from rules.conquest.state import Conquest
from rules.engine.codec import dump_state
from rules.engine.dice import is_random
from rules.engine.games import GAMES
from rules.engine.state import State
from tests.factories import new_organiser, new_seat
from tests.parts_watch import watched
from tests.rules.engine.read_back import load_state
from tests.rules.rehearsal.test_every_procedure import Case, any_answer, cases

pytestmark = [pytest.mark.season, pytest.mark.django_db]
ALL = os.environ.get("MUSTERROLL_SEASON") == "1"
ONCE_WRONG = {"opr.hand_over"}  # a mission shows whose its warbands are
LOOKED_AT = sorted(cases()) if ALL else sorted({*sorted(cases())[::5], *ONCE_WRONG})
NOW = datetime(2026, 3, 1, tzinfo=UTC)
GROUND = ("ground", "territories", "links")
PEOPLE = ("factions", "players", "realms")
BEGINS = ("enlist", "found", "join")  # whoever does this is not there yet


@cache
def richest(game: str) -> State:
    """The state in a game's examples in which most is there."""
    every = [one.state for each in cases().values() for one in each if one.game.name == game]
    return max(every, key=lambda state: sum(len(rows_of(state, one)) for one in (*GROUND, *PEOPLE)))


def rows_of(state: State, table: str) -> Mapping[str, object]:
    found: Mapping[str, object] = getattr(state, table) if table in state.tables() else {}
    return found


def completed(case: Case, name: str) -> State:
    """The example's state with what a page cannot do without."""
    base, state = richest(case.game.name), case.state
    tables = GROUND if name.partition(".")[2] in BEGINS else (*GROUND, *PEOPLE)
    state = replace(state, **{one: rows_of(base, one) for one in tables if is_bare(state, one)})
    return with_colours(state) if isinstance(state, Conquest) else state


def is_bare(state: State, table: str) -> bool:
    return table in state.tables() and not rows_of(state, table)


def with_colours(state: Conquest) -> State:
    """Empires that can be told apart, and none that is attacked by nobody."""
    coloured = zip(state.realms.items(), EMBLEM_NAMES, strict=False)
    realms = {key: replace(one, colour=colour, name=one.name or key) for (key, one), colour in coloured}
    last = next(reversed(realms), "")
    battles = {key: replace(one, defenders=one.defenders or (last,)) for key, one in state.battles.items()}
    return replace(state, realms=realms, battles=battles)


def with_people(value: object, people: Mapping[str, str]) -> object:
    """The same with the example's people by the numbers of their seats."""
    if isinstance(value, Mapping):
        return {name: with_people(one, people) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [with_people(one, people) for one in value]
    return people.get(value, value) if isinstance(value, str) else value


def people_of(case: Case, state: State, seat: Seat) -> dict[str, str]:
    """Those whom the example calls somebody who plays, with a seat for each."""
    registration = registration_of(case.game.name)
    found = {
        one for side in registration.sides_of(state) for one in registration.rules.members_of(state, side)
    }
    names = sorted({*found, str(case.step.get("params", {}).get("owner", ""))} - {""})
    new_seat(club=seat.club)  # who looks on
    return {one: str(new_seat(club=seat.club).pk) for one in names}


def laid_out(case: Case, state: State, seat: Seat) -> Scope:
    """A league, or a game, that stands like this."""
    game = case.game.name
    kind = ScopeKind.GAME if game == "solo" else ScopeKind.LEAGUE
    about = {"club": seat.club, "by": seat, "name": "An example"}
    scope = found_scope(**about, game=game, edition=case.edition, settings={}, kind=kind)  # type: ignore[arg-type]
    with scope_transaction(scope.pk, Actor(seat)) as transaction:
        registration_of(game).save(scope.pk, transaction.scope.version + 1, transaction.state, state)
        transaction.state = state
        transaction.count("an example")
    return scope


def carried_out(case: Case, name: str, scope: Scope, params: Mapping[str, object]) -> None:
    """Do it, with the example's answers where it has some, the app's dice and chance."""
    outcome, luck = door.act(scope.pk, Actor(), name, params), random.Random(name)
    while not outcome.settled:
        asked = outcome.questions[0]
        given = case.given.get(asked.key)
        value = door.ROLL if is_random(asked) else any_answer(asked, luck, given) if given is None else given
        outcome = door.answer_question(scope.pk, Actor(), outcome.slot, asked.key, value)


def staged(
    monkeypatch: pytest.MonkeyPatch, name: str, defaults: Mapping[str, object] | None = None
) -> tuple[Case, Scope, dict[str, object]]:
    """A procedure's first example: a league that stands as it wants it, and what is sent at its moment."""
    case, seat = cases()[name][0], new_organiser(name="Marta")
    whole = completed(case, name)
    people = people_of(case, whole, seat)
    dumped = with_people(dump_state(whole), people)
    assert isinstance(dumped, dict)
    scope = laid_out(case, load_state(type(whole), dumped), seat)
    sent = with_people({**(defaults or {}), **case.step.get("params", {})}, people)
    assert isinstance(sent, dict)
    now = datetime.fromisoformat(case.step["now"]) if "now" in case.step else NOW
    monkeypatch.setattr(
        "campaigns.engine.transaction.scope_transaction.timezone", SimpleNamespace(now=lambda: now)
    )
    return case, scope, sent


def test_every_procedure_is_looked_at() -> None:
    assert cases().keys() == {name for game in GAMES.values() for name in game.procedures}


@pytest.mark.parametrize("name", LOOKED_AT)
@pytest.mark.in_turn(5)
def test_a_procedure_names_what_looks_different(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    case, scope, params = staged(monkeypatch, name)
    with watched(monkeypatch) as watch:
        watch.forgiving = True
        carried_out(case, name, scope, params)
    assert watch.missing == []
    assert watch.looked["parts"] > 0
