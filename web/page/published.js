// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The routines that are published for two of the questions, with their faults, to be seen beside exact answers. They
// were written anew after descriptions of them; nothing in Carom uses them.

/** The least root above zero and up to one of a t^2 + 2 b t + c: t = 0 is refused, and a may be zero, which gives NaN. */
function leastRoot(a, b, c) {
    const square = b * b - a * c;
    if (square < 0) return null;
    let t = (-b - Math.sqrt(square)) / a;
    if (t <= 0) t = (-b + Math.sqrt(square)) / a;
    return t <= 0 || t > 1 ? null : t;
}

/**
 * A moving circle against a segment. It tries the edge first, then end A, then end B, and returns the first that gives
 * a root, which is not always the earliest. It knows no side. { t, feature } or null; t is NaN after 0 / 0: no test
 * refuses that.
 */
export function ballAgainstSegment([x, y, r], [dx, dy], [ax, ay, bx, by], ends = [true, true]) {
    const [ex, ey] = [bx - ax, by - ay];
    const length = Math.hypot(ex, ey);
    const [nx, ny] = [ey / length, -ex / length];
    const apart = (x - ax) * nx + (y - ay) * ny;
    const closing = dx * nx + dy * ny;
    const edge = leastRoot(closing * closing, apart * closing, apart * apart - r * r);
    const foot = ((x + dx * edge - ax) * ex + (y + dy * edge - ay) * ey) / (length * length);
    if (edge !== null && !(foot < 0 || foot > 1)) return { t: edge, feature: 'edge' };
    for (const [i, [px, py]] of [[ax, ay], [bx, by]].entries()) {
        if (!ends[i]) continue;
        const [sx, sy] = [x - px, y - py];
        const t = leastRoot(dx * dx + dy * dy, sx * dx + sy * dy, sx * sx + sy * sy - r * r);
        if (t !== null) return { t, feature: i ? 'end_b' : 'end_a' };
    }
    return null;
}

/**
 * A ray against a circle. It takes the motion for a direction of unit length without saying so (`unit` does that for
 * it), and "too short" for shorter than the distance less the radius. { t } as a fraction of the motion, or null.
 */
export function rayAgainstCircle([x, y], [dx, dy], [cx, cy, r], unit) {
    const length = Math.hypot(dx, dy);
    const [ux, uy] = unit ? [dx / length, dy / length] : [dx, dy];
    const [ex, ey] = [cx - x, cy - y];
    const along = ex * ux + ey * uy;
    if (along < 0) return null; // the opposite way
    if (Math.hypot(ex, ey) > length + r) return null; // too short, it says
    const square = r * r - (ex * ex + ey * ey) + along * along;
    if (square < 0) return null;
    return { t: (along - Math.sqrt(square)) / length };
}
