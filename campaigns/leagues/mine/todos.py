"""What waits for a person: reports to agree to, what each league wants of them, open questions, people at the
door.

Read from `campaigns.engine.my_leagues`; only games somebody is asked for take a query of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import TodoLine
from campaigns.engine.my_leagues import MyLeagues
from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored.store import registration_of
from campaigns.engine.who.access import may_play
from campaigns.engine.who.rights import waits_for_another_device
from campaigns.models import ActRequest, Dialogue, Report, ReportStatus, SeatRequest
from campaigns.nights.games.games import asked_game_todos

WITHOUT_HURRY = datetime.max.replace(tzinfo=UTC)


def todos_of(mine: MyLeagues) -> list[TodoLine]:
    """All of it: reports by deadline, then steps and questions, people at the door, leagues that begin."""
    answered = _by_slot(mine)
    able = [scope for scope in mine.scopes if may_play(mine.seat(scope))]
    open_ = {report.pk for report in mine.reports}
    first = [one for one in mine.reports if one.answers_to_id not in open_]  # its page shows all versions
    by_deadline = sorted(first, key=lambda report: report.due or WITHOUT_HURRY)
    todos = [todo for report in by_deadline if (todo := _report(mine, report))]
    todos += filter(None, (_asked_act(mine, one) for one in mine.asked))
    todos += [todo for scope in able for todo in plugin_of(scope.game).club.todos(mine, scope, answered)]
    todos += _dialogues(mine, answered)
    todos += asked_game_todos(mine.own)
    todos += map(_seat_request, mine.requests)
    todos += [todo for scope in able if (todo := plugin_of(scope.game).club.beginning(mine, scope))]
    return [replace(todo, first=not place) for place, todo in enumerate(todos)]


def invitations_of(mine: MyLeagues) -> list[TodoLine]:
    """Leagues of their clubs that this person could join, and has not said no to."""
    able = [scope for scope in mine.scopes if may_play(mine.seat(scope)) and scope.pk not in mine.declined]
    return [found for scope in able if (found := plugin_of(scope.game).club.invitation(mine, scope))]


# Reports


def _report(mine: MyLeagues, report: Report) -> TodoLine | None:
    scope = next(one for one in mine.scopes if one.pk == report.scope_id)
    names = mine.told[scope.pk]["names"]
    own = [side for side in report.sides if mine.owns(side, scope)]
    disputed, seat = report.status == ReportStatus.DISPUTED, mine.seat(scope)
    mine_to_answer = report.reporter_id != seat.pk and any(side in report.open_to for side in own)
    adds = report.left_to in own and not disputed
    mine_to_mend = report.reporter_id == seat.pk and report.answers_to_id is None
    if not (mine.runs(scope) or mine_to_mend if disputed else mine_to_answer):
        return None
    return TodoLine(
        title=_about(report, yours=mine_to_mend),
        where=" · ".join(
            filter(None, [scope.name, plugin_of(scope.game).past.reports.says(names, report.facts)])
        ),
        deadline="" if disputed or report.due is None else _counts_by_itself(mine.when(report.due, scope)),
        url=reverse("campaigns:report", args=[scope.pk, report.pk]),
        emblem=report.reporter.emblem,
        action=_("View it") if disputed else _("Add your part") if adds else _("Check the details"),
        confirm="" if disputed or adds else _("Agree"),
        scope=scope.pk,
    )


def _about(report: Report, *, yours: bool) -> str:
    if report.status != ReportStatus.DISPUTED:
        return _("Is %(name)s’s report right?") % {"name": report.reporter}
    known = {"name": report.reporter}
    if report.words and report.disputed_by_id is None:  # as the app has found
        return _("Your report cannot count") if yours else _("%(name)s’s report cannot count") % known
    return _("Your report is disputed") if yours else _("%(name)s’s report is disputed") % known


def _counts_by_itself(when: str) -> str:
    return _("counts automatically on %(when)s") % {"when": when}


# Requests


def _asked_act(mine: MyLeagues, asked: ActRequest) -> TodoLine | None:
    """What somebody asks for that takes this person's word."""
    scope = asked.scope
    if asked.pk not in mine.wanted:
        return None
    if not may_play(mine.seat(scope)) or not any(mine.is_me(who, scope) for who in asked.open_to):
        return None
    title, brings, until = mine.wanted[asked.pk]
    lapses = [_("lapses on %(when)s") % {"when": mine.when(until, scope)}] if until else []
    is_held = mine.is_held(scope)
    return TodoLine(
        title=title.rstrip("."),
        where=f"{scope.name} · {brings}",
        deadline=" · ".join([waits_for_another_device(), *lapses] if is_held else lapses),
        url=reverse("campaigns:request", args=[scope.pk, asked.pk]),
        emblem=asked.asker.emblem,
        confirm="" if is_held else _("Accept"),
        decline="" if is_held else _("Decline"),
        scope=scope.pk,
    )


# Open dialogues


def _by_slot(mine: MyLeagues) -> dict[str, Dialogue]:
    """Open dialogues with a question to this person, by scope and slot name."""
    return {f"{one.scope_id}:{one.slot.name}": one for one in mine.dialogues if one.pk in mine.asking}


def _dialogues(mine: MyLeagues, answered: dict[str, Dialogue]) -> Iterator[TodoLine]:
    for dialogue in answered.values():
        yield TodoLine(
            title=_asked(mine, dialogue),
            where=dialogue.scope.name,
            url=mine.url_of(dialogue),
            icon="dice-5-fill",
            action=_("Answer"),
            scope=dialogue.scope.pk,
        )


def _asked(mine: MyLeagues, dialogue: Dialogue) -> str:
    """What somebody else asks of this person, if it is but one question; else what is being done."""
    title = registration_of(dialogue.scope.game).game.spec(dialogue.procedure).title
    return mine.asking[dialogue.pk] or title.rstrip(".")


# People


def _seat_request(request: SeatRequest) -> TodoLine:
    return TodoLine(
        title=_("%(name)s is asking to be let in") % {"name": request.typed_name},
        where=_("%(club)s · the digits are %(figures)s")
        % {"club": request.club.name, "figures": request.figures},
        url=reverse("people:seat_request", args=[request.club.slug, request.pk]),
        icon="person-plus-fill",
    )
