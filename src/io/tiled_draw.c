// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Verified against the output of Tiled 1.8 (tests/io/tiled.c); fillmode follows the source of Tiled 1.12
// (CellRenderer::render): an image that keeps its aspect ratio is centred in the box.
#include "io/tiled_draw.h"

#include "io/tiled_grid.h"

static cr_point swap_if(bool swap, cr_point p) {
    return swap ? (cr_point){p.y, p.x} : p;
}

// The three flags as a flip and quarter turns. Tiled applies D, then H, then V.
static void set_turns(cr_drawn_tile *drawn, unsigned flags) {
    static const struct {
        bool flip;
        int turns;
    } by_flags[8] = {{0, 0}, {1, 2}, {1, 0}, {0, 2}, {1, 3}, {0, 3}, {0, 1}, {1, 1}};
    unsigned index = (flags & CR_FLIP_XY ? 4 : 0) | (flags & CR_FLIP_X ? 2 : 0) | (flags & CR_FLIP_Y ? 1 : 0);
    drawn->flip = by_flags[index].flip;
    drawn->turns = by_flags[index].turns;
}

// From the image to the box from (0, 0) to `box`: scale, swap x and y, flip x, flip y.
static cr_affine flip_transform(cr_point scale, cr_point box, unsigned flags) {
    cr_affine a = {scale.x, 0, 0, scale.y, 0, 0};
    if (flags & CR_FLIP_XY) a = (cr_affine){0, scale.y, scale.x, 0, 0, 0};
    if (flags & CR_FLIP_X) a = (cr_affine){-a.xx, -a.xy, a.yx, a.yy, box.x, a.y};
    if (flags & CR_FLIP_Y) a = (cr_affine){a.xx, a.xy, -a.yx, -a.yy, a.x, box.y};
    return a;
}

// Draws an image into the box from (0, 0) to `target`; if x and y are swapped, to `target` swapped.
static cr_drawn_tile draw_image(const cr_tile_use *use, cr_point size, cr_point target, unsigned flags) {
    const cr_tileset *tileset = use->tileset;
    cr_drawn_tile drawn = {.tile = cr_tile_definition(use), .size = size};
    bool swap = flags & CR_FLIP_XY;
    cr_point scale = {target.x / size.x, target.y / size.y};
    if (tileset->keep_aspect) scale.x = scale.y = scale.x < scale.y ? scale.x : scale.y;
    drawn.box = swap_if(swap, (cr_point){size.x * scale.x, size.y * scale.y});
    target = swap_if(swap, target);
    cr_affine flipped = flip_transform(scale, drawn.box, flags), moved = {1, 0, 0, 1, 0, 0};
    moved.x = (target.x - drawn.box.x) / 2 + tileset->offset_x * scale.x;
    moved.y = (target.y - drawn.box.y) / 2 + tileset->offset_y * scale.y;
    drawn.transform = cr_compose(&flipped, &moved);
    set_turns(&drawn, flags);
    return drawn;
}

// In hexagonal maps, a tile is flipped first, then rotated about its centre.
static cr_drawn_tile draw_hexagon(const cr_tile_use *use, cr_point size, cr_point target) {
    cr_drawn_tile drawn = draw_image(use, size, target, use->flags & (CR_FLIP_X | CR_FLIP_Y));
    double degrees = (use->flags & CR_FLIP_XY ? 60 : 0) + (use->flags & CR_ROTATE_120 ? 120 : 0);
    cr_point middle = cr_apply_affine(&drawn.transform, (cr_point){size.x / 2, size.y / 2});
    const cr_affine centred = {1, 0, 0, 1, -middle.x, -middle.y};
    cr_affine turn = cr_rotation(degrees, middle.x, middle.y);
    drawn.transform = cr_compose(&drawn.transform, &centred);
    drawn.transform = cr_compose(&drawn.transform, &turn);
    return drawn;
}

// In pixels, at least 1 to avoid division by zero.
static cr_point image_size(const cr_tile_use *use) {
    const cr_tile *tile = cr_tile_definition(use);
    cr_point size = {use->tileset->tile_width, use->tileset->tile_height};
    if (tile && tile->width > 0 && tile->height > 0) size = (cr_point){tile->width, tile->height};
    return (cr_point){size.x < 1 ? 1 : size.x, size.y < 1 ? 1 : size.y};
}

// The box extends up and right from the bottom-left corner of the cell, and may be larger than the cell.
cr_drawn_tile cr_draw_cell(const cr_tiled *tiled, const cr_layer *layer, const cr_tile_use *use, int column, int row) {
    cr_point size = image_size(use), target = size, foot = cr_cell_bottom_left(tiled, column, row);
    if (use->tileset->fit_to_grid) target = (cr_point){tiled->cell_width, tiled->cell_height};
    bool hexagonal = tiled->orientation == CR_HEXAGONAL;
    cr_drawn_tile drawn = hexagonal ? draw_hexagon(use, size, target) : draw_image(use, size, target, use->flags);
    target = swap_if(!hexagonal && use->flags & CR_FLIP_XY, target);
    const cr_affine moved = {1, 0, 0, 1, foot.x + layer->offset_x, foot.y - target.y + layer->offset_y};
    drawn.transform = cr_compose(&drawn.transform, &moved);
    return drawn;
}

// The alignment point of the box is at (x, y), the centre of rotation. Only the flips H and V apply.
cr_drawn_tile cr_draw_tile_object(const cr_tiled *tiled, const cr_layer *layer, const cr_object *object) {
    const cr_tileset *tileset = object->tile.tileset;
    cr_point size = image_size(&object->tile);
    cr_point target = {object->width != 0 ? object->width : size.x, object->height != 0 ? object->height : size.y};
    cr_point align = {tiled->orientation == CR_ISOMETRIC ? 0.5 : 0, 1};
    if (tileset->aligned) align = (cr_point){tileset->align_x, tileset->align_y};
    const cr_affine projection = cr_projection(tiled);
    cr_point at = cr_apply_affine(&projection, (cr_point){object->x, object->y});
    cr_drawn_tile drawn = draw_image(&object->tile, size, target, object->tile.flags & (CR_FLIP_X | CR_FLIP_Y));
    const cr_affine aligned = {1, 0, 0, 1, -align.x * target.x, -align.y * target.y};
    const cr_affine turned = cr_rotation(object->rotation, at.x + layer->offset_x, at.y + layer->offset_y);
    drawn.transform = cr_compose(&drawn.transform, &aligned);
    drawn.transform = cr_compose(&drawn.transform, &turned);
    return drawn;
}

cr_point cr_min_corner(const cr_drawn_tile *drawn) {
    cr_point a = cr_apply_affine(&drawn->transform, (cr_point){0, 0}),
             b = cr_apply_affine(&drawn->transform, drawn->size);
    return (cr_point){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y};
}
