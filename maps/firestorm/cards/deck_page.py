"""A deck or chart while the organiser writes it: a line of fields for each card, and some empty ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaigns.shell.reading.reader import row_forms
from maps.firestorm.cards.cards_page import HINTS, RULES, TITLES, why_deck_fixed
from maps.firestorm.cards.forms import CardForm, LineForm, ObjectiveForm, RowForm, chart_row, cover
from maps.firestorm.viewer import FirestormViewer
from rules.engine.codec import dump
from rules.firestorm.book import FirestormInForce
from rules.firestorm.decks import chart, deck
from rules.firestorm.muster_state import Card, DeckName
from rules.firestorm.state import CAMPAIGN, Firestorm

EMPTY = 3  # lines to write more into
KINDS: dict[DeckName, type[LineForm]] = {
    "objective": ObjectiveForm, "time_of_war": CardForm, "sudden_death": CardForm, "champion": RowForm,
    "unit": RowForm,
}  # fmt: skip


@dataclass(frozen=True)
class DeckPage:
    """The lines to type in; `why_not` says why the deck stays as it is. `own`: it is not the neutral set."""

    key: DeckName
    title: str
    hint: str
    rule: str
    lines: tuple[LineForm, ...]
    own: bool
    is_chart: bool
    why_not: str


def deck_page(viewer: FirestormViewer, key: DeckName, lines: Iterable[LineForm] = ()) -> DeckPage:
    """The page with what is in the deck now, or with `lines` as they were typed."""
    typed = tuple(lines)
    now = typed or _lines(viewer.state, viewer.book, key)
    blank = tuple(KINDS[key](None) for _n in range(EMPTY))
    return DeckPage(
        key=key,
        title=_(TITLES[key]),
        hint=_(HINTS[key]),
        rule=RULES[key],
        lines=(*now, *blank),
        own=key in viewer.state.now.own,
        is_chart=KINDS[key] is RowForm,
        why_not=why_deck_fixed(viewer, key),
    )


def _lines(state: Firestorm, book: FirestormInForce, key: DeckName) -> tuple[LineForm, ...]:
    kind = KINDS[key]
    if key == "unit" or key == "champion":
        return tuple(kind(initial=dump(one)) for one in chart(state, book, key))
    return tuple(kind(initial=dump(one)) for one in deck(state, book, key))


def typed_in(key: DeckName, data: QueryDict | None) -> tuple[list[LineForm], bool]:
    """The lines that were typed, and whether they can be taken; what is wrong stands beside its field."""
    lines = [one for one in row_forms(KINDS[key], data, "name") if not one.is_left_out]
    fine = [one.is_valid() for one in lines]
    charted = [one for one in lines if isinstance(one, RowForm)]
    whole = cover(charted) if charted and all(fine) else True
    return lines, all(fine) and whole


def deck_act(key: DeckName, lines: Iterable[LineForm]) -> tuple[str, dict[str, object]]:
    """The act that writes these lines, with its parameters."""
    if key == "unit" or key == "champion":
        found = [dump(chart_row(one, n)) for n, one in enumerate(lines) if isinstance(one, RowForm)]
        return "write_chart", {"chart": key, "rows": [{**one, "chart": key} for one in found]}
    said = [one.cleaned_data for one in lines]
    cards = [
        Card(id=str(n), kind=key, name=one["name"], words=one["words"],
             glory=one.get("glory") or 0, build=one.get("build") or 0)
        for n, one in enumerate(said)
    ]  # fmt: skip
    return "write_deck", {"kind": key, "cards": [dump(one) for one in cards]}


def neutral(viewer: FirestormViewer, key: DeckName) -> tuple[str, dict[str, object]]:
    """The act that lays the neutral set anew."""
    plain = viewer.state.change("campaign", CAMPAIGN, own=())
    if key == "unit" or key == "champion":
        return "write_chart", {"chart": key, "rows": [dump(one) for one in chart(plain, viewer.book, key)]}
    return "write_deck", {"kind": key, "cards": [dump(one) for one in deck(plain, viewer.book, key)]}
