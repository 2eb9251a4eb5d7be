"""Poker hands of five cards on the pack of 52: their order, their names, their exact chances.

The ace is high here, and low only in the straight from five down; nothing of this touches the games
in which it counts one (:mod:`sabot.cards`).

>>> from sabot.poker import Hand, rank
>>> rank("AsKsQsJsTs"), rank("7c5d4h3s2c")
(7462, 1)
>>> Hand("TcTdAs7h2c").name, Hand("TcTdAs7h2c") > Hand("9c9dAsKhQc")
('pair of tens, ace kicker', True)
"""

from __future__ import annotations

from sabot.poker.evaluate import rank
from sabot.poker.hand import Hand

__all__ = ["Hand", "rank"]
