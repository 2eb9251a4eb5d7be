"""Views of all Nash equilibria of a bimatrix game for every value of a parameter.

Each piece and each breakpoint has its extreme equilibria as formulas, with payoffs, and the
components of more than one point. For a paper the game is written out, and a sketch of the proof
says why there are no other equilibria.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from sabot.forms.algebra.algebraic_number import Algebraic, formula_at_root
from sabot.forms.algebra.rational_function import Formula, polynomial_text
from sabot.forms.algebra.real_roots import RealPoint
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    InlineCode,
    InlineMath,
    NumberedCases,
    Paragraph,
    Phrase,
    Remark,
    StyledText,
    TableBlock,
    TheoremBlock,
    build_document,
    build_table,
    join_phrases,
    labelled_lines,
)
from sabot.render.formula import formula_or_number_latex, formula_text
from sabot.render.text import count_noun, decimal_text, player_name, printable
from sabot.render.views.theorem_parts import RangeEnds, define_game, range_math, timing_rows
from sabot.results.all_nash import Component
from sabot.results.parametric import evaluate_strategies
from sabot.results.parametric_nash import (
    EquilibriumFormulas,
    NashPart,
    NashPiece,
    NashPoint,
    NashTheorem,
)
from sabot.results.proof import ParameterInterval, RangeEnd, end_to_text

MOST_LISTED = 24
"""Extreme equilibria of a piece that a screen shows; the others are in the saved proof."""
_MAX_LINE_CHARS = 58
"""Letters of a mix on one line of a screen."""
_DIGITS = 6
"""Of what is said about a number at an irrational breakpoint."""


def parametric_nash_view(proof: NashTheorem, *, checked: float | None = None) -> Document:
    """Return what ``sabot prove`` shows: the range, every piece and breakpoint, the check."""
    parts = [*_shown_parts(proof)]
    points = len(parts) - len(proof.pieces)
    pieces = f"in {count_noun(len(proof.pieces), 'piece')}"
    if points:
        pieces += f" and at {count_noun(points, 'point')}"
    rows: list[tuple[str, Phrase]] = [
        ("proved for", f"{printable(proof.range)}, {pieces}"),
        ("", "all extreme equilibria; in each, no seat gains by any other strategy"),
    ]
    rows += [(printable(seat), printable(proof.verdict(seat))) for seat in proof.seats]
    body: list[Block] = [Heading(proof.game), BREAK, labelled_lines(*rows)]
    name = printable(proof.parameter)
    for shown in parts:
        part, root = shown.part, shown.root
        body += [BREAK, Heading(shown.text(name), _count_text(part))]
        body += _part_blocks(proof, part, root)
        if root is not None:
            body.append(Remark(f"{name} is a root of {polynomial_text(root.root_of, name)}"))
    return build_document(body, BREAK, labelled_lines(*timing_rows(proof, checked)))


@dataclass(frozen=True)
class _ShownPart:
    """A piece, with those ends at which the same is proved, or a point: where, and what."""

    extent: ParameterInterval
    part: NashPart
    closed_low: bool = True
    closed_high: bool = True

    @property
    def root(self) -> RealPoint | None:
        """The point, where it is an irrational one."""
        low, high = self.extent.low, self.extent.high
        return low if isinstance(low, RealPoint) and low == high else None

    def text(self, name: str) -> str:
        """Return where it is as an inequality; the ends belong to it only where that is said."""
        ends = self.extent.low, self.extent.high
        low, high = (None if end is None else end_to_text(end) for end in ends)
        above, below = "<=" if self.closed_low else "<", "<=" if self.closed_high else "<"
        if low is None:
            return f"every {name}" if high is None else f"{name} {below} {high}"
        if high is None:
            return f"{name} {'>=' if self.closed_low else '>'} {low}"
        if ends[0] == ends[1]:
            return f"{name} = {low}"
        return f"{low} {above} {name} {below} {high}"


def _shown_parts(proof: NashTheorem) -> Iterator[_ShownPart]:
    """Yield pieces and points in order.

    The points at the ends of the range are left out where the same is proved there as inside the
    piece; the range of the piece then includes them.
    """
    at = {_key(point.at): point for point in proof.points}
    for number, piece in enumerate(proof.pieces):
        low, high = (None if end is None else at[_key(end)] for end in (piece.low, piece.high))
        closed_low = low is not None and not number and _same_at(low, piece)
        last = number == len(proof.pieces) - 1
        closed_high = high is not None and last and _same_at(high, piece)
        if low is not None and not closed_low:
            yield _shown_point(low)
        yield _ShownPart(piece.extent, piece.part, closed_low, closed_high)
        if high is not None and last and not closed_high:
            yield _shown_point(high)


def _key(end: RangeEnd) -> str:
    return repr(end)


def _shown_point(point: NashPoint) -> _ShownPart:
    """Return a point; at an irrational one, formulas that are fractions there as such."""
    root, part = point.at, point.part
    if isinstance(root, RealPoint):
        part = replace(part, equilibria=tuple(_at_root(one, root) for one in part.equilibria))
    return _ShownPart(ParameterInterval(root, root), part)


def _at_root(one: EquilibriumFormulas, root: RealPoint) -> EquilibriumFormulas:
    """Return an equilibrium at a root, without the actions that have probability 0 there."""

    def settled(formula: Formula) -> Formula:
        value = formula_at_root(formula, root)
        return formula if isinstance(value, Algebraic) else Formula.number(value, formula.name)

    strategies = {
        seat: {
            view: {action: chance for action, own in mix.items() if (chance := settled(own))}
            for view, mix in table.items()
        }
        for seat, table in one.strategies.items()
    }
    return EquilibriumFormulas(tuple(map(settled, one.payoffs)), strategies)


def _same_at(point: NashPoint, piece: NashPiece) -> bool:
    """Return whether the same is proved at an end of a piece as inside.

    That is: the formulas give the equilibria there, each once, and the components and what is
    unique are the same.
    """
    here, inside = point.part, piece.part
    if isinstance(point.at, RealPoint) or here.count != inside.count:
        return False
    there = [_played(one, Fraction(point.at)) for one in here.equilibria]
    held = [_played(one, Fraction(point.at)) for one in inside.equilibria]
    if any(one not in there for one in held) or any(one not in held for one in there):
        return False
    numbers = {number: there.index(one) + 1 for number, one in enumerate(held, 1)}
    unmoved = {number: number for number in numbers.values()}
    return here.unique == inside.unique and (
        _renumbered(here.components, unmoved) == _renumbered(inside.components, numbers)
    )


def _renumbered(
    components: Iterable[Component], numbers: Mapping[int, int]
) -> set[tuple[int, frozenset[frozenset[int]]]]:
    """Return components with other numbers of their equilibria, in no order."""
    return {
        (
            one.dimension,
            frozenset(frozenset(numbers[number] for number in subset) for subset in one.subsets),
        )
        for one in components
    }


def _played(one: EquilibriumFormulas, at: Fraction) -> dict[str, dict[str, Fraction]]:
    tables = evaluate_strategies(one.strategies, at)
    return {
        seat: {action: chance for action, chance in table["-"].items() if chance}
        for seat, table in tables.items()
    }


def _count_text(part: NashPart) -> str:
    if part.count == 1:
        return "the only equilibrium"
    wide = sum(1 for one in part.components if one.dimension)
    alone = len(part.components) - wide
    kinds = [f"{alone:,} isolated"] if alone else []
    kinds += [count_noun(wide, "continuum", "continua")] if wide else []
    return f"{part.count:,} extreme equilibria: {' and '.join(kinds)}"


def _part_blocks(proof: NashTheorem, part: NashPart, root: RealPoint | None) -> list[Block]:
    rows: list[tuple[Phrase, ...]] = []
    for number, one in enumerate(part.equilibria[:MOST_LISTED], 1):
        rows += _equilibrium_rows(proof, one, number, root)
    blocks: list[Block] = [build_table(rows, right=(0,))]
    if part.count > MOST_LISTED:
        blocks.append(Remark(f"and {part.count - MOST_LISTED:,} more, in the saved proof (-o)"))
    wide = [one for one in part.components if one.dimension]
    if wide:
        blocks.append(Remark("every mixture of what the seats play in one subset is one too:"))
        spans = [(f"dimension {one.dimension}", _subsets_text(one.subsets)) for one in wide]
        blocks.append(build_table(spans[:MOST_LISTED], right=(0,)))
    return blocks


def _subsets_text(subsets: tuple[tuple[int, ...], ...]) -> str:
    return ", ".join("{" + ", ".join(map(str, subset)) + "}" for subset in subsets)


def _equilibrium_rows(
    proof: NashTheorem, one: EquilibriumFormulas, number: int, root: RealPoint | None
) -> list[tuple[Phrase, ...]]:
    rows: list[tuple[Phrase, ...]] = []
    for seat in proof.seats:
        for later, line in enumerate(_mix_lines(one.strategies[seat]["-"], root)):
            first = "" if rows else f"{number}."
            rows.append((first, "" if later else printable(seat), line))
    paid = "; ".join(_formula_near(formula, root) for formula in one.payoffs)
    return [*rows, ("", "paid", StyledText(paid, "strong"))]


def _mix_lines(mix: Mapping[str, Formula], root: RealPoint | None) -> list[str]:
    """Return a mix on as many lines as it takes."""
    lines: list[str] = []
    for action, chance in mix.items():
        sure = chance.constant == 1
        part = printable(action) + ("" if sure else f": {_formula_near(chance, root)}")
        if lines and len(lines[-1]) + len(part) + 2 <= _MAX_LINE_CHARS:
            lines[-1] += f", {part}"
        else:
            lines.append(part)
    return lines


def _formula_near(formula: Formula, root: RealPoint | None) -> str:
    """Return a formula, and about what it is at an irrational breakpoint."""
    value = None if root is None else formula_at_root(formula, root)
    if not isinstance(value, Algebraic):
        return formula_text(formula)
    unit = enough = 10 ** (2 * _DIGITS)
    while abs(value.nearly(unit)) * unit < enough:
        unit *= unit
    return f"{formula_text(formula)} ≈ {decimal_text(value.nearly(unit), _DIGITS)[0]}"


# ---------------------------------------------------------------------- spreadsheets and papers


def parametric_nash_sheet(proof: NashTheorem) -> Document:
    """Return the formulas for a spreadsheet: one line per action of each equilibrium."""
    head = (proof.parameter, "equilibrium", "component", "seat", "action", "chance", "payoff")
    rows = []
    for shown in _shown_parts(proof):
        where, part = shown.text(proof.parameter), shown.part
        within = {
            number: str(k) for k, one in enumerate(part.components, 1) for number in one.numbers
        }
        for number, one in enumerate(part.equilibria, 1):
            for seat, paid in zip(proof.seats, one.payoffs, strict=True):
                for action, chance in one.strategies[seat]["-"].items():
                    rows.append(
                        (where, str(number), within[number], seat, action, str(chance), str(paid))
                    )
    return build_document(TableBlock(tuple(rows), head=head))


def parametric_nash_paper(proof: NashTheorem) -> Document:
    """Return the theorem and a sketch of its proof, to paste into a paper."""
    ends = RangeEnds(proof)
    letter = ends.letter
    cases: list[tuple[Phrase, tuple[Block, ...]]] = []
    for part in _shown_parts(proof):
        where = ends.within(part.extent, closed_low=part.closed_low, closed_high=part.closed_high)
        whole = part.extent.low is None and part.extent.high is None
        cases.append(
            (("for every " if whole else "if ", where), (_paper_table(proof, part.part, letter),))
        )
    claim = (
        "For every real number ",
        range_math(proof.domain, letter),
        " these are all extreme equilibria of the game. Every equilibrium is a pair of mixtures of "
        "what the players do in some of them, of which each pair is listed.",
    )
    title = Heading(f"{proof.game}: proved by sabot, {proof.digest}")
    game = define_game(proof.game, proof.parameter, proof.seats, "pairs")
    body = TheoremBlock("theorem", (Paragraph(claim), NumberedCases(tuple(cases))))
    table, roots = _payoff_table(proof, letter), map(Paragraph, ends.explained)
    return build_document(title, game, table, *roots, body, _proof_sketch(proof))


def _payoff_table(proof: NashTheorem, letter: str) -> TableBlock:
    """Return the payoffs of both players, by row and column."""

    def entry(i: int, j: int) -> Phrase:
        paid = (
            _formula_math(Formula.of(_quotient_text(table[i][j], below, letter), letter), letter)
            for table, below in zip(proof.payoffs, proof.denominators, strict=True)
        )
        return join_phrases(((one,) for one in paid), " | ")

    rows = [
        (label, *(entry(i, j) for j in range(len(proof.columns))))
        for i, label in enumerate(proof.rows)
    ]
    return TableBlock(tuple(rows), head=("", *proof.columns))


def _quotient_text(top: tuple[int, ...], below: tuple[int, ...], letter: str) -> str:
    return f"({polynomial_text(top, letter)})/({polynomial_text(below, letter)})"


def _formula_math(formula: Formula, letter: str) -> InlineMath:
    return InlineMath(formula_or_number_latex(formula, letter), formula_text(formula))


def _paper_table(proof: NashTheorem, part: NashPart, letter: str) -> TableBlock:
    rows: list[tuple[Phrase, ...]] = []
    for number, one in enumerate(part.equilibria, 1):
        mixes: list[Phrase] = []
        for seat in proof.seats:
            mix = one.strategies[seat]["-"]
            phrases: list[Phrase] = [
                action if chance.constant == 1 else (f"{action}: ", _formula_math(chance, letter))
                for action, chance in mix.items()
            ]
            mixes.append(join_phrases(phrases, ", "))
        paid: list[Phrase] = [_formula_math(formula, letter) for formula in one.payoffs]
        rows.append((str(number), *mixes, *paid))
    one_seat, two_seat = proof.seats
    head = ("", one_seat, two_seat, f"paid to {one_seat}", f"to {two_seat}")
    return TableBlock(tuple(rows), head=head)


def _proof_sketch(proof: NashTheorem) -> TheoremBlock:
    first, second = map(player_name, proof.seats)
    opening = (
        "An extreme equilibrium is a pair of vertices of the polyhedra of mixed strategies and "
        f"best responses of {first} and {second}: each pure strategy has probability 0 or is a "
        "best response. The cases branch on this. A case is impossible where moving weight between "
        "pure strategies of one player would gain against everything that the other may still use, "
        "although some of them are to be best responses. In the cases that remain the linear "
        "equations fix one point, because a determinant is not 0, and its formulas are those of "
        "the theorem. All signs hold for every value of the parameter inside the piece, because "
        "the polynomials have no root there."
    )
    ending = "The proof file has all cases; ", InlineCode("sabot check")
    paragraphs = Paragraph(opening), Paragraph((*ending, " goes through them without solving."))
    return TheoremBlock("proof", paragraphs, "Sketch of the proof")
