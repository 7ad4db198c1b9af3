"""What a map league of empires brings to the club."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_noop

from campaigns.engine.lines import Page, Paper, Section, Traces
from campaigns.engine.plain import anybody, default_empty, unfiltered_state
from campaigns.engine.plugins import (
    ClubPart,
    CorrectionForms,
    GamePlugin,
    PaperPart,
    PastPart,
    PlayPart,
    ReportWords,
    SecrecyPart,
)
from campaigns.engine.stored.plugin_parts import ActRules, LeagueRules, StorePart
from campaigns.engine.who.rights import side_from_who
from campaigns.models import LeaguePrint, Scope
from campaigns.shell import sections
from maps.conquest import board, clock
from maps.conquest.acting import at_table
from maps.conquest.battles.agreeing import TOLD_GAMES
from maps.conquest.battles.correct_page import battle_correction_link
from maps.conquest.battles.versions import battle_versions
from maps.conquest.club import bouts, closing, help, needs, past, rulebooks, summary, todos
from maps.conquest.demo import empires
from maps.conquest.viewer import ConquestViewer
from maps.conquest.views import empires_home
from maps.conquest.what_now import conquest_refusal_button
from maps.turns.plugins import FROM_THE_PRESENT, MAPS
from rules.conquest.book import ConquestInForce
from rules.conquest.effects import GoldMoved
from rules.conquest.game import GAME
from rules.conquest.ground import conquest_map_book
from rules.conquest.league.requests import WORDS
from rules.conquest.league.sides import (
    battles_that_ended,
    empire_player_at,
    empires_in_battle,
    player_in_battle,
    players_of_empire,
)
from rules.conquest.playing import silence
from rules.conquest.state import Conquest
from rules.conquest.telling.entries import tell
from rules.conquest.todos import WHOSE_MOVE
from rules.engine.effects import Effect
from rules.engine.plain import JsonObject, Params, text_in
from rules.engine.questions import Question
from rules.engine.todos import qualified

MAP = Section("map", gettext_noop("Map"), "map", "maps:map", tab=True)
PAYING = ("conquest.collect", "conquest.raid")
HAND_OVER = "conquest.hand_over"


def _veiled(viewer: ConquestViewer, found: JsonObject) -> JsonObject:
    """An empire, its line in the standings or a question to it, without a treasury for other eyes."""
    if "treasury" in found and not (
        viewer.book.settings.gold_public or viewer.reads(text_in(found, "about"))
    ):
        return {**found, "treasury": None, "too_little": ""}
    realm = text_in(found, "realm") or text_in(found, "id")
    if viewer.book.settings.gold_public or "gold" not in found or realm not in viewer.state.realms:
        return found
    return found if viewer.reads(realm) else {**found, "gold": None}


def _may_see(viewer: ConquestViewer, effect: Effect) -> bool:
    """What goes into or out of a treasury that is its owner's alone, they alone read."""
    if not isinstance(effect, GoldMoved) or viewer.book.settings.gold_public:
        return True
    return viewer.reads(effect.realm)


def _may_read(viewer: ConquestViewer, procedure: str, question: Question) -> bool:
    """Dice of mines and raids add up to gold."""
    if procedure not in PAYING or viewer.book.settings.gold_public:
        return True
    return viewer.reads(question.who.removeprefix("side:"))


def _stands_in(procedure: str, who: str, plays: bool) -> bool:
    """Whether an organiser, who `plays` or does not, may act for an empire: no rival spends its gold, or
    gives it to somebody who would read how much there is.

    Source: CQ-20, CQ-66
    """
    return procedure not in ("conquest.commit_gold", HAND_OVER) or side_from_who(who) == "" or not plays


def _pages(asked: LeaguePrint, paper: Paper) -> list[Page]:
    """The league's file; what draws it is loaded when it is wanted."""
    from maps.conquest.paper.league_print import empire_league_pages

    return empire_league_pages(asked, paper)


def _place(scope: Scope, params: Params) -> str:
    """The battle's page where they name one."""
    if battle := text_in(params, "battle"):
        return reverse("maps:battle", args=[scope.pk, battle])
    return reverse("campaigns:league", args=[scope.pk])


PLUGIN: GamePlugin[Conquest, ConquestInForce] = GamePlugin(
    game=GAME,
    rules=LeagueRules(
        from_the_present=FROM_THE_PRESENT,
        chapter=past.round_chapter,
        whose_move=WHOSE_MOVE,
        members_of=players_of_empire,
        played_by=player_in_battle,
        held_by=empire_player_at,
        in_play=lambda state, side: state.realms[side].status in ("waiting", "active"),
        sides_at=empires_in_battle,
        is_over=lambda state: state.now.phase == "finished",
        won_by=lambda state, book: [state.now.winner] if state.now.winner else [],
        next_steps=clock.empires_next_acts,
        passes_over=True,
        goes_on=silence.absent_empire_steps,
        turn=lambda state: state.now.round,
        turn_begins="conquest.order",
        seen=unfiltered_state,
        tell=tell,
        settings=lambda state: dict(state.now.settings),
        bout=bouts.conquest_encounter,
        told_games=TOLD_GAMES,
        ranks=bouts.empire_ranks,
    ),
    acts=ActRules(
        change=rulebooks.conquest_option_act,
        reasons=True,
        stands_in=_stands_in,
        idle=battles_that_ended,
        words=qualified(GAME, WORDS),
        takes_back=at_table.TAKES_BACK,
        closes_dialogues=clock.CLOSES,
    ),
    store=StorePart(
        sides="realms",
        held="realm",
        summary=summary.conquest_summary,
        for_whom=summary.empire_audience,
        traces=Traces(played="battle", side="realm", things=("event",)),
        games="battles",
    ),
    secrecy=SecrecyPart(
        veil=_veiled,
        may_see=_may_see,
        may_read=_may_read,
        may_follow=anybody,
        withheld=default_empty,
        beside=default_empty,
    ),
    club=ClubPart(
        board=board.empire_board,
        needs=needs.empire_league_needs,
        todos=todos.conquest_todos,
        invitation=todos.empire_invitation,
        beginning=todos.empire_set_up_todo,
        lines=todos.empire_league_lines,
        playing=todos.empire_play_links,
        meet=bouts.challenge_url,
    ),
    past=PastPart(
        figures=past.FIGURES,
        forms=CorrectionForms(
            facts_link=battle_correction_link,
        ),
        reports=ReportWords(versions=battle_versions),
    ),
    play=PlayPart(
        ending=closing.conquest_ending,
        rulebooks=rulebooks.conquest_rulebooks,
        sections=(sections.LEAGUE, MAP, *sections.TOLD, *sections.OF_ORGANISERS),
        club_pages=(MAPS,),
        help=help.HELP,
        place=_place,
        what_now=conquest_refusal_button,
        home=empires_home,
        ground=conquest_map_book,
        clock=clock.advance_conquest_leagues,
    ),
    paper=PaperPart(
        pages=_pages,
    ),
    demo=(empires,),
)
