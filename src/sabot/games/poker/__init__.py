"""Poker with cards: betting rounds as data, and the games that share them.

``betting``         betting rounds, side pots, rake, symbolic stakes, small packs
``kuhn``            one card each and one bet
``leduc``           one card each, a common card, two rounds
``five_card_draw``  five-card draw from the whole deck, for two to seven players
"""

from sabot.games.poker.kuhn import KuhnPoker, kuhn_poker
from sabot.games.poker.leduc import LeducPoker, leduc_poker

__all__ = ["KuhnPoker", "LeducPoker", "kuhn_poker", "leduc_poker"]
