"""What of a mission is under way and not booked yet: ticks, a report, who has conceded, what is asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypedDict

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import QuerySet, Subquery
from django.db.models.functions import JSONObject

from campaigns.engine.stored.stands import ALL_BUT_FACTS
from campaigns.engine.stored.topics import FACTS
from campaigns.models import Dialogue, Report, Scope
from campaigns.models.play import WAITING
from campaigns.opr.league.app_games import given_up, mission_key
from campaigns.opr.league.facts import counting_facts
from campaigns.opr.viewer import OprViewer
from campaigns.shell.drawn.parts import once
from config.database.compiled import compiled
from rules.engine.plain import JsonObject
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


@dataclass(frozen=True)
class UnderWay:
    """What is ticked and counts, by (kind, subject); the latest report that waits to count; in which round
    who has conceded at the table of a game against the app."""

    ticked: dict[tuple[str, str], JsonObject] = field(default_factory=dict)
    report: Reported | None = None
    conceded: dict[str, int] = field(default_factory=dict)


def under_way(viewer: OprViewer, mission: Mission) -> UnderWay:
    """Of a mission that is set up or played; the same for everybody, kept until anything of it is written."""
    follows = (ALL_BUT_FACTS, f"{FACTS}:{mission.id}")
    return once(viewer, f"under way:{mission.id}", lambda: _under_way(viewer, mission), follows)


def _under_way(viewer: OprViewer, mission: Mission) -> UnderWay:
    counting = counting_facts(viewer.scope, mission.id) if mission.status == "playing" else {}
    ((told, gone),) = _told_of(viewer.scope.pk, mission.id, mission_key(viewer.scope, mission.id))
    conceded = {one["side"]: one["round"] or 1 for one in gone}
    ticked = {key: fact.data for key, fact in counting.items()}
    return UnderWay(ticked, Reported(**told) if told else None, conceded)


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
