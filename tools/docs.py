#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Writes the site: guide, API reference, playground. `make docs` calls it.

    tools/docs.py build CC BUILD FOLDER   writes the site to FOLDER; web/site.mjs adds the playground, tools/sheet.py
                                          the cheat sheet
    tools/docs.py check FOLDER            fails on a link that is dead or does not work under every path, and on
                                          a picture without a size
    tools/docs.py filter HEADER           the filter of docs/Doxyfile: marks names of functions, so that they become links

doxygen reads the headers, breathe takes the comments from it, and Sphinx with MyST and the theme Furo writes the pages.
This script arranges them: the documents keep their folders, and each public header becomes a page api/<layer>. There,
each function is followed by its example (tools/examples.py), with its output, its picture (docs/site/record.h) and the
address of the same state in the playground. A warning of doxygen or Sphinx is an error.
"""
import concurrent.futures
import html
import html.parser
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import urllib.parse

import examples

ROOT = examples.ROOT
STAGE = ROOT / "out/site"
GUIDE = [
    ("Guide", ["Worlds <docs/world>", "Walking <docs/walker>", "Turning <docs/turning>", "Grids <docs/grid>", "Levels <levels/README>", "Scenes as JSON <docs/scenes>",
               "Many matches <docs/matches>", "From other libraries <docs/coming-from>", "Lua <docs/lua>", "Python <docs/python>", "JavaScript <web/README>", "The playground <docs/playground>"]),
    ("Background", ["Architecture <docs/architecture>", "Numerics <docs/numerics>", "Machines <docs/machines>", "API and ABI <docs/abi>",
                    "Benchmarks <bench/RESULTS>", "Contributing <CONTRIBUTING>", "Changelog <CHANGELOG>"]),
]
# A document that is not listed comes last in the guide, under its own title.
GUIDE[0][1].extend(f"<{name}>" for name in sorted(f"docs/{path.stem}" for path in (ROOT / "docs").glob("*.md"))
                   if f"<{name}>" not in str(GUIDE))
LAYERS = ["base", "geom", "grid", "level", "motion", "world", "walker", "draw", "io", "flat", "flat_io"]
EXHIBITS = {"geom": "pairs", "grid": "grid", "level": "tiles", "motion": "ball", "world": "run", "walker": "walk", "io": "drop"}

SYMBOL = re.compile(
    r"^// ---- (?P<section>.*?) -+$|^CAROM_API [^;(]*?\b(?P<function>carom_\w+)\(|^typedef struct (?P<struct>carom_\w+) \{"
    r"|^typedef enum (?P<enum>carom_\w+)|^typedef (?!struct|enum).*?\b(?P<typedef>carom_\w+)\(|^#define (?P<define>CAROM_\w+) .*///|^///.*\n#define (?P<define_below>CAROM_\w+)", re.M)


def symbols(header):
    """Yields kind, name and position of the sections and public symbols of a header, in order."""
    for found in SYMBOL.finditer(header.read_text()):
        yield found.lastgroup.removesuffix("_below"), found[found.lastgroup], found.start()


def known_functions():
    return {name for header in examples.headers() for name in examples.functions(header)}


def known_types():
    return {name for header in examples.headers() for kind, name, _ in symbols(header) if kind in ("struct", "enum", "typedef")}


# ---- The headers ------------------------------------------------------------------------------------------------------


def write_filtered(header):
    """doxygen makes links only of names with brackets, and only in files with a comment. Documents are pages of the site."""
    functions = known_functions()
    print("/** @file */", end=" ")
    for line in pathlib.Path(header).read_text().splitlines():
        code, mark, comment = line.partition("///")
        if mark and not comment.startswith("     "):
            comment = re.sub(r"\bcarom_\w+\b(?!\()", lambda name: name[0] + "()" if name[0] in functions else name[0], comment)
            comment = re.sub(r"\bdocs/(\w+)\.md\b", r"[docs/\1.md](../docs/\1.html)", comment)
        print(code + mark + comment)


def essay(text):
    """The comment at the head of a header, as Markdown."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line[3:])
    return "\n".join(lines[3:])


def section_text(text, start):
    """The comment below the heading of a section."""
    lines = []
    for line in text[start:].splitlines()[1:]:
        if line == "" and not lines:
            continue
        if not line.startswith("//") or line.startswith("///"):
            break
        lines.append(line[3:])
    return "\n".join(lines).strip()


def first_sentence(comment):
    sentence = re.split(r"(?<=[.:])\s", comment, 1)[0].rstrip(":.")
    return sentence + "."


def comments(header):
    """The comment of each public function, as one line of text."""
    found = {}
    lines = []
    for line in header.read_text().splitlines():
        if line.startswith("///"):
            lines.append(line[4:])
            continue
        if name := re.match(r"CAROM_API [^;(]*?\b(carom_\w+)\(", line):
            found[name[1]] = " ".join(lines)
        lines = []
    return found


# ---- Markdown -----------------------------------------------------------------------------------------------------------


class Links:
    """Makes links of names of public symbols."""

    def __init__(self):
        self.functions, self.types = known_functions(), known_types()
        enums = (found for header in examples.headers() for found in re.findall(
            r"^typedef enum (carom_\w+) \{(.*?)^\}", header.read_text(), re.M | re.S))
        self.constants = {name: enum for enum, body in enums for name in re.findall(r"^\s+(CAROM_\w+)", body, re.M)}

    def role(self, name):
        if name in self.functions:
            return f"{{c:func}}`{name}`"
        return f"{{c:type}}`{name}`" if name in self.types else None

    def in_code_spans(self, text):
        """`carom_x`, `carom_x(y)`, `carom_x.y` and `CAROM_X` become links, outside of blocks of code."""
        def replace(found):
            span, name, rest = found[0], found[1], found[2]
            if name.startswith("CAROM_"):
                enum = self.constants.get(name)
                return span if rest or not enum else f"{{c:enumerator}}`{name} <{enum}.{name}>`"
            if name in self.functions and rest.startswith("("):
                return self.role(name) if rest == "()" else f"{{c:func}}`{name}{rest} <{name}>`"
            if name in self.types and re.fullmatch(r"\.\w+", rest):
                return f"{{c:member}}{span}"
            return span if rest else self.role(name) or span
        return self.outside_of_code(text, lambda part: re.sub(r"(?<!\[)`(carom_\w+|CAROM_\w+)([^`]*)`(?!\])", replace, part))

    def in_prose(self, text):
        """carom_x and docs/x.md become links, outside of code."""
        def replace(part):
            part = re.sub(r"\bdocs/(\w+)\.md\b", r"[docs/\1.md](../docs/\1.md)", part)
            pieces = re.split(r"(`[^`]*`)", part)
            return "".join(piece if piece.startswith("`") else re.sub(
                r"\bcarom_\w+\b", lambda found: self.role(found[0]) or f"`{found[0]}`", re.sub(r"\bCAROM_\w+\b", r"`\g<0>`", piece))
                for piece in pieces)
        return self.outside_of_code(text, replace)

    @staticmethod
    def outside_of_code(text, change):
        out, fenced = [], False
        for line in text.splitlines():
            if line.startswith("```"):
                fenced = not fenced
            out.append(line if fenced or line.startswith("    ") else change(line))
        return "\n".join(out) + "\n"


def fence(language, text):
    return f"```{language}\n{text.rstrip()}\n```\n"


def indented_to_fences(text):
    """Indented code becomes C, and a table of words stays text."""
    out, block = [], []
    for line in text.splitlines() + [""]:
        if line.startswith("    ") or (block and not line.strip()):
            block.append(line[4:])
            continue
        if block:
            code = "\n".join(block).strip("\n")
            out.append(fence("c" if re.search(r"[;}]\s*(//.*)?$", code) else "text", code))
            block = []
        out.append(line)
    if block:
        out.append(fence("c" if re.search(r"[;}]", "".join(block)) else "text", "\n".join(block)))
    return "\n".join(out)


def stage_document(name, links):
    """Copies a document, and adapts its links: headers have pages, the README is the start page."""
    source = ROOT / f"{name}.md"
    target = STAGE / ("index.md" if name == "README" else f"{name}.md")
    target.parent.mkdir(parents=True, exist_ok=True)

    def relink(found):
        label, address = found[1], found[2]
        path, _, anchor = address.partition("#")
        if re.match(r"[a-z]+:|$", path):
            return found[0]
        file = (source.parent / path).resolve().relative_to(ROOT)
        if file.parts[:2] == ("include", "carom"):
            address = f"api/{file.stem}.md"
        elif file == pathlib.Path("include/carom_flat.h"):
            address = "api/flat.md"
        elif file == pathlib.Path("README.md"):
            address = "index.md"
        elif (ROOT / file).is_dir():
            return label
        elif file.suffix == ".md" or file.parts[:2] == ("docs", "images"):
            address = str(file)
        else:
            address = str(file)
            (STAGE / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, STAGE / file)
        up = os.path.relpath(STAGE / address, target.parent)
        return f"[{label}]({up}{'#' + anchor if anchor else ''})"

    text = re.sub(r"\[([^\]]*)\]\(([^)\s]*)\)", relink, source.read_text())
    if name in ("README", "docs/playground"): # not a page of Sphinx: HTML
        up = os.path.relpath(STAGE, target.parent)
        title, rest = text.split("\n", 1)
        links_out = [f'<a class="playground" href="{up}/playground/index.html">Open the playground</a>']
        if name == "README":
            links_out += ['<a href="cheatsheet.pdf">Cheat sheet (PDF)</a>', '<a href="cheatsheet.svg">SVG</a>']
        text = f"{title}\n\n{' &nbsp; '.join(links_out)}\n{rest}"
    target.write_text(links.in_code_spans(text) + (contents() if name == "README" else ""))


def contents():
    """The tables of contents on the start page, which the side bar shows."""
    trees = [("API reference", [f"api/{layer}" for layer in LAYERS])]
    trees[0:0] = GUIDE[:1]
    trees += GUIDE[1:]
    out = ["\n"]
    for caption, pages in trees:
        entries = "\n".join(re.sub("^<(.*)>$", r"\1", page) for page in pages)
        out.append(fence("{toctree}", f":hidden:\n:caption: {caption}\n\n{entries}"))
    return "\n".join(out)


# ---- Examples -----------------------------------------------------------------------------------------------------------


def draw(example, compiler, build, folder):
    """Draws the picture of an example; returns its path, or None, and the address in the playground."""
    name = example.name.replace("/", "-")
    program, picture = folder / name, folder / f"{name}.svg"
    recorder = ["-include", f"{ROOT}/docs/site/record.h", str(folder / "record.o")]
    if messages := examples.build_program(example, program, compiler, build, *recorder):
        sys.exit(f"{example.path} with docs/site/record.h: {messages}")
    environment = {**os.environ, "CAROM_PICTURE": str(picture)}
    done = subprocess.run([str(program)], cwd=ROOT, env=environment, capture_output=True, text=True)
    program.unlink()
    if done.returncode:
        sys.exit(f"{example.path} with docs/site/record.h: exit status {done.returncode}: {done.stderr}")
    if done.stdout.startswith("<svg"):
        picture.write_text(done.stdout)
    address = folder / f"{name}.svg.link"
    return picture if picture.exists() else None, address.read_text() if address.exists() else ""


def draw_all(shown, compiler, build):
    folder = STAGE / "pictures"
    folder.mkdir(parents=True)
    subprocess.run([*compiler.split(), *examples.FLAGS, "-c", f"{ROOT}/docs/site/record.c", "-o", f"{folder}/record.o"], check=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        drawn = dict(zip((example.name for example in shown), pool.map(lambda example: draw(example, compiler, build, folder), shown)))
    (folder / "record.o").unlink()
    return drawn


def choose(function, layer, shown):
    """The example of a function: of its layer, named like it, and with few other functions."""
    callers = [example for example in shown if function in example.calls()]
    if not callers:
        sys.exit(f"no example in docs/examples calls {function}")
    words = set(function.split("_"))
    return max(callers, key=lambda example: (example.path.parent.name == layer, len(words & set(example.path.stem.split("_"))),
                                             example.path.stem in ("step", "make", "map"), -len(example.calls())))


def show(example, drawn):
    picture, state = drawn[example.name]
    state = example.playground or state
    layer = example.path.parent.name
    parts = [f"(example-{example.name.replace('/', '-')})=\n::::{{container}} example\n**Example.** {example.title}. {example.about}\n"]
    parts.append(fence("c", example.code))
    parts.append("Prints:\n\n" + fence("text", example.output))
    for language, code in example.forms().items(): # HTML around a block of Markdown
        name = {"js": "JavaScript", "lua": "Lua", "python": "Python"}[language]
        parts.append(f"<details class=\"form\"><summary>{name}</summary>\n\n{fence(language, code)}\n</details>\n")
    if picture:
        parts.append(f"![{example.title}](../pictures/{picture.name})\n")
    if state or (layer in EXHIBITS and picture):
        label = "This state in the playground" if state else "An exhibit of the playground"
        address = html.escape(state or f"#{EXHIBITS[layer]}")
        parts.append(f'<a href="../playground/index.html{address}">{label}</a>\n') # no page of Sphinx: HTML
    return "\n".join(parts) + "\n::::\n"


# ---- Pages of the reference ---------------------------------------------------------------------------------------------


def summary(names, header):
    described = comments(header)
    rows = [f"| {{c:func}}`{name}` | {first_sentence(described[name])} |" for name in names]
    return "::::{container} summary\n| function | |\n|---|---|\n" + "\n".join(rows) + "\n::::\n"


def page(header, shown, drawn, links):
    text, layer = header.read_text(), header.stem
    functions = examples.functions(header)
    chosen = {name: choose(name, layer, shown) for name in functions}
    if layer == "flat_io":
        chosen = {name: next(example for example in shown if example.name == "flat/io") for name in functions}
    parts = [f"# {layer}\n\n`#include <carom{'_flat' if layer.startswith('flat') else ''}.h>`\n"]
    parts.append(links.in_prose(indented_to_fences(essay(text))))
    parts.append("\n## Functions\n\n" + links.in_prose(summary(functions, header)))
    seen = set()
    if next(symbols(header))[0] != "section":
        parts.append("\n## Basics\n")
    for kind, name, start in symbols(header):
        if kind == "section":
            parts.append(f"\n## {name}\n\n" + links.in_prose(indented_to_fences(section_text(text, start))))
            continue
        parts.append(fence(f"{{doxygen{kind}}} {name}", ":members:" if kind == "struct" else ""))
        if kind != "function":
            continue
        example = chosen[name]
        if example.name in seen:
            parts.append(f"::::{{container}} other-example\nExample: [{example.title}](example-{example.name.replace('/', '-')})\n::::\n")
        elif example.path.parent.name == layer or (layer == "flat_io" and example.name == "flat/io"):
            seen.add(example.name)
            parts.append(show(example, drawn))
        else:
            parts.append(f"::::{{container}} other-example\nExample: [{example.title}](example-{example.name.replace('/', '-')})\n::::\n")
    rest = [example for example in shown if example.path.parent.name == layer and example.name not in seen | {"flat/io"}]
    if rest:
        parts.append("\n## More examples\n")
        parts.extend(show(example, drawn) for example in rest)
    return "\n".join(parts)


# ---- The site -----------------------------------------------------------------------------------------------------------


def mend_theme(static):
    """Debian's Furo imports normalize.css from the root of the server, lacks the dark colours for "auto", and has a
    script that is a module."""
    style = static / "styles/furo.css"
    text = style.read_text()
    text = text.replace("url(/javascript/normalize.css/normalize.css)", "url(normalize.css)")
    if "prefers-color-scheme: dark" not in text:
        dark = re.search(r'body\[data-theme="dark"\] \{(\s*--[^}]*\})', text)[1]
        text += "@media not print { @media (prefers-color-scheme: dark) { body:not([data-theme=\"light\"]) {" + dark + " } }\n"
    style.write_text(text)
    shutil.copy("/usr/share/javascript/normalize.css/normalize.css", static / "styles/normalize.css")
    script = static / "scripts/furo.js"
    subprocess.run([ROOT / "web/node_modules/.bin/esbuild", script, "--bundle", "--minify", f"--outfile={script}", "--allow-overwrite",
                    "--log-level=error"], check=True)
    (static / "scripts/gumshoe-patched.js").unlink()


def size_of(picture):
    """Width and height of an SVG or PNG file, in pixels."""
    data = picture.read_bytes()
    if picture.suffix == ".png":
        return struct.unpack(">II", data[16:24])
    root = re.search(rb"<svg [^>]*>", data)[0]
    return tuple(round(float(re.search(rb' %s="([\d.]+)"' % side, root)[1])) for side in (b"width", b"height"))


def add_sizes(folder):
    """Writes the size of each picture into its tag. Without it, a page moves when a picture arrives, and the reader is no
    longer at the place that the address names."""
    def sized(path, tag):
        width, height = size_of(path.parent / urllib.parse.unquote(re.search(r'src="([^"]*)"', tag)[1]))
        return tag.replace("<img ", f'<img width="{width}" height="{height}" ', 1)

    for path in folder.rglob("*.html"):
        text = path.read_text()
        path.write_text(re.sub(r"<img (?![^>]*\bwidth=)[^>]*>", lambda found: sized(path, found[0]), text))


def version():
    numbers = re.findall(r"#define CAROM_VERSION_(?:MAJOR|MINOR|PATCH)\s+(\d+)", (ROOT / "include/carom/base.h").read_text())
    return ".".join(numbers)


def build(compiler, libraries, folder):
    if STAGE.exists():
        shutil.rmtree(STAGE)
    STAGE.mkdir(parents=True)
    shown = examples.examples()
    subprocess.run(["doxygen", "docs/Doxyfile"], cwd=ROOT, check=True)
    drawn = draw_all(shown, compiler, libraries)
    links = Links()
    shutil.copytree(ROOT / "docs/images", STAGE / "docs/images")
    for name in ["README", *(re.search(r"<(.*)>", entry)[1] for _, entries in GUIDE for entry in entries)]:
        stage_document(name, links)
    (STAGE / "api").mkdir()
    for layer in LAYERS:
        (STAGE / f"api/{layer}.md").write_text(page(ROOT / f"include/carom/{layer}.h", shown, drawn, links))
    environment = {**os.environ, "CAROM_XML": str(ROOT / "out/doxygen/xml"), "CAROM_VERSION": version()}
    subprocess.run(["sphinx-build", "-q", "-W", "--keep-going", "-j", str(os.cpu_count()), "-c", "docs/site", "-d", "out/site-state",
                    str(STAGE), folder], cwd=ROOT, env=environment, check=True)
    mend_theme(pathlib.Path(folder, "_static"))
    add_sizes(pathlib.Path(folder))


class Page(html.parser.HTMLParser):
    """The links of a page, the anchors in it, and the pictures without a size."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors, self.unsized = [], {""}, []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        if tag == "img" and not {"width", "height"} <= dict(attributes).keys():
            self.unsized.append(dict(attributes).get("src"))
        for name, value in attributes:
            if name in ("href", "src", "action") and value:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


def faults(folder):
    pages = {path.resolve(): Page(path) for path in folder.rglob("*.html")}
    links = [(path, link) for path, found in pages.items() for link in found.links]
    links += [(path.resolve(), link) for path in folder.rglob("*.css") for link in re.findall(r"url\([\"']?([^\"')]+)", path.read_text())]
    for path, link in links:
        if re.match(r"(https?|mailto|data):", link):
            continue
        address, _, anchor = urllib.parse.unquote(link).partition("#")
        target = (path.parent / address.partition("?")[0]).resolve() if address else path
        target = target / "index.html" if target.is_dir() else target
        where = f"{path.relative_to(folder.resolve())}: {link}"
        if link.startswith("/") or not target.is_relative_to(folder.resolve()):
            yield f"{where} leads out of the site"
        elif not target.exists():
            yield f"{where} does not exist"
        elif target in pages and "playground" not in target.parts and anchor not in pages[target].anchors:
            yield f"{where} has no such anchor"
    for path, found in pages.items():
        for picture in found.unsized:
            yield f"{path.relative_to(folder.resolve())}: picture {picture} has no width and height: the page moves when it arrives"


def main():
    match sys.argv[1:]:
        case ["build", compiler, libraries, folder]:
            build(compiler, libraries, folder)
        case ["check", folder]:
            bad = sorted(faults(pathlib.Path(folder)))
            print("\n".join(bad))
            sys.exit(1 if bad else 0)
        case ["filter", header]:
            write_filtered(header)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
