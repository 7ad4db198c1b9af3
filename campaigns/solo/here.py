"""A visitor's view of a game against the app."""

from __future__ import annotations

from campaigns.engine.passage.here import Here
from campaigns.engine.stored.store import Registration, registered
from rules.solo.book import Rules
from rules.solo.game import GAME
from rules.solo.state import SoloState

type SoloHere = Here[SoloState, Rules]


def registration() -> Registration[SoloState, Rules]:
    """How the games against the app are kept, for who meets them from outside."""
    return registered(GAME)
