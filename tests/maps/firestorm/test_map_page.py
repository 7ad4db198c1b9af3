"""The league's map: what the ground itself says of a territory is a mark, a line below the map, and words."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from pypdf import PdfReader

from maps.models import MapTemplate
from rules.maps.exchange import from_json
from tests.maps.firestorm.driving import act
from tests.maps.firestorm.fights import at_the_tower, both, done, in_the_field
from tests.maps.firestorm.play import Table, begun, begun_before, gathered

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
    page = table.page("Marta", "T02")
    assert page.legend == (("bonus", "Bonus glory"), ("words", "Time of War"))
    assert page.panel is not None
    assert "bonus +2" in page.panel.facts
    told = {one.id: one.items for one in page.rows}
    assert (told["T02"], told["T03"]) == ("Bonus glory +2", "Time of War")
    html = table.see("Marta", t="T03")
    assert "Ash falls like rain." in html
    assert html.count('class="t-small ink-2 map-legend') == 1


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


def test_fs_184_a_map_is_taken_along_and_brought_in_by_the_club_and_by_another_league() -> None:
    table = marked()
    response = table.browsers["Marta"].get(table.url("export"))
    assert 'filename="the-ember-crown.json"' in response["Content-Disposition"]
    found = response.json()
    assert found["book"] == "firestorm"
    told = {one.id: one for one in from_json(found).places}
    assert (told["T02"].bonus, told["T03"].words) == (2, "Ash falls like rain.")
    sent = {"file": SimpleUploadedFile("map.json", response.content)}
    shelf = reverse("maps:maps", args=[table.scope.club.slug])
    assert table.browsers["Organiser"].post(shelf, sent).status_code == 302
    row = MapTemplate.objects.get(club=table.scope.club)
    assert (row.game, row.name) == ("firestorm", "The Ember Marches")
    assert set(from_json(row.data).places) == set(told.values())
    other = gathered("Ilse", "Jun")
    sent = {"file": SimpleUploadedFile("map.json", response.content)}
    assert other.browsers["Organiser"].post(other.url("lay"), sent).status_code == 302
    assert other.state.territories["T02"].bonus == 2


def test_fs_184_owners_banners_and_what_was_built_stay_in_the_league() -> None:
    table, _battle = at_the_tower()
    content = table.browsers["Kwame"].get(table.url("export")).content.decode()
    assert not any(one in content for one in ("lords_tower", "owner", *table.factions.values()))


def test_fs_184_organisers_find_the_file_and_the_clubs_maps_where_they_look_for_them() -> None:
    table = gathered()
    export = table.url("export")
    assert export in table.see("Organiser")
    act(table, "Organiser", "begin_play")
    assert export in table.see("Organiser")
    assert export in table.browsers["Organiser"].get(table.url("organise")).content.decode()
    assert table.browsers["Marta"].get(export.replace(str(table.scope.pk), "99999")).status_code == 404


def writing_orders() -> Table:
    table = begun_before()
    table.ready()
    return table


@pytest.mark.parametrize("at", [begun_before, writing_orders, lambda: in_the_field()[0]])
def test_a_paused_league_asks_nobody_for_anything(at: Callable[[], Table]) -> None:
    table = at()
    now = table.page("Marta").now
    assert now.main or now.steps
    act(table, "Organiser", "pause", words="summer")
    now = table.page("Marta").now
    assert (now.mine, now.main, now.steps, now.leads) == (False, None, (), False)


def test_fs_50_a_settled_battle_steps_back_behind_those_still_to_fight() -> None:
    league, battle = in_the_field()
    attacker, defender = both(league, battle)
    place = league.state.name_of(battle.territory)
    (step,) = league.page(attacker).now.steps
    assert (step.waits, league.page(attacker).now.settled) == (False, ())
    done(league, attacker, battle.id, "report", result="major_victory")
    (step,) = league.page(attacker).now.steps
    assert (step.waits, league.page(attacker).now.leads) == (True, False)
    assert league.page(defender).now.leads
    (bout,) = league.state.bouts
    done(league, defender, battle.id, "confirm", bout=bout)
    assert league.state.battles[battle.id].status == "settled"
    now = league.page(attacker).now
    assert not any(place in one.text for one in now.steps)
    assert [one.url for one in now.settled] == [step.url]
    assert "Settled this turn:" in league.see(attacker)
