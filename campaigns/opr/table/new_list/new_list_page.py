"""An edited list beside the warband: a line a unit, what it comes to, and one button that books it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaigns.models import ArmyDraft
from campaigns.opr.imports.draft import DraftArmy, DraftUnit, other_game
from campaigns.opr.table.new_list.comparing import Choices, Compared, compared_units
from campaigns.opr.table.new_list.list_lines import ListLine, edited_list_lines
from campaigns.opr.table.new_list.matching import NEW
from campaigns.opr.table.new_list.planning import ListPlan, Planned, plan_list
from campaigns.opr.table.steps.offers import drafts_of
from campaigns.opr.viewer import OprViewer
from campaigns.shell.reading.fields import Data
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.reader import sent_to
from rules.engine.language import signed, with_heading
from rules.opr.state import Item, Mission, OprState, Side, Unit

FACES = [("", "–"), *((face, str(face)) for face in range(1, 7))]


@dataclass(frozen=True, slots=True)
class Sum:
    """A line of the sum: what, and what it does to the pool, with its sign."""

    what: str
    amount: str
    up: bool


@dataclass(frozen=True, slots=True)
class Compare:
    """A figure before and after."""

    label: str
    before: int
    after: int


class DiceForm(PlainForm):
    """What the player’s own dice show, each by the item whose sale it decides."""

    def __init__(self, data: Data, items: Mapping[str, str]) -> None:
        super().__init__(data, prefix="die")
        told = lazy("Roll the die, then choose what it shows.")
        for key, label in items.items():
            self.fields[key] = forms.TypedChoiceField(
                label=_("Your roll for %(what)s") % {"what": label},
                choices=FACES,
                coerce=int,
                error_messages={"required": told, "invalid_choice": told},
            )


@dataclass(frozen=True, slots=True)
class NewListPage:
    """`lines` are those that say something, `same` the names of the rest; `perhaps`: the pool if every die is
    kind. `dice`: for those somebody rolls by hand; `closes`: whether the upgrades are closed with it.
    """

    mission: str
    warband: str
    name: str
    number: int
    back: str
    action: str
    lines: tuple[ListLine, ...]
    same: tuple[str, ...]
    other_game: str
    remarks: tuple[str, ...]
    units: int
    sums: tuple[Sum, ...]
    pool: int
    pool_after: int
    perhaps: int
    figures: tuple[Compare, ...]
    button: str
    mark: str
    dice: DiceForm
    rolls: int
    closes: bool


def plan_of(viewer: OprViewer, mission: Mission, side: Side, draft: ArmyDraft) -> ListPlan:
    """What of this list can be booked now, by what the address says."""
    army, said = DraftArmy.from_dict(draft.data), viewer.request.GET
    sheet = viewer.state.sheet(side.warband)
    lines = compared_units(
        army.chosen,
        sheet,
        came_as=_came_as(viewer, side.warband, draft),
        dead=[unit.name for unit in viewer.state.units.values() if _has_fallen(unit, side.warband)],
        choices=Choices(_said(said, sheet), said.getlist("keep")),
    )
    return plan_list(
        viewer.state, mission, side, lines,
        disband=said.getlist("disband"), out=said.getlist("out"), first=said.get("first", ""),
    )  # fmt: skip


def _has_fallen(unit: Unit, warband: str) -> bool:
    return unit.warband == warband and unit.status == "dead"


def _said(said: QueryDict, sheet: Iterable[Unit]) -> dict[str, str]:
    """Which unit one of the list is, each of the warband once."""
    ids, found = {unit.id for unit in sheet}, dict[str, str]()
    for one in said.getlist("is"):
        key, _colon, unit = one.partition(":")
        if unit == NEW or (unit in ids and unit not in found.values()):
            found[key] = unit
    return found


def _came_as(viewer: OprViewer, warband: str, newest: ArmyDraft) -> Mapping[str, DraftUnit]:
    """The units the warband was founded with, as they stood on the list it was founded from.

    None where its oldest list is another one: it was founded without, or that list has been deleted.
    """
    oldest = drafts_of(viewer, warband)[-1]
    if oldest.pk == newest.pk:
        return {}
    stem, units = warband.removesuffix("warband"), viewer.state.units
    came = {f"{stem}unit-{n}": one for n, one in enumerate(DraftArmy.from_dict(oldest.data).chosen, 1)}
    founded = {
        key: (unit.hero, unit.list_points) for key, unit in units.items() if key.startswith(f"{stem}unit-")
    }
    return came if founded == {key: (one.hero, one.points) for key, one in came.items()} else {}


def new_list_page(
    viewer: OprViewer, mission: Mission, side: Side, draft: ArmyDraft, plan: ListPlan
) -> NewListPage:
    """The page of a plan; the dice as they were sent."""
    army, warband = DraftArmy.from_dict(draft.data), viewer.state.warbands[side.warband]
    said = [one for one in plan.lines if not one.of.is_same]
    after = plan.after.warbands[side.warband].pool
    address = reverse("campaigns:new_list", args=[viewer.scope.pk, mission.id, side.warband, draft.pk])
    query = viewer.request.GET.urlencode()
    return NewListPage(
        mission=mission.id,
        warband=side.warband,
        name=warband.name,
        number=mission.number,
        back=reverse("campaigns:step", args=[viewer.scope.pk, mission.id, side.warband]),
        action=f"{address}?{query}" if query else address,
        lines=tuple(edited_list_lines(viewer, said, viewer.request.GET)),
        same=tuple(one.of.unit.name for one in plan.lines if one.of.is_same and one.of.unit),
        other_game=other_game(army.system, viewer.book.book.title),
        remarks=tuple(
            with_heading(one.where, one.sentence) for one in army.remarks if one.level == "refused"
        ),
        units=len(army.chosen),
        sums=tuple(_sums(plan)),
        pool=warband.pool,
        pool_after=after,
        perhaps=after + sum(_hoped(one) for one in plan.lines),
        figures=_figures(plan, side.warband),
        button=_button(plan),
        mark=plan.mark,
        dice=_dice(viewer, plan),
        rolls=len(plan.dice),
        closes=any(act.procedure == "opr.close_upgrades" for act in plan.acts),
    )


def _hoped(one: Planned) -> int:
    return sum(step.points for step in one.booked if step.sale and step.sale.gamble)


def _sums(plan: ListPlan) -> Iterable[Sum]:
    for one in plan.lines:
        for step in one.booked:
            if step.points and not (step.sale and step.sale.gamble):
                what = step.item.label if step.item else _name(one.of)
                yield Sum(what, signed(step.points), step.points > 0)


def _name(of: Compared) -> str:
    named = of.listed or of.unit
    return named.name if named else ""


def _figures(plan: ListPlan, warband: str) -> tuple[Compare, ...]:
    def told(state: OprState) -> tuple[int, int, int]:
        sheet = state.sheet(warband)
        return sum(unit.value for unit in sheet), len(sheet), sum(unit.hero for unit in sheet)

    labels = (_("value"), _("units"), _("heroes"))
    return tuple(map(Compare, labels, told(plan.before), told(plan.after)))


def _button(plan: ListPlan) -> str:
    n, dice = plan.changes, len(plan.dice)
    if not n:
        return ""
    made = ngettext("Make %(n)s change", "Make %(n)s changes", n) % {"n": n}
    rolled = ngettext("roll %(n)s die", "roll %(n)s dice", dice) % {"n": dice}
    return f"{made}, {rolled}" if dice else made


def _dice(viewer: OprViewer, plan: ListPlan) -> DiceForm:
    """Without fields where the app rolls."""
    booked = [(one.of.unit, step.item) for one in plan.lines for step in one.booked]
    sold = [(unit, item) for unit, item in booked if unit and isinstance(item, Item)]
    labels = {item.id or unit.id: item.label for unit, item in sold}
    keys = () if viewer.app_dice else [act.sold for act in plan.dice]
    return DiceForm(sent_to(viewer.request), {key: labels[key] for key in keys})
