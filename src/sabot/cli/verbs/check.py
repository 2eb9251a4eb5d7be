"""``sabot check``: re-verify certificates and proofs with the independent checker; nothing else."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from sabot import certify
from sabot.cli.faults import complain
from sabot.cli.files import about, read
from sabot.cli.group import verb
from sabot.cli.options import json_option
from sabot.cli.output import busy, print_document, write
from sabot.errors import FileError, SabotError
from sabot.exact import show
from sabot.render.views.kinds import demand_kind
from sabot.render.words import both, plural, safe, the


def _proved(path: str) -> tuple[dict[str, Any], Fraction | list[str]]:
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
        return document, certify.check(document)


def _theorem_words(path: str, document: dict[str, Any], pieces: int) -> str:
    """Return what a checked proof proves; the formulas themselves are in the file."""
    from sabot.results.theorem import Theorem  # with FLINT, which checking needs nowhere

    proof = Theorem.from_json(document)
    verdicts = ", ".join(f"{safe(seat)} {proof.verdict(seat)}" for seat in proof.seats)
    return (
        f"{safe(path)}: proved for {safe(proof.range)}: {plural(pieces, 'piece')}\n"
        f"  {safe(proof.game)}\n  strategies: {verdicts}"
    )


def _words(path: str, document: dict[str, Any], value: Fraction | list[str]) -> str:
    if isinstance(value, list):
        return _theorem_words(path, document, len(value))
    certificate = document.get("certificate", document)
    seats = certificate["form"]["seats"]
    claims = certificate["uniqueness"]
    verdicts = ", ".join(
        f"{safe(seat)} {'unique' if claims[seat]['unique'] else 'not unique'}" for seat in seats
    )
    return (
        f"{safe(path)}: proved\n  {safe(certificate['game'])}\n"
        f"  value {both(value)}, paid to {the(seats[0])}\n  strategies: {verdicts}"
    )


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

    Recomputed exactly: that nothing was changed, that each seat's strategy secures the value
    against every reply, and each claim of uniqueness; of a proof, all of this for every value of
    its parameter. Every file is looked at; the exit code is 1
    if one is not proved, else 3 if one cannot be read.
    """
    found: list[dict[str, Any]] = []
    codes = set()
    for path in files:
        try:
            document, value = _proved(path)
        except SabotError as fault:
            codes.add(fault.exit_code)
            found.append({"file": path, "proved": False, "value": None, "reason": str(fault)})
            complain(str(fault))
            continue
        shown = value if isinstance(value, list) else show(value)
        found.append({"file": path, "proved": True, "value": shown, "reason": ""})
        if not as_json:
            write(_words(path, document, value))
    if as_json:
        print_document({"schema": "sabot/check/1", "files": found})
    if codes:
        raise click.exceptions.Exit(min(codes))
