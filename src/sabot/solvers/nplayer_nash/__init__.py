"""Equilibria of games for three or more players by the equations of their supports.

All equilibria of small games and trees, with a proof that there are no others, and one of larger
ones:

``subdivision``   the strategy space cut into cells until each is empty, or has one equilibrium
``boxes``         the same if every player has two actions, in plain integers
``support_point`` the equilibrium of a support: Newton's method, then exact in a number field
``solve``         the list: isolated equilibria, components, and where the search was left open
``equilibrium_sets``  sets of equilibria that are not isolated: by equations, and products
``component_index``   the index of regular equilibria, and of components
``multilinear``       polynomials in the probabilities of a support
``quantal_response``  one equilibrium of a larger game, by paths from several starts
"""
