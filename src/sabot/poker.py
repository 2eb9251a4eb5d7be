"""Poker hands of five cards: the public names ``Hand`` and ``rank``.

The ace is high here, and low only in the straight from five down; this does not touch the games in
which it counts one (:mod:`sabot.cards`). The code is in :mod:`sabot.cards.poker_hand`, exact odds
are in :mod:`sabot.cards.poker_odds`.

>>> from sabot.poker import Hand, rank
>>> rank("AsKsQsJsTs"), rank("7c5d4h3s2c")
(7462, 1)
>>> Hand("TcTdAs7h2c").name, Hand("TcTdAs7h2c") > Hand("9c9dAsKhQc")
('pair of tens, ace kicker', True)
"""

from __future__ import annotations

from sabot.cards.poker_hand import Hand, rank

__all__ = ["Hand", "rank"]
