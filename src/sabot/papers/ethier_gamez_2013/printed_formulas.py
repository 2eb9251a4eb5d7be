"""What Ethier and Gamez print: the data of ``printed.toml``, with the formulas in d, the decks."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod

from flint import fmpz_poly

from sabot.papers.printed import read_printed

Spans = tuple[tuple[str, int, int | None], ...]
"""A mark that depends on d: each with its first and last d, None where the range has no end."""
Footnote = tuple[dict[str, str], int, int | None]
"""Which mark replaces which, and for which decks: the first and last d."""
Factors = tuple[tuple[int, ...], ...]
"""The factors of a product, each the coefficients of a polynomial in d, highest power first."""


@dataclass(frozen=True)
class PrintedFormula:
    """A printed formula: a ratio of products of polynomials, for decks from *low* to *high*.

    The denominator has the further factor (52 d)_n, n being *falling*.

    >>> PrintedFormula("", ((2,), (1, 0)), ((11, -1),))(3)
    Fraction(3, 16)
    """

    where: str = ""
    numerator: Factors = ()
    denominator: Factors = ()
    falling: int = 0
    low: int = 1
    high: int | None = None

    @cached_property
    def top(self) -> fmpz_poly:
        """The numerator, multiplied out."""
        return _product(self.numerator)

    @cached_property
    def below(self) -> fmpz_poly:
        """The denominator, multiplied out."""
        return _product((*self.denominator, *((52, -n) for n in range(self.falling))))

    def __call__(self, d: int) -> Fraction:
        """Return its value at d decks."""
        return Fraction(int(self.top(d)), int(self.below(d)))

    def covers(self, d: int) -> bool:
        """Whether it is printed for d decks."""
        return self.low <= d and (self.high is None or d <= self.high)

    @property
    def limit(self) -> Fraction:
        """What it tends to (its polynomials have the same degree)."""
        degree = self.below.degree()
        assert self.top.degree() == degree
        return Fraction(int(self.top[degree]), int(self.below[degree]))


def _product(factors: Factors) -> fmpz_poly:
    return prod((fmpz_poly(list(reversed(one))) for one in factors), start=fmpz_poly([1]))


@dataclass(frozen=True)
class Printed:
    """The entries of ``printed.toml``, which says where each is printed and what it is."""

    sizes: dict[str, tuple[int, int]]
    fives: str
    pairs: int
    cards: int
    triples: int
    low_ways: tuple[int, ...]
    high_ways: tuple[int, ...]
    drawn: int
    stood: int
    operator_b1: str
    table_1: dict[str, str]
    notes_1: dict[int, Footnote]
    stars_3: tuple[int, ...]
    split_3: tuple[int, ...]
    bounds_3: tuple[int, int]
    condition_3: str
    exceptions_3: str
    exceptions_37: str
    signs_336: dict[int, str]
    table_2: dict[str, str]
    notes_2: dict[int, Footnote]
    stars_4: tuple[int, ...]
    split_4: tuple[int, ...]
    always_4: str
    star_table_4: str
    signs_54: dict[int, str]
    table_4: dict[str, str]
    notes_4: dict[str, Spans]
    table_5: dict[str, str]
    notes_5: dict[str, dict[str, dict[str, Spans]]]
    table_6: dict[str, str]
    table_3: dict[str, dict[str, str]]
    hands: dict[int, tuple[str, ...]]
    rows_a3: int
    columns_a3: int
    grid_a3: tuple[int, ...]
    labels_a3: tuple[int, ...]
    extremes_a3: tuple[int, ...]
    extremes_a2: int
    fixed_a3: dict[str, str]
    free_a3: str
    pair_a3: tuple[tuple[int, int, str], ...]
    often_a2: str
    custom: str
    required: str
    reduced: dict[str, int]
    one_per_cent: str
    kernels: dict[str, tuple[tuple[int, ...], ...]]
    kernel_scale: int
    six: dict[str, tuple[tuple[str, str], ...]]
    order_b2: tuple[int, ...]
    tail_6: tuple[int, int, int]
    tail_7: tuple[int, int, int]
    order_b3: tuple[int, ...]
    lockwood: dict[tuple[str, int], str]
    same_kernel_b2: str
    columns_44: tuple[str, ...]
    decimal_44: tuple[int, ...]
    last_column: int
    tight_55: tuple[int, ...]
    components_5: dict[int, str]
    kernel_5: dict[str, tuple[int, ...]]
    t10_b2: tuple[str, int]
    exceptional_b3: str
    points_b3: tuple[int, ...]
    fails_b3: dict[int, int]
    limits: dict[str, tuple[str, ...]]
    unique_b3: str

    theorems: dict[str, dict[str, tuple[PrintedFormula, ...]]]
    b_336: dict[int, PrintedFormula]
    b_54: dict[int, PrintedFormula]
    kernel_b1: tuple[tuple[PrintedFormula, ...], ...]
    component_8: PrintedFormula
    v_p22: PrintedFormula
    v_p6: PrintedFormula


printed = read_printed(Printed)
