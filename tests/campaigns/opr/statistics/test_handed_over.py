"""A warband went to somebody else in mid-season: pages of a mission name who played it then, pages of the
warband who plays it now."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.engine import reports
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.stored.store import registration_of
from campaigns.engine.who.rights import Actor
from campaigns.models import Entry, PlannedGame, Report
from campaigns.opr.league.home import mission_card, standings_rows
from campaigns.opr.paper.sheet_builder import build_report
from campaigns.opr.statistics.honours import honours_page
from campaigns.opr.statistics.standings_after import standings_after_page
from campaigns.opr.table.mission_page import mission_page
from campaigns.opr.viewer import OprViewer
from campaigns.people.signin import erase_person
from campaigns.shell.told.chronicle import chronicle_lines
from tests.campaigns import play
from tests.campaigns.leagues.handed import Handed, warbands
from tests.pages import looking

pytestmark = pytest.mark.django_db


@pytest.fixture
def handed() -> Handed:
    return warbands()


def at(found: Handed, name: str = "rosa") -> OprViewer:
    viewer: OprViewer = looking(found.scope, getattr(found, name), "missions")
    return viewer


def players(found: Handed, mission: str) -> dict[str, str]:
    return {one.id: one.player for one in mission_page(at(found), mission).sides}


def test_opr_68_a_mission_names_who_played_it(handed: Handed) -> None:
    assert players(handed, handed.game) == {handed.side: "Tom", handed.other: "Marta"}
    later = play.evening(handed.scope, handed.ilse, handed.other, handed.side)
    assert players(handed, later) == {handed.side: "Rosa", handed.other: "Marta"}
    emblem = {one.name: one.emblem for one in at(handed).people.values()}
    missions: Any = at(handed).state.missions
    (first, second) = (mission_card(at(handed), missions[one]) for one in (handed.game, later))
    assert {emblem["Tom"], emblem["Marta"]} == {*first.emblems}
    assert {emblem["Rosa"], emblem["Marta"]} == {*second.emblems}
    assert reconcile(handed.scope) == []


def test_opr_11_the_table_after_a_mission_names_who_had_a_warband_then(handed: Handed) -> None:
    later = play.evening(handed.scope, handed.ilse, handed.other, handed.side)

    def told(mission: str, name: str) -> dict[str, bool]:
        return {one.player: one.mine for one in standings_after_page(at(handed, name), mission).rows}

    assert told(handed.game, "tom") == {"Tom": True, "Marta": False}
    assert told(handed.game, "rosa") == {"Tom": False, "Marta": False}
    assert told(later, "rosa") == {"Rosa": True, "Marta": False}
    now = {one.player for one in standings_rows(at(handed), at(handed).people)}
    assert now == {"Rosa", "Marta"}


def test_opr_68_each_player_has_a_record_of_their_own(handed: Handed) -> None:
    play.evening(handed.scope, handed.ilse, handed.other, handed.side)
    page = honours_page(at(handed))
    records = {one.name: (one.won, one.played) for one in page.players}
    assert records == {"Tom": (1, 1), "Rosa": (0, 1), "Marta": (1, 2)}
    (whole,) = (one for one in page.warbands if one.player == "Rosa")
    assert (whole.won, whole.played) == (1, 2), "the warband’s own figures go on with it"
    assert sum(one.vp for one in page.players if one.name in ("Tom", "Rosa")) == whole.vp
    (tom,) = (one for one in page.players if one.name == "Tom")
    assert tom.vp > 0


def test_opr_68_who_was_erased_is_nobody_s_new_player(handed: Handed) -> None:
    erase_person(person=handed.tom.person)
    assert players(handed, handed.game) == {handed.side: "A former player", handed.other: "Marta"}


def test_opr_68_a_report_form_on_paper_names_who_played(handed: Handed) -> None:
    viewer = at(handed)
    missions: Any = viewer.state.missions
    form = build_report(handed.scope, viewer.state, viewer.people, "", missions[handed.game])
    assert {one.player for one in form.sides} == {"Tom", "Marta"}


def test_opr_68_what_was_told_before_and_counts_since_is_of_who_played_it() -> None:
    handed = warbands()
    nina = play.player(handed.scope, "Nina")
    facts = {"warbands": [handed.side, handed.other], "winners": [handed.side], "rounds": 4}
    rosa = Actor(handed.rosa)
    report = reports.submit_report(scope=handed.scope, actor=rosa, procedure="opr.quick_report", facts=facts)
    play.act(handed.scope, handed.ilse, "hand_over", warband=handed.side, owner=str(nina.pk), words="x")
    reports.agree_report(report, Actor(handed.marta))
    (mission,) = (one for one in at(handed).state.missions if one != handed.game)
    assert players(handed, mission)[handed.side] == "Rosa"
    assert players(handed, handed.game)[handed.side] == "Tom"


def test_opr_68_a_mission_that_goes_on_is_of_who_plays_on() -> None:
    handed = warbands()
    nina = play.player(handed.scope, "Nina")
    opened = play.act(
        handed.scope, handed.rosa, "open_mission", warbands=[handed.side, handed.other], name=""
    )
    mission = f"{opened.slot}.mission"
    play.act(handed.scope, handed.ilse, "hand_over", warband=handed.side, owner=str(nina.pk), words="x")
    assert players(handed, mission)[handed.side] == "Nina"
    play.act(handed.scope, handed.ilse, "begin", mission=mission)
    play.act(handed.scope, handed.ilse, "result", mission=mission, winners=[handed.other], rounds=4)
    for report in Report.objects.exclude(status="counted"):
        reports.agree_report(report, Actor())
    assert players(handed, mission)[handed.side] == "Nina"
    assert registration_of("opr").played_by(handed.state, handed.side, handed.game) == (str(handed.tom.pk),)


def test_opr_68_the_record_of_a_game_goes_on_with_who_plays_on() -> None:
    handed = warbands()
    nina = play.player(handed.scope, "Nina")
    both = [handed.side, handed.other]
    opened = play.act(handed.scope, handed.rosa, "open_mission", warbands=both, name="")
    mission = f"{opened.slot}.mission"
    play.act(handed.scope, handed.ilse, "begin", mission=mission)
    record = PlannedGame.objects.get(became=mission)
    assert {str(one.seat) for one in record.sides.all()} == {"Rosa", "Marta"}
    play.act(handed.scope, handed.ilse, "hand_over", warband=handed.side, owner=str(nina.pk), words="x")
    assert {str(one.seat) for one in record.sides.all()} == {"Nina", "Marta"}
    old = PlannedGame.objects.get(became=handed.game)
    assert {str(one.seat) for one in old.sides.all()} == {"Tom", "Marta"}


def test_opr_68_the_chronicle_names_for_whom_an_organiser_acted_then(handed: Handed) -> None:
    play.evening(handed.scope, handed.ilse, handed.other, handed.side)
    entries = Entry.objects.filter(scope=handed.scope, acting_for=f"side:{handed.side}").order_by("seq")
    given = Entry.objects.get(scope=handed.scope, procedure="opr.hand_over")
    for entry, line in zip(entries, chronicle_lines(at(handed), [*entries]), strict=True):
        assert line.acting_for == ("Tom" if entry.seq <= given.seq else "Rosa")
    assert {one.seq < given.seq for one in entries} == {True, False}
