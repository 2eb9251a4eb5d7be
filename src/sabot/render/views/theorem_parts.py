"""What the views of theorems share: game definition, ranges, strategies, uniqueness.

The game is defined for a reader who has nothing but the paper. Ends of ranges are fractions, or
roots under a name that is explained once. A critical region is summarized by its value, the mixed
information sets and what changed since the region before; whole strategies are tables of letters.
The argument why a strategy is the only optimal one (no unused action is as good, and the
indifference equations have full rank) is given once for all regions on which it is the same; the
ways in which polynomial inequalities are shown include Sturm's theorem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from sabot.exact import format_fraction
from sabot.forms.algebra.rational_function import Formula, polynomial_text
from sabot.forms.algebra.real_roots import RealPoint
from sabot.forms.sequence import Treeplex
from sabot.game_rules.capabilities import table_layout
from sabot.game_rules.family import Family
from sabot.game_rules.game_string import split_game_string
from sabot.loading import find_family
from sabot.render.document import (
    Block,
    FormulaText,
    Inline,
    InlineMath,
    LabelRange,
    Paragraph,
    Phrase,
    StyledText,
    TableBlock,
    TheoremBlock,
    Tone,
    inline_text,
    join_phrases,
)
from sabot.render.document import Inline as Words
from sabot.render.formula import factored_text, formula_latex, formula_or_number_latex, formula_text
from sabot.render.strategy_table import (
    action_letters,
    build_strategy_grid,
    grid_rows_with_mixes,
    merge_equal_infosets,
    sort_infosets,
)
from sabot.render.text import (
    MIX_DIGITS,
    check_status,
    count_noun,
    duration_text,
    fraction_and_decimal,
    player_name,
    printable,
)
from sabot.render.views.game_info import split_docstring
from sabot.results.continuous import CutTheorem
from sabot.results.parametric import (
    FormulaStrategy,
    Piece,
    Theorem,
    certain_action,
    reached_infosets,
    second_optimal_strategy,
)
from sabot.results.proof import (
    AnyProven,
    ParameterInterval,
    PolynomialGame,
    RangeEnd,
    end_to_text,
)

_MAX_MATRIX_WIDTH = 64
"""Letters of a table that fits on the page; a broader matrix is written row by row."""
_MAX_MATRIX_ENTRIES = 400
"""Entries of a matrix that are written out, about two pages; larger ones are in the file only."""


def parameter_letter(parameter: str) -> str:
    """Return the mathematical letter of a parameter.

    >>> parameter_letter("commission"), parameter_letter("A"), parameter_letter("_1")
    ('c', 'A', 't')
    """
    first = parameter[:1]
    return first if first.isascii() and first.isalpha() else "t"


def define_game(
    game: str,
    parameter: str,
    seats: tuple[str, ...],
    kind: Literal["value", "cuts", "pairs"],
    form: PolynomialGame | None = None,
) -> list[Block]:
    """Return the game in words, and the notation of what follows.

    *kind* is what is proved: a value and strategies, cuts of hands that are real numbers, or all
    equilibria of two seats. A *form* that is a matrix is written out: its file is not in the paper.
    """
    family = find_family(game)
    blocks = [] if family is None else _rules_blocks(family, game, parameter)
    blocks += [] if form is None else _matrix_blocks(form, parameter)
    letter = parameter_letter(parameter)
    means = "may be any number of its range" if letter == parameter else f"stands for {parameter}"
    name = game_in_statement(game, form)
    opening: tuple[Inline, ...] = (
        "The parameter " if name == GAME_ABOVE else f"The game is {name}; ",
        InlineMath(letter, letter),
        f" {means}. ",
    )
    ways = (
        _THRESHOLD_NOTATION
        if kind == "cuts"
        else (*_infoset_notation(family), *_NOTATIONS[kind](seats))
    )
    notation = Paragraph((*opening, *ways))
    found: list[Block] = [TheoremBlock("words", tuple(blocks), "The game")] if blocks else []
    return [*found, TheoremBlock("words", (notation,), "Notation")]


GAME_ABOVE = "above"
"""How a statement refers to a matrix that is written out before it."""


def game_in_statement(game: str, form: PolynomialGame | None = None) -> str:
    """Return how a theorem names its game: without the name of a file, which no paper has.

    >>> game_in_statement("own.py:war(suits=*)"), game_in_statement("le-her(suits=*)")
    ('war(suits=*)', 'le-her(suits=*)')
    """
    if form is not None and _has_one_choice_each(form):
        return GAME_ABOVE
    name, bracket, rest = game.partition("(")
    return f"{name.rpartition(':')[2]}{bracket}{rest}"


def _has_one_choice_each(form: PolynomialGame) -> bool:
    """Return whether each player chooses once and has seen nothing: a matrix."""
    return all(len(side.cells) == 1 and side.cells[0].key == "-" for side in form.sides)


def _rules_blocks(family: Family, game: str, parameter: str) -> list[Block]:
    """Return the rules: those for a paper, else the docstring's, and the parameters given."""
    body, descriptions = split_docstring(family)
    words = family.defined.split("\n\n") if family.defined else body
    given = {} if family.defined else split_game_string(game)[1]
    blocks: list[Block] = [Paragraph(" ".join(text.split())) for text in words if text]
    for key, value in given.items():
        if key != parameter and key in descriptions:
            blocks.append(Paragraph(f"Here {key}={value} ({descriptions[key].rstrip('.')})."))
    return blocks


def _matrix_blocks(form: PolynomialGame, parameter: str) -> list[Block]:
    """Return the payoffs of a game in which each player chooses once and has seen nothing."""
    if not _has_one_choice_each(form):
        return []
    rows, columns = (side.cells[0].actions for side in form.sides)
    if len(rows) * len(columns) > _MAX_MATRIX_ENTRIES:
        size = f"{len(rows)} rows and {len(columns)} columns"
        return [Paragraph(f"The payoffs of its {size} are in the proof file.")]
    paid = {(i, j): str(Formula(top, form.denominator, parameter)) for i, j, top in form.payoffs}
    lines = [
        [Formula.of(paid.get((i, j), "0"), parameter) for j in range(1, len(columns) + 1)]
        for i in range(1, len(rows) + 1)
    ]
    letter = parameter_letter(parameter)
    cells = [
        [InlineMath(formula_or_number_latex(entry, letter), formula_text(entry)) for entry in line]
        for line in lines
    ]
    one, two = (player_name(seat) for seat in form.seats)
    if _matrix_width(rows, columns, cells) > _MAX_MATRIX_WIDTH:
        return [
            Paragraph(f"What {two} pays {one}, by the choices of both:"),
            *_matrix_sentences(rows, columns, cells),
        ]
    body: list[tuple[Phrase, ...]] = [(row, *line) for row, line in zip(rows, cells, strict=True)]
    head = ("", *columns)
    words = f"What {two} pays {one}, by the choices of {one} (down) and of {two} (across):"
    return [Paragraph(words), TableBlock(tuple(body), head, centre=tuple(range(1, len(head))))]


def _matrix_width(
    rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[InlineMath]]
) -> int:
    """Return how many letters a table of them has in a line, blanks between columns too."""
    across = zip(columns, *cells, strict=True)
    broad = (max(len(head), *(len(cell.text) for cell in below)) + 2 for head, *below in across)
    return max(map(len, rows)) + sum(broad)


def _matrix_sentences(
    rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[InlineMath]]
) -> Iterator[Block]:
    """Yield a matrix in words, a sentence a row."""
    for row, line in zip(rows, cells, strict=True):
        each = ((cell, f" against {column}") for cell, column in zip(line, columns, strict=True))
        yield Paragraph((f"{row}: ", *join_phrases(each, ", "), "."))


def _infoset_notation(family: Family | None) -> tuple[Inline, ...]:
    sees = {} if family is None else family.sees
    said: tuple[Inline, ...] = (
        "An information set is all that a player has seen when he chooses; a strategy of a player "
        "has a probability for each of his actions at each of his information sets. ",
    )
    for seat, seen in sees.items():
        said += (
            f"An information set of {player_name(seat)} is written as {', then '.join(seen)}. ",
        )
    return said


def _value_notation(seats: tuple[str, ...]) -> tuple[Inline, ...]:
    return (
        f"The value is what {player_name(seats[0])} is paid on average if both play optimally. ",
        "A strategy is called the only optimal one if every optimal strategy has the same "
        "probabilities at all information sets that its own choices do not rule out.",
    )


def _equilibrium_notation(seats: tuple[str, ...]) -> tuple[Inline, ...]:
    return (
        "An equilibrium is a pair of strategies of which neither player gains by leaving his own; "
        "it is extreme if it is not a mean of two others that share a strategy of one player.",
    )


_NOTATIONS = {"value": _value_notation, "pairs": _equilibrium_notation}
_THRESHOLD_NOTATION: tuple[Inline, ...] = (
    "A strategy has an action for every hand at every turn; it is written from the lowest hands "
    "up, each action with the hand up to which it is taken.",
)


class RangeEnds:
    """The ends of a theorem's pieces in mathematics: the root of 2 is ``t_1``."""

    def __init__(self, proof: AnyProven) -> None:
        self.letter = parameter_letter(proof.parameter)
        """The letter of the parameter."""
        self._domain = proof.domain
        ends = (end for piece in proof.pieces for end in (piece.low, piece.high))
        roots = dict.fromkeys(end for end in ends if isinstance(end, RealPoint))
        self._numbers = {root: number for number, root in enumerate(roots, 1)}

    @property
    def shift(self) -> InlineMath:
        """The substitution that moves the start of a range to 0."""
        letter = "x" if self.letter != "x" else "y"  # another than the parameter's
        return self._maths(f"{self.letter} = a + {letter}")

    def _name(self, end: RangeEnd) -> str:
        return (
            f"{self.letter}_{{{self._numbers[end]}}}"
            if isinstance(end, RealPoint)
            else format_fraction(end)
        )

    def _maths(self, latex: str) -> InlineMath:
        plain = latex.replace(r"\le", "<=").replace(r"\ge", ">=").replace(r"\approx", "~")
        return InlineMath(latex, plain.translate({ord("{"): None, ord("}"): None}))

    def at(self, end: RangeEnd) -> InlineMath:
        """Return that the parameter is at an end."""
        return self._maths(f"{self.letter} = {self._name(end)}")

    @property
    def range(self) -> InlineMath:
        """The whole range of the theorem."""
        return self.within(self._domain)

    def where(self, pieces: Sequence[Piece]) -> Phrase:
        """Return the ranges of some pieces, as a sentence goes on."""
        if any(piece.low is None and piece.high is None for piece in pieces):
            return ("everywhere",)
        found = [self.within(piece.extent) for piece in pieces]
        return ("if ", *join_phrases_with_or(found))

    def within(
        self, extent: ParameterInterval, *, closed_low: bool = True, closed_high: bool = True
    ) -> InlineMath:
        """Return that the parameter is in a range, with its ends or without."""
        low, high = extent.low, extent.high
        above, below = r"\le" if closed_low else "<", r"\le" if closed_high else "<"
        if low is None:
            if high is None:
                return self._maths(self.letter)
            return self._maths(f"{self.letter} {below} {self._name(high)}")
        if high is None:
            beyond = r"\ge" if closed_low else ">"
            return self._maths(f"{self.letter} {beyond} {self._name(low)}")
        if low == high:
            return self.at(low)
        return self._maths(f"{self._name(low)} {above} {self.letter} {below} {self._name(high)}")

    @property
    def explained(self) -> list[Phrase]:
        """The root of each name."""
        found: list[Phrase] = []
        for root in self._numbers:
            formula = Formula(root.root_of, (1,), self.letter)
            of = InlineMath(formula_latex(formula, self.letter), factored_text(formula))
            near = _short_isolating_interval(root)
            between = f"[{format_fraction(near.low)}, {format_fraction(near.high)}]"
            name = self._maths(rf"{self._name(root)} \approx {root.about}")
            held = InlineMath(between, between)
            found.append(("Let ", name, " be the root of ", of, " in ", held, "."))
        return found


def irrational_ends_text(proof: Theorem) -> list[str]:
    """Return what each irrational end is, for a terminal and for Markdown."""
    found = []
    for point in (breakpoint.at for breakpoint in proof.breakpoints):
        if isinstance(point, RealPoint):
            of = polynomial_text(point.root_of, proof.parameter)
            near = _short_isolating_interval(point)
            ends = f"{format_fraction(near.low)} and {format_fraction(near.high)}"
            found.append(f"about {point.about}: the root of {of} between {ends}")
    return found


def _short_isolating_interval(root: RealPoint) -> RealPoint:
    """Return a root in a short interval: those of the proof may be as long as they like."""
    while root.high - root.low > Fraction(1, 4):
        root = root.closer()
    return root


def join_phrases_with_or(words: Sequence[Phrase]) -> tuple[Words, ...]:
    """Return phrases in a row, the last after ``or``.

    >>> "".join(map(str, join_phrases_with_or(["a", "b", "c"])))
    'a, b or c'
    """
    if len(words) < 2:
        return join_phrases(words, "")
    return join_phrases([join_phrases(words[:-1], ", "), words[-1]], " or ")


def timing_rows(proof: AnyProven, checked: float | None) -> list[tuple[str, Phrase]]:
    """Return how long it took to find a theorem, unless it was loaded, and to check it."""
    known = proof.seconds and proof.checked_file is None
    found: list[tuple[str, Phrase]] = [("found in", duration_text(proof.seconds))] if known else []
    return [*found, ("proof", check_status(proof, checked))]


def range_math(extent: ParameterInterval, name: str) -> InlineMath:
    """Return for which values something holds, in mathematics; roots are given approximately."""
    if extent.low is None:
        if extent.high is None:
            return InlineMath(name, name)
        high, high_text = _end_latex(extent.high), end_to_text(extent.high)
        return InlineMath(rf"{name} \le {high}", f"{name} <= {high_text}")
    low, low_text = _end_latex(extent.low), end_to_text(extent.low)
    if extent.low == extent.high:
        return InlineMath(f"{name} = {low}", f"{name} = {low_text}")
    if extent.high is None:
        return InlineMath(rf"{name} \ge {low}", f"{name} >= {low_text}")
    high, high_text = _end_latex(extent.high), end_to_text(extent.high)
    return InlineMath(rf"{low} \le {name} \le {high}", f"{low_text} <= {name} <= {high_text}")


def _end_latex(end: RangeEnd) -> str:
    """Return an end for a printer: a number, or about where the root is."""
    return rf"\text{{{end_to_text(end)}}}" if isinstance(end, RealPoint) else end_to_text(end)


MAX_LISTED_ANSWERS = 14
"""A seat with at most this many lines of sure answers has them listed."""


@dataclass(frozen=True)
class MixedInfoset:
    """A view at which a seat mixes, and the chance of each action that is used."""

    view: str
    chances: Mapping[str, Formula]
    offered: int
    """How many actions there are, used or not."""

    @classmethod
    def of(cls, view: str, mix: Mapping[str, Formula]) -> MixedInfoset:
        """Return what is used of all that a view offers."""
        return cls(view, {action: chance for action, chance in mix.items() if chance}, len(mix))


@dataclass(frozen=True)
class RegionStrategy:
    """What a piece says of one seat."""

    seat: str
    unique: bool | None
    mixed: tuple[MixedInfoset, ...]
    sure: Mapping[str, str]
    """Sure answers, listed where they are few."""
    changes: tuple[str, ...]
    """Sure answers that are new on this piece, by view."""
    answers: Mapping[str, str | None]
    """The action at every information set that is reached, None where it mixes."""
    listed: Mapping[str, str]
    """All sure answers, those at neighbouring views in one line."""
    another: tuple[MixedInfoset, ...] = ()
    """A second optimal strategy, where one is known: the views at which it differs."""

    @property
    def count(self) -> int:
        """How many views have a sure answer."""
        return sum(answer is not None for answer in self.answers.values())


@dataclass(frozen=True)
class RegionSummary:
    """One piece: where, the value, both seats."""

    where: str
    at: Fraction | None
    """The only value of the parameter in it, if it has one."""
    tail: bool
    value: Formula
    seats: tuple[RegionStrategy, RegionStrategy]


def summarize_regions(proof: Theorem) -> list[RegionSummary]:
    """Return the pieces of a theorem, each described by what differs from the one before it."""
    found: list[RegionSummary] = []
    before: dict[str, FormulaStrategy] = {}
    for piece in proof.pieces:
        tables = {seat: _strategy_on_region(piece, seat) for seat in proof.seats}
        one, two = (
            _summarize_strategy(side, piece, tables[side.name], before.get(side.name))
            for side in proof.form.sides
        )
        tail = piece.high is None
        found.append(RegionSummary(str(piece.extent), piece.at, tail, piece.value, (one, two)))
        before = tables
    return found


def _strategy_on_region(piece: Piece, seat: str) -> FormulaStrategy:
    """Return a strategy as it is written; as numbers where the piece has one value."""
    found, at = piece.strategies[seat], piece.at
    if at is None:
        return found
    return {
        view: {a: Formula.number(f.at(at), f.name) for a, f in mix.items()}
        for view, mix in found.items()
    }


def _summarize_strategy(
    side: Treeplex, piece: Piece, every: FormulaStrategy, before: FormulaStrategy | None
) -> RegionStrategy:
    live = reached_infosets(side, every)
    table = {v: m for v, m in every.items() if len(m) > 1 and v in live}
    answers = {v: certain_action(m) for v, m in table.items()}
    mixed = tuple(
        MixedInfoset.of(view, table[view]) for view in sort_infosets(table) if answers[view] is None
    )
    sure = {v: a for v, a in answers.items() if a is not None}
    lines = merge_equal_infosets({v: {a: Fraction(1)} for v, a in sure.items()})
    listed = {line.label: next(iter(line.mix)) for line in lines}
    changes: tuple[str, ...] = ()
    if before is not None:
        new = [v for v, action in sure.items() if certain_action(before[v]) != action]
        changes = tuple(f"{v} {sure[v]}" for v in sort_infosets(new))
    unique = piece.unique[side.name]
    another = _second_optimal_strategy(side, piece, every, live) if unique is False else ()
    few = listed if len(lines) <= MAX_LISTED_ANSWERS else {}
    return RegionStrategy(side.name, unique, mixed, few, changes, answers, listed, another)


def _second_optimal_strategy(
    side: Treeplex, piece: Piece, first: FormulaStrategy, live: set[str]
) -> tuple[MixedInfoset, ...]:
    """Return the second optimal strategy that the proof holds, where it differs from the first."""
    second = second_optimal_strategy(piece, side)
    found = []
    for view in sort_infosets(cell.key for cell in side.cells):
        chances = second.get(view)
        if chances is None or len(chances) < 2:
            continue
        if view not in live or first[view] != chances:
            found.append(MixedInfoset.of(view, chances))
    return tuple(found)


def chances_to_print(mixed: MixedInfoset) -> Iterable[tuple[str, Formula]]:
    """Return the chances worth writing: where only two actions are offered, that of the second.

    Where two of more are used, one of them does not determine the other.
    """
    chances = list(mixed.chances.items())
    return chances[1:] if mixed.offered == 2 else chances


UNIQUENESS_WORDS = {True: "unique", False: "not unique", None: "not decided"}
"""What is claimed at a breakpoint, in words."""


def breakpoint_rows(proof: Theorem) -> list[tuple[str, str]]:
    """Return where the pieces of a theorem over the real numbers meet, and what is unique there."""
    return [
        (
            end_to_text(point.at),
            ", ".join(f"{seat} {UNIQUENESS_WORDS[claim]}" for seat, claim in point.unique.items()),
        )
        for point in proof.breakpoints
    ]


def second_strategy_text(seat: RegionStrategy, write: Callable[[Formula], str]) -> str:
    """Return the second optimal strategy of a seat in words, and the face between the two."""
    return "".join(map(inline_text, second_strategy_phrase(seat, write)))


def second_strategy_phrase(
    seat: RegionStrategy, write: Callable[[Formula], Words]
) -> tuple[Words, ...]:
    """Return the same, with formulas as *write* makes them."""
    if not seat.another:
        return ()
    phrases: list[Phrase] = []
    for mixed in seat.another[:MAX_LISTED_ANSWERS]:
        view = "" if mixed.view == "-" else f"{mixed.view} "
        if len(mixed.chances) == 1:
            phrases.append(f"{view}{next(iter(mixed.chances))}")
        else:
            phrases += [(f"{view}{action}: ", write(f)) for action, f in chances_to_print(mixed)]
    left = len(seat.another) - MAX_LISTED_ANSWERS
    more = f" and {left} more views" if left > 0 else ""
    return "also optimal: ", *join_phrases(phrases, ", "), f"{more}; and every mixture of the two"


def equals_text(at: str) -> str:
    """Return a point after an equals sign, unless it is about somewhere.

    >>> equals_text("1/2"), equals_text("about 1.41421")
    ('= 1/2', 'about 1.41421')
    """
    return at if at.startswith("about ") else f"= {at}"


def region_uniqueness_text(part: RegionStrategy, whole: bool) -> str:
    """Return what a piece proves about uniqueness, in words."""
    if part.unique is True:
        return "the only optimal strategy" + ("" if whole else ", strictly inside")
    if part.unique is False:
        return "one of several optimal strategies"
    return "optimal; whether the only one is not decided"


_LONGEST_BITS = 1800
"""Of all coefficients of a formula that is written out: seven lines of a terminal. The formulas of
a theorem on Leduc poker were 47 MB, and took nearly as long to print as to prove."""


def formula_or_number(formula: Formula, at: Fraction | None, tone: Tone = "plain") -> StyledText:
    """Return a formula, or its number where the piece has one value or the formula is one.

    A formula that nobody can read is described.

    >>> formula_or_number(Formula((10**600, 1), (0, 0, 1), "t"), None).text
    'a polynomial of degree 1 over one of degree 2, in the saved proof'
    """
    number = formula.constant if at is None else formula.at(at)
    if number is not None:
        return StyledText(fraction_and_decimal(number, MIX_DIGITS), tone)
    if sum(c.bit_length() for part in (formula.top, formula.below) for c in part) > _LONGEST_BITS:
        top, below = (len(part) - 1 for part in (formula.top, formula.below))
        text = f"a polynomial of degree {top} over one of degree {below}, in the saved proof"
        return StyledText(text, tone)
    return FormulaText(printable(factored_text(formula)), tone, formula)


_HALF = Fraction(1, 2)


@dataclass(frozen=True)
class StrategyLetterTable:
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
    def table(self) -> TableBlock:
        """The table itself."""
        rows = tuple(tuple(map(LabelRange, row)) for row in self.rows)
        marks = tuple(range(self.labels, len(self.head)))
        return TableBlock(rows, self.head, centre=marks)


def strategy_letter_table(game: str, seat: RegionStrategy) -> StrategyLetterTable | None:
    """Return a seat's whole strategy on a piece in letters, where its views make a table."""
    mixes: dict[str, Mapping[str, Fraction]] = {
        view: dict.fromkeys(_used_actions(seat, view), _HALF)
        if answer is None
        else {answer: Fraction(1)}
        for view, answer in seat.answers.items()
    }
    letters = action_letters({action for mix in mixes.values() for action in mix})
    if not letters:
        return None
    legend = tuple(sorted((letter, action) for action, letter in letters.items()))
    family = find_family(game)
    marks = {view: _cell_mark(mix, letters) for view, mix in mixes.items()}
    own = table_layout(family, marks)
    if own is not None:
        rows = tuple((*labels, *letters) for labels, letters in own.rows)
        return StrategyLetterTable(own.head, rows, len(own.rows[0][0]), legend)
    grid, rest = build_strategy_grid(mixes)
    if grid is None or rest:
        return None
    lines = zip(grid.rows, grid_rows_with_mixes(grid, mixes), strict=True)
    return StrategyLetterTable(
        ("", *grid.columns), tuple((row, *letters) for row, letters in lines), 1, legend
    )


def _used_actions(seat: RegionStrategy, view: str) -> list[str]:
    return next(list(mixed.chances) for mixed in seat.mixed if mixed.view == view)


def _cell_mark(mix: Mapping[str, Fraction], letters: Mapping[str, str]) -> str:
    played = [letters[action] for action in mix]
    return played[0] if len(played) == 1 else f"({','.join(played)})"


"""Writes for which values a sort holds."""
MAX_DETERMINANT_CHARS = 160
"""A determinant of more letters than this is left to the proof file."""
MOST_EQUATIONS = 6
"""More equations than this are counted, not written out: the proof file has them."""
Inlines = tuple[Words, ...]
RegionsPhrase = Callable[[Sequence[Piece]], Phrase]
"""Writes the ranges of some pieces: ``for d = 2 and d >= 9``."""


@dataclass(frozen=True)
class UniquenessArgument:
    """Why a seat's strategy is the only one, or not, and on which pieces."""

    seat: str
    foe: str
    kind: str
    """``equations``, ``sure``, ``number``, ``several`` or ``open``."""
    equations: tuple[str, ...]
    witness: bool
    pieces: tuple[Piece, ...]


def uniqueness_arguments(proof: Theorem) -> list[UniquenessArgument]:
    """Return the arguments of a proof, seat by seat."""
    found = []
    for number, seat in enumerate(proof.seats):
        alike: dict[tuple[str, tuple[str, ...], bool], list[Piece]] = {}
        for piece in proof.pieces:
            alike.setdefault(_argument_kind(piece, seat), []).append(piece)
        foe = proof.seats[1 - number]
        found += [UniquenessArgument(seat, foe, *sort, tuple(some)) for sort, some in alike.items()]
    return found


def _argument_kind(piece: Piece, seat: str) -> tuple[str, tuple[str, ...], bool]:
    claim = piece.unique[seat]
    if claim is None:
        return "open", (), False
    if claim is False:
        return "several", (), False
    if piece.certificate is not None:
        return "number", (), False
    equations = piece.basis[seat].equations
    witness = seat in piece.witness
    return "equations" if equations else "sure", equations, witness


def uniqueness_paragraph(
    argument: UniquenessArgument, proof: Theorem, where: RegionsPhrase, letter: str = ""
) -> Phrase:
    """Return an argument as sentences; *letter* is the parameter in formulas."""
    seat, foe = player_name(argument.seat), player_name(argument.foe)
    start = join_phrases([where(argument.pieces)], "")
    if argument.kind == "open":
        return (f"Whether {seat}'s strategy is the only one is not decided ", *start, ".")
    if argument.kind == "several":
        return (
            f"The strategy given for {seat} is not the only optimal one ",
            *start,
            ": the second one that is given there secures the value against every reply too, by "
            "the same kind of inequalities, and so does every mixture of the two, because what a "
            "mixture earns against a reply is the mean of what they earn.",
        )
    opening: Inlines = (f"The only optimal strategy of {seat} ", *start, " is the one given: ")
    if argument.kind == "number":
        return (
            *opening,
            "the proof holds a certificate of the game at such a value. No unused action is as "
            f"good against an optimal strategy of {foe}, and the indifference equations, with "
            "numbers in them, have full rank.",
        )
    inside = "" if proof.whole else "inside the range, "
    held = (
        f"another optimal strategy of {foe} than the one given (the witness in the proof file)"
        if argument.witness
        else f"the strategy of {foe}"
    )
    loses = (
        f"{inside}every action that it does not use loses strictly against {held}, so that no "
        "optimal strategy uses it"
    )
    if argument.kind == "sure":
        return (*opening, f"{loses}; one action is left at each information set that it reaches.")
    shown = _determinant_phrase(argument, proof, where, letter or proof.parameter)
    return (*opening, loses, *_unique_solution_phrase(argument, seat, foe), *shown)


def _unique_solution_phrase(argument: UniquenessArgument, seat: str, foe: str) -> Inlines:
    """Return why the equations of an optimal strategy have one solution."""
    many = len(argument.equations)
    named = (
        one.replace(": the chances add up", ": the probabilities add up")
        for one in argument.equations
    )
    listed = join_phrases(map(LabelRange, named), "; ")
    these = (" (", *listed, ")") if many <= MOST_EQUATIONS else (", which the proof file lists",)
    return (
        "; and what that strategy uses has a positive probability, so that every optimal strategy "
        f"of {seat} makes it all equally good for {foe}. "
        f"These are {count_noun(many, 'linear equation')}",
        *these,
        " in as many unknown probabilities. ",
    )


def _determinant_phrase(
    argument: UniquenessArgument, proof: Theorem, where: RegionsPhrase, letter: str
) -> Inlines:
    """Return the determinants of an argument's equations, each once, and that none is 0."""
    says = f"the determinant of the equations that fix {argument.seat}'s plan is not 0"
    found: dict[Formula, list[Piece]] = {}
    for piece in argument.pieces:
        for one in piece.inequalities:
            if one.says == says:
                found.setdefault(Formula(one.polynomial, (1,), letter), []).append(piece)
    short = {
        formula: some
        for formula, some in found.items()
        if len(str(formula)) <= MAX_DETERMINANT_CHARS
    }
    inside = "" if proof.whole else " inside the range"
    nowhere = f"nowhere 0{inside}: they have one solution."
    if len(short) < len(found) or not found:
        return (f"Their determinant, a polynomial in the proof file, is {nowhere}",)
    listed = []
    for formula, some in short.items():
        of = InlineMath(formula_or_number_latex(formula, letter), formula_text(formula))
        listed.append((of,) if len(found) == 1 else (of, " ", *join_phrases([where(some)], "")))
    opening = "Multiplied by the common denominator of the payoffs, their determinant is "
    return (opening, *join_phrases(listed, "; "), f", {nowhere}")


def nonnegativity_reasons(
    proof: Theorem | CutTheorem, shift: Phrase, start: Phrase = "a"
) -> Phrase:
    """Return how the inequalities of a proof are shown, those ways only that it uses.

    *shift* is how the substitution is written, *start* the letter for the start of the range.
    """
    used = {one.way for piece in proof.pieces for one in piece.inequalities}
    moved = " the start of the range, no coefficient is negative"
    ways: dict[str, Phrase] = {
        "value": "on a range of one value it is a number",
        "shift": join_phrases(["after ", shift, ", with ", start, moved], ""),
        "parts": (
            "the range is cut at whole numbers, and on each part no coefficient is negative once "
            "its ends are sent to 0 and infinity, or the ends are neighbours"
        ),
        "sturm": (
            "by Sturm's theorem it has no root inside the range, and it is positive at one point"
        ),
        "even": "by Sturm's theorem its sign does not change inside the range",
    }
    return join_phrases((text for code, text in ways.items() if code in used), "; or ")


def inequality_count_text(proof: Theorem | CutTheorem) -> str:
    """Return how many inequalities a proof has, in words."""
    many = sum(len(piece.inequalities) for piece in proof.pieces)
    return count_noun(many, "inequality", "inequalities")
