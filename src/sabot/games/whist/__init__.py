"""Single-suit whist: 2n cards of one suit, n to West and n to East, perfect information.

Wästlund, *A solution of two-person single-suit whist* (2005), is the source.

``deal``             a deal, a position in its play, and the variants of the game
``parameters``       the parameters of a game string: the deal, the lead, the card led
``family``           the games with a name: whist, greedy whist, five-card, misère
``wastlund_values``  the value of one deal by the theorems, in linear time
``batch``            the same for arrays of deals, and for all deals of a given size
``deal_statistics``  how many deals have a given T_k or H; the limit law; worth of a card
``minimax``          backward induction and alpha-beta search, without the theorems
``strategy``         which card to play, and the price of every card
``solve``            a deal solved: value, best cards, a line of play, uniqueness
``judge``            the play of a deal, card by card, with what each card cost
``puzzle``           positions in which the right card is hard to find
``height_kernels``, ``minimax_kernels``  the hot loops of these, to be compiled

Everywhere 1 is the lowest card, ``W`` and ``E`` are the players, and tricks are West's.
"""

from __future__ import annotations
