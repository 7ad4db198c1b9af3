"""An invitation to a league that is under way says what it still means."""

from __future__ import annotations

import pytest
from django.test import Client

from campaigns.models import Scope
from campaigns.people import seats as people
from tests.campaigns.opr.table.evening import Evening

pytestmark = pytest.mark.django_db


def is_late(scope: Scope, role: str = "player") -> bool:
    link = people.invitation_path(
        people.invite(by=scope.club.seats.get(role="organiser"), scope=scope, role=role)
    )
    return bool(Client().get(link).context["is_late"])


def test_it_says_that_nobody_brings_an_army_any_more() -> None:
    here = Evening()
    assert not is_late(here.scope)
    here.mission()
    assert is_late(here.scope)
    assert not is_late(here.scope, "spectator")
