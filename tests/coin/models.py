"""State rows of a coin-tossing league, field for field the entities of `tests.coin.rules`."""

from django.db import models

from campaigns.models.state import StateRow


class Evening(StateRow):
    calls = models.CharField(max_length=8)


class Tosser(StateRow):
    people = models.JSONField(default=list)
    name = models.CharField(max_length=60)
    points = models.PositiveIntegerField()
