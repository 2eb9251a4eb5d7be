"""The page on which a game is played: cards, bets, what an answer costs, what habits leak."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from fractions import Fraction
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.errors import SabotError
from sabot.exact import as_rational
from sabot.game_table import default_game
from sabot.loading import families
from sabot.render.figures.captions import game_title
from sabot.render.text import count_noun, with_article
from sabot.web.components import (
    CARD_PATTERN,
    card_name,
    card_svg,
    error_html,
    field,
    number_html,
    rules_in_words,
    select_field,
    text_field,
    typed_card_svg,
    with_suit_signs,
)
from sabot.web.game_links import game_url, load_requested_game, opened_game_mark
from sabot.web.html import (
    Markup,
    Part,
    capitalize_first,
    html_table,
    scrollable,
    table_row,
    tag,
)
from sabot.web.jobs import client_id, job_queue
from sabot.web.layout import render_page
from sabot.web.messages import (
    ANSWER_AS_BEFORE,
    FinishedHand,
    SessionAnswer,
    SessionLine,
    WaitingQuestion,
)
from sabot.web.pages import Page
from sabot.web.pages.jobs import wait_for_jobs
from sabot.web.strategy_components import amount_bar

MAX_BUTTONS = 12
"""More choices than that are shown as a list."""
_CHIP_STACK = tag(
    "svg",
    *(tag("ellipse", cx=9, cy=y, rx=8, ry=3.5) for y in (13, 9, 5)),
    width=18,
    height=18,
    class_="stack",
    aria_hidden="true",
)
DEFAULT_HANDS = 10
"""Hands of a set that is handed out, where nobody said how many."""
MAX_FRESH_SEED = 1_000_000
"""Seeds that are dealt where an address names none are below it."""
ENDLESS = "endless"
"""What is written for a set of hands without an end."""
AGAIN_WORDS = {"": "ask me every time", ANSWER_AS_BEFORE: "answer as before"}
"""What is done in a situation that was answered in an earlier hand."""
ONE_ANSWER_PARAMETERS = ("a", "seen", "skip")
"""What of an address is of one answer."""
URL_PARAMETERS = ("g", "seat", "seed", "hands", "again", "a", "seen", "skip")
_PLAIN_CARDS = re.compile(r"\(?\s*\w{1,3}(?:\s*,\s*\w{1,3})*\s*\)?")


def _session_parameters(request: Request) -> dict[str, str]:
    asked = request.query_params
    found = {key: asked[key].strip() for key in URL_PARAMETERS if asked.get(key, "").strip()}
    fresh = str(secrets.randbelow(MAX_FRESH_SEED))
    return {"g": default_game(), "seed": fresh, "hands": str(DEFAULT_HANDS), **found}


def _session_question(request: Request, params: Mapping[str, str]) -> dict[str, object]:
    """Return what a worker is asked: the session as the address has it."""
    question: dict[str, object] = {
        "game": params["g"],
        "seat": params.get("seat", ""),
        "seed": params["seed"],
        "hands": "" if params["hands"] == ENDLESS else params["hands"],
        "answers": params.get("a", ""),
        "seen": params.get("seen", ""),
        "tries": True,
        "skip": params.get("skip", ""),
        "again": params.get("again", ""),
    }
    return question | opened_game_mark(request, params["g"])


async def play_page(request: Request) -> Response:
    """Show the table as the address has it."""
    params = _session_parameters(request)
    job = job_queue(request).submit("play", _session_question(request, params), client_id(request))
    inside = await wait_for_jobs(request, job)
    seats: list[str] = []
    if inside is None and job.state != "done":
        inside = error_html(job.fault)
    elif inside is None:
        answer: SessionAnswer = job.document
        inside, seats = _session_html(answer, params), answer["seats"]
    # the opponent is described beside it: not everywhere the optimum
    head = tag("h1", game_title(params["g"]), " ", tag("small", "at the table", class_="dim"))
    return render_page(request, "Play", head, inside, _new_session_form(params, seats), wide=True)


def _session_html(answer: SessionAnswer, params: dict[str, str]) -> Markup:
    """Return the table, and the panels beside it; at the end the review comes first."""
    params["a"] = answer["answers"]
    return tag(
        "div",
        tag("div", *_table_html(answer, params), class_="panel felt"),
        tag("aside", _side_panel(answer, params), class_="panel"),
        class_="beside",
    )


def _answer_url(params: Mapping[str, str], answers: str, **more: str) -> str:
    kept = {key: text for key, text in params.items() if key not in ONE_ANSWER_PARAMETERS}
    return f"/play?{urlencode({**kept, 'a': answers, **more})}"


def _table_html(answer: SessionAnswer, params: Mapping[str, str]) -> list[Markup | None]:
    """Return the drawn table, the hand as it went, and what may be done."""
    waiting = answer["waiting"]
    pressed = _cards_to_discard(waiting) if waiting else None
    many = f" of {answer['hands']}" if answer["hands"] else ""
    parts: list[Markup | None] = [
        tag(
            "p",
            tag("b", f"Hand {answer['hand']:,}{many}"),
            f" · {_player_words(answer)} · total ",
            number_html(answer["total"], sign=True),
            class_="dim",
        ),
        _skipped_hands_note(answer),
        _since_last_answer(answer, params),
        _drawn_table(answer, own_cards=not pressed),
        tag(
            "div",
            *(_event_html(line, answer) for line in answer["lines"]),
            class_="log",
            role="log",
        ),
    ]
    if answer["held_back"] is not None:
        parts.append(_retry_html(answer["held_back"]["action"], params))
    if waiting and pressed:
        parts.append(_discard_form(waiting, pressed, params, _answers_before(answer, params)))
    elif waiting:
        parts.append(_action_links(answer, waiting["actions"], params))
    elif answer["over"]:
        again = {key: params[key] for key in ("g", "seat", "hands", "again") if key in params}
        parts.append(
            tag(
                "p",
                "All hands are played; the review is open. ",
                tag(
                    "a",
                    tag("kbd", "1"),
                    " Play again",
                    href=f"/play?{urlencode(again)}",
                    class_="button main",
                    data_key="1",
                ),
                role="status",
            )
        )
        parts.append(tag("play-actions"))
    else:
        parts.append(_next_hand_links(params))
    if answer["repeatable"] and not answer["over"]:
        parts.append(_again_switch(answer, params))
    parts.append(_finished_hands_html(answer))
    return parts


def _again_switch(answer: SessionAnswer, params: Mapping[str, str]) -> Markup:
    """Return whether situations that come again are answered as before, and the other way."""
    on = bool(params.get("again"))
    words = (
        "What you have answered once is answered the same way again, hand after hand, until "
        "something new comes up."
        if on
        else "A situation comes again? You may let it be answered as you answered it last, and "
        "decide only what is new. You cannot mix your answers then."
    )
    held = answer["held_back"] is not None
    before = _answers_before(answer, params).rstrip(".") if held else params["a"]
    kept = {key: text for key, text in params.items() if key != "again"}
    href = _answer_url(kept, before, **({} if on else {"again": ANSWER_AS_BEFORE}))
    link = tag(
        "a",
        tag("kbd", "r"),
        " Ask me every time" if on else " Answer as before",
        href=href,
        class_="button",
        data_key="r",
    )
    return tag("p", link, " ", tag("span", words, class_="dim"), class_="again")


def _since_last_answer(answer: SessionAnswer, params: Mapping[str, str]) -> Markup | None:
    """Return in a line how the hands went that ended since the last answer."""
    if not params.get("again") or not answer["repeatable"]:
        return None
    own, others = _split_own_hand(answer["before"])
    said: list[Part] = []
    for one in own:
        said += [f"Hand {one['hand']:,}: ", number_html(one["payoff"], sign=True), ". "]
        loss = as_rational(one["loss"])
        cost = number_html(one["loss"]) if loss else "nothing"
        said += [amount_bar(loss, (loss, Fraction(1)), "cost") if loss else None]
        said += ["Your answers cost ", cost, ". "]
    if others:
        total = sum((as_rational(one["payoff"]) for one in others), Fraction(0))
        many = count_noun(len(others), "hand")
        said += [f"Then {many} as before: " if own else f"{many} as before: "]
        said += [number_html(total, sign=True), "."]
    return tag("p", said, class_="since dim", role="status")


def _split_own_hand(
    hands: Sequence[FinishedHand],
) -> tuple[Sequence[FinishedHand], Sequence[FinishedHand]]:
    """Return the hand in which the person answered, where it is among these, and the others."""
    many = 0 if not hands or hands[0]["again"] else 1
    return hands[:many], hands[many:]


def _finished_hands_html(answer: SessionAnswer) -> Markup | None:
    """Return the hands that ended since the last answer: one's own in full, the others in lines."""
    own, others = _split_own_hand(answer["before"])
    logs = [
        tag(
            "div",
            tag("h2", f"Hand {one['hand']:,}"),
            *(_event_html(line, answer) for line in one["lines"] if line["kind"] != "question"),
            class_="log",
        )
        for one in own
    ]
    rows = [
        table_row(
            f"{one['hand']:,}",
            tag("td", "; ".join(f"{view}: {action}" for view, action in one["answers"]) or "none"),
            tag("td", number_html(one["loss"])),
            tag("td", number_html(one["payoff"], sign=True)),
        )
        for one in others
    ]
    if not (logs or rows):
        return None
    head = ("hand", "answered as before", "cost", "result")
    listed = scrollable(html_table(head, rows, class_="plain"), "Hands answered as before")
    return tag("div", *logs, listed if rows else None, class_="finished")


def _drawn_table(answer: SessionAnswer, *, own_cards: bool) -> Markup | None:
    """Return seats, cards, bets and the pot as they lie on the table."""
    waiting = answer["waiting"]
    stakes = dict(waiting["stakes"]) if waiting else {}
    shown = {seat: _card_svgs(text) for seat, text in answer["lies_open"]}
    mine = _faces(waiting, "held") if waiting else shown.get(answer["seat"], [])
    hidden = [card_svg("", hidden=True) for _ in mine[:MAX_BACKS]]
    others = [
        _place_html(seat, answer, shown.get(seat) or hidden, stakes.get(seat))
        for seat in answer["seats"]
        if seat != answer["seat"]
    ]
    me = _place_html(answer["seat"], answer, mine if own_cards else [], stakes.get(answer["seat"]))
    common = _faces(waiting, "common") if waiting else []
    if not (mine or common or stakes):
        return None
    middle = [
        tag("div", *common, class_="hand", aria_label="On the table") if common else None,
        _pot_html(waiting) if waiting else None,
    ]
    return tag(
        "div",
        tag("div", *others, class_="others"),
        tag("div", *middle, class_="middle"),
        tag("div", me, class_="others"),
        class_="baize",
        role="group",
        aria_label="The table",
    )


MAX_BACKS = 5
"""Cards of another player that are drawn face down."""


def _place_html(
    seat: str, answer: SessionAnswer, faces: Sequence[Markup], put: str | None
) -> Markup:
    """Return the place of a player: name, cards, and what was put in."""
    name = capitalize_first(_player_name(seat, answer))
    bet = None if put is None else tag("span", _CHIP_STACK, number_html(put), class_="bet")
    return tag(
        "div",
        tag("div", *faces, class_="hand") if faces else None,
        tag("p", name, " ", bet),
        class_="place me" if seat == answer["seat"] else "place",
        data_seat=seat,
    )


def _faces(waiting: WaitingQuestion, source: str) -> list[Markup]:
    """Return the cards that are held or lie open."""
    return [face for text in _card_texts(waiting, source) for face in _card_svgs(text)]


def _next_hand_links(params: Mapping[str, str]) -> Markup:
    """Return how it goes on when a hand is over: with the next, or the next with a decision."""
    ways = (
        ("1", "Next hand", "main", _answer_url(params, f"{params['a']}_")),
        ("2", "Next decision", "", _answer_url(params, params["a"], skip="1")),
    )
    links = [
        tag("a", tag("kbd", key), f" {word}", href=way, class_=f"button {look}", data_key=key)
        for key, word, look, way in ways
    ]
    return tag("play-actions", tag("p", *links, class_="row"))


def _skipped_hands_note(answer: SessionAnswer) -> Markup | None:
    """Return how many hands were passed over, that had no decision."""
    over = answer["idle"] - bool(answer["waiting"])
    if over < 1:
        return None
    return tag("p", f"{count_noun(over, 'hand')} without a decision passed over.", class_="note")


def _player_words(answer: SessionAnswer) -> str:
    seat = answer["seat"]
    return f"you sit at {seat}" if answer["called"] else f"you are {with_article(seat)}"


def _event_html(line: SessionLine, answer: SessionAnswer) -> Markup:
    if line["kind"] == "answer":
        again = ", as before" if line.get("again") else None
        return tag("p", "You: ", tag("b", with_suit_signs(line["text"])), again, class_="mine")
    if line["kind"] == "verdict":
        return _verdict_html(line, answer)
    if line["kind"] == "closing":
        return tag("div", Markup(line["html"]), class_="closing", data_payoff=line["payoff"])
    return tag("div", Markup(line["html"]))


def _verdict_html(line: SessionLine, answer: SessionAnswer) -> Markup:
    """Return what an answer cost, as a bar and in words, with the way to its cell."""
    loss = as_rational(line["loss"])
    bar = amount_bar(loss, (loss, Fraction(1)), "cost") if loss else None
    why = None
    if answer["explained"]:
        place = game_url(answer["game"], seat=answer["seat"], view=line["view"])
        why = tag("a", "Why?", href=place)
    look = "verdict warning" if loss else "verdict"
    return tag("p", bar, line["text"], " ", why, class_=look, data_loss=line["loss"])


def _card_texts(waiting: WaitingQuestion, source: str) -> list[str]:
    """Return what is held or lies open; of whole hands, in brackets, the last is what is held."""
    texts = [known["text"] for known in waiting["cards"] if known["source"] == source]
    whole = [text for text in texts if text.startswith("(")]
    return [text for text in texts if text not in whole[:-1]]


def _card_svgs(text: str) -> list[Markup]:
    """Return the cards that a text names; what names none is not drawn.

    >>> len(_card_svgs("(Ac,8c)")), len(_card_svgs("K")), len(_card_svgs("3 blind"))
    (2, 1, 0)
    """
    if CARD_PATTERN.search(text):
        return [typed_card_svg(one) for one in CARD_PATTERN.findall(text)]
    if not _PLAIN_CARDS.fullmatch(text):
        return []
    return [card_svg(one.strip(" ()"), "") for one in text.split(",")]


def _pot_html(waiting: WaitingQuestion) -> Markup | None:
    """Return the pot as chips."""
    if not waiting["stakes"]:
        return None
    words = ("Pot ", number_html(waiting["pot"]))
    return tag("p", _CHIP_STACK, *words, class_="pot", data_pot=waiting["pot"])


def _player_name(seat: str, answer: SessionAnswer) -> str:
    return "you" if seat == answer["seat"] else answer["called"].get(seat) or with_article(seat)


def _retry_html(action: str, params: Mapping[str, str]) -> Markup:
    """Return that the answer costs something, without saying what is right."""
    see = tag(
        "a",
        tag("kbd", "s"),
        " Keep it, and show me",
        href=_answer_url(params, params.get("a", ""), seen="1"),
        class_="button",
        data_key="s",
    )
    return tag(
        "div",
        tag("p", tag("b", action), " costs you something here. Try again?"),
        tag("p", see),
        class_="fault",
        role="status",
    )


def _action_links(
    answer: SessionAnswer, actions: Sequence[str], params: Mapping[str, str]
) -> Markup:
    """Return what may be done: one press or one key each."""
    before = _answers_before(answer, params)
    if len(actions) > MAX_BUTTONS:
        return _action_list(actions, params, before)
    links = []
    cards = answer["plays_cards"]
    for spot, action in enumerate(actions):
        key = str(spot + 1) if spot < 9 else None
        tried = answer["held_back"] is not None and spot == answer["held_back"]["number"]
        links.append(
            tag(
                "li",
                tag(
                    "a",
                    tag("kbd", key) if key else None,
                    " " if key else None,
                    card_svg(action, "") if cards else action,
                    tag("span", action, class_="visually-hidden") if cards else None,
                    href=_answer_url(params, f"{before}{spot}"),
                    class_="button tried" if tried else "button",
                    data_key=key,
                    data_action=action,
                ),
            )
        )
    return tag("play-actions", tag("ul", *links, class_="actions", aria_label="You may"))


def _answers_before(answer: SessionAnswer, params: Mapping[str, str]) -> str:
    """Return the answers so far as the next one is written behind them."""
    before = params.get("a", "")
    if answer["held_back"] is not None:  # another answer takes the place of the one held back
        before = before[: len(before) - len(str(answer["held_back"]["number"]))].rstrip(".")
    return f"{before}." if before and not before.endswith("_") else before


def _cards_to_discard(waiting: WaitingQuestion) -> list[str] | None:
    """Return the cards held, where every answer names some of them and no two the same ones."""
    held = [one for text in _card_texts(waiting, "held") for one in CARD_PATTERN.findall(text)]
    named = [frozenset(CARD_PATTERN.findall(action)) for action in waiting["actions"]]
    plain = len(named) > MAX_BUTTONS and len(set(named)) == len(named)
    return held if plain and all(one.issubset(held) for one in named) else None


def _discard_form(
    waiting: WaitingQuestion, held: Sequence[str], params: Mapping[str, str], before: str
) -> Markup:
    """Return the cards held to be pressed; the button says what is done with those pressed."""
    cards = [
        tag(
            "button",
            typed_card_svg(one),
            tag("span", card_name(one), class_="visually-hidden"),
            tag("kbd", str(spot), aria_hidden="true"),
            type="button",
            data_card=one,
            data_key=str(spot),
            aria_pressed="false",
        )
        for spot, one in enumerate(held, 1)
    ]
    options = [
        tag(
            "option",
            with_suit_signs(action),
            value=f"{before}{spot}",
            data_throws=" ".join(CARD_PATTERN.findall(action)),
            selected=not CARD_PATTERN.search(action),
        )
        for spot, action in enumerate(waiting["actions"])
    ]
    none = next((one for one in waiting["actions"] if not CARD_PATTERN.search(one)), "Do it")
    return tag(
        "throw-cards",
        tag(
            "form",
            *_hidden_inputs(params),
            tag("p", "Press the cards to throw away, or their numbers.", class_="dim how"),
            tag("div", *cards, class_="hand", role="group", aria_label="Your cards"),
            tag("select", *options, name="a", hidden=True, aria_label="You may"),
            tag("p", tag("button", none, class_="main", data_key="enter", aria_live="polite")),
            action="/play",
        ),
        tag("play-actions"),
    )


def _hidden_inputs(params: Mapping[str, str]) -> list[Markup]:
    return [
        tag("input", type="hidden", name=key, value=text)
        for key, text in params.items()
        if key not in ONE_ANSWER_PARAMETERS
    ]


def _action_list(actions: Sequence[str], params: Mapping[str, str], before: str) -> Markup:
    """Return many choices as a list, with a button beside it."""
    options = [
        tag("option", action, value=f"{before}{spot}") for spot, action in enumerate(actions)
    ]
    chosen = tag("select", *options, name="a", size=min(8, len(options)), required=True)
    return tag(
        "form",
        *_hidden_inputs(params),
        field("You may", chosen),
        tag("button", "Do it", class_="main"),
        action="/play",
        class_="inline",
    )


def _side_panel(answer: SessionAnswer, params: Mapping[str, str]) -> list[Markup | None]:
    """Return the totals, the leak by habit, the review, and the link to hand out."""
    leak = answer["leak"]
    return [
        None if answer["over"] else Markup(answer["opening"]),
        rules_in_words(answer["rules"]),
        tag("section", tag("h2", "Your habits"), Markup(leak["html"]), data_leak=leak["exact"])
        if leak and not answer["over"]
        else None,
        tag(
            "details",
            tag("summary", "Review"),
            Markup(answer["review"]),  # with the habits, and what they cost
            open=bool(answer["over"]),
            data_leak=leak["exact"] if leak and answer["over"] else None,
        )
        if answer["review"]
        else None,
        _share_link(params),
    ]


def _share_link(params: Mapping[str, str]) -> Markup:
    """Return the link by which others get the same hands, as many as were asked for."""
    kept = {key: params[key] for key in ("g", "seat", "seed", "hands") if key in params}
    endless = params["hands"] == ENDLESS
    here = f"/play?{urlencode({**kept, **({'hands': str(DEFAULT_HANDS)} if endless else {})})}"
    many = f"{DEFAULT_HANDS} hands" if endless else count_noun(int(params["hands"]), "hand")
    return tag(
        "p",
        tag("a", "The same hands for others", href=here),
        f": a set of {many}; whoever opens it gets the same cards. ",
        tag("button", "Copy", type="button", class_="quiet", data_copy=here, data_link="1"),
        class_="note",
    )


def _new_session_form(params: Mapping[str, str], seats: Sequence[str]) -> Markup:
    """Return where a game, a seat and a seed are chosen."""
    names = [one.name for one in families() if not one.required]
    listed = tag("datalist", *(tag("option", value=name) for name in names), id="games")
    game = tag(
        "input",
        name="g",
        value=params["g"],
        list="games",
        autocomplete="off",
        spellcheck="false",
        hx_get="/part/seats",
        hx_trigger="change",
        hx_target="#seats",
    )
    return tag(
        "section",
        tag("h2", "Another table"),
        tag(
            "form",
            listed,
            field("Game", game),
            tag("div", _seat_field(seats, params.get("seat", "")), id="seats"),
            text_field(
                "Seed (empty: new cards)",
                "seed",
                "",
                inputmode="numeric",
                placeholder=f"these cards: {params['seed'][:20]}",
            ),
            text_field(f"Hands (or {ENDLESS})", "hands", params["hands"]),
            select_field("What comes again", "again", AGAIN_WORDS, params.get("again", "")),
            tag("p", tag("button", "Sit down", class_="main")),
            action="/play",
            class_="panel forms sit",
        ),
    )


def _seat_field(seats: Sequence[str], chosen: str) -> Markup:
    return select_field(
        "Seat", "seat", {"": "the first who decides", **{one: one for one in seats}}, chosen
    )


async def seats_part(request: Request) -> Response:
    """Show the seats of the game that was typed."""
    try:
        seats = load_requested_game(request, request.query_params.get("g", "")).seats
    except SabotError:  # said when one sits down
        seats = ()
    return HTMLResponse(_seat_field(seats, ""))


PAGES = (
    Page("/part/seats", "seats", seats_part),
    Page(
        "/play",
        "Play",
        play_page,
        "Play",
        top=True,
        takes=URL_PARAMETERS,
        numbers="Judgements are computed for this table; no certificate comes with them.",
    ),
)
