"""The former name of `writing`, for whoever still imports from here."""

from campaigns.engine.passage.writing import CORRECTION, NOTES

__all__ = ["CORRECTION", "NOTES"]
