"""The click program ``sabot``: the table of its verbs, and the completion of words in a shell."""

from __future__ import annotations

import click

from sabot._version import __version__
from sabot.cli.output import print_text
from sabot.cli.verbs import COMPLETION_VARIABLE, PROGRAM, LazyGroup, VerbTable, make_group, verb
from sabot.game_table import game_commands


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


def _load_properties() -> click.Command:
    from sabot.cli.verbs.properties import properties

    return properties


def _load_correlated() -> click.Command:
    from sabot.cli.verbs.correlated import correlated

    return correlated


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


def _load_equity() -> click.Command:
    from sabot.cli.verbs.equity import equity

    return equity


def _load_paper() -> click.Command:
    from sabot.cli.verbs.paper import paper

    return paper


def _load_web() -> click.Command:
    from sabot.cli.verbs.web import web

    return web


def _load_completion() -> click.Command:
    return completion


VERBS: VerbTable = {
    "solve": (_load_solve, "Value and optimal strategies; not zero-sum: a Nash equilibrium."),
    "equilibria": (_load_equilibria, "All Nash equilibria; zero-sum: all optimal strategies."),
    "properties": (_load_properties, "What kind of game it is: degenerate, potential, symmetric."),
    "correlated": (_load_correlated, "Best and worst correlated equilibria; evaluate a device."),
    "reduce": (_load_reduce, "Remove dominated strategies, step by step."),
    "size": (_load_size, "Count information sets and strategies; estimate the time."),
    "value": (_load_value, "What strategies earn; best responses and exploitability."),
    "report": (_load_report, "Who is ahead, what is never used, how long a hand takes."),
    "simulate": (_load_simulate, "Play random hands; averages with confidence intervals."),
    "prove": (_load_prove, "Solve for all values of a parameter, marked * (a theorem)."),
    "check": (_load_check, "Verify a saved certificate or proof, without the solver."),
    "paper": (_load_paper, "Recompute the tables of a paper or book; show differences."),
    "play": (_load_play, "Play against optimal opponents; see what mistakes cost."),
    "hand": (_load_hand, "A poker hand: its class, exact odds and best discard."),
    "equity": (_load_equity, "Range against range in Texas hold'em: exact chances."),
    "games": (_load_games, "List the games."),
    "show": (_load_show, "The rules and parameters of a game, in words."),
    "table": (_load_table, "Tables of a result as LaTeX, CSV, Markdown or HTML."),
    "plot": (_load_plot, "A figure of a game, a theorem, a sweep or a paper."),
    "export": (_load_export, "The tree or matrix of a game, for Gambit and others."),
    "web": (_load_web, "The workbench: all of this in your browser."),
    "completion": (_load_completion, "Completion of words in your shell."),
    "sweep": (_load_sweep, "Solve many games: decks=1..20, depleted shoes, ..."),
    **{name: (command.load, command.help) for name, command in game_commands().items()},
}
"""Each verb: the function that imports it, and its line in ``sabot --help``; after them the verbs
that games bring."""
_OWN_SECTIONS = {
    "Solve": ("solve", "equilibria", "correlated", "properties", "reduce", "size"),
    "Judge": ("value", "report", "simulate"),
    "Prove": ("prove", "check", "paper"),
    "Play": ("play", "hand", "equity"),
    "Show": ("games", "show", "table", "plot", "export", "web", "completion"),
    "Many games": ("sweep",),
}
SECTIONS = {
    heading: (*own, *(name for name, one in game_commands().items() if one.section == heading))
    for heading, own in _OWN_SECTIONS.items()
}
"""The headings of ``sabot --help``, and the verbs under each; every verb has a heading. The verb of
a game says which it has (``GameCommand.section``)."""
PROGRAM_HELP = """Sabot solves card games and other finite games exactly.

It computes values, optimal strategies, Nash equilibria, best responses and exploitability as
fractions, with certificates that anyone can check.

In the output a seat is a player, a view is an information set, a best reply is a best response.
"""
PROGRAM_EXAMPLES = (
    "sabot solve 'le-her(ranks=13, suits=4)'",
    "sabot equilibria 'matrix([[2|1,0|0],[0|0,1|2]])'",
    "sabot games",
    "sabot solve --help",
)
UNKNOWN_VERB_HINTS = {
    "edge": "the house edge of casino baccarat: sabot solve punto-banco",
    "exploitability": "for a strategy in a file: sabot value GAME --strategy FILE",
    "help": "for a list of commands: sabot --help; for one of them: sabot VERB --help",
    "list": "for a list of games: sabot games",
    "nash": "for one equilibrium: sabot solve GAME; for all of them: sabot equilibria GAME",
    "odds": "for a hand of draw poker: sabot hand AsKdQhJc9s; "
    "for bets on baccarat: sabot solve punto-banco",
    "theorem": "to prove a theorem: sabot prove 'GAME(PARAMETER=*)'",
    "tree": "to draw the game tree: sabot plot GAME tree; to write it: sabot export GAME --efg",
    "verify": "to verify a saved file: sabot check FILE",
}
"""Words that are no verbs here, and the command that does what they ask for."""
LIBRARIES = (
    ("python-flint", "numpy", "highspy", "numba"),
    ("click", "rich", "matplotlib"),
    ("starlette", "uvicorn", "distributed"),
)
"""Distributions that ``sabot --version`` names, line by line: first those that compute."""


def version_text() -> str:
    """Return the version on the first line; below it those of Python and of the libraries."""
    import platform
    from importlib.metadata import PackageNotFoundError, version

    def with_version(name: str) -> str:
        try:
            return f"{name} {version(name)}"
        except PackageNotFoundError:
            return f"{name} not installed"

    lines = [
        f"{PROGRAM} {__version__}",
        f"  {platform.python_implementation()} {platform.python_version()}, "
        f"{platform.system()} {platform.machine()}",
        *("  " + ", ".join(map(with_version, names)) for names in LIBRARIES),
    ]
    return "\n".join(lines)


cli: LazyGroup = make_group(
    VERBS,
    version=version_text,
    help=PROGRAM_HELP,
    examples=PROGRAM_EXAMPLES,
    former={
        verb: (name, verb) for name, command in game_commands().items() for verb in command.former
    },
    elsewhere=UNKNOWN_VERB_HINTS,
    sections=SECTIONS,
)


@verb(examples=["sabot completion bash", "sabot completion fish"])
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that completes verbs, options and games in your SHELL.

    For this session: eval "$(sabot completion bash)", or the same with zsh; for fish: sabot
    completion fish | source. For every session, add that line to the start file of your shell.
    """
    from click.shell_completion import get_completion_class

    maker = get_completion_class(shell)
    assert maker is not None
    print_text(maker(cli, {}, PROGRAM, COMPLETION_VARIABLE).source())
