# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""docs/python.md: its programs run and print what it says; its table has every function of the C headers and every name of
the package. The examples run."""
import contextlib
import inspect
import io
import os
import re
import subprocess
import sys

import pytest

import carom


@pytest.fixture(scope='module')
def manual(root):
    return (root / 'docs/python.md').read_text()


def test_programs(manual, root, monkeypatch):
    monkeypatch.chdir(root)
    blocks = re.findall(r'```(\w+)\n(.*?)```', manual, re.S)
    programs, outputs = 0, 0
    printed = ''
    for language, text in blocks:
        if language == 'python':
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(text, 'docs/python.md', 'exec'), {'__name__': '__main__'})
            printed, programs = out.getvalue(), programs + 1
            assert printed
            if 'two seconds later' in text:
                assert re.search('`(two seconds later.*?)`', manual).group(1) in printed
        elif language == 'text':
            outputs += 1
            assert printed == text
    assert programs >= 5 and outputs >= 3


def test_the_table_has_every_function_of_the_headers(manual, root):
    functions = set()
    for header in (root / 'include/carom').glob('*.h'):
        if header.stem not in ('flat', 'flat_io'):
            text = re.sub(r'//.*', '', header.read_text())
            functions |= set(re.findall(r'\b(carom_[a-z0-9_]+)\(', text))
    missing = sorted(name for name in functions if f'`{name}`' not in manual)
    assert not missing and len(functions) > 180
    assert not [name for name in re.findall(r'`(carom_\w+)`', manual) if not re.search(rf'\b{name}\b', ' '.join(
        header.read_text() for header in (root / 'include/carom').glob('*.h')))]


def test_the_table_has_every_name_of_the_package(manual):
    missing = [name for name in carom.__all__ if not re.search(rf'\b{name}\b', manual)]
    for kind in (carom.Shape, carom.Shapes, carom.SightMap, carom.Level, carom.World, carom.View, carom.Body, carom.BodyList,
                 carom.Walker, carom.Platforms, carom.Platform, carom.Map, carom.Rotation, carom.Pose):
        missing += [f'{kind.__name__}.{name}' for name in vars(kind)
                    if not name.startswith('_') and not re.search(rf'\b{name}\b', manual)]
    assert not missing


def test_everything_has_a_docstring_and_annotations():
    bare = []
    for name in carom.__all__:
        thing = getattr(carom, name)
        if name in ('ffi', 'lib', 'TILE_NAMES', '__version__'):
            continue
        if not thing.__doc__:
            bare.append(name)
        members = {name: thing}
        if inspect.isclass(thing):
            members = {f'{name}.{key}': value for key, value in vars(thing).items() if not key.startswith('_')}
        for key, value in members.items():
            if isinstance(value, (staticmethod, classmethod)):
                value = value.__func__
            if inspect.isfunction(value):
                hints = value.__annotations__
                if not value.__doc__ and not inspect.getdoc(getattr(thing, key.split('.')[-1], value)):
                    bare.append(key)
                if 'return' not in hints or not set(list(inspect.signature(value).parameters)[inspect.isclass(thing):]) <= set(hints):
                    bare.append(f'{key}: annotations')
            elif isinstance(value, property) and not value.__doc__ and name not in ('Point', 'SightMap'):
                bare.append(key)
    assert not bare
    assert os.path.exists(os.path.join(os.path.dirname(carom.__file__), 'py.typed'))
    assert re.fullmatch(r'\d+\.\d+\.\d+(-dev)?', carom.__version__)


def run_example(root, name, *arguments):
    done = subprocess.run([sys.executable, root / 'bindings/python/examples' / name, *map(str, arguments)], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_training(root):
    """The same hash on one thread and on several."""
    alone, shared = (run_example(root, 'training.py', 50, 40, threads) for threads in (1, 3))
    assert re.search('hash of all worlds: [0-9a-f]{16}', alone)
    assert alone.splitlines()[:2] == shared.splitlines()[:2]


def test_lidar(root, tmp_path):
    pytest.importorskip('matplotlib')
    printed = run_example(root, 'lidar.py', root / 'levels/cave.tmx', tmp_path / 'lidar.png')
    assert '714 of 720 rays hit' in printed
    assert (tmp_path / 'lidar.png').stat().st_size > 20000
