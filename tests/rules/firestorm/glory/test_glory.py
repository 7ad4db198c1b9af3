"""Glory: holdings that follow the map, a ledger that only grows, an audit that adds up, the league's end."""

from __future__ import annotations

from typing import Any

import pytest

from rules.firestorm.aftermath.applying import apply_all_battles
from rules.firestorm.glory.awards import award, mirrored, reverse
from rules.firestorm.glory.counting import glory, glory_audit, holdings, ledger, scoreboard
from rules.firestorm.orders.plans import OrderPlan
from rules.firestorm.phases.moving_on import enter_turn_phase
from rules.firestorm.reveal.revealing import settle_reveal
from rules.firestorm.state import Battle, Bout, Fate, Grade
from tests.rules.firestorm.play import League, league


def fought(found: League, result: Grade, **fields: Any) -> Battle:
    battle = Battle(
        id="b1", turn=1, number=1, attacker="O1", attack="O", defend="C", result=result,
        **{"status": "settled", "territory": "T12", "method": "played", **fields},
    )  # fmt: skip
    found.state = found.state.put("battles", battle)
    return battle


def games(found: League, *results: Grade) -> None:
    """Confirmed games of the battle."""
    for number, result in enumerate(results, 1):
        bout = Bout(id=f"g{number}", battle="b1", result=result, status="confirmed")
        found.state = found.state.put("bouts", bout)


def awarded(found: League, battle: Battle) -> dict[str, list[int]]:
    work = found.working()
    award(work, battle)
    found.book(work.done())
    return {one: [row.amount for row in ledger(found.state, one)] for one in "OC"}


def test_fs_99_glory_is_holdings_and_ledger():
    found = league().own("O", "T02")
    awarded(found, fought(found, "major_victory"))
    assert glory(found.state, found.book_now, "O") == 2 + 2


def test_fs_100_holdings_by_territory():
    """FE-53: 6 territories, 1 special, 3 with a Walled Settlement: 6 + 1 + 4."""
    found = league().own("O", "T02", "T03", "T06", "T07", "T08")
    for one in ("T06", "T07", "T08"):
        found.build(one, "walled_settlement")
    lines = holdings(found.state, found.book_now, "O")
    assert sum(one.total for one in lines) == 11
    assert {one.territory: one.land for one in lines if one.land != 1} == {"T03": 2}
    assert sorted(one.items for one in lines) == [0, 0, 0, 0, 2, 2]


def test_fs_100_the_bonus_of_a_territory_counts_and_a_special_one_with_a_settlement_is_worth_four():
    found = league().own("O", "T03").build("T03", "walled_settlement")
    assert glory(found.state, found.book_now, "O") == 1 + 4
    found.state = found.state.change("territories", "T03", bonus=3)
    assert glory(found.state, found.book_now, "O") == 1 + 7


def test_fs_02_each_faction_begins_with_one_glory():
    """FE-02."""
    found = league("O", "C")
    assert [glory(found.state, found.book_now, one) for one in "OC"] == [1, 1]


def test_fs_99_holdings_go_down_with_the_map():
    found = league().own("O", "T02", "T03")
    assert glory(found.state, found.book_now, "O") == 4
    found.own("C", "T03")
    assert (glory(found.state, found.book_now, "O"), glory(found.state, found.book_now, "C")) == (2, 3)


@pytest.mark.parametrize(
    ("result", "attacker", "defender"),
    [
        ("major_victory", [2], []),
        ("minor_victory", [1], []),
        ("draw", [1], [1]),
        ("minor_defeat", [], [1]),
        ("major_defeat", [], [2]),
    ],
)
def test_fs_101_each_result_brings_its_glory_to_both_sides(result, attacker, defender):
    found = league()
    assert awarded(found, fought(found, result)) == {"O": attacker, "C": defender}


def test_fs_103_a_draw_brings_one_to_both():
    """FE-46."""
    found = league()
    assert awarded(found, fought(found, "draw")) == {"O": [1], "C": [1]}


def test_fs_104_a_garrison_that_wins_earns_for_its_faction():
    found = league()
    battle = fought(found, "minor_defeat", defender="", garrison=1500)
    assert awarded(found, battle) == {"O": [], "C": [1]}


@pytest.mark.parametrize(
    ("result", "total"), [("major_victory", 3), ("minor_victory", 2), ("draw", 1), ("minor_defeat", 0)]
)
def test_fs_96_the_gears_add_one_to_each_battle_won(result, total):
    """FE-56, FE-57."""
    found = league()
    assert sum(awarded(found, fought(found, result, gears=("O",)))["O"]) == total


def test_fs_96_gears_that_were_not_owned_when_the_points_were_fixed_do_not_count_yet():
    """FE-58: conquering the Gears brings the battle's glory and the holding, no more."""
    found = league().own("O", "T23")
    battle = fought(found, "minor_victory", gears=())
    before = glory(found.state, found.book_now, "O")
    awarded(found, battle)
    assert glory(found.state, found.book_now, "O") - before == 1
    assert {one.territory: one.land for one in holdings(found.state, found.book_now, "O")}["T23"] == 2


def test_fs_102_a_battle_counts_once_whatever_its_games_were():
    """FE-37."""
    found = league()
    games(found, "minor_victory", "draw")
    assert awarded(found, fought(found, "minor_victory")) == {"O": [1], "C": []}


def test_fs_102_by_a_setting_each_game_counts():
    found = league(glory_per_game=True)
    games(found, "major_victory", "draw")
    assert awarded(found, fought(found, "minor_victory")) == {"O": [2, 1], "C": [1]}


@pytest.mark.parametrize("method", ["walkover", "ruled"])
def test_fs_102_a_battle_given_up_or_ruled_counts_once_also_where_each_game_counts(method):
    found = league(glory_per_game=True)
    games(found, "major_defeat")
    assert awarded(found, fought(found, "minor_victory", method=method)) == {"O": [1], "C": []}


@pytest.mark.parametrize(("per_game", "rows"), [(False, [2]), (True, [1, 2])])
def test_fs_108_of_a_siege_the_assault_brings_glory_and_a_game_of_the_field_beside_it(per_game, rows):
    """FA-54."""
    found = league(glory_per_game=per_game)
    games(found, "minor_victory")
    assert awarded(found, fought(found, "major_victory", method="siege")) == {"O": rows, "C": []}


@pytest.mark.parametrize(("one", "other"), [("major_victory", "major_defeat"), ("draw", "draw")])
def test_fs_49_the_other_side_has_the_mirror_image(one, other):
    assert (mirrored(one), mirrored(other)) == (other, one)


def test_fs_107_what_a_battle_brought_is_taken_back_by_rows_of_its_own():
    found = league()
    battle = fought(found, "major_victory", gears=("O",))
    awarded(found, battle)
    before = dict(found.state.ledger)
    for _twice in range(2):
        work = found.working()
        reverse(work, "b1", "They miscounted.")
        found.book(work.done())
    assert sum(one.amount for one in ledger(found.state, "O")) == 0
    assert {key: row for key, row in found.state.ledger.items() if key in before} == before
    assert [one.reverses for one in ledger(found.state, "O")][2:] == list(before)


def test_fs_106_the_audit_adds_up_to_the_scoreboard():
    found = league().own("O", "T02", "T03")
    awarded(found, fought(found, "minor_victory"))
    board = scoreboard(found.state, found.book_now)
    assert (board[0].faction, board[0].total) == ("O", 5)
    for one in board:
        again = glory_audit(found.state, found.book_now, one.faction)
        assert sum(line.total for line in again.holdings) + sum(row.amount for row in again.rows) == one.total
        assert all(row.rule and row.turn for row in again.rows)


def test_fs_106_the_score_of_a_turn_is_kept_as_it_was():
    found = league(phase="scoring").own("O", "T02")
    found.do("score", turn=1)
    scores = {one.faction: (one.holdings, one.ledger) for one in found.state.turns["turn:1"].scores}
    assert scores == {"O": (2, 0), "C": (1, 0), "D": (1, 0), "X": (1, 0)}
    found.own("C", "T02")
    assert found.state.turns["turn:1"].scores[2].holdings == 2
    assert (found.state.now.phase, found.state.now.turn) == ("preparation", 2)


def lead(found: League, **points: int) -> League:
    work = found.working()
    for faction, amount in points.items():
        work.enter("glory", faction, amount - 1, "given", "FS-101")
    found.book(work.done())
    return found


def test_fs_105_the_highest_of_those_at_thirty_wins():
    """FE-60."""
    found = lead(league(phase="scoring"), O=30, C=31)
    found.do("score", turn=1)
    assert (found.state.now.phase, found.state.now.winners) == ("finished", ("C",))


def test_fs_105_twenty_nine_are_not_enough():
    found = lead(league(phase="scoring"), O=29)
    found.do("score", turn=1)
    assert (found.state.now.phase, found.state.now.winners) == ("preparation", ())


@pytest.mark.parametrize(
    ("share", "phase", "winners"), [(True, "finished", ("C", "O")), (False, "preparation", ())]
)
def test_fs_105_equal_leaders_share_it_or_the_organiser_plays_on(share, phase, winners):
    found = lead(league(phase="scoring"), O=32, C=32)
    found.do("score", turn=1, choices=(share,))
    assert (found.state.now.phase, found.state.now.winners) == (phase, winners)


def test_fs_105_by_default_nobody_wins_before_the_end_of_the_turn():
    found = lead(league(phase="build").own("O", "T02"), O=40)
    work = found.working()
    work.enter("build", "O", 1, "given", "FS-76")
    found.book(work.done())
    found.do("build", faction="O", territory="T02", item="mustering_ground")
    assert found.state.now.phase == "build"


# Where the league looks at once


def at_once(**settings: Any) -> League:
    return league("O", "C", phase="battles", victory_check="at_once", glory_target=5, **settings)


def test_fs_105_at_once_the_battle_that_brings_it_ends_the_league_and_no_other_is_applied():
    found = at_once().own("O", "T02", "T06").own("C", "T04", "T10")
    fought(found, "major_victory", territory="T08")
    other = Battle(
        id="b2", turn=1, number=2, territory="T03", attacker="C1", attack="C", defend="O",
        result="major_victory", status="settled",
    )  # fmt: skip
    found.state = found.state.put("battles", other)
    work = found.working()
    enter_turn_phase(work, "aftermath")
    found.book(work.done())
    assert (found.state.now.phase, found.state.now.winners) == ("finished", ("O",))
    assert [one.applied for one in found.state.battles.values()] == [True, False]
    assert ledger(found.state, "C") == ()


def test_fs_105_at_once_equal_leaders_play_on():
    found = at_once().own("O", "T02", "T06", "T07").own("C", "T04", "T09", "T10")
    fought(found, "draw", territory="T08")
    work = found.working()
    apply_all_battles(work)
    found.book(work.done())
    assert [glory(found.state, found.book_now, one) for one in "OC"] == [5, 5]
    assert found.state.now.phase == "battles"


def marching(**settings: Any) -> League:
    """O owns four and marches into a fifth territory; C would take it away again."""
    found = league("O", "C", phase="reveal", **settings).own("O", "T02", "T06", "T07")
    return found.stand("O1", "T07").stand("C1", "T09").enter("reveal", "O", "C")


GOING = {"O": {"O1": OrderPlan(banner="O1", kind="move", path=("T08",))},
         "C": {"C1": OrderPlan(banner="C1", kind="forced_march", path=("T08", "T07"))}}  # fmt: skip


def test_fs_105_at_once_land_claimed_in_the_reveal_ends_the_league_and_nobody_moves_after():
    found = marching(victory_check="at_once", glory_target=5)
    work = found.working()
    settle_reveal(work, GOING)
    assert (work.state.now.phase, work.state.now.winners) == ("finished", ("O",))
    assert work.state.banners["C1"].territory == "T09"
    late = marching(glory_target=5).working()
    settle_reveal(late, GOING)
    assert (late.state.now.phase, late.state.banners["C1"].territory) == ("reveal", "T08")


def test_fs_105_at_once_no_battles_begin_after_the_reveal_has_ended_the_league():
    found = league("O", "C", phase="orders", victory_check="at_once", glory_target=5)
    found.own("O", "T02", "T06", "T07").stand("O1", "T07").gone("C1")
    sheet = {"kind:O1": "move", "path:O1": ["T08"], "seq:O1": 1}
    found.do("seal_orders", faction="O", choices=(sheet,))
    assert found.state.now.phase == "reveal"
    found.do("reveal", turn=1)
    assert (found.state.now.phase, found.state.now.winners) == ("finished", ("O",))


def test_fs_105_at_once_a_place_nobody_holds_any_more_may_end_the_league():
    found = at_once().own("O", "T02", "T06").own("C", "T04", "T09", "T10")
    found.stand("O1", "T12", own=False)
    first = Battle(id="b1", turn=1, number=1, territory="T12", attacker="C1", attack="C", applied=True,
                   status="struck")  # fmt: skip
    second = Battle(id="b2", turn=1, number=2, territory="T12", attacker="O1", attack="O", after="b1",
                    status="queued")  # fmt: skip
    found.state = found.state.put("battles", first, second)
    stays = Fate(id="b1:C1", battle="b1", banner="C1", kind="stays", settled=True)
    found.state = found.state.put("fates", stays).change("campaign", "campaign", initiative=("O", "C"))
    found.own("O", "T07")
    found.do("prepare_battle", battle="b2")
    assert (found.state.now.phase, found.state.now.winners) == ("finished", ("O",))
