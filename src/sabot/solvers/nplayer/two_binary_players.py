"""An exact equilibrium of a three-player game in which two players have binary actions.

Where the third player has one choice in a block (three players with two actions each), all
candidates are known exactly (:mod:`sabot.solvers.nplayer.support_enumeration`), and an equilibrium
is always among them. Where it has more, floats say where to look
(:mod:`sabot.solvers.nplayer.indifference_curves`), with either binary player's probability as the
variable, since a curve parallel to an axis is a function of only one of them. There the equations
are solved in the number field of their root: the mixed choices gain nothing either way, and a
binary player who mixes is indifferent. Then everything else is verified with exact signs: no other
choice gains, and no pure action of a binary player would better be the other. Where all
probabilities lie in one field the profile is an equilibrium. Where blocks have roots of different
fields, nearby fractions are evaluated, and the remaining regrets are stated.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq_poly, fmpz_poly

from sabot.forms.algebra.algebraic_number import (
    ONE,
    ZERO,
    NumberField,
    number_from_element,
    quadratic_root_in_field,
)
from sabot.forms.algebra.real_roots import RealPoint, isolate_roots
from sabot.forms.parametric import polynomial_expression
from sabot.progress import raise_if_cancelled, track_progress
from sabot.results.nplayer import Profile
from sabot.solvers.nplayer.indifference_curves import (
    BinaryBlock,
    EquilibriumGuess,
    LinearGain,
    guess_equilibria,
    split_into_blocks,
)
from sabot.solvers.nplayer.regrets import evaluate_in_field, evaluate_profile, make_exact_profile
from sabot.solvers.nplayer.support_enumeration import (
    BilinearGain,
    rational_candidates,
    root_candidates,
)

if TYPE_CHECKING:
    from sabot.forms.sequence import Infoset
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm


ROUNDING_UNIT = 10**30
"""Probabilities that are no fractions are rounded to this where they have no field in common."""
_PURE_METHOD = (
    "what two seats may choose, with the third seat's best replies; payoffs and gains exact"
)
_MIXED_METHOD = (
    "the points at which choices of the three seats are equally good; payoffs and gains exact"
)
FieldStrategies = dict[str, dict[str, fmpq_poly]]
"""By infoset and action: a probability, a number of a field."""
FieldMap = Callable[[fmpq_poly], fmpq_poly]


@dataclass(frozen=True)
class BlockEquilibrium:
    """An equilibrium of a block: probabilities of second actions, and of mixed choices."""

    field: NumberField
    root: RealPoint
    coins: tuple[fmpq_poly, fmpq_poly]
    mixed: Mapping[int, fmpq_poly]
    second: tuple[bool, ...]


def solve_two_binary_players(game: str, form: NPlayerSequenceForm) -> Profile | None:
    """Return an equilibrium of a game in blocks, or fractions next to one; None: none is found.

    Of several, the one that pays the first seat with a binary player most. Fractions next to it
    stand for one whose blocks have roots of different fields.

    >>> from sabot import load
    >>> from sabot.game_rules.to_form import form_of_game
    >>> game = load("baccara-banque(theta=1/2, players=nash)")
    >>> found = solve_two_binary_players(str(game), form_of_game(game))
    >>> found.equilibrium, found["Player 1"]["-"]["draw"], found["Player 2"]["-"]["draw"]
    (True, Fraction(9, 11), Fraction(9, 11))
    """
    started = time.perf_counter()
    blocks = split_into_blocks(form)
    if blocks is None:
        return None
    found: list[tuple[BinaryBlock, BlockEquilibrium]] = []
    for block in track_progress("tossing coins", blocks, "blocks"):
        one = max(
            block_equilibria(block), key=lambda toss: _approximate_payoff(block, toss), default=None
        )
        if one is None:
            return None
        found.append((block, one))
    roots = [toss.root for _, toss in found if not toss.root.rational]
    ways = [quadratic_root_in_field(roots[0], root) for root in roots]
    profile = _field_profile(game, form, found) if roots and None not in ways else None
    profile = profile or _rounded_profile(game, form, found)
    words = [_root_text(form, *one) for one in found if not one[1].root.rational]
    near = ["next to an equilibrium with roots of different fields"] if profile.gap else []
    mixes = [mix for table in profile.strategies.values() for mix in table.values()]
    pure = all(chance in (0, 1) for mix in mixes for chance in mix.values())
    method = "; ".join([_PURE_METHOD if pure else _MIXED_METHOD, *near, *words])
    return replace(profile, method=method, seconds=time.perf_counter() - started)


def _field_profile(
    game: str, form: NPlayerSequenceForm, found: Sequence[tuple[BinaryBlock, BlockEquilibrium]]
) -> Profile:
    """Return the equilibrium itself, in the field of its root."""
    root = next(toss.root for _, toss in found if not toss.root.rational)
    field = NumberField(root)
    tables: tuple[FieldStrategies, ...] = ({}, {}, {})
    for block, toss in found:
        _write_mixes(block, toss, tables, _field_embedding(field, root, toss.root))
    payoffs, gains = evaluate_in_field(field, form, [tables[seat] for seat in range(3)])
    assert not any(gains), "every choice was looked at before"
    strategies = {
        side.name: {
            cell.key: {a: number_from_element(root, c) for a, c in tables[seat][cell.key].items()}
            for cell in side.cells
        }
        for seat, side in enumerate(form.sides)
    }
    paid = [number_from_element(root, amount) for amount in payoffs]
    return make_exact_profile(
        game, form, strategies, paid, [Fraction(0)] * 3, root, method=_MIXED_METHOD
    )


def _field_embedding(field: NumberField, root: RealPoint, other: RealPoint) -> FieldMap:
    """Return how the numbers of a block's own field are written in the one of all."""
    at = fmpq_poly([0, 1]) if other.rational else quadratic_root_in_field(root, other)
    assert at is not None, "there is one field"
    return lambda element: element(at) % field.modulus


def _rounded_profile(
    game: str, form: NPlayerSequenceForm, found: Sequence[tuple[BinaryBlock, BlockEquilibrium]]
) -> Profile:
    """Return a profile of fractions: the equilibrium where they are that, else next to it."""
    tables: tuple[FieldStrategies, ...] = ({}, {}, {})
    for block, toss in found:
        _write_mixes(block, toss, tables, partial(_rounded_element, toss.field))
    ordered = tuple(
        {
            cell.key: {action: _as_fraction(c) for action, c in table[cell.key].items()}
            for cell in side.cells
        }
        for side, table in zip(form.sides, tables, strict=True)
    )
    profile = evaluate_profile(form, ordered)
    strategies = dict(zip(form.seats, profile.tables, strict=True))
    return make_exact_profile(
        game, form, strategies, profile.payoffs, profile.gains, method=_MIXED_METHOD
    )


def _rounded_element(field: NumberField, element: fmpq_poly) -> fmpq_poly:
    return _constant(field.nearly(element, ROUNDING_UNIT))


def _as_fraction(element: fmpq_poly) -> Fraction:
    return Fraction(int(element[0].p), int(element[0].q))


def block_equilibria(block: BinaryBlock) -> Iterator[BlockEquilibrium]:
    """Yield the equilibria of a block that are found, each looked at exactly.

    Of at most one choice of the third seat there is always one.
    """
    if len(block.choices) < 2:
        yield from (toss for toss in _candidate_equilibria(block) if _is_equilibrium(block, toss))
        return
    found = False
    for guess in guess_equilibria(block):
        raise_if_cancelled()
        toss = _solve_guess(block, guess)
        if toss is not None and _is_equilibrium(block, toss):
            found = True
            yield toss
    if not found:
        turned = block.turned
        for guess in guess_equilibria(turned):
            raise_if_cancelled()
            toss = _solve_guess(turned, guess)
            if toss is not None and _is_equilibrium(turned, toss):
                yield replace(toss, coins=toss.coins[::-1])


def _candidate_equilibria(block: BinaryBlock) -> Iterator[BlockEquilibrium]:
    """Yield every point at which a block with one choice may have an equilibrium."""
    gains = _bilinear_gains(block)
    for one, two, share in rational_candidates(gains):
        yield _candidate(
            block, RealPoint.at(0), NumberField(RealPoint.at(0)), *map(_constant, (one, two, share))
        )
    for root, field, elements in root_candidates(gains):
        yield _candidate(block, root, field, *elements)


def _candidate(
    block: BinaryBlock,
    root: RealPoint,
    field: NumberField,
    one: fmpq_poly,
    two: fmpq_poly,
    share: fmpq_poly,
) -> BlockEquilibrium:
    mixed = {} if share in (ZERO, ONE) or not block.choices else {0: share}
    return BlockEquilibrium(field, root, (one, two), mixed, (share == ONE,) * len(block.choices))


def _bilinear_gains(block: BinaryBlock) -> tuple[BilinearGain, BilinearGain, BilinearGain]:
    """Return the gains of the second actions: both binary players', and the third seat's."""
    if not block.choices:
        one, two = (block.base_gain(coin) for coin in (0, 1))
        return (*one, 0, 0), (*two, 0, 0), (0, 0, 0, 0)
    leans = []
    for coin in (0, 1):
        (start, growth), (first, grows) = block.base_gain(coin), block.lean(0, 0, coin)
        leans.append((start + first, growth + grows, *_gain_change(block, 0, coin)))
    return leans[0], leans[1], block.tie(0)


def _solve_guess(block: BinaryBlock, guess: EquilibriumGuess) -> BlockEquilibrium | None:
    """Return the solution of a place's equations next to a guess."""
    root = _root_near_guess(block, guess)
    if root is None:
        return None
    field = NumberField(root)
    one = _constant(guess.fixed[0]) if guess.fixed[0] is not None else field.of([0, 1])
    two = _second_probability(block, guess, field, one)
    if two is None:
        return None
    shares = _mixing_probabilities(block, guess, field, (one, two))
    if shares is None:
        return None
    return BlockEquilibrium(
        field, root, (one, two), dict(zip(guess.ties, shares, strict=True)), guess.second
    )


def _constant(amount: int | Fraction) -> fmpq_poly:
    return (
        ONE * int(amount)
        if isinstance(amount, int)
        else ONE * amount.numerator / amount.denominator
    )


def _root_near_guess(block: BinaryBlock, guess: EquilibriumGuess) -> RealPoint | None:
    """Return the first binary player's probability, or any point where that is fixed."""
    if guess.fixed[0] is not None:
        return RealPoint.at(guess.fixed[0])
    near = guess.chances[0]
    polynomial = fmpz_poly(_root_equation(block, guess))
    if polynomial == 0:
        return None
    found: list[RealPoint] = []
    for factor, _ in polynomial.factor()[1]:
        if factor.degree() == 1:
            found.append(RealPoint.at(Fraction(-int(factor[0]), int(factor[1]))))
        else:
            found += isolate_roots(factor, Fraction(0), Fraction(1))  # a probability
    return min(found, key=lambda root: abs(float(root) - near), default=None)


def _root_equation(block: BinaryBlock, guess: EquilibriumGuess) -> list[int]:
    """Return the coefficients of what the first binary player's probability is a root of."""
    side = guess.fixed[1]
    if not guess.ties:
        return list(_pure_gain(block, guess, 1))
    a, b, c, d = block.tie(guess.ties[0])
    if side is not None:
        return [a + c * side, b + d * side]
    if len(guess.ties) == 2:
        none, one, two, both = block.tie(guess.ties[1])
    else:
        (g, h), (m, n) = _pure_gain(block, guess, 0), _gain_change(block, guess.ties[0], 0)
        (k, o), (r, s) = _pure_gain(block, guess, 1), _gain_change(block, guess.ties[0], 1)
        none, one, two, both = g * r - k * m, g * s - o * m, h * r - k * n, h * s - o * n
    # none + one p + two q + both p q, with q from the first tie
    square, number = one * d - both * b, none * c - two * a
    return [number, none * d + one * c - two * b - both * a, square]


def _pure_gain(block: BinaryBlock, guess: EquilibriumGuess, coin: int) -> LinearGain:
    """Return what a binary player's second action gains, with all ties at the first action."""
    start, growth = block.base_gain(coin)
    for n, better in enumerate(guess.second):
        more, grows = block.lean(n, int(better and n not in guess.ties), coin)
        start, growth = start + more, growth + grows
    return start, growth


def _gain_change(block: BinaryBlock, tie: int, coin: int) -> LinearGain:
    """Return how that changes when a tie goes to the second action."""
    (a, b), (c, d) = (block.lean(tie, action, coin) for action in (1, 0))
    return a - c, b - d


def _second_probability(
    block: BinaryBlock, guess: EquilibriumGuess, field: NumberField, one: fmpq_poly
) -> fmpq_poly | None:
    """Return the second binary player's probability."""
    if guess.fixed[1] is not None:
        return _constant(guess.fixed[1])
    if not guess.ties:
        start, growth = _pure_gain(block, guess, 0)
        return _constant(Fraction(-start, growth)) if growth else None
    a, b, c, d = block.tie(guess.ties[0])
    below = c * ONE + d * one
    return None if below == 0 else field.over(-(a * ONE + b * one), below)


def _mixing_probabilities(
    block: BinaryBlock,
    guess: EquilibriumGuess,
    field: NumberField,
    coins: tuple[fmpq_poly, fmpq_poly],
) -> list[fmpq_poly] | None:
    """Return the tied choices' probabilities that make the mixing binary players indifferent."""
    tossed = [coin for coin in (0, 1) if guess.fixed[coin] is None]
    rows = [
        [_evaluate_gain(_gain_change(block, tie, coin), coins[1 - coin]) for tie in guess.ties]
        for coin in tossed
    ]
    right = [-_evaluate_gain(_pure_gain(block, guess, coin), coins[1 - coin]) for coin in tossed]
    if not guess.ties:
        return []
    if len(guess.ties) == 1:
        live = next(
            ((row[0], end) for row, end in zip(rows, right, strict=True) if row[0] != 0), None
        )
        return None if live is None else [field.over(live[1], live[0])]
    (a, b), (c, d) = rows
    below = field.times(a, d) - field.times(b, c)
    if below == 0:
        return None
    tops = (
        field.times(right[0], d) - field.times(b, right[1]),
        field.times(a, right[1]) - field.times(right[0], c),
    )
    return [field.over(top, below) for top in tops]


def _evaluate_gain(line: LinearGain, chance: fmpq_poly) -> fmpq_poly:
    return line[0] * ONE + line[1] * chance


def _is_equilibrium(block: BinaryBlock, toss: BlockEquilibrium) -> bool:
    """Return whether no seat gains by anything else, with exact signs."""
    field, (p, q) = toss.field, toss.coins
    if any(field.sign(x) < 0 or field.sign(ONE - x) < 0 for x in (p, q, *toss.mixed.values())):
        return False
    both = field.times(p, q)
    leans = [list(block.base_gain(coin)) for coin in (0, 1)]
    total = [_constant(0), _constant(0)]
    for n in range(len(block.choices)):
        a, b, c, d = block.tie(n)
        gain = field.sign(a * ONE + b * p + c * q + d * both)
        if (n in toss.mixed and gain) or (
            n not in toss.mixed and gain == (-1 if toss.second[n] else 1)
        ):
            return False
        for coin in (0, 1):
            first, second = (block.lean(n, action, coin) for action in (0, 1))
            if n in toss.mixed:
                share = toss.mixed[n]
                other = toss.coins[1 - coin]
                total[coin] += field.times(ONE - share, _evaluate_gain(first, other))
                total[coin] += field.times(share, _evaluate_gain(second, other))
            else:
                here = second if toss.second[n] else first
                leans[coin] = [x + y for x, y in zip(leans[coin], here, strict=True)]
    for coin in (0, 1):
        own = toss.coins[coin]
        lean = field.sign(
            total[coin] + _evaluate_gain((leans[coin][0], leans[coin][1]), toss.coins[1 - coin])
        )
        if (lean > 0 and own != ONE) or (lean < 0 and own != ZERO):
            return False
    return True


def _approximate_payoff(block: BinaryBlock, toss: BlockEquilibrium) -> Fraction:
    """Return approximately what the first binary player is paid in a block: to choose one."""
    p, q = (toss.field.nearly(chance, ROUNDING_UNIT) for chance in toss.coins)
    weights = (1 - p) * (1 - q), (1 - p) * q, p * (1 - q), p * q
    grids = [(block.base[block.seat(0)], Fraction(1))]
    for n, choice in enumerate(block.choices):
        first, second = choice.paid[block.seat(0)]
        share = Fraction(int(toss.second[n]))
        if n in toss.mixed:
            share = toss.field.nearly(toss.mixed[n], ROUNDING_UNIT)
        grids += [(first, 1 - share), (second, share)]
    parts = (
        share * w * a for grid, share in grids if share for w, a in zip(weights, grid, strict=True)
    )
    return sum(parts, Fraction(0))


def _write_mixes(
    block: BinaryBlock,
    toss: BlockEquilibrium,
    tables: tuple[FieldStrategies, ...],
    turned: FieldMap,
) -> None:
    """Put the mixes of a block into the tables of the seats, its numbers *turned* into theirs."""
    for coin, cell in enumerate(block.coins):
        if cell is not None:
            tables[block.seat(coin)][cell.key] = _binary_mix(cell, turned(toss.coins[coin]))
    for n, choice in enumerate(block.choices):
        chance = toss.mixed.get(n, _constant(int(toss.second[n])))
        tables[block.third][choice.cell.key] = _binary_mix(choice.cell, turned(chance))


def _binary_mix(cell: Infoset, second: fmpq_poly) -> dict[str, fmpq_poly]:
    return {cell.actions[0]: ONE - second, cell.actions[1]: second}


def _root_text(form: NPlayerSequenceForm, block: BinaryBlock, toss: BlockEquilibrium) -> str:
    """Return what an irrational probability is exactly, in words."""
    coin = int(toss.coins[0] != toss.field.of([0, 1]))
    cell = block.coins[coin]
    assert cell is not None, "a chance that is fixed is a fraction"
    of = polynomial_expression(fmpz_poly(list(toss.root.root_of)), "t")
    name = form.seats[block.seat(coin)]
    place = "" if cell.key == "-" else f" at {cell.key}"
    return (
        f"{name}'s chance of {cell.actions[1]}{place} is the root t of {of} at about "
        f"{toss.root.about}"
    )
