"""A solved game on its page: value, strategies, certificate, and the explanation of each cell.

A player's strategy is a grid of letters where its information sets make one, else a table. Each
cell explains itself: what every action earns, line by line, and what it costs to lock the cell to
one action.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.errors import SabotError
from sabot.exact import as_rational, format_fraction
from sabot.game_rules.family import NamedAgentFamily
from sabot.game_rules.game import Game
from sabot.game_rules.game_string import split_game_string
from sabot.loading import find_family
from sabot.render.strategy_table import PlayerStrategyTable, build_strategy_tables
from sabot.render.text import (
    DIGITS,
    count_noun,
    duration_text,
    method_text,
    player_name,
    with_article,
)
from sabot.results.solution import Solution
from sabot.web.components import (
    amount_html,
    amount_paid_html,
    chip_button,
    chips,
    ended_html,
    error_html,
    is_mixed,
    mix_html,
    number_html,
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
    url_at,
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
from sabot.web.layout import error_response, local_url
from sabot.web.messages import GridLayout, LockedCells, SolutionAnswer
from sabot.web.pages import Page
from sabot.web.pages.jobs import WAIT_SECONDS, job_part
from sabot.web.pages.saving_links import solution_downloads
from sabot.web.strategy_components import (
    MAX_ROWS,
    StrategyCells,
    explanation_html,
    holdings_html,
    infoset_button,
    infoset_layout,
    mix_bar,
    more_rows_note,
    strategy_grid,
    strategy_tables,
)

SelectedCell = Mapping[str, str]
CELL_PARAMETERS = ("seat", "view", "locks")
"""What of an address looks at one cell."""


async def start_solving(
    request: Request, game: Game, before: str = "", *, patient: bool = True
) -> Part:
    """Return the solution of a game if it comes soon, or the job that will bring it.

    *before* is the game whose answer is shown until then: what changed is marked. Without
    patience a job that does not end soon is cancelled, and nothing is returned.
    """
    if isinstance(game.rules, NamedAgentFamily):
        return play_only_html(game)
    text, focus = str(game), _selected_cell(request)
    job = job_queue(request).submit("page", game_question(request, text), client_id(request))
    try:
        await asyncio.wait_for(job.over.wait(), WAIT_SECONDS)
    except TimeoutError:
        if not patient:
            job_queue(request).cancel(job)
            return None
        return job_part(request, job, _solution_part_url(text, {**focus, "before": before}))
    return await _finished_job_html(request, job, focus, game, before)


MAX_KEPT_LETTERS = 50_000
"""Letters of a solution's part of a page that are kept for the next who opens it."""


def _solution_part_url(text: str, focus: SelectedCell) -> str:
    kept = {key: word for key, word in focus.items() if word}
    return game_url(text, **kept).replace("/game", "/part/solved")


def _selected_cell(request: Request) -> SelectedCell:
    """Return what of a solution the address looks at: a cell, and those that are locked."""
    asked = request.query_params
    return {key: asked[key] for key in CELL_PARAMETERS if asked.get(key)}


async def _finished_job_html(
    request: Request, job: Job, focus: SelectedCell, game: Game | None = None, before: str = ""
) -> Part:
    """Return what became of a job that is over; *game* is its game, where it is loaded."""
    if job.state != "done":
        return ended_html(job)
    known = job_queue(request).known("page", game_question(request, before)) if before else None
    old = None if known is None or known.state != "done" else known
    plain = old is None and not focus
    if plain and job.shown:
        return Markup(job.shown)
    html = await asyncio.to_thread(
        lambda: solution_html(
            job.document, job.id, focus, game, None if old is None else old.document
        )
    )
    if plain and len(html) <= MAX_KEPT_LETTERS:
        job.shown = html
    return html


async def solved_part(request: Request) -> Response:
    """Show the answer of a job that is done."""
    job = job_queue(request).job(request.query_params.get("job", ""))
    if job is None:
        return error_response(request, 404, "this job is forgotten; solve it again")
    before = request.query_params.get("before", "")
    answer = await _finished_job_html(request, job, _selected_cell(request), before=before)
    return HTMLResponse(join_markup(answer))


def later_files(game: str, here: str) -> Markup:
    """Return an element that loads the links to the files of a game once the page is shown.

    *here* is the page that shows the game, for the link that is copied.
    """
    asked = urlencode({"g": game, "from": here})
    return tag("div", hx_get=f"/part/files?{asked}", hx_trigger="load", class_="files-later")


async def files_part(request: Request) -> Response:
    """Show the links by which the solution of a game is saved, and its page shared."""
    game = load_requested_game(request, request.query_params.get("g", ""))
    here = local_url(request.query_params.get("from", ""))
    job = job_queue(request).submit("page", game_question(request, str(game)), client_id(request))
    with suppress(TimeoutError):
        await asyncio.wait_for(job.over.wait(), WAIT_SECONDS)
    if not job.is_over:
        return HTMLResponse(job_part(request, job, f"/part/files?{request.url.query}"))
    if job.state != "done":
        return HTMLResponse(ended_html(job))
    return HTMLResponse(solution_downloads(job.id, job.document, here))


def solution_html(
    answer: SolutionAnswer,
    job: str,
    focus: SelectedCell | None = None,
    game: Game | None = None,
    before: SolutionAnswer | None = None,
) -> Markup:
    """Return a solution as a part of a page; *game* is its game, where it is loaded.

    *before* is the answer that was shown there: what changed is marked.
    """
    shown = tag("input", type="hidden", name="shown", value=answer["game"])
    if answer["html"]:
        return tag(
            "div",
            shown,
            *_headline_html(answer, game),
            *_thresholds_html(answer),
            Markup(answer["html"]),
            _no_cells_note() if answer["solution"].get("method") and _has_choices(answer) else None,
            solution_downloads(job, answer),
            _checker_note(answer),
            class_="solution panel",
            data_game=answer["game"],
        )
    solution = Solution.from_json(answer["solution"]).hold_game(game)
    old = _comparable(solution, before)
    seats = [
        _player_strategy_html(
            solution, one, _cells_of(solution, answer, one.seat, old), answer, focus or {}
        )
        for one in build_strategy_tables(solution)
    ]
    return tag(
        "div",
        shown,
        _unknown_player_note(solution, focus or {}),
        tag(
            "div",
            *_value_html(solution),
            tag("p", _difference_html(old, solution), class_="difference", role="status"),
            class_="panel value",
        ),
        *seats,
        tag(
            "div",
            solution_downloads(job, answer),
            _certificate_html(answer["solution"]),
            class_="panel",
        ),
        class_="solution uneven" if _is_uneven(solution, answer) else "solution",
        data_game=solution.game,
    )


def _headline_html(answer: SolutionAnswer, game: Game | None) -> list[Part]:
    """Return who wins or loses how much in a result that is no strategy in cells."""
    document = answer["solution"]
    if str(document.get("schema", "")).startswith("sabot/solution/"):
        solution = Solution.from_json(document).hold_game(game)
        return [tag("div", _payoff_sentence(solution, solution.seats[0]), class_="value")]
    if "known" in answer:
        known = answer["known"]
        said = value_html(as_rational(known["number"]), "", known["words"])
        return [tag("div", said, class_="value")]
    paid = {seat: as_rational(text) for seat, text in answer.get("pays", {}).items()}
    if len(paid) == 2 and not sum(paid.values()):  # what the one loses the other wins
        paid = dict([*paid.items()][:1])
    parts = (_paid_sentence(amount, seat, "per hand") for seat, amount in paid.items())
    return [tag("div", *parts, class_="value several")] if paid else []


MAX_SMALL_CELLS, MIN_LARGE_CELLS, MAX_LARGE_COLUMNS = 6, 30, 11
"""Cells of a strategy that has its place beside a large one, and size and width of a large one."""


def _is_uneven(solution: Solution, answer: SolutionAnswer) -> bool:
    """Return whether the first strategy is small and the other large: they are side by side."""
    many = [len(solution[seat].table) for seat in solution.seats]
    if len(many) != 2 or not 1 < many[0] <= MAX_SMALL_CELLS or many[1] < MIN_LARGE_CELLS:
        return False
    layout = answer["layouts"].get(solution.seats[1])
    return layout is not None and max(len(r["views"]) for r in layout["rows"]) <= MAX_LARGE_COLUMNS


def short_solution(answer: SolutionAnswer, game: Game, before: SolutionAnswer | None) -> list[Part]:
    """Return a solution without explanations: the value, what changed, and the grids."""
    solution = Solution.from_json(answer["solution"]).hold_game(game)
    old = _comparable(solution, before)
    parts: list[Part] = [
        _payoff_sentence(solution, solution.seats[0]),
        tag("p", _difference_html(old, solution), class_="difference", role="status"),
    ]
    for table in build_strategy_tables(solution):
        seat = table.seat
        cells = _cells_of(solution, answer, seat, old)
        layout = infoset_layout(cells.views, list(table.sees))
        shown = strategy_tables(cells) if layout is None else strategy_grid(layout, cells)
        head = tag("h3", capitalize_first(player_name(seat)))
        parts.append(tag("section", head, shown, data_seat=seat))
    return parts


_PRESSED = re.compile(r"</?(?:button|strategy-grid)\b[^>]*>")
_PART_OF_GRID = re.compile(r'<tbody(?: hidden)? data-part="([^"]*)">')


def static_headline(answer: SolutionAnswer) -> list[Part]:
    """Return the value as the page has it, and exactly, for a file in which nothing is pressed."""
    solution = Solution.from_json(answer["solution"])
    paid = {solution.seats[0]: solution.value} if solution.zero_sum else solution.payoffs
    exact = ", ".join(f"{format_fraction(amount)} to {seat}" for seat, amount in paid.items())
    said = (_payoff_sentence(solution, seat) for seat in paid)
    return [
        *(Markup(_PRESSED.sub("", sentence)) for sentence in said),
        tag("p", f"Exactly {exact}. {_uniqueness(solution)}", class_="dim"),
    ]


def static_strategies(answer: SolutionAnswer) -> Markup:
    """Return the strategies as the page has them, equal rows folded; all parts are shown."""
    solution = Solution.from_json(answer["solution"])
    shown = []
    for one in build_strategy_tables(solution):
        cells = _cells_of(solution, answer, one.seat, None)
        earns, layout = answer["earns"].get(one.seat), answer["layouts"].get(one.seat)
        inside = (
            _single_choice_table(cells, earns)
            if one.one_choice
            else _cells_html(cells, layout, list(one.sees))
        )
        verdict = tag("small", one.verdict, class_="dim")
        shown.append(tag("h2", capitalize_first(player_name(one.seat)), " ", verdict))
        shown += map(join_markup, inside)
    part = r'<tbody><tr><th class="part" colspan="3">\1</th></tr>'
    return Markup(_PRESSED.sub("", _PART_OF_GRID.sub(part, join_markup(*shown))))


def _comparable(solution: Solution, before: SolutionAnswer | None) -> Solution | None:
    """Return the answer before, where it is one of the same kind: same seats, same sort."""
    if before is None or before["html"] or before["game"] == str(solution.game):
        return None
    old = Solution.from_json(before["solution"])
    alike = old.seats == solution.seats and old.zero_sum == solution.zero_sum
    return old if alike else None


def _difference_html(old: Solution | None, new: Solution) -> list[Part]:
    """Return what changed against the answer before: the value, and how many cells."""
    if old is None:
        return []
    seat = new.seats[0]
    if new.zero_sum:
        change, was = new.value - old.value, old.value
    else:
        change, was = new.payoffs[seat] - old.payoffs[seat], old.payoffs[seat]
    moved, shared, fresh = 0, 0, 0
    for player in new.seats:
        cells = StrategyCells(new[player].table, {}, old[player].table)
        both = [view for view in cells.views if view in old[player].table]
        shared += len(both)
        fresh += len(cells.views) - len(both)
        moved += sum(cells.ghost(view) is not None for view in both)
    to, percent = with_article(seat), _is_percentage(new)
    said: list[Part] = [tag("b", _changed_rules(str(old.game), str(new.game))), ": "]
    if change:
        by = amount_paid_html(change, percent=percent, sign=True)
        said += [by, f" to {to} (was ", amount_paid_html(was, percent=percent), "); "]
    else:
        said += ["the same value; "]
    said.append(f"{moved} of {count_noun(shared, 'cell')} changed")
    return [*said, f", {fresh} new." if fresh else "."]


def _changed_rules(old: str, new: str) -> str:
    """Return which rules differ between two games.

    >>> _changed_rules("le-her(ranks=7, suits=4)", "le-her(ranks=8, suits=4)")
    'ranks 7 → 8'
    """
    (name, one, *_), (other, two, *_) = split_game_string(old), split_game_string(new)
    if name != other:
        return f"{old} → {new}"
    keys = [key for key in dict.fromkeys((*one, *two)) if one.get(key) != two.get(key)]
    return ", ".join(f"{key} {one.get(key, 'default')} → {two.get(key, 'default')}" for key in keys)


def _all_solutions_link(solution: Solution) -> Part:
    """Return the way to all solutions, where this is one of several."""
    address = url_at("/equilibria", solution.game)
    if solution.unique or len(address) >= MAX_URL_LENGTH:
        return None
    words = "All optimal strategies" if solution.zero_sum else "All equilibria"
    return tag("a", words, href=address)


def _thresholds_html(answer: SolutionAnswer) -> list[Part]:
    """Return the strips of continuous types, or a family's own figure, under a heading."""
    if "drawing" not in answer:
        return []
    head = capitalize_first(answer.get("caption", "what is done with which hand"))
    return [tag("h2", head), figure_html(answer["drawing"])]


def _unknown_player_note(solution: Solution, focus: SelectedCell) -> Part:
    """Return the message for an address whose player does not exist."""
    seat = focus.get("seat", "")
    if not focus or seat in solution.seats:
        return None
    known = " and ".join(solution.seats)
    return error_html(f"seat: {seat[:40]!r} is none of this game; its seats are {known}")


def _has_choices(answer: SolutionAnswer) -> bool:
    """Return whether the game has choices at all."""
    family = find_family(answer["game"])
    return family is None or family.has_choices


def _no_cells_note() -> Markup:
    words = "Cells are explained and locked where two play and strategies are tables of views."
    return tag("p", words, class_="note")


def _cell_of_player(seat: str, focus: SelectedCell) -> SelectedCell:
    """Return what the address looks at, where it is a cell of a player; nothing elsewhere."""
    return focus if focus.get("seat") == seat and "view" in focus else {}


def _value_html(solution: Solution) -> list[Part]:
    """Return the value as a sentence; where the game is not zero-sum, one for each player."""
    if not solution.zero_sum:
        paid = [_payoff_sentence(solution, seat) for seat in solution.seats]
        words = f"An equilibrium: no player gains by another strategy. {_uniqueness(solution)}"
        return [*paid, tag("p", words, " ", _all_solutions_link(solution), class_="dim")]
    win = solution.win_probability
    chance: list[Part] = []
    if win is not None:
        first = capitalize_first(with_article(solution.seats[0]))
        chance = [f"{first} wins with probability ", number_html(win, digits=DIGITS), ". "]
    return [
        _payoff_sentence(solution, solution.seats[0]),
        tag("p", *chance, _uniqueness(solution), " ", _all_solutions_link(solution), class_="dim"),
    ]


def _uniqueness(solution: Solution) -> str:
    """Return whether there are other solutions."""
    if solution.zero_sum:
        return (
            "The only optimal strategies."
            if solution.unique
            else "There are other optimal strategies."
        )
    return "It is the only one." if solution.unique else "There may be others."


def _payoff_sentence(solution: Solution, seat: str) -> Markup:
    """Return who wins or loses how much, as a sentence."""
    paid = solution.value if solution.zero_sum else solution.payoffs[seat]
    if not paid and solution.zero_sum:
        return value_html(paid, "The game is fair:", f"per {solution.one_play}", seat)
    after = "% of the stake" if _is_percentage(solution) else f"per {solution.one_play}"
    return _paid_sentence(paid, seat, after)


def _paid_sentence(paid: Fraction, seat: str, after: str) -> Markup:
    """Return what a seat wins or loses, as a sentence."""
    who = capitalize_first(player_name(seat))
    if not paid:
        return value_html(paid, f"{who} gets", after.removeprefix("% of the stake"), seat)
    plural = seat.lower() == "players"
    verb = ("lose" if paid < 0 else "win") + ("" if plural else "s")
    return value_html(paid, f"{who} {verb}", after, seat)


def _is_percentage(solution: Solution) -> bool:
    """Return whether what is paid is a part of a stake, and so shown in per cent."""
    game = solution.find_game()
    return solution.zero_sum and game is not None and bool(game.rules.edge)


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


def _checker_note(answer: SolutionAnswer) -> Part:
    """Return whether the checker has verified a result whose own words do not say so."""
    if str(answer["solution"].get("schema", "")).startswith("sabot/solution/"):
        return None
    seconds = answer["checked"]
    words = "none: there is no checker for this kind of result"
    if seconds is not None:
        words = f"checked in {duration_text(seconds)}"
    return tag("dl", tag("div", tag("dt", "certificate"), tag("dd", words)), class_="proof")


def _cells_of(
    solution: Solution, answer: SolutionAnswer, seat: str, old: Solution | None
) -> StrategyCells:
    """Return the cells of a seat: what is played, what a mistake costs, and what was before."""
    costs = {view: as_rational(cost) for view, cost in answer["costs"].get(seat, {}).items()}
    return StrategyCells(solution[seat].table, costs, None if old is None else old[seat].table)


def _player_strategy_html(
    solution: Solution,
    one: PlayerStrategyTable,
    cells: StrategyCells,
    answer: SolutionAnswer,
    focus: SelectedCell,
) -> Markup:
    """Return the strategy of one seat, each cell of which says why; that of *focus* at once."""
    seat = one.seat
    focus = _cell_of_player(seat, focus)
    if one.one_choice:
        inside = _single_choice_table(cells, answer["earns"].get(seat))
    else:
        inside = _cells_html(cells, answer["layouts"].get(seat), list(one.sees))
    notes = [tag("p", _absent_infosets_note(one), class_="note")] if one.absent else []
    hint = "Choose a cell: what each action earns there, and why."
    return tag(
        "section",
        tag(
            "h2", capitalize_first(player_name(seat)), " ", tag("small", one.verdict, class_="dim")
        ),
        tag(
            "div",
            tag("div", *inside, *notes, class_="cells"),
            tag(
                "div",
                tag("p", hint, class_="why-hint"),
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


def _single_choice_table(cells: StrategyCells, earns: Mapping[str, str] | None) -> list[Part]:
    """Return the choices of a seat that knows nothing: each with its chance and its worth."""
    mix, old = cells.views["-"], cells.ghost("-")
    few = len(mix) <= MAX_CHOICES_IN_ORDER
    played = list(mix) if few else sorted(mix, key=lambda action: -mix[action])
    head = ["choice", "", "probability", *(["earns"] if earns else [])]
    rows = []
    for action in played[:MAX_ROWS]:
        bar = tag("td", mix_bar({action: mix[action]}, {action: 1}), class_="bar")
        row = [bar, tag("td", amount_html(format_fraction(mix[action])))]
        if earns:
            row.append(tag("td", amount_html(earns[action])))
        changed = old is not None and old.get(action, 0) != mix[action]
        if changed and old is not None:
            row.append(tag("td", "was ", number_html(old.get(action, Fraction(0))), class_="ghost"))
        look = "changed" if changed else None if mix[action] else "idle"
        rows.append(table_row(infoset_button("-", action), *row, class_=look))
    return [scrollable(html_table(head, rows)), more_rows_note(len(played))]


MAX_COLOURED_ACTIONS = 4
"""Actions of one choice that have a colour of their own; more are listed."""


def _cells_html(cells: StrategyCells, layout: GridLayout | None, sees: list[str]) -> list[Part]:
    """Return the cells as a grid, the mixed ones in numbers below it; else line by line."""
    few = max(cells.slots.values(), default=0) < MAX_COLOURED_ACTIONS
    if layout is not None:
        found: GridLayout | None = {**layout, "sees": sees}
    else:
        found = infoset_layout(cells.views, sees) if few else None
    if found is None or not few:
        return [strategy_tables(cells)]
    return [strategy_grid(found, cells), _mixed_cells(cells)]


def _mixed_cells(cells: StrategyCells) -> Part:
    """Return the cells that are left to chance, in numbers."""
    mixed = [view for view, mix in cells.views.items() if is_mixed(mix)]
    if not mixed:
        return tag("p", "No cell is left to chance.", class_="note")
    listed = strategy_tables(cells.part(mixed))
    if len(mixed) <= MAX_MIXED_CELLS_SHOWN:
        return [tag("h3", "Left to chance"), listed]
    return tag("details", tag("summary", f"{len(mixed)} cells are left to chance"), listed)


MAX_MIXED_CELLS_SHOWN = 6
"""Mixed cells that are listed at once; more are folded."""


MAX_CHANGED_CELLS = 40


async def explanation_part(request: Request) -> Response:
    """Explain one cell."""
    asked = await form_fields(request)
    try:
        found = await job_queue(request).ask(
            "why", _cell_question(request, asked), client_id(request)
        )
    except SabotError as fault:
        return HTMLResponse(error_html(str(fault)))
    locks = await _evaluate_locks(request, asked) if asked.get("locks") else None
    return HTMLResponse(
        explanation_html(found, locks), headers=replace_url_header(request, **_cell_of_form(asked))
    )


async def holdings_part(request: Request) -> Response:
    """Split the values of a cell by what the opponent may hold."""
    try:
        question = _cell_question(request, await form_fields(request))
        found = await job_queue(request).ask("holdings", question, client_id(request))
    except SabotError as fault:
        return HTMLResponse(error_html(str(fault)))
    return HTMLResponse(holdings_html(found))


def _cell_question(request: Request, asked: Mapping[str, str]) -> dict[str, object]:
    """Return the question about the cell that a form names."""
    return game_question(
        request, asked.get("g", ""), seat=asked.get("seat", ""), view=asked.get("view", "")
    )


def _cell_of_form(asked: Mapping[str, str]) -> dict[str, str]:
    return {key: asked.get(key, "") for key in ("g", "seat", "view", "locks")}


async def locked_part(request: Request) -> Response:
    """Say what a strategy is worth with some of its cells locked."""
    asked = await form_fields(request)
    html = await _evaluate_locks(request, asked)
    return HTMLResponse(html, headers=replace_url_header(request, **_cell_of_form(asked)))


async def _evaluate_locks(request: Request, asked: Mapping[str, str]) -> Markup:
    """Return the evaluation of the locks that are asked about."""
    seat = asked.get("seat", "")
    try:
        cells = dict(json.loads(asked.get("locks") or "{}"))
    except (ValueError, TypeError):
        return error_html("locks: a JSON object {view: action} is wanted")
    if not cells:
        return tag("p", "No cell is locked.", class_="note")
    question = game_question(request, asked.get("g", ""), locks={seat: cells})
    try:
        found = await job_queue(request).ask("locked", question, client_id(request))
    except SabotError as fault:
        return error_html(str(fault))
    return _locked_cells_html(seat, cells, found)


def _locked_cells_html(seat: str, cells: Mapping[str, str], found: LockedCells) -> Markup:
    """Return what is locked, what it leaves, and how it is answered best."""
    other = found["other"]
    locked = [
        chip_button(
            f"{view}: {action} ✕",
            aria_label=f"unlock {view}: {action} ✕",
            data_cell=view,
            data_lock="",
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
    Page("/part/solved", "solution", solved_part),
    Page("/part/files", "files", files_part),
    Page("/part/why", "why", explanation_part),
    Page("/part/holdings", "holdings", holdings_part),
    Page("/part/locked", "locked", locked_part),
)
