"""Draw the figures of the documentation again, from the commands that its gallery shows.

    python -m tools.figures            all of them, into docs/images/figures
    python -m tools.figures NAME ...   those of these names
    python -m tools.figures --check    which of them are not what is drawn now

The list is the page itself: every command of ``docs/how-to/plot.md`` that writes a drawing which
the page shows. The same figure gives the same bytes, so what has not changed is not written anew.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from tools import book

PAGE = book.ROOT / "docs" / "how-to" / "plot.md"
PICTURES = book.ROOT / "docs" / "images" / "figures"
FRONT = book.ROOT / "docs" / "images" / "readme.png"
COLOURS = 64
_SHOWN = re.compile(r"\(\.\./images/figures/([\w-]+)\.svg\)")
_WRITES = re.compile(r" -o ([\w-]+)\.svg\b")


def shown() -> list[str]:
    """Return the names of the drawings on the page, from top to bottom."""
    return list(dict.fromkeys(_SHOWN.findall(PAGE.read_text(encoding="utf-8"))))


def commands() -> dict[str, str]:
    """Return the command that draws each of them."""
    every = book.commands(PAGE.read_text(encoding="utf-8"))
    found = {name[1]: command.line for command in every if (name := _WRITES.search(command.line))}
    return {name: found[name] for name in shown()}


def drawn(names: list[str]) -> dict[str, bytes]:
    """Return these drawings as they are drawn now."""
    every = book.commands(PAGE.read_text(encoding="utf-8"))
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        for name in names:
            line = commands()[name]
            book.make_what_is_read(line, every, here)
            ran = book.run(line, here)
            if ran.code:
                raise SystemExit(f"{line}\n{ran.talk}")
            found[name] = (here / f"{name}.svg").read_bytes()
    return found


def front() -> bytes:
    """Return the picture of the front page: what both players of le Her do with each card."""
    import sabot
    from sabot.render.figures.figure import Figure
    from sabot.render.figures.matplotlib_backend import draw_figure as picture
    from sabot.render.figures.style import FigureStyle

    first, second = sabot.plot("le-her", "strategies").panels
    title = "Le Her: the optimal strategy of each player, by the card held"
    above = replace(first, title="first player: exchange the card with the dealer?")
    below = replace(second, title="dealer: draw a new card from the pack?")
    note = "1 is the ace, 13 the king; a split bar is a random choice; drawn by sabot plot le-her"
    return _small(picture(Figure(title, (above, below), note, FigureStyle.of(dpi=125)), "png"))


def _small(picture: bytes) -> bytes:
    """Return a PNG with few colours, which is all that a figure has."""
    from io import BytesIO

    from PIL import Image

    sheet = BytesIO()
    Image.open(BytesIO(picture)).convert("RGB").quantize(COLOURS).save(sheet, "png", optimize=True)
    return sheet.getvalue()


def main(words: list[str]) -> int:
    """Draw, or compare, and say which are new."""
    parser = argparse.ArgumentParser(description="The figures of the documentation.")
    parser.add_argument("names", nargs="*", help="which (default: all)")
    parser.add_argument("--check", action="store_true", help="write nothing")
    given = parser.parse_args(words)
    if odd := set(given.names) - set(shown()):
        parser.error(
            f"{PAGE.name} shows no {', '.join(sorted(odd))}; it shows {', '.join(shown())}"
        )
    PICTURES.mkdir(parents=True, exist_ok=True)
    pictures = {
        PICTURES / f"{name}.svg": body for name, body in drawn(given.names or shown()).items()
    }
    if not given.names:
        pictures[FRONT] = front()
    changed = [
        path for path, body in pictures.items() if not path.exists() or path.read_bytes() != body
    ]
    for path in changed:
        if not given.check:
            path.write_bytes(pictures[path])
        print(path.relative_to(book.ROOT))
    return int(given.check and bool(changed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
