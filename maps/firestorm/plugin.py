"""What a Firestorm league brings to the club."""

from __future__ import annotations

from collections.abc import Collection

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.engine.lines import Act, Page, Paper, Section, Traces
from campaigns.engine.plain import unveiled
from campaigns.engine.plugins import (
    ClubPart,
    GamePlugin,
    PaperPart,
    PastPart,
    PlayPart,
    ReportWords,
    SecrecyPart,
)
from campaigns.engine.stored.plugin_parts import ActRules, LeagueRules, StorePart
from campaigns.models import LeaguePrint, Scope
from campaigns.shell import sections
from maps.firestorm import board, clock
from maps.firestorm.acting import at_table, standing_in
from maps.firestorm.battles.agreeing import TOLD_GAMES
from maps.firestorm.battles.places import after_battle_url, battle_place
from maps.firestorm.battles.titles import battle_dialogue_title
from maps.firestorm.battles.versions import game_versions
from maps.firestorm.club import about_me, bouts, closing, help, needs, past, rulebooks, summary, todos
from maps.firestorm.demo import marches
from maps.firestorm.factions.leaving import is_last, lost_with
from maps.firestorm.veils import building as veil_building
from maps.firestorm.veils import sieges as veils
from maps.firestorm.viewer import FirestormViewer
from maps.firestorm.views import factions_home
from maps.firestorm.what_now import firestorm_refusal_button
from maps.turns.plugins import FROM_THE_PRESENT, MAPS
from rules.engine.effects import Effect
from rules.engine.plain import Params
from rules.engine.questions import Question
from rules.engine.todos import qualified
from rules.firestorm import decks
from rules.firestorm.book import FirestormInForce
from rules.firestorm.game import GAME, turns_have_begun
from rules.firestorm.ground import firestorm_map_book
from rules.firestorm.league.absent import absent_faction_steps
from rules.firestorm.league.requests import WORDS
from rules.firestorm.league.sides import (
    faction_players_at,
    faction_plays_from,
    factions_in_battle,
    near_faction,
    players_in_battle,
    players_of_faction,
    seen_by_factions,
)
from rules.firestorm.league.unanswered import unanswered
from rules.firestorm.muster_effects import DeckWritten
from rules.firestorm.state import Firestorm, Player
from rules.firestorm.telling.entries import tell
from rules.firestorm.todos import WHOSE_MOVE

MAP = Section("map", gettext_noop("Map"), "map", "firestorm:map", tab=True)


def _parting(state: Firestorm, seats: Collection[str]) -> list[Act]:
    """Who leaves the club is out of their faction; before play begins the last one withdraws it."""
    return [_parted(state, one) for one in _of_seats(state, seats)]


def _of_seats(state: Firestorm, seats: Collection[str]) -> list[Player]:
    return [one for one in state.players.values() if one.owner in seats and state.now.phase != "finished"]


def _parted(state: Firestorm, player: Player) -> Act:
    if not turns_have_begun(state) and is_last(state, player):
        return "firestorm.withdraw", {"faction": player.faction}
    return "firestorm.leave_faction", {"player": player.id}


def _lost_with(state: Firestorm, seats: Collection[str], own: bool) -> list[str]:
    """What somebody who leaves the club leaves in this league, and loses by it."""
    said = list[str]()
    for one in _of_seats(state, seats):
        leaves = (
            _("You will leave %(faction)s immediately.")
            if own
            else _("They will leave %(faction)s immediately.")
        )
        said += [leaves % {"faction": state.name_of(one.faction)}, *lost_with(state, one, own=own)]
    return said


def _may_see(viewer: FirestormViewer, effect: Effect) -> bool:
    if isinstance(effect, DeckWritten) and effect.kind == "objective":
        return viewer.is_organiser or decks.shows_deck(viewer.state, viewer.owns)
    return veil_building.may_see_build_points(viewer, effect) and veils.may_see_siege(viewer, effect)


def _may_read(viewer: FirestormViewer, procedure: str, question: Question) -> bool:
    """An answer in what is still open. Source: FS-162"""
    of_siege = veils.may_read_siege(viewer, procedure, question)
    return of_siege and veil_building.may_read_points_roll(viewer, procedure, question)


def _may_follow(viewer: FirestormViewer, procedure: str, params: Params) -> bool:
    """An open dialogue with its questions. Source: FS-162"""
    of_siege = veils.may_follow_siege(viewer, procedure, params)
    return of_siege and veil_building.may_follow_roll(viewer, procedure, params)


def _place(scope: Scope, params: Params) -> str:
    return battle_place(scope, params) or reverse("campaigns:league", args=[scope.pk])


def _pages(asked: LeaguePrint, paper: Paper) -> list[Page]:
    """The league's file; what draws it is loaded when it is wanted."""
    from maps.firestorm.paper.book import faction_league_pages

    return faction_league_pages(asked, paper)


PLUGIN: GamePlugin[Firestorm, FirestormInForce] = GamePlugin(
    game=GAME,
    rules=LeagueRules(
        from_the_present=FROM_THE_PRESENT,
        chapter=past.turn_chapter,
        whose_move=WHOSE_MOVE,
        members_of=players_of_faction,
        played_by=players_in_battle,
        held_by=faction_players_at,
        sides_at=factions_in_battle,
        is_over=lambda state: state.now.phase == "finished",
        won_by=lambda state, book: state.now.winners,
        in_play=lambda state, side: state.factions[side].status == "active",
        near=near_faction,
        plays_from=faction_plays_from,
        parting=_parting,
        lost_with=_lost_with,
        turn=lambda state: state.now.turn,
        turn_begins="firestorm.turn",
        seen=seen_by_factions,
        next_steps=clock.factions_next_acts,
        passes_over=True,
        goes_on=absent_faction_steps,
        unanswered=unanswered,
        tell=tell,
        settings=lambda state: dict(state.now.settings),
        bout=bouts.firestorm_encounter,
        told_games=TOLD_GAMES,
        ranks=bouts.faction_ranks,
    ),
    acts=ActRules(
        change=rulebooks.firestorm_option_act,
        reasons=True,
        title=battle_dialogue_title,
        stands_in=standing_in.stands_in,
        words=qualified(GAME, WORDS),
        takes_back=at_table.TAKES_BACK,
        closes_dialogues=clock.CLOSES,
    ),
    store=StorePart(
        sides="factions",
        held="faction",
        summary=summary.firestorm_summary,
        for_whom=summary.faction_audience,
        traces=Traces(played="battle", side="faction", things=("banner",), single="bout"),
        games="battles",
        games_in="bouts",
    ),
    secrecy=SecrecyPart(
        veil=unveiled,
        may_see=_may_see,
        may_read=_may_read,
        may_follow=_may_follow,
        withheld=veil_building.withheld,
        beside=about_me.own_writings,
    ),
    club=ClubPart(
        board=board.faction_board,
        needs=needs.faction_league_needs,
        todos=todos.firestorm_todos,
        invitation=todos.faction_invitation,
        beginning=todos.faction_set_up_todo,
        lines=todos.faction_league_lines,
        playing=todos.faction_play_links,
        meet=bouts.battle_orders_url,
    ),
    past=PastPart(
        figures=past.FIGURES,
        reports=ReportWords(versions=game_versions),
    ),
    play=PlayPart(
        ending=closing.firestorm_ending,
        rulebooks=rulebooks.firestorm_rulebooks,
        sections=(sections.LEAGUE, MAP, *sections.TOLD, *sections.OF_ORGANISERS),
        club_pages=(MAPS,),
        help=help.HELP,
        place=_place,
        next_place=after_battle_url,
        what_now=firestorm_refusal_button,
        home=factions_home,
        ground=firestorm_map_book,
        clock=clock.advance_firestorm_leagues,
    ),
    paper=PaperPart(
        pages=_pages,
    ),
    demo=(marches,),
)
