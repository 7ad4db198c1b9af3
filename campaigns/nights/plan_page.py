"""One planned game: the question to whoever is asked, and on the evening the button that begins it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import PlannedGame, PlannedSide, PlanStatus, Seat
from campaigns.nights.games import Player, about, listed, place_of, versus
from campaigns.nights.leagues import League, league, met_in
from campaigns.nights.plans import may_act
from config.dates import dated


@dataclass(frozen=True, slots=True)
class PlanSide:
    """One of those who play: what they play with, and what they said."""

    name: str
    emblem: str
    force: str
    said: str
    words: str


@dataclass(frozen=True, slots=True)
class Fact:
    label: str
    value: str
    note: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class PlanPage:
    title: str
    about: str
    sides: tuple[PlanSide, ...]
    asker: str
    asker_emblem: str
    words: str
    facts: tuple[Fact, ...]
    state: str
    asks: bool  # me, for an answer
    lapses: str
    begin: bool
    place: str
    acts: bool  # move it, call it off
    answer_url: str
    move_url: str
    off_url: str
    begin_url: str


def plan_page(seat: Seat, plan: PlannedGame, now: datetime | None = None) -> PlanPage:
    """A planned game, as somebody of the club sees it."""
    moment, sides = now or timezone.now(), list(plan.sides.all())
    found = league(plan.scope_id) if plan.scope_id and not plan.single else None
    mine = next((one for one in sides if one.seat.person_id == seat.person_id), None)
    asks = plan.status == PlanStatus.ASKED and mine is not None and not mine.said
    acts = plan.is_open and may_act(seat, plan)
    at = [plan.club.slug, plan.pk]
    return PlanPage(
        title=_title(seat, plan, sides, asks=asks),
        about=about(plan) or _("just a game"),
        sides=tuple(_side(one, found) for one in sides),
        asker=str(plan.asked_by or ""),
        asker_emblem=plan.asked_by.emblem if plan.asked_by else "iron",
        words=plan.words,
        facts=tuple(_facts(plan, sides, found, seat)),
        state=_state(plan, sides),
        asks=asks,
        lapses=_lapses(plan) if plan.status == PlanStatus.ASKED else "",
        begin=acts and plan.status == PlanStatus.AGREED and _is_today(plan, moment),
        place=place_of(plan) if plan.status == PlanStatus.BEGUN else "",
        acts=acts,
        answer_url=reverse("campaigns:plan_answer", args=at),
        move_url=reverse("campaigns:plan_move", args=at),
        off_url=reverse("campaigns:plan_off", args=at),
        begin_url=reverse("campaigns:plan_begin", args=at),
    )


def _is_today(plan: PlannedGame, now: datetime) -> bool:
    return now.astimezone(plan.club.tz).date() >= plan.day


def _title(seat: Seat, plan: PlannedGame, sides: list[PlannedSide], *, asks: bool) -> str:
    if asks:
        others = listed([str(one.seat) for one in sides if one.seat.person_id != seat.person_id])
        day = date_format(plan.day, "l")
        return _("Play %(names)s on %(day)s?") % {"names": others, "day": day}
    return versus([Player(str(one.seat), "", one.seat.person_id) for one in sides])


def _side(side: PlannedSide, found: League | None) -> PlanSide:
    forces = [found.name_of(one) for one in found.sides_of(side.seat.person_id)] if found else []
    said = side.get_said_display() if side.said else ""
    return PlanSide(str(side.seat), side.seat.emblem, ", ".join(filter(None, forces)), said, side.words)


def _facts(plan: PlannedGame, sides: list[PlannedSide], found: League | None, seat: Seat) -> list[Fact]:
    night = plan.night
    when = f"{dated(plan.day, 'l j F')}, {plan.starts:%H:%M}"
    facts = [Fact(_("When"), when, _("club night") if night else "", _night_url(plan))]
    table = _("table %(n)s") % {"n": plan.table} if plan.table else ""
    where = ", ".join(filter(None, [night.place if night else "", table]))
    if where:
        facts.append(Fact(_("Where"), where))
    if found and plan.became and plan.is_open and (bout := found.bout(plan.became)):
        facts.append(Fact(_("Game"), bout.title, _("it is there already"), place_of(plan)))
    if plan.stake:
        facts.append(Fact(_("Stake"), plan.stake, _("a promise between you; the app does not count it")))
    if found and (before := _before(sides, found, seat)):
        facts.append(Fact(_("Before"), before))
    return facts


def _night_url(plan: PlannedGame) -> str:
    return reverse("campaigns:night", args=[plan.club.slug, plan.night_id]) if plan.night_id else ""


def _before(sides: list[PlannedSide], found: League, seat: Seat) -> str:
    """How often two have met in this league, and who won last."""
    people = {one.seat.person_id: str(one.seat) for one in sides}
    if len(people) != 2:
        return ""
    met = met_in(found).get(frozenset(people))
    if met is None:
        return _("You have not met in this league") if seat.person_id in people else _("They have not met")
    told = ngettext("met once", "met %(n)s times", met.times) % {"n": met.times}
    last = [people[one] for one in met.won[-1]]
    return _("%(met)s; %(name)s won last") % {"met": told, "name": last[0]} if len(last) == 1 else told


def _state(plan: PlannedGame, sides: list[PlannedSide]) -> str:
    if plan.status == PlanStatus.AGREED:
        return ""
    unplayed = plan.status == PlanStatus.LAPSED and not plan.nobody_answered
    told = _("not played") if unplayed else str(plan.get_status_display())
    words = [one.words for one in sides if one.said == "no"] + [plan.why]
    return ": ".join(filter(None, [told, next(filter(None, words), "")]))


def _lapses(plan: PlannedGame) -> str:
    when = date_format(plan.lapses_at, "l, H:i")
    return _("Without an answer it lapses on %(when)s.") % {"when": when}
