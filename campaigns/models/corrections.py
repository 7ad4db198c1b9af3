"""Drafts of corrections: what an organiser is about to change in the past, before it counts."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from campaigns.models.journal import Entry, Scope
from campaigns.models.people import Seat


class CorrectionStatus(models.TextChoices):
    OPEN = "open", _("Draft")
    COMMITTED = "committed", pgettext_lazy("a correction", "Done")
    DISCARDED = "discarded", _("Discarded")


class Correction(models.Model):
    """One draft. `changes` is by entry code; `inserts` are entries forgotten at the time.

    changes: `{code: {"void", "keep", "params", "answers": {key: {"value", "origin"} | null}}}`, and where a
    correction is taken back its number (`takes_back`) and that of an entry that counts again (`revived`);
    inserts: `[{"code", "after", "procedure", "params"}]`. `fingerprint` is that of the difference last shown.
    """

    scope = models.ForeignKey(Scope, on_delete=models.PROTECT, related_name="corrections")
    by = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    words = models.CharField(max_length=300, blank=True)
    changes = models.JSONField(default=dict)
    inserts = models.JSONField(default=list)
    status = models.CharField(max_length=10, choices=CorrectionStatus, default=CorrectionStatus.OPEN)
    fingerprint = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    entry = models.OneToOneField(Entry, null=True, on_delete=models.PROTECT, related_name="correction")

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"correction {self.pk}"
