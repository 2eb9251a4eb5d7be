"""What Ethier and Gamez print in tables, lists and words, each with its place.

Nothing here is ours. A mark followed by a number has that footnote. Decks run to infinity; a range
of decks is (low, high), high None where it has no end. The formulas are in
:mod:`printed_formulas`.
"""

from __future__ import annotations

SIZES = {
    "A1": (1, 88),
    "A2": (1, 484),
    "A3": (5, 484),
    "B1": (1, 88),
    "B2": (1, 484),
    "B3": (5, 484),
}
"""Abstract, Section 1: 2^5 x 2^484 and so on, as exponents."""
FIVES = "(0,5) (1,4) (2,3) (6,9) (7,8)"
"""Section 3: Player's hands of total 5."""
PAIRS, CARDS, TRIPLES = 44, 11, 484
"""Section 3: Banker's hands without a natural; 44 x 11 = 484."""
LOW_WAYS, HIGH_WAYS = (25, 16, 16, 16, 16), (16, 16)
DRAWN, STOOD = 89, 32
"""After (22): 89 = 25 + 16 + 16 + 16 + 16 for totals 0 to 4, 32 = 16 + 16 for 6 and 7."""
OPERATOR_B1 = "P"
"""Section 3, the definitions of a_S,l(j,k) and a_S,l(j,∅) in model B1: P(G | ...)."""

Spans = tuple[tuple[str, int, int | None], ...]
"""A mark that depends on d: each with its range of decks."""
_DRAWS = "D D D D D D D D D D D"
_STANDS = "S S S S S S S S S S S"
TABLE_1 = {
    "0,1,2": _DRAWS,
    "(0,3)": "D D D D D D D D S2 * D",
    "(1,2)": "D D D D D D D D S1 * D",
    "(4,9)": "D D D D D D D D S5 * D",
    "(5,8)": "D D D D D D D D S3 * D",
    "(6,7)": "D D D D D D D D S3 * D",
    "(0,4)": "S S8 D1 D D D D D S S D",
    "(1,3)": "S S7 D1 D D D D D S S D",
    "(2,2)": "S *3 D1 D D D D D S S D",
    "(5,9)": "S S7 D1 D D D D D S S D",
    "(6,8)": "S * D D D D D D S S D",
    "(7,7)": "S * D D D D D D S S D",
    "(0,5)": "S S S S *1 D D D S S D",
    "(1,4)": "S S S S S7 D D D S S D",
    "(2,3)": "S S S S S8 D D D S S D",
    "(6,9)": "S S S S *1 D D D S S D",
    "(7,8)": "S S S S *1 D D D S S D",
    "(0,6)": "S S S S S S D D S S *",
    "(1,5)": "S S S S S S D D S S *",
    "(2,4)": "S S S S S S D D S S *",
    "(3,3)": "S S S S S S *11 D S S *",
    "(7,9)": "S S S S S S D D S S *",
    "(8,8)": "S S S S S S D D S S *",
    "7": _STANDS,
}
"""Table 1, models B2 and B3."""
NOTES_1 = {
    1: ({"S": "*", "D": "*", "*": "S"}, 1, 1),
    2: ({"S": "*"}, 1, 2),
    3: ({"S": "*", "*": "S"}, 1, 3),
    5: ({"S": "*"}, 1, 5),
    7: ({"S": "*"}, 7, None),
    8: ({"S": "*"}, 8, None),
    11: ({"*": "D"}, 11, None),
}
"""Footnotes of Table 1: which mark to replace, and for which decks."""
STARS_3 = (23, 21, 20, 19, 19, 18, 21, 23, 23, 23, 22)
"""Theorem 3: n_d for d = 1 to 10, then for d >= 11."""
SPLIT_3 = (301, 151, 13, 19)
"""Proof of Theorem 3: entries D, S, * for every d, and those with a footnote."""
BOUNDS_3 = (18, 23)
CONDITION_3 = "0 <= j1 <= j1 <= 9"
"""Proof of Theorem 3: for which j1, j2 with M(j1 + j2) <= 7 the b_u(j1,j2,k) are defined."""
EXCEPTIONS_3 = "d = 1: (0,0,9) (5,5,9) (5,6,0)"
"""Proof of Theorem 3: where b_u is not between b_0 and b_31."""
EXCEPTIONS_37 = "l = 1, total 2, k = 8; d <= 7"
"""Section 7: where a_u,l is not between a_0,l and a_31,l."""
SIGNS_336 = {31: "+:1-10 -:11+", 0: "-"}
"""Proof of Theorem 3: the signs of b_31 and b_0 at (3,3,6)."""

TABLE_2 = {
    "0,1,2": _DRAWS,
    "3": "D D D D D D D D S3 * D",
    "4": "S *3 D1 D D D D D S S D",
    "5": "S S S S *2 D D D S S D",
    "6": "S S S S S S D D S S *",
    "7": _STANDS,
}
"""Table 2, model B1."""
NOTES_2 = {1: ({"D": "*"}, 1, 1), 2: ({"*": "S"}, 1, 2), 3: ({"S": "*", "*": "S"}, 1, 3)}
STARS_4 = (4, 3, 4)
"""Theorem 4: n_1, n_2, and n_d for d >= 3."""
SPLIT_4 = (54, 28, 2, 4)
ALWAYS_4 = "(3,9) (6,∅)"
STAR_TABLE_4 = "Table 1"
"""Proof of Theorem 4: the table whose entry (j,k) is * where b_0 and b_1 have opposite signs."""
SIGNS_54 = {1: "+:1-2 -:3+", 0: "+"}
"""Proof of Theorem 4: the signs of b_1 and b_0 at (5,4)."""

TABLE_4 = {
    "0,1,2": _DRAWS,
    "3": "D D D D D D D D S D D",
    "4": "S S D D D D D D S S D",
    "5": "S S S S * D D D S S D",
    "6": "S S S S S S D D S S (S,D)",
    "7": _STANDS,
}
"""Table 4, model B1; here * is a footnote."""
NOTES_4: dict[str, Spans] = {"*": (("S", 1, 3), ("D", 4, None))}

TABLE_5 = {
    "0,1,2": _DRAWS,
    "3": "D D D D D D D D S1 D D",
    "4": "S S2 D D D D D D S S D",
    "5": "S S S S * D D D S S D",
    "6": "S S S S S S D3 D S S †",
    "7": _STANDS,
}
"""Table 5, models B2 and B3; here * and † are footnotes."""
_S: Spans = (("S", 1, None),)
_D: Spans = (("D", 1, None),)
_MIX: Spans = (("(S,D)", 1, None),)
_SMALL_D: Spans = (("D", 1, 1), ("S", 2, None))
_SMALL_S: Spans = (("S", 1, 1), ("D", 2, None))
NOTES_5: dict[str, dict[str, dict[str, Spans]]] = {
    "B2": {
        "1": {"(0,3)": _S, "(1,2)": _S, "(5,8)": _S, "(4,9)": _SMALL_D, "(6,7)": _S},
        "2": {
            **dict.fromkeys(("(0,4)", "(1,3)", "(2,2)", "(5,9)"), _S),
            **dict.fromkeys(("(6,8)", "(7,7)"), (("D", 1, 2), ("S", 3, None))),
        },
        "*": {
            "(0,5)": _SMALL_S,
            "(7,8)": _SMALL_S,
            "(1,4)": (("S", 1, 7), ("D", 8, None)),
            "(2,3)": (("S", 1, 9), ("D", 10, None)),
            "(6,9)": (("S", 1, 2), ("D", 3, None)),
        },
        "3": {
            **dict.fromkeys(("(0,6)", "(1,5)", "(2,4)", "(7,9)", "(8,8)"), _D),
            "(3,3)": (("S", 1, 3), ("D", 4, None)),
        },
        "†": {
            "(0,6)": _MIX,
            **dict.fromkeys(("(1,5)", "(2,4)", "(3,3)", "(7,9)"), _S),
            "(8,8)": _D,
        },
    },
}
NOTES_5["B3"] = {
    "1": {**NOTES_5["B2"]["1"], "(6,7)": _SMALL_D},
    "2": NOTES_5["B2"]["2"],
    "3": NOTES_5["B2"]["3"],
    "*": {**NOTES_5["B2"]["*"], "(2,3)": (("S", 1, 8), ("D", 9, None)), "(6,9)": _SMALL_S},
    "†": {
        **NOTES_5["B2"]["†"],
        "(0,6)": (("S", 1, 1), ("(S,D)", 2, None)),
        "(8,8)": (("(S,D)", 1, 1), ("D", 2, None)),
    },
}
"""Footnotes of Table 5, by model, note and hand."""
TABLE_6 = {"(0,5)": "D", "(6,9)": "D", "(7,8)": "D", "(1,4)": "(S,D)", "(2,3)": "S"}

TABLE_3 = {
    "Player": {"(0,5)": "1", "(6,9)": "1", "(7,8)": "1", "(1,4)": "6/11", "(2,3)": "0"},
    "Banker": {
        "(0,6)": "179/286",
        **dict.fromkeys(("(1,5)", "(2,4)", "(3,3)", "(7,9)"), "0"),
        "(8,8)": "1",
    },
}
"""Table 3: chances of drawing, Player's on 5, Banker's on 6 when Player stands."""
HANDS = {
    3: ("(0,3) 4/8", "(1,2) 1/8", "(4,9) 1/8", "(5,8) 1/8", "(6,7) 1/8"),
    4: ("(0,4) 8/16", "(1,3) 2/16", "(2,2) 1/16", "(5,9) 2/16", "(6,8) 2/16", "(7,7) 1/16"),
    5: ("(0,5) 4/8", "(1,4) 1/8", "(2,3) 1/8", "(6,9) 1/8", "(7,8) 1/8"),
    6: ("(0,6) 8/16", "(1,5) 2/16", "(2,4) 2/16", "(3,3) 1/16", "(7,9) 2/16", "(8,8) 1/16"),
}
"""Section 5: the chance of each hand, given its total, with replacement."""
ROWS_A3, COLUMNS_A3, GRID_A3 = 9, 23409, (9, 17)
LABELS_A3 = (9, 17, 9, 17)
"""Section 5: columns are labelled by {0..8} x {0..16} x {0..8} x {0..16}."""
EXTREMES_A3, EXTREMES_A2 = (14, 70, 980), 70
FIXED_A3 = {"3,9": "D", "4,1": "S", "5,4": "D"}
FREE_A3 = "6,-"
"""Section 5: j_1 = 8, j_2 = 0, j_3 = 8 in every optimal strategy of Banker; j_4 is his choice on 6
when Player stands."""
PAIR_A3 = ((6, 7, "6/11"), (1, 9, "179/286"))
"""Section 5: rows i = 6, i' = 7 with p = 6/11; columns j = 1, j' = 9 with q = 179/286."""
OFTEN_A2 = "9/11"
CUSTOM, REQUIRED = "7/8", "9/11"
"""Section 5: how often Foster's custom draws on 5; how often Table 3 does, 3/4 + 1/8 x 6/11."""
REDUCED = {"B1": 4, "B3": 22}
"""Section 5: 2^88 columns of A1 become 2^4, 2^484 of A3 become 2^22."""
ONE_PER_CENT = "1/100"
"""Section 6: the relative error of (24) to (26) against (29) to (31) is less."""

KERNELS = {
    "A1": ((-4564, -2692), (-3705, -4121)),
    "B1": ((-23256431632, -13884629124), (-18880657128, -21061456188)),
    "B2": ((-22721165499, -18033241115), (-19018265931, -20151297323)),
    "B3": ((-19769569403, -19425699931), (-19391857983, -19783609631)),
}
"""(23), and the kernels with six decks in Sections 6, 7, 8; over these: (23) by 13^6 / 2^4."""
KERNEL_SCALE = 1525814595305
SIX = {
    "A1": (("9/11", "0.818182"), ("859/2288", "0.375437"), ("-679568/53094899", "-0.0127991")),
    "B1": (
        ("7631761/9407656", "0.811229"),
        ("546971813/1444075196", "0.378770"),
        ("-23174205422119131/1794292354051081885", "-0.0129155"),
    ),
    "B2": (
        ("477191/592524", "0.805353"),
        ("77143741/121269912", "0.636133"),
        ("-974653793197999/75340147272374985", "-0.0129367"),
    ),
    "B3": (
        ("35003/74880", "0.467455"),
        ("18885571/36781056", "0.513459"),
        ("-73356216203119/5712649844821920", "-0.0128410"),
    ),
}
"""(24) to (26), (29) to (31), Section 7 with (38), (45) to (47): p, q, v and their decimals."""

ORDER_B2 = (16, 12, 15, 13, 14, 5, 4, 1, 3, 2, 22, 17, 21, 18, 19, 20, 11, 10, 8, 7, 9, 6)
"""Proof of Theorem 6: p_16 < p_12 < ..., d >= 20."""
TAIL_6, TAIL_7 = (20, 17, 22), (10, 1, 6)
"""Proofs of Theorems 6, 7: from which d on V(p) is highest at which point, and V at which other
point is printed."""
ORDER_B3 = (6, 1, 5, 3, 2, 4)
"""Proof of Theorem 7: p_6 < p_1 < ..., d >= 10."""
LOCKWOOD = {("(6,8),1", 2): "D", ("(2,3),4", 8): "S", ("(6,9),4", 2): "S", ("(2,3),4", 9): "S"}
"""Remark after Theorem 6: what Downton and Lockwood meant, and at d = 9 should have meant."""
SAME_KERNEL_B2 = "1; 2; 3; 4-7; 8-9; 10+"
COLUMNS_44 = ("111110001111000001", "111110001111100001")
DECIMAL_44 = (254913, 254945)
"""(44) and its decimal forms."""
LAST_COLUMN = 262143
TIGHT_55 = (19, 27)
"""Proof of Theorem 7: the columns are labelled 0 to 262,143; the kernel is in rows 19 and 27."""
COMPONENTS_5 = {8: "-:1-3 +:4+", 9: "-:1-3 +:4+", 10: "0", 11: "0"}
"""Proof of Theorem 5: the signs of the components; those left out are + for every d."""
KERNEL_5 = {"1-3": (8, 9), "4+": (10, 11)}
"""Proof of Theorem 5: the columns of the kernel."""
T10_B2 = ("(3,3,6)", 10)
"""Proof of Theorem 6: only this triple is in T10, and only if d <= 10."""
EXCEPTIONAL_B3 = "(0,6,∅) (1,5,∅) (2,4,∅) (3,3,∅) (7,9,∅) (8,8,∅)"
POINTS_B3 = (7, 9, 8, 9, 6, 6, 6, 7, 7, 6)
"""Proof of Theorem 7: n_d of rows 19 and 27 for d = 1 to 9, then for d >= 10."""
FAILS_B3 = {1: 8, 2: 2, 9: 2}
"""Proof of Theorem 7: components of (54) that fail with the columns of model B2."""
LIMITS = {
    "B1": ("9/11", "859/2288", "-679568/53094899"),
    "B2": ("9/11", "179/286", "-679568/53094899"),
    "B3": ("6/11", "179/286", "-679568/53094899"),
}
"""Sections 5, 6, 8: what p_d, q_d, v_d tend to."""
UNIQUE_B3 = "suspected, not proved"
"""Section 1, and the remark after Theorem 7."""
