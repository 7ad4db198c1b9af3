"""What of a compared list can be booked in the step a warband stands at, tried act by act.

The rules decide: every act runs its own check on the state the ones before it leave, and what is refused is
left out with the rules' own sentence. A sale that a die decides is taken to fail, so that nothing is bought
with points nobody has yet. Upgrades come first, then their step is closed if there is somebody to recruit.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256

from campaigns.opr.imports.draft import DraftItem, DraftUnit, unit_facts
from campaigns.opr.table.new_list.comparing import Compared
from rules.engine.effects import apply_all
from rules.engine.plain import JsonObject, Params
from rules.engine.procedure import Open, drive
from rules.engine.questions import Answer, Question, Roll
from rules.engine.refusals import Refused
from rules.opr.aftermath.market import Sale, sale_of
from rules.opr.game import GAME, book_of
from rules.opr.state import Item, Mission, OprState, Side, Unit

CLOSE = "opr.close_upgrades"


@dataclass(frozen=True, slots=True)
class PlannedAct:
    """One act of a plan, as the door takes it; `die`: the question that decides a sale.

    `unless`: items of its unit, by id or label, that a die may leave there, and then it is not done.
    """

    procedure: str
    params: JsonObject
    die: str = ""
    unless: tuple[str, ...] = ()

    def is_due(self, state: OprState) -> bool:
        """Whether the dice before it have left it to be done."""
        left = state.units[str(self.params["unit"])].items if self.unless else ()
        return not any(item.id in self.unless or item.label in self.unless for item in left)

    @property
    def sold(self) -> str:
        """What a die of it is about: an item, or the unit of whose price something is sold."""
        return str(self.params.get("item") or self.params["unit"])


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """One change to a unit: what it does to the pool, and why it is left out if it is."""

    kind: str  # sold, bought, renamed, rearmed, new, disbanded
    points: int = 0
    item: Item | DraftItem | None = None
    sale: Sale | None = None
    refused: Refused | None = None


@dataclass
class Planned:
    """What becomes of one unit of the list or the warband."""

    of: Compared
    steps: list[PlannedStep] = field(default_factory=list)

    @property
    def booked(self) -> list[PlannedStep]:
        return [step for step in self.steps if step.refused is None]

    @property
    def refused(self) -> list[PlannedStep]:
        return [step for step in self.steps if step.refused is not None]


@dataclass
class ListPlan:
    """All of it: `acts` in the order in which the door does them; `before` and `after` them."""

    lines: list[Planned]
    acts: list[PlannedAct]
    before: OprState
    after: OprState

    @property
    def changes(self) -> int:
        """How many there are, for whom closing the step is none."""
        return sum(len(line.booked) for line in self.lines)

    @property
    def dice(self) -> list[PlannedAct]:
        return [act for act in self.acts if act.die]

    @property
    def mark(self) -> str:
        """What tells this plan from another one."""
        told = json.dumps([[act.procedure, act.params] for act in self.acts], sort_keys=True, default=str)
        return sha256(told.encode()).hexdigest()[:20]


def plan_list(
    state: OprState,
    mission: Mission,
    side: Side,
    lines: Sequence[Compared],
    *,
    disband: Collection[str] = (),
    out: Collection[str] = (),
    first: str = "",
) -> ListPlan:
    """The plan of a comparison.

    `disband`: units somebody sends away; `out`: keys of new units that are left out, `first` the one that
    goes before the others.
    """
    trying = _Trying(state, {"mission": mission.id, "warband": side.warband})
    found = [Planned(one) for one in lines]
    pairs = [one for one in found if one.of.listed is not None and one.of.unit is not None]
    _rename(trying, [one for one in pairs if one.of.name])
    _trade(trying, pairs)
    gone = [one for one in found if one.of.is_missing and one.of.unit and one.of.unit.id in disband]
    new = [one for one in found if one.of.listed and one.of.is_new and one.of.listed.key not in out]
    new.sort(key=lambda one: one.of.listed is None or one.of.listed.key != first)
    if (gone or new) and side.step == "upgrades":
        trying.does(CLOSE, {})
    for one in gone:
        assert one.of.unit is not None
        refused = trying.does("opr.disband_unit", {"unit": one.of.unit.id})
        one.steps.append(PlannedStep("disbanded", refused=refused))
    for one in new:
        one.steps.append(_recruit(trying, one.of.listed))
    if trying.acts and trying.acts[-1].procedure == CLOSE:  # nobody may be recruited
        trying.acts.pop()
    return ListPlan(found, trying.acts, state, trying.state)


class _Trying:
    """The league as the acts so far would leave it."""

    def __init__(self, state: OprState, about: JsonObject) -> None:
        self.state, self.about, self.acts = state, about, list[PlannedAct]()

    @property
    def pool(self) -> int:
        return self.state.warbands[str(self.about["warband"])].pool

    def unit(self, key: str) -> Unit:
        return self.state.units[key]

    def does(self, procedure: str, params: Params, unless: tuple[str, ...] = ()) -> Refused | None:
        """Try an act, and go on from what it leaves; the refusal if the rules refuse it."""
        given: JsonObject = dict(params) if procedure == "opr.rename_unit" else {**self.about, **params}
        rolled: list[str] = []

        def unlucky(question: Question) -> Answer | None:
            if not isinstance(question, Roll):
                return None
            rolled.append(question.key)
            return Answer(min(question.values))

        try:
            run = GAME.start(self.state, procedure, given, f"plan{len(self.acts)}")
            done = drive(run, unlucky)
        except Refused as refused:
            return refused
        assert not isinstance(done, Open), procedure
        self.state = apply_all(self.state, done.result)
        self.acts.append(PlannedAct(procedure, given, rolled[0] if rolled else "", unless))
        return None


def _rename(trying: _Trying, pairs: Iterable[Planned]) -> None:
    """New names, each once it is free; two that only change theirs keep them."""
    left = list(pairs)
    while left:
        refused: dict[int, Refused] = {}
        for place, one in enumerate(left):
            assert one.of.unit is not None
            about = {"warband": one.of.unit.warband, "unit": one.of.unit.id, "name": one.of.name}
            why_not = trying.does("opr.rename_unit", about)
            if why_not is None:
                one.steps.append(PlannedStep("renamed"))
            else:
                refused[place] = why_not
        if len(refused) == len(left):
            for place, why_not in refused.items():
                left[place].steps.append(PlannedStep("renamed", refused=why_not))
            return
        left = [left[place] for place in refused]


def _trade(trying: _Trying, pairs: Sequence[Planned]) -> None:
    """What brings points first, then what costs some; then what each carries is written down."""
    rules = book_of(trying.state)
    sales = [(one, item, sale_of(rules, item)) for one in pairs for item in one.of.sold]
    parts = [(one, Item("", one.of.part.label, one.of.part.price)) for one in pairs if one.of.part]
    sales += [(one, part, sale_of(rules, part)) for one, part in parts]
    offers = [(one, item) for one in pairs for item in one.of.bought]
    for one, item, sale in sales:
        if sale.points >= 0:
            one.steps.append(_sell(trying, one, item, sale))
    for wanted in (True, False):
        for one, offer in offers:
            if (offer.price < 0) == wanted:
                one.steps.append(_buy(trying, one, offer))
    for one, item, sale in sales:
        if sale.points < 0:
            one.steps.append(_sell(trying, one, item, sale))
    for one in pairs:
        assert one.of.unit is not None
        if one.of.rearmed and not one.refused and not one.of.stays:
            facts = {"unit": one.of.unit.id, "profile": asdict(one.of.rearmed)}
            why_not = trying.does("opr.rearm_unit", facts, _by_dice(one))
            if why_not is not None or not (one.of.sold or one.of.part or one.of.bought):
                one.steps.append(PlannedStep("rearmed", refused=why_not))


def _by_dice(one: Planned) -> tuple[str, ...]:
    """The items a unit keeps unless a die sells them."""
    sold = [step.item for step in one.booked if step.sale and step.sale.gamble]
    return tuple(item.id or item.label for item in sold if isinstance(item, Item))


def _sell(trying: _Trying, one: Planned, item: Item, sale: Sale) -> PlannedStep:
    """The sale of an item, or, of one without an id, of what came within its unit's price."""
    assert one.of.unit is not None
    if item.id:
        refused = trying.does("opr.sell", {"unit": one.of.unit.id, "item": item.id})
    else:
        part = {"label": item.label, "price": item.points}
        refused = trying.does("opr.sell_part", {"unit": one.of.unit.id, "part": part})
    return PlannedStep("sold", sale.points, item, sale, refused)


def _buy(trying: _Trying, one: Planned, item: DraftItem) -> PlannedStep:
    assert one.of.unit is not None
    facts = {"unit": one.of.unit.id, "item": {"label": item.label, "price": item.price}}
    return PlannedStep("bought", -item.price, item, refused=trying.does("opr.buy", facts))


def _recruit(trying: _Trying, listed: DraftUnit | None) -> PlannedStep:
    assert listed is not None
    return PlannedStep(
        "new", -listed.total, refused=trying.does("opr.recruit", {"unit": unit_facts(listed, ())})
    )
