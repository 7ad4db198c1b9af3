"""The lines of an edited list beside its warband: a sign, what was and is, the price, and what one can say.

What somebody says stands in the page's address, so that every choice is a link and the page works without
script.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from campaigns.engine.lines import ButtonLink
from campaigns.opr.imports.gear import weapons_line
from campaigns.opr.table.new_list.comparing import Compared, label_of
from campaigns.opr.table.new_list.matching import NEW
from campaigns.opr.table.new_list.planning import Planned, PlannedStep
from campaigns.opr.viewer import OprViewer
from rules.engine.language import signed, with_heading
from rules.opr.state import Unit
from rules.opr.values import profile_counts

MOST_FITS = 6  # whom a unit may be, as links


@dataclass(frozen=True, slots=True)
class StepNote:
    """What a change does to the pool, why, and by which rule; `refused`: the sentence why it is left out."""

    amount: str
    note: str
    rule: str
    refused: str = ""


@dataclass(frozen=True, slots=True)
class ListLine:
    """A unit. `sign` says what happens to it, `tone` is "ask", "refused" or empty; `was` and `now` are its
    names, `goes` and `comes` what it loses and gets.
    """

    sign: str
    tone: str
    hero: bool
    was: str
    now: str
    goes: str
    comes: str
    notes: tuple[str, ...]
    told: tuple[StepNote, ...]
    links: tuple[ButtonLink, ...]

    @property
    def is_renamed(self) -> bool:
        return bool(self.was and self.now and self.was != self.now)


def edited_list_lines(viewer: OprViewer, planned: Sequence[Planned], said: QueryDict) -> Iterator[ListLine]:
    """What changes first, then what is asked, missing and left out."""
    missing = [one.of.unit for one in planned if one.of.is_missing and one.of.unit]
    found = [_line(viewer, one, missing, said) for one in planned]
    order = ("", "ask", "refused")
    yield from sorted(found, key=lambda line: order.index(line.tone))


def _line(viewer: OprViewer, one: Planned, missing: Sequence[Unit], said: QueryDict) -> ListLine:
    of = one.of
    unit, listed = of.unit, of.listed
    named = unit or listed
    assert named is not None
    sign = _sign(one)
    is_new = unit is None and not of.fits and not of.dead
    return ListLine(
        sign=sign,
        tone="ask" if sign in ("ask", "missing", "fallen") else "refused" if sign == "out" else "",
        hero=named.hero,
        was=unit.name if unit else "",
        now=(of.name or unit.name if unit else listed.name) if listed else "",
        goes=_goes(of),
        comes=weapons_line(listed.weapons) if is_new and listed else _comes(of),
        notes=tuple(_notes(one)),
        told=tuple(_told(viewer, step, one) for step in one.steps),
        links=tuple(_links(one, missing, said)),
    )


def _sign(one: Planned) -> str:
    """What happens to it, in one word: a die first, then what costs most."""
    of = one.of
    if of.is_missing:
        return "disbanded" if one.booked else "out" if one.refused else "missing"
    if of.fits:
        return "ask"
    if of.dead:
        return "fallen"
    booked = [step.kind for step in one.booked]
    if any(step.sale and step.sale.gamble for step in one.booked):
        return "die"
    kinds = ("new", "bought", "sold", "renamed", "rearmed")
    return next((kind for kind in kinds if kind in booked), "out")


def _goes(of: Compared) -> str:
    """What it no longer has: what it sells, or else what it has put down."""
    if of.sold or of.part or not (of.listed and of.unit):
        parts = [of.part.label] if of.part else []
        return ", ".join([*(item.label for item in of.sold), *parts])
    return label_of(profile_counts(of.unit.profile) - profile_counts(of.rearmed)) if of.rearmed else ""


def _comes(of: Compared) -> str:
    if of.bought or not (of.listed and of.unit):
        return ", ".join(item.label for item in of.bought)
    return label_of(profile_counts(of.rearmed) - profile_counts(of.unit.profile)) if of.rearmed else ""


def _notes(one: Planned) -> Iterable[str]:
    of = one.of
    if of.is_missing and not one.steps:
        yield _("Not on the new list. It stays in your warband.")
    if of.guessed:
        yield _("Same kind and price, so the same unit.")
    if of.dead:
        yield _("It has died. Take it off the list, or recruit another one.")
    if of.fits:
        yield _("Which of your units is this?")
    if of.listed and of.is_new and not one.steps:
        yield _("Left out; it will not be recruited.")
    yield from of.stays


def _told(viewer: OprViewer, step: PlannedStep, one: Planned) -> StepNote:
    refused = step.refused
    why_not = refused.sentence if refused else ""
    if refused and step.item and len(one.steps) > 1:
        why_not = with_heading(step.item.label, why_not)
    rule = refused.rule if refused else _rule(step, one)
    return StepNote(_amount(step, one), _note(step), rule, why_not)


def _amount(step: PlannedStep, one: Planned) -> str:
    """What it does to the pool; that a unit's changes are free is said once."""
    if step.sale and step.sale.gamble:
        return _("%(n)s or 0") % {"n": signed(step.points)}
    if step.points:
        return signed(step.points)
    is_free = not any(other.points for other in one.steps)
    return pgettext("a price", "free") if is_free and one.booked[:1] == [step] else ""


def _note(step: PlannedStep) -> str:
    if step.kind == "sold" and step.sale and step.item:
        if step.sale.gamble:
            return _("on a 4, 5 or 6")
        if step.points < 0:
            return _("getting rid of it costs its price")
        return _("half of %(n)s, rounded down") % {"n": step.item.price}
    notes = {"bought": _("list price"), "new": _("a recruit"), "disbanded": _("no refund")}
    return notes.get(step.kind, "")


def _rule(step: PlannedStep, one: Planned) -> str:
    if step.sale:
        return step.sale.rule
    hero = one.of.listed is not None and one.of.listed.hero
    rules = {"bought": "OPR-56", "renamed": "OPR-18", "rearmed": "OPR-61", "disbanded": "OPR-65"}
    return rules.get(step.kind, "OPR-62" if hero else "OPR-63")


def _links(one: Planned, missing: Sequence[Unit], said: QueryDict) -> Iterable[ButtonLink]:
    """What somebody can say to this line."""
    of = one.of
    if of.is_missing and of.unit:
        yield _disbanding(of.unit, said)
    if of.listed is None:
        return
    key = of.listed.key
    for unit in of.fits[:MOST_FITS]:
        yield ButtonLink(_with(said, "is", f"{key}:{unit.id}"), _("It’s %(unit)s") % {"unit": unit.name})
    if of.fits or of.dead:
        yield ButtonLink(_with(said, "is", f"{key}:{NEW}"), _("It’s a new unit"))
    if of.guessed:
        yield ButtonLink(_with(said, "is", f"{key}:{NEW}"), _("It’s a different unit"))
    if of.name:
        yield ButtonLink(_with(said, "keep", key), _("Keep the name"))
    if of.is_new:
        yield from _of_new(one, key, missing, said)


def _of_new(one: Planned, key: str, missing: Sequence[Unit], said: QueryDict) -> Iterable[ButtonLink]:
    assert one.of.listed is not None
    if one.refused and one.of.listed.hero and said.get("first") != key:
        yield ButtonLink(_with(said, "first", key, alone=True), _("Take this hero instead"))
    if one.booked:
        yield ButtonLink(_with(said, "out", key), _("Leave it out"))
    elif not one.steps:
        yield ButtonLink(_without(said, "out", key), _("Recruit it after all"))
    like = [unit for unit in missing if unit.hero == one.of.listed.hero]
    for unit in like[:MOST_FITS]:
        yield ButtonLink(_with(said, "is", f"{key}:{unit.id}"), _("It’s %(unit)s") % {"unit": unit.name})


def _disbanding(unit: Unit, said: QueryDict) -> ButtonLink:
    if unit.id in said.getlist("disband"):
        return ButtonLink(_without(said, "disband", unit.id), _("Keep it after all"))
    return ButtonLink(_with(said, "disband", unit.id), _("Disband it instead"))


def _with(said: QueryDict, name: str, value: str, *, alone: bool = False) -> str:
    """The page's address with one more thing said; of a unit of the list, only the latest."""
    more = said.copy()
    before = [] if alone else more.getlist(name)
    if name == "is":
        key = value.partition(":")[0]
        before = [one for one in before if one.partition(":")[0] != key]
    more.setlist(name, list(dict.fromkeys([*before, value])))
    return f"?{more.urlencode()}"


def _without(said: QueryDict, name: str, value: str) -> str:
    less = said.copy()
    less.setlist(name, [one for one in less.getlist(name) if one != value])
    return f"?{less.urlencode()}"
