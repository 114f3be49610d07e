// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Two of the seven shapes, and five queries. The state keeps the numbers of each kind of shape.
import { rowsOf } from '../code.js';

const KINDS = ['point', 'segment', 'circle', 'box', 'capsule', 'polygon', 'compound'];
/** Icons, 20 units square. */
const ICONS = {
    point: 'M9 10a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
    segment: 'M3 15L17 5',
    circle: 'M3.5 10a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0',
    box: 'M3 5.5h14v9H3z',
    capsule: 'M5.1 8.4l5.6-4.2a3.2 3.2 0 0 1 4.2 4.9L9.3 13.6a3.2 3.2 0 0 1-4.2-5.2z',
    polygon: 'M10 3l7 5-2.7 8.5H5.7L3 8z',
    compound: 'M3 9h8.5v7.5H3zM8.4 9a3.9 3.9 0 1 1 3.1 4.6',
};
const QUESTIONS = ['overlap', 'distance', 'contact', 'sweep', 'ray'];
const clean = (v) => v.map((x) => Number(x.toPrecision(9)));
const tidy = ([x0, y0, x1, y1]) => [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];

/** The description of a shape for queries. A compound is a box with a disc at its upper right corner. */
function form(s, who) {
    const kind = s[who];
    const v = s[`${who}_${kind}`];
    if (kind === 'compound') return { compound: [{ box: v.slice(0, 4) }, { circle: [v[2], v[1], v[4]] }] };
    return { [kind]: v };
}

/** The handles of a shape: its points, and a handle for the radius. */
function points(s, who) {
    const kind = s[who];
    const key = `${who}_${kind}`;
    const v = s[key];
    const name = who.toUpperCase();
    const corner = (i, label) => ({
        id: `${key}${i}`, tone: who, label: `${name}: ${label}`, at: v.slice(i, i + 2),
        move: (p) => {
            const numbers = [...v.slice(0, i), ...p, ...v.slice(i + 2)];
            return { [key]: kind === 'box' || kind === 'compound' ? [...tidy(numbers), ...numbers.slice(4)] : numbers };
        },
    });
    const radius = (i, x, y) => ({
        id: `${key}r`, tone: `${who} small`, label: `${name}: radius`, at: [x, y - v[i]],
        move: (p) => ({ [key]: [...v.slice(0, i), Math.max(0, Number((y - p[1]).toPrecision(9)))] }),
    });
    switch (kind) {
    case 'point': return [corner(0, 'point')];
    case 'segment': return [corner(0, 'end A'), corner(2, 'end B')];
    case 'circle': return [radius(2, v[0], v[1]), corner(0, 'centre')];
    case 'box': return [corner(0, 'min corner'), corner(2, 'max corner')];
    case 'capsule': return [radius(4, v[0], v[1]), corner(0, 'end A'), corner(2, 'end B')];
    case 'polygon': return Array.from({ length: v.length / 2 }, (_, i) => corner(2 * i, `vertex ${i + 1}`));
    default: return [radius(4, v[2], v[1]), corner(0, 'min corner'), corner(2, 'max corner')];
    }
}

/** Number of values that are x and y; the rest are radii. */
const places = { point: 2, segment: 4, circle: 2, box: 4, capsule: 4, compound: 4 };

/** A handle in the middle of a shape, which moves all of it. */
function whole(s, who) {
    const kind = s[who];
    if (kind === 'point' || kind === 'circle') return [];
    const key = `${who}_${kind}`;
    const v = s[key];
    const n = places[kind] ?? v.length;
    const at = [0, 1].map((axis) => {
        let sum = 0;
        for (let i = axis; i < n; i += 2) sum += v[i];
        return (2 * sum) / n;
    });
    const move = (p) => {
        const d = [p[0] - at[0], p[1] - at[1]];
        return { [key]: clean(v.map((x, i) => (i < n ? x + d[i % 2] : x))) };
    };
    return [{ id: `${key}all`, tone: `${who} whole`, label: `${who.toUpperCase()}: whole shape`, at, move }];
}

/** The reference point of a shape: `at` of a sweep refers to it. */
function reference(shape) {
    if (shape.compound) return reference(shape.compound[0]);
    return Object.values(shape)[0].slice(0, 2);
}

function ways(s) {
    const tip = (key, from, label, tone) => ({
        id: key, tone, label, at: [from[0] + s[key][0], from[1] + s[key][1]],
        move: (p) => ({ [key]: clean([p[0] - from[0], p[1] - from[1]]) }),
    });
    if (s.ask === 'ray') {
        return [tip('move', s.from, 'End of the ray', 'a'),
            { id: 'from', tone: 'a', label: 'Start of the ray', at: s.from, move: (p) => ({ from: p }) }];
    }
    if (s.ask !== 'sweep') return [];
    return [tip('move', reference(form(s, 'a')), 'A: end of its motion', 'a way'),
        tip('b_move', reference(form(s, 'b')), 'B: end of its motion', 'b way')];
}

function question(s) {
    const b = form(s, 'b');
    if (s.ask === 'ray') return { op: 'ray', from: s.from, move: s.move, b };
    const a = form(s, 'a');
    if (s.ask !== 'sweep') return { op: s.ask, a, b };
    const rests = s.b_move[0] === 0 && s.b_move[1] === 0;
    return { op: 'sweep', a, move: s.move, b, ...(rests ? {} : { b_move: s.b_move }) };
}

const fixed = (x) => x.toFixed(3);
const SAYS = {
    overlap: (r) => (r.hit ? 'A and B overlap; touching counts.' : 'No overlap.'),
    distance: (r) => (r.distance > 0 ? `Distance ${fixed(r.distance)}.` : r.distance < 0 ?
        `Penetration depth ${fixed(-r.distance)}.` : 'Touching: distance 0.'),
    contact: (r) => (r.hit ? `${r.points.length === 2 ? 'Two contact points' : 'One contact point'}, depth ${fixed(r.depth)}.` : 'No contact.'),
    sweep: (r) => (r.inside ? 'A and B start in penetration.' : r.hit ? `Hit at t = ${fixed(r.t)}.` : 'No hit within the motion.'),
    ray: (r) => (r.inside ? 'The ray starts inside B.' : r.hit ? `Hit at t = ${fixed(r.t)}.` : 'No hit.'),
};

function drawSweep(stage, s, answer) {
    const a = form(s, 'a');
    const b = form(s, 'b');
    const t = answer.t;
    stage.swept(a, s.move, stage.c['a-tint']);
    const moves = s.b_move[0] !== 0 || s.b_move[1] !== 0;
    if (moves) stage.swept(b, s.b_move, stage.c['b-tint']);
    const by = [s.b_move[0] * t, s.b_move[1] * t];
    stage.shape(b, { fill: moves ? null : stage.c['b-tint'], line: stage.c.b, width: moves ? 1.25 : 2.5 });
    if (moves) stage.shape(b, { fill: stage.c['b-tint'], line: stage.c.b, width: 2.5, by });
    stage.shape(a, { line: stage.c.a, width: 1.25 });
    const from = reference(a);
    stage.arrow(from, [from[0] + s.move[0], from[1] + s.move[1]], stage.c.a, 1.25, [1, 5]);
    if (moves) {
        const start = reference(b);
        stage.arrow(start, [start[0] + s.b_move[0], start[1] + s.b_move[1]], stage.c.b, 1.25, [1, 5]);
    }
    stage.shape(a, { line: stage.c.a, width: 2.5, by: [answer.at[0] - from[0], answer.at[1] - from[1]] });
}

function drawResting(stage, s, answer) {
    const [a, b] = [form(s, 'a'), form(s, 'b')];
    stage.shape(b, { fill: stage.c['b-tint'], line: stage.c.b, width: 2.5 });
    stage.shape(a, { fill: answer.hit || answer.distance <= 0 ? stage.c['a-tint'] : null, line: stage.c.a, width: 2.5 });
    if (s.ask === 'distance' && answer.on_a) {
        stage.line([answer.on_a, answer.on_b], stage.c.ink, 1.5, [3, 4]);
        stage.dot(answer.on_a, stage.c.a, 4.5);
        stage.dot(answer.on_b, stage.c.b, 4.5);
        if (answer.distance < 0) stage.shape(a, { line: stage.c.a, width: 1, dash: [2, 4], by: out(answer.normal, -answer.distance) });
    }
    if (s.ask === 'contact' && answer.hit) {
        stage.shape(a, { line: stage.c.a, width: 1, dash: [2, 4], by: out(answer.normal, answer.depth) });
    }
}
const out = (normal, depth) => [normal[0] * depth, normal[1] * depth];

export default {
    id: 'pairs',
    lead: 'Seven shapes, five queries, every pair. Hit or miss is decided in <b>exact arithmetic</b> on the float input. Touching is overlap.',
    defaults: {
        ask: 'distance', a: 'capsule', b: 'polygon',
        a_point: [4, 3], a_segment: [2, 2, 5, 3.5], a_circle: [3.5, 3, 1.25], a_box: [2, 1.5, 4.5, 3.5],
        a_capsule: [2.25, 2, 4.5, 3.25, 0.75], a_polygon: [2, 3.5, 3.5, 1.5, 5, 3.5], a_compound: [2, 2, 4, 3.5, 0.75],
        b_point: [8, 5.5], b_segment: [6.5, 6.5, 10, 4], b_circle: [8.5, 5.25, 1.5], b_box: [7, 4, 10, 6.5],
        b_capsule: [7.5, 6, 10, 4.75, 0.75], b_polygon: [7, 4.5, 9, 3.5, 10.5, 5, 9.5, 7, 7.25, 6.75],
        b_compound: [7.5, 4.5, 9.5, 6.5, 0.75],
        move: [6, 2.5], b_move: [0, 0], from: [1.5, 6.5],
    },
    presets: [
        ['Apart', {}],
        ['Two contact points', { ask: 'contact', a: 'box', b: 'box', a_box: [4, 2.5, 7, 4.5], b_box: [5, 4, 9, 6.5] }],
        ['3, 4, 5', { ask: 'distance', a: 'circle', b: 'circle', a_circle: [4, 2.5, 2], b_circle: [7, 6.5, 3] }],
        ['Corner to corner', { ask: 'overlap', a: 'box', b: 'box', a_box: [2.5, 1.5, 6, 4], b_box: [6, 4, 9.5, 6.5] }],
        ['Both move', { ask: 'sweep', a: 'circle', b: 'box', b_box: [7.5, 3.5, 9.5, 5.5], b_move: [-2.5, 1], move: [5, 3] }],
        ['Past a vertex', { ask: 'sweep', a: 'circle', b: 'box', a_circle: [3, 5, 1.25], move: [3, -4], b_box: [5.5, 3.5, 9, 6.5] }],
        ['Ray', { ask: 'ray', b: 'compound', from: [1.5, 6.5], move: [9.5, -1.5] }],
    ],
    controls: (s) => [
        { kind: 'choice', key: 'ask', look: 'tight', label: 'Query', options: QUESTIONS.map((q) => [q, q]) },
        ...(s.ask === 'ray' ? [] : [{ kind: 'choice', key: 'a', look: 'is-a', label: 'A', icons: ICONS, options: KINDS.map((k) => [k, k]) }]),
        { kind: 'choice', key: 'b', look: 'is-b', label: 'B', icons: ICONS, options: KINDS.map((k) => [k, k]) },
    ],
    bounds: () => [0, 0, 12.5, 8.5],
    handles: (s) => [
        ...whole(s, 'b'), ...(s.ask === 'ray' ? [] : whole(s, 'a')),
        ...ways(s), ...points(s, 'b'), ...(s.ask === 'ray' ? [] : points(s, 'a')),
    ],
    questions: (s) => [question(s)],
    tell: (s, [answer]) => ({
        status: SAYS[s.ask](answer),
        tone: answer.hit || answer.distance <= 0 ? 'hit' : 'miss',
        rows: rowsOf(answer),
    }),
    draw(stage, s, [answer]) {
        stage.grid();
        if (answer.error) {
            if (s.ask !== 'ray') stage.shape(form(s, 'a'), { line: stage.c.fault, dash: [4, 4] });
            stage.shape(form(s, 'b'), { line: stage.c.fault, dash: [4, 4] });
            return;
        }
        if (s.ask === 'sweep') drawSweep(stage, s, answer);
        else if (s.ask !== 'ray') drawResting(stage, s, answer);
        else {
            const end = [s.from[0] + s.move[0], s.from[1] + s.move[1]];
            stage.shape(form(s, 'b'), { fill: stage.c['b-tint'], line: stage.c.b, width: 2.5 });
            stage.arrow(s.from, end, stage.c.a, 1.5, answer.hit ? [1, 5] : null);
            if (answer.hit) stage.line([s.from, answer.point], stage.c.a, 2.5);
        }
        const spots = answer.points ?? (answer.point ? [answer.point] : []);
        for (const p of spots) {
            stage.normal(p, answer.normal, stage.c.ink);
            stage.dot(p, stage.c.ink, 4);
        }
    },
};
