# `make` lists the targets. Everything is installed into .venv, nothing outside this folder.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

KERNEL  := $(wildcard solver/kernel/*.py solver/kernel/*.pxd)
PACKAGES := fanorona solver cli service words
CHECKED := $(wildcard setup.py fanorona tests benchmarks training)
COMPILE := build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --strip-extras --no-emit-index-url --no-emit-find-links \
	--custom-compile-command "make lock"

PIP_INSTALL := $(BIN)/python -m pip install --quiet --require-hashes --no-deps

# What npm installs for the tests: each folder has its own package.json and lock.
NODE_FOLDERS := tests/page tests/clients
NODE_MODULES := $(NODE_FOLDERS:%=%/node_modules/.installed)
NPM_CI       := npm ci --ignore-scripts --no-audit --no-fund --loglevel error

# Tools for releases, apart from what develops and tests.
TOOLS := build/tools

# Elsewhere a machine without a C compiler gets the kernel uncompiled, and a warning; and tests
# whose programs are missing are skipped. CI installs Debian's, for which it must be root.
IN_CI := $(filter-out 0 false,$(CI))
ifneq ($(IN_CI),)
export FANORONA_REQUIRE_KERNEL ?= 1
endif

# $(call debian,PACKAGES) installs them; a mirror that fails gets a second chance.
debian = { mkdir -p build; for attempt in 1 2; do { apt-get -qq update \
	&& DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $(1); } \
	> build/apt.log 2>&1 && exit 0; done; cat build/apt.log >&2; exit 1; }

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install solve test browser servers lint slow fuzz sanitize soak bench docs dist pictures \
	screenshots openapi weights lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile

install: $(VENV)/.developing ## set everything up in .venv, also what the tests need

solve: $(VENV)/.installed ## set up what the command needs, and solve the Fliporona problem
	$(BIN)/fanorona solve puzzles/fliporona-problem.txt

test: lint browser servers ## all checks: ruff, mypy, pytest on every core
	$(BIN)/pytest --numprocesses auto --dist worksteal

# What the tests of the page and of generated clients need besides Python.
browser: install $(NODE_MODULES)
ifneq ($(IN_CI),)
	@command -v chromium-headless-shell > /dev/null \
		|| ( $(call debian,chromium-headless-shell fonts-dejavu-core) ) \
		|| $(BIN)/python -m tests.page.chromium || $(call debian,chromium fonts-dejavu-core)
endif

# What the test of several servers needs besides Python.
servers:
ifneq ($(IN_CI),)
	@{ command -v redis-server && command -v nginx; } > /dev/null \
		|| $(call debian,redis-server nginx-light)
endif

lint: install ## ruff and mypy only
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(CHECKED)

slow: install ## the tests that take minutes, and ten times as many examples
	$(BIN)/pytest -m slow
	$(BIN)/pytest -m hypothesis --hypothesis-profile thorough

fuzz: install ## random inputs and questions: make fuzz INPUTS=1000000 QUESTIONS=100000
	$(BIN)/python -m tests.fuzz.everything --inputs $(or $(INPUTS),100000) \
		--questions $(or $(QUESTIONS),10000) --first $(or $(FIRST),0)

sanitize: install ## the kernel with address, undefined-behaviour and thread sanitizers
	$(BIN)/python -m tests.sanitize.everything

soak: install ## the service under everything at once: make soak SECONDS=600
	$(BIN)/python -m benchmarks.soak $(or $(SECONDS),60)

bench: install ## speed against a C program of the same work
	$(BIN)/python -m benchmarks.perft
	$(BIN)/python -m benchmarks.search --depth
	$(BIN)/python -m benchmarks.tables
	$(BIN)/python -m benchmarks.time_kept

docs: install ## build the site of the documentation in build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --site-dir build/site

# The wheel is built from the sdist, so that nothing left in this folder gets into it.
dist: $(TOOLS)/.installed ## build and check what is published: sdist and wheel, in dist/
	rm -rf dist
	FANORONA_REQUIRE_KERNEL=1 $(TOOLS)/bin/python -m build --no-isolation --outdir dist . \
		> build/dist.log 2>&1 || { cat build/dist.log >&2; exit 1; }
	$(TOOLS)/bin/twine check --strict dist/*
	$(TOOLS)/bin/check-wheel-contents dist/*.whl

pictures: install ## draw the pictures of the documentation, and the icons of the board
	$(BIN)/python -m tests.page.icons
	$(BIN)/fanorona show start --theme wood --svg docs/pictures/start.svg
	$(BIN)/fanorona show "BBBBBB1BB/BBBBW4/BWBW1B1BW/WWWW1WW1W/WWWWWWWW1 B" \
		--turn f3-f4W-e3A-e2W-f2A-g3W-g2A-h2A-g1W-f1W --svg docs/pictures/chain.svg
	$(BIN)/fanorona show "BB1BBBBBB/BB1BBBBBB/BWBWWBWBW/WWWWW1WWW/WWWWWWWWW W huff:c3,d5,f3" \
		--rules livret --turn "f3~e3-f2W" --theme dark --svg docs/pictures/huff.svg
	$(BIN)/fanorona show "BBWBWBBWB/WWB3WWW/BBW2BBWB/WWWWBBBWW/WBWWBWWBB B" --rules fliporona \
		--turn c4-d4W-e3W-f4W-e4W-e3W-d3A --svg docs/pictures/fliporona.svg
	$(BIN)/fanorona show start:3x3 --theme print --size 240 --svg docs/pictures/print.svg

screenshots: install ## take the pictures of the analysis board, with Chromium
	$(BIN)/python -m tests.page.screenshots

openapi: install ## write openapi.yaml, with examples, and the table of settings
	$(BIN)/python -m fanorona.service.contract.examples
	$(BIN)/fanorona openapi --output openapi.yaml
	$(BIN)/fanorona serve --settings > docs/settings.md

weights: install ## learn the weights of a rule set anew in an hour: make weights RULES=escale
	$(BIN)/python -m training.rounds $(or $(RULES),standard)

lock: $(VENV)/.created ## choose the newest allowed versions anew
	$(BIN)/python -m venv build/lock
	build/lock/bin/pip install --quiet "uv>=0.8"
	$(COMPILE) pyproject.toml --upgrade --group dev --output-file requirements.lock
	$(COMPILE) pyproject.toml --constraint requirements.lock --output-file requirements.runtime.lock
	$(COMPILE) pyproject.toml --constraint requirements.lock --extra redis --extra png \
		--output-file requirements.image.lock
	$(COMPILE) --constraint requirements.lock --group build --output-file requirements.build.lock
	$(COMPILE) --constraint requirements.lock --group dist --output-file requirements.dist.lock

clean: ## remove everything that make has made
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -rf $(NODE_FOLDERS:%=%/node_modules)
	rm -f solver/kernel/*.so solver/kernel/*.pyd
	find $(PACKAGES) $(wildcard tests benchmarks training) -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "fanorona needs Python 3.11 or newer, and $(PYTHON) is not." \
			"Name another one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "$(PYTHON) cannot make a virtual environment. Install its venv and ensurepip" \
			"(on Debian and Ubuntu: apt-get install python3-venv)." >&2; exit 1; }
	@touch $@

$(TOOLS)/.installed: requirements.dist.lock
	$(PYTHON) -m venv $(TOOLS)
	$(TOOLS)/bin/python -m pip install --quiet --require-hashes --no-deps -r requirements.dist.lock
	@touch $@

$(NODE_MODULES): %/node_modules/.installed: %/package-lock.json
ifneq ($(IN_CI),)
	@command -v npm > /dev/null || $(call debian,npm)
	@$(NPM_CI) --prefix $* && touch $@
else
	@if command -v npm > /dev/null; then $(NPM_CI) --prefix $* && touch $@ || \
		echo "warning: npm cannot install what $* has: its tests are skipped" >&2; fi
endif

$(VENV)/.dependencies: requirements.runtime.lock requirements.build.lock $(VENV)/.created
	$(PIP_INSTALL) -r requirements.runtime.lock -r requirements.build.lock
	@touch $@

$(VENV)/.installed: $(VENV)/.dependencies pyproject.toml setup.py solver/version.py $(KERNEL)
	$(BIN)/python -m pip install --verbose --no-deps --no-build-isolation --editable . \
		> $(VENV)/install.log 2>&1 || { cat $(VENV)/install.log >&2; exit 1; }
	@grep -o 'warning: kernel not compiled.*' $(VENV)/install.log | sort -u >&2 || true
	@$(BIN)/python -m compileall -q $(PACKAGES)
	@touch $@

# In this order only: a kernel compiled anew needs no other tools.
$(VENV)/.developing: requirements.lock | $(VENV)/.installed
	$(PIP_INSTALL) -r requirements.lock
	@touch $@
