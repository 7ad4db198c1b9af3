"""Parts of pages: drawn once for a version and an audience, and never handed to the wrong one."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import caches
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import reverse

from campaigns.engine.transaction.viewer import AnyViewer, Viewer
from campaigns.models import Scope, Seat
from campaigns.opr.table import mission_page
from campaigns.shell.drawn import parts
from tests import factories
from tests.campaigns import play
from tests.campaigns.opr.table.evening import Evening
from tests.parts_watch import following

type Drawn = Callable[[], int]


@pytest.fixture(autouse=True)
def empty() -> None:
    caches["parts"].clear()


@pytest.fixture
def scope(db: None) -> Scope:
    return play.found_league(factories.new_organiser(name="Ilse"))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """How many parts have been drawn since it was asked last."""
    seen: list[str] = []

    def draw(name: str, *args: object) -> str:
        seen.append(name)
        return render_to_string(name, *args)  # type: ignore[arg-type]

    def asked() -> int:
        count = len(seen)
        seen.clear()
        return count

    monkeypatch.setattr(parts, "render_to_string", draw)
    return asked


def follow(who: Seat, scope: Scope, warband: str) -> str:
    """The live part of a warband's page, as an open page fetches it."""
    address = reverse("campaigns:warband", args=[scope.pk, warband])
    return factories.signed_in(who).get(address, headers={"HX-Target": "figures units"}).content.decode()


def viewer_of(scope: Scope, seat: Seat | None) -> AnyViewer:
    return Viewer(RequestFactory().get("/"), Scope.objects.get(pk=scope.pk), seat, "league")


def test_a_hundred_who_watch_cost_one_drawing(scope: Scope, drawn: Drawn) -> None:
    warband = play.found_warband(scope, play.player(scope, "Marta"))
    watching = [play.player(scope, f"Watcher {n}") for n in range(4)]
    texts = {follow(who, scope, warband) for who in watching}
    assert len(texts) == 1
    assert drawn() == 2, "the figures and the units, once each"


def test_those_who_come_at_the_same_moment_wait_for_the_first(scope: Scope) -> None:
    viewer, made = viewer_of(scope, None), []
    assert viewer.people is not None  # read before the threads have connections of their own

    def make() -> str:
        made.append(threading.get_ident())
        time.sleep(0.05)
        return "drawn"

    with ThreadPoolExecutor(8) as phones:
        asked = [phones.submit(parts.once, viewer, "a part", make) for _ in range(8)]
        assert {one.result() for one in asked} == {"drawn"}
    assert len(made) == 1


def test_a_change_is_drawn_anew(scope: Scope, drawn: Drawn) -> None:
    marta, tom = play.player(scope, "Marta"), play.player(scope, "Tom")
    warband = play.found_warband(scope, marta, "The Ninth Lantern")
    follow(tom, scope, warband)
    drawn()
    play.found_warband(scope, tom)
    follow(marta, scope, warband)
    assert drawn() == 2


def test_a_new_name_of_somebody_shows_at_once(scope: Scope) -> None:
    marta = play.player(scope, "Marta")
    warband = play.found_warband(scope, marta)
    address = reverse("campaigns:warband", args=[scope.pk, warband])
    watcher = factories.signed_in(play.player(scope, "Tom"))
    assert "Marta" in watcher.get(address).content.decode()
    Seat.objects.filter(pk=marta.pk).update(name="Martina")
    assert "Martina" in watcher.get(address).content.decode()


def test_what_waits_for_one_is_not_handed_to_the_next(scope: Scope) -> None:
    marta, tom = play.player(scope, "Marta"), play.player(scope, "Tom")
    mine, theirs = play.found_warband(scope, marta), play.found_warband(scope, tom)
    ilse = scope.created_by
    assert ilse
    play.answer_all(scope, ilse, play.act(scope, ilse, "start"))
    play.played(scope, tom, mine, theirs)
    pip = factories.new_seat(club=scope.club, name="Pip", role="spectator")
    for first, then in ((marta, pip), (ilse, pip), (marta, tom)):
        caches["parts"].clear()
        assert "Roll for casualties" in follow(first, scope, mine)
        assert "Roll for casualties" not in follow(then, scope, mine)


def test_audiences(scope: Scope) -> None:
    marta = play.player(scope, "Marta")
    play.found_warband(scope, marta)
    merged = factories.new_seat(club=scope.club, name="Marta’s phone")
    ilse = scope.created_by
    assert ilse
    assert parts.audience_of(viewer_of(scope, None)) == "public"
    assert parts.audience_of(viewer_of(scope, merged)) == "player"
    assert parts.audience_of(viewer_of(scope, ilse)) == "organiser"
    assert parts.audience_of(viewer_of(scope, marta)) == f"player:{marta.person_id}"
    play.found_warband(scope, ilse)
    assert parts.audience_of(viewer_of(scope, ilse)) == f"organiser:{ilse.person_id}"


def test_a_part_holds_nothing_of_the_visitor(scope: Scope) -> None:
    marta = play.player(scope, "Marta")
    warband = play.found_warband(scope, marta)
    visitor = play.player(scope, "Somebody Who Only Looks")
    text = follow(visitor, scope, warband)
    assert "csrf" not in text
    assert visitor.name not in text


@pytest.mark.django_db
def test_a_tick_at_a_table_makes_no_page_of_the_league_anew(drawn: Drawn) -> None:
    evening = Evening()
    mission = evening.mission()
    ways = [evening.url(), evening.url(f"w/{evening.bell}/"), evening.url(f"m/{mission}/")]
    pip = factories.signed_in(factories.new_seat(club=evening.scope.club, name="Pip", role="spectator"))
    shown = following(pip, ways)
    assert drawn()
    evening.down(mission)
    again = following(pip, ways)
    assert drawn() == 0
    assert again[:2] == shown[:2]
    assert again[2] != shown[2], "the mission shows it"
    caches["parts"].clear()
    assert following(pip, ways) == again
    assert drawn()


@pytest.mark.django_db
def test_a_tick_leaves_all_of_a_mission_that_is_not_ticked_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()
    mission, built = evening.mission(), []
    shared = mission_page._shared
    monkeypatch.setattr(mission_page, "_shared", lambda at, one: built.append(one.id) or shared(at, one))
    for drawn_now in ([mission], []):
        evening.shows(evening.marta, mission)
        assert built == drawn_now
        built.clear()
        evening.down("s0.mission")
    evening.down(mission)
    assert any(unit.down for side in evening.shows(evening.marta, mission).sides for unit in side.units)
    assert built == []
