"""The formulas that Ethier and Gamez print: polynomials in d, the number of decks.

Coefficients are typed as printed, highest power first; nothing here is ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import fmpz_poly

Coefficients = list[int]
"""Coefficients, the constant first."""


def coefficients_of(*coefficients: int) -> Coefficients:
    """Return a polynomial from its coefficients, highest power first.

    >>> coefficients_of(11, -1)
    [-1, 11]
    """
    return _coefficient_list(fmpz_poly(list(reversed(coefficients))))


def multiply_polynomials(*factors: Coefficients) -> Coefficients:
    """Return a product of polynomials."""
    found = fmpz_poly([1])
    for factor in factors:
        found *= fmpz_poly(factor)
    return _coefficient_list(found)


def _coefficient_list(polynomial: fmpz_poly) -> Coefficients:
    return [int(c) for c in polynomial.coeffs()]


@dataclass(frozen=True)
class PrintedFormula:
    """A printed formula: a ratio of polynomials, for decks from *low* to *high*."""

    where: str
    top: Coefficients
    below: Coefficients
    low: int = 1
    high: int | None = None

    def __call__(self, d: int) -> Fraction:
        """Return its value at d decks."""
        return Fraction(int(fmpz_poly(self.top)(d)), int(fmpz_poly(self.below)(d)))

    def covers(self, d: int) -> bool:
        """Whether it is printed for d decks."""
        return self.low <= d and (self.high is None or d <= self.high)

    @property
    def limit(self) -> Fraction:
        """What it tends to (its polynomials have the same degree)."""
        assert len(self.top) == len(self.below)
        return Fraction(self.top[-1], self.below[-1])


def _constant_formula(where: str, d: int, number: str) -> PrintedFormula:
    """Return a number that is printed for one number of decks."""
    given = Fraction(number)
    return PrintedFormula(where, [given.numerator], [given.denominator], d, d)


D = coefficients_of(1, 0)
FALLING = multiply_polynomials(*(coefficients_of(52, -n) for n in range(6)))
"""(52 d)_6."""
_B1 = coefficients_of(5632, -1138, 69, -1)
_B2 = coefficients_of(1408, -220, 9)
_B3 = coefficients_of(11, -1)

THEOREM_5 = {
    "p": [
        PrintedFormula(
            "(32)", coefficients_of(36864, -9312, 732, -23), multiply_polynomials([8], _B1)
        )
    ],
    "q": [
        PrintedFormula(
            "(33)",
            coefficients_of(224000, -55712, 2936, 163, -14),
            multiply_polynomials([2], coefficients_of(52, -5), _B1),
            1,
            3,
        ),
        PrintedFormula(
            "(34)",
            coefficients_of(439808, -107456, 5248, 374, -31),
            multiply_polynomials([4], coefficients_of(52, -5), _B1),
            4,
        ),
    ],
    "v": [
        PrintedFormula(
            "v_d before (35)",
            multiply_polynomials(
                [-32],
                D,
                D,
                coefficients_of(
                    44396707840, -18908426240, 3279293696, -294129728, 14418160, -407352, 9543, -220
                ),
            ),
            multiply_polynomials(_B1, FALLING),
            1,
            3,
        ),
        PrintedFormula(
            "(35)",
            multiply_polynomials(
                [-16],
                D,
                D,
                coefficients_of(
                    89072336896,
                    -38873874432,
                    6969345536,
                    -655761920,
                    34638784,
                    -1090952,
                    26286,
                    -537,
                ),
            ),
            multiply_polynomials(_B1, FALLING),
            4,
        ),
    ],
}


def _b2_q(where: str, low: int, high: int | None, *top: int) -> PrintedFormula:
    return PrintedFormula(
        where,
        coefficients_of(*top),
        multiply_polynomials([8], D, coefficients_of(52, -5), _B2),
        low,
        high,
    )


def _b2_v(where: str, low: int, high: int | None, *top: int) -> PrintedFormula:
    return PrintedFormula(
        where,
        multiply_polynomials([-32], D, coefficients_of(*top)),
        multiply_polynomials(_B2, FALLING),
        low,
        high,
    )


THEOREM_6 = {
    "p": [
        PrintedFormula(
            "Theorem 6, p_d", multiply_polynomials(coefficients_of(8, -1), coefficients_of(12, -1), coefficients_of(24, -1)), multiply_polynomials([2], D, _B2)
        )
    ],
    "q": [
        _constant_formula("(39)", 1, "290383/450072"),
        _constant_formula("(39)", 2, "2591845/4119192"),
        _constant_formula("(39)", 3, "9294089/14521368"),
        _b2_q("(40)", 4, 7, 368640, -68624, -2168, 981, -48),
        _b2_q("(41)", 8, 9, 367616, -67728, -2416, 1015, -51),
        _b2_q("(42)", 10, None, 366592, -67344, -2456, 1017, -51),
    ],
    "v": [
        _constant_formula("Theorem 6, v_1", 1, "-22932137/1666583100"),
        _constant_formula("Theorem 6, v_2", 2, "-8220886553/620866384425"),
        _constant_formula("Theorem 6, v_3", 3, "-210084639838/16053072820785"),
        _b2_v(
            "Theorem 6, v_d, 4 <= d <= 7", 4, 7,
            11125325824, -4182669312, 615333888, -43467904, 1329008, 5040, -1551, 39,
        ),
        _b2_v(
            "Theorem 6, v_d, d = 8, 9", 8, 9,
            11129683968, -4218739712, 635681024, -47725760, 1738944, -14344, -1093, 33,
        ),
        _b2_v(
            "(43)", 10, None,
            11134042112, -4259389440, 648152320, -49007232, 1788256, -14816, -1089, 33,
        ),
    ],
}  # fmt: skip


def _b3_q(where: str, low: int, high: int | None, *top: int) -> PrintedFormula:
    return PrintedFormula(
        where,
        coefficients_of(*top),
        multiply_polynomials([256], D, D, _B3, coefficients_of(52, -5)),
        low,
        high,
    )


def _b3_v(where: str, low: int, high: int | None, *top: int) -> PrintedFormula:
    return PrintedFormula(
        where,
        multiply_polynomials([-2], coefficients_of(*top)),
        multiply_polynomials(_B3, FALLING),
        low,
        high,
    )


THEOREM_7 = {
    "p": [
        _constant_formula("(48)", 1, "1/19"),
        PrintedFormula("(48)", multiply_polynomials(coefficients_of(12, -1), coefficients_of(16, -14, 1)), multiply_polynomials([32], D, D, _B3), 2),
    ],
    "q": [
        _constant_formula("(49)", 1, "4519/10716"),
        _constant_formula("(49)", 2, "17431/64512"),
        _constant_formula("(49)", 3, "4425647/11132928"),
        _b3_q("(50)", 4, 7, 92160, -120128, 26336, -2000, 47),
        _constant_formula("(51)", 8, "316815305/585842688"),
        _b3_q("(52)", 9, None, 91648, -119488, 26032, -1932, 41),
    ],
    "v": [
        _constant_formula("Theorem 7, v_1", 1, "-3439451/25482800"),
        _constant_formula("Theorem 7, v_2", 2, "-49424010137/3823801581600"),
        _constant_formula("Theorem 7, v_3", 3, "-31717439249/2461444457472"),
        _b3_v(
            "Theorem 7, v_d, 4 <= d <= 7", 4, 7,
            1390665728, -491115520, 50698240, 2428032, -990512, 89192, -3462, 47,
        ),
        _constant_formula("Theorem 7, v_8", 8, "-2789416947665657/217430324984396160"),
        _b3_v(
            "(53)", 9, None,
            1391755264, -500535296, 54174464, 1931136, -948816, 85792, -3238, 41,
        ),
    ],
}  # fmt: skip

THEOREMS = {"B1": THEOREM_5, "B2": THEOREM_6, "B3": THEOREM_7}

B_336 = {
    31: PrintedFormula(
        "b_31(3,3,6)",
        multiply_polynomials([-2], coefficients_of(80, -832, 135, -2)),
        multiply_polynomials(coefficients_of(52, -5), coefficients_of(840, -114, 1)),
    ),
    0: PrintedFormula(
        "b_0(3,3,6)",
        multiply_polynomials([-2], coefficients_of(848, -952, 135, -2)),
        multiply_polynomials(coefficients_of(52, -5), coefficients_of(712, -102, 1)),
    ),
}
"""Proof of Theorem 3."""
B_54 = {
    1: PrintedFormula(
        "b_1(5,4)",
        multiply_polynomials([-1], coefficients_of(15360, -45184, 9040, -588, 13)),
        multiply_polynomials(coefficients_of(52, -5), coefficients_of(26880, -4680, 242, -3)),
    ),
    0: PrintedFormula(
        "b_0(5,4)",
        coefficients_of(1024, 37248, -7792, 492, -7),
        multiply_polynomials(coefficients_of(52, -5), coefficients_of(22784, -3976, 194, -1)),
    ),
}
"""Proof of Theorem 4."""

_SCALE = multiply_polynomials([-64], D, D)
KERNEL_B1 = tuple(
    tuple(
        PrintedFormula("", multiply_polynomials([factor], entry, _SCALE), FALLING)
        for factor, entry in row
    )
    for row in (
        (
            (4, coefficients_of(1168384, -284720, 22320, -446, -11)),
            (1, coefficients_of(2756608, -470336, 4656, 3072, -159)),
        ),
        (
            (2, coefficients_of(1896960, -461984, 39392, -1266, 9)),
            (1, coefficients_of(4219904, -954112, 68384, -852, -57)),
        ),
    )
)
"""Proof of Theorem 5: the kernel for d >= 4."""
COMPONENT_8 = PrintedFormula(
    "components 8 and 9",
    multiply_polynomials(
        [16],
        D,
        D,
        coefficients_of(278921216, -1057021952, 410758144, -67502464, 5802464, -276248, 7200, -97),
    ),
    multiply_polynomials(_B1, FALLING),
)
"""Proof of Theorem 5."""
V_P22 = PrintedFormula(
    "V(p_22)",
    multiply_polynomials(
        [-32],
        D,
        coefficients_of(2783510528, -1188571136, 203128704, -16568896, 596408, -16158, 1855, -93),
    ),
    multiply_polynomials(coefficients_of(352, -71, 4), FALLING),
)
"""Proof of Theorem 6, for d >= 20."""
V_P6 = PrintedFormula(
    "V(p_6)",
    multiply_polynomials(
        [-8], coefficients_of(695877632, -281198592, 34472064, 1177024, -901592, 119896, -6755, 123)
    ),
    multiply_polynomials(coefficients_of(22, -3), FALLING),
)
"""Proof of Theorem 7, for d >= 10."""
