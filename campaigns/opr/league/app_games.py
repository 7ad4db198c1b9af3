"""A league's missions against the app: begun on its terms, reported to it as a draft to be confirmed.

A game remembers what it is played for; what the league learns are facts, which its own rules check when
somebody confirms them. Source: SOLO-76 to SOLO-84.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from uuid import uuid4

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine import reports
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.rights import Actor
from campaigns.models import Report, ReportStatus, Scope, Seat, SoloGame, SoloSide
from campaigns.models.play import WAITING
from campaigns.opr.league import facts
from campaigns.solo import viewer as solo_viewer
from campaigns.solo.armies import PoolArmy, pool_lists
from campaigns.solo.games import Opening, started
from rules.engine.plain import JsonObject, Params
from rules.engine.refusals import Refused
from rules.opr.books import InForce
from rules.opr.state import OprState
from rules.solo.game import GAME, LATEST, solo_book
from rules.solo.league.campaign import is_beyond_cap, list_cap
from rules.solo.league.handover import LeagueReport, league_report
from rules.solo.state import TableSide, Unit

# Settings of the league that a game takes over when it begins.
TERMS = (
    "ai_opponent_record",
    "ai_game_counts",
    "ai_games_cap",
    "standin",
    "standin_death",
    "coop_reward",
    "ai_underdog",
    "ai_special_objective",
)


def terms_of(rules: InForce) -> JsonObject:
    """The league's settings as the solo rules know them, with its figures for caps and underdogs."""
    chosen = {key: _value(key, rules.setting(key)) for key in TERMS}
    figures = rules.figures
    return {**chosen, "underdog_step": figures.underdog_step, "match_cap": figures.match_cap_over_lowest}


def _value(key: str, chosen: str) -> str | int | bool:
    options = solo_book(LATEST).settings[key].options
    if not options:
        return int(chosen)
    return chosen == "on" if isinstance(options[0], bool) else chosen


def mission_key(league: Scope, mission: str) -> str:
    """How a game remembers what it is played for; without a mission it brings the league a new one."""
    return f"{league.pk}:{mission}"


def is_played_against_app(league: Scope, mission: str) -> bool:
    """Whether a game against the app that is not over is played for a mission."""
    return SoloGame.objects.filter(mission=mission_key(league, mission)).exclude(phase="over").exists()


def given_up(played_for: str) -> QuerySet[SoloSide]:
    """The sides that have conceded at the table of a game that is not over, by what it is played for
    (`mission_key`); the league has them from the report.
    """
    games = SoloGame.objects.filter(mission=played_for).exclude(phase="over")
    return SoloSide.objects.filter(scope__in=games.values("scope"), conceded=True).exclude(source="")


def start_mission(
    *,
    seat: Seat,
    league: Scope,
    state: OprState,
    rules: InForce,
    mission: str,
    name: str,
    sides: Sequence[TableSide],
    units: Sequence[Unit],
    armies: Sequence[PoolArmy] = (),
    settings: Params | None = None,
) -> Scope:
    """A league's mission in which the app plays a side; `units` are mustered from the league's sheets."""
    now = league_round(state)
    people = [side.source for side in sides if not side.is_ai]
    opening: Opening = {
        "sides": list(sides),
        "units": list(units),
        "pool": pool_lists(armies),
        "mission": mission_key(league, mission),
        "organised": seat.organises(league),
        "played_before": played_before(league, people, now),
        "league_round": now,
    }
    return started(seat, name[:80], league.edition, {**terms_of(rules), **(settings or {})}, opening)


def league_round(state: OprState) -> int:
    """A round of the league lasts until every warband has played one mission more. Source: SOLO-77"""
    return 1 + min((warband.missions for warband in state.active if not warband.rival), default=0)


def played_before(league: Scope, warbands: Collection[str], round: int) -> int:
    """The most that any of these players has had in this round of the league. Source: SOLO-77"""
    each = played_before_each(league, round)
    return max((each.get(one, 0) for one in warbands), default=0)


def played_before_each(league: Scope, round: int) -> dict[str, int]:
    """Games against the app that count for a warband in this round of the league, as far as they have begun.

    Source: SOLO-77
    """
    begun = Q(phase="over") | Q(round__gte=1)
    games = SoloGame.objects.filter(begun, mission__startswith=f"{league.pk}:", league_round=round)
    return _by_warband(games.exclude(counts="practice"))


def _by_warband(games: QuerySet[SoloGame]) -> dict[str, int]:
    theirs = _warbands().filter(scope__in=games.values("scope"))
    each = theirs.values("source").annotate(games=Count("scope", distinct=True))
    return dict(each.values_list("source", "games"))


def _warbands() -> QuerySet[SoloSide]:
    """The leagues' warbands that people played in games against the app."""
    return SoloSide.objects.filter(kind="human").exclude(source="")


def practice_reasons(league: Scope, told: Mapping[int, LeagueReport]) -> dict[int, str]:
    """Why finished games have become practice, by game: others of their round were handed over first.

    Two games may be under way at once, each of which would count alone; so the league says when the facts
    arrive, and before a game begins (`played_before`). A game for which there is room is left out.
    Source: SOLO-77
    """
    capped = {game: one for game, one in told.items() if one.cap}
    first = _handed_over(league) if capped else ()
    return {game: _practice(one.cap) for game, one in capped.items() if _is_above(game, one, first)}


def _is_above(game: int, told: LeagueReport, first: Iterable[tuple[int, str, int]]) -> bool:
    had = Counter(band for other, band, now in first if other != game and now == told.league_round)
    return any(is_beyond_cap(told.cap, had[one]) for one in told.warbands)


def _practice(cap: int) -> str:
    sentence = ngettext(
        "Each league round, %(n)d game against the app counts for a player, and it has already been handed "
        "in. This one is a practice game.",
        "Each league round, %(n)d games against the app count for a player, and they have already been "
        "handed in. This one is a practice game.",
        cap,
    )
    return sentence % {"n": cap}


def _of_games(league: Scope) -> QuerySet[Report]:
    """Reports that a game's table has sent: a key of that form alone anybody's program could send."""
    return Report.objects.filter(scope=league, procedure="opr.app_report", once__startswith="solo:")


def _handed_over(league: Scope) -> tuple[tuple[int, str, int], ...]:
    """The games whose report waits or counts: game, a warband in it, its round of the league."""
    sent = _of_games(league).filter(answers_to=None)
    standing = sent.exclude(status=ReportStatus.WITHDRAWN).exclude(entry__void=True)
    now = SoloGame.objects.filter(scope=OuterRef("scope")).values("league_round")
    theirs = _warbands().filter(scope__in={reported_app_game(report) for report in standing.only("once")})
    return tuple(theirs.values_list("scope", "source", Subquery(now)).distinct())


def lists_within_cap(armies: Iterable[PoolArmy], values: Iterable[int], over: int) -> list[PoolArmy]:
    """The lists the app may bring: none more than `over` above the lowest warband. Source: SOLO-78"""
    most = list_cap(values, over)
    return [army for army in armies if army.points <= most]


def consent(*, league: Scope, actor: Actor, mission: str, warband: str, given: bool) -> None:
    """The owner of a warband lets the app play it in this mission, or not after all. Source: SOLO-82"""
    data = {"consent": True} if given else None
    facts.tick_fact(scope=league, actor=actor, mission=mission, kind="standin", subject=warband, data=data)


def report_of(game: Scope) -> LeagueReport:
    """What a finished game says, in the league's own ids. Raises `Refused` while it is played."""
    state = solo_viewer.registration().load(game.pk)
    if state.game.phase != "over":
        raise Refused("SOLO-77", _("The game is not over yet."), admission=True)
    return league_report(state, GAME.book_of(state))


def reports_of(league: Scope, games: Collection[int]) -> dict[int, Report]:
    """The report each game has become, unless it was taken back."""
    sent = _of_games(league).filter(answers_to=None)
    standing = sent.exclude(status=ReportStatus.WITHDRAWN).order_by("-pk") if games else sent.none()
    return {game: report for report in standing if (game := reported_app_game(report)) in games}


def send_report(
    *,
    league: Scope,
    actor: Actor,
    game: Scope,
    said: Params,
    answers_to: Report | None = None,
    instead_of: Report | None = None,
    sure: bool = False,
) -> Report:
    """Send the league what the table says of a finished game. It counts when the others agree: where one of
    them has told it already, this is their answer.

    The people of the game sat at one table, so for a stand-in it is its owner who has to agree. Raises
    `Refused` for a game that does not count.
    """
    told = report_of(game)
    if told.counts == "practice":
        raise Refused("SOLO-77", _("A practice game: none of it counts in the league."), admission=True)
    with scope_transaction(
        league.pk, actor
    ) as transaction:  # one after the other: who comes second meets what the first has sent
        if (told_before := _told_elsewhere(league, game, answers_to, instead_of)) is not None:
            if answers_to or instead_of or not _may_answer(actor, told_before):
                raise Refused("SOLO-77", _("This game has already been reported."), admission=True)
            answers_to = told_before
        if above := practice_reasons(league, {game.pk: told}):
            raise Refused("SOLO-77", above[game.pk], admission=True)
        return reports.submit_report_within(
            transaction,
            "opr.app_report",
            said,
            once=f"solo:{game.pk}:{uuid4().hex}",
            answers_to=answers_to,
            instead_of=instead_of,
            at_table=told.warbands if told.against else (),
            sure=sure,
            by_game=True,
        )


def _may_answer(actor: Actor, report: Report) -> bool:
    """Whether it waits, and is somebody else's."""
    return report.status in WAITING and not actor.is_seat(str(report.reporter_id))


def _told_elsewhere(
    league: Scope, game: Scope, answers_to: Report | None, instead_of: Report | None
) -> Report | None:
    """The report in which this game stands, if the new one neither answers nor mends it."""
    told = _of_games(league).filter(once__startswith=f"solo:{game.pk}:")
    told = told.exclude(status=ReportStatus.WITHDRAWN)
    if answers_to is not None:
        told = told.exclude(Q(pk=answers_to.pk) | Q(answers_to__isnull=False, answers_to=answers_to.pk))
    if instead_of is not None:
        told = told.exclude(pk=instead_of.pk)
    return told.order_by("pk").first()


def reported_app_game(report: Report) -> int:
    """The game a report speaks of; 0 for one that was written by hand."""
    word, _colon, rest = report.once.partition(":")
    number = rest.partition(":")[0]
    return int(number) if word == "solo" and number.isdecimal() else 0
