"""Who is offered first where one says who plays or has played."""

from __future__ import annotations

from campaigns.opr.here import OprHere


def all_play(here: OprHere) -> bool:
    """Whether everybody plays every mission. Source: OPR-10"""
    return not here.book.on("parallel_play")


def first_choice(here: OprHere) -> list[str]:
    """Everybody, unless several missions may run at once; then only my own warband."""
    everybody = all_play(here)
    return [one.id for one in here.state.active if everybody or here.owns(one.id)]
