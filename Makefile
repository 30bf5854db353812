# make app    sets up what is missing and opens the app
# make test   sets up what is missing and runs every check
# make check  sets up what is missing and runs the quick checks: no browser, PostgreSQL, packaging or slow tests
# make coverage says which lines of the core no test reaches, and fails under the share that pyproject.toml asks for
# make test-torch sets up torch and transformers too, and tests cross-encoders and the programs of training with them
# make test-sdks sets up the SDKs that exports and recipes are for, and tests with them
# make test-ray  sets up Ray too, and tests that a cluster writes the same bytes as one machine
# make readings keeps anew what the encoder says in the tests: after another one ships, or many texts have changed
# make setup  sets up alone: a Python environment in .venv, with the claimlens command in .venv/bin
# make lock   chooses new versions of all dependencies and writes them, with their hashes, to the locks
#
# PYTHON=python3.13 sets up with that Python; ARGS="--port 8600" hands arguments to the app, or to pytest.

PYTHON ?= python3
BIN := .venv/bin
UV := $(BIN)/uv
STAMP := .venv/set-up-in
TORCH := .venv/torch
SDKS := .venv/sdks
RAY := .venv/ray
TORCH_BUILD ?= torch==2.13.0
IS_DEBIAN_ROOT := [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null
APT_INSTALL := DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y --no-install-recommends
# One test process more than there are cores, as some of them wait for a browser; each takes about a gigabyte.
WORKERS := $(shell cores=$$(getconf _NPROCESSORS_ONLN 2> /dev/null || echo 2); echo $$((cores < 3 ? cores + 1 : 4)))
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder
# The first browser that runs; tests/browser/conftest.py looks for the same names.
FIND_CHROMIUM := for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do \
	"$$name" --version > /dev/null 2>&1 && break; done

# uv trusts its own list of certificates unless told; a company's proxy is known to the system's list alone.
ifneq ($(wildcard /etc/ssl/certs/ca-certificates.crt),)
export UV_SYSTEM_CERTS ?= true
endif

.DELETE_ON_ERROR:
.PHONY: app test check setup lock lint types imports tests coverage readings chromium postgresql test-torch test-sdks test-ray

app: setup
	@exec $(BIN)/claimlens app $(ARGS)

# Collecting compiles every test file. Done once while the quick checks leave a core idle, no test process does it again.
# make --dry-run would run a line that names $(MAKE) itself.
AGAIN := $(MAKE) --no-print-directory
test: setup
	@test -d tests/browser/__pycache__ || $(BIN)/pytest --collect-only -q > /dev/null & compiled=$$!; \
		$(AGAIN) lint imports chromium postgresql; checked=$$?; wait $$compiled; exit $$checked
	$(call with_types,$(PYTEST) $(ARGS))

# Types are checked while the tests run, which leave a core idle now and then.
with_types = @$(BIN)/pyright & types=$$!; $(1); tests=$$?; wait $$types && exit $$tests

# Python keeps what it has compiled: the tests start many processes that would compile it again.
check test tests: export PYTHONDONTWRITEBYTECODE =

check: setup lint imports
	$(call with_types,$(PYTEST) -q -m "not slow and not postgresql" \
		--ignore tests/browser --ignore tests/packaging $(ARGS))

setup: $(STAMP)

# --- the Python environment --------------------------------------------------------------------------------------

# Scripts in .venv hold the folder's full name: a checkout that was moved is set up again.
ifneq ($(shell cat $(STAMP) 2> /dev/null),$(CURDIR))
.PHONY: $(STAMP)
endif

# uv comes from requirements.lock as well, so that its hash is checked like all others.
$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Claimlens needs Python 3.11 or newer, and $(PYTHON) is not. Name one: make $(MAKECMDGOALS) PYTHON=python3.12"; \
		exit 1; } >&2
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || { \
		$(IS_DEBIAN_ROOT) && apt-get update && $(APT_INSTALL) python3-venv; } < /dev/null || { \
		echo "$(PYTHON) lacks the module venv. On Debian and Ubuntu: apt-get install python3-venv"; exit 1; } >&2
	@if [ "$$(cat $@ 2> /dev/null)" != "$(CURDIR)" ] || ! $(BIN)/python -c '' 2> /dev/null; then \
		echo "Setting up .venv with $$($(PYTHON) --version)"; $(PYTHON) -m venv --clear .venv; fi
	@sed -n '/^uv==/,/[^\\]$$/p' requirements.lock > .venv/uv.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r .venv/uv.lock
	$(UV) pip sync --quiet --python $(BIN)/python --require-hashes requirements.lock
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@printf '%s' "$(CURDIR)" > $@

lock:
	$(UV) pip compile pyproject.toml --extra app --extra batch --extra completion --extra mcp --extra office --extra otel \
		--extra postgres --extra serve --extra sign-in --group dev --upgrade --quiet \
		--universal --fork-strategy fewest --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" -o requirements.lock

# --- the checks --------------------------------------------------------------------------------------------------

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/pyright

imports: setup
	$(BIN)/lint-imports --no-logo

# Tests of one file stay in one process: they share an app, a browser or a database server.
tests: setup chromium postgresql
	$(PYTEST) $(ARGS)

# Apart from the tests, which it makes half as long again.
coverage: setup
	$(PYTEST) -q --cov --cov-report=term \
		--ignore tests/browser --ignore tests/packaging $(ARGS)

# A test that fails here keeps nothing from being kept.
readings: setup chromium postgresql
	@rm -f .pytest_cache/readings.jsonl; mkdir -p .pytest_cache
	-KEEP_READINGS_IN=$(CURDIR)/.pytest_cache/readings.jsonl $(PYTEST) -q --ignore tests/packaging $(ARGS)
	$(BIN)/python -m tests.makers.readings .pytest_cache/readings.jsonl

chromium: setup
	@$(FIND_CHROMIUM); "$$name" --version > /dev/null 2>&1 || { \
		echo "Installing Chromium for the browser tests"; \
		{ $(IS_DEBIAN_ROOT) && apt-get update && { $(APT_INSTALL) chromium-headless-shell || $(APT_INSTALL) chromium; }; } \
			< /dev/null || \
		$(BIN)/playwright install chromium < /dev/null || { \
		echo "The browser tests need Chromium: none was found on the PATH and none could be downloaded." \
			"Install the package chromium, or allow the download by: $(BIN)/playwright install chromium"; \
		exit 1; } >&2; }

# Only its programs are wanted: the tests start a server of their own. Where they are missing, these tests are skipped.
postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null || { \
		$(IS_DEBIAN_ROOT) && { echo "Installing PostgreSQL for the store's tests"; \
		apt-get update && $(APT_INSTALL) postgresql; } < /dev/null; } || \
		echo "PostgreSQL was not found; the tests that need it will be skipped. On Debian: apt-get install postgresql"

# Exports read by the SDKs of the tools they are for, in an environment that sees .venv's packages too.
test-sdks: setup
	@test -f $(SDKS)/ready || { rm -rf $(SDKS) && $(BIN)/python -m venv $(SDKS) && \
		$(BIN)/python -c 'import site; print(site.getsitepackages()[0])' > \
			$$(ls -d $(SDKS)/lib/python3*/site-packages)/base.pth && \
		$(SDKS)/bin/python -m pip install --quiet --disable-pip-version-check \
			"label-studio-sdk>=2.1" "argilla>=2.8" "langgraph>=1.2" "llama-index-core>=0.14" "openai-agents>=0.24" \
			"pre-commit>=4.7" && \
		touch $(SDKS)/ready; }
	PATH="$(CURDIR)/$(SDKS)/bin:$$PATH" \
		$(SDKS)/bin/python -m pytest tests/core/formats/test_formats_sdks.py tests/repository/test_recipes.py $(ARGS)

# Batches on a Ray cluster of this machine, in an environment that sees .venv's packages too.
test-ray: setup
	@test -f $(RAY)/ready || { rm -rf $(RAY) && $(BIN)/python -m venv $(RAY) && \
		$(BIN)/python -c 'import site; print(site.getsitepackages()[0])' > \
			$$(ls -d $(RAY)/lib/python3*/site-packages)/base.pth && \
		$(RAY)/bin/python -m pip install --quiet --disable-pip-version-check "ray[data]>=2.60" && touch $(RAY)/ready; }
	$(RAY)/bin/python -m pytest tests/core/batch tests/core/cli/test_batch_command.py $(ARGS)

# Cross-encoders and training through torch, in an environment that sees .venv's packages too. The usual torch for Linux
# weighs 5 GB: name a CPU build in TORCH_BUILD. Cross-encoders through ONNX Runtime are part of the usual tests.
test-torch: setup
	@test -f $(TORCH)/ready || { rm -rf $(TORCH) && $(BIN)/python -m venv $(TORCH) && \
		$(BIN)/python -c 'import site; print(site.getsitepackages()[0])' > \
			$$(ls -d $(TORCH)/lib/python3*/site-packages)/base.pth && \
		$(TORCH)/bin/python -m pip install --quiet --disable-pip-version-check \
			"$(TORCH_BUILD)" "transformers>=5.0" "onnxscript>=0.5" "safetensors>=0.6" \
			"scikit-learn>=1.7" "scipy>=1.16" && touch $(TORCH)/ready; }
	$(TORCH)/bin/python -m pytest tests/core/verifiers/cross_encoder/test_cross_encoder_torch.py tests/training $(ARGS)
