"""Views of results on games with continuous types: thresholds on [0, 1].

Three kinds: a threshold equilibrium (payoffs, regrets, thresholds per decision, and the sets of
types that are indifferent, so that the equilibrium is one of many), evaluated threshold strategies
(which types lose how much), and a theorem with thresholds as rational functions of a parameter.
Between neighbouring thresholds what an action is worth is linear in the type, so that it is best
everywhere there if it is at both ends; by backward induction no strategy of any kind then earns
more. The sketch of the proof says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from sabot.analysis.continuous import CutsJudgement, HandIntervalLoss, ThresholdEvaluation
from sabot.exact import format_decimal, format_fraction
from sabot.forms.algebra.rational_function import Formula
from sabot.forms.continuous.betting_game import IndifferenceSet, TurnNode, action_mix_text
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Equation,
    Heading,
    InlineCode,
    InlineMath,
    LabelledLines,
    NumberedCases,
    Paragraph,
    Phrase,
    Remark,
    TableBlock,
    TheoremBlock,
    build_document,
    build_table,
    join_phrases,
    labelled_lines,
)
from sabot.render.formula import formula_latex, formula_text
from sabot.render.text import (
    count_noun,
    fraction_and_decimal,
    player_name,
    rounded_decimal,
    with_article,
)
from sabot.render.views.theorem_parts import (
    define_game,
    game_in_statement,
    inequality_count_text,
    nonnegativity_reasons,
    parameter_letter,
    range_math,
    timing_rows,
)
from sabot.results.continuous import (
    CutPiece,
    CutTheorem,
    Equilibrium,
    ThresholdFormulas,
    round_up_text,
)

_LABEL_WIDTH = 10
_DIGITS = 10
_MAX_PAYOFF_CHARS, _MAX_THRESHOLD_CHARS = 16, 7
"""Characters of a payoff, and of a cut, that is shown as a fraction."""
MOST_DECISIONS = 24
"""More turns than this are left to --json and -o."""


def threshold_equilibrium_view(found: Equilibrium) -> Document:
    """Return what ``sabot solve`` shows."""
    return _threshold_equilibrium_document(found, MOST_DECISIONS)


def threshold_equilibrium_tables(found: Equilibrium) -> Document:
    """Return the same for a paper or a wiki, with every turn."""
    return _threshold_equilibrium_document(found, None)


def _threshold_equilibrium_document(found: Equilibrium, most: int | None) -> Document:
    head = ("player", "paid", "could gain")
    rows = [
        (
            seat,
            _equilibrium_payoff_text(found, found.payoffs[seat]),
            _equilibrium_regret_text(found, found.gains[seat]),
        )
        for seat in found.seats
    ]
    said = (
        "No player can gain, whatever he does with which hand."
        if found.exact
        else "No strategy of any kind gains a player more than "
        f"{round_up_text(found.bound)}: proved."
    )
    how = () if found.checked_file else (("method", found.method), ("", f"{found.seconds:.2f} s"))
    pairs = [LabelledLines(how, width=_LABEL_WIDTH)] if how else []
    turns = list(found.form.turns())
    lines = [(found.seats[t.seat], t.view, _threshold_answer_text(found, t)) for t in turns[:most]]
    left = len(turns) - len(lines)
    more = (
        (Paragraph(f"... and {left} turns more, in --json and in the file", depth=1),)
        if left
        else ()
    )
    rough = any("." in words for *_, words in lines)
    return build_document(
        Heading(found.game),
        BREAK,
        TableBlock(tuple(rows), head=head),
        BREAK,
        Paragraph(said, depth=1),
        pairs,
        BREAK,
        TableBlock(tuple(lines), head=("player", "after", "with which hands"))
        if lines
        else Paragraph("Nobody has a choice.", depth=1),
        more,
        (BREAK, Paragraph("Hands written as decimals are rounded.", depth=1)) if rough else (),
        *_indifference_blocks(found, most),
    )


def _indifference_blocks(found: Equilibrium, most: int | None) -> tuple[Block, ...]:
    """Return what is free, line by line."""
    if not found.free:
        return ()
    rows = [
        (found.seats[free.seat], free.view, indifference_set_text(found, free))
        for free in found.free[:most]
    ]
    left = len(found.free) - len(rows)
    more = (
        (Paragraph(f"... and {left} places more, in --json and in the file", depth=1),)
        if left
        else ()
    )
    kind = "equilibrium" if found.is_equilibrium else "profile"
    said = (
        f"One {kind} of many. At each of these places hands may change with each other: all "
        "are paid the same, and nobody can gain more."
    )
    table = TableBlock(tuple(rows), head=("player", "after", "what is free"))
    return (BREAK, Paragraph(said, depth=1), BREAK, table, *more)


def indifference_set_text(found: Equilibrium, free: IndifferenceSet) -> str:
    """Return what is free at a turn: how many hands of which do what, and which of them may."""
    actions = found.turn(free.seat, free.view).actions
    ends = f"{_threshold_text(found, free.low)} to {_threshold_text(found, free.high)}"
    says = f"{actions[free.action]} with {_threshold_text(found, free.mass)} of {ends}, else "
    which = "any of them"
    if free.even:
        which = f"from these to all alike, with chance {_threshold_text(found, free.chance)}"
    return f"{says}{actions[free.other]}: {which}"


def threshold_equilibrium_sheet(found: Equilibrium) -> Document:
    """Return the cuts for a spreadsheet: one line for each interval of each turn."""
    rows = []
    for turn in found.form.turns():
        answer = found.answer(turn)
        ends = [found.number(end) for end in (*answer.cuts, Fraction(1))]
        for low, end, mix in zip(("0", *ends), ends, answer.mixes, strict=False):
            seat = found.seats[turn.seat]
            rows.append((seat, turn.view, low, end, action_mix_text(turn, mix)))
    return build_document(TableBlock(tuple(rows), head=("player", "after", "from", "to", "action")))


def _equilibrium_payoff_text(found: Equilibrium, amount: Fraction) -> str:
    fits = found.exact and len(format_fraction(amount)) <= _MAX_PAYOFF_CHARS
    return fraction_and_decimal(amount, _DIGITS) if fits else rounded_decimal(amount, _DIGITS)


def _equilibrium_regret_text(found: Equilibrium, gain: Fraction) -> str:
    return format_fraction(gain) if found.exact else f"at most {round_up_text(gain)}"


def _threshold_answer_text(found: Equilibrium, turn: TurnNode) -> str:
    """Return what is done at a turn, from the lowest hands up: ``drop to 0.6, enter``."""
    answer = found.answer(turn)
    names = [action_mix_text(turn, mix) for mix in answer.mixes]
    parts = [
        f"{name} to {_threshold_text(found, cut)}"
        for name, cut in zip(names, answer.cuts, strict=False)
    ]
    return ", ".join([*parts, names[-1]])


def _threshold_text(found: Equilibrium, cut: Fraction) -> str:
    whole = format_fraction(cut)
    return whole if found.exact and len(whole) <= _MAX_THRESHOLD_CHARS else format_decimal(cut, 6)


MOST_LOSSES = 8
"""Lines of losses of a seat that are shown unless all are asked for."""
_THRESHOLD_DIGITS = 6
_MAX_AMOUNT_CHARS = 16
_NEGLIGIBLE_REGRET = Fraction(1, 10**20)
"""Gains below this are those of cuts with so many digits, and no fault of a strategy."""


def threshold_evaluation_view(found: CutsJudgement, *, most: int | None = MOST_LOSSES) -> Document:
    """Return what the strategies pay, what each seat could gain, and with which hands."""
    rows = [
        (
            part.seat,
            found.sources.get(part.seat, "optimal"),
            evaluated_payoff_text(part.payoff),
            evaluated_regret_text(part.gain),
        )
        for part in found.parts
    ]
    parts: list[Block] = [
        Heading(found.game),
        BREAK,
        build_table(rows, head=("player", "plays", "paid", "could gain")),
    ]
    for part in found.parts:
        if part.gain > _NEGLIGIBLE_REGRET:
            parts += [BREAK, *_loss_blocks(part, most)]
    if all(part.gain <= _NEGLIGIBLE_REGRET for part in found.parts):
        parts += [BREAK, Remark("an equilibrium: no player can gain, whatever he does")]
    return build_document(parts)


def _loss_blocks(part: ThresholdEvaluation, most: int | None) -> list[Block]:
    losses = [one for one in part.losses if one.loss > _NEGLIGIBLE_REGRET]
    shown = losses if most is None else losses[:most]
    head = ("after", "hands", "plays", "better", "per hand")
    blocks: list[Block] = [
        Remark(
            f"{part.seat} loses {format_decimal(part.gain, 6)} per hand, "
            f"at {count_noun(len(losses), 'place')}"
        ),
        build_table([_loss_row(one) for one in shown], head=head, depth=2),
    ]
    if len(shown) < len(losses):
        blocks.append(Remark(f"and {len(losses) - len(shown):,} more (--all lists them)", depth=2))
    return blocks


def _loss_row(one: HandIntervalLoss) -> tuple[str, ...]:
    hands = f"{evaluated_threshold_text(one.low)} to {evaluated_threshold_text(one.high)}"
    return one.view, hands, one.plays, one.better, format_decimal(one.loss, 6)


def evaluated_payoff_text(number: Fraction) -> str:
    """Return an amount as a fraction where it is short, and its decimal."""
    fits = len(format_fraction(number)) <= _MAX_AMOUNT_CHARS
    return fraction_and_decimal(number, _DIGITS) if fits else rounded_decimal(number, _DIGITS)


def evaluated_regret_text(number: Fraction) -> str:
    """Return a gain; one that only the digits of the cuts leave is said to be that small."""
    return (
        evaluated_payoff_text(number)
        if number > _NEGLIGIBLE_REGRET or not number
        else f"less than {float(_NEGLIGIBLE_REGRET):.0e}"
    )


def evaluated_threshold_text(number: Fraction) -> str:
    """Return a hand."""
    whole = format_fraction(number)
    return whole if len(whole) <= 7 else format_decimal(number, _THRESHOLD_DIGITS)


POSITIVE_DENOMINATOR = "the denominator of the cuts is positive"
"""The inequality of a proof that says so."""


def threshold_theorem_view(proof: CutTheorem, *, checked: float | None = None) -> Document:
    """Return what ``sabot prove`` shows: the range, the pieces with their formulas, the check."""
    return build_document(
        _threshold_theorem_blocks(proof),
        BREAK,
        labelled_lines(*timing_rows(proof, checked)),
    )


def threshold_theorem_paper(proof: CutTheorem) -> Document:
    """Return the theorem and a sketch of its proof, to paste into a paper."""
    letter = parameter_letter(proof.parameter)
    cases = tuple(
        (
            ("if ", range_math(piece.extent, letter)),
            _without_breaks(_threshold_region_blocks(proof, piece, letter)),
        )
        for piece in proof.pieces
    )
    claim = (
        "For every real number ",
        range_math(proof.domain, letter),
        f" the game {game_in_statement(proof.game)} has the value ",
        InlineMath("v", "v"),
        f", paid to {player_name(proof.seats[0])}, and the strategies below are optimal: "
        "no other gains anything, whatever it does with which hand.",
    )
    title = Heading(f"{proof.game}: proved by sabot, {proof.digest}")
    game = define_game(proof.game, proof.parameter, proof.seats, "cuts")
    theorem = TheoremBlock("theorem", (Paragraph(claim), NumberedCases(cases)))
    return build_document(title, game, theorem, _threshold_proof_sketch(proof))


def _without_breaks(blocks: Iterable[Block]) -> tuple[Block, ...]:
    return tuple(block for block in blocks if block is not BREAK)


def _threshold_proof_sketch(proof: CutTheorem) -> TheoremBlock:
    opening = (
        "The cuts are fixed by equations: with the hand at a cut the actions on both sides of it "
        "are worth the same. In the order of the cuts these are linear, with polynomials in "
        f"{proof.parameter} as coefficients. Between neighbouring cuts what a choice is worth is "
        "linear in the hand, so it is best everywhere there if it is at both ends; and if at every "
        "turn, with every hand, no other choice is worth more, then by backward induction no "
        "strategy of any kind earns more."
    )
    count = (
        f"Multiplied by positive denominators, these are {inequality_count_text(proof)} in all, "
        "each about a polynomial: "
    )
    shown = join_phrases([count, nonnegativity_reasons(proof, "a substitution a + x"), "."], "")
    ending = "The proof file has every polynomial, with its reason; ", InlineCode("sabot check")
    carried = map(Paragraph, _denominator_sentences(proof))
    blocks = (
        Paragraph(opening),
        Paragraph(shown),
        *carried,
        Paragraph((*ending, " verifies it without solving.")),
    )
    return TheoremBlock("proof", blocks, "Sketch of the proof")


def _denominator_sentences(proof: CutTheorem) -> Iterator[Phrase]:
    """Yield, piece by piece, the denominator of the cuts: not 0, it leaves one solution."""
    letter = parameter_letter(proof.parameter)
    for piece in proof.pieces:
        for one in piece.inequalities:
            if one.says != POSITIVE_DENOMINATOR:
                continue
            formula = Formula(one.polynomial, (1,), letter)
            shown = InlineMath(formula_latex(formula, letter), formula_text(formula), tall=True)
            yield (
                "The equations can be solved if ",
                range_math(piece.extent, letter),
                ", for there the common denominator of the cuts, ",
                shown,
                ", is positive.",
            )


def threshold_theorem_sheet(proof: CutTheorem) -> Document:
    """Return the formulas for a spreadsheet: one line for each interval of each turn."""
    head = (proof.parameter, "player", "after", "from", "to", "action", "value")
    rows = []
    for piece in proof.pieces:
        for seat, views in piece.answers.items():
            for view, answer in views.items():
                low = "0"
                for end, action in answer:
                    line = (str(piece.extent), seat, view, low, str(end), action, str(piece.value))
                    rows.append(line)
                    low = str(end)
    return build_document(TableBlock(tuple(rows), head=head))


def _threshold_theorem_blocks(proof: CutTheorem) -> list[Block]:
    where = f"{proof.range}, in {count_noun(len(proof.pieces), 'piece')}"
    blocks: list[Block] = [
        Heading(proof.game),
        BREAK,
        labelled_lines(
            ("proved for", where),
            ("", "no player gains by any other strategy, whatever it does with which hand"),
            ("value", f"v, paid to {with_article(proof.seats[0])}"),
        ),
    ]
    for piece in proof.pieces:
        blocks += [
            BREAK,
            Heading(f"{proof.parameter} = {piece.extent}"),
            *_threshold_region_blocks(proof, piece, proof.parameter),
        ]
    return blocks


def _threshold_region_blocks(proof: CutTheorem, piece: CutPiece, parameter: str) -> Iterator[Block]:
    names: dict[Formula, str] = {}
    letter = "y" if proof.parameter.startswith("x") else "x"
    rows = [
        (seat, view, _threshold_answer_phrase(answer, names, letter))
        for seat, views in piece.answers.items()
        for view, answer in views.items()
    ]
    yield TableBlock(tuple(rows), head=("player", "after", "with which hands"))
    yield BREAK
    yield Equation("v", piece.payoffs[proof.seats[0]], parameter)
    for formula, name in names.items():
        yield Equation(name, formula, parameter)


def _threshold_answer_phrase(
    answer: ThresholdFormulas, names: dict[Formula, str], letter: str
) -> Phrase:
    """Return what is done at a turn, from the lowest hands up: ``drop to x_1, enter``.

    A threshold that is a number is written as such; the others get names.
    """
    parts: list[Phrase] = []
    for end, action in answer[:-1]:
        if end.constant is not None:
            parts.append(f"{action} to {end}")
            continue
        name = names.setdefault(end, f"{letter}_{len(names) + 1}")
        parts.append((f"{action} to ", InlineMath(name, name)))
    return join_phrases([*parts, answer[-1][1]], ", ")
