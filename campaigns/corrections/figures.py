"""Every figure a correction changes, before and after, in words: the lower half of its preview.

Reads the two states only. Works for any book's tables; what OPR sums up itself (a warband's value, the
places in the standings) is added here, because a player argues about sums.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.seatbook import Known
from campaigns.opr.league.words import trait_name
from rules.engine.state import State
from rules.opr.books import settings_of
from rules.opr.game import book_of
from rules.opr.standings import Standing, standings
from rules.opr.state import Check, Event, Kill, Mission, OprState, Trait, value_of

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
    "warband": (lazy("belongs to"), 0),
    "sets": (lazy("skill sets"), 0),
    "veteran": (lazy("veteran"), 0),
    "joined_to": (lazy("goes with"), 0),
    "recruited": (lazy("recruited after"), 0),
    "left": (lazy("gone since"), 0),
    "name": (lazy("name"), 0),
    "number": (lazy("number"), 0),
    "winner": (lazy("winner"), 0),
    "round": (lazy("rounds"), 0),
    "missions_finished": (lazy("missions finished"), 0),
    "limit": (lazy("limit"), 0),
    "ends": (lazy("ends"), 0),
    "settings": (lazy("settings"), 0),
    "decider": (lazy("decider between"), 0),
    "averaging": (lazy("VP per mission"), 0),
    "winners": (lazy("winners"), 0),
    "treasury": (lazy("gold"), 1),
    "gold": (lazy("gold"), 1),
    "ep": (lazy("empire points"), 1),
    "outcome": (lazy("outcome"), 0),
    "owner": (lazy("owner"), 0),
    "building": (lazy("building"), 0),
}
# The same for one warband in one mission.
OF_SIDE: dict[str, tuple[Any, int]] = {
    "fielded": (lazy("came along"), 0),
    "value": (lazy("value fielded"), 0),
    "underdog": (lazy("underdog points"), 1),
    "spent": (lazy("underdog points spent"), 0),
    "objective": (lazy("special objective"), 0),
    "met": (lazy("objective met"), 1),
    "conceded": (lazy("conceded in round"), 0),
    "moment": (lazy("conceded"), 0),
    "won": (lazy("won"), 1),
    "casualties": (lazy("casualties"), 0),
    "step": (lazy("stands at"), 0),
    "skipped": (lazy("let it pass"), 0),
    "doctor": (lazy("paid the doctor"), 0),
    "stood_in": (lazy("played by the app"), 0),
}
# How an event's decision or duel ended.
OUTCOMES = {
    "no_target": lazy("met nobody"),
    "captured": lazy("captured"),
    "paid": lazy("bought free"),
    "lost": lazy("lost"),
    "won": lazy("won"),
    "sent": lazy("sent away"),
    "declined": lazy("nobody sent"),
    "left": lazy("got away with it"),
    "stayed": lazy("did not get away"),
    "void": lazy("void"),
}
COUNTED = ("spent",)  # lists of which the number says enough
KEYS = ("objective", "sets")  # what a book of warbands names
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
    "play": lazy("the mission"),
    "casualties": lazy("casualties"),
    "experience": lazy("experience"),
    "upgrades": lazy("upgrades"),
    "recruiting": lazy("recruiting"),
    "done": lazy("done"),
    "round_start": lazy("at the start of a round"),
    "rout_test": lazy("before a rout test"),
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
    names: Mapping[type, Callable[[Any, Any], str]] = dataclasses.field(
        default_factory=dict
    )  # of what has none
    veil: Callable[[dict[str, Any]], dict[str, Any]] = dict  # what the reader may see of an entity

    def hides(self, entity_id: str, field: str, value: Any) -> bool:
        """Whether a figure is not for the reader's eyes."""
        return value is not None and self.veil({"id": entity_id, field: value}).get(field) is None

    def name(self, entity_id: str) -> str:
        """What an id is called in either history; the id itself when nothing has it."""
        for state in (self.after, self.before):
            for table in state.tables():
                found = getattr(state, table).get(entity_id)
                if found is not None:
                    named = self.names.get(type(found))
                    return named(state, found) if named else thing_name(found)
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


def thing_name(entity: Any) -> str:
    """The name of an entity; a mission without one by its number."""
    name = str(getattr(entity, "name", "") or "")
    number = getattr(entity, "number", 0)
    return name or (_("mission %(n)s") % {"n": number} if number else "")


def figure_rows(both: Histories) -> list[DiffRow]:
    """Every figure that differs: mission by mission, then as things stand now, values and standings last."""
    rows = [row for table in both.before.tables() for row in _table_rows(both, table)]
    rows = sorted(rows, key=lambda row: row.occasion == _("now"))
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
            yield from _fields(both, entity_id, then, now, SHOWN)
            if isinstance(then, Mission):
                yield from _of_mission(both, then, now)


def _came_or_went(both: Histories, entity_id: str, then: Any, now: Any) -> DiffRow:
    there, gone = _("there"), _("gone") if then is not None else "–"
    before, after = (there, gone) if then is not None else (gone, there)
    return _row(both, entity_id, "", before, after, now is not None)


def _fields(
    both: Histories, entity_id: str, then: Any, now: Any, shown: Mapping[str, tuple[Any, int]]
) -> Iterator[DiffRow]:
    for field, (label, better) in shown.items():
        before, after = getattr(then, field, None), getattr(now, field, None)
        if before != after and (before or after):
            if both.hides(entity_id, field, after):
                yield _row(both, entity_id, str(label), _("hidden"), _("hidden"))
                continue
            said = _both_told(both, field, before, after)
            yield _row(both, entity_id, str(label), *said, _gained(field, before, after, better))


def _both_told(both: Histories, field: str, before: Any, after: Any) -> tuple[str, str]:
    """Two values in words; of lists only what is not in both, unless the order is all that differs."""
    if isinstance(before, tuple) and isinstance(after, tuple) and field not in COUNTED:
        gone, come = (
            tuple(one for one in two if one not in too) for two, too in ((before, after), (after, before))
        )
        before, after = (gone, come) if gone or come else (before, after)
    return told(both, field, before), told(both, field, after)


def _of_mission(both: Histories, then: Mission, now: Mission) -> Iterator[DiffRow]:
    """What a mission keeps of its sides, its ledger of who took out whom, its event dice and its events."""
    sides = {side.warband: side for side in now.sides}
    where = _("M%(n)s") % {"n": now.number}
    for side in then.sides:
        other = sides.get(side.warband)
        if other is not None and other != side:
            rows = _fields(both, side.warband, side, other, OF_SIDE)
            yield from (replace(row, occasion=where) for row in rows)
    yield from _lists(both, then, where, _("taken out"), *_kills(both, then, now))
    yield from _lists(both, then, where, _("event dice"), *_apart(then.checks, now.checks, _check))
    yield from _lists(both, then, where, _("events"), *_apart(then.events, now.events, _happened(both)))


def _lists(
    both: Histories, mission: Mission, where: str, label: str, before: str, after: str
) -> Iterator[DiffRow]:
    if before != after:
        yield replace(_row(both, mission.id, label, before, after), occasion=where)


def _apart(then: tuple[Any, ...], now: tuple[Any, ...], tell: Callable[[Any], str]) -> tuple[str, str]:
    """Of two lists only what is not in both, in words."""
    gone = ", ".join(tell(one) for one in then if one not in now)
    come = ", ".join(tell(one) for one in now if one not in then)
    return gone or "–", come or "–"


def _kills(both: Histories, then: Mission, now: Mission) -> tuple[str, str]:
    def tell(kill: Kill) -> str:
        victim = both.name(kill.victim)
        if not kill.killer:
            return victim
        return _("%(victim)s by %(killer)s") % {"victim": victim, "killer": both.name(kill.killer)}

    before, after = _apart(then.kills, now.kills, tell)
    return (before, after) if before != after else _apart(then.kills, now.kills, _details)


def _details(kill: Kill) -> str:
    """What else is known of a kill, where victim and killer are the same."""
    words = [_("round %(n)s") % {"n": kill.round}] if kill.round else []
    ticked = {
        _("in melee"): kill.melee,
        _("charging"): kill.charge,
        _("was down"): kill.down,
        _("routed"): kill.routed,
    }
    return ", ".join([*words, *(word for word, so in ticked.items() if so)]) or _("no more is known")


def _check(check: Check) -> str:
    return _("round %(round)s: %(die)s") % {"round": check.round, "die": check.die}


def _happened(both: Histories) -> Callable[[Event], str]:
    def tell(event: Event) -> str:
        assert isinstance(both.after, OprState)
        name = book_of(both.after).book.event_by_code[event.code].name
        whom = [both.name(one) for one in event.units] or [both.name(event.warband)] * bool(event.warband)
        whom += [one.name for one in event.app_hit]
        said = [*whom, *([OUTCOMES.get(event.outcome, event.outcome)] if event.outcome else [])]
        said += [_("note open")] if event.revealed else []
        return f"{name} ({', '.join(map(str, said))})" if said else name

    return tell


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
    if field in COUNTED:
        return str(len(value))
    if field in KEYS and isinstance(value, str):
        return _by_book(both, field, value)
    if field == "settings":
        return ", ".join(_setting(both, key, chosen) for key, chosen in value)
    if isinstance(value, datetime):
        return date_format(localtime(value), "j F, H:i")
    if isinstance(value, tuple):
        return ", ".join(told(both, field, one) if field in KEYS else _part(both, one) for one in value)
    return str(STATUS.get(value, "")) or both.name(value) if isinstance(value, str) else str(value)


def _by_book(both: Histories, field: str, key: str) -> str:
    """What the book calls a special objective or a set of skills."""
    if not isinstance(both.after, OprState):
        return key
    book = book_of(both.after).book
    named = book.objectives if field == "objective" else book.skill_sets
    return next((one.name for one in named if one.key == key), key)


def _setting(both: Histories, key: str, chosen: Any) -> str:
    """A setting as its book words it."""
    settings = settings_of(both.after.league.edition) if isinstance(both.after, OprState) else ()
    setting = next((one for one in settings if one.key == key), None)
    if setting is None:
        return f"{key}: {chosen}".replace("_", " ")
    words = {one.value: one.label for one in setting.choices}
    return f"{setting.name}: {words.get(chosen, chosen)}"


def _part(both: Histories, one: Any) -> str:
    if isinstance(one, str):
        return both.name(one)
    if isinstance(one, Trait) and isinstance(both.after, OprState):
        return trait_name(book_of(both.after), one)
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
    return {line.warband: line for line in standings(state, book_of(state))}


def _place(line: Standing) -> str:
    return f"#{line.rank} · {line.shown}"
