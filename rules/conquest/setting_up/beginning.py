"""Before the first round: options, map, players, the order of picking, capitals. Source: CQ-01 … CQ-12."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from functools import partial

from rules.conquest.book import ConquestInForce, conquest_settings
from rules.conquest.effects import BuildingChanged
from rules.conquest.game import GAME, ConquestCtx, rounds_have_begun
from rules.conquest.ground import conquest_map_errors, conquest_map_warnings, fairness, player_count_advice
from rules.conquest.league_effects import (
    CapitalPicked,
    ConquestMapLaid,
    ConquestRealmNamed,
    ConquestSettingsChanged,
    PickOrderSet,
    RealmDropped,
    RealmJoined,
    Sails,
)
from rules.conquest.realm_figures import active_realms
from rules.conquest.reckoning.reach import may_stand, unfit
from rules.conquest.rounds.admission import realm_turn_problems, require_territory
from rules.conquest.rounds.phases import PHASES, enter_round_phase, pass_on
from rules.conquest.state import Conquest, Realm, Territory
from rules.conquest.work import ConquestWork
from rules.engine.effects import Effect
from rules.engine.games import ActTrait
from rules.engine.ids import label
from rules.engine.language import mark, said, say
from rules.engine.names import is_taken
from rules.engine.procedure import Procedure, admit, require
from rules.engine.questions import ORGANISER, Draw, Option, side
from rules.engine.refusals import Refused
from rules.maps.model import Ground, Map, Place, distances, neighbours
from rules.turns.problems import TurnProblem, first_of, stop

LEAST_REALMS = 2


def claimable(state: Conquest) -> int:
    """Territories somebody can own. Source: CQ-01."""
    return sum(not one.is_sea for one in state.territories.values())


def needed(state: Conquest, book: ConquestInForce) -> int:
    """Territories the map must have for its players. Source: CQ-01."""
    playing = sum(one.status in ("waiting", "active") for one in state.realms.values())
    return book.figures.tiles_per_realm * playing


@GAME.procedure("set_options", rules=("CQ-12", "CQ-119"), slot="options", by="organiser", repeat=True)
def set_conquest_options(
    ctx: ConquestCtx, *, settings: dict[str, object], words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Change the league’s settings.

    `settings` holds what is changed; the rest stays. Once play has begun, a frozen option wants `words`
    that say why: a ruling of the organiser. Gold that was hidden then stays so. Source: CQ-12, CQ-119
    """
    shows = rounds_have_begun(ctx.state) and not ctx.book.settings.gold_public and settings.get("gold_public")
    sentence = say("Gold was hidden when the league began, so it stays hidden.")
    yield from admit(not shows, "CQ-119", sentence, "settings")
    kept = dict(ctx.state.now.settings)
    changed = conquest_settings({**kept, **settings}, ctx.state.now.edition)
    frozen = [key for key in settings if key in ctx.book.book.settings and _is_frozen(ctx.book, key)]
    require(
        not rounds_have_begun(ctx.state) or not frozen or bool(words.strip()),
        "CQ-12",
        _x(ctx.book, "X23"),
        "words",
    )
    return (ConquestSettingsChanged(settings=changed, rule="CQ-12"),)


def _is_frozen(book: ConquestInForce, key: str) -> bool:
    return book.book.settings[key].frozen


def _x(book: ConquestInForce, code: str) -> str:
    return book.problem(code).sentence


@GAME.procedure("lay_map", rules=("CQ-02", "CQ-03"), slot="map", by="organiser", repeat=True)
def lay_empires_map(ctx: ConquestCtx, *, map: Map) -> Procedure[tuple[Effect, ...]]:
    """Set up the map the league is played on, as the league’s own copy.

    Source: CQ-02, CQ-03. Refuses a map with faults, naming the first.
    """
    yield from admit(not rounds_have_begun(ctx.state), "CQ-21", _phase(ctx))
    faults = conquest_map_errors(map)
    require(not faults, "CQ-03", faults[0] if faults else "")
    places = tuple(_territory(one) for one in map.places)
    return (
        ConquestMapLaid(
            ground=replace(map.ground, id="map"), territories=places, links=map.links, rule="CQ-03"
        ),
    )


def _territory(place: Place) -> Territory:
    """A place of the map as ground of a league."""
    return Territory(**{one.name: getattr(place, one.name) for one in fields(place)})


def _phase(ctx: ConquestCtx) -> str:
    return str(ctx.book.problem("E01", phase=said(PHASES[ctx.state.now.phase].title)).sentence)


@GAME.procedure(
    "enlist",
    rules=("CQ-04",),
    slot="enlist:{colour}",
    by="person:{owner}",
    once_begun="organiser",
    repeat=True,
    traits=(ActTrait.TAKES_SEAT,),
)
def enlist_empire(
    ctx: ConquestCtx, *, colour: str, name: str = "", emblem: str = "", owner: str = "", realm: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Join the league with a banner in a colour of your own.

    Into a running league an organiser takes somebody; they pick a capital when the next round begins.
    Source: CQ-04
    """
    state = ctx.state
    if owner:
        yield from one_empire_each(ctx, owner, "CQ-04")
    yield from _free_colour(ctx, colour, "")
    yield from _free_name(ctx, name, "")
    yield from label(realm, "CQ-04", "realm")
    new = Realm(
        id=realm or ctx.new("realm"),
        owner=owner,
        name=name,
        colour=colour,
        emblem=emblem,
        status="waiting",
    )
    require(new.id not in state.realms, "CQ-04", say("This player has already joined."), "realm")
    work = ConquestWork(ctx)
    work.do(RealmJoined(realm=new, rule="CQ-04"))
    if rounds_have_begun(state):
        work.do(PickOrderSet(order=(*state.now.pick_order, new.id), rule="CQ-05"))
    return work.done()


def one_empire_each(ctx: ConquestCtx, owner: str, rule: str, key: str | None = None) -> Procedure[None]:
    """Whoever plays an empire that is not out takes no second one.

    Source: CQ-04, CQ-20
    """
    playing = (one for one in ctx.state.realms.values() if one.status in ("active", "waiting"))
    mine = next((one for one in playing if one.owner == owner), None)
    sentence = say(
        "A player can have only one empire, and this player already plays {empire}.",
        empire=ctx.state.name_of(mine.id) if mine else "",
    )
    yield from admit(mine is None, rule, sentence, key)


def _free_colour(ctx: ConquestCtx, colour: str, realm: str) -> Procedure[None]:
    taken = {one.colour for one in ctx.state.realms.values() if one.id != realm}
    if colour in taken:
        yield from stop([ctx.book.problem("E38").about("colour")])


def _free_name(ctx: ConquestCtx, name: str, realm: str) -> Procedure[None]:
    others = (one.name for one in ctx.state.realms.values() if one.id != realm)
    if is_taken(name, others):
        yield from stop([ctx.book.problem("X42", name=name).about("name")])


@GAME.procedure("rename", rules=("CQ-04",), slot="rename:{realm}", by="side:{realm}", repeat=True)
def rename_realm(
    ctx: ConquestCtx, *, realm: str, colour: str, name: str = "", emblem: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Change the name, colour or emblem of your empire; once the league is over, only the name.

    Source: CQ-04, CQ-127
    """
    _known(ctx, realm)
    now = ctx.state.now
    if now.phase == "finished" and colour != ctx.state.realms[realm].colour:
        over = ctx.book.problem("E36", player=ctx.state.name_of(now.winner))
        yield from stop([over.about("colour")])
    yield from _free_colour(ctx, colour, realm)
    yield from _free_name(ctx, name, realm)
    return (ConquestRealmNamed(realm=realm, name=name, colour=colour, emblem=emblem, rule="CQ-04"),)


def _known(ctx: ConquestCtx, realm: str) -> None:
    require(realm in ctx.state.realms, "CQ-20", say("There is no such player in this league."), "realm")


@GAME.procedure(
    "withdraw", rules=("CQ-20",), slot="withdraw:{realm}", by="side:{realm}", traits=(ActTrait.GIVES_UP,)
)
def withdraw_realm(ctx: ConquestCtx, *, realm: str) -> Procedure[tuple[Effect, ...]]:
    """Leave the league before it begins. Source: CQ-20."""
    _known(ctx, realm)
    yield from admit(not rounds_have_begun(ctx.state), "CQ-21", _phase(ctx))
    return (RealmDropped(realm=realm, rule="CQ-20"),)


@GAME.procedure("sign_on", rules=("CQ-137",), slot="sea:{realm}", by="side:{realm}", repeat=True)
def sign_on(ctx: ConquestCtx, *, realm: str, sails: bool = True) -> Procedure[tuple[Effect, ...]]:
    """Sign up for battles at sea, or withdraw from them. Source: CQ-137."""
    _known(ctx, realm)
    if not ctx.book.settings.naval:
        yield from stop([ctx.book.problem("X08")])
    return (Sails(realm=realm, sails=sails, rule="CQ-137"),)


@GAME.procedure("begin_play", rules=("CQ-01", "CQ-05"), slot="begin", by="organiser")
def begin_conquest(ctx: ConquestCtx, *, order: tuple[str, ...] = ()) -> Procedure[tuple[Effect, ...]]:
    """Begin the league: you set the order in which capitals are picked, or it is drawn by lot.

    Source: CQ-01, CQ-05, CQ-12.
    """
    state, book = ctx.state, ctx.book
    yield from stop(conquest_start_problems(state, book))
    if order and sorted(order) != sorted(state.realms):
        raise book.problem("X27").about("order").refused()
    if not order:
        require(book.settings.pick_order == "dice", "CQ-05", _x(book, "X27"), "order")
        order = yield from _drawn_order(state)
    work = ConquestWork(ctx)
    work.do(PickOrderSet(order=order, rule="CQ-05"))
    for realm in sorted(state.realms):
        work.gold(realm, book.settings.start_gold, "start", "", "CQ-12")
    enter_round_phase(work, "capitals")
    return work.done()


def conquest_start_problems(state: Conquest, book: ConquestInForce) -> Iterator[TurnProblem]:
    """Why the league cannot begin yet. Source: CQ-01, CQ-21"""
    if rounds_have_begun(state):
        yield book.problem("E01", phase=said(PHASES[state.now.phase].title))
    if len(state.realms) < LEAST_REALMS:
        yield book.problem("X28")
    found, wanted = claimable(state), needed(state, book)
    if found < wanted:
        yield book.problem("E35", needed=wanted, players=len(state.realms), found=found)


def _drawn_order(state: Conquest) -> Procedure[tuple[str, ...]]:
    left: list[str] = sorted(state.realms)
    drawn: list[str] = []
    while len(left) > 1:
        options = tuple(Option(one, state.name_of(one)) for one in left)
        question = Draw(
            f"pick:{len(drawn) + 1}",
            say("Who is number {number} to pick a capital?", number=len(drawn) + 1),
            rule="CQ-05",
            who=ORGANISER,
            options=options,
            left_out=partial(_drawn_before, state, tuple(drawn)),
        )
        chosen: str = yield question
        drawn.append(chosen)
        left.remove(chosen)
    return (*drawn, *left)


def _drawn_before(state: Conquest, drawn: tuple[str, ...], realm: str) -> Refused | None:
    if realm not in drawn:
        return None
    return Refused("CQ-05", say("{player} has already been drawn.", player=state.name_of(realm)))


# Capitals


NO_ROOM = mark(
    "There is no room left for another capital. An organiser can add a territory to the map, at least two "
    "steps from every capital."
)


def spaced(state: Conquest, book: ConquestInForce) -> list[Territory]:
    """Free territories far enough from every capital, in id order. Source: CQ-06."""
    near = neighbours(state.links.values())
    capitals = [one.capital for one in state.realms.values() if one.capital and one.status == "active"]
    close = {
        place
        for capital in capitals
        for place, steps in distances(capital, near).items()
        if steps < book.figures.capital_distance
    }
    return [
        one
        for _, one in sorted(state.territories.items())
        if not one.is_sea and not one.owner and one.id not in close
    ]


def legal_cities(state: Conquest, book: ConquestInForce) -> list[Territory]:
    """Free cities far enough from every capital. Source: CQ-06, CQ-07"""
    return [one for one in spaced(state, book) if one.building == "city"]


def legal_capitals(state: Conquest, book: ConquestInForce) -> list[Territory]:
    """Where a capital may be now: a spaced city, or where one may be added. Source: CQ-06 … CQ-08."""
    cities = legal_cities(state, book)
    return cities or [one for one in spaced(state, book) if may_stand(book, "city", one)]


def lacks_room(state: Conquest, book: ConquestInForce) -> bool:
    """Whether a capital is to be picked and can be nowhere. Source: CQ-06, CQ-07"""
    return state.now.phase == "capitals" and not legal_capitals(state, book)


def capital_problems(state: Conquest, book: ConquestInForce, place: Territory) -> Iterator[TurnProblem]:
    """Why this is no capital, first things first. Source: CQ-06 … CQ-08."""
    if place.is_sea:
        yield book.problem("E32")
    if place.owner:
        yield book.problem("X09")
    if place.id not in {one.id for one in spaced(state, book)}:
        yield book.problem("E33")
    if place.building != "city" and legal_cities(state, book):
        yield book.problem("E34")
    if place.building != "city" and not may_stand(book, "city", place):
        yield unfit(book, "city", place)


@GAME.procedure("pick_capital", rules=("CQ-06", "CQ-07", "CQ-08"), slot="capital:{realm}", by="side:{realm}")
def pick_capital(
    ctx: ConquestCtx, *, round: int, realm: str, territory: str
) -> Procedure[tuple[Effect, ...]]:
    """Pick a city as your capital, or add one when none is left.

    Source: CQ-05 … CQ-10.
    """
    yield from stop(realm_turn_problems(ctx.state, ctx.book, "pick_capital", realm, round))
    place = require_territory(ctx.state, ctx.book, territory)
    yield from stop(capital_problems(ctx.state, ctx.book, place))
    return _settled_at(ctx, realm, place)


def _settled_at(ctx: ConquestCtx, realm: str, place: Territory) -> tuple[Effect, ...]:
    work = ConquestWork(ctx)
    if place.building != "city":
        work.do(BuildingChanged(territory=place.id, building="city", before=place.building, rule="CQ-08"))
    work.do(CapitalPicked(realm=realm, territory=place.id, rule="CQ-09"))
    pass_on(work, realm)
    return work.done()


@GAME.procedure("draw_capital", rules=("CQ-05",), slot="capital:{realm}", by="side:{realm}")
def draw_capital(ctx: ConquestCtx, *, round: int, realm: str) -> Procedure[tuple[Effect, ...]]:
    """Have a capital drawn by lot; also done for a player who does not pick one in time.

    Source: CQ-05
    """
    yield from stop(realm_turn_problems(ctx.state, ctx.book, "draw_capital", realm, round))
    legal = legal_capitals(ctx.state, ctx.book)
    if not legal:
        raise Refused("CQ-06", said(NO_ROOM))
    chosen: str = yield Draw(
        f"capital:{realm}",
        say("Where does {player} begin?", player=ctx.state.name_of(realm)),
        rule="CQ-05",
        who=side(realm),
        options=tuple(Option(one.id, one.name or one.id) for one in legal),
        left_out=partial(_no_capital, ctx),
    )
    return _settled_at(ctx, realm, ctx.state.territories[chosen])


def _no_capital(ctx: ConquestCtx, territory: str) -> Refused | None:
    place = ctx.state.territories.get(territory)
    problem = first_of(capital_problems(ctx.state, ctx.book, place)) if place else None
    return problem.refused() if problem else None


def empires_map_advice(state: Conquest) -> list[str]:
    """What deserves a look on this league's map, the ways to objectives among it. Source: CQ-11."""
    ground = state.ground["map"] if "map" in state.ground else Ground()
    map_ = Map(ground=ground, places=tuple(state.territories.values()), links=tuple(state.links.values()))
    capitals = [one.capital for one in active_realms(state) if one.capital in state.territories]
    return (
        [*conquest_map_warnings(map_), *fairness(map_, capitals)]
        if capitals
        else player_count_advice(map_, max(2, len(state.realms)))
    )
