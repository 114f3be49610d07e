// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The window, the keys and the canvas of the games.
#include "game.h"

#include <SDL.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- The canvas -----------------------------------------------------------------------------------------------------

typedef struct canvas {
    SDL_Renderer *renderer;
    bool outlines; ///< nothing is filled
    carom_vec2 corner;
} canvas;

void game_look_at(carom_draw_desc *draw, carom_vec2 corner) {
    ((canvas *)draw->context)->corner = corner;
}

static SDL_FPoint pixel_of(const canvas *c, carom_vec2 p) {
    return (SDL_FPoint){p.x - c->corner.x, p.y - c->corner.y};
}

static void use_color(const canvas *c, uint32_t color) {
    SDL_SetRenderDrawColor(c->renderer, (Uint8)(color >> 24), (Uint8)(color >> 16), (Uint8)(color >> 8), (Uint8)color);
}

static void draw_line(void *context, const carom_vec2 *ends, uint32_t color) {
    const canvas *c = context;
    SDL_FPoint a = pixel_of(c, ends[0]), b = pixel_of(c, ends[1]);
    use_color(c, color);
    SDL_RenderDrawLineF(c->renderer, a.x, a.y, b.x, b.y);
}

/// A fan of triangles around the first point, or a closed line in the debug view.
static void draw_fan(const canvas *c, const SDL_FPoint *points, int count, uint32_t color) {
    SDL_Color filled = {(Uint8)(color >> 24), (Uint8)(color >> 16), (Uint8)(color >> 8), (Uint8)color};
    SDL_Vertex corners[64];
    int indices[3 * 64], n = 0;
    if (c->outlines) {
        use_color(c, color);
        for (int i = 0; i < count; i++) {
            SDL_FPoint a = points[i], b = points[(i + 1) % count];
            SDL_RenderDrawLineF(c->renderer, a.x, a.y, b.x, b.y);
        }
        return;
    }
    for (int i = 0; i < count; i++) corners[i] = (SDL_Vertex){.position = points[i], .color = filled};
    for (int i = 2; i < count; i++) {
        indices[n++] = 0;
        indices[n++] = i - 1;
        indices[n++] = i;
    }
    SDL_RenderGeometry(c->renderer, NULL, corners, count, indices, n);
}

static void draw_polygon(void *context, const carom_vec2 *points, int count, uint32_t color) {
    const canvas *c = context;
    SDL_FPoint corners[CAROM_MAX_POLYGON_VERTICES];
    for (int i = 0; i < count && i < CAROM_MAX_POLYGON_VERTICES; i++) corners[i] = pixel_of(c, points[i]);
    draw_fan(c, corners, count, color);
}

static void draw_circle(void *context, const carom_circle *circle, uint32_t color) {
    const canvas *c = context;
    SDL_FPoint middle = pixel_of(c, circle->center), corners[24];
    int count = circle->radius < 4 ? 8 : circle->radius < 12 ? 16 : 24;
    for (int i = 0; i < count; i++) {
        float angle = 6.2831853f * (float)i / (float)count;
        corners[i] = (SDL_FPoint){middle.x + circle->radius * cosf(angle), middle.y + circle->radius * sinf(angle)};
    }
    draw_fan(c, corners, count, color);
}

static void draw_point(void *context, const carom_vec2 *at, uint32_t color) {
    const canvas *c = context;
    SDL_FPoint p = pixel_of(c, *at);
    use_color(c, color);
    SDL_RenderFillRectF(c->renderer, &(SDL_FRect){p.x - 1, p.y - 1, 3, 3});
}

/// Letters of 3 x 5 pixels, 15 bits each, the upper left one first: digits, A to Z.
static const uint16_t letters[36] = {075557, 026227, 071747, 071717, 055711, 074717, 074757, 071122, 075757,
                                     075717, 025755, 065656, 034443, 065556, 074647, 074644, 034553, 055755,
                                     072227, 011156, 055655, 044447, 057755, 065555, 025552, 065644, 025563,
                                     065655, 034216, 072222, 055557, 055552, 055775, 055255, 055222, 071247};

static uint16_t letter_of(char c) {
    if (c >= '0' && c <= '9') return letters[c - '0'];
    if (c >= 'a' && c <= 'z') return letters[10 + c - 'a'];
    if (c >= 'A' && c <= 'Z') return letters[10 + c - 'A'];
    return c == ':' ? 002020 : c == '-' ? 000700 : c == '.' ? 000002 : 0;
}

static void draw_text(void *context, const carom_vec2 *at, const char *text, uint32_t color) {
    const canvas *c = context;
    SDL_FPoint p = pixel_of(c, *at);
    use_color(c, color);
    for (; *text; text++, p.x += 8) {
        uint16_t bits = letter_of(*text);
        for (int i = 0; i < 15; i++) {
            SDL_FRect dot = {p.x + (float)(2 * (i % 3)), p.y - 10 + (float)(2 * (i / 3)), 2, 2};
            if (bits >> (14 - i) & 1) SDL_RenderFillRectF(c->renderer, &dot);
        }
    }
}

// ---- Keys -----------------------------------------------------------------------------------------------------------

static const char key_letters[] = "lrudf"; // in the order of the bits

typedef struct keys {
    FILE *replay, *record;
    unsigned now; ///< keys that are down
    long steps;   ///< for so many steps more, if replayed; if recorded, so many steps already
} keys;

static unsigned read_window_keys(void) {
    static const SDL_Scancode codes[5][2] = {{SDL_SCANCODE_LEFT, SDL_SCANCODE_A},
                                             {SDL_SCANCODE_RIGHT, SDL_SCANCODE_D},
                                             {SDL_SCANCODE_UP, SDL_SCANCODE_W},
                                             {SDL_SCANCODE_DOWN, SDL_SCANCODE_S},
                                             {SDL_SCANCODE_SPACE, SDL_SCANCODE_RETURN}};
    const Uint8 *down = SDL_GetKeyboardState(NULL);
    unsigned now = 0;
    for (unsigned i = 0; i < 5; i++)
        if (down[codes[i][0]] || down[codes[i][1]]) now |= 1u << i;
    return now;
}

/// Reads the next line of a replay. Returns false at its end.
static bool read_replay(keys *k) {
    char line[64], word[16];
    while (fgets(line, sizeof line, k->replay)) {
        if (line[0] == '#' || sscanf(line, "%ld %15s", &k->steps, word) != 2) continue;
        k->now = 0;
        for (unsigned i = 0; i < 5; i++)
            if (strchr(word, key_letters[i])) k->now |= 1u << i;
        return true;
    }
    return false;
}

static void write_record(keys *k) {
    char word[16] = "-", *end = word;
    for (unsigned i = 0; i < 5; i++)
        if (k->now >> i & 1) *end++ = key_letters[i];
    if (end > word) *end = 0;
    if (k->steps > 0) fprintf(k->record, "%ld %s\n", k->steps, word);
}

/// Takes the keys of the next step. Returns false at the end of a replay.
static bool next_keys(keys *k) {
    if (k->replay) return k->steps-- > 0 || (read_replay(k) && k->steps-- > 0);
    unsigned now = read_window_keys();
    if (k->record && now != k->now) {
        write_record(k);
        k->steps = 0;
    }
    k->now = now;
    k->steps++;
    return true;
}

// ---- The window -----------------------------------------------------------------------------------------------------

typedef struct window {
    const game *g;
    void *state;
    SDL_Window *window;
    canvas canvas;
    bool debug;
} window;

static bool open_window(window *w) {
    w->window = SDL_CreateWindow(w->g->title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, w->g->width, w->g->height,
                                 SDL_WINDOW_SHOWN);
    if (w->window) w->canvas.renderer = SDL_CreateRenderer(w->window, -1, 0);
    if (!w->canvas.renderer) fprintf(stderr, "SDL: %s\n", SDL_GetError());
    return w->canvas.renderer != NULL;
}

static void draw_frame(window *w) {
    SDL_SetRenderDrawColor(w->canvas.renderer, 16, 20, 28, 255);
    SDL_RenderClear(w->canvas.renderer);
    SDL_SetRenderDrawBlendMode(w->canvas.renderer, SDL_BLENDMODE_BLEND);
    w->canvas.corner = (carom_vec2){0, 0};
    carom_draw_desc draw = {.line = draw_line,
                            .polygon = draw_polygon,
                            .circle = draw_circle,
                            .point = draw_point,
                            .text = draw_text,
                            .context = &w->canvas};
    w->g->draw(w->state, &draw);
    w->canvas.outlines = true;
    if (w->debug) w->g->debug(w->state, &draw);
    w->canvas.outlines = false;
}

static bool save_screenshot(window *w, const char *path) {
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, w->g->width, w->g->height, 32, SDL_PIXELFORMAT_ARGB8888);
    draw_frame(w);
    bool good =
        surface &&
        SDL_RenderReadPixels(w->canvas.renderer, NULL, surface->format->format, surface->pixels, surface->pitch) == 0 &&
        SDL_SaveBMP(surface, path) == 0;
    if (!good) fprintf(stderr, "%s: %s\n", path, SDL_GetError());
    SDL_FreeSurface(surface);
    return good;
}

/// Returns false when the window is closed.
static bool handle_events(window *w) {
    for (SDL_Event event; SDL_PollEvent(&event);) {
        if (event.type == SDL_QUIT) return false;
        if (event.type != SDL_KEYDOWN || event.key.repeat) continue;
        if (event.key.keysym.sym == SDLK_ESCAPE) return false;
        if (event.key.keysym.sym == SDLK_F1) w->debug = !w->debug;
    }
    return true;
}

/// Steps at 60 Hz: as many steps as the time that has passed, at most five.
static void play(window *w, keys *k) {
    double begin = (double)SDL_GetPerformanceCounter(), rate = (double)SDL_GetPerformanceFrequency() / 60;
    for (long done = 0; handle_events(w);) {
        long due = (long)(((double)SDL_GetPerformanceCounter() - begin) / rate);
        if (due > done + 5) done = due - 5;
        for (; done < due; done++) {
            if (!next_keys(k)) return;
            w->g->step(w->state, k->now);
        }
        draw_frame(w);
        SDL_RenderPresent(w->canvas.renderer);
        SDL_Delay(4);
    }
}

static FILE *open_file(const char *path, const char *mode) {
    FILE *file = fopen(path, mode);
    if (!file) perror(path);
    if (!file) exit(2);
    return file;
}

int game_run(const game *g, void *state, int argc, char **argv) {
    window w = {.g = g, .state = state};
    keys k = {0};
    const char *screenshot = NULL;
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (strcmp(argv[i], "--replay") == 0 && more) {
            k.replay = open_file(argv[++i], "r");
        } else if (strcmp(argv[i], "--record") == 0 && more) {
            k.record = open_file(argv[++i], "w");
        } else if (strcmp(argv[i], "--screenshot") == 0 && more) {
            screenshot = argv[++i];
        } else if (strcmp(argv[i], "--debug") == 0) {
            w.debug = true;
        } else {
            fprintf(stderr, "usage: %s [--replay FILE | --record FILE] [--screenshot FILE] [--debug]\n", argv[0]);
            return 2;
        }
    }
    bool shows = !k.replay || screenshot, good = true;
    if (shows && (SDL_Init(SDL_INIT_VIDEO) != 0 || !open_window(&w))) return 1;
    if (k.replay) {
        while (next_keys(&k)) g->step(state, k.now);
    } else {
        play(&w, &k);
    }
    if (screenshot) good = save_screenshot(&w, screenshot);
    g->report(state, stdout);
    if (k.replay) fclose(k.replay);
    if (k.record) {
        write_record(&k);
        fclose(k.record);
    }
    if (shows) {
        SDL_DestroyRenderer(w.canvas.renderer);
        SDL_DestroyWindow(w.window);
        SDL_Quit();
    }
    return good ? 0 : 1;
}

void game_require(carom_status status, const char *what) {
    if (status == CAROM_STATUS_OK) return;
    fprintf(stderr, "%s: %s\n", what, carom_status_text(status));
    exit(1);
}

game_solid game_solid_of(const carom_level *level) {
    game_solid solid = {0};
    game_require(carom_level_triangles(level, NULL, 0, &solid.count), "carom_level_triangles");
    solid.list = malloc((size_t)solid.count * sizeof *solid.list + 1);
    game_require(solid.list ? CAROM_STATUS_OK : CAROM_STATUS_NO_MEMORY, "malloc");
    game_require(carom_level_triangles(level, solid.list, solid.count, &solid.count), "carom_level_triangles");
    return solid;
}

void game_draw_solid(const carom_draw_desc *draw, const game_solid *solid, uint32_t color) {
    for (int i = 0; i < solid->count; i++) draw->polygon(draw->context, solid->list[i].v, 3, color);
}
