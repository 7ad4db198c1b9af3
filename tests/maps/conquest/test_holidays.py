"""Nobody waits for an empire whose player is on holiday, or that nobody plays: silence speaks for it."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.engine.stored.journal import reconcile
from campaigns.leagues.clock import clock_tick
from campaigns.leagues.mine.mine import gather_my_leagues
from campaigns.leagues.mine.todos import invitations_of, todos_of
from campaigns.models import Entry, Holiday, Notice, Scope, TodoRow, Unplayed, Via
from campaigns.notices.found import finding
from campaigns.people import seats as people
from campaigns.shell.reading.names import isolated
from campaigns.shell.told import chronicle_page
from campaigns.shell.told.chronicle import ToldLine
from rules.engine.lazy_tables import having
from tests import factories
from tests.away import away, back
from tests.campaigns.leagues.whose_move import assert_kept_as_made
from tests.maps.conquest import play
from tests.maps.conquest.play import Table, words_of

pytestmark = pytest.mark.django_db
CALLS = ("my_turn", "due", "due_now", "steps")
LONG_AGO = timedelta(days=400)


def goes(league: Table, name: str, first: int = 0, last: int = 7, **more: object) -> None:
    answer = away(league.browsers[name], league.seats[name], first, last, **more)  # type: ignore[arg-type]
    assert answer.status_code == 302, words_of(answer)
    assert_kept_as_made(league.scope)


def by_absence(league: Table) -> list[Entry]:
    return list(league.scope.entries.filter(via=Via.ABSENT, void=False).order_by("seq"))


def todos(league: Table, name: str) -> list[str]:
    return [one.title for one in todos_of(gather_my_leagues(league.seats[name].person))]


def whose_turn(league: Table) -> str:
    return league.player(league.state.now.active)


def with_everybody_away_but(league: Table, *there: str) -> None:
    for name in league.seats:
        if name not in (*there, "Organiser"):
            goes(league, name)


def test_cq_22_nobody_waits_for_a_turn_of_who_is_away() -> None:
    league = play.begun()
    active = whose_turn(league)
    mine = league.realm(active)
    goes(league, active)
    assert whose_turn(league) != active
    (entry,) = by_absence(league)
    assert (entry.procedure, entry.params["realm"], entry.actor) == ("conquest.skip", mine, None)
    lines = chronicle_page.chronicle_page(league.at("Marta", "chronicle")).lines
    assert "the app carried on" in {line.by_itself for line in lines}
    assert reconcile(league.scope) == []


def test_cq_22_a_turn_that_comes_up_meanwhile_passes_with_the_tap_before_it() -> None:
    league = play.begun()
    first = whose_turn(league)
    others = [name for name in league.seats if name not in (first, "Organiser")]
    goes(league, others[0])
    assert whose_turn(league) == first
    assert not by_absence(league)
    league.do(first, "pick_event")
    assert whose_turn(league) not in (first, others[0]) or league.phase != "events"
    assert reconcile(league.scope) == []


def test_the_clock_begins_and_ends_a_holiday() -> None:
    league = play.begun()
    active = whose_turn(league)
    goes(league, active, 3, 5)
    clock_tick(timezone.now() + timedelta(days=1))
    assert whose_turn(league) == active
    clock_tick(timezone.now() + timedelta(days=3))
    assert whose_turn(league) != active
    assert Holiday.objects.get().stage == "on"
    assert_kept_as_made(league.scope)
    clock_tick(timezone.now() + timedelta(days=6))
    assert Holiday.objects.get().stage == "over"
    assert_kept_as_made(league.scope)
    clock_tick(timezone.now() + LONG_AGO)
    assert not Holiday.objects.exists()


def test_their_to_dos_rest_and_come_back_with_one_tap() -> None:
    league = play.at_battles("Marta", "Kwame", "Ilse", battle_silence="wait")
    before = todos(league, "Marta")
    assert before
    goes(league, "Marta")
    assert todos(league, "Marta") == []
    back(league.browsers["Marta"], league.seats["Marta"])
    assert todos(league, "Marta") == before
    assert not by_absence(league)
    assert_kept_as_made(league.scope)


def test_beside_the_name_of_who_is_away_nobody_reads_that_they_have_to_act() -> None:
    league = play.at_battles("Marta", "Kwame", "Ilse", battle_silence="wait")

    def to_act() -> int:
        return len(re.findall(r'class="brass">to act<', league.see("Organiser")))

    before = to_act()
    assert before > 1
    goes(league, "Marta")
    assert to_act() == before - 1


def test_whoever_is_away_is_not_reminded_and_hears_what_happened() -> None:
    league = play.begun()
    finding.catch_up(timezone.now())
    active = whose_turn(league)
    goes(league, active)
    finding.catch_up(timezone.now())
    person = league.seats[active].person
    assert not Notice.objects.filter(person=person, read_at=None, kind__in=CALLS).exists()
    deadline = league.state.now.deadline
    assert deadline
    finding.catch_up(deadline - timedelta(minutes=30))
    assert not Notice.objects.filter(person=person, read_at=None, kind__in=CALLS).exists()
    (told,) = Notice.objects.filter(person=person, kind="went_on")
    inbox = unescape(words_of(league.browsers[active].get(reverse("campaigns:inbox"))))
    assert "While you were away, the app carried on for you" in inbox
    assert told.entry == by_absence(league)[0]


def test_cq_59_a_battle_against_who_is_away_waits_until_the_others_have_done_theirs() -> None:
    league = play.begun("Marta", "Kwame", "Ilse", "Tom", battle_silence="abstract")
    play.events(league)
    play.revenue(league)
    play.challenges(league, frozenset(("Marta", "Kwame")), frozenset(("Ilse", "Tom")))
    battles = having(league.state.battles, "round", 1)
    assert len(battles) >= 2
    first, second = list(battles.values())[:2]
    gone = next(one for one in first.members if one not in second.members)
    goes(league, league.player(gone))
    assert not by_absence(league)
    attackers, defenders = play.sides(league, second.id)
    play.reported(league, league.player(attackers[0]), second.id, attack=(700, 3, 9), defend=(500, 5, 9))
    assert not by_absence(league)
    league.do(league.player(defenders[0]), "confirm", battle=second.id)
    assert [one.procedure for one in by_absence(league)][:1] == ["conquest.rule_abstract"]
    assert league.state.battles[first.id].status == "settled"
    assert reconcile(league.scope) == []


def test_cq_91_a_report_counts_once_nobody_but_who_is_away_is_left() -> None:
    league = play.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles.values()
    attackers, defenders = play.sides(league, battle.id)
    goes(league, league.player(defenders[0]), 3, 7)
    play.reported(league, league.player(attackers[0]), battle.id, attack=(700, 3, 9), defend=(500, 5, 9))
    assert league.state.battles[battle.id].status == "reported"
    clock_tick(timezone.now() + timedelta(days=3))
    assert league.state.battles[battle.id].status == "settled"
    assert by_absence(league)[0].procedure == "conquest.decide"


def test_a_league_of_which_everybody_is_away_rests() -> None:
    league = play.begun("Marta", "Kwame")
    first = whose_turn(league)
    (other,) = [name for name in ("Marta", "Kwame") if name != first]
    goes(league, other)
    stood = league.state.now
    goes(league, first)
    assert league.state.now.turn == stood.turn
    assert not by_absence(league)
    back(league.browsers[other], league.seats[other])
    assert by_absence(league)
    assert_kept_as_made(league.scope)


def test_a_paused_league_rests_all_the_same() -> None:
    league = play.begun()
    active = whose_turn(league)
    league.post("Organiser", "pause", words="summer")
    goes(league, active)
    assert not by_absence(league)
    league.post("Organiser", "resume")
    assert by_absence(league)


def test_what_one_did_comes_back_with_what_followed_for_who_is_away() -> None:
    league = play.begun()
    first = whose_turn(league)
    others = [name for name in league.seats if name not in (first, "Organiser")]
    for name in others[:1]:
        goes(league, name)
    stood = league.state.now.active
    league.do(first, "pick_event")
    undone = league.browsers["Organiser"].post(
        reverse("maps:step_back", args=[league.scope.pk]), {"words": "the wrong one"}
    )
    assert undone.status_code == 302, words_of(undone)
    assert league.state.now.active == stood
    assert reconcile(league.scope) == []


# What others see


def test_everybody_reads_the_days_beforehand_and_nothing_else() -> None:
    league = play.begun()
    for name in ("Marta", "Kwame"):
        goes(league, name, 3, 5)
    page = unescape(league.see("Ilse"))
    assert page.count("away from") == 2
    desk = words_of(league.browsers["Organiser"].get(reverse("campaigns:desk", args=[league.scope.pk])))
    assert "Marta is away from" in desk
    assert "does not wait for them" in desk
    clock_tick(timezone.now() + timedelta(days=3))
    assert "away until" in unescape(league.see("Ilse"))


def test_whoever_only_looks_on_does_not_read_that_somebody_is_away() -> None:
    league = play.begun()
    Scope.objects.filter(pk=league.scope.pk).update(is_public=True)
    goes(league, "Marta", 3, 5)
    goes(league, whose_turn(league))
    watching = factories.new_seat(club=league.scope.club, name="Wren", role="spectator")
    for browser in (Client(), factories.signed_in(watching)):
        page = words_of(browser.get(reverse("maps:map", args=[league.scope.pk])))
        assert "Marta" in page
        assert "away" not in page


def test_two_worlds_read_the_same_of_who_is_away() -> None:
    """Whatever gold somebody has, nobody else learns it by what happens while they are away."""
    pages = []
    for gold in ("0", "30"):
        league = play.begun("Marta", "Kwame", "Ilse", gold_public=False)
        realm = league.realm("Marta")
        league.post("Organiser", "grant", realm=realm, gold=gold, words="a gift")
        goes(league, "Marta")
        rows = TodoRow.objects.filter(scope=league.scope, gone_at=None).order_by("place", "side")
        pages.append([(one.kind, one.stand, one.act, len(one.seats), one.own) for one in rows])
        assert len(by_absence(league)) == 1 or whose_turn(league) != "Marta"
    assert pages[0] == pages[1]


# Who stands in


def test_who_stands_in_has_the_to_dos_acts_and_is_seen_as_such() -> None:
    league = play.begun()
    active = whose_turn(league)
    realm = league.realm(active)
    helper = factories.new_seat(club=league.scope.club, name="Rosa")
    league.seats["Rosa"], league.browsers["Rosa"] = helper, factories.signed_in(helper)
    goes(league, active, stand_in=helper)
    assert not by_absence(league)
    assert todos(league, active) == []
    (line,) = todos_of(gather_my_leagues(helper.person))
    assert league.state.name_of(realm) in line.where
    page = words_of(league.browsers["Rosa"].get(line.url))
    assert "You’re acting for" in page
    answer = league.post("Rosa", "pick_event", realm=realm, round=1, **{"as": realm})
    assert answer.status_code == 302, words_of(answer)
    league.answered("Rosa", answer)
    entry = league.scope.entries.filter(procedure="conquest.pick_event").latest("seq")
    assert (entry.actor, entry.acting_for) == (helper, f"side:{realm}")
    assert whose_turn(league) != active
    assert todos(league, "Rosa") == []


def test_everybody_who_plays_reads_who_stands_in() -> None:
    league = play.begun()
    active = whose_turn(league)
    rosa = factories.new_seat(club=league.scope.club, name="Rosa")
    Scope.objects.filter(pk=league.scope.pk).update(is_public=True)
    goes(league, active, stand_in=rosa)
    other = next(name for name in league.seats if name not in (active, "Organiser"))
    page = unescape(league.see(other))
    assert "; Rosa stands in)" in page
    assert f"Rosa stands in for {active}." in page
    stranger = words_of(Client().get(reverse("maps:map", args=[league.scope.pk])))
    assert active in stranger
    assert "Rosa" not in stranger


def test_nobody_waits_for_who_stands_in_once_they_are_away_too() -> None:
    league = play.begun()
    active = whose_turn(league)
    rosa = factories.new_seat(club=league.scope.club, name="Rosa")
    goes(league, active, stand_in=rosa)
    assert not by_absence(league)
    away(factories.signed_in(rosa), rosa)
    assert by_absence(league)
    assert whose_turn(league) != active
    assert_kept_as_made(league.scope)


def test_whoever_stands_in_is_not_offered_to_join_the_rivals() -> None:
    league = play.begun()
    helper = factories.new_seat(club=league.scope.club, name="Rosa")
    browser, page = factories.signed_in(helper), reverse("maps:map", args=[league.scope.pk])
    assert "Ask to join" in words_of(browser.get(page))
    goes(league, whose_turn(league), stand_in=helper)
    assert "Ask to join" not in words_of(browser.get(page))
    back(league.browsers[whose_turn(league)], league.seats[whose_turn(league)])
    assert "Ask to join" in words_of(browser.get(page))


def test_who_stands_in_gives_nothing_away_and_reads_no_treasury() -> None:
    league = play.begun(gold_public=False)
    active = whose_turn(league)
    realm = league.realm(active)
    helper = factories.new_seat(club=league.scope.club, name="Rosa")
    goes(league, active, stand_in=helper)
    league.seats["Rosa"], league.browsers["Rosa"] = helper, factories.signed_in(helper)
    here = league.at("Rosa")
    assert here.acts_for(realm)
    assert not here.reads(realm)
    for act in ("leave", "hand_over"):
        about = here.scope, here.whole, here.registration
        assert not here.actor.may_act(f"side:{realm}", f"conquest.{act}", *about)
    other = next(one for one in league.state.realms if one != realm)
    assert not here.acts_for(other)
    assert league.post("Rosa", "pick_event", realm=other, round=1).status_code == 403


def test_a_rival_does_not_stand_in() -> None:
    league = play.begun()
    answer = away(league.browsers["Marta"], league.seats["Marta"], stand_in=league.seats["Kwame"])
    assert answer.status_code == 422
    assert "In The Salt Crown, Kwame plays for a rival" in words_of(answer)
    assert not Holiday.objects.exists()


def test_an_organiser_who_plays_a_rival_does_not_stand_in_either() -> None:
    league = play.begun()
    people.change_seat(
        by=league.seats["Organiser"], seat=league.seats["Kwame"], name="Kwame", emblem="sky", role="organiser"
    )
    answer = away(league.browsers["Marta"], league.seats["Marta"], stand_in=league.seats["Kwame"])
    assert answer.status_code == 422


def test_whoever_comes_to_play_a_rival_stands_in_no_more() -> None:
    league = play.begun()
    active = whose_turn(league)
    helper = factories.new_seat(club=league.scope.club, name="Rosa")
    goes(league, active, stand_in=helper)
    league.seats["Rosa"], league.browsers["Rosa"] = helper, factories.signed_in(helper)
    realm = league.realm(active)
    league.browsers["Organiser"].post(
        reverse("maps:enlist", args=[league.scope.pk]),
        {"owner": str(helper.pk), "colour": "purple", "name": "Rosa's own"},
    )
    assert any(one.owner == str(helper.pk) for one in league.state.realms.values())
    assert not league.at("Rosa").acts_for(realm)
    assert_kept_as_made(league.scope)


def test_who_leaves_the_club_stands_in_for_nobody() -> None:
    league = play.begun()
    active = whose_turn(league)
    helper = factories.new_seat(club=league.scope.club, name="Rosa")
    goes(league, active, stand_in=helper)
    people.remove_seat(by=helper, seat=helper)
    assert Holiday.objects.get().stand_in is None
    assert by_absence(league)


# A seat nobody plays


def left_by(league: Table, name: str) -> str:
    realm = league.realm(name)
    people.remove_seat(by=league.seats[name], seat=league.seats[name])
    return realm


def carried_on(league: Table, realm: str, wants: str = "on") -> None:
    address = reverse("campaigns:unplayed", args=[league.scope.pk])
    answer = league.browsers["Organiser"].post(address, {"side": realm, "wants": wants})
    assert answer.status_code == 302
    assert_kept_as_made(league.scope)


def switches(league: Table) -> list[ToldLine]:
    """What the chronicle says of who switched it, oldest first."""
    lines = chronicle_page.chronicle_page(league.at("Marta", "chronicle")).lines
    return [one for one in reversed(lines) if "carries on for" in one.sentence]


def desk(league: Table) -> str:
    return words_of(league.browsers["Organiser"].get(reverse("campaigns:desk", args=[league.scope.pk])))


def test_an_empire_nobody_plays_goes_on_by_itself_once_an_organiser_says_so() -> None:
    league = play.begun()
    active = whose_turn(league)
    realm = left_by(league, active)
    assert "Let the app carry on for it" in desk(league)
    carried_on(league, realm)
    assert league.state.now.active != realm
    assert by_absence(league)[0].params["realm"] == realm
    assert "The app will carry on for this side until somebody plays it" in desk(league)
    there = next(name for name in ("Marta", "Kwame", "Ilse") if name != active)
    assert "nobody plays it; the app carries on for it" in unescape(league.see(there))
    carried_on(league, realm)  # a second form, from before, asks for the same
    assert Unplayed.objects.exists()
    assert len(switches(league)) == 1
    carried_on(league, realm, "")  # a page of an older release
    assert Unplayed.objects.exists()
    assert "Something has changed. This is how things stand now." in desk(league)
    carried_on(league, realm, "off")
    assert not Unplayed.objects.exists()
    on, off = switches(league)
    name = isolated(league.state.name_of(realm))
    assert on.sentence == f"From now on the app carries on for {name}, which nobody plays."
    assert off.sentence == f"The app no longer carries on for {name}, which nobody plays."
    assert {(one.who, one.by_itself, one.acting_for) for one in (on, off)} == {("Organiser", "", "")}
    assert reconcile(league.scope) == []


def test_cq_46_an_empire_nobody_plays_still_challenges_and_its_battles_are_rolled_off() -> None:
    league = play.begun("Marta", "Kwame", "Ilse", battle_silence="wait")
    play.events(league)
    play.revenue(league)
    assert league.phase == "challenge"
    active = whose_turn(league)
    realm = left_by(league, active)
    carried_on(league, realm)
    issued = [one for one in league.state.challenges.values() if one.challenger == realm]
    assert len(issued) == 1
    while league.phase == "challenge":
        mine = league.state.now.active
        free = [one["realm"] for one in league.ask("targets", realm=mine) if not one["why_not"]]
        league.do(league.player(mine), "challenge", defender=free[0])
    while league.phase == "choice":
        asked = league.ask("turn")["waiting"]
        league.do(league.player(asked[0]), "choose_battles", mode="series")
    own = [one for one in league.state.battles.values() if {realm} in ({*one.attackers}, {*one.defenders})]
    assert own
    assert all(one.status == "settled" for one in own)
    assert reconcile(league.scope) == []


def test_somebody_who_takes_it_ends_it() -> None:
    league = play.begun()
    active = whose_turn(league)
    realm = left_by(league, active)
    carried_on(league, realm)
    helper = factories.new_seat(club=league.scope.club, name="Rosa")
    answer = league.post("Organiser", "hand_over", realm=realm, owner=str(helper.pk), on="map", words="go on")
    assert answer.status_code == 302, words_of(answer)
    assert league.state.realms[realm].owner == str(helper.pk)
    assert not Unplayed.objects.exists()
    assert_kept_as_made(league.scope)


def test_a_side_somebody_plays_is_not_carried_on() -> None:
    league = play.begun()
    carried = league.browsers["Organiser"].post(
        reverse("campaigns:unplayed", args=[league.scope.pk]), {"side": league.realm("Marta"), "wants": "on"}
    )
    assert carried.status_code == 302
    assert not Unplayed.objects.exists()
    assert not by_absence(league)
    for name in ("Marta", "Kwame"):
        address = reverse("campaigns:unplayed", args=[league.scope.pk])
        assert (
            league.browsers[name].post(address, {"side": league.realm("Marta"), "wants": "on"}).status_code
            == 404
        )


def test_everybody_elses_deadline_is_as_it_was() -> None:
    league = play.begun()
    first = whose_turn(league)
    goes(league, next(name for name in ("Marta", "Kwame", "Ilse") if name != first))
    assert whose_turn(league) == first
    clock_tick(timezone.now() + timedelta(days=20))
    assert whose_turn(league) != first or league.phase != "events"


def test_whoever_stands_in_is_not_invited_to_join_on_their_home() -> None:
    league = play.table("Marta", "Kwame")
    rosa = factories.new_seat(club=league.scope.club, name="Rosa")

    def invited() -> list[str]:
        return [one.title for one in invitations_of(gather_my_leagues(rosa.person))]

    assert invited() == [league.scope.name]
    goes(league, "Marta", stand_in=rosa)
    assert invited() == []
    back(league.browsers["Marta"], league.seats["Marta"])
    assert invited() == [league.scope.name]
