"""Game trees as .efg files have them."""

import pytest

from sabot.errors import FormError
from sabot.io.efg import parse_efg

HEAD = 'EFG 2 R "t" { "A" "B" }\n'
PENNIES = (
    HEAD
    + """p "" 1 1 "a" { "heads" "tails" } 0
p "" 2 1 "b" { "heads" "tails" } 0
t "" 1 "win" { 1, -1 }
t "" 2 "lose" { -1, 1 }
p "" 2 1 0
t "" 2
t "" 1
"""
)


def tree_of(text):
    """Return the tree that a file has."""
    return parse_efg(text)[0]


def reason(text):
    """Return why a file is refused, in few words."""
    with pytest.raises(FormError) as caught:
        parse_efg(text)
    assert len(str(caught.value)) < 1000
    return str(caught.value)
