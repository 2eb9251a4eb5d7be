"""What a checked deal is said to be besides its value: H lower, H upper, H, and its class.

Standard library only. All of it is worked out from the definitions of Wästlund's paper, entry by
entry of the matrix A; of his theorems nothing is used. H itself is asked of the search: it is what
West takes with and without the lead, less n.
"""

from __future__ import annotations


def diagonal(deal: str, k: int) -> list[int]:
    """Return the entries A_(i, i + k) by i: 1 where West's i-th card beats East's (i + k)-th.

    >>> diagonal("EWEWWE", 1), diagonal("EWEWWE", 0)
    ([-1, -1], [1, 1, -1])
    """
    west, east = ([card for card, seat in enumerate(deal) if seat == own] for own in "WE")
    pairs = zip(west[max(0, -k) :], east[max(0, k) :], strict=False)
    return [1 if one > two else -1 for one, two in pairs]


def heights(deal: str) -> tuple[int, int]:
    """Return H lower and H upper: where T_k, the sum along a diagonal, changes its sign.

    >>> heights("EWEWWE"), heights("EEWW"), heights("EWWE")
    ((0, 1), (2, 2), (0, 0))
    """
    n = len(deal) // 2
    low = -n  # where T_k was positive last; -n where all of East's cards are high
    for k in range(1 - n, n):
        total = sum(diagonal(deal, k))
        if total == 0:
            return k, k
        if total < 0:
            return (low, k) if k > 1 - n else (-n, -n)
        low = k
    return n, n


def greedy(lower: int, upper: int) -> int:
    """Return H of greedy whist, (10) of the paper."""
    return upper if upper > 0 else min(lower, 0)


def case(deal: str, h: int) -> str | None:
    """Return the class of the proof of Theorem 9.1 that a deal of whist with this H is in.

    >>> case("EWEWWE", 0), case("EWWE", 0)
    ('III for East', None)
    """
    lower, upper = heights(deal)
    if lower == upper:
        return None
    if h == lower:  # East's cases are West's in the deal with the hands exchanged
        return f"{_west_case(deal.translate({87: 'E', 69: 'W'}), -upper)} for East"
    return f"{_west_case(deal, lower)} for West"


def _west_case(deal: str, lower: int) -> str:
    if deal[-1] == "E":
        return "IV"
    if lower > 0:
        return "I"
    # the rows 2 - H lower to n - 1 of the diagonal, which begins at the row 1 - H lower
    return "II" if sum(diagonal(deal, lower)[1:-1]) > 0 else "III"
