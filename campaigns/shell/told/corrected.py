"""What a correction is told as: what it said and did when it was made, whatever has come since.

Each entry it replaced has kept its earlier version; what it said after it stands in the next one, or in the
entry itself where nobody has corrected that again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored import people_texts
from campaigns.engine.stored.journal import with_words_restored
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.transaction.writing import CORRECTION
from campaigns.models import Entry, EntryText, EntryVersion
from campaigns.shell.told import chronicle
from rules.engine.plain import listed_in, text_in

FEW = 3  # so many entries that a correction has changed are told
type Texts = Mapping[int, dict[int, str]]


def corrections(viewer: AnyViewer, hidden: Collection[str], entries: Sequence[Entry]) -> dict[int, str]:
    """Corrections by number: why, what the entries say since, what they no longer say. `hidden`: slots of
    which this reader may know nothing.
    """
    if not entries:
        return {}
    seqs = {one.pk: [int(str(seq)) for seq in listed_in(one.params, "entries")] for one in entries}
    about = Entry.objects.filter(scope=viewer.scope, seq__in=set().union(*seqs.values()))
    about = about.exclude(procedure=CORRECTION).exclude(slot__code__in=hidden).select_related("slot")
    rows = {one.seq: one for one in about}
    teller = _CorrectedTeller(viewer, _versions(rows.values()), _texts(rows.values()))
    return {
        one.pk: _sentence(
            text_in(one.params, "words"),
            [told for n in seqs[one.pk] if n in rows and (told := teller.told(rows[n], one.pk))],
        )
        for one in with_words_restored(entries)
    }


def _sentence(reason: str, told: Sequence[str]) -> str:
    """`“We mixed them up.” Now: Marta has won. Removed: Tom recruits Hag.`"""
    parts = [_("“%(words)s”") % {"words": reason}] if reason else []
    parts += told[:FEW]
    more = len(told) - FEW
    if more > 0:
        parts.append(
            ngettext("%(n)s more entry has changed.", "%(n)s more entries have changed.", more) % {"n": more}
        )
    return " ".join(parts)


def _versions(entries: Collection[Entry]) -> Mapping[int, list[EntryVersion]]:
    """What each said before it was corrected, in the order of the corrections."""
    found: dict[int, list[EntryVersion]] = defaultdict(list)
    for version in EntryVersion.objects.filter(entry__in=entries).order_by("correction__seq"):
        found[version.entry_id].append(version)
    return found


def _texts(entries: Collection[Entry]) -> Texts:
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for text in EntryText.objects.filter(entry__in=entries):
        found[text.entry_id][text.n] = text.body
    return found


@dataclass(frozen=True, slots=True)
class _CorrectedTeller:
    """Tells entries as they stood before and after a correction."""

    viewer: AnyViewer
    versions: Mapping[int, list[EntryVersion]]
    texts: Texts

    def told(self, entry: Entry, correction: int) -> str:
        before, after = self._around(entry, correction)
        if before is None or before.void:
            return _("Added: %(what)s") % {"what": self._says(after)} if not after.void else ""
        if after.void:
            return _("Removed: %(what)s") % {"what": self._says(before)}
        return " ".join(self._changed(before, after))

    def _around(self, entry: Entry, correction: int) -> tuple[Entry | None, Entry]:
        """The entry before and after a correction; None where it was forgotten until then."""
        versions = self.versions.get(entry.pk, [])
        at = next((n for n, one in enumerate(versions) if one.correction_id == correction), None)
        if at is None:
            return None, _as_in(entry, versions[0]) if versions else entry
        later = versions[at + 1 : at + 2]
        return _as_in(entry, versions[at]), _as_in(entry, later[0]) if later else entry

    def _changed(self, before: Entry, after: Entry) -> Iterator[str]:
        was, now = self._says(before), self._says(after)
        gone, come = self._facts(before), self._facts(after)
        new = [line for line in come if line not in gone]
        old = [line for line in gone if line not in come]
        if was != now:
            new, old = [now, *new], [was, *old]
        elif not (new or old):
            yield _("Changed: %(what)s") % {"what": now}
        else:
            yield now
        if new:
            yield _("Now: %(what)s") % {"what": " ".join(new)}
        if old:
            yield _("No longer: %(what)s") % {"what": " ".join(old)}

    def _says(self, entry: Entry) -> str:
        sentence = chronicle.sentence_of(self.viewer, entry, self.texts.get(entry.pk, {}))
        return sentence if sentence[-1:] in ".!?…" else f"{sentence}."

    def _facts(self, entry: Entry) -> list[str]:
        """What a report says, line by line; nothing for what is no report."""
        plugin, procedures = plugin_of(self.viewer.scope.game), self.viewer.registration.game.procedures
        if entry.procedure not in plugin.past.reports.entries or entry.procedure not in procedures:
            return []
        params = people_texts.put_back(entry.params, self.texts.get(entry.pk, {}))
        known = procedures[entry.procedure].filled(params)
        return plugin.past.reports.lines(
            self.viewer, {name: fact for name, fact in known.items() if fact is not None}
        )


def _as_in(entry: Entry, version: EntryVersion) -> Entry:
    """The entry with what that version says."""
    then = copy(entry)
    then.params, then.answers = version.params, version.answers
    then.effects, then.void = version.effects, version.void
    return then
