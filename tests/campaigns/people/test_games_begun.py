"""What becomes of games that have begun, said before a holiday over them is saved."""

from datetime import date

from campaigns.people.me.nights_away import begun_words

ONE, TWO = date(2026, 12, 4), date(2026, 12, 5)


def test_one_game_and_several_are_told_apart() -> None:
    assert begun_words("", [ONE]).startswith("Your game on Friday 4 December has already begun")
    assert begun_words("", [ONE, ONE]).startswith("Your games on Friday 4 December have already begun")
    several = begun_words("Tom", [ONE, ONE, TWO])
    assert several.startswith("Tom’s games on Friday 4 December and Saturday 5 December have already begun")
