"""A game tree as SVG: layout from left to right, information sets joined by lines.

The layout puts ends on lines of their own and the nodes of an information set in one column, where
that can be. They are joined by a line in a lane of its own left of the column: lanes have no
labels in them, and two lines in one lane are never beside each other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, pi, sin
from textwrap import wrap

from sabot.web.html import Markup, tag
from sabot.web.messages import TreeNode

MARGIN, NODE_RADIUS, ROW_HEIGHT, LETTER_WIDTH = 24, 9, 30, 6.6
"""Around all of it, of a node, from one end to the next, and how wide a letter is about."""
BRANCH_WIDTH, FIRST_LANE_OFFSET, LANE_WIDTH, MAX_LANES_WIDTH = 58, 17, 9, 130
"""Where branches part; from a node to its first lane, between two, and of all of them at most."""
MAX_LABEL_LETTERS = 24
"""Of one line of a label."""
LABEL_LINE_HEIGHT = 13
"""From one line of a label to the next."""


@dataclass(slots=True, eq=False)
class PlacedNode:
    """A node on the paper."""

    number: int
    node: TreeNode
    column: int = 0
    label: tuple[str, ...] = ()
    """What leads to it, in lines."""
    taken: int = 0
    """Which branch of its parent it is."""
    x: float = 0.0
    y: float = 0.0
    below: list[PlacedNode] = field(default_factory=list)
    hidden: int = 0
    """How many nodes are folded away below it."""


@dataclass(slots=True)
class InfosetLine:
    """The nodes of an information set, from top to bottom, and the lane of their line."""

    seat: str
    view: str
    members: list[PlacedNode]
    lane: int = 0
    x: float = 0.0
    """Where the line is."""

    @property
    def span(self) -> tuple[float, float]:
        """From where to where the line goes."""
        return self.members[0].y, self.members[-1].y


@dataclass(slots=True)
class TreeLayout:
    """A tree on the paper."""

    places: list[PlacedNode]
    sets: list[InfosetLine]
    wide: float
    high: float
    gutters: list[float]
    """How wide the lanes left of each column are."""


def lay_out_tree(nodes: Sequence[TreeNode], folded: Collection[int]) -> TreeLayout:
    """Return the place of everything."""
    root = _place_nodes(nodes, folded)
    places = _preorder(root)
    sets = _infoset_lines(places)
    _align_columns(places, sets)
    lines = max((len(place.label) for place in places), default=1)
    row = ROW_HEIGHT + LABEL_LINE_HEIGHT * max(0, lines - 2)
    rows = _assign_rows(root, 0, row)
    gutters = _assign_lanes(sets, max(place.column for place in places) + 1)
    wide = _place_columns(places, gutters)
    for one in sets:
        lanes = gutters[one.members[0].column]
        one.x = one.members[0].x - FIRST_LANE_OFFSET - one.lane * _lane_distance(lanes, one, sets)
    return TreeLayout(places, sets, wide, MARGIN * 2 + max(rows, 1) * row, gutters)


def _place_nodes(nodes: Sequence[TreeNode], folded: Collection[int]) -> PlacedNode:
    places: dict[int, PlacedNode] = {}
    taken: dict[int, int] = {}
    for number, node in enumerate(nodes):
        parent = int(node["parent"])
        spot = taken.get(parent, 0)
        taken[parent] = spot + 1
        if parent < 0:
            places[number] = PlacedNode(number, node)
            continue
        above = places[parent]
        if above.number != parent or parent in folded:
            above.hidden += 1
            places[number] = above  # what is below it is hidden in the same place
            continue
        label = branch_label(above.node["labels"][spot], above.node["chances"][spot])
        places[number] = PlacedNode(number, node, above.column + 1, label, spot)
        above.below.append(places[number])
    return places[0]


def branch_label(action: str, chance: str | None) -> tuple[str, ...]:
    """Return the label of a branch in lines that are not too long.

    >>> branch_label("bet", "1/3"), branch_label("bet", None)
    (('bet  1/3',), ('bet',))
    >>> branch_label("hold all cards that were dealt", "1/2")
    ('hold all cards that were', 'dealt  1/2')
    """
    lines = wrap(action, MAX_LABEL_LETTERS, break_long_words=True) or [""]
    if chance is None:
        return tuple(lines)
    if len(lines[-1]) + 2 + len(chance) <= MAX_LABEL_LETTERS:
        return (*lines[:-1], f"{lines[-1]}  {chance}")
    return (*lines, *wrap(chance, MAX_LABEL_LETTERS))


def _preorder(root: PlacedNode) -> list[PlacedNode]:
    found, stack = [], [root]
    while stack:
        place = stack.pop()
        found.append(place)
        stack.extend(reversed(place.below))
    return found


def _infoset_lines(places: Sequence[PlacedNode]) -> list[InfosetLine]:
    groups: dict[tuple[str, str], list[PlacedNode]] = {}
    for place in places:
        if place.node["kind"] == "decision":
            groups.setdefault((place.node["seat"], place.node["view"]), []).append(place)
    return [InfosetLine(*key, members) for key, members in groups.items() if len(members) > 1]


def _align_columns(places: Sequence[PlacedNode], sets: Sequence[InfosetLine]) -> None:
    """Move nodes to the right until each information set is in one column, where possible."""
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
    # two sets of which each is before the other somewhere: they stay at their own depths
    for place, column in zip(places, before, strict=True):
        place.column = column


def _assign_rows(place: PlacedNode, row: int, high: int) -> int:
    """Put ends on lines of their own, others in the middle of what is below; return the rows."""
    if not place.below:
        place.y = MARGIN + row * high + high / 2
        return row + 1
    for child in place.below:
        row = _assign_rows(child, row, high)
    place.y = (place.below[0].y + place.below[-1].y) / 2
    return row


def _assign_lanes(sets: Sequence[InfosetLine], columns: int) -> list[float]:
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
        FIRST_LANE_OFFSET + min(MAX_LANES_WIDTH, LANE_WIDTH * (len(lanes) - 1)) + 8
        if lanes
        else 14.0
        for lanes in taken
    ]


def _lane_distance(gutter: float, one: InfosetLine, sets: Sequence[InfosetLine]) -> float:
    column = one.members[0].column
    most = max(other.lane for other in sets if other.members[0].column == column)
    return (gutter - FIRST_LANE_OFFSET - 8) / most if most else 0.0


def _place_columns(places: Sequence[PlacedNode], gutters: Sequence[float]) -> float:
    """Put columns beside each other, each as wide as its labels and lanes; return the width."""
    longest = [0.0] * len(gutters)
    for place in places:
        letters = max(map(len, place.label), default=0)
        longest[place.column] = max(longest[place.column], letters * LETTER_WIDTH)
    at = [float(MARGIN + NODE_RADIUS)]
    for label, gutter in zip(longest[1:], gutters[1:], strict=True):
        at.append(at[-1] + BRANCH_WIDTH + label + gutter)
    for place in places:
        place.x = at[place.column]
    tail = max(len(", ".join(place.node["pays"] or ())) for place in places) * LETTER_WIDTH
    return at[-1] + MARGIN + max(tail, 3 * LETTER_WIDTH) + 3 * NODE_RADIUS


_PLAYER_SIDES = (0, 4, 3, 6)
"""The shape of each player's nodes: a circle, then polygons of so many sides."""
_FINGER_RADIUS = 21
"""How far from a node it can be pressed."""
_UNSEEN = {"fill": "none", "pointer_events": "all"}
_TURN_RADIUS = 12
"""Within how many pixels a joining line turns from its lane to a node."""
_TREE_STYLE = """<style>
svg { font: 12px system-ui, sans-serif; background: #fff; }
text { fill: #1d2422; paint-order: stroke; stroke: #fff; stroke-width: 3px; }
.view, .more, .never text { fill: #5c6662; } .pays, .worth { font-weight: 600; }
.edge path { fill: none; stroke: #5c6662; stroke-width: 1.2; }
.never path { opacity: 0.5; stroke-dasharray: 3 3; }
.node { stroke: #1d2422; fill: #e3efe9; stroke-width: 1.4; } path.odd { fill: #e9e7e0; }
.set { fill: none; stroke: #5c6662; stroke-width: 2; stroke-dasharray: 1 5; }
</style>"""


def standalone_tree_svg(picture: str) -> str:
    """Return a drawn tree as a file of its own: with its colours, and nothing to press."""
    still = picture.replace("<a ", "<g ").replace("</a>", "</g>")
    head = '<svg xmlns="http://www.w3.org/2000/svg" '
    drawing = still.replace("<svg ", head, 1).replace("<title>", f"{_TREE_STYLE}<title>", 1)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{drawing}\n'


def tree_svg(
    nodes: Sequence[TreeNode],
    seats: Sequence[str],
    folded: Collection[int],
    address: str,
) -> Markup:
    """Return the picture; a node that is pressed is folded or unfolded at *address*."""
    tree = lay_out_tree(nodes, folded)
    numbers = {
        place.number: number for number, one in enumerate(tree.sets) for place in one.members
    }
    return tag(
        "svg",
        tag("title", "The game tree"),
        tag(
            "g",
            *(_draw_branch(place, child, tree) for place in tree.places for child in place.below),
        ),
        tag("g", *(_draw_infoset(n, one, seats) for n, one in enumerate(tree.sets)), class_="sets"),
        tag(
            "g",
            *(
                _draw_node(place, seats, folded, address, numbers.get(place.number))
                for place in tree.places
            ),
        ),
        viewBox=f"0 0 {tree.wide:g} {tree.high:g}",
        width=f"{tree.wide:g}",
        height=f"{tree.high:g}",
        class_="tree",
        role="group",
        aria_label="The game tree",
    )


def _draw_infoset(number: int, one: InfosetLine, seats: Sequence[str]) -> Markup:
    """Return the line that joins an information set: down its lane, node by node."""
    steps = [f"M{one.members[0].x:g} {one.members[0].y:g}"]
    for above, below in pairwise(one.members):
        turn = min(_TURN_RADIUS, (below.y - above.y) / 2)
        steps.append(
            f"Q{one.x:g} {above.y:g} {one.x:g} {above.y + turn:g}V{below.y - turn:g}"
            f"Q{one.x:g} {below.y:g} {below.x:g} {below.y:g}"
        )
    return tag(
        "path",
        tag("title", f"{one.seat} cannot tell these apart: {one.view}"),
        d="".join(steps),
        class_="set",
        data_set=number,
        data_seat=one.seat,
        data_view=one.view,
        data_nodes=" ".join(str(place.number) for place in one.members),
    )


def _draw_branch(above: PlacedNode, below: PlacedNode, tree: TreeLayout) -> Markup:
    label = above.node["labels"][below.taken]
    chance = above.node["chances"][below.taken]
    end = below.x - tree.gutters[below.column]
    bend, flat = above.x + BRANCH_WIDTH / 2, above.x + BRANCH_WIDTH - NODE_RADIUS
    lines = [
        tag(
            "tspan",
            line,
            x=f"{end:g}",
            y=f"{below.y - 5 - LABEL_LINE_HEIGHT * (len(below.label) - k):g}",
        )
        for k, line in enumerate(below.label, 1)
    ]
    title = label if chance is None else f"{label} {chance}"
    return tag(
        "g",
        tag(
            "path",
            d=f"M{above.x:g} {above.y:g}C{bend:g} {above.y:g} {bend:g} {below.y:g} "
            f"{flat:g} {below.y:g}H{below.x:g}",
        ),
        tag("text", tag("title", title), *lines, text_anchor="end"),
        class_="edge never" if chance == "0" else "edge",
        data_action=label,
        data_chance=chance,
    )


def _draw_node(
    place: PlacedNode,
    seats: Sequence[str],
    folded: Collection[int],
    address: str,
    joined: int | None,
) -> Markup:
    """Return an end as what it pays, and any other node as a link that folds or unfolds it."""
    node, pays = place.node, place.node["pays"]
    description = _node_description(node, seats)
    data: dict[str, str | int | None] = {
        "data_node": place.number,
        "data_kind": node["kind"],
        "data_reach": node["reach"],
        "data_pays": None if pays is None else " ".join(pays),
        "data_parent": node["parent"],
        "data_column": place.column,
        "data_set": joined,
    }
    if node["kind"] == "end":
        return tag(
            "text",
            _payoff_text(pays or ()),
            tag("title", description),
            x=f"{place.x + 4:g}",
            y=f"{place.y + 5:g}",
            class_="pays",
            **data,
        )
    worth, hidden = _payoff_text(pays) if pays else "", f"+{place.hidden}" if place.hidden else ""
    seen = " ".join(filter(None, (node["view"], worth, hidden)))
    new = sorted({*folded} ^ {place.number})
    mark = "&" if "?" in address else "?"
    return tag(
        "a",
        tag("title", description),
        tag("circle", cx=f"{place.x:g}", cy=f"{place.y:g}", r=f"{_FINGER_RADIUS:g}", **_UNSEEN),
        _node_shape(node, place, seats),
        _node_captions(place, worth, hidden),
        href=f"{address}{mark}fold={','.join(map(str, new))}#n{place.number}",
        id=f"n{place.number}",
        aria_label=f"{seen}: {description}; {'unfold' if place.number in folded else 'fold'}",
        class_=node["kind"],
        **data,
    )


def _node_captions(place: PlacedNode, worth: str, hidden: str) -> list[Markup]:
    """Return what is written at a node: its view, its worth, how many nodes are folded away."""
    view = tag(
        "text",
        place.node["view"],
        tag("tspan", f" {worth}", class_="worth") if worth else None,
        x=f"{place.x:g}",
        y=f"{place.y + NODE_RADIUS + 13:g}",
        text_anchor="middle",
        class_="view",
    )
    if not hidden:
        return [view]
    at = {"x": f"{place.x + 14:g}", "y": f"{place.y + 5:g}"}
    return [view, tag("text", hidden, class_="more", **at)]


def _node_shape(node: TreeNode, place: PlacedNode, seats: Sequence[str]) -> Markup:
    x, y, r = place.x, place.y, NODE_RADIUS
    if node["kind"] == "chance":
        return tag(
            "path",
            d=f"M{x - r:g} {y:g}L{x:g} {y - r:g}L{x + r:g} {y:g}L{x:g} {y + r:g}Z",
            class_="node odd",
        )
    return player_mark(list(seats).index(node["seat"]), x, y, r)


def player_mark(number: int, x: float, y: float, radius: float) -> Markup:
    """Return the mark of a player: players have a shape, actions have a colour."""
    sides = _PLAYER_SIDES[number % len(_PLAYER_SIDES)]
    if not sides:
        return tag("circle", cx=f"{x:g}", cy=f"{y:g}", r=f"{radius:g}", class_="node")
    turn = pi / 4 if sides == 4 else -pi / 2
    corners = [
        (x + radius * cos(turn + 2 * pi * k / sides), y + radius * sin(turn + 2 * pi * k / sides))
        for k in range(sides)
    ]
    path = "L".join(f"{a:.1f} {b:.1f}" for a, b in corners)
    return tag("path", d=f"M{path}Z", class_="node")


def _payoff_text(pays: Sequence[str]) -> str:
    """Return what is paid: to the first of two where one pays the other, else to each.

    >>> pairs = (["-1", "1"], ["2", "1"], ["1/2", "1/2"], ["0", "0"])
    >>> [_payoff_text(pair) for pair in pairs]
    ['-1', '2, 1', '1/2, 1/2', '0']
    """
    return pays[0] if is_zero_sum_pair(pays) else ", ".join(pays)


def is_zero_sum_pair(pays: Sequence[str]) -> bool:
    """Tell whether one number says what is paid.

    >>> is_zero_sum_pair(["-1/2", "1/2"]), is_zero_sum_pair(["2", "1"])
    (True, False)
    """
    # by their letters, which are in lowest terms: int() reads no number of over 4,300 digits
    return len(pays) == 2 and pays[1] == _negated(pays[0])


def _negated(paid: str) -> str:
    """Return what the other pays, written as it is."""
    return paid if paid == "0" else paid[1:] if paid.startswith("-") else f"-{paid}"


def _node_description(node: TreeNode, seats: Sequence[str]) -> str:
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
