"""Sabot solves card games exactly: value, strategies, certificate, uniqueness.

>>> import sabot
>>> s = sabot.solve("le-her(ranks=13, suits=4)")
>>> s.value, s["receiver"]["7"]["exchange"], s.unique
(Fraction(277, 11050), Fraction(3, 8), True)

The names below are imported when first used, so that ``import sabot`` stays light.
"""

from __future__ import annotations

from sabot.services import provide_services

TYPE_CHECKING = False  # as in typing, which takes longer to import than everything else here
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from sabot._version import __version__ as __version__
    from sabot.analysis.continuous import CutsJudgement as CutsJudgement
    from sabot.analysis.evaluation import Judgement as Judgement
    from sabot.analysis.evaluation import ProfileJudgement as ProfileJudgement
    from sabot.analysis.game_report import GameReport as GameReport
    from sabot.analysis.private_hands import HandsJudgement as HandsJudgement
    from sabot.analysis.simulation import Simulation as Simulation
    from sabot.analysis.sweep import Row as Row
    from sabot.analysis.sweep import Sweep as Sweep
    from sabot.api.checking import check as check
    from sabot.api.correlated import correlated as correlated
    from sabot.api.evaluation import value as value
    from sabot.api.properties import properties as properties
    from sabot.api.proving import prove as prove
    from sabot.api.reporting import report as report
    from sabot.api.simulation import simulate as simulate
    from sabot.api.solving import approximate as approximate
    from sabot.api.solving import equilibria as equilibria
    from sabot.api.solving import iter_equilibria as iter_equilibria
    from sabot.api.solving import reduce as reduce
    from sabot.api.solving import solve as solve
    from sabot.api.solving import sweep as sweep
    from sabot.cards.card import Card as Card
    from sabot.cards.shoe import INF as INF
    from sabot.cards.shoe import Shoe as Shoe
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
    from sabot.forms.parametric import PolynomialForm as PolynomialForm
    from sabot.forms.sequence import MatrixForm as MatrixForm
    from sabot.forms.sequence import SequenceForm as SequenceForm
    from sabot.game_rules.family import Family as Family
    from sabot.game_rules.game import Game as Game
    from sabot.game_rules.game import rules as rules
    from sabot.game_rules.table import Table as Table
    from sabot.game_table import GameEntry
    from sabot.loading import load as load
    from sabot.papers.report import Source
    from sabot.plotting import plot as plot
    from sabot.progress import Watch as Watch
    from sabot.render.figures.figure import Figure as Figure
    from sabot.results.all_nash import EveryEquilibrium as EveryEquilibrium
    from sabot.results.all_nash import ExtremeEquilibrium as ExtremeEquilibrium
    from sabot.results.base import ResultServices
    from sabot.results.binary_nash import PairEquilibria as PairEquilibria
    from sabot.results.binary_nash import PairTheorem as PairTheorem
    from sabot.results.continuous import CutTheorem as CutTheorem
    from sabot.results.continuous import Equilibrium as Equilibrium
    from sabot.results.correlated import CorrelatedEquilibria as CorrelatedEquilibria
    from sabot.results.dominance import SortedChoices as SortedChoices
    from sabot.results.nplayer import Profile as Profile
    from sabot.results.nplayer import PureEquilibria as PureEquilibria
    from sabot.results.nplayer_nash import NPlayerEquilibria as NPlayerEquilibria
    from sabot.results.nplayer_nash import NPlayerEquilibrium as NPlayerEquilibrium
    from sabot.results.optimal_set import Equilibria as Equilibria
    from sabot.results.parametric import Proof as Proof
    from sabot.results.parametric import Theorem as Theorem
    from sabot.results.parametric_nash import NashTheorem as NashTheorem
    from sabot.results.poker_hand import HandOdds as HandOdds
    from sabot.results.poker_hand import hand as hand
    from sabot.results.private_hands import PrivateHandsInterval as PrivateHandsInterval
    from sabot.results.properties import GameProperties as GameProperties
    from sabot.results.refinement import RefinedEquilibria as RefinedEquilibria
    from sabot.results.solution import Solution as Solution
    from sabot.results.solution import Strategy as Strategy
    from sabot.results.value_bounds import Approximation as Approximation
    from sabot.solvers.dominance import Reduction as Reduction

# The module of each public name. These are strings because importing the modules would cost every
# user of ``import sabot`` what no user needs in full (numpy, flint, numba); the block above has the
# same imports for type checkers and editors; tests/unit/test_sabot_surface.py compares the two.
_HOME = {
    "Approximation": "results.value_bounds",
    "BimatrixForm": "forms.bimatrix",
    "Card": "cards.card",
    "CertificateError": "errors",
    "CorrelatedEquilibria": "results.correlated",
    "GameProperties": "results.properties",
    "CutTheorem": "results.continuous",
    "CutsJudgement": "analysis.continuous",
    "Equilibria": "results.optimal_set",
    "Equilibrium": "results.continuous",
    "EveryEquilibrium": "results.all_nash",
    "ExtremeEquilibrium": "results.all_nash",
    "Family": "game_rules.family",
    "Figure": "render.figures.figure",
    "FileError": "errors",
    "FormError": "errors",
    "Game": "game_rules.game",
    "GameReport": "analysis.game_report",
    "GameStringError": "errors",
    "HandOdds": "results.poker_hand",
    "HandsJudgement": "analysis.private_hands",
    "INF": "cards.shoe",
    "Interrupted": "errors",
    "Judgement": "analysis.evaluation",
    "MatrixForm": "forms.sequence",
    "NPlayerEquilibria": "results.nplayer_nash",
    "NPlayerEquilibrium": "results.nplayer_nash",
    "NashTheorem": "results.parametric_nash",
    "NoMethodError": "errors",
    "NumberError": "errors",
    "PairEquilibria": "results.binary_nash",
    "PairTheorem": "results.binary_nash",
    "PolynomialForm": "forms.parametric",
    "Profile": "results.nplayer",
    "ProfileJudgement": "analysis.evaluation",
    "Proof": "results.parametric",
    "PureEquilibria": "results.nplayer",
    "Reduction": "solvers.dominance",
    "PrivateHandsInterval": "results.private_hands",
    "RefinedEquilibria": "results.refinement",
    "Row": "analysis.sweep",
    "RulesError": "errors",
    "SabotError": "errors",
    "SequenceForm": "forms.sequence",
    "Shoe": "cards.shoe",
    "ShoeError": "errors",
    "Simulation": "analysis.simulation",
    "Solution": "results.solution",
    "SortedChoices": "results.dominance",
    "Strategy": "results.solution",
    "Sweep": "analysis.sweep",
    "Table": "game_rules.table",
    "Theorem": "results.parametric",
    "Watch": "progress",
    "__version__": "_version",
    "approximate": "api.solving",
    "check": "api.checking",
    "correlated": "api.correlated",
    "properties": "api.properties",
    "equilibria": "api.solving",
    "hand": "results.poker_hand",
    "iter_equilibria": "api.solving",
    "load": "loading",
    "plot": "plotting",
    "prove": "api.proving",
    "reduce": "api.solving",
    "report": "api.reporting",
    "rules": "game_rules.game",
    "simulate": "api.simulation",
    "solve": "api.solving",
    "sweep": "api.solving",
    "value": "api.evaluation",
}

_PUBLIC_PACKAGES = ("certify", "poker")
"""Packages that are public: ``sabot.certify.check``, ``sabot.poker.rank``."""

__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None and name not in _PUBLIC_PACKAGES:
        from sabot.errors import did_you_mean

        hint = did_you_mean(name, __all__, 0.7) if not name.startswith("_") else ""
        tail = f"; {hint.strip()}" if hint else ""
        raise AttributeError(f"module 'sabot' has no attribute {name!r}{tail}")
    from importlib import import_module

    if home is None:
        return import_module(f"sabot.{name}")
    found = getattr(import_module(f"sabot.{home}"), name)
    globals()[name] = found
    return found


def _result_services() -> ResultServices:
    from sabot.kinds import Services

    return Services()


def _games() -> tuple[GameEntry, ...]:
    from sabot.games import GAMES

    return GAMES


def _papers() -> Mapping[str, Callable[[], Source]]:
    from sabot.sources import SOURCES

    return SOURCES


provide_services(_result_services, _games, _papers)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, *_PUBLIC_PACKAGES} - {"TYPE_CHECKING", "annotations"})
