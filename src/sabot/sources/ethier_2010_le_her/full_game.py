"""Le Her computed for the claims: by counting cards, by playing the rules, over all strategies.

Three independent computations that the claims compare with the paper's formulas. First, cards are
taken out of a pack of 52, the hand is played and the wins are counted; this part uses neither the
paper's formulas nor the game that ships with Sabot. Second, the shipped rules are played with
prescribed cards and answers, or explored into the whole tree. Third, all 2^13 strategies of each
seat meet all 2^13 of the other, exactly: what one strategy earns more than another is a sum over
the opponent's ranks, and he chooses rank by rank, so the least and the most of it over all his 2^13
subsets are the sums of the least and the most of each term; 8192 x 14 differences need
8192 x 14 x 13 additions of integers. A set of ranks is a bit mask: bit k - 1 is rank k.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from sabot.api import solving
from sabot.forms.extensive import ObservationHistory
from sabot.forms.sequence import MatrixForm, SequenceForm, sequence_form_of_tree
from sabot.game_rules.table import Table
from sabot.loading import load
from sabot.papers.report import require_agreement
from sabot.results.solution import Solution

KING = 13
RANKS = range(1, 14)
DEALS = 52 * 51 * 50


def full_pack() -> Counter[int]:
    """Return a full pack: four cards of each rank."""
    return Counter(dict.fromkeys(RANKS, 4))


def dealt_pairs() -> Iterator[tuple[int, int, int]]:
    """Yield the ranks dealt to players 1 and 2, and in how many ways that happens."""
    full = full_pack()
    for mine, many in full.items():
        rest = full - Counter([mine])
        for yours, more in rest.items():
            yield mine, yours, many * more


def remaining_pack(mine: int, yours: int) -> Counter[int]:
    """Return what is left in the pack after two cards were dealt."""
    return full_pack() - Counter([mine, yours])


def final_cards(
    mine: int, yours: int, third: int, *, exchanges: bool, draws: bool | None
) -> tuple[int, int]:
    """Return the two cards at the end of play; ``draws=None`` is the reply that is called clear."""
    swapped = exchanges and yours != KING
    if swapped:
        mine, yours = yours, mine
    if draws is None:
        draws = swapped and yours < mine
    if draws and third != KING:
        yours = third
    return mine, yours


@cache
def count_wins(mine: int, yours: int, *, exchanges: bool, draws: bool | None) -> int:
    """Return with how many of the 50 next cards player 1 wins."""
    total = 0
    for third, many in remaining_pack(mine, yours).items():
        one, two = final_cards(mine, yours, third, exchanges=exchanges, draws=draws)
        total += many * (one > two)
    return total


def win_probability(mine: int, yours: int, *, exchanges: bool, draws: bool | None) -> Fraction:
    """Return player 1's chance to win, given both cards."""
    return Fraction(count_wins(mine, yours, exchanges=exchanges, draws=draws), 50)


def threshold_win_probability(i: int, j: int) -> Fraction:
    """Return P(B_ij): player 1 exchanges ranks up to i, player 2 draws to ranks up to j."""
    total = 0
    for mine, yours, ways in dealt_pairs():
        exchanges = mine <= i
        draws = None if exchanges else yours <= j
        total += ways * count_wins(mine, yours, exchanges=exchanges, draws=draws)
    return Fraction(total, DEALS)


FULL_GAME = "le-her(ranks=13, suits=4)"
OPEN_REPLY_GAME = "le-her(ranks=13, suits=4, reply=open)"
THRESHOLD_GAME = "le-her(ranks=13, suits=4, strategies=threshold)"


class ScriptedTable(Table):
    """A table where the next cards and each seat's answer are laid down beforehand."""

    def __init__(self, cards: Sequence[int], answers: dict[str, str]) -> None:
        super().__init__(("receiver", "dealer"))
        self._cards = iter(cards)
        self._answers = answers

    def pick(
        self,
        labels: Sequence[Hashable],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Deal the card that is laid."""
        return labels.index(next(self._cards))

    def choose(self, seat: str, view: ObservationHistory, actions: tuple[str, ...]) -> int:
        """Give the answer that is laid."""
        return actions.index(self._answers[seat])


PlayedHand = tuple[int, int, int, bool, bool]
"""X, Y, Z, whether player 1 exchanges, whether player 2 draws."""


@cache
def play_every_hand() -> dict[PlayedHand, int]:
    """Play the rules, the reply left open, on every deal of ranks with every answer."""
    game = load(OPEN_REPLY_GAME)
    paid = {}
    for x, y, z, exchanges, draws in product(RANKS, RANKS, RANKS, (False, True), (False, True)):
        answers = {
            "receiver": "exchange" if exchanges else "hold",
            "dealer": "draw" if draws else "keep",
        }
        table = ScriptedTable((x, y, z), answers)
        paid[x, y, z, exchanges, draws] = int(table.play_hand(game.play)[0])
    return paid


@cache
def full_sequence_form() -> SequenceForm:
    """Return the full game as it is explored from the rules."""
    return sequence_form_of_tree(load(FULL_GAME).tree())


@cache
def threshold_matrix() -> tuple[tuple[int, ...], ...]:
    """Return the 14 x 14 matrix x 16,575, by two methods that must agree.

    One is the form explored from the rules, played with each pair of threshold strategies;
    the other counts cards and never sees a tree.
    """
    form = full_sequence_form()
    plans = [
        [
            {0, *(cell.first + (int(cell.key) <= level) for cell in side.cells)}
            for level in range(14)
        ]
        for side in form.sides
    ]
    rows = tuple(
        tuple(sum(a for i, j, a in form.payoffs if i in one and j in two) for two in plans[1])
        for one in plans[0]
    )
    counted = load(THRESHOLD_GAME).form()
    assert isinstance(counted, MatrixForm)
    scales = require_agreement("denominator of Table 5.1", form.denominator, counted.denominator)
    return tuple(require_agreement(f"Table 5.1 (x {scales})", rows, counted.payoffs))


@cache
def solve_game(game: str) -> Solution:
    """Return the solution of one of the three games, solved once."""
    found = solving.solve(game)
    assert isinstance(found, Solution)
    return found


IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class PayoffTables:
    """The integers that le Her is made of, payoffs to the receiver over one denominator.

    ``exchange[k]`` is earned at rank k by exchanging it; ``keep[k, l]`` and ``draw[k, l]`` by
    holding k against a dealer who has l and keeps or draws. Index 0 is rank 1.
    """

    exchange: IntArray
    keep: IntArray
    draw: IntArray

    @classmethod
    def of(cls, form: SequenceForm) -> PayoffTables:
        """Read the parts off the sequence form of the full game with the reply fixed."""
        size = len(form.sides[0].cells)
        hold = {cell.first: int(cell.key) - 1 for cell in form.sides[0].cells}
        keeps = {cell.first: int(cell.key) - 1 for cell in form.sides[1].cells}
        exchange = np.zeros(size, dtype=np.int64)
        keep, draw = (np.zeros((size, size), dtype=np.int64) for _ in range(2))
        for one, two, amount in form.payoffs:
            if one in hold:
                table = keep if two in keeps else draw
                table[hold[one], keeps[two if two in keeps else two - 1]] = amount
            else:
                exchange[hold[one - 1]] = amount
        return cls(exchange, keep, draw)

    @property
    def ranks(self) -> int:
        """How many ranks there are."""
        return len(self.exchange)

    @property
    def members(self) -> IntArray:
        """One row of 0s and 1s for each subset of the ranks."""
        return (np.arange(1 << self.ranks)[:, None] >> np.arange(self.ranks)) & 1

    @property
    def thresholds(self) -> list[int]:
        """The masks of {1..i}, i from 0."""
        return [(1 << i) - 1 for i in range(self.ranks + 1)]

    @property
    def hold(self) -> IntArray:
        """What holding rank k earns (column) against each subset T (row)."""
        members = self.members
        return members @ self.draw.T + (1 - members) @ self.keep.T

    def payoffs(self, ones: list[int], twos: list[int]) -> IntArray:
        """Return the matrix of some subsets S against some subsets T."""
        gives, draws = self.members[ones], self.members[twos]
        held = 1 - gives
        kept = held @ self.keep @ (1 - draws).T + held @ self.draw @ draws.T
        return (gives @ self.exchange)[:, None] + kept


@dataclass(frozen=True)
class DominanceGaps:
    """What threshold strategy c earns more than subset r: over the opponent's replies, exactly."""

    least: IntArray
    most: IntArray

    @property
    def strict(self) -> BoolArray:
        """Whether threshold c strictly dominates subset r."""
        return self.least > 0

    @property
    def weak(self) -> BoolArray:
        """Whether threshold c dominates subset r at least weakly."""
        return (self.least >= 0) & (self.most > 0)


def receiver_gaps(parts: PayoffTables) -> DominanceGaps:
    """Compare every subset S with every threshold S_i over all 2^13 subsets T."""
    members, thresholds = parts.members, parts.thresholds
    fixed = members @ parts.exchange
    kept, drawn = (1 - members) @ parts.keep, (1 - members) @ parts.draw
    least, most = (np.empty((len(members), len(thresholds)), dtype=np.int64) for _ in range(2))
    for column, mask in enumerate(thresholds):
        base = fixed[mask] - fixed
        keeps, draws = kept[mask] - kept, drawn[mask] - drawn
        least[:, column] = base + np.minimum(keeps, draws).sum(axis=1)
        most[:, column] = base + np.maximum(keeps, draws).sum(axis=1)
    return DominanceGaps(least, most)


def dealer_gaps(parts: PayoffTables) -> DominanceGaps:
    """Compare every subset T with every threshold T_j over all 2^13 subsets S, for the dealer."""
    members, thresholds = parts.members, parts.thresholds
    paid = parts.hold
    least, most = (np.empty((len(members), len(thresholds)), dtype=np.int64) for _ in range(2))
    for column, mask in enumerate(thresholds):
        saved = paid - paid[mask]  # nothing is saved at a rank that is exchanged
        least[:, column] = np.minimum(saved, 0).sum(axis=1)
        most[:, column] = np.maximum(saved, 0).sum(axis=1)
    return DominanceGaps(least, most)


def ranks_in_mask(mask: int) -> tuple[int, ...]:
    """Return the ranks in a mask.

    >>> ranks_in_mask(0b1011)
    (1, 2, 4)
    """
    return tuple(bit + 1 for bit in range(mask.bit_length()) if mask >> bit & 1)


def mask_text(mask: int) -> str:
    """Return a set of ranks as text.

    >>> mask_text(0b10111), mask_text(0), mask_text(0b111)
    ('{1,2,3,5}', '{}', '{1,2,3}')
    """
    return "{" + ",".join(map(str, ranks_in_mask(mask))) + "}"


@dataclass(frozen=True)
class EliminationRound:
    """One round of elimination: whose, and which of his strategies are left."""

    seat: int
    left: list[int]


def eliminate_dominated(parts: PayoffTables) -> list[EliminationRound]:
    """Eliminate in the full game whatever a threshold strategy strictly dominates, seat by seat.

    The receiver begins, against all subsets T; afterwards each seat answers what is left.
    """
    everything = list(range(1 << parts.ranks))
    left = [np.flatnonzero(~receiver_gaps(parts).strict.any(axis=1)).tolist(), everything]
    found = [EliminationRound(0, left[0])]
    seat, idle = 1, 0
    while idle < 2:
        leaders = [mask for mask in parts.thresholds if mask in set(left[seat])]
        own, best = left[seat], leaders
        if seat == 0:
            table, over = parts.payoffs(own, left[1]), parts.payoffs(best, left[1])
        else:
            table, over = -parts.payoffs(left[0], own).T, -parts.payoffs(left[0], best).T
        beaten = np.zeros(len(own), dtype=bool)
        for row in over:
            beaten |= (row > table).all(axis=1)
        idle = 0 if beaten.any() else idle + 1
        left[seat] = [mask for mask, gone in zip(own, beaten.tolist(), strict=True) if not gone]
        if beaten.any():
            found.append(EliminationRound(seat, left[seat]))
        seat = 1 - seat
    return found


def count_best_reply_subsets(parts: PayoffTables) -> list[int]:
    """Return to how many subsets T each threshold S_i is a best reply.

    One that is a best reply to anything is strictly dominated by nothing, not even by a mixture.
    """
    hold = parts.hold
    may_exchange, may_hold = parts.exchange >= hold, parts.exchange <= hold
    return [
        int((may_exchange[:, :i].all(axis=1) & may_hold[:, i:].all(axis=1)).sum())
        for i in range(parts.ranks + 1)
    ]


def count_distinct_subsets(parts: PayoffTables) -> int:
    """Return how many subsets T differ in what they pay against some subset S."""
    return len(np.unique(parts.hold, axis=0))
