"""``sabot completion``: completion of verbs, options and games in the shell."""

from __future__ import annotations

import click

from sabot.cli.group import COMPLETE, PROGRAM, verb
from sabot.cli.output import write


@verb(examples=["sabot completion bash", "sabot completion fish"])
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that completes verbs, options and games in your SHELL.

    For this session: eval "$(sabot completion bash)", or the same with zsh; for fish: sabot
    completion fish | source. For every session, put that line into the shell's start file.
    """
    from click.shell_completion import get_completion_class

    from sabot.cli.program import cli

    maker = get_completion_class(shell)
    assert maker is not None
    write(maker(cli, {}, PROGRAM, COMPLETE).source())
