"""Baccara chemin de fer: rules, forms by counting, tables in the papers' layout."""

from sabot.games.baccara.binary import baccara_binary
from sabot.games.baccara.family import baccara
from sabot.games.baccara.form import baccara_form, count, to_form, unreachable
from sabot.games.baccara.foster import Gain, foster
from sabot.games.baccara.grid import baccara_grid
from sabot.games.baccara.hands import baccara_hands
from sabot.games.baccara.kernel import crossings, kernel, mixed_unique, restrict
from sabot.games.baccara.theorem import baccara_for_all_decks
from sabot.results.optimal import OptimalSet, optimal_set, saddle

__all__ = [
    "Gain",
    "OptimalSet",
    "baccara",
    "baccara_binary",
    "baccara_for_all_decks",
    "baccara_form",
    "baccara_grid",
    "baccara_hands",
    "count",
    "crossings",
    "foster",
    "kernel",
    "mixed_unique",
    "optimal_set",
    "restrict",
    "saddle",
    "to_form",
    "unreachable",
]
