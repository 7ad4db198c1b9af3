"""The table of a game against the app: one question at a time, from any phone that sits at it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.engine import door
from campaigns.engine.dialogue import Spoken, look
from campaigns.models import Dialogue, Slot
from campaigns.shell.league import CONFLICT, asked_parts, draw
from campaigns.shell.reading.answers import answer_to
from campaigns.shell.reading.reader import sent_to, tapped, word
from campaigns.shell.swapping import swaps
from campaigns.shell.written import written
from campaigns.solo import games as tables
from campaigns.solo.here import SoloHere
from campaigns.solo.table import table_page
from campaigns.solo.table.acts import DICE_BY_HAND, act, by_hand, fresh
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
        return _shown(here, PART if "solo" in asked_parts(request) else TABLE, asked_now(here))
    try:
        now, spoken = _carry_out(here)
    except Refused as error:
        now = fresh(here)
        return _shown(now, PART if swaps(request) else TABLE, asked_now(now), error)
    if swaps(request):
        return _shown(now, PART, spoken)
    return redirect(f"{reverse('campaigns:solo', args=[pk])}#asked")


def _shown(
    here: SoloHere, template: str, spoken: Spoken | None, error: Refused | None = None
) -> HttpResponse:
    written(here.request)
    context = {
        "page": table_page.build(here, spoken, error),
        "again": template == PART,
        "by_hand": by_hand(here),
        "nav": None,
    }
    return draw(here, template, context, status=CONFLICT if error else 200)


def _carry_out(here: SoloHere) -> tuple[SoloHere, Spoken | None]:
    """Do what was sent; the game as it is now and what is asked."""
    match tapped(here.request, "dice", "back", "do", "slot"):
        case "dice":
            here.request.session[DICE_BY_HAND] = word(here.request, "dice") == "hand"
        case "back":
            tables.undo(here.scope, here.actor)
        case "do":
            act(here, word(here.request, "do"))
        case "slot":
            return _answer(here, word(here.request, "slot"))
    return go_on(fresh(here))


def _answer(here: SoloHere, code: str) -> tuple[SoloHere, Spoken | None]:
    if tapped(here.request, "all"):
        open_now, sent = _open_questions(here, code), sent_to(here.request)
        values = {key: answer_to(one, sent, about=key) for key, one in open_now.items()}
        tables.answer_all(here.scope, here.actor, code, values, app_dice=not by_hand(here))
        return go_on(fresh(here))
    key, value = _said(here, code)
    everything = not by_hand(here) or tapped(here.request, "roll_all") != ""
    try:
        passage = tables.answer(here.scope, here.actor, code, key, value, app_dice=everything)
    except Slot.DoesNotExist as error:
        raise Http404 from error
    now = here.after(passage)
    asks_on = passage.spoken is not None and isinstance(passage.spoken[1], Open)
    return (now, passage.spoken) if asks_on else go_on(now)


PLAIN = ("choose", "unit")  # the answer is what was sent; whether it fits, the question says under the lock


def _said(here: SoloHere, code: str) -> tuple[str, object]:
    """(the question's key, the answer), read as the question wants it."""
    key, kind, value = (word(here.request, name) for name in ("key", "kind", "value"))
    if tapped(here.request, "roll_all"):
        return next(iter(_open_questions(here, code)), ""), door.ROLL
    if tapped(here.request, "roll"):
        return key, door.ROLL
    if kind == YesNo.kind:
        return key, answer_to(YesNo(key, ""), sent_to(here.request))
    if kind in PLAIN and value:
        return key, value
    open_now = _open_questions(here, code)
    if key not in open_now:
        raise Refused("", _("Somebody was faster. Here is how it stands now."), admission=True)
    return key, answer_to(open_now[key], sent_to(here.request))


def _open_questions(here: SoloHere, code: str) -> dict[str, Question]:
    dialogue = Dialogue.objects.select_related("slot").filter(scope=here.scope, slot__code=code).first()
    if dialogue is None:
        get_object_or_404(Slot, scope=here.scope, code=code)  # settled or set aside meanwhile
        return {}
    _talk, progress = look(here.scope, dialogue.slot, here.state)
    return {one.key: one for one in progress.questions} if isinstance(progress, Open) else {}
