"""The description of the interface: an OpenAPI file, and a plain page that lists every call."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from campaigns.engine.who.access import person_or_404
from campaigns.shell.people_frame import my_frame
from rules.engine.plain import JsonObject, table_in, text_in


@dataclass(frozen=True, slots=True)
class Call:
    """One call: how, where, what it does, and the fields of its body."""

    method: str
    path: str
    words: str
    fields: tuple[str, ...]


@require_safe
def api_page(request: HttpRequest) -> HttpResponse:
    """Every call there is, for whoever is signed in."""
    person = person_or_404(request)
    return render(request, "campaigns/api/page.html", {**my_frame(person), "calls": calls()})


def calls() -> list[Call]:
    """The calls as the OpenAPI description has them, in its order."""
    schema: JsonObject = SchemaGenerator().get_schema(request=None, public=True)
    return [
        _call(schema, method, path, nested_table(schema, "paths", path, method))
        for path in nested_table(schema, "paths")
        for method in nested_table(schema, "paths", path)
    ]


def _call(schema: JsonObject, method: str, path: str, operation: JsonObject) -> Call:
    body = nested_table(operation, "requestBody", "content", "application/json", "schema")
    name = text_in(body, "$ref").rpartition("/")[2]
    properties = nested_table(schema, "components", "schemas", name, "properties")
    return Call(method.upper(), path, text_in(operation, "description"), tuple(properties))


def nested_table(found: JsonObject, *names: str) -> JsonObject:
    """The table in a table in a table; empty when there is none."""
    for name in names:
        found = table_in(found, name)
    return found
