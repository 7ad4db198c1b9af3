"""No answer on an entry's page is a code: whatever was asked and said is told in words and names."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from campaigns.corrections import drafts
from campaigns.corrections.entry import entry_page
from campaigns.engine import correcting
from campaigns.models import Scope
from campaigns.shell.questions.question_forms import answer_view
from tests.pages import looking
from tests.whole_club import whole_club

pytestmark = pytest.mark.django_db
SEEN = 300  # answers there are
CODE = re.compile(r"\b[a-z]+\d*:[a-z0-9][\w.]*|\b[es]\d+\.\w+|\b[a-z]+_[a-z_]+\b|\bNone\b")


@pytest.fixture
def each_journal_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written between the pages, and no page has a draft."""
    whole = cache(lambda scope: correcting.journal_of(scope, [], {}))

    def journal_of(scope: Scope, inserts: Any, changes: Any) -> Any:
        assert not inserts
        assert not changes
        return whole(scope)

    monkeypatch.setattr(drafts, "journal_of", journal_of)


@pytest.mark.in_turn(7, kind="long")
@pytest.mark.usefixtures("each_journal_is_read_once")
def test_no_code_stands_on_the_page_of_an_entry() -> None:
    club = whole_club()
    organiser = club.club.seats.filter(role="organiser")[0]
    found, seen = [], 0
    for league in club.leagues:
        viewer = looking(league, organiser, "chronicle")
        for entry in league.entries.exclude(procedure__startswith="solo.").order_by("seq"):
            asked = entry_page(viewer, entry).asked
            seen += len(asked)
            told = [f"{one.question.text} {answer_view(one.question, one.answer).words}" for one in asked]
            found += [(entry.procedure, code[0]) for words in told for code in CODE.finditer(words)]
    assert found == []
    assert seen > SEEN
