"""What a die may buy or recruit for a rival: offers an organiser writes down, and those the sheet knows.

Source: SOLO-02, SOLO-76
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaigns.models import Entry
from campaigns.opr.here import OprHere
from rules.engine.codec import dump
from rules.engine.refusals import Refused
from rules.opr.aftermath.rival_market import more_of_the_same
from rules.opr.state import Mission, Side

BLANK = 4  # empty lines to write on
FIELDS = ("unit", "label", "price", "kind")
STEPS = {"upgrades": "rival-upgrades", "recruiting": "rival-recruits"}


@dataclass(frozen=True, slots=True)
class Line:
    """An offer as it was typed: what, its price, for whom (`unit`) or what it is (`kind`)."""

    unit: str = ""
    label: str = ""
    price: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """A unit like one that the rival has; ticked, it is offered."""

    name: str
    points: int
    on: bool


@dataclass(frozen=True, slots=True)
class DieBuys:
    """`procedure`: what the button does; `drawn`: the die has chosen in this step."""

    procedure: str
    known: tuple[Known, ...]
    lines: tuple[Line, ...]
    drawn: bool


def build(here: OprHere, mission: Mission, side: Side) -> DieBuys | None:
    """For the organiser, where a die chooses for this warband; else nothing."""
    rival = here.state.warbands[side.warband].rival != ""
    if not (rival and here.is_organiser and side.step in STEPS and here.book.setting("ai_choices") == "die"):
        return None
    post = here.request.POST if here.request.POST.get("do", "").startswith("rival_") else None
    return DieBuys(
        procedure="rival_upgrades" if side.step == "upgrades" else "rival_recruits",
        known=_known(here, side, post) if side.step == "recruiting" else (),
        lines=(*(_lines(post) if post is not None else ()), *[Line()] * BLANK),
        drawn=_drawn(here, mission, side),
    )


def _drawn(here: OprHere, mission: Mission, side: Side) -> bool:
    slot = f"mission:{mission.id}:{side.warband}:{STEPS[side.step]}"
    return Entry.objects.filter(scope=here.scope, slot__name=slot, void=False).exists()


def _known(here: OprHere, side: Side, post: QueryDict | None) -> tuple[Known, ...]:
    same = more_of_the_same(here.state, here.book, side.warband)
    ticked = None if post is None else post.getlist("same")
    return tuple(Known(one.name, one.points, ticked is None or one.name in ticked) for one in same)


def _lines(post: QueryDict) -> list[Line]:
    """The lines on which something stands."""
    columns = {field: post.getlist(field) for field in FIELDS}
    rows = [
        Line(**{field: values[n] if n < len(values) else "" for field, values in columns.items()})
        for n in range(len(columns["label"]))
    ]
    return [row for row in rows if row.label.strip() or row.price.strip()]


def upgrades_offered(post: QueryDict) -> list[dict[str, Any]]:
    """What is offered, as the rules take it. Raises `Refused` for a price that cannot be read."""
    return [{"unit": row.unit, "item": {"label": _label(row), "price": _price(row)}} for row in _lines(post)]


def recruits_offered(here: OprHere, warband: str) -> list[dict[str, Any]]:
    post = here.request.POST
    ticked = post.getlist("same")
    same = [one for one in more_of_the_same(here.state, here.book, warband) if one.name in ticked]
    rows = _lines(post)
    typed = [{"name": _label(row), "points": _price(row), "hero": row.kind == "hero"} for row in rows]
    return [*map(dump, same), *typed]


def _label(row: Line) -> str:
    if not row.label.strip():
        raise Refused("", _("What costs %(price)s? Write it beside.") % {"price": row.price.strip()}, "label")
    return row.label.strip()


def _price(row: Line) -> int:
    text = row.price.strip().replace("−", "-")
    digits = text.removeprefix("-")
    if not (digits.isdecimal() and len(digits) < 6):
        told = _("What does %(what)s cost? A whole number of points.")
        raise Refused("", told % {"what": row.label.strip()}, "price")
    return int(text)
