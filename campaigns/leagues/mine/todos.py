"""What waits for a person: steps of their warbands, open questions, reports to agree to, an army to bring.

Read from `campaigns.leagues.mine.mine`, without a query of its own. Whether a step may be done now is asked
of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaigns.engine.access import may_play
from campaigns.engine.dialogue import open_talk
from campaigns.engine.store import REGISTERED
from campaigns.leagues.mine.mine import Mine
from campaigns.models import Dialogue, Report, ReportStatus, Scope, SeatRequest
from campaigns.opr.league.waiting import STEP_WORDS, step_url
from rules.engine.procedure import Open
from rules.engine.questions import Question
from rules.engine.refusals import Refused
from rules.opr.figures.by_name import waiting
from rules.opr.game import book_of
from rules.opr.standings import waits_for_limit
from rules.opr.state import Mission, OprState, Side, Warband
from rules.opr.warbands.founding import has_begun, takes_in

WITHOUT_HURRY = datetime.max.replace(tzinfo=UTC)


# What leagues of other books want of a person: each app adds its own when it is ready.
WANTED: dict[str, Callable[[Mine, Scope], Iterable[Todo]]] = {}


@dataclass(frozen=True, slots=True)
class Todo:
    """One line of "Waiting for you", as `parts/todo.html` draws it."""

    title: str
    url: str
    where: str = ""
    deadline: str = ""
    icon: str = "pencil"
    emblem: str = ""
    die: int = 0
    action: str = ""
    first: bool = False
    confirm: str = ""
    scope: int = 0


def todos_of(mine: Mine) -> list[Todo]:
    """All of it: reports by deadline, then steps and questions, people at the door, leagues that begin."""
    answered = _by_slot(mine)
    able = [scope for scope in mine.scopes if may_play(mine.seat(scope))]
    playing = [scope for scope in able if scope.game == "opr"]
    open_ = {report.pk for report in mine.reports}
    first = [one for one in mine.reports if one.answers_to_id not in open_]  # its page shows all versions
    by_deadline = sorted(first, key=lambda report: report.due or WITHOUT_HURRY)
    todos = [todo for report in by_deadline if (todo := _report(mine, report))]
    todos += [todo for scope in playing for todo in _steps(mine, scope, answered)]
    todos += [todo for scope in playing if (todo := _limit(mine, scope, answered))]
    todos += [todo for scope in able for todo in _of_other_books(mine, scope)]
    todos += _dialogues(mine, answered)
    todos += map(_seat_request, mine.requests)
    todos += [todo for scope in playing if (todo := _beginning(mine, scope))]
    return [replace(todo, first=not place) for place, todo in enumerate(todos)]


def _of_other_books(mine: Mine, scope: Scope) -> Iterable[Todo]:
    ask = WANTED.get(scope.game)
    return ask(mine, scope) if ask else ()


def _beginning(mine: Mine, scope: Scope) -> Todo | None:
    """What a league that has not started wants of this person."""
    state: OprState = mine.states[scope.pk]
    if state.league.status != "founding":
        return _army(mine, scope) if _may_join(mine, scope, state) else None
    if mine.seat(scope).is_organiser and len(state.active) != 1:
        return _start(scope, state) if state.active else _invite(scope)
    return None if mine.seat(scope).is_organiser or mine.warbands(scope) else _army(mine, scope)


def _may_join(mine: Mine, scope: Scope, state: OprState) -> bool:
    """Whether this person may still bring an army to a league that has started. Once missions are played,
    whoever was there at the start and brought none is not asked any more. Source: OPR-12, A-53
    """
    began, seat = state.league.started, mine.seat(scope)
    if seat.is_organiser or mine.warbands(scope) or not takes_in(state, book_of(state)):
        return False
    return not has_begun(state) or (began is not None and seat.joined_at > began)


# Steps of a warband


def _steps(mine: Mine, scope: Scope, answered: dict[str, Dialogue]) -> Iterator[Todo]:
    state: OprState = mine.states[scope.pk]
    for warband in mine.warbands(scope):
        mission = state.missions.get(warband.mission)
        if mission is not None and not _is_reported(mine, scope, mission):
            yield from _steps_of(scope, state, mission, warband, answered)


def _steps_of(
    scope: Scope, state: OprState, mission: Mission, warband: Warband, answered: dict[str, Dialogue]
) -> Iterator[Todo]:
    """Every event that waits for this warband, and the next thing its step asks for."""
    side = mission.side(warband.id)
    for one in _next(waiting(state, book_of(state), warband.id), side):
        slot = REGISTERED[scope.game].game.spec(one["procedure"]).slot_name(one["params"])
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
        url=_dialogue_url(dialogue) if dialogue else step_url(scope, mission, side),
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


# Leagues that begin


def _army(mine: Mine, scope: Scope) -> Todo:
    begun = scope.pk in mine.drafts
    return Todo(
        title=_("Your army is not founded yet") if begun else _("Bring your army"),
        where=scope.name,
        url=reverse("campaigns:new_warband", args=[scope.pk]),
        action=_("Go on") if begun else _("Bring it"),
        icon="person-plus-fill",
        scope=scope.pk,
    )


def _start(scope: Scope, state: OprState) -> Todo:
    count = len(state.active)
    return Todo(
        title=_("%(league)s can start") % {"league": scope.name},
        where=ngettext("%(n)s warband", "%(n)s warbands", count) % {"n": count},
        url=reverse("campaigns:league", args=[scope.pk]),
        icon="flag",
        scope=scope.pk,
    )


def _limit(mine: Mine, scope: Scope, answered: dict[str, Dialogue]) -> Todo | None:
    """A league that runs and has no limit yet waits for its organiser. Source: OPR-04"""
    state: OprState = mine.states[scope.pk]
    if not mine.seat(scope).is_organiser or not waits_for_limit(state, book_of(state)):
        return None
    dialogue = answered.pop(f"{scope.pk}:limit", None)
    return Todo(
        title=_("Roll how long %(league)s runs") % {"league": scope.name},
        where=_("Missions begin after it"),
        url=_dialogue_url(dialogue) if dialogue else reverse("campaigns:league", args=[scope.pk]),
        action=_("Go on") if dialogue else "",
        icon="dice-5-fill",
        scope=scope.pk,
    )


def _invite(scope: Scope) -> Todo:
    return Todo(
        title=_("Nobody has brought an army yet"),
        where=_("%(league)s: invite your players") % {"league": scope.name},
        url=reverse("people:invitations", args=[scope.club.slug]),
        icon="qr-code",
        scope=scope.pk,
    )


# Reports


def _report(mine: Mine, report: Report) -> Todo | None:
    scope = next(one for one in mine.scopes if one.pk == report.scope_id)
    kept = REGISTERED.get(scope.game)
    if kept is None:
        return None
    state = mine.states[scope.pk]
    own = [side for side in report.sides if (kept.owner_of(state, side) or "") in mine.own]
    disputed, seat = report.status == ReportStatus.DISPUTED, mine.seat(scope)
    mine_to_answer = any(side not in report.agreed for side in own)
    mine_to_mend = report.reporter_id == seat.pk and report.answers_to_id is None
    if not (seat.is_organiser or mine_to_mend if disputed else mine_to_answer):
        return None
    return Todo(
        title=_about(report, yours=mine_to_mend),
        where=" · ".join(filter(None, [scope.name, _says(state, report)])),
        deadline="" if disputed or report.due is None else _counts_by_itself(scope, report.due),
        url=reverse("campaigns:report", args=[scope.pk, report.pk]),
        emblem=report.reporter.emblem,
        action=_("Look at it") if disputed else _("Look closer"),
        confirm="" if disputed else _("It is right"),
        scope=scope.pk,
    )


def _about(report: Report, *, yours: bool) -> str:
    if report.status != ReportStatus.DISPUTED:
        return _("Is %(name)s’s report right?") % {"name": report.reporter}
    return (
        _("Your report is disputed")
        if yours
        else _("%(name)s’s report is disputed") % {"name": report.reporter}
    )


def _says(state: Any, report: Report) -> str:
    """What the report says in a few words: who won, in which round, how many are out."""
    warbands = getattr(state, "warbands", {})
    winners = [warbands[one].name for one in report.facts.get("winners", []) if one in warbands]
    if not winners:
        return ""
    won = {"winner": winners[0], "round": report.facts.get("rounds", 4)}
    kills = len(report.facts.get("kills") or [])
    out = ngettext("%(n)s unit out", "%(n)s units out", kills) % {"n": kills} if kills else ""
    return ", ".join(filter(None, [_("%(winner)s won in round %(round)s") % won, out]))


def _counts_by_itself(scope: Scope, due: datetime) -> str:
    when = date_format(due.astimezone(scope.club.tz), "l, H:i")
    return _("counts by itself on %(when)s") % {"when": when}


# Open dialogues


def _by_slot(mine: Mine) -> dict[str, Dialogue]:
    """Open dialogues with a question to this person, by scope and slot name."""
    found = {}
    for dialogue in mine.dialogues:
        scope = dialogue.scope
        if scope.pk in mine.states and any(mine.is_me(q.who, scope) for q in _questions(mine, dialogue)):
            found[f"{scope.pk}:{dialogue.slot.name}"] = dialogue
    return found


def _questions(mine: Mine, dialogue: Dialogue) -> tuple[Question, ...]:
    talk = open_talk(dialogue.slot, dialogue, mine.states[dialogue.scope_id], now=dialogue.opened_at)
    try:
        said = talk.drive()
    except Refused:
        return ()
    return said.questions if isinstance(said, Open) else ()


def _dialogues(mine: Mine, answered: dict[str, Dialogue]) -> Iterator[Todo]:
    for dialogue in answered.values():
        yield Todo(
            title=_asked(mine, dialogue),
            where=dialogue.scope.name,
            url=_dialogue_url(dialogue),
            icon="dice-5-fill",
            action=_("Answer"),
            scope=dialogue.scope.pk,
        )


def _asked(mine: Mine, dialogue: Dialogue) -> str:
    """What somebody else asks of this person, if it is but one question; else what is being done."""
    if str(dialogue.opened_by_id) not in mine.own:
        asked = _questions(mine, dialogue)
        if len(asked) == 1:
            return asked[0].text
    kept = REGISTERED[dialogue.scope.game]
    return kept.game.spec(dialogue.procedure).title.rstrip(".")


def _dialogue_url(dialogue: Dialogue) -> str:
    return reverse("campaigns:dialogue", args=[dialogue.scope_id, dialogue.slot.code])


# People


def _seat_request(request: SeatRequest) -> Todo:
    return Todo(
        title=_("%(name)s asks to be let in") % {"name": request.typed_name},
        where=_("%(club)s · the figures are %(figures)s")
        % {"club": request.club.name, "figures": request.figures},
        url=reverse("people:seat_request", args=[request.club.slug, request.pk]),
        icon="person-plus-fill",
    )
