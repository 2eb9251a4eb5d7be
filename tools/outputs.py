"""Run every documented command and keep what it prints, to compare two states of the program.

    python tools/outputs.py FOLDER [--source DIR] [--words DIR]   run; one text file per command
    python tools/outputs.py --same BEFORE AFTER                   the same outputs?

The commands are those of README.md, of docs/ and of the examples that ``--help`` gives, in order.
Each is run a second time with ``--json`` if its verb has that option. Each page has its own folder,
in which later commands find the files of earlier ones. Times are masked: they are never the same.
``--source`` is a checkout whose ``src`` is run, ``--words`` one whose pages and help give the
commands (default of both: this one). Two runs that are compared need the same ``--words``. What
differed from the first state of the project, and why, is in docs/decisions/same-outputs.md.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 240
"""Seconds that one command may take, unless ``--patience`` says more."""
_PROMPT = re.compile(r"^\$ (sabot .*)$|^(sabot [a-z].*)$|^### `(sabot .*)`$")
_REMARK = re.compile(r"\s+#.*$|\s{2,}[A-Za-z].*$")
_TIMES = [
    (re.compile(r"\b\d+(\.\d+)?\s+(s|ms)\b(?! to)"), "TIME"),
    (re.compile(r"\b\d+ min \d+ s\b"), "TIME"),
    (re.compile(r"[\d,]+ (hand|game)s? (?:a|per) second"), r"RATE \1s per second"),
    (re.compile(r'"(seconds|found_in)": ?[\d.e-]+'), r'"\1": TIME'),
]
_ENDED = re.compile(r"^\[(\d+)\]$", re.MULTILINE)
_FRACTION = re.compile(r"(?<![\w/.])-?\d+/\d+(?![\w/])")
_START = "import sys; sys.argv[0] = 'sabot'; from sabot.cli.main import main; sys.exit(main())"
_ASKING = ("play", "puzzle", "web")
"""Verbs that ask: they find no input here, and end."""
_TABLES = [
    "sabot solve kuhn-poker -o tree.json",
    "sabot solve 'le-her(strategies=threshold)' -o matrix.json",
    "sabot solve 'baccara(model=B2, decks=6)' -o baccara.json",
    "sabot solve 'whist(deal=KQ10/AJ9, lead=W)' -o deal.json",
    "sabot reduce 'le-her(strategies=threshold)' -o log.json",
    *(
        f"sabot table {name}.json{form}"
        for name in ("tree", "matrix", "baccara", "deal", "log")
        for form in ("", " --latex", " --markdown", " --csv")
    ),
    "sabot prove 'kuhn-poker(bet=*)' -o proof.json",
    "sabot equilibria kuhn-poker -o sets.json",
    "sabot value kuhn-poker --strategy optimal -o judged.json",
    "sabot sweep 'le-her(ranks=2..5)' -o rows.jsonl",
    *(
        f"sabot table {name}{form}"
        for name in ("proof.json", "sets.json", "judged.json", "rows.jsonl")
        for form in ("", " --latex", " --markdown", " --csv", " --html")
    ),
    "sabot table kuhn-poker --latex",
    "sabot equilibria 'baccara(model=A3)'",
    "sabot equilibria 'le-her(ranks=6, strategies=threshold)'",
    "sabot reduce kuhn-poker --weak",
    "sabot solve kuhn --gap 1/10",
    "sabot show baccara",
    "sabot show 'whist(n=5, seed=1)'",
    "sabot size 'whist(n=5, seed=1)'",
    "sabot size 'le-her(strategies=threshold)'",
    "sabot deals 40",
    "sabot plot 'baccara(model=A1)'",
    "sabot plot 'baccara(model=B2, decks=6)'",
    "sabot solve 'five-card(n=8, seed=3)'",
    "sabot simulate kuhn-poker --hands 1000",
]
"""Every kind of saved file in every form, beside what the pages name."""
_FIRST = {
    "docs-how-to-check": [
        "sabot solve le-her -o le-her.json",
        "sabot prove 'baccara(model=B3, decks=*)' -o theorem.json",
        "sabot solve 'whist(deal=EWEWWE, lead=W)' -o deal.json",
        "sabot solve war.py:war -o war.json",
        "sabot solve 'baccara(model=B3, decks=6)' -o b3.json",
    ],
    "docs-reference-formats": ["sabot solve kuhn -o kuhn.json", "sabot reduce kuhn -o log.json"],
    "docs-how-to-plot": [
        "sabot prove 'baccara(model=B3, decks=*)' -o theorem.json",
        "sabot sweep 'baccara(model=B3, decks=1..20)' -o b3.jsonl",
    ],
}
"""What makes the files that a page takes as given."""
_ELSEWHERE = "tcp://HOST"
"""What needs other machines is left out."""
WAR = """import sabot

@sabot.rules(name="war", seats=("north", "south"))
def war(table, *, ranks: int = 3, suits: int = 2):
    shoe = table.shoe(ranks=ranks, suits=suits)
    north, south = shoe.draw(), shoe.draw()
    if table.ask("south", ("fold", "fight"), sees=south) == "fold":
        return table.pay(north=1)
    return table.pay(north=2 if north > south else -2)
"""


def pages(root: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each page of a checkout and its commands."""
    for path in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        found = []
        for line in path.read_text(encoding="utf-8").splitlines():
            match = _PROMPT.match(line)
            if match and _ELSEWHERE not in line:
                found.append(_REMARK.sub("", next(filter(None, match.groups()))).strip())
        if found:
            name = path.relative_to(root).with_suffix("").as_posix().replace("/", "-")
            yield name, [*_FIRST.get(name, []), *found]
    yield "tables", _TABLES


def examples(environment: dict[str, str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each verb and the examples of its help, after the help itself."""
    first = _run(["sabot", "--help"], Path.cwd(), environment)[1]
    for verb in re.findall(r"^  ([a-z]+)  ", first, re.MULTILINE):
        text = _run(["sabot", verb, "--help"], Path.cwd(), environment)[1]
        lines = re.findall(r"^  (sabot .*)$", text, re.MULTILINE)
        yield f"help-{verb}", [f"sabot {verb} --help", *lines]


def _run(
    words: list[str], folder: Path, environment: dict[str, str], patience: int = PATIENCE
) -> tuple[int, str, str]:
    try:
        done = subprocess.run(
            [sys.executable, "-c", _START, *words[1:]],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=patience,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return 124, "", "took too long; not compared\n"
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def masked(text: str) -> str:
    """Return *text* without its times."""
    for pattern, instead in _TIMES:
        text = pattern.sub(instead, text)
    return text


def _fixtures(folder: Path) -> None:
    """Write the small files that pages take as given."""
    page = (ROOT / "docs/how-to/tell-a-game.md").read_text(encoding="utf-8")
    told = page.partition("```python\n")[2].partition("```")[0].splitlines()
    lines = [line[4:] for line in told if line.startswith((">>> ", "... "))]
    rules = "\n".join(lines).partition("\ns = ")[0]
    (folder / "one_card.py").write_text(rules + "\n", encoding="utf-8")
    (folder / "war.py").write_text(WAR, encoding="utf-8")
    (folder / "game.csv").write_text("1,2\n3,0\n", encoding="utf-8")
    (folder / "deal.txt").write_text("EWEWWE\n", encoding="utf-8")
    (folder / "shoes.txt").write_text("96,24,24,24,24,24,24,24,24,24\n", encoding="utf-8")
    (folder / "mine.json").write_text('{"Player": {"5": "stand"}}', encoding="utf-8")


def _has_json(verb: str, environment: dict[str, str]) -> bool:
    """Return whether the help of a verb has ``--json``."""
    if (verb, environment["PYTHONPATH"]) not in _JSON:
        text = _run(["sabot", verb, "--help"], Path.cwd(), environment)[1]
        _JSON[verb, environment["PYTHONPATH"]] = "--json" in text
    return _JSON[verb, environment["PYTHONPATH"]]


_JSON: dict[tuple[str, str], bool] = {}
_LEFT_OUT = ("play", "puzzle", "web", "--json", "--help", "-o", "--output", "--csv", "--latex")
"""Words of commands that are not run a second time with ``--json``."""


def keep(
    name: str, commands: list[str], target: Path, environment: dict[str, str], patience: int
) -> None:
    """Run the commands of one page and write what each prints."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        _fixtures(folder)
        for number, command in enumerate(commands, 1):
            parts = []
            for one in command.split(" && "):
                words = shlex.split(one, comments=True)
                if words[1] in _ASKING and "--seed" not in words:
                    words += ["--seed", "1"]  # else another game each time
                code, out, err = _run(words, folder, environment, patience)
                told = "" if words[1] in _ASKING else masked(err)
                parts.append(f"$ {one}\n[{code}]\n{masked(out)}--\n{told}")
                if not {*_LEFT_OUT} & {*words} and _has_json(words[1], environment):
                    code, out, err = _run([*words, "--json"], folder, environment, patience)
                    parts.append(f"$ {one} --json\n[{code}]\n{masked(out)}--\n{masked(err)}")
            path = target / f"{name}-{number:02}.txt"
            path.write_text("".join(parts), encoding="utf-8")
            print(path.name, command, flush=True)


def compare(before: Path, after: Path) -> None:
    """Say how many outputs are the same, and which are not."""
    names = sorted({path.name for folder in (before, after) for path in folder.glob("*.txt")})
    other = []
    for name in names:
        files = [folder / name for folder in (before, after)]
        texts = [path.read_text(encoding="utf-8") for path in files if path.is_file()]
        if len(texts) < 2 or texts[0] != texts[1]:
            other.append(f"{name}: {texts[0].splitlines()[0]}{_lost(*texts)}")
    same = len(names) - len(other)
    print(f"{len(names)} commands, {same} with the same output", *other, sep="\n")


def _lost(before: str, after: str = "") -> str:
    """Return what a person would look for first: another exit code, fractions that are gone."""
    ended = [_ENDED.findall(text) for text in (before, after)]
    gone = {*_FRACTION.findall(before)} - {*_FRACTION.findall(after)}
    codes = "" if ended[0] == ended[1] else f"; ends with {ended[1]}, not {ended[0]}"
    return codes + (f"; {len(gone)} fractions are gone" if gone else "")


def _environment(source: Path) -> dict[str, str]:
    kept = {key: os.environ[key] for key in os.environ if key != "PYTHONDONTWRITEBYTECODE"}
    return {  # many programs are started: what they import is compiled once
        **kept,
        "PYTHONPATH": str(source.resolve() / "src"),
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "PYTHONHASHSEED": "0",
    }


def main() -> None:
    """Run all commands, or compare two runs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="+")
    parser.add_argument("--same", action="store_true", help="compare two folders")
    parser.add_argument("--source", type=Path, default=ROOT)
    parser.add_argument("--words", type=Path, default=ROOT)
    parser.add_argument("--only", default="", help="pages whose name contains this")
    parser.add_argument("--patience", type=int, default=PATIENCE, help="seconds per command")
    parser.add_argument("--jobs", type=int, default=2, help="pages run at the same time")
    given = parser.parse_args()
    if given.same:
        compare(*given.folder)
        return
    (folder,) = given.folder
    folder.mkdir(parents=True, exist_ok=True)
    found = [*pages(given.words), *examples(_environment(given.words))]
    with ThreadPoolExecutor(given.jobs) as pool:
        running = [
            pool.submit(keep, name, commands, folder, _environment(given.source), given.patience)
            for name, commands in found
            if given.only in name
        ]
        for one in running:
            one.result()


if __name__ == "__main__":
    main()
