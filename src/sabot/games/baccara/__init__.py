"""Baccara chemin de fer, and the games that sources made of it.

``rules``                a hand as it is played; the casino's fixed drawing rules
``family``               the game by its name, its parameters, and all that others may ask of it
``count``                the game by counting cards, over any ring of numbers
``forms``                sequence, separable, general-sum (commission) and parametric forms
``payoff_distribution``  how hands end, counted exactly; the house's edge on each bet
``monte_carlo``          many random hands at once, one array per card
``ethier_gamez``         the tables, kernels and the grid game of Ethier and Gamez (2013)
``punto_banco``          the casino game, in which nobody chooses
``foster``               Foster's game of 1964

Nothing is imported here: a name that is used loads the module that it needs.
"""
