"""State rows of a coin-tossing league, field for field the entities of `tests.coin.rules`."""

from __future__ import annotations

from django.db import models

from campaigns.models.state import StateRow


class Evening(StateRow):
    edition = models.CharField(max_length=40)
    wins = models.PositiveIntegerField()
    calls = models.CharField(max_length=8)
    phase = models.CharField(max_length=8)
    winner = models.CharField(max_length=80, blank=True)


class Tosser(StateRow):
    owner = models.CharField(max_length=80)
    mates = models.JSONField(default=list)
    name = models.CharField(max_length=60)
    points = models.PositiveIntegerField()
