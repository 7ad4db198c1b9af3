"""Units and fallen ones of the warbands that the tests print: heroes, crowded ones, plain ones."""

from dataclasses import replace

from campaigns.opr.paper.data import (
    Fallen,
    Kind,
    PriceLine,
    PrintedItem,
    PrintedTrait,
    PrintedTraitLine,
    PrintedWeapon,
    UnitBlock,
)
from rules.engine.state import altered

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


def trait(name: str) -> PrintedTrait:
    return PrintedTrait(name, EFFECTS[name], BOXES.get(name, 0))


def traits(kind: Kind, *names: str, group: str = "") -> PrintedTraitLine:
    return PrintedTraitLine(kind, tuple(map(trait, names)), group)


def price(**parts: int) -> tuple[PriceLine, ...]:
    return tuple(PriceLine(points, label) for label, points in parts.items())


def unit(number: int, name: str, points: int, *, xp: int = 0, **more: object) -> UnitBlock:
    plain = UnitBlock(number, name, points, price(list=points), quality="4+", defense="5+", xp=xp)
    level = {"level": xp // 5, "next_level_in": 5 - xp % 5 if xp < 30 else None}
    return altered(plain, **level | more)


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
    weapons=(PrintedWeapon("Greatsword", "A4 AP(1), Rending"), PrintedWeapon("Pistol", '12" A1 AP(1)')),
    rules=("Fearless", "Hero", "Tough(3)"),
    traits=(
        traits("level", "Headstrong", "Elite", "Agile"),
        traits("skill", "Leader", "Instigator", "Tactician", group="Captain"),
        traits("talent", "Motivated"),
        traits("injury", "Blinded Eye"),
    ),
    items=(PrintedItem("Tower shield", 5), PrintedItem("Hunting horn", 15)),
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
    weapons=(PrintedWeapon("Long bow", '30" A2 AP(1)'), PrintedWeapon("Hand axe", "A2")),
    rules=("Hero", "Scout", "Tough(3)"),
    traits=(
        traits("level", "Specialist (shooting)", "Resilient"),
        traits("skill", "Hunter", "Destroyer", group="Shooter"),
        traits("injury", "Smashed Leg", "Arm Injury"),
    ),
    items=(PrintedItem("Camouflage cloak", 10),),
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
    weapons=(PrintedWeapon("Quarterstaff", "A2"),),
    rules=("Caster(2)", "Hero", "Tough(3)"),
    traits=(
        traits("level", "Headstrong"),
        traits("skill", "Herbalist", group="Healer"),
        traits("talent", "Horrible Scars"),
    ),
    items=(PrintedItem("Satchel of salts", 10),),
    xp=6,
)
REGULARS = (
    unit(
        4,
        "Bram Oakhand",
        35,
        unit_type="Halberdier",
        weapons=(PrintedWeapon("Halberd", "A2 AP(1)"),),
        rules=("Furious",),
        traits=(traits("level", "Agile"),),
        items=(PrintedItem("Heavy armour", 5),),
        make_up=price(list=25, upgrades=5, levels=5),
        xp=9,
    ),
    unit(
        5,
        "The Widow Klee",
        30,
        unit_type="Crossbow",
        weapons=(PrintedWeapon("Crossbow", '24" A1 AP(2)'), PrintedWeapon("Knife", "A1")),
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
        weapons=(PrintedWeapon("Throwing knives", '12" A2'), PrintedWeapon("Short sword", "A1")),
        rules=("Strider", "Stealth"),
        items=(PrintedItem("Smoke pots", 5),),
        make_up=price(list=15, upgrades=5),
        xp=4,
    ),
    unit(
        7,
        "Łucja and Szymon",
        45,
        unit_type="Shield pair",
        models=2,
        weapons=(PrintedWeapon("Spears", "A2 Counter"),),
        rules=("Shield wall",),
        traits=(traits("level", "Resilient"),),
        items=(PrintedItem("Banner of the Ford", 10),),
        make_up=price(list=30, upgrades=10, levels=5),
        xp=7,
    ),
    unit(
        8,
        "Gristle",
        30,
        unit_type="Marsh hound",
        weapons=(PrintedWeapon("Jaws", "A2 Rending"),),
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
        weapons=(PrintedWeapon("Long gun", '30" A1 AP(1), Reliable'), PrintedWeapon("Club", "A1")),
        rules=("Slow",),
        items=(PrintedItem("Grandfather's sword A2 AP(3)", None, "found, cannot be sold"),),
        status="sits out 2",
        xp=2,
    ),
    unit(
        10,
        "Quill",
        20,
        unit_type="Apprentice",
        weapons=(PrintedWeapon("Sling", '18" A1'),),
        traits=(traits("level", "Elite"),),
        make_up=price(list=15, levels=5),
        xp=5,
    ),
)
LATER = (
    unit(
        11,
        "Iskra",
        15,
        unit_type="Torchbearer",
        weapons=(PrintedWeapon("Torch", "A1"),),
        rules=("Fearless",),
        xp=1,
    ),
    unit(
        12,
        "Tobias Renn",
        30,
        unit_type="Halberdier",
        weapons=(PrintedWeapon("Halberd", "A2 AP(1)"),),
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
        weapons=(PrintedWeapon("Crossbows", '24" A2 AP(2)'), PrintedWeapon("Knives", "A2")),
        rules=("Slow",),
        items=(PrintedItem("Pavise", 10),),
        make_up=price(list=40, upgrades=10),
        xp=3,
    ),
    unit(14, "Fenn", 15, unit_type="Scout", weapons=(PrintedWeapon("Sling", '18" A1'),), rules=("Strider",)),
    unit(
        15,
        "Sister Amber",
        25,
        unit_type="Field cook",
        weapons=(PrintedWeapon("Ladle", "A1"),),
        rules=("Medic",),
        traits=(traits("level", "Headstrong"),),
        items=(PrintedItem("Copper pot", 5),),
        make_up=price(list=15, upgrades=5, levels=5),
        xp=6,
    ),
    unit(
        16,
        "Rook",
        15,
        unit_type="Marsh hound",
        weapons=(PrintedWeapon("Jaws", "A2 Rending"),),
        rules=("Fast", "Strider"),
    ),
)
FALLEN = (
    Fallen("Aldous Pike", "halberdier", "fell in mission 2, by Gorm of The Ninth Lantern", 8),
    Fallen("Wilhelmina Strand", "hero, level 1", "fell in mission 3, injury die ⚀", 7),
)
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
            PrintedItem("Tower shield", 5),
            PrintedItem("Hunting horn", 15),
            PrintedItem("Blessed blade of the old ford", 20),
            PrintedItem("Steed", 30),
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
