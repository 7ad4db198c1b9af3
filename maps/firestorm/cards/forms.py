"""What the organiser types: cards of a deck, rows of a chart, and why a claim is not accepted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.reading.answers import TextField
from campaigns.shell.reading.fields import LineField, TickField, WholeField, lazy_sentence
from campaigns.shell.reading.forms import PlainForm
from maps.turns.forms import reason_field
from rules.engine.language import listed
from rules.firestorm.muster_state import ChartRow
from rules.firestorm.path.upgrade_rules import chart_face_count, gaps
from rules.firestorm.setting_up.writing import MOST_FACE, MOST_NAME, MOST_REWARD, MOST_WORDS

FACE = lazy_sentence(lazy("A face must be a whole number from 1 to %(most)s."), most=MOST_FACE)
REWARD = lazy_sentence(lazy("A reward must be a whole number from 0 to %(most)s."), most=MOST_REWARD)
NAMELESS = lazy("Enter a name, or clear the text to leave this line out.")


def card_text_field() -> forms.Field:
    return TextField(
        label=lazy("Text"), required=False, max_length=MOST_WORDS, widget=forms.Textarea({"rows": 2})
    )


class LineForm(PlainForm):
    """A line of a table; one with neither name nor text is none."""

    @property
    def is_left_out(self) -> bool:
        return not any(str(self.data.get(one, "")).strip() for one in ("name", "words"))

    def clean(self) -> dict[str, object]:
        found: dict[str, object] = self.cleaned_data
        if not self.is_left_out and not found.get("name") and "name" not in self.errors:
            self.add_error("name", NAMELESS)
        return found


class CardForm(LineForm):
    """A card without a reward."""

    name = LineField(label=lazy("Name"), required=False, most=MOST_NAME)
    words = card_text_field()


class ObjectiveForm(CardForm):
    """An objective with what it brings."""

    glory = WholeField(label=lazy("Glory"), required=False, least=0, most=MOST_REWARD, says=REWARD)
    build = WholeField(label=lazy("Build points"), required=False, least=0, most=MOST_REWARD, says=REWARD)


class RowForm(LineForm):
    """A row of a chart: the faces from `first` to `last`."""

    first = WholeField(label=lazy("First face"), required=False, least=1, most=MOST_FACE, says=FACE)
    last = WholeField(label=lazy("Last face"), required=False, least=1, most=MOST_FACE, says=FACE)
    name = LineField(label=lazy("Name"), required=False, most=MOST_NAME)
    words = card_text_field()

    def clean(self) -> dict[str, object]:
        found = super().clean()
        first, last = found.get("first"), found.get("last")
        if self.is_left_out or self.errors.keys() & {"first", "last"}:
            return found
        if not isinstance(first, int):
            self.add_error("first", FACE)
        elif isinstance(last, int) and last < first:
            self.add_error("last", _("The last face cannot be lower than the first one."))
        return found


class JudgeForm(PlainForm):
    """Whether an objective is reached; why not."""

    reached = TickField()
    words = reason_field(needed=False)


def cover(lines: Iterable[RowForm]) -> bool:
    """Say beside the rows which faces no row has, or more than one; whether all is well. Source: FS-116"""
    kept = [one for one in lines if not one.is_left_out and one.is_valid()]
    rows = [(one, chart_row(one, n)) for n, one in enumerate(kept)]
    missing = gaps([row for _form, row in rows])
    for form, row in rows:
        if told := " ".join(_told(missing, [each for _one, each in rows], row)):
            form.add_error("first", told)
    return not missing


def _told(wrong: list[int], rows: list[ChartRow], mine: ChartRow) -> Iterator[str]:
    """What is wrong at a row: faces it shares with an earlier one, and those missing before it."""
    earlier = rows[: rows.index(mine)]
    twice = [face for face in wrong if _has(mine, face) and any(_has(one, face) for one in earlier)]
    if twice:
        yield _("Listed twice: %(faces)s.") % {"faces": listed([str(one) for one in twice])}
    covered = {face for one in rows for face in range(one.first, one.last + 1)}
    before = [face for face in range(1, mine.first) if face not in covered]
    between = [face for face in before if not any(face < one.first < mine.first for one in rows)]
    if between:
        yield _("Missing before this row: %(faces)s.") % {"faces": listed([str(one) for one in between])}


def _has(row: ChartRow, face: int) -> bool:
    return row.first <= face <= row.last


def chart_row(form: RowForm, number: int) -> ChartRow:
    """A row as it was typed; without a last face it has one."""
    said = form.cleaned_data
    first = int(said["first"])
    last = int(said["last"] or first)
    return ChartRow(
        id=str(number), chart="unit", first=first, last=last, name=said["name"], words=said["words"]
    )


def chart_die(rows: Iterable[ChartRow]) -> str:
    """The die a chart is rolled with."""
    return f"D{chart_face_count(list(rows))}"
