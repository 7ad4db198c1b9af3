"""No call of the interface for programs answers with a secret, however it is asked.

Two worlds differ in nothing but something secret. Whoever may not know it sends every call to both, with what
the one holds and what the other does, twice, with versions of everything and with other people's words for a
repeat: no status and no byte of an answer differs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from django.db.transaction import atomic, set_rollback
from django.test import Client
from django.utils import timezone

from campaigns.api.page import calls
from campaigns.engine import door
from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction.scope_transaction import DoorOutcome
from campaigns.engine.who.rights import Actor
from campaigns.models import DialogueAnswer, Entry, Role, Scope, Seat
from tests import factories
from tests.campaigns.engine.test_sealed import TRAP
from tests.campaigns.opr.table.evening import Evening
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import fights
from tests.maps.firestorm.driving import in_build
from tests.maps.firestorm.play import begun

pytestmark = pytest.mark.django_db
ALIKE = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|\+\d\d:\d\d)?|\b[0-9a-f]{64}\b")
WORD = "what-i-do-in-{}"  # a program's word for a repeat, made of what it does
type Deed = Callable[[], DoorOutcome]
type Sent = tuple[str, str, Any]  # method, address below the league, body


@dataclass
class Secret:
    """Something that is done in secret, in two ways; `others` may not know which.

    `values` may be what was answered, `acts` what was done (procedure and parameters), by whoever knows.
    """

    scope: Scope
    others: dict[str, Client]
    worlds: tuple[Deed, Deed]
    values: Sequence[object]
    acts: Sequence[tuple[str, Mapping[str, object]]]


def _done(scope: Scope, seat: Seat, world: str, procedure: str, **params: object) -> DoorOutcome:
    return door.act(scope.pk, Actor(seat), procedure, params, once=WORD.format(world))


def _watching(scope: Scope) -> Client:
    return factories.signed_in(factories.new_seat(club=scope.club, name="Watcher", role=Role.SPECTATOR))


# What is kept from whom


def built_in_secret() -> Secret:
    """What a faction has built where the league builds in secret."""
    table = in_build("Marta", "Kwame", more=(("Oskar", "Marta"),), secret_build=True, build=9)
    about = {"faction": table.factions["Marta"], "item": "mustering_ground"}
    acts = [("firestorm.build", {**about, "territory": place}) for place in ("T02", "T03")]
    deeds = [
        partial(_done, table.scope, table.seats["Marta"], world, act, **params)
        for world, (act, params) in zip("ab", acts, strict=True)
    ]
    others = {"Kwame": table.browsers["Kwame"], "Watcher": _watching(table.scope)}
    return Secret(table.scope, others, (deeds[0], deeds[1]), ["mustering_ground", "T02"], acts)


def die_for_build_points(*, settled: bool) -> Secret:
    """A die that brings build points others are not shown: still asked about, and in its entry."""
    league, battle = fights.in_the_field("Marta", "Kwame", more=(("Oskar", "Marta"),), public_bp=False)
    marta = league.factions["Marta"]
    fights.fought(league, battle, "minor_victory" if battle.attack == marta else "minor_defeat")
    about = {"turn": 1, "battle": battle.id, "faction": marta}
    key = f"build:{battle.id}:{marta}:1"

    def rolled(face: int) -> DoorOutcome:
        actor, act = Actor(league.seats["Marta"]), "firestorm.roll_build"
        asked = door.act(league.scope.pk, actor, act, about, once=WORD.format("ab"[face > 1]))
        told = door.answer_question(league.scope.pk, actor, asked.slot, key, face)
        return (
            door.answer_question(league.scope.pk, actor, asked.slot, f"{key}:again", False)
            if settled
            else told
        )

    others = {"Watcher": _watching(league.scope)} if settled else {"Kwame": league.browsers["Kwame"]}
    worlds = partial(rolled, 1), partial(rolled, 3)
    return Secret(league.scope, others, worlds, (1, 3), [("firestorm.roll_build", about)])


def orders_under_seal() -> Secret:
    table = begun("Marta", "Kwame")
    table.ready()

    def sealed(step: str) -> DoorOutcome:
        fights.sealed(table, "Marta", {"T01": ("move", (step,))})
        (seal,) = Entry.objects.filter(scope=table.scope, procedure="firestorm.seal_orders")
        return DoorOutcome(seal.slot.code, seal.seq)

    others = {name: table.browsers[name] for name in ("Kwame", "Organiser")}
    about = {"turn": 1, "faction": table.factions["Marta"]}
    worlds = partial(sealed, "T02"), partial(sealed, "T06")
    return Secret(table.scope, others, worlds, ("T02", "T06"), [("firestorm.seal_orders", about)])


def dice_of_a_mine(*, settled: bool) -> Secret:
    """The dice of a treasury that is its owner's alone, which not even an organiser reads."""
    league = conquest.begun("Marta", "Kwame", "Ilse", gold_public=False)
    realm = league.realm("Marta")
    free = (one for one in league.state.territories.values() if one.terrain == "mountain" and not one.owner)
    place = next(free).id
    gift = {"territory": place, "owner": realm, "building": "mine", "words": "a gift"}
    assert league.post("Organiser", "correct", **gift).status_code == 302
    conquest.events(league)
    about = {"realm": realm, "round": league.state.now.round}

    def rolled(*faces: int) -> DoorOutcome:
        actor, word = Actor(league.seats["Marta"]), WORD.format("ab"[faces[0] > 1])
        asked = door.act(league.scope.pk, actor, "conquest.collect", about, once=word)
        for face in faces if settled else faces[:1]:
            key = asked.questions[0].key
            asked = door.answer_question(league.scope.pk, actor, asked.slot, key, face)
        assert asked.settled == settled
        return asked

    others = {name: league.browsers[name] for name in ("Kwame", "Organiser")}
    worlds = partial(rolled, 1, 2, 3), partial(rolled, 6, 5, 4)
    taken = {"realm": realm, "gold": -100, "words": "a fine"}
    acts = [("conquest.collect", about), ("conquest.grant", taken)]
    return Secret(league.scope, others, worlds, (1, 6), acts)


def gold_under_seal() -> Secret:
    league = conquest.begun("Marta", "Kwame", gold_public=False)
    for name in ("Marta", "Kwame"):
        league.post("Organiser", "grant", realm=league.realm(name), gold="120", words="test")
    for phase in (conquest.events, conquest.revenue, conquest.challenges):
        phase(league)
    (battle,) = league.state.battles

    def committed(gold: int) -> DoorOutcome:
        actor, word = Actor(league.seats["Marta"]), WORD.format("ab"[gold > 10])
        asked = door.act(league.scope.pk, actor, "conquest.commit_gold", {"battle": battle}, once=word)
        key = f"gold:{battle}:{league.realm('Marta')}"
        return door.answer_question(league.scope.pk, actor, asked.slot, key, gold)

    others = {name: league.browsers[name] for name in ("Kwame", "Organiser")}
    worlds = partial(committed, 10), partial(committed, 20)
    return Secret(league.scope, others, worlds, (10, 20), [("conquest.commit_gold", {"battle": battle})])


def option_in_a_siege() -> Secret:
    """What the besieger does in a siege turn, which its two sides and organisers alone know."""
    league, battle = fights.at_the_tower("Marta", "Kwame", "Ilse")
    fights.done(league, "Marta", battle.id, "offer_siege", siege="true")
    said = {":how": "battleplan", ":winner": "besieger"}
    fights.done(league, "Kwame", battle.id, "start_siege", storm="false", said=said)
    fights.done(league, "Kwame", battle.id, "siege_turn", turn=1, said={f"timer:{battle.id}:1": 1})
    assert league.state.sieges[battle.id].step == "besieger"
    about = {"battle": battle.id, "faction": league.factions["Kwame"], "turn": 1}
    acts = [
        ("firestorm.take_option", {**about, "option": option, "target": target})
        for option, target in (("undermine", "North wall"), ("starve_out", ""))
    ]
    deeds = [
        partial(_done, league.scope, league.seats["Kwame"], world, act, **params)
        for world, (act, params) in zip("ab", acts, strict=True)
    ]
    others = {"Ilse": league.browsers["Ilse"], "Watcher": _watching(league.scope)}
    return Secret(league.scope, others, (deeds[0], deeds[1]), ["undermine", "North wall"], acts)


def note_under_seal() -> Secret:
    """Words that somebody seals for an event and opens once it comes to that."""
    here = Evening()
    mission = here.mission()
    event = here.event(mission, TRAP, warband=here.bell)
    about = {"mission": mission, "event": event, "warband": here.bell}
    words = ("the crooked well", "the mill")

    def noted(what: str) -> DoorOutcome:
        actor, word = Actor(here.marta), WORD.format("ab"[what == words[1]])
        asked = door.act(here.scope.pk, actor, "opr.seal_note", about, once=word)
        return door.answer_question(here.scope.pk, actor, asked.slot, "note", what)

    others = {name: here.browser(seat) for name, seat in (("Tom", here.tom), ("Organiser", here.ilse))}
    worlds = partial(noted, words[0]), partial(noted, words[1])
    return Secret(here.scope, others, worlds, words, [("opr.seal_note", about)])


SECRETS: dict[str, Callable[[], Secret]] = {
    "built in secret": built_in_secret,
    "a die for build points, open": partial(die_for_build_points, settled=False),
    "a die for build points, settled": partial(die_for_build_points, settled=True),
    "orders under seal": orders_under_seal,
    "dice of a mine, open": partial(dice_of_a_mine, settled=False),
    "dice of a mine, settled": partial(dice_of_a_mine, settled=True),
    "gold under seal": gold_under_seal,
    "an option in a siege": option_in_a_siege,
    "a note under seal": note_under_seal,
}


# Every call


def sent_to(
    secret: Secret, slots: Sequence[str], keys: Iterable[str], seen: dict[str, int]
) -> Iterator[Sent]:
    """Every call there is of a league, with all that somebody could try; `seen`: versions by "table:key"."""
    for slot in slots:
        yield "GET", f"dialogues/{slot}/", None
        for path in ("back/", "aside/"):
            yield "POST", path, {"slot": slot}
        for key in keys:
            for value in secret.values:
                yield "POST", "answer/", {"slot": slot, "key": key, "value": value}
            yield "POST", "answer/", {"slot": slot, "key": key, "roll": True}
    for procedure, params in secret.acts:
        call = {"procedure": procedure, "params": params}
        yield "POST", "act/", call
        yield "POST", "reports/", {"procedure": procedure, "facts": params}
        for world in "ab":
            yield "POST", "act/", {**call, "once": WORD.format(world)}
        for name, version in seen.items():
            yield "POST", "act/", {**call, "seen": {name: version}}
    yield from _looked_up(seen)
    for act in ("confirm", "at-table", "dispute", "withdraw"):
        yield "POST", f"reports/1/{act}/", {"words": "no"} if act == "dispute" else {}
    for act in ("accept", "decline", "withdraw"):
        yield "POST", f"requests/1/{act}/", {}


def _looked_up(seen: Iterable[str]) -> Iterator[Sent]:
    for path in (
        "",
        "standings/",
        "teams/",
        "chronicle/",
        "journal/",
        "dialogues/",
        "reports/",
        "reports/1/",
    ):
        yield "GET", path, None
    for path in ("requests/", "requests/1/"):
        yield "GET", path, None
    for name in ("campaign:campaign", *seen):
        table, _, key = name.partition(":")
        yield "GET", f"state/{table}/", None
        yield "GET", f"state/{table}/{key}/", None
    for table in ("warbands", "units", "missions"):
        yield "GET", f"{table}/", None
        yield "GET", f"{table}/x/", None


# Two worlds


@pytest.mark.parametrize("name", SECRETS)
@pytest.mark.in_turn(5, kind="secrets")
def test_whoever_may_not_know_hears_the_same_in_both_worlds(name: str, monkeypatch: Any) -> None:
    secret = SECRETS[name]()
    monkeypatch.setattr("campaigns.engine.transaction.writing.new_seed", lambda: bytes(32))
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)
    before = _versions(secret.scope)
    slots, keys, versions = zip(*(_tried(secret, deed) for deed in secret.worlds), strict=True)
    seen = _most_telling(before, *versions)
    tries = list(sent_to(secret, sorted(set().union(*slots)), sorted({"nonsense"}.union(*keys)), seen))
    one, other = (_heard(secret, deed, tries) for deed in secret.worlds)
    assert len(one) > 30
    differ = [f"{what}: {said} against {other[what]}" for what, said in one.items() if said != other[what]]
    assert not differ, "\n".join(differ[:5])


def _tried(secret: Secret, deed: Deed) -> tuple[set[str], set[str], dict[str, int]]:
    """The slots, the keys and the rows' versions of a world, as the database has them."""
    with atomic():
        slots = {deed().slot}
        entries = Entry.objects.filter(scope=secret.scope, slot__code__in=slots)
        answers = DialogueAnswer.objects.filter(dialogue__scope=secret.scope, dialogue__slot__code__in=slots)
        keys = {key for one in entries for key in one.answers} | set(answers.values_list("key", flat=True))
        versions = _versions(secret.scope)
        set_rollback(True)
    return slots, keys, versions


def _versions(scope: Scope) -> dict[str, int]:
    """The version of every row of a league, by "table:key"."""
    tables = registration_of(scope.game).tables
    return {
        f"{name}:{key}": version
        for name, table in tables.items()
        for key, version in table.model._default_manager.filter(scope=scope).values_list("key", "version")
    }


def _most_telling(*worlds: dict[str, int]) -> dict[str, int]:
    """Versions that are right in one of the worlds alone, and a few others."""
    before, *after = worlds
    telling = {name for one in after for name, version in one.items() if before.get(name) != version}
    versions = {name: before.get(name, one.get(name, 0)) for one in after for name in sorted(telling)}
    return dict(list(versions.items())[:8])


def _heard(secret: Secret, deed: Deed, tries: Sequence[Sent]) -> dict[tuple[str, int, str], tuple[int, str]]:
    """What everybody else hears in a world: by who asks, and what."""
    with atomic():
        deed()
        found = {
            (who, number, json.dumps(sent)): _answer(secret, browser, sent)
            for who, browser in secret.others.items()
            for number, sent in enumerate(tries)
        }
        set_rollback(True)
    return found


def _answer(secret: Secret, browser: Client, sent: Sent) -> tuple[int, str]:
    """One call and its answer, with nothing left of what it did."""
    method, path, body = sent
    address = f"/api/v1/leagues/{secret.scope.pk}/{path}"
    with atomic():
        if method == "GET":
            answer = browser.get(address)
        else:
            answer = browser.post(address, body, content_type="application/json")
        set_rollback(True)
    return answer.status_code, ALIKE.sub("", json.dumps(answer.json()))


def test_every_call_of_a_league_is_tried() -> None:
    """A call that is new has to be tried here as well."""
    secret = built_in_secret()
    tried = [(method, f"/api/v1/leagues/1/{path}") for method, path, _ in sent_to(secret, ["s1"], ["k"], {})]
    there = [(one.method, re.sub(r"\{\w+\}", "[^/]+", one.path)) for one in calls()]
    leagues = [(method, path) for method, path in there if path.startswith("/api/v1/leagues/[")]
    assert len(leagues) > 20
    for method, path in leagues:
        assert any(method == how and re.fullmatch(path, to) for how, to in tried), (method, path)
