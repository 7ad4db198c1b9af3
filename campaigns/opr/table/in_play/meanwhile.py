"""What of a mission is under way and not booked yet: a report, who has conceded, what is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import QuerySet, Subquery
from django.db.models.functions import JSONObject

from campaigns.models import Dialogue, Report, Scope
from campaigns.models.play import WAITING
from campaigns.opr.league.app_games import given_up, mission_key
from campaigns.opr.viewer import OprViewer
from config.database.compiled import compiled
from rules.opr.state import Mission


@dataclass(frozen=True, slots=True)
class Reported:
    """A report that waits to count, and who has sent it."""

    pk: int
    status: str
    reporter: str


class ReportedRow(TypedDict):
    """The same as the database tells it."""

    pk: int
    status: str
    reporter: str


class GivenUpRow(TypedDict):
    """A side that has conceded at the table of a game against the app."""

    side: str
    round: int | None


type Meanwhile = tuple[ReportedRow | None, list[GivenUpRow]]


def meanwhile_of(viewer: OprViewer, mission: Mission) -> tuple[Reported | None, dict[str, int]]:
    """The latest report that waits to count, and in which round who has conceded at the table of a game
    against the app: of all that nothing is booked yet. One query.
    """
    ((told, gone),) = _told_of(viewer.scope.pk, mission.id, mission_key(viewer.scope, mission.id))
    return Reported(**told) if told else None, {one["side"]: one["round"] or 1 for one in gone}


@compiled
def _told_of(scope: int, mission: str, played_for: str) -> QuerySet[Scope, Meanwhile]:
    found = Report.objects.filter(scope=scope, mission=mission, status__in=WAITING).order_by("-id")
    report = found.values(told=JSONObject(pk="pk", status="status", reporter="reporter__name"))[:1]
    sides = given_up(played_for).values(told=JSONObject(side="source", round="conceded_round"))
    return Scope.objects.filter(pk=scope).values_list(Subquery(report), ArraySubquery(sides))


@compiled
def dialogues_of_mission(scope: int, mission: str) -> QuerySet[Dialogue]:
    found = Dialogue.objects.filter(scope=scope, params__mission=mission)
    return found.select_related("slot").order_by("pk")
