"""The whist family with one suit: 2n cards, n to West and n to East, everything seen.

Wästlund, *A solution of two-person single-suit whist* (2005), is the source. One idea a module:

``deal``        a deal and a position, and their notation
``variant``     the rules: relaxed or greedy, and what a trick pays
``theory``      what the theorems say: what one deal is worth, in linear time; how many deals have a
                given T_k, H lower, H upper, H; the limit law, the worth of a card; uniqueness
``batch``       values for arrays of deals, and for all deals of a given size
``minimax``     the same numbers by backward induction, owing nothing to the theorems
``strategy``    which card to play: the normal strategy and the explicit optimal one
``pricing``     the price of every card, all in one sweep
``census``      all deals of a given size in one report
``kernels``     the hot loops of these, to be compiled

Everywhere 1 is the lowest card, ``W`` and ``E`` are the seats, and tricks are West's.
"""
