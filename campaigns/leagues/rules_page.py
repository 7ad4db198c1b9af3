"""The rules page of a league: its settings, its tables in our words, and what stands behind one rule id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from pydantic import BaseModel

from campaigns.engine.plugins import plugin_of, rulebook
from campaigns.engine.rulebooks import LeagueSetting, Rulebook
from campaigns.engine.transaction.dialogue import dry_run
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.leagues.forms import SettingForm
from campaigns.shell.reading.reader import sent_to, word
from rules.engine.books import rule_text
from rules.engine.games import as_sent
from rules.engine.refusals import Refused


@dataclass(frozen=True, slots=True)
class SettingLine:
    """A setting with the value in force, in words; `fixed`: why it cannot be changed any more.

    `form`: what changes it.
    """

    setting: LeagueSetting
    value: str
    label: str
    fixed: Refused | None = None
    form: SettingForm | None = None

    @property
    def changed(self) -> bool:
        return self.value != self.setting.default

    @property
    def is_fixed(self) -> bool:
        return self.fixed is not None


@dataclass(frozen=True, slots=True)
class TableRow:
    faces: str
    name: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class RulesTable:
    """A dice table; `die` is what one throws."""

    title: str
    die: str
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class RuleView:
    """What this site knows under a rule id: acts that carry it out, entries of the book, settings."""

    id: str
    acts: tuple[str, ...]
    entries: tuple[TableRow, ...]
    settings: tuple[SettingLine, ...]
    text: str

    @property
    def known(self) -> bool:
        return bool(self.acts or self.entries or self.settings or self.text)


def settings_in_force(viewer: AnyViewer) -> list[SettingLine]:
    book = rulebook(viewer.scope.edition)
    if book is None:
        return []
    kept = (one for one in book.kept if _value(viewer, one) != one.default)
    return [_line(setting, _value(viewer, setting)) for setting in (*book.settings, *kept)]


def settings_to_change(viewer: AnyViewer) -> list[SettingLine]:
    """The same for who may change them: those that are fixed by now say so, and come last."""
    lines = [
        replace(line, fixed=_why_fixed(viewer, line), form=_form(viewer, line))
        for line in settings_in_force(viewer)
    ]
    return sorted(lines, key=lambda line: line.fixed is not None)


@dataclass(frozen=True, slots=True)
class SettingGroups:
    """The settings as their page shows them: those that stand open, and two folds."""

    open: tuple[SettingLine, ...]
    by_the_book: tuple[SettingLine, ...]
    fixed: tuple[SettingLine, ...]


def in_groups(lines: Iterable[SettingLine], changed: str) -> SettingGroups:
    """What the league plays its own way stands open, and so does what organisers are asked, what was sent and
    what has just been changed."""
    groups: dict[str, list[SettingLine]] = {"open": [], "by_the_book": [], "fixed": []}
    for line in lines:
        is_sent = line.setting.key == changed or (line.form is not None and line.form.is_bound)
        stands = line.changed or bool(line.setting.asked) or is_sent
        groups["fixed" if line.fixed else "open" if stands else "by_the_book"].append(line)
    return SettingGroups(**{name: tuple(found) for name, found in groups.items()})


def sent_to_line(lines: Iterable[SettingLine]) -> str:
    """The key of the setting that was sent, as long as its line can say what became of it."""
    sent = (line.setting.key for line in lines if line.form and line.form.is_bound and not line.fixed)
    return next(sent, "")


def _form(viewer: AnyViewer, line: SettingLine) -> SettingForm:
    """What changes a setting; as it was sent, where it is this one's."""
    own = word(viewer.request, "key") == line.setting.key
    return SettingForm(line.setting, line.value, sent_to(viewer.request) if own else None)


def _why_fixed(viewer: AnyViewer, line: SettingLine) -> Refused | None:
    """What the change itself would be refused with."""
    if not line.setting.frozen:
        return None
    act, params = plugin_of(viewer.scope.game).acts.change(line.setting.key, line.value, "trial")
    found = dry_run(viewer.scope, viewer.state, act, params)
    return found if isinstance(found, Refused) else None


def tells(lines: Iterable[SettingLine], error: Refused) -> bool:
    """Whether the setting that was sent, as long as it may change, says itself what is wrong."""
    sent = (line.form for line in lines if line.form and line.form.is_bound and not line.fixed)
    return any(form.tells(error) for form in sent)


def frozen_words(book: Rulebook | None) -> str:
    """What is said of a setting that play fixes."""
    if book is not None and plugin_of(book.game).acts.reasons:
        return _("Once play has begun, a change needs a reason.")
    return _("Fixed once the first game has begun.")


def promise_of(book: Rulebook | None) -> str:
    """What becomes of the choices of a new league during its season, counted."""
    written = _("A change goes into the chronicle and applies from then on, never retroactively.")
    if book is None:
        return written
    count, fixed = len(book.settings), sum(one.frozen for one in book.settings)
    if plugin_of(book.game).acts.reasons or not fixed:
        return _("You can change all of these while the league is running.") + " " + written
    told = _(
        "You can change %(open)s of the %(count)s settings at any time; the other %(fixed)s are fixed once "
        "the first game has begun."
    )
    return told % {"open": count - fixed, "count": count, "fixed": fixed} + " " + written


def _value(viewer: AnyViewer, setting: LeagueSetting) -> str:
    return as_sent(
        plugin_of(viewer.scope.game).rules.settings(viewer.state).get(setting.key, setting.default)
    )


def _line(setting: LeagueSetting, value: str) -> SettingLine:
    label = next((choice.label for choice in setting.choices if choice.value == value), value)
    return SettingLine(setting, value, label)


def tables(viewer: AnyViewer) -> list[RulesTable]:
    """Every table of the book that has dice faces, found in the book's own data."""
    book = getattr(viewer.book, "book", None)
    titles = plugin_of(viewer.scope.game).rules.table_titles
    return list(_tables(book, titles)) if isinstance(book, BaseModel) else []


def _tables(book: BaseModel, titles: Mapping[str, str], prefix: str = "") -> Iterator[RulesTable]:
    for name in type(book).model_fields:
        value = getattr(book, name)
        if isinstance(value, tuple) and value and isinstance(value[0], BaseModel):
            yield from _table(titles, prefix, name, value)


def _table(
    titles: Mapping[str, str], prefix: str, name: str, entries: tuple[BaseModel, ...]
) -> Iterator[RulesTable]:
    rows = tuple(row for entry in entries if (row := _row(entry)) is not None)
    if rows:
        yield RulesTable(f"{prefix}{_(titles[name])}", "D66" if hasattr(entries[0], "code") else "D6", rows)
    for entry in entries:
        yield from _tables(entry, titles, f"{getattr(entry, 'name', '')}: ")


def _row(entry: BaseModel) -> TableRow | None:
    code, name = getattr(entry, "code", None), getattr(entry, "name", None)
    faces = list(getattr(entry, "faces", ())) if code is None else [code]
    if not faces or name is None:
        return None
    return TableRow(_range(faces), name, getattr(entry, "text", ""), getattr(entry, "rule", ""))


def _range(faces: list[int]) -> str:
    ordered = sorted(faces)
    return str(ordered[0]) if len(ordered) == 1 else f"{ordered[0]}–{ordered[-1]}"


def rule_page(viewer: AnyViewer, rule_id: str) -> RuleView:
    """Everything under one rule id."""
    acts = [spec.title for spec in viewer.registration.game.procedures.values() if rule_id in spec.rules]
    entries = [row for table in tables(viewer) for row in table.rows if row.rule == rule_id]
    settings = [line for line in settings_in_force(viewer) if line.setting.rule == rule_id]
    return RuleView(rule_id, tuple(acts), tuple(entries), tuple(settings), rule_text(rule_id))
