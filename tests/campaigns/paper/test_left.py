"""A league's file that a killed worker has left in the middle is drawn after all, or given up."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from campaigns.models import LeaguePrint
from campaigns.paper.printing import GIVEN_UP, LEFT, begin_again
from tests.campaigns.play import found_league

pytestmark = pytest.mark.django_db
A_MOMENT = timedelta(seconds=1)


def test_a_file_that_was_left_is_begun_again_until_it_is_given_up(settings: Any) -> None:
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
    asked = LeaguePrint.objects.create(scope=found_league(), version=1, paper="A4", base="http://x")
    now = asked.asked_at + LEFT
    assert begin_again(now) == 0, "perhaps it is about to be drawn"
    now += A_MOMENT
    assert begin_again(now) == 1, "killed before the worker heard of it"
    assert begin_again(now) == 0, "it waits for a worker"
    job = DBTaskResult.objects.get()
    job.claim("one")
    assert begin_again(timezone.now() + LEFT - A_MOMENT) == 0, "it is being drawn"
    assert begin_again(timezone.now() + LEFT + A_MOMENT) == 1, "killed in the middle"
    DBTaskResult.objects.update(status="RUNNING", started_at=asked.asked_at)
    assert begin_again(asked.asked_at + GIVEN_UP + A_MOMENT) == 0
    asked.refresh_from_db()
    assert asked.failed
