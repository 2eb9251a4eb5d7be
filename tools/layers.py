"""Draw the packages in the order of the import contract, each with what it holds.

    python -m tools.layers            is docs/images/layers.svg the contract's?
    python -m tools.layers --write    draw it

Packages and their order are those of the contract ("imports point one way"), words those of the
table in ARCHITECTURE.md. A package that is in no band below stops the drawing.
"""

from __future__ import annotations

import re
import sys
import textwrap
import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "images" / "layers.svg"

BANDS = {
    "plug-ins": ("__main__", "sources", "games"),
    "what is seen": ("cli", "web", "plotting", "kinds", "papers", "render", "play"),
    "what is asked": ("api", "memory", "analysis"),
    "what is solved": ("solvers",),
    "what is kept": ("conformance", "loading", "game_table", "results", "io"),
    "what a game is": ("game_rules", "forms", "poker", "cards", "exact", "names", "progress"),
    "what is below all": ("certify", "errors", "jit", "services"),
}
"""The packages from above to below, in bands that say what they are about."""
_COLOURS = ("#e3efe9", "#cfe3f7", "#f7e27a", "#f9dcc1", "#e6d9f2", "#d3ecd9", "#f3f1ea")
_WIDTH, _LINE, _GAP, _LEFT = 880, 21, 9, 164
_NOTES = {
    "__main__": "python -m sabot",
    "certify": "the checker, with the standard library alone",
    "forms": "games as mathematics",
    "game_table": "the games that ship, by name",
    "jit": "when loops are compiled",
    "memory": "what fits into memory",
    "services": "how generic packages find games, sources and the table of kinds",
    "render": "documents, views, writers, figures",
    "solvers": "form in, result out",
    "web": "the workbench",
}
"""Packages that share a line of the table with others, or whose line begins with a file."""


def layers() -> list[list[str]]:
    """Return the packages of the contract from above to below; those of one layer together."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = [
        one
        for one in settings["tool"]["importlinter"]["contracts"]
        if one["name"] == "imports point one way"
    ]
    return [
        [name.strip().removeprefix("sabot.") for name in layer.split(":")]
        for layer in contract["layers"]
    ]


def words() -> dict[str, str]:
    """Return what each package holds, in the first words of its line in ARCHITECTURE.md."""
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = page.partition("| package |")[2].partition("\n\n")[0]
    held = dict(_NOTES)
    for packages, holds in re.findall(r"(?m)^\| (`[^|]+) \| ([^|]+) \|", table):
        first = re.split(r"[;:(]", holds.replace("`", ""))[0].strip(" ,")
        for package in re.findall(r"`([a-z_]+)(?:/|\.py)`", packages):
            held.setdefault(package, textwrap.shorten(first, 84, placeholder=" ..."))
    return held


def drawn() -> str:
    """Return the picture."""
    order, held, parts, y = layers(), words(), list[str](), 34
    flat = [package for layer in order for package in layer]
    if flat != [package for band in BANDS.values() for package in band]:
        raise LookupError(
            "add or remove a package in BANDS of tools/layers.py: pyproject.toml has others"
        )
    for (title, packages), colour in zip(BANDS.items(), _COLOURS, strict=True):
        height = _LINE * len(packages) + 10
        parts.append(
            f'<rect x="10" y="{y}" width="{_WIDTH - 60}" height="{height}" rx="8" fill="{colour}"/>'
            f'<text x="24" y="{y + height / 2 + 4:g}" class="band">{escape(title)}</text>'
        )
        for number, package in enumerate(packages):
            line = y + 20 + _LINE * number
            parts.append(
                f'<text x="{_LEFT}" y="{line}" class="package">{escape(package)}</text>'
                f'<text x="{_LEFT + 90}" y="{line}">{escape(held[package])}</text>'
            )
        y += height + _GAP
    arrow = _WIDTH - 26
    parts.append(
        f'<path d="M{arrow} 40 V{y - 22}" class="arrow"/>'
        f'<path d="M{arrow - 6} {y - 26} l6 12 l6 -12 z" fill="#0f5c4a"/>'
        f'<text x="{_WIDTH - 10}" y="22" text-anchor="end" class="note">imports point down</text>'
        f'<text x="14" y="{y + 12}" class="note">certify, the checker, imports errors and the '
        f"standard library alone; only games and sources know a game by its name</text>"
    )
    return _page(parts, y + 26)


def _page(parts: list[str], height: float) -> str:
    style = (
        "text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;fill:#1d2422}"
        ".package{font-family:ui-monospace,Menlo,Consolas,monospace;font-weight:600}"
        ".band{font-weight:600;fill:#0f5c4a}.note{fill:#5c6662;font-size:12px}"
        ".arrow{stroke:#0f5c4a;stroke-width:2;fill:none}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:g}" '
        f'width="{_WIDTH}" height="{height:g}" role="img" aria-label="The packages of Sabot, layer '
        f'by layer">\n<style>{style}</style>\n'
        f'<rect width="{_WIDTH}" height="{height:g}" fill="#ffffff"/>\n'
        f'<text x="14" y="22" class="band">The packages of src/sabot</text>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def main() -> None:
    """Compare the picture with the contract, or draw it."""
    if "--write" in sys.argv[1:]:
        PICTURE.write_text(drawn(), encoding="utf-8")
    elif PICTURE.read_text(encoding="utf-8") != drawn():
        sys.exit("docs/images/layers.svg is not the contract's: python -m tools.layers --write")


if __name__ == "__main__":
    main()
