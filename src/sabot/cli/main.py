"""The entry point. It imports the program only once Ctrl-C has somewhere to go."""

from __future__ import annotations

from sabot.cli import interrupt


def main() -> int:
    """Run the command line on this process's arguments and return its exit code."""
    interrupt.listen()
    try:
        from sabot.cli.program import cli

        return cli.run()
    except BaseException:
        if not interrupt.heard():
            raise
        return interrupt.leave()


def __getattr__(name: str) -> object:
    """Return the program's own names, imported when they are asked for."""
    if name not in ("cli", "VERBS"):  # importing asks for others, such as __path__
        raise AttributeError(name)
    from sabot.cli import program

    return getattr(program, name)
