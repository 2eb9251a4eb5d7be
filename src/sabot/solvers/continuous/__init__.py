"""Equilibria in threshold strategies of games with continuous types, one game or parametric.

``newton``           indifference equations of the thresholds, Newton's method, more digits
``initial_guess``    in floats: a homotopy of thresholds, the shape from a grid of hands
``zero_sum``         two players, any finite betting: linear programs for the cuts, exact
``solve``            the methods in order, exact best responses, sets of indifferent hands
``parametric``       an equilibrium of two players for every value of a parameter
``smooth_payoffs``   payoffs in floats, for methods that move the cuts (solvers/lookahead.py)
"""
