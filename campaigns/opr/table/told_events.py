"""The random events of an evening on its report: added one by one, each with its own questions.

Works without script: to add an event or to take one away sends the form, which comes back with all that
stands on it. Nothing is kept before the report itself is sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaigns.shell.reading.sent_once import ADD_EVENT as ADD
from campaigns.shell.reading.sent_once import DROP_EVENT as AWAY
from campaigns.shell.reading.sent_once import ONLY_ASKS
from rules.engine.questions import faces_of
from rules.engine.refusals import Refused
from rules.opr.app_sides import APP
from rules.opr.books import EventEntry, InForce
from rules.opr.reports.afterwards import Asks, ToldEvent, asks, reads_rounds

MOST_EVENTS = 60

type Named = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Cast:
    """Who was at the table, and by which book: warbands, the units of each, and the app's own warbands."""

    rules: InForce
    warbands: Named
    units: Mapping[str, Named]
    app: Named = ()

    def groups(self, *, but: str = "") -> tuple[tuple[str, Named], ...]:
        return tuple((name, self.units[one]) for one, name in self.warbands if one != but)


@dataclass(frozen=True, slots=True)
class Select:
    """One question of an event: options in groups, with the words for none of them."""

    name: str
    label: str
    groups: tuple[tuple[str, Named], ...]
    chosen: str
    none: str


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event that was told. `faces` of its die; `through` None: it is not asked."""

    place: int
    code: int
    round: int
    name: str
    text: str
    selects: tuple[Select, ...]
    die: str
    faces: tuple[int, ...]
    number: int
    through: bool | None
    reads_rounds: bool

    @property
    def dice(self) -> tuple[int, int]:
        return self.code // 10, self.code % 10


@dataclass(frozen=True, slots=True)
class ToldForm:
    """The fold of random events; `next_round` is where the next one is added."""

    rows: tuple[EventRow, ...]
    open: bool
    next_round: int
    pending: str
    reads_rounds: bool

    faces: ClassVar[tuple[int, ...]] = faces_of("D6")

    @property
    def taps(self) -> Named:
        """The two dice to tap."""
        return ("first", _("First die")), ("second", _("Second die"))


def build(cast: Cast, told: Iterable[Mapping[str, Any]], post: QueryDict | None = None) -> ToldForm:
    """The fold with what was told; open while somebody is adding."""
    book = cast.rules.book.event_by_code
    known = [one for one in told if one.get("code") in book]
    rows = tuple(_row(cast, place, one) for place, one in enumerate(known))
    sent = post if post is not None else QueryDict()
    asked = bool(rows) or ADD in sent or AWAY in sent
    later = sent.get("event-round", "")
    latest = int(later) if later.isdecimal() and len(later) < 3 else max((r.round for r in rows), default=1)
    pending = sent.get("event-typed", "") if _code(sent) not in book else ""
    return ToldForm(rows, asked or bool(pending), latest, pending, any(row.reads_rounds for row in rows))


def _row(cast: Cast, place: int, told: Mapping[str, Any]) -> EventRow:
    entry = cast.rules.book.event_by_code[told["code"]]
    wanted = asks(cast.rules, entry)
    one = ToldEvent(**{"round": 1, **told})
    through = one.through if wanted.through else None
    return EventRow(
        place,
        entry.code,
        one.round,
        entry.name,
        entry.text,
        tuple(_selects(cast, f"event:{place}", entry, wanted, one)),
        wanted.die,
        faces_of(wanted.die) if wanted.die else (),
        one.number,
        through,
        reads_rounds(cast.rules, one),
    )


def _selects(cast: Cast, start: str, entry: EventEntry, wanted: Asks, one: ToldEvent) -> Iterable[Select]:
    own = ((_("The app’s own"), cast.app),) if cast.app else ()
    if wanted.met == "unit":
        none = _("nobody: nothing happens") if entry.eligible else _("choose")
        met = one.unit or one.warband
        yield Select(f"{start}:met", _("Whom did it meet?"), (*cast.groups(), *own), met, none)
    elif wanted.met == "warband":
        groups = (("", cast.warbands), *own)
        yield Select(f"{start}:met", _("Whom did it meet?"), groups, one.warband, _("choose"))
    if wanted.named:
        labels = {
            "marker": _("Who left the table with it?"),
            "revenge": _("Which enemy was noted?"),
            "send": _("Who was sent away?"),
        }
        yield Select(f"{start}:unit", labels[wanted.named], cast.groups(), one.unit, _("nobody"))
    if wanted.last:
        label = _("Who took out the last of it?")
        yield Select(f"{start}:last", label, cast.groups(), one.last, _("nobody"))


def only_asks(post: Mapping[str, Any]) -> bool:
    """Whether the form was sent to add an event or to take one away, not to report."""
    return any(button in post for button in ONLY_ASKS)


def read(cast: Cast, post: QueryDict) -> list[dict[str, Any]]:
    """The events that stand on the form, with the one that was just tapped."""
    found = [_told(cast, f"event:{place}", post) for place in range(MOST_EVENTS)]
    away = post.get(AWAY, "")
    kept = [one for place, one in enumerate(found) if one and str(place) != away]
    code, at = _code(post), post.get("event-round", "")
    if code in cast.rules.book.event_by_code and AWAY not in post:
        number = int(at) if at.isdecimal() and len(at) < 3 else 1
        kept.append({"round": number, "code": code})
    return kept


def check(cast: Cast | None, post: QueryDict) -> None:
    """Raise `Refused` for two dice that are none, or for nothing to add. `cast` None: none is told here."""
    if cast is None:
        return
    code, dice = _code(post), [post.get(f"event-{one}", "") for one in ("first", "second")]
    begun = bool(post.get("event-typed", "").strip() or any(dice) or ADD in post)
    if begun and AWAY not in post and code not in cast.rules.book.event_by_code:
        raise Refused("OPR-33", _("Which event? Tap both dice, or type them, say 52."), "events")


def _code(post: Mapping[str, Any]) -> int:
    """The D66 as typed, else as tapped; 0 for none."""
    text = str(post.get("event-typed", "")).strip()
    text = text or f"{post.get('event-first', '')}{post.get('event-second', '')}"
    return int(text) if len(text) == 2 and text.isdecimal() else 0


def _told(cast: Cast, start: str, post: QueryDict) -> dict[str, Any] | None:
    """One row as the rules take it; only what this event asks."""
    rules = cast.rules
    code, at = post.get(f"{start}:code", ""), post.get(f"{start}:round", "")
    entry = rules.book.event_by_code.get(int(code)) if code.isdecimal() and len(code) < 4 else None
    if entry is None:
        return None
    wanted, met = asks(rules, entry), post.get(f"{start}:met", "")
    told: dict[str, Any] = {"round": int(at) if at.isdecimal() and len(at) < 4 else 1, "code": entry.code}
    if wanted.met and met.startswith(APP):
        return {**told, "warband": met, "name": dict(cast.app).get(met, "")}
    if wanted.met and met:
        told[wanted.met] = met
    unit, die = post.get(f"{start}:unit", ""), post.get(f"{start}:number", "")
    if wanted.named and unit:
        told["unit"] = unit
    if wanted.die and die.isdecimal() and len(die) < 4:
        told["number"] = int(die)
    if wanted.through and f"{start}:through" in post:
        told["through"] = True
    if wanted.last and post.get(f"{start}:last"):
        told["last"] = post[f"{start}:last"]
    return told


def lines(here: Any, facts: Mapping[str, Any]) -> list[str]:
    """What a report says of the evening's events, one line each."""
    book, found = here.book.book.event_by_code, []
    events: Sequence[Mapping[str, Any]] = facts.get("events") or []
    for told in sorted(events, key=lambda one: one["round"]):
        entry = book.get(told["code"])
        if entry is None:
            continue
        head = _("Round %(round)s: %(event)s") % {"round": told["round"], "event": entry.name}
        more = list(_details(here, entry, told))
        found.append(f"{head}: {', '.join(more)}." if more else f"{head}.")
    return found


def _details(here: Any, entry: EventEntry, told: Mapping[str, Any]) -> Iterable[str]:
    units, warbands, one = here.state.units, here.state.warbands, ToldEvent(**told)
    if one.warband:
        yield warbands[one.warband].name if one.warband in warbands else one.name
    if one.unit in units:
        with_warband = f"{units[one.unit].name} ({warbands[units[one.unit].warband].name})"
        words = {
            "marker": _("%(unit)s left the table with it"),
            "revenge": _("%(unit)s was noted"),
            "send": _("%(unit)s was sent away"),
        }
        yield words.get(entry.kind, "%(unit)s") % {"unit": with_warband}
    if one.number:
        yield _("the die showed %(number)s") % {"number": one.number}
    if entry.kind == "escort" and not one.warband:
        yield _("it got through") if one.through else _("it did not get through")
    if one.last in units:
        yield _("%(unit)s took out the last of it") % {"unit": units[one.last].name}
