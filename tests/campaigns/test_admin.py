"""The admin shows game state and lets nobody touch it; what is secret it does not show at all."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client

from campaigns.admin import ReadOnly
from campaigns.models import StateRow
from campaigns.people.me.program_tokens import new_token
from tests import door_guard
from tests.campaigns.engine.evening import played
from tests.factories import new_club, new_seat

REGISTERED: dict[type[Model], admin.ModelAdmin[Any]] = dict(admin.site._registry)
SECRETS = {"seed", "salt", "token_hash", "nonce", "key_hash", "secret"}


@pytest.fixture
def boss(db: None) -> Client:
    client = Client()
    client.force_login(
        User.objects.create_superuser("boss"), backend="django.contrib.auth.backends.ModelBackend"
    )
    return client


def address(model: type[Model], rest: str = "") -> str:
    return f"/admin/{model._meta.app_label}/{model._meta.model_name}/{rest}"


GUARDED = [model for model in door_guard.guarded() if model.__name__ != "Once"]


@pytest.mark.parametrize("model", GUARDED, ids=lambda model: model.__name__)
def test_game_state_is_only_looked_at(model: type[Model], boss: Client) -> None:
    assert isinstance(REGISTERED[model], ReadOnly), (
        f"register {model.__name__} read-only in campaigns/admin.py"
    )
    assert boss.get(address(model)).status_code == 200
    assert boss.get(address(model, "add/")).status_code == 403
    assert boss.post(address(model, "add/"), {}).status_code == 403


def test_a_superuser_changes_nothing_of_a_league(boss: Client, rf: Any) -> None:
    evening = played()
    evening.casualties(evening.tom, app_dice=True)
    for model in GUARDED:
        row = REGISTERED[model].get_queryset(rf.get("/")).order_by("pk").first()
        if row is None:
            continue
        assert boss.get(address(model, f"{row.pk}/change/")).status_code == 200, model
        assert boss.post(address(model, f"{row.pk}/change/"), {"key": "x"}).status_code == 403, model
        assert boss.post(address(model, f"{row.pk}/delete/"), {"post": "yes"}).status_code == 403, model
        chosen = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
        boss.post(address(model), chosen)
        assert model._default_manager.filter(pk=row.pk).exists(), model


@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model.__name__)
def test_no_page_of_the_admin_has_a_secret_field(model: type[Model], rf: Any) -> None:
    request = rf.get("/")
    request.user = User(is_superuser=True, is_staff=True)
    shown = REGISTERED[model].get_fields(request) if model is not User else []
    secrets = SECRETS - {"seed"} if issubclass(model, StateRow) else SECRETS  # a map's seed draws the map
    assert not secrets & set(map(str, shown))


def test_tokens_are_not_shown(boss: Client) -> None:
    key = new_token(new_seat().person)
    assert boss.get("/admin/authtoken/tokenproxy/").status_code == 404
    assert key not in boss.get("/admin/").content.decode()


def test_a_club_may_be_mended(boss: Client) -> None:
    club = new_club()
    sent = {"name": "The Copper Lantern", "slug": club.slug, "time_zone": "Europe/Paris", "paper": "A4"}
    assert boss.post(f"/admin/campaigns/club/{club.pk}/change/", sent).status_code == 302
    club.refresh_from_db()
    assert club.name == "The Copper Lantern"
    assert boss.post(f"/admin/campaigns/club/{club.pk}/delete/", {"post": "yes"}).status_code == 403


@pytest.mark.django_db
def test_players_have_no_business_there() -> None:
    assert Client().get("/admin/").status_code == 302
