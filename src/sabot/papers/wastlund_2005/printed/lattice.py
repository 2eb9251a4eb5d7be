"""Section 7: the lattice L_n of outcomes, and its alternating sets, as printed."""

from __future__ import annotations

from collections.abc import Iterator

Outcome = frozenset[int]


def below(x: Outcome, y: Outcome) -> bool:
    """Say whether x <= y in L_n."""
    xs, ys = sorted(x), sorted(y)
    p, q = len(xs), len(ys)
    return p <= q and all(xs[p - i - 1] <= ys[q - i - 1] for i in range(0, p))


def rank(x: Outcome) -> int:
    """Return the rank of an element."""
    return sum(x)


def covers(x: Outcome, n: int) -> Iterator[Outcome]:
    """Yield what covers x: 1 inserted, or i replaced by i + 1."""
    if 1 not in x:
        yield x | {1}
    for i in x:
        if i + 1 not in x and i + 1 <= n:
            yield x - {i} | {i + 1}


def alternating(n: int) -> set[Outcome]:
    """Return the sets of all even or all odd numbers below a limit, and their complements."""
    whole = frozenset(range(1, n + 1))
    runs = {frozenset(range(start, limit, 2)) for start in (1, 2) for limit in range(1, n + 2)}
    return runs | {whole - run for run in runs}


def greater(x: Outcome, y: Outcome) -> bool:
    """Say which of two alternating sets is greater: the larger; else the one without 1."""
    return len(x) > len(y) or (len(x) == len(y) and 1 not in x)
