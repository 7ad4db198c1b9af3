"""Reports of missions: send one, confirm it, say it was agreed at the table, dispute it, take it back."""

from __future__ import annotations

from collections.abc import Callable

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api import shapes
from campaigns.api.acting import ANSWERS, outcome_response
from campaigns.api.reading import member_of, validated_data, viewer_of
from campaigns.engine import reports as service
from campaigns.engine.asking.agreements import agreement_of_reports
from campaigns.engine.transaction.parked import bar_in_words
from campaigns.engine.transaction.scope_transaction import DoorOutcome
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.rights import Actor
from campaigns.models import Report
from rules.engine.plain import JsonObject

SHOWN = {200: shapes.ReportShape, 404: shapes.Problem}
CHANGED = {**ANSWERS, 200: shapes.ReportShape}


@extend_schema(methods=["GET"], responses={200: shapes.ReportShape(many=True), 404: shapes.Problem})
@extend_schema(methods=["POST"], request=shapes.SendReport, responses=CHANGED)
@api_view(["GET", "POST"])
def reports(request: Request, pk: int) -> Response:
    """The reports of a league, newest first; POST sends one."""
    if request.method == "POST":
        return _send(request, member_of(request, pk))
    viewer = viewer_of(request, pk)
    found = Report.objects.filter(scope=viewer.scope).select_related("entry", "reporter", "disputed_by")
    return Response([_shown(viewer, one) for one in found])


def _send(request: Request, viewer: AnyViewer) -> Response:
    sent = validated_data(shapes.SendReport, request.data)
    other = sent.get("answers_to")
    report = service.submit_report(
        scope=viewer.scope,
        actor=viewer.actor,
        procedure=sent["procedure"],
        facts=sent["facts"],
        once=sent.get("once", ""),
        answers_to=get_object_or_404(Report, scope=viewer.scope, pk=other) if other else None,
        note=sent["words"],
        sure=sent["sure"],
        another=sent["another"],
    )
    return Response(_shown(viewer, report))


@extend_schema(responses=SHOWN)
@api_view(["GET"])
def report_detail(request: Request, pk: int, number: int) -> Response:
    """One report."""
    viewer = viewer_of(request, pk)
    return Response(_shown(viewer, _report(viewer, number)))


def _shown(viewer: AnyViewer, found: Report) -> JsonObject:
    """A report, until when its answer is waited for; what people wrote with it, or said against it, stays in
    the club."""
    told: JsonObject = shapes.ReportShape(found).data
    agreement = agreement_of_reports(viewer.scope, viewer.registration, viewer.state, [found])
    due = told["due"] if agreement.until else None
    at = viewer.scope, viewer.registration, viewer.state
    words = found.words or bar_in_words(*at, found)
    said = {"note": found.note, "words": words} if viewer.seat else {"note": "", "words": ""}
    return {**told, "due": due, **said}


@extend_schema(request=None, responses=ANSWERS)
@api_view(["POST"])
def post_agreement(request: Request, pk: int, number: int) -> Response:
    """Agree with a report about your own side, or as an organiser: it counts."""
    return _agree(request, pk, number, service.agree_report)


@extend_schema(request=None, responses=ANSWERS)
@api_view(["POST"])
def post_table_agreement(request: Request, pk: int, number: int) -> Response:
    """Say that the others agreed at the table: it counts."""
    return _agree(request, pk, number, service.record_table_agreement)


@extend_schema(request=shapes.Words, responses=CHANGED)
@api_view(["POST"])
def post_dispute(request: Request, pk: int, number: int) -> Response:
    """Say that it was otherwise, in a few words if you like; the clock stops."""
    viewer = member_of(request, pk)
    words = validated_data(shapes.Words, request.data)["words"]
    return Response(_shown(viewer, service.dispute_report(_report(viewer, number), viewer.actor, words)))


@extend_schema(request=None, responses=CHANGED)
@api_view(["POST"])
def take_back_report(request: Request, pk: int, number: int) -> Response:
    """Take your own report back before it counts."""
    viewer = member_of(request, pk)
    return Response(_shown(viewer, service.withdraw_report(_report(viewer, number), viewer.actor)))


def _agree(
    request: Request, pk: int, number: int, agreed: Callable[[Report, Actor], DoorOutcome]
) -> Response:
    viewer = member_of(request, pk)
    return outcome_response(viewer, agreed(_report(viewer, number), viewer.actor))


def _report(viewer: AnyViewer, number: int) -> Report:
    found = Report.objects.select_related("entry", "reporter", "disputed_by")
    return get_object_or_404(found, scope=viewer.scope, pk=number)
