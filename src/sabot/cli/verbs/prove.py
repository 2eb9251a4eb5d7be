"""``sabot prove``: a theorem for all values of the parameter marked ``*``."""

from __future__ import annotations

import time
from fractions import Fraction
from shlex import quote
from typing import TYPE_CHECKING

import click

from sabot.cli.files import format_result, save_text
from sabot.cli.options import (
    anyway_option,
    format_flag,
    game_argument,
    json_option,
    open_executor,
    output_proof_option,
    parse_exact_number,
    select_format,
    worker_options,
)
from sabot.cli.output import (
    print_json,
    print_note,
    print_text,
    print_view,
    save_then_print,
    show_status,
)
from sabot.cli.verbs import verb
from sabot.errors import FileError, Interrupted
from sabot.exact import format_fraction as number_text
from sabot.kinds import views_of_result
from sabot.progress import time_limit
from sabot.results.binary_nash import PairTheorem
from sabot.results.continuous import CutTheorem
from sabot.results.parametric import ProofInterrupted, Theorem
from sabot.results.parametric_nash import NashTheorem
from sabot.results.proof import AnyProven, end_to_text

if TYPE_CHECKING:
    from concurrent.futures import Executor

_CHECK_SECONDS = 1.0
"""So long what was proved is checked after Ctrl-C."""
_PARTS = 8
"""Into so many ranges a theorem is divided that is too long for the checker."""


def _parse_range_end(
    context: click.Context, parameter: click.Parameter, text: str | None
) -> Fraction | float | None:
    """Return the end of a range typed on the command line: a callback for options."""
    if text is None or text not in ("-inf", "inf"):
        return parse_exact_number(context, parameter, text)
    return float(text)


@verb(
    examples=[
        "sabot prove 'le-her(ranks=5, suits=*)' -o theorem.json",
        "sabot prove 'le-her(ranks=4, suits=*)' --from 2 --to 9 --latex",
        "sabot prove 'baccara(model=B1, decks=*)' --json",
        "sabot prove 'blind-poker(players=2, q=*)' --from 0 --to 1/2",
        "sabot prove 'baccara(model=A1, commission=*)'",
        "sabot prove 'kuhn-poker(ranks=8, bet=*)' --jobs 4",
        "sabot prove 'matrix([[t,1],[1,0]])' --from -inf",
        "sabot prove 'matrix([[2|1,0|0],[0|0,t|2]])'",
    ]
)
@game_argument
@click.option(
    "--from",
    "low",
    callback=_parse_range_end,
    metavar="N",
    help="The least value of the parameter; -inf for all real numbers.",
)
@click.option(
    "--to",
    "high",
    callback=_parse_range_end,
    metavar="N",
    help="The greatest value of the parameter.",
)
@format_flag("latex", "Theorem and sketch of the proof for a paper.")
@format_flag("markdown", "The theorem as Markdown.")
@worker_options
@json_option
@output_proof_option
@anyway_option
def prove(
    game: str,
    low: Fraction | float | None,
    high: Fraction | float | None,
    form: str | None,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
    output: str | None,
    anyway: bool,
) -> None:
    """Solve GAME for all values of a parameter, which is marked * (a theorem).

    A matrix with one letter in its payoffs needs no mark. That letter is at least 0 by default;
    --from -inf means all real numbers.

    Prints intervals of the parameter, and for each the value and the optimal strategies as formulas
    (of a theorem with thousands of them only the values); of a general-sum game all extreme
    equilibria. Every inequality is proved for the whole interval. The independent checker checks
    the proof before anything is printed. -o saves it for `sabot check`; with --latex or --markdown,
    or a FILE that ends in .tex, .md, .html or .csv, -o saves that text instead. Ctrl-C says for
    which range a theorem on a matrix or on rules is proved so far, and -o saves that; theorems on
    real-valued hands or a commission are not kept.

    A long proof shows at first about how long it will take, from the size of the game; then how
    much of the range is done and about how long the rest takes. --jobs and --cluster spread the
    pieces and breakpoints over processes or machines; theorems on real-valued hands or a commission
    use one process.
    """
    if form is not None and as_json:
        raise click.UsageError("give one of --json, --latex and --markdown")
    kind = select_format(output, "json", tables=True, asked=form) or "json"
    with show_status(f"proving {game}"):
        from sabot.api import proving

        with open_executor(jobs, cluster) as executor:
            try:
                proof = proving.prove(game, low=low, high=high, anyway=anyway, executor=executor)
            except ProofInterrupted as stop:
                if stop.proof is None:
                    raise
                _save_partial_proof(stop.proof, output, kind)
                raise click.exceptions.Exit(4) from None
            checked = _check_or_save(proof, output, kind, executor)
    text = _saved_text(proof, kind)
    hint = f"sabot check {quote(output or '')}" if kind == "json" else ""
    with save_then_print(output, lambda path: save_text(path, text), hint) as saved:
        if as_json:
            print_json(proof.to_json())
        elif form is None:
            print_view(views_of_result(proof).screen(checked=checked))
        elif not saved:
            print_text(text)
    if output is None and not as_json and form is None:
        _print_what_next(proof.game, low, high, anyway)


def _check_or_save(
    proof: Theorem | CutTheorem | PairTheorem | NashTheorem,
    output: str | None,
    kind: str,
    executor: Executor | None = None,
) -> float:
    """Check a proof and return the seconds; Ctrl-C saves it unchecked, if it is to be saved."""
    from sabot.api import checking

    started = time.perf_counter()
    try:
        checking.check(proof, executor=executor)
    except FileError as fault:
        raise FileError(f"{fault}{_shorter_range(proof)}") from None
    except KeyboardInterrupt:
        if output is None or kind != "json":
            raise
        save_text(output, _saved_text(proof, kind))
        raise Interrupted(
            f"interrupted while checking; the proof is saved to {output}\n"
            f"  nothing in it is checked yet: sabot check {quote(output)}"
        ) from None
    return time.perf_counter() - started


def _print_what_next(
    game: str, low: Fraction | float | None, high: Fraction | float | None, anyway: bool
) -> None:
    """Say how to save the theorem, and how to ask for another range."""
    asked = _repeated_options(low, high, anyway)
    print_note(f"save it: sabot prove {quote(game)}{asked} -o theorem.json")
    if low is None and high is None:
        print_note(
            "another range: --from N --to N; --from -inf for all real numbers, if the game has them"
        )


def _shorter_range(proof: Theorem | CutTheorem | PairTheorem | NashTheorem) -> str:
    """Return what to do if a proof is too long for the checker: a range with fewer pieces."""
    if not isinstance(proof, Theorem) or len(proof.pieces) < _PARTS:
        return ""
    part = proof.pieces[: len(proof.pieces) // _PARTS]
    low, high = (end_to_text(end).removeprefix("about ") for end in (part[0].low, part[-1].high))
    return (
        f"\n  the proof has {len(proof.pieces)} pieces: prove a shorter range, for example with "
        f"--from {low} --to {high}"
    )


def _repeated_options(
    low: Fraction | float | None, high: Fraction | float | None, anyway: bool
) -> str:
    """Return the options that a theorem was asked for with: without them it is another one."""
    ends = (("--from", low), ("--to", high))
    words = [
        f" {option} {end if isinstance(end, float) else number_text(end)}"
        for option, end in ends
        if end is not None
    ]
    return "".join(words) + (" --anyway" if anyway else "")


def _saved_text(proof: AnyProven, form: str) -> str:
    """Return what -o saves: the proof, or the theorem in the form that was asked for."""
    return format_result(form, views_of_result(proof), proof.to_json() if form == "json" else {})


def _save_partial_proof(proof: AnyProven, output: str | None, form: str) -> None:
    """Save what was proved when Ctrl-C came: a theorem on a shorter range.

    It is checked if that takes no longer than a person waits after Ctrl-C.
    """
    from sabot.api import checking

    checked = True
    try:
        with time_limit(_CHECK_SECONDS):
            checking.check(proof)
    except (Interrupted, KeyboardInterrupt):  # of the limit, or of a second Ctrl-C
        checked = False
    message = f"sabot: interrupted; proved so far: {proof.range}"
    if output is None:
        print_note(f"{message}\n  -o FILE would keep it")
        return
    save_text(output, _saved_text(proof, form))
    saved = f"{message}, saved to {output}"
    if not checked:
        saved += "\n  nothing in it is checked yet"
    print_note(saved + (f"; sabot check {quote(output)}" if form == "json" else ""))
