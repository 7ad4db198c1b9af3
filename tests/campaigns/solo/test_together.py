"""Two questions on one screen of the table: one tap answers both, and what it says is what two taps say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.template.loader import render_to_string

from campaigns.models import DialogueAnswer
from campaigns.solo.table.together import taps_of
from rules.engine.questions import Choose, ChooseUnit, Option, YesNo
from tests import factories
from tests.campaigns.solo.walk import Walk, new_game, signed_in

pytestmark = pytest.mark.django_db


def _walk() -> Walk:
    seat = factories.new_seat(name="Marta")
    browser = signed_in(seat)
    walk = Walk(browser, new_game(browser, seat))
    walk.until("round")
    return walk


def _asked_ahead(walk: Walk, widget: str) -> Any:
    """Play on until a screen of this kind asks two things at once; what it asks."""
    for _ in range(300):
        ask = walk.page.asking.ask
        if ask is not None and ask.widget == widget and ask.ahead:
            return ask
        walk.step()
    raise AssertionError(walk.seen)


def _sent(ask: Any, number: int = 0, tap: int = 0) -> dict[str, str]:
    """What the browser sends when one of its buttons is tapped."""
    then = {f"then:{one.answer}": f"{one.question.kind} {one.question.key}" for one in ask.ahead}
    told = {"slot": ask.slot, "key": ask.question.key, "kind": ask.question.kind}
    return {**told, **then, "both": ask.ahead[number].taps[tap].id}


def test_solo_37_a_marker_and_whether_its_way_is_free_are_one_tap() -> None:
    walk = _walk()
    ask = _asked_ahead(walk, "taps")
    walk.post(**_sent(ask, 0, 1))
    told = dict(DialogueAnswer.objects.filter(dialogue__slot__code=ask.slot).values_list("key", "value"))
    assert told[ask.question.key] == ask.ahead[0].answer
    assert told[ask.ahead[0].question.key] is True


def test_solo_51_an_order_that_was_done_and_whom_it_is_aimed_at_are_one_tap() -> None:
    walk = _walk()
    ask = _asked_ahead(walk, "order")
    assert ask.aims is ask.ahead[0]
    walk.post(**_sent(ask))
    assert walk.page.asking.ask is None or walk.page.asking.ask.question.key not in {
        ask.question.key,
        ask.aims.question.key,
    }


def test_neither_counts_where_what_was_to_follow_is_not_asked() -> None:
    walk = _walk()
    ask = _asked_ahead(walk, "taps")
    wrong = {f"then:{ask.ahead[0].answer}": "yesno nobody:asks"}
    answer = walk.browser.post(f"/l/{walk.scope.pk}/solo/", {**_sent(ask), **wrong})
    assert answer.status_code == 409
    assert not DialogueAnswer.objects.filter(dialogue__slot__code=ask.slot, key=ask.question.key).exists()


def test_a_game_that_asks_nothing_by_this_name_is_not_found() -> None:
    walk = _walk()
    sent = {"slot": "nobody", "key": "a", "kind": "yesno", "both": "yes|b", "then:yes": "unit b"}
    assert walk.browser.post(f"/l/{walk.scope.pk}/solo/", sent).status_code == 404


def test_solo_51_how_a_unit_moves_is_read_before_whom_it_shoots() -> None:
    walk = _walk()
    ask = _asked_ahead(walk, "order")
    ask = replace(ask, order=replace(ask.order, notes=("End in cover.",)))
    html = render_to_string("campaigns/solo/_ask.html", {"ask": ask, "page": walk.page, "scope": walk.scope})
    assert html.index("End in cover.") < html.index("is-aims")


def test_taps_are_counted_as_the_screen_asks() -> None:
    marker = Choose("m", "Which?", options=(Option("a", "A"), Option("b", "B")))
    way, whom = YesNo("w", "Free?"), ChooseUnit("u", "Whom?", options=(Option("x", "X"),))
    assert taps_of([(marker, "a"), (way, False), (way, True), (whom, "x")]) == 2
    assert taps_of([(way, False), (whom, "x")]) == 2
    assert taps_of([(whom, "x"), (way, True)]) == 2
    assert taps_of([]) == 0
