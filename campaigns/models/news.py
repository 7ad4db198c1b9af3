"""What a club tells everybody: nights, agreed games, results. A row holds ids; the words are made when it is
told, of what somebody who only watches may read.
"""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from campaigns.models.nights import Night
from campaigns.models.people import Club
from campaigns.models.plans import PlannedGame
from campaigns.models.play import Report


class NewsKind(models.TextChoices):
    NIGHT = "night"
    NIGHT_CHANGED = "night_changed"
    NIGHT_OFF = "night_off"
    PLANNED = "planned"
    RESULT = "result"


class News(models.Model):
    """Something for a club's chat. `key` names the occasion, so that it is told once."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="news")
    kind = models.CharField(max_length=13, choices=NewsKind)
    key = models.CharField(max_length=60)
    night = models.ForeignKey(Night, null=True, on_delete=models.CASCADE, related_name="+")
    plan = models.ForeignKey(PlannedGame, null=True, on_delete=models.CASCADE, related_name="+")
    report = models.ForeignKey(Report, null=True, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "news"
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["club", "key"], name="news_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
