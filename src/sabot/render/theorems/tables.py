"""The tables of a theorem: whole strategies in letters, and the sorted choices with footnotes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from sabot.games import family_named
from sabot.render.grid import gridded, letters_of, spelled
from sabot.render.theorems.ends import Ends
from sabot.render.theorems.parts import SeatPart
from sabot.render.theorems.sorts import Sorts, footnoted
from sabot.render.writers.latex import dashed, escaped, tabular
from sabot.render.writers.markdown import escaped as plain
from sabot.render.writers.markdown import pipes
from sabot.results.pieces import Sort
from sabot.results.theorem import Theorem

_HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Letters:
    """A strategy as a table of letters, ``(S,D)`` where it mixes."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    labels: int
    """How many columns are labels."""
    legend: tuple[tuple[str, str], ...]

    @property
    def key(self) -> str:
        """What the letters mean."""
        return ", ".join(f"{letter} {action}" for letter, action in self.legend)

    @property
    def latex(self) -> str:
        """The table in LaTeX."""
        head = [escaped(cell).replace("\u2205", r"$\emptyset$") for cell in self.head]
        spec = "l" * self.labels + "c" * (len(head) - self.labels)
        return tabular(spec, head, [list(map(dashed, row)) for row in self.rows])

    @property
    def markdown(self) -> str:
        """The table with pipes."""
        rows = [list(map(plain, row)) for row in self.rows]
        return pipes([plain(cell) for cell in self.head], rows, right=False)


def letters_table(proof: Theorem, seat: SeatPart) -> Letters | None:
    """Return a seat's whole strategy on a piece in letters, where its views make a table."""
    mixes: dict[str, Mapping[str, Fraction]] = {
        view: dict.fromkeys(_used(seat, view), _HALF) if answer is None else {answer: Fraction(1)}
        for view, answer in seat.answers.items()
    }
    letters = letters_of({action for mix in mixes.values() for action in mix})
    if not letters:
        return None
    legend = tuple(sorted((letter, action) for action, letter in letters.items()))
    family = family_named(proof.game)
    marks = {view: _mark(mix, letters) for view, mix in mixes.items()}
    own = None if family is None else family.layout(marks)
    if own is not None:
        rows = tuple((*labels, *told) for labels, told in own.rows)
        return Letters(own.head, rows, len(own.rows[0][0]), legend)
    grid, rest = gridded(mixes)
    if grid is None or rest:
        return None
    lines = zip(grid.rows, spelled(grid, mixes), strict=True)
    return Letters(("", *grid.columns), tuple((row, *told) for row, told in lines), 1, legend)


def _used(seat: SeatPart, view: str) -> list[str]:
    return next(list(mixed.chances) for mixed in seat.mixed if mixed.view == view)


def _mark(mix: Mapping[str, Fraction], letters: Mapping[str, str]) -> str:
    played = [letters[action] for action in mix]
    return played[0] if len(played) == 1 else f"({','.join(played)})"


# ---------------------------------------------------------------------- choices by sort


def sorts_latex(proof: Theorem, ends: Ends) -> list[str]:
    """Return the table of the second seat's choices, with footnotes for what changes."""
    sorts = Sorts.of(proof)
    if sorts is None:
        return []
    letter = ends.letter
    found = footnoted(sorts, proof)
    rows = [
        [
            *map(dashed, labels),
            *(escaped(mark) + (f"$^{{{note}}}$" if note else "") for mark, note in marks),
        ]
        for labels, marks in found.rows
    ]
    head = [escaped(cell).replace("\u2205", r"$\emptyset$") for cell in found.head]
    width = len(found.rows[0][0])
    spec = "l" * width + "c" * (len(found.head) - width)
    notes = [
        rf"$^{{{number}}}$ {_note(said, letter, proof, latex=True)}."
        for number, said in enumerate(found.notes, 1)
    ]
    lines = [
        "",
        r"% needs \usepackage{booktabs}",
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{escaped(_caption(sorts))},",
        f"for every {ends.range}.",
        rf"The marks are those for ${letter} = {found.at}$.}}",
        tabular(spec, head, rows),
    ]
    if notes:
        lines += ["", r"\medskip", r"\begin{minipage}{\linewidth}\footnotesize"]
        lines += [*notes, r"\end{minipage}"]
    return [*lines, r"\end{table}"]


def _caption(sorts: Sorts) -> str:
    """Return what a table of sorted choices shows, and what its marks mean."""
    letters = sorts.letters
    means = [f"{letters[a]} {a}" for a in sorted(sorts.actions) if letters[a] != a]
    means.append(f"* depends on {sorts.foe}'s strategy")
    return f"{sorts.seat}'s move whatever {sorts.foe} does ({', '.join(means)})"


def _note(said: tuple[Sort, ...], name: str, proof: Theorem, *, latex: bool = False) -> str:
    """Return a footnote: other marks, and for which values."""
    at_most, at_least = (r" \le ", r" \ge ") if latex else (" ≤ ", " ≥ ")
    words = []
    for low, high, mark in said:
        if low == high:
            where = f"{name} = {low}"
        elif high == proof.domain.high:
            where = f"{name}{at_least}{low}"
        elif low == proof.domain.low:
            where = f"{name}{at_most}{high}"
        else:
            where = f"{low}{at_most}{name}{at_most}{high}"
        words.append(f"{escaped(mark)} if ${where}$" if latex else f"{mark} if {where}")
    return "; ".join(words)


def sorts_markdown(proof: Theorem) -> list[str]:
    """Return the same table with pipes."""
    sorts = Sorts.of(proof)
    if sorts is None:
        return []
    found = footnoted(sorts, proof)
    name = proof.parameter
    rows = [
        [
            *map(plain, labels),
            *(plain(mark) + (f"<sup>{note}</sup>" if note else "") for mark, note in marks),
        ]
        for labels, marks in found.rows
    ]
    notes = [
        f"{number}. {plain(_note(said, name, proof))}" for number, said in enumerate(found.notes, 1)
    ]
    told = f"{_caption(sorts)}. The marks are those for {name} = {found.at}"
    more = ["\n".join(notes)] if notes else []
    title = f"### {plain(sorts.seat)} whatever {plain(sorts.foe)} does"
    table = pipes([plain(cell) for cell in found.head], rows, right=False)
    return [
        title,
        plain(told) + (", with footnotes for the others." if notes else "."),
        table,
        *more,
    ]
