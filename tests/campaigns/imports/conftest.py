"""What the tests of imports share."""

from collections.abc import Callable

import pytest

from tests.campaigns.imports.helpers import DATA


@pytest.fixture
def data() -> Callable[[str], bytes]:
    """The bytes of a list among the test data, by file name."""
    return lambda name: (DATA / name).read_bytes()
