# `make run` and `make test` do the whole set-up from a clean clone.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.ready

.PHONY: setup run web screens figures test compiled test-slow coverage lint format bench profile house mutants forge fuzz checker man wheel lowest recheck verified docs clean

setup: $(STAMP)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "sabot needs Python 3.11 or newer; set PYTHON=/path/to/python3" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	@# "sabot" is the distribution's former name: left behind, it would own the command too
	@$(BIN)/python -m pip --quiet --disable-pip-version-check uninstall --yes sabot 2>/dev/null || true
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --editable '.[plot,cluster,web]' --group dev
	@touch $@

run: setup
	$(BIN)/sabot solve 'le-her(ranks=13, suits=4)'

# the workbench, in a browser
web: setup
	$(BIN)/sabot web

# what is imported is compiled once, however the shell is set: the tests start many programs
unexport PYTHONDONTWRITEBYTECODE

# the pictures of docs/images/workbench
screens: setup
	$(BIN)/python tools/screenshots.py

# the pictures of docs/images/figures, and the one for the front page
figures: setup
	$(BIN)/python -m tools.figures $(ARGS)

test: setup
	$(BIN)/python -m pytest -m "not slow" --numprocesses $$(nproc 2>/dev/null || echo 2) --dist worksteal

# in a new clone: the tests compiled once, not by each of their processes at the same time; what is
# wrong with them they say themselves
compiled: setup
	$(BIN)/python -m pytest --collect-only -q >/dev/null 2>&1 || true

# every test; ARGS='-m slow tests/golden' for the slow ones of a subject (CONTRIBUTING.md has the list)
ARGS ?=
test-slow: setup
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal $(ARGS)

coverage: setup
	$(BIN)/python -m pytest -m "not slow" --numprocesses auto --dist worksteal --cov --cov-report=term --cov-report=html:.coverage-html

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup
	sh benchmarks/setup.sh
	.venv-bench/bin/python -m benchmarks

# make profile GAME='leduc-poker(ranks=13)'
GAME ?= le-her(ranks=13, suits=4)
profile: setup
	$(BIN)/python tools/profile_game.py '$(GAME)'

# how readable the source is, measured: the table of docs/decisions/house.md (ARGS='--names' lists
# what was counted)
house: setup
	$(BIN)/python -m tools.house $(ARGS)

# the standing attack on the checker: every check switched off in turn (ARGS='--sample 40' for a
# few), ten thousand forgeries, what is expensive to read
mutants: setup
	PYTHONPATH=. $(BIN)/python tools/mutants.py $(ARGS)

forge: setup
	PYTHONPATH=. $(BIN)/python tools/forge.py $(ARGS)

fuzz: setup
	PYTHONPATH=. $(BIN)/python tools/fuzz.py $(ARGS)

# the checker as one file that needs Python alone, to be sent along with certificates
checker: setup
	$(BIN)/sabot check --checker sabot-check.pyz

# the man page, from the help of the program
man: setup
	$(BIN)/python -m tools.man_page --write

# the wheel, built and tried in an empty environment
wheel:
	PYTHON=$(PYTHON) sh tools/wheel.sh

# the tests on the lowest versions that pyproject.toml promises
lowest:
	PYTHON=$(PYTHON) sh tools/lowest.sh

# the second checker, and both of them on the same files
recheck: setup
	sh tools/recheck/setup.sh
	CI=1 $(BIN)/python -m pytest tests/interop/test_recheck*.py --numprocesses auto --dist worksteal

# the proofs in Coq, the checker extracted from them, and ours on the same files; ARGS='-m slow' for
# ten thousand forgeries
verified: setup
	sh proofs/setup.sh
	$(MAKE) -C proofs verified
	CI=1 $(BIN)/python -m pytest tests/interop/test_verified.py tests/interop/test_verified_theorems.py -m "not slow" $(ARGS)

# the site, with every warning an error and without a network; its examples are run by `make test`
docs: setup
	$(BIN)/python -m sphinx -W --keep-going -n -q -E -j auto docs docs/_build/html
	$(BIN)/python -m tools.book_site docs/_build/html

clean:
	rm -rf $(VENV) .venv-bench .venv-lowest .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage .coverage-html tools/recheck/build proofs/build docs/_build sabot-check.pyz
