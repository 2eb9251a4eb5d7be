"""A file cannot buy unbounded work of its checker, nor words that look like the checker's own."""

from __future__ import annotations

import contextlib
import json
import os
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tools import hostile

from sabot import equilibria
from sabot.certify import ValueVerdict, check, limits, optimal_set, sealed
from sabot.certify.algebra import real_roots
from sabot.certify.algebra.formula_parser import parse_formula
from sabot.certify.algebra.polynomial import holds_on_integers, multiply, taylor_shift
from sabot.certify.algebra.real_roots import polynomial_gcd, proves_coprime
from sabot.certify.checker import _verify_document as check_document_unmetered
from sabot.certify.continuous.equilibrium import multiply_piecewise, upper_envelope
from sabot.certify.parametric.inequality import REASONS
from sabot.certify.rank_mod_p import proves_full_rank_mod_p
from sabot.certify.sequence_form import (
    CertificateStrategy,
    bounded_lcm,
    read_player_sequences,
    read_strategy,
)
from sabot.certify.zero_sum import VerifiedPlan, _plans_equal
from sabot.conformance import check_conformance
from sabot.errors import CertificateError, FileError, NoMethodError, SabotError
from sabot.io.files import read_bytes

OLDER = Path(__file__).parents[2] / "older"


def _need(says: str, polynomial: Any, sense: str, **more: str) -> dict[str, Any]:
    return {"says": says, "polynomial": polynomial, "is": sense, "why": "shift", **more}


def _text(number: int) -> int | str:
    return number if abs(number) < 2**53 else str(number)


def theorem(
    value: str = "0",
    *,
    gap: Any = None,
    corner: Any = None,
    whole: bool = True,
    ends: tuple[Any, Any] = (0, None),
    sorts: list[Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Return a theorem on x, y against a0, a1: of value 0, and nothing claimed besides."""
    gap, corner = ([_text(c) for c in part or [1]] for part in (gap, corner))
    cells = {"A": [["-", ["x", "y"], 0]], "B": [["v", ["a0", "a1"], 0]]}
    payoffs = [[2, 1, [-1]], [1, 2, gap], [2, 2, corner]]
    plan = {"below": [1], "sure": [1], "tops": {}}
    bases = [
        {key: {view: [action]} for key in ("used", "tight")}
        for view, action in (("-", "x"), ("v", "a0"))
    ]
    piece = {
        "from": ends[0],
        "to": ends[1],
        "value": value,
        "strategies": {"A": {"-": {"x": "1", "y": "0"}}, "B": {"v": {"a0": "1", "a1": "0"}}},
        "unique": {"A": None, "B": None},
        "value_parts": [[], [1]],
        "plans": {"A": plan, "B": plan},
        "basis": {"A": bases[0], "B": bases[1]},
        "inequalities": [
            _need("the denominator of the payoffs is positive", [1], "> 0"),
            _need("the denominator of the value is not 0", [1], "!= 0", of="p"),
            _need("the denominator of A's plan is positive", [1], "> 0"),
            _need("B at v: a1 earns no more than a0", gap, ">= 0"),
            _need("the denominator of B's plan is positive", [1], "> 0"),
            _need("A: y earns no more than x", [1], ">= 0"),
        ],
    }
    document = {
        "schema": "sabot/proof/1",
        "game": "g",
        "parameter": "t",
        "domain": {"whole": whole, "from": ends[0], "to": ends[1]},
        "seats": ["A", "B"],
        "form": {"seats": ["A", "B"], "cells": cells, "denominator": [1], "payoffs": payoffs},
        "pieces": [piece],
        "reasons": REASONS,
    }
    if sorts is not None:
        document["classification"] = {"B": {"v": sorts}}
    return sealed({**document, **more})


def matrix(value: str = "5", seats: tuple[str, str] = ("row", "column"), **more: Any) -> Any:
    """Return the solution of a matrix of one entry."""
    one, two = seats
    decimal = float(value) if len(value) < 300 else None
    document = {
        "schema": "sabot/solution/2",
        "game": "g",
        "seats": [one, two],
        "value": value,
        "decimal": decimal,
        "strategies": {seat: {"-": {"1": "1"}} for seat in seats},
        "unique": dict.fromkeys(seats, True),
        "unique_behaviour": dict.fromkeys(seats, True),
        "off_path": {seat: [] for seat in seats},
        "method": "m",
        "seconds": 1,
        "certificate": {
            "form": {
                "kind": "matrix",
                "rows": ["1"],
                "columns": ["1"],
                "denominator": 1,
                "payoffs": [[value]],
            },
            "uniqueness": {seat: {"prime": 3} for seat in seats},
        },
    }
    return sealed({**document, **more})


def test_the_theorem_and_the_matrix_of_these_tests_are_accepted() -> None:
    assert check(theorem()).words == "proved for every whole number t >= 0: 1 piece"
    assert check(matrix()).words == "proved, value 5 to row"


# ---------------------------------------------------------------------- formulas


@pytest.mark.parametrize("formula", ["(1/(t-7))**0-1", "0*(5/(t-7)-1/(t-8))**0"])
def test_a_power_0_does_not_hide_a_pole(formula: str) -> None:
    with pytest.raises(FileError, match="a power 0 of a quotient"):
        check(theorem(formula))


def test_a_power_0_of_a_polynomial_is_1() -> None:
    assert parse_formula("(t/3 - 7)**0", "t", plain=True) == ([1], [1])
    assert check(theorem("(t-7)**0-1")).value == ["(t-7)**0-1"]


def test_a_pole_too_far_out_is_not_looked_for_bit_by_bit() -> None:
    with pytest.raises(FileError, match="roots too far out"):
        check(theorem("1/(t*t-(9**200)**20*t+1)"))


def test_a_formula_is_refused_before_it_is_multiplied_out() -> None:
    factors = [f"({digit * 1000}*t+1)**50" for digit in "79"]
    with pytest.raises(FileError, match="too long to multiply out"):
        check(theorem("*".join(factors)))
    with pytest.raises(ValueError, match="grow too long"):
        parse_formula(" + ".join(f"1/({k}**200)**100" for k in range(3, 99, 2)), "t")


def test_formulas_in_lowest_terms_need_no_common_factor_to_be_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(one: object, two: object) -> list[int]:
        raise AssertionError("looked for")

    monkeypatch.setattr("sabot.certify.algebra.intervals.polynomial_gcd", never)
    long = [f"({digit * 300}*t+1)**9" for digit in "78"]
    with pytest.raises(CertificateError, match="the value written out is another one"):
        check(theorem("/".join(long)))
    with pytest.raises(AssertionError, match="looked for"):
        check(theorem("(t+1)/(t+1)"))


def test_a_common_factor_of_long_polynomials_is_not_looked_for() -> None:
    assert polynomial_gcd([2**1000, 2**1000], [3, 3]) == [1, 1]
    with pytest.raises(FileError, match="too long for a common factor"):
        polynomial_gcd([2**100_000, 1] * 5, [3] * 9)


def test_short_values_show_that_there_is_no_common_factor() -> None:
    seen = real_roots._have_coprime_values
    assert seen([-1, 0, 1], [2, 1]) and seen([5], [2, 1]) and seen([1, 2**200], [1, 0, 2**200])
    assert not seen([-1, 0, 1], [1, 1]) and not seen([], [1, 1]) and not seen([1, 1], [])
    assert not seen([1, 0], [1, 1]) and not seen([1, 1], [1, 0])
    assert not seen([2**40, 2**40], [2**40, 2**41])  # a number in common is as long as a factor
    room = real_roots._MOST_VALUE_BITS // 2 - real_roots._VALUE_BITS
    assert seen([1 - 2 ** (room - 1), 1], [-(2 ** (room - 1)), 1])
    assert not seen([1 - 2**room, 1], [-(2**room), 1])  # too long, whichever they are


@pytest.mark.parametrize("root", [-(10**9), -1, 0, 1, 2**39, 2**40 - 1, 2**40, 2**41, 10**30])
def test_values_hide_no_common_factor(root: int) -> None:
    """Whatever the root is, near or far from the numbers at which values are taken."""
    one, two = multiply([-root, 1], [7, 0, 3]), multiply([-root, 1], [1, 5])
    assert not proves_coprime(one, two)
    assert not real_roots._have_coprime_values(one, two)


def test_without_a_common_factor_modulo_a_prime_there_is_none(monkeypatch) -> None:
    monkeypatch.setattr(real_roots, "_MOST_VALUE_BITS", 0)
    one, two = [2, 3, 1], [3, 4, 1]  # (t + 1)(t + 2) and (t + 1)(t + 3)
    assert not proves_coprime(one, two) and not proves_coprime([], one)
    assert proves_coprime(one, [3, 1]) and proves_coprime([2**61 - 1, 2**61], [1, 2**61 - 1])


# ---------------------------------------------------------------------- signs


def test_signs_are_not_looked_for_beyond_the_bound_on_roots() -> None:
    far = 2**40
    square = [far * far, -2 * far, 1]
    assert holds_on_integers(square, 0, None, strict=False) and not holds_on_integers(
        square, 0, None, strict=True
    )
    farther = 2**9000
    with pytest.raises(FileError, match="roots too far out"):
        holds_on_integers([farther * farther, -2 * farther, 1], 0, None, strict=False)
    assert holds_on_integers([farther * farther, 2 * farther, 1], 0, None, strict=True)
    assert holds_on_integers([farther * farther, -2 * farther, 1], 0, 3, strict=True)


def test_the_best_reply_is_not_looked_for_at_any_length() -> None:
    far = 2**3000
    with pytest.raises(FileError, match="roots too far out"):
        check(theorem(gap=[0, 1 - far * far, 2 * far, -1]))


def test_choices_are_not_sorted_at_any_length() -> None:
    near, far = 2**5, 2**400
    sorts = [[0, None, "a0"]]
    with pytest.raises(CertificateError, match="is not always 'a0'"):
        check(theorem(corner=[near * near - 2, -2 * near, 1], sorts=sorts))
    with pytest.raises(FileError, match="sorted by polynomials with roots too far out"):
        check(theorem(corner=[far * far - 1, -2 * far, 1], sorts=sorts))


def test_a_range_that_begins_far_out_is_not_shifted_to_at_any_length() -> None:
    assert taylor_shift([1] * 161, 5)[-1] == 1
    with pytest.raises(FileError, match="begins at a number too long"):
        taylor_shift([1] * 161, 10**4000)


# ---------------------------------------------------------------------- ranks and plans


def test_a_rank_test_is_refused_by_what_is_left_after_peeling(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dense = [{k: (k + 2) ** power for k in range(4)} for power in range(4)]
    monkeypatch.setattr("sabot.certify.rank_mod_p.MOST_RANK_WORK", 4**3)
    assert proves_full_rank_mod_p(dense, 4, 8191)
    monkeypatch.setattr("sabot.certify.rank_mod_p.MOST_RANK_WORK", 4**3 - 1)
    assert proves_full_rank_mod_p([{k: 1} for k in range(100)], 100, 8191)
    with pytest.raises(FileError, match="leaves 4 equations with 4 unknowns"):
        proves_full_rank_mod_p(dense, 4, 8191)


def _chain(count: int, *, flat: bool = False) -> CertificateStrategy:
    """Return a strategy of choices after one another (or beside), each by an odd chance."""
    cells = [[f"v{k}", ["a", "b"], 0 if flat or k == 0 else 2 * k - 1] for k in range(count)]
    chances = {}
    for k in range(count):
        below = 10**39 + 2 * k + 1
        chances[f"v{k}"] = {"a": f"{below - 1}/{below}", "b": f"1/{below}"}
    return read_strategy(read_player_sequences("A", cells), chances, {})


@pytest.mark.parametrize("flat", [False, True])
def test_long_chances_are_refused_before_they_are_multiplied_out(
    flat: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    tops, below = _chain(20, flat=flat).plan()
    assert tops[0] == below and tops[1] + tops[2] == below
    monkeypatch.setattr("sabot.certify.sequence_form.MOST_PLAN_WORK", 10**6)
    with pytest.raises(FileError, match="too long to be multiplied out"):
        _chain(20, flat=flat).plan()


def test_two_plans_are_one_only_if_every_chance_is() -> None:
    seat = read_player_sequences("A", [])
    one = VerifiedPlan([2, 1, 1], 2, seat, [])
    assert _plans_equal(one, VerifiedPlan([6, 3, 3], 6, seat, []))
    assert not _plans_equal(one, VerifiedPlan([6, 4, 2], 6, seat, []))
    prime = 2**61 - 1
    assert not _plans_equal(
        VerifiedPlan([1, prime], 1, seat, []), VerifiedPlan([1, 2 * prime], 1, seat, [])
    )


# ---------------------------------------------------------------------- what is no file


def test_a_pipe_or_a_device_is_not_opened_for_a_game(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.efg"
    os.mkfifo(pipe)
    for name in (pipe, "/dev/zero"):
        with pytest.raises(FileError, match="not a plain file"):
            read_bytes(name)
    with pytest.raises(NoMethodError, match="not a plain file"):
        check_conformance(check(matrix(game=f"efg(file={pipe})")))


# ---------------------------------------------------------------------- names


def test_a_seat_that_speaks_like_the_checker_is_quoted() -> None:
    proved = check(matrix(seats=("first unique, second", "not")))
    assert isinstance(proved, ValueVerdict)
    assert proved.words == "proved, value 5 to 'first unique, second'"
    assert proved.verdicts == "'first unique, second' unique, 'not' unique"


def test_a_seat_that_is_not_the_games_is_quoted() -> None:
    proved = check(matrix(seats=("first, second", "x"), game="kuhn-poker(ranks=3)"))
    with pytest.raises(CertificateError, match="the file's seats are 'first, second', x, the game"):
        check_conformance(proved)


def test_blanks_in_a_name_push_nothing_to_another_line() -> None:
    proved = check(matrix(seats=("x" + " " * 200 + "  payoffs: those of baccara", "y")))
    assert isinstance(proved, ValueVerdict)
    assert "  " not in proved.words and "  " not in proved.verdicts
    with pytest.raises(CertificateError) as refused:
        check(sealed({**matrix(seats=("x" + " " * 200 + "proved", "y")), "value": "6/1"}))
    assert "  " not in str(refused.value) and len(str(refused.value)) < 200


def test_a_game_cannot_close_the_quotes_around_its_name() -> None:
    words = check(matrix(game="g` was checked; `" + " " * 300 + "x" * 1000)).unchecked
    assert words.count("`") == 2 and "  " not in words and len(words) < 300


def test_a_refusal_does_not_write_out_what_it_refuses() -> None:
    with pytest.raises(FileError, match="schema a list: expected"):
        check({"schema": [1] * 1000})


# ---------------------------------------------------------------------- long numbers in words


@pytest.mark.parametrize("ends", [("1" + "0" * 5000, None), (0, "1" + "0" * 5000)])
def test_an_end_of_thousands_of_digits_is_told_in_short(ends: tuple[Any, Any]) -> None:
    words = check(theorem(whole=False, ends=ends)).words
    assert "a whole number of about 5,001 digits" in words and len(words) < 200


def test_a_whole_end_of_thousands_of_digits_is_told_in_short() -> None:
    assert len(check(theorem(ends=(10**4000, 10**4000 + 5))).words) < 200


def test_a_value_beyond_the_floats_is_told_by_its_digits() -> None:
    words = check(matrix("9" * 1000)).words
    assert words == "proved, value a whole number of about 1,001 digits to row"


def test_a_time_that_is_not_finite_is_refused() -> None:
    document = json.loads(json.dumps(matrix()).replace('"seconds": 1', '"seconds": 1e999'))
    with pytest.raises(FileError, match="the time is beyond"):
        check(document)


# ---------------------------------------------------------------------- one meter for a document


def test_the_work_of_all_parts_of_a_document_is_counted_together():
    """Two parts, each within the limit, are beyond it together, and the refusal says of what."""
    with limits.one_document() as meter:
        limits.spend(30, "roots of polynomials")
        limits.spend(20, "ranks of equations")
        limits.spend(30, "roots of polynomials")
        assert meter.left == limits.MOST_DOCUMENT_STEPS - 80
        meter.left = 5
        limits.spend(5, "ranks of equations")
        with pytest.raises(FileError, match=r"more than 500,000,000 steps .* 61 of them for roots"):
            limits.spend(1, "roots of polynomials")


def test_each_document_has_a_meter_of_its_own(monkeypatch):
    document = json.loads((OLDER / "kuhn-solution-1.json").read_text())
    with limits.one_document() as meter:
        check_document_unmetered(document)
    used = limits.MOST_DOCUMENT_STEPS - meter.left
    assert used > 0
    monkeypatch.setattr(limits, "MOST_DOCUMENT_STEPS", used)
    for _ in range(2):
        assert isinstance(check(document), ValueVerdict)
    monkeypatch.setattr(limits, "MOST_DOCUMENT_STEPS", used - 1)
    with pytest.raises(FileError, match=rf"more than {used - 1:,} steps to check"):
        check(document)


def test_nothing_is_counted_outside_of_a_document():
    limits.spend(10**30, "nothing")


def test_rank_tests_of_a_list_are_counted_together(monkeypatch):
    monkeypatch.setattr(optimal_set, "MOST_OPTIMAL_SET_WORK", 10_000)  # complete or not
    few, many = (hostile.many_extreme_strategies(20, count) for count in (2, 12))
    spent = []
    for document in (few, many):
        with limits.one_document() as meter:
            check_document_unmetered(document)
        spent.append(limits.MOST_DOCUMENT_STEPS - meter.left)
    monkeypatch.setattr(limits, "MOST_DOCUMENT_STEPS", spent[1] - 1)
    check(few)
    with pytest.raises(FileError, match=r"steps to check, .* of them for"):
        check(many)


def _steps(document):
    """Return what the check of a document is counted for."""
    with limits.one_document() as meter, contextlib.suppress(SabotError):
        check_document_unmetered(document)
    return meter.spent


def test_the_positions_of_a_deal_are_counted():
    few, many = (_steps(hostile.long_deal(cards)) for cards in (4, 8))
    assert 0 < few["positions of a deal"] < many["positions of a deal"]


def test_a_case_with_equilibria_counts_eight_times_its_strategies():
    document = hostile.coordination(3)
    document["certificate"]["cases"] = [None]
    assert _steps(sealed(document))["cases"] == 8 * 6


@pytest.mark.slow  # half a minute
def test_many_inequalities_of_a_high_degree_are_refused_in_a_minute(tmp_path):
    path = tmp_path / "hostile.json"
    path.write_text(json.dumps(hostile.many_inequalities(40)), encoding="utf-8")
    code, words, seconds, memory = hostile.measure(path, "python")
    assert code == 3
    assert "takes more than 500,000,000 steps to check" in words
    assert "for roots of polynomials" in words
    assert seconds < hostile.SECONDS and memory < hostile.MEMORY


@pytest.mark.slow  # half a minute
def test_many_extreme_strategies_are_refused_in_a_minute(tmp_path):
    path = tmp_path / "hostile.json"
    path.write_text(json.dumps(hostile.many_extreme_strategies(200, 700)), encoding="utf-8")
    code, words, seconds, memory = hostile.measure(path, "python")
    assert code == 3
    assert "takes more than 500,000,000 steps to check" in words
    assert seconds < hostile.SECONDS and memory < hostile.MEMORY


@pytest.mark.parametrize("seats", [("receiver", "dealer"), ("one", "two")])
def test_a_name_alone_does_not_buy_a_large_game(seats):
    """A small list of equilibria that names a game of a million cards is refused at once."""
    listed = equilibria([[(2, 1), (0, 0)], [(0, 0), (1, 2)]]).to_json()
    text = json.dumps(listed).replace('"row"', f'"{seats[0]}"').replace('"column"', f'"{seats[1]}"')
    document = sealed(json.loads(text) | {"game": "le-her(ranks=1000, suits=1000)"})
    started = time.process_time()
    with pytest.raises(CertificateError, match="the payoffs are not those of le-her"):
        check_conformance(check(document))
    assert time.process_time() - started < 2


# ---------------------------------------------------------------------- steps of the document


def test_common_denominators_are_counted_by_the_bits_that_meet() -> None:
    with limits.one_document() as meter:
        assert bounded_lcm((2**512, 3**400), 1) == 2**512 * 3**400
        # 1 bit and 513, then 513 bits and 634
        assert meter.spent == {"common denominators": 513 * 634 // 2**15}


def test_curves_of_hands_are_counted_before_they_are_multiplied_or_compared() -> None:
    curve, long = [(0, 8, [1, 2**512 - 1])], [(0, 8, [2**512 - 1])]
    with limits.one_document() as meter:
        multiply_piecewise(curve, long)  # type: ignore[arg-type]
        assert meter.spent == {"curves of hands": 32 + 2 * (4 + 512 * 512 // 2**16)}
    with limits.one_document() as meter:
        upper_envelope([(0, 8, [0, 1])], [(0, 8, [0])], Fraction(1))
        # 8 = 8 / 1 has 5 bits in both parts, the longest coefficient 1
        assert meter.spent == {"curves of hands": 32 + 4 * (16 + 5 * (1 + 5) // 2**14)}
        meter.left = 0
        with pytest.raises(FileError, match="of them for curves of hands"):
            upper_envelope([(0, 8, [0, 1])], [(0, 8, [0])], Fraction(1))
