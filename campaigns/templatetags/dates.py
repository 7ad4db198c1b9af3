"""Dates in the order of the reader's language; a builtin of all templates: `{{ entry.at|dated:"j F Y" }}`."""

from __future__ import annotations

from datetime import date

from django import template

from config.dates import dated

register = template.Library()


@register.filter("dated", expects_localtime=True, is_safe=False)
def _dated(value: date | None, form: str) -> str:
    return "" if value is None else dated(value, form)
