"""Links and QR codes phones can follow; words nobody can forge; devices told apart."""

from typing import Any

import pytest

from campaigns.models import tokens
from campaigns.people.queries import device_words
from campaigns.shell import links
from config import run
from config.serving import network


@pytest.fixture
def in_a_network(monkeypatch: Any) -> None:
    monkeypatch.setattr(links, "lan_address", lambda: "192.168.1.20")


@pytest.mark.parametrize(
    ("setting", "host", "expected"),
    [
        ("https://muster.example.org", "localhost:8000", "https://muster.example.org/join/x/"),
        ("http://192.168.1.5:8000", "testserver", "http://192.168.1.5:8000/join/x/"),
        ("", "muster.local:8000", "http://muster.local:8000/join/x/"),
        ("", "localhost:8000", "http://192.168.1.20:8000/join/x/"),
        ("", "127.0.0.1", "http://192.168.1.20/join/x/"),
        ("http://localhost:8000", "testserver", "http://192.168.1.20:8000/join/x/"),
        ("", "[::1]:8000", "http://192.168.1.20:8000/join/x/"),
    ],
)
def test_a_link_names_the_machine_as_a_phone_sees_it(
    in_a_network: None, rf: Any, settings: Any, setting: str, host: str, expected: str
) -> None:
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = setting, ["*"]
    assert links.absolute("/join/x/", rf.get("/", headers={"host": host})) == expected


def test_without_a_network_localhost_is_better_than_nothing(monkeypatch: Any, settings: Any) -> None:
    monkeypatch.setattr(links, "lan_address", lambda: "")
    settings.PUBLIC_URL = ""
    assert links.absolute("/") == "http://localhost:8000/"


@pytest.mark.parametrize("listens", ["127.0.0.1", "localhost", "::1"])
def test_an_office_that_listens_for_its_own_machine_names_no_address_for_phones(
    monkeypatch: Any, listens: str
) -> None:
    monkeypatch.setenv("MUSTERROLL_BIND", listens)
    assert network.lan_address() == ""
    said: list[str] = []
    monkeypatch.setattr(run, "print_line", said.append)
    run.welcome("http://127.0.0.1:8000", "")
    assert any("MUSTERROLL_BIND" in line for line in said)
    assert not any("network" in line for line in said)


def test_a_qr_code_is_an_svg_our_policy_allows() -> None:
    svg = links.qr_svg("http://192.168.1.20:8000/join/x/", title="<Invitation>")
    assert svg.startswith("<svg")
    assert "viewBox" in svg
    assert "style=" not in svg
    assert "&lt;Invitation&gt;" in svg


@pytest.mark.parametrize(
    ("host", "secure", "works"),
    [
        ("muster.example.org", True, True),
        ("localhost:8000", False, True),
        ("192.168.1.20:8000", False, False),
    ],
)
def test_passkeys_work_on_https_and_localhost(
    rf: Any, settings: Any, host: str, secure: bool, works: bool
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    request = rf.get("/", secure=secure, headers={"host": host})
    assert links.is_secure_enough_for_passkeys(request) is works


def test_words_differ_by_purpose_nonce_and_key(settings: Any) -> None:
    nonce = tokens.new_nonce()
    words = {tokens.secret_word("invitation", nonce), tokens.secret_word("way-back", nonce)}
    words.add(tokens.secret_word("invitation", tokens.new_nonce()))
    settings.SECRET_KEY = "another key, long enough to pass for one"
    words.add(tokens.secret_word("invitation", nonce))
    assert len(words) == 4
    assert all(len(word) == 22 for word in words)


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile Safari/604.1",
            "iPhone, Safari",
        ),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/130.0 Mobile Safari/537.36", "Android, Chrome"),
        (
            "Mozilla/5.0 (Linux; Android 15; wv) Chrome/130.0 Safari/537.36",
            "Android, an in-app browser",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0", "Windows, Edge"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Linux, Firefox"),
        ("curl", "another device"),
        ("", "another device"),
    ],
)
def test_devices_are_told_apart_in_two_words(agent: str, words: str) -> None:
    assert device_words(agent) == words
