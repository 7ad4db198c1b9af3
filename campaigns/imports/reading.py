"""Turn single foreign values into safe names and numbers, remarking on whatever had to be changed.

Every format reads its fields through one `Reading`, so that a name from outside is never longer than
a column, a number never absurd, and nothing is changed or left out without a notice. It knows no format.
"""

import unicodedata
from collections.abc import Iterable, Sequence

from campaigns.imports.lists import ImportedList, ImportedUnit, Level, Notice, Rule, Unreadable

NAME_LENGTH = 120
LABEL_LENGTH = 200
MOST_UNITS = 200
MOST_PER_UNIT = 60
MOST_NOTICES = 300
MOST_POINTS = 100_000
_JOINERS = "\u200c\u200d"  # they hold emoji and several scripts together


def clean(value: object, length: int = NAME_LENGTH) -> str:
    """The value as one line of printable text, composed (NFC), without direction marks, cut to length."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = str(value)[: length * 20]
    kept = "".join(_kept(character) for character in text)
    return " ".join(unicodedata.normalize("NFC", kept).split())[:length].rstrip(_JOINERS + " ")


def _kept(character: str) -> str:
    category = unicodedata.category(character)
    if character in "\t\r\n" or category in ("Zl", "Zp"):
        return " "
    return "" if category in ("Cc", "Cf", "Cs") and character not in _JOINERS else character


def whole(value: object) -> int | None:
    """The value as a whole number: `3`, `3.0`, `"3"`, `" +3"`, `'24"'`; None for anything else."""
    if isinstance(value, str):
        text = value.strip().rstrip('"″”').removeprefix("+")
        digits = text.removeprefix("-")
        return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if value == value and abs(value) < 1e9 and value == int(value) else None


class Reading:
    """What is remarked on while one list is read."""

    def __init__(self) -> None:
        self.notices: list[Notice] = []
        self.unshown = 0

    def note(self, level: Level, where: str, sentence: str) -> None:
        if len(self.notices) < MOST_NOTICES:
            self.notices.append(Notice(level, where, sentence))
        else:
            self.unshown += 1

    def name(self, value: object, where: str, what: str, fallback: str, length: int = NAME_LENGTH) -> str:
        """The cleaned name, or `fallback` if there is none; a shortened or missing one is remarked on."""
        name = clean(value, length)
        if not name:
            self.note("assumed", where, f"{what} has no name; it is called “{fallback}” for now.")
        elif len(name) == length and len(str(value).strip()) > length:
            self.note("assumed", where, f"{what}: the name was cut to {length} characters.")
        return name or fallback

    def number(self, value: object, where: str, what: str, low: int, high: int, fallback: int) -> int:
        """The value if it is a whole number from low to high, else `fallback` and a remark."""
        number = whole(value)
        if number is None and value in (None, ""):
            self.note("assumed", where, f"{what} is missing; taken as {fallback}.")
        elif number is None or not low <= number <= high:
            shown = clean(value, 20) or "what stands there"
            self.note(
                "refused", where, f"{what}: {shown} cannot be right ({low} to {high}); {fallback} is used."
            )
        return fallback if number is None or not low <= number <= high else number

    def optional(self, value: object, where: str, what: str, low: int, high: int, fallback: int) -> int:
        """Like `number`, but a missing value is the fallback without a remark."""
        return fallback if value in (None, "") else self.number(value, where, what, low, high, fallback)

    def stat(self, value: object, where: str, what: str) -> int | None:
        """A Quality or Defense from 2 to 6, or None and a remark."""
        number = whole(value)
        if number is None or not 2 <= number <= 6:
            self.note("refused", where, f"{what} should be 2 to 6; please enter it by hand.")
            return None
        return number

    def several[T](self, values: Sequence[T], where: str, what: str) -> Sequence[T]:
        """As many values as one unit may have, with a remark if there were more."""
        if len(values) > MOST_PER_UNIT:
            self.note("refused", where, f"Only the first {MOST_PER_UNIT} of {len(values)} {what} were read.")
        return values[:MOST_PER_UNIT]

    def check_traits(self, units: Iterable[ImportedUnit], known: Iterable[str]) -> None:
        """Remark on traits that the league's rulebook does not know."""
        names = {name.casefold() for name in known}
        for unit in units if names else ():
            for trait in unit.traits:
                if trait.casefold() not in names:
                    sentence = f"The trait “{trait}” is not in the rulebook's tables; it is kept by its name."
                    self.note("assumed", unit.shown_name, sentence)

    def check_tough(self, units: Iterable[ImportedUnit]) -> None:
        """Remark where Tough comes from more than one place."""
        for unit in units:
            sources = [rule.label for rule in unit.all_rules if rule.name.casefold() == "tough"]
            if len(sources) > 1:
                sentence = f"{' and '.join(sources)} are reckoned together as Tough({unit.tough})."
                self.note("assumed", unit.shown_name, sentence)

    def finished(
        self, name: str, system: str, limit: int | None, stated: int | None, units: Sequence[ImportedUnit]
    ) -> ImportedList:
        """The list, opened by a summary and compared with the points it states itself."""
        if not units:
            raise Unreadable(
                "This list has no units in it. Add some in the list builder and export it again."
            )
        points = sum(unit.points for unit in units)
        word = "unit" if len(units) == 1 else "units"
        self.notices.insert(0, Notice("understood", name, f"{len(units)} {word}, {points} points."))
        self._check_points(name, points, limit, stated, units)
        if self.unshown:
            self.notices.append(Notice("refused", name, f"{self.unshown} more remarks are not shown."))
        return ImportedList(name, system, points, tuple(units), tuple(self.notices))

    def _check_points(
        self, name: str, points: int, limit: int | None, stated: int | None, units: Iterable[ImportedUnit]
    ) -> None:
        if stated is not None and stated != points:
            experience = " Perhaps the list counts points for experience." if any(u.xp for u in units) else ""
            sentence = (
                f"The list says {stated} points, its units add up to {points}; the units count.{experience}"
            )
            self.note("assumed", name, sentence)
        if limit and points > limit:
            self.note("understood", name, f"The list has {points} points, above its own limit of {limit}.")


def rule_from(name: str, rating: object = None, plus: bool = False) -> Rule:
    """A rule with its rating if that is a number; any other rating becomes part of the name."""
    number = whole(rating)
    if number is None or not -99 <= number <= 99:
        text = clean(rating, 40)
        return Rule(clean(f"{name}({text})") if text else name)
    return Rule(name, number, plus or str(rating).strip().startswith("+"))
