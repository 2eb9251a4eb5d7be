"""The commands of ``sabot``, one module per verb, and what they share: lazy group, help pages.

A verb's module is imported only when the verb is called, so that ``sabot --help`` and each verb
start quickly: a :class:`LazyGroup` has the function that imports it. Every exception becomes a
message and an exit code (:mod:`sabot.cli.errors`). The program itself is a group
(:mod:`sabot.cli.program`); games bring groups of verbs of their own, made by the same
:func:`make_group`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn, TypeAlias

import click

from sabot.cli.errors import run_to_exit_code
from sabot.errors import did_you_mean

VerbTable: TypeAlias = Mapping[str, tuple[Callable[[], click.Command], str]]
"""The verbs of a group by name: a function that imports the command, and its line of help."""
PROGRAM = "sabot"
COMPLETION_VARIABLE = "_SABOT_COMPLETE"
CONTEXT_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 80}
EXIT_CODES = (
    "Exit codes: 0 success; 1 a check failed; 2 wrong command or game; 3 unreadable file; "
    "4 interrupted; 5 no method applies."
)
GAME_ARGUMENT_FORMS = (
    ("kuhn", "a name, with its defaults; `sabot games` lists the names"),
    ("'le-her(suits=2)'", "a name with parameters, in quotes"),
    ("pay.csv, pay.json", "a file with a matrix of payoffs"),
    ("game.nfg, game.efg", "a file in a format of Gambit"),
    ("own.py, own.py:war", "your rules in a Python file; :war picks one of several"),
)
"""The forms that GAME may have, and what they mean."""


def write_examples(formatter: click.HelpFormatter, examples: Sequence[str]) -> None:
    """Write the examples at the end of a help page, one per line, never wrapped."""
    with formatter.section("Examples"):
        for example in examples:
            formatter.write(f"{'':{formatter.current_indent}}{example}\n")


class VerbCommand(click.Command):
    """A command whose help ends with examples that work."""

    def __init__(self, *arguments: Any, examples: Sequence[str] = (), **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.examples = tuple(examples)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what GAME may be, where there is one, and the examples."""
        arguments = (one.name for one in self.params if isinstance(one, click.Argument))
        if "game" in arguments:
            with formatter.section("GAME is one of"):
                formatter.write_dl(GAME_ARGUMENT_FORMS)
        write_examples(formatter, self.examples)


def verb(*, examples: Sequence[str]) -> Callable[[Callable[..., object]], VerbCommand]:
    """Make a verb of a function; its docstring is the help."""

    def decorate(function: Callable[..., object]) -> VerbCommand:
        return click.command(cls=VerbCommand, examples=examples, context_settings=CONTEXT_SETTINGS)(
            function
        )

    return decorate


class LazyGroup(click.Group):
    """A group that imports a verb when it is called, and turns every fault into an exit code."""

    def __init__(
        self,
        verbs: VerbTable,
        *,
        examples: Sequence[str],
        former: Mapping[str, tuple[str, str]],
        elsewhere: Mapping[str, str],
        sections: Mapping[str, Sequence[str]],
        name: str,
        help: str,
    ) -> None:
        super().__init__(
            name=name,
            help=help,
            callback=lambda: None,
            context_settings=CONTEXT_SETTINGS,
            subcommand_metavar="VERB [ARGUMENTS]...",
        )
        self.verbs = verbs
        self.former = former
        self.elsewhere = elsewhere
        self.sections = sections
        self.examples = tuple(examples)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs in the order of the list."""
        return list(self.verbs)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import the verb's module and return the verb."""
        if name in self.former:
            group, name = self.former[name]
            inner = self.get_command(ctx, group)
            return inner.get_command(ctx, name) if isinstance(inner, click.Group) else None
        if name not in self.verbs:
            return None
        load, _ = self.verbs[name]
        return load()

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuse an unknown verb with the nearest known one."""
        known = {*self.verbs, *self.former}
        unknown = args and args[0] not in known and not args[0].startswith("-")
        if unknown and not ctx.resilient_parsing:  # a shell that completes words wants no talk
            hint = did_you_mean(args[0][:80], self.verbs)
            if args[0] in self.elsewhere:
                hint = f"{self.elsewhere[args[0]]}\n  "
            raise click.UsageError(
                f"there is no verb {args[0][:80]!r}\n  {hint}known: {', '.join(self.verbs)}", ctx
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of verbs by sections, without importing any; the rest comes last."""
        grouped = {name for names in self.sections.values() for name in names}
        rest = [name for name in self.verbs if name not in grouped]
        width = max(map(len, self.verbs))
        for heading, names in {**self.sections, "Verbs": rest}.items():
            if not names:
                continue
            with formatter.section(heading):
                formatter.write_dl([(f"{name:{width}}", self.verbs[name][1]) for name in names])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples and the exit codes."""
        write_examples(formatter, self.examples)
        formatter.write_paragraph()
        formatter.write_text(EXIT_CODES)

    def run(self, arguments: Sequence[str] | None = None) -> int:
        """Run the verb that the arguments name; return the exit code, whatever happens."""
        words = list(sys.argv[1:] if arguments is None else arguments)

        def action() -> None:
            if asked := os.environ.get(COMPLETION_VARIABLE):
                from click.shell_completion import shell_complete

                raise click.exceptions.Exit(
                    shell_complete(self, {}, PROGRAM, COMPLETION_VARIABLE, asked)
                )
            with self.make_context(PROGRAM, words) as context:
                self.invoke(context)

        return run_to_exit_code(action)

    def main(self, args: Sequence[str] | None = None, *_: object, **__: object) -> NoReturn:
        """Run and exit: click's own entry, which its test runner calls."""
        sys.exit(self.run(args))


def make_group(
    verbs: VerbTable,
    *,
    help: str,
    examples: Sequence[str],
    name: str = PROGRAM,
    version: Callable[[], str] | None = None,
    former: Mapping[str, tuple[str, str]] | None = None,
    elsewhere: Mapping[str, str] | None = None,
    sections: Mapping[str, Sequence[str]] | None = None,
) -> LazyGroup:
    """Return a group of verbs: the program, or those that a game brings under its name.

    A *former* name of a verb works and is not listed: it says in which group the verb is now, and
    under which name. *elsewhere* are words that are no verbs and might be, with what does it.
    *sections* are the headings under which help lists the verbs. What *version*
    returns is printed by ``--version``.
    """
    group = LazyGroup(
        verbs,
        examples=examples,
        former=former or {},
        elsewhere=elsewhere or {},
        sections=sections or {},
        name=name,
        help=help,
    )
    if version is not None:
        group.params.append(_version_option(version))
    return group


def _version_option(version: Callable[[], str]) -> click.Option:
    """Return the option that prints the version and ends the program."""

    def print_version(context: click.Context, option: click.Parameter, asked: bool) -> None:
        if asked and not context.resilient_parsing:
            click.echo(version())
            context.exit()

    return click.Option(
        ["--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=print_version,
        help="Show the version and exit.",
    )
