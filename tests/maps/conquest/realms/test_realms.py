"""An empire's own page and the standings: figures, what stands behind them, what its player changes."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.engine.stored.journal import reconcile
from campaigns.models import Scope
from maps.conquest.map.map_page import conquest_map_svg
from maps.conquest.realms import realm_page
from maps.conquest.realms.realm_page import RealmPage
from maps.conquest.realms.standings_page import realm_standings_page
from maps.ground.taps import MapTap
from tests import factories
from tests.campaigns.engine.test_requests import done
from tests.maps.conquest import play
from tests.maps.conquest.play import Table, begun, words_of

pytestmark = pytest.mark.django_db
MOST_QUERIES = 12


def page_of(league: Table, who: str, whose: str, why: str = "") -> RealmPage:
    """What the page of somebody's empire shows somebody."""
    here = league.at(who)
    return realm_page.realm_page(here, here.state.realms[league.realm(whose)], why)


def test_cq_04_a_player_renames_the_empire_and_changes_its_colour() -> None:
    league = begun()
    realm = league.realm("Marta")
    sent = {"realm": realm, "name": "  The Salt  Queen ", "colour": "purple"}
    response = league.post("Marta", "rename", **sent)
    assert response.url == reverse("maps:realm", args=[league.scope.pk, realm])
    now = league.state.realms[realm]
    assert (now.name, now.colour, now.emblem) == ("The Salt Queen", "purple", "purple")
    shown = page_of(league, "Kwame", "Marta")
    assert (shown.name, shown.colour) == ("The Salt Queen", "purple")


def test_cq_04_a_taken_colour_is_refused_and_what_was_typed_is_kept() -> None:
    league = begun()
    theirs = league.state.realms[league.realm("Kwame")].colour
    sent = {"realm": league.realm("Marta"), "name": "Sister of Salt", "colour": theirs}
    response = league.post("Marta", "rename", **sent)
    assert response.status_code == 422
    assert response.context["wrong"].refused.sentence.startswith("This colour is already taken.")
    assert response.context["wrong"].typed["name"] == "Sister of Salt"
    assert league.post("Marta", "rename", **{**sent, "colour": "beige"}).status_code == 422
    assert league.post("Kwame", "rename", **{**sent, "colour": "purple"}).status_code == 403


def test_only_who_may_act_for_an_empire_is_offered_its_acts() -> None:
    league = begun()
    for who, may in (("Marta", True), ("Organiser", True), ("Kwame", False)):
        page = page_of(league, who, "Marta")
        assert [one is not None for one in (page.named, page.sail, page.leave)] == [may] * 3, who
    rename = reverse("maps:do", args=[league.scope.pk, "rename"])
    assert rename in drawn(league, "Marta", "Marta")
    assert rename not in drawn(league, "Kwame", "Marta")
    plain, _summary, folded = drawn(league, "Marta", "Marta").partition("More colours")
    assert ('value="purple"' in plain, 'value="purple-2"' in plain) == (True, False)
    assert ('value="purple-2"' in folded, '<details class="more">' in plain) == (True, True)
    sent = {"realm": league.realm("Marta"), "colour": "purple-2"}
    refused = league.post("Marta", "rename", name=league.state.realms[league.realm("Kwame")].name, **sent)
    assert (refused.status_code, '<details class="more" open>' in refused.content.decode()) == (422, True)
    league.post("Marta", "rename", name="Salt", **sent)
    assert '<details class="more" open>' in drawn(league, "Marta", "Marta")
    stranger = factories.signed_in(factories.new_seat(name="Stranger"))
    address = reverse("maps:realm", args=[league.scope.pk, league.realm("Marta")])
    assert stranger.get(address).status_code == 404
    assert league.browsers["Marta"].get(address.replace(league.realm("Marta"), "nobody")).status_code == 404


def test_cq_20_leaving_says_what_it_means_and_is_done_from_the_page() -> None:
    league = begun("Marta", "Kwame", "Ilse", "Jun")
    realm = league.realm("Jun")
    before = page_of(league, "Jun", "Jun")
    assert before.leave_means == (
        f"{league.state.name_of(realm)}’s territories become free, and everything built on them "
        "stays. Open battles are struck out, and unspent gold and EP are lost. This cannot be undone, and "
        "nobody wins the league because of it."
    )
    assert before.leave is not None
    assert before.leave.act == "leave"
    assert league.post("Jun", "leave", realm=realm, words="moving abroad").status_code == 302
    assert league.state.realms[realm].status == "left"
    after = page_of(league, "Jun", "Jun")
    assert after.leave is None
    assert "left the league" in after.status
    assert reconcile(league.scope) == []


def test_cq_20_where_a_leaver_leaves_nothing_standing_it_is_said_before() -> None:
    league = begun(leaver_tiles="razed")
    assert "everything built on them is razed" in page_of(league, "Organiser", "Marta").leave_means


def test_cq_20_before_the_league_begins_withdrawing_is_offered_instead() -> None:
    league = play.table()
    realm = league.realm("Marta")
    offered = page_of(league, "Marta", "Marta").leave
    assert offered is not None
    assert offered.act == "withdraw"
    assert league.post("Marta", "withdraw", realm=realm).status_code == 302
    assert realm not in league.state.realms


def test_cq_137_signing_up_for_the_sea_and_off_again() -> None:
    league = begun(naval=True, map="salt_islands")
    realm = league.realm("Marta")
    assert page_of(league, "Marta", "Marta").sea == ("Not signed up for battles at sea.",)
    for sails in (True, False):
        league.post("Marta", "sign_on", realm=realm, sails=str(sails).lower())
        assert league.state.realms[realm].sails is sails


def test_cq_137_without_the_option_the_page_says_why_not() -> None:
    league = begun()
    page = page_of(league, "Marta", "Marta")
    assert page.sail is not None
    assert "battles at sea" in page.sail.why_not
    assert reverse("maps:do", args=[league.scope.pk, "sign_on"]) not in drawn(league, "Marta", "Marta")


def test_cq_138_a_challenge_at_sea_is_started_from_the_map() -> None:
    league = play.at_battles("Marta", "Kwame", naval=True, map="salt_islands")
    assert league.phase == "battle"
    assert [(one.act, one.why_not) for one in challenges(league)] == [("sign_on", "")]
    league.post("Marta", "sign_on", realm=league.realm("Marta"), sails="true")
    [refused] = [one for one in challenges(league) if one.act == "sail"]
    assert "not signed up" in refused.why_not
    sail = reverse("maps:do", args=[league.scope.pk, "sail"])
    assert sail not in league.see("Marta")  # the other has not signed up: the sentence says so
    league.post("Kwame", "sign_on", realm=league.realm("Kwame"), sails="true")
    assert sail in league.see("Marta")
    league.do("Marta", "sail", defender=league.realm("Kwame"))
    (battle,) = [one for one in league.state.battles.values() if one.kind == "sea"]
    league.do("Marta", "report_outcome", battle=battle.id, outcome="attack")
    league.do("Kwame", "confirm", battle=battle.id)
    assert f"{league.realm('Marta')}>{league.realm('Kwame')}" in league.state.advantages
    assert any("Naval advantage over Kwame" in one for one in page_of(league, "Kwame", "Marta").sea)


# Figures


def test_cq_13_every_figure_says_what_stands_behind_it(django_assert_max_num_queries) -> None:
    league = play.after_round()
    for figure in ("size", "cities", "castles", "gold", "ep"):
        with django_assert_max_num_queries(MOST_QUERIES):
            html = drawn(league, "Kwame", "Marta", why=figure)
        assert f'id="why-{figure}"' in html
    size = league.ask("size", realm=league.realm("Marta"))
    receipt = page_of(league, "Kwame", "Marta", "size").receipt
    assert receipt is not None
    assert receipt.title == f"Why a size of {size // 2}?"


def test_cq_87_the_points_receipt_adds_up_to_the_points_there_are() -> None:
    league = play.after_round()
    for name in ("Marta", "Kwame", "Ilse"):
        receipt = page_of(league, name, name, "ep").receipt
        assert receipt is not None
        assert sum(row.value for row in receipt.rows) == league.state.realms[league.realm(name)].ep


def test_gold_that_is_secret_stays_with_its_owner() -> None:
    league = begun(gold_public=False)
    league.post("Organiser", "grant", realm=league.realm("Marta"), gold="123", words="test")
    assert "123" in drawn(league, "Marta", "Marta", why="gold")
    assert "why-gold" not in drawn(league, "Kwame", "Marta", why="gold")
    for name, gold in (("Marta", 123), ("Kwame", None)):
        for path in (f"state/realms/{league.realm('Marta')}/", "standings/"):
            found = league.browsers[name].get(f"/api/v1/leagues/{league.scope.pk}/{path}").json()
            lines = found.get("lines", [found])
            mine = next(one for one in lines if league.realm("Marta") in (one.get("realm"), one.get("id")))
            assert mine["gold"] == gold, path
    standings = reverse("maps:standings", args=[league.scope.pk])
    assert ">123<" in league.browsers["Marta"].get(standings).content.decode()
    assert ">123<" not in league.browsers["Kwame"].get(standings).content.decode()


def test_the_journal_tells_nobody_of_secret_gold_but_its_owner() -> None:
    league = begun(gold_public=False)
    play.events(league)
    play.revenue(league)
    league.post("Organiser", "grant", realm=league.realm("Marta"), gold="123", words="a prize")
    api = f"/api/v1/leagues/{league.scope.pk}"
    chronicle = reverse("campaigns:chronicle", args=[league.scope.pk])
    for name, knows in (("Marta", True), ("Kwame", False)):
        browser = league.browsers[name]
        assert ("+123 gold" in words_of(browser.get(chronicle))) is knows
        assert ("+123 gold" in league.see(name)) is knows
        for path in ("chronicle/", "journal/"):
            answer = browser.get(f"{api}/{path}").content.decode()
            assert bool(re.search(r"(?<![\w.])123(?!\w)", answer)) is knows, (
                path
            )  # not within an id or a time
        moved = [
            effect
            for entry in browser.get(f"{api}/journal/?limit=100").json()
            for effect in entry["effects"]
            if effect["effect"] == "conquest.gold"
        ]
        assert {effect["realm"] for effect in moved} <= {league.realm(name)}
        assert bool(moved) is knows


def test_nobody_feels_for_secret_gold_through_an_entry_or_by_asking_what_stands_in_one() -> None:
    league = begun(gold_public=False)
    free = [one.id for one in league.state.territories.values() if not (one.is_sea or one.owner)]
    for realm, place in zip(league.state.realms, free, strict=False):
        league.post("Organiser", "correct", territory=place, owner=realm, building="mine", words="test")
    play.events(league)
    play.revenue(league)
    mined = league.scope.entries.filter(effects__contains=[{"effect": "conquest.gold"}])
    entry = next(one for one in mined if one.answers)
    moved = next(one for one in entry.effects if one["effect"] == "conquest.gold")
    owner = next(one for one in ("Marta", "Kwame", "Ilse") if league.realm(one) == moved["realm"])
    other = "Kwame" if owner != "Kwame" else "Ilse"
    chronicle = reverse("campaigns:chronicle", args=[league.scope.pk])
    for name, knows in ((owner, True), (other, False), ("Organiser", False)):
        page = league.browsers[name].get(reverse("campaigns:entry", args=[league.scope.pk, entry.seq]))
        assert ("Answers given" in words_of(page)) is knows
        for about in (
            f'amount": {moved["amount"]}, "effect',
            f"amount___{moved['amount']}___effect",
            f"amount%{moved['amount']}%effect",
        ):
            assert not league.browsers[name].get(chronicle, {"about": about}).context["page"].lines


def test_the_standings_show_every_rounds_points_as_chart_and_table(django_assert_max_num_queries) -> None:
    league = begun()
    address = reverse("maps:standings", args=[league.scope.pk])
    assert "No battles have been counted yet" in words_of(league.browsers["Marta"].get(address))
    for phase in (play.events, play.revenue, play.challenges, play.battles):
        phase(league)
    with django_assert_max_num_queries(MOST_QUERIES):
        response = league.browsers["Marta"].get(address)
    earned = {line["realm"]: line["points"] for line in league.ask("points_history")}
    page = response.context["page"]
    assert {one.realm: one.total for one in page.histories} == earned
    assert page.numbers == (1,)
    for points in earned.values():
        assert f"round 1: {points} point" in response.content.decode()
    assert [line.rank for line in page.lines] == ["1", "2", "3"]
    assert begun().browsers["Marta"].get(address).status_code == 404


def test_on_a_public_page_visitors_look_and_are_offered_nothing() -> None:
    league = begun("Marta", "Kwame")
    Scope.objects.filter(pk=league.scope.pk).update(is_public=True)
    pk, realm = league.scope.pk, league.realm("Marta")
    visitor = Client()
    for address in (
        reverse("maps:map", args=[pk]),
        reverse("maps:standings", args=[pk]),
        reverse("maps:realm", args=[pk, realm]),
        reverse("maps:print", args=[pk]),
    ):
        response = visitor.get(address)
        assert response.status_code == 200, address
        assert f'action="/l/{pk}/' not in response.content.decode(), address
    assert visitor.get(reverse("maps:ground", args=[pk])).status_code == 404


def drawn(league: Table, who: str, whose: str, **query: str) -> str:
    address = reverse("maps:realm", args=[league.scope.pk, league.realm(whose)])
    response = league.browsers[who].get(address, query)
    assert response.status_code == 200
    return str(response.content.decode())


def challenges(league: Table) -> list[MapTap]:
    """What Marta may do at sea from the map."""
    return list(league.page("Marta").now.sea)


def test_cq_04_a_name_that_is_taken_is_refused_beside_its_field() -> None:
    league = play.table("Marta", "Kwame")
    newcomer = factories.signed_in(factories.new_seat(club=league.scope.club, name="Nell"))
    sent = {"name": "MARTA’S REALM".replace("’", "'"), "colour": "purple"}
    response = newcomer.post(reverse("maps:enlist", args=[league.scope.pk]), sent)
    assert (response.status_code, response.context["wrong"].of) == (422, "enlist.name")
    assert "There is already an empire called" in words_of(response)


def test_cq_22_before_the_first_round_an_organiser_undoes_the_last_step() -> None:
    league = play.table("Marta", "Kwame")
    home = reverse("maps:map", args=[league.scope.pk])
    assert "Undo the last step" not in words_of(league.browsers["Marta"].get(home))
    step = league.browsers["Organiser"].get(home).context["page"].step
    assert "Kwame" in step[1]
    undone = {"step": step[0], "words": "a slip"}
    assert (
        league.browsers["Organiser"]
        .post(reverse("maps:step_back", args=[league.scope.pk]), undone)
        .status_code
        == 302
    )
    assert len(league.state.realms) == 1
    assert reconcile(league.scope) == []


# What is left of an empire that is out


def stars(league: Table) -> int:
    """How many capitals the map marks."""
    return conquest_map_svg(league.at("Marta"), "", None).count('href="#star"')


def test_cq_20_an_empire_that_is_out_shows_nothing_it_has_lost() -> None:
    league = begun("Marta", "Kwame", "Ilse", "Jun")
    realm = league.realm("Jun")
    capital = league.state.realms[realm].capital
    league.post("Organiser", "grant", realm=realm, gold="70", ep="3", words="found")
    starred = stars(league)
    stands = page_of(league, "Jun", "Jun")
    assert stands.capital == capital
    assert {one.label for one in stands.figures} >= {"gold", "EP to spend"}
    league.post("Jun", "leave", realm=realm, words="moving abroad")
    out = page_of(league, "Jun", "Jun", why="ep")
    assert (out.capital, out.figures, out.receipt, out.sail) == ("", (), None, None)
    (line,) = [one for one in league.page("Marta").realms if one.id == realm]
    assert (line.out, line.ep, line.gold) == (True, 0, None)
    assert "map-ep" not in league.see("Jun")
    assert "map-ep" in league.see("Marta")
    taken = {"territory": capital, "owner": league.realm("Marta"), "building": "", "words": "Taken."}
    done(league.scope, league.organiser, "conquest.correct", **taken)
    assert stars(league) == starred - 1
    here = league.at("Marta")
    (left,) = [one for one in realm_standings_page(here).lines if one.realm == realm]
    assert (left.out, left.gold) == (True, None)
    organising = league.page("Organiser").organising
    assert organising is not None
    assert realm not in [one for one, _name in organising.realms]


@pytest.mark.parametrize("named", [True, False])
def test_cq_127_when_the_league_is_over_the_page_offers_the_name_alone(named: bool) -> None:
    league = begun()
    realm = league.realm("Marta")
    done(league.scope, league.organiser, "conquest.close", words="Summer.")
    now = league.state.realms[realm]
    shown = page_of(league, "Marta", "Marta").named
    assert shown is not None
    assert shown.colours == (now.colour,)
    colour = now.colour if named else "purple"
    answer = league.post("Marta", "rename", realm=realm, name="The Salt Queen", colour=colour)
    assert answer.status_code == (302 if named else 422)
    assert (league.state.realms[realm].name == "The Salt Queen") == named
    Scope.objects.filter(pk=league.scope.pk).update(archived_at=timezone.now())
    assert page_of(league, "Marta", "Marta").named is None
