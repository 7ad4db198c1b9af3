"""State rows of solo and co-op games, field for field entities of `rules.solo.state`, and the shared pool.

What is nested there is JSON here. A game is a scope of its own.
"""

from __future__ import annotations

from django.db import models

from campaigns.models.people import Club, Seat
from campaigns.models.state import StateRow

KEY = 80


class SoloGame(StateRow):
    edition = models.CharField(max_length=40)
    settings = models.JSONField(default=dict)
    phase = models.CharField(max_length=16)
    round = models.PositiveIntegerField(default=0)
    turn = models.PositiveIntegerField(default=0)
    active = models.CharField(max_length=8, blank=True)
    first_done = models.CharField(max_length=8, blank=True)
    seat = models.PositiveSmallIntegerField(default=0)
    warband = models.CharField(max_length=KEY, blank=True)
    hit = models.SmallIntegerField(default=0)
    defense = models.SmallIntegerField(default=0)
    corrections = models.PositiveIntegerField(default=0)
    tracked = models.BooleanField(default=True)
    people_done = models.BooleanField(default=False)
    ai_zone = models.PositiveSmallIntegerField(default=0)
    mission = models.CharField(max_length=KEY, blank=True)
    counts = models.CharField(max_length=16)
    league_round = models.PositiveIntegerField(default=0)
    winner = models.CharField(max_length=KEY, blank=True)
    events = models.JSONField(default=list, db_default=[])


class SoloSide(StateRow):
    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=12)
    seat = models.PositiveSmallIntegerField(default=0)
    source = models.CharField(max_length=KEY, blank=True)
    list = models.CharField(max_length=KEY, blank=True)
    points = models.IntegerField(default=0)
    underdog = models.PositiveIntegerField(default=0)
    consent = models.BooleanField(default=False)
    conceded = models.BooleanField(default=False)
    conceded_round = models.PositiveSmallIntegerField(default=0, db_default=0)
    moment = models.CharField(max_length=12, blank=True, default="", db_default="")


class SoloList(StateRow):
    name = models.CharField(max_length=120)
    points = models.IntegerField(default=0)
    units = models.JSONField(default=list)
    drawn_by = models.CharField(max_length=KEY, blank=True)


class SoloUnit(StateRow):
    side = models.CharField(max_length=KEY)
    name = models.CharField(max_length=120)
    source = models.CharField(max_length=KEY, blank=True)
    hero = models.BooleanField(default=False)
    quality = models.SmallIntegerField()
    defense = models.SmallIntegerField()
    tough = models.SmallIntegerField()
    points = models.IntegerField()
    top_upgrade = models.IntegerField()
    weapons = models.JSONField(default=list)
    rules = models.JSONField(default=list)
    traits = models.JSONField(default=list)
    army_rules = models.JSONField(default=list)
    place = models.PositiveSmallIntegerField()
    type = models.CharField(max_length=10, blank=True)
    ranged = models.JSONField(default=list)
    melee = models.JSONField(default=list)
    overridden = models.CharField(max_length=KEY, blank=True)
    section = models.PositiveSmallIntegerField()
    tie_round = models.PositiveSmallIntegerField()
    near = models.CharField(max_length=KEY, null=True, blank=True)
    activated = models.BooleanField(default=False)
    stunned = models.BooleanField(default=False)
    wounds = models.PositiveIntegerField(default=0)
    tokens = models.PositiveSmallIntegerField(default=0)
    out = models.CharField(max_length=12, blank=True)
    may_shoot = models.BooleanField(default=True)
    strikes = models.JSONField(default=list, db_default=[])
    rerolled = models.PositiveSmallIntegerField(default=0, db_default=0)
    leaving = models.CharField(max_length=10, blank=True, default="", db_default="")
    left_round = models.PositiveSmallIntegerField(default=0, db_default=0)
    models = models.SmallIntegerField()  # last: from here on the name means the field


class SoloMarker(StateRow):
    name = models.CharField(max_length=60)
    x = models.IntegerField(null=True)
    y = models.IntegerField(null=True)
    seized = models.CharField(max_length=KEY, blank=True)
    reachable = models.BooleanField(default=True)


class SoloSpell(StateRow):
    side = models.CharField(max_length=KEY)
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    cost = models.PositiveSmallIntegerField()
    aim = models.CharField(max_length=4)
    reach = models.PositiveSmallIntegerField()


class SoloActivation(StateRow):
    """Under way are those of the round that is played."""

    UNDER_WAY = (
        "(state_row.scope_id, state_row.round) IN"
        " (SELECT scope_id, round FROM campaigns_sologame WHERE scope_id = ANY(%(scopes)s))"
    )
    KNOWN_BY = "round"

    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    unit = models.CharField(max_length=KEY)
    rolled = models.PositiveSmallIntegerField()
    used = models.PositiveSmallIntegerField()
    leaf = models.CharField(max_length=8)
    action = models.CharField(max_length=12)
    toward = models.CharField(max_length=20)
    marker = models.CharField(max_length=KEY, blank=True)
    asked = models.JSONField(default=list)
    target = models.CharField(max_length=KEY, blank=True)
    targets = models.JSONField(default=list)
    spells = models.JSONField(default=list)
    refused = models.JSONField(default=list)


class SoloKill(StateRow):
    victim = models.CharField(max_length=KEY)
    by = models.CharField(max_length=KEY, blank=True)
    round = models.PositiveSmallIntegerField()
    how = models.CharField(max_length=8)


class PracticeList(models.Model):
    """A list in a club's shared pool for games against the AI; `data` in the shape of the import."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="practice_lists")
    name = models.CharField(max_length=80)
    edition = models.CharField(max_length=40)
    points = models.IntegerField()
    data = models.JSONField()
    made_by = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
