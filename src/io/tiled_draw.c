// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Checked against what Tiled 1.8 draws (tests/io/tiled.c), and for fillmode against the source of Tiled 1.12
// (CellRenderer::render): an image that keeps its aspect is centred in the box it would otherwise fill.
#include "io/tiled_draw.h"

#include "io/tiled_grid.h"

static cr_point swapped_if(bool swap, cr_point p) {
    return swap ? (cr_point){p.y, p.x} : p;
}

// The three flags as a mirror and quarter turns: by D, H and V in that order.
static void set_turns(cr_drawn_tile *drawn, unsigned flags) {
    static const struct {
        bool flip;
        int turns;
    } by_flags[8] = {{0, 0}, {1, 2}, {1, 0}, {0, 2}, {1, 3}, {0, 3}, {0, 1}, {1, 1}};
    unsigned index = (flags & CR_FLIP_XY ? 4 : 0) | (flags & CR_FLIP_X ? 2 : 0) | (flags & CR_FLIP_Y ? 1 : 0);
    drawn->flip = by_flags[index].flip;
    drawn->turns = by_flags[index].turns;
}

// From the image to the box from (0, 0) to `box`: scaled, x and y swapped, mirrored in x, mirrored in y.
static cr_affine flips(cr_point scale, cr_point box, unsigned flags) {
    cr_affine a = {scale.x, 0, 0, scale.y, 0, 0};
    if (flags & CR_FLIP_XY) a = (cr_affine){0, scale.y, scale.x, 0, 0, 0};
    if (flags & CR_FLIP_X) a = (cr_affine){-a.xx, -a.xy, a.yx, a.yy, box.x, a.y};
    if (flags & CR_FLIP_Y) a = (cr_affine){a.xx, a.xy, -a.yx, -a.yy, a.x, box.y};
    return a;
}

// Draws an image into the box from (0, 0) to `target`, or where x and y are swapped, to `target` swapped.
static cr_drawn_tile draw(const cr_tile_use *use, cr_point size, cr_point target, unsigned flags) {
    const cr_tileset *tileset = use->tileset;
    cr_drawn_tile drawn = {.tile = cr_tile_about(use), .size = size};
    bool swap = flags & CR_FLIP_XY;
    cr_point scale = {target.x / size.x, target.y / size.y};
    if (tileset->keep_aspect) scale.x = scale.y = scale.x < scale.y ? scale.x : scale.y;
    drawn.box = swapped_if(swap, (cr_point){size.x * scale.x, size.y * scale.y});
    target = swapped_if(swap, target);
    cr_affine flipped = flips(scale, drawn.box, flags), moved = {1, 0, 0, 1, 0, 0};
    moved.x = (target.x - drawn.box.x) / 2 + tileset->offset_x * scale.x;
    moved.y = (target.y - drawn.box.y) / 2 + tileset->offset_y * scale.y;
    drawn.place = cr_then(&flipped, &moved);
    set_turns(&drawn, flags);
    return drawn;
}

// In hexagonal maps a tile is mirrored first, and then turned about its middle.
static cr_drawn_tile draw_hexagon(const cr_tile_use *use, cr_point size, cr_point target) {
    cr_drawn_tile drawn = draw(use, size, target, use->flags & (CR_FLIP_X | CR_FLIP_Y));
    double degrees = (use->flags & CR_FLIP_XY ? 60 : 0) + (use->flags & CR_ROTATE_120 ? 120 : 0);
    cr_point middle = cr_apply(&drawn.place, (cr_point){size.x / 2, size.y / 2});
    const cr_affine centred = {1, 0, 0, 1, -middle.x, -middle.y};
    cr_affine turn = cr_turn(degrees, middle.x, middle.y);
    drawn.place = cr_then(&drawn.place, &centred);
    drawn.place = cr_then(&drawn.place, &turn);
    return drawn;
}

// In pixels, never less than one: nothing here is divided by zero.
static cr_point size_of(const cr_tile_use *use) {
    const cr_tile *tile = cr_tile_about(use);
    cr_point size = {use->tileset->tile_width, use->tileset->tile_height};
    if (tile && tile->width > 0 && tile->height > 0) size = (cr_point){tile->width, tile->height};
    return (cr_point){size.x < 1 ? 1 : size.x, size.y < 1 ? 1 : size.y};
}

// The box stands on the cell's lower left corner, and may be larger than the cell.
cr_drawn_tile cr_draw_cell(const cr_tiled *tiled, const cr_layer *layer, const cr_tile_use *use, int column, int row) {
    cr_point size = size_of(use), target = size, foot = cr_cell_foot(tiled, column, row);
    if (use->tileset->fit_to_grid) target = (cr_point){tiled->cell_width, tiled->cell_height};
    bool hexagonal = tiled->orientation == CR_HEXAGONAL;
    cr_drawn_tile drawn = hexagonal ? draw_hexagon(use, size, target) : draw(use, size, target, use->flags);
    target = swapped_if(!hexagonal && use->flags & CR_FLIP_XY, target);
    const cr_affine moved = {1, 0, 0, 1, foot.x + layer->offset_x, foot.y - target.y + layer->offset_y};
    drawn.place = cr_then(&drawn.place, &moved);
    return drawn;
}

// The box has its point of alignment at (x, y), and is turned about it. Of the flags only the two mirrors apply.
cr_drawn_tile cr_draw_tile_object(const cr_tiled *tiled, const cr_layer *layer, const cr_object *object) {
    const cr_tileset *tileset = object->tile.tileset;
    cr_point size = size_of(&object->tile);
    cr_point target = {object->width != 0 ? object->width : size.x, object->height != 0 ? object->height : size.y};
    cr_point align = {tiled->orientation == CR_ISOMETRIC ? 0.5 : 0, 1};
    if (tileset->aligned) align = (cr_point){tileset->align_x, tileset->align_y};
    const cr_affine projection = cr_projection(tiled);
    cr_point at = cr_apply(&projection, (cr_point){object->x, object->y});
    cr_drawn_tile drawn = draw(&object->tile, size, target, object->tile.flags & (CR_FLIP_X | CR_FLIP_Y));
    const cr_affine aligned = {1, 0, 0, 1, -align.x * target.x, -align.y * target.y};
    const cr_affine turned = cr_turn(object->rotation, at.x + layer->offset_x, at.y + layer->offset_y);
    drawn.place = cr_then(&drawn.place, &aligned);
    drawn.place = cr_then(&drawn.place, &turned);
    return drawn;
}

cr_point cr_corner_of(const cr_drawn_tile *drawn) {
    cr_point a = cr_apply(&drawn->place, (cr_point){0, 0}), b = cr_apply(&drawn->place, drawn->size);
    return (cr_point){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y};
}
