// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Two bodies move over the same tiles. The upper one is tested against each tile, and pushed out of every tile that it
// overlaps; the lower one slides along the boundary. Both runs are computed at once, for the slider.
import { answerLine, cNumber, cProgram, cVec, js, jsProgram, num, questionLine } from '../code.js';
import { compound, drawLevel, paths, tilesInC, tilesInJS } from '../outline.js';
import { Recording, stepOf } from '../timeline.js';

const STEPS = 300;
const GRAVITY = 0.02;
const FLOOR = 4; // row of the floor; a lane is 5 rows high
const LOWER = 6.2;
const SLOPES = [14 | 32, 13 | 32, 12 | 32]; // 1:3, descending
const f = Math.fround;
// About the reference point: min corner of a box, centre of a circle. All numbers are floats, so that the programs
// below get the same results.
const SHAPES = {
    box: { box: [0, 0, f(0.8), f(0.8)] },
    ball: { circle: [0, 0, f(0.45)] },
};
const STARTS = { box: [f(0.9), f(2.2)], ball: [f(1.3), f(2.55)] };
const moved = (shape, [x, y]) => (shape.box ? { box: shape.box.map((v, i) => f(v + [x, y][i % 2])) } :
    { circle: [x, y, shape.circle[2]] });

const WIDTH = 18;
function codes() {
    const rows = new Uint8Array(WIDTH * 5);
    for (let x = 0; x < WIDTH; x++) rows[FLOOR * WIDTH + x] = 1;
    for (let x = 0; x < 9; x++) rows[(FLOOR - 1) * WIDTH + x] = 1;
    SLOPES.forEach((c, i) => { rows[(FLOOR - 1) * WIDTH + 9 + i] = c; });
    for (let y = 2; y < FLOOR; y++) rows[y * WIDTH + WIDTH - 1] = 1;
    return rows;
}

const made = { level: null, key: null, one: null, tiles: null };

/** Each tile as a polygon. */
function tilesOf(carom) {
    const shapes = [];
    codes().forEach((c, i) => {
        if (!c) return;
        const { points: p, next } = carom.tileEdges(c);
        const polygon = [];
        let k = 0;
        do {
            polygon.push(p[4 * k] + (i % WIDTH), p[4 * k + 1] + Math.floor(i / WIDTH));
            k = next[k];
        } while (k !== 0);
        shapes.push({ polygon });
    });
    return shapes;
}

/** The usual method: move, then separate from each overlapping tile. */
function tileByTile(carom, shape, at, velocity) {
    let [vx, vy] = velocity;
    let [x, y] = [f(at[0] + vx), f(at[1] + vy)];
    const body = moved(shape, [x, y]);
    const hits = made.tiles.map((tile) => carom.contact(body, tile)).filter((hit) => hit.hit);
    for (const { normal: [nx, ny], depth } of hits) {
        [x, y] = [f(x + f(nx * depth)), f(y + f(ny * depth))];
        const into = f(f(vx * nx) + f(vy * ny));
        if (into < 0) [vx, vy] = [f(vx - f(into * nx)), f(vy - f(into * ny))];
    }
    return { at: [x, y], velocity: [vx, vy], normals: hits.map((hit) => [hit.points[0], hit.normal]) };
}

function oneOutline(level, shape, at, velocity) {
    const done = level.move(shape, at, velocity, 'slide');
    return {
        at: done.at, velocity: done.velocity,
        normals: done.contacts.filter((c) => c.point).map((c) => [c.point, c.normal]),
    };
}

const fall = ([vx, vy]) => [vx, f(vy + f(GRAVITY))];

function simulate(s, env) {
    const key = `${s.body} ${s.speed}`;
    if (made.key === key) return;
    made.level ??= env.carom.level({ tiles: { columns: WIDTH, rows: 5, codes: codes() } });
    made.one ??= made.level.edges();
    made.paths ??= paths(made.one);
    made.tiles ??= tilesOf(env.carom);
    const shape = SHAPES[s.body];
    const start = { at: STARTS[s.body], velocity: [f(s.speed / 1000), 0], normals: [] };
    made.runs = [[start], [start]];
    for (let i = 0; i < STEPS; i++) {
        for (const [lane, run] of made.runs.entries()) {
            const last = run[run.length - 1];
            run.push(lane ? oneOutline(made.level, shape, last.at, fall(last.velocity)) : tileByTile(env.carom, shape, last.at, fall(last.velocity)));
        }
    }
    made.key = key;
}

/** How often the body lost speed on the flat part. */
function trips(run) {
    let count = 0;
    for (let i = 1; i < run.length; i++) {
        const flat = run[i].at[0] < 7.8;
        if (flat && run[i].velocity[0] < run[i - 1].velocity[0] - 1e-6) count++;
    }
    return count;
}

const now = (s) => stepOf(s, STEPS);

/** The current step as a query: the lower body and its motion. */
function asked(s) {
    const last = made.runs[1][now(s)];
    return { shape: moved(SHAPES[s.body], last.at), velocity: fall(last.velocity) };
}

const inC = (s) => {
    const shape = SHAPES[s.body];
    const polygons = made.tiles.map(({ polygon: p }) => `{${p.length / 2}, {${Array.from({ length: p.length / 2 }, (_, i) => `{${num(p[2 * i])}, ${num(p[2 * i + 1])}}`).join(', ')}}},`);
    return cProgram([
        shape.box ? `carom_make_box((carom_vec2){0, 0}, ${cVec(shape.box.slice(2))}, &body);` :
            `carom_make_circle((carom_vec2){0, 0}, ${cNumber(shape.circle[2])}, &body);`,
        'for (int i = 0; i < TILES; i++) carom_make_polygon(polygons[i].points, polygons[i].count, &each[i]);',
        ...tilesInC(codes(), WIDTH, 5),
        'carom_scene floor = carom_scene_of_level(level);',
        `carom_vec2 upper = ${cVec(STARTS[s.body])}, upper_velocity = {${cNumber(s.speed / 1000)}, 0};`,
        'carom_vec2 lower = upper, lower_velocity = upper_velocity;',
        `for (int step = 0; step < ${now(s)}; step++) {`,
        `    upper_velocity.y += ${cNumber(GRAVITY)};`,
        '    tile_by_tile(&upper, &upper_velocity);',
        `    lower_velocity.y += ${cNumber(GRAVITY)};`,
        '    carom_motion done = carom_move(&floor, &body, &(carom_motion){.at = lower, .velocity = lower_velocity}, &(carom_response){.kind = CAROM_RESPONSE_SLIDE}, NULL, 0);',
        '    lower = done.at;', '    lower_velocity = done.velocity;', '}',
        `printf("step ${now(s)}\\n");`,
        'printf("tile by tile x %.9g\\ntile by tile speed %.9g\\n", upper.x, upper_velocity.x);',
        'printf("one outline x %.9g\\none outline speed %.9g\\n", lower.x, lower_velocity.x);',
        'carom_level_free(level);',
    ], {
        includes: ['stdio'],
        before: [
            `enum { TILES = ${made.tiles.length} };`,
            'static const struct {', '    int count;', '    carom_vec2 points[4];', '} polygons[TILES] = {', ...polygons.map((line) => `    ${line}`), '};',
            'static carom_shape body, each[TILES];', '',
            '// The usual way: move, then out of each tile that is overlapped.',
            'static void tile_by_tile(carom_vec2 *at, carom_vec2 *velocity) {',
            '    at->x += velocity->x;', '    at->y += velocity->y;',
            '    carom_shape here = carom_shape_at(&body, *at);',
            '    for (int i = 0; i < TILES; i++) {',
            '        carom_contact_points contact = carom_contact(&here, &each[i]);',
            '        if (!contact.hit) continue;',
            '        carom_vec2 n = contact.normal;',
            '        at->x += n.x * contact.depth;', '        at->y += n.y * contact.depth;',
            '        float into = velocity->x * n.x + velocity->y * n.y;',
            '        if (into >= 0) continue;',
            '        velocity->x -= into * n.x;', '        velocity->y -= into * n.y;', '    }', '}',
        ],
    });
};

const inJS = (s) => {
    const shape = SHAPES[s.body];
    return jsProgram([
        ...tilesInJS(codes(), WIDTH, 5),
        'const f = Math.fround; // floats, as in C',
        'const tiles = [', ...made.tiles.map(({ polygon }) => `    { polygon: ${js(polygon)} },`), '];',
        shape.box ? `const body = { box: ${js(shape.box)}.map(f) };` : `const body = { circle: ${js(shape.circle)}.map(f) };`,
        `const start = { at: ${js(STARTS[s.body])}.map(f), velocity: [f(${js(s.speed / 1000)}), 0] };`,
        'let [upper, lower] = [start, start];',
        `const fall = ([x, y]) => [x, f(y + f(${GRAVITY}))];`,
        `for (let step = 0; step < ${now(s)}; step++) {`,
        '    upper = tileByTile(upper.at, fall(upper.velocity));',
        "    lower = level.move(body, lower.at, fall(lower.velocity), 'slide');",
        '}',
        'console.log({',
        `    step: ${now(s)},`,
        "    'tile by tile x': upper.at[0], 'tile by tile speed': upper.velocity[0],",
        "    'one outline x': lower.at[0], 'one outline speed': lower.velocity[0],",
        '});',
    ], { after: [
        '/** The usual way: move, then out of each tile that is overlapped. */',
        'function tileByTile(at, [vx, vy]) {',
        '    let [x, y] = [f(at[0] + vx), f(at[1] + vy)];',
        shape.box ? '    const here = { box: body.box.map((v, i) => f(v + [x, y][i % 2])) };' : '    const here = { circle: [x, y, body.circle[2]] };',
        '    for (const { normal: [nx, ny], depth } of tiles.map((tile) => carom.contact(here, tile)).filter(({ hit }) => hit)) {',
        '        [x, y] = [f(x + f(nx * depth)), f(y + f(ny * depth))];',
        '        const into = f(f(vx * nx) + f(vy * ny));',
        '        if (into < 0) [vx, vy] = [f(vx - f(into * nx)), f(vy - f(into * ny))];',
        '    }',
        '    return { at: [x, y], velocity: [vx, vy] };',
        '}',
    ] });
};

/** The texts for both runs up to the current step. */
function texts(s) {
    const own = { ...s };
    return { C: () => inC(own), JS: () => inJS(own), query: () => questionLine(question(own)) };
}

function question(s) {
    const { velocity, shape } = asked(s);
    return { op: 'sweep', a: shape, move: velocity, b: compound(made.one) };
}

function lane(stage, s, index) {
    const shape = SHAPES[s.body];
    const run = made.runs[index];
    const g = stage.context;
    g.save();
    g.translate(0, index * LOWER);
    drawLevel(stage, made.paths, {});
    if (index === 0) {
        for (const tile of made.tiles) stage.shape(tile, { line: stage.c.fault, width: 1.25, dash: [3, 3] });
    }
    const middle = shape.box ? 0.4 : 0; // relative to the reference point
    stage.line(run.slice(0, now(s) + 1).map(({ at }) => [at[0] + middle, at[1] + middle]), index ? stage.c.b : stage.c.a, 1.5);
    const { at, normals } = run[now(s)];
    stage.shape(moved(shape, at), { fill: index ? stage.c['b-tint'] : stage.c['a-tint'], line: index ? stage.c.b : stage.c.a, width: 2.5 });
    for (const [p, n] of normals) {
        stage.normal(p, n, stage.c.ink, 30);
    }
    g.restore();
    stage.text([0, index * LOWER + 1], index ? 'one outline' : 'tile by tile', index ? stage.c.b : stage.c.a, { size: 13, bold: true });
}

export default {
    id: 'seams',
    lead: 'Two bodies on the same floor. The upper one collides with <b>each tile separately</b>, and catches on sides between tiles. The lower one collides with the outline.',
    defaults: { body: 'box', speed: 50, step: 0 },
    controls: () => [
        { kind: 'choice', key: 'body', label: 'Body', options: [['box', 'box'], ['ball', 'ball']] },
        { kind: 'range', key: 'speed', label: 'Speed', min: 15, max: 120 },
    ],
    bounds: () => [-0.3, 0.2, WIDTH + 0.3, LOWER + 5.4],
    enter(s, env) {
        made.key = null;
        this.line = new Recording(env, STEPS);
    },
    leave() {
        made.level?.free();
        made.level = made.one = made.paths = made.tiles = null;
    },
    changed(keys, s) {
        if ((keys.includes('body') || keys.includes('speed')) && !keys.includes('step')) s.step = 0;
    },
    frame(ms) {
        this.line.advance(ms);
    },
    questions(s, env) {
        simulate(s, env);
        return [question(s)];
    },
    code: (s) => texts(s),
    tell(s) {
        this.line.show(now(s), STEPS);
        const [upper, lower] = made.runs.map((run) => run.slice(0, now(s) + 1));
        const count = trips(upper);
        const last = (run) => run[run.length - 1];
        return {
            status: count ? `The upper body caught on ${count === 1 ? 'one tile side' : `${count} tile sides`}.` : 'Neither body has been stopped yet.',
            tone: count ? 'hit' : 'miss',
            rows: [
                ['step', now(s)],
                ['tile by tile x', answerLine(last(upper).at[0])], ['tile by tile speed', answerLine(last(upper).velocity[0])],
                ['one outline x', answerLine(last(lower).at[0])], ['one outline speed', answerLine(last(lower).velocity[0])],
            ],
        };
    },
    draw(stage, s) {
        stage.grid();
        lane(stage, s, 0);
        lane(stage, s, 1);
    },
};
