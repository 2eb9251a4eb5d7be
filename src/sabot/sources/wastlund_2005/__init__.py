"""Wästlund 2005: single-suit whist, by exhaustion and exact counting.

Theorems about deals are tried on every deal up to a given size, against a minimax that does not
use them; counts are compared with counting one by one; limits with exact distributions.
"""

from __future__ import annotations

from sabot.games.whist.render import figures
from sabot.papers.report import Drawing, Item, Source
from sabot.render.figures.figure import Figure
from sabot.sources.wastlund_2005 import (
    proof_of_theorem_9_1,
    section_11_counts,
    section_11_limit_law,
    sections_2_to_7,
    sections_8_to_10,
)

DEALS, SEED = 100_000, 2005


def _draw_limit_law() -> Figure:
    return figures.limit_law_figure((50, 200))


def _draw_density() -> Figure:
    return figures.density_figure(60)


def _draw_dealer_advantage() -> Figure:
    # each exact value takes longer than the last, half a minute at 100: there estimates begin
    return figures.dealer_figure((*range(1, 41), 50, 60), (100, 200, 400), deals=DEALS, seed=SEED)


def _draw_card_values() -> Figure:
    return figures.card_worth_figure(13)


SOURCE = Source(
    "wastlund-2005",
    "A solution of two-person single-suit whist",
    "J. Wästlund, A solution of two-person single-suit whist, preprint, Linköping Studies in "
    "Mathematics No. 3, February 2005; revised: Electronic Journal of Combinatorics 12(1), 2005, "
    "R43",
    (
        Item("example-5", "(5): K Q 10 against A J 9, holding up", sections_2_to_7.check_example_5),
        Item("proposition-4.1", "The normal strategy", sections_2_to_7.check_proposition_4_1),
        Item("lemma-5.1", "A trick taken cheaply, (7), (9)", sections_2_to_7.check_lemma_5_1),
        Item("lemma-5.2", "The diagonal sums change sign once", sections_2_to_7.check_lemma_5_2),
        Item("eq-10", "H lower, H upper and (10), as defined", sections_2_to_7.check_eq_10),
        Item("theorem-6.1", "The value of greedy whist", sections_2_to_7.check_theorem_6_1),
        Item("eq-11-13", "The proof of Theorem 6.1, (11) to (13)", sections_2_to_7.check_eqs_11_13),
        Item("theorem-6.2", "Odd deals of greedy whist", sections_2_to_7.check_theorem_6_2),
        Item("lattice", "L_n and its alternating sets", sections_2_to_7.check_lattice),
        Item("theorem-7.1", "Generalised greedy whist", sections_2_to_7.check_theorem_7_1),
        Item("example-14", "(14): most tricks or the last one", sections_2_to_7.check_example_14),
        Item("theorem-7.2", "The value of five-card", sections_2_to_7.check_theorem_7_2),
        Item("theorem-8.1", "H is H lower or H upper", sections_8_to_10.check_theorem_8_1),
        Item("theorem-8.2", "The normal strategy in whist", sections_8_to_10.check_theorem_8_2),
        Item(
            "eq-15-18", "The proof of Theorem 8.2, (15) to (18)", sections_8_to_10.check_eqs_15_18
        ),
        Item("theorem-8.3", "Four games with one deal", sections_8_to_10.check_theorem_8_3),
        Item("eq-19", "The proof of Theorem 8.3, (19)", sections_8_to_10.check_eq_19),
        Item("theorem-9.1", "The value of whist", sections_8_to_10.check_theorem_9_1),
        Item(
            "lemma-9.2", "The largest k decides, (20) to (22)", proof_of_theorem_9_1.check_lemma_9_2
        ),
        Item(
            "lemma-9.3", "No holding up against the smallest card", sections_8_to_10.check_lemma_9_3
        ),
        Item(
            "proof-9.1-I",
            "The proof of Theorem 9.1, Case I, (23) to (25)",
            proof_of_theorem_9_1.check_case_one,
        ),
        Item("proof-9.1-II", "Case II, (26)", proof_of_theorem_9_1.check_case_two),
        Item("proof-9.1-III", "Case III, (27) to (30)", proof_of_theorem_9_1.check_case_three),
        Item("proof-9.1-IV", "Case IV, (31) to (36)", proof_of_theorem_9_1.check_case_four),
        Item("theorem-9.4", "No reason to hold up but the ace", sections_8_to_10.check_theorem_9_4),
        Item("section-10", "The linear procedure, (37)", sections_8_to_10.check_section_10),
        Item("theorem-10.1", "The number of operations", sections_8_to_10.check_theorem_10_1),
        Item(
            "theorem-11.1", "The generalised ballot theorem", section_11_counts.check_theorem_11_1
        ),
        Item("lemma-11.2", "Chung and Feller; Corollary 11.3", section_11_counts.check_lemma_11_2),
        Item("theorem-11.4", "(38): deals with T_k > 0", section_11_counts.check_theorem_11_4),
        Item(
            "eq-39-43",
            "(39), (40), (43): sums and their parts",
            section_11_limit_law.check_eqs_39_43,
        ),
        Item(
            "eq-44-48", "(44) to (48): a binomial coefficient", section_11_limit_law.check_eqs_44_48
        ),
        Item("eq-41-52", "(41), (42), (49) to (52): errors", section_11_limit_law.check_eqs_41_52),
        Item("theorem-11.5", "(53): the limit law", section_11_limit_law.check_theorem_11_5),
        Item(
            "theorem-11.6",
            "(55) and its proof, (54) to (63)",
            section_11_limit_law.check_theorem_11_6,
        ),
        Item("lemma-11.7", "An entry above the diagonal", section_11_counts.check_lemma_11_7),
        Item("theorem-11.8", "Large diagonals", section_11_counts.check_theorem_11_8),
        Item("lemma-11.9", "T_k = 1 or 2 is rare", section_11_counts.check_lemma_11_9),
        Item("lemma-11.10", "Some T_k = 1 or 2 is rare", section_11_counts.check_lemma_11_10),
        Item("theorem-11.11", "The ace decides", section_11_counts.check_theorem_11_11),
        Item("theorem-11.12", "The dealer's advantage", section_11_counts.check_theorem_11_12),
        Item(
            "section-11.4",
            "The value of the ace and the king",
            section_11_counts.check_section_11_4,
        ),
    ),
    (
        Drawing("limit-law", "(53): H lower and H upper beside their limit", _draw_limit_law),
        Drawing("density", "(55): the chances of H beside the density", _draw_density),
        Drawing("dealer", "Theorem 11.12: the dealer's advantage", _draw_dealer_advantage),
        Drawing("cards", "Section 11.4: the worth of each card, n = 13", _draw_card_values),
    ),
    read="Read: a text conversion of the preprint (Linköping, February 2005). The version of "
    "record, Electronic Journal of Combinatorics 12(1), 2005, R43, was revised after refereeing "
    "and was not available to us: what differs here may be corrected there, and a sign or an "
    "index may be the conversion's.",
    unchecked=(
        "examples (1) to (4) and the rules of five-card in Section 2, whose pages are missing in "
        "the text",
        "the proofs as arguments: formulas and statements are tried on finitely many deals, the "
        "inference from one to the next is not",
        "error terms O(...) and running times as such",
        "what is cited from other papers",
    ),
    opens={
        "": "whist(hands=KQ10/AJ9)",
    },
)
