#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Writes the library as two files for each of core and io: carom.h, carom.c, carom_io.h and carom_io.c.

    tools/single.py [FOLDER]    default: dist

A header holds the public headers of its layers, a source all that is private. The text of the sources is unchanged:
each #include "..." becomes the file itself where it first occurs. The same tree gives the same bytes.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LICENCE = '// SPDX-FileCopyrightText: 2026 The Carom authors\n// SPDX-License-Identifier: MIT\n'
INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')

SETTINGS = '''
#ifdef __cplusplus
#error "%(name)s.c is C17: compile it as C (g++ main.cpp -x c %(name)s.c); %(name)s.h serves C and C++"
#endif
// Each operation is rounded once, on every machine. These lines do what the flags of the library's own build do.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off", "no-tree-slp-vectorize")
#endif
// A local variable of one layer may have the name of a private type of another, and a header of the library holds
// functions that not every source calls.
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
'''

CLOSING = ['', '#if defined(__GNUC__)', '#pragma GCC diagnostic pop', '#endif']

POSIX = '''
// POSIX: realpath, fdopen. In a unity build, include this file before all others.
#if !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700
#endif
'''


def version():
    text = (ROOT / 'include/carom/base.h').read_text()
    major, minor, patch = (re.search(rf'CAROM_VERSION_{part} +(\d+)', text).group(1) for part in ('MAJOR', 'MINOR', 'PATCH'))
    return f'{major}.{minor}.{patch}' + re.search(r'CAROM_VERSION_SUFFIX +"(.*?)"', text).group(1)


def list_sources(name):
    """The sources of a list in CMakeLists.txt."""
    text = re.search(rf'^set\({name}\n(.*?)\)', (ROOT / 'CMakeLists.txt').read_text(), re.S | re.M).group(1)
    return sorted(text.split())


class Writer:
    def __init__(self, seen):
        self.seen = set(seen)
        self.lines = []

    def find(self, name):
        for folder in ('include', 'src'):
            if (ROOT / folder / name).is_file():
                return f'{folder}/{name}'
        raise SystemExit(f'tools/single.py: there is no file {name}')

    def add(self, path):
        if path in self.seen:
            return
        self.seen.add(path)
        text = (ROOT / path).read_text()
        if not text.startswith(LICENCE):
            raise SystemExit(f'tools/single.py: {path} does not begin with the licence')
        self.lines += ['', f'// ==== {path} '.ljust(119, '='), '']
        # carom.c and carom_io.c may be one unit, and both hold some headers.
        guard = 'CAROM_' + re.sub(r'\W', '_', path).upper() if path.endswith('.h') and path.startswith('src/') else None
        if guard:
            self.lines += [f'#ifndef {guard}', f'#define {guard}', '']
        body = text[len(LICENCE):].splitlines()
        if body and body[0] == '//':
            body = body[1:]
        for line in body:
            include = INCLUDE.match(line)
            if include:
                self.add(self.find(include.group(1)))
            elif line.strip() != '#pragma once':
                self.lines.append(line)
        if guard:
            self.lines += ['', f'#endif // {guard}']

    def write(self, path, intro):
        text = '\n'.join([intro.rstrip('\n'), *self.lines]) + '\n'
        path.write_text(re.sub(r'\n{3,}', '\n\n', text))


def write_header(folder, name, what, headers, before):
    writer = Writer(before)
    for header in headers:
        writer.add(f'include/carom/{header}.h')
    needs = '' if name == 'carom' else '\n#include "carom.h"\n'
    intro = f'{LICENCE}//\n// Carom {version()}: {what}\n#pragma once\n{needs}'
    writer.write(folder / f'{name}.h', intro)
    return writer.seen


def write_source(folder, name, how, sources, before, macros=''):
    writer = Writer(before)
    for source in sources:
        writer.add(source)
    writer.lines += CLOSING
    intro = f'{LICENCE}//\n// Carom {version()}, the sources of {name}.h. {how}\n' + SETTINGS % {'name': name}
    writer.write(folder / f'{name}.c', f'{intro}{macros}\n#include "{name}.h"\n')


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / 'dist')
    folder.mkdir(parents=True, exist_ok=True)
    core = sorted(path.stem for path in (ROOT / 'include/carom').glob('*.h') if path.stem not in ('io', 'flat_io'))
    core_seen = write_header(folder, 'carom', 'a 2D collision library. The core; it needs libm only.', core, [])
    io_seen = write_header(folder, 'carom_io', 'readers of level files, and the SVG writer.', ['io', 'flat_io'], core_seen)
    # The private headers of the core are in carom.c. carom_io.c holds those that io uses once more.
    write_source(folder, 'carom', 'Compile it with the program: cc -std=c17 -O2 main.c carom.c -lm',
                 list_sources('CAROM_CORE'), core_seen)
    write_source(folder, 'carom_io', 'It needs expat, zlib and zstd: cc -std=c17 -O2 main.c carom.c carom_io.c -lm '
                 '-lexpat -lz -lzstd', list_sources('CAROM_IO_SOURCES'), io_seen, POSIX)


if __name__ == '__main__':
    main()
