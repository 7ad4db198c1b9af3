"""What a die may buy or recruit for a rival: offers an organiser writes down, and those the sheet knows.

Source: SOLO-02, SOLO-76
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict

from campaigns.models import Entry
from campaigns.opr.table.forms import OfferForm
from campaigns.opr.viewer import OprViewer
from campaigns.shell.reading.drawing import set_choices
from campaigns.shell.reading.reader import read, row_forms, sent_ids, sent_to, word
from rules.engine.codec import dump
from rules.engine.plain import JsonObject
from rules.opr.aftermath.rival_market import more_of_the_same
from rules.opr.state import Mission, Side

BLANK = 4  # empty lines to write on
STEPS = {"upgrades": "rival-upgrades", "recruiting": "rival-recruits"}


@dataclass(frozen=True, slots=True)
class RivalUnit:
    """A unit like one that the rival has; ticked, it is offered."""

    name: str
    points: int
    on: bool


@dataclass(frozen=True, slots=True)
class DieBuys:
    """`procedure`: what the button does; `drawn`: the die has chosen in this step."""

    procedure: str
    known: tuple[RivalUnit, ...]
    lines: tuple[OfferForm, ...]
    drawn: bool


def rival_step(viewer: OprViewer, mission: Mission, side: Side) -> DieBuys | None:
    """For the organiser, where a die chooses for this warband; else nothing."""
    rival = viewer.state.warbands[side.warband].rival != ""
    if not (
        rival and viewer.is_organiser and side.step in STEPS and viewer.book.setting("ai_choices") == "die"
    ):
        return None
    sent = sent_to(viewer.request) if word(viewer.request, "do").startswith("rival_") else None
    return DieBuys(
        procedure="rival_upgrades" if side.step == "upgrades" else "rival_recruits",
        known=_known(viewer, side, sent) if side.step == "recruiting" else (),
        lines=_drawn_lines(viewer, side, sent),
        drawn=_drawn(viewer, mission, side),
    )


def _drawn(viewer: OprViewer, mission: Mission, side: Side) -> bool:
    slot = f"mission:{mission.id}:{side.warband}:{STEPS[side.step]}"
    return Entry.objects.filter(scope=viewer.scope, slot__name=slot, void=False).exists()


def _known(viewer: OprViewer, side: Side, sent: QueryDict | None) -> tuple[RivalUnit, ...]:
    same = more_of_the_same(viewer.state, viewer.book, side.warband)
    ticked = None if sent is None else sent_ids(viewer.request, "same")
    return tuple(RivalUnit(one.name, one.points, ticked is None or one.name in ticked) for one in same)


def _lines(sent: QueryDict | None) -> list[OfferForm]:
    """The lines on which something stands."""
    return [form for form in row_forms(OfferForm, sent, "label") if not form.blank]


def _drawn_lines(viewer: OprViewer, side: Side, sent: QueryDict | None) -> tuple[OfferForm, ...]:
    """Them as the page has them, with empty ones to write on."""
    units = [(one.id, one.name) for one in viewer.state.sheet(side.warband)]
    found = (*_lines(sent), *(OfferForm() for _ in range(BLANK)))
    for n, form in enumerate(found, 1):
        form.auto_id = f"die-%s-{n}"
        set_choices(form.fields["unit"], units)
    return found


def upgrades_offered(sent: QueryDict | None) -> list[JsonObject]:
    """What is offered, as the rules take it. Raises `Refused` for a price that cannot be read."""
    read_lines = map(read, _lines(sent))
    return [
        {"unit": one["unit"], "item": {"label": one["label"], "price": one["price"]}} for one in read_lines
    ]


def recruits_offered(viewer: OprViewer, warband: str) -> list[JsonObject]:
    ticked = sent_ids(viewer.request, "same")
    same = [one for one in more_of_the_same(viewer.state, viewer.book, warband) if one.name in ticked]
    typed = [
        {"name": one["label"], "points": one["price"], "hero": one["kind"] == "hero"}
        for one in map(read, _lines(sent_to(viewer.request)))
    ]
    return [*map(dump, same), *typed]
