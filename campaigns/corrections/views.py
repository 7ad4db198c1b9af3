"""Correcting the past: choose what was wrong, see what changes, decide, commit; and one-tap undo."""

from __future__ import annotations

from typing import TypedDict

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.corrections import drafts
from campaigns.corrections.entry import answered_questions
from campaigns.corrections.entry import entry_page as entry_page
from campaigns.corrections.forms import CommitForm, KeepForm
from campaigns.corrections.found import correction_draft_or_404, entry_or_404
from campaigns.corrections.overview_page import overview_page as overview_page
from campaigns.corrections.page import CorrectionPage, refusal_context
from campaigns.corrections.page import correction_page as draft_page
from campaigns.corrections.past import reverting_draft
from campaigns.engine import correcting as corrections
from campaigns.engine.plugins import plugin_of
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.transaction.writing import CORRECTION
from campaigns.models import Correction, CorrectionStatus, Entry
from campaigns.shell.league import (
    CONFLICT,
    league_organiser_or_404,
    member_or_404,
    organiser,
    render_league,
    viewer_or_404,
)
from campaigns.shell.places import entry_place
from campaigns.shell.reading.answers import answer_to
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from campaigns.shell.reading.reader import number_of, read, sent_to, tapped, word
from campaigns.shell.told import chronicle_page, undoing
from rules.engine.journal import EntryOutcome
from rules.engine.plain import text_in
from rules.engine.refusals import Refused

PAGE = "campaigns/corrections/correction.html"
ENTRY = "campaigns/corrections/entry.html"
LONGEST = 100  # words somebody looks for


@require_safe
def overview(request: HttpRequest, pk: int) -> HttpResponse:
    """Drafts that are open, corrections made, and the entries to correct; `find`: words to look for."""
    viewer = league_organiser_or_404(request, pk, "corrections")
    drafts = viewer.scope.corrections.filter(status=CorrectionStatus.OPEN).select_related("by")
    done = viewer.scope.corrections.filter(status=CorrectionStatus.COMMITTED).select_related("by", "entry")
    asked = request.GET
    page = overview_page(viewer, number_of(asked.get("before", "")), asked.get("find", "")[:LONGEST])
    forgotten = plugin_of(viewer.scope.game).past.forms.forgotten
    context = {"drafts": drafts, "done": done[:30], "page": page, "forgotten": forgotten}
    return render_league(viewer, "campaigns/corrections/overview.html", context)


@require_http_methods(["GET", "POST"])
def entry(request: HttpRequest, pk: int, seq: int) -> HttpResponse:
    """One entry with its answers and what it replaced; from here an organiser starts a correction."""
    viewer = viewer_or_404(request, pk, "chronicle")
    found = entry_or_404(viewer, seq)
    if request.method != "POST":
        return render_league(viewer, ENTRY, {"page": entry_page(viewer, found)})
    viewer = league_organiser_or_404(request, pk, "corrections")
    try:
        made = _started(viewer, found)
    except Refused as error:
        context = {"page": entry_page(viewer, found), **_refusal(viewer, error)}
        return render_league(viewer, ENTRY, context, status=CONFLICT)
    return redirect("campaigns:correction", pk, made.pk)


def _refusal(viewer: AnyViewer, error: Refused) -> dict[str, object]:
    return {"refused": refusal_context(viewer, error)}


def _started(viewer: AnyViewer, found: Entry) -> Correction:
    """The draft the form asks for: this entry never happened, or one of its answers was another."""
    if found.procedure == CORRECTION and tapped(viewer.request, "take_back"):
        return reverting_draft(viewer.scope, organiser(viewer), found)
    if found.void or found.procedure not in viewer.registration.game.procedures:
        raise Refused("", _("This entry no longer counts; there is nothing to correct."), admission=True)
    if tapped(viewer.request, "void"):
        return drafts.void_entry(viewer.scope, organiser(viewer), found)
    key = word(viewer.request, "key")
    for asked in answered_questions(viewer, found):
        if asked.question.key == key:
            value = answer_to(asked.question, sent_to(viewer.request))
            return drafts.change_answer(viewer.scope, organiser(viewer), found, asked.question, value)
    raise Http404


@require_http_methods(["GET", "POST"])
def correction(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A draft: every changed figure, what must be decided, and the commit."""
    viewer = league_organiser_or_404(request, pk, "corrections")
    draft = correction_draft_or_404(viewer, number)
    if request.method != "POST":
        return render_league(viewer, PAGE, _context(viewer, draft))
    try:
        return _carry_out(viewer, draft)
    except Refused as error:
        draft.refresh_from_db()
        context = _context(viewer, draft)
        if any(form.is_bound and form.errors for form in (context["commit"], context["keep"])):
            return render_league(viewer, PAGE, context, status=UNPROCESSABLE)
        return render_league(viewer, PAGE, {**context, **_refusal(viewer, error)}, status=CONFLICT)


class DraftContext(TypedDict):
    """What the page of a draft is drawn with."""

    correction: Correction
    page: CorrectionPage | None
    discarding: bool
    commit: CommitForm
    keep: KeepForm


def _context(viewer: AnyViewer, draft: Correction) -> DraftContext:
    open_draft = draft.status == CorrectionStatus.OPEN
    page = draft_page(viewer, draft, corrections.preview_correction(draft)) if open_draft else None
    button, initial = tapped(viewer.request, "commit", "keep"), {"words": draft.words}
    return {
        "correction": draft,
        "page": page,
        "discarding": "discard" in viewer.request.GET,
        "commit": CommitForm(sent_to(viewer.request) if button == "commit" else None, initial=initial),
        "keep": KeepForm(sent_to(viewer.request) if button == "keep" else None),
    }


def _carry_out(viewer: AnyViewer, draft: Correction) -> HttpResponse:
    if draft.status != CorrectionStatus.OPEN:
        raise Refused("", _("This correction has already been dealt with."), admission=True)
    if tapped(viewer.request, "discard"):
        corrections.discard(draft)
        return redirect("campaigns:corrections", viewer.scope.pk)
    if tapped(viewer.request, "commit"):
        return _commit(viewer, draft)
    _decide(viewer, draft)
    return redirect("campaigns:correction", viewer.scope.pk, draft.pk)


def _commit(viewer: AnyViewer, draft: Correction) -> HttpResponse:
    draft.words = text_in(read(CommitForm(sent_to(viewer.request))), "words")
    draft.save(update_fields=["words"])
    made = corrections.commit(draft, viewer.actor, word(viewer.request, "fingerprint"))
    return redirect("campaigns:entry", viewer.scope.pk, made.seq)


def _decide(viewer: AnyViewer, draft: Correction) -> None:
    """Take a decision into the draft, or take one back."""
    code = word(viewer.request, "code")
    decided = tapped(viewer.request, "complete", "drop", "keep", "again")
    if decided == "again" and drafts.is_decided(draft, code):
        drafts.reopen_decision(draft, code)
        return
    if decided == "complete":
        drafts.complete(draft, code)
        return
    outcome = drafts.undecided_entry(corrections.preview_correction(draft), code)
    if decided == "drop":
        drafts.drop(draft, outcome)
    elif decided == "keep":
        drafts.keep_entry(draft, outcome, text_in(read(KeepForm(sent_to(viewer.request))), "why"))
    elif decided == "again":
        drafts.choose_again(draft, outcome)
    else:
        _answer(viewer, draft, outcome)


def _answer(viewer: AnyViewer, draft: Correction, outcome: EntryOutcome) -> None:
    key = word(viewer.request, "key")
    question = next((one for one in outcome.open if one.key == key), None)
    if question is None:
        raise Refused("", _("That has already been decided."), admission=True)
    if tapped(viewer.request, "roll"):
        drafts.throw(draft, outcome, question)
    else:
        drafts.answer_draft(draft, outcome, question, answer_to(question, sent_to(viewer.request)))


@require_POST
def undo_my_entry(request: HttpRequest, pk: int, seq: int) -> HttpResponse:
    """Take back my own last entry with one tap."""
    viewer = member_or_404(request, pk, "league")
    if viewer.seat is None:
        raise PermissionDenied
    try:
        undoing.undo_entry(viewer.scope.pk, viewer.actor, seq)
    except Refused as error:
        context = {"page": chronicle_page.chronicle_page(viewer), "refused": error}
        return render_league(viewer, "campaigns/shell/chronicle.html", context, status=CONFLICT)
    undone = viewer.scope.entries.filter(seq=seq).first()
    return redirect(
        entry_place(viewer.scope, undone.params) if undone else reverse("campaigns:chronicle", args=[pk])
    )
