// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The outline of a level as paths to draw, as shapes of a question, and as a ball's question in three languages.
import { cPairs, cProgram, cVec, js, jsProgram, num, questionLine } from './code.js';

const CORNER_A = 1;
const CORNER_B = 2;
const ONE_WAY = 4;

/** { solid, border, thin, corners, normals }: what to fill, what to stroke, and where the convex corners are. */
export function paths(edges) {
    const solid = new Path2D();
    const border = new Path2D();
    const thin = new Path2D();
    const corners = [];
    const { count, points: p, flags, next } = edges;
    const done = new Uint8Array(count);
    for (let first = 0; first < count; first++) {
        if (flags[first] & ONE_WAY) {
            thin.moveTo(p[4 * first], p[4 * first + 1]);
            thin.lineTo(p[4 * first + 2], p[4 * first + 3]);
            continue;
        }
        if (flags[first] & CORNER_A) corners.push([p[4 * first], p[4 * first + 1]]);
        if (done[first]) continue;
        solid.moveTo(p[4 * first], p[4 * first + 1]);
        border.moveTo(p[4 * first], p[4 * first + 1]);
        for (let i = first; i >= 0 && !done[i]; i = next[i]) {
            done[i] = 1;
            solid.lineTo(p[4 * i + 2], p[4 * i + 3]);
            border.lineTo(p[4 * i + 2], p[4 * i + 3]);
        }
        solid.closePath();
    }
    return { solid, border, thin, corners };
}

/** Draws what paths() gave. */
export function drawLevel(stage, level, { corners = false, edges = null } = {}) {
    const g = stage.context;
    g.fillStyle = stage.c.solid;
    g.fill(level.solid, 'evenodd');
    g.strokeStyle = stage.c['solid-edge'];
    g.lineWidth = stage.px(1.5);
    g.stroke(level.border);
    g.strokeStyle = stage.c.mark;
    g.lineWidth = stage.px(2.5);
    g.stroke(level.thin);
    if (edges) drawNormals(stage, edges);
    if (corners) for (const p of level.corners) stage.dot(p, stage.c['solid-edge'], 3);
}

function drawNormals(stage, { count, points: p, normals: n }) {
    const g = stage.context;
    g.beginPath();
    for (let i = 0; i < count; i++) {
        const at = [(p[4 * i] + p[4 * i + 2]) / 2, (p[4 * i + 1] + p[4 * i + 3]) / 2];
        const d = Math.min(stage.px(9), Math.hypot(p[4 * i + 2] - p[4 * i], p[4 * i + 3] - p[4 * i + 1]));
        g.moveTo(...at);
        g.lineTo(at[0] + n[2 * i] * d, at[1] + n[2 * i + 1] * d);
    }
    stage.stroke(stage.c['solid-edge'], 1);
}

/** The outline as a compound of one-sided segments: the same question for `carom query`, which knows no levels. */
export function compound({ count, points: p, flags }) {
    const parts = [];
    for (let i = 0; i < count; i++) {
        const thin = Boolean(flags[i] & ONE_WAY); // whose ends always count
        const ends = [thin || Boolean(flags[i] & CORNER_A), thin || Boolean(flags[i] & CORNER_B)];
        const part = { segment: Array.from(p.subarray(4 * i, 4 * i + 4)), one_sided: true };
        parts.push(ends[0] && ends[1] ? part : { ...part, ends });
    }
    return { compound: parts };
}

// ---- As code --------------------------------------------------------------------------------------------------------

const bytes = (codes, columns, indent) => {
    const rows = [];
    for (let i = 0; i < codes.length; i += columns) rows.push(`${indent}${Array.from(codes.subarray(i, i + columns)).join(', ')},`);
    return rows;
};

/** A moving ball against a level of tiles, in C, in JavaScript, and as a line for `carom query`. */
export function tileTexts({ codes, columns, rows }, ball, move, edges) {
    const [x, y, r] = ball;
    return {
        C: () => cProgram([
            `static const uint8_t codes[${rows} * ${columns}] = {`,
            ...bytes(codes, columns, '    '),
            '};',
            `carom_tiles tiles = {.columns = ${columns}, .rows = ${rows}, .cell = {1, 1}, .codes = codes};`,
            'carom_level *level;',
            'carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1}, &level, NULL);',
            'carom_shape ball;',
            `carom_make_circle(${cVec([x, y])}, ${cVec([r, 0]).match(/\{(.*),/)[1]}, &ball);`,
            `carom_sweep_hit hit = carom_level_sweep(level, &ball, ${cVec(move)});`,
            'printf("%s, t = %.9g, at (%.9g, %.9g)\\n", hit.hit ? "hit" : "miss", hit.t, hit.at.x, hit.at.y);',
            'carom_level_free(level);',
        ]),
        JS: () => jsProgram([
            'const level = carom.level({',
            '    tiles: {',
            `        columns: ${columns},`,
            `        rows: ${rows},`,
            '        codes: [',
            ...bytes(codes, columns, '            '),
            '        ],',
            '    },',
            '});',
            `console.log(level.sweep({ circle: ${js(ball)} }, ${js(move)}));`,
            'level.free();',
        ]),
        query: () => questionLine({ op: 'sweep', a: { circle: ball }, move, b: compound(edges) }),
    };
}

/** The same against a level from a file. */
export function fileTexts(name, ball, move, edges) {
    const [x, y, r] = ball;
    return {
        C: () => cProgram([
            'carom_map *map;',
            'carom_level *level;',
            'carom_error error;',
            `if (carom_map_load(${JSON.stringify(name)}, NULL, &map, &error) != CAROM_OK) return puts(error.message), 1;`,
            'carom_level_desc drawn = carom_map_level(map);',
            'if (carom_level_make(&drawn, &level, &error) != CAROM_OK) return puts(error.message), 1;',
            'carom_shape ball;',
            `carom_make_circle(${cVec([x, y])}, ${cPairs([r, 0]).match(/\{(.*),/)[1]}, &ball);`,
            `carom_sweep_hit hit = carom_level_sweep(level, &ball, ${cVec(move)});`,
            'printf("%s, t = %.9g, at (%.9g, %.9g)\\n", hit.hit ? "hit" : "miss", hit.t, hit.at.x, hit.at.y);',
            'carom_level_free(level);',
            'carom_map_free(map);',
        ]),
        JS: () => jsProgram([
            `const files = { ${JSON.stringify(name)}: bytes }; // and the tilesets it names`,
            `const map = await carom.map(${JSON.stringify(name)}, files);`,
            'const level = map.level();',
            `console.log(level.sweep({ circle: [${[x, y, r].map(num).join(', ')}] }, ${js(move)}));`,
        ]),
        query: () => questionLine({ op: 'sweep', a: { circle: ball }, move, b: compound(edges) }),
    };
}
