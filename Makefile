# Palatine: `make play` to play, `make test` to test; both set everything up by themselves.
SHELL := /bin/bash
# What a goal needs is made side by side: packages, the browser app, the compiled rules. Several goals follow one another.
MAKEFLAGS += $(if $(word 2,$(MAKECMDGOALS)),,--jobs=4)
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
READY_DEV := $(VENV)/.ready-dev
NODE_READY := web/node_modules/.ready
APP := src/palatine/server/static/index.html
APP_SOURCES = $(shell find web/src web/public web/vite web/*.ts web/*.js web/index.html src/palatine/words -type f) $(wildcard src/palatine/games/*/README*.md src/palatine/games/*/words/*/*.toml)
INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check --no-compile
LOCK := $(BIN)/pip-compile --quiet --upgrade --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header
# One more than the cores of a small machine: the tests in the browser wait now and then.
WORKERS ?= 3
THINKING = tests/bots/test_builtin.py tests/bots/test_greedy.py tests/bots/test_search.py
# Two modules of the core start processes of both kinds themselves.
CORE = $(filter-out tests/core/test_compiled.py tests/core/test_dispatch.py,$(wildcard tests/core/test_*.py))
ORACLES = $(sort $(wildcard tests/games/*/test_oracle.py))
PLAYED_THROUGH = $(ORACLES) $(wildcard tests/games/*/test_properties*.py)
# Worksteal: a module stays with one worker, and with it what its tests share; who has nothing left takes from the other.
PYTEST = $(BIN)/python -m pytest -q -m "not soak" -n $(WORKERS) --dist worksteal
# Run tests and print what they say when they have ended: several such runs go on at the same time.
whole = echo "Testing $(1) ..."; told=$$($(2) 2>&1); code=$$?; echo "Tested $(1):"; echo "$$told"; exit $$code

# Debian's packages that the tests need besides Python, each with a program that shows whether it is there.
SERVICES = $(if $(shell command -v chromium),,chromium fonts-dejavu-core) $(if $(wildcard /usr/lib/postgresql/*/bin/initdb)$(shell command -v initdb),,postgresql) $(if $(shell command -v redis-server),,redis-server)

.PHONY: help setup app services play serve test interpreted checked apptest soak lint format bench screenshots rules wheel lock clean

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Palatine needs Python 3.11 or newer; try: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "No virtual environment could be made. On Debian run: apt-get install python3-venv"; rm -rf $(VENV); exit 1; }
	@echo "Installing the locked packages ..."
	@$(INSTALL) --require-hashes --requirement requirements.lock
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $(READY)

$(READY_DEV): $(READY) requirements-dev.lock
	@echo "Installing the locked packages for development ..."
	@$(INSTALL) --require-hashes --requirement requirements-dev.lock
	@touch $(READY_DEV)

$(NODE_READY): web/package.json web/package-lock.json
	@node -e 'process.exitCode = Number(parseInt(process.versions.node) < 20)' 2> /dev/null || { echo "The browser app is built with Node 20 or newer. On Debian run: apt-get install nodejs npm"; exit 1; }
	@echo "Installing what the browser app is built with ..."
	@cd web && npm install --no-save --silent # not ci: it wants the programs of every platform in the lock file
	@touch $(NODE_READY)

$(APP): $(NODE_READY) $(APP_SOURCES)
	@echo "Building the browser app ..."
	@cd web && npm run --silent build -- --logLevel warn
	@touch $(APP)

app: $(APP) ## the browser app, built

setup: $(READY) ## the virtual environment, the packages, the compiled rules
	@$(BIN)/palatine setup

services: # RUNLEVEL: installed, not started
	@missing="$(strip $(SERVICES))"; if [ -n "$$missing" ]; then \
		if [ $$(id -u) = 0 ]; then \
			echo "Installing $$missing ..."; \
			export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1; \
			apt-get -qq update && apt-get -qq install --no-install-recommends --yes $$missing > /dev/null; \
		else \
			echo "The tests need $$missing. Run: sudo apt-get install $$missing"; exit 1; \
		fi; \
	fi

play: $(READY) $(APP) ## play in the browser; GAME=kingdomino or another: in the terminal
	@$(BIN)/palatine $(if $(GAME),play $(GAME))

serve: $(READY) $(APP) ## the table server, for this machine; docs/server.md has the rest
	@$(BIN)/palatine serve

# What no clock is looked at in runs beside the set-up, which leaves the cores idle now and then; the rest afterwards.
test: setup apptest interpreted checked $(READY_DEV) $(APP) services ## the tests: rules, oracle, properties; with the JIT, without it, and with bounds checked
	@echo "Testing the compiled games, the server and the app ..."
	@$(PYTEST)

interpreted checked: WORKERS = 2
interpreted: $(READY_DEV)
	@$(call whole,with the JIT off,NUMBA_DISABLE_JIT=1 $(PYTEST) $(PLAYED_THROUGH) $(CORE) $(THINKING) tests/test_golden.py)

checked: $(READY_DEV)
	@$(call whole,with bounds checked,NUMBA_BOUNDSCHECK=1 $(PYTEST) --dist loadfile --no-loadscope-reorder $(ORACLES))

apptest: $(NODE_READY)
	@cd web && npm run --silent test

soak: setup $(READY_DEV) $(APP) services ## the full-size figures
	@$(BIN)/python -m pytest -q -n $(WORKERS) -m soak

lint: $(READY_DEV) $(NODE_READY) ## formatting, lint, types
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@cd web && npm run --silent check

format: $(READY_DEV) $(NODE_READY) ## bring the code into its form
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@cd web && npm run --silent format

bench: setup $(READY_DEV) $(APP) services ## the figures of docs/results.md; ONLY="speed startup": some of them
	@$(BIN)/python bench/run_all.py $(ONLY)

screenshots: $(READY_DEV) $(APP) services ## pictures of every screen, in screenshots/
	@$(BIN)/python tests/browser/screenshots.py

rules: $(READY_DEV) ## the table of rule ids and the tests that prove them
	@$(BIN)/python tests/rule_table.py

wheel: $(READY) $(APP) ## one pure-Python wheel in dist/, the browser app in it
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

lock: $(READY_DEV) ## pin the newest packages that pyproject.toml allows
	@$(LOCK) --extra build --output-file requirements.lock pyproject.toml
	@$(LOCK) --extra build --extra club --extra dev --extra fit --extra push --extra ray --constraint requirements.lock --output-file requirements-dev.lock pyproject.toml

clean: ## remove what the other targets have made
	rm -rf $(VENV) web/node_modules src/palatine/server/static screenshots dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
