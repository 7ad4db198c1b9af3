"""The catalogs of the languages we ship: whole, with every placeholder, and made into what Django reads."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import polib
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils import translation

from config import languages
from tests.texts import texts

MARKS = re.compile(r"%\(\w+\)[sd]|%[sd]|\{[^}]*\}|</?\w+[^>]*>")
LOCALE = Path(settings.ROOT) / "locale"
SHIPPED = [code for code, _name in settings.LANGUAGES if code != "en"]
shipped = pytest.mark.parametrize("code", SHIPPED)


@cache
def catalog(code: str) -> Catalog:
    with (LOCALE / code / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file, locale=code)


@shipped
def test_every_text_is_translated(code: str) -> None:
    known = {_key(message.id) for message in catalog(code) if message.id and not _unsaid(message.string)}
    assert sorted(texts() - known) == []
    assert sorted(known - texts()) == []  # and nothing that nobody says any more


@shipped
def test_nothing_is_doubtful(code: str) -> None:
    assert [message.id for message in catalog(code) if message.id and message.fuzzy] == []


@shipped
def test_placeholders_and_marks_are_kept(code: str) -> None:
    assert list(_faults(catalog(code))) == []


def _faults(found: Catalog) -> Iterator[tuple[str, str]]:
    for message, errors in found.check():
        yield from ((_key(message.id), str(error)) for error in errors)
    for message in found:
        ours = message.id if isinstance(message.id, tuple) else (message.id,)
        theirs = message.string if isinstance(message.string, tuple) else (message.string,)
        wanted = {mark for sentence in ours for mark in _marks(sentence)}
        for sentence in theirs if message.id else ():
            if not _marks(sentence) <= wanted or (len(ours) == 1 and _marks(sentence) != wanted):
                yield _key(message.id), sentence


def _marks(sentence: str) -> set[str]:
    """What is filled in and what is HTML."""
    return set(MARKS.findall(sentence))


def _key(sentence: str | tuple[str, ...] | list[str]) -> str:
    return sentence if isinstance(sentence, str) else sentence[0]


def _unsaid(sentence: str | tuple[str, ...]) -> bool:
    return not all(sentence) if isinstance(sentence, tuple) else not sentence


# What Django reads


def test_a_changed_catalog_is_made_anew_and_one_that_is_not_is_left_alone(tmp_path: Path) -> None:
    source = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    written = polib.POFile()
    written.append(polib.POEntry(msgid="Save", msgstr="Speichern"))
    written.save(str(source))
    assert languages.make_ready(tmp_path) == ["de"]
    assert languages.make_ready(tmp_path) == []
    made = polib.mofile(str(source.with_suffix(".mo")))
    assert [(one.msgid, one.msgstr) for one in made] == [("Save", "Speichern")]
    os.utime(source, (1, 1))  # an older file put back is another file too
    assert languages.make_ready(tmp_path) == ["de"]
    assert sorted(file.name for file in source.parent.iterdir()) == ["django.mo", "django.po"]


@shipped
def test_counted_things_follow_the_language(code: str) -> None:
    words = {"de": ("1 Einheit", "2 Einheiten", "0 Einheiten"), "fr": ("1 unité", "2 unités", "0 unité")}[
        code
    ]
    with translation.override(code):
        told = [translation.ngettext("%(n)s unit", "%(n)s units", n) % {"n": n} for n in (1, 2, 0)]
    assert tuple(told) == words
