"""An evening of coin tossing on its own pages: who may tap what, and what a sealed call tells nobody."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.transaction.scopes import archive, found_scope
from campaigns.engine.transaction.viewer import AnyViewer, Viewer
from campaigns.engine.who.rights import Actor
from campaigns.models import Dialogue, Entry, Scope, SealedAnswer, Seat
from campaigns.shell.told import chronicle
from tests.campaigns.api.conftest import Api
from tests.campaigns.play import state_of
from tests.coin.rules import WHOSE_MOVE, Coin, Tosser, phase_of, points_of
from tests.factories import new_organiser, new_seat, signed_in, todos_for
from tests.pages import looking, text_of
from tests.seals import reads

pytestmark = pytest.mark.django_db


@pytest.fixture
def ilse() -> Seat:
    return new_organiser(name="Ilse")


def test_coin_4_any_two_toss_until_it_is_over() -> None:
    """Whose move it is, of a state alone."""
    one, two = Tosser(id="a", name="Marta"), Tosser(id="b", name="Jun")
    alone = Coin().put("tossers", one)
    assert [*WHOSE_MOVE.owed(alone, "")] == []
    both = alone.put("tossers", two)
    (row,) = WHOSE_MOVE.of(both, "", "a")
    assert (row.key, row.stand, row.act, row.params) == ("coin.toss", "must", "toss", {"tosser": "a"})
    assert row.actor == "side:a"
    assert [*WHOSE_MOVE.owed(both.change("tossers", "a", points=3), "")] == []


def founded(by: Seat, **settings: Any) -> Scope:
    return found_scope(club=by.club, by=by, game="coin", edition="coin-1", name="Copper", settings=settings)


def tap(who: Seat | Client, scope: Scope, act: str, **sent: str) -> Any:
    client = who if isinstance(who, Client) else signed_in(who)
    return client.post(reverse("campaigns:begin", args=[scope.pk, act]), sent)


def begun(ilse: Seat, *with_tom: Seat, **settings: Any) -> tuple[Scope, Seat, Seat]:
    """Tom and Ada have come, and others who play with Tom."""
    scope = founded(ilse, **settings)
    tom, ada = (new_seat(club=ilse.club, name=name) for name in ("Tom", "Ada"))
    for seat, name in ((tom, "Tom"), (ada, "Ada"), *((mate, "Tom") for mate in with_tom)):
        assert tap(seat, scope, "enlist", name=name).status_code == 302
    return scope, tom, ada


def tossed(scope: Scope, tom: Seat, ada: Seat, hers: str) -> None:
    """The two toss on their pages: Tom begins and calls heads; Ada calls `hers`; it falls tails."""
    one, other = state_of(scope).tossers
    asked = tap(tom, scope, "toss", tosser=one, against=other).url
    for who, key, value in (
        (tom, f"call:{one}", "heads"),
        (ada, f"call:{other}", hers),
        (tom, "coin", "tails"),
    ):
        assert signed_in(who).get(asked).status_code == 200
        assert signed_in(who).post(asked, {"key": key, "value": value}).status_code == 302


def test_two_toss_until_one_has_won(ilse: Seat) -> None:
    scope, tom, ada = begun(ilse, calls="open")
    phases = []
    for hers in ("heads", "tails", "tails", "tails"):
        tossed(scope, tom, ada, hers)
        phases.append(phase_of(state_of(scope)))
    assert phases == ["setup", "play", "play", "over"]
    his, hers = state_of(scope).tossers
    assert points_of(state_of(scope), "") == {his: 0, hers: 3}
    assert "Won by Ada." in text_of(signed_in(tom).get(reverse("campaigns:league", args=[scope.pk])))
    assert tap(tom, scope, "toss", tosser=his, against=hers).status_code == 409
    assert reconcile(scope) == []


def test_nobody_learns_a_sealed_call_before_both_have_called(ilse: Seat) -> None:
    scope, tom, ada = begun(ilse)
    his, hers = state_of(scope).tossers
    slot = door.act(scope.pk, Actor(tom), "coin.toss", {"tosser": his, "against": hers}).slot
    door.answer_question(scope.pk, Actor(tom), slot, f"call:{his}", "tails")
    base = f"/api/v1/leagues/{scope.pk}/"
    kept = Api(ada).get(f"{base}dialogues/{slot}/").json()["answered"]
    assert [one["answer"] for one in kept] == [SealedAnswer.objects.get().fingerprint]
    door.answer_question(scope.pk, Actor(ada), slot, f"call:{hers}", "heads")
    done = Api(tom).post(f"{base}answer/", {"slot": slot, "key": "coin", "value": "tails"})
    assert done.status_code == 200, done.json()
    assert [one.points for one in state_of(scope).tossers.values()] == [1, 0]
    assert SealedAnswer.objects.filter(revealed_at=None).count() == 0
    assert not Dialogue.objects.exists()
    assert reconcile(scope) == []


def test_two_play_a_side_together_and_read_what_it_has_sealed(ilse: Seat) -> None:
    pip = new_seat(club=ilse.club, name="Pip")
    scope, tom, ada = begun(ilse, pip)
    his, hers = state_of(scope).tossers
    slot = door.act(scope.pk, Actor(pip), "coin.toss", {"tosser": his, "against": hers}).slot
    for seat in (tom, pip):
        todos = [one.url for one in todos_for(seat)]
        assert reverse("campaigns:dialogue", args=[scope.pk, slot]) in todos
    door.answer_question(scope.pk, Actor(pip), slot, f"call:{his}", "tails")
    read = {seat.name: _seals_of(scope, seat) for seat in (tom, pip, ada, ilse)}
    assert read == {"Tom": ["tails"], "Pip": ["tails"], "Ada": [], "Ilse": []}
    door.answer_question(scope.pk, Actor(ada), slot, f"call:{hers}", "heads")
    done = door.answer_question(scope.pk, Actor(pip), slot, "coin", "tails")
    entry = Entry.objects.get(scope=scope, slot__code=done.slot)
    assert entry.acting_for == ""
    assert not any(one.get("stood_for") for one in entry.answers.values())
    assert reconcile(scope) == []


def test_an_organiser_who_calls_for_a_side_shows_it_to_the_whole_side(ilse: Seat) -> None:
    pip = new_seat(club=ilse.club, name="Pip")
    scope, tom, ada = begun(ilse, pip)
    his, hers = state_of(scope).tossers
    slot = door.act(scope.pk, Actor(ada), "coin.toss", {"tosser": hers, "against": his}).slot
    door.answer_question(scope.pk, Actor(ilse), slot, f"call:{his}", "heads")
    assert [_seals_of(scope, seat) for seat in (tom, pip, ada)] == [["heads"], ["heads"], []]
    for seat, key, value in ((ada, f"call:{hers}", "heads"), (ada, "coin", "heads")):
        door.answer_question(scope.pk, Actor(seat), slot, key, value)
    [line] = [one for one in chronicle.newest_lines(looking(scope, ada)) if one.stood_in]
    assert "Tom and Pip" in " ".join(line.stood_in)


def _seals_of(scope: Scope, seat: Seat) -> list[str]:
    viewer: AnyViewer = Viewer(RequestFactory().get("/"), scope, seat, "league")
    return [str(seal.value) for seal in reads(viewer)]


def test_who_may_tap_what(ilse: Seat) -> None:
    scope, tom, ada = begun(ilse)
    his, hers = state_of(scope).tossers
    third, stranger = new_seat(club=ilse.club, name="Pip"), new_organiser(name="Stranger")
    assert tap(third, scope, "toss", tosser=his, against=hers).status_code == 403
    assert tap(stranger, scope, "toss", tosser=his, against=hers).status_code == 404
    assert tap(tom, scope, "toss", tosser=his, against=his).status_code == 409
    assert tap(tom, scope, "enlist", name="Tom").status_code == 409
    tossed(scope, tom, ada, "tails")
    assert tap(third, scope, "enlist", name="Pip").status_code == 409


def offered(who: Seat, scope: Scope) -> dict[str, Any]:
    """The forms on the evening's home, by what they begin."""
    shown = signed_in(who).get(reverse("campaigns:league", args=[scope.pk])).context["page"]
    return {one.act: one.form for one in shown.offers}


def test_home_offers_what_its_visitor_may_begin_now(ilse: Seat) -> None:
    scope = founded(ilse)
    tom, ada, pip = (new_seat(club=ilse.club, name=name) for name in ("Tom", "Ada", "Pip"))
    assert [list(offered(one, scope)) for one in (tom, ilse)] == [["enlist"], ["enlist"]]
    for seat in (tom, ada):
        tap(seat, scope, "enlist", name=seat.name)
    assert [list(offered(one, scope)) for one in (tom, pip, ilse)] == [["toss"], ["enlist"], ["enlist"]]
    _his, hers = state_of(scope).tossers
    assert offered(tom, scope)["toss"].fields["against"].widget.choices == [(hers, "Ada")]
    asked = tap(tom, scope, "toss", against=hers).url
    assert signed_in(ada).get(asked).context["page"].title == "Toss a coin"
    tossed(scope, tom, ada, "tails")
    assert [list(offered(one, scope)) for one in (tom, pip, ilse)] == [["toss"], [], []]
    archive(scope, Actor(ilse))
    assert offered(tom, scope) == {}


def test_what_is_refused_is_said_beside_its_field(ilse: Seat) -> None:
    scope, tom = founded(ilse), new_seat(club=ilse.club, name="Tom")
    shown = tap(tom, scope, "enlist", name=" ")
    assert shown.status_code == 409
    [offer] = shown.context["page"].offers
    assert offer.form.errors["name"] == ["Say what you are called."]
    assert shown.context["refused"] is None
    toss = tap(ilse, scope, "toss", tosser="nobody", against="nobody")
    assert toss.context["refused"].sentence == "Nobody of that name tosses here."
    assert tap(ilse, scope, "change_setting", key="calls", value="open").status_code == 404
