"""How much a certificate may ask of its checker: all limits, each with its reason.

Standard library only. A file comes from anywhere; it must not buy unbounded time or memory.
"""

MAX_BYTES = 512 * 2**20
"""Of a file: the certificate of a game of a million sequences has some hundred MiB."""
MAX_DIGITS = 200_000
"""Of one number: twice as many as a game may be given, and read in a fraction of a second."""
MOST_CARDS = 18
"""In a hand of a deal that is searched. At 18 whist takes up to some seconds, at 20 a minute."""
MOST_BITS = 2**33
"""Of all chances of a strategy over one denominator, together: a GiB. Real ones need a tenth."""
MOST_DEGREE = 160
"""Of a polynomial whose roots are counted: at 160 Sturm's chain takes some seconds, and grows with
the fourth power. No theorem that Sabot has proved comes near it."""
MOST_ROOT_BITS = 20_000
"""Of the numbers that name a root: its interval is halved about as often."""
MOST_FORMULA_BITS = 2_000_000
"""Of a number in a formula on the way: powers of powers grow fast."""
