"""Sentences about the league itself: before play, its armies, cards and charts."""

from __future__ import annotations

from rules.engine.language import listed, mark, said, say, say_many
from rules.firestorm import effects as fx
from rules.firestorm import league_effects as league
from rules.firestorm import muster_effects as muster
from rules.firestorm.muster_state import CardKind, CharacterKind
from rules.firestorm.telling.entry_context import FirestormEntryContext, Teller, coins
from rules.turns.telling import options_set

# Before play


def _options(told: FirestormEntryContext) -> str:
    return options_set(told.params, told.book.settings) + told.reason


def _realm(told: FirestormEntryContext) -> str:
    return say("The league is fought in {realm}", realm=told.text("name"))


def _map(told: FirestormEntryContext) -> str:
    laid = told.one(league.FirestormMapLaid)
    count = len(laid.territories) if laid else 0
    return say_many(count, "The map is set: {number} territory", "The map is set: {number} territories")


def _founded(told: FirestormEntryContext) -> str:
    founded = told.one(league.FactionFounded)
    return say("{who} is created", who=told.names(founded.faction.id) if founded else say("A faction"))


def _joined(told: FirestormEntryContext) -> str:
    joined = told.one(league.PlayerJoined)
    who = told.called(joined.player.id, told.person(joined.player.owner)) if joined else say("A player")
    if joined and joined.player.since:
        known = {"player": who, "faction": told.who, "turn": joined.player.since}
        return say("{player} joins {faction}, from turn {turn} on", **known)
    return say("{player} joins {faction}", player=who, faction=told.who)


def _left(told: FirestormEntryContext) -> str:
    gone = told.one(league.PlayerLeft)
    faction = told.names(gone.faction) if gone else say("a faction")
    who = told.called(told.text("player"), told.person(gone.owner if gone else ""))
    left = say("{player} leaves {faction}", player=who, faction=faction)
    if gone and gone.sealer:
        left = say("{deed}; {name} seals its orders from now on", deed=left, name=told.person(gone.sealer))
    return left + told.reason


def _withdrawn(told: FirestormEntryContext) -> str:
    who = told.called(told.text("faction"), say("A faction"))
    return say("{who} withdraws before the start", who=who)


def _named(told: FirestormEntryContext) -> str:
    return say("{who} has a new name, colour or emblem", who=told.who)


def _corner(told: FirestormEntryContext) -> str:
    return say("{who} will begin at {where}", who=told.who, where=told.where)


def _alliance(told: FirestormEntryContext) -> str:
    rows = {str(key): row.name for key, row in told.book.alliances.items()}
    alliance = rows.get(told.text("alliance"), told.text("alliance"))
    return say("{who} fights for {alliance}", who=told.who, alliance=alliance) + told.reason


def _trait(told: FirestormEntryContext) -> str:
    trait = told.siege.traits.get(told.text("trait"))
    if trait is None:
        return say("{who} has no siege trait", who=told.who)
    return say("{who} fights sieges as {trait}", who=told.who, trait=trait)


def _begun(told: FirestormEntryContext) -> str:
    homes = [
        say("{who} at {where}", who=told.names(one.owner), where=told.names(one.territory))
        for one in told.all(fx.OwnerChanged)
    ]
    return say("The league begins: {homes}", homes=listed(homes))


# Armies

MARCHES: dict[CharacterKind, str] = {
    "commander": mark("{name} commands {banner}"),
    "named": mark("{name} marches with {banner}"),
    "hero": mark("{name} marches with {banner}"),
    "unit": mark("{name} marches with {banner}"),
}


def _character(told: FirestormEntryContext) -> str:
    listing = told.one(muster.CharacterListed)
    kind: CharacterKind = listing.character.kind if listing else "unit"
    return said(MARCHES[kind], name=told.text("name").strip(), banner=told.name("banner"))


def _changed(told: FirestormEntryContext) -> str:
    if told.text("swap"):
        return say("{one} and {other} swap banners", one=told.name("character"), other=told.name("swap"))
    return say("{name} now marches with {banner}", name=told.name("character"), banner=told.name("banner"))


def _brought(told: FirestormEntryContext) -> str:
    name, upgrade = told.name("character"), told.text("name").strip()
    return say("{name} starts with {upgrade}", name=name, upgrade=upgrade)


# Objectives, cards and charts


def _dealt(told: FirestormEntryContext) -> str:
    dealt = told.all(muster.ObjectiveChanged)
    players = [name for one in dealt if (name := told.called(one.objective.player, ""))]
    if len(players) < len(dealt):
        return say_many(
            len(dealt),
            "A secret objective is dealt to {number} player",
            "Secret objectives are dealt to {number} players",
        )
    return say("Secret objectives are dealt to {players}", players=listed(players, none=say("nobody")))


def _objective(told: FirestormEntryContext) -> tuple[str, str]:
    """The player and, once it is known to all, the card."""
    changed = told.one(muster.ObjectiveChanged)
    card = told.card(changed.objective.card) if changed and changed.objective.card else say("an objective")
    return told.called(told.text("player"), say("A player")), card


def _claimed(told: FirestormEntryContext) -> str:
    player, card = _objective(told)
    return say("{player} claims the objective “{card}”", player=player, card=card) + told.reason


def _judged(told: FirestormEntryContext) -> str:
    player, card = _objective(told)
    if not told.params.get("reached"):
        return say("{player} has not achieved “{card}”", card=card, player=player) + told.reason
    paid = [coins(one.row.coin, one.row.amount) for one in told.all(fx.LedgerEntered)]
    reached = say("{player} has achieved “{card}”", player=player, card=card)
    if paid:
        reached = say("{deed}: {gain}", deed=reached, gain=listed(paid))
    return reached + told.reason


def _shown(told: FirestormEntryContext) -> str:
    player, card = _objective(told)
    return say("{player} shows the objective “{card}”", player=player, card=card)


DECKS: dict[CardKind, str] = {
    "objective": mark("Objectives written for the league: {number}"),
    "time_of_war": mark("Times of War written: {number}"),
    "sudden_death": mark("Sudden death conditions written: {number}"),
}


def _deck(told: FirestormEntryContext) -> str:
    written = told.one(muster.DeckWritten)
    if written is None:
        return say("A deck of cards has been written")
    return said(DECKS[written.kind], number=len(written.cards))


CHARTS = {
    "unit": mark("The advancement chart for units has been written"),
    "champion": mark("The advancement chart for commanders has been written"),
}


def _chart(told: FirestormEntryContext) -> str:
    return said(CHARTS.get(told.text("chart"), CHARTS["unit"]))


LEAGUE: dict[str, Teller] = {
    "set_options": _options,
    "name_realm": _realm,
    "lay_map": _map,
    "found": _founded,
    "join": _joined,
    "leave_faction": _left,
    "withdraw": _withdrawn,
    "rename": _named,
    "take_corner": _corner,
    "choose_alliance": _alliance,
    "set_trait": _trait,
    "begin_play": _begun,
    "list_character": _character,
    "change_banner": _changed,
    "bring_upgrade": _brought,
    "deal_objectives": _dealt,
    "claim_objective": _claimed,
    "judge_objective": _judged,
    "show_objective": _shown,
    "write_deck": _deck,
    "write_chart": _chart,
}
