"""Days as the reader's language writes them, and moments told with their clock."""

from __future__ import annotations

from datetime import date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop, pgettext

# How a day is written, in Django's letters; a language that puts a point or comma in has it in its catalog.
FORMS = frozenset({
    gettext_noop("j F"), gettext_noop("j F Y"), gettext_noop("j F Y, H:i"), gettext_noop("j F, H:i"),
    gettext_noop("j M"), gettext_noop("j M Y"), gettext_noop("j M, H:i"), gettext_noop("D j M, H:i"),
    gettext_noop("l j F"), gettext_noop("l j F, H:i"), gettext_noop("l, H:i"),
})  # fmt: skip
NEAR = timedelta(days=6)  # from then on a weekday alone could be the next or the last


def dated(value: date, form: str) -> str:
    """A day as the reader's language writes it; `form`: one of `FORMS`, else KeyError."""
    if form not in FORMS:
        raise KeyError(form)
    letters = gettext(form)
    if value.day == 1:
        letters = letters.replace("j", pgettext("the first of a month, in Django’s letters", "j"))
    return str(date_format(value, letters))


def clock_time(at: datetime, zone: tzinfo, own: tzinfo | None = None) -> str:
    """A moment as a league's clock shows it: "Monday, 03:58", further away with its date.

    `own` is the reader's clock, where they have said one: it is told by that, "Sunday, 18:58 your time".
    """
    reader = own or zone
    here, now = at.astimezone(reader), timezone.now().astimezone(reader)
    form = "l, H:i" if abs(here.date() - now.date()) < NEAR else "l j F, H:i"
    told = dated(here, form)
    if here.utcoffset() == at.astimezone(zone).utcoffset():
        return told
    return gettext("%(when)s your time") % {"when": told}


def deadline_time(at: datetime, zone: tzinfo, own: tzinfo | None = None) -> str:
    """A moment to come until which something is to be done, for whoever reads it now: "today, 18:00",
    "tomorrow, 18:00", else as `clock_time` tells it. Only for what is drawn anew by the minute: an open page
    would say "tomorrow" the next day still.
    """
    reader = own or zone
    here, now = at.astimezone(reader), timezone.now().astimezone(reader)
    days = (here.date() - now.date()).days
    if days not in (0, 1):
        return clock_time(at, zone, own)
    told = gettext("tomorrow, %(clock)s") if days else gettext("today, %(clock)s")
    told %= {"clock": f"{here:%H:%M}"}
    if here.utcoffset() == at.astimezone(zone).utcoffset():
        return told
    return gettext("%(when)s your time") % {"when": told}


def clock_named(at: datetime, zone: ZoneInfo) -> str:
    """The same for readers of whom nobody knows where they are: "Monday, 03:58 (Berlin)"."""
    return f"{clock_time(at, zone)} ({zone_city(zone.key)})"


def dated_by(at: datetime, zone: ZoneInfo) -> str:
    """A moment by a clock that is named: "29 November, 19:04 Berlin time"."""
    told = {"when": dated(at.astimezone(zone), "j F, H:i"), "city": zone_city(zone.key)}
    return gettext("%(when)s %(city)s time") % told


def zone_city(zone: str) -> str:
    """A time zone as people call it: the city of "Europe/Berlin"."""
    return zone.rpartition("/")[2].replace("_", " ")
