# Everything runs from a private .venv, made from requirements.lock. Needs Python 3.11 or newer, and make.

PYTHON ?= python3
JOBS ?= auto
ARGS ?=
SCENARIO ?=

BIN := .venv/bin
STAMP := .venv/.made
SCRATCH := .venv-lock
CLIENT := src/grognard/server/static/BUILT_FROM
WEB := $(shell find web/src web/build -type f) web/index.html web/package.json web/package-lock.json web/vite.config.ts
MODULES := web/node_modules/.package-lock.json

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help play terminal test lint format types bench fuzz soak figures screenshots lock clean

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

play: $(STAMP) $(CLIENT) ## play in the browser; it opens by itself
	@$(BIN)/grognard serve $(ARGS)

terminal: $(STAMP) ## play in the terminal; SCENARIO=great-crusade/beachhead goes straight to that one
	@$(BIN)/grognard play $(if $(SCENARIO),'$(SCENARIO)')

test: $(STAMP) $(CLIENT) $(MODULES) ## run all tests; ARGS='-k retreat' for some of them, JOBS=2 for two at a time
	@$(BIN)/python hatch_build.py npm run --silent test
	@$(BIN)/python -m pytest -n $(JOBS) $(ARGS)

lint: $(STAMP) $(MODULES) ## check style, format and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy --strict src
	@$(BIN)/python hatch_build.py npm run --silent check

format: $(STAMP) ## put the code into house format
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

types: $(STAMP) $(MODULES) ## make the client's types from the server's
	@$(BIN)/python -m grognard.server.openapi > web/openapi.json
	@$(BIN)/python hatch_build.py npm run --silent types

bench: $(STAMP) ## measure speed
	@$(BIN)/grognard bench $(ARGS)

fuzz: $(STAMP) ## play at random and watch the laws; ARGS go to grognard fuzz
	@$(BIN)/grognard fuzz $(ARGS)

soak: $(STAMP) ## kill the server under play 500 times and see that nothing is lost
	@$(BIN)/python -m tests.server.soak $(ARGS)

figures: $(STAMP) $(CLIENT) ## measure server and client for docs/figures.md; best on a machine that does nothing else
	@$(BIN)/python -m tools.figures_server
	@$(BIN)/python -m tools.figures_web

screenshots: $(STAMP) $(CLIENT) ## make the pictures in docs/ anew; needs Chromium
	@$(BIN)/python -m tools.screenshots

lock: ## choose the newest versions anew and write requirements.lock
	@rm -rf $(SCRATCH)
	@$(PYTHON) -m venv $(SCRATCH)
	@GROGNARD_NO_CLIENT=1 $(SCRATCH)/bin/python -m pip install --quiet '.[dev]' hatchling editables
	@$(SCRATCH)/bin/python -m pip freeze --exclude grognard > $(SCRATCH)/requirements.lock
	@mv $(SCRATCH)/requirements.lock requirements.lock
	@rm -rf $(SCRATCH)

clean: ## remove .venv and all that was built or cached
	@rm -rf .venv $(SCRATCH) build dist web/node_modules web/dist src/grognard/server/static
	@rm -rf .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -type d -name __pycache__ -prune -exec rm -rf {} +

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("grognard needs Python 3.11 or newer")'
	@echo 'Setting up .venv, once; this takes a moment.'
	@$(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m pip install --quiet --no-deps --requirement requirements.lock
	@GROGNARD_NO_CLIENT=1 $(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m pip check > .venv/check || { cat .venv/check; exit 1; }
	@touch $@

$(CLIENT): $(WEB) hatch_build.py | $(STAMP)
	@$(BIN)/python hatch_build.py
	@touch $@

$(MODULES): web/package.json web/package-lock.json | $(STAMP)
	@$(BIN)/python hatch_build.py npm ci --silent
	@touch $@
