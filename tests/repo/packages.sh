#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Every form in which Carom is distributed, used by a program in an empty folder: packages.sh ROOT. Tests the last
# commit. Other checks use the installed library (install.sh) and the two files (single.sh).
#
# 1. The packages of tools/dist.sh, written twice, have the same bytes.
# 2. The sources of the archive: add_subdirectory, and a Meson subproject, static and shared.
# 3. A git repository: FetchContent.
# 4. The npm package, if web/dist has its modules.
# 5. The Python wheel, installed in a virtual environment.
# 6. The Lua binding as a rock, built by LuaRocks in a tree of its own.
# 7. The Debian packages: without a complaint of lintian, installed in a minimal root that contains a compiler only.
set -eu
root=$(cd "$1" && pwd)
consumer=$root/tests/repo/consumer
level=$root/levels/cave.tmx
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
begin() {
    printf '%s (%s s)\n' "$1" "$(($(date +%s) - started))"
}
started=$(date +%s)

begin 'packages, written twice'
"$root/tools/dist.sh" "$work/dist"
"$root/tools/dist.sh" "$work/again"
diff "$work/dist/SHA256SUMS" "$work/again/SHA256SUMS"
(cd "$work/dist" && sha256sum --quiet -c SHA256SUMS)
mkdir "$work/source"
tar -xzf "$work"/dist/carom-*.tar.gz -C "$work/source" --strip-components=1

run() { # run FOLDER: the two programs
    "$1/consumer_core"
    "$1/consumer" "$level"
}

begin 'add_subdirectory'
cmake -S "$consumer" -B "$work/subdirectory" -DCAROM_FOLDER="$work/source" >/dev/null
cmake --build "$work/subdirectory" --parallel "$(nproc)" >/dev/null
run "$work/subdirectory"

begin 'FetchContent'
cmake -S "$consumer" -B "$work/fetch" -DCAROM_REPOSITORY="file://$root" \
    -DCAROM_TAG="$(git -C "$root" rev-parse HEAD)" >/dev/null
cmake --build "$work/fetch" --parallel "$(nproc)" >/dev/null
run "$work/fetch"

for kind in shared static; do
    begin "Meson subproject, $kind"
    mkdir -p "$work/$kind/subprojects"
    cp "$consumer/meson.build" "$consumer/core.c" "$consumer/main.c" "$work/$kind"
    ln -s "$work/source" "$work/$kind/subprojects/carom"
    meson setup -Ddefault_library="$kind" "$work/$kind/build" "$work/$kind" >/dev/null
    ninja -C "$work/$kind/build" >/dev/null
    run "$work/$kind/build"
done

if ls "$work"/dist/carom-*.tgz >/dev/null 2>&1; then
    begin 'npm package'
    mkdir "$work/npm"
    cd "$work/npm"
    npm init -y >/dev/null
    npm install --silent --offline --no-audit --no-fund "$work"/dist/carom-*.tgz
    cat >hit.mjs <<'END'
import { load } from 'carom';
const carom = await load();
const hit = carom.sweep({ circle: [0, 5, 1] }, [10, 0], { segment: [0, 0, 10, 10] });
if (hit.t !== Math.fround(0.358578622)) throw new Error(`t is ${hit.t}`);
END
    node hit.mjs
    cd "$root"
fi

begin 'Python wheel'
python3=${PYTHON:-/usr/bin/python3}
"$python3" -m venv --system-site-packages "$work/venv"
"$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps "$work"/dist/carom-*.whl
(cd "$work" && venv/bin/python -c "
import carom
hit = carom.sweep(carom.Circle((0, 5), 1), (10, 0), carom.Segment((0, 0), (10, 10)))
assert abs(hit.t - 0.358578622) < 1e-9, hit
carom.Map('$level').level()")

begin 'LuaRocks'
(cd "$work/source" && CMAKE_BUILD_PARALLEL_LEVEL=$(nproc) luarocks make --tree "$work/rocks" packages/carom-scm-1.rockspec >/dev/null)
(eval "$(luarocks path --tree "$work/rocks")" && cd "$work" && luajit "$consumer/hit.lua" "$level")

begin 'Debian packages'
lintian --allow-root --fail-on warning "$work"/dist/*.deb
mkdir "$work/use"
cp "$consumer/core.c" "$consumer/main.c" "$consumer/hit.lua" "$level" "${level%.tmx}-tiles.tsx" "$work/use"
cat >"$work/use/use.sh" <<'END'
set -eu
cd /use
cc -std=c17 core.c -o core $(pkg-config --cflags --libs carom)
./core
cc -std=c17 main.c -o main $(pkg-config --cflags --libs carom-io)
./main cave.tmx
carom check cave.tmx >/dev/null
luajit hit.lua cave.tmx
END
# The root is a file of this user; nothing of this machine's packages changes.
mmdebstrap --quiet --variant=apt \
    --include=gcc,libc6-dev,pkg-config,libexpat1-dev,libjansson4,libpng16-16,libzstd-dev,luajit,zlib1g-dev \
    --customize-hook="copy-in $work/dist $work/use /" \
    --customize-hook='chroot "$1" sh -c "dpkg -i /dist/*.deb >/dev/null && sh /use/use.sh"' \
    bookworm /dev/null
begin 'all packages work'
