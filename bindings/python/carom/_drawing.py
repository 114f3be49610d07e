# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Debug drawing through the methods of an object of the caller."""
from __future__ import annotations

from typing import Any, Optional, Sequence

import numpy as np

from carom._core import (Callback, Vector, c_array, ffi, flag, integer, lib, number, shown, text_of, vec2,
                         vector)
from carom._levels import Level
from carom._shapes import Shape, c_shape
from carom._walkers import Walker
from carom._worlds import World

METHODS = ('line', 'polygon', 'circle', 'point', 'text')


class _Painter(Callback):
    """Calls a method of the painter, with the first exception kept."""

    def __init__(self, painter: Any) -> None:
        super().__init__(self._draw)
        self.painter = painter

    def _draw(self, name: str, *arguments: Any) -> None:
        getattr(self.painter, name)(*arguments)


@ffi.def_extern()
def py_draw_line(context: Any, ends: Any, color: int) -> None:
    ffi.from_handle(context).run('line', vec2(ends[0]), vec2(ends[1]), color)


@ffi.def_extern()
def py_draw_polygon(context: Any, points: Any, count: int, color: int) -> None:
    ffi.from_handle(context).run('polygon', [vec2(points[i]) for i in range(count)], color)


@ffi.def_extern()
def py_draw_circle(context: Any, circle: Any, color: int) -> None:
    ffi.from_handle(context).run('circle', vec2(circle.center), circle.radius, color)


@ffi.def_extern()
def py_draw_point(context: Any, at: Any, color: int) -> None:
    ffi.from_handle(context).run('point', vec2(at[0]), color)


@ffi.def_extern()
def py_draw_text(context: Any, at: Any, string: Any, color: int) -> None:
    ffi.from_handle(context).run('text', vec2(at[0]), text_of(string), color)


def draw(painter: Any, *things: Any, color: int = 0xffffffff, bounds: bool = False, contacts: bool = False,
         names: bool = False, normals: float = 0, ahead: float = 0, view: Optional[Sequence[Vector]] = None,
         colors: Optional[Sequence[int]] = None) -> None:
    """Draws levels, worlds (without their levels), walkers, and shapes in a color, through the methods of a painter.

    The painter has any of line(a, b, color), polygon(points, color), circle(center, radius, color), point(at, color) and
    text(at, text, color). Colors are 0xRRGGBBAA. For worlds, `bounds`, `contacts` and `names` draw more. `normals` is the
    length of normals, `ahead` the time by which velocities are drawn, `view` a pair of corners: only things in it are
    drawn. `colors` has 13 colors, in the order of carom_draw_role.
    """
    callback = _Painter(painter)
    handle = ffi.new_handle(callback)
    desc = ffi.new('carom_draw_desc *')
    desc.size, desc.context = ffi.sizeof('carom_draw_desc'), handle
    found = [name for name in METHODS if callable(getattr(painter, name, None))]
    if not found:
        raise TypeError(f'painter: expected an object with methods {", ".join(METHODS)}, not {shown(painter)}')
    for name in found:
        setattr(desc, name, getattr(lib, f'py_draw_{name}'))
    desc.what = (lib.CAROM_DRAW_BOUNDS * flag(bounds, 'bounds') | lib.CAROM_DRAW_CONTACTS * flag(contacts, 'contacts')
                 | lib.CAROM_DRAW_NAMES * flag(names, 'names'))
    desc.normals, desc.ahead = number(normals, 'normals'), number(ahead, 'ahead')
    color = integer(color, 0, 0xffffffff, 'color')
    if view is not None:
        try:
            least, greatest = view
        except (TypeError, ValueError):
            raise TypeError('view: expected two corners') from None
        box = ffi.new('carom_box *', (vector(least, 'view'), vector(greatest, 'view')))
        desc.view = box
    if colors is not None:
        try:
            values = np.array([integer(value, 0, 0xffffffff, 'colors') for value in colors], np.uint32)
        except TypeError:
            raise TypeError('colors: expected 13 integers') from None
        if len(values) != 13:
            raise ValueError(f'colors: {len(values)} colors: expected 13')
        palette = c_array('uint32_t', values)
        desc.colors = palette
    for thing in things:
        if isinstance(thing, Level):
            lib.carom_draw_level(desc, thing._pointer())
        elif isinstance(thing, World):
            lib.carom_draw_world(desc, thing._idle())
        elif isinstance(thing, Walker):
            lib.carom_draw_walker(desc, thing._walker, thing._desc)
        elif isinstance(thing, Shape):
            lib.carom_draw_shape(desc, c_shape(thing, 'thing'), color)
        else:
            raise TypeError(f'draw: expected a Level, World, Walker or Shape, not {shown(thing)}')
        callback.finish()
