"""The reference of the Python names, written as plain Markdown from the docstrings.

    python -m tools.book_python            are the pages as the docstrings say?
    python -m tools.book_python --write    write them

A page names what it documents in a comment, and the text follows up to ``<!-- end -->``:

    <!-- generated: tools/book_python.py sabot.solve sabot.Game.* sabot.Table.ask,pay -->

``sabot.solve`` is the docstring, ``sabot.Game.*`` that of the class and of its documented members,
``sabot.Table.ask,pay`` that of the class and of these members.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("docs/reference/python.md", "docs/reference/results.md")

_PART = re.compile(
    r"(<!-- generated: tools/book_python\.py ([\w.,* ]+) -->\n).*?(<!-- end -->)", re.DOTALL
)
_ROLE = re.compile(r":\w+:`~?([\w.]+)`")
_EXAMPLE = re.compile(r"(?m)^>>> .*(?:\n.+)*")
_CODE_BLOCK = re.compile(r"(?m)^\.\. code-block:: (\w+)\n\n((?:(?: {4}.*)?\n)+)")


def written(text: str) -> str:
    """Return a page with its generated parts as the docstrings say."""

    def part(found: re.Match[str]) -> str:
        entries = [entry for name in found[2].split() for entry in _entries(name)]
        return f"{found[1]}\n" + "\n\n".join(entries) + f"\n\n{found[3]}"

    return _PART.sub(part, text)


def without(text: str) -> str:
    """Return a page without its generated parts: the examples there are those of the source."""
    return _PART.sub("", text)


def names(text: str) -> set[str]:
    r"""Return what a page documents.

    >>> sorted(names("<!-- generated: tools/book_python.py a.b a.C.* a.D.e,f -->\n<!-- end -->"))
    ['a.C', 'a.D', 'a.b']
    """
    listed = {name for _, some, _ in _PART.findall(text) for name in some.split()}
    return {re.sub(r"\.(\*|\w+(,\w+)+)$", "", name) for name in listed}


def _entries(name: str) -> Iterator[str]:
    path, _, last = name.rpartition(".")
    wanted = None if last == "*" else last.split(",") if "," in last else []
    thing = _found(path if wanted is None or wanted else name)
    shown = path if wanted is None or wanted else name
    if inspect.ismodule(thing):
        yield _markdown(thing)
        for member in vars(thing).values() if wanted is None else ():
            if inspect.isclass(member) and member.__module__ == thing.__name__:
                yield f"### `{member.__name__}`\n\n{_markdown(member)}"
        return
    node = _parsed(thing)
    head = _signature(node) if isinstance(node, ast.FunctionDef) else _constructor(node)
    block = f"```text\n{head}\n```\n\n" if head else ""
    yield f"### `{shown}`\n\n{block}{_markdown(thing)}"
    if wanted != [] and isinstance(node, ast.ClassDef):
        members = [text for member, text in _members(node) if wanted is None or member in wanted]
        if members:
            yield "\n\n".join(members)


def _found(name: str) -> Any:
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found: Any = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            found = getattr(found, part)
        return found
    raise ValueError(f"{name}: no such thing")


def _parsed(thing: Any) -> ast.ClassDef | ast.FunctionDef:
    node = ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0]
    assert isinstance(node, ast.ClassDef | ast.FunctionDef)
    return node


def _constructor(node: ast.ClassDef) -> str:
    """Return how an object is made, where a class says so itself."""
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            return _signature(part, node.name).removesuffix(" -> None")
    return ""


def _signature(node: ast.FunctionDef, name: str = "") -> str:
    given = node.args
    if (first := [*given.posonlyargs, *given.args][:1]) and first[0].arg in ("self", "cls"):
        (given.posonlyargs or given.args).pop(0)
    said = ast.unparse(given)
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    line = f"{name or node.name}({said}){result}"
    if len(line) <= 80:
        return line
    bare = ast.parse(f"def f({said}): pass").body[0]
    assert isinstance(bare, ast.FunctionDef)
    return (
        f"{name or node.name}(\n"
        + "".join(f"    {one},\n" for one in _each(bare.args))
        + f"){result}"
    )


def _each(given: ast.arguments) -> Iterator[str]:
    """Yield the parameters of a function, as they are written."""
    placed = [*given.posonlyargs, *given.args]
    missing = [None] * (len(placed) - len(given.defaults))
    for one, default in zip(placed, [*missing, *given.defaults], strict=True):
        yield _parameter(one, default)
    if given.vararg or given.kwonlyargs:
        yield f"*{ast.unparse(given.vararg)}" if given.vararg else "*"
    for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        yield _parameter(one, default)
    if given.kwarg:
        yield f"**{ast.unparse(given.kwarg)}"


def _parameter(one: ast.arg, default: ast.expr | None) -> str:
    equals = " = " if one.annotation else "="
    return ast.unparse(one) + (f"{equals}{ast.unparse(default)}" if default else "")


def _members(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Yield the documented public members of a class, in the order of the source."""
    for part, after in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(part, ast.FunctionDef) and (said := ast.get_docstring(part)):
            marks = {ast.unparse(mark).rpartition(".")[2] for mark in part.decorator_list}
            name, plain = part.name, bool(marks & {"property", "cached_property", "setter"})
            head = name if plain else _signature(part)
        elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            text = after.value if isinstance(after, ast.Expr) else None
            if not (isinstance(text, ast.Constant) and isinstance(text.value, str)):
                continue
            name, said = part.target.id, inspect.cleandoc(text.value)
            head = f"{name}: {ast.unparse(part.annotation)}"
        else:
            continue
        if not name.startswith("_"):
            body = textwrap.indent(markdown(said), "  ").lstrip()
            lines = head.splitlines()
            code = (
                f"`{head}`"
                if len(lines) == 1
                else "`"
                + "".join(
                    line.strip() + (" " if line.endswith(",") else "") for line in lines
                ).replace(", )", ")")
                + "`"
            )
            yield name, f"- {code}\n\n  {body}"


def _markdown(thing: Any) -> str:
    return markdown(inspect.getdoc(thing) or "")


def markdown(text: str) -> str:
    r"""Return a docstring as Markdown.

    >>> markdown("Return ``x`` of :class:`~sabot.Game`.\n\n>>> 1\n1\n")
    'Return `x` of `Game`.\n\n```python\n>>> 1\n1\n```'
    """
    text = _ROLE.sub(lambda role: f"`{role[1].rpartition('.')[2]}`", text.strip() + "\n")
    text = re.sub(r"``([^`\n]+)``", r"`\1`", text)
    text = _CODE_BLOCK.sub(
        lambda block: f"```{block[1]}\n{textwrap.dedent(block[2]).strip()}\n```\n\n", text
    )
    text = _EXAMPLE.sub(lambda example: f"```python\n{example[0]}\n```", text)
    return text.strip()


def main() -> None:
    """Compare the pages with the docstrings, or with --write write them."""
    for name in PAGES:
        page = ROOT / name
        before = page.read_text(encoding="utf-8")
        after = written(before)
        if "--write" in sys.argv[1:]:
            page.write_text(after, encoding="utf-8")
        elif after != before:
            sys.exit(f"{name}: not as the docstrings say; run python -m tools.book_python --write")


if __name__ == "__main__":
    main()
