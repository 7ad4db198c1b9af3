"""What notices say of reports: of which game, between whom, and how it ended once that counts.

And of requests: who asks for what, and what became of it.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.engine.desk import desk_of
from campaigns.engine.lines import Bout
from campaigns.engine.passage.twins import versions
from campaigns.models import ActRequest, ActRequestStatus, Notice, NoticeKind, Report, Seat
from campaigns.nights.games.leagues import League
from campaigns.notices.found.results import ended
from rules.engine.language import headed


def told(notice: Notice, report: Report, found: League) -> str:
    """Its sentence, for the person of the notice."""
    known = {"name": notice.actor or _("Somebody"), "game": game_of(report, found), "words": report.words}
    if notice.kind == NoticeKind.REPORTED:
        return _("%(name)s has sent a report of %(game)s and is waiting for your answer") % known
    if notice.kind == NoticeKind.COUNTS:
        return _counts(notice, report, found)
    if notice.actor is None and report.disputed_by_id is None:
        return _("Your report of %(game)s cannot count as it stands: “%(words)s”") % known
    if report.disputed_by_id is None:
        return _("%(name)s disputes your report of %(game)s and has sent another version of it") % known
    return _("%(name)s disputes your report of %(game)s: “%(words)s”") % known


def _counts(notice: Notice, report: Report, found: League) -> str:
    bout = played(found, report)
    known = {"name": report.reporter, "game": bout.title if bout else game_of(report, found)}
    known["by"] = (report.entry and report.entry.actor) or report.reporter
    said = _why_it_counts(notice, report) % known
    return headed(said, ended(found, bout)) if bout else said


def _why_it_counts(notice: Notice, report: Report) -> str:
    if notice.person_id == report.reporter.person_id:
        return _("Your report of %(game)s counts")
    said = report.agreed.values()
    if "organiser" in said:
        return _("An organiser has decided that %(name)s’s report of %(game)s counts")
    if "silence" in said:
        return _("Nobody objected in time, so %(name)s’s report of %(game)s counts")
    return _("%(name)s’s report of %(game)s counts, agreed at the table, says %(by)s")


def asked(notice: Notice, request: ActRequest, found: League) -> str:
    """What somebody asks for, or to who has asked what others said."""
    word, state = desk_of(request.scope.game).words[request.procedure], found.state
    mine = notice.person_id == request.asker.person_id
    asks = word.asks(state, request.params, "" if mine else str(request.asker))
    known = {"what": asks.rstrip("."), "name": request.answered_by}
    said = {
        ActRequestStatus.DONE: _("%(what)s: agreed"),
        ActRequestStatus.DECLINED: _("%(what)s: %(name)s has said no"),
        ActRequestStatus.WITHDRAWN: _("%(what)s: withdrawn since"),
        ActRequestStatus.LAPSED: _("%(what)s: it can no longer be done"),
    }
    return said.get(ActRequestStatus(request.status), "%(what)s") % known


def request_key(request: ActRequest) -> str:
    """The occasion of a notice about a request as it stands."""
    return f"request-{request.pk}-{request.status}"


def game_of(report: Report, found: League) -> str:
    """ "Mission 4, Ash Crows v River Guard"."""
    bout = found.bout(report.mission) if report.mission else None
    names = _(" v ").join(filter(None, (found.name_of(side) for side in report.sides)))
    return ", ".join(filter(None, [bout.title if bout else "", names])) or found.scope.name


def played(found: League, report: Report) -> Bout | None:
    """The mission or battle whose end a report told, once it is over."""
    entry = report.entry
    if entry is None:
        return None
    traces = desk_of(report.scope.game).traces
    bout = found.bout(traces.about(entry.procedure, entry.params, entry.slot.code))
    return bout if bout is not None and bout.state == "over" else None


def disputer(report: Report) -> Seat | None:
    """Who says it was otherwise: in words, or with another version."""
    if report.disputed_by is not None or report.answers_to_id is not None:
        return report.disputed_by
    other = versions(report).exclude(reporter=report.reporter).select_related("reporter").last()
    return other.reporter if other else None
