"""State rows of a coin-tossing league, field for field the entities of `tests.coin.rules`."""

from django.db import models

from campaigns.models.state import StateRow


class Evening(StateRow):
    wins = models.PositiveIntegerField()
    calls = models.CharField(max_length=8)
    phase = models.CharField(max_length=8)
    winner = models.CharField(max_length=80, blank=True)


class Tosser(StateRow):
    people = models.JSONField(default=list)
    name = models.CharField(max_length=60)
    points = models.PositiveIntegerField()
