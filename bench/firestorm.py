"""Firestorm at its largest, four factions of six banners on sixty territories: reveal, pages; and a fold."""

from __future__ import annotations

import random
from dataclasses import replace

from django.db import connection
from django.test.utils import CaptureQueriesContext

from bench.measure import Figure, cpu, medians
from bench.server import signed_in
from campaigns.engine.stored.journal import initial_state, records
from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction.scope_transaction import count_write, scope_transaction
from campaigns.engine.transaction.scopes import found_scope
from campaigns.engine.who.rights import Actor
from campaigns.models import Club, Scope, Seat
from campaigns.shell.look.emblems import EMBLEM_NAMES
from maps.firestorm import demo
from rules.engine.effects import apply_all
from rules.engine.games import Ctx
from rules.engine.state import State
from rules.firestorm.book import EDITIONS, firestorm_in_force
from rules.firestorm.faction_figures import TOWER, near, on_map
from rules.firestorm.orders.plans import OrderPlan
from rules.firestorm.reveal.revealing import settle_reveal
from rules.firestorm.state import Alliance, Banner, Campaign, Faction, Firestorm, Player, Territory, Turn
from rules.firestorm.work import FirestormWork
from rules.maps.model import Ground, link

WIDE, HIGH, BANNERS, REVEALS = 10, 6, 6, 40
SIDES: tuple[tuple[str, Alliance, int], ...] = (
    ("F1", "order", 0), ("F2", "chaos", WIDE - 1), ("F3", "death", WIDE * (HIGH - 1)),
    ("F4", "destruction", WIDE * HIGH - 1),
)  # fmt: skip
TURN = 7


def firestorm(club: Club, seats: list[Seat]) -> list[Figure]:
    state = crowded([str(one.pk) for one in seats])
    scope = kept(club, seats)
    pages = [("map page", ""), ("map page and a panel", "?t=T23"), ("orders page", "orders/")]
    return [reveal(state), folded(club, seats), *(_page(scope, seats[0], *one) for one in pages)]


# The league


def crowded(owners: list[str]) -> Firestorm:
    """The seventh turn, orders being written: each faction holds a quarter, its banners near the middle."""
    count = WIDE * HIGH
    places = [_place(n) for n in range(count)]
    links = [link(_key(n), _key(n + 1)) for n in range(count) if (n + 1) % WIDE]
    links += [link(_key(n), _key(n + WIDE)) for n in range(count - WIDE)]
    banners = [_banner(faction, n) for faction, _alliance, _corner in SIDES for n in range(BANNERS)]
    factions = [
        Faction(id=key, owner=owners[n], name=f"Faction {n + 1}", colour=EMBLEM_NAMES[n], alliance=alliance,
                corner=_key(corner))
        for n, (key, alliance, corner) in enumerate(SIDES)
    ]  # fmt: skip
    players = [Player(id=f"{one.id}p", faction=one.id, owner=one.owner, name=one.name) for one in factions]
    order = tuple(one.id for one in factions)
    now = Campaign(edition=EDITIONS[0], phase="orders", turn=TURN, initiative=order)
    return Firestorm(
        campaign={now.id: now},
        ground={"map": Ground(kind="graph")},
        territories={one.id: one for one in places},
        links={one.id: one for one in links},
        factions={one.id: one for one in factions},
        players={one.id: one for one in players},
        banners={one.id: one for one in banners},
        turns={f"turn:{TURN}": Turn(id=f"turn:{TURN}", number=TURN)},
    )


def _key(n: int) -> str:
    return f"T{n:02}"


def _owner(n: int) -> str:
    return SIDES[(n % WIDE >= WIDE // 2) + 2 * (n // WIDE >= HIGH // 2)][0]


def _place(n: int) -> Territory:
    corner = n in {corner for _key, _alliance, corner in SIDES}
    stands = (
        (TOWER,) if corner else ("barracks", "forge") if n % 7 == 3 else ("stronghold",) if n % 9 == 4 else ()
    )
    return Territory(
        id=_key(n), name=f"Place {n}", x=n % WIDE * 200, y=n // WIDE * 200, corner=str(n) if corner else "",
        owner=_owner(n), items=stands, level=int(corner or n % 9 == 4), words="Fog." if n % 5 == 2 else "",
    )  # fmt: skip


def _banner(faction: str, n: int) -> Banner:
    """Six of each quarter's fifteen territories, the nearest to the middle first."""
    lands = [one for one in range(WIDE * HIGH) if _owner(one) == faction]
    lands.sort(key=lambda one: (abs(2 * (one % WIDE) - WIDE + 1) + abs(2 * (one // WIDE) - HIGH + 1), one))
    name = f"{faction} Host {n + 1}"
    return Banner(id=f"{faction}.{n}", faction=faction, name=name, territory=_key(lands[n]), number=n + 1)


# What is measured


def reveal(state: Firestorm) -> Figure:
    """Every banner marches two territories by chance: head-on, swaps, chases, third parties, garrisons."""
    dice, taken, battles = random.Random(60), list[float](), 0  # noqa: S311 - players of a bench
    shown = replace(state, campaign={one.id: replace(one, phase="reveal") for one in state.campaign.values()})
    book = firestorm_in_force(shown)
    for _one in range(REVEALS + 1):
        work, sheets = FirestormWork(Ctx(shown, book, "e1")), _sheets(shown, dice)
        taken.append(cpu(lambda work=work, sheets=sheets: settle_reveal(work, sheets)))  # type: ignore[misc]
        battles += len(work.state.battles)
    (middle, worst) = sorted(taken[1:])[REVEALS // 2], max(taken[1:])
    value = f"{middle:.1f} ms, slowest {worst:.1f} ms"
    about = f"{len(SIDES)} × {BANNERS} marches, {len(state.territories)} territories, {REVEALS} times, "
    about += f"{battles / len(taken):.0f} battles each"
    return Figure("settle a reveal", value, about, "< 20 ms")


def _sheets(state: Firestorm, dice: random.Random) -> dict[str, dict[str, OrderPlan]]:
    return {
        one: {b.id: _march(state, b, n, dice) for n, b in enumerate(on_map(state, one))}
        for one in state.factions
    }


def _march(state: Firestorm, banner: Banner, seq: int, dice: random.Random) -> OrderPlan:
    around = near(state)
    first = dice.choice(around[banner.territory])
    path = (first, dice.choice(around[first]))
    return OrderPlan(banner=banner.id, kind="forced_march", path=path, seq=seq)


def folded(club: Club, seats: list[Seat]) -> Figure:
    """The demo's season: four factions of seven players, into the battles of the fifth turn."""
    names = [name for one in demo.FACTIONS for name in (one.founder, *one.others)]
    by_name = dict(zip(names, seats[1:], strict=False)) | {seats[0].name: seats[0]}
    demo.marches(by_name, seats[0])
    scope = Scope.objects.filter(club=club, game=demo.GAME).latest("pk")
    start, entries = initial_state(scope), [one.effects for one in records(scope)]

    def fold() -> State:
        state = start
        for effects in entries:
            state = apply_all(state, effects)
        return state

    assert fold() == registration_of(demo.GAME).load(scope.pk)
    (took,) = medians(5, fold)
    return Figure("fold a Firestorm season", f"{took:.1f} ms", f"{len(entries):,} entries", "< 1 s")


def kept(club: Club, seats: list[Seat]) -> Scope:
    """The same in the database."""
    scope = found_scope(
        club=club, by=seats[0], game=demo.GAME, edition=EDITIONS[0], name="Sixty territories", settings={}
    )
    registration = registration_of(demo.GAME)
    with scope_transaction(scope.pk, Actor(seats[0])) as transaction:
        state = crowded([str(one.pk) for one in seats])
        registration.save(scope.pk, transaction.scope.version + 1, transaction.state, state)
        count_write(transaction.scope, "bench")
    return scope


def _page(scope: Scope, seat: Seat, name: str, path: str) -> Figure:
    client, address = signed_in(seat), f"/l/{scope.pk}/firestorm/{path}"
    (took,) = medians(7, lambda: client.get(address))
    with CaptureQueriesContext(connection) as caught:
        answer = client.get(address)
    assert answer.status_code == 200, answer.status_code
    value = f"{took:.0f} ms, {len(caught)} queries, {len(answer.content) / 1000:.0f} KB"
    return Figure(f"{name}, sixty territories", value, "", "queries ≤ 10")
