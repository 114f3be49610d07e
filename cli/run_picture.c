// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Trails of the actors, coloured by time, and the picture of a run.
//
// A long run would cover the level with trails. So only the last steps are drawn, as many as leave the picture legible,
// and of these only the points where a trail turns or changes its colour.
//
// A world reports the position after a step, not the turns within it: sliding from one edge of a level to the next is
// no event. If only the level turned an actor, its trajectory is that of carom_move, and carom_move reconstructs it. If
// the actor touched others, the contact events give some of its positions. A segment that would cross solid is left
// out, because it is unknown.
#include <math.h>
#include <stdlib.h>

#include "cli/run_walk.h"
#include "cli/sheet.h"

enum { COLOURS = 28, POINTS = 400000, CONTACTS = 20000 };
#define INK 0.25f // limit for the area covered by trails, as a fraction of the picture

typedef struct trail_point {
    carom_vec2 at;
    int colour;
    bool cut; ///< no line to the point before
} trail_point;

typedef struct actor_trail {
    trail_point *points;
    int count, capacity;
    carom_vec2 from, velocity; ///< at the start of the step
    bool touched;              ///< touched another actor in the step
} actor_trail;

struct run_trails {
    int64_t first, last; ///< recorded steps: first < step <= last
    float tolerance;     ///< maximum error of a trail, in units
    actor_trail *trails; ///< one for each actor
    int count;
    carom_vec2 *contacts, *jumps;
    int contact_count, jump_count;
};

// ---- Recording ------------------------------------------------------------------------------------------------------

static float scale_of(const run *r) {
    carom_vec2 cell = carom_map_about(r->loaded.map).cell;
    return sheet_scale(r->loaded.bounds, cell.x < cell.y ? cell.x : cell.y);
}

/// Returns the number of steps that the picture can show.
static int64_t legible_steps(const run *r) {
    carom_box b = r->loaded.bounds;
    double width = (double)b.max.x - (double)b.min.x, height = (double)b.max.y - (double)b.min.y;
    double step = (double)r->options->speed * r->count;
    double by_ink = step > 0 ? (double)INK * width * height * (double)scale_of(r) / step : 1e18;
    double by_points = (double)POINTS / r->count;
    double steps = by_ink < by_points ? by_ink : by_points;
    return steps < (double)r->options->steps ? (int64_t)steps + 1 : r->options->steps;
}

run_trails *trails_make(const run *r) {
    run_trails *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->count = r->count;
    t->last = r->options->steps;
    t->first = t->last - legible_steps(r);
    t->tolerance = 0.05f / scale_of(r);
    t->trails = calloc((size_t)r->count, sizeof *t->trails);
    t->contacts = malloc(CONTACTS * sizeof *t->contacts);
    t->jumps = malloc(CONTACTS * sizeof *t->jumps);
    if (!t->trails || !t->contacts || !t->jumps) {
        trails_free(t);
        return NULL;
    }
    return t;
}

void trails_free(run_trails *t) {
    if (!t) return;
    for (int i = 0; t->trails && i < t->count; i++) free(t->trails[i].points);
    free(t->trails);
    free(t->contacts);
    free(t->jumps);
    free(t);
}

/// True if b lies on the segment from a to c, within the tolerance.
static bool is_between(carom_vec2 a, carom_vec2 b, carom_vec2 c, float tolerance) {
    double ux = (double)c.x - (double)a.x, uy = (double)c.y - (double)a.y;
    double vx = (double)b.x - (double)a.x, vy = (double)b.y - (double)a.y;
    double length2 = ux * ux + uy * uy, along = ux * vx + uy * vy;
    return along >= 0 && along <= length2 && fabs(ux * vy - uy * vx) <= (double)tolerance * sqrt(length2);
}

static bool add_point(actor_trail *t, trail_point point, float tolerance) {
    int n = t->count;
    if (n >= 2 && !point.cut && !t->points[n - 1].cut && t->points[n - 2].colour == point.colour &&
        t->points[n - 1].colour == point.colour &&
        is_between(t->points[n - 2].at, t->points[n - 1].at, point.at, tolerance)) {
        t->points[n - 1].at = point.at;
        return true;
    }
    if (n == t->capacity) {
        int capacity = n ? 2 * n : 64;
        trail_point *points = realloc(t->points, (size_t)capacity * sizeof *points);
        if (!points) return false;
        t->points = points;
        t->capacity = capacity;
    }
    t->points[t->count++] = point;
    return true;
}

static int colour_of(const run_trails *t, int64_t step) {
    return (int)((step - t->first - 1) * COLOURS / (t->last - t->first));
}

bool trails_before(run_trails *t, const run *r, int64_t step) {
    if (step <= t->first) return true;
    for (int i = 0; i < t->count; i++) {
        actor_trail *trail = &t->trails[i];
        trail->from = run_center(r, i);
        trail->velocity = carom_world_velocity(r->world, r->actors[i].id);
        trail->touched = false;
        if (step == t->first + 1 && !add_point(trail, (trail_point){.at = trail->from}, t->tolerance)) return false;
    }
    return true;
}

/// Adds a straight line to `at`, unless it would cross solid.
static bool add_line(const run_trails *t, const run *r, actor_trail *trail, carom_vec2 at, int colour) {
    carom_vec2 last = trail->points[trail->count - 1].at, motion = {at.x - last.x, at.y - last.y};
    bool passes = r->options->response == CAROM_RESPONSE_PASS;
    bool cut = !passes && carom_level_ray(r->walls, last, motion).hit;
    return add_point(trail, (trail_point){at, colour, cut}, t->tolerance);
}

/// Adds the trajectory that the level alone causes in the first `part` of the step, if it ends at `to`; otherwise a
/// straight line to `to`. A null `to` is unknown: the trajectory ends where carom_move does.
static bool add_level_path(const run_trails *t, const run *r, actor_trail *trail, float part, const carom_vec2 *to,
                           int colour) {
    carom_scene scene = carom_scene_of_level(r->walls);
    carom_response response = {.kind = (carom_response_kind)r->options->response, .restitution = 1};
    carom_vec2 from = {trail->from.x - r->middle.x, trail->from.y - r->middle.y};
    carom_vec2 move = {trail->velocity.x * part, trail->velocity.y * part};
    carom_scene_hit hits[CAROM_MOVE_MAX_CASTS];
    carom_motion motion = carom_move(&scene, &r->shape, &(carom_motion){.at = from, .velocity = move}, &response, hits,
                                     CAROM_MOVE_MAX_CASTS);
    carom_vec2 end = {motion.at.x + r->middle.x, motion.at.y + r->middle.y};
    float off = 10 * t->tolerance; // half a pixel
    bool there = !to || (fabsf(end.x - to->x) < off && fabsf(end.y - to->y) < off);
    for (int i = 0; there && i < motion.contacts && i < CAROM_MOVE_MAX_CASTS; i++) {
        carom_vec2 at = {hits[i].sweep.at.x + r->middle.x, hits[i].sweep.at.y + r->middle.y};
        if (!add_line(t, r, trail, at, colour)) return false;
    }
    return add_line(t, r, trail, to ? *to : end, colour);
}

/// Adds a line to the position of a contact with another actor, or with the level after one. The contact gives the
/// centre of a circle; `side` is 1 if the normal points to the actor, and -1 if it points away.
static bool add_contact(const run_trails *t, const run *r, actor_trail *trail, const carom_event *e, float side,
                        int colour) {
    bool first = !trail->touched;
    if (first && e->level >= 0) return true;
    trail->touched = true;
    if (r->options->shape == RUN_BOX) return !first || add_level_path(t, r, trail, e->t, NULL, colour);
    float reach = side * r->options->radius;
    carom_vec2 at = {e->point.x + e->normal.x * reach, e->point.y + e->normal.y * reach};
    return first ? add_level_path(t, r, trail, e->t, &at, colour) : add_line(t, r, trail, at, colour);
}

void trails_contact(run_trails *t, carom_vec2 point) {
    if (t->contact_count < CONTACTS) t->contacts[t->contact_count++] = point;
}

void trails_jump(run_trails *t, carom_vec2 from) {
    if (t->jump_count < CONTACTS) t->jumps[t->jump_count++] = from;
}

bool trails_add(run_trails *t, const run *r, int actor, int64_t step) {
    if (step <= t->first) return true;
    return add_point(&t->trails[actor], (trail_point){.at = run_center(r, actor), .colour = colour_of(t, step)},
                     t->tolerance);
}

bool trails_after(run_trails *t, const run *r, int64_t step) {
    if (step <= t->first) return true;
    int colour = colour_of(t, step), count;
    const carom_event *events = carom_world_events(r->world, &count);
    for (int i = 0; i < count; i++) {
        const carom_event *e = &events[i];
        if (e->kind != CAROM_EVENT_BEGIN) continue;
        trails_contact(t, e->point);
        actor_trail *a = &t->trails[carom_world_tag(r->world, e->a)], *b = NULL;
        if (e->level < 0) b = &t->trails[carom_world_tag(r->world, e->b)];
        if (!add_contact(t, r, a, e, 1, colour)) return false;
        if (b && !add_contact(t, r, b, e, -1, colour)) return false;
    }
    for (int i = 0; i < t->count; i++) {
        actor_trail *trail = &t->trails[i];
        carom_vec2 to = run_center(r, i);
        bool straight = trail->touched || r->options->spin != 0;
        if (!(straight ? add_line(t, r, trail, to, colour) : add_level_path(t, r, trail, 1, &to, colour))) return false;
    }
    return true;
}

// ---- Drawing --------------------------------------------------------------------------------------------------------

static const char spawn_colour[] = "#4ade80", contact_colour[] = "#ffffff", end_colour[] = "#fff6c2",
                  escape_colour[] = "#ff3b30", jump_colour[] = "#7dd3fc", platform_colour[] = "#5b7a99";

/// Colours from the oldest step to the newest.
static void make_colours(char colours[COLOURS][8], const char *names[COLOURS + 1]) {
    static const unsigned char stops[][3] = {{62, 58, 140}, {123, 50, 150}, {184, 50, 116},
                                             {232, 92, 66}, {249, 160, 50}, {252, 226, 110}};
    const int last = sizeof stops / sizeof stops[0] - 1;
    for (int i = 0; i < COLOURS; i++) {
        float along = (float)(i * last) / (COLOURS - 1);
        int k = along < (float)last ? (int)along : last - 1;
        int mixed[3];
        for (int c = 0; c < 3; c++) {
            mixed[c] = (int)((float)stops[k][c] + (along - (float)k) * (float)(stops[k + 1][c] - stops[k][c]));
        }
        snprintf(colours[i], 8, "#%02x%02x%02x", (unsigned)mixed[0] & 255u, (unsigned)mixed[1] & 255u,
                 (unsigned)mixed[2] & 255u);
        names[i] = colours[i];
    }
    names[COLOURS] = NULL;
}

/// Draws the parts of a trail that have one colour, each joined to the end of the part before. `points` has room for
/// all.
static void draw_parts(carom_svg *svg, const actor_trail *trail, int colour, carom_vec2 *points) {
    int count = 0;
    for (int i = 0; i < trail->count; i++) {
        const trail_point *point = &trail->points[i];
        bool ends = i + 1 == trail->count || point[1].cut || point[1].colour > colour;
        bool joins = !ends && point[1].colour == colour;
        if (joins || point->colour == colour) points[count++] = point->at;
        if (!ends) continue;
        if (count > 1) carom_svg_line(svg, points, count);
        count = 0;
    }
}

static bool draw_trails(const run_trails *t, carom_svg *svg, const char *const *colours) {
    int longest = 1;
    for (int i = 0; i < t->count; i++) longest = t->trails[i].count > longest ? t->trails[i].count : longest;
    carom_vec2 *points = malloc((size_t)longest * sizeof *points);
    if (!points) return false;
    for (int k = 0; k < COLOURS; k++) {
        float opacity = 0.45f + 0.5f * (float)k / (COLOURS - 1);
        carom_svg_group(svg, &(carom_svg_style){.stroke = colours[k], .width = 1.4f, .opacity = opacity});
        for (int i = 0; i < t->count; i++) draw_parts(svg, &t->trails[i], k, points);
        carom_svg_group_end(svg);
    }
    free(points);
    return true;
}

static void draw_level(carom_svg *svg, const sheet_theme *theme, const carom_level *level) {
    carom_svg_group(svg, &(carom_svg_style){.fill = theme->solid, .stroke = theme->edge, .width = 1.2f});
    carom_svg_solid(svg, level);
    carom_svg_group_end(svg);
    carom_svg_group(svg, &(carom_svg_style){.stroke = theme->one_way, .width = 2});
    carom_svg_edges(svg, level, true);
    carom_svg_group_end(svg);
}

static void draw_spawn_points(carom_svg *svg, const carom_map *map) {
    carom_svg_group(svg, &(carom_svg_style){.stroke = spawn_colour, .width = 1.5f});
    for (int i = 0; i < carom_map_object_count(map); i++) {
        carom_map_object object = carom_map_object_at(map, i);
        if (!is_spawn_point(&object)) continue;
        carom_shape ring = {.kind = CAROM_SHAPE_CIRCLE, .circle = {object.center, 6 / svg->scale}};
        carom_svg_shape(svg, &ring);
        carom_svg_dots(svg, &object.center, 1);
    }
    carom_svg_group_end(svg);
}

static void draw_actors(carom_svg *svg, const run *r) {
    for (int escaped = 0; escaped < 2; escaped++) {
        carom_svg_group(svg, &(carom_svg_style){.fill = escaped ? escape_colour : end_colour, .stroke = "#141a23"});
        for (int i = 0; i < r->count; i++) {
            carom_shape shape = r->walkers ? walk_shape(r, i) : carom_world_shape(r->world, r->actors[i].id);
            if (r->actors[i].escaped == escaped) carom_svg_shape(svg, &shape);
        }
        carom_svg_group_end(svg);
    }
}

/// Draws the path of a platform: of its centre.
static void draw_path(carom_svg *svg, const run_lift *lift, const carom_shape *shape) {
    enum { POINTS_OF_PATH = 65 };
    if (lift->reach.x == 0 && lift->reach.y == 0) return;
    carom_box box = carom_shape_bounds(shape);
    carom_vec2 path[POINTS_OF_PATH];
    for (int k = 0; k < POINTS_OF_PATH; k++) {
        carom_vec2 at = lift_at(lift, (int64_t)lift->steps * k / (POINTS_OF_PATH - 1));
        path[k] = (carom_vec2){at.x + (box.min.x + box.max.x) / 2, at.y + (box.min.y + box.max.y) / 2};
    }
    carom_svg_group(svg, &(carom_svg_style){.stroke = platform_colour, .width = 1, .dash = 4});
    carom_svg_line(svg, path, POINTS_OF_PATH);
    carom_svg_group_end(svg);
}

/// Draws each platform where it ended, and its path.
static void draw_platforms(carom_svg *svg, const sheet_theme *theme, const run *r) {
    for (int i = 0; r->walkers && i < r->walkers->platforms.count; i++) {
        const carom_platform *platform = &r->walkers->list[i];
        draw_path(svg, &r->walkers->lifts[i], &platform->shape);
        bool one_way = platform->shape.kind == CAROM_SHAPE_SEGMENT;
        carom_shape shape = carom_shape_posed(&platform->shape, (carom_pose){platform->position, platform->rotation});
        carom_svg_group(svg, &(carom_svg_style){.fill = one_way ? NULL : platform_colour,
                                                .stroke = one_way ? theme->one_way : theme->edge,
                                                .width = one_way ? 2 : 1});
        carom_svg_shape(svg, &shape);
        carom_svg_group_end(svg);
    }
}

static void draw_jumps(carom_svg *svg, const run_trails *t) {
    carom_svg_group(svg, &(carom_svg_style){.stroke = jump_colour, .width = 1.2f});
    for (int i = 0; i < t->jump_count; i++) {
        carom_shape ring = {.kind = CAROM_SHAPE_CIRCLE, .circle = {t->jumps[i], 3.5f / svg->scale}};
        carom_svg_shape(svg, &ring);
    }
    carom_svg_group_end(svg);
}

static void draw_contacts(carom_svg *svg, const run_trails *t) {
    carom_svg_group(svg, &(carom_svg_style){.stroke = contact_colour, .width = 2.6f, .opacity = 0.75f});
    carom_svg_dots(svg, t->contacts, t->contact_count);
    carom_svg_group_end(svg);
}

static void write_subtitle(const run *r, char text[200]) {
    static const char *const responses[] = {"touch", "slide", "bounce", "cross", "walking"};
    static const char *const shapes[][2] = {{"circle", "circles"}, {"box", "boxes"}, {"capsule", "capsules"}};
    const run_options *o = r->options;
    char spin[40] = "";
    if (o->spin != 0) snprintf(spin, sizeof spin, ", %g radians a step", (double)o->spin);
    snprintf(
        text, 200,
        "%d %s, radius %g, %g units a step%s, %s, seed %lld \u00b7 %lld steps \u00b7 %lld hits \u00b7 %lld escapes",
        r->count, shapes[o->shape][r->count != 1], (double)o->radius, (double)o->speed, spin, responses[o->response],
        (long long)o->seed, (long long)o->steps, (long long)r->hits, (long long)r->escapes);
}

bool trails_draw(const run_trails *t, const run *r, FILE *out) {
    char colours[COLOURS][8], steps[64], subtitle[200];
    const char *names[COLOURS + 1];
    make_colours(colours, names);
    snprintf(steps, sizeof steps, "trails, step %lld to %lld", (long long)t->first, (long long)t->last);
    write_subtitle(r, subtitle);
    const sheet_theme *theme = &sheet_dark;
    const sheet_entry legend[] = {
        {.symbol = SHEET_COLOURS, .colours = names, .label = steps},
        {.symbol = SHEET_DOT, .style = {.stroke = contact_colour, .width = 4}, .label = "contacts"},
        {.symbol = SHEET_RING,
         .style = {.stroke = jump_colour, .width = 1.5f},
         .label = "jumps",
         .absent = t->jump_count == 0},
        {.symbol = SHEET_RING, .style = {.fill = end_colour}, .label = "final positions"},
        {.symbol = SHEET_AREA,
         .style = {.fill = platform_colour, .stroke = theme->edge},
         .label = "platforms and their paths",
         .absent = !r->walkers || r->walkers->platforms.count == 0},
        {.symbol = SHEET_RING,
         .style = {.stroke = spawn_colour, .width = 1.5f},
         .label = "spawn points",
         .absent = count_spawn_points(r->loaded.map) == 0},
        {.symbol = SHEET_AREA, .style = {.fill = theme->solid, .stroke = theme->edge}, .label = "solid"},
        {.symbol = SHEET_LINE,
         .style = {.stroke = theme->one_way, .width = 2},
         .label = "one-way",
         .absent = count_one_way_edges(r->loaded.level) == 0},
        {.symbol = SHEET_RING, .style = {.fill = escape_colour}, .label = "escaped", .absent = r->escapes == 0},
    };
    carom_vec2 cell = carom_map_about(r->loaded.map).cell;
    sheet s;
    sheet_begin(&s, out,
                &(sheet_desc){.theme = theme,
                              .bounds = r->loaded.bounds,
                              .cell = cell.x < cell.y ? cell.x : cell.y,
                              .title = file_name(r->options->level),
                              .subtitle = subtitle,
                              .legend = legend,
                              .legend_count = sizeof legend / sizeof legend[0]});
    draw_level(&s.svg, theme, r->loaded.level);
    draw_platforms(&s.svg, theme, r);
    bool good = draw_trails(t, &s.svg, names);
    draw_contacts(&s.svg, t);
    draw_jumps(&s.svg, t);
    draw_spawn_points(&s.svg, r->loaded.map);
    draw_actors(&s.svg, r);
    return sheet_end(&s) && good;
}
