"""Every paper of every game, in every language: no word is wider than its block, and no page is empty."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored.store import registration_of
from campaigns.models import Club, LeaguePrint, Role, Scope
from tests import factories
from tests.boxes import laid_out, outside
from tests.pages import page_text, unpressed
from tests.whole_club import demo_club

pytestmark = pytest.mark.django_db
FACES = {'"Fira Sans Condensed"', '"Fira Sans Condensed", "Noto Emoji", sans-serif', "Vollkorn"}
PAPERS = {
    "opr": ("report.pdf", "w/s1.warband/sheet.pdf", "w/s4.warband/cards.pdf"),
    "conquest": ("map/print/?paper=A4",),
    "firestorm": (
        "firestorm/print/map/", "firestorm/print/orders/", "firestorm/print/factions/s2.faction/",
        "firestorm/fortress.pdf",
    ),
}  # fmt: skip


@pytest.mark.parametrize("code", [code for code, _name in settings.LANGUAGES])
@pytest.mark.in_turn(7, kind="every page")
def test_no_word_leaves_its_box_and_a_map_and_its_key_are_one_sheet(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpressed(monkeypatch)
    club = demo_club()
    browser = factories.signed_in(club.seats.filter(role=Role.ORGANISER)[0])
    browser.defaults["HTTP_ACCEPT_LANGUAGE"] = code
    found, maps = {}, 0
    for name, html in chain(_papers(club, browser), _cards(club, browser), _books(club, code)):
        pages = laid_out(html)
        if wrong := outside(pages):
            found[name] = wrong
        if 'class="swatch"' in html:
            maps += 1
            assert len(pages) == 1, name
            assert not set(re.findall(r"font-family: ([^;}]+)", html)) - FACES, name
    assert not found, found
    assert maps >= 4


def _papers(club: Club, browser: Client) -> Iterator[tuple[str, str]]:
    for scope in club.scopes.all():
        for paper in PAPERS.get(scope.game, ()):
            answer = browser.get(f"/l/{scope.pk}/{paper}")
            assert answer.status_code == 200, paper
            yield f"{scope.name}: {paper}", page_text(answer)


def _cards(club: Club, browser: Client) -> Iterator[tuple[str, str]]:
    """Of a battle, and of one that may be a siege."""
    scope = club.scopes.get(game="firestorm")
    state: Any = registration_of(scope.game).load(scope.pk)
    for battle in [one for one in state.battles.values() if one.turn == state.now.turn]:
        for card in ("battle", "siege"):
            answer = browser.get(reverse("firestorm:battle_paper", args=[scope.pk, battle.id, card]))
            if answer.status_code == 200:
                yield f"{card} of {battle.id}", page_text(answer)


def _books(club: Club, code: str) -> Iterator[tuple[str, str]]:
    """A league's book, but for the sheets that are looked at by themselves."""
    for scope in Scope.objects.filter(club=club):
        asked = LeaguePrint(scope=scope, version=scope.version, base="http://x", language=code)
        with translation.override(code):
            pages = plugin_of(scope.game).paper.pages(asked, "A4")
        yield from [(f"{scope.name}: {name}", html) for name, html in pages if "sheet" not in html[:3000]]
