# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""The same results as the command line, bit for bit."""
import json

import numpy as np
import pytest

import carom

LINES = 2000


def numbers(chance, count):
    """Integers, halves, ties, and reals."""
    if chance.integers(2):
        return [float(x) / 2 for x in chance.integers(-12, 13, count)]
    return [float(np.float32(x)) for x in chance.uniform(-8, 8, count)]


def shape(chance, depth=0):
    """A form of carom query, and the shape."""
    kind = chance.integers(7 if depth else 8)
    n = numbers(chance, 6)
    radius = abs(n[5])
    if kind == 0:
        return {'point': n[:2]}, carom.Point(n[:2])
    if kind == 1:
        one_sided = bool(chance.integers(2))
        return {'segment': n[:4], 'one_sided': one_sided}, carom.Segment(n[:2], n[2:4], one_sided)
    if kind == 2:
        return {'circle': [*n[:2], radius]}, carom.Circle(n[:2], radius)
    if kind == 3:
        least, greatest = np.minimum(n[:2], n[2:4]).tolist(), np.maximum(n[:2], n[2:4]).tolist()
        return {'box': least + greatest}, carom.Box(least, greatest)
    if kind == 4:
        return {'capsule': [*n[:4], radius]}, carom.Capsule(n[:2], n[2:4], radius)
    if kind < 7:
        try:
            made = carom.Polygon(np.reshape(n, (3, 2)), radius=1 if kind == 6 else 0)
        except carom.Error:
            return shape(chance, depth)
        form = {'polygon': n}
        return ({**form, 'radius': 1} if kind == 6 else form), made
    parts = [shape(chance, 1) for _ in range(chance.integers(1, 4))]
    return {'compound': [form for form, _ in parts]}, carom.Compound(made for _, made in parts)


def same(told, found, names):
    for name in names:
        value = float('inf') if told[name] is None else told[name]
        assert np.array_equal(np.float32(value), np.float32(getattr(found, name))), (name, told, found)


def test_queries(command):
    chance, lines, answers = np.random.default_rng(11), [], []
    for i in range(LINES):
        (a_form, a), (b_form, b) = shape(chance), shape(chance)
        move, b_move = numbers(chance, 2), numbers(chance, 2)
        op = ('overlap', 'distance', 'contact', 'ray', 'sweep')[i % 5]
        line = {'op': op, 'a': a_form, 'b': b_form}
        if op == 'ray':
            line = {'op': op, 'from': b_move, 'move': move, 'b': b_form}
            answers.append(carom.ray(b_move, move, b))
        elif op == 'sweep':
            line.update(move=move, b_move=b_move)
            answers.append(carom.sweep(a, move, b, b_move))
        else:
            answers.append(getattr(carom, op)(a, b))
        lines.append(json.dumps(line))
    told = [json.loads(line) for line in command('query', given='\n'.join(lines) + '\n')]
    hits = 0
    for i, (expected, found) in enumerate(zip(told, answers)):
        op = ('overlap', 'distance', 'contact', 'ray', 'sweep')[i % 5]
        assert 'error' not in expected, (lines[i], expected)
        if op == 'distance':
            same(expected, found, ('distance', 'on_a', 'on_b', 'normal') if found.normal else ('distance',))
            continue
        assert expected['hit'] == bool(found)
        hits += expected['hit']
        if op == 'contact' and found:
            same(expected, found, ('depth', 'normal', 'points'))
        elif op == 'ray':
            same(expected, found, ('t',) + (('point', 'normal', 'exit') if found else ()))
        elif op == 'sweep':
            same(expected, found, ('t', 'at') + (('normal', 'point') if found else ()))
            assert not found or expected.get('feature') == found.feature
    assert LINES / 10 < hits < LINES


@pytest.mark.parametrize('seed', range(3))
def test_worlds(command, root, seed):
    cave, chance = root / 'levels/cave.tmx', np.random.default_rng(seed)
    level = carom.Map(cave).level()
    world, bodies = carom.World(level), []
    while len(bodies) < 60:
        size, position = float(chance.integers(1, 9)), chance.integers(100, 900, 2).astype(float).tolist()
        form, made = (({'circle': [0, 0, size]}, carom.Circle((0, 0), size)) if chance.integers(2) else
                      ({'box': [-size, -size, size, size]}, carom.Box((-size, -size), (size, size))))
        kind = ('mover', 'mover', 'static', 'kinematic')[chance.integers(4)]
        velocity = [0.0, 0.0] if kind == 'static' else numbers(chance, 2)
        response = ('stop', 'slide', 'bounce', 'pass')[chance.integers(4)] if kind == 'mover' else 'stop'
        world.add(made, position, velocity, type=kind, response=response)
        bodies.append({'shape': form, 'position': position, 'velocity': velocity, 'type': kind, 'response': response})
    scene = {'bodies': bodies, 'steps': 60}
    done = command('run', '--bodies', '-', cave, '--hash', given=json.dumps(scene))
    for _ in range(60):
        world.step()
    assert done == [f'{world.hash():016x}']
