"""Ids that part an address: nobody gives one any more, and a league that has one from before goes on.

What is no id is refused beside its field; whatever a procedure takes, every page of the league answers with.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.urls import resolve, reverse
from hypothesis import given
from hypothesis import strategies as st

from campaigns.engine import door
from campaigns.engine.stored import room
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.transaction.scopes import found_scope
from campaigns.engine.who.rights import Actor
from campaigns.models import Entry, Scope, Seat
from rules.conquest.book import EDITIONS as EMPIRES
from rules.engine import ids
from rules.engine.codec import dump
from rules.engine.refusals import Refused
from rules.firestorm.book import EDITIONS
from rules.firestorm.faction_figures import on_map
from rules.firestorm.orders.sheet import sheet_key
from rules.maps import check
from rules.maps.exchange import to_json
from rules.maps.model import Map, link
from rules.maps.ready import ready_map
from rules.solo.game import LATEST
from tests import factories
from tests.campaigns.api.conftest import Api
from tests.kept.test_kept import answers
from tests.maps.conquest.play import Table as Conquest
from tests.maps.conquest.play import challenges, events, opened, revenue
from tests.maps.firestorm.play import Table
from tests.maps.firestorm.test_coming_later import next_turn

pytestmark = pytest.mark.django_db
NASTY = ("a/b", "..", "a?b#c", "a|b", "~2f", "<i>'\"", " a\n", "\u202ex")
# Labels of a map from before; at the first one they fight.
OLD = {
    "T03": "the/ford",
    "T01": "..",
    "T05": "50% ~ <b>",
    "T02": "a?b#c",
    "T04": '"a" \\ b',
    "T13": " é\u0301 ",
}
FINE = {"T03": "Süd 2", "T01": "King’s Gate", "T05": "N.1:2", "T02": "ノ1", "T04": "St. Mary-by", "T13": "की"}


def labelled(names: dict[str, str], ready: str = "ember_marches") -> Map:
    """A ready map whose territories are called otherwise."""
    plain = ready_map(ready)
    places = tuple(replace(one, id=names.get(one.id, one.id)) for one in plain.places)
    links = tuple(link(names.get(one.a, one.a), names.get(one.b, one.b)) for one in plain.links)
    return replace(plain, places=places, links=links)


def founded(game: str, edition: str) -> tuple[Scope, Seat]:
    organiser = factories.new_organiser(name="Organiser")
    about: dict[str, Any] = {"club": organiser.club, "by": organiser, "game": game, "edition": edition}
    return found_scope(**about, name="The Ember Crown", settings={}), organiser


def said(scope: Scope, seat: Seat, procedure: str, **params: Any) -> Any:
    """What a program says, and what is answered."""
    return Api(seat).post(f"/api/v1/leagues/{scope.pk}/act/", {"procedure": procedure, "params": params})


# Nobody gives one any more


@pytest.mark.parametrize("text", NASTY)
def test_what_is_no_id_is_refused_beside_its_field_and_nothing_is_written(text: str) -> None:
    scope, organiser = founded("firestorm", EDITIONS[0])
    before = Entry.objects.count()
    owner = str(organiser.pk)
    map_ = dump(labelled({"T03": text}))
    for procedure, params, field in (
        ("lay_map", {"map": map_}, "map"),
        ("found", {"colour": "orange", "owner": owner, "faction": text}, "faction"),
        ("found", {"colour": "orange", "owner": owner, "player": text}, "player"),
    ):
        answer = said(scope, organiser, f"firestorm.{procedure}", **params)
        assert answer.status_code == 409, (procedure, params, answer.json())
        assert (answer.json()["key"] or "").partition(".")[0] == field
    assert Entry.objects.count() == before
    empires, organiser = founded("conquest", EMPIRES[0])
    answer = said(empires, organiser, "conquest.enlist", colour="orange", owner=str(organiser.pk), realm=text)
    assert (answer.status_code, answer.json()["key"]) == (409, "realm")


@pytest.mark.parametrize("text", NASTY)
def test_a_map_brought_in_has_none(text: str) -> None:
    scope, organiser = founded("firestorm", EDITIONS[0])
    told = to_json(labelled({"T03": text}))
    browser = factories.signed_in(organiser)
    from django.core.files.uploadedfile import SimpleUploadedFile

    sent = {"file": SimpleUploadedFile("map.json", __import__("json").dumps(told).encode())}
    answer = browser.post(reverse("firestorm:lay", args=[scope.pk]), sent)
    assert answer.status_code == 422
    assert not Entry.objects.filter(scope=scope, procedure="firestorm.lay_map").exists()


def test_a_game_against_the_app_has_none() -> None:
    seat = factories.new_seat()
    about: dict[str, Any] = {"club": seat.club, "by": seat, "game": "solo", "edition": LATEST}
    scope = found_scope(**about, name="A game", settings={}, kind="game")
    sides = [{"id": "p/1", "name": "Ada", "kind": "human", "seat": 1}, {"id": "app", "kind": "ai_neutral"}]
    with pytest.raises(Refused) as refused:
        door.act(scope.pk, Actor(seat), "solo.open", {"sides": sides})
    assert refused.value.key == "sides.0.id"


# A league that has one goes on


@given(st.text(alphabet=st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1))
def test_any_id_has_an_address_that_leads_back_to_it(text: str) -> None:
    address = reverse("firestorm:faction", args=[1, text])
    assert resolve(_unquoted(address)).kwargs["faction"] == text
    assert "/../" not in address
    assert "/./" not in address


def _unquoted(address: str) -> str:
    from urllib.parse import unquote

    return unquote(address)


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """As it was when anything was an id; undone before anybody looks."""
    for module in (ids, check, room):
        monkeypatch.setattr(module, "is_id", bool)
    return monkeypatch


def firestorm(names: dict[str, str], *, factions: tuple[str, str], colour: str = "orange") -> Table:
    """A battle at a territory of such a name, between factions of such names."""
    scope, organiser = founded("firestorm", EDITIONS[0])
    seats = {name: factories.new_seat(club=scope.club, name=name) for name in ("Marta", "Kwame")}
    everybody = {**seats, "Organiser": organiser}
    table = Table(scope, organiser, {n: factories.signed_in(s) for n, s in everybody.items()}, everybody)

    def act(who: str, procedure: str, **params: Any) -> Any:
        actor = Actor(everybody[who])
        return door.act(scope.pk, actor, f"firestorm.{procedure}", params, app_dice=True)

    act("Organiser", "lay_map", map=dump(labelled(names)))
    corners = {"Marta": ("T01", "T02", "order"), "Kwame": ("T05", "T04", "chaos")}
    for (who, (corner, _way, alliance)), faction in zip(corners.items(), factions, strict=True):
        mine = {"faction": faction, "player": f"{faction}.p"}
        act(who, "found", **mine, colour=colour if who == "Marta" else "purple", owner=str(seats[who].pk))
        table.factions[who] = faction
        act(who, "take_corner", faction=faction, territory=names[corner])
        act(who, "choose_alliance", faction=faction, alliance=alliance)
    act("Organiser", "begin_play")
    table.ready()
    for who, faction in table.factions.items():
        (banner,) = on_map(table.state, faction)
        asked = act(who, "seal_orders", turn=1, faction=faction)
        way = (names[corners[who][1]], names["T03"])
        sheet = ((f"kind:{banner.id}", "forced_march"), (f"path:{banner.id}", way), (f"seq:{banner.id}", 1))
        door.answer_question(scope.pk, Actor(seats[who]), asked.slot, sheet_key(1, faction), sheet)
    assert table.phase == "battles"
    return table


def all_answer(scope: Scope, people: dict[str, Seat]) -> set[str]:
    """Every page that is linked to, and every read of a program; the addresses."""
    met: set[str] = set()
    for seat in people.values():
        found = dict(answers(factories.signed_in(seat), printed=not met))
        assert {address: status for address, status in found.items() if status != 200} == {}
        met |= set(found)
        api, base = Api(seat), f"/api/v1/leagues/{scope.pk}/"
        for table in api.get(base).json()["tables"]:
            for row in api.get(f"{base}state/{table}/").json():
                address = reverse("api:entity", args=[scope.pk, table, row["id"]])
                assert api.get(address).json()["id"] == row["id"]
    return met


@pytest.mark.in_turn(7, kind="odd ids")
def test_a_firestorm_league_that_has_such_ids_folds_opens_and_is_played_on(before: Any) -> None:
    table = firestorm(OLD, factions=("../x", "a/b?c"))
    before.undo()
    assert reconcile(table.scope) == []
    (battle,) = table.state.battles
    assert battle == "turn:1:battle:the/ford:1"
    met = all_answer(table.scope, table.seats)
    kinds = {resolve(_unquoted(one.split("?")[0])).view_name for one in met if "/firestorm/" in one}
    assert {"firestorm:battle", "firestorm:faction", "firestorm:audit", "firestorm:print_faction"} <= kinds
    for corner in OLD.values():
        assert table.browsers["Marta"].get(table.url("map"), {"t": corner}).status_code == 200
    sent = {"battle": battle, "faction": "../x"}
    answer = table.browsers["Marta"].post(table.url("battle_do", battle, "walkover"), sent)
    assert answer.status_code == 302
    next_turn(table)
    assert reconcile(table.scope) == []
    all_answer(table.scope, {"Marta": table.seats["Marta"]})


@pytest.mark.in_turn(7, kind="odd ids")
def test_a_league_whose_ids_and_colours_are_only_odd_answers_everywhere() -> None:
    table = firestorm(FINE, factions=("Die Küste", "x.y:z-1"), colour="a/b#c")
    all_answer(table.scope, {"Marta": table.seats["Marta"]})


@pytest.mark.in_turn(7, kind="odd ids")
def test_a_conquest_league_that_has_such_ids_folds_opens_and_is_played_on(before: Any) -> None:
    scope, organiser = founded("conquest", EMPIRES[0])
    names = ("Marta", "Kwame", "Ilse")
    seats = {name: factories.new_seat(club=scope.club, name=name) for name in names}
    everybody = {**seats, "Organiser": organiser}
    browsers = {name: factories.signed_in(seat) for name, seat in everybody.items()}
    league = Conquest(scope, organiser, browsers, everybody)
    plain = ready_map("two_rivers")
    odd = {one.id: f"{one.id}/x?y" for one in plain.places}
    door.act(scope.pk, Actor(organiser), "conquest.lay_map", {"map": dump(labelled(odd, "two_rivers"))})
    for name, realm, colour in zip(names, ("..", "a/b", "50% é?"), ("orange", "sky", "green"), strict=True):
        told = {"colour": colour, "name": name, "owner": str(seats[name].pk), "realm": realm}
        door.act(scope.pk, Actor(seats[name]), "conquest.enlist", told)
    before.undo()
    opened(league)
    for play in (events, revenue, challenges):
        play(league)
    assert league.phase == "battle"
    assert reconcile(scope) == []
    met = all_answer(scope, everybody)
    kinds = {resolve(_unquoted(one.split("?")[0])).view_name for one in met if "/map/" in one}
    assert {"maps:battle", "maps:realm"} <= kinds
