// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Over the ground, piece by piece: straight on along what it stands on, then down to what is there. Pieces are a
// fraction of the shape's size, so that a fast walker walks where a slow one does.
#include "walker/stride.h"

#include <math.h>

#define PIECES 64              // the most that a step is cut into
#define LEAN   (1.0 / 4194304) // 2^-22, away from ground that is not along an axis: motion/slide.c tells why
#define GRAZES 8               // times that a piece may be stopped at once by what it leans away from

/// Along a surface, towards `right` on ground that is level.
static cr_vector2 along(const cr_stride *w, carom_vec2 normal) {
    // The turn that takes up to right.
    double sine = w->up.x * w->right.y - w->up.y * w->right.x;
    return (cr_vector2){-(double)normal.y * sine, (double)normal.x * sine};
}

static double fall_of(const cr_stride *w, carom_vec2 normal, double sign) {
    double rise = cr_dot2(cr_widen2(normal), w->up), run = sign * cr_dot2(cr_widen2(normal), w->right);
    return rise > 0 ? run / rise : 0;
}

/// How far the ground may have fallen in a piece of the way when it turned from one normal to another, and never fell
/// straight down.
static double bend(const cr_stride *w, carom_vec2 from, carom_vec2 to, double piece, double sign) {
    double most = 2 * w->slope, fall = fall_of(w, to, sign) - fall_of(w, from, sign);
    return piece * (fall < 0 ? 0 : fall < most ? fall : most);
}

static void block(cr_stride *w, carom_vec2 normal) {
    w->told.blocked = true;
    w->told.wall = normal;
    w->velocity = (cr_vector2){0, 0};
}

typedef enum footing {
    ENDS,   // nothing carries near enough
    STANDS, // on what carries
    STOPS,  // it touches the foot of a steep slope, over which only rounding has let it
} footing;

/// Down to what carries, past what is too steep to, if it is near enough; otherwise nothing is moved.
static footing settle(cr_stride *w, double piece, double sign) {
    carom_vec2 start = w->at, steep[4];
    double grain = cr_stride_grain(w), reach = w->snap + 2 * w->slope * piece + 4 * grain, left = reach;
    footing found = ENDS;
    for (int i = 0; i < 4 && found == ENDS; ++i) {
        carom_vec2 down = carom_slide(cr_narrow2(cr_times2(w->up, -left)), steep, i);
        if (down.x == 0 && down.y == 0) break;
        carom_space_hit hit = cr_stride_look(w, down);
        if (!hit.sweep.hit || hit.sweep.inside) break;
        bool stands = i == 0 && (double)hit.sweep.t * reach <= grain; // as near as rounding lets it come
        if (!stands) left += cr_dot2(cr_stride_go(w, down, &hit), w->up);
        if (cr_stride_carries(w, &hit)) {
            double limit = w->snap + bend(w, w->ground.support, hit.sweep.normal, piece, sign) * 1.001;
            if (reach - left > limit + 4 * grain) break;
            cr_stride_stand(w, &hit);
            return STANDS;
        }
        steep[i] = hit.sweep.normal;
        if (piece == 0 || sign * cr_dot2(cr_widen2(steep[i]), w->right) >= 0) continue;
        if (reach - left > 4 * grain) break;
        block(w, steep[i]);
        found = STOPS;
    }
    w->at = start;
    return found;
}

/// Up, on, and down again onto something higher. False: it leads nowhere, and nothing is moved.
static bool climb(cr_stride *w, double *way, double piece, double sign) {
    carom_vec2 start = w->at;
    double grain = cr_stride_grain(w);
    carom_vec2 up = cr_narrow2(cr_times2(w->up, w->step));
    carom_space_hit hit = cr_stride_look(w, up);
    double rise = cr_dot2(cr_stride_go(w, up, &hit), w->up);
    carom_vec2 on = cr_narrow2(cr_times2(w->right, sign * (piece > 2 * grain ? piece : 2 * grain)));
    hit = cr_stride_look(w, on);
    double gone = sign * cr_dot2(cr_stride_go(w, on, &hit), w->right);
    carom_vec2 down = cr_narrow2(cr_times2(w->up, -rise));
    hit = cr_stride_look(w, down);
    bool over = rise > grain && gone > 0 && hit.sweep.hit && !hit.sweep.inside;
    if (over) {
        cr_stride_go(w, down, &hit);
        over = cr_stride_carries(w, &hit);
    }
    carom_vec2 end = w->at;
    w->at = start;
    over = over && cr_stride_height(w, hit.sweep.point) <= w->step + grain;
    if (!over) return false;
    w->at = end;
    cr_stride_stand(w, &hit);
    w->told.climbed = true;
    *way = gone < sign * *way ? *way - sign * gone : 0;
    return true;
}

/// The ground has ended: on along the surface it was, for the time that is left.
static void leave(cr_stride *w, double way, double speed) {
    cr_vector2 velocity = cr_times2(along(w, w->ground.normal), speed);
    double fall = cr_dot2(w->velocity, w->up);
    carom_vec2 carried = carom_space_velocity(w->space, w->ground.owner);
    w->velocity = cr_plus2(cr_plus2(velocity, cr_times2(w->up, fall)), cr_widen2(carried));
    double share = speed != 0 ? way / speed : 0;
    w->left = share > 0 && share < w->left ? share : 0;
    w->grounded = false;
    w->ground = (carom_ground){0};
    w->told.left = true;
}

/// How far it is over ground that bends once, from the one way on to the other; `straight` where it does not.
static double over_bend(cr_vector2 gone, cr_vector2 from, cr_vector2 to, double straight) {
    double turn = from.x * to.y - from.y * to.x;
    if (fabs(turn) < 0x1p-10) return straight;
    double first = (gone.x * to.y - gone.y * to.x) / turn, second = (from.x * gone.y - from.y * gone.x) / turn;
    return first >= 0 && second >= 0 ? first + second : straight;
}

/// Ground that bent down has led it too far: back along what it stands on now. How far it went so.
static double go_back(cr_stride *w, cr_vector2 to, double back, double sign) {
    carom_vec2 there = w->at;
    carom_ground ground = w->ground;
    cr_vector2 lean = cr_times2(cr_widen2(ground.support), LEAN);
    carom_vec2 move = cr_narrow2(cr_times2(cr_minus2(lean, to), back));
    carom_space_hit hit = cr_stride_look(w, move);
    if (hit.sweep.inside) return 0;
    cr_stride_go(w, move, &hit);
    if (settle(w, 0, sign) != STANDS) {
        w->at = there;
        w->ground = ground;
    }
    return cr_dot2(cr_minus2(cr_widen2(w->at), cr_widen2(there)), to);
}

/// One piece of the way. False when the way ends, although some of it is left.
static bool advance(cr_stride *w, double *way, double piece, int *grazes) {
    double sign = *way > 0 ? 1 : -1;
    carom_vec2 normal = w->ground.support;
    bool level = normal.x == 0 || normal.y == 0;
    cr_vector2 on = cr_times2(along(w, normal), sign);
    double lean = (level && *grazes == 0 ? 0 : LEAN) * (double)(1 << *grazes);
    carom_vec2 move = cr_narrow2(cr_times2(cr_plus2(on, cr_times2(cr_widen2(normal), lean)), piece));
    carom_space_hit hit = cr_stride_look(w, move);
    if (hit.sweep.inside) return cr_stride_push_out(w) && ++*grazes < GRAZES;

    carom_vec2 before = w->at;
    double gone = cr_dot2(cr_stride_go(w, move, &hit), on);
    if (!hit.sweep.hit) {
        *grazes = 0;
        footing found = settle(w, piece, sign);
        if (found == STOPS) w->at = before;
        w->grounded = found != ENDS;
        cr_vector2 moved = cr_minus2(cr_widen2(w->at), cr_widen2(before));
        bool straight = w->ground.support.x == normal.x && w->ground.support.y == normal.y;
        if (straight) {
            gone = cr_dot2(moved, on); // settling was rounding
        } else if (found == STANDS) {
            cr_vector2 to = cr_times2(along(w, w->ground.support), sign);
            gone = over_bend(moved, on, to, gone);
            if (gone - piece > cr_stride_grain(w) / 16) gone += go_back(w, to, gone - piece, sign);
        }
        *way = found == STOPS ? 0 : *way - sign * gone;
        return found == STANDS && gone > 0;
    }
    *way -= sign * gone;
    if (cr_stride_carries(w, &hit)) {
        cr_stride_stand(w, &hit);
        *grazes = gone > cr_stride_grain(w) ? 0 : *grazes + 1;
        if (*grazes < GRAZES) return true;
    } else if (climb(w, way, piece, sign)) {
        return true;
    }
    block(w, hit.sweep.normal);
    *way = 0;
    return false;
}

void cr_stride_ground(cr_stride *w) {
    double speed = cr_dot2(w->velocity, w->right), way = speed * w->left;
    if (way != 0) way += w->owed; // who stands still is owed nothing
    double most = fabs(way) / PIECES;
    if (most < w->size / 4) most = w->size / 4;
    int grazes = 0;
    w->walked = speed > 0 ? 1 : speed < 0 ? -1 : 0;
    bool goes_on = way * speed > 0; // it may have gone too far already
    if (!goes_on && settle(w, 0, 1) == ENDS) w->grounded = false;
    while (goes_on && w->told.casts < CAROM_STRIDE_CASTS - 64) {
        double rest = fabs(way);
        goes_on =
            advance(w, &way, rest < most ? rest : most, &grazes) && way * speed > 0 && fabs(way) > cr_stride_grain(w);
    }
    if (!w->grounded) {
        leave(w, way, speed);
        return;
    }
    w->owed = fabs(way) <= cr_stride_grain(w) ? way : 0;
    w->left = 0;
}
