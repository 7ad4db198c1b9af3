"""The turn as one table: who acts in a phase, what they may do, what comes next. Source: FS-160, FS-161

An act that stands in no row is possible in any phase.
"""

from __future__ import annotations

from rules.engine.language import mark
from rules.firestorm.state import PhaseName
from rules.turns.phases import Phase

Row = Phase[PhaseName]
SETUP = ("lay_map", "found", "withdraw", "take_corner", "begin_play")
FIGHTING = (
    "agree_size", "agree_games", "name_scenario", "roll_terrain", "roll_commands",
    "report", "confirm", "dispute", "decide", "walkover", "strike",
)  # fmt: skip
SIEGE = ("offer_siege", "start_siege", "siege_turn", "take_option", "buy_equipment", "end_siege")
LEAVING = ("choose_retreat", "choose_rally")
FATES = (*LEAVING, "roll_build", "raze", "count_dead", "upgrade", "remove_banner", "ready")

PHASES: dict[PhaseName, Row] = {
    row.name: row
    for row in (
        Row(
            "setup",
            mark("Setup"),
            "organiser",
            ("preparation",),
            SETUP,
            mark("the organiser begins the first turn"),
            "FS-03",
        ),
        Row(
            "preparation",
            mark("Preparation"),
            "everybody",
            ("initiative",),
            ("return_banner", "raise_banner", "change_banner", "ready"),
            mark("every faction is ready"),
            "FS-14",
        ),
        Row(
            "initiative",
            mark("Initiative"),
            "app",
            ("orders",),
            ("roll_initiative",),
            mark("there are no ties left"),
            "FS-25",
        ),
        Row(
            "orders",
            mark("Orders"),
            "everybody",
            ("reveal",),
            ("seal_orders", "open_seal", "break_seal", "close_orders"),
            mark("every faction has sealed its orders"),
            "FS-26",
        ),
        Row(
            "reveal",
            mark("Reveal"),
            "app",
            ("battles",),
            ("reveal",),
            mark("every faction has moved its banners"),
            "FS-27",
        ),
        Row(
            "battles",
            mark("Battles"),
            "everybody",
            ("aftermath",),
            (*FIGHTING, *SIEGE, *LEAVING),
            mark("every battle is settled"),
            "FS-50",
        ),
        Row(
            "aftermath",
            mark("Aftermath"),
            "everybody",
            ("build",),
            FATES,
            mark("all choices have been made"),
            "FS-60",
        ),
        Row(
            "build",
            mark("Build"),
            "everybody",
            ("scoring",),
            ("build", "forge_scepter", "raise_level", "ready"),
            mark("every faction is ready"),
            "FS-75",
        ),
        Row(
            "scoring",
            mark("Scoring"),
            "app",
            ("preparation", "finished"),
            ("score",),
            mark("the turn’s score has been recorded"),
            "FS-105",
        ),
        Row("finished", mark("Finished"), "nobody", (), (), "", "FS-105"),
    )
}
PHASED = frozenset(act for row in PHASES.values() for act in row.acts)
