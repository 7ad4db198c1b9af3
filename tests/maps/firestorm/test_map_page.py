"""The league's map: what the ground itself says of a territory is a mark, a line below the map, and words."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from tests.maps.firestorm.driving import act
from tests.maps.firestorm.play import Table, begun, gathered

pytestmark = pytest.mark.django_db


def marked() -> Table:
    """A league being set up, where T02 brings two glory more and T03 has its Time of War."""
    table = gathered()
    act(table, "Organiser", "redraw", territory="T02", fields={"bonus": 2})
    act(table, "Organiser", "redraw", territory="T03", fields={"words": "Ash falls like rain."})
    act(table, "Organiser", "begin_play")
    return table


def test_fs_180_bonus_glory_and_times_of_war_are_on_the_map_in_its_panel_and_in_the_table() -> None:
    table = marked()
    response = table.browsers["Marta"].get(table.url("map"), {"t": "T02"})
    page, html = response.context["page"], response.content.decode()
    assert page.legend == (("bonus", "Bonus glory"), ("words", "Time of War"))
    assert html.count('class="t-small ink-2 map-legend') == 1
    assert "bonus +2" in page.panel.facts
    told = {one.id: one.items for one in page.rows}
    assert (told["T02"], told["T03"]) == ("Bonus glory +2", "Time of War")
    assert "Ash falls like rain." in table.see("Marta", t="T03")


def test_a_map_without_such_marks_has_no_line_for_them() -> None:
    table = begun()
    assert "map-legend" not in table.see("Marta")


def test_fs_180_on_paper_the_key_explains_the_marks() -> None:
    table = marked()
    content = table.browsers["Marta"].get(table.url("print_map")).content
    (page,) = PdfReader(io.BytesIO(content)).pages
    text = page.extract_text() or ""
    assert "Bonus glory" in text
    assert "Time of War" in text
    assert "+2" in text
