"""The draft a finished game hands to its league: who won, who was taken out, which objectives were met.

Everything is ticked as the game knows it; the people of the table put right what is not so and send it.
Source: SOLO-77, SOLO-82 to SOLO-84.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.opr.table.event_view import EventReminder
from campaigns.opr.table.report import told_events
from campaigns.opr.table.report.report_forms import MOST_ROUNDS, GoalForm
from campaigns.opr.table.report.report_page import Escape, escapes_of, reminders_of
from campaigns.opr.table.report.report_reading import ROUNDS, chosen_for, last_of_neutrals, left_with
from campaigns.opr.viewer import OprViewer
from campaigns.shell.reading.fields import Data, TapField, WholeField
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.reader import read, ticked
from campaigns.solo.unit_labels import COUNTS
from rules.engine.plain import JsonObject, Params
from rules.opr.app_sides import APP
from rules.opr.reports.afterwards import reads_rounds
from rules.opr.state import Mission
from rules.solo.league.handover import KillLine, LeagueReport, UnrecordedKill


class AgainstOutcomeForm(PlainForm):
    """Who won (1: the people), and in how many rounds."""

    won = TapField([("1", "1"), ("0", "0")], says=lazy("Who won? If you’re level, play one more round."))
    rounds = WholeField(least=1, most=MOST_ROUNDS, says=ROUNDS)
    rules: ClassVar[Mapping[str, str]] = {"won": "OPR-30", "rounds": "OPR-30"}


@dataclass(frozen=True, slots=True)
class Tick:
    """A line that is so until somebody takes its tick away; `marks` say how it came, where an event asks."""

    name: str
    words: str
    note: str
    on: bool
    round: int = 0
    marks: tuple[tuple[str, str, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class Goal:
    """The special objective of a warband: `drawn` in the league, else chosen on its `form`."""

    warband: str
    name: str
    drawn: str
    form: GoalForm
    chosen: str
    met: bool


@dataclass(frozen=True, slots=True)
class Handover:
    """`won`: "1" the people, "0" the app, "" nobody can tell yet. `confirms`: who has to agree."""

    game: int
    people: str
    app: str
    counts: str
    won: str
    rounds: str
    losses: tuple[Tick, ...]
    taken: tuple[Tick, ...]
    goals: tuple[Goal, ...]
    escapes: tuple[Escape, ...]
    reminders: tuple[EventReminder, ...]
    notes: tuple[str, ...]
    confirms: str
    mission: str
    cast: told_events.Cast
    told: told_events.ToldEventsForm


def handover_page(
    viewer: OprViewer,
    game: int,
    report: LeagueReport,
    sent: Data = None,
    events: Iterable[Params] = (),
) -> Handover:
    """The draft, or with `post` what stands on it now; `events` were told in an earlier version."""
    mission = viewer.state.missions.get(report.mission)
    escapes = tuple(
        replace(one, chosen=_through(one, report.exits) if sent is None else chosen_for(one, sent))
        for one in escapes_of(viewer, mission, {})
    )
    outcome = AgainstOutcomeForm(sent)
    cast = _cast(viewer, report, mission)
    told = told_events.told_events_form(
        cast, told_events.events_on_form(cast, sent) if sent is not None else events, sent
    )
    rolled = mission.events if mission else ()
    asked = told.reads_rounds or any(reads_rounds(viewer.book, one) for one in rolled)
    first = "" if report.drawn else str(int(set(report.winners) == set(report.warbands)))
    return Handover(
        game=game,
        people=_names(viewer, report.warbands),
        app=_names(viewer, report.against) or _("the app"),
        counts=str(COUNTS.get(report.counts, report.counts)),
        won=first if sent is None else outcome["won"].data or "",
        rounds=str(report.rounds) if sent is None else outcome["rounds"].data or "",
        losses=tuple(_losses(viewer, report, sent, asked=asked)),
        taken=tuple(_taken(viewer, report, sent, asked=asked)),
        goals=tuple(_goal(viewer, one, mission, sent) for one in (*report.warbands, *report.against)),
        escapes=escapes,
        reminders=reminders_of(viewer, mission),
        notes=tuple(_notes(viewer, report, mission)),
        confirms=_names(viewer, [one for one in report.against if not viewer.state.warbands[one].rival]),
        mission=report.mission,
        cast=cast,
        told=told,
    )


def _through(escape: Escape, exits: Sequence[str]) -> str:
    """Who left the table with this event, where the game leaves only one."""
    able = [unit for unit, _name in escape.units if unit in exits]
    return able[0] if len(able) == 1 and not escape.neutral else ""


def _cast(viewer: OprViewer, report: LeagueReport, mission: Mission | None) -> told_events.Cast:
    """Whom an event may have met: those who played, those the app played, and the app's own."""
    warbands = [one for one in (*report.warbands, *report.against) if one in viewer.state.warbands]
    came = {one: mission.side(one).fielded if mission else report.fielded.get(one, ()) for one in warbands}
    units = {one: tuple((unit, _unit(viewer, unit)) for unit in came[one]) for one in warbands}
    named = tuple((one, viewer.state.warbands[one].name) for one in warbands)
    app = tuple((f"{APP}{side}", name) for side, name in report.app_names.items())
    return told_events.Cast(viewer.book, named, units, app)


def _names(viewer: OprViewer, warbands: Iterable[str]) -> str:
    return ", ".join(viewer.state.warbands[one].name for one in warbands if one in viewer.state.warbands)


def _unit(viewer: OprViewer, unit: str) -> str:
    found = viewer.state.units.get(unit)
    return found.name if found else ""


def _ticked(name: str, sent: Data) -> bool:
    return sent is None or name in ticked(sent, [name])


def _marks(viewer: OprViewer, name: str, sent: Data, *, asked: bool) -> tuple[tuple[str, str, bool], ...]:
    """How somebody was taken out, which the app does not know and events ask (26, 44)."""
    if not asked:
        return ()
    words = (("melee", _("in melee")), ("charge", _("on the charge")), ("down", viewer.book.words.down))
    return tuple(
        (f"{name}:{key}", said, sent is not None and _ticked(f"{name}:{key}", sent)) for key, said in words
    )


def _losses(viewer: OprViewer, report: LeagueReport, sent: Data, *, asked: bool) -> list[Tick]:
    found = []
    for one in report.kills:
        how = _("routed") if one.routed else viewer.book.words.out
        by = _("by %(name)s") % {"name": _unit(viewer, one.killer)} if one.killer else ""
        name = f"lost:{one.victim}"
        note = " · ".join(filter(None, [how, by, _("round %(n)s") % {"n": one.round} if one.round else ""]))
        marks = _marks(viewer, name, sent, asked=asked)
        found.append(Tick(name, _unit(viewer, one.victim), note, _ticked(name, sent), one.round, marks))
    return found


def _taken(viewer: OprViewer, report: LeagueReport, sent: Data, *, asked: bool) -> list[Tick]:
    found = []
    for n, one in enumerate(report.app_kills):
        what = _("took out one of the app’s heroes") if one.hero else _("took out one of the app’s units")
        if asked and one.round:
            what = f"{what} · {_('round %(n)s') % {'n': one.round}}"
        name = f"taken:{n}"
        marks = _marks(viewer, name, sent, asked=asked)
        found.append(Tick(name, _unit(viewer, one.killer), what, _ticked(name, sent), one.round, marks))
    return found


def _goal(viewer: OprViewer, warband: str, mission: Mission | None, sent: Data) -> Goal:
    book = viewer.book.book.objectives
    key = mission.side(warband).objective if mission else ""
    drawn = next((one.name for one in book if one.key == key), "")
    form = GoalForm(sent, warband)
    form.choose([] if mission else [(one.key, one.name) for one in book], "")
    form.fields["objective"].label = _("Which one")
    said = form.cleaned_data if form.is_valid() else {}
    name = viewer.state.warbands[warband].name
    return Goal(warband, name, drawn, form, said.get("objective", ""), said.get("met", False))


def _notes(viewer: OprViewer, report: LeagueReport, mission: Mission | None) -> list[str]:
    named = {*report.warbands, *report.against}
    ghosts = [one for one in mission.warbands if one not in named] if mission else []
    told = []
    if ghosts:
        told.append(
            _("Nothing changes for %(names)s: the app only stood in.") % {"names": _names(viewer, ghosts)}
        )
    if report.recovers and report.against:
        told.append(
            _("For %(n)s, a casualty roll of 1 counts as recovered.") % {"n": _names(viewer, report.against)}
        )
    if report.shared and len(report.warbands) > 1:
        told.append(_("You share the reward."))
    return told


def handover_facts(page: Handover, report: LeagueReport, sent: Data) -> JsonObject:
    """What is sent to the league. Raises `Refused` for what cannot be read."""
    outcome = read(AgainstOutcomeForm(sent))
    told_events.check(page.cast, sent)
    lost = {tick.name: tick for tick in page.losses if tick.on}
    taken = {tick.name: tick for tick in page.taken if tick.on}
    kills = [
        _kill(one) | _how(lost[f"lost:{one.victim}"]) for one in report.kills if f"lost:{one.victim}" in lost
    ]
    app_kills = [
        _app_kill(one) | _how(taken[f"taken:{n}"])
        for n, one in enumerate(report.app_kills)
        if f"taken:{n}" in taken
    ]
    said: JsonObject = {
        "warbands": list(report.warbands),
        "won": outcome["won"] == "1",
        "rounds": outcome["rounds"],
        "kills": kills + last_of_neutrals(page.escapes, sent),
        "app_kills": app_kills,
        "events": told_events.events_on_form(page.cast, sent),
        "conceded": dict(report.conceded),
        "moments": dict(report.moments),
        "terms": {"vp": report.counts != "no_vp", "shared": report.shared, "recovers": report.recovers},
    }
    return said | (_of_mission(page, report, sent) if report.mission else _of_its_own(page, report))


def _how(tick: Tick) -> dict[str, bool]:
    """What was ticked of how it came, by the last word of its field."""
    return {name.rpartition(":")[2]: True for name, _words, on in tick.marks if on}


def _kill(one: KillLine) -> JsonObject:
    return {"victim": one.victim, "killer": one.killer, "round": one.round, "routed": one.routed}


def _app_kill(one: UnrecordedKill) -> JsonObject:
    warband = f"{APP}{one.side}" if one.side else ""
    return {"killer": one.killer, "hero": one.hero, "round": one.round, "warband": warband}


def _of_mission(page: Handover, report: LeagueReport, sent: Data) -> JsonObject:
    met = {goal.warband: goal.met for goal in page.goals if goal.drawn}
    left = left_with(page.escapes, sent)
    return {"mission": report.mission, "against": list(report.against), "met": met, "left": left}


def _of_its_own(page: Handover, report: LeagueReport) -> JsonObject:
    goals = {g.warband: {"objective": g.chosen, "met": g.met} for g in page.goals if g.chosen}
    fielded = {warband: list(units) for warband, units in report.fielded.items()}
    return {"fielded": fielded, "objectives": goals, "app_values": list(report.app_values)}
