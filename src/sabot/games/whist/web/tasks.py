"""Tasks of the whist pages, run in a worker process: positions, puzzles, random deals.

A deal half played comes with prices, costs, the matrix and the number H.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from sabot.errors import FormError
from sabot.games.whist import puzzle
from sabot.games.whist.deal import FIVE_CARD, GREEDY_WHIST, RANKS, WHIST, Deal, Seat, Variant
from sabot.games.whist.judge import DealReplay, ReplayedTrick, replay_cards
from sabot.games.whist.parameters import DEAL, LEAD, start_position
from sabot.games.whist.wastlund_values import diagonal_sums, invariants_of

SHOWN_VARIANTS = {variant.name: variant for variant in (WHIST, GREEDY_WHIST, FIVE_CARD)}
"""The games whose cards are priced by theorems."""
MOST_SHOWN = 26
"""Cards per hand that are shown."""


def describe_position(question: Mapping[str, object]) -> dict[str, Any]:
    """Return a deal and the state of its play."""
    variant = _read_variant(question)
    lead = _read_lead(str(question.get("lead", "W")))
    here = start_position(deal=DEAL.parse(str(question.get("deal", ""))), lead=lead)
    deal = here.start.deal
    if deal.n > MOST_SHOWN:
        raise FormError(f"{deal.n} cards per hand; up to {MOST_SHOWN} are shown on a page")
    at = replay_cards(deal, lead, _read_played(question), variant)
    names = _card_names(here.names, deal)
    return {
        "game": f"{variant.name}(deal={deal}, lead={lead})",
        "variant": variant.name,
        "deal": str(question["deal"]),
        "letters": deal.holders,
        "lead": lead,
        "names": names,
        "value": replay_cards(deal, lead, (), variant).worth,
        **_replay_to_json(at),
        "theory": _theory_to_json(deal, variant),
    }


def _read_variant(question: Mapping[str, object]) -> Variant:
    name = str(question.get("game", WHIST.name))
    if name not in SHOWN_VARIANTS:
        raise FormError(f"{name[:40]!r} is not shown here; there are {', '.join(SHOWN_VARIANTS)}")
    return SHOWN_VARIANTS[name]


def _read_lead(text: str) -> Seat:
    return "W" if LEAD.parse(text) == "W" else "E"


def _read_played(question: Mapping[str, object]) -> list[int]:
    words = [word for word in str(question.get("played", "")).split(".") if word]
    if not all(word.isascii() and word.isdecimal() and len(word) < 4 for word in words):
        raise FormError("played: the numbers of cards, with a point between two")
    return [int(word) for word in words]


def _card_names(names: tuple[str, ...] | None, deal: Deal) -> list[str]:
    """Return the labels of the cards: their names, where 13 are enough, else their numbers."""
    many = 2 * deal.n
    if names is not None:
        return list(names)
    return list(RANKS[-many:]) if many <= len(RANKS) else [str(k) for k in range(1, many + 1)]


def _replay_to_json(at: DealReplay) -> dict[str, object]:
    return {
        "turn": at.turn,
        "on_table": at.led,
        "hands": {"W": list(at.hand("W")), "E": list(at.hand("E"))},
        "prices": {str(card): worth for card, worth in at.cards.items()},
        "best": list(at.best),
        "worth": at.worth,
        "tricks": [_trick_to_json(trick) for trick in at.tricks],
        "plays": [{"seat": one.seat, "card": one.card, "cost": one.cost} for one in at.plays],
        "line": [_trick_to_json(trick) for trick in at.line()],
    }


def _trick_to_json(trick: ReplayedTrick) -> dict[str, object]:
    return {"led": trick.led, "reply": trick.reply, "winner": trick.winner}


def _theory_to_json(deal: Deal, variant: Variant) -> dict[str, object]:
    """Return the matrix, the sums along its diagonals, and the diagonal that decides the game."""
    found = invariants_of(deal)
    heights = {WHIST: found.whist, GREEDY_WHIST: found.greedy, FIVE_CARD: 0}
    return {
        "matrix": deal.matrix(),
        "west": list(deal.west),
        "east": list(deal.east),
        "diagonals": {str(k): total for k, total in diagonal_sums(deal).items()},
        "H_lower": found.lower,
        "H_upper": found.upper,
        "H": heights[variant],
    }


def describe_puzzle(question: Mapping[str, object]) -> dict[str, object]:
    """Return a puzzle: where it begins, and who is asked."""
    sort = str(question.get("sort", ""))
    if sort and sort not in get_args(puzzle.PuzzleKind):
        raise FormError(
            f"{sort[:40]!r} is not a sort of puzzle; there are {', '.join(puzzle.PUZZLE_KINDS)}"
        )
    wanted = next((one for one in puzzle.PUZZLE_KINDS if one == sort), None)
    n, seed = (
        _read_whole_number(question, key, start) for key, start in (("n", "5"), ("seed", "1"))
    )
    found = puzzle.find_puzzle(wanted, n=n, seed=seed, variant=_read_variant(question))
    led = found.position.led
    return {
        "puzzle": found.sort,
        "deal": str(found.position.deal),
        "lead": found.position.lead,
        "game": _read_variant(question).name,
        "played": "" if led is None else str(led),
        "from": "0" if led is None else "1",
    }


def describe_random_deal(question: Mapping[str, object]) -> dict[str, object]:
    """Return a random deal by its size and seed."""
    n, seed = (
        _read_whole_number(question, key, start) for key, start in (("n", "6"), ("seed", "1"))
    )
    if n > MOST_SHOWN:
        raise FormError(f"n: up to {MOST_SHOWN} cards per hand are shown on a page, not {n}")
    return {"deal": str(Deal.random(n, seed=seed))}


TASKS = {
    "position": describe_position,
    "dealt": describe_random_deal,
    "puzzled": describe_puzzle,
}
"""The tasks of the whist pages by name."""


def _read_whole_number(question: Mapping[str, object], key: str, start: str) -> int:
    text = str(question.get(key, start)).strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise FormError(f"{key}: a whole number is wanted, not {text[:40]!r}")
    return int(text)
