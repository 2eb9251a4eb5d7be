"""Tables 3 to 5 and appendix C: the chances of 30,000 random hands beside those of all of them.

What is printed is a Monte Carlo estimate. Where it is within three standard errors of the exact
chance it is *superseded*. Farther off, no sample of that size gives it. If one changed digit would
mend it and no other figure has the same fault, the print or the scan may have it wrong, which
cannot be told; else it is an error of the sample.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from math import ceil, floor, isqrt
from typing import NamedTuple

from flint import arb, ctx

from sabot.exact import decimal, show
from sabot.papers.report import Claim, Difference, PaperTable, always, grid
from sabot.papers.risticz_1973 import printed
from sabot.papers.risticz_1973.profiles import check, fixed
from sabot.poker.hand import Hand
from sabot.poker.ladder import ladder
from sabot.poker.odds.field import Field, field

_HALF_PLACE = Fraction(1, 20_000)
"""Print is rounded to four places."""
FAR = 3
"""Standard errors from which on chance is no explanation."""


def rows(table: str) -> list[tuple[Hand, str, Hand, str]]:
    """Return the lines of table 3 or 5: low hand, chance, high hand, chance."""
    found = []
    for line in table.split("\n"):
        if line:
            low, first, high, second = map(str.strip, line.split("|"))
            found.append((Hand(low), first, Hand(high), second))
    return found


def errors_off(says: str, others: Field, rank: int) -> Fraction:
    """Return by how many standard errors of the sample a printed chance is off, to a tenth.

    Half a unit of the last printed place is forgiven: it was rounded.
    """
    exact = others.share(rank)
    wins = exact - others.ties(rank) / 2
    spread = wins + others.ties(rank) / 4 - exact * exact
    gap = max(abs(Fraction(says) - exact) - _HALF_PLACE, Fraction(0))
    if not spread:
        return Fraction(FAR + 1) if gap else Fraction(0)
    squared = gap * gap * printed.SAMPLE / spread
    return Fraction(isqrt(int(squared * 100)), 10)


def straying(says: str, others: Field, rank: int) -> float:
    """Return the chance that as large a sample errs so far to that side, or farther.

    A hand of the sample counts 0 where it is beaten, 1 where it ties, 2 where it beats: the sum has
    the coefficients of a trinomial to the power of the sample, which come one from the other. They
    are added as balls of 400 bits, of which the float is the middle.
    """
    size, exact, ties = printed.SAMPLE, others.share(rank), others.ties(rank)
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


def sampled(item: str, where: str, says: str, others: Field, rank: int, more: str = "") -> Claim:
    """Compare a sampled chance with the exact one."""
    exact = others.share(rank)
    off = errors_off(says, others, rank)
    why = (
        f"exactly {show(exact)}; print is off by {decimal(Fraction(says) - exact, 2)}, "
        f"{decimal(off, 3)} standard errors of {printed.SAMPLE:,} hands{more}"
    )
    kind: Difference = "superseded"
    slip = ""
    if off > FAR:
        slip = _FAR_OFF.get((item, says), "")
        fits = (one for one in _one_digit_off(says) if errors_off(one, others, rank) <= FAR)
        mended = "" if slip else next(fits, "")
        kind = "unreadable" if mended else "error"
        if mended:
            why += f"; one other digit would do, {mended}, and the text is garbled here"
            slip = _HIGH_FOUR_SLIP if rank == Hand("AcAsAhAdKs").rank else ""
        if others.ties(rank) < exact < 1:
            chance = straying(says, others, rank)
            why += f"; a sample strays so far to that side with chance {chance:.0e}"
    ours = fixed(exact, 4)
    return check(item, where, says, ours, evidence=why, otherwise=kind, slip=slip)


_SURPLUS = "table 5: too many hands above three aces"
_HIGH_FOUR_SLIP = "table 5: the highest four"
_FAR_OFF = {
    ("table-3", "0.9993"): "table 3: 0.9993 for the highest full house and the lowest four",
    **{("table-5", says): _SURPLUS for says in ("0.9716", "0.9778", "0.9820", "0.9967")},
}
"""Figures that are too far off for chance and that other figures of the table confirm: their slip.

Those of table 5 follow from one another, as the claims of appendix C show."""


def _one_digit_off(says: str) -> Iterator[str]:
    """Yield a printed number with one of its decimals changed, the last first."""
    for place in range(len(says) - 1, 1, -1):
        for digit in "0123456789":
            if digit != says[place]:
                yield says[:place] + digit + says[place + 1 :]


def table_3() -> Iterator[Claim | PaperTable]:
    """Compare f_b at both ends of the nine intervals, and ask whether they are the ends."""
    others = field("dealt")
    for low, first, high, second in rows(printed.TABLE_3):
        yield sampled("table-3", f"f_b({low}), {low.kind}", first, others, low.rank)
        yield sampled("table-3", f"f_b({high}), {high.kind}", second, others, high.rank)
    yield from ends("table-3", printed.TABLE_3)
    yield from neighbours("table-3", "f_b", printed.TABLE_3, others)
    yield exact_table("table-3", printed.TABLE_3, ("dealt",))


_NEXT = {
    1: "the lowest pair less {} of the highest hand without one",
    2: "the lowest two pairs less {} of the highest pair",
    6: "the lowest full house less {} of the highest flush",
}
"""Intervals, numbered from 0, whose first hand follows on the last of the interval before."""


def neighbours(item: str, name: str, table: str, others: Field) -> Iterator[Claim]:
    """Compare hands between which no other lies: one set of random hands hardly parts them."""
    lines = rows(table)
    for number, where in _NEXT.items():
        (*_, low, first), (high, second, *_) = lines[number - 1], lines[number]
        if high.rank != low.rank + 1:
            continue
        step = others.share(high.rank) - others.share(low.rank)
        says = Fraction(second) - Fraction(first)
        why = (
            "no hand lies between them, and both were compared with the same random hands: they "
            f"differ by half of what ties with either, exactly {show(step)}; print has "
            f"{printed.SAMPLE * says} of {printed.SAMPLE:,} hands there, where "
            f"{decimal(printed.SAMPLE * step, 2)} are due"
        )
        where = f"{name} of {where.format(name)}"
        yield check(
            item,
            where,
            fixed(says, 4),
            fixed(step, 4),
            evidence=why,
            otherwise="error",
            slip="appendix C: one set of random hands for all figures of a table",
            basis="formula",
        )


class Given(NamedTuple):
    """How many hands of a sample beat a hand, given how many beat the one on the line before."""

    hand: Hand
    says: str
    above: Fraction
    due: Fraction
    given: Fraction
    off: Fraction
    """Standard errors between what print has and what is due, given the line before."""


def given(table: str, others: Field, since: int) -> Iterator[Given]:
    """Yield the entries of a table from a line on, each given the one before: it is one sample."""
    listed = [pair for low, a, high, b in rows(table) for pair in ((low, a), (high, b))]
    for (last, before), (hand, says) in zip(listed[since - 1 :], listed[since:], strict=False):
        above, over = (printed.SAMPLE * (1 - Fraction(text)) for text in (says, before))
        part = (1 - others.share(hand.rank)) / (1 - others.share(last.rank))
        due, spread = over * part, over * part * (1 - part)
        gap = max(abs(above - due) - printed.SAMPLE * _HALF_PLACE * (1 + part), Fraction(0))
        off = Fraction(isqrt(int(100 * gap * gap / spread)), 10) if spread else Fraction(0)
        whole = printed.SAMPLE * (1 - others.share(hand.rank))
        yield Given(hand, says, above, whole, due, off)


def ends(item: str, table: str) -> Iterator[Claim]:
    """Ask of every interval whether its printed ends are the lowest and the highest of its kind."""
    for number, (low, _, high, _) in enumerate(rows(table), 1):
        kind = low.strength.kind
        own = [rank for rank, step in enumerate(ladder(), 1) if step.kind == kind]
        for which, hand, rank in (("lowest", low, own[0]), ("highest", high, own[-1])):
            there = ladder()[rank - 1]
            why = f"the {which} {hand.kind} is {there.name}, with {_ranks(there.five)}"
            where = f"interval {number}: {hand} is the {which}"
            slip = f"interval {number}: its {which} hand"
            right = hand.rank == rank
            yield check(item, where, True, right, evidence=why, otherwise="error", slip=slip)


def _ranks(five: tuple[int, ...]) -> str:
    return "-".join(printed.RANKS[rank] for rank in five)


def exact_table(item: str, table: str, models: tuple[str, ...]) -> PaperTable:
    """Return the exact chances as fractions, with and without the own cards in the pack."""
    lines = []
    for low, _, high, _ in rows(table):
        for hand in (low, high):
            cells = []
            for model in models:
                cells.append(show(field(model).share(hand.rank)))
                cells.append(show(field(model, hand.cards).share(hand.rank)))
            lines.append((str(hand), cells))
    head = [name for model in models for name in (model, f"{model}, own cards gone")]
    return PaperTable(item, "exact chances, a tie counted half", grid("hand", head, lines))


def table_4() -> Iterator[Claim]:
    """Ask whether numbers of hands rise with the hands, and redo the interpolation of 2.8."""
    two, three, half = printed.TABLE_4["two pairs"]
    found = [
        (high - two) * (high - three) // half + low
        for high in range(3, 15)
        for low in range(2, high)
    ]
    why = f"they are {found[0]} to {found[-1]}, each once"
    rising = found == list(range(found[0], found[0] + len(found)))
    yield check("table-4", "two pairs are numbered one after the other", True, rising, evidence=why)
    step, first = printed.TABLE_4["full house"]
    numbers = [step * (high - first) + low for high, low in permutations(range(2, 15), 2)]
    why = (
        "2-2-2-A-A and 3-3-3-2-2 both have the number 14: a pair has 13 values, so that the factor "
        "must be 13"
    )
    steps = sorted(permutations(range(2, 15), 2))
    ordered = [step * (high - first) + low for high, low in steps]
    rising = len(set(numbers)) == len(numbers) and ordered == sorted(ordered)
    where = "full houses have numbers of their own"
    yield check("table-4", where, True, rising, evidence=why, otherwise="unreadable")
    kinds = {hand.kind for hand, *_ in rows(printed.TABLE_3)}
    why = (
        "table 3 has nine intervals; table 4 leaves four of a kind out and calls routines number 8"
    )
    where = "kinds that are numbered"
    yield check("table-4", where, 8, len(kinds), evidence=why, otherwise="error")
    held, bounds, says = printed.EXAMPLE
    low, high = map(Fraction, bounds.split())
    pair = Hand(held).strength.high[0]
    ours = low + Fraction(pair, 12) * (high - low)
    exact = field("dealt").share(Hand(held).rank)
    why = f"0.5010 + 4/12 of 0.4188; exactly f_b is {show(exact)} = {decimal(exact, 4)}"
    where = f"2.8: f_b({Hand(held)}) interpolated"
    yield check("table-4", where, says, fixed(ours, 4), evidence=why)
    why = (
        "12 steps from the lowest pair to the highest, where 13 pairs make 13: see table-16; and "
        "the three idle cards move f_b by up to 0.0325 within a pair"
    )
    where = "2.8: the interpolation, to two places"
    yield check(
        "table-4",
        where,
        fixed(ours, 2),
        fixed(exact, 2),
        evidence=why,
        otherwise="superseded",
        basis="formula",
    )


def table_5() -> Iterator[Claim | PaperTable]:
    """Compare f_a with the model that the table fits, and say what the definition would give."""
    others, defined = field("kept"), field("improved")
    for low, first, high, second in rows(printed.TABLE_5):
        for hand, says in ((low, first), (high, second)):
            by = decimal(defined.share(hand.rank), 5)
            more = f"; as appendix C defines it, pairs or better alone, {by}"
            where = f"f_a({hand}), {hand.kind}"
            yield sampled("table-5", where, says, others, hand.rank, more)
    yield from neighbours("table-5", "f_a", printed.TABLE_5, others)
    yield from ends("table-5", printed.TABLE_5)
    yield exact_table("table-5", printed.TABLE_5, ("kept", "improved"))


_THREE_ACES, _HIGH_FOUR = 7, 15
"""Places in table 5 of the hand from which on too many are better, and of the highest four."""


def surplus() -> Iterator[Claim | PaperTable]:
    """Ask what is left of the eight entries that no sample gives, each given the one before."""
    lines = list(given(printed.TABLE_5, field("kept"), _THREE_ACES))
    head = ("print", "above it", "due", "given the line before", "standard errors")
    cells = [
        (
            str(one.hand),
            (
                one.says,
                str(one.above),
                decimal(one.due, 4),
                decimal(one.given, 4),
                decimal(one.off, 3),
            ),
        )
        for one in lines
    ]
    title = f"hands of {printed.SAMPLE:,} that are better, those without a pair staying in"
    yield PaperTable("appendix-C", title, grid("hand", head, cells))
    follow = lines[1 : _HIGH_FOUR - _THREE_ACES]
    near = [one.off <= FAR for one in follow if one.hand.rank != Hand("2c2s2d3s3c").rank]
    why = (
        "straights, the lowest flush, the highest full house and the lowest four are all too low "
        "because three aces are: 852 better hands where 733 are due. What appendix C leaves open "
        "does not make more: whoever draws otherwise than three to a pair and two to three of "
        "a kind has fewer full houses and fours in all (table 2), straights and flushes stand, and "
        "0.5011 says that no hand without a pair drew"
    )
    where = "table 5 from the lowest straight to the lowest four, given three aces, fits a sample"
    yield check("appendix-C", where, "always", always(sum(near), len(near)), evidence=why)
    last = lines[_HIGH_FOUR - _THREE_ACES]
    why = (
        f"{last.above} hands better than four aces, where {decimal(last.given, 2)} are due given "
        "the line before and straight flushes alone are better; 0.9999, one digit off, would fit"
    )
    fits = last.off <= FAR
    where = f"f_a({last.hand}), given the line before, fits a sample"
    slip = _HIGH_FOUR_SLIP
    yield check("appendix-C", where, True, fits, evidence=why, otherwise="unreadable", slip=slip)


def appendix_c() -> Iterator[Claim | PaperTable]:
    """Ask which random hands table 5 was computed with, and how ties count."""
    best = rows(printed.TABLE_5)[0][2]
    why = (
        "one who has a pair or better, improved or not, always beats it: by the definition f_a is "
        f"0, and the printed {rows(printed.TABLE_5)[0][3]} is the share of hands without a pair"
    )
    where = f"table 5 leaves hands weaker than a pair out: f_a({best})"
    ours = fixed(field("improved").share(best.rank), 4)
    says, slip = rows(printed.TABLE_5)[0][3], "appendix C: hands without a pair stayed in"
    yield check("appendix-C", where, says, ours, evidence=why, otherwise="error", slip=slip)
    near = [
        errors_off(says, field("kept"), hand.rank) <= FAR
        for low, first, high, second in rows(printed.TABLE_5)
        for hand, says in ((low, first), (high, second))
    ]
    why = (
        "hands without a pair kept as they are, the others improved by the common rule; the rest "
        "are too low but the lowest pair, and no reading of appendix C gives them: see below"
    )
    where = "table 5 within three standard errors, such hands staying in"
    found = always(sum(near), len(near))
    yield check(
        "appendix-C", where, "always", found, evidence=why, otherwise="error", slip=_SURPLUS
    )
    yield from surplus()
    worst = rows(printed.TABLE_3)[0][0]
    wins = field("dealt").share(worst.rank) - field("dealt").ties(worst.rank) / 2
    why = "2.8 has L/N, appendix C (L + LD/2)/N; with ties the lowest hand has 0.0002"
    yield check("appendix-C", "f_b of the lowest hand by L/N", "0", show(wins), evidence=why)
