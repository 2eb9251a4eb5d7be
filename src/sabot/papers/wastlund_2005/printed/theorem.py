"""Theorem 9.1 as printed, both halves, the classes I to IV, and the strategies of its proof."""

from __future__ import annotations

from sabot.papers.wastlund_2005.array import Array


def east_second(a: Array, low: int, up: int, k: int) -> tuple[int, int]:
    """Return the two sums of condition (3), East having the ace: (20) and (21)."""
    return a.rowed(low, 2, 2 * k), a.rowed(up, 2 * k + 1, a.n - up - 1)


def west_second(a: Array, low: int, up: int, k: int) -> tuple[int, int]:
    """Return the two sums of condition (3), West having the ace."""
    return a.columned(up, 2, 2 * k), a.columned(low, 2 * k + 1, west_limit(a.n, low))


def west_limit(n: int, low: int) -> int:
    """Return where the second sum of condition (3) ends, West having the ace."""
    return n + low - 1


def east_ace(a: Array, low: int, up: int) -> bool:
    """Say whether (1), (2) and (3) hold, East having the ace: then H = H upper."""
    n = a.n
    if not up >= 0:
        return False
    if not a.run((2, 2 + up), (n - 1 - up, n - 1)) >= 0:
        return False
    both = (east_second(a, low, up, k) for k in range(1, (n - up - 2) // 2 + 1))
    return any(first > 0 and second > 0 for first, second in both)


def inner(a: Array, low: int) -> int:
    """Return the sum of condition (2), West having the ace."""
    return a.run((2 - low, 2), (a.n - 1, a.n - 1 + low))


def west_ace(a: Array, low: int, up: int) -> bool:
    """Say whether (1), (2) and (3) hold, West having the ace: then H = H lower."""
    if not low <= 0:
        return False
    if not inner(a, low) <= 0:
        return False
    both = (west_second(a, low, up, k) for k in range(1, (a.n + low - 2) // 2 + 1))
    return any(first < 0 and second < 0 for first, second in both)


def height(a: Array, west_has_ace: bool, low: int, up: int) -> int:
    """Return H by Theorem 9.1."""
    if west_has_ace:
        return low if west_ace(a, low, up) else up
    return up if east_ace(a, low, up) else low


def of_class(a: Array, west_has_ace: bool, low: int, up: int) -> str:
    """Return the class of a deal for which H = H upper is claimed, or nothing."""
    if not west_has_ace:
        return "IV" if east_ace(a, low, up) else ""
    if low > 0:
        return "I"
    if inner(a, low) > 0:
        return "II"
    return "" if west_ace(a, low, up) else "III"


def lead_one(a: Array, low: int) -> int:
    """Return the row that West leads in Case I(W)."""
    rows = range(1, a.n - low + 1)
    return next((i for i in rows if a(i, i + low) == -1), 1)


def lead_two(a: Array, low: int) -> int:
    """Return the row that West leads in Case II(W): i >= 2 - H lower, so not the first column."""
    rows = range(2 - low, a.n + 1)
    return next((i for i in rows if a(i, i + low) == -1), 1)


def lead_two_again(a: Array, low: int) -> int:
    """Return the row by the later sentence: a negative entry which is not in the first row."""
    rows = range(max(2, 1 - low), a.n + 1)
    return next((i for i in rows if a(i, i + low) == -1), 1)


def lead_three(a: Array, low: int) -> int:
    """Return the row that West leads in Case III(W)."""
    rows = range(2 - low, a.n - 1 + 1)
    return max(i for i in rows if a(i, i + low) == -1)


def lead_four(a: Array) -> int:
    """Return the row that West leads in Case IV(W): his highest card."""
    return a.n
