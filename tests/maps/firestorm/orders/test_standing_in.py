"""An organiser writes orders for a faction whose people are absent: on a sheet of their own, reading nothing.

Source: FS-162, FS-163
"""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Dialogue, Entry, Role
from maps.firestorm.orders import orders_page
from maps.firestorm.orders.orders_page import OrdersPage
from maps.models import FactionLook, OrderDraft, StandInDraft
from tests import factories
from tests.maps.conquest.play import words_of
from tests.maps.firestorm.driving import act
from tests.maps.firestorm.orders.test_orders import banner, page, tap, tapped, writing
from tests.maps.firestorm.play import Table
from tests.pages import page_of, refusal_of

pytestmark = pytest.mark.django_db
OWN_WAY = "Ashen Orchard"  # where the faction's own draft leads its banner


def for_them(table: Table, who: str = "Organiser", **query: str) -> Any:
    return table.browsers[who].get(table.url("orders"), {"as": table.factions["Marta"], **query})


def shown(table: Table, who: str = "Organiser") -> OrdersPage:
    """The sheet for Marta's faction, as somebody sees it who stands in."""
    here = table.at(who, **{"as": table.factions["Marta"]})
    return orders_page.orders_page(here, table.faction("Marta"))


def drawn(table: Table, who: str) -> str:
    """A faction's own sheet of orders as its player sees it."""
    return unescape(table.browsers[who].get(table.url("orders")).content.decode())


def stood_in(table: Table, who: str = "Organiser", **sent: str) -> Any:
    """A tap of the organiser's on the sheet for Marta's faction."""
    sheet = shown(table, who)
    seen = {"seen": sheet.seen if "seal" in sent or not sheet.chosen else sheet.chosen.seen}
    address = f"{table.url('change_orders')}?as={table.factions['Marta']}"
    return table.browsers[who].post(address, {"banner": banner(table, "Marta"), **seen, **sent})


def sealed_for_them(table: Table) -> None:
    for sent in ({"step": "T02"}, {"seal": "1"}):
        answer = stood_in(table, **sent)
        assert answer.status_code == 302, words_of(answer)


def test_fs_162_the_sheet_is_the_organisers_own_and_shows_nothing_of_the_factions() -> None:
    table = writing("Marta", "Kwame")
    tapped(table, "Marta", banner(table, "Marta"), step="T07")
    answer = for_them(table)
    assert answer.status_code == 200, words_of(answer)
    html = unescape(answer.content.decode())
    assert "You’re writing The Cinder Watch’s orders on a separate sheet" in html
    assert f"Cinderwatch › {OWN_WAY}" not in html
    assert "Marta’s draft" not in html
    assert "no order yet" in html
    assert table.url("room") not in html
    answer = stood_in(table, step="T02")
    assert answer.status_code == 302
    assert answer.url.startswith(f"{table.url('orders')}?as=")
    assert ways(shown(table)) == ["Saltglass Flats"]
    assert [row.path for row in OrderDraft.objects.filter(scope=table.scope)] == [["T07"]]
    assert [row.path for row in StandInDraft.objects.filter(scope=table.scope)] == [["T02"]]
    assert ways(page(table, "Marta")) == [OWN_WAY]
    assert "Saltglass Flats</h2>" not in drawn(table, "Marta")
    assert not FactionLook.objects.filter(seat=table.organiser).exists()


def test_fs_163_the_seal_is_the_factions_who_reads_who_sealed_opens_it_and_finds_its_own_draft() -> None:
    table = writing("Marta", "Kwame")
    mine, faction = banner(table, "Marta"), table.factions["Marta"]
    tapped(table, "Marta", mine, step="T07")
    sealed_for_them(table)
    entry = Entry.objects.filter(procedure="firestorm.seal_orders").latest("seq")
    assert (entry.actor, entry.acting_for) == (table.organiser, f"side:{faction}")
    under = page(table, "Marta")
    assert (under.sealed_by, ways(under)) == ("Organiser", ["Saltglass Flats"])
    assert "Organiser has sealed these orders for you." in drawn(table, "Marta")
    tapped(table, "Marta", mine, open="1")
    assert ways(page(table, "Marta")) == [OWN_WAY]
    tapped(table, "Marta", mine, seal="1")
    assert page(table, "Marta").sealed_by == ""
    assert "has sealed these orders for you" not in drawn(table, "Marta")
    act(table, "Organiser", "close_orders", turn=1)
    assert table.state.banners[mine].territory == "T07"


def test_fs_162_once_it_is_sealed_the_organiser_sees_that_it_is_and_opens_nothing() -> None:
    table = writing("Marta", "Kwame")
    sealed_for_them(table)
    html = unescape(for_them(table).content.decode())
    assert "The Cinder Watch’s orders are sealed. Only the faction itself can open the seal." in html
    assert not StandInDraft.objects.exists()
    assert "Saltglass Flats</h2>" not in html
    assert 'name="open"' not in html
    for sent in ({"open": "1"}, {"kind": "hold"}, {"seal": "1"}, {"later": "1"}):
        answer = stood_in(table, **sent)
        assert answer.status_code == 409, sent
    assert "Only The Cinder Watch can open this seal." in refusal_of(stood_in(table, open="1"))
    assert table.state.sheets[f"turn:1:{table.factions['Marta']}"].entry


def test_fs_162_a_seal_of_the_factions_own_is_as_shut_for_the_organiser() -> None:
    table = writing("Marta", "Kwame")
    tapped(table, "Marta", banner(table, "Marta"), step="T07")
    tapped(table, "Marta", banner(table, "Marta"), seal="1")
    sheet = shown(table)
    assert sheet.sealed is not None
    assert sheet.lines == ()
    assert OWN_WAY not in unescape(for_them(table).content.decode())
    assert table.state.sheets[f"turn:1:{table.factions['Marta']}"].entry
    tapped(table, "Marta", banner(table, "Marta"), open="1")
    assert ways(shown(table)) == ["no order"]
    assert f"Cinderwatch › {OWN_WAY}" not in unescape(for_them(table).content.decode())


def test_fs_26_where_the_founder_seals_the_organiser_stands_in_and_all_members_read_it() -> None:
    table = writing("Marta", "Kwame", more=(("Ilse", "Marta"),), seal_by="founder")
    sealed_for_them(table)
    for who in ("Marta", "Ilse"):
        assert ways(page(table, who)) == ["Saltglass Flats"]
    tapped(table, "Marta", banner(table, "Marta"), open="1")


def test_fs_162_a_sheet_changed_on_another_device_is_not_sealed_unread() -> None:
    table = writing("Marta", "Kwame")
    late = shown(table).seen
    stood_in(table, step="T02")
    address = f"{table.url('change_orders')}?as={table.factions['Marta']}"
    answer = table.browsers["Organiser"].post(address, {"seal": "1", "seen": late})
    assert answer.status_code == 409
    assert "changed in the meantime. Check them, then seal" in words_of(answer)
    assert not table.state.sheets
    assert stood_in(table, seal="1").status_code == 302


def test_fs_162_nobody_else_writes_for_them_an_organiser_who_plays_neither() -> None:
    table = writing("Marta", "Kwame")
    table.seats["Kwame"].role = Role.ORGANISER
    table.seats["Kwame"].save()
    table.browsers["Nadia"] = factories.signed_in(factories.new_seat(club=table.scope.club, name="Nadia"))
    address = f"{table.url('change_orders')}?as={table.factions['Marta']}"
    for who in ("Kwame", "Nadia"):
        assert for_them(table, who).status_code == 404
        sent = {"banner": banner(table, "Marta"), "step": "T02"}
        assert table.browsers[who].post(address, sent).status_code == 404
    assert not StandInDraft.objects.exists()
    own = table.browsers["Kwame"].get(table.url("orders"), {"as": table.factions["Kwame"]})
    assert page_of(own).stands_in == ""
    assert for_them(table, "Organiser").status_code == 200
    assert table.browsers["Organiser"].get(table.url("orders"), {"as": "x"}).status_code == 404


def asked(table: Table, who: str, procedure: str, *, whose: str = "Marta") -> Any:
    """A program's call of an act for a faction."""
    params = {"turn": 1, "faction": table.factions[whose]}
    address = f"/api/v1/leagues/{table.scope.pk}/act/"
    return table.browsers[who].post(
        address, {"procedure": procedure, "params": params}, content_type="application/json"
    )


def test_fs_26_programs_of_an_organiser_who_plays_seal_for_no_rival() -> None:
    table = writing("Marta", "Kwame")
    table.seats["Kwame"].role = Role.ORGANISER
    table.seats["Kwame"].save()
    assert asked(table, "Kwame", "firestorm.seal_orders").status_code == 403
    assert not Dialogue.objects.filter(scope=table.scope).exists()
    assert asked(table, "Kwame", "firestorm.seal_orders", whose="Kwame").status_code == 200
    begun = asked(table, "Marta", "firestorm.seal_orders").json()
    (sheet,) = begun["questions"]
    said = {"slot": begun["slot"], "key": sheet["key"], "value": []}
    address = f"/api/v1/leagues/{table.scope.pk}/answer/"
    answer = table.browsers["Kwame"].post(address, said, content_type="application/json")
    assert answer.status_code == 403
    (seen,) = (
        table.browsers["Kwame"]
        .get(f"/api/v1/leagues/{table.scope.pk}/dialogues/{begun['slot']}/")
        .json()["questions"]
    )
    assert seen["mine"] is False


def test_fs_163_programs_of_organisers_open_no_seal_either() -> None:
    table = writing("Marta", "Kwame")
    tapped(table, "Marta", banner(table, "Marta"), step="T07")
    tapped(table, "Marta", banner(table, "Marta"), seal="1")
    assert asked(table, "Organiser", "firestorm.open_seal").status_code == 403
    assert table.state.sheets[f"turn:1:{table.factions['Marta']}"].entry
    assert asked(table, "Marta", "firestorm.open_seal").json()["settled"]


def test_a_league_page_leads_the_organiser_to_the_sheet() -> None:
    table = writing("Marta", "Kwame")
    there = f"{table.url('orders')}?as={table.factions['Marta']}"
    assert there in table.see("Organiser", **{"as": table.factions["Marta"]})
    assert there not in table.see("Kwame", **{"as": table.factions["Marta"]})


def test_fs_162_the_organisers_sheet_reaches_nobody_but_its_author() -> None:
    table = writing("Marta", "Kwame")
    stood_in(table, step="T02")

    def told(who: str) -> bool:
        return '"T02"' in table.browsers[who].get(reverse("people:my_file")).content.decode()

    assert {who: told(who) for who in ("Organiser", "Marta", "Kwame")} == {
        "Organiser": True, "Marta": False, "Kwame": False,
    }  # fmt: skip


def test_two_organisers_have_a_sheet_each() -> None:
    table = writing("Marta", "Kwame")
    other = factories.new_seat(club=table.scope.club, name="Ana", role=Role.ORGANISER)
    table.seats["Ana"] = other
    stood_in(table, step="T02")
    assert (ways(shown(table)), ways(shown(table, "Ana"))) == (["Saltglass Flats"], ["no order"])
    assert tap(table, "Marta", banner(table, "Marta"), kind="hold").status_code == 302


def test_the_sheet_costs_ten_queries_at_most(django_assert_max_num_queries: Any) -> None:
    table = writing("Marta", "Kwame")
    assert for_them(table).status_code == 200
    with django_assert_max_num_queries(10):
        for_them(table)
    sealed_for_them(table)
    table.browsers["Marta"].get(table.url("orders"))
    with django_assert_max_num_queries(10):
        table.browsers["Marta"].get(table.url("orders"))


def ways(page: OrdersPage) -> list[str]:
    """What its banners are ordered to do."""
    return [one.way if one.said else "no order" for one in page.lines]
