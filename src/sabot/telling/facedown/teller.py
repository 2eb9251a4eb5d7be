"""The table at which rules are told with cards face down."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from sabot import watch
from sabot.errors import NoMethodError
from sabot.forms.tree import View
from sabot.shoe import Shoe
from sabot.telling.answer import Answer, plain
from sabot.telling.explorer import RETOLD, Explorer, too_large
from sabot.telling.facedown.card import ATOMS, FACES, Unseen
from sabot.telling.facedown.deals import Deals, FaceUp, Overfull, Split
from sabot.telling.facedown.skeleton import Ask, Draw, End, Look, Roll, Skeleton, Step, register
from sabot.telling.facedown.witness import Witness
from sabot.telling.tables import NOTHING, LiveShoe, Table, ranked, weighed

PAYS_FROM = 32
"""After so many hands it must show..."""
PAYS = 2
"""...that one hand face down stands for at least so many open ones."""


def told_face_down(
    seats: Sequence[str],
    play: Callable[[Table], object],
    *,
    limit: int,
    retold: int = RETOLD,
    progress: Callable[[int], object] | None = None,
) -> Skeleton | None:
    """Return the skeleton of the rules, or None where they must be told with open cards."""
    teller = Teller(seats, limit)
    try:
        skeleton = teller.tell(play, progress)
        register(skeleton)
        Witness(skeleton, retold).hear(play, progress)
        return skeleton
    except FaceUp as reason:
        if isinstance(reason, Overfull) and teller.agrees(play):
            raise NoMethodError(too_large(limit)) from None
        return None


class _ShoeFaceDown(LiveShoe):
    """A shoe whose cards come out face down."""

    __slots__ = ("_before", "_shoe")
    _table: Teller

    def __init__(self, table: Teller, shoe: Shoe, left: int) -> None:
        self._table = table
        self._shoe = shoe
        self._left = left
        self._before: tuple[int, ...] = ()

    def draw(self) -> Any:
        """Take the next card, face down."""
        if not self._left:
            raise FaceUp
        table = self._table
        mark = table.drawn(self._shoe, self._before, self._left)
        self._before += (mark.number,)
        if not self._shoe.endless:
            self._left -= 1
        return mark.face(table, mark)

    def deal(self, count: int) -> tuple[Any, ...]:
        """Give up: a hand of cards that nobody has looked at has no order to lie in."""
        raise self._table.spoiled()


class Teller(Table):
    """Tells the rules once for each thing that can be seen and chosen."""

    longest = Explorer.longest

    def __init__(self, seats: Sequence[str], limit: int) -> None:
        super().__init__(seats)
        self.hands = 0
        self._limit = limit
        self._number = {seat: index for index, seat in enumerate(self.seats)}
        self._size = 0
        self._steps_told: list[Step] = []
        self._path: list[Step] = []
        self._script: list[int] = []
        self._depth = 0
        self._undealt = self._deals = Deals.undealt()
        self._drawn = 0
        self._taped = False
        self._marks: dict[tuple[int, int], Unseen] = {}
        self._shoes: dict[tuple[Shoe, tuple[type, ...]], Shoe] = {}
        self._known_shoes: dict[int, tuple[Shoe, Shoe, int]] = {}
        """By id: a shoe that the rules gave, the first one equal to it, and its cards in all."""
        self._spoiled = False

    def tell(
        self, play: Callable[[Table], object], progress: Callable[[int], object] | None
    ) -> Skeleton:
        """Tell the rules down every branch."""
        script, path = self._script, self._path
        covered = told = 0
        while True:
            covered += self._hand(play)
            watch.at("exploring", self._size, unit="nodes")
            if self.hands >= PAYS_FROM and covered < PAYS * self.hands:
                raise FaceUp
            if progress is not None and self._size - told >= 5000:
                told = self._size
                progress(told)
            while script and script[-1] + 1 == path[-1].width:
                script.pop()
                path.pop()
            if not script:
                break
            script[-1] += 1
        self.hands += 1
        return Skeleton(self.seats, self._steps_told, self._size, uneven=self.uneven)

    def agrees(self, play: Callable[[Table], object]) -> bool:
        """Return whether the hands told so far are the same with open cards."""
        skeleton = Skeleton(self.seats, self._steps_told, self._size)
        try:
            Witness(skeleton).hear(play)
        except FaceUp:
            return False
        return True

    def _hand(self, play: Callable[[Table], object]) -> int:
        """Tell one hand; return for how many open ones it stands."""
        self.hands += 1
        self._depth = self._drawn = 0
        self._deals = self._undealt
        self._taped = bool(self._script)
        try:
            payoffs = self.hand(play)
        except MemoryError:
            raise
        except Exception:  # the rules' own: with open cards it comes again, at the right place
            raise FaceUp from None
        if self._taped or self._spoiled or self._depth < len(self._script):
            raise FaceUp
        end = End(self._deals, {}, 0)
        end.payoffs = payoffs
        self._grow(end, self._deals.size)
        return self._deals.size

    # ------------------------------------------------------------------ steps

    def step(self) -> None:
        """Count one verb; those up to the fork were counted when they were new."""
        if not self._taped:
            super().step()

    def _again(self, kind: type[Step]) -> Step | None:
        """Return the next step of the script, or None where the telling is new."""
        if not self._taped:
            return None
        depth = self._depth
        step = self._path[depth]
        if type(step) is not kind:
            raise self.spoiled()
        self._depth = depth + 1
        self._deals = step.after(self._script[depth])
        if self._depth == len(self._script):
            self._taped = False
            self._seen = dict(step.seen)
            self._steps = step.steps
        return step

    def _open(self, step: Step, nodes: int) -> None:
        """Add a new step and go on by its first branch."""
        self._grow(step, nodes)
        self._path.append(step)
        self._script.append(0)
        self._depth += 1
        self._deals = step.after(0)

    def _grow(self, step: Step, nodes: int) -> None:
        if self._path:
            step.parent = self._path[-1]
            step.branch = self._script[-1]
            step.parent.children.append(step)
        self._steps_told.append(step)
        self._size += nodes
        if self._size > self._limit:
            raise Overfull

    def spoiled(self) -> FaceUp:
        """Note that this telling is worth nothing, whatever the rules make of the exception."""
        self._spoiled = True
        return FaceUp()

    # ------------------------------------------------------------------ cards

    def drawn(self, shoe: Shoe, before: tuple[int, ...], left: int) -> Unseen:
        """Draw a card; return the mark that stands for it."""
        number = self._drawn
        self._drawn = number + 1
        step = self._again(Draw)
        if step is not None:
            assert isinstance(step, Draw)
            if step.shoe is not shoe or step.left != left:
                raise self.spoiled()
            return step.mark
        self.step()
        step = Draw(self._deals, dict(self._seen), self._steps)
        step.dealt = self._deals.drawn(shoe, before, self._limit)
        step.shoe, step.left = shoe, left
        step.mark = self._marks.setdefault((number, id(shoe)), Unseen(number, shoe.cards))
        self._open(step, step.dealt.forks)
        return step.mark

    def turned(self, mark: Unseen) -> Any:
        """Return the card itself."""
        number = (mark.number,)
        split = self._split(number, number, int, range(len(mark.kinds)))
        assert split is not None  # whole numbers are plain
        return mark.kinds[self._seen_in(split)]

    def looked(self, act: Callable[..., Any], mark: Unseen, other: Any) -> tuple[Any, bool]:
        """Return what *act* gives on a card and another, or on a card and a thing; True if it can.

        False comes with nothing: the cards must be turned over.
        """
        key: tuple[Any, ...]
        if type(other) is Unseen:
            key = act, mark.number, other.number
        else:
            key = act, mark.number, type(other), other
        try:
            split = self._deals.splits[key]
        except KeyError:
            if type(other) is Unseen:
                pair = mark.number, other.number
                split = self._split(key, pair, act, mark.kinds, other.kinds)
            else:
                one = (mark.number,)
                split = self._split(key, one, lambda card: act(card, other), mark.kinds)
        return (None, False) if split is None else (self._seen_in(split), True)

    def _split(
        self, key: Hashable, numbers: Sequence[int], act: Callable[..., Any], *kinds: Sequence[Any]
    ) -> Split | None:
        try:
            return self._deals.split(key, numbers, act, *kinds)
        except FaceUp:
            self._spoiled = True
            raise

    def _seen_in(self, split: Split) -> Any:
        """Return what is seen: the one thing that can be, or what the script says."""
        if len(split.parts) == 1:
            return split.outcomes[0]
        step = self._again(Look)
        if step is None:
            step = Look(self._deals, dict(self._seen), self._steps)
            step.split = split
            self._open(step, 0)
        elif step.split is not split:  # type: ignore[attr-defined]
            raise self.spoiled()
        return split.outcomes[self._script[self._depth - 1]]

    def _plain(self, item: Any) -> Any:
        """Return a thing that a seat is shown, with marks in place of unseen cards."""
        kind = type(item)
        if kind in ATOMS:
            return item
        if kind is Answer:
            return str(item)
        if kind in FACES:
            return item._card if item._known else item._at_table() and item._mark
        if kind is tuple:
            return tuple(map(self._plain, item))
        raise self.spoiled()

    # ------------------------------------------------------------------ the verbs

    def shoe(
        self, shoe: Shoe | None = None, *, ranks: int = 13, suits: int | float = 4
    ) -> LiveShoe:
        """Put a shoe on the table."""
        self.step()
        if shoe is None:
            shoe = ranked(_face(ranks), _face(suits))
        known = self._known_shoes.get(id(shoe))
        if known is None:
            if FACES.intersection(map(type, (*shoe.cards, *shoe.counts))):
                raise self.spoiled()
            alike = shoe, tuple(map(type, shoe.cards))  # a shoe of 1 and one of True are equal
            known = shoe, self._shoes.setdefault(alike, shoe), shoe.total
            self._known_shoes[id(shoe)] = known
        return _ShoeFaceDown(self, *known[1:])

    def roll(self, weights: Mapping[Any, int]) -> Any:
        """Let chance choose one of the keys."""
        lots = weighed(weights)
        return super().roll({_face(label): _face(weight) for label, weight in lots.items()})

    def pick(
        self,
        labels: Sequence[Any],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Follow the script, or open a new step and take its first branch."""
        if len(labels) == 1:
            return 0
        step = self._again(Roll)
        if step is None:
            step = Roll(self._deals, dict(self._seen), self._steps)
            plain = tuple(map(self._plain, labels)) if self._drawn else tuple(labels)
            step.labels, step.weights, step.total = plain, tuple(weights), total
            self._open(step, self._deals.size)
        elif step.weights != tuple(weights):  # type: ignore[attr-defined]
            raise self.spoiled()
        return self._script[self._depth - 1]

    def announce(self, *items: Hashable) -> None:
        """Let every seat see *items*."""
        if not self._taped:
            super().announce(*items)

    def show(self, seat: str, *items: Hashable) -> None:
        """Let *seat* see *items*."""
        if not self._taped:
            super().show(seat, *[self._plain(item) for item in items])

    def ask(self, seat: str, actions: Sequence[str], sees: Hashable = NOTHING) -> str:
        """Return what *seat* chooses."""
        if self._taped:
            depth = self._depth
            told = self._path[depth]
            if depth + 1 < len(self._script) and type(told) is Ask and told.actions == actions:
                self._depth = depth + 1
                return told.actions[self._script[depth]]
        words = plain(tuple(actions))
        if not FACES.isdisjoint(map(type, words)):
            words = tuple(map(_face, words))
        found = self._again(Ask)
        if found is None:
            self.step()
            step = Ask(self._deals, dict(self._seen), self._steps)
            step.seat = self._number[seat]
            view: View = self._seen.get(seat, ())
            step.view = view if sees is NOTHING else (*view, self._plain(sees))
            step.actions, step.answers = self._choices(seat, words)
            self._open(step, self._deals.size)
        else:
            assert isinstance(found, Ask)
            step = found
            if step.actions != words or self.seats[step.seat] != seat:
                raise self.spoiled()
        index = self._script[self._depth - 1]
        if not self._taped:
            self._seen[seat] = (*step.view, step.actions[index])
        return step.answers[index]

    def pay(self, payoffs: Mapping[str, Any] | None = None, /, **named: Any) -> None:
        """End the hand."""
        if FACES.isdisjoint(map(type, (*named.values(), *(payoffs or {}).values()))):
            return super().pay(payoffs, **named)
        amounts = {**(payoffs or {}), **named}
        return super().pay({seat: _face(amount) for seat, amount in amounts.items()})


def _face(item: Any) -> Any:
    """Return the card itself where *item* is one that lies face down."""
    return item._open() if type(item) in FACES else item
