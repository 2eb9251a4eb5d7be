"""Check the last claim of Section 4.5: what optimal strategies of the 2-PG are worth on real cards.

A hand x of the model is read as a poker hand as in 5.5.2: by its place among the 2,598,960 hands. A
strength of the pack takes the action of its middle. The strategies are then judged in the game with
five cards each of one pack, without a draw and with one, by exact best responses over all hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from sabot.cards.poker_hand import all_strengths
from sabot.forms.continuous.betting_game import ThresholdProfile, ThresholdRule
from sabot.forms.hand_deals import ClassDeal
from sabot.forms.private_hands import HandStrategy, PrivateHandsForm, best_response_value
from sabot.sources.risticz_1973 import printed_formulas
from sabot.sources.risticz_1973.printed_formulas import printed
from sabot.sources.risticz_1973.profiles import Q, profile_2pg, solve_equilibrium

TURNS = ("1: -", "1: 1 enter, 2 double", "2: 1 enter")
"""The turns of the 2-PG; the first two are player 1's."""


def strength_middles() -> list[Fraction]:
    """Return the hand x in the middle of each strength of the pack, the weakest first."""
    below, found = 0, []
    for step in all_strengths():
        found.append(below + Fraction(step.ways, 2))
        below += step.ways
    return [middle / below for middle in found]


def on_cards(profile: ThresholdProfile, deal: ClassDeal) -> tuple[HandStrategy, HandStrategy]:
    """Return cuts as pure strategies on cards: for each action and hand 1 or 0."""
    middles = strength_middles()
    levels = np.array(deal.levels_of(0)) - 1

    def mix(rule: ThresholdRule, actions: int) -> NDArray[np.int64]:
        chosen = [rule.actions[sum(cut <= middle for cut in rule.cuts)] for middle in middles]
        taken: NDArray[np.int64] = np.array(chosen)[levels] == np.arange(actions)[:, None]
        return taken.astype(np.int64)

    enter, look, answer = (profile[turn] for turn in TURNS)
    return (mix(enter, 2), mix(look, 2)), (mix(answer, 3),)


def thesis_strategies() -> Iterator[tuple[str, ThresholdProfile]]:
    """Yield the strategies of the thesis for two players, and the equilibria of its model."""
    for q in ("0", "0.287"):
        a, b, d, e = printed_formulas.analytic_solution(Fraction(q))
        yield f"table 11, q = {q}", profile_2pg((a, b, b, d, e, Fraction(0)))
    for q in ("0", "0.287"):
        found = solve_equilibrium(f"blind-poker(players=2, q={q})").profile
        yield f"equilibrium of the model, q = {q}", {turn: found[turn] for turn in TURNS}
    a, b, d, e = printed_formulas.analytic_solution(Q)
    simple = {
        **profile_2pg((a, b, b, d, e, Fraction(0))),
        "1: -": ThresholdRule((0, 1), (Fraction(printed.three["2: 1 drop"]),)),
        "1: 1 enter, 2 double": ThresholdRule((1,), ()),
    }
    yield "section 5.5.1, without bluffs", simple
    four = solve_equilibrium("blind-poker(players=4, q=0.287)").profile
    yield (
        "figure 12, the last two of four",
        {
            "1: -": four["3: 1 drop, 2 drop"],
            "1: 1 enter, 2 double": ThresholdRule((1,), ()),
            "2: 1 enter": four["4: 1 drop, 2 drop, 3 enter"],
        },
    )


@dataclass(frozen=True)
class CostOnCards:
    """What a pair of strategies is worth on real cards, to player 1."""

    name: str
    low: Fraction
    """What player 1's strategy secures."""
    high: Fraction
    """What player 2's strategy concedes at most."""


def costs_on_cards(form: PrivateHandsForm) -> Iterator[CostOnCards]:
    """Yield what each strategy secures and concedes, by exact best responses."""
    deal = form.deal
    assert isinstance(deal, ClassDeal), "hands are classes of five cards"
    for name, profile in thesis_strategies():
        one, two = on_cards(profile, deal)
        low = -best_response_value(form, 1, one, 1)
        yield CostOnCards(name, low, best_response_value(form, 0, two, 1))
