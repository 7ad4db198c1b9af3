"""Why what somebody asks for cannot be done, now or when a request was overtaken, in words for a reader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.engine.stored.journal import state_at
from campaigns.engine.stored.store import AnyRegistration, registration_of
from campaigns.engine.transaction.dialogue import dry_run
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.transaction.writing import CORRECTION
from campaigns.engine.who.rights import Actor, at_its_table
from campaigns.models import ActRequest, ActRequestStatus, Report, Scope, Seat
from campaigns.models.play import WAITING
from config.memory import remembered
from rules.engine.games import ActTrait
from rules.engine.plain import Params, text_in
from rules.engine.refusals import Refused
from rules.engine.state import State


def why_not_done(
    scope: Scope, state: State, registration: AnyRegistration, asked: ActRequest, now: datetime | None
) -> Refused | None:
    """Why a request cannot be done in this state; None where it can."""
    if why := _gone(asked):
        return why
    if not _may_still_ask(scope, state, registration, asked):
        return _no_more(asked)
    if told := report_comes_first(scope, asked.params):
        return told
    said = dry_run(scope, state, asked.procedure, asked.params, now)
    return said if isinstance(said, Refused) else None


def why_overtaken(viewer: AnyViewer, asked: ActRequest) -> str:
    """What made a lapsed request impossible, as the rules say it of the league as it was then, to this
    visitor; nothing of one that nobody answered in time.
    """
    mine = viewer.seat is not None and viewer.actor.is_seat(str(asked.asker_id))
    at = (viewer.scope, viewer.state, viewer.registration)
    return why_overtaken_to(*at, asked, lambda side: viewer.is_organiser or viewer.owns(side), mine=mine)


def why_overtaken_to(
    scope: Scope,
    state: State,
    registration: AnyRegistration,
    asked: ActRequest,
    owns: Callable[[str], bool],
    *,
    mine: bool,
) -> str:
    """The same to a reader of these sides, to whom the league looks like this now."""
    if asked.status != ActRequestStatus.LAPSED or asked.answered_at is None or ran_out(asked):
        return ""
    sides = frozenset(one for one in registration.sides_of(state) if owns(one))
    corrected = scope.entries.filter(procedure=CORRECTION).aggregate(last=Max("seq"))["last"] or 0
    was = _as_it_was(asked.pk, asked.answered_at, sides, get_language() or "", corrected)
    then = _gone(asked) or (_no_more(asked) if was.is_taken_away else None)
    then = then or report_comes_first(scope, asked.params) or was.refused
    if then and not mine and was.plays:
        return _("%(name)s already belongs to %(side)s.") % {"name": asked.asker, "side": was.plays}
    now = why_not_done(scope, state, registration, asked, timezone.now())
    # By the same rule as the league stands now: a battle that was reported then is settled since.
    why = now if then and now and now.rule == then.rule else then
    return why.sentence if why else ""


@dataclass(frozen=True, slots=True)
class _AsItWas:
    """What the league was to a request when that lapsed: whether it was not the asker's any more, why it
    could not be done, in the reader's language, and the side they belonged to by then. It names no person:
    people are called something else, or go.
    """

    is_taken_away: bool
    refused: Refused | None
    plays: str


@remembered(most=2**20)
def _as_it_was(pk: int, at: datetime, sides: frozenset[str], language: str, corrected: int) -> _AsItWas:
    """The whole journal until then is read for it, once: it is another one only after a correction."""
    asked = ActRequest.objects.select_related("scope", "asker").get(pk=pk)
    scope, registration = asked.scope, registration_of(asked.scope.game)
    whole = state_at(scope, at)
    seen = registration.rules.seen(whole, sides.__contains__)
    said = dry_run(scope, seen, asked.procedure, asked.params, at)
    return _AsItWas(
        not _may_still_ask(scope, seen, registration, asked),
        said if isinstance(said, Refused) else None,
        _plays_already(whole, registration, asked),
    )


def _plays_already(state: State, registration: AnyRegistration, asked: ActRequest) -> str:
    """The side to which whoever has asked to be let in belonged by then, by name; nobody's who offered
    their own to somebody else.
    """
    offered = any(who.startswith("person:") for who in asked.whose)
    if offered or asked.procedure not in registration.game.marked[ActTrait.TAKES_SEAT]:
        return ""
    rules = registration.rules
    for key, side in registration.sides_of(state).items():
        if str(asked.asker_id) in (*rules.members_of(state, key), *rules.near(state, key)):
            return str(side.name)
    return ""


def ran_out(asked: ActRequest) -> bool:
    """Whether its time was up, rather than something else."""
    return bool(asked.lapses_at and asked.answered_at and asked.lapses_at <= asked.answered_at)


def report_comes_first(scope: Scope, params: Params) -> Refused | None:
    """What is asked for about a mission of which a report waits: the report comes first."""
    mission = text_in(params, "mission")
    waiting = Report.objects.filter(scope=scope, mission=mission, status__in=WAITING)
    report = waiting.select_related("reporter").order_by("pk").first() if mission else None
    if report is None:
        return None
    sentence = _("%(who)s has reported this game. Agree to that report, or dispute it.")
    about = (("report", str(report.pk)),)
    return Refused("", sentence % {"who": report.reporter}, admission=True, about=about)


def _gone(asked: ActRequest) -> Refused | None:
    """That somebody who asks, or is asked by name, has left the club."""
    if not (name := _who_is_gone(asked)):
        return None
    return Refused("", _("%(name)s has left the club.") % {"name": name}, admission=True)


def _who_is_gone(asked: ActRequest) -> str:
    if not asked.asker.is_active:
        return str(asked.asker)
    for who in asked.whose:
        kind, _colon, number = who.partition(":")
        seat = Seat.objects.filter(pk=number).first() if kind == "person" and number.isdecimal() else None
        if kind == "person" and (seat is None or not seat.is_active):
            return str(seat or _("Somebody"))
    return ""


def _may_still_ask(scope: Scope, state: State, registration: AnyRegistration, asked: ActRequest) -> bool:
    """Whether it is still the asker's to ask: they may play that side no more."""
    spec = registration.game.spec(asked.procedure)
    who = at_its_table(spec.starters(asked.params), asked.params)
    return Actor(asked.asker).is_one_of(who, scope, state, registration)


def _no_more(asked: ActRequest) -> Refused:
    """That it is not."""
    sentence = _("%(name)s no longer plays for the side this request came from.") % {"name": asked.asker}
    return Refused("", sentence, admission=True)
