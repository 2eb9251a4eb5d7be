"""The whist page: a deal as two hands, what every card leads to, and why; puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from sabot.games import family_named
from sabot.games.whist.puzzle import SORTS
from sabot.games.whist.web import figures
from sabot.games.whist.web.work import GAMES, LARGEST
from sabot.render.views.family import rules_in_words
from sabot.render.words import plural
from sabot.telling.game import Game
from sabot.web.app import desk, owner
from sabot.web.figures.cards import card
from sabot.web.jobs.job import Job
from sabot.web.markup import Markup, tag
from sabot.web.page import shell
from sabot.web.pages import Page
from sabot.web.pages.jobs import pending
from sabot.web.refused import fault_part
from sabot.web.table import table

FIRST = "KQ10/AJ9"
"""The deal that is shown first: (5) of the paper, in which East must hold up."""
KEYS = ("deal", "lead", "game", "played", "puzzle", "from", "n", "seed")
"""What an address may say of a deal."""
FEW = 6
"""Cards a hand that lie beside the other's on a wide screen; more lie above them."""
TITLE = "Whist with one suit"
SEATS = {"W": "West", "E": "East"}
WORK = "sabot.games.whist.web.work"
ASKED = {
    "one-card": "Exactly one card is right. Which?",
    "hold-up": "The trick can be taken. Should it be?",
    "not-normal": "The usual play is wrong here. What is right?",
}


def _question(request: Request) -> dict[str, str]:
    asked = request.query_params
    return {
        "deal": asked.get("deal", FIRST),
        "lead": asked.get("lead", "W"),
        "game": asked.get("game", "whist"),
        "played": asked.get("played", ""),
    }


async def whist(request: Request) -> Response:
    """Show a deal, the cards played so far, and what every card leads to."""
    elsewhere = _to_be_dealt(request)
    if elsewhere:
        return RedirectResponse(elsewhere, 303)
    question = _question(request)
    dealt = _dealt(request)
    puzzle = request.query_params.get("puzzle", "")
    parts: list[Markup | str | None] = [tag("h1", TITLE), _rules(question["game"])]
    job = desk(request).submit(f"{WORK}:position", question, owner(request))
    late = await _late(request, job)
    if late is not None:
        return shell(request, "Whist", *parts, late, _forms(question, dealt))
    told = job.document
    if puzzle and puzzle not in SORTS:
        words = f"puzzle: {puzzle[:40]!r} is no sort of puzzle; there are {', '.join(SORTS)}"
        return shell(request, "Whist", *parts, fault_part(words), _forms(question, dealt))
    solving = bool(puzzle) and len(told["plays"]) <= _given(request)
    return shell(
        request,
        "Whist",
        *parts,
        _puzzle(request, told, puzzle) if puzzle else _standing(told),
        _table(told, question, puzzle, request, hide=solving),
        None if solving else _history(told),
        None if solving else _theory(told),
        _forms(question, dealt),
        wide=True,
    )


def _rules(name: str) -> Markup | None:
    """Return the rules of the game in words."""
    family = family_named(name) if name in GAMES else None
    if family is None:
        return None
    words = [tag("p", text, class_="in-words") for text in rules_in_words(family)]
    return tag("details", tag("summary", "The rules"), *words, open=True)


def _to_be_dealt(request: Request) -> str:
    """Return where the deal is dealt of an address that names its size or its seed; '' of others.

    An address with a deal in it shows that one: its size and its seed only say where it is from.
    """
    asked = request.query_params
    if "deal" in asked or not (asked.get("n") or asked.get("seed")):
        return ""
    place = "/whist/puzzle" if asked.get("puzzle") else "/whist/random"
    kept = {"sort" if key == "puzzle" else key: text for key, text in asked.items() if text}
    return f"{place}?{urlencode(kept)}"


def _dealt(request: Request) -> dict[str, str]:
    """Return how the deal of an address was asked for: its size, its seed, the sort of puzzle."""
    asked = request.query_params
    found = {key: asked.get(key, "") for key in ("n", "seed")} | {"sort": asked.get("puzzle", "")}
    return {key: text for key, text in found.items() if text.isalnum() or text in SORTS}


def _given(request: Request) -> int:
    """Return how many cards were on the table when a puzzle began."""
    text = request.query_params.get("from", "0")
    return int(text) if text.isdecimal() and len(text) < 3 else 0


def _address(question: Mapping[str, str], **more: str) -> str:
    return f"/whist?{urlencode({**question, **more})}"


def seen_at(game: Game) -> str | None:
    """Return where a deal is seen."""
    told = game.parameters
    if game.rules.name not in GAMES or told.get("led") is not None:
        return None
    if told["deal"] is None and told["hands"] is None:
        return None
    deal = str(told["deal"] or told["hands"])
    return f"/whist?{urlencode({'deal': deal, 'lead': told['lead'], 'game': game.rules.name})}"


def _standing(told: Mapping[str, Any]) -> Markup:
    n = len(told["letters"]) // 2
    last = told["variant"] == "five-card"
    if told["turn"] is None:
        said = "All cards are played."
    else:
        who = SEATS[told["turn"]]
        said = f"{who} {'leads' if told['on_table'] is None else 'replies'}."
    worth = told["worth"]
    if last:
        result = f"{'West' if worth else 'East'} takes the last trick"
    else:
        result = f"West takes {worth} of {n} tricks"
    return tag(
        "p",
        tag("b", result, data_worth=worth, data_value=told["value"]),
        ", with the best play from here on. " if told["turn"] else ". ",
        said,
        class_="lead",
        role="status",
    )


def _puzzle(request: Request, told: Mapping[str, Any], sort: str) -> Markup:
    """Return what is asked, or what the answer was worth, with the line that refutes it."""
    given = _given(request)
    if len(told["plays"]) <= given:
        who = SEATS[told["turn"]]
        return tag(
            "div",
            tag("h2", f"A puzzle: you are {who}"),
            tag("p", ASKED[sort], " Choose a card.", class_="lead"),
        )
    answer = told["plays"][given]
    name = told["names"][answer["card"] - 1]
    if not answer["cost"]:
        return tag(
            "div",
            tag("h2", f"{name} is right"),
            tag("p", "It costs nothing: ", _line(told)),
            _next_puzzle(request, sort),
            role="status",
            class_="panel yes",
            data_cost=0,
        )
    back = dict(_question(request))
    back["played"] = ".".join(back["played"].split(".")[:given])
    kept = {key: text for key, text in _dealt(request).items() if key != "sort"}
    again = _address(back, puzzle=sort, **{"from": str(given)}, **kept)
    return tag(
        "div",
        tag("h2", f"{name} loses {plural(answer['cost'], 'trick')}"),
        tag("p", "The refutation: ", _line(told)),
        tag("p", tag("a", "Try again", href=again, class_="button")),
        role="status",
        class_="fault",
        data_cost=answer["cost"],
    )


def _next_puzzle(request: Request, sort: str) -> Markup | None:
    dealt = _dealt(request)
    if not dealt.get("seed", "").isdecimal():
        return None
    asked = {"sort": sort, "n": dealt.get("n", "5"), "seed": _after(dealt["seed"])}
    here = f"/whist/puzzle?{urlencode(asked)}"
    return tag("p", tag("a", "The next puzzle", href=here, class_="button"))


def _after(seed: str) -> str:
    """Return the seed of the next deal.

    >>> _after("4"), _after("")
    ('5', '1')
    """
    return str(int(seed) + 1) if seed.isdecimal() and len(seed) < 9 else "1"


def _line(told: Mapping[str, Any]) -> Markup:
    """Return how it goes on, trick by trick: what is led, the reply, and who takes it."""
    names = told["names"]
    tricks = [
        f"{names[one['led'] - 1]}/{names[one['reply'] - 1]}:{one['winner']}" for one in told["line"]
    ]
    words = "what is led / the reply : who takes the trick"
    return tag("span", "  ".join(tricks) or "nothing is left", class_="line", title=words)


def _table(
    told: Mapping[str, Any],
    question: Mapping[str, str],
    puzzle: str,
    request: Request,
    *,
    hide: bool,
) -> Markup:
    """Return both hands, the cards of who is to play as links, and the trick on the table."""
    extra = {"puzzle": puzzle, "from": str(_given(request))} if puzzle else {}
    extra |= {key: text for key, text in _dealt(request).items() if key != "sort"}

    def hand(seat: str) -> Markup:
        cards = [
            _card(told, spot, seat, question, extra, hide=hide) for spot in told["hands"][seat]
        ]
        won = sum(trick["winner"] == seat for trick in told["tricks"])
        return tag(
            "section",
            tag("h2", SEATS[seat], " ", tag("small", plural(won, "trick"), class_="dim")),
            tag("ul", *cards, class_="hand"),
            class_="turn" if told["turn"] == seat else None,
            data_seat=seat,
        )

    on_table = told["on_table"]
    middle = tag(
        "section",
        tag("h2", "On the table"),
        tag("div", card(told["names"][on_table - 1]), class_="hand")
        if on_table
        else tag("p", "no card", class_="dim"),
        class_="middle",
    )
    note = (
        None
        if hide or told["turn"] is None
        else tag(
            "p",
            f"Under {SEATS[told['turn']]}'s cards: what West is paid in the end when the card is "
            "played now. Press one to play it.",
            class_="note",
        )
    )
    few = " few" if len(told["letters"]) <= 2 * FEW else ""
    return tag("div", hand("W"), middle, hand("E"), note, class_=f"whist-table panel{few}")


def _card(
    told: Mapping[str, Any],
    spot: int,
    seat: str,
    question: Mapping[str, str],
    extra: Mapping[str, str],
    *,
    hide: bool,
) -> Markup:
    name = told["names"][spot - 1]
    price = told["prices"].get(str(spot)) if seat == told["turn"] else None
    best = spot in told["best"] and not hide
    face = card(name, class_="best" if best else "")
    if price is None:
        return tag("li", face, tag("span", name, class_="visually-hidden"))
    played = ".".join(filter(None, (question["played"], str(spot))))
    here = _address({**question, "played": played}, **extra)
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


def _history(told: Mapping[str, Any]) -> Markup | None:
    if not told["plays"]:
        return tag("p", "Best play: ", _line(told), class_="note")
    names = told["names"]
    rows = []
    for spot, play in enumerate(told["plays"]):
        cost = play["cost"]
        rows.append(
            tag(
                "tr",
                tag("td", str(spot // 2 + 1)),
                tag("td", SEATS[play["seat"]]),
                tag("td", names[play["card"] - 1]),
                tag("td", plural(cost, "trick") if cost else "-", class_="warning" if cost else ""),
                data_cost=cost,
            )
        )
    return tag(
        "section",
        tag("h2", "Played so far"),
        table(("trick", "seat", "card", "cost"), rows, class_="plain history"),
        tag("p", "Best play from here: ", _line(told)) if told["line"] else None,
    )


def _theory(told: Mapping[str, Any]) -> Markup:
    theory = told["theory"]
    return tag(
        "section",
        tag("h2", "Why: the matrix A and the number H"),
        tag(
            "div",
            tag(
                "figure",
                figures.matrix(theory, told["names"]),
                tag("figcaption", figures.of_matrix(told["variant"])),
            ),
            tag(
                "figure",
                figures.sums(theory),
                tag("figcaption", figures.of_sums(theory, told["variant"])),
            ),
            class_="figures",
        ),
    )


def _forms(question: Mapping[str, str], dealt: Mapping[str, str]) -> Markup:
    """Return where a deal, a random deal or a puzzle is asked for: another one each time."""
    sort = dealt.get("sort", "")
    n, seed = dealt.get("n", "6"), _after(dealt.get("seed", ""))
    return tag(
        "section",
        tag("h2", "Another deal"),
        tag(
            "div",
            tag(
                "form",
                _field("Deal: hands West/East, or letters W and E, lowest first", "deal", question),
                _choice("Lead", "lead", {"W": "West", "E": "East"}, question["lead"]),
                _choice("Game", "game", {name: name for name in GAMES}, question["game"]),
                tag("button", "Show", class_="main"),
                action="/whist",
                class_="panel",
            ),
            tag(
                "form",
                _number(f"Cards a hand, up to {LARGEST}", "n", "6" if sort else n, LARGEST),
                _number("Seed", "seed", "1" if sort else seed, 999_999_999),
                tag("button", "Deal at random"),
                action="/whist/random",
                class_="panel",
            ),
            tag(
                "form",
                _choice("Puzzle", "sort", {one: one for one in SORTS}, sort or "hold-up"),
                _number("Cards a hand", "n", n if sort else "5", 20),
                _number("Seed", "seed", seed if sort else "1", 999_999_999),
                tag("button", "Ask me"),
                action="/whist/puzzle",
                class_="panel",
            ),
            class_="forms",
        ),
    )


def _field(label: str, name: str, question: Mapping[str, str]) -> Markup:
    typed = tag("input", name=name, value=question[name], autocomplete="off", spellcheck="false")
    return tag("label", tag("span", label), typed, class_="field")


def _number(label: str, name: str, value: str, most: int) -> Markup:
    typed = tag("input", type="number", name=name, value=value, min=1, max=most)
    return tag("label", tag("span", label), typed, class_="field")


def _choice(label: str, name: str, options: Mapping[str, str], chosen: str) -> Markup:
    listed = [
        tag("option", word, value=key, selected=key == chosen) for key, word in options.items()
    ]
    return tag("label", tag("span", label), tag("select", *listed, name=name), class_="field")


async def random(request: Request) -> Response:
    """Go to a random deal: of six cards, the first, unless the address says otherwise."""
    return await _gone(request, "dealt", {"n": "6", "seed": "1"}, ("lead", "game"))


async def puzzle(request: Request) -> Response:
    """Go to a puzzle."""
    return await _gone(request, "puzzled", {"n": "5", "seed": "1", "sort": ""}, ("game",))


async def _gone(
    request: Request, work: str, first: Mapping[str, str], rules: tuple[str, ...]
) -> Response:
    """Go to the deal that an address asks for; what it does not know is told there."""
    given = dict(request.query_params)
    asked = {key: given.pop(key, "") or start for key, start in first.items()}
    kept = {key: given[key] for key in rules if given.get(key)}
    job = desk(request).submit(f"{WORK}:{work}", asked | kept, owner(request))
    late = await _late(request, job)
    if late is not None:
        parts = tag("h1", TITLE), late, _forms(_question(request), asked)
        return shell(request, "Whist", *parts)
    return RedirectResponse(f"/whist?{urlencode(given | job.document | _sized(asked))}", 303)


async def _late(request: Request, job: Job) -> Markup | None:
    """Return a job that is not over soon, or why it has no answer; None where it has one."""
    late = await pending(request, job)
    return fault_part(job.fault) if late is None and job.state != "done" else late


def _sized(asked: Mapping[str, str]) -> dict[str, str]:
    return {key: asked[key] for key in ("n", "seed")}


NUMBERS = "Prices of cards are computed by theorems; no certificate comes with them on this page."
PAGES = (
    Page("/whist", "Whist", whist, "Whist", takes=KEYS, numbers=NUMBERS),
    Page("/whist/random", "A random deal", random, takes=("n", "seed", "lead", "game")),
    Page("/whist/puzzle", "A puzzle", puzzle, takes=("n", "seed", "sort", "game")),
)
