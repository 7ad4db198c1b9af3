"""A page says once what its rule ids are, until its reader has opened a rule."""

from __future__ import annotations

import re

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.safestring import mark_safe

from campaigns.models import Scope
from campaigns.shell.rule_hint import rule_hint
from tests import factories
from tests.whole_club import demo_club

BELOW = r'</div>\s*<p class="rule-hint">[^<]*</p>\s*(<div class="actionbar|</main>)'
HINT = "The codes on this page stand for rules."
TAP = "Tap one to read the rule in a sentence or two."
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
    assert re.search(BELOW, before), "below the body, wherever the codes are"
    rule = re.search(r'href="(/l/\d+/rules/[A-Z]+-\d+/)"', before)
    assert rule
    assert HINT not in browser.get(rule[1]).content.decode()
    assert HINT not in browser.get(settings).content.decode()


def test_after_three_pages_it_is_known() -> None:
    page = mark_safe(f"<p>Roll. {ID}</p>")
    for seen, told in (("", True), ("x", True), ("xx", True), ("xxx", False), ("xxxx", False)):
        asked = RequestFactory().get("/")
        asked.COOKIES["hints"] = seen
        assert (HINT in rule_hint(page, asked)) is told, seen


@pytest.mark.django_db
def test_a_page_without_rule_ids_says_nothing_of_them(client: Client) -> None:
    assert HINT not in client.get("/").content.decode()


def test_a_code_alone_says_nothing_of_where_it_stands() -> None:
    for body in (f"<h2>{ID}</h2>", f"<table><td>{ID}</td></table>", f"<details>{ID}</details>"):
        assert rule_hint(mark_safe(body), request) == f'<p class="rule-hint">{HINT} {TAP}</p>'


def test_where_no_id_can_be_tapped_it_says_where_they_are_told() -> None:
    page = mark_safe('<p>Six. <span class="rule-id">CQ-05</span></p>')
    assert "The league’s rules page explains each one" in rule_hint(page, request)
