"""Iterated elimination of dominated strategies; every removal names the dominating mixture.

A row is strictly dominated by a mixture of the others if and only if the matrix game of their
differences to it has a positive value, and an optimal strategy of that game is the mixture: the
solver itself is the test. Strict elimination keeps every solution. Removing weakly dominated or
duplicate strategies keeps the value but may lose solutions, so it happens only on request and is
said. Where each player has payoffs of its own, the player's own decide: strict elimination keeps
every equilibrium, and after any other each equilibrium of what is left is one of the whole game. A
separable game with binary actions and too many pure strategies is classified infoset by infoset
instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from sabot.errors import CertificateError, FileError, FormError, NumberError
from sabot.exact import as_rational, format_fraction, over_one_denominator
from sabot.forms.additive import classify_infosets
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.sequence import MAX_PURE_STRATEGIES, MatrixForm, count_pure_strategies
from sabot.progress import raise_if_cancelled, report_progress
from sabot.results.base import Result
from sabot.results.dominance import SortedChoices
from sabot.solvers.lp.dense_simplex import guess_basis, scale_to_unit
from sabot.solvers.lp.exact_simplex import solve_program
from sabot.solvers.lp.program import DenseMatrix, IntArray, LinearProgram, integer_array
from sabot.solvers.zero_sum.matrix_game import solve_matrix_game
from sabot.solvers.zero_sum.optimal_face import analyse_optimal_faces

if TYPE_CHECKING:
    from sabot.forms.sequence import SequenceForm
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm

Progress = Callable[[str, int, int], None]
NormalFormT = TypeVar("NormalFormT", MatrixForm, BimatrixForm)
"""A game of one choice per seat: zero-sum, or with payoffs of its own for each."""


@dataclass(frozen=True, slots=True)
class EliminationStep:
    """One strategy removed: whose, which, by what mixture, and how strongly."""

    seat: str
    removed: str
    by: Mapping[str, Fraction]
    sort: str  # 'strict', 'weak' or 'duplicate'

    def __str__(self) -> str:
        mixture = " + ".join(
            name if chance == 1 else f"{format_fraction(chance)} of {name}"
            for name, chance in self.by.items()
        )
        words = {
            "strict": "strictly dominated by",
            "weak": "weakly dominated by",
            "duplicate": "the same as",
        }
        return f"{self.seat} {self.removed}: {words.get(self.sort, self.sort)} {mixture}"

    def to_json(self) -> dict[str, object]:
        """Return the step as JSON."""
        by = {name: format_fraction(chance) for name, chance in self.by.items()}
        return {"seat": self.seat, "removed": self.removed, "by": by, "sort": self.sort}


@dataclass(frozen=True, repr=False)
class Reduction(Result, Generic[NormalFormT]):
    """What is left of a game of one choice per seat, and the log of the removals."""

    start: NormalFormT
    steps: tuple[EliminationStep, ...]
    left: NormalFormT
    game: str = ""
    """What the game is called, where it has a name."""

    _schema = "sabot/reduction/1"

    @property
    def keeps_all_solutions(self) -> bool:
        """Whether every solution of the whole game is one of what is left."""
        return all(step.sort == "strict" for step in self.steps)

    def to_json(self) -> dict[str, object]:
        """Return the log as JSON, and the whole game; :func:`replay_elimination` reads it."""
        named = {"game": self.game or self.start.called}
        return named | {
            "schema": self._schema,
            "steps": [step.to_json() for step in self.steps],
            "left": {
                seat: list(labels)
                for seat, labels in zip(
                    self.left.seats, (self.left.rows, self.left.columns), strict=True
                )
            },
            "keeps_all_solutions": self.keeps_all_solutions,
            "start": _normal_form_to_json(self.start),
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Reduction[NormalFormT]:
        """Return the log of a document; its steps are not replayed."""
        if "start" not in document:
            raise FileError("saved by an earlier Sabot, without the payoffs: reduce the game again")
        steps, start_json = steps_from_json(document), document["start"]
        one, two = map(str, document["left"])
        start: Any = _matrix_from_json(start_json, start_json, (one, two))
        if "second" in start_json:
            start = BimatrixForm(
                start, _matrix_from_json(start_json, start_json["second"], (one, two))
            )
        kept, stay = set(document["left"][one]), set(document["left"][two])
        left = start.part(
            [i for i, label in enumerate(start.rows) if label in kept],
            [j for j, label in enumerate(start.columns) if label in stay],
        )
        return cls(start, tuple(steps), left, str(document["game"]))


def _normal_form_to_json(form: MatrixForm | BimatrixForm) -> dict[str, object]:
    """Return a game of one choice per seat as JSON; where each is paid its own, both matrices."""
    one = form.one if isinstance(form, BimatrixForm) else form
    written = {"rows": list(form.rows), "columns": list(form.columns), **_matrix_to_json(one)}
    return written | (
        {"second": _matrix_to_json(form.two)} if isinstance(form, BimatrixForm) else {}
    )


def _matrix_to_json(form: MatrixForm) -> dict[str, object]:
    payoffs = [list(map(format_fraction, row)) for row in form.payoffs]
    return {"denominator": format_fraction(form.denominator), "payoffs": payoffs}


def _matrix_from_json(
    named: Mapping[str, Any], document: Mapping[str, Any], seats: tuple[str, str]
) -> MatrixForm:
    """Return one matrix of a document; its rows and columns are *named* there."""
    rows, columns = tuple(map(str, named["rows"])), tuple(map(str, named["columns"]))
    payoffs = tuple(tuple(as_rational(n).numerator for n in row) for row in document["payoffs"])
    if not rows or [len(row) for row in payoffs] != [len(columns)] * len(rows):
        raise ValueError("the payoffs are not one for each row and column")
    return MatrixForm(payoffs, as_rational(document["denominator"]).numerator, rows, columns, seats)


def eliminate_dominated_strategies(
    form: NormalFormT,
    *,
    mixed: bool = True,
    weak: bool = False,
    duplicates: bool = False,
    progress: Progress | None = None,
) -> Reduction[NormalFormT]:
    """Remove dominated strategies of both seats in turn until none is left.

    >>> game = MatrixForm.of([[3, 0], [0, 3], [1, 1]], rows=["T", "M", "B"], columns=["L", "R"])
    >>> print(eliminate_dominated_strategies(game).steps[0])
    row B: strictly dominated by 1/2 of T + 1/2 of M
    >>> prisoners = BimatrixForm.of_pairs([["3|3", "0|5"], ["5|0", "1|1"]])
    >>> [str(step) for step in eliminate_dominated_strategies(prisoners).steps]
    ['row 1: strictly dominated by 2', 'column 1: strictly dominated by 2']
    """
    steps: list[EliminationStep] = []
    left, idle, turned = form, 0, False
    while idle < 2:
        found = _eliminate_rows_once(
            row_player_payoffs(left),
            mixed=mixed,
            weak=weak,
            duplicates=duplicates,
            progress=progress,
        )
        gone = {step.removed for step in found}
        kept = [i for i, label in enumerate(left.rows) if label not in gone]
        left = left.part(kept, range(len(left.columns))) if found else left
        steps += found
        idle = 0 if found else idle + 1
        left, turned = left.swapped(), not turned
    return Reduction(form, tuple(steps), left.swapped() if turned else left)


def row_player_payoffs(form: MatrixForm | BimatrixForm) -> MatrixForm:
    """Return what the seat that chooses a row is paid: all that its own dominance goes by."""
    return form.one if isinstance(form, BimatrixForm) else form


def _eliminate_rows_once(
    form: MatrixForm, *, mixed: bool, weak: bool, duplicates: bool, progress: Progress | None
) -> list[EliminationStep]:
    """Return the row removals of one round, each by rows that are still there at its turn."""
    array = form.array
    seat = form.seats[0]
    for sort, wanted in (("strict", True), ("duplicate", duplicates), ("weak", weak)):
        if wanted and (found := _eliminate_rows_by_pure(form, array, sort, seat)):
            return found
    if not mixed:
        return []
    leaders = set(array.argmax(axis=0).tolist())
    for sort in ("strict", "weak") if weak else ("strict",):
        for row, label in enumerate(form.rows):
            report_progress(f"trying to dominate {seat}", row + 1, len(form.rows))
            if progress is not None:
                progress(seat, row, len(form.rows))
            if sort == "strict" and row in leaders:
                continue  # best against some column: never strictly dominated
            mixture = find_dominating_mixture(form, row, strict=sort == "strict")
            if mixture is not None:
                return [EliminationStep(seat, label, mixture, sort)]
    return []


def _eliminate_rows_by_pure(
    form: MatrixForm, array: Any, sort: str, seat: str
) -> list[EliminationStep]:
    by = [_find_pure_dominators(array, row, sort) for row in range(len(form.rows))]
    beaten = {row for row, over in enumerate(by) if over}
    steps = []
    for row, over in enumerate(by):
        if sort == "duplicate":
            over = [other for other in over if other < row]
        if not over:
            continue
        if sort == "duplicate":
            best = over[0]  # the first of equals stays
        else:  # name a dominator that itself stays; among those, the nearest
            best = min(over, key=lambda o: (o in beaten, abs(o - row)))
        steps.append(EliminationStep(seat, form.rows[row], {form.rows[best]: Fraction(1)}, sort))
        if sort == "weak":  # mutual removals must not happen: take one at a time
            break
    return steps


def _find_pure_dominators(array: Any, row: int, sort: str) -> list[int]:
    raise_if_cancelled()
    if sort == "strict":
        over = np.all(array > array[row], axis=1)
    elif sort == "duplicate":
        over = np.all(array == array[row], axis=1)
        over[row] = False
    else:
        over = np.all(array >= array[row], axis=1) & np.any(array > array[row], axis=1)
    return np.flatnonzero(over).tolist()


def find_dominating_mixture(
    form: MatrixForm, row: int, *, strict: bool
) -> dict[str, Fraction] | None:
    """Return a mixture of the other rows that dominates *row*, or None."""
    if len(form.rows) == 1:
        return None
    others = [i for i in range(len(form.rows)) if i != row]
    base = form.payoffs[row]
    gaps = MatrixForm.of(
        [[a - b for a, b in zip(form.payoffs[i], base, strict=True)] for i in others]
    )
    solved = solve_matrix_game(gaps)
    chances = solved.row
    if solved.value < 0 or (strict and solved.value == 0):
        return None
    if not strict and solved.value == 0:
        one = [Fraction(1), *solved.row]
        chances = analyse_optimal_faces(gaps, one, [Fraction(1), *solved.column]).witnesses[0][1:]
        earned = (
            sum(chance * entry for chance, entry in zip(chances, column, strict=True))
            for column in zip(*gaps.payoffs, strict=True)
        )
        if not any(earned):
            return None
    return {form.rows[i]: chance for i, chance in zip(others, chances, strict=True) if chance}


def is_undominated_response(
    payoffs: IntArray, own: Sequence[Fraction], other: Sequence[Fraction]
) -> bool:
    """Return whether no mix of rows weakly dominates *own*, a best response to the mix *other*.

    A dominating mix is a best response to *other*, too, so only such rows can be part of it. It is
    looked for by a linear program: of the mixes that are nowhere worse, one that gains most in all.
    If there is none, *own* is a best response also to some mix of all columns, and to what is
    between that and *other* (van Damme 1991, section 3.2). Whether a mix is undominated depends on
    its support alone, so the even mix of the rows in it is compared.

    >>> game, half = MatrixForm.of([[2, 0], [0, 2], [1, 1], [1, 0]]).array, Fraction(1, 2)
    >>> is_undominated_response(game, [half, half, 0, 0], [half, half])
    True
    >>> is_undominated_response(MatrixForm.of([[1, 0], [1, 1]]).array, [half, half], [1, 0])
    False
    """
    weights, _ = over_one_denominator(other)
    live = [j for j, weight in enumerate(weights) if weight]
    earned = payoffs[:, live].astype(object) @ np.array([weights[j] for j in live], dtype=object)
    best = np.flatnonzero(earned == earned.max())
    if len(best) == 1 or len(live) == len(weights):
        return True
    played = [i for i, chance in enumerate(own) if chance]
    even_mix = payoffs[played].astype(object).sum(axis=0)
    gaps = _without_settled_columns(payoffs[best].astype(object) * len(played) - even_mix)
    gaps = gaps[gaps.any(axis=1)]
    return not len(gaps) or not ((gaps >= 0).all(axis=1).any() or _gains_somewhere(gaps))


def _without_settled_columns(gaps: IntArray) -> IntArray:
    """Return what is left when no row is better in a column: rows that are worse there go first.

    A mix of rows that loses nowhere uses none of them, and gains nothing in that column.
    """
    while gaps.size:
        settled = (gaps <= 0).all(axis=0)
        if not settled.any():
            return gaps
        gaps = gaps[(gaps[:, settled] == 0).all(axis=1)][:, ~settled]
    return gaps


def _gains_somewhere(gaps: IntArray) -> bool:
    """Return whether a mix of rows is nowhere negative and somewhere positive.

    Of such mixes a linear program seeks one whose sum over all columns is the largest.
    """
    losses, total = -gaps.T, np.ones((1, len(gaps)), dtype=object)
    program = LinearProgram(
        DenseMatrix(integer_array(np.vstack([losses, total]).tolist())),
        [0] * len(losses) + [1],
        gaps.sum(axis=1).tolist(),
    )
    scaled = np.vstack([scale_to_unit(losses, int(abs(gaps).max())), np.ones((1, len(gaps)))])
    guess = guess_basis(scaled, np.array(program.b, dtype=np.float64), -scaled[:-1].sum(axis=0))
    _, found, _ = solve_program(program, guess)
    return bool(sum(gain * weight for gain, weight in zip(program.c, found.y, strict=True)) > 0)


def replay_elimination(form: NormalFormT, steps: Sequence[EliminationStep]) -> NormalFormT:
    """Return what is left after the steps, having checked each one exactly."""
    left = form
    for number, step in enumerate(steps, 1):
        if step.seat not in left.seats:
            raise CertificateError(f"step {number}: {step} names a seat that is not there")
        turned = step.seat == left.seats[1]
        view = left.swapped() if turned else left
        try:
            row = view.rows.index(step.removed)
            mixture = [(view.rows.index(name), chance) for name, chance in step.by.items()]
        except ValueError:
            raise CertificateError(f"step {number}: {step} names a strategy that is gone") from None
        if sum(c for _, c in mixture) != 1 or any(c < 0 or i == row for i, c in mixture):
            raise CertificateError(f"step {number}: {step} is not by a mixture of the others")
        paid = row_player_payoffs(view).payoffs
        gaps = [
            sum(chance * paid[i][j] for i, chance in mixture) - paid[row][j]
            for j in range(len(view.columns))
        ]
        true = {
            "strict": min(gaps) > 0,
            "weak": min(gaps) >= 0 and max(gaps) > 0,
            "duplicate": not any(gaps),
        }
        if not true.get(step.sort, False):
            raise CertificateError(f"step {number} is false: {step}")
        view = view.part([i for i in range(len(view.rows)) if i != row], range(len(view.columns)))
        left = view.swapped() if turned else view
    return left


def steps_from_json(document: Any) -> list[EliminationStep]:
    """Return the steps of a saved log."""
    try:
        return [
            EliminationStep(
                step["seat"],
                step["removed"],
                {name: as_rational(text) for name, text in step["by"].items()},
                step["sort"],
            )
            for step in document["steps"]
        ]
    except (KeyError, TypeError, AttributeError, NumberError) as fault:
        raise FileError(f"not a reduction log: {fault}") from None


@dataclass(frozen=True)
class DominanceOptions:
    """Which strategies go, besides those that one other strategy is always better than."""

    mixed: bool = True
    weak: bool = False
    duplicates: bool = False

    @property
    def usual(self) -> bool:
        """Whether nothing else was asked for."""
        return self == DominanceOptions()


def reduce_game(
    game: str,
    form: MatrixForm | SequenceForm | BimatrixForm | NPlayerSequenceForm,
    by: DominanceOptions,
    progress: Progress | None = None,
) -> Reduction[MatrixForm] | Reduction[BimatrixForm]:
    """Return what is left of the matrix of all pure strategies, and the log of every removal."""
    normal = form.strategic()
    if isinstance(normal, MatrixForm):
        return replace(_reduce_normal_form(normal, by, progress), game=game)
    return replace(_reduce_normal_form(normal, by, progress), game=game)


def _reduce_normal_form(
    form: NormalFormT, by: DominanceOptions, progress: Progress | None
) -> Reduction[NormalFormT]:
    return eliminate_dominated_strategies(
        form, mixed=by.mixed, weak=by.weak, duplicates=by.duplicates, progress=progress
    )


def classify_or_reduce_game(
    game: str,
    form: SequenceForm | NPlayerSequenceForm,
    by: DominanceOptions,
    progress: Progress | None = None,
) -> Reduction[MatrixForm] | Reduction[BimatrixForm] | SortedChoices:
    """Return the same of a separable game; dominance classes where strategies are too many."""
    cells = [cell for side in form.sides for cell in side.cells]
    binary = all(len(cell.actions) == 2 for cell in cells)
    if max(map(count_pure_strategies, form.sides)) <= MAX_PURE_STRATEGIES or not binary:
        return reduce_game(game, form, by, progress)
    if not by.usual:
        raise FormError(
            f"{game} has too many pure strategies to list\n"
            "  without options its choices are sorted view by view"
        )
    actions = dict.fromkeys(action for cell in cells for action in cell.actions)
    return SortedChoices(game, classify_infosets(form), tuple(actions))
