"""What the pages of a map league cost and refuse: queries, bytes, strangers, stale taps."""

from __future__ import annotations

import gzip
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from campaigns.engine.stored.journal import reconcile
from campaigns.models import Slot
from maps.ground.drawing import Drawing, map_svg
from maps.ground.signs import Sign
from rules.conquest.ground import making
from rules.maps.generator import Wishes, generate
from tests import factories
from tests.maps.conquest import play
from tests.maps.conquest.play import Table, begun, table, words_of
from tests.pages import page_of, refusal_of

pytestmark = pytest.mark.django_db
MOST_QUERIES = 12


def spending_league(**settings: object) -> Table:
    """A league in which somebody has points to spend."""
    league = begun(**settings)
    play.events(league)
    play.revenue(league)
    play.challenges(league)
    play.battles(league)
    assert league.phase == "conquest"
    return league


@pytest.mark.parametrize(("players", "map_"), [(2, "salt_islands"), (4, "two_rivers")])
def test_the_map_costs_few_queries_whatever_its_size(players, map_, django_assert_max_num_queries) -> None:
    names = ("Marta", "Kwame", "Ilse", "Jun")[:players]
    league = begun(*names, map=map_)
    name = league.player(league.state.now.active)
    with django_assert_max_num_queries(MOST_QUERIES):
        league.see(name, t="C3")
    with django_assert_max_num_queries(MOST_QUERIES):
        league.see("Organiser")


def test_the_page_of_a_battle_costs_few_queries(django_assert_max_num_queries) -> None:
    league = play.at_battles()
    battle = next(iter(league.state.battles))
    with django_assert_max_num_queries(MOST_QUERIES):
        assert "What happened" in play.battle_page(league, "Organiser", battle)


def test_a_question_of_mine_changes_on_every_page_of_mine_when_it_is_answered_elsewhere() -> None:
    league = begun("Marta", "Kwame")
    name = league.player(league.state.now.active)
    [other] = {"Marta", "Kwame"} - {name}
    league.post(name, "pick_event", realm=league.state.now.active, round=1)
    [slot] = Slot.objects.filter(scope=league.scope, dialogue__isnull=False)
    follows = f'id="now" data-refresh-on="entries asks reports dialogue:{slot.code}"'
    assert follows in league.see(name)
    assert 'id="now" data-refresh-on="entries asks reports"' in league.see(other)


def test_a_map_of_a_hundred_territories_is_light() -> None:
    made = generate(Wishes(players=10, seed="weight", per_player=10), making()).map
    owners = {place.id: f"R{number % 10}" for number, place in enumerate(made.places) if number % 3}
    signs = {f"R{n}": Sign(colour, "fire") for n, colour in enumerate(play.COLOURS)}
    svg = map_svg(Drawing(made.ground, made.places, made.links, "/l/1/map/?t={}", owners, signs))
    assert len(made.places) >= 100
    assert len(gzip.compress(svg.encode())) <= 10_000


def test_names_people_typed_are_escaped_in_the_drawing() -> None:
    made = generate(Wishes(players=2, seed="names"), making()).map
    place = replace(made.places[0], name='<script>"&', id="A1")
    signs = {"R1": Sign("blue", "fire", name='"><b>')}
    svg = map_svg(Drawing(made.ground, [place], [], "?t={}", {"A1": "R1"}, signs))
    assert "<script>" not in svg
    assert "<b>" not in svg


def test_strangers_meet_nothing_and_mates_may_not_act() -> None:
    league = begun()
    address = reverse("maps:map", args=[league.scope.pk])
    stranger = factories.signed_in(factories.new_seat(name="Stranger"))
    assert stranger.get(address).status_code == 404
    assert stranger.post(reverse("maps:do", args=[league.scope.pk, "pick_event"])).status_code == 404
    active = league.state.now.active
    mate = next(n for n in ("Marta", "Kwame", "Ilse") if league.realm(n) != active)
    assert league.post(mate, "pick_event", realm=active, round=1).status_code == 403
    assert league.browsers[mate].get(reverse("maps:do", args=[league.scope.pk, "claim"])).status_code == 405
    assert league.post(mate, "no_such_act").status_code == 404


def test_cq_22_whose_turn_it_is_not_is_told_so() -> None:
    league = begun()
    mate = next(n for n in ("Marta", "Kwame", "Ilse") if league.realm(n) != league.state.now.active)
    response = league.post(mate, "pick_event", realm=league.realm(mate), round=1)
    assert response.status_code == 409
    assert "turn" in words_of(response)


def test_two_browsers_spending_at_once_one_wins_the_other_is_told() -> None:
    league = spending_league()
    active = league.state.now.active
    name = league.player(active)
    near = [one for one in league.ask("reachable", realm=active) if one["act"] == "claim" and not one["dear"]]
    place = near[0]["territory"]
    stamp = league.ask("stamp", realm=active, territory=place)
    sent = {"realm": active, "round": 1, "territory": place, "seen": stamp}
    first = league.post(name, "claim", **sent, once=uuid4().hex)
    second = league.post(name, "claim", **sent, once=uuid4().hex)
    assert first.status_code == 302
    assert second.status_code == 409
    assert "Something has changed" in words_of(second)
    assert league.state.territories[place].owner == active
    assert reconcile(league.scope) == []


def test_a_tap_sent_twice_counts_once() -> None:
    league = spending_league()
    active = league.state.now.active
    name = league.player(active)
    points = league.state.realms[active].ep
    place = next(
        one for one in league.ask("reachable", realm=active) if one["act"] == "raid" and not one["dear"]
    )
    sent = {"realm": active, "round": 1, "territory": place["territory"], "once": uuid4().hex}
    for _ in range(2):
        league.answered(name, league.post(name, "raid", **sent))
    assert points - league.state.realms[active].ep == place["price"]


def test_cq_78_figures_changed_since_they_were_worked_out_are_worked_out_before_they_are_sent() -> None:
    league = play.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    name = league.player(league.state.battles[battle].attackers[0])
    address = reverse("maps:report", args=[league.scope.pk, battle])

    def sent(points: int, **more: str) -> Any:
        figures = play.facts_of(league, battle, (points, 1, 8), (400, 2, 8), "")
        return league.browsers[name].post(address, {**figures, **more})

    shown = page_of(sent(500, work_out="1")).verdict
    refused = sent(300, send=shown.mark)
    assert refusal_of(refused).startswith("You’ve changed the figures")
    now = page_of(refused).verdict
    assert now.mark != shown.mark
    assert league.state.battles[battle].status == "open"
    assert sent(300, send=now.mark).status_code == 302


def test_a_report_that_is_no_number_keeps_what_was_typed() -> None:
    league = play.at_battles()
    battle = next(iter(league.state.battles))
    name = league.player(play.sides(league, battle)[0][0])
    address = reverse("maps:report", args=[league.scope.pk, battle])
    response = league.browsers[name].post(address, {"attack-0-vp": "many", "attack-0-lost": "3", "send": "1"})
    assert response.status_code == 422
    form = response.context["page"].sides[0].hosts[0].form
    assert form["vp"].value() == "many"
    assert form.errors["vp"]
    assert league.state.battles[battle].status == "open"


def test_a_map_that_cannot_be_is_refused_and_nothing_is_laid() -> None:
    league = table("Marta", "Kwame")
    before = len(league.state.territories)
    address = reverse("maps:lay", args=[league.scope.pk])
    wrong = {"players": "many"}, {"players": "40"}, {"ready": "no_such"}, {"own": "x"}
    for sent, status in zip(wrong, (422, 422, 409, 409), strict=True):
        assert league.browsers["Organiser"].post(address, sent).status_code == status, sent
    assert len(league.state.territories) == before
    assert league.browsers["Marta"].post(address, {"ready": "the_wheel"}).status_code == 404
    assert (
        league.browsers["Organiser"].post(address, {"players": "3", "seed": "x", "sea": "1"}).status_code
        == 302
    )


def test_the_organiser_acts_for_passes_over_extends_and_pauses() -> None:
    league = begun()
    active = league.state.now.active
    assert "You’re acting for" in league.see("Organiser", **{"as": active})
    sent = {"realm": active, "round": 1, "as": active}
    response = league.post("Organiser", "pick_event", **sent)
    assert response.status_code == 302
    league.answered("Organiser", response)
    now = league.state.now
    assert now.active != active
    skipped = league.post("Organiser", "skip", realm=now.active, round=1, turn=now.turn, words="on holiday")
    assert skipped.status_code == 302
    browser, pk = league.browsers["Organiser"], league.scope.pk
    late = browser.post(reverse("maps:extend", args=[pk]), {"until": "2020-01-01T10:00"})
    assert late.status_code == 422
    given = browser.post(reverse("maps:extend", args=[pk]), {"until": "2099-01-01T10:00", "words": "snow"})
    assert given.status_code == 302
    deadline = league.state.now.deadline
    assert deadline is not None
    assert deadline.year == 2099
    assert league.post("Organiser", "pause", words="summer").status_code == 302
    assert "paused" in league.see("Marta")
    told = league.page("Marta")
    assert (told.deadline, told.now.late, told.now.reminder) == (None, (), "")
    assert told.now.title == "The league is paused (summer)."
    assert league.post("Organiser", "resume").status_code == 302
    assert "Reason (optional)" in league.see("Organiser")
    assert league.post("Organiser", "pause", words="").status_code == 302
    assert league.page("Marta").now.title == "The league is paused."
    assert league.post("Organiser", "resume").status_code == 302
    assert reconcile(league.scope) == []


def test_a_step_is_taken_back_and_taken_again_with_the_same_dice() -> None:
    league = spending_league()
    browser, address = league.browsers["Organiser"], reverse("maps:step_back", args=[league.scope.pk])
    active = league.state.now.active
    place = next(one["territory"] for one in league.ask("reachable", realm=active) if one["act"] == "raid")
    before = league.state
    league.do(league.player(active), "raid", territory=place)
    raided = league.state
    assert raided != before
    assert browser.post(address, {}).status_code == 422
    assert browser.post(address, {"words": "wrong territory"}).status_code == 302
    assert league.state == before
    assert reconcile(league.scope) == []
    assert "wrong territory" in words_of(browser.get(reverse("campaigns:chronicle", args=[league.scope.pk])))


def test_past_rounds_print_and_export() -> None:
    league = spending_league()
    browser, pk = league.browsers["Marta"], league.scope.pk
    page = browser.get(reverse("maps:past", args=[pk])).context["page"]
    assert browser.get(reverse("maps:past", args=[pk]), {"at": page.first}).status_code == 200
    printed = browser.get(reverse("maps:print", args=[pk]), {"paper": "A3"})
    assert printed["Content-Type"] == "application/pdf"
    exported = browser.get(reverse("maps:export", args=[pk])).json()
    assert len(exported["tiles"]) == len(league.state.territories)


def test_cq_114_a_price_says_what_land_grab_takes_off() -> None:
    league = begun("Marta", "Kwame")
    name = league.player(league.state.now.active)
    common = {"realm": league.realm(name), "round": 1}
    league.answered(name, league.post(name, "pick_event", **common), event="land_grab")
    for phase in (play.events, play.revenue, play.challenges, play.battles):
        phase(league)
    while league.state.now.active != league.realm(name):
        league.do(league.player(league.state.now.active), "end_turn")
    near = [one for one in league.ask("reachable", realm=league.realm(name)) if one["act"] == "claim"]
    assert near[0]["price"] in (1, 2)
    assert "1 less thanks to Land Grab" in league.see(name, t=near[0]["territory"])


def test_cq_140_a_price_says_what_naval_advantage_changes() -> None:
    league = play.at_battles("Marta", "Kwame", naval=True, map="salt_islands")
    play.sea_battle(league, "Marta", "Kwame")
    free = [one for one in league.state.territories.values() if one.shore and not one.owner]
    marta, kwame = league.realm("Marta"), league.realm("Kwame")
    for place, owner, port in ((free[0], marta, "port"), (free[1], kwame, ""), (free[2], kwame, "")):
        sent = {"territory": place.id, "owner": owner, "building": port, "words": "to see the price"}
        assert league.post("Organiser", "correct", **sent).status_code == 302
    play.battles(league)
    address = reverse("maps:map", args=[league.scope.pk])
    for name, at, told in (
        ("Marta", free[1].id, "1 less thanks to your"),
        ("Kwame", free[0].id, "1 more because of their"),
    ):
        taps = league.browsers[name].get(address, {"t": at}).context["page"].panel.taps
        assert any(tap.act == "conquer" and f"{told} naval advantage" in tap.note for tap in taps)


def test_a_past_round_begins_again_and_ends_with_its_last_step() -> None:
    league = spending_league()
    browser, address = league.browsers["Marta"], reverse("maps:past", args=[league.scope.pk])
    last = browser.get(address).context["page"]
    assert (last.number, last.follows) == (len(last.steps), None)
    first = browser.get(address, {"at": last.first}).context["page"]
    assert (first.number, first.round, first.follows) == (1, last.round, last.steps[1].seq)
    asked = {"HX-Request": "true", "HX-Target": "walk"}
    part = browser.get(address, {"at": last.first}, headers=asked).content.decode()
    assert part.lstrip().startswith('<div class="stack" id="walk"')
    assert f'data-then="?at={first.follows}"' in part


def test_what_only_waits_for_others_stands_below_the_map() -> None:
    """It would push the map out of a desk's window, and there is nothing to do about it."""
    league = begun("Marta", "Kwame")
    for phase in (play.events, play.revenue, play.challenges):
        phase(league)
    battle = next(iter(league.state.battles.values()))
    attacker = league.player(battle.attackers[0])
    play.reported(league, attacker, battle.id, attack=(700, 3, 9), defend=(500, 5, 9), fled="defend")
    page = league.see(attacker)
    assert 0 < page.index("data-map-frame") < page.index("counts once the other side (")
