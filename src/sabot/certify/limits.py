"""How much a certificate may ask of its checker: all limits, each with its reason.

Standard library only. A file comes from anywhere; it must not buy unbounded time or memory.
"""

MAX_BYTES = 512 * 2**20
"""Of a file: the certificate of a game of a million sequences has some hundred MiB."""
MAX_DIGITS = 1_000_000
"""Of one number."""
MOST_CARDS = 18
"""In a hand of a deal that is searched. At 18 whist takes up to some seconds, at 20 a minute."""
