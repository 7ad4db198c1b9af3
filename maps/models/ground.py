"""What every map league has: its own copy of the ground and the links between territories.

What is nested in `rules.maps.model` is JSON here.
"""

from __future__ import annotations

from django.db import models

from campaigns.models.state import StateRow

KEY = 80


class Ground(StateRow):
    name = models.CharField(max_length=120, blank=True)
    kind = models.CharField(max_length=8)
    orientation = models.CharField(max_length=8)
    seed = models.CharField(max_length=80, blank=True)
    picture = models.CharField(max_length=80, blank=True)
    picture_box = models.JSONField(default=list)


class Link(StateRow):
    ID_FOLLOWS = True

    a = models.CharField(max_length=KEY)
    b = models.CharField(max_length=KEY)
