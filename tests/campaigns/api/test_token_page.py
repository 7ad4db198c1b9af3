"""The page on which a person makes and revokes the token of their programs."""

from __future__ import annotations

import re

from django.test import Client
from rest_framework.authtoken.models import Token

from campaigns.people import signin
from tests.campaigns.api.conftest import Evening
from tests.factories import signed_in


def test_a_token_is_shown_once(evening: Evening) -> None:
    client = signed_in(evening.marta)
    page = client.post("/me/token/", {"make": "1"})
    key = Token.objects.get().key
    assert page.context["fresh"] == key
    assert key in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert key not in client.get("/me/token/").content.decode()


def test_a_new_one_replaces_it_and_revoking_ends_it(evening: Evening) -> None:
    client = signed_in(evening.marta)
    client.post("/me/token/", {"make": "1"})
    first = Token.objects.get().key
    client.post("/me/token/", {"make": "1"})
    assert Token.objects.get().key != first
    assert client.post("/me/token/", {"revoke": "1"}).status_code == 302
    assert not Token.objects.exists()


def test_signing_out_everywhere_revokes_it(evening: Evening) -> None:
    signed_in(evening.marta).post("/me/token/", {"make": "1"})
    signin.sign_out_everywhere(person=evening.marta.person)
    assert not Token.objects.exists()


def test_somebody_signed_out_is_sent_to_sign_in(evening: Evening) -> None:
    answer = Client().get("/me/token/")
    assert answer.status_code == 302
    assert re.match(r"/accounts/login/", answer["Location"])


def test_the_page_about_oneself_leads_here(evening: Evening) -> None:
    assert "/me/token/" in signed_in(evening.marta).get("/me/").content.decode()
