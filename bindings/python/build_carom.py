# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""The C extension carom._carom: core and io of the library as two files each, and carom_python.c.

The generated files are in generated/: prepare() writes them in a source tree of Carom, an sdist contains them.
"""
import os
import pathlib
import subprocess
import sys

import cffi

HERE = pathlib.Path(__file__).resolve().parent
GENERATED = HERE / 'generated'

CALLBACKS = '''
extern "Python" {
    void py_rule(const carom_rule_contact *contact, carom_response *response, void *user_data);
    bool py_custom_filter(const carom_world *world, carom_body_id a, carom_body_id b, void *user_data);
    void py_draw_line(void *context, const carom_vec2 *ends, uint32_t color);
    void py_draw_polygon(void *context, const carom_vec2 *points, int count, uint32_t color);
    void py_draw_circle(void *context, const carom_circle *circle, uint32_t color);
    void py_draw_point(void *context, const carom_vec2 *at, uint32_t color);
    void py_draw_text(void *context, const carom_vec2 *at, const char *text, uint32_t color);
    carom_status py_open_file(void *context, const char *path, const void **bytes, size_t *size);
    bool py_write(void *context, const char *text, size_t size);
}
'''


def prepare():
    tools = HERE.parent.parent / 'tools'
    if (tools / 'single.py').is_file():
        GENERATED.mkdir(exist_ok=True)
        subprocess.run([sys.executable, tools / 'single.py', GENERATED], check=True)
        subprocess.run([sys.executable, tools / 'cdef.py', '--python', GENERATED / 'carom.cdef'], check=True)


prepare()
builder = cffi.FFI()
builder.cdef((GENERATED / 'carom.cdef').read_text())
builder.cdef((HERE / 'carom_python.h').read_text().split('// ---- cffi', 1)[1].split('\n', 1)[1])
builder.cdef(CALLBACKS)
builder.set_source(
    'carom._carom', '#include "carom_python.h"\n',
    sources=[os.path.join('generated', name) for name in ('carom.c', 'carom_io.c')] + ['carom_python.c'],
    depends=['carom_python.h'], include_dirs=['.', 'generated'], libraries=['expat', 'z', 'zstd', 'm'],
    # Without debug information, which would contain the path of this folder.
    extra_compile_args=['-std=c17', '-O2', '-g0', '-fvisibility=hidden'])
