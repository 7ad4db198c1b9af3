"""What silence brings, phase by phase; a phase ended by force; deadlines, pauses, orders opened again."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from rules.engine.dice import is_random, roll
from rules.engine.procedure import Settled, drive
from rules.engine.questions import ORGANISER, Answer, Choose, ChooseTerritory, Number, Option, Question, YesNo
from rules.firestorm.automatic import next_app_steps
from rules.firestorm.faction_figures import balance, banner_count
from rules.firestorm.glory.counting import ledger
from rules.firestorm.league.closing_battles import battle_end_sentence, battle_ends
from rules.firestorm.league.silence import faction_lapses, lapse_lines
from rules.firestorm.league.unanswered import unanswered
from rules.firestorm.league_effects import FirestormPhaseEntered, PhaseForced
from rules.firestorm.phases.moving_on import enter_turn_phase
from rules.firestorm.siege.siege_rules import siege_gains
from rules.firestorm.state import Battle, Grade, SideName
from tests.rules.engine.loaded import constant
from tests.rules.firestorm.battles.test_queue import FIRST, SECOND, settle, three
from tests.rules.firestorm.orders.test_orders import sheet
from tests.rules.firestorm.play import League, league
from tests.rules.firestorm.siege.test_siege import B, battle_for, now, siege
from tests.rules.played import NOW


def clock(found: League, *, face: int = 4) -> list[str]:
    """What the clock does when the time is up, until nothing is left; the kinds, in their order."""
    taken: list[str] = []
    step = found.state.now.step
    while found.state.now.step == step and (due := next_app_steps(found.state) or _acts(found)):
        procedure, params = due[0]
        assert silently(found, procedure, face=face, **params)
        taken.append(procedure.removeprefix("firestorm."))
    return taken


def _acts(found: League) -> list[tuple[str, dict[str, Any]]]:
    return [(one["do"], one["params"]) for one in lapse_lines(found.state, found.book_now)]


def silently(found: League, procedure: str, *, face: int = 4, **params: Any) -> bool:
    """One act of the clock: the app's dice, and the answers of silence."""

    def answer(question: Question) -> Answer | None:
        if is_random(question):
            return roll(question, constant(face))
        said = unanswered(found.book_now, question)
        return None if said is None else Answer(said)

    progress = drive(found.start(procedure.removeprefix("firestorm."), **params), answer)
    if isinstance(progress, Settled):
        found.book(progress.result)
    return isinstance(progress, Settled)


def told(found: League) -> list[tuple[str, str]]:
    return [(one.do, one.faction) for one in faction_lapses(found.state, found.book_now)]


# Phases without dice


@pytest.mark.parametrize(
    ("phase", "then"), [("preparation", "initiative"), ("build", "scoring"), ("orders", "reveal")]
)
def test_fs_160_when_the_time_is_up_a_phase_without_dice_is_over(phase, then):
    found = league(phase=phase)
    assert len(lapse_lines(found.state, found.book_now)) == 1
    clock(found)
    assert found.state.now.phase == then


@pytest.mark.parametrize("phase", ["setup", "initiative", "reveal", "scoring", "finished"])
def test_fs_160_phases_that_end_by_themselves_know_no_silence(phase):
    found = league(phase=phase)
    assert lapse_lines(found.state, found.book_now) == []


def test_fs_29_without_orders_banners_hold_also_when_the_organiser_ends_the_phase():
    found = league("O", "C")
    found.do("seal_orders", faction="O", choices=(sheet(O1=("hold", ())),))
    effects = found.do("advance", step=found.state.now.step, words="C is on holiday.")
    (forced,) = (one for one in effects if isinstance(one, PhaseForced))
    (entered,) = (one for one in effects if isinstance(one, FirestormPhaseEntered))
    assert (forced.phase, forced.waiting, forced.words) == ("orders", ("C",), "C is on holiday.")
    assert (entered.phase, entered.forced) == ("reveal", True)
    assert [one.faction for one in found.state.sheets.values() if one.silent] == ["C"]
    assert not found.state.now.forced


def test_fs_160_only_the_phase_one_sees_is_ended():
    found = league(phase="build")
    found.refused("E04", "advance", step=found.state.now.step + 1)
    found.enter("scoring")
    found.refused("E134", "advance", step=found.state.now.step)
    found.enter("setup")
    found.refused("E01", "advance", step=found.state.now.step)


# Aftermath


def lost(result: Grade, *lands: str, tabled: tuple[SideName, ...] = ()) -> League:
    """O1 has attacked D1 on T12 and lost; O owns these lands, and Aftermath has begun."""
    found = league("O", "D", phase="battles").own("O", *lands)
    found.stand("D1", "T12").stand("O1", "T12", own=False)
    battle = Battle(
        id="b", turn=1, number=1, territory="T12", attacker="O1", attack="O", defender="D1", defend="D",
        status="settled", result=result, tabled=tabled, method="played", locked=True,
    )  # fmt: skip
    found.state = found.state.put("battles", battle)
    work = found.working()
    enter_turn_phase(work, "aftermath")
    found.book(work.done())
    return found


def test_fs_60_a_silent_banner_retreats_to_the_lowest_code():
    found = lost("minor_defeat", "T07", "T11", "T17")
    assert told(found)[0] == ("choose_retreat", "O")
    clock(found)
    assert found.at("O1") == "T07"


def test_fs_160_a_phase_that_is_being_ended_is_not_ended_again_while_something_is_left():
    found = lost("minor_defeat", "T07", "T11", "T17")
    found.do("advance", step=found.state.now.step)
    found.refused("E146", "advance", step=found.state.now.step)
    clock(found)
    assert found.state.now.phase == "build"


@pytest.mark.parametrize(("face", "at"), [(4, "T07"), (3, "T01")])
def test_fs_62_the_die_of_a_silent_banner_is_the_apps(face, at):
    found = lost("major_defeat", "T07")
    clock(found, face=face)
    assert found.at("O1") == at


def test_fs_64_a_silent_banner_rallies_at_the_lowest_code():
    found = lost("minor_defeat", "T17", "T07", tabled=("attack",))
    found.build("T07", "stronghold", level=1).build("T17", "stronghold", level=1)
    clock(found)
    assert found.at("O1") == "T07"


def test_fs_72_a_silent_winner_does_not_roll_again():
    found = lost("minor_defeat", "T07")
    clock(found, face=2)
    assert [balance(found.state, one) for one in "OD"] == [2, 2]
    assert found.state.now.phase == "build"


def test_fs_13_the_youngest_banner_goes_first_the_last_raised_then_by_name():
    found = league("O", "C", phase="aftermath", turn=4).own("O", "T02", "T06", "T07")
    found.stand("O3", "T02", raised=3).stand("O2", "T06", raised=3).stand("O4", "T07", raised=1)
    assert [one.params["banner"] for one in faction_lapses(found.state, found.book_now)] == ["O2", "O3"]
    assert clock(found) == ["remove_banner", "remove_banner", "advance"]
    assert {key for key, one in found.state.banners.items() if one.at == "map"} == {"O1", "O4", "C1"}
    assert banner_count(found.state, "O") == 2


def test_fs_44_nobody_razes_counts_or_upgrades_in_silence():
    found = league("C", "O", phase="aftermath").stand("C1", "T04").build("T04", "forge")
    assert clock(found) == ["advance"]
    assert found.place("T04").items == ("forge",)


# Battles


def reported(found: League, faction: str = "O", result: str = "minor_victory") -> str:
    found.do("report", battle=B, faction=faction, result=result)
    return list(found.state.bouts)[-1]


def test_fs_50_an_unanswered_report_counts():
    found = battle_for()
    reported(found)
    assert clock(found) == ["decide"]
    assert found.state.battles[B].result == "minor_victory"
    assert found.state.now.phase == "aftermath"


@pytest.mark.parametrize("disputed", [True, False])
def test_fs_50_what_nobody_agreed_on_waits_for_the_organiser(disputed):
    found = battle_for()
    if disputed:
        found.do("dispute", bout=reported(found), faction="C")
    assert clock(found) == []
    assert found.state.now.phase == "battles"


def test_fs_140_without_a_word_a_stronghold_is_fought_for_in_the_field():
    found = battle_for("stronghold")
    assert clock(found) == ["offer_siege"]
    assert now(found).step == "field"
    found.do("report", battle=B, faction="O", result="draw")


def test_fs_140_where_every_stronghold_is_besieged_silence_storms_it():
    found = battle_for("stronghold", siege_mode="always")
    assert clock(found) == ["offer_siege", "start_siege"]
    assert now(found).step == "assault"


def test_fs_140_both_have_to_agree_and_one_was_silent():
    found = battle_for("stronghold", siege_mode="both_agree")
    found.do("offer_siege", battle=B, faction="O")
    assert clock(found) == ["offer_siege"]
    assert now(found).step == "field"


@pytest.mark.parametrize("face", [1, 6])
def test_fs_148_a_silent_besieger_assaults(face):
    found = siege(completed=2)
    assert clock(found, face=face) == ["siege_turn", *(["take_option"] if face == 1 else [])]
    assert now(found).step == "assault"


def test_fs_148_silent_besieged_construct_and_the_besiegers_option_is_rolled_for():
    found = siege(step="besieger")
    found.do("take_option", battle=B, faction="O", turn=1, option="undermine", target="west wall")
    assert told(found) == [("take_option", "C")]
    assert silently(found, "take_option", face=6, **faction_lapses(found.state, found.book_now)[0].params)
    (mine, theirs) = siege_gains(found.state, B)
    assert (mine.how, mine.won, theirs.option) == ("quick", True, "construct_besieged")
    assert now(found).besieged_points == 2


def test_fs_171_fates_a_queued_battle_waits_for_come_in_silence_too():
    found = settle(three(), "minor_defeat")
    assert clock(found) == ["prepare_battle", "choose_retreat", "prepare_battle"]
    assert found.state.battles[SECOND].status == "open"
    assert found.state.battles[FIRST].applied


def test_fs_160_the_organiser_ends_the_battles_and_what_nobody_reported_is_struck_out():
    found = battle_for()
    found.do("advance", step=found.state.now.step, words="Nobody came.")
    assert (found.state.battles[B].status, found.state.battles[B].why) == ("struck", "Nobody came.")
    assert found.state.now.phase == "aftermath"
    assert ledger(found.state, "O") == ledger(found.state, "C") == ()
    found.own("O", "T07").do("choose_retreat", faction="O", banner="O1")
    assert (found.at("O1"), found.at("C1"), found.owner("T12")) == ("T07", "T12", "C")


def test_fs_160_ended_by_force_a_disputed_battle_is_struck_out_too():
    found = battle_for()
    found.do("dispute", bout=reported(found), faction="C")
    found.do("advance", step=found.state.now.step, words="No agreement.")
    assert (found.state.battles[B].status, found.state.now.phase) == ("struck", "aftermath")
    assert {one.status for one in found.state.bouts.values()} == {"void"}


def ends(found: League) -> list[tuple[str, str]]:
    return [(one.kind, one.battle) for one in battle_ends(found.state)]


def test_fs_160_before_a_phase_is_ended_each_open_battle_says_how_it_would_end():
    found = three()
    assert ends(found) == [("unfought", FIRST), ("queued", SECOND)]
    found.do("agree_games", battle=FIRST, faction="D", games=2)
    found.do("report", battle=FIRST, faction="D", result="draw")
    assert ends(found)[0] == ("counts", FIRST)
    game = list(found.state.bouts)[-1]
    found.do("dispute", bout=game, faction="O")
    assert ends(found)[0] == ("disputed", FIRST)
    found.do("decide", bout=game, result="draw")
    assert ends(found)[0] == ("played", FIRST)
    found.do("report", battle=FIRST, faction="D", result="major_victory")
    found.do("dispute", bout=list(found.state.bouts)[-1], faction="O")
    assert ends(found)[0] == ("cut_short", FIRST)
    assert len({battle_end_sentence(found.state, one) for one in battle_ends(found.state)}) == 2
    found.do("advance", step=found.state.now.step)
    assert found.state.battles[FIRST].result == "draw"
    assert ends(league("O", "C")) == []


def test_fs_160_a_battle_that_ends_with_the_phase_was_ruled_by_nobody():
    found = battle_for()
    found.do("advance", step=found.state.now.step)
    assert (found.state.battles[B].status, found.state.battles[B].method) == ("struck", "")
    found = battle_for()
    found.do("strike", battle=B, words="Nobody came.")
    assert (found.state.battles[B].status, found.state.battles[B].method) == ("struck", "ruled")


def test_fs_160_ended_by_force_a_report_counts_first_and_the_app_takes_every_step():
    found = battle_for("stronghold")
    reported(found)
    found.do("advance", step=found.state.now.step)
    assert (found.state.now.phase, found.state.now.forced) == ("battles", True)
    assert clock(found) == ["decide"]
    entered = found.state.now
    assert (entered.phase, entered.forced) == ("aftermath", False)


def test_fs_160_ended_by_force_a_queue_is_gone_through_to_its_end():
    found = settle(three(), "minor_defeat")
    found.do("advance", step=found.state.now.step)
    assert clock(found) == ["prepare_battle", "choose_retreat", "prepare_battle", "advance"]
    assert found.state.now.phase == "aftermath"
    assert {key: one.status for key, one in found.state.battles.items()} == {
        FIRST: "settled",
        SECOND: "struck",
    }
    assert found.at("D1") != "T12"


def test_fs_57_ended_by_force_the_games_that_count_decide_their_battle():
    found = battle_for()
    found.do("agree_games", battle=B, faction="O", games=2)
    found.do("confirm", bout=reported(found, result="major_victory"), faction="C")
    found.do("advance", step=found.state.now.step)
    assert (found.state.battles[B].result, found.state.battles[B].games) == ("major_victory", 1)


def test_fs_160_a_forced_league_that_is_paused_waits():
    found = settle(three(), "minor_defeat")
    found.do("advance", step=found.state.now.step)
    found.do("pause", words="Fire drill.")
    assert next_app_steps(found.state) == []


# Questions left open

WHERE = (Option("T09", "b"), Option("T02", "a"), Option("T01", "c", why_not="no"))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (ChooseTerritory("retreat:b:O1", "Where?", rule="FS-61", options=WHERE), "T02"),
        (YesNo("build:b:O:1:again", "Again?", rule="FS-72"), False),
        (Number("reinforcements:b:1:units", "How many?", rule="FS-158", least=0, most=9), 0),
        (Choose("opening:turn:1:battle:T12:1:how", "How?", rule="FS-150"), "quick"),
        (Choose("starve_out:turn:1:battle:T12:1:2:how", "How?", rule="FS-150"), "quick"),
        (Choose("opening:turn:1:battle:T12:1:winner", "Who?", rule="FS-158"), "besieger"),
        (Choose("starve_out:turn:1:battle:T12:1:2:winner", "Who?", rule="FS-158"), "besieged"),
        (Choose("send_for_help:turn:1:battle:T12:1:2:winner", "Who?", rule="FS-158"), "besieger"),
        (Choose("upgrade:g1:c1", "What?", rule="FS-115"), None),
        (YesNo("share", "How does the league end?", rule="FS-105", who=ORGANISER), None),
    ],
)
def test_fs_152_an_open_question_is_answered_by_the_least(question, answer):
    assert unanswered(league().book_now, question) == answer


# Time


def test_fs_160_a_deadline_is_moved_also_when_it_has_passed():
    found = league(phase="build")
    found.do("extend", until=NOW + timedelta(days=2), words="Everybody is ill.")
    assert found.state.now.deadline == NOW + timedelta(days=2)
    found.do("extend")
    assert found.state.now.deadline is None


def test_fs_161_a_pause_moves_the_deadline_by_its_length():
    found = league(phase="build")
    found.do("extend", until=NOW + timedelta(days=2))
    found.do("pause", words="Holidays.")
    found.refused("E03", "ready", step=found.state.now.step, faction="O")
    later = found.start("resume", now=NOW + timedelta(days=7))
    progress = drive(later, lambda question: None)
    assert isinstance(progress, Settled)
    found.book(progress.result)
    assert (found.state.now.paused, found.state.now.deadline) == (False, NOW + timedelta(days=9))


def test_fs_163_orders_that_are_opened_again_void_every_seal():
    found = league("O", "C")
    found.refused("E133", "reopen_orders", turn=1, words="Once more.")
    found.do("seal_orders", faction="O", choices=(sheet(O1=("hold", ())),))
    found.do("reopen_orders", turn=1, words="The map was wrong.")
    assert found.waiting() == ["C", "O"]
    found.do("seal_orders", faction="O", choices=(sheet(O1=("hold", ())),))
    assert found.state.sheets["turn:1:O"].times == 2


def test_fs_160_orders_are_opened_again_after_they_have_closed_but_not_once_they_are_revealed():
    found = league("O", "C")
    found.do("seal_orders", faction="O", choices=(sheet(O1=("hold", ())),))
    found.do("close_orders", turn=1)
    assert (found.state.now.phase, found.state.sheets["turn:1:C"].silent) == ("reveal", True)
    found.do("reopen_orders", turn=1, words="C was on the train.")
    assert (found.state.now.phase, found.state.now.done) == ("orders", ())
    assert not [one for one in found.state.sheets.values() if one.entry or one.silent]
    found.do("close_orders", turn=1)
    found.do("reveal", turn=1)
    assert {one.reason for one in found.state.orders.values()} == {"none_given"}
    found.refused("E132", "reopen_orders", turn=1, words="Too late.")


@pytest.mark.parametrize("again", ["open_seal", "reopen_orders"])
def test_fs_162_a_new_seal_is_whole_whatever_became_of_the_one_before(again):
    found = league("O", "C")
    found.do("seal_orders", faction="O", choices=(sheet(O1=("hold", ())),))
    found.do("break_seal", faction="O", words="A dispute.")
    assert found.state.sheets["turn:1:O"].broken
    more: dict[str, Any] = {"faction": "O"} if again == "open_seal" else {"words": "Once more."}
    found.do(again, **more)
    found.do("seal_orders", faction="O", choices=(sheet(O1=("hold", ())),))
    assert not found.state.sheets["turn:1:O"].broken
