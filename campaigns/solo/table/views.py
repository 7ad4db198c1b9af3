"""The table of a game against the app: one question at a time, from any phone that sits at it."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.engine import door
from campaigns.engine.passage.dialogue import Spoken, look
from campaigns.engine.passage.visit import Passage, visit
from campaigns.models import Dialogue, Slot
from campaigns.shell.league import CONFLICT, asked_parts, draw
from campaigns.shell.reading.answers import answer_to, keys_sent
from campaigns.shell.reading.form_pages import UNPROCESSABLE, beside
from campaigns.shell.reading.reader import sent_to, tapped, word
from campaigns.shell.swapping import swaps
from campaigns.shell.written import written
from campaigns.solo import games as tables
from campaigns.solo.here import SoloHere
from campaigns.solo.table import table_page
from campaigns.solo.table.acts import DICE_BY_HAND, act, by_hand, fresh
from campaigns.solo.table.forms import choose_among, drawn
from campaigns.solo.table.going_on import game_or_404, go_on
from campaigns.solo.table.table_page import asked_now
from rules.engine.procedure import Open
from rules.engine.questions import Question, YesNo
from rules.engine.refusals import Refused

TABLE, PART = "campaigns/solo/table.html", "campaigns/solo/_live.html"


@never_cache
@require_http_methods(["GET", "POST"])
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """What is to be done now; answers and acts are sent here."""
    here = game_or_404(request, pk)
    if request.method == "GET":
        template = PART if "solo" in asked_parts(request) else TABLE
        return _shown(here, template, asked_now(here.scope, here.state))
    try:
        now, spoken = _carry_out(here)
    except Refused as error:
        now = fresh(here)
        return _shown(now, PART if swaps(request) else TABLE, asked_now(now.scope, now.state), error)
    if swaps(request):
        return _shown(now, PART, spoken)
    return redirect(f"{reverse('campaigns:solo', args=[pk])}#asked")


def _shown(
    here: SoloHere, template: str, spoken: Spoken | None, error: Refused | None = None
) -> HttpResponse:
    written(here.request)
    do = word(here.request, "do") if error else ""
    forms = drawn(do, sent_to(here.request))
    in_form = error is not None and beside(forms.get(do), error)
    page = table_page.solo_page(here, spoken, None if in_form else error)
    if page.step is not None:
        choose_among(forms["choose_list"], page.step.needy, page.step.free)
    context = {
        "page": page,
        "forms": forms,
        "again": template == PART,
        "by_hand": by_hand(here),
        "nav": None,
    }
    return draw(here, template, context, status=UNPROCESSABLE if in_form else CONFLICT if error else 200)


def _carry_out(here: SoloHere) -> tuple[SoloHere, Spoken | None]:
    """Do what was sent, with what the app owes after it, in one passage; the game as it has left it, which
    the next screen need not read again, and what is asked."""
    with visit(here.scope.pk, here.actor) as passage:
        match tapped(here.request, "dice", "back", "do", "slot"):
            case "dice":
                here.request.session[DICE_BY_HAND] = word(here.request, "dice") == "hand"
            case "back":
                tables.undo(passage)
            case "do":
                act(here, passage, word(here.request, "do"))
            case "slot":
                _answer(here, passage, word(here.request, "slot"))
        spoken = go_on(passage, app_dice=not by_hand(here))
    return here.after(passage), spoken


def _answer(here: SoloHere, passage: Passage, code: str) -> None:
    if tapped(here.request, "all"):
        sent = sent_to(here.request)
        open_now = _open_questions(passage, code)
        had = [key for key in keys_sent(sent) if key not in open_now]  # first: they may say it is too late
        keys = [*had, *open_now]
        values = {key: partial(answer_to, data=sent, about=key) for key in keys}
        tables.answer_all(passage, code, values, app_dice=not by_hand(here))
        return
    key, value = _said(here, passage, code)
    everything = not by_hand(here) or tapped(here.request, "roll_all") != ""
    try:
        door.answer_within(passage, code, key, value, app_dice=everything)
    except Slot.DoesNotExist as error:
        raise Http404 from error


PLAIN = ("choose", "unit")  # the answer is what was sent; whether it fits, the question says under the lock


def _said(here: SoloHere, passage: Passage, code: str) -> tuple[str, object]:
    """(the question's key, the answer), read as the question wants it."""
    key, kind, value = (word(here.request, name) for name in ("key", "kind", "value"))
    if tapped(here.request, "roll_all"):
        return next(iter(_open_questions(passage, code)), ""), door.ROLL
    if tapped(here.request, "roll"):
        return key, door.ROLL
    if kind == YesNo.kind:
        return key, answer_to(YesNo(key, ""), sent_to(here.request))
    if kind in PLAIN and value:
        return key, value
    open_now = _open_questions(passage, code)
    if key not in open_now:
        raise Refused("", _("Somebody got there first. This is where things are now."), admission=True)
    return key, answer_to(open_now[key], sent_to(here.request))


def _open_questions(passage: Passage, code: str) -> dict[str, Question]:
    scope = passage.scope
    dialogue = Dialogue.objects.select_related("slot").filter(scope=scope, slot__code=code).first()
    if dialogue is None:
        get_object_or_404(Slot, scope=scope, code=code)  # settled or set aside meanwhile
        return {}
    _talk, progress = look(scope, dialogue.slot, passage.state)
    return {one.key: one for one in progress.questions} if isinstance(progress, Open) else {}
