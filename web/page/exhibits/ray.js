// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A ray against a circle: near and far, inside, too short, behind, and what the published routine says instead.
import { rowsOf } from '../code.js';
import { rayAgainstCircle } from '../published.js';

const add = (p, v, t = 1) => [p[0] + v[0] * t, p[1] + v[1] * t];

function status(s, answer) {
    if (answer.inside) return 'It starts inside: t is 0, and the far crossing is where it comes out.';
    if (answer.hit) return `In after ${(100 * answer.t).toFixed(1)} % of its length, out at ${(100 * answer.exit).toFixed(1)} %.`;
    const [ex, ey] = [s.circle[0] - s.from[0], s.circle[1] - s.from[1]];
    const along = ex * s.move[0] + ey * s.move[1];
    if (s.move[0] === 0 && s.move[1] === 0) return 'No motion: a ray without length meets only what it is in.';
    const apart = Math.abs(ex * s.move[1] - ey * s.move[0]) / Math.hypot(...s.move);
    if (along <= 0) return 'The circle is behind: nothing is met.';
    return apart < s.circle[2] ? 'Too short: it ends before the circle.' : 'It passes by: nothing is met.';
}

const published = (s) => rayAgainstCircle(s.from, s.move, s.circle, s.unit);

function compare(s, answer) {
    const theirs = published(s);
    if (theirs && !Number.isFinite(theirs.t)) return 'divides by zero: the place it tells is not a number.';
    if (!theirs) return answer.hit ? 'sees nothing here.' : 'agrees: nothing is met.';
    const t = `t = ${theirs.t.toFixed(4)}`;
    if (!answer.hit) return theirs.t > 1 ? `reports a hit at ${t}, beyond the end of the ray.` : `reports a hit at ${t}.`;
    if (theirs.t < -1e-6) return `reports a hit behind the start, at ${t}.`;
    return Math.abs(theirs.t - answer.t) < 1e-5 ? `agrees, to the digits shown: ${t}.` : `reports ${t}, which is not where it is.`;
}

export default {
    id: 'ray',
    lead: 'What does the ray enter, and where does it come out again? <b>t</b> and <b>exit</b> are fractions of its length, which need not be one.',
    defaults: { from: [1.5, 6.5], move: [9, -4.5], circle: [6.5, 3.5, 2], published: false, unit: true },
    presets: [
        ['In and out', {}],
        ['Inside', { from: [6, 4], move: [5, 1.5] }],
        ['Too short', { from: [1, 5.2], move: [4, 0], published: true }],
        ['Behind', { from: [8.5, 5.5], move: [3, 1.75] }],
        ['Tangent', { from: [1, 1.5], move: [10.5, 0] }],
        ['From its rim', { from: [4.5, 3.5], move: [6, 1], published: true }],
        ['Ends on it', { from: [1, 3.5], move: [3.5, 0] }],
        ['Not of unit length', { published: true, unit: false }],
    ],
    controls: (s) => [
        { kind: 'switch', key: 'published', label: 'The published routine' },
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
            stage.text(out, 'far', stage.c.ink, { offset: [10, -12] });
        }
        stage.normal(answer.point, answer.normal, stage.c.ink);
        stage.dot(answer.point, stage.c.ink, 4.5);
        stage.text(answer.point, answer.inside ? 'start' : 'near', stage.c.ink, { align: 'right', offset: [-10, -12] });
    },
};
