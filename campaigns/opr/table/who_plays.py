"""Who plays, or has played: the form one ticks them on, and who is offered first."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.forms import BoundField
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.who.seatbook import NO_SEAT
from campaigns.opr.league.rulebooks import setting_act
from campaigns.opr.table.forms import MissionForm
from campaigns.opr.viewer import OprViewer
from campaigns.shell.reading.drawing import set_choices
from campaigns.shell.reading.fields import Data, ManyField
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.told.away import name_with_holiday
from rules.engine.language import say
from rules.opr.books import edition_in_force
from rules.opr.standings import WarbandStanding, warband_standings
from rules.opr.state import Warband


@dataclass(frozen=True, slots=True)
class WarbandLine:
    """A warband that may be ticked, with its player."""

    box: BoundWidget
    warband: Warband
    player: str
    emblem: str


class WhoForm(PlainForm):
    """Who played a mission that is told afterwards."""

    w = ManyField(label=lazy("Who played?"))

    def __init__(self, viewer: OprViewer, data: Data = None) -> None:
        super().__init__(data, auto_id="%s")
        offer_warbands(viewer, self, "w")


def mission_form(viewer: OprViewer, data: Data) -> MissionForm:
    """A new mission, with everybody who may play it: unless all have to, nobody whose player is gone."""
    form = MissionForm(data, auto_id="%s")
    active = viewer.state.active
    there = [one for one in active if all_play(viewer) or viewer.people.get(one.owner, NO_SEAT).there]
    offer_warbands(viewer, form, "warband", there)
    return form


def offer_warbands(viewer: OprViewer, form: PlainForm, name: str, warbands: Iterable[Warband] = ()) -> None:
    """Let the field of this name have these, or all in the league, the likely ones ticked."""
    set_choices(form.fields[name], [(one.id, one.name) for one in warbands or viewer.state.active])
    form.fields[name].initial = first_choice(viewer)


def one_is_no_mission(viewer: OprViewer) -> str:
    """What is said where one alone is ticked. Source: OPR-02"""
    return say("A mission needs at least two {forces}.", forces=viewer.book.words.forces)


def tells_of_others(viewer: OprViewer, warbands: Collection[str]) -> str:
    """What is said to somebody who reports a mission between others; empty where they may: as an organiser,
    or because they played in it."""
    if viewer.is_organiser or any(map(viewer.owns, warbands)):
        return ""
    return say(
        "Tick your own {force} too: you can only report games you played in.", force=viewer.book.words.force
    )


def warband_tick_lines(viewer: OprViewer, field: BoundField) -> tuple[WarbandLine, ...]:
    """Its boxes, each with whose it is."""
    offered = ((box, viewer.state.warbands[str(box.data["value"])]) for box in field)
    return tuple(_tick_line(viewer, *one) for one in offered)


def _tick_line(viewer: OprViewer, box: BoundWidget, warband: Warband) -> WarbandLine:
    player = viewer.people.get(warband.owner, NO_SEAT)
    return WarbandLine(box, warband, name_with_holiday(viewer, player), player.emblem)


def all_play(viewer: OprViewer) -> bool:
    """Whether everybody plays every mission. Source: OPR-10"""
    return not viewer.book.on("parallel_play")


def first_choice(viewer: OprViewer) -> list[str]:
    """Everybody, unless several missions may run at once; then only my own warband."""
    everybody = all_play(viewer)
    return [one.id for one in viewer.state.active if everybody or viewer.owns(one.id)]


# Where somebody would be missing


@dataclass(frozen=True, slots=True)
class Moved:
    """A warband in the ranking as it is, and as it would be once whoever has time plays."""

    name: str
    now: str
    then: str
    differs: bool


def ranking_if_loose(viewer: OprViewer) -> tuple[Moved, ...]:
    """The ranking by VP per mission, beside what it is now. Source: OPR-10, OPR-11"""
    settings = {**dict(viewer.state.league.settings), "parallel_play": "on"}
    loose = edition_in_force(viewer.state.league.edition, tuple(settings.items()))
    now = {one.warband: one for one in warband_standings(viewer.state, viewer.book)}
    return tuple(
        Moved(one.name, _place(before), _place(one), before.rank != one.rank)
        for one in warband_standings(viewer.state, loose)
        if (before := now[one.warband])
    )


def _place(one: WarbandStanding) -> str:
    return f"{one.rank}. · {one.shown}"


LOOSE = setting_act("parallel_play", "on", "")  # the act that lets whoever has time play
