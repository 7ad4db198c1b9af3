"""Idempotency keys at the door: a write sent again with its key gets the first result.

A key belongs to one act of one person: sent with another act it is refused. Somebody else's is not looked up:
it would tell that it was used, and with what. Pages need no keys here: a form that is sent twice never comes
this far (`campaigns.shell.reading.sent_once`).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import NotRequired, TypedDict

from django.db.models import Q
from django.utils.translation import gettext as _

from campaigns.engine.who.rights import Actor
from campaigns.models import Once, Scope
from rules.engine.refusals import Refused

LONGEST = 64


class WriteResult(TypedDict):
    """What a write led to: its slot, its entry's number once it has settled, the report or the request it has
    become, the slot of what it went on with."""

    slot: str
    entry: int | None
    report: NotRequired[int]
    request: NotRequired[int]
    then: NotRequired[str]


@dataclass(frozen=True, slots=True)
class Key:
    """An idempotency key, that of this person alone, and the act it belongs to."""

    word: str
    own: str
    act: str

    def result(self, scope: Scope) -> WriteResult | None:
        """What the first call with this key led to. An earlier release kept it by the word alone, and
        the act says who did it."""
        kept = Q(key=self.own) | Q(key=self.word, act=self.act)
        done = Once.objects.filter(kept, scope=scope).first()
        if done is None:
            return None
        if done.act != self.act:
            raise another_act()
        result: WriteResult = done.result
        return result

    def keep(self, scope: Scope, result: WriteResult) -> None:
        Once.objects.create(scope=scope, key=self.own, act=self.act, result=result)


def idempotency_key(word: str | None, actor: Actor, *act: object) -> Key | None:
    """The key of an act, if it carries one."""
    if not word:
        return None
    if len(word) > LONGEST or "\0" in word:
        raise Refused("", _("A key can have at most %(most)s plain characters.") % {"most": LONGEST}, "once")
    who = actor.seat and actor.seat.pk
    return Key(word, _hash("key", who, word), _hash(who, *act))


def _hash(*told: object) -> str:
    return sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()


def another_act() -> Refused:
    return Refused("", _("This key was used for something else. Make a new one for each request."), "once")
