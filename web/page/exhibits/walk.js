// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A walker in the cave. Keys are recorded in the address. The state of each step is recorded, so that the user can go
// back and continue from there.
import { readCave } from '../cave.js';
import { answerLine, cProgram, cVec, js, jsProgram, questionLine, rowsOf } from '../code.js';
import { make } from '../dom.js';
import { compound, drawLevel, paths } from '../outline.js';
import { countBytes, packBytes, unpackBytes } from '../state.js';
import { Timeline, stepOf } from '../timeline.js';

const [LEFT, RIGHT, JUMP, DOWN] = [1, 2, 4, 8];
const KEYS = {
    ArrowLeft: LEFT, a: LEFT, ArrowRight: RIGHT, d: RIGHT, ArrowUp: JUMP, w: JUMP, ' ': JUMP, ArrowDown: DOWN, s: DOWN,
};
const STEPS = 3600; // one minute
const DT = 1 / 60;
const SPEED = 130;
const GRAVITY = 700;
const LEAP = 290;
const SHAPE = { capsule: [0, -6, 0, 6, 5] };
const RULES = { coyote: 0.08, buffer: 0.1 };

const made = { map: null, level: null, edges: null, paths: null, hero: null, record: [], keys: [], held: 0, tapped: 0 };

// ---- The hero -------------------------------------------------------------------------------------------------------

/** Computes one step from the last recorded state, with the pressed keys. */
function step(pressed) {
    const { hero, level } = made;
    const before = made.keys[made.keys.length - 1] ?? 0;
    const [, vy] = hero.velocity;
    const wish = (pressed & RIGHT ? 1 : 0) - (pressed & LEFT ? 1 : 0);
    let down = vy + GRAVITY * DT;
    if (hero.jump(RULES, Boolean(pressed & ~before & JUMP), DT)) down = -LEAP;
    else if (!(pressed & JUMP) && down < -LEAP / 2) down = -LEAP / 2; // released early: a lower jump
    if (pressed & ~before & DOWN) hero.drop(level);
    hero.velocity = [wish * SPEED, down];
    const way = hero.velocity.map((v) => Math.fround(v * DT));
    const from = hero.position;
    const walk = hero.step(level, DT);
    made.keys.push(pressed);
    keep(walk, from, way);
}

function keep(walk, from, way) {
    const { hero } = made;
    made.record.push({ saved: hero.save(), at: hero.position, velocity: hero.velocity, grounded: hero.grounded,
        ground: hero.ground, walk, from, way });
}

function restart(env, s) {
    made.hero?.free();
    made.hero = env.carom.walker({ shape: SHAPE, up: [0, -1] });
    made.hero.position = s.start;
    made.record = [];
    made.keys = [];
    keep(null, s.start, [0, 0]);
    const keys = unpackBytes(s.keys, Math.min(STEPS, countBytes(s.keys))) ?? [];
    for (const pressed of keys) step(pressed);
    made.done = s.keys;
}

/** Discards the steps after `at`, to continue from there. */
function goBackTo(at) {
    if (at >= made.record.length - 1) return;
    made.record.length = at + 1;
    made.keys.length = at;
    made.hero.restore(made.record[at].saved);
}

// ---- What is shown of a step ----------------------------------------------------------------------------------------

const now = (s) => stepOf(s, made.record.length - 1);
const shapeAt = ([x, y]) => ({ capsule: SHAPE.capsule.map((v, i) => (i < 4 ? v + [x, y][i % 2] : v)) });

/** The edges around a motion. */
function near([x, y], [dx, dy]) {
    const { count, points: p, flags } = made.edges;
    const reach = 16;
    const [x0, x1] = [Math.min(x, x + dx) - reach, Math.max(x, x + dx) + reach];
    const [y0, y1] = [Math.min(y, y + dy) - reach, Math.max(y, y + dy) + reach];
    const kept = [];
    for (let i = 0; i < count; i++) {
        const out = Math.max(p[4 * i], p[4 * i + 2]) < x0 || Math.min(p[4 * i], p[4 * i + 2]) > x1 ||
            Math.max(p[4 * i + 1], p[4 * i + 3]) < y0 || Math.min(p[4 * i + 1], p[4 * i + 3]) > y1;
        if (!out) kept.push(i);
    }
    return {
        count: kept.length,
        points: Float32Array.from(kept.flatMap((i) => [...p.subarray(4 * i, 4 * i + 4)])),
        flags: Uint8Array.from(kept, (i) => flags[i]),
    };
}

function question(s) {
    const { from, way } = made.record[now(s)];
    return { op: 'sweep', a: shapeAt(from), move: way, b: compound(near(from, way)) };
}

/** All contacts of the walker, one for each edge; or the ground it stands on, if rounding has put it off its edges. */
function contacts(env, { at, ground }) {
    const body = shapeAt(at);
    const { points: p } = made.edges;
    const touched = Array.from(made.level.overlap(body), (edge) => ({
        edge, ...env.carom.contact(body, { segment: Array.from(p.subarray(4 * edge, 4 * edge + 4)), one_sided: true }),
    })).filter((c) => c.hit);
    if (touched.length || !ground) return touched;
    return [{ edge: -1, points: [ground.point], normal: ground.normal }];
}

const pair = (v) => v.map(answerLine).join(', ');

function tell(s, env) {
    const { at, velocity, grounded, walk, from, way } = made.record[now(s)];
    const touched = contacts(env, made.record[now(s)]);
    const hit = made.level.sweep(shapeAt(from), way);
    const words = ['landed', 'left', 'climbed', 'blocked', 'slipping', 'crushed'].filter((word) => walk?.[word]);
    const full = made.record.length > STEPS ? ' The recording is full: go back to a step, and walk on from there.' : '';
    return {
        status: `${grounded ? 'On the ground' : 'In the air'}${words.length ? `: ${words.join(', ')}` : ''}.${full}`,
        tone: hit.hit ? 'hit' : 'miss',
        rows: [
            ['position', pair(at)], ['velocity', pair(velocity)],
            ...rowsOf(hit).filter(([name]) => ['t', 'point', 'normal'].includes(name)),
            ['contacts', touched.length],
            ...touched.slice(0, 4).map((c) => [c.edge < 0 ? 'ground' : `edge ${c.edge}`, `normal ${pair(c.normal)}`]),
        ],
    };
}

/** The keys up to the current step, as [number of steps, keys]. */
function heldUntil(s) {
    const runs = [];
    for (const keys of made.keys.slice(0, now(s))) {
        if (runs.length && runs[runs.length - 1][1] === keys) runs[runs.length - 1][0]++;
        else runs.push([1, keys]);
    }
    return runs.length ? runs : [[0, 0]];
}

const inJS = (s, held) => jsProgram([
    "const map = await carom.map('cave.tmx', await files());",
    'const level = map.level();',
    `const hero = carom.walker({ shape: ${js(SHAPE)}, up: [0, -1] });`,
    `hero.position = ${js(s.start)};`,
    `const rules = ${js(RULES)};`,
    'const [LEFT, RIGHT, JUMP, DOWN] = [1, 2, 4, 8];',
    'const dt = 1 / 60;',
    `const held = [${held.map(([steps, keys]) => `[${steps}, ${keys}]`).join(', ')}]; // for how many steps, which keys`,
    'const at = ([x, y]) => ({ capsule: [x, y - 6, x, y + 6, 5] });',
    'let before = 0, from = hero.position, motion = [0, 0];',
    'for (const keys of held.flatMap(([steps, keys]) => Array(steps).fill(keys))) {',
    '    const wish = (keys & RIGHT ? 1 : 0) - (keys & LEFT ? 1 : 0);',
    `    let down = hero.velocity[1] + ${GRAVITY} * dt;`,
    `    if (hero.jump(rules, Boolean(keys & ~before & JUMP), dt)) down = -${LEAP};`,
    `    else if (!(keys & JUMP) && down < -${LEAP / 2}) down = -${LEAP / 2}; // let go early: a lower jump`,
    '    if (keys & ~before & DOWN) hero.drop(level);',
    `    hero.velocity = [wish * ${SPEED}, down];`,
    '    from = hero.position;',
    '    motion = hero.velocity.map((v) => Math.fround(v * dt));',
    '    hero.step(level, dt);',
    '    before = keys;',
    '}',
    'const { t, point, normal } = level.sweep(at(from), motion);',
    'const { points } = level.edges();',
    'const contacts = Array.from(level.overlap(at(hero.position)), (edge) => {',
    '    const segment = points.slice(4 * edge, 4 * edge + 4);',
    '    return { edge, ...carom.contact(at(hero.position), { segment, one_sided: true }) };',
    '}).filter((contact) => contact.hit);',
    'const touches = contacts.length || !hero.ground ? contacts : [hero.ground];',
    'console.log({ position: hero.position, velocity: hero.velocity, t, point, normal, contacts: touches.length });',
    "for (const c of touches) console.log(c.edge >= 0 ? `edge ${c.edge}` : 'ground', 'normal', ...c.normal);",
], made.source.inJS);

const inC = (s, held) => cProgram([
    ...made.source.inC.make,
    'carom_scene cave = carom_scene_of_level(level);',
    'carom_walker_desc legs = {.up = {0, -1}};',
    'carom_make_capsule((carom_vec2){0, -6}, (carom_vec2){0, 6}, 5, &legs.shape);',
    `carom_walker hero = {.position = ${cVec(s.start)}};`,
    'carom_jump jump = {0};',
    `const carom_jump_rules rules = {.coyote = ${RULES.coyote}f, .buffer = ${RULES.buffer}f};`,
    'const double dt = 1.0 / 60;',
    `static const int held[][2] = {${held.map(([steps, keys]) => `{${steps}, ${keys}}`).join(', ')}}; // for how many steps, which keys`,
    'int before = 0;',
    'carom_vec2 from = hero.position, motion = {0, 0};',
    'for (size_t i = 0; i < sizeof held / sizeof *held; i++) {',
    '    for (int n = 0; n < held[i][0]; n++) {',
    '        int keys = held[i][1], wish = (keys & RIGHT ? 1 : 0) - (keys & LEFT ? 1 : 0);',
    `        double down = hero.velocity.y + ${GRAVITY} * dt;`,
    `        if (carom_jump_now(&jump, &rules, keys & ~before & JUMP, hero.grounded, (float)dt)) down = -${LEAP};`,
    `        else if (!(keys & JUMP) && down < -${LEAP / 2}) down = -${LEAP / 2}; // let go early: a lower jump`,
    '        if (keys & ~before & DOWN) carom_walker_drop(&hero, &legs, &cave);',
    `        hero.velocity = (carom_vec2){(float)(wish * ${SPEED}), (float)down};`,
    '        from = hero.position;',
    '        motion = (carom_vec2){(float)(hero.velocity.x * dt), (float)(hero.velocity.y * dt)};',
    '        carom_walker_step(&hero, &legs, &cave, (float)dt);',
    '        before = keys;',
    '    }',
    '}',
    'carom_shape start = carom_shape_at(&legs.shape, from), body = carom_shape_at(&legs.shape, hero.position);',
    'carom_sweep_hit hit = carom_level_sweep(level, &start, motion);',
    'printf("position %.9g, %.9g\\n", hero.position.x, hero.position.y);',
    'printf("velocity %.9g, %.9g\\nt %.9g\\n", hero.velocity.x, hero.velocity.y, hit.t);',
    'if (hit.hit) printf("point %.9g, %.9g\\nnormal %.9g, %.9g\\n", hit.point.x, hit.point.y, hit.normal.x, hit.normal.y);',
    'int edges[64], count = carom_level_overlap(level, &body, edges, 64), touches = 0;',
    'for (int i = 0; i < count && i < 64; i++) {',
    '    carom_level_edge edge = carom_level_edge_at(level, edges[i]);',
    '    carom_shape segment;',
    '    carom_make_one_sided(edge.a, edge.b, &segment);',
    '    carom_contact_points contact = carom_contact(&body, &segment);',
    '    touches += contact.hit;',
    '    if (contact.hit) printf("edge %d normal %.9g, %.9g\\n", edges[i], contact.normal.x, contact.normal.y);',
    '}',
    'if (!touches && hero.grounded) {',
    '    touches = 1;',
    '    printf("ground normal %.9g, %.9g\\n", hero.ground.normal.x, hero.ground.normal.y);',
    '}',
    'printf("contacts %d\\n", touches);',
    'carom_level_free(level);',
], { ...made.source.inC, before: ['enum { LEFT = 1, RIGHT = 2, JUMP = 4, DOWN = 8 };', ...made.source.inC.before] });

/** The texts for the walk up to the current step. */
function texts(s) {
    const held = heldUntil(s);
    const asked = question(s);
    const own = { ...s };
    return { query: () => questionLine(asked), JS: () => inJS(own, held), C: () => inC(own, held) };
}

// ---- Keys and touch -------------------------------------------------------------------------------------------------

/** Pressed keys by code, and buttons of the pad by label. */
const held = new Map();

function press(source, bit, on) {
    if (on) held.set(source, bit);
    else held.delete(source);
    // `tapped`: a key released before the next step still counts for it.
    made.held = [...held.values()].reduce((all, one) => all | one, 0);
    made.tapped |= bit;
    if (on && !walk.line.playing) walk.line.play(true);
}

function release() {
    held.clear();
    made.held = made.tapped = 0;
}

/** Focused elements that use letters, arrows and the space bar themselves. A link uses none. */
const TYPES = 'input:not([type=range]), select, textarea';
const SCROLLS = `${TYPES}, input, pre, [role=tab], .handle`;
const PUSHES = `${SCROLLS}, button`;

/** The bit of a key, or 0. Shift and Caps Lock give capitals; codes are the positions of W, A, S and D. */
function bitOf(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return 0;
    const bit = KEYS[e.key] ?? KEYS[e.key.toLowerCase()] ?? KEYS[e.code.replace('Key', '').toLowerCase()] ?? 0;
    const uses = e.key === ' ' ? PUSHES : e.key.length === 1 ? TYPES : SCROLLS;
    return e.target.closest?.(uses) ? 0 : bit;
}

function listen(env) {
    const down = (e) => {
        const bit = bitOf(e);
        if (!bit) return;
        e.preventDefault();
        if (!e.repeat) press(e.code, bit, true);
    };
    const up = (e) => {
        if (held.has(e.code)) press(e.code, 0, false);
    };
    // After a click, a button or slider returns the focus; reached by Tab, it keeps it.
    const clicked = (e) => {
        const on = e.composedPath().find((each) => each.matches?.('button, input[type=range]')); // the icon may have been replaced
        if (e.detail > 0 && on && !on.matches('[role=tab]')) env.stage.canvas.focus({ preventScroll: true });
    };
    const events = { keydown: down, keyup: up, click: clicked, blur: release };
    for (const [name, act] of Object.entries(events)) addEventListener(name, act);
    return () => {
        release();
        for (const [name, act] of Object.entries(events)) removeEventListener(name, act);
    };
}

function pad(env) {
    const button = (label, sign, bit) => make('button', {
        type: 'button', 'aria-label': label,
        onpointerdown: (e) => {
            e.preventDefault();
            e.target.setPointerCapture(e.pointerId);
            press(label, bit, true);
        },
        onpointerup: () => press(label, bit, false), onpointercancel: () => press(label, bit, false), oncontextmenu: (e) => e.preventDefault(),
    }, sign);
    env.overlay.replaceChildren(make('div', { class: 'pad' },
        make('div', {}, button('Left', '←', LEFT), button('Right', '→', RIGHT)),
        make('div', {}, button('Drop', '↓', DOWN), button('Jump', '↑', JUMP))));
}

const walk = {
    id: 'walk',
    lead: 'Arrow keys or W A S D, <b>space</b> to jump, down to drop through a one-way edge. Go back on the timeline, look at the contacts, walk on from there.',
    defaults: { start: [430, 130], keys: '', step: 0 },
    presets: [
        ['Start', {}],
        ['Recorded walk', { keys: '40aa70ac14ag60ac10aa50ab30ac20ag70ac', step: 340 }],
    ],
    bounds: (s) => {
        const [x, y] = made.record.length ? made.record[now(s)].at : s.start;
        return [x - 150, y - 105, x + 150, y + 105];
    },
    async enter(s, env) {
        if (!made.map) Object.assign(made, await readCave(env));
        made.level = made.map.level();
        made.edges = made.level.edges();
        made.paths = paths(made.edges);
        this.line = new Timeline(env.timeline, { length: 600, seek: (at) => this.go(at, env), play: (on) => !on && this.pause(env) });
        restart(env, s);
        pad(env);
        this.quiet = listen(env);
    },
    leave() {
        this.quiet?.();
        made.hero?.free();
        made.level?.free();
        made.hero = made.level = null;
        made.record = [];
    },
    /** Writes the pressed keys to the state. */
    note(env) {
        if (!made.record.length) return;
        made.done = env.state.keys = packBytes(Uint8Array.from(made.keys));
    },
    pause(env) {
        if (!made.record.length) return; // while the exhibit opens
        this.note(env);
        env.update();
        env.saveAddress();
    },
    go(at, env) {
        env.set({ step: Math.min(at, made.record.length - 1) });
        env.stage.follow(made.record[now(env.state)].at);
        env.stage.request();
    },
    changed(keys, s, env) {
        if (!made.level || !(keys.includes('keys') || keys.includes('start')) || s.keys === made.done) return;
        restart(env, s);
    },
    frame(ms, env) {
        const s = env.state;
        const due = this.line.due(ms, 3);
        for (let i = 0; i < due; i++) {
            goBackTo(now(s));
            if (made.record.length > STEPS) {
                this.line.play(false);
                break;
            }
            step(made.held | made.tapped);
            made.tapped = 0;
            s.step = made.record.length - 1;
        }
        if (!due) return;
        const { x, y } = env.stage.view;
        const { at } = made.record[now(s)];
        env.stage.follow([x + (at[0] - x) * 0.15, y + (at[1] - y) * 0.15]);
        env.update(true);
    },
    /** The picture does not use these keys: the walker does. */
    key: (e) => bitOf(e) !== 0,
    questions: (s) => [question(s)],
    tell(s, answers, env) {
        this.line?.show(now(s), Math.max(600, made.record.length - 1));
        return tell(s, env);
    },
    code: (s) => texts(s),
    draw(stage, s, [answer], env) {
        drawLevel(stage, made.paths);
        const record = made.record.slice(Math.max(0, now(s) - 120), now(s) + 1);
        stage.line(record.map(({ at: p }) => p), stage.c.mute, 1.5);
        const { at, velocity } = made.record[now(s)];
        const body = shapeAt(at);
        stage.shape(body, { fill: stage.c['a-tint'], line: stage.c.a, width: 2.5 });
        stage.arrow(at, [at[0] + velocity[0] * 0.12, at[1] + velocity[1] * 0.12], stage.c.a, 1.5);
        for (const c of contacts(env, made.record[now(s)])) {
            const { points: p } = made.edges;
            if (c.edge >= 0) stage.line([[p[4 * c.edge], p[4 * c.edge + 1]], [p[4 * c.edge + 2], p[4 * c.edge + 3]]], stage.c.ink, 3);
            for (const point of c.points) {
                stage.normal(point, c.normal, stage.c.ink, 34);
                stage.dot(point, stage.c.ink, 3.5);
            }
        }
        if (answer?.hit) stage.text([at[0], at[1] - 11], `t ${answer.t.toFixed(3)}`, stage.c.ink, { align: 'center', offset: [0, -14], size: 11 });
    },
};

export default walk;
