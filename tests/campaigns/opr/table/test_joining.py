"""Until when one can join a league, who says so and where; and the way of an organiser to their own army."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaigns.leagues import organise_page as desk_page
from campaigns.models import ArmyDraft, Seat
from campaigns.people.seats import invite, revoke_invitation
from tests.campaigns import play
from tests.campaigns.opr.table.evening import Evening
from tests.factories import new_organiser, signed_in, todos_for
from tests.pages import page_text

pytestmark = pytest.mark.django_db
SHUTS = "Once the first mission opens, nobody new can join this league."
LATER = "?setting=late_joiners#s-late_joiners"


def page(here: Evening, seat: Seat, rest: str = "") -> str:
    return page_text(here.browser(seat).get(here.url(rest)))


def needs(here: Evening) -> list[tuple[str, str]]:
    return [(one.title, one.url) for one in desk_page.league_organise_page(here.at(here.ilse, "desk")).needs]


@pytest.mark.parametrize("rest", ["", "missions/new/"])
def test_opr_12_a_league_that_shuts_says_so_where_its_first_mission_opens(rest: str) -> None:
    here = Evening()
    for seat in (here.ilse, here.marta):
        drawn = page(here, seat, rest)
        assert SHUTS in drawn
        assert (LATER in drawn) == (seat == here.ilse), "who may change it is led there"
    here.mission()
    assert SHUTS not in page(here, here.ilse, rest)
    here = Evening(late_joiners="on")
    assert SHUTS not in page(here, here.ilse, rest)


def test_opr_12_a_first_mission_that_is_told_afterwards_says_so_too() -> None:
    here = Evening()
    report = here.quick.removeprefix(here.url())
    assert SHUTS in page(here, here.ilse, report), "who could still let people in"
    assert SHUTS not in page(here, here.marta, report)
    play.evening(here.scope, here.ilse, here.bell, here.raiders)
    assert SHUTS not in page(here, here.ilse, report)


def test_opr_12_the_lobby_says_so_before_anybody_has_an_army() -> None:
    scope = play.found_league(new_organiser(name="Ilse"))
    tom = play.player(scope, "Tom")
    assert SHUTS in page_text(signed_in(tom).get(f"/l/{scope.pk}/"))


def test_opr_12_the_organisers_page_names_who_came_too_late_and_what_lets_them_in() -> None:
    here = Evening()
    late = play.player(here.scope, "Nadia")
    assert needs(here) == []
    here.mission()
    settings = here.url(f"settings/{LATER}")
    assert needs(here) == [("Nadia cannot bring a warband", settings)]
    play.act(here.scope, here.ilse, "change_setting", key="late_joiners", value="on")
    assert needs(here) == []
    play.found_warband(here.scope, late)
    play.act(here.scope, here.ilse, "change_setting", key="late_joiners", value="off")
    assert needs(here) == [], "she plays"


def test_opr_12_who_gave_their_warband_away_did_not_come_too_late() -> None:
    here = Evening(parallel_play="on")
    late, pip = play.player(here.scope, "Nadia"), play.player(here.scope, "Pip")
    play.act(here.scope, here.ilse, "change_setting", key="late_joiners", value="on")
    hers = play.found_warband(here.scope, late)
    here.mission()
    play.act(here.scope, here.ilse, "change_setting", key="late_joiners", value="off")
    assert [title for title, _url in needs(here)] == ["Pip cannot bring a warband"]
    play.act(here.scope, here.ilse, "hand_over", warband=hers, owner=str(pip.pk), words="moving away")
    assert play.state_of(here.scope).warbands[hers].owner == str(pip.pk)
    assert needs(here) == []
    assert not [one for one in todos_for(here.ilse) if "cannot bring" in one.title]


def test_opr_12_of_a_league_that_does_not_say_when_it_began_nobody_came_too_late() -> None:
    """As the journals of old leagues do not."""
    here = Evening()
    play.player(here.scope, "Nadia")
    here.mission()
    view = here.at(here.ilse, "desk")
    league = replace(view.state.league, started=None)
    view.state = view.state.put("campaign", league)
    assert [need.title for need in desk_page.league_organise_page(view).needs] == []


def test_opr_12_who_still_invites_reads_that_nobody_new_can_join() -> None:
    here = Evening()
    here.mission()
    assert needs(here) == []
    link = invite(by=here.ilse, scope=here.scope)
    assert [title for title, _url in needs(here)] == ["Nobody new can join this league"]
    revoke_invitation(by=here.ilse, invitation=link)
    assert needs(here) == []


def test_an_organiser_keeps_the_way_to_an_army_of_their_own() -> None:
    here = Evening()
    assert "Playing too? Bring a warband" in page(here, here.ilse)
    assert "Playing too?" not in page(here, here.marta)
    ArmyDraft.objects.create(scope=here.scope, seat=here.ilse, made_by=here.ilse, data={})
    assert "Your army isn’t finished yet" in [one.title for one in todos_for(here.ilse)]
    play.found_warband(here.scope, here.ilse)
    assert "Playing too?" not in page(here, here.ilse)
    late = Evening()
    late.mission()
    assert "Playing too?" not in page(late, late.ilse), "nobody new is taken in"
