"""What the tests of imports share."""

import pytest

from tests.campaigns.imports.helpers import DATA


@pytest.fixture
def data():
    """The bytes of a list among the test data, by file name."""
    return lambda name: (DATA / name).read_bytes()
