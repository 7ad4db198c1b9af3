"""Who may know of a request, and whose word it waits for."""

from __future__ import annotations

from campaigns.engine.passage.here import AnyHere
from campaigns.models import ActRequest


def may_read(here: AnyHere, asked: ActRequest) -> bool:
    """Whether a visitor may know of a request: of a quiet one only who asks, who is asked, and organisers."""
    if not asked.quiet:
        return True
    if here.seat is None:
        return False
    return here.is_organiser or here.actor.is_seat(str(asked.asker_id)) or is_asked(here, asked, given=True)


def is_asked(here: AnyHere, asked: ActRequest, *, given: bool = False) -> bool:
    """Whether it waits for this visitor's own word; with `given`, or has it already."""
    if here.seat is None or here.actor.held:
        return False
    still = [who for who in asked.whose if given or who not in asked.agreed]
    return any(here.actor.is_one_of(who, here.scope, here.whole, here.registration) for who in still)
