"""The items about Section 7: the curve G(h), Banker's best replies, the optimum."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sabot import api
from sabot.exact import decimal, show
from sabot.games import load
from sabot.games.baccara.foster import Decision, Gain, initial
from sabot.games.baccara.rules import hands
from sabot.papers.foster_1964 import printed, walk
from sabot.papers.foster_1964.small import GAME, check
from sabot.papers.report import Claim, PaperTable, agreed, grid
from sabot.results.solution import Solution

SIX_PACKS = "baccara(model=B1, decks=6, banker_free=[3,4,5,6])"


def places(number: Fraction, digits: int) -> str:
    """Return a number rounded to some decimals.

    >>> places(Fraction(575, 704), 1), places(Fraction(-1, 3), 4)
    ('0.8', '-0.3333')
    """
    tenfold = 10**digits
    whole, rest = divmod(round(abs(number) * tenfold), tenfold)
    return f"{'-' if number < 0 else ''}{whole}.{rest:0{digits}}" if digits else str(whole)


def _like(says: str, number: Fraction) -> str:
    """Return a number to as many decimals as are printed."""
    return places(number, len(says.partition(".")[2]))


def table_3() -> Iterator[Claim | PaperTable]:
    """Compare the nine values of G(h)."""
    gain = Gain.of()
    rows = []
    for h, says in printed.TABLE_3.items():
        found = agreed(f"G({h})", gain(Fraction(h)), walk.best(Fraction(h))[0])
        where = f"G({h}), per cent"
        yield check("table-3", where, says, _like(says, 100 * found), evidence=show(found))
        rows.append((h, (places(100 * found, 3), found)))
    yield PaperTable(
        "table-3",
        "Table 3: Banker's expected gain G(h) in per cent, and exactly",
        grid("h", ("G(h)", "exactly"), rows),
    )
    yield PaperTable(
        "table-3",
        "Fig. 3: the corners of the curve G(h)",
        grid(
            "h",
            ("about", "G(h), per cent", "exactly"),
            [(h, (places(h, 4), places(100 * height, 4), height)) for h, height in gain.points],
        ),
    )
    low, high = gain.points[0][0], gain.points[1][0]
    said = [printed.TABLE_3[h] for h in ("0", "0.25", "0.5")]
    yield from _ends(
        "table-3",
        "Section 7: the first straight piece",
        printed.STRAIGHT,
        (low, high),
        f"(3,9) changes there. Table 3 shows it too: {said[0]}, {said[1]}, {said[2]} at h = 0, "
        "1/4, 1/2 are not on one line",
    )


def _ends(
    item: str, where: str, says: tuple[str, str], ours: tuple[Fraction, Fraction], because: str
) -> Iterator[Claim]:
    """Compare the two ends of a range of h, each to as many decimals as it is printed with."""
    for word, end, exact in zip(("from", "to"), says, ours, strict=True):
        yield check(
            item,
            f"{where}, {word} h",
            end,
            _like(end, exact),
            evidence=f"exactly {show(exact)}, about {decimal(exact, 6)}; {because}",
            otherwise="superseded",
            slip=f"the corner read off at h = {end}",
        )


def _line(found: Decision, j: int) -> str:
    return " ".join("=" if found[j, l] is None else str(found[j, l]) for l in walk.MOVES)  # noqa: E741


def tables_4_to_7() -> Iterator[Claim | PaperTable]:
    """Compare Banker's best replies, and the ranges of h in which they are best."""
    gain = Gain.of()
    pieces = gain.ranges
    yield check(
        "tables-4-7", "Section 7: pure strategies involved", len(printed.DECISIONS), len(pieces)
    )
    before: Decision | None = None
    for (name, rows), (low, high, found) in zip(printed.DECISIONS.items(), pieces, strict=True):
        middle = (low + high) / 2
        agreed(f"{name} at h = {show(middle)}", walk.best(middle)[1], found)
        for j, says in rows.items():
            evidence = f"best for every h between {show(low)} and {show(high)}"
            yield check("tables-4-7", f"{name}, row {j}", says, _line(found, j), evidence=evidence)
        if before is not None:
            changed = " ".join(f"({j},{l})" for j, l in found if found[j, l] != before[j, l])  # noqa: E741
            yield check("tables-4-7", f"{name}, ringed", printed.RINGED[name], changed)
        before = found
        yield from _ends(
            "tables-4-7",
            name,
            printed.RANGES[name],
            (low, high),
            "Foster read the corners off a graph through nine points",
        )
        yield PaperTable(
            "tables-4-7",
            f"{name}: Banker's best reply, {show(low)} <= h <= {show(high)}",
            grid("", walk.MOVES, [(j, _line(found, j).split()) for j in walk.FREE]),
        )


def _solved() -> Solution:
    gain, found = Gain.of(), api.solve(GAME)
    assert isinstance(found, Solution)
    agreed("value of Foster's game", -gain.best[1], found.value)
    agreed("h of Foster's game", gain.best[0], found["Player"]["5"]["draw"])
    return found


def minimax() -> Iterator[Claim | PaperTable]:
    """Compare the lowest point of the curve and Banker's mixed strategy."""
    found = _solved()
    h, least = found["Player"]["5"]["draw"], -found.value
    where, gains = printed.LOWEST
    evidence = f"exactly h = {show(h)}, about {decimal(h, 6)}"
    yield check("minimax", "h of the minimum", where, _like(where, h), evidence=evidence)
    often = "A's optimal strategy: how often he calls on a 5"
    yield check("minimax", often, printed.CALLS, _like(printed.CALLS, h), evidence=evidence)
    yield check(
        "minimax",
        "the least gain, per cent",
        gains,
        _like(gains, 100 * least),
        evidence=f"exactly G = {show(least)}, {decimal(100 * least, 6)} per cent; 1.29 is nearer "
        f"to G(0.8) = {printed.TABLE_3['0.8']} of Table 3, which is not the minimum",
        otherwise="superseded",
    )
    one, two, cell, stands = printed.MIXED
    mixed = {view: mix["draw"] for view, mix in found["Banker"].items() if 0 < mix["draw"] < 1}
    (view,) = mixed
    j, _, third = view.partition(",")
    yield check("minimax", "the cell that is randomised", cell, f"({j},{third.replace('-', '10')})")
    share = 1 - mixed[view]
    evidence = f"exactly {show(share)}, about {decimal(share, 6)}"
    where = "frequency of standing there"
    yield check("minimax", where, stands, _like(stands, share), evidence=evidence)
    names = list(printed.DECISIONS)
    ends = [n for n, (low, high, _) in enumerate(Gain.of().ranges) if h in (low, high)]
    yield check(
        "minimax",
        "the strategies that are mixed",
        f"{one} and {two}",
        " and ".join(names[n] for n in ends),
        evidence=f"the only optimal strategies: {'yes' if found.unique else 'no'}",
    )
    yield _packs(least, h)


def _packs(least: Fraction, h: Fraction) -> PaperTable:
    """Return the three assumptions side by side: what replacement costs in accuracy."""
    rows: list[tuple[str, tuple[str, str, str]]] = []
    for label, game in (
        ("Foster: third cards replaced", GAME),
        ("six packs, nothing replaced", SIX_PACKS),
        ("everything replaced", "foster-1964(decks=inf)"),
    ):
        solved = api.solve(load(game))
        own, gains = solved["Player"]["5"]["draw"], -solved.value
        rows.append((label, (places(100 * gains, 4), places(own, 4), show(gains))))
    agreed("Foster's game", (least, h), (-api.solve(GAME).value, Gain.of().best[0]))
    return PaperTable(
        "minimax",
        "The loss of accuracy that Section 6 calls negligible",
        grid("", ("G, per cent", "h", "G exactly"), rows),
    )


def footnote() -> Iterator[Claim]:
    """Price the custom of the footnote: to stand on 2, 3 and to call on every other 5."""
    cards = [96 if value == 0 else 24 for value in range(10)]
    ways = {hand: 2 * cards[hand[0]] * cards[hand[1]] for hand in hands(5)}
    agreed("the ways to a 5", sum(ways.values()), initial()[5])
    often = 1 - Fraction(ways[2, 3], sum(ways.values()))
    gain = Gain.of()
    h, least = gain.best
    dearer = 100 * (gain(often) - least)
    yield check(
        "footnote",
        "the custom gives A's optimal frequency of calling, to the one figure printed of it",
        True,
        _like(printed.CALLS, often) == _like(printed.CALLS, h),
        evidence=f"exactly {show(often)} where {show(h)} is best: Player loses "
        f"{places(dearer, 4)} per cent of the stake more than he must, {places(100 * least, 4)}. "
        'The footnote prints no frequency, only "approximately the right" one',
        otherwise="superseded",
    )
