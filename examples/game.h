// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What the games of this folder share: a window of SDL2, keys that can be recorded and replayed, and a carom_draw_desc
// that draws into the window. A game is a state and four functions.
#pragma once

#include <carom.h>
#include <stdio.h>

#define GAME_DT (1.0f / 60) ///< the duration of a step, in seconds

/// Keys that are down in a step.
enum { KEY_LEFT = 1, KEY_RIGHT = 2, KEY_UP = 4, KEY_DOWN = 8, KEY_FIRE = 16 };

typedef struct game {
    const char *title;
    int width, height; ///< of the window
    /// Moves the state by GAME_DT.
    void (*step)(void *state, unsigned keys);
    /// Draws the state; shapes are filled.
    void (*draw)(const void *state, carom_draw_desc *draw);
    /// Draws the debug view over it, on F1; shapes are outlines.
    void (*debug)(const void *state, carom_draw_desc *draw);
    /// Prints the state in one line: tests compare it after a replay.
    void (*report)(const void *state, FILE *out);
} game;

/// Runs a game until its window is closed or its replay ends; returns the exit status. Options:
///     --replay FILE      takes the keys from a file, and shows nothing unless --screenshot is given
///     --record FILE      writes the keys to a file
///     --screenshot FILE  writes the last picture as BMP
///     --debug            begins with the debug view
/// A line of a replay is a number of steps and the keys that are down: "20 lf", "5 -".
int game_run(const game *g, void *state, int argc, char **argv);

/// Moves the view: the point of the game that is at the upper left of the window.
void game_look_at(carom_draw_desc *draw, carom_vec2 corner);

/// The solid area of a level in triangles, for drawing. Free the list.
typedef struct game_solid {
    carom_triangle *list;
    int count;
} game_solid;
game_solid game_solid_of(const carom_level *level);
void game_draw_solid(const carom_draw_desc *draw, const game_solid *solid, uint32_t color);

/// Ends the program with a message if a call of Carom has failed.
void game_require(carom_status status, const char *what);
