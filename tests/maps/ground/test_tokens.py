"""Named tokens, signs side by side, special places, battles and ways on a map."""

from __future__ import annotations

from maps.ground.drawing import Banner, Drawing, Sign, Way, draw
from maps.ground.icons import ICONS
from rules.firestorm.ground import ground
from rules.maps.ready import ready_map

MARCHES = ready_map("ember_marches")
SIGNS = {"F1": Sign("purple", "moon-fill", name="Ashen Host"), "F2": Sign("green", "tree-fill", name="Fens")}


def drawn(**shown: object) -> str:
    plain: dict[str, object] = {"signs": SIGNS, "icons": ICONS, "book": ground()}
    return draw(Drawing(MARCHES.ground, MARCHES.places, MARCHES.links, **(plain | shown)))  # type: ignore[arg-type]


def test_every_banner_stands_with_its_name_and_a_battle_between_them() -> None:
    svg = drawn(
        banners=(Banner("T07", "F1", "Long <Column>"), Banner("T07", "F2", "Reeds"), Banner("T9", "F1", "x")),
        battles={"T07"},
    )
    assert svg.count('href="#pn-purple"') == svg.count('href="#pn-green"') == 1
    assert "Long &lt;Column&gt;" in svg
    assert "Reeds" in svg
    assert svg.count('href="#sx"') == 1
    assert 'href="#sx"' not in drawn()


def test_what_stands_side_by_side_is_drawn_once_and_used_where_it_stands() -> None:
    svg = drawn(items={"T01": ["lords_tower"], "T05": ["lords_tower", "forge"]})
    assert svg.count('id="bd-lords_tower"') == svg.count('id="bd-forge"') == 1
    assert svg.count('href="#bd-lords_tower"') == 2


def test_special_places_and_corners_show_where_the_book_reads_them() -> None:
    assert drawn().count('href="#ro-') == sum(one.special for one in MARCHES.places) > 0
    assert drawn().count('href="#co"') == sum(bool(one.corner) for one in MARCHES.places) > 0
    bare = draw(Drawing(MARCHES.ground, MARCHES.places, MARCHES.links, icons=ICONS))
    assert '"#ro-' not in bare
    assert '"#co"' not in bare


def test_a_way_is_solid_once_it_was_gone() -> None:
    svg = drawn(ways=(Way(("T01", "T02")), Way(("T05", "T10", "T15"), done=True), Way(("T01", "T99"))))
    assert svg.count('class="m-way"') == 1
    assert svg.count('class="m-way is-done"') == 1
