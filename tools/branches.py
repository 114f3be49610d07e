#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Names the branches of src/ that no test takes: branches.py BUILD [--allow N], after the tests of the coverage preset
# have run in BUILD.
#
# tests/branches.md lists branches that cannot be taken, with the reasons. The others are open: they are written to
# BUILD/branches.txt, and counted for each layer. Fails if more than N (0) are open, or if an entry fits no open branch.
import argparse
import collections
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
REASONS = os.path.join(ROOT, 'tests', 'branches.md')


def folders_of_counters(build):
    """The counters of each folder, those of the libraries first."""
    for folder, folders, files in os.walk(build):
        folders.sort()
        counters = [os.path.join(folder, name) for name in sorted(files) if name.endswith('.gcda')]
        if counters:
            yield counters


def read_branches(build):
    """{(path, line): (function, the counts of its branches)}, summed over all programs that compile the file. A program
    that compiles it with other branches does not count."""
    found = {}
    for counters in folders_of_counters(build):
        output = subprocess.run(['gcov', '--json-format', '--branch-probabilities', '--stdout', *counters],
                                cwd=build, capture_output=True, check=True).stdout
        for data in map(json.loads, output.splitlines()):
            for file in data['files']:
                path = os.path.relpath(os.path.join(data['current_working_directory'], file['file']), ROOT)
                if path.startswith('src/'):
                    add_lines(found, path, file['lines'])
    return found


def add_lines(found, path, lines):
    for line in lines:
        counts = [branch['count'] for branch in line['branches']]
        function, before = found.get((path, line['line_number']), (line.get('function_name'), [0] * len(counts)))
        if counts and len(before) == len(counts):
            found[path, line['line_number']] = function, [a + b for a, b in zip(before, counts)]


def read_reasons():
    """The entries "- `source`: reason" under "## path: function" or "## path": (number, path, function, source)."""
    entries, scope = [], None
    with open(REASONS, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            heading = re.match(r'## (src/\S+?)(?:: (\w+))?$', line.rstrip())
            if heading or line.startswith('## '):
                scope = heading.groups() if heading else None
            entry = re.match(r'- `([^`]+)`: \S', line)
            if scope and entry:
                entries.append((number, *scope, ' '.join(entry[1].split())))
    return entries


def main():
    parser = argparse.ArgumentParser(description='Names the branches of src/ that no test takes.')
    parser.add_argument('build', type=os.path.abspath)
    parser.add_argument('--allow', type=int, default=0, help='the number of open branches that is no failure (0)')
    options = parser.parse_args()
    entries, fitting, listed = read_reasons(), set(), []
    total, taken, reasoned = (collections.Counter() for _ in range(3))
    sources = {}
    for (path, number), (function, counts) in sorted(read_branches(options.build).items()):
        layer = path.split('/')[1]
        total[layer] += len(counts)
        taken[layer] += sum(count > 0 for count in counts)
        missing = counts.count(0)
        if not missing:
            continue
        if path not in sources:
            with open(os.path.join(ROOT, path), encoding='utf-8') as file:
                sources[path] = file.read().splitlines()
        source = ' '.join(sources[path][number - 1].split())
        fits = {entry[0] for entry in entries
                if entry[1] == path and entry[2] in (None, function) and entry[3] in source}
        fitting |= fits
        if fits:
            reasoned[layer] += missing
        else:
            listed.append(f'{path}:{number}: {function}: {missing} of {len(counts)}: {source}')
    with open(os.path.join(options.build, 'branches.txt'), 'w', encoding='utf-8') as file:
        file.write('\n'.join([*listed, '']))
    print(f'\n{"layer":8} {"branches":>9} {"taken":>9} {"reasoned":>9} {"open":>6}')
    for layer in [*sorted(total), 'all']:
        n, t, r = (sum(c.values()) if layer == 'all' else c[layer] for c in (total, taken, reasoned))
        print(f'{layer:8} {n:9} {100 * t / n:7.1f} % {r:9} {n - t - r:6}')
    stale = [entry[0] for entry in entries if entry[0] not in fitting]
    for number in stale:
        print(f'{REASONS}:{number}: fits no branch that is not taken: adapt the entry, or delete it')
    left = sum(total.values()) - sum(taken.values()) - sum(reasoned.values())
    print(f'{left} open branches of {options.allow} allowed: {os.path.join(options.build, "branches.txt")}')
    return int(left > options.allow or bool(stale))


if __name__ == '__main__':
    sys.exit(main())
