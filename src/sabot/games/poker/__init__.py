"""Poker: betting as data, and the games that share it.

``betting``  what may be said in a round, what it costs, and who is asked next
``pots``     who takes what at the end, with side pots for those who had too little
``kuhn``     one card each and one bet
``leduc``    one card each, a common card, two rounds
``draw``     five-card draw from the whole pack, for two to seven players
"""

from sabot.games.poker.kuhn import KuhnPoker, kuhn_poker
from sabot.games.poker.leduc import LeducPoker, leduc_poker

__all__ = ["KuhnPoker", "LeducPoker", "kuhn_poker", "leduc_poker"]
