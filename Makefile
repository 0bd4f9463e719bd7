# Every goal sets up what it needs: there is nothing to install by hand first.

PLAIN := .venv/.plain
READY := .venv/.ready
KERNELS := $(shell find bot -path bot/skeletons -prune -o -name '*.px[di]' -print -o -name '*.pyx' -print)
KEEPER := $(wildcard referee/sandbox/keeper/*.[ch])
POSITIONS := $(wildcard docs/positions/*.txt)

QUICK := tests/formats tests/tournaments/event tests/tournaments/schedules tests/tournaments/standings \
	tests/test_ci.py tests/test_contributing.py tests/test_docstrings.py tests/test_glossary.py tests/test_layers.py tests/test_named_games.py

# A .venv that was moved here, whose Python is gone, or is another than PYTHON=... names, is stale
# whatever its dates say.
IDENTITY := -c "import sys; print(sys.base_prefix, sys.version)" 2>/dev/null
BROKEN := $(shell cat $(PLAIN) $(READY) 2>/dev/null | grep -qxF "$$(pwd -P)" \
	&& own=$$(.venv/bin/python $(IDENTITY)) \
	&& { test -z "$(PYTHON)" || test "$$($(PYTHON) $(IDENTITY))" = "$$own"; } || echo again)

.DEFAULT_GOAL := help
.PHONY: help demo pictures quick test test-all test-chaos test-class test-edits test-ladder test-load elsewhere bots app docs wheel lint clean again

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(PLAIN) ## Validate the positions of docs/positions; play a small tournament of all games
	@.venv/bin/arena validate --each $(POSITIONS)
	@echo; rm -rf build/demo; .venv/bin/arena run demo --to build/demo

test: $(READY) ## Run the tests but those of tests/long_tests.txt; ARGS="-k layers" goes to pytest
	@.venv/bin/python -m pytest -n auto --dist loadgroup -m "not long" $(ARGS)
	@echo "left out: the tests of tests/long_tests.txt, which make test-all runs"

test-all: $(READY) ## Run all tests, as CI does: half an hour on two cores
	@.venv/bin/python -m pytest -n auto --dist loadgroup $(ARGS)

quick: $(READY) ## Run what takes less than a minute: style, types and the tests that start no program
	@.venv/bin/ruff check -q . && .venv/bin/ruff format -q --check . && .venv/bin/mypy
	@.venv/bin/python -m pytest -q -n auto --dist loadgroup -m "not xdist_group" --ignore tests/formats/games --ignore tests/formats/test_planted_game.py $(QUICK) $(ARGS)

test-chaos: $(READY) ## Play a tournament 100 times while things go wrong; SEED=7: others, ROUNDS=10: fewer times
	@ARENA_ROUNDS=$(or $(ROUNDS),100) ARENA_SEED=$(or $(SEED),38) .venv/bin/python -m pytest \
		--timeout 36000 -s tests/chaos $(ARGS)
	@ARENA_KILLS=30 .venv/bin/python -m pytest -s --timeout 3600 \
		tests/tournaments/run/test_decision_crash.py $(ARGS)

test-edits: $(READY) ## Edit a million single bytes of a ledger; every edit must be found
	@ARENA_EDITS=1000000 .venv/bin/python -m pytest --timeout 36000 -n auto \
		tests/tournaments/ledger/test_ledger_edits.py -k single_bytes $(ARGS)

test-ladder: $(READY) ## Let 20 bots play a ladder for an hour, killed 20 times, beside a full round robin; SECONDS=600: shorter
	@ARENA_LADDER=$(or $(SECONDS),3600) .venv/bin/python -m pytest --timeout 36000 -s \
		tests/arena/event/test_long_ladder.py $(ARGS)

test-load: $(READY) ## Offenders, honest bots, turns and whole games with every core busy; a site with 1,100 streams for ten minutes, SECONDS=120: two
	@FULL_LOAD=1 .venv/bin/python -m pytest --timeout 14400 -s tests/referee/test_under_load.py \
		tests/referee/test_games_under_load.py tests/referee/test_honest_bots.py \
		tests/referee/test_turn.py tests/referee/check/test_time.py $(ARGS)
	@FULL_LOAD=1 .venv/bin/python -m pytest --timeout 14400 -n auto --dist loadgroup \
		tests/bot tests/formats/test_game_tree.py $(ARGS)
	@ARENA_SOAK=$(or $(SECONDS),600) .venv/bin/python -m pytest --timeout 14400 -s \
		tests/arena/site/test_soak.py $(ARGS)

elsewhere: $(READY) ## Try arena in every environment and way of installing it (tests/environments): an hour
	@ARENA_ENVIRONMENTS=all .venv/bin/python -m pytest --timeout 3600 tests/environments $(ARGS)

test-class: $(READY) ## Bots with a mistake each and honest ones: check and 100 games agree, alone and beside busy loops
	@FULL_LOAD=1 .venv/bin/python -m pytest --timeout 14400 tests/class $(ARGS)

pictures: $(READY) ## Take the pictures of docs/images anew, and one of every page, into build/pictures
	@.venv/bin/python -m tests.arena.site.pictures

bots: $(PLAIN) ## Build every bot into bots/
	@.venv/bin/arena build --list | while read -r bot; do .venv/bin/arena build "$$bot" || exit; done

app: $(PLAIN) ## Build arena itself as one file, dist/arena, for a machine without Python
	@.venv/bin/pip install -q -e '.[bundle,web]'
	@rm -rf build/app-bots; .venv/bin/arena build --list | while read -r bot; do \
		.venv/bin/arena build "$$bot" --out build/app-bots >/dev/null || exit; done
	@.venv/bin/pyinstaller --noconfirm --log-level=WARN --workpath build/app scripts/app.spec
	@ls -l dist/arena

docs: $(PLAIN) ## Build the site of the documents into build/docs; a wrong link is an error
	@.venv/bin/pip install -q -e '.[docs]'
	@NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --strict --quiet

wheel: $(PLAIN) ## Build a wheel into dist/, for any Linux if auditwheel can be installed
	@scripts/wheel

lint: $(READY) ## Check style, form and types
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/hadolint Containerfile
	$(if $(KERNELS),PATH="$(CURDIR)/.venv/bin:$$PATH" cython-lint $(KERNELS))
	scripts/counts

clean: ## Remove all that was made, .venv too
	@rm -rf .venv build dist bots share *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@rm -f referee/sandbox/keeper/keeper referee/sandbox/keeper/not-built.txt
	@find bot -name '*.so' -delete
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PLAIN): pyproject.toml setup.py scripts/venv $(KERNELS) $(KEEPER) $(BROKEN)
	@scripts/venv plain

$(READY): pyproject.toml requirements.lock setup.py scripts/venv $(KERNELS) $(KEEPER) $(BROKEN)
	@scripts/venv
