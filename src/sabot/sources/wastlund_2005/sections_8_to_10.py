"""Check Sections 8 to 10: the value of whist, the normal strategy, the linear procedure.

The value by Theorem 9.1 as printed, by Sabot and by minimax; the formulas (15) to (19); the linear
procedure of Section 10 as printed, its slips, and the number of its operations. The proof of
Theorem 9.1 has a module of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from types import CodeType

from sabot.exact import format_fraction
from sabot.games.whist import minimax, strategy
from sabot.games.whist.batch import all_deals, invariants_of_all_deals, invariants_of_deals
from sabot.games.whist.deal import GREEDY_WHIST, WHIST, Deal, Position
from sabot.games.whist.wastlund_values import diagonal_sums, invariants_of
from sabot.papers.report import Claim, PaperTable, compare, format_grid
from sabot.sources.wastlund_2005 import printed_formulas
from sabot.sources.wastlund_2005.printed_formulas import printed
from sabot.sources.wastlund_2005.trials import (
    Chain,
    DealMatrix,
    GuaranteedTricks,
    PlayStep,
    check_case_count,
    check_every_case,
    check_formula,
    check_number_formula,
    every_deal,
    guaranteed_tricks,
    sizes_and_heights,
)
from sabot.sources.wastlund_2005.tricks import (
    ace_leads,
    held_up_tricks,
    lower_and_upper,
    west_has_ace,
)


def check_theorem_8_1() -> Iterator[Claim]:
    """Check that H is H lower or H upper, and that the lead costs at most a trick."""
    gains = heights = near = total = 0
    for n in range(1, 11):
        whole, table = invariants_of_all_deals(n), minimax.values_of_all_deals(n, WHIST)
        gain = table.east_lead - table.west_lead
        gains += int(((gain == 0) | (gain == 1)).sum())
        height = table.west_lead + table.east_lead - n
        heights += int(((height == whole.lower) | (height == whole.upper)).sum())
        greedy = minimax.values_of_all_deals(n, GREEDY_WHIST)
        near += int((abs(greedy.west_lead - table.west_lead) <= 1).sum())
        total += len(whole)
    item = "theorem-8.1"
    yield check_case_count(item, "H is H lower or H upper, by minimax, n <= 10", heights, total)
    yield check_case_count(item, "not having the lead is worth 0 or 1 trick, n <= 10", gains, total)
    yield check_case_count(
        item, "whist and greedy whist differ by a trick at most, n <= 10", near, total
    )


@lru_cache(maxsize=1)
def _normal_guarantees() -> tuple[GuaranteedTricks, ...]:
    """Return what the normal strategy is sure of in whist, n = 1 to 7."""
    return tuple(guaranteed_tricks(7, strategy.normal_card, WHIST))


def check_theorem_8_2() -> Iterator[Claim]:
    """Check what the normal strategy is sure of in whist."""
    sure = [0, 0]
    for n, layer in enumerate(_normal_guarantees(), 1):
        for deal in every_deal(n, n):
            low = invariants_of(deal).lower
            sure[1] += 2
            sure[0] += layer[deal.holders, "W"] >= (n + low) // 2
            sure[0] += layer[deal.holders, "E"] >= (n + low + 1) // 2
    yield check_case_count("theorem-8.2", "every deal, both leads, every reply, n <= 7", *sure)


def check_theorem_8_3() -> Iterator[Claim]:
    """Check how the normal strategy fares in four games with one deal."""
    item, lead, follow = "theorem-8.3", [0, 0], [0, 0]
    worst: dict[int, Fraction] = {}
    for n, layer in enumerate(_normal_guarantees(), 1):
        short = games = 0
        for deal in every_deal(n, n):
            letters, other = deal.holders, deal.swapped.holders
            found = invariants_of(deal)
            lead[1] += 1
            lead[0] += layer[letters, "W"] + layer[other, "W"] >= n - 1
            follow[1] += 1
            follow[0] += layer[letters, "E"] + layer[other, "E"] >= n
            games += 2
            short += layer[letters, "W"] < found.tricks("W")
            short += layer[letters, "E"] < found.tricks("E")
        worst[n] = Fraction(games - short, games)
    yield check_case_count(item, "at least n - 1 tricks in the two games on lead, n <= 7", *lead)
    yield check_case_count(item, "at least n tricks in the two games off lead, n <= 7", *follow)
    bound = Fraction(printed.normal_is_best)
    yield check_every_case(
        item,
        f"the normal strategy is optimal with chance {bound} at least, for each n <= 7",
        (chance >= bound for chance in worst.values()),
        evidence=f"the least chance is {format_fraction(min(worst.values()))}",
    )


def check_theorem_9_1() -> Iterator[Claim]:
    """Check the value of whist on every deal, as printed and as Sabot computes it."""
    item = "theorem-9.1"
    yield from _check_printed_conditions(item)
    batch = one = total = 0
    for n in range(1, 11):
        table, whole = minimax.values_of_all_deals(n, WHIST), invariants_of_all_deals(n)
        solved = invariants_of_deals(all_deals(n), n=n)
        for found, by in ((whole, "batch"), (solved, "one")):
            hits = int((found.tricks("W") == table.west_lead).sum())
            hits += int((found.tricks("E") == table.east_lead).sum())
            batch, one = (batch + hits, one) if by == "batch" else (batch, one + hits)
        total += 2 * len(whole)
    yield check_case_count(
        item, "the value, every deal, n <= 10, both leads, against minimax", batch, total
    )
    yield check_case_count(item, "the same by the loops behind solve", one, total)
    sure = (
        pay == invariants_of(letters).tricks("W" if lead == "W" else "E")
        for layer in guaranteed_tricks(7, strategy.optimal_card, WHIST)
        for (letters, lead), pay in layer.items()
    )
    yield check_every_case(item, "cases I to IV secure it against every reply, n <= 7", sure)


def _check_printed_conditions(item: str) -> Iterator[Claim]:
    """Try conditions (1) to (3), each half apart, against minimax and against our criterion."""
    east: list[bool] = []
    west: list[bool] = []
    for n in range(1, 9):
        table = minimax.values_of_all_deals(n, WHIST)
        for deal in every_deal(n, n):
            tricks = table[deal, "W"] + table[deal, "E"]
            (west if west_has_ace(deal) else east).append(printed_value_of_h(deal) == tricks - n)
    yield check_every_case(
        item, "(1) to (3) as printed, East has the ace, n <= 8, against minimax", east
    )
    yield check_every_case(
        item, "(1) to (3) as printed, West has the ace, n <= 8, against minimax", west
    )
    random = (Deal.random(n, seed=seed) for n in (12, 25, 60) for seed in range(100))
    large = (printed_value_of_h(deal) == invariants_of(deal).whist for deal in random)
    yield check_every_case(
        item, "as printed and by the criterion of Sabot, random deals, n <= 60", large
    )
    solved = (
        solved_tricks(deal, lead) == (deal.n + printed_value_of_h(deal) + (lead == "E")) // 2
        for deal in every_deal(4)
        for lead in ("W", "E")
    )
    yield check_every_case(item, "as printed and by sabot.solve itself, n <= 4, both leads", solved)


def printed_value_of_h(deal: Deal) -> int:
    """Return H by Theorem 9.1 as it is printed."""
    a, (low, up) = DealMatrix.of(deal), lower_and_upper(deal)
    return low if low == up else printed_formulas.height(a, west_has_ace(deal), low, up)


def solved_tricks(deal: Deal, lead: str) -> int:
    """Return West's tricks as ``sabot.solve`` finds them."""
    from sabot.api import solving

    return int(solving.solve(f"whist(deal={deal}, lead={lead})").value)


def _taking_is_best(below_ace: bool) -> Iterator[bool]:
    """Yield whether taking is best: against the smallest card, or with a card below the ace."""
    for deal in every_deal(6):
        for led in Position(deal, "W").distinct_cards():
            reply = Position(deal, "W", led)
            winner = strategy.normal_card(reply)
            smallest = deal.top_of_run(deal.west[0]) == led
            if winner > led and (winner != 2 * deal.n if below_ace else smallest):
                prices = minimax.minimax_prices(reply)
                yield prices[winner] == min(prices.values())


def check_lemma_9_3() -> Iterator[Claim]:
    """Check that nobody need hold up when the smallest card is led."""
    yield check_every_case(
        "lemma-9.3", "taking the smallest card's trick is best, n <= 6", _taking_is_best(False)
    )


def check_theorem_9_4() -> Iterator[Claim]:
    """Check that nobody need hold up when a card below the ace takes the trick."""
    yield check_every_case(
        "theorem-9.4", "taking with a card below the ace is best, n <= 6", _taking_is_best(True)
    )


MAX_OPERATIONS_PER_CARD = 10
"""Operations a card that the whole of our count stays below."""


def run_printed_procedure(deal: Deal, variable: str, *, room: bool) -> dict[int, int] | str:
    """Run the printed procedure with a loop variable; return T, or where it stops.

    *room* gives T the cell T[-n] besides those that step 1 names.
    """
    n = deal.n
    cells = printed_formulas.start(n) | ({-n: 0} if room else {})
    c = {i: 1 if held == "E" else -1 for i, held in enumerate(deal.holders, 1)}
    code: CodeType = compile(printed.body, "Section 10", "exec")
    names: dict[str, object] = {"c": c, "s": printed_formulas.heights(c), "t": cells, "n": n}
    try:
        for count in range(1, 2 * n + 1):
            names[variable] = count
            exec(code, {"__builtins__": {}}, names)
    except NameError as gone:
        return f"{gone.name} has no value"
    except KeyError as gone:
        return f"there is no T[{'-n' if gone.args[0] == -n else gone.args[0]}]"
    return {k: cells[k] for k in range(1 - n, n)}


def check_section_10() -> Iterator[Claim]:
    """Check the linear procedure, and the slips in it."""
    item = "section-10"
    deals = list(every_deal(6))
    right = (run_printed_procedure(deal, "i", room=True) == diagonal_sums(deal) for deal in deals)
    yield check_every_case(item, "the procedure, looping over i, gives every T_k, n <= 6", right)
    short = [run_printed_procedure(deal, "i", room=False) for deal in deals]
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
    yield _check_loop_variable(item)
    matrix = DealMatrix.of(Deal("WE" * 3))
    cells = [(i, j) for i in range(1, 4) for j in range(1, 4)]
    yield compare(
        item,
        "the matrix of W E W E W E, row by row",
        tuple(printed_formulas.alternating_entry(i, j) for i, j in cells),
        tuple(matrix(i, j) for i, j in cells),
        evidence="West's i-th card is 2i - 1 and beats East's j-th, 2j, when i > j: the printed "
        "matrix is the transpose",
    )
    first = (printed_formulas.start(n) == diagonal_sums(Deal("WE" * n)) for n in range(1, 9))
    yield check_every_case(item, "step 1 sets T to that of the deal W E W E ..., n <= 8", first)
    yield check_every_case(item, "A_ij from S(i + j - 1), n <= 5", _entry_sign_cases())


def _check_loop_variable(item: str) -> Claim:
    """Try every name that the body of the loop uses as its variable."""
    names = sorted({*compile(printed.body, "Section 10", "exec").co_names} - {"c", "s", "t"})
    serves = [
        name
        for name in {*names, printed.loop}
        if all(
            run_printed_procedure(deal, name, room=True) == diagonal_sums(deal)
            for deal in every_deal(4)
        )
    ]
    as_it_is = run_printed_procedure(Deal("WEWE"), printed.loop, room=True)
    return compare(
        item,
        "step 2: the variable of the loop",
        printed.loop,
        " ".join(serves),
        evidence=f"as printed, in WEWE: {as_it_is}; with {' '.join(serves)} it is right for every "
        "deal, n <= 4",
    )


def _entry_sign_cases() -> Iterator[bool]:
    for deal in every_deal(5):
        a = DealMatrix.of(deal)
        s = printed_formulas.heights(
            {i: 1 if h == "E" else -1 for i, h in enumerate(deal.holders, 1)}
        )
        for i in range(1, deal.n + 1):
            for j in range(1, deal.n + 1):
                yield a(i, j) == printed_formulas.entry(s, i, j)


class CountedProcedure:
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
        t = {-n: 0} | {k: self(v) for k, v in printed_formulas.start(n).items()}
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


def check_theorem_10_1() -> Iterator[Claim | PaperTable]:
    """Count the operations of Section 10, and look at the size of its numbers."""
    item = "theorem-10.1"
    same = (CountedProcedure(deal).height() == invariants_of(deal).whist for deal in every_deal(7))
    yield check_every_case(item, "H by the steps of Section 10, counted, every deal, n <= 7", same)
    each: list[float] = []
    rows, linear, small = [], [], []
    for n in (10, 100, 1000, 10_000):
        runs = [
            CountedProcedure(Deal.random(n, seed=seed)) for seed in range(10 if n < 10_000 else 2)
        ]
        for one in runs:
            one.height()
            linear.append(one.operations <= MAX_OPERATIONS_PER_CARD * 2 * n)
            small.append(one.largest <= 3 * n)
        most = max(one.operations for one in runs)
        each.append(round(most / n, 2))
        rows.append((n, [most, f"{each[-1]:.2f}", max(one.largest for one in runs)]))
    yield check_every_case(
        item,
        f"at most {MAX_OPERATIONS_PER_CARD} operations a card, random deals, n to 10,000",
        linear,
    )
    yield check_every_case(item, "on numbers of size 3n at most", small)
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
        format_grid("n", ["operations", "over n", "largest"], rows),
    )


def check_eqs_15_18() -> Iterator[Claim]:
    """Check (15) to (18), in the proof of Theorem 8.2."""
    item = "eq-15-18"
    steps = [replace(s, k=k) for s in held_up_tricks(6) for k in range(2 - s.n, s.n - 1)]
    small = [s for s in steps if s.k < s.j - s.i - 1]
    positive = (s.b.t(s.k) == s.b.n - abs(s.k) for s in small)
    yield check_every_case(
        item, "Case 1B, k < j - i - 1: all terms of T'_k are positive, n <= 6", positive
    )
    middle = [s for s in steps if s.j - s.i - 1 <= s.k < 0]
    yield check_formula(
        item,
        "(15), East holds up, j - i - 1 <= k < 0, n <= 6",
        middle,
        printed_formulas.eq_15,
        instead=_corrected_eq_15,
        remedy="with A_(m,m+k) - A_(m,m+k+1) in the sum, the other way round",
    )
    large = [s for s in steps if s.k >= max(0, s.j - s.i - 1)]
    yield check_formula(item, "after (15): k >= 0, n <= 6", large, printed_formulas.after_15)
    high = [replace(s, k=k) for s in ace_leads(6) for k in range(1, s.n)]
    yield check_formula(
        item, "(16), East leads a high card, k > 0, n = 2 to 6", high, printed_formulas.eq_11
    )
    yield check_number_formula(
        item,
        "Case 1A: floor((n - 1 + H')/2) = floor((n + H')/2), n <= 12",
        sizes_and_heights(),
        printed_formulas.case_1,
        lambda n, h: (ceil((n - 1 + h) / 2), "=", floor((n + h) / 2)),
        "East is on lead, and with a ceiling on the left",
    )
    yield check_number_formula(
        item,
        "Case 1B: 1 + floor((n - 1 + H')/2), n <= 12",
        sizes_and_heights(),
        printed_formulas.case_1b,
    )
    up = ((n + h + 1) // 2 == printed_formulas.eq_17(n, h) for n, h in sizes_and_heights())
    yield check_every_case(item, "(17) is (n + H lower)/2, rounded up, n <= 12", up)
    yield check_number_formula(
        item,
        "(18), n <= 12",
        sizes_and_heights(),
        printed_formulas.eq_18,
        lambda n, h: (1 + floor((n - 1 + h) / 2), "=", ceil((n + h) / 2)),
        "West is on lead, and with a floor on the left",
    )


def _corrected_eq_15(s: PlayStep) -> Chain:
    a, i, k = s.a, s.i, s.k
    rest = sum(a(m, m + k) - a(m, m + k + 1) for m in range(i + 1, s.n + 1))
    exact = a.t(k + 1) - a(-k, 1) - a(i, k + i + 1) + rest
    return s.b.t(k), "=", exact, ">=", a.t(k + 1) - a(-k, 1) + 1, ">=", a.t(k + 1)


def check_eq_19() -> Iterator[Claim]:
    """Check (19), in the proof of Theorem 8.3."""
    item = "eq-19"
    cases = [
        (n, low, low + more) for n, low in sizes_and_heights() for more in (0, 1) if low + more <= n
    ]
    yield check_number_formula(
        item,
        "(19), n <= 12",
        cases,
        printed_formulas.eq_19,
        _corrected_eq_19,
        "with ceilings from the second member on",
    )
    yield check_number_formula(
        item, "after (19): playing second, n <= 12", cases, printed_formulas.after_19
    )


def _corrected_eq_19(n: int, low: int, up: int) -> Chain:
    one, two = Fraction(n + low, 2), Fraction(n - up, 2)
    least = ceil(Fraction(2 * n - 1, 2) - 1)
    return floor(one) + floor(two), ">=", ceil(one + two - 1), ">=", least, "=", n - 1
