"""Sheets, cards and reports to print in the tests: made-up warbands, crowded and empty ones."""

from dataclasses import replace

from campaigns.opr.paper.data import (
    DiceTable,
    LeagueFront,
    PrintedItem,
    PrintedReport,
    PrintedReportSide,
    PrintedReportUnit,
    PrintedTrait,
    PrintedTraitLine,
    PrintedUnitCard,
    PrintedWords,
    StandingLine,
    StandingsPlace,
    WarbandSheet,
)
from tests.campaigns.opr.paper.units import CROWDED_HEROES, FALLEN, LATER, OTTILIE, REGULARS, THALIA, YARYNA

TEN = WarbandSheet(
    name="The Salt Road Company",
    player="Mirela",
    league="The Cinder Coast League",
    book="AOFS v3.2.0",
    missions_played=4,
    missions_limit=8,
    value=470,
    available=445,
    pool=25,
    vp=7,
    vp_note="3 wins, 1 event",
    wins=3,
    losses=1,
    place=StandingsPlace(1, 8, shared=True),
    average="1.75",
    heroes=3,
    units=(OTTILIE, YARYNA, THALIA, *REGULARS),
    url="https://club.example/leagues/cinder-coast/warbands/salt-road/",
    printed="14 March 2026",
)
SIXTEEN = replace(TEN, units=(*TEN.units, *LATER), value=620, available=595, fallen=FALLEN)
ONE = replace(TEN, units=(OTTILIE,), value=115, available=115, fallen=FALLEN)
NONE = WarbandSheet(name="", player="", league="", book="AOFS v3.2.0")

CROWDED = replace(TEN, value=585, available=560, units=(*CROWDED_HEROES, *REGULARS))
LONG = replace(
    CROWDED,
    name="The Right Honourable Company of Adventurers, Salters and Ferrymen of the Lower Cinder Coast",
    units=tuple(
        replace(
            one,
            name=f"{one.name} of the Ancient House of Oberschwarzenfeld-Untermühlbach, Keeper {one.number}",
        )
        for one in CROWDED.units
    ),
)
ARMY_SHEET = replace(
    TEN,
    book="GF v3.4.0",
    words=PrintedWords(force="army", down="shaken", writes_routed=True),
    underdog_step=50,
    objective_points=75,
    value=1240,
    available=1240,
    units=(
        replace(
            OTTILIE,
            points=315,
            note="with Bram Oakhand",
            traits=(PrintedTraitLine("level", (PrintedTrait("Elite", "one roll re-roll each game", 1),)),),
            items=(PrintedItem("Cursed blade", -10),),
        ),
        *REGULARS[:5],
    ),
)

CARDS = tuple(PrintedUnitCard(one, TEN.name) for one in TEN.units)
CROWDED_CARDS = tuple(PrintedUnitCard(one, LONG.name) for one in LONG.units)

TABLES = (
    DiceTable(
        "Objective",
        (
            ("1", "Mastery: a unit in each quarter"),
            ("2", "Honor: own zone free of enemies"),
            ("3", "Casting: a try in every round"),
            ("4", "Recovery: first to end a stun"),
            ("5", "Rage: first to take a unit out"),
            ("6", "Destruction: dearest enemy out"),
        ),
    ),
    DiceTable("Casualty, regular", (("1", "dead"), ("2–5", "recovers"), ("6", "recovers, +1 XP"))),
    DiceTable("Casualty, hero", (("1", "injury, value −5"), ("2–5", "recovers"), ("6", "talent, value +5"))),
    DiceTable(
        "Injury",
        (
            ("1", "dead"),
            ("2", "Chest Wound"),
            ("3", "Blinded Eye"),
            ("4", "Arm Injury"),
            ("5", "Traumatized"),
            ("6", "Smashed Leg"),
        ),
    ),
    DiceTable(
        "Talent",
        (
            ("1", "+1 XP"),
            ("2", "Motivated"),
            ("3", "Crazed"),
            ("4", "Bitter Rivalry"),
            ("5", "Horrible Scars"),
            ("6", "Toughened"),
        ),
    ),
    DiceTable(
        "Level, every 5 XP",
        (
            ("1", "Agile"),
            ("2", "Headstrong"),
            ("3", "Specialist"),
            ("4", "Resilient"),
            ("5", "Elite"),
            ("6", "any of these"),
        ),
    ),
    DiceTable(
        "Hero: also a skill",
        (
            ("1–2", "Captain, Support"),
            ("3–4", "Fighter, Shooter"),
            ("5–6", "Pathfinder, Healer"),
            ("", "then D6 for the skill"),
        ),
    ),
)
BLANK_REPORT = PrintedReport(
    book="AOFS v3.2.0",
    rewards=("winner: 2 VP, 20 points", "each loser: 40 points"),
    experience=("+1 fielded and not a casualty · +1 per kill", "hero kill: +2 instead"),
    tables=TABLES,
    url="https://club.example/reports/new/",
)


def side(letter: str, sheet: WarbandSheet, player: str, fielded: int, underdog: int) -> PrintedReportSide:
    listed = tuple(
        PrintedReportUnit(one.number, one.name, one.points or 0, one.is_hero) for one in sheet.units
    )
    return PrintedReportSide(letter, sheet.name, player, fielded, underdog, listed)


REPORT = replace(
    BLANK_REPORT,
    league="The Cinder Coast League",
    mission=5,
    cap=450,
    cap_note="the lowest warband 400 and 50 more",
    tables=(),
    sides=(
        side("A", TEN, "Mirela", 445, 0),
        side("B", replace(CROWDED, name="The Ninth Lantern"), "Anselm", 400, 4),
    ),
)
LONG_REPORT = replace(
    REPORT,
    sides=(
        side("A", SIXTEEN, "Mirela", 620, 0),
        side("B", LONG, "Anselm the Unreasonably Long-Named", 400, 22),
        side("C", ONE, "Joost", 115, 50),
    ),
)

FRONT = LeagueFront(
    name="The Cinder Coast League",
    book="AOFS v3.2.0",
    when="After mission 4 of 8.",
    how=(
        "Victory points first; since the first late arrival the average per mission decides, for everybody.",
    ),
    lines=(
        StandingLine("1", "The Ninth Lantern", "Anselm", 4, 3, 1, 7, 400, 61, "1.75"),
        StandingLine("1", "The Salt Road Company", "Mirela", 4, 3, 1, 7, 470, 88, "1.75"),
        StandingLine("3", "Дом Красной Ели", "Vesna", 4, 2, 2, 4, 440, 66, "1.00"),
        StandingLine("–", "Οι Νυχτοφύλακες", "Eleni", 0, 0, 0, 0, 150, 0, "–"),
    ),
    url="https://club.example/leagues/cinder-coast/",
    printed="14 March 2026",
)
LEAGUE = (TEN, replace(CROWDED, name="The Ninth Lantern"), replace(SIXTEEN, name="Дом Красной Ели"))
