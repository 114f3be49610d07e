# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# cmake --install: headers, libraries, carom and carom-bench, the files for find_package(carom) and pkg-config, and with
# shared libraries those of the Lua binding. The io library is a separate package, so that users of the core do not need
# the libraries of io.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
# Relative, so that `cmake --install --prefix` can change the prefix.
file(RELATIVE_PATH pkgconfig_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})

install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
target_include_directories(carom INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(TARGETS carom EXPORT carom)
install(EXPORT carom NAMESPACE carom:: FILE carom-targets.cmake DESTINATION ${package_dir})
set(pkgconfig_definitions)
if(WIN32 AND BUILD_SHARED_LIBS)
  set(pkgconfig_definitions " -DCAROM_DLL")
endif()
configure_file(cmake/carom.pc.in carom.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/carom.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET carom_io)
  set_target_properties(carom_io PROPERTIES EXPORT_NAME io)
  install(TARGETS carom_io EXPORT carom_io)
  install(EXPORT carom_io NAMESPACE carom:: FILE carom-io-targets.cmake DESTINATION ${package_dir})
  # A shared carom_io links its libraries itself; with a static one the program must link them.
  set(requires_field Requires)
  if(BUILD_SHARED_LIBS)
    set(requires_field Requires.private)
  endif()
  configure_file(cmake/carom-io.pc.in carom-io.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/carom-io.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

if(TARGET carom_cli)
  install(TARGETS carom_cli carom_bench)
endif()

# LuaJIT calls the shared library. A file bump.lua in the folder would hide the module that it stands for.
if(BUILD_SHARED_LIBS)
  install(FILES bindings/lua/carom.lua bindings/lua/carom_cdef.lua DESTINATION ${CAROM_LUA_DIR})
  install(FILES bindings/lua/bump.lua DESTINATION ${CAROM_LUA_DIR}/carom)
endif()

configure_package_config_file(cmake/carom-config.cmake.in carom-config.cmake INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may break the API.
write_basic_package_version_file(carom-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/carom-config.cmake ${PROJECT_BINARY_DIR}/carom-config-version.cmake
  DESTINATION ${package_dir})
