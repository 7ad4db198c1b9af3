"""The demo club is made by the real procedures and its journals fold."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from campaigns.journal import reconcile
from campaigns.models import Club, Scope

pytestmark = pytest.mark.django_db


def test_the_demo_club_is_in_mid_season_and_folds() -> None:
    call_command("demo")
    assert Scope.objects.count() == 2
    assert Club.objects.get().seats.count() == 8
    for scope in Scope.objects.all():
        assert scope.entries.count() > 40
        assert reconcile(scope) == []


def test_a_second_demo_is_refused() -> None:
    Club.objects.create(name="Ours", slug="ours")
    with pytest.raises(CommandError, match="already"):
        call_command("demo")
