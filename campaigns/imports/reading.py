"""Turn single foreign values into safe names and numbers, remarking on whatever had to be changed.

Every format reads its fields through one `Reading`, so that a name from outside is never longer than
a column, a number never absurd, and nothing is changed or left out without a remark. It knows no format.
"""

import math
import re
import unicodedata
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from campaigns.engine.stored.unseen import without_unseen
from campaigns.imports.lists import ImportedList, ImportedUnit, ImportRemark, Level, Rule, Unreadable
from rules.engine.language import decimal, listed

NAME_LENGTH = 120
LABEL_LENGTH = 200
MOST_UNITS = 200
MOST_PER_UNIT = 60
MOST_NOTICES = 300
MOST_POINTS = 100_000
MOST_PIECES = 1000
CUT_SHORT = {
    "equipment": gettext_noop("Only the first %(most)s of %(n)s weapons and items were read."),
    "items": gettext_noop("Only the first %(most)s of %(n)s items were read."),
    "rules": gettext_noop("Only the first %(most)s of %(n)s rules were read."),
    "traits": gettext_noop("Only the first %(most)s of %(n)s traits were read."),
    "upgrades": gettext_noop("Only the first %(most)s of %(n)s upgrades were read."),
    "weapons": gettext_noop("Only the first %(most)s of %(n)s weapons were read."),
}
_RATED = re.compile(r"(?P<name>[^()]+)\((?P<plus>\+?)(?P<rating>\d{1,2})\)$")


def clean_text(value: object, length: int = NAME_LENGTH) -> str:
    """The value as one line of printable text, composed (NFC), without unseen signs, cut to length."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = str(value)[: length * 20]
    kept = "".join(_kept(character) for character in text)
    return without_unseen(" ".join(unicodedata.normalize("NFC", kept).split())[:length]).rstrip()


def _kept(character: str) -> str:
    category = unicodedata.category(character)
    if character in "\t\r\n" or category in ("Zl", "Zp"):
        return " "
    return "" if category in ("Cc", "Cs") else character


def whole_number(value: object) -> int | None:
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
        self.notices: list[ImportRemark] = []
        self.unshown = 0

    def note(self, level: Level, where: str, sentence: str) -> None:
        if len(self.notices) < MOST_NOTICES:
            self.notices.append(ImportRemark(level, where, sentence))
        else:
            self.unshown += 1

    def name(self, value: object, where: str, what: str, fallback: str, length: int = NAME_LENGTH) -> str:
        """The cleaned name, or `fallback` if there is none; a shortened or missing one is remarked on."""
        name = clean_text(value, length)
        if not name:
            sentence = _("%(what)s has no name; it is called “%(name)s” for now.")
            self.note("assumed", where, sentence % {"what": what, "name": fallback})
        elif len(name) == length and len(str(value).strip()) > length:
            sentence = _("%(what)s: the name was cut to %(length)s characters.")
            self.note("assumed", where, sentence % {"what": what, "length": length})
        return name or fallback

    def number(self, value: object, where: str, what: str, low: int, high: int, fallback: int) -> int:
        """The value if it is a whole number from low to high, else `fallback` and a remark."""
        number = whole_number(value)
        told = {"what": what, "low": low, "high": high, "fallback": fallback}
        if number is None and value in (None, ""):
            self.note("assumed", where, _("%(what)s is missing; we used %(fallback)s.") % told)
        elif number is None or not low <= number <= high:
            shown = clean_text(value, 20) or _("the value given")
            sentence = _("%(what)s: %(shown)s is not between %(low)s and %(high)s; we used %(fallback)s.")
            self.note("refused", where, sentence % {**told, "shown": shown})
        return fallback if number is None or not low <= number <= high else number

    def price(self, value: object, where: str, what: str, low: int, high: int) -> int:
        """A number of points, 0 where there is none; half a point is rounded up, with a remark."""
        if isinstance(value, float) and (value * 2).is_integer() and not value.is_integer():
            rounded = math.floor(value + 0.5)
            sentence = _("%(what)s is %(points)s, rounded to %(rounded)s.")
            self.note(
                "assumed", where, sentence % {"what": what, "points": decimal(str(value)), "rounded": rounded}
            )
            value = rounded
        return self.number(value, where, what, low, high, 0)

    def optional(self, value: object, where: str, what: str, low: int, high: int, fallback: int) -> int:
        """Like `number`, but a missing value is the fallback without a remark."""
        return fallback if value in (None, "") else self.number(value, where, what, low, high, fallback)

    def stat(self, value: object, where: str, what: str) -> int | None:
        """A Quality or Defense from 2 to 6, or None and a remark."""
        number = whole_number(value)
        if number is None or not 2 <= number <= 6:
            sentence = _("%(what)s should be 2 to 6; enter it by hand.")
            self.note("refused", where, sentence % {"what": what})
            return None
        return number

    def several[T](self, values: Sequence[T], where: str, what: str) -> Sequence[T]:
        """As many values as one unit may have, with a remark if there were more. `what`: see `CUT_SHORT`."""
        if len(values) > MOST_PER_UNIT:
            sentence = _(CUT_SHORT[what]) % {"most": MOST_PER_UNIT, "n": len(values)}
            self.note("refused", where, sentence)
        return values[:MOST_PER_UNIT]

    def check_traits(self, units: Iterable[ImportedUnit], known: Iterable[str]) -> None:
        """Remark on traits that the league's rulebook does not know."""
        names = {name.casefold() for name in known}
        for unit in units if names else ():
            for trait in unit.traits:
                if trait.casefold() not in names:
                    sentence = _(
                        "The trait “%(trait)s” is not in the rulebook’s tables; we kept only its name."
                    )
                    self.note("assumed", unit.shown_name, sentence % {"trait": trait})

    def check_tough(self, units: Iterable[ImportedUnit]) -> None:
        """Remark where Tough comes from more than one place."""
        for unit in units:
            sources = [rule.label for rule in unit.all_rules if rule.name.casefold() == "tough"]
            if len(sources) > 1:
                sentence = _("%(sources)s add up to %(total)s.")
                told = {"sources": listed(sources), "total": f"Tough({unit.tough})"}
                self.note("assumed", unit.shown_name, sentence % told)

    def finished(
        self, name: str, system: str, limit: int | None, stated: int | None, units: Sequence[ImportedUnit]
    ) -> ImportedList:
        """The list, opened by a summary and compared with the points it states itself."""
        if not units:
            raise Unreadable(
                _("This list has no units in it. Add some in the list builder and export it again.")
            )
        points = sum(unit.points for unit in units)
        told = {"units": units_told(len(units)), "points": points_told(points)}
        self.notices.insert(0, ImportRemark("understood", name, _("%(units)s, %(points)s.") % told))
        self._check_points(name, points, limit, stated, units)
        if self.unshown:
            sentence = ngettext(
                "%(n)s more remark is not shown.", "%(n)s more remarks are not shown.", self.unshown
            )
            self.notices.append(ImportRemark("refused", name, sentence % {"n": self.unshown}))
        return ImportedList(name, system, points, tuple(units), tuple(self.notices))

    def _check_points(
        self, name: str, points: int, limit: int | None, stated: int | None, units: Iterable[ImportedUnit]
    ) -> None:
        if stated is not None and stated != points:
            sentence = ngettext(
                "The list says %(stated)s point, but its units add up to %(points)s; we’ve used the units’ "
                "total.",
                "The list says %(stated)s points, but its units add up to %(points)s; we’ve used the "
                "units’ total.",
                stated,
            ) % {"stated": stated, "points": points}
            if any(unit.experience for unit in units):
                sentence += " " + _("The list may be counting points for experience.")
            self.note("assumed", name, sentence)
        if limit and points > limit:
            sentence = ngettext(
                "The list has %(points)s point, above its own limit of %(limit)s.",
                "The list has %(points)s points, above its own limit of %(limit)s.",
                points,
            )
            self.note("understood", name, sentence % {"points": points, "limit": limit})


def units_told(n: int) -> str:
    return ngettext("%(n)s unit", "%(n)s units", n) % {"n": n}


def points_told(n: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", n) % {"n": n}


def too_many_units(n: int) -> Unreadable:
    sentence = ngettext(
        "This list has %(n)s unit; more than %(most)s cannot be read.",
        "This list has %(n)s units; more than %(most)s cannot be read.",
        n,
    )
    return Unreadable(sentence % {"n": n, "most": MOST_UNITS})


def rule_from(name: str, rating: object = None, plus: bool = False) -> Rule:
    """A rule with its rating if that is a number; any other rating becomes part of the name."""
    number = whole_number(rating)
    if number is None or not -99 <= number <= 99:
        text = clean_text(rating, 40)
        return Rule(clean_text(f"{name}({text})") if text else name)
    return Rule(name, number, plus or str(rating).strip().startswith("+"))


def rule_in_words(text: str) -> Rule:
    """`Tough(+3)` as a rule with its rating; anything else is the name of one."""
    match = _RATED.match(text)
    return (
        rule_from(clean_text(match["name"]), match["rating"], bool(match["plus"]))
        if match
        else Rule(clean_text(text))
    )


def split_outside_brackets(text: str) -> list[str]:
    """The parts between commas, leaving commas within brackets alone."""
    parts, depth, start = [], 0, 0
    for place, character in enumerate(text):
        if character == "(":
            depth += 1
        elif character == ")":
            depth = max(depth - 1, 0)
        elif character == "," and not depth:
            parts.append(text[start:place])
            start = place + 1
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]
