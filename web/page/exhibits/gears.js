// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Two gears, compounds of a hub and teeth. One sweep of both through all of their turn shows whether they mesh, and if
// not, which teeth touch at what time.
import { rowsOf } from '../code.js';
import { Recording, stepOf } from '../timeline.js';

const STEPS = 240; // for all of the turn
const TEETH = [12, 8];
const PITCH = 4; // radius of the pitch circle for each tooth
const rounded = (v) => Math.round(v * 1000) / 1000;

/** A gear about its centre. The angle is that of a tooth. Flanks leave some play at the pitch circle. */
function gear(teeth, angle) {
    const pitch = PITCH * teeth;
    const corner = (radius, at) => [rounded(radius * Math.cos(at)), rounded(radius * Math.sin(at))];
    const [foot, tip] = [2.2, 0.8].map((width) => width / teeth);
    const parts = Array.from({ length: teeth }, (_, i) => {
        const at = angle + (2 * Math.PI * i) / teeth;
        const [low, high] = [pitch - 1.5 * PITCH, pitch + PITCH];
        return { polygon: [[low, at - foot], [high, at - tip], [high, at + tip], [low, at + foot]].flatMap(([r, a]) => corner(r, a)) };
    });
    return [{ circle: [0, 0, pitch - 1.4 * PITCH] }, ...parts];
}

// A tooth of the first points between two teeth of the second.
const GEARS = [gear(TEETH[0], 0), gear(TEETH[1], Math.PI + Math.PI / TEETH[1])];
const angles = (s) => [s.turn, (-s.turn * s.ratio * TEETH[0]) / TEETH[1]].map(rounded);

function question(s) {
    const [turn, b_turn] = angles(s);
    return {
        op: 'turn', a: { compound: GEARS[0], pose: [0, 0, 0] }, turn,
        b: { compound: GEARS[1], pose: [...s.at, 0] }, b_turn,
    };
}

const shown = (s) => stepOf(s, STEPS);

function says(s, { error, hit, inside, t }) {
    if (error) return error;
    if (inside) return 'The gears start in penetration.';
    return hit ? `They touch at t = ${t.toFixed(4)}, after ${(t * s.turn).toFixed(4)} radians.` : 'No contact: they turn freely.';
}

export default {
    id: 'gears',
    lead: 'Two <b>gears</b> turn by up to five revolutions in one sweep, which tests every tooth against every other: they mesh, or touch at the <b>exact time</b> t. Drag the second gear.',
    defaults: { turn: 6.283, ratio: 1, at: [79, 0], step: 0 },
    presets: [
        ['In mesh', {}],
        ['Five revolutions', { turn: 20.944 }],
        ['One rests', { ratio: 0 }],
        ['One slips', { ratio: 0.95, step: STEPS }],
        ['Too close', { at: [78.4, 0], step: STEPS }],
    ],
    controls: () => [
        { kind: 'range', key: 'turn', label: 'First gear, radians', min: -22, max: 22, step: 0.001 },
        { kind: 'range', key: 'ratio', label: 'Second gear, 1 in mesh', min: 0, max: 1.5, step: 0.05 },
    ],
    bounds: () => [-58, -58, 124, 58],
    fix(s) {
        s.turn = Math.min(22, Math.max(-22, s.turn));
        s.ratio = Math.min(1.5, Math.max(0, s.ratio));
    },
    enter(s, env) {
        this.fix(s);
        this.line = new Recording(env, STEPS);
    },
    changed(keys, s) {
        this.fix(s);
    },
    frame(ms) {
        this.line.advance(ms);
    },
    handles: (s) => [{ id: 'at', label: 'The second gear', at: s.at, tone: 'b', step: 0.1, move: (at) => ({ at }) }],
    questions: (s) => [question(s)],
    tell(s, [answer]) {
        this.line.show(shown(s), STEPS);
        return { status: says(s, answer), tone: answer.hit ? 'hit' : 'miss', rows: rowsOf(answer) };
    },
    draw(stage, s, [answer]) {
        const centres = [[0, 0], s.at];
        const names = ['a', 'b'];
        const t = Math.min(shown(s) / STEPS, answer.t ?? 0);
        angles(s).forEach((angle, i) => {
            const turned = (at) => [Math.cos(angle * at), Math.sin(angle * at)];
            const look = answer.error ? { line: stage.c.fault, dash: [4, 4] } : { fill: stage.c[`${names[i]}-tint`], line: stage.c[names[i]], width: 1.5 };
            stage.placed({ compound: GEARS[i] }, centres[i], turned(t), look);
            const tooth = GEARS[i][answer[`part_${names[i]}`]];
            if (answer.hit && t < answer.t) stage.placed(tooth, centres[i], turned(answer.t), { line: stage.c.ink, width: 1.25, dash: [4, 3] });
            stage.dot(centres[i], stage.c[names[i]], 3);
        });
        if (!answer.hit) return;
        stage.normal(answer.point, answer.normal, stage.c.ink, 34);
        stage.dot(answer.point, stage.c.ink, 4);
    },
};
