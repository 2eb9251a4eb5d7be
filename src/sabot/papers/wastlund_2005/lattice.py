"""Section 7: the lattice L_n, the alternating sets, and Theorem 7.1 with its strategy played.

West's normal strategy is played against every reply. Where every outcome that East can bring about
is at least, in L_n, the outcome of normal play by both, West is sure of that outcome's score
whatever the order preserving score is; and East of the same, with the hands exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sabot.games.whist import minimax, strategy
from sabot.games.whist.deal import Deal, Position, Seat
from sabot.games.whist.theory.values import alternating, reading
from sabot.papers.report import Claim, compare
from sabot.papers.wastlund_2005 import printed
from sabot.papers.wastlund_2005.every import every, holds, tried
from sabot.papers.wastlund_2005.printed import lattice as said
from sabot.papers.wastlund_2005.printed.lattice import Outcome

Results = dict[tuple[str, str], frozenset[Outcome]]
MOST_PLAYED = 6
SEATS: tuple[Seat, Seat] = ("W", "E")


def subsets(n: int) -> list[Outcome]:
    """Return every subset of 1 to n."""
    return [frozenset(i + 1 for i in range(n) if bits >> i & 1) for bits in range(2**n)]


def lattice() -> Iterator[Claim]:
    """Check what is said of L_n and of alternating sets."""
    item = "lattice"
    meets: list[bool] = []
    graded: list[bool] = []
    covering: list[bool] = []
    for n in range(1, 6):
        sets = subsets(n)
        under = {(x, y) for x, y in product(sets, sets) if said.below(x, y)}
        meets += (_bounded(x, y, sets, under) for x, y in product(sets, sets))
        for x in sets:
            above = {y for y in sets if (x, y) in under and x != y}
            next_up = {y for y in above if not any((z, y) in under for z in above if z != y)}
            covering.append(next_up == set(said.covers(x, n)))
            graded += (said.rank(y) == said.rank(x) + 1 for y in next_up)
    yield holds(item, "L_n is a lattice: two elements have a meet and a join, n <= 5", meets)
    yield holds(item, "what covers an element is as printed, n <= 5", covering)
    yield holds(item, "a cover has a rank, the sum of the elements, larger by 1, n <= 5", graded)
    mirror = (
        said.below(x, y) == said.below(_rest(y, n), _rest(x, n))
        for n in range(1, 6)
        for x, y in product(subsets(n), subsets(n))
    )
    yield holds(item, "complements turn the order round, so East is like West, n <= 5", mirror)
    ours = said.alternating(4)
    listed = set(map(frozenset, printed.ALTERNATING_4))
    yield compare(item, "the alternating subsets of 1 to 4", _words(listed), _words(ours))
    yield from _alternating(item)


def _words(sets: set[Outcome]) -> str:
    ordered = sorted(sets, key=lambda s: (len(s), sorted(s)))
    return " ".join("{" + ",".join(map(str, sorted(one))) + "}" for one in ordered)


def _rest(x: Outcome, n: int) -> Outcome:
    return frozenset(range(1, n + 1)) - x


def _bounded(
    x: Outcome, y: Outcome, sets: list[Outcome], under: set[tuple[Outcome, Outcome]]
) -> bool:
    """Say whether two elements have a greatest lower and a least upper bound."""
    lower = [z for z in sets if (z, x) in under and (z, y) in under]
    upper = [z for z in sets if (x, z) in under and (y, z) in under]
    meet = any(all((w, z) in under for w in lower) for z in lower)
    return meet and any(all((z, w) in under for w in upper) for z in upper)


def _alternating(item: str) -> Iterator[Claim]:
    sizes = range(1, 9)
    two = (
        sorted(1 in s for s in said.alternating(n) if len(s) == k) == [False, True]
        for n in sizes
        for k in range(1, n)
    )
    yield holds(item, "two alternating sets of k elements, one with 1, 0 < k < n <= 8", two)
    count = (len(said.alternating(n)) == 2 * n for n in sizes)
    yield holds(item, "2n alternating sets in all, n <= 8", count)
    order = (
        said.below(y, x) and not said.below(x, y)
        for n in sizes
        for x, y in product(said.alternating(n), said.alternating(n))
        if x != y and said.greater(x, y)
    )
    yield holds(item, "the larger is greater, or else the one without 1, n <= 8", order)
    made = (
        {alternating(n, k, first=one) for k in range(n + 1) for one in (True, False)}
        == said.alternating(n)
        for n in sizes
    )
    yield holds(item, "the product's alternating sets are these, n <= 8", made)


def theorem_7_1() -> Iterator[Claim]:
    """Check generalised greedy whist: its value, and the normal strategy against every reply."""
    item = "theorem-7.1"
    hits = total = 0
    for n in range(1, 5):
        scores = list(filters(n))
        for deal, lead in product(every(n, n), SEATS):
            start, outcome = Position(deal, lead), reading(deal).outcome(lead)
            hits += sum(_scored(start, good) == (outcome in good) for good in scores)
            total += len(scores)
    where = "the value, every deal, every order preserving score of 0 and 1, n <= 4"
    yield tried(item, where, hits, total)
    alike: list[bool] = []
    sure: list[bool] = []
    least: list[bool] = []
    for (letters, first), outcomes in _outcomes(MOST_PLAYED).items():
        normal = _normal(letters, "W" if first == "W" else "E")
        alike.append(normal in said.alternating(len(letters) // 2))
        least.append(normal in outcomes)
        sure.append(all(said.below(normal, other) for other in outcomes))
    yield holds(item, "normal play by both ends in an alternating set, n <= 6", alike)
    yield holds(item, "normal play by West: no reply brings less, in L_n, n <= 6", sure)
    yield holds(item, "and normal replies bring just that, n <= 6", least)
    same = (
        reading(d).outcome(seat) == _normal(d.holders, seat) for d in every(6) for seat in SEATS
    )
    yield holds(item, "the outcome that Sabot gives is that of normal play, n <= 6", same)


def filters(n: int) -> Iterator[frozenset[Outcome]]:
    """Yield every upward closed set of outcomes: the order preserving scores of 0 and 1."""
    outcomes = subsets(n)
    above = {one: frozenset(b for b in outcomes if said.below(one, b)) for one in outcomes}
    found, fresh = set(), {frozenset[Outcome]()}
    while fresh:
        found |= fresh
        fresh = {have | above[one] for have in fresh for one in outcomes} - found
    yield from sorted(found, key=len)


def _scored(start: Position, good: frozenset[Outcome]) -> int:
    return minimax.scored(start, lambda won: int(won in good), rule="greedy")


def _normal(letters: str, lead: Seat) -> Outcome:
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


def _outcomes(most: int) -> Results:
    """Return every set of tricks that West can end with, playing normally under the greedy rule."""
    found: Results = {}
    for deal in every(most):
        for lead in SEATS:
            found[deal.holders, lead] = frozenset(_ends(deal, lead, found))
    return found


def _ends(deal: Deal, lead: Seat, found: Results) -> Iterator[Outcome]:
    if lead == "W":
        led = strategy.normal_card(Position(deal, "W"))
        tricks = [(led, reply) for reply in Position(deal, "W", led).distinct("greedy")]
    else:
        cards = Position(deal, "E").distinct()
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
