"""A visitor's view of a map league."""

from __future__ import annotations

from campaigns.engine.transaction.viewer import Viewer
from rules.conquest.book import ConquestInForce
from rules.conquest.state import Conquest

type ConquestViewer = Viewer[Conquest, ConquestInForce]
