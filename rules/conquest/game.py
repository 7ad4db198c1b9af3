"""The game of Conquest: its state, its books, the league nobody has played yet, and what ends it."""

from __future__ import annotations

from rules.conquest.book import (
    EDITIONS,
    ConquestBook,
    ConquestInForce,
    ConquestSettings,
    conquest_book,
    conquest_in_force,
    conquest_settings,
)
from rules.conquest.state import CAMPAIGN, Campaign, Conquest
from rules.engine.games import Choosable, Ctx, Game, register_game
from rules.engine.language import per_language
from rules.engine.plain import Params
from rules.engine.procedure import Procedure
from rules.maps.model import Ground
from rules.turns.settings import choosables

type ConquestCtx = Ctx[Conquest, ConquestInForce]

AFTER_A_VICTORY = ("conquest.rename",)  # a name is moderated at any time


def initial_conquest(edition: str, settings: Params) -> Conquest:
    """An empty league on an empty map."""
    edition = edition or EDITIONS[0]
    campaign = Campaign(id=CAMPAIGN, edition=edition, settings=conquest_settings(settings, edition))
    return Conquest(campaign={CAMPAIGN: campaign}, ground={"map": Ground()})


def refuse_after_victory(ctx: ConquestCtx, procedure: str) -> Procedure[None]:
    """After a victory nothing more is done; stepping back is the journal's. Source: CQ-127."""
    now = ctx.state.now
    if now.phase == "finished" and procedure not in AFTER_A_VICTORY:
        yield ctx.book.problem("E36", player=ctx.state.name_of(now.winner)).inadmissible()


def rounds_have_begun(state: Conquest) -> bool:
    """Whether set-up is over. Source: CQ-12"""
    return state.now.phase != "setup"


@per_language
def settings(edition: str) -> tuple[Choosable, ...]:
    """The options of a league, with what each may be."""
    return choosables(ConquestSettings, conquest_book(edition).settings)


BOOKS = {edition: conquest_book(edition) for edition in EDITIONS}
FILES = dict.fromkeys(EDITIONS, ConquestBook)
GAME = register_game(
    Game(
        "conquest",
        Conquest,
        BOOKS,
        conquest_in_force,
        initial_conquest,
        refuse_after_victory,
        settings,
        rounds_have_begun,
        files=FILES,
    )
)
