"""Threshold strategies for continuous types: read, evaluated exactly, and simulated.

Written as ``{seat: {view: [["3/5", "drop"], ["1", "enter"]]}}``: up to which hand each action
goes; an action by itself is taken with all hands. A player that is left out plays as in the
equilibrium of the game; where thresholds are *locked*, everything that is not given is balanced
around them instead. If it belongs to one player, this is its exact best response.

A gain is over all strategies, whatever they do with which hand. It is a sum over the player's own
turns: what its hands lose there, each against the best that can follow. Where choices cross at no
fraction a gain is bounded from above, by less than a file's last digit.

In a simulation floats deal the hands, seeded; what they are paid is exact, so that it is a count
of fractions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabot.analysis import continuous_kernels
from sabot.analysis.evaluation import ProfileEvaluation, read_sources
from sabot.analysis.simulation import Simulation, SimulationInterrupted
from sabot.errors import FormError, NumberError, nearest_word
from sabot.exact import as_rational, format_abbreviated
from sabot.forms.continuous.betting_game import (
    ActionMix,
    BehaviourRule,
    BettingNode,
    ContinuousBettingForm,
    EquilibriumHint,
    FoldNode,
    ShowdownNode,
    ThresholdProfile,
    ThresholdRule,
    TurnNode,
    intersect_regions,
    turn_key,
)
from sabot.forms.continuous.expected_payoff import (
    ENVELOPE_SLACK,
    TurnPayoffs,
    payoff_and_best_response,
    payoffs_by_turn,
)
from sabot.forms.continuous.piecewise_polynomial import (
    PiecewisePolynomial,
    as_fraction,
    sign_intervals,
)
from sabot.jit import KernelModule
from sabot.progress import report_progress
from sabot.results.continuous import Equilibrium

WrittenThresholds = Mapping[str, object]
"""By player: a table of thresholds, or the word ``optimal``."""
THRESHOLD_SYNTAX = '[["3/5", "drop"], ["1", "enter"]]'


def read_threshold_profile(
    hint: EquilibriumHint, given: object, *, locked: bool = False
) -> ThresholdProfile:
    """Return a rule for every turn: as given, else as in the equilibrium of the game."""
    from sabot.solvers.continuous.solve import balance_around_locked, find_equilibrium

    if isinstance(given, Equilibrium):
        given = given.thresholds()
    if isinstance(given, str):
        given = dict.fromkeys(hint.form.seats, given)
    if not isinstance(given, Mapping):
        kind = type(given).__name__
        raise FormError(
            f"{kind} is not a strategy for hands that are real numbers; write "
            f"{{seat: {{view: {THRESHOLD_SYNTAX}}}}}"
        )
    known = read_threshold_answers(hint.form, given, whole=not locked)
    if len(known) == sum(1 for _ in hint.form.turns()):
        return known
    if locked:
        free = {turn.seat for turn in hint.form.turns() if turn_key(hint.form, turn) not in known}
        if len(free) == 1:
            return respond_to_locked(hint.form, known, free.pop())
    return (
        balance_around_locked(hint, known)
        if locked
        else {**find_equilibrium(hint).profile, **known}
    )


def respond_to_locked(
    form: ContinuousBettingForm, locked: Mapping[str, ThresholdRule], seat: int
) -> ThresholdProfile:
    """Return the profile in which a player's turns that are not *locked* are a best response.

    All turns of the others are locked. Where the others never come, the first action is taken.
    """
    anything = {turn_key(form, turn): ThresholdRule((0,), ()) for turn in form.of(seat)}
    profile: ThresholdProfile = {**anything, **locked}
    found = dict(profile)
    for visit in payoffs_by_turn(form, profile, seat, locked):
        key = turn_key(form, visit.turn)
        if key not in locked:
            pieces = best_action_intervals(visit, profile[key])
            found[key] = ThresholdRule(
                tuple(action for _, _, action in pieces),
                tuple(high for _, high, _ in pieces[:-1]),
            )
    return found


def read_threshold_answers(
    form: ContinuousBettingForm, given: WrittenThresholds, *, whole: bool = True
) -> dict[str, ThresholdRule]:
    """Return the rules that are written, by turn; *whole*: a player needs all of its turns."""
    seats = ", ".join(form.seats)
    faults = [
        f"no seat {str(seat)[:40]!r}; the seats are {seats}"
        for seat in given
        if seat not in form.seats
    ]
    found: dict[str, ThresholdRule] = {}
    for number, seat in enumerate(form.seats):
        table = given.get(seat, "optimal")
        if table == "optimal":
            continue
        if not isinstance(table, Mapping):
            faults.append(
                f"{seat}: {str(table)[:40]!r} is not a strategy; write {{view: {THRESHOLD_SYNTAX}}}"
            )
            continue
        turns = {turn.view: turn for turn in form.of(number)}
        faults += [
            f"{seat} has no turn after {str(view)[:60]!r}{_suggestion(str(view), turns)}"
            for view in table
            if view not in turns
        ]
        for view, turn in turns.items():
            if view in table:
                try:
                    found[turn_key(form, turn)] = _read_answer(turn, table[view])
                except (FormError, NumberError) as fault:
                    faults.append(f"{seat}, after {view!r}: {fault}")
            elif whole:
                faults.append(f"{seat}: nothing is said of its turn after {view!r}; add it")
    if faults:
        raise FormError("; ".join(faults))
    return found


def _read_answer(turn: TurnNode, written: object) -> ThresholdRule:
    if isinstance(written, str):
        return ThresholdRule((_action_index(turn, written),), ())
    if not isinstance(written, Sequence) or not written or not all(map(_is_pair, written)):
        raise FormError(f"not a list of thresholds; write {THRESHOLD_SYNTAX}")
    ends = [as_rational(str(end)) for end, _ in written]
    if ends[-1] != 1:
        raise FormError(f"the last interval ends at {written[-1][0]}, not at 1")
    mixes = tuple(_read_mix(turn, taken) for _, taken in written)
    return BehaviourRule.of(mixes, tuple(map(Fraction, ends[:-1])))


def _read_mix(turn: TurnNode, written: object) -> ActionMix:
    """Return the action of an interval, or a mixture: ``{"low": "2/3", "high": "1/3"}``."""
    if not isinstance(written, Mapping):
        return ((_action_index(turn, str(written)), Fraction(1)),)
    mix = tuple((_action_index(turn, name), as_rational(str(p))) for name, p in written.items())
    if sum(share for _, share in mix) != 1 or any(share <= 0 for _, share in mix):
        raise FormError("the probabilities of a mixture are above 0 and sum to 1")
    return mix


def _suggestion(view: str, known: Iterable[str]) -> str:
    near = nearest_word(view, known, 0.4)
    return "" if near is None else f"; did you mean {near!r}?"


def _is_pair(one: object) -> bool:
    return isinstance(one, Sequence) and not isinstance(one, str) and len(one) == 2


def _action_index(turn: TurnNode, name: str) -> int:
    if name not in turn.actions:
        raise FormError(f"{str(name)[:40]!r} is not an action; may: {', '.join(turn.actions)}")
    return turn.actions.index(name)


NARROW_INTERVAL = Fraction(1, 1 << 60)
"""Intervals of hands narrower than this lie around a crossing and are not reported."""


@dataclass(frozen=True, slots=True)
class HandIntervalLoss:
    """Hands with which another action would have been better."""

    view: str
    low: Fraction
    high: Fraction
    plays: str
    better: str
    loss: Fraction
    """A hand, on average over all hands that are dealt."""

    def to_json(self) -> dict[str, object]:
        """Return the loss as JSON."""
        return {
            "view": self.view,
            "from": format_abbreviated(self.low),
            "to": format_abbreviated(self.high),
            "plays": self.plays,
            "better": self.better,
            "hand": format_abbreviated(self.loss),
        }

    @classmethod
    def from_json(cls, document: Any) -> HandIntervalLoss:
        """Return the loss that a document holds."""
        low, high, loss = (as_rational(document[key]) for key in ("from", "to", "hand"))
        return cls(
            str(document["view"]), low, high, str(document["plays"]), str(document["better"]), loss
        )


@dataclass(frozen=True, slots=True)
class ThresholdEvaluation:
    """One player's strategy among those of the others."""

    seat: str
    payoff: Fraction
    gain: Fraction
    """What the best response of all would earn more."""
    reply: Mapping[str, tuple[tuple[Fraction, str], ...]]
    """A best response: thresholds by information set, where the others make it reachable."""
    losses: tuple[HandIntervalLoss, ...]
    """Where the gain comes from, the costliest hands first."""

    def to_json(self) -> dict[str, object]:
        """Return the player's part of ``sabot value --json``."""
        return {
            "payoff": format_abbreviated(self.payoff),
            "gain": format_abbreviated(self.gain),
            "gain_decimal": float(self.gain),
            "best_reply": {
                "seat": self.seat,
                "actions": {
                    view: [[format_abbreviated(end), action] for end, action in steps]
                    for view, steps in self.reply.items()
                },
            },
            "losses": [one.to_json() for one in self.losses],
        }

    @classmethod
    def from_json(cls, seat: str, document: Any) -> ThresholdEvaluation:
        """Return the player's part that a document holds."""
        actions = document["best_reply"]["actions"].items()
        return cls(
            seat,
            as_rational(document["payoff"]),
            as_rational(document["gain"]),
            {
                view: tuple((as_rational(end), str(a)) for end, a in steps)
                for view, steps in actions
            },
            tuple(map(HandIntervalLoss.from_json, document["losses"])),
        )


@dataclass(frozen=True, repr=False)
class CutsJudgement(ProfileEvaluation[ThresholdEvaluation]):
    """An evaluation of strategies for real hands."""

    game: str
    parts: tuple[ThresholdEvaluation, ...]
    zero_sum: bool
    sources: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Where each player's strategy came from, in a word or by the name of its file."""
    profile: ThresholdProfile = field(default_factory=dict, repr=False, compare=False)
    """What was evaluated; a document does not have it."""

    @staticmethod
    def _text(amount: Fraction) -> str:
        """Return an amount as JSON: it may be very long."""
        return format_abbreviated(amount)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> CutsJudgement:
        """Return the evaluation that a document holds."""
        parts = (
            ThresholdEvaluation.from_json(s, document["strategies"][s]) for s in document["seats"]
        )
        sources = read_sources(document)
        return cls(str(document["game"]), tuple(parts), bool(document["zero_sum"]), sources)


def evaluate_thresholds(
    game: str,
    hint: EquilibriumHint,
    given: WrittenThresholds | str | Equilibrium,
    *,
    locked: bool = False,
) -> CutsJudgement:
    """Return the evaluation of strategies: as given, else those of the game's equilibrium."""
    profile = read_threshold_profile(hint, given, locked=locked)
    return evaluate_threshold_profile(game, hint.form, profile)


def evaluate_threshold_profile(
    game: str, form: ContinuousBettingForm, profile: ThresholdProfile
) -> CutsJudgement:
    """Return the evaluation of a rule for every turn."""
    parts = tuple(
        _evaluate_player_thresholds(form, profile, seat) for seat in range(len(form.seats))
    )
    return CutsJudgement(game, parts, form.zero_sum, profile=profile)


def _evaluate_player_thresholds(
    form: ContinuousBettingForm, profile: ThresholdProfile, seat: int
) -> ThresholdEvaluation:
    found = payoff_and_best_response(form, profile, seat)
    reply: dict[str, tuple[tuple[Fraction, str], ...]] = {}
    losses: list[HandIntervalLoss] = []
    for visit in payoffs_by_turn(form, profile, seat):
        rule = profile[turn_key(form, visit.turn)]
        pieces = best_action_intervals(visit, rule)
        actions = visit.turn.actions
        reply[visit.turn.view] = tuple((high, actions[best]) for _, high, best in pieces)
        losses += _hand_interval_losses(visit, rule, pieces)
    losses.sort(key=lambda one: -one.loss)
    order = {turn.view: None for turn in form.of(seat)}
    kept = {view: reply[view] for view in order if view in reply}
    return ThresholdEvaluation(form.seats[seat], found.payoff, found.gain, kept, tuple(losses))


ActionIntervals = list[tuple[Fraction, Fraction, int]]


def best_action_intervals(visit: TurnPayoffs, rule: ThresholdRule) -> ActionIntervals:
    """Return the best action of every hand at a turn, in intervals; what is played, if it is one.

    Narrow intervals around a crossing that is no fraction go to their neighbour.
    """
    ends = {*rule.cuts, Fraction(0), Fraction(1)}
    for number_, way in enumerate(visit.ways):
        for other in visit.ways[:number_]:
            ends.update(_crossings(way, other))
    found: ActionIntervals = []
    for low, high in pairwise(sorted(ends)):
        middle = (low + high) / 2
        worths = [way.at(middle) for way in visit.ways]
        top = max(worths)
        played = (own for own, _ in rule.mix_at(middle) if worths[own] == top)
        best = next(played, worths.index(top))
        if high - low <= NARROW_INTERVAL and found:
            found[-1] = (found[-1][0], high, found[-1][2])
        elif found and found[-1][2] == best:
            found[-1] = (found[-1][0], high, best)
        else:
            found.append((low, high, best))
    return found


def _crossings(one: PiecewisePolynomial, two: PiecewisePolynomial) -> list[Fraction]:
    gap = one + two.times(-1)
    return [
        as_fraction(end)
        for low, high, part in gap.pieces()
        for end, _ in sign_intervals(part, low, high, ENVELOPE_SLACK)
    ]


def _hand_interval_losses(
    visit: TurnPayoffs, rule: ThresholdRule, pieces: ActionIntervals
) -> list[HandIntervalLoss]:
    """Return the hands with which a player reaches a turn and does not play the best action."""
    found = []
    for low, high, best in pieces:
        taken = {action for mix in rule.mixes for action, _ in mix}
        for own in sorted(taken - {best}):
            hands = intersect_regions(
                intersect_regions(((low, high, Fraction(1)),), rule.held(own)), visit.reach
            )
            for begin, end, share in hands:
                lost = visit.ways[best].area(begin, end) - visit.ways[own].area(begin, end)
                if lost > 0:
                    lost *= share
                    actions = visit.turn.actions
                    loss = HandIntervalLoss(
                        visit.turn.view, begin, end, actions[own], actions[best], lost
                    )
                    found.append(loss)
    return found


DEAL_KERNELS = KernelModule(lambda: continuous_kernels, pays_from=100_000)
"""Work in hands."""
_HANDS_PER_SEED = 200_000
"""Hands that are dealt with one seed, and between two looks at Ctrl-C: some MB."""


@dataclass(frozen=True)
class FlatBettingTree:
    """The betting as arrays, node by node, with what is done at each turn.

    A mixture is a node of its own, the turn of a coin: its hand is a further random number.
    """

    ends: list[FoldNode | ShowdownNode | None]
    coins: int
    turns: NDArray[np.int64]
    first: NDArray[np.int64]
    tops: NDArray[np.float64]
    goes: NDArray[np.int64]
    among: NDArray[np.bool_]
    better: NDArray[np.float64]


def flatten_betting_tree(form: ContinuousBettingForm, profile: ThresholdProfile) -> FlatBettingTree:
    """Return the betting as arrays."""
    nodes: list[BettingNode] = []

    def gather(node: BettingNode) -> None:
        nodes.append(node)
        if isinstance(node, TurnNode):
            for after in node.after:
                gather(after)

    gather(form.root)
    places = {id(node): place for place, node in enumerate(nodes)}
    turns, first, tops, goes = [], [], list[float](), list[int]()
    coins: list[tuple[TurnNode, ActionMix]] = []
    for node in nodes:
        first.append(len(tops))
        turns.append(node.seat if isinstance(node, TurnNode) else -1)
        if isinstance(node, TurnNode):
            rule = profile[turn_key(form, node)]
            tops += [*map(float, rule.cuts), 2.0]
            for mix in rule.mixes:
                if len(mix) > 1:
                    coins.append((node, mix))
                whole = places[id(node.after[mix[0][0]])]
                goes.append(whole if len(mix) == 1 else len(nodes) + len(coins) - 1)
    for number, (node, mix) in enumerate(coins):
        first.append(len(tops))
        turns.append(len(form.seats) + number)
        tops += [*accumulate(float(share) for _, share in mix[:-1]), 2.0]
        goes += [places[id(node.after[action])] for action, _ in mix]
    among = np.zeros((len(turns), len(form.seats)), dtype=np.bool_)
    better = np.zeros(len(turns))
    for place, node in enumerate(nodes):
        if isinstance(node, ShowdownNode):
            among[place, list(node.contenders)] = True
            better[place] = float(node.better)
    ends = [None if isinstance(node, TurnNode) else node for node in nodes] + [None] * len(coins)
    flat = np.array(turns), np.array(first), np.array(tops), np.array(goes, dtype=np.int64)
    return FlatBettingTree(ends, len(coins), *flat, among, better)


def simulate_threshold_profile(
    game: str,
    form: ContinuousBettingForm,
    profile: ThresholdProfile,
    *,
    hands: int,
    seed: int = 0,
    progress: Callable[[int], object] | None = None,
) -> Simulation:
    """Play random hands with a profile."""
    tree = flatten_betting_tree(form, profile)
    seats = len(form.seats)
    counts = np.zeros((len(tree.ends), seats), dtype=np.int64)
    try:
        for start in range(0, hands, _HANDS_PER_SEED):
            count = min(_HANDS_PER_SEED, hands - start)
            draw = np.random.default_rng([abs(seed), int(seed < 0), start])
            held, luck = draw.random((count, seats)), draw.random((count, seats))
            if tree.coins:
                held = np.hstack([held, draw.random((count, tree.coins))])
            loops = DEAL_KERNELS(count)
            parts = tree.turns, tree.first, tree.tops, tree.goes, tree.among, tree.better
            loops.play(held, luck, *parts, counts)
            report_progress("dealing", start + count, hands, "hands")
            if progress is not None:
                progress(start + count)
    except KeyboardInterrupt:
        if not counts.any():
            raise
        raise SimulationInterrupted(
            _simulation_from_ends(game, seed, form, tree, counts), hands
        ) from None
    return _simulation_from_ends(game, seed, form, tree, counts)


def _simulation_from_ends(
    game: str,
    seed: int,
    form: ContinuousBettingForm,
    tree: FlatBettingTree,
    counts: NDArray[np.int64],
) -> Simulation:
    paid: Counter[tuple[Fraction, ...]] = Counter()
    for end, row in zip(tree.ends, counts.tolist(), strict=True):
        for winner, number in enumerate(row):
            if number and end is not None:
                paid[payoffs_at_end(end, winner)] += number
    by_seat = tuple(_counts_of_player(paid, seat) for seat in range(len(form.seats)))
    return Simulation(
        game, paid.total(), seed, by_seat[0], by_seat, tuple(form.seats), form.seats[0]
    )


def payoffs_at_end(end: FoldNode | ShowdownNode, winner: int) -> tuple[Fraction, ...]:
    """Return what everybody is paid at an end, by who won it."""
    if isinstance(end, FoldNode):
        return end.payoffs
    return tuple((end.pot if seat == winner else 0) - put for seat, put in enumerate(end.paid))


def _counts_of_player(paid: Mapping[tuple[Fraction, ...], int], seat: int) -> dict[Fraction, int]:
    own: Counter[Fraction] = Counter()
    for amounts, number in paid.items():
        own[Fraction(amounts[seat])] += number
    return {amount: own[amount] for amount in sorted(own)}
