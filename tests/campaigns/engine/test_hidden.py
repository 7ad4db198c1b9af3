"""Sheets sealed as one and cards dealt face down: nobody but their owners sees them, in any row or answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from campaigns.engine import door
from campaigns.engine.transaction.viewer import AnyViewer, Viewer
from campaigns.engine.who.rights import Actor
from campaigns.models import DialogueAnswer, Entry, SealedAnswer, Seat, Slot, ThrownDie
from rules.engine.hidden import REST, Deal, SealedSheet
from rules.engine.procedure import Procedure
from rules.engine.questions import Choose, Number, Option, Reveal, Text, YesNo
from rules.engine.refusals import Refused
from rules.engine.shelf import all_games
from tests.campaigns.opr.table.evening import Evening
from tests.seals import reads

CARDS = ("the old mill", "the ferry", "the gallows", "the salt road", "the abbey")


def _deal(ctx: Any, *, hands: list[str], source: list[str]) -> Procedure[Any]:
    """Deal a card to each."""
    yield Deal("card", "Deal", sealed=True, cards=CARDS, hands=tuple(hands), source=(source[0], source[1]))
    return ()


def _order(ctx: Any, *, warband: str) -> Procedure[Any]:
    """Seal where to go, how many, and whether to burn it."""
    place = Choose("place", "Where to?", options=(Option("T1", "Mill"), Option("T2", "Ferry")))
    lines = (place, Number("many", "How many?", least=1, most=6, unit="carts"), YesNo("burn", "Burn it?"))
    yield SealedSheet("orders", "Orders", who=f"side:{warband}", sealed=True, lines=lines)
    return ()


def _open(ctx: Any, *, slot: str, key: str) -> Procedure[Any]:
    """Open what was sealed."""
    value = yield Reveal("opened", "What was it?", entry=slot, sealed_key=key)
    yield Text("seen", f"You see {value}", who="organiser")
    return ()


@pytest.fixture
def evening(db: None, monkeypatch: pytest.MonkeyPatch) -> Evening:
    procedures = all_games()["opr"].procedures
    like = procedures["opr.seal_note"]
    for name, run, by in (
        ("deal", _deal, "organiser"),
        ("order", _order, "side:{warband}"),
        ("open", _open, "organiser"),
    ):
        spec = replace(like, name=f"opr.{name}", run=run, slot=f"{name}", by=by, repeat=True)
        monkeypatch.setitem(procedures, f"opr.{name}", spec)
    return Evening()


def deal(evening: Evening, *seats: Seat, source: tuple[str, str] = ("", "")) -> str:
    hands = [f"person:{seat.pk}" for seat in seats]
    done = door.act(
        evening.scope.pk, Actor(evening.ilse), "opr.deal", {"hands": hands, "source": list(source)}
    )
    assert done.settled
    return done.slot


def seals_of(evening: Evening, seat: Seat) -> list[object]:
    viewer: AnyViewer = Viewer(evening.browser(seat).get("/").wsgi_request, evening.scope, seat, "league")
    return [seal.value for seal in reads(viewer)]


def stored(slot: str) -> Iterator[object]:
    """Every row that may be looked at, of a slot."""
    row = Slot.objects.get(code=slot)
    yield from ThrownDie.objects.filter(slot=row).values_list("key", "value", "dice")
    yield from DialogueAnswer.objects.filter(dialogue__slot=row).values_list("value", "dice")
    yield from Entry.objects.filter(slot=row).values_list("params", "answers", "effects")


def test_fs_04_cards_are_dealt_face_down_each_to_its_own(evening: Evening) -> None:
    slot = deal(evening, evening.marta, evening.tom)
    (hers,), (his,) = seals_of(evening, evening.marta), seals_of(evening, evening.tom)
    assert hers != his
    assert {hers, his} < set(CARDS)
    assert seals_of(evening, evening.ilse) == []
    assert not any(card in str(row) for card in CARDS for row in stored(slot))
    rest = SealedAnswer.objects.get(key=f"card:{REST}")
    assert (sorted([*rest.value, hers, his]), rest.owner, rest.side) == (sorted(CARDS), None, "")
    told = dict(Entry.objects.get(slot__code=slot).answers["card"]["value"])
    assert told[f"person:{evening.tom.pk}"] == SealedAnswer.objects.get(owner=evening.tom).fingerprint


def test_fs_04_who_comes_later_draws_from_what_is_left(evening: Evening) -> None:
    first = deal(evening, evening.marta, evening.tom)
    second = deal(evening, evening.ilse, source=(first, f"card:{REST}"))
    held = [seals_of(evening, seat)[-1] for seat in (evening.marta, evening.tom, evening.ilse)]
    assert len(set(map(str, held))) == 3
    left = SealedAnswer.objects.get(slot__code=second, key=f"card:{REST}").value
    assert sorted([*left, *held]) == sorted(CARDS)


def test_nobody_deals_by_hand_and_a_deal_needs_cards_enough(evening: Evening) -> None:
    question = Deal("card", "Deal", cards=("one",), hands=("person:1", "person:2"))
    with pytest.raises(Refused, match="not enough cards"):
        question.dealt([0])
    with pytest.raises(Refused, match="dealt by the app"):
        question.check([["person:1", "one"]])


def test_a_sheet_is_sealed_as_one_and_opened_as_one(evening: Evening) -> None:
    done = door.act(evening.scope.pk, Actor(evening.marta), "opr.order", {"warband": evening.bell})
    sent = {"key": "orders", "value:place": "T2", "value:many": "3", "value:burn": "yes"}
    client = evening.browser(evening.marta)
    page = client.get(evening.url(f"d/{done.slot}/"))
    assert 'name="value:place"' in page.content.decode()
    wrong = client.post(evening.url(f"d/{done.slot}/"), {**sent, "value:many": "9"})
    assert wrong.status_code == 409
    assert 'value="9"' in wrong.content.decode()
    assert client.post(evening.url(f"d/{done.slot}/"), sent).status_code == 302
    assert seals_of(evening, evening.marta) == [[["place", "T2"], ["many", 3], ["burn", True]]]
    assert not any("T2" in str(row) for row in stored(done.slot))
    opened = door.act(evening.scope.pk, Actor(evening.ilse), "opr.open", {"slot": done.slot, "key": "orders"})
    (asked,) = opened.questions
    assert asked.text == "You see (('place', 'T2'), ('many', 3), ('burn', True))"


@pytest.mark.parametrize(
    "value", [3, "T1", [["place", "T1"]], {"place": "T9", "many": 1, "burn": False}, {"place": "T1", "x": 1}]
)
def test_a_sheet_that_is_not_whole_is_refused(value: object) -> None:
    lines = (
        Choose("place", "Where?", options=(Option("T1", "Mill"),)),
        Number("many", "How many?", least=1, most=6),
    )
    with pytest.raises(Refused):
        SealedSheet("orders", "Orders", lines=lines).check(value)
