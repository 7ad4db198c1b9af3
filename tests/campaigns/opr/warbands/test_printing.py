"""Sheets, cards and report forms: what stands on them, and that nothing unchanged is drawn again."""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import quote

import pytest
from django.urls import reverse
from django.utils.translation import get_language
from pypdf import PdfReader

from campaigns.engine.who.seatbook import seatbook
from campaigns.models import Club, LeaguePrint
from campaigns.opr.paper.sheet_builder import build_report, build_sheet
from campaigns.paper import league, pdf
from rules.opr.game import book_of
from tests.campaigns import play
from tests.campaigns.opr.warbands.conftest import Table
from tests.factories import signed_in

HERO: dict[str, Any] = play.unit(
    "Sister Tegan",
    60,
    hero=True,
    items=[{"label": "Storm Lantern", "price": 10}],
    profile={
        "quality": 3,
        "defense": 4,
        "tough": 3,
        "weapons": [{"label": "Great Axe", "attacks": 4, "rules": ["AP(2)"]}],
        "rules": [{"label": "Fearless"}],
    },
)


def address(table: Table, name: str, warband: str) -> str:
    return reverse(f"campaigns:{name}", args=[table.scope.pk, warband])


def sheet_of(table: Table, warband: str) -> Any:
    state = play.state_of(table.scope)
    return build_sheet(
        table.scope, state, state.warbands[warband], seatbook(table.scope.club), "https://club.example/w"
    )


@pytest.fixture
def warband(table: Table) -> str:
    return play.found_warband(
        table.scope, table.marta, "The Ninth Lantern", [HERO, play.unit("Ferrymen", 70)]
    )


def test_a_sheet_says_what_the_pages_say(table: Table, warband: str) -> None:
    sheet = sheet_of(table, warband)
    assert (sheet.name, sheet.player, sheet.value, sheet.pool, sheet.book) == (
        "The Ninth Lantern", "Marta", 140, 10, "AOFS v3.2.0",
    )  # fmt: skip
    hero = sheet.units[0]
    assert (hero.points, hero.quality, hero.defense, hero.tough, hero.is_hero) == (70, "3+", "4+", 3, True)
    assert [(part.points, part.label) for part in hero.make_up] == [(60, "list"), (10, "upgrades")]
    assert (hero.weapons[0].name, hero.weapons[0].profile) == ("Great Axe", "A4, AP(2)")
    assert (hero.items[0].name, hero.items[0].points, hero.next_level_in) == ("Storm Lantern", 10, 5)


HAMMERS = play.unit(
    "Hammer Captain",
    90,
    hero=True,
    items=[{"label": "Twin Hammer", "price": 5}] * 2
    + [{"label": "Smoke Pots", "price": 10}] * 2
    + [{"label": "Bow", "price": 5, "rules": [{"label": "Scout"}]}],
    profile={
        "quality": 3,
        "defense": 4,
        "weapons": [
            {"label": "Twin Hammer", "attacks": 3, "count": 2},
            {"label": "Bow", "attacks": 1, "range": 24},
        ],
    },
)


def test_a_weapon_that_was_bought_is_printed_once_with_its_price(table: Table) -> None:
    (captain,) = sheet_of(table, play.found_warband(table.scope, table.marta, "Hammers", [HAMMERS])).units
    assert [one.name for one in captain.weapons] == ["2x Twin Hammer\u00a0(5 each)", "Bow"]
    assert [one.text for one in captain.items] == ["2x Smoke Pots\u00a0(10 each)", "Bow\u00a0(5)"]


def test_the_parts_of_every_units_points_add_up(table: Table) -> None:
    nadia, oskar = play.started(table.scope, table.ilse, "Nadia", "Oskar")
    for _ in range(6):
        play.evening(table.scope, table.ilse, nadia, oskar)
    for one in (nadia, oskar):
        for block in sheet_of(table, one).units:
            assert sum(part.points for part in block.make_up) == block.points
    levelled = sheet_of(table, nadia).units[0]
    assert levelled.level == 1
    assert {line.kind for line in levelled.traits} == {"level", "skill"}
    assert all(trait.effect for line in levelled.traits for trait in line.traits)
    assert sheet_of(table, nadia).vp_note == "6 wins"


def test_elite_has_a_box_for_each_round(table: Table, warband: str) -> None:
    hero = play.state_of(table.scope).warbands[warband].units[0]
    play.act(table.scope, table.ilse, "give_trait", unit=hero, kind="level", key="elite", words="a prize")
    (line,) = sheet_of(table, warband).units[0].traits
    assert (line.traits[0].name, line.traits[0].boxes) == ("Elite", 4)


@pytest.mark.parametrize(
    ("setting", "dice", "ap"), [("once", {"number": 2}, "AP(2)"), ("each", {}, "AP(D3)")]
)
def test_a_found_weapon_says_its_ap_or_the_die_of_it(
    table: Table, setting: str, dice: dict[str, int], ap: str
) -> None:
    play.act(table.scope, table.ilse, "change_setting", key="found_weapon_ap", value=setting)
    nadia, oskar = play.started(table.scope, table.ilse, "Nadia", "Oskar")
    opened = play.act(table.scope, table.ilse, "open_mission", warbands=[nadia, oskar])
    mission = f"{opened.slot}.mission"
    play.act(table.scope, table.ilse, "begin", mission=mission)
    unit = play.state_of(table.scope).warbands[nadia].units[0]
    answers = {"event-check": 6, "event": 63, **dice, "warband:1": nadia, "unit:1": unit}
    checked = play.act(table.scope, table.ilse, "round", mission=mission, round=1)
    play.answer_all(table.scope, table.ilse, checked, **answers)
    (item,) = sheet_of(table, nadia).units[0].items[-1:]
    assert (item.name, item.note) == ("Grandpa's Sword", f"{ap}, found, cannot be sold")


@pytest.mark.parametrize("name", ["sheet", "cards"])
def test_a_pdf_names_every_unit_and_is_not_sent_twice(table: Table, warband: str, name: str) -> None:
    client = signed_in(table.tom)
    response = client.get(address(table, name, warband))
    assert response["Content-Type"] == "application/pdf"
    assert "style-src" not in response["Content-Security-Policy"]  # or Safari shows it in a box of 304×154
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(response.content)).pages)
    assert "Sister Tegan" in text
    assert "Ferrymen" in text
    again = client.get(address(table, name, warband), headers={"If-None-Match": response["ETag"]})
    assert again.status_code == 304
    assert "Content-Security-Policy" not in again  # it would be kept with the file
    play.act(table.scope, table.ilse, "give_xp", unit=f"{warband[:-8]}.unit-1", amount=1, words="a prize")
    fresh = client.get(address(table, name, warband), headers={"If-None-Match": response["ETag"]})
    assert fresh.status_code == 200


def test_a_file_is_called_as_its_warband_in_any_script(table: Table) -> None:
    warband = play.found_warband(table.scope, play.player(table.scope, "Jörg"), "Grüße: Ωμέγα")
    answer = signed_in(table.ilse).get(address(table, "sheet", warband))
    assert answer["Content-Disposition"] == f"inline; filename*=utf-8''{quote('grüße-ωμέγα.pdf')}"


@pytest.mark.parametrize(
    ("club", "query", "width"),
    [("A4", "", 595), ("A4", "?paper=Letter", 612), ("Letter", "", 612), ("Letter", "?paper=A4", 595)],
)
def test_paper_as_the_club_prints_or_by_wish(
    table: Table, warband: str, club: str, query: str, width: int
) -> None:
    Club.objects.update(paper=club)
    response = signed_in(table.tom).get(address(table, "sheet", warband) + query)
    page = PdfReader(io.BytesIO(response.content)).pages[0]
    assert round(float(page.mediabox.width)) == width


def test_pages_offer_the_clubs_paper_and_the_other(table: Table, warband: str) -> None:
    client, at = signed_in(table.tom), reverse("campaigns:warband", args=[table.scope.pk, warband])
    assert "?paper=Letter" in client.get(at).content.decode()
    Club.objects.update(paper="Letter")
    page = client.get(at).content.decode()
    assert "?paper=A4" in page
    assert "?paper=Letter" not in page
    everybody = client.get(reverse("campaigns:warbands", args=[table.scope.pk])).content.decode()
    assert '<option value="Letter" selected>' in everybody


def test_a_whole_league_is_asked_for_on_the_paper_chosen(table: Table, warband: str) -> None:
    url = reverse("campaigns:print_league", args=[table.scope.pk])
    for asked, paper in (({}, "A4"), ({"paper": "Letter"}, "Letter"), ({"paper": "A0"}, "A4")):
        signed_in(table.tom).post(url, asked)
        assert LeaguePrint.objects.filter(paper=paper).exists()
        LeaguePrint.objects.all().delete()


def test_a_blank_report_has_the_dice_tables_and_a_missions_has_its_sides(table: Table, warband: str) -> None:
    tom = play.found_warband(table.scope, table.tom)
    play.answer_all(table.scope, table.ilse, play.act(table.scope, table.ilse, "start"))
    play.act(table.scope, table.ilse, "open_mission", warbands=[warband, tom])
    state, people = play.state_of(table.scope), seatbook(table.scope.club)
    blank = build_report(table.scope, state, people, "https://club.example")
    assert blank.is_blank
    assert len(blank.tables) == 7
    assert blank.rewards[0] == "winner: 2 VP, 20 points"
    (mission,) = state.missions.values()
    filled = build_report(table.scope, state, people, "https://club.example", mission)
    assert [side.name for side in filled.sides] == ["The Ninth Lantern", "Tom's band"]
    assert [unit.name for unit in filled.sides[0].units] == ["Sister Tegan", "Ferrymen"]
    assert filled.cap == 190
    url = reverse("campaigns:report_form", args=[table.scope.pk])
    for query in ("", f"?mission={mission.id}"):
        assert signed_in(table.tom).get(url + query)["Content-Type"] == "application/pdf"
    assert signed_in(table.tom).get(url + "?mission=none").status_code == 404


def test_opr_22_a_missions_report_prints_its_evening_whatever_came_since(table: Table, warband: str) -> None:
    tom = play.found_warband(table.scope, table.tom)
    play.answer_all(table.scope, table.ilse, play.act(table.scope, table.ilse, "start"))
    before = [(unit.name, unit.value) for unit in play.state_of(table.scope).sheet(warband)]
    captain, second = [unit.id for unit in play.state_of(table.scope).sheet(warband)][:2]
    mission = play.played(table.scope, table.ilse, tom, warband, kills={second: ""})
    opened = play.act(table.scope, table.ilse, "casualties", mission=mission, warband=warband)
    play.answer_all(table.scope, table.ilse, opened, **{f"casualty:{second}": 1})
    play.act(table.scope, table.ilse, "experience", mission=mission, warband=warband)
    play.act(table.scope, table.ilse, "give_value", unit=captain, amount=15, words="for the test")
    state, people = play.state_of(table.scope), seatbook(table.scope.club)
    assert [unit.id for unit in state.sheet(warband)] != [captain, second]
    form = build_report(table.scope, state, people, "https://club.example", state.missions[mission])
    (side,) = (one for one in form.sides if one.name == state.warbands[warband].name)
    assert [(unit.name, unit.points) for unit in side.units] == before
    assert [unit.number for unit in side.units] == list(range(1, len(before) + 1))
    assert sum(unit.points for unit in side.units) == side.fielded
    assert side.underdog == state.missions[mission].side(warband).underdog


def test_a_missions_report_has_its_name_and_the_objectives_rolled(table: Table, warband: str) -> None:
    tom = play.found_warband(table.scope, table.tom)
    play.answer_all(table.scope, table.ilse, play.act(table.scope, table.ilse, "start"))
    sides = {"warbands": [warband, tom], "name": "Bridge at Sulphur Ford"}
    play.act(table.scope, table.ilse, "open_mission", **sides)
    (mission,) = play.state_of(table.scope).missions
    units = [one.id for one in play.state_of(table.scope).sheet(tom)]
    play.act(table.scope, table.ilse, "field", mission=mission, warband=tom, units=units)
    rolled = play.act(table.scope, table.ilse, "roll_objective", mission=mission, warband=tom)
    play.answer_all(table.scope, table.ilse, rolled)
    url = reverse("campaigns:report_form", args=[table.scope.pk])
    page = signed_in(table.tom).get(f"{url}?mission={mission}")
    text = PdfReader(io.BytesIO(page.content)).pages[0].extract_text()
    state = play.state_of(table.scope)
    names = {one.key: one.name for one in book_of(state).book.objectives}
    assert "Bridge at Sulphur Ford" in text
    assert f"objective {names[state.missions[mission].side(tom).objective]}" in " ".join(text.split())
    assert text.count("objective D6") == 1


def test_strangers_print_nothing(table: Table, warband: str) -> None:
    for name in ("sheet", "cards"):
        assert signed_in(table.stranger).get(address(table, name, warband)).status_code == 404
    play.act(table.scope, table.marta, "disband_warband", warband=warband)
    assert signed_in(table.marta).get(address(table, "sheet", warband)).status_code == 404


def printed(table: Table, who: Any) -> Any:
    """The page a member gets who asks for the whole league."""
    return signed_in(who).post(reverse("campaigns:print_league", args=[table.scope.pk]), follow=True)


def test_the_whole_league_is_one_file_and_drawn_once(
    table: Table, warband: str, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    play.found_warband(table.scope, table.tom)
    drawn: list[str] = []
    draw = pdf.pdf_bytes
    monkeypatch.setattr(league, "pdf_bytes", lambda html: drawn.append(html) or draw(html))
    with django_capture_on_commit_callbacks(execute=True):
        page = printed(table, table.marta)
    asked = LeaguePrint.objects.get()
    assert (asked.done, asked.of, len(drawn)) == (3, 3, 3)
    page = signed_in(table.marta).get(page.request["PATH_INFO"])
    assert page.context["is_done"]
    part = signed_in(table.marta).get(page.request["PATH_INFO"], headers={"HX-Target": "progress"})
    assert part.content.decode().lstrip().startswith('<div id="progress"')
    file = signed_in(table.pip).get(reverse("campaigns:league_pdf", args=[table.scope.pk, asked.pk]))
    text = "".join(one.extract_text() for one in PdfReader(io.BytesIO(file.content)).pages)
    assert "Sister Tegan" in text
    assert "Tom's band" in text
    printed(table, table.tom)
    assert LeaguePrint.objects.count() == 1
    play.act(table.scope, table.ilse, "give_xp", unit=f"{warband[:-8]}.unit-1", amount=1, words="a prize")
    with django_capture_on_commit_callbacks(execute=True):
        printed(table, table.marta)
    assert len(drawn) == 5  # the front page and the one sheet that changed
    first = LeaguePrint.objects.first()
    assert first is not None
    assert first.content


def test_each_reader_gets_the_league_in_their_own_language(
    table: Table,
    warband: str,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
    settings: Any,
) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    drawn: list[str | None] = []
    draw = pdf.pdf_bytes
    monkeypatch.setattr(league, "pdf_bytes", lambda html: drawn.append(get_language()) or draw(html))
    url = reverse("campaigns:print_league", args=[table.scope.pk])
    with django_capture_on_commit_callbacks(execute=True):
        for language in ("de", "en", "de"):
            signed_in(table.marta).post(url, headers={"accept-language": language})
    assert sorted(LeaguePrint.objects.values_list("language", flat=True)) == ["de", "en"]
    assert drawn == ["de", "de", "en", "en"]


def test_only_members_print_a_league(table: Table, warband: str) -> None:
    for who in (table.stranger, None):
        assert printed(table, who).status_code == 404
    asked = LeaguePrint.objects.create(scope=table.scope, version=1, paper="A4", base="")
    for name in ("league_print", "league_pdf"):
        url = reverse(f"campaigns:{name}", args=[table.scope.pk, asked.pk])
        assert signed_in(table.stranger).get(url).status_code == 404
    assert signed_in(table.marta).get(url).status_code == 404  # nothing is drawn yet


def test_a_file_that_cannot_be_drawn_says_so(
    table: Table, warband: str, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr(league, "pdf_bytes", lambda html: 1 // 0)
    with django_capture_on_commit_callbacks(execute=True):
        page = printed(table, table.marta)
    assert LeaguePrint.objects.get().failed
    page = signed_in(table.marta).get(page.request["PATH_INFO"]).content.decode()
    assert "The file could not be made" in page


@pytest.mark.parametrize(("basis", "highest"), [("fielded", 70), ("available", 150)])
def test_a_14_a_sheet_compares_what_the_league_compares(table: Table, basis: str, highest: int) -> None:
    play.act(table.scope, table.ilse, "change_setting", key="underdog_basis", value=basis)
    mine, other = play.started(table.scope, table.ilse, "Nadia", "Oskar")
    mission = f"{play.act(table.scope, table.ilse, 'open_mission', warbands=[mine, other]).slot}.mission"
    for one in (mine, other):
        first, *_ = play.state_of(table.scope).warbands[one].units
        play.act(table.scope, table.ilse, "field", mission=mission, warband=one, units=[first])
    sheet = sheet_of(table, mine)
    assert (sheet.next_mission.highest, sheet.underdog_of_available) == (highest, basis == "available")
