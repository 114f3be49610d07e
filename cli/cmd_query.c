// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom query: one JSON object a line, one answer a line. A bad line is answered with its error, and the next one is
// read.
//
// An answer is written to memory first, so that a failing op leaves no partial answer. To add an op: a line in the
// table of query_geom.c, of query_grid.c or of a new file, and a row in the help below.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/json.h"
#include "cli/query.h"
#include "cli/query_text.h"

#ifdef _WIN32
#define getc_unlocked _getc_nolock
#endif

static const char help[] =
    "usage: carom query < QUESTIONS > ANSWERS\n"
    "\n"
    "Reads one JSON object a line, and answers each with one line immediately.\n"
    "\n"
    "  op        fields                                         answer\n"
    "  overlap   a, b                                           hit\n"
    "  distance  a, b                                           distance (negative: depth), on_a, on_b, normal\n"
    "  contact   a, b                                           hit, depth, normal, points\n"
    "  ray       from, move or to, b                            hit, t, exit, inside, point, normal\n"
    "  sweep     a, move, b, b_move (optional)                  hit, t, at, inside, point, normal, feature\n"
    "  turn      a, move, turn, b, b_move, b_turn               hit, t, at, turned, inside, point, normal, velocity,\n"
    "            (but for a and b optional)                     feature\n"
    "  move      a, move, turn (optional), level, response      at, velocity, t, contacts, count, inside; with turn:\n"
    "            (stop, slide, bounce, pass), restitution,      turned, spin, blocked\n"
    "            friction, surface_speed\n"
    "  walk      from, to, corners (open, any), ends            cells\n"
    "  sight     rows (# blocks), from, to,                     clear, blocker\n"
    "            corners (open, pair, any)\n"
    "  fov       rows, from, radius                             visible\n"
    "\n"
    "Shapes: {\"point\":[x,y]}  {\"circle\":[x,y,r]}  {\"box\":[minx,miny,maxx,maxy]}  {\"capsule\":[ax,ay,bx,by,r]}\n"
    "  {\"segment\":[ax,ay,bx,by],\"one_sided\":false,\"ends\":[true,true]}  {\"polygon\":[x0,y0,x1,y1,...]} (convex)\n"
    "  {\"compound\":[SHAPE,...]}; for ray and sweep in 3D {\"sphere\":[x,y,z,r]} and "
    "{\"segment3\":[ax,ay,az,bx,by,bz]}.\n"
    "A box or polygon may have \"radius\":r (rounded corners), any shape \"pose\":[x,y,radians], or\n"
    "[x,y,cosine,sine]: turned about the origin, then moved. In turn and move, the origin moves, and the shape turns\n"
    "about it by turn or b_turn in radians; turned is the final cosine and sine.\n"
    "\n"
    "overlap, distance, ray (with move), sweep and turn also take a level in the place of b, \"level\":[OUTLINE,...], "
    "as\n"
    "scenes do: {\"points\":[x0,y0,x1,y1,...],\"open\":false,\"one_way\":false,\"tag\":0}. part_b (ray: part) is the "
    "edge;\n"
    "overlap lists the edges. move moves a by move, while it turns by turn, with the response at each contact.\n"
    "\n"
    "\"id\" may have any type, and is echoed as written. Numbers are rounded to floats on input, and printed with 9\n"
    "significant digits. Fields that do not apply (the normal of a miss) are null. For a compound, part, part_a and\n"
    "part_b are the index of the part. A bad line, or one with a field that its op does not have, is answered with\n"
    "{\"error\":\"...\"}; the following lines are answered, and the exit status is 1.\n"
    "\n"
    "  echo '{\"op\":\"sweep\",\"a\":{\"circle\":[0,5,1]},\"move\":[10,0],\"b\":{\"segment\":[0,0,10,10]}}' |\n"
    "      carom query\n";

static const query_op *const tables[] = {query_geom_ops, query_grid_ops, query_level_ops};

enum { LINE_BYTES = 64 << 20 }; // maximum length of a line

// ---- Lines ----------------------------------------------------------------------------------------------------------

typedef struct line {
    char *bytes; ///< ends with a NUL
    size_t size, capacity;
    bool too_long; ///< longer than LINE_BYTES or than memory allows; the rest of the line was skipped
} line;

static bool make_room(line *l) {
    if (l->size < l->capacity) return true;
    size_t capacity = l->capacity ? 2 * l->capacity : 4096;
    if (capacity > LINE_BYTES) return false;
    char *bytes = realloc(l->bytes, capacity);
    if (!bytes) return false;
    l->bytes = bytes;
    l->capacity = capacity;
    return true;
}

/// Reads up to the next newline or the end of the input; returns false at the end.
static bool read_line(FILE *in, line *l) {
    l->size = 0;
    l->too_long = false;
    int c = getc_unlocked(in);
    if (c == EOF) return false;
    for (; c != EOF && c != '\n'; c = getc_unlocked(in)) {
        if (l->too_long || !make_room(l)) {
            l->too_long = true;
        } else {
            l->bytes[l->size++] = (char)c;
        }
    }
    if (make_room(l)) {
        l->bytes[l->size] = '\0';
    } else {
        l->too_long = true;
    }
    return true;
}

// ---- One line -------------------------------------------------------------------------------------------------------

static bool is_blank(const line *l) {
    for (size_t i = 0; i < l->size; i++) {
        if (l->bytes[i] != ' ' && l->bytes[i] != '\t' && l->bytes[i] != '\r') return false;
    }
    return true;
}

/// Returns the object of a line, or null and the error. All its numbers are reals, because an integer may exceed 64
/// bits.
static json_t *parse(query *q, const line *l) {
    if (l->too_long) {
        query_fail(q, "line", "longer than %d MiB", LINE_BYTES >> 20);
        return NULL;
    }
    const size_t flags = JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL;
    if (is_blank(l)) {
        query_fail(q, "line", "empty; expected a JSON object");
        return NULL;
    }
    json_error_t error;
    json_t *object = json_loadb(l->bytes, l->size, flags, &error);
    if (!object) {
        char place[48];
        snprintf(place, sizeof place, "column %d", error.column);
        query_fail(q, place, "%s", error.text);
    } else if (!json_is_object(object)) {
        query_fail(q, "$", "expected a JSON object");
        json_decref(object);
        object = NULL;
    } else {
        query_round_once(object, l->bytes);
    }
    return object;
}

static const query_op *find_in(const query_op *ops, const char *name) {
    while (ops->name && strcmp(ops->name, name) != 0) ops++;
    return ops->name ? ops : NULL;
}

static const query_op *find_op(query *q) {
    const json_t *name = query_field(q, "op");
    if (!json_is_string(name)) {
        query_fail(q, "$.op", "%s", name ? "expected a string" : "missing");
        return NULL;
    }
    const char *given = strlen(json_string_value(name)) == json_string_length(name) ? json_string_value(name) : "";
    const query_op *op = query_field(q, "level") ? find_in(query_level_ops, given) : NULL;
    for (size_t i = 0; !op && i < sizeof tables / sizeof tables[0]; i++) op = find_in(tables[i], given);
    if (op) return op;
    query_fail(q, "$.op", "unknown op \"%.32s\"; carom query --help lists them", given);
    return NULL;
}

static bool answer(query *q) {
    const query_op *op = find_op(q);
    return op && query_known_fields(q, op->name, "op id", op->fields) && op->answer(q);
}

/// Copies the text of the line: a large number, or one with many digits, would change by conversion.
static void put_id(query *q, const line *l) {
    size_t length;
    const char *id = query_member_text(q->fields, l->bytes, "id", &length);
    if (!id) return;
    answer_name(q, "id");
    fwrite(id, 1, length, q->answer);
}

/// Writes the answer to one line to `out`, a stream in memory; returns false if the answer is an error.
static bool answer_line(const line *l, FILE *out) {
    query q = {.answer = out};
    json_t *object = parse(&q, l);
    q.fields = object;
    fputc('{', out);
    if (object) put_id(&q, l);
    bool good = object && answer(&q);
    if (!good) {
        rewind(out);
        fputc('{', out);
        q.answer_begun = false;
        if (object) put_id(&q, l);
        answer_string(&q, "error", q.error);
    }
    fputs("}\n", out);
    query_release(&q);
    json_decref(object);
    return good;
}

// ---- The command ----------------------------------------------------------------------------------------------------

/// Where an answer is written before it is complete: in memory, or, on Windows, in a temporary file.
typedef struct draft {
    FILE *file;
    char *text;
    size_t size;
} draft;

#ifdef _WIN32

static bool draft_open(draft *d) {
    d->file = tmpfile();
    return d->file;
}

static bool draft_print(draft *d) {
    size_t length = (size_t)ftell(d->file);
    char *text = length > d->size ? realloc(d->text, length) : d->text;
    if (!text) return false;
    d->text = text;
    if (length > d->size) d->size = length;
    rewind(d->file);
    return fread(d->text, 1, length, d->file) == length && fwrite(d->text, 1, length, stdout) == length;
}

#else

static bool draft_open(draft *d) {
    d->file = open_memstream(&d->text, &d->size);
    return d->file;
}

static bool draft_print(draft *d) {
    return fflush(d->file) == 0 && fwrite(d->text, 1, (size_t)ftell(d->file), stdout) > 0;
}

#endif

/// Answers all lines of `in`; returns the exit status.
static int answer_all(char **argv, FILE *in) {
    line l = {0};
    draft out = {0};
    if (!draft_open(&out)) return cli_fail(argv, "out of memory");
    unsigned long long count = 0, bad = 0, first_bad = 0;
    bool written = true;
    while (written && read_line(in, &l)) {
        count++;
        rewind(out.file);
        if (!answer_line(&l, out.file) && bad++ == 0) first_bad = count;
        written = draft_print(&out) && fflush(stdout) == 0;
    }
    int write_error = errno;
    fclose(out.file);
    free(out.text);
    free(l.bytes);
    if (!written) return cli_fail(argv, "cannot write answer %llu: %s", count, strerror(write_error));
    if (ferror(in)) return cli_fail(argv, "cannot read line %llu: %s", count + 1, strerror(errno));
    if (bad > 0) return cli_fail(argv, "%llu of %llu lines had an error, line %llu first", bad, count, first_bad);
    return CLI_OK;
}

int cmd_query(int argc, char **argv) {
    static const struct option options[] = {{"help", no_argument, NULL, 'h'}, {0}};
    for (int option; (option = cli_option(argc, argv, options)) != -1;) {
        if (option == '?') return CLI_USAGE;
        fputs(help, stdout);
        return CLI_OK;
    }
    if (optind < argc) return cli_usage(argv, "reads standard input: carom query < %s", argv[optind]);
    return answer_all(argv, stdin);
}
