"""A correction as a page: what would change, figure by figure, and what has to be decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaigns.corrections import Preview
from campaigns.league_page import Here
from campaigns.models import Entry
from rules.journal import Outcome
from rules.questions import Question
from rules.refusals import Refused
from rules.state import Difference

# Figures a player argues about: field -> (label, whether more is better, 0: neither).
SHOWN = {
    "vp": ("VP", 1),
    "pool": ("pool", 1),
    "missions": ("missions", 0),
    "won": ("won", 1),
    "xp": ("XP", 1),
    "level": ("level", 1),
    "value": ("points", 0),
    "status": ("status", 0),
    "sits_out": ("sits out", 0),
    "traits": ("traits", 0),
    "items": ("upgrades", 0),
    "treasury": ("gold", 1),
    "ep": ("empire points", 1),
    "owner": ("owner", 0),
    "building": ("building", 0),
}
DERIVED = ("value",)


@dataclass(frozen=True, slots=True)
class Row:
    """One figure before and after. `tone` is "gain", "loss" or empty."""

    name: str
    label: str
    before: str
    after: str
    tone: str


@dataclass(frozen=True, slots=True)
class Decision:
    """An entry that cannot stay as it is, or asks something new."""

    code: str
    seq: int
    title: str
    refused: Refused | None
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class CorrectionPage:
    """`fingerprint` goes back with the commit: only what was seen is committed."""

    rows: tuple[Row, ...]
    decisions: tuple[Decision, ...]
    noted: tuple[str, ...]
    dropped: tuple[str, ...]
    touched: tuple[str, ...]
    ready: bool
    fingerprint: str


def build(here: Here, preview: Preview) -> CorrectionPage:
    draft = preview.draft
    titles = {code: f"#{seq}" for code, seq in _numbers(here)}
    return CorrectionPage(
        rows=tuple(_rows(draft.before, draft.after, preview.differences)),
        decisions=tuple(_decision(here, outcome) for outcome in preview.undecided),
        noted=tuple(f"{refused.sentence} ({refused.rule})" for one in preview.noted for refused in one.noted),
        dropped=preview.dropped,
        touched=tuple(titles.get(one.record.id, _("new")) for one in draft.outcomes if one.changed),
        ready=preview.ready,
        fingerprint=preview.fingerprint,
    )


def _numbers(here: Here) -> list[tuple[str, int]]:
    return list(Entry.objects.filter(scope=here.scope).values_list("slot__code", "seq"))


def _decision(here: Here, outcome: Outcome) -> Decision:
    spec = here.kept.game.procedures.get(outcome.record.procedure)
    title = spec.title if spec else outcome.record.procedure
    return Decision(outcome.record.id, outcome.record.seq, title, outcome.refused, outcome.open)


def _rows(before: Any, after: Any, found: tuple[Difference, ...]) -> Iterator[Row]:
    """Every figure that changes; an entity that comes or goes is one row."""
    for table, entity_id in dict.fromkeys((one.table, one.id) for one in found):
        old, new = getattr(before, table).get(entity_id), getattr(after, table).get(entity_id)
        name = getattr(new or old, "name", "") or entity_id
        if old is None or new is None:
            yield Row(
                name,
                "",
                _("there") if old else "–",
                _("there") if new else _("gone"),
                "loss" if old else "gain",
            )
            continue
        for field, (label, better) in SHOWN.items():
            then, now = getattr(old, field, None), getattr(new, field, None)
            if then != now:
                yield Row(name, label, told(then), told(now), _tone(then, now, better))


def _tone(then: Any, now: Any, better: int) -> str:
    if not better or not isinstance(then, int) or not isinstance(now, int):
        return ""
    return "gain" if (now - then) * better > 0 else "loss"


def told(value: Any) -> str:
    """A figure in words: a list by its labels, nothing as a dash."""
    if isinstance(value, tuple):
        names = [getattr(one, "label", "") or getattr(one, "key", "") or str(one) for one in value]
        return ", ".join(name.replace("_", " ") for name in names) or "–"
    return "–" if value in (None, "") else str(value)
