"""Whose word each act takes: every procedure of every book stands in one class, and a new one has to be put
into one.

*fact* of a battle: either side sets it, and all see who did. *request*: it binds others, who agree first.
*report*: what happened, agreed or disputed. *table*: whoever sits there, for all who do. *right*: the book
gives it over others. *own*: of one's own side. *organiser*: with a reason, told to whom it touches. *app*.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from campaigns.engine.stored.store import registrations

CLASSES: dict[str, dict[str, str]] = {
    "conquest": {
        "fact": "agree_size",
        "request": "enlist ask_abstract besiege assault walkover hand_over",
        "report": "report report_outcome confirm dispute decide",
        "table": "abstract commit_gold",
        "right": "challenge choose_battles pick_event sail conquer raid plunder leave",
        "own": "rename withdraw sign_on pick_capital draw_capital pass_challenge collect claim build end_turn"
        " volunteer",
        "organiser": "strike close_battles rule_abstract set_options lay_map begin_play skip pause resume"
        " extend correct grant redraw add remove connect close",
        "app": "take_order",
    },
    "firestorm": {
        "fact": "agree_size agree_games name_scenario roll_terrain set_trait",
        "request": "found join walkover offer_siege claim_objective choose_alliance",
        "report": "report confirm dispute decide end_siege",
        "right": "start_siege siege_turn take_option buy_equipment",
        "own": "leave_faction withdraw rename take_corner return_banner raise_banner name_banner"
        " list_character change_banner bring_upgrade show_objective ready seal_orders open_seal"
        " choose_retreat choose_rally raze remove_banner upgrade build forge_scepter raise_level roll_build"
        " roll_commands count_dead",
        "organiser": "set_options name_realm lay_map begin_play deal_objectives judge_objective write_deck"
        " write_chart break_seal strike advance extend pause resume reopen_orders grant correct_result"
        " void_result correct_roll correct place_banner move_banner disband_banner revive redraw add remove"
        " connect close",
        "app": "roll_initiative close_orders reveal score prepare_battle",
    },
    "opr": {
        "fact": "open_mission begin",
        "request": "reroll_objective hand_over found_warband abandon",
        "report": "result quick_report app_report walk_over",
        "table": "round event_die duel",
        "own": "send seal_note open_note collect ransom roll_objective spend_underdog concede field"
        " casualties experience buy sell sell_part rearm_unit close_upgrades recruit disband_unit"
        " close_recruiting choose_team disband_warband rename_unit join_unit rename_warband",
        "organiser": "skip dismiss_unit set_teams put_in_team change_edition change_setting"
        " roll_limit set_limit start close"
        " give_points give_vp give_xp give_value give_trait take_trait give_item take_item move_unit"
        " remove_unit return_unit bench_unit rival_upgrades rival_recruits rival extend_steps",
        "app": "time_up put_off_steps leave_steps",
    },
}
# Requests that are still asked as a question of their own, or that nobody can ask for yet, and why.
NOT_YET = {
    "conquest.besiege": "asks its holder in its own dialogue",
    "conquest.assault": "asks its holder in its own dialogue",
    "firestorm.offer_siege": "both sides say it, each for itself",
    "firestorm.claim_objective": "the claim is the request, an organiser judges it",
    "firestorm.choose_alliance": "an organiser’s ruling once play has begun",
    "opr.reroll_objective": "asks another player in its own dialogue",
}


def classed(game: str) -> list[str]:
    return [name for names in CLASSES[game].values() for name in names.split()]


@pytest.mark.parametrize("game", CLASSES)
def test_every_procedure_stands_in_one_class(game: str) -> None:
    known = {name.partition(".")[2] for name in registrations()[game].game.procedures}
    assert sorted(classed(game)) == sorted(known)


@pytest.mark.parametrize("game", CLASSES)
def test_what_binds_others_is_asked_first(game: str) -> None:
    requests = {f"{game}.{name}" for name in CLASSES[game]["request"].split()}
    words = set(registrations()[game].acts.words)
    assert words <= requests
    assert requests - words == {name for name in NOT_YET if name.startswith(f"{game}.")}


def test_no_other_book_asks_for_a_word() -> None:
    others: Iterable[str] = registrations().keys() - CLASSES.keys()
    assert not any(registrations()[one].acts.words for one in others)
