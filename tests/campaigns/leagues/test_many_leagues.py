"""A host of many leagues: home shows the first of everything and counts the rest, lists have pages."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.engine import summarising
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.rights import CLOCK
from campaigns.leagues.mine import home
from campaigns.leagues.mine.mine import gather_my_leagues
from campaigns.leagues.mine.picking import FEW, Most
from campaigns.models import Declined, Seat, Summary
from campaigns.people import seats
from tests import factories
from tests.campaigns import play
from tests.pages import page_of, text_of

pytestmark = pytest.mark.django_db
MOST = Most(todos=3, invitations=2, leagues=2)


@pytest.fixture
def ilse() -> Seat:
    return factories.new_organiser(name="Ilse")


@pytest.fixture
def tom(ilse: Seat) -> Seat:
    return factories.new_seat(club=ilse.club, name="Tom")


def founded(ilse: Seat, number: int) -> None:
    for n in range(number):
        play.found_league(ilse, name=f"League {n}")
    summarising.refresh_summaries()


def test_home_shows_the_first_of_everything_and_counts_the_rest(ilse: Seat, tom: Seat) -> None:
    founded(ilse, 9)
    hers, his = home.home_page(ilse.person, MOST), home.home_page(tom.person, MOST)
    assert (len(hers.todos), hers.count, hers.more_todos) == (3, "9 things", "Show 6 more")
    assert hers.nav[0].count == 9
    assert [one.name for one in hers.leagues] == ["League 8", "League 7"]
    assert hers.all_leagues == "All leagues (9)"
    assert [one.title for one in his.invitations] == ["League 8", "League 7"]
    assert (his.more_invitations, his.leagues, his.all_leagues) == ("Show 7 more", (), "")
    assert len(home.home_page(tom.person, MOST, everything=True).invitations) == 9
    assert len(home.home_page(ilse.person, MOST, everything=True).todos) == 9


def test_ones_own_leagues_come_first(ilse: Seat, tom: Seat) -> None:
    old = play.found_league(ilse, name="The old one")
    play.found_warband(old, tom, "Raiders")
    founded(ilse, 4)
    play.found_league(ilse, name="The newest")
    shown = home.home_page(tom.person, Most(todos=3, invitations=1, leagues=1)).leagues
    assert [(one.name, one.note) for one in shown] == [("The old one", "Raiders")]


def test_a_league_of_others_is_not_among_mine(ilse: Seat, tom: Seat) -> None:
    theirs = play.found_league(ilse, name="Theirs")
    mine = play.found_league(ilse, name="Mine")
    play.found_warband(mine, tom, "Bell")
    play.found_warband(theirs, ilse, "Lamps")
    Declined.objects.create(person=tom.person, scope=theirs)
    shown = home.home_page(tom.person)
    assert [one.name for one in shown.leagues] == ["Mine"]
    assert shown.all_leagues == "All leagues (2)"
    assert sorted(one.name for one in home.home_page(ilse.person).leagues) == ["Mine", "Theirs"], (
        "she runs both"
    )


def test_home_reads_no_more_leagues_than_it_shows(ilse: Seat, tom: Seat) -> None:
    costs = []
    for more in (12, 30):
        founded(ilse, more)
        with CaptureQueriesContext(connection) as captured:
            mine = gather_my_leagues(ilse.person, most=MOST)
        assert len(mine.scopes) <= MOST.todos + MOST.invitations + MOST.leagues + 2 * FEW + 1
        costs.append(len(captured))
    assert mine.leagues == 42
    assert costs[0] == costs[1]


def test_a_league_nobody_has_summed_up_is_read(ilse: Seat, tom: Seat) -> None:
    founded(ilse, 6)
    old = ilse.club.scopes.order_by("id").first()
    assert old is not None
    with scope_transaction(old.pk, CLOCK):
        Summary.objects.filter(scope=old).update(shape="0.0", data={}, for_organisers=False, open_to=None)
    page = home.home_page(ilse.person, MOST)
    assert page.count == "6 things"
    assert old.pk in {scope.pk for scope in gather_my_leagues(ilse.person, most=MOST).scopes}


def test_all_leagues_come_by_pages_and_by_their_names(
    ilse: Seat, tom: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaigns.shell.paging.AT_ONCE", 4)
    own = play.found_league(ilse, name="Iron Winter")
    play.found_warband(own, tom, "Raiders")
    founded(ilse, 9)
    client = factories.signed_in(tom)
    first = page_of(client.get("/leagues/"))
    assert [one.name for one in first.lines] == ["Iron Winter", "League 8", "League 7", "League 6"]
    assert "Raiders" in first.lines[0].note
    assert first.paged.after
    last = page_of(client.get("/leagues/?page=3"))
    assert [one.name for one in last.lines][-1] == "League 0"
    assert not last.paged.after
    assert [one.name for one in page_of(client.get("/leagues/?find=iron")).lines] == ["Iron Winter"]
    assert page_of(client.get("/leagues/?find=%00nothing")).lines == ()


def test_pages_of_leagues_are_drawn_with_the_way_to_the_next(
    ilse: Seat, tom: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaigns.shell.paging.AT_ONCE", 4)
    founded(ilse, 6)
    client = factories.signed_in(tom)
    assert 'rel="next"' in client.get("/leagues/").content.decode()
    assert 'rel="next"' not in client.get("/leagues/?page=2").content.decode()
    assert "No league has that name." in client.get("/leagues/?find=%00nothing").content.decode()
    club = client.get(f"/clubs/{ilse.club.slug}/?page=2").content.decode()
    assert "League 1" in club
    assert "League 5" not in club


def test_only_leagues_of_ones_own_clubs_are_listed(ilse: Seat) -> None:
    founded(ilse, 1)
    stranger = factories.new_organiser(name="Sven")
    assert page_of(factories.signed_in(stranger).get("/leagues/")).lines == ()
    assert factories.signed_in(stranger).get("/leagues/?find=league").status_code == 200


def test_who_is_no_longer_on_a_clubs_list_reads_it_at_home_with_how_to_come_back(
    ilse: Seat, tom: Seat
) -> None:
    said = f"You’re no longer a member of {ilse.club.name}"
    assert said not in text_of(factories.signed_in(tom).get("/"))
    seats.remove_seat(by=ilse, seat=tom)
    told = text_of(factories.signed_in(tom).get("/"))
    assert said in told
    assert "ask an organiser" in told
    assert "not in a club yet" not in told
    seats.restore_seat(by=ilse, seat=tom)
    assert said not in text_of(factories.signed_in(tom).get("/"))
