"""What goes wrong, as JSON: always a sentence, with the rule and the question or field it is about.

400 the body or a field is wrong, 401 nobody is signed in, 403 somebody else's business, 404 not there for
this person, 409 the rules refuse it now.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO

from django.core.exceptions import PermissionDenied
from django.db import DataError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.exceptions import APIException, ParseError, ValidationError
from rest_framework.parsers import JSONParser
from rest_framework.response import Response
from rest_framework.views import exception_handler

from campaigns.shell.reading.plain_json import BadJson, checked_json, too_deep
from rules.engine.plain import JsonObject
from rules.engine.refusals import Refused


class PlainJson(JSONParser):
    """JSON that a database can keep: no zero characters, no halves of characters, no bottomless nesting."""

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, object] | None = None,
    ) -> JsonObject:
        try:
            data = checked_json(super().parse(stream, media_type, dict(parser_context or {})))
        except RecursionError as error:
            raise ParseError(too_deep().sentence) from error
        except BadJson as error:
            raise ParseError(error.sentence) from error
        if not isinstance(data, dict):
            raise ParseError(_("Send a JSON object."))
        return data


def exception_response(error: Exception, context: dict[str, object]) -> Response | None:
    """The answer to an exception; `None` lets Django's own 500 page speak."""
    if isinstance(error, Refused):
        said = problem(error.sentence, error.rule, error.key)
        return Response(said, status=status.HTTP_409_CONFLICT)
    if isinstance(error, DataError):
        error = ValidationError(_("A number is too large, or a text is too long."))
    elif isinstance(error, PermissionDenied):
        error = _denied()
    elif isinstance(error, Http404):
        error = _missing()
    response = exception_handler(error, context)
    if response is not None and isinstance(error, APIException):
        response.data = _told(error)
    return response


def problem(sentence: str, rule: str = "", key: str | None = None) -> JsonObject:
    return {"sentence": sentence, "rule": rule, "key": key}


def _denied() -> APIException:
    error = APIException(_("You are not allowed to do that."))
    error.status_code = status.HTTP_403_FORBIDDEN
    return error


def _missing() -> APIException:
    error = APIException(_("Not found, or not yours to see."))
    error.status_code = status.HTTP_404_NOT_FOUND
    return error


def _told(error: APIException) -> JsonObject:
    """The first thing that is wrong, with the path of its field."""
    detail: object = error.detail
    path: list[str] = []
    while isinstance(detail, dict | list):
        if isinstance(detail, dict):
            name, detail = next(iter(detail.items()))
            path.append(str(name))
        else:
            detail = detail[0]
    return problem(str(detail), key=".".join(path) or None)
