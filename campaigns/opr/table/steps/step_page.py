"""Where a warband stands after a mission: what there is to roll, sell, buy or recruit, and the price."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.who.rights import Actor, who_starts
from campaigns.models import Slot
from campaigns.opr.league.waiting import times_of, warband_player
from campaigns.opr.receipts.receipt import xp_reason
from campaigns.opr.table.forms import BuyForm, PartForm, RecruitForm
from campaigns.opr.table.steps import offers, rival_step
from campaigns.opr.table.steps.step_acts import BEGIN, OF_STEP
from campaigns.opr.viewer import OprViewer
from campaigns.shell.questions.dialogue_page import DialoguePage, first_questions_page
from campaigns.shell.reading.fields import Data
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.reader import sent_to, word
from campaigns.shell.told.away import name_with_holiday
from campaigns.shell.told.undoing import Undo, undo_of
from rules.engine.language import in_figures
from rules.opr.aftermath.experience import ExperienceGain, earns_xp, experience_gains
from rules.opr.aftermath.market import Sale, sale_of, why_no_gamble
from rules.opr.aftermath.recruiting import why_no_hero, why_no_veteran
from rules.opr.books import BookWords
from rules.opr.league.step_time import all_then
from rules.opr.playing.owed import entry_of, to_settle, who_rolls
from rules.opr.state import Item, Mission, Side, Unit, Warband

TITLES = {
    "casualties": lazy("Casualties"),
    "experience": lazy("Experience"),
    "upgrades": lazy("Upgrades"),
    "recruiting": lazy("Recruiting"),
}


@dataclass(frozen=True, slots=True)
class WaitingEvent:
    """An event to settle before the casualty dice: ransom, escort's pay, duel."""

    procedure: str
    event: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ItemLine:
    """An upgrade with what selling it does to the pool, or the sentence why it cannot be sold."""

    id: str
    label: str
    price: str
    sale: Sale
    why_not: str


@dataclass(frozen=True, slots=True)
class UnitCard:
    """A unit in a step: its figures, its upgrades, the XP this mission brings and for what.

    `part` sells what came within its price.
    """

    id: str
    name: str
    hero: bool
    points: int
    xp: int
    level: int
    items: tuple[ItemLine, ...]
    gains: tuple[tuple[str, int], ...]
    most: int
    buy: BuyForm
    part: PartForm | None

    @property
    def gained(self) -> int:
        return sum(amount for _reason, amount in self.gains)

    @property
    def after(self) -> int:
        """Its XP once what it has learned is written down; `most` is the rulebook's limit."""
        return max(self.xp, min(self.xp + self.gained, self.most))


@dataclass(frozen=True, slots=True)
class StepPage:
    """`step` is where the warband stands; `dialogue` the address of its open dialogue, `begins` what that
    will ask first; `follows` where the parts come from anew: nowhere while what was sent is being mended.
    `until`: the time there is for it, `then`: what comes after; `overdue`: an organiser takes over.
    Who may not act (`may_act`) only looks on, and sees no list of the player's.
    """

    mission: str
    warband: str
    name: str
    step: str
    title: str
    number: int
    pool: int
    units: tuple[UnitCard, ...]
    rolls: tuple[str, ...]
    begins: DialoguePage | None
    waiting: tuple[WaitingEvent, ...]
    dialogue: str
    why_no_hero: str
    why_no_veteran: str
    veteran_fee: int
    words: BookWords
    bars: tuple[str, ...]
    may_act: bool
    player: str
    acting_for: str
    undo: Undo | None
    die: rival_step.DieBuys | None
    recruit: RecruitForm
    lists: offers.Lists
    follows: str
    until: datetime | None
    then: str
    overdue: bool

    @property
    def sent(self) -> PlainForm | None:
        """The form that was sent, if any was."""
        of_units = [form for unit in self.units for form in (unit.buy, unit.part) if form]
        forms: list[PlainForm] = [self.recruit, *of_units]
        return next((form for form in forms if form.is_bound), None)


def step_page(viewer: OprViewer, mission: Mission, side: Side) -> StepPage:
    """The page of the step `side` stands at."""
    warband: Warband = viewer.state.warbands[side.warband]
    until = times_of(viewer, mission).get(warband.id)
    may_act, player = may_step(viewer, side), warband_player(viewer.people, warband)
    return StepPage(
        mission=mission.id,
        warband=warband.id,
        name=warband.name,
        step=side.step,
        title=str(TITLES.get(side.step, "")),
        number=mission.number,
        pool=warband.pool,
        units=tuple(
            _unit(viewer, mission, side, unit, n) for n, unit in enumerate(viewer.state.sheet(warband.id), 1)
        ),
        rolls=_rolls(viewer, mission, side),
        begins=_begins(viewer, mission, side) if may_act else None,
        waiting=tuple(_waiting(viewer, mission, side)) if side.step == "casualties" else (),
        dialogue=_dialogue(viewer, mission, side),
        why_no_hero=why_no_hero(viewer.state, viewer.book, side),
        why_no_veteran=why_no_veteran(side),
        veteran_fee=viewer.book.figures.veteran_fee,
        words=viewer.book.words,
        bars=_bars(side),
        may_act=may_act,
        player=name_with_holiday(viewer, player),
        acting_for=player.name if may_act and not viewer.owns(warband.id) else "",
        undo=undo_of(viewer, warband.id),
        die=rival_step.rival_step(viewer, mission, side),
        recruit=RecruitForm(sent_with_button(viewer, "recruit"), auto_id="%s"),
        lists=offers.offered_lists(viewer, mission, side),
        follows=_follows(viewer, mission, side),
        until=until,
        then=all_then(viewer.book, hurried=until != side.until),
        overdue=side.overdue,
    )


def may_step(viewer: OprViewer, side: Side) -> bool:
    """Whether this visitor takes the step `side` stands at, for themselves or for others. A device that
    somebody else has let in is told at the tap what is missing.
    """
    spec = viewer.registration.game.spec(OF_STEP[side.step])
    who, actor = who_starts(spec, {"warband": side.warband}, begun=True), viewer.actor
    about = (who, spec.name, viewer.scope, viewer.state, viewer.registration)
    return actor.may_act(*about) or (actor.let_in is not None and Actor(actor.seat).may_act(*about))


def _follows(viewer: OprViewer, mission: Mission, side: Side) -> str:
    """The page's own address, with the step it was drawn at."""
    if viewer.request.method == "POST":
        return ""
    return f"{reverse('campaigns:step', args=[viewer.scope.pk, mission.id, side.warband])}?at={side.step}"


def sent_with_button(viewer: OprViewer, button: str) -> Data:
    """What was sent with a button of this page."""
    return sent_to(viewer.request) if word(viewer.request, "do") == button else None


def _bars(side: Side) -> tuple[str, ...]:
    """How far steps 3 to 6 are."""
    place = list(TITLES).index(side.step) if side.step in TITLES else len(TITLES)
    return tuple("done" if n < place else "now" if n == place else "" for n in range(len(TITLES)))


def _rolls(viewer: OprViewer, mission: Mission, side: Side) -> tuple[str, ...]:
    if side.step != "casualties":
        return ()
    return tuple(unit.name for unit in who_rolls(viewer.state, viewer.book, mission, side))


def _begins(viewer: OprViewer, mission: Mission, side: Side) -> DialoguePage | None:
    """The dice with which a step begins; None where it has none, or where the app throws them all."""
    if side.step not in BEGIN or viewer.app_dice or viewer.seat is None:
        return None
    address = reverse("campaigns:step", args=[viewer.scope.pk, mission.id, side.warband])
    return first_questions_page(
        viewer, BEGIN[side.step], {"mission": mission.id, "warband": side.warband}, address
    )


def _dialogue(viewer: OprViewer, mission: Mission, side: Side) -> str:
    """The address of the dialogue that is open for this step."""
    name = f"mission:{mission.id}:{side.warband}:{side.step}"
    slot = Slot.objects.filter(scope=viewer.scope, name=name, dialogue__isnull=False).first()
    return reverse("campaigns:dialogue", args=[viewer.scope.pk, slot.code]) if slot else ""


def _waiting(viewer: OprViewer, mission: Mission, side: Side) -> list[WaitingEvent]:
    found = []
    for event, procedure in to_settle(viewer.state, viewer.book, mission, side.warband):
        entry = entry_of(viewer.book, event)
        found.append(WaitingEvent(procedure, event.id, entry.name, entry.text))
    return found


def _unit(viewer: OprViewer, mission: Mission, side: Side, unit: Unit, place: int) -> UnitCard:
    return UnitCard(
        id=unit.id,
        name=unit.name,
        hero=unit.hero,
        points=unit.value,
        xp=unit.xp,
        level=unit.level,
        items=tuple(_item(viewer, mission, side, item) for item in unit.items),
        gains=_gains(viewer, mission, side, unit) if side.step == "experience" else (),
        most=viewer.book.figures.xp_max,
        buy=BuyForm(_sent_of(viewer, "buy", unit), auto_id=f"%s-{place}"),
        part=PartForm(_sent_of(viewer, "sell_part", unit), auto_id=f"part-%s-{place}")
        if unit.list_points
        else None,
    )


def _sent_of(viewer: OprViewer, button: str, unit: Unit) -> Data:
    return sent_with_button(viewer, button) if word(viewer.request, "unit") == unit.id else None


def _gains(viewer: OprViewer, mission: Mission, side: Side, unit: Unit) -> tuple[tuple[str, int], ...]:
    if not earns_xp(side, unit):
        return ()
    found = experience_gains(viewer.state, viewer.book, mission, side, unit)
    return tuple((_reason(viewer, gain), gain.amount) for gain in found)


def _reason(viewer: OprViewer, gain: ExperienceGain) -> str:
    return xp_reason(viewer.state, gain, inside=True)


def _item(viewer: OprViewer, mission: Mission, side: Side, item: Item) -> ItemLine:
    sale = sale_of(viewer.book, item)
    why_not = sale.why_not
    if sale.gamble and not why_not:
        why_not = why_no_gamble(viewer.book, side, item, mission.id)
    if sale.points < 0 and viewer.state.warbands[side.warband].pool < -sale.points:
        why_not = _("Getting rid of it costs %(n)s; there is not enough in the pool.") % {"n": -sale.points}
    price = "" if item.price is None else in_figures(item.price)
    return ItemLine(item.id, item.label, price, sale, why_not)
