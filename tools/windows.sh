#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Everything for Windows, compiled by mingw-w64 into build-windows and run under wine: library, readers, command line and
# tests. tools/windows.sh, from the root. Debian has no expat, zstd, jansson, libpng, cmocka and GMP for mingw-w64: they
# are compiled from its source packages into build-windows/libraries, once. Some minutes.
set -eu
cd "$(dirname "$0")/.."
machine=x86_64-w64-mingw32
folder=$PWD/build-windows
libraries=$folder/libraries
sources=$folder/sources
mkdir -p "$sources/lists/partial" "$libraries"

cat >"$folder/toolchain.cmake" <<END
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_C_COMPILER $machine-gcc)
set(CMAKE_CXX_COMPILER $machine-g++)
set(CMAKE_RC_COMPILER $machine-windres)
set(CMAKE_FIND_ROOT_PATH $libraries /usr/$machine)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} $libraries/lib/pkgconfig:/usr/$machine/lib/pkgconfig)
set(CMAKE_CROSSCOMPILING_EMULATOR /usr/lib/wine/wine64)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(PKG_CONFIG_ARGN --static)
END

# fetch PACKAGE...: unpacks source packages of Debian. The lists of sources are kept here, not in the system.
fetch() {
    # shellcheck source=/dev/null
    . /etc/os-release
    printf 'Types: deb-src\nURIs: http://deb.debian.org/debian\nSuites: %s\nComponents: main\nSigned-By: %s\n' \
        "$VERSION_CODENAME" /usr/share/keyrings/debian-archive-keyring.gpg >"$sources/debian.sources"
    options="-qq -o Dir::Etc::sourcelist=$sources/debian.sources -o Dir::Etc::sourceparts=/dev/null"
    options="$options -o Dir::State::lists=$sources/lists -o APT::Sandbox::User=root"
    (
        cd "$sources"
        # shellcheck disable=SC2086 # a list of options
        apt-get $options update
        # shellcheck disable=SC2086
        apt-get $options source --download-only "$@"
        for package in "$@"; do
            rm -rf "$package"
            dpkg-source --no-check --skip-patches -x "$package"_*.dsc "$package" >/dev/null
        done
    )
}

# with_cmake FOLDER OPTION...: compiles and installs a library.
with_cmake() {
    source=$1
    shift
    cmake -S "$sources/$source" -B "$sources/$source/build-windows" -DCMAKE_TOOLCHAIN_FILE="$folder/toolchain.cmake" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$libraries" -DBUILD_SHARED_LIBS=OFF "$@" >/dev/null
    cmake --build "$sources/$source/build-windows" --parallel "$(nproc)" >/dev/null
    cmake --install "$sources/$source/build-windows" >/dev/null
}

build_libraries() {
    fetch expat libzstd jansson libpng1.6 cmocka gmp
    with_cmake expat/expat -DEXPAT_BUILD_TOOLS=OFF -DEXPAT_BUILD_EXAMPLES=OFF -DEXPAT_BUILD_TESTS=OFF \
        -DEXPAT_SHARED_LIBS=OFF -DEXPAT_BUILD_DOCS=OFF
    with_cmake libzstd/build/cmake -DZSTD_BUILD_SHARED=OFF -DZSTD_BUILD_PROGRAMS=OFF -DZSTD_BUILD_TESTS=OFF
    with_cmake jansson -DJANSSON_BUILD_DOCS=OFF -DJANSSON_WITHOUT_TESTS=ON -DJANSSON_EXAMPLES=OFF
    with_cmake libpng1.6 -DPNG_SHARED=OFF -DPNG_TESTS=OFF
    with_cmake cmocka -DWITH_EXAMPLES=OFF -DUNIT_TESTING=OFF -DWITH_STATIC_LIB=ON
    # Only the static library, under the name of its pkg-config file.
    cp "$sources/cmocka/build-windows/src/libcmocka-static.a" "$libraries/lib/libcmocka.a"
    rm -f "$libraries/lib/libcmocka.dll.a"
    (
        cd "$sources/gmp"
        mkdir -p doc # Debian's package has none
        printf 'all install install-am check clean:\n\t@true\n' >doc/Makefile.in
        ./configure --host=$machine --disable-shared --enable-static --disable-assembly --prefix="$libraries"
        make -j"$(nproc)"
        make install
    ) >"$sources/gmp.log" 2>&1 || { tail -n 20 "$sources/gmp.log"; exit 1; }
    touch "$libraries/done"
}

[ -e "$libraries/done" ] || build_libraries
# Without -Wfloat-conversion, because isfinite of mingw-w64 converts; without -Wformat, because gcc checks formats for
# the printf of msvcrt, which is not the one in use.
cmake -S . -B "$folder/build" -DCMAKE_TOOLCHAIN_FILE="$folder/toolchain.cmake" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_FLAGS='-Werror -Wno-float-conversion -Wno-format' >/dev/null
cmake --build "$folder/build" --parallel "$(nproc)" >/dev/null
export WINEPREFIX="$folder/wine" WINEDEBUG=-all
/usr/lib/wine/wine64 "$folder/build/carom.exe" --version # makes the folder of wine, once, before tests run side by side
ctest --test-dir "$folder/build" --parallel "$(nproc)" --output-on-failure --timeout 600 \
    -R '^(base|geom|grid|io|level|motion|walker|world|draw|flat|flat_io|same_bits)(/|$)'

hash_of() { # hash_of PROGRAM...
    "$@" run levels/cave.tmx --steps 500 --json | grep -oE '"hash": *"?[0-9a-fx]+'
}
here=$(hash_of build/carom)
there=$(hash_of /usr/lib/wine/wine64 "$folder/build/carom.exe")
[ "$here" = "$there" ] || {
    echo "windows.sh: carom run gives $there on Windows, $here here"
    exit 1
}
echo "carom run gives the same on Windows: $here"
