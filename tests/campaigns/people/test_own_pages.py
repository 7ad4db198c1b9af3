"""Whatever shows something of one's own says that nobody else may keep it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.people.me.program_tokens import new_token
from tests.campaigns.engine.evening import played
from tests.factories import signed_in

pytestmark = pytest.mark.django_db


def kept_how(client: Client, address: str, **headers: str) -> set[str]:
    answer = client.get(address, headers=headers)
    return {one.strip() for one in answer.headers.get("Cache-Control", "").split(",")}


def test_pages_with_anything_of_ones_own_are_private() -> None:
    evening = played()
    league = evening.scope.pk
    addresses = [reverse(f"campaigns:{name}", args=[league]) for name in ("league", "chronicle", "missions")]
    addresses += [reverse("people:me"), "/", f"/l/{league}/no-such-page/", "/api/v1/clubs/"]
    client = signed_in(evening.ilse)
    for address in addresses:
        assert {"private", "no-cache"} <= kept_how(client, address), address
    assert {"private", "no-cache"} <= kept_how(client, addresses[0], hx_request="true", hx_target="league")


def test_what_a_token_reads_is_private_too() -> None:
    evening = played()
    key = new_token(evening.ilse.person)
    assert {"private", "no-cache"} <= kept_how(Client(), "/api/v1/clubs/", authorization=f"Token {key}")


def test_what_is_everybodys_may_be_kept() -> None:
    assert "public" in kept_how(Client(), reverse("people:zones"))
