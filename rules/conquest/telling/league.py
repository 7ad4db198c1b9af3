"""Sentences about the league itself: before play, and what organisers do."""

from __future__ import annotations

from datetime import datetime

from rules.conquest import effects as fx
from rules.conquest import league_effects as league
from rules.conquest.telling.entry_context import ConquestEntryContext, Teller, a_building
from rules.engine.language import listed, mark, said, say, say_many, signed
from rules.turns.telling import options_set

# Before play


def _options(told: ConquestEntryContext) -> str:
    return options_set(told.params, told.book.settings) + told.reason


def _map(told: ConquestEntryContext) -> str:
    laid = told.one(league.ConquestMapLaid)
    count = sum(not one.is_sea for one in laid.territories) if laid else 0
    return say_many(count, "The map is set: {number} territory", "The map is set: {number} territories")


def _enlisted(told: ConquestEntryContext) -> str:
    joined = told.one(league.RealmJoined)
    return say("{who} joins", who=told.names(joined.realm.id)) if joined else say("A player joins")


def _named(told: ConquestEntryContext) -> str:
    return say("{who} has a new name or banner", who=told.who)


def _withdrawn(told: ConquestEntryContext) -> str:
    return say("{who} withdraws before the start", who=told.who)


def _signed_on(told: ConquestEntryContext) -> str:
    if told.params.get("sails", True):
        return say("{who} signs up for battles at sea", who=told.who)
    return say("{who} withdraws from battles at sea", who=told.who)


def _begun(told: ConquestEntryContext) -> str:
    picked = told.one(league.PickOrderSet)
    players = told.listed(picked.order if picked else ())
    return say("The league begins; capitals are picked in this order: {players}", players=players)


def _capital(told: ConquestEntryContext) -> str:
    picked = told.one(league.CapitalPicked)
    where = told.names(picked.territory) if picked else say("somewhere")
    if told.one(fx.BuildingChanged):
        return say("{who} begins at {where}, where a city is added", who=told.who, where=where)
    return say("{who} begins at {where}", who=told.who, where=where)


# The organiser


def _skipped(told: ConquestEntryContext) -> str:
    return say("{who} is skipped", who=told.who) + told.reason


def _paused(told: ConquestEntryContext) -> str:
    return say("The league is paused") + told.reason


def _resumed(told: ConquestEntryContext) -> str:
    return say("The league continues")


def _extended(told: ConquestEntryContext) -> str:
    moved = told.one(league.ConquestDeadlineSet)
    if moved is None or moved.deadline is None:
        return say("The deadline has been removed") + told.reason
    return say("The deadline is now {moment}", moment=_moment(moved.deadline)) + told.reason


MONTHS = (
    mark("January"),
    mark("February"),
    mark("March"),
    mark("April"),
    mark("May"),
    mark("June"),
    mark("July"),
    mark("August"),
    mark("September"),
    mark("October"),
    mark("November"),
    mark("December"),
)


def _moment(at: datetime) -> str:
    """ "02 March, 12:00"."""
    return say("{day} {month}, {time}", day=f"{at:%d}", month=said(MONTHS[at.month - 1]), time=f"{at:%H:%M}")


def _left(told: ConquestEntryContext) -> str:
    return say("{who} leaves the league", who=told.who) + told.reason


def _handed_over(told: ConquestEntryContext) -> str:
    owner = told.names(f"person:{told.params['owner']}")
    return say("{name} now plays the empire “{empire}”", name=owner, empire=told.who) + told.reason


def _corrected(told: ConquestEntryContext) -> str:
    owner, where = told.params.get("owner"), told.where
    building = a_building(str(told.params.get("building", "")))
    if not owner:
        free = say(
            "The map is corrected: {where} is free and holds {building}", where=where, building=building
        )
        return free + told.reason
    held = say(
        "The map is corrected: {where} belongs to {owner} and holds {building}",
        where=where,
        owner=told.names(str(owner)),
        building=building,
    )
    return held + told.reason


def _granted(told: ConquestEntryContext) -> str:
    gold = [say("{amount} gold", amount=signed(one.amount)) for one in told.all(fx.GoldMoved)]
    ep = [say("{amount} EP", amount=signed(one.amount)) for one in told.all(fx.PointsMoved)]
    booked = listed([*gold, *ep], none=say("gold"))
    return say("{who}: {booked}, as the organiser decided", booked=booked, who=told.who) + told.reason


def _redrawn(told: ConquestEntryContext) -> str:
    return say("{territory} is redrawn", territory=_drawn(told)) + told.reason


def _added(told: ConquestEntryContext) -> str:
    return say("{territory} is added to the map", territory=_drawn(told)) + told.reason


def _drawn(told: ConquestEntryContext) -> str:
    drawn = told.one(league.ConquestTerritoryRedrawn)
    return told.names(drawn.territory.id) if drawn else say("A territory")


def _removed(told: ConquestEntryContext) -> str:
    return say("{territory} is removed from the map", territory=told.where) + told.reason


def _connected(told: ConquestEntryContext) -> str:
    a, b = told.name("a"), told.name("b")
    if told.params.get("there", True):
        return say("{a} and {b} are now neighbours", a=a, b=b) + told.reason
    return say("{a} and {b} are no longer neighbours", a=a, b=b) + told.reason


def _closed(told: ConquestEntryContext) -> str:
    return say("The organiser ends the league") + told.reason


LEAGUE: dict[str, Teller] = {
    "close": _closed,
    "set_options": _options,
    "lay_map": _map,
    "enlist": _enlisted,
    "rename": _named,
    "withdraw": _withdrawn,
    "sign_on": _signed_on,
    "begin_play": _begun,
    "pick_capital": _capital,
    "draw_capital": _capital,
    "skip": _skipped,
    "pause": _paused,
    "resume": _resumed,
    "extend": _extended,
    "leave": _left,
    "hand_over": _handed_over,
    "correct": _corrected,
    "grant": _granted,
    "redraw": _redrawn,
    "add": _added,
    "remove": _removed,
    "connect": _connected,
}
