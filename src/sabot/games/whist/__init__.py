"""The whist family with one suit: 2n cards, n to West and n to East, everything seen.

Wästlund, *A solution of two-person single-suit whist* (2005), is the source. One idea a module:

``deal``        a deal and a position, and their notation
``values``      what one deal is worth, by the theorems of the paper, in linear time
``batch``       the same for arrays of deals, and for all deals of a given size
``variant``     the rules: relaxed or greedy, and what a trick pays
``minimax``     the same numbers by backward induction, owing nothing to the theorems
``strategy``    which card to play: the normal strategy and the explicit optimal one
``pricing``     the price of every card, all in one sweep
``counting``    how many deals have a given T_k, H lower, H upper, H
``asymptotics`` the limit law, Monte Carlo, the worth of a card
``census``      all deals of a given size in one report

Everywhere 1 is the lowest card, ``W`` and ``E`` are the seats, and tricks are West's.
"""
