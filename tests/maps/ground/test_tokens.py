"""Named tokens, signs side by side, special places, battles and ways on a map."""

from __future__ import annotations

from dataclasses import replace
from xml.etree.ElementTree import fromstring

from maps.ground.drawing import Drawing, MapBanner, MapWay, Sign, map_svg
from maps.ground.paper import key
from maps.ground.subject import plate_names
from rules.firestorm.ground import firestorm_map_book
from rules.maps.ready import ready_map

MARCHES = ready_map("ember_marches")
SIGNS = {"F1": Sign("purple", "moon-fill", name="Ashen Host"), "F2": Sign("green", "tree-fill", name="Fens")}


def drawn(**shown: object) -> str:
    plain: dict[str, object] = {"signs": SIGNS, "book": firestorm_map_book()}
    return map_svg(Drawing(MARCHES.ground, MARCHES.places, MARCHES.links, **(plain | shown)))  # type: ignore[arg-type]


def test_every_banner_stands_with_its_name_and_a_battle_between_them() -> None:
    svg = drawn(
        banners=(
            MapBanner("T07", "F1", "Long <Column>"),
            MapBanner("T07", "F2", "Reeds"),
            MapBanner("T9", "F1", "x"),
        ),
        battles={"T07"},
    )
    assert svg.count('href="#pn-purple"') == svg.count('href="#pn-green"') == 1
    assert "Long &lt;Column&gt;" in svg
    assert "Reeds" in svg
    assert svg.count('href="#sx"') == 1
    assert 'href="#sx"' not in drawn()


def plates(svg: str) -> list[tuple[int, int, int, int]]:
    """Left, top, right and bottom of each name's plate."""
    found = []
    for one in fromstring(svg).iter("g"):
        if one.get("class") == "tl":
            x, y = map(int, str(one.get("transform")).removeprefix("translate(").rstrip(")").split())
            rect = one.find("rect")
            assert rect is not None
            left, top, wide, high = (int(rect.get(name, "")) for name in ("x", "y", "width", "height"))
            found.append((x + left, y + top, x + left + wide, y + top + high))
    return found


def test_the_name_of_a_banner_stays_inside_the_frame_wherever_it_stands() -> None:
    for name in ("Nan", "The Long Column of the Drowned Choir", "W" * 400):
        for place in MARCHES.places:
            svg = drawn(banners=(MapBanner(place.id, "F1", name),))
            left, top, wide, high = map(int, str(fromstring(svg).get("viewBox")).split())
            (plate,) = plates(svg)
            assert left + 36 <= plate[0] < plate[2] <= left + wide - 36, (name[:9], place.id)
            assert top + 36 <= plate[1] < plate[3] <= top + high - 36, (name[:9], place.id)


def test_what_stands_side_by_side_is_drawn_once_and_used_where_it_stands() -> None:
    svg = drawn(items={"T01": ["lords_tower"], "T05": ["lords_tower", "forge"]})
    assert svg.count('id="bd-lords_tower"') == svg.count('id="bd-forge"') == 1
    assert svg.count('href="#bd-lords_tower"') == 2


def test_special_places_and_corners_show_where_the_book_reads_them() -> None:
    assert drawn().count('href="#ro-') == sum(one.special for one in MARCHES.places) > 0
    assert drawn().count('href="#co"') == sum(bool(one.corner) for one in MARCHES.places) > 0
    bare = map_svg(Drawing(MARCHES.ground, MARCHES.places, MARCHES.links))
    assert '"#ro-' not in bare
    assert '"#co"' not in bare


def test_a_way_is_solid_once_it_was_gone() -> None:
    svg = drawn(
        ways=(MapWay(("T01", "T02")), MapWay(("T05", "T10", "T15"), done=True), MapWay(("T01", "T99")))
    )
    assert svg.count('class="m-way"') == 1
    assert svg.count('class="m-way is-done"') == 1


def test_bonus_glory_and_times_of_war_have_marks_and_words_where_the_book_reads_them() -> None:
    told = {"T01": {"bonus": 2}, "T02": {"words": "Ash falls."}, "T03": {"bonus": 1, "words": "Fog."}}
    places = [replace(one, **told.get(one.id, {})) for one in MARCHES.places]  # type: ignore[arg-type]
    svg = map_svg(Drawing(MARCHES.ground, places, MARCHES.links, book=firestorm_map_book()))
    assert (svg.count('href="#mb"'), svg.count('href="#mw"')) == (2, 2)
    assert svg.count('id="mb"') == svg.count('id="mw"') == 1
    assert ">+2</text>" in svg
    assert "Cinderwatch, Bonus glory +2" in svg
    assert "Time of War" in svg
    plain = drawn()
    other = map_svg(Drawing(MARCHES.ground, places, MARCHES.links))
    assert not any(
        one in found for one in ('"#mb"', '"#mw"', 'id="mb"', 'id="mw"') for found in (plain, other)
    )


def test_on_paper_every_mark_can_be_read_by_a_machine() -> None:
    places = [replace(one, bonus=1, words="Fog.") for one in MARCHES.places]
    svg = map_svg(Drawing(MARCHES.ground, places, MARCHES.links, book=firestorm_map_book(), paper=True))
    assert svg.count("+1</text>") == 2 * len(places)  # each with its halo
    for one in (svg, key.war(), key.bonus_legend()):
        assert fromstring(str(one)).tag == "svg"


def test_names_of_tokens_that_would_cover_each_other_are_initials() -> None:
    banners = (MapBanner("T21", "F1", "CW1"), MapBanner("T22", "F2", "The Stone Wake 2"))
    assert "The Stone Wake 2</text>" in drawn(banners=banners)
    svg = drawn(banners=(*banners, MapBanner("T21", "F2", "The Stone Wake 1")), battles={"T21"})
    assert svg.count(">SW2</text>") == 2
    assert "The Stone Wake 2</text>" not in svg


def test_two_banners_of_the_same_initials_are_told_apart() -> None:
    names = ["Sun 1", "Steel 1", "Sun 2", "The Cinder Watch 1", "Storm Guard 1", "Stone Guard 1", "Wolves"]
    short = plate_names(names)
    assert [short[one] for one in names] == ["Su1", "St1", "S2", "CW1", "SmG1", "SeG1", "Wolv"]
    banners = (MapBanner("T07", "F1", "Sun 1", brief=True), MapBanner("T07", "F2", "Steel 1", brief=True))
    svg = drawn(banners=banners)
    assert ">Su1</text>" in svg
    assert ">St1</text>" in svg
    assert ">S1</text>" not in svg
