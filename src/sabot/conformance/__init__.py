"""Conformance: whether the payoffs in a checked certificate are those of the game that it names.

A certificate proves a statement about the payoffs in it; whose payoffs they are, only the rules
say. Here the named game is counted, and its rules are run again and compared with the
certificate entry by entry. No solver is used (the import contract sees to it), and nothing of the
checker's either.
"""

from sabot.conformance.check import check_conformance
from sabot.conformance.derivations import Conformance, RefutedError

__all__ = ["RefutedError", "Conformance", "check_conformance"]
