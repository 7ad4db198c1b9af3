"""State rows of a league of empires, made from the entities of `rules.conquest.state`."""

from __future__ import annotations

from django.db import models

from campaigns.models.relations import Related, Sole
from campaigns.models.state import StateRow
from rules.conquest import state

# Of what every round brings, under way is what belongs to the present one.
THIS_ROUND = (
    "(state_row.scope_id, state_row.round) IN"
    " (SELECT scope_id, round FROM maps_conquestcampaign WHERE scope_id = ANY(%(scopes)s))"
)


class ConquestRow(StateRow):
    """A row of such a league."""

    league = Sole("maps.ConquestCampaign")

    class Meta(StateRow.Meta):
        abstract = True


class ConquestCampaign(ConquestRow, of=state.Campaign):
    active = Related("Realm")
    winner = Related("Realm")


class Territory(ConquestRow, of=state.Territory):
    owner = Related("Realm", related_name="territories")
    objective = models.CharField(max_length=40, blank=True)
    role = models.CharField(max_length=40, blank=True)
    corner = models.CharField(max_length=40, blank=True)

    class Meta(ConquestRow.Meta):
        verbose_name_plural = "territories"


class Realm(ConquestRow, of=state.Realm):
    SECRET = ("gold",)

    colour = models.CharField(max_length=20, blank=True)
    emblem = models.CharField(max_length=20, blank=True)
    capital = Related("Territory")

    class Meta(ConquestRow.Meta):
        constraints = [
            *ConquestRow.Meta.constraints,
            models.CheckConstraint(condition=models.Q(gold__gte=0), name="gold_never_negative"),
            models.UniqueConstraint(fields=["scope", "colour"], name="one_realm_per_colour"),
        ]


class Round(ConquestRow, of=state.Round):
    pass


class Event(ConquestRow, of=state.Event):
    UNDER_WAY = THIS_ROUND
    KNOWN_BY = "round"

    realm = Related("Realm", related_name="events")
    target = Related("Realm")
    territory = Related("Territory")


class Challenge(ConquestRow, of=state.Challenge):
    challenger = Related("Realm")
    defender = Related("Realm")
    broken_by = Related("Realm")


class Choice(ConquestRow, of=state.Choice):
    defender = Related("Realm")


class Battle(ConquestRow, of=state.Battle):
    UNDER_WAY = THIS_ROUND
    KNOWN_BY = "round"

    territory = Related("Territory", related_name="battles")
    reported_by = Related("Realm")


class Siege(ConquestRow, of=state.Siege):
    holder = Related("Realm")


class Consent(ConquestRow, of=state.Consent):
    territory = Related("Territory")
    besieger = Related("Realm")
    holder = Related("Realm")


class Advantage(ConquestRow, of=state.Advantage):
    holder = Related("Realm")
    over = Related("Realm")
