"""What is to come, day by day: nights, games and deadlines. A day stands once, with all that is on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import groupby

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaigns.engine.who.access import may_play
from campaigns.models import Come, Night, PlannedGame, PlanStatus, Seat
from campaigns.models.nights import with_answers
from campaigns.nights import evening
from campaigns.nights.evenings.due import Due, deadlines
from campaigns.nights.evenings.pages import NightLine, WantedBoard, night_line, wanted_board
from campaigns.nights.games import plans
from campaigns.nights.games.games import MyGame, my_planned_game
from campaigns.nights.games.leagues import organised_by
from campaigns.nights.games.waiting import ToPlan, to_plan

OPEN_MONTHS = 2  # later ones are folded
PAST = 20  # nights that are over
WEEK = timedelta(days=7)
CLUB = {"of": "club"}


@dataclass(frozen=True, slots=True)
class GameOn:
    game: MyGame
    pencil: bool  # not accepted by all


@dataclass(frozen=True, slots=True)
class NightOn:
    line: NightLine
    comes: bool
    soon: str  # only the next one says so

    @property
    def note(self) -> str:
        return " · ".join(filter(None, [self.soon, self.line.note, self.line.said]))


@dataclass(frozen=True, slots=True)
class Day:
    day: int
    weekday: str
    today: bool
    nights: tuple[NightOn, ...]
    games: tuple[GameOn, ...]
    due: tuple[Due, ...]

    @property
    def is_off(self) -> bool:
        """Whether all that was on it is called off."""
        more = self.games or self.due
        return not more and bool(self.nights) and all(one.line.off for one in self.nights)


@dataclass(frozen=True, slots=True)
class Stretch:
    """This week, what is left of the month, a month; `folded` where it opens at a tap."""

    title: str
    days: tuple[Day, ...]
    folded: bool

    @property
    def count(self) -> str:
        number = sum(len(day.nights) + len(day.games) + len(day.due) for day in self.days)
        return ngettext("%(n)s entry", "%(n)s entries", number) % {"n": number}


@dataclass(frozen=True, slots=True)
class NightsPage:
    """`views`: mine, or the whole club's."""

    stretches: tuple[Stretch, ...]
    views: tuple[tuple[str, str, bool], ...]
    address: str
    past: tuple[NightLine, ...]
    to_plan: tuple[ToPlan, ...]  # games of mine that came up in a league and have no day
    board: WantedBoard
    plan: str
    new: str  # where an organiser announces a night; empty for everybody else
    round: str  # where an organiser pairs a league without a night


def nights_page(seat: Seat, now: datetime | None = None, *, mine: bool = True) -> NightsPage:
    """All that is to come, and the last nights that are over."""
    moment, slug = now or timezone.now(), seat.club.slug
    coming = evening.to_come([seat.club], moment)
    games = plans.open_plans([seat.club], [seat.person_id] if mine else None, moment)
    own, whole = (
        reverse("campaigns:nights", args=[slug]),
        reverse("campaigns:nights", args=[slug], query=CLUB),
    )
    return NightsPage(
        stretches=Agenda(seat, moment, mine).stretches(coming, games),
        views=((pgettext("calendar", "Mine"), own, mine), (_("Club"), whole, not mine)),
        address=own if mine else whole,
        past=tuple(_over(one, seat, moment) for one in _past(seat, moment, coming)),
        to_plan=to_plan(seat),
        board=wanted_board(seat, moment),
        plan=reverse("campaigns:plan_new", args=[slug]) if may_play(seat) else "",
        new=reverse("campaigns:night_new", args=[slug]) if seat.is_organiser else "",
        round=reverse("campaigns:round", args=[slug]) if seat.is_organiser or organised_by(seat) else "",
    )


def _past(seat: Seat, moment: datetime, coming: Iterable[Night]) -> list[Night]:
    before = Night.objects.filter(club=seat.club, day__lte=moment.date()).exclude(
        pk__in=[night.pk for night in coming]
    )
    found = list(before.order_by("-day", "-starts").prefetch_related(with_answers())[:PAST])
    for night in found:
        night.club = seat.club
    return found


def _over(night: Night, seat: Seat, moment: datetime) -> NightLine:
    """By its whole date: the last ones may be months ago, and who comes is no question any more."""
    return replace(night_line(night, seat, moment), title=str(night), said="")


@dataclass(frozen=True)
class Agenda:
    """Whose days: somebody's own, or the whole club's."""

    seat: Seat
    now: datetime
    mine: bool

    @property
    def today(self) -> date:
        return self.now.astimezone(self.seat.club.tz).date()

    def stretches(self, nights: Iterable[Night], games: Iterable[PlannedGame]) -> tuple[Stretch, ...]:
        """None where nothing is to come; else today stands first, were it empty, or a night that goes on."""
        days = self._days(list(nights), list(games))
        if not days:
            return ()
        days.setdefault(self.today, Day(self.today.day, evening.weekday(self.today), True, (), (), ()))
        found = groupby(sorted(days), key=self._stretch)
        months = [date_format(self.today, "Ym")]
        told = []
        for title, some in found:
            dates = list(some)
            months += [month for month in {date_format(dates[0], "Ym")} if month not in months]
            told.append(Stretch(title, tuple(days[one] for one in dates), len(months) > OPEN_MONTHS))
        return tuple(told)

    def _stretch(self, day: date) -> str:
        end = self.today - timedelta(days=self.today.weekday()) + WEEK
        if day < end:
            return _("This week")
        month = str(date_format(day, "F"))
        if (day.year, day.month) == (self.today.year, self.today.month):
            return _("Later in %(month)s") % {"month": month}
        return month if day.year == self.today.year else str(date_format(day, "F Y"))

    def _days(self, nights: list[Night], games: list[PlannedGame]) -> dict[date, Day]:
        on: dict[date, list[NightOn]] = defaultdict(list)
        plays: dict[date, list[GameOn]] = defaultdict(list)
        ends: dict[date, list[Due]] = defaultdict(list)
        for place, night in enumerate(nights):
            on[night.day].append(self._night(night, first=not place))
        for game in games:
            if game.day >= self.today:  # one that was not played by then waits at home
                plays[game.day].append(self._game(game))
        for day, due in self._due():
            ends[day].append(due)
        return {
            day: Day(
                day=day.day,
                weekday=evening.weekday(day),
                today=day == self.today,
                nights=tuple(on[day]),
                games=tuple(plays[day]),
                due=tuple(ends[day]),
            )
            for day in {*on, *plays, *ends}
        }

    def _night(self, night: Night, *, first: bool) -> NightOn:
        line, said = night_line(night, self.seat, self.now), evening.night_answer(night, self.seat.person_id)
        comes = said is not None and said.come == Come.YES and not night.is_off
        return NightOn(line, comes, line.soon if first else "")

    def _game(self, plan: PlannedGame) -> GameOn:
        """A game; one that waits for my answer says who asks."""
        told, asked = my_planned_game(plan, self.seat.person_id), plan.status == PlanStatus.ASKED
        sides = {side.seat.person_id: side.said for side in plan.sides.all()}
        by = plan.asked_by
        if asked and by and by.person_id in sides and not sides.get(self.seat.person_id, "-"):
            told = replace(told, title=_("%(name)s would like a game") % {"name": by})
        return GameOn(told, asked)

    def _due(self) -> Iterator[tuple[date, Due]]:
        for one in deadlines(self.seat, mine=self.mine):
            if one.at.date() >= self.today:
                yield from ((one.at.date(), due) for due in one.lines(self.now))
