"""The game of Firestorm: its state, its books, the league nobody has played yet, and what ends it."""

from __future__ import annotations

from rules.engine.games import Choosable, Ctx, Game, register_game
from rules.engine.language import listed, per_language
from rules.engine.plain import Params
from rules.engine.procedure import Procedure
from rules.firestorm.book import (
    EDITIONS,
    FILES,
    FirestormInForce,
    book,
    checked_settings,
    in_force,
    start_book,
)
from rules.firestorm.settings import FirestormSettings
from rules.firestorm.state import CAMPAIGN, Campaign, Firestorm
from rules.maps.model import Ground
from rules.turns.settings import choosables

type FirestormCtx = Ctx[Firestorm, FirestormInForce]

AFTER_A_VICTORY = ("firestorm.rename", "firestorm.show_objective")  # at any time


def begin(edition: str, settings: Params) -> Firestorm:
    """An empty league on an empty map; cards and charts are the book's until somebody writes others."""
    edition = edition or EDITIONS[0]
    chosen, realm = checked_settings(settings, edition), start_book(edition).realm
    campaign = Campaign(id=CAMPAIGN, edition=edition, settings=chosen, realm=realm)
    return Firestorm(campaign={CAMPAIGN: campaign}, ground={"map": Ground()})


def still_on(ctx: FirestormCtx, procedure: str) -> Procedure[None]:
    """After a victory nothing more is done; stepping back is the journal's. Source: FS-105"""
    now = ctx.state.now
    if now.phase == "finished" and procedure not in AFTER_A_VICTORY:
        winners = listed([ctx.state.name_of(one) for one in now.winners])
        yield ctx.book.problem("E02", factions=winners).inadmissible()


def has_begun(state: Firestorm) -> bool:
    """Whether set-up is over. Source: FS-161"""
    return state.now.phase != "setup"


@per_language
def settings(edition: str) -> tuple[Choosable, ...]:
    """The options of a league, with what each may be."""
    return choosables(FirestormSettings, book(edition).settings)


BOOKS = {edition: book(edition) for edition in EDITIONS}
GAME = register_game(
    Game("firestorm", Firestorm, BOOKS, in_force, begin, still_on, settings, has_begun, files=FILES)
)
