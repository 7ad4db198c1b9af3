"""State rows of a league of empires, field for field the entities of `rules.conquest.state`; what is nested
there is JSON here."""

from __future__ import annotations

from django.db import models

from campaigns.models.state import StateRow
from maps.models.ground import KEY

# Of what every round brings, under way is what belongs to the present one.
THIS_ROUND = (
    "(state_row.scope_id, state_row.round) IN"
    " (SELECT scope_id, round FROM maps_conquestcampaign WHERE scope_id = ANY(%(scopes)s))"
)


class ConquestCampaign(StateRow):
    edition = models.CharField(max_length=40)
    settings = models.JSONField(default=list)
    phase = models.CharField(max_length=12)
    round = models.PositiveIntegerField(default=0)
    turn = models.PositiveIntegerField(default=0)
    active = models.CharField(max_length=KEY, blank=True)
    done = models.JSONField(default=list)
    pick_order = models.JSONField(default=list)
    deadline = models.DateTimeField(null=True)
    paused = models.BooleanField(default=False)
    paused_at = models.DateTimeField(null=True)
    winner = models.CharField(max_length=KEY, blank=True)
    victory = models.CharField(max_length=20, blank=True)


class Territory(StateRow):
    name = models.CharField(max_length=120, blank=True)
    x = models.IntegerField(default=0)
    y = models.IntegerField(default=0)
    q = models.IntegerField(null=True)
    r = models.IntegerField(null=True)
    outline = models.JSONField(default=list)
    terrain = models.CharField(max_length=12)
    river = models.BooleanField(default=False)
    shore = models.BooleanField(default=False)
    building = models.CharField(max_length=12, blank=True)
    objective = models.CharField(max_length=40, blank=True)
    role = models.CharField(max_length=40, blank=True)
    corner = models.CharField(max_length=40, blank=True)
    special = models.BooleanField(default=False)
    bonus = models.IntegerField(default=0)
    words = models.TextField(blank=True)
    owner = models.CharField(max_length=KEY, blank=True)

    class Meta(StateRow.Meta):
        verbose_name_plural = "territories"


class Realm(StateRow):
    SECRET = ("gold",)

    owner = models.CharField(max_length=24)
    name = models.CharField(max_length=120)
    colour = models.CharField(max_length=20)
    emblem = models.CharField(max_length=20, blank=True)
    gold = models.IntegerField(default=0)
    ep = models.IntegerField(default=0)
    status = models.CharField(max_length=12)
    sails = models.BooleanField(default=False)
    capital = models.CharField(max_length=KEY, blank=True)
    rank = models.PositiveSmallIntegerField(default=0)
    plundered = models.JSONField(default=list)
    conquered = models.JSONField(default=list)
    raided = models.JSONField(default=list)

    class Meta(StateRow.Meta):
        constraints = [
            *StateRow.Meta.constraints,
            models.CheckConstraint(condition=models.Q(gold__gte=0), name="gold_never_negative"),
            models.UniqueConstraint(fields=["scope", "colour"], name="one_realm_per_colour"),
        ]


class Round(StateRow):
    number = models.PositiveIntegerField()
    ranking = models.JSONField(default=list)
    earned = models.JSONField(default=list)
    ended = models.BooleanField(default=False)


class Event(StateRow):
    UNDER_WAY = THIS_ROUND
    KNOWN_BY = "round"

    round = models.PositiveIntegerField()
    realm = models.CharField(max_length=KEY)
    event = models.CharField(max_length=40)
    target = models.CharField(max_length=KEY, blank=True)
    territory = models.CharField(max_length=KEY, blank=True)
    used = models.BooleanField(default=False)


class Challenge(StateRow):
    round = models.PositiveIntegerField()
    challenger = models.CharField(max_length=KEY)
    defender = models.CharField(max_length=KEY)
    broken_by = models.CharField(max_length=KEY, blank=True)


class Choice(StateRow):
    round = models.PositiveIntegerField()
    defender = models.CharField(max_length=KEY)
    mode = models.CharField(max_length=8)


class Battle(StateRow):
    UNDER_WAY = THIS_ROUND
    KNOWN_BY = "round"

    round = models.PositiveIntegerField()
    kind = models.CharField(max_length=8)
    attackers = models.JSONField(default=list)
    defenders = models.JSONField(default=list)
    territory = models.CharField(max_length=KEY, blank=True)
    points = models.IntegerField(default=0)
    shares = models.JSONField(default=list)
    gold = models.JSONField(default=list)
    committed = models.BooleanField(default=False)
    volunteers = models.JSONField(default=list)
    abstract_for = models.JSONField(default=list)
    status = models.CharField(max_length=12)
    method = models.CharField(max_length=12, blank=True)
    reported_by = models.CharField(max_length=KEY, blank=True)
    attack = models.JSONField(default=dict)
    defend = models.JSONField(default=dict)
    outcome = models.CharField(max_length=8, blank=True)
    total = models.IntegerField(default=0)
    results = models.JSONField(default=list)
    why = models.TextField(blank=True)
    accounts = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))


class Siege(StateRow):
    holder = models.CharField(max_length=KEY)
    since = models.PositiveIntegerField()
    tried = models.PositiveIntegerField(default=0)


class Consent(StateRow):
    round = models.PositiveIntegerField()
    territory = models.CharField(max_length=KEY)
    besieger = models.CharField(max_length=KEY)
    holder = models.CharField(max_length=KEY)
    given = models.BooleanField()


class Advantage(StateRow):
    holder = models.CharField(max_length=KEY)
    over = models.CharField(max_length=KEY)
    since = models.PositiveIntegerField()
