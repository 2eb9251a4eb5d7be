"""``sabot check``: re-verify certificates and proofs with the independent checker.

With ``--rules`` also that the payoffs are those of the named game (:mod:`sabot.conformance`). No
solver is used for either.
"""

from __future__ import annotations

import re

import click

from sabot import certify
from sabot.certify import Verdict
from sabot.cli.errors import print_error
from sabot.cli.files import name_file_in_errors, read_json
from sabot.cli.options import json_option
from sabot.cli.output import print_json, print_note, print_text, show_status, terminal_width
from sabot.cli.verbs import verb
from sabot.errors import CertificateError, FileError, NoMethodError, SabotError
from sabot.kinds import require_kind
from sabot.render.text import printable, verdict_lines

_SCHEMAS_WITHOUT_PAYOFFS = ("sabot/interval/1", "sabot/equilibria/1")
_LINE_BREAKS = (
    (" was not checked: ", "--"),
    (", ", "found "),
    ("; ", "its rules were not walked: "),
)
"""Own phrases at which a line may be wrapped."""
_FREE_BREAKS = re.compile(
    r"(?<!free) (?=any [\d/]+ of|of the hands|from \d|to \d|[\d/]+ as told|as told|may "
    r"|or all |or between|with chance |and none)"
)
"""Own words before which a line on indifferent hands may be wrapped."""
_LAST_LINE_BREAK = " and by running its rules"
"""The last one, used where the others are not enough."""


def _verify_file(path: str) -> Verdict:
    if path.endswith(".jsonl"):
        require_kind(path, {"schema": "sabot/sweep/1"}, "check")
    document = read_json(path)
    if document.get("schema") == "sabot/reduction/1":
        raise FileError(
            f"{path}: a reduction log, not a certificate; "
            f"check its steps with: sabot reduce GAME --replay {path}"
        )
    if document.get("schema") in _SCHEMAS_WITHOUT_PAYOFFS:
        raise FileError(
            f"{path}: saved by an earlier Sabot without its payoffs ({document['schema']}), which "
            "leaves nothing to check; make it again"
        )
    require_kind(path, document, "check")
    with name_file_in_errors(path), show_status(f"checking {path}"):
        return certify.check(document)


def _conformance_text(path: str, proved: Verdict, game: str | None) -> str:
    """Return how the payoffs were compared with the game's; raise if they differ."""
    from sabot.conformance import check_conformance

    try:
        with show_status(f"running the rules of {path}"):
            return check_conformance(proved, game).words
    except CertificateError as fault:
        raise type(fault)(f"{path}: {fault}") from None
    except NoMethodError as fault:
        raise NoMethodError(f"{path}: {fault}") from None


def _nonconformance_text(fault: SabotError, game: str | None) -> str:
    """Return one line on the rules, where the payoffs were refuted or could not be compared."""
    from sabot.conformance import RefutedError

    if isinstance(fault, RefutedError):
        return "payoffs: those of the game; by its rules something else in the file is NOT true"
    if isinstance(fault, CertificateError):
        return f"payoffs: NOT those of {printable(game or 'the game it names')}"
    return "payoffs: not compared with the rules"


def _verdict_text(path: str, proved: Verdict, *, rules: bool) -> str:
    """Return what was proved and what was not checked; nothing else from the file."""
    lines = [*map(_wrap_what_is_free, verdict_lines(proved)), f"digest {proved.digest}"]
    lines += [] if rules else [_wrap_at_own_words(proved.unchecked)]
    return f"{printable(path)}: " + "\n  ".join(lines)


def _wrap_at_own_words(line: str) -> str:
    """Return a line, wrapped at the terminal's width, and only at our own words.

    Wrapped at words of a file, a line could be made to begin with any text.
    """
    if len(line) + 2 <= terminal_width():
        return line
    for end, start in _LINE_BREAKS:
        before, between, after = line.rpartition(end + start)
        if between:
            line = f"{before}{end.rstrip()}\n    {start}{after}"
    if max(map(len, line.split("\n"))) > terminal_width():
        line = line.replace(_LAST_LINE_BREAK, "\n    " + _LAST_LINE_BREAK.lstrip())
    return line


def _wrap_what_is_free(line: str) -> str:
    """Return a line on indifferent hands in parts that fit the terminal, cut at our own words."""
    if len(line) + 2 <= terminal_width() or not line.startswith(("free to ", "by what is free")):
        return line
    return _FREE_BREAKS.sub("\n    ", line)


def _write_checker(path: str) -> None:
    """Write the checker as one file, and say how it is run."""
    from sabot.io.checker_file import write_checker

    size = write_checker(path)
    print_note(f"saved to {path}, {size // 1000} kB; run it with: python {path} FILE...")


@verb(
    examples=[
        "sabot solve le-her -o le-her.json && sabot check le-her.json --rules",
        "sabot solve kuhn -o kuhn.json && sabot check kuhn.json le-her.json --json",
        "sabot prove 'le-her(ranks=4, suits=*)' -o all.json && sabot check all.json",
        "sabot check --checker sabot-check.pyz",
    ]
)
@click.argument("files", nargs=-1, type=click.Path(), metavar="FILE...")
@click.option("--rules", is_flag=True, help="Also compare the payoffs with the rules of the game.")
@click.option("--game", metavar="GAME", help="Compare with this game; a .py file is run.")
@click.option(
    "--checker",
    metavar="FILE.pyz",
    type=click.Path(),
    help="Write the checker itself to one file, to send along: it needs Python alone.",
)
@json_option
def check(
    files: tuple[str, ...], rules: bool, game: str | None, checker: str | None, as_json: bool
) -> None:
    """Verify the certificate or proof in each FILE, without the solver.

    Recomputed exactly: the file is intact; each strategy guarantees the value against a best
    response, or is itself a best response in a Nash equilibrium; each claim of uniqueness holds;
    for a theorem, all of this for every value of its parameter. The payoffs are taken from the
    file. With --rules they are also compared with the rules of the game that the file names. A FILE
    of - is stdin. The exit code is 1 if a file is refused, else 3 if one cannot be read, 5 if the
    rules are not available.
    """
    if checker is not None:
        _write_checker(checker)
    elif not files:
        raise click.UsageError("Missing argument 'FILE...'.")
    rules = rules or game is not None
    found: list[dict[str, object]] = []
    codes = set()
    for path in files:
        entry: dict[str, object] = {"file": path, "proved": False, "value": None, "digest": None}
        entry["rules"] = None
        found.append(entry)
        try:
            proved = _verify_file(path)
            entry |= {"proved": True, **proved.to_json()}
            if not as_json:
                print_text(_verdict_text(path, proved, rules=rules))
            if rules:
                words = _conformance_text(path, proved, game)
                entry["rules"] = True
                if not as_json:
                    print_text(f"  {_wrap_at_own_words(f'payoffs: {printable(words)}')}")
            entry["reason"] = ""
        except SabotError as fault:
            codes.add(fault.exit_code)
            if entry["proved"] and isinstance(fault, CertificateError):
                entry["rules"] = False
            entry["reason"] = str(fault)
            if entry["proved"] and not as_json:  # or stdout alone would read as a full success
                print_text(f"  {_nonconformance_text(fault, game)}")
            print_error(str(fault))
    if as_json and files:
        print_json({"schema": "sabot/check/1", "files": found})
    if codes:
        raise click.exceptions.Exit(min(codes))
