"""Compare two games, or one game under two sets of rules: payoffs and strategies."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from sabot.errors import NoMethodError, SabotError
from sabot.exact import as_rational, format_decimal, format_fraction
from sabot.forms.extensive import MixedAction
from sabot.game_rules.family import NamedAgentFamily
from sabot.game_rules.game import Game
from sabot.render.document import (
    Block,
    Document,
    Paragraph,
    Section,
    TableBlock,
    build_document,
    build_table,
)
from sabot.render.figures.figure import Figure
from sabot.render.strategy_table import sort_infosets
from sabot.render.text import (
    clip_label,
    count_noun,
    fraction_and_decimal,
    mixed_action_text,
    with_article,
)
from sabot.results.continuous import EQUILIBRIUM_SCHEMA as CUTS
from sabot.results.nplayer import PROFILE_SCHEMA as PROFILE
from sabot.results.solution import Solution
from sabot.web.components import amount_html, download_links, error_html, mix_html, number_html
from sabot.web.game_links import MAX_URL_LENGTH, game_question, load_requested_game, sample_games
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
from sabot.web.jobs import Job, client_id, job_queue, require_answer
from sabot.web.layout import error_response, page_status, render_page
from sabot.web.pages import Page
from sabot.web.pages.downloads import (
    SOLUTION_SCHEMAS,
    TaskAnswer,
    attachment,
    figure_of_answer,
    picture_file,
    standalone_page,
    text_figure,
)
from sabot.web.pages.jobs import wait_for_jobs
from sabot.web.pages.saving_links import PAGE_LABEL, PICTURE_LABELS

MAX_CELLS = 300
"""Cells of a seat that are written out."""
_MAY_COINCIDE = "perhaps not every cell has to differ"
_CHANGE_DIGITS = 12
"""Digits of the change between amounts that are no fractions."""


async def compare_page(request: Request) -> Response:
    """Compare the games ``a`` and ``b`` of the address."""
    asked = request.query_params
    usual = sample_games()[0]
    texts = [asked.get("a", usual), asked.get("b", asked.get("a", usual))]
    inside: Part = tag("p", "Change a rule in one of them, then compare.", class_="placeholder")
    status = 200
    if "a" in asked and "b" in asked:
        try:
            inside = await _compare_games(request, texts)
        except SabotError as fault:
            inside, status = error_html(str(fault)), page_status(fault)
    boxes = [
        tag(
            "div",
            tag("label", label, for_=name),
            tag("input", id=name, name=name, value=text, spellcheck="false", autocomplete="off"),
            class_="field",
        )
        for label, name, text in zip(("One game", "Another"), "ab", texts, strict=True)
    ]
    form = tag(
        "form",
        *boxes,
        tag("button", "Compare", class_="main"),
        action="/compare",
        class_="panel pair",
    )
    lead = (
        "Two games, or one game under two sets of rules: how much more or less each seat is paid, "
        "and where it plays otherwise."
    )
    head = tag("h1", "Compare two sets of rules"), tag("p", lead, class_="lead")
    return render_page(request, "Compare", *head, form, inside, status=status)


async def _compare_games(request: Request, texts: list[str]) -> Part:
    games = [load_requested_game(request, text) for text in texts]
    if any(isinstance(game.rules, NamedAgentFamily) for game in games):
        return _not_solvable_note(games)
    jobs = _solve_both(request, games)
    late = await wait_for_jobs(request, *jobs)
    if late is not None:
        return late
    answers = [require_answer(job) for job in jobs]
    one, two = map(read_compared_game, map(str, games), answers)
    asked = urlencode({"a": one.game, "b": two.game})
    forms = PAGE_LABEL | PICTURE_LABELS
    files = {word: f"/compare/comparison.{form}?{asked}" for form, word in forms.items()}
    short = len(asked) < MAX_URL_LENGTH
    share = download_links(files, link=f"/compare?{asked}") if short else None
    return [await asyncio.to_thread(lambda: _comparison_html(one, two)), share]


def _solve_both(request: Request, games: Sequence[Game]) -> list[Job]:
    return [
        job_queue(request).submit("page", game_question(request, str(game)), client_id(request))
        for game in games
    ]


async def comparison_file(request: Request) -> Response:
    """Send a comparison as a stand-alone page or as a picture."""
    form = request.path_params["form"]
    texts = [request.query_params.get(name, "") for name in "ab"]
    if form not in PAGE_LABEL | PICTURE_LABELS or not all(texts):
        return error_response(request, 404, "there is no such file of a comparison")
    games = [load_requested_game(request, text) for text in texts]
    if any(isinstance(game.rules, NamedAgentFamily) for game in games):
        return error_response(request, 404, "a game that nothing solves is not compared")
    jobs = _solve_both(request, games)
    for job in jobs:
        await job_queue(request).wait_for(job)
    answers = [require_answer(job) for job in jobs]
    one, two = map(read_compared_game, map(str, games), answers)

    def written() -> str | bytes:
        figure, view = _comparison_figure(one, two, answers), _comparison_view(one, two)
        if form in PAGE_LABEL:
            return standalone_page(f"{one.game} and {two.game}", figure, view)
        return picture_file(figure or text_figure(view), form)

    return attachment(await asyncio.to_thread(written), form, f"comparison.{form}")


def _comparison_figure(
    one: ComparedGame, two: ComparedGame, answers: Sequence[TaskAnswer]
) -> Figure | None:
    """Return the figures of both games, one above the other; None where one has none."""
    figures = [figure_of_answer(answer) for answer in answers]
    panels = [
        replace(panel, title=f"{clip_label(game.game)}, {panel.title}".rstrip(", "))
        for game, figure in zip((one, two), figures, strict=True)
        if figure is not None
        for panel in figure.panels
    ]
    return None if None in figures else Figure("Two sets of rules", tuple(panels))


def _comparison_view(one: ComparedGame, two: ComparedGame) -> Document:
    """Return a document of what is paid, how near it is, and every cell that differs."""
    blocks: list[Block] = [_payoffs_block(one, two)]
    if accuracy := _accuracy_words(one, two):
        blocks.append(Paragraph(accuracy))
    for seat in one.seats if one.cuts == two.cuts else ():
        if seat in two.seats:
            views = _changed_views(one, two, seat)
            rows = [(view, one.text(seat, view), two.text(seat, view)) for view in views]
            blocks += [Section(capitalize_first(_player_words(seat)))]
            blocks += [build_table(rows, head=("view", one.game, two.game))] if rows else []
            blocks += [Paragraph(_changes_text(one, two, seat))]
    return build_document(blocks)


def _payoffs_block(one: ComparedGame, two: ComparedGame) -> TableBlock:
    """Return what each seat of either game is paid."""
    before, after = _all_payoffs(one), _all_payoffs(two)
    rows = [
        (_player_words(seat), *(_payoff_text(paid.get(seat)) for paid in (before, after)))
        for seat in dict.fromkeys((*before, *after))
    ]
    return build_table(rows, head=("paid to", one.game, two.game), right=(1, 2))


def _payoff_text(paid: str | None) -> str:
    if paid is None:
        return "-"
    return paid if "." in paid else fraction_and_decimal(as_rational(paid))


def _not_solvable_note(games: Sequence[Game]) -> Markup:
    """Return why a game is not compared that no method solves, and the way to what is solved."""
    played = [game for game in games if isinstance(game.rules, NamedAgentFamily)]
    names = " and ".join(dict.fromkeys(map(str, played)))
    few = "have no value and no table" if len(set(played)) > 1 else "has no value and no table"
    words = f"{names} {few} to compare: hands are dealt and played, and nothing solves them."
    models = [
        game.rules.model(game) if isinstance(game.rules, NamedAgentFamily) else str(game)
        for game in games
    ]
    way = None
    if all(models):
        place = f"/compare?{urlencode(dict(zip('ab', models, strict=True)))}"
        link = tag("a", f"Compare {' with '.join(models)}", href=place)
        way = tag("p", "Its first phase is solved as a model. ", link, ".")
    return tag("div", tag("p", words), way, class_="fault", role="alert")


def _comparison_html(one: ComparedGame, two: ComparedGame) -> Markup:
    shared = [seat for seat in one.seats if seat in two.seats]
    if one.zero_sum and two.zero_sum:
        paid = " and ".join(dict.fromkeys(_player_words(parts.seats[0]) for parts in (one, two)))
        values = (next(iter(parts.paid.values())) for parts in (one, two))
        parts = [_value_table(f"Value, paid to {paid}", one, two, *values)]
    else:
        parts = [_payoff_table(one, two, shared)]
    return tag(
        "div",
        *parts,
        _accuracy_note(one, two),
        *_strategy_comparisons(one, two, shared),
        class_="compared",
    )


def _player_words(seat: str) -> str:
    return f"player {seat}" if seat.isdecimal() else with_article(seat)


def _all_payoffs(game: ComparedGame) -> dict[str, str]:
    """Return what every seat is paid, also where one number says it."""
    if not game.zero_sum or len(game.seats) != 2:
        return dict(game.paid)
    (first, other), value = game.seats, next(iter(game.paid.values()))
    return {first: value, other: format_fraction(-as_rational(value))}


def _accuracy_note(one: ComparedGame, two: ComparedGame) -> Part:
    words = _accuracy_words(one, two)
    return tag("p", words, class_="note") if words else None


def _accuracy_words(one: ComparedGame, two: ComparedGame) -> str:
    """Return how much a player could gain, where what is paid is not exact; empty if it is."""
    loose = [answer for answer in (one, two) if answer.bound != "0"]
    words = [f"in {answer.game} nobody could gain more than {answer.bound}" for answer in loose]
    return capitalize_first("; ".join(words)) + "." if words else ""


def _value_table(
    title: str, one: ComparedGame, two: ComparedGame, before: str, after: str
) -> Markup:
    """Return what is paid under both sets of rules, and the change."""
    rows = [
        table_row(name, tag("td", amount_html(value), data_value=name))
        for name, value in ((one.game, before), (two.game, after))
    ]
    change = tag("td", _payoff_change(before, after), data_value="change")
    rows.append(table_row("change", change, class_="sum"))
    values = tag("table", tag("tbody", *rows), class_="lines values")
    return tag("section", tag("h2", title), values, class_="panel")


def _payoff_table(one: ComparedGame, two: ComparedGame, seats: Sequence[str]) -> Markup:
    """Return what each seat is paid under both sets of rules, one line per player."""
    before, after = _all_payoffs(one), _all_payoffs(two)
    head = (one.game, two.game, "change")
    rows = []
    for seat in seats:
        texts = before[seat], after[seat]
        cells = zip(head, (*map(amount_html, texts), _payoff_change(*texts)), strict=True)
        found = [tag("td", cell, data_label=name, data_value=name) for name, cell in cells]
        rows.append(table_row(f"Paid to {_player_words(seat)}", *found))
    both = html_table(("", *head), rows, class_="lines beside-each-other")
    return tag(
        "section", tag("h2", "What each seat is paid"), scrollable(both, "Paid"), class_="panel"
    )


def _payoff_change(before: str, after: str) -> Markup:
    gap = as_rational(after) - as_rational(before)
    loose = "." in before + after
    return (
        amount_html(format_decimal(gap, _CHANGE_DIGITS)) if loose else number_html(gap, sign=True)
    )


def _strategy_comparisons(one: ComparedGame, two: ComparedGame, shared: list[str]) -> list[Markup]:
    """Return what each seat does otherwise; where one game has cuts and one views, that it has."""
    if one.cuts == two.cuts:
        return [_compare_player(one, two, seat) for seat in shared]
    real, other = (one, two) if one.cuts else (two, one)
    words = (
        f"What is done is described by cuts between real numbers in {real.game}, and hand by hand "
        f"in {other.game}: only what is paid can be compared. "
        "Give both the same ranks for the rest."
    )
    return [tag("p", words, class_="note")]


def _compare_player(one: ComparedGame, two: ComparedGame, seat: str) -> Markup:
    changed = _changed_views(one, two, seat)
    rows = [
        table_row(
            "first to act" if view == "-" else view,
            tag("td", one.part(seat, view), data_label=one.game),
            tag("td", two.part(seat, view), data_label=two.game),
            data_view=view,
        )
        for view in changed[:MAX_CELLS]
    ]
    others = _nonuniqueness_note(one, two, seat) if changed else ""
    words = _changes_text(one, two, seat)
    if len(changed) > MAX_CELLS:
        words += f"; the first {MAX_CELLS} of them"
    beside = html_table(("view", one.game, two.game), rows, class_="lines beside-each-other")
    return tag(
        "section",
        tag("h2", capitalize_first(_player_words(seat))),
        tag("p", words, class_="note"),
        tag("p", others, class_="note") if others else None,
        scrollable(beside) if rows else None,
        class_="panel",
        data_seat=seat,
    )


def _changed_views(one: ComparedGame, two: ComparedGame, seat: str) -> list[str]:
    """Return the views that a seat has in both games, and at which it does otherwise."""
    ours, theirs = one.done[seat], two.done[seat]
    return [v for v in sort_infosets(ours) if v in theirs and ours[v] != theirs[v]]


def _changes_text(one: ComparedGame, two: ComparedGame, seat: str) -> str:
    """Return how many cells differ, and how many views only one of the games has."""
    changed, ours, theirs = _changed_views(one, two, seat), one.done[seat], two.done[seat]
    both = sum(view in theirs for view in ours)
    only = len(ours) + len(theirs) - 2 * both
    loose = changed and _nonuniqueness_note(one, two, seat)
    odd = ("differs" if len(changed) == 1 else "differ") if loose else "changed"
    more = f"; {count_noun(only, 'view')} in one of the two games only" if only else ""
    return f"{count_noun(len(changed), 'cell')} of {both} {odd}{more}"


def _nonuniqueness_note(one: ComparedGame, two: ComparedGame, seat: str) -> str:
    """Return that what differs need not, where a seat may do something else as well."""
    loose = [answer for answer in (one, two) if seat not in answer.only]
    if not loose:
        return ""
    games = " and in ".join(answer.game for answer in loose)
    if not all(answer.zero_sum for answer in loose):
        return f"In {games} one equilibrium is shown, and there may be others: {_MAY_COINCIDE}."
    sure = "has" if all(seat in answer.several for answer in loose) else "may have"
    told_of = f"{_player_words(seat)} {sure} other optimal strategies than the one shown"
    return f"In {games} {told_of}: {_MAY_COINCIDE}."


PAGES = (
    Page(
        "/compare",
        "Compare",
        compare_page,
        "Compare",
        takes=("a", "b"),
        numbers="Solutions with a certificate were verified by the checker before they were "
        "compared.",
    ),
    Page("/compare/comparison.{form}", "comparison", comparison_file),
)
ThresholdSteps = Sequence[tuple[str, str | Mapping[str, str]]]
"""Up to which hand each action goes."""


@dataclass(frozen=True, slots=True)
class ComparedGame:
    """One of two games that are compared."""

    game: str
    seats: tuple[str, ...]
    paid: Mapping[str, str]
    """What each seat is paid, as its document says; of a zero-sum game the first seat alone."""
    done: Mapping[str, Mapping[str, MixedAction | ThresholdSteps]]
    """What is done, by seat and view: a mix of actions, or the cuts between them."""
    cuts: bool = False
    """Whether hands are real numbers, divided by cuts."""
    only: frozenset[str] = frozenset()
    """The seats that have no other optimal strategy than what is done here."""
    several: frozenset[str] = frozenset()
    """The seats that have others, which is proved."""
    bound: str = "0"
    """The most that a seat could gain: what is paid is that near to balance."""

    @property
    def zero_sum(self) -> bool:
        """Whether one number says what is paid: what one seat wins the other loses."""
        return len(self.paid) == 1

    def part(self, seat: str, view: str) -> Markup:
        """Return in words what a seat does."""
        done = self.done[seat][view]
        return mix_html(done) if isinstance(done, Mapping) else thresholds_html(done)

    def text(self, seat: str, view: str) -> str:
        """Return the same without marks, for a document."""
        done = self.done[seat][view]
        if isinstance(done, Mapping):
            return mixed_action_text(done.items())
        *low, (_, last) = _intervals_with_hands(done)
        return "".join(f"{_done_text(one)} to {end}, then " for end, one in low) + _done_text(last)


def read_compared_game(game: str, answer: TaskAnswer) -> ComparedGame:
    """Return what a result says that can be compared; refuse one that says nothing of the kind."""
    document = answer["solution"]
    schema = str(document.get("schema", ""))
    if schema.startswith(SOLUTION_SCHEMAS):
        return _from_solution(Solution.from_json(document))
    seats = tuple(document.get("seats", ()))
    pays = dict(zip(seats, map(str, document.get("payoffs", ())), strict=False))
    if schema == CUTS:
        two = len(seats) == 2 and not sum(map(as_rational, pays.values()))
        paid = {seats[0]: pays[seats[0]]} if two else pays
        bound = str(document["bound"])
        return ComparedGame(game, seats, paid, document["thresholds"], cuts=True, bound=bound)
    if schema == PROFILE:
        bound = format_fraction(max(map(as_rational, document["gains"])))
        return ComparedGame(
            game,
            seats,
            pays,
            _exact_strategies(document["strategies"]),
            bound=bound,
        )
    raise NoMethodError(
        f"{game}: its result has neither a value nor strategies to lay beside another's; "
        "its own page shows what it has"
    )


def _exact_strategies(
    strategies: Mapping[str, Mapping[str, Mapping[str, str]]],
) -> dict[str, dict[str, MixedAction]]:
    return {
        seat: {
            view: {action: as_rational(chance) for action, chance in mix.items()}
            for view, mix in views.items()
        }
        for seat, views in strategies.items()
    }


def _from_solution(solution: Solution) -> ComparedGame:
    first = solution.seats[0]
    paid = (
        {first: format_fraction(solution.value)}
        if solution.zero_sum
        else {seat: format_fraction(solution.payoffs[seat]) for seat in solution.seats}
    )
    done = {seat: dict(solution[seat].table) for seat in solution.seats}
    alone = solution.behaviour
    only = frozenset(seat for seat in solution.seats if alone.get(seat) is True)
    several = frozenset(seat for seat in solution.seats if alone.get(seat) is False)
    return ComparedGame(
        solution.game, tuple(solution.seats), paid, done, only=only, several=several
    )


def thresholds_html(steps: ThresholdSteps) -> Markup:
    """Return in words what is done with which hands.

    >>> str(thresholds_html([["1", "low"]])), str(thresholds_html([["1/9", "low"], ["1", "high"]]))
    ('low', 'low to ...1/9..., then high')
    >>> str(thresholds_html([["0", "low"], ["1", "high"]]))  # with no hand at all
    'high'
    >>> str(thresholds_html([["1", {"low": "2/3", "high": "1/3"}]]))
    '2/3 low and 1/3 high'
    """
    *low, (_, last) = _intervals_with_hands(steps)
    return join_markup(
        *(join_markup(f"{_done_text(done)} to ", amount_html(end), ", then ") for end, done in low),
        _done_text(last),
    )


def _intervals_with_hands(steps: ThresholdSteps) -> list[tuple[str, str | Mapping[str, str]]]:
    """Return the steps without intervals of no hand."""
    ends = ["0", *(end for end, _ in steps)]
    return [step for step, before in zip(steps, ends, strict=False) if step[0] != before]


def _done_text(done: str | Mapping[str, str]) -> str:
    """Return an action, or the actions that are mixed with their probabilities."""
    if isinstance(done, str):
        return done
    return " and ".join(f"{chance} {action}" for action, chance in done.items())
