"""Games with continuous types: public betting, and a private hand from [0, 1] for each player.

``betting_game``          the public tree, and strategies: intervals of hands with an action each
``piecewise_polynomial``  exact piecewise polynomials on [0, 1]: payoffs as functions of the hand
``expected_payoff``       what a profile pays each player, and its best response
"""
