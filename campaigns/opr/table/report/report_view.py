"""A report as a page: every version of it, who has agreed, and what the visitor may say to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy

from campaigns.engine.asking.agreements import agreement_of_reports
from campaigns.engine.lines import ButtonLink, Version
from campaigns.engine.stored.agreement import Agreement
from campaigns.engine.transaction.parked import bar_in_words
from campaigns.engine.transaction.twins import OPEN, may_set_apart, report_versions
from campaigns.engine.who.seatbook import NO_SEAT
from campaigns.leagues.message_link import sides_message_link
from campaigns.models import Entry, Report, ReportStatus, Seat
from campaigns.models.play import WAITING
from campaigns.opr.league.app_games import reported_app_game
from campaigns.opr.league.waiting import AFTER, STEP_WORDS
from campaigns.opr.table.report.report_holds import Hold, hold_of
from campaigns.opr.table.report.report_words import report_lines, says
from campaigns.opr.table.report.whose_word import MaySay, report_replies
from campaigns.opr.viewer import OprViewer
from campaigns.shell.told.let_in import let_in_by_report, let_in_words
from campaigns.shell.told.versions import alike_in, answers_now, compared_versions
from rules.engine.lazy_tables import peek

HOW = {
    "reported": lazy("reported it"),
    "confirmed": pgettext_lazy("to a report", "agreed"),
    "at the table": lazy("agreed at the table, says %(name)s"),
    "silence": lazy("did not answer in time"),
    "organiser": lazy("accepted by an organiser"),
    "unasked": lazy("no longer had to answer"),
    "otherwise": lazy("sent another version"),
    "disputed": lazy("disputed it"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportVersion(Version):
    """What one person says happened. `counts`: this is the one that was booked; `open`: it still may be."""

    url: str
    this: bool
    counts: bool
    open: bool
    may_confirm: bool


@dataclass(frozen=True, slots=True)
class SideLine:
    name: str
    player: str
    emblem: str
    how: str
    icon: str


@dataclass(frozen=True, slots=True)
class ReportView:
    """`other_url` leads to the form for one's own version, `mend_url` to mine once more, `onward` to what
    comes next once it counts, or was taken back. `said_by` disputed it in a few words. `taken_back`: it
    counted, until somebody undid or corrected it away; `fell`: why it could count no more, where nobody
    took it back.
    `asked`: the reader has not answered; `against`: they disputed it, and can still say how they saw it.
    `speaker`: who said that others agreed at the table. `may_part`: it may be said that this version is of
    another game. `is_left_to_me`: who is to add a part to it; `left_to`: who else is; `says`: what it says in
    a few words. `hold`: what it waits for before it can count; `told`: whose word it waits for, and until
    when. `write`: where an organiser writes to who disagree.
    """

    report: Report
    versions: tuple[ReportVersion, ...]
    sides: tuple[SideLine, ...]
    open: bool
    disputed: bool
    words: str
    said_by: str
    speaker: str
    may_confirm: bool
    took_part: bool
    is_reporter: bool
    asked: bool
    against: bool
    may_part: bool
    taken_back: bool
    mission: str
    other_url: str
    mend_url: str
    walk_url: str
    came: tuple[tuple[str, str], ...]
    onward: ButtonLink | None
    fell: str
    word: MaySay
    is_left_to_me: bool
    left_to: str
    says: str
    hold: Hold
    told: Agreement
    write: ButtonLink | None

    @property
    def alike(self) -> tuple[str, ...]:
        return alike_in(self.versions)

    @property
    def side_by_side(self) -> bool:
        return len(self.versions) > 1

    @property
    def has_bar(self) -> bool:
        answers = self.may_confirm and not self.side_by_side and not self.word.rules_between
        return bool(answers or self.onward)

    @property
    def another_counts(self) -> bool:
        return any(version.counts and not version.this for version in self.versions)


def report_view(viewer: OprViewer, found: Report) -> ReportView:
    """The page of a report."""
    mine, all_versions = [side for side in found.sides if viewer.owns(side)], _standing(found)
    mission, speaker = found.mission or _mission_of(viewer, found), _speaker(found)
    open_, disputed = found.status in WAITING, found.status == ReportStatus.DISPUTED
    took_part, parked = bool(mine) or viewer.is_organiser, found.status == ReportStatus.PARKED
    asked = viewer.seat != found.reporter and any(side in found.open_to for side in mine)
    why = bar_in_words(viewer.scope, viewer.registration, viewer.state, found)
    words = found.words or why if viewer.seat else ""  # what people said against it stays in the club
    return ReportView(
        report=found,
        versions=compared_versions(tuple(_versions(viewer, all_versions, found))),
        sides=tuple(_sides(viewer, found, all_versions, speaker)),
        open=open_,
        disputed=disputed,
        words=words,
        said_by=str(found.disputed_by or "") if words and not why else "",
        speaker=speaker,
        may_confirm=open_ and not parked and (viewer.is_organiser or asked),
        took_part=took_part,
        is_reporter=_is_reporters(viewer, found),
        asked=asked,
        against=_mine_to_mend(viewer, found, open_=open_),
        may_part=may_set_apart(found) and not viewer.closed and _is_reporters(viewer, found),
        taken_back=found.entry is not None and found.entry.void,
        mission=mission,
        other_url=_form_url(viewer, found, "answers") if open_ and not parked and took_part else "",
        mend_url=_form_url(viewer, found, "instead") if _mends(viewer, found) else "",
        walk_url=_walk_url(viewer, found),
        came=_came(viewer, found) if open_ and not parked else (),
        fell=_fell(viewer, found, why),
        onward=_onward(viewer, found, all_versions),
        word=report_replies(viewer, found, mine, asked=asked, versions=len(all_versions)),
        is_left_to_me=open_ and asked and found.left_to in mine and len(all_versions) == 1,
        left_to=_left_to(viewer, found) if found.left_to not in mine else "",
        says=says({key: one.name for key, one in viewer.state.warbands.items()}, found.facts),
        hold=hold_of(viewer, found),
        told=agreement_of_reports(viewer.scope, viewer.registration, viewer.state, [found]),
        write=sides_message_link(viewer, found.sides) if disputed else None,
    )


def _fell(viewer: OprViewer, found: Report, why: str) -> str:
    """What a report fell with that nobody withdrew: its league was over, or its game was called off."""
    if found.status != ReportStatus.WITHDRAWN or not (why or found.disputed_by_id):
        return ""
    if found.disputed_by_id is None:
        return why
    if viewer.closed:
        return _("The league was over before anybody decided, so this report does not count.")
    mission = peek(viewer.state.missions, found.mission)
    is_off = mission is not None and mission.status == "abandoned"
    return (
        _("The game was called off before anybody decided, so this report does not count.") if is_off else ""
    )


def _standing(found: Report) -> list[Report]:
    """A report and every other version of the game; while it waits, but for those taken back."""
    every = report_versions(found).select_related("reporter", "disputed_by")
    back = ReportStatus.WITHDRAWN if found.status in WAITING else None
    return [one for one in every if one.pk == found.pk or one.status != back]


def _left_to(viewer: OprViewer, found: Report) -> str:
    """Who is still to add what their own units did."""
    warband = viewer.state.warbands.get(found.left_to)
    return (
        viewer.people.get(warband.owner, NO_SEAT).name
        if warband and found.status == ReportStatus.SENT
        else ""
    )


def _mine_to_mend(viewer: OprViewer, found: Report, *, open_: bool) -> bool:
    """Whether the visitor has disputed it and has a form to say how it was."""
    mine = viewer.seat is not None and viewer.seat.pk == found.disputed_by_id
    return open_ and mine and bool(_form_url(viewer, found, "answers"))


def _counted(viewer: OprViewer, found: Report, all_versions: list[Report]) -> str:
    """The mission that has come of the version that counts; empty where none does, or not any more."""
    counts = next((one for one in (found, *all_versions) if one.status == ReportStatus.COUNTED), None)
    if counts is None or (counts.entry is not None and counts.entry.void):
        return ""
    return counts.mission or _mission_of(viewer, counts)


def _how(found: Report, side: str) -> str:
    """How a side has agreed to this version; whoever answers another's report has not reported first."""
    how: str = found.agreed.get(side, "")
    return "otherwise" if how == "reported" and found.answers_to_id is not None else how


def _against(viewer: OprViewer, found: Report, all_versions: list[Report]) -> dict[str, str]:
    """The sides that have not agreed to this version, and what they did instead."""
    others = [one for one in all_versions if one.pk != found.pk]
    first = found.answers_to_id
    sent = {side: "reported" if one.pk == first else "otherwise" for one in others for side in one.agreed}
    if found.disputed_by_id is None:
        return sent
    who = viewer.people[str(found.disputed_by_id)].person
    players = {side: viewer.registration.rules.members_of(viewer.state, side) for side in found.sides}
    theirs = [
        side
        for side, seats in players.items()
        if any(viewer.people.get(one, NO_SEAT).person == who for one in seats)
    ]
    return dict.fromkeys(theirs or _handed_on(viewer, found), "disputed") | sent


def _handed_on(viewer: OprViewer, found: Report) -> list[str]:
    """The sides that whoever disputed it played then, and somebody else plays now."""
    given = Entry.objects.filter(scope=viewer.scope, procedure="opr.hand_over", void=False)
    since = given.filter(at__gte=found.sent_at, params__warband__in=found.sides)
    had = [{"before": str(found.disputed_by_id)}]
    return list(since.filter(effects__contains=had).values_list("params__warband", flat=True))


def _versions(viewer: OprViewer, found: list[Report], shown: Report) -> Iterator[ReportVersion]:
    let_in = let_in_by_report(one.pk for one in found)
    for one in found:
        who = viewer.people.get(str(one.reporter_id), NO_SEAT).person
        words = (let_in_words(viewer.people, row, who) for row in let_in.get(one.pk, ()))
        yield _version(viewer, one, shown, tuple(words))


def _version(viewer: OprViewer, one: Report, shown: Report, let_in: tuple[str, ...]) -> ReportVersion:
    open_ = one.status in WAITING
    answers = any(map(viewer.owns, one.open_to))
    now = (answers_now(viewer, side, one.reporter) for side in (one.told_for if open_ else ()))
    return ReportVersion(
        report=one.pk,
        who=one.reporter.name,
        let_in=let_in,
        answers=next(filter(None, now), ""),
        lines=tuple(report_lines(viewer, one.facts)),
        words=one.note if viewer.seat else "",
        url=reverse("campaigns:report", args=[viewer.scope.pk, one.pk]),
        this=one.pk == shown.pk,
        counts=one.status == ReportStatus.COUNTED,
        open=open_,
        may_confirm=open_ and (viewer.is_organiser or answers),
    )


def _sides(viewer: OprViewer, found: Report, all_versions: list[Report], speaker: str) -> Iterator[SideLine]:
    game, against = found.mission or _mission_of(viewer, found), _against(viewer, found, all_versions)
    told = {side: one.reporter for one in all_versions for side in one.told_for}
    for side in found.sides:
        how = _how(found, side) or against.get(side, "")
        spoke = found.disputed_by if how == "disputed" else told.get(side)
        if side in viewer.state.warbands:
            yield _side(viewer, side, how, spoke, game=game, speaker=speaker)


def _side(viewer: OprViewer, side: str, how: str, spoke: Seat | None, *, game: str, speaker: str) -> SideLine:
    """`spoke`: who gave its word themselves, whoever plays it now."""
    warband = viewer.state.warbands[side]
    seats = [str(spoke.pk)] if spoke else viewer.registration.played_by(viewer.state, side, game)
    player = next((viewer.people[one] for one in seats if one in viewer.people), NO_SEAT)
    against = "exclamation-diamond-fill"
    icon = {"": "hourglass-split", "otherwise": against, "disputed": against}.get(how, "check-lg")
    return SideLine(
        warband.name, player.name, player.emblem, str(HOW.get(how, how)) % {"name": speaker}, icon
    )


def _mends(viewer: OprViewer, found: Report) -> bool:
    """Whether the visitor may still tell it otherwise: their own, and nobody has agreed to it."""
    return _is_reporters(viewer, found) and found.status in OPEN and not viewer.closed


def _is_reporters(viewer: OprViewer, found: Report) -> bool:
    return viewer.seat is not None and viewer.seat.pk == found.reporter_id


def _speaker(found: Report) -> str:
    """Who said that others agreed at the table: with the report, or whoever let it count so."""
    counted_by = found.entry.actor if found.entry else None
    return str(counted_by or found.reporter)


def _form_url(viewer: OprViewer, found: Report, what: str) -> str:
    """The report's form once more, with these facts in it."""
    if found.procedure == "opr.quick_report":
        return f"{reverse('campaigns:quick_report', args=[viewer.scope.pk])}?{what}={found.pk}"
    if found.procedure in ("opr.result", "opr.walk_over"):
        return f"{reverse('campaigns:result', args=[viewer.scope.pk, found.mission])}?{what}={found.pk}"
    game = reported_app_game(found)
    if game:
        return f"{reverse('campaigns:solo_report', args=[viewer.scope.pk, game])}?{what}={found.pk}"
    return ""


def _walk_url(viewer: OprViewer, found: Report) -> str:
    """Where it is said that nobody came, in answer to this report of a mission that was set up here."""
    if not found.mission:
        return ""
    return f"{reverse('campaigns:walk_over', args=[viewer.scope.pk, found.mission])}?answers={found.pk}"


def _came(viewer: OprViewer, found: Report) -> tuple[tuple[str, str], ...]:
    """Those of whom the visitor may say that nobody came against them, as long as no version says it."""
    if not found.mission or found.procedure == "opr.app_report":
        return ()
    said = {one.facts.get("winner") for one in report_versions(found) if one.status in WAITING}
    able = [side for side in found.sides if viewer.owns(side) or viewer.is_organiser]
    warbands = viewer.state.warbands
    return tuple((one, warbands[one].name) for one in able if one in warbands and one not in said)


def _mission_of(viewer: OprViewer, found: Report) -> str:
    """The mission a quick report has become."""
    if found.entry_id is None or found.entry is None:
        return ""
    code = found.entry.slot.code
    return next((key for key in viewer.state.missions if key.startswith(f"{code}.")), "")


def _onward(viewer: OprViewer, found: Report, all_versions: list[Report]) -> ButtonLink | None:
    """What comes next: the steps after the game once it counts; of what was taken back, the version that
    waits, else the form once more.
    """
    if mission := _counted(viewer, found, all_versions):
        return _after(viewer, mission)
    if found.status in WAITING:
        return None
    waits = next((one for one in all_versions if one.status in WAITING), None)
    if waits is not None:
        url = reverse("campaigns:report", args=[viewer.scope.pk, waits.pk])
        return ButtonLink(url, _("View %(name)s’s report") % {"name": waits.reporter})
    again = (
        "" if viewer.closed or not any(map(viewer.owns, found.sides)) else _form_url(viewer, found, "again")
    )
    return ButtonLink(again, _("Report it again")) if again else None


def _after(viewer: OprViewer, mission: str) -> ButtonLink | None:
    """The step my own warband stands at now, or the mission."""
    played = viewer.state.missions.get(mission)
    if played is None:
        return None
    mine = next((s for s in played.sides if s.step in AFTER and viewer.owns(s.warband)), None)
    if mine is None:
        return ButtonLink(
            reverse("campaigns:mission", args=[viewer.scope.pk, mission]), _("View the mission")
        )
    words = _("Continue: roll for casualties")
    if mine.step != "casualties":
        words = _("Continue: %(step)s") % {"step": STEP_WORDS[mine.step].action}
    return ButtonLink(reverse("campaigns:step", args=[viewer.scope.pk, mission, mine.warband]), words)
