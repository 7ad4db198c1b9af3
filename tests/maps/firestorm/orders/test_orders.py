"""A faction writes its orders on a page: tapped step by step, together, sealed, opened, sealed again."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape, unescape
from typing import Any
from urllib.parse import unquote

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from campaigns.engine import door
from campaigns.engine.who.rights import Actor
from campaigns.models import Notice, NoticeKind
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence
from campaigns.shell.questions.question_forms import answer_view
from maps.firestorm.orders import orders_page
from maps.firestorm.orders.drafting import drafts, drafts_mark
from maps.firestorm.orders.orders_page import BannerInHand, OrdersPage
from maps.models import OrderDraft
from rules.firestorm.orders.sealing import open_key
from tests import factories
from tests.maps.conquest.play import words_of
from tests.maps.firestorm.driving import act
from tests.maps.firestorm.play import Table, begun
from tests.older import asking
from tests.pages import refusal_of, text_of, tight
from tests.scenario import scenario

pytestmark = pytest.mark.django_db


@scenario
def writing(*names: str, more: tuple[tuple[str, str], ...] = (), **settings: Any) -> Table:
    """A league whose factions write their orders."""
    table = begun(*names, more=more, **settings)
    table.ready()
    assert table.phase == "orders"
    return table


def banner(table: Table, founder: str) -> str:
    faction = table.factions[founder]
    return next(one.id for one in table.state.banners.values() if one.faction == faction)


def page(table: Table, who: str, banner: str = "") -> OrdersPage:
    """What the page shows somebody of their own faction's orders."""
    here = table.at(who)
    return orders_page.orders_page(
        here, next(one for one in here.state.factions.values() if here.owns(one.id)), banner
    )


def room(table: Table, who: str) -> str:
    return words_of(table.browsers[who].get(table.url("room")))


def tap(table: Table, who: str, banner: str, /, **sent: str) -> Any:
    """A button of the page, sent with what the page showed."""
    here = table.at(who)
    mine = drafts(here, here.state, here.state.banners[banner].faction)
    seen = {"seen": mine[banner].seen} if banner in mine else {}
    seen = {"seen": drafts_mark(mine)} if "seal" in sent else seen
    return table.browsers[who].post(table.url("change_orders"), {"banner": banner, **seen, **sent})


def tapped(table: Table, who: str, banner: str, /, **sent: str) -> None:
    answer = tap(table, who, banner, **sent)
    assert answer.status_code == 302, words_of(answer)


def steps(table: Table, who: str, banner: str) -> set[str]:
    """Territories the page offers to go to."""
    return {one.id for one in in_hand(table, who, banner).next}


def draft(table: Table) -> tuple[str, list[str]]:
    row = OrderDraft.objects.get(scope=table.scope, kind__gt="")
    return row.kind, row.path


def test_fs_31_a_tap_next_door_is_a_move() -> None:
    table = writing("Marta", "Kwame")
    mine = banner(table, "Marta")
    assert steps(table, "Marta", mine) == {"T02", "T06", "T07"}
    tapped(table, "Marta", mine, step="T07")
    assert draft(table) == ("move", ["T07"])
    tapped(table, "Marta", mine, step="T02")
    assert draft(table) == ("move", ["T02"])


def test_fs_34_a_march_goes_on_from_where_it_came_and_back() -> None:
    table = writing("Marta", "Kwame")
    mine = banner(table, "Marta")
    tapped(table, "Marta", mine, kind="forced_march")
    tapped(table, "Marta", mine, step="T07")
    assert {"T01", "T12"} <= steps(table, "Marta", mine)
    tapped(table, "Marta", mine, step="T12")
    assert draft(table) == ("forced_march", ["T07", "T12"])
    assert steps(table, "Marta", mine) == set()
    tapped(table, "Marta", mine, back="1")
    assert draft(table) == ("forced_march", ["T07"])


def test_fs_31_a_step_too_far_is_refused_where_it_was_tapped() -> None:
    table = writing("Marta", "Kwame")
    mine = banner(table, "Marta")
    answer = tap(table, "Marta", mine, step="T13")
    assert answer.status_code == 409
    assert "A Move is one step." in refusal_of(answer)
    assert not OrderDraft.objects.exists()


def test_fs_37_nobody_fortifies_at_a_tower_and_the_page_says_why() -> None:
    table = writing("Marta", "Kwame")
    mine = banner(table, "Marta")
    why_not = {one.key: one.why_not for one in in_hand(table, "Marta", mine).kinds if one.why_not}
    assert why_not == {"fortify": "A banner cannot fortify where a stronghold stands."}
    assert tap(table, "Marta", mine, kind="fortify").status_code == 409


def test_members_edit_one_draft_and_a_change_in_between_is_shown_first() -> None:
    table = writing("Marta", "Kwame", more=(("Ilse", "Marta"),))
    mine = banner(table, "Marta")
    before = in_hand(table, "Ilse", mine)
    tapped(table, "Marta", mine, step="T07")
    late = {"banner": mine, "seen": before.seen, "kind": "hold"}
    answer = table.browsers["Ilse"].post(table.url("change_orders"), late)
    assert answer.status_code == 409
    assert "Something has changed" in refusal_of(answer)
    assert draft(table) == ("move", ["T07"])
    assert in_hand(table, "Ilse", mine).line.by == "Marta"
    tapped(table, "Ilse", mine, kind="hold")
    assert draft(table) == ("hold", [])


def seal_form(client: Client, table: Table, **query: str) -> dict[str, str]:
    """What the button that seals sends, as a page was drawn."""
    html = tight(client.get(table.url("orders"), query))
    bar = html.partition('class="orders-bar"')[2].partition("</form>")[0]
    assert 'name="seal"' in bar
    return {**dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', bar)), "seal": "1"}


@pytest.mark.parametrize("swaps", [False, True])
@pytest.mark.parametrize("who", ["Ilse", "Marta"])
def test_fs_26_a_seal_over_orders_changed_meanwhile_is_refused_and_shows_them(who: str, swaps: bool) -> None:
    """Changed by another of the faction, or on another device of one's own."""
    table = writing("Marta", "Kwame", more=(("Ilse", "Marta"),))
    mine, faction = banner(table, "Marta"), table.factions["Marta"]
    tapped(table, "Marta", mine, step="T07")
    device = factories.signed_in(table.seats["Marta"])
    late = seal_form(device, table)
    tapped(table, who, mine, step="T02")
    asked = {"HX-Request": "true", "HX-Target": "board bar"} if swaps else {}
    answer = device.post(table.url("change_orders"), late, headers=asked)
    assert answer.status_code == 409
    assert "changed in the meantime. Check them, then seal" in refusal_of(answer)
    assert "Saltglass Flats" in answer.context["page"].chosen.way
    assert not table.state.sheets
    assert draft(table) == ("move", ["T02"])
    now = answer.context["page"].seen
    assert now != late["seen"]
    answer = device.post(table.url("change_orders"), {**late, "seen": now}, headers=asked)
    assert answer.status_code in (200, 302)
    assert table.state.sheets[f"turn:1:{faction}"].entry


def test_fs_27_a_seal_over_another_sequence_is_refused() -> None:
    table = writing("Marta", "Kwame", more=(("Ilse", "Marta"),))
    here, faction = table.at("Marta"), table.factions["Marta"]
    found = drafts(here, here.state, faction)
    (one,) = found.values()
    both = {one.plan.banner: one, "another": replace(one, plan=replace(one.plan, banner="another"))}
    assert drafts_mark(both) != drafts_mark(dict(reversed(both.items())))
    sent = {"seal": "1", "turn": "1"}  # a page that says nothing of what it showed
    assert table.browsers["Marta"].post(table.url("change_orders"), sent).status_code == 409
    assert not table.state.sheets


def test_fs_163_the_seal_holds_what_was_drafted_and_is_opened_and_closed_again() -> None:
    table = writing("Marta", "Kwame")
    mine, faction = banner(table, "Marta"), table.factions["Marta"]
    tapped(table, "Marta", mine, step="T07")
    tapped(table, "Marta", mine, seal="1")
    assert table.state.sheets[f"turn:1:{faction}"].entry
    assert tap(table, "Marta", mine, step="T02").status_code == 409
    tapped(table, "Marta", mine, open="1")
    tapped(table, "Marta", mine, step="T02")
    tapped(table, "Marta", mine, seal="1")
    assert table.state.sheets[f"turn:1:{faction}"].times == 2
    shown = {one.name: (one.state, one.times) for one in page(table, "Kwame").factions}
    assert shown == {"The Cinder Watch": ("sealed", 2), "Hollow Crown": ("writing", 0)}
    act(table, "Organiser", "close_orders", turn=1)
    assert table.state.banners[mine].territory == "T02"


def test_fs_29_a_banner_without_an_order_is_sealed_as_holding_and_the_page_says_so() -> None:
    table = writing("Marta", "Kwame")
    assert page(table, "Marta").unsaid == 1
    assert "1 banner has no order yet and will hold." in drawn(table, "Marta")
    tapped(table, "Marta", banner(table, "Marta"), seal="1")
    tapped(table, "Kwame", banner(table, "Kwame"), seal="1")
    assert {one.carried for one in table.state.orders.values()} == {"hold"}


def test_fs_31_a_move_without_a_way_is_not_sealed() -> None:
    table = writing("Marta", "Kwame")
    mine = banner(table, "Marta")
    tapped(table, "Marta", mine, kind="move")
    answer = tap(table, "Marta", mine, seal="1")
    assert answer.status_code == 409
    assert "A Move is one step." in refusal_of(answer)
    assert table.state.sheets == {}


def test_fs_26_where_the_founder_seals_the_others_are_told() -> None:
    table = writing("Marta", "Kwame", more=(("Ilse", "Marta"),), seal_by="founder")
    mine = banner(table, "Marta")
    tapped(table, "Ilse", mine, step="T07")
    assert "one player seals The Cinder Watch’s orders" in page(table, "Ilse").why_not
    assert page(table, "Marta").why_not == ""
    assert tap(table, "Ilse", mine, seal="1").status_code == 409
    tapped(table, "Marta", mine, seal="1")
    assert tap(table, "Ilse", mine, open="1").status_code == 409


def test_fs_163_where_the_founder_seals_nobody_else_opens_the_seal_at_the_door() -> None:
    table = writing("Marta", "Kwame", more=(("Ilse", "Marta"),), seal_by="founder")
    mine, faction = banner(table, "Marta"), table.factions["Marta"]
    tapped(table, "Marta", mine, seal="1")
    asked = act(table, "Ilse", "open_seal", turn=1, faction=faction)
    assert not asked.settled
    with pytest.raises(PermissionDenied):
        door.answer_question(
            table.scope.pk, Actor(table.seats["Ilse"]), asked.slot, open_key(1, faction), True
        )
    assert table.state.sheets[f"turn:1:{faction}"].entry
    tapped(table, "Marta", mine, open="1")
    assert not table.state.sheets[f"turn:1:{faction}"].entry
    tapped(table, "Marta", mine, seal="1")
    tapped(table, "Marta", mine, open="1")
    assert not table.state.sheets[f"turn:1:{faction}"].entry


def test_fs_27_the_sequence_is_the_factions_own() -> None:
    table = writing("Marta", "Kwame")
    mine = banner(table, "Marta")
    tapped(table, "Marta", mine, later="1")
    assert OrderDraft.objects.count() == 1
    assert OrderDraft.objects.get().kind == ""  # nobody has ordered anything


def test_the_page_costs_ten_queries_at_most(django_assert_max_num_queries: Any) -> None:
    table = writing("Marta", "Kwame", "Ilse", "Jun", more=(("Ana", "Marta"),))
    mine = banner(table, "Marta")
    tapped(table, "Marta", mine, step="T07")
    drawn(table, "Marta", mine)
    with django_assert_max_num_queries(10):
        drawn(table, "Marta", mine)
    tapped(table, "Marta", mine, seal="1")
    with django_assert_max_num_queries(10):
        drawn(table, "Marta", mine)


def test_the_last_seal_leads_to_the_reveal() -> None:
    table = writing("Marta", "Kwame")
    tapped(table, "Marta", banner(table, "Marta"), seal="1")
    answer = tap(table, "Kwame", banner(table, "Kwame"), seal="1")
    assert answer.url == table.url("reveal", 1)


def test_after_the_reveal_the_page_offers_no_seal_to_open() -> None:
    table = asking(writing("Marta", "Kwame"))
    mine = banner(table, "Marta")
    tapped(table, "Marta", mine, step="T07")
    here, there = (table.state.name_of(one) for one in (table.state.banners[mine].territory, "T07"))
    assert f"{here} › {there}" in room(table, "Marta")
    for who in ("Marta", "Kwame"):
        tapped(table, who, banner(table, who), seal="1")
    told = drawn(table, "Marta")
    assert table.phase != "orders"
    assert f"{here} › {there}" in room(table, "Marta")  # as it was sealed, not from where it is now
    assert in_hand(table, "Marta", mine).way == (here, there)
    assert table.state.banners[mine].territory == "T07"
    assert "Open the seal" not in told
    assert "data-refresh-on" not in told.partition('id="board"')[2][:400]
    assert "You can open it again" not in told
    assert "A Move is one step" not in told  # the banner has gone its way
    assert "Watch the reveal" in told


def test_fs_27_on_the_page_of_the_reveal_orders_stand_in_words() -> None:
    table = asking(writing("Marta", "Kwame"))
    mine = banner(table, "Marta")
    tapped(table, "Marta", mine, step="T07")
    for who in ("Marta", "Kwame"):
        tapped(table, who, banner(table, who), seal="1")
    entry = table.scope.entries.get(procedure="firestorm.reveal")
    shown = table.browsers["Kwame"].get(f"/l/{table.scope.pk}/entries/{entry.seq}/").context["page"].asked
    told = {answer_view(one.question, one.answer).words for one in shown}
    names = [table.state.name_of(one) for one in (mine, "T07", banner(table, "Kwame"))]
    assert told == {f"{names[0]}: Move › {names[1]}", f"{names[2]}: Hold"}


def test_fs_29_what_was_drafted_and_never_sealed_is_no_order_once_all_is_revealed() -> None:
    table = asking(writing("Marta", "Kwame"))
    mine = banner(table, "Marta")
    tapped(table, "Marta", mine, step="T07")
    act(table, "Organiser", "advance", step=table.state.now.step, words="Time is up.")
    assert table.phase != "orders"
    told = in_hand(table, "Marta", mine)
    assert (told.line.said, told.way) == (False, ("Cinderwatch",))


def test_fs_162_who_has_stood_in_reads_no_seal_after_the_reveal() -> None:
    table = asking(writing("Marta", "Kwame"))
    for who in ("Marta", "Kwame"):
        tapped(table, who, banner(table, who), seal="1")
    answer = table.browsers["Organiser"].get(table.url("orders"), {"as": table.factions["Marta"]})
    assert answer.status_code == 200
    assert answer.context["page"].lines == ()
    assert "Watch the reveal" in words_of(answer)


def test_fs_34_a_tap_on_another_neighbour_begins_a_new_way() -> None:
    table = writing("Marta", "Kwame")
    mine = banner(table, "Marta")
    tapped(table, "Marta", mine, kind="forced_march")
    tapped(table, "Marta", mine, step="T02")
    tapped(table, "Marta", mine, step="T06")
    assert draft(table) == ("forced_march", ["T06"])
    tapped(table, "Marta", mine, step="T11")
    tapped(table, "Marta", mine, step="T07")
    assert draft(table) == ("forced_march", ["T07"])
    assert tap(table, "Marta", mine, step="T25").status_code == 409


def test_the_address_after_a_refusal_is_one_of_a_page() -> None:
    table = writing("Marta", "Kwame")
    mine = banner(table, "Marta")
    refused = tap(table, "Marta", mine, step="T25")
    address, browser = refused.request["PATH_INFO"], table.browsers["Marta"]
    again = browser.get(address, {"b": mine}, headers={"Accept": "text/html"})
    assert (again.status_code, unquote(again["Location"])) == (302, f"{table.url('orders')}?b={mine}")
    for act_ in (table.url("do", "ready"), table.url("write_note"), table.url("take_note")):
        answer = browser.get(act_, headers={"Accept": "text/html"}, follow=True)
        assert answer.status_code == 200, act_
    assert browser.get(address).status_code == 405  # a program


def test_fs_163_when_the_orders_are_opened_again_every_seal_is_void_and_everybody_reads_why() -> None:
    table = writing("Marta", "Kwame")
    mine = banner(table, "Marta")
    tapped(table, "Marta", mine, step="T07")
    tapped(table, "Marta", mine, seal="1")
    act(table, "Organiser", "reopen_orders", turn=1, words="The train was late.")
    for who in ("Marta", "Kwame"):
        html = unescape(drawn(table, who))
        assert "(The train was late)" in html
        assert "All seals have been opened: seal your orders again." in html
    assert draft(table) == ("move", ["T07"])  # what was drafted is still there
    tapped(table, "Marta", mine, seal="1")
    assert page(table, "Marta").reopened == ""


def test_fs_162_a_seal_is_read_by_an_organiser_once_it_is_broken_and_everybody_knows() -> None:
    table = writing("Marta", "Kwame")
    mine, faction = banner(table, "Marta"), table.factions["Marta"]
    tapped(table, "Marta", mine, step="T07")
    tapped(table, "Marta", mine, seal="1")
    address = table.url("broken", faction)
    assert table.browsers["Organiser"].get(address).status_code == 404
    finding.catch_up(timezone.now())
    act(table, "Organiser", "break_seal", turn=1, faction=faction, words="She is ill.")
    told = words_of(table.browsers["Organiser"].get(address))
    assert "Cinderwatch › Ashen Orchard" in told
    assert table.browsers["Kwame"].get(address).status_code == 404
    assert [one.name for one in page(table, "Kwame").factions if one.broken] == ["The Cinder Watch"]
    assert "The organiser has broken this seal." in text_of(table.browsers["Kwame"].get(table.url("orders")))
    finding.catch_up(timezone.now())
    notices = Notice.objects.filter(kind=NoticeKind.ACTED_FOR).select_related("person", "actor", "entry")
    said = {one.person: notification_sentence(one) for one in notices}
    assert set(said) == {table.seats[name].person for name in ("Marta", "Kwame")}
    assert all(one.startswith("Organiser did this as organiser: ") for one in said.values())
    tapped(table, "Marta", mine, open="1")
    assert table.browsers["Organiser"].get(address).status_code == 404
    tapped(table, "Marta", mine, seal="1")
    assert table.browsers["Organiser"].get(address).status_code == 404  # another seal


def drawn(table: Table, who: str, banner: str = "") -> str:
    answer = table.browsers[who].get(table.url("orders"), {"b": banner} if banner else {})
    assert answer.status_code == 200, words_of(answer)
    return str(answer.content.decode())


def in_hand(table: Table, who: str, banner: str) -> BannerInHand:
    """What it says about one banner."""
    chosen = page(table, who, banner).chosen
    assert chosen is not None
    return chosen


def test_the_page_draws_what_may_be_tapped_and_what_may_not() -> None:
    table = writing("Marta", "Kwame", more=(("Ilse", "Marta"),))
    mine = banner(table, "Marta")
    tapped(table, "Marta", mine, step="T07")
    html, chosen = drawn(table, "Marta", mine), in_hand(table, "Marta", mine)
    assert re.search(r'value="fortify"[^>]*disabled', html)
    assert "A banner cannot fortify where a stronghold stands." in html
    assert f'name="seen" value="{escape(chosen.seen)}"' in html
    assert set(re.findall(r'name="step" value="([^"]+)"', html)) == {one.id for one in chosen.next}
    assert "Marta’s draft" in drawn(table, "Ilse", mine)


def test_fs_161_in_a_paused_league_no_seal_is_opened_and_the_page_says_why() -> None:
    table = writing()
    tapped(table, "Marta", banner(table, "Marta"), seal="1")
    sealed = table.browsers["Marta"].get(table.url("orders"))
    assert "Open the seal" in text_of(sealed)
    act(table, "Organiser", "pause", words="Holidays.")
    for who in ("Marta", "Kwame"):
        seen = text_of(table.browsers[who].get(table.url("orders")))
        assert "The league is paused (Holidays)." in seen
        assert "Open the seal" not in seen


def test_fs_26_a_page_of_the_turn_before_seals_nothing() -> None:
    table = writing("Marta", "Kwame")
    turn = table.state.now.turn
    for who in ("Marta", "Kwame"):
        tapped(table, who, banner(table, who), seal="1", turn=str(turn))
    assert table.state.now.turn == turn + 1
    mine, before = banner(table, "Marta"), table.scope.entries.count()
    assert tap(table, "Marta", mine, seal="1", turn=str(turn)).status_code == 409
    assert table.scope.entries.count() == before
    tapped(table, "Marta", mine, seal="1", turn=str(turn + 1))
    assert table.scope.entries.count() == before + 1
