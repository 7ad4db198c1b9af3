"""A map is light, the same every time, and lets nothing through that somebody typed."""

from __future__ import annotations

import gzip
import subprocess
import sys
from dataclasses import replace

import pytest

from bench.maps import drawing_of, late
from campaigns.shell.look.emblems import emblem_named
from maps.ground.drawing import Drawing, MapBanner, Sign, map_svg
from rules.conquest.ground import conquest_map_book
from rules.maps.hexes import hex_links, labels
from rules.maps.model import Ground, Place
from rules.maps.ready import READY, ready_map
from tests.maps.conquest.play import COLOURS

TERRAIN = ("plain", "plain", "plain", "mountain", "plain", "marsh", "plain", "mountain")
URL = "/l/12/map/?t={}#panel"
BAD = "\"'><script>&{}"
ASK = """
import django
django.setup()
from tests.maps.ground.test_weight import field
from hashlib import sha256
from maps.ground.drawing import map_svg
print(sha256(map_svg(field(60)).encode()).hexdigest())
"""


def field(count: int, **shown: object) -> Drawing:
    """So many hexagons, two thirds of them owned by eight, with buildings here and there."""
    wide = round(count**0.5)
    cells = [(n % wide - n // wide // 2, n // wide) for n in range(count)]
    named = labels(cells)
    places = [
        Place(
            id=named[cell],
            q=cell[0],
            r=cell[1],
            terrain=TERRAIN[(n * 5 + n // 7) % len(TERRAIN)],  # type: ignore[arg-type]
            river=n % 8 == 5,
            building=("mine", "castle", "port")[n % 3] if n % 9 == 4 else "",
        )
        for n, cell in enumerate(cells)
    ]
    owners = {one.id: f"R{n * 8 // count}" for n, one in enumerate(places) if n % 3}
    signs = {
        f"R{n}": Sign(colour, emblem_named(colour).icon, name=f"Realm {n}")
        for n, colour in enumerate(COLOURS[:8])
    }
    map_ = Drawing(
        Ground(), places, hex_links(places), URL, owners, signs, book=conquest_map_book(), name="Field"
    )
    return replace(map_, **shown)  # type: ignore[arg-type]


@pytest.mark.parametrize(("count", "most"), [(100, 7_100), (500, 13_200)])
def test_a_map_of_many_territories_weighs_little(count: int, most: int) -> None:
    svg = map_svg(field(count))
    assert svg.count('class="m-tap"') == count
    assert len(gzip.compress(svg.encode(), 6)) <= most


@pytest.mark.parametrize(("count", "most"), [(100, 7_300), (500, 13_700)])
def test_a_map_late_in_its_season_weighs_little(count: int, most: int) -> None:
    """Ten realms of as many emblems, each with a capital, as the bench draws it."""
    svg = map_svg(drawing_of(late(count, [str(n) for n in range(10)])))
    assert svg.count('href="#star"') == svg.count("<clipPath") == 10
    assert len(gzip.compress(svg.encode(), 6)) <= most


@pytest.mark.parametrize("key", [one.key for one in READY])
def test_a_ready_made_map_weighs_little(key: str) -> None:
    map_ = ready_map(key)
    svg = map_svg(Drawing(map_.ground, map_.places, map_.links, URL, book=conquest_map_book()))
    assert len(gzip.compress(svg.encode(), 6)) <= 11_000


@pytest.mark.in_turn(7, kind="long")
def test_a_drawing_is_the_same_in_every_process() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", ASK],
            env={"PYTHONHASHSEED": seed, "DJANGO_SETTINGS_MODULE": "config.settings"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_what_is_drawn_again_is_what_was_drawn_before() -> None:
    one, other = field(40), field(60)
    first = map_svg(one)
    map_svg(other)
    changed = map_svg(replace(one, owners={"A1": "R3"}))
    assert map_svg(one) == first != changed


@pytest.mark.parametrize("kind", ["hex", "graph"])
def test_nothing_named_leaves_its_place(kind: str) -> None:
    places = [Place(id=f"A{n}", name=BAD, q=n, r=0, building="hut") for n in range(3)]
    if kind == "graph":
        places = [replace(one, q=None, r=None, x=200 * n) for n, one in enumerate(places)]
    map_ = Drawing(
        Ground(kind=kind, name=BAD),  # type: ignore[arg-type]
        places,
        [],
        owners={"A0": "R"},
        signs={"R": Sign("blue", "fire", name=BAD)},
        banners=[MapBanner("A1", "R", BAD)],
        items={"A1": [BAD]},
        title=BAD,
        name=BAD,
        note=BAD,
    )
    svg = map_svg(map_)
    assert "<script" not in svg
    assert "\"'>" not in svg


def test_neighbours_no_tile_tells_are_said_once() -> None:
    places = [Place(id=key, q=q, r=0) for key, q in (("A1", 0), ("A2", 1), ("A3", 2))]
    links = hex_links(places)
    assert "data-bonds" not in map_svg(Drawing(Ground(), places, links))
    cut = [one for one in links if one.id != "A1|A2"]
    assert 'data-bonds="-A1|A2"' in map_svg(Drawing(Ground(), places, cut))
    far = [replace(links[0], id="A1|A3", a="A1", b="A3"), *links]
    assert 'data-bonds="A1|A3"' in map_svg(Drawing(Ground(), places, far))
