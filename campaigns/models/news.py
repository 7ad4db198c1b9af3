"""What a club tells: nights, agreed games, results, and an organiser's word. A row holds ids; the words are
made when it is told, of what somebody who only watches may read, but for those an organiser wrote.
"""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.utils import timezone

from campaigns.models.journal import Scope
from campaigns.models.nights import Night
from campaigns.models.people import Club, Seat
from campaigns.models.plans import PlannedGame
from campaigns.models.play import Report


class NewsKind(models.TextChoices):
    NIGHT = "night"
    NIGHT_CHANGED = "night_changed"
    NIGHT_OFF = "night_off"
    PLANNED = "planned"
    RESULT = "result"
    WORD = "word"


class News(models.Model):
    """Something for a club's chat. `key` names the occasion, so that it is told once.

    A word stands on top of the pages of its club, its league (`scope`) or its night, up to a day (`until`) or
    until it is taken down; one that is written `to` some seats alone is theirs, and stands nowhere.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="news")
    kind = models.CharField(max_length=13, choices=NewsKind)
    key = models.CharField(max_length=60)
    night = models.ForeignKey(Night, null=True, on_delete=models.CASCADE, related_name="+")
    plan = models.ForeignKey(PlannedGame, null=True, on_delete=models.CASCADE, related_name="+")
    report = models.ForeignKey(Report, null=True, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    scope = models.ForeignKey(Scope, null=True, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(Seat, null=True, on_delete=models.CASCADE, related_name="+")
    words = models.CharField(max_length=500, blank=True, default="", db_default="")
    until = models.DateField(null=True)
    down_at = models.DateTimeField(null=True)
    to = models.JSONField(null=True)

    class Meta:
        verbose_name_plural = "news"
        ordering = ["id"]
        indexes = [models.Index(fields=["club"], condition=models.Q(kind="word"), name="words_of_a_club")]
        constraints = [models.UniqueConstraint(fields=["club", "key"], name="news_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"

    def is_up(self, now: datetime) -> bool:
        """Whether a word still stands."""
        if self.down_at is not None or (self.night is not None and self.night.ends_at <= now):
            return False
        return self.until is None or now.astimezone(self.club.tz).date() <= self.until
