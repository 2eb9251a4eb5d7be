"""A game tree drawn from left to right: chance, decisions, ends, information sets joined."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any

from sabot.web.figures.laid import FAN, LABEL, RADIUS, Joined, Laid, Place, laid
from sabot.web.markup import Markup, tag

_SEATS = ("first", "second", "third", "fourth")
_TURN = 12
"""Within how many pixels a joining line turns from its lane to a node."""


_STYLE = """<style>
svg { font: 12px system-ui, sans-serif; background: #fff; }
text { fill: #1d2422; paint-order: stroke; stroke: #fff; stroke-width: 3px; }
.view, .more, .never text { fill: #5c6662; } .pays, .worth { font-weight: 600; }
.edge path { fill: none; stroke: #5c6662; stroke-width: 1.2; }
.never path { opacity: 0.5; stroke-dasharray: 3 3; }
circle, path.odd { stroke: #5c6662; } path.odd { fill: #e9e7e0; }
circle.first { fill: #cfe3f7; } circle.second { fill: #f9dcc1; }
circle.third { fill: #d3ecd9; } circle.fourth { fill: #e6d9f2; }
.set { fill: none; stroke-width: 2; stroke-dasharray: 1 5; stroke-linecap: round; }
.set.first { stroke: #3f7fbf; } .set.second { stroke: #c9772c; }
.set.third { stroke: #3f9a5a; } .set.fourth { stroke: #8a5fb5; }
</style>"""


def as_file(picture: str) -> str:
    """Return a drawn tree as a file of its own: with its colours, and nothing to press."""
    still = picture.replace("<a ", "<g ").replace("</a>", "</g>")
    head = '<svg xmlns="http://www.w3.org/2000/svg" '
    told = still.replace("<svg ", head, 1).replace("<title>", f"{_STYLE}<title>", 1)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{told}\n'


def drawn(
    nodes: Sequence[Mapping[str, Any]],
    seats: Sequence[str],
    folded: Collection[int],
    address: str,
) -> Markup:
    """Return the picture; a node that is pressed is folded or unfolded at *address*."""
    tree = laid(nodes, folded)
    numbers = {
        place.number: number for number, one in enumerate(tree.sets) for place in one.members
    }
    return tag(
        "svg",
        tag("title", "The game tree"),
        tag("g", *(_edge(place, child, tree) for place in tree.places for child in place.below)),
        tag("g", *(_joined(n, one, seats) for n, one in enumerate(tree.sets)), class_="sets"),
        tag(
            "g",
            *(
                _node(place, seats, folded, address, numbers.get(place.number))
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


def _joined(number: int, one: Joined, seats: Sequence[str]) -> Markup:
    """Return the line that joins what a seat cannot tell apart: down its lane, node by node."""
    steps = [f"M{one.members[0].x:g} {one.members[0].y:g}"]
    for above, below in pairwise(one.members):
        turn = min(_TURN, (below.y - above.y) / 2)
        steps.append(
            f"Q{one.x:g} {above.y:g} {one.x:g} {above.y + turn:g}V{below.y - turn:g}"
            f"Q{one.x:g} {below.y:g} {below.x:g} {below.y:g}"
        )
    return tag(
        "path",
        tag("title", f"{one.seat} cannot tell these apart: {one.view}"),
        d="".join(steps),
        class_=f"set {_colour(one.seat, seats)}",
        data_set=number,
        data_seat=one.seat,
        data_view=one.view,
        data_nodes=" ".join(str(place.number) for place in one.members),
    )


def _colour(seat: str, seats: Sequence[str]) -> str:
    return _SEATS[seats.index(seat) % len(_SEATS)]


def _edge(above: Place, below: Place, tree: Laid) -> Markup:
    label = above.node["labels"][below.taken]
    chance = above.node["chances"][below.taken]
    end = below.x - tree.gutters[below.column]
    bend, flat = above.x + FAN / 2, above.x + FAN - RADIUS
    lines = [
        tag("tspan", line, x=f"{end:g}", y=f"{below.y - 5 - LABEL * (len(below.label) - k):g}")
        for k, line in enumerate(below.label, 1)
    ]
    told = label if chance is None else f"{label} {chance}"
    return tag(
        "g",
        tag(
            "path",
            d=f"M{above.x:g} {above.y:g}C{bend:g} {above.y:g} {bend:g} {below.y:g} "
            f"{flat:g} {below.y:g}H{below.x:g}",
        ),
        tag("text", tag("title", told), *lines, text_anchor="end"),
        class_="edge never" if chance == "0" else "edge",
        data_action=label,
        data_chance=chance,
    )


def _node(
    place: Place, seats: Sequence[str], folded: Collection[int], address: str, joined: int | None
) -> Markup:
    """Return an end as what it pays, and any other node as a link that folds or unfolds it."""
    node, pays = place.node, place.node["pays"]
    told = _told(node, seats)
    data = {
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
            _worth(pays),
            tag("title", told),
            x=f"{place.x + 4:g}",
            y=f"{place.y + 5:g}",
            class_="pays",
            **data,
        )
    worth, hidden = _worth(pays) if pays else "", f"+{place.hidden}" if place.hidden else ""
    seen = " ".join(filter(None, (node["view"], worth, hidden)))
    new = sorted({*folded} ^ {place.number})
    mark = "&" if "?" in address else "?"
    return tag(
        "a",
        tag("title", told),
        _shape(node, place, seats),
        _captions(place, worth, hidden),
        href=f"{address}{mark}fold={','.join(map(str, new))}#n{place.number}",
        id=f"n{place.number}",
        aria_label=f"{seen}: {told}; {'unfold' if place.number in folded else 'fold'}",
        class_=node["kind"],
        **data,
    )


def _captions(place: Place, worth: str, hidden: str) -> list[Markup]:
    """Return what is written at a node: its view, its worth, how many nodes are folded away."""
    view = tag(
        "text",
        place.node["view"],
        tag("tspan", f" {worth}", class_="worth") if worth else None,
        x=f"{place.x:g}",
        y=f"{place.y + RADIUS + 13:g}",
        text_anchor="middle",
        class_="view",
    )
    if not hidden:
        return [view]
    at = {"x": f"{place.x + 14:g}", "y": f"{place.y + 5:g}"}
    return [view, tag("text", hidden, class_="more", **at)]


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

    >>> _worth(["-1", "1"]), _worth(["2", "1"]), _worth(["1/2", "1/2"]), _worth(["0", "0"])
    ('-1', '2, 1', '1/2, 1/2', '0')
    """
    return pays[0] if one_pays_the_other(pays) else ", ".join(pays)


def one_pays_the_other(pays: Sequence[str]) -> bool:
    """Tell whether one number says what is paid.

    >>> one_pays_the_other(["-1/2", "1/2"]), one_pays_the_other(["2", "1"])
    (True, False)
    """
    # by their letters, which are in lowest terms: int() reads no number of over 4,300 digits
    return len(pays) == 2 and pays[1] == _against(pays[0])


def _against(paid: str) -> str:
    """Return what the other pays, written as it is."""
    return paid if paid == "0" else paid[1:] if paid.startswith("-") else f"-{paid}"


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
