"""Any small game tree, drawn: information sets joined, chances and worths on the branches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.games import FIRST
from sabot.render.words import file_stem
from sabot.web.address import game_address
from sabot.web.app import desk, owner
from sabot.web.figures.tree import as_file, drawn, one_pays_the_other
from sabot.web.markup import Markup, markup, tag
from sabot.web.page import shell
from sabot.web.pages import Page
from sabot.web.pages.game.asked import own_mark
from sabot.web.pages.jobs import job_part
from sabot.web.refused import fault_part, refusal

MANY, DEEPEST = 80, 6
"""Nodes of a tree that is folded level by level, and down to which."""
SEATS = ("first", "second", "third", "fourth")


def _asked(request: Request) -> tuple[str, list[int]]:
    """Return the game of the address, and the nodes that are folded."""
    return request.query_params.get("g") or FIRST, folded(request)


def folded(request: Request) -> list[int]:
    """Return the nodes that an address folds."""
    text = request.query_params.get("fold", "")
    words = text.split(",")[:2000]
    return sorted({int(word) for word in words if word.isascii() and word.isdecimal()})


def _odd_folds(request: Request) -> Markup | None:
    """Return that an address folds what is no node: it is not passed over in silence."""
    words = [word for word in request.query_params.get("fold", "").split(",") if word]
    odd = [word for word in words if not (word.isascii() and word.isdecimal())]
    if not odd:
        return None
    return fault_part(f"fold: {odd[0][:40]!r} is no node; write their numbers, as in fold=1,4")


async def tree(request: Request) -> Response:
    """Show where a game is chosen, and its tree."""
    game, _ = _asked(request)
    return shell(
        request,
        "A game tree",
        tag("h1", "The game tree"),
        tag(
            "form",
            tag(
                "label",
                tag("span", "Game"),
                tag("input", name="g", value=game, autocomplete="off", spellcheck="false"),
                class_="field",
            ),
            tag("button", "Draw", class_="main"),
            action="/tree",
            class_="inline",
        ),
        _odd_folds(request),
        tag(
            "div",
            tag("p", "Drawing it ...", class_="doing", role="status"),
            hx_get=f"/part/tree?{request.url.query}",
            hx_trigger="load",
        ),
        wide=True,
    )


async def part(request: Request) -> Response:
    """Show the tree, when its game is told and solved."""
    game, closed = _asked(request)
    asked = {"game": game} | own_mark(request, game)
    name = request.query_params.get("job")
    if name is None:
        job = desk(request).submit("tree", asked, owner(request))
        fold = {"fold": ",".join(map(str, closed))} if closed else {}
        return HTMLResponse(job_part(request, job, f"/part/tree?{urlencode({'g': game} | fold)}"))
    done = desk(request).job(name)
    if done is None or done.state != "done":
        return refusal(request, 404, "this tree is forgotten; draw it again")
    return HTMLResponse(_shown(done.document, game, closed))


def _shown(told: Mapping[str, Any], game: str, closed: list[int]) -> Markup:
    here = f"/tree?{urlencode({'g': game})}"
    return markup(
        tag(
            "p",
            tag("a", tag("code", told["game"]), href=game_address(told["game"])),
            f", {len(told['nodes']):,} nodes",
        ),
        _folds(told["nodes"], closed, here),
        tree_part(told, closed, here),
        tag("p", tag("a", "Download SVG", href=_file(game, closed), class_="button"), class_="row"),
    )


def _file(game: str, closed: list[int]) -> str:
    fold = {"fold": ",".join(map(str, closed))} if closed else {}
    return f"/tree.svg?{urlencode({'g': game} | fold)}"


async def picture(request: Request) -> Response:
    """Send the tree as it is folded, as a file."""
    game, closed = _asked(request)
    told = await desk(request).ask("tree", {"game": game} | own_mark(request, game), owner(request))
    stem = file_stem(game.partition("(")[0])
    return Response(
        as_file(drawn(told["nodes"], told["seats"], closed, "/tree")),
        media_type="image/svg+xml",
        headers={"content-disposition": f'attachment; filename="{stem}-tree.svg"'},
    )


def _folds(nodes: Sequence[Mapping[str, Any]], closed: list[int], here: str) -> Markup | None:
    """Return where all of a level are folded at once, in a tree that fills more than a screen."""
    levels = _levels(nodes)
    if len(nodes) < MANY:
        return tag("p", tag("a", "Unfold all", href=here)) if closed else None
    links = [
        tag(
            "a",
            f"{depth} deep",
            href=f"{here}&fold={','.join(map(str, folds))}",
            class_="chip",
            aria_current="true" if folds == closed else None,
        )
        for depth, folds in levels.items()
    ]
    whole = tag(
        "a",
        "Unfold all",
        href=here,
        class_="chip",
        aria_current=None if closed else "true",
    )
    return tag("p", tag("span", "Show: ", class_="dim"), *links, whole, class_="chips")


def _levels(nodes: Sequence[Mapping[str, Any]]) -> dict[int, list[int]]:
    """Return by depth what is folded where a tree is shown that deep."""
    depths: list[int] = []
    found: dict[int, list[int]] = {}
    for number, node in enumerate(nodes):
        parent = int(node["parent"])
        depths.append(0 if parent < 0 else depths[parent] + 1)
        if node["kind"] != "end":
            found.setdefault(depths[number], []).append(number)
    return {depth: found[depth] for depth in sorted(found) if 2 <= depth <= DEEPEST}


def tree_part(told: Mapping[str, Any], closed: list[int], here: str) -> Markup:
    """Return a tree with its legend; a node that is pressed is folded at the address *here*."""
    picture = drawn(told["nodes"], told["seats"], closed, here)
    legend = [
        tag("li", tag("span", class_=f"dot {colour}"), " ", seat, " chooses")
        for seat, colour in zip(told["seats"], SEATS * len(told["seats"]), strict=False)
    ]
    return markup(
        tag(
            "ul", *legend, tag("li", tag("span", class_="diamond odd"), " chance"), class_="legend"
        ),
        tag("p", _said(told), class_="note"),
        tag(
            "p",
            "Press a node to fold what is below it. By keyboard: arrows go from node to node, ",
            tag("kbd", "Enter"),
            " folds, ",
            tag("kbd", "+"),
            " and ",
            tag("kbd", "-"),
            " zoom, ",
            tag("kbd", "0"),
            " shows all of it.",
            class_="note",
        ),
        tag(
            "zoom-view",
            tag(
                "div",
                tag("button", "−", type="button", data_zoom="out", aria_label="smaller"),
                tag("button", "+", type="button", data_zoom="in", aria_label="larger"),
                tag("button", "all of it", type="button", data_zoom="fit"),
                class_="tools",
            ),
            tag("div", picture, class_="pane", tabindex="0", role="region", aria_label="Tree"),
        ),
    )


def _said(told: Mapping[str, Any]) -> str:
    """Return what stands in a tree: whose payoffs, and by which strategies."""
    if not told["solved"]:
        return "The game is drawn as told; there is no method for its solution here."
    ends = [node["pays"] for node in told["nodes"] if node["kind"] == "end"]
    kind, paid = "optimal solution", "the first seat is paid"
    if not all(map(one_pays_the_other, ends)):
        kind, paid = "equilibrium", "each seat is paid (one number alone: the other seat pays it)"
    return (
        f"On each branch what is chosen and how often, in one {kind}; at the ends what {paid}. "
        "Dotted lines join what a seat cannot tell apart."
    )


NUMBERS = (
    "Chances are those of one solution; where it has a certificate, the checker has verified it."
)
PAGES = (
    Page("/tree", "A game tree", tree, "Trees", takes=("g", "fold"), numbers=NUMBERS),
    Page("/part/tree", "A game tree", part),
    Page("/tree.svg", "A game tree", picture),
)
