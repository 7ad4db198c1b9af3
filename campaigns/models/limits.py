"""How often something was tried: counters that every process shares (`campaigns.shell.reading.limits`)."""

from __future__ import annotations

from django.db import models


class Tries(models.Model):
    """Tries of one kind by one visitor until a moment. `key` is a hash: no address is kept."""

    key = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField(default=0)
    until = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "tries"

    def __str__(self) -> str:
        return f"{self.count} until {self.until}"
