"""A phase lasts whole days by the league's clock, whatever the machine's own shows. Source: FS-160"""

from __future__ import annotations

from datetime import datetime
from unittest import mock
from zoneinfo import ZoneInfo

import pytest

from campaigns.engine.stored.journal import reconcile, records
from campaigns.models import Scope
from tests.maps.firestorm.play import begun_before

pytestmark = pytest.mark.django_db
BERLIN = ZoneInfo("Europe/Berlin")


def test_fs_160_orders_written_as_clocks_go_back_end_at_the_same_hour() -> None:
    table = begun_before(days_orders=3)
    Scope.objects.filter(pk=table.scope.pk).update(time_zone="Europe/Berlin")
    began = datetime(2026, 10, 24, 19, 0, tzinfo=BERLIN)
    with mock.patch("campaigns.engine.transaction.scope_transaction.timezone.now", return_value=began):
        table.ready()
    assert table.phase == "orders"
    assert table.state.now.deadline == datetime(2026, 10, 27, 19, 0, tzinfo=BERLIN)
    table.scope.refresh_from_db()
    assert records(table.scope)[-1].now == began
    assert reconcile(table.scope) == []
    Scope.objects.filter(pk=table.scope.pk).update(time_zone="America/Los_Angeles")
    assert table.state.now.deadline == datetime(2026, 10, 27, 19, 0, tzinfo=BERLIN)  # it keeps its own
