"""Armies that are not founded yet: what was handed in, untouched, and what the player has made of it so far.

A draft is nobody's game state: it reserves nothing and stands outside the journal. Founding goes through the
door; the draft then only remembers which warband came of it.
"""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from campaigns.models.journal import ActRequest, Scope
from campaigns.models.people import Seat


class ArmyDraft(models.Model):
    """One army on its way into a league, for the player on `seat`.

    `source` holds the list exactly as it was pasted or uploaded; empty for an army typed in by hand.
    `data` is `campaigns.opr.imports.draft.DraftArmy` as JSON.
    """

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="army_drafts")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="army_drafts")
    made_by = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    source = models.BinaryField(default=bytes, editable=False)
    filename = models.CharField(max_length=120, blank=True)
    data = models.JSONField()
    made_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(auto_now=True)
    asked = models.ForeignKey(
        ActRequest,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="the request by which it is to join",
    )
    warband = models.CharField(max_length=80, blank=True, help_text="the warband founded from it")

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["scope", "seat"], name="drafts_of_a_player")]

    def __str__(self) -> str:
        return f"army of {self.seat} in {self.scope}"
