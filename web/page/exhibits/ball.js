// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A moving circle against a segment: time of impact, contact point, edge or end; and the result of the published routine.
import { rowsOf } from '../code.js';
import { ballAgainstSegment } from '../published.js';

const FEATURES = { edge: 'the edge', end_a: 'end A', end_b: 'end B' };
const add = (p, v, t = 1) => [p[0] + v[0] * t, p[1] + v[1] * t];

const wall = (s) => ({
    segment: s.wall,
    ...(s.one_sided ? { one_sided: true } : {}),
    ...(s.a && s.b ? {} : { ends: [s.a, s.b] }),
});

const published = (s) => (s.published ? ballAgainstSegment(s.ball, s.move, s.wall, [s.a, s.b]) : null);

/** Compares the published routine with the answer, in a sentence. */
function compare(s, answer) {
    const theirs = published(s);
    if (theirs && Number.isNaN(theirs.t)) return 'divides zero by zero: t is not a number, and its tests accept it.';
    if (!theirs) {
        return answer.hit ? 'reports no hit: the ball tunnels through the wall.' : 'agrees: no hit.';
    }
    const name = FEATURES[theirs.feature];
    const at = `t = ${theirs.t.toFixed(4)}`;
    if (!answer.hit) return `reports a hit on ${name} at ${at}, where there is none.`;
    const late = theirs.t - answer.t;
    if (Math.abs(late) < 1e-5) return `agrees to the digits shown: ${name} at ${at}.`;
    return `reports ${name} at ${at}: too ${late > 0 ? 'late' : 'early'} by ${Math.abs(late).toFixed(4)}.`;
}

function status(s, answer) {
    if (answer.inside) return 'The ball starts in penetration: t = 0, and the normal is that of least depth.';
    if (answer.hit) return `Hit on ${FEATURES[answer.feature]} at t = ${answer.t.toFixed(3)}.`;
    return s.move[0] === 0 && s.move[1] === 0 ? 'No hit: the ball does not move.' : 'No hit within the motion.';
}

function drawWall(stage, s) {
    const [ax, ay, bx, by] = s.wall;
    const length = Math.hypot(bx - ax, by - ay);
    if (s.one_sided && length > 0) {
        const n = [(by - ay) / length, -(bx - ax) / length];
        const count = Math.max(2, Math.round((length * stage.view.scale) / 9));
        for (let i = 0; i <= count; i++) {
            const p = [ax + ((bx - ax) * i) / count, ay + ((by - ay) * i) / count];
            const d = stage.px(9);
            stage.line([p, [p[0] - (n[0] + n[1] * 0.7) * d, p[1] - (n[1] - n[0] * 0.7) * d]], stage.c['solid-edge'], 1);
        }
    }
    stage.line([[ax, ay], [bx, by]], stage.c.b, 3.5);
    for (const [p, on, name] of [[[ax, ay], s.a, 'A'], [[bx, by], s.b, 'B']]) {
        if (on) stage.dot(p, stage.c.b, 5);
        else stage.cross(p, stage.c.mute, 4);
        const below = length > 0 ? [-(by - ay) / length, (bx - ax) / length] : [name === 'A' ? -1 : 1, 0];
        stage.text(p, name, stage.c.b, { align: 'center', offset: below.map((v) => v * 18), bold: true });
    }
}

function drawPublished(stage, s) {
    const theirs = published(s);
    if (theirs && Number.isNaN(theirs.t)) {
        stage.text(s.ball, '0 / 0', stage.c.fault, { align: 'center', offset: [0, -s.ball[2] * stage.view.scale - 12], bold: true });
        return;
    }
    const at = add(s.ball, s.move, theirs ? theirs.t : 1);
    stage.ring(at, s.ball[2], stage.c.fault, 2, [5, 4]);
    stage.text(at, 'published', stage.c.fault, { align: 'center', offset: [0, s.ball[2] * stage.view.scale + 12] });
}

export default {
    id: 'ball',
    lead: 'A moving circle against a segment: the <b>time of impact</b> t as a fraction of the motion, the contact point, and whether the edge or an end was hit. Drag the points.',
    defaults: {
        ball: [2.5, 2, 1], move: [5.5, 4], wall: [2, 7, 10, 4.5], one_sided: false, a: true, b: true, published: false,
    },
    presets: [
        ['Edge', {}],
        ['End', { ball: [1.5, 2.5, 1], move: [9, 1.5], wall: [7, 4, 10.5, 7] }],
        ['From contact', { ball: [4, 5, 1], move: [4, 2.5], wall: [1, 6, 11, 6], published: true }],
        ['Along the wall', { ball: [3, 5, 1], move: [5.5, 0], wall: [1, 6, 11, 6], published: true }],
        ['An end first', { ball: [1.5, 4, 1], move: [9, 3], wall: [4, 4.5, 11, 4.5], published: true }],
        ['From behind', { ball: [5, 6.5, 1], move: [1.5, -5], wall: [2, 4, 10, 4], one_sided: true, published: true }],
        ['Zero length', { ball: [2.5, 2.5, 1], move: [7, 4], wall: [7, 5, 7, 5], published: true }],
        ['No motion', { ball: [5, 2.5, 1], move: [0, 0], wall: [1, 6, 11, 6], published: true }],
    ],
    controls: () => [
        { kind: 'switch', key: 'one_sided', label: 'One-sided' },
        { kind: 'switch', key: 'a', label: 'End A' },
        { kind: 'switch', key: 'b', label: 'End B' },
        { kind: 'switch', key: 'published', label: 'Compare with the published routine' },
    ],
    bounds: () => [0, 0.2, 12.5, 8.2],
    handles: (s) => [
        { id: 'a', label: 'End A', at: s.wall.slice(0, 2), tone: 'b', move: (p) => ({ wall: [...p, ...s.wall.slice(2)] }) },
        { id: 'b', label: 'End B', at: s.wall.slice(2), tone: 'b', move: (p) => ({ wall: [...s.wall.slice(0, 2), ...p] }) },
        { id: 'rim', label: 'Radius of the ball', at: [s.ball[0], s.ball[1] - s.ball[2]], tone: 'a small',
            move: (p) => ({ ball: [s.ball[0], s.ball[1], Math.max(0, Number((s.ball[1] - p[1]).toPrecision(9)))] }) },
        { id: 'tip', label: 'End of the motion', at: add(s.ball, s.move), tone: 'a',
            move: (p) => ({ move: [p[0] - s.ball[0], p[1] - s.ball[1]].map((v) => Number(v.toPrecision(9))) }) },
        { id: 'ball', label: 'Ball', at: s.ball.slice(0, 2), tone: 'a', move: (p) => ({ ball: [...p, s.ball[2]] }) },
    ],
    questions: (s) => [{ op: 'sweep', a: { circle: s.ball }, move: s.move, b: wall(s) }],
    tell: (s, [answer]) => ({
        status: status(s, answer),
        tone: answer.hit ? 'hit' : 'miss',
        rows: rowsOf(answer),
        fault: s.published ? compare(s, answer) : null,
    }),
    draw(stage, s, [answer]) {
        stage.grid();
        const ball = { circle: s.ball };
        const end = add(s.ball, s.move);
        stage.swept(ball, s.move, stage.c['a-tint']);
        stage.shape(ball, { line: stage.c.a, width: 1.5 });
        drawWall(stage, s);
        if (answer.error) return;
        if (answer.hit) stage.shape({ circle: [...end, s.ball[2]] }, { line: stage.c.a, width: 1, dash: [2, 5] });
        stage.arrow(s.ball, end, stage.c.a, 1.5, [1, 5]);
        if (s.published) drawPublished(stage, s);
        stage.line([s.ball, answer.at], stage.c.a, 2);
        stage.shape({ circle: [...answer.at, s.ball[2]] }, { line: stage.c.a, width: 2.5 });
        if (!answer.hit) return;
        stage.normal(answer.point, answer.normal, stage.c.ink);
        stage.dot(answer.point, stage.c.ink, 4);
    },
};
