"""The click program ``sabot``: the table of its verbs, and the completion of words in a shell."""

from __future__ import annotations

import click

from sabot._version import __version__
from sabot.cli.output import print_text
from sabot.cli.verbs import COMPLETION_VARIABLE, PROGRAM, LazyGroup, VerbTable, make_group, verb
from sabot.loading import game_commands


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


def _load_report() -> click.Command:
    from sabot.cli.verbs.report import report

    return report


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
    "report": (_load_report, "Who is ahead, what is never used, how long a hand takes."),
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
    "tree": "a game's tree is drawn by: sabot plot GAME tree, sabot web GAME; "
    "written by: sabot export GAME --efg",
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
