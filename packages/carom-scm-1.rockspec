-- SPDX-FileCopyrightText: 2026 The Carom authors
-- SPDX-License-Identifier: MIT
--
-- The Lua binding as a rock: luarocks make packages/carom-scm-1.rockspec, in the root of the sources. CMake builds the
-- libraries, which need the headers of expat, zlib and zstd. carom.lua finds them in package.cpath.
rockspec_format = "3.0"
package = "carom"
version = "scm-1"
source = {url = "git+file://."} -- the sources that contain this file
description = {
    summary = "Exact 2D collision for LuaJIT and LÖVE",
    detailed = [[
Overlap, distance, contact, ray cast and continuous sweep of 2D shapes; levels without seams, from Tiled and LDtk;
worlds with contact events; character controllers. Exact decisions, and the same bits on every machine.]],
    license = "MIT",
    labels = {"gamedev", "collision", "luajit", "love"},
}
dependencies = {"lua >= 5.1, < 5.2"}
build = {
    type = "cmake",
    variables = {BUILD_SHARED_LIBS = "ON", CAROM_TESTS = "OFF", CAROM_CLI = "OFF", CMAKE_SKIP_RPATH = "ON"},
    install_pass = false,
    install = {
        lua = {
            carom = "bindings/lua/carom.lua",
            carom_cdef = "bindings/lua/carom_cdef.lua",
            ["carom.bump"] = "bindings/lua/bump.lua",
        },
    },
    platforms = {
        linux = {install = {lib = {"build.luarocks/libcarom.so", "build.luarocks/libcarom_io.so"}}},
        macosx = {install = {lib = {"build.luarocks/libcarom.dylib", "build.luarocks/libcarom_io.dylib"}}},
        mingw32 = {install = {lib = {"build.luarocks/libcarom.dll", "build.luarocks/libcarom_io.dll"}}},
    },
    copy_directories = {},
}
