"""A league of every book in each state one can be in, and a game that belongs to none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from campaigns.engine.transaction.scopes import archive
from campaigns.engine.who.rights import CLOCK
from campaigns.models import Scope
from tests import factories
from tests.campaigns import play
from tests.campaigns.solo.walk import Walk, new_game
from tests.coin import test_evening as coin
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import play as firestorm
from tests.maps.firestorm.orders.test_orders import writing
from tests.maps.firestorm.season import Season
from tests.scenario import scenario
from tests.whole_club import over_with

type Made = Mapping[str, Callable[[], Scope]]


POINTS = {"aofs-3.2.0": 150, "gf-3.4.0": 1000}


def _warbands_lobby(edition: str) -> Scope:
    scope = play.found_league(edition=edition)
    for name in ("Marta", "Tom"):
        play.found_warband(scope, play.player(scope, name), units=play.band(POINTS[edition]))
    return scope


def _warbands_running(edition: str) -> Scope:
    scope = _warbands_lobby(edition)
    by = scope.club.seats.get(role="organiser")
    play.answer_all(scope, by, play.act(scope, by, "start"), limit=6)
    return scope


def _warbands_over(edition: str) -> Scope:
    return over_with(factories.new_organiser(name="Ilse"), points=POINTS[edition], edition=edition)


def _empires_paused() -> Scope:
    league = conquest.begun("Marta", "Kwame")
    assert league.post("Organiser", "pause", words="summer").status_code == 302
    assert league.state.now.paused
    return league.scope


def _empires_over() -> Scope:
    league = conquest.begun("Marta", "Kwame", win_target=3)
    near = next(key for key, one in league.state.territories.items() if not one.owner and not one.is_sea)
    sent = {"territory": near, "owner": league.realm("Marta"), "building": "", "words": "x"}
    assert league.post("Organiser", "correct", **sent).status_code == 302
    assert league.phase == "finished"
    return league.scope


def _factions_paused() -> Scope:
    table = writing()
    sent = table.browsers["Organiser"].post(table.url("organise_do", "pause"), {"words": "Fire drill."})
    assert sent.status_code == 302
    assert table.state.now.paused
    return table.scope


@scenario
def _factions_over() -> Scope:
    table = firestorm.begun("Marta", "Kwame", victory_check="at_once", glory_target=5)
    season = Season(table)
    for _turn in range(12):
        season.turn()
    assert table.phase == "finished"
    return table.scope


def _alone(over: bool) -> Scope:
    seat = factories.new_organiser(name="Marta")
    walk = Walk(factories.signed_in(seat), new_game(factories.signed_in(seat), seat))
    for _tap in range(4):
        walk.step()
    if over:
        walk.post(do="concede", side="p1")
    return walk.scope


def _archived(make: Callable[[], Scope]) -> Scope:
    scope = make()
    archive(scope, CLOCK)
    return scope


def states() -> dict[tuple[str, str], Made]:
    """How to make a league in each state, by game and edition."""
    found: dict[tuple[str, str], Made] = {
        ("opr", edition): {
            "lobby": partial(_warbands_lobby, edition),
            "running": partial(_warbands_running, edition),
            "finished": partial(_warbands_over, edition),
        }
        for edition in ("aofs-3.2.0", "gf-3.4.0")
    }
    found["conquest", "conquest-1"] = {
        "lobby": lambda: conquest.table("Marta", "Kwame").scope,
        "paused": _empires_paused,
        "running": lambda: conquest.begun("Marta", "Kwame").scope,
        "finished": _empires_over,
    }
    found["firestorm", "firestorm-1"] = {
        "lobby": lambda: firestorm.gathered().scope,
        "paused": _factions_paused,
        "running": lambda: writing().scope,
        "finished": _factions_over,
    }
    found["solo", ""] = {"running": partial(_alone, over=False), "finished": partial(_alone, over=True)}
    found["coin", "coin-1"] = {"running": lambda: coin.begun(factories.new_organiser(name="Ilse"))[0]}
    return {book: {**made, "archived": partial(_archived, made["running"])} for book, made in found.items()}
