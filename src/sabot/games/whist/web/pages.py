"""Pages of whist: a deal as two hands, what every card leads to, why, and puzzles.

The reason is drawn: the matrix A of a deal, the lattice path that divides it, and its diagonals
with H.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sabot.games.whist.deal import FIVE_CARD, GREEDY_WHIST, WHIST
from sabot.games.whist.puzzle import PUZZLE_KINDS
from sabot.games.whist.web.tasks import MOST_SHOWN, SHOWN_VARIANTS
from sabot.loading import find_family
from sabot.render.text import count_noun
from sabot.render.views.game_info import rules_paragraphs
from sabot.web.components import card_svg, error_html, number_field, select_field, text_field
from sabot.web.html import Markup, html_table, tag
from sabot.web.jobs import Job, client_id, job_queue
from sabot.web.layout import render_page
from sabot.web.pages import Page
from sabot.web.pages.jobs import wait_for_jobs
from sabot.web.pages.solution import later_files

MATRIX_WIDTH = 360
"""How wide the matrix is drawn."""
WIDEST_CELL, SIGN_CELL_WIDTH = 48.0, 22
"""Of a cell or a bar; and from where on a number or a sign is written into it."""
NAMED_CELL_WIDTH = 15
"""From this width of a cell on, each has its card beside it."""
_MARGIN = 26


def draw_matrix(theory: Mapping[str, Any], names: Sequence[str]) -> Markup:
    """Return A: who wins each pair of cards; the path between, and the diagonal H.

    West's cards are down the side and East's across, the lowest first, as in (6) of the paper.
    """
    table, n = theory["matrix"], len(theory["matrix"])
    size = min(WIDEST_CELL, MATRIX_WIDTH / n)
    whole = _MARGIN + n * size + 4
    return tag(
        "svg",
        tag("title", "The matrix A: blue where West's card wins, orange where East's does"),
        _draw_cells(theory, size),
        _draw_signs(table, size) if size >= SIGN_CELL_WIDTH else None,
        tag("path", d=_lattice_path(table, size), class_="path"),
        _draw_diagonal(theory["H"], n, size),
        _draw_card_names(theory, names, size),
        viewBox=f"0 0 {whole:g} {whole:g}",
        width=f"{whole:g}",
        height=f"{whole:g}",
        class_="whist-matrix",
        role="img",
        aria_label=f"The matrix A of the deal; H is {theory['H']}",
        data_h=theory["H"],
    )


def _draw_cells(theory: Mapping[str, Any], size: float) -> list[Markup]:
    """Return a square a pair of cards, in the colour of who wins it."""
    return [
        tag(
            "rect",
            x=f"{_MARGIN + j * size:g}",
            y=f"{_MARGIN + i * size:g}",
            width=f"{size:g}",
            height=f"{size:g}",
            class_="first" if sign > 0 else "second",
            data_row=theory["west"][i],
            data_column=theory["east"][j],
            data_sign=sign,
        )
        for i, row in enumerate(theory["matrix"])
        for j, sign in enumerate(row)
    ]


def _draw_signs(table: Sequence[Sequence[int]], size: float) -> list[Markup]:
    """Return the sign of every square, for who does not see colours."""
    return [
        tag(
            "text",
            "+" if sign > 0 else "−",
            x=f"{_MARGIN + (j + 0.5) * size:g}",
            y=f"{_MARGIN + (i + 0.5) * size:g}",
            class_="sign",
        )
        for i, row in enumerate(table)
        for j, sign in enumerate(row)
    ]


def _draw_card_names(theory: Mapping[str, Any], names: Sequence[str], size: float) -> list[Markup]:
    """Return the cards along both edges; of squares too small for a name, some."""
    n = len(theory["matrix"])
    parts = []
    for k in range(0, n, max(1, n // 13) if size < NAMED_CELL_WIDTH else 1):
        at = f"{_MARGIN + (k + 0.5) * size:g}"
        parts.append(tag("text", names[theory["west"][k] - 1], x=_MARGIN - 4, y=at, class_="side"))
        parts.append(tag("text", names[theory["east"][k] - 1], x=at, y=_MARGIN - 6, class_="top"))
    return parts


def _lattice_path(table: Sequence[Sequence[int]], size: float) -> str:
    """Return the lattice path between the cards that win and those that lose."""
    x = _MARGIN + sum(sign > 0 for sign in table[0]) * size
    steps = [f"M{_MARGIN:g} {_MARGIN:g}H{x:g}"]
    for i, row in enumerate(table, 1):
        x = _MARGIN + sum(sign > 0 for sign in row) * size
        steps.append(f"H{x:g}V{_MARGIN + i * size:g}")
    return "".join((*steps, f"H{_MARGIN + len(table) * size:g}"))


def _draw_diagonal(k: int, n: int, size: float) -> Markup:
    """Return the diagonal j - i = k."""
    low, high = max(0, -k), min(n, n - k)
    return tag(
        "line",
        tag("title", f"the diagonal j - i = H = {k}"),
        x1=f"{_MARGIN + (low + k) * size:g}",
        y1=f"{_MARGIN + low * size:g}",
        x2=f"{_MARGIN + (high + k) * size:g}",
        y2=f"{_MARGIN + high * size:g}",
        class_="diagonal",
    )


def draw_diagonal_sums(theory: Mapping[str, Any]) -> Markup:
    """Return T_k, the sum along each diagonal, as bars: H is where they change their sign."""
    totals: Mapping[str, int] = theory["diagonals"]
    most = max(1, *(abs(total) for total in totals.values()))
    step = min(WIDEST_CELL, MATRIX_WIDTH / len(totals))
    middle, tall = 80, 56
    parts = [tag("line", x1=0, x2=f"{len(totals) * step:g}", y1=middle, y2=middle, class_="zero")]
    for spot, (k, total) in enumerate(totals.items()):
        high = abs(total) * tall / most
        x = spot * step
        parts.append(
            tag(
                "rect",
                tag("title", f"T_{k} = {total}"),
                x=f"{x + 1:g}",
                y=f"{middle - high if total > 0 else middle:g}",
                width=f"{max(1.0, step - 2):g}",
                height=f"{max(high, 1):g}",
                class_="first" if total > 0 else "second" if total < 0 else "odd",
                data_k=k,
                data_sum=total,
            )
        )
        if step >= SIGN_CELL_WIDTH:
            y = middle - high - 5 if total > 0 else middle + high + 14
            parts.append(_draw_label(str(total), x + step / 2, y))
        here = int(k) == theory["H"]
        if here or step >= SIGN_CELL_WIDTH:
            parts.append(_draw_label(k, x + step / 2, 172, "here" if here else "place"))
    wide = len(totals) * step
    return tag(
        "svg",
        tag("title", "The sums along the diagonals of A"),
        *parts,
        viewBox=f"0 0 {wide:g} 178",
        width=f"{wide:g}",
        height=178,
        class_="whist-sums",
        role="img",
        aria_label="T_k for every diagonal k of the matrix",
    )


def _draw_label(text: str, x: float, y: float, look: str = "") -> Markup:
    return tag("text", text, x=f"{x:g}", y=f"{y:g}", text_anchor="middle", class_=look or None)


# ---------------------------------------------------------------------- what is said below them

_TRICKS_TEXT = "West takes (n + H)/2 tricks, rounded down when West leads and up when East does."
THEOREM_TEXTS = {
    WHIST.name: f"H of whist is {{H}} (Theorem 9.1). {_TRICKS_TEXT}",
    GREEDY_WHIST.name: f"H of greedy whist is {{H}} (Theorem 6.1). {_TRICKS_TEXT}",
    FIVE_CARD.name: "The last trick is West's where T_0 is positive, East's where it is negative, "
    "and where it is 0 that of who leads (Theorem 7.2).",
}
"""What the sums say of each game."""


def matrix_caption(game: str) -> str:
    """Return what the matrix shows."""
    decides = "0" if game == FIVE_CARD.name else "H"
    return (
        "West's cards down the side, East's across, the lowest first: blue where West's wins. "
        f"The path divides them; the dashed line is the diagonal j - i = {decides}."
    )


def diagonal_sums_caption(theory: Mapping[str, Any], game: str) -> str:
    """Return what the sums show, and what they say of a game."""
    n = len(theory["matrix"])
    return (
        f"The sums T_k along the diagonals, from k = {1 - n} to {n - 1}. Their sign changes once "
        "at most, from plus to minus; where it does is H: "
        f"lower {theory['H_lower']}, upper {theory['H_upper']}. "
        + THEOREM_TEXTS[game].format(H=theory["H"])
    )


FIRST_DEAL = "KQ10/AJ9"
"""The deal that is shown first: (5) of the paper, in which East must hold up."""
QUERY_KEYS = ("deal", "lead", "game", "played", "puzzle", "from", "n", "seed")
"""What an address may say of a deal."""
FEW_CARDS = 6
"""Cards per hand that lie beside the other's on a wide screen; more lie above them."""
TITLE = "Whist with one suit"
SEAT_NAMES = {"W": "West", "E": "East"}
PUZZLE_QUESTIONS = {
    "one-card": "Exactly one card is right. Which?",
    "hold-up": "The trick can be taken. Should it be?",
    "not-normal": "The usual play is wrong here. What is right?",
}


def _read_query(request: Request) -> dict[str, str]:
    asked = request.query_params
    return {
        "deal": asked.get("deal", FIRST_DEAL),
        "lead": asked.get("lead", "W"),
        "game": asked.get("game", "whist"),
        "played": asked.get("played", ""),
    }


async def whist_page(request: Request) -> Response:
    """Show a deal, the cards played so far, and what every card leads to."""
    elsewhere = _address_of_new_deal(request)
    if elsewhere:
        return RedirectResponse(elsewhere, 303)
    question = _read_query(request)
    dealt = _origin_of_deal(request)
    puzzle = request.query_params.get("puzzle", "")
    parts: list[Markup | str | None] = [tag("h1", TITLE), _rules_part(question["game"])]
    job = job_queue(request).submit("position", question, client_id(request))
    late = await _pending_part(request, job)
    if late is not None:
        return render_page(request, "Whist", *parts, late, _forms_part(question, dealt))
    state = job.document
    if puzzle and puzzle not in PUZZLE_KINDS:
        words = (
            f"puzzle: {puzzle[:40]!r} is not a sort of puzzle; there are {', '.join(PUZZLE_KINDS)}"
        )
        return render_page(
            request, "Whist", *parts, error_html(words), _forms_part(question, dealt)
        )
    solving = bool(puzzle) and len(state["plays"]) <= _cards_given(request)
    return render_page(
        request,
        "Whist",
        *parts,
        _puzzle_part(request, state, puzzle) if puzzle else _status_part(state),
        _table_part(state, question, puzzle, request, hide=solving),
        None if solving else _history_part(state),
        None if solving else _theory_part(state),
        None if puzzle else later_files(state["game"], f"/whist?{request.url.query}"),
        _forms_part(question, dealt),
        wide=True,
    )


def _rules_part(name: str) -> Markup | None:
    """Return the rules of the game in words."""
    family = find_family(name) if name in SHOWN_VARIANTS else None
    if family is None:
        return None
    words = [tag("p", text, class_="in-words") for text in rules_paragraphs(family)]
    return tag("details", tag("summary", "The rules"), *words, open=True)


def _address_of_new_deal(request: Request) -> str:
    """Return where the deal is dealt of an address that names its size or its seed; '' of others.

    An address with a deal in it shows that one: its size and its seed only say where it is from.
    """
    asked = request.query_params
    if "deal" in asked or not (asked.get("n") or asked.get("seed")):
        return ""
    place = "/whist/puzzle" if asked.get("puzzle") else "/whist/random"
    kept = {"sort" if key == "puzzle" else key: text for key, text in asked.items() if text}
    return f"{place}?{urlencode(kept)}"


def _origin_of_deal(request: Request) -> dict[str, str]:
    """Return how the deal of an address was asked for: its size, its seed, the sort of puzzle."""
    asked = request.query_params
    found = {key: asked.get(key, "") for key in ("n", "seed")} | {"sort": asked.get("puzzle", "")}
    return {key: text for key, text in found.items() if text.isalnum() or text in PUZZLE_KINDS}


def _cards_given(request: Request) -> int:
    """Return how many cards were on the table when a puzzle began."""
    text = request.query_params.get("from", "0")
    return int(text) if text.isdecimal() and len(text) < 3 else 0


def _deal_address(question: Mapping[str, str], **more: str) -> str:
    return f"/whist?{urlencode({**question, **more})}"


def _status_part(state: Mapping[str, Any]) -> Markup:
    n = len(state["letters"]) // 2
    last = state["variant"] == "five-card"
    if state["turn"] is None:
        said = "All cards are played."
    else:
        who = SEAT_NAMES[state["turn"]]
        said = f"{who} {'leads' if state['on_table'] is None else 'replies'}."
    worth = state["worth"]
    if last:
        result = f"{'West' if worth else 'East'} takes the last trick"
    else:
        result = f"West takes {worth} of {n} tricks"
    return tag(
        "p",
        tag("b", result, data_worth=worth, data_value=state["value"]),
        ", with the best play from here on. " if state["turn"] else ". ",
        said,
        class_="lead",
        role="status",
    )


def _puzzle_part(request: Request, state: Mapping[str, Any], sort: str) -> Markup:
    """Return what is asked, or what the answer was worth, with the line that refutes it."""
    given = _cards_given(request)
    if len(state["plays"]) <= given:
        who = SEAT_NAMES[state["turn"]]
        return tag(
            "div",
            tag("h2", f"A puzzle: you are {who}"),
            tag("p", PUZZLE_QUESTIONS[sort], " Choose a card.", class_="lead"),
        )
    answer = state["plays"][given]
    name = state["names"][answer["card"] - 1]
    if not answer["cost"]:
        return tag(
            "div",
            tag("h2", f"{name} is right"),
            tag("p", "It costs nothing: ", _line_part(state)),
            _next_puzzle_link(request, sort),
            role="status",
            class_="panel yes",
            data_cost=0,
        )
    back = dict(_read_query(request))
    back["played"] = ".".join(back["played"].split(".")[:given])
    kept = {key: text for key, text in _origin_of_deal(request).items() if key != "sort"}
    again = _deal_address(back, puzzle=sort, **{"from": str(given)}, **kept)
    return tag(
        "div",
        tag("h2", f"{name} loses {count_noun(answer['cost'], 'trick')}"),
        tag("p", "The refutation: ", _line_part(state)),
        tag("p", tag("a", "Try again", href=again, class_="button")),
        role="status",
        class_="fault",
        data_cost=answer["cost"],
    )


def _next_puzzle_link(request: Request, sort: str) -> Markup | None:
    dealt = _origin_of_deal(request)
    if not dealt.get("seed", "").isdecimal():
        return None
    asked = {"sort": sort, "n": dealt.get("n", "5"), "seed": _next_seed(dealt["seed"])}
    here = f"/whist/puzzle?{urlencode(asked)}"
    return tag("p", tag("a", "The next puzzle", href=here, class_="button"))


def _next_seed(seed: str) -> str:
    """Return the seed of the next deal.

    >>> _next_seed("4"), _next_seed("")
    ('5', '1')
    """
    return str(int(seed) + 1) if seed.isdecimal() and len(seed) < 9 else "1"


def _line_part(state: Mapping[str, Any]) -> Markup:
    """Return how it goes on, trick by trick: what is led, the reply, and who takes it."""
    names = state["names"]
    tricks = [
        f"{names[one['led'] - 1]}/{names[one['reply'] - 1]}:{one['winner']}"
        for one in state["line"]
    ]
    words = "what is led / the reply : who takes the trick"
    return tag("span", "  ".join(tricks) or "nothing is left", class_="line", title=words)


def _table_part(
    state: Mapping[str, Any],
    question: Mapping[str, str],
    puzzle: str,
    request: Request,
    *,
    hide: bool,
) -> Markup:
    """Return both hands, the cards of who is to play as links, and the trick on the table."""
    extra = {"puzzle": puzzle, "from": str(_cards_given(request))} if puzzle else {}
    extra |= {key: text for key, text in _origin_of_deal(request).items() if key != "sort"}

    def hand(seat: str) -> Markup:
        cards = [
            _card_part(state, spot, seat, question, extra, hide=hide)
            for spot in state["hands"][seat]
        ]
        won = sum(trick["winner"] == seat for trick in state["tricks"])
        return tag(
            "section",
            tag("h2", SEAT_NAMES[seat], " ", tag("small", count_noun(won, "trick"), class_="dim")),
            tag("ul", *cards, class_="hand"),
            class_="turn" if state["turn"] == seat else None,
            data_seat=seat,
        )

    on_table = state["on_table"]
    middle = tag(
        "section",
        tag("h2", "On the table"),
        tag("div", card_svg(state["names"][on_table - 1]), class_="hand")
        if on_table
        else tag("p", "no card", class_="dim"),
        class_="middle",
    )
    note = (
        None
        if hide or state["turn"] is None
        else tag(
            "p",
            f"Under {SEAT_NAMES[state['turn']]}'s cards: what West is paid in the end when the "
            "card is "
            "played now. Press one to play it.",
            class_="note",
        )
    )
    few = " few" if len(state["letters"]) <= 2 * FEW_CARDS else ""
    return tag("div", hand("W"), middle, hand("E"), note, class_=f"whist-table panel{few}")


def _card_part(
    state: Mapping[str, Any],
    spot: int,
    seat: str,
    question: Mapping[str, str],
    extra: Mapping[str, str],
    *,
    hide: bool,
) -> Markup:
    name = state["names"][spot - 1]
    price = state["prices"].get(str(spot)) if seat == state["turn"] else None
    best = spot in state["best"] and not hide
    face = card_svg(name, class_="best" if best else "")
    if price is None:
        return tag("li", face, tag("span", name, class_="visually-hidden"))
    played = ".".join(filter(None, (question["played"], str(spot))))
    here = _deal_address({**question, "played": played}, **extra)
    label = f"play {name}" if hide else f"play {name}: {price}{', best' if best else ''}"
    return tag(
        "li",
        tag(
            "a",
            face,
            None if hide else tag("span", str(price), class_="price", aria_hidden="true"),
            href=here,
            aria_label=label,
            data_card=spot,
            data_price=None if hide else price,
        ),
    )


def _history_part(state: Mapping[str, Any]) -> Markup | None:
    if not state["plays"]:
        return tag("p", "Best play: ", _line_part(state), class_="note")
    names = state["names"]
    rows = []
    for spot, play in enumerate(state["plays"]):
        cost = play["cost"]
        rows.append(
            tag(
                "tr",
                tag("td", str(spot // 2 + 1)),
                tag("td", SEAT_NAMES[play["seat"]]),
                tag("td", names[play["card"] - 1]),
                tag(
                    "td",
                    count_noun(cost, "trick") if cost else "-",
                    class_="warning" if cost else "",
                ),
                data_cost=cost,
            )
        )
    return tag(
        "section",
        tag("h2", "Played so far"),
        html_table(("trick", "seat", "card", "cost"), rows, class_="plain history"),
        tag("p", "Best play from here: ", _line_part(state)) if state["line"] else None,
    )


def _theory_part(state: Mapping[str, Any]) -> Markup:
    theory = state["theory"]
    return tag(
        "section",
        tag("h2", "Why: the matrix A and the number H"),
        tag(
            "div",
            tag(
                "figure",
                draw_matrix(theory, state["names"]),
                tag("figcaption", matrix_caption(state["variant"])),
            ),
            tag(
                "figure",
                draw_diagonal_sums(theory),
                tag("figcaption", diagonal_sums_caption(theory, state["variant"])),
            ),
            class_="figures",
        ),
    )


def _forms_part(question: Mapping[str, str], dealt: Mapping[str, str]) -> Markup:
    """Return where a deal, a random deal or a puzzle is asked for: another one each time."""
    sort = dealt.get("sort", "")
    n, seed = dealt.get("n", "6"), _next_seed(dealt.get("seed", ""))
    return tag(
        "section",
        tag("h2", "Another deal"),
        tag(
            "div",
            tag(
                "form",
                text_field(
                    "Deal: hands West/East, or letters W and E, lowest first",
                    "deal",
                    question["deal"],
                ),
                select_field("Lead", "lead", {"W": "West", "E": "East"}, question["lead"]),
                select_field(
                    "Game", "game", {name: name for name in SHOWN_VARIANTS}, question["game"]
                ),
                tag("button", "Show", class_="main"),
                action="/whist",
                class_="panel",
            ),
            tag(
                "form",
                number_field(
                    f"Cards per hand, up to {MOST_SHOWN}", "n", "6" if sort else n, MOST_SHOWN
                ),
                number_field("Seed", "seed", "1" if sort else seed, 999_999_999),
                tag("button", "Deal at random"),
                action="/whist/random",
                class_="panel",
            ),
            tag(
                "form",
                select_field(
                    "Puzzle", "sort", {one: one for one in PUZZLE_KINDS}, sort or "hold-up"
                ),
                number_field("Cards per hand", "n", n if sort else "5", 20),
                number_field("Seed", "seed", seed if sort else "1", 999_999_999),
                tag("button", "Ask me"),
                action="/whist/puzzle",
                class_="panel",
            ),
            class_="forms",
        ),
    )


async def random_deal_page(request: Request) -> Response:
    """Go to a random deal: of six cards, the first, unless the address says otherwise."""
    return await _redirect_to_deal(request, "dealt", {"n": "6", "seed": "1"}, ("lead", "game"))


async def puzzle_page(request: Request) -> Response:
    """Go to a puzzle."""
    return await _redirect_to_deal(
        request, "puzzled", {"n": "5", "seed": "1", "sort": ""}, ("game",)
    )


async def _redirect_to_deal(
    request: Request, work: str, first: Mapping[str, str], rules: tuple[str, ...]
) -> Response:
    """Go to the deal that an address asks for; that page reports what the address has wrong."""
    given = dict(request.query_params)
    asked = {key: given.pop(key, "") or start for key, start in first.items()}
    kept = {key: given[key] for key in rules if given.get(key)}
    job = job_queue(request).submit(work, asked | kept, client_id(request))
    late = await _pending_part(request, job)
    if late is not None:
        parts = tag("h1", TITLE), late, _forms_part(_read_query(request), asked)
        return render_page(request, "Whist", *parts)
    return RedirectResponse(
        f"/whist?{urlencode(given | job.document | _size_and_seed(asked))}", 303
    )


async def _pending_part(request: Request, job: Job) -> Markup | None:
    """Return a job that is not over soon, or why it has no answer; None where it has one."""
    late = await wait_for_jobs(request, job)
    return error_html(job.fault) if late is None and job.state != "done" else late


def _size_and_seed(asked: Mapping[str, str]) -> dict[str, str]:
    return {key: asked[key] for key in ("n", "seed")}


NUMBERS_NOTE = (
    "Prices of cards are computed by theorems. The certificate of a whole deal can be saved; the "
    "checker verifies it first."
)
PAGES = (
    Page("/whist", "Whist", whist_page, "Whist", takes=QUERY_KEYS, numbers=NUMBERS_NOTE),
    Page("/whist/random", "A random deal", random_deal_page, takes=("n", "seed", "lead", "game")),
    Page("/whist/puzzle", "A puzzle", puzzle_page, takes=("n", "seed", "sort", "game")),
)
