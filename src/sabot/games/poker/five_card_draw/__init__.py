"""Five-card draw from the whole deck, after Risticz (1973), chapter 2.

``family``           the game by its name, and its parameters
``rules``            one hand run on a table, and what a player observes
``players``          Risticz's program, the solved first phase, random, a user's own
``win_probability``  the chance of a hand against one opponent or all
``simulation``       hands by the million
``many_hands``       the rules a second time, for many hands at once
``tournament``       players against each other, the button moving
``session``          a person at the table
``render``, ``cli``  documents, narration and commands
"""

from __future__ import annotations
