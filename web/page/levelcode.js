// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Levels in generated programs: in C the description of the level, in JavaScript the files. So the programs run without
// files beside them.
import { num } from './code.js';

const WIDTH = 116; // characters in a line

/** Wraps words to lines. */
function wrap(words, indent) {
    const lines = [];
    let line = '';
    for (const word of words) {
        if (line && line.length + word.length + 1 > WIDTH - indent.length) {
            lines.push(indent + line);
            line = '';
        }
        line += (line ? ' ' : '') + word;
    }
    return [...lines, indent + line];
}

/** Run-length encodes codes: count and code alternate. */
function runsOf(codes) {
    const runs = [];
    for (let i = 0; i < codes.length; ) {
        let run = 1;
        while (run < 65535 && codes[i + run] === codes[i]) run++;
        runs.push(run, codes[i]);
        i += run;
    }
    return runs;
}

const list = (values) => Array.from(values, (v) => `${num(v)},`);
const pair = (v) => `{${num(v[0])}, ${num(v[1])}}`;

function tilesInC(tiles) {
    if (!tiles.length) return [];
    const starts = [0];
    for (const { codes } of tiles) starts.push(starts[starts.length - 1] + codes.length);
    return [
        '    // How often, and which tile: row by row.',
        '    static const uint16_t runs[] = {', ...wrap(tiles.flatMap(({ codes }) => list(runsOf(codes))), '        '), '    };',
        `    static uint8_t codes[${starts[starts.length - 1]}];`,
        '    for (size_t i = 0, cell = 0; i < sizeof runs / sizeof *runs; i += 2)',
        '        for (int n = 0; n < runs[i]; n++) codes[cell++] = (uint8_t)runs[i + 1];',
        '    const carom_tiles tiles[] = {',
        ...tiles.map((t, i) => `        {.columns = ${t.columns}, .rows = ${t.rows}, .origin = ${pair(t.origin)}, .cell = ${pair(t.cell)}, .codes = codes + ${starts[i]}},`),
        '    };',
    ];
}

function outlinesInC(outlines) {
    if (!outlines.length) return [];
    const points = outlines.flatMap(({ points: p }) => Array.from({ length: p.length / 2 }, (_, i) => `{${num(p[2 * i])},${num(p[2 * i + 1])}},`));
    return [
        '    static const carom_vec2 points[] = {', ...wrap(points, '        '), '    };',
        '    // Of each outline: points, open, one-way, even-odd, of the area before it, tag.',
        '    static const int kinds[][6] = {',
        ...wrap(outlines.map((o) => `{${[o.points.length / 2, Number(o.open), Number(o.one_way), Number(o.even_odd ?? false), Number(o.same_area ?? false), o.tag]}},`), '        '), '    };',
        `    static carom_outline outlines[${outlines.length}];`,
        `    for (int i = 0, at = 0; i < ${outlines.length}; at += kinds[i++][0])`,
        '        outlines[i] = (carom_outline){.points = points + at, .count = kinds[i][0], .open = kinds[i][1],',
        '                                       .one_way = kinds[i][2], .even_odd = kinds[i][3],',
        '                                       .same_area = kinds[i][4], .tag = kinds[i][5]};',
    ];
}

const LARGE = 60000; // numbers: about 400 kB of text

const isLarge = ({ tiles, outlines }) =>
    tiles.reduce((sum, { codes }) => sum + runsOf(codes).length, 0) + outlines.reduce((sum, { points }) => sum + points.length, 0) > LARGE;

/** The options of cProgram() for a level made from a file; `make` are the statements that make `level`. */
export function fileInC(name, desc) {
    if (!isLarge(desc)) {
        return {
            includes: ['stdio', 'stdlib'], ...levelInC('make_level', desc),
            make: ['// Layer io reads the same from the file: carom_map_load(), carom_map_level().', 'carom_level *level = make_level();'],
        };
    }
    return {
        includes: ['stdio'], libraries: 'carom-io',
        make: [
            'carom_map *map;', 'carom_level *level;', 'carom_error error;',
            `if (carom_map_load(${JSON.stringify(name)}, NULL, &map, &error) != CAROM_STATUS_OK) return puts(error.message), 1;`,
            'if (carom_level_make(carom_map_level(map), &level, &error) != CAROM_STATUS_OK) return puts(error.message), 1;',
            'carom_map_free(map);',
        ],
    };
}

/**
 * The prototype and definition of a C function that builds a level. With `some`, its argument is the number of outlines
 * to use.
 */
export function levelInC(name, { tiles, outlines }, some = false) {
    const head = `static carom_level *${name}(${some ? 'int outlines_count' : 'void'})`;
    const fields = [
        ...(tiles.length ? [`.tiles = tiles, .tiles_count = ${tiles.length}`] : []),
        ...(outlines.length ? [`.outlines = outlines, .outlines_count = ${some ? 'outlines_count' : outlines.length}`] : []),
    ];
    return {
        before: [`${head}; // at the end`],
        after: [
            `${head} {`,
            ...tilesInC(tiles), ...outlinesInC(outlines),
            '    carom_level *level;',
            '    carom_error error;',
            `    if (carom_level_make(&(carom_level_desc){${fields.join(', ')}}, &level, &error) == CAROM_STATUS_OK) return level;`,
            '    puts(error.message);',
            '    exit(1);',
            '}',
        ],
    };
}

/** The four walls of `carom run` around a box, as closed outlines. */
export function wallsAround([x0, y0, x1, y1]) {
    const f = Math.fround;
    const d = f(f(f(f(x1 - x0) + y1) - y0) / 64);
    const [ox, oy, px, py] = [f(x0 - d), f(y0 - d), f(x1 + d), f(y1 + d)];
    return [[ox, oy, px, y0], [ox, y1, px, py], [ox, oy, x0, py], [x1, oy, px, py]].map(([a, b, c, e]) => (
        { points: Float32Array.of(a, b, c, b, c, e, a, e), open: false, one_way: false, tag: 0 }));
}

// ---- Files in JavaScript --------------------------------------------------------------------------------------------

/**
 * Compresses files with gzip and base64. Returns null if the browser has no gzip, or if the result exceeds `most`
 * characters.
 */
export async function packFiles(files, most = 300000) {
    if (typeof CompressionStream === 'undefined') return null;
    const packed = new Map();
    let size = 0;
    for (const [path, bytes] of files) {
        const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
        const gzip = new Uint8Array(await new Response(stream).arrayBuffer());
        let text = '';
        for (let i = 0; i < gzip.length; i += 8192) text += String.fromCharCode(...gzip.subarray(i, i + 8192));
        packed.set(path, btoa(text));
        size += packed.get(path).length;
        if (size > most) return null;
    }
    return packed;
}

const quote = (text) => JSON.stringify(text);

/** The source of an async function `files()` that returns the argument of carom.map(); `before` follows the imports. */
export function filesInJS(paths, packed) {
    if (!packed) {
        return {
            before: ["import { readFile } from 'node:fs/promises';"],
            after: [
                '// Too large for a program: the files are read from the folder.',
                'async function files() {',
                `    const paths = [${paths.map(quote).join(', ')}];`,
                '    return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await readFile(path)])));',
                '}',
            ],
        };
    }
    const each = ([path, text]) => [`        ${quote(path)}: \``, ...text.match(/.{1,112}/g).map((line) => `            ${line}`), '        `,'];
    return {
        before: [],
        after: [
            '/** The files of the map, which are gzip in base64 here. */',
            'async function files() {',
            '    const packed = {', ...[...packed].flatMap(each), '    };',
            '    const unpack = async (text) => {',
            "        const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));",
            "        const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));",
            '        return new Uint8Array(await new Response(stream).arrayBuffer());',
            '    };',
            '    const entries = Object.entries(packed).map(async ([path, text]) => [path, await unpack(text)]);',
            '    return Object.fromEntries(await Promise.all(entries));',
            '}',
        ],
    };
}
