// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A picture of a level and of a path through it. The text goes wherever the program sends it.
#include <carom.h>
#include <stdio.h>

static bool write_to_file(void *file, const char *text, size_t size) {
    return fwrite(text, 1, size, file) == size;
}

int main(void) {
    carom_vec2 points[] = {{0, 40}, {60, 40}, {60, 50}, {0, 50}}, plank[] = {{30, 20}, {50, 20}};
    carom_outline outlines[] = {{.points = points, .count = 4},
                                {.points = plank, .count = 2, .open = true, .one_way = true}};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = outlines, .outlines_count = 2}, &level, NULL)) return 1;
    carom_box bounds = carom_level_bounds(level);
    carom_shape ball;
    carom_make_circle((carom_vec2){12, 34}, 6, &ball);
    carom_vec2 path[] = {{12, 34}, {20, 15}, {28, 8}, {40, 14}};

    FILE *file = stdout;
    carom_svg svg = {.write = write_to_file, .context = file, .origin = bounds.min, .scale = 2};
    svg.origin.y = 0;
    carom_svg_begin(&svg, 120, 100, "a jump");
    carom_svg_group(&svg, &(carom_svg_style){.fill = "#d5dbe5"});
    carom_svg_solid(&svg, level);
    carom_svg_group_end(&svg);
    carom_svg_group(&svg, &(carom_svg_style){.stroke = "#334155", .width = 2});
    carom_svg_edges(&svg, level, false);
    carom_svg_edges(&svg, level, true);
    carom_svg_normals(&svg, level, true, 6);
    carom_svg_shape(&svg, &ball);
    carom_svg_line(&svg, path, 4);
    carom_svg_group_end(&svg);
    carom_svg_group(&svg, &(carom_svg_style){.fill = "#334155", .stroke = "#e11d48", .width = 5});
    carom_svg_dots(&svg, path, 4);
    carom_svg_text(&svg, (carom_vec2){40, 14}, 10, CAROM_SVG_ANCHOR_LEFT, "lands");
    carom_svg_group_end(&svg);
    if (!carom_svg_end(&svg)) return 1; // a write failed
    carom_level_free(level);
}

// clang-format off
// Prints:
// <svg xmlns="http://www.w3.org/2000/svg" width="120" height="100" viewBox="0 0 120 100" font-family="system-ui, sans-serif" stroke-linejoin="round" stroke-linecap="round">
// <title>a jump</title>
// <g fill="#d5dbe5">
// <path d="M0 80h120v20h-120z"/>
// </g>
// <g fill="none" stroke="#334155" stroke-width="2">
// <path d="M0 80h120M0 100v-20M120 100h-120M120 80v20"/>
// <path d="M60 40h40"/>
// <path d="M80 40v-6"/>
// <circle cx="24" cy="68" r="12"/>
// <path d="M24 68l16-38l16-14l24 12"/>
// </g>
// <g fill="#334155" stroke="#e11d48" stroke-width="5">
// <path d="M24 68h0M40 30h0M56 16h0M80 28h0"/>
// <text x="80" y="28" font-size="10">lands</text>
// </g>
// </svg>
