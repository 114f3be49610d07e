// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Shapes that turn, with the exact time of each contact. On the table a flipper swings and a blade turns: kinematic
// bodies of a world. The car is moved by moveTurning(), from point to point and along the walls between them. A run is
// computed at once, for the slider.
import { answerLine, cNumber, cProgram, cVec, js, jsProgram, num, questionLine } from '../code.js';
import { levelInC } from '../levelcode.js';
import { drawLevel, paths } from '../outline.js';
import { Recording, stepOf } from '../timeline.js';

const STEPS = 600;
const SHOWN = 10; // for this many steps a contact is drawn with the poses at its time
const f = Math.fround;
const RING = [0, 0, 260, 0, 260, 170, 0, 170];
const LEVELS = {
    table: [{ points: RING }, { points: [10, 10, 10, 108, 60, 126, 104, 154, 250, 104, 250, 10], same_area: true }],
    car: [{ points: RING }, { points: [10, 10, 10, 130, 60, 160, 250, 160, 250, 10], same_area: true },
        { points: [80, 58, 128, 46, 136, 66, 88, 82] }, { points: [176, 86, 216, 86, 216, 118, 176, 118] }],
};
const GRAVITY = 0.06;
const CYCLE = 60; // the flipper swings once in so many steps, there and back
const REST = 0.5; // its angle at rest
const SWING = 1.1;
const FLIPPER = { shape: { capsule: [0, 0, 44, 0, 4] }, position: [60, 116], rotation: REST };
const BLADE = { shape: { box: [-34, -3, 34, 3] }, position: [180, 62] };
const NAMES = ['flipper', 'blade'];
const BALL = { circle: [0, 0, 6] };
const STARTS = [[84, 30], [216, 30]]; // of the balls after the first
const CAR = { box: [-12, -7, 12, 7] };
const CAR_AT = [40, 30];
const REACHED = 400; // square of the distance at which the car steers for the next point
const REVERSE = 16; // steps that it drives back after a wall has stopped it

const made = { key: null, run: [] };

/** Steps that a swing takes. */
const swing = (s) => Math.max(1, Math.round(SWING / s.flip));

/** The order of the flipper before a step, counted from 0: its spin, and after a swing its rest. Null: none. */
function order(s, step) {
    const phase = step % CYCLE;
    if (phase === 0) return { spin: f(-s.flip) };
    if (phase === CYCLE / 2) return { spin: f(s.flip) };
    if (phase === swing(s)) return { spin: 0 };
    return phase === CYCLE / 2 + swing(s) ? { spin: 0, rotation: REST } : null;
}

const balls = (s) => [s.ball.map(f), ...STARTS].map((position) => ({ shape: BALL, position, response: { kind: 'bounce', restitution: 0.5 } }));
const turned = (s) => [{ ...FLIPPER, type: 'kinematic' }, { ...BLADE, type: 'kinematic', spin: f(s.blade) }];
const none = { step: 0, contacts: 0, last: null };

function runTable(s, env, level) {
    const world = env.carom.world({ level, down: [0, 1] });
    const ids = [...turned(s), ...balls(s)].map((body) => world.add(body));
    const look = () => ids.map((id) => ({ ...world.pose(id), spin: world.spin(id) }));
    const run = [{ ...none, bodies: look(), hash: world.hash(), turning: 0 }];
    for (let step = 0; step < STEPS; step++) {
        const set = order(s, step);
        if (set?.rotation !== undefined) world.setPose(ids[0], [...FLIPPER.position, REST]);
        if (set) world.setSpin(ids[0], set.spin);
        for (const id of ids.slice(2)) {
            const [x, y] = world.velocity(id);
            world.setVelocity(id, [x, f(y + f(GRAVITY))]);
        }
        const before = look();
        world.step();
        let { contacts, turning, last } = run[step];
        for (const { kind, b, t, point, normal, a } of world.events()) {
            if (kind !== 'begin') continue;
            contacts++;
            const body = ids.indexOf(b);
            if (body !== 0 && body !== 1) continue;
            turning++;
            last = { step: step + 1, t, point, normal, body, ball: ids.indexOf(a), from: before[body] };
        }
        run.push({ step: step + 1, bodies: look(), hash: world.hash(), contacts, turning, last });
    }
    world.free();
    return run;
}

/** The spin and the velocity of the car in its next step, and the square of the distance to the point it steers for. */
function steering(s, { at: [x, y], turned: [c, si], next, back }) {
    const [dx, dy] = [f(s.way[2 * next]) - x, f(s.way[2 * next + 1]) - y];
    const [side, ahead] = [dy * c - dx * si, dx * c + dy * si];
    const spin = side > -4 && side < 4 && ahead > 0 ? 0 : f(side < 0 ? -s.steer : s.steer);
    const speed = back ? -f(s.speed) : f(s.speed);
    return { spin: back ? -spin : spin, velocity: [f(c * speed), f(si * speed)], distance2: dx * dx + dy * dy };
}

/** The square of a distance in a step, below which the car has been stopped. */
const stopped = (s) => f(s.speed) ** 2 / 16;

function runCar(s, env, level) {
    const run = [{ ...none, blocked: 0, at: CAR_AT, turned: [1, 0], is: false, next: 0, back: 0 }];
    for (let step = 0; step < STEPS; step++) {
        const before = run[step];
        const { spin, velocity, distance2 } = steering(s, before);
        const now = level.moveTurning(CAR, [...before.at, ...before.turned], velocity, spin, 'slide');
        const hit = now.contacts[now.contacts.length - 1];
        const [mx, my] = now.at.map((v, i) => v - before.at[i]);
        run.push({
            next: distance2 < REACHED ? (before.next + 1) % 4 : before.next,
            back: before.back ? before.back - 1 : mx * mx + my * my < stopped(s) ? REVERSE : 0,
            step: step + 1, at: now.at, turned: now.turned, contacts: before.contacts + now.count,
            blocked: before.blocked + Number(now.blocked), is: now.blocked,
            last: hit ? { ...hit, step: step + 1 } : before.last,
        });
    }
    return run;
}

function simulate(s, env) {
    const key = JSON.stringify(s.show === 'car' ? ['car', s.way, s.speed, s.steer] : [s.flip, s.blade, s.ball]);
    if (made.key === key) return;
    const level = env.carom.level({ outlines: LEVELS[s.show] });
    made.run = (s.show === 'car' ? runCar : runTable)(s, env, level);
    made.paths = paths(level.edges());
    level.free();
    made.key = key;
}

const shown = (s) => stepOf(s, STEPS);
const nowOf = (s) => made.run[shown(s)];

function numbers(s) {
    const now = nowOf(s);
    const of = now.last ?? { step: 0, t: 0, point: [0, 0], normal: [0, 0] };
    const rest = { 'last contact': of.step, t: of.t, point: of.point, normal: of.normal };
    return s.show === 'car' ? { step: now.step, at: now.at, turned: now.turned, contacts: now.contacts, 'blocked turns': now.blocked, ...rest } :
        { step: now.step, hash: now.hash, contacts: now.contacts, 'with what turns': now.turning, ...rest };
}

// ---- Programs -------------------------------------------------------------------------------------------------------

const outlinesOf = (s) => LEVELS[s.show].map((o) => ({ open: false, one_way: false, tag: 0, ...o }));
const LAST_IN_C = [
    'printf("last contact %d\\nt %.9g\\npoint %.9g, %.9g\\n", last, hit.t, hit.point.x, hit.point.y);',
    'printf("normal %.9g, %.9g\\n", hit.normal.x, hit.normal.y);',
];
const LAST_IN_JS = "'last contact': last, t: hit.t, point: hit.point, normal: hit.normal,";

function tableInC(s, steps) {
    const code = levelInC('make_level', { tiles: [], outlines: outlinesOf(s) });
    return cProgram([
        'carom_level *level = make_level();', 'carom_world *world;',
        'carom_world_make(&(carom_world_desc){.level = level, .down = {0, 1}}, &world);',
        'carom_body_id flipper, blade, balls[3];',
        `carom_body_desc desc = {.type = CAROM_BODY_KINEMATIC, .position = {${FLIPPER.position}}, .rotation = carom_rotation_of(${REST})};`,
        'carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){44, 0}, 4, &desc.shape); // turns about (0, 0)',
        'carom_world_add(world, &desc, &flipper, NULL);',
        `desc = (carom_body_desc){.type = CAROM_BODY_KINEMATIC, .position = {${BLADE.position}}, .spin = ${cNumber(s.blade)}};`,
        'carom_make_box((carom_vec2){-34, -3}, (carom_vec2){34, 3}, &desc.shape);',
        'carom_world_add(world, &desc, &blade, NULL);',
        `const carom_vec2 starts[3] = {${balls(s).map(({ position: [x, y] }) => `{${cNumber(x)}, ${cNumber(y)}}`).join(', ')}};`,
        'for (int i = 0; i < 3; i++) {',
        '    desc = (carom_body_desc){.position = starts[i], .response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 0.5f}};',
        '    carom_make_circle((carom_vec2){0, 0}, 6, &desc.shape);',
        '    carom_world_add(world, &desc, &balls[i], NULL);', '}', '',
        'int contacts = 0, turning = 0, last = 0, count;', 'carom_event hit = {0};',
        `for (int step = 0; step < ${steps}; step++) {`,
        `    int phase = step % ${CYCLE}, back = phase == ${CYCLE / 2 + swing(s)};`,
        `    if (back) carom_world_set_pose(world, flipper, (carom_pose){{${FLIPPER.position}}, carom_rotation_of(${REST})});`,
        `    if (phase == 0) carom_world_set_spin(world, flipper, -${cNumber(s.flip)}); // radians a step`,
        `    else if (phase == ${CYCLE / 2}) carom_world_set_spin(world, flipper, ${cNumber(s.flip)});`,
        `    else if (phase == ${swing(s)} || back) carom_world_set_spin(world, flipper, 0);`,
        '    for (int i = 0; i < 3; i++) {',
        '        carom_vec2 v = carom_world_velocity(world, balls[i]);',
        `        carom_world_set_velocity(world, balls[i], (carom_vec2){v.x, v.y + ${cNumber(GRAVITY)}});`, '    }',
        '    carom_world_step(world, 1);',
        '    const carom_event *events = carom_world_events(world, &count);',
        '    for (int i = 0; i < count; i++) {',
        '        if (events[i].kind != CAROM_EVENT_BEGIN) continue;',
        '        contacts++;',
        '        if (events[i].level >= 0 || carom_world_type(world, events[i].b) != CAROM_BODY_KINEMATIC) continue;',
        '        turning++;', '        hit = events[i];', '        last = step + 1;', '    }', '}',
        `printf("step ${steps}\\nhash %016llx\\n", (unsigned long long)carom_world_hash(world));`,
        'printf("contacts %d\\nwith what turns %d\\n", contacts, turning);', ...LAST_IN_C,
        'carom_world_free(world);', 'carom_level_free(level);',
    ], { includes: ['stdio', 'stdlib'], ...code });
}

const tableInJS = (s, steps) => jsProgram([
    `const level = carom.level({ outlines: ${js(LEVELS.table)} });`,
    'const world = carom.world({ level, down: [0, 1] });',
    `const [flipper, blade] = [`, ...turned(s).map((body) => `    ${js(body)},`), '].map((body) => world.add(body)); // each turns about its position',
    `const balls = ${js(balls(s).map(({ position }) => position))}.map((position) =>`,
    "    world.add({ shape: { circle: [0, 0, 6] }, position, response: { kind: 'bounce', restitution: 0.5 } }));", '',
    'let [contacts, turning, last, hit] = [0, 0, 0, { t: 0, point: [0, 0], normal: [0, 0] }];',
    `for (let step = 0; step < ${steps}; step++) {`,
    `    const phase = step % ${CYCLE}, back = phase === ${CYCLE / 2 + swing(s)};`,
    `    if (back) world.setPose(flipper, [${FLIPPER.position}, ${REST}]);`,
    `    if (phase === 0) world.setSpin(flipper, -${num(s.flip)}); // radians a step`,
    `    else if (phase === ${CYCLE / 2}) world.setSpin(flipper, ${num(s.flip)});`,
    `    else if (phase === ${swing(s)} || back) world.setSpin(flipper, 0);`,
    '    for (const ball of balls) {',
    '        const [x, y] = world.velocity(ball);',
    `        world.setVelocity(ball, [x, y + Math.fround(${GRAVITY})]);`, '    }',
    '    world.step();',
    "    for (const event of world.events().filter(({ kind }) => kind === 'begin')) {",
    '        contacts++;',
    '        if (event.b !== flipper && event.b !== blade) continue;',
    '        turning++;', '        [hit, last] = [event, step + 1];', '    }', '}',
    'console.log({',
    `    step: ${steps}, hash: world.hash(), contacts, 'with what turns': turning,`, `    ${LAST_IN_JS}`, '});',
]);

/** The scene for `carom run --bodies`. */
function tableInQuery(s, steps) {
    const plain = ({ response, ...body }) => ({ ...body, ...(response && { response: response.kind, restitution: response.restitution }) });
    const orders = Array.from({ length: steps }, (_, i) => ({ step: i + 1, body: 0, ...order(s, i) })).filter(({ spin }) => spin !== undefined);
    const lists = { outlines: LEVELS.table, bodies: [...turned(s), ...balls(s)].map(plain), orders };
    const texts = Object.entries(lists).map(([name, list]) => `"${name}": [${list.map((entry) => `\n${questionLine(entry)}`)}]`);
    return `carom run --bodies - --steps ${steps} --hash <<'END'\n{"gravity": [0, ${GRAVITY}], "down": [0, 1],\n${texts.join(',\n')}}\nEND\n`;
}

function carInC(s, steps) {
    const code = levelInC('make_level', { tiles: [], outlines: outlinesOf(s) });
    return cProgram([
        'carom_level *level = make_level();',
        'carom_scene walls = carom_scene_of_level(level);',
        'carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};',
        'carom_shape car; // about its centre, with the front towards +x',
        `carom_make_box(${cVec(CAR.box)}, ${cVec(CAR.box.slice(2))}, &car);`,
        `carom_turning_motion now = {.pose = {{${CAR_AT}}, {1, 0}}};`,
        `const carom_vec2 way[4] = {${[0, 2, 4, 6].map((i) => `{${cNumber(s.way[i])}, ${cNumber(s.way[i + 1])}}`).join(', ')}}; // from point to point`,
        'carom_turning_hit hit = {0};', 'int contacts = 0, blocked = 0, last = 0, next = 0, back = 0;',
        `for (int step = 0; step < ${steps}; step++) {`,
        '    carom_vec2 from = now.pose.position;',
        '    double c = now.pose.rotation.cosine, s = now.pose.rotation.sine;',
        '    double dx = (double)way[next].x - (double)from.x, dy = (double)way[next].y - (double)from.y;',
        '    double side = dy * c - dx * s, ahead = dx * c + dy * s;',
        `    float spin = side > -4 && side < 4 && ahead > 0 ? 0 : side < 0 ? -${cNumber(s.steer)} : ${cNumber(s.steer)};`,
        '    now.spin = back ? -spin : spin; // in reverse',
        `    now.velocity = carom_rotate(now.pose.rotation, (carom_vec2){back ? -${cNumber(s.speed)} : ${cNumber(s.speed)}, 0});`,
        '    carom_scene_turning_hit hits[16];',
        '    now = carom_move_turning(&walls, &car, &now, &slide, hits, 16);',
        `    if (dx * dx + dy * dy < ${REACHED}) next = (next + 1) % 4;`,
        '    double mx = (double)now.pose.position.x - (double)from.x, my = (double)now.pose.position.y - (double)from.y;',
        `    back = back ? back - 1 : mx * mx + my * my < ${stopped(s)} ? ${REVERSE} : 0; // a wall has stopped it`,
        '    contacts += now.contacts;', '    blocked += now.blocked;',
        '    if (now.contacts == 0) continue;',
        '    hit = hits[(now.contacts < 16 ? now.contacts : 16) - 1].turning;', '    last = step + 1;', '}',
        `printf("step ${steps}\\nat %.9g, %.9g\\n", now.pose.position.x, now.pose.position.y);`,
        'printf("turned %.9g, %.9g\\n", now.pose.rotation.cosine, now.pose.rotation.sine);',
        'printf("contacts %d\\nblocked turns %d\\n", contacts, blocked);', ...LAST_IN_C,
        'carom_level_free(level);',
    ], { includes: ['stdio', 'stdlib'], ...code });
}

const carInJS = (s, steps) => jsProgram([
    `const walls = carom.level({ outlines: ${js(LEVELS.car)} });`,
    `const car = ${js(CAR)}; // about its centre, with the front towards +x`,
    `let now = { at: ${js(CAR_AT)}, turned: [1, 0] };`,
    `const way = ${js([0, 2, 4, 6].map((i) => s.way.slice(i, i + 2)))}.map((point) => point.map(Math.fround)); // from point to point`,
    'let [contacts, blocked, last, hit] = [0, 0, 0, { t: 0, point: [0, 0], normal: [0, 0] }];',
    'let [next, back] = [0, 0];',
    `for (let step = 0; step < ${steps}; step++) {`,
    '    const { at: [x, y], turned: [c, s] } = now;',
    '    const [dx, dy] = [way[next][0] - x, way[next][1] - y];',
    '    const [side, ahead] = [dy * c - dx * s, dx * c + dy * s];',
    `    const spin = side > -4 && side < 4 && ahead > 0 ? 0 : side < 0 ? -${num(s.steer)} : ${num(s.steer)};`,
    `    const speed = Math.fround(back ? -${num(s.speed)} : ${num(s.speed)}); // or in reverse`,
    "    now = walls.moveTurning(car, [x, y, c, s], [c * speed, s * speed], back ? -spin : spin, 'slide');",
    `    if (dx * dx + dy * dy < ${REACHED}) next = (next + 1) % 4;`,
    '    const [mx, my] = [now.at[0] - x, now.at[1] - y];',
    `    back = back ? back - 1 : mx * mx + my * my < ${stopped(s)} ? ${REVERSE} : 0; // a wall has stopped it`,
    '    contacts += now.count;', '    blocked += now.blocked;',
    '    if (now.count) [hit, last] = [now.contacts[now.contacts.length - 1], step + 1];', '}',
    `console.log({ step: ${steps}, at: now.at, turned: now.turned, contacts, 'blocked turns': blocked,`, `    ${LAST_IN_JS} });`,
]);

/** The next step of the car. */
function question(s) {
    const now = nowOf(s);
    const { spin, velocity } = steering(s, now);
    return { op: 'move', a: { ...CAR, pose: [...now.at, ...now.turned] }, move: velocity, turn: spin, response: 'slide', level: LEVELS.car };
}

// ---- Drawing --------------------------------------------------------------------------------------------------------

function drawContact(stage, { t, point, normal }) {
    stage.normal(point, normal, stage.c.ink, 34);
    stage.dot(point, stage.c.ink, 4);
    stage.text(point, `t = ${t.toFixed(4)}`, stage.c.ink, { align: 'center', offset: [-normal[0] * 22, -normal[1] * 22], bold: true });
}

function drawTable(stage, s) {
    const now = nowOf(s);
    const look = { fill: stage.c['b-tint'], line: stage.c.b, width: 2 };
    for (let i = 2; i < 5; i++) {
        stage.line(made.run.slice(Math.max(0, now.step - 60), now.step + 1).map(({ bodies }) => bodies[i].position), stage.c.a, 1, [1, 4]);
    }
    [FLIPPER, BLADE].forEach(({ shape }, i) => stage.placed(shape, now.bodies[i].position, now.bodies[i].turned, look));
    for (const { position } of now.bodies.slice(2)) stage.placed(BALL, position, [1, 0], { fill: stage.c['a-tint'], line: stage.c.a, width: 2 });
    for (const { position } of now.bodies.slice(0, 2)) stage.dot(position, stage.c.b, 3);
    if (!now.last || now.step - now.last.step >= SHOWN) return;
    // The ball and the turning body at the time of the contact.
    const { body, from, t, point, normal } = now.last;
    const angle = Math.atan2(from.turned[1], from.turned[0]) + from.spin * t;
    stage.placed([FLIPPER, BLADE][body].shape, from.position, [Math.cos(angle), Math.sin(angle)], { line: stage.c.ink, width: 1.25, dash: [4, 3] });
    stage.ring(point.map((v, i) => v + normal[i] * BALL.circle[2]), BALL.circle[2], stage.c.ink, 1.25, [4, 3]);
    drawContact(stage, now.last);
}

function drawCar(stage, s) {
    const now = nowOf(s);
    const past = made.run.slice(0, now.step + 1);
    stage.line(past.map(({ at }) => at), stage.c.a, 1, [1, 4]);
    for (const { last, step } of past) if (last?.step === step && step) stage.dot(last.point, stage.c.mark, 2);
    stage.placed(CAR, now.at, now.turned, { fill: stage.c['a-tint'], line: stage.c.a, width: 2.5 });
    const front = [now.at[0] + now.turned[0] * 12, now.at[1] + now.turned[1] * 12];
    stage.arrow(now.at, front, stage.c.a, 2);
    stage.line([front, s.way.slice(2 * now.next, 2 * now.next + 2)], stage.c.mute, 1, [1, 5]);
    if (!now.last || now.step - now.last.step >= SHOWN) return;
    stage.placed(CAR, now.last.at, now.last.turned, { line: stage.c.ink, width: 1.25, dash: [4, 3] });
    drawContact(stage, now.last);
}

export default {
    id: 'turn',
    lead: 'Shapes that <b>turn</b> while they move: a flipper and a blade in a world, a car along walls. Each contact has the <b>exact time</b> t within its step, at any spin. Drag the points.',
    defaults: { show: 'table', flip: 0.3, blade: 0.08, ball: [32, 40], way: [236, 30, 236, 140, 110, 140, 24, 100], speed: 2.5, steer: 0.07, step: 0 },
    presets: [
        ['Flipper and blade', {}],
        ['90 radians a second', { flip: 1.5, blade: 1.5 }],
        ['Slowly', { flip: 0.05, blade: 0.02 }],
        ['Car along walls', { show: 'car' }],
        ['Fast car', { show: 'car', speed: 5, steer: 0.12 }],
    ],
    controls: (s) => [
        { kind: 'choice', key: 'show', label: 'What turns', options: [['table', 'bodies'], ['car', 'car']] },
        ...(s.show === 'car' ? [
            { kind: 'range', key: 'speed', label: 'Speed', min: 0.5, max: 8, step: 0.5 },
            { kind: 'range', key: 'steer', label: 'Radians a step', min: 0.01, max: 0.3, step: 0.01 },
        ] : [
            { kind: 'range', key: 'flip', label: 'Flipper, radians a step', min: 0.05, max: 1.5, step: 0.05 },
            { kind: 'range', key: 'blade', label: 'Blade, radians a step', min: 0, max: 1.5, step: 0.01 },
        ]),
    ],
    bounds: () => [-4, -4, 264, 174],
    fix(s) {
        if (s.show !== 'car') s.show = 'table';
        for (const [key, low, high] of [['flip', 0.05, 1.5], ['blade', -1.5, 1.5], ['speed', 0, 8], ['steer', 0, 0.3]]) s[key] = Math.min(high, Math.max(low, s[key]));
        if (s.way.length !== 8) s.way = this.defaults.way.slice();
        s.ball = [Math.min(243, Math.max(17, s.ball[0])), Math.min(60, Math.max(17, s.ball[1]))];
    },
    enter(s, env) {
        this.fix(s);
        this.line = new Recording(env, STEPS);
    },
    leave() {
        Object.assign(made, { key: null, run: [] });
    },
    changed(keys, s) {
        this.fix(s);
        if (!keys.includes('show') || keys.includes('step')) return;
        s.step = 0;
        this.line?.start();
    },
    frame(ms) {
        this.line.advance(ms);
    },
    handles: (s) => (s.show === 'car' ? [0, 2, 4, 6].map((i) => ({
        id: `way${i}`, label: `Point ${i / 2 + 1} of the car`, at: s.way.slice(i, i + 2), tone: 'a way',
        move: (p) => ({ way: s.way.map((v, k) => p[k - i] ?? v) }),
    })) : [{ id: 'ball', label: 'Start of a ball', at: s.ball, tone: 'a', move: (ball) => ({ ball }) }]),
    questions(s, env) {
        simulate(s, env);
        return s.show === 'car' ? [question(s)] : [];
    },
    code(s) {
        const [steps, own] = [shown(s), structuredClone(s)];
        if (s.show !== 'car') return { C: () => tableInC(own, steps), JS: () => tableInJS(own, steps), query: () => tableInQuery(own, steps) };
        return { C: () => carInC(own, steps), JS: () => carInJS(own, steps) };
    },
    tell(s) {
        const now = nowOf(s);
        const { last } = now;
        this.line.show(now.step, STEPS);
        const when = last ? `at t = ${last.t.toFixed(4)} of step ${last.step}` : '';
        const about = s.show === 'car' ? `Contact ${when}.${now.is ? ' It blocks the turn.' : ''}` : `Contact of a ball with the ${NAMES[last?.body]} ${when}.`;
        return {
            status: last ? about : `No contact${s.show === 'car' ? '' : ' with what turns'} yet.`,
            tone: last?.step === now.step && last ? 'hit' : 'miss',
            rows: Object.entries(numbers(s)).map(([name, value]) => [name, Array.isArray(value) ? value.map(answerLine).join(', ') : answerLine(value).replace(/"/g, '')]),
        };
    },
    draw(stage, s) {
        if (!made.run.length) return;
        drawLevel(stage, made.paths);
        (s.show === 'car' ? drawCar : drawTable)(stage, s);
    },
};
