"""The verbs of the library: what ``import sabot`` offers and the command line calls."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from sabot import certify
from sabot.analyse.simulation import Simulation, simulate_game
from sabot.errors import FormError, SabotError
from sabot.exact import show
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import SequenceForm
from sabot.forms.strategic import to_strategic
from sabot.forms.theorem import Domain, PolynomialForm
from sabot.games import load, load_polynomial
from sabot.proof import Proof
from sabot.ruleset import Game
from sabot.solution import Solution, Strategy
from sabot.solvers.certificate import certificate
from sabot.solvers.dominance import Progress, Reduction, reduce_matrix
from sabot.solvers.proof import proof_json
from sabot.solvers.settle import extreme_strategies, settle
from sabot.solvers.theorem import prove_whole
from sabot.tables import Mix

Form = MatrixForm | SequenceForm
GameLike = Game | Form | str | Iterable[Iterable[object]]
"""A game, its string, a form, or a matrix written as nested lists."""


def solve(game: GameLike) -> Solution:
    """Return the exact solution of a two-person zero-sum game, with its certificate.

    >>> solve("le-her(ranks=13, suits=4)").value
    Fraction(277, 11050)
    >>> solve([[1, -1], [-1, 1]])["row"]["-"]
    {'1': Fraction(1, 2), '2': Fraction(1, 2)}
    """
    started = time.perf_counter()
    name, form = _formed(game)
    found = settle(form)
    proof = certificate(name, form, found)
    seats = form.seats
    return Solution(
        game=name,
        seats=seats,
        value=found.value,
        strategies={s: Strategy(s, t) for s, t in zip(seats, found.tables, strict=True)},
        uniqueness={s: v.unique for s, v in zip(seats, found.faces.verdicts, strict=True)},
        behaviour=dict(zip(seats, found.behaviour_unique, strict=True)),
        off_path=dict(zip(seats, found.off_path, strict=True)),
        method=found.method,
        seconds=time.perf_counter() - started,
        certificate=proof,
    )


def prove(
    game: str | PolynomialForm,
    *,
    low: int | None = None,
    high: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Proof:
    """Return a theorem for all values of the parameter that is marked ``*`` in the game string.

    >>> proof = prove("le-her(ranks=4, suits=*)")
    >>> [(piece["from"], piece["to"]) for piece in proof.pieces]
    [(1, 1), (2, None)]
    """
    started = time.perf_counter()
    if isinstance(game, str):
        name, form = load_polynomial(game)
    else:
        name, form = "polynomial game", game
    if low is not None or high is not None:
        old = form.domain
        bottom = max(old.low, Fraction(low)) if low is not None else old.low
        top = Fraction(high) if high is not None else old.high
        form = replace(form, domain=Domain(bottom, top, old.whole))
    theorem = prove_whole(form, progress)
    return Proof(proof_json(name, theorem), time.perf_counter() - started)


def check(source: str | Path | Mapping[str, Any] | Solution | Proof) -> Any:
    """Return the value that a certificate proves; raise CertificateError with the reason if not.

    For a proof, return the value's formulas, piece by piece.
    """
    if isinstance(source, Proof):
        return certify.check(source.document)
    return certify.check(source.to_json() if isinstance(source, Solution) else source)


def reduce(
    game: GameLike,
    *,
    mixed: bool = True,
    weak: bool = False,
    duplicates: bool = False,
    progress: Progress | None = None,
) -> Reduction:
    """Return the game without its dominated strategies, and the log of every removal.

    >>> left = reduce("le-her(strategies=threshold)").left
    >>> left.rows, left.columns
    (('6', '7'), ('7', '8'))
    """
    form = strategic_form(game)
    return reduce_matrix(form, mixed=mixed, weak=weak, duplicates=duplicates, progress=progress)


@dataclass(frozen=True)
class Equilibria:
    """The optimal sets of both seats by their extreme points; equilibria are their product."""

    game: str
    value: Fraction
    vertices: Mapping[str, list[dict[str, dict[str, Fraction]]]]

    @property
    def counts(self) -> dict[str, int]:
        """How many extreme optimal strategies each seat has."""
        return {seat: len(found) for seat, found in self.vertices.items()}

    @property
    def count(self) -> int:
        """How many extreme equilibria there are: the product."""
        total = 1
        for number in self.counts.values():
            total *= number
        return total

    def __getitem__(self, seat: str) -> list[dict[str, dict[str, Fraction]]]:
        return self.vertices[seat]

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot equilibria --json``."""
        return {
            "schema": "sabot/equilibria/1",
            "game": self.game,
            "value": show(self.value),
            "count": self.count,
            "seats": {
                seat: {
                    "count": len(found),
                    "vertices": [
                        {
                            view: {action: show(chance) for action, chance in mix.items()}
                            for view, mix in vertex.items()
                        }
                        for vertex in found
                    ],
                }
                for seat, found in self.vertices.items()
            },
        }


def equilibria(game: GameLike) -> Equilibria:
    """Return all extreme optimal strategies of each seat.

    >>> equilibria([[0, 0], [0, -1]]).counts
    {'row': 1, 'column': 2}
    >>> equilibria("kuhn-poker").counts
    {'first': 2, 'second': 1}
    """
    name, form = _formed(game)
    value, vertices = extreme_strategies(form)
    return Equilibria(name, value, dict(zip(form.seats, vertices, strict=True)))


def simulate(
    game: Game | str,
    strategies: Mapping[str, Mapping[str, Mix]] | None = None,
    *,
    hands: int,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play *hands* random hands: with the given strategies, or with the optimal ones.

    >>> simulate("le-her", hands=100, seed=1).hands
    100
    """
    told = load(game) if isinstance(game, str) else game
    mixes = solve(told).strategies if strategies is None else strategies
    return simulate_game(told, mixes, hands=hands, seed=seed, progress=progress)


def strategic_form(game: GameLike) -> MatrixForm:
    """Return the matrix of a game: its own, or that of all its pure strategies."""
    _, form = _formed(game)
    return form if isinstance(form, MatrixForm) else to_strategic(form)


def _formed(game: GameLike) -> tuple[str, Form]:
    if isinstance(game, str):
        game = load(game)
    if isinstance(game, Game):
        return str(game), game.form()
    if isinstance(game, MatrixForm):
        return f"matrix {game.shape[0]} x {game.shape[1]}", game
    if isinstance(game, SequenceForm):
        return "sequence form", game
    try:
        form = MatrixForm.of(game)
    except TypeError:
        raise FormError(
            f"{type(game).__name__} is not a game: give a game string, a game or a matrix"
        ) from None
    return f"matrix {form.shape[0]} x {form.shape[1]}", form


def winning_chance(solution: Solution) -> Fraction | None:
    """Return how often the first seat wins, if every hand pays it 1 or -1; else None.

    >>> winning_chance(solve("le-her"))
    Fraction(11327, 22100)
    """
    try:
        even = load(solution.game, run=False).rules.even
    except SabotError:
        even = False
    form = solution.certificate["form"]
    if not even and form["kind"] == "matrix":
        unit = str(form["denominator"])  # numbers beyond 2^53 are texts in a certificate
        even = all(str(entry) in (unit, f"-{unit}") for row in form["payoffs"] for entry in row)
    return (1 + solution.value) / 2 if even else None
