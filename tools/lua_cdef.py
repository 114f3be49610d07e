#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Writes bindings/lua/carom_cdef.lua: the declarations of the public headers, in the form that LuaJIT's FFI reads.

    tools/lua_cdef.py            writes the file
    tools/lua_cdef.py --check    fails if the file is not what the headers give; changes nothing
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
-- The declarations of include/carom, written by tools/lua_cdef.py: change the headers instead. carom.lua passes them to
-- LuaJIT's FFI.
'''


def read_header(name, constants):
    """Returns the declarations of a header without comments and preprocessor lines."""
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
    text = text.replace('CAROM_ALIGNED_16', '__attribute__((aligned(16)))')
    text = re.sub(r'\bCAROM_\w+', lambda match: constants.get(match.group(), match.group()), text)
    return re.sub(r'\n{2,}', '\n', text).strip('\n')


def version():
    text = (ROOT / 'include/carom/base.h').read_text()
    numbers = [re.search(rf'CAROM_VERSION_{part} +(\d+)', text).group(1) for part in ('MAJOR', 'MINOR', 'PATCH')]
    return '.'.join(numbers) + re.search(r'CAROM_VERSION_SUFFIX +"(.*?)"', text).group(1)


def generate():
    constants = {}
    core, io = ('\n'.join(read_header(name, constants) for name in names) for names in (CORE, IO))
    return f'{INTRO}return {{\nversion = "{version()}",\ncore = [[\n{core}\n]],\nio = [[\n{io}\n]],\n}}\n'


def main():
    text = generate()
    if sys.argv[1:] != ['--check']:
        OUT.write_text(text)
    elif not OUT.is_file() or OUT.read_text() != text:
        sys.exit('bindings/lua/carom_cdef.lua is not what include/carom gives: run tools/lua_cdef.py')


if __name__ == '__main__':
    main()
