"""The arguments and options that verbs share."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from sabot.errors import FileError, FormError, GameStringError, NumberError
from sabot.exact import rational
from sabot.telling.game import Game

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

MOST_DIGITS = 10_000


def _games(
    context: click.Context, parameter: click.Parameter, typed: str
) -> list[str] | list[CompletionItem]:
    """Complete the name of a game, or else of a file that holds one."""
    from click.shell_completion import CompletionItem

    from sabot.games import SHIPPED

    found = [name for name in SHIPPED if name.startswith(typed)]
    return found or [CompletionItem(typed, type="file")]


def told(text: str) -> Game:
    """Return the game that a person typed; help those who typed the name of a file."""
    from sabot.games import load

    if text == "-":
        return _from_stdin()
    try:
        return load(text)
    except GameStringError:
        if _place(text):
            raise click.UsageError(f"{text!r} is {_place(text)}") from None
        raise


_GAMBIT = (".agg", ".bagg", ".gbt")
"""Formats of Gambit that are not read."""


def _place(text: str) -> str:
    """Return what a text is that names no game, where it names a place among files; or ''."""
    from sabot.games.files import SUFFIXES, family_of

    file, bracket, rest = text.partition("(")
    if bracket and family_of(file.strip()) and os.path.isfile(file.strip()):
        written = f"'{family_of(file.strip())}(file={file.strip()}, {rest}'"
        return f"a file with parameters behind it\n  write {written}"
    if text.endswith(".py") or not os.path.exists(text):
        return ""
    if os.path.isdir(text):
        return "a folder, not a game\n  name a file in it: game.csv, game.efg, rules.py:game"
    if os.path.isfile(text):
        ending = os.path.splitext(text)[1]
        known = ", ".join(SUFFIXES)
        other = f"files that end in {ending}" if ending else "files without an ending"
        read = f"read are {known}, and rules in Python (rules.py:game)"
        if ending in _GAMBIT:
            remedy = "Gambit converts its other formats: game.to_nfg()"
        else:
            remedy = f"a table of payoffs with another ending: 'matrix(file={text})'"
        return f"a file in a format that is not read: {other}\n  {read};\n  {remedy}"
    return "a pipe or a device, not a game\n  a matrix on stdin is read where the game is called -"


def _from_stdin() -> Game:
    """Return the matrix game that is written to stdin: CSV, JSON or .nfg."""
    from sabot.files.matrix import parse_any
    from sabot.files.text import bounded, text_of
    from sabot.games import load

    try:
        text = text_of(bounded(sys.stdin.buffer, "stdin"), "stdin")
        if text.lstrip().startswith("EFG"):
            raise FileError("stdin: a game tree is read from a file: sabot solve game.efg")
        form, both = parse_any(text)
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


def exact_number(
    context: click.Context, parameter: click.Parameter, text: str | None
) -> Fraction | None:
    """Return an exact number typed on the command line: a callback for options."""
    if text is None:
        return None
    try:
        return rational(text)
    except NumberError as fault:
        raise click.BadParameter(str(fault)) from None


def _file_name(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value in ("", "-"):
        raise click.BadParameter(
            "name a file; without -o the answer goes to stdout, where a pipe can take it"
        )
    return value


def form_option(name: str, help: str) -> Callable[[Callable[..., object]], Callable[..., object]]:
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


game_argument = click.argument("game", shell_complete=_games)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
digits_option = click.option(
    "--digits",
    type=click.IntRange(1, MOST_DIGITS),
    metavar="N",
    help="Significant digits of decimals.",
)


_FORCE = "sabot.force"
_RULES = re.compile(r"(.*?\.py)\s*(?:$|[:(])")


def _forced(context: click.Context, parameter: click.Parameter, given: bool) -> None:
    context.meta[_FORCE] = given


def _writable(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Refuse a place that cannot be written to now: later the work would be done already."""
    name = _file_name(context, parameter, value)
    if name is not None:
        from sabot.files.whole import demand_ours, demand_writable

        demand_writable(name)
        if not context.meta.get(_FORCE):
            demand_ours(name)
    return name


def _read_by(words: Iterable[object]) -> Iterator[str]:
    """Yield what may be the names of files among the words of a command line."""
    from sabot.telling.strings import dissect

    for word in words:
        if isinstance(word, tuple | list):
            yield from _read_by(word)
        if not isinstance(word, str):
            continue
        yield word
        if rules := _RULES.match(word):
            yield rules[1]
        yield word.partition("=")[2]
        try:
            yield from dissect(word)[1].values()
        except GameStringError:
            continue


def _demand_no_input(output: str, words: Iterable[object]) -> None:
    """Refuse to write over what the same command reads, forced or not."""
    for name in _read_by(words):
        try:
            same = os.path.samefile(name, output)
        except (OSError, ValueError):  # one of them is no file
            continue
        if same and os.path.isfile(output):
            raise FileError(f"{output}: is read by this command; name another file to write to")


def _output(
    help: str, check: Callable[..., str | None] = _writable
) -> Callable[[Callable[..., object]], Callable[..., object]]:
    option = click.option(
        "-o", "--output", metavar="FILE", callback=check, type=click.Path(), help=help
    )
    force = click.option(
        "--force",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_forced,
        help="Let -o replace a file that Sabot did not write.",
    )

    def decorate(function: Callable[..., object]) -> Callable[..., object]:
        @wraps(function)
        def called(*places: Any, output: str | None = None, **values: Any) -> object:
            if output is not None:
                _demand_no_input(output, (*places, *values.values()))
            return function(*places, output=output, **values)

        return option(force(called) if check is _writable else called)

    return decorate


anyway_option = click.option(
    "--anyway", is_flag=True, help="Try even where the memory of this machine will not do."
)
output_option = _output("Save to a file as well.")
output_proof = _output("Save the proof as well; of --latex and --markdown, the text instead.")
output_instead = _output("Write to a file, not to stdout.")
output_session = _output("Save the session; sabot play FILE tells it again.")
output_rows = _output("Write to a file, not to stdout.", _file_name)
"""The file is kept open, and so found out to be writable, while the rows are made."""
