"""Solve a game for its page: solution, action values, explanations, locked cells, headline.

An explanation gives what each action earns at an information set against the opponent's optimal
strategy, line by line. Locked cells change a player's optimal strategy; the answer is what is left
of it against the best response. A headline is the number that a game is known by, some words and a
picture as data, drawn by :mod:`sabot.web.pages.home`: ``squares`` (a player's information sets by
the probability of each action), ``bars`` (a player's one mixed action), ``strips`` (hands from 0
to 1), ``cards``, ``lengths``.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Protocol, runtime_checkable

from sabot.analysis.best_response import InfosetValues, infoset_values, infoset_values_against
from sabot.analysis.holdings import HoldingValue, values_by_holding
from sabot.analysis.outcomes import outcomes_without_choices
from sabot.errors import FormError, NoMethodError, NoSuchError, SabotError
from sabot.exact import format_fraction
from sabot.forms.additive import infosets_by_sequence
from sabot.forms.base import expected_payoff
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.sequence import Infoset, MatrixForm, SequenceForm, pure_best_response
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.game_rules.capabilities import table_layout
from sabot.game_rules.game import Game
from sabot.game_rules.to_form import form_of_game
from sabot.render.document import Document, Heading
from sabot.render.text import player_name
from sabot.results.all_nash import EveryEquilibrium
from sabot.results.base import Result
from sabot.results.continuous import Equilibrium
from sabot.results.nplayer import Profile
from sabot.results.optimal_set import Equilibria
from sabot.results.solution import Solution
from sabot.web.components import document_html
from sabot.web.messages import (
    ExpectationLine,
    Explanation,
    GridLayout,
    Holding,
    HoldingsAnswer,
    LockedCells,
    PageFigure,
    Picture,
    SolutionAnswer,
    TaskQuestion,
)
from sabot.web.tasks.game_input import load_game_of_question

MatrixOrSequenceForm = MatrixForm | SequenceForm
TwoPlayerForm = MatrixForm | SequenceForm | BimatrixForm | NPlayerSequenceForm
MAX_EXPLAINED_INFOSETS = 20_000
"""Information sets whose action values are sent with a solution; with more, none are."""


@lru_cache(maxsize=4)
def _solve_and_check(game: Game) -> tuple[Result, float | None]:
    """Return the solution, and how many seconds its check took; None where it has no proof."""
    from sabot.api import checking, solving

    found: Result = solving.solve(game)
    if not getattr(found, "certificate", None):
        return found, None
    started = time.perf_counter()
    checking.check(found)
    return found, time.perf_counter() - started


@lru_cache(maxsize=4)
def zero_sum_form(game: Game) -> MatrixOrSequenceForm | None:
    """Return the game as mathematics, where it is one of two seats that sums to zero."""
    try:
        found = game.form()
    except SabotError:
        return None
    return found


@lru_cache(maxsize=4)
def two_player_form(game: Game) -> TwoPlayerForm | None:
    """Return the game of two seats as mathematics, whatever its payoffs sum to."""
    found = zero_sum_form(game)
    if found is not None:
        return found
    try:
        whole = form_of_game(game)
    except SabotError:
        return None
    return whole if len(whole.seats) == 2 else None


def zero_sum_game_of_player(form: TwoPlayerForm, seat: str) -> SequenceForm:
    """Return the game in which the other seat pays what *seat* is paid, *seat* first."""
    number = form.seats.index(seat)
    if isinstance(form, BimatrixForm):
        own = form if number == 0 else form.swapped()
        return own.one.sequence()
    sequences = form.duel(number) if isinstance(form, NPlayerSequenceForm) else form.sequence()
    return sequences.swapped() if number else sequences


def solve_game(game: Game) -> Result:
    """Return the solution of a game, checked; of one that was just asked, the same again."""
    return _solve_and_check(game)[0]


def action_values(game: Game, solution: Solution) -> dict[str, dict[str, InfosetValues]]:
    """Return what each action is worth against the other seat's optimal strategy."""
    form = zero_sum_form(game)
    if form is None or sum(len(side.cells) for side in form.sides) > MAX_EXPLAINED_INFOSETS:
        return {}
    one, two = form.seats
    if not form.keeps_chances:
        return {}
    tables = {seat: strategy.table for seat, strategy in solution.strategies.items()}
    return {
        one: infoset_values_against(form, tables[two], of=two),
        two: infoset_values_against(form, tables[one], of=one),
    }


def solve_for_page(question: TaskQuestion) -> SolutionAnswer:
    """Return the solution of a game's page."""
    return solution_for_page(load_game_of_question(question))


def solution_for_page(game: Game) -> SolutionAnswer:
    """Return the solution's document, and all that its page shows beside it.

    ``costs`` shade its cells, ``layouts`` are the game's own tables of them; ``html`` is how a
    result shows itself that is no solution of this kind; ``checked`` is how long the checker took.
    """
    found, checked = _solve_and_check(game)
    answer: SolutionAnswer = {
        "game": str(game),
        "solution": found.to_json(),
        "checked": checked,
        "costs": {},
        "earns": {},
        "layouts": {},
        "html": "",
        "sees": {},
    }
    if not isinstance(found, Solution):
        from sabot.kinds import views_of_result

        views = views_of_result(
            found
        )  # a paper's has every line, and names no option of the terminal
        answer["html"] = document_html((views.paper or views.screen)())
        if isinstance(found, Equilibrium | Profile):
            pays = {seat: one for seat, one in found.payoffs.items() if isinstance(one, Fraction)}
            answer["pays"] = {seat: format_fraction(one) for seat, one in pays.items()}
        if not game.rules.in_hands and isinstance(game.rules, HasHeadline):
            _add_family_figure(answer, game, found)
        if isinstance(found, Equilibrium) and any(map(found.form.of, range(len(found.seats)))):
            answer["drawing"] = _draw_thresholds(found)
        return answer
    if found.open or not found.chosen:
        from sabot.render.views.solution import solution_screen

        answer["html"] = document_html(solution_screen(found, checked=checked))
        return answer
    answer["layouts"] = {seat: _strategy_layout(game, found, seat) for seat in found.seats}
    if found.zero_sum:
        for seat, values in action_values(game, found).items():
            answer["costs"][seat] = _costs_of_mistakes(values)
            if "-" in values:
                earned = values["-"].worth.items()
                answer["earns"][seat] = {one: format_fraction(paid) for one, paid in earned}
    return answer


def _add_family_figure(answer: SolutionAnswer, game: Game, found: Result) -> None:
    """Add the number by which a result of a family's own kind is known, and the usual figure."""
    from sabot.plotting import figures_by_name, pick_figure
    from sabot.web.figures.charts import draw_for_page

    known = compute_headline({"game": str(game)})
    answer["known"] = {"number": str(known["number"]), "words": str(known["words"])}
    try:
        figure = pick_figure(figures_by_name(found), None)
    except SabotError:  # there is nothing to draw
        return
    answer["drawing"] = draw_for_page(figure)
    answer["caption"] = figure.title.partition(": ")[2]


def list_equilibria_for_page(question: TaskQuestion) -> SolutionAnswer:
    """Return all extreme solutions as a document and as a part of a page, checked.

    The checker has bounds of its own: a list beyond them is shown, and not called checked.
    """
    from sabot import certify
    from sabot.api import solving
    from sabot.kinds import views_of_result

    found = solving.equilibria(load_game_of_question(question))
    document = found.to_json()
    started = time.perf_counter()
    try:
        certify.check(document)
        checked = time.perf_counter() - started
    except SabotError:
        checked = None
    views = views_of_result(found)
    answer: SolutionAnswer = {
        "game": str(found.game),
        "solution": document,
        "checked": checked,
        "costs": {},
        "earns": {},
        "layouts": {},
        "html": document_html(_shorten_heading((views.paper or views.screen)(), document)),
        "sees": {},
    }
    if isinstance(found, EveryEquilibrium | Equilibria):
        from sabot.plotting import figures_by_name, pick_figure
        from sabot.render.figures.equilibria import is_in_matrix
        from sabot.web.figures.charts import draw_for_page

        if is_in_matrix(found):
            figure = pick_figure(figures_by_name(found), None)
            answer["drawing"], answer["caption"] = draw_for_page(figure), figure.note
    return answer


_LONG_FRACTION = re.compile(r"\S{9,}/\S+ [=≈] ")


def _shorten_heading(document: Document, result: Mapping[str, object]) -> Document:
    """Return the list of a matrix under its size, and with the decimal of a long value."""
    head, *others = document.blocks
    kept = result.get("certificate")
    form = kept.get("form") if isinstance(kept, Mapping) else None
    if not (isinstance(head, Heading) and head.title.startswith("matrix(") and form):
        return document
    title = f"Matrix, {len(form['rows'])} x {len(form['columns'])}"
    remark = _LONG_FRACTION.sub("≈ ", head.remark) if isinstance(head.remark, str) else head.remark
    return replace(document, blocks=(replace(head, title=title, remark=remark), *others))


def _draw_thresholds(found: Equilibrium) -> PageFigure:
    """Return the strips of continuous types: which action is taken up to which hand."""
    from sabot.render.figures.solution import thresholds_figure
    from sabot.web.figures.charts import draw_for_page

    return draw_for_page(thresholds_figure(found))


def _strategy_layout(game: Game, solution: Solution, seat: str) -> GridLayout | None:
    """Return the game's own table of a seat's views; None where it has none."""
    views = list(solution[seat].table)
    layout = table_layout(game.rules, {view: view for view in views}) if len(views) > 1 else None
    if layout is None:
        return None
    return {
        "head": list(layout.head),
        "rows": [{"labels": list(labels), "views": list(cells)} for labels, cells in layout.rows],
    }


def _costs_of_mistakes(views: Mapping[str, InfosetValues]) -> dict[str, str]:
    """Return what the next best action would cost at each view that is reached."""
    found = {}
    for view, one in views.items():
        if len(one.worth) > 1 and one.chance:
            best, following = sorted(one.worth.values(), reverse=True)[:2]
            found[view] = format_fraction(best - following)
    return found


MAX_LINES = 60
"""Terms of an expectation that are listed, the largest; the rest are added up."""


def explain_infoset(question: TaskQuestion) -> Explanation:
    """Return what every action at a view earns against the opponent of the solution."""
    at = _explained_infoset(question)
    worth, mix = at.values[at.view], at.solution.strategies[at.seat].table[at.view]
    zero_sum = at.solution.zero_sum
    return {
        "game": str(at.game),
        "seat": at.seat,
        "view": at.view,
        "other": at.other,
        "zero_sum": zero_sum,
        "once": zero_sum and single_move_form(at.game) is not None,
        "chance": format_fraction(worth.chance),
        "mix": {action: format_fraction(mix.get(action, Fraction(0))) for action in at.own.actions},
        "worth": {action: format_fraction(amount) for action, amount in worth.worth.items()},
    }


def split_by_holding(question: TaskQuestion) -> HoldingsAnswer:
    """Return the same by what the opponent may hold; else by what the opponent does.

    A line of the latter is what the other seat holds and does: how likely that is at this view,
    and what is then paid to this seat on average.
    """
    at = _explained_infoset(question)
    worth = at.values[at.view]
    tables = {seat: strategy.table for seat, strategy in at.solution.strategies.items()}
    found = None
    if at.own.key != "-":
        found = values_by_holding(at.game, at.seat, at.view, tables, at.values)
    lines: dict[str, list[ExpectationLine]] = {}
    if found is None:
        lines = {
            action: _expectation_lines(
                at.form, at.own.sequences[k], at.plan, worth.chance, worth.worth[action]
            )
            for k, action in enumerate(at.own.actions)
        }
    return {
        "game": str(at.game),
        "seat": at.seat,
        "view": at.view,
        "other": at.other,
        "actions": list(at.own.actions),
        "holdings": None if found is None else [_holding_json(one) for one in found],
        "lines": lines,
    }


def _holding_json(one: HoldingValue) -> Holding:
    return {
        "holds": one.holds,
        "chance": format_fraction(one.chance),
        "pays": {action: format_fraction(amount) for action, amount in one.pays.items()},
    }


@dataclass(frozen=True)
class _ExplainedInfoset:
    """An information set of a solved game, with what is needed to explain it."""

    game: Game
    solution: Solution
    form: SequenceForm
    seat: str
    view: str
    other: str
    own: Infoset
    plan: list[Fraction]
    values: Mapping[str, InfosetValues]


def _explained_infoset(question: TaskQuestion) -> _ExplainedInfoset:
    game = load_game_of_question(question)
    seat, view = str(question.get("seat", "")), str(question.get("view", ""))
    solution, form = _two_player_solution(game, "explained")
    sequences = zero_sum_game_of_player(form, _require_player(form, seat))
    own = next((cell for cell in sequences.sides[0].cells if cell.key == view), None)
    if own is None:
        raise NoSuchError(f"{seat} has no view {view[:60]!r} in this game")
    other = sequences.sides[1].name
    plan = sequences.sides[1].plan(solution.strategies[other].table)
    values = infoset_values(sequences, 0, ((), plan))
    return _ExplainedInfoset(game, solution, sequences, seat, view, other, own, plan, values)


def _two_player_solution(game: Game, wanted: str) -> tuple[Solution, TwoPlayerForm]:
    """Return the solution and the form of a game for two; refuse others."""
    solution, form = solve_game(game), two_player_form(game)
    if form is None or not isinstance(solution, Solution) or solution.open:
        raise NoMethodError(
            f"{game}: cells are {wanted} where two seats play and know what their views say"
        )
    return solution, form


def _require_player(form: TwoPlayerForm, seat: str) -> str:
    if seat not in form.seats:
        raise NoSuchError(f"no seat {seat[:40]!r}; the seats are {' and '.join(form.seats)}")
    return seat


def _expectation_lines(
    form: SequenceForm, mine: int, plan: list[Fraction], chance: Fraction, worth: Fraction
) -> list[ExpectationLine]:
    """Return the lines of one action, the likeliest first; what they leave open is the last."""
    if not chance or form.reach is None:
        return []
    owners = infosets_by_sequence(form.sides[1])
    pays = _payoffs_by_response(form, mine, plan)
    comes = {j: abs(amount) for j, amount in _payoffs_by_response(form.reach, mine, plan).items()}
    likely = sorted(comes, key=lambda j: (-comes[j], j))
    found: list[ExpectationLine] = [
        {
            "other": _response_words(owners[j], j),
            "chance": format_fraction(comes[j] / chance),
            "pays": format_fraction(pays.get(j, Fraction(0)) / comes[j]),
            "part": format_fraction(pays.get(j, Fraction(0)) / chance),
        }
        for j in likely[:MAX_LINES]
    ]
    kept = sum((pays.get(j, Fraction(0)) for j in likely[:MAX_LINES]), Fraction(0)) / chance
    left = likely[MAX_LINES:]
    rest = sum((pays.get(j, Fraction(0)) for j in left), Fraction(0)) / chance
    if left:
        share = sum((comes[j] for j in left), Fraction(0)) / chance
        found.append(_expectation_line(f"{len(left):,} more", share, rest))
    if later := worth - kept - rest:  # choices of one's own that follow
        others = 1 - sum((comes[j] for j in likely), Fraction(0)) / chance
        found.append(_expectation_line("hands that go on, best play", others, later))
    return found


def _expectation_line(words: str, chance: Fraction, part: Fraction) -> ExpectationLine:
    pays = part / chance if chance else Fraction(0)
    return {
        "other": words,
        "chance": format_fraction(chance),
        "pays": format_fraction(pays),
        "part": format_fraction(part),
    }


def _payoffs_by_response(
    form: SequenceForm, mine: int, plan: list[Fraction]
) -> dict[int, Fraction]:
    """Return what one sequence is paid, by the other seat's sequence, as likely as it is."""
    found: dict[int, Fraction] = {}
    for i, j, amount in form.payoffs:
        if i == mine and plan[j]:
            found[j] = found.get(j, Fraction(0)) + Fraction(amount, form.denominator) * plan[j]
    return found


def _response_words(cell: Infoset | None, sequence: int) -> str:
    """Return what the other seat holds and does, in words."""
    if cell is None:
        return "hands without a choice"
    action = cell.actions[sequence - cell.first]
    return action if cell.key == "-" else f"{cell.key} {action}"


def evaluate_locked_cells(question: TaskQuestion) -> LockedCells:
    """Return what is left of a seat's optimal strategy with some of its cells changed.

    ``locks`` is ``{seat: {view: action}}`` for one seat. The answer: what the seat is paid once the
    other replies best, what that reply wins over the optimal opponent, and where it differs from
    him. What is paid is the seat's own in a game that is not zero-sum, where another of the best
    replies may pay it something else; else the first seat's.
    """
    game = load_game_of_question(question)
    solution, form = _two_player_solution(game, "locked")
    locks = question.get("locks")
    if not isinstance(locks, Mapping) or len(locks) != 1:
        raise FormError("locks: {seat: {view: action}} for one seat is wanted")
    ((name, cells),) = locks.items()
    seat = _require_player(form, str(name))
    changed = _lock_cells(seat, solution[seat].table, dict(cells))
    number = form.seats.index(seat)
    foe = form.seats[1 - number]
    plan = form.sides[number].plan(changed)
    reply, below = form.reply(1 - number, (plan, plan))
    actions = pure_best_response(form.sides[1 - number], reply)
    table = {view: {action: Fraction(1)} for view, action in actions.items()}
    plans = [plan, plan]
    plans[1 - number] = form.sides[1 - number].plan(table)
    payee = 0 if solution.zero_sum else number
    other = solution[foe].table
    return {
        "seat": seat,
        "other": foe,
        "zero_sum": solution.zero_sum,
        "payee": form.seats[payee],
        "secures": format_fraction(expected_payoff(form, payee, plans)),
        "wins": format_fraction(Fraction(reply.value, below) - _payoff_in_solution(solution, foe)),
        "changed": [
            {
                "view": view,
                "optimal": {one: format_fraction(chance) for one, chance in other[view].items()},
                "reply": action,
            }
            for view, action in actions.items()
            if view in other and other[view].get(action) != 1
        ],
    }


def _lock_cells(
    seat: str, own: Mapping[str, Mapping[str, Fraction]], cells: Mapping[str, object]
) -> dict[str, Mapping[str, Fraction]]:
    """Return a strategy with some cells changed."""
    found = {view: dict(mix) for view, mix in own.items()}
    for view, action in cells.items():
        if view not in own or action not in own[view]:
            raise NoSuchError(f"{seat} has no {str(action)[:40]!r} at {str(view)[:60]!r}")
        found[view] = {name: Fraction(int(name == action)) for name in own[view]}
    return dict(found)


def _payoff_in_solution(solution: Solution, seat: str) -> Fraction:
    """Return what a seat is paid in the solution."""
    if not solution.zero_sum:
        return solution.payoffs[seat]
    return solution.value if seat == solution.seats[0] else -solution.value


MAX_PICTURED_INFOSETS = 484
"""Views of a seat in its picture: all of Banker's in baccara where both see their cards."""


@runtime_checkable
class HasHeadline(Protocol):
    """A family that knows a better headline than what a solution says."""

    def headline(self, game: Game) -> Mapping[str, object]:
        """Return ``number``, ``words`` and ``picture``, or some of these."""
        ...


def compute_headline(question: TaskQuestion) -> dict[str, object]:
    """Return the number that a game is known by, words that follow it, and a picture."""
    game = load_game_of_question(question)
    answer: Mapping[str, object] = (
        game.rules.headline(game) if isinstance(game.rules, HasHeadline) else {}
    )
    if not {"number", "words", "picture"} <= set(answer):
        answer = {**_headline_of_solution(solve_game(game)), **answer}
    return {"game": str(game), **answer}


def _headline_of_solution(found: Result) -> dict[str, object]:
    assert isinstance(found, Solution | Equilibrium)
    seat = found.seats[0]
    paid = found.value if isinstance(found, Solution) and found.zero_sum else found.payoffs[seat]
    picture = (
        _threshold_picture(found) if isinstance(found, Equilibrium) else _strategy_picture(found)
    )
    return {"number": format_fraction(paid), "words": f"to {player_name(seat)}", "picture": picture}


def _strategy_picture(solution: Solution) -> Picture:
    """Return the strategies of both seats: a bar each where they choose once, else squares.

    Where nobody chooses, the house's edge on each bet.
    """
    ended = None if solution.chosen else outcomes_without_choices(solution.find_game())
    if ended is not None:
        edges = [[bet[0].upper(), format_fraction(edge)] for bet, edge in ended.bets.items()]
        return {"kind": "lengths", "rows": edges}
    rows = [
        [
            [format_fraction(mix[action]) for action in sorted(mix)]
            for mix in strategy.table.values()
        ]
        for strategy in solution.strategies.values()
    ]
    if all(len(row) == 1 for row in rows):
        return {"kind": "bars", "rows": [row[0] for row in rows]}
    return {"kind": "squares", "rows": [_thin_out(row) for row in rows]}


def _thin_out(row: list[list[str]]) -> list[list[str]]:
    """Return the views of a picture: of very many every second, every third."""
    return row[:: max(1, -(-len(row) // MAX_PICTURED_INFOSETS))]


def _threshold_picture(found: Equilibrium) -> Picture:
    """Return what is done with which hands, a strip a turn."""
    from sabot.plotting import figures_by_name
    from sabot.render.figures.panels import IntervalPanel

    panels = figures_by_name(found)["thresholds"]().panels
    strips = [panel for panel in panels if isinstance(panel, IntervalPanel)]
    return {
        "kind": "strips",
        "actions": list(dict.fromkeys(a for panel in strips for a in panel.actions)),
        "rows": [
            [[format_fraction(end), action] for end, action in steps]
            for panel in strips
            for _, steps in panel.lines
        ],
    }


def single_move_form(game: Game) -> SequenceForm | None:
    """Return a game in which two seats choose once each, and pay each other; None of others."""
    form = zero_sum_form(game)
    sequences = None if form is None else form.sequence()
    return sequences if sequences is not None and sequences.is_single_stage else None
