# Every goal sets up what it needs: there is nothing to install by hand first.

READY := .venv/.ready
KERNELS := $(wildcard bot/*.pyx bot/*.pxd)
KEEPER := $(wildcard referee/keeper/*.[ch])
POSITIONS := $(wildcard docs/positions/*.txt)

# A .venv that was moved here, or whose Python is gone, is stale whatever its dates say.
BROKEN := $(shell test "$$(cat $(READY) 2>/dev/null)" = "$$(pwd -P)" \
	&& .venv/bin/python -c "" 2>/dev/null || echo again)

.DEFAULT_GOAL := help
.PHONY: help demo test test-load bots app lint clean again

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(READY) ## Validate the positions of docs/positions; play a small tournament of all games
	@.venv/bin/arena validate --each $(POSITIONS)
	@echo; if command -v musl-gcc >/dev/null && command -v bwrap >/dev/null; then \
		rm -rf build/demo; .venv/bin/arena run demo --to build/demo; \
	else echo "To see a tournament: sudo apt-get install musl-tools bubblewrap"; fi

test: $(READY) ## Run the tests; ARGS="-k floors" goes to pytest
	@.venv/bin/python -m pytest -n auto --dist loadgroup $(ARGS)

test-crash: $(READY) ## Kill a tournament a hundred times; it must end as if nothing had been
	@ARENA_KILLS=100 .venv/bin/python -m pytest -s tests/tournaments/test_crash.py $(ARGS)

test-load: $(READY) ## All offenders and innocents, 10,000 honest turns and whole games, with every core kept busy
	@FULL_LOAD=1 .venv/bin/python -m pytest --timeout 14400 -s tests/referee/test_under_load.py \
		tests/referee/test_games_under_load.py tests/referee/test_innocents.py $(ARGS)

bots: $(READY) ## Build every bot into bots/
	@.venv/bin/arena build --list | while read -r bot; do .venv/bin/arena build "$$bot" || exit; done

app: $(READY) ## Build arena itself as one file, dist/arena, for a machine without Python
	@.venv/bin/pip install -q -e '.[build,web]'
	@rm -rf build/app-bots; if command -v musl-gcc >/dev/null; then .venv/bin/arena build --list | \
		while read -r bot; do .venv/bin/arena build "$$bot" --out build/app-bots >/dev/null || exit; done; \
		else echo "It will have no bots of ours: they take musl-tools"; fi
	@.venv/bin/pyinstaller --noconfirm --log-level=WARN --workpath build/app .ci/app.spec
	@ls -l dist/arena

lint: $(READY) ## Check style, form and types
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	$(if $(KERNELS),PATH="$(CURDIR)/.venv/bin:$$PATH" cython-lint $(KERNELS))

clean: ## Remove all that was made, .venv too
	@rm -rf .venv build dist bots *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@rm -f bot/*.so
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml setup.py .ci/venv $(KERNELS) $(KEEPER) $(BROKEN)
	@.ci/venv
