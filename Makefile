# Every goal sets up what it needs: there is nothing to install by hand first.

READY := .venv/.ready
KERNELS := $(wildcard bot/*.pyx bot/*.pxd)
POSITIONS := $(wildcard docs/positions/*.txt)

# A .venv that was moved here, or whose Python is gone, is stale whatever its dates say.
BROKEN := $(shell test "$$(cat $(READY) 2>/dev/null)" = "$$(pwd -P)" \
	&& .venv/bin/python -c "" 2>/dev/null || echo again)

.DEFAULT_GOAL := help
.PHONY: help demo test lint clean again

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-6s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(READY) ## Show the positions of docs/positions and validate them
	@for file in $(POSITIONS); do \
		echo "== $$file"; .venv/bin/arena show "$$file" || exit; echo; \
	done
	@.venv/bin/arena validate --each $(POSITIONS)

test: $(READY) ## Run the tests; ARGS="-k floors" goes to pytest
	@.venv/bin/python -m pytest $(ARGS)

lint: $(READY) ## Check style, form and types
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	$(if $(KERNELS),.venv/bin/cython-lint $(KERNELS))

clean: ## Remove all that was made, .venv too
	@rm -rf .venv build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@rm -f bot/*.so bot/*.c bot/*.html
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml setup.py .ci/venv $(KERNELS) $(BROKEN)
	@.ci/venv
