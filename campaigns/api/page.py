"""The description of the interface: an OpenAPI file, and a plain page that lists every call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from campaigns.engine.access import person_or_404
from campaigns.shell.people_frame import my_frame


@dataclass(frozen=True, slots=True)
class Call:
    """One call: how, where, what it does, and the fields of its body."""

    method: str
    path: str
    words: str
    fields: tuple[str, ...]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Every call there is, for whoever is signed in."""
    person = person_or_404(request)
    return render(request, "campaigns/api/page.html", {**my_frame(person), "calls": calls()})


def calls() -> list[Call]:
    """The calls as the OpenAPI description has them, in its order."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return [
        _call(schema, method, path, operation)
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
    ]


def _call(schema: dict[str, Any], method: str, path: str, operation: dict[str, Any]) -> Call:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    name = body.get("$ref", "").rpartition("/")[2]
    properties = schema["components"]["schemas"].get(name, {}).get("properties", {})
    return Call(method.upper(), path, operation.get("description", ""), tuple(properties))
