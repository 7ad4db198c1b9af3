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
from campaigns.engine.transaction.dialogue import Spoken, peek_dialogue
from campaigns.engine.transaction.scope_transaction import ScopeTransaction, scope_transaction
from campaigns.models import Dialogue, Slot
from campaigns.shell.league import CONFLICT, asked_parts, render_league
from campaigns.shell.reading.answers import answer_to, keys_sent
from campaigns.shell.reading.form_pages import UNPROCESSABLE, shows_refusal
from campaigns.shell.reading.reader import sent_to, tapped, word
from campaigns.shell.swapping import swaps
from campaigns.shell.written import end_writing
from campaigns.solo import games as tables
from campaigns.solo.table import table_page
from campaigns.solo.table.acts import DICE_BY_HAND, act_on_table, fresh, rolls_by_hand
from campaigns.solo.table.ahead import BETWEEN, NO, YES
from campaigns.solo.table.forms import choose_among, table_forms
from campaigns.solo.table.going_on import advance_table, game_or_404
from campaigns.solo.table.table_page import asked_now
from campaigns.solo.viewer import SoloViewer
from rules.engine.procedure import Open
from rules.engine.questions import Question, YesNo
from rules.engine.refusals import Refused

TABLE, PART = "campaigns/solo/table.html", "campaigns/solo/_live.html"


@never_cache
@require_http_methods(["GET", "POST"])
def play_table(request: HttpRequest, pk: int) -> HttpResponse:
    """What is to be done now; answers and acts are sent here."""
    viewer = game_or_404(request, pk)
    if request.method == "GET":
        template = PART if "solo" in asked_parts(request) else TABLE
        return _shown(viewer, template, asked_now(viewer.scope, viewer.state))
    try:
        now, spoken = _carry_out(viewer)
    except Refused as error:
        now = fresh(viewer)
        return _shown(now, PART if swaps(request) else TABLE, asked_now(now.scope, now.state), error)
    if swaps(request):
        return _shown(now, PART, spoken)
    return redirect(f"{reverse('campaigns:solo', args=[pk])}#asked")


def _shown(
    viewer: SoloViewer, template: str, spoken: Spoken | None, error: Refused | None = None
) -> HttpResponse:
    end_writing(viewer.request)
    do = word(viewer.request, "do") if error else ""
    forms = table_forms(do, sent_to(viewer.request))
    in_form = error is not None and shows_refusal(forms.get(do), error)
    page = table_page.solo_page(viewer, spoken, None if in_form else error)
    if page.step is not None:
        choose_among(forms["choose_list"], page.step.needy, page.step.free)
    context = {
        "page": page,
        "forms": forms,
        "again": template == PART,
        "by_hand": rolls_by_hand(viewer),
        "nav": None,
    }
    return render_league(
        viewer, template, context, status=UNPROCESSABLE if in_form else CONFLICT if error else 200
    )


def _carry_out(viewer: SoloViewer) -> tuple[SoloViewer, Spoken | None]:
    """Do what was sent, with what the app owes after it, in one transaction; the game as it has left it,
    which the next screen need not read again, and what is asked."""
    with scope_transaction(viewer.scope.pk, viewer.actor) as transaction:
        match tapped(viewer.request, "dice", "back", "do", "slot"):
            case "dice":
                viewer.request.session[DICE_BY_HAND] = word(viewer.request, "dice") == "hand"
            case "back":
                tables.undo_table_step(transaction)
            case "do":
                act_on_table(viewer, transaction, word(viewer.request, "do"))
            case "slot":
                _answer(viewer, transaction, word(viewer.request, "slot"))
        spoken = advance_table(transaction, app_dice=not rolls_by_hand(viewer))
    return viewer.after(transaction), spoken


def _answer(viewer: SoloViewer, transaction: ScopeTransaction, code: str) -> None:
    if tapped(viewer.request, "all"):
        sent = sent_to(viewer.request)
        open_now = _open_questions(transaction, code)
        had = [key for key in keys_sent(sent) if key not in open_now]  # first: they may say it is too late
        keys = [*had, *open_now]
        values = {key: partial(answer_to, data=sent, about=key) for key in keys}
        tables.answer_all(transaction, code, values, app_dice=not rolls_by_hand(viewer))
        return
    try:
        if both := word(viewer.request, "both"):
            _answer_both(viewer, transaction, code, both)
            return
        key, value = _said(viewer, transaction, code)
        everything = not rolls_by_hand(viewer) or tapped(viewer.request, "roll_all") != ""
        door.answer_within(transaction, code, key, value, app_dice=everything)
    except Slot.DoesNotExist as error:
        raise Http404 from error


def _answer_both(viewer: SoloViewer, transaction: ScopeTransaction, code: str, both: str) -> None:
    """An answer and the one to what follows it at once, by the button that says both; or neither counts."""
    first, _between, second = both.partition(BETWEEN)
    kind, _space, key = word(viewer.request, f"then:{first}").partition(" ")
    asked = word(viewer.request, "key"), word(viewer.request, "kind")
    values = {asked[0]: _as_said(asked[1], first), key: _as_said(kind, second)}
    tables.answer_all(transaction, code, values, app_dice=not rolls_by_hand(viewer))


def _as_said(kind: str, value: str) -> object:
    """A button's word as its question wants it; what is none, the question itself refuses."""
    return {YES: True, NO: False}.get(value, value) if kind == YesNo.kind else value


PLAIN = ("choose", "unit")  # the answer is what was sent; whether it fits, the question says under the lock


def _said(viewer: SoloViewer, transaction: ScopeTransaction, code: str) -> tuple[str, object]:
    """(the question's key, the answer), read as the question wants it."""
    key, kind, value = (word(viewer.request, name) for name in ("key", "kind", "value"))
    if tapped(viewer.request, "roll_all"):
        return next(iter(_open_questions(transaction, code)), ""), door.ROLL
    if tapped(viewer.request, "roll"):
        return key, door.ROLL
    if kind == YesNo.kind:
        return key, answer_to(YesNo(key, ""), sent_to(viewer.request))
    if kind in PLAIN and value:
        return key, value
    open_now = _open_questions(transaction, code)
    if key not in open_now:
        raise Refused("", _("Somebody else got there first. Here’s where things stand now."), admission=True)
    return key, answer_to(open_now[key], sent_to(viewer.request))


def _open_questions(transaction: ScopeTransaction, code: str) -> dict[str, Question]:
    scope = transaction.scope
    dialogue = Dialogue.objects.select_related("slot").filter(scope=scope, slot__code=code).first()
    if dialogue is None:
        get_object_or_404(Slot, scope=scope, code=code)  # settled or set aside meanwhile
        return {}
    _run, progress = peek_dialogue(scope, dialogue.slot, transaction.state)
    return {one.key: one for one in progress.questions} if isinstance(progress, Open) else {}
