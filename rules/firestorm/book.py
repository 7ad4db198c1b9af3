"""What a Firestorm book contains, and a book in force with one league's settings.

An edition is three files: `firestorm-1.toml` (figures, items, orders, refusals, settings), its `-siege` part
(options, equipment, fortress, battleplans) and its `-start` part, a neutral set of cards and charts of our
own that a league begins with and its organiser edits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self, get_args

from pydantic import model_validator

from rules.engine.books import BookModel, load_book
from rules.engine.language import Text
from rules.engine.plain import Params
from rules.firestorm.settings import FirestormSettings
from rules.firestorm.siege_book import SiegeBook
from rules.firestorm.start_book import StartBook
from rules.firestorm.state import Alliance, Firestorm, Grade, OrderKind
from rules.turns.problems import RefusalRow, TurnProblem, problem_of
from rules.turns.settings import SettingText, Value, differing_settings, fits

EDITIONS = ("firestorm-1",)


class FirestormFigures(BookModel):
    """Every number of the book; where each stands is said in the file."""

    most_factions: int
    least_factions: int
    territories_per_banner: int
    support: int
    fortify_bonus: int
    temple_bonus: int
    move_steps: int
    march_steps: int
    march_steps_destruction: int
    obstacles: int
    obstacle_length: int
    retreat_face: int
    fatigue: int
    scepter_price: int
    scepter_glory: int
    special_glory: int
    territory_glory: int
    gears_glory: int
    command_points_bought: int
    upgrade_lost_to: int
    death_face: int
    mortal_wounds: int
    summon_percent: int
    least_territories: int
    most_territories: int
    corner_neighbours: int
    most_level: int
    tile_dice: int


class ItemRow(BookModel):
    """Something that may stand in a territory. `chain`: one item of each chain in a territory.

    `counts` is how many a faction benefits from (0: no limit), `glory` what each territory with it is worth
    more, `once` what the first one built brings, `commands` its command points, `upgrades` how many after a
    game, `income` its build points each turn; `falls` with conquest, `razed` when Chaos razes.
    """

    name: Text
    text: Text
    rule: str
    cost: int = 0
    buildable: bool = True
    star: bool = False
    replaces: str = ""
    chain: Literal["", "garrison", "settlement", "forge", "shrine"] = ""
    garrison: int = 0
    rally: bool = False
    counts: int = 0
    glory: int = 0
    once: int = 0
    commands: int = 0
    upgrades: int = 0
    income: int = 0
    falls: bool = False
    razed: bool = True
    card: bool = False
    icon: str = ""


class PlaceRow(BookModel):
    """A special object that comes with a territory, by its role on the map."""

    name: Text
    text: Text
    rule: str
    card: bool = False


class OrderRow(BookModel):
    name: Text
    text: Text
    rule: str
    moves: bool = False


class AllianceRow(BookModel):
    name: Text
    text: Text
    rule: str


class BattleReminder(BookModel):
    """A card of the battle page; `when` says for which battles."""

    rule: str
    when: Literal["always", "realm", "fatigued", "fortified", "mixed", "summoning"]
    text: Text


class FirestormBook(BookModel):
    """The main part of an edition."""

    title: str
    edition: str
    figures: FirestormFigures
    glory: dict[Grade, int]
    worth: dict[Grade, int]
    grades: dict[Grade, Text]
    alliances: dict[Alliance, AllianceRow]
    orders: dict[OrderKind, OrderRow]
    items: dict[str, ItemRow]
    places: dict[str, PlaceRow]
    scepter: PlaceRow
    scepter_sites: tuple[str, ...]
    reminders: tuple[BattleReminder, ...]
    refusals: dict[str, RefusalRow]
    settings: dict[str, SettingText]

    @model_validator(mode="after")
    def _complete(self) -> Self:
        fits(FirestormSettings, self.settings)
        for name, found, kind in (
            ("glory", self.glory, Grade),
            ("worth", self.worth, Grade),
            ("grades", self.grades, Grade),
            ("alliances", self.alliances, Alliance),
            ("orders", self.orders, OrderKind),
        ):
            if list(found) != list(get_args(kind.__value__)):
                raise ValueError(f"{name}: each once, in order")
        for key, row in self.items.items():
            if row.replaces and row.replaces not in self.items:
                raise ValueError(f"items.{key}: replaces {row.replaces}, which is not there")
            if row.buildable != bool(row.cost):
                raise ValueError(f"items.{key}: what is built has a price")
        if not set(self.scepter_sites) <= set(self.places):
            raise ValueError("scepter_sites: roles of the map")
        return self


@dataclass(frozen=True, slots=True)
class FirestormInForce:
    """An edition with the settings of one league."""

    book: FirestormBook
    siege: SiegeBook
    start: StartBook
    settings: FirestormSettings

    @property
    def figures(self) -> FirestormFigures:
        return self.book.figures

    def item(self, key: str) -> ItemRow:
        return self.book.items[key]

    def problem(self, code: str, **values: object) -> TurnProblem:
        """The refusal `code` ("E24") with its sentence filled in."""
        return problem_of(self.book.refusals, code, **values)


PARTS: dict[str, type[BookModel]] = {"": FirestormBook, "-siege": SiegeBook, "-start": StartBook}
FILES = {f"{edition}{part}": shape for edition in EDITIONS for part, shape in PARTS.items()}


def firestorm_book(edition: str) -> FirestormBook:
    """The main part of an edition."""
    return load_book(edition, FirestormBook)


def siege_book(edition: str) -> SiegeBook:
    """Its part about sieges."""
    return load_book(f"{edition}-siege", SiegeBook)


def start_book(edition: str) -> StartBook:
    """What a league begins with."""
    return load_book(f"{edition}-start", StartBook)


def firestorm_in_force(state: Firestorm) -> FirestormInForce:
    """The league's book with its settings."""
    now = state.now
    settings = FirestormSettings.model_validate(dict(now.settings))
    return FirestormInForce(
        firestorm_book(now.edition), siege_book(now.edition), start_book(now.edition), settings
    )


def firestorm_settings(settings: Params, edition: str) -> tuple[tuple[str, Value], ...]:
    """Settings that differ from the defaults, or `Refused` with the faulty one named."""
    return differing_settings(FirestormSettings, firestorm_book(edition).settings, settings)
