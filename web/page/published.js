// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The published routines for two of the queries, with their faults, for comparison. Written from their descriptions;
// Carom does not use them.

/** The least root in (0, 1] of a t^2 + 2 b t + c. Rejects t = 0; a = 0 gives NaN. */
function leastRoot(a, b, c) {
    const square = b * b - a * c;
    if (square < 0) return null;
    let t = (-b - Math.sqrt(square)) / a;
    if (t <= 0) t = (-b + Math.sqrt(square)) / a;
    return t <= 0 || t > 1 ? null : t;
}

/**
 * A moving circle against a segment. Tests the edge, then end A, then end B, and returns the first root that it finds,
 * which need not be the earliest. Ignores the side. Returns { t, feature } or null; after 0 / 0 t is NaN, which its
 * tests accept.
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
 * A ray against a circle. Assumes a unit direction without saying so (`unit` normalises it), and rejects only rays
 * shorter than the distance less the radius. Returns { t } as a fraction of the motion, or null.
 */
export function rayAgainstCircle([x, y], [dx, dy], [cx, cy, r], unit) {
    const length = Math.hypot(dx, dy);
    const [ux, uy] = unit ? [dx / length, dy / length] : [dx, dy];
    const [ex, ey] = [cx - x, cy - y];
    const along = ex * ux + ey * uy;
    if (along < 0) return null; // behind the ray
    if (Math.hypot(ex, ey) > length + r) return null; // the test for "too short"
    const square = r * r - (ex * ex + ey * ey) + along * along;
    if (square < 0) return null;
    return { t: (along - Math.sqrt(square)) / length };
}
