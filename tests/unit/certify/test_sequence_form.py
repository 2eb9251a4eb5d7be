"""The checker of games in numbers: what never comes up, behaviour, best replies, primes."""

from fractions import Fraction

import pytest
from tests.unit.certify.parametric.test_verification import false
from tests.unit.certify.test_json_reader import refuses

from sabot.certify import zero_sum
from sabot.certify.sequence_form import CertificateForm, read_player_sequences, read_strategy
from sabot.certify.zero_sum import NonUniquenessEvidence, UniquenessEvidence, ZeroSumDocument

ONE = read_player_sequences("first", [["a", ["x", "y"], 0], ["b", ["p", "q"], 2], ["c", ["m"], 1]])
TWO = read_player_sequences("second", [["-", ["l", "r"], 0]])
GAME = CertificateForm((ONE, TWO), None, [(1, 1, 1), (1, 2, 1), (3, 1, -1), (4, 2, -1)], 1)
PLAYS = (
    read_strategy(ONE, {"a": {"x": "1"}, "b": {"p": "1"}, "c": {"m": "1"}}, {}),
    read_strategy(TWO, {"-": {"l": "1/2", "r": "1/2"}}, {}),
)


def replies():
    return [zero_sum.verify_strategy(GAME, seat, PLAYS[seat], Fraction(1)) for seat in (0, 1)]


@pytest.mark.parametrize("away", [{"b"}, {"b", "c"}])
def test_a_view_that_never_comes_up_is_listed(away):
    """At `b` the first seat never is; at `c` it is, but nothing is paid there."""
    zero_sum._check_off_path(GAME, (frozenset(away), frozenset()), replies())


@pytest.mark.parametrize(
    ("one", "two"), [(set(), set()), ({"c"}, set()), ({"a", "b"}, set()), ({"b"}, {"-"})]
)
def test_a_view_that_comes_up_is_not_listed_and_one_that_does_not_is(one, two):
    away = frozenset(one), frozenset(two)
    false("'off_path' is not true", zero_sum._check_off_path, GAME, away, replies())


def test_behaviour_is_unique_where_the_plan_is_and_comes_everywhere():
    def told(one, two):
        return ZeroSumDocument("g", GAME, Fraction(1), PLAYS, (one, two), None, None, {}, "")

    only, several = UniquenessEvidence(5, None), [NonUniquenessEvidence(play) for play in PLAYS]
    check = zero_sum._check_behaviour
    check(told(only, only), (False, True), replies())
    check(told(only, several[1]), (False, False), replies())
    for claims, evidence in (
        ((True, True), (only, only)),
        ((False, False), (only, only)),
        ((False, True), (only, several[1])),
        ((True, False), (several[0], several[1])),
    ):
        false("'unique_behaviour' is not true", check, told(*evidence), claims, replies())


def test_a_strategy_secures_just_what_is_claimed():
    for seat, words in ((0, "first secures 1"), (1, "second concedes 1")):
        for value in (0, 2, Fraction(1, 2)):
            false(words, zero_sum.verify_strategy, GAME, seat, PLAYS[seat], Fraction(value))


def test_remainders_are_by_a_prime():
    assert zero_sum._require_prime(16_777_213) == 16_777_213
    for number in (9, 15, 16_777_215, 4093 * 4093):
        refuses("must be an odd prime", zero_sum._require_prime, number)
