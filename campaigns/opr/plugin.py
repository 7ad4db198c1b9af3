"""What a league of warbands brings to the club."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext_noop

from campaigns.engine.lines import Act, Section
from campaigns.engine.plain import unfiltered_state
from campaigns.engine.plugins import (
    ClubPart,
    CorrectionForms,
    GamePlugin,
    PaperPart,
    PastPart,
    PlayPart,
    ReportWords,
    nothing_hidden,
)
from campaigns.engine.stored.plugin_parts import ActRules, LeagueRules, StorePart
from campaigns.models import Scope
from campaigns.opr.against.at_the_table import follow_missions
from campaigns.opr.against.own_warbands import with_lost, with_lost_and_down, with_own_warbands
from campaigns.opr.demo.season import demo_army_league, skirmishes
from campaigns.opr.league import (
    board,
    bouts,
    clock,
    groups,
    heads,
    help,
    home_lines,
    length,
    needs,
    reported,
    rulebooks,
    summary,
    todos,
    waiting,
)
from campaigns.opr.paper.league import warband_league_pages
from campaigns.opr.past import chapters, figures, links
from campaigns.opr.table.home_views import warbands_home
from campaigns.opr.table.report import report_words
from campaigns.opr.viewer import OprViewer
from campaigns.opr.warbands.joining import follow_drafts
from campaigns.shell import sections
from rules.engine.plain import Params
from rules.engine.todos import qualified
from rules.opr.books import InForce
from rules.opr.game import GAME
from rules.opr.league.requests import WORDS
from rules.opr.league.sides import (
    app_die_chooses,
    player_at,
    player_in_mission,
    players_of_warband,
    warbands_in_mission,
)
from rules.opr.state import OprState
from rules.opr.telling.entries import tell
from rules.opr.todos import WHOSE_MOVE, steps_after_walk_overs
from rules.opr.warbands.apart import told_apart
from rules.opr.worth import unit_worth, warband_worth

OVER = ("ended", "archived")
HAND_OVER, OPEN_NOTE = "opr.hand_over", "opr.open_note"
MISSIONS = Section("missions", gettext_noop("Missions"), "flag", "campaigns:missions", tab=True)
WARBANDS = Section("warbands", gettext_noop("Warbands"), "people", "campaigns:warbands", tab=True)
HONOURS = Section("honours", gettext_noop("Honours"), "star-fill", "campaigns:honours")
TEAMS = Section("teams", gettext_noop("Teams"), "people", "campaigns:teams", listed=False)


def _stands_in(procedure: str, who: str, plays: bool) -> bool:
    """Who leads a warband gives no other one to somebody else; a sealed note is opened by its owner alone.

    Source: OPR-68, OPR-69
    """
    return procedure != OPEN_NOTE and (procedure != HAND_OVER or not plays)


def _has_pages(viewer: OprViewer) -> bool:
    return bool(viewer.state.active)


def _to_begin(state: OprState, params: Params) -> Act | None:
    """Somebody did not come: a mission that was only set up begins with its walk-over. Source: OPR-31"""
    mission = state.missions.get(str(params.get("mission", "")))
    is_set_up = mission is not None and mission.status == "setup"
    return ("opr.begin", {"mission": params["mission"], "walk_over": True}) if is_set_up else None


def _follow(scope: Scope, state: OprState, names: Collection[str]) -> None:
    """What a write in the league means to games at other tables, and to lists that waited to join."""
    follow_missions(scope, state, names)
    follow_drafts(scope, names)


PLUGIN: GamePlugin[OprState, InForce] = GamePlugin(
    game=GAME,
    rules=LeagueRules(
        occasion=figures.mission_labels,
        chapter=chapters.mission_chapter,
        table_titles=heads.TABLES,
        whose_move=WHOSE_MOVE,
        members_of=players_of_warband,
        played_by=player_in_mission,
        held_by=player_at,
        in_play=lambda state, side: state.warbands[side].status == "active",
        sides_at=warbands_in_mission,
        is_over=lambda state: state.league.status in OVER,
        won_by=lambda state, book: state.league.winners,
        by_die=app_die_chooses,
        passed_after_games=steps_after_walk_overs,
        tell=tell,
        settings=rulebooks.league_settings,
        told_apart=told_apart,
        bout=bouts.mission_encounter,
        ranks=bouts.warband_ranks,
        teams=bouts.warband_teams,
        reckoned={"units": unit_worth, "warbands": warband_worth},
        seen=unfiltered_state,
    ),
    acts=ActRules(
        change=rulebooks.setting_act,
        title=heads.dialogue_title,
        words=qualified(GAME, WORDS),
        stands_in=_stands_in,
        reported=reported.REPORTED,
        absent=reported.ABSENT,
        doubted=reported.DOUBTED,
        parking=reported.PARKING,
        first={"opr.walk_over": _to_begin},
        begins={"opr.change_setting": length.after_setting},
        when_over="ended",
    ),
    store=StorePart(
        sides="warbands",
        held="warband",
        known={
            "opr.round": with_own_warbands,
            "opr.seal_note": with_lost,
            "opr.send": with_lost_and_down,
        },
        elsewhere=_follow,
        summary=summary.opr_summary,
        for_whom=summary.warband_audience,
        traces=chapters.TRACES,
        games="missions",
    ),
    secrecy=nothing_hidden(),
    club=ClubPart(
        board=board.warband_board,
        needs=needs.warband_league_needs,
        standing=needs.steps_progress,
        todos=todos.opr_todos,
        beginning=home_lines.league_start_todo,
        invitation=home_lines.warband_invitation,
        lines=home_lines.warband_league_lines,
        playing=home_lines.warband_play_links,
        own_page=home_lines.own_page,
        meet=bouts.mission_between,
    ),
    past=PastPart(
        groups=groups.chronicle_groups,
        figures=figures.FIGURES,
        forms=CorrectionForms(
            facts_link=links.report_correction_link,
            more_url=links.more_url,
            in_draft=links.in_draft,
            forgotten=links.FORGOTTEN,
        ),
        reports=ReportWords(
            entries=frozenset(reported.REPORTS),
            lines=report_words.report_lines,
            says=report_words.says_at_home,
        ),
    ),
    play=PlayPart(
        rulebooks=rulebooks.opr_rulebooks,
        length_form=length.length_form,
        ending=length.league_ending,
        sections=(
            sections.LEAGUE,
            MISSIONS,
            WARBANDS,
            HONOURS,
            *sections.TOLD,
            *sections.OF_ORGANISERS,
            TEAMS,
        ),
        help=help.HELP,
        place=heads.place,
        next_place=heads.next_step_url,
        what_now=waiting.step_button,
        home=warbands_home,
        clock=clock.advance_opr_leagues,
    ),
    paper=PaperPart(
        pages=warband_league_pages,
        has_pages=_has_pages,
        style="campaigns/opr/paper/print.css",
    ),
    demo=(skirmishes, demo_army_league),
)
