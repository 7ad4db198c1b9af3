"""The league whose past is corrected."""

from tests.campaigns.past import league, past

__all__ = ["league", "past"]
