"""Pages of game trees: information sets are joined, probabilities and payoffs on the branches."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sabot.game_table import default_game
from sabot.render.text import file_stem
from sabot.web.components import chip_link, chips, error_html, text_field
from sabot.web.figures.game_tree import is_zero_sum_pair, player_mark, standalone_tree_svg, tree_svg
from sabot.web.game_links import game_url, opened_game_mark
from sabot.web.html import Markup, join_markup, tag
from sabot.web.jobs import client_id, job_queue
from sabot.web.layout import error_response, render_page
from sabot.web.messages import TreeAnswer, TreeNode
from sabot.web.pages import Page
from sabot.web.pages.jobs import job_part

MIN_NODES_TO_FOLD, MAX_FOLD_DEPTH = 80, 6
"""Nodes of a tree that is folded level by level, and down to which."""


def _tree_parameters(request: Request) -> tuple[str, list[int]]:
    """Return the game of the address, and the nodes that are folded."""
    return request.query_params.get("g") or default_game(), folded_nodes(request)


def folded_nodes(request: Request) -> list[int]:
    """Return the nodes that an address folds."""
    text = request.query_params.get("fold", "")
    words = text.split(",")[:2000]
    return sorted({int(word) for word in words if word.isascii() and word.isdecimal()})


def _unknown_folds_note(request: Request) -> Markup | None:
    """Return that an address folds what is no node: it is not passed over in silence."""
    words = [word for word in request.query_params.get("fold", "").split(",") if word]
    odd = [word for word in words if not (word.isascii() and word.isdecimal())]
    if not odd:
        return None
    return error_html(f"fold: {odd[0][:40]!r} is no node; write their numbers, as in fold=1,4")


async def tree_page(request: Request) -> Response:
    """Show where a game is chosen, and its tree."""
    game, _ = _tree_parameters(request)
    return render_page(
        request,
        "A game tree",
        tag("h1", "The game tree"),
        tag(
            "form",
            text_field("Game", "g", game),
            tag("button", "Draw", class_="main"),
            action="/tree",
            class_="inline",
        ),
        _unknown_folds_note(request),
        tag(
            "div",
            tag("p", "Drawing it ...", class_="doing", role="status"),
            hx_get=f"/part/tree?{request.url.query}",
            hx_trigger="load",
        ),
        wide=True,
    )


async def tree_part(request: Request) -> Response:
    """Show the tree, when its game is read and solved."""
    game, closed = _tree_parameters(request)
    asked = {"game": game} | opened_game_mark(request, game)
    name = request.query_params.get("job")
    if name is None:
        job = job_queue(request).submit("tree", asked, client_id(request))
        fold = {"fold": ",".join(map(str, closed))} if closed else {}
        return HTMLResponse(job_part(request, job, f"/part/tree?{urlencode({'g': game} | fold)}"))
    done = job_queue(request).job(name)
    if done is None or done.state != "done":
        return error_response(request, 404, "this tree is forgotten; draw it again")
    return HTMLResponse(_tree_section(done.document, game, closed))


def _tree_section(answer: TreeAnswer, game: str, closed: list[int]) -> Markup:
    here = f"/tree?{urlencode({'g': game})}"
    return join_markup(
        tag(
            "p",
            tag("a", tag("code", answer["game"]), href=game_url(answer["game"])),
            f", {len(answer['nodes']):,} nodes",
        ),
        _fold_links(answer["nodes"], closed, here),
        tree_html(answer, closed, here),
        tag(
            "p",
            tag("a", "Download SVG", href=_svg_url(game, closed), class_="button"),
            class_="row",
        ),
    )


def _svg_url(game: str, closed: list[int]) -> str:
    fold = {"fold": ",".join(map(str, closed))} if closed else {}
    return f"/tree.svg?{urlencode({'g': game} | fold)}"


async def tree_svg_file(request: Request) -> Response:
    """Send the tree as it is folded, as a file."""
    game, closed = _tree_parameters(request)
    answer = await job_queue(request).ask(
        "tree", {"game": game} | opened_game_mark(request, game), client_id(request)
    )
    stem = file_stem(game.partition("(")[0])
    return Response(
        standalone_tree_svg(tree_svg(answer["nodes"], answer["seats"], closed, "/tree")),
        media_type="image/svg+xml",
        headers={"content-disposition": f'attachment; filename="{stem}-tree.svg"'},
    )


def _fold_links(nodes: Sequence[TreeNode], closed: list[int], here: str) -> Markup | None:
    """Return where all of a level are folded at once, in a tree that fills more than a screen."""
    levels = _nodes_by_depth(nodes)
    if len(nodes) < MIN_NODES_TO_FOLD:
        return tag("p", tag("a", "Unfold all", href=here), class_="way") if closed else None
    links = [
        chip_link(
            f"{depth} deep",
            f"{here}&fold={','.join(map(str, folds))}",
            current=folds == closed,
        )
        for depth, folds in levels.items()
    ]
    whole = chip_link("Unfold all", here, current=not closed)
    return chips([*links, whole], "Show: ")


def _nodes_by_depth(nodes: Sequence[TreeNode]) -> dict[int, list[int]]:
    """Return by depth what is folded where a tree is shown that deep."""
    depths: list[int] = []
    found: dict[int, list[int]] = {}
    for number, node in enumerate(nodes):
        parent = int(node["parent"])
        depths.append(0 if parent < 0 else depths[parent] + 1)
        if node["kind"] != "end":
            found.setdefault(depths[number], []).append(number)
    return {depth: found[depth] for depth in sorted(found) if 2 <= depth <= MAX_FOLD_DEPTH}


def tree_html(answer: TreeAnswer, closed: list[int], here: str) -> Markup:
    """Return a tree with its legend; a node that is pressed is folded at the address *here*."""
    picture = tree_svg(answer["nodes"], answer["seats"], closed, here)
    legend = [
        tag(
            "li",
            tag("svg", player_mark(number, 8, 8, 7), width=16, height=16, class_="mark"),
            " ",
            seat,
            " chooses",
        )
        for number, seat in enumerate(answer["seats"])
    ]
    if any(node["kind"] == "chance" for node in answer["nodes"]):
        legend.append(tag("li", tag("span", class_="diamond odd"), " chance"))
    return join_markup(
        tag("ul", *legend, class_="legend"),
        tag("p", _tree_note(answer), class_="note"),
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


def _tree_note(answer: TreeAnswer) -> str:
    """Return the legend of a tree: whose payoffs, and by which strategies."""
    if not answer["solved"]:
        return (
            "The game is drawn from its rules, without the chances of a solution. What is known of "
            "its solution is on the page of the game."
        )
    ends = [node["pays"] for node in answer["nodes"] if node["kind"] == "end" and node["pays"]]
    kind, paid = "optimal solution", "the first seat is paid"
    if not all(map(is_zero_sum_pair, ends)):
        kind, paid = "equilibrium", "each seat is paid (one number alone: the other seat pays it)"
    return (
        f"On each branch what is chosen and how often, in one {kind}; at the ends what {paid}. "
        "Dotted lines join what a seat cannot tell apart."
    )


NUMBERS_NOTE = (
    "Chances are those of one solution; where it has a certificate, the checker has verified it."
)

PAGES = (
    Page("/tree", "A game tree", tree_page, "Trees", takes=("g", "fold"), numbers=NUMBERS_NOTE),
    Page("/part/tree", "A game tree", tree_part),
    Page("/tree.svg", "A game tree", tree_svg_file),
)
