"""Entry points of the checker: dispatch by the schema of a document, and the command line.

What is checked, in exact integers:

1. the digest, so that no number in the file was changed after it was written;
2. that both strategies are probability distributions, and that the best response to each, by
   backward induction, earns exactly the claimed value: ``guarantee(one) == value ==
   concession(two)``;
3. each claim of uniqueness. Every optimal strategy of a player uses only actions that are best
   responses to *any* optimal strategy of the opponent, and keeps the opponent indifferent over
   the actions that this strategy uses. The checker builds that linear system for the strategy in
   the evidence and finds its full column rank modulo a prime. A claim of *not* unique must show
   another optimal strategy.

A document is read once, by the grammar of ``docs/reference/certificate.md``, into typed objects;
the result is a :class:`~sabot.certify.verdict.Verdict`. Modules of a kind are imported when a
document of that kind comes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sabot.certify.documents import (
    ALGEBRAIC_NASH_SCHEMA,
    ALL_NASH_SCHEMA,
    BINARY_NASH_SCHEMA,
    CERTIFICATE_V1_SCHEMA,
    CONTINUOUS_SCHEMA,
    CORRELATED_SCHEMA,
    NASH_SCHEMA,
    NPLAYER_NASH_SCHEMA,
    NPLAYER_SCHEMA,
    OPTIMAL_SET_SCHEMA,
    PARAMETRIC_BINARY_NASH_SCHEMA,
    PARAMETRIC_CONTINUOUS_SCHEMA,
    PARAMETRIC_NASH_SCHEMA,
    PARAMETRIC_SCHEMA,
    PRIVATE_HANDS_SCHEMA,
    PROPERTIES_SCHEMA,
    PURE_NASH_SCHEMA,
    REFINEMENT_SCHEMA,
    SOLUTION_SCHEMA,
    SOLUTION_V1_SCHEMA,
    VALUE_BOUNDS_SCHEMA,
    is_perfect_information,
)
from sabot.certify.json_reader import (
    Json,
    JsonObject,
    describe_value,
    escape_unprintable,
    parse_document,
    read_document,
    uncollected,
)
from sabot.certify.limits import MAX_BYTES, one_document
from sabot.errors import FileError, SabotError

if TYPE_CHECKING:
    from sabot.certify.parametric.verification import PieceMap
    from sabot.certify.verdict import Verdict


def check(source: str | Path | JsonObject) -> Verdict:
    """Return what a file or a document proves; raise CertificateError with the reason if not."""
    return check_document(source if isinstance(source, Mapping) else read_document(source))


def check_document(document: JsonObject, spread: PieceMap | None = None) -> Verdict:
    """Return what a document proves; raise CertificateError, or FileError if it is malformed.

    *spread* has the pieces of a theorem checked in several processes.
    """
    try:
        with one_document(), uncollected():
            if spread is not None and document["schema"] == PARAMETRIC_SCHEMA:
                from sabot.certify.parametric.verification import verify_parametric_by_pieces

                return verify_parametric_by_pieces(document, spread)
            return _verify_document(document)
    except RecursionError:
        raise FileError("nested too deeply") from None
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as fault:
        raise FileError(f"not a well-formed certificate: {_describe_error(fault)}") from None


def _verify_document(document: JsonObject) -> Verdict:
    schema = document["schema"]
    if type(schema) is not str or schema not in VERIFIERS:
        raise FileError(
            f"schema {describe_value(schema)}: expected a sabot solution or certificate"
        )
    return VERIFIERS[schema](document)


def _verify_solution(document: JsonObject) -> Verdict:
    """Verify a zero-sum solution, or a deal of perfect information: the form says which."""
    if is_perfect_information(document):
        return _verify_perfect_information(document)
    return _verify_zero_sum(document)


def _verify_zero_sum(document: JsonObject) -> Verdict:
    """Check a matrix, or a game given by its sequences."""
    from sabot.certify import zero_sum

    readers: dict[Json, Callable[[JsonObject], zero_sum.ZeroSumDocument]] = {
        SOLUTION_SCHEMA: zero_sum.read_solution,
        SOLUTION_V1_SCHEMA: zero_sum.read_solution_v1,
        CERTIFICATE_V1_SCHEMA: zero_sum.read_certificate_v1,
    }
    return zero_sum.verify_zero_sum(readers[document["schema"]](document))


def _verify_perfect_information(document: JsonObject) -> Verdict:
    """Check a deal played trick by trick."""
    from sabot.certify import perfect_information

    readers: dict[Json, Callable[[JsonObject], perfect_information.PerfectInformationDocument]] = {
        SOLUTION_SCHEMA: perfect_information.read_deal_solution,
        SOLUTION_V1_SCHEMA: perfect_information.read_deal_solution_v1,
        CERTIFICATE_V1_SCHEMA: perfect_information.read_deal_certificate_v1,
    }
    return perfect_information.verify_perfect_information(readers[document["schema"]](document))


def _verify_parametric(document: JsonObject) -> Verdict:
    from sabot.certify.parametric.reader import read_parametric
    from sabot.certify.parametric.verification import verify_parametric

    return verify_parametric(read_parametric(document))


def _verify_parametric_continuous(document: JsonObject) -> Verdict:
    """Check a theorem on a game with real hands."""
    from sabot.certify.continuous.parametric import (
        read_parametric_continuous,
        verify_parametric_continuous,
    )

    return verify_parametric_continuous(read_parametric_continuous(document))


def _verify_parametric_binary_nash(document: JsonObject) -> Verdict:
    """Check a theorem on all equilibria of a game with payoffs by player."""
    from sabot.certify.binary_nash import read_parametric_binary_nash, verify_parametric_binary_nash

    return verify_parametric_binary_nash(read_parametric_binary_nash(document))


def _verify_parametric_nash(document: JsonObject) -> Verdict:
    """Verify all equilibria of a matrix for every value of a parameter."""
    from sabot.certify.parametric_nash import read_parametric_nash, verify_parametric_nash

    return verify_parametric_nash(read_parametric_nash(document))


def _verify_binary_nash(document: JsonObject) -> Verdict:
    """Check all equilibria of one such game."""
    from sabot.certify.binary_nash import read_binary_nash, verify_binary_nash

    return verify_binary_nash(read_binary_nash(document))


def _verify_continuous(document: JsonObject) -> Verdict:
    """Check an equilibrium of a game with real hands."""
    from sabot.certify.continuous.equilibrium import read_continuous, verify_continuous

    return verify_continuous(read_continuous(document))


def _verify_nash(document: JsonObject) -> Verdict:
    """Check an equilibrium of a finite game for two."""
    from sabot.certify.nash import read_nash, verify_nash

    return verify_nash(read_nash(document))


def _verify_nplayer(document: JsonObject) -> Verdict:
    """Check a profile for any number of players."""
    from sabot.certify.nplayer import read_nplayer, verify_nplayer

    return verify_nplayer(read_nplayer(document))


def _verify_algebraic_nash(document: JsonObject) -> Verdict:
    """Verify an equilibrium whose probabilities are elements of a number field."""
    from sabot.certify.nplayer import read_algebraic_nash, verify_algebraic_nash

    return verify_algebraic_nash(read_algebraic_nash(document))


def _verify_pure_nash(document: JsonObject) -> Verdict:
    """Verify a list of all pure equilibria."""
    from sabot.certify.nplayer import read_pure_nash, verify_pure_nash

    return verify_pure_nash(read_pure_nash(document))


def _verify_correlated(document: JsonObject) -> Verdict:
    """Verify correlated or coarse correlated equilibria."""
    from sabot.certify.correlated import read_correlated, verify_correlated

    return verify_correlated(read_correlated(document))


def _verify_properties(document: JsonObject) -> Verdict:
    """Verify properties of a game."""
    from sabot.certify.properties import read_properties, verify_properties

    return verify_properties(read_properties(document))


def _verify_nplayer_nash(document: JsonObject) -> Verdict:
    """Verify a list of all equilibria of a small game for many."""
    from sabot.certify.nplayer_nash import read_nplayer_nash, verify_nplayer_nash

    return verify_nplayer_nash(read_nplayer_nash(document))


def _verify_refinement(document: JsonObject) -> Verdict:
    """Verify equilibria that have a refinement."""
    from sabot.certify.refinement import read_refinement, verify_refinement

    return verify_refinement(read_refinement(document))


def _verify_value_bounds(document: JsonObject) -> Verdict:
    """Verify bounds on the value of a zero-sum game."""
    from sabot.certify.value_bounds import read_value_bounds, verify_value_bounds

    return verify_value_bounds(read_value_bounds(document))


def _verify_private_hands(document: JsonObject) -> Verdict:
    """Verify bounds on the value of a game with private hands."""
    from sabot.certify.private_hands import read_private_hands, verify_private_hands

    return verify_private_hands(read_private_hands(document))


def _verify_optimal_set(document: JsonObject) -> Verdict:
    """Verify the set of all optimal strategies of a zero-sum game."""
    from sabot.certify.optimal_set import read_optimal_set, verify_optimal_set

    return verify_optimal_set(read_optimal_set(document))


def _verify_all_nash(document: JsonObject) -> Verdict:
    """Verify a list of all extreme equilibria of a bimatrix game."""
    from sabot.certify.all_nash import read_all_nash, verify_all_nash

    return verify_all_nash(read_all_nash(document))


VERIFIERS: Mapping[str, Callable[[JsonObject], Verdict]] = {
    SOLUTION_SCHEMA: _verify_solution,
    SOLUTION_V1_SCHEMA: _verify_solution,
    CERTIFICATE_V1_SCHEMA: _verify_solution,
    VALUE_BOUNDS_SCHEMA: _verify_value_bounds,
    PRIVATE_HANDS_SCHEMA: _verify_private_hands,
    OPTIMAL_SET_SCHEMA: _verify_optimal_set,
    NASH_SCHEMA: _verify_nash,
    ALL_NASH_SCHEMA: _verify_all_nash,
    BINARY_NASH_SCHEMA: _verify_binary_nash,
    NPLAYER_SCHEMA: _verify_nplayer,
    PURE_NASH_SCHEMA: _verify_pure_nash,
    ALGEBRAIC_NASH_SCHEMA: _verify_algebraic_nash,
    CORRELATED_SCHEMA: _verify_correlated,
    NPLAYER_NASH_SCHEMA: _verify_nplayer_nash,
    PROPERTIES_SCHEMA: _verify_properties,
    REFINEMENT_SCHEMA: _verify_refinement,
    CONTINUOUS_SCHEMA: _verify_continuous,
    PARAMETRIC_SCHEMA: _verify_parametric,
    PARAMETRIC_CONTINUOUS_SCHEMA: _verify_parametric_continuous,
    PARAMETRIC_BINARY_NASH_SCHEMA: _verify_parametric_binary_nash,
    PARAMETRIC_NASH_SCHEMA: _verify_parametric_nash,
}
"""By schema, the function that reads and verifies a document of that kind."""


def _describe_error(fault: Exception) -> str:
    if isinstance(fault, KeyError):
        return f"{fault.args[0]!r} is missing"
    words = str(fault)
    return words if len(words) < 200 else words[:200] + "..."


_EXIT_CANNOT_WRITE, _EXIT_READER_GONE, _EXIT_NO_MEMORY = 3, 4, 5
"""Exit codes where it is not the file's fault: no verdict may look like 1, which is *refused*."""


_HELP = """\
usage: {program} FILE...

Check that each FILE (- for stdin) proves what it states. The payoffs are taken
from the file. Nothing but Python is needed.

options:
  -h, --help  Show this message and exit.
  --version   Show the version and exit.

Exit codes: 0 all are proved; 1 one is not; 2 bad usage; 3 one cannot be read,
or the answer cannot be written; 4 interrupted; 5 memory ran out.
"""


def main(arguments: Sequence[str], program: str = "python -m sabot.certify") -> int:
    """Check each file named (- for stdin), to the last; return 0, 1 if one is refused, else 3.

    The entry point of ``python -m sabot.certify`` and of ``sabot-check.pyz``, which *program* says.
    Bad usage ends with 2. Where the answer cannot be written, 3 as well; 4
    where whoever reads it has left, or on an interrupt; 5 where memory runs out.
    """
    paths, options = _split_options(arguments)
    asked = next((one for one in options if one in ("-h", "--help", "--version")), None)
    if asked is None and (options or not paths):
        _print_error(_usage_error(options, program))
        return 2
    if sys.stdout is None:
        _print_error("the answer cannot be written: stdout is closed")
        return _EXIT_CANNOT_WRITE
    try:
        code = _check_files(paths) if asked is None else _print_about(asked, program)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _discard_stdout()
        return _EXIT_READER_GONE
    except OSError as fault:
        _discard_stdout()
        _print_error(f"the answer cannot be written: {fault.strerror or fault}")
        return _EXIT_CANNOT_WRITE
    except KeyboardInterrupt:
        _print_error("interrupted")
        return _EXIT_READER_GONE
    except MemoryError:
        _print_error("memory ran out")
        return _EXIT_NO_MEMORY


def _split_options(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the files and the options; what follows ``--`` is a file.

    >>> _split_options(["a.json", "-", "--rules", "--", "-b.json"])
    (['a.json', '-', '-b.json'], ['--rules'])
    """
    words = list(arguments)
    end = words.index("--") if "--" in words else len(words)
    options = [word for word in words[:end] if word.startswith("-") and word != "-"]
    paths = [word for word in words[:end] if word not in options]
    return paths + words[end + 1 :], options


def _usage_error(options: Sequence[str], program: str) -> str:
    """Return what is wrong with a command line that has options of another command, or no file."""
    usage = f"usage: {program} FILE..."
    if not options:
        return usage
    unknown = f"there is no option {escape_unprintable(options[0][:80])}"
    if options[0].partition("=")[0] in ("--rules", "--game", "--json"):
        unknown += " here; the command `sabot check` has it"
    return f"{unknown}\n{usage}"


def _print_about(asked: str, program: str) -> int:
    """Print the help or the version; return the exit code."""
    if asked == "--version":
        from sabot._version import __version__

        print(f"checker of Sabot {__version__}, on Python {sys.version.split()[0]}")
    else:
        print(_HELP.format(program=program), end="")
    return 0


def _check_files(paths: Sequence[str]) -> int:
    """Print what each file proves, or why not; return the exit code."""
    codes = set()
    for path in paths:
        try:
            proved = check_document(
                parse_document(_read_stdin(), "stdin") if path == "-" else read_document(path)
            )
        except SabotError as fault:
            said = str(fault)
            if not said.startswith((f"{path}: ", "stdin: ")):
                said = f"{path}: {said}"
            _print_error(escape_unprintable(said))
            codes.add(fault.exit_code)
        else:
            more = f"to check that, use Sabot: sabot check FILE {proved.remedy}"
            said = "\n  ".join((proved.words, *proved.lines, proved.digest, proved.untied, more))
            print(f"{escape_unprintable(path)}: {said}")
    return min(codes, default=0)  # who claims what is not so is worse than who cannot be read


def _read_stdin() -> bytes:
    if sys.stdin is None:
        raise FileError("stdin: cannot be read: it is closed")
    try:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    except (OSError, ValueError) as fault:
        raise FileError(f"stdin: cannot be read: {fault}") from None


def _print_error(words: str) -> None:
    """Write a line to stderr, if there is one."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(words, file=sys.stderr)


def _discard_stdout() -> None:
    """Let nothing more be written to stdout: it would fail once more when Python ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
