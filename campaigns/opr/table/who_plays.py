"""Who plays, or has played: the form one ticks them on, and who is offered first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.forms import BoundField
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.who.seatbook import NO_SEAT, KnownPerson
from campaigns.opr.here import OprHere
from campaigns.opr.league.rulebooks import change
from campaigns.opr.table.forms import MissionForm
from campaigns.shell.reading.drawing import offer
from campaigns.shell.reading.fields import Data, ManyField
from campaigns.shell.reading.forms import PlainForm
from rules.engine.language import say
from rules.opr.books import in_force
from rules.opr.standings import WarbandStanding, standings
from rules.opr.state import Warband


@dataclass(frozen=True, slots=True)
class WarbandLine:
    """A warband that may be ticked, with its player."""

    box: BoundWidget
    warband: Warband
    player: KnownPerson


class WhoForm(PlainForm):
    """Who played a mission that is told afterwards."""

    w = ManyField(label=lazy("Who played?"))

    def __init__(self, here: OprHere, data: Data = None) -> None:
        super().__init__(data, auto_id="%s")
        ask(here, self, "w")


def mission_form(here: OprHere, data: Data) -> MissionForm:
    """A new mission, with everybody who may play it: unless all have to, nobody whose player is gone."""
    form = MissionForm(data, auto_id="%s")
    active = here.state.active
    there = [one for one in active if all_play(here) or here.people.get(one.owner, NO_SEAT).there]
    ask(here, form, "warband", there)
    return form


def ask(here: OprHere, form: PlainForm, name: str, warbands: Iterable[Warband] = ()) -> None:
    """Let the field of this name have these, or all in the league, the likely ones ticked."""
    offer(form.fields[name], [(one.id, one.name) for one in warbands or here.state.active])
    form.fields[name].initial = first_choice(here)


def one_is_no_mission(here: OprHere) -> str:
    """What is said where one alone is ticked. Source: OPR-02"""
    return say("A mission needs at least two {forces}.", forces=here.book.words.forces)


def lines(here: OprHere, field: BoundField) -> tuple[WarbandLine, ...]:
    """Its boxes, each with whose it is."""
    offered = ((box, here.state.warbands[str(box.data["value"])]) for box in field)
    return tuple(WarbandLine(box, one, here.people.get(one.owner, NO_SEAT)) for box, one in offered)


def all_play(here: OprHere) -> bool:
    """Whether everybody plays every mission. Source: OPR-10"""
    return not here.book.on("parallel_play")


def first_choice(here: OprHere) -> list[str]:
    """Everybody, unless several missions may run at once; then only my own warband."""
    everybody = all_play(here)
    return [one.id for one in here.state.active if everybody or here.owns(one.id)]


# Where somebody would be missing


@dataclass(frozen=True, slots=True)
class Moved:
    """A warband in the ranking as it is, and as it would be once whoever has time plays."""

    name: str
    now: str
    then: str
    differs: bool


def ranking_if_loose(here: OprHere) -> tuple[Moved, ...]:
    """The ranking by VP per mission, beside what it is now. Source: OPR-10, OPR-11"""
    settings = {**dict(here.state.league.settings), "parallel_play": "on"}
    loose = in_force(here.state.league.edition, tuple(settings.items()))
    now = {one.warband: one for one in standings(here.state, here.book)}
    return tuple(
        Moved(one.name, _place(before), _place(one), before.rank != one.rank)
        for one in standings(here.state, loose)
        if (before := now[one.warband])
    )


def _place(one: WarbandStanding) -> str:
    return f"{one.rank}. · {one.shown}"


LOOSE = change("parallel_play", "on", "")  # the act that lets whoever has time play
