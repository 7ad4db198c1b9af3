"""State rows of a league played by OPR's campaign books; field for field the entities of `rules.opr.state`.

What is nested there is JSON here. The values a page filters or sorts by are columns.
"""

from __future__ import annotations

from django.db import models

from campaigns.models.journal import Scope
from campaigns.models.people import Seat
from campaigns.models.state import Apart, StateRow


class League(StateRow):
    """The one campaign row of a scope: its settings, limit, start and end."""

    edition = models.CharField(max_length=40)
    settings = models.JSONField(default=list)
    status = models.CharField(max_length=12)
    limit = models.PositiveSmallIntegerField(null=True)
    limit_die = models.PositiveSmallIntegerField(null=True)
    averaging = models.BooleanField(default=False)
    time_zone = models.CharField(max_length=64, default="UTC")
    started = models.DateTimeField(null=True)
    ends = models.DateTimeField(null=True)
    ended = models.DateTimeField(null=True)
    winners = models.JSONField(default=list)
    decider = models.JSONField(default=list)


class Progress(StateRow):
    """How far a league has come."""

    missions_opened = models.PositiveIntegerField(default=0)
    missions_finished = models.PositiveIntegerField(default=0)
    warbands_founded = models.PositiveIntegerField(default=0)
    open_missions = models.JSONField(default=list)


class Warband(StateRow):
    owner = models.CharField(max_length=24)
    name = models.CharField(max_length=80)
    pool = models.IntegerField(default=0)
    vp = models.IntegerField(default=0)
    missions = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=12)
    order = models.PositiveIntegerField(default=0)
    units = models.JSONField(default=list)
    mission = models.CharField(max_length=80, blank=True)
    late = models.BooleanField(default=False)
    founded_after = models.PositiveIntegerField(default=0)
    rival = models.CharField(max_length=10, blank=True)
    reached = models.DateTimeField(null=True)

    class Meta(StateRow.Meta):
        constraints = [
            *StateRow.Meta.constraints,
            models.CheckConstraint(condition=models.Q(pool__gte=0), name="pool_never_negative"),
        ]


class Unit(StateRow):
    warband = models.CharField(max_length=80)
    name = models.CharField(max_length=120)
    hero = models.BooleanField(default=False)
    caster = models.BooleanField(default=False)
    list_points = models.IntegerField(default=0)
    items = models.JSONField(default=list)
    level_points = models.IntegerField(default=0)
    casualty_points = models.IntegerField(default=0)
    xp = models.PositiveSmallIntegerField(default=0)
    level = models.PositiveSmallIntegerField(default=0)
    traits = models.JSONField(default=list)
    sets = models.JSONField(default=list)
    status = models.CharField(max_length=12)
    sits_out = models.PositiveSmallIntegerField(default=0)
    order = models.PositiveIntegerField(default=0)
    joined_to = models.CharField(max_length=80, blank=True)
    profile = models.JSONField(default=dict)
    veteran = models.BooleanField(default=False)
    recruited = models.CharField(max_length=80, blank=True)
    left = models.CharField(max_length=80, blank=True)

    class Meta(StateRow.Meta):
        indexes = [models.Index(fields=["scope", "warband"], name="units_of_a_warband")]
        constraints = [
            *StateRow.Meta.constraints,
            models.CheckConstraint(condition=models.Q(xp__lte=30), name="xp_at_most_30"),
        ]


class Mission(StateRow):
    """Under way are those that some warband is in or has not walked through yet."""

    UNDER_WAY = (
        "(state_row.scope_id, state_row.key) IN"
        " (SELECT scope_id, mission FROM campaigns_warband WHERE scope_id = ANY(%(scopes)s))"
    )
    APART = Apart("sides", "warband", "frozen", "campaigns.MissionSheets")

    number = models.PositiveIntegerField(default=0)
    name = models.CharField(max_length=120, blank=True)
    status = models.CharField(max_length=12)
    sides = models.JSONField(default=list)
    round = models.PositiveSmallIntegerField(default=0)
    checks = models.JSONField(default=list)
    events = models.JSONField(default=list)
    kills = models.JSONField(default=list)
    winner = models.CharField(max_length=80, blank=True)
    decider = models.BooleanField(default=False)
    opened = models.DateTimeField(null=True)
    began = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)
    words = models.TextField(blank=True)
    ended = models.DateTimeField(null=True)


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
    SENT = "sent"
    DISPUTED = "disputed"
    COUNTED = "counted"
    WITHDRAWN = "withdrawn"


class Report(models.Model):
    """What somebody says happened in a mission. Nothing counts before it is confirmed.

    `facts` are the parameters of the procedure that will settle it; `due` is when silence confirms.
    `another`: somebody has said that it tells of another game than those that waited when it was sent.
    `left_to`: the side whose people add what their own units did as they agree.
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
    words = models.TextField(blank=True)
    disputed_by = models.ForeignKey(Seat, null=True, on_delete=models.PROTECT, related_name="+")
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
