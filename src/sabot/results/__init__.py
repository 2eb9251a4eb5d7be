"""Results: frozen, typed objects, one module per kind; dictionaries only where saved and loaded.

``base``          the base class of all results (document, views, save and load)
``codec``         how a document is written and read, from the types of its fields
``solution``      value or payoffs and one strategy per player: zero-sum, Nash, perfect information
``optimal_set``   all optimal strategies of a zero-sum game
``value_bounds``  a proven interval for the value
``all_nash``      all extreme equilibria of a two-player game, with components
``binary_nash``   all equilibria of a separable game with binary actions, also parametric
``nplayer``       profiles with exact regrets and pure equilibria for any number of players
``continuous``    equilibria in thresholds of games with continuous types, also parametric
``parametric``    optimal strategies of a zero-sum game for all values of a parameter
``proof``         what proofs over a parameter share: ranges, plans, inequalities
``dominance``     choices classified by dominance
``poker_hand``    exact odds of a poker hand
"""
