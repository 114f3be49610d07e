// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Numbers as text, and questions as text: the line `carom query` reads, the answer it prints, and the same question as
// a program in C and in JavaScript. A question is the object of such a line, so each is made from the other.

// ---- Numbers --------------------------------------------------------------------------------------------------------

/** The shortest text that reads back to the same float. */
export function num(x) {
    const value = Math.fround(x);
    for (let digits = 1; digits < 9; digits++) {
        const text = Number(value.toPrecision(digits));
        if (Math.fround(text) === value) return String(text);
    }
    return String(Number(value.toPrecision(9)));
}

/**
 * As printf("%.9g") writes a float, which is how `carom query` does; zero has no sign. Of two texts equally near,
 * JavaScript takes the larger, printf the even one.
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

/** The line that asks. */
export const questionLine = (question) => text(question, num);
/** The line that answers, as `carom query` prints it. */
export const answerLine = (answer) => text(answer, g9);

/** An answer's fields, vectors on one line. */
export function rowsOf(answer) {
    return Object.entries(answer).map(([name, value]) => {
        if (!Array.isArray(value)) return [name, value === null ? '–' : answerLine(value).replace(/^"|"$/g, '')];
        if (!value.length) return [name, '–'];
        return [name, value.map((v) => answerLine(v)).join(Array.isArray(value[0]) ? ' ' : ', ')];
    });
}

// ---- C --------------------------------------------------------------------------------------------------------------

function cNumber(x) {
    const digits = num(x);
    return /[.e]/.test(digits) ? `${digits.replace(/^(-?\d+)e/, '$1.0e')}f` : digits;
}
export const cVec = (v) => `(carom_vec2){${cNumber(v[0])}, ${cNumber(v[1])}}`;
const cBraces = (v) => `{${cNumber(v[0])}, ${cNumber(v[1])}}`;
export const cPairs = (v) => Array.from({ length: v.length / 2 }, (_, i) => cBraces([v[2 * i], v[2 * i + 1]])).join(', ');

/** The lines that make a shape in C. */
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

const C_SAYS = {
    overlap: ['bool hit = carom_overlap(&a, &b);', 'puts(hit ? "they touch" : "they are apart");'],
    distance: [
        'carom_gap gap = carom_distance(&a, &b);',
        'printf("%.9g apart, normal (%.9g, %.9g)\\n", gap.distance, gap.normal.x, gap.normal.y);',
    ],
    contact: [
        'carom_contact_points contact = carom_contact(&a, &b);',
        'printf("%d points, depth %.9g, normal (%.9g, %.9g)\\n", contact.count, contact.depth, contact.normal.x,',
        '       contact.normal.y);',
    ],
};
const C_HIT = 'printf("%s, t = %.9g", hit.hit ? "hit" : "miss", hit.t);';

const cProgram = (body, includes = '') =>
    `#include <carom.h>\n#include <stdio.h>\n${includes}\nint main(void) {\n${body.map((l) => (l ? `    ${l}` : '')).join('\n')}\n}\n`;

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

const C = {
    pair: (q) => ['carom_shape a, b;', ...cShape('a', q.a), ...cShape('b', q.b), ...C_SAYS[q.op]],
    ray: (q) => [
        'carom_shape b;',
        ...cShape('b', q.b),
        `carom_ray_hit hit = carom_ray(${cVec(q.from)}, ${cVec(q.move)}, &b);`,
        C_HIT,
        'if (hit.hit) printf(", out again at %.9g, point (%.9g, %.9g)", hit.exit, hit.point.x, hit.point.y);',
        'puts(hit.inside ? ", from inside" : "");',
    ],
    sweep: (q) => [
        'carom_shape a, b;',
        ...cShape('a', q.a),
        ...cShape('b', q.b),
        `carom_sweep_hit hit = carom_sweep(&a, ${cVec(q.move)}, &b, ${cVec(q.b_move ?? [0, 0])});`,
        C_HIT,
        'printf(", at (%.9g, %.9g)", hit.at.x, hit.at.y);',
        'if (hit.hit) printf(", normal (%.9g, %.9g)", hit.normal.x, hit.normal.y);',
        'puts("");',
    ],
    walk: (q) => [
        `carom_walk walk = carom_walk_begin(${cCell(q.from)}, ${cCell(q.to)}, ${cCorners(q)}, ${Boolean(q.ends)});`,
        'for (carom_cell cell; carom_walk_next(&walk, &cell);) printf("(%d,%d) ", (int)cell.x, (int)cell.y);',
        'puts("");',
    ],
    sight: (q) => [
        ...cRows(q.rows),
        `carom_sight_line line = carom_sight(&map, ${cCell(q.from)}, ${cCell(q.to)}, ${cCorners(q)});`,
        'if (line.clear) puts("clear");',
        'if (!line.clear) printf("blocked by (%d,%d)\\n", (int)line.blocker.x, (int)line.blocker.y);',
    ],
    fov: (q) => [
        ...cRows(q.rows),
        `static uint8_t seen[${2 * q.radius + 1} * ${2 * q.radius + 1}];`,
        `printf("%d cells seen\\n", carom_fov(&map, ${cCell(q.from)}, ${q.radius}, seen));`,
    ],
};

/** A whole program in C that asks. */
export const inC = (q) => cProgram((C[q.op] ?? C.pair)(q));
export { cProgram };

// ---- JavaScript -----------------------------------------------------------------------------------------------------

/** A value as JavaScript is written by hand. */
export function js(value) {
    if (typeof value === 'number') return num(value);
    if (Array.isArray(value) || ArrayBuffer.isView(value)) return `[${Array.from(value, js).join(', ')}]`;
    if (value === null || typeof value !== 'object') return typeof value === 'string' ? `'${value}'` : String(value);
    return `{ ${Object.entries(value).map(([k, v]) => `${k}: ${js(v)}`).join(', ')} }`;
}

const jsProgram = (lines) => `import { load } from 'carom';\n\nconst carom = await load();\n${lines.join('\n')}\n`;
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
    walk: (q) => [
        `const cells = carom.walk(${js(q.from)}, ${js(q.to)}, ${js({ corners: q.corners ?? 'open', ends: Boolean(q.ends) })});`,
        'console.log(cells); // column and row in turn',
    ],
    sight: (q) => [...jsRows(q), `console.log(map.sight(${js(q.from)}, ${js(q.to)}${rule(q)}));`],
    fov: (q) => [...jsRows(q), `console.log(map.fov(${js(q.from)}, ${q.radius})); // a byte a cell: 1 seen`],
};
const jsPair = (q) => [`const a = ${js(q.a)};`, `const b = ${js(q.b)};`, `console.log(carom.${q.op}(a, b));`];

/** The same in JavaScript. */
export const inJS = (q) => jsProgram((JS[q.op] ?? jsPair)(q));
