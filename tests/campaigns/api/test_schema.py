"""Whatever is sent that fits the description (or does not): no call ends in an error of ours."""

from __future__ import annotations

import json
from typing import Any

import pytest
import schemathesis
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, settings

from tests import factories
from tests.campaigns import play
from tests.campaigns.api.conftest import Api

DESCRIPTION: dict[str, Any] = json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True)))
schema = schemathesis.openapi.from_dict(DESCRIPTION)


@pytest.mark.in_turn(4)
@schema.parametrize()
@settings(
    max_examples=2,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_no_call_ends_in_an_error_of_ours(case: Any, db: None) -> None:
    ilse = factories.new_organiser(name="Ilse")
    path = case.path.replace("{id}", str(play.found_league(ilse).pk)).format(**case.path_parameters)
    body: dict[str, Any] = {} if case.method == "GET" else {"data": json.dumps(case.body, default=str)}
    query = {name: value for name, value in (case.query or {}).items() if value is not None}
    api = Api(ilse)
    answer = api.client.generic(
        case.method,
        path,
        **body,
        query_params=query,
        content_type="application/json",
        headers=api.headers,
    )
    assert answer.status_code < 500, answer.content
    declared = case.operation.definition.raw["responses"]
    assert str(answer.status_code) in declared or answer.status_code in (400, 404), answer.content
