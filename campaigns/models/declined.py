"""Leagues of their club that a person does not want to be asked to join."""

from __future__ import annotations

from django.db import models

from campaigns.models.journal import Scope
from campaigns.models.people import Person


class Declined(models.Model):
    """An invitation on a person's home that they have put away; they may still join."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    scope = models.ForeignKey(Scope, on_delete=models.CASCADE, related_name="declined")

    class Meta:
        verbose_name_plural = "declined"
        constraints = [models.UniqueConstraint(fields=["person", "scope"], name="declined_once")]

    def __str__(self) -> str:
        return f"{self.person_id} not in {self.scope_id}"
