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
from campaigns.api.reading import member_of, validated_data
from campaigns.engine import door
from campaigns.engine.plugins import veiled
from campaigns.engine.transaction.dialogue import open_run
from campaigns.engine.transaction.scope_transaction import DoorOutcome
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.rights import at_its_table
from campaigns.models import Dialogue, Slot
from campaigns.shell.questions.dialogue_page import may_follow_dialogue, may_look, may_read_answer
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
    viewer = member_of(request, pk)
    found = Dialogue.objects.filter(scope=viewer.scope).select_related("slot", "scope")
    rows = found.prefetch_related("answers").order_by("id")
    return Response([_dialogue(viewer, row) for row in rows if may_follow_dialogue(viewer, row)])


@extend_schema(responses={200: shapes.OpenDialogue, 404: shapes.Problem})
@api_view(["GET"])
def read_dialogue(request: Request, pk: int, slot: str) -> Response:
    """One open dialogue."""
    viewer = member_of(request, pk)
    return Response(_dialogue(viewer, _row(viewer, slot)))


def _dialogue(viewer: AnyViewer, row: Dialogue) -> JsonObject:
    run = open_run(row.slot, row, viewer.state, now=row.opened_at)
    said: JsonObject = {"answered": [], "questions": [], "refused": None}
    try:
        progress = run.drive()
        known = (one for one in progress.asked if may_read_answer(viewer, row.procedure, one.question))
        said["answered"] = [_answered(viewer, one) for one in known]
        if isinstance(progress, Open):
            said["questions"] = [_open(viewer, row, one) for one in progress.questions]
    except Refused as refused:
        said["refused"] = problem(refused.sentence, refused.rule, refused.key)
    return {
        "slot": row.slot.code,
        "procedure": row.procedure,
        "title": run.spec.title.rstrip("."),
        "params": row.params,
        "opened_at": row.opened_at,
        **said,
    }


def _open(viewer: AnyViewer, row: Dialogue, question: Question) -> JsonObject:
    who = at_its_table(question.who, row.params)
    mine = viewer.seat is not None and viewer.actor.may_act(
        who, row.procedure, viewer.scope, viewer.state, viewer.registration
    )
    return {**_asked(viewer, question), "mine": mine}


def _asked(viewer: AnyViewer, question: Question) -> JsonObject:
    """A question without what is for other eyes."""
    return veiled(viewer, question_json(question))


def _answered(viewer: AnyViewer, asked: AnsweredQuestion) -> JsonObject:
    given = asked.answer
    told = {"answer": given.value, "origin": given.origin, "dice": list(given.dice), "by": given.by}
    return {**_asked(viewer, asked.question), **told}


# The calls


@extend_schema(request=shapes.Act, responses=ANSWERS)
@api_view(["POST"])
def post_act(request: Request, pk: int) -> Response:
    """Do something: it settles at once, opens a dialogue with its first questions, or becomes a report that
    counts when the others agree."""
    viewer = member_of(request, pk)
    sent = validated_data(shapes.Act, request.data)
    _check_seen(viewer, sent["seen"])
    outcome = door.act(
        viewer.scope.pk,
        viewer.actor,
        sent["procedure"],
        sent["params"],
        once=sent.get("once"),
        seen=sent["seen"],
        app_dice=sent.get("roll", viewer.app_dice),
        sure=sent["sure"],
        another=sent["another"],
    )
    return outcome_response(viewer, outcome)


@extend_schema(request=shapes.GivenAnswer, responses=ANSWERS)
@api_view(["POST"])
def post_answer(request: Request, pk: int) -> Response:
    """Answer one open question."""
    viewer = member_of(request, pk)
    sent = validated_data(shapes.GivenAnswer, request.data)
    if not sent["roll"] and "value" not in sent:
        raise ValidationError({"value": _("Send a value, or “roll”: true.")})
    value = door.ROLL if sent["roll"] else sent["value"]
    slot, once = _slot(viewer, sent["slot"]), sent.get("once")
    outcome = door.answer_question(
        viewer.scope.pk, viewer.actor, slot, sent["key"], value, once=once, app_dice=viewer.app_dice
    )
    return outcome_response(viewer, outcome)


@extend_schema(request=shapes.SlotOnly, responses=ANSWERS)
@api_view(["POST"])
def post_undo(request: Request, pk: int) -> Response:
    """Take back the latest answer of a dialogue, unless the app has rolled since."""
    viewer = member_of(request, pk)
    return outcome_response(
        viewer, door.undo_answer(viewer.scope.pk, viewer.actor, _open_slot(viewer, request))
    )


@extend_schema(request=shapes.SlotOnly, responses=ANSWERS)
@api_view(["POST"])
def aside(request: Request, pk: int) -> Response:
    """Close a dialogue without settling it; what the app has rolled stays rolled."""
    viewer = member_of(request, pk)
    return outcome_response(
        viewer, door.set_aside(viewer.scope.pk, viewer.actor, _open_slot(viewer, request))
    )


def outcome_response(viewer: AnyViewer, outcome: DoorOutcome) -> Response:
    return Response(
        {
            "slot": outcome.slot,
            "entry": outcome.entry,
            "settled": outcome.settled,
            "questions": [_asked(viewer, question) for question in outcome.questions],
            "reopened": list(outcome.reopened),
            "repeated": outcome.repeated,
            "report": outcome.report,
            "request": outcome.request,
            "then": outcome.then,
        }
    )


def _slot(viewer: AnyViewer, code: str) -> str:
    """A slot of this league that this visitor may know of, whether something is open in it or settled."""
    row = Dialogue.objects.filter(scope=viewer.scope, slot__code=code).first()
    is_there = row is not None or Slot.objects.filter(scope=viewer.scope, code=code).exists()
    if not is_there or not may_look(viewer, code, row):
        raise Http404
    return code


def _open_slot(viewer: AnyViewer, request: Request) -> str:
    return _row(viewer, validated_data(shapes.SlotOnly, request.data)["slot"]).slot.code


def _row(viewer: AnyViewer, code: str) -> Dialogue:
    """What is open in a slot, for whoever may look at it."""
    rows = Dialogue.objects.select_related("slot", "scope").filter(scope=viewer.scope, slot__code=code)
    row = rows.first()
    if row is None or not may_follow_dialogue(viewer, row):
        raise Http404
    return row


def _check_seen(viewer: AnyViewer, seen: dict[str, int]) -> None:
    for name in seen:
        if name.partition(":")[0] not in viewer.registration.tables:
            sentence = _("No table has that name: %(name)s.")
            raise ValidationError({"seen": sentence % {"name": name[:80]}})
