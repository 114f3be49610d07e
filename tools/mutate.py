# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# The single changes that tools/mutants.py makes to a C source: an operator, a constant, a condition, a dropped
# statement, two swapped arguments. It works on tokens, and relies on clang-format: a binary operator has white space on
# both sides, a unary one does not. Comments, strings, preprocessor lines, static assertions, declarations and
# dimensions of arrays stay as they are.
import bisect
import re
from collections import namedtuple

Token = namedtuple('Token', 'kind text start end')
# `start` to `end` of the text become `new`. `what` names the change, as in "< -> <=" or "drop statement". `column` is
# counted from the first letter of the line: a line may have the same change twice.
Mutant = namedtuple('Mutant', 'path function line column source what start end new')

SKIP = re.compile(r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*|//[^\n]*|/\*.*?\*/', re.M | re.S)
TOKEN = re.compile(r'''
    (?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
  | (?P<number>(?:0[xX][0-9a-fA-F.]+(?:[pP][+-]?\d+)?|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[a-zA-Z]*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<op><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s\w])''', re.X)

BINARY = {'<': ('<=', '>'), '<=': ('<', '>'), '>': ('>=', '<'), '>=': ('>', '<'), '==': ('!=',), '!=': ('==',),
          '&&': ('||',), '||': ('&&',), '+': ('-',), '-': ('+',), '*': ('/',), '/': ('*',), '%': ('*',),
          '<<': ('>>',), '>>': ('<<',), '&': ('|',), '|': ('&',), '^': ('|',),
          '+=': ('-=',), '-=': ('+=',), '*=': ('/=',), '/=': ('*=',), '|=': ('&=',), '&=': ('|=',), '^=': ('|=',),
          '<<=': ('>>=',), '>>=': ('<<=',)}
MEMBERS = {'x': 'y', 'y': 'x', 'min': 'max', 'max': 'min'}
# Functions that give the same result when their two arguments are swapped, or the last two of three.
COMMUTATIVE = {'carom_overlap', 'carom_prepared_overlap', 'cr_dot', 'cr_add', 'cr_same_point', 'cr_boxes_overlap',
               'cr_box_of', 'cr_box_union', 'fmin', 'fmax', 'cr_are_apart', 'cr_exact_add', 'cr_exact_multiply',
               'cr_exact2_dot', 'cr_relate_parts', 'cr_swap_lists', 'are_opposite_walls', 'doubled_product',
               'doubled_sum', 'moves_along', 'least_double', 'most_double', 'dot3', 'exact_dot',
               'cr_accepts', 'cr_pair_of', 'cr_predicate_allows', 'cr_may_collide', 'cr_blocks', 'cr_crossing_point'}
KEYWORDS = set('''break case const continue default do else enum extern for goto if inline register restrict return
    sizeof static struct switch typedef union void volatile while int char short long float double signed unsigned bool
    _Alignas alignof _Alignof _Static_assert static_assert'''.split())
CLOSING = {'(': ')', '[': ']', '{': '}'}


def tokens_of(text):
    """The tokens of a C text; comments, preprocessor lines and static assertions give none."""
    blank = SKIP.sub(lambda m: re.sub(r'[^\n]', ' ', m.group()), _without_strings(text))
    tokens = [Token(m.lastgroup, m.group(), m.start(), m.end()) for m in TOKEN.finditer(blank)]
    kept, i = [], 0
    while i < len(tokens):
        if tokens[i].text in ('_Static_assert', 'static_assert'):
            i = closing(tokens, i + 1)
        else:
            kept.append(tokens[i])
        i += 1
    return kept


def _without_strings(text):
    # A string may contain //: its contents become underscores.
    either = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|' r"'(?:\\.|[^'\\\n])*'", re.S)

    def hide(match):
        found = match.group()
        return found if found[0] == '/' else found[0] + '_' * (len(found) - 2) + found[-1]

    return either.sub(hide, text)


def closing(tokens, i):
    """The index of the bracket that closes tokens[i]."""
    depth, j = 0, i
    while j < len(tokens):
        if tokens[j].text in CLOSING:
            depth += 1
        elif tokens[j].text in CLOSING.values():
            depth -= 1
            if depth == 0:
                return j
        j += 1
    return len(tokens) - 1


def functions_of(tokens, text):
    """For each token the name of the function whose body it is in, or None."""
    names, i = [None] * len(tokens), 0
    while i < len(tokens):
        if tokens[i].text == '{':
            end = closing(tokens, i)
            if i and tokens[i - 1].text == ')':
                opening, depth = i - 1, 0
                while opening >= 0:
                    depth += {')': 1, '(': -1}.get(tokens[opening].text, 0)
                    if depth == 0:
                        break
                    opening -= 1
                for k in range(i, end + 1):
                    names[k] = tokens[opening - 1].text
            i = end
        i += 1
    return names


def numbers(text):
    """What a constant becomes: its neighbours; of a real one, zero and the double."""
    digits = re.match(r'0[xX][0-9a-fA-F.]+(?:[pP][+-]?\d+)?|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?', text).group()
    hexadecimal = digits[:2] in ('0x', '0X')
    if re.search(r'[.pP]' if hexadecimal else r'[.eE]', digits):
        suffix = text[len(digits):]
        zero = not re.search(r'[1-9a-fA-F]', re.sub(r'^0[xX]|[pPeE][+-]?\d+$', '', digits))
        return ['1.0' + suffix] if zero else ['0.0' + suffix, f'(2 * {text})']
    suffix = text[len(digits):]
    value = int(digits, 16 if hexadecimal else 8 if re.match(r'0\d', digits) else 10)
    show = hex if hexadecimal else str
    return [show(value + 1) + suffix] + ([show(value - 1) + suffix] if value else [])


class Mutator:
    def __init__(self, path, text):
        self.path, self.text = path, text
        self.tokens = tokens_of(text)
        self.functions = functions_of(self.tokens, text)
        self.lines = text.split('\n')
        self.ends = [i for i, letter in enumerate(text) if letter == '\n']
        self.heads = self.find_heads()  # the parentheses of if, for, while and switch
        self.found = []

    def add(self, i, start, end, new, what):
        old = self.text[start:end]
        if new == old:
            return
        line = bisect.bisect_left(self.ends, start) + 1
        text = self.lines[line - 1]
        column = start - (self.ends[line - 1] - len(text.lstrip()))
        source = ' '.join(text.split())
        # The number of lines stays: messages and assertions name them.
        new += '\n' * (old.count('\n') - new.count('\n'))
        self.found.append(Mutant(self.path, self.functions[i], line, column, source, what, start, end, new))

    def replace(self, i, new):
        token = self.tokens[i]
        self.add(i, token.start, token.end, new, f'{token.text} -> {new}')

    def at(self, i):
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ''

    def spaced(self, i):
        token = self.tokens[i]
        return self.text[token.start - 1].isspace() and self.text[token.end].isspace()

    def all(self):
        for i, token in enumerate(self.tokens):
            if token.kind == 'number' and not self.dimension(i):
                for new in numbers(token.text):
                    self.replace(i, new)
            elif token.kind == 'op':
                self.operator(i)
            elif token.kind == 'name':
                self.name(i)
            if self.functions[i] and self.begins_statement(i):
                self.statement(i)
        return sorted(set(self.found), key=lambda m: (m.start, m.end, m.new))

    def find_heads(self):
        heads, spans = set(), []
        for i, token in enumerate(self.tokens):
            if token.text in ('if', 'for', 'while', 'switch') and self.at(i + 1) == '(':
                end = closing(self.tokens, i + 1)
                heads.add(end)
                spans.append((i + 1, end))
        self.inside = {k for a, b in spans for k in range(a, b)}
        return heads

    def begins_statement(self, i):
        before = self.at(i - 1)
        return i not in self.inside and (before in (';', '{', '}', 'else', 'do', ':') or i - 1 in self.heads)

    def dimension(self, i):
        """Is a constant the length of an array that is declared? Less of it may overflow unseen, more is harmless."""
        if self.at(i - 1) != '[' or self.at(i + 1) != ']':
            return False
        if self.at(i - 3) == ',' and self.at(i + 2) == '=' and self.at(i + 3) == '{':  # the second of a declaration
            return True
        return self.tokens[i - 3].kind == 'name' and self.at(i - 3) not in ('return', 'case', 'else')

    def operator(self, i):
        text = self.at(i)
        if text in BINARY and self.spaced(i):
            for new in BINARY[text]:
                self.replace(i, new)
        elif text in ('++', '--'):
            self.replace(i, '--' if text == '++' else '++')
        elif text in ('!', '-', '~') and not self.text[self.tokens[i].end].isspace():
            self.add(i, self.tokens[i].start, self.tokens[i].end, '', f'drop {text}')
        elif text == '?':
            start = self.tokens[i].start
            self.add(i, start, start, '|| 1 ', '? always')
            self.add(i, start, start, '&& 0 ', '? never')

    def name(self, i):
        text = self.at(i)
        if text in ('true', 'false'):
            self.replace(i, 'false' if text == 'true' else 'true')
        elif text in MEMBERS and self.at(i - 1) in ('.', '->'):
            self.replace(i, MEMBERS[text])
        elif text in ('if', 'while') and self.at(i + 1) == '(':
            self.condition(i, i + 2, closing(self.tokens, i + 1), text == 'if')
        elif text == 'for' and self.at(i + 1) == '(':
            end = closing(self.tokens, i + 1)
            parts = [k for k in range(i, end) if self.at(k) == ';']
            if len(parts) == 2 and parts[1] > parts[0] + 1:
                self.condition(i, parts[0] + 1, parts[1], False)
        elif text not in KEYWORDS and text not in COMMUTATIVE and self.at(i + 1) == '(' and self.functions[i]:
            self.arguments(i)

    def condition(self, i, first, end, both):
        start, stop = self.tokens[first].start, self.tokens[end - 1].end
        self.add(i, start, stop, '0', 'condition -> 0')
        if both:
            self.add(i, start, stop, '1', 'condition -> 1')

    def arguments(self, i):
        end = closing(self.tokens, i + 1)
        cuts, depth = [i + 1], 0
        for k in range(i + 2, end):
            depth += (self.at(k) in CLOSING) - (self.at(k) in CLOSING.values())
            if self.at(k) == ',' and depth == 0:
                cuts.append(k)
        cuts.append(end)
        spans = [(self.tokens[a + 1].start, self.tokens[b - 1].end) for a, b in zip(cuts, cuts[1:]) if b > a + 1]
        for n, ((a, b), (c, d)) in enumerate(zip(spans, spans[1:])):
            text = self.text
            self.add(i, a, d, text[c:d] + text[b:c] + text[a:b], f'swap arguments {n + 1}, {n + 2}')

    def statement(self, i):
        """Drops an assignment, a call or a jump; returns 0."""
        first, second = self.at(i), self.at(i + 1)
        end, depth = i, 0
        while end < len(self.tokens) and not (self.at(end) == ';' and depth == 0):
            depth += (self.at(end) in CLOSING) - (self.at(end) in CLOSING.values())
            if depth < 0 or self.at(end) == '{':
                return
            end += 1
        if end == len(self.tokens):
            return
        start, stop = self.tokens[i].start, self.tokens[end].start
        if first == 'return':
            constant = end == i + 2 and (self.tokens[i + 1].kind == 'number' or second in ('true', 'false', 'NULL'))
            if end > i + 1 and not constant:
                self.add(i, self.tokens[i + 1].start, stop, '0', 'return 0')
            elif end == i + 1:
                self.add(i, start, stop, '', 'drop statement')
        elif first in ('break', 'continue', 'goto'):
            self.add(i, start, stop, '', 'drop statement')
        elif first in ('*', '++', '--', '(') or (
                self.tokens[i].kind == 'name' and first not in KEYWORDS and
                (second in ('(', '=', '++', '--', '.', '->', '[') or second in BINARY and second.endswith('='))):
            self.add(i, start, stop, '', 'drop statement')


def mutants_of(path, text):
    """All changes of the text of a file, in the order of their places."""
    return Mutator(path, text).all()


def changed(text, mutant):
    return text[:mutant.start] + mutant.new + text[mutant.end:]


def hunk(text, mutant):
    """The change as a hunk without context, for git apply --unidiff-zero."""
    last = text.count('\n', 0, mutant.end) + 1
    count = last - mutant.line + 1
    old = text.split('\n')[mutant.line - 1:last]
    new = changed(text, mutant).split('\n')[mutant.line - 1:last]
    lines = [f'@@ -{mutant.line},{count} +{mutant.line},{count} @@ {mutant.function or ""}: {mutant.what}']
    return '\n'.join(lines + ['-' + s for s in old] + ['+' + s for s in new])
