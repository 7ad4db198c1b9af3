"""Both sides tell of one battle: the same facts agree, others dispute; what was told of is not conceded."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.conquest.play import League, at_battle, commit, side

FACTS: dict[str, Any] = {"attack": side("P1", 900), "defend": side("P2", 1, 5, withdrew=True)}  # a massacre
OTHER: dict[str, Any] = {"attack": side("P1", 900, 5), "defend": side("P2", 1, 5, withdrew=True)}


def told(**facts: Any) -> tuple[League, str]:
    """P1 has reported a massacre; another battle keeps the phase open."""
    found = at_battle("P1", "P2", "P3")
    found.fight("P1", against="P3")
    battle = found.fight("P1", against="P2")
    found.do("report", battle=battle, realm="P1", **(facts or FACTS))
    return found, battle


def grades(found: League, battle: str) -> dict[str, str]:
    return {one.realm: one.grade for one in found.state.battles[battle].results}


def test_cq_91_the_other_sides_report_of_the_same_facts_is_its_agreement() -> None:
    found, battle = told()
    found.do("report", battle=battle, realm="P2", **FACTS)
    assert grades(found, battle) == {"P1": "massacre", "P2": "lose"}
    assert found.state.battles[battle].method == "played"


def test_cq_91_other_facts_are_the_other_version_and_silence_counts_neither() -> None:
    found, battle = told()
    found.do("report", battle=battle, realm="P2", **OTHER)
    now = found.state.battles[battle]
    assert (now.status, now.reported_by) == ("disputed", "P2")
    assert [one["params"]["battle"] for one in found.ask("silence")] != [battle]
    found.refused("X39", "confirm", battle=battle, realm="P2", at_table=True)
    found.do("confirm", battle=battle, realm="P1")
    assert grades(found, battle)["P1"] == "minor"


def test_cq_91_whoever_thinks_better_of_it_agrees_with_what_the_other_side_told_before() -> None:
    found, battle = told()
    found.do("report", battle=battle, realm="P2", **OTHER)
    found.do("report", battle=battle, realm="P2", **FACTS)
    now = found.state.battles[battle]
    assert (now.status, now.reported_by, now.accounts) == ("settled", "P1", ())
    assert grades(found, battle) == {"P1": "massacre", "P2": "lose"}


def test_cq_88_of_a_battle_that_is_struck_out_nobodys_version_is_left() -> None:
    found, battle = told()
    found.do("report", battle=battle, realm="P2", **OTHER)
    assert found.state.battles[battle].accounts
    found.do("strike", battle=battle, words="Both left.")
    assert (found.state.battles[battle].status, found.state.battles[battle].accounts) == ("struck", ())


def test_cq_91_who_reports_a_disputed_battle_again_does_not_win_by_silence() -> None:
    found, battle = told()
    found.do("dispute", battle=battle, realm="P2", words="no")
    found.refused("X38", "dispute", battle=battle, realm="P2")
    found.refused("X43", "report", battle=battle, realm="P1", **FACTS)
    found.do("report", battle=battle, realm="P1", **OTHER)
    assert found.state.battles[battle].status == "disputed"
    assert [one["params"]["battle"] for one in found.ask("silence")] != [battle]
    found.refused("X43", "report", battle=battle, realm="P1", **OTHER)
    found.do("confirm", battle=battle, realm="P2")
    assert grades(found, battle)["P1"] == "minor"


def test_cq_91_who_is_told_another_version_is_asked_once_more_and_may_say_no() -> None:
    found, battle = told()
    found.do("dispute", battle=battle, realm="P2", words="no")
    found.do("report", battle=battle, realm="P1", **OTHER)
    asked = {one["about"]: one for one in found.ask("to_do", realm="P2")}[battle]
    assert (asked["act"], asked["waits"]) == ("confirm", False)
    waits = {one["about"]: one["text"] for one in found.ask("to_do", realm="P1")}[battle]
    assert waits == "Your new report counts once the other side (P2) agrees or an organiser decides."
    found.do("dispute", battle=battle, realm="P2", words="still no")
    asked = {one["about"]: one for one in found.ask("to_do", realm="P2")}[battle]
    assert (asked["act"], asked["waits"]) == ("", True)
    found.refused("X38", "dispute", battle=battle, realm="P2")


def test_cq_91_a_ruling_without_an_outcome_says_what_is_missing() -> None:
    found, battle = told()
    found.refused("X46", "decide", battle=battle, told_by="P2")
    found.do("dispute", battle=battle, realm="P2", words="no")
    found.refused("X45", "decide", battle=battle)
    found.do("decide", battle=battle, told_by="P1")
    assert grades(found, battle)["P1"] == "massacre"
    found.refused("X44", "decide", battle=found.fight("P2", against="P3"))


def test_cq_91_ones_own_report_is_changed_as_long_as_it_waits() -> None:
    found, battle = told()
    found.do("report", battle=battle, realm="P1", **OTHER)
    assert found.state.battles[battle].status == "reported"


@pytest.mark.parametrize("kind", ["sea", "siege"])
def test_cq_131_and_139_both_sides_say_who_won(kind: str) -> None:
    for second, status in (("attack", "settled"), ("draw", "disputed")):
        found = at_battle("P1", "P2", "P3")
        found.fight("P2", against="P3")
        battle = found.fight("P1", against="P2", kind=kind, territory="h8")
        found.do("report_outcome", battle=battle, realm="P1", outcome="attack")
        found.do("report_outcome", battle=battle, realm="P2", outcome=second)
        assert found.state.battles[battle].status == status
    (waits,) = found.ask("to_do", realm="P1")
    assert (waits["act"], waits["about"], waits["waits"]) == ("", battle, True)


@pytest.mark.parametrize("act", ["walkover", "ask_abstract"])
@pytest.mark.parametrize(("disputed", "code"), [(False, "X37"), (True, "X38")])
def test_cq_84_and_157_what_was_told_of_is_neither_conceded_nor_rolled_off(act, disputed, code) -> None:
    """Who lost cannot make a massacre a minor victory."""
    found, battle = told()
    if disputed:
        found.do("dispute", battle=battle, realm="P2")
    for realm in ("P1", "P2"):
        found.refused(code, act, battle=battle, realm=realm)


def test_cq_157_a_roll_off_all_had_agreed_to_does_not_undo_a_report() -> None:
    found, battle = told()
    found.state = found.state.change("battles", battle, abstract_for=("P1", "P2"))
    found.refused("X37", "abstract", battle=battle)
    assert found.ask("automatic") == []


def test_cq_66_gold_is_committed_before_a_battle_is_reported() -> None:
    found, battle = told()
    found.refused("X40", "commit_gold", battle=battle)
    other = found.fight("P2", against="P3")
    commit(found, other, 0, 0)
    found.refused("X14", "commit_gold", battle=other)


def test_cq_131_who_won_is_agreed_to_by_telling_the_same_after_all() -> None:
    found = at_battle("P1", "P2", "P3")
    found.fight("P2", against="P3")
    battle = found.fight("P1", against="P2", kind="siege", territory="h8")
    for realm, outcome in (("P1", "attack"), ("P2", "draw"), ("P2", "attack")):
        found.do("report_outcome", battle=battle, realm=realm, outcome=outcome)
    assert (found.state.battles[battle].status, found.state.battles[battle].outcome) == ("settled", "attack")
