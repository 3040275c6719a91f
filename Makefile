# Two commands: `make try` shows what ofttold does, `make test` proves it.
PYTHON ?= python3
VENV ?= .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
PY := $(BIN)/python
STAMP := $(VENV)/.built
JOBS ?= auto

.PHONY: help try test check quick lint types imports bench bench-recall clean

help:
	@echo "make try                        build the environment and show the main job on a sample folder"
	@echo "make test                       build the environment and run every check and test (make check is the same)"
	@echo "make quick                      the same without the slow tests"
	@echo "make lint | types | imports     one of the checks alone"
	@echo "make test-clients               install real agent clients and the MCP conformance suite, run them on loopback"
	@echo "make bench                      speed as ratios to the bare interpreter; BENCH=--write puts them into the page"
	@echo "make bench-recall DATA=\"FILE…\"  how well the right card is found, on labelled sets"
	@echo "make clean                      remove the environment and what was built"

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "ofttold needs Python 3.11 or newer; name one with: make PYTHON=python3.12"; exit 1; }
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@$(PY) -m pip install -qq --disable-pip-version-check 'pip>=25'  # older ones write a slower command
	@$(PY) -m pip install -qq --disable-pip-version-check -e '.[dev]'
	@touch $(STAMP)

try: $(STAMP)
	@$(PY) -m bench.try_it

test: check

check: lint types imports tests-all

quick: lint types imports
	@$(PY) -m pytest -q -n $(JOBS) -m "not slow and not clients"

lint: $(STAMP)
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .

types: $(STAMP)
	@$(PY) -m mypy

imports: $(STAMP)
	@$(BIN)/lint-imports --no-cache

.PHONY: tests-all
tests-all: $(STAMP)
	@$(PY) -m pytest -q -n $(JOBS) -m "not clients"

bench-recall: $(STAMP)
	@$(PY) -m bench.recall $(DATA)

CLIENTS ?= build/clients
.PHONY: test-clients
test-clients: $(STAMP)
	@command -v npm >/dev/null || { echo "npm is not here: the tests with real clients were skipped"; exit 0; }; \
	$(PY) -m tests.clients.installing $(CLIENTS) && \
	OFTTOLD_CLIENTS=$(abspath $(CLIENTS)) tests/clients/loopback.sh $(PY) -m pytest -q -n $(JOBS) -m clients -rs tests/clients

bench: $(STAMP)
	@$(PY) -m bench.run $(BENCH)

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
