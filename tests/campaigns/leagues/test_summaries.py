"""What a home reads of a league instead of its state: the same as the state says, and little to read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from unittest import mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from campaigns.engine import summarising
from campaigns.engine.stored.store import Registration
from campaigns.engine.transaction.scope_transaction import ScopeTransaction, count_write, scope_transaction
from campaigns.engine.transaction.summaries import believed, concerned_by, summary_of
from campaigns.engine.transaction.writing import CORRECTION
from campaigns.engine.who.rights import CLOCK
from campaigns.leagues.mine import home, mine
from campaigns.leagues.mine.picking import Most
from campaigns.models import Person, Scope, Seat, Summary
from tests import factories, whole_club
from tests.campaigns import play
from tests.campaigns.engine import evening
from tests.campaigns.leagues.whose_move import assert_kept_as_made
from tests.maps.conquest import play as maps


def is_believed(scope: Scope) -> bool:
    return bool(believed([Scope.objects.get(pk=scope.pk)]))


def assert_same_both_ways(person: Person) -> None:
    """Their home from summaries and from states; dialogues whose words are wanted are read either way. And
    from the leagues that the columns pick, however few fit on it, and from all of them."""
    short = home.home_page(person)
    with mock.patch.object(mine, "believed", return_value={}):
        assert home.home_page(person) == short
    every = mine.gather_my_leagues(person)
    assert home.assembled_home(every, Most()) == short
    most = Most(1, 1, 1)
    assert few(home.home_page(person, most)) == few(home.assembled_home(every, most))


def few(page: home.HomePage) -> home.HomePage:
    """A home without what follows the leagues that happen to be read."""
    return replace(page, nav=page.nav[:1], live_url="")


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """After every write of the test: what is told of the league is what its rows say, and homes tell it."""
    told: list[str] = []
    leave = ScopeTransaction.leave

    def left(transaction: ScopeTransaction) -> None:
        what = transaction.written
        leave(transaction)
        row = Summary.objects.filter(scope=transaction.scope).first()
        if row is not None and row.version == transaction.scope.version:
            now = summary_of(transaction.registration, transaction.registration.load(transaction.scope.pk))
            assert row.data == now, what
            concerned = concerned_by(transaction.registration, now)
            assert {name: getattr(row, name) for name in concerned} == concerned
            assert_kept_as_made(transaction.scope)
            told.extend([what] if what else [])
        for seat in Seat.objects.filter(club=transaction.scope.club).select_related("person"):
            assert_same_both_ways(seat.person)

    monkeypatch.setattr(ScopeTransaction, "leave", left)
    return told


def test_every_step_of_an_evening_is_told_as_the_state_has_it(db: None, watched: list[str]) -> None:
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse)
    hers, his = play.started(scope, ilse, "Marta", "Tom")
    opened = f"{play.act(scope, ilse, 'open_mission', warbands=[hers, his]).slot}.mission"
    for warband in (hers, his):
        units = [one.id for one in play.state_of(scope).sheet(warband)][:2]
        play.answer_all(
            scope, ilse, play.act(scope, ilse, "field", mission=opened, warband=warband, units=units)
        )
    play.answer_all(scope, ilse, play.act(scope, ilse, "begin", mission=opened))
    assert watched[-1] != "dialogue"
    assert {"opr.found_warband", "opr.start", "opr.open_mission", "opr.begin"} <= set(watched)


def test_reports_steps_and_open_questions_are_told_as_the_state_has_them(
    db: None, watched: list[str]
) -> None:
    table = evening.played(3)
    opened = table.casualties(table.ilse)
    for question in opened.questions:
        table.answer(table.tom, opened.slot, question.key, 3)
    play.answer_all(
        table.scope,
        table.tom,
        play.act(table.scope, table.tom, "experience", mission=table.mission, warband=table.his),
    )
    assert {"dialogue", "opr.casualties"} <= set(watched)
    assert is_believed(table.scope)


def test_what_is_undone_is_told_as_the_state_has_it(db: None, watched: list[str]) -> None:
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse)
    hers, _his = play.started(scope, ilse, "Marta", "Tom")
    given = play.act(scope, ilse, "give_vp", warband=hers, amount=3, words="painted")
    factories.signed_in(ilse).post(f"/l/{scope.pk}/entries/{given.entry}/undo/")
    assert watched[-1] == CORRECTION
    assert Summary.objects.get(scope=scope).data["sides"][0]["vp"] == 0


def test_every_step_of_a_round_on_a_map_is_told_as_the_state_has_it(db: None, watched: list[str]) -> None:
    league = maps.begun("Marta", "Kwame")
    for phase in (maps.events, maps.revenue, maps.challenges, maps.battles, maps.spending):
        phase(league)
    assert len(set(watched)) > 5
    assert is_believed(league.scope)


@pytest.fixture(scope="module")
def club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[whole_club.WholeClub]:
    with whole_club.standing(django_db_blocker) as made:
        yield made


@pytest.mark.in_turn(5, kind="addresses")
def test_every_home_of_the_demo_club_is_the_same_both_ways(club: whole_club.WholeClub, db: None) -> None:
    scopes = Scope.objects.filter(kind="league", archived_at=None)
    behind = len(scopes) - len(believed(scopes))
    for person in Person.objects.all():
        assert_same_both_ways(person)
    assert behind < len(scopes)
    summarising.refresh_summaries()
    assert len(believed(scopes)) == len(scopes)
    for person in Person.objects.all():
        assert_same_both_ways(person)


def test_a_home_of_summaries_reads_no_state(db: None) -> None:
    table = evening.played(3)
    with mock.patch.object(Registration, "load_many", side_effect=AssertionError("a state was read")):
        assert home.home_page(table.tom.person).todos


def statements(person: Person) -> int:
    with CaptureQueriesContext(connection) as captured:
        home.home_page(person)
    return len(captured)


def test_home_costs_the_same_statements_for_two_leagues_and_for_twenty(db: None) -> None:
    ilse, costs = factories.new_organiser(name="Ilse"), []
    tom = factories.new_seat(club=ilse.club, name="Tom")
    for many in (2, 18):
        for n in range(many):
            scope = play.found_league(ilse, name=f"League {n}")
            hers, his = (play.found_warband(scope, seat, f"{seat} {n}") for seat in (ilse, tom))
            play.answer_all(scope, ilse, play.act(scope, ilse, "start"), limit=6)
            mission = play.played(scope, ilse, hers, his, kills={play.state_of(scope).sheet(his)[0].id: ""})
            play.act(scope, tom, "casualties", mission=mission, warband=his)
        summarising.refresh_summaries()
        costs.append((statements(tom.person), statements(ilse.person)))
    assert costs[0] == costs[1]
    # two of them for club nights and games somebody is asked for, one for what organisers have pinned
    assert max(costs[1]) <= 11


def test_what_a_writer_knew_nothing_of_is_not_believed_until_it_is_written_anew(db: None) -> None:
    """An older release beside this one, or a restored club."""
    table = evening.played(3)
    before = home.home_page(table.tom.person)
    with scope_transaction(table.scope.pk, CLOCK) as transaction:
        after = play.state_of(table.scope)
        transaction.registration.save(table.scope.pk, transaction.scope.version + 1, after, after)
        count_write(transaction.scope, "older")
    assert not is_believed(table.scope)
    assert home.home_page(table.tom.person).todos == before.todos
    assert summarising.refresh_summaries() == 1
    assert is_believed(table.scope)
    assert summarising.refresh_summaries() == 0


def test_a_summary_of_another_shape_is_not_believed(db: None) -> None:
    table = evening.played(3)
    with scope_transaction(table.scope.pk, CLOCK):
        Summary.objects.filter(scope=table.scope).update(shape="0.0", data={})
    assert not is_believed(table.scope)
    assert_same_both_ways(table.tom.person)
    assert summarising.refresh_summaries() == 1
    assert is_believed(table.scope)


def test_what_open_dialogues_ask_is_found_out_after_an_entry(db: None) -> None:
    table = evening.played(3)
    table.casualties(table.tom)
    assert list(Summary.objects.get(scope=table.scope).asked.values()) == [[f"side:{table.his}"] * 3]
    play.act(table.scope, table.ilse, "give_vp", warband=table.hers, amount=1, words="painted")
    assert Summary.objects.get(scope=table.scope).asked == {}
    assert_same_both_ways(table.tom.person)
    assert summarising.refresh_summaries() == 1
    assert list(Summary.objects.get(scope=table.scope).asked.values()) == [[f"side:{table.his}"] * 3]
