# make play: set everything up and play.  make test: set everything up and run the tests.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install -q --disable-pip-version-check -c pins.txt

.PHONY: install dev play test lint browser bench clean

install: .venv/installed
dev: .venv/dev

.venv/installed: pyproject.toml pins.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Matchbox needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv
	$(PIP) -e .
	@touch $@

.venv/dev: .venv/installed
	$(PIP) -e '.[dev,hosting,lab,research]'
	@touch $@

play: install
	@$(BIN)/matchbox serve --open

# The rules run three ways: compiled, compiled with bounds checks, and as plain Python.
test: dev browser
	$(BIN)/pytest -n auto
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n auto -W error tests/rules

lint: dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@if command -v npx >/dev/null; then npx --yes -p typescript@5.9.3 tsc -p src/matchbox/web/jsconfig.json; \
		else echo "no Node here: the page's types are not checked"; fi

# The browser tests need Chromium; where it cannot be installed they are skipped and say so.
browser:
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
		{ apt-get install -y -qq chromium >/dev/null 2>&1 || { apt-get update -qq && apt-get install -y -qq chromium >/dev/null; }; }; } || \
		echo "no Chromium here and no way to install it: the browser tests will be skipped"

bench: dev
	$(BIN)/matchbox bench
	$(BIN)/matchbox bench --all
	$(BIN)/python benchmarks/othellino_proof.py

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache
