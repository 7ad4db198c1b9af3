"""One mission as a page: set-up, play, result and the steps each side still has to walk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db.models import Q
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.stored.stands import ALL_BUT_FACTS
from campaigns.engine.who.seatbook import NO_SEAT
from campaigns.leagues.requests.lines import RequestLine, request_lines, takes_a_word
from campaigns.opr.league.facts import DOWN, OUT, kill_in
from campaigns.opr.league.waiting import times_of
from campaigns.opr.table import event_view
from campaigns.opr.table.before_play import BeforePlay, begin_refusal, play_preparation
from campaigns.opr.table.event_acts import own_notes
from campaigns.opr.table.event_view import EventView
from campaigns.opr.table.in_play.meanwhile import Reported, UnderWay, dialogues_of_mission, under_way
from campaigns.opr.table.mission_lines import SideView, StepLine, TableUnitLine, left_words
from campaigns.opr.table.round_checks import RoundCheck, round_checks
from campaigns.opr.viewer import OprViewer
from campaigns.shell.drawn.parts import audience_of, once
from campaigns.shell.links import page_of
from campaigns.shell.questions.dialogue_page import awaited, head_of
from campaigns.shell.told.undoing import Undo, undo_of
from rules.opr.books import BookWords, InForce
from rules.opr.league.step_time import timed_in
from rules.opr.mission_effects import NO_SHOW
from rules.opr.playing.objectives import may_have_objective
from rules.opr.playing.setup import cap_of, resting
from rules.opr.playing.table import Departure, left_by_event, left_table
from rules.opr.reports.facts import winner_known
from rules.opr.state import STEPS, Kill, Mission, Side, Unit

STEP_TITLES = {
    "casualties": lazy("Casualties"),
    "experience": lazy("Experience"),
    "upgrades": lazy("Upgrades"),
    "recruiting": lazy("Recruiting"),
}
OF_SET_UP = ("opr.roll_objective", "opr.reroll_objective")
ENDED_BY = ("opr.result", "opr.quick_report", "opr.walk_over", "opr.abandon")
LATER_STEPS = tuple(STEP_TITLES)


@dataclass(frozen=True, slots=True)
class WaitingDialogue:
    """A dialogue of this mission that somebody has opened; `round`: it is about the event die. `others` are
    waited for where the visitor may not answer it."""

    title: str
    url: str
    round: bool
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class MissionPage:
    """What the page of a mission shows. `checks` are the event dice of the next round: whose, in words;
    `open_dialogues` are dialogues that are open, `round_ends` what the end of this round brings,
    `correct_url` leads an organiser to the form of how it ended, `called_off` is why it was. `before`: what
    is still to choose, as long as it is set up. `decided`: what is ticked proves who has won."""

    id: str
    number: int
    name: str
    is_named: bool
    status: str
    round: int
    rounds: tuple[str, ...]
    cap: int
    sides: tuple[SideView, ...]
    events: tuple[EventView, ...]
    report: Reported | None
    may_play: bool
    at_table: bool
    winner: str
    words: BookWords
    before: BeforePlay | None = None
    checks: tuple[RoundCheck, ...] = ()
    round_ends: str = ""
    open_dialogues: tuple[WaitingDialogue, ...] = ()
    resting: tuple[tuple[str, str], ...] = ()
    correct_url: str = ""
    called_off: str = ""
    may_extend: bool = False
    decided: bool = False
    undo: Undo | None = None
    requests: tuple[RequestLine, ...] = ()
    asks_to_abandon: bool = False

    @property
    def in_force(self) -> tuple[EventView, ...]:
        """Events that count now, and those somebody still has to act on."""
        return tuple(event for event in self.events if event.in_force or event.acts)

    @property
    def past(self) -> tuple[EventView, ...]:
        return tuple(event for event in self.events if not (event.in_force or event.acts))

    @property
    def mine(self) -> SideView | None:
        return next((side for side in self.sides if side.mine), None)

    @property
    def onward(self) -> StepLine | None:
        """The step my own warband stands at."""
        return next((step for step in (self.mine.steps if self.mine else ()) if step.state == "now"), None)

    @property
    def over(self) -> bool:
        """Whether the next useful thing is to say how it ended: one side alone stands, and nobody has yet."""
        return self.decided and self.report is None

    @property
    def walked_over(self) -> bool:
        """Whether nobody came to play against the winner."""
        return any(side.no_show for side in self.sides)

    @property
    def has_bar(self) -> bool:
        """Whether anything comes next for this visitor."""
        playing, table = self.may_play and self.status == "playing", self.at_table and self.status == "setup"
        return bool(playing or table or self.onward)

    @property
    def others(self) -> tuple[SideView, ...]:
        """Mine first, as one holds the phone."""
        return tuple(sorted(self.sides, key=lambda side: not side.mine))


def mission_or_404(viewer: OprViewer, key: str) -> Mission:
    mission: Mission | None = getattr(viewer.state, "missions", {}).get(key)
    if mission is None:
        raise Http404
    return mission


def mission_page(viewer: OprViewer, key: str) -> MissionPage:
    """The page of a mission for this visitor: what its audience shares, with their own notes and undo."""
    mission, name = mission_or_404(viewer, key), f"mission:{key}:{audience_of(viewer)}"
    page = once(viewer, name, lambda: _shared(viewer, mission), (ALL_BUT_FACTS,))
    if mission.open:
        page = _ticked(viewer, mission, page)
    if any(event.sealed for event in page.events):
        notes = own_notes(viewer, mission)
        events = tuple(replace(event, own_note=notes.get(event.id, "")) for event in page.events)
        page = replace(page, events=events)
    asks = page.at_table and takes_a_word(viewer, "abandon", mission=key)
    requests = request_lines(viewer, mission=key)
    return replace(page, undo=undo_of(viewer, key), requests=requests, asks_to_abandon=asks)


def _before(viewer: OprViewer, mission: Mission, sides: Sequence[SideView]) -> BeforePlay | None:
    if mission.status != "setup":
        return None
    return play_preparation(sides, _with_objective(viewer, mission), begin_refusal(viewer, mission.id))


def _shared(viewer: OprViewer, mission: Mission) -> MissionPage:
    """From the state and the seats; nothing one person alone may see, and nothing that is under way."""
    times = times_of(viewer, mission) if mission.status == "finished" else {}
    look = _MissionLook(mission, UnderWay(), event_view.marks(viewer, mission), times)
    events = tuple(event_view.event_details(viewer, mission, one) for one in reversed(mission.events))
    rules: InForce = viewer.book
    open_dialogues = tuple(_open_dialogues(viewer, mission)) if mission.open else ()
    dice = any(run.round for run in open_dialogues)
    sides = tuple(_side(viewer, look, side) for side in mission.sides)
    return MissionPage(
        id=mission.id,
        number=mission.number,
        name=mission.name or _("Mission %(number)s") % {"number": mission.number},
        is_named=bool(mission.name),
        status=mission.status,
        round=mission.round,
        rounds=_bars(mission, rules),
        cap=cap_of(viewer.state, rules, mission.warbands) if mission.status == "setup" else 0,
        sides=sides,
        before=_before(viewer, mission, sides),
        events=events,
        round_ends=event_view.round_ends(events, mission.round) if mission.round else "",
        report=None,
        may_play=viewer.seat is not None and not viewer.seat.is_spectator,
        at_table=viewer.is_organiser or any(map(viewer.owns, mission.warbands)),
        winner=viewer.state.warbands[mission.winner].name if mission.winner in viewer.state.warbands else "",
        words=rules.words,
        checks=round_checks(viewer, mission) if mission.status == "playing" and not dice else (),
        open_dialogues=open_dialogues,
        resting=tuple((one.id, one.name) for one in resting(viewer.state, mission))
        if mission.open and viewer.is_organiser
        else (),
        correct_url=_correct_url(viewer, mission) if not mission.open and viewer.is_organiser else "",
        may_extend=viewer.is_organiser and bool(timed_in(viewer.state, mission.id)),
        called_off=mission.words if mission.status == "abandoned" else "",
    )


def _ticked(viewer: OprViewer, mission: Mission, page: MissionPage) -> MissionPage:
    """The same with what is under way; a line that shows nothing of it is the same line."""
    now = under_way(viewer, mission)
    look = _MissionLook(mission, now)
    told = {*look.out, *look.kills, *(unit for _kind, unit in now.ticked)}
    for side in mission.sides:
        told |= set(side.fielded) if side.warband in now.conceded else set()
    sides = tuple(
        replace(
            side,
            conceded=side.conceded or now.conceded.get(side.id, 0),
            units=tuple(_with_ticks(viewer, look, one) if one.id in told else one for one in side.units),
        )
        for side in page.sides
    )
    decided = mission.status == "playing" and bool(winner_known(mission, [*look.out.values()]))
    return replace(page, sides=sides, report=now.report, decided=decided)


def _with_objective(viewer: OprViewer, mission: Mission) -> frozenset[str]:
    """The warbands that may have a special objective. Source: OPR-28, SOLO-80"""
    return frozenset(one for one in mission.warbands if may_have_objective(viewer.state, viewer.book, one))


def _open_dialogues(viewer: OprViewer, mission: Mission) -> Iterator[WaitingDialogue]:
    """What is being asked in this mission now; the next round waits for its die and its event."""
    for one in dialogues_of_mission(viewer.scope.pk, mission.id):
        if one.procedure in OF_SET_UP and mission.status != "setup":
            continue  # too late: nothing it asks counts any more
        title = head_of(
            viewer.scope.game, one.procedure, one.params, viewer.registration.game.spec(one.procedure)
        )
        url = page_of("campaigns:dialogue", viewer.scope.pk, one.slot.code)
        who = awaited(viewer, one)
        yield WaitingDialogue(title, url, one.procedure == "opr.round", () if who.mine else who.others)


def _correct_url(viewer: OprViewer, mission: Mission) -> str:
    """Where what was reported about a mission that is over can be put right."""
    code = mission.id.rpartition(".")[0]
    told = Q(params__mission=mission.id) | Q(slot__code=code)
    ended = viewer.scope.entries.filter(told, void=False, procedure__in=ENDED_BY)
    seq = ended.order_by("-place", "-seq").values_list("seq", flat=True).first()
    return page_of("campaigns:entry_facts", viewer.scope.pk, seq) if seq else ""


@dataclass(slots=True)
class _MissionLook:
    """A mission with what is under way, looked through once for all its units."""

    mission: Mission
    now: UnderWay
    marks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    times: dict[str, datetime] = field(default_factory=dict)
    out: dict[str, Kill] = field(init=False)
    away: set[str] = field(init=False)
    left: dict[str, Departure] = field(init=False)
    kills: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.out = {kill.victim: kill for kill in self.mission.kills}
        self.out |= {
            unit: kill_in({"victim": unit, **data})
            for (kind, unit), data in self.now.ticked.items()
            if kind == OUT
        }
        self.away, self.left = left_by_event(self.mission), left_table(self.mission)
        for side in self.mission.sides:
            if round := self.now.conceded.get(side.warband):
                stood = (unit for unit in side.fielded if unit not in self.out)
                self.left |= dict.fromkeys(stood, Departure("conceded", round))
        self.kills = {}
        for one in self.out.values():
            self.kills[one.killer] = self.kills.get(one.killer, 0) + 1


def _bars(mission: Mission, rules: InForce) -> tuple[str, ...]:
    least = max(rules.figures.mission_rounds, mission.round)
    return tuple(
        "done" if n < mission.round else "now" if n == mission.round else "" for n in range(1, least + 1)
    )


def _side(viewer: OprViewer, look: _MissionLook, side: Side) -> SideView:
    warband, mission = viewer.state.warbands[side.warband], look.mission
    owner = next(iter(viewer.players_in(warband.id, mission.id)), NO_SEAT)
    objective, mine = _objective(viewer.book, side.objective), viewer.owns(warband.id)
    absent = viewer.is_organiser and not mine
    refused = viewer.rival_refusal("concede", mission=mission.id, warband=warband.id) if absent else None
    return SideView(
        id=warband.id,
        name=warband.name,
        player=owner.name,
        emblem=owner.emblem,
        url=page_of("campaigns:warband", viewer.scope.pk, warband.id),
        mine=mine,
        absent=absent,
        no_word=refused.sentence if refused else "",
        ready=side.ready,
        skipped=side.skipped,
        won=mission.winner == warband.id,
        conceded=side.conceded,
        no_show=side.moment == NO_SHOW,
        value=side.value,
        underdog=side.underdog,
        underdog_left=side.underdog_left,
        tokens=tuple(n < side.underdog_left for n in range(side.underdog)),
        objective=objective[0],
        objective_text=objective[1],
        objective_dice=side.objective_dice,
        met=side.met,
        marks=look.marks.get(warband.id, ()),
        units=tuple(_unit(viewer, look, side, unit) for unit in _units(viewer, mission, side)),
        steps=_steps(viewer, mission, side) if mission.status == "finished" else (),
        until=look.times.get(warband.id),
    )


def _objective(rules: InForce, key: str) -> tuple[str, str]:
    found = next((entry for entry in rules.book.objectives if entry.key == key), None)
    return (found.name, found.text) if found else ("", "")


def _units(viewer: OprViewer, mission: Mission, side: Side) -> list[Unit]:
    if mission.status == "setup":
        return list(viewer.state.sheet(side.warband))
    return [viewer.state.units[one] for one in side.fielded]


def _unit(viewer: OprViewer, look: _MissionLook, side: Side, unit: Unit) -> TableUnitLine:
    line = TableUnitLine(
        id=unit.id,
        name=unit.name,
        hero=unit.hero,
        points=unit.value,
        fielded=unit.id in side.fielded if side.ready else unit.available,
        marks=look.marks.get(unit.id, ()),
        away=unit.id in look.away,
        available=unit.available,
        note="" if unit.available else _("sits out, %(left)s to go") % {"left": unit.sits_out},
    )
    return _with_ticks(viewer, look, line)


def _with_ticks(viewer: OprViewer, look: _MissionLook, line: TableUnitLine) -> TableUnitLine:
    out = look.out.get(line.id)
    killer = viewer.state.units.get(out.killer) if out else None
    return replace(
        line,
        kills=look.kills.get(line.id, 0),
        down=(DOWN, line.id) in look.now.ticked,
        left=left_words(look.left.get(line.id)),
        out=(out.round or 1) if out else 0,
        when=out.round if out else 0,
        routed=out is not None and out.routed,
        by=killer.name if killer else "",
        killer=out.killer if out else "",
        how=frozenset(word for word in ("melee", "charge", "down", "routed") if getattr(out, word, False)),
    )


def _steps(viewer: OprViewer, mission: Mission, side: Side) -> tuple[StepLine, ...]:
    if side.skipped:
        return ()
    place = STEPS.index(side.step)
    mine = viewer.owns(side.warband) or viewer.is_organiser
    return tuple(
        StepLine(
            key,
            str(STEP_TITLES[key]),
            "done" if STEPS.index(key) < place else "now" if key == side.step else "later",
            page_of("campaigns:step", viewer.scope.pk, mission.id, side.warband),
            mine,
        )
        for key in LATER_STEPS
    )
