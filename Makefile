# make play: set everything up and play.  make test: set everything up and run the tests.  make test-all: all tests.
MAKEFLAGS += --jobs=2
PYTHON ?= python3
BIN := .venv/bin
# Python compiles a module when it is first imported; to compile all of them here would take as long as unpacking them.
PIP := $(BIN)/python -m pip install -q --no-compile --disable-pip-version-check -c pins.txt
VERSIONS := 3.11 3.12 3.13
TYPESCRIPT := 5.9.3
ESLINT := 9.39.5
PRETTIER := 3.9.10
WEB := src/matchbox/web
# Many tests wait for a server or a browser, so there are four workers more than cores.
# They share the bytecode of all modules, also where it is usually not kept. One process writes it before they start:
# otherwise each of them would translate all tests and packages for itself, at the same time.
BYTECODE = PYTHONDONTWRITEBYTECODE= $(BIN)/pytest --collect-only -qq > /dev/null || true
PYTEST = PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n $$($(BIN)/python -c 'import os; print(os.cpu_count() + 4)')

.PHONY: install dev play test test-all test-fast test-matrix lint lint-python lint-web docs dist browser reports bench clean

install: .venv/installed
dev: .venv/dev

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Matchbox needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/installed: pyproject.toml pins.txt | .venv/bin/python
	$(PIP) -e '.[play]'
	@touch $@

.venv/dev: pyproject.toml pins.txt | .venv/bin/python
	$(PIP) -e '.[dev,docs,hosting,lab,research]'
	@touch .venv/installed $@

play: install
	@$(BIN)/matchbox serve --open

# Every game in every kind of test, without those that repeat much of others.
test: dev browser
	@$(BYTECODE)
	$(PYTEST) -m "not full"

# Everything. The rules run in three modes: compiled, compiled with bounds checks, and as plain Python. Solvers and planners
# would take hours as plain Python.
COMPILED_ONLY := $(foreach name,solver planner book train,--ignore-glob="*/test_$(name).py")
test-all: dev browser
	@$(BYTECODE)
	$(PYTEST) --durations 60
	NUMBA_DISABLE_JIT=1 $(PYTEST) -W error tests/games $(COMPILED_ONLY)

# The tests of one game: make test-fast GAME=halma. Without GAME: of the games with uncommitted changes.
GAME = $(shell git status --porcelain src/matchbox/games tests/games | grep -oE "[^/ ]+/[^/]+$$" | cut -d/ -f1 | sort -u)
test-fast: dev
	@[ -n "$(GAME)" ] || { echo "no game has changed; name one: make test-fast GAME=halma"; exit 1; }
	$(PYTEST) --dist load -m "not full" $(addprefix --game ,$(GAME))

# A quick part of the tests on every supported version of Python that is installed, each in its own .venv-3.x.
QUICK := tests/engine tests/games tests/cli
test-matrix:
	@missing=; failed=; \
	for version in $(VERSIONS); do \
		python=python$$version; \
		if ! $$python -c '' 2>/dev/null; then missing="$$missing $$version"; continue; fi; \
		echo "Python $$version"; \
		{ [ -x .venv-$$version/bin/python ] || $$python -m venv .venv-$$version; } && \
		.venv-$$version/bin/python -m pip install -q --disable-pip-version-check -c pins.txt -e '.[dev]' && \
		.venv-$$version/bin/pytest -n auto -k "not solver" $(QUICK) || failed="$$failed $$version"; \
	done; \
	[ -z "$$missing" ] || echo "not installed, so not tested: Python$$missing"; \
	[ -z "$$failed" ] || { echo "failed: Python$$failed"; exit 1; }

lint: lint-python lint-web

lint-python: dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python tools/messages.py
	$(BIN)/python tools/typescript.py --check

# npx fetches all three tools, so the repository needs no package.json.
lint-web:
	@if ! command -v npx >/dev/null; then echo "no Node here: types and style of the page are not checked"; exit 0; fi; set -ex; \
	npx --yes -p typescript@$(TYPESCRIPT) tsc -p $(WEB)/jsconfig.json; \
	npx --yes -p eslint@$(ESLINT) -p @eslint/js@$(ESLINT) eslint --max-warnings 0 eslint.config.mjs $(WEB)/js tests/web; \
	npx --yes -p prettier@$(PRETTIER) prettier --check .prettierrc eslint.config.mjs $(WEB) tests/web

# The documentation as a web site, in build/site.
docs: dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# The wheel and the source archive, in dist.
dist: | .venv/bin/python
	$(PIP) hatchling
	$(BIN)/hatchling build

# The browser tests need Chromium; its headless shell is the same browser without windows, and starts six times as fast.
# Where it cannot be installed, they are skipped and say so.
APT := apt-get install -y -qq
browser:
	@for name in chromium-headless-shell chromium google-chrome; do command -v $$name >/dev/null && exit 0; done; \
	[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
		{ $(APT) chromium-headless-shell || $(APT) chromium; } >/dev/null 2>&1 || \
		echo "no Chromium here and no way to install it: the browser tests will be skipped"

# A report on every game, and from it the figures on the game's page (numbers.json). A minute for each: make reports EACH=60
# A report that was stopped goes on. One game: make reports REPORTED=gold_mine
REPORTED = $(notdir $(patsubst %/rules.py,%,$(wildcard src/matchbox/games/*/*/rules.py)))
EACH = 600
reports: dev
	@set -e; for game in $(REPORTED); do \
		made="report $$game --bots casual,club --seconds $(EACH)"; \
		$(BIN)/matchbox $$made --out build/reports/$$game; \
		$(BIN)/python tools/keep_numbers.py build/reports/$$game/report.json --command "matchbox $$made"; \
	done

bench: dev
	$(BIN)/matchbox bench
	$(BIN)/matchbox bench --all
	$(BIN)/python benchmarks/othellino_proof.py

clean:
	rm -rf .venv .venv-3.* build dist .mypy_cache .pytest_cache .ruff_cache
