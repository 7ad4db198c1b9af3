"""What is told and does not count yet, on the organise page: what is disputed, whose answer or steps are
missing."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.asking.agreements import league_agreements
from campaigns.engine.lines import Need, Saying
from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored.agreement import Agreement
from campaigns.engine.transaction.parked import bar_in_words
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.leagues.message_link import sides_message_link
from campaigns.models import Report
from campaigns.shell.told.versions import agreement_versions, as_sayings
from rules.engine.language import with_heading

WAITS, DISPUTED = "hourglass-split", "exclamation-diamond-fill"


def agreement_needs(viewer: AnyViewer) -> Iterator[Need]:
    """Of every game that was told; while its league is paused nobody is waited for, and nothing stands
    here.
    """
    for one in league_agreements(viewer.scope, viewer.registration, viewer.state):
        if one.held:
            yield _held(viewer, one)
        elif one.is_disputed and one.waits:
            yield _disputed(viewer, one)
        elif one.waits:
            yield _silent(viewer, one, one.report) if one.report else _reported(viewer, one)


def agreement_page_url(viewer: AnyViewer, told: Agreement) -> str:
    """The page on which it is answered."""
    if (report := told.report) is not None:
        return reverse("campaigns:report", args=[viewer.scope.pk, report.pk])
    plugin = plugin_of(viewer.scope.game)
    return plugin.play.place(viewer.scope, {plugin.store.traces.played: told.about})


def _held(viewer: AnyViewer, told: Agreement) -> Need:
    """Waiting for what is left of an earlier game; urgent once those have been silent for long enough."""
    overdue = told.dice_at is not None and told.dice_at <= timezone.now()
    players = enumerated_names([side_player_names(viewer, side) for side in told.steps])
    title = _("%(name)s’s report is waiting for an earlier game") % {"name": told.told[0].who}
    left = ngettext(
        "Waiting for %(names)s to finish their steps.",
        "Waiting for %(names)s to finish their steps.",
        len(told.steps),
    )
    note = left % {"names": players} if players else _("It will count after an earlier report.")
    if overdue:
        note = _("The app has rolled the dice; the choices for %(names)s are yours.") % {"names": players}
    return Need(title, note, agreement_page_url(viewer, told), _("View"), WAITS, urgent=overdue)


def _disputed(viewer: AnyViewer, told: Agreement) -> Need:
    versions, action, ruled_at = agreement_versions(viewer, told), _("Decide"), "#decide"
    said = as_sayings(versions)
    words = next((one.words for one in told.told if one.disputes), _why(viewer, told))
    if told.report is not None:
        ruled_at = ""
        mine = _("View it") if _is_mine(viewer, told) else action
        action = _("Compare the two") if len(versions) > 1 else mine
    note = "" if said and any(one.disputes for one in versions) else words
    if told.again and (asked := [side_player_names(viewer, one) for one in told.asked]):
        note = _("Reported again: %(names)s can agree, or you can decide.") % {
            "names": enumerated_names(asked)
        }
    return Need(
        _who_disputes(told),
        note,
        agreement_page_url(viewer, told) + ruled_at,
        action,
        DISPUTED,
        urgent=True,
        sayings=said,
        write=sides_message_link(viewer, told.sides),
    )


def _why(viewer: AnyViewer, told: Agreement) -> str:
    """Why it cannot count as it was told."""
    report = told.report if told.why else None
    return bar_in_words(viewer.scope, viewer.registration, viewer.state, report) if report else ""


def _who_disputes(told: Agreement) -> str:
    if told.report is None:
        return _("Disputed: %(battle)s") % {"battle": told.title}
    first, *others = told.versions
    who = {"name": first.who, "other": enumerated_names([one.who for one in others])}
    if others:
        title = ngettext(
            "%(other)s disputes %(name)s’s report", "%(other)s dispute %(name)s’s report", len(others)
        )
    else:
        title = _("%(name)s’s report cannot count") if told.why else _("%(name)s’s report is disputed")
    return title % who


def _is_mine(viewer: AnyViewer, told: Agreement) -> bool:
    """Whether the reader disputed it: what they can do is to tell how it was, or agree."""
    return viewer.seat is not None and any(one.disputes and one.seat == viewer.seat for one in told.told)


def _silent(viewer: AnyViewer, told: Agreement, report: Report) -> Need:
    """A report that nobody has answered yet."""
    left, there = is_left_to_organisers(viewer, told), viewer.registration.sides_of(viewer.state)
    asked = [side for side in told.asked if side in there]
    players = [str(there[side].name) if left else side_player_names(viewer, side) for side in asked]
    who = {"names": enumerated_names(players), "name": told.told[0].who}
    title = ngettext(
        "Waiting for %(names)s to answer %(name)s’s report",
        "Waiting for %(names)s to answer %(name)s’s report",
        len(players),
    )
    button = _("Agree for %(names)s")
    if left:
        title = _("Nobody plays %(names)s, so %(name)s’s report is for you to answer")
    if not players:
        title = _("Nobody else can answer %(name)s’s report")
        button = _("Accept %(name)s’s version")
    first = report.reporter
    return Need(
        title % who,
        _("If nobody answers, the report will count on"),
        agreement_page_url(viewer, told),
        _("View"),
        WAITS,
        urgent=left,
        due=told.until,
        sayings=(Saying(report.pk, str(first), first.emblem, _claimed(viewer, report), button % who),),
    )


def _claimed(viewer: AnyViewer, report: Report) -> tuple[str, ...]:
    """How a report says that the game ended, and which game."""
    bout = viewer.registration.rules.bout(viewer.state, report.mission) if report.mission else None
    lines = plugin_of(viewer.scope.game).past.reports.lines(viewer, report.facts)[:1]
    return tuple(with_heading(bout.title, line) if bout else line for line in lines)


def _reported(viewer: AnyViewer, told: Agreement) -> Need:
    """A battle the other side has not answered; it has a page of its own."""
    left = is_left_to_organisers(viewer, told)
    silent = (
        _("If nobody answers, the report will count on")
        if told.until
        else _("The other side has not answered.")
    )
    if left:
        nobody = _(
            "Nobody plays the other side, so you can agree to the report or dispute it on that side’s behalf."
        )
        if _plays_against(viewer, told):
            nobody = _(
                "Nobody plays the other side. You are playing against it, so decide the result as organiser."
            )
        silent = f"{nobody} {silent}" if told.until else nobody
    return Need(
        _("Reported: %(battle)s") % {"battle": told.title},
        silent,
        agreement_page_url(viewer, told),
        _("View"),
        WAITS,
        urgent=left,
        due=told.until,
        write=sides_message_link(viewer, told.sides),
    )


def _plays_against(viewer: AnyViewer, told: Agreement) -> bool:
    """Whether the word that is missing is of a side the reader plays against."""
    at = viewer.scope, viewer.state, viewer.registration
    return any(viewer.actor.plays_against(side, told.sides, *at) for side in told.asked)


def is_left_to_organisers(viewer: AnyViewer, told: Agreement) -> bool:
    """Whether nobody plays the sides whose word is missing."""
    return bool(told.asked) and not any(map(viewer.is_played, told.asked))


def side_player_names(viewer: AnyViewer, side: str) -> str:
    """Who plays a side; the side itself when nobody does."""
    players = viewer.players_of(side)
    return (
        enumerated_names(players) if players else str(viewer.registration.sides_of(viewer.state)[side].name)
    )


def enumerated_names(names: list[str]) -> str:
    return get_text_list(names, _("and"))
