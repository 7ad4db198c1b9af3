"""The usual questions of every book: each can be filled in, and its form and the umpire say the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.engine.books import rule_text
from rules.engine.codec import entity_types
from rules.engine.plain import JsonObject, table_in
from rules.engine.shelf import all_games
from rules.opr.state import OprState
from rules.rehearsal import bounded
from rules.rehearsal.bounded import Unplayable, bounded_rulings
from rules.rehearsal.rehearse import BadScript
from rules.rehearsal.translating import book_texts
from rules.rehearsal.umpire import Judgement, Ruling, judged
from rules.rehearsal.usual import BLANK, Blank, Usual, said_at, usual_in, usual_of

EVERY = [
    (game, book, usual)
    for game in all_games()
    for book in all_games()[game].books
    for usual in usual_of(game)
]
NAMES = [f"{book}-{usual.id}" for _game, book, usual in EVERY]
ASKED = pytest.mark.parametrize(("game", "book", "usual"), EVERY, ids=NAMES)


def first(blank: Blank) -> object:
    """What a field holds when somebody opens the question."""
    match blank.kind:
        case "tick":
            return bool(blank.initial)
        case "number":
            return int(blank.initial or blank.least)
        case "pick":
            return blank.initial or blank.choices[0].id
        case "dice":
            return []
        case _:
            return blank.initial


def values(blank: Blank) -> list[object]:
    """Everything worth trying in a field."""
    match blank.kind:
        case "tick":
            return [True, False]
        case "pick":
            return [one.id for one in blank.choices]
        case "number":
            return [blank.least, blank.most, first(blank)]
        case _:
            return [first(blank)]


def beginning(usual: Usual) -> dict[str, object]:
    return {one.name: first(one) for one in usual.fields}


def tries(usual: Usual) -> Iterator[dict[str, object]]:
    """The question as it is opened, and with each other value of one field."""
    begun = beginning(usual)
    for blank in usual.fields:
        yield from ({**begun, blank.name: value} for value in values(blank))


def ruled(game: str, book: str, usual: Usual, given: dict[str, object], face: int = 5) -> list[Ruling]:
    """With as many dice, all of one face, as the rules ask for."""
    dice = next((one.name for one in usual.fields if one.kind == "dice"), "")
    for count in range(8):
        filled: dict[str, object] = {**given, dice: [face] * count} if dice else given
        found = bounded_rulings(case_of(game, book, usual, filled))
        if not any({"open", "refused"} & one.says.keys() for one in found):
            break
    return found


def case_of(game: str, book: str, usual: Usual, given: dict[str, object]) -> JsonObject:
    return {"game": game, "book": book, **usual.filled(given)}


@ASKED
def test_each_answer_of_each_field_is_a_case_the_rules_play(game: str, book: str, usual: Usual) -> None:
    assert all(rule_text(rule) for rule in usual.rules)
    for given in tries(usual):
        found = ruled(game, book, usual, given)
        assert not [one.says for one in found if "open" in one.says], given
        assert all(one.is_right is None for one in found), "nothing was expected"
        told = [shown.said(found[shown.step - 1].says) for shown in usual.figures]
        assert any(one is not None for one in told) or _refused_by_one_of(usual, found), given


def _refused_by_one_of(usual: Usual, found: list[Ruling]) -> bool:
    """That a rule the question is about does not allow it is an answer."""
    return any(rule in usual.rules for one in found if "refused" in one.says for rule, _text in one.rules)


@ASKED
def test_what_the_rules_give_is_right_when_it_was_expected_and_nothing_else_is(
    game: str, book: str, usual: Usual
) -> None:
    begun = beginning(usual)
    told = ruled(game, book, usual, begun)
    for shown in usual.figures:
        blank = next((one for one in usual.expected if one.name == shown.expected), None)
        if blank is None:
            continue
        said = shown.said(told[shown.step - 1].says)
        right = next((one.id for one in blank.choices if one.label == blank.word(said)), said)
        wrong: object = next((one.id for one in blank.choices if one.id not in ("", right)), 7_777)
        assert blank.meaning(right) is not BLANK, "the form knows no such answer"
        for expected, is_right in ((right, True), (wrong, False)):
            given = {**begun, blank.name: expected}
            found = ruled(game, book, usual, given)
            verdicts = [one.is_right for one in found if one.is_right is not None]
            assert verdicts == [is_right], (blank.name, expected)


@ASKED
@pytest.mark.parametrize("face", [1, 6])
def test_what_is_right_stands_as_a_figure_whatever_is_rolled(
    game: str, book: str, usual: Usual, face: int
) -> None:
    begun = beginning(usual)
    for shown in usual.figures:
        for blank in usual.expected:
            if blank.name != shown.expected or blank.kind != "pick":
                continue
            for value in filter(None, values(blank)):
                found = ruled(game, book, usual, {**begun, blank.name: value}, face)
                given = blank.word(shown.said(found[shown.step - 1].says))
                verdicts = [one.is_right for one in found if one.is_right is not None]
                assert verdicts == [given == blank.word(value)], (blank.name, value, given)


@ASKED
def test_whatever_a_case_speaks_of_has_a_name(game: str, book: str, usual: Usual) -> None:
    kinds = entity_types(type(all_games()[game].begin(book, {})))
    for given in tries(usual):
        for table, rows in table_in(case_of(game, book, usual, given), "state").items():
            assert isinstance(rows, list)
            named = [row for row in rows if "name" in kinds[table].__dataclass_fields__]
            assert [row for row in named if row.get("name", "") in ("", row["id"])] == [], table


@pytest.mark.parametrize("no_permadeath", [False, True])
@pytest.mark.parametrize("hero", [True, False])
@pytest.mark.parametrize("dice", [[1, 1], [1, 4], [3], [6, 1], [6, 3], [6], [1]])
def test_opr_41_nothing_new_is_right_only_where_the_sheet_stays_as_it_was(
    dice: list[int], hero: bool, no_permadeath: bool
) -> None:
    (usual,) = (one for one in usual_of("opr") if one.id == "casualty")
    given = {**beginning(usual), "hero": hero, "trait": "none"}
    shown = next(one for one in usual.figures if one.expected == "trait")
    for more in ([], [1]):  # how long it sits out
        case = case_of("opr", "gf-3.4.0", usual, {**given, "dice": dice + more})
        settings = {**table_in(case, "settings"), "no_permadeath": no_permadeath}
        try:
            found = judged({**case, "settings": settings})
        except BadScript:
            continue
        if {"open", "refused"} & found.rulings[shown.step - 1].says.keys():
            continue
        before, after = found.around(shown.step)
        assert isinstance(before, OprState)
        assert isinstance(after, OprState)
        is_same = before.units["a1"] == after.units["a1"]
        assert found.rulings[shown.step - 1].is_right is is_same
        blank = next(one for one in usual.expected if one.name == "trait")
        assert (blank.word(shown.said(found.rulings[shown.step - 1].says)) == "nothing") is is_same


def test_every_book_has_usual_questions_and_translators_find_them() -> None:
    spoken = set(book_texts())
    for game in ("opr", "solo", "conquest", "firestorm"):
        assert len(usual_of(game)) >= 4, game
        for usual in usual_of(game):
            assert usual.title in spoken
            assert {one.label for one in usual.blanks} <= spoken
    assert set(usual_in("opr")) == {"opr", "solo"}
    assert set(usual_in("solo")) == {"solo"}


def test_what_is_left_blank_falls_out_and_lists_take_in_what_a_field_means() -> None:
    kills = Blank(name="kills", kind="pick", label="", choices=())
    case: JsonObject = {
        "a": ["*$many", "x"],
        "b": {"c": "$none", "d": 1},
        "e": {"f": "$none"},
        "expect": {"g": 1, "h": "$none"},
    }
    many = Blank(name="many", kind="name", label="")
    usual = Usual(
        id="u",
        title="u",
        case=case,
        fields=(many, kills),
        expected=(Blank(name="none", kind="number", label=""),),
    )
    assert usual.filled({"many": ["y", "z"]}) == {"a": ["y", "z", "x"], "b": {"d": 1}}


def test_a_way_leads_through_rows_or_nowhere() -> None:
    told = {"effects": [{"effect": "a", "n": 1}, {"effect": "b", "n": 2}], "value": [3]}
    assert said_at(told, "effects/effect=b/n") == 2
    assert said_at(told, "effects/effect=b,n=1/n") is None
    assert said_at(told, "value/0") == 3
    assert said_at(told, "value/1/n") is None


PICK = {"ask": "pick", "params": {"n": 3, "dice": [1]}}


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        ([PICK] * 41, "long"),
        ([{"ask": "pick", "params": {"n": 10**9, "dice": [1]}}], "large"),
        ([{"ask": "pick", "params": {"n": float("nan"), "dice": [1]}}], "large"),
    ],
)
def test_a_case_that_asks_too_much_is_refused(steps: list[JsonObject], why: str) -> None:
    with pytest.raises(Unplayable) as refused:
        bounded_rulings({"game": "solo", "book": "solo-3.2.0", "steps": steps})
    assert refused.value.why == why


def test_what_takes_too_many_calls_is_stopped_wherever_it_is() -> None:
    case = {"game": "solo", "book": "solo-3.2.0", "steps": [PICK]}
    assert bounded_rulings(case)
    with pytest.raises(Unplayable) as refused:
        bounded_rulings(case, most_calls=50)
    assert refused.value.why == "long"


def test_a_beginning_that_does_not_hang_together_is_said_and_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def breaks(case: object) -> Judgement:
        raise KeyError(case)

    monkeypatch.setattr(bounded, "judged", breaks)
    with pytest.raises(Unplayable) as refused:
        bounded_rulings({"game": "solo", "book": "solo-3.2.0", "steps": [PICK]})
    assert refused.value.why == "broken"
