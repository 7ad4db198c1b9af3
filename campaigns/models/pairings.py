"""Who plays whom on a night or in a round of a league, as an organiser prepares it; and who is kept apart."""

from __future__ import annotations

from zlib import crc32

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.journal import Scope
from campaigns.models.nights import Night
from campaigns.models.people import Seat


class PairingWay(models.TextChoices):
    NIGHTS = "nights", _("Night by night")
    ROBIN = "robin", _("Round robin")


class Pairing(models.Model):
    """A draft, or what was published: `pairs` of seats in the order of their tables, and who sits `out`.
    Without a night it is a round of the league, whose pairs agree on a day each."""

    night = models.ForeignKey(Night, null=True, blank=True, on_delete=models.CASCADE, related_name="pairings")
    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="pairings")
    way = models.CharField(max_length=6, choices=PairingWay, default=PairingWay.NIGHTS)
    turn = models.PositiveIntegerField(default=0)
    people = models.JSONField(default=list)
    pairs = models.JSONField(default=list)
    out = models.JSONField(default=list)
    made_at = models.DateTimeField(default=timezone.now)
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["night", "scope"],
                condition=models.Q(published_at=None),
                nulls_distinct=False,
                name="one_draft_of_pairs_per_night",
            )
        ]

    def __str__(self) -> str:
        return f"{self.scope}, {self.night or self.made_at}"

    @property
    def sign(self) -> str:
        """By what somebody's page is known to show these pairs and no others."""
        return f"{self.pk}-{crc32(repr((self.pairs, self.out)).encode())}"


class KeptApart(models.Model):
    """Two who asked not to meet. For organisers' eyes alone, and never a reason on a published pair."""

    one = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["one", "other"], name="kept_apart_once")]

    def __str__(self) -> str:
        return f"{self.one} / {self.other}"
