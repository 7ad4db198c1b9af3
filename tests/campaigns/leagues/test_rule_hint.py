"""A page says once what its rule ids are, until its reader has opened a rule."""

from __future__ import annotations

import re

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.safestring import mark_safe

from campaigns.models import Scope
from campaigns.shell.rule_hint import explained
from tests import factories
from tests.whole_club import demo_club

HINT = "Codes like this are rules."
ID = '<a class="rule-id" href="/r/">OPR-39</a>'
request = RequestFactory().get("/")


@pytest.mark.django_db
def test_the_first_rule_id_of_a_page_explains_itself_until_a_rule_was_opened() -> None:
    club = demo_club()
    browser = factories.signed_in(club.seats.get(role="organiser"))
    scope = Scope.objects.filter(club=club, game="opr").earliest("pk")
    settings = reverse("campaigns:settings", args=[scope.pk])
    before = browser.get(settings).content.decode()
    assert before.count(HINT) == 1
    rule = re.search(r'href="(/l/\d+/rules/[A-Z]+-\d+/)"', before)
    assert rule
    assert HINT not in browser.get(rule[1]).content.decode()
    assert HINT not in browser.get(settings).content.decode()


def test_after_three_pages_it_is_known() -> None:
    page = mark_safe(f"<p>Roll. {ID}</p>")
    for seen, told in (("", True), ("x", True), ("xx", True), ("xxx", False), ("xxxx", False)):
        asked = RequestFactory().get("/")
        asked.COOKIES["hints"] = seen
        assert (HINT in explained(page, asked)) is told, seen


@pytest.mark.django_db
def test_a_page_without_rule_ids_says_nothing_of_them(client: Client) -> None:
    assert HINT not in client.get("/").content.decode()


def test_the_sentence_follows_an_id_in_running_text_and_no_heading_button_or_cell() -> None:
    page = mark_safe(f"<h2>Heroes {ID}</h2><td>{ID}</td><button>{ID}</button><p>Roll. {ID}</p><p>{ID}</p>")
    told = explained(page, request)
    assert told.count(HINT) == 1
    assert f'<p>Roll. {ID} <small class="rule-hint">{HINT}' in told


def test_it_stands_above_a_list_with_codes_in_its_margin() -> None:
    margin = '<div class="line-margin"><a class="rule-margin" href="/r/">OPR-10</a></div>'
    page = mark_safe(f'<div class="ledger">Other</div><h2>Rules</h2><div class="ledger big">{margin}</div>')
    assert f'<h2>Rules</h2><p class="rule-hint">{HINT}' in explained(page, request)
    more = mark_safe(page.replace('<div class="ledger big">', '<ul class="ledger"><li>'))
    assert f'<h2>Rules</h2><p class="rule-hint">{HINT}' in explained(more, request)


def test_a_list_that_is_closed_has_nothing_to_do_with_a_code_below_it() -> None:
    page = mark_safe(f'<div class="ledger"><div>Other</div></div><h2>{ID}</h2>')
    assert explained(page, request).startswith(f'{page}<p class="rule-hint">')


def test_it_stands_beside_the_first_id_where_none_has_room() -> None:
    heading, rest = f"<h2>Heroes {ID}</h2>", "<p>Much more.</p>"
    assert explained(mark_safe(heading + rest), request).startswith(f'{heading}<p class="rule-hint">{HINT}')
    folded = f"<details><summary>Heroes {ID}</summary>{rest}</details>"
    assert explained(mark_safe(folded), request).startswith(f'<p class="rule-hint">{HINT}')
    assert explained(mark_safe(f"<table class='a'><td>{ID}</td></table>"), request).startswith("<p class=")


def test_it_explains_an_id_in_sight_rather_than_one_folded_away() -> None:
    folded = f"<details><summary>More</summary><p>Roll. {ID}</p></details>"
    told = explained(mark_safe(f"{folded}<p>Draw. {ID}</p>"), request)
    assert told.startswith(f'{folded}<p>Draw. {ID} <small class="rule-hint">{HINT}')
    assert explained(mark_safe(folded), request).endswith("</small></p></details>")
    opened = folded.replace("<details>", '<details class="more" open>')
    assert explained(mark_safe(f"{opened}<p>Draw. {ID}</p>"), request).endswith(f"<p>Draw. {ID}</p>")


def test_where_no_id_can_be_tapped_it_says_where_they_are_told() -> None:
    page = mark_safe('<p>Six. <span class="rule-id">CQ-05</span></p>')
    assert "The league’s rules page explains each" in explained(page, request)
