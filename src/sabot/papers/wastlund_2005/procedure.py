"""Section 10: the linear procedure as printed, its slips, and the number of its operations."""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType

from sabot.games.whist.deal import Deal
from sabot.games.whist.theory.values import diagonals, reading
from sabot.papers.report import Claim, PaperTable, compare, grid
from sabot.papers.wastlund_2005 import printed
from sabot.papers.wastlund_2005.array import Array
from sabot.papers.wastlund_2005.every import every, holds
from sabot.papers.wastlund_2005.printed import procedure

PER_CARD = 10
"""Operations a card that the whole of our count stays below."""


def run(deal: Deal, variable: str, *, room: bool) -> dict[int, int] | str:
    """Run the printed procedure with a loop variable; return T, or where it stops.

    *room* gives T the cell T[-n] besides those that step 1 names.
    """
    n = deal.n
    cells = procedure.start(n) | ({-n: 0} if room else {})
    c = {i: 1 if held == "E" else -1 for i, held in enumerate(deal.holders, 1)}
    code: CodeType = compile(printed.BODY, "Section 10", "exec")
    names: dict[str, object] = {"c": c, "s": procedure.heights(c), "t": cells, "n": n}
    try:
        for count in range(1, 2 * n + 1):
            names[variable] = count
            exec(code, {"__builtins__": {}}, names)
    except NameError as gone:
        return f"{gone.name} has no value"
    except KeyError as gone:
        return f"there is no T[{'-n' if gone.args[0] == -n else gone.args[0]}]"
    return {k: cells[k] for k in range(1 - n, n)}


def section_10() -> Iterator[Claim]:
    """Check the linear procedure, and the slips in it."""
    item = "section-10"
    deals = list(every(6))
    right = (run(deal, "i", room=True) == diagonals(deal) for deal in deals)
    yield holds(item, "the procedure, looping over i, gives every T_k, n <= 6", right)
    short = [run(deal, "i", room=False) for deal in deals]
    stops = sorted({found for found in short if isinstance(found, str)})
    yield compare(
        item,
        "step 1: the cells T[-n + 1] to T[n - 1] are enough",
        "yes",
        "; ".join(stops) or "yes",
        evidence=f"it stops in {sum(isinstance(found, str) for found in short):,} of "
        f"{len(short):,} deals, n <= 6, such as all where West holds the n lowest cards; with the "
        "cell T[-n] it is right",
        otherwise="error",
    )
    yield _variable(item)
    matrix = Array.of(Deal("WE" * 3))
    cells = [(i, j) for i in range(1, 4) for j in range(1, 4)]
    yield compare(
        item,
        "the matrix of W E W E W E, row by row",
        tuple(procedure.alternating_entry(i, j) for i, j in cells),
        tuple(matrix(i, j) for i, j in cells),
        evidence="West's i-th card is 2i - 1 and beats East's j-th, 2j, when i > j: the printed "
        "matrix is the transpose",
    )
    first = (procedure.start(n) == diagonals(Deal("WE" * n)) for n in range(1, 9))
    yield holds(item, "step 1 sets T to that of the deal W E W E ..., n <= 8", first)
    yield holds(item, "A_ij from S(i + j - 1), n <= 5", _signs())


def _variable(item: str) -> Claim:
    """Try every name that the body of the loop uses as its variable."""
    names = sorted({*compile(printed.BODY, "Section 10", "exec").co_names} - {"c", "s", "t"})
    serves = [
        name
        for name in {*names, printed.LOOP}
        if all(run(deal, name, room=True) == diagonals(deal) for deal in every(4))
    ]
    as_it_is = run(Deal("WEWE"), printed.LOOP, room=True)
    return compare(
        item,
        "step 2: the variable of the loop",
        printed.LOOP,
        " ".join(serves),
        evidence=f"as printed, in WEWE: {as_it_is}; with {' '.join(serves)} it is right for every "
        "deal, n <= 4",
    )


def _signs() -> Iterator[bool]:
    for deal in every(5):
        a = Array.of(deal)
        s = procedure.heights({i: 1 if h == "E" else -1 for i, h in enumerate(deal.holders, 1)})
        for i in range(1, deal.n + 1):
            for j in range(1, deal.n + 1):
                yield a(i, j) == procedure.entry(s, i, j)


class Counted:
    """Section 10 from the first card to H, with every operation on numbers counted."""

    def __init__(self, deal: Deal) -> None:
        self.operations, self.largest, self.n = 0, 0, deal.n
        self.c = [0] + [1 if held == "E" else -1 for held in deal.holders]

    def __call__(self, number: int, operations: int = 1) -> int:
        """Count so many operations, look at the number that comes out, and return it."""
        self.operations += operations
        self.largest = max(self.largest, abs(number))
        return number

    def height(self) -> int:
        """Return H, as Section 10 says: S, then T, then the sums of Theorem 9.1."""
        n, c = self.n, self.c
        s = [0]
        for i in range(1, 2 * n + 1):
            s.append(self(s[-1] + c[i], 2))
        t = {-n: 0} | {k: self(v) for k, v in procedure.start(n).items()}
        for i in range(1, 2 * n + 1):
            at = s[i - 1] if c[i] == 1 else s[i]
            t[at] = self(t[at] + (1 - i if c[i] == 1 else i), 3)
        low, up = self._crossing(t)
        if low == up:
            return low
        if c[2 * n] == 1:
            return up if self._held_back(s, low, up, 1) else low
        return low if self._held_back([-v for v in s], -up, -low, 1) else up

    def _crossing(self, t: dict[int, int]) -> tuple[int, int]:
        n = self.n
        if self(t[n - 1]) > 0:
            return n, n
        if self(t[1 - n]) < 0:
            return -n, -n
        for k in range(1 - n, n):
            if self(t[k], 2) == 0:
                return k, k
            if t[k] > 0 > t[k + 1]:
                return k, k + 1
        raise AssertionError("T_k changes sign, by Lemma 5.2")

    def _held_back(self, s: list[int], low: int, up: int, one: int) -> bool:
        """Say whether (1), (2), (3) hold for East's ace; West's is East's, all signs turned."""
        n = self.n
        if up < 0:
            return False

        def entry(i: int, k: int) -> int:
            return self(1 if s[2 * i + k - 1] > k else -1, 2)

        ends = n - up - 1
        later = [0] * (n + 3)
        for i in range(ends, 1, -1):
            later[i] = self(later[i + 1] + entry(i, up))
        first = 0
        if later[2] < 0:
            return False
        for k in range(1, (ends - one) // 2 + 1):
            first = self(first + entry(2 * k, low) + (entry(2 * k - 1, low) if k > 1 else 0), 3)
            if first > 0 and later[2 * k + 1] > 0:
                return True
        return False


def theorem_10_1() -> Iterator[Claim | PaperTable]:
    """Count the operations of Section 10, and look at the size of its numbers."""
    item = "theorem-10.1"
    same = (Counted(deal).height() == reading(deal).whist for deal in every(7))
    yield holds(item, "H by the steps of Section 10, counted, every deal, n <= 7", same)
    each: list[float] = []
    rows, linear, small = [], [], []
    for n in (10, 100, 1000, 10_000):
        runs = [Counted(Deal.random(n, seed=seed)) for seed in range(10 if n < 10_000 else 2)]
        for one in runs:
            one.height()
            linear.append(one.operations <= PER_CARD * 2 * n)
            small.append(one.largest <= 3 * n)
        most = max(one.operations for one in runs)
        each.append(round(most / n, 2))
        rows.append((n, [most, f"{each[-1]:.2f}", max(one.largest for one in runs)]))
    yield holds(item, f"at most {PER_CARD} operations a card, random deals, n to 10,000", linear)
    yield holds(item, "on numbers of size 3n at most", small)
    yield compare(
        item,
        "the operations divided by n do not grow, n = 100, 1,000, 10,000, within a tenth",
        True,
        max(each[1:]) <= 1.1 * min(each[1:]),
        evidence=", ".join(map(str, each)),
    )
    yield PaperTable(
        item,
        "Operations on numbers, the most of some random deals, and the largest number",
        grid("n", ["operations", "over n", "largest"], rows),
    )
