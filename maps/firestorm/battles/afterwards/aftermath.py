"""The aftermath of a turn: what waits for me, what every battle came to, whom the phase waits for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from maps.firestorm.acting.reaching import acting_as, acting_faction
from maps.firestorm.battles.afterwards.duties import Duty, duties
from maps.firestorm.battles.afterwards.outcome import OutcomeLine, battle_outcome
from maps.firestorm.battles.battle_labels import FirestormBattleLine, turn_battle_line
from maps.firestorm.viewer import FirestormViewer
from maps.ground.taps import MapTap, hidden_fields
from maps.turns.waits import awaited_sides, paused_words, waiting_words
from rules.firestorm.faction_figures import battles_this_turn
from rules.firestorm.phases.moving_on import unfinished_problems
from rules.turns.problems import first_of


@dataclass(frozen=True, slots=True)
class BattleTold:
    """A battle with what it came to."""

    line: FirestormBattleLine
    told: tuple[OutcomeLine, ...]


@dataclass(frozen=True)
class AftermathPage:
    """`duties` are mine; `ready` ends the phase for my faction, or says what stands in its way. `waits`: for
    whom else the phase waits, or that it is paused.
    """

    here: str
    turn: int
    is_now: bool
    me: str
    acting: str
    acting_for: str
    duties: tuple[Duty, ...]
    ready: MapTap | None
    waits: str
    battles: tuple[BattleTold, ...]


def aftermath_page(viewer: FirestormViewer) -> AftermathPage:
    faction = acting_faction(viewer)
    me = faction.id if faction else ""
    is_now = viewer.state.now.phase == "aftermath"
    theirs = me if me and not viewer.owns(me) else ""
    waited = awaited_sides(viewer) if is_now else {}
    return AftermathPage(
        here=reverse("firestorm:aftermath", args=[viewer.scope.pk]) + acting_as(viewer),
        turn=viewer.state.now.turn,
        is_now=is_now,
        me=me,
        acting=theirs,
        acting_for=viewer.state.name_of(me) if theirs else "",
        duties=tuple(duties(viewer, me)) if me else (),
        ready=_ready(viewer, me) if me in waited else None,
        waits=_waits(viewer, {one: name for one, name in waited.items() if one != me}),
        battles=tuple(
            BattleTold(turn_battle_line(viewer, one, me), battle_outcome(viewer, one))
            for one in battles_this_turn(viewer.state)
        ),
    )


def _waits(viewer: FirestormViewer, others: Mapping[str, str]) -> str:
    return paused_words(viewer) or waiting_words(viewer, others)


def _ready(viewer: FirestormViewer, me: str) -> MapTap:
    """Nothing more to do in this phase; or what there is."""
    problem = first_of(unfinished_problems(viewer.state, viewer.book, me))
    return MapTap(
        "ready", _("We’re done"), hidden_fields(step=viewer.state.now.step, faction=me),
        _("The Build phase begins when every faction is done."), "check-lg", look="brass",
        why_not=problem.sentence if problem else "", rule=problem.rule if problem else "",
    )  # fmt: skip
