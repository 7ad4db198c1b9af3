"""The catalogs of the languages we ship: whole, with every placeholder, and made into what Django reads."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils import translation

from config import languages
from config.dates import dated
from rules.engine.language import with_heading
from tests.texts import CODE, HYPHENED, keyed, texts

pytestmark = pytest.mark.xdist_group("code")  # one process reads all modules once

MARKS = re.compile(r"%\(\w+\)[sd]|%[sd]|\{[^}]*\}|</?\w+[^>]*>")
ROOT = Path(settings.ROOT)
LOCALE = ROOT / "locale"
SHIPPED = [code for code, _name in settings.LANGUAGES if code != "en"]
shipped = pytest.mark.parametrize("code", SHIPPED)


@dataclass(frozen=True, slots=True)
class Text:
    """One text of a catalog: in English and in the language, singular and plural where it has one."""

    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    is_doubtful: bool


@cache
def catalog(code: str) -> tuple[Text, ...]:
    entries = polib.pofile(str(LOCALE / code / "LC_MESSAGES" / "django.po"))
    return tuple(
        Text(
            ours=(keyed(one.msgid, one.msgctxt), *([one.msgid_plural] if one.msgid_plural else [])),
            theirs=tuple(one.msgstr_plural.values()) if one.msgid_plural else (one.msgstr,),
            is_doubtful=one.fuzzy,
        )
        for one in entries
    )


@shipped
def test_every_text_is_translated(code: str) -> None:
    known = {text.ours[0] for text in catalog(code) if all(text.theirs)}
    assert sorted(texts() - known) == []
    assert sorted(known - texts()) == []  # and nothing that nobody says any more


@shipped
def test_texts_call_territories_as_maps_do(code: str) -> None:
    """A map that comes with the office has its names in English, as the books print them."""
    maps = (json.loads(file.read_text()) for file in (ROOT / "rules/maps/ready").glob("*.json"))
    names = {one["name"] for drawn in maps for one in drawn["tiles"] if "name" in one}
    longest_first = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    a_name = re.compile(rf"\b(?:{longest_first})\b")
    other = [
        (name, text.theirs[0])
        for text in catalog(code)
        for name in a_name.findall(text.ours[0])
        if name not in text.theirs[0]
    ]
    assert other == []


@shipped
def test_nothing_is_doubtful(code: str) -> None:
    assert [text.ours for text in catalog(code) if text.is_doubtful] == []


@shipped
def test_placeholders_and_marks_are_kept(code: str) -> None:
    assert [text for text in catalog(code) if not _is_whole(text)] == []


@shipped
def test_an_apostrophe_is_the_printed_one(code: str) -> None:
    """A straight one beside it, and feet that are not primes, look like two hands."""
    assert [text for text in catalog(code) if any("'" in one for one in (*text.ours, *text.theirs))] == []


@shipped
def test_a_number_below_nothing_has_a_minus(code: str) -> None:
    """`rules.engine.language.signed` and `in_figures` write one that is reckoned."""
    said = (one for text in catalog(code) for one in (*text.ours, *text.theirs))
    assert [one for one in said if HYPHENED.search(one)] == []


def _is_whole(text: Text) -> bool:
    """Only what the code gives is filled in, and nothing is lost; a singular may leave its number out."""
    ours = [set(MARKS.findall(one)) for one in text.ours]
    theirs = [set(MARKS.findall(one)) for one in text.theirs]
    return theirs == ours if len(ours) == 1 else all(one <= set.union(*ours) for one in theirs)


# Days

PAST_DATED = re.compile(r"""(?:date_format\([^)]*|\|date:)["'][^"']*j """)


def test_a_day_is_written_in_the_order_of_the_language() -> None:
    """German puts a point behind the day: only `dated` asks the catalog."""
    files = [
        file for folder in (*CODE, "templates") for file in sorted((LOCALE.parent / folder).rglob("*.*"))
    ]
    texts_of = {file: file.read_text() for file in files if file.suffix in (".py", ".html", ".txt")}
    assert [str(file) for file, text in texts_of.items() if PAST_DATED.search(text)] == []
    with translation.override("de"):
        assert dated(date(2026, 3, 1), "l j F") == "Sonntag, 1. März"
    with translation.override("fr"):
        assert dated(date(2026, 3, 1), "l j F") == "dimanche 1er mars"
        assert [dated(date(2026, *day), "j M") for day in ((11, 28), (12, 1))] == ["28 nov.", "1er déc."]
        assert with_heading("Bretter", 3) == "Bretter\u00a0: 3"


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


# Words (docs/words.md): a book's own stay, which is why the lists are short

FORBIDDEN = {
    "en": r"\bway back (or|link)\b|\b[Mm]y way back|\be-mail|\b[Ff]ound (the|a) (league|faction|warband)\b"
    r"|\btoward\b|\bfixture|(?<!#)\bcampaign|\bdesk\b|\boffice\b|\b[Hh]ouse rule|\b[Nn]otices?\b(?! board)"
    r"|\bstakes?\b|\bset aside\b|\bunder seal\b|\bfoe\b|\b[Bb]eing told\b|\bWhat I am told\b|\bmail\b"
    r"|\bbuy free\b",
    "de": r"Rückkehr-Link|\bNachspiel|Herrenturm|herausgenommen|Kampagne|Schreibtisch|\bAnzeige\b|Nachrichten"
    r"|\bTrupp\b|(?<!Schwarze )(?<!Schwarzes )(?<!Schwarzen )\bBrett\b|Hausregel|Match|\b[EBS]P\b",
    "fr": r"lien de retour|choc du combat|Dernier espoir|(?<!rase )(?<!#)\bcampagne|\bbureau|\bavis\b"
    r"|\btap(er|e|ez|é)\b|e-mail|courriel|\bchat\b|Organisateur|règles? maison|\b[EBS]P\b|\bPV\b"
    r"|celles et ceux|\b[Uu]n orga\b|\bvalables?\b|tableau d’améliorations|d’en face",
}
STRAIGHT_INCH = re.compile(r'\d"')
WIDE = re.compile(r" (?=[;:!?»](?!\w|/))|«(?!\u00a0)|(?<!\u00a0)»")  # the display face has no narrow one


@pytest.mark.parametrize("code", sorted(FORBIDDEN))
def test_one_thing_has_one_word(code: str) -> None:
    wrong = re.compile(FORBIDDEN[code])
    assert [one for one in _sentences(code) if wrong.search(one)] == []


@pytest.mark.parametrize("code", ["en", *SHIPPED])
def test_inches_have_primes(code: str) -> None:
    assert [one for one in _sentences(code) if STRAIGHT_INCH.search(one)] == []


def test_french_signs_stand_behind_a_space_that_holds() -> None:
    assert [one for one in _sentences("fr") if WIDE.search(one)] == []


def _sentences(code: str) -> list[str]:
    """Of a language; English is what the others translate."""
    if code == "en":
        return [one for text in catalog(SHIPPED[0]) for one in text.ours]
    return [one for text in catalog(code) for one in text.theirs]
