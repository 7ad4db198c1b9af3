"""Whom a warband can recruit from its player's lists: the one it was founded from, and those handed in since.

A unit of a list comes with its weapons, rules and upgrades, so that its sheet and card say what it can do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from campaigns import imports
from campaigns.engine.plugins import entry_effects
from campaigns.engine.who.rights import Actor
from campaigns.models import ArmyDraft, Seat
from campaigns.opr.imports.draft import DraftArmy, DraftUnit, unit_facts
from campaigns.opr.imports.gear import rules_line, weapons_line
from campaigns.opr.viewer import OprViewer
from campaigns.opr.warbands.forms import BringForm
from campaigns.opr.warbands.handing_in import army_of
from campaigns.shell.reading.reader import sent_to, word
from rules.engine.language import with_heading
from rules.engine.plain import JsonObject, text_in
from rules.opr.effects import UnitJoined, UnitRenamed
from rules.opr.state import Mission, Side

HAND_IN = "read_list"  # the button that hands a list in
MOST_BROUGHT = 5  # of the lists are named on the page


@dataclass(frozen=True, slots=True)
class ListOffer:
    """A unit of a list that is not on the sheet. `code` names it in the form; `gear` is what it carries, and
    `spare` the points the pool has left after it: below zero, it cannot be paid.
    """

    code: str
    name: str
    kind: str
    hero: bool
    points: int
    gear: str
    spare: int

    @property
    def short(self) -> int:
        return max(0, -self.spare)


@dataclass(frozen=True, slots=True)
class Brought:
    """A list that can be laid beside the warband again."""

    url: str
    name: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Lists:
    """What the lists offer, what of the newest was not taken over, the latest that can be laid beside the
    warband, and the form for another one.
    """

    offers: tuple[ListOffer, ...]
    left_out: tuple[str, ...]
    brought: tuple[Brought, ...]
    form: BringForm


def offered_lists(viewer: OprViewer, mission: Mission, side: Side) -> Lists:
    drafts = drafts_of(viewer, side.warband) if side.step in ("upgrades", "recruiting") else []
    listed = drafts if side.step == "recruiting" else []
    newest = DraftArmy.from_dict(listed[0].data).remarks if listed else ()
    left_out = (one for one in newest if one.level in ("ignored", "refused"))
    pool = viewer.state.warbands[side.warband].pool
    return Lists(
        offers=tuple(_offer(code, unit, pool) for code, unit in _units(viewer, side.warband, listed)),
        left_out=tuple(with_heading(one.where, one.sentence) for one in left_out),
        brought=tuple(_brought(viewer, mission, draft) for draft in drafts[:MOST_BROUGHT]),
        form=form_of(viewer),
    )


def _brought(viewer: OprViewer, mission: Mission, draft: ArmyDraft) -> Brought:
    url = reverse("campaigns:new_list", args=[viewer.scope.pk, mission.id, draft.warband, draft.pk])
    return Brought(url, DraftArmy.from_dict(draft.data).name, draft.made_at)


def form_of(viewer: OprViewer) -> BringForm:
    """The form that takes a list, filled in where it was sent."""
    sent = sent_to(viewer.request) if word(viewer.request, "do") == HAND_IN else None
    seat = viewer.seat
    assert seat is not None
    files = viewer.request.FILES if sent is not None else None
    return BringForm(sent, files, seat=seat, players=Seat.objects.none())


def offered_unit(viewer: OprViewer, warband: str, code: str) -> JsonObject | None:
    """A unit as the rules take it; None when no list has it any more."""
    units = dict(_units(viewer, warband, drafts_of(viewer, warband)))
    return unit_facts(units[code], ()) if code in units else None


def hand_in(viewer: OprViewer, side: Side, form: BringForm) -> ArmyDraft | None:
    """Keep a list to lay beside the warband; what cannot be read is said beside the form."""
    if not form.is_valid():
        return None
    source, filename = form.source()
    try:
        army = army_of(viewer, source, filename)
    except imports.Unreadable as error:
        form.add_error("file" if form.cleaned_data.get("file") else "text", error.sentence)
        return None
    by = _by(viewer.actor)
    owner = Seat.objects.filter(pk=viewer.state.warbands[side.warband].owner or 0).first() or by
    return ArmyDraft.objects.create(
        scope=viewer.scope, seat=owner, made_by=by, source=source, filename=filename,
        data=army.as_dict(), warband=side.warband,
    )  # fmt: skip


def _by(actor: Actor) -> Seat:
    assert actor.seat is not None
    return actor.seat


def drafts_of(viewer: OprViewer, warband: str) -> list[ArmyDraft]:
    """The newest first."""
    return list(ArmyDraft.objects.filter(scope=viewer.scope, warband=warband).defer("source"))


def _units(viewer: OprViewer, warband: str, drafts: list[ArmyDraft]) -> Iterator[tuple[str, DraftUnit]]:
    """Those not on the sheet, each name once, from the newest list that has it."""
    taken = {name.casefold() for name in (*_names(viewer, warband), *_former_names(viewer, warband))}
    for draft in drafts:
        for unit in DraftArmy.from_dict(draft.data).units:
            if not unit.is_blank and unit.name.casefold() not in taken:
                taken.add(unit.name.casefold())
                yield f"{draft.pk}:{unit.key}", unit


def _names(viewer: OprViewer, warband: str) -> list[str]:
    return [unit.name for unit in viewer.state.sheet(warband)]


def _former_names(viewer: OprViewer, warband: str) -> Iterator[str]:
    """What units on the sheet were called before they were given another name."""
    told = viewer.scope.entries.filter(void=False).prefetch_related("texts")
    renamed = told.filter(procedure="opr.rename_unit", params__warband=warband)
    units = {text_in(one.params, "unit") for one in renamed} & {one.id for one in viewer.state.sheet(warband)}
    codes = {one.rpartition(".")[0] for one in units}
    for entry in (*told.filter(slot__code__in=codes), *renamed) if units else ():
        for effect in entry_effects(entry, {text.n: text.body for text in entry.texts.all()}):
            if isinstance(effect, UnitRenamed) and effect.unit in units:
                yield effect.name
            if isinstance(effect, UnitJoined) and effect.id in units:
                yield effect.name


def _offer(code: str, unit: DraftUnit, pool: int) -> ListOffer:
    weapons = weapons_line(unit.weapons)
    bought = [label for label in dict.fromkeys(item.label for item in unit.items) if label not in weapons]
    gear = " · ".join(filter(None, [weapons, *bought, rules_line(unit.rules)]))
    return ListOffer(code, unit.name, unit.kind, unit.hero, unit.total, gear, pool - unit.total)
