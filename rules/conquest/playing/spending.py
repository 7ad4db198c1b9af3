"""Conquest & Build: everything empire points buy, one act at a time, until the turn is ended.

Source: CQ-93 … CQ-117, sieges CQ-128 … CQ-134.
"""

from __future__ import annotations

from rules.conquest.effects import (
    BannerMoved,
    BuildingChanged,
    ConsentGiven,
    EventUsed,
    Noted,
    SiegeBegun,
    SiegeOver,
)
from rules.conquest.game import GAME, ConquestCtx
from rules.conquest.realm_figures import guarded
from rules.conquest.reckoning.checks import problems_of
from rules.conquest.reckoning.reach import Act, land_grab, price, realm_sight
from rules.conquest.reckoning.victory import book_victory
from rules.conquest.rounds.admission import realm_turn_problems, require_territory
from rules.conquest.rounds.closing import lapse_points
from rules.conquest.rounds.phases import pass_on
from rules.conquest.state import Building, Consent, Siege, Territory
from rules.conquest.work import ConquestWork
from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.procedure import Procedure
from rules.engine.questions import Roll, YesNo, side
from rules.turns.problems import stop

SPEND = "round:{round}:{realm}:spend"
MINE = "side:{realm}"


def _begin(
    ctx: ConquestCtx, act: Act, round: int, realm: str, territory: str, seen: str, building: Building = ""
) -> Procedure[tuple[ConquestWork, Territory, int]]:
    """Check everything; the work to book on, the territory and the price."""
    state, book = ctx.state, ctx.book
    yield from stop(realm_turn_problems(state, book, act, realm, round, seen, territory))
    place, sight = require_territory(state, book, territory), realm_sight(state, book, realm)
    yield from stop(problems_of(sight, act, place, building))
    return ConquestWork(ctx), place, price(sight, act, place)


@GAME.procedure("claim", rules=("CQ-95",), slot=SPEND, by=MINE, repeat=True)
def claim_territory(
    ctx: ConquestCtx, *, round: int, realm: str, territory: str, seen: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Claim a free territory.

    Source: CQ-95, CQ-98, CQ-113, CQ-114.
    """
    work, place, cost = yield from _begin(ctx, "claim", round, realm, territory, seen)
    grab = land_grab(realm_sight(ctx.state, ctx.book, realm))
    work.pay(realm, cost, "claim", place.id, "CQ-95")
    if grab:
        work.do(EventUsed(event=grab.id, rule="CQ-35"))
    work.do(BannerMoved(territory=place.id, owner=realm, rule="CQ-95"))
    book_victory(work, realm)
    return work.done()


@GAME.procedure("conquer", rules=("CQ-96", "CQ-97", "CQ-132"), slot=SPEND, by=MINE, repeat=True)
def conquer_territory(
    ctx: ConquestCtx, *, round: int, realm: str, territory: str, seen: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Conquer a territory of a player you have beaten.

    A mine is destroyed; an own fort under siege is relieved; of somebody else's siege the banner is taken
    over. Source: CQ-96 … CQ-100, CQ-132, CQ-134.
    """
    work, place, cost = yield from _begin(ctx, "conquer", round, realm, territory, seen)
    work.pay(realm, cost, "conquer", place.id, "CQ-96")
    work.do(BannerMoved(territory=place.id, owner=realm, before=place.owner, rule="CQ-96"))
    work.do(Noted(realm=realm, deed="conquered", about=place.owner, rule="CQ-97"))
    if place.building == "mine":
        work.do(BuildingChanged(territory=place.id, building="", before="mine", rule="CQ-99"))
    siege = ctx.state.sieges.get(place.id)
    if siege and siege.holder == realm:
        work.do(SiegeOver(territory=place.id, how="relieved", rule="CQ-132"))
    elif siege:
        new = Siege(id=place.id, holder=siege.holder, since=round)
        work.do(SiegeBegun(siege=new, rule="CQ-134"))
    book_victory(work, realm, "conquest")
    return work.done()


@GAME.procedure("besiege", rules=("CQ-128", "CQ-129"), slot=SPEND, by=MINE, repeat=True)
def besiege(
    ctx: ConquestCtx, *, round: int, realm: str, territory: str, seen: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Begin a siege instead of conquering, if the owner agrees.

    The banner goes to the besieger, the fort stays with its holder. A no costs nothing.
    Source: CQ-128 … CQ-130.
    """
    work, place, cost = yield from _begin(ctx, "besiege", round, realm, territory, seen)
    asker, where = ctx.state.name_of(realm), place.name or place.id
    given = yield YesNo(
        f"consent:{realm}:{territory}",
        say("May {player} besiege {place} instead of conquering it?", player=asker, place=where),
        rule="CQ-128",
        who=side(place.owner),
        about=territory,
        how=say(
            "You keep the fort until you lose a siege battle. Unless you say yes, only a conquest is "
            "possible."
        ),
    )
    consent = Consent(
        id=f"round:{round}:{realm}:{territory}",
        round=round,
        territory=territory,
        besieger=realm,
        holder=place.owner,
        given=given,
    )
    work.do(ConsentGiven(consent=consent, rule="CQ-128"))
    if given:
        work.pay(realm, cost, "besiege", place.id, "CQ-129")
        work.do(BannerMoved(territory=place.id, owner=realm, before=place.owner, rule="CQ-130"))
        work.do(Noted(realm=realm, deed="conquered", about=place.owner, rule="CQ-97"))
        work.do(SiegeBegun(siege=Siege(id=place.id, holder=place.owner, since=round), rule="CQ-130"))
        book_victory(work, realm)
    return work.done()


@GAME.procedure("build", rules=("CQ-101", "CQ-102", "CQ-103"), slot=SPEND, by=MINE, repeat=True)
def build_on_territory(
    ctx: ConquestCtx, *, round: int, realm: str, territory: str, building: Building, seen: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Build a castle, city, mine or port in one of your territories.

    Source: CQ-101 … CQ-103, CQ-108 … CQ-112.
    """
    work, place, cost = yield from _begin(ctx, "build", round, realm, territory, seen, building)
    work.pay(realm, cost, f"build {building}", place.id, "CQ-101")
    changed = BuildingChanged(territory=place.id, building=building, before=place.building, rule="CQ-101")
    work.do(changed)
    book_victory(work, realm)
    return work.done()


@GAME.procedure("raid", rules=("CQ-104", "CQ-120"), slot=SPEND, by=MINE, repeat=True)
def raid(
    ctx: ConquestCtx, *, round: int, realm: str, territory: str, seen: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Raid a territory for gold.

    Free land gives what the dice say; another player loses no more than what is not guarded.
    Source: CQ-104, CQ-120.
    """
    work, place, cost = yield from _begin(ctx, "raid", round, realm, territory, seen)
    figures = ctx.book.figures
    dice = figures.raid_realm_dice if place.owner else figures.raid_free_dice
    shown: int = yield Roll(
        f"raid:{realm}:{territory}",
        say("How much gold does the raid on {place} bring in?", place=place.name or place.id),
        rule="CQ-104",
        who=side(realm),
        about=territory,
        die=f"{dice}D6",
        how=say("{gold} gold for each pip.", gold=figures.gold_per_pip),
    )
    gold = shown * figures.gold_per_pip
    work.pay(realm, cost, "raid", place.id, "CQ-104")
    work.do(Noted(realm=realm, deed="raided", about=place.id, rule="CQ-104"))
    if place.owner:
        free = ctx.state.realms[place.owner].gold - guarded(ctx.state, ctx.book, place.owner)
        gold = max(0, min(gold, free))
        work.gold(place.owner, -gold, "raided", place.id, "CQ-104")
    work.gold(realm, gold, "raid", place.id, "CQ-104")
    return work.done()


@GAME.procedure("plunder", rules=("CQ-105", "CQ-106"), slot=SPEND, by=MINE, repeat=True)
def plunder(
    ctx: ConquestCtx, *, round: int, realm: str, territory: str, seen: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Plunder a territory of a player you have beaten: its mine or port goes, or else its banner.

    Source: CQ-105, CQ-106, CQ-125.
    """
    work, place, cost = yield from _begin(ctx, "plunder", round, realm, territory, seen)
    work.pay(realm, cost, "plunder", place.id, "CQ-105")
    work.do(Noted(realm=realm, deed="plundered", about=place.owner, rule="CQ-106"))
    if place.building:
        work.do(BuildingChanged(territory=place.id, building="", before=place.building, rule="CQ-105"))
    else:
        work.do(BannerMoved(territory=place.id, owner="", before=place.owner, rule="CQ-105"))
    book_victory(work, realm, "plunder")
    return work.done()


@GAME.procedure("end_turn", rules=("CQ-94",), slot="round:{round}:{realm}:end", by=MINE)
def end_turn(ctx: ConquestCtx, *, round: int, realm: str, seen: str = "") -> Procedure[tuple[Effect, ...]]:
    """End your turn; one unspent point is kept, the rest lapse.

    Source: CQ-93, CQ-94.
    """
    yield from stop(realm_turn_problems(ctx.state, ctx.book, "end_turn", realm, round, seen))
    work = ConquestWork(ctx)
    lapse_points(work, realm)
    pass_on(work, realm)
    return work.done()
