"""What those who fought hear of their game: that it is told, disputed, counts, and how it ended.

And of requests: who asks for what, and what became of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.asking.agreements import agreement_of_reports
from campaigns.engine.asking.impossible import ran_out, why_overtaken_to
from campaigns.engine.chores import alone
from campaigns.engine.lines import Encounter
from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction.parked import bar_in_words
from campaigns.engine.transaction.twins import GIVEN_BY_OTHERS, is_told_anew, report_versions
from campaigns.models import (
    ActRequest,
    ActRequestStatus,
    Notice,
    NoticeKind,
    Report,
    ReportStatus,
    Seat,
    TodoRow,
    Topic,
    organisers_of,
)
from campaigns.nights.games.leagues import LeagueOfClub, Leagues
from campaigns.notices.kinds import done as acts
from campaigns.notices.kinds import organisers_messages
from campaigns.notices.kinds.kind import Look, NotificationKind
from campaigns.notices.kinds.making import notices
from campaigns.notices.kinds.reading import NotificationReading
from campaigns.notices.kinds.results import (
    game_sentence,
    is_told_still,
    of_told_games,
    result_sentence,
    why_it_counts,
    word_of,
)
from campaigns.notices.reminding import is_of_a_move
from rules.engine.language import with_heading

REPORTS = timedelta(days=30)
OF_REPORTS: dict[str, NoticeKind] = {
    ReportStatus.SENT: NoticeKind.REPORTED,
    ReportStatus.DISPUTED: NoticeKind.DISPUTED,
    ReportStatus.COUNTED: NoticeKind.COUNTS,
}


def of_reports(look: Look) -> Iterator[Notice]:
    since = max(look.begun, look.now - REPORTS)
    found = Report.objects.filter(sent_at__gte=since, scope__archived_at=None)
    told: dict[tuple[int | None, str], datetime] = {
        (report, kind): at
        for report, kind, at in Notice.objects.filter(report__in=found)
        .order_by("at")
        .values_list("report", "kind", "at")
    }
    read = Leagues()
    for report in found.select_related("scope", "reporter", "disputed_by", "entry"):
        kind = OF_REPORTS.get(report.status)
        before = told.get((report.pk, kind)) if kind else None
        with alone():
            again = _again(report, before) if before else ""
            if kind and (before is None or again):
                people, actor = _of_report(report, read)
                key = f"report-{report.pk}-{kind}{again}"
                refs = {"report": report, "actor": actor, "at": look.now}
                yield from notices(people, report.scope.club_id, kind, key, **refs)


def _again(report: Report, told: datetime) -> str:
    """What sets this time apart, where it counts or is disputed once more since that was told."""
    if report.status == ReportStatus.DISPUTED and _is_disputed_anew(report):
        return "-anew"
    if report.status == ReportStatus.DISPUTED:
        since = (
            report_versions(report)
            .exclude(pk=report.pk)
            .filter(status=report.status, sent_at__gt=told)
            .last()
        )
        return f"-{since.pk}" if since else ""
    counts = report.status == ReportStatus.COUNTED and report.disputed_by_id is not None
    return f"-{report.entry.seq}" if counts and report.entry and report.entry.at > told else ""


def _is_disputed_anew(report: Report) -> bool:
    """Whether somebody disputes what its reporter had told anew, and was told of."""
    told = Notice.objects.filter(report=report, kind=NoticeKind.DISPUTED)
    return report.disputed_by_id is not None and told.filter(actor=report.reporter).exists()


def of_reminders(look: Look) -> Iterator[Notice]:
    """Whom somebody reminds that a report waits for what they have left to do."""
    held = Report.objects.filter(held_at__isnull=False, scope__archived_at=None).exclude(reminded={})
    read = Leagues()
    for report in held.select_related("scope", "reporter"):
        with alone():
            for side, (when, seat) in report.reminded.items():
                at = datetime.fromisoformat(when)
                if at >= look.since:
                    key = f"{NoticeKind.REMINDED}-{report.pk}-{at:%Y%m%d%H%M}"
                    actor = Seat.objects.filter(pk=seat or 0).first()
                    refs = {"report": report, "actor": actor, "at": look.now}
                    people = read[report.scope_id].people_of(side)
                    yield from notices(people, report.scope.club_id, NoticeKind.REMINDED, key, **refs)


def of_requests(look: Look) -> Iterator[Notice]:
    """Whose word somebody asks for; and who has asked, once that is answered."""
    found = ActRequest.objects.filter(scope__archived_at=None).exclude(status=ActRequestStatus.WITHDRAWN)
    fresh = found.filter(Q(asked_at__gte=look.since) | Q(answered_at__gte=look.since))
    read = Leagues()
    for request in fresh.select_related("scope", "asker", "answered_by"):
        with alone():
            people, actor = _of_request(request, read)
            key, refs = request_key(request), {"request": request, "actor": actor, "at": look.now}
            yield from notices(people, request.scope.club_id, NoticeKind.REQUEST, key, **refs)


def _of_request(request: ActRequest, read: Leagues) -> tuple[set[int], Seat | None]:
    """Who is told of it as it stands, and who did it."""
    if request.status != ActRequestStatus.OPEN:
        by = request.answered_by
        return _known({request.asker.person_id} - {by.person_id if by else 0}), by
    still = [one for who in request.open_to for one in who.split("|")]
    asked = set().union(*(_people_of(request, who, read) for who in still))
    return asked - {request.asker.person_id}, request.asker


def _known(people: Iterable[int | None]) -> set[int]:
    """Without who is no person any more."""
    return {one for one in people if one is not None}


def _people_of(request: ActRequest, who: str, read: Leagues) -> set[int]:
    """The people a who-string means."""
    kind, _colon, name = who.partition(":")
    found = read[request.scope_id]
    if kind == "side" and found.is_played(name):
        return set(found.people_of(name))
    if kind in ("side", "organiser"):  # of a side nobody plays an organiser decides
        meant = organisers_of(request.scope)
    else:
        meant = Seat.objects.active().filter(club=request.scope.club_id, pk=name)
    return _known(meant.values_list("person", flat=True))


def _of_report(report: Report, read: Leagues) -> tuple[set[int], Seat | None]:
    """Who has to say a word to it, or whose report is disputed; once it counts, its reporter, its disputer,
    and whose word others gave, or nobody asked for any more. And who did it."""
    reporter, by, found = report.reporter, report.disputed_by, read[report.scope_id]
    if report.status == ReportStatus.SENT:
        told = agreement_of_reports(report.scope, registration_of(report.scope.game), found.state, [report])
        asked = set().union(*(found.people_of(side) for side in told.asked if found.is_played(side)))
        asked = asked or set(found.organisers)
        return asked - {reporter.person_id} if told.asked else asked, reporter
    if is_told_anew(report):
        asked = set().union(*(found.people_of(side) for side in report.open_to))
        return asked - {reporter.person_id}, reporter
    if report.status == ReportStatus.DISPUTED:
        by = disputer(report)
        mine = report.answers_to_id is not None and by is None  # another version, which its sender knows
        theirs = _who_answers(report, found)
        return theirs - {by.person_id if by else 0} if not mine else set(), by
    people, bout = {how: set[int]() for how in report.agreed.values()}, reported_encounter(found, report)
    for side, how in report.agreed.items():
        people[how] |= found.people_about(bout, side) if bout else found.people_of(side)
    others = set().union(*(people.get(how, set()) for how in GIVEN_BY_OTHERS))
    disputed = {by.person_id} - people.get("confirmed", set()) if by else set()
    return _known({reporter.person_id} | others | disputed), reporter


def _who_answers(report: Report, found: LeagueOfClub) -> set[int]:
    """Who sent it, or those who play since what it was sent for."""
    sent, theirs = report.reporter.person_id, set[int]().union(*map(found.people_of, report.told_for))
    return _known({sent}) if sent in theirs or not theirs else theirs


# In words


def report_sentence(notice: Notice, report: Report, found: LeagueOfClub) -> str:
    """Its sentence, for the person of the notice."""
    known = {
        "name": notice.actor or _("Somebody"),
        "game": report_title(report, found),
        "words": report.words,
        "reporter": report.reporter,
    }
    if notice.kind == NoticeKind.REPORTED:
        return _("%(name)s has sent a report of %(game)s and is waiting for your answer") % known
    if notice.kind == NoticeKind.COUNTS:
        return _counts(notice, report, found)
    if notice.kind == NoticeKind.REMINDED:
        return (
            _(
                "Reminder from %(name)s: the report of %(game)s is waiting for your steps after an earlier "
                "game"
            )
            % known
        )
    if notice.actor_id == report.reporter_id:
        return _("%(name)s has reported %(game)s again. Is the report right?") % known
    mine = notice.person_id == report.reporter.person_id
    if notice.actor is None and report.disputed_by_id is None:
        why = bar_in_words(found.scope, registration_of(found.scope.game), found.state, report)
        said = _("%(reporter)s’s report of %(game)s cannot count as it stands: “%(words)s”")
        said = _("Your report of %(game)s cannot count as it stands: “%(words)s”") if mine else said
        return said % (known | {"words": why})
    return (_disputed_mine(report) if mine else _disputed_before(report)) % known


def _disputed_mine(report: Report) -> str:
    """For who sent it."""
    if report.disputed_by_id is None:
        return _("%(name)s disputes your report of %(game)s and has sent another version of it")
    if not report.words:
        return _("%(name)s disputes your report of %(game)s")
    return _("%(name)s disputes your report of %(game)s: “%(words)s”")


def _disputed_before(report: Report) -> str:
    """For who plays since what somebody else sent it for."""
    if report.disputed_by_id is None:
        return _("%(name)s disputes %(reporter)s’s report of %(game)s and has sent another version of it")
    if not report.words:
        return _("%(name)s disputes %(reporter)s’s report of %(game)s")
    return _("%(name)s disputes %(reporter)s’s report of %(game)s: “%(words)s”")


def _counts(notice: Notice, report: Report, found: LeagueOfClub) -> str:
    bout = reported_encounter(found, report)
    known = {"name": report.reporter, "game": bout.title if bout else report_title(report, found)}
    known["by"] = (report.entry and report.entry.actor) or report.reporter
    mine = notice.person_id == report.reporter.person_id
    said = why_it_counts(mine, word_of(notice, report.agreed, found, bout)) % known
    return with_heading(said, result_sentence(found, bout)) if bout else said


def request_sentence(notice: Notice, request: ActRequest, found: LeagueOfClub) -> str:
    """What somebody asks for, or to who has asked what others said."""
    word, state = plugin_of(request.scope.game).acts.words[request.procedure], found.state
    mine = notice.person_id == request.asker.person_id
    asks = word.asks(state, request.params, "" if mine else str(request.asker))
    known = {"what": asks.rstrip("."), "name": request.answered_by}
    said = {
        ActRequestStatus.DONE: _("%(what)s: agreed"),
        ActRequestStatus.DECLINED: _("%(what)s: %(name)s has said no"),
        ActRequestStatus.WITHDRAWN: _("%(what)s: since withdrawn"),
        ActRequestStatus.LAPSED: _("%(what)s: it can no longer be done"),
    }
    if request.status == ActRequestStatus.LAPSED and ran_out(request):
        return _("%(what)s: no answer came in time") % known
    told = said.get(ActRequestStatus(request.status), "%(what)s") % known
    own, at = found.sides_of(notice.person_id), (request.scope, state, registration_of(request.scope.game))
    why = why_overtaken_to(*at, request, lambda side: side in own, mine=mine)
    return f"{told}. {why}" if why else told


def request_key(request: ActRequest) -> str:
    """The occasion of a notice about a request as it stands."""
    return f"request-{request.pk}-{request.status}"


def report_title(report: Report, found: LeagueOfClub) -> str:
    """ "Mission 4, Ash Crows v River Guard"."""
    bout = found.bout(report.mission) if report.mission else None
    names = _(" v ").join(filter(None, (found.name_of(side) for side in report.sides)))
    return ", ".join(filter(None, [bout.title if bout else "", names])) or found.scope.name


def reported_encounter(found: LeagueOfClub, report: Report) -> Encounter | None:
    """The mission or battle whose end a report told, once it is over."""
    entry = report.entry
    if entry is None:
        return None
    traces = plugin_of(report.scope.game).store.traces
    bout = found.bout(traces.about(entry.procedure, entry.params, entry.slot.code))
    return bout if bout is not None and bout.state == "over" else None


def disputer(report: Report) -> Seat | None:
    """Who says it was otherwise: in words, or with another version."""
    if report.disputed_by is not None or report.answers_to_id is not None:
        return report.disputed_by
    other = report_versions(report).exclude(reporter=report.reporter).select_related("reporter").last()
    return other.reporter if other else None


# All that is the same of them


def _says(notice: Notice, read: NotificationReading) -> str:
    if notice.word is not None:
        return organisers_messages.message_sentence(notice, notice.word, read)
    if notice.entry is not None:
        return game_sentence(notice, notice.entry, read.leagues[notice.entry.scope_id])
    if notice.report is None:
        known = {"name": notice.actor or _("Somebody"), "league": notice.scope}
        if is_of_a_move(notice):
            waits = _("Reminder from %(name)s: %(league)s is waiting for you")
            done = _("%(name)s reminded you about %(league)s, but nothing is waiting for you there now")
            return (waits if _is_awaited(notice) else done) % known
        waits = _("Reminder from %(name)s: another game in %(league)s is waiting for your steps")
        done = _("%(name)s reminded you about your steps in %(league)s, but no game is waiting for them now")
        return (waits if _holds_up(notice, read) else done) % known
    return report_sentence(notice, notice.report, read.leagues[notice.report.scope_id])


def _says_request(notice: Notice, read: NotificationReading) -> str:
    assert notice.request is not None
    return request_sentence(notice, notice.request, read.leagues[notice.request.scope_id])


def _stands(notice: Notice, now: datetime, read: NotificationReading) -> bool:
    if notice.entry is not None:
        return is_told_still(notice.entry, read.leagues[notice.entry.scope_id])
    return notice.report is not None and OF_REPORTS.get(notice.report.status) == notice.kind


def _waits(notice: Notice, now: datetime, read: NotificationReading) -> bool:
    """Whether a report waits for what somebody has left to do, or would; or a word still stands."""
    if notice.word is not None:
        return notice.word.is_up(now)
    if notice.report is None:
        return _is_awaited(notice) if is_of_a_move(notice) else _holds_up(notice, read)
    return notice.report.held_at is not None and bool(notice.report.waits)


def _holds_up(notice: Notice, read: NotificationReading) -> bool:
    """Whether a next game would wait for what its person has left to do."""
    found = read.leagues[notice.scope_id or 0]
    return any(map(found.holds_up, found.sides_of(notice.person_id)))


def _is_awaited(notice: Notice) -> bool:
    """Whether its person has something to do in its league."""
    own = Seat.objects.filter(club=notice.club_id, person=notice.person_id).values_list("pk", flat=True)
    rows = TodoRow.objects.filter(scope=notice.scope_id, stand="must", gone_at=None)
    return rows.filter(seats__overlap=[str(one) for one in own]).exists()


def _is_as_told(notice: Notice, now: datetime, read: NotificationReading) -> bool:
    return notice.request is not None and notice.key == request_key(notice.request)


def _place(notice: Notice) -> str:
    if notice.word is not None:
        return organisers_messages.news_url(notice, notice.word)
    if notice.entry is not None:
        return acts.agreement_url(notice.entry)
    if notice.report is None:
        return reverse(
            "campaigns:league" if is_of_a_move(notice) else "campaigns:own_steps", args=[notice.scope_id]
        )
    return reverse("campaigns:report", args=[notice.report.scope_id, notice.report.pk])


def _place_of_request(notice: Notice) -> str:
    assert notice.request is not None
    return reverse("campaigns:request", args=[notice.request.scope_id, notice.request.pk])


_REPORT = NotificationKind(
    topic=Topic.REPORTS, says=_says, place=_place, is_so=_stands, week="happened", finds=of_reports
)
KINDS = {
    NoticeKind.REPORTED: replace(_REPORT, topic=Topic.ASKED, week="open"),
    NoticeKind.DISPUTED: _REPORT,
    NoticeKind.COUNTS: replace(_REPORT, icon="journal-check", finds=of_told_games),
    NoticeKind.REMINDED: NotificationKind(
        topic=Topic.ASKED, icon="megaphone", says=_says, place=_place, is_so=_waits,
        finds=of_reminders,
    ),
    NoticeKind.REQUEST: NotificationKind(
        topic=Topic.ASKED, icon="question-circle", says=_says_request, place=_place_of_request,
        is_so=_is_as_told, finds=of_requests,
    ),
}  # fmt: skip
