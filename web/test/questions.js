// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Random lines for `carom query`. Half of the numbers are multiples of 1/4, so that shapes touch exactly and points are
// collinear or equal.
const KINDS = ['point', 'segment', 'circle', 'box', 'capsule', 'polygon', 'compound'];

function number(chance) {
    return chance.below(2) ? chance.below(33) / 4 - 4 : chance.range(-4, 4);
}

function numbers(chance, count) {
    return Array.from({ length: count }, () => number(chance));
}

function radius(chance) {
    return Math.abs(number(chance)) / 4;
}

/** A convex polygon: points around a circle, in order. */
function polygon(chance) {
    const count = 3 + chance.below(6),
        x = number(chance),
        y = number(chance),
        r = 0.5 + chance.unit();
    const points = [];
    for (let i = 0; i < count; i++) {
        const angle = (2 * Math.PI * (i + 0.8 * chance.unit())) / count;
        points.push(Math.fround(x + r * Math.cos(angle)), Math.fround(y + r * Math.sin(angle)));
    }
    return { polygon: chance.below(2) ? points : [...points].reverse().map((_, i, all) => all[i ^ 1]) };
}

export function shape(chance, depth = 0) {
    const form = sharp(chance, depth);
    if ((form.box || form.polygon) && chance.below(4) === 0) form.radius = radius(chance);
    if (chance.below(6) === 0) form.pose = numbers(chance, 3).map((v) => v / 4);
    else if (chance.below(12) === 0) form.pose = [...numbers(chance, 2), ...chance.pick([[0, 1], [-1, 0], [0.6, -0.8], [0.28, 0.96]])];
    return form;
}

function sharp(chance, depth) {
    const kind = chance.pick(depth < 2 ? KINDS : KINDS.slice(0, -1));
    if (kind === 'point') return { point: numbers(chance, 2) };
    if (kind === 'circle') return { circle: [...numbers(chance, 2), radius(chance)] };
    if (kind === 'capsule') return { capsule: [...numbers(chance, 4), radius(chance)] };
    if (kind === 'polygon') return polygon(chance);
    if (kind === 'compound') return { compound: Array.from({ length: 1 + chance.below(4) }, () => shape(chance, depth + 1)) };
    const v = numbers(chance, 4);
    if (kind === 'box') {
        return { box: [Math.min(v[0], v[2]), Math.min(v[1], v[3]), Math.max(v[0], v[2]), Math.max(v[1], v[3])] };
    }
    const segment = { segment: v };
    if (chance.below(2)) segment.one_sided = chance.below(2) === 1;
    if (chance.below(2)) segment.ends = [chance.below(2) === 1, chance.below(2) === 1];
    return segment;
}

/** Outlines: a floor, and sometimes a platform, a slope or a hole. */
function level(chance) {
    const floor = { points: [-9, 2, 9, 2, 9, 5, -9, 5], tag: chance.below(4) };
    const others = [
        { points: [-2, 0, 2, 0], open: true, one_way: true },
        { points: [-4, -4, -1, -4, -4, -1] },
        { points: [-2, 3, -2, 4, 2, 4, 2, 3], same_area: true },
        { points: [0, -3, 1, 1], open: true, one_way: false },
    ];
    return [floor, ...others.filter(() => chance.below(2))];
}

function rows(chance) {
    const columns = 1 + chance.below(14),
        count = 1 + chance.below(12);
    return Array.from({ length: count }, () =>
        Array.from({ length: columns }, () => (chance.below(4) ? '.' : '#')).join(''),
    );
}

const on = (chance, map) => [chance.below(map[0].length), chance.below(map.length)];

const MAKE = {
    overlap: (c) => ({ a: shape(c), b: shape(c) }),
    distance: (c) => ({ a: shape(c), b: shape(c) }),
    contact: (c) => ({ a: shape(c), b: shape(c) }),
    ray: (c) => ({ from: numbers(c, 2), [c.pick(['move', 'to'])]: numbers(c, 2), b: shape(c) }),
    sweep: (c) => ({ a: shape(c), move: numbers(c, 2), b: shape(c), ...(c.below(2) && { b_move: numbers(c, 2) }) }),
    turn: (c) => ({
        a: shape(c),
        b: shape(c),
        ...(c.below(2) && { move: numbers(c, 2) }),
        ...(c.below(2) && { turn: c.below(60) / 16 }),
        ...(c.below(2) && { b_move: numbers(c, 2) }),
        ...(c.below(2) && { b_turn: c.below(60) / 32 }),
    }),
    level_overlap: (c) => ({ op: 'overlap', a: shape(c), level: level(c) }),
    level_distance: (c) => ({ op: 'distance', a: shape(c), level: level(c) }),
    level_ray: (c) => ({ op: 'ray', from: numbers(c, 2), move: numbers(c, 2), level: level(c) }),
    level_sweep: (c) => ({ op: 'sweep', a: shape(c), move: numbers(c, 2), level: level(c) }),
    level_turn: (c) => ({ op: 'turn', a: shape(c), move: numbers(c, 2), ...(c.below(2) && { turn: c.below(60) / 16 }), level: level(c) }),
    move: (c) => ({
        a: shape(c),
        ...(c.below(4) && { move: numbers(c, 2) }),
        ...(c.below(2) && { turn: c.below(60) / 16 }),
        ...(c.below(4) && { response: c.pick(['stop', 'slide', 'bounce', 'pass']) }),
        ...(c.below(4) === 0 && { restitution: c.below(9) / 4 }),
        ...(c.below(4) === 0 && { friction: c.below(5) / 4 }),
        ...(c.below(8) === 0 && { surface_speed: number(c) }),
        level: level(c),
    }),
    ray3: (c) => ({ op: 'ray', from: numbers(c, 3), [c.pick(['move', 'to'])]: numbers(c, 3), b: { sphere: [...numbers(c, 3), radius(c)] } }),
    sweep3: (c) => ({ op: 'sweep', a: { sphere: [...numbers(c, 3), radius(c)] }, move: numbers(c, 3), b: { segment3: numbers(c, 6) } }),
    walk: (c) => ({
        from: [c.below(40) - 20, c.below(40) - 20],
        to: [c.below(40) - 20, c.below(40) - 20],
        corners: c.pick(['open', 'any']),
        ends: c.below(2) === 1,
    }),
    sight: (c) => {
        const map = rows(c);
        return { rows: map, from: on(c, map), to: on(c, map), corners: c.pick(['open', 'pair', 'any']) };
    },
    fov: (c) => {
        const map = rows(c);
        return { rows: map, from: on(c, map), radius: c.below(20) };
    },
};

export const OPS = Object.keys(MAKE);

export function question(chance, op, id) {
    return { id, op, ...MAKE[op](chance) };
}
