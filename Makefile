.DEFAULT_GOAL := help
.PHONY: help setup up down demo preview check test test-karpenter test-others editor-check bench clean

BIN := .venv/bin
# Imports from source take seconds more than from byte code.
unexport PYTHONDONTWRITEBYTECODE

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s%s\n", $$1, $$2 }' Makefile

setup: ## make .venv with the pinned packages (implied by every other target)
	@./set-up.sh

up: setup ## build and start the local cloud, deploy the stack local into it
	@$(BIN)/python -m localcloud build
	@$(BIN)/python -m localcloud up
	@$(BIN)/python -m localcloud deploy

down: setup ## unprotect and destroy the stack local, then remove the local cloud
	-@$(BIN)/python -m localcloud destroy  # of what does not run nothing is left to destroy
	@$(BIN)/python -m localcloud down

demo: setup ## show Karpenter at work for the customers of the stack local, 3 minutes
	@$(BIN)/python -m localcloud demo

preview: setup ## show what a deployment into the local cloud would change
	@$(BIN)/python -m localcloud preview

check: setup ## format, lint, types, layers, names of test files, generated files
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports --no-cache
	@! find tests -name '*.py' | grep -vE '/(test_[a-z0-9_]+|conftest|builders|recording)\.py$$'
	$(BIN)/karpenter-tenants schema | diff - schemas/tenant.schema.json
	$(BIN)/karpenter-tenants schema --profile | diff - schemas/profile.schema.json
	$(BIN)/python -m tools.reference --check

test: check ## everything that check does, then all tests
	@$(BIN)/python -m localcloud build
	$(BIN)/pytest -n 2 -m 'not cloud'
	@$(MAKE) --no-print-directory -j 2 test-karpenter test-others

# Both wait most of the time, on local clouds of their own. One shows how it goes; the other prints all when it ends.
test-karpenter:
	$(BIN)/pytest -m cloud tests/cloud/karpenter

test-others:
	@output=$$(mktemp); trap 'rm -f "$$output"' EXIT; trap 'exit 130' INT TERM; \
	$(BIN)/pytest -m cloud --ignore=tests/cloud/karpenter >"$$output" 2>&1; status=$$?; \
	cat "$$output"; exit $$status

editor-check: setup ## try the schema of the tenant file in a YAML language server, which is downloaded
	@$(BIN)/python -m tools.editor_check

bench: setup ## ratios of speed and memory, each within one run
	$(BIN)/python -m benchmarks

clean: setup ## stop every local cloud of this checkout and remove everything that was made here
	@$(BIN)/python -m localcloud down --all
	rm -rf .venv .localcloud localcloud/bin tools/yaml_language_server/node_modules
