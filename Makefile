# make demo and make test need python3 (3.11 or later) and nothing else: each makes its own
# virtual environment in .venv and installs what it needs.

PYTHON ?= python3
BIN := .venv/bin
# In the order of the files, so that every run is the same; `pytest` alone runs them in random order.
PYTEST := $(BIN)/pytest -n auto -p no:randomly
export NUMBA_CACHE_DIR ?= $(CURDIR)/.cache/numba

.PHONY: demo test fuzz faults check bench bench-csp studies clean

demo: .venv/ready
	$(BIN)/python examples/demo.py

# With the JIT, then the kernels as plain Python, then compiled with every index checked (and little
# optimised: that is a quarter less to compile).
test: .venv/ready-test
	$(PYTEST)
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m kernel tests
	NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1 NUMBA_CACHE_DIR=$(NUMBA_CACHE_DIR)-checked $(PYTEST) -m kernel tests

# Random problems, models, puzzles and damaged files, on all cores: what fails is written to
# fuzz-findings.txt. It ends by saying with which SEED to go on.
SECONDS ?= 3600
SEED ?= 0
fuzz: .venv/ready-test
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS) --seed $(SEED)

check: .venv/ready-check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/ready-bench
	$(BIN)/python -m benchmarks

# The papers' experiments, printed beside their figures: about ten minutes.
studies: .venv/ready
	for name in solvers brute-force clues races generators difficulty; do $(BIN)/sudoku study $$name || exit 1; done

bench-csp: .venv/ready-bench
	$(BIN)/python -m benchmarks csp csp-optima csp-random csp-startup --repeats 3 --patience 20 \
		--output benchmarks/results/csp

# Disks, processes and machines fail on purpose; writes the table in docs/reliability.md.
faults: .venv/ready-test
	$(BIN)/python -m benchmarks.faults

clean:
	rm -rf .venv .venv-peers .venv-csp-peers .cache .hypothesis .pytest_cache .mypy_cache .ruff_cache

.venv/ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --editable .
	touch $@

.venv/ready-%: .venv/ready
	$(BIN)/pip install --quiet --editable '.[$*]'
	touch $@
