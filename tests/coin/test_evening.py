"""An evening of coin tossing on its own pages: who may tap what, and what a sealed call tells nobody."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.engine import door
from campaigns.engine.journal import reconcile
from campaigns.engine.rights import Actor
from campaigns.engine.scopes import found_scope
from campaigns.models import Dialogue, Scope, SealedAnswer, Seat
from tests.campaigns.api.conftest import Api
from tests.campaigns.play import state_of
from tests.factories import new_organiser, new_seat, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def ilse() -> Seat:
    return new_organiser(name="Ilse")


def founded(by: Seat, **settings: Any) -> Scope:
    return found_scope(club=by.club, by=by, game="coin", edition="coin-1", name="Copper", settings=settings)


def tap(who: Seat | Client, scope: Scope, act: str, **sent: str) -> Any:
    client = who if isinstance(who, Client) else signed_in(who)
    return client.post(reverse("coin:do", args=[scope.pk, act]), sent)


def begun(ilse: Seat, **settings: Any) -> tuple[Scope, Seat, Seat]:
    """Tom and Ada have come, and the tossing has begun."""
    scope = founded(ilse, **settings)
    tom, ada = (new_seat(club=ilse.club, name=name) for name in ("Tom", "Ada"))
    for seat in (tom, ada):
        assert tap(seat, scope, "enlist", name=seat.name).status_code == 302
    assert tap(ilse, scope, "start").status_code == 302
    return scope, tom, ada


def test_two_toss_until_one_has_won(ilse: Seat) -> None:
    scope, tom, ada = begun(ilse, wins="1", calls="open")
    his, hers = state_of(scope).tossers
    asked = tap(tom, scope, "toss", tosser=his, against=hers).url
    for who, key, value in (
        (tom, f"call:{his}", "heads"),
        (ada, f"call:{hers}", "tails"),
        (ada, "coin", "2"),
    ):
        assert signed_in(who).get(asked).status_code == 200
        assert signed_in(who).post(asked, {"key": key, "value": value}).status_code == 302
    state = state_of(scope)
    assert (state.now.phase, state.now.winner) == ("over", hers)
    assert [one.points for one in state.tossers.values()] == [0, 1]
    assert "Ada has won." in signed_in(tom).get(reverse("campaigns:league", args=[scope.pk])).content.decode()
    assert tap(tom, scope, "toss", tosser=his, against=hers).status_code == 409
    assert reconcile(scope) == []


def test_nobody_learns_a_sealed_call_before_the_coin_has_fallen(ilse: Seat) -> None:
    scope, tom, ada = begun(ilse)
    his, hers = state_of(scope).tossers
    slot = door.act(scope.pk, Actor(tom), "coin.toss", {"tosser": his, "against": hers}).slot
    door.answer(scope.pk, Actor(tom), slot, f"call:{his}", "tails")
    base = f"/api/v1/leagues/{scope.pk}/"
    kept = Api(ada).get(f"{base}dialogues/{slot}/").json()["answered"]
    assert [one["answer"] for one in kept] == [SealedAnswer.objects.get().fingerprint]
    door.answer(scope.pk, Actor(ada), slot, f"call:{hers}", "heads")
    done = Api(ada).post(f"{base}answer/", {"slot": slot, "key": "coin", "value": 2})
    assert done.status_code == 200, done.content
    assert [one.points for one in state_of(scope).tossers.values()] == [1, 0]
    assert SealedAnswer.objects.filter(revealed_at=None).count() == 0
    assert not Dialogue.objects.exists()
    assert reconcile(scope) == []


def test_who_may_tap_what(ilse: Seat) -> None:
    scope, tom, _ada = begun(ilse)
    his, hers = state_of(scope).tossers
    third, stranger = new_seat(club=ilse.club, name="Pip"), new_organiser(name="Stranger")
    assert tap(third, scope, "toss", tosser=his, against=hers).status_code == 403
    assert tap(stranger, scope, "toss", tosser=his, against=hers).status_code == 404
    assert tap(tom, scope, "toss", tosser=his, against=his).status_code == 409
    assert tap(tom, scope, "start").status_code == 403
    assert tap(third, scope, "enlist", name="Pip").status_code == 409
