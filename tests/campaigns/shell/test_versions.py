"""What several people say of one game is compared line by line, whatever game it is."""

from __future__ import annotations

from campaigns.engine.lines import Version
from campaigns.shell.told.versions import alike_in, compared_versions


def told(who: str, *lines: str, details: tuple[str, ...] = ()) -> Version:
    return Version(who=who, lines=lines, details=details)


def test_what_not_everybody_says_differs_and_the_rest_is_the_same() -> None:
    both = compared_versions(
        [
            told("Marta", "Marta won.", "4 rounds.", "Nobody conceded."),
            told("Tom", "Marta won.", "5 rounds.", "Nobody conceded.", details=("The dogs ran.",)),
        ]
    )
    assert [one.own for one in both] == [("4 rounds.",), ("5 rounds.", "The dogs ran.")]
    assert alike_in(both) == ("Marta won.", "Nobody conceded.")


def test_of_three_only_what_all_say_is_the_same() -> None:
    three = compared_versions([told("A", "x", "y"), told("B", "x", "z"), told("C", "x", "y")])
    assert [one.own for one in three] == [("y",), ("z",), ("y",)]
    assert alike_in(three) == ("x",)


def test_one_version_and_the_words_against_it_are_read_as_they_stand() -> None:
    against = Version(who="Tom", disputes=True, words="No.")
    for said in (
        [told("A", "x")],
        [told("A", "x"), against],
        [told("A", "x"), told("B", "x")],
        [against],
        [],
    ):
        assert list(compared_versions(said)) == said
        assert alike_in(said) == ()
    beside = compared_versions([told("A", "x"), against, told("B", "y")])
    assert [(one.compared, one.own) for one in beside] == [(True, ("x",)), (False, ()), (True, ("y",))]
