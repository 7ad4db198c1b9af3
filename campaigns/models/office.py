"""The office itself: whose database this is, and what it does by itself, again and again."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now


class Office(models.Model):
    """One row: the mark of the secret key it was opened with (`config.database.keys`), and when that was."""

    key = models.CharField(max_length=64)
    since = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"since {self.since}"


class Chore(models.Model):
    """Something done every so many seconds: when it last went through, and since when it does not.

    `causes`: what it fails of, each with the moment the log last told it in full.
    """

    name = models.CharField(max_length=40, primary_key=True)
    every = models.PositiveIntegerField(default=60)
    done_at = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    causes = models.JSONField(default=dict)

    def __str__(self) -> str:
        return self.name
