"""What a single game against the app brings to the club: a table of its own, and little of a league."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_noop

from campaigns.engine.desk import (
    NO_FIGURES,
    Desk,
    anybody,
    never,
    no_occasion,
    no_steps,
    nobody,
    not_reported,
    nothing,
    silence,
    unveiled,
    whole,
)
from campaigns.engine.lines import Act, Ranking, Section, Traces
from campaigns.models import (
    Scope,
    SoloActivation,
    SoloGame,
    SoloKill,
    SoloList,
    SoloMarker,
    SoloSide,
    SoloSpell,
    SoloUnit,
)
from campaigns.shell import sections
from campaigns.solo.help import HELP
from campaigns.solo.here import SoloHere
from rules.solo.book import Rules
from rules.solo.game import GAME
from rules.solo.state import SoloState
from rules.solo.telling.entries import tell

GAMES = Section("games", gettext_noop("Against the app"), "hexagon", "campaigns:solo_games")


def _table(here: SoloHere) -> HttpResponse:
    return redirect("campaigns:solo", here.scope.pk)


def _meet(here: SoloHere, sides: tuple[str, ...]) -> str:
    return reverse("campaigns:solo_games", args=[here.scope.club.slug])


def _place(scope: Scope, params: object) -> str:
    """A game has one table."""
    return reverse("campaigns:solo", args=[scope.pk])


def _change(key: str, value: str, words: str) -> Act:
    return "solo.change_setting", {"key": key, "value": value}


DESK: Desk[SoloState, Rules] = Desk(
    game=GAME,
    rows={
        "games": SoloGame,
        "sides": SoloSide,
        "lists": SoloList,
        "units": SoloUnit,
        "markers": SoloMarker,
        "spells": SoloSpell,
        "activations": SoloActivation,
        "kills": SoloKill,
    },
    sides="sides",
    held="side",
    members_of=nothing,  # everybody at the table answers for any side
    sides_at=nobody,
    is_over=never,
    by_die=never,
    known={},
    followed=frozenset(),
    idle=nothing,
    reported={},
    doubted={},
    by_games=frozenset(),
    stands_in=anybody,
    next_steps=nothing,
    closes={},
    seen=whole,
    summary=lambda state, book: {},
    tell=tell,
    rulebooks=list,
    settings=lambda state: state.game.settings,
    change=_change,
    reasons=False,
    after_setting=nobody,
    length_form=nobody,
    set_length="",
    close="",
    may_close=never,
    table_titles={},
    sections=(Section("solo", listed=False), sections.HELP),
    club_pages=(GAMES,),
    help=HELP,
    title=silence,
    place=_place,
    next_place=silence,
    veil=unveiled,
    may_see=anybody,
    may_read=anybody,
    may_follow=anybody,
    withheld=nothing,
    in_the_club=frozenset(),
    beside=nothing,
    traces=Traces(played="game", side="side", things=("unit",)),
    groups=nothing,
    from_the_present="",
    figures=NO_FIGURES,
    names={},
    occasion=no_occasion,
    chapter=silence,
    facts_link=nobody,
    more_url=silence,
    in_draft=nobody,
    forgotten=None,
    report_entries=frozenset(),
    report_lines=not_reported,
    report_says=silence,
    home=_table,
    board=lambda here: Ranking("", (), ""),
    needs=nothing,
    standing=nothing,
    todos=nothing,
    beginning=nobody,
    invitation=nobody,
    lines=nothing,
    playing=nobody,
    own_page=nobody,
    games="",
    bout=nobody,
    worth=lambda state, book: {},
    meet=_meet,
    pages=lambda asked, paper: [],
    has_pages=never,
    reckoned={},
    ground=None,
    clock=no_steps,
    demo=(),
)
