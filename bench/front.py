"""Somebody's first page with few leagues and with many, honours of a large league, a page in a large club."""

from __future__ import annotations

from functools import partial

from django.db import connection

from bench.league import EDITION, SETTINGS, Played, keep, play
from bench.measure import Figure, Work
from bench.server import Server, cookie_of, medians_of, middle, shipped
from campaigns.engine.door import act
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.transaction.scopes import found_scope
from campaigns.engine.who.rights import Actor
from campaigns.models import Club, Role, Scope, Seat
from campaigns.people import seats as people

SIZES = (10, 101, 1_000)
ROUNDS = 15
WARBANDS, ENTRIES = 400, 3_000
SEATS = 100  # times as many
TURNS = (64, 100, 200)


def front(like: Seat) -> list[Figure]:
    """In a club of its own, of whom nobody else is: the bench's other leagues are not on this page."""
    club = Club.objects.create(
        name="A host of many leagues", slug="many-leagues", time_zone=like.club.time_zone
    )
    own, second = (
        _seat(club, name, role) for name, role in (("Host", Role.ORGANISER), ("Guest", Role.PLAYER))
    )
    played, cookie, found, there = _begun(own, second), cookie_of(own), list[Figure](), 0
    with shipped() as server:
        for size in SIZES:
            for number in range(there, size):
                _league(played, own, number)
            there = size
            (cost,) = medians_of(ROUNDS, (server, None, partial(server.get, "/", cookie)))
            asked = "≤ 15 ms" if size == 101 else "the same ± 10 %" if size > 101 else ""
            found.append(Figure(f"first page of somebody in {size:,} leagues", cost.told(), "", asked))
        listed = server.cost_of(f"/clubs/{club.slug}/", cookie)
    return [*found, Figure(f"the list of a club's {there:,} leagues", listed.told())]


def _seat(club: Club, name: str, role: str) -> Seat:
    return Seat.objects.create(club=club, person=people.make_guest(name), name=name, role=role)


def _begun(own: Seat, second: Seat) -> Played:
    """A league that has begun: two warbands, their owners, one mission played."""
    played = Played()
    units = [{"name": f"Unit {n}", "points": 30, "hero": n == 0} for n in range(5)]
    bands = [
        f"{played.do('found_warband', owner=str(one.pk), name=one.name, units=units)}.warband"
        for one in (own, second)
    ]
    played.do("start")
    played.do("quick_report", warbands=bands, winners=bands[:1], kills=[])
    return played


def _league(played: Played, own: Seat, number: int) -> None:
    name = f"League {number}"
    scope = found_scope(club=own.club, by=own, game="opr", edition=EDITION, name=name, settings=SETTINGS)
    with scope_transaction(scope.pk, Actor(own)) as transaction:
        transaction.registration.save(
            scope.pk, transaction.scope.version + 1, transaction.state, played.state
        )
        transaction.state = played.state
        transaction.count("bench")


def large(scope: Scope, seat: Seat, warband: str) -> list[Figure]:
    return [*crowded(seat), *in_turn(seat), *seats(scope, seat, warband)]


def crowded(like: Seat) -> list[Figure]:
    """The pages of a league of many and of its honours, as they stand and after a write."""
    club = Club.objects.create(name="A crowd", slug="crowd", time_zone=like.club.time_zone)
    own = _seat(club, "Host", Role.ORGANISER)
    seats = [own, *(_seat(club, f"Player {n}", Role.PLAYER) for n in range(1, WARBANDS))]
    played = play(ENTRIES, [str(one.pk) for one in seats])
    scope = keep(played, club, own, "Many warbands")
    write = _writing(scope, own, next(iter(played.state.warbands)))
    about, found = (
        f"{len(played.state.missions):,} missions, {len(played.state.units):,} units",
        list[Figure](),
    )
    with shipped() as server:
        for name, path, asked in (("honours", "honours/", "≤ 60 ms"), ("league page", "", "≤ 22 ms")):
            get = partial(server.get, f"/l/{scope.pk}/{path}", cookie_of(own))
            again, after = medians_of(ROUNDS, (server, None, get), (server, write, get))
            what = f"{name} of {WARBANDS} warbands"
            found.append(Figure(what, again.told(), about, asked))
            found.append(Figure(f"{what}, right after a change", after.told(), about, asked))
    return found


def in_turn(like: Seat) -> list[Figure]:
    """The pages of so many leagues one after another, as people of a festival ask one process for them."""
    club = Club.objects.create(name="A festival", slug="festival", time_zone=like.club.time_zone)
    seats = [_seat(club, f"Guest {n}", Role.ORGANISER) for n in range(12)]
    played, cookie = play(150, [str(one.pk) for one in seats]), cookie_of(seats[0])
    scopes, found = list[Scope](), list[Figure]()
    for count in TURNS:
        scopes += [keep(played, club, seats[0], f"League {n}") for n in range(len(scopes), count)]
        with shipped() as server:
            for _twice in range(2):  # the first read, and those of which nothing is drawn
                for one in scopes:
                    server.get(f"/l/{one.pk}/", cookie)
            cost = middle(server.cost_of(f"/l/{one.pk}/", cookie) for one in scopes)
        found.append(Figure(f"a league's page, {count} of them in turn", cost.told(), "", "≤ 6.5 ms, alike"))
    return found


def _writing(scope: Scope, seat: Seat, warband: str) -> Work:
    given = {"warband": warband, "amount": 1, "words": "right after a change"}
    return lambda: act(scope.pk, Actor(seat), "opr.give_points", given)


def seats(scope: Scope, seat: Seat, warband: str) -> list[Figure]:
    """The league's page in its club, and when the club has a hundred times the seats."""
    cookie, found = cookie_of(seat), list[Figure]()
    number = seat.club.seats.count()
    with shipped() as server:
        for more in (0, number * (SEATS - 1)):
            for n in range(more):
                _seat(seat.club, f"Onlooker {n}", Role.SPECTATOR)
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")  # as the database does by itself within a minute
            found += _in_club(server, scope, seat, warband, cookie)
    return found


def _in_club(server: Server, scope: Scope, seat: Seat, warband: str, cookie: str) -> list[Figure]:
    get = partial(server.get, f"/l/{scope.pk}/", cookie)
    again, after = medians_of(ROUNDS, (server, None, get), (server, _writing(scope, seat, warband), get))
    what = f"league page in a club of {seat.club.seats.count():,} seats"
    costs = {what: again, f"{what}, right after a change": after}
    return [Figure(name, cost.told(), "", "the same ± 15 %") for name, cost in costs.items()]
