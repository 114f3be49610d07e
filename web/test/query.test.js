// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Answers and errors are those of `carom query`, with the same floats and the same messages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builds, carom, Chance, floats } from './native.js';
import { OPS, question } from './questions.js';

const COUNT = 3000; // of each op

for (const [name, lib] of await builds()) {
    test(`${name}: ${COUNT} random lines of each op`, () => {
        const chance = new Chance(8);
        const lines = [];
        for (let i = 0; i < COUNT; i++) for (const op of OPS) lines.push(question(chance, op, lines.length));
        const native = carom(['query'], lines.map((line) => JSON.stringify(line)).join('\n'));
        assert.equal(native.status, 0, native.error);
        const answers = native.out.trimEnd().split('\n');
        assert.equal(answers.length, lines.length);
        let hits = 0;
        lines.forEach((line, i) => {
            const answer = lib.query(line);
            hits += answer.hit ? 1 : 0;
            assert.deepEqual(floats(answer), floats(JSON.parse(answers[i])), JSON.stringify(line));
        });
        assert(hits > COUNT, `${hits} hits: the questions are too easy`);
    });
}

const BAD = [
    {},
    { op: 7 },
    { op: 'jump' },
    { op: 'overlap', a: { circle: [0, 0, 1] } },
    { op: 'overlap', a: { circle: [0, 0, 1] }, b: { circle: [0, 0, -1] } },
    { op: 'overlap', a: { circle: [0, 0] }, b: { point: [0, 0] } },
    { op: 'overlap', a: { circle: [0, 'x', 1] }, b: { point: [0, 0] } },
    { op: 'overlap', a: { circle: [0, 1e60, 1] }, b: { point: [0, 0] } },
    { op: 'overlap', a: { round: [0, 0, 1] }, b: { point: [0, 0] } },
    { op: 'overlap', a: { circle: [0, 0, 1], point: [0, 0] }, b: { point: [0, 0] } },
    { op: 'overlap', a: { circle: [0, 0, 1], one_sided: true }, b: { point: [0, 0] } },
    { op: 'overlap', a: { box: [1, 0, 0, 1] }, b: { point: [0, 0] } },
    { op: 'overlap', a: { polygon: [0, 0, 1, 0] }, b: { point: [0, 0] } },
    { op: 'overlap', a: { polygon: [0, 0, 1, 0, 1] }, b: { point: [0, 0] } },
    { op: 'overlap', a: { polygon: [0, 0, 4, 0, 1, 1, 0, 4] }, b: { point: [0, 0] } },
    { op: 'overlap', a: { polygon: [0, 0, 1, 1, 2, 2] }, b: { point: [0, 0] } },
    { op: 'overlap', a: { compound: [{ point: [0, 0] }, { circle: [0, 0, -2] }] }, b: { point: [0, 0] } },
    { op: 'overlap', a: { compound: {} }, b: { point: [0, 0] } },
    { op: 'overlap', a: [0, 0, 1], b: { point: [0, 0] } },
    { op: 'overlap', a: {}, b: { point: [0, 0] } },
    { op: 'overlap', a: { point: [0, 0] }, b: { point: [0, 0] }, c: 1 },
    { op: 'overlap', a: { segment: [0, 0, 1, 1], ends: [true] }, b: { point: [0, 0] } },
    { op: 'overlap', a: { segment: [0, 0, 1, 1], one_sided: 1 }, b: { point: [0, 0] } },
    { op: 'overlap', a: { segment: [0, 0, 1, 1], turned: 1 }, b: { point: [0, 0] } },
    { op: 'overlap', a: { segment: [0, 0, 1, 1], radius: 1 }, b: { point: [0, 0] } },
    { op: 'overlap', a: { box: [0, 0, 1, 1], radius: -1 }, b: { point: [0, 0] } },
    { op: 'overlap', a: { polygon: [0, 0, 1, 0, 0, 1], radius: '1' }, b: { point: [0, 0] } },
    { op: 'overlap', a: { box: [0, 0, 1, 1], pose: [0, 0] }, b: { point: [0, 0] } },
    { op: 'overlap', a: { box: [0, 0, 3e38, 1], pose: [3e38, 0, 0] }, b: { point: [0, 0] } },
    { op: 'overlap', a: { compound: [{ circle: [3e38, 0, 1] }], pose: [3e38, 0, 0] }, b: { point: [0, 0] } },
    { op: 'overlap', a: { sphere: [0, 0, 0, 1] }, b: { point: [0, 0] } },
    { op: 'ray', from: [0, 0], b: { point: [0, 0] } },
    { op: 'ray', from: [0, 0], to: [1, 1], move: [1, 1], b: { point: [0, 0] } },
    { op: 'ray', from: [0], move: [1, 1], b: { point: [0, 0] } },
    { op: 'ray', from: [0, 0, 0], move: [1, 1, 1], b: { sphere: [0, 0, 0, -1] } },
    { op: 'sweep', a: { point: [0, 0] }, b: { point: [0, 0] } },
    { op: 'sweep', a: { sphere: [0, 0, 0, 1] }, move: [1, 1, 1], b: { segment3: [0, 0, 0, 1, 1, 1] }, b_move: [0, 0, 0] },
    { op: 'turn', a: { point: [0, 0] }, b: { point: [0, 0] }, turn: 40 },
    { op: 'turn', a: { point: [0, 0] }, move: [0], b: { point: [0, 0] } },
    { op: 'turn', a: { point: [0, 0], pose: [0, 0] }, b: { point: [0, 0] }, b_turn: 'x' },
    { op: 'turn', a: { point: [0, 0] }, turn: 33.6, level: [] },
    { op: 'turn', a: { point: [0, 0], pose: [0, 0, 3, 4] }, level: [] },
    { op: 'turn', a: { point: [0, 0], pose: [0, 0, 1, 0, 0] }, level: [] },
    { op: 'overlap', a: { point: [0, 0] }, b: { point: [0, 0] }, level: [] },
    { op: 'overlap', a: { point: [0, 0] }, level: [{ points: [0, 0, 1, 0, 1, 1], tags: 1 }] },
    { op: 'overlap', a: { point: [0, 0] }, level: [{ points: [0, 0, 1, 0, 1e59, 1] }] },
    { op: 'contact', a: { point: [0, 0] }, level: [] },
    { op: 'ray', from: [0, 0], to: [1, 1], level: [] },
    { op: 'move', a: { point: [0, 0] }, turn: -34, level: [] },
    { op: 'move', a: { point: [0, 0] }, speed: 1, level: [] },
    { op: 'walk', from: [0, 0.5], to: [1, 1] },
    { op: 'walk', from: [0, 0], to: [1, 1], corners: 'pair' },
    { op: 'walk', from: [0, 0], to: [1, 1], ends: 1 },
    { op: 'walk', from: [0, 0], to: [3e9, 1] },
    { op: 'sight', rows: [], from: [0, 0], to: [0, 0] },
    { op: 'sight', rows: ['..', '.'], from: [0, 0], to: [0, 0] },
    { op: 'sight', rows: ['..'], from: [0, 0], to: [2, 0] },
    { op: 'fov', rows: ['..'], from: [0, 0], radius: -1 },
];

test('errors have the path and the message of the command line', async () => {
    const [[, lib]] = await builds();
    const native = carom(['query'], BAD.map((line) => JSON.stringify(line)).join('\n'));
    const answers = native.out.trimEnd().split('\n').map(JSON.parse);
    BAD.forEach((line, i) => {
        assert(answers[i].error, JSON.stringify(line));
        assert.throws(() => lib.query(line), { name: 'CaromError', message: answers[i].error }, JSON.stringify(line));
    });
});

test('NaN and infinity are errors', async () => {
    const [[, lib]] = await builds();
    for (const bad of [NaN, Infinity, -Infinity]) {
        assert.throws(() => lib.overlap({ circle: [0, 0, bad] }, { point: [0, 0] }), /\$\.a\.circle\[2\]: .*not finite/);
        assert.throws(() => lib.ray([bad, 0], [1, 0], { point: [0, 0] }), /\$\.from\[0\]: .*not finite/);
        assert.throws(() => lib.sweep({ point: [0, 0] }, [0, bad], { point: [0, 0] }), /\$\.move\[1\]/);
    }
});
