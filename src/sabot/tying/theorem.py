"""Ties of theorems: what is proved for many games at once, held against what the rules tell."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sabot.certify import HandsProved, PairsProved, TheoremProved
from sabot.errors import GameStringError, SeatsError
from sabot.exact import show
from sabot.files.words import brief
from sabot.forms.pair import PolynomialPair
from sabot.forms.threshold.opened import OpenHands
from sabot.games import load
from sabot.telling.told import any_form
from sabot.tying.hands import hands_differ
from sabot.tying.pairs import at_value, by_seat, numeric, opened
from sabot.tying.reading import Reach, family_in, filed, reach_of
from sabot.tying.single import deal_first, held
from sabot.tying.spelled import difference, of_form
from sabot.tying.tied import Against, Tie, another, counted, demand, not_zero_sum

if TYPE_CHECKING:
    from sabot.forms.polynomial import Domain, PolynomialForm

POLYNOMIALS = "as polynomials"


def tie_family(proved: TheoremProved, against: Against) -> Tie:
    """Hold polynomials against those of the game, and at some values against that game itself."""
    file = family_in(proved)
    reach = file.reach
    if against.game is None:
        first = _at(file.game, reach.parameter, reach.low)
        deal_first(file.form, file.game, proved.digest, first)
    name, form = _zero_sum_family(file.game, against)
    demand(name, _range_differs(reach, form.parameter, form.domain))
    demand(name, difference(file.form, of_form(form), _ratios(reach.parameter)))
    for at, named, numbers in file.points:
        own = _at(file.game, reach.parameter, at)
        if named != own:
            demand(name, f"at {reach.parameter} = {show(at)} the file is about {named}")
        demand(own, difference(numbers, of_form(form.at(at))))
    taken: dict[str, list[str]] = {}
    missing = ""
    for at in reach.samples():
        there, missing = _held_at(_at(name, reach.parameter, at), form, at)
        for road in there:
            taken.setdefault(road, []).append(show(at))
    ways = (f"{road} at {reach.parameter} = {', '.join(ats)}" for road, ats in taken.items())
    return Tie(name, counted(file.form), (POLYNOMIALS, *ways), missing)


def _zero_sum_family(named: str, against: Against) -> tuple[str, PolynomialForm]:
    try:
        name, form = against.family(named)
    except SeatsError as fault:
        raise not_zero_sum(str(against.game or named), fault) from None
    if isinstance(form, OpenHands):
        raise another(name, "its hands are real numbers, those of the file are not")
    if isinstance(form, PolynomialPair):
        raise another(name, "its payoffs do not sum to 0, and those of the file do")
    return name, form


def _held_at(game: str, form: PolynomialForm, at: Fraction) -> tuple[tuple[str, ...], str]:
    """Hold the polynomials at one value against the game of that value; how, or why not."""
    try:
        one = load(game, run=False)
    except GameStringError:  # a letter of a file's, or a parameter that only theorems have
        return (), ""
    return held(of_form(form.at(at)), one, game)


def tie_hands(proved: HandsProved, against: Against) -> Tie:
    """Hold a theorem on real hands against the betting that its rules tell."""
    name, own = against.family(proved.game)
    if not isinstance(own, OpenHands):
        raise another(name, "its hands are no real numbers, and those of the file are")
    reach = reach_of(proved)
    demand(name, _range_differs(reach, own.parameter, own.domain))
    demand(name, hands_differ(proved.form, own.form))
    for at in reach.samples():
        told = load(_at(name, reach.parameter, at), run=False)
        hint = told.rules.real_hands(told)
        assert hint is not None
        demand(str(told), hands_differ(proved.form, hint.form, at))
    there = ", ".join(map(show, reach.samples()))
    ways = POLYNOMIALS, f"told at {reach.parameter} = {there}"
    return Tie(name, f"{own.form.ends} ends of the betting", ways)


def tie_pairs(proved: PairsProved, against: Against) -> Tie:
    """Hold a theorem on all equilibria against the payoffs of both seats."""
    name, own = against.family(proved.game)
    if not isinstance(own, PolynomialPair):
        raise another(name, "its payoffs sum to 0, or its hands are real numbers")
    reach, file = reach_of(proved), filed(proved.form)
    demand(name, _range_differs(reach, own.parameter, own.domain))
    demand(name, by_seat(file, opened(own), _ratios(own.parameter)))
    ends = reach.samples() if reach.whole or reach.high is None else [reach.low, reach.high]
    sampled = []
    for at in ends:
        there = _at(name, reach.parameter, at)
        try:
            one = load(there, run=False)
        except GameStringError:  # a parameter of theorems only, as the cards of each rank
            continue
        told = numeric(any_form(one))
        assert told is not None
        demand(there, by_seat(at_value(file, at), told))
        sampled.append(show(at))
    ways = [f"directly at {reach.parameter} = {', '.join(sampled)}"] if sampled else []
    return Tie(name, f"payoffs of both seats, {counted(file[0])}", (POLYNOMIALS, *ways))


def _ratios(parameter: str) -> Callable[[Any, Any], str]:
    """Return how one polynomial over another is written in a parameter."""
    from sabot.forms.polynomial import as_polynomial, ratio

    def text(top: Any, below: Any) -> str:
        return ratio(as_polynomial(top), as_polynomial(below), parameter)

    return text


def _range_differs(file: Reach, parameter: str, domain: Domain) -> str | None:
    """Return how the file speaks of values that the family has not; None if it does not."""
    if file.parameter != parameter:
        return f"the file's parameter is {brief(file.parameter)}, the game's {parameter}"
    if domain.whole and not file.whole:
        return f"the file speaks of real numbers, and {parameter} is a whole one"
    inside = file.low >= domain.low and (
        domain.high is None or (file.high is not None and file.high <= domain.high)
    )
    if inside or domain.free:
        return None
    end = "infinity" if file.high is None else show(file.high)
    return f"the file speaks of {parameter} from {show(file.low)} to {end}; it may be {domain}"


def _at(game: str, parameter: str, at: Fraction) -> str:
    """Return the game string at one value of its open parameter."""
    return game.replace(f"{parameter}=*", f"{parameter}={show(at)}", 1)
