"""Views of all Nash equilibria of games with binary actions, for one game and parametric.

One game: the extreme equilibria and what they span. A theorem: the same per critical region and
breakpoint, as formulas in the parameter; for a paper the game is defined, and a sketch of the proof
says why there are no other equilibria (branching on the sign of each choice's gain).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from sabot.forms.algebra.rational_function import Formula, polynomial_text
from sabot.forms.algebra.real_roots import RealPoint
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Equation,
    Heading,
    InlineCode,
    InlineMath,
    LabelRange,
    NumberedCases,
    Paragraph,
    Phrase,
    StyledText,
    TableBlock,
    TheoremBlock,
    Tone,
    build_document,
    join_phrases,
    labelled_lines,
)
from sabot.render.formula import formula_latex, formula_or_number_latex, formula_text
from sabot.render.strategy_table import merge_equal_infosets, sort_infosets
from sabot.render.text import count_noun, player_name, printable
from sabot.render.views.theorem_parts import (
    MAX_LISTED_ANSWERS,
    MixedInfoset,
    RegionStrategy,
    define_game,
    formula_or_number,
    game_in_statement,
    parameter_letter,
    range_math,
    strategy_letter_table,
    timing_rows,
)
from sabot.results.binary_nash import (
    PairEquilibria,
    PairEquilibrium,
    PairPart,
    PairPiece,
    PairPoint,
    PairTheorem,
)
from sabot.results.parametric import FormulaStrategy, certain_action
from sabot.results.proof import RangeEnd, end_to_text

LabelledRows = list[tuple[str, Phrase]]


def binary_nash_theorem_view(proof: PairTheorem, *, checked: float | None = None) -> Document:
    """Return what ``sabot prove`` shows: the range, every piece, where they meet, the check."""
    name = printable(proof.parameter)
    rows: LabelledRows = [
        ("proved for", f"{printable(proof.range)}, in {count_noun(len(proof.pieces), 'piece')}"),
        ("", "all equilibria; in each, no seat gains by any other strategy"),
    ]
    rows += [(printable(seat), printable(proof.verdict(seat))) for seat in proof.seats]
    body: list[Block] = [Heading(proof.game), BREAK, labelled_lines(*rows)]
    before: PairEquilibrium | None = None
    for piece in proof.pieces:
        lines = _equilibrium_rows(proof, piece.part, piece.extent.single, before)
        body += [BREAK, Heading(f"{name} = {piece.extent}"), labelled_lines(*lines)]
        before = piece.first
    for point in proof.breakpoints:
        lines = _equilibrium_rows(proof, point.part, None, before)
        root = _root_text(point.at, name)
        lines += [("", StyledText(root, "dim"))] if root else []
        body += [BREAK, Heading(f"at {name} {_at_end_text(point.at)}"), labelled_lines(*lines)]
    body += _equivalent_infosets_blocks(proof, [piece.part for piece in proof.pieces])
    return build_document(body, BREAK, labelled_lines(*timing_rows(proof, checked)))


def _at_end_text(at: RangeEnd) -> str:
    return end_to_text(at) if isinstance(at, RealPoint) else f"= {end_to_text(at)}"


def _root_text(at: RangeEnd, name: str) -> str:
    """Return of what an irrational end is the root."""
    return f"a root of {polynomial_text(at.root_of, name)}" if isinstance(at, RealPoint) else ""


def _equilibrium_rows(
    proof: PairTheorem | PairEquilibria,
    part: PairPart,
    at: Fraction | None,
    before: PairEquilibrium | None,
) -> LabelledRows:
    """Return all equilibria of a part: the first in full, of the others what differs."""
    first, *others = part.equilibria
    if all(part.unique.values()):
        rows: LabelledRows = [("", StyledText("the only equilibrium", "dim"))]
    elif not others:
        rows = [("", StyledText("equilibria that differ at views that are alike only", "dim"))]
    else:
        number = f"{count_noun(len(part.equilibria), 'extreme equilibrium', 'extreme equilibria')}"
        rows = [("", StyledText(f"{number}, and those between", "dim"))]
    rows += _payoff_rows(proof, first, at)
    for seat in proof.seats:
        table = first.strategies[seat]
        rows += _strategy_rows(seat, table, at, None if before is None else before.strategies[seat])
    for other in others:
        rows.append(("or", StyledText("another extreme equilibrium", "dim")))
        rows += _payoff_rows(proof, other, at)
        for seat in proof.seats:
            changed = _changed_infosets(first.strategies[seat], other.strategies[seat])
            rows += [(printable(seat), _answer_phrase(v, mix, at)) for v, mix in changed.items()]
    return rows


def _payoff_rows(
    proof: PairTheorem | PairEquilibria, one: PairEquilibrium, at: Fraction | None
) -> LabelledRows:
    paid = zip(proof.seats, one.payoffs, strict=True)
    return [(f"{printable(seat)} is paid", formula_or_number(f, at, "strong")) for seat, f in paid]


def _strategy_rows(
    seat: str, table: FormulaStrategy, at: Fraction | None, before: FormulaStrategy | None
) -> LabelledRows:
    """Return what a seat does: its mixes, and its sure answers where they are few or new."""
    mixed = [view for view in sort_infosets(table) if certain_action(table[view]) is None]
    rows: LabelledRows = [("", _answer_phrase(view, table[view], at, "mixed")) for view in mixed]
    sure = {
        view: action for view, mix in table.items() if (action := certain_action(mix)) is not None
    }
    lines = merge_equal_infosets({view: {action: Fraction(1)} for view, action in sure.items()})
    if len(lines) <= MAX_LISTED_ANSWERS:
        listed = ", ".join(
            f"{printable(line.label)} {printable(next(iter(line.mix)))}" for line in lines
        )
        rows += [("", listed)] if listed else []
    elif before is None:
        rows.append(("", f"sure answers at {count_noun(len(sure), 'view')}, in the saved proof"))
    else:
        new = [v for v in sort_infosets(sure) if certain_action(before[v]) != sure[v]]
        words = ", ".join(f"{printable(v)} {printable(sure[v])}" for v in new)
        rows.append(("", f"sure answers now: {words}" if new else "sure answers as before"))
    return [(printable(seat), rows[0][1]), *rows[1:]] if rows else [(printable(seat), "no choice")]


def _changed_infosets(
    first: FormulaStrategy, other: FormulaStrategy
) -> dict[str, Mapping[str, Formula]]:
    return {view: other[view] for view in sort_infosets(other) if other[view] != first[view]}


def _answer_phrase(
    view: str, mix: Mapping[str, Formula], at: Fraction | None, tone: Tone = "plain"
) -> Phrase:
    """Return what is done at a view: the action, or the chance of the second one."""
    sure = certain_action(mix)
    place = "" if view == "-" else f"{printable(view)} "
    if sure is not None:
        return StyledText(f"{place}{printable(sure)}", tone)
    action, chance = list(mix.items())[-1]
    return StyledText(f"{place}{printable(action)}: ", tone), formula_or_number(chance, at, tone)


def _equivalent_infosets_blocks(
    proof: PairTheorem | PairEquilibria, parts: Sequence[PairPart]
) -> list[Block]:
    """Return the groups of views that are alike and mixed: there only a mean is known."""
    rows: LabelledRows = []
    for seat, groups in proof.alike.items():
        mixed = {view for part in parts for one in part.equilibria for view in one.mixed(seat)}
        equalities = [" = ".join(map(printable, group)) for group in groups if mixed & set(group)]
        rows += [(printable(seat), "; ".join(equalities))] if equalities else []
    if not rows:
        return []
    title = Heading("views that are alike", "only the mean of what is done there matters")
    return [BREAK, title, labelled_lines(*rows)]


# ---------------------------------------------------------------------- spreadsheets


def binary_nash_theorem_sheet(proof: PairTheorem) -> Document:
    """Return the formulas for a spreadsheet: one line for each view of each equilibrium."""
    head = (proof.parameter, "equilibrium", "seat", "view", "action", "chance", "payoff")
    rows = []
    parts = [(str(piece.extent), piece.part) for piece in proof.pieces]
    parts += [(end_to_text(point.at), point.part) for point in proof.breakpoints]
    for where, part in parts:
        for number, one in enumerate(part.equilibria, 1):
            for seat, paid in zip(proof.seats, one.payoffs, strict=True):
                for view, mix in one.strategies[seat].items():
                    for action, chance in mix.items():
                        line = (where, str(number), seat, view, action, str(chance), str(paid))
                        rows.append(line)
    return build_document(TableBlock(tuple(rows), head=head))


# ---------------------------------------------------------------------- one game


def binary_nash_view(found: PairEquilibria) -> Document:
    """Return what ``sabot equilibria`` shows of one game: all of them, and what they span."""
    number = count_noun(found.count, "extreme equilibrium", "extreme equilibria")
    alike = _equivalent_infosets_blocks(found, [found.part])
    what = "; the others differ at views that are alike only" if alike else ""
    rows: LabelledRows = [("equilibria", f"{number}{what}, proved to be all")]
    for seat, unique in found.unique.items():
        word = "plays the same in all of them" if unique else "does not play the same in all"
        rows.append((printable(seat), word))
    wide = [size for size in found.dimensions if size]
    if wide:
        sets = count_noun(len(wide), "set")
        rows.append(("", f"{sets} of dimension {', '.join(map(str, wide))}"))
    body: list[Block] = [Heading(found.game), BREAK, labelled_lines(*rows)]
    body += [
        BREAK,
        labelled_lines(*_equilibrium_rows(found, found.part, Fraction(0), None)),
        *alike,
    ]
    return build_document(body)


def binary_nash_tables(found: PairEquilibria) -> Document:
    """Return the equilibria for a paper: what is mixed, and what each seat is paid."""
    rows = []
    for number, one in enumerate(found.part.equilibria, 1):
        for seat, paid in zip(found.seats, one.payoffs, strict=True):
            for view in one.mixed(seat) or ["-"]:
                mix = one.strategies[seat].get(view)
                answered = "does not mix" if mix is None else _answer_phrase(view, mix, Fraction(0))
                rows.append((str(number), seat, answered, str(paid)))
    head = ("", "seat", "mixes", "is paid")
    count = count_noun(found.count, "extreme equilibrium", "extreme equilibria")
    return build_document(Heading(found.game, count, count), TableBlock(tuple(rows), head=head))


def binary_nash_sheet(found: PairEquilibria) -> Document:
    """Return one line for each view of each equilibrium, for a spreadsheet."""
    head = ("equilibrium", "seat", "view", "action", "chance", "payoff")
    rows = [
        (str(number), seat, view, action, str(chance), str(paid))
        for number, one in enumerate(found.part.equilibria, 1)
        for seat, paid in zip(found.seats, one.payoffs, strict=True)
        for view, mix in one.strategies[seat].items()
        for action, chance in mix.items()
    ]
    return build_document(TableBlock(tuple(rows), head=head))


def binary_nash_theorem_paper(proof: PairTheorem) -> Document:
    """Return the theorem and a sketch of its proof, to paste into a paper."""
    letter = parameter_letter(proof.parameter)
    cases: list[tuple[Phrase, tuple[Block, ...]]] = []
    before: PairEquilibrium | None = None
    for piece in proof.pieces:
        where = ("if ", range_math(piece.extent, letter), _excluded_ends_text(proof, piece))
        cases.append((where, tuple(_equilibrium_blocks(proof, piece.part, before))))
        before = piece.first
    for point in proof.breakpoints:
        cases.append(
            (
                _breakpoint_phrase(point.at, letter),
                tuple(_equilibrium_blocks(proof, point.part, before)),
            )
        )
    claim = (
        f"For every {'whole' if proof.whole else 'real'} number ",
        range_math(proof.domain, letter),
        f" these are all equilibria of {game_in_statement(proof.game)}: the extreme ones, and the "
        "means of those of one case.",
    )
    title = Heading(f"{proof.game}: proved by sabot, {proof.digest}")
    game = define_game(proof.game, proof.parameter, proof.seats, "pairs")
    body = TheoremBlock("theorem", (Paragraph(claim), NumberedCases(tuple(cases))))
    return build_document(title, game, body, _proof_sketch(proof))


def _excluded_ends_text(proof: PairTheorem, piece: PairPiece) -> str:
    """Return at which ends of a piece its formulas are not the whole truth, in words.

    Where pieces meet, a case of its own covers it; where the theorem begins and ends it may not.
    """
    alike = [
        point.at
        for point in (proof.points[:1] + proof.points[-1:])
        if not isinstance(point.at, RealPoint) and _same_as_inside(point, piece, Fraction(point.at))
    ]
    ends = [end for end in (piece.low, piece.high) if not proof.whole and end not in alike]
    if not ends:
        return ""
    return " strictly inside" if len(ends) == 2 else f", except for {_optional_end_text(ends[0])}"


def _optional_end_text(end: RangeEnd | None) -> str:
    return "" if end is None else end_to_text(end)


def _same_as_inside(point: PairPoint, piece: PairPiece, at: Fraction) -> bool:
    if not all(point.part.unique.values()) or at not in (piece.low, piece.high):
        return False
    (there,) = point.part.equilibria
    return all(
        chance.at(at) == there.strategies[seat][view][action].at(at)
        for seat, table in piece.first.strategies.items()
        for view, mix in table.items()
        for action, chance in mix.items()
    )


def _breakpoint_phrase(at: RangeEnd, letter: str) -> Phrase:
    """Return that the parameter is at an end, and of what it is the root."""
    if not isinstance(at, RealPoint):
        return ("if ", InlineMath(f"{letter} = {end_to_text(at)}", f"{letter} = {end_to_text(at)}"))
    formula = Formula(at.root_of, (1,), letter)
    of = InlineMath(formula_latex(formula, letter), formula_text(formula))
    near = InlineMath(rf"{letter} \approx {at.about}", f"{letter} ~ {at.about}")
    return ("if ", near, ", the root there of ", of)


def _equilibrium_blocks(
    proof: PairTheorem, part: PairPart, before: PairEquilibrium | None
) -> Iterator[Block]:
    """Yield the equilibria of a part: what is mixed, what is sure, what each seat is paid."""
    letter = parameter_letter(proof.parameter)
    for number, one in enumerate(part.equilibria, 1):
        which = f" in equilibrium {number}" if len(part.equilibria) > 1 else ""
        for seat in proof.seats:
            summary = _summarize_strategy(seat, one.strategies[seat], part.unique[seat])
            for mixed in summary.mixed:
                action, chance = list(mixed.chances.items())[-1]
                said = f" plays {action}{which} with"
                yield Paragraph((f"{_capitalized_player(seat)} at ", LabelRange(mixed.view), said))
                formula = InlineMath(
                    formula_or_number_latex(chance, letter), formula_text(chance), tall=True
                )
                yield Paragraph(("probability ", formula, "."))
            old = None if before is None else before.strategies[seat]
            yield from _pure_answer_blocks(proof, summary, old, which)
        for seat, paid in zip(proof.seats, one.payoffs, strict=True):
            yield Paragraph(f"{_capitalized_player(seat)} is paid{which}")
            yield Equation("u", paid, letter)
        before = one
    if all(part.unique.values()):
        yield Paragraph("There is no other equilibrium.")


def _pure_answer_blocks(
    proof: PairTheorem, strategy: RegionStrategy, old: FormulaStrategy | None, which: str
) -> Iterator[Block]:
    """Yield a seat's sure answers: a list, a table of letters, or what changes."""
    name = _capitalized_player(strategy.seat)
    if strategy.sure:
        said = ((LabelRange(view), f" {action}") for view, action in strategy.sure.items())
        yield Paragraph((f"{name} surely{which}: ", *join_phrases(said, ", "), "."))
    elif strategy.count and old is None:
        table = strategy_letter_table(proof.game, strategy)
        if table is not None:
            yield Paragraph(f"{name}'s whole strategy ({table.key}; both where it mixes):")
            yield table.table
    elif strategy.count and old is not None:
        new = [
            v
            for v in sort_infosets(strategy.answers)
            if _answer_changes(strategy.answers[v], old[v])
        ]
        changed = join_phrases(
            (LabelRange(f"{view} {strategy.answers[view]}") for view in new), ", "
        )
        but = (", except for ", *changed) if changed else ()
        yield Paragraph((f"{name}'s other answers{which} are as before", *but, "."))


def _answer_changes(answer: str | None, before: Mapping[str, Formula]) -> bool:
    return answer is not None and certain_action(before) != answer


def _capitalized_player(seat: str) -> str:
    name = player_name(seat)
    return name[:1].upper() + name[1:]


def _summarize_strategy(seat: str, table: FormulaStrategy, unique: bool | None) -> RegionStrategy:
    """Return a strategy as the tables of a theorem take it."""
    answers = {view: certain_action(table[view]) for view in sort_infosets(table)}
    mixed = tuple(
        MixedInfoset.of(view, table[view]) for view, answer in answers.items() if answer is None
    )
    lines = merge_equal_infosets({v: {a: Fraction(1)} for v, a in answers.items() if a is not None})
    listed = {line.label: next(iter(line.mix)) for line in lines}
    return RegionStrategy(
        seat, unique, mixed, listed if len(lines) <= MAX_LISTED_ANSWERS else {}, (), answers, listed
    )


def _proof_sketch(proof: PairTheorem) -> TheoremBlock:
    first, second = map(player_name, proof.seats)
    opening = (
        "What the second action of a choice gains is linear in the other player's probabilities. "
        "Choices at which it has one sign are settled, again and again. "
        f"{first}'s other choices are split into sure actions, at which the gain has a sign, and "
        "true mixes, at which it is 0; a case is impossible where multiples of such gains add up "
        "to what they cannot be. With one true mix left, the line of its probabilities is cut "
        f"where a choice of {second} is indifferent. In the cases that remain all probabilities "
        "are known but those that are indifferent, and the ends of the sets that they form are "
        "computed."
    )
    ending = "The proof file has the tree of all cases; ", InlineCode("sabot check")
    paragraphs = Paragraph((*ending, " goes through it without solving."))
    return TheoremBlock(
        "proof",
        (Paragraph(opening), *_indifference_equations(proof), paragraphs),
        "Sketch of the proof",
    )


def _indifference_equations(proof: PairTheorem) -> Iterator[Paragraph]:
    """Yield, piece by piece, the equations that a mix solves, where one chance is unknown."""
    letter = parameter_letter(proof.parameter)
    for piece in proof.pieces:
        for seat, foe in zip(proof.seats, reversed(proof.seats), strict=True):
            mixes, others = piece.first.mixed(seat), piece.first.mixed(foe)
            if not all(piece.part.unique.values()) or len(mixes) != 1 or len(others) != 1:
                continue
            (view,), (other,) = mixes, others
            action, chance = list(piece.first.strategies[seat][view].items())[-1]
            slope, rest = Formula(chance.below, (1,), letter), Formula(chance.top, (1,), letter)
            equation = InlineMath(
                rf"({formula_latex(slope, letter)})\,p = {formula_latex(rest, letter)}",
                f"({formula_text(slope)}) p = {formula_text(rest)}",
            )
            yield Paragraph(
                (
                    "If ",
                    range_math(piece.extent, letter),
                    f", {player_name(foe)} is indifferent at ",
                    LabelRange(other),
                    " where ",
                    equation,
                    f", p being the probability with which {player_name(seat)} plays {action} at ",
                    LabelRange(view),
                    "; the coefficient of p is nowhere 0 there, so that no other probability makes "
                    f"{player_name(foe)} mix there.",
                )
            )
