"""What people may call themselves, their clubs and their leagues. One rule for every name on every page.

A name may be in any script and hold emoji; it may not hold marks that turn the rest of a line around
or cannot be seen at all, and it keeps to a length that fits a phone. When two are one: `engine.who.naming`.
"""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaigns.engine.stored.unseen import has_unseen

LONGEST_PERSON = 40
LONGEST_CLUB = 60
LONGEST_THING = 120  # a unit, an upgrade, the place of a mission

ALIKE = ("LATIN", "GREEK", "CYRILLIC")
FIRST_STRONG, END_ISOLATE = "\u2068", "\u2069"  # around a name in the middle of a sentence


def tidy_name(raw: str) -> str:
    """The name as it is kept: composed letters, single spaces, none at the ends."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", raw)).strip()


def check_name(name: str, *, longest: int = LONGEST_PERSON) -> None:
    """Raise `ValidationError` with a sentence for the person who typed `name` (already tidied)."""
    if not name:
        raise ValidationError(_("Type a name."))
    if len(name) > longest:
        raise ValidationError(
            _("That name has %(length)s characters. Keep it to %(longest)s."),
            params={"length": len(name), "longest": longest},
        )
    if has_unseen(name) or any(unicodedata.category(sign) in ("Cc", "Co", "Cs") for sign in name):
        raise ValidationError(_("That name contains invisible characters. Type it by hand."))
    if not any(unicodedata.category(sign)[0] in "LNS" for sign in name):
        raise ValidationError(_("A name needs at least one letter, digit or symbol."))
    if longest == LONGEST_PERSON and any(map(_mixes_alphabets, name.split())):
        sentence = _("A word in that name mixes letters of different alphabets. Type it in one alphabet.")
        raise ValidationError(sentence)


def _mixes_alphabets(word: str) -> bool:
    """Whether a word holds letters of several alphabets that look alike: somebody’s name with one of them
    exchanged reads like theirs."""
    names = [unicodedata.name(sign, "") for sign in word]
    return sum(any(name.startswith(alphabet) for name in names) for alphabet in ALIKE) > 1


def clean_name(raw: str, *, longest: int = LONGEST_PERSON) -> str:
    """`raw`, tidied and checked."""
    name = tidy_name(raw)
    check_name(name, longest=longest)
    return name


def isolated(name: str) -> str:
    """A name as a sentence can hold it: one written from right to left does not turn what follows around."""
    turns = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in name)
    return f"{FIRST_STRONG}{name}{END_ISOLATE}" if turns else name
