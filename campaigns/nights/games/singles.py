"""Games outside any league that a club can plan: what the desks offer, with the books each is played by."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.engine.desk import Single, desk_of, desks
from campaigns.models import PlannedGame, Scope, Seat

BEGUN = "game"  # what a plan has become: the one game of its scope


def choices() -> list[tuple[str, str]]:
    """As a form offers them: the game with its book's edition."""
    return [
        (
            f"{desk.game.name}:{edition}",
            _("%(what)s, %(book)s") % {"what": _(str(single.title)), "book": title},
        )
        for desk in desks()
        if (single := desk.single) is not None
        for edition, title in single.books()
    ]


def title_of(single: str) -> str:
    """What is planned, in words; empty where it is no such game."""
    return dict(choices()).get(single, "")


def begin(plan: PlannedGame, by: Seat) -> Scope:
    """Open the game for those who are to play."""
    game, _colon, edition = plan.single.partition(":")
    single: Single | None = desk_of(game).single
    assert single is not None, plan.single
    players = [one.seat for one in plan.sides.select_related("seat__person")]
    return single.begin(by, players, edition)
