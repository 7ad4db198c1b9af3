"""The demo club: believable people, warbands and a season so far.

Everything that counts goes through the door, so the demo's journal folds like a real one. Slots get seeds
made from their names, so every demo club has the same history.
"""

from campaigns.demo.club import make_club

__all__ = ["make_club"]
