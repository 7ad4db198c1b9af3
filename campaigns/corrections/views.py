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
from campaigns.corrections.entry import asked_of
from campaigns.corrections.entry import entry_page as entry_page
from campaigns.corrections.forms import CommitForm, KeepForm
from campaigns.corrections.found import draft_or_404, entry_or_404
from campaigns.corrections.overview_page import overview_page as overview_page
from campaigns.corrections.page import CorrectionPage, refusal_of
from campaigns.corrections.page import correction_page as draft_page
from campaigns.corrections.past import take_back
from campaigns.engine import correcting as corrections
from campaigns.engine.desk import desk_of
from campaigns.engine.passage.here import AnyHere
from campaigns.engine.passage.writing import CORRECTION
from campaigns.models import Correction, CorrectionStatus, Entry
from campaigns.shell.league import (
    CONFLICT,
    draw,
    here_or_404,
    member_or_404,
    organiser,
    organiser_here_or_404,
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
    here = organiser_here_or_404(request, pk, "corrections")
    drafts = here.scope.corrections.filter(status=CorrectionStatus.OPEN).select_related("by")
    done = here.scope.corrections.filter(status=CorrectionStatus.COMMITTED).select_related("by", "entry")
    asked = request.GET
    page = overview_page(here, number_of(asked.get("before", "")), asked.get("find", "")[:LONGEST])
    forgotten = desk_of(here.scope.game).forgotten
    context = {"drafts": drafts, "done": done[:30], "page": page, "forgotten": forgotten}
    return draw(here, "campaigns/corrections/overview.html", context)


@require_http_methods(["GET", "POST"])
def entry(request: HttpRequest, pk: int, seq: int) -> HttpResponse:
    """One entry with its answers and what it replaced; from here an organiser starts a correction."""
    here = here_or_404(request, pk, "chronicle")
    found = entry_or_404(here, seq)
    if request.method != "POST":
        return draw(here, ENTRY, {"page": entry_page(here, found)})
    here = organiser_here_or_404(request, pk, "corrections")
    try:
        made = _started(here, found)
    except Refused as error:
        context = {"page": entry_page(here, found), **_refusal(here, error)}
        return draw(here, ENTRY, context, status=CONFLICT)
    return redirect("campaigns:correction", pk, made.pk)


def _refusal(here: AnyHere, error: Refused) -> dict[str, object]:
    return {"refused": refusal_of(here, error)}


def _started(here: AnyHere, found: Entry) -> Correction:
    """The draft the form asks for: this entry never happened, or one of its answers was another."""
    if found.procedure == CORRECTION and tapped(here.request, "take_back"):
        return take_back(here.scope, organiser(here), found)
    if found.void or found.procedure not in here.registration.game.procedures:
        raise Refused("", _("This entry no longer counts; there is nothing to correct."), admission=True)
    if tapped(here.request, "void"):
        return drafts.void_entry(here.scope, organiser(here), found)
    key = word(here.request, "key")
    for asked in asked_of(here, found):
        if asked.question.key == key:
            value = answer_to(asked.question, sent_to(here.request))
            return drafts.change_answer(here.scope, organiser(here), found, asked.question, value)
    raise Http404


@require_http_methods(["GET", "POST"])
def correction(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A draft: every changed figure, what must be decided, and the commit."""
    here = organiser_here_or_404(request, pk, "corrections")
    draft = draft_or_404(here, number)
    if request.method != "POST":
        return draw(here, PAGE, _context(here, draft))
    try:
        return _carry_out(here, draft)
    except Refused as error:
        draft.refresh_from_db()
        context = _context(here, draft)
        if any(form.is_bound and form.errors for form in (context["commit"], context["keep"])):
            return draw(here, PAGE, context, status=UNPROCESSABLE)
        return draw(here, PAGE, {**context, **_refusal(here, error)}, status=CONFLICT)


class DraftContext(TypedDict):
    """What the page of a draft is drawn with."""

    correction: Correction
    page: CorrectionPage | None
    discarding: bool
    commit: CommitForm
    keep: KeepForm


def _context(here: AnyHere, draft: Correction) -> DraftContext:
    open_draft = draft.status == CorrectionStatus.OPEN
    page = draft_page(here, draft, corrections.preview(draft)) if open_draft else None
    button, initial = tapped(here.request, "commit", "keep"), {"words": draft.words}
    return {
        "correction": draft,
        "page": page,
        "discarding": "discard" in here.request.GET,
        "commit": CommitForm(sent_to(here.request) if button == "commit" else None, initial=initial),
        "keep": KeepForm(sent_to(here.request) if button == "keep" else None),
    }


def _carry_out(here: AnyHere, draft: Correction) -> HttpResponse:
    if draft.status != CorrectionStatus.OPEN:
        raise Refused("", _("This correction has already been dealt with."), admission=True)
    if tapped(here.request, "discard"):
        corrections.discard(draft)
        return redirect("campaigns:corrections", here.scope.pk)
    if tapped(here.request, "commit"):
        return _commit(here, draft)
    _decide(here, draft)
    return redirect("campaigns:correction", here.scope.pk, draft.pk)


def _commit(here: AnyHere, draft: Correction) -> HttpResponse:
    draft.words = text_in(read(CommitForm(sent_to(here.request))), "words")
    draft.save(update_fields=["words"])
    made = corrections.commit(draft, here.actor, word(here.request, "fingerprint"))
    return redirect("campaigns:entry", here.scope.pk, made.seq)


def _decide(here: AnyHere, draft: Correction) -> None:
    """Take a decision into the draft, or take one back."""
    code = word(here.request, "code")
    decided = tapped(here.request, "complete", "drop", "keep", "again")
    if decided == "again" and drafts.is_decided(draft, code):
        drafts.take_back(draft, code)
        return
    if decided == "complete":
        drafts.complete(draft, code)
        return
    outcome = drafts.undecided(corrections.preview(draft), code)
    if decided == "drop":
        drafts.drop(draft, outcome)
    elif decided == "keep":
        drafts.keep(draft, outcome, text_in(read(KeepForm(sent_to(here.request))), "why"))
    elif decided == "again":
        drafts.choose_again(draft, outcome)
    else:
        _answer(here, draft, outcome)


def _answer(here: AnyHere, draft: Correction, outcome: EntryOutcome) -> None:
    key = word(here.request, "key")
    question = next((one for one in outcome.open if one.key == key), None)
    if question is None:
        raise Refused("", _("That has already been decided."), admission=True)
    if tapped(here.request, "roll"):
        drafts.throw(draft, outcome, question)
    else:
        drafts.answer(draft, outcome, question, answer_to(question, sent_to(here.request)))


@require_POST
def undo(request: HttpRequest, pk: int, seq: int) -> HttpResponse:
    """Take back my own last entry with one tap."""
    here = member_or_404(request, pk, "league")
    if here.seat is None:
        raise PermissionDenied
    try:
        undoing.undo(here.scope.pk, here.actor, seq)
    except Refused as error:
        context = {"page": chronicle_page.chronicle_page(here), "refused": error}
        return draw(here, "campaigns/shell/chronicle.html", context, status=CONFLICT)
    undone = here.scope.entries.filter(seq=seq).first()
    return redirect(
        entry_place(here.scope, undone.params) if undone else reverse("campaigns:chronicle", args=[pk])
    )
