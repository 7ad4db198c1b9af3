"""Strokes on a club's map, for the tests that draw."""

from __future__ import annotations

from django.urls import reverse

from rules.maps.exchange import from_json


def stroke(browser, row, **sent):
    return browser.post(reverse("maps:stroke", args=[row.club.slug, row.pk]), sent)


def place(row, key):
    row.refresh_from_db()
    return next((one for one in from_json(row.data).places if one.id == key), None)
