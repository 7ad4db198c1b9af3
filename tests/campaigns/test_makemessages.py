"""What a translator is given: the texts of pages, of rules and of books in one file."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from rules.rehearsal.translating import book_texts

CODE = """
one = say("{unit} rolls again.", unit="Ana")
many = say_many(3, "{number} unit", "{number} units")
LATER = {"later": mark("Later."), "lazily": lazy("Lazily.")}
"""


def test_books_say_their_texts_and_procedures_their_titles() -> None:
    texts = book_texts()
    assert len(set(texts)) == len(texts) > 500
    assert {"Resilient", "Stunned"} <= set(texts)
    assert any(text.startswith("Step 3: ") for text in texts)
    assert not [text for text in texts if not text.strip()]


@pytest.mark.skipif(not shutil.which("xgettext"), reason="GNU gettext is for translators only")
def test_a_translator_gets_every_text_in_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "code.py").write_text(CODE)
    (tmp_path / "page.html").write_text("{% translate 'On a page.' %}")
    call_command("makemessages", locale=["de"], verbosity=0)
    written = (tmp_path / "locale" / "de" / "LC_MESSAGES" / "django.po").read_text()
    for text in ("{unit} rolls again.", "{number} unit", "Later.", "Lazily.", "On a page.", "Resilient"):
        assert f'msgid "{text}"' in written
    assert 'msgid_plural "{number} units"' in written
    assert (
        "POT-Creation-Date" not in written
    )  # two who made it at the same time would have to agree on the minute
    assert not (tmp_path / "locale" / "books.py").exists()
