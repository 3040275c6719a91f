"""The model and the world for the clients' tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.clients.fake_model import FakeModel


@pytest.fixture
def model() -> Iterator[FakeModel]:
    """Give a model on loopback."""
    served = FakeModel()
    yield served
    served.stop()
