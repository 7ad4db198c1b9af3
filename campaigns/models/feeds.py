"""Calendars that other programs read: secret addresses, of which the database knows the hash only."""

from __future__ import annotations

from django.db import models

from campaigns.models.journal import Scope
from campaigns.models.people import Club, Person, SecretLink


class CalendarFeed(SecretLink):
    """An address with somebody's calendar: all that is theirs, a league's games, or a club's nights.

    It belongs to whoever made it, and stops when they revoke it or leave the club. Where two people turned
    out to be one, both read on: what they had subscribed to stays in their phones.
    """

    PURPOSE = "calendar"

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="feeds")
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    scope = models.ForeignKey(Scope, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    last_read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["person", "club", "scope"],
                condition=models.Q(revoked_at=None),
                nulls_distinct=False,
                name="one_open_calendar_of_a_kind",
            )
        ]

    def __str__(self) -> str:
        return f"calendar {self.pk}"

    @classmethod
    def of(cls, person: Person) -> models.QuerySet[CalendarFeed]:
        """Somebody's addresses, also from when they were two people; their own come last."""
        theirs = models.Q(person=person) | models.Q(person__merged_into=person)
        return cls._default_manager.filter(theirs).order_by(
            models.F("person__merged_into").asc(nulls_last=True), "id"
        )
