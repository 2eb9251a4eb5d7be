"""A solved game on its page: value, strategies, certificate, and the explanation of each cell.

A player's strategy is a grid of letters where its information sets make one, else a table. Each
cell explains itself: what every action earns, line by line, and what it costs to lock the cell to
one action.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.errors import SabotError
from sabot.exact import as_rational
from sabot.game_rules.family import NamedAgentFamily
from sabot.game_rules.game import Game
from sabot.loading import find_family
from sabot.render.strategy_table import (
    PlayerStrategyTable,
    action_letters,
    build_strategy_grid,
    build_strategy_tables,
)
from sabot.render.text import (
    DIGITS,
    count_noun,
    duration_text,
    loss_text,
    method_text,
    with_article,
)
from sabot.results.solution import Solution
from sabot.web.components import (
    MAX_ROWS,
    MixedAction,
    chip_button,
    chips,
    error_html,
    explanation_html,
    infoset_button,
    is_mixed,
    mix_html,
    more_rows_note,
    number_html,
    strategy_grid,
    strategy_tables,
    value_html,
)
from sabot.web.figures.charts import figure_html
from sabot.web.game_links import (
    MAX_URL_LENGTH,
    form_fields,
    game_question,
    game_url,
    load_requested_game,
    play_only_html,
    replace_url_header,
)
from sabot.web.html import (
    Markup,
    Part,
    capitalize_first,
    html_table,
    join_markup,
    scrollable,
    table_row,
    tag,
)
from sabot.web.jobs import Job, client_id, job_queue
from sabot.web.layout import error_response
from sabot.web.messages import ActionValues, GridLayout, GridRow, LockedCells, SolutionAnswer
from sabot.web.pages import Page
from sabot.web.pages.jobs import WAIT_SECONDS, job_part, solution_downloads

SelectedCell = Mapping[str, str]
CELL_PARAMETERS = ("seat", "view", "locks")
"""What of an address looks at one cell."""


async def start_solving(request: Request, game: Game) -> Part:
    """Return the solution of a game if it comes soon, or the job that will bring it."""
    if isinstance(game.rules, NamedAgentFamily):
        return play_only_html(game)
    text = str(game)
    job = job_queue(request).submit("page", game_question(request, text), client_id(request))
    try:
        await asyncio.wait_for(job.over.wait(), WAIT_SECONDS)
    except TimeoutError:
        return job_part(request, job, _solution_part_url(text, _selected_cell(request)))
    return await _finished_job_html(job, _selected_cell(request), game)


def _solution_part_url(text: str, focus: SelectedCell) -> str:
    return game_url(text, **focus).replace("/game", "/part/solved")


def _selected_cell(request: Request) -> SelectedCell:
    """Return what of a solution the address looks at: a cell, and those that are locked."""
    asked = request.query_params
    return {key: asked[key] for key in CELL_PARAMETERS if asked.get(key)}


async def _finished_job_html(job: Job, focus: SelectedCell, game: Game | None = None) -> Part:
    """Return what became of a job that is over; *game* is its game, where it is loaded."""
    if job.state != "done":
        return error_html(job.fault or job.state)
    return await asyncio.to_thread(lambda: solution_html(job.document, job.id, focus, game))


async def solve_part(request: Request) -> Response:
    """Solve a game: the answer, or how far it is."""
    text = (await form_fields(request)).get("g", "")
    try:
        game = load_requested_game(request, text)
        inside = await start_solving(request, game)
    except SabotError as fault:
        return HTMLResponse(error_html(str(fault)))
    address = game_url(str(game), solved="1")
    # the browser has pushed it when the button was pressed; a program gets it in the answer
    head = {"HX-Replace-Url": address} if len(address) < MAX_URL_LENGTH else {}
    return HTMLResponse(join_markup(inside), headers=head)


async def solved_part(request: Request) -> Response:
    """Show the answer of a job that is done."""
    job = job_queue(request).job(request.query_params.get("job", ""))
    if job is None:
        return error_response(request, 404, "this job is forgotten; solve it again")
    return HTMLResponse(join_markup(await _finished_job_html(job, _selected_cell(request))))


def solution_html(
    told: SolutionAnswer,
    job: str,
    focus: SelectedCell | None = None,
    game: Game | None = None,
) -> Markup:
    """Return a solution as a part of a page; *game* is its game, where it is loaded."""
    if told["html"]:
        return tag(
            "div",
            *_thresholds_html(told),
            Markup(told["html"]),
            _no_cells_note() if told["solution"].get("method") and _has_choices(told) else None,
            solution_downloads(job, told),
            _checker_note(told),
            class_="solution panel",
            data_game=told["game"],
        )
    solution = Solution.from_json(told["solution"]).hold_game(game)
    seats = [
        player_strategy_html(
            solution,
            seat,
            told["worths"].get(seat, {}),
            told["layouts"].get(seat),
            _cell_of_player(seat, focus or {}),
        )
        for seat in solution.seats
    ]
    return tag(
        "div",
        _unknown_player_note(solution, focus or {}),
        tag("div", *_value_html(solution), _all_solutions_link(solution), class_="panel value"),
        *seats,
        tag(
            "div",
            solution_downloads(job, told),
            _certificate_html(told["solution"]),
            class_="panel",
        ),
        class_="solution",
        data_game=solution.game,
    )


def _all_solutions_link(solution: Solution) -> Part:
    """Return the way to all solutions, where this is one of several."""
    address = game_url(solution.game).replace("/game?", "/equilibria?")
    if solution.unique or len(address) >= MAX_URL_LENGTH:
        return None
    words = "All optimal strategies" if solution.zero_sum else "All equilibria"
    return tag("p", tag("a", words, href=address))


def _thresholds_html(told: SolutionAnswer) -> list[Part]:
    """Return the strips of continuous types under a heading."""
    if "drawing" not in told:
        return []
    return [tag("h2", "What is done with which hand"), figure_html(told["drawing"])]


def _unknown_player_note(solution: Solution, focus: SelectedCell) -> Part:
    """Return the message for an address whose player does not exist."""
    seat = focus.get("seat", "")
    if not focus or seat in solution.seats:
        return None
    known = " and ".join(solution.seats)
    return error_html(f"seat: {seat[:40]!r} is none of this game; its seats are {known}")


def _has_choices(told: SolutionAnswer) -> bool:
    """Return whether the game has choices at all."""
    family = find_family(told["game"])
    return family is None or family.has_choices


def _no_cells_note() -> Markup:
    words = "Single cells are explained and locked where two play and each sees its own cards."
    return tag("p", words, class_="note")


def _cell_of_player(seat: str, focus: SelectedCell) -> SelectedCell:
    """Return what the address looks at, where it is a cell of a player; nothing elsewhere."""
    return focus if focus.get("seat") == seat and "view" in focus else {}


def _value_html(solution: Solution) -> list[Part]:
    """Return the value; where the game is not zero-sum, what each seat is paid."""
    if not solution.zero_sum:
        paid = [
            value_html(solution.payoffs[seat], _payoff_words(solution, seat), seat)
            for seat in solution.seats
        ]
        return [
            _solution_heading("An equilibrium", solution),
            *paid,
            tag("p", "No seat can gain by any other strategy.", class_="dim"),
        ]
    first = with_article(solution.seats[0])
    win = solution.win_probability
    words = f"to {first}: the game is fair"
    if solution.value:
        words = _payoff_words(solution, solution.seats[0])
    chance = None
    if win is not None:
        chance = tag(
            "p",
            capitalize_first(f"{first} wins with chance "),
            number_html(win, digits=DIGITS),
            class_="dim",
        )
    return [
        _solution_heading("Value", solution),
        value_html(solution.value, words),
        chance,
    ]


def _payoff_words(solution: Solution, seat: str) -> str:
    """Return whom a payoff is paid to, or who loses how much."""
    paid = solution.payoffs[seat]
    if paid < 0:
        return capitalize_first(loss_text(paid, seat, solution.one_play))
    return f"paid to {with_article(seat)}, on average"


def _solution_heading(words: str, solution: Solution) -> Markup:
    """Return the heading of an answer, with its rules: those beside it may have changed since."""
    return tag("h2", words, " ", tag("small", "of ", tag("code", solution.game), class_="dim"))


def _certificate_html(document: Mapping[str, object]) -> Part:
    """Return how it was found, and by what the certificate is known."""
    held = document.get("certificate")
    digest = held.get("digest", "") if isinstance(held, Mapping) else ""
    seconds = duration_text(float(str(document["seconds"])))
    rows = [
        ("method", f"{method_text(str(document['method']))} ({seconds})"),
        ("certificate", "checked" if held else "none: nothing here is proved"),
        *([("digest", str(digest))] if digest else []),
    ]
    lines = [tag("div", tag("dt", a), tag("dd", b)) for a, b in rows]
    return tag("dl", *lines, class_="proof")


def _checker_note(told: SolutionAnswer) -> Part:
    """Return whether the checker has verified a result whose own words do not say so."""
    if str(told["solution"].get("schema", "")).startswith("sabot/solution/"):
        return None
    seconds = told["checked"]
    words = "none: there is no checker for this kind of result"
    if seconds is not None:
        words = f"checked in {duration_text(seconds)}"
    return tag("dl", tag("div", tag("dt", "certificate"), tag("dd", words)), class_="proof")


def player_strategy_html(
    solution: Solution,
    seat: str,
    worths: Mapping[str, ActionValues],
    layout: GridLayout | None,
    focus: Mapping[str, str],
) -> Markup:
    """Return the strategy of one seat, each cell of which says why; that of *focus* at once."""
    one = next(table for table in build_strategy_tables(solution) if table.seat == seat)
    views = solution[seat].table
    letters = action_letters({action for mix in views.values() for action in mix})
    if one.one_choice:
        inside = _single_choice_table(views["-"], worths.get("-"))
    elif layout is not None and letters:
        named: GridLayout = {**layout, "sees": list(one.sees)}
        inside = [strategy_grid(named, views, letters), _mixed_cells(views)]
    else:
        inside = _grid_and_rest(one, views, letters)
    notes = [tag("p", _absent_infosets_note(one), class_="note")] if one.absent else []
    return tag(
        "section",
        tag("h2", seat, " ", tag("small", one.verdict, class_="dim")),
        tag(
            "div",
            tag("div", *inside, *notes, class_="cells"),
            tag(
                "div",
                class_="why",
                aria_live="polite",
                hx_get=f"/part/why?{urlencode({'g': solution.game, **focus})}" if focus else None,
                hx_trigger="load" if focus else None,
                hx_sync="closest .seat:queue last",
            ),
            class_="seat-body",
        ),
        class_="panel seat",
        data_seat=seat,
        data_cell=focus.get("view"),
        data_locks=focus.get("locks"),
    )


def _absent_infosets_note(one: PlayerStrategyTable) -> str:
    return (
        f"{count_noun(len(one.absent), 'view')} that the rules provide for and the cards never show"
    )


MAX_CHOICES_IN_ORDER = 30
"""Choices of a player that are listed in their own order; of more, the likeliest come first."""


def _single_choice_table(mix: MixedAction, worth: ActionValues | None) -> list[Part]:
    """Return the choices of a seat that knows nothing: each with its chance and its worth."""
    few = len(mix) <= MAX_CHOICES_IN_ORDER
    played = list(mix) if few else sorted(mix, key=lambda action: -mix[action])
    head = ["choice", "chance", *(["earns"] if worth else [])]
    rows = []
    for action in played[:MAX_ROWS]:
        cells = [tag("td", number_html(mix[action]))]
        if worth:
            cells.append(tag("td", number_html(worth["worth"][action])))
        rows.append(
            table_row(infoset_button("-", action), *cells, class_=None if mix[action] else "idle")
        )
    return [scrollable(html_table(head, rows)), more_rows_note(len(played))]


def _grid_and_rest(
    one: PlayerStrategyTable, views: Mapping[str, MixedAction], letters: Mapping[str, str]
) -> list[Part]:
    """Return a grid of the two-part views, and the rest line by line."""
    grid, rest = build_strategy_grid(views, one.sees) if letters else (None, dict(views))
    if grid is None:
        return [strategy_tables(views, letters)]
    rows: list[GridRow] = [
        {
            "labels": [row],
            "views": [
                f"{row},{column}" if letter else ""
                for column, letter in zip(grid.columns, marks, strict=True)
            ],
        }
        for row, marks in zip(grid.rows, grid.letters, strict=True)
    ]
    layout: GridLayout = {"head": ["", *grid.columns], "rows": rows, "sees": list(one.sees)}
    return [
        strategy_grid(layout, views, letters),
        _mixed_cells({view: mix for view, mix in views.items() if view not in rest}),
        strategy_tables(rest, letters) if rest else None,
    ]


def _mixed_cells(views: Mapping[str, MixedAction]) -> Part:
    """Return the cells that are left to chance, in words."""
    mixed = {view: mix for view, mix in views.items() if is_mixed(mix)}
    if not mixed:
        return tag("p", "No cell is left to chance.", class_="note")
    return [tag("h3", "Left to chance"), strategy_tables(mixed, {})]


MAX_CHANGED_CELLS = 40


async def explanation_part(request: Request) -> Response:
    """Explain one cell."""
    asked = await form_fields(request)
    told = game_question(
        request, asked.get("g", ""), seat=asked.get("seat", ""), view=asked.get("view", "")
    )
    try:
        found = await job_queue(request).ask("why", told, client_id(request))
    except SabotError as fault:
        return HTMLResponse(error_html(str(fault)))
    locks = await _evaluate_locks(request, asked) if asked.get("locks") else None
    return HTMLResponse(
        explanation_html(found, locks), headers=replace_url_header(request, **_cell_of_form(asked))
    )


def _cell_of_form(asked: Mapping[str, str]) -> dict[str, str]:
    return {key: asked.get(key, "") for key in ("g", "seat", "view", "locks")}


async def locked_part(request: Request) -> Response:
    """Say what a strategy is worth with some of its cells locked."""
    asked = await form_fields(request)
    told = await _evaluate_locks(request, asked)
    return HTMLResponse(told, headers=replace_url_header(request, **_cell_of_form(asked)))


async def _evaluate_locks(request: Request, asked: Mapping[str, str]) -> Markup:
    """Return the evaluation of the locks that are asked about."""
    seat = asked.get("seat", "")
    try:
        cells = dict(json.loads(asked.get("locks") or "{}"))
    except (ValueError, TypeError):
        return error_html("locks: a JSON object {view: action} is wanted")
    if not cells:
        return tag("p", "No cell is locked.", class_="note")
    told = game_question(request, asked.get("g", ""), locks={seat: cells})
    try:
        found = await job_queue(request).ask("locked", told, client_id(request))
    except SabotError as fault:
        return error_html(str(fault))
    return _locked_cells_html(seat, cells, found)


def _locked_cells_html(seat: str, cells: Mapping[str, str], found: LockedCells) -> Markup:
    """Return what is locked, what it leaves, and how it is answered best."""
    other = found["other"]
    locked = [
        chip_button(
            f"{view}: {action} ✕", aria_label=f"unlock {view}", data_cell=view, data_lock=""
        )
        for view, action in cells.items()
    ]
    changed = found["changed"]
    rows = [
        table_row(
            one["view"],
            tag("td", mix_html({a: as_rational(c) for a, c in one["optimal"].items()})),
            tag("td", one["reply"]),
        )
        for one in changed[:MAX_CHANGED_CELLS]
    ]
    return tag(
        "div",
        chips(locked),
        tag(
            "p",
            capitalize_first(
                f"{with_article(seat)} now {'secures' if found['zero_sum'] else 'gets'} "
            ),
            number_html(found["secures"]),
            f", paid to {with_article(found['payee'])}. " if found["zero_sum"] else ". ",
            "The best reply wins ",
            tag("b", number_html(found["wins"])),
            " more than before.",
        ),
        tag(
            "p",
            capitalize_first(f"{with_article(other)} changes {count_noun(len(changed), 'cell')}."),
            class_="note",
        ),
        scrollable(html_table(("view", "optimal", "best reply"), rows), "changed cells")
        if rows
        else None,
    )


PAGES = (
    Page("/part/solve", "solve", solve_part, methods=("POST",)),
    Page("/part/solved", "solution", solved_part),
    Page("/part/why", "why", explanation_part),
    Page("/part/locked", "locked", locked_part),
)
