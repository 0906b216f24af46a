# Everything runs from a private .venv, made from requirements.lock. Needs Python 3.11 or newer, and make.

PYTHON ?= python3
JOBS ?= auto
ARGS ?=
SCENARIO ?=

BIN := .venv/bin
STAMP := .venv/.made
SCRATCH := .venv-lock

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help play test lint format bench fuzz lock clean

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

play: $(STAMP) ## play; SCENARIO=great-crusade/france-1944 goes straight to that one
	@$(BIN)/grognard play $(if $(SCENARIO),'$(SCENARIO)')

test: $(STAMP) ## run all tests; ARGS='-k retreat' for some of them, JOBS=2 for two at a time
	@$(BIN)/python -m pytest -n $(JOBS) $(ARGS)

lint: $(STAMP) ## check style, format and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy --strict src

format: $(STAMP) ## put the code into house format
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(STAMP) ## measure speed
	@$(BIN)/grognard bench $(ARGS)

fuzz: $(STAMP) ## play at random and watch the laws; ARGS go to grognard fuzz
	@$(BIN)/grognard fuzz $(ARGS)

lock: ## choose the newest versions anew and write requirements.lock
	@rm -rf $(SCRATCH)
	@$(PYTHON) -m venv $(SCRATCH)
	@$(SCRATCH)/bin/python -m pip install --quiet '.[dev]' hatchling editables
	@$(SCRATCH)/bin/python -m pip freeze --exclude grognard > $(SCRATCH)/requirements.lock
	@mv $(SCRATCH)/requirements.lock requirements.lock
	@rm -rf $(SCRATCH)

clean: ## remove .venv and all that was built or cached
	@rm -rf .venv $(SCRATCH) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -type d -name __pycache__ -prune -exec rm -rf {} +

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("grognard needs Python 3.11 or newer")'
	@echo 'Setting up .venv, once; this takes a moment.'
	@$(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m pip install --quiet --no-deps --requirement requirements.lock
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m pip check > .venv/check || { cat .venv/check; exit 1; }
	@touch $@
