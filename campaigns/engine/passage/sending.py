"""Sending a report: what somebody says happened, under the lock of its league.

The door does it for whoever acts alone where others have to agree (`door.act_within`), `reports.send` for
whoever answers a report or mends their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TypedDict, Unpack

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from campaigns.engine.passage.dialogue import trial
from campaigns.engine.passage.reportable import require_sure, sides_of
from campaigns.engine.passage.twins import WAITING, Facts, Twin, twin_among, twin_of, versions
from campaigns.engine.passage.visit import Passage
from campaigns.engine.stored.room import require_room
from campaigns.models import Report, ReportStatus, Seat
from rules.engine.effects import apply_all
from rules.engine.procedure import Settled
from rules.engine.refusals import Refused


class Said(TypedDict, total=False):
    """What else comes with the facts.

    `answers_to`: a report of the same to which this is another version. `instead_of`: one's own report that
    nobody has agreed to yet; this one takes its place. `at_table`: sides whose people were there when it was
    written. `sure`: what looks like a slip has been asked about. `by_game`: a finished game says it.
    `another`: it is another game than the one that stands in a report already; `asks`: whoever sends it has
    to be asked whether it is.
    """

    answers_to: Report | None
    instead_of: Report | None
    words: str
    at_table: Iterable[str]
    sure: bool
    by_game: bool
    another: bool
    asks: bool


@dataclass(frozen=True, slots=True)
class Sent:
    """The report in which a game stands now. `told`: somebody's that says the same already; `agrees`: to
    which whoever told it now agrees with it.
    """

    report: Report
    told: bool = False
    agrees: bool = False


def send_within(
    passage: Passage, procedure: str, facts: Mapping[str, object], *, once: str = "", **more: Unpack[Said]
) -> Sent:
    """Send a report inside a passage that is already locked. Who has to agree, the facts say."""
    if procedure in passage.registration.by_games and not (more.get("by_game") or passage.actor.is_organiser):
        raise Refused("", _("A game against the app is reported from its own table."), "procedure")
    sides = sides_of(passage.registration, passage.state, procedure, facts)
    mine, answers_to, instead_of = own_sides(passage, sides), more.get("answers_to"), more.get("instead_of")
    if passage.actor.seat is None or not (mine or passage.actor.is_organiser):
        raise PermissionDenied
    another = more.get("another", False)
    if instead_of is not None:
        _make_room(passage, instead_of)
        another = instead_of.another
    elif (twin := _twin(passage, procedure, facts, sides, mine, more)) is not None:
        if twin.same:
            return Sent(twin.report, told=True, agrees=_may_agree(passage, twin, mine))
        answers_to = versions(twin.report)[0]
    if answers_to is not None:
        _answer(passage, answers_to)
    _require_possible(passage, procedure, facts, sure=more.get("sure", False))
    agreed = dict.fromkeys(more.get("at_table", ()), "at the table") | dict.fromkeys(mine, "reported")
    said = {"procedure": procedure, "words": more.get("words", ""), "once": once, "another": another}
    return Sent(_written(passage, passage.actor.seat, answers_to, facts, sides=sides, agreed=agreed, **said))


def _twin(
    passage: Passage, procedure: str, facts: Facts, sides: list[str], mine: list[str], more: Said
) -> Twin | None:
    """The report this one agrees to or answers. Refused where whoever sends it has to say something first."""
    if (answers_to := more.get("answers_to")) is not None:
        _of_the_same(passage, facts, answers_to)
        waiting = versions(answers_to).filter(status__in=WAITING).select_related("reporter")
        return twin_among(passage, waiting, procedure, facts) or Twin(answers_to, same=False)
    mission, another = bool(facts.get("mission")), more.get("another", False)
    if procedure in passage.registration.by_games or (another and not mission):
        return None
    twin = twin_of(passage, procedure, facts, sides, mine)
    if twin is None or (twin.same and not another):
        return twin
    if mission:
        _require_its_own_mission(passage, twin.report, another=another)
    elif twin.counts or more.get("asks"):
        raise _which_game(twin)
    return twin


def _require_its_own_mission(passage: Passage, report: Report, *, another: bool) -> None:
    if another:
        sentence = _("A mission has one result. Another game is a mission of its own.")
        raise Refused("", sentence, "another", admission=True)
    if passage.actor.is_seat(str(report.reporter_id)):
        sentence = _("You have reported this game already. Change that report.")
        raise Refused("", sentence, admission=True)


def _which_game(twin: Twin) -> Refused:
    counts = _("%(who)s’s report of a game of these sides counts already. Is yours another game?")
    waits = _("%(who)s has just reported a game of these sides. Is yours the same game, or another one?")
    sentence = (counts if twin.counts else waits) % {"who": twin.report.reporter}
    return Refused("", sentence, "another", admission=True)


def _may_agree(passage: Passage, twin: Twin, mine: Iterable[str]) -> bool:
    """Whether whoever tells the same is somebody whose word it waits for."""
    report, actor = twin.report, passage.actor
    decides = actor.is_organiser and not actor.is_seat(str(report.reporter_id))
    return not twin.counts and (decides or any(side not in report.agreed for side in mine))


def _require_possible(passage: Passage, procedure: str, facts: Facts, *, sure: bool) -> None:
    """Raise `Refused` for facts that cannot be, that leave no room, or that look like a slip."""
    said = trial(passage.scope, passage.state, procedure, facts, passage.now)
    if isinstance(said, Refused):
        raise said
    if isinstance(said, Settled):
        after = apply_all(passage.state, said.result)
        require_room(passage.registration, passage.state, after, facts)
    if not sure:
        require_sure(passage.registration, passage.state, procedure, facts)


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


def _answer(passage: Passage, answers_to: Report) -> None:
    """Another version stops the clock of all that wait for the same game."""
    if not versions(answers_to).filter(status__in=WAITING).update(status=ReportStatus.DISPUTED):
        raise Refused("", _("That report is no longer waiting for an answer."), admission=True)


def _of_the_same(passage: Passage, facts: Mapping[str, object], answers_to: Report) -> None:
    """Another version tells of the same game, and is for those who may dispute the first."""
    if not (passage.actor.is_organiser or own_sides(passage, answers_to.sides)):
        raise PermissionDenied
    if answers_to.mission != str(facts.get("mission", "")):
        raise Refused("", _("That report is about another game."), admission=True)


def own_sides(passage: Passage, sides: list[str]) -> list[str]:
    """Which of the sides this person plays."""
    return [s for s in sides if passage.actor.plays(s, passage.state, passage.registration)]
