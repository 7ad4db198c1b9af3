"""Dates in the order of the reader's language, moments with their clock; a builtin of all templates:
`{{ entry.at|dated:"j F Y" }}`, `{{ page.deadline|moment }}`.
"""

from __future__ import annotations

from datetime import date, datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone, get_current_timezone_name

from config.dates import clock_time, dated, zone_city

register = template.Library()


@register.filter("dated", expects_localtime=True, is_safe=False)
def _dated(value: date | None, form: str) -> str:
    return "" if value is None else dated(value, form)


@register.filter("moment", expects_localtime=True, is_safe=False)
def _moment(value: datetime | None, form: str = "") -> SafeString:
    """A moment on the clock of a league or club. Its page is drawn once for all its readers: whose device
    shows another hour is told by a script where that clock stands; without one all are told.
    """
    if value is None:
        return SafeString()
    told = dated(value, form) if form else clock_time(value, get_current_timezone())
    return format_html(
        '<time datetime="{0}" data-clock="{1}">{2}<noscript> {1}</noscript></time>',
        value.isoformat(timespec="minutes"), zone_city(get_current_timezone_name()), told,
    )  # fmt: skip
