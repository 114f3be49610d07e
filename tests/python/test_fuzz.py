# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Calls everything in the package with random arguments: wrong types, NaN, huge numbers, closed objects, callbacks that
fail or call back. A call may raise one of a few exceptions; the interpreter must survive, and objects must stay usable.

CALLS and SEED in the environment say how many, and which.
"""
import gc
import inspect
import os
import random

import numpy as np
import pytest

import carom

CALLS = int(os.environ.get('CALLS', 30000))
SEED = int(os.environ.get('SEED', 1))
ALLOWED = (TypeError, ValueError, RuntimeError, IndexError, AttributeError, MemoryError, ZeroDivisionError)

MAP = '''<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="8" tileheight="8">
<objectgroup id="1" name="solid"><object id="1" x="0" y="0" width="9" height="9"/></objectgroup></map>'''

NUMBERS = [0, 0, 1, 1, 2, 3, -1, 0.5, 4, 8, 10, 16, -7, 100, float('nan'), float('inf'), -float('inf'), 1e30, -1e30, 3.5e38,
           1e-45, 2**31, 2**31 - 1, -2**31, 2**53, 10**400, 1e300, 5, 6, 7, 21, True, np.float32(2), np.int64(3)]
WORDS = ['', 'solid', 'stop', 'slide', 'bounce', 'pass', 'mover', 'static', 'kinematic', 'open', 'any', 'm.tmx', '\0x', 'tmx', 'svg',
         '\ud800', 'é' * 50]


class Painter:
    """Draws nothing, or fails."""
    def line(self, *arguments):
        if random.random() < 0.01:
            raise ZeroDivisionError

    circle = polygon = point = text = line


class Chance:
    """Random values; `objects` are in use, some of them closed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.objects = []

    def pick(self, values):
        return values[self.random.randrange(len(values))]

    def number(self):
        return self.pick(NUMBERS)

    def pair(self):
        return (self.random.randrange(99), self.random.randrange(99)) if self.random.random() < 0.7 else (self.number(), self.number())

    def shape(self):
        chance = self.random
        try:
            return self.pick([
                lambda: carom.Circle(self.pair(), chance.randrange(9)), lambda: carom.Circle(self.pair(), self.number()),
                lambda: carom.Box((chance.randrange(50), 0), (50 + chance.randrange(50), 60)), lambda: carom.Point(self.pair()),
                lambda: carom.Segment(self.pair(), self.pair(), chance.random() < 0.5), lambda: carom.Capsule(self.pair(), self.pair(), 3),
                lambda: carom.Polygon([self.pair() for _ in range(3)]), lambda: carom.Compound([self.shape(), self.shape()]),
            ])()
        except ALLOWED:
            return carom.Circle((0, 0), 3)

    def array(self):
        chance, columns = self.random, self.pick([1, 2, 2, 2, 3, 4])
        rows = chance.randrange(9)
        values = [[self.number() if chance.random() < 0.02 else chance.randrange(99) for _ in range(columns)] for _ in range(rows)]
        try:
            return np.array(values, self.pick([np.float32, np.float64, np.int32, np.uint8, object]))
        except (ValueError, OverflowError):
            return values

    def value(self, depth=0):
        kind = self.random.randrange(17)
        if kind < 2:
            return self.number()
        if kind < 5:
            return self.pair()
        if kind == 5:
            return self.pick(WORDS)
        if kind == 6:
            return self.random.random() < 0.5
        if kind == 7:
            return None
        if kind < 10:
            return self.shape()
        if kind < 12 and self.objects:
            return self.pick(self.objects)
        if kind == 12:
            return lambda *arguments: self.value(2)
        if kind == 13:
            return self.array()
        if kind == 14 and depth < 3:
            return [self.value(depth + 1) for _ in range(self.random.randrange(4))]
        if kind == 15:
            return self.pick([b'', b'x' * 64, object(), {'m.tmx': MAP}, {1: 2}, Painter(), Painter, slice(0, 1), 1j, ...])
        return self.random.randrange(20)

    def likely(self, name):
        """A value that fits a parameter of this name."""
        chance = self.random
        kinds = {
            'shape': self.shape, 'a': self.shape, 'b': self.shape, 'scene': lambda: self.of(carom.Scene), 'world': lambda: self.of(carom.World),
            'level': lambda: self.of(carom.Level), 'body': lambda: self.of(carom.Body), 'base': lambda: self.of(carom.Scene),
            'ignore': lambda: self.of(carom.Body), 'bodies': lambda: [self.of(carom.Body) for _ in range(3)],
            'worlds': lambda: [self.of(carom.World)], 'levels': lambda: [self.of(carom.Level)], 'dt': lambda: self.pick([1, 0.1, 1 / 60, 1e30]),
            'response': lambda: self.pick(['stop', 'slide', 'bounce', 'pass', carom.Response('bounce', 2)]),
            'rule': lambda: self.pick([None, lambda *_: self.value(2), lambda *_: 'pass', lambda *_: self.act()]),
            'filter': lambda: self.pick([carom.Filter(), carom.Filter(3, 1, -1), lambda *_: self.act()]),
            'positions': self.array, 'moves': self.array, 'starts': self.array, 'velocities': self.array, 'path': lambda: 'm.tmx',
            'files': lambda: self.pick([{'m.tmx': MAP}, lambda name: self.value(2)]), 'image': lambda: self.images(),
            'snapshot': lambda: self.images(), 'state': lambda: b'x', 'painter': Painter, 'type': lambda: self.pick(['mover', 'static', 'kinematic']),
            'codes': lambda: self.pick([[[1, 0], [9, 1]], np.ones((3, 3), np.uint8)]), 'rows': lambda: ['..#', '.#.'],
            'shapes': lambda: self.pick([[(self.shape(), self.pair())], [self.shape()]]), 'format': lambda: self.pick(['tmx', 'svg', 'geojson']),
            'column': lambda: chance.randrange(4), 'row': lambda: chance.randrange(2), 'code': lambda: chance.randrange(21),
            'motion': lambda: carom.Turning(carom.Pose((1, 2), 3), (5, 5), self.number()), 'b_motion': carom.Turning, 'threads': lambda: chance.randrange(1, 3), 'rings': lambda: [self.array()], 'radius': lambda: chance.randrange(9),
        }
        return kinds[name]() if name in kinds else self.pair()

    def of(self, kind):
        found = [thing for thing in self.objects if isinstance(thing, kind)]
        return self.pick(found) if found else None

    def images(self):
        """An image or a snapshot, as it is or with a changed byte."""
        thing = self.pick([thing for thing in self.objects if isinstance(thing, (carom.Level, carom.World))])
        try:
            data = bytearray(thing.image() if isinstance(thing, carom.Level) else thing.snapshot())
        except ALLOWED:
            return b''
        if self.random.random() < 0.5 and data:
            data[self.random.randrange(len(data))] = self.random.randrange(256)
        return bytes(data)

    def act(self):
        """What a callback may try."""
        thing = self.pick(self.objects)
        if isinstance(thing, carom.World):
            self.pick([thing.step, thing.close, thing.positions, thing.events, lambda: thing.ray((0, 0), (99, 9)),
                       lambda: thing.add(self.shape()), lambda: carom.step_all([thing])])()
        elif isinstance(thing, carom.Body):
            self.pick([thing.remove, lambda: thing.position, lambda: setattr(thing, 'position', (1, 1))])()
        elif isinstance(thing, carom.Level):
            self.pick([thing.close, lambda: thing.set_tile(0, 0, 1), lambda: thing.carve(carom.Circle((9, 9), 5)), thing.edges])()
        return self.value(2)

    def renew(self):
        level = carom.Level(carom.Tiles([[1, 1, 0, 9], [1, 2, 1, 1]], (16, 16)), [carom.Outline([(0, 80), (64, 80), (64, 90), (0, 90)])],
                            editable=True)
        world = carom.World(level, rule=self.pick([None, lambda *_: self.act()]), filter=self.pick([None, None, lambda *_: self.act()]))
        legs = world.add(carom.Circle((0, 0), 4), (20, 60), type='kinematic')
        self.objects = [level, world, world.view(), carom.Shapes([self.shape(), self.shape()]), legs,
                        carom.Walker(carom.Circle((0, 0), 4), (0, -1), (20, 60)), carom.SightMap(['..#.', '....', '#...']),
                        carom.Platforms(world, [(carom.Box((0, 0), (9, 3)), (0, 50))]), carom.Map('m.tmx', files={'m.tmx': MAP}, contents=True),
                        carom.Pose((1, 2), 3), carom.Rotation.of(1), carom.Level.open(level.image()), carom.World(level)]
        for kind in ('mover', 'static', 'kinematic', 'mover'):
            self.objects.append(world.add(carom.Circle((0, 0), 3), self.random_pair(), self.random_pair(), type=kind,
                                          response=self.pick(['slide', 'bounce', 'stop', 'pass'])))
        self.objects += [carom.BodyList(self.objects[-3:]), self.objects[7][0]]

    def random_pair(self):
        return self.random.randrange(60), self.random.randrange(60)


FUNCTIONS = [getattr(carom, name) for name in carom.__all__
             if callable(getattr(carom, name)) and name not in ('ffi', 'lib', 'Error') and not isinstance(getattr(carom, name), type(carom.lib))]


def parameters(function):
    try:
        return [p for p in inspect.signature(function).parameters.values()
                if p.kind in (p.POSITIONAL_OR_KEYWORD, p.POSITIONAL_ONLY, p.KEYWORD_ONLY) and p.name not in ('self', 'limits')]
    except (TypeError, ValueError):
        return []


def arguments(chance, function):
    """Mostly arguments that fit, or all random."""
    wild = chance.random.random()
    positional, named = [], {}
    for p in parameters(function):
        if p.default is not p.empty and chance.random.random() < 0.6:
            if p.kind is p.POSITIONAL_OR_KEYWORD:
                break
            continue
        value = chance.value() if chance.random.random() < wild * wild else chance.likely(p.name)
        if p.kind is p.KEYWORD_ONLY:
            named[p.name] = value
        else:
            positional.append(value)
    if chance.random.random() < 0.05:
        named[chance.pick(['shape', 'x', 'place'])] = chance.value()
    return positional, named


def members_of(thing):
    return [name for name in dir(type(thing)) if not name.startswith('_') or name in ('__getitem__', '__len__', '__repr__', '__matmul__')]


@pytest.mark.filterwarnings('ignore')
def test_calls():
    chance, reached, raised = Chance(SEED), set(), 0
    for i in range(CALLS):
        if i % 400 == 0:
            chance.renew()
        if i % 97 == 0:
            gc.collect(1)
        thing, name = None, None
        try:
            if chance.random.random() < 0.3:
                function = chance.pick(FUNCTIONS)
                name = function.__name__
            else:
                thing = chance.pick(chance.objects)
                name = chance.pick(members_of(thing))
                if name == 'close' and chance.random.random() < 0.8 or thing is None:
                    continue
                member = inspect.getattr_static(type(thing), name)
                if isinstance(member, property):
                    getattr(thing, name)
                    if member.fset is not None:
                        setattr(thing, name, chance.likely(name) if chance.random.random() < 0.6 else chance.value())
                    reached.add((type(thing).__name__, name))
                    continue
                function = getattr(thing, name)
                if not callable(function):
                    continue
            positional, named = arguments(chance, function)
            result = function(*positional, **named)
            reached.add((type(thing).__name__ if thing is not None else '', name))
            if hasattr(result, '__next__'):
                for _, _cell in zip(range(20), result):
                    pass
            repr(result)
            if type(result).__module__.startswith('carom') and not isinstance(result, tuple) and chance.random.random() < 0.5:
                chance.objects[chance.random.randrange(len(chance.objects))] = result
        except ALLOWED:
            raised += 1
    chance.objects = []
    gc.collect()
    print(f'fuzz: {CALLS} calls, {raised} raised an error; {len(reached)} functions have succeeded; seed {SEED}')
    assert len(reached) > 150
    assert carom.overlap(carom.Circle((0, 0), 2), carom.Circle((3, 4), 3))
