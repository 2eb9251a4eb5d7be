"""Sabot solves card games exactly: value, strategies, certificate, uniqueness.

>>> import sabot
>>> s = sabot.solve("le-her(ranks=13, suits=4)")
>>> s.value, s["receiver"]["7"]["exchange"], s.unique
(Fraction(277, 11050), Fraction(3, 8), True)

The names below are imported when first used, so that ``import sabot`` stays light.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, which takes longer to import than everything else here
if TYPE_CHECKING:
    from typing import Any

    from sabot._version import __version__ as __version__
    from sabot.analyse.betting.judge import CutsJudgement as CutsJudgement
    from sabot.analyse.judge import Judgement as Judgement
    from sabot.analyse.profile import ProfileJudgement as ProfileJudgement
    from sabot.analyse.simulation import Simulation as Simulation
    from sabot.analyse.sweeping.sweep import Row as Row
    from sabot.analyse.sweeping.sweep import Sweep as Sweep
    from sabot.api import approximate as approximate
    from sabot.api import check as check
    from sabot.api import equilibria as equilibria
    from sabot.api import prove as prove
    from sabot.api import reduce as reduce
    from sabot.api import simulate as simulate
    from sabot.api import solve as solve
    from sabot.api import sweep as sweep
    from sabot.api import value as value
    from sabot.cards import Card as Card
    from sabot.errors import CertificateError as CertificateError
    from sabot.errors import FileError as FileError
    from sabot.errors import FormError as FormError
    from sabot.errors import GameStringError as GameStringError
    from sabot.errors import Interrupted as Interrupted
    from sabot.errors import NoMethodError as NoMethodError
    from sabot.errors import NumberError as NumberError
    from sabot.errors import RulesError as RulesError
    from sabot.errors import SabotError as SabotError
    from sabot.errors import ShoeError as ShoeError
    from sabot.forms.bimatrix import BimatrixForm as BimatrixForm
    from sabot.forms.matrix import MatrixForm as MatrixForm
    from sabot.forms.polynomial import PolynomialForm as PolynomialForm
    from sabot.forms.sequence import SequenceForm as SequenceForm
    from sabot.games import load as load
    from sabot.plotting import plot as plot
    from sabot.render.figures.figure import Figure as Figure
    from sabot.results.balance import Equilibrium as Equilibrium
    from sabot.results.choices import SortedChoices as SortedChoices
    from sabot.results.cuts import CutTheorem as CutTheorem
    from sabot.results.equilibria import Equilibria as Equilibria
    from sabot.results.equilibria import EveryEquilibrium as EveryEquilibrium
    from sabot.results.hand import HandOdds as HandOdds
    from sabot.results.hand import hand as hand
    from sabot.results.interval import Approximation as Approximation
    from sabot.results.pairs import PairEquilibria as PairEquilibria
    from sabot.results.pairs import PairTheorem as PairTheorem
    from sabot.results.seats.profile import Profile as Profile
    from sabot.results.seats.pure import PureEquilibria as PureEquilibria
    from sabot.results.solution import Solution as Solution
    from sabot.results.solution import Strategy as Strategy
    from sabot.results.theorem import Proof as Proof
    from sabot.results.theorem import Theorem as Theorem
    from sabot.shoe import INF as INF
    from sabot.shoe import Shoe as Shoe
    from sabot.solvers.dominance import Reduction as Reduction
    from sabot.telling.family import Family as Family
    from sabot.telling.game import Game as Game
    from sabot.telling.game import rules as rules
    from sabot.telling.tables import Table as Table
    from sabot.watch import Watch as Watch

_HOME = {
    "Approximation": "results.interval",
    "BimatrixForm": "forms.bimatrix",
    "Card": "cards",
    "CertificateError": "errors",
    "CutTheorem": "results.cuts",
    "CutsJudgement": "analyse.betting.judge",
    "Equilibria": "results.equilibria",
    "Equilibrium": "results.balance",
    "EveryEquilibrium": "results.equilibria",
    "Family": "telling.family",
    "Figure": "render.figures.figure",
    "FileError": "errors",
    "FormError": "errors",
    "Game": "telling.game",
    "GameStringError": "errors",
    "HandOdds": "results.hand",
    "INF": "shoe",
    "Interrupted": "errors",
    "Judgement": "analyse.judge",
    "MatrixForm": "forms.matrix",
    "NoMethodError": "errors",
    "NumberError": "errors",
    "PairEquilibria": "results.pairs",
    "PairTheorem": "results.pairs",
    "PolynomialForm": "forms.polynomial",
    "Profile": "results.seats.profile",
    "ProfileJudgement": "analyse.profile",
    "Proof": "results.theorem",
    "PureEquilibria": "results.seats.pure",
    "Reduction": "solvers.dominance",
    "Row": "analyse.sweeping.sweep",
    "RulesError": "errors",
    "SabotError": "errors",
    "SequenceForm": "forms.sequence",
    "Shoe": "shoe",
    "ShoeError": "errors",
    "Simulation": "analyse.simulation",
    "Solution": "results.solution",
    "SortedChoices": "results.choices",
    "Strategy": "results.solution",
    "Sweep": "analyse.sweeping.sweep",
    "Table": "telling.tables",
    "Theorem": "results.theorem",
    "Watch": "watch",
    "__version__": "_version",
    "approximate": "api",
    "check": "api",
    "equilibria": "api",
    "hand": "results.hand",
    "load": "games",
    "plot": "plotting",
    "prove": "api",
    "reduce": "api",
    "rules": "telling.game",
    "simulate": "api",
    "solve": "api",
    "sweep": "api",
    "value": "api",
}

_ROOMS = ("poker",)
"""Rooms that are public themselves: ``sabot.poker.rank``."""

__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None and name not in _ROOMS:
        raise AttributeError(f"module 'sabot' has no attribute {name!r}")
    from importlib import import_module

    if home is None:
        return import_module(f"sabot.{name}")
    found = getattr(import_module(f"sabot.{home}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, *_ROOMS} - {"TYPE_CHECKING", "annotations"})
