"""What an organiser may do in a Firestorm league, on one page: time, seals, land, banners, the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from campaigns.engine.stored.journal import entry_texts
from campaigns.shell.told import chronicle
from maps.firestorm.acting.standing_in import may_read_broken
from maps.firestorm.battles.battle_labels import battle_url
from maps.firestorm.clock import ITSELF
from maps.firestorm.organising.back import phase_to_reopen, why_it_stays_ended, why_no_step_back
from maps.firestorm.organising.forms import LandForm
from maps.firestorm.phase_labels import phase_title, turn_and_phase
from maps.firestorm.place_names import by_name
from maps.firestorm.viewer import FirestormViewer
from maps.ground.taps import Options
from maps.turns.stepping import latest_steps
from maps.turns.waits import awaited_sides, what_a_pause_does
from rules.firestorm.faction_figures import factions, on_map
from rules.firestorm.league.closing_battles import battle_end_sentence, battle_ends
from rules.firestorm.league.silence import faction_lapse_sentence, faction_lapses
from rules.firestorm.orders.sealing import order_sheet
from rules.firestorm.state import OrderSheet, Territory

OF_BATTLES = ("counts", "struck")  # what silence does that each battle's own line says


@dataclass(frozen=True, slots=True)
class Land:
    """A territory to be put right, with what may stand there."""

    id: str
    name: str
    owner: str
    items: Options  # that may stand there
    there: tuple[str, ...]  # that do
    level: int
    words: str


@dataclass(frozen=True, slots=True)
class LastStep:
    """The last step somebody made, in the chronicle's words; `why_not`: why it is not undone alone."""

    seq: int
    told: str
    why_not: str


@dataclass(frozen=True, slots=True)
class EndLine:
    """What ending the phase now would bring; `decide`: where an organiser decides it before."""

    words: str
    decide: str


@dataclass(frozen=True)
class OrganisePage:
    """`late` is what ending the phase now would bring; `phase_back` where going back would lead; `goals` are
    where a banner may be put.
    """

    where: str
    phase: str
    deadline: datetime | None
    paused: bool
    pausing: str  # what it does, read before it
    running: bool
    late: tuple[EndLine, ...]
    waited: tuple[tuple[str, str], ...]
    may_reopen: bool
    sealed: Options
    broken: Options
    step: LastStep | None
    phase_back: str
    land: Land | None
    which: LandForm
    territories: Options
    factions: Options
    owners: Options
    out: Options
    banners: Options
    goals: Options


def organise_page(viewer: FirestormViewer, selected: str = "") -> OrganisePage:
    """The page as its organiser meets it; `selected` is the territory in hand."""
    state, now = viewer.state, viewer.state.now
    playing = tuple((one.id, one.name) for one in factions(state))
    place = state.territories.get(selected)
    territories = by_name(state.territories.values())
    running = now.phase not in ("setup", "finished")
    step = _step(viewer)
    readable = tuple(one for one in playing if may_read_broken(viewer, one[0]))
    return OrganisePage(
        where=turn_and_phase(now.turn, now.phase),
        phase=phase_title(now.phase),
        deadline=now.deadline,
        paused=now.paused,
        pausing=what_a_pause_does(),
        running=running,
        late=tuple(_late(viewer)) if running else (),
        waited=_waited(viewer),
        may_reopen=now.phase == "orders" and any(order_sheet(state, one).times for one, _name in playing),
        sealed=tuple(one for one in readable if _is_closed(viewer, one[0])),
        broken=tuple(one for one in readable if _is_broken(order_sheet(state, one[0]))),
        step=step,
        phase_back=_phase_back(viewer) if running or (step and step.why_not) else "",
        land=_land(viewer, place) if place else None,
        which=LandForm(territories, place.id if place else ""),
        territories=territories,
        factions=playing,
        owners=(("", _("nobody")), *playing),
        out=tuple((one.id, one.name) for one in state.factions.values() if one.status != "active"),
        banners=tuple((one.id, _standing(viewer, one.id)) for one in on_map(state)),
        goals=(("", _("into reserve")), *territories),
    )


def _late(viewer: FirestormViewer) -> Iterator[EndLine]:
    """What is disputed comes first, then what silence does, then how every other open battle ends."""
    state = viewer.state
    ends = [
        EndLine(
            battle_end_sentence(state, one),
            battle_url(viewer, one.battle) if one.waits_for_ruling else "",
        )
        for one in battle_ends(state)
    ]
    yield from (one for one in ends if one.decide)
    for lapse in faction_lapses(state, viewer.book):
        if lapse.kind not in OF_BATTLES:
            yield EndLine(faction_lapse_sentence(state, lapse), "")
    yield from (one for one in ends if not one.decide)


def _waited(viewer: FirestormViewer) -> tuple[tuple[str, str], ...]:
    return tuple((one, name) for one, name in awaited_sides(viewer).items() if one and not viewer.owns(one))


def _step(viewer: FirestormViewer) -> LastStep | None:
    steps = latest_steps(viewer.scope, ITSELF)
    if not steps:
        return None
    told = chronicle.sentence_of(viewer, steps[-1], entry_texts(viewer.scope).get(steps[-1].pk, {}))
    return LastStep(steps[-1].seq, told, why_no_step_back(viewer, steps))


def _phase_back(viewer: FirestormViewer) -> str:
    """Where the league would stand again, in words; nothing where nothing came before."""
    found = phase_to_reopen(viewer.scope, viewer.state.now.turn)
    if found is None or why_it_stays_ended(viewer, found.since):
        return ""
    return turn_and_phase(found.turn, found.phase)


def _standing(viewer: FirestormViewer, banner: str) -> str:
    mine = viewer.state.banners[banner]
    told = {"banner": viewer.state.name_of(banner), "place": viewer.state.name_of(mine.territory)}
    return _("%(banner)s, at %(place)s") % told


def _land(viewer: FirestormViewer, place: Territory) -> Land:
    rows = viewer.book.book.items
    return Land(
        id=place.id,
        name=place.name,
        owner=place.owner,
        items=tuple((key, row.name) for key, row in rows.items()),
        there=place.items,
        level=place.level,
        words=place.words,
    )


def _is_closed(viewer: FirestormViewer, faction: str) -> bool:
    """Whether there is a seal to break."""
    sheet = order_sheet(viewer.state, faction)
    return viewer.state.now.phase == "orders" and bool(sheet.entry) and not sheet.broken


def _is_broken(sheet: OrderSheet) -> bool:
    """Whether what is under a seal can be read."""
    return sheet.broken and bool(sheet.entry)
