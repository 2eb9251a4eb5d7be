"""Try a printed formula or statement on every case: matrices, steps of play, chains of relations.

The matrix A(D) of a deal as the paper writes it: entries are numbered from 1, and an entry that
does not exist is an error, not another entry; this is how a wrong index in print is found. Also
here: every deal up to a size, and what a strategy guarantees against every reply.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import eq, ge, gt, le, lt
from typing import Any

from sabot.games.whist.batch import iterate_deals
from sabot.games.whist.deal import FIVE_CARD, Deal, Position, Variant
from sabot.papers.report import Claim, CrossCheckError, Difference, compare, frequency_text

Chain = tuple[object, ...]
"""Numbers with relations between them: ``(1, "<=", 2, "=", 2)``."""
RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": eq,
    "<": lt,
    ">": gt,
    "<=": le,
    ">=": ge,
}


class NoEntryError(LookupError):
    """An entry of a matrix that does not exist, or a sum whose ends are on two diagonals."""


@dataclass(frozen=True, slots=True)
class DealMatrix:
    """A(D) of Section 3.

    >>> a = DealMatrix.of(Deal.parse("KQ10/AJ9"))
    >>> a(1, 2), a.t(-1), a.run((2, 1), (3, 2))
    (-1, 2, 2)
    """

    rows: tuple[tuple[int, ...], ...]

    @staticmethod
    def of(deal: Deal) -> DealMatrix:
        """Return the matrix of a deal, straight from (6)."""
        return _deal_matrix(deal.holders)

    @property
    def n(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def __call__(self, i: int, j: int) -> int:
        """Return A_ij."""
        rows = self.rows
        if not (0 < i <= len(rows) and 0 < j <= len(rows)):
            raise NoEntryError(f"there is no A_({i},{j}) where n = {self.n}")
        return rows[i - 1][j - 1]

    def run(self, first: tuple[int, int], last: tuple[int, int]) -> int:
        """Return the sum from one entry to another of the same diagonal; 0 if it has no terms."""
        down, right = last[0] - first[0], last[1] - first[1]
        if down != right:
            raise NoEntryError(
                f"A_{_index_pair(first)} and A_{_index_pair(last)} are on two diagonals"
            )
        return self._along(*first, down + 1)

    def sum_by_row(self, k: int, first: int, last: int) -> int:
        """Return the sum of A_(i,i+k) for i from first to last."""
        return self._along(first, first + k, last - first + 1)

    def sum_by_column(self, k: int, first: int, last: int) -> int:
        """Return the sum of A_(i-k,i) for i from first to last."""
        return self._along(first - k, first, last - first + 1)

    def _along(self, i: int, j: int, many: int) -> int:
        """Return the sum of so many entries of a diagonal, A_ij the first; 0 if there is none."""
        rows, last = self.rows, max(i, j) + many - 1
        if i > 0 and j > 0 and last <= len(rows):
            return sum([rows[at][at + j - i] for at in range(i - 1, i - 1 + many)])
        return sum(self(i + s, j + s) for s in range(many))  # raises NoEntryError

    def t(self, k: int) -> int:
        """Return T_k."""
        return self.sum_by_row(k, max(1, 1 - k), min(self.n, self.n - k))


@lru_cache(maxsize=20_000)
def _deal_matrix(holders: str) -> DealMatrix:
    deal = Deal(holders)
    return DealMatrix(tuple(tuple(1 if w > e else -1 for e in deal.east) for w in deal.west))


def _index_pair(place: tuple[int, int]) -> str:
    return f"({place[0]},{place[1]})"


@dataclass(frozen=True, slots=True)
class PlayStep:
    """A deal and what a trick leaves of it, with the letters that a formula uses."""

    deal: Deal
    rest: Deal
    low: int = 0
    up: int = 0
    i: int = 0
    j: int = 0
    k: int = 0
    m: int = 0

    @property
    def n(self) -> int:
        """The cards in a hand, before the trick."""
        return self.deal.n

    @property
    def a(self) -> DealMatrix:
        """A."""
        return DealMatrix.of(self.deal)

    @property
    def b(self) -> DealMatrix:
        """A', after the trick."""
        return DealMatrix.of(self.rest)


StepFormula = Callable[[PlayStep], Chain]


def false_relations(chain: Chain) -> dict[int, str]:
    """Return the relations of a chain that are false, by number, each in words.

    >>> false_relations((1, "<=", 2, "=", 3)), false_relations((1, "<=", 2))
    ({2: '2 = 3'}, {})
    """
    return {
        (at + 1) // 2: f"{chain[at - 1]} {chain[at]} {chain[at + 1]}"
        for at in range(1, len(chain), 2)
        if not RELATIONS[str(chain[at])](chain[at - 1], chain[at + 1])
    }


@dataclass(frozen=True, slots=True)
class FormulaTrial:
    """How a formula fared: how often it is true, which relations fail, and the first time."""

    total: int
    hits: int
    failing: tuple[tuple[str, int], ...]
    first: str

    @classmethod
    def of(cls, cases: Iterable[tuple[str, Callable[[], Chain]]]) -> FormulaTrial:
        """Return the trial of some cases, each with what to call it."""
        total = hits = 0
        failing: Counter[str] = Counter()
        first = ""
        for name, chain in cases:
            try:
                wrong = {
                    f"relation {at} fails": words for at, words in false_relations(chain()).items()
                }
            except NoEntryError as gone:
                wrong = {"an entry is missing": str(gone)}
            total += 1
            hits += not wrong
            failing.update(wrong.keys())
            if wrong and not first:
                first = f"{name}: {next(iter(wrong.values()))}"
        return cls(total, hits, tuple(sorted(failing.items())), first)

    def __str__(self) -> str:
        often = ", ".join(f"{what} in {count:,}" for what, count in self.failing)
        return frequency_text(self.hits, self.total) + (f" ({often})" if often else "")


def trial_claim(
    item: str,
    where: str,
    trial: FormulaTrial,
    instead: FormulaTrial | None,
    remedy: str,
    note: str = "",
    otherwise: Difference = "misprint",
    slip: str = "",
) -> Claim:
    """Return the claim that a printed formula always holds, from its trial.

    Where it does not, *instead* is the trial of what it should be on the same cases, and must have
    no failure; *remedy* says in words what that is, *otherwise* and *slip* are the verdict.
    """
    if not trial.total:
        raise CrossCheckError(f"{where}: there is no case to try it on")
    evidence = f"{trial.total:,} cases tried"
    if trial.first:
        evidence += f"; {trial.first}{note}"
    if trial.first and instead is not None:
        if instead.first:
            raise CrossCheckError(f"{where}: what it should be fails as well, {instead.first}")
        evidence += f"; {remedy}: {instead}"
    ours = str(trial)
    return compare(item, where, "always", ours, evidence=evidence, otherwise=otherwise, slip=slip)


def check_formula(
    item: str,
    where: str,
    cases: Iterable[PlayStep],
    formula: StepFormula,
    *,
    instead: StepFormula | None = None,
    remedy: str = "",
) -> Claim:
    """Return the claim that a printed formula holds in every step; see :func:`judged`."""
    listed = list(cases)

    def trial(one: StepFormula) -> FormulaTrial:
        return FormulaTrial.of((f"in {case.deal}", partial(one, case)) for case in listed)

    better = trial(instead) if instead is not None else None
    return trial_claim(item, where, trial(formula), better, remedy)


CardChooser = Callable[[Position], int]
GuaranteedTricks = dict[tuple[str, str], int]


def every_deal(most: int, least: int = 1) -> Iterator[Deal]:
    """Yield every deal of *least* to *most* cards per hand."""
    for n in range(least, most + 1):
        for letters in iterate_deals(n):
            yield Deal(letters)


def matrix_entry(matrix: list[list[int]], i: int, j: int) -> int:
    """Return A_ij, numbered from 1 as the paper does."""
    assert i >= 1 and j >= 1
    return matrix[i - 1][j - 1]


def check_every_case(item: str, where: str, cases: Iterable[bool], *, evidence: str = "") -> Claim:
    """Return the claim that something is always so; every case is looked at."""
    hits = total = 0
    for case in cases:
        total += 1
        hits += case
    return check_case_count(item, where, hits, total, evidence=evidence)


def check_case_count(item: str, where: str, hits: int, total: int, *, evidence: str = "") -> Claim:
    """Return the claim that something is so in all of some cases; no case at all is our fault."""
    if not total:
        raise CrossCheckError(f"{where}: there is no case to try it on")
    many = f"{total:,} cases tried" + (f"; {evidence}" if evidence else "")
    return compare(item, where, "always", frequency_text(hits, total), evidence=many)


def guaranteed_tricks(
    most: int, choose: CardChooser, variant: Variant
) -> Iterator[GuaranteedTricks]:
    """Yield, for n from 1 on, what West is sure of with *choose* whatever East does.

    A layer maps letters and lead to West's payment. Nothing but the rules of the game is used.
    """
    below: GuaranteedTricks = {}

    def after(letters: str, led: int, reply: int) -> int:
        low, high = min(led, reply), max(led, reply)
        rest = letters[: low - 1] + letters[low : high - 1] + letters[high:]
        winner = letters[high - 1]
        gained = int(winner == "W" and (not rest or variant != FIVE_CARD))
        return gained + (below[rest, winner] if rest else 0)

    for n in range(1, most + 1):
        layer: GuaranteedTricks = {}
        for letters in iterate_deals(n):
            deal = Deal(letters)
            led = choose(Position(deal, "W"))
            replies = Position(deal, "W", led).distinct_cards(variant.rule)
            layer[letters, "W"] = min(after(letters, led, card) for card in replies)
            layer[letters, "E"] = min(
                after(letters, card, choose(Position(deal, "E", card)))
                for card in Position(deal, "E").distinct_cards()
            )
        yield layer
        below = layer


HAND_SIZES = range(1, 13)
"""Cards per hand for which statements about n and H alone are tried."""
ROUNDING_NOTE = "floors and ceilings as in the text that was read, a conversion"


def check_number_formula(
    item: str,
    where: str,
    cases: Iterable[tuple[int, ...]],
    formula: Callable[..., Chain],
    instead: Callable[..., Chain] | None = None,
    remedy: str = "",
    slip: str = "",
) -> Claim:
    """Return the claim that a statement about whole numbers holds; as :func:`array.chained`.

    What goes wrong in these statements is a floor for a ceiling, which the converter of the text
    may have changed: this text cannot decide whether the preprint has it.
    """
    listed = list(cases)

    def trial(one: Callable[..., Chain]) -> FormulaTrial:
        named = ((f"at {', '.join(map(str, case))}", partial(one, *case)) for case in listed)
        return FormulaTrial.of(named)

    better = trial(instead) if instead is not None else None
    note = f" ({ROUNDING_NOTE})"
    return trial_claim(item, where, trial(formula), better, remedy, note, "unreadable", slip)


def sizes_and_heights() -> Iterator[tuple[int, int]]:
    """Yield n and H for every number of cards that is tried and every H."""
    for n in HAND_SIZES:
        for h in range(-n, n + 1):
            yield n, h
