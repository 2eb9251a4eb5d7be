"""Judges of a session: a zero-sum solution, an equilibrium, thresholds, or proved bounds.

A judge knows what each action of the person earns and plays the other seats: by an optimal
strategy of a solved zero-sum game, by one equilibrium (or another profile) where the game has no
value, by the equilibrium in thresholds where types are continuous, or by a strategy with a proved
bound where the game has private hands and its tree is too large.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.analysis.best_response import InfosetValues, decision_probability, infoset_values
from sabot.analysis.evaluation import ProfileJudgement, require_all_strategies
from sabot.analysis.leaks import ActionCounts, LeakEstimate, LeakEstimator
from sabot.api import evaluation, solving
from sabot.errors import FormError, NoMethodError, RulesError
from sabot.exact import as_rational
from sabot.forms.base import RealizationPlan
from sabot.forms.continuous.betting_game import (
    ALL_HANDS,
    BettingNode,
    ContinuousBettingForm,
    HandRegion,
    TurnNode,
    intersect_regions,
    region_probability,
)
from sabot.forms.continuous.expected_payoff import TurnPayoffs, payoffs_by_turn
from sabot.forms.extensive import NODE_LIMIT, MixedAction, ObservationHistory
from sabot.forms.sequence import Treeplex, sequence_form_of_tree
from sabot.game_rules.family import NamedAgentFamily, PerfectInformation
from sabot.game_rules.game import Game, ZeroSumForm
from sabot.game_rules.table import infoset_key
from sabot.memory import require_memory_for_hands
from sabot.play.events import Question
from sabot.results.continuous import Equilibrium
from sabot.results.nplayer import Profile
from sabot.results.solution import Solution

if TYPE_CHECKING:
    from sabot.forms.private_hands import PrivateHandsForm
    from sabot.game_rules.to_form import AnyForm
    from sabot.results.private_hands import HandBounds


ProfileLike = Mapping[str, object] | Solution | Profile
"""A result with strategies of all seats, or these themselves by seat and view."""


class EquilibriumJudge:
    """The judge of a game without a value: worths by what the person's own seat is paid.

    The other seats, one or more, keep to their parts of the equilibrium, so that no answer earns
    more than the person's part of it; other equilibria may pay more, and others less.
    """

    def __init__(
        self, game: Game, form: AnyForm, seat: str, solution: ProfileLike | None = None
    ) -> None:
        profile = solving.solve(game) if solution is None else solution
        assert not isinstance(profile, Equilibrium)  # hands are no real numbers here
        found = _evaluate_profile(game, profile)
        own = form.seats.index(seat)
        self.rounded = getattr(profile, "root", None) is not None
        """Whether it is an equilibrium with a root, whose chances are rounded to be played."""
        self.gap = Fraction(0) if self.rounded else max(found.gains)
        """What a seat could gain at most by another strategy: nothing, in an equilibrium."""
        self.value = found.payoffs[own]
        tables = {part.seat: part.strategy for part in found.parts}
        plans = [side.plan(tables[side.name]) for side in form.sides]
        self._worths = infoset_values(form, own, plans)
        if self.rounded:
            self._worths |= _equalize_mixed_actions(
                form.sides[own], plans[own], tables[seat], self._worths
            )
        self.asked = decision_probability(form.sides[own], self._worths)
        self._own: Mapping[str, MixedAction] = tables.pop(seat)
        self.others: Mapping[str, Mapping[str, MixedAction]] = tables
        """What each of the other seats does at its views."""

    def worth(self, question: Question) -> Mapping[str, Fraction]:
        """Return what each action earns the person, the others keeping to the equilibrium."""
        return self._worths[question.view].worth

    def hint(self, question: Question) -> MixedAction:
        """Return how the equilibrium plays."""
        return self._own[question.view]

    def reply(self, view: ObservationHistory) -> MixedAction:
        """Refuse: views of several seats may be alike, so the table has their strategies."""
        raise RulesError(f"whose view is {view}? the seats play by their strategies")

    def leak(self, counts: ActionCounts, *, seed: int) -> None:
        """Return nothing: what a habit costs the person, the other seats need not win."""


def _equalize_mixed_actions(
    side: Treeplex,
    plan: RealizationPlan,
    table: Mapping[str, MixedAction],
    found: Mapping[str, InfosetValues],
) -> dict[str, InfosetValues]:
    """Return information sets at which all actions of the exact support have equal value.

    The equilibrium reaches them, so that each action in its support is a best response there.
    """
    level = {}
    for cell in side.cells:
        here = found[cell.key]
        if plan[cell.parent] and here.chance:
            mixed = [action for action, chance in table[cell.key].items() if chance]
            best = max(here.worth[action] for action in mixed)
            worth = {a: best if a in mixed else min(best, w) for a, w in here.worth.items()}
            level[cell.key] = replace(here, worth=worth)
    return level


def _evaluate_profile(game: Game, profile: ProfileLike) -> ProfileJudgement:
    """Return what a profile pays and what each seat could gain, whatever its maker says."""
    found = evaluation.value(game, profile)
    assert isinstance(found, ProfileJudgement)  # a game without a value
    # hints and losses are by the given strategies of all players, not by a best response
    require_all_strategies(
        found.seats, {part.seat: part for part in found.parts if part.leaves is None}
    )
    return found


WORTH_PRECISION = 10**15
"""Digits of a worth where the cuts are no fractions: beyond them nothing is proved."""


class ThresholdJudge:
    """The judge of a game with continuous types: an equilibrium, which plays all other seats."""

    def __init__(self, game: Game, seat: str) -> None:
        found = solving.solve(game)
        assert isinstance(found, Equilibrium)  # continuous types
        self.found = found
        self.value = self.found.payoffs[seat]
        self.form = self.found.form
        self._own = self.form.seats.index(seat)
        self._visits: dict[str, TurnPayoffs] | None = None

    @property
    def asked(self) -> Fraction:
        """How likely it is that a hand gives the person any choice at all."""
        return self._reached(self.form.root, [ALL_HANDS] * len(self.form.seats))

    def worth(self, question: Question) -> Mapping[str, Fraction]:
        """Return what each action earns the hand, all others playing the equilibrium."""
        if self._visits is None:
            own = payoffs_by_turn(self.form, self.found.profile, self._own)
            self._visits = {visit.turn.view: visit for visit in own}
        turn, hand = find_turn(self.form, question.view.split(","), [self._own])
        visit = self._visits[turn.view]
        worths = (way.at(hand) / visit.chance for way in visit.ways)
        if not self.found.exact:
            worths = (Fraction(round(one * WORTH_PRECISION), WORTH_PRECISION) for one in worths)
        return dict(zip(turn.actions, worths, strict=True))

    def hint(self, question: Question) -> MixedAction:
        """Return what the equilibrium does with the hand."""
        return self._answer(question.view, [self._own])

    def reply(self, view: ObservationHistory) -> MixedAction:
        """Return what the equilibrium does with another seat's hand."""
        others = [seat for seat in range(len(self.form.seats)) if seat != self._own]
        return self._answer(infoset_key(view), others)

    def leak(self, counts: ActionCounts, *, seed: int) -> None:
        """Return nothing: no hand comes twice, so there are no frequencies to be read."""

    def _answer(self, view: str, seats: Sequence[int]) -> MixedAction:
        turn, hand = find_turn(self.form, view.split(","), seats)
        answer = self.found.answer(turn)
        mix = answer.mixes[sum(cut <= hand for cut in answer.cuts)]
        return {turn.actions[action]: share for action, share in mix}

    def _reached(self, node: BettingNode, held: list[HandRegion]) -> Fraction:
        if not isinstance(node, TurnNode):
            return Fraction(0)
        if node.seat == self._own:
            chance = Fraction(1)
            for region in held:
                chance *= region_probability(region)
            return chance
        answer, total = self.found.answer(node), Fraction(0)
        for action, after in enumerate(node.after):
            further = [*held]
            further[node.seat] = intersect_regions(held[node.seat], answer.held(action))
            total += self._reached(after, further)
        return total


def find_turn(
    form: ContinuousBettingForm, items: Sequence[str], seats: Sequence[int] | None = None
) -> tuple[TurnNode, Fraction]:
    """Return the turn and the hand of one of some seats from its information.

    That is its hand, then the actions that it has seen: an own one is written alone, another
    player's with the name of the seat before it.
    """
    hand, *said = items
    for turn in form.turns():
        if (seats is None or turn.seat in seats) and _seen_items(form, turn) == ",".join(said):
            return turn, as_rational(hand)
    raise RulesError(f"nobody is asked after {', '.join(items)[:80]!r}")


def _seen_items(form: ContinuousBettingForm, turn: TurnNode) -> str:
    """Return the choices that a seat has seen before its turn, as a table lists them for it."""
    if turn.view == "-":
        return ""
    own = f"{form.seats[turn.seat]} "
    longer = tuple(f"{seat} " for seat in form.seats if seat.startswith(own))
    return ",".join(
        item if item.startswith(longer) else item.removeprefix(own)
        for item in turn.view.split(", ")
    )


PLAYED_GAP = Fraction(1, 1000)
"""How near the bounds are to each other, as a part of the largest amount, where the person gives no
strategy."""


def hands_beyond_tree(game: Game) -> PrivateHandsForm | None:
    """Return the form of a game with private hands that is played without its tree; None of others.

    >>> from sabot import load
    >>> hands_beyond_tree(load("kuhn-poker")) is None
    True
    >>> hands_beyond_tree(load("kuhn-poker(ranks=500)")).hands
    (500, 500)
    """
    from sabot.game_rules.private_hands import PRIVATE_HANDS_FROM, large_private_hands

    if isinstance(game.rules, NamedAgentFamily | PerfectInformation):
        return None
    hands = large_private_hands(game)  # imports numpy
    least = min(PRIVATE_HANDS_FROM, NODE_LIMIT)
    return hands if hands is not None and hands.tree_nodes >= least else None


class PrivateHandsJudge:
    """The judge of a game with private hands that is too large for its tree.

    The other seat plays a strategy that need not be optimal; how far it can be from that is proved.
    Worths are exact: what an action earns against this strategy, with the best answers after it.
    """

    def __init__(
        self,
        game: Game,
        form: PrivateHandsForm,
        seat: str,
        solution: ProfileLike | None = None,
    ) -> None:
        from sabot.analysis.private_hands import read_hand_strategies
        from sabot.forms.drawn_hands import DrawnDeal
        from sabot.forms.private_hands import best_response_value, require_strategy

        if isinstance(form.deal, DrawnDeal):
            raise NoMethodError(
                f"{game} cannot be played: what an action is worth takes sums over all draws"
            )
        if not isinstance(solution, Mapping | None):
            raise FormError(f"{game} has no profile; give strategies by seat and view, or nothing")
        self._form = form
        if solution is None:
            found = _near_strategies(str(game), form)
            one, two = ((own, found.unit) for own in found.strategies)
        else:
            given = read_hand_strategies(form, solution, game)
            if missing := [name for k, name in enumerate(form.seats) if k not in given]:
                raise FormError(f"{missing[0]} has no strategy; the file must have both seats'")
            one, two = given[0], given[1]
        self._strategies = one, two
        for k, (own, unit) in enumerate(self._strategies):
            require_strategy(form, k, own, unit)
        self._ends = -best_response_value(form, 1, *one), best_response_value(form, 0, *two)
        self.gap = self._ends[1] - self._ends[0]
        """How much worse than the best one the strategy of the other seat can be, at most."""
        self._sit(seat)

    def at_seat(self, seat: str) -> PrivateHandsJudge:
        """Return the judge of a person at another seat, with the same strategies."""
        other = copy(self)
        other._sit(seat)
        return other

    def _sit(self, seat: str) -> None:
        from sabot.analysis.private_hands import decision_probability_of_hands

        self._seat = self._form.seats.index(seat)
        theirs = self._strategies[1 - self._seat]
        low, high = self._ends
        self.value = -low if self._seat else high
        self.asked = decision_probability_of_hands(self._form, self._seat, *theirs)

    def worth(self, question: Question) -> Mapping[str, Fraction]:
        """Return what each action earns against the strategy of the other seat."""
        from sabot.analysis.private_hands import HandActionValues, find_decision

        number, place = find_decision(self._form, self._seat, question.view)
        theirs, unit = self._strategies[1 - self._seat]
        worths = HandActionValues(self._form, self._seat, place, theirs, unit)
        return worths.at(self._form.decisions[self._seat][number])

    def hint(self, question: Question) -> MixedAction:
        """Return how the strategy of the person's own seat plays."""
        return self._mix(self._seat, question.view)

    def reply(self, view: ObservationHistory) -> MixedAction:
        """Return how the other seat plays."""
        return self._mix(1 - self._seat, infoset_key(view))

    def _mix(self, seat: int, view: str) -> MixedAction:
        from sabot.analysis.private_hands import find_decision

        number, place = find_decision(self._form, seat, view)
        strategy, unit = self._strategies[seat]
        node = self._form.decisions[seat][number]
        return {
            action: Fraction(int(numbers[place]), unit)
            for action, numbers in zip(node.actions, strategy[number], strict=True)
        }

    def leak(self, counts: ActionCounts, *, seed: int) -> None:
        """Return nothing: hardly any hand comes twice."""


def _near_strategies(name: str, form: PrivateHandsForm) -> HandBounds:
    """Return strategies of both seats: optimal ones, where a tree would give them too."""
    from sabot.forms.hand_deals import PackDeal
    from sabot.results.private_hands import MOST_UNIT
    from sabot.solvers.private_hands import run_private_hands
    from sabot.solvers.private_hands_exact import solve_private_hands

    require_memory_for_hands(name, form)
    if isinstance(form.deal, PackDeal) and form.tree_nodes <= NODE_LIMIT:
        with suppress(NoMethodError):
            found = solve_private_hands(form)
            if found.unit <= MOST_UNIT:
                return found
    largest = Fraction(form.largest, form.denominator)
    return run_private_hands(form, gap=PLAYED_GAP * largest)


class SolutionJudge:
    """The judge of a solved game: worths against its solution, which also plays the other seat."""

    def __init__(
        self, game: Game, form: ZeroSumForm, seat: str, solution: Solution | None = None
    ) -> None:
        form = _form_with_chances(game, form)
        if solution is None:
            found = solving.solve(form)
            assert isinstance(found, Solution)  # a form for two that sums to zero
            solution = found
        self.meter = LeakEstimator(form, solution, of=seat)
        self.value, self.asked = self.meter.value, self.meter.asked
        self._replies = solution[next(other for other in game.seats if other != seat)]

    def worth(self, question: Question) -> Mapping[str, Fraction]:
        """Return what each action earns against the optimal opponent."""
        return self.meter.worths[question.view].worth

    def hint(self, question: Question) -> MixedAction:
        """Return how the solution plays."""
        return self.meter.optimal[question.view]

    def reply(self, view: ObservationHistory) -> MixedAction:
        """Return how the opponent plays."""
        return self._replies[infoset_key(view)]

    def leak(self, counts: ActionCounts, *, seed: int) -> LeakEstimate:
        """Return what these frequencies give away, with its band."""
        return self.meter.leak(counts, seed=seed)


def _form_with_chances(game: Game, form: ZeroSumForm) -> ZeroSumForm:
    """Return the game's form, by its tree where the direct one does not keep the chances."""
    return form if form.keeps_chances else sequence_form_of_tree(game.tree())
