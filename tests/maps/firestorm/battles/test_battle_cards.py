"""Battles and sieges on paper: a card each, with what is known, and no more for whoever does not fight."""

from __future__ import annotations

import io
import os
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader

from maps.firestorm.battles.paper import cards
from maps.firestorm.battles.paper.rows import afterwards_rows
from rules.firestorm.battles.reminders import Note
from tests.maps.firestorm.fights import (
    at_the_tower,
    done,
    fought,
    in_the_field,
    on_to_the_next_turn,
    settled,
)
from tests.maps.firestorm.play import Table, gathered

pytestmark = pytest.mark.django_db
SHOTS = os.environ.get("MUSTERROLL_SHOTS", "")


def card(league: Table, name: str, battle: str, kind: str) -> str:
    """The text of a card as somebody prints it."""
    answer = league.browsers[name].get(league.url("battle_paper", battle, kind))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    if SHOTS:
        Path(SHOTS, f"{kind}-{name}.pdf").write_bytes(answer.content)
    pages = PdfReader(io.BytesIO(answer.content)).pages
    assert kind == "fortress" or len(pages) == 1
    return "\n".join(one.extract_text() for one in pages)


def test_fs_51_the_battle_card_has_the_points_of_both_and_room_for_a_pen() -> None:
    league, battle = in_the_field()
    text = card(league, "Marta", battle.id, "battle")
    for words in ("Battle for Eyes of the Prismatikon", "The banner’s army", "2000", "fatigued", "FS-35"):
        assert words in text
    assert text.count("☐") == 7  # one game: five results, two sides that may be tabled
    for words in ("AFTERWARDS, WITHOUT THE APP", "1–3 scattered, 4–6 retreats 1 step", "up to 400"):
        assert words in text
    assert text.count("victory points") == 2  # a row of the rounds for each
    for kind in ("siege", "fortress", "poster"):
        assert league.browsers["Marta"].get(league.url("battle_paper", battle.id, kind)).status_code == 404


@pytest.mark.parametrize(("count", "roomy"), [(11, True), (24, False)])
def test_fs_51_the_battle_card_stays_on_one_sheet_with_all_that_is_to_be_remembered(
    monkeypatch: pytest.MonkeyPatch, count: int, roomy: bool
) -> None:
    league, battle = in_the_field()
    long = Note("always", "FS-54", "Shots into a melee hit its units at random. " * 2)
    monkeypatch.setattr(cards, "battle_reminders", lambda *_of: [long] * count)
    here = league.at("Marta")
    assert cards.battle_on_paper(here, battle).roomy == roomy
    assert len(PdfReader(io.BytesIO(cards.battle_card(here, battle))).pages) == 1


def test_fs_90_a_card_printed_later_lends_nobody_what_the_battle_has_won_them() -> None:
    league, battle = in_the_field()

    def lent() -> list[tuple[str, str]]:
        page = cards.battle_on_paper(league.at("Marta"), league.state.battles[battle.id])
        return [(whom, note.rule) for whom, note in page.notes]

    then = lent()
    assert "FS-94" in {rule for _whom, rule in then}
    fought(league, battle)
    settled(league, battle)
    assert league.state.territories[battle.territory].owner == battle.attack
    assert lent() == then
    on_to_the_next_turn(league)
    assert lent() == then


def test_fs_57_several_games_are_added_up_on_the_card() -> None:
    league, battle = in_the_field()
    here = league.at("Marta")
    several = [one.title for one in afterwards_rows(here.book, replace(battle, games=3))]
    assert several == ["Several games", "The territory", "A beaten banner", "Build points", "Glory"]
    assert [one.title for one in afterwards_rows(here.book, battle)] == several[1:]
    beaten = next(one for one in afterwards_rows(here.book, battle) if one.title == "A beaten banner")
    assert beaten.lines[0] == "draw: both retreat 1 step"


def test_fs_151_the_siege_card_says_what_was_done_to_its_two_sides_alone() -> None:
    league, battle = at_the_tower("Marta", "Kwame", "Ilse")
    done(league, "Marta", battle.id, "offer_siege", siege="true")
    said = {":how": "battleplan", ":winner": "besieger"}
    done(league, "Kwame", battle.id, "start_siege", storm="false", said=said)
    done(league, "Kwame", battle.id, "siege_turn", turn=1)
    if league.state.sieges[battle.id].step == "besieger":
        done(league, "Kwame", battle.id, "take_option", turn=1, option="bombardment")
        done(league, "Marta", battle.id, "take_option", turn=1, option="construct_besieged")
        assert "1 × D3" in card(league, "Kwame", battle.id, "siege")
        assert "1 × D3" not in card(league, "Ilse", battle.id, "siege")
    text = card(league, "Kwame", battle.id, "siege")
    for words in ("Siege of Cinderwatch", "Undermine", "5+", "Boiling oil", "Gate", "FINAL ASSAULT"):
        assert words in text


def test_fs_158_all_battleplans_and_fortress_pieces_are_cards() -> None:
    league, battle = at_the_tower()
    text = card(league, "Marta", battle.id, "fortress")
    names = ("Send for Help", "Forlorn Hope", "Testing the Defenses", "Reinforcements", "Infiltrate")
    for number, name in enumerate((*names, "Starve Out", "Sally Out", "Undermine"), start=1):
        assert f"{number} · {name}" in text
    for piece in ("Tower", "Keep", "Gate", "Wall section", "All-Out Assault"):
        assert piece in text


def test_fs_158_the_same_cards_are_printed_for_a_league_without_a_battle() -> None:
    league = gathered()
    assert league.url("fortress") in league.browsers["Marta"].get(league.url("print")).content.decode()
    answer = league.browsers["Marta"].get(league.url("fortress"))
    text = "\n".join(one.extract_text() for one in PdfReader(io.BytesIO(answer.content)).pages)
    for words in ("8 · Undermine", "Wall section", "All-Out Assault", "The Ember Crown"):
        assert words in text
