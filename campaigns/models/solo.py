"""State rows of solo and co-op games, made from the entities of `rules.solo.state`, and the shared pool.

A game is a scope of its own. Keys of its league (`SoloGame.mission`, `source`) lead to no row here.
"""

from __future__ import annotations

from django.db import models

from campaigns.models.people import Club, Seat
from campaigns.models.relations import Related, Sole
from campaigns.models.state import StateRow
from rules.solo import state


class SoloRow(StateRow):
    """A row of such a game."""

    game = Sole("campaigns.SoloGame")

    class Meta(StateRow.Meta):
        abstract = True


class SoloGame(SoloRow, of=state.TableGame):
    warband = Related("SoloSide")


class SoloSide(SoloRow, of=state.TableSide):
    list = Related("SoloList")


class SoloList(SoloRow, of=state.PoolList):
    drawn_by = Related("SoloSide")


class SoloUnit(SoloRow, of=state.Unit):
    side = Related("SoloSide", related_name="units")
    near = Related("SoloMarker")


class SoloMarker(SoloRow, of=state.Marker):
    name = models.CharField(max_length=60, blank=True)
    seized = Related("SoloSide")


class SoloSpell(SoloRow, of=state.Spell):
    name = models.CharField(max_length=60, blank=True)
    side = Related("SoloSide", related_name="spells")


class SoloActivation(SoloRow, of=state.Activation):
    """Under way are those of the round that is played."""

    UNDER_WAY = (
        "(state_row.scope_id, state_row.round) IN"
        " (SELECT scope_id, round FROM campaigns_sologame WHERE scope_id = ANY(%(scopes)s))"
    )
    KNOWN_BY = "round"

    unit = Related("SoloUnit", related_name="activations")
    marker = Related("SoloMarker")
    target = Related("SoloUnit")


class SoloKill(SoloRow, of=state.Removal):
    victim = Related("SoloUnit")
    by = Related("SoloUnit")


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
