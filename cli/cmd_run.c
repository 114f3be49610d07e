// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom run: drops actors into a level, lets them move, and tells what they met: events, a picture, a summary.
//
// Whether an actor escaped is asked after every step of what does not move it: carom_level_solid of its centre, and the
// bounds of the level. The bounds are walls, so that open levels keep their actors.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/json.h"
#include "cli/output.h"
#include "cli/pool.h"
#include "cli/run_walk.h"

static const char help[] =
    "usage: carom run LEVEL [OPTION...]\n"
    "\n"
    "Loads a level (Tiled .tmx or .tmj, LDtk .ldtk), puts actors into it, and moves them with exact continuous\n"
    "collision, against the level and each other. They start on its spawn points (objects whose name or class says\n"
    "\"spawn\" or \"start\"), and where there is room when these are used up, each in a random direction. The level's\n"
    "bounds are walls.\n"
    "\n"
    "      --steps N           steps to run (1000)\n"
    "      --actors N          actors (50)\n"
    "      --seed N            of all chance (1); the same seed gives the same run, to the bit, on every machine\n"
    "      --shape circle|box|capsule\n"
    "                          their shape (circle); capsules walk only\n"
    "      --radius R          their radius, of a box half its side (0.3 cells)\n"
    "      --speed V           units a step (a quarter of a cell; of walkers an eighth)\n"
    "      --response touch|slide|bounce|cross|walk\n"
    "                          what they do when they meet something (bounce): stop, go along it, go back, or pass\n"
    "                          through. One that has lost its speed sets off in a new direction. Or they walk, each\n"
    "                          for itself: on slopes and steps, through one-way edges, on platforms\n"
    "      --script FILE       what walkers do (by chance), a line for each order: \"right 40\", \"left 40\",\n"
    "                          \"stand 40\" for so many steps; \"jump\", \"drop\" (through a one-way edge);\n"
    "                          \"jump-right 40\" and \"jump-left 40\", a jump with a way; \"at X Y\" where they "
    "start.\n"
    "                          What follows a # is a comment\n"
    "      --threads N         threads for the steps of 1024 actors or more (2); the run is the same with any number\n"
    "      --events FILE       write what happened, a JSON object a line: who met whom (\"level\", or an actor),\n"
    "                          where, when\n"
    "      --svg FILE          write a picture: trails coloured by time, contacts, where they ended\n"
    "      --json              print the summary as JSON\n"
    "      --hash              print nothing but the state hash\n"
    "      --help              this text\n"
    "\n"
    "The summary: hits are contacts that were answered, pairs are times that two actors met, and escapes are actors\n"
    "whose centre was ever in solid or outside of the level, which is tested apart from what moves them. Exits 1 if\n"
    "there are any, unless the actors cross.\n"
    "\n"
    "Platforms that walkers ride are rectangles of the class \"platform\" or \"one-way platform\" whose name is their\n"
    "path: \"by 64,0 in 120\" (units, steps) there and back, \"round 40 in 240\" (radius, steps) in a circle.\n";

enum { STEPS = 256, ACTORS, SEED, SHAPE, RADIUS, SPEED, RESPONSE, SCRIPT, THREADS, EVENTS, SVG, JSON, HASH };

// ---- Options --------------------------------------------------------------------------------------------------------

static bool read_option(char **argv, int option, run_options *o) {
    static const char *const shapes[] = {"circle", "box", "capsule", NULL};                     // as run_shape
    static const char *const responses[] = {"touch", "slide", "bounce", "cross", "walk", NULL}; // as their kinds
    switch (option) {
    case STEPS: return cli_integer(argv, "--steps", 0, 1000000000, &o->steps);
    case ACTORS: return cli_integer(argv, "--actors", 1, 1000000, &o->actors);
    case SEED: return cli_integer(argv, "--seed", 0, INT64_MAX, &o->seed);
    case SHAPE: return cli_word(argv, "--shape", shapes, &o->shape);
    case RADIUS: return cli_float(argv, "--radius", 1e-6f, 1e6f, &o->radius);
    case SPEED: return cli_float(argv, "--speed", 0, 1e6f, &o->speed);
    case RESPONSE: return cli_word(argv, "--response", responses, &o->response);
    case SCRIPT: o->script = optarg; return true;
    case THREADS: return cli_integer(argv, "--threads", 1, 256, &o->threads);
    case EVENTS: o->events = optarg; return true;
    case SVG: o->svg = optarg; return true;
    case JSON: o->json = true; return true;
    case HASH: o->hash = true; return true;
    default: return false;
    }
}

static int read_options(int argc, char **argv, run_options *o) {
    static const struct option options[] = {
        {"help", no_argument, NULL, 'h'},
        {"steps", required_argument, NULL, STEPS},
        {"actors", required_argument, NULL, ACTORS},
        {"seed", required_argument, NULL, SEED},
        {"shape", required_argument, NULL, SHAPE},
        {"radius", required_argument, NULL, RADIUS},
        {"speed", required_argument, NULL, SPEED},
        {"response", required_argument, NULL, RESPONSE},
        {"script", required_argument, NULL, SCRIPT},
        {"threads", required_argument, NULL, THREADS},
        {"events", required_argument, NULL, EVENTS},
        {"svg", required_argument, NULL, SVG},
        {"json", no_argument, NULL, JSON},
        {"hash", no_argument, NULL, HASH},
        {0},
    };
    *o = (run_options){
        .steps = 1000, .actors = 50, .seed = 1, .radius = -1, .speed = -1, .response = CAROM_BOUNCE, .threads = 2};
    for (int option; (option = cli_option(argc, argv, options)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            exit(CLI_OK);
        }
        if (!read_option(argv, option, o)) return CLI_USAGE;
    }
    if (o->json && o->hash) return cli_usage(argv, "--json and --hash: the JSON has the hash, choose one");
    if (o->events && o->svg && strcmp(o->events, o->svg) == 0) {
        return cli_usage(argv, "--events and --svg both write %s", o->svg);
    }
    bool walks = o->response == RUN_WALK;
    if (o->shape == RUN_CAPSULE && !walks) return cli_usage(argv, "--shape capsule is for --response walk");
    if (o->script && !walks) return cli_usage(argv, "--script is for --response walk");
    return cli_operand(argc, argv, "level", &o->level) ? CLI_OK : CLI_USAGE;
}

// ---- Setting out ----------------------------------------------------------------------------------------------------

/// Puts the actors into a new world, or walkers into the level. Tells why it cannot, and answers false.
static bool set_out(char **argv, run *r, run_random *random) {
    const run_options *o = r->options;
    if (o->response == RUN_WALK) return walk_set_out(argv, r, random);
    int found;
    carom_status status = run_set_out(r, random, &found);
    if (status == CAROM_FULL) {
        cli_fail(argv,
                 "%s: there is room for %d of %d %s of radius %g; ask for fewer (--actors), or smaller ones (--radius)",
                 o->level, found, r->count, o->shape == RUN_BOX ? "boxes" : "circles", (double)o->radius);
    } else if (status != CAROM_OK) {
        cli_fail(argv, "cannot put %d actors into %s: %s", r->count, o->level, carom_status_text(status));
    }
    return status == CAROM_OK;
}

// ---- A step ---------------------------------------------------------------------------------------------------------

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void put_event(const run *r, const carom_event *e, int64_t step, FILE *out) {
    static const char *const kinds[] = {"begin", "stay", "end"}; // as carom_event_kind
    const run_actor *a = carom_world_user_data(r->world, e->a), *b = carom_world_user_data(r->world, e->b);
    fprintf(out, "{\"step\":%lld,\"t\":", (long long)step);
    json_put_number(out, e->t);
    fprintf(out, ",\"kind\":\"%s\",\"a\":%d,\"b\":", kinds[e->kind], (int)(a - r->actors));
    if (b) {
        fprintf(out, "%d", (int)(b - r->actors));
    } else {
        fputs("\"level\"", out);
    }
    fputs(",\"point\":", out);
    json_put_vec2(out, e->point);
    fputs(",\"normal\":", out);
    json_put_vec2(out, e->normal);
    fputs("}\n", out);
}

static void put_events(const run *r, int64_t step, FILE *out) {
    int count;
    const carom_event *events = carom_world_events(r->world, &count);
    for (int i = 0; i < count; i++) put_event(r, &events[i], step, out);
}

static void show_progress(const run *r, int64_t step) {
    static double shown;
    if (!isatty(STDERR_FILENO)) return;
    bool end = step == r->options->steps;
    if (!end && now() - shown < 1e8) return;
    shown = now();
    fprintf(stderr, end ? "\r\x1b[K" : "\rstep %lld of %lld", (long long)step, (long long)r->options->steps);
}

/// Tells why it cannot go on, and answers false.
static bool walk_steps(char **argv, run *r, run_random *random, run_trails *trails, FILE *events) {
    for (int64_t step = 1; step <= r->options->steps; step++) {
        double begin = now();
        if (!walk_step(r, random, step, events, trails)) return !cli_fail(argv, "out of memory for the picture");
        r->nanoseconds += now() - begin;
        run_find_escapes(r);
        show_progress(r, step);
    }
    return true;
}

/// Tells why it cannot go on, and answers false.
static bool run_steps(char **argv, run *r, run_random *random, run_trails *trails, FILE *events) {
    const run_options *o = r->options;
    if (r->walkers) return walk_steps(argv, r, random, trails, events);
    for (int64_t step = 1; step <= o->steps; step++) {
        if (trails && !trails_before(trails, r, step)) return !cli_fail(argv, "out of memory for the picture");
        double begin = now();
        carom_status status = carom_world_step(r->world, 1);
        r->nanoseconds += now() - begin;
        if (status != CAROM_OK) return !cli_fail(argv, "step %lld: %s", (long long)step, carom_status_text(status));
        if (events) put_events(r, step, events);
        if (trails && !trails_after(trails, r, step)) return !cli_fail(argv, "out of memory for the picture");
        run_take_stock(r, random);
        show_progress(r, step);
    }
    return true;
}

// ---- The summary ----------------------------------------------------------------------------------------------------

static void print_summary(const run *r) {
    const run_options *o = r->options;
    double actor_steps = (double)o->steps * r->count;
    double time = actor_steps > 0 ? r->nanoseconds / actor_steps : 0;
    unsigned long long hash = r->walkers ? walk_hash(r) : carom_world_hash(r->world);
    if (o->hash) {
        printf("%016llx\n", hash);
    } else if (o->json) {
        fputs("{\"level\":", stdout);
        json_put_string(stdout, o->level);
        printf(",\"steps\":%lld,\"actors\":%d,\"hits\":%lld,\"pairs\":%lld,\"escapes\":%lld", (long long)o->steps,
               r->count, (long long)r->hits, (long long)r->pairs, (long long)r->escapes);
        if (r->walkers) {
            printf(",\"jumps\":%lld,\"landings\":%lld,\"climbs\":%lld,\"crushed\":%lld", (long long)r->walkers->jumps,
                   (long long)r->walkers->landings, (long long)r->walkers->climbs, (long long)r->walkers->crushed);
        }
        printf(",\"ns_per_actor_step\":%.1f,\"hash\":\"%016llx\",\"events\":", time, hash);
        json_put_string(stdout, o->events);
        fputs(",\"svg\":", stdout);
        json_put_string(stdout, o->svg);
        fputs("}\n", stdout);
    } else {
        printf("level:   %s\nsteps:   %lld\nactors:  %d\nhits:    %lld\npairs:   %lld\nescapes: %lld\n", o->level,
               (long long)o->steps, r->count, (long long)r->hits, (long long)r->pairs, (long long)r->escapes);
        if (r->walkers) {
            printf("jumps:   %lld\nlanded:  %lld\nclimbed: %lld\ncrushed: %lld\n", (long long)r->walkers->jumps,
                   (long long)r->walkers->landings, (long long)r->walkers->climbs, (long long)r->walkers->crushed);
        }
        printf("time:    %.0f ns per actor-step\nhash:    %016llx\n", time, hash);
        if (o->events) printf("events:  %s\n", o->events);
        if (o->svg) printf("picture: %s\n", o->svg);
    }
}

// ---- All of it ------------------------------------------------------------------------------------------------------

/// Draws and completes the files. Tells why it cannot, and answers false.
static bool write_files(char **argv, const run *r, const run_trails *trails, output *events, output *svg) {
    bool drawn = !trails || trails_draw(trails, r, svg->file);
    if (!drawn && !ferror(svg->file)) return !cli_fail(argv, "out of memory for the picture");
    return output_close(argv, svg) && output_close(argv, events);
}

static bool run_to_files(char **argv, run *r) {
    run_random random = {(uint64_t)r->options->seed};
    output events = {0}, svg = {0};
    run_trails *trails = NULL;
    bool good = set_out(argv, r, &random) && output_open(argv, r->options->events, r->options->level, &events) &&
                output_open(argv, r->options->svg, r->options->level, &svg);
    if (good && svg.file) {
        trails = trails_make(r);
        if (!trails) good = !cli_fail(argv, "out of memory for the picture");
    }
    good = good && run_steps(argv, r, &random, trails, events.file) && write_files(argv, r, trails, &events, &svg);
    trails_free(trails);
    output_drop(&events);
    output_drop(&svg);
    return good;
}

int cmd_run(int argc, char **argv) {
    run_options options;
    int status = read_options(argc, argv, &options);
    if (status != CLI_OK) return status;
    run r = {.options = &options};
    if (!load_solid_level(argv, options.level, &r.loaded)) return CLI_FAILED;
    run_choose_sizes(&options, &r.loaded);
    pool *threads = options.threads > 1 ? pool_make((int)options.threads) : NULL; // without them it goes as well
    r.tasks = pool_tasks(threads);

    status = run_to_files(argv, &r) ? CLI_OK : CLI_FAILED;
    if (status == CLI_OK) print_summary(&r);
    if (status == CLI_OK && (fflush(stdout) != 0 || ferror(stdout))) {
        status = cli_fail(argv, "cannot write the summary: %s", strerror(errno));
    }
    if (status == CLI_OK && r.escapes > 0 && options.response != CAROM_CROSS) {
        status = cli_fail(argv, "%lld actors escaped, which is a fault of carom: please report the command",
                          (long long)r.escapes);
    }
    walk_free(&r);
    run_free(&r);
    pool_free(threads);
    loaded_free(&r.loaded);
    return status;
}
