"""What a league of warbands wants of a person: what their warbands have to do, a roll for the limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaigns.engine.lines import TodoLine
from campaigns.engine.my_leagues import MyLeagues
from campaigns.models import Dialogue, Report, Scope
from campaigns.opr.league.summary import OprSummary, ToldMission, ToldSide
from campaigns.opr.league.waiting import STEP_WORDS, step_url
from campaigns.shell.links import page_of
from campaigns.shell.reading.fields import Says
from rules.engine.language import with_heading
from rules.engine.plain import text_in
from rules.engine.todos import Todo
from rules.opr.game import GAME
from rules.opr.league.step_time import then_words
from rules.opr.todos import OF_STEPS


def opr_todos(mine: MyLeagues, scope: Scope, answered: dict[str, Dialogue]) -> Iterator[TodoLine]:
    """Of each of my warbands, and of the league to its organisers."""
    sides = {one["id"]: one["missions"] for one in warbands_of(mine, scope)}
    for row in mine.musts(scope):
        if row.side in sides:
            yield _of_warband(mine, scope, row, sides[row.side], answered)
    for row in mine.organises(scope):
        if (line := _of_organisers(mine, scope, row, answered)) is not None:
            yield line


def opr_league_summary(mine: MyLeagues, scope: Scope) -> OprSummary:
    """What is told of a league."""
    return mine.told_of(scope, OprSummary)


def warbands_of(mine: MyLeagues, scope: Scope) -> list[ToldSide]:
    """My living warbands in a league."""
    return [one for one in opr_league_summary(mine, scope)["sides"] if mine.owns(one["id"], scope)]


def _of_warband(
    mine: MyLeagues, scope: Scope, row: Todo, missions: list[ToldMission], answered: dict[str, Dialogue]
) -> TodoLine:
    if row.kind == "op.team":
        return _team(scope)
    about = text_in(row.params, "mission")
    mission = next((one for one in missions if one["id"] == about), None)
    if mission is None:
        return _decider(scope)
    if row.kind == "op.result":
        return _play(scope, mission, opr_league_summary(mine, scope))
    spec = GAME.spec(f"{GAME.name}.{row.act}")
    slot = spec.slot.format(**spec.filled(row.params)) or spec.name
    dialogue = answered.pop(f"{scope.pk}:{slot}", None)
    url = (
        MyLeagues.url_of(dialogue) if dialogue else step_url(scope, mission["id"], row.side, mission["step"])
    )
    line = _step(scope, mission, spec.name, url, begun=dialogue is not None)
    return _blocking(mine, scope, row, replace(line, deadline=_until(mine, scope, row)))


def _until(mine: MyLeagues, scope: Scope, row: Todo) -> str:
    """Until when a step is to be taken, and what comes of it then. Source: A-58"""
    if row.until is None or row.kind not in OF_STEPS:
        return ""
    more = timedelta(hours=scope.silence_hours)
    hurried = any(one.held_at and one.held_at + more == row.until for one in _held_by(mine, scope, row))
    silence = "dice" if hurried else opr_league_summary(mine, scope)["step_silence"]
    what, when = then_words(silence, row.kind), mine.until(row.until, scope)
    if not what:
        return _("by %(when)s") % {"when": when}
    return _("by %(when)s. %(what)s") % {"when": when, "what": what}


def _held_by(mine: MyLeagues, scope: Scope, row: Todo) -> list[Report]:
    """The reports that wait for it."""
    return [one for one in mine.reports if one.scope_id == scope.pk and [row.side, row.key] in one.waits]


def _blocking(mine: MyLeagues, scope: Scope, row: Todo, line: TodoLine) -> TodoLine:
    """The same, with the reports that wait for it."""
    held = _held_by(mine, scope, row)
    names = ", ".join(dict.fromkeys(one.reporter.name for one in held))
    if not held:
        return line
    said = ngettext(
        "%(names)s’s report is waiting for this", "Reports from %(names)s are waiting for this", len(held)
    )
    return replace(line, where=f"{line.where} · {said % {'names': names}}")


def _step(scope: Scope, mission: ToldMission, procedure: str, url: str, *, begun: bool) -> TodoLine:
    name, fallen = procedure.removeprefix("opr."), mission["casualties"]
    title, action, icon = _words(name, GAME.spec(procedure).title)
    if name == "casualties":
        title = _casualties(fallen)
        action = action if fallen else _("Continue")
    return TodoLine(
        title=str(title),
        where=f"{mission_heading(mission)} · {scope.name}",
        url=url,
        action=_("Continue") if begun else str(action),
        die=1 if name == "casualties" and fallen else 0,
        icon=icon,
        scope=scope.pk,
    )


SET_UP_WORDS = {
    "field": (lazy("Choose your units"), lazy("Choose"), "people"),
    "roll_objective": (lazy("Roll for your special objective"), lazy("Roll for it"), "dice-5-fill"),
    "begin": (lazy("Confirm the set-up"), lazy("Begin"), "flag"),
}


def _words(name: str, title: str) -> tuple[Says, Says, str]:
    """What to do, the button, its icon; `title` is what the act itself is called."""
    step = STEP_WORDS.get(name.removeprefix("close_"))
    if step is not None:
        return step.title, step.action, step.icon
    return SET_UP_WORDS.get(name, (title.rstrip("."), _("Continue"), "dice-5-fill"))


def _casualties(count: int) -> str:
    if not count:
        return _("Confirm that you have no casualties")
    return ngettext("Roll for your casualty", "Roll for your %(n)s casualties", count) % {"n": count}


def _play(scope: Scope, mission: ToldMission, told: OprSummary) -> TodoLine:
    others = ", ".join(told["names"][one] for one in mission["warbands"])
    return TodoLine(
        title=_("%(mission)s is being played") % {"mission": mission_heading(mission)},
        where=f"{others} · {scope.name}",
        url=page_of("campaigns:mission", scope.pk, mission["id"]),
        icon="play-fill",
        scope=scope.pk,
    )


def _team(scope: Scope) -> TodoLine:
    """Source: A-60"""
    return TodoLine(
        title=_("Choose your team"),
        where=scope.name,
        url=page_of("campaigns:teams", scope.pk),
        action=_("Choose"),
        icon="people",
        scope=scope.pk,
    )


def _decider(scope: Scope) -> TodoLine:
    """Source: OPR-09"""
    return TodoLine(
        title=_("You share the lead: play the decider"),
        where=scope.name,
        url=page_of("campaigns:new_mission", scope.pk),
        icon="flag",
        scope=scope.pk,
    )


def mission_heading(mission: ToldMission) -> str:
    number = _("Mission %(n)s") % {"n": mission["number"]}
    return with_heading(number, mission["name"]) if mission["name"] else number


def _of_organisers(
    mine: MyLeagues, scope: Scope, row: Todo, answered: dict[str, Dialogue]
) -> TodoLine | None:
    """The start, and how long it runs; nothing of a start that is open already and asks by itself.

    Source: OPR-02, OPR-04
    """
    if row.kind == "op.start":
        open_ = any(one.scope_id == scope.pk and one.procedure == "opr.start" for one in mine.dialogues)
        return None if open_ else _start(scope, len(opr_league_summary(mine, scope)["sides"]))
    if row.kind == "op.empty":
        return _empty(scope, row)
    if row.kind == "op.late":
        return _left_over(scope, row, opr_league_summary(mine, scope))
    dialogue = answered.pop(f"{scope.pk}:limit", None)
    return TodoLine(
        title=_("Roll for the length of %(league)s") % {"league": scope.name},
        where=_("Missions can begin once you have rolled"),
        url=mine.url_of(dialogue) if dialogue else page_of("campaigns:league", scope.pk),
        action=_("Continue") if dialogue else "",
        icon="dice-5-fill",
        scope=scope.pk,
    )


def _empty(scope: Scope, row: Todo) -> TodoLine:
    """A mission that cannot begin. Source: OPR-24, OPR-25"""
    return TodoLine(
        title=_("A warband has no unit that can join its mission"),
        where=scope.name,
        url=page_of("campaigns:mission", scope.pk, text_in(row.params, "mission")),
        action=_("View it"),
        icon="people",
        scope=scope.pk,
    )


def _left_over(scope: Scope, row: Todo, told: OprSummary) -> TodoLine:
    """Steps whose time was up. Source: A-58"""
    warband = text_in(row.params, "warband") or row.about[1]
    known = {"warband": told["names"].get(warband, "")}
    return TodoLine(
        title=_("You have to take the steps for %(warband)s") % known,
        where=scope.name,
        url=page_of("campaigns:step", scope.pk, row.about[0], warband),
        action=_("View it"),
        icon="hourglass-split",
        scope=scope.pk,
    )


def _start(scope: Scope, count: int) -> TodoLine:
    return TodoLine(
        title=_("%(league)s can start") % {"league": scope.name},
        where=ngettext("%(n)s warband", "%(n)s warbands", count) % {"n": count},
        url=page_of("campaigns:league", scope.pk),
        icon="flag",
        scope=scope.pk,
    )
