"""The options of a map league, changed from the league's settings."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.maps.conquest.play import Table, begun, table, words_of

pytestmark = pytest.mark.django_db


def changed(league: Table, key: str, value: str, words: str = "") -> Any:
    address = reverse("campaigns:settings", args=[league.scope.pk])
    return league.browsers["Organiser"].post(address, {"key": key, "value": value, "words": words})


def in_force(league: Table, key: str) -> Any:
    return next(one["value"] for one in league.ask("options") if one["key"] == key)


def test_cq_12_options_are_changed_from_the_settings() -> None:
    league = table()
    for key, value, wanted in [
        ("win_target", "14", 14),
        ("naval", "on", True),
        ("port_reach", "same_water", None),
    ]:
        response = changed(league, key, value)
        assert response.status_code == 302, words_of(response)
        assert in_force(league, key) == (wanted if wanted is not None else value)
    html = league.browsers["Organiser"].get(reverse("campaigns:settings", args=[league.scope.pk]))
    assert 'value="14"' in html.content.decode()


def test_cq_12_once_play_has_begun_a_change_wants_a_reason() -> None:
    league = begun()
    refused = changed(league, "win_target", "14")
    assert refused.status_code == 409
    assert in_force(league, "win_target") == 10
    assert changed(league, "win_target", "14", "the hall closes in May").status_code == 302
    assert in_force(league, "win_target") == 14
    chronicle = league.browsers["Marta"].get(reverse("campaigns:chronicle", args=[league.scope.pk]))
    assert "14" in words_of(chronicle)


def test_cq_12_what_is_no_option_is_refused() -> None:
    league = table()
    many = changed(league, "win_target", "many")
    assert many.status_code == 422  # said beside its field, where what was typed still stands
    assert 'value="many"' in many.content.decode()
    assert 'aria-describedby="s-win_target-value-error"' in many.content.decode()
    assert changed(league, "no_such_option", "on").status_code == 409
    assert in_force(league, "win_target") == 10


def test_cq_05_the_organiser_sets_the_order_of_picking_where_the_option_says_so() -> None:
    league = table(pick_order="organiser")
    realms = [league.realm(name) for name in ("Ilse", "Marta", "Kwame")]
    page = league.browsers["Organiser"].get(reverse("maps:map", args=[league.scope.pk]))
    assert "Position 3" in page.content.decode()
    twice = league.post("Organiser", "begin_play", order=[realms[0], realms[0], realms[1]])
    assert twice.status_code == 422
    assert league.phase == "setup"
    assert league.post("Organiser", "begin_play", order=realms).status_code == 302
    assert list(league.state.now.pick_order) == realms
    assert league.state.now.active == realms[0]
