import re
import unicodedata
from collections.abc import Hashable, Iterable, Iterator
from itertools import batched
from typing import Any

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import migrations

BATCH = 500  # rows are locked for no longer, a version before may be serving

# How names were folded when this was written; `campaigns.engine.who.naming` may go on.
EMPTY = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]"
)
FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")
PLAIN = ("LATIN", "GREEK", "COPTIC", "CYRILLIC")
DOTLESS = str.maketrans({"ı": "i", "ȷ": "j"})


def name_key(name: str) -> str:
    if name.isascii():
        return " ".join(name.casefold().split())
    seen = FLAG.sub(lambda flag: flag[0][0] + "".join(chr(ord(one) - 0xE0000) for one in flag[0][1:-1]), name)
    folded = _bare(unicodedata.normalize("NFKD", seen)).casefold().translate(DOTLESS)
    folded = _bare(unicodedata.normalize("NFKD", folded))
    return unicodedata.normalize("NFC", " ".join(folded.split()))


def _bare(decomposed: str) -> str:
    kept: list[str] = []
    letter = ""
    for sign in decomposed:
        if not sign.isascii() and (unicodedata.category(sign) == "Cf" or EMPTY.fullmatch(sign)):
            continue
        if not unicodedata.combining(sign):
            letter = sign
        elif letter and unicodedata.name(letter, "").startswith(PLAIN):
            continue
        kept.append(sign)
    return "".join(kept)


def fill(apps: Any, editor: object) -> None:
    """The keys of names that are there. Of two that are alike the first has it."""
    seat, scope, person = (apps.get_model("campaigns", name) for name in ("Seat", "Scope", "Person"))
    here = seat.objects.filter(status="active").exclude(name="").order_by("pk")
    _set(seat, "name_key", _free((one, one.club_id, name_key(one.name)) for one in here.iterator(BATCH)))
    leagues = scope.objects.defer("begin").order_by("pk").iterator(BATCH)
    _set(scope, "name_key", ((one, name_key(one.name)) for one in leagues))
    people = person.objects.exclude(user__password__startswith=UNUSABLE_PASSWORD_PREFIX)
    sign_ins = people.select_related("user").order_by("pk").iterator(BATCH)
    _set(person, "sign_in_key", _free((one, None, name_key(one.user.username)) for one in sign_ins))


def _free(found: Iterable[tuple[Any, Hashable, str]]) -> Iterator[tuple[Any, str]]:
    taken = set()
    for row, within, key in found:
        if (within, key) not in taken:
            taken.add((within, key))
            yield row, key


def _set(model: Any, field: str, keyed: Iterable[tuple[Any, str]]) -> None:
    for some in batched(keyed, BATCH):
        for row, key in some:
            setattr(row, field, key)
        model.objects.bulk_update([row for row, _key in some], [field])


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("campaigns", "0048_names_have_a_key")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
