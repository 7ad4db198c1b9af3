"""Calendars for other programs."""
