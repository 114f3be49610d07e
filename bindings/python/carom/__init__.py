# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Exact 2D collision: shapes, levels without seams, worlds with continuous collision, character controllers.

    import carom
    level = carom.Map('cave.tmx').level()
    world = carom.World(level, down=(0, 1))
    ball = world.add(carom.Circle(radius=4), (420, 140), (3, 1), response='bounce')
    world.step()
    print(ball.position, world.events())

Rules for everything here:

- Points and motions are pairs of numbers; results have .x and .y. Batches are NumPy arrays, one row each.
- Numbers must be finite 32-bit floats. Invalid arguments raise TypeError, ValueError or carom.Error (a ValueError) with
  the name of the argument, the reason, and what to do. Nothing has changed then.
- A result is false if there is no hit. `t` is a fraction of the motion, 1 on a miss.
- Objects that own memory of the library (Level, World, Map, ...) are freed by the collector, by close(), or at the end of
  a `with` block. What another object uses stays: a world keeps its levels.
- An object is for one thread at a time, except for queries on levels: any number of threads may make them.

`carom.lib` and `carom.ffi` are the C library itself (cffi): every function of the headers, with the care that C needs.
"""
from carom._core import Error, Vec2, ffi, lib, text_of as _text_of
from carom._drawing import draw
from carom._grids import Cell, Sight, SightMap, Span, cell_line, cell_line_array, cover, trace
from carom._levels import TILE_NAMES, Edge, Field, Level, Outline, Tiles, TileShape, tile_canonical, tile_code
from carom._maps import (Export, Map, MapCell, MapContents, MapInfo, MapLayer, MapLevel, MapNote, MapObject, MapSolid,
                         MapTile, MapTileset, MapType, export)
from carom._scenes import Material, Motion, Push, Response, RuleContact, Scene, TurningMotion, bounce, slide
from carom._shapes import (Bounds, Box, Capsule, Circle, Compound, Contact, Hit3, Point, Polygon, Pose, RayHit, Rotation,
                           Segment, Separation, Shape, Shapes, SweepHit, Turning, TurningHit, contact, decompose,
                           distance, hull, oriented_box, overlap, overlap_boxes, overlap_circles, overlap_segments, ray,
                           ray_many, ray_sphere, rounded_box, sweep, sweep_boxes, sweep_circles, sweep_segments,
                           sweep_sphere_segment, sweep_turning, triangulate)
from carom._walkers import Ground, Platform, Platforms, Walker, WalkerStep
from carom._worlds import (Body, BodyList, Crush, Event, Filter, Overlap, Pair, Stats, View, World, step_all)

__version__: str = _text_of(lib.carom_version())
__all__ = [name for name in dir() if not name.startswith('_')] + ['__version__']
