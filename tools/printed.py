"""Change every part of a saved file, seal it again, and see whether what is printed is proved.

    python -m tools.printed [--files NAME ...] [--count N] [--seed S]

The law: a changed file is refused; or nothing that is printed changes; or what changed is printed
and is still true, for a reason that is written here (:data:`REASONS`). What is printed of a file:
``sabot check``, whose lines the page of the workbench repeats, ``sabot table`` on the screen and in
all its formats, and what a notebook shows of the loaded result. Anything else is reported, and the
exit code is 1.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import io
import json
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.forge import Path_, Source, at, fate, parts, seal, sources

from sabot import certify
from sabot.cli.verbs.table import load_saved_views
from sabot.errors import SabotError
from sabot.render.formats import TABLE_FORMATS, render_part
from sabot.render.text import verdict_lines
from sabot.results.base import Result

DIGEST = re.compile(r"sha256:[0-9a-f]+|\b[0-9a-f]{64}\b")
TIME = re.compile(r"checked in [0-9.]+ (ms|s|µs)")


def outputs(text: str) -> dict[str, str]:
    """Return all that is printed of a file, by where; raise what its readers raise."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.json"
        path.write_text(text, encoding="utf-8")
        proved = certify.check(path)
        found = {"check": "\n".join([*verdict_lines(proved), proved.unchecked])}
        found["check --json"] = json.dumps(proved.to_json(), sort_keys=True)
        with contextlib.redirect_stderr(io.StringIO()):
            views = load_saved_views(str(path))
        found["table"] = render_part(views.document(None), "terminal")
        for form in TABLE_FORMATS:
            found[form] = views.render(form)
        if json.loads(text)["schema"] != "sabot/certificate/1":
            result = Result.load(path)
            found["notebook"] = result._repr_html_() + str(result) + repr(result)
    return {where: TIME.sub("TIME", DIGEST.sub("DIGEST", told)) for where, told in found.items()}


# ---------------------------------------------------------------------- changing a file

NUMBER = re.compile(r"-?[0-9]+(/[0-9]+)?")
GAMES = ("le-her", "foster-1964", "whist(deal=KQ10/AJ9, lead=W)", "no such game")
"""Names for a file of another game: of games with facts of their own, and of none."""


def others(old: Any, near: list[Any]) -> list[Any]:
    """Return what may be written in place of a leaf: other values that look like it."""
    if isinstance(old, bool) or old is None:
        return [one for one in (True, False, None) if one is not old]
    if isinstance(old, int):
        return [old + 1, old - 1]
    if isinstance(old, float):
        return [2 * old + 1, old / 2]
    if NUMBER.fullmatch(old):
        top, _, below = old.partition("/")
        return [
            f"{int(top) + 1}{_}{below}",
            f"{-int(top)}{_}{below}",
            f"{2 * int(top)}/{2 * int(below or 1)}",
        ]
    found = [old + "x", *[one for one in near if isinstance(one, str) and one != old][:2]]
    digit = re.search("[0-9]", old)
    if digit:
        found.append(old[: digit.start()] + str((int(digit[0]) + 1) % 10) + old[digit.end() :])
    return found


def changes(document: Any) -> Iterator[tuple[Path_, str, Any]]:
    """Yield every change: where, what is done, and the part that is written there instead."""
    for path, part in parts(document):
        if path and (path[-1] == "digest" or path == ("schema",)):
            continue
        if isinstance(part, dict):
            for key in part:
                yield path, f"without {key!r}", {k: p for k, p in part.items() if k != key}
                if path and key not in ("digest", "schema"):
                    renamed = {key + "x" if k == key else k: p for k, p in part.items()}
                    yield path, f"{key!r} renamed", renamed
            if len(part) > 1:
                turned = dict(zip(part, [*list(part.values())[1:], *part.values()], strict=False))
                yield path, "values turned", turned
                yield path, "order turned", dict(reversed(part.items()))
        elif isinstance(part, list):
            if part:
                yield path, "without the first", part[1:]
                yield path, "without the last", part[:-1]
                yield path, "the first again", [*part, part[0]]
            if len(part) > 1:
                yield path, "turned", [*part[1:], part[0]]
            yield path, "a text more", [*part, "x"]
        else:
            holder = at(document, path[:-1])
            near = list(holder.values()) if isinstance(holder, dict) else list(holder)
            for new in GAMES if path == ("game",) else others(part, near):
                yield path, f"{part!r} as {new!r}"[:120], new


def changed(document: Any, path: Path_, new: Any) -> Any:
    """Return a copy of a document with another part at one place."""
    fresh = copy.deepcopy(document if path else new)
    if path:
        at(fresh, path[:-1])[path[-1]] = copy.deepcopy(new)
    return fresh


# ---------------------------------------------------------------------- judging a change

REASONS = {
    "refused": "the checker refuses the changed file, or `sabot table` does",
    "same": "all that is printed is unchanged",
    "named": "the name of the game: whatever prints it says that it was not checked",
    "another": "a second optimal strategy, of a claim that one is not unique: the evidence for it, "
    "which the checker accepts only if it secures the value too",
    "reordered": "the equations that fix a strategy, in another order",
    "less": "the file claims less, and less is printed",
    "true": "the file proves something else, which the solvers, too, find to be true",
}
"""What may become of a changed file, and why nothing false is printed then."""


@dataclass(frozen=True)
class Change:
    """A changed file and what became of it: one of :data:`REASONS`, or PRINTED, FALSE, FAULT."""

    path: Path_
    what: str
    fate: str
    where: str = ""
    """What printed it, where it should not."""


def judge(source: Source, honest: dict[str, str], path: Path_, new: Any) -> tuple[str, str]:
    """Return what becomes of a changed document, and what printed it where it should not."""
    seal(new)
    text = json.dumps(new)
    found = fate(text, source.statement)
    if found == "refused" or found.isupper():
        return found, "check"
    try:
        told = outputs(text)
    except SabotError:
        return "refused", "table"
    changed = [where for where in honest if told[where] != honest[where]]
    if not changed:
        return "same", ""
    if path == ("game",):
        silent = [where for where in changed if not _says_unchecked(told[where])]
        return ("PRINTED", ", ".join(silent)) if silent else ("named", "")
    if found in ("less", "true"):
        return found, ""
    if "another" in path:
        return "another", ""
    if path[-1:] == ("equations",) and set(changed) <= {"latex", "markdown"}:
        return "reordered", ""
    return "PRINTED", ", ".join(changed)


def _says_unchecked(told: str) -> bool:
    text = " ".join(told.split())
    return "not checked: that these" in text or "was not checked" in text


def change_all(source: Source, dice: random.Random, count: int | None = None) -> Iterator[Change]:
    """Yield the changes of a file, or so many of them, and what becomes of each."""
    document = json.loads(source.text)
    honest = outputs(source.text)
    every = list(changes(document))
    for path, what, new in every if count is None else dice.sample(every, min(count, len(every))):
        yield Change(path, what, *judge(source, honest, path, changed(document, path, new)))


def shown() -> list[Source]:
    """Return the honest files that are changed: those of which tables are printed."""
    return [one for one in sources() if json.loads(one.text)["schema"] != "sabot/certificate/1"]


def main() -> int:
    """Change files, count what became of them; return 1 if something unproved is printed."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--files", nargs="*", default=[])
    reader.add_argument("--count", type=int, help="changes of each file; default: all")
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    total: Counter[str] = Counter()
    for source in shown():
        if asked.files and source.name not in asked.files:
            continue
        counts: Counter[str] = Counter()
        for one in change_all(source, random.Random(asked.seed), asked.count):
            counts[one.fate] += 1
            if one.fate not in REASONS:
                print(f"{one.fate}: {source.name} {one.path} {one.what}: {one.where}")
        total += counts
        print(f"{source.name:22}", dict(counts), flush=True)
    print(f"{total.total()} changed files: {dict(total)}")
    return 1 if total.keys() - REASONS.keys() else 0


if __name__ == "__main__":
    sys.exit(main())
