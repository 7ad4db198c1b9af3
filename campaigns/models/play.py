"""State rows of a league played by OPR's campaign books, made from the entities of `rules.opr.state`."""

from __future__ import annotations

from django.db import models

from campaigns.models.journal import Scope
from campaigns.models.people import Seat
from campaigns.models.relations import ListedRelation, Related, Sole
from campaigns.models.state import Apart, StateRow
from rules.opr import state


class OprRow(StateRow):
    """A row of such a league."""

    league = Sole("campaigns.League")

    class Meta(StateRow.Meta):
        abstract = True


class League(OprRow, of=state.Campaign):
    """The one campaign row of a scope: its settings, limit, start and end."""

    time_zone = models.CharField(max_length=64)


class Progress(OprRow, of=state.Progress):
    """How far a league has come."""


class Warband(OprRow, of=state.Warband):
    mission = Related("Mission")
    sheet = ListedRelation("Unit", "units")

    class Meta(OprRow.Meta):
        constraints = [
            *OprRow.Meta.constraints,
            models.CheckConstraint(condition=models.Q(pool__gte=0), name="pool_never_negative"),
        ]


class Unit(OprRow, of=state.Unit):
    warband = Related("Warband", related_name="roster")
    joined_to = Related("Unit", related_name="joined")
    recruited = Related("Mission")
    left = Related("Mission")

    class Meta(OprRow.Meta):
        indexes = [models.Index(fields=["scope", "warband_id"], name="units_of_a_warband")]
        constraints = [
            *OprRow.Meta.constraints,
            models.CheckConstraint(condition=models.Q(xp__lte=30), name="xp_at_most_30"),
        ]


class Mission(OprRow, of=state.Mission):
    """Under way are those that some warband is in or has not walked through yet."""

    UNDER_WAY = (
        "(state_row.scope_id, state_row.key) IN"
        " (SELECT scope_id, mission FROM campaigns_warband WHERE scope_id = ANY(%(scopes)s)"
        " UNION SELECT scope_id, jsonb_array_elements_text(later) FROM campaigns_warband"
        " WHERE scope_id = ANY(%(scopes)s) AND later <> '[]')"
    )
    APART = Apart("sides", "warband", "frozen", "campaigns.MissionSheets")

    winner = Related("Warband")
    warbands = ListedRelation("Warband", "sides", "warband", unless="skipped")


class MissionSheets(StateRow):
    """The sheets of a mission's warbands as they were when it began; only a correction writes them anew.

    A mission of an older release has them among its sides until the worker has moved them.
    """

    data = models.JSONField(default=dict, help_text="warband -> its units")

    class Meta(StateRow.Meta):
        verbose_name_plural = "mission sheets"


class Fact(models.Model):
    """Something ticked during a running mission: a shared draft until the mission is reported.

    A later fact on the same subject replaces an earlier one; nothing is deleted.
    """

    scope = models.ForeignKey(Scope, on_delete=models.PROTECT, related_name="facts")
    mission = models.CharField(max_length=80)
    kind = models.CharField(max_length=20)
    subject = models.CharField(max_length=80)
    data = models.JSONField(default=dict)
    author = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["scope", "mission"], name="facts_of_a_mission")]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"


class ReportStatus(models.TextChoices):
    """PARKED: agreed to, it counts as soon as what is left of an earlier game is settled."""

    SENT = "sent"
    PARKED = "parked"
    DISPUTED = "disputed"
    COUNTED = "counted"
    WITHDRAWN = "withdrawn"


WAITING = (ReportStatus.SENT, ReportStatus.DISPUTED, ReportStatus.PARKED)
HELD = (ReportStatus.SENT, ReportStatus.PARKED)  # while `held_at` says since when


class Report(models.Model):
    """What somebody says happened in a mission. Nothing counts before it is confirmed.

    `facts` are the parameters of the procedure that will settle it; `due` is when silence confirms, none
    while it could not count yet (since `held_at`). `begun`: how everybody stood as the game began.
    `another`: somebody has said that it tells of another game than those that waited when it was sent.
    `left_to`: the side whose people add what their own units did as they agree. `note`: what its reporter
    wrote with it; `words`: what `disputed_by` has said against it; `why`: why it cannot count as it was told,
    or with what it fell that nobody withdrew, as a code and whom that is about
    (`campaigns.engine.transaction.parked`).
    """

    scope = models.ForeignKey(Scope, on_delete=models.PROTECT, related_name="reports")
    mission = models.CharField(max_length=80, blank=True)
    procedure = models.CharField(max_length=60)
    facts = models.JSONField()
    status = models.CharField(max_length=12, choices=ReportStatus, default=ReportStatus.SENT)
    reporter = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    sent_at = models.DateTimeField(auto_now_add=True)
    due = models.DateTimeField(null=True)
    sides = models.JSONField(default=list)
    agreed = models.JSONField(default=dict, help_text="side -> how it agreed")
    answers_to = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="counter_reports"
    )
    note = models.TextField(blank=True, default="", db_default="")
    words = models.TextField(blank=True)
    why = models.JSONField(default=list, db_default=[])
    disputed_by = models.ForeignKey(Seat, null=True, on_delete=models.PROTECT, related_name="+")
    begun = models.JSONField(default=list, db_default=[])
    held_at = models.DateTimeField(null=True)
    waits = models.JSONField(default=list, db_default=[], help_text="[side, key] of each must it waits for")
    reminded = models.JSONField(default=dict, db_default={}, help_text="side -> when, and by which seat")
    another = models.BooleanField(default=False, db_default=False)
    left_to = models.CharField(max_length=80, blank=True, default="", db_default="")
    entry = models.ForeignKey("campaigns.Entry", null=True, on_delete=models.PROTECT, related_name="reports")
    once = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["scope", "once"], condition=~models.Q(once=""), name="one_report_per_key"
            )
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"

    @property
    def open_to(self) -> list[str]:
        """The sides whose word is still missing."""
        return [side for side in self.sides if side not in self.agreed]

    @property
    def told_for(self) -> tuple[str, ...]:
        """The sides its reporter played when they sent it."""
        return tuple(side for side, how in self.agreed.items() if how == "reported")
