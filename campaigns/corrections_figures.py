"""Every figure a correction changes, before and after, in words: the lower half of its preview.

Reads the two states only. Works for any book's tables; what OPR sums up itself (a warband's value, the
places in the standings) is added here, because a player argues about sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.seatbook import Known
from rules.opr.standings import Standing, standings
from rules.opr.state import OprState, value_of
from rules.state import State

# Figures a player argues about: field -> (label, whether more is better, 0: neither).
SHOWN: dict[str, tuple[Any, int]] = {
    "vp": (lazy("VP"), 1),
    "pool": (lazy("pool"), 1),
    "missions": (lazy("missions played"), 0),
    "won": (lazy("won"), 1),
    "value": (lazy("points"), 0),
    "xp": (lazy("XP"), 1),
    "level": (lazy("level"), 1),
    "status": (lazy("status"), 0),
    "sits_out": (lazy("missions to sit out"), -1),
    "traits": (lazy("traits"), 0),
    "items": (lazy("upgrades"), 0),
    "winner": (lazy("winner"), 0),
    "round": (lazy("rounds"), 0),
    "kills": (lazy("taken out"), 0),
    "missions_finished": (lazy("missions finished"), 0),
    "limit": (lazy("limit"), 0),
    "averaging": (lazy("VP per mission"), 0),
    "winners": (lazy("winners"), 0),
    "treasury": (lazy("gold"), 1),
    "ep": (lazy("empire points"), 1),
    "owner": (lazy("owner"), 0),
    "building": (lazy("building"), 0),
}
STATUS = {
    "active": lazy("on the sheet"),
    "sitting_out": lazy("sits out"),
    "captured": lazy("captured"),
    "dead": lazy("dead"),
    "disbanded": lazy("disbanded"),
    "playing": lazy("in play"),
    "setup": lazy("being set up"),
    "finished": lazy("finished"),
    "abandoned": lazy("called off"),
    "running": lazy("running"),
    "ended": lazy("over"),
    "founding": lazy("not started"),
}
LOST = ("dead", "disbanded")


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One line of the preview, as `parts/diff_row.html` draws it."""

    occasion: str
    what: str
    why: str
    whose: str
    emblem: str
    before: str
    after: str
    gained: bool = False
    noted: bool = False


@dataclass(frozen=True, slots=True)
class Histories:
    """Both states with the people behind them."""

    before: State
    after: State
    people: Mapping[str, Known]

    def name(self, entity_id: str) -> str:
        """What an id is called in either history; the id itself when nothing has it."""
        for state in (self.after, self.before):
            for table in state.tables():
                found = getattr(state, table).get(entity_id)
                if found is not None:
                    return thing_name(found)
        return entity_id

    def owner(self, entity_id: str) -> Known:
        """The player of a warband or realm, or of what belongs to one."""
        for state in (self.after, self.before):
            sides = getattr(state, "warbands", None) or getattr(state, "realms", {})
            things = getattr(state, "units", {})
            held = things.get(entity_id)
            side = sides.get(getattr(held, "warband", "") or entity_id)
            if side is not None:
                return self.people.get(str(getattr(side, "owner", "")), Known("", ""))
        return Known("", "")

    def named(self, sentence: str) -> str:
        """A sentence with names instead of the ids in it."""
        words = [word.rstrip(".,:;") for word in sentence.split()]
        known = {word: self.name(word) for word in words if self.name(word) != word}
        for word, name in known.items():
            sentence = sentence.replace(word, name)
        return sentence


def thing_name(entity: Any) -> str:
    """The name of an entity; a mission without one by its number."""
    name = str(getattr(entity, "name", "") or "")
    number = getattr(entity, "number", 0)
    return name or (_("mission %(n)s") % {"n": number} if number else "")


def figure_rows(both: Histories) -> list[DiffRow]:
    """Every figure that differs, standings and values last."""
    rows = [row for table in both.before.tables() for row in _table_rows(both, table)]
    if isinstance(both.before, OprState) and isinstance(both.after, OprState):
        rows += [*_values(both, both.before, both.after), *_places(both, both.before, both.after)]
    return rows


def _table_rows(both: Histories, table: str) -> Iterator[DiffRow]:
    old, new = getattr(both.before, table), getattr(both.after, table)
    for entity_id in {**old, **new}:
        then, now = old.get(entity_id), new.get(entity_id)
        if then is None or now is None:
            yield _came_or_went(both, entity_id, then, now)
        elif then is not now and then != now:
            yield from _fields(both, entity_id, then, now)


def _came_or_went(both: Histories, entity_id: str, then: Any, now: Any) -> DiffRow:
    there, gone = _("there"), _("gone") if then is not None else "–"
    before, after = (there, gone) if then is not None else (gone, there)
    return _row(both, entity_id, "", before, after, now is not None)


def _fields(both: Histories, entity_id: str, then: Any, now: Any) -> Iterator[DiffRow]:
    for field, (label, better) in SHOWN.items():
        before, after = getattr(then, field, None), getattr(now, field, None)
        if before != after:
            said = told(both, field, before), told(both, field, after)
            yield _row(both, entity_id, str(label), *said, _gained(field, before, after, better))


def _row(
    both: Histories, entity_id: str, label: str, before: str, after: str, gained: bool = False
) -> DiffRow:
    owner = both.owner(entity_id)
    name = both.name(entity_id)
    what = name if name and name != entity_id else _("The league")
    return DiffRow(_("now"), what, label, owner.name or _("all"), owner.emblem, before, after, gained)


def _gained(field: str, before: Any, after: Any, better: int) -> bool:
    if field == "status":
        return before in LOST and after not in LOST
    if not isinstance(before, int) or not isinstance(after, int):
        return False
    return (after - before) * better > 0


def told(both: Histories, field: str, value: Any) -> str:
    """A figure in words: a list by its labels, an id by its name, nothing as a dash."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value in (None, "", ()):
        return "–"
    if field == "kills":
        return str(len(value))
    if isinstance(value, tuple):
        return ", ".join(_part(both, one) for one in value)
    return str(STATUS.get(value, "")) or both.name(value) if isinstance(value, str) else str(value)


def _part(both: Histories, one: Any) -> str:
    if isinstance(one, str):
        return both.name(one)
    label = getattr(one, "label", "") or getattr(one, "key", "") or str(one)
    option = getattr(one, "option", "")
    said = label.replace("_", " ").capitalize()
    return f"{said} ({option})" if option else said


def _values(both: Histories, before: OprState, after: OprState) -> Iterator[DiffRow]:
    for key in before.warbands.keys() & after.warbands.keys():
        then, now = value_of(before.sheet(key)), value_of(after.sheet(key))
        if then != now:
            yield _row(both, key, _("value"), str(then), str(now), now > then)


def _places(both: Histories, before: OprState, after: OprState) -> Iterator[DiffRow]:
    then, now = _lines(before), _lines(after)
    for key in now:
        if key in then and (then[key].rank, then[key].shown) != (now[key].rank, now[key].shown):
            label = _("place and score")
            yield _row(both, key, label, _place(then[key]), _place(now[key]), now[key].rank < then[key].rank)


def _lines(state: OprState) -> dict[str, Standing]:
    from rules.opr.game import GAME

    return {line.warband: line for line in standings(state, GAME.book_of(state))}


def _place(line: Standing) -> str:
    return f"#{line.rank} · {line.shown}"
