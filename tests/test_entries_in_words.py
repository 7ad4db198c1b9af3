"""Nothing on an entry's page is a code: whatever was answered and booked is told in words and names."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests import factories
from tests.whole_club import whole_club

pytestmark = pytest.mark.django_db
UNTOLD = re.compile(r"<code.*?</code>|<(script|style|template)\b.*?</\1>|<[^>]+>", re.DOTALL)  # seals, tags
CODE = re.compile(r"\b[a-z]+\d*:[a-z0-9][\w.]*|\b[es]\d+\.\w+|\b[a-z]+_[a-z_]+\b|\bNone\b")


def test_no_code_stands_on_the_page_of_an_entry() -> None:
    club = whole_club()
    browser = factories.signed_in(club.club.seats.filter(role="organiser").first())
    found = []
    for league in club.leagues:
        for entry in league.entries.exclude(procedure__startswith="solo.").order_by("seq"):
            html = browser.get(f"/l/{league.pk}/entries/{entry.seq}/").content.decode()
            words = unescape(UNTOLD.sub(" ", html.partition("<main")[2].partition("</main")[0]))
            found += [(entry.procedure, code[0]) for code in CODE.finditer(words)]
    assert found == []
