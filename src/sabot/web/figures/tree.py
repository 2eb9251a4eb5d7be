"""A game tree drawn from left to right: chance, decisions, ends, information sets joined."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sabot.web.markup import Markup, tag

STEP, LINE, MARGIN, RADIUS = 158, 30, 24, 9
"""From one depth to the next, from one end to the next, around all of it, and of a node."""
_SEATS = ("first", "second", "third", "fourth")


@dataclass(slots=True)
class Place:
    """A node on the paper."""

    number: int
    node: Mapping[str, Any]
    depth: int
    taken: int = 0
    """Which branch of its parent it is."""
    y: float = 0.0
    below: list[Place] = field(default_factory=list)
    hidden: int = 0
    """How many nodes are folded away below it."""

    @property
    def x(self) -> float:
        """How far to the right it stands."""
        return MARGIN + self.depth * STEP


def drawn(
    nodes: Sequence[Mapping[str, Any]],
    seats: Sequence[str],
    folded: Collection[int],
    address: str,
) -> Markup:
    """Return the picture; a node that is pressed is folded or unfolded at *address*."""
    root = _placed(nodes, folded)
    rows = _lay(root, 0)
    every = _walk(root)
    wide = MARGIN * 2 + (max(place.depth for place in every) + 1) * STEP
    high = MARGIN * 2 + max(rows, 1) * LINE
    return tag(
        "svg",
        tag("title", "The game tree"),
        tag("g", *_sets(every, seats), class_="sets"),
        tag("g", *(_edge(place, child) for place in every for child in place.below)),
        tag("g", *(_node(place, seats, folded, address) for place in every)),
        viewBox=f"0 0 {wide} {high}",
        width=wide,
        height=high,
        class_="tree",
        role="group",
        aria_label="The game tree",
    )


def _placed(nodes: Sequence[Mapping[str, Any]], folded: Collection[int]) -> Place:
    places: dict[int, Place] = {}
    taken: dict[int, int] = {}
    for number, node in enumerate(nodes):
        parent = int(node["parent"])
        spot = taken.get(parent, 0)
        taken[parent] = spot + 1
        above = places.get(parent)
        if parent < 0:
            places[number] = Place(number, node, 0)
        elif above is None or parent in folded:
            home = places[parent] if above is None else above
            home.hidden += 1
            places[number] = home  # what is below it is hidden in the same place
        elif above.number != parent:
            above.hidden += 1
            places[number] = above
        else:
            places[number] = Place(number, node, above.depth + 1, spot)
            above.below.append(places[number])
    return places[0]


def _lay(place: Place, row: int) -> int:
    """Put ends on lines of their own, others in the middle of what is below; return the rows."""
    if not place.below:
        place.y = MARGIN + row * LINE + LINE / 2
        return row + 1
    for child in place.below:
        row = _lay(child, row)
    place.y = (place.below[0].y + place.below[-1].y) / 2
    return row


def _walk(root: Place) -> list[Place]:
    found, stack = [], [root]
    while stack:
        place = stack.pop()
        found.append(place)
        stack.extend(reversed(place.below))
    return found


def _sets(places: Sequence[Place], seats: Sequence[str]) -> list[Markup]:
    """Return the lines that join what a seat cannot tell apart."""
    groups: dict[tuple[str, str], list[Place]] = {}
    for place in places:
        if place.node["kind"] == "decision":
            groups.setdefault((place.node["seat"], place.node["view"]), []).append(place)
    found: list[Markup] = []
    beside: dict[float, int] = {}
    for (seat, view), members in groups.items():
        if len(members) < 2:
            continue
        # sets of one depth bulge by different amounts, so that their lines do not hide one another
        spot = beside[members[0].x] = beside.get(members[0].x, 0) + 1
        bulge = 22 + 13 * (spot % 4)
        arcs = (
            f"M{one.x:g} {one.y:g}Q{min(one.x, two.x) - bulge:g} {(one.y + two.y) / 2:g} "
            f"{two.x:g} {two.y:g}"
            for one, two in pairwise(members)
        )
        found.append(
            tag(
                "path",
                tag("title", f"{seat} cannot tell these apart: {view}"),
                d="".join(arcs),
                class_=f"set {_colour(seat, seats)}",
                data_seat=seat,
                data_view=view,
                data_nodes=" ".join(str(one.number) for one in members),
            )
        )
    return found


def _colour(seat: str, seats: Sequence[str]) -> str:
    return _SEATS[seats.index(seat) % len(_SEATS)]


def _edge(above: Place, below: Place) -> Markup:
    label = above.node["labels"][below.taken]
    chance = above.node["chances"][below.taken]
    x, y = above.x, above.y
    bend = x + STEP * 0.32
    told = label if chance is None else f"{label}  {chance}"
    never = chance == "0"
    return tag(
        "g",
        tag(
            "path",
            d=f"M{x:g} {y:g}C{bend:g} {y:g} {bend:g} {below.y:g} {below.x - 46:g} {below.y:g}"
            f"H{below.x:g}",
        ),
        tag(
            "text",
            told if len(told) <= 20 else f"{told[:19]}…",
            tag("title", told),
            x=f"{below.x - 14:g}",
            y=f"{below.y - 5:g}",
            text_anchor="end",
        ),
        class_="edge never" if never else "edge",
        data_action=label,
        data_chance=chance,
    )


def _node(place: Place, seats: Sequence[str], folded: Collection[int], address: str) -> Markup:
    node = place.node
    pays = node["pays"]
    told = _told(node, seats)
    data = {
        "data_node": place.number,
        "data_kind": node["kind"],
        "data_reach": node["reach"],
        "data_pays": None if pays is None else " ".join(pays),
    }
    if node["kind"] == "end":
        return tag(
            "text",
            _worth(pays),
            tag("title", told),
            x=f"{place.x + 4:g}",
            y=f"{place.y + 5:g}",
            class_="pays",
            **data,
        )
    inside = [
        tag("title", told),
        _shape(node, place, seats),
        tag(
            "text",
            node["view"],
            tag("tspan", f" {_worth(pays)}", class_="worth") if pays else None,
            x=f"{place.x:g}",
            y=f"{place.y + RADIUS + 13:g}",
            text_anchor="middle",
            class_="view",
        ),
    ]
    if place.hidden:
        inside.append(
            tag(
                "text",
                f"+{place.hidden}",
                x=f"{place.x + 14:g}",
                y=f"{place.y + 5:g}",
                class_="more",
            )
        )
    hidden = f"+{place.hidden}" if place.hidden else ""
    seen = " ".join(filter(None, (node["view"], _worth(pays) if pays else "", hidden)))
    new = sorted({*folded} ^ {place.number})
    mark = "&" if "?" in address else "?"
    return tag(
        "a",
        *inside,
        href=f"{address}{mark}fold={','.join(map(str, new))}",
        aria_label=f"{seen}: {told}; {'unfold' if place.number in folded else 'fold'}",
        class_=node["kind"],
        **data,
    )


def _shape(node: Mapping[str, Any], place: Place, seats: Sequence[str]) -> Markup:
    x, y, r = place.x, place.y, RADIUS
    if node["kind"] == "chance":
        return tag(
            "path",
            d=f"M{x - r:g} {y:g}L{x:g} {y - r:g}L{x + r:g} {y:g}L{x:g} {y + r:g}Z",
            class_="odd",
        )
    return tag("circle", cx=f"{x:g}", cy=f"{y:g}", r=r, class_=_colour(node["seat"], seats))


def _worth(pays: Sequence[str]) -> str:
    """Return what is paid: to the first of two where one pays the other, else to each.

    >>> _worth(["-1", "1"]), _worth(["2", "1"])
    ('-1', '2, 1')
    """
    if len(pays) == 2 and Fraction(pays[0]) == -Fraction(pays[1]):
        return pays[0]
    return ", ".join(pays)


def _told(node: Mapping[str, Any], seats: Sequence[str]) -> str:
    """Return a node in words."""
    if node["kind"] == "decision":
        what = f"{node['seat']} at {node['view']}"
    else:
        what = "chance" if node["kind"] == "chance" else "the end"
    parts = [what]
    if node["reach"] is not None:
        parts.append(f"reached with chance {node['reach']}")
    if node["pays"] is not None:
        paid = ", ".join(f"{seat} {pay}" for seat, pay in zip(seats, node["pays"], strict=True))
        parts.append(f"worth {paid}")
    return "; ".join(parts)
