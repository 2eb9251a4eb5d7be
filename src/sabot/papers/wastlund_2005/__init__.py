"""Wästlund 2005: single-suit whist, by exhaustion and exact counting.

Theorems about deals are tried on every deal up to a stated size, against a minimax that owes them
nothing; counts are compared with counting one by one; limits with exact distributions.
"""

from __future__ import annotations

from sabot.games.whist.render import figures
from sabot.papers.report import Drawing, Item, Source
from sabot.papers.wastlund_2005 import counts, early, limits, value
from sabot.render.figures.figure import Figure

DEALS, SEED = 100_000, 2005


def _limit_law() -> Figure:
    return figures.law_figure((50, 200))


def _density() -> Figure:
    return figures.density_figure(60)


def _dealer() -> Figure:
    # each exact value takes longer than the last, half a minute at 100: there estimates begin
    return figures.dealer_figure((*range(1, 41), 50, 60), (100, 200, 400), deals=DEALS, seed=SEED)


def _cards() -> Figure:
    return figures.worth_figure(13)


SOURCE = Source(
    "wastlund-2005",
    "A solution of two-person single-suit whist",
    "J. Wästlund, A solution of two-person single-suit whist, Linköping Studies in Mathematics "
    "No. 3, Linköping University Electronic Press, 2005",
    (
        Item("example-5", "(5): K Q 10 against A J 9, holding up", early.example_5),
        Item("proposition-4.1", "The normal strategy", early.proposition_4_1),
        Item("lemma-5.1", "A trick taken cheaply, (7), (9)", early.lemma_5_1),
        Item("lemma-5.2", "The diagonal sums change sign once", early.lemma_5_2),
        Item("theorem-6.1", "The value of greedy whist", early.theorem_6_1),
        Item("theorem-6.2", "Odd deals of greedy whist", early.theorem_6_2),
        Item("theorem-7.1", "Generalised greedy whist", early.theorem_7_1),
        Item("example-14", "(14): most tricks or the last one", early.example_14),
        Item("theorem-7.2", "The value of five-card", early.theorem_7_2),
        Item("theorem-8.1", "H is H lower or H upper", value.theorem_8_1),
        Item("theorem-8.2", "The normal strategy in whist", value.theorem_8_2),
        Item("theorem-8.3", "Four games with one deal", value.theorem_8_3),
        Item("theorem-9.1", "The value of whist", value.theorem_9_1),
        Item("lemma-9.2", "The largest k decides", value.lemma_9_2),
        Item("lemma-9.3", "No holding up against the smallest card", value.lemma_9_3),
        Item("proof-9.1", "The proof of Theorem 9.1, step by step", value.proof_9_1),
        Item("theorem-9.4", "No reason to hold up but the ace", value.theorem_9_4),
        Item("section-10", "The linear procedure", value.section_10),
        Item("theorem-11.1", "The generalised ballot theorem", counts.theorem_11_1),
        Item("lemma-11.2", "Chung and Feller; Corollary 11.3", counts.lemma_11_2),
        Item("theorem-11.4", "(38): deals with T_k > 0", counts.theorem_11_4),
        Item("eq-42-48", "(42) to (48): estimates", limits.estimates),
        Item("theorem-11.5", "(53): the limit law", limits.theorem_11_5),
        Item("theorem-11.6", "(55) and its proof, (57) to (63)", limits.theorem_11_6),
        Item("lemma-11.7", "An entry above the diagonal", counts.lemma_11_7),
        Item("theorem-11.8", "Large diagonals", counts.theorem_11_8),
        Item("lemma-11.9", "T_k = 1 or 2 is rare", counts.lemma_11_9),
        Item("lemma-11.10", "Some T_k = 1 or 2 is rare", counts.lemma_11_10),
        Item("theorem-11.11", "The ace decides", counts.theorem_11_11),
        Item("theorem-11.12", "The dealer's advantage", counts.theorem_11_12),
        Item("section-11.4", "The value of the ace and the king", counts.value_of_the_ace),
    ),
    (
        Drawing("limit-law", "(53): H lower and H upper beside their limit", _limit_law),
        Drawing("density", "(55): the chances of H beside the density", _density),
        Drawing("dealer", "Theorem 11.12: the dealer's advantage", _dealer),
        Drawing("cards", "Section 11.4: the worth of each card, n = 13", _cards),
    ),
)
