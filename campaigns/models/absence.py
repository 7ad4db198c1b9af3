"""Who is not there: in a league they do not want to join, for a while, or of a side that nobody plays."""

from __future__ import annotations

from django.contrib.postgres.expressions import ArraySubquery
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.journal import Scope
from campaigns.models.people import Person, Seat


class Declined(models.Model):
    """An invitation on a person's home that they have put away; they may still join."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="declined")

    class Meta:
        verbose_name_plural = "declined"
        constraints = [models.UniqueConstraint(fields=["person", "scope"], name="declined_once")]

    def __str__(self) -> str:
        return f"{self.person_id} not in {self.scope_id}"


class HolidayStage(models.TextChoices):
    """The clock takes it on; nobody is shown one that is over."""

    COMES = "comes", _("to come")
    ON = "on", _("away now")
    OVER = "over", _("over")


class Holiday(models.Model):
    """Somebody is away from a club, from the first day to the last: their to-dos rest, or go to who stands in
    for them, and no phase waits for them. What others see of it is these days and who stands in.

    One a seat. It goes when it has been over for a while: until then nobody counts as silent for a night in
    it.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="holiday")
    begins = models.DateField()
    ends = models.DateField()
    stand_in = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    # Who said so; an organiser for somebody who has told them.
    said_by = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    stage = models.CharField(
        max_length=5, choices=HolidayStage, default=HolidayStage.COMES, db_default="comes"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends__gte=models.F("begins")), name="holidays_end_after_they_begin"
            )
        ]

    def __str__(self) -> str:
        return f"{self.seat_id} away {self.begins} to {self.ends}"


class Unplayed(models.Model):
    """An organiser lets silence speak for a side that nobody plays, until somebody does."""

    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="unplayed")
    side = models.CharField(max_length=80)
    said_by = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL, related_name="+")
    since = models.DateTimeField()

    class Meta:
        verbose_name_plural = "unplayed"
        constraints = [models.UniqueConstraint(fields=["scope", "side"], name="unplayed_once")]

    def __str__(self) -> str:
        return f"{self.side} of {self.scope_id}"


def sides_left_to_silence(scope: str = "pk") -> ArraySubquery:
    """The sides of a row's league for which silence speaks as long as nobody plays them."""
    return ArraySubquery(Unplayed.objects.filter(scope=models.OuterRef(scope)).values("side"))
