"""What a single game against the app brings to the club: a table of its own, and little of a league."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_noop

from campaigns.engine.histories import ComparedFigures
from campaigns.engine.lines import Act, Encounter, ForWhom, Section, Traces
from campaigns.engine.on_the_board import Ranking
from campaigns.engine.plain import anybody, default_empty, default_false, default_none, unfiltered_state
from campaigns.engine.plugins import (
    ClubPart,
    GamePlugin,
    PaperPart,
    PastPart,
    PlayPart,
    Single,
    nothing_hidden,
)
from campaigns.engine.stored.plugin_parts import ActRules, LeagueRules, StorePart
from campaigns.models import (
    Scope,
)
from campaigns.shell import sections
from campaigns.solo.armies import editions
from campaigns.solo.games import start_planned_game
from campaigns.solo.help import HELP
from campaigns.solo.unit_labels import phase_words
from campaigns.solo.viewer import SoloViewer
from rules.solo.book import Rules
from rules.solo.game import GAME
from rules.solo.playing.next_act import next_act
from rules.solo.state import SoloState
from rules.solo.telling.entries import tell
from rules.solo.todos import WHOSE_MOVE

GAMES = Section("games", gettext_noop("Against the app"), "hexagon", "campaigns:solo_games")


def _table(viewer: SoloViewer) -> HttpResponse:
    return redirect("campaigns:solo", viewer.scope.pk)


def _meet(viewer: SoloViewer, sides: tuple[str, ...]) -> str:
    return reverse("campaigns:solo_games", args=[viewer.scope.club.slug])


def _bout(state: SoloState, key: str) -> Encounter:
    """The game at its one table, whatever it is called."""
    over = state.game.phase == "over"
    return Encounter(key, (), phase_words(state), "over" if over else "plays")


def _place(scope: Scope, params: object) -> str:
    """A game has one table."""
    return reverse("campaigns:solo", args=[scope.pk])


def _change(key: str, value: str, words: str) -> Act:
    return "solo.setting", {"key": key, "value": value}


def _app_turn(state: SoloState, book: Rules) -> Act | None:
    """When people have had their turn, the app takes its own at once."""
    following = next_act(state, book)
    return ("solo.activate", following.params) if following.do == "activate" else None


PLUGIN: GamePlugin[SoloState, Rules] = GamePlugin(
    game=GAME,
    rules=LeagueRules(
        whose_move=WHOSE_MOVE,
        members_of=default_empty,
        sides_at=default_none,
        is_over=default_false,
        won_by=default_empty,
        tell=tell,
        settings=lambda state: state.game.settings,
        bout=_bout,
        ranks=lambda state, book: {},
        seen=unfiltered_state,
    ),
    acts=ActRules(
        change=_change,
        stands_in=anybody,
        begins={"solo.human_turn": _app_turn},
    ),
    store=StorePart(
        sides="sides",
        held="side",
        summary=lambda state, book: {},
        for_whom=lambda told: ForWhom(),
        traces=Traces(played="game", side="side", things=("unit",)),
    ),
    secrecy=nothing_hidden(),
    club=ClubPart(
        board=lambda viewer: Ranking("", (), ""),
        invitation=default_none,
        lines=default_empty,
        playing=default_none,
        meet=_meet,
        single=Single(gettext_noop("Against the app"), editions, start_planned_game),
    ),
    past=PastPart(
        figures=ComparedFigures(shown={}),
    ),
    play=PlayPart(
        rulebooks=list,
        sections=(Section("solo", listed=False), sections.HELP),
        club_pages=(GAMES,),
        help=HELP,
        place=_place,
        home=_table,
    ),
    paper=PaperPart(
        pages=lambda asked, paper: [],
        has_pages=default_false,
    ),
    demo=(),
)
