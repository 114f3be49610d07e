#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Mutation testing of src/: makes random single changes (tools/mutate.py), and runs the tests that may notice them.
#
#     tools/mutants.py [--seconds 600] [--seed 1] [--count N] [--jobs N] [--file PATH]... [--tests REGEX]
#                      [--since COMMIT] [--no-map] [--keep-map] [--effort SECONDS] [--again] [--sanitize]
#                      [--require PERCENT] [--check-reasons] [--root DIR] [--build DIR]
#
# A change is killed if a test fails, crashes or takes too long; it survives if all tests pass. A change that gives the
# same object code is not counted. tests/mutants.md lists survivors that no test can kill, with the reasons; these are
# not built. Most of the time goes into survivors, which run every test: with --effort, a change whose tests have passed
# for so long stays undecided, and --again finishes it later, unless it has a reason by then.
#
# The libraries of the unchanged tree are built once, shared, and export every symbol. A change then costs the
# compilation of its file and the linking of a library; the test programs stay. Each is built before it first runs. A
# first run under gcov records which test reaches which line, unless --no-map is given. Tests run in the order of what
# they cost against how often they have killed. Requires CMake and Ninja.
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import mutate

LAYERS = ['base', 'geom', 'grid', 'level', 'io', 'motion', 'world', 'walker', 'draw', 'flat', 'flat_io']
# The folders of tests that cannot notice a change of a layer, because nothing there is built on it.
CORE = LAYERS[:4] + LAYERS[5:8]
BLIND = {'geom': ['base', 'grid'], 'grid': ['base', 'geom'], 'level': ['base', 'geom', 'grid'],
         'io': [*CORE, 'flat', 'same_bits'], 'motion': CORE[:4] + ['io'], 'world': CORE[:5] + ['io'],
         'walker': CORE[:6] + ['io'], 'flat': [*CORE, 'io', 'cli', 'same_bits'],
         'draw': [*CORE, 'io', 'same_bits'],
         'flat_io': [*CORE, 'io', 'flat', 'cli', 'same_bits']}
# A swapped argument of another type is an error, not a warning.
STRICT = ['-Werror=incompatible-pointer-types', '-Werror=int-conversion', '-Werror=implicit-function-declaration',
          '-Werror=format']
MEMORY = 8 << 30
FILE_SIZE = 1 << 30


def layer_of(path):
    return path.split('/')[1]


def say(*words):
    print(*words, flush=True)


def fail(message):
    sys.exit('mutants: ' + message)


# ---- Processes -------------------------------------------------------------------------------------------------------

class Stopped(Exception):
    """The time box is over."""


class Processes:
    """Starts programs, and kills them when the time is over."""

    def __init__(self):
        self.deadline = None
        self.sanitizers = False

    def check_time(self):
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise Stopped

    def run(self, command, cwd, seconds=600, environment=None):
        """Returns (exit status, output, seconds of CPU). The limit is CPU time: other load does not change results."""
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
            if not self.sanitizers:  # which reserve more addresses than there is memory
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

        self.check_time()
        wall = 60 + 20 * seconds
        if self.deadline is not None:
            wall = min(wall, self.deadline - time.monotonic())
        process = subprocess.Popen(command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, preexec_fn=limit, start_new_session=True)
        try:
            output = process.communicate(timeout=wall)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            if self.deadline is not None and time.monotonic() >= self.deadline:
                raise Stopped from None
            return 'timeout', b''
        return process.returncode, output


processes = Processes()


# ---- The build of the unchanged tree ---------------------------------------------------------------------------------

Object = collections.namedtuple('Object', 'source output directory command')
Test = collections.namedtuple('Test', 'command directory expected environment')


class Target:
    """A library or program: its objects, and the command that links it."""

    def __init__(self, directory, link, objects):
        self.directory, self.link, self.objects = directory, link, objects
        self.output = link[link.index('-o') + 1]
        self.name = os.path.basename(self.output)
        self.file = os.path.join(directory, self.output)
        soname = [word for word in link if word.startswith('-Wl,-soname,')]
        self.soname = soname[0][len('-Wl,-soname,'):] if soname else None


class Tree:
    """The sources at `root`, and their build at `build`, made by CMake."""

    def __init__(self, root, build, jobs):
        self.root, self.build, self.jobs = root, build, jobs
        self.includes = {}
        self.lock, self.provided = threading.Lock(), set()

    def configure(self, *flags):
        if os.path.exists(os.path.join(self.build, 'Makefile')):  # of an earlier version
            shutil.rmtree(self.build)
        os.makedirs(self.build, exist_ok=True)
        # With ccache, which compiles what the preprocessor wrote, the same code can give another object.
        self.run('cmake', '-G', 'Ninja', '-S', self.root, '-B', self.build, '-DCMAKE_C_COMPILER_LAUNCHER=', *flags)
        self.read_tests()

    def make(self, *targets):
        """Builds some targets or files, or all."""
        self.run('ninja', '-C', self.build, '-j', str(self.jobs), *targets)

    @staticmethod
    def run(*command):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            fail('the unchanged tree does not build:\n' + done.stdout[-4000:])

    def read_tests(self):
        listed = json.loads(subprocess.run(['ctest', '--test-dir', self.build, '--show-only=json-v1'],
                                           capture_output=True, check=True).stdout)
        # ctest lists no command of a program that is not built yet.
        commands = {}
        for folder, _, files in os.walk(self.build):
            if 'CTestTestfile.cmake' in files:
                with open(os.path.join(folder, 'CTestTestfile.cmake')) as file:
                    for name, command in re.findall(r'add_test\(\[=\[(.*)\]=\] (.*)\)', file.read()):
                        commands[name] = shlex.split(command)
        self.tests = {}
        for test in listed['tests']:
            command = commands[test['name']]
            properties = {p['name']: p['value'] for p in test.get('properties', [])}
            environment = dict(entry.split('=', 1) for entry in properties.get('ENVIRONMENT', []))
            # The Lua binding loads the libraries of the build by their paths, so its tests notice no mutant.
            if 'repo' in properties.get('LABELS', []) or 'CAROM_LIBRARY' in environment or command == ['NOT_AVAILABLE']:
                continue
            self.tests[test['name']] = Test(command, properties.get('WORKING_DIRECTORY', self.build),
                                            properties.get('PASS_REGULAR_EXPRESSION', []), environment)

    def read_targets(self):
        """The shared libraries of the tree and the programs of its tests, with what was compiled for each."""
        objects = {}
        with open(os.path.join(self.build, 'compile_commands.json')) as file:
            for entry in json.load(file):
                command = shlex.split(entry['command'])
                if os.path.basename(command[0]) == 'ccache':
                    command = command[1:]
                output = command[command.index('-o') + 1]
                objects[os.path.normpath(os.path.join(entry['directory'], output))] = Object(
                    os.path.relpath(entry['file'], self.root), output, entry['directory'], command)
        rules = subprocess.run(['ninja', '-C', self.build, '-t', 'compdb'], capture_output=True, check=True).stdout
        self.libraries, self.programs = [], {}
        for entry in json.loads(rules):
            link = shlex.split(entry['command'].removeprefix(': && ').split(' && ')[0])
            of = [objects[path] for path in (os.path.normpath(os.path.join(self.build, word)) for word in link)
                  if path in objects and path != os.path.normpath(os.path.join(self.build, entry['output']))]
            if '-o' not in link or not of:
                continue
            target = Target(self.build, link, of)
            if target.soname:
                self.libraries.append(target)
            else:
                self.programs[os.path.realpath(target.file)] = target

    def programs_of(self, test):
        """The programs of the tree that a test runs: its command, or those in a folder that the command names."""
        words = {os.path.realpath(word) for word in test.command}
        return [program for path, program in self.programs.items() if path in words or os.path.dirname(path) in words]

    def provide(self, name):
        """Builds the programs of a test, unless this process has."""
        with self.lock:
            missing = [program.output for program in self.programs_of(self.tests[name])
                       if program.output not in self.provided]
            if missing:
                processes.check_time()
                self.make(*missing)
                self.provided.update(missing)

    def includes_of(self, path):
        """All files of the tree that a source includes, and itself."""
        if path not in self.includes:
            self.includes[path] = found = {path}
            with open(os.path.join(self.root, path), encoding='utf-8') as file:
                names = re.findall(r'^[ \t]*#[ \t]*include "([^"]+)"', file.read(), re.M)
            for name in names:
                for folder in ('src', 'include', 'tests', os.path.dirname(path), '.'):
                    there = os.path.normpath(os.path.join(folder, name))
                    if os.path.isfile(os.path.join(self.root, there)):
                        found |= self.includes_of(there)
                        break
        return self.includes[path]

    def digests(self):
        """Of each source file a hash."""
        found = {}
        for folder in ('src', 'include', 'tests', 'cli'):
            for place, _, files in os.walk(os.path.join(self.root, folder)):
                for name in files:
                    if name.endswith(('.c', '.h', '.txt')):
                        path = os.path.join(place, name)
                        with open(path, 'rb') as file:
                            found[os.path.relpath(path, self.root)] = hashlib.sha256(file.read()).hexdigest()
        return found


# ---- Which test reaches which line -----------------------------------------------------------------------------------

class Map:
    """Of each source line the tests that reach it, from gcov, kept from run to run in a file."""

    def __init__(self, tree, build, path, jobs):
        self.tree = Tree(tree.root, build, jobs)
        self.path, self.jobs = path, jobs
        self.reached = {}

    def make(self, keep):
        digests = self.tree.digests()
        try:
            with open(self.path) as file:
                kept = json.load(file)
        except (OSError, ValueError):
            kept = {}
        if not kept or not keep and kept['digests'] != digests:
            say('recording which test reaches which line ...')
            kept = {'digests': digests, 'lines': {}, 'tests': {}}
            self.record(kept)
            with open(self.path, 'w') as file:
                json.dump(kept, file)
        self.seconds = kept['tests']
        # With keep, nothing is known of files and tests that have changed since.
        self.reached = {path: lines for path, lines in kept['lines'].items()
                        if kept['digests'].get(path) == digests.get(path)}
        self.changed = {path[len('tests/'):].rsplit('.', 1)[0] for path in digests
                        if path.startswith('tests/') and kept['digests'].get(path) != digests[path]}

    def record(self, kept):
        self.tree.configure('-DCMAKE_BUILD_TYPE=Coverage', '-DCMAKE_C_FLAGS=-O1 --coverage -DNDEBUG',
                            '-DCMAKE_EXE_LINKER_FLAGS=--coverage')
        self.tree.make()
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            for name, seconds, lines in pool.map(self.run_counted, self.tree.tests):
                kept['tests'][name] = seconds
                for path, numbers in lines.items():
                    for number, count in numbers.items():
                        entry = kept['lines'].setdefault(path, {}).setdefault(str(number), [])
                        if count:
                            entry.append(name)

    def run_counted(self, name):
        test = self.tree.tests[name]
        folder = os.path.join(self.tree.build, 'reached', name.replace('/', '_'))
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        before = time.monotonic()
        status, output = processes.run(test.command, test.directory, 3000,
                                       {**os.environ, **test.environment, 'GCOV_PREFIX': folder})
        seconds = time.monotonic() - before
        if status:
            fail(f'{name} fails on the unchanged tree:\n' + output.decode(errors='replace')[-2000:])
        lines = {}
        for place, _, files in os.walk(folder):
            counted = [os.path.join(place, f) for f in files if f.endswith('.gcda')]
            for f in counted:  # gcov looks for the notes beside the counters
                notes = f[len(folder):-4] + 'gcno'
                os.symlink(notes, f[:-4] + 'gcno')
            if counted:
                self.read_gcov(place, counted, lines)
        shutil.rmtree(folder)
        return name, seconds, lines

    def read_gcov(self, place, counted, lines):
        done = subprocess.run(['gcov', '--json-format', '--stdout', *counted], cwd=place, capture_output=True,
                              check=True)
        for line in done.stdout.splitlines():
            found = json.loads(line) if line.strip() else {'files': []}
            for file in found['files']:
                path = os.path.relpath(os.path.join(found['current_working_directory'], file['file']), self.tree.root)
                if not path.startswith('src/'):
                    continue
                counts = lines.setdefault(path, {})
                for entry in file['lines']:
                    number = entry['line_number']
                    counts[number] = counts.get(number, 0) + entry['count']

    def tests_of(self, mutant, last):
        """The tests that reach a change, or None if nothing is known of its lines."""
        lines = self.reached.get(mutant.path, {})
        if not mutant.function:  # a constant or macro: all that use it
            return self.changed.union(*lines.values()) if lines and mutant.path.endswith('.c') else None
        found = [lines[str(n)] for n in range(mutant.line, last + 1) if str(n) in lines]
        if not found:  # a later line of a statement: gcov counts its first line
            for n in range(mutant.line - 1, max(mutant.line - 12, 0), -1):
                if str(n) in lines:
                    found = [lines[str(n)]]
                    break
        if found and not any(found):  # optimized code can lose the counts of a line, such as those of a second return
            found = [lines[str(n)] for n in self.function_at(mutant) if str(n) in lines]
        return self.changed.union(*found) if found else None

    def function_at(self, mutant):
        """The lines of the function that a change is in: from a line without indentation to the brace that ends it."""
        with open(os.path.join(self.tree.root, mutant.path), encoding='utf-8') as file:
            text = file.read().splitlines()
        first = next((n for n in range(mutant.line, 0, -1) if re.match(r'\w', text[n - 1])), mutant.line)
        return range(first, next((n for n in range(first, len(text) + 1) if text[n - 1] == '}'), mutant.line) + 1)


# ---- The reasons -----------------------------------------------------------------------------------------------------

class Reasons:
    """tests/mutants.md: lines "- `source` `change`: reason" under the heading of a file, of "file: function", or of a
    folder."""

    def __init__(self, path):
        self.path, self.entries = path, []
        scope = None
        if not os.path.exists(path):
            return
        with open(path, encoding='utf-8') as file:
            for number, line in enumerate(file, 1):
                heading = re.match(r'## (src/\S+?)(?:: (\w+))?$', line.rstrip())
                if heading:
                    scope = heading.groups()
                elif line.startswith('## '):
                    scope = None
                elif scope and line.startswith('- '):
                    entry = re.match(r'- `` ?(.+?) ?`` `([^`]+)`: \S|- `([^`]+)` `([^`]+)`: \S', line)
                    if not entry:
                        fail(f'{path}:{number}: an entry has the form "- `source` `change`: reason"')
                    source, change = entry.group(1) or entry.group(3), entry.group(2) or entry.group(4)
                    self.entries.append((number, *scope, self.pattern(source), self.pattern(change)))

    @staticmethod
    def pattern(text):
        return re.compile('.*'.join(re.escape(part) for part in ' '.join(text.split()).split('...')))

    @staticmethod
    def fits(entry, mutant):
        _, path, function, source, change = entry
        is_there = mutant.path.startswith(path) if path.endswith('/') else mutant.path == path
        return is_there and function in (None, mutant.function) and source.search(mutant.source) and \
            change.fullmatch(mutant.what)

    def find(self, mutant):
        """The line of the entry that fits, or None."""
        return next((entry[0] for entry in self.entries if self.fits(entry, mutant)), None)

    def check(self, root):
        """Names the entries that describe no change of the sources. Returns how many."""
        fitting = set()
        for path in source_files(root):
            entries = [e for e in self.entries if path.startswith(e[1]) and (e[1].endswith('/') or e[1] == path)]
            if entries:
                with open(os.path.join(root, path), encoding='utf-8') as file:
                    for mutant in mutate.mutants_of(path, file.read()):
                        fitting |= {entry[0] for entry in entries if self.fits(entry, mutant)}
        stale = [entry[0] for entry in self.entries if entry[0] not in fitting]
        for number in stale:
            say(f'{self.path}:{number}: fits no change of the sources: adapt the entry, or delete it')
        return len(stale)


# ---- A worker --------------------------------------------------------------------------------------------------------

class Worker:
    """Builds changed copies of the libraries and programs in a folder of its own, and runs tests on them."""

    def __init__(self, tree, folder):
        self.tree, self.folder = tree, folder
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)

    def compile(self, target, affected):
        """Compiles what the change affects of a target. Returns {object: new object}, empty if nothing differs, or
        None if it does not build."""
        made, differs = {}, False
        for item in affected:
            output = os.path.join(self.folder, target.name, item.output.replace('/', '_'))
            os.makedirs(os.path.dirname(output), exist_ok=True)
            command = list(item.command)
            command[command.index('-o') + 1] = output
            if item.source == self.mutant.path:
                command[command.index('-c') + 1] = self.changed
            command[1:1] = ['-I' + os.path.join(self.folder, 'src')]
            status, self.output = processes.run(command + STRICT, item.directory)
            if status:
                return None
            with open(output, 'rb') as new, open(os.path.join(item.directory, item.output), 'rb') as old:
                differs |= new.read() != old.read()
            made[item.output] = output
        return made if differs else {}

    def link(self, target, made, output):
        os.makedirs(os.path.dirname(output), exist_ok=True)
        command = [made.get(word, word) for word in target.link]
        command[command.index('-o') + 1] = output
        status, self.output = processes.run(command, target.directory)
        return status == 0

    def affected(self, target):
        return [item for item in target.objects if self.mutant.path in self.tree.includes_of(item.source)]

    def prepare(self, mutant, text):
        """Returns None if the changed libraries are ready, else why they are not."""
        self.mutant = mutant
        for name in os.listdir(self.folder):
            shutil.rmtree(os.path.join(self.folder, name))
        self.changed = os.path.join(self.folder, mutant.path)
        os.makedirs(os.path.dirname(self.changed))
        with open(self.changed, 'w', encoding='utf-8') as file:
            file.write(mutate.changed(text, mutant))
        changed = False
        for library in self.tree.libraries:
            affected = self.affected(library)
            made = self.compile(library, affected) if affected else {}
            if made is None or made and not self.link(library, made, os.path.join(self.folder, 'lib', library.soname)):
                return 'did not build'
            changed |= bool(made)
        self.commands = {}
        if not changed and not any(self.command(name) for name in self.tree.tests):
            return 'same code'
        self.only_programs = not changed
        return None

    def command(self, name):
        """The program of a test, built anew if the change is in what it compiles; None if that makes no difference."""
        if name not in self.commands:
            path = os.path.realpath(self.tree.tests[name].command[0])
            program = self.tree.programs.get(path)
            affected = self.affected(program) if program else []
            if affected:
                self.tree.provide(name)
            made = self.compile(program, affected) if affected else None
            output = os.path.join(self.folder, 'bin', program.name) if made else None
            # What does not build there, but does in the library, counts as unnoticed.
            self.commands[name] = output if made and self.link(program, made, output) else None
        return self.commands[name]

    def passes(self, name, limit):
        test, own = self.tree.tests[name], self.command(name)
        if own is None and self.only_programs:
            return True
        if own:
            test = test._replace(command=[own, *test.command[1:]])
        return run_test(test, limit, {'LD_LIBRARY_PATH': os.path.join(self.folder, 'lib')})


def run_test(test, limit, more=None):
    status, output = processes.run(test.command, test.directory, limit,
                                   {**os.environ, **test.environment, **(more or {})})
    if test.expected:
        return any(re.search(pattern.encode(), output, re.S) for pattern in test.expected)
    return status == 0


# ---- The campaign ----------------------------------------------------------------------------------------------------

class Campaign:
    def __init__(self, options, tree, reach):
        self.options, self.tree, self.reach = options, tree, reach
        self.lock = threading.Lock()
        self.times = os.path.join(tree.build, 'times.json')
        self.kept = self.read_times()
        self.estimates = {**(reach.seconds if reach else {}), **{name: kept[0] for name, kept in self.kept.items()}}
        self.seconds = {}  # of each test on the unchanged tree
        self.tried = collections.Counter()
        self.kills = collections.Counter()
        self.results = []
        self.texts = {}

    def text(self, path):
        if path not in self.texts:
            with open(os.path.join(self.tree.root, path), encoding='utf-8') as file:
                self.texts[path] = file.read()
        return self.texts[path]

    def stamp(self, name):
        """Changes with every build of the libraries or of the programs of a test."""
        files = [target.file for target in self.tree.libraries + self.tree.programs_of(self.tree.tests[name])]
        return [[path, os.stat(path).st_mtime_ns] for path in files]

    def read_times(self):
        """{test: [seconds, stamp]} of earlier runs."""
        try:
            with open(self.times) as file:
                return json.load(file)
        except (OSError, ValueError):
            return {}

    def baseline(self, name):
        """The time of a test on the unchanged tree, where it must pass."""
        self.tree.provide(name)
        if name not in self.seconds:
            seconds, stamp = self.kept.get(name, [None, None])
            if stamp != self.stamp(name):
                before = time.monotonic()
                if not run_test(self.tree.tests[name], 3000):
                    fail(f'{name} fails on the unchanged tree')
                seconds = time.monotonic() - before
            self.seconds[name] = seconds
            with self.lock:
                self.kept[name] = [seconds, self.stamp(name)]
                with open(self.times, 'w') as file:
                    json.dump(self.kept, file)
        return self.seconds[name]

    def tests_for(self, mutant):
        last = self.text(mutant.path).count('\n', 0, mutant.end) + 1
        found = self.reach.tests_of(mutant, last) if self.reach else None
        if found is None:
            blind = BLIND.get(layer_of(mutant.path), [])
            found = {name for name in self.tree.tests if name.split('/')[0] not in blind}
        found = {name for name in found if name in self.tree.tests and re.search(self.options.tests or '', name)}

        def cost(name):
            likely = name.split('/')[0] in (layer_of(mutant.path), 'same_bits')
            key = (mutant.path, name)
            chance = (self.kills[key] + (0.2 if likely else 0.03)) / (self.tried[key] + 1)
            seconds = self.seconds.get(name) or self.estimates.get(name) or 1
            return (seconds + 0.01) / chance

        return sorted(found, key=lambda name: (cost(name), name))

    def judge(self, worker, mutant):
        reason = worker.prepare(mutant, self.text(mutant.path))
        if reason:
            return reason, None
        with self.lock:
            names = self.tests_for(mutant)
        effort = self.options.effort
        for name in names:
            if effort is not None and effort <= 0:
                return 'undecided', None
            limit = 0.5 + 5 * self.baseline(name)
            effort = effort and effort - self.baseline(name)
            killed = not worker.passes(name, limit)
            with self.lock:
                self.tried[mutant.path, name] += 1
                self.kills[mutant.path, name] += killed
            if killed:
                return 'killed', name
        return 'survived', None if names else 'no test reaches it'

    def work(self, worker, queue):
        while True:
            with self.lock:
                if not queue:
                    return
                mutant, reason = queue.pop()
            try:
                result = ('reasoned', reason) if reason else self.judge(worker, mutant)
            except Stopped:
                with self.lock:
                    queue.append((mutant, reason))
                return
            with self.lock:
                self.results.append((mutant, *result))
                self.show(mutant, *result)

    def show(self, mutant, result, by):
        if sys.stdout.isatty():
            print(f'\r{len(self.results)} changes', end='\r', flush=True)
        if result in ('survived', 'undecided'):
            say(f'# {result}\n--- a/{mutant.path}\n+++ b/{mutant.path}\n' + mutate.hunk(self.text(mutant.path), mutant))

    def run(self, mutants):
        queue = mutants[::-1]
        workers = [Worker(self.tree, os.path.join(self.options.build, f'worker{os.getpid()}-{i}'))
                   for i in range(self.options.jobs)]
        processes.deadline = time.monotonic() + self.options.seconds
        with concurrent.futures.ThreadPoolExecutor(len(workers)) as pool:
            for done in [pool.submit(self.work, worker, queue) for worker in workers]:
                done.result()
        for worker in workers:
            shutil.rmtree(worker.folder)
        self.results += [(mutant, 'not tried', None) for mutant, _ in queue[::-1]]

    def save(self):
        with open(os.path.join(self.options.build, 'results.json'), 'w') as file:
            json.dump([[m.path, m.function, m.line, m.source, m.what, result, by, m.column]
                       for m, result, by in self.results], file, indent=0)

    def report(self):
        kinds = ['killed', 'reasoned', 'survived', 'undecided', 'same code', 'did not build', 'gone', 'not tried']
        counts = collections.Counter((layer_of(mutant.path), result) for mutant, result, _ in self.results)
        say('\n| layer | ' + ' | '.join(kinds) + ' | killed or reasoned |\n|---|' + '---:|' * (len(kinds) + 1))
        for layer in LAYERS + ['all']:
            row = [sum(n for (of, result), n in counts.items() if result == kind and layer in (of, 'all'))
                   for kind in kinds]
            if sum(row):
                of = sum(row[:3])
                share = f'{100 * (row[0] + row[1]) / of:.1f} %' if of else ''
                say(f'| {layer} | ' + ' | '.join(map(str, row)) + f' | {share} |')
        judged = [result for _, result, _ in self.results if result in kinds[:3]]
        percent = 100 * sum(r != 'survived' for r in judged) / len(judged) if judged else 100
        tried = sum(result != 'not tried' for _, result, _ in self.results)
        say(f'\n{tried} changes, {judged.count("survived")} survived (seed {self.options.seed})')
        say(f'counted: {len(judged) - judged.count("survived")} mutants killed or reasoned, 0 faults')
        say(f'counted: {judged.count("survived")} mutants survived, 0 faults')
        return percent, len(judged)


# ---- Which changes ---------------------------------------------------------------------------------------------------

def source_files(root):
    for place, folders, files in os.walk(os.path.join(root, 'src')):
        folders.sort()
        for name in sorted(files):
            if name.endswith(('.c', '.h')):
                yield os.path.relpath(os.path.join(place, name), root)


def changed_lines(root, commit):
    """{path: lines} of what differs from a commit, in the tree as it is."""
    diff = subprocess.run(['git', 'diff', '--unified=0', '--no-color', '--relative', commit, '--', 'src'], cwd=root,
                          capture_output=True, text=True)
    if diff.returncode:
        fail(diff.stderr.strip())
    lines, path = {}, None
    for line in diff.stdout.splitlines():
        if line.startswith('+++ '):
            path = line[6:]
        hunk = re.match(r'@@ \S+ \+(\d+)(?:,(\d+))? @@', line)
        if hunk:
            first, count = int(hunk[1]), int(hunk[2] or 1)
            lines.setdefault(path, set()).update(range(first, first + count))
    return lines


def list_mutants(options):
    chosen = []
    lines = changed_lines(options.root, options.since) if options.since else None
    for path in source_files(options.root):
        if lines is not None and path not in lines:
            continue
        if options.file and not any(path == f or path.startswith(f.rstrip('/') + '/') for f in options.file):
            continue
        with open(os.path.join(options.root, path), encoding='utf-8') as file:
            found = mutate.mutants_of(path, file.read())
        chosen += [m for m in found if lines is None or m.line in lines[path]]
    random.Random(options.seed).shuffle(chosen)
    return chosen[:options.count] if options.count else chosen


def read_results(options):
    """Of the last run: the mutants that are still to be judged, and the other results."""
    now = {}
    for path in source_files(options.root):
        with open(os.path.join(options.root, path), encoding='utf-8') as file:
            for m in mutate.mutants_of(path, file.read()):
                now.setdefault((path, m.function, m.source, m.what, m.column), []).append(m)
    open_mutants, results = [], []
    with open(os.path.join(options.build, 'results.json')) as file:
        for path, function, line, source, what, result, by, column in json.load(file):
            found = now.get((path, function, source, what, column), [])
            is_open = result in ('survived', 'undecided', 'not tried')
            if is_open and found:  # of lines that are alike, the nearest one
                open_mutants.append(found.pop(min(range(len(found)), key=lambda i: abs(found[i].line - line))))
            else:
                old = mutate.Mutant(path, function, line, column, source, what, 0, 0, '')
                results.append((old, 'gone' if is_open else result, by))
    return open_mutants, results


def parse():
    parser = argparse.ArgumentParser(description='Makes random single changes to src/, and runs the tests on each.')
    parser.add_argument('--seconds', type=float, default=600, help='time for the changes; the builds come on top (600)')
    parser.add_argument('--seed', type=int, default=1, help='which changes are drawn (1)')
    parser.add_argument('--count', type=int, help='at most so many changes')
    parser.add_argument('--jobs', type=int, default=os.cpu_count(), help='changes tried at the same time (cores)')
    parser.add_argument('--file', action='append', help='only changes of this file or folder; may be repeated')
    parser.add_argument('--tests', metavar='REGEX', help='run only these tests')
    parser.add_argument('--since', metavar='COMMIT', help='only lines that differ from this commit')
    parser.add_argument('--no-map', action='store_true', help='do not record first which test reaches which line')
    parser.add_argument('--keep-map', action='store_true',
                        help='do not record again, though sources have changed: all tests run on the changed files')
    parser.add_argument('--effort', metavar='SECONDS', type=float,
                        help='leave a change undecided when tests have passed on it for so long')
    parser.add_argument('--again', action='store_true',
                        help='go on with the last run: what survived, is undecided, or was not tried')
    parser.add_argument('--sanitize', action='store_true',
                        help='run the tests under the address and undefined behaviour sanitizers: slower')
    parser.add_argument('--require', type=float, metavar='PERCENT',
                        help='fail if fewer are killed or reasoned, of at least 10')
    parser.add_argument('--check-reasons', action='store_true',
                        help='only fail if an entry of tests/mutants.md fits no change of the sources')
    parser.add_argument('--root', default=os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser.add_argument('--build', help='folder of the builds and results (build-mutants)')
    options = parser.parse_args()
    options.root = os.path.abspath(options.root)
    options.build = os.path.abspath(options.build or os.path.join(options.root, 'build-mutants'))
    return options


def own_arenas(tree):
    """Lets a library use the arenas of a test that has its own: failing_tests in tests/CMakeLists.txt."""
    os.makedirs(tree.build, exist_ok=True)
    path = os.path.join(tree.build, 'own_arenas.txt')
    with open(path, 'w', encoding='utf-8') as file:
        file.write('{ cr_arena_*; };\n')
    return ',--dynamic-list=' + path


def main():
    options = parse()
    reasons = Reasons(os.path.join(options.root, 'tests', 'mutants.md'))
    if options.check_reasons:
        return int(reasons.check(options.root) > 0)
    chosen, earlier = read_results(options) if options.again else (list_mutants(options), [])
    mutants = [(mutant, reasons.find(mutant)) for mutant in chosen]
    if not mutants:
        say('no lines of src/ to change')
        return 0
    if not shutil.which('ninja'):
        fail('ninja not found: install it (Debian package ninja-build)')
    tree = Tree(options.root, os.path.join(options.build, 'sanitized' if options.sanitize else 'tree'), options.jobs)
    processes.sanitizers = options.sanitize
    checks = '-fsanitize=address,undefined -fno-sanitize-recover=all' if options.sanitize else '-DNDEBUG'
    # With -O1 the tree is built in half of the time of -O3.
    tree.configure('-DCMAKE_BUILD_TYPE=None', '-DBUILD_SHARED_LIBS=ON', '-DCMAKE_C_VISIBILITY_PRESET=default',
                   '-DCMAKE_EXPORT_COMPILE_COMMANDS=ON', '-DCAROM_LUAJIT=',
                   '-DCMAKE_C_FLAGS=-O1 -fno-semantic-interposition ' + checks,
                   '-DCMAKE_SHARED_LINKER_FLAGS=' + ('' if options.sanitize else '-Wl,-Bsymbolic' + own_arenas(tree)))
    tree.read_targets()
    tree.make(*[library.output for library in tree.libraries])
    reach = None
    if not options.no_map:
        reach = Map(tree, os.path.join(options.build, 'counted'), os.path.join(options.build, 'map.json'), options.jobs)
        reach.make(options.keep_map)
    campaign = Campaign(options, tree, reach)
    campaign.results = earlier
    try:
        campaign.run(mutants)
    finally:  # also if a test fails on the unchanged tree
        campaign.save()
        percent, judged = campaign.report()
    return int(options.require is not None and judged >= 10 and percent < options.require)


if __name__ == '__main__':
    sys.exit(main())
