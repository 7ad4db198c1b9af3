"""The settings of a Firestorm league; every default is the rulebook's, or our ruling where it is silent."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from rules.engine.books import BookModel
from rules.turns.settings import typed_number


class FirestormSettings(BookModel):
    banner_points: int = Field(default=2000, ge=100, le=20_000)
    glory_target: int = Field(default=30, ge=5, le=500)
    realm_rules: bool = True
    sudden_death: bool = True
    victory_check: Literal["end_of_turn", "at_once"] = "end_of_turn"
    glory_per_game: bool = False
    bp_per_game: bool = False
    bp_keep_best: bool = False
    min_banner_without_tower: Annotated[Literal[0, 1], BeforeValidator(typed_number)] = 0
    third_party: Literal["queue", "stop_short", "three_way"] = "queue"
    garrison_support: bool = False
    fortify_tower: bool = False
    raze_tower: bool = False
    aggregate: Literal["unanimous", "sum2"] = "unanimous"
    draw_retreat: Literal["both", "attacker"] = "both"
    death_rally_chain: bool = False
    friendly_swap: bool = True
    once_scope: Literal["faction", "campaign"] = "faction"
    temple_scope: Literal["any_owned", "own_territory"] = "any_owned"
    scepter_scope: Literal["kept_one_each", "lost", "unique"] = "kept_one_each"
    captured_tower: Literal["stronghold_only", "full"] = "stronghold_only"
    win_upgrade: Literal["cap", "winner_plus_one", "winner_second"] = "cap"
    hero_death: Literal["as_unit", "also_die"] = "as_unit"
    level_price: int = Field(default=0, ge=0, le=50)
    public_bp: bool = True
    secret_build: bool = False
    siege_mode: Literal["defender_choice", "always", "both_agree", "never"] = "defender_choice"
    siege_walled: bool = False
    siege_grade: Literal["major", "minor", "agreed"] = "major"
    help_slows: bool = False
    quick_source: Literal["option", "battleplan"] = "option"
    reinforce: Literal["battleplan4", "option"] = "battleplan4"
    forlorn: Literal["as_written", "none", "on_defeat"] = "as_written"
    old_point: int = Field(default=50, ge=1, le=500)
    joining: Literal["anyone", "organiser"] = "anyone"
    seal_by: Literal["anybody", "founder"] = "anybody"
    days_preparation: int = Field(default=1, ge=0, le=60)
    days_orders: int = Field(default=3, ge=0, le=60)
    days_battles: int = Field(default=14, ge=0, le=60)
    days_aftermath: int = Field(default=3, ge=0, le=60)
    days_build: int = Field(default=2, ge=0, le=60)
