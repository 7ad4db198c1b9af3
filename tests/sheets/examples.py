"""Sheets, cards and reports to print in the tests: made-up warbands, crowded and empty ones."""

from dataclasses import replace

from campaigns.sheets.data import (
    ARMY,
    DiceTable,
    Fallen,
    Item,
    LeagueFront,
    PriceLine,
    ReportForm,
    ReportSide,
    ReportUnit,
    StandingLine,
    Trait,
    TraitLine,
    UnitBlock,
    UnitCard,
    WarbandSheet,
    Weapon,
)

EFFECTS = {
    "Agile": 'move +1" advance, +2" rush/charge',
    "Headstrong": "+1 own morale tests",
    "Specialist (melee)": "+1 melee rolls",
    "Specialist (shooting)": "+1 shooting rolls",
    "Resilient": "+1 block rolls",
    "Elite": "one die re-roll each round",
    "Chest Wound": "−1 block rolls",
    "Blinded Eye": "−1 shooting",
    "Arm Injury": "−1 melee",
    "Traumatized": "−1 own morale tests",
    "Smashed Leg": 'move −1" advance, −2" rush/charge',
    "Motivated": "first morale test each match passes",
    "Crazed": "+1 melee attack on charge",
    "Bitter Rivalry": "+1 to hit vs enemy heroes",
    "Horrible Scars": "enemies −1 to hit hero in melee",
    "Toughened": "Tough(+1)",
    "Leader": 'friends ≤6": +1 morale',
    "Instigator": 'friends activating ≤6": +1 to hit melee',
    "Tactician": 'friends activating ≤6": +1 to hit shooting',
    "Hunter": "shoots after rush",
    "Destroyer": "AP(+1) shooting",
    "Suppressor": "its targets −1 to hit shooting, this round",
    "Chemist": 'friends ≤6": −1 wound effect roll',
    "Herbalist": 'friends ≤6": ignore wound on 6+',
    "Warden": 'activation, 5+: friends ≤6" no longer stunned',
}
BOXES = {"Elite": 4, "Motivated": 1}


def trait(name: str) -> Trait:
    return Trait(name, EFFECTS[name], BOXES.get(name, 0))


def traits(kind, *names: str, group: str = "") -> TraitLine:
    return TraitLine(kind, tuple(map(trait, names)), group)


def price(**parts: int) -> tuple[PriceLine, ...]:
    return tuple(PriceLine(points, label) for label, points in parts.items())


def unit(number: int, name: str, points: int, **more) -> UnitBlock:
    xp = more.get("xp", 0)
    more.setdefault("quality", "4+")
    more.setdefault("defense", "5+")
    more.setdefault("make_up", price(list=points))
    return UnitBlock(
        number, name, points, level=xp // 5, next_level_in=5 - xp % 5 if xp < 30 else None, **more
    )


OTTILIE = unit(
    1,
    "Ottilie Vance",
    115,
    quality="3+",
    defense="4+",
    tough=3,
    is_hero=True,
    unit_type="Salt captain",
    make_up=price(list=65, upgrades=20, levels=30),
    weapons=(Weapon("Greatsword", "A4 AP(1), Rending"), Weapon("Pistol", '12" A1 AP(1)')),
    rules=("Fearless", "Hero", "Tough(3)"),
    traits=(
        traits("level", "Headstrong", "Elite", "Agile"),
        traits("skill", "Leader", "Instigator", "Tactician", group="Captain"),
        traits("talent", "Motivated"),
        traits("injury", "Blinded Eye"),
    ),
    items=(Item("Tower shield", 5), Item("Hunting horn", 15)),
    xp=17,
)
YARYNA = unit(
    2,
    "Ярина Сокол",
    70,
    tough=3,
    is_hero=True,
    unit_type="Marsh ranger",
    make_up=price(list=50, upgrades=10, levels=20, casualty=-10),
    weapons=(Weapon("Long bow", '30" A2 AP(1)'), Weapon("Hand axe", "A2")),
    rules=("Hero", "Scout", "Tough(3)"),
    traits=(
        traits("level", "Specialist (shooting)", "Resilient"),
        traits("skill", "Hunter", "Destroyer", group="Shooter"),
        traits("injury", "Smashed Leg", "Arm Injury"),
    ),
    items=(Item("Camouflage cloak", 10),),
    xp=11,
)
THALIA = unit(
    3,
    "Θάλεια of the Reeds",
    80,
    defense="4+",
    tough=3,
    is_hero=True,
    unit_type="Hedge healer",
    make_up=price(list=55, upgrades=10, levels=10, casualty=5),
    weapons=(Weapon("Quarterstaff", "A2"),),
    rules=("Caster(2)", "Hero", "Tough(3)"),
    traits=(
        traits("level", "Headstrong"),
        traits("skill", "Herbalist", group="Healer"),
        traits("talent", "Horrible Scars"),
    ),
    items=(Item("Satchel of salts", 10),),
    xp=6,
)
REGULARS = (
    unit(
        4,
        "Bram Oakhand",
        35,
        unit_type="Halberdier",
        weapons=(Weapon("Halberd", "A2 AP(1)"),),
        rules=("Furious",),
        traits=(traits("level", "Agile"),),
        items=(Item("Heavy armour", 5),),
        make_up=price(list=25, upgrades=5, levels=5),
        xp=9,
    ),
    unit(
        5,
        "The Widow Klee",
        30,
        unit_type="Crossbow",
        weapons=(Weapon("Crossbow", '24" A1 AP(2)'), Weapon("Knife", "A1")),
        rules=("Relentless",),
        traits=(traits("level", "Specialist (shooting)", "Elite"),),
        make_up=price(list=20, levels=10),
        xp=12,
    ),
    unit(
        6,
        "Little Hob",
        20,
        unit_type="Scout",
        weapons=(Weapon("Throwing knives", '12" A2'), Weapon("Short sword", "A1")),
        rules=("Strider", "Stealth"),
        items=(Item("Smoke pots", 5),),
        make_up=price(list=15, upgrades=5),
        xp=4,
    ),
    unit(
        7,
        "Łucja and Szymon",
        45,
        unit_type="Shield pair",
        models=2,
        weapons=(Weapon("Spears", "A2 Counter"),),
        rules=("Shield wall",),
        traits=(traits("level", "Resilient"),),
        items=(Item("Banner of the Ford", 10),),
        make_up=price(list=30, upgrades=10, levels=5),
        xp=7,
    ),
    unit(
        8,
        "Gristle",
        30,
        unit_type="Marsh hound",
        weapons=(Weapon("Jaws", "A2 Rending"),),
        rules=("Fast", "Strider"),
        traits=(traits("level", "Agile", "Headstrong", "Specialist (melee)"),),
        make_up=price(list=15, levels=15),
        xp=15,
    ),
    unit(
        9,
        "Old Maren",
        25,
        unit_type="Handgunner",
        weapons=(Weapon("Long gun", '30" A1 AP(1), Reliable'), Weapon("Club", "A1")),
        rules=("Slow",),
        items=(Item("Grandfather's sword A2 AP(3)", None, "found, not for sale"),),
        status="sits out 2",
        xp=2,
    ),
    unit(
        10,
        "Quill",
        20,
        unit_type="Apprentice",
        weapons=(Weapon("Sling", '18" A1'),),
        traits=(traits("level", "Elite"),),
        make_up=price(list=15, levels=5),
        xp=5,
    ),
)
LATER = (
    unit(
        11, "Iskra", 15, unit_type="Torchbearer", weapons=(Weapon("Torch", "A1"),), rules=("Fearless",), xp=1
    ),
    unit(
        12,
        "Tobias Renn",
        30,
        unit_type="Halberdier",
        weapons=(Weapon("Halberd", "A2 AP(1)"),),
        rules=("Furious",),
        traits=(traits("level", "Resilient"),),
        make_up=price(list=25, levels=5),
        xp=8,
    ),
    unit(
        13,
        "The Brothers Achterberg-Wohlgemuth",
        50,
        unit_type="Pavisiers",
        models=2,
        weapons=(Weapon("Crossbows", '24" A2 AP(2)'), Weapon("Knives", "A2")),
        rules=("Slow",),
        items=(Item("Pavise", 10),),
        make_up=price(list=40, upgrades=10),
        xp=3,
    ),
    unit(14, "Fenn", 15, unit_type="Scout", weapons=(Weapon("Sling", '18" A1'),), rules=("Strider",)),
    unit(
        15,
        "Sister Amber",
        25,
        unit_type="Field cook",
        weapons=(Weapon("Ladle", "A1"),),
        rules=("Medic",),
        traits=(traits("level", "Headstrong"),),
        items=(Item("Copper pot", 5),),
        make_up=price(list=15, upgrades=5, levels=5),
        xp=6,
    ),
    unit(
        16,
        "Rook",
        15,
        unit_type="Marsh hound",
        weapons=(Weapon("Jaws", "A2 Rending"),),
        rules=("Fast", "Strider"),
    ),
)
FALLEN = (
    Fallen("Aldous Pike", "halberdier", "fell in mission 2, by Gorm of The Ninth Lantern", 8),
    Fallen("Wilhelmina Strand", "hero, level 1", "fell in mission 3, injury die ⚀", 7),
)

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
    rank=1,
    rank_of=8,
    rank_shared=True,
    average="1.75",
    heroes=3,
    units=(OTTILIE, YARYNA, THALIA, *REGULARS),
    url="https://club.example/leagues/cinder-coast/warbands/salt-road/",
    printed="14 March 2026",
)
SIXTEEN = replace(TEN, units=(*TEN.units, *LATER), value=620, available=595, fallen=FALLEN)
ONE = replace(TEN, units=(OTTILIE,), value=115, available=115, fallen=FALLEN)
NONE = WarbandSheet(name="", player="", league="", book="AOFS v3.2.0")

CROWDED_HEROES = (
    replace(
        OTTILIE,
        xp=27,
        level=5,
        next_level_in=3,
        points=190,
        make_up=price(list=65, upgrades=70, levels=50, casualty=5),
        traits=(
            traits("level", "Headstrong", "Elite", "Agile", "Resilient", "Specialist (melee)"),
            traits("skill", "Leader", "Instigator", "Tactician", group="Captain"),
            traits("talent", "Motivated", "Crazed", "Bitter Rivalry"),
            traits("injury", "Blinded Eye", "Traumatized"),
        ),
        items=(
            Item("Tower shield", 5),
            Item("Hunting horn", 15),
            Item("Blessed blade of the old ford", 20),
            Item("Steed", 30),
        ),
    ),
    replace(
        YARYNA,
        xp=23,
        level=4,
        next_level_in=2,
        points=90,
        traits=(
            traits("level", "Specialist (shooting)", "Resilient", "Elite", "Agile"),
            traits("skill", "Hunter", "Destroyer", "Suppressor", group="Shooter"),
            traits("talent", "Toughened"),
            traits("injury", "Smashed Leg", "Arm Injury", "Chest Wound"),
        ),
    ),
    replace(
        THALIA,
        xp=18,
        level=3,
        next_level_in=2,
        points=100,
        traits=(
            traits("level", "Headstrong", "Agile", "Elite"),
            traits("skill", "Herbalist", "Chemist", "Warden", group="Healer"),
            traits("talent", "Horrible Scars", "Motivated"),
            traits("injury", "Chest Wound"),
        ),
    ),
)
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
    words=ARMY,
    underdog_step=50,
    objective_points=75,
    value=1240,
    available=1240,
    units=(
        replace(
            OTTILIE,
            points=315,
            note="with Bram Oakhand",
            traits=(TraitLine("level", (Trait("Elite", "one roll re-roll each game", 1),)),),
            items=(Item("Cursed blade", -10),),
        ),
        *REGULARS[:5],
    ),
)

CARDS = tuple(UnitCard(one, TEN.name) for one in TEN.units)
CROWDED_CARDS = tuple(UnitCard(one, LONG.name) for one in LONG.units)

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
        "Level, each 5 XP",
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
        "Hero, a skill too",
        (
            ("1–2", "Captain, Support"),
            ("3–4", "Fighter, Shooter"),
            ("5–6", "Pathfinder, Healer"),
            ("", "then D6 in the set"),
        ),
    ),
)
BLANK_REPORT = ReportForm(
    book="AOFS v3.2.0",
    rewards=("winner 2 VP, 20 points", "each loser 40 points"),
    experience=("+1 fielded and no casualty · +1 per kill", "+2 instead when it was a hero"),
    tables=TABLES,
    url="https://club.example/reports/new/",
)


def side(letter: str, sheet: WarbandSheet, player: str, fielded: int, underdog: int) -> ReportSide:
    listed = tuple(ReportUnit(one.number, one.name, one.points or 0, one.is_hero) for one in sheet.units)
    return ReportSide(letter, sheet.name, player, fielded, underdog, listed)


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
