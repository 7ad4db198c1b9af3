"""Who only looks on has an open page that asks for nothing but what everybody is handed alike."""

from __future__ import annotations

import pytest

from campaigns.engine.transaction.scope_transaction import ScopeTransaction
from campaigns.models import Scope, Seat
from campaigns.opr.league import home
from campaigns.opr.table.home_parts import PARTS_KEPT
from campaigns.shell import rule_hint
from tests import factories
from tests.campaigns import play
from tests.parts_watch import Parts, is_stale

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What each write says it has touched."""
    names, leave = list[str](), ScopeTransaction.leave

    def left(transaction: ScopeTransaction) -> None:
        names.extend([" ".join(transaction.names)] if transaction.written else [])
        leave(transaction)

    monkeypatch.setattr(ScopeTransaction, "leave", left)
    return names


@pytest.fixture
def scope() -> Scope:
    ilse = factories.new_organiser(name="Ilse")
    found = play.found_league(ilse)
    play.started(found, ilse, "Marta", "Tom")
    return found


@pytest.fixture
def ilse(scope: Scope) -> Seat:
    return Seat.objects.get(club=scope.club, name="Ilse")


def parts_of(seat: Seat, scope: Scope) -> dict[str, str]:
    """The parts of somebody's page with the names they follow."""
    text = factories.signed_in(seat).get(f"/l/{scope.pk}/").content.decode()
    return {name: follows for name, (follows, _text) in Parts(text).found.items()}


def stale(follows: dict[str, str], told: list[str]) -> set[str]:
    return {name for name, names in follows.items() if any(is_stale(names, one) for one in told)}


@pytest.mark.parametrize("role", ["spectator", "organiser"])
def test_an_onlookers_page_asks_for_kept_parts_alone(
    scope: Scope, ilse: Seat, told: list[str], role: str
) -> None:
    bands = list(play.state_of(scope).warbands)
    play.evening(scope, ilse, *bands)  # until then an organiser's page says that it shuts the league
    open_page = parts_of(factories.new_seat(club=scope.club, name="Pip", role=role), scope)
    told.clear()
    play.act(scope, ilse, "give_points", warband=bands[0], amount=1, words="for the hall")
    assert stale(open_page, told) == {"standings", "missions", "waited", "news"}
    told.clear()
    play.evening(scope, ilse, *bands)
    assert {"standings", "missions", "news"} <= stale(open_page, told) <= set(PARTS_KEPT)


def test_whoever_may_join_still_hears_that_nobody_is_taken_in(
    scope: Scope, ilse: Seat, told: list[str]
) -> None:
    open_page = parts_of(factories.new_seat(club=scope.club, name="Nan"), scope)
    bands = list(play.state_of(scope).warbands)
    told.clear()
    play.evening(scope, ilse, *bands)
    assert {"acts", "begin"} <= stale(open_page, told)


def test_parts_of_ones_own_come_beside_kept_ones(scope: Scope, monkeypatch: pytest.MonkeyPatch) -> None:
    client = factories.signed_in(Seat.objects.get(club=scope.club, name="Marta"))
    client.cookies[rule_hint.COOKIE] = "1"  # whole pages explain the first code to who is new to them
    whole = client.get(f"/l/{scope.pk}/").content.decode()
    monkeypatch.setattr(home, "league_home", lambda viewer: pytest.fail("it was drawn before"))
    asked = {"HX-Target": "acts standings"}
    answer = client.get(f"/l/{scope.pk}/", headers=asked).content.decode()
    assert list(Parts(answer).found) == ["acts", "standings"]
    assert Parts(answer).found["standings"] == Parts(whole).found["standings"]
