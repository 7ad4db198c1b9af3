"""Whom a league of warbands waits for, and for what: steps after a mission, reports nobody has answered.

The one answer for the league's home, the organiser's desk and the club-night board. What one person may do
now, over all their leagues, is `campaigns.leagues.mine.todos`. Both read `rules.opr.todos`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.asking.agreements import reported_agreements
from campaigns.engine.lines import ButtonLink
from campaigns.engine.stored.agreement import Agreement
from campaigns.engine.who.seatbook import KnownPerson
from campaigns.models import Scope, TodoRow
from campaigns.opr.viewer import OprViewer
from campaigns.shell.links import page_of
from campaigns.shell.reading.fields import Says
from campaigns.shell.told.away import name_with_holiday
from rules.engine.plain import text_in
from rules.engine.todos import ORGANISERS, Todo
from rules.opr.state import Mission, Side, Warband
from rules.opr.todos import OF_STEPS, WHOSE_MOVE


class StepWords(NamedTuple):
    """A step in words: what others wait for, how it stands, and to its player what to do, tap and see."""

    waited: Says
    stands: Says
    title: Says
    action: Says
    icon: str


# The steps after a mission, each with a page of its own.
STEP_WORDS = {
    "casualties": StepWords(
        lazy("to roll for casualties"), lazy("casualties to roll for"),
        lazy("Roll for your casualties"), lazy("Roll for casualties"), "dice-5-fill",
    ),
    "experience": StepWords(
        lazy("to resolve experience"), lazy("experience to resolve"),
        lazy("Your units have earned experience"), lazy("Level up"), "star-fill",
    ),
    "upgrades": StepWords(
        lazy("to buy or sell upgrades"), lazy("upgrades to buy or sell"),
        lazy("Buy and sell upgrades"), lazy("Buy and sell"), "coin",
    ),
    "recruiting": StepWords(
        lazy("to recruit"), lazy("recruiting to do"),
        lazy("Recruit, or skip this step"), lazy("Recruit"), "person-plus-fill",
    ),
}  # fmt: skip
AFTER = tuple(STEP_WORDS)
WAITED = {
    **{f"op.{step}": words.waited for step, words in STEP_WORDS.items()},
    **dict.fromkeys(("op.collect", "op.ransom", "op.duel"), lazy("to settle an event")),
    "op.decider": lazy("to play the decider"),
    "op.team": lazy("to choose a team"),
}
ELSEWHERE = {"op.team": "campaigns:teams"}  # of what is no mission's


@dataclass(frozen=True, slots=True)
class Waited:
    """Somebody the league waits for, and for what; `rests`: it can wait until they are back."""

    name: str
    emblem: str
    what: str
    url: str
    rests: bool = False


def awaited_players(viewer: OprViewer) -> list[Waited]:
    """Everybody, what is left of missions first, and last what rests; one query, however large the league is.
    Whom those who are at a table wait for, they see there.
    """
    rows = WHOSE_MOVE.as_others_see(viewer.state, viewer.book, viewer.owns)
    first = {one.side: one for one in reversed(rows) if one.stand == "must" and one.kind in WAITED}
    found = [_owing(viewer, first[one.side]) for one in rows if one is first.get(one.side)]
    told = reported_agreements(viewer.scope, viewer.registration, viewer.state)
    found += [one for report in told for one in _answers(viewer, report)]
    return sorted(found, key=lambda one: one.rests)


def step_url(scope: Scope, mission: str, warband: str, step: str) -> str:
    """Where a warband does what its step asks for."""
    if step in AFTER:
        return page_of("campaigns:step", scope.pk, mission, warband)
    return page_of("campaigns:mission", scope.pk, mission)


def times_of(viewer: OprViewer, mission: Mission) -> dict[str, datetime]:
    """Until when each warband has for the steps of a mission, as its to-dos say it; none whose player is away
    and has all the time, and no query where all are done. Source: A-58
    """
    if not any(side.step in AFTER for side in mission.sides):
        return {}
    rows = TodoRow.objects.filter(scope=viewer.scope, stand="must", kind__in=OF_STEPS, gone_at=None)
    timed = rows.filter(params__mission=mission.id, until__isnull=False).order_by("-until")
    found = {side: until for side, until in timed.values_list("side", "until") if until is not None}
    return {side: until for side, until in found.items() if not _has_time(viewer, mission.side(side), until)}


def _has_time(viewer: OprViewer, side: Side, until: datetime) -> bool:
    """Whether this is no deadline, for its player is away and no report waits for them. Source: A-58"""
    return until == side.until and viewer.rests(side.warband)


def step_button(viewer: OprViewer, about: Mapping[str, str]) -> ButtonLink | None:
    """The step a warband has still to do, which its own player reads on the button; or the report of a
    mission that is over at the table."""
    if over := about.get("result"):
        return ButtonLink(page_of("campaigns:result", viewer.scope.pk, over), _("Report the result"))
    mission = viewer.state.missions.get(about.get("mission", ""))
    warband = about.get("warband", "")
    if mission is None or warband not in mission.warbands:
        return None
    step = mission.side(warband).step
    words = STEP_WORDS[step].action if step in AFTER and viewer.owns(warband) else _("View it")
    return ButtonLink(step_url(viewer.scope, mission.id, warband, step), str(words))


def warband_player(people: dict[str, KnownPerson], warband: Warband) -> KnownPerson:
    """Who plays a warband; the warband itself when nobody does."""
    return people.get(warband.owner) or KnownPerson(warband.name, "iron")


def _owing(viewer: OprViewer, row: Todo) -> Waited:
    warband = viewer.state.warbands[row.side]
    owner = warband_player(viewer.people, warband)
    mission = text_in(row.params, "mission")
    page = page_of("campaigns:mission", viewer.scope.pk, mission) if mission else ""
    url = page or page_of(ELSEWHERE.get(row.kind, "campaigns:new_mission"), viewer.scope.pk)
    what, rests = str(waited_words(row)), owner.is_away and not viewer.looks_on
    if rests:
        what = _("%(what)s, once they’re back") % {"what": what}
    return Waited(name_with_holiday(viewer, owner), owner.emblem, what, url, rests)


def waited_words(row: Todo) -> Says:
    """What others wait for."""
    nobody_fell = row.kind == "op.casualties" and row.idle
    return lazy("to confirm that there are no casualties") if nobody_fell else WAITED[row.kind]


def _answers(viewer: OprViewer, told: Agreement) -> Iterator[Waited]:
    url, name = page_of("campaigns:report", viewer.scope.pk, told.key), {"name": told.told[0].who}
    what = _("to answer %(name)s’s report") % name
    if told.is_disputed:
        what = _("to decide on %(name)s’s disputed report") % name
    for side in told.waits:
        warband = viewer.state.warbands.get(side)
        if side == ORGANISERS:
            yield Waited(_("An organiser"), "iron", what, url)
        elif warband is not None:
            owner = warband_player(viewer.people, warband)
            yield Waited(name_with_holiday(viewer, owner), owner.emblem, what, url)
