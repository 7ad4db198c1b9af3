"""Strokes on a club's map, for the tests that draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.test import Client
from django.urls import reverse

from maps.models import MapTemplate
from rules.maps.exchange import from_json
from rules.maps.model import Place

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Response


def stroke(browser: Client, row: MapTemplate, **sent: object) -> Response:
    return browser.post(reverse("maps:stroke", args=[row.club.slug, row.pk]), sent)


def standing(row: MapTemplate, key: str) -> list[Place]:
    """The place of this name, as it is kept; nothing where none is."""
    row.refresh_from_db()
    return [one for one in from_json(row.data).places if one.id == key]


def place(row: MapTemplate, key: str) -> Place:
    [found] = standing(row, key)
    return found
