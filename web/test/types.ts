// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Not run: the package as TypeScript sees it, by its own name. What must not compile says so.
import { load, CaromError, HIT, ONE_WAY, propertyOf } from 'carom';
import type { Carom, Level, ShapeDesc, Scene, SweepHit, World } from 'carom';

export async function everything(): Promise<void> {
    const carom: Carom = await load(new URL('./carom.wasm', 'https://example.org/'), { simd: false });
    const ball: ShapeDesc = { circle: [0, 5, 1] };
    const hit: SweepHit = carom.sweep(ball, [10, 0], { segment: [0, 0, 10, 10], one_sided: true });
    if (hit.normal) console.log(hit.normal[0], hit.feature === 'edge', hit.part_a?.toFixed());
    // @ts-expect-error: a circle has three numbers
    carom.overlap({ circle: [0, 5] }, ball);
    // @ts-expect-error: a point may be missing
    console.log(hit.point[0]);
    // @ts-expect-error: no such response
    carom.world().add({ shape: ball, response: 'jump' });

    const level: Level = carom.level({ tiles: { columns: 1, rows: 1, codes: [carom.tileCode('solid')] } });
    const hull = carom.hull([0, 0, 1, 0, 1, 1]).polygon,
        wrong: CaromError | null = carom.check({ circle: [0, 0, -1] });
    console.log(hull[0], wrong?.where, carom.trace({ cell: [1, 1] }, [0, 0], [1, 2], { corners: 'any' })[0]);
    console.log(carom.cover({ origin: [0, 0], cell: [1, 1] }, ball, [1, 2]).length);
    const picture: string = carom.svg({ width: 9, height: 9, title: 'a' }).group({ fill: 'red' }).solid(level).groupEnd().end();
    // @ts-expect-error: a misspelt field
    carom.world().add({ shape: ball, pos: [0, 0] });
    console.log(picture, carom.openLevel(level.image()).edgeCount);
    const edges = level.edges();
    if ((edges.flags[0] ?? 0) & ONE_WAY) console.log(edges.points.subarray(0, 4));
    const rays = level.rayMany(new Float32Array(4));
    console.log((rays.flags[0] ?? 0) & HIT, rays.parts);
    const world: World = carom.world({ level });
    const id: bigint = world.add({ shape: ball, position: [1, 2], response: { kind: 'bounce', restitution: 0.5 } });
    const scenes: Scene[] = [level, world, world.view({ except: id })];
    for (const scene of scenes) console.log(scene.move(ball, [0, 0], [1, 0], 'slide').contacts[0]?.body);
    console.log(world.rayAny([0, 0], [1, 0]), world.sweepAny(ball, [1, 0]), world.overlapAny(ball), world.parts(id).length);
    const seen = world.view({ except: id, crossing: true, levels: false });
    console.log(world.ray([0, 0], [1, 0]).level, seen.sweepAll(ball, [1, 0])[0]?.part_b, seen.nearest(ball, 3).distance, world.overlap(ball)[0]?.edge);
    const blade: bigint = world.add({ shape: ball, type: 'kinematic', spin: 0.5, rotation: [0, 1] }),
        car = level.moveTurning(ball, [1, 2, 0.5], [1, 0], 0.25, 'slide');
    level.moveTurning(ball, [...car.at, ...car.turned], car.velocity, car.spin);
    console.log(world.pose(blade).turned, car.contacts[0]?.velocity?.[0], car.blocked);
    // @ts-expect-error: a pose has three or four numbers
    level.moveTurning(ball, [1, 2], [1, 0], 0);
    const own = carom.level({ tiles: { columns: 1, rows: 1, codes: [21] }, tileShapes: [{ base: 21, parts: [{ points: [0, 0, 1, 0, 1, 1] }] }], editable: true });
    own.setTile([0, 0], 0);
    own.setTiles([0, 0], 1, [1]);
    console.log(own.tile([0, 0]), own.nearest(ball).part_b, own.rayAll([0, 0], [1, 0]).length);
    const lifts = carom.platforms(world, [{ shape: ball, position: [0, 0], velocity: [0, 1] }]);
    const ground = carom.walker({ shape: ball, up: [0, -1] }).ground;
    console.log(lifts.move(ball, [0, 0], [0, 1]).contacts[0]?.platform, ground?.platform);
    lifts.step(0.5);
    const wheel = carom.platforms(level, [{ shape: ball, position: [0, 0], rotation: [0, 1], spin: 0.5 }]);
    wheel.setSpin(0, -wheel.spin(0));
    wheel.setPose(0, [...wheel.pose(0).position, ...carom.rotationCompose(wheel.pose(0).turned, 0.5)]);
    wheel.setPose(0, carom.poseCompose([1, 2, 0.5], carom.turningPose([0, 0, 0], { turn: 1 }, 0.5)));
    console.log(carom.rotate(carom.rotationInverse(carom.rotationOf(1)), [1, 0]), carom.posePoint([1, 2, 3], [0, 1])[0]);
    // @ts-expect-error: a platform has no angle
    carom.platforms(level, [{ shape: ball, position: [0, 0], angle: 1 }]);
    world.step();
    for (const event of world.events()) console.log(event.kind, event.b === null ? event.edge : event.b);
    const map = await carom.map('a.tmx', new Map([['a.tmx', '<map/>']]), { values: { walls: 1 } });
    const full = await carom.map('a.tmx', {}, { contents: true }),
        speed: number | undefined = propertyOf(full.contents?.objects[0]?.properties ?? [], 'speed')?.number;
    console.log(speed, full.contents?.layers[0]?.cells.ids[0], full.tileImage(0, 3)?.rectangle[2], full.contents?.levels[0]?.neighbours[0]);
    own.carve({ circle: [0, 0, 1] });
    own.fill(carom.shape(ball));
    console.log(own.triangles()[0], own.write('geojson').tagsLost, carom.triangulate([[0, 0, 1, 0, 1, 1]])[0], carom.decompose([new Float32Array(6)])[0]?.polygon[0]);
    // @ts-expect-error: samples are bytes
    carom.level({ fields: { columns: 1, rows: 1, samples: [1] } });
    const run = carom.run(map, { actors: 20, shape: 'box' });
    run.step(10);
    console.log(run.hash(), map.notes[0]?.where, map.info.background?.toString(16));
    try {
        carom.query({ op: 'walk', from: [0, 0], to: [3, 2], id: 7 });
    } catch (error) {
        if (error instanceof CaromError) console.log(error.where, error.line, error.reason);
    }
    for (const owner of [run, map, world, level]) owner.free();
    level[Symbol.dispose]();
}
