"""Before a battle is played: its size and number of games, its battleplan, terrain, command points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.engine.stored.journal import answers_of
from maps.firestorm.here import FirestormHere
from maps.ground.taps import MapTap, fields
from rules.firestorm.battles.results import has_room
from rules.firestorm.standing import besieged, bouts_of
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


def before(here: FirestormHere, battle: Battle, me: str, *, is_open: bool) -> BeforeBattle:
    """What is agreed on, and what one may still change."""
    changes = is_open and me in battle.factions
    place = here.state.territories[battle.territory]
    rolled = _terrain(here, battle)
    sent = fields(battle=battle.id, faction=me)
    roll = MapTap("roll_terrain", _("Roll terrain"), sent, icon="dice-5-fill", look="btn")
    return BeforeBattle(
        me=me,
        changes=changes,
        counts=not (battle.third or besieged(here.state, battle.id)),
        size=battle.points or here.book.settings.banner_points,
        games=battle.games,
        scenario=battle.scenario,
        terrain=rolled,
        roll=roll if changes and not rolled else None,
        commands=tuple(_commands(here, battle, changes=changes)),
        words=place.words,
        place=here.state.name_of(place.id),
    )


def _terrain(here: FirestormHere, battle: Battle) -> tuple[int, ...]:
    """Pieces of terrain on each tile; the dice are all there is of it."""
    found = here.scope.entries.filter(procedure=TERRAIN, void=False, params__battle=battle.id).first()
    if found is None:
        return ()
    given = answers_of(found.answers)
    tiles = sorted((int(key.rpartition(":")[2]), one.value) for key, one in given.items())
    return tuple(value for _tile, value in tiles if isinstance(value, int))


def _commands(here: FirestormHere, battle: Battle, *, changes: bool) -> Iterator[Commands]:
    """Each side's points for the next game that is not reported; it is rolled anew for each."""
    waiting = bouts_of(here.state, battle.id, "open")
    full = not has_room(here.state, battle)
    for faction in battle.factions:
        known = next((dict(one.commands)[faction] for one in waiting if faction in dict(one.commands)), None)
        may = changes and known is None and (bool(waiting) or not full)
        mine = may and (here.owns(faction) or here.acts_for(faction))
        tap = None
        if mine:
            sent = fields(battle=battle.id, faction=faction)
            tap = MapTap("roll_commands", _("Roll command points"), sent, icon="dice-5-fill", look="btn")
        if known is not None or tap:
            yield Commands(here.state.name_of(faction), known, tap)
