"""The journal entries that name a unit, each reduced to what it did to it, with dice, people and times.

Read from the recorded effects alone: nothing is worked out again, so a receipt shows what was booked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import TextField
from django.db.models.functions import Cast

from campaigns.engine.stored import people_texts
from campaigns.models import Entry, EntryText, Scope, Seat, Via
from rules.engine.codec import load_effects
from rules.engine.effects import Effect
from rules.engine.lazy_tables import peek
from rules.engine.plain import JsonObject, Params, number_in, text_in
from rules.opr.effects import UnitJoined
from rules.opr.mission_effects import KillsWritten
from rules.opr.state import OprState

RANDOM = ("app", "hand")
DICE = (
    "casualty", "casualty-again", "injury", "injury-again", "talent", "bench", "trait", "setdie", "skill",
)  # fmt: skip
OF_LEVELS = ("trait", "setdie", "skill")
UNTIL_NEW = ("trait", "skill", "injury", "injury-again", "talent")  # rolled until it is something new


@dataclass(frozen=True, slots=True)
class EntryDie:
    """A die of an entry; `origin` as the look's dice have it."""

    key: str
    face: int
    origin: str


@dataclass(frozen=True, slots=True)
class UnitDeed:
    """What one entry did to one unit, with people's words in their places."""

    seq: int
    procedure: str
    mission: str
    number: int
    effects: tuple[Effect, ...]
    kills: tuple[str, ...]
    fell_to: str | None
    dice: tuple[EntryDie, ...]
    who: str
    at: datetime

    def of[E: Effect](self, kind: type[E]) -> list[E]:
        """The effects of a kind: `deed.of(Experience)`."""
        return [one for one in self.effects if isinstance(one, kind)]


def deeds_of(scope: Scope, state: OprState, unit: str) -> list[UnitDeed]:
    """All entries that name the unit, in the journal's order; two queries whatever their number."""
    entries = list(_naming(scope, unit))
    texts = _texts(entries)
    found = [_deed(state, unit, entry, texts.get(entry.pk, {})) for entry in entries]
    return [deed for deed in found if deed.effects or deed.kills or deed.fell_to is not None]


def _naming(scope: Scope, unit: str) -> Iterable[Entry]:
    entries = Entry.objects.filter(scope=scope, void=False).select_related("actor")
    return entries.annotate(told=Cast("effects", TextField())).filter(told__contains=f'"{unit}"')


def _texts(entries: Iterable[Entry]) -> dict[int, dict[int, str]]:
    found: dict[int, dict[int, str]] = {}
    for text in EntryText.objects.filter(entry__in=[entry.pk for entry in entries]):
        found.setdefault(text.entry_id, {})[text.n] = text.body
    return found


def _deed(state: OprState, unit: str, entry: Entry, texts: Mapping[int, str]) -> UnitDeed:
    effects: list[JsonObject] = people_texts.put_back(entry.effects, texts)
    mine = [one for one in effects if _concerns(one, unit)]
    ledgers = [one for one in effects if one["effect"] == KillsWritten.effect]
    ledger = [kill for one in load_effects(ledgers) if isinstance(one, KillsWritten) for kill in one.kills]
    mission = _mission_of(entry, (*mine, *ledgers))
    known = peek(state.missions, mission)
    return UnitDeed(
        seq=entry.seq,
        procedure=entry.procedure,
        mission=mission,
        number=known.number if known else 0,
        effects=load_effects(mine),
        kills=tuple(kill.victim for kill in ledger if kill.killer == unit),
        fell_to=next((kill.killer for kill in ledger if kill.victim == unit), None),
        dice=_dice_about(entry.answers, unit),
        who=who(entry.actor, entry.via),
        at=entry.at,
    )


def _concerns(effect: Params, unit: str) -> bool:
    joined = effect["effect"] == UnitJoined.effect and effect.get("id") == unit
    return joined or effect.get("unit") == unit


def _mission_of(entry: Entry, effects: Iterable[Params]) -> str:
    named = [text_in(one, "mission") or text_in(one, "recruited") for one in effects]
    said = entry.params.get("mission")
    return next(filter(None, named), said if isinstance(said, str) else "")


def who(actor: Seat | None, via: str) -> str:
    """The name of whoever settled an entry; empty for the clock."""
    return str(actor) if actor is not None and via == Via.PERSON else ""


def _dice_about(answers: Mapping[str, Params], unit: str) -> tuple[EntryDie, ...]:
    """The dice thrown for a unit, in the rulebook's order; what was thrown again afterwards is struck."""
    mine = tuple(
        EntryDie(key, number_in(one, "value"), text_in(one, "origin"))
        for key, one in sorted(answers.items(), key=lambda pair: _order(pair[0]))
        if _is_about(key, unit) and one.get("origin") in RANDOM and isinstance(one.get("value"), int)
    )
    last = {_without_throw(die.key): die.key for die in mine}
    return tuple(
        die if last[_without_throw(die.key)] == die.key else replace(die, origin="struck") for die in mine
    )


def _order(key: str) -> tuple[int, ...]:
    """Casualty dice first, then level by level: trait, skill set, skill; throw after throw."""
    kind, _unit, *numbers = [*key.split(":"), ""]
    place = DICE.index(kind) if kind in DICE else len(DICE)
    counted = [int(number) for number in numbers if number.isdecimal()]
    return (len(DICE), *counted[:1], place, *counted[1:]) if kind in OF_LEVELS else (place, *counted)


def _is_about(key: str, unit: str) -> bool:
    """Whether a question is about the unit or something it carries."""
    return any(part == unit or part.startswith(f"{unit}.item-") for part in key.split(":"))


def _without_throw(key: str) -> str:
    """The question without the number of its throw: `trait:s3.unit-1:2:1` -> `trait:s3.unit-1:2`."""
    return key.rpartition(":")[0] if key.partition(":")[0] in UNTIL_NEW else key
