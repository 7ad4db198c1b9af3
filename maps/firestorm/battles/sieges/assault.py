"""The Final Assault: what siege points buy and for what, what was bought, and who won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from maps.firestorm.battles.battle_labels import defender_of
from maps.firestorm.battles.games import tabled_boxes
from maps.firestorm.phase_labels import player_name
from maps.firestorm.veils.sieges import sees_siege
from maps.firestorm.viewer import FirestormViewer
from maps.ground.taps import MapTap, hidden_fields
from rules.engine.language import with_heading
from rules.firestorm.faction_figures import assault_of, players_of
from rules.firestorm.glory.awards import WON
from rules.firestorm.siege.assault import equipment_problems
from rules.firestorm.siege.siege_rules import faction_on, siege_item_price, siege_side
from rules.firestorm.siege_state import Purchase, Siege
from rules.firestorm.state import Battle, Bout
from rules.turns.problems import first_of

ASKS = {
    "unit": gettext_noop("For which unit?"),
    "wall": gettext_noop("On which wall?"),
    "gate": gettext_noop("At which gate?"),
    "tower": gettext_noop("On which tower?"),
    "army": gettext_noop("Which war machine?"),
}
SOME = "–"  # a target, to ask whether there are siege points for it


@dataclass(frozen=True, slots=True)
class Ware:
    """What may be bought, its price in siege points, the field for its target; or why not."""

    tap: MapTap
    price: int
    asks: str
    usual: str


@dataclass(frozen=True, slots=True)
class BoughtEquipment:
    """What a side has bought, and for what."""

    who: str
    what: str
    text: str
    cost: int


@dataclass(frozen=True)
class Assault:
    """`may_report`: a side of it says who won; `grades`: the league lets them agree on how clearly.

    `bout` is the game where one was told; `winner`, `grade`, `ticked` and the tables are what one has told
    of it oneself. `fought` are the players of each side that has several, all of whom may fight.
    """

    points: int
    wares: tuple[Ware, ...]
    bought: tuple[BoughtEquipment, ...]
    name: str
    lines: tuple[str, ...]
    may_report: bool
    bout: str
    winners: tuple[tuple[str, str], ...]
    winner: str
    grades: tuple[tuple[str, str], ...]
    grade: str
    tables: tuple[tuple[str, str, bool], ...]
    fought: tuple[tuple[str, str], ...]
    ticked: tuple[str, ...]


def assault_page(viewer: FirestormViewer, battle: Battle, me: str, *, again: str = "") -> Assault | None:
    """The Final Assault of a siege, for those who follow it; `again` is the game to be reported anew."""
    siege = viewer.state.sieges.get(battle.id)
    if siege is None or siege.step not in ("assault", "closed") or not sees_siege(viewer, battle.id):
        return None
    told = assault_of(viewer.state, battle.id)
    waits = told is not None and told.status == "reported"
    is_open = siege.step == "assault" and battle.status == "open" and me in battle.factions
    own = told if told is not None and told.result and told.reported_by == me else None
    card = viewer.book.siege.assault
    return Assault(
        points=_points(battle, siege, me),
        wares=tuple(_wares(viewer, battle, siege, me)) if is_open and not waits else (),
        bought=tuple(_bought(viewer, battle, one) for one in bought_in(viewer, battle)),
        name=card.name,
        lines=card.lines,
        may_report=is_open and (told is None or not waits or told.id == again),
        bout=told.id if told is not None else "",
        winners=_winners(viewer, battle),
        winner=_winner(own),
        grades=_grades(viewer),
        grade="minor" if own is not None and own.result.startswith("minor") else "major",
        tables=tabled_boxes(viewer, battle, own.tabled if own is not None else ()),
        fought=tuple(_players(viewer, battle)),
        ticked=own.fought if own is not None else (),
    )


def _winner(own: Bout | None) -> str:
    if own is None:
        return ""
    return "besieger" if own.result in WON else "besieged"


def _players(viewer: FirestormViewer, battle: Battle) -> Iterator[tuple[str, str]]:
    """The players of both sides, where one of them has several."""
    people = {one: players_of(viewer.state, one) for one in battle.factions}
    if any(len(one) > 1 for one in people.values()):
        for faction, players in people.items():
            yield from (
                (one, f"{player_name(viewer, one)} ({viewer.state.name_of(faction)})") for one in players
            )


def _points(battle: Battle, siege: Siege, me: str) -> int:
    """The siege points a side has left."""
    if me not in battle.factions:
        return 0
    return siege.besieger_points if siege_side(battle, me) == "besieger" else siege.besieged_points


def _wares(viewer: FirestormViewer, battle: Battle, siege: Siege, me: str) -> Iterator[Ware]:
    mine = siege_side(battle, me)
    for key, row in viewer.book.siege.equipment.items():
        if row.side != mine:
            continue
        problem = first_of(equipment_problems(viewer.book, siege, mine, key, SOME))
        sent = hidden_fields(battle=battle.id, faction=me, item=key)
        tap = MapTap(
            "buy_equipment", row.name, sent, row.text, look="btn",
            why_not=problem.sentence if problem else "", rule=problem.rule if problem else "",
        )  # fmt: skip
        usual = _("the gate") if row.per == "gate" else ""
        yield Ware(tap, siege_item_price(viewer.book, siege, key), _(ASKS[row.per]), usual)


def bought_in(viewer: FirestormViewer, battle: Battle) -> list[Purchase]:
    """Everything bought for an assault, in order."""
    return [one for one in viewer.state.purchases.values() if one.siege == battle.id]


def _bought(viewer: FirestormViewer, battle: Battle, one: Purchase) -> BoughtEquipment:
    row = viewer.book.siege.equipment[one.item]
    who = viewer.state.name_of(faction_on(battle, one.side))
    return BoughtEquipment(who, with_heading(row.name, one.target), row.text, one.cost)


def _winners(viewer: FirestormViewer, battle: Battle) -> tuple[tuple[str, str], ...]:
    names = {"besieger": viewer.state.name_of(battle.attacker), "besieged": defender_of(viewer.state, battle)}
    return tuple((side, _("%(name)s won") % {"name": name}) for side, name in names.items())


def _grades(viewer: FirestormViewer) -> tuple[tuple[str, str], ...]:
    """How clear a victory is, where the league leaves it to the two sides."""
    if viewer.book.settings.siege_grade != "agreed":
        return ()
    grades = viewer.book.book.grades
    return ("major", grades["major_victory"]), ("minor", grades["minor_victory"])
