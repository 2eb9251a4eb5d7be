"""The items about whole strategies: the 2^13 subsets of each player, and the solution."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

import numpy as np

from sabot import api
from sabot.exact import show
from sabot.papers.ethier_2010_le_her import printed, told
from sabot.papers.ethier_2010_le_her.subsets import (
    Array,
    Parts,
    best_replies,
    dealer_gaps,
    receiver_gaps,
    rounds,
    shown,
)
from sabot.papers.report import Claim, PaperTable, compare, grid

_WHERE = "before (5.7): every other strategy is strictly dominated by a threshold one"
_SEATS = ("player 1", "player 2")


def subsets() -> Iterator[Claim | PaperTable]:
    """Check the statement that only threshold strategies are reasonable, seat by seat."""
    parts = Parts.of(told.walked())
    others = np.ones(1 << parts.ranks, dtype=bool)
    others[parts.thresholds] = False
    yield _player_1(parts, others)
    yield _player_2(parts, others)
    rows = [
        (number, (_SEATS[step.seat], len(step.left), _names(parts, step.left)))
        for number, step in enumerate(rounds(parts), 1)
    ]
    yield PaperTable(
        "subsets",
        "The 2^13 x 2^13 game by strict dominance, round by round, dominators {1..i} only",
        grid("round", ("eliminates", "left", "which {1..i} are left"), rows),
    )


def _player_1(parts: Parts, others: Array) -> Claim:
    gaps = receiver_gaps(parts)
    total = int(others.sum())
    strict = int(gaps.strict.any(axis=1)[others].sum())
    margins = gaps.least.max(axis=1)
    margins[~others] = margins.max() + 1
    tightest = int(margins.argmin())
    by = int(gaps.least[tightest].argmax())
    survivors = [i for i, mask in enumerate(parts.thresholds) if not gaps.strict[mask].any()]
    replies = best_replies(parts)
    return compare(
        "subsets",
        f"{_WHERE}; player 1",
        f"{total:,} of {total:,}",
        f"{strict:,} of {total:,}",
        evidence="exhaustive: all 8,192 subsets S against all 8,192 subsets T. The closest call "
        f"is S = {shown(tightest)}, beaten by S_{by} by at least {int(margins[tightest])}/16575. "
        f"Of the S_i themselves {', '.join(f'S_{i}' for i in survivors)} survive this round: they "
        f"are best replies to {', '.join(f'{replies[i]:,}' for i in survivors)} subsets T",
    )


def _player_2(parts: Parts, others: Array) -> Claim:
    gaps = dealer_gaps(parts)
    total = int(others.sum())
    strict = int(gaps.strict.any(axis=1)[others].sum())
    weak = int(gaps.weak.any(axis=1)[others].sum())
    always_exchanges = parts.payoffs([-1 % (1 << parts.ranks)], list(range(1 << parts.ranks)))
    (same,) = np.unique(always_exchanges).tolist()
    second = rounds(parts)[1].left
    later = total - sum(bool(others[mask]) for mask in second)
    example = 0b10  # T = {2}
    by = int(gaps.weak[example].argmax())
    return compare(
        "subsets",
        f"{_WHERE}; player 2",
        f"{total:,} of {total:,}",
        f"{strict:,} of {total:,}",
        evidence="against S = {1,...,13} player 1 always exchanges, player 2 never uses his set, "
        f"and all 8,192 subsets T pay {same}/16575: none, and no mixture, is strictly better than "
        f"another, not even among S_0..S_13. Weakly dominated by some T_j are {weak:,} of "
        f"{total:,}; so T = {{2}} by T_{by}, which saves player 2 up to "
        f"{int(gaps.most[example, by])}/16575 and costs nothing. Once player 1's strictly "
        f"dominated sets are gone, {later:,} of {total:,} are strictly dominated",
        otherwise="error",
    )


def _names(parts: Parts, left: list[int]) -> str:
    levels = [i for i, mask in enumerate(parts.thresholds) if mask in set(left)]
    return ",".join(map(str, levels))


def _mixed(game: dict[int, dict[int, int]]) -> tuple[Fraction, Fraction, Fraction]:
    """Return the value of a 2 x 2 game without a saddle point, the chances of row and column 1."""
    (a, b), (c, d) = (tuple(row.values()) for row in game.values())
    below = a + d - b - c
    return Fraction(a * d - b * c, below), Fraction(d - c, below), Fraction(d - b, below)


def solution() -> Iterator[Claim]:
    """Compare the solution of the printed 2 x 2 game with that of the whole game."""
    scaled, six, seven = _mixed(printed.EQ_5_12)
    value = scaled / printed.NORMALISER
    full, small = told.solution(told.FULL), told.solution(told.THRESHOLD)
    proof = "(5.12) by the 2 x 2 formula; ours: the whole game, certificate re-checked"
    implied = partial(compare, "solution", evidence=proof, basis="formula")
    receiver, dealer = full["receiver"], full["dealer"]
    for name, game in (("2^13 x 2^13", full), ("14 x 14", small)):
        proved = api.check(game)
        yield implied(f"value of the {name} game", value, proved)
    chance = (1 + api.check(full)) / 2
    yield implied("player 1 wins with probability", (1 + value) / 2, chance)
    for where, says, ours in (
        ("player 1 holds a 7 (uses S_6)", six, receiver["7"]["hold"]),
        ("player 1 exchanges a 7 (uses S_7)", 1 - six, receiver["7"]["exchange"]),
        ("player 2 keeps an 8 (uses T_7)", seven, dealer["8"]["keep"]),
        ("player 2 draws to an 8 (uses T_8)", 1 - seven, dealer["8"]["draw"]),
    ):
        yield implied(where, says, ours)
    mixed = f"{' '.join(receiver.mixed)}; {' '.join(dealer.mixed)}"
    # S_6 and S_7 differ at rank 7, T_7 and T_8 at rank 8
    said = f"{max(printed.EQ_5_12)}; {max(max(row) for row in printed.EQ_5_12.values())}"
    yield implied("ranks at which they mix", said, mixed)
    for name, game in (("14 x 14", small), ("2^13 x 2^13", full)):
        yield compare(
            "solution",
            f"strict dominance loses no solution: unique in the {name} game",
            True,
            game.unique,
            evidence=f"a full-rank system in the certificate, re-checked; value {show(game.value)}",
        )
