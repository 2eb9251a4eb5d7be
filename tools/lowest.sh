#!/bin/sh
# Try the lowest versions that pyproject.toml promises: an environment with every lower bound of the
# dependencies and extras taken literally, and the tests in it.
#
#   sh tools/lowest.sh                      the fast tests of units and of the workbench
#   sh tools/lowest.sh tests/golden -x      anything else that pytest takes
#
# PYTHON names the interpreter; it should be the oldest that `requires-python` allows.
set -eu
unset PYTHONDONTWRITEBYTECODE  # the tests start many programs: what they import is compiled once
cd "$(dirname "$0")/.."
PYTHON=${PYTHON:-python3}
PLACE=.venv-lowest

if [ ! -e "$PLACE/.ready" ] || [ pyproject.toml -nt "$PLACE/.ready" ]; then
  rm -rf "$PLACE"
  "$PYTHON" -m venv "$PLACE"
  "$PLACE/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
  "$PLACE/bin/python" tools/bounds.py > "$PLACE/lowest.txt"
  "$PLACE/bin/python" -m pip install --quiet --disable-pip-version-check \
    --requirement "$PLACE/lowest.txt" --editable . pytest hypothesis pytest-xdist "httpx>=0.27,<1" "playwright>=1.45,<2"
  touch "$PLACE/.ready"
fi

cat "$PLACE/lowest.txt"
if [ $# -eq 0 ]; then
  set -- -m "not slow" tests/unit tests/docs tests/house tests/tools tests/web --numprocesses auto
fi
# Old versions stand beside the newest of what they need themselves, which may call them outdated.
exec "$PLACE/bin/python" -m pytest -W default::DeprecationWarning "$@"
