# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Everything about the package is in pyproject.toml, except the version, which is that of the library."""
import pathlib
import re
import sys

from setuptools import setup

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import build_carom  # noqa: E402

text = (build_carom.GENERATED / 'carom.h').read_text()
major, minor, patch = (re.search(rf'CAROM_VERSION_{part} +(\d+)', text).group(1) for part in ('MAJOR', 'MINOR', 'PATCH'))
suffix = re.search(r'CAROM_VERSION_SUFFIX +"-?(.*?)"', text).group(1)

setup(version=f'{major}.{minor}.{patch}' + (f'.{suffix}0' if suffix else ''),
      cffi_modules=['build_carom.py:builder'],
      options={'bdist_wheel': {'py_limited_api': 'cp39'}})
