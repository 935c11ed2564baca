# Every target makes what it needs: an environment in .venv, then the rest.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check --quiet
PORT ?= 8501

.PHONY: app dev test setup check format lint types mutants bench oracles
.PHONY: lock audit

# Start the app: http://localhost:8501
app: $(VENV)/app.stamp
	$(BIN)/python -m streamlit run app.py --server.port $(PORT)

# The same, and pages follow each change of a file
dev: $(VENV)/app.stamp
	$(BIN)/python -m streamlit run app.py --server.port $(PORT) \
	  --server.fileWatcherType auto --client.showErrorDetails full

# Pass the tests
test: $(VENV)/dev.stamp
	$(BIN)/python -m pytest

setup: $(VENV)/dev.stamp

# What every change has to pass
check: format lint types test

format: $(VENV)/dev.stamp
	$(BIN)/ruff format --check .

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .

types: $(VENV)/dev.stamp
	$(BIN)/mypy

# Plant known mistakes one by one; fails if a test misses one.
# ONLY=core takes one file of tests/mutants
mutants: $(VENV)/dev.stamp
	$(BIN)/python tests/mutants/run.py $(if $(ONLY),--only $(ONLY))

# Speed and memory against what one would take instead, as tables
bench: $(VENV)/dev.stamp
	for file in benchmarks/bench_*.py; do $(BIN)/python $$file || exit 1; done

# The core against the heavy packages, live, in an environment of its own
oracles:
	$(MAKE) VENV=.venv-oracles .venv-oracles/oracles.stamp
	.venv-oracles/bin/python -m pytest tests/core

# Write what the requirements pull in, one version each, to constraints.txt
lock: $(VENV)/tools.stamp
	: > constraints.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	  --no-annotate --no-header requirements-dev.txt -o constraints.txt

# Look the locked packages up among the known vulnerabilities (asks PyPI)
audit: $(VENV)/tools.stamp
	$(BIN)/pip-audit --no-deps --disable-pip -r constraints.txt

$(VENV)/tools.stamp: | $(VENV)/bin/python
	$(PIP) install uv==0.13.9 pip-audit==2.10.1
	@touch $@

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'Python 3.11 or newer is needed: make PYTHON=python3.12 ...'; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/app.stamp: requirements.txt constraints.txt | $(VENV)/bin/python
	$(PIP) install -r requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt requirements.txt constraints.txt | $(VENV)/bin/python
	$(PIP) install -r requirements-dev.txt
	@touch $@ $(VENV)/app.stamp

$(VENV)/oracles.stamp: tests/oracles.txt tests/oracles_old.txt $(VENV)/dev.stamp
	$(PIP) install -r tests/oracles.txt
	$(PIP) install --no-deps -r tests/oracles_old.txt
	@touch $@
