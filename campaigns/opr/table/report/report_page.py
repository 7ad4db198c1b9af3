"""A report as a form and as a page: who took part, who won, who is out and by whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.forms import BoundField
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from campaigns.engine.who.seatbook import NO_SEAT
from campaigns.opr.league.facts import kill_in
from campaigns.opr.table import event_view
from campaigns.opr.table.event_view import EventReminder
from campaigns.opr.table.report import told_events
from campaigns.opr.table.report.report_forms import MOST_ROUNDS, EscapeForm, SideForm
from campaigns.opr.table.report.short_names import short_names
from campaigns.opr.viewer import OprViewer
from campaigns.shell.reading.drawing import set_choices
from campaigns.shell.reading.reader import sent_to
from rules.engine.language import with_heading
from rules.engine.plain import Params, number_in, table_in, tables_in, text_in, texts_in
from rules.opr.books import BookWords
from rules.opr.playing.setup import available_units, cap_of
from rules.opr.playing.table import left_by_event
from rules.opr.reports.facts import NEUTRAL, objective_known, winner_known
from rules.opr.state import Kill, Mission, Side, Unit

LEAST_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class ReportUnit:
    """A unit on the form, `short` on a chip. `by` is the killer chosen so far; `enemies` are the ids and
    names to tap.

    `home`: it stayed at home (only where nobody has logged who was fielded); `round` it was taken out in.
    """

    id: str
    name: str
    short: str
    hero: bool
    points: int
    home: bool
    out: bool
    round: int
    by: str
    melee: bool
    charge: bool
    down: bool
    routed: bool
    enemies: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ReportSide:
    """One warband on the form; `form`: what it had as its objective, when it conceded. `killers`: ids, names
    and short names of those of its units that may have taken somebody out.
    """

    id: str
    name: str
    player: str
    emblem: str
    mine: bool
    won: bool
    objective: str
    met: bool
    conceded: int
    gave_up: int
    units: tuple[ReportUnit, ...]
    killers: tuple[tuple[str, str, str], ...]
    form: SideForm
    chosen: str = ""
    over: int = 0

    @property
    def out(self) -> int:
        return sum(1 for unit in self.units if unit.out)

    @property
    def some_home(self) -> bool:
        """Whether the boxes for those who stayed at home stand open."""
        return self.over > 0 or any(unit.home for unit in self.units)


@dataclass(frozen=True, slots=True)
class Sweep:
    """A side whose units are tapped first, and then everything they took out."""

    side: ReportSide
    victims: tuple[ReportUnit, ...]


@dataclass(frozen=True, slots=True)
class Escape:
    """An event whose end is told here: who left with it, or (`neutral`) who took out the last of it."""

    event: str
    name: str
    units: tuple[tuple[str, str], ...]
    chosen: str
    neutral: bool = False

    @property
    def field(self) -> BoundField:
        """The list to choose the unit from."""
        form, name = EscapeForm(None, self.event), "neutral" if self.neutral else "left"
        set_choices(form.fields[name], [("", _("nobody")), *self.units])
        form.initial = {name: self.chosen}
        return form[name]


@dataclass(frozen=True, slots=True)
class ReportFormPage:
    """Everything on one page; enemies first, as one has just seen them fall. `cap` in points, 0: logged."""

    mission: str
    cap: int
    rounds: int
    sides: tuple[ReportSide, ...]
    escapes: tuple[Escape, ...]
    words: BookWords
    confirms: str
    reminders: tuple[EventReminder, ...] = ()
    told: told_events.ToldEventsForm | None = None
    cast: told_events.Cast | None = None

    @property
    def rounds_played(self) -> range:
        return range(1, self.rounds + 1)

    @property
    def units(self) -> list[ReportUnit]:
        return [unit for side in self.sides for unit in side.units]

    @property
    def mine(self) -> bool:
        return any(side.mine for side in self.sides)

    @property
    def other(self) -> ReportSide | None:
        """The other side of a game of two, whose people can tell themselves what their units did."""
        others = [side for side in self.sides if not side.mine]
        return (
            others[0]
            if self.mine and len(self.sides) == 2 and len(others) == 1 and others[0].player
            else None
        )

    @property
    def some_home(self) -> bool:
        """Whether the boxes for those who stayed at home stand open."""
        return any(side.some_home for side in self.sides)

    @property
    def is_rare(self) -> bool:
        """Whether something is said that seldom happens."""
        return self.some_home or any(side.chosen or side.gave_up or side.form.errors for side in self.sides)

    @property
    def enemies_first(self) -> tuple[ReportSide, ...]:
        return tuple(sorted(self.sides, key=lambda side: side.mine))

    @property
    def sweeps(self) -> tuple[Sweep, ...]:
        """Each side and whom it may have taken out; one's own comes first."""
        mine_first = sorted(self.sides, key=lambda side: not side.mine)
        return tuple(
            Sweep(side, tuple(unit for other in self.sides if other is not side for unit in other.units))
            for side in mine_first
        )


def form_for(viewer: OprViewer, warbands: list[str], mission: Mission | None, sent: Params) -> ReportFormPage:
    """The form with what is known (`sent` in the shape of the report's facts) already ticked."""
    fielded = {warband: _fielded(viewer, warband, mission) for warband in warbands}
    cap = 0 if mission else cap_of(viewer.state, viewer.book, warbands)
    draft = _Draft(viewer, mission, fielded, sent, cap, _short(fielded))
    sides = tuple(_side(draft, warband) for warband in warbands)
    others = [side.player for side in sides if not side.mine]
    cast, events = None if mission else _cast(viewer, sides), tables_in(sent, "events")
    return ReportFormPage(
        mission=mission.id if mission else "",
        cap=cap,
        rounds=number_in(sent, "rounds") or _rounds(draft),
        sides=sides,
        escapes=escapes_of(viewer, mission, sent),
        words=viewer.book.words,
        confirms=get_text_list(others, _("or")),
        reminders=reminders_of(viewer, mission),
        told=None if cast is None else told_events.told_events_form(cast, events, sent_to(viewer.request)),
        cast=cast,
    )


def _short(fielded: Mapping[str, list[Unit]]) -> dict[str, str]:
    """The short name of every unit, no two of a warband alike."""
    return {
        one: name
        for units in fielded.values()
        for one, name in short_names({unit.id: unit.name for unit in units}).items()
    }


def _cast(viewer: OprViewer, sides: Iterable[ReportSide]) -> told_events.Cast:
    """Whom an event of the evening may have met."""
    units = {side.id: tuple((unit.id, unit.name) for unit in side.units) for side in sides}
    return told_events.Cast(viewer.book, tuple((side.id, side.name) for side in sides), units)


def reminders_of(viewer: OprViewer, mission: Mission | None) -> tuple[EventReminder, ...]:
    """What the events of this mission still bring when its result is written down."""
    if mission is None:
        return ()
    return event_view.at("settle", [event_view.event_details(viewer, mission, one) for one in mission.events])


def _fielded(viewer: OprViewer, warband: str, mission: Mission | None) -> list[Unit]:
    if mission is None:
        return available_units(viewer.state, warband)
    return [viewer.state.units[unit] for unit in mission.side(warband).fielded]


@dataclass(frozen=True, slots=True)
class _Draft:
    """What every side of the form is made from."""

    viewer: OprViewer
    mission: Mission | None
    fielded: Mapping[str, list[Unit]]
    sent: Params
    cap: int
    short: Mapping[str, str]


def _side(draft: _Draft, warband: str) -> ReportSide:
    viewer, sent = draft.viewer, draft.sent
    row = viewer.state.warbands[warband]
    game = draft.mission.id if draft.mission else ""
    owner = next(iter(viewer.players_in(warband, game)), NO_SEAT)
    side = draft.mission.side(warband) if draft.mission else None
    drawn = table_in(table_in(sent, "objectives"), warband)
    met = drawn.get("met") if drawn else table_in(sent, "met").get(warband, _known(draft, side))
    units = _units(draft, warband)
    return ReportSide(
        id=warband,
        name=row.name,
        player=owner.name,
        emblem=owner.emblem,
        mine=viewer.played(warband, game),
        won=warband in (texts_in(sent, "winners") if "winners" in sent else _proposed(draft)),
        objective=_objective(viewer, side.objective) if side else "",
        met=bool(met),
        conceded=side.conceded if side else 0,
        gave_up=number_in(table_in(sent, "conceded"), warband),
        units=units,
        killers=tuple((unit.id, unit.name, draft.short[unit.id]) for unit in draft.fielded[warband]),
        form=_form(draft, warband, drawn, met=bool(met)),
        chosen=text_in(drawn, "objective"),
        over=max(0, sum(u.points for u in units if not u.home) - draft.cap) if not side else 0,
    )


def _form(draft: _Draft, warband: str, drawn: Params, *, met: bool) -> SideForm:
    """Its objective and concession, as they were sent or are known."""
    name, viewer = draft.viewer.state.warbands[warband].name, draft.viewer
    rounds = number_in(draft.sent, "rounds") or MOST_ROUNDS
    form = SideForm(sent_to(viewer.request), warband, name, rounds)
    told = [(one.key, with_heading(one.name, one.text)) for one in viewer.book.book.objectives]
    form.choose([] if draft.mission else told, text_in(drawn, "objective"))
    form.initial["met"] = met
    form.initial["conceded"] = number_in(table_in(draft.sent, "conceded"), warband) or None
    return form


def _proposed(draft: _Draft) -> tuple[str, ...]:
    """Who has won by what was ticked at the table; whoever reports it says so with the report."""
    kills = list(map(kill_in, tables_in(draft.sent, "kills")))
    return (winner_known(draft.mission, kills),) if draft.mission else ()


def _rounds(draft: _Draft) -> int:
    """How many rounds were played as far as the table says: those begun where one side alone stands."""
    begun = draft.mission.round if draft.mission else 0
    return begun if begun and any(_proposed(draft)) else max(LEAST_ROUNDS, begun)


def _known(draft: _Draft, side: Side | None) -> bool:
    """Whether what was ticked at the table says already that a special objective was met."""
    if draft.mission is None or side is None:
        return False
    kills = list(map(kill_in, tables_in(draft.sent, "kills")))
    return objective_known(draft.viewer.state, draft.viewer.book, draft.mission, side, kills)


def _objective(viewer: OprViewer, key: str) -> str:
    entry = next((one for one in viewer.book.book.objectives if one.key == key), None)
    return with_heading(entry.name, entry.text) if entry else ""


def _units(draft: _Draft, warband: str) -> tuple[ReportUnit, ...]:
    enemies = tuple(
        (unit.id, unit.name) for other, units in draft.fielded.items() if other != warband for unit in units
    )
    out = {kill.victim: kill for kill in map(kill_in, tables_in(draft.sent, "kills"))}
    fielded = table_in(draft.sent, "fielded")
    came = texts_in(fielded, warband) if warband in fielded else [unit.id for unit in draft.fielded[warband]]
    away = left_by_event(draft.mission) if draft.mission else set()
    return tuple(
        _unit(unit, draft.short[unit.id], out.get(unit.id), enemies, home=unit.id not in came)
        for unit in draft.fielded[warband]
        if unit.id not in away or unit.id in out
    )


def _unit(
    unit: Unit, short: str, kill: Kill | None, enemies: tuple[tuple[str, str], ...], *, home: bool
) -> ReportUnit:
    known = kill or Kill(unit.id)
    return ReportUnit(
        unit.id,
        unit.name,
        short,
        unit.hero,
        unit.value,
        home,
        out=kill is not None,
        round=known.round,
        by=known.killer,
        melee=known.melee,
        charge=known.charge,
        down=known.down,
        routed=known.routed,
        enemies=enemies,
    )


def escapes_of(viewer: OprViewer, mission: Mission | None, sent: Params) -> tuple[Escape, ...]:
    if mission is None:
        return ()
    chosen = {text_in(one, "event"): text_in(one, "unit") for one in tables_in(sent, "left")}
    kills = map(kill_in, tables_in(sent, "kills"))
    chosen |= {kill.victim.removeprefix(NEUTRAL): kill.killer for kill in kills}
    found = []
    for event in mission.events:
        entry = viewer.book.event_by_code[event.code]
        neutral = entry.kind == "neutral" and viewer.book.on("neutral_kill_xp")
        if entry.kind in ("escort", "marker") or neutral:
            units = event.units if entry.kind == "escort" else mission.fielded
            if not units:
                continue  # nobody of the league has that task
            named = tuple((one, viewer.state.units[one].name) for one in units)
            found.append(Escape(event.id, entry.name, named, chosen.get(event.id, ""), neutral))
    return tuple(found)
