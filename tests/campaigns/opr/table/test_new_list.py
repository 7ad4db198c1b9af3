"""Bringing an edited list again: laid beside the warband, booked with one tap, undone with one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.models import ArmyDraft
from campaigns.models.people import Dice
from campaigns.opr.table.new_list.new_list_page import NewListPage
from rules.engine.refusals import Refused
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import act, state_of
from tests.pages import refusal_of, text_of
from tests.scenario import scenario

pytestmark = pytest.mark.django_db
AXE = {"option": {"label": "Great Axe", "cost": 10}}


def a_list(*units: dict[str, Any]) -> str:
    """A list of Army Forge with these units: name, cost, and what else there is to say."""
    usual = {"size": 1, "quality": 4, "defense": 4, "rules": [], "loadout": [], "selectedUpgrades": []}
    entries = [{"id": f"b{n}", "selectionId": f"s{n}", **usual, **unit} for n, unit in enumerate(units, 1)]
    return json.dumps({"id": "x", "name": "Second Bell", "gameSystem": "aofs", "units": entries})


CAPTAIN = {"name": "Captain Bell", "cost": 70, "rules": [{"name": "Hero"}]}
FERRYMEN, LAMPLIGHTERS = {"name": "Ferrymen", "cost": 40}, {"name": "Lamplighters", "cost": 40}
ORLA = {"name": "Orla", "cost": 25}


class Upgrading(Evening):
    """Marta stands at her upgrades after a mission, with points to spend."""

    def __init__(self, points: int = 100) -> None:
        super().__init__()
        self.web = self.browser(self.marta)
        sent = self.web.post(self.quick, {"winner": self.raiders, "rounds": 4})["Location"]
        self.browser(self.tom).post(sent, {"confirm": 1})
        self.step = self.url(f"m/{next(iter(state_of(self.scope).missions))}/steps/{self.bell}/")
        for done in ("casualties", "experience"):
            self.web.post(self.step, {"do": done})
        pool = state_of(self.scope).warbands[self.bell].pool
        act(
            self.scope,
            self.ilse,
            "give_points",
            warband=self.bell,
            amount=points - pool,
            words="for the test",
        )

    def brings(self, *units: dict[str, Any]) -> str:
        """The address of the page that compares a list of these."""
        return str(self.web.post(self.step, {"do": "read_list", "text": a_list(*units)})["Location"])

    def page(self, address: str, web: Client | None = None) -> NewListPage:
        page = (web or self.web).get(address).context["page"]
        assert isinstance(page, NewListPage)
        return page

    def books(self, address: str, **more: str) -> Any:
        return self.web.post(address, {"do": "book", "plan": self.page(address).mark, **more})

    @property
    def pool(self) -> int:
        return int(state_of(self.scope).warbands[self.bell].pool)

    @property
    def names(self) -> list[str]:
        return [self.name(unit) for unit in self.units(self.bell)]


@scenario
def upgrading(points: int = 100) -> Upgrading:
    return Upgrading(points)


def test_opr_56_an_edited_list_is_booked_with_one_tap_and_undone_with_one() -> None:
    here = upgrading()
    spear = {"type": "ArmyBookWeapon", "name": "Great Axe", "attacks": 2, "count": 1, "specialRules": []}
    armed = {**FERRYMEN, "selectedUpgrades": [AXE], "loadout": [spear]}
    address = here.brings(CAPTAIN, armed, {**LAMPLIGHTERS, "customName": "Lanterns"}, ORLA)
    page = here.page(address)
    assert [(line.now, line.sign) for line in page.lines] == [
        ("Captain Bell", "rearmed"), ("Ferrymen", "bought"), ("Lanterns", "renamed"), ("Orla", "new"),
    ]  # fmt: skip
    assert [[told.amount for told in line.told if told.amount] for line in page.lines] == [
        ["free"], ["−10"], ["free"], ["−25"],
    ]  # fmt: skip
    assert (page.pool, page.pool_after, page.button) == (100, 65, "Make 5 changes")
    assert {"Great Axe", "Orla"} == {one.what for one in page.sums}
    before, version = state_of(here.scope), here.scope.version
    assert here.books(address)["Location"] == here.step
    here.scope.refresh_from_db()
    assert here.scope.version > version
    assert (here.pool, here.names) == (65, ["Captain Bell", "Ferrymen", "Lanterns", "Orla"])
    ferrymen = state_of(here.scope).units[here.units(here.bell)[1]]
    assert [one.label for one in ferrymen.profile.weapons] == ["Great Axe"]
    undo = here.web.get(here.step).context["page"].undo
    assert undo.what.endswith(", and 6 more")
    assert here.web.post(undo.url).status_code == 302
    assert state_of(here.scope) == before
    assert reconcile(here.scope) == []


def test_a_list_equal_to_the_warband_says_so_and_has_no_button() -> None:
    here = upgrading()
    here.books(here.brings(CAPTAIN, FERRYMEN, LAMPLIGHTERS))
    address = here.brings(CAPTAIN, FERRYMEN, LAMPLIGHTERS)
    page = here.page(address)
    assert (page.lines, page.button, len(page.same)) == ((), "", 3)


def test_what_has_changed_meanwhile_is_shown_before_it_is_booked() -> None:
    here = upgrading()
    address = here.brings(CAPTAIN, FERRYMEN, LAMPLIGHTERS, ORLA)
    mark = here.page(address).mark
    act(here.scope, here.ilse, "give_points", warband=here.bell, amount=-90, words="a fine")
    answer = here.web.post(address, {"do": "book", "plan": mark})
    assert (answer.status_code, here.pool) == (409, 10)
    assert "Something has changed" in refusal_of(answer)
    (line,) = [one for one in answer.context["page"].lines if one.sign == "out"]
    assert (line.now, line.told[0].refused) == ("Orla", "That costs 25 points; the pool holds 10.")


def test_one_act_that_is_refused_leaves_nothing_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    here = upgrading()
    address = here.brings(CAPTAIN, {**FERRYMEN, "selectedUpgrades": [AXE]}, LAMPLIGHTERS, ORLA)
    real, before = door.act_within, state_of(here.scope)

    def refusing(transaction: Any, procedure: str, *args: Any, **more: Any) -> Any:
        if procedure == "opr.recruit":
            raise Refused("OPR-63", "Nobody comes today.")
        return real(transaction, procedure, *args, **more)

    monkeypatch.setattr(door, "act_within", refusing)
    answer = here.books(address)
    assert (answer.status_code, refusal_of(answer)) == (409, "Nobody comes today.")
    assert state_of(here.scope) == before


def sold_by_a_die(here: Upgrading) -> str:
    """The page of a list from which something for five points is gone."""
    torch = {**FERRYMEN, "selectedUpgrades": [{"option": {"label": "Torch", "cost": 5}}]}
    here.books(here.brings(CAPTAIN, torch, LAMPLIGHTERS))
    return here.brings(CAPTAIN, FERRYMEN, LAMPLIGHTERS)


def test_opr_58_a_die_rolled_by_hand_is_asked_for_before_anything_is_booked() -> None:
    here = upgrading()
    address = sold_by_a_die(here)
    page = here.page(address)
    (die,) = page.dice
    assert die.label == "Your roll for Torch"
    assert (page.button, page.pool_after, page.perhaps) == ("Make 1 change, roll 1 die", 95, 100)
    for nothing in ("", "7", "x"):
        assert here.books(address, **{die.html_name: nothing}).status_code == 422
    assert here.pool == 95
    assert here.books(address, **{die.html_name: "4"}).status_code == 302
    assert here.pool == 100


def test_opr_58_the_app_rolls_for_whoever_lets_it_and_then_there_is_no_undo() -> None:
    here = upgrading()
    address = sold_by_a_die(here)
    here.marta.person.dice = Dice.APP
    here.marta.person.save(update_fields=["dice"])
    assert list(here.page(address).dice) == []
    assert here.books(address).status_code == 302
    assert here.pool in (95, 100)
    assert here.web.get(here.step).context["page"].undo.url == ""


def carrying(*weapons: str) -> dict[str, Any]:
    """Ferrymen with these weapons, the first of which cost five points."""
    loadout = [
        {"type": "ArmyBookWeapon", "name": one, "attacks": 1, "count": 1, "specialRules": []}
        for one in weapons
    ]
    torch = [{"option": {"label": "Torch", "cost": 5}}] if "Torch" in weapons else []
    return {**FERRYMEN, "loadout": loadout, "selectedUpgrades": torch}


@pytest.mark.parametrize(("die", "carried"), [("3", ["Torch", "Oar"]), ("4", ["Oar"])])
def test_opr_58_what_nobody_wanted_stays_in_the_hands_of_its_unit(die: str, carried: list[str]) -> None:
    here = upgrading()
    here.books(here.brings(CAPTAIN, carrying("Torch", "Oar"), LAMPLIGHTERS))
    address = here.brings(CAPTAIN, carrying("Oar"), LAMPLIGHTERS)
    (asked,) = here.page(address).dice
    assert here.books(address, **{asked.html_name: die}).status_code == 302
    ferrymen = state_of(here.scope).units[here.units(here.bell)[1]]
    assert [one.label for one in ferrymen.profile.weapons] == carried
    assert bool(ferrymen.items) == ("Torch" in carried)


def test_opr_61_a_list_that_names_no_gear_takes_none_away() -> None:
    here = upgrading()
    here.books(here.brings(CAPTAIN, carrying("Oar"), LAMPLIGHTERS))
    text = "++ Bell [AOFS 150pts] ++\n\nFerrymen [1] Q4+ D4+ | 40pts |\n"
    address = here.web.post(here.step, {"do": "read_list", "text": text})["Location"]
    assert "Ferrymen" in here.page(address).same


def test_a_list_of_another_game_is_named_beside_the_warband() -> None:
    here = upgrading()
    own = here.brings(CAPTAIN, FERRYMEN, LAMPLIGHTERS)
    other = a_list(CAPTAIN, FERRYMEN, LAMPLIGHTERS).replace('"aofs"', '"gf"')
    address = here.web.post(here.step, {"do": "read_list", "text": other})["Location"]
    assert here.page(own).other_game == ""
    assert here.page(address).other_game in text_of(here.web.get(address))
    assert here.page(address).other_game.startswith("This is a list for Grimdark Future; this league plays ")


def test_a_list_brought_first_is_not_taken_for_the_one_the_warband_was_founded_from() -> None:
    here = upgrading()
    lanterns = {**LAMPLIGHTERS, "customName": "Lanterns"}
    here.brings(ORLA, lanterns)  # in the places of the captain and the ferrymen
    page = here.page(here.brings(CAPTAIN, lanterns))
    (line,) = [one for one in page.lines if one.is_renamed]
    assert (line.was, line.now) == ("Lamplighters", "Lanterns")


def test_only_who_acts_for_the_warband_sees_its_list() -> None:
    here = upgrading()
    address = here.brings(CAPTAIN, FERRYMEN)
    assert here.browser(here.tom).get(address).status_code == 404
    assert here.browser(here.tom).post(address, {"do": "remove"}).status_code == 404
    assert here.page(address, here.browser(here.ilse)).lines
    assert here.web.get(address.replace(here.bell, here.raiders)).status_code == 404


def test_a_list_that_was_brought_can_be_deleted_and_is_offered_until_then() -> None:
    here = upgrading()
    address = here.brings(CAPTAIN, FERRYMEN)
    (brought,) = here.web.get(here.step).context["page"].lists.brought
    assert brought.url == address
    assert here.web.post(address, {"do": "remove"})["Location"] == here.step
    assert not ArmyDraft.objects.exists()
    assert here.web.get(address).status_code == 404


def test_after_its_steps_the_page_leads_back() -> None:
    here = upgrading()
    address = here.brings(CAPTAIN, FERRYMEN)
    for done in ("close_upgrades", "close_recruiting"):
        here.web.post(here.step, {"do": done})
    assert here.web.get(address)["Location"] == here.step


def test_who_is_missing_stays_unless_somebody_says_so_and_every_choice_is_a_link() -> None:
    here = upgrading()
    address = here.brings(CAPTAIN, FERRYMEN)
    (line,) = [one for one in here.page(address).lines if one.sign == "missing"]
    (link,) = line.links
    assert (line.was, link.words) == ("Lamplighters", "Disband it instead")
    page = here.page(address + link.url)
    assert [one.sign for one in page.lines if one.was == "Lamplighters"] == ["disbanded"]
    assert here.books(address + link.url).status_code == 302
    assert here.names == ["Captain Bell", "Ferrymen"]


def test_a_unit_that_has_fallen_is_not_recruited_again_by_itself() -> None:
    here = upgrading()
    gone = here.units(here.bell)[2]
    act(here.scope, here.ilse, "remove_unit", unit=gone, words="fallen", status="dead")
    address = here.brings(CAPTAIN, FERRYMEN, LAMPLIGHTERS)
    (line,) = [one for one in here.page(address).lines if one.now == "Lamplighters"]
    assert (line.sign, line.links[0].words) == ("fallen", "It’s a new unit")
    assert [
        one.sign for one in here.page(address + line.links[0].url).lines if one.now == "Lamplighters"
    ] == ["new"]


def test_a_list_can_be_pasted_as_the_text_of_the_list_builder() -> None:
    here = upgrading()
    text = "++ Bell [AOFS 90pts] ++\n\nFerrymen [1] Q4+ D4+ | 50pts |\nGreat Axe (A2)\n"
    address = here.web.post(here.step, {"do": "read_list", "text": text})["Location"]
    (line,) = [one for one in here.page(address).lines if one.now == "Ferrymen"]
    assert (line.sign, line.comes, line.told[0].amount) == ("bought", "Great Axe", "−10")


TEXT = """++ Bell [AOFS 150pts] ++

Captain Bell [1] Q4+ D4+ | 70pts | Hero

Ferrymen [1] Q4+ D4+ | {points}pts | {rules}
{weapons}

Lamplighters [1] Q4+ D4+ | 40pts |
"""


def text_brought(here: Upgrading, points: int, weapons: str, rules: str = "") -> str:
    """The page that compares a pasted text, in which each unit has one price."""
    text = TEXT.format(points=points, weapons=weapons, rules=rules)
    return str(here.web.post(here.step, {"do": "read_list", "text": text})["Location"])


def test_opr_57_what_a_pasted_text_no_longer_has_is_sold_with_the_same_tap() -> None:
    here = upgrading()
    here.books(text_brought(here, 40, "Oar (A1), Great Axe (A2)"))
    address = text_brought(here, 20, "Oar (A1)")
    (line,) = here.page(address).lines
    assert (line.sign, line.goes, line.told[0].amount) == ("sold", "Great Axe", "+10")
    assert here.books(address).status_code == 302
    ferrymen = state_of(here.scope).units[here.units(here.bell)[1]]
    assert (here.pool, ferrymen.value) == (110, 20)
    assert [one.label for one in ferrymen.profile.weapons] == ["Oar"]
    assert reconcile(here.scope) == []


def test_opr_58_a_torch_within_a_price_asks_for_its_die_first() -> None:
    here = upgrading()
    founded = text_brought(here, 40, "Oar (A1), Torch (A1)")
    here.books(founded)
    address = text_brought(here, 35, "Oar (A1)")
    (die,) = here.page(address).dice
    assert die.label == "Your roll for Torch"
    assert here.books(address, **{die.html_name: "4"}).status_code == 302
    assert here.pool == 105


def test_opr_57_what_a_price_includes_is_sold_by_hand_as_well() -> None:
    here = upgrading()
    ferrymen = here.units(here.bell)[1]
    sold = {"do": "sell_part", "unit": ferrymen, "label": "Old net", "price": "10"}
    refused = here.web.post(here.step, {**sold, "price": "41"})
    assert refused.status_code == 422
    assert "an upgrade included in it cannot have cost more" in text_of(refused)
    assert here.web.post(here.step, sold).status_code == 302
    assert here.pool == 105
    undo = here.web.get(here.step).context["page"].undo
    assert "sold Old net for 5 points" in undo.what


def test_opr_61_what_is_told_of_a_booked_list_names_only_what_has_changed() -> None:
    here = upgrading()
    here.books(text_brought(here, 40, "Oar (A1), Hook (A1), Net (A1)"))
    here.books(text_brought(here, 50, "Oar (A1), Hook (A1), Great Axe (A2)", "Fearless"))
    ferrymen = here.units(here.bell)[1]
    told = [line.sentence for line in here.web.get(here.url(f"u/{ferrymen}/")).context["page"].story]
    assert any("Now has Great Axe and Fearless instead of Net." in one for one in told)
    assert any("Now also has Oar, Hook and Net." in one for one in told)
    chronicle = text_of(here.web.get(here.url("chronicle/")))
    assert "Ferrymen now has Great Axe and Fearless instead of Net" in chronicle
