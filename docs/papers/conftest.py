"""Two pages run whole sources, as tests/golden does in every run: they are for the slow one."""

from pathlib import Path

import pytest

LONG = ("risticz-1973.md", "ethier-gamez-2013.md")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the pages of long sources."""
    here = Path(__file__).parent
    for item in items:
        if item.path.parent == here and item.path.name in LONG:
            item.add_marker(pytest.mark.slow)
