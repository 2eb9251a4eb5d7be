#!/bin/sh
# Build the wheel, install it in an empty environment, and try it there, away from the checkout:
# what users get is what is tried. Ends with "the wheel works", or with the first thing that failed.
#
# PYTHON names the interpreter. Nothing is left behind; WHEELS=folder keeps the wheel.
set -eu
# what is imported is compiled once, however the shell is set; the rest of what is installed never
unset PYTHONDONTWRITEBYTECODE
cd "$(dirname "$0")/.."
ROOT=$(pwd)
PYTHON=${PYTHON:-python3}
PLACE=$(mktemp -d)
trap 'rm -rf "$PLACE"' EXIT
WHEELS=${WHEELS:-$PLACE/wheels}

"$PYTHON" -m venv "$PLACE/empty"
PIP="$PLACE/empty/bin/python -m pip --quiet --disable-pip-version-check"
$PIP wheel --no-deps --wheel-dir "$WHEELS" "$ROOT"
"$PYTHON" "$ROOT/tools/wheel_files.py" "$WHEELS"/sabot_games-*.whl "$ROOT/src"
$PIP install --no-compile "$WHEELS"/sabot_games-*.whl
$PIP check
# A second environment has Sabot and none of its dependencies: the checker must not need them.
"$PYTHON" -m venv --without-pip "$PLACE/bare"
$PIP --python "$PLACE/bare" install --no-compile --no-deps "$WHEELS"/sabot_games-*.whl

# No variable of the caller's may lead back to the checkout.
unset PYTHONPATH PYTHONHOME
mkdir "$PLACE/away"
cd "$PLACE/away"
PATH="$PLACE/empty/bin:$PATH"
python -c 'import sys, sabot; sys.exit(not sabot.__file__.startswith(sys.prefix))' || {
  echo "sabot was not imported from the empty environment" >&2
  exit 1
}
sabot --version
test -s "$PLACE/empty/share/man/man1/sabot.1"
python - <<'END'
from importlib.metadata import version
import sabot
assert version("sabot-games") == sabot.__version__, version("sabot-games")
END
sabot games > games.txt
sabot solve 'le-her(ranks=13, suits=4)' -o le-her.json > solution.txt
grep -q '277/11050' solution.txt
sabot check le-her.json
"$PLACE/bare/bin/python" -m sabot.certify le-her.json
# The checker as one file, on an interpreter that sees no installed package at all.
sabot check --checker sabot-check.pyz
"$PYTHON" -I -S sabot-check.pyz le-her.json
sabot table le-her.json --latex > table.tex
sabot solve kuhn-poker --json > kuhn.json
sabot check kuhn.json
sabot solve 'baccara(model=A1)' --json | grep -q '"-679568/53094899"'
sabot solve 'whist(deal=KQ10/AJ9, lead=W)' > deal.txt
sabot prove 'le-her(ranks=3, suits=*)' -o theorem.json > theorem.txt
sabot check theorem.json
sabot simulate kuhn-poker --hands 1000 --seed 1 > hands.txt
sabot paper ethier-2010-le-her eq-5.12 > paper.txt
printf '1,-1\n-1,1\n' > pennies.csv
sabot solve pennies.csv > pennies.txt
echo "the wheel works"
