"""Before a battle is played: its size and number of games, its battleplan, terrain, command points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.engine.stored.journal import loaded_answers
from maps.firestorm.viewer import FirestormViewer
from maps.ground.taps import MapTap, hidden_fields
from rules.firestorm.battles.results import has_room
from rules.firestorm.faction_figures import bouts_of, is_siege_battle
from rules.firestorm.state import Battle

TERRAIN = "firestorm.roll_terrain"


@dataclass(frozen=True, slots=True)
class Commands:
    """Command points of a side for the next game: rolled, or the tap that rolls them."""

    name: str
    points: int | None
    tap: MapTap | None


@dataclass(frozen=True)
class BeforeBattle:
    """`changes`: this side may still agree on other values, `counts`: on the number of games too; `terrain`
    is pieces by tile, once rolled.
    """

    me: str
    changes: bool
    counts: bool
    size: int
    games: int
    scenario: str
    terrain: tuple[int, ...]
    roll: MapTap | None
    commands: tuple[Commands, ...]
    words: str
    place: str

    @property
    def summary(self) -> str:
        """What is agreed on, in a line."""
        games = _("%(n)d games") % {"n": self.games} if self.games > 1 else ""
        size = _("%(n)d points") % {"n": self.size}
        return " · ".join(filter(None, (size, games, self.scenario)))


def battle_preparation(viewer: FirestormViewer, battle: Battle, me: str, *, is_open: bool) -> BeforeBattle:
    """What is agreed on, and what one may still change."""
    changes = is_open and me in battle.factions
    place = viewer.state.territories[battle.territory]
    rolled = _terrain(viewer, battle)
    sent = hidden_fields(battle=battle.id, faction=me)
    roll = MapTap("roll_terrain", _("Roll for terrain"), sent, icon="dice-5-fill", look="btn")
    return BeforeBattle(
        me=me,
        changes=changes,
        counts=not (battle.third or is_siege_battle(viewer.state, battle.id)),
        size=battle.points or viewer.book.settings.banner_points,
        games=battle.games,
        scenario=battle.scenario,
        terrain=rolled,
        roll=roll if changes and not rolled else None,
        commands=tuple(_commands(viewer, battle, changes=changes)),
        words=place.words,
        place=viewer.state.name_of(place.id),
    )


def _terrain(viewer: FirestormViewer, battle: Battle) -> tuple[int, ...]:
    """Pieces of terrain on each tile; the dice are all there is of it."""
    found = viewer.scope.entries.filter(procedure=TERRAIN, void=False, params__battle=battle.id).first()
    if found is None:
        return ()
    given = loaded_answers(found.answers)
    tiles = sorted((int(key.rpartition(":")[2]), one.value) for key, one in given.items())
    return tuple(value for _tile, value in tiles if isinstance(value, int))


def _commands(viewer: FirestormViewer, battle: Battle, *, changes: bool) -> Iterator[Commands]:
    """Each side's points for the next game that is not reported; it is rolled anew for each."""
    waiting = bouts_of(viewer.state, battle.id, "open")
    full = not has_room(viewer.state, battle)
    for faction in battle.factions:
        known = next((dict(one.commands)[faction] for one in waiting if faction in dict(one.commands)), None)
        may = changes and known is None and (bool(waiting) or not full)
        mine = may and (viewer.owns(faction) or viewer.acts_for(faction))
        tap = None
        if mine:
            sent = hidden_fields(battle=battle.id, faction=faction)
            tap = MapTap("roll_commands", _("Roll for command points"), sent, icon="dice-5-fill", look="btn")
        if known is not None or tap:
            yield Commands(viewer.state.name_of(faction), known, tap)
