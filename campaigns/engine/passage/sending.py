"""Sending a report: what somebody says happened, under the lock of its league.

The door does it for whoever acts alone where others have to agree (`door.act_within`), `reports.send` for
whoever answers a report or mends their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import TypedDict, Unpack

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from campaigns.engine.passage.dialogue import trial
from campaigns.engine.passage.reportable import require_sure, sides_of
from campaigns.engine.passage.visit import Passage
from campaigns.engine.stored.room import require_room
from campaigns.models import Report, ReportStatus, Seat
from rules.engine.effects import apply_all
from rules.engine.procedure import Settled
from rules.engine.refusals import Refused

WAITING = (ReportStatus.SENT, ReportStatus.DISPUTED)


class Said(TypedDict, total=False):
    """What else comes with the facts.

    `answers_to`: a report of the same to which this is another version. `instead_of`: one's own report that
    nobody has agreed to yet; this one takes its place. `at_table`: sides whose people were there when it was
    written. `sure`: what looks like a slip has been asked about. `by_game`: a finished game says it.
    """

    answers_to: Report | None
    instead_of: Report | None
    words: str
    at_table: Iterable[str]
    sure: bool
    by_game: bool


def is_alone(passage: Passage, procedure: str) -> bool:
    """Whether others have to agree before this counts when this person does it."""
    return procedure in passage.registration.reported and not passage.actor.is_organiser


def send_within(
    passage: Passage, procedure: str, facts: Mapping[str, object], *, once: str = "", **more: Unpack[Said]
) -> Report:
    """Send a report inside a passage that is already locked. Who has to agree, the facts say."""
    if procedure in passage.registration.by_games and not (more.get("by_game") or passage.actor.is_organiser):
        raise Refused("", _("A game against the app is reported from its own table."), "procedure")
    sides = sides_of(passage.registration, passage.state, procedure, facts)
    mine, answers_to, instead_of = own_sides(passage, sides), more.get("answers_to"), more.get("instead_of")
    if passage.actor.seat is None or not (mine or passage.actor.is_organiser):
        raise PermissionDenied
    if instead_of is not None:
        _make_room(passage, instead_of)
    _only_one(passage, facts, answers_to)
    said = trial(passage.scope, passage.state, procedure, facts, passage.now)
    if isinstance(said, Refused):
        raise said
    if isinstance(said, Settled):
        after = apply_all(passage.state, said.result)
        require_room(passage.registration, passage.state, after, facts)
    if not more.get("sure"):
        require_sure(passage.registration, passage.state, procedure, facts)
    agreed = dict.fromkeys(more.get("at_table", ()), "at the table") | dict.fromkeys(mine, "reported")
    told = {"procedure": procedure, "words": more.get("words", ""), "once": once}
    return _written(passage, passage.actor.seat, answers_to, facts, sides=sides, agreed=agreed, **told)


def _written(
    passage: Passage, reporter: Seat, answers_to: Report | None, facts: Mapping[str, object], **said: object
) -> Report:
    """The new row; another version of a report waits for people, not for the clock."""
    return Report.objects.create(
        scope=passage.scope,
        mission=str(facts.get("mission", "")),
        reporter=reporter,
        status=ReportStatus.DISPUTED if answers_to else ReportStatus.SENT,
        due=None if answers_to else passage.now + timedelta(hours=passage.scope.silence_hours),
        answers_to=answers_to,
        facts=dict(facts),
        **said,
    )


def _make_room(passage: Passage, report: Report) -> None:
    """Take a report back because its reporter mends it."""
    mine = Report.objects.filter(pk=report.pk, scope=passage.scope, reporter=passage.actor.seat)
    if not mine.filter(status=ReportStatus.SENT).update(status=ReportStatus.WITHDRAWN):
        sentence = _("This report cannot be changed any more; an organiser corrects it.")
        raise Refused("", sentence, admission=True)


def _only_one(passage: Passage, facts: Mapping[str, object], answers_to: Report | None) -> None:
    """A game has one report; another version answers to it and stops the clock."""
    if answers_to is not None:
        _of_the_same(passage, facts, answers_to)
        if not versions(answers_to).filter(status__in=WAITING).update(status=ReportStatus.DISPUTED):
            raise Refused("", _("That report is no longer waiting for an answer."), admission=True)
        return
    mission = str(facts.get("mission", ""))
    first = Report.objects.filter(scope=passage.scope, mission=mission, status__in=WAITING)
    known = first.select_related("reporter").first() if mission else None
    if known is not None:
        sentence = _("%(who)s has reported this game already. Agree there, or send your version.")
        raise Refused("", sentence % {"who": known.reporter}, admission=True)


def _of_the_same(passage: Passage, facts: Mapping[str, object], answers_to: Report) -> None:
    """Another version tells of the same game, and is for those who may dispute the first."""
    if not (passage.actor.is_organiser or own_sides(passage, answers_to.sides)):
        raise PermissionDenied
    if answers_to.mission != str(facts.get("mission", "")):
        raise Refused("", _("That report is about another game."), admission=True)


def versions(report: Report) -> QuerySet[Report]:
    """A report with every other version of the same game, the first one first."""
    root = report.answers_to_id or report.pk
    return Report.objects.filter(Q(pk=root) | Q(answers_to=root)).order_by("pk")


def own_sides(passage: Passage, sides: list[str]) -> list[str]:
    """Which of the sides this person plays."""
    return [s for s in sides if passage.actor.plays(s, passage.state, passage.registration)]
