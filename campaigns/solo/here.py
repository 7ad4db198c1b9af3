"""A visitor's view of a game against the app."""

from __future__ import annotations

from campaigns.engine.here import Here
from rules.solo.book import Rules
from rules.solo.state import SoloState

type SoloHere = Here[SoloState, Rules]
