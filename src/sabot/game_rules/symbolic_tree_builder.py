"""Build the symbolic tree of rules with lazy cards, and cross-check it with explicit cards.

With explicit cards, the betting of a poker game is the same Python again for every deal. Here a
drawn card is a :class:`~sabot.game_rules.lazy_card.LazyCard`, which may be shown and passed on
unseen, and a chance move branches only when the rules look at the card. Rules that do not allow
this (they ask for a card's type, or raise, or show things that cannot be taken apart) are run with
explicit cards.

:class:`SymbolicTreeBuilder` runs the rules once for each combination of what can be observed and
chosen. :class:`CrossCheck` plays all hands, or a sample of them where they are many, with explicit
cards and gives up when one is not what the symbolic tree says; the rules are then run with explicit
cards throughout.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NoReturn, TypeVar

from sabot.cards.shoe import Shoe
from sabot.errors import NoMethodError
from sabot.forms.extensive import ObservationHistory, tree_too_large_words
from sabot.game_rules.lazy_card import (
    LAZY_CARD_TYPES,
    PLAIN_TYPES,
    CardPlaceholder,
    DealPartition,
    DealTable,
    LazyCard,
    NeedsExplicitDeal,
    TooManyDeals,
)
from sabot.game_rules.symbolic_tree import (
    DecisionStep,
    DrawStep,
    ObservationStep,
    RollStep,
    SymbolicStep,
    SymbolicTree,
    TerminalStep,
    number_infosets,
)
from sabot.game_rules.table import (
    NOT_GIVEN,
    CheckedAnswer,
    LiveShoe,
    Table,
    ranked_shoe,
    require_weights,
    strip_answers,
)
from sabot.game_rules.tree_builder import (
    CROSS_CHECKED_HANDS,
    REPEAT_ONE_IN,
    REPEATED_HANDS,
    TreeBuilder,
)
from sabot.progress import report_progress

Step = TypeVar("Step", bound=SymbolicStep)
T = TypeVar("T")
ExpectedStep = tuple[SymbolicStep, int, int]
"""A step, the deal it is taken in (a row of it), and the branch or the spot that is taken."""


class _CrossCheckShoe(LiveShoe):
    """A shoe with open cards, drawn as the symbolic tree says."""

    __slots__ = ()
    _table: CrossCheck

    def draw(self) -> Hashable:
        """Take the card that is due, if the shoe holds as many of it as it should."""
        self._table.step()
        spot, count = self._table.drawn(self._left)
        if self._counts[spot] != count:
            raise NeedsExplicitDeal
        return self.taken(spot)


class CrossCheck(Table):
    """Compares hands with explicit cards to the symbolic tree; gives up at a difference."""

    def __init__(self, symbolic: SymbolicTree, repeated: int = REPEATED_HANDS) -> None:
        super().__init__(symbolic.seats)
        self._repeated = repeated
        self._ends = [step for step in symbolic.steps if type(step) is TerminalStep]
        self._size = symbolic.size
        self._expected: list[ExpectedStep] = []
        self._next = 0

    def run(
        self, play: Callable[[Table], object], progress: Callable[[int], object] | None = None
    ) -> None:
        """Compare every hand where they are few, else a dozen and a sample of the rest."""
        upto = list(accumulate(end.deals.size for end in self._ends))
        hands = upto[-1] if upto else 0
        few = range(
            0, hands, 1 if hands <= self._repeated else max(1, hands // CROSS_CHECKED_HANDS)
        )
        for count, hand in enumerate(sorted({*few, *range(0, hands, REPEAT_ONE_IN)}), 1):
            report_progress("exploring", self._size, unit="nodes, told again")
            if progress is not None and count % 500 == 0:
                progress(self._size)
            spot = bisect_right(upto, hand)
            end = self._ends[spot]
            self._hear(play, end, hand - upto[spot] + end.deals.size)

    def shoe(
        self, shoe: Shoe | None = None, *, ranks: int = 13, suits: int | float = 4
    ) -> LiveShoe:
        """Put a shoe on the table, whose cards come as the symbolic tree says."""
        self.step()
        return _CrossCheckShoe(self, ranked_shoe(ranks, suits) if shoe is None else shoe)

    def _hear(self, play: Callable[[Table], object], end: TerminalStep, row: int) -> None:
        self._expected = _expected_steps(end, row)
        self._next = 0
        try:
            paid = self.hand(play)
        except MemoryError:
            raise
        except Exception:  # the rules' own, and not in the first run: explicit cards decide
            raise NeedsExplicitDeal from None
        if paid != end.payoffs or self._next < len(self._expected):
            raise NeedsExplicitDeal

    def _step(self, kind: type[Step]) -> tuple[Step, int, int]:
        if self._next == len(self._expected):
            raise NeedsExplicitDeal
        step, row, branch = self._expected[self._next]
        self._next += 1
        if not isinstance(step, kind):
            raise NeedsExplicitDeal
        return step, row, branch

    def pick(
        self,
        labels: Sequence[Hashable],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Follow the symbolic tree, if it has the same chances."""
        if len(labels) == 1:
            return 0
        step, _, branch = self._step(RollStep)
        same = step.labels == tuple(labels) and step.weights == tuple(weights)
        return _require_same(same, branch)

    def drawn(self, left: int) -> tuple[int, int]:
        """Return the spot of the next card and how many of its kind there must be."""
        step, row, spot = self._step(DrawStep)
        return _require_same(step.left == left, spot), int(step.dealt.share[row])

    def choose(self, seat: str, view: ObservationHistory, actions: tuple[str, ...]) -> int:
        """Follow the symbolic tree, if it asks the same."""
        step, row, branch = self._step(DecisionStep)
        known = _resolved_view(step.view, row, step.deals)
        same = self.seats[step.seat] == seat and step.actions == actions and known == view
        return _require_same(same, branch)


def _resolved_view(view: ObservationHistory, row: int, deals: DealTable) -> ObservationHistory:
    """Return a view with the cards of one deal in place of their placeholders."""
    return tuple(
        item.kinds[deals.cards[item.number][row]]
        if type(item) is CardPlaceholder
        else _resolved_view(item, row, deals)
        if type(item) is tuple
        else item
        for item in view
    )


def _require_same(same: bool, index: int) -> int:
    if not same:
        raise NeedsExplicitDeal
    return index


def _expected_steps(end: TerminalStep, row: int) -> list[ExpectedStep]:
    """Return the expected record of the hand that ends at *end* in its deal *row*."""
    found: list[ExpectedStep] = []
    below: SymbolicStep = end
    while below.parent is not None:
        step, branch = below.parent, below.branch
        if type(step) is DrawStep:
            found.append((step, row, int(step.dealt.cards[step.mark.number][row])))
        if step.deals is not below.deals:
            row = int(below.deals.origin[row])
        if type(step) in (DecisionStep, RollStep):
            found.append((step, row, branch))
        below = step
    return found[::-1]


BREAK_EVEN_HANDS = 32
"""After so many hands it must show..."""
BREAK_EVEN_RATIO = 2
"""...that one symbolic hand represents at least so many explicit ones."""


def build_symbolic_tree(
    seats: Sequence[str],
    play: Callable[[Table], object],
    *,
    limit: int,
    repeated: int = REPEATED_HANDS,
    progress: Callable[[int], object] | None = None,
) -> SymbolicTree | None:
    """Return the symbolic tree of the rules, or None where explicit cards are needed."""
    builder = SymbolicTreeBuilder(seats, limit)
    try:
        symbolic = builder.explore(play, progress)
        number_infosets(symbolic)
        CrossCheck(symbolic, repeated).run(play, progress)
        return symbolic
    except NeedsExplicitDeal as reason:
        if isinstance(reason, TooManyDeals) and builder.agrees(play):
            raise NoMethodError(tree_too_large_words(limit)) from None
        return None


class _LazyShoe(LiveShoe):
    """A shoe that deals lazy cards."""

    __slots__ = ("_before", "_shoe")
    _table: SymbolicTreeBuilder

    def __init__(self, table: SymbolicTreeBuilder, shoe: Shoe, left: int) -> None:
        self._table = table
        self._shoe = shoe
        self._left = left
        self._before: tuple[int, ...] = ()

    def draw(self) -> LazyCard:
        """Take the next card as a lazy card."""
        if not self._left:
            raise NeedsExplicitDeal
        table = self._table
        mark = table.drawn(self._shoe, self._before, self._left)
        self._before += (mark.number,)
        if not self._shoe.endless:
            self._left -= 1
        return mark.face(table, mark)

    def deal(self, count: int) -> NoReturn:
        """Give up: a hand of cards that nobody has looked at has no order to lie in."""
        raise self._table.give_up()


class SymbolicTreeBuilder(Table):
    """Runs the rules once for each combination of observations and choices."""

    longest = TreeBuilder.longest

    def __init__(self, seats: Sequence[str], limit: int) -> None:
        super().__init__(seats)
        self.hands = 0
        self._limit = limit
        self._number = {seat: index for index, seat in enumerate(self.seats)}
        self._size = 0
        self._all_steps: list[SymbolicStep] = []
        self._path: list[SymbolicStep] = []
        self._script: list[int] = []
        self._depth = 0
        self._undealt = self._deals = DealTable.empty()
        self._drawn = 0
        self._taped = False
        self._marks: dict[tuple[int, int], CardPlaceholder] = {}
        self._shoes: dict[tuple[Shoe, tuple[type, ...]], Shoe] = {}
        self._known_shoes: dict[int, tuple[Shoe, Shoe, int]] = {}
        """By id: a shoe that the rules gave, the first one equal to it, and its cards in all."""
        self._spoiled = False

    def explore(
        self, play: Callable[[Table], object], progress: Callable[[int], object] | None
    ) -> SymbolicTree:
        """Run the rules down every branch."""
        script, path = self._script, self._path
        covered = reported = 0
        while True:
            covered += self._hand(play)
            report_progress("exploring", self._size, unit="nodes")
            if self.hands >= BREAK_EVEN_HANDS and covered < BREAK_EVEN_RATIO * self.hands:
                raise NeedsExplicitDeal
            if progress is not None and self._size - reported >= 5000:
                reported = self._size
                progress(reported)
            while script and script[-1] + 1 == path[-1].width:
                script.pop()
                path.pop()
            if not script:
                break
            script[-1] += 1
        self.hands += 1
        return SymbolicTree(self.seats, self._all_steps, self._size, uneven=self.uneven)

    def agrees(self, play: Callable[[Table], object]) -> bool:
        """Return whether the hands explored so far are the same with explicit cards."""
        symbolic = SymbolicTree(self.seats, self._all_steps, self._size)
        try:
            CrossCheck(symbolic).run(play)
        except NeedsExplicitDeal:
            return False
        return True

    def _hand(self, play: Callable[[Table], object]) -> int:
        """Run one hand; return how many explicit hands it represents."""
        self.hands += 1
        self._depth = self._drawn = 0
        self._deals = self._undealt
        self._taped = bool(self._script)
        try:
            payoffs = self.hand(play)
        except MemoryError:
            raise
        except Exception:  # the rules' own: with open cards it comes again, at the right place
            raise NeedsExplicitDeal from None
        if self._taped or self._spoiled or self._depth < len(self._script):
            raise NeedsExplicitDeal
        end = TerminalStep(self._deals, {}, 0)
        end.payoffs = payoffs
        self._grow(end, self._deals.size)
        return self._deals.size

    # ------------------------------------------------------------------ steps

    def step(self) -> None:
        """Count one verb; those up to the fork were counted when they were new."""
        if not self._taped:
            super().step()

    def _again(self, kind: type[Step]) -> Step | None:
        """Return the next step of the script, or None beyond its end."""
        if not self._taped:
            return None
        depth = self._depth
        step = self._path[depth]
        if not isinstance(step, kind):
            raise self.give_up()
        self._depth = depth + 1
        self._deals = step.after(self._script[depth])
        if self._depth == len(self._script):
            self._taped = False
            self._seen = dict(step.seen)
            self._steps = step.steps
        return step

    def _open(self, step: SymbolicStep, nodes: int) -> None:
        """Add a new step and go on by its first branch."""
        self._grow(step, nodes)
        self._path.append(step)
        self._script.append(0)
        self._depth += 1
        self._deals = step.after(0)

    def _grow(self, step: SymbolicStep, nodes: int) -> None:
        if self._path:
            step.parent = self._path[-1]
            step.branch = self._script[-1]
            step.parent.children.append(step)
        self._all_steps.append(step)
        self._size += nodes
        if self._size > self._limit:
            raise TooManyDeals

    def give_up(self) -> NeedsExplicitDeal:
        """Note that this run is invalid, even if the rules catch the exception."""
        self._spoiled = True
        return NeedsExplicitDeal()

    # ------------------------------------------------------------------ cards

    def drawn(self, shoe: Shoe, before: tuple[int, ...], left: int) -> CardPlaceholder:
        """Draw a card; return its placeholder."""
        number = self._drawn
        self._drawn = number + 1
        step = self._again(DrawStep)
        if step is not None:
            if step.shoe is not shoe or step.left != left:
                raise self.give_up()
            return step.mark
        self.step()
        step = DrawStep(self._deals, dict(self._seen), self._steps)
        step.dealt = self._deals.drawn(shoe, before, self._limit)
        step.shoe, step.left = shoe, left
        step.mark = self._marks.setdefault((number, id(shoe)), CardPlaceholder(number, shoe.cards))
        self._open(step, step.dealt.forks)
        return step.mark

    def turned(self, mark: CardPlaceholder) -> Hashable:
        """Return the card itself."""
        number = (mark.number,)
        split = self._split(number, number, int, range(len(mark.kinds)))
        assert split is not None  # whole numbers are plain
        spot = self._seen_in(split)
        assert isinstance(spot, int)
        return mark.kinds[spot]

    def looked(
        self, act: Callable[..., object], mark: CardPlaceholder, other: object
    ) -> tuple[object, bool]:
        """Return what *act* gives on a card and another, or on a card and a thing; True if it can.

        False comes with nothing: the cards must be turned over.
        """
        key: tuple[object, ...]
        if type(other) is CardPlaceholder:
            key = act, mark.number, other.number
        else:
            key = act, mark.number, type(other), other
        try:
            split = self._deals.splits[key]
        except KeyError:
            if type(other) is CardPlaceholder:
                pair = mark.number, other.number
                split = self._split(key, pair, act, mark.kinds, other.kinds)
            else:
                one = (mark.number,)
                split = self._split(key, one, lambda card: act(card, other), mark.kinds)
        return (None, False) if split is None else (self._seen_in(split), True)

    def _split(
        self,
        key: Hashable,
        numbers: Sequence[int],
        act: Callable[..., object],
        *kinds: Sequence[object],
    ) -> DealPartition | None:
        try:
            return self._deals.split(key, numbers, act, *kinds)
        except NeedsExplicitDeal:
            self._spoiled = True
            raise

    def _seen_in(self, split: DealPartition) -> object:
        """Return what is seen: the one thing that can be, or what the script says."""
        if len(split.parts) == 1:
            return split.outcomes[0]
        step = self._again(ObservationStep)
        if step is None:
            step = ObservationStep(self._deals, dict(self._seen), self._steps)
            step.split = split
            self._open(step, 0)
        elif step.split is not split:
            raise self.give_up()
        return split.outcomes[self._script[self._depth - 1]]

    def _plain(self, item: Any) -> Any:
        """Return an observation with placeholders for unseen cards."""
        kind = type(item)
        if kind in PLAIN_TYPES:
            return item
        if kind is CheckedAnswer:
            return str(item)
        if kind in LAZY_CARD_TYPES:
            return item._card if item._known else item._require_same_hand() and item._mark
        if kind is tuple:
            return tuple(map(self._plain, item))
        raise self.give_up()

    # ------------------------------------------------------------------ the verbs

    def shoe(
        self, shoe: Shoe | None = None, *, ranks: int = 13, suits: int | float = 4
    ) -> LiveShoe:
        """Put a shoe on the table."""
        self.step()
        if shoe is None:
            shoe = ranked_shoe(_resolve(ranks), _resolve(suits))
        known = self._known_shoes.get(id(shoe))
        if known is None:
            if LAZY_CARD_TYPES.intersection(map(type, (*shoe.cards, *shoe.counts))):
                raise self.give_up()
            alike = shoe, tuple(map(type, shoe.cards))  # a shoe of 1 and one of True are equal
            known = shoe, self._shoes.setdefault(alike, shoe), shoe.total
            self._known_shoes[id(shoe)] = known
        return _LazyShoe(self, *known[1:])

    def roll(self, weights: Mapping[T, int]) -> T:
        """Let chance choose one of the keys."""
        lots = require_weights(weights)
        found: T = super().roll({_resolve(one): _resolve(weight) for one, weight in lots.items()})
        return found

    def pick(
        self,
        labels: Sequence[Hashable],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Follow the script, or open a new step and take its first branch."""
        if len(labels) == 1:
            return 0
        step = self._again(RollStep)
        if step is None:
            step = RollStep(self._deals, dict(self._seen), self._steps)
            plain = tuple(map(self._plain, labels)) if self._drawn else tuple(labels)
            step.labels, step.weights, step.total = plain, tuple(weights), total
            self._open(step, self._deals.size)
        elif step.weights != tuple(weights):
            raise self.give_up()
        return self._script[self._depth - 1]

    def announce(self, *items: Hashable) -> None:
        """Let every seat see *items*."""
        if not self._taped:
            super().announce(*items)

    def show(self, seat: str, *items: Hashable) -> None:
        """Let *seat* see *items*."""
        if not self._taped:
            super().show(seat, *[self._plain(item) for item in items])

    def ask(self, seat: str, actions: Sequence[str], sees: Hashable = NOT_GIVEN) -> str:
        """Return what *seat* chooses."""
        if self._taped:
            depth = self._depth
            reported = self._path[depth]
            if (
                depth + 1 < len(self._script)
                and type(reported) is DecisionStep
                and reported.actions == actions
            ):
                self._depth = depth + 1
                return reported.actions[self._script[depth]]
        words = strip_answers(tuple(actions))
        if not LAZY_CARD_TYPES.isdisjoint(map(type, words)):
            words = tuple(map(_resolve, words))
        found = self._again(DecisionStep)
        if found is None:
            self.step()
            step = DecisionStep(self._deals, dict(self._seen), self._steps)
            step.seat = self._number[seat]
            view: ObservationHistory = self._seen.get(seat, ())
            step.view = view if sees is NOT_GIVEN else (*view, self._plain(sees))
            step.actions, step.answers = self._choices(seat, words)
            self._open(step, self._deals.size)
        else:
            step = found
            if step.actions != words or self.seats[step.seat] != seat:
                raise self.give_up()
        index = self._script[self._depth - 1]
        if not self._taped:
            self._seen[seat] = (*step.view, step.actions[index])
        return step.answers[index]

    def pay(self, payoffs: Mapping[str, object] | None = None, /, **named: object) -> None:
        """End the hand."""
        if LAZY_CARD_TYPES.isdisjoint(map(type, (*named.values(), *(payoffs or {}).values()))):
            return super().pay(payoffs, **named)
        amounts = {**(payoffs or {}), **named}
        return super().pay({seat: _resolve(amount) for seat, amount in amounts.items()})


def _resolve(item: Any) -> Any:
    """Return the card itself where *item* is a lazy card."""
    return item._open() if type(item) in LAZY_CARD_TYPES else item
