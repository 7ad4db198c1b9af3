"""What only the organiser does: pass somebody over, pause, extend, correct the map, give and take.

Every one of these carries the reason in `words`. Stepping back is the journal's, not a rule's.
Source: CQ-01, CQ-20, CQ-22.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pydantic import ValidationError

from rules.conquest.book import ConquestInForce
from rules.conquest.effects import BannerMoved, BuildingChanged, GoldMoved, PointsMoved, SiegeOver
from rules.conquest.game import GAME, ConquestCtx, rounds_have_begun
from rules.conquest.league.sides import empire_battles_played
from rules.conquest.league_effects import (
    ConquestDeadlineSet,
    ConquestLinkChanged,
    ConquestPaused,
    ConquestResumed,
    ConquestTerritoryRedrawn,
    ConquestTerritoryRemoved,
    ConquestWon,
    RealmDropped,
    RealmHandedOver,
    RealmOut,
    Skipped,
)
from rules.conquest.realm_figures import FORTS, active_realms, undecided_battles
from rules.conquest.reckoning.victory import book_victory, cancel_battle, drop_empire
from rules.conquest.rounds.admission import require_territory, round_problems
from rules.conquest.rounds.closing import lapse_points
from rules.conquest.rounds.phases import PHASES, advance_phase, pass_on
from rules.conquest.setting_up.beginning import claimable, needed, one_empire_each
from rules.conquest.standings import RealmStanding, realm_standings
from rules.conquest.state import BUILDINGS, Building, Conquest, Territory
from rules.conquest.work import ConquestWork
from rules.engine.codec import dump, load
from rules.engine.effects import Effect
from rules.engine.games import ActTrait
from rules.engine.ids import is_id, no_id
from rules.engine.language import say
from rules.engine.procedure import Procedure, admit, ask_nothing, require
from rules.engine.refusals import Refused
from rules.maps.check import strange
from rules.maps.model import Place, link
from rules.turns.problems import stop

MOST_GIVEN = 100_000  # gold or points at once
SKIPPABLE = ("events", "challenge", "conquest")


@GAME.procedure("skip", rules=("CQ-22",), slot="round:{round}:{realm}:skip:{turn}", by="organiser")
def skip_player(
    ctx: ConquestCtx, *, round: int, turn: int, realm: str, words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Skip the player whose turn it is; also done when their time is up.

    No event, no challenge issued, or no more spending (one point is kept). `turn` is the campaign's count of
    turns. Source: CQ-22.
    """
    now = ctx.state.now
    yield from stop(round_problems(ctx.state, ctx.book, _act_of(now.phase), round, seen=turn == now.turn))
    if now.phase not in SKIPPABLE or now.active != realm:
        yield from stop([ctx.book.problem("X29").about("realm")])
    work = ConquestWork(ctx)
    work.do(Skipped(realm=realm, phase=now.phase, words=words, rule="CQ-22"))
    if now.phase == "conquest":
        lapse_points(work, realm)
    pass_on(work, realm)
    return work.done()


def _act_of(phase: str) -> str:
    """An act of the phase, so that the phase itself never refuses a skip that has its own sentence."""
    return next((row.acts[0] for row in PHASES.values() if row.name == phase and row.acts), "skip")


@GAME.procedure(
    "pause", rules=("CQ-21",), slot="pause", by="organiser", repeat=True, traits=(ActTrait.PAUSES_LEAGUE,)
)
def pause_rounds(ctx: ConquestCtx, *, words: str = "") -> Procedure[tuple[Effect, ...]]:
    """Pause the league and all its deadlines. Source: CQ-22."""
    yield from admit(not ctx.state.now.paused, "CQ-21", say("The league is already paused."))
    return (ConquestPaused(at=ctx.now, words=words, rule="CQ-21"),)


@GAME.procedure(
    "resume", rules=("CQ-21",), slot="resume", by="organiser", repeat=True, traits=(ActTrait.RESUMES_LEAGUE,)
)
def resume_rounds(ctx: ConquestCtx) -> Procedure[tuple[Effect, ...]]:
    """Continue after a pause; deadlines are put back by its length. Source: CQ-22."""
    now = ctx.state.now
    yield from admit(now.paused, "CQ-21", say("The league is not paused."))
    deadline = now.deadline
    if deadline and ctx.now and now.paused_at:
        deadline += ctx.now - now.paused_at
    return (ConquestResumed(deadline=deadline, rule="CQ-21"),)


@GAME.procedure("extend", rules=("CQ-22",), slot="extend", by="organiser", repeat=True)
def set_round_deadline(
    ctx: ConquestCtx, *, until: datetime | None = None, words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Give the current turn or phase a new deadline, or none. Source: CQ-22."""
    late = until is not None and ctx.now is not None and until <= ctx.now
    yield from admit(not late, "CQ-22", say("Choose a time in the future."), "until")
    return (ConquestDeadlineSet(deadline=until, words=words, rule="CQ-22"),)


@GAME.procedure(
    "close",
    rules=("CQ-15", "CQ-127"),
    slot="end",
    by="organiser",
    repeat=True,
    traits=(ActTrait.CLOSES_LEAGUE,),
)
def close_conquest(ctx: ConquestCtx, *, words: str = "") -> Procedure[tuple[Effect, ...]]:
    """End the league now; the largest empire wins.

    Battles that are not decided are called off; who is as large as another goes by the order of the round.
    Source: CQ-15, CQ-127
    """
    state = ctx.state
    yield from admit(rounds_have_begun(state), "CQ-127", say("Only a running league can be ended."))
    why = say("Players plan around how long the league runs: say why you are ending it.")
    yield from admit(bool(words.strip()), "CQ-127", why, "words")
    work = ConquestWork(ctx)
    for battle in undecided_battles(state):
        cancel_battle(work, battle.id, "CQ-88", words.strip())
    work.do(_won_by_size(state, ctx.book, words.strip()))
    return work.done()


def _won_by_size(state: Conquest, book: ConquestInForce, words: str) -> ConquestWon:
    won, level = largest_empire_now(state, book), as_large(state, book)
    return ConquestWon(realm=won, how="closed", words=words, level=level, rule="CQ-15")


def largest_empire_now(state: Conquest, book: ConquestInForce) -> str:
    """The largest empire now; of equals the one that is first in the order of the round. Source: CQ-15"""
    found = realm_standings(state, book)
    return found[0].realm if found else ""


def as_large(state: Conquest, book: ConquestInForce) -> tuple[str, ...]:
    """The others that are as large as it now, in the order of the round. Source: CQ-15"""
    found = realm_standings(state, book)
    return tuple(one.realm for one in found[1:] if one.halves == found[0].halves and _alike(one, found[0]))


def _alike(one: RealmStanding, other: RealmStanding) -> bool:
    return (one.cities, one.castles) == (other.cities, other.castles)


@GAME.procedure(
    "leave", rules=("CQ-20",), slot="leave:{realm}", by="side:{realm}", traits=(ActTrait.GIVES_UP,)
)
def leave_league(ctx: ConquestCtx, *, realm: str, words: str = "") -> Procedure[tuple[Effect, ...]]:
    """Leave the league for good: your territories become free, and nobody wins because of it.

    Source: CQ-20
    """
    state = ctx.state
    require(realm in state.realms, "CQ-20", say("There is no such player in this league."), "realm")
    if state.realms[realm].status not in ("active", "waiting"):
        yield from stop([ctx.book.problem("X02", player=state.name_of(realm)).about("realm")])
    work = ConquestWork(ctx)
    if not rounds_have_begun(state):
        return (RealmDropped(realm=realm, rule="CQ-20"),)
    if state.realms[realm].status == "waiting":
        work.do(RealmOut(realm=realm, status="left", words=words, rule="CQ-20"))
    else:
        drop_empire(work, realm, "left", words)
        book_victory(work, realm)
    advance_phase(work)
    return work.done()


@GAME.procedure(
    "hand_over",
    rules=("CQ-20",),
    slot="realm:{realm}:owner",
    by="side:{realm}",
    repeat=True,
    traits=(ActTrait.IF_NOBODY_ELSE, ActTrait.TAKES_SEAT),
)
def hand_over_empire(
    ctx: ConquestCtx, *, realm: str, owner: str, words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Let somebody else take over an empire: its land, points and battles stay as they are.

    Source: CQ-20
    """
    state = ctx.state
    require(realm in state.realms, "CQ-20", say("There is no such player in this league."), "realm")
    if state.realms[realm].status not in ("active", "waiting"):
        yield from stop([ctx.book.problem("X02", player=state.name_of(realm)).about("realm")])
    over = state.now.phase == "finished"
    yield from admit(
        not over, "CQ-20", say("The league is over: an empire stays with the player who had it.")
    )
    yield from one_empire_each(ctx, owner, "CQ-20", "owner")
    before, games = state.realms[realm].owner, empire_battles_played(state, realm)
    given = RealmHandedOver(realm=realm, owner=owner, before=before, games=games, until=ctx.now, rule="CQ-20")
    return (given,)


@GAME.procedure("correct", rules=("CQ-127",), slot="correct:{territory}", by="organiser", repeat=True)
def correct_territory(
    ctx: ConquestCtx,
    *,
    territory: str,
    owner: str,
    building: Building,
    words: str = "",
) -> Procedure[tuple[Effect, ...]]:
    """Correct who owns a territory or what stands on it; the order of the round stays the same.

    A siege there ends when its fort or its banner is corrected away. Source: CQ-02.
    """
    yield from ask_nothing()
    place = require_territory(ctx.state, ctx.book, territory)
    if place.is_sea:
        raise ctx.book.problem("E32").refused()
    playing = [one.id for one in active_realms(ctx.state)]
    require(owner in ("", *playing), "CQ-20", say("There is no such player in this league."), "owner")
    work = ConquestWork(ctx)
    siege = ctx.state.sieges.get(territory)
    if siege and (building not in FORTS or owner in ("", siege.holder)):
        work.do(SiegeOver(territory=territory, how="corrected", rule="CQ-127"))
    if owner != place.owner:
        work.do(BannerMoved(territory=territory, owner=owner, before=place.owner, words=words, rule="CQ-127"))
    if building != place.building:
        work.do(
            BuildingChanged(
                territory=territory, building=building, before=place.building, words=words, rule="CQ-127"
            )
        )
    if ctx.state.now.phase not in ("setup", "capitals"):
        book_victory(work, owner)
        advance_phase(work)
    return work.done()


@GAME.procedure("grant", rules=("CQ-119",), slot="grant:{realm}", by="organiser", repeat=True)
def grant_to_empire(
    ctx: ConquestCtx, *, realm: str, gold: int = 0, ep: int = 0, words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Give gold and empire points or take some away, with a reason; neither can fall below 0.

    Of hidden gold as much is taken as is there: a refusal would tell how much that is. Source: CQ-116, CQ-119
    """
    yield from ask_nothing()
    require(realm in ctx.state.realms, "CQ-20", say("There is no such player in this league."), "realm")
    for key, given in (("gold", gold), ("ep", ep)):
        require(
            abs(given) <= MOST_GIVEN,
            "CQ-119",
            say("Give or take away at most {most} at a time.", most=MOST_GIVEN),
            key,
        )
    mine = ctx.state.realms[realm]
    if not ctx.book.settings.gold_public:
        gold = max(gold, -mine.gold)
    elif mine.gold + gold < 0:
        raise ctx.book.problem("X35").about("gold").refused()
    if mine.ep + ep < 0:
        raise ctx.book.problem("E19", price=-ep, ep=mine.ep).about("ep").refused()
    work = ConquestWork(ctx)
    if gold:
        work.do(GoldMoved(realm=realm, amount=gold, occasion="organiser", words=words, rule="CQ-119"))
    if ep:
        work.do(PointsMoved(realm=realm, amount=ep, occasion="organiser", words=words, rule="CQ-116"))
    return work.done()


# The map of a running league


DRAWN = ("name", "terrain", "river", "shore", "objective", "role", "corner", "special", "bonus", "words")


@GAME.procedure("redraw", rules=("CQ-02",), slot="redraw:{territory}", by="organiser", repeat=True)
def change_territory(
    ctx: ConquestCtx, *, territory: str, fields: dict[str, object], words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Change the territory itself: name, terrain, water, objective. Owner and building stay.

    `fields` holds what changes. Source: CQ-02, CQ-112.
    """
    yield from ask_nothing()
    old = require_territory(ctx.state, ctx.book, territory)
    unknown = sorted(set(fields) - set(DRAWN))
    require(
        not unknown,
        "CQ-02",
        say("There is nothing called {names} to redraw.", names=", ".join(unknown)),
        "fields",
    )
    try:
        new: Territory = load(Territory, {**dump(old), **fields})
    except ValidationError as error:
        wrong = str(error.errors()[0]["loc"][0])
        sentence = say("What you sent for {field} cannot be drawn.", field=wrong)
        raise Refused("CQ-02", sentence, wrong) from error
    bannered = say("A territory with a banner cannot become sea.")
    require(not (new.owner and new.is_sea), "CQ-112", bannered, "terrain")
    if new.is_sea:
        new = replace(new, building="", objective="", river=False, shore=False)
    return (ConquestTerritoryRedrawn(territory=new, words=words, rule="CQ-02"),)


@GAME.procedure("add", rules=("CQ-03",), slot="add", by="organiser", repeat=True)
def add_territory(
    ctx: ConquestCtx, *, place: Place, near: tuple[str, ...], words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Add a territory to the map, with its neighbours. Source: CQ-03."""
    yield from ask_nothing()
    require(bool(place.id.strip()), "CQ-03", say("Every territory needs a label."), "label")
    require(is_id(place.id), "CQ-03", no_id(place.id), "label")
    there = place.id in ctx.state.territories
    require(not there, "CQ-03", say("{place} is already on the map.", place=place.id), "label")
    unknown = next(strange([place], BUILDINGS), "")
    require(not unknown, "CQ-02", unknown)
    for one in near:
        require_territory(ctx.state, ctx.book, one, "near")
    new = Territory(**{name: getattr(place, name) for name in Place.__dataclass_fields__})
    work = ConquestWork(ctx)
    work.do(ConquestTerritoryRedrawn(territory=new, words=words, rule="CQ-03"))
    work.do(
        *(ConquestLinkChanged(link=link(new.id, one), there=True, rule="CQ-03") for one in sorted(set(near)))
    )
    return work.done()


@GAME.procedure("remove", rules=("CQ-01",), slot="remove:{territory}", by="organiser")
def remove_territory(ctx: ConquestCtx, *, territory: str, words: str = "") -> Procedure[tuple[Effect, ...]]:
    """Remove a territory from the map. No banner may stand there, and enough must be left.

    Source: CQ-01.
    """
    yield from ask_nothing()
    place = require_territory(ctx.state, ctx.book, territory)
    few = not place.is_sea and claimable(ctx.state) - 1 < needed(ctx.state, ctx.book)
    if place.owner or (few and rounds_have_begun(ctx.state)):
        raise ctx.book.problem("X30").refused()
    return (ConquestTerritoryRemoved(territory=territory, words=words, rule="CQ-01"),)


@GAME.procedure("connect", rules=("CQ-03",), slot="link:{a}:{b}", by="organiser", repeat=True)
def bridge_territories(
    ctx: ConquestCtx, *, a: str, b: str, there: bool = True, words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Build a bridge between two territories, or raise a cliff. Source: CQ-03"""
    yield from ask_nothing()
    require_territory(ctx.state, ctx.book, a, "a")
    require_territory(ctx.state, ctx.book, b, "b")
    require(a != b, "CQ-03", say("A territory cannot be its own neighbour."), "b")
    one = link(a, b)
    require(there or one.id in ctx.state.links, "CQ-03", say("These two are not neighbours."), "b")
    return (ConquestLinkChanged(link=one, there=there, words=words, rule="CQ-03"),)
