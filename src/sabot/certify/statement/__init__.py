"""What was proved, as typed objects: the only thing that may be printed after a check.

Standard library only. There is a class for each kind of file, and one protocol for all of them:
what was proved (:attr:`Statement.value`, :attr:`Statement.unique`), how it prints
(:attr:`Statement.words`, :attr:`Statement.lines`), its JSON (:meth:`Statement.to_json`). The game
is what the file *names*; that its payoffs are those of that game is what no certificate can show,
and :attr:`Statement.unchecked` says so.
"""

from sabot.certify.statement.every import EveryProved
from sabot.certify.statement.games import (
    BalanceProved,
    DealProved,
    Extreme,
    GameProved,
    IntervalProved,
    ListProved,
    NashProved,
    NumberProved,
    Statement,
)
from sabot.certify.statement.seats import ProfileProved
from sabot.certify.statement.theorems import Domain, HandsProved, TheoremProved

__all__ = [
    "BalanceProved",
    "DealProved",
    "Domain",
    "EveryProved",
    "Extreme",
    "GameProved",
    "HandsProved",
    "IntervalProved",
    "ListProved",
    "NashProved",
    "NumberProved",
    "ProfileProved",
    "Statement",
    "TheoremProved",
]
