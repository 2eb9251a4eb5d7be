"""An equilibrium of two coins and many choices, exactly: fractions, or numbers with a square root.

Where the third seat has one choice (three players with two actions each), all candidates are known
exactly (:mod:`~sabot.solvers.seats.binary`), and an equilibrium is always among them. Where it has
more, floats say where to look (:mod:`~sabot.solvers.seats.crossings`): with either coin's
probability as the variable, since a curve that is parallel to an axis is a function of only one of
them. There the equations are solved in
the field of their root: that the choices which are mixed gain nothing either way, and that neither
side of a coin that is tossed is better. Then everything else is looked at with exact signs: no
other choice gains, no coin that always shows one side would better show the other. Where all
chances are numbers of one field the profile is an equilibrium. Where blocks have roots of different
fields, fractions next to them are judged, and what a seat could still gain there is told as it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from flint import fmpq_poly, fmpz_poly

from sabot import watch
from sabot.forms.algebra.field import ONE, ZERO, Field
from sabot.forms.algebra.number import Real, number_of, root_in
from sabot.forms.algebra.point import Point, roots_of
from sabot.forms.polynomial import expression
from sabot.results.seats.profile import Profile, Table
from sabot.solvers.seats.binary import Gain, rational_candidates, root_candidates
from sabot.solvers.seats.blocks import Block, Line, blocks_of
from sabot.solvers.seats.crossings import Guess, guesses
from sabot.solvers.seats.exactly import judged_in
from sabot.solvers.seats.near import judged

if TYPE_CHECKING:
    from sabot.forms.general import GeneralForm
    from sabot.forms.sequence import Cell

UNIT = 10**30
"""Chances that are no fractions are rounded to this where they have no field in common."""
_PURE = "what two seats may choose, with the third seat's best replies; payoffs and gains exact"
_MIXED = "the points at which choices of the three seats are equally good; payoffs and gains exact"
Elements = dict[str, dict[str, fmpq_poly]]
"""By view and action: a chance, a number of a field."""
Turned = Callable[[fmpq_poly], fmpq_poly]


@dataclass(frozen=True)
class Toss:
    """An equilibrium of a block: the chance of each coin's second side, and of mixed choices."""

    field: Field
    root: Point
    coins: tuple[fmpq_poly, fmpq_poly]
    mixed: Mapping[int, fmpq_poly]
    second: tuple[bool, ...]


def equilibrium_of_coins(game: str, form: GeneralForm) -> Profile | None:
    """Return an equilibrium of a game in blocks, or fractions next to one; None: none is found.

    Of several, the one that pays the first seat with a coin most. Fractions next to it stand for
    one whose blocks have roots of different fields.

    >>> from sabot import load
    >>> from sabot.telling.told import any_form
    >>> game = load("baccara-banque(theta=1/2, players=nash)")
    >>> found = equilibrium_of_coins(str(game), any_form(game))
    >>> found.equilibrium, found["Player 1"]["-"]["draw"], found["Player 2"]["-"]["draw"]
    (True, Fraction(9, 11), Fraction(9, 11))
    """
    started = time.perf_counter()
    blocks = blocks_of(form)
    if blocks is None:
        return None
    found: list[tuple[Block, Toss]] = []
    for block in watch.each("tossing coins", blocks, "blocks"):
        one = max(tosses(block), key=lambda toss: _earned(block, toss), default=None)
        if one is None:
            return None
        found.append((block, one))
    roots = [toss.root for _, toss in found if not toss.root.rational]
    ways = [root_in(roots[0], root) for root in roots]
    profile = _exactly(game, form, found) if roots and None not in ways else None
    profile = profile or _rounded(game, form, found)
    words = [_root_text(form, *one) for one in found if not one[1].root.rational]
    near = ["next to an equilibrium with roots of different fields"] if profile.gap else []
    mixes = [mix for table in profile.strategies.values() for mix in table.values()]
    pure = all(chance in (0, 1) for mix in mixes for chance in mix.values())
    method = "; ".join([_PURE if pure else _MIXED, *near, *words])
    return replace(profile, method=method, seconds=time.perf_counter() - started)


def _exactly(game: str, form: GeneralForm, found: Sequence[tuple[Block, Toss]]) -> Profile:
    """Return the equilibrium itself, in the field of its root."""
    root = next(toss.root for _, toss in found if not toss.root.rational)
    field = Field(root)
    tables: tuple[Elements, ...] = ({}, {}, {})
    for block, toss in found:
        _write(block, toss, tables, _into(field, root, toss.root))
    payoffs, gains = judged_in(field, form, [tables[seat] for seat in range(3)])
    assert not any(gains), "every choice was looked at before"
    strategies = {
        side.name: {
            cell.key: {a: number_of(root, c) for a, c in tables[seat][cell.key].items()}
            for cell in side.cells
        }
        for seat, side in enumerate(form.sides)
    }
    paid = [number_of(root, amount) for amount in payoffs]
    return exact_profile(game, form, strategies, paid, [Fraction(0)] * 3, root, method=_MIXED)


def _into(field: Field, root: Point, other: Point) -> Turned:
    """Return how the numbers of a block's own field are written in the one of all."""
    at = fmpq_poly([0, 1]) if other.rational else root_in(root, other)
    assert at is not None, "there is one field"
    return lambda element: element(at) % field.modulus


def _rounded(game: str, form: GeneralForm, found: Sequence[tuple[Block, Toss]]) -> Profile:
    """Return a profile of fractions: the equilibrium where they are that, else next to it."""
    tables: tuple[Elements, ...] = ({}, {}, {})
    for block, toss in found:
        _write(block, toss, tables, partial(_nearly, toss.field))
    ordered = tuple(
        {
            cell.key: {action: _fraction(c) for action, c in table[cell.key].items()}
            for cell in side.cells
        }
        for side, table in zip(form.sides, tables, strict=True)
    )
    profile = judged(form, ordered)
    strategies = dict(zip(form.seats, profile.tables, strict=True))
    return exact_profile(game, form, strategies, profile.payoffs, profile.gains, method=_MIXED)


def _nearly(field: Field, element: fmpq_poly) -> fmpq_poly:
    return _number(field.nearly(element, UNIT))


def _fraction(element: fmpq_poly) -> Fraction:
    return Fraction(int(element[0].p), int(element[0].q))


def exact_profile(
    game: str,
    form: GeneralForm,
    strategies: Mapping[str, Table],
    payoffs: Sequence[Real],
    gains: Sequence[Fraction],
    root: Point | None = None,
    *,
    method: str,
) -> Profile:
    """Return a profile that was found at once, without iterations."""
    return Profile(
        game=game,
        seats=form.seats,
        strategies=strategies,
        payoffs=dict(zip(form.seats, payoffs, strict=True)),
        gains=dict(zip(form.seats, gains, strict=True)),
        iterations=0,
        ended="gap",
        seconds=0.0,
        root=root,
        method=method,
    )


def tosses(block: Block) -> Iterator[Toss]:
    """Yield the equilibria of a block that are found, each looked at exactly.

    Of at most one choice of the third seat there is always one.
    """
    if len(block.choices) < 2:
        yield from (toss for toss in _candidates(block) if _holds(block, toss))
        return
    found = False
    for guess in guesses(block):
        watch.heard()
        toss = _solved(block, guess)
        if toss is not None and _holds(block, toss):
            found = True
            yield toss
    if not found:
        turned = block.turned
        for guess in guesses(turned):
            watch.heard()
            toss = _solved(turned, guess)
            if toss is not None and _holds(turned, toss):
                yield replace(toss, coins=toss.coins[::-1])


def _candidates(block: Block) -> Iterator[Toss]:
    """Yield every point at which a block with one choice may have an equilibrium."""
    gains = _gains(block)
    for one, two, share in rational_candidates(gains):
        yield _toss(block, Point.at(0), Field(Point.at(0)), *map(_number, (one, two, share)))
    for root, field, elements in root_candidates(gains):
        yield _toss(block, root, field, *elements)


def _toss(
    block: Block, root: Point, field: Field, one: fmpq_poly, two: fmpq_poly, share: fmpq_poly
) -> Toss:
    mixed = {} if share in (ZERO, ONE) or not block.choices else {0: share}
    return Toss(field, root, (one, two), mixed, (share == ONE,) * len(block.choices))


def _gains(block: Block) -> tuple[Gain, Gain, Gain]:
    """Return what the second actions gain: of both coins, and of the third seat's one choice."""
    if not block.choices:
        one, two = (block.bare(coin) for coin in (0, 1))
        return (*one, 0, 0), (*two, 0, 0), (0, 0, 0, 0)
    leans = []
    for coin in (0, 1):
        (start, growth), (first, grows) = block.bare(coin), block.lean(0, 0, coin)
        leans.append((start + first, growth + grows, *_step(block, 0, coin)))
    return leans[0], leans[1], block.tie(0)


def _solved(block: Block, guess: Guess) -> Toss | None:
    """Return the solution of a place's equations next to a guess."""
    root = _root(block, guess)
    if root is None:
        return None
    field = Field(root)
    one = _number(guess.fixed[0]) if guess.fixed[0] is not None else field.of([0, 1])
    two = _other(block, guess, field, one)
    if two is None:
        return None
    shares = _shares(block, guess, field, (one, two))
    if shares is None:
        return None
    return Toss(field, root, (one, two), dict(zip(guess.ties, shares, strict=True)), guess.second)


def _number(amount: int | Fraction) -> fmpq_poly:
    return (
        ONE * int(amount)
        if isinstance(amount, int)
        else ONE * amount.numerator / amount.denominator
    )


def _root(block: Block, guess: Guess) -> Point | None:
    """Return the first coin's chance, or any point where that is fixed."""
    if guess.fixed[0] is not None:
        return Point.at(guess.fixed[0])
    near = guess.chances[0]
    polynomial = fmpz_poly(_equation(block, guess))
    if polynomial == 0:
        return None
    found: list[Point] = []
    for factor, _ in polynomial.factor()[1]:
        if factor.degree() == 1:
            found.append(Point.at(Fraction(-int(factor[0]), int(factor[1]))))
        else:
            found += roots_of(factor, Fraction(0), Fraction(1))  # a chance
    return min(found, key=lambda root: abs(float(root) - near), default=None)


def _equation(block: Block, guess: Guess) -> list[int]:
    """Return the coefficients of what the first coin's chance is a root of."""
    side = guess.fixed[1]
    if not guess.ties:
        return list(_lean(block, guess, 1))
    a, b, c, d = block.tie(guess.ties[0])
    if side is not None:
        return [a + c * side, b + d * side]
    if len(guess.ties) == 2:
        none, one, two, both = block.tie(guess.ties[1])
    else:
        (g, h), (m, n) = _lean(block, guess, 0), _step(block, guess.ties[0], 0)
        (k, o), (r, s) = _lean(block, guess, 1), _step(block, guess.ties[0], 1)
        none, one, two, both = g * r - k * m, g * s - o * m, h * r - k * n, h * s - o * n
    # none + one p + two q + both p q, with q from the first tie
    square, number = one * d - both * b, none * c - two * a
    return [number, none * d + one * c - two * b - both * a, square]


def _lean(block: Block, guess: Guess, coin: int) -> Line:
    """Return what a coin's second side gains, with all ties at the first action."""
    start, growth = block.bare(coin)
    for n, better in enumerate(guess.second):
        more, grows = block.lean(n, int(better and n not in guess.ties), coin)
        start, growth = start + more, growth + grows
    return start, growth


def _step(block: Block, tie: int, coin: int) -> Line:
    """Return how that changes when a tie goes to the second action."""
    (a, b), (c, d) = (block.lean(tie, action, coin) for action in (1, 0))
    return a - c, b - d


def _other(block: Block, guess: Guess, field: Field, one: fmpq_poly) -> fmpq_poly | None:
    """Return the second coin's chance."""
    if guess.fixed[1] is not None:
        return _number(guess.fixed[1])
    if not guess.ties:
        start, growth = _lean(block, guess, 0)
        return _number(Fraction(-start, growth)) if growth else None
    a, b, c, d = block.tie(guess.ties[0])
    below = c * ONE + d * one
    return None if below == 0 else field.over(-(a * ONE + b * one), below)


def _shares(
    block: Block, guess: Guess, field: Field, coins: tuple[fmpq_poly, fmpq_poly]
) -> list[fmpq_poly] | None:
    """Return how often the ties go to the second action, so that no tossed coin leans."""
    tossed = [coin for coin in (0, 1) if guess.fixed[coin] is None]
    rows = [
        [_at(_step(block, tie, coin), coins[1 - coin]) for tie in guess.ties] for coin in tossed
    ]
    right = [-_at(_lean(block, guess, coin), coins[1 - coin]) for coin in tossed]
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


def _at(line: Line, chance: fmpq_poly) -> fmpq_poly:
    return line[0] * ONE + line[1] * chance


def _holds(block: Block, toss: Toss) -> bool:
    """Tell whether no seat gains by anything else, with exact signs."""
    field, (p, q) = toss.field, toss.coins
    if any(field.sign(x) < 0 or field.sign(ONE - x) < 0 for x in (p, q, *toss.mixed.values())):
        return False
    both = field.times(p, q)
    leans = [list(block.bare(coin)) for coin in (0, 1)]
    total = [_number(0), _number(0)]
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
                total[coin] += field.times(ONE - share, _at(first, other))
                total[coin] += field.times(share, _at(second, other))
            else:
                here = second if toss.second[n] else first
                leans[coin] = [x + y for x, y in zip(leans[coin], here, strict=True)]
    for coin in (0, 1):
        own = toss.coins[coin]
        lean = field.sign(total[coin] + _at((leans[coin][0], leans[coin][1]), toss.coins[1 - coin]))
        if (lean > 0 and own != ONE) or (lean < 0 and own != ZERO):
            return False
    return True


def _earned(block: Block, toss: Toss) -> Fraction:
    """Return about what the first coin's seat is paid in a block: to choose among several."""
    p, q = (toss.field.nearly(chance, UNIT) for chance in toss.coins)
    weights = (1 - p) * (1 - q), (1 - p) * q, p * (1 - q), p * q
    grids = [(block.base[block.seat(0)], Fraction(1))]
    for n, choice in enumerate(block.choices):
        first, second = choice.paid[block.seat(0)]
        share = Fraction(int(toss.second[n]))
        if n in toss.mixed:
            share = toss.field.nearly(toss.mixed[n], UNIT)
        grids += [(first, 1 - share), (second, share)]
    parts = (
        share * w * a for grid, share in grids if share for w, a in zip(weights, grid, strict=True)
    )
    return sum(parts, Fraction(0))


def _write(block: Block, toss: Toss, tables: tuple[Elements, ...], turned: Turned) -> None:
    """Put the mixes of a block into the tables of the seats, its numbers *turned* into theirs."""
    for coin, cell in enumerate(block.coins):
        if cell is not None:
            tables[block.seat(coin)][cell.key] = _mix(cell, turned(toss.coins[coin]))
    for n, choice in enumerate(block.choices):
        chance = toss.mixed.get(n, _number(int(toss.second[n])))
        tables[block.third][choice.cell.key] = _mix(choice.cell, turned(chance))


def _mix(cell: Cell, second: fmpq_poly) -> dict[str, fmpq_poly]:
    return {cell.actions[0]: ONE - second, cell.actions[1]: second}


def _root_text(form: GeneralForm, block: Block, toss: Toss) -> str:
    """Return what an irrational chance is exactly, in words."""
    coin = int(toss.coins[0] != toss.field.of([0, 1]))
    cell = block.coins[coin]
    assert cell is not None, "a chance that is fixed is a fraction"
    of = expression(fmpz_poly(list(toss.root.root_of)), "t")
    name = form.seats[block.seat(coin)]
    place = "" if cell.key == "-" else f" at {cell.key}"
    return (
        f"{name}'s chance of {cell.actions[1]}{place} is the root t of {of} at about "
        f"{toss.root.about}"
    )
