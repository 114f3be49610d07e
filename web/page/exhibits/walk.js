// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A character in the cave. What is pressed is recorded, and in the address; each step's state is kept, so that one can
// go back, look at a contact, and walk on from there.
import { caveMap } from '../cave.js';
import { cProgram, cVec, js, jsProgram, questionLine, rowsOf } from '../code.js';
import { make } from '../dom.js';
import { compound, drawLevel, paths } from '../outline.js';
import { countBytes, packBytes, unpackBytes } from '../state.js';
import { Timeline } from '../timeline.js';

const [LEFT, RIGHT, JUMP, DOWN] = [1, 2, 4, 8];
const KEYS = {
    ArrowLeft: LEFT, a: LEFT, ArrowRight: RIGHT, d: RIGHT, ArrowUp: JUMP, w: JUMP, ' ': JUMP, ArrowDown: DOWN, s: DOWN,
};
const STEPS = 3600; // a minute
const DT = 1 / 60;
const SPEED = 130;
const GRAVITY = 700;
const LEAP = 290;
const SHAPE = { capsule: [0, -6, 0, 6, 5] };
const RULES = { coyote: 0.08, buffer: 0.1 };

const made = { map: null, level: null, edges: null, paths: null, hero: null, record: [], keys: [], held: 0 };

// ---- The hero -------------------------------------------------------------------------------------------------------

/** One step with what is pressed, from the last state there is. */
function step(pressed) {
    const { hero, level } = made;
    const before = made.keys[made.keys.length - 1] ?? 0;
    const [, vy] = hero.velocity;
    const wish = (pressed & RIGHT ? 1 : 0) - (pressed & LEFT ? 1 : 0);
    let down = vy + GRAVITY * DT;
    if (hero.jump(RULES, Boolean(pressed & ~before & JUMP), DT)) down = -LEAP;
    else if (!(pressed & JUMP) && down < -LEAP / 2) down = -LEAP / 2; // let go early: a lower jump
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

/** Forgets what came after a step, to go on from there. */
function goBackTo(at) {
    if (at >= made.record.length - 1) return;
    made.record.length = at + 1;
    made.keys.length = at;
    made.hero.restore(made.record[at].saved);
}

// ---- What is shown of a step ----------------------------------------------------------------------------------------

const now = (s) => Math.min(made.record.length - 1, Math.max(0, Math.trunc(s.step)));
const shapeAt = ([x, y]) => ({ capsule: SHAPE.capsule.map((v, i) => (i < 4 ? v + [x, y][i % 2] : v)) });

/** The edges around a motion, as a part of the outline. */
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

/** All contacts where it stands: an edge each, or, off them by the rounding of its place, the ground it stands on. */
function contacts(env, { at, ground }) {
    const body = shapeAt(at);
    const { points: p } = made.edges;
    const touched = Array.from(made.level.overlap(body), (edge) => ({
        edge, ...env.carom.contact(body, { segment: Array.from(p.subarray(4 * edge, 4 * edge + 4)), one_sided: true }),
    })).filter((c) => c.hit);
    if (touched.length || !ground) return touched;
    return [{ edge: -1, points: [ground.point], normal: ground.normal }];
}

const short = (v) => v.map((x) => x.toFixed(3)).join(', ');

function tell(s, answer, env) {
    const { at, velocity, grounded, walk } = made.record[now(s)];
    const touched = contacts(env, made.record[now(s)]);
    const words = ['landed', 'left', 'climbed', 'blocked', 'slipping', 'crushed'].filter((word) => walk?.[word]);
    const rows = rowsOf(answer).filter(([name]) => ['t', 'point', 'normal'].includes(name));
    return {
        status: `${grounded ? 'On its feet' : 'In the air'}${words.length ? `: ${words.join(', ')}` : ''}.`,
        tone: answer.hit ? 'hit' : 'miss',
        rows: [
            ['at', short(at)], ['velocity', short(velocity)],
            ...rows.map(([name, value]) => [`first ${name}`, value]),
            ['contacts', touched.length],
            ...touched.slice(0, 4).map((c) => [c.edge < 0 ? 'ground' : `edge ${c.edge}`, `normal ${short(c.normal)}`]),
        ],
    };
}

function texts(s) {
    const { at, velocity } = made.record[now(s)];
    return {
        query: () => questionLine(question(s)),
        JS: () => jsProgram([
            "const map = await carom.map('cave.tmx', files); const level = map.level(); // cave.tmx and cave-tiles.tsx, as bytes",
            `const hero = carom.walker({ shape: ${js(SHAPE)}, up: [0, -1] });`,
            `hero.position = ${js(at)};`,
            `hero.velocity = ${js(velocity)};`,
            'console.log(hero.step(level, 1 / 60), hero.position);',
        ]),
        C: () => cProgram([
            'carom_map *map;', 'carom_level *level;', 'carom_error error;',
            'if (carom_map_load("levels/cave.tmx", NULL, &map, &error) != CAROM_OK) return puts(error.message), 1;',
            'carom_level_desc drawn = carom_map_level(map);',
            'if (carom_level_make(&drawn, &level, &error) != CAROM_OK) return puts(error.message), 1;',
            'carom_space cave = carom_space_of_level(level);',
            'carom_walker_desc legs = {.up = {0, -1}};',
            'carom_make_capsule((carom_vec2){0, -6}, (carom_vec2){0, 6}, 5, &legs.shape);',
            `carom_walker hero = {.position = ${cVec(at)}, .velocity = ${cVec(velocity)}};`,
            'carom_stride walk = carom_walker_step(&hero, &legs, &cave, 1.0f / 60);',
            'printf("at (%.9g, %.9g), %s%s\\n", hero.position.x, hero.position.y,',
            '       hero.grounded ? "on its feet" : "in the air", walk.landed ? ", landed" : "");',
            'carom_level_free(level);', 'carom_map_free(map);',
        ]),
    };
}

// ---- Keys and touch -------------------------------------------------------------------------------------------------

function press(bit, on) {
    made.held = on ? made.held | bit : made.held & ~bit;
    if (on && !walk.line.playing) walk.line.play(true);
}

function listen() {
    const key = (e) => {
        const bit = KEYS[e.key];
        const elsewhere = e.target.closest?.('input, select, button, a, pre');
        if (!bit || e.ctrlKey || e.metaKey || e.altKey || (e.type === 'keydown' && elsewhere)) return;
        e.preventDefault();
        if (!e.repeat) press(bit, e.type === 'keydown');
    };
    const away = () => { made.held = 0; };
    addEventListener('keydown', key);
    addEventListener('keyup', key);
    addEventListener('blur', away);
    return () => {
        removeEventListener('keydown', key);
        removeEventListener('keyup', key);
        removeEventListener('blur', away);
    };
}

function pad(env) {
    const button = (label, sign, bit) => make('button', {
        type: 'button', 'aria-label': label,
        onpointerdown: (e) => {
            e.preventDefault();
            e.target.setPointerCapture(e.pointerId);
            press(bit, true);
        },
        onpointerup: () => press(bit, false), onpointercancel: () => press(bit, false), oncontextmenu: (e) => e.preventDefault(),
    }, sign);
    env.overlay.replaceChildren(make('div', { class: 'pad' },
        make('div', {}, button('Left', '←', LEFT), button('Right', '→', RIGHT)),
        make('div', {}, button('Drop', '↓', DOWN), button('Jump', '↑', JUMP))));
}

const walk = {
    id: 'walk',
    lead: 'Arrow keys or W A D, <b>space</b> to jump, down to drop through a plank. Scrub back, look at a contact, walk on from there.',
    defaults: { start: [430, 130], keys: '', step: 0 },
    presets: [
        ['At the start', {}],
        ['A walk', { keys: '40aa70ac14ag60ac10aa50ab30ac20ag70ac', step: 340 }],
    ],
    bounds: (s) => {
        const [x, y] = made.record.length ? made.record[now(s)].at : s.start;
        return [x - 150, y - 105, x + 150, y + 105];
    },
    async enter(s, env) {
        made.map ??= await caveMap(env);
        made.level = made.map.level();
        made.edges = made.level.edges();
        made.paths = paths(made.edges);
        this.line = new Timeline(env.timeline, { length: 600, seek: (at) => this.go(at, env), play: (on) => !on && this.note(env) });
        restart(env, s);
        pad(env);
        this.quiet = listen();
    },
    leave() {
        this.quiet?.();
        made.hero?.free();
        made.level?.free();
        made.hero = made.level = null;
        made.record = [];
    },
    /** Writes what was pressed into the state. */
    note(env) {
        if (!made.record.length || !this.line) return;
        made.done = env.state.keys = packBytes(Uint8Array.from(made.keys));
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
            step(made.held);
            s.step = made.record.length - 1;
        }
        if (!due) return;
        const { x, y } = env.stage.view;
        const { at } = made.record[now(s)];
        env.stage.follow([x + (at[0] - x) * 0.15, y + (at[1] - y) * 0.15]);
        env.update();
    },
    questions: (s) => [question(s)],
    tell(s, [answer], env) {
        this.line?.show(now(s), Math.max(600, made.record.length - 1));
        return tell(s, answer, env);
    },
    code: (s) => texts(s),
    draw(stage, s, [answer], env) {
        drawLevel(stage, made.paths);
        const record = made.record.slice(Math.max(0, now(s) - 120), now(s) + 1);
        stage.line(record.map(({ at: p }) => p), stage.c.rule, 2);
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
