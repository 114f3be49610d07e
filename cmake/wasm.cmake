# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Toolchain file of the wasm presets: clang and wasm-ld with Debian's wasi-libc. wasm-ld is called directly, because
# clang as a linker would run any wasm-opt in PATH, whatever its version.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
find_program(CAROM_WASM_CC NAMES clang-14 clang REQUIRED)
find_program(CAROM_WASM_LD NAMES wasm-ld-14 wasm-ld REQUIRED)
find_program(CAROM_WASM_OPT NAMES wasm-opt REQUIRED)
set(CMAKE_C_COMPILER ${CAROM_WASM_CC})
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

execute_process(COMMAND ${CAROM_WASM_CC} --print-resource-dir OUTPUT_VARIABLE clang_folder
  OUTPUT_STRIP_TRAILING_WHITESPACE)
# The only imports are the functions declared in src/doc.c. The stack comes first in memory, so that its overflow traps.
set(CMAKE_C_LINK_EXECUTABLE "${CAROM_WASM_LD} --no-entry --gc-sections --compress-relocations -O2 --stack-first -z stack-size=262144 -s <LINK_FLAGS> \
-L/usr/lib/wasm32-wasi <OBJECTS> <LINK_LIBRARIES> -lc ${clang_folder}/lib/wasi/libclang_rt.builtins-wasm32.a -o <TARGET>"
  # --low-memory-unused: the lowest kilobyte is the end of the stack, and no object has an address there.
  "${CAROM_WASM_OPT} -O3 --converge --low-memory-unused --enable-simd --enable-bulk-memory \
--enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals <TARGET> -o <TARGET>")
