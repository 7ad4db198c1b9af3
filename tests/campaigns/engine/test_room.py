"""What the rules let pass and no row has room for is refused beside its field, before anything is written.

Of every procedure's parameters a few are asked by default; `MUSTERROLL_SEASON=1` (or `make season`) asks all.
"""

from __future__ import annotations

import contextlib
import copy
import os
from collections.abc import Iterator

import pytest
from django.db import transaction

from campaigns.engine import correcting
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import Correction, Entry, Report
from rules.engine.games import GAMES
from rules.engine.plain import JsonObject
from rules.engine.refusals import Refused
from tests.campaigns.api.conftest import Api, Evening
from tests.campaigns.api.conftest import evening as evening
from tests.campaigns.play import act, state_of
from tests.rules.rehearsal.test_every_procedure import cases
from tests.test_parts_of_procedures import carried_out, staged

pytestmark = pytest.mark.django_db
FEW = {
    "conquest.enlist", "conquest.lay_map", "firestorm.found",
    "opr.hand_over", "opr.quick_report", "solo.open",
}  # fmt: skip
ASKED = sorted(cases()) if os.environ.get("MUSTERROLL_SEASON") == "1" else sorted(FEW)
STRANGE = {str: ("x" * 30, "x" * 130, "x" * 3000), int: (40_000, 10**12, 10**20, -(10**12))}


class Enough(Exception):
    """What was done is taken back."""


def leaves(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], type]]:
    """Texts and numbers in parameters, each with where it stands; of a list those of its first."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(one, (*path, key))
    elif isinstance(value, list):
        yield from leaves(value[0], (*path, 0)) if value else ()
    elif type(value) in STRANGE:
        yield path, type(value)


def put(value: JsonObject, path: tuple[str | int, ...], other: object) -> JsonObject:
    """The same with something else in one place."""
    at = changed = copy.deepcopy(value)
    for one in path[:-1]:
        at = at[one]  # type: ignore[index, assignment]
    at[path[-1]] = other  # type: ignore[index]
    return changed


@pytest.mark.season
@pytest.mark.parametrize("name", ASKED)
def test_whatever_is_sent_is_carried_out_or_refused(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    fields = GAMES[name.partition(".")[0]].procedures[name].params.model_fields
    given = {key: one.get_default() for key, one in fields.items() if type(one.get_default()) in STRANGE}
    case, scope, sent = staged(monkeypatch, name, given)
    for path, kind in leaves(sent):
        for strange in STRANGE[kind]:
            with contextlib.suppress(Enough, Refused), transaction.atomic():
                carried_out(case, name, scope, put(sent, path, strange))
                raise Enough


def reported(evening: Evening, rounds: int) -> dict[str, object]:
    return {"warbands": [evening.hers, evening.his], "winners": [evening.hers], "rounds": rounds}


def test_a_program_learns_what_does_not_fit_and_where(evening: Evening) -> None:
    sent = {"warbands": [evening.hers, evening.his], "name": "x" * 130}
    told = Api(evening.marta).post(f"{evening.base}act/", {"procedure": "opr.open_mission", "params": sent})
    assert told.status_code == 409
    assert told.json() == {
        "sentence": "name can have at most 120 characters.", "rule": "", "key": "name",
    }  # fmt: skip
    assert not state_of(evening.scope).missions


def test_a_report_that_could_never_count_is_not_sent(evening: Evening) -> None:
    sent = reported(evening, rounds=40_000)
    told = Api(evening.marta).post(f"{evening.base}act/", {"procedure": "opr.quick_report", "params": sent})
    assert told.status_code == 409
    assert told.json() == {"sentence": "rounds must be 32767 or less.", "rule": "", "key": "rounds"}
    assert not Report.objects.exists()


def test_a_correction_of_the_past_has_to_fit_too(evening: Evening) -> None:
    organiser = evening.ilse
    act(evening.scope, organiser, "quick_report", **reported(evening, rounds=4))
    entry = Entry.objects.get(procedure="opr.quick_report")
    changes = {entry.slot.code: {"params": {**entry.params, "rounds": 40_000}}}
    draft = Correction.objects.create(scope=evening.scope, by=organiser, changes=changes, words="a slip")
    with pytest.raises(Refused) as refused:
        correcting.commit(draft, Actor(organiser), correcting.preview_correction(draft).fingerprint)
    assert refused.value.sentence == "round must be 32767 or less."
    assert reconcile(evening.scope) == []
