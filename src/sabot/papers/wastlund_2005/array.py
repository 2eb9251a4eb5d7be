"""The matrix of a deal as the paper writes it, a step of play, and chains of (in)equalities.

Entries are numbered from 1, and an entry that is not there is an error, not another entry: this is
how a wrong index in print shows itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import eq, ge, gt, le, lt
from typing import Any

from sabot.games.whist.deal import Deal
from sabot.papers.report import Claim, Difference, RoadsError, always, compare

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
class Array:
    """A(D) of Section 3.

    >>> a = Array.of(Deal.parse("KQ10/AJ9"))
    >>> a(1, 2), a.t(-1), a.run((2, 1), (3, 2))
    (-1, 2, 2)
    """

    rows: tuple[tuple[int, ...], ...]

    @staticmethod
    def of(deal: Deal) -> Array:
        """Return the matrix of a deal, straight from (6)."""
        return _array(deal.holders)

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
            raise NoEntryError(f"A_{_pair(first)} and A_{_pair(last)} are on two diagonals")
        return self._along(*first, down + 1)

    def rowed(self, k: int, first: int, last: int) -> int:
        """Return the sum of A_(i,i+k) for i from first to last."""
        return self._along(first, first + k, last - first + 1)

    def columned(self, k: int, first: int, last: int) -> int:
        """Return the sum of A_(i-k,i) for i from first to last."""
        return self._along(first - k, first, last - first + 1)

    def _along(self, i: int, j: int, many: int) -> int:
        """Return the sum of so many entries of a diagonal, A_ij the first; 0 if there is none."""
        rows, last = self.rows, max(i, j) + many - 1
        if i > 0 and j > 0 and last <= len(rows):
            return sum([rows[at][at + j - i] for at in range(i - 1, i - 1 + many)])
        return sum(self(i + s, j + s) for s in range(many))  # tells the entry that is not there

    def t(self, k: int) -> int:
        """Return T_k."""
        return self.rowed(k, max(1, 1 - k), min(self.n, self.n - k))


@lru_cache(maxsize=20_000)
def _array(holders: str) -> Array:
    deal = Deal(holders)
    return Array(tuple(tuple(1 if w > e else -1 for e in deal.east) for w in deal.west))


def _pair(place: tuple[int, int]) -> str:
    return f"({place[0]},{place[1]})"


@dataclass(frozen=True, slots=True)
class Step:
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
    def a(self) -> Array:
        """A."""
        return Array.of(self.deal)

    @property
    def b(self) -> Array:
        """A', after the trick."""
        return Array.of(self.rest)


Formula = Callable[[Step], Chain]


def faults(chain: Chain) -> dict[int, str]:
    """Return the relations of a chain that are false, by number, each in words.

    >>> faults((1, "<=", 2, "=", 3)), faults((1, "<=", 2))
    ({2: '2 = 3'}, {})
    """
    return {
        (at + 1) // 2: f"{chain[at - 1]} {chain[at]} {chain[at + 1]}"
        for at in range(1, len(chain), 2)
        if not RELATIONS[str(chain[at])](chain[at - 1], chain[at + 1])
    }


@dataclass(frozen=True, slots=True)
class Trial:
    """How a formula fared: how often it is true, which relations fail, and the first time."""

    total: int
    hits: int
    failing: tuple[tuple[str, int], ...]
    first: str

    @classmethod
    def of(cls, cases: Iterable[tuple[str, Callable[[], Chain]]]) -> Trial:
        """Return the trial of some cases, each with what to call it."""
        total = hits = 0
        failing: Counter[str] = Counter()
        first = ""
        for name, chain in cases:
            try:
                wrong = {f"relation {at} fails": words for at, words in faults(chain()).items()}
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
        return always(self.hits, self.total) + (f" ({often})" if often else "")


def judged(
    item: str,
    where: str,
    trial: Trial,
    instead: Trial | None,
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
        raise RoadsError(f"{where}: there is no case to try it on")
    evidence = f"{trial.total:,} cases tried"
    if trial.first:
        evidence += f"; {trial.first}{note}"
    if trial.first and instead is not None:
        if instead.first:
            raise RoadsError(f"{where}: what it should be fails as well, {instead.first}")
        evidence += f"; {remedy}: {instead}"
    ours = str(trial)
    return compare(item, where, "always", ours, evidence=evidence, otherwise=otherwise, slip=slip)


def chained(
    item: str,
    where: str,
    cases: Iterable[Step],
    formula: Formula,
    *,
    instead: Formula | None = None,
    remedy: str = "",
) -> Claim:
    """Return the claim that a printed formula holds in every step; see :func:`judged`."""
    listed = list(cases)

    def trial(one: Formula) -> Trial:
        return Trial.of((f"in {case.deal}", partial(one, case)) for case in listed)

    better = trial(instead) if instead is not None else None
    return judged(item, where, trial(formula), better, remedy)
