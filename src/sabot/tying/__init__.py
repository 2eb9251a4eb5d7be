"""The tie: whether the numbers in a checked file are those of the game that it names.

A certificate proves a statement about the payoffs in it; whose payoffs they are, only the rules
say. Here the named game is counted, and told, afresh and held against the file entry by entry. No
solver is on this road (the import contract sees to it), and nothing of the checker's either.
"""

from sabot.tying.tie import tie
from sabot.tying.tied import RefutedError, Tie

__all__ = ["RefutedError", "Tie", "tie"]
