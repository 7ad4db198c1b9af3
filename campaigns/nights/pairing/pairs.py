"""Pairs of a night, or of a league's round, as an organiser prepares them: made, swapped by hand, published.

A draft holds seats; it is made anew when others come than it was made for. Publishing makes a planned game of
each pair: at the free tables of the night, or of a round on a day that is proposed to both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from itertools import combinations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine.who.access import may_play
from campaigns.models import (
    Club,
    Come,
    KeptApart,
    Night,
    NightAnswer,
    Pairing,
    PairingWay,
    PlannedGame,
    PlanStatus,
    Scope,
    Seat,
)
from campaigns.models.nights import with_answers
from campaigns.models.plans import GameState
from campaigns.nights import evening
from campaigns.nights.games import plans
from campaigns.nights.games.games import free_tables, plans_on
from campaigns.nights.games.leagues import LeagueOfClub, Met, Pair, league_of_club, past_meetings
from campaigns.nights.pairing.drawing import NOBODY, KnownPairs, Pairs, paired, round_robin, rounds_across
from rules.engine.refusals import Refused


@dataclass(frozen=True)
class PairingTable:
    """All that pairing a night of a league hangs on. `free` come, play in the league and have no game yet;
    `others` play in it and do not come, or have one. Without a night, for a round, everybody is free."""

    night: Night | None
    found: LeagueOfClub
    free: tuple[Seat, ...]
    others: tuple[Seat, ...]
    met: dict[Pair, Met]
    known: KnownPairs

    @property
    def club(self) -> Club:
        return self.found.scope.club

    def seat(self, person: int) -> Seat:
        return next(one for one in (*self.free, *self.others) if one.person_id == person)


def table_of(night: Night | None, scope: Scope) -> PairingTable:
    found = league_of_club(scope)
    places, club = found.places(), found.scope.club
    players = [one for one in evening.members(club) if may_play(one) and one.person_id in places]
    free = tuple(players if night is None else _free(night, players))
    met, outs = past_meetings(found), _rests(scope, club)
    known = KnownPairs(
        met=Counter({pair: one.times for pair, one in met.items()}) + to_meet(scope),
        places=places,
        apart=apart_in(club),
        mates=found.team_mates(),
        sat_out=Counter(one for out in outs for one in out),
        out_last=outs[-1] if outs else frozenset(),
    )
    return PairingTable(night, found, free, tuple(one for one in players if one not in free), met, known)


def _free(night: Night, players: Iterable[Seat]) -> list[Seat]:
    coming = {one.seat.person_id for one in night.coming}
    busy = {side.seat.person_id for plan in plans_on([night]) for side in plan.sides.all()}
    return [one for one in players if one.person_id in coming - busy]


def to_meet(scope: Scope) -> Counter[Pair]:
    """Who is to meet in the planned games of a league: they need no second game before that."""
    yesterday = timezone.now().date() - timedelta(days=1)
    ahead = PlannedGame.objects.open().filter(scope=scope, day__gte=yesterday)
    planned = ahead.prefetch_related("sides__seat")
    sides = ([one.seat.person_id for one in plan.sides.all()] for plan in planned)
    return Counter(frozenset(pair) for people in sides for pair in combinations(sorted(people), 2))


def _rests(scope: Scope, club: Club) -> list[frozenset[int]]:
    """Who had no game on the nights, or in the rounds, of a league that were paired, the last ones last; of
    nights that took place, and those who came. Pairs of one night may be published several times, and games
    fall or are added.
    """
    published = Pairing.objects.filter(scope=scope, night__called_off_at=None).exclude(published_at=None)
    by_pk = dict(club.seats.values_list("pk", "person"))
    rests: dict[object, set[int]] = {}
    for pk, night, people, out in published.order_by("published_at").values_list(
        "pk", "night", "people", "out"
    ):
        there = people if night else out
        before = rests.pop(night or f"round {pk}", set())
        rests[night or f"round {pk}"] = before | {by_pk[one] for one in there if one in by_pk}
    nights = [night for night in rests if isinstance(night, int)]
    busy, away = _playing(nights), _away(nights)
    return [
        frozenset(there - busy.get(night, set()) - away.get(night, set())) for night, there in rests.items()
    ]


def _away(nights: Iterable[int]) -> dict[object, set[int]]:
    """Who was paired for each of these nights and did not come after all, or had no place any more."""
    noes = NightAnswer.objects.filter(night__in=list(nights), come__in=(Come.NO, Come.WAIT))
    found: dict[object, set[int]] = {}
    for night, person in noes.values_list("night", "seat__person"):
        found.setdefault(night, set()).add(person)
    return found


def _playing(nights: Iterable[int]) -> dict[object, set[int]]:
    """Who had a game on each of these nights, of any league: as long as a night has not closed, also who is
    to have one.
    """
    games = PlannedGame.objects.live().filter(night__in=list(nights)).exclude(stands=GameState.STRUCK)
    found: dict[object, set[int]] = {}
    now = timezone.now()
    for game in games.select_related("night__club").prefetch_related("sides__seat"):
        if game.status == PlanStatus.BEGUN or game.closes_at > now:
            people = found.setdefault(game.night_id, set())
            people |= {side.seat.person_id for side in game.sides.all()}
    return found


def apart_in(club: Club) -> frozenset[Pair]:
    kept = KeptApart.objects.filter(one__club=club).values_list("one__person", "other__person")
    return frozenset(frozenset(pair) for pair in kept)


# The draft


@transaction.atomic
def drafted(table: PairingTable) -> tuple[Pairing, PairingTable]:
    """The draft of a night or round, made when there is none, and anew when others come; and what it hangs
    on, read again under a lock: of two organisers the second meets what the first has done."""
    scope, night = table.found.scope, table.night
    if night is None:
        Scope.objects.select_for_update(no_key=True).get(pk=scope.pk)
    else:
        Night.objects.select_for_update().get(pk=night.pk)
    table = table_of(_read_again(night) if night else None, scope)
    people = sorted(one.pk for one in table.free)
    at = {"night": table.night, "scope": table.found.scope}
    draft = Pairing.objects.filter(**at, published_at=None).first() or Pairing(**at, way=_last_way(scope))
    if draft.pk is None or draft.people != people:
        draft.turn = 0
        _make(draft, table)
    return draft, table


def _last_way(scope: Scope) -> str:
    """As the last pairs of a league were made: a season is gone on with."""
    last = Pairing.objects.filter(scope=scope).exclude(published_at=None).order_by("published_at").last()
    return last.way if last else PairingWay.NIGHTS


def _read_again(night: Night) -> Night:
    return Night.objects.select_related("club").prefetch_related(with_answers()).get(pk=night.pk)


def _make(draft: Pairing, table: PairingTable) -> Pairing:
    by_person = {one.person_id: one.pk for one in table.free}
    found = _found(draft, table, list(by_person))
    draft.people = sorted(by_person.values())
    draft.pairs = [[by_person[one], by_person[other]] for one, other in found.pairs]
    draft.out = [by_person[one] for one in found.out]
    draft.made_at = timezone.now()
    draft.save()
    return draft


def _found(draft: Pairing, table: PairingTable, people: list[int]) -> Pairs:
    if draft.way == PairingWay.NIGHTS:
        return paired(people, table.known, turn=draft.turn)
    return _round(draft, table, people)


def _round(draft: Pairing, table: PairingTable, people: list[int]) -> Pairs:
    """The round of a season that has been played least; whose partner is not there is paired by the night."""
    rounds = season_rounds(table)
    if not rounds:
        return Pairs((), tuple(people))
    ordered = sorted(rounds, key=lambda one: _played(one, table))
    chosen = ordered[draft.turn % len(ordered)]
    whole = [pair for pair in chosen.pairs if set(pair) <= set(people) and table.known.may_meet(*pair)]
    left = [one for one in people if not any(one in pair for pair in whole)]
    more = paired(left, table.known)
    return Pairs((*whole, *more.pairs), more.out)


def season_rounds(table: PairingTable) -> list[Pairs]:
    """The rounds in which everybody of the league meets everybody once, or everybody of the other teams.
    Whoever was drawn in one and has left since keeps an empty place, so that the rounds of the others stay as
    they were.
    """
    there = {one.person_id for one in (*table.free, *table.others)}
    places = sorted(there | _drawn(table))
    if table.known.mates:
        across = rounds_across(tuple(places), frozenset(table.known.mates))
        return [one for one in (_of_those(there, one) for one in across) if one.pairs]
    rounds = round_robin([one if one in there else NOBODY for one in places])
    return [one for one in rounds if one.pairs]


def _of_those(there: set[int], one: Pairs) -> Pairs:
    """A round without those who have left; whose partner has, sits out."""
    pairs = tuple(pair for pair in one.pairs if set(pair) <= there)
    return Pairs(pairs, tuple(sorted(there - {person for pair in pairs for person in pair})))


def _drawn(table: PairingTable) -> set[int]:
    """Everybody of a published round of the season, by their persons."""
    rounds = Pairing.objects.filter(scope=table.found.scope, way=PairingWay.ROBIN).exclude(published_at=None)
    seats = {seat for people in rounds.values_list("people", flat=True) for seat in people}
    return set(Seat.objects.filter(pk__in=seats).values_list("person", flat=True))


def _played(one: Pairs, table: PairingTable) -> int:
    return sum(table.known.times(*pair) for pair in one.pairs)


@transaction.atomic
def redraw_pairs(table: PairingTable, *, way: str = "") -> Pairing:
    """Other pairs that are as good, or pairs of the other kind."""
    draft, table = drafted(table)
    draft.turn = 0 if way else draft.turn + 1
    draft.way = way or draft.way
    return _make(draft, table)


@transaction.atomic
def swap_seats(table: PairingTable, one: int, other: int) -> Pairing:
    """Two seats change places, also with somebody who sits out."""
    draft, table = drafted(table)
    if one == other or not {one, other} <= set(draft.people):
        raise Refused("", _("Choose two different people from the pairings."))
    places = {one: other, other: one}
    draft.pairs = [[places.get(seat, seat) for seat in pair] for pair in draft.pairs]
    draft.out = [places.get(seat, seat) for seat in draft.out]
    if any(_people_of(table, pair) in table.known.apart for pair in draft.pairs):
        raise Refused("", _("These two are kept apart."))
    if any(_people_of(table, pair) in table.known.mates for pair in draft.pairs):
        raise Refused("", _("These two are in the same team."))
    draft.save()
    return draft


def _people_of(table: PairingTable, pair: Iterable[int]) -> Pair:
    by_pk = {one.pk: one.person_id for one in table.free}
    return frozenset(by_pk[one] for one in pair)


@transaction.atomic
def plan_paired_games(
    table: PairingTable, *, by: Seat, seen: str = "", when: plans.When | None = None
) -> list[PlannedGame]:
    """The pairs become planned games; twice is once, and only as they were `seen`. On a night at the free
    tables, agreed; of a round on the day that is proposed (`when`), and both are asked."""
    draft, table = drafted(table)
    if not draft.pairs:
        raise Refused("", _("There is nobody left to pair."))
    if seen and seen != draft.sign:
        raise Refused("", _("The pairings have changed in the meantime. Check them again."))
    seats = {one.pk: one for one in table.free}
    places = _places(table, when, len(draft.pairs))
    made = [
        plans.arrange(
            by=by, pair=[seats[one] for one in pair], when=at, scope=table.found.scope,
            asks=table.night is None,
        )
        for pair, at in zip(draft.pairs, places, strict=True)
    ]  # fmt: skip
    draft.published_at = timezone.now()
    draft.save(update_fields=["published_at"])
    return made


def _places(table: PairingTable, when: plans.When | None, count: int) -> list[plans.When]:
    """When each pair plays, and where."""
    if table.night is None:
        if when is None:
            raise Refused("", _("Choose a day."), "day")
        return [when] * count
    free = iter(free_tables(table.night, plans_on([table.night])))
    return [plans.When.on(table.night, next(free, None)) for _pair in range(count)]


# Kept apart


@transaction.atomic
def keep_apart(*, by: Seat, one: Seat, other: Seat) -> None:
    """Two who asked not to meet; in either order it is once."""
    if one.person_id == other.person_id:
        raise Refused("", _("Choose two different people."), "other")
    first, second = sorted((one, other), key=lambda seat: seat.pk)
    KeptApart.objects.get_or_create(one=first, other=second)


def discard_draft(table: PairingTable) -> None:
    """The draft is made anew, since something it hangs on has changed."""
    Pairing.objects.filter(night=table.night, scope=table.found.scope, published_at=None).delete()


def together_again(*, by: Seat, pk: int) -> None:
    KeptApart.objects.filter(pk=pk, one__club=by.club).delete()
