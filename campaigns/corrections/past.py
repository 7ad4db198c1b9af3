"""What a correction changed, for ever: the league on both sides of it, folded from what the journal keeps.

Every entry a correction replaced has kept its earlier version, and what was inserted follows it directly; so
both histories can be folded at any later time, whatever has been corrected since. Taking a correction back is
a draft like any other: it puts those earlier versions in their places again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from campaigns.engine.plugins import require_deep
from campaigns.engine.stored import people_texts
from campaigns.engine.stored.journal import entry_texts, initial_state, loaded_answers
from campaigns.engine.stored.replacing import require_free
from campaigns.models import Correction, Entry, EntryVersion, Scope, Seat
from rules.engine.codec import dump_answers, load_effects
from rules.engine.effects import Effect, apply_all
from rules.engine.plain import JsonObject
from rules.engine.refusals import Refused
from rules.engine.state import State

type Said = Entry | EntryVersion
type Versions = Mapping[int, Sequence[EntryVersion]]


def both_sides(correction: Entry) -> tuple[State, State]:
    """The state right before a correction counted, and right after."""
    texts, versions = entry_texts(correction.scope), _versions(correction.scope)
    inserted = {entry.pk for entry in _inserted(correction)}
    last = correction.seq + len(inserted)
    before = after = initial_state(correction.scope)
    for entry in correction.scope.entries.filter(seq__lte=last):
        old, new = _then(entry, versions, correction.seq - 1), _then(entry, versions, correction.seq)
        booked = _booked(new, texts.get(entry.pk, {}))
        if entry.pk in inserted:
            after = apply_all(after, booked)
        elif old is new and before is after:
            before = after = apply_all(before, booked)
        else:
            before = apply_all(before, _booked(old, texts.get(entry.pk, {})))
            after = apply_all(after, booked)
    return before, after


def _versions(scope: Scope) -> Versions:
    found = defaultdict[int, list[EntryVersion]](list)
    for one in EntryVersion.objects.filter(entry__scope=scope).select_related("correction").order_by("pk"):
        found[one.entry_id].append(one)
    return found


def _then(entry: Entry, versions: Versions, seq: int) -> Said:
    """What an entry said when the journal was `seq` entries long: what a later correction replaced first."""
    return next((one for one in versions.get(entry.pk, ()) if one.correction.seq > seq), entry)


def _booked(said: Said, texts: Mapping[int, str]) -> Sequence[Effect]:
    return () if said.void else load_effects(people_texts.put_back(said.effects, texts))


def _inserted(correction: Entry) -> list[Entry]:
    """What a correction put into the past: it follows it without a gap, each in an earlier place."""
    found = []
    for entry in (
        correction.scope.entries.filter(seq__gt=correction.seq).order_by("seq").select_related("slot")
    ):
        if entry.place == entry.seq:
            break
        found.append(entry)
    return found


def reverting_draft(scope: Scope, by: Seat, correction: Entry) -> Correction:
    """A draft in which a correction never happened. Raises `Refused` when a later one has built on it."""
    require_deep(scope)
    replaced = correction.replaced.select_related("entry__slot").order_by("pk")
    texts = entry_texts(scope)
    changes: dict[str, JsonObject] = {
        one.slot.code: {"void": True} for one in _inserted(correction) if not one.void
    }
    for version in replaced:
        _require_untouched(version)
        if change := _restoring(version, texts.get(version.entry_id, {})):
            changes[version.entry.slot.code] = change
    if not changes:
        raise Refused("", _("This correction has already been undone."), admission=True)
    marked = {code: {**change, "takes_back": correction.seq} for code, change in changes.items()}
    why = _("Correction #%(n)s undone") % {"n": correction.seq}
    return Correction.objects.create(scope=scope, by=by, changes=marked, words=why)


def _require_untouched(version: EntryVersion) -> None:
    entry = version.entry
    if entry.versions.filter(pk__gt=version.pk).exists():
        later = _("A later correction also changed entry #%(n)s. Undo that correction first.")
        raise Refused("", later % {"n": entry.seq}, admission=True)
    require_free(entry)


def _restoring(version: EntryVersion, texts: Mapping[int, str]) -> JsonObject:
    """The change that brings an earlier version back; empty where only what follows from it was another."""
    entry = version.entry
    revived = {"revived": entry.seq} if entry.void and not version.void else {}
    if not revived and (entry.params, entry.answers) == (version.params, version.answers):
        return {}
    answers = dump_answers(loaded_answers(people_texts.put_back(version.answers, texts)))
    fallen: Iterable[str] = entry.answers.keys() - answers.keys()
    return {
        **revived,
        "params": people_texts.put_back(version.params, texts),
        "answers": {**dict.fromkeys(fallen), **answers},
    }
