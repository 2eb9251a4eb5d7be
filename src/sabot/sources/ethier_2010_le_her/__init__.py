"""Ethier 2010, Example 5.1.2: le Her.

The excerpt that we have prints the payoff formula, Table 5.2 and the steps to a 2 x 2 game. Table
5.1 (the 14 x 14 matrix) and the solution are not in it: the table is computed again and compared
with the printed formula, the solution with the printed 2 x 2 game.
"""

from __future__ import annotations

from sabot.papers.report import Item, Source
from sabot.sources.ethier_2010_le_her import example_5_1_2

SOURCE = Source(
    "ethier-2010-le-her",
    "Le her",
    "S. N. Ethier, The Doctrine of Chances: Probabilistic Aspects of Gambling, Springer, 2010, "
    "Example 5.1.2",
    (
        Item("rules", "The rules as told", example_5_1_2.check_rules),
        Item("strategies", "A 2^13 x 2^13 matrix game", example_5_1_2.check_strategies),
        Item("reply", "Player 2's clear move after an exchange", example_5_1_2.check_reply),
        Item("subsets", "Every other strategy is strictly dominated", example_5_1_2.check_subsets),
        Item("eq-5.7", "(5.7): player 1 exchanges", example_5_1_2.check_eq_5_7),
        Item("eq-5.8", "(5.8) and case 3: player 1 holds", example_5_1_2.check_eq_5_8),
        Item("eq-5.9", "(5.9): the probability that player 1 wins", example_5_1_2.check_eq_5_9),
        Item("table-5.1", "Table 5.1: the payoff matrix", example_5_1_2.check_table_5_1),
        Item(
            "dominance", "Strict dominance, statement by statement", example_5_1_2.check_dominance
        ),
        Item("table-5.2", "Table 5.2: three rows are left", example_5_1_2.check_table_5_2),
        Item("eq-5.11", "(5.11): two columns are left", example_5_1_2.check_eq_5_11),
        Item("eq-5.12", "(5.12): the 2 x 2 game", example_5_1_2.check_eq_5_12),
        Item("solution", "What (5.12) implies for the whole game", example_5_1_2.check_solution),
    ),
    read="Read: a text excerpt of Example 5.1.2, without Table 5.1 and the solution of (5.12).",
    unchecked=("what the book says of le Her outside Example 5.1.2",),
    opens={
        "": "le-her(ranks=13, suits=4)",
        "table-5.1": "le-her(strategies=threshold)",
    },
)
