"""Sieges that older releases could not end: two games were agreed, or one counted before the siege began."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.kept import leagues
from tests.maps.firestorm import fights
from tests.maps.firestorm.driving import act
from tests.maps.firestorm.play import Table

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
