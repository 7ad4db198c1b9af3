"""Requests: acts that bind others and wait for their word. Read them, agree, decline, take one back."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api import shapes
from campaigns.api.acting import ANSWERS, outcome_response
from campaigns.api.reading import member_of, validated_data, viewer_of
from campaigns.engine.asking import requests as service
from campaigns.engine.asking.reading import may_read_request, request_or_404
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.models import ActRequest
from rules.engine.plain import JsonObject

SHOWN = {200: shapes.RequestShape, 404: shapes.Problem}
CHANGED = {**ANSWERS, 200: shapes.RequestShape}


@extend_schema(responses={200: shapes.RequestShape(many=True), 404: shapes.Problem})
@api_view(["GET"])
def requests(request: Request, pk: int) -> Response:
    """What waits, or has waited, for somebody's word in a league, newest first."""
    viewer = viewer_of(request, pk)
    found = ActRequest.objects.filter(scope=viewer.scope).select_related("entry", "asker")
    return Response([_shown(viewer, one) for one in found if may_read_request(viewer, one)])


@extend_schema(responses=SHOWN)
@api_view(["GET"])
def one_request(request: Request, pk: int, number: int) -> Response:
    """One request."""
    viewer = viewer_of(request, pk)
    return Response(_shown(viewer, request_or_404(viewer, number)))


@extend_schema(request=None, responses=ANSWERS)
@api_view(["POST"])
def accept(request: Request, pk: int, number: int) -> Response:
    """Give your word, or as an organiser decide for those who do not answer; with the last one it is done."""
    viewer = member_of(request, pk)
    return outcome_response(viewer, service.agree(request_or_404(viewer, number), viewer.actor))


@extend_schema(request=shapes.AnyWords, responses=CHANGED)
@api_view(["POST"])
def post_decline(request: Request, pk: int, number: int) -> Response:
    """Say no, if you like in a few words: nothing happens."""
    viewer = member_of(request, pk)
    words = validated_data(shapes.AnyWords, request.data)["words"]
    return Response(
        _shown(viewer, service.decline_request(request_or_404(viewer, number), viewer.actor, words))
    )


@extend_schema(request=None, responses=CHANGED)
@api_view(["POST"])
def take_back_request(request: Request, pk: int, number: int) -> Response:
    """Take your own request back."""
    viewer = member_of(request, pk)
    return Response(_shown(viewer, service.withdraw_request(request_or_404(viewer, number), viewer.actor)))


def _shown(viewer: AnyViewer, found: ActRequest) -> JsonObject:
    """A request, without its time while the league is paused; what people said with it stays in the club."""
    told_of: JsonObject = shapes.RequestShape(found).data
    if viewer.registration.acts.words[found.procedure].rests(viewer.state):
        told_of = {**told_of, "lapses_at": None}
    if viewer.seat:
        return told_of
    params = {name: value for name, value in found.params.items() if name != "words"}
    return {**told_of, "words": "", "params": params}
