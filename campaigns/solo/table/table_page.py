"""The table of a game against the app: whose turn it is and the one thing to do now.

With a dialogue open that is its question (`ask_page`), otherwise the next act of the rules with what bears
on it. Source: SOLO-06 to SOLO-24, SOLO-39 to SOLO-45.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.transaction.dialogue import Spoken, peek_dialogue
from campaigns.models import Scope
from campaigns.shell.told import chronicle
from campaigns.solo.games import table_dialogue
from campaigns.solo.table.ask_page import Asking, CrumbLine, table_question
from campaigns.solo.table.before_game import BUILDERS
from campaigns.solo.table.steps import HiddenField, TableStep
from campaigns.solo.table.turn_step import round_step
from campaigns.solo.unit_labels import app_names
from campaigns.solo.viewer import SoloViewer
from rules.engine.refusals import Refused
from rules.solo.book import Rules
from rules.solo.playing.next_act import next_act
from rules.solo.playing.turns import left_to_act
from rules.solo.state import SoloState


@dataclass(frozen=True, slots=True)
class SoloPage:
    """One screen of the table."""

    title: str
    subtitle: str
    crumbs: tuple[CrumbLine, ...]
    asking: Asking
    step: TableStep | None
    left: str
    may_act: bool
    can_undo: bool
    last: chronicle.EntryTold | None
    mission_url: str = ""
    event_url: str = ""
    refused: Refused | None = None


def asked_now(scope: Scope, state: SoloState) -> Spoken | None:
    """What the table is asked, as it is stored."""
    dialogue = table_dialogue(scope)
    return peek_dialogue(scope, dialogue.slot, state) if dialogue is not None else None


def solo_page(viewer: SoloViewer, spoken: Spoken | None, refused: Refused | None = None) -> SoloPage:
    """The screen for what is asked now, `spoken`, or for what comes next."""
    state: SoloState = viewer.state
    shown = table_question(viewer, spoken) if spoken is not None else Asking()
    asked = shown.ask is not None or shown.several is not None
    may_act = viewer.seat is not None and viewer.actor.acts_as(
        "table", viewer.scope, state, viewer.registration
    )
    last = chronicle.newest_told_entry(viewer) if not asked else None
    names = app_names(state)
    return SoloPage(
        title=_title(state),
        subtitle=_("%(names)s, run by the app") % {"names": names} if names else viewer.scope.name,
        crumbs=shown.ask.crumbs if shown.ask else (),
        asking=shown,
        step=None if asked else table_step(state, viewer.book),
        left=_left(state),
        may_act=may_act,
        can_undo=may_act and (asked or last is not None),
        last=last,
        mission_url=_mission_url(state),
        event_url=_event_url(state),
        refused=refused or shown.refused,
    )


def _mission_url(state: SoloState) -> str:
    """Where a finished game hands its facts to the league."""
    league, _colon, mission = state.game.mission.partition(":")
    if not league or state.game.phase != "over":
        return ""
    if mission:
        return reverse("campaigns:mission_solo", args=[int(league), mission])
    return reverse("campaigns:against", args=[int(league)])


def _event_url(state: SoloState) -> str:
    """Where the league's own random events of a round are rolled: before the round begins here."""
    league, _colon, mission = state.game.mission.partition(":")
    return (
        reverse("campaigns:mission", args=[int(league), mission])
        if mission and state.game.phase == "between"
        else ""
    )


def _title(state: SoloState) -> str:
    game = state.game
    if game.phase == "over":
        return _("The game is over")
    if game.phase == "between":
        return _("Round %(round)s begins") % {"round": game.round + 1}
    if game.phase != "round":
        return _("Before the game")
    words = {"ai": _("The app’s turn · round %(round)s"), "human": _("Your turn · round %(round)s")}
    return words.get(game.active, _("Round %(round)s ends")) % {"round": game.round}


def _left(state: SoloState) -> str:
    if state.game.phase != "round":
        return ""
    ai, people = (len(left_to_act(state, camp)) for camp in ("ai", "human"))
    if not ai and not people:
        return ""
    told = ngettext("%(n)d of the app’s units still to act", "%(n)d of the app’s units still to act", ai) % {
        "n": ai
    }
    if not state.units_of("human"):
        return told
    yours = _("%(n)d of yours") % {"n": people}
    return f"{told} · {yours}"


def table_step(state: SoloState, rules: Rules) -> TableStep:
    """The act that comes next, with everything that helps to do it."""
    act = next_act(state, rules)
    fields = tuple(HiddenField(name, str(value)) for name, value in act.params.items())
    phase = state.game.phase
    if phase == "round":
        return round_step(state, rules, act.do, fields)
    return TableStep(phase=phase, do=act.do, fields=fields, **BUILDERS[phase](state, rules))
