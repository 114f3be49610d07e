// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A program that uses the installed core only: the example of carom/geom.h.
#include <carom.h>

int main(void) {
    carom_shape ball, wall;
    carom_make_circle((carom_vec2){0, 5}, 1, &ball);
    carom_make_segment((carom_vec2){0, 0}, (carom_vec2){10, 10}, &wall);
    carom_sweep_hit hit = carom_sweep(&ball, (carom_vec2){10, 0}, &wall, (carom_vec2){0, 0});
    return hit.hit && hit.t == 0.358578622f ? 0 : 1;
}
