"""Carrying out what a form of the dialogue page says, and where it leads."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from campaigns.engine import door
from campaigns.engine.passage.answered import changed_meanwhile
from campaigns.engine.passage.dialogue import Spoken, open_dialogue
from campaigns.engine.passage.here import AnyHere
from campaigns.engine.passage.visit import DoorOutcome, Passage, visit
from campaigns.models import Dialogue, Slot
from campaigns.shell.league import draw
from campaigns.shell.places import after_entry, entry_place, place_of
from campaigns.shell.questions.dialogue_page import dialogue_page
from campaigns.shell.reading.answers import answer_to
from campaigns.shell.reading.reader import sent_to, tapped, word
from campaigns.shell.swapping import swaps
from campaigns.shell.written import written
from rules.engine.plain import Params

TEMPLATE = "campaigns/shell/dialogue.html"


def begun_with(here: AnyHere, procedure: str, params: Params) -> HttpResponse:
    """An act that begins with its first answer, as `dialogue_page.beginning` asked for it; in one passage, so
    that nothing has begun when the answer is refused. Raises `Refused`.
    """
    with visit(here.scope.pk, here.actor) as passage:
        outcome, address = door.act_within(passage, procedure, params), ""
        if not outcome.settled:
            outcome, address = carry_out(here, passage, outcome.slot)
    return told(here, passage, outcome.slot, outcome, address)


def told(here: AnyHere, passage: Passage, slot: str, outcome: DoorOutcome, address: str) -> HttpResponse:
    now = here.after(passage)
    if passage.dialogue is not None:
        return _stay(now, passage.dialogue, passage.spoken, outcome)
    return leave(now, slot, address or (after_entry(now, passage.entry) if passage.entry else ""))


def carry_out(here: AnyHere, passage: Passage, slot: str) -> tuple[DoorOutcome, str]:
    """What came of it, and where it leads when that is not what the entry says."""
    match tapped(here.request, "back", "aside", "on", "roll_all"):
        case "back":
            return door.back_within(passage, slot), ""
        case "aside":
            return _set_aside(passage, slot)
        case "on":
            return _gone_on(passage, slot), ""
        case "roll_all":
            return door.answer_within(passage, slot, "", door.ROLL, app_dice=True, left=True), ""
    value = door.ROLL if tapped(here.request, "roll") else partial(answer_to, data=sent_to(here.request))
    key = word(here.request, "key")
    if not key:
        raise changed_meanwhile()
    return door.answer_within(passage, slot, key, value, app_dice=here.app_dice), ""


def _set_aside(passage: Passage, slot: str) -> tuple[DoorOutcome, str]:
    begun = open_dialogue(passage.scope, slot__code=slot)
    behind = entry_place(passage.scope, begun.params) if begun else ""
    return door.set_aside_within(passage, slot), behind


def _gone_on(passage: Passage, slot: str) -> DoorOutcome:
    begun = open_dialogue(passage.scope, slot__code=slot)
    if begun is None:
        raise changed_meanwhile()
    return door.act_within(passage, begun.procedure, begun.params)


def _stay(here: AnyHere, dialogue: Dialogue, spoken: Spoken | None, outcome: DoorOutcome) -> HttpResponse:
    if swaps(here.request):
        written(here.request)
        context = {"page": dialogue_page(here, dialogue, spoken), "reopened": outcome.reopened}
        return draw(here, f"{TEMPLATE}#dialogue", context)
    for sentence in outcome.reopened:
        messages.info(here.request, _("An earlier answer no longer fits: %(why)s") % {"why": sentence})
    return redirect("campaigns:dialogue", here.scope.pk, dialogue.slot.code)


def leave(here: AnyHere, slot: str, address: str = "") -> HttpResponse:
    address = address or place_of(here, get_object_or_404(Slot, scope=here.scope, code=slot))
    if swaps(here.request):
        return HttpResponseClientRedirect(address)
    return redirect(address)
