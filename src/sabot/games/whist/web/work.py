"""What a page needs of a deal half played: prices, costs, the matrix and the number H."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from sabot.errors import FormError
from sabot.games.whist import puzzle
from sabot.games.whist.deal import RANKS, Deal, Seat
from sabot.games.whist.notation import DEAL, LEAD, setting
from sabot.games.whist.progress import Progress, Trick, replayed
from sabot.games.whist.theory.values import diagonals, reading
from sabot.games.whist.variant import FIVE_CARD, GREEDY_WHIST, WHIST, Variant

GAMES = {variant.name: variant for variant in (WHIST, GREEDY_WHIST, FIVE_CARD)}
"""The games whose cards are priced by theorems."""
LARGEST = 26
"""Cards a hand that are shown."""


def position(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return a deal and where its play stands."""
    variant = _variant(question)
    lead = _lead(str(question.get("lead", "W")))
    here = setting(deal=DEAL.parse(str(question.get("deal", ""))), lead=lead)
    deal = here.start.deal
    if deal.n > LARGEST:
        raise FormError(f"{deal.n} cards a hand; up to {LARGEST} are shown on a page")
    at = replayed(deal, lead, _played(question), variant)
    names = _names(here.names, deal)
    return {
        "game": f"{variant.name}(deal={deal}, lead={lead})",
        "variant": variant.name,
        "deal": str(question["deal"]),
        "letters": deal.holders,
        "lead": lead,
        "names": names,
        "value": replayed(deal, lead, (), variant).worth,
        **_progress(at),
        "theory": _theory(deal, variant),
    }


def _variant(question: Mapping[str, Any]) -> Variant:
    name = str(question.get("game", WHIST.name))
    if name not in GAMES:
        raise FormError(f"{name[:40]!r} is not shown here; there are {', '.join(GAMES)}")
    return GAMES[name]


def _lead(text: str) -> Seat:
    return "W" if LEAD.parse(text) == "W" else "E"


def _played(question: Mapping[str, Any]) -> list[int]:
    words = [word for word in str(question.get("played", "")).split(".") if word]
    if not all(word.isascii() and word.isdecimal() and len(word) < 4 for word in words):
        raise FormError("played: the numbers of cards, with a point between two")
    return [int(word) for word in words]


def _names(names: tuple[str, ...] | None, deal: Deal) -> list[str]:
    """Return what stands on the cards: their names, where 13 are enough, else their numbers."""
    many = 2 * deal.n
    if names is not None:
        return list(names)
    return list(RANKS[-many:]) if many <= len(RANKS) else [str(k) for k in range(1, many + 1)]


def _progress(at: Progress) -> dict[str, Any]:
    return {
        "turn": at.turn,
        "on_table": at.led,
        "hands": {"W": list(at.hand("W")), "E": list(at.hand("E"))},
        "prices": {str(card): worth for card, worth in at.cards.items()},
        "best": list(at.best),
        "worth": at.worth,
        "tricks": [_trick(trick) for trick in at.tricks],
        "plays": [{"seat": one.seat, "card": one.card, "cost": one.cost} for one in at.plays],
        "line": [_trick(trick) for trick in at.line()],
    }


def _trick(trick: Trick) -> dict[str, Any]:
    return {"led": trick.led, "reply": trick.reply, "winner": trick.winner}


def _theory(deal: Deal, variant: Variant) -> dict[str, Any]:
    """Return the matrix, the sums along its diagonals, and the diagonal that decides the game."""
    found = reading(deal)
    heights = {WHIST: found.whist, GREEDY_WHIST: found.greedy, FIVE_CARD: 0}
    return {
        "matrix": deal.matrix(),
        "west": list(deal.west),
        "east": list(deal.east),
        "diagonals": {str(k): total for k, total in diagonals(deal).items()},
        "H_lower": found.lower,
        "H_upper": found.upper,
        "H": heights[variant],
    }


def puzzled(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return a puzzle: where it begins, and who is asked."""
    sort = str(question.get("sort", ""))
    if sort and sort not in get_args(puzzle.Sort):
        raise FormError(f"{sort[:40]!r} is no sort of puzzle; there are {', '.join(puzzle.SORTS)}")
    wanted = next((one for one in puzzle.SORTS if one == sort), None)
    n, seed = (_whole(question, key, start) for key, start in (("n", "5"), ("seed", "1")))
    found = puzzle.find(wanted, n=n, seed=seed, variant=_variant(question))
    led = found.position.led
    return {
        "puzzle": found.sort,
        "deal": str(found.position.deal),
        "lead": found.position.lead,
        "game": _variant(question).name,
        "played": "" if led is None else str(led),
        "from": "0" if led is None else "1",
    }


def dealt(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return a random deal by its size and seed."""
    n, seed = (_whole(question, key, start) for key, start in (("n", "6"), ("seed", "1")))
    if n > LARGEST:
        raise FormError(f"n: up to {LARGEST} cards a hand are shown on a page, not {n}")
    return {"deal": str(Deal.random(n, seed=seed))}


def _whole(question: Mapping[str, Any], key: str, start: str) -> int:
    text = str(question.get(key, start)).strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise FormError(f"{key}: a whole number is wanted, not {text[:40]!r}")
    return int(text)
