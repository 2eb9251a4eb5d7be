"""A second opinion: an exact simplex with Bland's rule, and vertices by brute force.

It shares no line and no library with the solver; slow, small and meant to be read.
"""

from fractions import Fraction
from itertools import combinations


def value(table):
    """Return the value of a matrix game: max 1'y subject to A y <= 1 for a positive A."""
    lift = 1 - min(min(row) for row in table)
    above = [[a + lift for a in row] for row in table]
    return 1 / maximum(above, [1] * len(table), [1] * len(table[0])) - lift


def maximum(a, b, c):
    """Return max c'y subject to a y <= b, y >= 0, where b >= 0; None when there is no maximum."""
    height, width = len(a), len(c)
    rows = [[*map(Fraction, row), Fraction(right)] for row, right in zip(a, b, strict=True)]
    prices = [*(Fraction(-price) for price in c), Fraction(0)]
    inside = list(range(width, width + height))
    outside = list(range(width))
    while True:
        entering = [(outside[j], j) for j in range(width) if prices[j] < 0]
        if not entering:
            return prices[width]
        _, s = min(entering)
        leaving = [(row[width] / row[s], inside[i], i) for i, row in enumerate(rows) if row[s] > 0]
        if not leaving:
            return None
        _, _, r = min(leaving)
        _pivot(rows, prices, r, s)
        inside[r], outside[s] = outside[s], inside[r]


def _pivot(rows, prices, r, s):
    pivot = rows[r][s]
    old = rows[r][:]
    rows[r] = [a / pivot for a in old]
    rows[r][s] = 1 / pivot
    for line in [*(row for i, row in enumerate(rows) if i != r), prices]:
        factor = line[s]
        for j in range(len(line)):
            line[j] -= factor * old[j] / pivot
        line[s] = -factor / pivot


def solve_linear(equations, right):
    """Return the only solution of a linear system, None if there is none or more than one."""
    lines = [[*map(Fraction, row), Fraction(b)] for row, b in zip(equations, right, strict=True)]
    width = len(equations[0])
    done = 0
    for column in range(width):
        spot = next((i for i in range(done, len(lines)) if lines[i][column]), None)
        if spot is None:
            return None
        lines[done], lines[spot] = lines[spot], lines[done]
        head = lines[done] = [a / lines[done][column] for a in lines[done]]
        for i, line in enumerate(lines):
            if i != done and line[column]:
                lines[i] = [a - line[column] * b for a, b in zip(line, head, strict=True)]
        done += 1
    if any(line[width] for line in lines[done:]):
        return None
    return [lines[i][width] for i in range(width)]


def row_vertices(table, worth):
    """Return all extreme optimal mixes of the row seat, by trying every support."""
    height, width = len(table), len(table[0])
    found = set()
    for size in range(1, height + 1):
        for support in combinations(range(height), size):
            for tight in combinations(range(width), size - 1):
                lines = [[table[i][j] for i in support] for j in tight] + [[1] * size]
                mix = solve_linear(lines, [worth] * len(tight) + [1])
                if mix is None or min(mix) <= 0:
                    continue
                whole = [Fraction(0)] * height
                for i, chance in zip(support, mix, strict=True):
                    whole[i] = chance
                if all(earned(table, whole, j) >= worth for j in range(width)):
                    found.add(tuple(whole))
    return found


def column_vertices(table, worth):
    """Return all extreme optimal mixes of the column seat."""
    return row_vertices([[-a for a in column] for column in zip(*table, strict=True)], -worth)


def earned(table, mix, column):
    """Return what a row mix earns against one column."""
    return sum(chance * row[column] for chance, row in zip(mix, table, strict=True))
