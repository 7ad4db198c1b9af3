"""One-tap undo: my own last entry, without a die of the app in it, on which nobody has built; with it what
the same tap entered for the same side.

`why_no_undo` decides, for the tap and for both places that offer it: where it happened, and beside the entry
in the chronicle. What the rules make of later entries is not known before a replay; the tap tries one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from campaigns.engine.correcting import preview_of, write_correction
from campaigns.engine.lines import Traces
from campaigns.engine.plugins import plugin_of, require_deep
from campaigns.engine.stored.journal import loaded_answers
from campaigns.engine.stored.stands import ALL_BUT_FACTS
from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.transaction.writing import CORRECTION, NOTES
from campaigns.engine.who.rights import Actor
from campaigns.models import ActRequest, Dialogue, Entry, EntryText, Fact, Seat, ThrownDie
from campaigns.shell.drawn.parts import once_nothing
from campaigns.shell.told import chronicle
from config.database.compiled import compiled
from rules.engine.refusals import Refused

MOST_FACES = 12
WRITTEN = (ALL_BUT_FACTS,)  # a tick takes the offer away, and none brings it back
EVENING = timedelta(hours=12)  # later only the chronicle offers it
APP_ROLLED = gettext_noop("The app rolled a die in this step, so it cannot be undone.")


@dataclass(frozen=True, slots=True)
class Undo:
    """My last entry: its number, `what` it says, and what takes it back; empty when the app rolled in it,
    the `faces` it showed then.
    """

    url: str
    seq: int
    what: str
    faces: tuple[int, ...] = ()


def undo_entry(scope_id: int, actor: Actor, seq: int) -> Entry:
    """Take back the entry `seq` with one tap, with what was entered with it. Raises `Refused`."""
    with scope_transaction(scope_id, actor) as transaction:
        require_deep(transaction.scope)
        entry = transaction.scope.entries.filter(seq=seq, void=False).select_related("slot").first()
        why_not = why_no_undo(actor, entry)
        if why_not or entry is None:
            raise Refused("", why_not, admission=True)
        codes = _of_one_tap(entry).values_list("slot__code", flat=True)
        shown = preview_of(transaction.scope, {code: {"void": True} for code in codes}, [])
        if len([o for o in shown.draft.outcomes if o.changed or o.needs_decision]) != len(codes):
            sentence = _("Something else already depends on this. An organiser can correct it.")
            raise Refused("", sentence, admission=True)
        return write_correction(transaction, shown.draft, [], "")


def why_no_undo(actor: Actor, entry: Entry | None) -> str:
    """The sentence why this entry cannot be undone with one tap, empty when it can."""
    return _undoable(actor, entry)[0]


def _undoable(actor: Actor, entry: Entry | None) -> tuple[str, int]:
    """Why not, and how many entries that tap made."""
    if entry is None or entry.procedure in (CORRECTION, *NOTES):
        return _("There is nothing to undo."), 0
    if actor.seat is None or entry.actor_id != actor.seat.pk:
        return _("Only the person who did this can undo it; an organiser can correct it."), 0
    mine = Exists(_younger().filter(actor=actor.seat))
    dice = ThrownDie.objects.filter(slot__in=_of_one_tap(entry).values("slot"))
    thrown = Exists(dice)  # one may have lost its question since
    tap = ArraySubquery(_of_one_tap(entry).values("pk"))
    agreed = Exists(ActRequest.objects.filter(entry__in=_of_one_tap(entry).values("pk")))
    told = Entry.objects.annotate(
        done_since=mine, built_on=_built_on(entry), thrown=thrown, agreed=agreed, tap=tap
    )
    since = told.get(pk=entry.pk)
    if since.done_since:
        return _("You have done something else since then. An organiser can correct it."), 0
    if since.agreed:
        return _("Others agreed to this, so you cannot undo it on your own. An organiser can correct it."), 0
    if since.built_on:
        return _("The evening has moved on since then. An organiser can correct it."), 0
    rolled = since.thrown or any(one["origin"] == "app" for one in entry.answers.values())
    return _(APP_ROLLED) if rolled else "", len(since.tap)


def _of_one_tap(entry: Entry) -> QuerySet[Entry]:
    """This entry and those that were entered in the same transaction for the same side."""
    side = entry.params.get(_traces(entry).side)
    if not side:
        return Entry.objects.filter(pk=entry.pk)
    same = Entry.objects.filter(scope=entry.scope_id, actor=entry.actor_id, at=entry.at, void=False)
    return same.filter(**{f"params__{_traces(entry).side}": side})


def _younger() -> QuerySet[Entry]:
    """For a query of entries: those of the same league after each."""
    return Entry.objects.filter(scope=OuterRef("scope"), seq__gt=OuterRef("seq"), void=False)


def _built_on(entry: Entry) -> Q:
    """For a query of this entry: does anything younger rest on it?

    A fact or an open question about its mission or side; an entry that speaks of its side, or of its
    whole mission. An entry about nothing in particular, a setting say, has to be the newest of all.
    """
    traces, about = _traces(entry), _about(entry)
    named = Q(**{f"params__{traces.played}": about}) | Q(**{f"params__{traces.side}": about})
    asked = Dialogue.objects.filter(named, scope=OuterRef("scope"), opened_at__gt=OuterRef("at"))
    ticked = Fact.objects.filter(mission=about, scope=OuterRef("scope"), at__gt=OuterRef("at"))
    spoken_of = chronicle.speaking_of(_younger(), str(entry.params.get(traces.side) or about))
    of_all = Q(**{f"params__{traces.side}": ""}) | ~Q(params__has_key=traces.side)
    gone_on = _younger().filter(of_all, **{f"params__{traces.played}": about})
    return Exists(asked) | Exists(ticked) | Exists(spoken_of) | Exists(gone_on)


def _traces(entry: Entry) -> Traces:
    return registration_of(entry.scope.game).store.traces


def _about(entry: Entry) -> str:
    """The mission, side or thing an entry is about."""
    return _traces(entry).about(entry.procedure, entry.params, entry.slot.code)


def undo_of(viewer: AnyViewer, about: str) -> Undo | None:
    """What I wrote down last, if it was about this mission or side: drawn where it happened.

    It stands there for an evening. Whoever let the app roll learns here what came of it; the others may undo
    it with one tap.
    """
    seat = viewer.seat
    if seat is None:
        return None
    name = f"undo:{seat.pk}:{about}"
    return once_nothing(viewer, name, lambda: _undo_of(viewer, seat, about), WRITTEN)


def _undo_of(viewer: AnyViewer, seat: Seat, about: str) -> Undo | None:
    newest = next(iter(_newest_of(viewer.scope.pk, seat.pk)), None)
    if newest is not None:
        newest.scope = viewer.scope
    if newest is None or not _is_about(newest, about) or newest.at < timezone.now() - EVENING:
        return None
    return _offer(
        viewer, newest, chronicle.sentence_of(viewer, newest, dict(enumerate(vars(newest)["said"])))
    )


@compiled
def _newest_of(scope: int, seat: int) -> QuerySet[Entry]:
    """What somebody wrote down last, with the words of it."""
    said = EntryText.objects.filter(entry=OuterRef("pk")).order_by("n").values("body")
    mine = Entry.objects.filter(scope=scope, actor=seat, void=False)
    return mine.select_related("slot").annotate(said=ArraySubquery(said)).order_by("-seq")[:1]


def _is_about(entry: Entry, about: str) -> bool:
    whole = entry.procedure in _traces(entry).whole and _about(entry) == about
    return whole or about in entry.params.values()


def undo_beside(
    viewer: AnyViewer, entries: Sequence[Entry], lines: Sequence[chronicle.ToldLine]
) -> Undo | None:
    """What I wrote down last, if it is among these entries and their lines: drawn beside it."""
    mine = [
        n for n, one in enumerate(entries) if viewer.seat and one.actor_id == viewer.seat.pk and not one.void
    ]
    newest = max(mine, key=lambda n: entries[n].seq, default=None)
    offer = None if newest is None else _offer(viewer, entries[newest], lines[newest].sentence)
    return offer if offer and offer.url else None


def _offer(viewer: AnyViewer, entry: Entry, sentence: str) -> Undo | None:
    why_not, entries = str(plugin_of(viewer.scope.game).rules.from_the_present), 0
    if not why_not:
        why_not, entries = _undoable(viewer.actor, entry)
    if why_not not in ("", _(APP_ROLLED)):
        return None
    url = "" if why_not else reverse("campaigns:undo", args=[viewer.scope.pk, entry.seq])
    return Undo(url, entry.seq, _with_more(sentence.rstrip("."), entries - 1), _faces_in(entry))


def _faces_in(entry: Entry) -> tuple[int, ...]:
    """What the app has rolled in an entry, in the order of its questions."""
    thrown = [one for one in loaded_answers(entry.answers).values() if one.origin == "app"]
    return tuple(face for one in thrown for face in one.dice)[:MOST_FACES]


def _with_more(sentence: str, more: int) -> str:
    """`Tegan sold an upgrade for 5 points, and 4 more`."""
    if more < 1:
        return sentence
    return ngettext("%(what)s, and %(n)s more", "%(what)s, and %(n)s more", more) % {
        "what": sentence, "n": more
    }  # fmt: skip
