"""The page on which an army becomes a warband: what was understood, what it costs, what the rules say."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.transaction.dialogue import dry_run
from campaigns.engine.transaction.scope_transaction import DoorOutcome
from campaigns.models import ArmyDraft
from campaigns.opr.imports.draft import DraftArmy, DraftUnit, Remark, founding_params
from campaigns.opr.viewer import OprViewer
from campaigns.opr.warbands.forms import ArmyForm, UnitForm
from campaigns.opr.warbands.joining import AskedBefore, asked_before, asks_to_join
from rules.engine.plain import listed_in, text_in
from rules.engine.refusals import Refused
from rules.opr.warbands.founding import NewUnit, problems_for

ICONS = {
    "refused": "exclamation-triangle-fill",
    "assumed": "question-circle",
    "understood": "check-lg",
    "ignored": "dash-lg",
}
PROCEDURE = "opr.found_warband"
ADMISSION = ("OPR-02", "OPR-05", "OPR-12")


@dataclass(frozen=True, slots=True)
class ArmyProblem:
    """Why this army cannot be founded yet; `unit` is the form it speaks of, empty for the whole."""

    rule: str
    sentence: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class ArmyVerdict:
    """What the army comes to, in points, and what stands in its way."""

    total: int
    budget: int
    units: int
    heroes: int
    problems: tuple[ArmyProblem, ...]

    @property
    def left(self) -> int:
        return self.budget - self.total

    @property
    def is_fine(self) -> bool:
        return not self.problems

    @property
    def words(self) -> str:
        if self.left < 0:
            return ngettext("%(n)s point over", "%(n)s points over", -self.left) % {"n": -self.left}
        return ngettext("%(n)s point left", "%(n)s points left", self.left) % {"n": self.left}

    @property
    def short(self) -> str:
        """One sentence for the foot of the page: what stands in the way first, else what is left."""
        return self.problems[0].sentence if self.problems else self.words

    @property
    def make_up(self) -> str:
        """`7 units, 1 hero`."""
        units = ngettext("%(n)s unit", "%(n)s units", self.units) % {"n": self.units}
        heroes = ngettext("%(n)s hero", "%(n)s heroes", self.heroes) % {"n": self.heroes}
        return f"{units}, {heroes}"


@dataclass(frozen=True, slots=True)
class RemarkLine:
    icon: str
    tone: str
    where: str
    sentence: str


@dataclass(frozen=True, slots=True)
class FoundingUnitLine:
    """One unit's form; `summary` says what is folded away, `open` whether something in there needs a look."""

    form: UnitForm
    total: int
    summary: str
    open: bool
    problems: tuple[ArmyProblem, ...]


@dataclass(frozen=True, slots=True)
class FoundingPage:
    """`asks`: it waits for an organiser's word; `before`: what became of the last time somebody asked."""

    draft: ArmyDraft
    form: ArmyForm
    lines: tuple[FoundingUnitLine, ...]
    verdict: ArmyVerdict
    urgent: tuple[RemarkLine, ...]
    calm: tuple[RemarkLine, ...]
    source: str
    player: str
    for_other: bool
    action: str
    can_add: bool
    asks: bool
    before: AskedBefore | None


def founding_page(viewer: OprViewer, draft: ArmyDraft, form: ArmyForm, army: DraftArmy) -> FoundingPage:
    """The page of a draft; `army` is what the form says now."""
    found = army_verdict(viewer, army, draft.seat.pk)
    found = replace(
        found, problems=(*(ArmyProblem("", sentence) for sentence in form.wrong), *found.problems)
    )
    units = {unit.key: unit for unit in army.units}
    remarks = [_remark(remark) for remark in sorted(army.remarks, key=_urgency)]
    return FoundingPage(
        draft=draft,
        form=form,
        lines=tuple(_line(unit, units[unit.unit.key], found) for unit in form.units),
        verdict=found,
        urgent=tuple(line for line in remarks if line.tone),
        calm=tuple(line for line in remarks if not line.tone),
        source=_text_of(bytes(draft.source)),
        player=str(draft.seat),
        for_other=viewer.seat is not None and draft.seat.pk != viewer.seat.pk,
        action=reverse("campaigns:army_draft", args=[viewer.scope.pk, draft.pk]),
        can_add=not army.with_blank().is_too_long,
        asks=asks_to_join(viewer, str(draft.seat.pk)),
        before=asked_before(viewer, draft),
    )


def army_verdict(viewer: OprViewer, army: DraftArmy, seat: int) -> ArmyVerdict:
    """What the rules say to the army as it stands; nothing is written."""
    figures = viewer.book.figures
    return ArmyVerdict(
        total=army.total,
        budget=figures.start_points,
        units=len(army.chosen),
        heroes=sum(unit.hero for unit in army.chosen),
        problems=problems(viewer, army, str(seat)),
    )


def problems(viewer: OprViewer, army: DraftArmy, owner: str) -> tuple[ArmyProblem, ...]:
    """Every reason against founding this army, the league's own first, then in the rulebook's order."""
    params = founding_params(army, owner)
    keys = [unit.key for unit in army.chosen]
    given = viewer.registration.game.spec(PROCEDURE).checked(params)
    units = [one for one in listed_in(given, "units") if isinstance(one, NewUnit)]
    said = problems_for(viewer.state, viewer.book, text_in(given, "name"), units, owner)
    found = [ArmyProblem(one.rule, one.sentence, _unit_of(one.field, keys)) for one in said]
    refusal = dry_run(viewer.scope, viewer.state, PROCEDURE, params)
    if isinstance(refusal, Refused) and refusal.sentence not in [one.sentence for one in found]:
        found.insert(0, ArmyProblem(refusal.rule, refusal.sentence))
    return tuple(found)


def founding_refusal(viewer: OprViewer, owner: str) -> Refused | None:
    """Why nobody could found a warband for this player now, whatever the army; None when they can."""
    if viewer.closed:
        return Refused("", viewer.closed, admission=True)
    refusal = dry_run(viewer.scope, viewer.state, PROCEDURE, {"owner": owner, "name": "", "units": []})
    return refusal if isinstance(refusal, Refused) and refusal.rule in ADMISSION else None


def _unit_of(field: str, keys: list[str]) -> str:
    """The key of the unit that a field like `units.3.name` speaks of."""
    place = field.split(".")[1:2]
    return keys[int(place[0])] if place else ""


def founded_in(outcome: DoorOutcome) -> str:
    """The warband a founding has brought; none while it waits for somebody's word."""
    return f"{outcome.slot}.warband" if outcome.settled else ""


def _line(form: UnitForm, unit: DraftUnit, found: ArmyVerdict) -> FoundingUnitLine:
    own = tuple(problem for problem in found.problems if problem.unit == unit.key)
    return FoundingUnitLine(form, unit.total, _summary(unit), form.has_hidden_error, own)


def _summary(unit: DraftUnit) -> str:
    """`Clan Champion · Q3+ D4+ · 2 upgrades`."""
    parts = [unit.kind] if unit.kind else []
    stats = [f"Q{unit.quality}+"] * bool(unit.quality) + [f"D{unit.defense}+"] * bool(unit.defense)
    parts += [" ".join(stats)] if stats else []
    parts += [ngettext("%(n)s model", "%(n)s models", unit.models) % {"n": unit.models}] * (unit.models > 1)
    count = len(unit.items)
    parts += [ngettext("%(n)s upgrade", "%(n)s upgrades", count) % {"n": count}] if count else []
    return " · ".join(parts) or _("Upgrades, weapons, rules")


def _remark(remark: Remark) -> RemarkLine:
    tone = {"refused": "red", "assumed": "brass"}.get(remark.level, "")
    return RemarkLine(ICONS[remark.level], tone, remark.where, remark.sentence)


def _urgency(remark: Remark) -> int:
    return ("refused", "assumed", "understood", "ignored").index(remark.level)


def _text_of(source: bytes) -> str:
    """What was handed in, if it is text one can look at."""
    try:
        text = source.decode()
    except UnicodeDecodeError:
        return ""
    return "" if "\0" in text else text[:20_000]
