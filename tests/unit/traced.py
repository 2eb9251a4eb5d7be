"""A game in a user's file that leaves a trace when it is run."""

from click.testing import CliRunner

from sabot.cli.program import cli

WAR = """
from pathlib import Path
from fractions import Fraction
from sabot import rules

Path(__file__).with_name("ran").touch()

@rules(name="war", seats=("north", "south"))
def war(table, *, ranks: int = 3, stake: Fraction = Fraction(2)):
    shoe = table.shoe(ranks=ranks, suits=1)
    north, south = shoe.draw(), shoe.draw()
    if table.ask("south", ("fold", "fight"), sees=south) == "fold":
        return table.pay(north=1)
    return table.pay(north=stake if north > south else -stake)
"""


def run(*words):
    """Run a command."""
    return CliRunner().invoke(cli, list(words))


def left_by(folder, *commands):
    """Write war.py into this folder, run commands on it, and wipe out every trace of that."""
    (folder / "war.py").write_text(WAR)
    for command in commands:
        assert run(*command.split()).exit_code == 0
    (folder / "ran").unlink()
    # another file than before, so that nothing is remembered of it in this process
    (folder / "war.py").write_text(WAR + "\n# changed\n")
    return folder
