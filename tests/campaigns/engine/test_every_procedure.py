"""Which procedures of each game are only true when the others agree, sent by a program; and that no procedure
of any game that is refused leaves anything behind.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db.transaction import atomic, set_rollback
from pytest_django import DjangoDbBlocker

from campaigns.engine import door
from campaigns.engine.stored.journal import records
from campaigns.engine.stored.store import registration_of, registrations
from campaigns.engine.who.rights import Actor
from campaigns.models import Entry, Report, Scope, Seat
from rules.engine.refusals import Refused
from tests.campaigns.engine import test_agreement as agreement
from tests.campaigns.engine.evening import founded
from tests.factories import signed_in
from tests.whole_club import WholeClub, standing

pytestmark = pytest.mark.django_db

# Only true when the others agree, and so a report until they have; all else counts when it is done. Battles
# on a map are agreed upon by procedures of their own (report, confirm, dispute, decide).
AGREED = {
    "opr": {"opr.app_report", "opr.quick_report", "opr.result", "opr.walk_over"},
    "conquest": set(),
    "firestorm": set(),
    "solo": set(),
    "coin": set(),
}
ROOT = Path(__file__).parents[3]
MAY_SAY_SO = {
    "campaigns/engine/asking/asking.py",
    "campaigns/engine/transaction/sending.py",
    "campaigns/demo/playing.py",
}


@pytest.fixture(scope="module")
def club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[WholeClub]:
    with standing(django_db_blocker) as found:
        yield found


def test_what_is_agreed_upon_in_each_game() -> None:
    assert {name: set(registration.acts.reported) for name, registration in registrations().items()} == AGREED


def says_agreed(call: ast.AST) -> bool:
    """Whether somebody hands the door a word on what others have agreed to."""
    if not (isinstance(call, ast.Call) and any(one.arg == "agreed" for one in call.keywords)):
        return False
    return ast.unparse(call.func).endswith("act_within")


@pytest.mark.in_turn(7, kind="long")
def test_nobody_else_tells_the_door_that_others_have_agreed() -> None:
    found = set()
    for app in ("campaigns", "maps", "config"):
        for path in (ROOT / app).rglob("*.py"):
            if any(map(says_agreed, ast.walk(ast.parse(path.read_text())))):
                found.add(str(path.relative_to(ROOT)))
    assert found == MAY_SAY_SO


type Counts = tuple[int, int, int]


def written(scope: Scope) -> Counts:
    """Its version, entries and reports."""
    version = Scope.objects.values_list("version", flat=True).get(pk=scope.pk)
    entries, reports = (kind.objects.filter(scope=scope).count() for kind in (Entry, Report))
    return version, entries, reports


def once_each(scope: Scope) -> dict[str, dict[str, Any]]:
    """The parameters with which each procedure of the game was done here last, none where it was not."""
    registration = registration_of(scope.game)
    done = {one.procedure: dict(one.params) for one in records(scope)}
    return {name: done.get(name, {}) for name in registration.game.procedures}


def acted(seat: Seat, scope: Scope, procedure: str, params: dict[str, Any]) -> tuple[Any, Counts]:
    """What a program is told, and how much more is written; then all is as it was."""
    before = written(scope)
    with atomic():
        sent = {"procedure": procedure, "params": params, "sure": True}
        address = f"/api/v1/leagues/{scope.pk}/act/"
        told = signed_in(seat).post(address, sent, content_type="application/json")
        version, entries, reports = (now - then for now, then in zip(written(scope), before, strict=True))
        set_rollback(True)
    return told, (version, entries, reports)


@pytest.mark.parametrize("procedure", [agreement.QUICK, agreement.RESULT, agreement.WALK_OVER])
def test_a_program_s_word_is_a_report_and_an_organiser_s_counts(procedure: str) -> None:
    evening = founded()
    facts = agreement.told(evening, procedure)
    told, more = acted(evening.marta, evening.scope, procedure, facts)
    assert (told.json()["settled"], bool(told.json()["report"]), more) == (False, True, (1, 0, 1))
    told, more = acted(evening.ilse, evening.scope, procedure, facts)
    passed = 4 if procedure == agreement.WALK_OVER else 0  # steps in which nobody has anything to choose
    assert (told.json()["settled"], told.json()["report"], more) == (True, None, (1, 1 + passed, 0))


@pytest.mark.in_turn(5)
@pytest.mark.parametrize("who", ["player", "organiser"])
@pytest.mark.parametrize("game", sorted(AGREED))
def test_what_a_program_is_refused_leaves_nothing(club: WholeClub, game: str, who: str) -> None:
    """Each procedure with what it was done with last, which has been done, or with nothing."""
    seat, refused = club.people[who], 0
    assert seat
    (scope, *_others) = [one for one in club.leagues if one.game == game]
    for procedure, params in once_each(scope).items():
        told, more = acted(seat, scope, procedure, params)
        assert told.status_code in (200, 400, 403, 404, 409), (procedure, told.json())
        if told.status_code != 200:
            refused += 1
            assert more == (0, 0, 0), procedure
    assert refused


@pytest.mark.parametrize("procedure", ["opr.send", "opr.round", "opr.walk_over", "opr.give_vp"])
def test_a_character_nobody_can_keep_is_refused_before_anything_is_looked_up(procedure: str) -> None:
    evening = founded()
    for name in ("mission", "warband"):
        with pytest.raises(Refused, match="cannot be stored"):
            door.act(evening.scope.pk, Actor(evening.marta), procedure, {name: "\0"})
