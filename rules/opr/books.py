"""The shape of an OPR rulebook as data, and the rules in force: a book read through a campaign's settings.

A book holds figures, tables and our own short texts; `InForce` adds what the organiser chose. No rule asks
which book it is: where books differ, a figure or a field differs.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Self

from pydantic import model_validator

from rules.engine.books import BookModel, covers, load_book
from rules.engine.language import Text, mark, per_language, said
from rules.engine.questions import Face

EDITIONS = ("aofs-3.2.0", "gf-3.4.0")
SETTINGS = "opr-settings"
OPTIONS = {"melee": mark("melee"), "shooting": mark("shooting")}  # what a Specialist is best at


class Figures(BookModel):
    """Every number of a book. Prices and rewards in points, experience in XP."""

    start_points: int
    start_save_max: int
    start_hero_max: int
    match_cap_over_lowest: int
    underdog_step: int
    special_objective_pts: int
    win_vp: int
    win_pts: int
    lose_vp: int
    lose_pts: int
    routed_is_casualty: bool
    concede_moments: tuple[str, ...]
    xp_survive: int
    xp_kill_unit: int
    xp_kill_hero: int
    xp_kill_hero_and_unit: int | None = None  # a joined hero together with its unit, where heroes join
    xp_casualty_six: int
    xp_per_level: int
    xp_max: int
    levels_max: int
    level_price_regular: int
    level_price_hero: int
    injury_price: int
    talent_price: int
    heroes_max: int
    heroes_recruited_per_mission: int
    veteran_fee: int
    veteran_xp: int
    sale_round_to: int
    sale_gamble_price: int
    sale_gamble_ok: int
    event_on: int
    campaign_limit_plus: int
    mission_rounds: int


class BookWords(BookModel):
    """What this book calls things."""

    force: Text
    forces: Text
    out: Text
    down: Text


class TableLine(BookModel):
    """A line of a dice table: the faces that lead to it, its name, our short text."""

    key: str
    name: Text
    short: Text = ""  # what fits under a die, where the name is long
    text: Text = ""
    faces: tuple[int, ...] = ()
    rule: str
    lasting: bool = True  # False: an outcome that is never written on the sheet
    least_units: int = 0
    needs_caster: bool = False
    first: bool = False  # an objective only one player can meet: whoever is first
    options: tuple[str, ...] = ()
    boxes: int = 0  # to tick on paper each time it is used in a mission

    def called(self, option: str) -> str:
        """`Specialist (melee)`."""
        return f"{self.name} ({trait_option_name(option)})" if option else self.name


class SkillSet(BookModel):
    key: str
    name: Text
    faces: tuple[int, ...]
    rule: str
    skills: tuple[TableLine, ...]


class FoundWeapon(BookModel):
    label: str  # goes onto the sheet as it stands
    range: int = 0
    attacks: int
    ap_die: str


class Clause(BookModel):
    """A sentence about an event that holds where a setting has this value."""

    setting: str
    value: str
    text: Text


class EventEntry(BookModel):
    """A random event. `kind` says what it does to the campaign, empty: it is played at the table only.

    `roll` is thrown when it happens, `late_roll` when it is settled, `table_roll` whenever it strikes in
    mid-mission; a throw counts `times` and `plus`. `remind`: the moments at which it has to be thought of.
    `clauses`: what the text says besides, as the league has set it.
    """

    code: int
    name: Text
    text: Text
    when: Literal["now", "round", "mission", "end"]
    draw: Literal["", "unit", "units", "warband", "player", "quarter"] = ""
    eligible: Literal["", "place", "down", "out"] = ""
    asks: Text = ""
    roll: str = ""
    late_roll: str = ""
    table_roll: str = ""
    times: int = 1
    plus: int = 0
    kind: str = ""
    item_draw: bool = False
    points: int = 0
    vp: int = 0
    xp: int = 0
    kill_xp: int = 0
    charge_only: bool = False
    weapon: FoundWeapon | None = None
    remind: tuple[Literal["round_end", "kill", "settle"], ...] = ()
    rule: str = "OPR-33"
    clauses: tuple[Clause, ...] = ()

    @property
    def dice(self) -> str:
        """What is thrown when it happens, as its text says it: `D3×5`, `D3+2`."""
        return self._counted(self.roll)

    @property
    def table_dice(self) -> str:
        """What is thrown whenever it strikes, as its text says it."""
        return self._counted(self.table_roll)

    def _counted(self, die: str) -> str:
        times, plus = f"×{self.times}" if self.times > 1 else "", f"+{self.plus}" if self.plus else ""
        return f"{die}{times}{plus}" if die else ""

    def told(self, number: int = 0) -> str:
        """The text, with what was thrown in the place of the dice."""
        return self.text.replace(self.dice, str(number), 1) if self.dice and number else self.text


class HouseRuleChoice(BookModel):
    value: str
    label: Text


class Setting(BookModel):
    """One of the organiser's settings. `frozen`: fixed once the first mission is open. `older`: what holds in
    leagues that began before there was this one; empty: the default. `offered`: leagues that have not set it
    may do so.
    """

    key: str
    name: Text
    line: Text
    choices: tuple[HouseRuleChoice, ...]
    default: str
    rule: str
    frozen: bool = True
    figure: str = ""  # the figure this setting replaces
    older: str = ""
    offered: bool = True
    only: tuple[str, ...] = ()  # the editions that have it; empty: all

    @model_validator(mode="after")
    def _default_is_a_choice(self) -> Self:
        if not {self.default, self.older or self.default} <= {choice.value for choice in self.choices}:
            raise ValueError(f"{self.key}: the default {self.default} is none of the choices")
        return self


class SettingsBook(BookModel):
    settings: tuple[Setting, ...]


class OprBook(BookModel):
    """One rulebook edition."""

    edition: str
    title: str
    short: str
    version: str
    words: BookWords
    figures: Figures
    casualties_regular: tuple[TableLine, ...]
    casualties_hero: tuple[TableLine, ...]
    injuries: tuple[TableLine, ...]
    talents: tuple[TableLine, ...]
    level_traits: tuple[TableLine, ...]
    skill_sets: tuple[SkillSet, ...]
    objectives: tuple[TableLine, ...]
    events: tuple[EventEntry, ...]

    @model_validator(mode="after")
    def _every_face_once(self) -> Self:
        for table in self._tables():
            covers("D6", [face for entry in table for face in entry.faces])
        covers("D66", [event.code for event in self.events])
        pairs = Counter(face for one in self.skill_sets for face in one.faces)
        if pairs != Counter(dict.fromkeys(range(1, 7), 2)):
            raise ValueError(f"the skill set die has to name two sets on each face, it names {dict(pairs)}")
        return self

    def _tables(self) -> list[tuple[TableLine, ...]]:
        dice = [self.casualties_regular, self.casualties_hero, self.injuries, self.talents]
        return [*dice, self.level_traits, self.objectives, *(one.skills for one in self.skill_sets)]

    def trait(self, kind: str, key: str) -> TableLine | None:
        """The entry of a trait on a sheet, which an older book may have known and this one not."""
        return self._by_kind.get(kind, {}).get(key)

    @cached_property
    def _by_kind(self) -> dict[str, dict[str, TableLine]]:
        skills = [skill for one in self.skill_sets for skill in one.skills]
        kinds = {"level": self.level_traits, "injury": self.injuries, "talent": self.talents, "skill": skills}
        return {kind: {entry.key: entry for entry in entries} for kind, entries in kinds.items()}

    def skill_set(self, key: str) -> SkillSet:
        return next(one for one in self.skill_sets if one.key == key)


@dataclass(frozen=True)
class InForce:
    """A book together with the settings of one campaign."""

    book: OprBook
    chosen: tuple[tuple[str, str], ...] = ()

    @cached_property
    def settings(self) -> dict[str, str]:
        known = {one.key: one.older or one.default for one in settings_of(self.book.edition)}
        return known | {key: value for key, value in self.chosen if key in known}

    def setting(self, key: str) -> str:
        """The value in force; empty for a setting this book does not have."""
        return self.settings.get(key, "")

    def on(self, key: str) -> bool:
        return self.setting(key) == "on"

    @cached_property
    def figures(self) -> Figures:
        replaced = {
            setting.figure: int(self.settings[setting.key])
            for setting in settings_of(self.book.edition)
            if setting.figure
        }
        return self.book.figures.model_copy(update=replaced)

    @cached_property
    def event_by_code(self) -> dict[int, EventEntry]:
        """The random events, each with its text as this league plays it."""
        return {event.code: self._as_set(event) for event in self.book.events}

    def _as_set(self, event: EventEntry) -> EventEntry:
        said = [one.text for one in event.clauses if self.setting(one.setting) == one.value]
        return event.model_copy(update={"text": " ".join([event.text, *said])}) if said else event

    @property
    def words(self) -> BookWords:
        return self.book.words

    @property
    def averages(self) -> bool:
        return self.on("parallel_play")


@per_language
def settings_of(edition: str) -> tuple[Setting, ...]:
    """The organiser's settings that a book has, in the order of the wizard."""
    everything = load_book(SETTINGS, SettingsBook).settings
    return tuple(setting for setting in everything if not setting.only or edition in setting.only)


@per_language
def edition_in_force(edition: str, chosen: tuple[tuple[str, str], ...]) -> InForce:
    """An edition with the settings that were chosen."""
    return InForce(load_book(edition, OprBook), chosen)


def trait_option_name(option: str) -> str:
    """What an option of a trait is called, `shooting`."""
    return said(OPTIONS.get(option, option))


def entry_for(table: tuple[TableLine, ...], face: int) -> TableLine:
    """What a face means in a dice table."""
    return next(entry for entry in table if face in entry.faces)


def faces_for(table: tuple[TableLine, ...], again: frozenset[str] = frozenset()) -> tuple[Face, ...]:
    """The six faces with their meaning; entries whose key is in `again` are rolled again.

    Source: OPR-40, OPR-49, OPR-54
    """
    return tuple(
        Face(face, entry.short or entry.name, entry.key in again)
        for face in range(1, 7)
        if (entry := entry_for(table, face))
    )
