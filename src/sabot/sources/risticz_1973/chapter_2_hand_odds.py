"""Check tables 1 to 5 and 20, Section 2.7 and appendix C: odds of poker hands, counted exactly.

The pack of 52 is counted whole. Tables 3 and 5 are Monte Carlo estimates from 30,000 random hands.
Where an estimate is within three standard errors of the exact chance it is *superseded*; farther
off, no sample of that size gives it. If one changed digit would correct it and no other figure has
the same fault, the print or the scan may have it wrong, which this text cannot decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, permutations
from math import ceil, comb, floor, isqrt
from typing import NamedTuple

import numpy as np
from flint import arb, ctx
from numpy.typing import NDArray

from sabot.cards.poker_hand import (
    FLUSH,
    FOUR_OF_A_KIND,
    HAND_KINDS,
    HIGH_CARD,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIRS,
    Hand,
    HandStrength,
    all_strengths,
    card_text,
    hands_per_kind,
    parse_cards,
    suit_classes,
)
from sabot.cards.poker_odds.all_hands import holds_by_common_rule
from sabot.cards.poker_odds.all_holds import (
    HOLD_SIZES,
    HoldValues,
    all_hold_values,
    all_hold_values_with_removal,
)
from sabot.cards.poker_odds.hand_distribution import (
    OpponentRange,
    count_draws,
    kinds_by_rank,
    opponent_range,
    sum_by_kind,
)
from sabot.exact import format_decimal, format_fraction
from sabot.papers.report import (
    Claim,
    Difference,
    PaperTable,
    format_grid,
    frequency_text,
    require_agreement,
)
from sabot.sources.risticz_1973.printed_formulas import printed
from sabot.sources.risticz_1973.profiles import compare_text, count_decimals, round_decimal

HAND_COUNT = comb(52, 5)
EXAMPLE_DRAWS = {
    ("one pair", 3): ("6c6d7c2dKs", "6c6d"),
    ("one pair", 2): ("6c6d7c2dAs", "6c6dAs"),
    ("two pairs", 1): ("6c6d7c7dAs", "6c6d7c7d"),
    ("three of a kind", 2): ("6c6d6h2dAs", "6c6d6h"),
    ("three of a kind", 1): ("6c6d6h2dAs", "6c6d6hAs"),
    ("4 straight (open)", 1): ("5c6d7h8sKc", "5c6d7h8s"),
    ("4 straight (gap)", 1): ("5c6d7h9sKc", "5c6d7h9s"),
    ("4 flush", 1): ("2c6c9cJcKd", "2c6c9cJc"),
    ("4 straight flush", 1): ("5c6c7c8cKd", "5c6c7c8c"),
}
"""A hand for each draw of table 2, and what is held of it; others of a sort have the same odds."""
FOUR_CARD_PATTERNS = {"4 straight (open)": 9, "4 straight (gap)": 32}
"""Fours of ranks: 2-3-4-5 to 10-J-Q-K; three gaps in each of ten straights, A-2-3-4 and J-Q-K-A."""


def check_table_1() -> Iterator[Claim]:
    """Check the order of the nine kinds, and that the stronger is the rarer."""
    ours = ", ".join(reversed(HAND_KINDS))
    yield compare_text("table-1", "kinds, the strongest first", ", ".join(printed.table_1), ours)
    many = list(hands_per_kind().values())
    why = f"hands of each: {', '.join(f'{one:,}' for one in many)}"
    yield compare_text(
        "table-1", "the stronger is the rarer", True, many == sorted(many), evidence=why
    )


def check_table_2() -> Iterator[Claim | PaperTable]:
    """Compare every chance of Epstein's table."""
    dealt = {name: Fraction(many, HAND_COUNT) for name, many in hands_per_kind().items()}
    dealt["royal flush"] = Fraction(4, HAND_COUNT)
    dealt["straight flush"] -= Fraction(4, HAND_COUNT)
    for where, table in (("dealt", printed.dealt), ("dealt, said again", printed.again)):
        for name, says in table.items():
            lost = where != "dealt" and says != printed.dealt[name]
            yield _compare_chance(f"{name}, {where}", says, dealt[name], digit_lost=lost, slip=name)
    yield from _check_four_card_hands()
    rows = []
    for (name, many), line in printed.draws.items():
        ways = _kinds_after_draw(*EXAMPLE_DRAWS[name, many])
        for entry in line.split(", "):
            to, _, says = entry.rpartition(" ")
            yield _compare_chance(f"{name}, {many} drawn: {to}", says, ways[to])
            rows.append(
                (f"{name}, {many} drawn: {to}", (says, ways[to], format_decimal(ways[to], 6)))
            )
    head = ("printed", "exactly", "about")
    yield PaperTable("table-2", "chances of improvement", format_grid("", head, rows))


def _check_four_card_hands() -> Iterator[Claim]:
    """Compare how often four cards to a straight, a flush or both are dealt."""
    ways, wholes = count_four_card_hands()
    for name, says in printed.fours.items():
        many = FOUR_CARD_PATTERNS.get(name, 0)
        exact, guess = Fraction(ways[name], HAND_COUNT), Fraction(many * 4**4 * 39, HAND_COUNT)
        why = (
            f"exactly {format_fraction(exact)}: {ways[name]:,} hands that are no straight and no "
            "flush yet"
        )
        if many:
            why += (
                f"; print is {many} * 4^4 * 39 / C(52,5), about {format_decimal(guess, 4)}, as if "
                "the fifth card were of another suit, and hands that hold two such fours come twice"
            )
        if name == "4 straight flush":
            whole = wholes[name]
            why += (
                ". The row is the open four: its improvements on the next two lines are 2/47 and "
                f"15/47. With hands that are a straight or a flush already {whole:,}, "
                f"{format_decimal(Fraction(whole, HAND_COUNT), 3)}"
            )
        slip = "table 2: fours to a straight" if many else ""
        kind: Difference = "error" if many else "misprint"
        ours = round_decimal(exact, count_decimals(says))
        yield compare_text(
            "table-2", f"{name}, dealt", says, ours, evidence=why, otherwise=kind, slip=slip
        )


def _compare_chance(
    where: str, says: str, exact: Fraction, *, digit_lost: bool = False, slip: str = ""
) -> Claim:
    off = format_decimal(Fraction(says) - exact, 2)
    why = (
        f"exactly {format_fraction(exact)}, about {format_decimal(exact, 5)}; print is off by {off}"
    )
    if digit_lost:
        why += "; the table itself has the right figure in another column, with one digit more"
    kind: Difference = "unreadable" if digit_lost else "misprint"
    ours = round_decimal(exact, count_decimals(says))
    slip = f"table 2: {slip}" if slip else ""
    return compare_text("table-2", where, says, ours, evidence=why, otherwise=kind, slip=slip)


def improvement_probability(kind: str, many: int, to: str = "any improvement") -> Fraction:
    """Return the chance that a draw of table 2 improves a hand, or improves it to a kind."""
    return _kinds_after_draw(*EXAMPLE_DRAWS[kind, many])[to]


def _kinds_after_draw(hand: str, held: str) -> dict[str, Fraction]:
    """Return the chance of each kind after a draw, counted by ranks and card by card."""
    own, kept = Hand(hand), parse_cards(held, many=None)
    ways = count_draws(kept, own.cards)
    if len(kept) == 4:
        rest = [card for card in range(52) if card not in own.cards]
        one_by_one = np.bincount([Hand((*kept, card)).rank for card in rest], minlength=len(ways))
        require_agreement(f"{held} filled up", ways.tolist(), one_by_one.tolist())
    total = int(ways.sum())
    found = {name: Fraction(many, total) for name, many in sum_by_kind(ways).items()}
    better = HAND_KINDS[own.strength.kind + 1 :]
    straight = sum((found[name] for name in ("straight", "flush", "straight flush")), Fraction(0))
    found["any improvement"] = sum((found[name] for name in better), Fraction(0))
    found["any straight or flush"] = straight
    return found


def count_four_card_hands() -> tuple[dict[str, int], dict[str, int]]:
    """Return how many hands hold four cards to a straight or a flush, and how many with made ones.

    The first counts leave out every hand that is a straight or a flush already; the second ones
    leave out straight flushes alone. A hand with four to an open straight is not counted among
    those with a gap. Four to a straight flush are counted where they are open, which is the row of
    table 2.
    """
    hands, ways = suit_classes().hands.astype(np.int64), suit_classes().ways
    kinds = kinds_by_rank()[suit_classes().ranks.astype(np.intp) - 1]
    opened, gap, flush, both = (np.zeros(len(hands), bool) for _ in range(4))
    for gone in range(5):
        four = np.delete(hands, gone, axis=1)
        runs = _straight_completions(four >> 2)
        suited = ((four & 3) == (four[:, :1] & 3)).all(axis=1)
        opened |= runs == 2
        gap |= runs == 1
        flush |= suited
        both |= suited & (runs == 2)
    found = {
        "4 straight (open)": opened,
        "4 straight (gap)": gap & ~opened,
        "4 flush": flush,
        "4 straight flush": both,
    }
    left, whole = (
        {name: int(ways[one & ~np.isin(kinds, made)].sum()) for name, one in found.items()}
        for made in ((STRAIGHT, FLUSH, STRAIGHT_FLUSH), (STRAIGHT_FLUSH,))
    )
    return left, whole


_MASK_SIZES = np.array([bin(mask).count("1") for mask in range(1 << 13)])
"""How many ranks a set of them has, as bits."""


def _straight_completions(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return by how many ranks each four becomes a straight: 2 where it is open, 1 at a gap."""
    masks = np.zeros(len(ranks), np.int64)
    for column in ranks.T:
        masks |= 1 << column
    found = np.zeros(len(ranks), np.int64)
    for low in range(-1, 9):
        window = sum(1 << (rank % 13) for rank in range(low, low + 5))
        inside = (masks & ~window) == 0
        found += inside & (_MASK_SIZES[masks] == 4)
    return found


def check_table_20() -> Iterator[Claim]:
    """Ask of each kind whether q(h) orders it, and whether the kinds are in order."""
    for kind, name in enumerate(HAND_KINDS):
        own = [step for step in all_strengths() if step.kind == kind]
        falls = sum(a >= b for a, b in pairwise(hand_number(step, corrected=False) for step in own))
        why = (
            f"{falls} of {len(own) - 1} steps do not rise; "
            f"{_MISSING_TERM_NOTES.get(name, 'every one does')}"
        )
        where = f"{name}: q(h) is higher for every better hand"
        verdict: Difference = "unreadable" if name == "flush" else "error"
        yield compare_text("table-20", where, True, not falls, evidence=why, otherwise=verdict)
    rising = all(
        hand_number(low, corrected=True) < hand_number(high, corrected=True)
        for low, high in pairwise(all_strengths())
        if low.kind != high.kind or low.kind != FOUR_OF_A_KIND
    )
    where = "with the lost term, all but kickers of four of a kind are in order"
    yield compare_text("table-20", where, True, rising)
    most = max(hand_number(step, corrected=True) for step in all_strengths())
    why = f"the largest is {most:,}; 13^7 = {13**7:,} is a bound, and 6 times as much"
    yield compare_text(
        "table-20", "the largest q(h) is below 13^7", True, most < 13**7, evidence=why
    )
    yield from _check_kind_bounds()


def _check_kind_bounds() -> Iterator[Claim]:
    """Hold each kind to the bounds that are printed beside it, and the next to begin at one."""
    largest = {HAND_KINDS[step.kind]: hand_number(step, corrected=True) for step in all_strengths()}
    for given, word in ((printed.bounds_20, "bound"), (printed.nearer_20, "nearer bound")):
        for name, multiples in given.items():
            bound, most = _base_13_number(multiples), largest[name]
            why = f"the largest is {most:,}, the bound {bound:,}"
            yield compare_text("table-20", f"{name}: the {word}", True, most < bound, evidence=why)
    for low, high in pairwise(HAND_KINDS):
        bound, start = (
            _base_13_number(printed.bounds_20[low]),
            _base_13_number(printed.table_20[high][0]),
        )
        where = f"{high}: begins at the bound of {low}"
        why = _BOUND_NOTES.get(high, _BOUND_EVIDENCE)
        yield compare_text(
            "table-20",
            where,
            bound,
            start,
            evidence=why,
            otherwise="unreadable",
            basis="formula",
        )
    many, power = printed.sum_20
    total = _base_13_number(printed.nearer_20["high card"])
    why = "12 (13^4 + ... + 1) is 13^5 - 1: the 12 is cancelled by 13 - 1; the bound 13^6 holds"
    yield compare_text(
        "table-20",
        "high card: the sum",
        many * (13**power - 1),
        total,
        evidence=f"{why}; a denominator may be lost in the text",
        otherwise="unreadable",
        basis="formula",
    )


def _base_13_number(multiples: tuple[int, ...]) -> int:
    """Return the sum of so many ones, thirteens, and so on."""
    return sum(many * weight for many, weight in zip(multiples, _POWERS_OF_13, strict=True))


_BOUND_EVIDENCE = "what is added for a kind is the bound of the one below it"
_BOUND_NOTES = {"four of a kind": "the text that was read has 13^5 twice in it, once for 13^3"}
_MISSING_TERM_NOTES = {
    "flush": "the third card has no term, 13^2 I3, in the text that was read",
    "four of a kind": "the odd card has no term, which does no harm in one pack",
}
_POWERS_OF_13: tuple[int, ...] = tuple(13**power for power in range(7))


def hand_number(step: HandStrength, *, corrected: bool) -> int:
    """Return q(h) of table 20; *corrected*, with the term that a flush lacks."""
    base, powers = printed.table_20[HAND_KINDS[step.kind]]
    if corrected:
        powers = tuple(2 if power is None else power for power in powers)
    pairs = zip(step.high, powers, strict=False)
    return _base_13_number(base) + sum(
        value * _POWERS_OF_13[power] for value, power in pairs if power is not None
    )


def check_section_2_7() -> Iterator[Claim | PaperTable]:
    """Compare the common rule with the best discard of every class of hands."""
    found, usual, ways = all_hold_values_with_removal(), holds_by_common_rule(), suit_classes().ways
    rows = np.arange(len(ways))
    best = found.best
    lost = found.values[rows, best] - found.values[rows, usual]
    apart = all_hold_values(opponent_range("improved"))
    alone = apart.values[rows, apart.best] - apart.values[rows, usual]
    kinds = kinds_by_rank()[suit_classes().ranks.astype(np.intp) - 1]
    for kind in (PAIR, TWO_PAIRS, THREE_OF_A_KIND, STRAIGHT):
        own = kinds >= kind if kind == STRAIGHT else kinds == kind
        wrong, other = (int(ways[own & (one > 0)].sum()) for one in (lost, alone))
        why = (
            "2.7 says that its Monte Carlo agreed exactly with what Reese and Watkins advocate. "
            "Their list is not available to us, figure 2 is lost, and what was maximised is not "
            "said: we took the rule that books have in common, and the chance to win against one "
            "who plays on a pair or better and draws by the same rule, the own five cards out of "
            f"his pack; with all 52 in it, {other:,}. 20,000 trials have a standard error of "
            "0.0035 and see a part of it: table below"
        )
        name = HAND_KINDS[kind] + (" or better" if kind == STRAIGHT else "")
        where = f"if the rule was the common one: hands with {name} that it plays wrong"
        yield compare_text("section-2.7", where, 0, wrong, evidence=why, otherwise="superseded")
    head = ("hands", "worst", "keep", "loses")
    title = "where the common rule is not the best discard: how many cards to keep instead"
    lines = []
    for kind in (HIGH_CARD, PAIR):
        for many in range(1, 5):
            wrong_here = (kinds == kind) & (lost > 0) & (HOLD_SIZES[best] == many)
            if wrong_here.any():
                lines.append(
                    (f"{HAND_KINDS[kind]}: {many}", _worst_discard(found, best, usual, wrong_here))
                )
    yield PaperTable("section-2.7", title, format_grid("", head, lines))


def _worst_discard(
    found: HoldValues, best: NDArray[np.int64], usual: NDArray[np.int64], wrong: NDArray[np.bool_]
) -> tuple[str, str, str, str]:
    """Return how many hands are played wrong, the one that loses most by it, and how much."""
    rows = np.flatnonzero(wrong)
    lost = (found.values[rows, best[rows]] - found.values[rows, usual[rows]]).tolist()
    losses = list(zip(lost, found.below[rows].tolist(), rows.tolist(), strict=True))
    rounded = [(amount << 64) // below for amount, below, _ in losses]
    most = max(rounded)
    highest = (loss for loss, about in zip(losses, rounded, strict=True) if about == most)
    amount, below, row = max(highest, key=lambda loss: Fraction(loss[0], loss[1]))
    hand = suit_classes().hands[row].tolist()
    kept = "".join(card_text(card) for place, card in enumerate(hand) if best[row] >> place & 1)
    many = f"{int(suit_classes().ways[wrong].sum()):,}"
    return many, "".join(map(card_text, hand)), kept, format_decimal(Fraction(amount, below), 4)


_HALF_PLACE = Fraction(1, 20_000)
"""Print is rounded to four places."""
MAX_STANDARD_ERRORS = 3
"""Standard errors from which on chance is no explanation."""


def parse_table(table: str) -> list[tuple[Hand, str, Hand, str]]:
    """Return the lines of table 3 or 5: low hand, chance, high hand, chance."""
    found = []
    for line in table.split("\n"):
        if line:
            low, first, high, second = map(str.strip, line.split("|"))
            found.append((Hand(low), first, Hand(high), second))
    return found


def standard_errors_off(says: str, others: OpponentRange, rank: int) -> Fraction:
    """Return by how many standard errors of the sample a printed chance is off, to a tenth.

    Half a unit of the last printed place is forgiven: it was rounded.
    """
    exact = others.share(rank)
    wins = exact - others.ties(rank) / 2
    spread = wins + others.ties(rank) / 4 - exact * exact
    gap = max(abs(Fraction(says) - exact) - _HALF_PLACE, Fraction(0))
    if not spread:
        return Fraction(MAX_STANDARD_ERRORS + 1) if gap else Fraction(0)
    squared = gap * gap * printed.sample / spread
    return Fraction(isqrt(int(squared * 100)), 10)


def tail_probability(says: str, others: OpponentRange, rank: int) -> float:
    """Return the chance that as large a sample errs so far to that side, or farther.

    A hand of the sample counts 0 where it is beaten, 1 where it ties, 2 where it beats: the sum has
    the coefficients of a trinomial to the power of the sample, which come one from the other. They
    are added as balls of 400 bits, of which the float is the middle.
    """
    size, exact, ties = printed.sample, others.share(rank), others.ties(rank)
    beaten, beats = exact - ties / 2, 1 - exact - ties / 2
    low, high = (2 * size * (1 - Fraction(says) + off) for off in (-_HALF_PLACE, _HALF_PLACE))
    too_low = Fraction(says) < exact
    up_to = ceil(low) - 1 if too_low else floor(high)
    bits, ctx.prec = ctx.prec, 400
    try:
        first, tie, second = (arb(x.numerator) / x.denominator for x in (beaten, ties, beats))
        before, last = arb(0), first**size
        total = last
        for n in range(1, up_to + 1):
            here = ((size - n + 1) * tie * last + (2 * size - n + 2) * second * before) / (
                first * n
            )
            before, last, total = last, here, total + here
        return float(1 - total if too_low else total)
    finally:
        ctx.prec = bits


def compare_sampled(
    item: str, where: str, says: str, others: OpponentRange, rank: int, more: str = ""
) -> Claim:
    """Compare a sampled chance with the exact one."""
    exact = others.share(rank)
    off = standard_errors_off(says, others, rank)
    why = (
        f"exactly {format_fraction(exact)}; print is off by "
        f"{format_decimal(Fraction(says) - exact, 2)}, "
        f"{format_decimal(off, 3)} standard errors of {printed.sample:,} hands{more}"
    )
    kind: Difference = "superseded"
    slip = ""
    if off > MAX_STANDARD_ERRORS:
        slip = _FAR_OFF_SLIPS.get((item, says), "")
        fits = (
            one
            for one in _one_digit_changes(says)
            if standard_errors_off(one, others, rank) <= MAX_STANDARD_ERRORS
        )
        corrected = "" if slip else next(fits, "")
        kind = "unreadable" if corrected else "error"
        if corrected:
            why += f"; one other digit would do, {corrected}, and the text is garbled here"
            slip = _HIGHEST_FOUR_SLIP if rank == Hand("AcAsAhAdKs").rank else ""
        if others.ties(rank) < exact < 1:
            chance = tail_probability(says, others, rank)
            why += f"; a sample strays so far to that side with chance {chance:.0e}"
    ours = round_decimal(exact, 4)
    return compare_text(item, where, says, ours, evidence=why, otherwise=kind, slip=slip)


_SURPLUS_SLIP = "table 5: too many hands above three aces"
_HIGHEST_FOUR_SLIP = "table 5: the highest four"
_FAR_OFF_SLIPS = {
    ("table-3", "0.9993"): "table 3: 0.9993 for the highest full house and the lowest four",
    **{("table-5", says): _SURPLUS_SLIP for says in ("0.9716", "0.9778", "0.9820", "0.9967")},
}
"""Figures that are too far off for chance and that other figures of the table confirm: their slip.

Those of table 5 follow from one another, as the claims of appendix C show."""


def _one_digit_changes(says: str) -> Iterator[str]:
    """Yield a printed number with one of its decimals changed, the last first."""
    for place in range(len(says) - 1, 1, -1):
        for digit in "0123456789":
            if digit != says[place]:
                yield says[:place] + digit + says[place + 1 :]


def check_table_3() -> Iterator[Claim | PaperTable]:
    """Compare f_b at both ends of the nine intervals, and ask whether they are the ends."""
    others = opponent_range("dealt")
    for low, first, high, second in parse_table(printed.table_3):
        yield compare_sampled("table-3", f"f_b({low}), {low.kind}", first, others, low.rank)
        yield compare_sampled("table-3", f"f_b({high}), {high.kind}", second, others, high.rank)
    yield from check_interval_ends("table-3", printed.table_3)
    yield from compare_neighbours("table-3", "f_b", printed.table_3, others)
    yield exact_odds_table("table-3", printed.table_3, ("dealt",))


_NEIGHBOUR_TEXTS = {
    1: "the lowest pair less {} of the highest hand without one",
    2: "the lowest two pairs less {} of the highest pair",
    6: "the lowest full house less {} of the highest flush",
}
"""Intervals, numbered from 0, whose first hand follows on the last of the interval before."""


def compare_neighbours(item: str, name: str, table: str, others: OpponentRange) -> Iterator[Claim]:
    """Compare hands between which no other lies: one set of random hands hardly parts them."""
    lines = parse_table(table)
    for number, where in _NEIGHBOUR_TEXTS.items():
        (*_, low, first), (high, second, *_) = lines[number - 1], lines[number]
        if high.rank != low.rank + 1:
            continue
        step = others.share(high.rank) - others.share(low.rank)
        says = Fraction(second) - Fraction(first)
        why = (
            "no hand lies between them, and both were compared with the same random hands: they "
            f"differ by half of what ties with either, exactly {format_fraction(step)}; print has "
            f"{printed.sample * says} of {printed.sample:,} hands there, where "
            f"{format_decimal(printed.sample * step, 2)} are due"
        )
        where = f"{name} of {where.format(name)}"
        yield compare_text(
            item,
            where,
            round_decimal(says, 4),
            round_decimal(step, 4),
            evidence=why,
            otherwise="error",
            slip="appendix C: one set of random hands for all figures of a table",
            basis="formula",
        )


class ConditionalCount(NamedTuple):
    """How many hands of a sample beat a hand, given how many beat the one on the line before."""

    hand: Hand
    says: str
    above: Fraction
    due: Fraction
    given: Fraction
    off: Fraction
    """Standard errors between what print has and what is due, given the line before."""


def conditional_counts(table: str, others: OpponentRange, since: int) -> Iterator[ConditionalCount]:
    """Yield the entries of a table from a line on, each given the one before: it is one sample."""
    listed = [pair for low, a, high, b in parse_table(table) for pair in ((low, a), (high, b))]
    for (last, before), (hand, says) in zip(listed[since - 1 :], listed[since:], strict=False):
        above, over = (printed.sample * (1 - Fraction(text)) for text in (says, before))
        part = (1 - others.share(hand.rank)) / (1 - others.share(last.rank))
        due, spread = over * part, over * part * (1 - part)
        gap = max(abs(above - due) - printed.sample * _HALF_PLACE * (1 + part), Fraction(0))
        off = Fraction(isqrt(int(100 * gap * gap / spread)), 10) if spread else Fraction(0)
        whole = printed.sample * (1 - others.share(hand.rank))
        yield ConditionalCount(hand, says, above, whole, due, off)


def check_interval_ends(item: str, table: str) -> Iterator[Claim]:
    """Ask of every interval whether its printed ends are the lowest and the highest of its kind."""
    for number, (low, _, high, _) in enumerate(parse_table(table), 1):
        kind = low.strength.kind
        own = [rank for rank, step in enumerate(all_strengths(), 1) if step.kind == kind]
        for which, hand, rank in (("lowest", low, own[0]), ("highest", high, own[-1])):
            there = all_strengths()[rank - 1]
            why = f"the {which} {hand.kind} is {there.name}, with {_ranks_text(there.five)}"
            where = f"interval {number}: {hand} is the {which}"
            slip = f"interval {number}: its {which} hand"
            right = hand.rank == rank
            yield compare_text(item, where, True, right, evidence=why, otherwise="error", slip=slip)


def _ranks_text(five: tuple[int, ...]) -> str:
    return "-".join(printed.ranks[rank] for rank in five)


def exact_odds_table(item: str, table: str, models: tuple[str, ...]) -> PaperTable:
    """Return the exact chances as fractions, with and without the own cards in the pack."""
    lines = []
    for low, _, high, _ in parse_table(table):
        for hand in (low, high):
            cells = []
            for model in models:
                cells.append(format_fraction(opponent_range(model).share(hand.rank)))
                cells.append(format_fraction(opponent_range(model, hand.cards).share(hand.rank)))
            lines.append((str(hand), cells))
    head = [name for model in models for name in (model, f"{model}, own cards gone")]
    return PaperTable(item, "exact chances, a tie counted half", format_grid("hand", head, lines))


def check_table_4() -> Iterator[Claim]:
    """Ask whether numbers of hands rise with the hands, and redo the interpolation of 2.8."""
    two, three, half = printed.table_4["two pairs"]
    found = [
        (high - two) * (high - three) // half + low
        for high in range(3, 15)
        for low in range(2, high)
    ]
    why = f"they are {found[0]} to {found[-1]}, each once"
    rising = found == list(range(found[0], found[0] + len(found)))
    yield compare_text(
        "table-4", "two pairs are numbered one after the other", True, rising, evidence=why
    )
    step, first = printed.table_4["full house"]
    numbers = [step * (high - first) + low for high, low in permutations(range(2, 15), 2)]
    why = (
        "2-2-2-A-A and 3-3-3-2-2 both have the number 14: a pair has 13 values, so that the factor "
        "must be 13"
    )
    steps = sorted(permutations(range(2, 15), 2))
    ordered = [step * (high - first) + low for high, low in steps]
    rising = len(set(numbers)) == len(numbers) and ordered == sorted(ordered)
    where = "full houses have numbers of their own"
    yield compare_text("table-4", where, True, rising, evidence=why, otherwise="unreadable")
    kinds = {hand.kind for hand, *_ in parse_table(printed.table_3)}
    why = (
        "table 3 has nine intervals; table 4 leaves four of a kind out and calls routines number 8"
    )
    where = "kinds that are numbered"
    yield compare_text("table-4", where, 8, len(kinds), evidence=why, otherwise="error")
    held, bounds, says = printed.example
    low, high = map(Fraction, bounds.split())
    pair = Hand(held).strength.high[0]
    ours = low + Fraction(pair, 12) * (high - low)
    exact = opponent_range("dealt").share(Hand(held).rank)
    why = (
        f"0.5010 + 4/12 of 0.4188; exactly f_b is {format_fraction(exact)}, about "
        f"{format_decimal(exact, 4)}"
    )
    where = f"2.8: f_b({Hand(held)}) interpolated"
    yield compare_text("table-4", where, says, round_decimal(ours, 4), evidence=why)
    why = (
        "12 steps from the lowest pair to the highest, where 13 pairs make 13: see table-16; and "
        "the three idle cards move f_b by up to 0.0325 within a pair"
    )
    where = "2.8: the interpolation, to two places"
    yield compare_text(
        "table-4",
        where,
        round_decimal(ours, 2),
        round_decimal(exact, 2),
        evidence=why,
        otherwise="superseded",
        basis="formula",
    )


def check_table_5() -> Iterator[Claim | PaperTable]:
    """Compare f_a with the model that the table fits, and say what the definition would give."""
    others, defined = opponent_range("kept"), opponent_range("improved")
    for low, first, high, second in parse_table(printed.table_5):
        for hand, says in ((low, first), (high, second)):
            by = format_decimal(defined.share(hand.rank), 5)
            more = f"; as appendix C defines it, pairs or better alone, {by}"
            where = f"f_a({hand}), {hand.kind}"
            yield compare_sampled("table-5", where, says, others, hand.rank, more)
    yield from compare_neighbours("table-5", "f_a", printed.table_5, others)
    yield from check_interval_ends("table-5", printed.table_5)
    yield exact_odds_table("table-5", printed.table_5, ("kept", "improved"))


_THREE_ACES, _HIGH_FOUR = 7, 15
"""Places in table 5 of the hand from which on too many are better, and of the highest four."""


def check_surplus() -> Iterator[Claim | PaperTable]:
    """Ask what is left of the eight entries that no sample gives, each given the one before."""
    lines = list(conditional_counts(printed.table_5, opponent_range("kept"), _THREE_ACES))
    head = ("print", "above it", "due", "given the line before", "standard errors")
    cells = [
        (
            str(one.hand),
            (
                one.says,
                str(one.above),
                format_decimal(one.due, 4),
                format_decimal(one.given, 4),
                format_decimal(one.off, 3),
            ),
        )
        for one in lines
    ]
    title = f"hands of {printed.sample:,} that are better, those without a pair staying in"
    yield PaperTable("appendix-C", title, format_grid("hand", head, cells))
    follow = lines[1 : _HIGH_FOUR - _THREE_ACES]
    near = [
        one.off <= MAX_STANDARD_ERRORS for one in follow if one.hand.rank != Hand("2c2s2d3s3c").rank
    ]
    why = (
        "straights, the lowest flush, the highest full house and the lowest four are all too low "
        "because three aces are: 852 better hands where 733 are due. What appendix C leaves open "
        "does not make more: whoever draws otherwise than three to a pair and two to three of "
        "a kind has fewer full houses and fours in all (table 2), straights and flushes stand, and "
        "0.5011 says that no hand without a pair drew"
    )
    where = "table 5 from the lowest straight to the lowest four, given three aces, fits a sample"
    yield compare_text(
        "appendix-C", where, "always", frequency_text(sum(near), len(near)), evidence=why
    )
    last = lines[_HIGH_FOUR - _THREE_ACES]
    why = (
        f"{last.above} hands better than four aces, where {format_decimal(last.given, 2)} are "
        "due given "
        "the line before and straight flushes alone are better; 0.9999, one digit off, would fit"
    )
    fits = last.off <= MAX_STANDARD_ERRORS
    where = f"f_a({last.hand}), given the line before, fits a sample"
    slip = _HIGHEST_FOUR_SLIP
    yield compare_text(
        "appendix-C", where, True, fits, evidence=why, otherwise="unreadable", slip=slip
    )


def check_appendix_c() -> Iterator[Claim | PaperTable]:
    """Ask which random hands table 5 was computed with, and how ties count."""
    best = parse_table(printed.table_5)[0][2]
    why = (
        "one who has a pair or better, improved or not, always beats it: by the definition f_a is "
        f"0, and the printed {parse_table(printed.table_5)[0][3]} is the share of hands without "
        "a pair"
    )
    where = f"table 5 leaves hands weaker than a pair out: f_a({best})"
    ours = round_decimal(opponent_range("improved").share(best.rank), 4)
    says, slip = parse_table(printed.table_5)[0][3], "appendix C: hands without a pair stayed in"
    yield compare_text("appendix-C", where, says, ours, evidence=why, otherwise="error", slip=slip)
    near = [
        standard_errors_off(says, opponent_range("kept"), hand.rank) <= MAX_STANDARD_ERRORS
        for low, first, high, second in parse_table(printed.table_5)
        for hand, says in ((low, first), (high, second))
    ]
    why = (
        "hands without a pair kept as they are, the others improved by the common rule; the rest "
        "are too low but the lowest pair, and no reading of appendix C gives them: see below"
    )
    where = "table 5 within three standard errors, such hands staying in"
    found = frequency_text(sum(near), len(near))
    yield compare_text(
        "appendix-C", where, "always", found, evidence=why, otherwise="error", slip=_SURPLUS_SLIP
    )
    yield from check_surplus()
    worst = parse_table(printed.table_3)[0][0]
    wins = opponent_range("dealt").share(worst.rank) - opponent_range("dealt").ties(worst.rank) / 2
    why = "2.8 has L/N, appendix C (L + LD/2)/N; with ties the lowest hand has 0.0002"
    yield compare_text(
        "appendix-C", "f_b of the lowest hand by L/N", "0", format_fraction(wins), evidence=why
    )
