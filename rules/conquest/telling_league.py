"""Sentences about the league itself: before play, and what organisers do."""

from __future__ import annotations

from collections.abc import Mapping

from rules.conquest import effects as fx
from rules.conquest import league_effects as league
from rules.conquest.told import Teller, Told, with_article
from rules.language import listed

# Before play


def _options(told: Told) -> str:
    chosen = sorted(told.params.get("settings", {}).items())
    known = [(told.book.settings[key], value) for key, value in chosen if key in told.book.settings]
    lines = [f"{one.line.rstrip('.')}: {_chosen(one.options, value)}" for one, value in known]
    return f"Options are set: {'; '.join(lines) or 'nothing new'}{told.reason}"


YES_OR_NO = {"True": "yes", "on": "yes", "False": "no", "off": "no"}


def _chosen(options: Mapping[str, str], value: object) -> str:
    """A setting's value in words."""
    return options.get(str(value)) or YES_OR_NO.get(str(value), str(value))


def _map(told: Told) -> str:
    laid = told.one(league.MapLaid)
    count = sum(not one.is_sea for one in laid.territories) if laid else 0
    return f"The map is laid: {count} territories"


def _enlisted(told: Told) -> str:
    joined = told.one(league.RealmJoined)
    return f"{told.names(joined.realm.id) if joined else 'Somebody'} joins"


def _named(told: Told) -> str:
    return f"{told.who} goes by a new name or banner"


def _withdrawn(told: Told) -> str:
    return f"{told.who} withdraws before the start"


def _signed_on(told: Told) -> str:
    return f"{told.who} signs {'up for the sea' if told.params.get('sails', True) else 'off from the sea'}"


def _begun(told: Told) -> str:
    picked = told.one(league.PickOrderSet)
    return f"The league begins; capitals are picked by {told.listed(picked.order if picked else ())}"


def _capital(told: Told) -> str:
    picked, added = told.one(league.CapitalPicked), told.one(fx.BuildingChanged)
    where = told.names(picked.territory) if picked else "somewhere"
    return f"{told.who} begins at {where}" + (", where a city is added" if added else "")


# The organiser


def _skipped(told: Told) -> str:
    return f"{told.who} is passed over{told.reason}"


def _paused(told: Told) -> str:
    return f"The league is paused{told.reason}"


def _resumed(told: Told) -> str:
    return "The league goes on"


def _extended(told: Told) -> str:
    moved = told.one(league.DeadlineSet)
    till = f"is now {moved.deadline:%d %B, %H:%M}" if moved and moved.deadline else "is lifted"
    return f"The deadline {till}{told.reason}"


def _left(told: Told) -> str:
    return f"{told.who} leaves the league{told.reason}"


def _corrected(told: Told) -> str:
    owner = told.params.get("owner")
    held = f"belongs to {told.names(str(owner))}" if owner else "is free"
    standing = with_article(str(told.params.get("building", "")))
    return f"The map is corrected: {told.where} {held}, with {standing}{told.reason}"


def _granted(told: Told) -> str:
    gold = [f"{one.amount:+} gold" for one in told.all(fx.GoldMoved)]
    ep = [f"{one.amount:+} EP" for one in told.all(fx.PointsMoved)]
    booked = listed([*gold, *ep]) if gold or ep else "gold"
    return f"The organiser books {booked} for {told.who}{told.reason}"


def _redrawn(told: Told) -> str:
    drawn = told.one(league.TerritoryRedrawn)
    return f"{told.names(drawn.territory.id) if drawn else 'A territory'} is redrawn{told.reason}"


def _added(told: Told) -> str:
    drawn = told.one(league.TerritoryRedrawn)
    return f"{told.names(drawn.territory.id) if drawn else 'A territory'} is added to the map{told.reason}"


def _removed(told: Told) -> str:
    return f"{told.where} is taken off the map{told.reason}"


def _connected(told: Told) -> str:
    pair = f"{told.name('a')} and {told.name('b')}"
    return f"{pair} are {'' if told.params.get('there', True) else 'no longer '}neighbours{told.reason}"


LEAGUE: dict[str, Teller] = {
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
    "correct": _corrected,
    "grant": _granted,
    "redraw": _redrawn,
    "add": _added,
    "remove": _removed,
    "connect": _connected,
}
