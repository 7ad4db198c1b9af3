"""A visitor's view of a game against the app."""

from __future__ import annotations

from campaigns.engine.stored.store import Registration, registered
from campaigns.engine.transaction.viewer import Viewer
from rules.solo.book import Rules
from rules.solo.game import GAME
from rules.solo.state import SoloState

type SoloViewer = Viewer[SoloState, Rules]


def registration() -> Registration[SoloState, Rules]:
    """How the games against the app are kept, for who meets them from outside."""
    return registered(GAME)
