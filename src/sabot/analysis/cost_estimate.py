"""Estimate what solving a game costs: sizes counted, time and memory estimated from a fit.

The estimate is a fit to runs of this solver on one core of a small, busy machine:

=====================================  ===============  ===============  ============
game                                   size             seconds          MB
=====================================  ===============  ===============  ============
random matrices, 3 digits              100 x 100        0.005            50
..                                     400 x 400        0.1              90
..                                     1000 x 1000      1.4              270
le Her, 25 and 100 ranks, reply open   1253, 20003      0.4, 1.7         57, 106
Leduc, 3, 6 and 13 ranks               337 to 6007      0.2, 0.3, 2.9    55 to 132
Leduc, 20 and 28 ranks                 14141, 27637     16, 80           340, 720
Kuhn, 50 and 200 ranks                 201, 801         0.2, 0.9         63, 154
100 words in 3 states, 100 answers     301, 10001       2.8              129
rock, paper, scissors, 4 and 5 rounds  2461, 22144      0.4, 21          71, 202
=====================================  ===============  ===============  ============

The size of a matrix is its shape, that of a sequence form the sequences of a side. A matrix costs
about ``rows * columns * min(rows, columns)``, a sequence form about the square of the number of
sequences, with a factor that depends on the game: hence a range, and a wide one. Deciding whether
the strategies are unique costs time and memory for each payoff on top. Payoffs of more
digits than floats hold may leave everything to pivots in long numbers: of random stakes from
10^-60 to 10^60, Leduc with 3, 4 and 5 ranks took up to 3, 12 and 40 s.
"""

from __future__ import annotations

import threading
from dataclasses import asdict, dataclass, replace
from time import monotonic, process_time
from typing import TYPE_CHECKING

from sabot.errors import NoMethodError, SabotError
from sabot.exact import format_integer
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.extensive import NODE_BYTES
from sabot.forms.parametric import is_large_binary_action_game
from sabot.forms.sequence import MatrixForm, SequenceForm, count_pure_strategies
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.game_rules.capabilities import continuous_types
from sabot.game_rules.family import PerfectInformation
from sabot.game_rules.game import Game
from sabot.game_rules.to_form import form_of_explored
from sabot.game_rules.tree_builder import NODE_LIMIT
from sabot.progress import Watch, use_watch

if TYPE_CHECKING:
    from sabot.forms.continuous.betting_game import ContinuousBettingForm
    from sabot.game_rules.to_form import AnyForm

TIME_LIMIT = 10.0
BUSY_FACTOR = 6
"""How many times as long by the clock is waited for the same CPU time, where others are at work."""
_BYTES = 50_000_000  # Python, numpy and FLINT
_MORE_BYTES = 80_000_000  # HiGHS
_FLOAT_DIGITS = 18  # what a float holds, and a little: with more, floats may miss what decides
_LONG_PIVOTS = 1e-5  # seconds for each pair of sequences, where every pivot is in long numbers
_UNIQUE_SECONDS, _UNIQUE_BYTES = 2e-5, 600  # for each payoff: the rank that decides uniqueness
_SOLVED_WITHOUT_HIGHS = 200  # rows and columns, or sequences, that are solved without HiGHS


@dataclass(frozen=True, slots=True)
class CostEstimate:
    """How large a game is and what solving it takes; ``problem`` says why that is not known."""

    kind: str = ""
    shape: tuple[int, ...] = (0, 0)
    """Rows and columns of a matrix; sequences of each player of another form."""
    views: tuple[int, ...] = (1, 1)
    """In how many situations each player chooses."""
    pure: tuple[int, ...] = (0, 0)
    entries: int = 0
    digits: int = 0
    seconds: tuple[float, float] = (0.0, 0.0)
    memory: int = 0
    problem: str = ""
    solvable: bool = True
    nodes: int = 0
    """Nodes of the game tree that the rules were walked out to; 0 where a form is built without."""
    node_limit: int = NODE_LIMIT
    """More nodes than this are refused on this machine."""
    written_out: bool = False
    """Whether all equilibria are looked for among pure strategies: no part of the guess."""

    @property
    def guessed(self) -> bool:
        """Whether time and memory are guessed."""
        return self.kind in ("matrix", "sequence", "betting", "general") and self.solvable

    def to_json(self) -> dict[str, object]:
        """Return what a document says: null for what was not counted, or not guessed."""
        body = asdict(self) | {"pure": [str(count) for count in self.pure]}
        del body["written_out"]  # of words only
        unknown: tuple[str, ...] = () if self.guessed else ("seconds", "memory")
        if self.kind == "betting":
            unknown += ("shape", "pure", "digits")
        elif not self.guessed and self.kind != "general":
            unknown += ("shape", "views", "pure", "entries", "digits")
        return body | dict.fromkeys(unknown)


def estimate_cost(game: Game, *, seconds: float = TIME_LIMIT) -> CostEstimate:
    """Return the size of *game*, giving up after *seconds* of CPU time.

    >>> from sabot import load
    >>> estimate_cost(load("le-her(strategies=threshold)")).shape
    (14, 14)
    """
    if isinstance(game.rules, PerfectInformation):
        return CostEstimate(
            "perfect", problem="no tree is written out; the words say what it takes"
        )
    real = continuous_types(game)
    if real is not None:
        return _estimate_continuous(real.form)
    found: list[tuple[AnyForm, int] | SabotError] = []
    nodes_so_far = [0]
    watch = Watch()

    def build() -> None:
        try:
            with use_watch(watch):
                direct = game.directly()
                if direct is not None:
                    found.append((direct, 0))
                else:
                    told = game.explored(progress=nodes_so_far.append)
                    found.append((form_of_explored(told), told.size))
        except SabotError as fault:
            found.append(fault)

    worker = threading.Thread(target=build, daemon=True)
    worker.start()
    _wait_for(worker, seconds)
    known = list(found)
    watch.cancel()  # who has lost patience leaves nobody at work
    if not known:
        late = f"writing the game out takes more than {seconds:g} s by itself"
        most = max(nodes_so_far)
        return CostEstimate(
            problem=late + (f"; its tree has at least {most:,} nodes" if most else "")
        )
    if isinstance(known[0], NoMethodError):
        return CostEstimate(problem=str(known[0]), solvable=False)
    if isinstance(known[0], SabotError):
        raise known[0]
    form, nodes = known[0]
    one = estimate_form_cost(form)
    return replace(one, nodes=nodes, memory=max(one.memory, _BYTES + NODE_BYTES * nodes))


def _wait_for(worker: threading.Thread, seconds: float) -> None:
    """Wait until it is done, or has had so much of the CPU; on a busy machine that takes longer."""
    begun, latest = process_time(), monotonic() + BUSY_FACTOR * seconds
    while worker.is_alive() and process_time() - begun < seconds and monotonic() < latest:
        worker.join(0.02)


def estimate_form_cost(form: AnyForm) -> CostEstimate:
    """Return the size of a form and the guess that goes with it."""
    if isinstance(form, NPlayerSequenceForm | BimatrixForm):
        return _estimate_general_form(form)
    if isinstance(form, MatrixForm):
        height, width = form.shape
        cells = height * width
        digits = len(format_integer(max(max(map(abs, row)) for row in form.payoffs)))
        most = (20e-9 * cells * min(height, width) + 1e-5 * cells) * (1 + digits / 20)
        large = height + width > _SOLVED_WITHOUT_HIGHS
        return CostEstimate(
            "matrix",
            (height, width),
            (1, 1),
            (height, width),
            cells,
            digits,
            (0.01 + most / 10, 0.05 + most + large),
            matrix_memory(height, width),
        )
    if form.binary:
        return _estimate_binary(form)
    one, two = form.sides
    square = (one.count + two.count) ** 2
    digits = len(format_integer(max((abs(amount) for *_, amount in form.payoffs), default=0)))
    most = _LONG_PIVOTS if digits > _FLOAT_DIGITS else 5e-8
    large = one.count + two.count > _SOLVED_WITHOUT_HIGHS
    entries = len(form.payoffs)
    return CostEstimate(
        "sequence",
        (one.count, two.count),
        (len(one.cells), len(two.cells)),
        (count_pure_strategies(one), count_pure_strategies(two)),
        entries,
        digits,
        (
            0.01 + 1.5e-8 * square,
            0.05 + most * square + (1e-5 + _UNIQUE_SECONDS) * entries + 0.25 * large,
        ),
        _BYTES + _MORE_BYTES * large + (700 + _UNIQUE_BYTES) * entries,
    )


def matrix_memory(height: int, width: int) -> int:
    """Return the bytes that a matrix of so many rows and columns takes to be solved or reduced."""
    return _BYTES + _MORE_BYTES * (height + width > _SOLVED_WITHOUT_HIGHS) + 150 * height * width


def _estimate_general_form(form: NPlayerSequenceForm | BimatrixForm) -> CostEstimate:
    """Return the size of a game for more players, or of another sum.

    One for two is pivoted in a square tableau with a row for each sequence, about as often as it
    has rows, in floats or in integers that grow; binary choices are gone through case by case
    (484 against 5 of them: 0.6 to 1.2 s). No guess of others: nothing solves them.
    """
    if isinstance(form, BimatrixForm):
        tables = (form.one.payoffs, form.two.payoffs)
        longest = max(abs(pay) for table in tables for row in table for pay in row)
    else:
        longest = max((abs(pay) for end in form.ends for pay in end.payoffs), default=0)
    found = CostEstimate(
        "general",
        tuple(side.count for side in form.sides),
        tuple(len(side.cells) for side in form.sides),
        tuple(map(count_pure_strategies, form.sides)),
        form.amounts,
        len(format_integer(longest)),
    )
    if len(form.sides) != 2:
        return replace(found, problem=form.obstacle, solvable=False)
    rows = sum(found.shape)
    if is_large_binary_action_game(
        form
    ):  # case by case, and hardly more cases where there are more choices
        work = 1e-4 * form.amounts
        memory = _BYTES + 2000 * form.amounts
        return replace(found, seconds=(0.2 + work / 2, 1 + 4 * work), memory=memory)
    seconds = 0.02 + 1e-8 * rows**3, 0.1 + 1e-6 * rows**3
    memory = _BYTES + 100 * rows * rows
    return replace(found, seconds=seconds, memory=memory, written_out=not form.dense)


def _estimate_continuous(form: ContinuousBettingForm) -> CostEstimate:
    """Return the size of a game with real hands: its turns and its ends."""
    turns = tuple(len(form.of(seat)) for seat in range(len(form.seats)))
    work = sum(turns) * form.ends * len(turns)
    return CostEstimate(
        "betting",
        turns,
        turns,
        entries=form.ends,
        seconds=(0.05 + 2e-6 * work, 0.5 + 5e-5 * work),
        memory=_BYTES,
    )


def _estimate_binary(form: SequenceForm) -> CostEstimate:
    """Return the size of a game of binary choices, none after another: most are settled at once."""
    one, two = form.sides
    cells = len(one.cells) + len(two.cells)
    return CostEstimate(
        "sequence",
        (one.count, two.count),
        (len(one.cells), len(two.cells)),
        (count_pure_strategies(one), count_pure_strategies(two)),
        len(form.payoffs),
        len(format_integer(max((abs(amount) for *_, amount in form.payoffs), default=0))),
        (0.01 + 5e-5 * cells, 0.1 + 5e-4 * cells),
        _BYTES + 700 * len(form.payoffs),
    )
