from collections.abc import Hashable, Iterable, Iterator
from itertools import batched
from typing import Any

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import migrations

from campaigns.engine.who.naming import name_key

BATCH = 500  # rows are locked for no longer, a version before may be serving


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
