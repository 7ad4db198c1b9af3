"""A map league on its organiser's desk: whom the phase waits for, reports without an answer, disputes."""

from __future__ import annotations

import re

from django.urls import reverse

from campaigns.engine.lines import ButtonLink, Need
from campaigns.engine.stored.journal import reconcile
from tests.factories import todos_for
from tests.maps.conquest import play
from tests.pages import page_of, text_of


def desk(table: play.Table) -> list[tuple[str, str, bool]]:
    page = table.browsers["Organiser"].get(f"/l/{table.scope.pk}/desk/").context["page"]
    return [(need.title, need.action, need.urgent) for need in page.needs]


def needs_of(table: play.Table) -> list[Need]:
    return list(table.browsers["Organiser"].get(f"/l/{table.scope.pk}/desk/").context["page"].needs)


def test_the_desk_names_whom_the_phase_waits_for(db: None) -> None:
    table = play.begun("Marta", "Kwame")
    ((title, action, urgent),) = desk(table)
    turn = table.ask("turn")
    assert table.state.name_of(turn["active"]) in title
    assert not any(
        table.state.name_of(realm) in title for realm in turn["waiting"] if realm != turn["active"]
    )
    assert (action, urgent) == ("Go to the map", False)


def test_a_report_and_a_dispute_lie_on_the_desk_until_they_are_settled(db: None) -> None:
    table = play.at_battles("Marta", "Kwame")
    (battle,) = table.state.battles.values()
    attacker, defender = table.player(battle.attackers[0]), table.player(battle.defenders[0])
    assert not any("against" in title for title, *_ in desk(table))
    play.reported(table, attacker, battle.id, attack=(600, 3, 9), defend=(500, 5, 9), fled="defend")
    assert (f"Reported: {attacker}'s realm against {defender}'s realm", "View", False) in desk(table)
    table.do(defender, "dispute", battle=battle.id, words="A draw.")
    disputed = f"Disputed: {attacker}'s realm against {defender}'s realm"
    assert desk(table)[0] == (disputed, "Decide", True)
    assert_writes_to_both(table, needs_of(table)[0].write)
    between = f"{attacker}'s realm against {defender}'s realm"
    decide = (f"Decide a disputed battle: {between}", f"/l/{table.scope.pk}/map/battles/{battle.id}/")
    assert decide in [(one.title, one.url) for one in todos_for(table.organiser)]
    assert decide not in [(one.title, one.url) for one in todos_for(table.seats[attacker])]
    table.post("Organiser", "decide", battle=battle.id, outcome="attack", words="I was there.")
    assert decide not in [(one.title, one.url) for one in todos_for(table.organiser)]
    assert not any("against" in title for title, *_ in desk(table))
    assert reconcile(table.scope) == []


def assert_writes_to_both(table: play.Table, link: ButtonLink | None) -> None:
    """It leads to where an organiser writes to the two, and nobody else does."""
    assert link is not None
    assert link.words == "Write to both"
    assert table.browsers["Organiser"].get(link.url).status_code == 200
    assert table.browsers["Marta"].get(link.url).status_code == 404


def test_on_an_open_battle_an_organiser_writes_to_both(db: None) -> None:
    table = play.at_battles("Marta", "Kwame")
    (battle,) = table.state.battles.values()
    page = reverse("maps:battle", args=[table.scope.pk, battle.id])
    assert_writes_to_both(table, page_of(table.browsers["Organiser"].get(page)).write)
    assert page_of(table.browsers["Marta"].get(page)).write is None


def test_whatever_an_organiser_does_on_the_map_asks_for_its_reason_where_it_is_unfolded(db: None) -> None:
    _before, desk_of_map = play.begun("Marta", "Kwame").see("Organiser").split('stack map-desk"', 1)
    asked = re.findall(r'name="words"', desk_of_map)
    unfolded = re.sub(r'<details class="map-sure".*?</details>', "", desk_of_map, flags=re.DOTALL)
    assert len(asked) > 3
    assert 'name="words"' not in unfolded


def test_cq_21_a_paused_league_says_so_and_offers_no_battle_to_decide(db: None) -> None:
    table = play.at_battles("Marta", "Kwame")
    (battle,) = table.state.battles.values()
    attacker, defender = table.player(battle.attackers[0]), table.player(battle.defenders[0])
    play.reported(table, attacker, battle.id, attack=(700, 3, 9), defend=(500, 5, 9), fled="defend")
    table.do(defender, "dispute", battle=battle.id, words="A draw.")
    before = desk(table)
    table.post("Organiser", "pause", words="summer")
    assert desk(table) == [("The league is paused (summer).", "View", True)]
    assert needs_of(table)[0].url == f"/l/{table.scope.pk}/map/"
    table.post("Organiser", "resume")
    assert desk(table) == before


def test_cq_91_a_dispute_that_was_stepped_back_leaves_the_report_to_be_agreed_to(db: None) -> None:
    table = play.at_battles("Marta", "Kwame")
    (battle,) = table.state.battles.values()
    attacker, defender = table.player(battle.attackers[0]), table.player(battle.defenders[0])
    play.reported(table, attacker, battle.id, attack=(700, 3, 9), defend=(500, 5, 9), fled="defend")
    play.reported(table, defender, battle.id, attack=(700, 3, 9), defend=(600, 5, 9), fled="defend")
    assert table.state.battles[battle.id].status == "disputed"
    back = reverse("maps:step_back", args=[table.scope.pk])
    table.browsers["Organiser"].post(back, {"words": "A slip of the pen."})
    now = table.state.battles[battle.id]
    assert (now.status, now.reported_by) == ("reported", battle.attackers[0])
    assert (f"Reported: {attacker}'s realm against {defender}'s realm", "View", False) in desk(table)
    table.do(defender, "confirm", battle=battle.id)
    assert table.state.battles[battle.id].status == "settled"
    assert reconcile(table.scope) == []


def test_a_report_is_read_in_full_before_one_agrees_and_in_both_versions_when_disputed(db: None) -> None:
    table = play.at_battles("Marta", "Kwame")
    (battle,) = table.state.battles.values()
    attacker, defender = table.player(battle.attackers[0]), table.player(battle.defenders[0])
    play.reported(table, attacker, battle.id, attack=(700, 3, 9), defend=(500, 5, 9), fled="defend")
    address = reverse("maps:battle", args=[table.scope.pk, battle.id])

    def said(name: str) -> list[tuple[str, bool, bool, tuple[str, ...], str]]:
        found = table.browsers[name].get(address).context["page"].versions
        return [(one.who, one.mine, one.disputes, one.lines, one.words) for one in found]

    facts = (
        f"{attacker}'s realm: 700 VP, units lost: 3, break point: 9.",
        f"{defender}'s realm: 500 VP, units lost: 5, break point: 9.",
        f"{defender}'s realm withdrew.",
    )
    assert said(defender) == [(f"{attacker}'s realm", False, False, facts, "")]
    assert "Your report" in text_of(table.browsers[attacker].get(address))
    assert "Your report" not in text_of(table.browsers[defender].get(address))

    then = "an organiser can decide on this page, or one of you can report it again here."
    assert then not in text_of(table.browsers[attacker].get(address))
    table.do(defender, "dispute", battle=battle.id, words="A draw.")
    for name in (attacker, defender):
        assert then in text_of(table.browsers[name].get(address))
    assert said(attacker) == [
        (f"{attacker}'s realm", True, False, facts, ""),
        (f"{defender}'s realm", False, True, (), "A draw."),
    ]
    play.reported(table, defender, battle.id, attack=(600, 3, 9), defend=(600, 5, 9))
    assert [one[0] for one in said(attacker)] == [
        f"{attacker}'s realm", f"{defender}'s realm", f"{defender}'s realm"
    ]  # fmt: skip
    both = table.browsers[attacker].get(address)
    first, words, second = both.context["page"].versions
    assert (first.own, words.own) == (facts, ())
    assert second.own == (
        f"{attacker}'s realm: 600 VP, units lost: 3, break point: 9.",
        f"{defender}'s realm: 600 VP, units lost: 5, break point: 9.",
    )
    assert text_of(both).count("differs ") == len(first.own) + len(second.own)
    (need,) = (one for one in needs_of(table) if one.sayings)
    assert [(one.who, one.lines) for one in need.sayings] == [
        (f"{attacker}'s realm", first.own),
        (f"{defender}'s realm", ("disputes it: “A draw.”",)),
        (f"{defender}'s realm", second.own),
    ]
    shown = text_of(table.browsers["Organiser"].get(f"/l/{table.scope.pk}/desk/"))
    assert "600 VP" in shown
    assert f"{defender}'s realm says" in shown
    table.do(attacker, "confirm", battle=battle.id)
    assert said(attacker) == []
