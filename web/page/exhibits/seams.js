// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Two bodies set off alike over the same tiles: the upper one meets each tile by itself and is pushed out of all it is
// in, as is often done; the lower one slides along the outline. Both runs are worked out at once, so that time is free.
import { cProgram, cVec, js, jsProgram, questionLine } from '../code.js';
import { compound, drawLevel, paths } from '../outline.js';
import { Timeline } from '../timeline.js';

const STEPS = 300;
const GRAVITY = 0.02;
const FLOOR = 4; // the row of the floor; a lane is 5 high
const LOWER = 6.2;
const SLOPES = [14 | 32, 13 | 32, 12 | 32]; // 1:3, going down
const SHAPES = {
    box: { box: [-0.4, -0.8, 0.4, 0] },
    ball: { circle: [0, -0.45, 0.45] },
};
// Of a box the reference point is its least corner, of a circle its centre: shapes are moved by adding to them.
const moved = (shape, [x, y]) => (shape.box ? { box: shape.box.map((v, i) => v + [x, y][i % 2]) } :
    { circle: [shape.circle[0] + x, shape.circle[1] + y, shape.circle[2]] });
const reference = (shape) => Object.values(shape)[0].slice(0, 2);

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

/** Each tile as a polygon of its own. */
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

/** The usual way: go, then out of each tile one is in. */
function tileByTile(carom, shape, at, velocity) {
    let [x, y] = [at[0] + velocity[0], at[1] + velocity[1]];
    let [vx, vy] = velocity;
    const body = moved(shape, [x, y]);
    const hits = made.tiles.map((tile) => carom.contact(body, tile)).filter((hit) => hit.hit);
    for (const { normal: [nx, ny], depth } of hits) {
        x += nx * depth;
        y += ny * depth;
        const into = vx * nx + vy * ny;
        if (into < 0) [vx, vy] = [vx - into * nx, vy - into * ny];
    }
    return { at: [x, y], velocity: [vx, vy], normals: hits.map((hit) => [hit.points[0], hit.normal]) };
}

function oneOutline(level, shape, at, velocity) {
    const own = reference(shape);
    const base = shape.box ? { box: shape.box.map((v, i) => v - own[i % 2]) } : { circle: [0, 0, shape.circle[2]] };
    const from = [at[0] + own[0], at[1] + own[1]];
    const done = level.move(base, from, velocity, 'slide');
    return {
        at: [done.at[0] - own[0], done.at[1] - own[1]], velocity: done.velocity, from, base,
        normals: done.contacts.filter((c) => c.point).map((c) => [c.point, c.normal]),
    };
}

function simulate(s, env) {
    const key = `${s.body} ${s.speed}`;
    if (made.key === key) return;
    made.level ??= env.carom.level({ tiles: { columns: WIDTH, rows: 5, codes: codes() } });
    made.one ??= made.level.edges();
    made.paths ??= paths(made.one);
    made.tiles ??= tilesOf(env.carom);
    const shape = SHAPES[s.body];
    const start = { at: [1.3, FLOOR - 1], velocity: [s.speed / 1000, 0], normals: [] };
    made.runs = [[start], [start]];
    for (let i = 0; i < STEPS; i++) {
        for (const [lane, run] of made.runs.entries()) {
            const last = run[run.length - 1];
            const velocity = [last.velocity[0], last.velocity[1] + GRAVITY];
            run.push(lane ? oneOutline(made.level, shape, last.at, velocity) : tileByTile(env.carom, shape, last.at, velocity));
        }
    }
    made.key = key;
}

/** How often the body lost speed on the flat. */
function trips(run) {
    let count = 0;
    for (let i = 1; i < run.length; i++) {
        const flat = run[i].at[0] < 8.2;
        if (flat && run[i].velocity[0] < run[i - 1].velocity[0] - 1e-6) count++;
    }
    return count;
}

const now = (s) => Math.min(STEPS, Math.max(0, Math.trunc(s.step)));

/** The step that is shown, as a question: the lower body and its way. */
function asked(s) {
    const run = made.runs[1];
    const last = run[now(s)];
    const velocity = [last.velocity[0], last.velocity[1] + GRAVITY].map(Math.fround);
    const own = reference(SHAPES[s.body]);
    const at = [last.at[0] + own[0], last.at[1] + own[1]].map(Math.fround);
    const base = SHAPES[s.body].box ? { box: [0, 0, 0.8, 0.8] } : { circle: [0, 0, 0.45] };
    return { at, velocity, base, shape: moved(base, at) };
}

function texts(s) {
    const { at, velocity, base } = asked(s);
    const shape = base.box ? `carom_make_box((carom_vec2){0, 0}, ${cVec([0.8, 0.8])}, &body);` :
        'carom_make_circle((carom_vec2){0, 0}, 0.45f, &body);';
    const rows = codes();
    const lines = [];
    for (let i = 0; i < rows.length; i += WIDTH) lines.push(`    ${rows.subarray(i, i + WIDTH).join(', ')},`);
    return {
        C: () => cProgram([
            `static const uint8_t codes[5 * ${WIDTH}] = {`, ...lines, '};',
            `carom_tiles tiles = {.columns = ${WIDTH}, .rows = 5, .cell = {1, 1}, .codes = codes};`,
            'carom_level *level;',
            'carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1}, &level, NULL);',
            'carom_space floor = carom_space_of_level(level);',
            'carom_shape body;', shape,
            `carom_motion now = carom_move(&floor, &body, ${cVec(at)}, ${cVec(velocity)},`,
            '                              &(carom_response){.kind = CAROM_SLIDE}, NULL, 0);',
            'printf("at (%.9g, %.9g), velocity (%.9g, %.9g)\\n", now.at.x, now.at.y, now.velocity.x, now.velocity.y);',
            'carom_level_free(level);',
        ]),
        JS: () => jsProgram([
            'const level = carom.level({', `    tiles: { columns: ${WIDTH}, rows: 5, codes: [`, ...lines.map((l) => `    ${l}`), '    ] },', '});',
            `const done = level.move(${js(base)}, ${js(at)}, ${js(velocity)}, 'slide');`,
            'console.log(done.at, done.velocity);',
        ]),
        query: () => questionLine(question(s)),
    };
}

function question(s) {
    const { velocity, shape } = asked(s);
    return { op: 'sweep', a: shape, move: velocity, b: compound(made.one) };
}

const fixed = (x) => x.toFixed(4);

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
    const lift = shape.box ? -0.4 : -0.45;
    stage.line(run.slice(0, now(s) + 1).map(({ at }) => [at[0], at[1] + lift]), index ? stage.c.b : stage.c.a, 1.5);
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
    lead: 'Two bodies, one floor. The upper one meets <b>each tile by itself</b>, and trips where two of them meet. The lower one meets the outline.',
    defaults: { body: 'box', speed: 50, step: 0 },
    controls: () => [
        { kind: 'choice', key: 'body', label: 'Body', options: [['box', 'box'], ['ball', 'ball']] },
        { kind: 'range', key: 'speed', label: 'Speed', min: 15, max: 120 },
    ],
    bounds: () => [-0.3, 0.2, WIDTH + 0.3, LOWER + 5.4],
    enter(s, env) {
        made.key = null;
        this.line = new Timeline(env.timeline, { length: STEPS, seek: (step) => this.go(step, env) });
        if (!env.still.matches && s.step === 0) this.line.play(true);
    },
    leave() {
        made.level?.free();
        made.level = made.one = made.paths = made.tiles = null;
    },
    changed(keys, s) {
        if ((keys.includes('body') || keys.includes('speed')) && !keys.includes('step')) s.step = 0;
    },
    go(step, env) {
        env.set({ step: Math.min(STEPS, step) });
    },
    frame(ms, env) {
        const due = this.line.due(ms);
        if (!due) return;
        if (env.state.step >= STEPS) this.line.play(false);
        else this.go(env.state.step + due, env);
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
            status: count ? `It tripped ${count === 1 ? 'once' : `${count} times`} over nothing.` : 'Not one seam yet.',
            tone: count ? 'hit' : 'miss',
            rows: [
                ['step', now(s)],
                ['x, tile by tile', fixed(last(upper).at[0])], ['speed', fixed(last(upper).velocity[0])],
                ['x, one outline', fixed(last(lower).at[0])], ['its speed', fixed(last(lower).velocity[0])],
            ],
        };
    },
    draw(stage, s) {
        stage.grid();
        lane(stage, s, 0);
        lane(stage, s, 1);
    },
};
