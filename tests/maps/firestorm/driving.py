"""A Firestorm league driven through the door where a test is about another page: orders, a turn."""

from __future__ import annotations

from typing import Any

from campaigns.engine import door
from campaigns.engine.who.rights import Actor
from rules.engine.codec import dump
from rules.firestorm.faction_figures import on_map
from rules.firestorm.muster_state import Card
from rules.firestorm.orders.sheet import sheet_key
from tests.maps.firestorm.play import Table, begun
from tests.scenario import scenario

type Order = tuple[str, tuple[str, ...]]


def act(table: Table, name: str, procedure: str, /, **params: Any) -> Any:
    """An act of somebody, with the app's dice."""
    actor = Actor(table.seats[name])
    return door.act(table.scope.pk, actor, f"firestorm.{procedure}", params, app_dice=True)


def seal(table: Table, name: str, *orders: Order) -> None:
    """A founder seals the faction's orders: one for each banner by their names, the rest hold."""
    faction, turn = table.factions[name], table.state.now.turn
    banners = on_map(table.state, faction)
    said: list[tuple[str, object]] = []
    for number, banner in enumerate(banners, start=1):
        kind, path = orders[number - 1] if number <= len(orders) else ("hold", ())
        said += [(f"kind:{banner.id}", kind), (f"path:{banner.id}", path), (f"seq:{banner.id}", number)]
    opened = act(table, name, "seal_orders", turn=turn, faction=faction)
    if said:
        door.answer_question(
            table.scope.pk, Actor(table.seats[name]), opened.slot, sheet_key(turn, faction), tuple(said)
        )


def marched(table: Table, **orders: tuple[Order, ...]) -> None:
    """From Preparation through the reveal: orders by founder's name, whoever is not named holds."""
    if table.phase == "preparation":
        everybody_ready(table)
    assert table.phase == "orders", table.phase
    for name in table.factions:
        seal(table, name, *orders.get(name, ()))


def everybody_ready(table: Table) -> None:
    step = table.state.now.step
    for name, faction in table.factions.items():
        now = table.state.now
        if (
            now.step == step
            and now.phase in ("preparation", "aftermath", "build")
            and faction not in now.done
        ):
            act(table, name, "ready", step=step, faction=faction)


def endow(table: Table, *, build: int = 0, glory: int = 0) -> None:
    """Everybody reaches an objective the organiser has written, worth so much."""
    cards = tuple(
        Card(id="", kind="objective", name=f"A deed {n}", words="Do it.", build=build, glory=glory)
        for n in range(1, len(table.state.players) + 1)
    )
    act(table, "Organiser", "write_deck", kind="objective", cards=[dump(one) for one in cards])
    act(table, "Organiser", "deal_objectives")
    for player in table.state.players.values():
        name = next(one for one, seat in table.seats.items() if str(seat.pk) == player.owner)
        act(table, name, "claim_objective", player=player.id, words="done")
        act(table, "Organiser", "judge_objective", player=player.id, reached=True)


def building(table: Table, *, build: int = 12) -> Table:
    """The Build phase of the first turn: each faction has marched two steps and has points to spend."""
    endow(table, build=build)
    ways = {"T01": ("T02", "T03"), "T05": ("T10", "T15"), "T21": ("T16", "T11"), "T25": ("T20", "T19")}
    orders = {}
    for name, faction in table.factions.items():
        corner = table.state.factions[faction].corner
        orders[name] = (("forced_march", ways[corner]),)
    marched(table, **orders)
    if table.phase == "aftermath":  # Chaos may raze
        everybody_ready(table)
    assert table.phase == "build", table.phase
    return table


@scenario
def in_build(*names: str, build: int = 12, more: tuple[tuple[str, str], ...] = (), **settings: Any) -> Table:
    """The same from the founding on."""
    return building(begun(*names, more=more, **settings), build=build)
