"""Poker models with continuous types: hands are real numbers in [0, 1].

``family``           Borel's, von Neumann's and Kuhn's one-bet games, Risticz's with a blind
``bet_sizes``        several bet sizes, raises, one or both players betting
``starting_points``  thresholds from which the solver starts
``web``              their pages in the workbench

Risticz, *Mathematical models and computer simulation of poker* (1973), is the source of the game
with a blind.
"""

from __future__ import annotations
