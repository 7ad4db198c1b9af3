"""The map as it was: any moment of a league, step by step, by folding the journal up to it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from django.utils.safestring import SafeString

from campaigns.engine.stored.journal import entry_record, entry_texts, initial_state
from campaigns.engine.transaction.writing import CORRECTION, NOTES
from campaigns.models import Entry
from campaigns.shell.told.chronicle import sentence_of
from maps.conquest.map.map_page import drawn_state
from maps.conquest.viewer import ConquestViewer
from maps.ground.behind import pictures
from rules.conquest.book import conquest_in_force
from rules.conquest.realm_figures import active_realms, size_in_halves, size_text
from rules.conquest.state import Conquest
from rules.conquest.telling.round import round_summary
from rules.engine.journal import Record

NOT_TOLD = (CORRECTION, *NOTES)


@dataclass(frozen=True, slots=True)
class PastStep:
    """One entry: its number, what was done, the round it belongs to."""

    seq: int
    words: str
    round: int


@dataclass(frozen=True)
class PastPage:
    """The map after the step `at`; `steps` are those of its round, with the ones before and after.

    `number` counts `at` within its round; `first` begins the round again, `follows` is the round's next step.
    """

    svg: SafeString
    credit: str
    round: int
    rounds: tuple[int, ...]
    ends: tuple[tuple[int, int], ...]
    at: int
    words: str
    steps: tuple[PastStep, ...]
    number: int
    first: int
    before: int | None
    after: int | None
    follows: int | None
    sizes: tuple[tuple[str, str, str], ...]
    summary: str


def past_page(viewer: ConquestViewer, at: int | None) -> PastPage | None:
    """The map after entry `at` (the latest by default); None before anything happened on a map."""
    entries = list(viewer.scope.entries.filter(void=False).select_related("slot").order_by("seq"))
    texts = entry_texts(viewer.scope)
    records = [entry_record(entry, texts.get(entry.pk, {})) for entry in entries]
    walked = _walked(viewer, entries, records)
    if not walked:
        return None
    place = next((n for n, (entry, _s) in enumerate(walked) if entry.seq == at), len(walked) - 1)
    entry, state = walked[place]
    round_ = state.now.round
    same = [e for e, s in walked if s.now.round == round_]
    steps = tuple(PastStep(e.seq, sentence_of(viewer, e, texts.get(e.pk, {})), round_) for e in same)
    number = same.index(entry)
    ends = {s.now.round: e.seq for e, s in walked}
    behind = pictures.picture_behind_league_map(viewer, state)
    seqs = [e.seq for e, _s in walked]
    return PastPage(
        svg=drawn_state(
            viewer,
            state,
            latest=str(entry.params.get("territory", "")),
            picture=behind.picture,
        ),
        credit=behind.credit,
        round=round_,
        rounds=tuple(ends),
        ends=tuple(ends.items()),
        at=entry.seq,
        words=steps[number].words,
        steps=steps,
        number=number + 1,
        first=same[0].seq,
        before=seqs[place - 1] if place else None,
        after=next(iter(seqs[place + 1 :]), None),
        follows=next((e.seq for e in same[number + 1 :]), None),
        sizes=_sizes(state),
        summary="\n".join(round_summary(viewer.state, viewer.book, round_)) if round_ else "",
    )


def _sizes(state: Conquest) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (
            one.colour,
            state.name_of(one.id),
            size_text(size_in_halves(state, conquest_in_force(state), one.id)),
        )
        for one in active_realms(state)
    )


def _walked(
    viewer: ConquestViewer, entries: list[Entry], records: list[Record]
) -> list[tuple[Entry, Conquest]]:
    """Every entry with the state after it, from the first one on a map on."""
    state = initial_state(viewer.scope)
    assert isinstance(state, Conquest)
    found: list[tuple[Entry, Conquest]] = []
    for entry, record in zip(entries, records, strict=True):
        state = reduce(lambda before, effect: effect.apply(before), record.effects, state)
        if state.territories and entry.procedure not in NOT_TOLD:
            found.append((entry, state))
    return found
