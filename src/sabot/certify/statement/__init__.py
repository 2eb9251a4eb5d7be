"""What was proved, as typed objects: the only thing that may be printed after a check.

Standard library only. There is a class for each kind of file, and one protocol for all of them:
what was proved (:attr:`Statement.value`, :attr:`Statement.unique`), how it prints
(:attr:`Statement.words`, :attr:`Statement.lines`), its JSON (:meth:`Statement.to_json`). The game
is what the file *names*; that its payoffs are those of that game is what no certificate can show,
and :attr:`Statement.unchecked` says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sabot.certify.statement.every import EveryProved as EveryProved
    from sabot.certify.statement.every import PairListProved as PairListProved
    from sabot.certify.statement.games import BalanceProved as BalanceProved
    from sabot.certify.statement.games import DealProved as DealProved
    from sabot.certify.statement.games import Extreme as Extreme
    from sabot.certify.statement.games import GameProved as GameProved
    from sabot.certify.statement.games import IntervalProved as IntervalProved
    from sabot.certify.statement.games import ListProved as ListProved
    from sabot.certify.statement.games import NashProved as NashProved
    from sabot.certify.statement.games import NumberProved as NumberProved
    from sabot.certify.statement.games import Statement as Statement
    from sabot.certify.statement.seats import FieldProved as FieldProved
    from sabot.certify.statement.seats import PureProved as PureProved
    from sabot.certify.statement.seats import SeatsProved as SeatsProved
    from sabot.certify.statement.theorems import Domain as Domain
    from sabot.certify.statement.theorems import HandsProved as HandsProved
    from sabot.certify.statement.theorems import PairsProved as PairsProved
    from sabot.certify.statement.theorems import TheoremProved as TheoremProved

_HOME = {
    "BalanceProved": "games",
    "DealProved": "games",
    "Domain": "theorems",
    "EveryProved": "every",
    "Extreme": "games",
    "FieldProved": "seats",
    "GameProved": "games",
    "HandsProved": "theorems",
    "IntervalProved": "games",
    "ListProved": "games",
    "NashProved": "games",
    "NumberProved": "games",
    "PairListProved": "every",
    "PairsProved": "theorems",
    "PureProved": "seats",
    "SeatsProved": "seats",
    "Statement": "games",
    "TheoremProved": "theorems",
}
"""Where each is told; a file is of one kind, so that one of them is loaded."""

__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{home}"), name)
