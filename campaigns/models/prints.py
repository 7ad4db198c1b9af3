"""A whole league on paper: made by the worker, with how far it is, and single sheets kept while they last."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from campaigns.models.journal import Scope
from campaigns.models.people import Seat


class LeaguePrint(models.Model):
    """One file of all sheets of a league, as it stood at `version`. `done` of `of` parts are drawn."""

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="prints")
    asked_by = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    version = models.PositiveIntegerField()
    paper = models.CharField(max_length=6)
    language = models.CharField(max_length=10, default="en", help_text="what it is written in")
    base = models.CharField(max_length=200, help_text="where the codes on the sheets lead")
    done = models.PositiveSmallIntegerField(default=0)
    of = models.PositiveSmallIntegerField(default=0)
    failed = models.BooleanField(default=False)
    content = models.BinaryField(null=True, editable=False)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.scope} on {self.paper}"


class KeptSheet(models.Model):
    """A drawn sheet under the digest of everything that shapes it."""

    digest = models.CharField(max_length=64, unique=True)
    content = models.BinaryField()
    used_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.digest[:12]
