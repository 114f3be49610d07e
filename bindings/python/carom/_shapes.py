# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Shapes, poses, and queries on pairs of shapes."""
from __future__ import annotations

from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from carom._core import (Memory, Owner, Vec2, Vector, c_array, check, dtype_of, ffi, flag, floats, instances,
                         lib, number, records, same_length, shown, vec2, vector)

# ---- Rotations and poses --------------------------------------------------------------------------------------------


class Rotation(NamedTuple):
    """A rotation about the origin, from the first axis towards the second."""
    cosine: float = 1.0
    sine: float = 0.0

    @classmethod
    def of(cls, radians: float) -> Rotation:
        """The rotation by an angle: the same bits on every machine, quarter turns exact."""
        return cls._of_c(lib.carom_rotation_of(number(radians, 'radians')))

    @classmethod
    def _of_c(cls, r: Any) -> Rotation:
        return cls(r.cosine, r.sine)

    def normalized(self) -> Rotation:
        """Scaled to unit length: for a rotation that was read or computed elsewhere."""
        return self._of_c(lib.carom_rotation_normalized(rotation_argument(self, 'rotation')))

    def inverse(self) -> Rotation:
        """The rotation by the opposite angle."""
        return self._of_c(lib.carom_rotation_inverse(rotation_argument(self, 'rotation')))

    def __matmul__(self, other: Rotation) -> Rotation:
        return self._of_c(lib.carom_rotation_compose(rotation_argument(self, 'rotation'), rotation_argument(other, 'other')))

    def rotate(self, v: Vector) -> Vec2:
        """The vector v, rotated."""
        return vec2(lib.carom_rotate(rotation_argument(self, 'rotation'), vector(v, 'v')))


class Pose(NamedTuple):
    """A position and a rotation: an angle in radians, or a Rotation. A shape at a pose is turned about its own origin,
    then moved."""
    position: Vector = Vec2(0.0, 0.0)
    rotation: Union[Rotation, float] = Rotation()

    def point(self, v: Vector) -> Vec2:
        """The position of a point that is given relative to the pose."""
        return vec2(lib.carom_pose_point(pose_argument(self, 'pose'), vector(v, 'v')))

    def local(self, p: Vector) -> Vec2:
        """The coordinates of a point relative to the pose."""
        return vec2(lib.carom_pose_local(pose_argument(self, 'pose'), vector(p, 'p')))

    def __matmul__(self, child: Pose) -> Pose:
        """The pose of a child whose pose is given relative to this one: a turret on a car."""
        pose = lib.carom_pose_compose(pose_argument(self, 'pose'), pose_argument(child, 'child'))
        return Pose(vec2(pose.position), Rotation._of_c(pose.rotation))


def rotation_argument(value: Any, name: str) -> Tuple[float, float]:
    if isinstance(value, tuple) and len(value) == 2:
        return number(value[0], name), number(value[1], name)
    r = lib.carom_rotation_of(number(value, name))
    return r.cosine, r.sine


def pose_argument(value: Any, name: str) -> Tuple[Tuple[float, float], Tuple[float, float]]:
    if value is None:
        return (0.0, 0.0), (1.0, 0.0)
    if not isinstance(value, Pose):
        raise TypeError(f'{name}: expected a carom.Pose, not {shown(value)}')
    return vector(value.position, name), rotation_argument(value.rotation, name)


# ---- Shapes ---------------------------------------------------------------------------------------------------------

class Bounds(NamedTuple):
    """A box from `min` to `max`."""
    min: Vec2
    max: Vec2


def bounds_of(box: Any) -> Optional[Bounds]:
    return Bounds(vec2(box.min), vec2(box.max)) if box.min.x <= box.max.x else None


def _brief(value: Any) -> str:
    if isinstance(value, float):
        return str(np.float32(value))
    if isinstance(value, tuple):
        return '(' + ', '.join(map(_brief, value)) + (',)' if len(value) == 1 else ')')
    return repr(value)


class Shape:
    """A shape that was checked. Shapes do not change. This is the base of Point, Segment, Circle, Box, Capsule, Polygon
    and Compound."""
    __slots__ = ('_c', '_parts', '__weakref__')
    _c: Any  # carom_shape *
    _parts: Tuple[Any, ...]  # what a compound refers to

    def __init__(self) -> None:
        raise TypeError('Shape: make a Point, Segment, Circle, Box, Capsule, Polygon or Compound')

    def _start(self) -> Any:
        self._c, self._parts = ffi.new('carom_shape *'), ()
        return self._c

    def _arguments(self) -> Tuple[Any, ...]:
        raise NotImplementedError

    @property
    def kind(self) -> str:
        """"point", "segment", "circle", "box", "capsule", "polygon" or "compound"."""
        return type(self).__name__.lower()

    @property
    def bounds(self) -> Bounds:
        """The smallest box that contains the shape."""
        box = lib.carom_shape_bounds(self._c)
        return Bounds(vec2(box.min), vec2(box.max))

    def at(self, offset: Vector) -> Shape:
        """The shape moved by an offset, each coordinate rounded once."""
        return shape_of(lib.carom_shape_at(self._c, vector(offset, 'offset')), 'offset')

    def posed(self, pose: Pose) -> Shape:
        """The shape at a pose, each vertex rounded once. A box that is turned becomes a polygon."""
        return shape_of(lib.carom_shape_posed(self._c, pose_argument(pose, 'pose')), 'pose')

    def __repr__(self) -> str:
        return f'{type(self).__name__}({", ".join(map(_brief, self._arguments()))})'

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shape) and type(self) is type(other) and self._arguments() == other._arguments()

    def __hash__(self) -> int:
        return hash((type(self), self._arguments()))

    def __reduce__(self) -> Any:
        return type(self), self._arguments()


class Point(Shape):
    """A single point."""
    __slots__ = ()

    def __init__(self, position: Vector) -> None:
        check(lib.carom_make_point(vector(position, 'position'), self._start()), 'Point')

    @property
    def position(self) -> Vec2:
        return vec2(self._c.point)

    def _arguments(self) -> Tuple[Any, ...]:
        return (self.position,)


class Segment(Shape):
    """A segment from a to b. A one-sided segment is solid on the left of a->b. `ends` says which ends can be hit: a chain
    then hits a shared vertex only once."""
    __slots__ = ()

    def __init__(self, a: Vector, b: Vector, one_sided: bool = False, ends: Tuple[bool, bool] = (True, True)) -> None:
        make = lib.carom_make_one_sided if flag(one_sided, 'one_sided') else lib.carom_make_segment
        try:
            end_a, end_b = ends
        except (TypeError, ValueError):
            raise TypeError(f'ends: expected two flags, not {shown(ends)}') from None
        check(make(vector(a, 'a'), vector(b, 'b'), self._start()), 'Segment')
        self._c.segment.skip_a, self._c.segment.skip_b = not flag(end_a, 'ends'), not flag(end_b, 'ends')

    a = property(lambda self: vec2(self._c.segment.a), doc='First end.')
    b = property(lambda self: vec2(self._c.segment.b), doc='Second end.')
    one_sided = property(lambda self: self._c.segment.one_sided, doc='Solid on the left of a->b.')
    ends = property(lambda self: (not self._c.segment.skip_a, not self._c.segment.skip_b), doc='Which ends can be hit.')

    def _arguments(self) -> Tuple[Any, ...]:
        return self.a, self.b, self.one_sided, self.ends


class Circle(Shape):
    """A filled circle."""
    __slots__ = ()

    def __init__(self, center: Vector = (0, 0), radius: float = 1) -> None:
        check(lib.carom_make_circle(vector(center, 'center'), number(radius, 'radius'), self._start()), 'Circle')

    center = property(lambda self: vec2(self._c.circle.center), doc='The centre, which is also the reference point.')
    radius = property(lambda self: self._c.circle.radius, doc='The radius.')

    def _arguments(self) -> Tuple[Any, ...]:
        return self.center, self.radius


class Box(Shape):
    """An axis-aligned box."""
    __slots__ = ()

    def __init__(self, min: Vector, max: Vector) -> None:
        check(lib.carom_make_box(vector(min, 'min'), vector(max, 'max'), self._start()), 'Box')

    min = property(lambda self: vec2(self._c.box.min), doc='Least x and y: the reference point.')
    max = property(lambda self: vec2(self._c.box.max), doc='Greatest x and y.')

    def _arguments(self) -> Tuple[Any, ...]:
        return self.min, self.max


class Capsule(Shape):
    """All points within a radius of the segment a-b."""
    __slots__ = ()

    def __init__(self, a: Vector, b: Vector, radius: float) -> None:
        check(lib.carom_make_capsule(vector(a, 'a'), vector(b, 'b'), number(radius, 'radius'), self._start()), 'Capsule')

    a = property(lambda self: vec2(self._c.capsule.a), doc='First end of the axis.')
    b = property(lambda self: vec2(self._c.capsule.b), doc='Second end of the axis.')
    radius = property(lambda self: self._c.capsule.radius, doc='The radius.')

    def _arguments(self) -> Tuple[Any, ...]:
        return self.a, self.b, self.radius


class Polygon(Shape):
    """A convex polygon of 3 to 8 vertices in either winding. A radius above 0 rounds its corners."""
    __slots__ = ()

    def __init__(self, points: Union[Sequence[Vector], np.ndarray], radius: float = 0) -> None:
        rows = _few(points)
        check(lib.carom_make_rounded_polygon(c_array('carom_vec2', rows), len(rows), number(radius, 'radius'),
                                             self._start()), 'Polygon')

    points = property(lambda self: tuple(vec2(self._c.polygon.v[i]) for i in range(self._c.polygon.count)),
                      doc='The vertices in order.')
    radius = property(lambda self: self._c.polygon.radius, doc='The radius of the corners.')

    def _arguments(self) -> Tuple[Any, ...]:
        return self.points, self.radius


class Compound(Shape):
    """Several shapes as one."""
    __slots__ = ()

    def __init__(self, parts: Iterable[Shape]) -> None:
        shapes = instances(parts, Shape, 'parts')
        c_parts = ffi.new('carom_shape[]', max(len(shapes), 1))
        for i, shape in enumerate(shapes):
            c_parts[i] = shape._c[0]
        self._start()
        # The parts of parts, too: c_parts refers to their memory.
        self._parts = (tuple(shapes), c_parts, [shape._parts for shape in shapes])
        check(lib.carom_make_compound(c_parts, len(shapes), self._c), 'Compound')

    parts = property(lambda self: self._parts[0], doc='The shapes.')

    def at(self, offset: Vector) -> Compound:
        return Compound(part.at(offset) for part in self.parts)

    def posed(self, pose: Pose) -> Compound:
        return Compound(part.posed(pose) for part in self.parts)

    def _arguments(self) -> Tuple[Any, ...]:
        return (self.parts,)


_KINDS: Dict[int, Any] = {lib.CAROM_SHAPE_POINT: Point, lib.CAROM_SHAPE_SEGMENT: Segment, lib.CAROM_SHAPE_CIRCLE: Circle,
          lib.CAROM_SHAPE_BOX: Box, lib.CAROM_SHAPE_CAPSULE: Capsule, lib.CAROM_SHAPE_POLYGON: Polygon}


def shape_of(c: Any, name: str) -> Shape:
    """A Shape from a carom_shape that is no compound."""
    kind = _KINDS.get(c.kind)
    if kind is None:
        raise ValueError(f'{name}: the shape is not valid there')
    shape = kind.__new__(kind)
    shape._c, shape._parts = ffi.new('carom_shape *', c), ()
    check(lib.carom_shape_check(shape._c), name)
    return shape


def c_shape(value: Any, name: str) -> Any:
    if isinstance(value, Shape):
        return value._c
    raise TypeError(f'{name}: expected a carom.Shape (Circle, Box, ...), not {shown(value)}')


def convex(value: Any, name: str) -> Any:
    shape = c_shape(value, name)
    if shape.kind == lib.CAROM_SHAPE_COMPOUND:
        raise ValueError(f'{name}: a Compound: pass a convex shape')
    return shape


def _few(points: Any) -> np.ndarray:
    rows = floats(points, 2, 'points')
    if len(rows) > 64:
        raise ValueError(f'points: {len(rows)} points: at most 64 are allowed')
    return rows


def hull(points: Union[Sequence[Vector], np.ndarray]) -> Shape:
    """The convex hull of points in any order: a Polygon, or a Segment or Point if they lie on one line."""
    rows, out = _few(points), ffi.new('carom_shape *')
    check(lib.carom_make_hull(c_array('carom_vec2', rows), len(rows), out), 'hull')
    return shape_of(out[0], 'points')


def rounded_box(min: Vector, max: Vector, radius: float) -> Shape:
    """A box grown by a radius: all points within the radius of it."""
    out = ffi.new('carom_shape *')
    check(lib.carom_make_rounded_box((vector(min, 'min'), vector(max, 'max')), number(radius, 'radius'), out), 'rounded_box')
    return shape_of(out[0], 'rounded_box')


def oriented_box(min: Vector, max: Vector, pose: Pose) -> Shape:
    """A box at a pose: a Polygon, or a Box if the rotation is a quarter turn."""
    out = ffi.new('carom_shape *')
    check(lib.carom_make_oriented_box((vector(min, 'min'), vector(max, 'max')), pose_argument(pose, 'pose'), out), 'oriented_box')
    return shape_of(out[0], 'oriented_box')


def _rings(rings: Any) -> Tuple[Any, Any, int]:
    try:
        rows = [floats(ring, 2, f'rings[{i}]') for i, ring in enumerate(rings)]
    except TypeError as error:
        raise TypeError(f'rings: expected a list of rings of points: {error}') from None
    points = [c_array('carom_vec2', ring) for ring in rows]
    return ffi.new('carom_ring[]', [(p, len(ring)) for p, ring in zip(points, rows)]), (rows, points), len(rows)


def triangulate(rings: Iterable[Any]) -> np.ndarray:
    """Divides an area into triangles: an array of the shape (n, 3, 2). Rings are lists of points, under the even-odd
    rule: holes, and islands in holes, are rings like any other."""
    c_rings, _anchor, n = _rings(rings)
    count = ffi.new('int *')
    check(lib.carom_triangulate(c_rings, n, ffi.NULL, ffi.NULL, 0, count), 'triangulate')
    out = np.zeros((count[0], 3, 2), np.float32)
    check(lib.carom_triangulate(c_rings, n, ffi.NULL, c_array('carom_triangle', out), len(out), count), 'triangulate')
    return out


def decompose(rings: Iterable[Any]) -> List[Shape]:
    """Divides an area into convex polygons: the parts of a Compound, for example of a concave mover."""
    c_rings, _anchor, n = _rings(rings)
    count = ffi.new('int *')
    check(lib.carom_decompose(c_rings, n, ffi.NULL, ffi.NULL, 0, count), 'decompose')
    out = ffi.new('carom_shape[]', max(count[0], 1))
    check(lib.carom_decompose(c_rings, n, ffi.NULL, out, count[0], count), 'decompose')
    return [shape_of(out[i], 'decompose') for i in range(count[0])]


# ---- Results --------------------------------------------------------------------------------------------------------

FEATURES = (None, 'edge', 'end_a', 'end_b', 'side', 'corner')


class RayHit(NamedTuple):
    """The first hit of a ray; false without a hit. `t` is the fraction of the motion, 1 on a miss. `exit` is where the
    ray leaves the shape. `edge`, `level` and `body` say what was hit in a level or world."""
    hit: bool
    inside: bool
    t: float
    exit: float
    point: Vec2
    normal: Optional[Vec2] = None
    feature: Optional[str] = None
    part: Optional[int] = None
    edge: Optional[int] = None
    level: Any = None
    body: Any = None

    def __bool__(self) -> bool:
        return self.hit


class SweepHit(NamedTuple):
    """The first contact of a moving shape; false without a hit. `t` is the time of impact as a fraction of the motion, 1
    on a miss; `at` is the final position of the reference point, which does not penetrate what stopped it."""
    hit: bool
    inside: bool
    t: float
    at: Vec2
    point: Optional[Vec2] = None
    normal: Optional[Vec2] = None
    feature: Optional[str] = None
    part_a: Optional[int] = None
    part_b: Optional[int] = None
    edge: Optional[int] = None
    level: Any = None
    body: Any = None
    one_way: bool = False
    platform: Optional[int] = None

    def __bool__(self) -> bool:
        return self.hit


class TurningHit(NamedTuple):
    """The first contact of shapes that move and turn; false without. `at` is the final pose of a, `velocity` that of a
    relative to b at the contact, for the whole motion as one unit of time."""
    hit: bool
    inside: bool
    t: float
    at: Pose
    point: Optional[Vec2] = None
    normal: Optional[Vec2] = None
    velocity: Optional[Vec2] = None
    feature: Optional[str] = None
    part_a: Optional[int] = None
    part_b: Optional[int] = None
    edge: Optional[int] = None
    level: Any = None

    def __bool__(self) -> bool:
        return self.hit


class Separation(NamedTuple):
    """The distance of two shapes, or minus their penetration depth; infinite if there is none."""
    distance: float
    on_a: Optional[Vec2] = None
    on_b: Optional[Vec2] = None
    normal: Optional[Vec2] = None
    part_a: Optional[int] = None
    part_b: Optional[int] = None
    edge: Optional[int] = None
    level: Any = None
    body: Any = None


class Contact(NamedTuple):
    """The contact of two shapes that overlap; false without."""
    hit: bool
    depth: float
    normal: Optional[Vec2] = None
    points: Tuple[Vec2, ...] = ()
    part_a: Optional[int] = None
    part_b: Optional[int] = None

    def __bool__(self) -> bool:
        return self.hit


class Hit3(NamedTuple):
    """A hit in three dimensions; false without. Points are (x, y, z)."""
    hit: bool
    inside: bool
    t: float
    exit: float
    at: Tuple[float, float, float]
    point: Optional[Tuple[float, float, float]] = None
    normal: Optional[Tuple[float, float, float]] = None
    feature: Optional[str] = None

    def __bool__(self) -> bool:
        return self.hit


def ray_hit(h: Any, edge: bool = False, level: Any = None, body: Any = None) -> RayHit:
    if not h.hit:
        return RayHit(False, False, h.t, h.exit, vec2(h.point))
    part, number_of_edge = (None, h.part) if edge else (h.part, None)
    return RayHit(True, h.inside, h.t, h.exit, vec2(h.point), vec2(h.normal), FEATURES[h.feature], part, number_of_edge,
                  level, body)


def sweep_hit(h: Any, edge: bool = False, level: Any = None, body: Any = None) -> SweepHit:
    if not h.hit:
        return SweepHit(False, False, h.t, vec2(h.at))
    part, number_of_edge = (None, h.part_b) if edge else (h.part_b, None)
    return SweepHit(True, h.inside, h.t, vec2(h.at), vec2(h.point), vec2(h.normal), FEATURES[h.feature], h.part_a, part,
                    number_of_edge, level, body)


def separation(s: Any, edge: bool = False, level: Any = None, body: Any = None) -> Separation:
    if s.distance == float('inf'):
        return Separation(s.distance)
    part, number_of_edge = (None, s.part_b) if edge else (s.part_b, None)
    return Separation(s.distance, vec2(s.on_a), vec2(s.on_b), vec2(s.normal), s.part_a, part, number_of_edge, level, body)


_PAIR = (np.float32, 2)


def ray_fields(prefix: str, part: str) -> Dict[str, Any]:
    return {'hit': (prefix + 'hit', np.bool_), 'inside': (prefix + 'inside', np.bool_), 't': (prefix + 't', np.float32),
            'exit': (prefix + 'exit', np.float32), 'point': (prefix + 'point', _PAIR),
            'normal': (prefix + 'normal', _PAIR), 'feature': (prefix + 'feature', np.int32),
            part: (prefix + 'part', np.int32)}


def sweep_fields(prefix: str, part: str) -> Dict[str, Any]:
    return {'hit': (prefix + 'hit', np.bool_), 'inside': (prefix + 'inside', np.bool_), 't': (prefix + 't', np.float32),
            'at': (prefix + 'at', _PAIR), 'point': (prefix + 'point', _PAIR), 'normal': (prefix + 'normal', _PAIR),
            'feature': (prefix + 'feature', np.int32), 'part_a': (prefix + 'part_a', np.int32),
            part: (prefix + 'part_b', np.int32)}


def separation_fields(prefix: str, part: str) -> Dict[str, Any]:
    return {'distance': (prefix + 'distance', np.float32), 'on_a': (prefix + 'on_a', _PAIR),
            'on_b': (prefix + 'on_b', _PAIR), 'normal': (prefix + 'normal', _PAIR),
            'part_a': (prefix + 'part_a', np.int32), part: (prefix + 'part_b', np.int32)}


RAYS = dtype_of('carom_ray_hit', **ray_fields('', 'part'))
EDGE_RAYS = dtype_of('carom_ray_hit', **ray_fields('', 'edge'))


def ray_columns(starts: Any, moves: Any) -> Tuple[Any, Any, int]:
    starts, moves = floats(starts, 2, 'starts'), floats(moves, 2, 'moves')
    n = same_length(starts, moves, 'starts, moves')
    columns = [np.ascontiguousarray(column) for column in (starts[:, 0], starts[:, 1], moves[:, 0], moves[:, 1])]
    pointers = [c_array('float', column) for column in columns]
    return ffi.new('carom_rays *', (*pointers, n)), (columns, pointers), n


# ---- Queries --------------------------------------------------------------------------------------------------------

def overlap(a: Shape, b: Shape, a_pose: Optional[Pose] = None, b_pose: Optional[Pose] = None) -> bool:
    """Whether a and b share a point. Touching counts. Exact."""
    if a_pose is None and b_pose is None:
        return lib.carom_overlap(c_shape(a, 'a'), c_shape(b, 'b'))
    return lib.carom_posed_overlap(c_shape(a, 'a'), pose_argument(a_pose, 'a_pose'), c_shape(b, 'b'), pose_argument(b_pose, 'b_pose'))


def distance(a: Shape, b: Shape, a_pose: Optional[Pose] = None, b_pose: Optional[Pose] = None) -> Separation:
    """The distance between a and b, or minus their penetration depth."""
    if a_pose is None and b_pose is None:
        return separation(lib.carom_distance(c_shape(a, 'a'), c_shape(b, 'b')))
    return separation(lib.carom_posed_distance(c_shape(a, 'a'), pose_argument(a_pose, 'a_pose'), c_shape(b, 'b'),
                                               pose_argument(b_pose, 'b_pose')))


def contact(a: Shape, b: Shape, a_pose: Optional[Pose] = None, b_pose: Optional[Pose] = None) -> Contact:
    """The contact of two shapes that overlap. The normal points from b to a."""
    if a_pose is None and b_pose is None:
        c = lib.carom_contact(c_shape(a, 'a'), c_shape(b, 'b'))
    else:
        c = lib.carom_posed_contact(c_shape(a, 'a'), pose_argument(a_pose, 'a_pose'), c_shape(b, 'b'), pose_argument(b_pose, 'b_pose'))
    if not c.hit:
        return Contact(False, c.depth)
    return Contact(True, c.depth, vec2(c.normal), tuple(vec2(c.points[i]) for i in range(c.count)), c.part_a, c.part_b)


def ray(start: Vector, move: Vector, b: Shape, b_pose: Optional[Pose] = None) -> RayHit:
    """The first hit of a ray from `start` to `start + move`."""
    start, move, shape = vector(start, 'start'), vector(move, 'move'), c_shape(b, 'b')
    return ray_hit(lib.carom_ray(start, move, shape) if b_pose is None
                   else lib.carom_posed_ray(start, move, shape, pose_argument(b_pose, 'b_pose')))


def sweep(a: Shape, move: Vector, b: Shape, b_move: Vector = (0, 0)) -> SweepHit:
    """The first contact of a, moved by `move`, with b, moved by `b_move` in the same time."""
    return sweep_hit(lib.carom_sweep(c_shape(a, 'a'), vector(move, 'move'), c_shape(b, 'b'), vector(b_move, 'b_move')))


class Turning(NamedTuple):
    """A motion with a turn: the position of a pose moves, while the shape turns about it by an angle in radians, of at
    most 33.5."""
    pose: Pose = Pose()
    move: Vector = Vec2(0.0, 0.0)
    angle: float = 0.0

    def at(self, t: float) -> Pose:
        """The pose at a time from 0 to 1."""
        pose = lib.carom_turning_pose(c_turning(self, 'motion'), number(t, 't'))
        return Pose(vec2(pose.position), Rotation._of_c(pose.rotation))


def c_turning(value: Any, name: str) -> Any:
    if not isinstance(value, Turning):
        raise TypeError(f'{name}: expected a carom.Turning, not {shown(value)}')
    angle = number(value.angle, name)
    if abs(angle) > 33.5:
        raise ValueError(f'{name}: the angle {angle} is beyond 33.5 radians: divide the motion')
    return ffi.new('carom_turning *', (pose_argument(value.pose, name), vector(value.move, name), angle))


def c_pose(pose: Any) -> Pose:
    return Pose(vec2(pose.position), Rotation._of_c(pose.rotation))


def turning_hit(h: Any, level: Any = None) -> TurningHit:
    at = c_pose(h.at)
    if not h.hit:
        return TurningHit(False, False, h.t, at)
    part, edge = (h.part_b, None) if level is None else (None, h.part_b)
    return TurningHit(True, h.inside, h.t, at, vec2(h.point), vec2(h.normal), vec2(h.velocity), FEATURES[h.feature], h.part_a,
                      part, edge, level)


def sweep_turning(a: Shape, motion: Turning, b: Shape, b_motion: Turning = Turning()) -> TurningHit:
    """The first contact of two shapes that move and turn at the same time. The time of impact is exact."""
    h = lib.carom_sweep_turning(c_shape(a, 'a'), c_turning(motion, 'motion'), c_shape(b, 'b'), c_turning(b_motion, 'b_motion'))
    return turning_hit(h)


def ray_many(starts: Any, moves: Any, b: Shape) -> np.recarray:
    """Casts rays against one shape. Returns a record array with the fields of RayHit."""
    shape = c_shape(b, 'b')
    rays, _anchor, n = ray_columns(starts, moves)
    hits = records(n, RAYS)
    lib.carom_ray_many(rays, shape, c_array('carom_ray_hit', hits))
    return hits


def _columns(kind: str, values: Any, count: int, name: str) -> Tuple[Any, Any, int]:
    rows = floats(values, count, name)
    columns = [np.ascontiguousarray(rows[:, i]) for i in range(count)]
    pointers = [c_array('float', column) for column in columns]
    return ffi.new(kind + ' *', (*pointers, len(rows))), (columns, pointers), len(rows)


def _overlap_batch(query: Any, a: Shape, batch: Tuple[Any, Any, int]) -> np.ndarray:
    shapes, _anchor, n = batch
    out = np.zeros(n, np.int32)
    return out[:query(c_shape(a, 'a'), shapes, c_array('int', out), n)]


def overlap_circles(a: Shape, circles: Any) -> np.ndarray:
    """The indices of the circles that overlap a, ascending. Each row of `circles` is x, y, radius."""
    return _overlap_batch(lib.carom_overlap_circles, a, _columns('carom_circles', circles, 3, 'circles'))


def overlap_boxes(a: Shape, boxes: Any) -> np.ndarray:
    """The indices of the boxes that overlap a. Each row of `boxes` is min x, min y, max x, max y."""
    return _overlap_batch(lib.carom_overlap_boxes, a, _columns('carom_boxes', boxes, 4, 'boxes'))


def overlap_segments(a: Shape, segments: Any) -> np.ndarray:
    """The indices of the segments that overlap a. Each row of `segments` is ax, ay, bx, by."""
    return _overlap_batch(lib.carom_overlap_segments, a, _columns('carom_segments', segments, 4, 'segments'))


def sweep_circles(a: Shape, move: Vector, circles: Any) -> SweepHit:
    """The earliest hit of a against resting circles; `part_b` is the row."""
    shapes, _anchor, _ = _columns('carom_circles', circles, 3, 'circles')
    return sweep_hit(lib.carom_sweep_circles(c_shape(a, 'a'), vector(move, 'move'), shapes))


def sweep_boxes(a: Shape, move: Vector, boxes: Any) -> SweepHit:
    """The earliest hit of a against resting boxes; `part_b` is the row."""
    shapes, _anchor, _ = _columns('carom_boxes', boxes, 4, 'boxes')
    return sweep_hit(lib.carom_sweep_boxes(c_shape(a, 'a'), vector(move, 'move'), shapes))


def sweep_segments(a: Shape, move: Vector, segments: Any) -> SweepHit:
    """The earliest hit of a against resting segments; `part_b` is the row."""
    shapes, _anchor, _ = _columns('carom_segments', segments, 4, 'segments')
    return sweep_hit(lib.carom_sweep_segments(c_shape(a, 'a'), vector(move, 'move'), shapes))


class Shapes(Owner):
    """Many shapes of any kinds, checked and converted once for queries of one shape against all of them."""

    def __init__(self, shapes: Iterable[Shape]) -> None:
        self._shapes = tuple(instances(shapes, Shape, 'shapes'))
        c_shapes = ffi.new('carom_shape[]', max(len(self._shapes), 1))
        for i, shape in enumerate(self._shapes):
            c_shapes[i] = shape._c[0]
        prepared = lib.py_prepare(c_shapes, len(self._shapes))
        if prepared == ffi.NULL:
            raise MemoryError('Shapes')
        # The parts of compounds are not copied.
        self._memory = Memory(prepared, lib.py_free, anchor=[shape._parts for shape in self._shapes])

    def __len__(self) -> int:
        return len(self._shapes)

    def __getitem__(self, index: int) -> Shape:
        return self._shapes[index]

    def __repr__(self) -> str:
        return f'<carom.Shapes of {len(self)}>'

    def _prepared(self, shape: Shape, name: str) -> Tuple[Any, Any]:
        memory = Memory(lib.py_prepare(c_shape(shape, name), 1), lib.py_free)
        if memory.pointer == ffi.NULL:
            raise MemoryError(name)
        return memory, memory.pointer

    def overlap(self, a: Shape) -> np.ndarray:
        """The indices of the shapes that overlap a, ascending."""
        shapes, out = self._pointer(), np.zeros(len(self), np.int32)
        memory, prepared = self._prepared(a, 'a')
        n = lib.carom_prepared_overlap_many(prepared, shapes, len(self), c_array('int', out), len(self))
        memory.release()
        return out[:n]

    def sweep(self, a: Shape, move: Vector) -> SweepHit:
        """The earliest hit of a; `part_b` is the index of the shape."""
        shapes, move = self._pointer(), vector(move, 'move')
        memory, prepared = self._prepared(a, 'a')
        hit = lib.carom_prepared_sweep_many(prepared, move, shapes, len(self))
        memory.release()
        return sweep_hit(hit)


# ---- Spheres --------------------------------------------------------------------------------------------------------

Vector3 = Union[Sequence[float], np.ndarray]


def _vector3(value: Any, name: str) -> Tuple[float, float, float]:
    try:
        x, y, z = value
    except (TypeError, ValueError):
        raise TypeError(f'{name}: expected three numbers (x, y, z), not {shown(value)}') from None
    return number(x, name), number(y, name), number(z, name)


def _hit3(h: Any) -> Hit3:
    def triple(v: Any) -> Tuple[float, float, float]:
        return v.x, v.y, v.z
    if not h.hit:
        return Hit3(False, False, h.t, h.exit, triple(h.at))
    return Hit3(True, h.inside, h.t, h.exit, triple(h.at), triple(h.point), triple(h.normal), FEATURES[h.feature])


def ray_sphere(start: Vector3, move: Vector3, center: Vector3, radius: float) -> Hit3:
    """The first hit of a ray with a sphere, in three dimensions."""
    return _hit3(lib.carom_ray_sphere(_vector3(start, 'start'), _vector3(move, 'move'), _vector3(center, 'center'),
                                      number(radius, 'radius')))


def sweep_sphere_segment(center: Vector3, radius: float, move: Vector3, a: Vector3, b: Vector3) -> Hit3:
    """The first contact of a moving sphere with a segment at rest, in three dimensions."""
    return _hit3(lib.carom_sweep_sphere_segment(_vector3(center, 'center'), number(radius, 'radius'),
                                                _vector3(move, 'move'), _vector3(a, 'a'), _vector3(b, 'b')))
