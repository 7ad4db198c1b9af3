"""Correcting the past: choose what was wrong, see what changes, decide, commit; and one-tap undo."""

from __future__ import annotations

from typing import Any, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import chronicle, corrections, corrections_page
from campaigns.journal import beginning, record_of, records, texts_of
from campaigns.league_page import CONFLICT, Here, draw, member_or_404, organiser_here_or_404
from campaigns.leagues import chronicle_page
from campaigns.models import Correction, CorrectionStatus, Entry
from campaigns.places import entry_place
from campaigns.views.question_forms import Fields, parse_answer
from rules.journal import Record, fold
from rules.procedure import drive, from_mapping
from rules.questions import Question
from rules.refusals import Refused

PAGE = "campaigns/corrections/correction.html"


@require_safe
def overview(request: HttpRequest, pk: int) -> HttpResponse:
    """Drafts that are open, corrections made, and the way into the chronicle."""
    here = organiser_here_or_404(request, pk, "corrections")
    drafts = here.scope.corrections.filter(status=CorrectionStatus.OPEN).select_related("by")
    done = here.scope.corrections.filter(status=CorrectionStatus.COMMITTED).select_related("by", "entry")
    context = {"drafts": drafts, "done": done[:30], "lines": chronicle.lines(here)}
    return draw(here, "campaigns/corrections/overview.html", context)


@require_http_methods(["GET", "POST"])
def entry(request: HttpRequest, pk: int, seq: int) -> HttpResponse:
    """One entry with its answers and facts; from here a correction starts."""
    here = organiser_here_or_404(request, pk, "corrections")
    found = get_object_or_404(Entry.objects.select_related("slot", "actor"), scope=here.scope, seq=seq)
    if request.method == "POST":
        made = Correction.objects.create(scope=here.scope, by=here.actor.seat, changes=_change(here, found))
        return redirect("campaigns:correction", pk, made.pk)
    return draw(here, "campaigns/corrections/entry.html", _entry_context(here, found))


def _entry_context(here: Here, found: Entry) -> dict[str, Any]:
    record = record_of(found, texts_of(here.scope).get(found.pk, {}))
    line = next((one for one in chronicle.lines(here, before=found.seq + 1, limit=1)), None)
    return {
        "entry": found,
        "line": line,
        "asked": _asked(here, found, record),
        "versions": found.versions.select_related("correction__actor"),
        "correctable": found.procedure in here.kept.game.procedures and not found.void,
    }


def _asked(here: Here, found: Entry, record: Record) -> list[tuple[Question, Any]]:
    """The questions of an entry as they were asked, found by driving it on the state before it."""
    if record.procedure not in here.kept.game.procedures:
        return []
    earlier = [one for one in records(here.scope) if one.place < record.place]
    state = fold(beginning(here.scope), earlier)
    game = here.kept.game
    try:
        procedure = game.start(state, record.procedure, record.params, record.id, record.now)
        progress = drive(procedure, from_mapping(record.answers), enforce=False)
    except (Refused, KeyError):
        return []
    return [(one.question, one.answer) for one in progress.asked]


def _change(here: Here, found: Entry) -> dict[str, Any]:
    """What the form wants done to this entry."""
    post = here.request.POST
    if "void" in post:
        return {found.slot.code: {"void": True}}
    key = post.get("key", "")
    record = record_of(found, texts_of(here.scope).get(found.pk, {}))
    for question, _answer in _asked(here, found, record):
        if question.key == key:
            value = parse_answer(question, cast(Fields, post))
            answer = {
                "value": value,
                "origin": "hand",
                "by": str(here.actor.seat.pk if here.actor.seat else ""),
            }
            return {found.slot.code: {"answers": {key: answer}}}
    raise Http404


@require_http_methods(["GET", "POST"])
def correction(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A draft: every changed figure, what must be decided, and the commit."""
    here = organiser_here_or_404(request, pk, "corrections")
    draft = get_object_or_404(Correction.objects.select_related("scope", "by"), scope=here.scope, pk=number)
    if request.method == "POST":
        try:
            return _carry_out(here, draft)
        except Refused as error:
            draft.refresh_from_db()
            return draw(here, PAGE, {**_context(here, draft), "refused": error}, status=CONFLICT)
    return draw(here, PAGE, _context(here, draft))


def _context(here: Here, draft: Correction) -> dict[str, Any]:
    open_draft = draft.status == CorrectionStatus.OPEN
    page = corrections_page.build(here, corrections.preview(draft)) if open_draft else None
    return {"correction": draft, "page": page}


def _carry_out(here: Here, draft: Correction) -> HttpResponse:
    post = here.request.POST
    if "discard" in post:
        corrections.discard(draft)
        return redirect("campaigns:corrections", here.scope.pk)
    if "commit" in post:
        draft.words = post.get("words", "").strip()[:300]
        draft.save(update_fields=["words"])
        corrections.commit(draft, here.actor, post.get("fingerprint", ""))
        return redirect("campaigns:chronicle", here.scope.pk)
    _decide(here, draft)
    return redirect("campaigns:correction", here.scope.pk, draft.pk)


def _decide(here: Here, draft: Correction) -> None:
    """Take a decision into the draft: drop an entry, keep it as it was, answer a new question."""
    post = here.request.POST
    code = post.get("code", "")
    known = {one.record.id: one for one in corrections.preview(draft).undecided}
    if code not in known:
        raise Refused("", "That has been decided already.", admission=True)
    change = dict(draft.changes.get(code, {}))
    if "drop" in post:
        change["void"] = True
    elif "keep" in post:
        change["keep"] = True
    else:
        question = next(q for q in known[code].open if q.key == post.get("key"))
        answer = {"value": parse_answer(question, cast(Fields, post)), "origin": "choice"}
        change["answers"] = {**change.get("answers", {}), question.key: answer}
    draft.changes = {**draft.changes, code: change}
    draft.save(update_fields=["changes"])


@require_POST
def undo(request: HttpRequest, pk: int, seq: int) -> HttpResponse:
    """Take back my own last entry with one tap."""
    here = member_or_404(request, pk, "league")
    if here.seat is None:
        raise PermissionDenied
    try:
        corrections.undo(here.scope.pk, here.actor, seq)
    except Refused as error:
        context = {"page": chronicle_page.build(here), "refused": error}
        return draw(here, "campaigns/leagues/chronicle.html", context, status=CONFLICT)
    undone = here.scope.entries.filter(seq=seq).first()
    return redirect(
        entry_place(here.scope, undone.params) if undone else reverse("campaigns:chronicle", args=[pk])
    )
