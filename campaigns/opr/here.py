"""A visitor's view of a league of warbands."""

from __future__ import annotations

from campaigns.engine.here import Here
from rules.opr.books import InForce
from rules.opr.state import OprState

type OprHere = Here[OprState, InForce]
