"""A mark in every secret of a league, looked for in every channel as every kind of person. Source: FS-162"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from campaigns.models import LeaguePrint, SealedAnswer
from maps.firestorm.paper import book, order_slips
from rules.engine.codec import dump
from rules.firestorm.muster_state import Card
from tests.maps.firestorm import channels
from tests.maps.firestorm.driving import act, in_build
from tests.maps.firestorm.fights import at_the_tower, done
from tests.maps.firestorm.orders.test_orders import banner, tapped
from tests.maps.firestorm.play import Table, gathered
from tests.pages import unpressed
from tests.scenario import scenario

pytestmark = pytest.mark.django_db
NOTE = "the crooked well"
DEED = "Deed of the brass owl"  # with a number: the cards of the deck
OURS = {"Marta", "Jun"}
ORGANISERS = {"Organiser", "Ilse"}


@pytest.fixture(autouse=True)
def paper_is_not_pressed(monkeypatch: pytest.MonkeyPatch) -> None:
    unpressed(monkeypatch)


@pytest.fixture(autouse=True)
def slips_have_no_decoys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decoys are orders by chance, also those that are looked for here."""
    monkeypatch.setattr(order_slips, "DECOYS", 0)


@scenario
def sealed() -> Table:
    """Orders are written: objectives are dealt, a note is written, one faction has sealed and drafts anew."""
    table = gathered("Marta", "Kwame", "Ilse", more=(("Jun", "Marta"),))
    cards = [dump(Card(id="", kind="objective", name=f"{DEED} {n}.", words="", glory=n)) for n in range(1, 6)]
    act(table, "Organiser", "write_deck", kind="objective", cards=cards)
    act(table, "Organiser", "deal_objectives")
    table.do("Organiser", "begin_play")
    table.ready()
    return table


def marched(table: Table) -> None:
    mine = banner(table, "Marta")
    table.browsers["Jun"].post(table.url("write_note"), {"note": NOTE})
    tapped(table, "Marta", mine, kind="forced_march")
    tapped(table, "Marta", mine, step="T07")
    tapped(table, "Marta", mine, step="T12")
    tapped(table, "Marta", mine, seal="1")


@pytest.mark.in_turn(5, kind="secrets")
def test_fs_162_notes_and_orders_are_read_by_the_faction_and_by_nobody_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = sealed()
    people = channels.everybody(table, "Ilse")
    with channels.listening(caplog) as heard:
        marched(table)
        texts = channels.read(people, channels.places(table))
    assert sum(map(bool, texts.values())) > 200
    assert heard.events
    of_admin = channels.admin_texts()
    way = " › ".join(table.state.name_of(one) for one in ("T07", "T12"))
    for mark in (NOTE, way, re.compile(r"T01\W{1,24}T07\W{1,24}T12")):
        told = channels.found(texts, mark)
        assert told.keys() == (OURS if isinstance(mark, str) else set()), (told, mark)
        assert not heard.has(mark)
        assert not channels.found(of_admin, mark)


@pytest.mark.in_turn(5, kind="secrets")
def test_fs_04_an_objective_is_read_by_its_player_and_the_deck_by_organisers() -> None:
    table = sealed()
    people = channels.everybody(table, "Ilse")
    texts = channels.read(people, channels.places(table))
    names = {str(card.name) for card in table.state.cards.values()}
    held = _held(table)
    assert len(names) == 5
    assert held.keys() == {"Marta", "Kwame", "Ilse", "Jun"}
    for name in names:
        told = channels.found(texts, re.escape(name))
        players = {who for who, card in held.items() if card == name}
        assert told.keys() == players | ORGANISERS, (name, told)
    told_apart = {frozenset(channels.found(texts, re.escape(one))["Organiser"]) for one in names}
    assert len(told_apart) == 1  # nothing tells one card of the deck from another
    assert not channels.found(channels.admin_texts(), DEED)


def _held(table: Table) -> dict[str, str]:
    """Whose card is which, as the seals have it."""
    seals = {row.owner_id: row.value for row in SealedAnswer.objects.filter(key__startswith="objectives:")}
    cards = {one.id: one.name for one in table.state.cards.values()}
    return {
        name: cards[seals[seat.pk]]
        for name, seat in table.seats.items()
        if seat.pk in seals and seals[seat.pk] in cards
    }


@scenario
def stormed() -> Table:
    """A siege at the tower of Marta, whose enemy may buy."""
    table, battle = at_the_tower("Marta", "Kwame", "Ilse", "Jun")
    done(table, "Marta", battle.id, "offer_siege", siege="true")
    done(table, "Kwame", battle.id, "start_siege", storm="true")
    return table


def equipped(table: Table) -> None:
    battle = next(one for one in table.state.battles.values() if one.turn == table.state.now.turn)
    done(table, "Kwame", battle.id, "buy_equipment", item="mantlets", target="Quillfeather")


@pytest.mark.in_turn(5, kind="secrets")
def test_fs_162_what_a_siege_is_equipped_with_is_read_by_its_sides_and_organisers(
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = stormed()
    people = channels.everybody(table, "Jun")
    with channels.listening(caplog) as heard:
        equipped(table)
        texts = channels.read(people, channels.places(table))
    told = channels.found(texts, "Quillfeather")
    assert told.keys() == {"Marta", "Kwame", "Organiser", "Jun"}, told
    assert not heard.has("Quillfeather")


def printed(table: Table) -> str:
    """The league's book, as an organiser has it drawn: the words it is pressed from."""
    asked = LeaguePrint(scope=table.scope, asked_by=table.organiser, version=1, paper="A4", base="")
    return "".join(html for _name, html in book.faction_league_pages(asked, "A4"))


def test_fs_162_the_leagues_book_holds_no_secret() -> None:
    table = sealed()
    marched(table)
    told = printed(table)
    assert "has sealed its orders" in told
    for mark in (re.escape(NOTE), re.escape(DEED), r"T01\W{1,24}T07\W{1,24}T12"):
        assert not re.search(mark, told), mark
    table = stormed()
    equipped(table)
    told = printed(table)
    assert "siege" in told.lower()
    assert "Quillfeather" not in told


@scenario
def secretly() -> Table:
    return in_build("Marta", "Kwame", secret_build=True, build=9)


def built(table: Table) -> None:
    for item in ("mustering_ground", "barracks", "shrine"):
        act(table, "Marta", "build", faction=table.factions["Marta"], territory="T02", item=item)


@pytest.mark.parametrize(
    ("laid", "deed"), [(secretly, built), (stormed, equipped)], ids=["land built on", "a siege"]
)
@pytest.mark.in_turn(5, kind="secrets")
def test_fs_162_the_admin_does_not_change_with_a_secret_act(
    laid: Callable[[], Table], deed: Callable[[Table], None]
) -> None:
    table = laid()
    before = channels.admin_texts()
    assert len(before) > 20
    deed(table)
    channels.forget()
    assert channels.differences(before, channels.admin_texts()) == []
