// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Expressions are compiled to a program for backtracking that visits no state twice, so that no expression takes
// exponential time: R. Cox, Regular Expression Matching: the Virtual Machine Approach, 2009.
#include "io/pattern.h"

#include <string.h>

enum op_kind { OP_BYTE, OP_ANY, OP_SET, OP_SPLIT, OP_JUMP, OP_SAVE, OP_START, OP_END, OP_MATCH };

enum { PATTERN_DEPTH = 50, PATTERN_REPEATS = 100, SAVED = 4 };

// ---- Compiling ------------------------------------------------------------------------------------------------------

typedef struct pattern_compiler {
    cr_pattern *out;
    const char *at;
    const char *wrong; // the first error; null: none
    int depth;
    cr_pattern_op spare; // is written once the program is full
} pattern_compiler;

static void fail_pattern(pattern_compiler *c, const char *wrong) {
    if (!c->wrong) c->wrong = wrong;
}

static cr_pattern_op *add_op(pattern_compiler *c, int kind, int byte) {
    cr_pattern_op *op = &c->spare;
    if (c->out->ops_count < CR_PATTERN_OPS)
        op = &c->out->ops[c->out->ops_count++];
    else
        fail_pattern(c, "it is too long");
    *op = (cr_pattern_op){(uint8_t)kind, (uint8_t)byte, 1, 1};
    return op;
}

// Adds a split before the ops from `start` on. Jumps among these are relative, so they stay valid.
static void insert_split(pattern_compiler *c, int start, int first, int second) {
    add_op(c, OP_SPLIT, 0);
    if (c->wrong) return;
    cr_pattern_op *ops = c->out->ops;
    memmove(&ops[start + 1], &ops[start], (size_t)(c->out->ops_count - 1 - start) * sizeof *ops);
    ops[start] = (cr_pattern_op){OP_SPLIT, 0, (int16_t)first, (int16_t)second};
}

static void add_byte(uint8_t set[32], int byte) {
    set[byte / 8] |= (uint8_t)(1u << (byte % 8));
}

static bool is_in_class(char name, int byte) {
    bool digit = byte >= '0' && byte <= '9', space = byte == ' ' || (byte >= '\t' && byte <= '\r');
    bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    switch (name) {
    case 'd': return digit;
    case 'D': return !digit;
    case 's': return space;
    case 'S': return !space;
    case 'w': return digit || letter || byte == '_';
    default: return !(digit || letter || byte == '_');
    }
}

static bool is_class(char name) {
    return strchr("dDsSwW", name); // not NUL
}

// Reads what follows '\': a byte, or a class, which is added to `set` (then returns -1).
static int read_pattern_escape(pattern_compiler *c, uint8_t set[32]) {
    const char name = *c->at;
    if (!name) fail_pattern(c, "it ends in '\\'");
    if (!name) return -1;
    c->at++;
    if (is_class(name))
        for (int byte = 0; byte < 256; byte++)
            if (is_in_class(name, byte)) add_byte(set, byte);
    if (is_class(name)) return -1;
    if (name == 't') return '\t';
    bool letter = (name >= 'a' && name <= 'z') || (name >= 'A' && name <= 'Z') || (name >= '0' && name <= '9');
    if (letter) fail_pattern(c, "it has an escape that is not supported");
    return (uint8_t)name;
}

static int read_set_byte(pattern_compiler *c, uint8_t set[32]) {
    if (*c->at != '\\') return (uint8_t)*c->at++;
    c->at++;
    return read_pattern_escape(c, set);
}

static void add_set(pattern_compiler *c, const uint8_t set[32]) {
    if (c->out->sets_count == CR_PATTERN_SETS) fail_pattern(c, "it has too many classes");
    if (c->wrong) return;
    memcpy(c->out->sets[c->out->sets_count], set, sizeof c->out->sets[0]);
    add_op(c, OP_SET, c->out->sets_count++);
}

// Reads a class after '['.
static void compile_set(pattern_compiler *c) {
    uint8_t set[32] = {0};
    bool negated = *c->at == '^';
    c->at += negated;
    for (bool first = true; *c->at && (first || *c->at != ']'); first = false) {
        int low = read_set_byte(c, set), high = low;
        if (low >= 0 && c->at[0] == '-' && c->at[1] && c->at[1] != ']') {
            c->at++;
            high = read_set_byte(c, set);
            if (high < low) fail_pattern(c, "it has a class with a reversed range");
        }
        for (int byte = low; byte >= 0 && byte <= high; byte++) add_byte(set, byte);
    }
    if (*c->at != ']') fail_pattern(c, "it has a '[' without ']'");
    c->at += *c->at == ']';
    for (int i = 0; negated && i < 32; i++) set[i] = (uint8_t)~set[i];
    add_set(c, set);
}

static void compile_alternatives(pattern_compiler *c);

// Reads a group after '('.
static void compile_group(pattern_compiler *c) {
    bool captures = *c->at != '?';
    if (!captures && c->at[1] != ':') fail_pattern(c, "it has a group of an unsupported kind");
    if (!captures) c->at += c->at[1] == ':' ? 2 : 1;
    if (++c->depth > PATTERN_DEPTH) fail_pattern(c, "its groups are nested too deeply");
    const int group = captures ? c->out->groups_count++ : SAVED;
    if (2 * group < SAVED) add_op(c, OP_SAVE, 2 * group);
    compile_alternatives(c);
    if (2 * group < SAVED) add_op(c, OP_SAVE, 2 * group + 1);
    if (*c->at != ')') fail_pattern(c, "it has a '(' without ')'");
    c->at += *c->at == ')';
    c->depth--;
}

static void compile_atom(pattern_compiler *c) {
    const char byte = *c->at++;
    uint8_t set[32] = {0};
    switch (byte) {
    case '(': compile_group(c); return;
    case '[': compile_set(c); return;
    case '.': add_op(c, OP_ANY, 0); return;
    case '^': add_op(c, OP_START, 0); return;
    case '$': add_op(c, OP_END, 0); return;
    case '*':
    case '+':
    case '?': fail_pattern(c, "it repeats nothing"); return;
    case '\\': break;
    default: add_op(c, OP_BYTE, (uint8_t)byte); return;
    }
    const int escaped = read_pattern_escape(c, set);
    if (escaped >= 0)
        add_op(c, OP_BYTE, escaped);
    else
        add_set(c, set);
}

// Reads "{2}", "{2,}" or "{2,5}" after '{'; *max is -1 for no limit. Returns false, and reads nothing, for other text:
// then '{' stands for itself.
static bool read_counts(pattern_compiler *c, int *min, int *max) {
    const char *at = c->at;
    int values[2] = {0, -1};
    for (int i = 0; i < 2; i++) {
        const char *digits = at;
        int value = 0;
        for (; *at >= '0' && *at <= '9'; at++) value = value > PATTERN_REPEATS ? value : 10 * value + (*at - '0');
        if (at > digits) values[i] = value;
        if (at == digits && i == 0) return false;
        if (i == 0 && *at != ',') values[1] = value;
        if (i == 0 && *at != ',') break;
        at += i == 0;
    }
    if (*at != '}') return false;
    c->at = at + 1;
    *min = values[0];
    *max = values[1];
    if (*min > PATTERN_REPEATS || *max > PATTERN_REPEATS) fail_pattern(c, "it repeats something too often");
    if (*max >= 0 && *max < *min) fail_pattern(c, "it has a reversed number of repeats");
    return true;
}

// Turns the ops from `start` on into an optional part or, if `many`, into one for any number of times.
static void make_optional(pattern_compiler *c, int start, bool many, bool lazy) {
    const int length = c->out->ops_count - start, after = length + 1 + many;
    insert_split(c, start, lazy ? after : 1, lazy ? 1 : after);
    if (many) add_op(c, OP_JUMP, 0)->first = (int16_t)(-(length + 1));
}

// Replaces the ops from `start` on by so many copies; without a limit (-1) the last is for any number of times.
static void repeat_counted(pattern_compiler *c, int start, int min, int max, bool lazy) {
    cr_pattern_op once[CR_PATTERN_OPS];
    const int length = c->out->ops_count - start, copies = max < 0 ? min + 1 : max;
    memcpy(once, &c->out->ops[start], (size_t)length * sizeof *once);
    c->out->ops_count = start;
    for (int i = 0; i < copies && !c->wrong; i++) {
        const int copy = c->out->ops_count;
        for (int k = 0; k < length; k++) *add_op(c, 0, 0) = once[k];
        if (i >= min) make_optional(c, copy, max < 0, lazy);
    }
}

// Reads what repeats the ops from `start` on, if anything does.
static void compile_repeat(pattern_compiler *c, int start) {
    int min = 0, max = -1;
    const char byte = *c->at;
    if (byte != '*' && byte != '+' && byte != '?' && byte != '{') return;
    c->at++;
    if (byte == '{' && !read_counts(c, &min, &max)) {
        c->at--;
        return;
    }
    if (byte == '+') min = 1;
    if (byte == '?') max = 1;
    const bool lazy = *c->at == '?';
    c->at += lazy;
    if (!c->wrong) repeat_counted(c, start, min, max, lazy);
}

static void compile_sequence(pattern_compiler *c) {
    while (*c->at && *c->at != '|' && *c->at != ')' && !c->wrong) {
        const int start = c->out->ops_count;
        compile_atom(c);
        compile_repeat(c, start);
    }
}

static void compile_alternatives(pattern_compiler *c) {
    const int start = c->out->ops_count;
    compile_sequence(c);
    if (*c->at != '|' || c->wrong) return;
    c->at++;
    const int length = c->out->ops_count - start;
    insert_split(c, start, 1, length + 2);
    const int jump = c->out->ops_count;
    add_op(c, OP_JUMP, 0);
    if (++c->depth > PATTERN_DEPTH) fail_pattern(c, "it has too many alternatives");
    compile_alternatives(c);
    c->depth--;
    if (!c->wrong) c->out->ops[jump].first = (int16_t)(c->out->ops_count - jump);
}

const char *cr_compile_pattern(const char *expression, cr_pattern *out) {
    pattern_compiler c = {.out = out, .at = expression};
    out->ops_count = out->sets_count = out->groups_count = 0;
    compile_alternatives(&c);
    if (*c.at == ')') fail_pattern(&c, "it has a ')' without '('");
    add_op(&c, OP_MATCH, 0);
    return c.wrong;
}

// ---- Matching -------------------------------------------------------------------------------------------------------

typedef struct pattern_run {
    const cr_pattern *pattern;
    const char *text;
    int length;
    int saved[SAVED]; // offsets in the text; -1: none
    uint8_t visited[(CR_PATTERN_OPS * (CR_PATTERN_TEXT + 1) + 7) / 8];
} pattern_run;

// A state to continue with or, if `slot` is not negative, an offset to restore.
typedef struct pattern_state {
    int op, offset, slot;
} pattern_state;

static bool visit_first(pattern_run *run, int op, int offset) {
    const size_t bit = (size_t)op * (CR_PATTERN_TEXT + 1) + (size_t)offset;
    const uint8_t mask = (uint8_t)(1u << (bit % 8));
    if (run->visited[bit / 8] & mask) return false;
    run->visited[bit / 8] |= mask;
    return true;
}

static bool accepts(const pattern_run *run, const cr_pattern_op *op, int offset) {
    if (op->kind == OP_START) return offset == 0;
    if (op->kind == OP_END) return offset == run->length;
    if (offset == run->length) return false;
    const uint8_t byte = (uint8_t)run->text[offset];
    if (op->kind == OP_SET) return run->pattern->sets[op->c][byte / 8] >> (byte % 8) & 1;
    return op->kind == OP_ANY || byte == op->c;
}

enum { PATTERN_STACK = 4096 }; // enough for 16 loops, each over the longest text

static bool match_from(pattern_run *run, int start) {
    pattern_state stack[PATTERN_STACK];
    int count = 0;
    stack[count++] = (pattern_state){0, start, -1};
    while (count > 0) {
        const pattern_state state = stack[--count];
        int op_index = state.op, offset = state.offset;
        if (state.slot >= 0) run->saved[state.slot] = offset;
        while (state.slot < 0 && visit_first(run, op_index, offset)) {
            const cr_pattern_op *op = &run->pattern->ops[op_index];
            if (op->kind == OP_MATCH) return true;
            if (count == PATTERN_STACK) return false;
            if (op->kind == OP_SPLIT) stack[count++] = (pattern_state){op_index + op->second, offset, -1};
            if (op->kind == OP_SAVE) stack[count++] = (pattern_state){0, run->saved[op->c], op->c};
            if (op->kind == OP_SAVE) run->saved[op->c] = offset;
            if (op->kind < OP_SPLIT || op->kind == OP_START || op->kind == OP_END) {
                if (!accepts(run, op, offset)) break;
                offset += op->kind < OP_SPLIT;
            }
            op_index += op->first;
        }
    }
    return false;
}

bool cr_match_pattern(const cr_pattern *pattern, const char *text, cr_pattern_match *out) {
    *out = (cr_pattern_match){{NULL, NULL}, {0, 0}};
    if (strlen(text) >= CR_PATTERN_TEXT) return false;
    pattern_run run = {.pattern = pattern, .text = text, .length = (int)strlen(text)};
    bool found = false;
    for (int start = 0; start <= run.length && !found; start++) {
        for (int i = 0; i < SAVED; i++) run.saved[i] = -1;
        found = match_from(&run, start);
    }
    for (int i = 0; i < 2 && found; i++) {
        const int from = run.saved[2 * i], to = run.saved[2 * i + 1];
        if (from < 0) continue;
        out->text[i] = text + from;
        out->length[i] = (size_t)(to - from);
    }
    return found;
}
