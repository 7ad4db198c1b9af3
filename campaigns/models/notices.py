"""What has happened that concerns somebody: one row a person and occasion, told in words when it is read.

A row holds ids alone; names, days and what people wrote stand in the rows it leads to, which can be renamed,
moderated or erased.
"""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

from campaigns.models.addresses import Chat
from campaigns.models.journal import ActRequest, Entry, Scope
from campaigns.models.news import News
from campaigns.models.nights import Night
from campaigns.models.people import Club, Person, Seat
from campaigns.models.plans import PlannedGame
from campaigns.models.play import Report


class NoticeKind(models.TextChoices):
    ASKED = "asked"
    AGREED = "agreed"
    DECLINED = "declined"
    TABLE = "table"
    GAME_OFF = "game_off"
    LAPSED = "lapsed"
    NIGHT_CHANGED = "night_changed"
    NIGHT_OFF = "night_off"
    REPORTED = "reported"
    DISPUTED = "disputed"
    COUNTS = "counts"
    ACTED_FOR = "acted_for"
    CORRECTED = "corrected"
    WENT_ON = "went_on"
    CHAT_DEAD = "chat_dead"
    NIGHT_SOON = "night_soon"
    MY_TURN = "my_turn"
    DUE = "due"
    DUE_NOW = "due_now"
    RESULT = "result"
    WEEK = "week"
    GAME_SOON = "game_soon"
    STEPS = "steps"
    NIGHT_ASKED = "night_asked"
    LET_IN = "let_in"
    REQUEST = "request"
    REMINDED = "reminded"


class Notice(models.Model):
    """Something for one person. `key` names the occasion, so that nobody is told of it twice.

    Of what somebody has to do there is one line a league, renewed in place; `pushed_at`: when that was, or
    will be, shown by a browser.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="notices")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=13, choices=NoticeKind)
    key = models.CharField(max_length=60)
    actor = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL, related_name="+")
    plan = models.ForeignKey(PlannedGame, null=True, on_delete=models.CASCADE, related_name="+")
    night = models.ForeignKey(Night, null=True, on_delete=models.CASCADE, related_name="+")
    report = models.ForeignKey(Report, null=True, on_delete=models.CASCADE, related_name="+")
    request = models.ForeignKey(ActRequest, null=True, on_delete=models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, null=True, on_delete=models.CASCADE, related_name="+")
    chat = models.ForeignKey(Chat, null=True, on_delete=models.CASCADE, related_name="+")
    scope = models.ForeignKey(Scope, null=True, on_delete=models.CASCADE, related_name="+")
    word = models.ForeignKey(News, null=True, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True)
    # looked at for what else than the inbox should have it
    posted = models.BooleanField(default=False, db_default=False)
    pushed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [models.Index(fields=["id"], condition=models.Q(posted=False), name="notice_to_post")]
        constraints = [models.UniqueConstraint(fields=["person", "key"], name="told_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


def mark_answered(kind: NoticeKind, **about: object) -> None:
    """Nobody has to read any more what asked for the answer that was just given."""
    Notice.objects.filter(kind=kind, read_at=None, **about).update(read_at=timezone.now())


class NoticeMark(models.Model):
    """How far what has happened has been looked through: since when at all, until when, up to which entry.

    `todos_from`: what somebody had to do before that they were told by an older release, in another way.
    """

    begun_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    entry = models.PositiveBigIntegerField(default=0)
    todos_from = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"until {self.seen_at}"
