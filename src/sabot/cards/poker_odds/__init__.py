"""Exact odds of poker hands with one draw, in integers.

``hand_distribution``  ways to each rank after a draw; an opponent's range by how he plays
``discards``           the 32 ways to keep a part of a hand, and the rule of thumb
``card_removal``       one hand against one opponent, all cards from one deck
``all_hands``          all 134,459 classes of hands at once; ``kernel`` has its loops
"""

from __future__ import annotations
