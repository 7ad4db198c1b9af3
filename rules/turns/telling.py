"""What map leagues say alike of themselves: their phases and options as tables, and which were set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypedDict

from rules.engine.books import BookModel
from rules.engine.language import mark, said, say
from rules.engine.plain import JsonObject, Params, table_in
from rules.engine.telling import EntryContext
from rules.turns.phases import Phase
from rules.turns.settings import SettingText


class PhaseLine(TypedDict):
    """A phase of a turn; `acts` may be done in it."""

    name: str
    title: str
    acting: str
    acts: list[str]
    ends: str
    rule: str
    when: Literal["done", "now", "later"]


def phase_lines[N: str](table: Mapping[N, Phase[N]], now: N) -> list[PhaseLine]:
    """The phases in their order: what was, what is, what comes."""
    here = list(table).index(now)
    return [
        {
            "name": row.name,
            "title": said(row.title),
            "acting": row.acting,
            "acts": list(row.acts),
            "ends": said(row.ends),
            "rule": row.rule,
            "when": "now" if place == here else "done" if place < here else "later",
        }
        for place, row in enumerate(table.values())
    ]


def option_lines(texts: Mapping[str, SettingText], chosen: BookModel) -> list[JsonObject]:
    """Every option with its plain line, its choices, and what is in force."""
    return [
        {
            "key": key,
            "line": text.line,
            "rule": text.rule,
            "options": text.options,
            "default": type(chosen).model_fields[key].default,
            "value": getattr(chosen, key),
            "frozen": text.frozen,
        }
        for key, text in texts.items()
    ]


def right_words(name: str) -> str:
    """Why a report counts that an organiser has chosen of several."""
    return say("{name} is right: their report counts", name=name)


def why_ruled(told: EntryContext) -> str:
    """The reason of a ruling, in brackets; whose report it is where that is all there is to say."""
    side = told.text("told_by")
    return told.reason or (f" ({right_words(told.name('told_by'))})" if side else "")


YES_OR_NO = {"true": mark("yes"), "on": mark("yes"), "false": mark("no"), "off": mark("no")}


def options_set(params: Params, texts: Mapping[str, SettingText]) -> str:
    """The options that were set, with what was chosen; those the book does not know are left out."""
    known = [
        (texts[key], value) for key, value in sorted(table_in(params, "settings").items()) if key in texts
    ]
    if not known:
        return say("Options set: no changes")
    lines = [
        say("“{setting}” is now “{now}”", setting=one.line.rstrip("."), now=_chosen(one.options, value))
        for one, value in known
    ]
    return say("Options set: {options}", options="; ".join(lines))


def _chosen(options: Mapping[str, str], value: object) -> str:
    """A setting's value in words."""
    return options.get(str(value)) or said(YES_OR_NO.get(str(value).lower(), "")) or str(value)
