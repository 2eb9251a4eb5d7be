"""Arguments and options that verbs share: GAME, ``-o``, ``--json``, formats, workers.

An output file is tested for writing, and for not being an input of the same command, before any
work is done. What is found does not depend on the number of worker processes or on a cluster.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING

import click

from sabot.cli.output import print_note
from sabot.errors import FileError, FormError, GameStringError, NumberError
from sabot.exact import as_rational
from sabot.game_rules.game import Game
from sabot.io.tokenizer import SNAP_LIMIT

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from click.shell_completion import CompletionItem


MAX_DIGITS = 10_000


def _complete_game(
    context: click.Context, parameter: click.Parameter, typed: str
) -> list[str] | list[CompletionItem]:
    """Complete the name of a game, or else of a file that holds one."""
    from click.shell_completion import CompletionItem

    from sabot.game_table import shipped_games

    found = [name for name in shipped_games() if name.startswith(typed)]
    return found or [CompletionItem(typed, type="file")]


def parse_game_argument(text: str) -> Game:
    """Return the game that was typed; the error suggests a path where a file name was typed.

    A note says so where the name is also that of another game.
    """
    from sabot.game_table import alias_note
    from sabot.loading import load

    if text == "-":
        return _read_matrix_from_stdin()
    try:
        game = load(text)
    except GameStringError:
        if _describe_path(text):
            raise click.UsageError(f"{text!r} is {_describe_path(text)}") from None
        raise
    if note := alias_note(text):
        print_note(note)
    context = click.get_current_context(silent=True)
    return _snapped(game) if context is not None and context.meta.get(_SNAP) else game


_SNAP = "sabot.snap"


def _snapped(game: Game) -> Game:
    """Return the game of a file with its decimals replaced by fractions."""
    if "snap" not in game.parameters:
        raise click.UsageError(
            f"--snap replaces decimals in a game tree's file, and {game} is not one\n"
            "  it is for .efg files of other programs: sabot solve game.efg --snap"
        )
    return game.rules(**{**game.parameters, "snap": game.parameters["snap"] or SNAP_LIMIT})


def _note_snap(context: click.Context, parameter: click.Parameter, given: bool) -> None:
    context.meta[_SNAP] = given


class SecondsType(click.FloatRange):
    """A limit of time: a positive number."""

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the seconds; infinity is no limit."""
        found = super().convert(value, param, ctx)
        if not found < float("inf"):
            self.fail(f"{value!r} is no limit; leave the option out to search to the end", param)
        return found


snap_option = click.option(
    "--snap",
    is_flag=True,
    expose_value=False,
    callback=_note_snap,
    help="For .efg files of other programs: replace each decimal by the nearest fraction with a "
    f"denominator up to {SNAP_LIMIT:,}, so that 0.3333333333333333 is 1/3.",
)


def _describe_path(text: str) -> str:
    """Return what a text is that names no game, where it names a place among files; or ''."""
    from sabot.loading import FAMILY_BY_SUFFIX, family_for_file

    file, bracket, rest = text.partition("(")
    if bracket and family_for_file(file.strip()) and os.path.isfile(file.strip()):
        written = f"'{family_for_file(file.strip())}(file={file.strip()}, {rest}'"
        return f"a file with parameters behind it\n  write {written}"
    if text.endswith(("/", os.sep)) and not os.path.exists(text):
        return "a folder that does not exist\n  make it first, or name a game"
    if text.endswith(".py") or not os.path.exists(text):
        return ""
    if os.path.isdir(text):
        return "a folder, not a game\n  name a file in it: game.csv, game.efg, rules.py:game"
    if os.path.isfile(text):
        ending = os.path.splitext(text)[1]
        known = ", ".join(FAMILY_BY_SUFFIX)
        other = f"files that end in {ending}" if ending else "files without an ending"
        read = f"read are {known}, and rules in Python (rules.py:game)"
        remedy = f"a table of payoffs with another ending: 'matrix(file={text})'"
        if ending in (".lp", ".mps"):
            remedy = "a linear program is for other solvers: name the game that it was written from"
        return f"a file in a format that is not read: {other}\n  {read};\n  {remedy}"
    return "a pipe or a device, not a game\n  a matrix on stdin is read where the game is called -"


def _read_matrix_from_stdin() -> Game:
    """Return the matrix game that is written to stdin: CSV, JSON or .nfg."""
    from sabot.io.files import decode_text, read_bounded
    from sabot.io.matrix import parse_matrix
    from sabot.loading import load

    try:
        text = decode_text(read_bounded(sys.stdin.buffer, "stdin"), "stdin")
        if text.lstrip().startswith("EFG"):
            raise FileError("stdin: a game tree is read from a file: sabot solve game.efg")
        form, both = parse_matrix(text)
    except (FormError, NumberError) as fault:
        raise FileError(f"stdin: {fault}") from None
    if both:
        raise FileError("stdin: not zero-sum; a file.nfg whose payoffs add up is read from a file")
    height, width = form.shape
    payoffs = [[form[i, j] for j in range(width)] for i in range(height)]
    numbered = tuple(map(str, range(1, 1 + max(form.shape))))
    named = {"rows": form.rows, "columns": form.columns}
    labels = {key: own for key, own in named.items() if own != numbered[: len(own)]}
    return load("matrix([[0]])").rules(payoffs=payoffs, **labels)


def parse_exact_number(
    context: click.Context, parameter: click.Parameter, text: str | None
) -> Fraction | None:
    """Return an exact number typed on the command line: a callback for options."""
    if text is None:
        return None
    try:
        return as_rational(text)
    except NumberError as fault:
        raise click.BadParameter(str(fault)) from None


def _require_file_name(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> str | None:
    if value in ("", "-"):
        raise click.BadParameter(
            "name a file; without -o the answer goes to stdout, where a pipe can take it"
        )
    return value


def format_flag(name: str, help: str) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Return a flag that chooses a form, as the argument ``form``; two of them are refused.

    Flags of one name would do for click, which then obeys the last and says nothing.
    """

    def choose(context: click.Context, parameter: click.Parameter, given: bool) -> None:
        chosen = context.params.setdefault("form", None)
        if given and chosen is not None:
            raise click.UsageError(f"--{chosen} and --{name} together; choose one", context)
        if given:
            context.params["form"] = name

    return click.option(f"--{name}", is_flag=True, expose_value=False, callback=choose, help=help)


def table_format_flags(function: Callable[..., object]) -> Callable[..., object]:
    """Add a flag per format of tables; the chosen one is the argument ``form``."""
    flags = {
        "latex": "LaTeX with booktabs.",
        "csv": "CSV with all information sets and digits.",
        "markdown": "Markdown tables.",
        "html": "A complete HTML page.",
    }
    for name in reversed(flags):  # click lists the option that was added last first
        function = format_flag(name, flags[name])(function)
    return function


def require_one_format(form: str | None, as_json: bool) -> None:
    """Refuse ``--json`` together with a flag for tables."""
    if form is not None and as_json:
        raise click.UsageError(f"--json and --{form} together; choose one")


game_argument = click.argument("game", shell_complete=_complete_game)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
digits_option = click.option(
    "--digits",
    type=click.IntRange(1, MAX_DIGITS),
    metavar="N",
    help="Significant digits of decimals.",
)
_FORCE_KEY = "sabot.force"
_RULES_FILE = re.compile(r"(.*?\.py)\s*(?:$|[:(])")


def _remember_force(context: click.Context, parameter: click.Parameter, given: bool) -> None:
    context.meta[_FORCE_KEY] = given


def _require_writable(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> str | None:
    """Refuse a place that cannot be written to now: later the work would be done already."""
    name = _require_file_name(context, parameter, value)
    if name is not None:
        from sabot.io.files import require_replaceable, require_writable

        require_writable(name)
        if not context.meta.get(_FORCE_KEY):
            require_replaceable(name)
    return name


def _possible_file_names(words: Iterable[object]) -> Iterator[str]:
    """Yield what may be the names of files among the words of a command line."""
    from sabot.game_rules.game_string import split_game_string

    for word in words:
        if isinstance(word, tuple | list):
            yield from _possible_file_names(word)
        if not isinstance(word, str):
            continue
        yield word
        if rules := _RULES_FILE.match(word):
            yield rules[1]
        yield word.partition("=")[2]
        try:
            yield from split_game_string(word)[1].values()
        except GameStringError:
            continue


def _require_not_an_input(output: str, words: Iterable[object]) -> None:
    """Refuse to write over what the same command reads, forced or not."""
    for name in _possible_file_names(words):
        try:
            same = os.path.samefile(name, output)
        except (OSError, ValueError):  # one of them is no file
            continue
        if same and os.path.isfile(output):
            raise FileError(f"{output}: is read by this command; name another file to write to")


def _make_output_option(
    help: str, check: Callable[..., str | None] = _require_writable
) -> Callable[[Callable[..., object]], Callable[..., object]]:
    option = click.option(
        "-o", "--output", metavar="FILE", callback=check, type=click.Path(), help=help
    )
    force = click.option(
        "--force",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_remember_force,
        help="Let -o replace any file.",
    )

    def decorate(function: Callable[..., object]) -> Callable[..., object]:
        @wraps(function)
        def called(*places: object, output: str | None = None, **values: object) -> object:
            if output is not None:
                _require_not_an_input(output, (*places, *values.values()))
            return function(*places, output=output, **values)

        return option(force(called) if check is _require_writable else called)

    return decorate


anyway_option = click.option("--anyway", is_flag=True, help="Try even if memory may run out.")
output_option = _make_output_option("Also save to a file.")
output_proof_option = _make_output_option(
    "Also save the proof; with --latex or --markdown, the text instead."
)
output_instead_option = _make_output_option("Write to a file instead of the terminal.")
output_session_option = _make_output_option("Save the session; `sabot play FILE` replays it.")
output_rows_option = _make_output_option(
    "Write to a file instead of the terminal.", _require_file_name
)
"""The file is kept open, and so found out to be writable, while the rows are made."""


def select_format(
    output: str | None,
    *known: str,
    tables: bool = False,
    asked: str | None = None,
    default: str | None = None,
) -> str | None:
    """Return the form that the end of *output*, or a flag that *asked* for one, says.

    *known* are the forms that the verb writes, with *tables* also those of tables; *default* is
    what a name without an end means. A name that ends otherwise, or contradicts the flag, is
    refused: before any work is done.
    """
    if output is None:
        return asked
    from sabot.render.formats import SUFFIXES, TABLE_FORMATS, format_for_path

    try:
        form = format_for_path(output, (*known, *(TABLE_FORMATS if tables else ())))
    except FormError as fault:
        raise click.UsageError(str(fault)) from None
    if not output.lower().endswith(SUFFIXES[form]):  # it has no end
        return asked or default
    if asked is not None and asked != form:
        raise click.UsageError(
            f"--{asked} does not go with {output}: name a file that ends in {SUFFIXES[asked]}"
        )
    return form


MAX_JOBS = 256


def worker_options(function: Callable[..., object]) -> Callable[..., object]:
    """Add ``--jobs`` and ``--cluster``; a result that is not cut short does not depend on them."""
    jobs = click.option(
        "--jobs",
        "--workers",
        "jobs",
        type=click.IntRange(1, MAX_JOBS),
        metavar="N",
        help="Number of processes; the answer is the same.",
    )
    address = click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Address of a dask scheduler, tcp://HOST:8786; the answer is the same.",
    )
    return jobs(address(function))


@contextmanager
def open_executor(jobs: int | None, cluster: str | None) -> Iterator[Executor | None]:
    """Yield those who do the work; None for this process."""
    if cluster is None and jobs in (None, 1):
        yield None
        return
    if cluster is None:
        from sabot.analysis.executors import process_pool

        with process_pool(jobs or 1) as executor:
            yield executor
        return
    if jobs is not None:
        raise click.UsageError("--jobs and --cluster together; choose one")
    import logging

    from sabot.analysis.executors import ADDRESS_SYNTAX, is_scheduler_address
    from sabot.analysis.executors import dask_cluster as joined

    if not is_scheduler_address(cluster):
        raise click.UsageError(
            f"--cluster {cluster!r:.200} is not the address of a scheduler\n  {ADDRESS_SYNTAX}"
        )
    logging.disable()  # what goes wrong is said once, by us, not by every loop of dask's
    with joined(cluster) as executor:
        yield executor
