"""Decks and charts the organiser writes, and objectives that are claimed and decided."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.engine.stored.journal import reconcile
from campaigns.models import SealedAnswer
from campaigns.shell.questions.question_forms import answer_view
from maps.firestorm.cards.cards_page import CardsPage
from maps.firestorm.cards.deck_page import DeckPage
from tests import factories
from tests.maps.conquest.play import words_of
from tests.maps.firestorm.driving import act
from tests.maps.firestorm.play import Table, begun, gathered

pytestmark = pytest.mark.django_db
CHART = {
    "first": ["1", "3", "5"],
    "last": ["2", "4", "6"],
    "name": ["Steady", "Stubborn", "Sure"],
    "words": ["", "", ""],
}


def cards(table: Table, name: str = "Organiser") -> CardsPage:
    response = table.browsers[name].get(table.url("cards"))
    assert response.status_code == 200, words_of(response)
    page: CardsPage = response.context["page"]
    return page


def write(table: Table, deck: str, **data: Any) -> Any:
    return table.browsers["Organiser"].post(table.url("deck", deck), data)


def errors(response: Any) -> dict[int, dict[str, str]]:
    """What stands beside which field of which line."""
    page: DeckPage = response.context["page"]
    return {
        n: {field: str(told[0]) for field, told in one.errors.items()}
        for n, one in enumerate(page.lines)
        if one.errors
    }


def test_fs_116_a_league_begins_with_the_neutral_charts_each_face_once() -> None:
    page = cards(gathered())
    charts = {one.key: one for one in page.decks if one.key in ("unit", "champion")}
    assert [one.title for one in charts.values()] == ["Champion chart, D6", "Unit chart, D6"]
    assert all(not one.fault and not one.own and len(one.lines) == 6 for one in charts.values())


def test_fs_116_an_organiser_writes_a_chart_and_everybody_reads_it() -> None:
    table = begun()
    response = write(table, "unit", **CHART)
    assert response.status_code == 302, words_of(response)
    (chart,) = [one for one in cards(table, "Kwame").decks if one.key == "unit"]
    assert [(one.margin, one.name) for one in chart.lines] == [
        ("1–2", "Steady"), ("3–4", "Stubborn"), ("5–6", "Sure"),
    ]  # fmt: skip
    assert chart.own
    assert reconcile(table.scope) == []


def test_fs_116_missing_and_double_faces_are_told_beside_the_row_and_what_was_typed_is_kept() -> None:
    table = begun()
    response = write(table, "unit", **{**CHART, "first": ["1", "2", "5"], "last": ["2", "3", "6"]})
    assert response.status_code == 422
    assert errors(response) == {
        1: {"first": "Listed twice: 2."},
        2: {"first": "Missing before this row: 4."},
    }
    typed = [one["name"].value() for one in response.context["page"].lines]
    assert typed[:3] == ["Steady", "Stubborn", "Sure"]
    assert table.state.charts == {}
    gap = write(table, "unit", **{**CHART, "first": ["2", "3", "5"]})
    assert errors(gap) == {0: {"first": "Missing before this row: 1."}}


def test_fs_116_rows_that_cannot_be_read_say_so_beside_their_fields() -> None:
    table = begun()
    response = write(
        table, "unit", first=["1", "x", "6"], last=["", "", "5"], name=["A", "B", ""], words=["", "", "c"]
    )
    assert response.status_code == 422
    found = errors(response)
    assert found[1]["first"].startswith("A face must be a whole number from 1 to 100.")
    assert found[2] == {
        "name": "Enter a name, or clear the text to leave this line out.",
        "last": "The last face cannot be lower than the first one.",
    }


def test_the_neutral_set_comes_back_with_one_tap() -> None:
    table = begun()
    before = [one.lines for one in cards(table).decks if one.key == "champion"]
    write(table, "champion", **CHART)
    assert [one.lines for one in cards(table).decks if one.key == "champion"] != before
    assert write(table, "champion", neutral="1").status_code == 302
    assert [one.lines for one in cards(table).decks if one.key == "champion"] == before


def test_fs_05_objectives_have_rewards_and_an_empty_line_is_left_out() -> None:
    table = gathered()
    sent = {"name": ["A deed", "", "Another"], "words": ["Do it.", "", ""], "glory": ["3", "", ""],
            "build": ["", "", "2"]}  # fmt: skip
    assert write(table, "objective", **sent).status_code == 302
    (deck,) = [one for one in cards(table).decks if one.key == "objective"]
    assert [(one.name, one.reward) for one in deck.lines] == [("A deed", "3 glory"), ("Another", "2 BP")]
    dear = write(table, "objective", **{**sent, "glory": ["21", "", ""]})
    assert errors(dear) == {0: {"glory": "A reward must be a whole number from 0 to 20."}}


def test_fs_04_the_deck_of_objectives_is_the_organisers_and_fixed_once_they_are_dealt() -> None:
    table = gathered()
    assert "objective" not in {one.key for one in cards(table, "Marta").decks}
    assert cards(table).to_deal == 2
    table.do("Organiser", "deal_objectives")
    assert cards(table).to_deal == 0
    (deck,) = [one for one in cards(table).decks if one.key == "objective"]
    assert deck.why_not == "The objectives have been dealt, so their cards can no longer be changed."
    response = write(table, "objective", name=["x"], words=[""], glory=[""], build=[""])
    assert response.status_code == 409
    assert "The objectives have been dealt" in words_of(response)


@pytest.mark.parametrize(("reached", "state"), [("yes", "accepted"), ("no", "refused")])
def test_fs_05_a_claim_waits_for_the_organiser_who_accepts_or_refuses(reached: str, state: str) -> None:
    table = begun()
    act(table, "Organiser", "deal_objectives")
    player = next(one for one in table.state.players.values() if one.faction == table.factions["Marta"])
    act(table, "Marta", "claim_objective", player=player.id)
    (claim,) = cards(table).claims
    assert (claim.who, claim.faction) == ("Marta", "The Cinder Watch")
    entry = table.scope.entries.get(procedure="firestorm.claim_objective")
    page = table.browsers["Kwame"].get(f"/l/{table.scope.pk}/entries/{entry.seq}/").context["page"]
    assert [answer_view(one.question, one.answer).words for one in page.asked] == [claim.name]
    assert cards(table, "Kwame").claims == ()
    sent = {"player": player.id, "reached": reached, "words": "seen"}
    assert table.browsers["Marta"].post(table.url("judge"), sent).status_code == 404
    assert table.browsers["Organiser"].post(table.url("judge"), sent).status_code == 302
    assert cards(table).claims == ()
    (told,) = [one for one in table.state.objectives.values() if one.player == player.id]
    assert told.state == state
    again = table.browsers["Organiser"].post(table.url("judge"), sent)
    assert again.status_code == 409
    assert "This objective has not been claimed." in words_of(again)


def test_a_player_who_is_no_member_is_dealt_a_card_that_nobody_sees() -> None:
    table = gathered()
    act(table, "Organiser", "join", faction=table.factions["Marta"], name="A guest")
    act(table, "Organiser", "begin_play")
    act(table, "Organiser", "deal_objectives")
    assert len(table.state.objectives) == len(table.state.players)
    (guest,) = [one.id for one in table.state.players.values() if not one.owner]
    sealed = SealedAnswer.objects.get(slot__scope=table.scope, key=f"objectives:side:{guest}")
    assert sealed.owner is None


def test_a_reason_that_is_too_long_is_kept_and_told_beside_its_field() -> None:
    table = begun()
    act(table, "Organiser", "deal_objectives")
    player = next(one for one in table.state.players.values() if one.faction == table.factions["Marta"])
    act(table, "Marta", "claim_objective", player=player.id)
    sent = {"player": player.id, "reached": "no", "words": "so " * 200}
    response = table.browsers["Organiser"].post(table.url("judge"), sent)
    assert response.status_code == 422
    (claim,) = response.context["page"].claims
    assert (list(claim.form.errors), claim.form["words"].value()) == (["words"], "so " * 200)
    assert next(one for one in table.state.objectives.values() if one.player == player.id).state == "claimed"


def test_players_do_not_write_and_strangers_do_not_read(django_assert_max_num_queries: Any) -> None:
    table = begun()
    assert table.browsers["Marta"].get(table.url("deck", "unit")).status_code == 404
    assert table.browsers["Marta"].post(table.url("deck", "unit"), CHART).status_code == 404
    assert table.browsers["Organiser"].get(table.url("deck", "tarot")).status_code == 404
    stranger = factories.signed_in(factories.new_seat(name="Stranger"))
    assert stranger.get(table.url("cards")).status_code == 404
    with django_assert_max_num_queries(10):
        cards(table)
    with django_assert_max_num_queries(10):
        table.browsers["Organiser"].get(table.url("deck", "unit"))


def test_fs_116_programs_are_refused_a_chart_with_gaps_by_the_row_as_the_page_does() -> None:
    table = begun()
    rows = [{"id": "", "chart": "unit", "first": a, "last": b, "name": "Grim"} for a, b in ((1, 2), (4, 6))]
    sent = {"procedure": "firestorm.write_chart", "params": {"chart": "unit", "rows": rows}, "seen": {}}
    address = f"/api/v1/leagues/{table.scope.pk}/act/"
    answer = table.browsers["Organiser"].post(address, sent, content_type="application/json")
    assert answer.status_code == 409
    assert answer.json() == {
        "sentence": "The chart has to cover each face exactly once. Faces missing or listed twice: 3.",
        "rule": "FS-116",
        "key": "rows.1.first",
    }
    assert table.state.charts == {}
