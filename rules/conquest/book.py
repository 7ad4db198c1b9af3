"""What a Conquest book contains: figures, prices, tables, options, refusals; and a book in force.

`ConquestSettings` are the options of one league with the rulebook's defaults; the data file gives each its
plain line and its rule. `ConquestInForce` is a book with one league's settings: what procedures and figures
are given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, Self, get_args

from pydantic import BeforeValidator, Field, model_validator

from rules.conquest.state import Conquest, Grade
from rules.engine.books import BookModel, load_book
from rules.engine.language import Text
from rules.engine.plain import Params
from rules.maps.model import Terrain
from rules.turns.problems import RefusalRow, TurnProblem, problem_of
from rules.turns.settings import SettingText, Value, differing_settings, fits, typed_number

EDITIONS = ("conquest-1",)


class ConquestSettings(BookModel):
    """The options of a league; every default is the rulebook's or our ruling where it is silent."""

    win_target: int = Field(default=10, ge=3, le=200)
    knockout_wins: bool = True
    siege: bool = False
    naval: bool = False
    general_abilities: bool = False
    abstract_allowed: bool = True
    objectives: bool = True
    pick_order: Literal["dice", "organiser"] = "dice"
    start_gold: int = Field(default=0, ge=0, le=10_000)
    leaver_tiles: Literal["free", "razed"] = "free"
    event_scope: Literal["round", "campaign"] = "round"
    lone_challenger: Literal["extra_battle", "refuse"] = "extra_battle"
    gold_sealed: Literal["sealed", "open"] = "sealed"
    both_withdrew: Literal["as_neither", "leader_minor"] = "as_neither"
    points_lead: Literal["draw", "win"] = "draw"
    surrender_grade: Literal["losses", "minor"] = "losses"
    aon_idle: Literal["nothing", "bonus"] = "nothing"
    aon_battles: Literal["land", "all"] = "land"
    siege_share: Literal["half", "half_of_city"] = "half"
    siege_ep: Literal["none", "as_battle"] = "none"
    naval_extra: Literal["all_lost", "one_lost"] = "all_lost"
    raid_range: Literal["anywhere", "adjacent"] = "anywhere"
    plunder_limit: Literal["one_per_opponent", "unlimited"] = "one_per_opponent"
    port_reach: Literal["anywhere", "same_kind", "same_water"] = "anywhere"
    plunder_last_tile: Literal["eliminates", "refuse", "wins"] = "eliminates"
    siege_start_cost: Annotated[Literal[2, 3], BeforeValidator(typed_number)] = 2
    naval_port: Literal["strict", "discount_only"] = "strict"
    raid_same_tile: Literal["many", "once"] = "many"
    conquer_limit: Literal["many", "one"] = "many"
    gold_public: bool = True
    joining: Literal["anyone", "organiser"] = "anyone"
    battle_silence: Literal["abstract", "strike", "wait"] = "abstract"
    days_capitals: int = Field(default=3, ge=0, le=60)
    days_events: int = Field(default=2, ge=0, le=60)
    days_revenue: int = Field(default=1, ge=0, le=60)
    days_challenge: int = Field(default=2, ge=0, le=60)
    days_choice: int = Field(default=2, ge=0, le=60)
    days_battle: int = Field(default=14, ge=0, le=60)
    days_conquest: int = Field(default=3, ge=0, le=60)


class ConquestFigures(BookModel):
    tiles_per_realm: int
    capital_distance: int
    city_counts: int
    gold_most: int
    gold_divisor: int
    largest_divisor: int
    carry_most: int
    guarded: int
    mine_river_dice: int
    mine_mountain_dice: int
    gold_per_pip: int
    raid_free_dice: int
    raid_realm_dice: int
    disaster_face: int
    all_or_nothing: int
    team_less: int
    walkover: Grade
    abstract_gold_step: int
    abstract_gold_most: int


class Prices(BookModel):
    claim: int
    claim_grabbed: int
    conquer: int
    build: int
    raid: int
    plunder: int
    mountain: int
    fort: int
    advantage: int
    least: int


class BuildingRow(BookModel):
    """Where a building may stand: `needs` any of these, none of `forbidden`; `upgrades` what it replaces."""

    name: Text
    needs: tuple[str, ...] = ()
    forbidden: tuple[Terrain, ...] = ()
    upgrades: str = ""


class EventRow(BookModel):
    """An event; where `option` names one of the league's options, `texts` has its text for each choice.

    `whole_side`: in a battle it serves everybody on the side, not only who has it.
    """

    key: str
    number: int
    name: Text
    rule: str
    text: Text = ""
    target: bool = False
    strategy: int = 0
    whole_side: bool = False
    option: str = ""
    texts: dict[str, Text] = {}


class ObjectiveRow(BookModel):
    name: Text
    rule: str
    text: Text


class ReminderRow(BookModel):
    rule: str
    when: Literal["team", "general"]
    text: Text


class AbstractRow(BookModel):
    most: int
    attack: Grade
    defend: Grade


class ConquestBook(BookModel):
    """One edition."""

    title: str
    edition: str
    figures: ConquestFigures
    prices: Prices
    points: dict[Grade, int]
    buildings: dict[str, BuildingRow]
    abstract: tuple[AbstractRow, ...]
    events: tuple[EventRow, ...]
    objectives: dict[str, ObjectiveRow]
    reminders: tuple[ReminderRow, ...]
    refusals: dict[str, RefusalRow]
    settings: dict[str, SettingText]
    rules: dict[str, Text] = {}

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if set(self.points) != set(get_args(Grade.__value__)):
            raise ValueError("points: every grade once")
        fits(ConquestSettings, self.settings)
        for row in self.events:
            wanted = list(self.settings[row.option].options) if row.option else []
            if list(row.texts) != wanted or bool(row.text) == bool(row.option):
                raise ValueError(f"events: {row.key} wants one text, or one for each choice of its option")
        if [row.most for row in self.abstract] != sorted(row.most for row in self.abstract):
            raise ValueError("abstract: rows in rising order")
        return self


@dataclass(frozen=True, slots=True)
class ConquestInForce:
    """A book with the settings of one league."""

    book: ConquestBook
    settings: ConquestSettings

    @property
    def figures(self) -> ConquestFigures:
        return self.book.figures

    @property
    def prices(self) -> Prices:
        return self.book.prices

    @property
    def events(self) -> tuple[EventRow, ...]:
        """The book's events with the texts of this league's options."""
        return tuple(self._told(row) for row in self.book.events)

    def _told(self, row: EventRow) -> EventRow:
        chosen = getattr(self.settings, row.option) if row.option else ""
        return row.model_copy(update={"text": row.texts[chosen]}) if chosen else row

    def event(self, key: str) -> EventRow:
        return next(row for row in self.events if row.key == key)

    def problem(self, code: str, **values: object) -> TurnProblem:
        """The refusal `code` ("E24") with its sentence filled in."""
        return problem_of(self.book.refusals, code, **values)


def conquest_book(edition: str) -> ConquestBook:
    """One edition of the book."""
    return load_book(edition, ConquestBook)


def conquest_in_force(state: Conquest) -> ConquestInForce:
    """The league's book with its settings."""
    campaign = state.now
    return ConquestInForce(
        conquest_book(campaign.edition), ConquestSettings.model_validate(dict(campaign.settings))
    )


def conquest_settings(settings: Params, edition: str) -> tuple[tuple[str, Value], ...]:
    """Settings that differ from the defaults, or `Refused` with the faulty one named."""
    return differing_settings(ConquestSettings, conquest_book(edition).settings, settings)
