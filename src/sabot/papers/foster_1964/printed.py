"""What Foster prints: figures, tables and formulas, each with its place, and nothing we computed.

j is Banker's total, l the card that Player drew, 10 where he stood. Payoffs are Banker's.
"""

from __future__ import annotations

FINGERS = {
    "Section 1, first matrix": ((2, 3), (3, 4)),
    "Section 1, second matrix": ((2, 5), (3, 4)),
    "Section 2, matrix": ((1, -1), (-1, 1)),
}
"""Payoffs to B, who chooses the row; A chooses the column."""

WISH = 5
"""Section 1: "B would like to gain 5" in the second matrix."""
SADDLE = ("II", "I", 3)
"""Section 1, both matrices: what B plays, what A plays, the value."""
HALF = "1/2"
"""Section 2: the frequency h of the third game."""

SUMS = {(3, 9): 2, (11, 7): 7, (10, 11): 0}
"""Section 4: points of a pair, 11 for the jack."""

SITUATIONS = 44
STRATEGIES = "2 x 10^13"
"""Section 5: Banker's situations; "approximately" that many pure strategies."""

COMBINATIONS = {
    (0, 0): 96 * 95,
    (1, 9): 24 * 24,
    (2, 8): 24 * 24,
    (3, 7): 24 * 24,
    (4, 6): 24 * 24,
    (5, 5): 24 * 23,
    (6, 4): 24 * 24,
    (7, 3): 24 * 24,
    (8, 2): 24 * 24,
    (9, 1): 24 * 24,
}
"""Section 6: the ways to an initial score of 0."""
PAIRS = 312 * 311
A_0 = "595/4043"

TABLE_1 = {
    (0,): "0.1471679445",
    (1, 3, 5, 7, 9): "0.0949789760",
    (2, 4, 6, 8): "0.0944842938",
}
TABLE_2 = {(0,): "0.3076923076", tuple(range(1, 10)): "0.0769230769"}
"""Tables 1 and 2, to ten decimal places (cut off, not rounded)."""

B_0 = "4/13"
B_L = "1/13"
"""Section 6: 16/52 and 4/52."""

TABLE_3 = {
    "0": "1.539",
    "0.25": "1.453",
    "0.5": "1.373",
    "0.75": "1.302",
    "0.775": "1.294",
    "0.8": "1.287",
    "0.85": "1.298",
    "0.9": "1.322",
    "1": "1.371",
}
"""Table 3: G(h), in per cent of the stake."""

_THREE = "1 1 1 1 1 1 1 1 0"
_SIX = "0 0 0 0 0 0 1 1 0 0"
_MIDDLE = {4: "0 0 1 1 1 1 1 1 0 0 1", 5: "0 0 0 0 1 1 1 1 0 0 1"}
DECISIONS = {
    "Table 4": {3: f"{_THREE} 0 1", **_MIDDLE, 6: f"{_SIX} 0"},
    "Table 5": {3: f"{_THREE} 1 1", **_MIDDLE, 6: f"{_SIX} 0"},
    "Table 6": {3: f"{_THREE} 1 1", **_MIDDLE, 6: f"{_SIX} 1"},
    "Table 7": {3: f"{_THREE} 1 1", **_MIDDLE, 4: "0 1 1 1 1 1 1 1 0 0 1", 6: f"{_SIX} 1"},
}
"""Tables 4 to 7: by Banker's total, 1 to draw and 0 to stand against l = 0 to 10."""
RANGES = {
    "Table 4": ("0", "0.5"),
    "Table 5": ("0.5", "0.8"),
    "Table 6": ("0.8", "0.9"),
    "Table 7": ("0.9", "1"),
}
"""Captions of Tables 4 to 7: the range of h."""
RINGED = {"Table 5": "(3,9)", "Table 6": "(6,10)", "Table 7": "(4,1)"}
"""The cell that changes from one table to the next."""

STRAIGHT = ("0", "0.5")
"""Section 7: "between h = 0 and h = 0.5, the graph is a straight line"."""
LOWEST = ("0.8", "1.29")
"""Section 7: the minimum is at h = 0.8 and 1.29 per cent, both approximately."""
MIXED = ("Table 5", "Table 6", "(6,10)", "0.6")
"""Section 7: the two pure strategies, the cell that is randomised, how often to stand there."""
CALLS = "0.8"
"""Section 7: how often A calls on a 5 in his optimal strategy. The footnote says that to stand on
2, 3 only "gives approximately the right frequency of calling"; it prints no number for that."""
