"""All equilibria of games in which each seat is paid by itself: of one, and for every value.

``parts`` an equilibrium, and all of them on a range; ``theorem`` a family; ``listed`` one game.
"""

from sabot.results.pairs.listed import PairEquilibria
from sabot.results.pairs.parts import PairEquilibrium, PairPart, PairPiece, PairPoint
from sabot.results.pairs.theorem import PairTheorem

__all__ = [
    "PairEquilibria",
    "PairEquilibrium",
    "PairPart",
    "PairPiece",
    "PairPoint",
    "PairTheorem",
]
