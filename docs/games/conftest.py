"""Pages whose examples take long on a machine that never compiled them: for the slow tests."""

from pathlib import Path

import pytest

LONG = ("baccara-banque.md",)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark those pages."""
    here = Path(__file__).parent
    for item in items:
        if item.path.parent == here and item.path.name in LONG:
            item.add_marker(pytest.mark.slow)
