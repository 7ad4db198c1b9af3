"""Sentences about what the organiser does: time, banners, territories, corrections, the map."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.language import listed, mark, said, say, say_many
from rules.engine.telling import clauses
from rules.firestorm import effects as fx
from rules.firestorm import league_effects as league
from rules.firestorm.muster_effects import ObjectiveChanged
from rules.firestorm.phases.table import PHASES
from rules.firestorm.telling.battles import decided, result_of
from rules.firestorm.telling.entry_context import FirestormEntryContext, Teller, coins

# Time


def _advanced(told: FirestormEntryContext) -> str:
    forced = told.one(league.PhaseForced)
    if forced is None:
        return say("The phase ends")
    phase = said(PHASES[forced.phase].title)
    ended = say("The {phase} phase ends", phase=phase)
    if forced.waiting:
        who = told.listed(forced.waiting)
        ended = say("The {phase} phase ends without {who}", phase=phase, who=who)
    return clauses(ended + told.reason, *_ended_with_it(told))


def _ended_with_it(told: FirestormEntryContext) -> Iterator[str]:
    """The battles that ended with their phase: decided by the games that count, or struck out."""
    ended = told.all(fx.BattleDecided)
    for one in ended:
        if one.result:
            yield result_of(told, one)
    struck = [told.place_of(one.battle) for one in ended if one.status == "struck"]
    if struck:
        yield say_many(
            len(struck),
            "the battle for {where} ended with the phase and is struck out",
            "the battles for {where} ended with the phase and are struck out",
            where=listed(struck),
        )


def _extended(told: FirestormEntryContext) -> str:
    moved = told.one(league.FirestormDeadlineSet)
    if moved is None or moved.deadline is None:
        return say("The phase no longer has a deadline") + told.reason
    return say("The phase has a new deadline") + told.reason


def _paused(told: FirestormEntryContext) -> str:
    return say("The league is paused") + told.reason


def _resumed(told: FirestormEntryContext) -> str:
    return say("The league continues")


def _reopened(told: FirestormEntryContext) -> str:
    void = [one.sheet.faction for one in told.all(league.SheetChanged)]
    again = say("The organiser opens the orders again") + told.reason
    return clauses(again, say("the seals of {who} are void", who=told.listed(void)) if void else "")


# Banners and territories


def _placed(told: FirestormEntryContext) -> str:
    placed = told.one(fx.BannerRaised)
    banner = told.called(placed.banner.id, say("a banner")) if placed else say("a banner")
    given = say(
        "The organiser places {banner} ({who}) at {where}", banner=banner, who=told.who, where=told.where
    )
    return given + told.reason


def _moved(told: FirestormEntryContext) -> str:
    moved = told.one(fx.BannerSet)
    banner = told.name("banner")
    if moved and moved.territory:
        where = told.names(moved.territory)
        return say("The organiser moves {banner} to {where}", banner=banner, where=where) + told.reason
    return say("The organiser moves {banner} into reserve", banner=banner) + told.reason


def _disbanded(told: FirestormEntryContext) -> str:
    return say("The organiser removes {banner}", banner=told.name("banner")) + told.reason


def _corrected(told: FirestormEntryContext) -> str:
    given, built = told.one(fx.OwnerChanged), told.one(fx.ItemsChanged)
    lines = []
    if given:
        owner = told.names(given.owner) if given.owner else say("nobody")
        lines.append(say("{where} belongs to {who}", where=told.where, who=owner))
    if built:
        items = told.items(built.items) or say("nothing")
        lines.append(say("now at {where}: {items}", where=told.where, items=items))
    ruled = say("The organiser corrects the map: {lines}", lines=clauses(*lines))
    return ruled + told.reason


def _revived(told: FirestormEntryContext) -> str:
    return say("{who} is back in the league", who=told.who) + told.reason


# Corrections


def _granted(told: FirestormEntryContext) -> str:
    rows = [one.row for one in told.all(fx.LedgerEntered)]
    given = listed([coins(row.coin, row.amount) for row in rows], none=say("nothing"))
    return say("{who}: {given}, as the organiser decided", who=told.who, given=given) + told.reason


def _result(told: FirestormEntryContext) -> str:
    ruled = say("The organiser corrects the result at {where}", where=told.place) + told.reason
    return clauses(ruled, decided(told))


VOID = {
    "open": mark("The result at {where} is void; the battle has to be reported again"),
    "struck": mark("The result at {where} is void, and what it brought is taken back"),
}


def _voided(told: FirestormEntryContext) -> str:
    ruled = told.one(fx.BattleDecided)
    line = VOID.get(ruled.status if ruled else "open", VOID["open"])
    return said(line, where=told.place) + told.reason


def _struck(told: FirestormEntryContext) -> str:
    return say("The battle for {where} is struck out", where=told.place) + told.reason


def _die(told: FirestormEntryContext) -> str:
    corrected = told.one(fx.RollCorrected)
    face = corrected.face if corrected else 0
    return say("A die is corrected: it showed {face}", face=face) + told.reason


# The map


def _redrawn(told: FirestormEntryContext) -> str:
    return say("{where} is redrawn", where=told.where) + told.reason


def _added(told: FirestormEntryContext) -> str:
    drawn = told.one(league.FirestormTerritoryRedrawn)
    where = told.called(drawn.territory.id, drawn.territory.id) if drawn else say("A territory")
    return say("{where} is added to the map", where=where) + told.reason


def _removed(told: FirestormEntryContext) -> str:
    return say("{where} is removed from the map", where=told.where) + told.reason


def _connected(told: FirestormEntryContext) -> str:
    changed = told.one(league.FirestormLinkChanged)
    both = {"one": told.name("a"), "other": told.name("b")}
    if changed and not changed.there:
        return say("{one} and {other} are no longer neighbours", **both) + told.reason
    return say("{one} and {other} are now neighbours", **both) + told.reason


def _closed(told: FirestormEntryContext) -> str:
    shown = [one.objective.player for one in told.all(ObjectiveChanged)]
    ended = say("The organiser ends the league") + told.reason
    who = listed([told.called(one, say("A player")) for one in shown])
    return clauses(ended, say("the objectives of {who} are shown", who=who) if shown else "")


ORGANISER: dict[str, Teller] = {
    "close": _closed,
    "advance": _advanced,
    "extend": _extended,
    "pause": _paused,
    "resume": _resumed,
    "reopen_orders": _reopened,
    "place_banner": _placed,
    "move_banner": _moved,
    "disband_banner": _disbanded,
    "correct": _corrected,
    "revive": _revived,
    "grant": _granted,
    "correct_result": _result,
    "void_result": _voided,
    "strike": _struck,
    "correct_roll": _die,
    "redraw": _redrawn,
    "add": _added,
    "remove": _removed,
    "connect": _connected,
}
