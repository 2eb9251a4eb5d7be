"""Equilibria in threshold strategies of games with continuous types, one game or parametric.

``newton``           indifference equations of the thresholds, Newton's method, more digits
``homotopy``         a path of thresholds some of which may lie at their lower bounds
``grid_cfr``         the shape of the strategies from regret minimisation on a grid of types
``solve``            the methods in order, exact best responses, sets of indifferent types
``parametric``       an equilibrium of two players for every value of a parameter
``historical_1973``  the methods of Risticz's thesis
"""
