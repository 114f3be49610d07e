// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Two groups of bodies: movers (A) and statics (B). Shows the cells of the broad phase and the number of tests in them,
// the pairs in contact, the contact events, and rules that decide per pair of groups how movers respond. All of it is
// the state of one world. The slider shows recorded steps.
import { cNumber, cProgram, jsProgram, num } from '../code.js';
import { cursorAt } from '../cursor.js';
import { make } from '../dom.js';
import { levelInC, wallsAround } from '../levelcode.js';
import { packBytes, unpackBytes } from '../state.js';
import { Timeline, stepOf } from '../timeline.js';

const COLUMNS = 24;
const ROWS = 14;
const CELL = 16;
const [WIDTH, HEIGHT] = [COLUMNS * CELL, ROWS * CELL];
const WALLS = wallsAround([0, 0, WIDTH, HEIGHT]);
const SPEED = 2;
const STEPS = 1800; // the maximum of the slider
const FLASH = 5; // for this many steps a new contact is drawn
const [LINES, LISTED] = [60, 40]; // of the log, and of the list of pairs
const RESPONSES = ['stop', 'slide', 'bounce', 'pass'];
const BLOCKS = [
    '........................',
    '..###....####....###....',
    '..#................#....',
    '..#................#....',
    '........#......#........',
    '.......##......##.......',
    '....#..............#....',
    '#..##......##......##..#',
    '....#......##......#....',
    '.......##......##.......',
    '........#......#........',
    '..#................#....',
    '..###....####....###....',
    '........................',
].join('');

// The world of the exhibit, and what it was like after each step.
const made = { key: null, world: null, movers: [], statics: 0, record: [], orders: [] };

const blocksOf = (s) => unpackBytes(s.map, COLUMNS * ROWS) ?? new Uint8Array(COLUMNS * ROWS);
const places = (s) => [...blocksOf(s)].flatMap((set, i) => (set ? [[(i % COLUMNS) * CELL, Math.floor(i / COLUMNS) * CELL]] : []));
const inside = ([x, y]) => x >= 0 && x < COLUMNS && y >= 0 && y < ROWS;
const isBox = (s, i) => s.shape === 'box' || (s.shape === 'mixed' && i % 2 === 1);
const shapeOf = (s, i) => (isBox(s, i) ? { box: [-s.radius, -s.radius, s.radius, s.radius] } : { circle: [0, 0, s.radius] });
const f = Math.fround;

/** Random numbers in 0..1, in steps of 2^-24. (G. Marsaglia 2003, xorshift.) */
function randomSource(seed) {
    let state = Math.imul(seed, 0x9e3779b1) | 0 || 1;
    return () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 8) / 2 ** 24;
    };
}

const between = (low, high) => low + (high - low) * made.random();

function direction() {
    for (;;) {
        const [x, y] = [between(-1, 1), between(-1, 1)];
        if (x * x + y * y <= 1 && x * x + y * y >= 0.25) return [f(x * SPEED), f(y * SPEED)];
    }
}

function begin(s, env) {
    const key = JSON.stringify([s.movers, s.seed, s.radius, s.shape, s.aa, s.ab, s.map]);
    if (made.key === key) return;
    made.world?.free();
    const level = env.carom.level({ outlines: WALLS });
    const world = env.carom.world({ level, rules: [{ a: 1n, b: 1n, response: s.aa }, { a: 1n, b: 2n, response: s.ab }] });
    level.free(); // the world keeps it
    Object.assign(made, { key, world, movers: [], record: [], orders: [], random: randomSource(s.seed), bodies: [] });
    for (const position of places(s)) world.add({ shape: { box: [0, 0, CELL, CELL] }, position, type: 'static', tag: 2n });
    made.statics = world.count;
    for (let tries = 0; tries < 50 * s.movers && made.movers.length < s.movers; tries++) {
        const low = s.radius + 1;
        const position = [f(between(low, WIDTH - low)), f(between(low, HEIGHT - low))];
        const shape = shapeOf(s, made.movers.length);
        const there = shape.box ? { box: shape.box.map((v, i) => f(v + position[i % 2])) } : { circle: [...position, s.radius] };
        if (world.overlapAny(there)) continue;
        const body = { shape, position, velocity: direction() };
        made.bodies.push(body);
        made.movers.push(world.add({ ...body, response: 'bounce', tag: 1n }));
    }
    note();
}

/** Records the world as it is. */
function note() {
    const { world, record } = made;
    const last = record[record.length - 1];
    const cells = world.cells();
    const same = last && JSON.stringify(cells) === JSON.stringify(last.cells); // the pair cache lasts for several steps
    const events = record.length ? world.events().filter(({ kind }) => kind !== 'stay') : [];
    const began = events.filter(({ kind }) => kind === 'begin').length;
    record.push({
        positions: world.positions(), hash: world.hash(), stats: world.stats, pairs: world.pairs(), events,
        cells: same ? last.cells : cells,
        began: (last?.began ?? 0) + began, ended: (last?.ended ?? 0) + events.length - began,
    });
}

/** A step, after which movers that are at rest start again in another direction. */
function stepOnce() {
    const { world, movers } = made;
    world.step();
    note();
    const velocities = world.velocities();
    const step = made.record.length; // before which the velocity is set
    movers.forEach((id, i) => {
        const [x, y] = velocities.subarray(2 * (made.statics + i));
        if (x * x + y * y >= (SPEED * SPEED) / 64) return;
        const velocity = direction();
        world.setVelocity(id, velocity);
        made.orders.push({ step, body: made.statics + i, velocity });
    });
}

const target = (s) => stepOf(s, STEPS);
const shown = (s) => Math.min(target(s), made.record.length - 1);
const count = (n) => n.toLocaleString('en');

/** The numbers of a step. */
function numbers(s) {
    const step = shown(s);
    const { cells, stats, pairs, hash, began, ended } = made.record[step];
    const m = made.movers.length;
    return {
        step, hash, movers: m, statics: made.statics, 'all pairs': (m * (m - 1)) / 2 + m * made.statics,
        'box tests': cells.reduce((sum, { tests }) => sum + tests, 0), 'narrow phase': step ? stats.tested : 0,
        'pairs in contact': pairs.length, began, ended,
    };
}

// ---- Programs -------------------------------------------------------------------------------------------------------

/** The file for `carom run --bodies`: restarted movers are orders. */
function sceneOf(s, step) {
    const response = (kind) => ({ response: kind });
    return {
        outlines: WALLS.map(({ points }) => ({ points: Array.from(points) })),
        rules: [{ a: 1, b: 1, ...response(s.aa) }, { a: 1, b: 2, ...response(s.ab) }],
        bodies: [
            ...places(s).map((position) => ({ type: 'static', shape: { box: [0, 0, CELL, CELL] }, position, tag: 2 })),
            ...made.bodies.map((body) => ({ ...body, ...response('bounce'), tag: 1 })),
        ],
        orders: made.orders.filter((order) => order.step <= step),
    };
}

function inQuery(s, step) {
    const lines = Object.entries(sceneOf(s, step)).map(([name, list]) => {
        const entries = list.map((entry) => JSON.stringify(entry, (_, v) => (typeof v === 'number' ? Number(num(v)) : v)));
        return `"${name}": [${entries.length ? `\n${entries.join(',\n')}` : ''}]`;
    });
    return `carom run --bodies - --steps ${step} --hash <<'END'\n{${lines.join(',\n')}}\nEND\n`;
}

const kindInC = (kind) => `{.kind = CAROM_RESPONSE_${kind.toUpperCase()}${kind === 'bounce' ? ', .restitution = 1' : ''}}`;

function inC(s, step) {
    const walls = levelInC('make_walls', { tiles: [], outlines: WALLS });
    const blocks = places(s).map(([x, y]) => `{${x}, ${y}}`);
    return cProgram([
        'carom_level *walls = make_walls();',
        'carom_world *world;',
        'carom_world_make(&(carom_world_desc){.level = walls, .rule = decide}, &world);',
        'carom_shape block, shapes[2];',
        `carom_make_box((carom_vec2){0, 0}, (carom_vec2){${CELL}, ${CELL}}, &block);`,
        'carom_make_circle((carom_vec2){0, 0}, RADIUS, &shapes[0]);',
        'carom_make_box((carom_vec2){-RADIUS, -RADIUS}, (carom_vec2){RADIUS, RADIUS}, &shapes[1]);',
        'for (int i = 0; i < STATICS; i++) {',
        '    carom_body_desc desc = {.shape = block, .position = blocks[i], .type = CAROM_BODY_STATIC, .tag = 2};',
        '    carom_world_add(world, &desc, NULL, NULL);', '}',
        'static carom_body_id movers[MOST];', 'int count = 0;',
        'for (int tries = 0; tries < 50 * MOST && count < MOST; tries++) {',
        '    carom_vec2 at;',
        `    at.x = (float)random_range(RADIUS + 1, ${WIDTH} - (RADIUS + 1));`,
        `    at.y = (float)random_range(RADIUS + 1, ${HEIGHT} - (RADIUS + 1));`,
        `    carom_body_desc desc = {.shape = shapes[${{ box: '1', circle: '0', mixed: 'count % 2' }[s.shape]}], .position = at, .tag = 1,`,
        '                            .response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1}};',
        '    carom_shape there = carom_shape_at(&desc.shape, at);',
        '    if (carom_world_overlap_any(&(carom_world_view){.world = world}, &there)) continue;',
        '    desc.velocity = random_direction();',
        '    carom_world_add(world, &desc, &movers[count++], NULL);', '}', '',
        'int began = 0, ended = 0, listed, pairs;',
        'carom_world_cell *cells;',
        `for (int step = 0; step < ${step}; step++) {`,
        '    for (int i = 0; i < count && step > 0; i++) { // movers at rest start again',
        '        carom_vec2 v = carom_world_velocity(world, movers[i]);',
        `        if ((double)v.x * v.x + (double)v.y * v.y < ${num((SPEED * SPEED) / 64)}) carom_world_set_velocity(world, movers[i], random_direction());`, '    }',
        '    carom_world_step(world, 1);',
        '    const carom_event *events = carom_world_events(world, &listed);',
        '    for (int i = 0; i < listed; i++) {',
        '        began += events[i].kind == CAROM_EVENT_BEGIN;', '        ended += events[i].kind == CAROM_EVENT_END;', '    }', '}',
        'int tests = 0, cell_count = carom_world_cells(world, NULL, 0);',
        'cells = calloc((size_t)cell_count, sizeof *cells);',
        'carom_world_cells(world, cells, cell_count);',
        'for (int i = 0; i < cell_count; i++) tests += cells[i].tests;', 'free(cells);',
        'carom_world_pairs(world, &pairs);',
        `printf("step ${step}\\nhash %016llx\\nmovers %d\\nstatics %d\\n", (unsigned long long)carom_world_hash(world), count, STATICS);`,
        'printf("all pairs %d\\nbox tests %d\\n", count * (count - 1) / 2 + count * STATICS, tests);',
        'printf("narrow phase %d\\npairs in contact %d\\nbegan %d\\nended %d\\n", carom_world_stats(world).tested, pairs, began, ended);',
        'carom_world_free(world);', 'carom_level_free(walls);',
    ], {
        includes: ['stdio', 'stdlib'],
        before: [
            `enum { STATICS = ${blocks.length}, MOST = ${s.movers} };`,
            `static const float RADIUS = ${cNumber(s.radius)}, SPEED = ${cNumber(SPEED)};`,
            `static const carom_vec2 blocks[STATICS + 1] = {${blocks.join(', ') || '{0, 0}'}};`,
            ...walls.before, '',
            '// xorshift (G. Marsaglia, 2003)',
            'static double random_range(double low, double high) {',
            `    static uint32_t state = ${(Math.imul(s.seed, 0x9e3779b1) >>> 0) || 1}u;`,
            '    state ^= state << 13;', '    state ^= state >> 17;', '    state ^= state << 5;',
            '    return low + (high - low) * ((state >> 8) * 0x1p-24);', '}', '',
            'static carom_vec2 random_direction(void) {',
            '    for (;;) {',
            '        double x = random_range(-1, 1), y = random_range(-1, 1), size2 = x * x + y * y;',
            '        if (size2 <= 1 && size2 >= 0.25) return (carom_vec2){(float)(x * SPEED), (float)(y * SPEED)};', '    }', '}', '',
            '// Movers have tag 1, statics have tag 2.',
            'static void decide(const carom_rule_contact *contact, carom_response *response, void *user_data) {',
            '    (void)user_data;',
            `    if (contact->surface.tag == 1) *response = (carom_response)${kindInC(s.aa)};`,
            `    if (contact->surface.tag == 2) *response = (carom_response)${kindInC(s.ab)};`, '}',
        ],
        after: walls.after,
    });
}

const inJS = (s, step) => jsProgram([
    'const f = Math.fround; // floats, as in C',
    `let state = ${(Math.imul(s.seed, 0x9e3779b1) | 0) || 1}; // xorshift (G. Marsaglia, 2003)`,
    'function random(low, high) {',
    '    state ^= state << 13;', '    state ^= state >>> 17;', '    state ^= state << 5;',
    '    return low + (high - low) * ((state >>> 8) / 2 ** 24);', '}',
    'function direction() {',
    '    for (;;) {',
    '        const [x, y] = [random(-1, 1), random(-1, 1)];',
    `        if (x * x + y * y <= 1 && x * x + y * y >= 0.25) return [f(x * ${SPEED}), f(y * ${SPEED})];`, '    }', '}', '',
    'const level = carom.level({ outlines: [',
    ...WALLS.map(({ points }) => `    { points: [${Array.from(points, num).join(', ')}] },`), '] });',
    '// Movers have tag 1, statics have tag 2.',
    `const world = carom.world({ level, rules: [{ a: 1n, b: 1n, response: '${s.aa}' }, { a: 1n, b: 2n, response: '${s.ab}' }] });`,
    `const blocks = [${places(s).map(([x, y]) => `[${x}, ${y}]`).join(', ')}];`,
    `for (const position of blocks) world.add({ shape: { box: [0, 0, ${CELL}, ${CELL}] }, position, type: 'static', tag: 2n });`,
    `const [most, radius] = [${s.movers}, ${num(s.radius)}];`,
    'const movers = [];',
    'for (let tries = 0; tries < 50 * most && movers.length < most; tries++) {',
    `    const [x, y] = [f(random(radius + 1, ${WIDTH} - (radius + 1))), f(random(radius + 1, ${HEIGHT} - (radius + 1)))];`,
    `    const isBox = ${{ box: 'true', circle: 'false', mixed: 'movers.length % 2 === 1' }[s.shape]};`,
    '    if (world.overlapAny(isBox ? { box: [f(x - radius), f(y - radius), f(x + radius), f(y + radius)] } : { circle: [x, y, radius] })) continue;',
    '    const shape = isBox ? { box: [-radius, -radius, radius, radius] } : { circle: [0, 0, radius] };',
    "    movers.push(world.add({ shape, position: [x, y], velocity: direction(), response: 'bounce', tag: 1n }));", '}', '',
    'let [began, ended] = [0, 0];',
    `for (let step = 0; step < ${step}; step++) {`,
    '    for (const mover of step > 0 ? movers : []) { // movers at rest start again',
    '        const [x, y] = world.velocity(mover);',
    `        if (x * x + y * y < ${num((SPEED * SPEED) / 64)}) world.setVelocity(mover, direction());`, '    }',
    '    world.step();',
    '    for (const { kind } of world.events()) {',
    "        if (kind === 'begin') began++;", "        if (kind === 'end') ended++;", '    }', '}',
    'console.log({',
    `    step: ${step}, hash: world.hash(), movers: movers.length, statics: blocks.length,`,
    "    'all pairs': (movers.length * (movers.length - 1)) / 2 + movers.length * blocks.length,",
    "    'box tests': world.cells().reduce((sum, { tests }) => sum + tests, 0), 'narrow phase': world.stats.tested,",
    "    'pairs in contact': world.pairCount, began, ended,",
    '});',
]);

/** The texts of the step in the panel, also while playing. */
function texts(s) {
    const [step, own] = [shown(s), { ...s }];
    return { C: () => inC(own, step), JS: () => inJS(own, step), query: () => inQuery(own, step) };
}

// ---- Lists ----------------------------------------------------------------------------------------------------------

/** A body by its group and number, for example A7. */
function nameOf(id) {
    if (id === null) return 'wall';
    const index = Number(id & 0xffffffffn);
    return index < made.statics ? `B${index + 1}` : `A${index - made.statics + 1}`;
}

/** The calls of OnCollision for an event: one for each body. */
function calls({ a, b }) {
    const [p, q] = [nameOf(a), nameOf(b)];
    return b === null ? `${p}.OnCollision(${q})` : `${p}.OnCollision(${q}), ${q}.OnCollision(${p})`;
}

function logLines(s) {
    const lines = [];
    for (let step = shown(s); step > 0 && lines.length < LINES; step--) {
        for (const event of made.record[step].events.slice().reverse()) {
            lines.push([`${step - 1 + Number(event.t.toPrecision(3))}`.slice(0, 7), event.kind, calls(event)]);
        }
    }
    return lines.slice(0, LINES);
}

const lists = { log: null, pairs: null, heading: null };

function showLists(s) {
    const { pairs, events } = made.record[shown(s)];
    const all = [...new Set([...pairs, ...events.filter(({ kind }) => kind === 'begin')].map(({ a, b }) => `${nameOf(a)} ${nameOf(b)}`))];
    const listed = all.length > LISTED ? [...all.slice(0, LISTED), `and ${all.length - LISTED} more`] : all;
    lists.heading.textContent = `Pairs of the step: ${all.length}`;
    lists.pairs.replaceChildren(...listed.map((text) => make('li', {}, text)));
    lists.log.replaceChildren(...logLines(s).map(([at, kind, text]) => make('li', { class: kind }, make('i', {}, at), make('b', {}, kind), text)));
}

function makeLists(env) {
    lists.heading = make('h2', { id: 'pairs-heading' });
    lists.pairs = make('ul', { class: 'pair-list', tabindex: '0', 'aria-labelledby': 'pairs-heading' });
    lists.log = make('ol', { class: 'event-log', tabindex: '0', 'aria-labelledby': 'log-heading' });
    env.extra.replaceChildren(lists.heading, lists.pairs,
        make('h2', { id: 'log-heading' }, 'OnCollision'),
        make('p', { class: 'sum' }, 'Begin and end of contacts, the latest first, with the time in steps.'), lists.log);
}

// ---- Drawing --------------------------------------------------------------------------------------------------------

function drawCells(stage, cells) {
    const g = stage.context;
    for (const statics of [true, false]) {
        g.beginPath();
        for (const cell of cells) {
            if (cell.statics !== statics) continue;
            const [x0, y0, x1, y1] = cell.bounds;
            g.rect(x0, y0, x1 - x0, y1 - y0);
        }
        stage.stroke(statics ? stage.c.b : stage.c.mute, statics ? 1.5 : 1, statics ? [2, 4] : null);
    }
    for (const { bounds: [x0, y0, x1], bodies, statics } of cells) {
        if (!statics && (x1 - x0) * stage.view.scale >= 34) {
            stage.text([x0, y0], String(bodies), stage.c.mute, { size: 10, offset: [4, 8] });
        }
    }
}

function drawBodies(stage, s, now) {
    const g = stage.context;
    const touching = new Set(now.pairs.flatMap(({ a, b }) => [nameOf(a), nameOf(b)]));
    const { positions } = now;
    for (let i = 0; i < positions.length / 2; i++) {
        const at = [positions[2 * i], positions[2 * i + 1]];
        const fixed = i < made.statics;
        const hit = touching.has(fixed ? `B${i + 1}` : `A${i - made.statics + 1}`);
        const form = fixed ? { box: [0, 0, CELL, CELL] } : shapeOf(s, i - made.statics);
        const [line, tint] = fixed ? [stage.c.b, stage.c['b-tint']] : [stage.c.a, stage.c['a-tint']];
        stage.shape(form, { fill: hit && !fixed ? line : tint, line, width: hit && fixed ? 3 : 1.5, by: at });
    }
    g.globalAlpha = 1;
}

function drawContacts(stage, s) {
    const g = stage.context;
    for (const { point, normal } of made.record[shown(s)].pairs) stage.line([point, [point[0] + normal[0] * stage.px(9), point[1] + normal[1] * stage.px(9)]], stage.c.ink, 2);
    for (let age = 0; age < FLASH; age++) {
        g.globalAlpha = (1 - age / FLASH) * 0.8;
        for (const { kind, point } of made.record[shown(s) - age]?.events ?? []) {
            if (kind === 'begin') stage.ring(point, s.radius + stage.px(1 + age), stage.c.mark, 1.5);
        }
    }
    g.globalAlpha = 1;
}

// ---- Painting statics -----------------------------------------------------------------------------------------------

const brush = { value: 0, last: null };
const cursor = cursorAt([0, 0], inside);

/** Paints a cell and those on the line from the last one: a fast pointer skips cells. */
function stroke(s, env, cell) {
    const blocks = blocksOf(s);
    const cells = brush.last ? env.ask({ op: 'walk', from: brush.last, to: cell, ends: true }).cells : [cell];
    for (const [x, y] of cells) if (inside([x, y])) blocks[y * COLUMNS + x] = brush.value;
    brush.last = cell;
    const map = packBytes(blocks);
    if (map !== s.map) env.set({ map });
}

export default {
    id: 'groups',
    lead: 'Movers <b>A</b> against each other and against statics <b>B</b>; statics are never tested against statics. Only bodies in <b>neighbouring cells</b> are tested. Click to add or remove a static.',
    defaults: {
        movers: 160, seed: 1, radius: 3, shape: 'mixed', aa: 'bounce', ab: 'slide', cells: true, step: 0,
        map: packBytes(Uint8Array.from(BLOCKS, (c) => (c === '#' ? 1 : 0))),
    },
    presets: [
        ['Slide along B', {}],
        ['Bounce', { ab: 'bounce', shape: 'circle' }],
        ['A pass each other', { aa: 'pass', movers: 240 }],
        ['Stop', { aa: 'stop', ab: 'stop', shape: 'box', movers: 80, radius: 4 }],
        ['Six hundred', { movers: 600, radius: 2 }],
    ],
    controls: () => [
        { kind: 'choice', key: 'aa', look: 'is-a', label: 'A and A', options: RESPONSES.map((w) => [w, w]) },
        { kind: 'choice', key: 'ab', look: 'is-b', label: 'A and B', options: RESPONSES.map((w) => [w, w]) },
        { kind: 'choice', key: 'shape', label: 'Shape', options: [['circle', 'circle'], ['box', 'box'], ['mixed', 'both']] },
        { kind: 'range', key: 'movers', label: 'Movers', min: 20, max: 600, step: 20, slow: true },
        { kind: 'range', key: 'radius', label: 'Radius', min: 1, max: 6, step: 0.5, slow: true },
        { kind: 'number', key: 'seed', label: 'Seed', min: 1, max: 2 ** 31 - 1 },
        { kind: 'switch', key: 'cells', label: 'Draw the cells of the broad phase' },
    ],
    bounds: () => [-12, -12, WIDTH + 12, HEIGHT + 12],
    enter(s, env) {
        this.fix(s);
        this.line = new Timeline(env.timeline, {
            length: 600, seek: (step) => env.set({ step: Math.min(STEPS, step) }), play: (on) => on || this.pause(env),
        });
        makeLists(env);
        begin(s, env);
        this.told = 0;
        if (!env.still.matches && s.step === 0) this.line.play(true);
    },
    leave() {
        made.world?.free();
        Object.assign(made, { world: null, key: null, record: [], orders: [] });
    },
    fix(s) {
        s.movers = Math.min(600, Math.max(1, Math.trunc(s.movers)));
        s.seed = Math.min(2 ** 31 - 1, Math.max(1, Math.trunc(s.seed)));
        s.radius = Math.min(6, Math.max(1, f(s.radius)));
        if (!['circle', 'box', 'mixed'].includes(s.shape)) s.shape = 'mixed';
        for (const key of ['aa', 'ab']) if (!RESPONSES.includes(s[key])) s[key] = 'bounce';
        if (!unpackBytes(s.map, COLUMNS * ROWS)) s.map = this.defaults.map;
    },
    changed(keys, s, env) {
        this.fix(s);
        const drawn = keys.every((key) => key === 'cells');
        if (!keys.includes('step') && !drawn) {
            s.step = 0;
            if (!env.still.matches) this.line?.play(true);
        }
        if (this.line) begin(s, env);
    },
    /** While playing, the panel lags by up to 100 ms. */
    pause(env) {
        if (!made.world || !this.line) return;
        env.state.step = shown(env.state);
        env.update();
        env.saveAddress();
    },
    frame(ms, env) {
        const s = env.state;
        if (!made.world) return;
        const due = this.line.due(ms, 2);
        if (due) s.step = Math.min(STEPS, target(s) + due);
        if (s.step >= STEPS && this.line.playing) this.line.play(false);
        const end = performance.now() + (this.line.playing ? 12 : 30);
        if (!due && made.record.length > target(s)) return;
        while (made.record.length <= target(s) && performance.now() < end) stepOnce();
        if (this.line.playing) s.step = Math.min(s.step, made.record.length - 1 + due);
        env.stage.paintNow();
        this.line.show(shown(s), Math.max(600, Math.ceil(shown(s) / 600) * 600));
        const now = performance.now();
        if (now - this.told < 100 && (this.line.playing || target(s) !== shown(s))) return;
        this.told = now;
        env.update(this.line.playing);
    },
    tell(s) {
        if (!made.world) return { status: 'Making the world ...' };
        this.line.show(shown(s));
        showLists(s);
        const now = numbers(s);
        const late = target(s) > now.step ? ` Computing step ${target(s)} ...` : '';
        return {
            status: `${count(now['box tests'])} box tests instead of ${count(now['all pairs'])}; ${count(now['pairs in contact'])} pairs in contact.${late}`,
            tone: now['pairs in contact'] ? 'hit' : 'miss',
            rows: Object.entries(now).map(([name, value]) => [name, typeof value === 'number' ? count(value) : value]),
        };
    },
    code: (s) => texts(s),
    paint(phase, p, event, s, env) {
        const cell = p.map((v) => Math.floor(v / CELL));
        if (phase === 'down') {
            if (!inside(cell)) return false;
            brush.value = blocksOf(s)[cell[1] * COLUMNS + cell[0]] ? 0 : 1;
            brush.last = null;
        }
        if (phase === 'down' || phase === 'move') stroke(s, env, cell);
        return phase !== 'hover';
    },
    key(e, s, env) {
        if (cursor.walk(e, env.stage)) return true;
        if (e.key !== ' ' && e.key !== 'Enter') return false;
        brush.value = blocksOf(s)[cursor.cell[1] * COLUMNS + cursor.cell[0]] ? 0 : 1;
        brush.last = null;
        cursor.shown = true;
        stroke(s, env, cursor.cell);
        return true;
    },
    draw(stage, s) {
        const now = made.record[shown(s)];
        if (!now) return;
        const g = stage.context;
        for (const { points: p } of WALLS) {
            g.fillStyle = stage.c.solid;
            g.fillRect(p[0], p[1], p[4] - p[0], p[5] - p[1]);
        }
        stage.shape({ box: [0, 0, WIDTH, HEIGHT] }, { line: stage.c['solid-edge'], width: 1.5 });
        if (s.cells) drawCells(stage, now.cells);
        drawBodies(stage, s, now);
        drawContacts(stage, s);
        cursor.draw(stage, CELL);
    },
};
