"""``sabot check``: re-verify certificates and proofs with the independent checker; nothing else."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from sabot import certify
from sabot.certify import Statement
from sabot.cli.faults import complain
from sabot.cli.files import about, read
from sabot.cli.group import verb
from sabot.cli.options import json_option
from sabot.cli.output import busy, print_document, write
from sabot.errors import FileError, SabotError
from sabot.exact import show
from sabot.render.views.kinds import demand_kind
from sabot.render.words import both, safe, the


def _proved(path: str) -> Statement:
    if path.endswith(".jsonl"):
        demand_kind(path, {"schema": "sabot/sweep/1"}, "check")
    document = read(path)
    if document.get("schema") == "sabot/reduction/1":
        raise FileError(
            f"{path}: a reduction log, not a certificate; "
            f"check its steps with: sabot reduce GAME --replay {path}"
        )
    demand_kind(path, document, "check", "proof")
    with about(path), busy(f"checking {path}"):
        return certify.check(document)


def _words(path: str, proved: Statement) -> str:
    """Return what was proved, and what was not looked at; nothing else of the file."""
    value = proved.value
    if isinstance(value, Fraction):
        lines = ["proved", f"value {both(value)}, paid to {the(proved.seats[0])}"]
    else:  # the formulas themselves are in the file
        lines = [proved.words]
    lines += [f"strategies: {proved.verdicts}", f"digest {proved.digest}", proved.unchecked]
    return f"{safe(path)}: " + "\n  ".join(lines)


@verb(
    examples=[
        "sabot solve le-her -o le-her.json && sabot check le-her.json",
        "sabot solve kuhn -o kuhn.json && sabot check kuhn.json le-her.json --json",
        "sabot prove 'le-her(ranks=4, suits=*)' -o all.json && sabot check all.json",
    ]
)
@click.argument("files", nargs=-1, required=True, type=click.Path(), metavar="FILE...")
@json_option
def check(files: tuple[str, ...], as_json: bool) -> None:
    """Re-verify the certificate or proof in each FILE (- for stdin), with no help from the solver.

    Recomputed exactly: that the file is of one piece, that each seat's strategy secures the value
    against every reply, and each claim of uniqueness; of a proof, all of this for every value of
    its parameter. The payoffs are taken from the file: that they are those of the game it names
    is another question. Every file is looked at; the exit code is 1
    if one is not proved, else 3 if one cannot be read.
    """
    found: list[dict[str, Any]] = []
    codes = set()
    for path in files:
        try:
            proved = _proved(path)
        except SabotError as fault:
            codes.add(fault.exit_code)
            found.append({"file": path, "proved": False, "value": None, "reason": str(fault)})
            complain(str(fault))
            continue
        value = proved.value
        shown = value if isinstance(value, list) else show(value)
        found.append({"file": path, "proved": True, "value": shown, "reason": ""})
        if not as_json:
            write(_words(path, proved))
    if as_json:
        print_document({"schema": "sabot/check/1", "files": found})
    if codes:
        raise click.exceptions.Exit(min(codes))
