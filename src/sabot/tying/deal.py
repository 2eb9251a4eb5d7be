"""Deals of one suit: the file's against the named one, and played out beside the told rules."""

from __future__ import annotations

from dataclasses import fields

from sabot.forms.tree import Decision, GameTree, Leaf, Node
from sabot.tying.reading import Deal

_WORDS = {
    "holders": "who holds each card, lowest first",
    "names": "the cards' names",
    "lead": "the lead",
    "led": "the card led",
    "greedy": "that the second hand must win if it can",
    "pays": "what West is paid for each trick",
}


def deals_differ(file: Deal, game: Deal) -> str | None:
    """Return the first thing in which two deals differ; None if they are one."""
    for one in fields(Deal)[1:]:
        here, there = getattr(file, one.name), getattr(game, one.name)
        if here != there:
            return f"{_WORDS[one.name]}: the file has {_text(here)}, the game {_text(there)}"
    return None


def _text(told: object) -> str:
    if isinstance(told, tuple):
        return " ".join(map(str, told))
    if isinstance(told, bool):
        return "yes" if told else "no"
    return "none" if told is None else str(told)


def play_differs(file: Deal, tree: GameTree) -> str | None:
    """Return where the file's deal, played card by card, leaves the tree that the rules tell.

    None if they agree in every hand: who is to play, which cards may be played, what is paid.
    """
    cards = range(1, len(file.holders) + 1)
    left = {card: file.holders[card - 1] for card in cards}
    return _Played(file, tree).differs(tree.root, left, file.lead, file.led, 0)


class _Played:
    """A deal being played down every branch of a tree."""

    def __init__(self, deal: Deal, tree: GameTree) -> None:
        self.deal = deal
        self.seats = [seat[0] for seat in tree.seats]  # a deal calls West W and East E

    def differs(
        self, node: Node, left: dict[int, str], lead: str, led: int | None, paid: int
    ) -> str | None:
        """Return the first difference at a node or below it."""
        if not left:
            same = isinstance(node, Leaf) and node.payoffs[self.seats.index("W")] == paid
            return None if same else f"a hand pays West {paid} in the file and not in the game"
        turn = lead if led is None else "E" if lead == "W" else "W"
        cards = self._playable(left, turn, led)
        names = {self.deal.names[card - 1]: card for card in cards}
        if not isinstance(node, Decision) or self.seats[node.seat] != turn:
            return f"{turn} is to play in the file and not in the game"
        if set(node.labels) != set(names):
            theirs = " ".join(node.labels)
            return f"{turn} may play {' '.join(names)} in the file, {theirs} in the game"
        for label, child in zip(node.labels, node.children, strict=True):
            card = names[label]
            if led is None:
                found = self.differs(child, left, lead, card, paid)
            else:
                found = self._trick(child, left, (lead, led), (turn, card), paid)
            if found:
                return found
        return None

    def _trick(
        self,
        child: Node,
        left: dict[int, str],
        one: tuple[str, int],
        two: tuple[str, int],
        paid: int,
    ) -> str | None:
        winner = max(one, two, key=lambda played: played[1])[0]
        rest = {card: seat for card, seat in left.items() if card not in (one[1], two[1])}
        number = len(self.deal.pays) - len(left) // 2
        paid += self.deal.pays[number] if winner == "W" else 0
        return self.differs(child, rest, winner, None, paid)

    def _playable(self, left: dict[int, str], turn: str, led: int | None) -> list[int]:
        held = [card for card, seat in left.items() if seat == turn]
        if self.deal.greedy and led is not None:
            return [card for card in held if card > led] or held
        return held
