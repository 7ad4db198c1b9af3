"""On a battle's page the organiser strikes it out, corrects its result, or voids it; everybody reads why."""

from __future__ import annotations

from typing import Any

import pytest

from rules.firestorm.faction_figures import balance
from rules.firestorm.state import Battle
from tests.maps.conquest.play import words_of
from tests.maps.firestorm import fights
from tests.maps.firestorm.fights import both, done, in_the_field, ordered, page_at, sent
from tests.maps.firestorm.play import Table, begun
from tests.pages import page_of

pytestmark = pytest.mark.django_db


def rulings(league: Table, battle: str, name: str = "Organiser") -> Any:
    organising = page_of(page_at(league, name, battle)).organising
    return organising and organising.rulings


def rows(league: Table, battle: str) -> list[int]:
    """Glory of a battle's rows in the ledger, in order."""
    found = (one for one in league.state.ledger.values() if (one.battle, one.coin) == (battle, "glory"))
    return [one.amount for one in found]


def test_fs_50_a_battle_nobody_fights_is_struck_out_with_a_reason() -> None:
    league, battle = in_the_field()
    assert rulings(league, battle.id, "Marta") is None
    assert rulings(league, battle.id).strike
    assert not rulings(league, battle.id).void
    response = sent(league, "Organiser", battle.id, "strike", words=" ")
    assert response.status_code == 422
    assert response.context["wrong"].of == "strike.words"
    assert "Say why; everybody can read it" in words_of(response)
    assert sent(league, "Marta", battle.id, "strike", words="I want to").status_code == 403
    done(league, "Organiser", battle.id, "strike", words="Both are ill.")
    assert league.state.battles[battle.id].status == "struck"
    assert rows(league, battle.id) == []
    assert rulings(league, battle.id) is None


def test_fs_107_a_result_is_corrected_and_its_glory_booked_anew() -> None:
    league, battle = in_the_field()
    attacker, _defender = both(league, battle)
    fights.fought(league, battle, "minor_victory")
    before = rows(league, battle.id)
    found = rulings(league, battle.id)
    assert (found.grade, found.strike) == ("minor_victory", "")
    response = sent(
        league, "Organiser", battle.id, "correct_result", result="minor_victory", words="Checked."
    )
    assert response.context["wrong"].of == "correct_result.result"
    assert "That is already the result of this battle." in words_of(response)
    done(league, "Organiser", battle.id, "correct_result", result="draw", words="They miscounted.")
    assert league.state.battles[battle.id].result == "draw"
    after = rows(league, battle.id)
    assert after[: len(before)] == before
    assert sum(after) == 2  # a draw brings each side one
    assert balance(league.state, league.factions[attacker]) == 0
    assert "They miscounted." in words_of(page_at(league, attacker, battle.id))


def still(league: Table, battle: str) -> tuple[Any, ...]:
    """What the organiser reads about land and banners that have not moved."""
    return tuple(page_of(page_at(league, "Organiser", battle)).organising.still)


def test_fs_107_after_a_correction_the_organiser_reads_what_has_not_moved_and_where_to_move_it() -> None:
    league, battle = in_the_field()
    attacker, _defender = both(league, battle)
    fights.fought(league, battle, "minor_victory")
    assert still(league, battle.id) == ()
    assert league.state.territories[battle.territory].owner == league.factions[attacker]
    done(league, "Organiser", battle.id, "correct_result", result="minor_defeat", words="The other way.")
    land, *banners = still(league, battle.id)
    assert "With this result the attacker fails to take it." in land.words
    assert land.url == f"{league.url('organise')}?t={battle.territory}#land"
    assert [one.url for one in banners] == [f"{league.url('organise')}#banners"] * len(
        league.state.battles[battle.id].banners
    )
    assert page_of(page_at(league, attacker, battle.id)).organising is None
    done(league, "Organiser", battle.id, "void_result", words="The wrong armies.")
    assert "No land changes hands in a battle that is struck out." in still(league, battle.id)[0].words


def test_fs_107_a_result_that_has_come_into_force_is_void_and_taken_back() -> None:
    league, battle = in_the_field()
    fights.fought(league, battle, "minor_victory")
    owner = league.state.territories[battle.territory].owner
    assert "Land and banners stay" in rulings(league, battle.id).void
    done(league, "Organiser", battle.id, "void_result", words="The wrong armies.")
    assert league.state.battles[battle.id].status == "struck"
    assert sum(rows(league, battle.id)) == 0
    assert league.state.territories[battle.territory].owner == owner


def in_two_fields() -> tuple[Table, Battle]:
    """Two battles of one turn, the first of Marta and Kwame: one that is decided waits for the other."""
    league = begun("Marta", "Kwame", "Ilse", "Jun")
    met = {"Marta": "T03", "Kwame": "T03", "Ilse": "T23", "Jun": "T23"}
    home = {name: league.state.factions[one].corner for name, one in league.factions.items()}
    way = {"T01": "T02", "T05": "T04", "T21": "T22", "T25": "T24"}
    ordered(league, **{one: {home[one]: ("forced_march", (way[home[one]], met[one]))} for one in met})
    first = next(one for one in league.state.battles.values() if one.territory == "T03")
    return league, first


@pytest.mark.parametrize("after", ["walkover", "fought"])
def test_fs_50_and_107_a_walk_over_that_was_voided_is_given_again_or_the_battle_is_fought(after: str) -> None:
    league, battle = in_two_fields()
    attacker, defender = both(league, battle)
    done(league, defender, battle.id, "walkover")
    assert league.state.battles[battle.id].result == "minor_victory"
    done(league, "Organiser", battle.id, "void_result", words="They were only late.")
    assert league.state.battles[battle.id].status == "open"
    assert page_of(page_at(league, attacker, battle.id)).give_up is not None
    if after == "walkover":
        done(league, attacker, battle.id, "walkover")
    else:
        fights.fought(league, battle, "minor_defeat")
    found = league.state.battles[battle.id]
    assert (found.status, found.result) == ("settled", "minor_defeat")
    assert found.method == ("walkover" if after == "walkover" else "played")


def test_an_organiser_writes_to_those_who_fight_as_long_as_the_battle_is_open() -> None:
    league, battle = in_the_field()
    link = page_of(page_at(league, "Organiser", battle.id)).organising.write
    assert link.words in ("Write to both", "Write to all of them")
    assert league.browsers["Organiser"].get(link.url).status_code == 200
    assert league.browsers["Marta"].get(link.url).status_code == 404
    done(league, "Organiser", battle.id, "strike", words="Both are ill.")
    assert page_of(page_at(league, "Organiser", battle.id)).organising.write is None
