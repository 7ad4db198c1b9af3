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
from campaigns.engine.stored.agreement import Agreement
from campaigns.engine.stored.store import registration_of
from campaigns.engine.who.access import may_play
from campaigns.engine.who.own_word import waits_for_another_device
from campaigns.engine.who.rights import side_from_who
from campaigns.models import ActRequest, Dialogue, Scope, SeatRequest, organisers_of
from campaigns.nights.games.games import asked_game_todos
from rules.engine.todos import ORGANISERS

WITHOUT_HURRY = datetime.max.replace(tzinfo=UTC)


def todos_of(mine: MyLeagues) -> list[TodoLine]:
    """All of it: reports by deadline, then steps and questions, people at the door, leagues that begin."""
    answered = _by_slot(mine)
    able = [scope for scope in mine.scopes if may_play(mine.seat(scope))]
    told = sorted(mine.agreements, key=lambda one: one[1].until or WITHOUT_HURRY)
    todos = [todo for scope, one in told if (todo := _told(mine, scope, one))]
    todos += filter(None, (_asked_act(mine, one) for one in mine.asked))
    todos += [todo for scope in able for todo in plugin_of(scope.game).club.todos(mine, scope, answered)]
    todos += _dialogues(mine, answered)
    todos += asked_game_todos(mine.own)
    todos += map(_seat_request, mine.requests)
    todos += [todo for scope in able if (todo := plugin_of(scope.game).club.beginning(mine, scope))]
    return [replace(todo, first=not place) for place, todo in enumerate(todos)]


def invitations_of(mine: MyLeagues) -> list[TodoLine]:
    """Leagues of their clubs that this person could join, has not said no to, and acts for nobody in."""
    able = [scope for scope in mine.scopes if may_play(mine.seat(scope)) and scope.pk not in mine.declined]
    able = [scope for scope in able if not mine.stands_in(scope)]
    return [found for scope in able if (found := plugin_of(scope.game).club.invitation(mine, scope))]


# Reports


def _told(mine: MyLeagues, scope: Scope, told: Agreement) -> TodoLine | None:
    report = told.report
    assert report is not None
    own = [side for side in told.sides if mine.owns(side, scope)]
    sent = report.reporter_id == mine.seat(scope).pk
    yours = any(side in own for side in told.by) if told.by else sent
    decides = ORGANISERS in told.waits and mine.rules_on(told.sides, scope)
    decides |= (
        bool(told.asked) and not sent and all(mine.speaks_as_organiser(one, scope) for one in told.asked)
    )
    asks = not sent and any(one in own for one in (told.others if told.again else told.asked))
    if not (decides or asks or (yours and told.is_disputed)):
        return None
    says = plugin_of(scope.game).past.reports.says(mine, scope, report.facts)
    adds, decided = told.adds in own, told.is_disputed and not (told.again and asks)
    return TodoLine(
        title=_about(told, yours=yours, taken_on=yours and not sent, decided=decided),
        where=" · ".join(filter(None, [scope.name, says])),
        deadline=_counts_by_itself(mine.when(told.until, scope)) if told.until else "",
        url=reverse("campaigns:report", args=[scope.pk, report.pk]),
        emblem=report.reporter.emblem,
        action=_("View it") if decided else _("Add your part") if adds else _("Check the details"),
        confirm="" if decided or adds else _("Agree"),
        scope=scope.pk,
    )


def _about(told: Agreement, *, yours: bool, taken_on: bool, decided: bool) -> str:
    """`decided`: it is disputed, and an organiser settles that; `taken_on`: somebody else sent it for the
    side that this person plays since."""
    known = {"name": told.told[0].who}
    if not decided:
        return _("Is %(name)s’s report right?") % known
    if taken_on:
        said = _("%(name)s’s report for your side is disputed")
        return (_("%(name)s’s report for your side cannot count") if told.why else said) % known
    if told.why:
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
    own = any(mine.is_me(who, scope) for who in asked.open_to)
    if not (may_play(mine.seat(scope)) and (own or _decides(mine, asked))):
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


def _decides(mine: MyLeagues, asked: ActRequest) -> bool:
    """Whether it waits for sides that nobody plays, and this person gives their word as an organiser: who has
    asked only where no other organiser is there."""
    sides = [side_from_who(who) for who in asked.open_to]
    if not sides or not all(side and mine.speaks_as_organiser(side, asked.scope) for side in sides):
        return False
    own = str(asked.asker_id) in mine.own
    return not own or organisers_of(asked.scope).exclude(pk__in=mine.own).count() == 0


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
    """What this person is asked, if it is but one question and not theirs alone; else what is being done."""
    title = registration_of(dialogue.scope.game).game.spec(dialogue.procedure).title
    return mine.asking[dialogue.pk] or title.rstrip(".")


# People


def _seat_request(request: SeatRequest) -> TodoLine:
    return TodoLine(
        title=_("%(name)s is asking to be let in") % {"name": request.typed_name},
        where=_("%(club)s · their screen shows %(figures)s")
        % {"club": request.club.name, "figures": request.figures},
        url=reverse("people:seat_request", args=[request.club.slug, request.pk]),
        icon="person-plus-fill",
    )
