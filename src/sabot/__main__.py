"""``python -m sabot VERB ...``: the command line, where no ``sabot`` is on the path."""

if __name__ == "__main__":
    try:
        from sabot.cli.main import run
    except KeyboardInterrupt:  # nobody listens yet
        import sys

        sys.stderr.write("sabot: interrupted\n")
        raise SystemExit(4) from None
    run()
