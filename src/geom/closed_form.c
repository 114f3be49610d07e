// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Circle and box against point, segment, circle and box, and rays. NaN fails every comparison, and infinite values have
// infinite error bounds; both fall back to the general path.
#include "geom/closed_form.h"

#include "geom/circle_segment.h"
#include "geom/core.h"
#include "geom/crossing.h"

// Bounds, relative to the sum of the terms: of a gap, and with it of the approach to a circle; of the distance of a
// centre from the side of a box; of the roundings of a time. src/geom/proofs proves them.
#define SWEEP_GAP      (7.5 * CR_U)
#define AXIS_ERROR     (1.008 * CR_U)
#define SWEEP_ROUNDING (6.05 * CR_U)

// ---- Moving ------------------------------------------------------------------------------------------------------

static bool never(cr_closed_impact *impact) {
    impact->hit = impact->inside = false;
    return true;
}

static bool starts_inside(cr_closed_impact *impact, double nx, double ny) {
    impact->hit = impact->inside = true;
    impact->t = 0;
    impact->time = impact->error = 0;
    impact->nx = nx;
    impact->ny = ny;
    return true;
}

/// Of the squared radius: a point nearer to the centre has no well-conditioned direction from it.
#define CENTRE_SHARE 0x1p-40

/// A point at (x, y) relative to the centre of a circle of radius R moves along (mx, my). Decides whether, when and
/// where it enters from outside.
static bool strike_disc(double x, double y, double mx, double my, double radius, cr_closed_impact *impact) {
    double far = x * x + y * y, near = radius * radius, gap = far - near;
    double ax = x * mx, ay = y * my, approach = -(ax + ay), approach_size = fabs(ax) + fabs(ay);
    if (gap < -CR_DEGREE_2 * (far + near) && far > CENTRE_SHARE * near) {
        double distance = sqrt(far);
        return starts_inside(impact, x / distance, y / distance);
    }
    if (!(gap > CR_DEGREE_2 * (far + near))) return false;
    if (approach < -CR_DEGREE_2 * approach_size) return never(impact);
    if (!(approach > CR_DEGREE_2 * approach_size)) return false;
    double cx = mx * y, cy = my * x, cross = cx - cy, cross_size = fabs(cx) + fabs(cy);
    double room = (mx * mx + my * my) * near, q = room - cross * cross;
    double q_error = CR_DEGREE_4 * (room + cross_size * cross_size);
    if (q < -q_error) return never(impact);
    if (!(q > q_error)) return false;
    double root = sqrt(q), per_speed = 1 / (approach + root), time = gap * per_speed;
    double error =
        (SWEEP_GAP * (far + near + time * approach_size) + time * q_error / root) * per_speed + SWEEP_ROUNDING * time;
    if (!cr_decide_toi(time, error, impact)) return false;
    // The normal from its parts across and along the path. Together they have length R, however far away the motion
    // starts.
    double per_length = 1 / ((mx * mx + my * my) * radius);
    impact->nx = (-cross * my - root * mx) * per_length;
    impact->ny = (cross * mx - root * my) * per_length;
    impact->exit = (approach + root) * per_length * radius; // as accurate as t: both have the sum of these
    return true;
}

/// Writes the contact with the edge of a segment, on the side of the centre. `foot` is that of the centre, times the
/// squared length.
static void contact_edge(const cr_circle_segment *v, const carom_segment *s, double foot, cr_closed_impact *impact) {
    double per_length = 1 / sqrt(v->length2), out = v->side < 0 ? per_length : -per_length;
    impact->nx = v->ey * out;
    impact->ny = -v->ex * out;
    impact->feature = CAROM_FEATURE_EDGE;
    double along_edge = foot * per_length * per_length;
    impact->px = (double)s->a.x + v->ex * along_edge;
    impact->py = (double)s->a.y + v->ey * along_edge;
}

/// A moving circle against a segment: three features, edge, end a and end b. At the time when the centre is at distance
/// R from the line of the segment, the foot of the centre selects the feature. If the centre starts nearer than R to
/// the line, the foot at the start selects the end.
static bool sweep_circle_segment(carom_vec2 center, double radius, cr_motion move, const carom_segment *s,
                                 cr_closed_impact *impact) {
    cr_circle_segment v;
    if (!(radius > 0) || !cr_circle_segment_make(center, radius, s, &v)) return false;
    double mx = move.x, my = move.y;
    double left = v.ex * my, right = v.ey * mx, turn = left - right, turn_size = fabs(left) + fabs(right);
    double side_bound = CR_DEGREE_2 * v.side_size, turn_bound = CR_DEGREE_2 * turn_size;
    if (s->one_sided) {
        if (v.side > side_bound || turn < -turn_bound) return isfinite(turn + v.side) && never(impact);
        if (!(v.side < -side_bound && turn > turn_bound)) return false;
    }
    double along = v.ex * mx + v.ey * my, along_size = fabs(v.ex * mx) + fabs(v.ey * my);
    double reach = v.radius * sqrt(v.length2);
    double gap = fabs(v.side) - reach, gap_bound = SWEEP_GAP * (v.side_size + reach);
    double foot = v.foot, foot_bound = CR_DEGREE_2 * (v.foot_size + v.length2);
    double speed = v.side < 0 ? turn : -turn; // toward the line
    if (gap > gap_bound) {
        if (speed < -turn_bound) return never(impact);
        if (!(speed > turn_bound)) return false;
        double per_speed = 1 / speed, time = gap * per_speed;
        double error = (gap_bound + time * turn_bound) * per_speed + SWEEP_ROUNDING * time;
        if (time - error > 1) return never(impact);
        foot += time * along;
        foot_bound += (CR_DEGREE_2 * time + error) * along_size;
        if (foot > foot_bound && foot < v.length2 - foot_bound) {
            if (!cr_decide_toi(time, error, impact)) return false;
            contact_edge(&v, s, foot, impact);
            return true;
        }
    } else if (!(gap < -gap_bound)) {
        return false;
    } else if (foot > foot_bound && foot < v.length2 - foot_bound) {
        if (!(fabs(v.side) > side_bound)) return false;
        contact_edge(&v, s, foot, impact);
        return starts_inside(impact, impact->nx, impact->ny);
    }
    if (foot < -foot_bound) {
        if (s->skip_a) return never(impact);
        impact->feature = CAROM_FEATURE_END_A;
        impact->px = (double)s->a.x;
        impact->py = (double)s->a.y;
        return strike_disc(v.sx, v.sy, mx, my, v.radius, impact);
    }
    if (foot > v.length2 + foot_bound) {
        if (s->skip_b) return never(impact);
        impact->feature = CAROM_FEATURE_END_B;
        impact->px = (double)s->b.x;
        impact->py = (double)s->b.y;
        double bx = (double)center.x - (double)s->b.x, by = (double)center.y - (double)s->b.y;
        return strike_disc(bx, by, mx, my, v.radius, impact);
    }
    return false;
}

static bool sweep_circle_capsule(carom_circle c, cr_motion move, const carom_capsule *b, cr_closed_impact *impact) {
    carom_segment axis = {.a = b->a, .b = b->b};
    if (!(c.radius >= 0 && b->radius >= 0)) return false;
    if (!sweep_circle_segment(c.center, (double)c.radius + (double)b->radius, move, &axis, impact)) return false;
    if (!impact->hit) return true;
    impact->px += (double)b->radius * impact->nx;
    impact->py += (double)b->radius * impact->ny;
    return true;
}

bool cr_closed_circles(carom_circle a, cr_motion move, carom_circle b, cr_closed_impact *impact) {
    double radius = (double)a.radius, rest = (double)b.radius;
    if (!(radius >= 0 && rest >= 0 && radius + rest > 0)) return false;
    double x = (double)a.center.x - (double)b.center.x, y = (double)a.center.y - (double)b.center.y;
    if (!strike_disc(x, y, move.x, move.y, radius + rest, impact)) return false;
    impact->feature = CAROM_FEATURE_NONE;
    if (!impact->hit) return true;
    impact->px = (double)b.center.x + rest * impact->nx;
    impact->py = (double)b.center.y + rest * impact->ny;
    return true;
}

/// One axis of a moving interval against a resting one, low..high relative to its start: the times of entry and exit.
typedef struct slab {
    double enter, leave; // times; enter < 0 if it starts within
    float normal;        // -1, 0 (it starts within) or +1
} slab;

/// Returns false if inconclusive. *meets: the two overlap on this axis at some time.
static bool cross_slab(double low, double high, double move, slab *s, bool *meets) {
    *meets = true;
    if (move == 0) {
        *s = (slab){-HUGE_VAL, HUGE_VAL, 0};
        if (low < 0 && high > 0) return true;
        *meets = false; // at best it slides along
        return true;
    }
    double enter = move > 0 ? low : high, leave = move > 0 ? high : low;
    *s = (slab){enter / move, leave / move, move > 0 ? -1.0f : 1.0f};
    *meets = s->leave > 0;
    if (s->enter < 0) s->normal = 0;
    return enter != 0 && leave != 0 && isfinite(s->enter) && isfinite(s->leave);
}

/// A point at 0 against the box low..high: decides whether and when it enters, and through which slab.
static bool cross_box(const double low[2], const double high[2], const double move[2], slab s[2], int *through,
                      cr_closed_impact *impact) {
    bool meets[2];
    if (!cross_slab(low[0], high[0], move[0], &s[0], &meets[0]) ||
        !cross_slab(low[1], high[1], move[1], &s[1], &meets[1]))
        return false;
    if (!meets[0] || !meets[1]) return never(impact);
    *through = s[0].enter > s[1].enter ? 0 : 1;
    double enter = s[*through].enter, other = s[1 - *through].enter;
    impact->exit = s[0].leave < s[1].leave ? s[0].leave : s[1].leave;
    if (enter > impact->exit * (1 + CR_DEGREE_2)) return never(impact);
    if (!(enter < impact->exit * (1 - CR_DEGREE_2) && enter > 0 && other < enter * (1 - CR_DEGREE_2))) return false;
    if (!cr_decide_toi(enter, SWEEP_ROUNDING * enter, impact)) return false;
    impact->nx = *through == 0 ? (double)s[0].normal : 0;
    impact->ny = *through == 1 ? (double)s[1].normal : 0;
    impact->feature = CAROM_FEATURE_SIDE;
    return true;
}

static bool sweep_box_box(carom_box a, cr_motion move, carom_box b, cr_closed_impact *impact) {
    if (!cr_box_is_plain(a) || !cr_box_is_plain(b)) return false;
    double low[2] = {(double)b.min.x - (double)a.max.x, (double)b.min.y - (double)a.max.y};
    double high[2] = {(double)b.max.x - (double)a.min.x, (double)b.max.y - (double)a.min.y};
    double m[2] = {move.x, move.y};
    slab s[2];
    int through = 0;
    if (!cross_box(low, high, m, s, &through, impact)) return false;
    if (!impact->hit) return true;
    // The contact point is the midpoint of the interval that the two sides share.
    double from[2] = {(double)a.min.x + impact->time * m[0], (double)a.min.y + impact->time * m[1]};
    double to[2] = {(double)a.max.x + impact->time * m[0], (double)a.max.y + impact->time * m[1]};
    double b_min[2] = {(double)b.min.x, (double)b.min.y}, b_max[2] = {(double)b.max.x, (double)b.max.y};
    int across = 1 - through;
    double shared_low = from[across] > b_min[across] ? from[across] : b_min[across];
    double shared_high = to[across] < b_max[across] ? to[across] : b_max[across];
    double p[2];
    p[through] = s[through].normal < 0 ? b_min[through] : b_max[through];
    p[across] = 0.5 * (shared_low + shared_high);
    impact->px = p[0];
    impact->py = p[1];
    return shared_high > shared_low;
}

/// One axis of a circle against a box: how far the centre is from the box grown by the radius, and when it enters.
typedef struct approach {
    double low, high; // the box, relative to the centre
    double move;
    double time, error; // time of entry; time < 0: it starts within
} approach;

/// Returns 1 if the centre enters or starts within, 0 if it never enters, -1 if inconclusive.
static int approach_axis(approach *a, double radius) {
    double margin = AXIS_ERROR * (fabs(a->low) + fabs(a->high) + radius);
    double to_enter = a->move > 0 ? a->low - radius : -(a->high + radius);
    double to_leave = a->move > 0 ? a->high + radius : radius - a->low;
    a->time = -1;
    a->error = 0;
    if (a->move == 0) {
        if (a->low - radius > margin || a->high + radius < -margin) return 0;
        return a->low - radius < -margin && a->high + radius > margin ? 1 : -1;
    }
    if (to_leave < -margin) return 0;
    if (!(fabs(to_enter) > margin && to_leave > margin)) return -1;
    if (to_enter < 0) return 1;
    a->time = to_enter / fabs(a->move);
    a->error = margin / to_enter + SWEEP_ROUNDING;
    return 1;
}

/// The position of the centre on the other axis at a time: -1 and +1 beyond the sides of the box, 0 between them, 2 too
/// near to a side to decide. The error of the time has room for the roundings here; at time 0 there are none.
static int across_at(const approach *a, double time, double error) {
    double way = time * a->move, margin = error * fabs(way);
    if (a->low - way > margin) return -1;
    if (a->high - way < -margin) return 1;
    return a->low - way < -margin && a->high - way > margin ? 0 : 2;
}

/// The centre enters the box grown by the radius through its x or its y side, whichever it enters later. There it is
/// beside the side itself, or beyond its end; then only the circle about that corner can be hit.
static bool sweep_circle_box(carom_circle c, cr_motion move, carom_box b, cr_closed_impact *impact) {
    if (!(c.radius > 0) || !cr_box_is_plain(b)) return false;
    double cx = (double)c.center.x, cy = (double)c.center.y, radius = (double)c.radius;
    approach x = {.low = (double)b.min.x - cx, .high = (double)b.max.x - cx, .move = move.x};
    approach y = {.low = (double)b.min.y - cy, .high = (double)b.max.y - cy, .move = move.y};
    int comes_x = approach_axis(&x, radius), comes_y = approach_axis(&y, radius);
    if (comes_x < 0 || comes_y < 0) return false;
    if (comes_x == 0 || comes_y == 0) return never(impact);

    bool by_x = x.time > y.time;
    const approach *by = by_x ? &x : &y;
    bool starts_within = by->time < 0;
    double time = starts_within ? 0 : by->time;
    if (time * (1 - by->error) > 1) return never(impact);
    int at_x = by_x ? (x.move > 0 ? -1 : 1) : across_at(&x, time, by->error);
    int at_y = by_x || starts_within ? across_at(&y, time, by->error) : (y.move > 0 ? -1 : 1);
    if (at_x == 2 || at_y == 2) return false;
    bool at_side = by_x ? at_y == 0 : at_x == 0;
    if (starts_within && at_x == 0 && at_y == 0) return false; // the general form finds the minimum translation
    if (starts_within && (at_x == 0 || at_y == 0)) {
        impact->px = at_x == 0 ? cx : (double)(at_x < 0 ? b.min.x : b.max.x);
        impact->py = at_y == 0 ? cy : (double)(at_y < 0 ? b.min.y : b.max.y);
        impact->feature = CAROM_FEATURE_SIDE;
        return starts_inside(impact, at_x, at_y);
    }
    if (at_side) {
        if (!cr_decide_toi(time, by->error * time, impact)) return false;
        impact->nx = by_x ? (double)at_x : 0;
        impact->ny = by_x ? 0 : (double)at_y;
        impact->px = by_x ? (double)(at_x < 0 ? b.min.x : b.max.x) : cx + time * x.move;
        impact->py = by_x ? cy + time * y.move : (double)(at_y < 0 ? b.min.y : b.max.y);
        impact->feature = CAROM_FEATURE_SIDE;
        return true;
    }
    carom_vec2 corner = {at_x < 0 ? b.min.x : b.max.x, at_y < 0 ? b.min.y : b.max.y};
    impact->px = (double)corner.x;
    impact->py = (double)corner.y;
    impact->feature = CAROM_FEATURE_CORNER;
    return strike_disc(cx - (double)corner.x, cy - (double)corner.y, x.move, y.move, radius, impact);
}

static carom_circle dot(carom_vec2 p) {
    return (carom_circle){p, 0};
}

bool cr_closed_sweep(const carom_shape *a, cr_motion move, const carom_shape *b, cr_closed_impact *impact) {
    switch (CR_PAIR(a->kind, b->kind)) {
    case CR_PAIR(CAROM_SHAPE_CIRCLE, CAROM_SHAPE_SEGMENT):
        return sweep_circle_segment(a->circle.center, (double)a->circle.radius, move, &b->segment, impact);
    case CR_PAIR(CAROM_SHAPE_CIRCLE, CAROM_SHAPE_BOX): return sweep_circle_box(a->circle, move, b->box, impact);
    case CR_PAIR(CAROM_SHAPE_BOX, CAROM_SHAPE_BOX): return sweep_box_box(a->box, move, b->box, impact);
    case CR_PAIR(CAROM_SHAPE_CIRCLE, CAROM_SHAPE_CIRCLE): return cr_closed_circles(a->circle, move, b->circle, impact);
    case CR_PAIR(CAROM_SHAPE_CIRCLE, CAROM_SHAPE_CAPSULE):
        return sweep_circle_capsule(a->circle, move, &b->capsule, impact);
    case CR_PAIR(CAROM_SHAPE_CIRCLE, CAROM_SHAPE_POINT):
        return cr_closed_circles(a->circle, move, dot(b->point), impact);
    case CR_PAIR(CAROM_SHAPE_POINT, CAROM_SHAPE_CIRCLE):
        return cr_closed_circles(dot(a->point), move, b->circle, impact);
    default: return false;
    }
}

// ---- Rays --------------------------------------------------------------------------------------------------------

static cr_motion motion_of(carom_vec2 move) {
    return (cr_motion){(double)move.x, (double)move.y};
}

/// Of the terms: above it, the root of a discriminant loses a few bits only.
#define LEAST_DISCRIMINANT 0x1p-6

/// Sets the exit from a circle that the ray leaves. Returns false if it is inaccurate, by cancellation.
static bool leave_disc(carom_vec2 from, carom_vec2 move, carom_vec2 center, double radius, cr_closed_impact *impact) {
    double x = (double)from.x - (double)center.x, y = (double)from.y - (double)center.y;
    double mx = (double)move.x, my = (double)move.y, m2 = mx * mx + my * my, room = m2 * radius * radius;
    double along = x * mx + y * my, cross = mx * y - my * x, q = room - cross * cross, root = sqrt(q);
    impact->exit = (root - along) / m2;
    return q > LEAST_DISCRIMINANT * room && root - along > CR_CANCELLED * (root + fabs(along));
}

static bool ray_disc(carom_vec2 from, carom_vec2 move, carom_circle c, cr_closed_impact *impact) {
    if (!cr_closed_circles(dot(from), motion_of(move), c, impact)) return false;
    return !impact->inside || leave_disc(from, move, c.center, (double)c.radius, impact);
}

static bool ray_segment(carom_vec2 from, carom_vec2 move, const carom_segment *s, cr_closed_impact *impact) {
    cr_crossing c = cr_crossing_of(from, move, s->a, s->b);
    if (!(c.ex * c.ex + c.ey * c.ey > 0 && fabs(c.side) > c.side_bound && fabs(c.turn) > c.turn_bound)) return false;
    if ((c.side < 0) != (c.turn > 0) || (s->one_sided && c.side > 0)) return never(impact);
    if (!(fabs(c.a) > c.a_bound && fabs(c.b) > c.b_bound)) return false;
    if ((c.a > 0) == (c.b > 0)) return never(impact);
    double sign = c.side < 0 ? 1 : -1; // of the path that it crosses
    return cr_impact_at(cr_crossing_time_of(&c), sign * c.ex, sign * c.ey, impact);
}

/// The foot at the time when it leaves the strip along the edge selects the feature that it leaves.
static bool ray_capsule(carom_vec2 from, carom_vec2 move, const carom_capsule *c, cr_closed_impact *impact) {
    carom_segment s = {.a = c->a, .b = c->b};
    double mx = (double)move.x, my = (double)move.y, r = (double)c->radius;
    if (!sweep_circle_segment(from, r, motion_of(move), &s, impact)) return false;
    if (!impact->hit) return true;
    cr_circle_segment v;
    cr_circle_segment_make(from, r, &s, &v);
    double left = v.ex * my, right = v.ey * mx, turn = left - right, reach = r * sqrt(v.length2);
    double least_speed = CR_CANCELLED * (fabs(left) + fabs(right)), depth = reach + (turn > 0 ? -v.side : v.side);
    bool is_slow = fabs(turn) < least_speed, is_open = is_slow || depth <= CR_CANCELLED * (reach + v.side_size);
    impact->exit = depth / (is_slow ? least_speed : fabs(turn));
    double along = v.ex * mx + v.ey * my, foot = v.foot + impact->exit * along;
    if (is_open && (along > 0 ? foot <= v.length2 : foot >= 0)) return false; // it may leave later
    if (foot < 0) return leave_disc(from, move, c->a, r, impact);
    return foot <= v.length2 || leave_disc(from, move, c->b, r, impact);
}

static bool ray_box(carom_vec2 from, carom_vec2 move, carom_box b, cr_closed_impact *impact) {
    if (!cr_box_is_plain(b)) return false;
    double low[2] = {(double)b.min.x - (double)from.x, (double)b.min.y - (double)from.y};
    double high[2] = {(double)b.max.x - (double)from.x, (double)b.max.y - (double)from.y};
    double m[2] = {(double)move.x, (double)move.y};
    slab s[2];
    int through;
    return cross_box(low, high, m, s, &through, impact);
}

/// Clips the ray against the half-planes of a polygon: the last that it enters and the first that it leaves.
bool cr_closed_ray_polygon(carom_vec2 from, carom_vec2 move, const carom_polygon *p, cr_closed_impact *impact) {
    double mx = (double)move.x, my = (double)move.y, enter = -1, enter_error = 0;
    double others_by = -1; // the latest time at which another half-plane may be entered
    double leave_low = HUGE_VAL, leave_high = HUGE_VAL;
    for (int i = 0; i < p->count; ++i) {
        carom_vec2 a = p->v[i], b = p->v[i + 1 < p->count ? i + 1 : 0];
        double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y;
        double sx = (double)from.x - (double)a.x, sy = (double)from.y - (double)a.y;
        double s_left = ex * sy, s_right = ey * sx, side = s_left - s_right;
        double t_left = ex * my, t_right = ey * mx, turn = t_left - t_right;
        double side_bound = CR_DEGREE_2 * (fabs(s_left) + fabs(s_right));
        double turn_bound = CR_DEGREE_2 * (fabs(t_left) + fabs(t_right));
        bool is_beside = fabs(side) > side_bound, is_crossing = fabs(turn) > 2 * turn_bound;
        if (!is_beside && !is_crossing) return false;
        if (!is_crossing) { // about parallel, turn < 3 turn_bound: it crosses the line late, if at all
            double least = (fabs(side) - side_bound) / (4 * turn_bound);
            if (side < 0) return least > 1 && never(impact);
            if (least < leave_low) leave_low = least;
            continue;
        }
        if (!is_beside) { // it starts about on the line: |side| < 2 side_bound, |turn| is more than half
            double most = 8 * side_bound / fabs(turn);
            if (turn > 0 && most > others_by) others_by = most;
            if (turn < 0 && -most < leave_low) leave_low = -most;
            if (turn < 0 && most < leave_high) leave_high = most;
            continue;
        }
        if (side < 0 && turn < 0) return never(impact);
        double time = -side / turn, error = side_bound / fabs(side) + turn_bound / fabs(turn) + SWEEP_ROUNDING;
        if (turn < 0) {
            if (time * (1 - error) < leave_low) leave_low = time * (1 - error);
            if (time * (1 + error) < leave_high) leave_high = time * (1 + error);
        } else if (side < 0) {
            double passed = time > enter ? enter * (1 + enter_error) : time * (1 + error);
            others_by = passed > others_by ? passed : others_by;
            if (time > enter) {
                enter = time;
                enter_error = error;
                impact->nx = ey / sqrt(ex * ex + ey * ey);
                impact->ny = -ex / sqrt(ex * ex + ey * ey);
            }
        }
    }
    if (enter < 0 || others_by >= enter * (1 - enter_error)) return false;
    if (enter * (1 - enter_error) > leave_high) return never(impact);
    if (!(enter * (1 + enter_error) < leave_low && (float)leave_low == (float)leave_high)) return false;
    impact->exit = leave_low;
    impact->feature = CAROM_FEATURE_SIDE;
    return cr_decide_toi(enter, enter_error * enter, impact);
}

bool cr_closed_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b, cr_closed_impact *impact) {
    switch (b->kind) {
    case CAROM_SHAPE_CIRCLE: return ray_disc(from, move, b->circle, impact);
    case CAROM_SHAPE_SEGMENT: return ray_segment(from, move, &b->segment, impact);
    case CAROM_SHAPE_CAPSULE: return ray_capsule(from, move, &b->capsule, impact);
    case CAROM_SHAPE_BOX: return ray_box(from, move, b->box, impact);
    case CAROM_SHAPE_POLYGON:
        return b->polygon.radius == 0 && cr_polygon_check(b->polygon.v, b->polygon.count) == CAROM_STATUS_OK &&
               cr_closed_ray_polygon(from, move, &b->polygon, impact);
    default: return false;
    }
}
