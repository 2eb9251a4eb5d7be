"""Where the nodes of a game tree stand: columns from left to right, ends on lines of their own.

What a seat cannot tell apart stands in one column, and is joined by a line in a lane of its own
left of it: lanes have no labels in them, and two lines in one lane are never beside each other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any

MARGIN, RADIUS, ROW, LETTER = 24, 9, 30, 6.6
"""Around all of it, of a node, from one end to the next, and how wide a letter is about."""
FAN, NEAREST, PITCH, WIDEST = 58, 17, 9, 130
"""Where branches part; from a node to its first lane, between two, and of all of them at most."""
LETTERS = 24
"""Of one line of a label."""
LABEL = 13
"""From one line of a label to the next."""


@dataclass(slots=True, eq=False)
class Place:
    """A node on the paper."""

    number: int
    node: Mapping[str, Any]
    column: int = 0
    label: tuple[str, ...] = ()
    """What leads to it, in lines."""
    taken: int = 0
    """Which branch of its parent it is."""
    x: float = 0.0
    y: float = 0.0
    below: list[Place] = field(default_factory=list)
    hidden: int = 0
    """How many nodes are folded away below it."""


@dataclass(slots=True)
class Joined:
    """Nodes that a seat cannot tell apart, from top to bottom, and the lane of their line."""

    seat: str
    view: str
    members: list[Place]
    lane: int = 0
    x: float = 0.0
    """Where the line is."""

    @property
    def span(self) -> tuple[float, float]:
        """From where to where the line goes."""
        return self.members[0].y, self.members[-1].y


@dataclass(slots=True)
class Laid:
    """A tree on the paper."""

    places: list[Place]
    sets: list[Joined]
    wide: float
    high: float
    gutters: list[float]
    """How wide the lanes left of each column are."""


def laid(nodes: Sequence[Mapping[str, Any]], folded: Collection[int]) -> Laid:
    """Return where everything stands."""
    root = _placed(nodes, folded)
    places = _walk(root)
    sets = _sets(places)
    _columns(places, sets)
    lines = max((len(place.label) for place in places), default=1)
    row = ROW + LABEL * max(0, lines - 2)
    rows = _rows(root, 0, row)
    gutters = _lanes(sets, max(place.column for place in places) + 1)
    wide = _across(places, gutters)
    for one in sets:
        lanes = gutters[one.members[0].column]
        one.x = one.members[0].x - NEAREST - one.lane * _pitch(lanes, one, sets)
    return Laid(places, sets, wide, MARGIN * 2 + max(rows, 1) * row, gutters)


def _placed(nodes: Sequence[Mapping[str, Any]], folded: Collection[int]) -> Place:
    places: dict[int, Place] = {}
    taken: dict[int, int] = {}
    for number, node in enumerate(nodes):
        parent = int(node["parent"])
        spot = taken.get(parent, 0)
        taken[parent] = spot + 1
        if parent < 0:
            places[number] = Place(number, node)
            continue
        above = places[parent]
        if above.number != parent or parent in folded:
            above.hidden += 1
            places[number] = above  # what is below it is hidden in the same place
            continue
        label = label_of(above.node["labels"][spot], above.node["chances"][spot])
        places[number] = Place(number, node, above.column + 1, label, spot)
        above.below.append(places[number])
    return places[0]


def label_of(action: str, chance: str | None) -> tuple[str, ...]:
    """Return what stands on a branch, whole, in lines that are not too long.

    >>> label_of("bet", "1/3"), label_of("bet", None)
    (('bet  1/3',), ('bet',))
    >>> label_of("hold all cards that were dealt", "1/2")
    ('hold all cards that were', 'dealt  1/2')
    """
    told = wrap(action, LETTERS, break_long_words=True) or [""]
    if chance is None:
        return tuple(told)
    if len(told[-1]) + 2 + len(chance) <= LETTERS:
        return (*told[:-1], f"{told[-1]}  {chance}")
    return (*told, *wrap(chance, LETTERS))


def _walk(root: Place) -> list[Place]:
    found, stack = [], [root]
    while stack:
        place = stack.pop()
        found.append(place)
        stack.extend(reversed(place.below))
    return found


def _sets(places: Sequence[Place]) -> list[Joined]:
    groups: dict[tuple[str, str], list[Place]] = {}
    for place in places:
        if place.node["kind"] == "decision":
            groups.setdefault((place.node["seat"], place.node["view"]), []).append(place)
    return [Joined(*key, members) for key, members in groups.items() if len(members) > 1]


def _columns(places: Sequence[Place], sets: Sequence[Joined]) -> None:
    """Move nodes to the right until those of a set stand in one column, where that can be."""
    before = [place.column for place in places]
    for _ in range(len(sets) + 1):
        moved = False
        for one in sets:
            most = max(place.column for place in one.members)
            for place in one.members:
                moved |= place.column < most
                place.column = most
        for place in places:  # parents first
            for child in place.below:
                child.column = max(child.column, place.column + 1)
        if not moved:
            return
    # two sets of which each is before the other somewhere: they stand as deep as they are
    for place, column in zip(places, before, strict=True):
        place.column = column


def _rows(place: Place, row: int, high: int) -> int:
    """Put ends on lines of their own, others in the middle of what is below; return the rows."""
    if not place.below:
        place.y = MARGIN + row * high + high / 2
        return row + 1
    for child in place.below:
        row = _rows(child, row, high)
    place.y = (place.below[0].y + place.below[-1].y) / 2
    return row


def _lanes(sets: Sequence[Joined], columns: int) -> list[float]:
    """Give every set a lane, short lines the nearest; return how wide those of a column are."""
    taken: list[list[list[tuple[float, float]]]] = [[] for _ in range(columns)]
    for one in sorted(sets, key=lambda one: one.span[1] - one.span[0]):
        lanes = taken[one.members[0].column]
        low, high = one.span
        one.lane = next(
            (
                k
                for k, spans in enumerate(lanes)
                if all(high < begin or end < low for begin, end in spans)
            ),
            len(lanes),
        )
        if one.lane == len(lanes):
            lanes.append([])
        lanes[one.lane].append((low, high))
    return [
        NEAREST + min(WIDEST, PITCH * (len(lanes) - 1)) + 8 if lanes else 14.0 for lanes in taken
    ]


def _pitch(gutter: float, one: Joined, sets: Sequence[Joined]) -> float:
    column = one.members[0].column
    most = max(other.lane for other in sets if other.members[0].column == column)
    return (gutter - NEAREST - 8) / most if most else 0.0


def _across(places: Sequence[Place], gutters: Sequence[float]) -> float:
    """Put columns beside each other, each as wide as its labels and lanes; return the width."""
    longest = [0.0] * len(gutters)
    for place in places:
        letters = max(map(len, place.label), default=0)
        longest[place.column] = max(longest[place.column], letters * LETTER)
    at = [float(MARGIN + RADIUS)]
    for label, gutter in zip(longest[1:], gutters[1:], strict=True):
        at.append(at[-1] + FAN + label + gutter)
    for place in places:
        place.x = at[place.column]
    tail = max(len(", ".join(place.node["pays"] or ())) for place in places) * LETTER
    return at[-1] + MARGIN + max(tail, 3 * LETTER) + 3 * RADIUS
