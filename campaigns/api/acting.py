"""Acting: open dialogues, and the calls the pages make too: act, answer, back, set aside."""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api import shapes
from campaigns.api.errors import problem
from campaigns.api.reading import checked, member_of
from campaigns.engine import door
from campaigns.engine.desk import veiled
from campaigns.engine.passage.dialogue import open_talk
from campaigns.engine.passage.here import AnyHere
from campaigns.engine.passage.visit import DoorOutcome
from campaigns.engine.who.rights import at_its_table
from campaigns.models import Dialogue, Slot
from campaigns.shell.questions.dialogue_page import may_follow, may_look, may_read
from rules.engine.plain import JsonObject
from rules.engine.procedure import AnsweredQuestion, Open
from rules.engine.questions import Question
from rules.engine.refusals import Refused
from rules.rehearsal.rehearse import question_json

ANSWERS = {
    200: shapes.OutcomeShape,
    400: shapes.Problem,
    403: shapes.Problem,
    404: shapes.Problem,
    409: shapes.Problem,
}


# What is open


@extend_schema(responses={200: shapes.OpenDialogue(many=True), 404: shapes.Problem})
@api_view(["GET"])
def dialogues(request: Request, pk: int) -> Response:
    """Every open dialogue of a league with its questions."""
    here = member_of(request, pk)
    found = Dialogue.objects.filter(scope=here.scope).select_related("slot", "scope")
    rows = found.prefetch_related("answers").order_by("id")
    return Response([_dialogue(here, row) for row in rows if may_follow(here, row)])


@extend_schema(responses={200: shapes.OpenDialogue, 404: shapes.Problem})
@api_view(["GET"])
def dialogue(request: Request, pk: int, slot: str) -> Response:
    """One open dialogue."""
    here = member_of(request, pk)
    return Response(_dialogue(here, _row(here, slot)))


def _dialogue(here: AnyHere, row: Dialogue) -> JsonObject:
    talk = open_talk(row.slot, row, here.state, now=row.opened_at)
    said: JsonObject = {"answered": [], "questions": [], "refused": None}
    try:
        progress = talk.drive()
        known = (one for one in progress.asked if may_read(here, row.procedure, one.question))
        said["answered"] = [_answered(here, one) for one in known]
        if isinstance(progress, Open):
            said["questions"] = [_open(here, row, one) for one in progress.questions]
    except Refused as refused:
        said["refused"] = problem(refused.sentence, refused.rule, refused.key)
    return {
        "slot": row.slot.code,
        "procedure": row.procedure,
        "title": talk.spec.title.rstrip("."),
        "params": row.params,
        "opened_at": row.opened_at,
        **said,
    }


def _open(here: AnyHere, row: Dialogue, question: Question) -> JsonObject:
    who = at_its_table(question.who, row.params)
    mine = here.seat is not None and here.actor.may_act(
        who, row.procedure, here.scope, here.state, here.registration
    )
    return {**_asked(here, question), "mine": mine}


def _asked(here: AnyHere, question: Question) -> JsonObject:
    """A question without what is for other eyes."""
    return veiled(here, question_json(question))


def _answered(here: AnyHere, asked: AnsweredQuestion) -> JsonObject:
    given = asked.answer
    told = {"answer": given.value, "origin": given.origin, "dice": list(given.dice), "by": given.by}
    return {**_asked(here, asked.question), **told}


# The calls


@extend_schema(request=shapes.Act, responses=ANSWERS)
@api_view(["POST"])
def act(request: Request, pk: int) -> Response:
    """Do something: it settles at once, opens a dialogue with its first questions, or becomes a report that
    counts when the others agree."""
    here = member_of(request, pk)
    sent = checked(shapes.Act, request.data)
    _check_seen(here, sent["seen"])
    outcome = door.act(
        here.scope.pk,
        here.actor,
        sent["procedure"],
        sent["params"],
        once=sent.get("once"),
        seen=sent["seen"],
        app_dice=sent.get("roll", here.app_dice),
        sure=sent["sure"],
        another=sent["another"],
    )
    return told(here, outcome)


@extend_schema(request=shapes.GivenAnswer, responses=ANSWERS)
@api_view(["POST"])
def answer(request: Request, pk: int) -> Response:
    """Answer one open question."""
    here = member_of(request, pk)
    sent = checked(shapes.GivenAnswer, request.data)
    if not sent["roll"] and "value" not in sent:
        raise ValidationError({"value": _("Send a value, or roll true.")})
    value = door.ROLL if sent["roll"] else sent["value"]
    slot, once = _slot(here, sent["slot"]), sent.get("once")
    outcome = door.answer(
        here.scope.pk, here.actor, slot, sent["key"], value, once=once, app_dice=here.app_dice
    )
    return told(here, outcome)


@extend_schema(request=shapes.SlotOnly, responses=ANSWERS)
@api_view(["POST"])
def back(request: Request, pk: int) -> Response:
    """Take back the latest answer of a dialogue, unless the app has rolled since."""
    here = member_of(request, pk)
    return told(here, door.back(here.scope.pk, here.actor, _open_slot(here, request)))


@extend_schema(request=shapes.SlotOnly, responses=ANSWERS)
@api_view(["POST"])
def aside(request: Request, pk: int) -> Response:
    """Close a dialogue without settling it; what the app has rolled stays rolled."""
    here = member_of(request, pk)
    return told(here, door.set_aside(here.scope.pk, here.actor, _open_slot(here, request)))


def told(here: AnyHere, outcome: DoorOutcome) -> Response:
    return Response(
        {
            "slot": outcome.slot,
            "entry": outcome.entry,
            "settled": outcome.settled,
            "questions": [_asked(here, question) for question in outcome.questions],
            "reopened": list(outcome.reopened),
            "repeated": outcome.repeated,
            "report": outcome.report,
            "request": outcome.request,
            "then": outcome.then,
        }
    )


def _slot(here: AnyHere, code: str) -> str:
    """A slot of this league that this visitor may know of, whether something is open in it or settled."""
    row = Dialogue.objects.filter(scope=here.scope, slot__code=code).first()
    is_there = row is not None or Slot.objects.filter(scope=here.scope, code=code).exists()
    if not is_there or not may_look(here, code, row):
        raise Http404
    return code


def _open_slot(here: AnyHere, request: Request) -> str:
    return _row(here, checked(shapes.SlotOnly, request.data)["slot"]).slot.code


def _row(here: AnyHere, code: str) -> Dialogue:
    """What is open in a slot, for whoever may look at it."""
    rows = Dialogue.objects.select_related("slot", "scope").filter(scope=here.scope, slot__code=code)
    row = rows.first()
    if row is None or not may_follow(here, row):
        raise Http404
    return row


def _check_seen(here: AnyHere, seen: dict[str, int]) -> None:
    for name in seen:
        if name.partition(":")[0] not in here.registration.tables:
            sentence = _("No table has that name: %(name)s.")
            raise ValidationError({"seen": sentence % {"name": name[:80]}})
