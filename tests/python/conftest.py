# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Fixtures of the tests of bindings/python. The package is the installed one; CAROM_ROOT is the source tree."""
import gc
import os
import pathlib
import subprocess

import pytest

import carom

ROOT = pathlib.Path(os.environ.get('CAROM_ROOT', pathlib.Path(__file__).resolve().parents[2]))


@pytest.fixture(scope='session')
def root():
    return ROOT


@pytest.fixture(scope='session')
def command():
    """Runs the command line with an input, and returns the lines of its output."""
    program = ROOT / 'build/carom'

    def run(*arguments, given=''):
        done = subprocess.run([program, *map(str, arguments)], input=given, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()
    return run


@pytest.fixture
def ground():
    """Makes a level of eight solid tiles: 128 wide, its top at y = 100."""
    def make(editable=False):
        return carom.Level(carom.Tiles([[1] * 8], cell=(16, 16), origin=(0, 100), tag=5), editable=editable)
    return make


@pytest.fixture
def collect():
    gc.collect()
    gc.freeze()  # what exists now is left out, which makes the collections fast
    yield gc.collect
    gc.unfreeze()
