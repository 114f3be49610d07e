# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Worlds, bodies, walkers, platforms, debug drawing, many worlds at once."""
import copy
import math
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest

import carom
from carom import Box, Capsule, Circle, Compound, Filter, Material, Point, Pose, Response, Rotation

BALL, CRATE = Circle((0, 0), 4), Box((-4, -4), (4, 4))


def test_a_ball_falls(ground):
    level = ground()
    world = carom.World(level, down=(0, 1))
    body = world.add(BALL, (64, 80), (0, 20), response='bounce', tag=12, mass=3, data='ball')
    world.step()
    assert body.position == (64, 92) and body.velocity == (0, -20)
    first = world.events()[0]
    assert (first.kind, first.a, first.b, first.level, first.a.data) == ('begin', body, None, level, 'ball')
    assert first.t == pytest.approx(0.8) and level.edge(first.edge).a.y == 100
    assert world.stats().hits == 1 and world.cells().bodies.sum() == 1 and len(world) == 1 and world.bodies() == [body] and world.levels == (level,)
    assert (body.mass, body.tag, body.type, body.sensor, body.alive) == (3, 12, 'mover', False, True)
    assert body.shape == Circle((64, 92), 4) and body.parts == (body.shape,) and body.own_shape == BALL
    assert world.down == (0, 1) and world.bounces == 32 and carom.World(bounces=4).bounces == 4
    assert body.response == Response('bounce', 1) and body.filter == Filter()
    assert repr(body) == '<carom.Body 0: mover at (64, 92)>'


def test_snapshots(ground):
    level = ground()
    world = carom.World(level)
    body = world.add(BALL, (64, 80), (0, 20), tag=12)
    world.step()
    snapshot, state = world.snapshot(), world.hash()
    body.remove()
    assert not body.alive and len(world) == 0
    for use in (lambda: body.position, body.remove, lambda: setattr(body, 'mass', 3)):
        with pytest.raises(RuntimeError, match='this body was removed'):
            use()
    other = world.add(BALL, (10, 10))
    assert other.index == body.index and other is not body and other.id != body.id
    world.restore(snapshot)
    assert (body.alive, other.alive, world.hash(), world.bodies()) == (True, False, state, [body])
    for bad in (b'no snapshot', snapshot[:-1], 'text', 5):
        with pytest.raises((carom.Error, TypeError)):
            world.restore(bad)
    assert world.hash() == state
    twin = carom.World(level)
    twin.restore(snapshot)
    assert twin.hash() == state and twin.bodies()[0] is not body and twin.bodies()[0].tag == 12


def test_properties():
    world = carom.World()
    body = world.add(BALL)
    body.position, body.velocity = (30, 40), np.array([1, 2])
    body.response, body.material = Response('slide', friction=0.5), Material(0.25, surface_speed=-1)
    body.filter, body.mass, body.sensor, body.tag = Filter(2, 6, -1), math.inf, True, 2**64 - 1
    body.shape = Compound([Circle((0, 0), 1), Box((1, 1), (2, 2))])
    assert body.position == (30, 40) and body.velocity == (1, 2) and body.carried == (0, 0)
    assert body.response == Response('slide', 0, 0.5, 0) and body.material == Material(0.25, 0, -1)
    assert (body.filter, body.mass, body.sensor, body.tag) == (Filter(2, 6, -1), math.inf, True, 2**64 - 1)
    assert body.shape == Compound([Circle((30, 40), 1), Box((31, 41), (32, 42))])
    body.response = 'bounce'
    assert body.response == Response('bounce', 1)
    blade = world.add(Box((-9, -1), (9, 1)), (500, 0), type='kinematic', rotation=math.pi / 2, spin=2)
    assert blade.spin == 2 and blade.pose == Pose((500, 0), Rotation(0, 1))
    blade.spin, blade.pose = 0, Pose((400, 1), Rotation(0.6, 0.8))
    assert blade.spin == 0 and blade.pose.position == (400, 1) and round(blade.pose.rotation.sine, 6) == 0.8
    body.spin = 1
    assert body.spin == 1
    body.spin = 0
    with pytest.raises(ValueError):
        world.add(BALL, (900, 0), type='static').spin = 1
    blade.remove()
    world.set_edge_material(5, Material(friction=0.5))
    assert world.edge_material(5) == Material(0, 0.5)
    world.shrink()


@pytest.mark.parametrize('error, message, call', [
    (ValueError, 'mass: 0.0: pass a mass above 0', lambda w, b: setattr(b, 'mass', 0)),
    (ValueError, 'position: nan', lambda w, b: setattr(b, 'position', (math.nan, 0))),
    (ValueError, "response: expected one of 'stop', 'slide', 'bounce', 'pass', not 'slid'", lambda w, b: setattr(b, 'response', 'slid')),
    (ValueError, 'response.friction: -1.0 is below 0', lambda w, b: setattr(b, 'response', Response('slide', friction=-1))),
    (TypeError, 'unexpected keyword argument', lambda w, b: w.add(BALL, place=(1, 1))),
    (TypeError, 'shape: expected a carom.Shape', lambda w, b: w.add(5)),
    (TypeError, r'position: expected two numbers', lambda w, b: w.add(BALL, (1,))),
    (ValueError, 'type: expected one of', lambda w, b: w.add(BALL, type='dynamic')),
    (ValueError, 'dt: 0.0: pass a time above 0', lambda w, b: w.step(0)),
    (ValueError, 'dt: nan', lambda w, b: w.step(math.nan)),
    (ValueError, 'dt: 1e-300', lambda w, b: w.step(1e-300)),
    (carom.Error, 'move_to: ', lambda w, b: b.move_to((1, 1))),
    (carom.Error, 'move_to_pose: ', lambda w, b: b.move_to_pose(Pose((1, 1), Rotation(0, 1)))),
    (TypeError, 'level: expected a Level', lambda w, b: carom.World(w)),
    (TypeError, r'levels\[0\]: expected a Level', lambda w, b: carom.World(levels=[5])),
    (TypeError, 'rule: expected a function', lambda w, b: carom.World(rule=5)),
    (AttributeError, '', lambda w, b: setattr(b, 'velocty', (0, 0))),
    (TypeError, 'World.add', lambda w, b: carom.Body()),
    (ValueError, 'ignore: a body of another world', lambda w, b: carom.World().view(ignore=b)),
    (TypeError, 'filter: expected a carom.Filter', lambda w, b: w.add(BALL, filter=(1, 2, 3))),
    (ValueError, 'tag: expected an integer', lambda w, b: w.add(BALL, tag=2**64)),
])
def test_errors(error, message, call):
    world = carom.World()
    body = world.add(BALL)
    state = world.hash()
    with pytest.raises(error, match=message):
        call(world, body)
    assert world.hash() == state and len(world) == 1


def test_kinematic_bodies(ground):
    world = carom.World(ground(), down=(0, 1))
    lift = world.add(Box((-20, -2), (20, 2)), (64, 50), (3, 0), type='kinematic')
    crate = world.add(CRATE, (64, 44), (0, 1), response='slide')
    world.step()
    crate.velocity = (0, 1)
    world.step()
    assert crate.position == (70, 44) and crate.carried == (3, 0) and world.pairs()[0].b is lift
    press = world.add(Box((-8, -8), (8, 8)), (64, 20), type='kinematic')
    press.move_to((64, 40))
    crate.velocity = (0, 1)
    world.step()
    crush = world.crushes()[0]
    assert crush.body is crate and crush.by in (press, lift)


def test_a_target_pose():
    world = carom.World()
    door = world.add(Box((0, -1), (8, 1)), type='kinematic')
    door.move_to_pose(Pose((64, 20), Rotation(0, 1)))
    world.step()
    assert door.pose == Pose((64, 20), Rotation(0, 1))
    door.spin = 2
    assert door.velocity_at((67, 21)) == (-2, 6)


def test_queries(ground):
    level = ground()
    world = carom.World(level)
    lift = world.add(Box((-20, -2), (20, 2)), (64, 50), type='kinematic')
    press = world.add(Box((-8, -8), (8, 8)), (64, 30), type='kinematic')
    crate = world.add(CRATE, (64, 80))
    assert world.ray((64, 90), (0, 20)).level is level
    hit = world.ray((64, 0), (0, 200))
    assert hit.body is press and hit.level is None and hit.edge is None
    assert [h.body for h in world.ray_all((64, 0), (0, 200))] == [press, lift, crate, None]
    assert not world.ray_any((0, 0), (0, 10)) and not world.ray((0, 0), (0, 10))
    assert world.view(ignore=press, movers=False).ray((64, 0), (0, 200)).body is lift
    fixed = world.view(movers=False, kinematics=False)
    assert fixed.ray((64, 0), (0, 200)).level is level and not fixed.ray_any((64, 0), (0, 60))
    assert not world.sweep(BALL, (0, 0)) and world.sweep(Circle((64, 0), 4), (0, 100)).body is press
    assert len(world.sweep_all(Circle((64, 0), 4), (0, 100))) == 4
    assert not world.sweep_any(Circle((64, 0), 4), (0, 1))
    assert world.overlap(Point((64, 100))) == [(None, level, world.overlap(Point((64, 100)))[0].edge)]
    assert not world.overlap_any(Point((64, 60)))
    assert world.nearest(Point((64, 95))).level is level and world.nearest(Point((64, 90)), 1).distance == math.inf
    assert len(world.nearest_all(Point((64, 90)))) == 4
    assert fixed.move(BALL, (64, 80), (0, 40), 'slide').position.y == 96
    assert world.move(BALL, (64, -20), (0, 80)).contacts[0].body is press
    assert not world.view(filter=Filter(ignore=1), levels=False).ray_any((64, 0), (0, 200))
    crowd = carom.World()
    for i in range(40):
        crowd.add(BALL, (10 * i, 0), type='static')
    assert len(crowd.ray_all((-10, 0), (1000, 0))) == 40 and len(crowd.overlap(Box((0, -1), (1000, 1)))) == 40


def test_batches_return_what_single_queries_return(ground):
    world, chance = carom.World(ground()), np.random.default_rng(7)
    for i in range(60):
        world.add([BALL, CRATE, Capsule((0, 0), (5, 5), 2)][i % 3], chance.integers(-60, 190, 2), type=['mover', 'static', 'kinematic'][i % 3])
    world.body_at(7).remove()
    starts, moves = chance.integers(-80, 220, (300, 2)), chance.integers(-90, 90, (300, 2))
    view = world.view(statics=False)
    for scene in (world, view):
        rays, sweeps = scene.ray_many(starts, moves), scene.sweep_many(BALL, starts, moves)
        overlaps, nearest = scene.overlap_many(BALL, starts), scene.nearest_many(BALL, starts, 30)
        for i, (start, move) in enumerate(zip(starts, moves)):
            ray, sweep = scene.ray(start, move), scene.sweep(BALL.at(start), move)
            assert (rays[i].hit, rays[i].t, *rays[i].point) == (ray.hit, ray.t, *ray.point)
            assert (world.body_at(rays[i].body), rays[i].level) == (ray.body, 0 if ray.level else -1)
            assert (sweeps[i].hit, sweeps[i].t, *sweeps[i].at) == (sweep.hit, sweep.t, *sweep.at)
            assert overlaps[i] == scene.overlap_any(BALL.at(start))
            assert nearest[i].distance == scene.nearest(BALL.at(start), 30).distance
        assert 0 < rays.hit.sum() < 300
    assert world.body_at(7) is None and world.body_at(99) is None and world.body_at(-1) is None


def test_arrays_of_positions_need_no_copy(collect):
    world = carom.World()
    bodies = [world.add(BALL, (20 * i, 0), (i, 1)) for i in range(5)]
    world.step()
    positions, velocities = world.positions(), world.velocities()
    assert positions.tolist() == [[21 * i, 1] for i in range(5)] and velocities.tolist() == [[i, 1] for i in range(5)]
    for array in (positions, velocities):
        with pytest.raises(ValueError):
            array[0] = 5
        with pytest.raises(ValueError):
            array.flags.writeable = True
    # They stay valid memory when the world needs more, and when it is gone.
    more = [world.add(BALL, (20 * i, 50)) for i in range(5, 3000)]
    world.step()
    assert np.isfinite(positions).all() and len(world.positions()) == 3000
    bodies[2].remove()
    assert world.indices().tolist() == [0, 1] + list(range(3, 3000))
    late = world.positions()
    assert late[bodies[4].index].tolist() == list(bodies[4].position)
    world.close()
    del world, bodies, more
    collect()
    assert np.isfinite(positions).all() and np.isfinite(late).all()
    assert carom.World().positions().shape == (0, 2)


def test_rules():
    seen = []

    def rule(contact, response):
        seen.append((contact.mover_tag, contact.tag, contact.normal.x, response.kind))
        if contact.tag == 2:
            return 'pass'
        if contact.tag == 3:
            return Response('bounce', 0.5)
    world = carom.World(rule=rule)
    bullet = world.add(Point((0, 0)), velocity=(100, 0), tag=1)
    world.add(CRATE, (20, 0), type='static', tag=2)
    world.add(CRATE, (54, 0), type='static', tag=3)
    world.step()
    assert seen == [(1, 2, -1, 'stop'), (1, 3, -1, 'stop')] and bullet.velocity == (-50, 0)


@pytest.mark.parametrize('act, error', [
    (lambda world: world.step(), RuntimeError), (lambda world: world.close(), RuntimeError),
    (lambda world: world.bodies()[0].remove(), RuntimeError), (lambda world: world.add(BALL), RuntimeError),
    (lambda world: world.positions(), RuntimeError), (lambda world: world.restore(b''), RuntimeError),
    (lambda world: 1 / 0, ZeroDivisionError), (lambda world: 'jump', ValueError), (lambda world: 5, TypeError),
    (lambda world: carom.step_all([world]), RuntimeError), (lambda world: world.events(), RuntimeError),
    (lambda world: (_ for _ in ()).throw(KeyboardInterrupt()).__next__(), KeyboardInterrupt),
])
def test_errors_in_rules(act, error):
    world = carom.World(rule=lambda contact, response: act(world))
    bullet = world.add(Point((0, 0)), velocity=(100, 0))
    world.add(CRATE, (20, 0), type='static')
    with pytest.raises(error):
        world.step()
    assert bullet.position == (16, 0) and world.events()
    world._rule.function = lambda contact, response: None
    world.step()


def test_custom_filter():
    world = carom.World(filter=lambda a, b: a is None or b is None or a.data != b.data)
    left = world.add(CRATE, (0, 0), (100, 0), data='red')
    world.add(CRATE, (30, 0), type='static', data='red')
    world.add(CRATE, (60, 0), type='static', data='blue')
    world.step()
    assert left.position == (52, 0)
    assert world.view(ignore=left).ray((0, 0), (100, 0)).point == (56, 0)
    world.add(CRATE, (52, 4), data='green')

    def bad(a, b):
        raise ZeroDivisionError
    world._filter.function = bad
    for ask in (world.step, lambda: world.view(ignore=left).ray((0, 0), (100, 0))):
        with pytest.raises(ZeroDivisionError):
            ask()


def test_a_removed_body_in_its_last_event(collect):
    world = carom.World()
    left = world.add(CRATE, velocity=(10, 0))
    right = world.add(CRATE, (16, 0), type='static', data='right')
    world.step()
    assert world.events()[0].b is right
    right.remove()
    del right
    collect()
    world.step()
    last = world.events()[0]
    assert (last.kind, last.a, last.b.data, last.a_gone, last.b_gone) == ('end', left, 'right', False, True)
    with pytest.raises(RuntimeError, match='this body was removed'):
        last.b.position


def test_walkers(ground):
    level, legs = ground(), Capsule((0, -5), (0, 5), 5)
    walker, landed = carom.Walker(legs, (0, -1), (40, 80)), False
    assert walker.ground is None and walker.carried == (0, 0)
    for _ in range(60):
        walker.velocity = (30, walker.velocity.y + 10)
        landed |= walker.step(level, 1 / 60).landed
    assert landed and walker.grounded and walker.ground.normal == (0, -1) and walker.position.y == 90
    saved, before = walker.save(), walker.position
    walker.step(level, 1)
    walker.restore(saved)
    assert walker.position == before and walker.shape == legs and walker.slip == (0, 0)
    assert walker.jump(True, 1 / 60, coyote=0.1) and not walker.drop(level)
    for bad in (lambda: walker.restore(b'x'), lambda: walker.restore(b'\xff' * len(saved)), lambda: carom.Walker(legs, (0, 0)),
                lambda: carom.Walker(Compound([legs]), (0, 1)), lambda: walker.step(5), lambda: walker.step(level, -1)):
        with pytest.raises((TypeError, ValueError)):
            bad()
    platforms = carom.Platforms(level, [(Box((-20, -2), (20, 2)), (64, 60))])
    platforms[0].rotation = Rotation(0, 1)
    platforms[0].spin = 2
    assert (platforms[0].rotation, platforms[0].spin) == (Rotation(0, 1), 2)
    platforms[0].rotation = platforms[0].spin = 0
    assert platforms[0].rotation == Rotation(1, 0)
    platforms[0].velocity = (6, 0)
    walker.position, walker.velocity = (64, 40), (0, 0)
    for _ in range(60):
        walker.velocity = (0, walker.velocity.y + 10)
        walker.step(platforms, 1 / 60)
        platforms.step(1 / 60)
    assert walker.ground.platform == 0 and walker.carried == (6, 0)
    assert platforms[0].position.x == pytest.approx(70, abs=1e-3) and len(platforms) == 1
    assert platforms.move(BALL, (70, 0), (0, 80)).contacts[0].platform == 0
    with pytest.raises(IndexError):
        platforms[1]
    world = carom.World(level)
    body = world.add(legs, (40, 80), type='kinematic')
    walker = carom.Walker(legs, (0, -1), (40, 80))
    for _ in range(60):
        walker.velocity = (30, walker.velocity.y + 10)
        walker.step_in_world(body, 1 / 60)
        world.step(1 / 60)
    assert body.position == walker.position and walker.grounded and walker.ground.body is None
    with pytest.raises(ValueError, match='type="kinematic"'):
        walker.step_in_world(world.add(legs))
    world.close()
    with pytest.raises(RuntimeError, match='was closed'):
        walker.step(world)
    with pytest.raises(RuntimeError, match='was closed'):
        carom.Platforms(world, [])


def test_drawing(ground):
    class Painter:
        def __init__(self):
            self.calls = []

    for name in ('line', 'polygon', 'circle', 'point', 'text'):
        setattr(Painter, name, lambda self, *arguments, name=name: self.calls.append((name, arguments)))
    level, painter = ground(), Painter()
    world = carom.World(level)
    world.add(BALL, (64, 96), (0, 1))
    world.add(CRATE, (20, 20))
    world.step()
    carom.draw(painter, level, normals=4)
    assert [name for name, _ in painter.calls] == ['line'] * 8
    carom.draw(painter, world, carom.Walker(BALL, (0, -1)), CRATE, color=0xff0000ff, bounds=True, contacts=True, names=True,
               ahead=1, view=((-100, -100), (1000, 1000)))
    kinds = [name for name, _ in painter.calls]
    assert {'circle', 'polygon', 'text', 'point'} <= set(kinds)
    assert ('text', ((60, 100), '0', 0xffffffff))[1][1] in [a[1] for name, a in painter.calls if name == 'text']
    carom.draw(painter, level, colors=[0] * 13, view=((900, 900), (901, 901)))

    class Bad:
        def line(self, *arguments):
            raise ZeroDivisionError
    with pytest.raises(ZeroDivisionError):
        carom.draw(Bad(), level)
    for bad in (lambda: carom.draw(5, level), lambda: carom.draw(painter, 5), lambda: carom.draw(painter, level, colors=[1]),
                lambda: carom.draw(painter, level, view=5), lambda: carom.draw(painter, level, names=5)):
        with pytest.raises((TypeError, ValueError)):
            bad()


def crowd(level, seed):
    world, chance = carom.World(level), np.random.default_rng(seed)
    for _ in range(8):
        world.add(Circle(radius=1), chance.uniform(8, 120, 2), chance.uniform(-3, 3, 2), response='bounce')
    return world


@pytest.mark.parametrize('threads', [1, 3])
def test_many_worlds(threads):
    rows = np.zeros((16, 16), np.uint8)
    rows[[0, -1]] = rows[:, [0, -1]] = 1
    level = carom.Level(Tiles := carom.Tiles(rows, (8, 8)))
    worlds, alone = [crowd(level, i) for i in range(30)], [crowd(level, i) for i in range(30)]
    heroes = carom.BodyList(world.bodies()[0] for world in worlds)
    for _ in range(20):
        carom.step_all(worlds, 0.5, threads)
        for world in alone:
            world.step(0.5)
    assert [world.hash() for world in worlds] == [world.hash() for world in alone]
    assert heroes.positions().tolist() == [list(body.position) for body in heroes]
    rays = heroes.ray_many([(100, 0), (0, -100)])
    assert rays.shape == (30, 2)
    for i, body in enumerate(heroes):
        hit = body.world.view(ignore=body).ray(body.position, (100, 0))
        assert (rays[i, 0].t, rays[i, 0].hit) == (hit.t, hit.hit)
    heroes.set_velocities(np.ones((30, 2)))
    heroes.set_positions(np.full((30, 2), 60))
    assert heroes[3].velocity == (1, 1) and heroes[3].position == (60, 60) and (heroes.velocities() == 1).all()
    for bad in (lambda: heroes.set_velocities([(1, 1)]), lambda: heroes.set_positions([(math.nan, 1)] * 30),
                lambda: carom.step_all([worlds[0], worlds[0]]), lambda: carom.step_all(worlds[0]), lambda: carom.BodyList([5]),
                lambda: heroes.ray_many([1, 2]), lambda: carom.step_all(worlds, threads=0)):
        with pytest.raises((TypeError, ValueError)):
            bad()
    worlds[4].close()
    with pytest.raises(RuntimeError, match='was closed'):
        carom.step_all(worlds)
    with pytest.raises(RuntimeError, match='was closed'):
        heroes.positions()
    heroes = carom.BodyList(world.bodies()[0] for world in worlds if not world.closed)
    heroes[5].remove()
    with pytest.raises(RuntimeError, match='body 5 of the list was removed'):
        heroes.positions()


def test_another_thread_must_not_use_a_world_in_a_step():
    begun, go = threading.Event(), threading.Event()

    def rule(contact, response):
        begun.set()
        go.wait(10)
    world = carom.World(rule=rule)
    body = world.add(Point((0, 0)), velocity=(100, 0))
    world.add(CRATE, (20, 0), type='static')
    thread = threading.Thread(target=world.step)
    thread.start()
    assert begun.wait(10)
    for use in (world.step, lambda: body.position, world.close, lambda: world.ray((0, 0), (1, 0)), lambda: world.add(BALL),
                lambda: carom.BodyList([body]), world.positions):
        with pytest.raises(RuntimeError, match='another thread|in a step'):
            use()
    go.set()
    thread.join()
    assert body.position == (16, 0)


def test_memory_in_every_order(ground, collect):
    for i in range(64):
        level = ground()
        world = carom.World(level)
        body = world.add(BALL, (64, 80), (0, 20))
        view, heroes = world.view(ignore=body), carom.BodyList([body])
        if i & 1:
            level.close()
        del level
        if i & 2:
            collect()
        world.step()
        assert len(world.events()) == 1 and view.ray((64, 0), (0, 200)).level is world.levels[0]
        if i & 4:
            world.close()
            assert not body.alive and world.closed
            with pytest.raises(RuntimeError):
                view.ray((0, 0), (1, 1))
            with pytest.raises(RuntimeError):
                heroes.positions()
        if i & 8:
            del world
            collect()
        if i & 16:
            heroes.close()
        if i & 32:
            body = None
    collect()


def test_owners_of_memory_are_not_copied(ground):
    level = ground()
    world = carom.World(level)
    for owner in (level, world, world.view(), carom.Shapes([BALL]), carom.BodyList([world.add(BALL)]), carom.Platforms(world, [])):
        for make in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match='cannot be copied or pickled'):
                make(owner)


def test_the_end_of_a_program_with_everything_in_use(ground):
    program = """
import carom
level = carom.Level(carom.Tiles([[1]]))
worlds = [carom.World(level, rule=lambda *_: None) for _ in range(9)]
bodies = carom.BodyList(world.add(carom.Circle(), (5, 5), (1, 1)) for world in worlds)
carom.step_all(worlds, threads=2)
arrays = [world.positions() for world in worlds]
"""
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, '')


def test_the_collector_frees_everything(ground, collect):
    import weakref
    level = ground()
    world = carom.World(level, rule=lambda *_: None, filter=lambda *_: True)
    objects = [level, world, world.add(BALL), world.view(), carom.Platforms(world, []), carom.BodyList(world.bodies())]
    alive = [weakref.ref(thing) for thing in objects]
    memories = [weakref.ref(thing) for thing in (world._rule, world._filter)]
    del objects, level, world
    collect()
    assert not [ref() for ref in alive + memories if ref() is not None]
    with ground() as level, carom.World(level) as world:
        world.step()
    assert level.closed and world.closed and repr(world) == '<carom.World, closed>'
