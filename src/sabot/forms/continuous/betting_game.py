"""Betting games with continuous types: the public tree, threshold strategies, indifference sets.

Every player holds a number that was drawn from [0, 1] and that it alone sees. The tree has no
chance nodes. Choices are public, except those by ``table.declare``: they are hidden until all of
them are made, and turns of the same player with the same view are one information set for each
hand. Where a parameter is left open
(:class:`~sabot.forms.parametric.ParametricContinuousGame`) all amounts are polynomials in it,
FLINT's, in place of fractions. At each turn a strategy has intervals from 0 to 1 and for each an
action, or a mixture.

An :class:`IndifferenceSet` says what is free in an equilibrium: with these hands a player is paid
the same by two actions, and the others only care how many of the hands take each, so any of them
may, as long as they are as many. Where all that matters to another player is bounded at both of two
arrangements it is so at every one between them: with a hand x of its own, what any choice is worth
is linear in how many of the free hands below x take the action, and what the best choice could gain
is the largest of linear functions, so convex. An :class:`EquilibriumHint` is a guess of an
equilibrium's shape, which proves nothing: the solver verifies the profile that it finds from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

from sabot.errors import FormError


@dataclass(frozen=True, slots=True)
class FoldNode:
    """An end without a showdown: what each seat is paid."""

    kind: ClassVar[str] = "fold"
    payoffs: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class ShowdownNode:
    """An end at which hands are compared; the best of the contenders takes what all have paid.

    Before they are, each contender's hand improves with chance ``better``: a hand that has
    improved beats every one that has not, and two of a kind compare as they were dealt.
    """

    kind: ClassVar[str] = "showdown"
    contenders: tuple[int, ...]
    paid: tuple[Fraction, ...]
    better: Fraction = Fraction(0)

    @property
    def pot(self) -> Fraction:
        """What the winner takes."""
        return sum(self.paid, Fraction(0))


@dataclass(frozen=True, slots=True)
class TurnNode:
    """A seat's turn: what it has seen, the actions open to it, and where each leads."""

    kind: ClassVar[str] = "turn"
    seat: int
    view: str
    """The choices before it that the seat has seen, its own among them."""
    actions: tuple[str, ...]
    after: tuple[BettingNode, ...]


BettingNode = TurnNode | FoldNode | ShowdownNode


@dataclass(frozen=True)
class ContinuousBettingForm:
    """A game of betting over private real hands, for any number of seats."""

    seats: tuple[str, ...]
    root: BettingNode

    def turns(self) -> Iterator[TurnNode]:
        """Yield every turn, each before those that follow it; of an information set the first."""
        for nodes in self.information_sets.values():
            yield nodes[0]

    @cached_property
    def information_sets(self) -> Mapping[tuple[int, str], list[TurnNode]]:
        """By seat and view: the turns that the seat cannot tell apart; of public choices one."""
        found: dict[tuple[int, str], list[TurnNode]] = {}
        for turn in _turns_below(self.root):
            found.setdefault((turn.seat, turn.view), []).append(turn)
        return found

    @property
    def has_unobserved_choices(self) -> bool:
        """Whether a seat chooses without having observed every earlier choice."""
        return any(len(nodes) > 1 for nodes in self.information_sets.values())

    def of(self, seat: int) -> list[TurnNode]:
        """Return the turns of one seat."""
        return [turn for turn in self.turns() if turn.seat == seat]

    @property
    def ends(self) -> int:
        """In how many ways the betting may end."""
        return sum(1 for _ in terminal_nodes(self.root))

    def numbers(self) -> Iterator[Fraction]:
        """Yield what is paid at every end, and how likely hands improve."""
        for end in terminal_nodes(self.root):
            yield from end.payoffs if isinstance(end, FoldNode) else (*end.paid, end.better)

    @property
    def amounts(self) -> Iterator[Fraction]:
        """Yield what is paid, or put in before a showdown, at every end."""
        for end in terminal_nodes(self.root):
            yield from end.payoffs if isinstance(end, FoldNode) else end.paid

    @property
    def largest_amount(self) -> Fraction:
        """The largest amount that is won, lost or put in."""
        return max(map(abs, self.amounts))

    @property
    def improving(self) -> bool:
        """Whether a hand may improve before it is compared."""
        return any(
            isinstance(end, ShowdownNode) and bool(end.better) for end in terminal_nodes(self.root)
        )

    @property
    def zero_sum(self) -> bool:
        """Whether what one wins others lose: a showdown only moves money, other ends may not."""
        folds = (end for end in terminal_nodes(self.root) if isinstance(end, FoldNode))
        return not any(sum(end.payoffs[1:], end.payoffs[0]) for end in folds)


def _turns_below(node: BettingNode) -> Iterator[TurnNode]:
    if isinstance(node, TurnNode):
        yield node
        for after in node.after:
            yield from _turns_below(after)


def terminal_nodes(node: BettingNode) -> Iterator[FoldNode | ShowdownNode]:
    """Yield how a hand may end from some node on."""
    if isinstance(node, TurnNode):
        for after in node.after:
            yield from terminal_nodes(after)
    else:
        yield node


def betting_history_key(said: Sequence[tuple[str, str]]) -> str:
    """Return the key of a turn: what was said before it, in order; ``-`` where nothing was.

    >>> betting_history_key([]), betting_history_key([("1", "enter"), ("2", "drop")])
    ('-', '1 enter, 2 drop')
    """
    return ", ".join(f"{seat} {action}" for seat, action in said) or "-"


ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class ThresholdRule:
    """What a seat does at one turn: ``actions[k]`` with the hands between two neighbouring cuts."""

    actions: tuple[int, ...]
    cuts: tuple[Fraction, ...]
    """Inside [0, 1], not decreasing, one fewer than the actions."""

    def __post_init__(self) -> None:
        ends = (ZERO, *self.cuts, ONE)
        if len(self.actions) != len(self.cuts) + 1:
            raise FormError(f"{len(self.actions)} intervals need {len(self.actions) - 1} cuts")
        if any(low > high for low, high in pairwise(ends)):
            raise FormError("the cuts of an answer rise from 0 to 1")

    def held(self, action: int) -> HandRegion:
        """Return the hands that take an action."""
        ends = (ZERO, *self.cuts, ONE)
        return tuple(
            (low, high, ONE)
            for low, high, taken in zip(ends, ends[1:], self.actions, strict=False)
            if taken == action and low < high
        )

    def mix_at(self, hand: Fraction) -> ActionMix:
        """Return the actions with a hand, and their probabilities; at a cut those above it."""
        return self.mixes[sum(cut <= hand for cut in self.cuts)]

    @property
    def mixes(self) -> tuple[ActionMix, ...]:
        """By interval: the actions that are taken there, and with which probability."""
        return tuple(((action, ONE),) for action in self.actions)


ActionMix = tuple[tuple[int, Fraction], ...]
"""Actions that are taken, each with its probability."""
HandRegion = tuple[tuple[Fraction, Fraction, Fraction], ...]
"""Hands: intervals from low to high, apart from each other, and which share of each."""
ALL_HANDS: HandRegion = ((ZERO, ONE, ONE),)
ThresholdProfile = Mapping[str, ThresholdRule]
"""A rule for each turn, by ``seat's name: view``."""


def turn_key(form: ContinuousBettingForm, turn: TurnNode) -> str:
    """Return the name of a turn among those of all seats."""
    return f"{form.seats[turn.seat]}: {turn.view}"


def action_mix_text(turn: TurnNode, mix: ActionMix) -> str:
    """Return what is done with the hands of an interval: an action, or several with their chances.

    >>> turn = TurnNode(0, "-", ("low", "high"), ())
    >>> action_mix_text(turn, ((0, ONE),)), action_mix_text(turn, ((0, ONE / 3), (1, 2 * ONE / 3)))
    ('low', '1/3 low and 2/3 high')
    """
    if len(mix) == 1:
        return turn.actions[mix[0][0]]
    return " and ".join(f"{share} {turn.actions[action]}" for action, share in mix)


def intersect_regions(one: HandRegion, two: HandRegion) -> HandRegion:
    """Return the hands that are in both regions.

    >>> half, low = Fraction(1, 2), Fraction(1, 4)
    >>> intersect_regions(((ZERO, half, half),), ((low, ONE, half),)) == ((low, half, low),)
    True
    """
    if ALL_HANDS in (one, two):
        return two if one == ALL_HANDS else one
    found = []
    for low, high, share in one:
        for begin, end, other_share in two:
            start, stop = max(low, begin), min(high, end)
            if start < stop:
                whole = other_share == 1
                found.append((start, stop, share if whole else share * other_share))
    return tuple(found)


def region_probability(region: HandRegion) -> Fraction:
    """Return the chance that a hand is in a region."""
    return sum((share * (high - low) for low, high, share in region), ZERO)


@dataclass(frozen=True, slots=True)
class IndifferenceSet:
    """Hands from *low* to *high* at one turn; *mass* of them take *action*, the rest *other*."""

    seat: int
    view: str
    action: int
    other: int
    low: Fraction
    high: Fraction
    mass: Fraction
    even: bool
    """Whether they range from the given cuts to one common mixture; else any at all."""

    @property
    def chance(self) -> Fraction:
        """With which each takes the action, if all are alike."""
        return self.mass / (self.high - self.low)

    def top(self, rule: ThresholdRule) -> ThresholdRule:
        """Return the rule in which the best of the hands take the action."""
        return self._split(rule, (self.other, self.action), self.high - self.mass)

    def bottom(self, rule: ThresholdRule) -> ThresholdRule:
        """Return the rule in which the worst of the hands take the action."""
        return self._split(rule, (self.action, self.other), self.low + self.mass)

    def mixture(self, rule: ThresholdRule) -> ThresholdRule:
        """Return the rule in which all of the hands take the action with the same chance."""
        mix = ((self.action, self.chance), (self.other, 1 - self.chance))
        taken = tuple((action, share) for action, share in mix if share)
        return self._arranged(rule, [(self.low, self.high, taken)])

    def _split(
        self, rule: ThresholdRule, actions: tuple[int, int], middle: Fraction
    ) -> ThresholdRule:
        """Return the rule with one action up to a hand in the middle, and another above it."""
        lower, upper = actions
        parts = [(self.low, middle, ((lower, ONE),)), (middle, self.high, ((upper, ONE),))]
        return self._arranged(rule, parts)

    def _arranged(
        self, rule: ThresholdRule, inside: Sequence[tuple[Fraction, Fraction, ActionMix]]
    ) -> ThresholdRule:
        ends = (ZERO, *rule.cuts, ONE)
        parts = list(zip(ends, ends[1:], rule.mixes, strict=False))
        below = [(low, min(high, self.low), mix) for low, high, mix in parts if low < self.low]
        above = [(max(low, self.high), high, mix) for low, high, mix in parts if high > self.high]
        joined: list[tuple[Fraction, ActionMix]] = []
        for low, high, mix in (*below, *inside, *above):
            if joined and joined[-1][1] == mix:
                joined[-1] = (high, mix)
            elif low < high:
                joined.append((high, mix))
        return BehaviourRule.of(
            tuple(mix for _, mix in joined), tuple(high for high, _ in joined[:-1])
        )


@dataclass(frozen=True, slots=True)
class BehaviourRule(ThresholdRule):
    """A rule in which every hand of an interval mixes the same actions in the same way.

    Of a mixture ``actions`` has the first.
    """

    mixed: tuple[ActionMix, ...]

    @classmethod
    def of(cls, mixed: tuple[ActionMix, ...], cuts: tuple[Fraction, ...]) -> ThresholdRule:
        """Return the rule with a mixture for each interval; a plain one if nothing is mixed."""
        actions = tuple(mix[0][0] for mix in mixed)
        if all(len(mix) == 1 for mix in mixed):
            return ThresholdRule(actions, cuts)
        return cls(actions, cuts, mixed)

    @property
    def mixes(self) -> tuple[ActionMix, ...]:
        """By interval: the actions that are taken there, and with which probability."""
        return self.mixed

    def held(self, action: int) -> HandRegion:
        """Return the hands that take an action, and which share of them."""
        ends = (ZERO, *self.cuts, ONE)
        return tuple(
            (low, high, share)
            for low, high, mix in zip(ends, ends[1:], self.mixed, strict=False)
            for taken, share in mix
            if taken == action and low < high
        )


IntervalActions = Mapping[str, tuple[int, ...]]
"""The actions of each turn's intervals, from the lowest hands up."""
StartingCuts = Mapping[str, tuple[float, ...]]
"""The cuts between them, turn by turn."""


def _no_start(before: ThresholdProfile) -> StartingCuts:
    return {}


def _nothing_in_common(before: ThresholdProfile) -> dict[str, ThresholdRule]:
    return {}


@dataclass(frozen=True)
class EquilibriumHint:
    """A guess of an equilibrium's shape and thresholds; the solver verifies what it finds."""

    hands: ClassVar[str] = "real"
    form: ContinuousBettingForm
    shape: IntervalActions = field(default_factory=dict)
    """Empty where nothing is known: then it is looked for."""
    start: Callable[[ThresholdProfile], StartingCuts] = _no_start
    """From the profile of the game before to cuts to begin with."""
    before: EquilibriumHint | None = None
    """A game to be solved first: one player fewer, or a neighbouring parameter."""
    kept: Callable[[ThresholdProfile], Mapping[str, ThresholdRule]] = _nothing_in_common
    """From the profile of the game before to the rules that this one has in common with it."""
    floors: bool = False
    """Whether the lowest interval of a turn may turn out to be empty: a bluff, a drop."""
    again: tuple[EquilibriumHint, ...] = ()
    """What to try where this one leads nowhere, in turn."""
