"""Check the last claim of Section 4.5: what optimal strategies of the 2-PG are worth on real cards.

A hand x of the model is read as a poker hand as in 5.5.2: by its place among the 2,598,960 hands. A
strength of the pack takes the action of its middle. The strategies are then judged in the game with
five cards each of one pack, without a draw and with one, by exact best responses over all hands.
That takes minutes, so ``real_cards.json`` keeps what was found, and a slow test computes it again.

In the model all hands that beat nothing bluff alike. With cards they do not: what player 1 holds
changes how often the blind drops. A bluff wins 1 then and loses 2 else, so it pays where the blind
drops two times in three.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from sabot.cards.poker_hand import HIGH_CARD, all_strengths
from sabot.cards.poker_odds.hand_distribution import kinds_by_rank
from sabot.exact import format_decimal, format_rounded_down, format_rounded_up
from sabot.forms.continuous.betting_game import ThresholdProfile, ThresholdRule
from sabot.forms.hand_deals import ClassDeal, exact_sum
from sabot.forms.private_hands import HandStrategy, PrivateHandsForm, best_response_value
from sabot.papers.report import Claim, PaperTable, format_grid
from sabot.sources.risticz_1973 import printed_formulas
from sabot.sources.risticz_1973.printed_formulas import printed
from sabot.sources.risticz_1973.profiles import (
    Q,
    compare_text,
    profile_2pg,
    solve_equilibrium,
)

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


@dataclass(frozen=True)
class KeptCosts:
    """What was computed of the game on cards with one kind of draw."""

    low: Fraction
    """The value is proved to lie between this and the next."""
    high: Fraction
    costs: tuple[CostOnCards, ...]
    bluffs: tuple[tuple[Fraction, Fraction], ...]
    """How often the blind drops, in steps, and which share of the hands without a pair enters;
    none where hands draw, since they may then improve."""


@cache
def kept_costs() -> Mapping[str, KeptCosts]:
    """Return what ``real_cards.json`` has, by how cards are drawn."""
    text = files(__package__).joinpath("real_cards.json").read_text("utf-8")
    return {
        draw: KeptCosts(
            Fraction(found["low"]),
            Fraction(found["high"]),
            tuple(
                CostOnCards(name, Fraction(low), Fraction(high))
                for name, (low, high) in found["costs"].items()
            ),
            tuple((Fraction(at), Fraction(share)) for at, share in found["bluffs"]),
        )
        for draw, found in json.loads(text).items()
    }


STEP = Fraction(1, 200)
"""The width of a step in which hands are put together by how often the blind drops."""


def bluffs_by_drops(
    form: PrivateHandsForm, strategies: tuple[HandStrategy, HandStrategy], unit: int
) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield, for hands without a pair, how often the blind drops and which share of them enters.

    Hands are put together in steps; a step is named by its middle.
    """
    deal = form.deal
    (enter, _), (answer,) = strategies
    met = deal.all(0, np.ones(form.hands[1], np.int64)).astype(float)
    drops = deal.all(0, answer[0]).astype(float) / (met * unit)
    kinds = kinds_by_rank()[np.array(deal.levels_of(0)) - 1]
    own = deal.own_weights(0)
    steps = np.floor(drops / float(STEP)).astype(int)
    for step in np.unique(steps[kinds == HIGH_CARD]).tolist():
        here = (kinds == HIGH_CARD) & (steps == step)
        entered = exact_sum(own[here], enter[1][here])
        yield (step + Fraction(1, 2)) * STEP, Fraction(entered, unit * int(own[here].sum()))


def check_optimal_on_cards(item: str, slip: str) -> Iterator[Claim | PaperTable]:
    """Check that strategies optimal for the 2-PG are optimal with real cards."""
    kept = kept_costs()["apart"]
    best = next(one for one in kept.costs if one.name == "table 11, q = 0.287")
    why = (
        "five cards each of one pack, draws apart by the common rule: the strategies of table 11 "
        f"secure {format_decimal(best.low, 4)} and concede {format_decimal(best.high, 4)}, by "
        "exact best responses over all hands, where the value is between "
        f"{format_rounded_down(kept.low, 4)} and {format_rounded_up(kept.high, 4)}"
    )
    where = "4.5: strategies optimal for the 2-PG are optimal with real cards"
    yield compare_text(item, where, True, False, evidence=why, otherwise="error", slip=slip)
    for draw, found in kept_costs().items():
        rows = [
            (one.name, (format_decimal(one.low, 6), format_decimal(one.high, 6)))
            for one in found.costs
        ]
        rows.append(
            ("value, proved", (format_rounded_down(found.low, 6), format_rounded_up(found.high, 6)))
        )
        title = f"real cards, draw={draw}: what player 1 secures and the blind concedes"
        yield PaperTable(item, title, format_grid("strategies", ("secures", "concedes"), rows))
