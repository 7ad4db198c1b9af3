"""The random events of an evening on its report: added one by one, each with its own questions.

Works without script: to add an event or to take one away sends the form, which comes back with all that
stands on it. Nothing is kept before the report itself is sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from django import forms
from django.forms import BoundField
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.opr.viewer import OprViewer
from campaigns.shell.reading import reader
from campaigns.shell.reading.drawing import set_choices
from campaigns.shell.reading.fields import Data, Option, PickField, TickField, WholeField
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.reader import Said, tapped, ticked
from campaigns.shell.reading.sent_once import ONLY_ASKS
from rules.engine.language import with_heading
from rules.engine.plain import JsonObject, Params, number_in, tables_in, text_in
from rules.engine.questions import die_values
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
class ToldEventRow:
    """An event that was told. `faces` of its die; `through` None: it is not asked."""

    place: int
    code: int
    round: int
    name: str
    text: str
    selects: tuple[BoundField, ...]
    die: str
    faces: tuple[int, ...]
    number: int
    through: bool | None
    reads_rounds: bool

    @property
    def dice(self) -> tuple[int, int]:
        return self.code // 10, self.code % 10


@dataclass(frozen=True, slots=True)
class ToldEventsForm:
    """The fold of random events; `next_round` is where the next one is added."""

    rows: tuple[ToldEventRow, ...]
    open: bool
    next_round: int
    pending: str
    reads_rounds: bool

    faces: ClassVar[tuple[int, ...]] = die_values("D6")

    @property
    def typed(self) -> BoundField:
        """The two dice as typed."""
        form = AddEventForm(None)
        form.initial = {"typed": self.pending}
        return form["typed"]

    @property
    def taps(self) -> Named:
        """The two dice to tap."""
        return ("first", _("First die")), ("second", _("Second die"))


class AddEventForm(PlainForm):
    """The event that is being added: two dice, tapped or typed, and its round."""

    round = WholeField(required=False, least=1, most=99)
    typed = forms.CharField(
        label=lazy("Or type the D66"),
        required=False,
        widget=forms.TextInput({"inputmode": "numeric", "maxlength": 2, "size": 4}),
    )
    first = forms.CharField(required=False)
    second = forms.CharField(required=False)
    add = TickField()
    away = forms.CharField(required=False)

    def __init__(self, data: Data) -> None:
        super().__init__(data, prefix="event")
        self.said: Said = self.cleaned_data if self.is_valid() or self.is_bound else {}

    @property
    def code(self) -> int:
        """The D66 as typed, else as tapped; 0 for none."""
        text = text_in(self.said, "typed") or text_in(self.said, "first") + text_in(self.said, "second")
        return (reader.number_of(text) or 0) if len(text) == 2 else 0

    @property
    def begun(self) -> bool:
        return any(self.said.get(one) for one in ("typed", "first", "second", "add"))

    @property
    def drops(self) -> bool:
        """Whether the form was sent to take an event away."""
        return bool(self.said.get("away"))


class EventForm(PlainForm):
    """An event that was told: what its questions were answered with."""

    code = WholeField(required=False)
    round = WholeField(required=False, least=1, most=999)
    met = PickField(label=lazy("Who did it affect?"))
    unit = PickField()
    number = WholeField(required=False, least=1, most=999)
    through = TickField()
    last = PickField(label=lazy("Who took out the last one?"))

    def __init__(self, data: Data, place: int) -> None:
        super().__init__(data, prefix=f"event:{place}")

    def add_prefix(self, field_name: str) -> str:
        return f"{self.prefix}:{field_name}"

    def ask(self, name: str, groups: Iterable[tuple[str, Named]], chosen: str, none: str) -> BoundField:
        """One question of the event: options in groups, with the words for none of them."""
        options: list[Option] = [("", none)]
        for group, named in groups:
            options += [(group, list(named))] if group else named
        set_choices(self.fields[name], options)
        self.initial[name] = chosen
        return self[name]


def told_events_form(cast: Cast, told: Iterable[Params], sent: Data = None) -> ToldEventsForm:
    """The fold with what was told; open while somebody is adding."""
    book = cast.rules.event_by_code
    known = [one for one in map(_event, told) if one.code in book]
    rows = tuple(_row(cast, place, one) for place, one in enumerate(known))
    adding = AddEventForm(sent)
    asked = bool(rows) or bool(ticked(sent, ONLY_ASKS))
    latest = number_in(adding.said, "round") or max((row.round for row in rows), default=1)
    pending = text_in(adding.said, "typed") if adding.code not in book else ""
    return ToldEventsForm(
        rows, asked or bool(pending), latest, pending, any(row.reads_rounds for row in rows)
    )


def _event(told: Params) -> ToldEvent:
    """An event as it stands among the facts."""
    return ToldEvent(
        number_in(told, "round") or 1,
        number_in(told, "code"),
        text_in(told, "warband"),
        text_in(told, "unit"),
        number_in(told, "number"),
        bool(told.get("through")),
        text_in(told, "last"),
        text_in(told, "name"),
    )


def _row(cast: Cast, place: int, one: ToldEvent) -> ToldEventRow:
    entry = cast.rules.event_by_code[one.code]
    wanted = asks(cast.rules, entry)
    through = one.through if wanted.through else None
    return ToldEventRow(
        place,
        entry.code,
        one.round,
        entry.name,
        entry.text,
        tuple(_selects(cast, EventForm(None, place), entry, wanted, one)),
        wanted.die,
        die_values(wanted.die) if wanted.die else (),
        one.number,
        through,
        reads_rounds(cast.rules, one),
    )


def _selects(
    cast: Cast, form: EventForm, entry: EventEntry, wanted: Asks, one: ToldEvent
) -> Iterable[BoundField]:
    own = ((_("The app’s warbands"), cast.app),) if cast.app else ()
    if wanted.met == "unit":
        none = _("no valid target: nothing happens") if entry.eligible else _("choose")
        met = one.unit or one.warband
        yield form.ask("met", (*cast.groups(), *own), met, none)
    elif wanted.met == "warband":
        groups = (("", cast.warbands), *own)
        yield form.ask("met", groups, one.warband, _("choose"))
    if wanted.named:
        labels = {
            "marker": _("Who left the table with it?"),
            "revenge": _("Which enemy did the note name?"),
            "send": _("Who was sent away?"),
        }
        form.fields["unit"].label = labels[wanted.named]
        yield form.ask("unit", cast.groups(), one.unit, _("nobody"))
    if wanted.last:
        yield form.ask("last", cast.groups(), one.last, _("nobody"))


def only_asks(request: HttpRequest) -> bool:
    """Whether the form was sent to add an event or to take one away, not to report."""
    return tapped(request, *ONLY_ASKS) != ""


def events_on_form(cast: Cast, sent: Data) -> list[JsonObject]:
    """The events that stand on the form, with the one that was just tapped."""
    there = [place for place in range(MOST_EVENTS) if ticked(sent, [f"event:{place}:code"])]
    found = [(place, _told(cast, EventForm(sent, place))) for place in there]
    adding = AddEventForm(sent)
    kept = [one for place, one in found if one and str(place) != adding.said.get("away", "")]
    if adding.code in cast.rules.event_by_code and not adding.drops:
        kept.append({"round": adding.said.get("round") or 1, "code": adding.code})
    return kept


def check(cast: Cast | None, sent: Data) -> None:
    """Raise `Refused` for two dice that are none, or for nothing to add. `cast` None: none is told here."""
    if cast is None:
        return
    adding = AddEventForm(sent)
    if adding.begun and not adding.drops and adding.code not in cast.rules.event_by_code:
        raise Refused("OPR-33", _("Which event? Tap both dice, or type them, for example 52."), "events")


def _told(cast: Cast, form: EventForm) -> JsonObject | None:
    """One row as the rules take it; only what this event asks."""
    form.is_valid()
    said, rules = form.cleaned_data, cast.rules
    entry = rules.event_by_code.get(said.get("code") or 0)
    if entry is None:
        return None
    wanted, met = asks(rules, entry), said.get("met", "")
    told: JsonObject = {"round": said.get("round") or 1, "code": entry.code}
    if wanted.met and met.startswith(APP):
        return {**told, "warband": met, "name": dict(cast.app).get(met, "")}
    if wanted.met and met:
        told[wanted.met] = met
    if wanted.named and said.get("unit"):
        told["unit"] = said["unit"]
    if wanted.die and said.get("number"):
        told["number"] = said["number"]
    if wanted.through and said.get("through"):
        told["through"] = True
    if wanted.last and said.get("last"):
        told["last"] = said["last"]
    return told


def event_sentences(viewer: OprViewer, facts: Params) -> list[str]:
    """What a report says of the evening's events, one line each."""
    book, found = viewer.book.event_by_code, []
    for told in sorted(map(_event, tables_in(facts, "events")), key=lambda one: one.round):
        entry = book.get(told.code)
        if entry is None:
            continue
        head = _("Round %(round)s: %(event)s") % {"round": told.round, "event": entry.name}
        more = list(_details(viewer, entry, told))
        found.append(f"{with_heading(head, ', '.join(more))}." if more else f"{head}.")
    return found


def _details(viewer: OprViewer, entry: EventEntry, one: ToldEvent) -> Iterable[str]:
    units, warbands = viewer.state.units, viewer.state.warbands
    if one.warband:
        yield warbands[one.warband].name if one.warband in warbands else one.name
    if one.unit in units:
        with_warband = f"{units[one.unit].name} ({warbands[units[one.unit].warband].name})"
        words = {
            "marker": _("%(unit)s left the table with it"),
            "revenge": _("the note named %(unit)s"),
            "send": _("%(unit)s was sent away"),
        }
        yield words.get(entry.kind, "%(unit)s") % {"unit": with_warband}
    if one.number:
        yield _("the die showed %(number)s") % {"number": one.number}
    if entry.kind == "escort" and not one.warband:
        yield _("it got through") if one.through else _("it did not get through")
    if one.last in units:
        yield _("%(unit)s took out the last one") % {"unit": units[one.last].name}
