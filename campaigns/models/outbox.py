"""What leaves the office: a row for each thing told, way and address, sent by the worker.

`lane` is what keeps its order: a person's mails one after another, the posts to one chat. A row that waits
holds up those behind it in its lane, never others. `word` is the name outside (a Message-ID, a webhook's id,
a push topic): it stays the same when something has to be sent again.
"""

from __future__ import annotations

from datetime import time
from uuid import UUID, uuid4

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.news import News
from campaigns.models.notices import Notice
from campaigns.models.people import Club, Person


class Topic(models.TextChoices):
    """What somebody chooses to be told of: kinds of notices that belong together."""

    GAMES = "games", _("one of my games is planned, coming up, moved or called off")
    NIGHTS = "nights", _("a club night I’m going to is coming up, changed or called off")
    COMING = "coming", _("a club night is coming up and I haven’t answered")
    ASKED = "asked", _("a report is waiting for my answer, or an organiser writes to me")
    REPORTS = "reports", _("my report counts or is disputed")
    DONE = "done", _("an organiser acts for me, or corrects something I did")
    TURNS = "turns", _("it’s my turn, or I have steps left after a game")
    DUE = "due", _("a deadline is coming up: a day before, and again an hour before")
    RESULTS = "results", _("others have played in my league")
    WEEK = "week", _("the week is over: what is open, what is due and what has happened")
    OTHER = "other", _("something else happens")


class OutStatus(models.TextChoices):
    WAITING = "waiting", _("waiting to be sent")
    SENT = "sent", _("sent")
    FAILED = "failed", _("could not be sent")
    DROPPED = "dropped", _("not sent")


class Outgoing(models.Model):
    """One thing on its way to one address. Without notice and news it is the way's own word: a confirmation
    of an address, or a try.
    """

    way = models.CharField(max_length=8)
    address = models.CharField(max_length=20, blank=True)
    lane = models.CharField(max_length=60)
    person = models.ForeignKey(Person, null=True, on_delete=models.CASCADE, related_name="+")
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="+")
    notice = models.ForeignKey(Notice, null=True, on_delete=models.CASCADE, related_name="outgoing")
    news = models.ForeignKey(News, null=True, on_delete=models.CASCADE, related_name="outgoing")
    word = models.UUIDField(default=uuid4, unique=True, editable=False)
    status = models.CharField(max_length=7, choices=OutStatus, default=OutStatus.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now)
    next_at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True)
    said = models.CharField(max_length=60, blank=True)
    # The first row of those that leave as one: sent again, they are the same ones.
    bundle = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        verbose_name_plural = "outgoing"
        ordering = ["id"]
        indexes = [
            models.Index(
                fields=["lane", "id"], condition=models.Q(status="waiting"), name="outgoing_that_waits"
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["notice", "way", "address"], name="each_notice_once_a_way"),
            models.UniqueConstraint(fields=["news", "way", "address"], name="each_news_once_a_way"),
        ]

    def __str__(self) -> str:
        return f"{self.way} {self.status}"

    @property
    def word_outside(self) -> UUID:
        """The name of what it leaves in: the first row's of those that once left as one."""
        return self.bundle.word if self.bundle is not None else self.word


class Telling(models.Model):
    """How somebody is told outside the inbox: when not, by whose clock, and whether once a day."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="telling")
    zone = models.CharField(max_length=64, blank=True)  # empty: the club's
    quiet = models.BooleanField(default=True)
    quiet_from = models.TimeField(default=time(22))
    quiet_until = models.TimeField(default=time(8))
    daily = models.BooleanField(default=False)  # one mail a day instead of single ones

    def __str__(self) -> str:
        return f"how {self.person} is told"


class Wish(models.Model):
    """What somebody chose for a topic and a way; without a row it is as the way has it for everybody."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="wishes")
    topic = models.CharField(max_length=8, choices=Topic)
    way = models.CharField(max_length=8)
    on = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "topic", "way"], name="one_wish_a_topic_and_way")
        ]

    def __str__(self) -> str:
        return f"{self.topic} {self.way} {self.on}"
