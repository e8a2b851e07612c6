# Every target needs python3 (3.11 or later) and nothing else: it makes a virtual environment in .venv
# and installs what it needs there.

PYTHON ?= python3
BIN := .venv/bin
# Python compiles modules to bytecode when they are first imported; to compile all that is installed, most
# of which is never imported, would take as long as the rest of the installation.
INSTALL := $(BIN)/pip install --quiet --no-compile --editable
# In the order of the files, so that every run is the same; pytest by itself runs the tests in random order.
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal -p no:randomly
export NUMBA_CACHE_DIR ?= $(CURDIR)/.cache/numba

.PHONY: demo quick test test-full test-rest test-python test-precompiled test-cpmpy test-all test-docs docs kernels common-kernels signatures \
	wheel wheels sdist release-check fuzz faults check bench bench-csp studies clean axe

demo: .venv/ready
	$(BIN)/python examples/demo.py

# After each change: static checks, and the tests that need no compiled kernel and start no process.
quick: check
	$(PYTEST) -q -p tests.quick

# What a newcomer runs, and everybody before a pull request: static checks, and the tests that need no
# kernel but those of common calls, start no process and are not slow: about 7 minutes from a clean clone.
test: .venv/ready-check
	$(MAKE) --jobs 2 check common-kernels
	$(PYTEST) -q -p tests.quick --common-kernels -m "not slow"

# The checks for accessibility from npm; without npm or a network, the test that uses them is skipped.
axe:
	-npm install --prefix tests/sudoku/studio --no-audit --no-fund --no-package-lock

# All tests, with all kernels precompiled, with a linker for the tests of libraries of kernels, and with pyright.
# `NUMBA_BOUNDSCHECK=1 make test-full` does so with kernels that check every index.
test-full: kernels axe .venv/ready-wheel .venv/ready-types
	TEST_PRECOMPILED=1 $(PYTEST)

# The tests that `make test` left out, in the same way: after it, each test was run once.
test-rest: kernels axe .venv/ready-wheel .venv/ready-types
	TEST_PRECOMPILED=1 $(PYTEST) -p tests.rest

# Compiles all kernels for this processor, on all cores; again only those whose sources have changed.
kernels: .venv/ready-test
	$(BIN)/python -m exactcover.runtime.kernels --build

# Compiles those that README, the tutorials and usual commands call.
common-kernels: .venv/ready
	$(BIN)/python -m exactcover.runtime.kernels --first-calls

# Random cases of every kind, where it is an error to compile a kernel: the wheel has them all. In `make
# test-full` it is one for the examples, the code in the documents and arguments of all types.
CASES ?= 40
test-precompiled: kernels
	EXACTCOVER_KERNELS=precompiled $(BIN)/python -m tests.fuzz --number $(CASES)

# Adds a signature of each new kernel to exactcover/runtime/kernels/signatures.json, as the tests call it. The others
# follow from it.
signatures: kernels
	$(PYTEST) -p tests.signatures

# The wheel for this system, with the kernels for all its kinds of processors, and its check: an
# installation of it answers without Numba.
wheel: .venv/ready-wheel
	$(BIN)/python -m exactcover.runtime.kernels --shared this
	$(BIN)/python -m benchmarks.wheels this
	$(BIN)/python -m benchmarks.wheel dist

# The wheels for all systems, made on this one; what of them can be tested here is tested.
wheels: .venv/ready-wheel .venv/ready-test
	$(BIN)/python -m exactcover.runtime.kernels --shared all
	$(BIN)/python -m benchmarks.wheels all
	$(BIN)/python -m benchmarks.wheel dist
	$(BIN)/python -m benchmarks.systems dist

# The archive of the sources.
sdist: .venv/ready-release
	$(BIN)/python -m build --sdist --outdir dist

# All that one machine can check before a release: versions, documents, numbers in README, the files of the first release,
# workflows; then the wheel and the archive in dist/, which are built if they are missing, with every Python there is;
# `make release-check PYTHONS=--all` fails if one is missing.
release-check: .venv/ready-test .venv/ready-release
	$(PYTEST) tests/test_release.py tests/test_first_release.py tests/test_site_sources.py tests/test_docs.py tests/test_types.py
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
	$(BIN)/zizmor --offline --quiet --config .github/zizmor.yml .github/workflows
	$(BIN)/python -m benchmarks.release $(PYTHONS) dist

# Tests of kernels without a compiler, since one debugs them as Python: by default those of the engines of exact
# cover; `make test-python TESTS=tests` takes 20 minutes.
TESTS ?= tests/exactcover/engines
test-python: .venv/ready-test
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "kernel and not slow" $(TESTS)

# The tests of our solver for CPMpy, and CPMpy's own tests with it; pip downloads these.
test-cpmpy: .venv/ready-cpmpy kernels
	$(PYTEST) tests/csp/cpmpy csp/cpmpy
	$(BIN)/python -m tests.csp.cpmpy.their_tests

# What continuous integration runs.
test-all: test test-rest test-precompiled test-cpmpy test-python

# The documentation, in site/: no network is needed, every warning is an error.
docs: .venv/ready-docs
	$(BIN)/python -m exactcover.runtime.kernels --build
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet
	@echo 'To read it: $(BIN)/python -m http.server --directory site'

# Builds the documentation, and looks at every page in a browser; pictures of the pages are in site-screenshots/.
test-docs: .venv/ready-docs .venv/ready-test
	$(BIN)/python -m exactcover.runtime.kernels --build
	TEST_SITE=1 $(BIN)/python -m pytest -p no:randomly tests/test_site.py

# Random problems, models, puzzles and damaged files, on all cores. Failures are written to
# fuzz-findings.txt. The last line of the output names the SEED for the next run.
SECONDS ?= 3600
SEED ?= 0
fuzz: .venv/ready-test
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS) --seed $(SEED)

# mypy keeps its results in .mypy_cache and checks again only what changed, and what depends on it.
check: .venv/ready-check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/ready-bench kernels
	$(BIN)/python -m benchmarks

# The experiments of the papers, with their charts, beside the published results: writes
# benchmarks/results/studies.md and images/studies beside it, within 15 minutes on two cores.
studies: .venv/ready-plot
	$(BIN)/python -m sudoku.papers.page benchmarks/results

bench-csp: .venv/ready-bench kernels
	$(BIN)/python -m benchmarks csp csp-clauses csp-counts csp-learning csp-models csp-optima csp-random csp-startup --repeats 3 --patience 20 \
		--output benchmarks/results/csp

# Makes disks, processes and machines fail on purpose; writes benchmarks/results/faults.md.
faults: kernels
	$(BIN)/python -m benchmarks.faults

clean:
	rm -rf build dist site site-screenshots
	rm -rf .venv .venv-peers .venv-csp-peers .cache .hypothesis .pytest_cache .mypy_cache .ruff_cache

.venv/ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed")'
	$(PYTHON) -m venv .venv
	$(INSTALL) .
	touch $@

.venv/ready-%: .venv/ready
	$(INSTALL) '.[$*]'
	touch $@
