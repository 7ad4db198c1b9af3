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
from campaigns.engine.stored import room
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import Correction, Entry, Report
from rules.engine.games import GAMES
from rules.engine.plain import JsonObject
from rules.engine.refusals import Refused
from tests.campaigns import play
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
        "sentence": "name may have at most 120 characters.", "rule": "", "key": "name",
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
        correcting.commit(draft, Actor(organiser), correcting.preview(draft).fingerprint)
    assert refused.value.sentence == "round must be 32767 or less."
    assert reconcile(evening.scope) == []


# Names


UNSEEN = ("Mar\u200bta", "Mar\u00adta", "Marta\ufe0f")


@pytest.mark.parametrize("name", UNSEEN)
@pytest.mark.parametrize("place", ["name", "units.1.name"])
def test_a_name_with_signs_nobody_sees_is_refused_to_programs_too(name: str, place: str) -> None:
    scope = play.found_league()
    tom = play.player(scope, "Tom")
    params: JsonObject = {"owner": str(tom.pk), "name": "Raiders", "units": play.band()}
    params = put(params, tuple(int(one) if one.isdigit() else one for one in place.split(".")), name)
    answer = Api(tom).post(
        f"/api/v1/leagues/{scope.pk}/act/", {"procedure": "opr.found_warband", "params": params}
    )
    assert (answer.status_code, answer.json()["key"]) == (409, place)
    assert "invisible characters" in answer.json()["sentence"]
    assert not state_of(scope).warbands


def test_what_is_called_so_already_goes_on_and_an_emoji_needs_its_joiner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scope = play.found_league()
    monkeypatch.setattr(room, "has_unseen", lambda name: False)
    old = play.found_warband(scope, play.player(scope, "Tom"), UNSEEN[0])
    monkeypatch.undo()
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467 Voss"
    play.found_warband(scope, play.player(scope, "Ada"), family)
    organiser = scope.club.seats.get(role="organiser")
    play.answer_all(scope, organiser, play.act(scope, organiser, "start"), limit=6)
    act(scope, organiser, "give_vp", warband=old, amount=1, words="painted")
    assert {one.name for one in state_of(scope).warbands.values()} == {UNSEEN[0], family}
    assert state_of(scope).warbands[old].vp == 1
