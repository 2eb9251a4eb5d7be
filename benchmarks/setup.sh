#!/bin/sh
# Makes .venv-bench: sabot plus the peers it is measured against.
# Safe to run again: what is already there is left alone. A peer that cannot be installed is named and
# left out; the benchmark names it again in its report.
set -eu
cd "$(dirname "$0")/.."

PYTHON=${PYTHON:-python3}
VENV=.venv-bench
BIN=$VENV/bin
STAMP=$VENV/.project-ready
missing=""

say() { printf '%s\n' "bench setup: $*" >&2; }

if [ ! -x "$BIN/python" ]; then
    say "making $VENV"
    "$PYTHON" -m venv "$VENV"
    "$BIN/python" -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
fi

if [ ! -e "$STAMP" ] || [ pyproject.toml -nt "$STAMP" ]; then
    say "installing the project"
    # the distribution's former name
    "$BIN/python" -m pip --quiet uninstall --yes sabot 2>/dev/null || true
    "$BIN/python" -m pip install --quiet --disable-pip-version-check --editable '.[plot,cluster,web]'
    touch "$STAMP"
fi

# name of the module, then what to ask pip for
peer() {
    if "$BIN/python" -c "import importlib.util as u, sys; sys.exit(u.find_spec('$1') is None)"; then
        return 0
    fi
    say "installing $2 (a package without a ready wheel is compiled: this can take half an hour)"
    if ! "$BIN/python" -m pip install --quiet --disable-pip-version-check "$2"; then
        missing="$missing $1"
    fi
}

# the harness speaks pygambit 16 and 17: where the release cannot be compiled, a wheel before it will do
peer pygambit "pygambit"
case "$missing" in
*pygambit*)
    if "$BIN/python" -m pip install --quiet --disable-pip-version-check --only-binary pygambit --pre pygambit; then
        missing=${missing%" pygambit"}
    fi
    ;;
esac
peer nashpy "nashpy"
peer quantecon "quantecon"
peer pyspiel "open_spiel"
peer cvxpy "cvxpy"
peer cvxopt "cvxopt"
peer eval7 "eval7"
peer phevaluator "phevaluator"
peer treys "treys"
peer pokerkit "pokerkit"

# name of the program, then the Debian package that holds it
program() {
    if command -v "$1" >/dev/null 2>&1; then
        return 0
    fi
    if ! command -v apt-get >/dev/null 2>&1; then
        say "$1 is not here and neither is apt-get: install $2 by hand"
        missing="$missing $1"
    elif [ "$(id -u)" -ne 0 ]; then
        say "$1 is not here; as root: apt-get install $2"
        missing="$missing $1"
    else
        say "installing $2"
        install="env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $2"
        $install >/dev/null 2>&1 || { apt-get update -qq >/dev/null 2>&1 && $install >/dev/null 2>&1; } ||
            missing="$missing $1"
    fi
}

program lrsnash lrslib
program esolver qsopt-ex

if ! command -v "${SOPLEX:-soplex}" >/dev/null 2>&1; then
    say "no soplex on the PATH and none named by SOPLEX: it is built from its sources, with GMP and Boost"
    missing="$missing soplex"
fi

if [ -n "$missing" ]; then
    say "MISSING, and so not measured:$missing"
else
    say "ready, every peer is here"
fi
