"""The pictures of docs/games, drawn by the commands that the pages show above them.

python -m tools.game_pictures                 draw all of them
python -m tools.game_pictures le-her kuhn     those of some pages only
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from shutil import copyfile

from tools.book import prepare

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "games"
PICTURES = ROOT / "docs" / "images" / "games"
_BLOCK = re.compile(r"```sh\n(.*?)```", re.DOTALL)
_PICTURE = re.compile(r"!\[([^\]]*)\]\(\.\./images/games/([\w-]+\.svg)\)")


def pages() -> list[Path]:
    """Return the pages of games, without their index."""
    return [page for page in sorted(PAGES.glob("*.md")) if page.stem != "index"]


def lines(text: str) -> list[str]:
    r"""Return the commands of a page that lead to its pictures.

    >>> lines("```sh\nsabot plot le-her -o a.svg\n```\n")
    ['sabot plot le-her -o a.svg']
    """
    return [line for block in _BLOCK.findall(text) for line in block.splitlines() if line]


def shown(text: str) -> dict[str, str]:
    """Return the pictures of a page, each with the words that stand for it."""
    return {file: words for words, file in _PICTURE.findall(text)}


def drawn(text: str) -> set[str]:
    """Return the pictures that the commands of a page write."""
    return set(re.findall(r"-o ([\w-]+\.svg)", "\n".join(lines(text))))


def draw(text: str, folder: Path) -> Iterator[Path]:
    """Run the commands of a page in a folder and yield the pictures that are there then."""
    from click.testing import CliRunner

    from sabot.cli.program import cli

    prepare(text, folder)
    with chdir(folder):
        for line in lines(text):
            done = CliRunner().invoke(cli, shlex.split(line)[1:])
            if done.exit_code:
                sys.exit(f"{line}\n{done.output}")
    yield from (folder / name for name in sorted(drawn(text)))


def main() -> None:
    """Draw the pictures of the pages that are named, or of all."""
    wanted = sys.argv[1:]
    PICTURES.mkdir(parents=True, exist_ok=True)
    for page in pages():
        if wanted and not any(word in page.stem for word in wanted):
            continue
        with tempfile.TemporaryDirectory() as place:
            for picture in draw(page.read_text(encoding="utf-8"), Path(place)):
                copyfile(picture, PICTURES / picture.name)
                size = os.stat(PICTURES / picture.name).st_size
                print(f"{picture.name}: {size:,} bytes")


if __name__ == "__main__":
    main()
