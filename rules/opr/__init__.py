"""Campaigns of Age of Fantasy: Skirmish and Grimdark Future: one set of procedures, two books.

A mission is played (`playing`), reported (`reports`) and followed by its steps (`aftermath`); `warbands` are
founded and grow, `league` is what organisers do. What all of them stand on lies here.
"""

# ruff: noqa: F401, I001  imported to register, in the order in which pages list what they find
from rules.opr.playing import owed
from rules.opr.playing import objectives
from rules.opr.playing import rounds
from rules.opr.reports import report
from rules.opr.playing import setup
from rules.opr.reports import quick
from rules.opr.reports import app_report
from rules.opr.aftermath import casualties
from rules.opr.aftermath import experience
from rules.opr.warbands import founding
from rules.opr.aftermath import market
from rules.opr.aftermath import recruiting
from rules.opr.league import organiser
from rules.opr.league import step_time
from rules.opr.league import override
from rules.opr.league import teams
from rules.opr.aftermath import rival_market
from rules.opr.league import rivals
from rules.opr import standings
from rules.opr.figures import league as league_figures
from rules.opr.figures import reports as report_figures
from rules.opr.figures import by_name
from rules.opr.game import GAME

__all__ = ["GAME"]
