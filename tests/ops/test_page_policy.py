"""Pages go out with the office's policy, files with one that lets a browser draw its own viewer for them."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.http import HttpResponse, HttpResponseNotModified, HttpResponseRedirect
from django.test import RequestFactory

from config.serving.headers import PolicyByKind

HEADER = "Content-Security-Policy"


def policy_with(answer: HttpResponse) -> dict[str, str]:
    """What goes out with an answer: each kind of thing, and where it may come from."""
    sent = PolicyByKind(lambda _request: answer).process_response(RequestFactory().get("/"), answer)
    said = [one.strip().partition(" ") for one in sent.headers.get(HEADER, "").split(";") if one]
    return {name: sources for name, _, sources in said}


@pytest.mark.parametrize("kind", ["text/html; charset=utf-8", "text/javascript; charset=utf-8"])
def test_pages_and_workers_have_the_policy_of_the_settings(kind: str) -> None:
    assert set(policy_with(HttpResponse("", content_type=kind))) == set(settings.SECURE_CSP)


@pytest.mark.parametrize(
    "kind",
    ["application/pdf", "application/json", "image/svg+xml", "image/jpeg", "text/calendar; charset=utf-8"],
)
def test_a_file_runs_nothing_and_its_viewer_is_drawn_as_the_browser_likes(kind: str) -> None:
    policy = policy_with(HttpResponse("", content_type=kind))
    assert policy["script-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert not policy.keys() & {"style-src", "default-src", "object-src", "frame-src", "sandbox"}


def test_what_brings_no_content_leaves_the_policy_of_what_is_held() -> None:
    assert policy_with(HttpResponseNotModified()) == {}


def test_a_page_that_leads_on_has_one() -> None:
    assert "default-src" in policy_with(HttpResponseRedirect("/"))
