# make play: set everything up and play.  make test: set everything up and run the tests.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install -q --disable-pip-version-check -c pins.txt

.PHONY: install dev play test lint bench clean

install: .venv/installed
dev: .venv/dev

.venv/installed: pyproject.toml pins.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Matchbox needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv
	$(PIP) -e .
	@touch $@

.venv/dev: .venv/installed
	$(PIP) -e '.[dev,lab,research]'
	@touch $@

play: install
	@$(BIN)/matchbox play

# The rules run three ways: compiled, compiled with bounds checks, and as plain Python.
test: dev
	$(BIN)/pytest -n auto
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n auto -W error tests/rules

lint: dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: dev
	$(BIN)/matchbox bench
	$(BIN)/matchbox bench --all

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache
