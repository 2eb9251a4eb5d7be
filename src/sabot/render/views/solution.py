"""Views of a solution: value or payoffs, strategies, uniqueness, method, certificate.

For zero-sum games, one Nash equilibrium of a general-sum game, and perfect information.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol, runtime_checkable

from sabot.exact import format_fraction
from sabot.loading import find_family
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    ExactNumber,
    GridBlock,
    Heading,
    Phrase,
    Remark,
    StrategyLine,
    StyledText,
    TableBlock,
    build_document,
    build_table,
    labelled_lines,
)
from sabot.render.strategy_table import (
    PlayerStrategyTable,
    build_strategy_grid,
    build_strategy_tables,
    grid_rows_with_mixes,
    merge_equal_infosets,
    sort_infosets,
)
from sabot.render.text import (
    DIGITS,
    MIX_DIGITS,
    check_status,
    count_noun,
    decimal_text,
    duration_text,
    fraction_and_decimal,
    is_long_fraction,
    loss_text,
    method_text,
    mixed_action_text,
    payee_text,
    percent_in_brackets,
    percent_text,
    shorten_fraction,
    with_article,
)
from sabot.results.solution import Solution, Strategy

MOST_LINES = 40
MIN_LINES_FOR_GRID = 12
MOST_UNREACHABLE = 24
MOST_BEST_MOVES = 30
_REFINEMENT: tuple[tuple[str, Phrase], ...] = (
    (
        "refinement",
        "no weakly dominated strategy: trembling-hand perfect in the strategic (normal) form",
    ),
    ("", "see Refinements in docs/how-to/general-sum.md"),
)
"""What is proved of an equilibrium beyond that no seat gains, and the page that explains it."""


@runtime_checkable
class ShowsSolution(Protocol):
    """A family with a screen of its own for solutions of games of perfect information."""

    def screen(self, solution: Solution, checked: float | None) -> Document | None:
        """Return what ``sabot solve`` prints; *checked*: seconds that checking took.

        None: the value and the best moves.
        """
        ...


@runtime_checkable
class PrintsSolution(Protocol):
    """A family that shows such a solution otherwise in a paper or a wiki than on the screen."""

    def page(self, solution: Solution) -> Document | None:
        """Return the solution for a paper or a wiki; None: the value and the best moves."""
        ...


def solution_screen(
    solution: Solution, *, digits: int | None = None, checked: float | None = None
) -> Document:
    """Return a solution as it is printed: as its family shows it, or by its tables."""
    if solution.open:
        family = find_family(solution.game)
        document = family.screen(solution, checked) if isinstance(family, ShowsSolution) else None
        return perfect_information_view(solution, checked=checked) if document is None else document
    return imperfect_information_view(solution, digits=digits, checked=checked)


def solution_paper(solution: Solution) -> Document:
    """Return a solution for a paper or a wiki: as its family does, or whole strategies."""
    if solution.open:
        family = find_family(solution.game)
        document: Document | None = None
        if isinstance(family, PrintsSolution):
            document = family.page(solution)
        elif isinstance(family, ShowsSolution):
            document = family.screen(solution, None)
        return perfect_information_view(solution) if document is None else document
    return imperfect_information_tables(solution)


def perfect_information_view(solution: Solution, *, checked: float | None = None) -> Document:
    """Return the value of a game in which everything is seen, and its best moves."""
    value = StyledText(fraction_and_decimal(solution.value), "strong")
    rows: list[tuple[str, Phrase]] = [
        ("value", (value, payee_text(solution.value, solution.seats[0], solution.one_play)))
    ]
    facts = solution.facts
    if facts.get("turn"):
        rows.append(("to play", str(facts["turn"])))
    if facts.get("best"):
        rows.append(("best", ", ".join(map(str, facts["best"][:MOST_BEST_MOVES]))))
    end = labelled_lines(
        *method_rows(solution),
        ("certificate", _certificate_status(solution, checked)),
        *_digest_row(solution),
    )
    return build_document(Heading(solution.game), BREAK, labelled_lines(*rows), BREAK, end)


def _certificate_status(solution: Solution, checked: float | None) -> str:
    if solution.certificate is None:
        return "none: nothing here is proved"
    return check_status(solution, checked)


def _digest_row(solution: Solution) -> list[tuple[str, Phrase]]:
    """Return what to cite a certificate by: no other has the same."""
    if solution.certificate is None:
        return []
    file = solution.checked_file
    whole = file.digest if file else str(solution.to_json()["certificate"]["digest"])
    kind, _, digest = whole.partition(":")
    return [(kind, digest)]


def method_rows(solution: Solution) -> list[tuple[str, Phrase]]:
    """Return how a solution was found, and in which time; nothing of a loaded one."""
    if solution.checked_file is not None:
        return []
    return [("method", f"{method_text(solution.method)} ({duration_text(solution.seconds)})")]


def imperfect_information_view(
    solution: Solution,
    *,
    digits: int | None = None,
    checked: float | None = None,
) -> Document:
    """Return a solved game: value, strategies, verdicts, method, certificate.

    *checked* is how many seconds checking the certificate took, None when it was not checked.
    """
    rows = _value_rows(solution, digits or DIGITS)
    seats: list[Block] = [] if solution.chosen else [BREAK, *_no_decisions_blocks(solution)]
    for one in build_strategy_tables(solution) if solution.chosen else ():
        seats += [BREAK, *player_strategy_blocks(one, digits=digits or MIX_DIGITS)]
    end = labelled_lines(
        *method_rows(solution),
        *(_REFINEMENT if solution.perfect else ()),
        ("certificate", _certificate_status(solution, checked)),
        *_digest_row(solution),
    )
    return build_document(Heading(solution.game), BREAK, labelled_lines(*rows), seats, BREAK, end)


def _no_decisions_blocks(solution: Solution) -> list[Block]:
    """Return what a game in which nobody chooses shows in place of strategies: its bets."""
    from sabot.analysis.outcomes import outcomes_without_choices
    from sabot.render.views.evaluation import NO_CHOICES, house_edges, outcome_table

    found = outcomes_without_choices(solution.known_game)
    if found is None:
        return [Remark(NO_CHOICES)]
    return [
        outcome_table(found.outcomes, found.seats),
        BREAK,
        build_table(
            ((bet, percent_text(edge), format_fraction(edge)) for bet, edge in house_edges(found)),
            head=("bet", "house edge", "of the stake"),
            right=(1,),
        ),
        BREAK,
        Remark(NO_CHOICES),
    ]


def _value_rows(solution: Solution, digits: int) -> list[tuple[str, Phrase]]:
    """Return the value; where the game is not zero-sum, what each seat is paid and could gain."""
    if not solution.zero_sum:
        rows: list[tuple[str, Phrase]] = []
        for seat in solution.seats:
            rows += _payoff_rows("" if rows else "payoffs", solution, seat, digits)
        return [*rows, ("gains", "0 each: no other strategy earns a seat more")]
    first = with_article(solution.seats[0])
    win = solution.win_probability
    chance = (
        [] if win is None else [("win chance", f"{fraction_and_decimal(win, digits)} for {first}")]
    )
    return [*_payoff_rows("value", solution, solution.seats[0], digits), *chance]


def _payoff_rows(
    label: str, solution: Solution, seat: str, digits: int
) -> list[tuple[str, Phrase]]:
    """Return what a player is paid, or who loses how much: on a line of its own after a long one.

    >>> from sabot import solve
    >>> [text for _, (_, text) in _payoff_rows("value", solve("kuhn-poker"), "first", 10)]
    [': the first seat loses 1/18 per hand']
    """
    paid = solution.payoffs[seat]
    amount = StyledText(fraction_and_decimal(paid, digits), "strong")
    if solution.zero_sum and not paid:
        return [(label, (amount, f" to {with_article(seat)}: the game is fair"))]
    if paid < 0 and is_long_fraction(paid):
        return [(label, amount), ("", loss_text(paid, seat, solution.one_play))]
    return [(label, (amount, payee_text(paid, seat, solution.one_play)))]


def player_strategy_blocks(one: PlayerStrategyTable, *, digits: int = MIX_DIGITS) -> list[Block]:
    """Return the strategy of one seat."""
    parts: list[Block] = [Heading(one.seat, one.verdict)]
    parts += (
        _choice_blocks(one, digits) if one.one_choice else behaviour_strategy_blocks(one, digits)
    )
    if one.idle:
        parts.append(Remark(f"{count_noun(one.idle, 'other choice')} never played"))
    if one.absent:
        some = " ".join(one.absent[:MOST_UNREACHABLE])
        dots = " ..." if len(one.absent) > MOST_UNREACHABLE else ""
        parts.append(Remark(f"never shown, {count_noun(len(one.absent), 'view')}: {some}{dots}"))
    if one.hidden:
        parts.append(Remark(f"{count_noun(one.hidden, 'view')} forced or never reached, left out"))
    return parts


def strategy_view(strategy: Strategy) -> Document:
    """Return a strategy by itself: nothing is known of the game."""
    if list(strategy) == ["-"]:
        mix = strategy["-"].items()
        rows = [(choice, *_chance_cells(chance, MIX_DIGITS)) for choice, chance in mix if chance]
        return build_document(Heading(strategy.seat), build_table(rows))
    actions = tuple(dict.fromkeys(action for mix in strategy.values() for action in mix))
    one = PlayerStrategyTable(
        strategy.seat, False, actions, tuple(merge_equal_infosets(strategy)), views=strategy
    )
    return build_document(Heading(strategy.seat), behaviour_strategy_blocks(one, MIX_DIGITS))


def _choice_blocks(one: PlayerStrategyTable, digits: int) -> list[Block]:
    """Return the choices that are played: all, or the most frequent of very many."""
    shown = _most_frequent_lines(one)
    parts: list[Block] = [
        build_table((line.label, *_chance_cells(max(line.mix.values()), digits)) for line in shown)
    ]
    if len(shown) < len(one.lines):
        parts.append(Remark(f"the {len(shown)} most frequent of {len(one.lines):,} played"))
    return parts


def behaviour_strategy_blocks(one: PlayerStrategyTable, digits: int) -> list[Block]:
    """Return the answers view by view: a grid of letters where that is shorter, else lines."""
    grid, rest = (
        build_strategy_grid(one.views, one.sees)
        if len(one.lines) > MIN_LINES_FOR_GRID
        else (None, {})
    )
    lines = merge_equal_infosets(rest) if grid else one.lines
    parts: list[Block] = []
    if lines:
        shown = lines[:MOST_LINES]
        parts.append(answer_table(shown, digits))
        if len(shown) < len(lines):
            more = count_noun(len(lines) - len(shown), "more line")
            parts.append(Remark(f"and {more}; a saved solution has them all"))
    if grid:
        parts.append(
            GridBlock(grid, one.seat, tuple(grid_rows_with_mixes(grid, one.views)), tuple(grid.key))
        )
        if grid.mixed:
            parts.append(answer_table(grid.mixed[:MOST_LINES], digits))
    return parts


def answer_table(
    lines: Sequence[StrategyLine], digits: int = MIX_DIGITS, *, depth: int = 1
) -> TableBlock:
    """Return what is done at each line of views."""
    return build_table(((line.piece, _answer_phrase(line, digits)) for line in lines), depth=depth)


def _answer_phrase(line: StrategyLine, digits: int) -> Phrase:
    several = sum(map(bool, line.mix.values())) > 1
    return StyledText(mixed_action_text(line.mix.items(), digits), "mixed" if several else "plain")


def _chance_cells(chance: Fraction, digits: int) -> list[Phrase]:
    """Return the cells of one chance: the fraction, the sign, the decimal."""
    if chance == 1:
        return ["always"]
    text, exact = decimal_text(chance, digits)
    percent = percent_in_brackets(chance, 4) if is_long_fraction(chance) else ""
    return [shorten_fraction(chance), f"{'=' if exact else '≈'} {text}{percent}"]


def _most_frequent_lines(one: PlayerStrategyTable) -> Sequence[StrategyLine]:
    if len(one.lines) <= MOST_LINES:
        return one.lines
    chances = sorted((max(line.mix.values()) for line in one.lines), reverse=True)
    least = chances[MOST_LINES - 1]
    return [line for line in one.lines if max(line.mix.values()) >= least][:MOST_LINES]


def imperfect_information_tables(solution: Solution) -> Document:
    """Return the whole strategies of a solution, one table per player: for a paper or a wiki."""
    seats, word = solution.seats[:1], "value"
    if not solution.zero_sum:
        seats, word = solution.seats, "paid"
    payoffs = solution.payoffs
    title = Heading(
        solution.game,
        "; ".join(
            fraction_and_decimal(payoffs[seat]) + payee_text(payoffs[seat], seat, solution.one_play)
            for seat in seats
        ),
        "; ".join(f"{word} to {seat}: {format_fraction(payoffs[seat])}" for seat in seats),
    )
    blocks: list[Block] = [] if solution.chosen else _no_decisions_blocks(solution)
    for one in build_strategy_tables(solution, everything=True) if solution.chosen else ():
        blocks += [_probability_table(one)] if one.one_choice else _strategy_tables(one)
    return build_document(title, blocks)


def _probability_table(one: PlayerStrategyTable) -> TableBlock:
    """Return the choices that one seat plays, each with its chance."""
    rows = (
        (line.label, ExactNumber(chance), decimal_text(chance, MIX_DIGITS)[0])
        for line in one.lines
        for chance in line.mix.values()
    )
    return build_table(rows, head=(one.seat, "probability", "decimal"), right=(1, 2))


def _strategy_tables(one: PlayerStrategyTable) -> list[Block]:
    """Return a strategy as the papers print it: letters where views have two parts, else lines."""
    grid, left = build_strategy_grid(one.views, one.sees)
    if grid is None:
        return [_chance_table(one, one.lines)]
    lines = [*grid.mixed, *merge_equal_infosets(left)]
    letters = GridBlock(
        grid, one.seat, tuple(grid_rows_with_mixes(grid, one.views)), tuple(grid.key)
    )
    return [letters, _chance_table(one, lines)] if lines else [letters]


def _chance_table(one: PlayerStrategyTable, lines: Sequence[StrategyLine]) -> TableBlock:
    """Return the chances of each action, line by line."""
    rows = (
        (line.piece, *(ExactNumber(line.mix[a]) if a in line.mix else "" for a in one.actions))
        for line in lines
    )
    return build_table(rows, head=(one.seat, *one.actions), right=range(1, len(one.actions) + 1))


def solution_sheet(solution: Solution) -> Document:
    """Return one row for each seat, view and action: its chance as a fraction and a decimal.

    Of a game in which nobody chooses, one row for each bet: the house's edge on it.
    """
    from sabot.analysis.outcomes import outcomes_without_choices

    ended = None if solution.chosen else outcomes_without_choices(solution.known_game)
    if ended is not None:
        edges = (
            (b, ExactNumber(edge), decimal_text(edge, 15)[0]) for b, edge in ended.bets.items()
        )
        bets = build_table(edges, head=("bet", "house edge", "decimal"), right=(1, 2))
        return build_document(Heading(solution.game), bets)
    rows = (
        (seat, view, action, ExactNumber(chance), decimal_text(chance, 15)[0])
        for seat, strategy in solution.strategies.items()
        for view in sort_infosets(strategy)
        for action, chance in strategy[view].items()
    )
    head = ("seat", "view", "action", "chance", "decimal")
    return build_document(Heading(solution.game), build_table(rows, head=head, right=(3, 4)))
