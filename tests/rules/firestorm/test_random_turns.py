"""Whole turns by chance, driven through procedures: what always holds, with and without rulings."""

from __future__ import annotations

import os
from collections import Counter

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.firestorm.aftermath.fates import leaving
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import TOWER, allowed, balance, banner_count, factions
from rules.firestorm.glory.awards import WON, grades
from rules.firestorm.glory.counting import glory, glory_audit, scoreboard
from rules.firestorm.state import Firestorm
from tests.rules.firestorm.chance import Season

WHOLE = bool(os.environ.get("MUSTERROLL_SEASON"))
SEASONS = 1_000 if WHOLE else 15
TURNS = 6 if WHOLE else 4


def play(season: Season, turns: int = TURNS) -> None:
    """So many turns, looked at after each phase."""
    while season.state.now.turn <= turns and season.state.now.phase != "finished":
        before = season.state
        season.phase()
        invariants(before, season.state, season.league.book_now)


def invariants(before: Firestorm, after: Firestorm, book: FirestormInForce) -> None:
    banners(before, after)
    at_rest(after)
    lands(after, book)
    accounts(before, after, book)
    of_battles(after, book)
    if after.now.phase in ("build", "scoring", "preparation"):
        after_aftermath(after, book)


def banners(before: Firestorm, after: Firestorm) -> None:
    """None is lost, none is there twice, and each is on the map, in reserve or removed."""
    assert set(before.banners) <= set(after.banners)
    for one in after.banners.values():
        assert (one.at == "map") == bool(one.territory), one
        assert not one.territory or one.territory in after.territories
        old = before.banners.get(one.id, one)
        assert old.faction == one.faction
        assert old.at != "removed" or one.at == "removed"
    numbers = Counter(one.number for one in after.banners.values())
    assert max(numbers.values(), default=1) == 1


def at_rest(after: Firestorm) -> None:
    """FS-15: a territory holds one banner, unless a battle is fought there or somebody has still to leave."""
    going = {banner.id for _, banner in leaving(after)}
    places = Counter(
        one.territory for one in after.banners.values() if one.at == "map" and one.id not in going
    )
    fought = {one.territory for one in after.battles.values() if not one.applied}
    assert [one for one, many in places.items() if many > 1 and one not in fought] == []


def lands(after: Firestorm, book: FirestormInForce) -> None:
    """FS-79, FS-80, FS-82: what stands in a territory may stand there together."""
    for place in after.territories.values():
        assert not place.owner or place.owner in after.factions
        rows = [book.item(one) for one in place.items]
        assert sum(row.star for row in rows) <= 1
        chains = Counter(row.chain for row in rows if row.chain)
        assert max(chains.values(), default=0) <= 1
        assert TOWER not in place.items or len(place.items) == 1
        assert not place.level or {TOWER, "stronghold"} & set(place.items)


def accounts(before: Firestorm, after: Firestorm, book: FirestormInForce) -> None:
    """Rows are only added; glory is holdings and rows; build points are never below none."""
    assert {key: after.ledger.get(key) for key in before.ledger} == dict(before.ledger)
    taken = [one.reverses for one in after.ledger.values() if one.reverses]
    assert len(taken) == len(set(taken))
    assert set(taken) <= set(after.ledger)
    for one in after.factions:
        lines = glory_audit(after, book, one)
        rows = [row.amount for row in after.ledger.values() if (row.coin, row.faction) == ("glory", one)]
        assert glory(after, book, one) == lines.held + sum(rows)
        assert balance(after, one) >= 0
    assert sum(one.total for one in scoreboard(after, book)) == sum(
        glory(after, book, one) for one in after.factions
    )


def of_battles(after: Firestorm, book: FirestormInForce) -> None:
    """FS-101, FS-107: the rows of a battle come to what its result says now, and to nothing without one."""
    for battle in after.battles.values():
        per_game = book.settings.glory_per_game and battle.method == "played"
        for faction, grade in {**dict.fromkeys(battle.factions, None), **grades(battle)}.items():
            rows = [
                row.amount for row in after.ledger.values()
                if (row.coin, row.faction, row.battle) == ("glory", faction, battle.id)
            ]  # fmt: skip
            gears = book.figures.gears_glory if grade in WON and faction in battle.gears else 0
            due = book.book.glory[grade] + gears if grade and battle.applied else 0
            assert per_game or sum(rows) == due, (battle, faction, rows)


def after_aftermath(after: Firestorm, book: FirestormInForce) -> None:
    """FS-13, FS-16: banners stand on land of their own, and nobody has too many; no battle is open."""
    for one in after.banners.values():
        if one.at == "map":
            assert after.territories[one.territory].owner == one.faction, one
    assert all(one.applied for one in after.battles.values())
    if after.now.phase == "build":
        for faction in factions(after):
            assert banner_count(after, faction.id) <= allowed(after, book, faction.id)


@pytest.mark.season
@pytest.mark.timeout(3600)
@hypothesis.settings(max_examples=SEASONS, deadline=None)
@given(st.integers(0, 2**32))
def test_fs_15_and_16_whole_turns_lose_no_banner_and_add_up(seed):
    play(Season(seed))


@pytest.mark.season
@pytest.mark.timeout(3600)
@hypothesis.settings(max_examples=SEASONS, deadline=None)
@given(st.integers(0, 2**32))
def test_fs_106_and_107_rulings_at_any_moment_leave_a_league_that_adds_up(seed):
    play(Season(seed, rulings=0.4))


def test_fs_160_most_random_turns_are_eventful():
    """What is looked at is worth it: every act of a turn comes up, and so do the rulings."""
    acts: Counter[str] = Counter()
    for seed in range(30):
        season = Season(seed, rulings=0.3)
        play(season, 6)
        acts.update(season.acts)
    missing = set(WANTED) - {one for one, many in acts.items() if many}
    assert missing == set()


WANTED = (
    "return_banner", "raise_banner", "seal_orders", "open_seal", "reveal", "prepare_battle", "report",
    "confirm",
    "walkover", "offer_siege", "start_siege", "siege_turn", "take_option", "end_siege", "choose_retreat",
    "choose_rally", "roll_build", "raze", "remove_banner", "build", "score", "advance", "grant", "correct",
    "place_banner", "move_banner", "disband_banner", "strike", "correct_result", "void_result",
)  # fmt: skip
