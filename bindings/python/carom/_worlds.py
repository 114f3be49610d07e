# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Worlds: movers, statics and kinematic bodies over levels, with continuous collision and contact events."""
from __future__ import annotations

import threading
import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from carom._core import (INFINITY, INT_MAX, Callback, Memory, Owner, Vec2, Vector, array, c_array, call, check,
                         check_error, dtype_of, duration, ffi, flag, floats, instance, instances, integer, lib, limit,
                         not_negative, number, outside_callback, records, same_length, shown, small, vec2, vector, word)
from carom._levels import Level, c_motions
from carom._scenes import Material, Response, Rule, RuleCall, Scene, c_material, c_response, material_of, response_of
from carom._shapes import (Compound, Pose, RayHit, Rotation, Separation, Shape, SweepHit, c_shape, convex, pose_argument,
                           ray_fields, ray_hit, rotation_argument, separation, separation_fields, shape_of, sweep_fields,
                           sweep_hit)

TYPES = {'mover': lib.CAROM_BODY_MOVER, 'static': lib.CAROM_BODY_STATIC, 'kinematic': lib.CAROM_BODY_KINEMATIC}
TYPE_NAMES = {value: name for name, value in TYPES.items()}
EVENTS = {lib.CAROM_EVENT_BEGIN: 'begin', lib.CAROM_EVENT_STAY: 'stay', lib.CAROM_EVENT_END: 'end'}

_OWNERS = {'body': ('body', np.int32), 'level': ('level', np.int32)}
WORLD_RAYS = dtype_of('py_world_ray', **_OWNERS, **ray_fields('ray.', 'part'))
WORLD_SWEEPS = dtype_of('py_world_sweep', **_OWNERS, **sweep_fields('sweep.', 'part_b'))
WORLD_SEPARATIONS = dtype_of('py_world_separation', **_OWNERS, **separation_fields('separation.', 'part_b'))

CELLS = dtype_of('carom_world_cell', bounds=('bounds', (np.float32, 4)), bodies=('bodies', np.int32),
                 tests=('tests', np.int32), statics=('statics', np.bool_))


class Filter(NamedTuple):
    """Which bodies may collide: those that each have a category that the other does not ignore, and those of the same
    positive group, but none of the same negative group. To ignore all categories but one: ignore=~one & 0xffffffff."""
    category: int = 1
    ignore: int = 0
    group: int = 0


class Event(NamedTuple):
    """A contact event of a step: "begin", "stay" or "end". `a` is a mover; `b` is a body, or None for a `level`."""
    kind: str
    t: float
    a: Body
    b: Optional[Body]
    level: Optional[Level]
    edge: Optional[int]
    point: Vec2
    normal: Vec2
    a_gone: bool
    b_gone: bool


class Pair(NamedTuple):
    """A pair in contact after a step."""
    a: Body
    b: Optional[Body]
    level: Optional[Level]
    edge: Optional[int]
    point: Vec2
    normal: Vec2


class Crush(NamedTuple):
    """A mover without room between a kinematic body and something else."""
    body: Body
    by: Optional[Body]
    against: Optional[Body]
    level: Optional[Level]


class Stats(NamedTuple):
    """Counters of a step."""
    hits: int
    rested: int
    crushed: int
    tested: int


class Overlap(NamedTuple):
    """What a shape overlaps: a body, or the lowest edge of a level."""
    body: Optional[Body]
    level: Optional[Level]
    edge: Optional[int]


def _c_filter(value: Any, name: str) -> Tuple[int, int, int]:
    if not isinstance(value, Filter):
        raise TypeError(f'{name}: expected a carom.Filter, not {shown(value)}')
    category = integer(value.category, 1, 0xffffffff, f'{name}.category')
    ignore = integer(value.ignore, 0, 0xffffffff, f'{name}.ignore')
    return category, ignore, small(value.group, f'{name}.group')


def _mass(value: Any) -> float:
    if value != INFINITY:
        value = not_negative(value, 'mass')
    if not float(ffi.cast('float', value)) > 0:
        raise ValueError(f'mass: {value}: pass a mass above 0, or infinity')
    return value


class Body:
    """A body of a world. World.add() returns it, and events refer to the same object. `data` is for the caller.

    After remove() its members raise RuntimeError; `alive` says so.
    """
    __slots__ = ('world', '_id', '_bits', 'data', '__weakref__')
    world: World
    data: Any
    _id: Any  # carom_body_id
    _bits: int

    def __init__(self) -> None:
        raise TypeError('Body: World.add() makes bodies')

    def __repr__(self) -> str:
        if not self.alive:
            return f'<carom.Body {self.index}, removed>'
        return f'<carom.Body {self.index}: {self.type} at ({self.position.x:g}, {self.position.y:g})>'

    @property
    def index(self) -> int:
        """The row of the body in World.positions() and World.velocities()."""
        return self._id.index

    @property
    def id(self) -> int:
        """A number that no other body of the world ever has."""
        return self._bits

    @property
    def alive(self) -> bool:
        """False after remove(), and after World.close()."""
        return not self.world.closed and lib.carom_world_has(self.world._pointer(), self._id)

    def _there(self) -> Any:
        world = self.world._pointer()
        if not lib.carom_world_has(world, self._id):
            raise RuntimeError('this body was removed: do not use it after remove() (body.alive says so)')
        return world

    def _change(self, change: Callable[..., int], name: str, *values: Any) -> None:
        outside_callback(f'body.{name}')
        self.world._idle()
        check(change(self._there(), self._id, *values), name)

    def remove(self) -> None:
        """Removes the body. Its contacts end in the next step."""
        self._change(lib.carom_world_remove, 'remove')
        self.world._forget(self)

    @property
    def position(self) -> Vec2:
        """The position of the origin of the shape. Setting it teleports the body."""
        return vec2(lib.carom_world_position(self._there(), self._id))

    @position.setter
    def position(self, value: Vector) -> None:
        self._change(lib.carom_world_set_position, 'position', vector(value, 'position'))

    @property
    def velocity(self) -> Vec2:
        """Units per unit of dt; of a carried mover relative to its support."""
        return vec2(lib.carom_world_velocity(self._there(), self._id))

    @velocity.setter
    def velocity(self, value: Vector) -> None:
        self._change(lib.carom_world_set_velocity, 'velocity', vector(value, 'velocity'))

    @property
    def pose(self) -> Pose:
        """The position and the rotation of the shape about it. Setting it teleports the body."""
        pose = lib.carom_world_pose(self._there(), self._id)
        return Pose(vec2(pose.position), Rotation._of_c(pose.rotation))

    @pose.setter
    def pose(self, value: Pose) -> None:
        self._change(lib.carom_world_set_pose, 'pose', pose_argument(value, 'pose'))

    @property
    def spin(self) -> float:
        """Radians per unit of dt: a kinematic body turns about its position."""
        return lib.carom_world_spin(self._there(), self._id)

    @spin.setter
    def spin(self, value: float) -> None:
        self._change(lib.carom_world_set_spin, 'spin', number(value, 'spin'))

    def velocity_at(self, point: Vector) -> Vec2:
        """The velocity of the point of the body that is at a point of the world: v + w x r."""
        return vec2(lib.carom_world_velocity_at(self._there(), self._id, vector(point, 'point')))

    def move_to(self, target: Vector) -> None:
        """Moves a kinematic body to a target in the next step."""
        self._change(lib.carom_world_move_to, 'move_to', vector(target, 'target'))

    def move_to_pose(self, target: Pose) -> None:
        """Moves and turns a kinematic body to a target pose in the next step, the shorter way."""
        self._change(lib.carom_world_move_to_pose, 'move_to_pose', pose_argument(target, 'target'))

    @property
    def carried(self) -> Vec2:
        """The velocity of the support of a carried mover."""
        return vec2(lib.carom_world_carried(self._there(), self._id))

    @property
    def type(self) -> str:
        """"mover", "static" or "kinematic"."""
        return TYPE_NAMES[lib.carom_world_type(self._there(), self._id)]

    @property
    def sensor(self) -> bool:
        """Reports contacts, and neither blocks nor is blocked."""
        return lib.carom_world_is_sensor(self._there(), self._id)

    @sensor.setter
    def sensor(self, value: bool) -> None:
        self._change(lib.carom_world_set_sensor, 'sensor', flag(value, 'sensor'))

    @property
    def response(self) -> Response:
        """What a mover does at a contact."""
        return response_of(lib.carom_world_response(self._there(), self._id))

    @response.setter
    def response(self, value: Union[Response, str]) -> None:
        self._change(lib.carom_world_set_response, 'response', c_response(value, 'response'))

    @property
    def material(self) -> Material:
        """What the surface of the body adds to the response of a mover that touches it."""
        return material_of(lib.carom_world_material(self._there(), self._id))

    @material.setter
    def material(self, value: Material) -> None:
        self._change(lib.carom_world_set_material, 'material', c_material(value, 'material'))

    @property
    def filter(self) -> Filter:
        """Which bodies it collides with."""
        f = lib.carom_world_filter(self._there(), self._id)
        return Filter(f.category or 1, f.ignore, f.group)

    @filter.setter
    def filter(self, value: Filter) -> None:
        self._change(lib.carom_world_set_filter, 'filter', _c_filter(value, 'filter'))

    @property
    def mass(self) -> float:
        """The mass of a mover; no mover pushes one of infinite mass."""
        return lib.carom_world_mass(self._there(), self._id)

    @mass.setter
    def mass(self, value: float) -> None:
        self._change(lib.carom_world_set_mass, 'mass', _mass(value))

    @property
    def tag(self) -> int:
        """A number of 64 bits for the caller, kept in snapshots."""
        return lib.carom_world_tag(self._there(), self._id)

    @tag.setter
    def tag(self, value: int) -> None:
        self._change(lib.carom_world_set_tag, 'tag', integer(value, 0, 2**64 - 1, 'tag'))

    def _parts(self, get: Callable[[Any, Any, int], Any]) -> Tuple[Shape, ...]:
        world, out = self._there(), []  # type: Any, List[Shape]
        while True:
            part = get(world, self._id, len(out))
            if part.kind == lib.CAROM_SHAPE_NONE:
                return tuple(out)
            out.append(shape_of(part, 'part'))

    @property
    def parts(self) -> Tuple[Shape, ...]:
        """The convex parts at their current positions; for other shapes the shape itself."""
        return self._parts(lib.carom_world_part)

    @property
    def own_shape(self) -> Shape:
        """The shape about the origin of its own coordinates, without the rotation of the body: as it was set."""
        parts = self._parts(lib.carom_world_own_part)
        return parts[0] if len(parts) == 1 else Compound(parts)

    @property
    def shape(self) -> Shape:
        """The shape at its current position. Setting it takes a shape about the body's position."""
        shape = lib.carom_world_shape(self._there(), self._id)
        return Compound(self.parts) if shape.kind == lib.CAROM_SHAPE_NONE else shape_of(shape, 'shape')

    @shape.setter
    def shape(self, value: Shape) -> None:
        self._change(lib.carom_world_set_shape, 'shape', c_shape(value, 'shape'))


class WorldFilter(Callback):
    """The custom filter of a world."""

    def __init__(self, function: Callable[[Body, Body], bool], world: World) -> None:
        super().__init__(function)
        self.world = weakref.ref(world)

    def allows(self, a: Any, b: Any) -> bool:
        world = self.world()
        if world is None:
            return True
        answer = self.run(world._body(a), world._body(b))
        return True if self.error else bool(answer)


@ffi.def_extern(error=True)
def py_custom_filter(_world: Any, a: Any, b: Any, user_data: Any) -> bool:
    custom = ffi.from_handle(user_data)()
    return custom is None or custom._filter.allows(a, b)


class Queries(Scene):
    """The queries of a World and of a View. Results are ordered by time or distance; at most one for each body and each
    level."""
    _view: Any  # carom_world_view *
    world: World

    def _asked(self) -> Any:
        """Returns the view, after checks."""
        self._pointer()
        if self.world is not self:
            self.world._pointer()
        return self._view

    def _scene(self) -> Any:
        self._asked()
        return self._c_scene

    def _see(self, world: World) -> None:
        self.world, self._view = world, ffi.new('carom_world_view *')
        self._view.world = world._memory.pointer  # type: ignore[union-attr]

    def _finish(self) -> None:
        custom = self.world._filter
        if custom is not None:
            custom.finish()

    def _owner(self, owner: int, level: int) -> Dict[str, Any]:
        return {'body': self.world._body_of_bits(owner)} if owner else {'level': self.world._level(level)}

    def _target(self, h: Any) -> Tuple[Any, Any]:
        return self.world._level(h.level) if h.level >= 0 else None, self.world._body(h.body)

    def _ray_hit(self, h: Any) -> RayHit:
        return ray_hit(h.ray, h.level >= 0, *self._target(h))

    def _sweep_hit(self, h: Any) -> SweepHit:
        return sweep_hit(h.sweep, h.level >= 0, *self._target(h))

    def _separation(self, h: Any) -> Separation:
        return separation(h.separation, h.level >= 0, *self._target(h))

    def _overlap(self, h: Any) -> Overlap:
        level, body = self._target(h)
        return Overlap(body, level, h.edge if h.level >= 0 else None)

    def _all(self, kind: str, result: Callable[[Any], Any], ask: Callable[[Any, int], int]) -> List[Any]:
        capacity = 16
        while True:
            out = ffi.new(kind + '[]', capacity)
            n = ask(out, capacity)
            self._finish()
            if n <= capacity:
                return [result(out[i]) for i in range(n)]
            capacity = n

    def ray(self, start: Vector, move: Vector) -> RayHit:
        """The first hit of a ray, with `body`, or `level` and `edge`."""
        h = lib.carom_world_ray(self._asked(), vector(start, 'start'), vector(move, 'move'))
        self._finish()
        return self._ray_hit(h)

    def ray_all(self, start: Vector, move: Vector) -> List[RayHit]:
        """The first hit of each body and each level."""
        view, start, move = self._asked(), vector(start, 'start'), vector(move, 'move')
        return self._all('carom_world_ray_hit', self._ray_hit, lambda out, n: lib.carom_world_ray_all(view, start, move, out, n))

    def ray_any(self, start: Vector, move: Vector) -> bool:
        """Whether a ray hits anything."""
        hit = lib.carom_world_ray_any(self._asked(), vector(start, 'start'), vector(move, 'move'))
        self._finish()
        return hit

    def sweep(self, shape: Shape, move: Vector) -> SweepHit:
        """The first contact of a shape that moves by `move`."""
        h = lib.carom_world_sweep(self._asked(), c_shape(shape, 'shape'), vector(move, 'move'))
        self._finish()
        return self._sweep_hit(h)

    def sweep_all(self, shape: Shape, move: Vector) -> List[SweepHit]:
        """The first contact with each body and each level."""
        view, c, move = self._asked(), c_shape(shape, 'shape'), vector(move, 'move')
        return self._all('carom_world_sweep_hit', self._sweep_hit, lambda out, n: lib.carom_world_sweep_all(view, c, move, out, n))

    def sweep_any(self, shape: Shape, move: Vector) -> bool:
        """Whether a moving shape hits anything."""
        hit = lib.carom_world_sweep_any(self._asked(), c_shape(shape, 'shape'), vector(move, 'move'))
        self._finish()
        return hit

    def overlap(self, shape: Shape) -> List[Overlap]:
        """All that a shape touches or overlaps."""
        view, c = self._asked(), c_shape(shape, 'shape')
        return self._all('carom_world_overlapped', self._overlap, lambda out, n: lib.carom_world_overlap(view, c, out, n))

    def overlap_any(self, shape: Shape) -> bool:
        """Whether a shape touches or overlaps anything."""
        hit = lib.carom_world_overlap_any(self._asked(), c_shape(shape, 'shape'))
        self._finish()
        return hit

    def nearest(self, shape: Shape, max_distance: float = INFINITY) -> Separation:
        """The closest body or level within max_distance; the distance is infinite without one."""
        h = lib.carom_world_nearest(self._asked(), c_shape(shape, 'shape'), limit(max_distance, 'max_distance'))
        self._finish()
        return self._separation(h)

    def nearest_all(self, shape: Shape, max_distance: float = INFINITY) -> List[Separation]:
        """All bodies and levels within max_distance, the closest first."""
        view, c, most = self._asked(), c_shape(shape, 'shape'), limit(max_distance, 'max_distance')
        return self._all('carom_world_separation', self._separation, lambda out, n: lib.carom_world_nearest_all(view, c, most, out, n))

    def ray_many(self, starts: Any, moves: Any) -> np.recarray:
        """ray() for arrays of the shape (n, 2): a record array. `body` is the index of a body, `level` the number of a
        level, each -1 if the hit is none; of a level, `part` is the edge."""
        view, starts, moves = self._asked(), floats(starts, 2, 'starts'), floats(moves, 2, 'moves')
        hits = records(same_length(starts, moves, 'starts, moves'), WORLD_RAYS)
        lib.py_world_ray_many(view, c_array('carom_vec2', starts), c_array('carom_vec2', moves), len(hits),
                              c_array('py_world_ray', hits))
        self._finish()
        return hits

    def sweep_many(self, shape: Shape, positions: Any, moves: Any) -> np.recarray:
        """sweep() of a shape from each position by each move: a record array."""
        view, c = self._asked(), convex(shape, 'shape')
        motions, _anchor, n = c_motions(positions, moves)
        hits = records(n, WORLD_SWEEPS)
        lib.py_world_sweep_many(view, c, motions, c_array('py_world_sweep', hits))
        self._finish()
        return hits

    def overlap_many(self, shape: Shape, positions: Any) -> np.ndarray:
        """overlap_any() at each position: an array of flags."""
        view, c, rows = self._asked(), convex(shape, 'shape'), floats(positions, 2, 'positions')
        out = np.zeros(len(rows), np.bool_)
        lib.py_world_overlap_many(view, c, c_array('carom_vec2', rows), len(rows), c_array('bool', out))
        self._finish()
        return out

    def nearest_many(self, shape: Shape, positions: Any, max_distance: float = INFINITY) -> np.recarray:
        """nearest() at each position: a record array."""
        view, c, most = self._asked(), convex(shape, 'shape'), limit(max_distance, 'max_distance')
        rows = floats(positions, 2, 'positions')
        out = records(len(rows), WORLD_SEPARATIONS)
        query = ffi.new('py_nearest *', (c, most))
        lib.py_world_nearest_many(view, query, c_array('carom_vec2', rows), len(rows), c_array('py_world_separation', out))
        self._finish()
        return out


class _Arrays(Memory):
    """The memory of a world's bodies: kept while arrays refer to it."""
    __slots__ = ('arrays',)

    def __init__(self) -> None:
        heap = lib.py_heap_open()
        if heap == ffi.NULL:
            raise MemoryError('World')
        super().__init__(heap, lib.py_heap_close)
        self.arrays = 0

    def array(self, pointer: Any, count: int) -> np.ndarray:
        if not count:
            return np.zeros((0, 2), np.float32)
        self.users += 1
        self.arrays += 1
        lib.py_heap_pin(self.pointer, True)
        buffer = ffi.buffer(ffi.gc(pointer, self._drop), 8 * count)
        return np.frombuffer(memoryview(buffer).toreadonly(), np.float32).reshape(count, 2)

    def _drop(self, _pointer: Any) -> None:
        self.arrays -= 1
        self.release()


class World(Queries):
    """Bodies over levels. `down` is the direction of gravity: a mover then rests only on surfaces that face up. `rule`
    decides contacts, `filter(a, b)` says whether two bodies may collide."""

    def __init__(self, level: Optional[Level] = None, *, levels: Iterable[Level] = (), bounces: int = 0,
                 down: Vector = (0, 0), rule: Optional[Rule] = None,
                 filter: Optional[Callable[[Body, Body], bool]] = None) -> None:
        all_levels = ([] if level is None else [instance(level, Level, 'level')]) + instances(levels, Level, 'levels')
        for each in all_levels:
            each._pointer()
        desc = ffi.new('carom_world_desc *')
        desc.size = ffi.sizeof('carom_world_desc')
        desc.bounces, desc.down = integer(bounces, 0, INT_MAX, 'bounces'), vector(down, 'down')
        self._rule = None if rule is None else RuleCall(call(rule, 'rule'), self)
        self._filter = None if filter is None else WorldFilter(call(filter, 'filter'), self)
        # C does not keep the world alive.
        self._handle = ffi.new_handle(_CallsOf(self))
        desc.user_data = self._handle
        if rule is not None:
            desc.rule = lib.py_rule
        if filter is not None:
            desc.custom_filter = lib.py_custom_filter
        self._levels: List[Level] = []
        self._bodies: Dict[int, Body] = {}  # by id: those of the world, and those removed since the last step but one
        self._gone: List[List[Body]] = [[], []]
        self._past: Any = weakref.WeakValueDictionary()
        self._stepping = 0  # the thread of a step
        self._arrays = _Arrays()
        desc.allocator = lib.py_heap_allocator(self._arrays.pointer)
        out = ffi.new('carom_world **')
        status = lib.carom_world_make(desc, out)
        if not status:
            self._memory = Memory(out[0], lib.carom_world_free, [self._arrays], self._handle)
        self._arrays.release()  # now the memory of the world is its user
        check(status, 'World')
        self._see(self)
        self._c_scene = ffi.new('carom_scene *', lib.carom_scene_of_world(self._view))
        for each in all_levels:
            self.attach(each)

    def __repr__(self) -> str:
        return '<carom.World, closed>' if self.closed else f'<carom.World of {len(self)} bodies>'

    # ---- Bodies by id ----

    def _body_of_bits(self, bits: int) -> Body:
        body = self._bodies.get(bits) or self._past.get(bits)
        if body is None:
            body = Body.__new__(Body)
            body.world, body._bits, body.data = self, bits, None
            body._id = ffi.new('carom_body_id *', lib.carom_body_of_bits(bits))[0]
            self._past[bits] = body
        return body

    def _body(self, c_id: Any) -> Any:
        return self._body_of_bits(lib.carom_body_bits(c_id)) if c_id.generation else None

    def _level(self, number: int) -> Level:
        return self._levels[number]

    def _forget(self, body: Body) -> None:
        self._gone[1].append(body)  # until its last events were reported
        self._past[body._bits] = body
        self._bodies.pop(body._bits, None)

    def _pointer(self) -> Any:
        if self._stepping and self._stepping != threading.get_ident():
            raise RuntimeError('another thread steps this World: use a world from one thread at a time')
        return super()._pointer()

    def _idle(self) -> Any:
        if self._stepping:
            raise RuntimeError('the World is in a step: change it after the step')
        return self._pointer()

    def _change(self, where: str) -> Any:
        outside_callback(where)
        return self._idle()

    def close(self) -> None:
        self._change('close')
        super().close()

    # ---- The world ----

    def attach(self, level: Level) -> None:
        """Adds a level, which the world keeps."""
        world, c_level = self._change('attach'), instance(level, Level, 'level')._pointer()
        check(lib.carom_world_attach(world, c_level), 'attach')
        assert self._memory is not None and level._memory is not None
        self._memory.use(level._memory)
        self._levels.append(level)

    @property
    def levels(self) -> Tuple[Level, ...]:
        """The attached levels, by number."""
        return tuple(self._levels)

    @property
    def bounces(self) -> int:
        """The maximum number of contacts of a mover in a step."""
        return lib.carom_world_bounces(self._pointer())

    @property
    def down(self) -> Vec2:
        """The direction of gravity; (0, 0) without one."""
        return vec2(lib.carom_world_down(self._pointer()))

    def shrink(self) -> None:
        """Gives back memory that is not used."""
        check(lib.carom_world_shrink(self._change('shrink')), 'shrink')

    def add(self, shape: Shape, position: Vector = (0, 0), velocity: Vector = (0, 0), *, type: str = 'mover',
            sensor: bool = False, response: Union[Response, str] = 'stop', material: Material = Material(),
            filter: Filter = Filter(), mass: float = 1, tag: int = 0, data: Any = None,
            rotation: Union[Rotation, float] = Rotation(), spin: float = 0) -> Body:
        """Adds a body: a "mover", "static" or "kinematic" one. The shape is about the position. Only a kinematic body
        has a spin, in radians per unit of dt."""
        world = self._change('add')
        desc = ffi.new('carom_body_desc *')
        desc.size = ffi.sizeof('carom_body_desc')
        desc.shape = c_shape(shape, 'shape')[0]
        desc.position, desc.velocity = vector(position, 'position'), vector(velocity, 'velocity')
        desc.type, desc.sensor = word(type, TYPES, 'type'), flag(sensor, 'sensor')
        desc.response, desc.material = c_response(response, 'response'), c_material(material, 'material')
        desc.filter, desc.mass = _c_filter(filter, 'filter'), _mass(mass)
        desc.tag = integer(tag, 0, 2**64 - 1, 'tag')
        desc.rotation, desc.spin = rotation_argument(rotation, 'rotation'), number(spin, 'spin')
        out, error = ffi.new('carom_body_id *'), ffi.new('carom_error *')
        check_error(lib.carom_world_add(world, desc, out, error), error, 'add')
        body = self._body(out[0])
        body.data = data
        self._bodies[body._bits] = body
        return body

    def __len__(self) -> int:
        return lib.carom_world_count(self._pointer())

    def __bool__(self) -> bool:
        return True

    def _ids(self) -> Tuple[Any, int]:
        world = self._pointer()
        n = lib.carom_world_count(world)
        ids = ffi.new('carom_body_id[]', max(n, 1))
        lib.carom_world_bodies(world, ids, n)
        return ids, n

    def bodies(self) -> List[Body]:
        """All bodies in order of index."""
        ids, n = self._ids()
        return [self._body(ids[i]) for i in range(n)]

    def indices(self) -> np.ndarray:
        """The indices of all bodies, ascending: the rows of positions() that are in use."""
        ids, n = self._ids()
        return np.frombuffer(ffi.buffer(ids), np.uint32).reshape(-1, 2)[:n, 0].astype(np.int32)

    def body_at(self, index: int) -> Optional[Body]:
        """The body with an index, as batches of queries return it; None without one."""
        index = integer(index, -1, INT_MAX, 'index')
        indices = self._ids()
        low, high = 0, indices[1]
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if indices[0][middle].index < index else (low, middle)
        return self._body(indices[0][low]) if low < indices[1] and indices[0][low].index == index else None

    def positions(self) -> np.ndarray:
        """The positions of all bodies by index: an array of the shape (n, 2), without a copy, read only.

        The array is valid until the world changes: call this again after a step. An older array can still be read, but its
        numbers have no meaning; copy() it to keep them. Nor have rows of indices that are not in use.
        """
        count = ffi.new('int *')
        pointer = lib.carom_world_positions(self._idle(), count)
        return self._arrays.array(pointer, count[0])

    def velocities(self) -> np.ndarray:
        """The velocities of all bodies by index, likewise."""
        count = ffi.new('int *')
        pointer = lib.carom_world_velocities(self._idle(), count)
        return self._arrays.array(pointer, count[0])

    def set_edge_material(self, edge_tag: int, material: Material) -> None:
        """Sets the material of all level edges with a tag."""
        check(lib.carom_world_set_edge_material(self._change('set_edge_material'), small(edge_tag, 'edge_tag'),
                                                c_material(material, 'material')), 'set_edge_material')

    def edge_material(self, edge_tag: int) -> Material:
        """The material of level edges with a tag."""
        return material_of(lib.carom_world_edge_material(self._pointer(), small(edge_tag, 'edge_tag')))

    # ---- The step ----

    def _begin(self, where: str) -> Any:
        world = self._change(where)
        if not self._arrays.arrays:
            lib.py_heap_pin(self._arrays.pointer, False)
        self._gone = [self._gone[1], []]
        return world

    def _raise(self) -> None:
        errors = [callback.take() for callback in (self._filter, self._rule) if callback is not None]
        for error in errors:
            if error is not None:
                raise error

    def step(self, dt: float = 1) -> None:
        """Moves all movers and kinematic bodies by velocity * dt."""
        dt = duration(dt)
        world = self._begin('step')
        self._stepping = threading.get_ident()
        try:
            status = lib.carom_world_step(world, dt)
        finally:
            self._stepping = 0
        self._raise()
        check(status, 'step')

    def _contact(self, c: Any) -> Tuple[Body, Optional[Body], Optional[Level], Optional[int], Vec2, Vec2]:
        level, edge = (self._level(c.level), c.edge) if c.level >= 0 else (None, None)
        return self._body(c.a), self._body(c.b), level, edge, vec2(c.point), vec2(c.normal)

    def events(self) -> List[Event]:
        """The contact events of the last step, in order of time."""
        count = ffi.new('int *')
        events = lib.carom_world_events(self._idle(), count)
        return [Event(EVENTS[e.kind], e.t, *self._contact(e), bool(e.gone & lib.CAROM_EVENT_GONE_A),
                      bool(e.gone & lib.CAROM_EVENT_GONE_B)) for e in ffi.unpack(events, count[0])] if count[0] else []

    def pairs(self) -> List[Pair]:
        """The pairs in contact after the last step."""
        count = ffi.new('int *')
        pairs = lib.carom_world_pairs(self._idle(), count)
        return [Pair(*self._contact(p)) for p in ffi.unpack(pairs, count[0])] if count[0] else []

    def crushes(self) -> List[Crush]:
        """The movers that were crushed in the last step."""
        count = ffi.new('int *')
        crushes = lib.carom_world_crushes(self._idle(), count)
        return [Crush(self._body(c.body), self._body(c.by), self._body(c.against),
                      self._level(c.level) if c.level >= 0 else None) for c in ffi.unpack(crushes, count[0])] if count[0] else []

    def stats(self) -> Stats:
        """The counters of the last step."""
        s = lib.carom_world_stats(self._pointer())
        return Stats(s.hits, s.rested, s.crushed, s.tested)

    def cells(self) -> np.recarray:
        """The cells of the broad phase, to draw it and to measure its cost: bounds (min x, min y, max x, max y), bodies,
        tests, statics."""
        world = self._idle()
        out = records(lib.carom_world_cells(world, ffi.NULL, 0), CELLS)
        lib.carom_world_cells(world, c_array('carom_world_cell', out), len(out))
        return out

    def hash(self) -> int:
        """The hash of the state: equal runs have equal hashes on every machine."""
        return lib.carom_world_hash(self._pointer())

    # ---- Snapshots ----

    def snapshot(self) -> bytes:
        """All that the next step depends on, except levels, the rule and the filter."""
        world = self._change('snapshot')
        out = bytearray(lib.carom_world_snapshot_size(world))
        check(lib.carom_world_snapshot(world, ffi.from_buffer(out), len(out)), 'snapshot')
        return bytes(out)

    def restore(self, snapshot: bytes) -> None:
        """Restores a snapshot, of this world or another. Bodies of the snapshot are the same objects as before."""
        world = self._change('restore')
        try:
            view = memoryview(snapshot).cast('B')
        except (TypeError, ValueError):
            raise TypeError('snapshot: expected bytes') from None
        copied = ffi.from_buffer(view)
        check(lib.carom_world_restore(world, copied, len(view)), 'restore')
        before = list(self._bodies.values())
        self._past.update({body._bits: body for body in before})
        self._bodies = {body._bits: body for body in self.bodies()}

    def view(self, *, filter: Filter = Filter(), ignore: Optional[Body] = None, crossing: bool = False,
             levels: bool = True, statics: bool = True, movers: bool = True, kinematics: bool = True) -> View:
        """The world as queries with a filter see it, without a body, or without some types. With `crossing`, sensors
        too."""
        return View(self, filter, ignore, crossing, (levels, statics, movers, kinematics))


class _CallsOf:
    """What C calls for a world: refers to it without keeping it."""

    def __init__(self, world: World) -> None:
        self.world = weakref.ref(world)

    def __call__(self) -> Optional[World]:
        return self.world()

    def decide(self, contact: Any, response: Any) -> None:
        world = self.world()
        if world is not None and world._rule is not None:
            world._rule.decide(contact, response)


class View(Queries):
    """A world without some of its obstacles, for queries and moves. World.view() makes it."""

    def __init__(self, world: World, filter: Filter, ignore: Optional[Body], crossing: bool, parts: Sequence[bool]) -> None:
        self._memory = Memory(None, None)
        instance(world, World, 'world')._pointer()
        self._see(world)
        view = self._view
        view.filter = _c_filter(filter, 'filter')
        if ignore is not None:
            if instance(ignore, Body, 'ignore').world is not world:
                raise ValueError('ignore: a body of another world: pass one of this world')
            setattr(view, 'except', ignore._id)
        view.crossing = flag(crossing, 'crossing')
        levels, statics, movers, kinematics = parts
        view.no_levels, view.no_statics = not flag(levels, 'levels'), not flag(statics, 'statics')
        view.no_movers, view.no_kinematics = not flag(movers, 'movers'), not flag(kinematics, 'kinematics')
        self._c_scene = ffi.new('carom_scene *', lib.carom_scene_of_world(view))

    def __repr__(self) -> str:
        return f'<carom.View of {self.world!r}>'


# ---- Many worlds ----------------------------------------------------------------------------------------------------

class BodyList(Owner):
    """Bodies of any number of worlds, for arrays in and out: row i belongs to body i.

    Every call raises RuntimeError if one of the bodies was removed.
    """

    def __init__(self, bodies: Iterable[Body]) -> None:
        self._bodies = tuple(instances(bodies, Body, 'bodies'))
        self._worlds = tuple({id(body.world): body.world for body in self._bodies}.values())
        self._c = ffi.new('py_body[]', max(len(self._bodies), 1))
        for i, body in enumerate(self._bodies):
            self._c[i].world, self._c[i].id = body._there(), body._id
        self._memory = Memory(None, None, [world._memory for world in self._worlds if world._memory])
        self._check()

    def __len__(self) -> int:
        return len(self._bodies)

    def __getitem__(self, index: int) -> Body:
        return self._bodies[index]

    def __repr__(self) -> str:
        return f'<carom.BodyList of {len(self)} bodies in {len(self._worlds)} worlds>'

    def _check(self) -> int:
        self._pointer()
        for world in self._worlds:
            world._idle()
        stale = lib.py_bodies_stale(self._c, len(self))
        if stale >= 0:
            raise RuntimeError(f'body {stale} of the list was removed: make a list without it')
        return len(self)

    def _values(self, values: Any, name: str) -> np.ndarray:
        outside_callback(name)
        rows, n = floats(values, 2, name), self._check()
        if len(rows) != n:
            raise ValueError(f'{name}: {len(rows)} rows for {n} bodies')
        return rows

    def positions(self) -> np.ndarray:
        """The positions: a new array of the shape (n, 2)."""
        out = np.zeros((self._check(), 2), np.float32)
        lib.py_bodies_positions(self._c, len(self), c_array('carom_vec2', out))
        return out

    def velocities(self) -> np.ndarray:
        """The velocities: a new array of the shape (n, 2)."""
        out = np.zeros((self._check(), 2), np.float32)
        lib.py_bodies_velocities(self._c, len(self), c_array('carom_vec2', out))
        return out

    def set_positions(self, positions: Any) -> None:
        """Teleports each body."""
        rows = self._values(positions, 'positions')
        check(lib.py_bodies_set_positions(self._c, len(self), c_array('carom_vec2', rows)), 'set_positions')

    def set_velocities(self, velocities: Any) -> None:
        """Sets the velocity of each body."""
        rows = self._values(velocities, 'velocities')
        check(lib.py_bodies_set_velocities(self._c, len(self), c_array('carom_vec2', rows)), 'set_velocities')

    def ray_many(self, moves: Any) -> np.recarray:
        """Casts rays from each body in its world: `moves` has the shape (k, 2), the same for all, or (n, k, 2). The body
        itself is ignored. Returns a record array of the shape (n, k), with the fields of World.ray_many()."""
        n = self._check()
        rows = array(moves, np.float32, 'moves')
        if rows.ndim == 2:
            rows = np.ascontiguousarray(np.broadcast_to(rows, (n, *rows.shape)))
        if rows.ndim != 3 or rows.shape[0] != n or rows.shape[2] != 2:
            raise ValueError(f'moves: an array of the shape {rows.shape}: expected (k, 2) or ({n}, k, 2)')
        floats(rows.reshape(-1, 2), 2, 'moves')
        hits = records(rows.shape[:2], WORLD_RAYS)
        lib.py_bodies_ray_many(self._c, n, c_array('carom_vec2', rows), rows.shape[1], c_array('py_world_ray', hits))
        for world in self._worlds:
            world._finish()
        return hits


_pools: Dict[int, ThreadPoolExecutor] = {}


def step_all(worlds: Sequence[World], dt: float = 1, threads: int = 1) -> None:
    """Steps many worlds, on a number of threads. The results do not depend on the threads. No other thread may use the
    worlds meanwhile."""
    all_worlds, dt, threads = instances(worlds, World, 'worlds'), duration(dt), integer(threads, 1, 256, 'threads')
    if len({id(world) for world in all_worlds}) != len(all_worlds):
        raise ValueError('worlds: a world occurs twice')
    pointers = [world._begin('step_all') for world in all_worlds]
    c_worlds, n = ffi.new('carom_world *[]', pointers), len(pointers)
    for world in all_worlds:
        world._stepping = threading.get_ident()
    try:
        if threads == 1 or n < 2:
            statuses = [lib.py_worlds_step(c_worlds, n, dt)]
        else:
            pool = _pools.get(threads) or _pools.setdefault(threads, ThreadPoolExecutor(threads, 'carom'))
            cuts = [n * i // threads for i in range(threads + 1)]

            def part(low: int, high: int) -> int:
                for world in all_worlds[low:high]:
                    world._stepping = threading.get_ident()
                return lib.py_worlds_step(c_worlds + low, high - low, dt)
            statuses = list(pool.map(part, cuts[:-1], cuts[1:]))
    finally:
        for world in all_worlds:
            world._stepping = 0
    for world in all_worlds:
        world._raise()
    for status in statuses:
        check(status, 'step_all')
