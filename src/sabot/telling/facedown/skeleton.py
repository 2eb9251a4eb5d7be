"""The skeleton of a game: the telling with cards face down, each step standing for many nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import repeat
from typing import Any

import numpy as np

from sabot.forms.tree import Sight, View
from sabot.shoe import Shoe
from sabot.telling.facedown.card import Unseen
from sabot.telling.facedown.deals import Array, Deals, FaceUp, Split
from sabot.telling.tables import view_key


class Step:
    """One step of the telling, in all deals in which it is taken."""

    __slots__ = ("branch", "children", "deals", "parent", "seen", "steps")

    def __init__(self, deals: Deals, seen: dict[str, View], steps: int) -> None:
        self.deals = deals
        self.seen = seen
        """What the seats know here, unseen cards by their marks."""
        self.steps = steps
        self.parent: Step | None = None
        self.branch = 0
        self.children: list[Step] = []

    @property
    def width(self) -> int:
        """Into how many branches the telling goes on."""
        return 1

    def after(self, branch: int) -> Deals:
        """Return the deals in which the telling goes on by *branch*."""
        return self.deals

    def where(self) -> list[Step]:
        """Return the steps from the first one to here."""
        steps: list[Step] = []
        step: Step | None = self
        while step is not None:
            steps.append(step)
            step = step.parent
        return steps[::-1]


class Draw(Step):
    """A card is drawn and lies face down."""

    __slots__ = ("dealt", "left", "mark", "shoe")
    shoe: Shoe
    dealt: Deals
    mark: Unseen
    left: int

    def after(self, branch: int) -> Deals:
        """Return the deals with the new card."""
        return self.dealt


class Look(Step):
    """The rules look: what they see depends on the deal."""

    __slots__ = ("split",)
    split: Split

    @property
    def width(self) -> int:
        """One branch for each thing that can be seen."""
        return len(self.split.parts)

    def after(self, branch: int) -> Deals:
        """Return the deals in which that is seen."""
        return self.split.parts[branch]


class Roll(Step):
    """Chance chooses by weights."""

    __slots__ = ("labels", "total", "weights")
    labels: tuple[Any, ...]
    weights: tuple[int, ...]
    total: int

    @property
    def width(self) -> int:
        """One branch for each label."""
        return len(self.labels)


class Ask(Step):
    """A seat chooses; its view holds marks in place of unseen cards."""

    __slots__ = ("actions", "answers", "seat", "sights", "view")
    seat: int
    view: View
    actions: tuple[str, ...]
    answers: tuple[str, ...]
    """The same as the rules get them."""
    sights: Array
    """For each row, the number of what the seat knows."""

    @property
    def width(self) -> int:
        """One branch for each action."""
        return len(self.actions)


class End(Step):
    """The hand is over."""

    __slots__ = ("payoffs",)
    payoffs: tuple[Fraction | int, ...]


@dataclass(slots=True, eq=False)
class Skeleton:
    """A game told with cards face down; ``size`` counts the nodes of its tree."""

    seats: tuple[str, ...]
    steps: list[Step]
    """Every step, parents first."""
    size: int
    sights: tuple[tuple[Sight, ...], ...] = ()
    """What each seat can know, in the order of the tree."""
    uneven: str = ""
    """Where the rules first pay two seats what does not sum to 0."""


def marks(view: View) -> Iterator[Unseen]:
    """Yield the unseen cards in what a seat knows."""
    for item in view:
        if type(item) is Unseen:
            yield item
        elif type(item) is tuple:
            yield from marks(item)


def laid_open(view: View, rows: Array, deals: Deals) -> list[View]:
    """Return the view in each of the *rows*, with the cards that lie there."""
    columns: list[Any] = []
    for item in view:
        if type(item) is Unseen:
            spots = deals.cards[item.number][rows].tolist()
            columns.append([item.kinds[spot] for spot in spots])
        elif type(item) is tuple and any(marks(item)):
            columns.append(laid_open(item, rows, deals))
        else:
            columns.append(repeat(item, len(rows)))
    return list(zip(*columns, strict=True)) if columns else [()] * len(rows)


class _Register:
    """What one seat can know, with the place in the tree where it first does."""

    def __init__(self) -> None:
        self.numbers: dict[View, int] = {}
        self.texts: set[str] = set()
        self.sights: list[Sight] = []
        self.first: list[tuple[int, ...]] = []

    def number(self, view: View, key: str, actions: tuple[str, ...], at: tuple[int, ...]) -> int:
        """Return the number of a view; what cannot be told with open cards gives up here."""
        number = self.numbers.setdefault(view, len(self.sights))
        if number == len(self.sights):
            if key in self.texts:
                raise FaceUp
            self.texts.add(key)
            self.sights.append(Sight(view, key, actions))
            self.first.append(at)
        elif self.sights[number].actions != actions or self.sights[number].key != key:
            raise FaceUp
        elif at < self.first[number]:
            self.first[number] = at
        return number


def register(skeleton: Skeleton) -> None:
    """Give numbers to what the seats know, in the order in which the tree comes to it."""
    seats = [_Register() for _ in skeleton.seats]
    asked: list[tuple[Ask, list[int], Array]] = []
    trails: dict[Step, tuple[int, ...]] = {}
    for step in skeleton.steps:
        trail = trails.pop(step, ())
        if type(step) is Ask:
            book = seats[step.seat]
            numbers = tuple(dict.fromkeys(mark.number for mark in marks(step.view)))
            groups = step.deals.groups(numbers)
            views = laid_open(step.view, groups.first, step.deals)
            places = _places(trail, groups.first, step.deals)
            own = [
                book.number(view, view_key(view), step.actions, at)
                for view, at in zip(views, places, strict=True)
            ]
            asked.append((step, own, groups.inverse))
        for branch, child in enumerate(step.children):
            if type(step) is Draw:
                trails[child] = (*trail, ~step.mark.number)
            else:
                trails[child] = trail if type(step) is Look else (*trail, branch)
    orders = [sorted(range(len(book.first)), key=book.first.__getitem__) for book in seats]
    ranks = [np.argsort(np.array(order, np.intp)) for order in orders]
    for step, own, inverse in asked:
        step.sights = ranks[step.seat][own][inverse]
    skeleton.sights = tuple(
        tuple(book.sights[number] for number in order)
        for book, order in zip(seats, orders, strict=True)
    )


def _places(trail: Sequence[int], rows: Array, deals: Deals) -> list[tuple[int, ...]]:
    """Return where in the tree the *rows* come to a step: the branches on the way, in order."""
    columns: list[Any] = [
        deals.cards[~branch][rows].tolist() if branch < 0 else repeat(branch, len(rows))
        for branch in trail
    ]
    return list(zip(*columns, strict=True)) if columns else [()] * len(rows)
