"""Before the first turn: settings, the map, factions and their players, corners and alliances.

Source: FS-01, FS-02, FS-06, FS-180 … FS-183
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

from rules.engine.effects import Effect
from rules.engine.games import ActTrait
from rules.engine.ids import label
from rules.engine.language import say
from rules.engine.names import is_taken
from rules.engine.procedure import Procedure, ask_nothing, checked_name, require
from rules.firestorm.book import FirestormInForce, firestorm_settings
from rules.firestorm.faction_figures import player_battles_played, players_of, plays, sole_sealer
from rules.firestorm.game import GAME, FirestormCtx, turns_have_begun
from rules.firestorm.ground import firestorm_map_errors
from rules.firestorm.league_effects import (
    FactionDropped,
    FactionFounded,
    FactionNamed,
    FactionSet,
    FirestormMapLaid,
    FirestormRealmNamed,
    FirestormSettingsChanged,
    PlayerJoined,
    PlayerLeft,
)
from rules.firestorm.phases.admission import (
    faction_of,
    faction_problems,
    phase_problems,
    require_place,
    require_player,
)
from rules.firestorm.setting_up.objectives import objective_of
from rules.firestorm.state import Alliance, Faction, Firestorm, Player, Territory, Trait
from rules.firestorm.work import FirestormWork
from rules.maps.model import Map, Place
from rules.turns.problems import TurnProblem, stop

MOST_NAME = 60


@GAME.procedure("set_options", rules=("FS-06",), slot="options", by="organiser", repeat=True)
def set_firestorm_options(
    ctx: FirestormCtx, *, settings: dict[str, object], words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Change the league’s settings.

    `settings` holds what is changed; the rest stays. Once play has begun, a frozen option wants `words` that
    say why: a ruling of the organiser. Source: FS-06
    """
    yield from ask_nothing()
    kept = dict(ctx.state.now.settings)
    changed = firestorm_settings({**kept, **settings}, ctx.state.now.edition)
    texts = ctx.book.book.settings
    frozen = [key for key in settings if key in texts and texts[key].frozen]
    if frozen and turns_have_begun(ctx.state) and not words.strip():
        raise ctx.book.problem("E54").about("words").refused()
    return (FirestormSettingsChanged(settings=changed, rule="FS-06"),)


@GAME.procedure("name_realm", rules=("FS-09",), slot="realm", by="organiser", repeat=True)
def name_realm(ctx: FirestormCtx, *, name: str) -> Procedure[tuple[Effect, ...]]:
    """Name the realm the league is fought in. Source: FS-09"""
    yield from ask_nothing()
    return (
        FirestormRealmNamed(
            name=checked_name(name, MOST_NAME, "FS-09", say("Enter the name of the realm.")), rule="FS-09"
        ),
    )


@GAME.procedure("lay_map", rules=("FS-180", "FS-181", "FS-184"), slot="map", by="organiser", repeat=True)
def lay_factions_map(ctx: FirestormCtx, *, map: Map) -> Procedure[tuple[Effect, ...]]:
    """Set up the map the league is played on, as the league’s own copy.

    Refuses a map with faults, naming the first. Corners taken before are free again.
    Source: FS-180, FS-181, FS-182, FS-184
    """
    yield from stop(phase_problems(ctx.state, ctx.book, "lay_map"))
    faults = firestorm_map_errors(map)
    require(not faults, "FS-181", faults[0] if faults else "", "map")
    work = FirestormWork(ctx)
    places = tuple(_territory(one) for one in map.places)
    work.do(
        FirestormMapLaid(
            ground=replace(map.ground, id="map"), territories=places, links=map.links, rule="FS-180"
        )
    )
    for one in ctx.state.factions.values():
        if one.corner:
            work.do(_set(one, corner=""))
    return work.done()


def _territory(place: Place) -> Territory:
    return Territory(**{one.name: getattr(place, one.name) for one in fields(Place)})


def _set(
    faction: Faction,
    *,
    alliance: Alliance | None = None,
    corner: str | None = None,
    trait: Trait | None = None,
    words: str = "",
    rule: str = "FS-02",
) -> FactionSet:
    """A faction with some of what it chooses changed."""
    return FactionSet(
        faction=faction.id,
        alliance=faction.alliance if alliance is None else alliance,
        corner=faction.corner if corner is None else corner,
        trait=faction.trait if trait is None else trait,
        words=words,
        rule=rule,
    )


# Factions and their players


@GAME.procedure(
    "found",
    rules=("FS-01",),
    slot="found:{colour}",
    by="person:{owner}",
    repeat=True,
    traits=(ActTrait.TAKES_SEAT,),
)
def found_faction(
    ctx: FirestormCtx,
    *,
    colour: str,
    name: str = "",
    emblem: str = "",
    owner: str = "",
    faction: str = "",
    player: str = "",
) -> Procedure[tuple[Effect, ...]]:
    """Create a faction, as its first player. Source: FS-01"""
    state, book = ctx.state, ctx.book
    yield from stop(phase_problems(state, book, "found"))
    yield from label(faction, "FS-01", "faction")
    yield from label(player, "FS-01", "player")
    yield from stop(_founding_problems(state, book, colour, name, owner))
    new = Faction(id=faction or ctx.new("faction"), owner=owner, name=name, colour=colour, emblem=emblem)
    require(new.id not in state.factions, "FS-01", say("This faction is already in the league."), "faction")
    first = Player(id=player or ctx.new("player"), faction=new.id, owner=owner)
    _require_fresh(state, first.id)
    return (FactionFounded(faction=new, rule="FS-01"), PlayerJoined(player=first, rule="FS-01"))


def _founding_problems(
    state: Firestorm, book: FirestormInForce, colour: str, name: str, owner: str
) -> Iterator[TurnProblem]:
    most = book.figures.most_factions
    if len(state.factions) >= most:
        yield book.problem("E06", most=most)
    yield from _belongs(state, book, owner)
    if colour in {one.colour for one in state.factions.values()}:
        yield book.problem("E16").about("colour")
    yield from _name_problems(state, book, name, "")


def _name_problems(
    state: Firestorm, book: FirestormInForce, name: str, faction: str
) -> Iterator[TurnProblem]:
    if is_taken(name, (one.name for one in state.factions.values() if one.id != faction)):
        yield book.problem("E150", name=name).about("name")


def _belongs(state: Firestorm, book: FirestormInForce, owner: str) -> Iterator[TurnProblem]:
    """A person is a player of exactly one faction. Source: FS-01"""
    for one in state.players.values():
        if owner and one.owner == owner:
            yield book.problem("E07", faction=state.name_of(one.faction))


@GAME.procedure(
    "join",
    rules=("FS-01", "FS-07", "FS-26"),
    slot="join:{faction}:{owner}",
    by="person:{owner}",
    once_begun="side:{faction}",
    repeat=True,
    traits=(ActTrait.IF_NOBODY_ELSE, ActTrait.TAKES_SEAT),
)
def join_as_player(
    ctx: FirestormCtx, *, faction: str, owner: str = "", name: str = "", player: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Join a faction and act together with its players.

    Once play has begun the faction takes somebody in, who plays from the next turn on and until then learns
    nothing of what it keeps to itself. Source: FS-01, FS-26
    """
    state = ctx.state
    yield from stop(faction_problems(state, ctx.book, "join", faction))
    yield from label(player, "FS-01", "player")
    yield from stop(_belongs(state, ctx.book, owner))
    since = state.now.turn + 1 if turns_have_begun(state) else 0
    new = Player(id=player or ctx.new("player"), faction=faction, owner=owner, name=name, since=since)
    _require_fresh(state, new.id)
    return (PlayerJoined(player=new, rule="FS-01"),)


def _require_fresh(state: Firestorm, player: str) -> None:
    """Nobody comes in under the id of somebody who plays, or who has left a secret objective.

    Source: FS-01, FS-04
    """
    known = player in state.players or objective_of(state, player) is not None
    require(not known, "FS-01", say("This player has already joined."), "player")


@GAME.procedure(
    "leave_faction",
    rules=("FS-01", "FS-26"),
    slot="player:{player}:leave",
    by="side:{player}",
    traits=(ActTrait.GIVES_UP,),
)
def leave_faction(ctx: FirestormCtx, *, player: str, words: str = "") -> Procedure[tuple[Effect, ...]]:
    """Leave your faction immediately; before play begins, its last player cannot leave.
    Source: FS-01, FS-26
    """
    state = ctx.state
    yield from ask_nothing()
    mine = require_player(state, ctx.book, player)
    last = players_of(state, mine.faction) == [player]
    withdraws = say("You are the last player of this faction: withdraw the faction instead.")
    require(turns_have_begun(state) or not last, "FS-01", withdraws, "player")
    gone = PlayerLeft(
        player=player,
        faction=mine.faction,
        words=words,
        owner=mine.owner,
        turn=state.now.turn if plays(state, mine) else 0,
        games=player_battles_played(state, mine),
        until=ctx.now,
        rule="FS-01",
    )
    before, after = (sole_sealer(one, ctx.book, mine.faction) for one in (state, gone.apply(state)))
    return (replace(gone, sealer="" if before == after else after),)


@GAME.procedure(
    "withdraw", rules=("FS-01",), slot="withdraw:{faction}", by="side:{faction}", traits=(ActTrait.GIVES_UP,)
)
def withdraw_faction(ctx: FirestormCtx, *, faction: str) -> Procedure[tuple[Effect, ...]]:
    """Withdraw a faction before the league begins. Source: FS-01"""
    yield from stop(faction_problems(ctx.state, ctx.book, "withdraw", faction))
    return (FactionDropped(faction=faction, rule="FS-01"),)


@GAME.procedure("rename", rules=("FS-185",), slot="rename:{faction}", by="side:{faction}", repeat=True)
def rename_faction(
    ctx: FirestormCtx, *, faction: str, colour: str, name: str = "", emblem: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Change the name, colour or emblem of your faction; once the league is over, only the name.

    Source: FS-185
    """
    mine = faction_of(ctx.state, ctx.book, faction)
    is_new = colour != mine.colour
    if ctx.state.now.phase == "finished" and is_new:
        yield from stop(one.about("colour") for one in phase_problems(ctx.state, ctx.book, "rename"))
    if is_new and colour in {one.colour for one in ctx.state.factions.values()}:
        yield from stop([ctx.book.problem("E16").about("colour")])
    yield from stop(_name_problems(ctx.state, ctx.book, name, faction))
    return (FactionNamed(faction=faction, name=name, colour=colour, emblem=emblem, rule="FS-185"),)


@GAME.procedure("take_corner", rules=("FS-02",), slot="corner:{faction}", by="side:{faction}", repeat=True)
def take_corner(ctx: FirestormCtx, *, faction: str, territory: str) -> Procedure[tuple[Effect, ...]]:
    """Choose the corner your faction begins in. Source: FS-02"""
    state, book = ctx.state, ctx.book
    yield from stop(faction_problems(state, book, "take_corner", faction))
    place = require_place(state, book, territory)
    if not place.corner:
        raise book.problem("E09").about("territory").refused()
    taken = [one for one in state.factions.values() if one.corner == territory and one.id != faction]
    yield from stop(book.problem("E08", faction=state.name_of(one.id)).about("territory") for one in taken)
    return (_set(state.factions[faction], corner=territory),)


@GAME.procedure(
    "choose_alliance",
    rules=("FS-06",),
    slot="alliance:{faction}",
    by="side:{faction}",
    once_begun="organiser",
    repeat=True,
)
def choose_alliance(
    ctx: FirestormCtx, *, faction: str, alliance: Alliance, words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Choose the grand alliance whose bonus your faction has.

    Fixed from the first turn on; then an organiser alone may rule otherwise, who says in `words` why.
    Source: FS-06
    """
    state, book = ctx.state, ctx.book
    yield from stop(faction_problems(state, book, "choose_alliance", faction))
    if turns_have_begun(state) and not words.strip():
        yield from stop([book.problem("E10").about("alliance")])
    return (_set(state.factions[faction], alliance=alliance, words=words, rule="FS-06"),)


@GAME.procedure("set_trait", rules=("FS-145",), slot="trait:{faction}", by="side:{faction}", repeat=True)
def set_trait(ctx: FirestormCtx, *, faction: str, trait: Trait = "") -> Procedure[tuple[Effect, ...]]:
    """Choose whether your faction fights sieges as duardin or ogors. Source: FS-145"""
    yield from stop(faction_problems(ctx.state, ctx.book, "set_trait", faction))
    return (_set(ctx.state.factions[faction], trait=trait, rule="FS-145"),)
