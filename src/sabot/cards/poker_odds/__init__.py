"""Exact odds of poker hands with one draw, in integers.

``hand_distribution``  ways to each rank after a draw; an opponent's range by how he plays
``discards``           the 32 ways to keep a part of a hand, and the rule of thumb
``card_removal``       one hand against one opponent, all cards from one deck
``all_hands``          tables of all hands, and what each class beats; ``kernel`` has the loops
``all_holds``          the 32 holds of all 134,459 classes at once
"""

from __future__ import annotations
