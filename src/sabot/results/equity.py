"""Range against range in Texas hold'em: how often each wins, exactly, as a result."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from time import perf_counter

from sabot.exact import as_float, format_fraction
from sabot.progress import Watch, accepts_watch
from sabot.results.base import Result
from sabot.results.codec import JsonObject


@dataclass(frozen=True, repr=False)
class RangeEquity(Result):
    """The chances of two ranges on a board, over all deals and runouts."""

    ranges: tuple[str, str]
    board: str
    wins: int
    """Weight of the deals that the first range wins."""
    ties: int
    losses: int
    seconds: float = field(compare=False, default=0.0)

    _schema = "sabot/equity/1"

    @property
    def total(self) -> int:
        """The weight of all deals."""
        return self.wins + self.ties + self.losses

    @property
    def equity(self) -> Fraction:
        """The share of the pot that the first range wins, a tie counted half."""
        return Fraction(2 * self.wins + self.ties, 2 * self.total)

    def _brief(self) -> str:
        return f"{self.ranges[0]} against {self.ranges[1]}"

    def to_json(self) -> dict[str, object]:
        """Return the document of ``sabot equity --json``."""
        return {
            "schema": self._schema,
            "ranges": list(self.ranges),
            "board": self.board,
            "wins": self.wins,
            "ties": self.ties,
            "losses": self.losses,
            "equity": format_fraction(self.equity),
            "decimal": as_float(self.equity),
            "seconds": self.seconds,
        }

    @classmethod
    def from_json(cls, document: JsonObject) -> RangeEquity:
        """Return the chances that a file holds; nothing in it is checked."""
        one, two = map(str, document["ranges"])
        wins, ties, losses = (int(document[key]) for key in ("wins", "ties", "losses"))
        seconds = float(document["seconds"])
        return cls((one, two), str(document["board"]), wins, ties, losses, seconds)


@accepts_watch
def equity(one: str, two: str, board: str = "", *, watch: Watch | None = None) -> RangeEquity:
    """Return how often a range of hold'em hands wins against another, exactly.

    >>> equity("AsKs", "QQ", "Qs7h2d").equity
    Fraction(43, 990)
    """
    from sabot.cards.hand_ranges import parse_range
    from sabot.cards.poker_hand import card_text, parse_cards
    from sabot.cards.poker_odds.equity import count_equity

    begun = perf_counter()
    sides = parse_range(one), parse_range(two)
    cards = parse_cards(board, many=None) if board.strip() else ()
    found = count_equity(*sides, cards)
    return RangeEquity(
        (sides[0].text, sides[1].text),
        "".join(map(card_text, cards)),
        found.wins,
        found.ties,
        found.losses,
        perf_counter() - begun,
    )
