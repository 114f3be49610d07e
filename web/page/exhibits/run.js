// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Thousands of actors in the cave, exactly as `carom run` moves them. Every step is recorded, so that the slider goes
// back at once; what is beyond the record is worked out, as much a frame as there is time for.
import { caveMap } from '../cave.js';
import { cProgram, cVec, jsProgram, num } from '../code.js';
import { drawLevel, paths } from '../outline.js';
import { Timeline } from '../timeline.js';

const STEPS = 3600; // the farthest the slider goes
const FLASH = 7; // steps that a meeting is seen for

const made = { key: null, map: null, run: null, record: [], paths: null };

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
    made.starts = Array.from(made.run.world.bodies().subarray(0, 4), (id) => [made.run.world.position(id), made.run.world.velocity(id)]);
    made.ms = 0;
    note();
}

/** Keeps what the last step gave. */
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

/** Works towards a step for at most `ms`; true when it is there. */
function reach(step, ms) {
    const end = performance.now() + ms;
    while (made.record.length <= step && performance.now() < end) stepOnce();
    return made.record.length > step;
}

const target = (s) => Math.min(STEPS, Math.max(0, Math.trunc(s.step)));
const shown = (s) => Math.min(target(s), made.record.length - 1);
const count = (n) => n.toLocaleString('en');

const command = (s) => ['carom run levels/cave.tmx', `--actors ${s.actors}`, `--seed ${s.seed}`, `--radius ${num(s.radius)}`,
    ...(s.shape === 'circle' ? [] : [`--shape ${s.shape}`]), ...(s.response === 'bounce' ? [] : [`--response ${s.response}`]),
    `--steps ${target(s)}`, '--hash'].join(' ');

function texts(s) {
    const shape = s.shape === 'circle' ? `carom_make_circle((carom_vec2){0, 0}, ${cNum(s.radius)}, &desc.shape);` :
        `carom_make_box((carom_vec2){0, 0}, ${cVec([2 * s.radius, 2 * s.radius])}, &desc.shape);`;
    return {
        query: () => command(s),
        JS: () => jsProgram([
            "const map = await carom.map('cave.tmx', files); // cave.tmx and cave-tiles.tsx, as bytes",
            `const run = carom.run(map, { actors: ${s.actors}, seed: ${s.seed}, radius: ${num(s.radius)}, shape: '${s.shape}', response: '${s.response}' });`,
            `run.step(${target(s)});`,
            'console.log(run.hash()); // as carom run --hash',
        ]),
        C: () => cProgram([
            'carom_map *map;', 'carom_level *level;', 'carom_world *world;', 'carom_error error;',
            'if (carom_map_load("levels/cave.tmx", NULL, &map, &error) != CAROM_OK) return puts(error.message), 1;',
            'carom_level_desc drawn = carom_map_level(map);',
            'if (carom_level_make(&drawn, &level, &error) != CAROM_OK) return puts(error.message), 1;',
            'carom_world_make(&(carom_world_desc){.level = level}, &world);',
            `carom_body_desc desc = {.response = {.kind = CAROM_${s.response.toUpperCase()}}};`,
            shape,
            '// The first of the actors, as they set out.',
            `const carom_vec2 starts[][2] = {${(made.starts ?? []).map(([p, v]) => `{${cBraces(p)}, ${cBraces(v)}}`).join(', ')}};`,
            'for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {',
            '    carom_body_id id;',
            '    desc.position = starts[i][0];', '    desc.velocity = starts[i][1];',
            '    carom_world_add(world, &desc, &id);', '}',
            `for (int step = 0; step < ${target(s)}; step++) {`,
            '    carom_world_step(world, 1);',
            '    int count;',
            '    const carom_event *events = carom_world_events(world, &count);',
            '    for (int i = 0; i < count; i++) {',
            '        if (events[i].kind == CAROM_BEGIN) printf("%d: (%.9g, %.9g)\\n", step, events[i].point.x, events[i].point.y);',
            '    }', '}',
            'carom_world_free(world);', 'carom_level_free(level);', 'carom_map_free(map);',
        ]),
    };
}
const cNum = (x) => cVec([x, 0]).match(/\{(.*),/)[1];
const cBraces = (v) => cVec(v).replace('(carom_vec2)', '');

// ---- Drawing --------------------------------------------------------------------------------------------------------

function drawActors(stage, s, centers) {
    const g = stage.context;
    const r = Math.max(s.radius, stage.px(1.1)); // never too small to be seen
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
    lead: 'Exact, and in numbers. The <b>state hash</b> is that of the command line: the same level, seed and actors, the same bits.',
    defaults: { actors: 2000, seed: 1, radius: 2.5, shape: 'circle', response: 'bounce', step: 0 },
    presets: [
        ['Two thousand', {}],
        ['Fifty', { actors: 50, radius: 5 }],
        ['Boxes that slide', { actors: 600, radius: 4, shape: 'box', response: 'slide' }],
        ['Five thousand', { actors: 5000, radius: 1.5 }],
    ],
    controls: () => [
        { kind: 'range', key: 'actors', label: 'Actors', min: 50, max: 5000, step: 50, slow: true },
        { kind: 'range', key: 'radius', label: 'Radius', min: 0.5, max: 6, step: 0.5, slow: true },
        { kind: 'number', key: 'seed', label: 'Seed', min: 0, max: 2 ** 31 - 1 },
        { kind: 'choice', key: 'shape', label: 'Shape', options: [['circle', 'circle'], ['box', 'box']] },
        { kind: 'choice', key: 'response', label: 'Response', options: ['bounce', 'slide', 'touch', 'cross'].map((w) => [w, w]) },
    ],
    bounds: () => [-20, -20, 1940, 1108],
    async enter(s, env) {
        made.map ??= await caveMap(env);
        if (!made.paths) {
            const level = made.map.level();
            made.paths = paths(level.edges());
            level.free();
        }
        this.fix(s);
        this.line = new Timeline(env.timeline, {
            length: 600, seek: (step) => this.go(step, env), play: (on) => on || env.saveAddress(),
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
        if (!['bounce', 'slide', 'touch', 'cross'].includes(s.response)) s.response = 'bounce';
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
        // The panel ten times a second: it costs more than the step.
        const now = performance.now();
        if (now - this.told < 100 && target(s) !== shown(s)) return;
        if (now - this.told < 100 && this.line.playing) return;
        this.told = now;
        env.update();
    },
    tell(s) {
        if (made.error) return { status: made.error, tone: 'bad' };
        if (!made.run) return { status: 'Reading the cave ...' };
        const step = shown(s);
        const now = made.record[step];
        this.line.show(step);
        const rows = [
            ['step', step], ['hash', now.hash], ['actors', count(s.actors)], ['met walls', count(now.hits)],
            ['met others', count(now.pairs)], ['escapes', count(now.escapes)],
            ['time a step', made.ms ? `${made.ms.toFixed(2)} ms` : '–'],
        ];
        const late = target(s) > step ? ` Working towards step ${target(s)} ...` : '';
        return { status: `${count(s.actors)} actors, ${now.escapes ? count(now.escapes) : 'none'} escaped.${late}`, tone: 'hit', rows };
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
