# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Cells under lines and moving shapes, line of sight, field of view. Cells are (column, row), from 0."""
from __future__ import annotations

from typing import Any, Iterator, NamedTuple, Sequence, Tuple, Union

import numpy as np

from carom._core import (Vector, array, c_array, check, ffi, flag, integer, lib, octets, shown,
                         small, vector, word)
from carom._shapes import Shape, c_shape

CORNERS = {'open': lib.CAROM_CORNERS_OPEN, 'pair': lib.CAROM_CORNERS_PAIR, 'any': lib.CAROM_CORNERS_ANY}
MOST_CELLS = 1 << 24


class Cell(NamedTuple):
    """A cell of a grid."""
    x: int
    y: int


class Span(NamedTuple):
    """A run of cells in one row, both ends included."""
    y: int
    x_min: int
    x_max: int


class Sight(NamedTuple):
    """A line of sight; false if something blocks it. `blocker` is the first blocking cell, or the target."""
    clear: bool
    blocker: Cell

    def __bool__(self) -> bool:
        return self.clear


CellLike = Union[Cell, Sequence[int], np.ndarray]


def _cell(value: Any, name: str) -> Tuple[int, int]:
    try:
        x, y = value
    except (TypeError, ValueError):
        raise TypeError(f'{name}: expected two integers (column, row), not {shown(value)}') from None
    return small(x, name), small(y, name)


def _cells(next_cell: Any, line: Any) -> Iterator[Cell]:
    cell = ffi.new('carom_cell *')
    while next_cell(line, cell):
        yield Cell(cell.x, cell.y)


def cell_line(start: CellLike, end: CellLike, corners: str = 'open', ends: bool = False) -> Iterator[Cell]:
    """The cells under the segment between two cell centres, in order. With `ends`, start and end are included."""
    line = ffi.new('carom_cell_line *', lib.carom_cell_line_begin(
        _cell(start, 'start'), _cell(end, 'end'), word(corners, CORNERS, 'corners'), flag(ends, 'ends')))
    return _cells(lib.carom_cell_line_next, line)


def cell_line_array(start: CellLike, end: CellLike, corners: str = 'open', ends: bool = False) -> np.ndarray:
    """The cells of cell_line() as an array of the shape (n, 2), of at most 2^24 cells."""
    arguments = (_cell(start, 'start'), _cell(end, 'end'), word(corners, CORNERS, 'corners'), flag(ends, 'ends'))
    n = lib.carom_cell_line_cells(*arguments, ffi.NULL, 0)
    if n > MOST_CELLS:
        raise ValueError(f'{n} cells: at most {MOST_CELLS} are allowed: use cell_line, which is an iterator')
    out = np.zeros((n, 2), np.int32)
    lib.carom_cell_line_cells(*arguments, c_array('carom_cell', out), n)
    return out


def _grid(cell: Any, origin: Any) -> Any:
    return ffi.new('carom_grid *', (vector(origin, 'origin'), vector(cell, 'cell')))


def trace(start: Vector, end: Vector, cell: Vector = (1, 1), origin: Vector = (0, 0), corners: str = 'open') -> Iterator[Cell]:
    """The cells under a segment on a grid of cells of a size, in order."""
    out = ffi.new('carom_trace *')
    check(lib.carom_trace_begin(_grid(cell, origin), vector(start, 'start'), vector(end, 'end'),
                                word(corners, CORNERS, 'corners'), out), 'trace')
    return _cells(lib.carom_trace_next, out)


def cover(shape: Shape, move: Vector = (0, 0), cell: Vector = (1, 1), origin: Vector = (0, 0)) -> Iterator[Span]:
    """The cells that a point, circle or box touches during its motion: one run for each row."""
    out = ffi.new('carom_cover *')
    check(lib.carom_cover_begin(_grid(cell, origin), c_shape(shape, 'shape'), vector(move, 'move'), out), 'cover')

    def spans() -> Iterator[Span]:
        span = ffi.new('carom_span *')
        while lib.carom_cover_next(out, span):
            yield Span(span.y, span.x_min, span.x_max)
    return spans()


class SightMap:
    """Which cells block sight: a two-dimensional array, row by row, in which values other than 0 block; or a list of
    strings, in which '#' blocks. `map[x, y]` is True if a cell blocks, and can be set."""

    def __init__(self, rows: Any) -> None:
        if isinstance(rows, (list, tuple)) and rows and all(isinstance(row, str) for row in rows):
            if len({len(row) for row in rows}) > 1:
                raise ValueError('rows: not all strings have the same length')
            rows = [[character == '#' for character in row] for row in rows]
        elif isinstance(rows, (str, bytes)):
            raise TypeError('rows: expected a list of strings, or an array')
        self._blocks = (octets(rows, 'rows') != 0).astype(np.uint8)
        self._rows, self._columns = self._blocks.shape
        words = lib.carom_bits_words(self._columns, self._rows)
        self._bits = np.zeros(max(words, 1), np.uint64)
        lib.carom_bits_pack(c_array('uint8_t', self._blocks), self._columns, self._rows, c_array('uint64_t', self._bits))
        self._map = ffi.new('carom_sight_map *')
        self._map.columns, self._map.rows = self._columns, self._rows
        self._anchor = c_array('uint64_t', self._bits)
        self._map.bits = self._anchor

    @property
    def columns(self) -> int:
        return self._columns

    @property
    def rows(self) -> int:
        return self._rows

    def __repr__(self) -> str:
        return f'<carom.SightMap of {self._columns} x {self._rows} cells>'

    def _inside(self, cell: Any) -> Tuple[int, int]:
        x, y = _cell(cell, 'cell')
        if not (0 <= x < self._columns and 0 <= y < self._rows):
            raise IndexError(f'cell ({x}, {y}) is not in the map of {self._columns} x {self._rows} cells')
        return x, y

    def __getitem__(self, cell: CellLike) -> bool:
        x, y = self._inside(cell)
        return bool(self._blocks[y, x])

    def __setitem__(self, cell: CellLike, blocks: bool) -> None:
        x, y = self._inside(cell)
        self._blocks[y, x] = flag(blocks, 'blocks')
        lib.carom_bits_set(self._anchor, self._columns, self._rows, (x, y), blocks)

    def sight(self, start: CellLike, end: CellLike, corners: str = 'open') -> Sight:
        """Whether two cells see each other. The two cells themselves never block. Symmetric."""
        line = lib.carom_sight(self._map, _cell(start, 'start'), _cell(end, 'end'), word(corners, CORNERS, 'corners'))
        return Sight(line.clear, Cell(line.blocker.x, line.blocker.y))

    def sight_many(self, viewer: CellLike, targets: Any, corners: str = 'open') -> np.ndarray:
        """Whether a cell sees each of many, an array of the shape (n, 2): an array of flags."""
        cells = array(targets, np.int32, 'targets')
        if cells.ndim != 2 or cells.shape[1] != 2:
            if cells.size:
                raise ValueError(f'targets: an array of the shape {cells.shape}: expected (n, 2)')
            cells = cells.reshape(0, 2)
        lines = np.zeros(len(cells), np.dtype({'names': ['clear'], 'formats': [np.bool_],
                                               'offsets': [ffi.offsetof('carom_sight_line', 'clear')],
                                               'itemsize': ffi.sizeof('carom_sight_line')}))
        lib.carom_sight_many(self._map, _cell(viewer, 'viewer'), c_array('carom_cell', cells), len(cells),
                             word(corners, CORNERS, 'corners'), c_array('carom_sight_line', lines))
        return lines['clear'].copy()

    def fov(self, cell: CellLike, radius: int) -> np.ndarray:
        """The cells that are visible from a cell: an array of flags with the shape of the map, row by row."""
        x, y = _cell(cell, 'cell')
        radius = integer(radius, 0, 1024, 'radius')
        square = np.zeros((2 * radius + 1, 2 * radius + 1), np.uint8)
        lib.carom_fov(self._map, (x, y), radius, c_array('uint8_t', square))
        out = np.zeros((self._rows, self._columns), np.bool_)
        left, top = max(x - radius, 0), max(y - radius, 0)
        right, bottom = min(x + radius + 1, self._columns), min(y + radius + 1, self._rows)
        if left < right and top < bottom:
            out[top:bottom, left:right] = square[top - y + radius:bottom - y + radius, left - x + radius:right - x + radius]
        return out
