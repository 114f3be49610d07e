// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom run: puts actors into a level, moves them, and reports contacts: events, a picture, a summary.
//
// Escapes are tested after every step by code that is independent of the movement: carom_level_solid at the centre, and
// the bounds of the level. The bounds are walls, so that no actor leaves an open level.
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
#include "cli/scene.h"

static const char help[] =
    "usage: carom run LEVEL [OPTION...]\n"
    "       carom run --bodies SCENE [LEVEL] [OPTION...]\n"
    "\n"
    "Loads a level (Tiled, LDtk, GeoJSON, .png), puts actors into it, and moves them with exact continuous\n"
    "collision detection, against the level and each other. They start on its spawn points (objects whose name or\n"
    "class contains \"spawn\" or \"start\"), then at random clear positions, each in a random direction. The bounds\n"
    "of the level are walls.\n"
    "With --bodies, a JSON file says which bodies are in the world, and what happens to them (docs/scenes.md). Its\n"
    "bodies may spin.\n"
    "\n"
    "      --bodies SCENE      run a scene (-: standard input): bodies of every type, paths, orders. LEVEL takes the\n"
    "                          place of the level that the scene names\n"
    "      --steps N           steps to run (1000, or what the scene says)\n"
    "      --actors N          actors (50)\n"
    "      --seed N            random seed (1); the same seed gives the same run on every machine, bit for bit\n"
    "      --shape circle|box|capsule\n"
    "                          their shape (circle); capsule requires --response walk\n"
    "      --radius R          their radius; half the side of a box (0.3 cells)\n"
    "      --speed V           units a step (a quarter of a cell; for walkers an eighth)\n"
    "      --spin W            radians a step (0), -33.5 to 33.5; every second actor turns the other way\n"
    "      --response touch|slide|bounce|cross|walk\n"
    "                          what they do at a contact (bounce): touch stops, slide moves along the surface, cross\n"
    "                          passes through. Actors that have stopped restart in a random direction. walk: "
    "character\n"
    "                          controllers with slopes, steps, one-way edges and platforms, which pass each other\n"
    "      --script FILE       the input of walkers (random), one order a line: \"right 40\", \"left 40\", \"stand "
    "40\"\n"
    "                          for 40 steps; \"jump\"; \"drop\" (through a one-way edge); \"jump-right 40\" and\n"
    "                          \"jump-left 40\"; \"at X Y\", the start position. # begins a comment\n"
    "      --threads N         threads for the steps of 1024 actors or more (2); the run is the same with any number\n"
    "      --events FILE       write contact events, a JSON object a line: step, time, kind, the actor and what it\n"
    "                          touches (\"level\", a platform, or another actor), point, normal (-: standard output)\n"
    "      --svg FILE          write a picture: trails coloured by time, contacts, final positions (-: likewise)\n"
    "      --json              print the summary as JSON\n"
    "      --hash              print the state hash only\n"
    "      --help              this text\n"
    "\n"
    "In the summary, hits is the number of contacts with the level, pairs that of contacts between two actors, and\n"
    "escapes that of actors whose centre was in solid or outside the level after some step; the test is independent "
    "of\n"
    "the movement. Exits 1 if there are escapes, unless --response is cross.\n";

static const char level_help[] =
    "\n" LEVEL_HELP "\n"
    "Moving platforms for walkers are rectangles of the class \"platform\" or \"one-way platform\" whose name is "
    "their\n"
    "motion: \"by 64,0 in 120\" (units, steps) there and back, \"round 40 in 240\" (radius, steps) in a circle, "
    "\"spin\n"
    "0.02\" (radians a step) about their centre, or a path and a spin: \"by 64,0 in 120 spin 0.02\". A rotation of "
    "the\n"
    "rectangle is that of the start. With any other name they are static one-way edges.\n";

enum {
    STEPS = 256,
    BODIES,
    ACTORS,
    SEED,
    SHAPE,
    RADIUS,
    SPEED,
    SPIN,
    RESPONSE,
    SCRIPT,
    THREADS,
    EVENTS,
    SVG,
    JSON,
    HASH
};

// ---- Options --------------------------------------------------------------------------------------------------------

// Bounds of the options, in units, and units a step: far beyond any level, and far from the limits of float.
static const float RADIUS_MIN = 1e-6f, RADIUS_MAX = 1e6f, SPEED_MAX = 1e6f;

static bool read_option(char **argv, int option, run_options *o) {
    static const char *const shapes[] = {"circle", "box", "capsule", NULL}; // in the order of run_shape
    static const char *const responses[] = {"touch", "slide", "bounce", "cross",
                                            "walk",  NULL}; // in the order of carom_response_kind, then RUN_WALK
    if (option >= ACTORS && option <= SCRIPT) o->actor_option = true;
    switch (option) {
    case BODIES: o->bodies = optarg; return true;
    case STEPS: return cli_integer(argv, "--steps", 0, 1000000000, &o->steps);
    case ACTORS: return cli_integer(argv, "--actors", 1, 1000000, &o->actors);
    case SEED: return cli_integer(argv, "--seed", 0, INT64_MAX, &o->seed);
    case SHAPE: return cli_word(argv, "--shape", shapes, &o->shape);
    case RADIUS: return cli_float(argv, "--radius", RADIUS_MIN, RADIUS_MAX, &o->radius);
    case SPEED: return cli_float(argv, "--speed", 0, SPEED_MAX, &o->speed);
    case SPIN: return cli_float(argv, "--spin", -CAROM_MAX_TURN, CAROM_MAX_TURN, &o->spin);
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

/// The operand of --bodies is optional: it takes the place of the level that the scene names.
static int read_scene_operand(int argc, char **argv, run_options *o) {
    if (o->actor_option)
        return cli_usage(argv, "--bodies cannot be combined with options for actors: the scene says what moves");
    if (strcmp(o->bodies, "-") == 0 && optind < argc && strcmp(argv[optind], "-") == 0)
        return cli_usage(argv, "the scene and the level cannot both be standard input");
    return optind == argc || cli_operand(argc, argv, "level", &o->level) ? CLI_OK : CLI_USAGE;
}

static int read_options(int argc, char **argv, run_options *o) {
    static const struct option options[] = {
        {"help", no_argument, NULL, 'h'},
        {"steps", required_argument, NULL, STEPS},
        {"bodies", required_argument, NULL, BODIES},
        {"actors", required_argument, NULL, ACTORS},
        {"seed", required_argument, NULL, SEED},
        {"shape", required_argument, NULL, SHAPE},
        {"radius", required_argument, NULL, RADIUS},
        {"speed", required_argument, NULL, SPEED},
        {"spin", required_argument, NULL, SPIN},
        {"response", required_argument, NULL, RESPONSE},
        {"script", required_argument, NULL, SCRIPT},
        {"threads", required_argument, NULL, THREADS},
        {"events", required_argument, NULL, EVENTS},
        {"svg", required_argument, NULL, SVG},
        {"json", no_argument, NULL, JSON},
        {"hash", no_argument, NULL, HASH},
        LEVEL_OPTIONS,
        {0},
    };
    *o = (run_options){.steps = -1,
                       .actors = 50,
                       .seed = 1,
                       .radius = -1,
                       .speed = -1,
                       .response = CAROM_RESPONSE_BOUNCE,
                       .threads = 2};
    for (int option; (option = cli_option(argc, argv, options)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            fputs(level_help, stdout);
            exit(CLI_OK);
        }
        bool wrong;
        if (level_option(argv, option, &o->how, &wrong)) continue;
        if (wrong || !read_option(argv, option, o)) return CLI_USAGE;
    }
    if (o->json && o->hash) return cli_usage(argv, "--json and --hash cannot be combined: the JSON contains the hash");
    if (o->events && o->svg && strcmp(o->events, o->svg) == 0) {
        return cli_usage(argv, "--events and --svg both write %s", o->svg);
    }
    if (o->bodies) return read_scene_operand(argc, argv, o);
    if (o->steps < 0) o->steps = 1000;
    bool walks = o->response == RUN_WALK;
    if (o->shape == RUN_CAPSULE && !walks) return cli_usage(argv, "--shape capsule requires --response walk");
    if (o->script && !walks) return cli_usage(argv, "--script requires --response walk");
    if (o->spin != 0 && walks)
        return cli_usage(argv, "--spin cannot be combined with --response walk: walkers do not turn");
    return cli_operand(argc, argv, "level", &o->level) ? CLI_OK : CLI_USAGE;
}

// ---- Start ----------------------------------------------------------------------------------------------------------

/// Puts the actors into a new world, or walkers into the level. On failure prints why and returns false.
static bool start_actors(char **argv, run *r, run_random *random) {
    const run_options *o = r->options;
    if (o->response == RUN_WALK) return walk_start(argv, r, random);
    int found;
    carom_status status = run_start(r, random, &found);
    if (status == CAROM_STATUS_FULL) {
        cli_fail(argv, "%s: only %d of %d %s of radius %g fit; reduce --actors or --radius", level_path(o->level),
                 found, r->count, o->shape == RUN_BOX ? "boxes" : "circles", (double)o->radius);
    } else if (status != CAROM_STATUS_OK) {
        cli_fail(argv, "cannot put %d actors into %s: %s", r->count, level_path(o->level), carom_status_text(status));
    }
    return status == CAROM_STATUS_OK;
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

double run_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

void run_put_event_start(const carom_event *event, int64_t step, FILE *out) {
    static const char *const kinds[] = {"begin", "stay", "end"}; // in the order of carom_event_kind
    fprintf(out, "{\"step\":%lld,\"t\":", (long long)step);
    json_put_number(out, event->t);
    fprintf(out, ",\"kind\":\"%s\"", kinds[event->kind]);
}

void run_put_event_end(const carom_event *event, FILE *out) {
    fputs(",\"point\":", out);
    json_put_vec2(out, event->point);
    fputs(",\"normal\":", out);
    json_put_vec2(out, event->normal);
    fputs("}\n", out);
}

static void put_event(const run *r, const carom_event *e, int64_t step, FILE *out) {
    run_put_event_start(e, step, out);
    fprintf(out, ",\"a\":%d,\"b\":", (int)carom_world_tag(r->world, e->a));
    if (e->level < 0) {
        fprintf(out, "%d", (int)carom_world_tag(r->world, e->b));
    } else {
        fputs("\"level\"", out);
    }
    run_put_event_end(e, out);
}

static void put_events(const run *r, int64_t step, FILE *out) {
    int count;
    const carom_event *events = carom_world_events(r->world, &count);
    for (int i = 0; i < count; i++) put_event(r, &events[i], step, out);
}

void run_show_progress(int64_t step, int64_t steps) {
    static double shown;
    if (!isatty(STDERR_FILENO)) return;
    bool end = step == steps;
    if (!end && run_clock() - shown < 1e8) return;
    shown = run_clock();
    fprintf(stderr, end ? "\r\x1b[K" : "\rstep %lld of %lld", (long long)step, (long long)steps);
}

/// On failure prints why and returns false.
static bool walk_steps(char **argv, run *r, run_random *random, run_trails *trails, FILE *events) {
    const run_options *o = r->options;
    for (int64_t step = 1; step <= o->steps; step++) {
        double begin = run_clock();
        if (!walk_step(r, random, step, events, trails)) return !cli_fail(argv, "out of memory for the picture");
        r->nanoseconds += run_clock() - begin;
        run_find_escapes(r);
        run_show_progress(step, o->steps);
    }
    return true;
}

/// On failure prints why and returns false.
static bool run_steps(char **argv, run *r, run_random *random, run_trails *trails, FILE *events) {
    const run_options *o = r->options;
    if (r->walkers) return walk_steps(argv, r, random, trails, events);
    for (int64_t step = 1; step <= o->steps; step++) {
        if (trails && !trails_before(trails, r, step)) return !cli_fail(argv, "out of memory for the picture");
        double begin = run_clock();
        carom_status status = carom_world_step(r->world, 1);
        r->nanoseconds += run_clock() - begin;
        if (status != CAROM_STATUS_OK)
            return !cli_fail(argv, "step %lld: %s", (long long)step, carom_status_text(status));
        if (events) put_events(r, step, events);
        if (trails && !trails_after(trails, r, step)) return !cli_fail(argv, "out of memory for the picture");
        run_after_step(r, random);
        run_show_progress(step, o->steps);
    }
    return true;
}

// ---- Summary --------------------------------------------------------------------------------------------------------

static void print_summary(const run *r) {
    const run_options *o = r->options;
    double actor_steps = (double)o->steps * r->count;
    double time = actor_steps > 0 ? r->nanoseconds / actor_steps : 0;
    unsigned long long hash = r->walkers ? walk_hash(r) : carom_world_hash(r->world);
    if (o->hash) {
        printf("%016llx\n", hash);
    } else if (o->json) {
        fputs("{\"level\":", stdout);
        json_put_string(stdout, level_path(o->level));
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
        printf("level:   %s\nsteps:   %lld\nactors:  %d\nhits:    %lld\npairs:   %lld\nescapes: %lld\n",
               level_path(o->level), (long long)o->steps, r->count, (long long)r->hits, (long long)r->pairs,
               (long long)r->escapes);
        if (r->walkers) {
            printf("jumps:   %lld\nlanded:  %lld\nclimbed: %lld\ncrushed: %lld\n", (long long)r->walkers->jumps,
                   (long long)r->walkers->landings, (long long)r->walkers->climbs, (long long)r->walkers->crushed);
        }
        printf("time:    %.0f ns per actor-step\nhash:    %016llx\n", time, hash);
        if (o->events) printf("events:  %s\n", o->events);
        if (o->svg) printf("picture: %s\n", o->svg);
    }
}

int run_flush_summary(char **argv) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return CLI_OK;
    return cli_fail(argv, "cannot write the summary: %s", strerror(errno));
}

// ---- The command ----------------------------------------------------------------------------------------------------

/// Draws the picture and completes the files. On failure prints why and returns false.
static bool write_files(char **argv, const run *r, const run_trails *trails, output *events, output *svg) {
    bool drawn = !trails || trails_draw(trails, r, svg->file);
    if (!drawn && !ferror(svg->file)) return !cli_fail(argv, "out of memory for the picture");
    return output_close(argv, svg) && output_close(argv, events);
}

static bool run_to_files(char **argv, run *r) {
    run_random random = {(uint64_t)r->options->seed};
    output events = {0}, svg = {0};
    run_trails *trails = NULL;
    bool good = start_actors(argv, r, &random) && output_open(argv, r->options->events, r->options->level, &events) &&
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

/// carom run without --bodies; returns the exit status.
static int run_actors(char **argv, run_options *options, carom_tasks tasks) {
    run r = {.options = options, .tasks = tasks};
    if (!load_solid_level(argv, options->level, &options->how, &r.loaded)) return CLI_FAILED;
    run_choose_sizes(options, &r.loaded);

    int status = run_to_files(argv, &r) ? CLI_OK : CLI_FAILED;
    if (status == CLI_OK) print_summary(&r);
    if (status == CLI_OK) status = run_flush_summary(argv);
    if (status == CLI_OK && r.escapes > 0 && options->response != CAROM_RESPONSE_PASS) {
        status = cli_fail(argv, "%lld actors escaped, which is a bug in carom: please report this command",
                          (long long)r.escapes);
    }
    walk_free(&r);
    run_free(&r);
    loaded_free(&r.loaded);
    return status;
}

int cmd_run(int argc, char **argv) {
    run_options options;
    int status = read_options(argc, argv, &options);
    if (status != CLI_OK) return status;
    pool *threads = options.threads > 1 ? pool_make((int)options.threads)
                                        : NULL; // null if there are no threads: steps then run on this one
    status = options.bodies ? run_bodies(argv, &options, pool_tasks(threads))
                            : run_actors(argv, &options, pool_tasks(threads));
    pool_free(threads);
    return status;
}
