"""Forms that were sent and carried out (`campaigns.shell.reading.sent_once`)."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class SentForm(models.Model):
    """A form that was carried out: `key` is a hash of who sent what, `led_to` where the answer sent them."""

    key = models.CharField(max_length=64, primary_key=True)
    led_to = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"{self.at} {self.led_to}"
