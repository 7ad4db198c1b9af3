"""A faction's page: banners, who marches under them, what its players change, receipts."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from campaigns.engine.stored.journal import reconcile
from campaigns.models import Scope
from maps.firestorm.factions.faction_page import FactionPage
from maps.firestorm.factions.forms import RenameFactionForm
from rules.engine.refusals import Refused
from tests import factories
from tests.campaigns.engine.test_requests import done
from tests.maps.conquest.play import words_of
from tests.maps.firestorm.driving import act, everybody_ready, in_build, marched
from tests.maps.firestorm.play import Table, begun, begun_before, gathered
from tests.pages import page_of, tight

pytestmark = pytest.mark.django_db


def faction(table: Table, whose: str, name: str = "", **query: str) -> FactionPage:
    response = table.browsers[name or whose].get(table.url("faction", table.factions[whose]), query)
    assert response.status_code == 200, words_of(response)
    page: FactionPage = response.context["page"]
    return page


def change(table: Table, name: str, act: str, /, whose: str = "", **data: Any) -> Any:
    return table.browsers[name].post(table.url("army", table.factions[whose or name], act), data)


def changed(table: Table, name: str, act: str, /, **data: Any) -> None:
    response = change(table, name, act, **data)
    assert response.status_code == 302, words_of(response)


def banner_of(table: Table, name: str) -> str:
    mine = table.factions[name]
    return next(one.id for one in table.state.banners.values() if one.faction == mine)


def character(table: Table, name: str) -> str:
    return next(one.id for one in table.state.characters.values() if one.name == name)


def test_fs_19_a_banner_wants_a_commander_until_one_is_named() -> None:
    table = begun_before()
    assert faction(table, "Marta").banners[0].commander == ""
    sent = {"banner": banner_of(table, "Marta"), "name": "  Aleska  of the Kiln ", "kind": "commander"}
    changed(table, "Marta", "list_character", **sent)
    (banner,) = faction(table, "Marta").banners
    assert banner.commander == "Aleska of the Kiln"
    assert [(one.name, one.kind, one.alive) for one in banner.characters] == [
        ("Aleska of the Kiln", "commander", True)
    ]
    assert reconcile(table.scope) == []


def test_fs_17_a_name_that_is_taken_is_refused_beside_its_field_and_what_was_typed_is_kept() -> None:
    table = begun_before()
    sent = {"banner": banner_of(table, "Marta"), "name": "Aleska", "kind": "named"}
    changed(table, "Marta", "list_character", **sent)
    again = {"banner": banner_of(table, "Kwame"), "name": "aleska", "kind": "named"}
    response = change(table, "Kwame", "list_character", **again)
    assert response.status_code == 422, words_of(response)
    assert response.context["wrong"].of == "list_character.name"
    assert response.context["wrong"].typed["name"] == "aleska"
    nobody = change(table, "Kwame", "list_character", banner=banner_of(table, "Kwame"), name=" ", kind="unit")
    assert nobody.status_code == 422
    assert "Enter a name." in words_of(nobody)


def test_fs_11_an_advancement_is_brought_along_until_the_first_battle() -> None:
    table = begun_before()
    sent = {"banner": banner_of(table, "Marta"), "name": "The Oathless", "kind": "unit"}
    changed(table, "Marta", "list_character", **sent)
    who = character(table, "The Oathless")
    page = faction(table, "Marta")
    assert page.changing is not None
    assert page.changing.brings
    changed(table, "Marta", "bring_upgrade", character=who, name="Iron Will")
    ((line,),) = [one.characters for one in faction(table, "Marta").banners]
    (upgrade,) = line.upgrades
    assert (upgrade.name, upgrade.won, upgrade.state) == ("Iron Will", "from elsewhere", "")
    second = change(table, "Marta", "bring_upgrade", character=who, name="Another")
    assert second.status_code == 422
    assert "a unit can have only one" in words_of(second)


def test_fs_18_changing_banner_is_for_preparation_and_says_so_elsewhere() -> None:
    table = begun_before()
    sent = {"banner": banner_of(table, "Marta"), "name": "The Oathless", "kind": "hero"}
    changed(table, "Marta", "list_character", **sent)
    page = faction(table, "Marta")
    assert page.changing is not None
    assert page.changing.moving == ""
    everybody_ready(table)
    page = faction(table, "Marta")
    assert page.changing is not None
    assert "Orders" in page.changing.moving
    who, to = character(table, "The Oathless"), banner_of(table, "Marta")
    response = change(table, "Marta", "change_banner", character=who, banner=to, swap="")
    assert response.status_code == 409
    assert "Orders" in words_of(response)


def test_fs_14_a_banner_too_many_is_not_raised_and_one_allowed_is() -> None:
    table = in_build()
    page = faction(table, "Marta", why="banners")
    assert page.changing is not None
    assert page.changing.raising.why_not
    assert page.receipt is not None
    assert [one.value for one in page.receipt.rows] == [1, 0]
    assert page.receipt.total == "1"
    everybody_ready(table)  # the second turn
    marched(table, Marta=(("forced_march", ("T08", "T07")),))
    while table.phase != "preparation":
        everybody_ready(table)
    page = faction(table, "Marta", why="banners")
    assert page.receipt is not None
    assert [one.value for one in page.receipt.rows] == [1, 1]  # five territories
    assert page.changing is not None
    assert page.changing.raising.why_not == ""
    changed(table, "Marta", "raise_banner", name="Second Hammer", turn=table.state.now.turn)
    names = {one.name: one.territory for one in faction(table, "Marta").banners}
    assert names["Second Hammer"] == "T01"


def test_fs_124_command_points_have_a_receipt() -> None:
    table = in_build(build=20)
    assert faction(table, "Marta", why="commands").receipt.total == "D3"  # type: ignore[union-attr]
    mine = table.factions["Marta"]
    for item in ("fortified_camp", "walled_settlement"):
        sent = {"faction": mine, "territory": "T02", "item": item}
        assert table.browsers["Marta"].post(table.url("buy", "build"), sent).status_code == 302
    assert faction(table, "Marta", why="commands").receipt.total == "D3 + 1"  # type: ignore[union-attr]


def test_fs_90_a_faction_reads_the_cards_of_what_it_owns() -> None:
    table = in_build()
    assert [one.rule for one in faction(table, "Marta").cards] == ["FS-94"]  # the Prismatikon's
    assert faction(table, "Kwame").cards == ()


def test_fs_35_a_march_without_a_battle_tires_nobody() -> None:
    table = in_build()
    (banner,) = faction(table, "Marta").banners
    assert (banner.where, banner.marks) == ("Eyes of the Prismatikon", ())


def test_fs_185_a_taken_colour_is_refused_beside_it() -> None:
    table = begun_before()
    changed(table, "Marta", "rename", name="The Kiln Watch", colour="blue")
    assert faction(table, "Marta").name == "The Kiln Watch"
    theirs = table.state.factions[table.factions["Kwame"]].colour
    response = change(table, "Marta", "rename", name="X", colour=theirs)
    assert response.status_code == 422
    assert response.context["wrong"].of == "rename.colour"


def test_only_its_players_and_organisers_are_offered_changes() -> None:
    table = begun_before("Marta", "Kwame", more=(("Oskar", "Marta"),))
    offered = {who: faction(table, "Marta", who).changing is not None for who in table.browsers}
    assert offered == {"Marta": True, "Kwame": False, "Oskar": True, "Organiser": True}
    sent = {"banner": banner_of(table, "Marta"), "name": "A spy", "kind": "unit"}
    assert change(table, "Kwame", "list_character", whose="Marta", **sent).status_code == 403
    assert change(table, "Oskar", "list_character", whose="Marta", **sent).status_code == 302
    stranger = factories.signed_in(factories.new_seat(name="Stranger"))
    assert stranger.get(table.url("faction", table.factions["Marta"])).status_code == 404


def test_before_the_league_begins_a_faction_has_a_page_too(django_assert_max_num_queries: Any) -> None:
    table = gathered()
    page = faction(table, "Marta")
    assert (page.figures, page.banners) == ((), ())
    with django_assert_max_num_queries(10):
        faction(table, "Kwame")


def test_fs_06_once_play_has_begun_an_organiser_alone_gives_another_alliance() -> None:
    table = begun_before("Marta", "Kwame")
    faction = table.factions["Marta"]
    said = {"faction": faction, "alliance": "chaos", "words": "We have changed our minds."}
    with pytest.raises(PermissionDenied):
        act(table, "Marta", "choose_alliance", **said)
    with pytest.raises(Refused):
        act(table, "Organiser", "choose_alliance", **{**said, "words": ""})
    act(table, "Organiser", "choose_alliance", **said)
    assert table.state.factions[faction].alliance == "chaos"


def test_fs_01_who_joins_is_sent_to_no_form_that_is_not_there() -> None:
    instead = "For an army of your own, create a faction further down instead."
    table = gathered("Marta", "Kwame")
    newcomer = factories.signed_in(factories.new_seat(club=table.scope.club, name="Nadia"))
    assert instead in words_of(newcomer.get(table.url("map")))
    full = gathered("Marta", "Kwame", "Ilse", "Tom")
    newcomer = factories.signed_in(factories.new_seat(club=full.scope.club, name="Nadia"))
    page = words_of(newcomer.get(full.url("map")))
    assert "You’ll share the faction’s banners and secret orders with Marta." in page
    assert instead not in page


def test_fs_01_before_the_first_turn_one_renames_leaves_and_undoes_from_the_league() -> None:
    table = gathered("Marta", "Kwame", more=(("Ilse", "Marta"),))
    home = table.url("map")
    page = words_of(table.browsers["Ilse"].get(home))
    assert "Rename or leave" in page
    mine = faction(table, "Marta", "Ilse")
    assert (mine.people.early, mine.people.withdraws, mine.people.mine != "") == (True, False, True)
    table.do("Ilse", "leave_faction", player=mine.people.mine)
    page = words_of(table.browsers["Ilse"].get(home))
    assert "You’ll share the faction’s banners and secret orders with Marta." in page
    alone = faction(table, "Marta").people
    assert alone.withdraws
    table.do("Marta", "withdraw", faction=table.factions["Marta"])
    assert list(table.state.factions) == [table.factions["Kwame"]]
    organiser = table.browsers["Organiser"]
    assert "Undo the last step" in words_of(organiser.get(home))
    back = organiser.get(table.url("organise"))
    step = back.context["page"].step
    assert (
        organiser.post(
            table.url("organise_do", "step_back"), {"step": step.seq, "words": "a slip"}
        ).status_code
        == 302
    )
    assert table.factions["Marta"] in table.state.factions
    assert reconcile(table.scope) == []


def test_fs_185_a_name_that_is_too_long_is_kept_and_said_and_never_cut() -> None:
    table = gathered("Marta", "Kwame")
    before = table.state.name_of(table.factions["Kwame"])
    assert "maxlength" not in RenameFactionForm()["name"].as_widget()
    response = change(table, "Kwame", "rename", name="x" * 61, colour="iron")
    assert (response.status_code, response.context["wrong"].of) == (422, "rename.name")
    assert "That is too long: 61 characters; the limit is 60." in words_of(response)
    assert table.state.name_of(table.factions["Kwame"]) == before


def test_fs_185_a_name_that_is_taken_is_refused_beside_its_field() -> None:
    table = gathered("Marta", "Kwame")
    name = table.state.name_of(table.factions["Marta"])
    response = change(table, "Kwame", "rename", name=name.upper(), colour="iron")
    assert (response.status_code, response.context["wrong"].of) == (422, "rename.name")


def test_fs_185_when_the_league_is_over_its_name_is_changed_and_nothing_else() -> None:
    table = begun("Marta", "Kwame")
    mine = table.factions["Marta"]
    colour = table.state.factions[mine].colour
    address = table.url("faction", mine)
    done(table.scope, table.organiser, "firestorm.close", words="Summer.")
    page = page_of(table.browsers["Marta"].get(address))
    assert (page.renames, page.changing) == (True, None)
    rename = table.url("army", mine, "rename")
    assert rename in tight(table.browsers["Marta"].get(address))
    assert rename not in tight(table.browsers["Kwame"].get(address))
    refused = table.browsers["Marta"].post(rename, {"name": "The Late Guard", "colour": "iron"})
    assert refused.status_code == 422
    assert (
        table.browsers["Marta"].post(rename, {"name": "The Late Guard", "colour": colour}).status_code == 302
    )
    assert table.state.factions[mine].name == "The Late Guard"
    assert table.state.factions[mine].colour == colour
    Scope.objects.filter(pk=table.scope.pk).update(archived_at=timezone.now())
    assert not page_of(table.browsers["Marta"].get(address)).renames
