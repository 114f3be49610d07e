// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Generates text from a query object: the line for `carom query`, its answer, and programs in C and JavaScript.

// ---- Numbers --------------------------------------------------------------------------------------------------------

/** Returns the shortest decimal that reads back to the same float. */
export function num(x) {
    const value = Math.fround(x);
    for (let digits = 1; digits < 9; digits++) {
        const text = Number(value.toPrecision(digits));
        if (Math.fround(text) === value) return String(text);
    }
    return String(Number(value.toPrecision(9)));
}

/**
 * Formats a float as printf("%.9g") does, as in `carom query`; zero has no sign. In a tie, toExponential rounds up,
 * printf to even.
 */
export function g9(x) {
    if (x === 0) return '0';
    const exact = x.toExponential(60);
    const nine = x.toExponential(8);
    const [mantissa, power] = (/^-?\d\.\d{7}[02468]50*e/.test(exact) ? exact.replace(/(\.\d{8})\d*/, '$1') : nine).split('e');
    const e = Number(power);
    const sign = x < 0 ? '-' : '';
    const digits = mantissa.replace(/\D/g, '').replace(/0+$/, '');
    const point = (whole) => (digits.length > whole ? `${digits.slice(0, whole)}.${digits.slice(whole)}` : digits.padEnd(whole, '0'));
    if (e >= 0 && e < 9) return sign + point(e + 1);
    if (e >= -4 && e < 0) return `${sign}0.${'0'.repeat(-e - 1)}${digits}`;
    return `${sign}${point(1)}e${e < 0 ? '-' : '+'}${String(Math.abs(e)).padStart(2, '0')}`;
}

const text = (value, number) => {
    if (typeof value === 'number') return number(value);
    if (Array.isArray(value) || ArrayBuffer.isView(value)) return `[${Array.from(value, (v) => text(v, number))}]`;
    if (value === null || typeof value !== 'object') return JSON.stringify(value);
    return `{${Object.entries(value).map(([k, v]) => `${JSON.stringify(k)}:${text(v, number)}`)}}`;
};

/** The line for `carom query`. */
export const questionLine = (question) => text(question, num);
/** The answer as `carom query` prints it. */
export const answerLine = (answer) => text(answer, g9);

/** The fields of an answer as [name, text]. */
export function rowsOf(answer) {
    return Object.entries(answer).map(([name, value]) => {
        if (!Array.isArray(value)) return [name, value === null ? '–' : answerLine(value).replace(/^"|"$/g, '')];
        if (!value.length) return [name, '–'];
        return [name, value.map((v) => answerLine(v)).join(Array.isArray(value[0]) ? ' ' : ', ')];
    });
}

// ---- C --------------------------------------------------------------------------------------------------------------

export function cNumber(x) {
    const digits = num(x);
    return /[.e]/.test(digits) ? `${digits.replace(/^(-?\d+)e/, '$1.0e')}f` : digits;
}
export const cVec = (v) => `(carom_vec2){${cNumber(v[0])}, ${cNumber(v[1])}}`;
const cBraces = (v) => `{${cNumber(v[0])}, ${cNumber(v[1])}}`;
const cPairs = (v) => Array.from({ length: v.length / 2 }, (_, i) => cBraces([v[2 * i], v[2 * i + 1]])).join(', ');

/** The C statements that make a shape. */
export function cShape(name, form) {
    if (form.point) return [`carom_make_point(${cVec(form.point)}, &${name});`];
    if (form.circle) return [`carom_make_circle(${cVec(form.circle)}, ${cNumber(form.circle[2])}, &${name});`];
    if (form.box) return [`carom_make_box(${cVec(form.box)}, ${cVec(form.box.slice(2))}, &${name});`];
    if (form.capsule) {
        const [ax, ay, bx, by, r] = form.capsule;
        return [`carom_make_capsule(${cVec([ax, ay])}, ${cVec([bx, by])}, ${cNumber(r)}, &${name});`];
    }
    if (form.segment) {
        const maker = form.one_sided ? 'one_sided' : 'segment';
        const lines = [`carom_make_${maker}(${cVec(form.segment)}, ${cVec(form.segment.slice(2))}, &${name});`];
        const ends = form.ends ?? [true, true];
        if (!ends[0]) lines.push(`${name}.segment.skip_a = true;`);
        if (!ends[1]) lines.push(`${name}.segment.skip_b = true;`);
        return lines;
    }
    if (form.polygon) {
        const points = `(carom_vec2[]){${cPairs(form.polygon)}}`;
        return [`carom_make_polygon(${points}, ${form.polygon.length / 2}, &${name});`];
    }
    const parts = form.compound;
    const list = `${name.replace(/\W/g, '')}_parts`;
    return [
        `carom_shape ${list}[${parts.length}];`,
        ...parts.flatMap((part, i) => cShape(`${list}[${i}]`, part)),
        `carom_make_compound(${list}, ${parts.length}, &${name});`,
    ];
}

// Programs print the rows of the panel, with the same names.
const C_WORD = (field) => `printf("${field} %s\\n", hit.${field} ? "true" : "false");`;
const C_PAIR = (name, field, from = 'hit') => `printf("${name} %.9g, %.9g\\n", ${from}.${field}.x, ${from}.${field}.y);`;
const C_PARTS = (q, from) => ['a', 'b'].filter((name) => q[name]?.compound).map((name) => `printf("part_${name} %d\\n", ${from}.part_${name});`);
const ifHit = (lines) => ['if (hit.hit) {', ...lines.map((line) => `    ${line}`), '}'];

const C_SAYS = {
    overlap: () => ['bool hit = carom_overlap(&a, &b);', 'printf("hit %s\\n", hit ? "true" : "false");'],
    distance: (q) => [
        'carom_separation gap = carom_distance(&a, &b);',
        'printf("distance %.9g\\n", gap.distance);',
        ...['on_a', 'on_b', 'normal'].map((name) => C_PAIR(name, name, 'gap')), ...C_PARTS(q, 'gap'),
    ],
    contact: (q) => [
        'carom_contact_points hit = carom_contact(&a, &b);',
        C_WORD('hit'), 'printf("depth %.9g\\n", hit.depth);',
        ...ifHit([
            C_PAIR('normal', 'normal'), 'printf("points");',
            'for (int i = 0; i < hit.count; i++) printf(" %.9g, %.9g", hit.points[i].x, hit.points[i].y);', 'puts("");',
            ...C_PARTS(q, 'hit'),
        ]),
    ],
};

const C_FEATURE = [
    'static const char *const features[] = {"none", "edge", "end_a", "end_b", "side", "corner"};',
    'printf("feature %s\\n", features[hit.feature]);',
];
/** Prints a carom_sweep_hit. */
export const cSweepRows = (parts = []) => [
    C_WORD('hit'), 'printf("t %.9g\\n", hit.t);', C_PAIR('at', 'at'), C_WORD('inside'),
    ...ifHit([C_PAIR('point', 'point'), C_PAIR('normal', 'normal'), ...C_FEATURE, ...parts]),
];

/** Assembles a C program. `before` and `after` are lines around main. */
function cProgram(body, { before = [], after = [], includes = [], libraries = 'carom' } = {}) {
    const lines = [
        `// cc -std=c17 -O2 -ffp-contract=off program.c $(pkg-config --cflags --libs ${libraries})`,
        '#include <carom.h>', ...includes.map((name) => `#include <${name}.h>`), '',
        ...(before.length ? [...before, ''] : []),
        'int main(void) {', ...body.map((l) => (l ? `    ${l}` : '')), '}', ...(after.length ? ['', ...after] : []),
    ];
    return `${lines.join('\n')}\n`;
}
const STDIO = { includes: ['stdio'] };

function cRows(rows) {
    return [
        `static const char *const rows[${rows.length}] = {`,
        ...rows.map((row) => `    ${JSON.stringify(row)},`),
        '};',
        `uint8_t walls[${rows.length} * ${rows[0].length}];`,
        `for (int i = 0; i < ${rows.length} * ${rows[0].length}; i++) walls[i] = rows[i / ${rows[0].length}][i % ${rows[0].length}] == '#';`,
        `carom_sight_map map = {.columns = ${rows[0].length}, .rows = ${rows.length}, .bytes = walls};`,
    ];
}
const cCell = (c) => `(carom_cell){${c[0]}, ${c[1]}}`;
const cCorners = (q) => `CAROM_CORNERS_${(q.corners ?? 'open').toUpperCase()}`;

/** A carom_turning. The pose is [x, y, angle]. */
const cTurning = ([x, y, angle], move = [0, 0], turn = 0) =>
    `{{{${cNumber(x)}, ${cNumber(y)}}, carom_rotation_of(${cNumber(angle)})}, ${cBraces(move)}, ${cNumber(turn)}}`;

const C = {
    pair: (q) => ['carom_shape a, b;', ...cShape('a', q.a), ...cShape('b', q.b), ...C_SAYS[q.op](q)],
    ray: (q) => [
        'carom_shape b;',
        ...cShape('b', q.b),
        `carom_ray_hit hit = carom_ray(${cVec(q.from)}, ${cVec(q.move)}, &b);`,
        C_WORD('hit'), 'printf("t %.9g\\nexit %.9g\\n", hit.t, hit.exit);', C_WORD('inside'),
        ...ifHit([C_PAIR('point', 'point'), C_PAIR('normal', 'normal'), ...(q.b.compound ? ['printf("part %d\\n", hit.part);'] : [])]),
    ],
    sweep: (q) => [
        'carom_shape a, b;',
        ...cShape('a', q.a),
        ...cShape('b', q.b),
        `carom_sweep_hit hit = carom_sweep(&a, ${cVec(q.move)}, &b, ${cVec(q.b_move ?? [0, 0])});`,
        ...cSweepRows(C_PARTS(q, 'hit')),
    ],
    turn: (q) => [
        'carom_shape a, b;',
        ...cShape('a', q.a),
        ...cShape('b', q.b),
        `carom_turning a_motion = ${cTurning(q.a.pose, q.move, q.turn)};`,
        `carom_turning b_motion = ${cTurning(q.b.pose, q.b_move, q.b_turn)};`,
        'carom_turning_hit hit = carom_sweep_turning(&a, &a_motion, &b, &b_motion);',
        C_WORD('hit'), 'printf("t %.9g\\n", hit.t);', C_PAIR('at', 'at.position'),
        'printf("turned %.9g, %.9g\\n", hit.at.rotation.cosine, hit.at.rotation.sine);', C_WORD('inside'),
        ...ifHit([C_PAIR('point', 'point'), C_PAIR('normal', 'normal'), C_PAIR('velocity', 'velocity'), ...C_FEATURE, ...C_PARTS(q, 'hit')]),
    ],
    walk: (q) => [
        `carom_cell_line line = carom_cell_line_begin(${cCell(q.from)}, ${cCell(q.to)}, ${cCorners(q)}, ${Boolean(q.ends)});`,
        'printf("cells");',
        'for (carom_cell cell; carom_cell_line_next(&line, &cell);) printf(" (%d,%d)", (int)cell.x, (int)cell.y);',
        'puts("");',
    ],
    sight: (q) => [
        ...cRows(q.rows),
        `carom_sight_line line = carom_sight(&map, ${cCell(q.from)}, ${cCell(q.to)}, ${cCorners(q)});`,
        'printf("clear %s\\n", line.clear ? "true" : "false");',
        'if (!line.clear) printf("blocker %d, %d\\n", (int)line.blocker.x, (int)line.blocker.y);',
    ],
    fov: (q) => [
        ...cRows(q.rows),
        `static uint8_t seen[${2 * q.radius + 1} * ${2 * q.radius + 1}];`,
        `printf("seen %d\\n", carom_fov(&map, ${cCell(q.from)}, ${q.radius}, seen));`,
        `puts("from ${q.from.join(', ')}\\nradius ${q.radius}");`,
    ],
};

/** A C program for a query. */
export const inC = (q) => cProgram((C[q.op] ?? C.pair)(q), STDIO);
export { cProgram };

// ---- JavaScript -----------------------------------------------------------------------------------------------------

/** A value as a JavaScript literal. */
export function js(value) {
    if (typeof value === 'number') return num(value);
    if (Array.isArray(value) || ArrayBuffer.isView(value)) return `[${Array.from(value, js).join(', ')}]`;
    if (value === null || typeof value !== 'object') return typeof value === 'string' ? `'${value}'` : String(value);
    return `{ ${Object.entries(value).map(([k, v]) => `${k}: ${js(v)}`).join(', ')} }`;
}

/** Assembles a JavaScript program. `before` follows the imports, `after` is at the end. */
function jsProgram(lines, { before = [], after = [] } = {}) {
    const all = [
        '// npm install carom; node program.mjs', "import { load } from 'carom';", ...before, '', 'const carom = await load();', ...lines,
        ...(after.length ? ['', ...after] : []),
    ];
    return `${all.join('\n')}\n`;
}
export { jsProgram };

const rule = (q) => (q.corners && q.corners !== 'open' ? `, '${q.corners}'` : '');
const jsRows = (q) => ['const map = carom.sightMap([', ...q.rows.map((row) => `    '${row}',`), ']);'];
const JS = {
    ray: (q) => [`const hit = carom.ray(${js(q.from)}, ${js(q.move)}, ${js(q.b)});`, 'console.log(hit);'],
    sweep: (q) => [
        `const a = ${js(q.a)};`,
        `const b = ${js(q.b)};`,
        `const hit = carom.sweep(a, ${js(q.move)}, b${q.b_move ? `, ${js(q.b_move)}` : ''});`,
        'console.log(hit);',
    ],
    turn: (q) => [
        `const a = ${js(q.a)};`,
        `const b = ${js(q.b)};`,
        `console.log(carom.sweepTurning(a, ${js({ turn: q.turn })}, b, ${js({ turn: q.b_turn })}));`,
    ],
    walk: (q) => [
        `const cells = carom.cellLine(${js(q.from)}, ${js(q.to)}, ${js({ corners: q.corners ?? 'open', ends: Boolean(q.ends) })});`,
        'console.log({ cells: Array.from(cells) }); // column and row in turn',
    ],
    sight: (q) => [...jsRows(q), `console.log(map.sight(${js(q.from)}, ${js(q.to)}${rule(q)}));`],
    fov: (q) => [
        ...jsRows(q),
        `const seen = map.fov(${js(q.from)}, ${q.radius}); // a byte a cell: 1 seen`,
        `console.log({ seen: seen.reduce((sum, one) => sum + one, 0), from: ${js(q.from)}, radius: ${q.radius} });`,
    ],
};
const jsPair = (q) => [`const a = ${js(q.a)};`, `const b = ${js(q.b)};`, 
    q.op === 'overlap' ? 'console.log({ hit: carom.overlap(a, b) });' : `console.log(carom.${q.op}(a, b));`];

/** A JavaScript program for a query. */
export const inJS = (q) => jsProgram((JS[q.op] ?? jsPair)(q));
