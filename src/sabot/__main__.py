"""``python -m sabot VERB ...``: the command line, where no ``sabot`` is on the path."""

from sabot.cli.main import run

if __name__ == "__main__":
    run()
