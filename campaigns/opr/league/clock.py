"""What time brings to leagues of warbands: weeks that are over, and steps whose time is up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import F, QuerySet

from campaigns.engine import advancing, door
from campaigns.engine.chores import alone
from campaigns.engine.lines import Act
from campaigns.engine.stored.store import registered, registration_of
from campaigns.engine.transaction.dialogue import dry_run
from campaigns.engine.who.absent import absent_from
from campaigns.engine.who.rights import CLOCK, IDLE
from campaigns.models import Scope, TodoRow
from campaigns.models.play import League
from rules.engine.plain import text_in
from rules.engine.procedure import Settled
from rules.engine.refusals import Refused
from rules.opr.books import edition_in_force
from rules.opr.game import GAME, book_of
from rules.opr.league.step_time import SILENCE, overdue_steps, step_lapses, without_choice
from rules.opr.todos import OF_STEPS

TIME_UP = "opr.time_up"


def advance_opr_leagues(now: datetime) -> int:
    """End what is over, and do what comes of steps that nobody took; how many acts that were."""
    ended = 0
    for scope in _over(now):
        with alone():
            ended += _time_up(scope, now)
    return ended + advancing.advanced(_with_late_steps(now), now, advance_missions)


def _over(now: datetime) -> list[Scope]:
    """Running leagues whose weeks are over and that are not waiting for a decider."""
    rows = League.objects.filter(status="running", ends__lte=now, decider=[])
    return list(Scope.objects.filter(pk__in=rows.values("scope_id"), archived_at=None))


def _time_up(scope: Scope, now: datetime) -> bool:
    """End a league; not while a mission that began in time is still being played."""
    said = dry_run(scope, registration_of(scope.game).load(scope.pk), TIME_UP, {}, now)
    if not isinstance(said, Settled) or not said.result:
        return False
    try:
        return door.act(scope.pk, CLOCK, TIME_UP, {}).settled
    except Refused:
        return False  # somebody was faster


# Steps after a mission


def _late(now: datetime) -> QuerySet[TodoRow]:
    """The steps that are still to take when their time is up, in every league that is played."""
    rows = TodoRow.objects.filter(until__lte=now, gone_at=None, stand="must", kind__in=OF_STEPS)
    return rows.filter(scope__game=GAME.name, scope__archived_at=None)


def _with_late_steps(now: datetime) -> list[Scope]:
    """The leagues in which something comes of it."""
    rows = League.objects.filter(scope__in=_late(now).values("scope_id"), status="running")
    kept = rows.values_list("scope_id", "edition", "settings")
    meant = [pk for pk, edition, chosen in kept if _comes_of_it(edition, chosen)]
    return list(Scope.objects.filter(pk__in=meant).order_by("pk"))


def _comes_of_it(edition: str, chosen: Iterable[Iterable[str]]) -> bool:
    pairs = tuple((key, value) for key, value in chosen)
    return edition_in_force(edition, pairs).setting(SILENCE) != "nothing"


def advance_missions(scope: Scope, now: datetime) -> int:
    """Take the steps that ask nothing of anybody, then do what comes of those left; how many that were."""

    def idle() -> list[Act]:
        state = registered(GAME).load(scope.pk)
        return list(without_choice(overdue_steps(state, book_of(state), now)))

    def due() -> Sequence[Act]:
        state = registered(GAME).load(scope.pk)
        rows = overdue_steps(state, book_of(state), now)
        anew = _come_up_since(scope, now)
        away = absent_from(scope, state, registered(GAME))
        resting = (
            one for one in rows if away.rests(one.side, registered(GAME).rules.members_of(state, one.side))
        )
        anew |= {(text_in(one.params, "mission"), one.side) for one in resting}  # late is nobody on holiday
        return step_lapses(state, book_of(state), rows, anew)

    taken = 0
    while more := advancing.advance_scope(scope, idle, IDLE) + advancing.advance_scope(scope, due):
        taken += more
        if taken >= advancing.MOST_STEPS:
            break
    return taken


def _come_up_since(scope: Scope, now: datetime) -> set[tuple[str, str]]:
    """The missions and warbands whose steps came up only after their time: by a correction, say."""
    found = _late(now).filter(scope=scope, since__gt=F("until"))
    return {(text_in(params, "mission"), side) for params, side in found.values_list("params", "side")}
