// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A ray against a circle: entry and exit, start inside, too short, behind; and the result of the published routine.
import { rowsOf } from '../code.js';
import { rayAgainstCircle } from '../published.js';

const add = (p, v, t = 1) => [p[0] + v[0] * t, p[1] + v[1] * t];

function status(s, answer) {
    const exit = answer.exit > 1 ? `exit at ${answer.exit.toFixed(3)}, beyond its end` : `exit at ${answer.exit?.toFixed(3)}`;
    if (answer.inside) return answer.exit === null ? 'The ray starts inside, and has no length.' : `The ray starts inside: t = 0, ${exit}.`;
    if (answer.hit) return `Hit: entry at t = ${answer.t.toFixed(3)}, ${exit}.`;
    const [ex, ey] = [s.circle[0] - s.from[0], s.circle[1] - s.from[1]];
    const along = ex * s.move[0] + ey * s.move[1];
    if (s.move[0] === 0 && s.move[1] === 0) return 'No hit: a ray of zero length hits only a shape that it starts inside.';
    const apart = Math.abs(ex * s.move[1] - ey * s.move[0]) / Math.hypot(...s.move);
    if (along <= 0) return 'No hit: the circle is behind the ray.';
    // A tolerance for the sentence only; the answer is exact.
    if (Math.abs(apart - s.circle[2]) <= 1e-6 * s.circle[2]) return 'No hit: the ray is tangent to the circle.';
    return apart < s.circle[2] ? 'No hit: the ray ends before the circle.' : 'No hit: the line of the ray misses the circle.';
}

const published = (s) => rayAgainstCircle(s.from, s.move, s.circle, s.unit);

function compare(s, answer) {
    const theirs = published(s);
    if (theirs && !Number.isFinite(theirs.t)) return 'divides by zero: its hit point is not a number.';
    if (!theirs) return answer.hit ? 'reports no hit.' : 'agrees: no hit.';
    const t = `t = ${theirs.t.toFixed(4)}`;
    if (!answer.hit) return theirs.t > 1 ? `reports a hit at ${t}, beyond the end of the ray.` : `reports a hit at ${t}.`;
    if (theirs.t < -1e-6) return `reports a hit behind the start, at ${t}.`;
    return Math.abs(theirs.t - answer.t) < 1e-5 ? `agrees to the digits shown: ${t}.` : `reports ${t}, which is wrong.`;
}

export default {
    id: 'ray',
    lead: 'A ray against a circle: entry at <b>t</b>, and <b>exit</b>, as fractions of the ray. The direction need not have unit length, and exit may lie beyond the end.',
    defaults: { from: [1.5, 6.5], move: [9, -4.5], circle: [6.5, 3.5, 2], published: false, unit: true },
    presets: [
        ['Entry and exit', {}],
        ['From inside', { from: [6, 4], move: [5, 1.5] }],
        ['Too short', { from: [1, 5.2], move: [4, 0], published: true }],
        ['Behind', { from: [8.5, 5.5], move: [3, 1.75] }],
        ['Tangent', { from: [1, 1.5], move: [10.5, 0] }],
        ['From the circle', { from: [4.5, 3.5], move: [6, 1], published: true }],
        ['Ends on the circle', { from: [1, 3.5], move: [3.5, 0] }],
        ['Not unit length', { published: true, unit: false }],
    ],
    controls: (s) => [
        { kind: 'switch', key: 'published', label: 'Compare with the published routine' },
        ...(s.published ? [{ kind: 'switch', key: 'unit', label: 'Normalise the direction for it' }] : []),
    ],
    bounds: () => [0, 0, 12.5, 8],
    handles: (s) => [
        { id: 'rim', label: 'Radius', at: [s.circle[0], s.circle[1] - s.circle[2]], tone: 'b small',
            move: (p) => ({ circle: [s.circle[0], s.circle[1], Math.max(0, Number((s.circle[1] - p[1]).toPrecision(9)))] }) },
        { id: 'circle', label: 'Circle', at: s.circle.slice(0, 2), tone: 'b', move: (p) => ({ circle: [...p, s.circle[2]] }) },
        { id: 'tip', label: 'End of the ray', at: add(s.from, s.move), tone: 'a',
            move: (p) => ({ move: [p[0] - s.from[0], p[1] - s.from[1]].map((v) => Number(v.toPrecision(9))) }) },
        { id: 'from', label: 'Start of the ray', at: s.from, tone: 'a', move: (p) => ({ from: p }) },
    ],
    questions: (s) => [{ op: 'ray', from: s.from, move: s.move, b: { circle: s.circle } }],
    tell: (s, [answer]) => ({
        status: status(s, answer),
        tone: answer.hit ? 'hit' : 'miss',
        rows: rowsOf(answer),
        fault: s.published ? compare(s, answer) : null,
    }),
    draw(stage, s, [answer]) {
        stage.grid();
        const end = add(s.from, s.move);
        stage.shape({ circle: s.circle }, { fill: stage.c['b-tint'], line: stage.c.b, width: 2.5 });
        if (answer.error) return;
        stage.arrow(s.from, end, stage.c.a, answer.hit ? 1.5 : 2.5, answer.hit ? [1, 5] : null);
        if (s.published) {
            const theirs = published(s);
            if (theirs && Number.isFinite(theirs.t)) {
                const at = add(s.from, s.move, theirs.t);
                stage.line([end, at], stage.c.fault, 1.5, [5, 4]);
                stage.cross(at, stage.c.fault, 7);
                stage.text(at, 'published', stage.c.fault, { align: 'center', offset: [0, 20] });
            }
        }
        if (!answer.hit) return;
        const out = answer.exit === null ? null : add(s.from, s.move, answer.exit);
        stage.line([s.from, answer.point], stage.c.a, 2.5);
        if (out) {
            stage.line([answer.point, out], stage.c.a, 1.5);
            stage.ring(out, stage.px(5), stage.c.ink, 1.75);
            stage.text(out, 'exit', stage.c.ink, { offset: [10, -12] });
        }
        stage.normal(answer.point, answer.normal, stage.c.ink);
        stage.dot(answer.point, stage.c.ink, 4.5);
        stage.text(answer.point, answer.inside ? 'start' : 'entry', stage.c.ink, { align: 'right', offset: [-10, -12] });
    },
};
