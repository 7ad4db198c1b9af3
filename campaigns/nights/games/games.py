"""Planned games as lines: of a night by table, of a person on their home; with how far each one is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet, prefetch_related_objects
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.lines import Encounter, TodoLine
from campaigns.engine.plugins import plugin_of, rulebook
from campaigns.models import Night, PlannedGame, PlannedSide, PlanStatus, Seat
from campaigns.models.plans import GameState
from campaigns.nights.games import singles
from campaigns.nights.games.hours import twice_among
from campaigns.nights.games.leagues import LeagueOfClub, league_of_club
from config.database.compiled import compiled
from config.dates import clock_time, dated


@dataclass(frozen=True, slots=True)
class GamePlayer:
    """One of those who are to play; `lost`: the game is over and somebody else has won."""

    name: str
    emblem: str
    person: int
    lost: bool = False


@dataclass(frozen=True, slots=True)
class PlannedGameLine:
    """A planned game. `state` in few words, `tone`: live, won or waits; `pencil`: not accepted."""

    table: str
    day: int
    weekday: str
    players: tuple[GamePlayer, ...]
    title: str
    league: str
    book: str
    state: str
    tone: str
    at: datetime | None
    url: str
    mine: bool
    pencil: bool

    @property
    def note(self) -> str:
        return " · ".join(filter(None, [self.league, self.state]))


def plans_on(nights: Collection[Night]) -> list[PlannedGame]:
    """What is planned for nights, by table."""
    found = PlannedGame.objects.live().filter(night__in=nights)
    return list(found.select_related("scope", "club").prefetch_related("sides__seat"))


def planned_game_lines(
    plans: Iterable[PlannedGame], person: int, night: Night | None = None
) -> tuple[PlannedGameLine, ...]:
    """The lines of plans, as somebody sees them; each league is read once. `night`: with who has no place
    there."""
    read: dict[int, LeagueOfClub] = {}
    shown = list(plans)
    twice = twice_among(shown)
    waiting = {one.seat.person_id for one in night.waiting} if night else set()
    return tuple(
        _line(plan, person, _bout(plan, read), _hindered(plan, twice.get(plan.pk, []), waiting, person))
        for plan in shown
    )


def _bout(plan: PlannedGame, read: dict[int, LeagueOfClub]) -> tuple[LeagueOfClub, Encounter] | None:
    if not plan.became or plan.scope_id is None:
        return None
    if plan.scope_id not in read:
        read[plan.scope_id] = league_of_club(plan.scope_id)
    bout = read[plan.scope_id].bout(plan.became)
    return (read[plan.scope_id], bout) if bout else None


def _line(
    plan: PlannedGame, person: int, became: tuple[LeagueOfClub, Encounter] | None, hindered: str
) -> PlannedGameLine:
    sides = list(plan.sides.all())
    won = _winners(became)
    players = tuple(_player(one.seat, won) for one in sides)
    state, tone = _state(plan, sides, became, won)
    if hindered:
        state, tone = " · ".join(filter(None, [state, hindered])), "waits"
    book = rulebook(plan.scope.edition) if plan.scope else None
    return PlannedGameLine(
        table=str(plan.table or ""),
        day=plan.day.day,
        weekday=str(date_format(plan.day, "D")),
        players=players,
        title=versus(players),
        league=plan_subject(plan),
        book=book.title if book else "",
        state=state,
        tone=tone,
        at=became[1].at if became else None,
        url=plan_url(plan),
        mine=any(one.person == person for one in players),
        pencil=plan.status == PlanStatus.ASKED,
    )


def _hindered(plan: PlannedGame, twice: Sequence[Seat], waiting: Collection[int], person: int) -> str:
    """Who has two games at one hour, or no place on the night."""
    left = [one.seat for one in plan.sides.all() if one.seat.person_id in waiting] if plan.is_to_play else []
    return " · ".join(filter(None, [_also(twice) if twice else "", no_place(left, person) if left else ""]))


def no_place(seats: Sequence[Seat], person: int) -> str:
    """Who waits for a place on the night, as one of them or somebody else reads it."""
    if [one.person_id for one in seats] == [person]:
        return _("You’re on the waiting list")
    known = {"names": joined_names([str(one) for one in seats])}
    said = ngettext("%(names)s is on the waiting list", "%(names)s are on the waiting list", len(seats))
    return said % known


def _also(seats: Sequence[Seat]) -> str:
    known = {"names": joined_names([str(one) for one in seats])}
    return (
        ngettext(
            "%(names)s has another game at that time", "%(names)s have another game at that time", len(seats)
        )
        % known
    )


def plan_subject(plan: PlannedGame) -> str:
    """The league, or the game outside any; empty where it is just a game."""
    return singles.single_title(plan.single) or (plan.scope.name if plan.scope else "")


def _player(seat: Seat, won: frozenset[int]) -> GamePlayer:
    return GamePlayer(str(seat), seat.emblem, seat.person_id, bool(won) and seat.person_id not in won)


def _winners(became: tuple[LeagueOfClub, Encounter] | None) -> frozenset[int]:
    if became is None:
        return frozenset()
    found, bout = became
    return frozenset().union(*(found.people_at(bout, side) for side in bout.winners))


def _state(
    plan: PlannedGame,
    sides: list[PlannedSide],
    became: tuple[LeagueOfClub, Encounter] | None,
    won: frozenset[int],
) -> tuple[str, str]:
    if plan.status == PlanStatus.ASKED:
        waits = [str(one.seat) for one in sides if not one.said]
        count = len(waits)
        told = ngettext("%(names)s has not accepted yet", "%(names)s have not accepted yet", count)
        return told % {"names": joined_names(waits)}, "waits"
    if plan.status != PlanStatus.BEGUN:
        return (_("nobody has said how it went"), "waits") if plan.is_untold(timezone.now()) else ("", "")
    if plan.stands == GameState.TOLD:
        return _("reported, not agreed to yet"), "waits"
    if plan.stands == GameState.STRUCK:
        return _("does not count"), ""
    if became is None:
        return _("started"), "live"
    bout = became[1]
    if bout.state == "over":
        winners = [str(one.seat) for one in sides if one.seat.person_id in won]
        return (_("%(names)s won") % {"names": joined_names(winners)} if winners else _("played"), "won")
    return " · ".join(filter(None, [bout.title, bout.note])), "live"


def how_it_stands(plan: PlannedGame, found: LeagueOfClub | None) -> str:
    """Of a game that has begun: who has won, or how far it is; `found` is its league, where it was read."""
    became = _bout(plan, {found.scope.pk: found} if found else {})
    return _state(plan, list(plan.sides.all()), became, _winners(became))[0]


def joined_names(names: Sequence[str]) -> str:
    return str(get_text_list(list(names), _("and")))


def versus(players: Sequence[GamePlayer]) -> str:
    """ "Marta v Oskar"."""
    if len(players) == 1:
        return _("%(name)s, on their own") % {"name": players[0].name}
    return _(" v ").join(one.name for one in players)


def plan_title(plan: PlannedGame) -> str:
    """ "Marta v Oskar · Thursday 3 December": which game this is."""
    players = [_player(one.seat, frozenset()) for one in plan.sides.all()]
    return f"{versus(players)} · {dated(plan.day, 'l j F')}"


def moved_times(plan: PlannedGame) -> str:
    """ "Thursday 3 December, 18:30 → 19:00": from when to when; empty for one that was not moved."""
    if plan.was_day is None or plan.was_starts is None:
        return ""
    was, day = dated(plan.was_day, "l j F"), dated(plan.day, "l j F")
    now = f"{plan.starts:%H:%M}" if was == day else f"{day}, {plan.starts:%H:%M}"
    return f"{was}, {plan.was_starts:%H:%M} → {now}"


def plan_url(plan: PlannedGame) -> str:
    return reverse("campaigns:plan", args=[plan.club.slug, plan.pk])


def free_tables(night: Night, plans: Iterable[PlannedGame]) -> list[int]:
    """The tables nothing is planned for yet; a game without a table will take one of them."""
    taken = {one.table for one in plans if one.table}
    return [n for n in range(1, night.tables + 1) if n not in taken]


def as_range(tables: Sequence[int]) -> str:
    """ "4–6", or "2, 4"."""
    if len(tables) > 1 and tables[-1] - tables[0] == len(tables) - 1:
        return f"{tables[0]}–{tables[-1]}"
    return ", ".join(map(str, tables))


# A person's home


@dataclass(frozen=True, slots=True)
class MyGame:
    """Whom I play, as my home and my calendar tell it; or who plays whom."""

    title: str
    note: str
    emblem: str
    url: str


def falling(night: Night, person: int) -> tuple[MyGame, ...]:
    """What falls if somebody does not come to a night."""
    own = PlannedGame.objects.open().of_evening(night).of(person)
    found = own.select_related("scope", "club").prefetch_related("sides__seat")
    return tuple(my_planned_game(plan, person) for plan in found)


def my_game_of_night(plans: Iterable[PlannedGame], person: int) -> MyGame | None:
    """The game somebody plays on a night, of its plans: the first that is not over."""
    own = (one for one in plans if person in {side.seat.person_id for side in one.sides.all()})
    return next((my_planned_game(one, person) for one in own if one.is_open), None)


def my_planned_game(plan: PlannedGame, person: int) -> MyGame:
    """A game in the words of somebody who plays in it, or who does not."""
    seats = [one.seat for one in plan.sides.all()]
    others = [one for one in seats if one.person_id != person]
    if len(others) == len(seats):
        title = versus([_player(one, frozenset()) for one in seats])
        return MyGame(title, _table_and(plan), seats[0].emblem, plan_url(plan))
    names = joined_names([str(one) for one in others])
    title = _("You’re playing %(name)s") % {"name": names} if others else _("You’re playing on your own")
    if plan.status == PlanStatus.ASKED:
        title = _("You’ll play %(name)s if everybody accepts") % {"name": names}
    return MyGame(title, _table_and(plan), others[0].emblem if others else "iron", plan_url(plan))


def _table_and(plan: PlannedGame) -> str:
    table = _("Table %(n)s") % {"n": plan.table} if plan.table else ""
    return " · ".join(filter(None, [table, plan_subject(plan)]))


def asked_game_todos(seats: Iterable[str]) -> Iterator[TodoLine]:
    """Games somebody is asked for, as what waits for them."""
    found = _asked_sides([int(one) for one in seats])
    prefetch_related_objects(found, "game__sides__seat")
    yield from (_todo(side.game) for side in found)


@compiled
def _asked_sides(seats: list[int]) -> QuerySet[PlannedSide]:
    waiting = PlannedSide.objects.filter(seat__pk__any_of=seats, said="", game__status=PlanStatus.ASKED)
    told = waiting.select_related("game__club", "game__scope", "game__asked_by")
    return told.order_by("game__day", "game__starts", "game__pk")


def _todo(plan: PlannedGame) -> TodoLine:
    day = dated(plan.day, "j F")
    until = clock_time(plan.lapses_at, plan.club.tz)
    sides = [one.seat for one in plan.sides.all()]
    by = plan.asked_by.person_id if plan.asked_by else 0
    title = _("%(name)s would like a game") % {"name": plan.asked_by}
    if by not in {one.person_id for one in sides}:
        title = versus([_player(one, frozenset()) for one in sides])
    return TodoLine(
        title=title,
        url=plan_url(plan),
        where=" · ".join(filter(None, [day, plan_subject(plan)])),
        deadline=_("lapses on %(when)s") % {"when": until},
        emblem=plan.asked_by.emblem if plan.asked_by else "iron",
        scope=plan.scope_id or 0,
    )


def plan_result_url(plan: PlannedGame) -> str:
    """The page of what a plan has become, or of the report that tells of it; empty where the league has no
    such page."""
    if plan.scope is None or not plan.became:
        told = plan.scope_id is not None and plan.report_id is not None
        return reverse("campaigns:report", args=[plan.scope_id, plan.report_id]) if told else ""
    plugin = plugin_of(plan.scope.game)
    has_pages = plugin.store.games or plugin.club.single is not None
    return plugin.play.place(plan.scope, {plugin.store.traces.played: plan.became}) if has_pages else ""
