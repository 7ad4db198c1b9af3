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
    firestorm_book,
    firestorm_in_force,
    firestorm_settings,
    start_book,
)
from rules.firestorm.settings import FirestormSettings
from rules.firestorm.state import CAMPAIGN, Campaign, Firestorm
from rules.maps.model import Ground
from rules.turns.settings import choosables

type FirestormCtx = Ctx[Firestorm, FirestormInForce]

AFTER_A_VICTORY = ("firestorm.rename", "firestorm.show_objective")  # at any time


def initial_firestorm(edition: str, settings: Params) -> Firestorm:
    """An empty league on an empty map; cards and charts are the book's until somebody writes others."""
    edition = edition or EDITIONS[0]
    chosen, realm = firestorm_settings(settings, edition), start_book(edition).realm
    campaign = Campaign(id=CAMPAIGN, edition=edition, settings=chosen, realm=realm)
    return Firestorm(campaign={CAMPAIGN: campaign}, ground={"map": Ground()})


def refuse_after_end(ctx: FirestormCtx, procedure: str) -> Procedure[None]:
    """After a victory nothing more is done; stepping back is the journal's. Source: FS-105"""
    now = ctx.state.now
    if now.phase == "finished" and procedure not in AFTER_A_VICTORY:
        winners = listed([ctx.state.name_of(one) for one in now.winners])
        yield ctx.book.problem("E02", factions=winners).inadmissible()


def turns_have_begun(state: Firestorm) -> bool:
    """Whether set-up is over. Source: FS-161"""
    return state.now.phase != "setup"


@per_language
def settings(edition: str) -> tuple[Choosable, ...]:
    """The options of a league, with what each may be."""
    return choosables(FirestormSettings, firestorm_book(edition).settings)


BOOKS = {edition: firestorm_book(edition) for edition in EDITIONS}
GAME = register_game(
    Game(
        "firestorm",
        Firestorm,
        BOOKS,
        firestorm_in_force,
        initial_firestorm,
        refuse_after_end,
        settings,
        turns_have_begun,
        files=FILES,
    )
)
