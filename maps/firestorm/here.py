"""A visitor's view of a Firestorm league."""

from __future__ import annotations

from campaigns.engine.passage.here import Here
from rules.firestorm.book import FirestormInForce
from rules.firestorm.state import Firestorm

type FirestormHere = Here[Firestorm, FirestormInForce]
