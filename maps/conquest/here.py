"""A visitor's view of a map league."""

from __future__ import annotations

from campaigns.engine.passage.here import Here
from rules.conquest.book import ConquestInForce
from rules.conquest.state import Conquest

type ConquestHere = Here[Conquest, ConquestInForce]
