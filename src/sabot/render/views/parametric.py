"""Views of parametric zero-sum theorems: terminal, paper, wiki and spreadsheet.

A theorem has one critical region after another; each is shown with the value and the strategies as
rational functions of the parameter, limits, and whether the strategies are unique. A paper gets the
statement and a sketch of the proof, with a letter for the parameter; a wiki one section per region.
The dominance classes (Lemma 1 of Ethier and Gamez: which action is best whatever the other player
does, for which values) are counts and changes on a terminal, and for a paper the whole table, with
the marks of one ordinary value and footnotes for the others, as their Tables 1 and 2 are printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sabot.exact import format_fraction
from sabot.forms.algebra.rational_function import Formula
from sabot.game_rules.capabilities import table_layout
from sabot.loading import find_family
from sabot.render.document import (
    BREAK,
    Block,
    BulletList,
    Document,
    Equation,
    FootnoteMark,
    Heading,
    Inline,
    InlineCode,
    InlineMath,
    LabelRange,
    ListItem,
    NumberedCases,
    Paragraph,
    Phrase,
    Section,
    StyledText,
    TableBlock,
    TheoremBlock,
    build_document,
    build_table,
    join_phrases,
    labelled_lines,
)
from sabot.render.formula import formula_or_number_latex, formula_text, limit_text, number_latex
from sabot.render.strategy_table import action_letters
from sabot.render.text import (
    MIX_DIGITS,
    count_noun,
    decimal_text,
    player_name,
    printable,
    with_article,
)
from sabot.render.views.theorem_parts import (
    MAX_LISTED_ANSWERS,
    UNIQUENESS_WORDS,
    MixedInfoset,
    RangeEnds,
    RegionStrategy,
    RegionSummary,
    breakpoint_rows,
    chances_to_print,
    define_game,
    equals_text,
    formula_or_number,
    game_in_statement,
    inequality_count_text,
    irrational_ends_text,
    nonnegativity_reasons,
    region_uniqueness_text,
    second_strategy_phrase,
    second_strategy_text,
    strategy_letter_table,
    summarize_regions,
    timing_rows,
    uniqueness_arguments,
    uniqueness_paragraph,
)
from sabot.results.parametric import DEPENDS, NEVER_MATTERS, DominanceRange, Piece, Theorem
from sabot.results.proof import ParameterInterval, end_to_text

LabelledRows = list[tuple[str, Phrase]]
_MOST_MIXED_VIEWS = 500
"""Mixed views of all pieces and players whose formulas are printed: some 2,000 lines. A theorem on
Leduc poker has 134,000."""


def theorem_view(proof: Theorem, *, checked: float | None = None) -> Document:
    """Return a theorem: its range, every piece with its formulas, limits, verdicts, the check."""
    found = summarize_regions(proof)
    name = proof.parameter
    rows: LabelledRows = [
        ("proved for", f"{printable(proof.range)}, in {count_noun(len(found), 'piece')}"),
        ("value", f"is paid to {with_article(proof.seats[0])}"),
    ]
    rows += [(printable(seat), proof.verdict(seat)) for seat in proof.seats]
    mixed = sum(len(seat.mixed) for part in found for seat in part.seats)
    full = mixed <= _MOST_MIXED_VIEWS
    if not full:
        words = f"{mixed:,} mixed views have theirs in the saved proof"
        rows.append(("formulas", f"{words}; `sabot table FILE --markdown` prints them"))
    body: list[Block] = [Heading(proof.game), BREAK, labelled_lines(*rows)]
    for number, part in enumerate(found):
        blocks = _region_blocks(part, proof, not number, full)
        body += [BREAK, Heading(f"{name} = {part.where}"), *blocks]
    if proof.breakpoints:
        where = [
            (f"{printable(name)} {equals_text(at)}", printable(answers))
            for at, answers in breakpoint_rows(proof)
        ]
        if full:
            where += [("", printable(words)) for words in irrational_ends_text(proof)]
        body += [BREAK, Heading("where pieces begin, meet and end"), labelled_lines(*where)]
    sorts = PlayerDominanceClasses.of(proof)
    if sorts is not None:
        title = Heading(sorts.seat, f"whatever {printable(sorts.foe)} does")
        body += [BREAK, title, labelled_lines(*dominance_class_rows(sorts, name))]
    return build_document(body, BREAK, labelled_lines(*timing_rows(proof, checked)))


def _region_blocks(part: RegionSummary, proof: Theorem, first: bool, full: bool) -> list[Block]:
    """Return the value of a region and its strategies; without their formulas if not *full*."""
    name = proof.parameter
    rows: LabelledRows = [("value", formula_or_number(part.value, part.at, "strong"))]
    if part.tail and part.value.constant is None:
        rows.append(("", f"{_limit_with_decimal(part.value)} as {printable(name)} grows"))
    for seat in part.seats:
        if full:
            rows += _strategy_rows(seat, part, proof, first)
        else:
            verdict = region_uniqueness_text(seat, proof.whole)
            words = f"{verdict}; mixed at {count_noun(len(seat.mixed), 'view')}"
            rows.append((printable(seat.seat), StyledText(words, "dim")))
    return [labelled_lines(*rows)]


def _strategy_rows(
    seat: RegionStrategy, part: RegionSummary, proof: Theorem, first: bool
) -> LabelledRows:
    rows: LabelledRows = [
        (printable(seat.seat), StyledText(region_uniqueness_text(seat, proof.whole), "dim"))
    ]
    for mixed in seat.mixed:
        for action, formula in chances_to_print(mixed):
            view = "" if mixed.view == "-" else f"{printable(mixed.view)} "
            head = StyledText(f"{view}{printable(action)}: ", "mixed")
            rows.append(("", (head, formula_or_number(formula, part.at, "mixed"))))
            if part.tail and formula.constant is None:
                rows.append(("", f"  {_limit_with_decimal(formula)}"))
    sure = ", ".join(
        printable(action) if view == "-" else f"{printable(view)} {printable(action)}"
        for view, action in seat.sure.items()
    )
    if sure:
        rows.append(("", sure))
    elif seat.count and first:
        rows.append(("", sure_answers_note(seat.count)))
    elif seat.count:
        changes = ", ".join(map(printable, seat.changes))
        rows.append(("", f"sure answers now: {changes}" if changes else "sure answers as before"))
    words = second_strategy_phrase(seat, lambda formula: formula_or_number(formula, part.at, "dim"))
    dimmed = tuple(
        StyledText(printable(one), "dim") if isinstance(one, str) else one for one in words
    )
    return [*rows, ("", dimmed)] if words else rows


def sure_answers_note(count: int) -> str:
    """Return what is said of sure answers that are too many to list."""
    return f"sure answers at {count_noun(count, 'view')}, in the saved proof"


def _limit_with_decimal(formula: Formula) -> str:
    limit = formula.limit
    if limit is None:
        return limit_text(formula)
    if limit.denominator == 1:
        return f"-> {limit_text(formula)}"
    return f"-> {limit_text(formula)} ≈ {decimal_text(limit, MIX_DIGITS)[0]}"


_VALUE_SYMBOL = InlineMath("v", "v")


def theorem_paper(proof: Theorem) -> Document:
    """Return the theorem and a sketch of its proof, to paste into a paper."""
    ends = RangeEnds(proof)
    found = summarize_regions(proof)
    cases = tuple(
        (
            ends.where([piece]),
            tuple(
                _region_paper_blocks(_RegionInLetter(part, proof, ends.letter), first=not number)
            ),
        )
        for number, (part, piece) in enumerate(zip(found, proof.pieces, strict=True))
    )
    lines: list[Block] = [
        *map(Paragraph, ends.explained),
        *_claim_blocks(proof, ends),
        NumberedCases(cases),
    ]
    if proof.breakpoints:
        lines.append(Paragraph("Uniqueness where the ranges begin, meet and end:"))
        lines += _breakpoint_blocks(proof, ends)
    lines += _limit_blocks(found[-1], ends.letter)
    title = Heading(f"{proof.game}: proved by sabot, {proof.digest}")
    theorem = TheoremBlock("theorem", tuple(lines))
    game = define_game(proof.game, proof.parameter, proof.seats, "value", proof.form)
    return build_document(
        title, game, theorem, _proof_sketch(proof, ends), _dominance_class_tables(proof)
    )


def _letter_math(letter: str) -> InlineMath:
    return InlineMath(letter, letter)


def _claim_blocks(proof: Theorem, ends: RangeEnds) -> list[Block]:
    kind = "whole" if proof.whole else "real"
    return [
        Paragraph(
            (
                f"For every {kind} number ",
                ends.range,
                f" the game {game_in_statement(proof.game, proof.form)} has the value ",
                _VALUE_SYMBOL,
                f", paid to {player_name(proof.seats[0])}, and the strategies below are optimal.",
            )
        ),
    ]


def _breakpoint_blocks(proof: Theorem, ends: RangeEnds) -> list[Block]:
    found: list[Block] = []
    for number, point in enumerate(proof.breakpoints, 1):
        words = ", ".join(
            f"{seat} {UNIQUENESS_WORDS[claim]}" for seat, claim in point.unique.items()
        )
        end = "." if number == len(proof.breakpoints) else ";"
        found.append(Paragraph((ends.at(point.at), f": {words}{end}")))
    return found


@dataclass(frozen=True)
class _RegionInLetter:
    """A piece that is being described, and the letter of the parameter."""

    part: RegionSummary
    proof: Theorem
    letter: str

    def number(self, formula: Formula) -> Formula:
        """Return a formula, or its number where the piece has one value."""
        at = self.part.at
        return formula if at is None else Formula.number(formula.at(at), formula.name)

    def maths(self, formula: Formula, *, tall: bool = False) -> InlineMath:
        """Return a formula for use in a sentence."""
        here = self.number(formula)
        return InlineMath(formula_or_number_latex(here, self.letter), formula_text(here), tall)


def _region_paper_blocks(piece: _RegionInLetter, *, first: bool) -> Iterator[Block]:
    part = piece.part
    yield Equation("v", piece.number(part.value), piece.letter)
    for seat in part.seats:
        yield from _strategy_paper_blocks(seat, piece, first=first)
        yield Paragraph(f"({seat.seat}: {region_uniqueness_text(seat, piece.proof.whole)}.)")
        yield from _second_strategy_blocks(seat, piece)


def _capitalized_player(seat: RegionStrategy) -> str:
    name = player_name(seat.seat)
    return name[:1].upper() + name[1:]


def _infoset_phrase(mixed: MixedInfoset) -> tuple[Inline, ...]:
    return () if mixed.view == "-" else (" at ", LabelRange(mixed.view))


def _strategy_paper_blocks(
    seat: RegionStrategy, piece: _RegionInLetter, *, first: bool
) -> Iterator[Block]:
    name = _capitalized_player(seat)
    for mixed in seat.mixed:
        for action, formula in chances_to_print(mixed):
            yield Paragraph((name, *_infoset_phrase(mixed), f" plays {action} with probability"))
            yield Paragraph((piece.maths(formula, tall=True), "."))
    if seat.sure or (first and seat.count):
        table = None if seat.sure else strategy_letter_table(piece.proof.game, seat)
        if table is not None:
            yield Paragraph(f"{name}'s whole strategy ({table.key}; both where it mixes):")
            yield table.table
            return
        sure = (
            action if view == "-" else (LabelRange(view), f" {action}")
            for view, action in (seat.sure or seat.listed).items()
        )
        yield Paragraph((f"{name} surely: ", *join_phrases(sure, ", "), "."))
    elif seat.count:
        changes = join_phrases(map(LabelRange, seat.changes), ", ")
        but = (", except for ", *changes) if changes else ()
        yield Paragraph((f"{name}'s other answers are as before", *but, "."))


def _second_strategy_blocks(seat: RegionStrategy, piece: _RegionInLetter) -> Iterator[Block]:
    """Yield the second optimal strategy of a seat, and with it the face between the two."""
    if not seat.another:
        return
    said: list[Phrase] = []
    for mixed in seat.another[:MAX_LISTED_ANSWERS]:
        if len(mixed.chances) == 1:
            (action,) = mixed.chances
            said.append((f"plays {action}", *_infoset_phrase(mixed)))
            continue
        for action, formula in chances_to_print(mixed):
            chance = piece.maths(formula)
            said.append((f"plays {action}", *_infoset_phrase(mixed), " with probability ", chance))
    left = len(seat.another) - MAX_LISTED_ANSWERS
    if left > 0:
        said.append(
            f"differs at {count_noun(left, 'further information set')} (see the proof file)"
        )
    yield Paragraph(
        (
            f"Another optimal strategy of {player_name(seat.seat)} ",
            *join_phrases(said, ", "),
            ", and is otherwise the same; all mixtures of the two are optimal.",
        )
    )


def _limit_blocks(part: RegionSummary, letter: str) -> Iterator[Block]:
    """Yield what happens as the parameter grows, where the last piece has no end."""
    if not part.tail:
        return
    said: list[Phrase] = [_limit_math("v ", part.value)]
    for seat in part.seats:
        for mixed in seat.mixed:
            for action, formula in chances_to_print(mixed):
                said.append(
                    (
                        f"{seat.seat}: {action}",
                        *_infoset_phrase(mixed),
                        " ",
                        _limit_math("", formula),
                    )
                )
    grows = InlineMath(rf"{letter} \to \infty", f"{letter} -> infinity")
    yield Paragraph(("As ", grows, ": ", *join_phrases(said, ", "), "."))


def _limit_math(what: str, formula: Formula) -> InlineMath:
    """Return the limit of the value, or of somebody's chance."""
    limit = formula.limit
    endless = r"\infty" if formula.rises else r"-\infty"
    latex = endless if limit is None else number_latex(limit)
    text = limit_text(formula) if limit is None else f"-> {limit_text(formula)}"
    return InlineMath(rf"{what}\to {latex}", f"{what}{text}")


def _proof_sketch(proof: Theorem, ends: RangeEnds) -> TheoremBlock:
    field = InlineMath(rf"\mathbf{{Q}}({ends.letter})", f"Q({ends.letter})")
    reasons = nonnegativity_reasons(proof, ends.shift, _letter_math("a"))
    opening = (
        "On each range the two strategies are fixed by the indifference of the opponent over the "
        "actions that he uses: linear equations over ",
        field,
        ". Both earn ",
        _VALUE_SYMBOL,
        " against every best response, found by backward induction: no probability is negative, "
        "and no action at any information set is better than the one used. Multiplied by positive "
        "denominators, "
        f"these are {inequality_count_text(proof)} in all, each about a polynomial in ",
        _letter_math(ends.letter),
        ": ",
        *join_phrases([reasons], ""),
        ".",
    )
    ending = "The proof file has every polynomial, with its reason; ", InlineCode("sabot check")
    return TheoremBlock(
        "proof",
        (
            Paragraph(opening),
            *(
                Paragraph(uniqueness_paragraph(argument, proof, ends.where, ends.letter))
                for argument in uniqueness_arguments(proof)
            ),
            Paragraph((*ending, " verifies it without solving.")),
        ),
        "Sketch of the proof",
    )


def _dominance_class_tables(proof: Theorem) -> list[TableBlock]:
    """Return the table of the second seat's choices, with notes for what changes."""
    sorts = PlayerDominanceClasses.of(proof)
    if sorts is None:
        return []
    ends = RangeEnds(proof)
    found = build_footnoted_table(sorts, proof)

    def where(sort: DominanceRange) -> InlineMath:
        latex = class_range_text(ends.letter, sort, proof, r"\le", r"\ge")
        return InlineMath(latex, class_range_text(ends.letter, sort, proof, "<=", ">="))

    caption = (
        f"{dominance_class_caption(sorts)}, for every ",
        ends.range,
        ". The marks are those for ",
        _letter_math(f"{ends.letter} = {found.at}"),
        ".",
    )
    return [dominance_class_table(found, where, caption)]


def theorem_wiki(proof: Theorem) -> Document:
    """Return the theorem with one section per piece."""
    said = f"proved for {proof.range}. The value is paid to {with_article(proof.seats[0])}."
    blocks: list[Block] = [Heading(proof.game, said)]
    name = proof.parameter
    for number, part in enumerate(summarize_regions(proof)):
        limit = (
            f", {_limit_wiki_text(part.value)}" if part.tail and part.value.constant is None else ""
        )
        value = "value: ", InlineCode(_formula_code(part.value, part.at)), limit
        seats = (_strategy_wiki_item(seat, part, proof, not number) for seat in part.seats)
        blocks += [Section(f"{name} = {part.where}"), BulletList((value, *seats))]
        blocks += [] if number else _strategy_wiki_tables(part, proof)
    if proof.breakpoints:
        lines = [f"{name} {equals_text(at)}: {words}" for at, words in breakpoint_rows(proof)]
        lines += irrational_ends_text(proof)
        blocks += [Section("Where the ranges begin, meet and end"), BulletList(tuple(lines))]
    return build_document(blocks, _proof_wiki_blocks(proof), _dominance_class_wiki_blocks(proof))


def _formula_code(formula: Formula, at: Fraction | None) -> str:
    return formula_text(formula if at is None else Formula.number(formula.at(at), formula.name))


def _limit_wiki_text(formula: Formula) -> str:
    return limit_text(formula) if formula.limit is None else f"limit {limit_text(formula)}"


def _strategy_wiki_item(
    seat: RegionStrategy, part: RegionSummary, proof: Theorem, first: bool
) -> ListItem:
    lines: list[Phrase] = []
    for mixed in seat.mixed:
        view = "" if mixed.view == "-" else f"{mixed.view} "
        for action, formula in chances_to_print(mixed):
            limit = f", {_limit_wiki_text(formula)}" if part.tail else ""
            lines.append((f"{view}{action}: ", InlineCode(_formula_code(formula, part.at)), limit))
    sure = ", ".join(
        action if view == "-" else f"{view} {action}" for view, action in seat.sure.items()
    )
    if sure:
        lines.append(sure)
    elif seat.count and (first or seat.changes):
        changes = ", ".join(seat.changes)
        text = f"sure answers at {seat.count} views" if first else f"sure answers now: {changes}"
        lines.append(text)
    words = second_strategy_text(seat, lambda formula: _formula_code(formula, part.at))
    return ListItem(
        f"{seat.seat} ({region_uniqueness_text(seat, proof.whole)})",
        (*lines, words) if words else tuple(lines),
    )


def _strategy_wiki_tables(part: RegionSummary, proof: Theorem) -> list[Block]:
    """Return the strategies of the first piece that are too long for a line, in letters."""
    found: list[Block] = []
    for seat in part.seats:
        table = None if seat.sure or not seat.count else strategy_letter_table(proof.game, seat)
        if table is not None:
            found += [Paragraph(f"{seat.seat}'s whole strategy there ({table.key}):"), table.table]
    return found


def _proof_wiki_blocks(proof: Theorem) -> list[Block]:
    """Return the sketch of the proof."""
    name = proof.parameter

    def where(pieces: Sequence[Piece]) -> str:
        return f"for {name} = " + "; ".join(str(piece.extent) for piece in pieces)

    opening = (
        "Both strategies of a piece secure its value: no probability is negative, and backward "
        f"induction finds no better reply. These are {inequality_count_text(proof)} in all, "
        "each about a polynomial: ",
        *join_phrases([nonnegativity_reasons(proof, "a substitution a + x")], ""),
        ". The saved proof has every polynomial, with its reason; ",
        InlineCode("sabot check"),
        " verifies it without solving.",
    )
    lines = tuple(
        uniqueness_paragraph(argument, proof, where) for argument in uniqueness_arguments(proof)
    )
    return [Section("Why"), Paragraph(opening), BulletList(lines)]


def _dominance_class_wiki_blocks(proof: Theorem) -> list[Block]:
    """Return the table of the second seat's choices, with notes for what changes."""
    sorts = PlayerDominanceClasses.of(proof)
    if sorts is None:
        return []
    found = build_footnoted_table(sorts, proof)

    def where(sort: DominanceRange) -> str:
        return class_range_text(proof.parameter, sort, proof, "≤", "≥")

    text = (
        f"{dominance_class_caption(sorts)}. The marks are those for {proof.parameter} = {found.at}"
    )
    text += ", with footnotes for the others." if found.notes else "."
    return [
        Section(f"{sorts.seat} whatever {sorts.foe} does"),
        dominance_class_table(found, where, text),
    ]


SHEET_HEAD = ("from", "to", "seat", "view", "action", "formula")


def theorem_sheet(proof: Theorem) -> Document:
    """Return every formula of a theorem; the rows of a piece begin with its value."""
    return build_document(Heading(proof.game), build_table(_formula_rows(proof), head=SHEET_HEAD))


def _formula_rows(proof: Theorem) -> Iterator[tuple[Phrase, ...]]:
    for piece in proof.pieces:
        at = piece.at

        def text(formula: Formula, at: Fraction | None = at) -> str:
            return formula_text(formula) if at is None else format_fraction(formula.at(at))

        high = "" if piece.high is None else end_to_text(piece.high)
        ends = "" if piece.low is None else end_to_text(piece.low), high
        yield (*ends, "", "", "value", text(piece.value))
        for seat in proof.seats:
            for view, mix in piece.strategies[seat].items():
                for action, chance in mix.items():
                    yield (*ends, seat, view, action, text(chance))


ORDINARY_VALUES = {"decks": 6, "cards": 24, "suits": 4}
"""The value whose marks are in the table itself, by parameter: that of an ordinary game."""


@dataclass(frozen=True)
class PlayerDominanceClasses:
    """The sorted choices of one seat."""

    seat: str
    foe: str
    actions: frozenset[str]
    table: Mapping[str, Sequence[DominanceRange]]

    @classmethod
    def of(cls, proof: Theorem) -> PlayerDominanceClasses | None:
        """Return what a proof says, if it says more than that everything depends."""
        for seat, table in proof.classification.sorts.items():
            said = {sort for ranges in table.values() for _, _, sort in ranges}
            if said - {DEPENDS, NEVER_MATTERS}:
                cells = proof.form.side(seat).cells
                actions = frozenset(action for cell in cells for action in cell.actions)
                return cls(seat, proof.seats[0], actions, table)
        return None

    @property
    def letters(self) -> dict[str, str]:
        """A letter for each action; the action itself where letters would mislead."""
        return {sort: sort for sort in (*self.actions, DEPENDS, NEVER_MATTERS)} | action_letters(
            set(self.actions)
        )

    @property
    def counts(self) -> Counter[str]:
        """How many views have one sort for all values."""
        return Counter(ranges[0][2] for ranges in self.table.values() if len(ranges) == 1)

    @property
    def changing(self) -> dict[tuple[DominanceRange, ...], list[str]]:
        """The views that change, those that change alike together."""
        found: dict[tuple[DominanceRange, ...], list[str]] = {}
        for view, ranges in self.table.items():
            if len(ranges) > 1:
                found.setdefault(tuple(ranges), []).append(view)
        return found

    @property
    def depending(self) -> list[tuple[int, int | None, int]]:
        """From, to, and at how many views it depends on the other seat (the paper's n_d)."""
        ends = {part[0] for ranges in self.table.values() for part in ranges}
        starts = sorted(ends)
        last = next(iter(self.table.values()))[-1][1]
        found: list[tuple[int, int | None, int]] = []
        for start, after in zip(starts, [*starts[1:], None], strict=True):
            many = sum(self.sort(view, start) == DEPENDS for view in self.table)
            end = last if after is None else after - 1
            if found and found[-1][2] == many:
                start = found.pop()[0]
            found.append((start, end, many))
        return found

    def sort(self, view: str, at: int) -> str:
        """Return the sort of a view at one value."""
        return next(part.sort for part in self.table[view] if part.holds(at))


def class_changes_text(ranges: Sequence[DominanceRange]) -> str:
    """Return how a sort changes.

    >>> first, second = DominanceRange(3, 3, "stand"), DominanceRange(4, 40, "*")
    >>> class_changes_text([first, second, DominanceRange(41, None, "draw")])
    'stand to 3, * to 40, then draw'
    """
    *before, last = ranges
    return (
        "".join(f"{printable(sort)} to {high}, " for _, high, sort in before)
        + f"then {printable(last[2])}"
    )


def dominance_class_rows(sorts: PlayerDominanceClasses, name: str) -> list[tuple[str, str]]:
    """Return the lines for a terminal: counts, and the views that change."""
    counts = sorts.counts
    rows = [
        (printable(sort), f"at {count_noun(many, 'view')}")
        for sort, many in sorted(counts.items(), key=lambda item: -item[1])
        if sort not in (DEPENDS, NEVER_MATTERS)
    ]
    foe = printable(sorts.foe)
    if counts[DEPENDS]:
        rows.append((DEPENDS, f"at {count_noun(counts[DEPENDS], 'view')}: it depends on {foe}"))
    if counts[NEVER_MATTERS]:
        rows.append(
            (NEVER_MATTERS, f"at {count_noun(counts[NEVER_MATTERS], 'view')}: it never matters")
        )
    changing = sorts.changing
    if changing:
        many = sum(map(len, changing.values()))
        rows.append(("changes", f"at {count_noun(many, 'view')}, with {printable(name)}:"))
        for ranges, views in changing.items():
            rows.append(("", f"{' '.join(map(printable, views))}: {class_changes_text(ranges)}"))
        stars = (f"{n} at {ParameterInterval(low, high)}" for low, high, n in sorts.depending)
        rows.append(("views with *", ", ".join(stars)))
    return rows


# ---------------------------------------------------------------------- tables with footnotes


@dataclass(frozen=True)
class FootnotedTable:
    """A table of marks at one value, with footnotes for the others."""

    at: int
    head: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], tuple[tuple[str, int], ...]], ...]
    """Labels, and marks with the number of their footnote (0: none)."""
    notes: tuple[tuple[DominanceRange, ...], ...]
    """What each footnote says: other marks, and where they hold."""


def build_footnoted_table(sorts: PlayerDominanceClasses, proof: Theorem) -> FootnotedTable:
    """Return the table: in the game's own layout if it has one, else one line per class."""
    at = _ordinary_value(sorts, proof.parameter)
    letters = sorts.letters
    notes: dict[tuple[DominanceRange, ...], int] = {}
    words: dict[str, str] = {}
    for view, ranges in sorts.table.items():
        here = sorts.sort(view, at)
        others = tuple(
            part._replace(sort=letters[part.sort]) for part in ranges if part.sort != here
        )
        number = notes.setdefault(others, len(notes) + 1) if others else 0
        words[view] = f"{letters[here]} {number}"
    lines: list[tuple[tuple[str, ...], tuple[str, ...]]]
    family = find_family(proof.game)
    own = table_layout(family, words)
    if own is not None:
        head, lines = own.head, list(own.rows)
    else:
        alike: dict[str, list[str]] = {}
        for view, word in words.items():
            alike.setdefault(word, []).append(view)
        head = ("views", "sort")
        lines = [((", ".join(views),), (word,)) for word, views in alike.items()]
    rows = tuple((labels, tuple(map(_split_mark, marks))) for labels, marks in lines)
    return FootnotedTable(at, head, rows, tuple(notes))


def _split_mark(word: str) -> tuple[str, int]:
    mark, _, number = word.rpartition(" ")
    return mark, int(number or 0)


def _ordinary_value(sorts: PlayerDominanceClasses, parameter: str) -> int:
    """Return the ordinary value of a parameter where it is in the range, else the first beyond.

    Beyond the last change the marks stay as they are.
    """
    ranges = [part for parts in sorts.table.values() for part in parts]
    low = min(part[0] for part in ranges)
    high = next(iter(sorts.table.values()))[-1][1]
    usual = ORDINARY_VALUES.get(parameter, -1)
    inside = low <= usual and (high is None or usual <= high)
    return usual if inside else max(part[0] for part in ranges)


# ---------------------------------------------------------------------- choices by sort

ClassRangePhrase = Callable[[DominanceRange], Phrase]
"""Writes for which values a sort holds."""


def dominance_class_table(
    found: FootnotedTable, where: ClassRangePhrase, caption: Phrase = ""
) -> TableBlock:
    """Return the table of the second seat's choices, with notes for what changes."""
    rows: list[tuple[Phrase, ...]] = [
        (*map(LabelRange, labels), *(FootnoteMark(mark, note) for mark, note in marks))
        for labels, marks in found.rows
    ]
    notes = tuple(
        join_phrases(
            ((f"{sort.sort} if ", *join_phrases([where(sort)], "")) for sort in said), "; "
        )
        for said in found.notes
    )
    marks = tuple(range(len(found.rows[0][0]), len(found.head)))
    return TableBlock(tuple(rows), found.head, centre=marks, caption=caption, notes=notes)


def dominance_class_caption(sorts: PlayerDominanceClasses) -> str:
    """Return what a table of sorted choices shows, and what its marks mean."""
    letters = sorts.letters
    means = [f"{letters[a]} {a}" for a in sorted(sorts.actions) if letters[a] != a]
    means.append(f"* depends on {sorts.foe}'s strategy")
    return f"{sorts.seat}'s move whatever {sorts.foe} does ({', '.join(means)})"


def class_range_text(
    name: str, sort: DominanceRange, proof: Theorem, at_most: str, at_least: str
) -> str:
    """Return for which values a sort holds, by the signs given.

    Where a range begins or ends with the theorem's own, that end is left out.
    """
    low, high, _ = sort
    if low == high:
        return f"{name} = {low}"
    if high == proof.domain.high:
        return f"{name} {at_least} {low}"
    if low == proof.domain.low:
        return f"{name} {at_most} {high}"
    return f"{low} {at_most} {name} {at_most} {high}"
