"""Acting through the interface: the calls the pages make, with the door's answers."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.engine.stored.journal import reconcile
from campaigns.models import Dialogue, Entry, Scope
from campaigns.people.me.program_tokens import new_token, revoke_tokens
from tests.campaigns import play
from tests.campaigns.api.conftest import Api, Evening


def casualties(evening: Evening) -> dict[str, Any]:
    """A mission in which Tom's captain fell; the call that asks what became of everybody."""
    victim = next(one.id for one in play.state_of(evening.scope).sheet(evening.his) if one.hero)
    killer = next(one.id for one in play.state_of(evening.scope).sheet(evening.hers))
    mission = play.played(evening.scope, evening.ilse, evening.hers, evening.his, kills={victim: killer})
    return {"procedure": "opr.casualties", "params": {"mission": mission, "warband": evening.his}}


def test_a_player_acts_and_answers_until_it_settles(evening: Evening) -> None:
    api, call = Api(evening.tom), casualties(evening)
    outcome = api.post(evening.base + "act/", call).json()
    assert not outcome["settled"]
    question = outcome["questions"][0]
    assert (question["kind"], question["die"]) == ("roll", "D6")
    open_now = api.get(evening.base + "dialogues/").json()
    assert [one["slot"] for one in open_now] == [outcome["slot"]]
    assert open_now[0]["questions"][0]["mine"] is True
    theirs = Api(evening.pip).get(f"{evening.base}dialogues/{outcome['slot']}/").json()
    assert theirs["questions"][0]["mine"] is False
    answered = api.post(
        evening.base + "answer/", {"slot": outcome["slot"], "key": question["key"], "value": 4}
    ).json()
    assert answered["settled"]
    entry = Entry.objects.get(scope=evening.scope, seq=answered["entry"])
    assert entry.answers[question["key"]]["value"] == 4
    assert api.get(evening.base + "dialogues/").json() == []
    assert reconcile(evening.scope) == []


def test_the_app_rolls_when_asked(evening: Evening) -> None:
    api, call = Api(evening.tom), casualties(evening)
    opened = api.post(evening.base + "act/", call).json()
    sent = {"slot": opened["slot"], "key": opened["questions"][0]["key"], "roll": True}
    api.post(evening.base + "answer/", sent)
    thrown = api.post(evening.base + "answer/", {**sent, "roll": False, "value": 6})
    assert thrown.status_code in (200, 409)  # nobody types over it; the same face is a repeat
    assert Dialogue.objects.count() + Entry.objects.filter(procedure="opr.casualties").count() == 1


def test_everything_rolled_at_once(evening: Evening) -> None:
    api, call = Api(evening.tom), casualties(evening)
    outcome = api.post(evening.base + "act/", {**call, "roll": True}).json()
    assert all(question["kind"] not in ("roll", "draw") for question in outcome["questions"])


def test_the_same_call_twice_is_one_write(evening: Evening) -> None:
    api = Api(evening.ilse)
    call = {
        "procedure": "opr.give_vp",
        "params": {"warband": evening.hers, "amount": 1, "words": "painted"},
        "once": "a1",
    }
    first, again = (api.post(evening.base + "act/", call).json() for _ in range(2))
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert first["entry"] == again["entry"]
    assert play.state_of(evening.scope).warbands[evening.hers].vp == 1


def test_what_was_seen_must_still_stand(evening: Evening) -> None:
    api = Api(evening.ilse)
    seen = {f"warbands:{evening.hers}": api.get(f"{evening.base}warbands/{evening.hers}/").json()["version"]}
    call = {"procedure": "opr.give_vp", "params": {"warband": evening.hers, "amount": 1, "words": "x"}}
    assert api.post(evening.base + "act/", {**call, "seen": seen}).status_code == 200
    stale = api.post(evening.base + "act/", {**call, "seen": seen})
    assert stale.status_code == 409
    assert "Something has changed" in stale.json()["sentence"]


def test_opr_31_what_was_seen_is_not_what_begins_with_the_act_itself(evening: Evening) -> None:
    """A walk-over begins its mission: that is no change that somebody else made."""
    opened = play.act(evening.scope, evening.marta, "open_mission", warbands=[evening.hers, evening.his])
    api, mission = Api(evening.marta), f"{opened.slot}.mission"
    seen = {f"missions:{mission}": api.get(f"{evening.base}missions/{mission}/").json()["version"]}
    call = {"procedure": "opr.walk_over", "params": {"mission": mission, "winner": evening.hers}}
    sent = api.post(evening.base + "act/", {**call, "seen": seen})
    assert (sent.status_code, "report" in sent.json()) == (200, True), sent.json()


def test_back_and_aside(evening: Evening) -> None:
    api, call = Api(evening.tom), casualties(evening)
    slot = api.post(evening.base + "act/", call).json()["slot"]
    nothing = api.post(evening.base + "back/", {"slot": slot})
    assert (nothing.status_code, nothing.json()["sentence"]) == (409, "There is no answer to undo.")
    assert api.post(evening.base + "aside/", {"slot": slot}).status_code == 200
    assert api.post(evening.base + "aside/", {"slot": slot}).status_code == 404


def test_somebody_elses_business_is_403(evening: Evening) -> None:
    call = casualties(evening)
    for who in (evening.marta, evening.pip):
        refused = Api(who).post(evening.base + "act/", call)
        assert (refused.status_code, refused.json()["sentence"]) == (403, "You are not allowed to do that.")
    assert Api(evening.pip).post(evening.base + "act/", {"procedure": "opr.close"}).status_code == 403


def test_nobody_becomes_a_side_by_naming_several(evening: Evening) -> None:
    params = {"owner": f"{evening.tom.pk}|member", "name": "Mine now", "units": play.band()}
    refused = Api(evening.pip).post(
        evening.base + "act/", {"procedure": "opr.found_warband", "params": params}
    )
    assert refused.status_code in (403, 409)
    assert len(play.state_of(evening.scope).warbands) == 2


def test_a_spectator_only_watches(evening: Evening) -> None:
    evening.pip.role = "spectator"
    evening.pip.save()
    params = {"warbands": [evening.hers, evening.his]}
    call = {"procedure": "opr.open_mission", "params": params}
    assert Api(evening.pip).post(evening.base + "act/", call).status_code == 403


def test_a_refusal_carries_its_rule(evening: Evening) -> None:
    call = {"procedure": "opr.open_mission", "params": {"warbands": [evening.hers]}}
    refused = Api(evening.marta).post(evening.base + "act/", call)
    assert refused.status_code == 409
    assert refused.json()["rule"].startswith("OPR-")
    assert refused.json()["sentence"]


def test_what_the_others_have_to_agree_to_becomes_a_report(evening: Evening) -> None:
    params = {"warbands": [evening.hers, evening.his], "winners": [evening.hers], "rounds": 4}
    call = {"procedure": "opr.quick_report", "params": params, "once": "k1"}
    told = Api(evening.marta).post(evening.base + "act/", call).json()
    assert (told["settled"], told["entry"], told["questions"]) == (False, None, [])
    assert not play.state_of(evening.scope).missions
    again = Api(evening.marta).post(evening.base + "act/", call).json()
    assert (again["report"], again["repeated"]) == (told["report"], True)
    report = f"{evening.base}reports/{told['report']}/"
    assert Api(evening.tom).get(report).json()["status"] == "sent"
    assert Api(evening.tom).post(report + "confirm/").json()["settled"]
    assert play.state_of(evening.scope).missions
    assert reconcile(evening.scope) == []


def test_opr_30_a_slip_told_by_an_act_is_asked_about(evening: Evening) -> None:
    params = {"warbands": [evening.hers, evening.his], "winners": [evening.hers], "rounds": 1}
    call = {"procedure": "opr.quick_report", "params": params}
    asked = Api(evening.marta).post(evening.base + "act/", call)
    assert (asked.status_code, asked.json()["key"]) == (409, "sure")
    assert Api(evening.marta).post(evening.base + "act/", {**call, "sure": True}).json()["report"]


def test_an_act_that_is_no_report_says_so(evening: Evening) -> None:
    assert Api(evening.tom).post(evening.base + "act/", casualties(evening)).json()["report"] is None


# Bad input

BAD_BODIES = [
    (b"", 400),
    (b"{", 400),
    (b"[]", 400),
    (b'"act"', 400),
    (b"{}", 400),
    (b"\xff\xfe", 400),
    (b'{"procedure": "opr.nonsense"}', 409),
    (b'{"procedure": "opr.open_mission", "params": []}', 400),
    (b'{"procedure": "opr.open_mission", "params": {"warbands": 3}}', 409),
    (b'{"procedure": "opr.open_mission", "params": {"warbands": [], "more": 1}}', 409),
    (b'{"procedure": "opr.open_mission", "params": {"warbands": ["a\\u0000"]}}', 400),
    (b'{"procedure": "opr.open_mission", "params": {"warbands": ["\\ud800"]}}', 400),
    (b'{"procedure": "opr.open_mission", "params": {"warbands": ["x", "y"], "name": NaN}}', 400),
    (b'{"procedure": "opr.close", "seen": {"secrets:x": 1}}', 400),
    (b'{"procedure": "opr.close", "seen": {"units:x": 99999999999}}', 400),
    (b'{"procedure": "opr.close", "once": "' + b"x" * 65 + b'"}', 400),
    (b'{"procedure": "' + b"x" * 5000 + b'"}', 400),
    (b'{"params": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", 400),
    (b'{"procedure": "opr.open_mission", "params": {"warbands": ["' + b"x" * 300 + b'", "y"]}}', 409),
]


@pytest.mark.parametrize(("body", "status"), BAD_BODIES, ids=lambda one: str(one)[:60])
def test_a_bad_body_gets_a_sentence(body: bytes, status: int, evening: Evening) -> None:
    version = Scope.objects.get(pk=evening.scope.pk).version
    answer = Api(evening.ilse).post(evening.base + "act/", body)
    assert answer.status_code == status, answer.json()
    assert answer.json()["sentence"]
    assert Scope.objects.get(pk=evening.scope.pk).version == version


@pytest.mark.parametrize(
    ("procedure", "params"),
    [
        ("opr.give_vp", {"amount": 10**40, "words": "x"}),
        ("opr.give_vp", {"amount": 2**40, "words": "x"}),
        ("opr.give_points", {"amount": 10**12, "words": "x" * 9000}),
        ("opr.rename_warband", {"name": "n" * 3000}),
        ("opr.hand_over", {"owner": "o" * 3000, "words": "x"}),
    ],
)
def test_figures_and_texts_too_large_are_refused_whole(
    procedure: str, params: dict[str, Any], evening: Evening
) -> None:
    before = play.state_of(evening.scope)
    call = {"procedure": procedure, "params": {"warband": evening.hers, **params}}
    answer = Api(evening.ilse).post(evening.base + "act/", call)
    assert answer.status_code in (400, 409), answer.json()
    assert answer.json()["sentence"]
    assert play.state_of(evening.scope) == before


@pytest.mark.parametrize(
    "value", [None, "six", 0, 7, 3.5, True, [3], {"3": 3}, 10**40], ids=lambda value: str(value)[:20]
)
def test_an_answer_that_is_none_is_explained(value: Any, evening: Evening) -> None:
    api = Api(evening.tom)
    opened = api.post(evening.base + "act/", casualties(evening)).json()
    sent = {"slot": opened["slot"], "key": opened["questions"][0]["key"], "value": value}
    answer = api.post(evening.base + "answer/", sent)
    assert answer.status_code == 409
    assert answer.json()["key"] == sent["key"]


def test_an_answer_to_nothing(evening: Evening) -> None:
    api = Api(evening.tom)
    opened = api.post(evening.base + "act/", casualties(evening)).json()
    assert api.post(evening.base + "answer/", {"slot": "s99", "key": "k", "value": 1}).status_code == 404
    assert (
        api.post(evening.base + "answer/", {"slot": opened["slot"], "key": "k", "value": 1}).status_code
        == 409
    )
    assert api.post(evening.base + "answer/", {"slot": opened["slot"], "key": "k"}).status_code == 400


def test_a_form_is_not_json(evening: Evening) -> None:
    answer = Api(evening.ilse).post(evening.base + "act/", b"procedure=opr.close", content_type="text/plain")
    assert answer.status_code == 415
    assert answer.json()["sentence"]


# Tokens


def test_a_new_token_replaces_the_old_one(evening: Evening) -> None:
    old = Api(evening.marta)
    new = Api(evening.marta)
    assert old.get("/api/v1/clubs/").status_code == 401
    assert new.get("/api/v1/clubs/").status_code == 200
    revoke_tokens(evening.marta.person)
    assert new.get("/api/v1/clubs/").status_code == 401


def test_a_person_who_lost_the_seat_sees_nothing(evening: Evening) -> None:
    api = Api(evening.pip)
    evening.pip.status = "removed"
    evening.pip.save()
    assert api.get("/api/v1/leagues/").json() == []
    assert api.get(evening.base).status_code == 404


def test_a_token_does_not_open_pages(evening: Evening) -> None:
    key = new_token(evening.marta.person)
    api = Api(None)
    api.headers = {"Authorization": f"Token {key}"}
    assert api.get("/me/").status_code == 302


@pytest.mark.parametrize("three", [3, "3", 3.0, "03"])
def test_a_number_is_kept_as_it_was_read(evening: Evening, three: object) -> None:
    unit = next(iter(play.state_of(evening.scope).sheet(evening.hers))).id
    sent = {"unit": unit, "amount": three, "words": "a prize"}
    done = Api(evening.ilse).post(f"{evening.base}act/", {"procedure": "opr.give_xp", "params": sent})
    assert done.json()["settled"]
    assert Entry.objects.get(procedure="opr.give_xp").params["amount"] == 3
    assert "was given 3 XP" in chronicle(evening)
    assert reconcile(evening.scope) == []


def test_a_yes_is_the_number_it_was_read_as(evening: Evening) -> None:
    sent = {"warband": evening.hers, "amount": True, "words": "a prize"}
    Api(evening.ilse).post(f"{evening.base}act/", {"procedure": "opr.give_vp", "params": sent})
    assert "was given 1 VP" in chronicle(evening)


def chronicle(evening: Evening) -> str:
    """The newest of what happened, as programs read it."""
    return str(Api(evening.tom).get(f"{evening.base}chronicle/").json())
