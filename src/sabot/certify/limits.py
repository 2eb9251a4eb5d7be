"""How much a certificate may ask of its checker: all limits, each with its reason.

Standard library only. A file comes from anywhere; it must not buy unbounded time or memory.
"""

MAX_BYTES = 512 * 2**20
"""Of a file: the certificate of a game of a million sequences has some hundred MiB."""
MAX_DIGITS = 200_000
"""Of one number: twice as many as a game may be given, and read in a fraction of a second."""
MOST_PRIME = 2**24
"""Above every prime of a rank test, so that sums of products of remainders fit into 64 bits."""
MOST_CARDS = 18
"""In a hand of a deal that is searched. At 18 whist takes up to some seconds, at 20 a minute."""
MOST_BITS = 2**33
"""Of all chances of a strategy over one denominator, together: a GiB. Real ones need a tenth."""
MOST_DEGREE = 160
"""Of a polynomial in a file, and of one whose roots are counted: at 160 Sturm's chain takes some
seconds, and grows with the fourth power. No theorem that Sabot has proved comes near it."""
MOST_COEFFICIENT_BITS = 200_000
"""Of a coefficient in a file: ranges are doubled about as often until nothing changes any more."""
MOST_ROOT_WORK = 4_000_000
"""Of a polynomial whose roots are counted: its terms, squared, times the bits of a coefficient. The
numbers of Sturm's chain grow with the degree."""
MOST_ROOT_BITS = 20_000
"""Of the numbers that name a root, times the terms of its polynomial: its interval is halved about
as often as they have bits."""
MOST_UNKNOWN = 40
"""Chances that the equations of a piece fix."""
MOST_DETERMINANT_WORK = 200_000_000
"""Of their determinants, together: their number, cubed, times the terms one may have, squared."""
MOST_DETERMINANT_BITS = 100_000
"""Of the longest coefficients of its rows, together."""
MOST_FORMULA_BITS = 2_000_000
"""Of a number in a formula on the way: powers of powers grow fast."""
MOST_BETTING = 4_000
"""Ways in which betting may end, in a game with real hands; seven players have 190."""
MOST_BETTORS = 12
"""Seats of such a game: the degree of the curves, and a dimension of every tree."""
MOST_BETTING_DIGITS = 400
"""Of a number in such a file: two players have some dozens, and curves multiply them."""
