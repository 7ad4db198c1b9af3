"""From a list builder's text to a founded warband, with corrections on the way."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaigns.engine.stored.journal import reconcile
from campaigns.models import ArmyDraft, Seat
from campaigns.opr.imports.draft import DraftArmy
from campaigns.opr.warbands import founding_page
from campaigns.opr.warbands.forms import ArmyForm
from campaigns.people import seats as people
from tests.campaigns import play
from tests.campaigns.opr.warbands.conftest import Table
from tests.factories import signed_in
from tests.pages import looking, page_of, refusal_of

ONCE = count(1)  # each page of a browser has a word of its own
SAMPLES = Path(__file__).parents[2] / "imports" / "data"
LIST = """++ Haters [AOFS 145pts] ++

Chief [1] Q4+ D4+ | 65pts | Hero, Tough(3)
Great Axe (A4, AP(2))

2x Mob [1] Q5+ D5+ | 40pts | Furious
Axe (A1), Bow (24", A1)
"""


def new_url(table: Table) -> str:
    return reverse("campaigns:new_warband", args=[table.scope.pk])


def pasted(table: Table, client: Client, text: str = LIST, **more: Any) -> ArmyDraft:
    """The draft a pasted list leads to."""
    response = client.post(new_url(table), {"text": text, **more})
    assert response.status_code == 302
    return ArmyDraft.objects.latest("id")


def draft_url(draft: ArmyDraft) -> str:
    return reverse("campaigns:army_draft", args=[draft.scope_id, draft.pk])


def page_of_draft(table: Table, draft: ArmyDraft, seat: Seat | None = None) -> founding_page.FoundingPage:
    """What the page of a draft shows its player."""
    row = ArmyDraft.objects.get(pk=draft.pk)
    army = DraftArmy.from_dict(row.data)
    return founding_page.founding_page(looking(table.scope, seat or row.seat), row, ArmyForm(army), army)


def fields_of(table: Table, draft: ArmyDraft) -> dict[str, str]:
    """What a browser would send back from the correction page."""
    page = page_of_draft(table, draft)
    data = {"once": str(next(ONCE)), "name": page.form.head["name"].value()}
    for form in page.form.units:
        for field in form:
            value = field.value()
            if value is True:
                data[field.html_name] = "on"
            elif value not in (None, False):
                data[field.html_name] = str(value)
    return data


def test_a_pasted_list_is_founded_as_it_stands(table: Table) -> None:
    client = signed_in(table.marta)
    draft = pasted(table, client)
    assert bytes(draft.source).decode() == LIST
    response = client.post(draft_url(draft), {**fields_of(table, draft), "found": "1"})
    state = play.state_of(table.scope)
    (warband,) = state.warbands.values()
    assert response["Location"] == reverse("campaigns:warband", args=[table.scope.pk, warband.id])
    assert (warband.name, warband.owner, warband.pool) == ("Haters", str(table.marta.pk), 5)
    units = state.sheet(warband.id)
    assert [(unit.name, unit.value, unit.hero) for unit in units] == [
        ("Chief", 65, True),
        ("Mob", 40, False),
        ("Mob 2", 40, False),
    ]
    assert (units[0].profile.quality, units[0].profile.tough) == (4, 3)
    assert units[1].profile.weapons[1].label == "Bow"
    assert reconcile(table.scope) == []


def test_a_hero_is_sent_along_with_a_unit_by_hand(table: Table) -> None:
    client = signed_in(table.marta)
    draft = pasted(table, client)
    chief, mob = DraftArmy.from_dict(draft.data).units[:2]
    joined = {**fields_of(table, draft), f"{chief.key}-joined_to": mob.key}
    wrong = client.post(draft_url(draft), {**joined, f"{chief.key}-joined_to": chief.key})
    assert wrong.status_code == 422
    [chief_form, *_rest] = page_of(wrong).form.units
    assert "not a hero" in chief_form.errors["joined_to"][0]
    client.post(draft_url(draft), {**joined, "found": "1"})
    units = {unit.name: unit for unit in play.state_of(table.scope).units.values()}
    assert units["Chief"].joined_to == units[mob.name].id
    assert not units[mob.name].joined_to


def test_an_uploaded_file_is_read_like_a_pasted_text(table: Table) -> None:
    client = signed_in(table.marta)
    file = SimpleUploadedFile("haters.txt", LIST.encode())
    client.post(new_url(table), {"file": file})
    draft = ArmyDraft.objects.get()
    assert draft.filename == "haters.txt"
    assert DraftArmy.from_dict(draft.data).total == 145


def test_an_army_typed_in_by_hand_is_founded(table: Table) -> None:
    client = signed_in(table.marta)
    client.post(new_url(table), {"by_hand": "1"})
    draft = ArmyDraft.objects.get()
    client.post(draft_url(draft), {"h1-keep": "on", "h2-keep": "on", "h3-keep": "on", "add_unit": "1"})
    data = {
        "name": "The Ninth Lantern",
        "h1-keep": "on", "h1-name": "Bram", "h1-points": "90", "h1-hero": "on",
        "h1-item0": "Cursed ring", "h1-price0": "-10",
        "h2-keep": "on", "h2-name": "Wardens", "h2-points": "50", "h2-weapons": 'Rifle (24", A1)',
        "h3-keep": "on",
        "h4-keep": "on", "h4-name": "Dog", "h4-points": "15", "h4-rules": "Fast, Tough(2)",
        "found": "1",
    }  # fmt: skip
    assert client.post(draft_url(draft), data).status_code == 302
    state = play.state_of(table.scope)
    (warband,) = state.warbands.values()
    assert [(unit.name, unit.value) for unit in state.sheet(warband.id)] == [
        ("Bram", 80),
        ("Wardens", 50),
        ("Dog", 15),
    ]
    assert state.sheet(warband.id)[2].profile.tough == 2
    assert warband.pool == 5


def test_what_was_not_understood_is_named(table: Table) -> None:
    client = signed_in(table.marta)
    draft = pasted(table, client, LIST + "\nSomething nobody can read at all?\n")
    page = page_of_draft(table, draft)
    assert any("Not understood" in line.sentence for line in page.urgent)


@pytest.mark.parametrize(
    ("text", "game"),
    [
        (LIST, ""),
        (LIST.replace("AOFS ", ""), ""),
        (LIST.replace("AOFS", "GF"), "Grimdark Future"),
        (LIST.replace("AOFS", "AOF"), "Age of Fantasy"),
        ((SAMPLES / "roster.ros").read_text("utf-8"), "Invented Game"),
    ],
    ids=["its own", "says none", "another book", "a sister game", "another maker"],
)
def test_a_list_for_another_game_is_said_to_be_one(table: Table, text: str, game: str) -> None:
    client = signed_in(table.marta)
    page = page_of_draft(table, pasted(table, client, text))
    said = [line.sentence for line in page.urgent if "this league plays" in line.sentence]
    assert len(said) == bool(game)
    if game:
        assert f"list for {game}" in said[0]
        assert "this league plays Age of Fantasy: Skirmish" in said[0]


@pytest.mark.parametrize("text", ["", "hello", "{", "https://army-forge.onepagerules.com/share?id=abc"])
def test_what_is_no_list_is_said_beside_the_field_and_kept(table: Table, text: str) -> None:
    client = signed_in(table.marta)
    response = client.post(new_url(table), {"text": text})
    assert response.status_code == 422
    assert response.context["form"].errors["text"]
    assert not ArmyDraft.objects.exists()
    if text:
        assert text in response.context["form"]["text"].value()


def test_a_list_too_long_for_one_page_is_refused_with_a_sentence(table: Table) -> None:
    mob = "120x Mob [1] Q5+ D5+ | 1pts | Furious\nAxe (A1)\n"
    response = signed_in(table.marta).post(new_url(table), {"text": f"++ Horde [AOFS 150pts] ++\n\n{mob}"})
    assert response.status_code == 422
    assert "120 units" in response.context["form"].errors["text"][0]


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.*")), ids=lambda path: path.name)
def test_every_list_we_can_read_can_be_shown_and_kept(table: Table, sample: Path) -> None:
    client = signed_in(table.marta)
    response = client.post(new_url(table), {"file": SimpleUploadedFile(sample.name, sample.read_bytes())})
    if response.status_code == 422:
        assert response.context["form"].errors["file"]
        return
    draft = ArmyDraft.objects.get()
    before = DraftArmy.from_dict(draft.data)
    assert client.get(draft_url(draft)).status_code == 200
    kept = client.post(draft_url(draft), {**fields_of(table, draft), "check": "1"})
    assert kept.status_code == 302, kept.context["page"].form.units[0].errors
    assert DraftArmy.from_dict(ArmyDraft.objects.get().data) == before


def test_opr_15_points_over_the_budget_refuse_and_keep_what_was_typed(table: Table) -> None:
    client = signed_in(table.marta)
    draft = pasted(table, client)
    data = fields_of(table, draft) | {"u2-points": "60", "found": "1"}
    response = client.post(draft_url(draft), data)
    assert response.status_code == 409
    assert [problem.rule for problem in page_of(response).verdict.problems] == ["OPR-15"]
    assert DraftArmy.from_dict(ArmyDraft.objects.get().data).total == 165
    assert not play.state_of(table.scope).warbands


def test_opr_16_to_18_are_said_while_typing(table: Table) -> None:
    client = signed_in(table.marta)
    draft = pasted(table, client)
    data = fields_of(table, draft) | {"u2-name": "Chief", "u2-points": "1", "u3-hero": "on"}
    response = client.post(draft_url(draft), data, headers={"HX-Request": "true"})
    assert response.status_code == 200
    problems = response.context["page"].verdict.problems
    assert [problem.rule for problem in problems] == ["OPR-16", "OPR-17", "OPR-18"]
    assert problems[2].unit == "u2"
    assert "base.html" not in [one.name for one in response.templates]


def test_leaving_a_unit_out_takes_its_points_off(table: Table) -> None:
    client = signed_in(table.marta)
    draft = pasted(table, client)
    data = fields_of(table, draft) | {"check": "1"}
    del data["u3-keep"]
    client.post(draft_url(draft), data)
    page = page_of_draft(table, draft)
    assert (page.verdict.total, page.verdict.left) == (105, 45)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("u1-points", "many", "Chief: Type a whole number."),
        ("u1-points", "-5", "Chief: At least 0."),
        ("u1-price0", "99999999999999999999", "Chief: At most 100000."),
        ("u2-weapons", "a sharp stick", "Mob: "),
        ("u1-quality", "9", "Chief: Choose one of these."),
    ],
)
def test_a_field_that_makes_no_sense_gets_a_sentence_and_nothing_is_lost(
    table: Table, field: str, value: str, sentence: str
) -> None:
    client = signed_in(table.marta)
    draft = pasted(table, client)
    response = client.post(draft_url(draft), fields_of(table, draft) | {field: value, "found": "1"})
    assert response.status_code == 422
    page = page_of(response)
    unit, _dash, name = field.partition("-")
    [typed] = [form[name] for form in page.form.units if form.prefix == unit]
    assert typed.value() == value
    assert page.verdict.problems[0].sentence.startswith(sentence)
    assert not page.verdict.is_fine
    assert not play.state_of(table.scope).warbands


ODD_NAMES = ["Ünïcødé 🐉🔥", "الفرسان", "Robert'); DROP TABLE units;--", "<b>Bold</b>", "Ярина Сокол"]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_names_in_any_script_are_kept_as_they_are(table: Table, name: str) -> None:
    client = signed_in(table.marta)
    draft = pasted(table, client)
    client.post(draft_url(draft), fields_of(table, draft) | {"name": name, "u1-name": name, "found": "1"})
    (warband,) = play.state_of(table.scope).warbands.values()
    assert (warband.name, play.state_of(table.scope).sheet(warband.id)[0].name) == (name, name)
    page = client.get(reverse("campaigns:warband", args=[table.scope.pk, warband.id])).content.decode()
    assert "<b>Bold" not in page


@pytest.mark.parametrize("name", ["x" * 300, "gnp.exe\u202e", "\u2066hidden"])
def test_names_nobody_can_read_get_a_sentence(table: Table, name: str) -> None:
    client = signed_in(table.marta)
    draft = pasted(table, client)
    response = client.post(draft_url(draft), fields_of(table, draft) | {"u1-name": name, "found": "1"})
    assert response.status_code == 422
    assert response.context["page"].form.units[0].errors["name"]
    assert not play.state_of(table.scope).warbands


def test_a_league_that_is_over_founds_nobody(table: Table) -> None:
    client = signed_in(table.marta)
    draft = pasted(table, client)
    play.started(table.scope, table.ilse, "Jun", "Wren")
    play.act(table.scope, table.ilse, "close", words="it is over")
    response = client.post(draft_url(draft), {**fields_of(table, draft), "found": "1"})
    assert response.status_code == 409
    assert "The league is over." in [one.sentence for one in page_of(response).verdict.problems]


def test_a_player_who_was_removed_founds_nothing(table: Table) -> None:
    client = signed_in(table.marta)
    draft = pasted(table, client)
    data = {**fields_of(table, draft), "found": "1"}
    people.remove_seat(by=table.ilse, seat=table.marta)
    assert client.post(draft_url(draft), data).status_code == 404
    assert not play.state_of(table.scope).warbands


def test_founding_twice_founds_once(table: Table) -> None:
    client = signed_in(table.marta)
    draft = pasted(table, client)
    data = {**fields_of(table, draft), "found": "1"}
    first, second = client.post(draft_url(draft), data), client.post(draft_url(draft), data)
    assert first["Location"] == second["Location"]
    assert len(play.state_of(table.scope).warbands) == 1


def test_a_draft_thrown_away_meanwhile_founds_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other phone discards it while this one founds."""
    client = signed_in(table.marta)
    draft = pasted(table, client)
    data = {**fields_of(table, draft), "found": "1"}
    build = founding_page.founding_page

    def discarded_after(here: Any, row: ArmyDraft, *more: Any) -> founding_page.FoundingPage:
        found = build(here, row, *more)
        ArmyDraft.objects.filter(pk=row.pk).delete()
        return found

    monkeypatch.setattr(founding_page, "founding_page", discarded_after)
    told = client.post(draft_url(draft), data)
    assert told.status_code == 409
    assert "Something has changed" in refusal_of(told)
    assert not play.state_of(table.scope).warbands


def test_opr_02_a_second_warband_is_refused_before_anything_is_typed(table: Table) -> None:
    play.found_warband(table.scope, table.marta)
    response = signed_in(table.marta).get(new_url(table))
    assert response.context["refused"].rule == "OPR-02"


def test_an_organiser_founds_for_an_absent_player(table: Table) -> None:
    client = signed_in(table.ilse)
    draft = pasted(table, client, player=table.tom.pk)
    client.post(draft_url(draft), {**fields_of(table, draft), "found": "1"})
    (warband,) = play.state_of(table.scope).warbands.values()
    assert warband.owner == str(table.tom.pk)
    entry = table.scope.entries.get()
    assert (entry.actor, entry.acting_for) == (table.ilse, f"person:{table.tom.pk}")


def test_who_may_bring_an_army(table: Table) -> None:
    draft = pasted(table, signed_in(table.marta))
    for seat, new, work in [
        (table.ilse, 200, 200),
        (table.tom, 200, 404),
        (table.pip, 404, 404),
        (table.stranger, 404, 404),
        (None, 404, 404),
    ]:
        client = signed_in(seat)
        assert client.get(new_url(table)).status_code == new, seat
        assert client.get(draft_url(draft)).status_code == work, seat
        assert client.post(draft_url(draft), {"found": "1"}).status_code in (work, 409, 422), seat


def test_a_draft_can_be_thrown_away(table: Table) -> None:
    client = signed_in(table.marta)
    draft = pasted(table, client)
    client.post(draft_url(draft), {"discard": "1"})
    assert not ArmyDraft.objects.exists()


def test_text_from_a_list_is_never_markup(table: Table) -> None:
    client = signed_in(table.marta)
    draft = pasted(table, client, LIST.replace("Chief", "<script>alert(1)</script>"))
    page = client.get(draft_url(draft)).content.decode()
    assert not re.search(r"<script>alert", page)
