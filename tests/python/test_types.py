# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""The annotations: mypy has no complaint about the package, and finds mistakes of a program that uses it."""
import os
import subprocess
import sys

import carom

PROGRAM = '''
import carom
world = carom.World(carom.Map('x.tmx').level())
body = world.add(carom.Circle(radius=3), (1, 2))
speed: float = body.velocity.x
hit = world.ray((0, 0), (1, 1))
if hit.normal is not None:
    speed += hit.normal.y
'''
MISTAKES = '''
body.velocty
world.add(5)
carom.Circle(size=3)
text: str = body.mass
'''


def test_annotations(tmp_path):
    (tmp_path / 'right.py').write_text(PROGRAM)
    (tmp_path / 'wrong.py').write_text(PROGRAM + MISTAKES)
    package = os.path.dirname(carom.__file__)
    done = subprocess.run([sys.executable, '-m', 'mypy', '--python-version', '3.9', '--cache-dir', tmp_path / 'cache', package,
                           tmp_path / 'right.py', tmp_path / 'wrong.py'], capture_output=True, text=True, check=False)
    errors = [line for line in done.stdout.splitlines() if ': error: ' in line]
    assert len(errors) == MISTAKES.count('\n') - 1 and all('wrong.py' in line for line in errors), done.stdout + done.stderr
