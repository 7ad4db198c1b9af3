"""Two worlds that differ in one secret: whoever is not told it gets the same bytes in both.

A secret is what lies under a seal, what somebody has answered that others may not read yet, and what a side
keeps outside the journal (a draft, a note). The other world is this one with something else in its place.
Whoever has come to a side after a secret was written is not told it either.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from django.apps import apps
from django.core.cache import caches
from django.db import connection, models
from django.db.transaction import atomic, set_rollback

from campaigns.engine.stored import state_cache
from campaigns.engine.transaction.dialogue import peek_dialogue
from campaigns.models import Dialogue, DialogueAnswer, SealedAnswer, Seat, StateRow
from campaigns.shell.drawn import kept
from rules.engine.procedure import AnsweredQuestion
from tests.stress.drawing import answer_to
from tests.stress.found import Found
from tests.stress.looking import Looking
from tests.stress.pages import addresses_of
from tests.stress.stage import Stage

ALIKE = (
    re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"|name="once" value="[^"]*"'),
    re.compile(r"\b[0-9a-f]{64}\b"),  # the fingerprint of a seal, of 128 random bits
    re.compile(r'nonce="[^"]*"|\bmr-[0-9a-f]{8,}\b'),
)
PAGES, VIEWERS, TRIES = 4, 1, 20
EVERYBODY = 99
KEYS = ("pk", "id", "scope", "seat", "by", "turn")

type Seen = dict[tuple[str, str], tuple[int, str]]  # by who looks and where: status and text


@dataclass(frozen=True)
class Secret:
    """A row with a secret in it; `people` were told it, `changes` make another of it, `guess` asks for it.

    `viewers` are some others, where not only those are meant who were not told.
    """

    row: models.Model
    kind: str
    told: str
    people: frozenset[int]
    changes: dict[str, Any]
    guess: dict[str, Any] = field(default_factory=dict)
    viewers: tuple[str, ...] = ()


@dataclass
class Worlds:
    """Compares what others see, `viewers` of them each time. `wrote`: who belonged to a side when a row of it
    was written as it is."""

    stage: Stage
    looking: Looking
    viewers: int = VIEWERS
    wrote: dict[tuple[str, int], tuple[str, frozenset[int]]] = field(default_factory=dict)

    @property
    def luck(self) -> random.Random:
        return self.stage.luck

    def compare(self) -> Iterator[Found]:
        """One of the secrets there are, chosen by chance, told to others by nothing."""
        kinds = [list(kind) for kind in (self._seals(), self._answers(), self._kept(), self._veiled())]
        if not any(kinds):
            return
        secret = self.luck.choice(self.luck.choice([kind for kind in kinds if kind]))
        viewers = list(secret.viewers) or self._viewers(secret)
        yield from self._compared([secret], viewers, self._pages(self._side(secret)))

    def newcomers(self) -> Iterator[Found]:
        """Whoever has come to a side is told by no page of the game what it had kept to itself before."""
        secrets = [*self._seals(), *self._kept()]
        for who in self.stage.members():
            person = self.stage.seats[who].person_id
            unknown = [one for one in secrets if person not in one.people]
            for side in dict.fromkeys(filter(None, map(self._side, unknown))):
                if who in self.stage.playing(side, self.stage.state):
                    theirs = [one for one in unknown if self._side(one) == side]
                    yield from self._compared(theirs, [who], [self._start, *self._own_pages(side)])

    def _compared(self, secrets: list[Secret], viewers: list[str], pages: list[str]) -> Iterator[Found]:
        """What somebody sees otherwise where these are others."""
        here = self._seen(viewers, pages, secrets)
        with atomic():
            for one in secrets:
                _change(one)
            there = self._seen(viewers, pages, secrets)
            set_rollback(True)
        forget()
        kinds = ", ".join(sorted({one.kind for one in secrets}))
        unknown = "; ".join(one.told for one in secrets)[:300]
        for (who, page), seen in here.items():
            if seen != there[who, page]:
                told = f"{who} (not told {unknown}) at {page}: {_difference(seen, there[who, page])}"
                yield Found("two worlds", f"{kinds} at {re.sub('[0-9]+', 'N', page)[:60]}", told[:900])

    # What is secret

    def _seals(self) -> Iterator[Secret]:
        asked = {(row.slot_id, one.question.key): one for row, one in self._asked()}
        for seal in (
            SealedAnswer.objects.filter(slot__scope=self.stage.scope, revealed_at=None)
            .select_related("owner", "slot")
            .order_by("pk")
        ):
            knew = self.looking.knew.get(seal.pk, set())
            people = self._still(seal.side, knew) | ({seal.owner.person_id} if seal.owner else set())
            one = asked.get((seal.slot_id, seal.key))
            other = _other(one, self.luck) if one else _odd(seal.value)
            guess = {"slot": seal.slot.code, "key": seal.key, "value": seal.value}
            kind = f"seal {seal.key.partition(':')[0]}"
            yield Secret(seal, kind, f"{seal.key} = {seal.value}", frozenset(people), {"value": other}, guess)

    def _answers(self) -> Iterator[Secret]:
        """What is answered in an open dialogue and not for everybody to read."""
        for row, one in self._asked():
            given = (
                DialogueAnswer.objects.filter(dialogue=row, key=one.question.key)
                .exclude(origin="sealed")
                .first()
            )
            people = frozenset(self._readers(row, one))
            if given and not people.issuperset(seat.person_id for seat in self._seats()):
                guess = {"slot": row.slot.code, "key": given.key, "value": given.value}
                told = f"{given.key} = {given.value}"
                changes = {"value": _other(one, self.luck)}
                yield Secret(given, f"answer {row.procedure}", told, people, changes, guess)

    def _asked(self) -> Iterator[tuple[Dialogue, AnsweredQuestion]]:
        for row in Dialogue.objects.filter(scope=self.stage.scope).select_related("slot").order_by("pk"):
            row.scope = self.stage.scope
            for one in getattr(peek_dialogue(self.stage.scope, row.slot, self.stage.state)[1], "asked", ()):
                yield row, one

    def _readers(self, row: Dialogue, asked: AnsweredQuestion) -> Iterator[int]:
        plugin = self.stage.plugin
        for name in self.stage.members():
            viewer = self.stage.here(name)
            if plugin.secrecy.may_follow(viewer, row.procedure, row.params) and plugin.secrecy.may_read(
                viewer, row.procedure, asked.question
            ):
                yield self.stage.seats[name].person_id

    def _veiled(self) -> Iterator[Secret]:
        """Figures of the state that somebody does not see, as their view of it says."""
        who = self.luck.choice(self.stage.members())
        whole, seen = self.stage.state, self.stage.here(who).state
        for table in whole.tables() if seen is not whole else ():
            rows, theirs = getattr(whole, table), getattr(seen, table)
            for key, thing in rows.items():
                if theirs.get(key) == thing:
                    continue
                changes = _figures(thing, theirs.get(key))
                rows_of = self.stage.plugin.tables[table].model._default_manager
                row = rows_of.filter(scope=self.stage.scope, key=key).first()
                if row and changes:
                    told = f"{table} {key}: {sorted(changes)}"
                    yield Secret(row, f"state {table}", told, frozenset(), changes, viewers=(who,))

    def _kept(self) -> Iterator[Secret]:
        """Rows of a side outside the journal."""
        for model, held in kept_models(self.stage.plugin.store.held):
            for row in model._default_manager.filter(scope=self.stage.scope).order_by("pk"):
                side, people = getattr(row, held), self.written(row, held)
                changes = _changes(row, held)
                name = model._meta.model_name or ""
                if changes:
                    told = f"{name} of {side}: { {one: getattr(row, one) for one in changes} }"
                    author = getattr(row, "by", None)
                    by = {author.person_id} if author else set()
                    yield Secret(row, name, told, frozenset(self._still(side, set(people)) | by), changes)

    def written(self, row: models.Model, held: str) -> frozenset[int]:
        """Who belonged to the side when this was written."""
        key, text = (str(row._meta.model_name), row.pk), repr(sorted(_changes(row, held)))
        text += repr([getattr(row, one) for one in sorted(_changes(row, held))])
        known = self.wrote.get(key)
        if known is None or known[0] != text:
            known = self.wrote[key] = text, frozenset(self._people(getattr(row, held)))
        return known[1]

    def note(self) -> None:
        """Remember who belongs to what has just been written."""
        for model, held in kept_models(self.stage.plugin.store.held):
            for row in model._default_manager.filter(scope=self.stage.scope):
                self.written(row, held)

    def _people(self, side: str) -> set[int]:
        return {self.stage.seats[name].person_id for name in self.stage.playing(side, self.stage.state)}

    def _still(self, side: str, people: set[int]) -> set[int]:
        return people & self._people(side) if side else set()

    def _seats(self) -> list[Seat]:
        return [self.stage.seats[name] for name in self.stage.members()]

    # Who looks where

    def _viewers(self, secret: Secret) -> list[str]:
        """Some who are not told it; whoever has come to its side since before all others."""
        side = self._side(secret)
        others = [
            name
            for name, seat in self.stage.seats.items()
            if seat.is_active and seat.person_id not in secret.people
        ]
        new = [
            name for name in (self.stage.playing(side, self.stage.state) if side else ()) if name in others
        ]
        return list(dict.fromkeys([*new[:1], *self.luck.sample(others, len(others))[: self.viewers]]))

    def _side(self, secret: Secret) -> str:
        return str(getattr(secret.row, "side", "") or getattr(secret.row, self.stage.plugin.store.held, ""))

    @property
    def _start(self) -> str:
        return f"/l/{self.stage.scope.pk}/"

    def _pages(self, side: str) -> list[str]:
        """Some pages, those of the game's own more often than others."""
        every, own = self._every_page(side), self._own_pages(side)
        some = self.luck.sample(every, PAGES // 2) + self.luck.sample(own, min(len(own), PAGES // 2))
        return list(dict.fromkeys([self._start, *some]))

    def _own_pages(self, side: str) -> list[str]:
        """Those of the game's own, about a side where they are about one."""
        return [one for one in self._every_page(side) if f"/{self.stage.scope.game}/" in one]

    def _every_page(self, side: str) -> list[str]:
        return [one for one in addresses_of(self.stage, {side}) if not one.endswith(".pdf")]

    def _seen(self, viewers: list[str], pages: list[str], secrets: list[Secret]) -> Seen:
        forget()
        found = {(who, page): self._got(who, page) for who in viewers for page in pages}
        for guess in (one.guess for one in secrets if one.guess):
            found |= {(who, f"answer/ {guess['key']}"): self._guessed(who, guess) for who in viewers}
        return found

    def _got(self, who: str, page: str) -> tuple[int, str]:
        try:
            answer = self.stage.browser(who).get(page)
        except Exception as error:
            return 0, type(error).__name__
        text = "" if getattr(answer, "streaming", False) else answer.content.decode(errors="replace")
        return answer.status_code, _alike(text)

    def _guessed(self, who: str, guess: dict[str, Any]) -> tuple[int, str]:
        """What a program is told that sends the very answer."""
        address = f"/api/v1/leagues/{self.stage.scope.pk}/answer/"
        with atomic():
            answer = self.stage.browser(who).post(address, json.dumps(guess), content_type="application/json")
            set_rollback(True)
        return answer.status_code, _alike(answer.content.decode(errors="replace"))


def kept_models(held: str) -> Iterator[tuple[type[models.Model], str]]:
    """What is kept of a side outside the journal: the field that names the side. A row of a seat is that
    person's own."""
    for model in apps.get_models():
        names = {one.name for one in model._meta.get_fields()}
        if {"scope", held} <= names and "seat" not in names and not issubclass(model, StateRow):
            yield model, held


def _change(secret: Secret) -> None:
    """Put the other in its place, past the door."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('musterroll.door', 'open', true)")
    type(secret.row)._default_manager.filter(pk=secret.row.pk).update(**secret.changes)


def _changes(row: models.Model, held: str) -> dict[str, Any]:
    """Another value for each of its fields that holds something somebody wrote."""
    found: dict[str, Any] = {}
    for one in row._meta.concrete_fields:
        value = getattr(row, one.attname)
        if one.name in (*KEYS, held, "banner") or one.is_relation:
            continue
        if isinstance(one, models.JSONField):
            found[one.name] = _odd(value)
        elif isinstance(one, models.CharField | models.TextField):
            found[one.name] = f"{value}"[::-1][:15] + "x"
    return found


def _figures(thing: Any, seen: Any) -> dict[str, Any]:
    """Other numbers for those that are not seen; not for those of which there are only a few."""
    numbers = {one.name: getattr(thing, one.name) for one in fields(thing) if one.type in ("int", int)}
    return {name: one + 1 for name, one in numbers.items() if seen is None or getattr(seen, name) != one}


def _odd(value: Any) -> Any:
    """The same with another text in each place."""
    if isinstance(value, str):
        return f"{value}~"
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [_odd(one) for one in value] or ["~"]
    if isinstance(value, dict):
        return {key: _odd(one) for key, one in value.items()}
    return value


def _other(asked: AnsweredQuestion, luck: random.Random) -> Any:
    """Another answer that the question allows, if there is one."""
    for _try in range(TRIES):
        value = answer_to(asked.question, luck)
        if _plain(value) != _plain(asked.answer.value):
            return _plain(value)
    return _odd(asked.answer.value)


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value, default=str))


def _alike(text: str) -> str:
    for pattern in ALIKE:
        text = pattern.sub("", text)
    return text


def forget() -> None:
    """Nothing that the process remembers of a league or drew of its pages."""
    state_cache.MEMORY.forget()
    caches["parts"].clear()
    kept.clear_shelves()


def _difference(one: tuple[int, str], other: tuple[int, str]) -> str:
    if one[0] != other[0]:
        return " against ".join(
            f"{status} {text if not status else ''}".strip() for status, text in (one, other)
        )
    at = next((n for n, pair in enumerate(zip(one[1], other[1], strict=False)) if pair[0] != pair[1]), 0)
    return f"…{one[1][max(0, at - 80) : at + 80]}… against …{other[1][max(0, at - 80) : at + 80]}…"
