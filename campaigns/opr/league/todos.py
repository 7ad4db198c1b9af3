"""What a league of warbands wants of a person: the steps of their warbands, a roll for the limit.

Whether a step may be done now is asked of the rules. The same steps for everybody: `waiting`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaigns.engine.lines import Todo
from campaigns.engine.mine import Mine
from campaigns.engine.store import registration
from campaigns.models import Dialogue, Scope
from campaigns.opr.league.waiting import STEP_WORDS, step_url
from rules.opr.figures.by_name import waiting
from rules.opr.game import book_of
from rules.opr.standings import waits_for_limit
from rules.opr.state import Mission, OprState, Side, Warband


def todos(mine: Mine, scope: Scope, answered: dict[str, Dialogue]) -> Iterator[Todo]:
    """The steps of each of my warbands, and the roll a league waits for."""
    yield from _steps(mine, scope, answered)
    if limit := _limit(mine, scope, answered):
        yield limit


def warbands_of(mine: Mine, scope: Scope) -> list[Warband]:
    """My living warbands in a league."""
    state: OprState = mine.states[scope.pk]
    return [one for one in state.active if one.owner in mine.own]


def _steps(mine: Mine, scope: Scope, answered: dict[str, Dialogue]) -> Iterator[Todo]:
    state: OprState = mine.states[scope.pk]
    for warband in warbands_of(mine, scope):
        mission = state.missions.get(warband.mission)
        if mission is not None and not _is_reported(mine, scope, mission):
            yield from _steps_of(scope, state, mission, warband, answered)


def _steps_of(
    scope: Scope, state: OprState, mission: Mission, warband: Warband, answered: dict[str, Dialogue]
) -> Iterator[Todo]:
    """Every event that waits for this warband, and the next thing its step asks for."""
    side = mission.side(warband.id)
    for one in _next(waiting(state, book_of(state), warband.id), side):
        slot = registration(scope.game).game.spec(one["procedure"]).slot_name(one["params"])
        yield _step(scope, mission, side, one, answered.pop(f"{scope.pk}:{slot}", None))
    if side.step == "play" and mission.status == "playing" and state.league.status == "running":
        yield _play(scope, mission, state)


def _next(steps: list[dict[str, Any]], side: Side) -> list[dict[str, Any]]:
    """What may be done now: all events, and the first of the others that is not done yet."""
    done = {"opr.field": side.ready, "opr.roll_objective": bool(side.objective)}
    now = [one for one in steps if not one["why_not"] and not done.get(one["procedure"])]
    events = [one for one in now if "event" in one["params"]]
    return [*events, *[one for one in now if one not in events][:1]]


def _is_reported(mine: Mine, scope: Scope, mission: Mission) -> bool:
    """Whether a report of this mission waits to count: then nobody has to play on."""
    return mission.open and any(
        report.scope_id == scope.pk and report.mission == mission.id for report in mine.reports
    )


def _step(scope: Scope, mission: Mission, side: Side, one: dict[str, Any], dialogue: Dialogue | None) -> Todo:
    name = one["procedure"].removeprefix("opr.")
    title, action, icon = _words(name, one["title"])
    if name == "casualties":
        title = _casualties(len(side.casualties))
        action = action if side.casualties else _("Go on")
    return Todo(
        title=str(title),
        where=f"{mission_name(mission)} · {scope.name}",
        url=Mine.url_of(dialogue) if dialogue else step_url(scope, mission, side),
        action=_("Go on") if dialogue else str(action),
        die=1 if name == "casualties" and side.casualties else 0,
        icon=icon,
        scope=scope.pk,
    )


SET_UP_WORDS = {
    "field": (lazy("Choose who comes along"), lazy("Choose"), "people"),
    "roll_objective": (lazy("Roll your special objective"), lazy("Roll it"), "dice-5-fill"),
    "begin": (lazy("Confirm the set-up"), lazy("Begin"), "flag"),
}


def _words(name: str, title: str) -> tuple[Any, Any, str]:
    """What to do, the button, its icon; `title` is what the act itself is called."""
    step = STEP_WORDS.get(name.removeprefix("close_"))
    if step is not None:
        return step.title, step.action, step.icon
    return SET_UP_WORDS.get(name, (title.rstrip("."), _("Do it"), "dice-5-fill"))


def _casualties(count: int) -> str:
    if not count:
        return _("Nobody has fallen: confirm it")
    return ngettext("Roll for your fallen unit", "Roll for your %(n)s fallen", count) % {"n": count}


def _play(scope: Scope, mission: Mission, state: OprState) -> Todo:
    others = ", ".join(state.warbands[one].name for one in mission.warbands)
    return Todo(
        title=_("%(mission)s is being played") % {"mission": mission_name(mission)},
        where=f"{others} · {scope.name}",
        url=reverse("campaigns:mission", args=[scope.pk, mission.id]),
        icon="play-fill",
        scope=scope.pk,
    )


def mission_name(mission: Mission) -> str:
    number = _("Mission %(n)s") % {"n": mission.number}
    return f"{number}: {mission.name}" if mission.name else number


def _limit(mine: Mine, scope: Scope, answered: dict[str, Dialogue]) -> Todo | None:
    """A league that runs and has no limit yet waits for its organiser. Source: OPR-04"""
    state: OprState = mine.states[scope.pk]
    if not mine.seat(scope).is_organiser or not waits_for_limit(state, book_of(state)):
        return None
    dialogue = answered.pop(f"{scope.pk}:limit", None)
    return Todo(
        title=_("Roll how long %(league)s runs") % {"league": scope.name},
        where=_("Missions begin after it"),
        url=mine.url_of(dialogue) if dialogue else reverse("campaigns:league", args=[scope.pk]),
        action=_("Go on") if dialogue else "",
        icon="dice-5-fill",
        scope=scope.pk,
    )
