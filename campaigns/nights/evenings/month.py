"""A month of the club as a sheet of days: nights, games and deadlines, with the chosen day beside it.

Mine, or all that are planned in the club.
"""

from __future__ import annotations

from calendar import Calendar
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaigns.engine.who.access import may_play
from campaigns.models import Club, Night, PlannedGame, PlanStatus, Seat
from campaigns.models.nights import with_answers
from campaigns.nights import evening
from campaigns.nights.evenings.due import Deadline, Due, deadlines
from campaigns.nights.evenings.pages import NightAnswers, NightLine, night_answers, night_line
from campaigns.nights.games.games import PlannedGameLine, joined_names, planned_game_lines
from config.dates import dated

SHEET = Calendar()  # weeks begin on Monday
MONTH, DAY = timedelta(days=31), timedelta(days=1)
FIRST, LAST = date(2000, 1, 1), date(2199, 12, 31)


@dataclass(frozen=True, slots=True)
class DayMark:
    """Something on a day, in two short lines; `kind`: night, game, asked or due."""

    kind: str
    words: str
    at: str = ""
    emblem: str = ""
    off: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A day of the sheet; `outside`: of the month before or after."""

    day: int
    url: str
    marks: tuple[DayMark, ...]
    outside: bool
    today: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class ChosenDay:
    """The day beside the sheet: its nights, each with what I say about it, its games and deadlines."""

    title: str
    soon: str
    nights: tuple[tuple[NightLine, NightAnswers | None], ...]
    games: tuple[PlannedGameLine, ...]
    due: tuple[Due, ...]


@dataclass(frozen=True, slots=True)
class MonthPage:
    """`before` and `after` are the months beside this one; `views`: mine, or the whole club's."""

    title: str
    weekdays: tuple[str, ...]
    weeks: tuple[tuple[Cell, ...], ...]
    chosen: ChosenDay
    before: str
    after: str
    views: tuple[tuple[str, str, bool], ...]
    plan: str
    address: str


@dataclass(frozen=True)
class MonthSheet:
    """Which sheet somebody looks at: the chosen day says the month."""

    seat: Seat
    day: date
    mine: bool
    now: datetime

    @property
    def today(self) -> date:
        return self.now.astimezone(self.seat.club.tz).date()

    @property
    def weeks(self) -> list[list[date]]:
        return SHEET.monthdatescalendar(self.day.year, self.day.month)

    def url(self, day: date | None = None, *, mine: bool | None = None) -> str:
        whose = self.mine if mine is None else mine
        query = {"day": (day or self.day).isoformat(), **({} if whose else {"of": "club"})}
        return reverse("campaigns:month", args=[self.seat.club.slug], query=query)


def day_in(said: str, today: date) -> date:
    """The day an address names; today where it names none that a calendar has."""
    try:
        found = date.fromisoformat(said)
    except ValueError:
        return today
    return min(max(found, FIRST), LAST)


def month_page(seat: Seat, said: str = "", *, mine: bool = True, now: datetime | None = None) -> MonthPage:
    """The month of a day."""
    moment = now or timezone.now()
    day = day_in(said, moment.astimezone(seat.club.tz).date())
    sheet = MonthSheet(seat, day, mine, moment)
    first, last = sheet.weeks[0][0], sheet.weeks[-1][-1]
    nights, games = _nights(seat.club, first, last), _games(sheet, first, last)
    ends = deadlines(seat, mine=mine)
    marks = _marks(sheet, nights, games, ends)
    return MonthPage(
        title=str(date_format(day, "F Y")),
        weekdays=tuple(evening.weekday(one) for one in sheet.weeks[0]),
        weeks=tuple(tuple(_cell(sheet, one, marks[one]) for one in week) for week in sheet.weeks),
        chosen=_chosen(sheet, nights, games, ends),
        before=sheet.url(day.replace(day=1) - DAY),
        after=sheet.url((day.replace(day=1) + MONTH).replace(day=1)),
        views=(
            (pgettext("calendar", "Mine"), sheet.url(mine=True), mine),
            (_("Club"), sheet.url(mine=False), not mine),
        ),
        plan=reverse("campaigns:plan_new", args=[seat.club.slug]) if may_play(seat) else "",
        address=sheet.url(),
    )


def _nights(club: Club, first: date, last: date) -> list[Night]:
    found = list(club.nights.filter(day__range=(first, last)).prefetch_related(with_answers()))
    for night in found:
        night.club = club
    return found


def _games(sheet: MonthSheet, first: date, last: date) -> list[PlannedGame]:
    planned = PlannedGame.objects.planned().live().filter(club=sheet.seat.club)
    found = planned.filter(day__range=(first, last))
    if sheet.mine:
        found = found.filter(sides__seat__person=sheet.seat.person_id).distinct()
    return list(found.select_related("club", "scope", "night").prefetch_related("sides__seat"))


def _marks(
    sheet: MonthSheet, nights: Iterable[Night], games: Iterable[PlannedGame], ends: Iterable[Deadline]
) -> dict[date, list[DayMark]]:
    """What stands on each day: nights first, then games, then deadlines."""
    marks: dict[date, list[DayMark]] = defaultdict(list)
    for night in nights:
        marks[night.day].append(DayMark("night", _("Club night"), f"{night.starts:%H:%M}", off=night.is_off))
    for game in games:
        marks[game.day].append(_game(sheet, game))
    for one in ends:
        marks[one.at.date()].append(DayMark("due", one.scope.name, f"{one.at:%H:%M}"))
    return marks


def _game(sheet: MonthSheet, game: PlannedGame) -> DayMark:
    seats = [side.seat for side in game.sides.all()]
    others = [one for one in seats if one.person_id != sheet.seat.person_id] if sheet.mine else seats
    asked = game.status == PlanStatus.ASKED
    who = joined_names([str(one) for one in others]) or _("no opponent")
    emblem = (others or seats)[0].emblem
    return DayMark("asked" if asked else "game", f"{who}?" if asked else who, emblem=emblem)


def _cell(sheet: MonthSheet, day: date, marks: list[DayMark]) -> Cell:
    return Cell(
        day=day.day,
        url=sheet.url(day),
        marks=tuple(marks),
        outside=day.month != sheet.day.month,
        today=day == sheet.today,
        chosen=day == sheet.day,
    )


def _chosen(
    sheet: MonthSheet, nights: Iterable[Night], games: Iterable[PlannedGame], ends: Iterable[Deadline]
) -> ChosenDay:
    seat = sheet.seat
    told = [
        (night_line(one, seat, sheet.now), _answers(one, sheet)) for one in nights if one.day == sheet.day
    ]
    return ChosenDay(
        title=dated(sheet.day, "l j F"),
        soon=_soon((sheet.day - sheet.today).days),
        nights=tuple(told),
        games=planned_game_lines([one for one in games if one.day == sheet.day], seat.person_id),
        due=tuple(due for one in ends if one.at.date() == sheet.day for due in one.lines(sheet.now)),
    )


def _answers(night: Night, sheet: MonthSheet) -> NightAnswers | None:
    if night.is_off or night.ends_at <= sheet.now:
        return None
    return night_answers(night, sheet.seat.person_id)


def _soon(days: int) -> str:
    if days < 0:
        return _("over")
    if days < 2:
        return _("tomorrow") if days else _("today")
    return ngettext("in %(n)s day", "in %(n)s days", days) % {"n": days}
