// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom draw: the boundary of a level as the library uses it, or the tile catalogue.
#include <math.h>
#include <stdlib.h>

#include "cli/catalogue.h"
#include "cli/cli.h"
#include "cli/draw_sight.h"
#include "cli/load.h"
#include "cli/output.h"
#include "cli/sheet.h"

static const char help[] =
    "usage: carom draw LEVEL [OPTION...] -o X.svg\n"
    "       carom draw --catalogue -o X.svg\n"
    "\n"
    "Draws the solid parts of a level (Tiled, LDtk, GeoJSON, .png): the boundary without seams, the outward normal\n"
    "of each edge, one-way edges, and the vertices. Convex corners and ends of one-way edges can be hit; flat and\n"
    "concave vertices cannot, and have another colour. With --catalogue, draws the 96 tiles of the catalogue instead.\n"
    "\n"
    "  -o, --output FILE   the SVG to write (-: standard output)\n"
    "      --sight X0,Y0,X1,Y1\n"
    "                      also draw the line of sight between two cells, the cells that it crosses, and the cell\n"
    "                      that blocks it. A cell blocks if its centre is solid\n"
    "      --corners RULE  whether the two shoulder cells block where the line passes through a corner: open (never; "
    "the\n"
    "                      default), pair (if both are solid), any (if one is solid)\n"
    "      --catalogue     the tile catalogue\n"
    "      --help          this text\n"
    "\n" LEVEL_HELP;

static const char corner_colour[] = "#e4572e", vertex_colour[] = "#7f8ea6", normal_colour[] = "#17967f",
                  spawn_colour[] = "#2f9e44";

/// The vertices of the boundary: convex corners from the start of `points`, the others from its end.
typedef struct vertices {
    carom_vec2 *points;
    int corners, others;
} vertices;

/// Each vertex is the start of one edge, except the last one of an open chain. Null `points`: out of memory.
static vertices find_vertices(const carom_level *level) {
    int edges = carom_level_edge_count(level);
    vertices v = {.points = malloc(2 * (size_t)edges * sizeof *v.points)};
    carom_vec2 *end = v.points ? v.points + 2 * (size_t)edges : NULL;
    for (int i = 0; i < edges && v.points; i++) {
        carom_level_edge edge = carom_level_edge_at(level, i);
        *(edge.corner_a ? &v.points[v.corners++] : end - ++v.others) = edge.a;
        if (edge.next < 0) *(edge.corner_b ? &v.points[v.corners++] : end - ++v.others) = edge.b;
    }
    return v;
}

static void draw_grid(carom_svg *svg, const char *colour, carom_box b, carom_vec2 cell) {
    if (!(cell.x > 0 && cell.y > 0)) return;
    carom_svg_group(svg, &(carom_svg_style){.stroke = colour});
    for (float x = b.min.x + cell.x; x < b.max.x; x += cell.x) {
        carom_svg_line(svg, (carom_vec2[]){{x, b.min.y}, {x, b.max.y}}, 2);
    }
    for (float y = b.min.y + cell.y; y < b.max.y; y += cell.y) {
        carom_svg_line(svg, (carom_vec2[]){{b.min.x, y}, {b.max.x, y}}, 2);
    }
    carom_svg_group_end(svg);
}

static void draw_dots(carom_svg *svg, const char *colour, float size, const carom_vec2 *points, int count) {
    carom_svg_group(svg, &(carom_svg_style){.stroke = colour, .width = size});
    carom_svg_dots(svg, points, count);
    carom_svg_group_end(svg);
}

static void draw_outline(carom_svg *svg, const sheet_theme *theme, const carom_level *level, const vertices *v) {
    carom_svg_group(svg, &(carom_svg_style){.fill = theme->solid});
    carom_svg_solid(svg, level);
    carom_svg_group_end(svg);
    for (int one_way = 0; one_way < 2; one_way++) {
        const char *colour = one_way ? theme->one_way : theme->edge;
        carom_svg_group(svg, &(carom_svg_style){.stroke = one_way ? colour : normal_colour, .width = 1});
        carom_svg_normals(svg, level, one_way, 6);
        carom_svg_group_end(svg);
        carom_svg_group(svg, &(carom_svg_style){.stroke = colour, .width = one_way ? 2.5f : 1.5f});
        carom_svg_edges(svg, level, one_way);
        carom_svg_group_end(svg);
    }
    draw_dots(svg, vertex_colour, 3, v->points + 2 * (size_t)carom_level_edge_count(level) - v->others, v->others);
    draw_dots(svg, corner_colour, 4, v->points, v->corners);
}

static void draw_spawn_points(carom_svg *svg, const carom_map *map) {
    for (int i = 0; i < carom_map_object_count(map); i++) {
        carom_map_object object = carom_map_object_at(map, i);
        if (!is_spawn_point(&object)) continue;
        draw_dots(svg, spawn_colour, 7, &object.center, 1);
        carom_svg_group(svg, &(carom_svg_style){.fill = spawn_colour});
        carom_vec2 label = {object.center.x + 8 / svg->scale, object.center.y + 4 / svg->scale};
        carom_svg_text(svg, label, 12, CAROM_SVG_ANCHOR_LEFT, object.name);
        carom_svg_group_end(svg);
    }
}

enum { LEVEL_ENTRIES = 7 }; // number of legend rows

static bool draw_level(FILE *out, const char *path, const loaded *l, const sight_request *sight) {
    vertices v = find_vertices(l->level);
    if (!v.points) return false;
    carom_map_info info = carom_map_about(l->map);
    const sheet_theme *theme = &sheet_light;
    char edges[64], corners[64], others[64], subtitle[160];
    snprintf(subtitle, sizeof subtitle, "%s \u00b7 %g \u00d7 %g pixels \u00b7 %d seams removed",
             l->format[0] ? l->format : info.format, (double)(l->bounds.max.x - l->bounds.min.x),
             (double)(l->bounds.max.y - l->bounds.min.y), carom_level_seams_removed(l->level));
    snprintf(edges, sizeof edges, "%d edges, one-sided", carom_level_edge_count(l->level));
    snprintf(corners, sizeof corners, "%d vertices that can be hit", v.corners);
    snprintf(others, sizeof others, "%d flat or concave vertices", v.others);
    const sight_drawing seen = sight ? begin_sight(sight, l) : (sight_drawing){0};
    sheet_entry legend[] = {
        {.symbol = SHEET_AREA, .style = {.fill = theme->solid}, .label = "solid"},
        {.symbol = SHEET_LINE, .style = {.stroke = theme->edge, .width = 1.5f}, .label = edges},
        {.symbol = SHEET_LINE,
         .style = {.stroke = theme->one_way, .width = 2.5f},
         .label = "one-way",
         .absent = count_one_way_edges(l->level) == 0},
        {.symbol = SHEET_LINE, .style = {.stroke = normal_colour, .width = 1}, .label = "outward normals"},
        {.symbol = SHEET_DOT, .style = {.stroke = corner_colour, .width = 6}, .label = corners},
        {.symbol = SHEET_DOT, .style = {.stroke = vertex_colour, .width = 5}, .label = others},
        {.symbol = SHEET_DOT,
         .style = {.stroke = spawn_colour, .width = 7},
         .label = "spawn points",
         .absent = count_spawn_points(l->map) == 0},
        [LEVEL_ENTRIES + SIGHT_ENTRIES - 1] = {.absent = true},
    };
    char sight_labels[SIGHT_ENTRIES][SIGHT_LABEL];
    if (sight) sight_legend(&seen, legend + LEVEL_ENTRIES, sight_labels);
    sheet s;
    sheet_begin(&s, out,
                &(sheet_desc){.theme = theme,
                              .bounds = l->bounds,
                              .cell = info.cell.x < info.cell.y ? info.cell.x : info.cell.y,
                              .title = file_name(path),
                              .subtitle = subtitle,
                              .legend = legend,
                              .legend_count = LEVEL_ENTRIES + (sight ? SIGHT_ENTRIES : 0)});
    if (sight) draw_sight_below(&s.svg, &seen);
    draw_grid(&s.svg, theme->grid, l->bounds, info.cell);
    draw_outline(&s.svg, theme, l->level, &v);
    draw_spawn_points(&s.svg, l->map);
    if (sight) draw_sight_above(&s.svg, &seen);
    free(v.points);
    return sheet_end(&s);
}

static int draw_to_file(char **argv, const char *path, const char *output_path, const level_options *how,
                        const sight_request *sight) {
    loaded l = {0};
    output out;
    if (path && !load_solid_level(argv, path, how, &l)) return CLI_FAILED;
    if (sight && !check_sight(argv, sight, &l)) {
        loaded_free(&l);
        return CLI_FAILED;
    }
    bool good = output_open(argv, output_path, path, &out);
    if (good) {
        bool drawn = path ? draw_level(out.file, path, &l, sight) : draw_catalogue(out.file);
        // A write error sets the error flag of the stream as well, and output_close reports it.
        good = drawn || ferror(out.file) ? output_close(argv, &out) : false;
        if (out.file) cli_fail(argv, "out of memory");
        output_drop(&out);
    }
    loaded_free(&l);
    return good ? CLI_OK : CLI_FAILED;
}

int cmd_draw(int argc, char **argv) {
    static const struct option options[] = {{"help", no_argument, NULL, 'h'},
                                            {"output", required_argument, NULL, 'o'},
                                            {"sight", required_argument, NULL, 's'},
                                            {"corners", required_argument, NULL, 'r'},
                                            {"catalogue", no_argument, NULL, 'c'},
                                            LEVEL_OPTIONS,
                                            {0}};
    level_options how = {.rules_count = 0};
    const char *path = NULL, *output_path = NULL;
    static const char *const rules[] = {"open", "pair", "any", NULL}; // in the order of carom_corners
    int rule = CAROM_CORNERS_OPEN;
    sight_request sight;
    bool catalogue = false, sight_wanted = false, rule_given = false;
    for (int option; (option = cli_option(argc, argv, options)) != -1;) {
        bool wrong;
        if (level_option(argv, option, &how, &wrong)) continue;
        if (wrong) return CLI_USAGE;
        switch (option) {
        case 'o': output_path = optarg; break;
        case 'c': catalogue = true; break;
        case 's':
            sight_wanted = true;
            if (!read_sight(argv, optarg, &sight)) return CLI_USAGE;
            break;
        case 'r':
            rule_given = true;
            if (!cli_word(argv, "--corners", rules, &rule)) return CLI_USAGE;
            break;
        case 'h': fputs(help, stdout); return CLI_OK;
        default: return CLI_USAGE;
        }
    }
    if (catalogue && optind < argc) return cli_usage(argv, "--catalogue takes no level: remove '%s'", argv[optind]);
    if (!catalogue && !cli_operand(argc, argv, "level", &path)) return CLI_USAGE;
    if (catalogue && sight_wanted) return cli_usage(argv, "--sight needs a level, not --catalogue");
    if (rule_given && !sight_wanted) return cli_usage(argv, "--corners requires --sight");
    if (!output_path || !*output_path) return cli_usage(argv, "no output given: add -o X.svg");
    sight.corners = (carom_corners)rule;
    return draw_to_file(argv, path, output_path, &how, sight_wanted ? &sight : NULL);
}
