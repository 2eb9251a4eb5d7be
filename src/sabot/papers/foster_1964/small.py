"""The items before the formulas: games of fingers, N x 2 games, the rules, Tables 1 and 2."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import combinations, product

from sabot import api
from sabot.exact import show
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import SequenceForm
from sabot.forms.strategic import pure_count
from sabot.games import load
from sabot.games.baccara.foster import Gain, initial
from sabot.games.baccara.rules import total
from sabot.papers.foster_1964 import printed, walk
from sabot.papers.report import Claim, PaperTable, agreed, always, compare, grid

GAME = "foster-1964"
_NAMES = ("I", "II")
check = partial(compare, evidence="counted anew, exactly")
"""Compare; with evidence where a claim brings none of its own."""


FINGERS = (1, 2)
_TOLD: Mapping[str, Callable[[int, int], int]] = {
    "Section 1, first matrix": lambda b, a: b + a,
    "Section 2, matrix": lambda b, a: 1 if b == a else -1,
}
"""What A pays B when B and A hold up so many fingers, in words; the second matrix is given."""


def fingers() -> Iterator[Claim]:
    """Solve the three 2 x 2 games of Sections 1 and 2."""
    for where, told in _TOLD.items():
        entries = [told(b, a) for b in FINGERS for a in FINGERS]
        says = [entry for row in printed.FINGERS[where] for entry in row]
        yield check("fingers", f"{where}: as the game is told", says, entries)
    given = printed.FINGERS["Section 1, second matrix"]
    where = "Section 1, second matrix: what B would like to gain"
    yield check("fingers", where, printed.WISH, max(entry for row in given for entry in row))
    for where, rows in printed.FINGERS.items():
        form = MatrixForm.of(rows, rows=_NAMES, columns=_NAMES, seats=("B", "A"))
        found, spot = api.solve(form), form.saddle()
        if where.startswith("Section 2"):
            yield check("fingers", f"{where}: strictly determined", False, spot is not None)
            h = found["A"]["-"]["I"]
            yield check("fingers", f"{where}: h", Fraction(printed.HALF), h)
            continue
        yield check("fingers", f"{where}: strictly determined", True, spot is not None)
        moves = next(name for name, chance in found["B"]["-"].items() if chance == 1)
        reply = next(name for name, chance in found["A"]["-"].items() if chance == 1)
        ours = (moves, reply, found.value)
        yield check("fingers", f"{where}: B, A, value", printed.SADDLE, ours)
        least = {min(row) for row in rows if found.value in row}
        most = {max(column) for column in zip(*rows, strict=True) if found.value in column}
        ends = found.value in least & most
        yield check("fingers", f"{where}: minimum of its row, maximum of its column", True, ends)


ENTRIES = range(-2, 3)
_ENDS = (Fraction(0), Fraction(1))


def two_by_two() -> Iterator[Claim]:
    """Hold the general formula for h and v against solved games that are not strictly determined.

    Where a game has a saddle point the two lines need not cross between 0 and 1: Section 2 speaks
    of the others, and so do the claims.
    """
    right, level, cases = 0, 0, 0
    for a, b, c, d in product(ENTRIES, repeat=4):
        form = MatrixForm.of(((a, b), (c, d)), rows=_NAMES, columns=_NAMES, seats=("B", "A"))
        if form.saddle() is None:
            found, cases = api.solve(form), cases + 1
            h, v = walk.two_by_two(a, b, c, d)
            right += (found["A"]["-"]["I"], found.value) == (h, v)
            level += v == h * c + (1 - h) * d
    evidence = f"all {cases} games with whole entries from -2 to 2 that have no saddle point"
    where = "v = ha + (1 - h)b = hc + (1 - h)d gives the h and the value of sabot.solve"
    yield check("two-by-two", where, "always", always(right, cases), evidence=evidence)
    where = "the two lines of Fig. 1 meet there"
    yield check("two-by-two", where, "always", always(level, cases), evidence=evidence)


def undominated() -> tuple[tuple[str, ...], list[tuple[Fraction, Fraction]]]:
    """Return the cells at which Banker's better move depends on h, and the strategies left.

    Each strategy is its gain at h = 0 and at h = 1, by Foster's quadruple sum; one that does worse
    at a settled cell is strictly dominated, so that these are all that can matter.
    """
    gain = Gain.of()
    sorts = gain.form.classify()
    free = tuple(view for view, sort in sorts.items() if sort == "*")
    lines = []
    for moves in product((0, 1), repeat=len(free)):
        chosen = {view: int(sort == "draw") for view, sort in sorts.items()}
        chosen |= dict(zip(free, moves, strict=True))
        strategy = {_cell(view): move for view, move in chosen.items()}
        low, high = (walk.by_strategy(h, strategy) for h in _ENDS)
        lines.append((low, high))
    return free, lines


def _cell(view: str) -> tuple[int, int]:
    """Return a view as the pair (j, l).

    >>> _cell("6,-")
    (6, 10)
    """
    j, _, seen = view.partition(",")
    return int(j), walk.STANDS if seen == "-" else int(seen)


def n_by_2() -> Iterator[Claim]:
    """Check the two ways to the value of an N x 2 game, on every strategy that can matter."""
    free, lines = undominated()
    values = [
        api.solve(MatrixForm.of([(b, a) for a, b in pair], seats=("B", "A"))).value
        for pair in combinations(lines, 2)
    ]
    h, least = Gain.of().best
    cells = " ".join("({},{})".format(*_cell(view)) for view in free)
    yield check(
        "n-by-2",
        "the value is the greatest of those of the 2 x 2 games",
        max(values),
        least,
        evidence=f"{len(values)} pairs of the {len(lines)} strategies that are not strictly "
        f"dominated: they differ at {cells} only. No pair of the 2^44 can do better: B has fewer "
        "choices in it than in the whole game",
        basis="formula",
    )
    height = max((1 - h) * a + h * b for a, b in lines)
    yield check(
        "n-by-2",
        "the value is the lowest point of the highest of the lines",
        height,
        least,
        evidence=f"at h = {show(h)}, against sabot.solve: {show(-api.solve(GAME).value)}",
        basis="formula",
    )
    form = load(GAME).form()
    assert isinstance(form, SequenceForm)
    choices = sum(len(cell.actions) for cell in form.sides[1].cells)
    yield check("n-by-2", "2n calculations", 2 * printed.SITUATIONS, choices)


def rules() -> Iterator[Claim]:
    """Check the points, and count what Banker may meet."""
    for pair, says in printed.SUMS.items():
        points = [0 if rank > 9 else rank for rank in pair]
        where = f"Section 4: {pair[0]} + {pair[1]} (11 is a jack)"
        yield check("rules", where, says, total(*points))
    form = load(GAME).form()
    assert isinstance(form, SequenceForm)
    one, two = form.sides
    yield check("rules", "Section 5: A's pure strategies", 2, pure_count(one))
    yield check("rules", "Section 5: situations of B", printed.SITUATIONS, len(two.cells))
    many = pure_count(two)
    power = len(str(many)) - 1
    ours = f"{round(Fraction(many, 10**power))} x 10^{power}"
    yield check(
        "rules",
        "Section 5: B's pure strategies",
        printed.STRATEGIES,
        ours,
        evidence=f"2^{len(two.cells)} = {many:,}",
    )


def cut(number: Fraction, places: int = 10) -> str:
    """Return a number with its decimals cut off, not rounded.

    >>> cut(Fraction(4, 13))
    '0.3076923076'
    """
    whole, rest = divmod(int(number * 10**places), 10**places)
    return f"{whole}.{rest:0{places}}"


def chances() -> tuple[Fraction, ...]:
    """Return a_0 to a_9, by the shipped game and by Foster's count."""
    ways = initial()
    ours = tuple(Fraction(way, sum(ways)) for way in ways)
    return tuple(agreed("Table 1", ours, walk.initial()))


def _rows(
    item: str, letter: str, says: Mapping[tuple[int, ...], str], ours: tuple[Fraction, ...]
) -> Iterator[Claim | PaperTable]:
    for points, text in says.items():
        for i in points:
            evidence = f"exactly {show(ours[i])}; to ten places, cut off and not rounded"
            where = f"Table {item[-1]}: {letter}_{i}"
            yield check(item, where, text, cut(ours[i]), evidence=evidence)
    rows = [(i, (cut(number), number)) for i, number in enumerate(ours)]
    title = f"Table {item[-1]}: {letter}, cut off after ten places, and exactly"
    yield PaperTable(item, title, grid("", (letter, "exactly"), rows))


def table_1() -> Iterator[Claim | PaperTable]:
    """Compare the initial score probabilities."""
    found = chances()
    cards = {value: 96 if value == 0 else 24 for value in range(10)}
    both = tuple((a, b) for a in cards for b in cards if total(a, b) == 0)
    where = "Section 6: the combinations of points that give 0"
    yield check("table-1", where, tuple(printed.COMBINATIONS), both)
    for (one, two), says in printed.COMBINATIONS.items():
        ways = cards[one] * (cards[two] - (one == two))
        yield check("table-1", f"Section 6: combinations of {one}, {two}", says, ways)
    pairs = sum(cards.values()) * (sum(cards.values()) - 1)
    yield check("table-1", "Section 6: all combinations", printed.PAIRS, pairs)
    chance = Fraction(sum(printed.COMBINATIONS.values()), printed.PAIRS)
    yield check("table-1", "Section 6: a_0, from its combinations", chance, found[0])
    yield check("table-1", "Section 6: a_0", Fraction(printed.A_0), found[0])
    yield from _rows("table-1", "a", printed.TABLE_1, found)


def table_2() -> Iterator[Claim | PaperTable]:
    """Compare the further point probabilities."""
    found = tuple(walk.b(m) for m in range(10))
    yield check("table-2", "Section 6: b_0", Fraction(printed.B_0), found[0])
    ours = tuple(set(found[1:]))
    yield check("table-2", "Section 6: b_1 to b_9", (Fraction(printed.B_L),), ours)
    yield from _rows("table-2", "b", printed.TABLE_2, found)
