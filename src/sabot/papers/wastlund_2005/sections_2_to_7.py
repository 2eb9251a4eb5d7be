"""Check Sections 2 to 7: examples, the normal strategy, greedy whist, the lattice L_n, five-card.

The formulas (7) to (13) are evaluated as printed. For Theorem 7.1 West's normal strategy is played
against every reply: where every outcome that East can bring about is at least, in L_n, the outcome
of normal play by both, West is sure of that outcome's score whatever the order preserving score is;
and East of the same, with the hands exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import ceil, floor

from sabot.games.whist import minimax, strategy
from sabot.games.whist.batch import invariants_of_all_deals
from sabot.games.whist.deal import FIVE_CARD, GREEDY_WHIST, Deal, Position, Seat
from sabot.games.whist.wastlund_values import alternating_subset, diagonal_sums, invariants_of
from sabot.papers.report import Claim, compare, frequency_text
from sabot.papers.wastlund_2005 import printed_formulas
from sabot.papers.wastlund_2005 import printed_formulas as said
from sabot.papers.wastlund_2005.printed_formulas import Outcome, printed
from sabot.papers.wastlund_2005.trials import (
    ROUNDING_NOTE,
    DealMatrix,
    check_case_count,
    check_every_case,
    check_formula,
    check_number_formula,
    every_deal,
    guaranteed_tricks,
    matrix_entry,
    sizes_and_heights,
)
from sabot.papers.wastlund_2005.tricks import (
    ace_leads,
    cheap_tricks,
    lower_and_upper,
    with_every_diagonal,
)


def check_example_5() -> Iterator[Claim]:
    """Check what is said of K Q 10 against A J 9."""
    hands, whist, greedy, ace, nine = printed.example_5
    deal, item = Deal.parse(hands), "example-5"
    found = invariants_of(deal)
    yield compare(item, "East's tricks in whist, West leading", whist, 3 - found.tricks("W"))
    ours = 3 - found.tricks("W", game="greedy-whist")
    yield compare(item, "East's tricks in greedy whist, West leading", greedy, ours)
    king = strategy.card_prices(Position(deal, "W", led=5))
    yield compare(item, "East's tricks when the ace takes the king", ace, 3 - king[6])
    yield compare(item, "East's tricks when the nine is played to the king", nine, 3 - king[1])
    yield compare(item, "Section 3: the matrix, by (6)", printed.matrix_5, DealMatrix.of(deal).rows)
    sums = tuple(diagonal_sums(deal).values())
    yield compare(item, "Section 3: T_-2 to T_2", printed.sums_5, sums)


def check_example_14() -> Iterator[Claim]:
    """Check what is said of K Q 8 7 against A J 10 9: most tricks against the last one."""
    hands, tricks, at_will = printed.example_14
    item, deal = "example-14", Deal.parse(hands)
    start = Position(deal, "W")

    def both_fail(won: frozenset[int]) -> int:
        return int(len(won) > 4 - tricks or at_will in won)

    last = minimax.search_score(start, lambda won: int(at_will in won))
    yield compare(item, "East can take the last trick, relaxed rule", True, last == 0)
    prices = tuple(4 - price for price in minimax.minimax_prices(start).values())
    yield compare(item, "East's tricks after each lead", (tricks,) * 4, prices)
    king = Position(deal, "W", led=7)
    yield compare(item, "East must take the king with the ace", (8,), strategy.best_cards(king))
    yield compare(
        item, "after the king East can do both", False, minimax.search_score(king, both_fail) == 0
    )
    greedy = minimax.search_score(start, both_fail, rule="greedy")
    yield compare(item, "with the greedy rule East can do both", True, greedy == 0)


def check_proposition_4_1() -> Iterator[Claim]:
    """Check that the normal lead leaves the largest sum, and the remark on replies."""

    def largest(deal: Deal) -> bool:
        leads = {}
        for led in deal.west:
            reply = Position(deal, "W", led)
            rest = reply.after(strategy.normal_card(reply)).deal
            leads[led] = sum(map(sum, rest.matrix()))
        return leads[strategy.normal_card(Position(deal, "W"))] == max(leads.values())

    yield check_every_case(
        "proposition-4.1", "every deal, n = 2 to 6", map(largest, every_deal(6, 2))
    )

    def two_replies() -> Iterator[bool]:
        for deal in every_deal(5):
            for led in Position(deal, "E").distinct_cards():
                reply = Position(deal, "E", led)
                prices = minimax.minimax_prices(reply)
                two = {strategy.normal_card(reply), deal.west[0]}
                yield max(prices[card] for card in two) == max(prices.values())

    where = "Section 4.1: the cheapest winner or the lowest card is best; every lead, n <= 5"
    yield check_every_case("proposition-4.1", where, two_replies())


def check_lemma_5_1() -> Iterator[Claim]:
    """Check how the matrix and its diagonals change when a trick is taken cheaply."""
    sums = [0, 0]
    entries = [0, 0]
    for deal in every_deal(5, 2):
        n, before, matrix = deal.n, diagonal_sums(deal), deal.matrix()
        for low in range(1, 2 * n):
            if deal.holders[low - 1] == deal.holders[low]:
                continue
            pair = (low, low + 1) if deal.holders[low - 1] == "W" else (low + 1, low)
            i, j = deal.west.index(pair[0]) + 1, deal.east.index(pair[1]) + 1
            rest = deal.without(*pair)
            after, left = diagonal_sums(rest), rest.matrix()
            for k in range(2 - n, n - 1):
                shift = matrix_entry(matrix, i, j) if k == j - i else (-1 if k > j - i else 1)
                sums[1] += 1
                sums[0] += after[k] == before[k] - shift
            for p in range(1, n):
                for q in range(1, n):
                    entries[1] += 1
                    here = matrix_entry(left, p, q)
                    stays = not (p < i or q < j) or here == matrix_entry(matrix, p, q)
                    moves = not (p >= i or q >= j) or here == matrix_entry(matrix, p + 1, q + 1)
                    entries[0] += stays and moves
    yield check_case_count("lemma-5.1", "T'_k, every cheap trick, n = 2 to 5", *sums)
    yield check_case_count("lemma-5.1", "(7) and (9), every entry, n = 2 to 5", *entries)
    yield from check_eq_8()


def check_lemma_5_2() -> Iterator[Claim]:
    """Check that the diagonal sums rise, fall strictly and rise; and their parity."""

    def shape(deal: Deal) -> bool:
        n = deal.n
        sums = {-n: 0, **diagonal_sums(deal), n: 0}
        r = max(k for k in sums if all(sums[q] == n + q for q in range(-n, k + 1)))
        s = min(k for k in sums if all(sums[q] == q - n for q in range(k, n + 1)))
        return r < s and all(sums[k] > sums[k + 1] for k in range(r, s))

    yield check_every_case("lemma-5.2", "every deal, n <= 7", map(shape, every_deal(7)))
    parity = (
        (t - deal.n - k) % 2 == 0 for deal in every_deal(6) for k, t in diagonal_sums(deal).items()
    )
    yield check_every_case("lemma-5.2", "T_k has the parity of n + k, n <= 6", parity)


def check_theorem_6_1() -> Iterator[Claim]:
    """Check greedy whist: the value, the normal strategy, the symmetry."""
    hits = total = 0
    for n in range(1, 11):
        whole, table = invariants_of_all_deals(n), minimax.values_of_all_deals(n, GREEDY_WHIST)
        hits += int((whole.tricks("W", game="greedy-whist") == table.west_lead).sum())
        hits += int((whole.tricks("E", game="greedy-whist") == table.east_lead).sum())
        total += 2 * len(whole)
    item = "theorem-6.1"
    yield check_case_count(
        item, "the value, every deal, n <= 10, both leads, against minimax", hits, total
    )
    layers = guaranteed_tricks(6, strategy.normal_card, GREEDY_WHIST)
    sure = (
        pay == invariants_of(letters).tricks("W" if lead == "W" else "E", game="greedy-whist")
        for layer in layers
        for (letters, lead), pay in layer.items()
    )
    yield check_every_case(item, "the normal strategy secures it against every reply, n <= 6", sure)
    symmetric = (
        invariants_of(d).greedy == invariants_of(d.swapped.reversed).greedy for d in every_deal(7)
    )
    yield check_every_case(
        item, "exchanging the hands and the order changes nothing, n <= 7", symmetric
    )
    first = next(
        d
        for d in every_deal(7)
        if invariants_of(d).whist != invariants_of(d.swapped.reversed).whist
    )
    yield compare(
        item, "whist lacks this symmetry", True, first == Deal.parse(printed.example_5[0])
    )


def check_theorem_6_2() -> Iterator[Claim]:
    """Check that the lead never decides the majority of an odd deal of greedy whist."""
    hits = total = 0
    for n in range(1, 12, 2):
        whole = invariants_of_all_deals(n)
        west, east = (whole.tricks(seat, game="greedy-whist") > n // 2 for seat in ("W", "E"))
        hits += int((west == east).sum())
        total += len(whole)
    yield check_case_count("theorem-6.2", "every deal, n = 1, 3, ..., 11", hits, total)


def check_theorem_7_2() -> Iterator[Claim]:
    """Check five-card: the sign of the trace, or the lead."""
    hits = total = 0
    for n in range(1, 11):
        whole, table = invariants_of_all_deals(n), minimax.values_of_all_deals(n, FIVE_CARD)
        hits += int((whole.last_trick("W") == table.west_lead).sum())
        hits += int((whole.last_trick("E") == table.east_lead).sum())
        total += 2 * len(whole)
    item = "theorem-7.2"
    yield check_case_count(item, "every deal, n <= 10, both leads, against minimax", hits, total)
    sign = (
        invariants_of(d).last_trick("W") == ("E" if diagonal_sums(d)[0] < 0 else "W")
        and invariants_of(d).last_trick("E") == ("W" if diagonal_sums(d)[0] > 0 else "E")
        for d in every_deal(7)
    )
    yield check_every_case(item, "it is the sign of tr(A), or the lead, n <= 7", sign)


def check_eq_10() -> Iterator[Claim]:
    """Check that the product reads H lower, H upper and (10) as they are defined."""
    item = "eq-10"
    both = (
        (invariants_of(deal).lower, invariants_of(deal).upper) == lower_and_upper(deal)
        for deal in every_deal(7)
    )
    yield check_every_case(item, "H lower and H upper, as defined after Lemma 5.2, n <= 7", both)
    greedy = (
        invariants_of(deal).greedy == printed_formulas.eq_10(*lower_and_upper(deal))
        for deal in every_deal(7)
    )
    yield check_every_case(item, "(10), H of greedy whist, n <= 7", greedy)
    unlike = (
        lower_and_upper(deal)[1] - lower_and_upper(deal)[0] in (0, 1) for deal in every_deal(6)
    )
    yield check_every_case(item, "H upper is H lower or one more, n <= 6", unlike)


def check_eq_8() -> Iterator[Claim]:
    """Check (8), and what is said of its sum."""
    item = "lemma-5.1"
    steps = list(with_every_diagonal(cheap_tricks(5)))
    yield check_formula(
        item,
        "Lemma 5.1 as printed, every cheap trick and k, n = 2 to 5",
        steps,
        printed_formulas.lemma_5_1,
    )
    yield check_formula(
        item, "(8) and the sign of its term, the same", steps, printed_formulas.eq_8
    )
    yield check_formula(item, "the sum in (8) has one term", steps, printed_formulas.terms_of_8)


def check_eqs_11_13() -> Iterator[Claim]:
    """Check (11), (12) and (13), in the proof of Theorem 6.1."""
    item = "eq-11-13"
    steps = [replace(s, k=k) for s in ace_leads(6) for k in range(2 - s.n, s.n)]
    above = [s for s in steps if s.k > 0]
    yield check_formula(
        item, "(11), East leads a high card, k > 0, n = 2 to 6", above, printed_formulas.eq_11
    )
    below = [s for s in steps if s.k <= 0]
    yield check_formula(
        item, "after (11): T'_k = T_(k-1), k <= 0", below, printed_formulas.after_11
    )
    rises = (
        all(
            x >= y + 1
            for x, y in zip(_lower_upper_greedy(s.rest), _lower_upper_greedy(s.deal), strict=True)
        )
        for s in ace_leads(6)
    )
    yield check_every_case(
        item, "after (11): H lower, H upper and H greedy rise by 1, n = 2 to 6", rises
    )
    yield check_number_formula(
        item,
        "Case 1: floor((n - 1 + H')/2) = floor((n + H')/2), n <= 12",
        sizes_and_heights(),
        printed_formulas.case_1,
        lambda n, h: (ceil((n - 1 + h) / 2), "=", floor((n + h) / 2)),
        "East is on lead, and with a ceiling on the left",
    )
    yield _check_eq_12(item)
    yield check_number_formula(
        item,
        "(13), n <= 12",
        sizes_and_heights(),
        printed_formulas.eq_13,
        lambda n, h: (1 + floor((n - 1 + h) / 2), "=", ceil((n + h) / 2)),
        "with a ceiling on the right",
        slip="rounding in (13)",
    )
    yield check_number_formula(
        item,
        "after (13): what it becomes, H having the parity of n, n <= 12",
        [(n, h) for n, h in sizes_and_heights() if (n - h) % 2 == 0],
        printed_formulas.after_13,
        lambda n, h: (ceil((n + h - 1) / 2), "=", ceil((n + h) / 2), "=", (n + h) / 2),
        "with ceilings",
        slip="rounding in (13)",
    )


def _lower_upper_greedy(deal: Deal) -> tuple[int, int, int]:
    low, up = lower_and_upper(deal)
    return low, up, printed_formulas.eq_10(low, up)


def _check_eq_12(item: str) -> Claim:
    """Compare (12) with Theorem 6.1, which rounds up when East leads."""
    hits = total = up = 0
    for n in range(1, 9):
        whole = invariants_of_all_deals(n)
        for h, tricks in zip(
            whole.greedy.tolist(), whole.tricks("E", game="greedy-whist").tolist(), strict=True
        ):
            total += 1
            hits += printed_formulas.eq_12(n, h) == tricks
            up += ceil(Fraction(n + h, 2)) == tricks
    return compare(
        item,
        "(12), what West takes when East leads, is the value of Theorem 6.1, n <= 8",
        "always",
        frequency_text(hits, total),
        evidence=f"{total:,} deals; rounded up, as the theorem says and the step needs: "
        f"{frequency_text(up, total)} ({ROUNDING_NOTE})",
        otherwise="unreadable",
    )


OutcomeSets = dict[tuple[str, str], frozenset[Outcome]]
MAX_PLAYED_SIZE = 6
SEATS: tuple[Seat, Seat] = ("W", "E")


def all_subsets(n: int) -> list[Outcome]:
    """Return every subset of 1 to n."""
    return [frozenset(i + 1 for i in range(n) if bits >> i & 1) for bits in range(2**n)]


def check_lattice() -> Iterator[Claim]:
    """Check what is said of L_n and of alternating sets."""
    item = "lattice"
    meets: list[bool] = []
    graded: list[bool] = []
    covering: list[bool] = []
    for n in range(1, 6):
        sets = all_subsets(n)
        under = {(x, y) for x, y in product(sets, sets) if said.below(x, y)}
        meets += (_has_meet_and_join(x, y, sets, under) for x, y in product(sets, sets))
        for x in sets:
            above = {y for y in sets if (x, y) in under and x != y}
            next_up = {y for y in above if not any((z, y) in under for z in above if z != y)}
            covering.append(next_up == set(said.covers(x, n)))
            graded += (said.rank(y) == said.rank(x) + 1 for y in next_up)
    yield check_every_case(
        item, "L_n is a lattice: two elements have a meet and a join, n <= 5", meets
    )
    yield check_every_case(item, "what covers an element is as printed, n <= 5", covering)
    yield check_every_case(
        item, "a cover has a rank, the sum of the elements, larger by 1, n <= 5", graded
    )
    mirror = (
        said.below(x, y) == said.below(_complement(y, n), _complement(x, n))
        for n in range(1, 6)
        for x, y in product(all_subsets(n), all_subsets(n))
    )
    yield check_every_case(
        item, "complements turn the order round, so East is like West, n <= 5", mirror
    )
    ours = said.alternating(4)
    listed = set(map(frozenset, printed.alternating_4))
    yield compare(item, "the alternating subsets of 1 to 4", _sets_text(listed), _sets_text(ours))
    yield from _check_alternating_sets(item)


def _sets_text(sets: set[Outcome]) -> str:
    ordered = sorted(sets, key=lambda s: (len(s), sorted(s)))
    return " ".join("{" + ",".join(map(str, sorted(one))) + "}" for one in ordered)


def _complement(x: Outcome, n: int) -> Outcome:
    return frozenset(range(1, n + 1)) - x


def _has_meet_and_join(
    x: Outcome, y: Outcome, sets: list[Outcome], under: set[tuple[Outcome, Outcome]]
) -> bool:
    """Say whether two elements have a greatest lower and a least upper bound."""
    lower = [z for z in sets if (z, x) in under and (z, y) in under]
    upper = [z for z in sets if (x, z) in under and (y, z) in under]
    meet = any(all((w, z) in under for w in lower) for z in lower)
    return meet and any(all((z, w) in under for w in upper) for z in upper)


def _check_alternating_sets(item: str) -> Iterator[Claim]:
    sizes = range(1, 9)
    two = (
        sorted(1 in s for s in said.alternating(n) if len(s) == k) == [False, True]
        for n in sizes
        for k in range(1, n)
    )
    yield check_every_case(
        item, "two alternating sets of k elements, one with 1, 0 < k < n <= 8", two
    )
    count = (len(said.alternating(n)) == 2 * n for n in sizes)
    yield check_every_case(item, "2n alternating sets in all, n <= 8", count)
    order = (
        said.below(y, x) and not said.below(x, y)
        for n in sizes
        for x, y in product(said.alternating(n), said.alternating(n))
        if x != y and said.greater(x, y)
    )
    yield check_every_case(item, "the larger is greater, or else the one without 1, n <= 8", order)
    made = (
        {alternating_subset(n, k, first=one) for k in range(n + 1) for one in (True, False)}
        == said.alternating(n)
        for n in sizes
    )
    yield check_every_case(item, "the product's alternating sets are these, n <= 8", made)


def check_theorem_7_1() -> Iterator[Claim]:
    """Check generalised greedy whist: its value, and the normal strategy against every reply."""
    item = "theorem-7.1"
    hits = total = 0
    for n in range(1, 5):
        scores = list(upward_closed_sets(n))
        for deal, lead in product(every_deal(n, n), SEATS):
            start, outcome = Position(deal, lead), invariants_of(deal).outcome(lead)
            hits += sum(_scored_value(start, good) == (outcome in good) for good in scores)
            total += len(scores)
    where = "the value, every deal, every order preserving score of 0 and 1, n <= 4"
    yield check_case_count(item, where, hits, total)
    alike: list[bool] = []
    sure: list[bool] = []
    least: list[bool] = []
    for (letters, first), outcomes in _reachable_outcomes(MAX_PLAYED_SIZE).items():
        normal = _normal_outcome(letters, "W" if first == "W" else "E")
        alike.append(normal in said.alternating(len(letters) // 2))
        least.append(normal in outcomes)
        sure.append(all(said.below(normal, other) for other in outcomes))
    yield check_every_case(item, "normal play by both ends in an alternating set, n <= 6", alike)
    yield check_every_case(item, "normal play by West: no reply brings less, in L_n, n <= 6", sure)
    yield check_every_case(item, "and normal replies bring just that, n <= 6", least)
    same = (
        invariants_of(d).outcome(seat) == _normal_outcome(d.holders, seat)
        for d in every_deal(6)
        for seat in SEATS
    )
    yield check_every_case(
        item, "the outcome that Sabot gives is that of normal play, n <= 6", same
    )


def upward_closed_sets(n: int) -> Iterator[frozenset[Outcome]]:
    """Yield every upward closed set of outcomes: the order preserving scores of 0 and 1."""
    outcomes = all_subsets(n)
    above = {one: frozenset(b for b in outcomes if said.below(one, b)) for one in outcomes}
    found, fresh = set(), {frozenset[Outcome]()}
    while fresh:
        found |= fresh
        fresh = {have | above[one] for have in fresh for one in outcomes} - found
    yield from sorted(found, key=len)


def _scored_value(start: Position, good: frozenset[Outcome]) -> int:
    return minimax.search_score(start, lambda won: int(won in good), rule="greedy")


def _normal_outcome(letters: str, lead: Seat) -> Outcome:
    """Return the tricks that West wins when both play normally."""
    here, won = Position(Deal(letters), lead), set()
    for trick in range(1, here.deal.n + 1):
        led = Position(here.deal, here.lead, strategy.normal_card(here))
        reply = strategy.normal_card(led)
        if led.winner(reply) == "W":
            won.add(trick)
        if here.deal.n > 1:
            here = led.after(reply)
    return frozenset(won)


def _reachable_outcomes(most: int) -> OutcomeSets:
    """Return every set of tricks that West can end with, playing normally under the greedy rule."""
    found: OutcomeSets = {}
    for deal in every_deal(most):
        for lead in SEATS:
            found[deal.holders, lead] = frozenset(_final_outcomes(deal, lead, found))
    return found


def _final_outcomes(deal: Deal, lead: Seat, found: OutcomeSets) -> Iterator[Outcome]:
    if lead == "W":
        led = strategy.normal_card(Position(deal, "W"))
        tricks = [(led, reply) for reply in Position(deal, "W", led).distinct_cards("greedy")]
    else:
        cards = Position(deal, "E").distinct_cards()
        tricks = [(card, strategy.normal_card(Position(deal, "E", card))) for card in cards]
    for led, reply in tricks:
        here = Position(deal, lead, led)
        winner = here.winner(reply)
        now = {1} if winner == "W" else set()
        if deal.n == 1:
            yield frozenset(now)
            continue
        for later in found[deal.without(led, reply).holders, winner]:
            yield frozenset(now | {trick + 1 for trick in later})
