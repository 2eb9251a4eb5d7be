"""Compute what stands on the cards of the workbench's first page, and keep it.

``python tools/headlines.py`` solves a game of each family and writes the file of the page's room,
``headlines.json``: the first page waits for no worker. ``tests/web/test_home.py`` computes all
of it again.
"""

from __future__ import annotations

import json
from pathlib import Path

from sabot.loading import families
from sabot.web.game_links import sample_game
from sabot.web.tasks.solution import compute_headline

FILE = Path(__file__).resolve().parents[1] / "src" / "sabot" / "web" / "headlines.json"


def main() -> None:
    """Write the file."""
    names = {family.name: sample_game(family) for family in families()}
    told = {name: compute_headline({"game": game}) for name, game in names.items() if game}
    lines = [
        f"{json.dumps(name)}: {json.dumps(one, ensure_ascii=False)}" for name, one in told.items()
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
