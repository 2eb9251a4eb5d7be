"""The command line ``sabot VERB ...``: click commands, printing, errors and exit codes.

A verb is a subcommand; each is in :mod:`sabot.cli.verbs`. There is no mathematics here.
"""
