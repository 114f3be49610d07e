// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Thousands of actors in the cave, moved as by `carom run`. The slider shows recorded steps; steps beyond the record
// are computed within the time of a frame.
import { readCave } from '../cave.js';
import { cNumber, cProgram, jsProgram, num } from '../code.js';
import { levelInC, wallsAround } from '../levelcode.js';
import { drawLevel, paths } from '../outline.js';
import { Timeline, stepOf } from '../timeline.js';

const STEPS = 3600; // the maximum of the slider
const FLASH = 7; // for this many steps a contact is drawn

const made = { key: null, map: null, run: null, record: [], paths: null };

async function readMap(env) {
    const { map, source } = await readCave(env);
    const level = map.level();
    made.paths = paths(level.edges());
    const spawns = map.objects.filter(isSpawnPoint).map(({ center }) => center);
    Object.assign(made, { map, source: { ...source, bounds: boundsOf(map, level), spawns } });
    level.free();
}

function begin(s, env) {
    const key = [s.actors, s.seed, s.radius, s.shape, s.response].join();
    if (made.key === key) return;
    made.run?.free();
    made.run = null;
    made.key = key;
    made.record = [];
    made.error = null;
    try {
        made.run = env.carom.run(made.map, {
            actors: s.actors, seed: s.seed, radius: s.radius, shape: s.shape, response: s.response,
        });
    } catch (error) {
        if (error.name !== 'CaromError') throw error;
        made.error = error.message;
        return;
    }
    made.source.speed = made.run.speed;
    made.ms = 0;
    note();
}

/** Records the state of the last step. */
function note() {
    const { run } = made;
    const { kinds, points, b, count } = run.steps ? run.world.eventArrays() : { kinds: [], points: [], b: [], count: 0 };
    const flashes = [];
    for (let i = 0; i < count; i++) if (kinds[i] === 0) flashes.push(points[2 * i], points[2 * i + 1], b[i] ? 1 : 0);
    made.record.push({
        centers: run.centers(), flashes: Float32Array.from(flashes), hash: run.hash(), hits: run.hits, pairs: run.pairs,
        escapes: run.escapes,
    });
}

function stepOnce() {
    const before = performance.now();
    made.run.step(1);
    const took = performance.now() - before;
    made.ms = made.ms ? made.ms * 0.95 + took * 0.05 : took;
    note();
}

/** Computes steps up to `step` for at most `ms`; returns true when it is recorded. */
function reach(step, ms) {
    const end = performance.now() + ms;
    while (made.record.length <= step && performance.now() < end) stepOnce();
    return made.record.length > step;
}

const target = (s) => stepOf(s, STEPS);
const shown = (s) => Math.min(target(s), made.record.length - 1);
const count = (n) => n.toLocaleString('en');

const command = (s, step) => ['carom run levels/cave.tmx', `--actors ${s.actors}`, `--seed ${s.seed}`, `--radius ${num(s.radius)}`,
    ...(s.shape === 'circle' ? [] : [`--shape ${s.shape}`]), ...(s.response === 'bounce' ? [] : [`--response ${CLI_RESPONSES[s.response]}`]),
    `--steps ${step}`, '--hash'].join(' ');

/** The spawn points of a map, where `carom run` puts the first actors. */
const isSpawnPoint = ({ name, type, solid }) => !solid && /spawn|start/i.test(name + type);

/** The bounds of a map, including geometry outside it. */
function boundsOf(map, level) {
    const boxes = [map.info.bounds, level.bounds].filter((b) => b && b[0] <= b[2] && b[1] <= b[3]);
    return [0, 1, 2, 3].map((i) => (i < 2 ? Math.min : Math.max)(...boxes.map((b) => b[i])));
}

/** What `carom run --response` calls the responses. */
const CLI_RESPONSES = { bounce: 'bounce', slide: 'slide', stop: 'touch', pass: 'cross' };

/** `carom run` as a C program: the same start positions, steps and counts. */
function inC(s, step) {
    const box = s.shape === 'box';
    const { desc, bounds, spawns, speed } = made.source;
    const count = desc.outlines.length;
    const make = levelInC('make_level', { ...desc, outlines: [...desc.outlines, ...wallsAround(bounds)] }, true);
    const spawn = spawns.map((at) => `{${cNumber(at[0])}, ${cNumber(at[1])}}`).join(', ');
    const again = ['stop', 'slide'].includes(s.response);
    return cProgram([
        `carom_make_${box ? 'box((carom_vec2){0, 0}, (carom_vec2){2 * RADIUS, 2 * RADIUS}' : 'circle((carom_vec2){0, 0}, RADIUS'}, &shape);`,
        ...(box ? ['middle = (carom_vec2){RADIUS, RADIUS};'] : []),
        `level = make_level(${count});`, `walls = make_level(${count + 4});`, 'place_actors();', '',
        'carom_world *world;', 'static carom_body_id ids[ACTORS];',
        'carom_world_make(&(carom_world_desc){.level = walls}, &world);',
        'for (int i = 0; i < ACTORS; i++) {',
        '    carom_body_desc desc = {.shape = shape, .position = places[i], .velocity = random_direction(),',
        `                            .response = {.kind = CAROM_RESPONSE_${s.response.toUpperCase()}${s.response === 'bounce' ? ', .restitution = 1' : ''}}};`,
        '    carom_world_add(world, &desc, &ids[i], NULL);', '}', '',
        'int hits = 0, pairs = 0, escapes = 0, count;', 'static bool escaped[ACTORS];',
        'for (int step = 0; step < STEPS; step++) {',
        '    carom_world_step(world, 1);',
        '    const carom_event *events = carom_world_events(world, &count);',
        '    for (int i = 0; i < count; i++)',
        '        if (events[i].kind == CAROM_EVENT_BEGIN) ++*(events[i].level < 0 ? &pairs : &hits);',
        '    for (int i = 0; i < ACTORS; i++) {',
        '        if (escaped[i] || !is_lost(carom_world_position(world, ids[i]))) continue;',
        '        escaped[i] = true;', '        escapes++;', '    }',
        ...(again ? [
            '    for (int i = 0; i < ACTORS; i++) { // actors at rest start again',
            '        carom_vec2 v = carom_world_velocity(world, ids[i]);',
            '        const float least = 0.01f * SPEED;',
            '        if (v.x * v.x + v.y * v.y < least * least) carom_world_set_velocity(world, ids[i], random_direction());', '    }',
        ] : []),
        '}',
        'printf("step %d\\nhash %016llx\\nactors %d\\n", STEPS, (unsigned long long)carom_world_hash(world), ACTORS);',
        'printf("level contacts %d\\nbody contacts %d\\nescapes %d\\n", hits, pairs, escapes);',
        'carom_world_free(world);', 'carom_level_free(walls);', 'carom_level_free(level);',
    ], {
        includes: ['math', 'stdbool', 'stdio', 'stdlib'],
        before: [
            `enum { ACTORS = ${s.actors}, STEPS = ${step}, SPAWNS = ${spawns.length} };`,
            `static const float RADIUS = ${cNumber(s.radius)}, SPEED = ${cNumber(speed)};`,
            `static const carom_box BOUNDS = {{${bounds.slice(0, 2).map(cNumber).join(', ')}}, {${bounds.slice(2).map(cNumber).join(', ')}}};`,
            `static const carom_vec2 spawns[SPAWNS + 1] = {${spawn || '{0, 0}'}};`,
            'static carom_level *level, *walls; // the level, and with its bounds as walls',
            'static carom_shape shape;',
            'static carom_vec2 middle, places[ACTORS]; // of the reference point; the centre is `middle` from there',
            ...make.before, '',
            '// splitmix64 (S. Vigna, 2015)',
            'static float random_range(float low, float high) {',
            `    static uint64_t state = ${s.seed}u;`,
            '    uint64_t z = state += 0x9E3779B97F4A7C15u;',
            '    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;', '    z = (z ^ z >> 27) * 0x94D049BB133111EBu;',
            '    return low + (high - low) * ((float)((z ^ z >> 31) >> 40) * 0x1p-24f);', '}', '',
            'static carom_vec2 random_direction(void) {',
            '    for (;;) {',
            '        float x = random_range(-1, 1), y = random_range(-1, 1), size2 = x * x + y * y;',
            '        if (size2 <= 0.01f || size2 >= 1) continue;',
            '        float scale = SPEED / sqrtf(size2);',
            '        return (carom_vec2){x * scale, y * scale};', '    }', '}', '',
            'static bool is_lost(carom_vec2 at) {',
            '    carom_vec2 c = {at.x + middle.x, at.y + middle.y};',
            '    bool within = c.x >= BOUNDS.min.x && c.x <= BOUNDS.max.x && c.y >= BOUNDS.min.y && c.y <= BOUNDS.max.y;',
            '    return !within || carom_level_solid(level, c);', '}', '',
            'static bool is_free(carom_vec2 at, int count) {',
            '    carom_shape here = carom_shape_at(&shape, at);',
            '    if (carom_level_solid(level, (carom_vec2){at.x + middle.x, at.y + middle.y})) return false;',
            '    if (carom_level_overlap(walls, &here, NULL, 0) > 0) return false;',
            '    for (int i = 0; i < count; i++) {',
            '        carom_shape other = carom_shape_at(&shape, places[i]);',
            '        if (carom_overlap(&here, &other)) return false;', '    }',
            '    return true;', '}', '',
            'static void place_actors(void) {',
            '    int count = 0;',
            '    for (int i = 0; i < SPAWNS && count < ACTORS; i++) {',
            '        places[count] = (carom_vec2){spawns[i].x - middle.x, spawns[i].y - middle.y};',
            '        count += is_free(places[count], count);', '    }',
            '    while (count < ACTORS) {',
            '        places[count].x = random_range(BOUNDS.min.x, BOUNDS.max.x) - middle.x;',
            '        places[count].y = random_range(BOUNDS.min.y, BOUNDS.max.y) - middle.y;',
            '        count += is_free(places[count], count);', '    }', '}',
        ],
        after: make.after,
    });
}

const inJS = (s, step) => jsProgram([
    "const map = await carom.map('cave.tmx', await files());",
    `const run = carom.run(map, { actors: ${s.actors}, seed: ${s.seed}, radius: ${num(s.radius)}, shape: '${s.shape}', response: '${s.response}' });`,
    `run.step(${step});`,
    'console.log({',
    '    step: run.steps, hash: run.hash(), actors: run.actors,',
    "    'level contacts': run.hits, 'body contacts': run.pairs, escapes: run.escapes,",
    '});',
], made.source.inJS);

/** The texts of the step in the panel, also while playing. */
function texts(s) {
    const step = shown(s);
    const own = { ...s };
    const none = () => '';
    if (!made.run) return { C: none, JS: none, query: () => command(own, step) };
    return { query: () => command(own, step), JS: () => inJS(own, step), C: () => inC(own, step) };
}

// ---- Drawing --------------------------------------------------------------------------------------------------------

function drawActors(stage, s, centers) {
    const g = stage.context;
    const r = Math.max(s.radius, stage.px(1.1)); // so that actors stay visible
    g.beginPath();
    for (let i = 0; i < centers.length; i += 2) {
        const [x, y] = [centers[i], centers[i + 1]];
        if (s.shape === 'box' || r * stage.view.scale < 1.6) g.rect(x - r, y - r, 2 * r, 2 * r);
        else {
            g.moveTo(x + r, y);
            g.arc(x, y, r, 0, 7);
        }
    }
    g.fillStyle = stage.c.a;
    g.fill();
}

function drawFlashes(stage, s) {
    const g = stage.context;
    for (let age = 0; age < FLASH; age++) {
        const flashes = made.record[shown(s) - age]?.flashes;
        if (!flashes?.length) continue;
        const size = Math.max(s.radius, stage.px(1.1)) + stage.px(0.4 + 0.45 * age);
        g.beginPath();
        for (let i = 0; i < flashes.length; i += 3) {
            g.moveTo(flashes[i] + size, flashes[i + 1]);
            g.arc(flashes[i], flashes[i + 1], size, 0, 7);
        }
        g.globalAlpha = (1 - age / FLASH) * 0.7;
        stage.stroke(stage.c.mark, 1);
    }
    g.globalAlpha = 1;
}

export default {
    id: 'run',
    lead: 'Continuous collision for thousands of bodies. The <b>state hash</b> equals that of <b>carom run</b> with the same level, seed and actors.',
    defaults: { actors: 2000, seed: 1, radius: 2.5, shape: 'circle', response: 'bounce', step: 0 },
    presets: [
        ['Two thousand', {}],
        ['Fifty', { actors: 50, radius: 5 }],
        ['Sliding boxes', { actors: 600, radius: 4, shape: 'box', response: 'slide' }],
        ['Five thousand', { actors: 5000, radius: 1.5 }],
    ],
    controls: () => [
        { kind: 'range', key: 'actors', label: 'Actors', min: 50, max: 5000, step: 50, slow: true },
        { kind: 'range', key: 'radius', label: 'Radius', min: 0.5, max: 6, step: 0.5, slow: true },
        { kind: 'number', key: 'seed', label: 'Seed', min: 0, max: 2 ** 31 - 1 },
        { kind: 'choice', key: 'shape', label: 'Shape', options: [['circle', 'circle'], ['box', 'box']] },
        { kind: 'choice', key: 'response', label: 'Response', options: Object.keys(CLI_RESPONSES).map((w) => [w, w]) },
    ],
    bounds: () => [-20, -20, 1940, 1108],
    async enter(s, env) {
        if (!made.map) await readMap(env);
        this.fix(s);
        this.line = new Timeline(env.timeline, {
            length: 600, seek: (step) => this.go(step, env), play: (on) => on || this.pause(env),
        });
        begin(s, env);
        this.told = 0;
        if (!env.still.matches && s.step === 0) this.line.play(true);
    },
    leave() {
        made.run?.free();
        made.run = made.key = null;
        made.record = [];
    },
    fix(s) {
        s.actors = Math.min(20000, Math.max(1, Math.trunc(s.actors)));
        s.seed = Math.max(0, Math.trunc(s.seed));
        s.radius = Math.min(100, Math.max(0.1, Math.fround(s.radius)));
        if (!['circle', 'box'].includes(s.shape)) s.shape = 'circle';
        if (!Object.hasOwn(CLI_RESPONSES, s.response)) s.response = 'bounce';
    },
    changed(keys, s, env) {
        this.fix(s);
        if (!keys.includes('step')) {
            s.step = 0;
            if (!env.still.matches) this.line?.play(true);
        }
        if (made.map) begin(s, env);
    },
    go(step, env) {
        env.set({ step: Math.min(STEPS, step) });
    },
    /** While playing, the panel lags by up to 100 ms. */
    pause(env) {
        if (!made.run || !this.line) return;
        env.state.step = shown(env.state);
        env.update();
        env.saveAddress();
    },
    frame(ms, env) {
        const s = env.state;
        if (!made.run) return;
        const due = this.line.due(ms, 2);
        if (due) s.step = Math.min(STEPS, target(s) + due);
        if (s.step >= STEPS && this.line.playing) this.line.play(false);
        const behind = made.record.length <= target(s);
        if (!due && !behind) return;
        reach(target(s), this.line.playing ? 12 : 30);
        if (this.line.playing) s.step = Math.min(s.step, made.record.length - 1 + due);
        env.stage.paintNow();
        this.line.show(shown(s), Math.max(600, Math.ceil(shown(s) / 600) * 600));
        // The panel is updated ten times a second: updating it costs more than a step.
        const now = performance.now();
        if (now - this.told < 100 && target(s) !== shown(s)) return;
        if (now - this.told < 100 && this.line.playing) return;
        this.told = now;
        env.update(this.line.playing);
    },
    tell(s) {
        if (made.error) return { status: made.error, tone: 'bad' };
        if (!made.run) return { status: 'Reading the level ...' };
        const step = shown(s);
        const now = made.record[step];
        this.line.show(step);
        const rows = [
            ['step', step], ['hash', now.hash], ['actors', count(s.actors)], ['level contacts', count(now.hits)],
            ['body contacts', count(now.pairs)], ['escapes', count(now.escapes)],
            ['time per step', made.ms ? `${made.ms.toFixed(2)} ms` : '–'],
        ];
        const late = target(s) > step ? ` Computing step ${target(s)} ...` : '';
        return { status: `${count(s.actors)} actors, ${now.escapes ? count(now.escapes) : 'none'} in solid or outside.${late}`, tone: 'hit', rows };
    },
    code: (s) => texts(s),
    draw(stage, s) {
        stage.kept('cave', () => drawLevel(stage, made.paths));
        const now = made.record[shown(s)];
        if (!now) return;
        drawActors(stage, s, now.centers);
        drawFlashes(stage, s);
    },
};
