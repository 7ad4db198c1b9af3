"""What an organiser does on their page: time, seals, land, banners, the ledger, and the way back."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import override

from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import Dialogue
from campaigns.shell.told import chronicle
from maps.firestorm.organising.organise_page import organise_page
from rules.firestorm.faction_figures import balance, on_map
from rules.firestorm.orders.sealing import order_sheet
from rules.firestorm.orders.sheet import sheet_key
from tests.maps.conquest.play import words_of
from tests.maps.firestorm.driving import act, marched
from tests.maps.firestorm.play import Table, begun_before
from tests.maps.firestorm.test_by_itself import MEETING, battle, met
from tests.pages import told_in

pytestmark = pytest.mark.django_db

WHY = "agreed at the table"


def send(table: Table, act: str, **data: Any) -> Any:
    """A form of the organiser's page."""
    return table.browsers["Organiser"].post(table.url("organise_do", act), data)


def sent(table: Table, act: str, **data: Any) -> None:
    response = send(table, act, **data)
    assert response.status_code == 302, words_of(response)


def seal(table: Table, name: str, to: str) -> None:
    """A founder's faction moves its banner there."""
    state, faction = table.state, table.factions[name]
    params = {"turn": state.now.turn, "faction": faction}
    actor, said = Actor(table.seats[name]), list[tuple[str, object]]()
    for number, one in enumerate(on_map(state, faction), 1):
        said += [(f"kind:{one.id}", "move"), (f"path:{one.id}", [to]), (f"seq:{one.id}", number)]
    asked = door.act(table.scope.pk, actor, "firestorm.seal_orders", params)
    door.answer_question(table.scope.pk, actor, asked.slot, sheet_key(state.now.turn, faction), said)


def page_of(table: Table, **query: str) -> str:
    response = table.browsers["Organiser"].get(table.url("organise"), query)
    assert response.status_code == 200
    return words_of(response)


def test_fs_160_an_organiser_ends_a_phase_and_sees_what_that_brings() -> None:
    table = begun_before("Marta", "Kwame")
    table.ready()
    assert "without sealed orders hold" in page_of(table)
    sent(table, "advance", words=WHY)
    assert table.phase in ("aftermath", "build", "battles")
    assert [one.silent for one in table.state.sheets.values()] == [True, True]


def test_fs_160_a_disputed_battle_stands_first_where_its_phase_is_ended_and_leads_to_the_decision() -> None:
    table = met()
    told, place = battle(table), table.state.name_of(battle(table).territory)
    (bout,) = table.state.bouts
    loser = next(name for name, key in table.factions.items() if key == told.defend)
    assert organised(table)[0] == (f"The report of the battle for {place} counts.", "")
    act(table, loser, "dispute", bout=bout, faction=told.defend, words="It was a draw.")
    disputed = f"The report of the battle for {place} is disputed; unless an organiser decides first"
    (first, url), *_others = organised(table)
    assert (first, url) == (f"{disputed}, the battle is struck out.", table.url("battle", told.id))
    assert f"{first} Decide it" in page_of(table)
    assert "is right: their report counts" in words_of(table.browsers["Organiser"].get(url))
    act(table, "Organiser", "decide", bout=bout, told_by=told.attack)
    with override("de"):
        said = chronicle.latest_of(table.at("Marta"), "firestorm.decide")
    assert f"({table.state.name_of(told.attack)} hat recht: Dieser Bericht zählt)" in said


def test_fs_160_an_unfought_battle_ends_with_the_phase_by_nobody_s_decision() -> None:
    table = begun_before()
    marched(table, **MEETING)
    place = table.state.name_of(battle(table).territory)
    assert (f"The battle for {place} has not been reported, so it is struck out.", "") in organised(table)
    sent(table, "advance", words=WHY)
    page = words_of(table.browsers["Marta"].get(table.url("battle", battle(table).id)))
    assert "The battle was still undecided when the phase ended." in page
    assert "The organiser decided it." not in page
    ended = f"the battle for {place} ended with the phase and is struck out"
    assert any(ended in one for one in told_in(table.scope, table.seats["Marta"]))


def organised(table: Table) -> list[tuple[str, str]]:
    """What the organiser's page says of ending the phase, with where to decide it."""
    return [(one.words, one.decide) for one in organise_page(table.at("Organiser")).late]


def test_fs_160_one_press_ends_a_phase_with_all_that_silence_answers() -> None:
    table = met()
    for phase in ("aftermath", "build"):
        sent(table, "advance", words=WHY)
        assert table.phase == phase
    assert not Dialogue.objects.filter(scope=table.scope).exists()
    assert sorted(battle(table).rolled) == sorted(table.factions.values())
    assert reconcile(table.scope) == []


def test_fs_160_going_back_a_phase_restores_how_it_began_and_keeps_what_was() -> None:
    table = begun_before("Marta", "Kwame")
    table.ready()
    before = table.state
    seal(table, "Marta", "T07")
    seal(table, "Kwame", "T09")
    assert table.state.territories["T07"].owner == table.factions["Marta"]
    assert table.phase == "build"  # nobody met anybody
    sent(table, "phase_back", words=WHY)
    assert table.phase == "orders"
    assert table.state.territories["T07"].owner == ""
    assert table.state.now.initiative == before.now.initiative
    struck = table.scope.entries.filter(void=True)
    assert struck.filter(procedure="firestorm.reveal").exists()
    assert struck.filter(procedure="firestorm.seal_orders").count() == 2


def test_fs_160_the_last_step_is_taken_back_with_what_followed_by_itself() -> None:
    table = begun_before("Marta", "Kwame")
    table.ready()
    assert table.phase == "orders"
    sent(table, "step_back", words=WHY)
    assert table.phase == "preparation"
    assert table.state.now.done == (table.factions["Marta"],)


def test_fs_26_whoever_sealed_last_seals_nothing_else_once_all_is_revealed() -> None:
    table = begun_before("Marta", "Kwame")
    table.ready()
    seal(table, "Marta", "T07")
    seal(table, "Kwame", "T09")
    revealed = table.state
    assert "Undo the last step" not in page_of(table)
    assert "Go back to the start of “Turn 1 · Orders”." in page_of(table)
    refused = send(table, "step_back", words=WHY)
    assert refused.status_code in (409, 422)
    assert "Go back a phase instead, so that everybody writes new ones." in words_of(refused)
    assert table.state == revealed
    sent(table, "phase_back", words=WHY)
    assert not any(order_sheet(table.state, one).entry for one in table.factions.values())


def test_fs_162_a_seal_is_broken_before_everybody() -> None:
    table = begun_before("Marta", "Kwame")
    table.ready()
    seal(table, "Marta", "T07")
    sent(table, "break_seal", faction=table.factions["Marta"], words=WHY)
    assert order_sheet(table.state, table.factions["Marta"]).broken
    assert WHY in words_of(table.browsers["Kwame"].get(f"/l/{table.scope.pk}/chronicle/"))


def test_fs_106_the_ledger_takes_a_correction_with_its_reason() -> None:
    table = begun_before("Marta", "Kwame")
    mine = table.factions["Marta"]
    sent(table, "grant", faction=mine, glory="2", build="3", words=WHY)
    assert balance(table.state, mine) == 3
    response = send(table, "grant", faction=mine, glory="0", build="-9", words=WHY)
    assert response.status_code == 422
    assert balance(table.state, mine) == 3


def test_fs_15_a_banner_is_moved_by_hand_and_a_reason_is_asked_for() -> None:
    table = begun_before("Marta", "Kwame")
    banner = on_map(table.state, table.factions["Marta"])[0].id
    response = send(table, "move_banner", banner=banner, territory="", words="")
    assert response.status_code == 422
    sent(table, "move_banner", banner=banner, territory="", words=WHY)
    assert table.state.banners[banner].at == "reserve"


def test_fs_99_land_is_corrected_as_ticked() -> None:
    table = begun_before("Marta", "Kwame")
    mine = table.factions["Marta"]
    assert "Put it right" in page_of(table, t="T07")
    sent(table, "correct", territory="T07", owner=mine, items=["forge", "stronghold"], level="2", words=WHY)
    place = table.state.territories["T07"]
    assert (place.owner, set(place.items), place.level) == (mine, {"forge", "stronghold"}, 2)


def test_fs_99_land_on_which_nothing_stands_changes_its_owner_with_no_box_ticked() -> None:
    table = begun_before("Marta", "Kwame")
    mine = table.factions["Marta"]
    sent(table, "correct", territory="T07", owner=mine, level="0", words=WHY)
    place = table.state.territories["T07"]
    assert (place.owner, place.items, place.level) == (mine, (), 0)


def test_fs_183_a_name_and_a_text_change_in_a_running_league() -> None:
    table = begun_before("Marta", "Kwame")
    sent(table, "redraw", territory="T07", name="Ash Orchard", words="Ash falls: shooting is at 18 inches.")
    assert table.state.territories["T07"].name == "Ash Orchard"


def test_fs_161_a_paused_league_waits() -> None:
    table = begun_before("Marta", "Kwame")
    sent(table, "pause", words=WHY)
    response = table.post("Marta", "ready", step=table.state.now.step, faction=table.factions["Marta"])
    assert response.status_code == 409
    sent(table, "resume")
    table.ready("Marta")


def test_only_an_organiser_finds_the_page() -> None:
    table = begun_before("Marta", "Kwame")
    assert table.browsers["Marta"].get(table.url("organise")).status_code in (403, 404)
    response = table.browsers["Marta"].post(table.url("organise_do", "advance"), {"words": WHY})
    assert response.status_code in (403, 404)
    assert table.phase == "preparation"


def test_what_was_ticked_of_a_territory_is_kept_where_the_reason_is_missing() -> None:
    table = begun_before("Marta", "Kwame")
    assert not table.state.territories["T02"].items
    told = {"territory": "T02", "owner": table.factions["Marta"], "items": ["forge"], "level": "1"}
    page = send(table, "correct", **told)
    assert page.status_code == 422
    assert page.context["forms"].field("correct", "items").value() == ["forge"]
    assert not table.state.territories["T02"].items
