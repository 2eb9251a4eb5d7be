"""Estimate what solving a game costs: sizes counted, time and memory estimated from a fit.

The time is the CPU time of ``sabot solve GAME -o FILE`` in a new process: start-up, exploring,
solving, uniqueness and certificate. The memory is the peak of that process. Measured on one core of
a small machine (benchmark row 18 has 43 games), on two days between which it became slower:

=====================================  ===============  ========================  ==============
game                                   size             seconds                   MB
=====================================  ===============  ========================  ==============
random matrices, 3 digits              100, 400, 1000   0.5-0.6, 1.1-1.5, 5.5-7   63, 87, 351
1000 x 1000: all equal, sparse         rank 1, 1000     0.9-1.2, 1.8-2.1          99, 125
Blotto, 4 and 5 fields                 455, 1001        0.6-0.8, 1.8-2.3          72, 241
le Her, 13 and 300 ranks               27, 601          0.3, 1.4-2.7              30, 169
Kuhn, 3, 200 and 400 ranks             13 to 1601       0.4-0.5, 1.5-2.5, 4.8-7   63, 160, 447
Leduc, 6, 13 and 20 ranks              1303 to 14141    0.7-0.8, 3.5-6, 15-30     74, 131, 292
liar's dice, 5 and 6 faces             5116, 24571      1.0-1.7, 4.1-9            100, 230
rock, paper, scissors, 4 and 5 rounds  2461, 22144      0.9-1.5, 16-27            80, 224
goofspiel, 4 cards                     21329            2.3-5.4                   145
one of 3 types, 60 and 160 words       3601, 25601      0.7-1.0, 2.2-3.8          71, 127
go on or stop, 400 and 900 times       801, 1801        1.0-1.5, 2.7-4.5          80, 156
bimatrix games, mixed                  50, 100, 200     0.6, 0.6-0.7, 1.0-1.2     59, 61, 72
=====================================  ===============  ========================  ==============

The size of a matrix is its shape, that of a sequence form the sequences of a side (the larger one).
A matrix costs about ``rows * columns * sqrt(rank)``. A sequence form costs something for each
payoff, each sequence and each character of long names, and ``sequences**1.5 * payoffs**0.5`` for
the linear program, with a factor between 2.2 and 13 ns that the size does not show: hence a
range, whose middle is within a factor of 2 of what these games took. Information sets with a single
action make the program easier (half of them in liar's dice, four fifths in goofspiel): the factor
is multiplied by the square of the share of the others. The time of start-up is between 0.4 s on an
idle machine and 0.7 s on a busy one. What exploring took on this machine is part of the estimate.
A machine may be three times as fast as another one, so all seconds are multiplied by what a short
loop takes here, beside what it would have taken there (:func:`machine_slowness`).

A theorem takes the time of a piece, estimated from the size of the game, for each piece; how many
there are, nothing shows before they are found: as many as measured theorems have for each sequence
of a tree, or strategy of a matrix. Of a theorem on all equilibria both are from the number of pure
strategies. The time is that of ``sabot prove GAME -o FILE`` with its check.

Payoffs of more digits than floats hold may leave everything to pivots in long numbers: of random
stakes from 10^-60 to 10^60, Leduc with 3, 4 and 5 ranks took up to 3, 12 and 40 s.
"""

from __future__ import annotations

import math
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from random import Random
from time import monotonic, process_time, thread_time
from typing import TYPE_CHECKING

from flint import fmpz_poly, nmod_mat

from sabot.errors import Interrupted, NoMethodError, TreeTooLargeError
from sabot.exact import format_integer
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.extensive import NODE_LIMIT
from sabot.forms.parametric import (
    PolynomialForm,
    PolynomialGeneralSumForm,
    is_large_binary_action_game,
)
from sabot.forms.sequence import MatrixForm, count_pure_strategies, count_text
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.game_rules.capabilities import continuous_types
from sabot.game_rules.family import PerfectInformation
from sabot.game_rules.game import Game
from sabot.game_rules.to_form import form_of_explored
from sabot.progress import Watch, time_limit, use_watch
from sabot.solvers.zero_sum.solve import MAX_PAYOFFS_WITHOUT_ARRAYS

if TYPE_CHECKING:
    from sabot.forms.continuous.betting_game import ContinuousBettingForm
    from sabot.forms.private_hands import PrivateHandsForm
    from sabot.game_rules.family import OpenForm
    from sabot.game_rules.to_form import AnyForm
    from sabot.solvers.parametric.coverage import ExpectedPieces

TIME_LIMIT = 10.0
BUSY_FACTOR = 6
"""How many times as long by the clock is waited for the same CPU time, where others are at work."""
_START = 0.54
"""Seconds until Python has loaded Sabot, numpy, FLINT and HiGHS, which is most of a small solve."""
_START_WITHOUT_ARRAYS = 0.24
"""The same without numpy and HiGHS."""
_LEAST, _MOST = 0.65, 1.4
"""The ends of a range, as shares of the seconds that the formulas give."""
_LOOP_SECONDS = 2.8e-3
"""What the loop of :func:`machine_slowness` takes on the machine of the table: 1.5 ms where its
games took about half as long (the middle of 47 games)."""
_LOOP_ROUNDS, _LOOP_TRIES = 20_000, 8
_EXPLORED_SHARE = 0.65
"""What exploring takes in a new process, as a share of what it took here."""
_LEAST_HANDS_SECONDS = 1.0
"""For so long at least it is looked for private hands where a tree is too large."""
_IMPORTS = 0.3
"""Seconds of exploring that go to imports: a shorter exploring says nothing of the game."""
_BYTES = 72_000_000
"""Python with all that is loaded until a solution is saved: 54 to 68 MB were measured."""
_PROGRAM_BYTES = 10_000_000
"""What HiGHS takes for a matrix of more than a hundred rows and columns."""
_COMPILER_BYTES = 170_000_000
_COMPILED_FROM = 500**3
"""Rows times columns times the less of both from which the float simplex is compiled."""
_FIRST_PIVOTS = 32
"""Pivots after which it is compiled; a matrix of a lower rank takes no more."""
_CACHED_INTEGER = 256
"""Python has one object for each integer up to this; a larger payoff takes an object each time."""
_FLOAT_DIGITS = 18  # what a float holds, and a little: with more, floats may get a sign wrong
_LONG_PIVOTS = 1e-5  # seconds for each pair of sequences, where every pivot is in long numbers
_ROW_DIGITS = 2000
"""Digits of a payoff over the denominator of its row, where the common denominator has more."""
_LONG_PAYOFF_BYTES = 10_000_000
_CONDITION_SIDE = 40
"""Rows and columns of the part whose condition is found."""
_LEAST_CONDITION = 1e-13
"""The least singular value, as a share of the greatest, with which floats find the basis: 1e-12 and
more in games where they did, 1e-16 and less where they did not."""
_SAMPLE = 100
"""Rows and columns of the sample whose rank shows how many strategies may be mixed."""
_PRIME = 2**31 - 1
_USUAL_KEY = 100
"""Characters of the name of an information set that are counted with the sequences."""


_LISTED_PAYOFFS = 64 * 64
"""Payoffs of a player up to which the cases of a search for all equilibria are estimated."""
_LISTING_DIVES = 256
_SAMPLE_SECONDS = 0.5
"""CPU seconds for a sample of the leaves of that search: in a degenerate game a leaf may have many
vertices, and they take most of the time."""
_CASE_SECONDS = (2e-8, 2e-7)
"""Seconds per case and payoff of a player: 12 us for 15 x 15, 180 us for 64 x 64 strategies."""


@dataclass(frozen=True, slots=True)
class ListingEstimate:
    """What listing all equilibria of a two-player general-sum game takes, about."""

    cases: int
    seconds: tuple[float, float]
    memory: int


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
    bounded: bool = False
    """Whether an interval for the value is found where the game is not solved exactly."""
    nodes: int = 0
    """Nodes of the game tree of the rules; 0 where a form is built without exploring it."""
    node_limit: int = NODE_LIMIT
    """More nodes than this are refused on this machine."""
    written_out: bool = False
    """Whether all equilibria are searched among pure strategies: not part of the guess."""
    equilibria: ListingEstimate | None = None
    """What it takes to list all equilibria; None where that is not estimated."""
    listing: str = ""
    """For three or more players: which equilibria can be listed, in words."""
    pieces: tuple[int, int] | None = None
    """How many pieces a theorem is expected to have, at least and at most."""

    @property
    def guessed(self) -> bool:
        """Whether time and memory are guessed."""
        if self.kind == "theorem":
            return self.pieces is not None
        return self.kind in ("matrix", "sequence", "betting", "general") and self.solvable

    def to_json(self) -> dict[str, object]:
        """Return what a document says: null for what was not counted, or not guessed."""
        body = asdict(self) | {"pure": [str(count) for count in self.pure]}
        for shown in ("written_out", "listing", "bounded"):  # used in the text output only
            del body[shown]
        if self.pieces is None:
            del body["pieces"]  # of theorems only
        unknown: tuple[str, ...] = () if self.guessed else ("seconds", "memory")
        if self.kind == "betting" or (self.kind == "theorem" and not any(self.shape)):
            unknown += ("shape", "pure", "digits")
        elif not self.guessed and self.kind not in ("general", "theorem"):
            unknown += ("shape", "views", "pure", "entries", "digits")
        return body | dict.fromkeys(unknown)


@cache
def machine_slowness() -> float:
    """Return how many times as long as on the machine of the table a short loop takes here."""
    fastest = math.inf
    for _ in range(_LOOP_TRIES):
        begun, total, seen = thread_time(), 1, dict[int, int]()
        for number in range(_LOOP_ROUNDS):
            total = (total * 31 + number) % 1_000_003
            seen[total] = number
        fastest = min(fastest, thread_time() - begun)
    return fastest / _LOOP_SECONDS


def _on_this_machine(found: CostEstimate) -> CostEstimate:
    """Return an estimate whose seconds were those of the machine of the table."""
    least, most = found.seconds
    return replace(found, seconds=(least * machine_slowness(), most * machine_slowness()))


def estimate_cost(game: Game, *, seconds: float = TIME_LIMIT) -> CostEstimate:
    """Return the size of *game*, giving up after *seconds* of CPU time of exploring.

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
        return _estimate_continuous(real.form, known=bool(real.shape))
    found: list[tuple[AnyForm, int, float] | Exception] = []
    nodes_so_far = [0]
    watch = Watch()

    def build() -> None:
        try:
            with use_watch(watch):
                begun, nodes = thread_time(), 0
                form = game.directly()
                if form is None:
                    tree = game.explored(progress=nodes_so_far.append)
                    form, nodes = form_of_explored(tree), tree.size
                found.append((form, nodes, thread_time() - begun))
        except Exception as fault:  # it is raised again below
            found.append(fault)

    worker = threading.Thread(target=build, daemon=True)
    worker.start()
    _wait_for(worker, seconds)
    known = list(found)
    watch.cancel()  # the thread ends soon
    if not known:
        late = f"writing the game out takes more than {seconds:g} s by itself"
        most = max(nodes_so_far)
        late += f"; its tree has at least {most:,} nodes" if most else ""
        hint = " ".join(_hint_within(game, seconds).split())
        return CostEstimate(problem=f"{late}; {hint}" if hint else late)
    if isinstance(known[0], NoMethodError):
        why, bounded = _reason(game, known[0], seconds)
        return CostEstimate(problem=why, solvable=False, bounded=bounded)
    if isinstance(known[0], Exception):
        raise known[0]
    form, nodes, explored = known[0]
    cost = estimate_form_cost(form, max(0.0, explored / machine_slowness() - _IMPORTS))
    return replace(_on_this_machine(cost), nodes=nodes, equilibria=estimate_listing_cost(form))


_CHECK_SHARE = 0.65
"""The check of a theorem takes about so many times as long as its proof, of Leduc poker 0.4."""
_THEOREM_BYTES, _PIECE_BYTES, _SMALL_PIECE_BYTES = 85_000_000, 11_000, 3_000
"""Of a theorem: what is loaded; and for each piece and sequence, with formulas over real numbers
and without. Measured: 66 to 78 MB of Kuhn poker with 3 to 8 ranks and matrices up to 14 x 14, 1,796
MB of Leduc poker with 245 pieces; 81 MB of baccara over whole numbers, 51 to 84 MB of all
equilibria."""
_NASH_CHECK_SHARE = 0.27
"""The same of a theorem on all equilibria."""
_BINARY_PIECES, _BINARY_PIECE_SECONDS = (1, 6), 3e-4
"""Of games in which each choice is between two actions: least and most pieces, and seconds of a
piece for each payoff. Baccara with a commission has 1 to 6 pieces; 688 payoffs take 0.3 s, 11,128
take 12 s."""


def estimate_theorem_cost(form: OpenForm) -> CostEstimate:
    """Return the size of a game with an open parameter, and what a theorem on it takes."""
    if not isinstance(form, PolynomialForm | PolynomialGeneralSumForm):
        betting = form.form
        turns = tuple(len(betting.of(seat)) for seat in range(len(betting.seats)))
        why = "theorems on thresholds were not measured"
        return CostEstimate("theorem", views=turns, entries=betting.ends, problem=why)
    amounts = [a for *_, each in form.payoffs for a in (each if type(each) is tuple else (each,))]
    longest = max((abs(int(c)) for amount in amounts for c in amount.coeffs()), default=0)
    found = CostEstimate(
        "theorem",
        tuple(side.count for side in form.sides),
        tuple(len(side.cells) for side in form.sides),
        tuple(map(count_pure_strategies, form.sides)),
        len(amounts),
        len(format_integer(longest)),
    )
    if isinstance(form, PolynomialGeneralSumForm) and not form.separable:
        from sabot.solvers.parametric_nash.solve import MOST_STRATEGIES

        if max(found.pure) > MOST_STRATEGIES:
            why = f"all equilibria are looked for up to {MOST_STRATEGIES} pure strategies per seat"
            return replace(found, problem=why, solvable=False)
    share, expected = _expected_pieces(form, amounts)
    least, most = (
        _START + n * (1 + share) * expected.seconds_per_piece
        for n in (expected.least, expected.most)
    )
    each = (
        _PIECE_BYTES
        if isinstance(form, PolynomialForm) and not form.domain.whole
        else _SMALL_PIECE_BYTES
    )
    memory = _THEOREM_BYTES + each * sum(found.shape) * expected.most
    pieces = expected.least, expected.most
    return _on_this_machine(
        replace(found, seconds=(_LEAST * least, _MOST * most), memory=memory, pieces=pieces)
    )


def _expected_pieces(
    form: PolynomialForm | PolynomialGeneralSumForm, amounts: Sequence[fmpz_poly]
) -> tuple[float, ExpectedPieces]:
    """Return the time of the check as a share of the proof, and what the pieces take."""
    if isinstance(form, PolynomialForm):
        from sabot.solvers.parametric.critical_regions import expected_pieces

        return _CHECK_SHARE, expected_pieces(form)
    if form.separable:
        from sabot.solvers.parametric.coverage import ExpectedPieces

        each = _BINARY_PIECE_SECONDS * len(amounts)
        return _NASH_CHECK_SHARE, ExpectedPieces(*_BINARY_PIECES, each, (0.0, 0.0))
    from sabot.solvers.parametric_nash.solve import expected_pieces as pieces_of_equilibria

    sizes = [*map(count_pure_strategies, form.sides)]
    dependent = sum(amount.degree() > 0 for amount in amounts)
    return _NASH_CHECK_SHARE, pieces_of_equilibria(sizes, dependent)


HANDS_BYTES, BYTES_PER_HAND_ENTRY, BYTES_PER_SET_OF_CARDS = 170_000_000, 165, 20
"""Of a game with private hands: what is loaded, compiled loops included; each probability, with
regrets, sums and what a pass holds; and each set of cards of each hand of several. Kuhn's poker has
eight probabilities per rank: 202 MB were measured with 30,000 ranks, 291 with 100,000, 1,477 with
1,000,000; 404 MB with hands of five cards."""
BYTES_PER_SET_OF_CLASSES = 65
"""The same for each set of cards of each class of hands: 579 to 642 MB were measured with all
classes of five cards, with gaps of 1/1000 and 1/2000."""


DRAWN_HANDS_BYTES = 2_100_000_000
"""Of hands that draw: tables of rows and types. 1,950 MB were measured with the common rule."""


def hands_memory(form: PrivateHandsForm) -> int:
    """Return about how many bytes bounding a game with private hands takes."""
    from sabot.forms.drawn_hands import DrawnDeal
    from sabot.forms.hand_deals import ClassDeal, RangeDeal

    if isinstance(form.deal, DrawnDeal):
        return DRAWN_HANDS_BYTES
    sets = 0
    each = BYTES_PER_SET_OF_CLASSES if isinstance(form.deal, ClassDeal) else BYTES_PER_SET_OF_CARDS
    if isinstance(form.deal, RangeDeal):
        sets = sum(len(hands) << len(hands[0]) for hands in form.deal.hands) // 2
    return HANDS_BYTES + BYTES_PER_HAND_ENTRY * form.entries + each * sets


def interval_hint(form: PrivateHandsForm) -> str:
    """Return how to bound the value of a game with private hands, in words."""
    from sabot.forms.hand_deals import PackDeal

    hint = (
        f"an interval for its value takes about {hands_memory(form) / 1e6:.0f} MB of memory:\n"
        "  sabot solve GAME --gap 1/1000, approximate() in Python"
    )
    if isinstance(form.deal, PackDeal):
        hint += "\n  --gap 0 looks for the exact value"
    return hint


def _hint_within(game: Game, seconds: float) -> str:
    """Return how to bound the value of a game with private hands; '' of other games."""
    from sabot.game_rules.private_hands import private_hands_of

    try:
        with time_limit(max(_LEAST_HANDS_SECONDS, seconds)):
            hands = private_hands_of(game)
    except Interrupted:
        return (
            "whether it has private hands and an interval takes long to find: "
            "sabot solve GAME --gap 1/1000 finds out"
        )
    return "" if hands is None else interval_hint(hands)


def _reason(game: Game, fault: NoMethodError, seconds: float) -> tuple[str, bool]:
    """Return why a game is not solved, and whether there is an interval; if so what it takes."""
    hint = _hint_within(game, seconds) if isinstance(fault, TreeTooLargeError) else ""
    return (f"{str(fault).split(';')[0]}\n  {hint}", True) if hint else (str(fault), False)


def estimate_listing_cost(form: AnyForm) -> ListingEstimate | None:
    """Return what a list of all equilibria takes, by dives into its cases."""
    if not isinstance(form, NPlayerSequenceForm | BimatrixForm) or len(form.seats) != 2:
        return None
    rows, columns = map(count_pure_strategies, form.sides)
    if rows * columns > _LISTED_PAYOFFS or is_large_binary_action_game(form):
        return None
    from sabot.forms.sequence_nplayer import bimatrix_form_for_all_nash
    from sabot.solvers.all_nash.solve import estimate_listing

    table = form if isinstance(form, BimatrixForm) else bimatrix_form_for_all_nash(form)
    (cases, fixed), bytes_per_case = estimate_listing(
        table.one.payoffs, table.two.payoffs, _LISTING_DIVES, _SAMPLE_SECONDS
    )
    slow = machine_slowness()
    least, most = (slow * each * rows * columns * cases for each in _CASE_SECONDS)
    fixed += slow * _START
    seconds = _LEAST * fixed + least, _MOST * fixed + most
    return ListingEstimate(cases, seconds, _BYTES + bytes_per_case * cases)


def _wait_for(worker: threading.Thread, seconds: float) -> None:
    """Wait until it is done or has used so many CPU seconds; on a busy machine that is longer."""
    begun, latest = process_time(), monotonic() + BUSY_FACTOR * seconds
    while worker.is_alive() and process_time() - begun < seconds and monotonic() < latest:
        worker.join(0.02)


def estimate_form_cost(form: AnyForm, explored: float = 0.0) -> CostEstimate:
    """Return the size of a form and the estimate, given the seconds that exploring took.

    All seconds are those of the machine of the table.
    """
    if isinstance(form, NPlayerSequenceForm | BimatrixForm):
        return _estimate_general_form(form, explored)
    if isinstance(form, MatrixForm):
        return _estimate_matrix(form, explored)
    one, two = form.sides
    entries = len(form.payoffs)
    count = one.count + two.count
    digits = len(format_integer(max((abs(amount) for *_, amount in form.payoffs), default=0)))
    without_arrays = form.is_binary_action and entries <= MAX_PAYOFFS_WITHOUT_ARRAYS
    cells = [cell for side in form.sides for cell in side.cells]
    characters = max(0, sum(len(cell.key) for cell in cells) - _USUAL_KEY * len(cells))
    fixed = (
        _EXPLORED_SHARE * explored
        + 4.5e-6 * entries
        + (5.5e-5 if form.is_binary_action else 3.8e-5) * count
        + 5.5e-7 * characters
    )
    choices = [len(cell.actions) for cell in cells if len(cell.actions) > 1]
    work = 0.0
    if not form.is_binary_action and choices:
        work = sum(choices) ** 1.5 * entries**0.5 * (len(choices) / len(cells)) ** 2
    least, most = (0.1e-9, 0.8e-9) if form.is_single_stage else (2.2e-9, 13e-9)
    long = _LONG_PIVOTS * count**2 if digits > _FLOAT_DIGITS and not form.is_binary_action else 0.0
    per_sequence, per_payoff = (
        (1100, 600)
        if form.is_binary_action
        else (1100, 750)
        if form.is_single_stage
        else (2850, 600)
    )
    start = _START_WITHOUT_ARRAYS if without_arrays else _START
    return CostEstimate(
        "sequence",
        (one.count, two.count),
        (len(one.cells), len(two.cells)),
        (count_pure_strategies(one), count_pure_strategies(two)),
        entries,
        digits,
        (
            _LEAST * (fixed + start) + least * work,
            _MOST * (fixed + _START) + most * work + long,
        ),
        _BYTES + per_sequence * count + per_payoff * entries + 24 * characters,
    )


def _estimate_matrix(form: MatrixForm, explored: float) -> CostEstimate:
    """Return the estimate for a matrix, whose rank bounds how many strategies are mixed."""
    height, width = form.shape
    cells = height * width
    largest = max(map(abs, form.span))
    digits = len(format_integer(largest))
    rank, sparse = _sampled_structure(form)
    characters, common, pivots = *_payoff_characters(form, digits), 0.0
    if digits > _FLOAT_DIGITS and _is_ill_conditioned(form):
        pivots = 1e-7 * rank**3 * min(digits, _ROW_DIGITS)
    usual = (
        _START
        + _EXPLORED_SHARE * explored
        + 5e-7 * cells
        + 1.8e-7 * cells * rank**0.5
        + 1.7e-7 * characters
        + 3e-8 * (common - characters)
    )
    small, compiled = largest <= _CACHED_INTEGER, rank > _FIRST_PIVOTS and not sparse
    return CostEstimate(
        "matrix",
        (height, width),
        (1, 1),
        (height, width),
        cells,
        digits,
        (_LEAST * usual + 0.3 * pivots, _MOST * usual + pivots),
        matrix_memory(height, width, small=small, compiled=compiled)
        + _long_payoff_memory(characters, common),
    )


def matrix_memory_bound(form: MatrixForm) -> int:
    """Return at least the bytes of :func:`estimate_form_cost`, at once."""
    digits = len(format_integer(max(map(abs, form.span))))
    return matrix_memory(*form.shape) + _long_payoff_memory(*_payoff_characters(form, digits))


def _payoff_characters(form: MatrixForm, digits: int) -> tuple[int, int]:
    """Return how many characters long payoffs have as they are written, and over one denominator.

    Both are 0 if all payoffs have few *digits*.
    """
    if digits <= _FLOAT_DIGITS:
        return 0, 0
    common = sum(map(int.bit_length, form.nonzero[2])) * 3 // 10
    if digits <= _ROW_DIGITS:
        return common, common
    return sum(map(int.bit_length, form.nonzero_by_row[0])) * 3 // 10, common


def _long_payoff_memory(written: int, common: int) -> int:
    """Return the bytes for so many characters of long payoffs.

    Measured of fractions with 3 to 40 digits, 30 x 30 to 100 x 100: 65 to 98 % of the whole.
    """
    return common + 5 * written + _LONG_PAYOFF_BYTES if common else 0


def _is_ill_conditioned(form: MatrixForm) -> bool:
    """Return whether a float solve of a part of the matrix has no correct digit.

    Then the simplex method goes on in long numbers.
    """
    import numpy as np

    low = form.span[0]
    part = form.payoffs[:_CONDITION_SIDE]
    rows = [[entry - low for entry in row[:_CONDITION_SIDE]] for row in part]
    scaled = []
    for row in rows:
        most = max(row) or 1
        scaled.append([entry / most for entry in row])
    lengths = np.linalg.svd(np.array(scaled), compute_uv=False)
    return bool(lengths[-1] < _LEAST_CONDITION * lengths[0])


def _sampled_structure(form: MatrixForm) -> tuple[int, bool]:
    """Return about how many strategies may be mixed, and whether most payoffs are the same.

    The first is the rank of a sample of rows and columns; if that is full, nothing bounds it.
    """
    height, width = form.shape
    if min(height, width) <= _SAMPLE:
        return min(height, width), False
    dice = Random(0)
    rows, columns = dice.sample(range(height), _SAMPLE), dice.sample(range(width), _SAMPLE)
    sample = [form.payoffs[i][j] % _PRIME for i in rows for j in columns]
    rank = int(nmod_mat(_SAMPLE, _SAMPLE, sample, _PRIME).rank())
    others = len(sample) - Counter(sample).most_common(1)[0][1]
    return max(rank, 1) if rank < _SAMPLE else min(height, width), 8 * others <= len(sample)


def matrix_memory(height: int, width: int, *, small: bool = False, compiled: bool = True) -> int:
    """Return the bytes that a matrix of so many rows and columns takes to be solved or reduced."""
    cells = height * width
    compiles = compiled and cells * min(height, width) >= _COMPILED_FROM
    fixed = _BYTES + _COMPILER_BYTES * compiles + _PROGRAM_BYTES * (cells > _SAMPLE**2)
    return fixed + (60 if small else 125) * cells


def _estimate_general_form(
    form: NPlayerSequenceForm | BimatrixForm, explored: float
) -> CostEstimate:
    """Return the size of a game for three or more players, or of a general-sum game.

    A bimatrix game is solved by pivots in a square tableau with a row for each strategy, about as
    many as it has rows; row 18 of the benchmarks compares the guess with what solving takes. Games
    with binary actions are solved case by case (484 against 5 of them: 0.6 to 1.2 s). No guess of
    others: nothing solves them.
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
    if isinstance(form, NPlayerSequenceForm) and len(form.sides) != 2:
        listing = _listing_words(form, found.pure)
        return replace(found, problem=form.obstacle, solvable=False, listing=listing)
    rows = sum(found.shape)
    if is_large_binary_action_game(form):  # more choices make hardly more cases
        work = 1e-4 * form.amounts
        memory = _BYTES + 2000 * form.amounts
        return replace(found, seconds=(0.4 + work / 2, 1.1 + 4 * work), memory=memory)
    if isinstance(form, NPlayerSequenceForm):
        return _with_tree_estimate(found, form, explored)
    fixed = _START + _EXPLORED_SHARE * explored + 2e-6 * form.amounts
    seconds = _LEAST * fixed + 3e-9 * rows**3, _MOST * fixed + 3e-8 * rows**3
    memory = _BYTES + 60 * rows * rows + 100 * form.amounts
    return replace(found, seconds=seconds, memory=memory, written_out=not form.is_matrix)


_PIVOTING = (5e-10, 5e-8)
"""Seconds for rows**3: 0.2 to 0.4 s of random trees with 700 rows, 2 s of Leduc poker with a rake;
0.3 s with 240 rows of poker in which many ratios tie."""
_PAIR_BYTES, _PAYOFF_BYTES = 70, 400
"""For rows**2, and for each payoff of a tree in one part: 367 MB of a sealed auction with 1,200
rows and 720,000 payoffs, 159 MB of Leduc poker with 4 ranks and a rake."""
_PART_SECONDS, _MOVE_SECONDS = 6e-4, 5e-5
"""Of a tree that is solved backward: each part that is pivoted, each payoff."""
_SEARCH_SECONDS = 0.6
"""Looking for a second equilibrium, at most, in a tree of thousands of payoffs."""


def _with_tree_estimate(
    found: CostEstimate, form: NPlayerSequenceForm, explored: float
) -> CostEstimate:
    """Return what solving a general-sum tree for two takes, by the parts that it is cut into.

    How many pivots a part takes, nothing shows before: the range is wide where much is pivoted.
    """
    from sabot.solvers.nash.backward_induction import worthwhile_parts

    parts = worthwhile_parts(form)
    fixed = _START + _EXPLORED_SHARE * explored + 2e-6 * form.amounts
    search = 0.1
    memory = _BYTES + (100 if parts else _PAYOFF_BYTES) * form.amounts
    sizes = [sum(found.shape)]
    if parts:
        sizes = [
            sum(len(form.sides[seat].cells[c].actions) for seat, c in part.infosets)
            for part in parts
            if not part.single
        ]
        keys = [len(cell.key) for side in form.sides for cell in side.cells]
        memory += 1200 * form.amounts + 12 * max(0, sum(keys) - _USUAL_KEY * len(keys))
        fixed += _MOVE_SECONDS * form.amounts + _PART_SECONDS * len(sizes)
        search += _SEARCH_SECONDS * min(1.0, form.amounts / 2000)
    cubes = sum(rows**3 for rows in sizes)
    least, most = _PIVOTING
    return replace(
        found,
        seconds=(_LEAST * fixed + least * cubes, _MOST * fixed + most * cubes + search),
        memory=memory + _PAIR_BYTES * max(sizes, default=0) ** 2,
        written_out=True,
    )


def _listing_words(form: NPlayerSequenceForm, pure: tuple[int, ...]) -> str:
    """Return which equilibria of a game for three or more players can be listed."""
    from sabot.solvers.nplayer.support_enumeration import MOST_PROFILES
    from sabot.solvers.nplayer_nash.solve import (
        bound_of_search,
        obstacle_to_list,
        obstacle_to_search,
    )

    obstacle = obstacle_to_list(form)
    if not obstacle:
        bound = bound_of_search(form)
        return (
            "sabot equilibria looks for all equilibria, and says whether it has proved that there "
            f"are no others{f' ({bound})' if bound else ''}."
        )
    profiles = math.prod(pure)
    known = f"{count_text(profiles)} profiles of pure strategies; the limit is {MOST_PROFILES:,}"
    if profiles > MOST_PROFILES:
        return f"Equilibria are not listed: {obstacle}; {known}."
    parts = "sabot equilibria with --seconds, --first or --support-size also searches mixed ones."
    mixed = "" if obstacle_to_search(form) else f" {parts}"
    return f"Only pure equilibria are listed ({known}): {obstacle}.{mixed}"


def _estimate_continuous(form: ContinuousBettingForm, *, known: bool) -> CostEstimate:
    """Return the size of a game with real hands: its turns and its ends.

    Where the shape of an equilibrium is not *known*, linear programs look for it, or a grid.

    Measured, besides 0.4 to 0.9 s for the start (CPU, a busy machine, 18 November 2026):
    `blind-poker` for 3 to 6 players 0.14, 0.47, 1.4 and 3.4 s, which is 10 to 18 ms times the root
    of turns x ends x players; `bet-sizes` with 2 to 8 sizes and up to 3 raises 0.07 to 1.0 s, 3 to
    7 ms times turns x ends; two games of three players with own betting 3.4 and 4.9 s, 0.29 to 0.37
    s times turns + ends.
    """
    turns = tuple(len(form.of(seat)) for seat in range(len(form.seats)))
    count = sum(turns)
    work = count * form.ends * len(turns)
    seconds = 0.4 + 8e-3 * math.sqrt(work), 0.9 + 2.2e-2 * math.sqrt(work)
    if not known and len(turns) == 2:
        seconds = 0.4 + 3e-3 * count * form.ends, 0.95 + 1.1e-2 * count * form.ends
    elif not known and count:
        seconds = 0.4 + 0.25 * (count + form.ends), 0.95 + 0.8 * (count + form.ends)
    return CostEstimate(
        "betting",
        turns,
        turns,
        entries=form.ends,
        seconds=seconds,
        memory=_BYTES,
    )
