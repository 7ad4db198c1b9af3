"""Answers at the door to what has been answered, settled or set aside already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _

from campaigns.engine.passage.dialogue import Talk
from campaigns.engine.passage.visit import Outcome, Passage
from campaigns.models import Entry, Seat, Slot
from rules.engine.games import Effects
from rules.engine.procedure import Open, Settled
from rules.engine.questions import Question
from rules.engine.refusals import Refused

ROLL: Final = object()  # the value that says "roll for me"


def changed_meanwhile() -> Refused:
    return Refused("", _("Something has changed. This is where things are now."), admission=True)


def still_as_seen(passage: Passage, seen: Mapping[str, int]) -> None:
    """Raise `Refused` where somebody has changed what a person had before their eyes, by "table:key"."""
    for name, version in seen.items():
        table, _, key = name.partition(":")
        model = passage.registration.tables[table].model
        now = (
            model._default_manager.filter(scope=passage.scope, key=key)
            .values_list("version", flat=True)
            .first()
        )
        if now != version:
            raise changed_meanwhile()


def as_met(passage: Passage, question: Question) -> Question:
    """The question as whoever answers meets it: a form is read by it too, so that no refusal tells another's
    secret."""
    own = passage.actor.is_one_of(question.who, passage.scope, passage.state, passage.registration)
    return question.as_met(own)


def same_again(
    passage: Passage, talk: Talk, progress: Open | Settled[Effects], key: str, value: object
) -> Outcome:
    """The same answer twice is a success, another one is not. Without a key no die is left to throw."""
    if not key:
        return Outcome(talk.entry, repeated=True)
    given = talk.answers[key]
    if callable(value):
        question = next((one.question for one in progress.asked if one.question.key == key), None)
        if question is None:
            raise changed_meanwhile()
        value = value(as_met(passage, question))
    if value is ROLL or _plain(given.value) == _plain(value):
        return Outcome(talk.entry, repeated=True)
    who = Seat.objects.filter(pk=given.by).values_list("name", flat=True).first() if given.by else None
    told = {"who": who or _("Somebody"), "what": _("sealed") if given.origin == "sealed" else given.value}
    raise Refused("", _("%(who)s has answered this already: %(what)s.") % told, key, admission=True)


def before_it_settled(passage: Passage, slot: Slot, key: str, value: object) -> Outcome:
    """An answer to what has settled; one that is to be read by its question is none any more."""
    entry = Entry.objects.filter(slot=slot, void=False).first()
    if entry is None:
        raise Refused("", _("This has been set aside. Start it again."), admission=True)
    known = None if value is ROLL or callable(value) else entry.answers.get(key)
    if known is not None and _plain(known["value"]) != _plain(value):
        raise Refused("", _("This has been answered and settled already."), key, admission=True)
    return Outcome(slot.code, entry.seq, repeated=True)


def _plain(value: object) -> object:
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value
