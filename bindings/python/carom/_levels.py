# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Levels: tiles, outlines and bitmaps as one boundary without seams."""
from __future__ import annotations

import mmap
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from carom._core import (INFINITY, INT_MAX, Memory, Vec2, Vector, c_array, check, check_error, dtype_of, ffi, flag,
                         floats, instances, integer, lib, limit, not_negative, octets, outside_callback,
                         records, same_length, small, text_of, vec2, vector)
from carom._scenes import Response, Scene, TurningMotion, c_response
from carom._shapes import (EDGE_RAYS, Bounds, Pose, RayHit, Separation, Shape, SweepHit, Turning, TurningHit, bounds_of,
                           c_pose, c_shape, c_turning, convex, ray_columns, ray_hit, separation, separation_fields,
                           sweep_fields, sweep_hit, turning_hit)

EDGE_SWEEPS = dtype_of('carom_sweep_hit', **sweep_fields('', 'edge'))
EDGE_SEPARATIONS = dtype_of('carom_separation', **separation_fields('', 'edge'))
EDGES = dtype_of('carom_level_edge', a=('a', (np.float32, 2)), b=('b', (np.float32, 2)), corner_a=('corner_a', np.bool_),
                 corner_b=('corner_b', np.bool_), one_way=('one_way', np.bool_), two_sided=('two_sided', np.bool_),
                 next=('next', np.int32), prev=('prev', np.int32), tag=('tag', np.int32))

#: The names of the tiles of the catalogue, by base.
TILE_NAMES: Tuple[str, ...] = tuple(text_of(lib.carom_tile_name(base)) for base in range(lib.CAROM_TILE_USER))


def tile_code(base: Union[str, int], flip: bool = False, turns: int = 0) -> int:
    """The code of a tile: a name of TILE_NAMES or the number of a base, mirrored in x, then turned by quarters."""
    if isinstance(base, str):
        name = base.encode('utf-8', 'replace')
        found = -1 if b'\0' in name else lib.carom_tile_by_name(name)
        if found < 0:
            raise ValueError(f'base: no tile is called {base!r}: carom.TILE_NAMES lists them')
        base = found
    return lib.carom_tile_code(integer(base, 0, 31, 'base'), flag(flip, 'flip'), small(turns, 'turns') % 4)


def tile_canonical(code: int) -> int:
    """The smallest code with the same shape."""
    return lib.carom_tile_canonical(integer(code, 0, 255, 'code'))


class Tiles:
    """A grid of tile codes: a two-dimensional array, row by row. `tag` is copied to the edges."""

    def __init__(self, codes: Any, cell: Vector = (1, 1), origin: Vector = (0, 0), tag: int = 0) -> None:
        self.codes, self.cell, self.origin = octets(codes, 'codes').copy(), vector(cell, 'cell'), vector(origin, 'origin')
        self.tag = small(tag, 'tag')

    def __repr__(self) -> str:
        return f'<carom.Tiles of {self.codes.shape[1]} x {self.codes.shape[0]} cells>'

    def _write(self, out: Any, anchors: List[Any]) -> None:
        codes = c_array('uint8_t', self.codes)
        anchors.append(codes)
        out.rows, out.columns = self.codes.shape
        out.cell, out.origin, out.tag, out.codes = self.cell, self.origin, self.tag, codes


class Outline:
    """A free shape: a closed solid, or an open chain. With `same_area` it is a ring of the area of the outline before
    it: a hole. See carom_outline in carom/level.h."""

    def __init__(self, points: Any, *, open: bool = False, one_way: bool = False, even_odd: bool = False,
                 same_area: bool = False, tag: int = 0) -> None:
        self.points = floats(points, 2, 'points').copy()
        self.open, self.one_way, self.even_odd = flag(open, 'open'), flag(one_way, 'one_way'), flag(even_odd, 'even_odd')
        self.same_area, self.tag = flag(same_area, 'same_area'), small(tag, 'tag')

    def __repr__(self) -> str:
        return f'<carom.Outline of {len(self.points)} points>'

    def _write(self, out: Any, anchors: List[Any]) -> None:
        points = c_array('carom_vec2', self.points)
        anchors.append(points)
        out.points, out.count, out.open, out.one_way = points, len(self.points), self.open, self.one_way
        out.even_odd, out.same_area, out.tag = self.even_odd, self.same_area, self.tag


class TileShape:
    """The shape of a user-defined base, 21 to 31. Coordinates of its parts are fractions of the cell, y down."""

    def __init__(self, base: int, parts: Iterable[Outline]) -> None:
        self.base, self.parts = integer(base, 21, 31, 'base'), tuple(instances(parts, Outline, 'parts'))

    def __repr__(self) -> str:
        return f'<carom.TileShape {self.base}>'

    def _write(self, out: Any, anchors: List[Any]) -> None:
        parts = c_structs('carom_outline', self.parts, anchors)
        out.base, out.parts, out.parts_count = self.base, parts, len(self.parts)


class Field:
    """A bitmap, or 8-bit samples: solid where a sample is at least `threshold` (0 means 128)."""

    def __init__(self, samples: Any, cell: Vector = (1, 1), origin: Vector = (0, 0), *, threshold: int = 0,
                 smooth: bool = False, tolerance: float = 0, tag: int = 0) -> None:
        self.samples, self.cell, self.origin = octets(samples, 'samples').copy(), vector(cell, 'cell'), vector(origin, 'origin')
        self.threshold, self.smooth = integer(threshold, 0, 255, 'threshold'), flag(smooth, 'smooth')
        self.tolerance, self.tag = not_negative(tolerance, 'tolerance'), small(tag, 'tag')

    def __repr__(self) -> str:
        return f'<carom.Field of {self.samples.shape[1]} x {self.samples.shape[0]} samples>'

    def _write(self, out: Any, anchors: List[Any]) -> None:
        samples = c_array('uint8_t', self.samples)
        anchors.append(samples)
        out.rows, out.columns = self.samples.shape
        out.cell, out.origin, out.tag, out.samples = self.cell, self.origin, self.tag, samples
        out.threshold, out.smooth, out.tolerance = self.threshold, self.smooth, self.tolerance


def c_structs(kind: str, values: Sequence[Any], anchors: List[Any]) -> Any:
    out = ffi.new(kind + '[]', max(len(values), 1))
    anchors.append(out)
    for i, value in enumerate(values):
        value._write(out[i], anchors)
    return out


class Edge(NamedTuple):
    """An edge of a level: solid on the left of a->b. `next` and `prev` continue the chain."""
    a: Vec2
    b: Vec2
    corner_a: bool
    corner_b: bool
    one_way: bool
    two_sided: bool
    next: Optional[int]
    prev: Optional[int]
    tag: int


class Level(Scene):
    """Static geometry. Levels are read only unless `editable`; any number of worlds and threads may use one."""

    def __init__(self, tiles: Union[Tiles, Iterable[Tiles]] = (), outlines: Iterable[Outline] = (), *,
                 tile_shapes: Iterable[TileShape] = (), fields: Iterable[Field] = (), editable: bool = False,
                 max_crossings: int = 0, max_edges: int = 0) -> None:
        desc, anchors = ffi.new('carom_level_desc *'), []  # type: Any, List[Any]
        desc.size = ffi.sizeof('carom_level_desc')
        desc.editable, desc.max_crossings = flag(editable, 'editable'), integer(max_crossings, 0, INT_MAX, 'max_crossings')
        desc.max_edges = integer(max_edges, 0, INT_MAX, 'max_edges')
        for name, kind, c_kind, values in (
                ('tiles', Tiles, 'carom_tiles', [tiles] if isinstance(tiles, Tiles) else tiles),
                ('outlines', Outline, 'carom_outline', outlines),
                ('tile_shapes', TileShape, 'carom_tile_shape', tile_shapes), ('fields', Field, 'carom_field', fields)):
            checked = instances(values, kind, name)
            setattr(desc, name, c_structs(c_kind, checked, anchors))
            setattr(desc, name + '_count', len(checked))
        self._make(desc)

    def _make(self, desc: Any, c_map: Any = None) -> None:
        out, error = ffi.new('carom_level **'), ffi.new('carom_error *')
        status = lib.carom_level_make(desc, out, error)
        if status and c_map is not None:
            lib.carom_map_locate(c_map, error)
        check_error(status, error, 'Level')
        self._adopt(out[0], None)

    def _adopt(self, pointer: Any, anchor: Any) -> None:
        self._memory = Memory(pointer, lib.carom_level_free, anchor=anchor)
        self._c_scene = ffi.new('carom_scene *', lib.carom_scene_of_level(pointer))

    def __repr__(self) -> str:
        return '<carom.Level, closed>' if self.closed else f'<carom.Level of {self.edge_count} edges>'

    def _owner(self, owner: int, level: int) -> Dict[str, Any]:
        return {'level': self}

    # ---- Images ----

    @classmethod
    def open(cls, image: Any) -> Level:
        """Opens the bytes of image(), of this library or of C. Bytes, and an mmap with ACCESS_READ, are used in place,
        without a copy. The level cannot be edited."""
        try:
            view = memoryview(image).cast('B')
        except (TypeError, ValueError):
            raise TypeError('image: expected bytes or a buffer') from None
        bytes_ = ffi.from_buffer('char[]', view)
        fixed = isinstance(image, bytes) or isinstance(image, mmap.mmap) and view.readonly
        if not fixed or int(ffi.cast('uintptr_t', bytes_)) % 8:
            words = ffi.new('uint64_t[]', len(view) // 8 + 1)
            ffi.memmove(words, bytes_, len(view))
            bytes_ = words
        level = cls.__new__(cls)
        out, error = ffi.new('carom_level **'), ffi.new('carom_error *')
        check_error(lib.carom_level_open(bytes_, len(view), ffi.NULL, out, error), error, 'image')
        level._adopt(out[0], (bytes_, view))
        return level

    def image(self) -> bytes:
        """The level as bytes, for a file."""
        level = self._pointer()
        out = bytearray(lib.carom_level_image_size(level))
        lib.carom_level_image_write(level, ffi.from_buffer(out))
        return bytes(out)

    # ---- Editing ----

    def _editing(self, where: str) -> Any:
        outside_callback(where)
        return self._pointer()

    def tile(self, column: int, row: int, grid: int = 0) -> int:
        """The code of a cell of an editable level; 0 if there is no such cell."""
        return lib.carom_level_tile(self._pointer(), small(grid, 'grid'), small(column, 'column'), small(row, 'row'))

    def set_tile(self, column: int, row: int, code: int, grid: int = 0) -> None:
        """Sets a tile of an editable level."""
        check(lib.carom_level_set_tile(self._editing('set_tile'), small(grid, 'grid'), small(column, 'column'),
                                       small(row, 'row'), integer(code, 0, 255, 'code')), 'set_tile')

    def set_tiles(self, column: int, row: int, codes: Any, grid: int = 0) -> None:
        """Sets a rectangle of tiles from a two-dimensional array."""
        values = octets(codes, 'codes')
        c_values = c_array('uint8_t', values)
        block = ffi.new('carom_tile_block *')
        block.grid, block.column, block.row = small(grid, 'grid'), small(column, 'column'), small(row, 'row')
        block.rows, block.columns = values.shape
        block.codes = c_values
        check(lib.carom_level_set_tiles(self._editing('set_tiles'), block), 'set_tiles')

    def carve(self, shape: Shape) -> None:
        """Removes a convex shape from the solids of an editable level."""
        check(lib.carom_level_carve(self._editing('carve'), c_shape(shape, 'shape')), 'carve')

    def fill(self, shape: Shape) -> None:
        """Makes a convex shape solid, in an editable level."""
        check(lib.carom_level_fill(self._editing('fill'), c_shape(shape, 'shape')), 'fill')

    # ---- The boundary ----

    @property
    def edge_count(self) -> int:
        """The number of edges."""
        return lib.carom_level_edge_count(self._pointer())

    @property
    def seams_removed(self) -> int:
        """The number of edges that the union removed."""
        return lib.carom_level_seams_removed(self._pointer())

    @property
    def bounds(self) -> Optional[Bounds]:
        """The box of all cells, outlines and fields; None if there are none."""
        return bounds_of(lib.carom_level_bounds(self._pointer()))

    def edge(self, index: int) -> Edge:
        """An edge by its index, from 0."""
        level = self._pointer()
        count = lib.carom_level_edge_count(level)
        if not 0 <= small(index, 'index') < count:
            raise IndexError(f'index {index}: the level has {count} edges')
        e = lib.carom_level_edge_at(level, index)
        return Edge(vec2(e.a), vec2(e.b), e.corner_a, e.corner_b, e.one_way, e.two_sided,
                    e.next if e.next >= 0 else None, e.prev if e.prev >= 0 else None, e.tag)

    def edges(self) -> np.recarray:
        """All edges: a record array with the fields of Edge, -1 for None."""
        level = self._pointer()
        out = records(lib.carom_level_edge_count(level), EDGES)
        lib.py_level_edges(level, c_array('carom_level_edge', out), len(out))
        return out

    def triangles(self) -> np.ndarray:
        """The solid area as triangles: an array of the shape (n, 3, 2)."""
        level, count = self._pointer(), ffi.new('int *')
        check(lib.carom_level_triangles(level, ffi.NULL, 0, count), 'triangles')
        out = np.zeros((count[0], 3, 2), np.float32)
        check(lib.carom_level_triangles(level, c_array('carom_triangle', out), len(out), count), 'triangles')
        return out

    # ---- Queries ----

    def ray(self, start: Vector, move: Vector) -> RayHit:
        """The first hit of a ray from `start` to `start + move`."""
        h = lib.carom_level_ray(self._pointer(), vector(start, 'start'), vector(move, 'move'))
        return ray_hit(h, True, self if h.hit else None)

    def ray_all(self, start: Vector, move: Vector) -> np.recarray:
        """Every edge that the ray hits if it continues through solids: a record array."""
        level, start, move = self._pointer(), vector(start, 'start'), vector(move, 'move')
        hits = records(lib.carom_level_ray_all(level, start, move, ffi.NULL, 0), EDGE_RAYS)
        lib.carom_level_ray_all(level, start, move, c_array('carom_ray_hit', hits), len(hits))
        return hits

    def sweep(self, shape: Shape, move: Vector) -> SweepHit:
        """The first contact of a convex shape moved by `move`."""
        h = lib.carom_level_sweep(self._pointer(), convex(shape, 'shape'), vector(move, 'move'))
        return sweep_hit(h, True, self if h.hit else None)

    def sweep_turning(self, shape: Shape, motion: Turning) -> TurningHit:
        """The first contact of a shape that moves and turns; a compound too. The time of impact is exact."""
        h = lib.carom_level_sweep_turning(self._pointer(), c_shape(shape, 'shape'), c_turning(motion, 'motion'))
        return turning_hit(h, self if h.hit else None)

    def move_turning(self, shape: Shape, pose: Pose, velocity: Vector, spin: float,
                     response: Union[Response, str] = 'stop') -> TurningMotion:
        """Moves a shape from a pose by a velocity, while it turns by `spin` radians, with the response at each contact."""
        start, hits = ffi.new('carom_turning_motion *'), ffi.new('carom_scene_turning_hit[]', 16)
        turning = c_turning(Turning(pose, velocity, spin), 'motion')
        start.pose, start.velocity, start.spin = turning.pose, turning.move, turning.angle
        answer = ffi.new('carom_response *', c_response(response, 'response'))
        m = lib.carom_move_turning(self._scene(), c_shape(shape, 'shape'), start, answer, hits, 16)
        contacts = tuple(turning_hit(hits[i].turning, self) for i in range(min(m.contacts, 16)))
        return TurningMotion(c_pose(m.pose), vec2(m.velocity), m.spin, m.t, contacts, m.contacts, m.blocked, m.inside, m.casts)

    def overlap(self, shape: Shape) -> np.ndarray:
        """The indices of the edges that touch or overlap a shape, ascending."""
        level, c = self._pointer(), convex(shape, 'shape')
        edges = np.zeros(lib.carom_level_overlap(level, c, ffi.NULL, 0), np.int32)
        lib.carom_level_overlap(level, c, c_array('int', edges), len(edges))
        return edges

    def nearest(self, shape: Shape, max_distance: float = INFINITY) -> Separation:
        """The distance to the closest edge within max_distance; infinite without one."""
        return separation(lib.carom_level_nearest(self._pointer(), convex(shape, 'shape'),
                                                  limit(max_distance, 'max_distance')), True)

    def solid(self, point: Vector) -> bool:
        """Whether a point is in the interior or on the boundary of a solid. Exact."""
        return lib.carom_level_solid(self._pointer(), vector(point, 'point'))

    def ray_many(self, starts: Any, moves: Any) -> np.recarray:
        """Casts rays, arrays of the shape (n, 2). Returns a record array with the fields of RayHit."""
        level = self._pointer()
        rays, _anchor, n = ray_columns(starts, moves)
        hits = records(n, EDGE_RAYS)
        lib.carom_level_ray_many(level, rays, c_array('carom_ray_hit', hits))
        return hits

    def sweep_many(self, shape: Shape, positions: Any, moves: Any) -> np.recarray:
        """Sweeps a shape from each position by each move. Returns a record array with the fields of SweepHit."""
        level, c = self._pointer(), convex(shape, 'shape')
        motions, _anchor, n = c_motions(positions, moves)
        hits = records(n, EDGE_SWEEPS)
        lib.py_level_sweep_many(level, c, motions, c_array('carom_sweep_hit', hits))
        return hits

    def overlap_many(self, shape: Shape, positions: Any) -> np.ndarray:
        """Whether a shape touches or overlaps an edge at each position: an array of flags."""
        level, c, rows = self._pointer(), convex(shape, 'shape'), floats(positions, 2, 'positions')
        out = np.zeros(len(rows), np.bool_)
        lib.py_level_overlap_many(level, c, c_array('carom_vec2', rows), len(rows), c_array('bool', out))
        return out

    def nearest_many(self, shape: Shape, positions: Any, max_distance: float = INFINITY) -> np.recarray:
        """nearest() at each position: a record array with the fields of Separation."""
        level, c, most = self._pointer(), convex(shape, 'shape'), limit(max_distance, 'max_distance')
        rows = floats(positions, 2, 'positions')
        out = records(len(rows), EDGE_SEPARATIONS)
        query = ffi.new('py_nearest *', (c, most))
        lib.py_level_nearest_many(level, query, c_array('carom_vec2', rows), len(rows), c_array('carom_separation', out))
        return out

    def solid_many(self, points: Any) -> np.ndarray:
        """solid() of each point: an array of flags."""
        level, rows = self._pointer(), floats(points, 2, 'points')
        out = np.zeros(len(rows), np.bool_)
        lib.py_level_solid_many(level, c_array('carom_vec2', rows), len(rows), c_array('bool', out))
        return out


def c_motions(positions: Any, moves: Any) -> Tuple[Any, Any, int]:
    rows, other = floats(positions, 2, 'positions'), floats(moves, 2, 'moves')
    pointers = c_array('carom_vec2', rows), c_array('carom_vec2', other)
    n = same_length(rows, other, 'positions, moves')
    return ffi.new('py_motions *', (*pointers, n)), pointers, n
