"""The aftermath of a turn: what waits for me, what every battle came to, whom the phase waits for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from maps.firestorm.acting.reaching import acting_as, acting_faction
from maps.firestorm.battles.afterwards.duties import Duty, duties
from maps.firestorm.battles.afterwards.outcome import OutcomeLine, outcome
from maps.firestorm.battles.words import FirestormBattleLine, battle_line
from maps.firestorm.here import FirestormHere
from maps.ground.taps import MapTap, fields
from maps.turns.waits import paused_words, waited_for, waiting_words
from rules.firestorm.phases.moving_on import owed
from rules.firestorm.standing import battles_now
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


def aftermath_page(here: FirestormHere) -> AftermathPage:
    faction = acting_faction(here)
    me = faction.id if faction else ""
    is_now = here.state.now.phase == "aftermath"
    theirs = me if me and not here.owns(me) else ""
    waited = waited_for(here) if is_now else {}
    return AftermathPage(
        here=reverse("firestorm:aftermath", args=[here.scope.pk]) + acting_as(here),
        turn=here.state.now.turn,
        is_now=is_now,
        me=me,
        acting=theirs,
        acting_for=here.state.name_of(me) if theirs else "",
        duties=tuple(duties(here, me)) if me else (),
        ready=_ready(here, me) if me in waited else None,
        waits=_waits(here, {one: name for one, name in waited.items() if one != me}),
        battles=tuple(
            BattleTold(battle_line(here, one, me), outcome(here, one)) for one in battles_now(here.state)
        ),
    )


def _waits(here: FirestormHere, others: Mapping[str, str]) -> str:
    return paused_words(here) or waiting_words(here, others)


def _ready(here: FirestormHere, me: str) -> MapTap:
    """Nothing more to do in this phase; or what there is."""
    problem = first_of(owed(here.state, here.book, me))
    return MapTap(
        "ready", _("We are done"), fields(step=here.state.now.step, faction=me),
        _("The Build phase begins when every faction is done."), "check-lg", look="brass",
        why_not=problem.sentence if problem else "", rule=problem.rule if problem else "",
    )  # fmt: skip
