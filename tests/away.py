"""Holidays as people take them: days around a moment, said at the page of one's own."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Seat

BERLIN = ZoneInfo("Europe/Berlin")


def day(n: int = 0) -> date:
    """So many days from today, by the clock of the clubs of tests."""
    return timezone.now().astimezone(BERLIN).date() + timedelta(days=n)


def sent(first: int, last: int, stand_in: Seat | None = None) -> dict[str, str]:
    """The form, with days from today."""
    stands = str(stand_in.pk) if stand_in else ""
    return {"begins": day(first).isoformat(), "ends": day(last).isoformat(), "stand_in": stands}


def away(browser: Client, seat: Seat, first: int = 0, last: int = 7, stand_in: Seat | None = None) -> Any:
    """Somebody says that they are away, whatever is their move."""
    said = {**sent(first, last, stand_in), "sure": "1"}
    return browser.post(reverse("people:my_holiday", args=[seat.club.slug]), said)


def back(browser: Client, seat: Seat) -> Any:
    """They are there again, with one tap."""
    return browser.post(reverse("people:my_holiday", args=[seat.club.slug]), {"back": "1"})
