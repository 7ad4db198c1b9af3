"""Answers at the door to what has been answered, settled or set aside already, and who may know of it.

First the right, then the sender's own view, then any comparison: a refusal, a repeat or a version that is
worked out from anything else tells what it was worked out from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext as _

from campaigns.engine.plugins import entry_effects, knows_all, plugin_of, versioned_entity
from campaigns.engine.stored import people_texts
from campaigns.engine.stored.journal import loaded_answers
from campaigns.engine.transaction.dialogue import DialogueRun
from campaigns.engine.transaction.scope_transaction import DoorOutcome, ScopeTransaction
from campaigns.engine.transaction.viewer import AnyViewer, Viewer
from campaigns.engine.who.rights import at_its_table, may_answer
from campaigns.models import Dialogue, Entry, Seat, Slot
from rules.engine.games import Effects
from rules.engine.procedure import Open, Settled
from rules.engine.questions import Option, Question, YesNo
from rules.engine.refusals import Refused

ROLL: Final = object()  # the value that says "roll for me"


def changed_meanwhile() -> Refused:
    return Refused("", _("Something has changed. This is how things stand now."), admission=True)


def as_met(transaction: ScopeTransaction, question: Question) -> Question:
    """The question as whoever answers meets it: a form is read by it too, so that no refusal tells another's
    secret."""
    own = not transaction.actor.held and transaction.actor.is_one_of(
        question.who, transaction.scope, transaction.state, transaction.registration
    )
    return question.as_met(own)


def same_again(
    transaction: ScopeTransaction,
    dialogue: Dialogue,
    run: DialogueRun,
    progress: Open | Settled[Effects],
    key: str,
    value: object,
) -> DoorOutcome:
    """The same answer twice is a success, another one is not. Without a key no die is left to throw.

    Whoever gave it, or might have, is told whether theirs is the same; whoever may only read it, what it is;
    everybody else hears one and the same sentence, whatever they send.
    """
    if not key:
        return DoorOutcome(run.entry, repeated=True)
    question = next((one.question for one in progress.asked if one.question.key == key), None)
    if question is None:
        raise changed_meanwhile()
    given, who = run.answers[key], at_its_table(question.who, dialogue.params)
    actor, about = transaction.actor, (transaction.scope, transaction.state, transaction.registration)
    is_own = not actor.held and (actor.is_seat(given.by) or actor.is_one_of(who, *about))
    if not (is_own or reads(transaction, dialogue.procedure, question)):
        may_answer(actor, who, dialogue.procedure, *about)
        raise Refused("", _("Somebody has already answered this."), key, admission=True)
    if callable(value):
        value = value(as_met(transaction, question))
    is_same = value is ROLL or _plain(given.value) == _plain(value)
    if is_same and (is_own or actor.acts_as(who, *about)):
        return DoorOutcome(run.entry, repeated=True)
    name = Seat.objects.filter(pk=given.by).values_list("name", flat=True).first() if given.by else None
    what = _("sealed") if given.origin == "sealed" else _in_words(question, given.value)
    told = {"who": name or _("Somebody"), "what": what}
    raise Refused("", _("%(who)s has already answered this: %(what)s.") % told, key, admission=True)


def before_it_settled(transaction: ScopeTransaction, slot: Slot, key: str, value: object) -> DoorOutcome:
    """An answer to what has settled; one that is to be read by its question is none any more.

    It is compared for whoever gave it and for those who may read the entry; to all others it is settled.
    """
    require_known(transaction, slot.code)
    entry = Entry.objects.filter(slot=slot, void=False).first()
    if entry is None:
        raise Refused("", _("These questions were cancelled. Start again."), admission=True)
    texts = {text.n: text.body for text in entry.texts.all()}
    given = loaded_answers(people_texts.put_back(entry.answers, texts)).get(key)
    is_own = given is not None and not transaction.actor.held and transaction.actor.is_seat(given.by)
    is_read = value is not ROLL and not callable(value)
    is_other = given is not None and is_read and _plain(given.value) != _plain(value)
    if is_other or not (is_own or reads_entry(transaction, entry)):
        raise Refused("", _("This has already been answered and settled."), key, admission=True)
    return DoorOutcome(slot.code, entry.seq, repeated=True)


def _in_words(question: Question, value: object) -> object:
    """An answer as its button calls it, where it has one; else itself."""
    if isinstance(question, YesNo):
        return question.yes if value else question.no
    options: Sequence[Option] = getattr(question, "options", ())
    return next((one.label for one in options if one.id == value), value)


def _plain(value: object) -> object:
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value


# What whoever stands at the door may know


def view_of(transaction: ScopeTransaction) -> AnyViewer:
    """The league as whoever acts in a transaction sees it; the clock sees no more than a stranger."""
    viewer: AnyViewer = Viewer(HttpRequest(), transaction.scope, transaction.actor.seat, "")
    viewer.whole, viewer.actor = transaction.state, transaction.actor
    return viewer


def require_sight(transaction: ScopeTransaction, dialogue: Dialogue) -> None:
    """Raise PermissionDenied for whoever may not even look at an open dialogue."""
    follows = plugin_of(transaction.scope.game).secrecy.may_follow
    if not (_is_clock(transaction) or follows(view_of(transaction), dialogue.procedure, dialogue.params)):
        raise PermissionDenied


def reads(transaction: ScopeTransaction, procedure: str, question: Question) -> bool:
    """Whether they may know the answer to a question of what is still open."""
    return _is_clock(transaction) or plugin_of(transaction.scope.game).secrecy.may_read(
        view_of(transaction), procedure, question
    )


def require_known(transaction: ScopeTransaction, code: str) -> None:
    """Raise PermissionDenied for whoever may not know that there is an entry of this code."""
    if not _is_clock(transaction) and code in plugin_of(transaction.scope.game).secrecy.withheld(
        view_of(transaction)
    ):
        raise PermissionDenied


def reads_entry(transaction: ScopeTransaction, entry: Entry) -> bool:
    """Whether they may know all that an entry did, and so the answers that led to it."""
    texts = {text.n: text.body for text in entry.texts.all()}
    return _is_clock(transaction) or knows_all(view_of(transaction), entry_effects(entry, texts))


def _is_clock(transaction: ScopeTransaction) -> bool:
    return transaction.actor.seat is None


def is_as_seen(transaction: ScopeTransaction, seen: Mapping[str, int]) -> bool:
    """Whether what somebody had before their eyes, by "table:key", is still what they would see."""
    if not seen:
        return True
    viewer = view_of(transaction)
    for name, version in seen.items():
        table, _, key = name.partition(":")
        entity = getattr(viewer.state, table).get(key)
        if entity is None or versioned_entity(viewer, entity)["version"] != version:
            return False
    return True
