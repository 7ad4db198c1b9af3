"""The sections that leagues of several games have in common."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from campaigns.engine.lines import Section

LEAGUE = Section("league", gettext_noop("League"), "trophy", "campaigns:league", tab=True)
CHRONICLE = Section("chronicle", gettext_noop("Chronicle"), "journal-text", "campaigns:chronicle")
RULES = Section("rules", gettext_noop("Rules"), "book", "campaigns:rules")
BOARD = Section("board", gettext_noop("Hall screen"), "tv", "campaigns:board")
DESK = Section("desk", gettext_noop("Organise"), "inbox", "campaigns:desk", "organiser")
CORRECTIONS = Section(
    "corrections", gettext_noop("Corrections"), "pencil-square", "campaigns:corrections", "organiser"
)
SETTINGS = Section("settings", gettext_noop("Settings"), "sliders", "campaigns:settings", "organiser")

HELP = Section("help", gettext_noop("Help"), "question-circle", "campaigns:help")

TOLD = (CHRONICLE, RULES, BOARD, HELP)
OF_ORGANISERS = (DESK, CORRECTIONS, SETTINGS)
