"""What a faction has to do now, and what it may do, each as a sentence to whoever does it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from rules.engine.language import mark, said
from rules.firestorm.aftermath.fates import leaving, rally_problems, retreat_problems, scattered
from rules.firestorm.aftermath.razing import raze_problems, too_many
from rules.firestorm.aftermath.spoils import unrolled
from rules.firestorm.battles.games import must_besiege
from rules.firestorm.book import InForce
from rules.firestorm.building.shop import shop
from rules.firestorm.figures.lines import ToDo
from rules.firestorm.game import GAME
from rules.firestorm.path.standing import army, upgrade_problems
from rules.firestorm.phases.moving_on import owed, waiting_for
from rules.firestorm.preparing.banners import raise_problems, returns
from rules.firestorm.siege.standing import deciders, side_of
from rules.firestorm.standing import balance, battles_now, besieged, bouts_of, in_reserve, on_map
from rules.firestorm.state import Battle, Bout, Firestorm, PhaseName
from rules.turns.problems import first_of

DUTIES = {
    "corner": mark("Choose the corner you begin in."),
    "alliance": mark("Choose your grand alliance."),
    "return": mark("Bring {name} back from reserve."),
    "raise": mark("You may raise a new banner."),
    "ready_preparation": mark("Say that you are ready for the turn."),
    "seal": mark("Write and seal the orders of your banners."),
    "offer_siege": mark("Say whether the battle for {name} is a siege."),
    "start_siege": mark("Storm {name}, or lay siege to it."),
    "siege_turn": mark("Roll whether the assault on {name} can wait."),
    "take_option": mark("Choose what your side does in the siege of {name}."),
    "end_siege": mark("Buy equipment, fight the Final Assault on {name} and report the result."),
    "confirm": mark("The battle for {name} is reported. Is it right?"),
    "waits": mark("Your report of the battle for {name} counts once the other side agrees."),
    "again": mark("The battle for {name} is disputed. Report it again."),
    "another": mark("Fight the next game for {name} and report the result."),
    "report": mark("Fight for {name} and report the result."),
    "queued": mark("Your battle for {name} begins when the one before it is over."),
    "retreat": mark("Say what happens to {name}."),
    "retreat_later": mark("{name} leaves after the banners of others."),
    "rally": mark("Rally {name}."),
    "rally_later": mark("{name} rallies after the banners of others."),
    "roll_build": mark("Roll for the build points of the battle for {name}."),
    "count_dead": mark("Say who was lost in the battle for {name}."),
    "upgrade": mark("You may upgrade somebody who survived the battle for {name}."),
    "raze": mark("{name} may raze the territory it is in."),
    "remove": mark("You have too many banners: remove one."),
    "remove_later": mark("You have too many banners: remove one once all have left and rallied."),
    "ready_aftermath": mark("Say that you are done with the aftermath."),
    "build": mark("Spend your build points, or keep them."),
    "ready_build": mark("Say that you are done with building."),
}


@dataclass(frozen=True, slots=True)
class Duty:
    """Something to do, not yet in words: `kind` is one of `DUTIES`, `name` what it is about in words.

    `must`: the phase waits for it.
    """

    kind: str
    act: str
    about: str = ""
    name: str = ""
    must: bool = True


type Finder = Callable[[Firestorm, InForce, str], Iterator[Duty]]


def duty_words(one: Duty) -> str:
    """A duty as a sentence. Source: FS-160"""
    return said(DUTIES[one.kind], name=one.name)


@GAME.figure("to_do")
def to_do(state: Firestorm, book: InForce, faction: str) -> list[ToDo]:
    """What a faction still owes in this phase, and what it may do. Source: FS-160"""
    return [
        {"act": one.act, "about": one.about, "text": duty_words(one), "must": one.must}
        for one in duties(state, book, faction)
    ]


def duties(state: Firestorm, book: InForce, faction: str) -> list[Duty]:
    """The same before it is put into words. Source: FS-160"""
    now = state.now
    mine = state.factions.get(faction)
    if now.paused or mine is None or mine.status != "active" or now.phase not in FINDERS:
        return []
    return list(FINDERS[now.phase](state, book, faction))


def _setup(state: Firestorm, book: InForce, faction: str) -> Iterator[Duty]:
    mine = state.factions[faction]
    if not mine.corner:
        yield Duty("corner", "take_corner")
    if not mine.alliance:
        yield Duty("alliance", "choose_alliance")


def _preparation(state: Firestorm, book: InForce, faction: str) -> Iterator[Duty]:
    """Banners come back, one is raised; then ready. Source: FS-14, FS-65"""
    if faction not in waiting_for(state, book):
        return
    for one in in_reserve(state, faction):
        if returns(state, book, one):
            yield Duty("return", "return_banner", one.id, state.name_of(one.id), must=False)
    if first_of(raise_problems(state, book, faction)) is None:
        yield Duty("raise", "raise_banner", must=False)
    yield Duty("ready_preparation", "ready")


def _orders(state: Firestorm, book: InForce, faction: str) -> Iterator[Duty]:
    """Source: FS-26"""
    if faction in waiting_for(state, book):
        yield Duty("seal", "seal_orders")


# Battles


def _battles(state: Firestorm, book: InForce, faction: str) -> Iterator[Duty]:
    """The next step of each battle; what becomes of banners a queued one waits for. Source: FS-50, FS-178"""
    for one in battles_now(state):
        if faction in one.factions and one.status == "open":
            yield from _battle(state, book, one, faction)
        elif faction in one.factions and one.status == "queued":
            yield Duty("queued", "", one.id, state.name_of(one.territory), must=False)
    yield from _leaving(state, book, faction)


def _battle(state: Firestorm, book: InForce, battle: Battle, faction: str) -> Iterator[Duty]:
    """Every game that was told, then the siege or the next game. Source: FS-49, FS-50, FS-140"""
    name = state.name_of(battle.territory)
    told = bouts_of(state, battle.id, "reported", "disputed")
    for game in told:
        yield _told(state, game, battle, faction)
    if besieged(state, battle.id):
        yield from () if told else [_siege(state, battle, faction, name)]
        return
    must = must_besiege(state, book, battle)
    if faction in deciders(state, book, battle):
        yield Duty("offer_siege", "offer_siege", battle.id, name, must=must)
    counted = bouts_of(state, battle.id, "confirmed")
    if not must and len(told) + len(counted) < battle.games:
        yield Duty("another" if told or counted else "report", "report", battle.id, name)


def _told(state: Firestorm, game: Bout, battle: Battle, faction: str) -> Duty:
    """What a game waits for that was told. Source: FS-50, FS-144"""
    name = state.name_of(battle.territory)
    if game.status == "disputed":
        assault = besieged(state, battle.id)
        return Duty("again", "end_siege" if assault else "report", battle.id if assault else game.id, name)
    mine = game.reported_by == faction
    return Duty("waits" if mine else "confirm", "" if mine else "confirm", game.id, name, must=not mine)


def _siege(state: Firestorm, battle: Battle, faction: str, name: str) -> Duty:
    """What a side does next in a siege. Source: FS-146, FS-149"""
    now = state.sieges[battle.id]
    act = {"start": "start_siege", "timer": "siege_turn", "assault": "end_siege"}.get(now.step, "take_option")
    mine = side_of(battle, faction)
    acting = now.step == "assault" or mine == ("besieged" if now.step == "besieged" else "besieger")
    return Duty(act, act if acting else "", battle.id, name, must=acting)


# Aftermath


def _leaving(state: Firestorm, book: InForce, faction: str) -> Iterator[Duty]:
    """Beaten banners and scattered ones, or that others come before them. Source: FS-60, FS-61, FS-64"""
    first = first_of(retreat_problems(state, book, faction)) is None
    for banner in [one for _, one in leaving(state) if one.faction == faction]:
        yield _going("retreat", "choose_retreat", banner.id, state.name_of(banner.id), now=first)
    first = first_of(rally_problems(state, book, faction)) is None
    for banner in [one for one in scattered(state) if one.faction == faction]:
        yield _going("rally", "choose_rally", banner.id, state.name_of(banner.id), now=first)


def _going(kind: str, act: str, banner: str, name: str, *, now: bool) -> Duty:
    return Duty(kind, act, banner, name) if now else Duty(f"{kind}_later", "", banner, name, must=False)


def _aftermath(state: Firestorm, book: InForce, faction: str) -> Iterator[Duty]:
    """Fates, build points, the fallen, upgrades, razing, banners too many. Source: FS-13, FS-60, FS-71"""
    if faction not in waiting_for(state, book):
        return
    yield from _leaving(state, book, faction)
    for battle in unrolled(state, faction):
        yield Duty("roll_build", "roll_build", battle.id, state.name_of(battle.territory))
    yield from _games(state, book, faction)
    for banner in on_map(state, faction):
        if first_of(raze_problems(state, book, banner)) is None:
            yield Duty("raze", "raze", banner.id, state.name_of(banner.id), must=False)
    if too_many(state, book, faction):
        later = bool(leaving(state) or scattered(state))
        yield _going("remove", "remove_banner", "", "", now=not later)
    if first_of(owed(state, book, faction)) is None:
        yield Duty("ready_aftermath", "ready")


def _games(state: Firestorm, book: InForce, faction: str) -> Iterator[Duty]:
    """The fallen of each game, then upgrades. Source: FS-109, FS-118"""
    for battle in battles_now(state):
        fought = army(state, battle, faction) if faction in battle.factions else []
        for game in bouts_of(state, battle.id, "confirmed") if fought else ():
            name = state.name_of(battle.territory)
            if faction not in game.counted:
                yield Duty("count_dead", "count_dead", game.id, name, must=False)
            elif any(
                first_of(upgrade_problems(state, book, battle, game, faction, one)) is None for one in fought
            ):
                yield Duty("upgrade", "upgrade", game.id, name, must=False)


def _build(state: Firestorm, book: InForce, faction: str) -> Iterator[Duty]:
    """Source: FS-75"""
    if faction not in waiting_for(state, book):
        return
    if balance(state, faction) and any(one.why_not is None for one in shop(state, book, faction)):
        yield Duty("build", "build", must=False)
    yield Duty("ready_build", "ready")


FINDERS: Mapping[PhaseName, Finder] = {
    "setup": _setup,
    "preparation": _preparation,
    "orders": _orders,
    "battles": _battles,
    "aftermath": _aftermath,
    "build": _build,
}
