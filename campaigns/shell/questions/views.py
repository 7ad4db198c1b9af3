"""The one page on which every rulebook asks its questions."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from campaigns.engine import door
from campaigns.engine.here import AnyHere, Here
from campaigns.engine.visit import Outcome
from campaigns.models import Dialogue, Slot
from campaigns.shell.league import CONFLICT, draw, member_or_404
from campaigns.shell.places import place_of
from campaigns.shell.questions.dialogue_page import build, with_typed
from campaigns.shell.reading.answers import answer_to
from campaigns.shell.reading.reader import sent_to, tapped, word
from campaigns.shell.swapping import swaps
from rules.engine.questions import Question
from rules.engine.refusals import Refused

TEMPLATE = "campaigns/shell/dialogue.html"


@require_http_methods(["GET", "POST"])
def dialogue(request: HttpRequest, pk: int, slot: str) -> HttpResponse:
    """Show what is open in a slot, or take an answer."""
    here = member_or_404(request, pk, "league")
    row = _slot(here, slot)
    if request.method == "POST":
        return _answer(here, row)
    if not hasattr(row, "dialogue"):
        return _leave(here, row)
    return draw(here, _template(request), {"page": build(here, row)})


def _slot(here: AnyHere, code: str) -> Slot:
    """A slot as it stands now, with its open dialogue and the answers so far."""
    slots = Slot.objects.select_related("dialogue").prefetch_related("dialogue__answers")
    row = get_object_or_404(slots, scope=here.scope, code=code)
    row.scope = here.scope
    if hasattr(row, "dialogue"):
        row.dialogue.scope = here.scope
    return row


def _answer(here: AnyHere, slot: Slot) -> HttpResponse:
    if not Dialogue.objects.filter(slot=slot).exists():
        return _leave(here, slot)
    behind = place_of(here, slot)
    try:
        outcome = _carry_out(here, slot)
    except Refused as error:
        return _refused(here, slot, error)
    if Dialogue.objects.filter(slot=slot).exists():
        return _stay(here, slot, outcome)
    return _leave(here, slot, behind if tapped(here.request, "aside") else "")


def _carry_out(here: AnyHere, slot: Slot) -> Outcome:
    match tapped(here.request, "back", "aside", "on", "roll_all"):
        case "back":
            return door.back(here.scope.pk, here.actor, slot.code)
        case "aside":
            return door.set_aside(here.scope.pk, here.actor, slot.code)
        case "on":
            begun = slot.dialogue
            return door.act(here.scope.pk, here.actor, begun.procedure, begun.params)
        case "roll_all":
            return _roll_all(here, slot)
    return _one_answer(here, slot)


def _roll_all(here: AnyHere, slot: Slot) -> Outcome:
    """The app throws every die this person may throw, and those that follow from them."""
    left = build(here, slot).dice_left
    if not left:
        return Outcome(slot.code, repeated=True)
    key = left[0].question.key
    return door.answer(here.scope.pk, here.actor, slot.code, key, door.ROLL, app_dice=True)


def _one_answer(here: AnyHere, slot: Slot) -> Outcome:
    key, value = word(here.request, "key"), door.ROLL
    if not tapped(here.request, "roll"):
        value = answer_to(_question(here, slot, key), sent_to(here.request))
    return door.answer(here.scope.pk, here.actor, slot.code, key, value, app_dice=here.app_dice)


def _question(here: AnyHere, slot: Slot, key: str) -> Question:
    """The question a form speaks of; one already answered may be sent again."""
    for line in build(here, slot).lines:
        if line.question.key == key:
            return line.question
    raise Refused("", _("Something changed meanwhile. Here is how it stands now."), admission=True)


def _stay(here: AnyHere, slot: Slot, outcome: Outcome) -> HttpResponse:
    here.scope.version = outcome.version or here.scope.version
    if swaps(here.request):
        fresh: AnyHere = Here(here.request, here.scope, here.seat, here.section)
        context = {"page": build(fresh, _slot(fresh, slot.code)), "reopened": outcome.reopened}
        return draw(fresh, f"{TEMPLATE}#dialogue", context)
    for sentence in outcome.reopened:
        messages.info(here.request, _("An earlier answer no longer fits: %(why)s") % {"why": sentence})
    return redirect("campaigns:dialogue", here.scope.pk, slot.code)


def _leave(here: AnyHere, slot: Slot, address: str = "") -> HttpResponse:
    address = address or place_of(here, slot)
    if swaps(here.request):
        return HttpResponseClientRedirect(address)
    return redirect(address)


def _refused(here: AnyHere, slot: Slot, error: Refused) -> HttpResponse:
    fresh: AnyHere = Here(here.request, here.scope, here.seat, here.section)
    if not Dialogue.objects.filter(slot=slot).exists():
        return _leave(fresh, slot)
    page = with_typed(build(fresh, _slot(fresh, slot.code)), error, sent_to(here.request))
    context = {"page": page, "refused": None if page.wrong else error}
    return draw(fresh, _template(here.request), context, status=CONFLICT)


def _template(request: HttpRequest) -> str:
    return f"{TEMPLATE}#dialogue" if swaps(request) else TEMPLATE
