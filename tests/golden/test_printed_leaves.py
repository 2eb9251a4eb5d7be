"""A printed number that is changed is noticed; those that cannot be are excused here, with why."""

from collections import Counter

import pytest
from tests.golden.leaves import Print, Text, another

from sabot import papers
from sabot.papers.wastlund_2005 import honours, steps
from sabot.papers.wastlund_2005.proof import cases, four

STRIDE = 41
"""One leaf in so many is changed in every run of the tests; all of them in the slow ones."""
EXCUSED = {
    "ethier-2010-le-her": {},
    "foster-1964": {},
    "ethier-gamez-2013": {},
    "wastlund-2005": {},
}
"""By name: how many of its leaves can change without notice, and why."""


def forget_deals():
    steps.in_case.cache_clear()
    cases.like_three.cache_clear()
    four.like_36.cache_clear()


@pytest.fixture(scope="module", params=papers.names())
def source(request):
    """Return what a source prints; few random deals, to be quick."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(honours, "RANDOM", dict.fromkeys(honours.RANDOM, 2000))
        forget_deals()
        whist = request.param == "wastlund-2005"
        ends = ("printed.theorem", "printed.early") if whist else ()
        yield Print(request.param, dict.fromkeys(ends, forget_deals))
        forget_deals()


def unnoticed(source, leaves):
    return Counter(leaf.owner for leaf in leaves if not source.noticed(leaf))


def test_a_sample_of_changed_leaves_is_noticed(source):
    """What is not must be excused; the slow test looks at every leaf."""
    found = unnoticed(source, source.leaves[STRIDE // 2 :: STRIDE])
    assert set(found) <= set(EXCUSED[source.source]), found
    # a change that stayed would make the next one look noticed
    assert not source.differs(next(iter(source.usual)))


@pytest.mark.slow
def test_every_changed_leaf_is_noticed_but_those_excused(source):
    excused = {name: count for name, (count, _) in EXCUSED[source.source].items()}
    assert unnoticed(source, source.leaves) == excused


def test_every_source_has_print_to_change(source):
    assert len(source.leaves) > 100
    assert all(isinstance(text, Text) for text in source.texts.values())


@pytest.mark.parametrize(
    ("word", "other"),
    [("393", "394"), ("3/4", "3/5"), ("0.19", "0.10"), ("D2", "D3"), ("S", "D"), (">=", "<")],
)
def test_a_changed_word_says_something_else(word, other):
    assert another(word) == other
