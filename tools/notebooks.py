"""The notebooks of the documentation: their outputs are what their cells give.

    python -m tools.notebooks docs/notebooks/*.ipynb            compare, times apart
    python -m tools.notebooks docs/notebooks/*.ipynb --write    run them and keep the outputs

The code cells of a notebook are run in order, in one namespace and a folder of their own. What a
cell prints is kept, and what its last expression is worth: as text, and as HTML or a picture where
the value shows itself so. A cell with the tag ``raises-exception`` ends with a fault that is shown.
Pictures are drawn when outputs are kept, and not compared: they change with the library that draws
them. No Jupyter is needed; the files are in its format, version 4.5.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import sys
import tempfile
from collections.abc import Mapping
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.outputs import masked

PICTURE = "image/svg+xml"
RICH = {"text/html": "_repr_html_", PICTURE: "_repr_svg_"}
MOST_PLAIN = 200
"""Letters of a value's text that is kept beside a richer one."""
RAISES = "raises-exception"

Output = dict[str, Any]


def read(path: Path) -> dict[str, Any]:
    """Return a notebook after making sure that it is one."""
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if document.get("nbformat") != 4 or not isinstance(document.get("cells"), list):
        raise SystemExit(f"{path}: not a notebook of format 4")
    return document


def text_of(lines: str | list[str]) -> str:
    r"""Return the text of a cell or an output: one string, or a list of lines.

    >>> text_of(["a\n", "b"]), text_of("a")
    ('a\nb', 'a')
    """
    return lines if isinstance(lines, str) else "".join(lines)


@dataclass
class Kernel:
    """One namespace, in which cells are run one after another."""

    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})
    draws: bool = False
    """Whether values that show themselves as pictures are drawn."""
    count: int = 0

    def run(self, source: str, *, raises: bool = False) -> list[Output]:
        r"""Return what a cell prints, and what its last expression shows.

        >>> Kernel().run("print(1)\n2 + 2")[1]["data"]
        {'text/plain': ['4']}
        >>> Kernel().run("1 / 0", raises=True)[0]["evalue"]
        'division by zero'
        """
        self.count += 1
        said, value, fault = io.StringIO(), None, None
        with redirect_stdout(said):
            try:
                value = self._value(source)
            except Exception as error:
                if not raises:
                    raise
                fault = error
        if raises and fault is None:
            raise SystemExit(f"cell {self.count} is to end with a fault, and does not")
        found: list[Output] = []
        if said.getvalue():
            told = lines(said.getvalue())
            found.append({"output_type": "stream", "name": "stdout", "text": told})
        if value is not None:
            found.append(self._result(value))
        if fault is not None:
            found.append(_ended(fault))
        return found

    def _result(self, value: Any) -> Output:
        return {
            "output_type": "execute_result",
            "execution_count": self.count,
            "metadata": {},
            "data": shown(value, draws=self.draws),
        }

    def _value(self, source: str) -> Any:
        """Run a cell; return the value of its last line if that is an expression."""
        place = f"<cell {self.count}>"
        tree = ast.parse(source, place)
        last = tree.body[-1] if tree.body else None
        if not isinstance(last, ast.Expr):
            exec(compile(tree, place, "exec"), self.names)
            return None
        tree.body.pop()
        exec(compile(tree, place, "exec"), self.names)
        return eval(compile(ast.Expression(last.value), place, "eval"), self.names)


def _ended(fault: Exception) -> Output:
    """Return the output of a cell that ended with a fault: its name and words, no places."""
    name = type(fault).__name__
    return {
        "output_type": "error",
        "ename": name,
        "evalue": str(fault),
        "traceback": [f"{name}: {fault}"],
    }


def lines(text: str) -> list[str]:
    r"""Return a text as notebooks keep it: a list of lines.

    >>> lines("a\nb")
    ['a\n', 'b']
    """
    return text.splitlines(keepends=True)


def shown(value: Any, *, draws: bool = False) -> dict[str, list[str]]:
    """Return a value as text and, where it shows itself so, as HTML or (if drawn) a picture.

    >>> shown("a")
    {'text/plain': ["'a'"]}
    """
    kinds = {kind: name for kind, name in RICH.items() if hasattr(value, name)}
    rich = {
        kind: getattr(value, name)() for kind, name in kinds.items() if draws or kind != PICTURE
    }
    plain = repr(value)
    if kinds and len(plain) > MOST_PLAIN:
        plain = f"<{type(value).__name__}>"  # nobody reads it where the other is shown
    return {kind: lines(text) for kind, text in {"text/plain": plain, **rich}.items()}


def executed(document: Mapping[str, Any], *, draws: bool = False) -> dict[str, Any]:
    """Return a notebook with the outputs of its cells, run from the first to the last."""
    kernel, cells = Kernel(draws=draws), []
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for cell in document["cells"]:
            if cell["cell_type"] == "code":
                raises = RAISES in cell["metadata"].get("tags", [])
                outputs = kernel.run(text_of(cell["source"]), raises=raises)
                cell = {**cell, "execution_count": kernel.count, "outputs": outputs}
            cells.append(cell)
    return {**document, "cells": cells}


def compared(outputs: Any) -> Any:
    """Return outputs as they are compared: without times, and without pictures.

    >>> compared([{"text": ["found in 0.2 s"]}, {"data": {"image/svg+xml": ["<svg/>"]}}])
    [{'text': ['found in TIME']}, {'data': {}}]
    """
    if isinstance(outputs, str):
        return masked(outputs)
    if isinstance(outputs, list):
        return [compared(one) for one in outputs]
    if isinstance(outputs, dict):
        return {key: compared(inside) for key, inside in outputs.items() if key != PICTURE}
    return outputs


def differences(kept: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    """Return which cells give something else than the notebook keeps."""
    pairs = zip(kept["cells"], found["cells"], strict=True)
    return [
        f"cell {number}: {text_of(was['source']).strip().splitlines()[-1]}"
        for number, (was, now) in enumerate(pairs, 1)
        if was["cell_type"] == "code" and compared(was["outputs"]) != compared(now["outputs"])
    ]


def write(path: Path, document: Mapping[str, Any]) -> None:
    """Write a notebook as Jupyter does: an indent of one, keys in order, letters as they are."""
    text = json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


def main() -> None:
    """Compare the notebooks that are named with what their cells give, or write that down."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("notebooks", nargs="+", type=Path)
    parser.add_argument("--write", action="store_true", help="keep the outputs")
    given = parser.parse_args()
    other = []
    for path in given.notebooks:
        kept = read(path)
        found = executed(kept, draws=given.write)
        changed = differences(kept, found)
        if changed and given.write:  # where only times differ, the file stays as it is
            write(path, found)
        other += [f"{path}: {cell}" for cell in changed]
        print(f"{path}: {len(changed)} cells {'written' if given.write else 'differ'}")
    if other and not given.write:
        sys.exit("\n".join(other))


if __name__ == "__main__":
    main()
