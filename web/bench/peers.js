// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The other libraries of bench.js, through their public interfaces. A subject that holds the cave returns how many of a
// batch of rays or casts (x, y, move x, move y each) hit; `rays` and `casts` limit its batch by its speed. rbush and
// flatbush find boxes only: their contents are tested here, with the usual formulas in doubles.
import Flatbush from 'flatbush';
import RBush from 'rbush';
import Box2DFactory from 'box2d3-wasm';
import RAPIER from '@dimforge/rapier2d-simd-compat';
import * as check2d from 'check2d';
import Matter from 'matter-js';
import * as planckJs from 'planck';

// ---- Box2D 3 ----------------------------------------------------------------------------------------------------------

export async function box2d(segments) {
    const b2 = await Box2DFactory();
    const worldDef = b2.b2DefaultWorldDef(),
        world = b2.b2CreateWorld(worldDef),
        body = b2.b2CreateBody(world, b2.b2DefaultBodyDef()),
        shapeDef = b2.b2DefaultShapeDef(),
        segment = new b2.b2Segment();
    for (let i = 0; i < segments.length; i += 4) {
        segment.point1.Set(segments[i], segments[i + 1]);
        segment.point2.Set(segments[i + 2], segments[i + 3]);
        b2.b2CreateSegmentShape(body, shapeDef, segment).delete?.();
    }
    const filter = b2.b2DefaultQueryFilter(),
        from = new b2.b2Vec2(0, 0),
        move = new b2.b2Vec2(0, 0);
    return {
        name: 'box2d3-wasm 5.2.0',
        rays: () => 20000,
        ray(rays) {
            let hits = 0;
            for (let i = 0; i < rays.length; i += 4) {
                from.Set(rays[i], rays[i + 1]);
                move.Set(rays[i + 2], rays[i + 3]);
                const result = b2.b2World_CastRayClosest(world, from, move, filter);
                if (result.hit) hits++;
                result.delete();
            }
            return hits;
        },
        casts: () => 10000,
        cast(casts, radius) {
            let hits = 0,
                hit = false;
            const closest = (_shape, _point, _normal, fraction) => {
                hit = true;
                return fraction;
            };
            for (let i = 0; i < casts.length; i += 4) {
                from.Set(casts[i], casts[i + 1]);
                move.Set(casts[i + 2], casts[i + 3]);
                const proxy = b2.b2MakeProxy(from, 1, radius);
                hit = false;
                b2.b2World_CastShape(world, proxy, move, filter, closest)?.delete?.();
                if (hit) hits++;
                proxy.delete();
            }
            return hits;
        },
    };
}

// ---- Rapier -----------------------------------------------------------------------------------------------------------

export async function rapier(segments) {
    await RAPIER.init();
    const world = new RAPIER.World({ x: 0, y: 0 });
    const count = segments.length / 4;
    world.createCollider(RAPIER.ColliderDesc.polyline(segments.slice(), Uint32Array.from({ length: 2 * count }, (_, i) => i)));
    world.step();
    const ray = new RAPIER.Ray({ x: 0, y: 0 }, { x: 0, y: 0 }),
        ball = (radius) => new RAPIER.Ball(radius);
    return {
        name: 'rapier2d-simd-compat 0.19.3',
        rays: () => 50000,
        ray(rays) {
            let hits = 0;
            for (let i = 0; i < rays.length; i += 4) {
                ray.origin.x = rays[i];
                ray.origin.y = rays[i + 1];
                ray.dir.x = rays[i + 2];
                ray.dir.y = rays[i + 3];
                if (world.castRay(ray, 1, true)) hits++;
            }
            return hits;
        },
        casts: () => 20000,
        cast(casts, radius) {
            const shape = ball(radius),
                at = { x: 0, y: 0 },
                move = { x: 0, y: 0 };
            let hits = 0;
            for (let i = 0; i < casts.length; i += 4) {
                at.x = casts[i];
                at.y = casts[i + 1];
                move.x = casts[i + 2];
                move.y = casts[i + 3];
                if (world.castShape(at, 0, move, shape, 0, 1, true)) hits++;
            }
            return hits;
        },
    };
}

export function rapierCrowd(movers, side) {
    const world = new RAPIER.World({ x: 0, y: 0 }),
        events = new RAPIER.EventQueue(true),
        bodies = [];
    world.timestep = 1;
    for (let i = 0; i < movers.length; i += 5) {
        const [x, y, vx, vy, r] = movers.subarray(i, i + 5);
        const body = world.createRigidBody(
            RAPIER.RigidBodyDesc.dynamic().setTranslation(x, y).setLinvel(vx, vy).setCanSleep(false),
        );
        const desc = RAPIER.ColliderDesc.ball(r).setSensor(true).setActiveEvents(RAPIER.ActiveEvents.COLLISION_EVENTS);
        world.createCollider(desc, body);
        bodies.push(body);
    }
    let pairs = 0;
    return {
        step() {
            world.step(events);
            events.drainCollisionEvents((_a, _b, started) => (pairs += started ? 1 : -1));
            for (const body of bodies) {
                const at = body.translation(),
                    x = at.x < 0 || at.x > side,
                    y = at.y < 0 || at.y > side;
                if (!x && !y) continue;
                const v = body.linvel();
                body.setLinvel({ x: x ? -v.x : v.x, y: y ? -v.y : v.y }, true);
            }
            return pairs;
        },
        free() {
            events.free();
            world.free();
        },
    };
}

// ---- Boxes, and the usual formulas ------------------------------------------------------------------------------------

/** Whether the ray touches the segment, both closed. */
function rayMeets(x, y, mx, my, s, i) {
    const ex = s[i + 2] - s[i],
        ey = s[i + 3] - s[i + 1],
        dx = s[i] - x,
        dy = s[i + 1] - y,
        d = mx * ey - my * ex;
    if (d === 0) return false;
    const t = (dx * ey - dy * ex) / d,
        u = (dx * my - dy * mx) / d;
    return t >= 0 && t <= 1 && u >= 0 && u <= 1;
}

/** The squared distance of a point and a segment. */
function distance2(px, py, ax, ay, bx, by) {
    const ex = bx - ax,
        ey = by - ay,
        l = ex * ex + ey * ey,
        t = l > 0 ? Math.max(0, Math.min(1, ((px - ax) * ex + (py - ay) * ey) / l)) : 0,
        dx = px - ax - t * ex,
        dy = py - ay - t * ey;
    return dx * dx + dy * dy;
}

/** Whether a moving disc touches the segment: the distance of their segments is at most its radius. */
function castMeets(x, y, mx, my, r, s, i) {
    if (rayMeets(x, y, mx, my, s, i)) return true;
    const [ax, ay, bx, by] = [s[i], s[i + 1], s[i + 2], s[i + 3]];
    const least = Math.min(
        distance2(x, y, ax, ay, bx, by),
        distance2(x + mx, y + my, ax, ay, bx, by),
        distance2(ax, ay, x, y, x + mx, y + my),
        distance2(bx, by, x, y, x + mx, y + my),
    );
    return least <= r * r;
}

/** `visit(minX, minY, maxX, maxY, found)` visits the segments with boxes that overlap a box, until `found` returns true. */
function holder(name, segments, find, most) {
    return {
        name,
        rays: most,
        ray(rays) {
            let hits = 0;
            for (let i = 0; i < rays.length; i += 4) {
                const [x, y, mx, my] = [rays[i], rays[i + 1], rays[i + 2], rays[i + 3]];
                const list = find(Math.min(x, x + mx), Math.min(y, y + my), Math.max(x, x + mx), Math.max(y, y + my));
                for (const k of list) {
                    if (!rayMeets(x, y, mx, my, segments, 4 * k)) continue;
                    hits++;
                    break;
                }
            }
            return hits;
        },
        casts: most,
        cast(casts, r) {
            let hits = 0;
            for (let i = 0; i < casts.length; i += 4) {
                const [x, y, mx, my] = [casts[i], casts[i + 1], casts[i + 2], casts[i + 3]];
                const list = find(
                    Math.min(x, x + mx) - r,
                    Math.min(y, y + my) - r,
                    Math.max(x, x + mx) + r,
                    Math.max(y, y + my) + r,
                );
                for (const k of list) {
                    if (!castMeets(x, y, mx, my, r, segments, 4 * k)) continue;
                    hits++;
                    break;
                }
            }
            return hits;
        },
    };
}

const enough = (length) => (length > 100 ? 1000 : 20000);

export function flat(segments) {
    const index = new Flatbush(segments.length / 4);
    for (let i = 0; i < segments.length; i += 4) {
        const [ax, ay, bx, by] = segments.subarray(i, i + 4);
        index.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
    }
    index.finish();
    return holder('flatbush 4.7.0 and formulas', segments, (a, b, c, d) => index.search(a, b, c, d), enough);
}

export function rtree(segments) {
    const tree = new RBush(),
        items = [];
    for (let i = 0; i < segments.length; i += 4) {
        const [ax, ay, bx, by] = segments.subarray(i, i + 4);
        const box = { minX: Math.min(ax, bx), minY: Math.min(ay, by), maxX: Math.max(ax, bx), maxY: Math.max(ay, by) };
        items.push({ ...box, k: i / 4 });
    }
    tree.load(items);
    const find = (minX, minY, maxX, maxY) => tree.search({ minX, minY, maxX, maxY }).map((item) => item.k);
    return holder('rbush 4.0.1 and formulas', segments, find, enough);
}

/** Movers as arrays, moved here. */
function moved(movers, side) {
    const list = [];
    for (let i = 0; i < movers.length; i += 5) {
        const [x, y, vx, vy, r] = movers.subarray(i, i + 5);
        list.push({ x, y, vx, vy, r, minX: 0, minY: 0, maxX: 0, maxY: 0, i: list.length });
    }
    return {
        list,
        move() {
            for (const m of list) {
                m.x = Math.fround(m.x + m.vx);
                m.y = Math.fround(m.y + m.vy);
                if (m.x < 0 || m.x > side) m.vx = -m.vx;
                if (m.y < 0 || m.y > side) m.vy = -m.vy;
                m.minX = m.x - m.r;
                m.minY = m.y - m.r;
                m.maxX = m.x + m.r;
                m.maxY = m.y + m.r;
            }
        },
    };
}

function touch(a, b) {
    const dx = a.x - b.x,
        dy = a.y - b.y,
        reach = a.r + b.r;
    return dx * dx + dy * dy <= reach * reach;
}

export function flatCrowd(movers, side) {
    const crowd = moved(movers, side);
    return {
        step() {
            crowd.move();
            const index = new Flatbush(crowd.list.length);
            for (const m of crowd.list) index.add(m.minX, m.minY, m.maxX, m.maxY);
            index.finish();
            let pairs = 0;
            for (const m of crowd.list) {
                for (const k of index.search(m.minX, m.minY, m.maxX, m.maxY)) {
                    if (k > m.i && touch(m, crowd.list[k])) pairs++;
                }
            }
            return pairs;
        },
        free() {},
    };
}

export function rtreeCrowd(movers, side) {
    const crowd = moved(movers, side);
    return {
        step() {
            crowd.move();
            const tree = new RBush().load(crowd.list);
            let pairs = 0;
            for (const m of crowd.list) for (const other of tree.search(m)) if (other.i > m.i && touch(m, other)) pairs++;
            return pairs;
        },
        free() {},
    };
}

// ---- Planck -----------------------------------------------------------------------------------------------------------

export function planck(segments) {
    const world = new planckJs.World(),
        body = world.createBody(),
        { Edge, Vec2 } = planckJs;
    for (let i = 0; i < segments.length; i += 4) {
        body.createFixture(new Edge(new Vec2(segments[i], segments[i + 1]), new Vec2(segments[i + 2], segments[i + 3])));
    }
    return {
        name: 'planck 1.5.0',
        rays: () => 20000,
        ray(rays) {
            let hits = 0,
                hit = false;
            const closest = (_fixture, _point, _normal, fraction) => {
                hit = true;
                return fraction;
            };
            for (let i = 0; i < rays.length; i += 4) {
                hit = false;
                world.rayCast(new Vec2(rays[i], rays[i + 1]), new Vec2(rays[i] + rays[i + 2], rays[i + 1] + rays[i + 3]), closest);
                if (hit) hits++;
            }
            return hits;
        },
    };
}

// ---- check2d ----------------------------------------------------------------------------------------------------------

export function check(segments) {
    const system = new check2d.System();
    for (let i = 0; i < segments.length; i += 4) {
        const [ax, ay, bx, by] = segments.subarray(i, i + 4);
        system.createLine({ x: ax, y: ay }, { x: bx, y: by }, { isStatic: true });
    }
    return {
        name: 'check2d 9.36.4',
        rays: (length) => (length > 100 ? 50 : 2000),
        ray(rays) {
            let hits = 0;
            for (let i = 0; i < rays.length; i += 4) {
                const from = { x: rays[i], y: rays[i + 1] };
                if (system.raycast(from, { x: from.x + rays[i + 2], y: from.y + rays[i + 3] })) hits++;
            }
            return hits;
        },
    };
}

export function checkCrowd(movers, side) {
    const system = new check2d.System(),
        crowd = moved(movers, side),
        circles = crowd.list.map((m) => system.createCircle({ x: m.x, y: m.y }, m.r));
    return {
        step() {
            crowd.move();
            crowd.list.forEach((m, i) => circles[i].setPosition(m.x, m.y));
            let pairs = 0;
            system.checkAll(() => {
                pairs++;
            });
            return pairs / 2; // each pair is found twice
        },
        free() {
            system.clear();
        },
    };
}

// ---- Matter -----------------------------------------------------------------------------------------------------------

export function matterCrowd(movers, side) {
    const crowd = moved(movers, side),
        bodies = crowd.list.map((m) => Matter.Bodies.circle(m.x, m.y, m.r, { isSensor: true })),
        detector = Matter.Detector.create({ bodies });
    return {
        step() {
            crowd.move();
            crowd.list.forEach((m, i) => Matter.Body.setPosition(bodies[i], m));
            return Matter.Detector.collisions(detector).length;
        },
        free() {},
    };
}
