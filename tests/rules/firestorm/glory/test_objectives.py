"""Secret objectives and what the organiser writes: decks and charts."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.codec import dump
from rules.engine.refusals import Refused
from rules.firestorm.decks import chart, deck
from rules.firestorm.faction_figures import balance
from rules.firestorm.glory.counting import ledger
from rules.firestorm.muster_state import Card, ChartRow
from rules.firestorm.setting_up.objectives import objective_of
from rules.firestorm.state import Player
from tests.rules.firestorm.play import League, league
from tests.rules.firestorm.setting_up.test_founding import founded


def dealt(**settings: Any) -> League:
    found = league("O", "C", phase="preparation", **settings)
    found.state = found.state.put("players", Player(id="O2p", faction="O", owner="person-O2", name="Bo"))
    found.do("deal_objectives")
    return found


def card_of(found: League, player: str) -> str:
    held = objective_of(found.state, player)
    assert held is not None
    return str(found.seals[held.entry, held.sealed_key])


def test_fs_04_every_player_draws_one_and_nobody_the_same():
    found = dealt()
    held = [card_of(found, one) for one in ("Op", "O2p", "Cp")]
    assert len(set(held)) == 3
    assert set(held) < {one.id for one in deck(found.state, found.book_now, "objective")}


def test_fs_04_nobody_comes_in_under_the_id_of_somebody_whose_objective_lies_there():
    found = founded("O", "C")
    found.do("deal_objectives")
    found.do("withdraw", faction="O")
    with pytest.raises(Refused, match="already joined"):
        found.do("found", owner="person-9", player="Op", colour="c9", name="Z")
    with pytest.raises(Refused, match="already joined"):
        found.do("join", owner="person-9", player="Op", faction="C")


def test_fs_04_no_table_tells_what_anybody_holds():
    found = dealt()
    told = str([dump(one) for one in found.state.objectives.values()])
    assert not [one.id for one in deck(found.state, found.book_now, "objective") if one.id in told]
    assert {one.state for one in found.state.objectives.values()} == {"drawn"}


def test_fs_04_who_comes_later_draws_from_what_is_left():
    found = dealt()
    found.refused("E57", "deal_objectives")
    found.state = found.state.put("players", Player(id="late", faction="C", owner="person-late", name="Di"))
    found.do("deal_objectives")
    held = [card_of(found, one) for one in ("Op", "O2p", "Cp", "late")]
    assert len(set(held)) == 4


def test_fs_04_players_without_a_seat_hold_a_card_each():
    found = league("O", "C", phase="preparation")
    for one in ("guest", "other"):
        found.state = found.state.put("players", Player(id=one, faction="C", name=one))
    found.do("deal_objectives")
    assert len({card_of(found, one) for one in ("Op", "Cp", "guest", "other")}) == 4


def test_fs_04_there_have_to_be_cards_enough():
    found = league("O", "C", phase="preparation")
    found.do("write_deck", kind="objective", cards=[{"id": "", "kind": "objective", "name": "One"}])
    found.refused("E53", "deal_objectives")


def test_fs_05_a_claimed_objective_is_judged_and_its_reward_booked():
    found = league("O", "C", phase="preparation")
    card = {"id": "", "kind": "objective", "name": "Hold the ford", "glory": 2, "build": 1}
    found.do("write_deck", kind="objective", cards=[card, card])
    found.do("deal_objectives")
    found.refused("E59", "judge_objective", player="Op", reached=True)
    found.do("claim_objective", player="Op", words="We hold it.")
    mine = objective_of(found.state, "Op")
    assert mine is not None
    assert (mine.state, mine.card) == ("claimed", card_of(found, "Op"))
    found.do("judge_objective", player="Op", reached=True)
    assert [one.amount for one in ledger(found.state, "O")] == [2]
    assert balance(found.state, "O") == 1
    found.refused("E58", "claim_objective", player="Op")


def test_fs_05_a_refused_claim_brings_nothing_and_may_be_made_again():
    found = dealt()
    found.do("claim_objective", player="Op")
    found.do("judge_objective", player="Op", reached=False, words="Not yet.")
    assert found.state.ledger == {}
    found.do("claim_objective", player="Op")


def test_fs_05_without_a_reward_nothing_is_booked():
    found = league("O", "C", phase="preparation")
    card = {"id": "", "kind": "objective", "name": "Glory enough"}
    found.do("write_deck", kind="objective", cards=[card, card])
    found.do("deal_objectives")
    found.do("claim_objective", player="Op")
    found.do("judge_objective", player="Op", reached=True)
    assert found.state.ledger == {}


def test_fs_04_a_player_shows_theirs_also_after_the_end():
    found = dealt()
    found.enter("finished")
    found.do("show_objective", player="Cp")
    mine = objective_of(found.state, "Cp")
    assert mine is not None
    assert (mine.state, mine.card) == ("shown", card_of(found, "Cp"))
    found.refused("E58", "show_objective", player="Cp")


def test_fs_04_the_deck_stays_once_it_is_dealt():
    dealt().refused("E72", "write_deck", kind="objective", cards=[])


def test_fs_08_times_of_war_and_conditions_are_the_organisers():
    found = league()
    for kind in ("time_of_war", "sudden_death"):
        assert deck(found.state, found.book_now, kind)
        found.do(
            "write_deck", kind=kind, cards=[{"id": "", "kind": kind, "name": "Ashfall", "words": "Dark."}]
        )
        assert deck(found.state, found.book_now, kind) == [
            Card(id=f"{kind}:own:01", kind=kind, name="Ashfall", words="Dark.")
        ]


def test_fs_116_a_chart_is_written_row_by_row():
    found = league()
    rows = [{"id": "", "chart": "unit", "first": 1, "last": 6, "name": "Grim", "words": "Stays."}]
    found.do("write_chart", chart="unit", rows=rows)
    assert chart(found.state, found.book_now, "unit") == [
        ChartRow(id="unit:own:01", chart="unit", first=1, last=6, name="Grim", words="Stays.")
    ]
    assert len(chart(found.state, found.book_now, "champion")) == 6


@pytest.mark.parametrize(
    ("faces", "wrong"),
    [
        (((1, 2), (4, 6)), ("3", "rows.1.first")),
        (((2, 6),), ("1", "rows.0.first")),
        (((4, 6), (2, 3)), ("1", "rows.1.first")),
        (((1, 3), (3, 6)), ("3", "rows.1.first")),
    ],
)
def test_fs_116_a_chart_with_gaps_is_not_written_and_the_row_is_named(
    faces: tuple[tuple[int, int], ...], wrong: tuple[str, str]
) -> None:
    found = league()
    rows = [{"id": "", "chart": "unit", "first": a, "last": b, "name": "Grim"} for a, b in faces]
    with pytest.raises(Refused) as refused:
        found.do("write_chart", chart="unit", rows=rows)
    told = f"The chart has to cover each face exactly once. Faces missing or listed twice: {wrong[0]}."
    assert (refused.value.rule, refused.value.sentence, refused.value.key) == ("FS-116", told, wrong[1])


@pytest.mark.parametrize(
    ("act", "sent", "key"),
    [
        ("write_chart", {"chart": "unit", "rows": [{"first": 1, "last": 6, "name": " "}]}, "rows.0.name"),
        ("write_chart", {"chart": "unit", "rows": [{"first": 6, "last": 1, "name": "A"}]}, "rows.0.first"),
        ("write_deck", {"kind": "objective", "cards": [{"name": "A"}, {"name": ""}]}, "cards.1.name"),
        ("write_deck", {"kind": "time_of_war", "cards": [{"name": ""}]}, "cards.0.name"),
        (
            "write_deck",
            {"kind": "sudden_death", "cards": [{"name": "A", "words": "x" * 601}]},
            "cards.0.words",
        ),
        ("write_deck", {"kind": "objective", "cards": [{"name": "A", "build": 21}]}, "cards.0.build"),
    ],
)
def test_fs_05_what_is_written_incompletely_is_refused_with_its_field(
    act: str, sent: dict[str, Any], key: str
) -> None:
    about: dict[str, Any] = {"id": "", **{name: sent[name] for name in ("chart", "kind") if name in sent}}
    written: dict[str, Any] = {
        name: [{**about, **one} for one in sent[name]] for name in ("rows", "cards") if name in sent
    }
    with pytest.raises(Refused) as refused:
        league().do(act, **{**sent, **written})
    assert refused.value.key == key


def test_fs_04_a_league_does_not_begin_with_fewer_objectives_than_players_nor_with_a_chart_with_gaps():
    found = founded("O", "C")
    card = {"id": "", "kind": "objective", "name": "Hold the ford"}
    found.do("write_deck", kind="objective", cards=[card])
    found.refused("E142", "begin_play")
    found.do("write_deck", kind="objective", cards=[])
    whole = found.state
    found.state = whole.change("campaign", "campaign", own=("unit",)).put(
        "charts", ChartRow(id="a", chart="unit", first=2, last=6)
    )
    found.refused("E144", "begin_play")
    found.state = whole
    found.do("begin_play")


def test_fs_105_an_accepted_objective_may_end_a_league_that_looks_at_once():
    found = league("O", "C", phase="preparation", glory_target=5, victory_check="at_once")
    card = {"id": "", "kind": "objective", "name": "Hold the ford", "glory": 4}
    found.do("write_deck", kind="objective", cards=[card, card])
    found.do("deal_objectives")
    found.do("claim_objective", player="Op")
    found.do("judge_objective", player="Op", reached=True)
    assert (found.state.now.phase, found.state.now.winners) == ("finished", ("O",))
