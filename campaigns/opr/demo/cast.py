"""What the demo club plays with. Invented names; points as a list builder would give them."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.engine.plain import JsonObject


@dataclass(frozen=True)
class Recruit:
    """A unit of a demo warband: price in points, Quality, Defense, weapons as (label, range, attacks, ap)."""

    name: str
    points: int
    quality: int = 4
    defense: int = 5
    hero: bool = False
    caster: bool = False
    tough: int = 0
    models: int = 1
    weapons: tuple[tuple[str, int, int, int], ...] = (("Hand weapon", 0, 1, 0),)
    items: tuple[tuple[str, int], ...] = ()

    def params(self) -> JsonObject:
        """The unit as founding wants it."""
        weapons = [
            {"label": label, "range": reach, "attacks": attacks, "rules": [f"AP({ap})"] if ap else []}
            for label, reach, attacks, ap in self.weapons
        ]
        return {
            "name": self.name,
            "points": self.points,
            "hero": self.hero,
            "caster": self.caster,
            "items": [{"label": label, "price": price} for label, price in self.items],
            "profile": {
                "quality": self.quality,
                "defense": self.defense,
                "tough": self.tough,
                "models": self.models,
                "weapons": weapons,
                "rules": [{"label": "Hero"}] if self.hero else [],
            },
        }


@dataclass(frozen=True)
class Band:
    """A player with a warband; `skill` weighs how often it wins."""

    player: str
    name: str
    skill: int
    units: tuple[Recruit, ...] = field(default_factory=tuple)


BOW = (("Bow", 24, 1, 0), ("Knife", 0, 1, 0))
BLADE = (("Heavy blade", 0, 2, 1),)

AXE = (("Great axe", 0, 3, 1),)
RAPIERS = (("Duelling blades", 0, 3, 0),)

SKIRMISH = (
    Band("Oskar", "Brakka’s Raiders", 5, (
        Recruit("Brakka the Late", 45, 3, 4, hero=True, tough=3, weapons=AXE, items=(("Lucky coin", 10),)),
        Recruit("Clan Mob from Below the Weir", 30, 5, 5, models=3),
        Recruit("Swamp Beast", 35, 4, 4, tough=3, weapons=(("Claws", 0, 3, 0),)),
        Recruit("Gutter Slingers", 20, 5, 6, models=2, weapons=(("Sling", 18, 1, 0),)),
    )),
    Band("Marta", "Order of the Second Bell", 4, (
        Recruit(
            "Sister Tegan of the Drowned Choir", 50, 3, 4, hero=True, tough=3, caster=True,
            items=(("Bell hammer", 15),),
        ),
        Recruit("Ferrymen with Boathooks", 30, 4, 5, weapons=(("Boathook", 0, 2, 0),)),
        Recruit("Pip and the Twins", 25, 4, 6, models=3, weapons=BOW),
        Recruit("Brother Anselm the Unconvinced", 25, 4, 5, weapons=BLADE),
    )),
    Band("Ana-Sofía", "Company of the Broken Lantern", 4, (
        Recruit("Captain Rosamund Vane", 50, 3, 5, hero=True, tough=3, weapons=RAPIERS),
        Recruit("The Miller’s Sons", 35, 4, 5, models=2),
        Recruit("Old Jack Half-Measure", 20, 5, 5, weapons=BOW, items=(("Spyglass", 5),)),
        Recruit("Hound Pack", 30, 5, 6, models=3, weapons=(("Teeth", 0, 1, 0),)),
    )),
    Band("Ilse", "The Nine Who Stayed, and One Who Came Back", 3, (
        Recruit("Mother Wick", 45, 4, 4, hero=True, tough=3, caster=True),
        Recruit("Lantern Bearers of Sparrowfen", 30, 4, 5, models=2),
        Recruit("The One Who Came Back", 40, 3, 4, weapons=BLADE, items=(("Shroud", 10),)),
        Recruit("Fen Archers", 20, 5, 5, weapons=BOW),
    )),
    Band("Kwame", "Mudlarks of Lower Saltmarsh", 2, (
        Recruit("Auntie Salt", 40, 4, 4, hero=True, tough=3),
        Recruit("Net Casters", 30, 4, 5, models=2),
        Recruit("Eel Wrestlers", 35, 4, 5, models=2, weapons=BLADE),
        Recruit("Tide Watch", 25, 5, 5, weapons=BOW),
    )),
    Band("Jun", "Grubnik’s Most Unreliable", 2, (
        Recruit("Grubnik", 35, 4, 5, hero=True, tough=3, items=(("Second-hand armour", 10),)),
        Recruit("Spear Wall", 35, 5, 5, models=4, weapons=(("Spear", 0, 1, 0),)),
        Recruit("Cousin Morg", 30, 4, 4, tough=3),
        Recruit("Rock Throwers", 20, 5, 6, models=2, weapons=(("Rocks", 12, 1, 0),)),
    )),
    Band("Priya", "The Last Toll-House Guard", 2, (
        Recruit("Sergeant Harrow", 40, 3, 4, hero=True, tough=3, weapons=BLADE),
        Recruit("Toll Keepers", 35, 4, 4, models=2),
        Recruit("Crossbow Watch", 35, 4, 5, models=2, weapons=(("Crossbow", 24, 1, 1),)),
        Recruit("The Apprentice", 15, 5, 6),
    )),
    Band("Tom", "Thornmarch Free Companies", 2, (
        Recruit("Colonel Vetch", 45, 3, 5, hero=True, tough=3),
        Recruit("Pike Brothers", 35, 4, 5, models=2, weapons=(("Pike", 0, 2, 0),)),
        Recruit("Poachers", 30, 4, 6, models=2, weapons=BOW),
        Recruit("Drummer Girl", 15, 5, 6),
    )),
)  # fmt: skip

RIFLE = (("Rifle", 24, 1, 0),)
ARMIES = (
    Band("Marta", "Ninth Ash Regiment", 4, (
        Recruit("Major Ilka Brandt", 130, 4, 4, hero=True, tough=3, weapons=(("Plasma pistol", 12, 1, 4),)),
        Recruit("First Rifle Section", 200, 4, 5, models=10, weapons=RIFLE),
        Recruit("Second Rifle Section", 200, 4, 5, models=10, weapons=RIFLE),
        Recruit("Mortar Team", 180, 4, 5, models=3, weapons=(("Mortar", 30, 1, 1),)),
        Recruit("Scout Walkers", 210, 4, 4, models=2, tough=6, items=(("Smoke launchers", 25),)),
    )),
    Band("Kwame", "Sons of the Long Night", 3, (
        Recruit("Warden Osei", 180, 3, 3, hero=True, tough=3, weapons=(("Power blade", 0, 3, 2),)),
        Recruit("Night Brethren", 300, 3, 3, models=5, weapons=(("Heavy rifle", 24, 1, 1),)),
        Recruit("Assault Brethren", 290, 3, 3, models=5, weapons=(("Chain blade", 0, 2, 1),)),
        Recruit("Outriders", 190, 4, 4, models=3),
    )),
    Band("Tom", "Cog and Candle", 3, (
        Recruit("Archivist Quill", 140, 4, 4, hero=True, tough=3, caster=True),
        Recruit("Lamp Drones", 240, 4, 4, models=8, weapons=(("Arc lamp", 18, 1, 1),)),
        Recruit("Iron Deacon", 320, 4, 3, tough=9, weapons=(("Twin cannon", 24, 4, 2),)),
        Recruit("Menders", 210, 4, 4, models=5),
    )),
    Band("Oskar", "Rust Tide", 2, (
        Recruit("Big Hesk", 150, 4, 4, hero=True, tough=3),
        Recruit("Scrap Boys", 260, 5, 5, models=15),
        Recruit("Junk Buggies", 280, 4, 4, models=2, tough=6),
        Recruit("Rocket Lads", 230, 5, 5, models=5, weapons=(("Rocket tube", 24, 1, 3),)),
    )),
)  # fmt: skip

PLACES = (
    "Bridge at Sulphur Ford", "The Lime Kilns", "Widow’s Causeway", "Gallows Orchard", "The Drowned Chapel",
    "Tanner’s Row", "Three Weirs", "The Salt Stair", "Candle Market", "Low Windmill", "Charcoal Cross",
    "The Hungry Well", "Old Ropewalk", "Magpie Gate",
)  # fmt: skip
