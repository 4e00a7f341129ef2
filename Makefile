# demo   everything on this machine: site, worker, reference runs; stays up until Ctrl-C (ARGS=--once: ends)
# test   the whole suite on the servers found, then again on SQLite and the folder broker (ARGS=… narrows it)
# check  linter, formatter, types, import contracts, migrations, deployment check
# docs   the pages of docs/ that are made from code
# bench  ratios measured in one run
#
# Each is safe to repeat, and works as root and as an ordinary user.

PYTHON ?= python3
ARGS ?=
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check -c constraints.txt
DEPENDENCIES := pyproject.toml constraints.txt

.DEFAULT_GOAL := help
.PHONY: help demo test check docs bench

help:
	@sed -n 's/^# //p' Makefile

demo: .venv/.installed
	$(BIN)/python manage.py demo $(ARGS)

test: .venv/.installed-dev
	.ci/test $(ARGS)

check: .venv/.installed-dev
	.ci/check

docs: .venv/.installed-dev
	$(BIN)/python -m tests.docs.generate

bench: .venv/.installed-dev
	$(BIN)/python -m tests.benchmarks $(ARGS)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or later is needed; name it with PYTHON=…"; exit 1; }
	.ci/system-packages python3-venv
	$(PYTHON) -m venv .venv

.venv/.installed: $(DEPENDENCIES) | $(BIN)/python
	$(PIP) -e .
	@touch $@

.venv/.installed-dev: $(DEPENDENCIES) | $(BIN)/python
	$(PIP) -e '.[dev]'
	@touch $@ .venv/.installed
