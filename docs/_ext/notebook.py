"""Notebooks as pages of the site: their words, their cells, and the outputs that they keep.

A notebook is turned into a page of Markdown before it is read; nothing is run. Tables stay tables,
pictures stay pictures, and under the title stands a link to the notebook itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from myst_parser.parsers.sphinx_ import MystParser

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

_TITLE = re.compile(r"(# .+\n)")


def page(document: Mapping[str, Any], name: str) -> str:
    r"""Return a notebook as a page of Markdown.

    >>> print(page({"cells": [{"cell_type": "markdown", "source": ["# A\n", "b"]}]}, "a.ipynb"))
    # A
    <BLANKLINE>
    {download}`The notebook: a.ipynb <a.ipynb>`
    <BLANKLINE>
    b
    """
    text = "\n\n".join(part for cell in document["cells"] for part in _parts(cell))
    link = f"{{download}}`The notebook: {name} <{name}>`"
    return _TITLE.sub(lambda title: f"{title[1]}\n{link}\n\n", text, count=1)


def _parts(cell: Mapping[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield _fenced("python", source)
    for output in cell["outputs"]:
        yield _told(output)


def _told(output: Mapping[str, Any]) -> str:
    """Return an output in the richest form that it has."""
    data = output.get("data", {})
    if "image/svg+xml" in data:
        picture = "".join(data["image/svg+xml"])
        return _fenced("{raw} html", picture[picture.index("<svg") :])
    if "text/html" in data:
        told = "".join(data["text/html"])
        return _fenced("{raw} html", f'<div class="output">{told}</div>')
    text = output.get("text") or data.get("text/plain") or output["traceback"]
    return _fenced("text", "".join(text))


def _fenced(kind: str, text: str) -> str:
    fence = "`" * max(3, *(1 + len(run) for run in re.findall("`+", text)), 3)
    return f"{fence}{kind}\n{text.rstrip()}\n{fence}"


class NotebookParser(MystParser):
    """Reads a notebook as the page that it is turned into."""

    supported = ("notebook",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Fill in the page of a notebook."""
        name = Path(document["source"]).name
        super().parse(page(json.loads(inputstring), name), document)


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.add_source_suffix(".ipynb", "notebook")
    app.add_source_parser(NotebookParser)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
