"""The click program ``sabot``: list of verbs, lazy command group, help pages, completion.

A verb's module is imported only when the verb is called, so that ``sabot --help`` and each verb
start quickly: :data:`VERBS` has the function that imports it. Every exception becomes a message and
an exit code (:mod:`sabot.cli.errors`). Games bring groups of verbs of their own, made by the same
:func:`make_group`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn, TypeAlias

import click

from sabot._version import __version__
from sabot.cli.errors import run_to_exit_code
from sabot.cli.output import print_text
from sabot.errors import did_you_mean
from sabot.games.loading import game_commands

VerbTable: TypeAlias = Mapping[str, tuple[Callable[[], click.Command], str]]
"""The verbs of a group by name: a function that imports the command, and its line of help."""
PROGRAM = "sabot"
COMPLETION_VARIABLE = "_SABOT_COMPLETE"
CONTEXT_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 80}
EXIT_CODES = (
    "Exit codes: 0 done; 1 a check failed; 2 bad usage or game; 3 bad file; 4 interrupted; "
    "5 no method applies."
)
GAME_ARGUMENT_FORMS = (
    ("kuhn", "a name, with the defaults; `sabot games` lists them"),
    ("'le-her(suits=2)'", "a name with parameters, in quotes"),
    ("pay.csv, pay.json", "a matrix in a file, rows against columns"),
    ("game.nfg, game.efg", "a game in one of Gambit's files"),
    ("own.py, own.py:war", "rules in a Python file; :war chooses among several"),
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
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.verbs = verbs
        self.former = former
        self.elsewhere = elsewhere
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
        """Write the list of verbs without importing any."""
        with formatter.section("Verbs"):
            formatter.write_dl([(name, line) for name, (_, line) in self.verbs.items()])

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
    version: str | None = None,
    former: Mapping[str, tuple[str, str]] | None = None,
    elsewhere: Mapping[str, str] | None = None,
) -> LazyGroup:
    """Return a group of verbs: the program, or those that a game brings under its name.

    A *former* name of a verb works and is not listed: it says in which group the verb is now, and
    under which name. *elsewhere* are words that are no verbs and might be, with what does it.
    """
    group = LazyGroup(
        verbs,
        examples=examples,
        former=former or {},
        elsewhere=elsewhere or {},
        name=name,
        help=help,
        callback=lambda: None,
        context_settings=CONTEXT_SETTINGS,
        subcommand_metavar="VERB [ARGUMENTS]...",
    )
    if version is None:
        return group
    return click.version_option(version, "--version", message=f"{PROGRAM} %(version)s")(group)


def _load_games() -> click.Command:
    from sabot.cli.verbs.games import games

    return games


def _load_show() -> click.Command:
    from sabot.cli.verbs.games import show

    return show


def _load_size() -> click.Command:
    from sabot.cli.verbs.games import size

    return size


def _load_solve() -> click.Command:
    from sabot.cli.verbs.solve import solve

    return solve


def _load_check() -> click.Command:
    from sabot.cli.verbs.check import check

    return check


def _load_reduce() -> click.Command:
    from sabot.cli.verbs.reduce import reduce

    return reduce


def _load_equilibria() -> click.Command:
    from sabot.cli.verbs.equilibria import equilibria

    return equilibria


def _load_prove() -> click.Command:
    from sabot.cli.verbs.prove import prove

    return prove


def _load_value() -> click.Command:
    from sabot.cli.verbs.value import value

    return value


def _load_sweep() -> click.Command:
    from sabot.cli.verbs.sweep import sweep

    return sweep


def _load_simulate() -> click.Command:
    from sabot.cli.verbs.simulate import simulate

    return simulate


def _load_play() -> click.Command:
    from sabot.cli.verbs.play import play

    return play


def _load_table() -> click.Command:
    from sabot.cli.verbs.table import table

    return table


def _load_plot() -> click.Command:
    from sabot.cli.verbs.plot import plot

    return plot


def _load_export() -> click.Command:
    from sabot.cli.verbs.export import export

    return export


def _load_hand() -> click.Command:
    from sabot.cli.verbs.games import hand

    return hand


def _load_paper() -> click.Command:
    from sabot.cli.verbs.paper import paper

    return paper


def _load_web() -> click.Command:
    from sabot.cli.verbs.web import web

    return web


def _load_completion() -> click.Command:
    return completion


VERBS: VerbTable = {
    "games": (_load_games, "What games there are."),
    "show": (_load_show, "The rules of a game in words."),
    "size": (_load_size, "What solving a game will cost, before it is paid."),
    "solve": (_load_solve, "Value, strategies, uniqueness and certificate."),
    "check": (_load_check, "Re-verify a certificate or a proof; nothing else."),
    "reduce": (_load_reduce, "Dominated strategies removed, step by step."),
    "equilibria": (_load_equilibria, "All extreme optimal strategies of each seat."),
    "prove": (_load_prove, "A theorem for all values of the parameter marked *."),
    "value": (_load_value, "What given strategies earn, and the best reply to each."),
    "sweep": (_load_sweep, "Many games, one row each; resumed after a kill."),
    "simulate": (_load_simulate, "Monte Carlo with confidence intervals."),
    "play": (_load_play, "Play against the optimum; each answer priced."),
    "table": (_load_table, "The tables of a saved file as LaTeX, CSV or Markdown."),
    "plot": (_load_plot, "A figure of a game, a theorem, a sweep or a paper."),
    "export": (_load_export, "The tree or matrix of a game for other programs."),
    "hand": (_load_hand, "A poker hand: class, exact chances, best discard."),
    "paper": (_load_paper, "Regenerate a source's tables; show what differs from print."),
    "web": (_load_web, "The workbench: all of this on a page of this machine."),
    "completion": (_load_completion, "Completion of words for your shell."),
    **{name: (command.load, command.help) for name, command in game_commands().items()},
}
"""Each verb: the function that imports it, and its line in ``sabot --help``; after them the verbs
that games bring."""
PROGRAM_EXAMPLES = ("sabot solve 'le-her(ranks=13, suits=4)'", "sabot games")
UNKNOWN_VERB_HINTS = {
    "tree": "a game's tree is drawn by: sabot web GAME; written by: sabot export GAME --efg",
    "theorem": "a theorem is proved by: sabot prove 'GAME(PARAMETER=*)'",
    "nash": "an equilibrium is found by: sabot solve GAME; all of them by: sabot equilibria GAME",
    "verify": "a saved file is verified by: sabot check FILE",
}
"""Words that are no verbs here, and what does what they ask for."""
cli: LazyGroup = make_group(
    VERBS,
    version=__version__,
    help="Sabot solves card games exactly: value, strategies, certificate, uniqueness.",
    examples=PROGRAM_EXAMPLES,
    former={
        verb: (name, verb) for name, command in game_commands().items() for verb in command.former
    },
    elsewhere=UNKNOWN_VERB_HINTS,
)


@verb(examples=["sabot completion bash", "sabot completion fish"])
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that completes verbs, options and games in your SHELL.

    For this session: eval "$(sabot completion bash)", or the same with zsh; for fish: sabot
    completion fish | source. For every session, put that line into the shell's start file.
    """
    from click.shell_completion import get_completion_class

    maker = get_completion_class(shell)
    assert maker is not None
    print_text(maker(cli, {}, PROGRAM, COMPLETION_VARIABLE).source())
