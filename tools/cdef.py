#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Writes the declarations of the public headers without comments and preprocessor lines, for foreign function
interfaces.

    tools/cdef.py                  writes bindings/lua/carom_cdef.lua, for LuaJIT's FFI
    tools/cdef.py --check          fails if that file is not what the headers give; changes nothing
    tools/cdef.py --python FILE    writes the declarations for cffi of Python to FILE
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / 'bindings/lua/carom_cdef.lua'
CORE = ['base', 'geom', 'grid', 'level', 'motion', 'world', 'walker', 'draw', 'flat']
IO = ['io', 'flat_io']
INTRO = '''-- SPDX-FileCopyrightText: 2026 The Carom authors
-- SPDX-License-Identifier: MIT
--
-- The declarations of include/carom, written by tools/cdef.py: change the headers instead. carom.lua passes them to
-- LuaJIT's FFI.
'''


def read_header(name, constants):
    """Returns the declarations of a header."""
    lines = []
    hidden = []  # for each open #if: whether its lines are for C++
    text = re.sub(r'//.*', '', (ROOT / f'include/carom/{name}.h').read_text())
    for line in text.splitlines():
        words = line.split()
        if line.startswith('#if'):
            hidden.append(words[1:] == ['__cplusplus'])
        elif line.startswith('#else'):
            hidden[-1] = not hidden[-1]
        elif line.startswith('#endif'):
            hidden.pop()
        elif line.startswith('#define') and len(words) == 3 and re.fullmatch(r'\d+', words[2]):
            constants[words[1]] = words[2]
        elif not line.startswith('#') and not any(hidden):
            lines.append(line.rstrip())
    text = re.sub(r'\bCAROM_API\s+', '', '\n'.join(lines))
    text = re.sub(r'\bCAROM_\w+', lambda match: constants.get(match.group(), match.group()), text)
    return re.sub(r'\n{2,}', '\n', text).strip('\n')


def version():
    text = (ROOT / 'include/carom/base.h').read_text()
    numbers = [re.search(rf'CAROM_VERSION_{part} +(\d+)', text).group(1) for part in ('MAJOR', 'MINOR', 'PATCH')]
    return '.'.join(numbers) + re.search(r'CAROM_VERSION_SUFFIX +"(.*?)"', text).group(1)


def read_headers():
    constants = {}
    return ['\n'.join(read_header(name, constants) for name in names) for names in (CORE, IO)]


def for_lua():
    core, io = (text.replace('CAROM_ALIGNED_16', '__attribute__((aligned(16)))') for text in read_headers())
    return f'{INTRO}return {{\nversion = "{version()}",\ncore = [[\n{core}\n]],\nio = [[\n{io}\n]],\n}}\n'


def for_python():
    """In cffi, `...` at the end of a struct leaves its layout to the C compiler: structs with aligned members need it."""
    text = '\n'.join(read_headers())
    text = re.sub(r'struct (\w+) \{[^{}]*CAROM_ALIGNED_16[^{}]*\}', lambda match: match.group()[:-1] + '    ...;\n}', text)
    return text.replace('CAROM_ALIGNED_16 ', '') + '\n'


def main():
    if sys.argv[1:2] == ['--python']:
        pathlib.Path(sys.argv[2]).write_text(for_python())
        return
    text = for_lua()
    if sys.argv[1:] != ['--check']:
        OUT.write_text(text)
    elif not OUT.is_file() or OUT.read_text() != text:
        sys.exit('bindings/lua/carom_cdef.lua is not what include/carom gives: run tools/cdef.py')


if __name__ == '__main__':
    main()
