"""Rank modulo a prime with the standard library: the checker's only linear algebra.

A full rank modulo a prime is a full rank over the rationals, so one prime below 2^24 is a proof.
"""

from __future__ import annotations

import sys
from array import array

from sabot.errors import CertificateError


def full_rank(rows: list[list[int]], width: int, prime: int) -> bool:
    """Tell whether the rows have rank *width* modulo *prime* (then they have it over Q as well).

    Each row is packed into one long integer, 64 bits an entry, so that a row operation is one
    multiplication; the prime is below 2^24, so sums of fewer than 2^16 products cannot overflow.
    """
    mask = 2**64 - 1
    pivots: list[tuple[int, int]] = []
    for row in rows:
        line = _packed([entry % prime for entry in row])
        for shift, pivot in pivots:
            factor = ((line >> shift) & mask) % prime
            if factor:
                line += (prime - factor) * pivot
        left = [entry % prime for entry in _unpacked(line, width)]
        lead = next((k for k, entry in enumerate(left) if entry), None)
        if lead is not None:
            scale = pow(left[lead], -1, prime)
            pivots.append((64 * lead, _packed([entry * scale % prime for entry in left])))
            if len(pivots) == width:
                return True
            if len(pivots) >= 2**16:
                raise CertificateError("the uniqueness system is too large for this checker")
    return len(pivots) == width


def _packed(entries: list[int]) -> int:
    return int.from_bytes(_little(array("Q", entries)).tobytes(), "little")


def _unpacked(line: int, width: int) -> array[int]:
    entries = array("Q")
    entries.frombytes(line.to_bytes(8 * width, "little"))
    return _little(entries)


def _little(entries: array[int]) -> array[int]:
    if sys.byteorder == "big":
        entries.byteswap()
    return entries
