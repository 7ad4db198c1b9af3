"""Carrying out what a form of the dialogue page says, and where it leads."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from campaigns.engine import door
from campaigns.engine.transaction.answered import changed_meanwhile
from campaigns.engine.transaction.dialogue import Spoken, open_dialogue
from campaigns.engine.transaction.scope_transaction import DoorOutcome, ScopeTransaction, scope_transaction
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.models import Dialogue, Slot
from campaigns.shell.league import render_league
from campaigns.shell.places import after_dialogue_url, after_entry, entry_place
from campaigns.shell.questions.dialogue_page import dialogue_page
from campaigns.shell.reading.answers import answer_to
from campaigns.shell.reading.reader import sent_to, tapped, word
from campaigns.shell.swapping import swaps
from campaigns.shell.written import end_writing
from rules.engine.plain import Params

TEMPLATE = "campaigns/shell/dialogue.html"


def begin_with_answer(viewer: AnyViewer, procedure: str, params: Params) -> HttpResponse:
    """An act that begins with its first answer, as `dialogue_page.first_questions_page` asked for it; in one
    transaction, so that nothing has begun when the answer is refused. Raises `Refused`.
    """
    with scope_transaction(viewer.scope.pk, viewer.actor) as transaction:
        outcome, address = door.act_within(transaction, procedure, params), ""
        if not outcome.settled:
            outcome, address = apply_dialogue_tap(viewer, transaction, outcome.slot)
    return answer_response(viewer, transaction, outcome.slot, outcome, address)


def answer_response(
    viewer: AnyViewer, transaction: ScopeTransaction, slot: str, outcome: DoorOutcome, address: str
) -> HttpResponse:
    now = viewer.after(transaction)
    if transaction.dialogue is not None:
        return _stay(now, transaction.dialogue, transaction.spoken, outcome)
    return leave_dialogue(
        now, slot, address or (after_entry(now, transaction.entry) if transaction.entry else "")
    )


def apply_dialogue_tap(
    viewer: AnyViewer, transaction: ScopeTransaction, slot: str
) -> tuple[DoorOutcome, str]:
    """What came of it, and where it leads when that is not what the entry says."""
    match tapped(viewer.request, "back", "aside", "on", "roll_all"):
        case "back":
            return door.undo_within(transaction, slot), ""
        case "aside":
            return _set_aside(transaction, slot)
        case "on":
            return _gone_on(transaction, slot), ""
        case "roll_all":
            return door.answer_within(transaction, slot, "", door.ROLL, app_dice=True, left=True), ""
    value = door.ROLL if tapped(viewer.request, "roll") else partial(answer_to, data=sent_to(viewer.request))
    key = word(viewer.request, "key")
    if not key:
        raise changed_meanwhile()
    return door.answer_within(transaction, slot, key, value, app_dice=viewer.app_dice), ""


def _set_aside(transaction: ScopeTransaction, slot: str) -> tuple[DoorOutcome, str]:
    begun = open_dialogue(transaction.scope, slot__code=slot)
    behind = entry_place(transaction.scope, begun.params) if begun else ""
    return door.set_aside_within(transaction, slot), behind


def _gone_on(transaction: ScopeTransaction, slot: str) -> DoorOutcome:
    begun = open_dialogue(transaction.scope, slot__code=slot)
    if begun is None:
        raise changed_meanwhile()
    return door.act_within(transaction, begun.procedure, begun.params)


def _stay(viewer: AnyViewer, dialogue: Dialogue, spoken: Spoken | None, outcome: DoorOutcome) -> HttpResponse:
    if swaps(viewer.request):
        end_writing(viewer.request)
        context = {"page": dialogue_page(viewer, dialogue, spoken), "reopened": outcome.reopened}
        return render_league(viewer, f"{TEMPLATE}#dialogue", context)
    for sentence in outcome.reopened:
        messages.info(viewer.request, _("An earlier answer no longer fits: %(why)s") % {"why": sentence})
    return redirect("campaigns:dialogue", viewer.scope.pk, dialogue.slot.code)


def leave_dialogue(viewer: AnyViewer, slot: str, address: str = "") -> HttpResponse:
    address = address or after_dialogue_url(viewer, get_object_or_404(Slot, scope=viewer.scope, code=slot))
    if swaps(viewer.request):
        return HttpResponseClientRedirect(address)
    return redirect(address)
