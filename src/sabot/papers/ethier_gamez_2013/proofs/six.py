"""The item about the proof of Theorem 6: T10, the 22 points, V(p_22); and (37)."""

from __future__ import annotations

from collections.abc import Iterator

from sabot.papers.ethier_gamez_2013 import formulas, printed
from sabot.papers.ethier_gamez_2013.games import DECKS, INF, check, lines, points, triple
from sabot.papers.ethier_gamez_2013.proofs.curve import Tail, tail
from sabot.papers.ethier_gamez_2013.proofs.every import family
from sabot.papers.report import Claim


def far() -> Tail:
    """Return what is said for d >= 20: V(p) is highest at p_17, the point of (0,6,∅)."""
    low, top, other = printed.TAIL_6
    value = formulas.THEOREM_6["v"][-1]
    return Tail("proof-6", "B2", printed.ORDER_B2, low, top, other, formulas.V_P22, value)


def proof_6() -> Iterator[Claim]:
    """Check T10, the order of the points p(l), V(p_22), and the exceptions to (37)."""
    only, last = printed.T10_B2
    for decks in DECKS:
        falls = [triple(point.view) for point in points("B2", decks) if point.sort == "10"]
        says = only if decks != INF and int(decks) <= last else "empty"
        yield check("proof-6", f"T10, d = {decks}", says, " ".join(falls) or "empty")
    yield from tail(far())
    yield _exceptions_37()


def _exceptions_37() -> Claim:
    """Find every exception to (37), for every d."""
    own, places, spots = family("B3"), set(), []
    for move, sums in ((0, own.stand), (1, own.draw)):
        for view, at in own.outside(sums).items():
            hand, _, third = view.rpartition(",")
            places.add((move, (int(hand[1]) + int(hand[3])) % 10, third))
            spots.append((triple(view), at))
    limit = lines("B3", INF)
    strange = [view for sums in (limit.stand, limit.draw) for view, _ in limit.outside(sums)]
    lasts = [at[-1] for _, at in spots if at is not None]
    last = f"d <= {max(lasts)}" if len(lasts) == len(spots) else "without end"
    ours = "; ".join(f"l = {move}, total {of}, k = {third}" for move, of, third in sorted(places))
    words = ", ".join(f"{view} d = {_span(at)}" for view, at in spots)
    return check(
        "proof-6",
        "Section 7: the exceptions to (37), every d",
        printed.EXCEPTIONS_37,
        f"{ours}; {last}" + (f"; at infinity {' '.join(strange)}" if strange else ""),
        evidence="30 strategies between 0 and 31 at 484 triples, every whole d >= 1 by "
        f"polynomials, and infinity: {words}",
    )


def _span(at: tuple[int, ...] | None) -> str:
    if at is None:
        return "without end"
    whole = at == tuple(range(at[0], at[-1] + 1))
    return f"{at[0]} to {at[-1]}" if whole and len(at) > 1 else ", ".join(map(str, at))
