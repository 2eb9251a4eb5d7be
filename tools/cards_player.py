"""The table of the player `cards`: python -m tools.cards_player SOLVED.json --write.

SOLVED.json is saved by `sabot solve 'blind-poker(hands=cards, draw=apart)' --gap 1/10000 -o FILE`.
Its strategies are averaged over hands that look alike to the player, and rounded. What they
secure and concede after that is computed over all hands and draws, and kept with the table.
"""

from __future__ import annotations

import argparse
import json
import zlib
from base64 import b64encode
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sabot.cards.poker_hand import parse_cards
from sabot.exact import format_fraction
from sabot.forms.private_hands import HandStrategy, PrivateHandsForm, exact_bounds
from sabot.game_rules.private_hands import private_hands_of
from sabot.games.poker.five_card_draw import players
from sabot.loading import load
from sabot.results.private_hands import PrivateHandsInterval

ROOM = Path(players.__file__).parent / players.CARDS_FILE


def form_of_game() -> PrivateHandsForm:
    """Return the game on real cards."""
    found = private_hands_of(load(players.CARDS_GAME))
    assert found is not None, "cards are private hands"
    return found


def places_of_hands(form: PrivateHandsForm) -> NDArray[np.int64]:
    """Return for each class of hands its place in the player's table."""
    return np.array(
        [players.place_of_hand(parse_cards(name)) for name in form.deal.names(0)], np.int64
    )


def averaged(
    form: PrivateHandsForm, mix: NDArray[np.int64], places: NDArray[np.int64], unit: int
) -> NDArray[np.int64]:
    """Return probabilities by place, in whole parts of the player's unit."""
    own = form.deal.own_weights(0)
    count = players.CARDS_PLACES
    whole = np.bincount(places, own, count)
    shares = np.array([np.bincount(places, own * row, count) for row in mix])
    shares = shares / np.maximum(whole, 1) / unit * players.CARDS_UNIT
    found = np.floor(shares).astype(np.int64)
    for place in range(count):  # the largest remainders are rounded up
        missing = players.CARDS_UNIT - int(found[:, place].sum())
        order = np.argsort(found[:, place] - shares[:, place], kind="stable")
        found[order[:missing], place] += 1
    return found


def spread(
    form: PrivateHandsForm, tables: dict[str, NDArray[np.int64]]
) -> tuple[HandStrategy, HandStrategy]:
    """Return the table as strategies over all classes."""
    places = places_of_hands(form)
    one, two = (
        tuple(tables[node.key][:, places] for node in form.decisions[seat]) for seat in (0, 1)
    )
    return one, two


def unpacked(text: bytes) -> NDArray[np.int64]:
    """Return the probabilities of all actions by place."""
    rows = np.frombuffer(text, np.uint8).astype(np.int64).reshape(-1, players.CARDS_PLACES)
    return np.vstack((rows, players.CARDS_UNIT - rows.sum(0)))


def _packed(table: NDArray[np.int64]) -> str:
    return b64encode(zlib.compress(table[:-1].astype(np.uint8).tobytes(), 9)).decode()


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("solved", type=Path)
    parser.add_argument("--write", action="store_true")
    told = parser.parse_args()
    form = form_of_game()
    solved = PrivateHandsInterval.from_json(json.loads(told.solved.read_text()))
    strategies, places = solved.strategies(form), places_of_hands(form)
    tables = {
        node.key: averaged(form, mix, places, solved.unit)
        for seat in (0, 1)
        for node, mix in zip(form.decisions[seat], strategies[seat], strict=True)
    }
    low, high = exact_bounds(form, spread(form, tables), players.CARDS_UNIT)
    print(f"secures {float(low):.6f}, concedes {float(high):.6f}")
    if told.write:
        kept = {
            "low": format_fraction(low),
            "high": format_fraction(high),
            "turns": {key: _packed(table) for key, table in tables.items()},
        }
        ROOM.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
