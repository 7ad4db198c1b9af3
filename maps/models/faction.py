"""What a faction keeps to itself: orders it is drafting, notes, and when each member last looked.

Outside the journal and none of the game's state. Only the pages of the faction's own members read these rows,
and those of an organiser's own sheet only its author; no admin, no call and no paper shows them.
"""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from campaigns.models import Scope, Seat
from maps.models.ground import KEY


class DraftedOrder(models.Model):
    """What a banner is to be ordered this turn, until it is sealed; `kind` is empty until it is said.

    `seq` is when it acts among its faction's banners, `at` when kind or path was last changed.
    """

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="+")
    turn = models.PositiveIntegerField()
    faction = models.CharField(max_length=KEY)
    banner = models.CharField(max_length=KEY)
    kind = models.CharField(max_length=16, blank=True)
    path = models.JSONField(default=list)
    seq = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(null=True)

    class Meta:
        abstract = True
        ordering = ["id"]

    def __str__(self) -> str:
        return f"a draft of turn {self.turn}"


class OrderDraft(DraftedOrder):
    """A faction's own draft; `by` made the last change to kind or path."""

    by = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta(DraftedOrder.Meta):
        constraints = [
            models.UniqueConstraint(fields=["scope", "turn", "banner"], name="one_draft_per_banner")
        ]


class StandInDraft(DraftedOrder):
    """What an organiser writes on a sheet of their own for a faction whose people are absent."""

    by = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")

    class Meta(DraftedOrder.Meta):
        constraints = [
            models.UniqueConstraint(fields=["scope", "turn", "banner", "by"], name="one_stand_in_per_banner")
        ]


class FactionNote(models.Model):
    """What a member writes to the others of a faction."""

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="+")
    faction = models.CharField(max_length=KEY)
    by = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    turn = models.PositiveIntegerField(default=0, db_default=0)  # who came in later does not read it
    words = models.TextField()

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["scope", "faction"], name="notes_of_a_faction")]

    def __str__(self) -> str:
        return f"a note of {self.at:%d.%m.}"


class FactionLook(models.Model):
    """When a member last looked at what the faction keeps: all that is older has been read."""

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="+")
    faction = models.CharField(max_length=KEY)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scope", "faction", "seat"], name="one_look_per_member")
        ]

    def __str__(self) -> str:
        return f"a look of {self.at:%d.%m.}"
