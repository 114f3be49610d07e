// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Draws a whole map from carom_map_contents with SDL2: tile layers with flips and opacity, objects, images of layers,
// and over them, on F1, the boundary that things collide with. A game needs no other reader of its maps. libpng decodes
// the images.
//
//     map LEVEL [--debug] [--screenshot FILE.bmp]
//
// The arrow keys move the view.
#include <SDL.h>
#include <carom.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1280, HEIGHT = 720, IMAGES = 64 };

typedef struct image {
    const char *path;
    SDL_Texture *texture; ///< null: the file cannot be read
    float width, height;
} image;

typedef struct viewer {
    SDL_Renderer *renderer;
    carom_map *map;
    const carom_map_contents *all;
    carom_level *level;
    carom_vec2 corner; ///< the point of the map at the upper left of the window
    image images[IMAGES];
    int images_count;
    bool debug;
    int tiles, objects; ///< drawn in the last picture
} viewer;

// ---- Images ---------------------------------------------------------------------------------------------------------

static SDL_Texture *load_png(SDL_Renderer *renderer, const char *path, image *out) {
    png_image png = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_file(&png, path)) return NULL;
    png.format = PNG_FORMAT_RGBA;
    unsigned char *pixels = malloc(PNG_IMAGE_SIZE(png));
    SDL_Texture *texture = NULL;
    if (pixels && png_image_finish_read(&png, NULL, pixels, 0, NULL)) {
        texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STATIC, (int)png.width,
                                    (int)png.height);
        SDL_UpdateTexture(texture, NULL, pixels, (int)png.width * 4);
        SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
        out->width = (float)png.width;
        out->height = (float)png.height;
    }
    free(pixels);
    png_image_free(&png);
    return texture;
}

/// Loads each image once. Null if the file cannot be read.
static const image *image_of(viewer *v, const char *path) {
    for (int i = 0; i < v->images_count; i++)
        if (strcmp(v->images[i].path, path) == 0) return v->images[i].texture ? &v->images[i] : NULL;
    if (v->images_count == IMAGES) return NULL;
    image *added = &v->images[v->images_count++];
    *added = (image){.path = path};
    added->texture = load_png(v->renderer, path, added);
    if (!added->texture) fprintf(stderr, "%s: cannot be read\n", path);
    return added->texture ? added : NULL;
}

// ---- Tiles ----------------------------------------------------------------------------------------------------------

/// Where and how a part of an image is drawn.
typedef struct placing {
    carom_vec2 center, size; ///< on the map, before the rotation
    float rotation;          ///< degrees clockwise
    unsigned flips;          ///< carom_map_flip
    float opacity;
} placing;

/// SDL mirrors first, and then rotates: swapping x and y is a mirroring in y and a quarter turn. A mirroring after that
/// turn is one of the other axis before it.
static void draw_part(viewer *v, const image *from, carom_box part, const placing *p) {
    bool swap = p->flips & CAROM_MAP_FLIP_DIAGONAL, flip_x = p->flips & CAROM_MAP_FLIP_X,
         flip_y = p->flips & CAROM_MAP_FLIP_Y;
    bool mirror_x = swap ? flip_y : flip_x, mirror_y = swap ? !flip_x : flip_y;
    carom_vec2 size = swap ? (carom_vec2){p->size.y, p->size.x} : p->size;
    const SDL_Rect source = {(int)part.min.x, (int)part.min.y, (int)(part.max.x - part.min.x),
                             (int)(part.max.y - part.min.y)};
    const SDL_FRect target = {p->center.x - size.x / 2 - v->corner.x, p->center.y - size.y / 2 - v->corner.y, size.x,
                              size.y};
    SDL_SetTextureAlphaMod(from->texture, (Uint8)(255 * p->opacity + 0.5f));
    SDL_RenderCopyExF(v->renderer, from->texture, &source, &target, (double)(p->rotation + (swap ? 90.0f : 0.0f)), NULL,
                      (mirror_x ? SDL_FLIP_HORIZONTAL : 0) | (mirror_y ? SDL_FLIP_VERTICAL : 0));
}

/// Returns false if the tile has no image.
static bool draw_tile(viewer *v, int tileset, uint32_t id, const placing *p) {
    const char *path;
    carom_box part;
    if (tileset < 0 || !carom_map_tile_image(&v->all->tilesets[tileset], id, &path, &part, NULL)) return false;
    const image *from = image_of(v, path);
    if (from) draw_part(v, from, part, p);
    return from;
}

static carom_vec2 middle(carom_vec2 corner, carom_vec2 size) {
    return (carom_vec2){corner.x + size.x / 2, corner.y + size.y / 2};
}

static void draw_cells(viewer *v, const carom_map_layer *layer) {
    for (int i = 0; i < layer->cells_count; i++) {
        const carom_map_cell *c = &layer->cells[i];
        v->tiles +=
            draw_tile(v, c->tileset, c->id, &(placing){middle(c->corner, c->size), c->size, 0, c->flips, c->opacity});
    }
}

// ---- Objects and images ---------------------------------------------------------------------------------------------

static void draw_path(viewer *v, const carom_vec2 *points, int count, bool closed) {
    SDL_SetRenderDrawColor(v->renderer, 255, 200, 80, 255);
    for (int i = 0; i + !closed < count; i++) {
        carom_vec2 a = points[i], b = points[(i + 1) % count];
        SDL_RenderDrawLineF(v->renderer, a.x - v->corner.x, a.y - v->corner.y, b.x - v->corner.x, b.y - v->corner.y);
    }
}

static void draw_objects(viewer *v, const carom_map_layer *layer) {
    for (int i = layer->first_object; i < layer->first_object + layer->objects_count; i++) {
        const carom_map_details *d = &v->all->objects[i];
        carom_map_object object = carom_map_object_at(v->map, i);
        if (!object.visible) continue;
        const placing p = {object.center, object.size, object.rotation, d->flips, layer->opacity};
        bool drawn = d->form == CAROM_MAP_FORM_TILE && draw_tile(v, d->tileset, d->tile, &p);
        if (!drawn) draw_path(v, d->points, d->points_count, d->form != CAROM_MAP_FORM_POLYLINE);
        v->objects++;
    }
}

static void draw_image_layer(viewer *v, const carom_map_layer *layer) {
    const image *from = image_of(v, layer->image);
    if (!from) return;
    const carom_vec2 size = {from->width, from->height};
    draw_part(v, from, (carom_box){{0, 0}, size}, &(placing){middle(layer->offset, size), size, 0, 0, layer->opacity});
}

static void draw_map(viewer *v) {
    carom_map_info info = carom_map_about(v->map);
    uint32_t color = info.has_background ? info.background : 0x000000ff;
    SDL_SetRenderDrawColor(v->renderer, (Uint8)(color >> 24), (Uint8)(color >> 16), (Uint8)(color >> 8), 255);
    SDL_RenderClear(v->renderer);
    v->tiles = v->objects = 0;
    for (int i = 0; i < v->all->layers_count; i++) {
        const carom_map_layer *layer = &v->all->layers[i];
        if (!layer->visible) continue;
        switch (layer->kind) {
        case CAROM_MAP_LAYER_TILES: draw_cells(v, layer); break;
        case CAROM_MAP_LAYER_OBJECTS: draw_objects(v, layer); break;
        case CAROM_MAP_LAYER_IMAGE: draw_image_layer(v, layer); break;
        }
    }
    SDL_SetRenderDrawColor(v->renderer, 255, 64, 64, 255);
    for (int i = 0; v->debug && i < carom_level_edge_count(v->level); i++) {
        carom_level_edge e = carom_level_edge_at(v->level, i);
        SDL_RenderDrawLineF(v->renderer, e.a.x - v->corner.x, e.a.y - v->corner.y, e.b.x - v->corner.x,
                            e.b.y - v->corner.y);
    }
}

// ---- The window -----------------------------------------------------------------------------------------------------

/// Draws the whole map into a file; needs no window.
static bool save_map(viewer *v, const char *path) {
    carom_box bounds = carom_map_about(v->map).bounds;
    v->corner = bounds.min;
    SDL_Surface *picture = SDL_CreateRGBSurfaceWithFormat(
        0, (int)(bounds.max.x - bounds.min.x), (int)(bounds.max.y - bounds.min.y), 32, SDL_PIXELFORMAT_RGBA32);
    v->renderer = picture ? SDL_CreateSoftwareRenderer(picture) : NULL;
    if (!v->renderer) return false;
    draw_map(v);
    SDL_RenderPresent(v->renderer);
    bool saved = SDL_SaveBMP(picture, path) == 0;
    SDL_DestroyRenderer(v->renderer);
    SDL_FreeSurface(picture);
    return saved;
}

/// Returns false if the window is to be closed.
static bool handle_events(viewer *v) {
    for (SDL_Event event; SDL_PollEvent(&event);) {
        if (event.type == SDL_QUIT) return false;
        if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_F1) v->debug = !v->debug;
    }
    const Uint8 *down = SDL_GetKeyboardState(NULL);
    v->corner.x += 8.0f * (float)(down[SDL_SCANCODE_RIGHT] - down[SDL_SCANCODE_LEFT]);
    v->corner.y += 8.0f * (float)(down[SDL_SCANCODE_DOWN] - down[SDL_SCANCODE_UP]);
    return true;
}

static bool show_map(viewer *v) {
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return false;
    SDL_Window *window = SDL_CreateWindow("map", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, WIDTH, HEIGHT, 0);
    v->renderer = window ? SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC) : NULL;
    v->corner = carom_map_about(v->map).bounds.min;
    while (v->renderer && handle_events(v)) {
        draw_map(v);
        SDL_RenderPresent(v->renderer);
        SDL_Delay(8);
    }
    SDL_Quit();
    return v->renderer;
}

int main(int argc, char **argv) {
    static viewer v;
    const char *level = NULL, *screenshot = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--debug") == 0)
            v.debug = true;
        else if (strcmp(argv[i], "--screenshot") == 0 && i + 1 < argc)
            screenshot = argv[++i];
        else
            level = argv[i];
    }
    if (!level) {
        fprintf(stderr, "usage: %s LEVEL [--debug] [--screenshot FILE.bmp]\n", argv[0]);
        return 2;
    }
    carom_error error;
    carom_status status = carom_map_load(level, &(carom_map_options){.contents = true}, &v.map, &error);
    if (status == CAROM_STATUS_OK) status = carom_level_make(carom_map_level(v.map), &v.level, &error);
    if (status != CAROM_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", error.where, error.message);
        carom_map_free(v.map);
        return 1;
    }
    v.all = carom_map_contents_of(v.map);
    bool good = screenshot ? save_map(&v, screenshot) : show_map(&v);
    if (!good) fprintf(stderr, "%s\n", SDL_GetError());
    printf("%d layers, %d tiles and %d objects drawn, from %d images\n", v.all->layers_count, v.tiles, v.objects,
           v.images_count);
    carom_level_free(v.level);
    carom_map_free(v.map);
    return good ? 0 : 1;
}
