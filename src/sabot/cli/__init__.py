"""The command line: ``sabot VERB ...``, one verb (or a few) a file; no mathematics here."""
