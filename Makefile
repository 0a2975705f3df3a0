# Palatine: `make play` plays, `make test` tests. Both set everything up.
SHELL := /bin/bash
# Build what a goal needs in parallel: packages, the browser app, the compiled rules. Several goals run one after the other.
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
# One more than the cores of a small machine, since browser tests spend time waiting.
WORKERS ?= 3
THINKING = tests/bots/test_builtin.py tests/bots/test_greedy.py tests/bots/test_search.py
# Two modules of the core start processes with and without the JIT themselves.
CORE = $(filter-out tests/core/test_compiled.py tests/core/test_dispatch.py,$(wildcard tests/core/test_*.py))
ORACLES = $(sort $(wildcard tests/games/*/test_oracle.py))
PLAYED_THROUGH = $(ORACLES) $(wildcard tests/games/*/test_properties*.py)
# Worksteal: a module stays with one worker, with the fixtures its tests share; an idle worker takes tests from another.
PYTEST = $(BIN)/python -m pytest -q -m "not soak" -n $(WORKERS) --dist worksteal
# Run tests and print their output at the end, since several such runs go on in parallel.
whole = echo "Testing $(1) ..."; output=$$($(2) 2>&1); code=$$?; echo "Tested $(1):"; echo "$$output"; exit $$code

# Debian's packages that the tests need, unless their programs are installed.
SERVICES = $(if $(shell command -v chromium),,chromium fonts-dejavu-core) $(if $(wildcard /usr/lib/postgresql/*/bin/initdb)$(shell command -v initdb),,postgresql) $(if $(shell command -v redis-server),,redis-server)

.PHONY: help setup app services play serve test interpreted checked apptest soak lint format bench screenshots rules wheel lock clean

help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Palatine needs Python 3.11 or newer; try: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "The virtual environment could not be created. On Debian run: apt-get install python3-venv"; rm -rf $(VENV); exit 1; }
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
	@echo "Installing the packages of the browser app ..."
	@cd web && npm install --no-save --silent # not `npm ci`, which wants the binaries of every platform in the lock file
	@touch $(NODE_READY)

$(APP): $(NODE_READY) $(APP_SOURCES)
	@echo "Building the browser app ..."
	@cd web && npm run --silent build -- --logLevel warn
	@touch $(APP)

app: $(APP) ## build the browser app

setup: $(READY) ## install the packages and compile the rules
	@$(BIN)/palatine setup

services: # RUNLEVEL: install, do not start
	@missing="$(strip $(SERVICES))"; if [ -n "$$missing" ]; then \
		if [ $$(id -u) = 0 ]; then \
			echo "Installing $$missing ..."; \
			export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1; \
			apt-get -qq update && apt-get -qq install --no-install-recommends --yes $$missing > /dev/null; \
		else \
			echo "The tests need $$missing. Run: sudo apt-get install $$missing"; exit 1; \
		fi; \
	fi

play: $(READY) $(APP) ## play in the browser; GAME=kingdomino plays in the terminal
	@$(BIN)/palatine $(if $(GAME),play $(GAME))

serve: $(READY) $(APP) ## run the table server on this machine; see docs/server.md
	@$(BIN)/palatine serve

# Tests that look at no clock run beside the set-up, which leaves the cores partly idle; the others follow.
test: setup apptest interpreted checked $(READY_DEV) $(APP) services ## run all tests: compiled, with the JIT off, and with bounds checked
	@echo "Testing the compiled games, the server and the app ..."
	@$(PYTEST)

interpreted checked: WORKERS = 2
interpreted: $(READY_DEV)
	@$(call whole,with the JIT off,NUMBA_DISABLE_JIT=1 $(PYTEST) $(PLAYED_THROUGH) $(CORE) $(THINKING) tests/test_golden.py)

checked: $(READY_DEV)
	@$(call whole,with bounds checked,NUMBA_BOUNDSCHECK=1 $(PYTEST) --dist loadfile --no-loadscope-reorder $(ORACLES))

apptest: $(NODE_READY)
	@cd web && npm run --silent test

soak: setup $(READY_DEV) $(APP) services ## run the long tests
	@$(BIN)/python -m pytest -q -n $(WORKERS) -m soak

lint: $(READY_DEV) $(NODE_READY) ## check formatting, lint and types
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@cd web && npm run --silent check

format: $(READY_DEV) $(NODE_READY) ## format the code
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@cd web && npm run --silent format

bench: setup $(READY_DEV) $(APP) services ## print the figures of docs/results.md; ONLY="speed startup" prints some
	@$(BIN)/python bench/run_all.py $(ONLY)

screenshots: $(READY_DEV) $(APP) services ## take pictures of every screen, in screenshots/
	@$(BIN)/python tests/browser/screenshots.py

rules: $(READY_DEV) ## print which tests prove which rule
	@$(BIN)/python tests/rule_table.py

wheel: $(READY) $(APP) ## build a wheel in dist/, with the browser app
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

lock: $(READY_DEV) ## pin the newest packages that pyproject.toml allows
	@$(LOCK) --extra build --output-file requirements.lock pyproject.toml
	@$(LOCK) --extra build --extra club --extra dev --extra fit --extra push --extra ray --constraint requirements.lock --output-file requirements-dev.lock pyproject.toml

clean: ## remove what the other targets built
	rm -rf $(VENV) web/node_modules src/palatine/server/static screenshots dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
