# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# A short name for each thing one does here; the work is done by CMake (CMakeLists.txt, CMakePresets.json) and tools/.
# Every target first sees to the packages it needs.
.DEFAULT_GOAL := build
.PHONY: build run test sanitize threads coverage exact edits laws shots fuzz bullets soak walks worlds wasm play test-web bench-web same-bits pictures format format-check install clean help

export CMAKE_BUILD_PARALLEL_LEVEL ?= $(shell nproc 2>/dev/null || echo 1)
export CTEST_PARALLEL_LEVEL ?= $(CMAKE_BUILD_PARALLEL_LEVEL)
SECONDS ?= 600
PREFIX ?= /usr/local

# Configures and builds one preset. MAKEFLAGS is set anew, since the makefiles that CMake writes have their own -j.
preset = @cmake --preset $(1) >/dev/null && MAKEFLAGS=--no-print-directory cmake --build --preset $(1)

build: ## build/carom and the libraries
	@tools/setup.sh
	$(call preset,release)

run: build ## move circles and boxes through levels/cave.tmx; leaves pictures and events in out/
	@mkdir -p out
	build/carom run levels/cave.tmx --shape circle --svg out/circles.svg --events out/circles.jsonl
	build/carom run levels/cave.tmx --shape box --svg out/boxes.svg --events out/boxes.jsonl

test: build ## build and pass all tests
	@ctest --preset release

sanitize: ## all tests, and 10^6 actor-steps, under the address and undefined behaviour sanitizers
	@tools/setup.sh
	$(call preset,sanitize)
	@ctest --preset sanitize
	build-sanitize/carom run levels/cave.tmx --steps 20000

threads: ## steps on several threads, under the thread sanitizer
	@tools/setup.sh
	$(call preset,threads)
	@ctest --preset threads

coverage: ## which share of each source file the tests reach
	@tools/setup.sh
	$(call preset,coverage)
	@ctest --preset coverage --output-log build-coverage/tests.log >/dev/null || { tail -n 30 build-coverage/tests.log; exit 1; }
	@tools/coverage.sh build-coverage

exact: build ## compare geom with exact arithmetic for SECONDS (600), on each core with a seed of its own; then the lattice
	seq $(CMAKE_BUILD_PARALLEL_LEVEL) | xargs -P 0 -I SEED build/tests/test_geom_exact --seconds $(SECONDS) --seed SEED
	build/tests/test_geom_lattice --seconds $(SECONDS)

fuzz: ## made up level files of each format, and pairs of shapes, under the sanitizers, each for SECONDS (600)
	@tools/setup.sh clang libclang-rt-14-dev
	tools/fuzz.sh --seconds $(SECONDS)

bullets: build ## bullets bouncing in a cave for SECONDS (600), or STEPS million steps of a mover, at SPEED units a step or at four speeds, on each core with a seed of its own: none escapes
	seq $(CMAKE_BUILD_PARALLEL_LEVEL) | xargs -P 0 -I SEED build/tests/test_world_bullets $(if $(STEPS),--steps $(STEPS),--seconds $(SECONDS)) $(if $(SPEED),--speed $(SPEED)) --seed SEED

shots: build ## shoot at every vertex of random levels, and of those in CAROM_EXTRA_LEVELS, from 1000 directions, and slide along every edge; for SECONDS (600)
	build/tests/test_level_shots $$(($(SECONDS) / 2)) 1000 200
	build/tests/test_io_shots $$(($(SECONDS) / 60 + 1)) 1000 200

edits: build ## levels edited tile by tile against levels built anew, for SECONDS (600), on each core with seeds of its own
	seq $(CMAKE_BUILD_PARALLEL_LEVEL) | xargs -P 0 -I SEED build/tests/test_level_edit --seconds $(SECONDS) --seed SEED000

laws: build ## random motions, and their mirrored and turned twins, for SECONDS (600), on each core with a seed of its own
	seq $(CMAKE_BUILD_PARALLEL_LEVEL) | xargs -P 0 -I SEED build/tests/test_motion_laws --seconds $(SECONDS) --seed SEED

soak: ## 10^6 actor-steps for many seeds, shapes and speeds: no escapes, same bits; for SECONDS (600)
	@tools/setup.sh clang
	tools/soak.sh --seconds $(SECONDS)

walks: build ## random walks through random levels, for SECONDS (600), on each core with a seed of its own
	seq $(CMAKE_BUILD_PARALLEL_LEVEL) | xargs -P 0 -I SEED build/tests/test_walker_random --seconds $(SECONDS) --seed SEED

worlds: build ## random worlds against looking at everything, on each core with a seed of its own, for SECONDS (600); then crowds in corridors
	seq $(CMAKE_BUILD_PARALLEL_LEVEL) | xargs -P 0 -I SEED build/tests/test_world_reference --seconds $(SECONDS) --seed SEED
	build/tests/test_world_corridor $$(($(SECONDS) / 10 + 1)) 1000

wasm: ## web/dist/*.wasm: the core and the readers for browsers and node
	@tools/setup.sh clang-14 lld-14 wasi-libc libclang-rt-14-dev-wasm32 binaryen
	$(call preset,wasm)
	$(call preset,wasm-plain)

web/node_modules: web/package-lock.json
	@tools/setup.sh nodejs npm
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

play: wasm web/node_modules ## the playground on http://localhost:8320 (PORT)
	@tools/setup.sh nodejs
	@mkdir -p out
	node web/site.mjs out/playground --serve

test-web: build wasm web/node_modules ## npm package and playground against the command line, bit for bit; SHORT=1 for less
	@tools/setup.sh chromium firefox-esr
	@cmake --build --preset wasm --target carom_same_bits >/dev/null && cmake --build --preset wasm-plain --target carom_same_bits >/dev/null
	cd web && npm run --silent types && node --test test/*.test.js
	node web/test/browser/page.mjs $(if $(SHORT),--short)

web/bench/node_modules: web/bench/package-lock.json
	@tools/setup.sh nodejs npm
	cd web/bench && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

bench-web: wasm web/bench/node_modules ## the npm package beside other libraries for JavaScript: rays, casts, pairs
	@cmake --build --preset wasm --target carom_workload >/dev/null
	node web/bench/bench.js

same-bits: ## one hash of every layer: gcc, clang, arm64 (qemu), WASM with and without SIMD
	@tools/setup.sh clang-14 lld-14 wasi-libc libclang-rt-14-dev-wasm32 binaryen nodejs gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
	tools/same_bits.sh

pictures: build ## draw the pictures of docs/ anew
	tools/pictures.sh build/carom docs/images

format: ## lay out the C files
	@tools/setup.sh clang-format
	clang-format -i $$(git ls-files '*.c' '*.h')

format-check: ## fail on a C file that `make format` would change
	@tools/setup.sh clang-format
	clang-format --dry-run -Werror $$(git ls-files '*.c' '*.h')

install: build ## put library, headers and carom under PREFIX (/usr/local)
	cmake --install build --prefix $(PREFIX)

clean: ## remove everything that was built
	rm -rf build build-dev build-sanitize build-clang build-threads build-coverage build-fuzz build-soak build-same-bits build-wasm build-wasm-plain web/dist web/node_modules web/bench/node_modules out

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' Makefile | expand -t 14
