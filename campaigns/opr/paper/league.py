"""A league of warbands on paper: the standings, then every sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import Page, Paper
from campaigns.engine.stored.store import registered
from campaigns.engine.who.seatbook import NO_SEAT, KnownPerson, seatbook
from campaigns.models import LeaguePrint
from campaigns.opr.paper import data
from campaigns.opr.paper.sheet_builder import build_sheet
from config.dates import dated
from rules.engine.language import decimal
from rules.opr.ending import season_sentence
from rules.opr.game import GAME, book_of
from rules.opr.league.team_standings import team_standings
from rules.opr.standings import averages, score_text, warband_standings
from rules.opr.state import OprState
from rules.opr.values import total_value


def warband_league_pages(asked: LeaguePrint, paper: Paper) -> list[Page]:
    """The first page, then every sheet, in the order of the standings."""
    from campaigns.opr.paper.drawing import (  # half a second of every start, for the worker alone
        front_html,
        sheet_html,
    )

    scope = asked.scope
    state = registered(GAME).load(scope.pk)
    people = seatbook(scope.club)
    sheets = [
        build_sheet(scope, state, state.warbands[line.warband], people, _address(asked, line.warband))
        for line in warband_standings(state, book_of(state))
    ]
    front = front_page(asked, state, people)
    return [(front.name, front_html(front, paper)), *((one.name, sheet_html(one, paper)) for one in sheets)]


def _address(asked: LeaguePrint, warband: str) -> str:
    return asked.base + reverse("campaigns:warband", args=[asked.scope_id, warband])


def front_page(asked: LeaguePrint, state: OprState, people: Mapping[str, KnownPerson]) -> data.LeagueFront:
    """The standings, as the league's home shows them."""
    book, scope = book_of(state), asked.scope
    how = (
        _("VP ÷ missions played; ties share a place.")
        if averages(state, book)
        else _("The highest VP total leads; ties share a place.")
    )
    return data.LeagueFront(
        name=scope.name,
        book=f"{book.book.short} v{book.book.version}",
        when=season_sentence(state, book),
        how=(how, *_teams(state)),
        lines=tuple(_lines(state, people)),
        url=asked.base + reverse("campaigns:league", args=[scope.pk]),
        printed=dated(asked.asked_at.astimezone(scope.club.tz), "j F Y"),
    )


def _teams(state: OprState) -> Iterator[str]:
    """The table of teams, a line each. Source: A-60"""
    for one in team_standings(state, book_of(state)):
        known = {"rank": one.rank, "team": one.name, "score": decimal(one.shown), "how": one.how}
        yield _("Team rank %(rank)s: %(team)s, %(score)s (%(how)s)") % known


def _lines(state: OprState, people: Mapping[str, KnownPerson]) -> Iterator[data.StandingLine]:
    book = book_of(state)
    averaged = averages(state, book)
    for line in warband_standings(state, book):
        warband, units = state.warbands[line.warband], state.sheet(line.warband)
        yield data.StandingLine(
            rank=str(line.rank) if warband.missions else "–",
            name=warband.name,
            player=people.get(warband.owner, NO_SEAT).name,
            played=warband.missions,
            won=warband.won,
            lost=warband.missions - warband.won,
            vp=warband.vp,
            value=total_value(units),
            xp=sum(unit.xp for unit in units),
            average=score_text(warband.average, True) if averaged else "",
        )
