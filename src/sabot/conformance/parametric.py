"""Compare theorems, about all values of a parameter, with the parametric form of the rules.

The payoffs are compared as polynomials, and at the first values of the parameter also with the game
of that value, derived independently.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.certify import (
    ParametricBinaryNashVerdict,
    ParametricContinuousVerdict,
    ParametricVerdict,
)
from sabot.conformance.continuous import parametric_betting_difference
from sabot.conformance.derivations import (
    ComparisonTarget,
    Conformance,
    comparison_size_text,
    different_payoffs_error,
    not_zero_sum_error,
    require_no_difference,
)
from sabot.conformance.labelled_form import (
    AmountWriter,
    ParameterRange,
    first_difference,
    first_difference_by_seat,
    labelled_form_of,
    labelled_numeric_pair,
    labelled_pair_at,
    labelled_pair_of_certificate,
    labelled_parametric_pair,
    parameter_range_of,
    parametric_game_of_certificate,
)
from sabot.conformance.single_game import compare_derivations, compare_sample
from sabot.errors import GameStringError, SeatsError, shorten
from sabot.exact import format_fraction
from sabot.forms.parametric import ParametricContinuousGame, PolynomialGeneralSumForm
from sabot.game_rules.capabilities import continuous_types
from sabot.game_rules.to_form import form_of_game
from sabot.games.loading import load

if TYPE_CHECKING:
    from sabot.forms.parametric import ParameterDomain, PolynomialForm, RingElement

AS_POLYNOMIALS = "as polynomials"


def compare_parametric(proved: ParametricVerdict, against: ComparisonTarget) -> Conformance:
    """Hold polynomials against those of the game, and at some values against that game itself."""
    file = parametric_game_of_certificate(proved)
    reach = file.reach
    if against.game is None:
        first = _game_at(file.game, reach.parameter, reach.low)
        compare_sample(file.form, file.game, proved.digest, first)
    name, form = _zero_sum_parametric_form(file.game, against)
    require_no_difference(name, _range_difference(reach, form.parameter, form.domain))
    require_no_difference(
        name, first_difference(file.form, labelled_form_of(form), _quotient_writer(reach.parameter))
    )
    for at, named, numbers in file.points:
        own = _game_at(file.game, reach.parameter, at)
        if named != own:
            require_no_difference(
                name, f"at {reach.parameter} = {format_fraction(at)} the file is about {named}"
            )
        require_no_difference(own, first_difference(numbers, labelled_form_of(form.at(at))))
    taken: dict[str, list[str]] = {}
    missing = ""
    for at in reach.samples():
        there, missing = _compare_derivations_at(_game_at(name, reach.parameter, at), form, at)
        for derivation in there:
            taken.setdefault(derivation, []).append(format_fraction(at))
    ways = (
        f"{derivation} at {reach.parameter} = {', '.join(ats)}" for derivation, ats in taken.items()
    )
    return Conformance(name, comparison_size_text(file.form), (AS_POLYNOMIALS, *ways), missing)


def _zero_sum_parametric_form(named: str, against: ComparisonTarget) -> tuple[str, PolynomialForm]:
    try:
        name, form = against.family(named)
    except SeatsError as fault:
        raise not_zero_sum_error(str(against.game or named), fault) from None
    if isinstance(form, ParametricContinuousGame):
        raise different_payoffs_error(name, "its hands are real numbers, those of the file are not")
    if isinstance(form, PolynomialGeneralSumForm):
        raise different_payoffs_error(name, "its payoffs do not sum to 0, and those of the file do")
    return name, form


def _compare_derivations_at(
    game: str, form: PolynomialForm, at: Fraction
) -> tuple[tuple[str, ...], str]:
    """Hold the polynomials at one value against the game of that value; how, or why not."""
    try:
        one = load(game, run=False)
    except GameStringError:  # a letter of a file's, or a parameter that only theorems have
        return (), ""
    return compare_derivations(labelled_form_of(form.at(at)), one, game)


def compare_parametric_continuous(
    proved: ParametricContinuousVerdict, against: ComparisonTarget
) -> Conformance:
    """Compare a theorem on continuous types with the betting of its rules."""
    name, own = against.family(proved.game)
    if not isinstance(own, ParametricContinuousGame):
        raise different_payoffs_error(
            name, "its hands are no real numbers, and those of the file are"
        )
    reach = parameter_range_of(proved)
    require_no_difference(name, _range_difference(reach, own.parameter, own.domain))
    require_no_difference(name, parametric_betting_difference(proved.form, own.form))
    for at in reach.samples():
        one = load(_game_at(name, reach.parameter, at), run=False)
        hint = continuous_types(one)
        assert hint is not None
        require_no_difference(str(one), parametric_betting_difference(proved.form, hint.form, at))
    there = ", ".join(map(format_fraction, reach.samples()))
    ways = AS_POLYNOMIALS, f"told at {reach.parameter} = {there}"
    return Conformance(name, f"{own.form.ends} ends of the betting", ways)


def compare_parametric_binary_nash(
    proved: ParametricBinaryNashVerdict, against: ComparisonTarget
) -> Conformance:
    """Hold a theorem on all equilibria against the payoffs of both seats."""
    name, own = against.family(proved.game)
    if not isinstance(own, PolynomialGeneralSumForm):
        raise different_payoffs_error(name, "its payoffs sum to 0, or its hands are real numbers")
    reach, file = parameter_range_of(proved), labelled_pair_of_certificate(proved.form)
    require_no_difference(name, _range_difference(reach, own.parameter, own.domain))
    require_no_difference(
        name,
        first_difference_by_seat(
            file, labelled_parametric_pair(own), _quotient_writer(own.parameter)
        ),
    )
    ends = reach.samples() if reach.whole or reach.high is None else [reach.low, reach.high]
    sampled = []
    for at in ends:
        there = _game_at(name, reach.parameter, at)
        try:
            one = load(there, run=False)
        except GameStringError:  # a parameter of theorems only, as the cards of each rank
            continue
        pair = labelled_numeric_pair(form_of_game(one))
        assert pair is not None
        require_no_difference(there, first_difference_by_seat(labelled_pair_at(file, at), pair))
        sampled.append(format_fraction(at))
    ways = [f"directly at {reach.parameter} = {', '.join(sampled)}"] if sampled else []
    return Conformance(
        name, f"payoffs of both seats, {comparison_size_text(file[0])}", (AS_POLYNOMIALS, *ways)
    )


def _quotient_writer(parameter: str) -> AmountWriter:
    """Return how one polynomial over another is written in a parameter."""
    from sabot.forms.parametric import as_polynomial, quotient_expression

    def text(top: RingElement, below: RingElement) -> str:
        return quotient_expression(as_polynomial(top), as_polynomial(below), parameter)

    return text


def _range_difference(file: ParameterRange, parameter: str, domain: ParameterDomain) -> str | None:
    """Return how the file speaks of values that the family has not; None if it does not."""
    if file.parameter != parameter:
        return f"the file's parameter is {shorten(file.parameter)}, the game's {parameter}"
    if domain.whole and not file.whole:
        return f"the file speaks of real numbers, and {parameter} is a whole one"
    inside = file.low >= domain.low and (
        domain.high is None or (file.high is not None and file.high <= domain.high)
    )
    if inside or domain.free:
        return None
    end = "infinity" if file.high is None else format_fraction(file.high)
    start = format_fraction(file.low)
    return f"the file speaks of {parameter} from {start} to {end}; it may be {domain}"


def _game_at(game: str, parameter: str, at: Fraction) -> str:
    """Return the game string at one value of its open parameter."""
    return game.replace(f"{parameter}=*", f"{parameter}={format_fraction(at)}", 1)
