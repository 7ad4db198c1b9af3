"""A reader's language: what their browser asks for, or what they chose, on every device."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.campaigns.people.conftest import Cast
from tests.campaigns.people.test_me_pages import claimed, sign_in
from tests.factories import PASSWORD, signed_in

ABOUT = {"name": "Marta", "dice": "ask", "theme": "auto"}


def language_of(client: Client, **headers: str) -> str:
    page = client.get("/me/", headers=headers).content.decode()
    return page.split('<html lang="', 1)[1].split('"', 1)[0]


@pytest.mark.parametrize(("asked", "given"), [("de-AT,de;q=0.9", "de"), ("fr-CA", "fr"), ("pt,xx", "en")])
def test_the_browser_is_asked_first(cast: Cast, asked: str, given: str) -> None:
    assert language_of(signed_in(cast.marta), accept_language=asked) == given


def test_a_chosen_language_goes_before_the_browsers(cast: Cast) -> None:
    client = signed_in(cast.marta)
    client.post("/me/", {**ABOUT, "language": "fr"})
    assert language_of(client, accept_language="de") == "fr"
    client.post("/me/", {**ABOUT, "language": ""})
    assert language_of(client, accept_language="de") == "de"


def test_a_new_device_reads_it_from_the_first_page_on(cast: Cast) -> None:
    claimed(cast)
    signed_in(cast.marta).post("/me/", {**ABOUT, "language": "de"})
    phone = Client()
    sign_in("marta", "wrong", phone)
    sign_in("marta", PASSWORD, phone)
    assert language_of(phone, accept_language="en") == "de"


def test_a_language_nobody_speaks_here_is_refused_beside_the_field(cast: Cast) -> None:
    page = signed_in(cast.marta).post("/me/", {**ABOUT, "language": "tlh"})
    assert page.status_code == 422
    assert page.context["form"].errors.keys() == {"language"}
