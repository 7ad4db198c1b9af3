"""Devices that somebody else's word let in, and what was done on them."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils import timezone

from campaigns.models.journal import Scope
from campaigns.models.people import Person, Seat
from config.dates import dated


class LetIn(models.Model):
    """Somebody else's word let a device in as a person, or said that two people are one.

    It holds for the session that came in so (`session_key`), or for what signs in by the other's sign-in
    (`sign_in`), until the person says on a device of their own that it was them. `turns` says in which turn
    each league was, by its number; `waits_until` before when no turn that begins counts; `opened` since when
    it has read the secrets of a league because one had begun; `asked_at` since when nothing but the person's
    word opens any, because they have a password or a device of theirs has shown the question; `mine` how they
    answered it.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="let_ins")
    by = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    device = models.CharField(max_length=80, blank=True, default="")
    session_key = models.CharField(max_length=40, blank=True, default="", editable=False)
    sign_in = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+", editable=False
    )
    turns = models.JSONField(default=dict)
    waits_until = models.DateTimeField(null=True)
    opened = models.JSONField(default=dict, db_default={}, help_text="a league's number -> since when")
    asked_at = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)
    mine = models.BooleanField(null=True)

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"let in {self.pk}"

    @property
    def whose_word(self) -> str:
        """The name of who let it in; empty once nobody remembers it."""
        return self.by.name if self.by else ""

    @property
    def moment(self) -> str:
        """When, by the person's own clock or the club's: "29 November, 19:04"."""
        return self._dated(self.at)

    @property
    def has_read(self) -> list[tuple[str, str]]:
        """The leagues whose secrets it reads although the person has said nothing, each with since when."""
        return self.has_read_in()

    def has_read_in(self, **of: object) -> list[tuple[str, str]]:
        """The same of some leagues."""
        leagues = Scope.objects.filter(pk__in=self.opened, **of)
        return [
            (league.name, self._dated(datetime.fromisoformat(self.opened[str(league.pk)])))
            for league in leagues.order_by("pk")
        ]

    def _dated(self, at: datetime) -> str:
        return dated(
            at.astimezone(self.person.own_clock or (self.by.club.tz if self.by else None)), "j F, H:i"
        )


class LetInTrace(models.Model):
    """What was done as somebody before they had said that it was them: in which slot, by which report or
    request; or, outside any league, at which address (`view`, with its arguments) and when."""

    # No constraints: a server of before this table goes on deleting what it names.
    let_in = models.ForeignKey(LetIn, on_delete=models.CASCADE, related_name="traces", db_constraint=False)
    slot = models.ForeignKey(
        "campaigns.Slot", null=True, on_delete=models.CASCADE, related_name="+", db_constraint=False
    )
    report = models.ForeignKey(
        "campaigns.Report", null=True, on_delete=models.CASCADE, related_name="+", db_constraint=False
    )

    request = models.ForeignKey(
        "campaigns.ActRequest", null=True, on_delete=models.CASCADE, related_name="+", db_constraint=False
    )
    view = models.CharField(max_length=40, blank=True, default="", db_default="")
    about = models.JSONField(default=dict, db_default={})
    at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["let_in", "slot"], name="one_trace_per_slot"),
            models.UniqueConstraint(fields=["let_in", "report"], name="one_trace_per_report"),
            models.UniqueConstraint(fields=["let_in", "request"], name="one_trace_per_request"),
        ]

    def __str__(self) -> str:
        return f"trace {self.pk} of {self.let_in_id}"
