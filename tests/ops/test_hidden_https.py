"""Behind a proxy that hides https nobody goes round in circles: page and log say what to set."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

from config.serving import astray
from config.serving.astray import COOKIE


@pytest.fixture(autouse=True)
def https(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SECURE_SSL_REDIRECT = True
    monkeypatch.setattr(astray, "_next_line", 0.0)


def test_whoever_comes_by_http_is_sent_to_https_and_no_browser_remembers_that() -> None:
    answer = Client().get("/")
    assert (answer.status_code, answer["Location"]) == (301, "https://testserver/")
    assert answer["Cache-Control"] == "no-store"
    assert answer.cookies[COOKIE]["secure"]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_where_the_proxy_hides_https_a_page_says_so(
    language: str, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.BEHIND_PROXY = False
    client = Client(HTTP_ACCEPT_LANGUAGE=language)
    client.get("/")  # the browser is on https, and so takes the cookie and sends it
    with caplog.at_level(logging.ERROR):
        answers = [client.get("/") for _time in range(2)]
    assert [one.status_code for one in answers] == [502, 502]
    for setting in ("X-Forwarded-Proto", "MUSTERROLL_BEHIND_PROXY=yes"):
        assertContains(answers[0], setting, status_code=502)
    assert [one.name for one in caplog.records].count(astray.__name__) == 1


@pytest.mark.django_db
def test_where_https_is_told_nothing_of_it_is_met() -> None:
    client = Client()
    client.cookies[COOKIE] = "1"
    assert client.get("/health", secure=True).status_code != 502
