# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Short names for common tasks; CMake (CMakeLists.txt, CMakePresets.json) and tools/ do the work. Every target first
# installs the packages that it needs.
.DEFAULT_GOAL := build
.PHONY: build games run packages test sanitize threads coverage exact proofs edits carvings laws turns flippers pushes shots fuzz bullets soak walks worlds lifts escapes mutants campaigns wasm play test-web test-npm test-page shared love test-lua python test-python bench-web same-bits pictures examples docs test-docs test-site tidy spelling format format-check single test-single npm dist test-dist test-windows test-windows-all install clean help

export CMAKE_BUILD_PARALLEL_LEVEL ?= $(shell nproc 2>/dev/null || echo 1)
export CTEST_PARALLEL_LEVEL ?= $(CMAKE_BUILD_PARALLEL_LEVEL)
SECONDS ?= 600
PREFIX ?= /usr/local

# Runs a battery, and adds what it has tried to tests/campaigns.tsv. In its command, SEED is a seed of each process.
campaign = tools/campaigns.sh run

# Configures and builds one preset. Clears MAKEFLAGS, because the makefiles that CMake writes have their own -j.
preset = @cmake --preset $(1) >/dev/null && MAKEFLAGS=--no-print-directory cmake --build --preset $(1)

wasm_packages = clang-14 lld-14 wasi-libc libclang-rt-14-dev-wasm32 binaryen
browsers = chromium firefox-esr
docs_packages = python3 doxygen python3-sphinx python3-breathe python3-myst-parser furo python3-sphinx-copybutton librsvg2-bin fonts-dejavu-core
lua_packages = luajit python3 love xvfb xauth
# Debian's packages are for Debian's Python, which need not be the first in PATH.
python_packages = python3 python3-build python3-cffi python3-dev python3-setuptools python3-wheel
test_python_packages = $(python_packages) python3-matplotlib python3-mypy python3-numpy python3-pytest python3-venv
ci_packages = clang clang-format codespell gappa libclang-rt-14-dev libsdl2-dev ninja-build nodejs npm tiled $(wasm_packages) $(browsers) $(docs_packages) $(lua_packages) $(test_python_packages)

build: ## build/carom and the libraries
	@tools/setup.sh
	$(call preset,release)

games: ## build the games in examples/, with SDL2: build/carom_example_breakout, _platformer, _shooter, _map
	@tools/setup.sh libsdl2-dev
	$(call preset,release)

run: build ## move circles and boxes through levels/cave.tmx; leaves pictures and events in out/
	@mkdir -p out
	build/carom run levels/cave.tmx --shape circle --svg out/circles.svg --events out/circles.jsonl
	build/carom run levels/cave.tmx --shape box --svg out/boxes.svg --events out/boxes.jsonl

packages: ## install the packages of all targets that .ci/run calls, in one go
	@tools/setup.sh $(ci_packages)

test: build ## build and run all tests
	@ctest --preset release

sanitize: ## all tests, and 10^6 actor-steps, with clang, under the address and undefined behaviour sanitizers
	@tools/setup.sh clang libclang-rt-14-dev lld
	$(call preset,sanitize)
	@ctest --preset sanitize
	build-sanitize/carom run levels/cave.tmx --steps 20000

threads: ## world steps on several threads, under the thread sanitizer
	@tools/setup.sh
	$(call preset,threads)
	@ctest --preset threads

# The open branches of src/ that `make coverage` allows. Lower it when tests take more of them.
OPEN_BRANCHES = 0

coverage: export CCACHE_BASEDIR = # with it ccache writes relative paths, and gcov finds no source
coverage: ## line coverage of each source file, and the branches that no test takes (tests/branches.md)
	@tools/setup.sh python3
	$(call preset,coverage)
	@find build-coverage -name '*.gcda' -delete # counts of earlier runs
	@ctest --preset coverage --output-log build-coverage/tests.log >/dev/null || { tail -n 30 build-coverage/tests.log; exit 1; }
	@tools/coverage.sh build-coverage
	@tools/branches.py build-coverage --allow $(OPEN_BRANCHES)

exact: build ## compare geom with exact arithmetic for SECONDS (600), one seed a core; then all pairs on a lattice; then the searches of pairs with the general path
	$(campaign) exact build/tests/test_geom_exact --seconds $(SECONDS) --seed SEED
	$(campaign) lattice build/tests/test_geom_lattice --seconds $(SECONDS) --seed SEED
	$(campaign) pairs build/tests/test_geom_pairs --seconds $(SECONDS) --seed SEED

proofs: ## prove the error bounds of the filters with Gappa
	@tools/setup.sh gappa
	@tools/proofs.sh

fuzz: ## fuzz the readers and writers, PNG files, images, snapshots, pairs of shapes, sequences of calls and `carom query` under the sanitizers, SECONDS (600) each
	@tools/setup.sh clang libclang-rt-14-dev
	tools/campaigns.sh run-one fuzz tools/fuzz.sh --seconds $(SECONDS)

bullets: build ## bullets in a cave never escape, for SECONDS (600) or STEPS million steps, at SPEED or at four speeds, one seed a core
	$(campaign) bullets build/tests/test_world_bullets $(if $(STEPS),--steps $(STEPS),--seconds $(SECONDS)) $(if $(SPEED),--speed $(SPEED)) --seed SEED

shots: build ## rays at every vertex, sweeps along every edge, in random levels and CAROM_EXTRA_LEVELS, for SECONDS (600)
	$(campaign) shots build/tests/test_level_shots --seconds $(SECONDS) --seed SEED
	$(campaign) real-shots build/tests/test_io_shots --seconds $$(($(SECONDS) / 60 + 1)) --seed SEED

carvings: build ## compare carved and filled levels with fresh builds, for SECONDS (600), one seed a core
	$(campaign) carvings build/tests/test_level_carve --seconds $(SECONDS) --seed SEED000

edits: build ## compare levels edited tile by tile with fresh builds, for SECONDS (600), one seed a core
	$(campaign) edits build/tests/test_level_edit --seconds $(SECONDS) --seed SEED000

laws: build ## compare random motions with their mirrored and rotated copies, for SECONDS (600), one seed a core
	$(campaign) laws build/tests/test_motion_laws --seconds $(SECONDS) --seed SEED

turns: build ## sweeps of turning shapes against exact arithmetic, their own laws, and every edge of levels, a car along walls, and caves of movers that spin, for SECONDS (600) each, one seed a core
	$(campaign) turns build/tests/test_geom_sweep_turning --seconds $(SECONDS) --seed SEED
	$(campaign) turns build/tests/test_level_sweep_turning --seconds $(SECONDS) --seed SEED
	$(campaign) turns build/tests/test_motion_turning --seconds $(SECONDS) --seed SEED
	$(campaign) spins build/tests/test_world_spinning --seconds $(SECONDS) --seed SEED

flippers: build ## balls at a flipper, a crowd of 1,000 with a blade, and gears, for SECONDS (600), one seed a core
	$(campaign) flippers build/tests/test_world_turning --seconds $(SECONDS) --seed SEED

pushes: build ## depenetration of random shapes from random statics and levels, for SECONDS (600), one seed a core
	$(campaign) pushes build/tests/test_motion_push_out_laws --seconds $(SECONDS) --seed SEED

soak: ## runs of 10^6 actor-steps for many seeds, shapes and speeds: no escapes, same bits; for SECONDS (600)
	@tools/setup.sh clang
	tools/campaigns.sh run-one soak tools/soak.sh --seconds $(SECONDS) --seed SEED

walks: build ## random walkers in random levels, for SECONDS (600), one seed a core
	$(campaign) walks build/tests/test_walker_random --seconds $(SECONDS) --seed SEED

worlds: build ## compare random worlds with brute force, for SECONDS (600), one seed a core; then crowds in corridors and rollbacks
	$(campaign) worlds build/tests/test_world_reference --seconds $(SECONDS) --seed SEED
	$(campaign) mirrored build/tests/test_motion_turned_sweeps --seconds $$(($(SECONDS) / 10 + 1)) --seed SEED
	$(campaign) mirrored build/tests/test_world_mirrored --seconds $$(($(SECONDS) / 10 + 1)) --seed SEED
	$(campaign) corridor build/tests/test_world_corridor --seconds $$(($(SECONDS) / 10 + 1)) --seed SEED
	$(campaign) rollbacks build/tests/test_world_rollbacks --seconds $$(($(SECONDS) / 10 + 1)) --seed SEED

escapes: build ## crowds among kinematic bodies never leave a cave, for SECONDS (600), one seed a core
	$(campaign) escapes build/tests/test_world_escapes --seconds $(SECONDS) --seed SEED

lifts: build ## riders on lifts neither sink nor drift, for SECONDS (600), one seed a core
	$(campaign) lifts build/tests/test_world_lifts --seconds $(SECONDS) --seed SEED

campaigns: ## sum up what the batteries have tried on all commits, or on COMMIT
	@tools/campaigns.sh sum $(COMMIT)

mutants: ## change src/ at random places, for SECONDS (600), and list what no test notices; FILE, SINCE, COUNT, EFFORT, SEED
	@tools/setup.sh python3 ninja-build
	tools/campaigns.sh run-one mutants tools/mutants.py --seconds $(SECONDS) --jobs $(CMAKE_BUILD_PARALLEL_LEVEL) $(FILE:%=--file %) $(SINCE:%=--since % --no-map) $(COUNT:%=--count %) $(EFFORT:%=--effort %) --seed SEED

wasm: ## web/dist/*.wasm: the core and the readers for browsers and node
	@tools/setup.sh $(wasm_packages)
	$(call preset,wasm)
	$(call preset,wasm-plain)

web/node_modules: web/package-lock.json
	@tools/setup.sh nodejs npm
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

web/dist/parse-xml.js: web/node_modules web/vendor.mjs
	node web/vendor.mjs

play: wasm web/node_modules web/dist/parse-xml.js ## the playground on http://localhost:8320 (PORT)
	@tools/setup.sh nodejs
	@mkdir -p out
	node web/site.mjs out/playground --serve

web/consumers/node_modules: web/consumers/package-lock.json
	@tools/setup.sh nodejs npm
	cd web/consumers && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# The browsers of a test run at the same time. What both would write, as web/dist, is made before.
both_browsers = printf 'chromium\nfirefox\n' | xargs -P 2 -n 1 node

test-web: test-npm test-page ## compare npm package and playground with the command line, bit for bit; bundlers; SHORT=1 runs less

test-npm: build wasm web/node_modules web/dist/parse-xml.js web/consumers/node_modules ## the npm package: types, node, bundlers
	@tools/setup.sh chromium
	cd web && npm run --silent types && ls consumers/*.test.js test/*.test.js | xargs -P $(CMAKE_BUILD_PARALLEL_LEVEL) -n 1 node --test

test-page: build wasm web/node_modules web/dist/parse-xml.js ## the playground in two browsers; SHORT=1 runs less
	@tools/setup.sh $(browsers)
	@cmake --build --preset wasm --target carom_same_bits >/dev/null && cmake --build --preset wasm-plain --target carom_same_bits >/dev/null
	@mkdir -p out
	node web/site.mjs out/playground
	$(both_browsers) web/test/browser/page.mjs $(if $(SHORT),--short) --engine

shared: # the shared libraries in build-shared
	@tools/setup.sh
	@cmake -S . -B build-shared -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON -DCAROM_TESTS=OFF -DCAROM_CLI=OFF >/dev/null
	@MAKEFLAGS=--no-print-directory cmake --build build-shared

love: shared ## the platformer for LÖVE
	@tools/setup.sh love
	examples/love/folder.sh build-shared out/love
	love out/love

test-lua: ## the Lua binding with LuaJIT and in LÖVE, CALLS (200000) random calls included
	@tools/setup.sh $(lua_packages)
	$(call preset,release)
	tests/lua/run.sh build/tests/lua $(CALLS)

python: ## the Python package as wheel and sdist, in dist/
	@tools/setup.sh $(python_packages)
	tools/python.sh dist

test-python: build ## the Python package, installed from its wheel, CALLS (60000) random calls included
	@tools/setup.sh $(test_python_packages)
	tests/python/run.sh $(CALLS)

web/bench/node_modules: web/bench/package-lock.json
	@tools/setup.sh nodejs npm
	cd web/bench && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

bench-web: wasm web/bench/node_modules ## benchmark the npm package against other JavaScript libraries: rays, casts, pairs
	@cmake --build --preset wasm --target carom_workload >/dev/null
	node web/bench/bench.js

# Every version of gcc and clang in Debian 12, and the machines that it can compile for and emulate.
compilers = gcc-11 gcc-12 $(foreach n,13 14 15 16 19 22,clang-$(n) lld-$(n))
machines = $(foreach m,i686 aarch64 riscv64 powerpc64le s390x,gcc-$(m)-linux-gnu) $(foreach m,i386 arm64 riscv64 ppc64el s390x,libc6-dev-$(m)-cross) qemu-user gcc-mingw-w64-x86-64 wine64

same-bits: ## compare the hashes of all layers: each gcc and clang, six machines, Windows, WASM; about an hour
	@tools/setup.sh wasi-libc libclang-rt-14-dev-wasm32 binaryen nodejs $(compilers) $(machines)
	tools/same_bits.sh

pictures: build ## redraw the pictures of docs/
	tools/pictures.sh build/carom docs/images

examples: build ## run docs/examples, and write their output into their comments
	@tools/setup.sh python3
	tools/examples.py update cc build

docs: build wasm web/node_modules web/dist/parse-xml.js ## the site: guide, API reference, playground, cheat sheet: out/docs/index.html
	@tools/setup.sh $(docs_packages)
	@mkdir -p out/doxygen
	tools/docs.py build cc build out/docs
	tools/sheet.py out/docs
	node web/site.mjs out/docs/playground
	tools/docs.py check out/docs
	node docs/site/states.mjs out/docs

test-docs: docs ## the site in two browsers: pages, search, links to the playground, under two paths
	@$(MAKE) --no-print-directory test-site

test-site: # that, with the site as `make docs` has left it
	@tools/setup.sh $(browsers)
	$(both_browsers) web/test/browser/site.mjs out/docs --engine

tidy: ## clang-tidy over the sources of the library; takes some minutes
	@tools/setup.sh clang-tidy
	@cmake --preset release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
	git ls-files 'src/*.c' | xargs -P $(CMAKE_BUILD_PARALLEL_LEVEL) -n 4 clang-tidy -p build --quiet

spelling: ## codespell over comments and documents
	@tools/setup.sh codespell
	git ls-files | grep -vE 'package-lock.json|^tests/.*/data/|^levels/.*\.(tm|ts|t)[xj]$$' | xargs codespell --ignore-words tools/spelling.txt

format: ## format the C files
	@tools/setup.sh clang-format
	clang-format -i $$(git ls-files '*.c' '*.h')

format-check: ## fail on a C file that `make format` would change
	@tools/setup.sh clang-format
	clang-format --dry-run -Werror $$(git ls-files '*.c' '*.h')

single: ## the library as two files for the core, dist/carom.h and carom.c, and two for io
	@tools/setup.sh python3
	tools/single.py dist

test-single: ## use the two files in an empty folder, with gcc and clang, and compare their hashes
	@tools/setup.sh python3 clang
	tests/repo/single.sh . gcc g++
	tests/repo/single.sh . clang clang++

npm: wasm web/dist/parse-xml.js ## the npm package in dist/
	@mkdir -p dist
	cd web && npm pack --silent --pack-destination ../dist

dist: ## packages of the last commit in dist/: sources, two files, Python, npm (after make npm), Debian packages, checksums
	@tools/setup.sh $(python_packages) debhelper help2man
	tools/dist.sh dist

test-dist: ## use every package in an empty folder; some minutes
	@tools/setup.sh $(python_packages) python3-numpy python3-venv debhelper help2man lintian luajit luarocks meson mmdebstrap
	tests/repo/packages.sh .

test-windows: ## the core for Windows by mingw-w64, run under wine: as a DLL and as two files
	@tools/setup.sh python3 gcc-mingw-w64-x86-64 g++-mingw-w64-x86-64 wine64
	tests/repo/windows.sh .

test-windows-all: build ## library, readers, command line and tests for Windows, under wine; some minutes
	@tools/setup.sh gcc-mingw-w64-x86-64 g++-mingw-w64-x86-64 wine64 libz-mingw-w64-dev m4 dpkg-dev
	tools/windows.sh

install: build ## install library, headers and carom under PREFIX (/usr/local)
	cmake --install build --prefix $(PREFIX)

clean: ## remove all build folders
	rm -rf build build-windows build-dev build-sanitize build-threads build-coverage build-fuzz build-mutants build-soak build-same-bits build-wasm build-wasm-plain build-shared web/dist web/node_modules web/bench/node_modules web/consumers/node_modules bindings/python/build bindings/python/generated bindings/python/carom/_carom.* dist out

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' Makefile | expand -t 14
