"""Laws of the source read all of it: thousands of syntax trees, of which none is garbage."""

import gc

import pytest


@pytest.fixture(autouse=True, scope="module")
def _garbage_is_left():
    """Looking for garbage among the nodes of a tree takes longer than reading the file."""
    gc.disable()
    yield
    gc.enable()
