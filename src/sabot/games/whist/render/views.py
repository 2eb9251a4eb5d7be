"""Documents of whist: a solved deal (terminal, paper, wiki) and the statistics of all deals.

A deal shows both hands, the price of each card and a line of play. The statistics of all deals
show means as fractions and the distributions of H.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sabot.exact import format_fraction
from sabot.games.whist.deal_statistics import DealStatistics
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Phrase,
    Remark,
    StyledText,
    build_document,
    build_table,
    labelled_lines,
)
from sabot.render.text import check_status, count_noun, fraction_and_decimal, payee_text
from sabot.render.views.solution import method_rows
from sabot.results.solution import Solution

WIDTH = 66
"""Columns for a row of cards."""
MOST_CARDS = 60
"""Larger hands are not shown."""
MOST_NAMED = 12
MOST_TRICKS = 30
MOST_TITLE = 120
SEAT_NAMES = {"W": "West", "E": "East"}
DealFacts = Mapping[str, Any]
"""What a solved deal holds besides its value, as JSON: tricks, best cards, prices, a line."""


def deal_view(solution: Solution, *, checked: float | None = None) -> Document:
    """Return a solved deal: the card to play, the tricks, the hands, a line of play, then H."""
    facts = solution.facts
    parts: list[Block] = [Heading(shorten_game_string(solution.game)), BREAK]
    parts += [labelled_lines(*_answer_rows(facts)), BREAK]
    if facts["deal"] is not None and facts["n"] <= MOST_CARDS:
        names, turn, what = card_names(facts), facts["turn"], facts["counts"]
        led = names.index(facts["led"]) + 1 if facts["led"] else None
        hands = hands_view(facts["deal"], names, facts["prices"], turn=turn, what=what, led=led)
        parts += [*hands, BREAK]
    parts.append(labelled_lines(*_line_rows(facts)))
    status = (
        check_status(solution, checked) if solution.certificate else _no_certificate_text(facts)
    )
    if checked is not None:
        status = f"{status}, by search"
    unique = ", ".join(f"{seat} {_uniqueness_text(solution, seat)}" for seat in solution.seats)
    end = [
        *_value_rows(solution),
        ("strategies", unique),
        *method_rows(solution),
        ("certificate", status),
    ]
    return build_document(parts, BREAK, labelled_lines(*end))


def _no_certificate_text(facts: Mapping[str, object]) -> str:
    return f"none: {facts.get('no_certificate') or 'this deal was not given one'}"


def shorten_game_string(game: str) -> str:
    """Return a game string that fits on a screen.

    >>> shorten_game_string("whist(deal=EWEWWE, lead=W)")
    'whist(deal=EWEWWE, lead=W)'
    """
    return game if len(game) <= MOST_TITLE else f"{game[:80]}...{game[-20:]}"


def card_names(facts: DealFacts) -> list[str]:
    """Return the names of the cards of a deal, lowest first: numbers, or those of its hands."""
    return facts["cards"] or [str(card) for card in range(1, 2 * facts["n"] + 1)]


def _uniqueness_text(solution: Solution, seat: str) -> str:
    said = solution.uniqueness.get(seat)
    return "not decided" if said is None else "unique" if said else "not unique"


def _answer_rows(facts: DealFacts) -> list[tuple[str, Phrase]]:
    """Return what a player asks first: which card, and how many tricks."""
    labels = {"the last trick": "result", "the score": "score"}
    label = labels.get(facts["counts"], "tricks")
    return [("play", _best_card_words(facts)), (label, StyledText(result_text(facts), "strong"))]


def _value_rows(solution: Solution) -> list[tuple[str, Phrase]]:
    """Return what the theory says of a deal: the value and H."""
    facts = solution.facts
    rows: list[tuple[str, Phrase]] = [
        ("value", f"{solution.value}{payee_text(solution.value, 'West', solution.one_play)}")
    ]
    span = f"H lower {facts['H_lower']:,}, H upper {facts['H_upper']:,}"
    case = f"; case {facts['case']}" if facts["case"] else ""
    h = "" if facts["H"] is None else f"{facts['H']:,}  "
    rows.append(("H", f"{h}({span}{case})"))
    rows += (("", line) for line in _explain_height(facts))
    return rows


def _explain_height(facts: Mapping[str, object]) -> list[str]:
    """Return what H, and the case, say of a deal."""
    if facts["counts"] == "the last trick":
        said = "West takes the last trick if H upper > 0, East if H lower < 0, else who leads"
    elif facts["counts"] == "the score":
        said = (
            "with normal play, which is optimal (Theorem 7.1), West takes (n + H) / 2 of the "
            "deal's n tricks: rounded down if West leads, else up"
        )
    elif facts["H"] is None:
        said = "H belongs to the game for most tricks; this one is searched"
    else:
        said = "West takes (n + H) / 2 of the deal's n tricks: rounded down if West leads, else up"
    if not facts["case"]:
        return [said]
    case, _, seat = str(facts["case"]).partition(" for ")
    return [
        said,
        f"case {case} for {seat}: H lower and H upper differ, and {seat} gets the better one, by "
        f"the strategy of case {case} in the proof of Theorem 9.1",
    ]


def result_text(facts: DealFacts) -> str:
    """Return who takes how many tricks, or the last one, or the two scores."""
    west, east = facts["tricks"]["West"], facts["tricks"]["East"]
    if facts["counts"] == "the last trick":
        return f"{'West' if west else 'East'} takes the last trick"
    return f"{west:,} to West, {east:,} to East"


def hands_view(
    deal: str,
    names: Sequence[str],
    prices: Mapping[str, object],
    *,
    turn: str,
    what: str = "tricks",
    led: int | None = None,
    own: bool = False,
) -> list[Block]:
    """Return both hands, lowest card first; under the cards of *turn* what each leads to.

    The card numbered *led* is on the table already. *own*: prices are those of the seat *turn*.
    """
    parts: list[Block] = []
    held_by = [*zip(names, deal, range(1, len(names) + 1), strict=True)]
    for seat in ("West", "East"):
        hand = [name for name, held, card in held_by if held == seat[0] and card != led]
        rows: list[tuple[str, StyledText]] = []
        for some in _wrap_cards(hand, prices if seat == turn else {}):
            widths = [max(len(name), len(str(prices.get(name, "")))) for name in some]
            cards = "  ".join(f"{n:>{w}}" for n, w in zip(some, widths, strict=True))
            rows.append((seat if not rows else "", StyledText(cards, "strong")))
            if seat == turn and prices:
                under = (f"{prices.get(n, '-')!s:>{w}}" for n, w in zip(some, widths, strict=True))
                rows.append(("", StyledText("  ".join(under), "dim")))
        parts.append(build_table(rows))
    if prices:
        said = price_caption(what, "you" if own else "West")
        parts.append(Remark(f"under {turn}'s cards: {said}, when the card is played now"))
    return parts


def price_caption(what: str, who: str = "West") -> str:
    """Return what the price of a card says.

    >>> price_caption("tricks"), price_caption("the last trick", "you")
    ("West's tricks", '1 if you take the last trick')
    """
    if what == "tricks":
        return "your tricks" if who == "you" else f"{who}'s tricks"
    if what == "the score":
        return "your score" if who == "you" else f"{who}'s score"
    return f"1 if {who} {'take' if who == 'you' else 'takes'} the last trick"


def _wrap_cards(hand: Sequence[str], prices: Mapping[str, object]) -> Iterator[list[str]]:
    """Yield as many cards as fit on a line, again and again."""
    some: list[str] = []
    width = 0
    for name in hand:
        width += 2 + max(len(name), len(str(prices.get(name, ""))))
        if some and width > WIDTH:
            yield some
            some, width = [], 2 + len(name)
        some.append(name)
    yield some  # nothing but an empty row where the last card is on the table


def _best_card_words(facts: DealFacts) -> Phrase:
    """Return which card to lead, or to reply with, and how many of the hand are as good."""
    best, many = facts["best"], len(facts["prices"])
    *rest, last = best[:MOST_NAMED]
    words = f"{', '.join(rest)} or {last}" if rest else last
    if len(best) > MOST_NAMED:
        words = f"{', '.join([*rest, last])} or {len(best) - MOST_NAMED:,} more"
    if not facts["best_complete"]:
        only = "one best card; hands this large are not priced card by card"
    elif len(best) == many:
        only = "any card" if many > 1 else "the only card"
    else:
        only = f"{len(best):,} of {count_noun(many, 'card')}"
    does = f"replies to {facts['lead']}'s {facts['led']} with" if facts["led"] else "leads"
    return f"{facts['turn']} {does} ", StyledText(words, "strong"), f"  ({only})"


def _line_rows(facts: DealFacts) -> list[tuple[str, str]]:
    line = facts["line"][:MOST_TRICKS]
    shown = "  ".join(f"{t['led']}/{t['reply']}:{t['winner'][0]}" for t in line)
    if len(line) < facts["n"]:
        shown += f"  ... ({len(line)} of {facts['n']:,} tricks)"
    return [("line", shown), ("", "led/reply, and who takes the trick")]


def deal_tables(solution: Solution) -> Document:
    """Return a solved deal as tables for a paper or a wiki: the hands, the prices, the line."""
    facts = solution.facts
    value, taken = format_fraction(solution.value), result_text(facts)
    title = Heading(
        solution.game, f"{taken}; value {value} to West", f"value to West: {value}; {taken}"
    )
    names, best = card_names(facts), set(facts["best"])
    hands = [
        (seat, " ".join(n for n, held in zip(names, facts["deal"], strict=True) if held == seat[0]))
        for seat in ("West", "East")
    ]
    prices = [
        (card, str(price), "best" if card in best else "")
        for card, price in facts["prices"].items()
    ]
    line = [
        (str(number), trick["lead"], trick["led"], trick["reply"], trick["winner"])
        for number, trick in enumerate(facts["line"], 1)
    ]
    return build_document(
        title,
        build_table(hands, head=("seat", "cards, lowest first")),
        build_table(
            prices, head=(f"{facts['turn']} plays", price_caption(facts["counts"]), ""), right=(1,)
        ),
        build_table(line, head=("trick", "lead", "led", "reply", "taken by"), right=(0,)),
    )


MOST_LINES = 41
MOST_DIGITS = 12
"""Counts longer than this are shown as parts of all deals."""


def deal_statistics_view(found: DealStatistics, extra: Mapping[str, Any]) -> Document:
    """Return the census as it is printed; *extra* is what was asked for besides."""
    parts: list[Block] = [Heading(f"Deals of {count_noun(found.n, 'card')} per hand"), BREAK]
    parts += [labelled_lines(*_statistics_rows(found)), BREAK]
    named = {"H lower": found.lower, "H upper": found.upper, "H greedy": found.greedy}
    if found.whist is not None:
        named["H whist"] = found.whist
    parts += _distributions(found.deals, named)
    if "T" in extra:
        diagonal = extra["T"]
        counts = {int(value): int(count) for value, count in diagonal["counts"].items()}
        parts += [BREAK, *_distributions(found.deals, {f"T_{diagonal['k']}": counts}, "T")]
    if "cards" in extra:
        parts += [BREAK, *_card_worth_table(extra["cards"])]
    if "samples" in extra:
        parts += [BREAK, *_sample_table(extra["samples"])]
    return build_document(parts)


def _statistics_rows(found: DealStatistics) -> list[tuple[str, str]]:
    half = Fraction(found.n, 2)
    rows = [("deals", _abbreviate_number(found.deals))]
    for game in ("whist", "greedy-whist"):
        if game in found.dealer:
            mean = found.dealer[game]
            more = float(mean - half)
            rows.append(
                (f"dealer, {game}", f"{fraction_and_decimal(mean)} tricks, {more:.6f} over half")
            )
        else:
            rows.append((f"dealer, {game}", "not counted beyond n = 100: --samples estimates it"))
    if found.ace is not None:
        rows.append(
            ("the ace", f"{fraction_and_decimal(found.ace)}, the mean of H when West holds it")
        )
    spread = ", ".join(f"{name.replace('_', ' ')} {d:.4f}" for name, d in found.distance.items())
    rows.append(("limit law", f"distance: {spread}"))
    return rows


def _distributions(
    total: int, named: Mapping[str, Mapping[int, int]], what: str = "h"
) -> list[Block]:
    """Return counts side by side, by value; parts of all deals where the counts are long."""
    values = sorted({value for counts in named.values() for value in counts})
    long = len(str(total)) > MOST_DIGITS
    likely = sorted(values, key=lambda v: -max(counts.get(v, 0) for counts in named.values()))
    shown = sorted(likely[:MOST_LINES])
    rows = [
        [str(value), *(_cell(counts.get(value, 0), total, long) for counts in named.values())]
        for value in shown
    ]
    counted = build_table(rows, head=[what, *named], right=range(len(named) + 1))
    remarks = ["parts of all deals; --json gives the exact counts"] if long else []
    if len(shown) < len(values):
        remarks.append(f"the {len(shown)} likeliest of {len(values):,} values")
    return [counted, Remark("; ".join(remarks))] if remarks else [counted]


def _cell(count: int, total: int, long: bool) -> str:
    if not long:
        return f"{count:,}"
    return f"{float(Fraction(count, total)):.6f}" if count else "0"


def _abbreviate_number(number: int) -> str:
    text = f"{number:,}"
    return (
        text
        if len(text) <= 40
        else f"{number // 10 ** (len(str(number)) - 6)}... ({len(str(number)):,} digits)"
    )


def _card_worth_table(worths: Mapping[str, str]) -> list[Block]:
    rows = [
        (card, fraction_and_decimal(Fraction(worth)))
        for card, worth in reversed(list(worths.items()))
    ]
    return [
        build_table(rows, head=["card", "mean of H when West holds it"], right=[0]),
        Remark("whist; half of it is what the card adds to West's tricks"),
    ]


def _sample_table(sample: Mapping[str, Any]) -> list[Block]:
    rows = [
        (what, f"{one['mean']:.6f}", f"{one['low']:.6f} to {one['high']:.6f}")
        for what, one in sample.items()
        if isinstance(one, dict)
    ]
    said = f"{sample['deals']:,} random deals, seed {sample['seed']}; 95% confidence intervals"
    return [build_table(rows, head=["estimate", "mean", "interval"], right=[1]), Remark(said)]
