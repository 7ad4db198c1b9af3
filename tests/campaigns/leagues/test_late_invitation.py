"""An invitation to a league that is under way says what it still means."""

from __future__ import annotations

import pytest
from django.test import Client

from campaigns.models import Scope
from campaigns.people import seats as people
from tests.campaigns.opr.table.evening import Evening

pytestmark = pytest.mark.django_db
LATE = "takes no new army for now"


def opened(scope: Scope, role: str = "player", **more: object) -> str:
    link = people.invitation_path(
        people.invite(by=scope.club.seats.get(role="organiser"), scope=scope, role=role)
    )
    return str(Client().get(link).content.decode())


def test_it_says_that_nobody_brings_an_army_any_more() -> None:
    here = Evening()
    assert LATE not in opened(here.scope)
    here.mission()
    assert LATE in opened(here.scope)
    assert LATE not in opened(here.scope, "spectator")
