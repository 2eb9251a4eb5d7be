"""The matrix A of a deal, the lattice path that divides it, and its diagonals with H."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sabot.games.whist.variant import FIVE_CARD, GREEDY_WHIST, WHIST
from sabot.web.markup import Markup, tag

ROOM = 360
"""How wide the matrix is drawn."""
WIDEST, WRITTEN = 48.0, 22
"""Of a cell or a bar; and from where on a number or a sign is written into it."""
NAMED = 15
"""From this width of a cell on, each has its card beside it."""
_EDGE = 26


def matrix(theory: Mapping[str, Any], names: Sequence[str]) -> Markup:
    """Return A: who wins each pair of cards; the path between, and the diagonal H.

    West's cards stand down the side and East's across, the lowest first, as in (6) of the paper.
    """
    table, n = theory["matrix"], len(theory["matrix"])
    size = min(WIDEST, ROOM / n)
    whole = _EDGE + n * size + 4
    return tag(
        "svg",
        tag("title", "The matrix A: blue where West's card wins, orange where East's does"),
        _cells(theory, size),
        _signs(table, size) if size >= WRITTEN else None,
        tag("path", d=_staircase(table, size), class_="path"),
        _diagonal(theory["H"], n, size),
        _cards(theory, names, size),
        viewBox=f"0 0 {whole:g} {whole:g}",
        width=f"{whole:g}",
        height=f"{whole:g}",
        class_="whist-matrix",
        role="img",
        aria_label=f"The matrix A of the deal; H is {theory['H']}",
        data_h=theory["H"],
    )


def _cells(theory: Mapping[str, Any], size: float) -> list[Markup]:
    """Return a square a pair of cards, in the colour of who wins it."""
    return [
        tag(
            "rect",
            x=f"{_EDGE + j * size:g}",
            y=f"{_EDGE + i * size:g}",
            width=f"{size:g}",
            height=f"{size:g}",
            class_="first" if sign > 0 else "second",
            data_row=theory["west"][i],
            data_column=theory["east"][j],
            data_sign=sign,
        )
        for i, row in enumerate(theory["matrix"])
        for j, sign in enumerate(row)
    ]


def _signs(table: Sequence[Sequence[int]], size: float) -> list[Markup]:
    """Return the sign of every square, for who does not see colours."""
    return [
        tag(
            "text",
            "+" if sign > 0 else "−",
            x=f"{_EDGE + (j + 0.5) * size:g}",
            y=f"{_EDGE + (i + 0.5) * size:g}",
            class_="sign",
        )
        for i, row in enumerate(table)
        for j, sign in enumerate(row)
    ]


def _cards(theory: Mapping[str, Any], names: Sequence[str], size: float) -> list[Markup]:
    """Return the cards along both edges; of squares too small for a name, some."""
    n = len(theory["matrix"])
    parts = []
    for k in range(0, n, max(1, n // 13) if size < NAMED else 1):
        at = f"{_EDGE + (k + 0.5) * size:g}"
        parts.append(tag("text", names[theory["west"][k] - 1], x=_EDGE - 4, y=at, class_="side"))
        parts.append(tag("text", names[theory["east"][k] - 1], x=at, y=_EDGE - 6, class_="top"))
    return parts


def _staircase(table: Sequence[Sequence[int]], size: float) -> str:
    """Return the lattice path between the cards that win and those that lose."""
    x = _EDGE + sum(sign > 0 for sign in table[0]) * size
    steps = [f"M{_EDGE:g} {_EDGE:g}H{x:g}"]
    for i, row in enumerate(table, 1):
        x = _EDGE + sum(sign > 0 for sign in row) * size
        steps.append(f"H{x:g}V{_EDGE + i * size:g}")
    return "".join((*steps, f"H{_EDGE + len(table) * size:g}"))


def _diagonal(k: int, n: int, size: float) -> Markup:
    """Return the diagonal j - i = k."""
    low, high = max(0, -k), min(n, n - k)
    return tag(
        "line",
        tag("title", f"the diagonal j - i = H = {k}"),
        x1=f"{_EDGE + (low + k) * size:g}",
        y1=f"{_EDGE + low * size:g}",
        x2=f"{_EDGE + (high + k) * size:g}",
        y2=f"{_EDGE + high * size:g}",
        class_="diagonal",
    )


def sums(theory: Mapping[str, Any]) -> Markup:
    """Return T_k, the sum along each diagonal, as bars: H is where they change their sign."""
    totals: Mapping[str, int] = theory["diagonals"]
    most = max(1, *(abs(total) for total in totals.values()))
    step = min(WIDEST, ROOM / len(totals))
    middle, tall = 80, 56
    parts = [tag("line", x1=0, x2=f"{len(totals) * step:g}", y1=middle, y2=middle, class_="zero")]
    for spot, (k, total) in enumerate(totals.items()):
        high = abs(total) * tall / most
        x = spot * step
        parts.append(
            tag(
                "rect",
                tag("title", f"T_{k} = {total}"),
                x=f"{x + 1:g}",
                y=f"{middle - high if total > 0 else middle:g}",
                width=f"{max(1.0, step - 2):g}",
                height=f"{max(high, 1):g}",
                class_="first" if total > 0 else "second" if total < 0 else "odd",
                data_k=k,
                data_sum=total,
            )
        )
        if step >= WRITTEN:
            y = middle - high - 5 if total > 0 else middle + high + 14
            parts.append(_written(str(total), x + step / 2, y))
        here = int(k) == theory["H"]
        if here or step >= WRITTEN:
            parts.append(_written(k, x + step / 2, 172, "here" if here else "place"))
    wide = len(totals) * step
    return tag(
        "svg",
        tag("title", "The sums along the diagonals of A"),
        *parts,
        viewBox=f"0 0 {wide:g} 178",
        width=f"{wide:g}",
        height=178,
        class_="whist-sums",
        role="img",
        aria_label="T_k for every diagonal k of the matrix",
    )


def _written(text: str, x: float, y: float, look: str = "") -> Markup:
    return tag("text", text, x=f"{x:g}", y=f"{y:g}", text_anchor="middle", class_=look or None)


# ---------------------------------------------------------------------- what is said below them

_TRICKS = "West takes (n + H)/2 tricks, rounded down when West leads and up when East does."
THEOREMS = {
    WHIST.name: f"H of whist is {{H}} (Theorem 9.1). {_TRICKS}",
    GREEDY_WHIST.name: f"H of greedy whist is {{H}} (Theorem 6.1). {_TRICKS}",
    FIVE_CARD.name: "The last trick is West's where T_0 is positive, East's where it is negative, "
    "and where it is 0 that of who leads (Theorem 7.2).",
}
"""What the sums say of each game."""


def of_matrix(game: str) -> str:
    """Return what the matrix shows."""
    decides = "0" if game == FIVE_CARD.name else "H"
    return (
        "West's cards down the side, East's across, the lowest first: blue where West's wins. "
        f"The path divides them; the dashed line is the diagonal j - i = {decides}."
    )


def of_sums(theory: Mapping[str, Any], game: str) -> str:
    """Return what the sums show, and what they say of a game."""
    n = len(theory["matrix"])
    return (
        f"The sums T_k along the diagonals, from k = {1 - n} to {n - 1}. Their sign changes once "
        "at most, from plus to minus; where it does is H: "
        f"lower {theory['H_lower']}, upper {theory['H_upper']}. "
        + THEOREMS[game].format(H=theory["H"])
    )
