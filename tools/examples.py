#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""The examples of the API reference: docs/examples/<layer>/<name>.c.

    tools/examples.py check CC BUILD    runs the examples, and compares
    tools/examples.py update CC BUILD   runs the examples, and writes their output into their comments
    tools/examples.py forms LANGUAGE COMMAND...   passes each form in js, lua or python to COMMAND, and compares

An example begins with a comment: its first sentence is the title. A line "// Playground: #..." at its end is the address
of the same state in the playground, if docs/site/record.h cannot find it. It ends with a comment that has its output, after the
line "// Prints:". `check` requires that

- every example compiles without warnings, exits with 0, and prints the lines in its comment;
- every public function is called by at least one example;
- every block of code in a comment of a public header, and every block marked C in a document, is a passage of one
  example: each of its lines occurs there, in order. "..." stands for anything, and comments are not compared.

<name>.md beside an example has its forms: the same program in JavaScript, Lua and Python, with the same output. They are
run by the tests of the bindings, and shown below the example.
"""
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs/examples"
FLAGS = ["-std=c17", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror", f"-I{ROOT}/include"]
MARK = "// Prints:"
LANGUAGES = ["js", "lua", "python"]


@dataclasses.dataclass
class Example:
    path: pathlib.Path
    text: str
    title: str  # the first sentence of the comment, without its full stop
    about: str  # the rest of the comment
    code: str
    output: str  # as the comment says
    playground: str  # the address of the same state in the playground, or nothing

    def forms(self):
        """The same program in other languages, by the mark of its block of code."""
        file = self.path.with_suffix(".md")
        found = re.findall(r"^```(\w+)\n(.*?)^```$", file.read_text(), re.M | re.S) if file.exists() else []
        return {language: code for language, code in found}

    @property
    def name(self):
        """layer/name"""
        return f"{self.path.parent.name}/{self.path.stem}"

    def calls(self):
        return set(re.findall(r"\b(carom_\w+)\(", re.sub(r"//.*", "", self.code)))


def read(path):
    text = path.read_text()
    head, _, rest = text.partition("\n#include")
    code, _, printed = ("#include" + rest).partition(MARK)
    head, _, playground = head.partition("\n// Playground: ")
    comment = " ".join(line[2:].strip() for line in head.splitlines() if not line.startswith("// SPDX"))
    title, _, about = comment.strip().partition(". ")
    output = "".join(re.sub(r"^// ?", "", line) for line in printed.splitlines(True)[1:])
    code = code.replace("// clang-format off\n", "").rstrip() + "\n"
    return Example(path, text, title.rstrip("."), about, code, output, playground.strip())


def examples():
    return [read(path) for path in sorted(FOLDER.glob("*/*.c"))]


def headers():
    return sorted((ROOT / "include/carom").glob("*.h"))


def functions(header):
    """The names of the public functions of a header, in order."""
    return re.findall(r"^CAROM_API [^;(]*?\b(carom_\w+)\(", header.read_text(), re.M)


def build_program(example, program, compiler, build, *more):
    """Builds an example; returns the messages of the compiler."""
    libraries = subprocess.run(["pkg-config", "--libs", "expat", "zlib", "libzstd"], capture_output=True, text=True, check=True)
    command = [*compiler.split(), *FLAGS, *more, str(example.path), "-o", str(program), f"{build}/libcarom_io.a",
               f"{build}/libcarom.a", *libraries.stdout.split(), "-lm"]
    return subprocess.run(command, capture_output=True, text=True).stderr


def run(example, compiler, build):
    """Returns what an example prints, and what is wrong with it."""
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "program")
        if messages := build_program(example, program, compiler, build):
            return None, messages
        done = subprocess.run([str(program)], cwd=ROOT, capture_output=True, text=True, timeout=60)
        return done.stdout, f"exit status {done.returncode}: {done.stderr}" if done.returncode else ""


def run_all(compiler, build):
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("CTEST_PARALLEL_LEVEL", os.cpu_count()))) as pool:
        tasks = [(example, pool.submit(run, example, compiler, build)) for example in examples()]
        return [(example, *task.result()) for example, task in tasks]


def squeeze(code):
    return re.sub(r"\s+", "", re.sub(r"//.*", "", code))


def header_blocks(header):
    """Yields the blocks of code in the comments of a header: line number and lines."""
    block, start = [], 0
    for number, line in enumerate(header.read_text().splitlines() + [""], 1):
        if found := re.match(r"///?     (.*\S)", line):
            block, start = [*block, found[1]], start or number
        elif block:
            if re.search(r"[;}]$", re.sub(r"\s*//.*", "", "\n".join(block)).strip()): # otherwise a table
                yield start, block
            block, start = [], 0


def document_blocks(document):
    """Yields the blocks marked C of a document: line number and lines."""
    text = document.read_text()
    for found in re.finditer(r"^```C\n(.*?)^```$", text, re.M | re.S):
        yield text.count("\n", 0, found.start()) + 1, found[1].splitlines()


def is_passage(block, text):
    """Whether the pieces of a block occur in a text, in order."""
    at = 0
    lines = [re.sub(r"//.*", "", line) for line in block if not line.startswith("... ")]
    for piece in "\n".join(lines).replace("...", "\n").split("\n"):
        found = text.find(squeeze(piece), at)
        if found < 0:
            return False
        at = found + len(squeeze(piece))
    return True


def complaints(compiler, build):
    shown = []
    for example, printed, wrong in run_all(compiler, build):
        shown.append(example)
        name = example.path.relative_to(ROOT)
        if wrong:
            yield f"{name}: {wrong}"
        elif re.sub(r" +$", "", printed, flags=re.M) != example.output:
            yield f"{name}: prints\n{printed}instead of\n{example.output}(make examples updates the comments)"

    for file in sorted(FOLDER.glob("*/*.md")):
        forms = next((example.forms() for example in shown if example.path == file.with_suffix(".c")), None)
        if forms is None or list(forms) != LANGUAGES:
            yield f"{file.relative_to(ROOT)}: must be beside an example, and have one block for each of {', '.join(LANGUAGES)}"

    called = set().union(*(example.calls() for example in shown))
    texts = [squeeze(example.code) for example in shown]
    for header in headers():
        for function in functions(header):
            if function not in called:
                yield f"{header.relative_to(ROOT)}: no example in docs/examples calls {function}"
    blocks = [(header, *block) for header in headers() for block in header_blocks(header)]
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    blocks += [(document, *block) for document in documents if document.exists() for block in document_blocks(document)]
    for file, line, block in blocks:
        if not any(is_passage(block, text) for text in texts):
            yield f"{file.relative_to(ROOT)}:{line}: this code is not a passage of an example in docs/examples"


def update(compiler, build):
    for example, printed, wrong in run_all(compiler, build):
        if wrong:
            sys.exit(f"{example.path}: {wrong}")
        lines = [f"// {line}".rstrip() for line in printed.splitlines()]
        off = "// clang-format off\n" if any(len(line) > 120 for line in lines) else ""
        text = example.text.partition(MARK)[0].replace("// clang-format off\n", "").rstrip()
        text += f"\n\n{off}{MARK}\n" + "\n".join(lines) + "\n"
        if text != example.text:
            example.path.write_text(text)


def wrong_forms(language, command):
    ran = 0
    for example in examples():
        if language not in example.forms():
            continue
        done = subprocess.run(command, input=example.forms()[language], capture_output=True, text=True, timeout=60)
        if done.returncode or re.sub(r" +$", "", done.stdout, flags=re.M) != example.output:
            yield f"docs/examples/{example.name}.md: {language} prints\n{done.stdout}{done.stderr}instead of\n{example.output}"
        ran += 1
    if not ran:
        yield f"no example has a form in {language}"


def main():
    if len(sys.argv) > 3 and sys.argv[1] == "forms":
        bad = list(wrong_forms(sys.argv[2], sys.argv[3:]))
        print("\n".join(bad), end="")
        sys.exit(1 if bad else 0)
    if len(sys.argv) != 4 or sys.argv[1] not in ("check", "update"):
        sys.exit(__doc__)
    if sys.argv[1] == "update":
        update(*sys.argv[2:])
        return
    bad = list(complaints(*sys.argv[2:]))
    print("\n".join(bad))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
