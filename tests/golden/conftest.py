"""The mark of a golden test: ``@golden("where the number is printed")``."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "golden(citation): a number from print, and its place")
