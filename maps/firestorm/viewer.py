"""A visitor's view of a Firestorm league."""

from __future__ import annotations

from campaigns.engine.transaction.viewer import Viewer
from rules.firestorm.book import FirestormInForce
from rules.firestorm.state import Firestorm

type FirestormViewer = Viewer[Firestorm, FirestormInForce]
