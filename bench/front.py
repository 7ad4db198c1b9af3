"""Somebody's first page with few leagues and with many: processor time, and how it grows."""

from __future__ import annotations

from bench.league import EDITION, SETTINGS, Played
from bench.measure import Figure, cpu, medians
from bench.pages import signed_in
from campaigns.engine.rights import Actor
from campaigns.engine.scopes import found_scope
from campaigns.engine.visit import visit
from campaigns.models import Club, Role, Seat
from campaigns.people import seats as people

SIZES = (10, 101, 1_000)
ROUNDS = 9


def front(like: Seat) -> list[Figure]:
    """In a club of its own, of whom nobody else is: the bench's other leagues are not on this page."""
    club = Club.objects.create(
        name="A host of many leagues", slug="many-leagues", time_zone=like.club.time_zone
    )
    own, second = (
        _seat(club, name, role) for name, role in (("Host", Role.ORGANISER), ("Guest", Role.PLAYER))
    )
    client, found, there = signed_in(own), list[Figure](), 0
    for size in SIZES:
        for number in range(there, size):
            _league(own, second, number)
        there = size
        assert client.get("/").status_code == 200
        (took,) = medians(ROUNDS, lambda: client.get("/"))
        asked = "≤ 15 ms" if size == 101 else "the same ± 10 %" if size > 101 else ""
        found.append(Figure(f"first page of somebody in {size:,} leagues", f"{took:.1f} ms", "", asked))
    listed = cpu(lambda: client.get(f"/clubs/{club.slug}/"))
    return [*found, Figure(f"the list of a club's {there:,} leagues", f"{listed:.0f} ms")]


def _seat(club: Club, name: str, role: str) -> Seat:
    return Seat.objects.create(club=club, person=people.make_guest(name), name=name, role=role)


def _league(own: Seat, second: Seat, number: int) -> None:
    """A league that has begun: two warbands, their owners, one mission played."""
    played = Played()
    units = [{"name": f"Unit {n}", "points": 30, "hero": n == 0} for n in range(5)]
    bands = [
        f"{played.do('found_warband', owner=str(one.pk), name=one.name, units=units)}.warband"
        for one in (own, second)
    ]
    played.do("start")
    played.do("quick_report", warbands=bands, winners=bands[:1], kills=[])
    name = f"League {number}"
    scope = found_scope(club=own.club, by=own, game="opr", edition=EDITION, name=name, settings=SETTINGS)
    with visit(scope.pk, Actor(own)) as here:
        here.kept.save(scope.pk, here.scope.version + 1, here.state, played.state)
        here.state = played.state
        here.count("bench")
