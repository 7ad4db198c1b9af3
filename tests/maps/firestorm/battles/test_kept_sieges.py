"""Sieges that older releases could not end: two games were agreed, or one counted before the siege began."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from campaigns.engine.stored.journal import reconcile
from tests.kept import leagues
from tests.maps.firestorm import fights
from tests.maps.firestorm.driving import act
from tests.maps.firestorm.play import Table
from tests.pages import page_of
from tests.scenario import scenario

FILE = Path(__file__).with_name("kept_sieges.json.gz")
KEEP = os.environ.get("MUSTERROLL_KEEP_LEAGUES", "")


def _stormed(name: str, *, field: bool) -> Table:
    """Kwame storms Marta's tower; two games were agreed, and `field`: one has been fought in the field."""
    league, battle = fights.at_the_tower("Marta", "Kwame", more=(("Tom", "Marta"),))
    attacker, defender = fights.both(league, battle)
    act(league, attacker, "agree_games", battle=battle.id, faction=battle.attack, games=2)
    if field:
        fights.fought(league, battle, "major_victory")
    act(league, defender, "offer_siege", battle=battle.id, faction=battle.defend)
    act(league, attacker, "start_siege", battle=battle.id, faction=battle.attack, storm=True)
    type(league.scope).objects.filter(pk=league.scope.pk).update(name=name)
    return league


def _assaulted(league: Table) -> None:
    battle = fights.battle_in(league)
    attacker, _defender = fights.both(league, battle)
    act(league, attacker, "end_siege", battle=battle.id, faction=battle.attack, winner="besieger")


def _agreed(league: Table) -> None:
    battle = fights.battle_in(league)
    _attacker, defender = fights.both(league, battle)
    bout = next(one.id for one in league.state.bouts.values() if one.status == "reported")
    act(league, defender, "confirm", bout=bout, faction=battle.defend)


@pytest.mark.skipif(not KEEP, reason="MUSTERROLL_KEEP_LEAGUES=1 keeps what the code of now leaves behind")
@pytest.mark.django_db
def test_keep_sieges_that_cannot_end() -> None:
    """The last report waits; the assault counts as one of two; a game of the field was written over; a siege
    over a game that counts."""
    again, counted, over, field = (
        _stormed("again", field=False), _stormed("counted", field=False), _stormed("over", field=True),
        _stormed("field", field=True),
    )  # fmt: skip
    for league in (again, counted):
        _assaulted(league)
        _agreed(league)
    for league in (again, over):
        _assaulted(league)
    leagues.keep(FILE, (again, counted, over, field))


@pytest.fixture
def kept(db: None) -> dict[str, Table]:
    return opened()


@scenario
def opened() -> dict[str, Table]:
    return {one.scope.name: one for one in leagues.opened(FILE)}


NAMES = ("again", "counted", "over", "field")


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_fs_144_a_siege_nobody_could_end_folds_and_ends(kept: dict[str, Table], name: str) -> None:
    """FA-54: through the pages, by the two sides alone."""
    league = kept[name]
    battle = fights.battle_in(league)
    attacker, defender = fights.both(league, battle)
    assert reconcile(league.scope) == []
    waits = [one for one in league.state.bouts.values() if one.status == "reported"]
    assert bool(waits) == (name in ("again", "over"))
    if not waits:
        fights.done(league, attacker, battle.id, "end_siege", winner="besieger")
    (game,) = (one.id for one in league.state.bouts.values() if one.status == "reported")
    fights.done(league, defender, battle.id, "confirm", bout=game)
    told = league.state.battles[battle.id]
    assert (told.status, told.result, told.method) == ("settled", "major_victory", "siege")
    assert (league.phase, reconcile(league.scope)) == ("aftermath", [])
    counted = [one for one in league.state.bouts.values() if one.status == "confirmed"]
    assert [one.assault for one in counted] == ([False, True] if name == "field" else [True])


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_fs_160_a_phase_with_such_a_siege_ends_by_force(kept: dict[str, Table], name: str) -> None:
    league = kept[name]
    act(league, "Organiser", "advance", step=league.state.now.step, words="We go on.")
    assert league.phase == "aftermath"
    assert fights.battle_now(league).status == "settled"
    assert reconcile(league.scope) == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["again", "over"])
def test_fs_50_the_organiser_settles_such_a_siege(kept: dict[str, Table], name: str) -> None:
    league = kept[name]
    (game,) = (one.id for one in league.state.bouts.values() if one.status == "reported")
    act(league, "Organiser", "decide", bout=game, result="minor_defeat", words="Seen from the bar.")
    assert fights.battle_now(league).result == "minor_defeat"


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_everybody_sees_such_a_siege_and_how_it_goes_on(kept: dict[str, Table], name: str) -> None:
    league = kept[name]
    battle = fights.battle_in(league)
    for who in ("Marta", "Kwame", "Tom", "Organiser"):
        page = page_of(fights.page_at(league, who, battle.id))
        may = page.assault is not None and page.assault.may_report
        assert may == (who != "Organiser" and name in ("counted", "field"))
