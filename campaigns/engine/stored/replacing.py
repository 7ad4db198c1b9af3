"""What a correction writes: of the entries it changes what they said before and what they say now, in a few
statements for hundreds of them; and of the state what it makes different.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from django.db import connection
from django.utils.translation import gettext as _

from campaigns.engine.stored import people_texts
from campaigns.engine.stored.journal import entry_texts
from campaigns.engine.stored.store import AnyRegistration
from campaigns.engine.stored.tables import Written, table_changes
from campaigns.models import Entry, EntryText
from rules.engine.codec import dump_answers, dump_effects
from rules.engine.journal import Draft, EntryOutcome
from rules.engine.lazy_tables import LazyTable
from rules.engine.plain import JsonObject
from rules.engine.refusals import Refused
from rules.engine.state import State

type Differs = Mapping[str, Written]

REPLACE = """
    UPDATE campaigns_entry AS entry
    SET void = false, params = new.params, answers = new.answers, effects = new.effects
    FROM jsonb_to_recordset(%s::jsonb) AS new(id bigint, params jsonb, answers jsonb, effects jsonb)
    WHERE entry.id = new.id
"""
KEEP = """
    INSERT INTO campaigns_entryversion (entry_id, correction_id, params, answers, effects, void)
    SELECT id, %s, params, answers, effects, void FROM campaigns_entry WHERE id = ANY(%s) ORDER BY seq
"""


def replace_entries(correction: Entry, outcomes: Sequence[EntryOutcome]) -> None:
    """Keep the earlier versions of entries and write the new ones in their places; those that go leave first,
    for one that counts again may be in the slot of one of them."""
    by_seq = {one.record.seq: one for one in outcomes}
    entries = list(Entry.objects.filter(scope=correction.scope, seq__in=by_seq).select_related("slot"))
    gone = [one.pk for one in entries if by_seq[one.seq].void]
    stay = [one for one in entries if not by_seq[one.seq].void]
    with connection.cursor() as cursor:
        cursor.execute(KEEP, [correction.pk, [one.pk for one in entries]])
        Entry.objects.filter(pk__in=gone).update(void=True)
        known = entry_texts(correction.scope) if stay else {}
        rows: list[JsonObject] = []
        texts: list[EntryText] = []
        for entry in stay:
            require_free(entry)
            before = [body for _n, body in sorted(known.get(entry.pk, {}).items())]
            row, more = _version(entry, by_seq[entry.seq], before)
            rows.append(row)
            texts += more
        cursor.execute(REPLACE, [json.dumps(rows)])
    EntryText.objects.bulk_create(texts)


def _version(entry: Entry, outcome: EntryOutcome, texts: list[str]) -> tuple[JsonObject, list[EntryText]]:
    """The new version of an entry that has these texts, and those that come with it."""
    known = len(texts)
    row: JsonObject = {
        "id": entry.pk,
        "params": people_texts.take_out(dict(outcome.params), texts),
        "answers": people_texts.take_out(_told_apart(entry, dump_answers(outcome.answers)), texts),
        "effects": people_texts.take_out(dump_effects(outcome.effects), texts),
    }
    return row, [EntryText(entry=entry, n=n, body=body) for n, body in enumerate(texts) if n >= known]


def require_free(entry: Entry) -> None:
    """What counts again may not have been done a second time since."""
    again = (
        Entry.objects.filter(slot=entry.slot, void=False).exclude(pk=entry.pk).first() if entry.void else None
    )
    if again is not None:
        instead = _("This was done again later, as entry #%(n)s. Remove that one first.")
        raise Refused("", instead % {"n": again.seq}, admission=True)


def _told_apart(entry: Entry, answers: Mapping[str, JsonObject]) -> dict[str, JsonObject]:
    """What somebody answered in words stays where words can be moderated."""
    wordy = {key for key, one in entry.answers.items() if "words" in one}
    return {
        key: {**one, "words": one["value"], "value": None} if key in wordy else one
        for key, one in answers.items()
    }


def differing(registration: AnyRegistration, draft: Draft[State]) -> Differs:
    """What a draft makes different, by table: the entities as they are then, and the ids of those that go."""
    after = registration.rules.told_apart(draft.after)
    tables = {
        name: table_changes(getattr(draft.before, name), getattr(after, name)) for name in registration.tables
    }
    return {name: found for name, found in tables.items() if any(found)}


def patched_state(state: State, differs: Differs) -> State:
    """A state with that in it; of tables whose past is read when it is asked for nothing else is read."""
    for name, (put, gone) in differs.items():
        table = getattr(state, name)
        if isinstance(table, LazyTable):
            table.past.fetch([one for one in (*put, *gone) if one in table.past.ids])
        state = state.put(name, *put.values())
        for one in gone:
            state = state.drop(name, one)
    return state
