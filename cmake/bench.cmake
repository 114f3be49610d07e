# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# build/carom-bench, which `carom bench` starts: the workloads, the peers that are installed, and the objects of the core,
# of which base and geom are those of carom_counted. (Ninja writes src as ./src.)
set(CAROM_BENCH_SOURCES
  bench/bench.c
  bench/bench_big.c
  bench/bench_bodies.c
  bench/bench_bullets.c
  bench/bench_edit.c
  bench/bench_level.c
  bench/bench_matches.c
  bench/bench_matrix.c
  bench/bench_pairs.c
  bench/bench_prims.c
  bench/bench_questions.c
  bench/bench_turns.c
  bench/bench_walk.c
  bench/bench_walkers.c
  bench/cave.c
  bench/cave_outline.c
  bench/crowd.c
  bench/crowd_carom.c
  bench/crowd_grid.c
  bench/level_peers.c
  bench/main.c
  bench/peers.c
)
add_executable(carom_bench ${CAROM_BENCH_SOURCES} cli/cli.c cli/pool.c $<TARGET_OBJECTS:carom_counted>
  "$<FILTER:$<TARGET_OBJECTS:carom>,EXCLUDE,carom.dir/(./)?src/(base|geom)/>")
set_target_properties(carom_bench PROPERTIES OUTPUT_NAME carom-bench)
target_include_directories(carom_bench PRIVATE . include tests)
target_compile_definitions(carom_bench PRIVATE _XOPEN_SOURCE=700) # as for carom_cli
target_link_libraries(carom_bench PRIVATE carom_flags Threads::Threads m)
add_dependencies(carom_cli carom_bench)
set_property(SOURCE bench/bench_level.c APPEND PROPERTY INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}/src)

# A sanitizer runtime must be loaded before all other libraries, and the peers are not under test.
if(CMAKE_C_FLAGS MATCHES "-fsanitize")
  return()
endif()

find_path(CHIPMUNK_INCLUDE chipmunk/chipmunk.h)
find_library(CHIPMUNK_LIBRARY chipmunk)
if(CHIPMUNK_INCLUDE AND CHIPMUNK_LIBRARY)
  set(sources bench/crowd_chipmunk.c bench/peer_chipmunk.c)
  target_sources(carom_bench PRIVATE ${sources})
  set_property(SOURCE ${sources} PROPERTY COMPILE_OPTIONS -Wno-pedantic;-Wno-conversion)
  set_property(SOURCE bench/peers.c bench/level_peers.c bench/bench_pairs.c APPEND PROPERTY
    COMPILE_DEFINITIONS WITH_CHIPMUNK)
  target_include_directories(carom_bench SYSTEM PRIVATE ${CHIPMUNK_INCLUDE})
  target_link_libraries(carom_bench PRIVATE ${CHIPMUNK_LIBRARY})
endif()

include(CheckLanguage)
check_language(CXX)
find_path(BOX2D_INCLUDE box2d/box2d.h)
find_library(BOX2D_LIBRARY box2d)
if(CMAKE_CXX_COMPILER AND BOX2D_INCLUDE AND BOX2D_LIBRARY)
  enable_language(CXX)
  # Box2D 2.4 is C++; 3.0 and later are C, with other names.
  file(STRINGS ${BOX2D_INCLUDE}/box2d/box2d.h BOX2D_IS_2 REGEX "b2_settings.h")
  if(BOX2D_IS_2)
    target_sources(carom_bench PRIVATE bench/crowd_box2d.cpp bench/peer_box2d.cpp)
    set_property(SOURCE bench/peers.c bench/level_peers.c bench/bench_pairs.c APPEND PROPERTY
      COMPILE_DEFINITIONS WITH_BOX2D)
    target_link_libraries(carom_bench PRIVATE ${BOX2D_LIBRARY})
  endif()
endif()

# Box2D 3 and later, in addition to 2.4: its headers have the same names, so its peers are a separate library. Debian
# does not package it: pass -Dbox2d_DIR=.../lib/cmake/box2d.
find_package(box2d 3 CONFIG QUIET)
if(TARGET box2d::box2d)
  add_library(carom_box2d3 OBJECT bench/bodies_box2d3.c bench/box2d3_level.c bench/crowd_box2d3.c bench/crowd_box2d3_casts.c
    bench/edit_box2d3.c bench/matrix_box2d3.c bench/peer_box2d3.c bench/turns_box2d3.c bench/walkers_box2d3.c)
  set_property(TARGET carom_box2d3 PROPERTY INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include
    ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(carom_box2d3 PRIVATE carom_flags box2d::box2d)
  target_sources(carom_bench PRIVATE $<TARGET_OBJECTS:carom_box2d3>)
  target_link_libraries(carom_bench PRIVATE $<TARGET_FILE:box2d::box2d>) # without its headers
  set_property(SOURCE bench/bench_bodies.c bench/bench_bullets.c bench/bench_edit.c bench/bench_matrix.c bench/bench_pairs.c bench/bench_questions.c
    bench/bench_turns.c bench/bench_walkers.c bench/level_peers.c APPEND PROPERTY COMPILE_DEFINITIONS WITH_BOX2D3)
endif()

find_path(TCOD_INCLUDE libtcod/libtcod.h)
find_library(TCOD_LIBRARY tcod)
if(TCOD_INCLUDE AND TCOD_LIBRARY)
  target_sources(carom_bench PRIVATE bench/peer_tcod.c)
  set_property(SOURCE bench/bench_walk.c APPEND PROPERTY COMPILE_DEFINITIONS WITH_TCOD)
  target_include_directories(carom_bench SYSTEM PRIVATE ${TCOD_INCLUDE})
  target_link_libraries(carom_bench PRIVATE ${TCOD_LIBRARY})
endif()
