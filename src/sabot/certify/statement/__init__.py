"""What was proved, as typed objects: the only thing that may be printed after a check.

Standard library only. There is a class for each kind of file, and one protocol for all of them:
what was proved (:attr:`Statement.value`, :attr:`Statement.unique`), how it prints
(:attr:`Statement.words`, :attr:`Statement.lines`), its JSON (:meth:`Statement.to_json`). The game
is what the file *names*; that its payoffs are those of that game is what no certificate can show,
and :attr:`Statement.unchecked` says so.
"""

from sabot.certify.statement.balance import BalanceProved
from sabot.certify.statement.games import (
    DealProved,
    Extreme,
    GameProved,
    IntervalProved,
    ListProved,
    NumberProved,
)
from sabot.certify.statement.protocol import Statement
from sabot.certify.statement.seats import ProfileProved
from sabot.certify.statement.theorems import Domain, HandsProved, TheoremProved

__all__ = [
    "BalanceProved",
    "DealProved",
    "Domain",
    "Extreme",
    "GameProved",
    "HandsProved",
    "IntervalProved",
    "ListProved",
    "NumberProved",
    "ProfileProved",
    "Statement",
    "TheoremProved",
]
