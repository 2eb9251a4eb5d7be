"""V(p) drawn: its corners with their exact numbers, the peak, and a handle to drag."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sabot.exact import rational
from sabot.web.figures.axes import SCREEN, Axis, Paper, frame
from sabot.web.markup import Markup, tag


def envelope_svg(told: Mapping[str, Any], paper: Paper = SCREEN) -> Markup:
    """Return the drawing; each corner carries p, V(p) and the cells that change there."""
    corners = [(rational(one["p"]), rational(one["v"])) for one in told["points"]]
    y = Axis.over((v for _, v in corners), paper.high - paper.foot, paper.top, 0.08)
    paper = paper.beside(y, ())
    x = Axis(0, 1, paper.left, paper.wide - paper.right)
    path = " ".join(f"{x(p)},{y(v)}" for p, v in corners)
    where = "" if told["view"] == "-" else f" at {told['view']}"
    what = "secures" if told["secures"] else "concedes"
    parts = frame(
        x,
        y,
        f"p: how often {told['seat']} plays {told['action']}{where}",
        f"what {told['seat']} {what}, paid to {told['first']}",
        paper,
    )
    low, high = map(rational, told["peak"])
    handle = [
        tag("line", x1=x(low), x2=x(low), y1=y.stop, y2=y.start, class_="guide"),
        tag("circle", cx=x(low), cy=y(rational(told["value"])), r=11, class_="handle"),
    ]
    return tag(
        "svg",
        tag("title", f"V(p) of {told['game']}"),
        *parts,
        tag("polyline", points=path, class_="curve"),
        *(
            _corner(one, x(p), y(v), peak=low <= p <= high)
            for one, (p, v) in zip(told["points"], corners, strict=True)
        ),
        tag("g", *handle, class_="hand"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {paper.wide} {paper.high}",
        class_=f"plot figure{paper.kind}",
        role="img",
        data_left=x.start,
        data_right=x.stop,
        data_foot=y.start,
        data_top=y.stop,
        data_low=repr(y.low),
        data_high=repr(y.high),
    )


def _corner(one: Mapping[str, Any], x: float, y: float, *, peak: bool) -> Markup:
    cells = "; ".join(f"{view} {old} → {new}" for view, old, new in one["cells"])
    return tag(
        "circle",
        tag("title", f"p = {one['p']}, V = {one['v']}" + (f": {cells}" if cells else "")),
        cx=x,
        cy=y,
        r=7 if peak else 4,
        data_p=one["p"],
        data_v=one["v"],
        data_cells=cells,
        class_="corner peak" if peak else "corner",
    )
