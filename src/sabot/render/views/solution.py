"""Solved games as documents: the screen's, the paper's, the spreadsheet's."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sabot.analyse.outcomes import without_choices
from sabot.analyse.winning import winning_chance
from sabot.exact import show
from sabot.games import family_named
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Grid,
    Heading,
    Note,
    Number,
    Phrase,
    Table,
    Word,
    document,
    pairs,
    table,
)
from sabot.render.grid import gridded, spelled
from sabot.render.layout import Line, SeatTable, in_order, runs, seat_tables
from sabot.render.views.value import NO_CHOICES, edges_on, ends_table, percent
from sabot.render.words import (
    DIGITS,
    MIX_DIGITS,
    both,
    brief,
    decimal_text,
    duration,
    mix_text,
    plural,
    the,
)
from sabot.results.solution import Solution, Strategy

MOST_LINES = 40
GRID_FROM = 12
MOST_ABSENT = 24
MOST_BEST = 30


def screen(
    solution: Solution, *, digits: int | None = None, checked: float | None = None
) -> Document:
    """Return a solution as it is printed: as its family shows it, or by its tables."""
    if solution.open:
        family = family_named(solution.game)
        told = None if family is None else family.screen(solution, checked)
        return open_view(solution, checked=checked) if told is None else told
    return solution_view(solution, digits=digits, checked=checked)


def paper(solution: Solution) -> Document:
    """Return a solution for a paper or a wiki: as its family does, or whole strategies."""
    if solution.open:
        family = family_named(solution.game)
        told = None if family is None else family.page(solution)
        return open_view(solution) if told is None else told
    return solution_tables(solution)


def open_view(solution: Solution, *, checked: float | None = None) -> Document:
    """Return the value of a game in which everything is seen, and its best moves."""
    value = Word(both(solution.value), "strong")
    rows: list[tuple[str, Phrase]] = [("value", (value, f", paid to {the(solution.seats[0])}"))]
    facts = solution.facts
    if facts.get("turn"):
        rows.append(("to play", str(facts["turn"])))
    if facts.get("best"):
        rows.append(("best", ", ".join(map(str, facts["best"][:MOST_BEST]))))
    end = pairs(
        ("method", f"{solution.method} ({duration(solution.seconds)})"),
        ("certificate", _status(solution, checked)),
        *_digest(solution),
    )
    return document(Heading(solution.game), BREAK, pairs(*rows), BREAK, end)


def _status(solution: Solution, checked: float | None) -> str:
    if solution.certificate is None:
        return "none: nothing here is proved"
    return "not checked" if checked is None else f"checked in {duration(checked)}"


def _digest(solution: Solution) -> list[tuple[str, Phrase]]:
    """Return what to cite a certificate by: no other has the same."""
    if solution.certificate is None:
        return []
    kind, _, digest = str(solution.to_json()["certificate"]["digest"]).partition(":")
    return [(kind, digest)]


def solution_view(
    solution: Solution,
    *,
    digits: int | None = None,
    checked: float | None = None,
) -> Document:
    """Return a solved game: value, strategies, verdicts, method, certificate.

    *checked* is how many seconds checking the certificate took, None when it was not checked.
    """
    rows = _worth(solution, digits or DIGITS)
    seats: list[Block] = [] if solution.chosen else [BREAK, *_without_choices(solution)]
    for one in seat_tables(solution) if solution.chosen else ():
        seats += [BREAK, *seat_view(one, digits=digits or MIX_DIGITS)]
    end = pairs(
        ("method", f"{solution.method} ({duration(solution.seconds)})"),
        ("certificate", _status(solution, checked)),
        *_digest(solution),
    )
    return document(Heading(solution.game), BREAK, pairs(*rows), seats, BREAK, end)


def _without_choices(solution: Solution) -> list[Block]:
    """Return what a game in which nobody chooses shows in place of strategies: its bets."""
    found = without_choices(solution.game)
    if found is None:
        return [Note(NO_CHOICES)]
    return [
        ends_table(found.outcomes, found.seats),
        BREAK,
        table(
            ((bet, percent(edge), show(edge)) for bet, edge in edges_on(found)),
            head=("bet", "house edge", "of the stake"),
            right=(1,),
        ),
        BREAK,
        Note(NO_CHOICES),
    ]


def _worth(solution: Solution, digits: int) -> list[tuple[str, Phrase]]:
    """Return the value; where the game is not zero-sum, what each seat is paid and could gain."""
    if not solution.zero_sum:
        paid = [Word(both(solution.payoffs[seat], digits), "strong") for seat in solution.seats]
        each = zip(paid, solution.seats, strict=True)
        rows: list[tuple[str, Phrase]] = [
            ("payoffs" if not n else "", (amount, f", paid to {the(seat)}"))
            for n, (amount, seat) in enumerate(each)
        ]
        return [*rows, ("gains", "0 each: no other strategy earns a seat more")]
    win = winning_chance(solution)
    first = the(solution.seats[0])
    value = Word(both(solution.value, digits), "strong")
    words = f", paid to {first}" if solution.value else f" to {first}: the game is fair"
    chance = [] if win is None else [("win chance", f"{both(win, digits)} for {first}")]
    return [("value", (value, words)), *chance]


def seat_view(one: SeatTable, *, digits: int = MIX_DIGITS) -> list[Block]:
    """Return the strategy of one seat."""
    parts: list[Block] = [Heading(one.seat, one.verdict)]
    parts += _choices(one, digits) if one.one_choice else views_view(one, digits)
    if one.idle:
        parts.append(Note(f"{plural(one.idle, 'other choice')} never played"))
    if one.absent:
        some = " ".join(one.absent[:MOST_ABSENT])
        dots = " ..." if len(one.absent) > MOST_ABSENT else ""
        parts.append(Note(f"never shown, {plural(len(one.absent), 'view')}: {some}{dots}"))
    if one.hidden:
        parts.append(Note(f"{plural(one.hidden, 'view')} forced or never reached, left out"))
    return parts


def strategy_view(strategy: Strategy) -> Document:
    """Return a strategy by itself: nothing is known of the game."""
    if list(strategy) == ["-"]:
        mix = strategy["-"].items()
        rows = [(choice, *_chance(chance, MIX_DIGITS)) for choice, chance in mix if chance]
        return document(Heading(strategy.seat), table(rows))
    actions = tuple(dict.fromkeys(action for mix in strategy.values() for action in mix))
    one = SeatTable(strategy.seat, False, actions, tuple(runs(strategy)), views=strategy)
    return document(Heading(strategy.seat), views_view(one, MIX_DIGITS))


def _choices(one: SeatTable, digits: int) -> list[Block]:
    """Return the choices that are played: all, or the most frequent of very many."""
    shown = _largest(one)
    parts: list[Block] = [
        table((line.label, *_chance(max(line.mix.values()), digits)) for line in shown)
    ]
    if len(shown) < len(one.lines):
        parts.append(Note(f"the {len(shown)} most frequent of {len(one.lines):,} played"))
    return parts


def views_view(one: SeatTable, digits: int) -> list[Block]:
    """Return the answers view by view: a grid of letters where that is shorter, else lines."""
    grid, rest = gridded(one.views, one.sees) if len(one.lines) > GRID_FROM else (None, {})
    lines = runs(rest) if grid else one.lines
    parts: list[Block] = []
    if lines:
        shown = lines[:MOST_LINES]
        parts.append(answers(shown, digits))
        if len(shown) < len(lines):
            more = plural(len(lines) - len(shown), "more line")
            parts.append(Note(f"and {more}; a saved solution has them all"))
    if grid:
        parts.append(Grid(grid, one.seat, tuple(spelled(grid, one.views)), tuple(grid.key)))
        if grid.mixed:
            parts.append(answers(grid.mixed[:MOST_LINES], digits))
    return parts


def answers(lines: Sequence[Line], digits: int = MIX_DIGITS, *, depth: int = 1) -> Table:
    """Return what is done at each line of views."""
    return table(((line.piece, _answer(line, digits)) for line in lines), depth=depth)


def _answer(line: Line, digits: int) -> Phrase:
    several = sum(map(bool, line.mix.values())) > 1
    return Word(mix_text(line.mix.items(), digits), "mixed" if several else "plain")


def _chance(chance: Fraction, digits: int) -> list[Phrase]:
    """Return the cells of one chance: the fraction, the sign, the decimal."""
    if chance == 1:
        return ["always"]
    text, exact = decimal_text(chance, digits)
    return [brief(chance), f"{'=' if exact else '≈'} {text}"]


def _largest(one: SeatTable) -> Sequence[Line]:
    if len(one.lines) <= MOST_LINES:
        return one.lines
    chances = sorted((max(line.mix.values()) for line in one.lines), reverse=True)
    least = chances[MOST_LINES - 1]
    return [line for line in one.lines if max(line.mix.values()) >= least][:MOST_LINES]


def solution_tables(solution: Solution) -> Document:
    """Return the whole strategies of a solution, one table a seat: for a paper or a wiki."""
    seats, word = solution.seats[:1], "value"
    if not solution.zero_sum:
        seats, word = solution.seats, "paid"
    payoffs = solution.payoffs
    title = Heading(
        solution.game,
        "; ".join(f"{both(payoffs[seat])}, paid to {the(seat)}" for seat in seats),
        "; ".join(f"{word} to {seat}: {show(payoffs[seat])}" for seat in seats),
    )
    blocks: list[Block] = [] if solution.chosen else _without_choices(solution)
    for one in seat_tables(solution, everything=True) if solution.chosen else ():
        blocks += [_probabilities(one)] if one.one_choice else _strategy(one)
    return document(title, blocks)


def _probabilities(one: SeatTable) -> Table:
    """Return the choices that one seat plays, each with its chance."""
    rows = (
        (line.label, Number(chance), decimal_text(chance, MIX_DIGITS)[0])
        for line in one.lines
        for chance in line.mix.values()
    )
    return table(rows, head=(one.seat, "probability", "decimal"), right=(1, 2))


def _strategy(one: SeatTable) -> list[Block]:
    """Return a strategy as the papers print it: letters where views have two parts, else lines."""
    grid, left = gridded(one.views, one.sees)
    if grid is None:
        return [_lines(one, one.lines)]
    lines = [*grid.mixed, *runs(left)]
    letters = Grid(grid, one.seat, tuple(spelled(grid, one.views)), tuple(grid.key))
    return [letters, _lines(one, lines)] if lines else [letters]


def _lines(one: SeatTable, lines: Sequence[Line]) -> Table:
    """Return the chances of each action, line by line."""
    rows = (
        (line.piece, *(Number(line.mix[a]) if a in line.mix else "" for a in one.actions))
        for line in lines
    )
    return table(rows, head=(one.seat, *one.actions), right=range(1, len(one.actions) + 1))


def solution_sheet(solution: Solution) -> Document:
    """Return one row for each seat, view and action: its chance as a fraction and a decimal.

    Of a game in which nobody chooses, one row for each bet: the house's edge on it.
    """
    ended = None if solution.chosen else without_choices(solution.game)
    if ended is not None:
        edges = ((b, Number(edge), decimal_text(edge, 15)[0]) for b, edge in ended.bets.items())
        bets = table(edges, head=("bet", "house edge", "decimal"), right=(1, 2))
        return document(Heading(solution.game), bets)
    rows = (
        (seat, view, action, Number(chance), decimal_text(chance, 15)[0])
        for seat, strategy in solution.strategies.items()
        for view in in_order(strategy)
        for action, chance in strategy[view].items()
    )
    head = ("seat", "view", "action", "chance", "decimal")
    return document(Heading(solution.game), table(rows, head=head, right=(3, 4)))
