"""The settings of Sphinx are no module of ours: they are read by `make docs` alone."""

collect_ignore = ["conf.py"]
