"""The pages of the documentation among the tests."""

from pathlib import Path

import pytest

collect_ignore = ["conf.py", "reference/python.md", "reference/results.md"]
"""The settings of Sphinx are read by `make docs` alone. The examples of the two pages are mostly
those of the docstrings, which are run there; tests/docs/test_book.py runs the others."""

LONG = (
    "games/baccara-banque.md",
    "how-to/baccara-banque.md",
    "how-to/rake.md",
    "papers/ethier-gamez-2013.md",
    "papers/risticz-1973.md",
    "papers/wastlund-2005.md",
    "results/new-results.md",
)
"""Pages that run whole sources or long proofs, as other tests do in every run: for the slow one."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them."""
    long = {Path(__file__).parent / page for page in LONG}
    for item in items:
        if item.path in long:
            item.add_marker(pytest.mark.slow)
