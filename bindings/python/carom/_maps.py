# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Tiled maps, LDtk worlds and GeoJSON."""
from __future__ import annotations

import os
from typing import Any, Callable, Dict, Iterable, List, Mapping, NamedTuple, Optional, Tuple, Union

import numpy as np

from carom._core import (Callback, Memory, Owner, Vec2, c_text, call, check, check_error, ffi, flag, integer, lib, not_negative, shown,
                         small, text, text_of, vec2, word)
from carom._levels import Level
from carom._shapes import Bounds, bounds_of

FORMATS = {'tmx': lib.CAROM_LEVEL_FORMAT_TMX, 'geojson': lib.CAROM_LEVEL_FORMAT_GEOJSON, 'svg': lib.CAROM_LEVEL_FORMAT_SVG}
FORMS = ('box', 'ellipse', 'capsule', 'point', 'polygon', 'polyline', 'text', 'tile')
LAYER_KINDS = ('tiles', 'objects', 'image')
TYPE_KINDS = ('enum', 'class')
LIMITS = ('file_bytes', 'cells', 'points', 'outlines', 'depth', 'files', 'memory', 'steps')

Properties = Dict[str, Union[str, float, bool]]


class MapInfo(NamedTuple):
    """About a map. `bounds` and `cell` are in pixels; `background` is 0xRRGGBBAA, or None."""
    format: str
    bounds: Optional[Bounds]
    cell: Vec2
    background: Optional[int]
    layers: int
    tiles: int
    snapped: int


class MapObject(NamedTuple):
    """An object of a map. The members from `form` on are None unless the map was read with contents=True."""
    name: str
    type: str
    layer: str
    id: int
    position: Vec2
    size: Vec2
    center: Vec2
    rotation: float
    visible: bool
    solid: bool
    form: Optional[str] = None
    points: Optional[np.ndarray] = None
    properties: Optional[Properties] = None
    text: Optional[str] = None
    iid: Optional[str] = None
    layer_index: Optional[int] = None
    tileset: Optional[int] = None
    tile: Optional[int] = None
    flips: Optional[int] = None


class MapSolid(NamedTuple):
    """Solid cells and objects of a layer and tileset, and the mark that made them so."""
    layer: str
    tileset: str
    type: str
    mark: str
    one_way: bool
    cells: int
    objects: int


class MapNote(NamedTuple):
    """What was ignored, and why."""
    where: str
    message: str


class MapCell(NamedTuple):
    """A tile to draw: `flips` are bits of carom_map_flip."""
    column: int
    row: int
    tileset: Optional[int]
    id: int
    flips: int
    corner: Vec2
    size: Vec2
    opacity: float


class MapLayer(NamedTuple):
    """A layer: "tiles", "objects" or "image"."""
    name: str
    type: str
    kind: str
    image: str
    visible: bool
    opacity: float
    offset: Vec2
    parallax: Vec2
    level: Optional[int]
    objects: range
    cells: Tuple[MapCell, ...]
    properties: Properties


class MapTile(NamedTuple):
    """A tile with a definition. `frames` are pairs of a tile and its milliseconds."""
    type: str
    image: str
    rectangle: Optional[Bounds]
    frames: Tuple[Tuple[int, int], ...]
    properties: Properties


class MapTileset(NamedTuple):
    """A tileset; `tiles` has the tiles with a definition, by id."""
    name: str
    type: str
    image: str
    tile_size: Vec2
    offset: Vec2
    margin: float
    spacing: float
    columns: int
    tile_count: int
    tiles: Dict[int, MapTile]
    properties: Properties


class MapLevel(NamedTuple):
    """A level of an LDtk world, or a map of a Tiled world."""
    name: str
    iid: str
    world: str
    bounds: Optional[Bounds]
    depth: int
    neighbours: Tuple[str, ...]
    properties: Properties


class MapType(NamedTuple):
    """A custom type: an enum with `values`, or a class with `members` and their defaults. `flags`: a property of the enum
    has any number of values; `numbers`: it has the index of its value."""
    name: str
    kind: str
    values: Tuple[str, ...]
    numbers: bool
    flags: bool
    members: Properties


class MapContents(NamedTuple):
    """What a game draws and reads of a map."""
    properties: Properties
    layers: Tuple[MapLayer, ...]
    tilesets: Tuple[MapTileset, ...]
    levels: Tuple[MapLevel, ...]
    types: Tuple[MapType, ...]


class Export(NamedTuple):
    """The text of a level, and an upper bound of the number of edges whose tag is lost."""
    text: str
    tags_lost: int


class _Files(Callback):
    """The source of files of a map."""

    def __init__(self, files: Any) -> None:
        super().__init__(getattr(files, 'get') if isinstance(files, Mapping) else call(files, 'files'))
        self.kept: List[Any] = []

    def open(self, path: str) -> Any:
        data = self.run(path)
        if data is None:
            return None
        if isinstance(data, str):
            data = data.encode()
        if not isinstance(data, bytes):
            self.error = TypeError(f'files: expected bytes, a string or None for {path!r}, not {shown(data)}')
            return None
        pointer = ffi.from_buffer(data)
        self.kept.append(pointer)
        return pointer, len(data)


@ffi.def_extern(error=lib.CAROM_STATUS_NOT_FOUND)
def py_open_file(context: Any, path: Any, data: Any, size: Any) -> int:
    found = ffi.from_handle(context).open(text_of(path))
    if found is None:
        return lib.CAROM_STATUS_NOT_FOUND
    data[0], size[0] = found
    return lib.CAROM_STATUS_OK


@ffi.def_extern(error=False)
def py_write(context: Any, data: Any, size: int) -> bool:
    ffi.from_handle(context).append(ffi.unpack(data, size) if size else b'')
    return True


def _names(value: Union[str, Iterable[str]], name: str) -> List[str]:
    if isinstance(value, str):
        return [value]
    try:
        return [text(each, name) for each in value]
    except TypeError:
        raise TypeError(f'{name}: expected a string or a list of strings, not {shown(value)}') from None


class Map(Owner):
    """A map that was read from a file: a Tiled map (.tmx, .tmj) or world (.world), an LDtk world (.ldtk), or GeoJSON.

    `files` is where files come from instead of the disk: a mapping of contents by path, or a function of a path that
    returns bytes or None. `root` is the folder outside of which no file is read. `solid`, `not_solid` and `one_way` are
    names of layers, tilesets, classes, properties, objects or tiles with this meaning. `project` is the .tiled-project
    with the custom types. Of a world, `level` is the only level to read; of an LDtk file, `world` is the only world,
    `depth` that of the levels to read, and `values` the tile codes of IntGrid values by name. With `contents`, the map
    keeps what a game draws and reads. `snap` is a tolerance in pixels for shapes that are drawn slightly apart. `limits` are those of carom_map_limits by name.
    """

    def __init__(self, path: Union[str, 'os.PathLike[str]'], *, data: Optional[bytes] = None,
                 files: Union[Mapping[str, bytes], Callable[[str], Optional[bytes]], None] = None,
                 root: Optional[str] = None, project: Optional[str] = None, world: Optional[str] = None,
                 level: Optional[str] = None, depth: int = 0,
                 solid: Union[str, Iterable[str]] = (), not_solid: Union[str, Iterable[str]] = (),
                 one_way: Union[str, Iterable[str]] = (), values: Optional[Mapping[str, int]] = None,
                 contents: bool = False, snap: float = 0, limits: Optional[Mapping[str, int]] = None) -> None:
        try:
            name = c_text(os.fspath(path), 'path')
        except TypeError:
            raise TypeError(f'path: expected a path, not {shown(path)}') from None
        options, anchors = ffi.new('carom_map_options *'), []  # type: Any, List[Any]
        options.size = ffi.sizeof('carom_map_options')

        def string(value: Any, where: str) -> Any:
            anchors.append(c_text(value, where))
            return anchors[-1]
        for key, value in (('root', root), ('project', project), ('world', world), ('level', level)):
            if value is not None:
                setattr(options, key, string(value, key))
        options.world_depth, options.contents = small(depth, 'depth'), flag(contents, 'contents')
        options.snap = not_negative(snap, 'snap')
        rules = [(string(each, where), meaning)
                 for where, names, meaning in (('solid', solid, lib.CAROM_MAP_MEANING_SOLID),
                                               ('not_solid', not_solid, lib.CAROM_MAP_MEANING_NOT_SOLID),
                                               ('one_way', one_way, lib.CAROM_MAP_MEANING_ONE_WAY))
                 for each in _names(names, where)]
        c_rules = ffi.new('carom_map_rule[]', rules)
        options.rules, options.rules_count = c_rules, len(rules)
        c_values = ffi.new('carom_map_value[]', [(string(value, 'values'), integer(code, 0, 255, 'values'))
                                                 for value, code in self._items(values, 'values')])
        options.values, options.values_count = c_values, len(c_values)
        for key, value in self._items(limits, 'limits'):
            if key not in LIMITS:
                raise ValueError(f'limits: unknown name {shown(key)}: the names are {", ".join(LIMITS)}')
            setattr(options.limits, key, integer(value, 0, 2**31 - 1 if key in ('depth', 'files') else 2**63 - 1, key))
        source = None
        if files is not None:
            source = _Files(files)
            c_files = ffi.new('carom_map_files *')
            handle = ffi.new_handle(source)
            c_files.open, c_files.context = lib.py_open_file, handle
            options.files = c_files
        out, error = ffi.new('carom_map **'), ffi.new('carom_error *')
        if data is None:
            status = lib.carom_map_load(name, options, out, error)
        else:
            if not isinstance(data, bytes):
                raise TypeError(f'data: expected bytes, not {shown(data)}')
            status = lib.carom_map_read(ffi.from_buffer(data), len(data), name, options, out, error)
        if not status:
            self._memory = Memory(out[0], lib.carom_map_free)
        if source is not None:
            source.finish()
        check_error(status, error, 'Map')

    @staticmethod
    def _items(value: Any, name: str) -> List[Tuple[Any, Any]]:
        if value is None:
            return []
        if not isinstance(value, Mapping):
            raise TypeError(f'{name}: expected a mapping, not {shown(value)}')
        return list(value.items())

    def __repr__(self) -> str:
        return '<carom.Map, closed>' if self.closed else f'<carom.Map, {self.info.format}>'

    def level(self, *, editable: bool = False) -> Level:
        """Builds the level of everything solid. The map may be closed before the level."""
        desc = ffi.new('carom_level_desc *', lib.carom_map_level(self._pointer())[0])
        desc.size, desc.editable = ffi.sizeof('carom_level_desc'), flag(editable, 'editable')
        level = Level.__new__(Level)
        level._make(desc, self._pointer())
        return level

    @property
    def info(self) -> MapInfo:
        """About the map."""
        i = lib.carom_map_about(self._pointer())
        return MapInfo(text_of(i.format), bounds_of(i.bounds), vec2(i.cell), i.background if i.has_background else None,
                       i.layers, i.tiles, i.snapped)

    def objects(self) -> List[MapObject]:
        """The objects, solid and not."""
        c, out = self._pointer(), []
        contents = lib.carom_map_contents_of(c)
        for i in range(lib.carom_map_object_count(c)):
            o = lib.carom_map_object_at(c, i)
            found = MapObject(text_of(o.name), text_of(o.type), text_of(o.layer), o.id, vec2(o.position), vec2(o.size),
                              vec2(o.center), o.rotation, o.visible, o.solid)
            if contents != ffi.NULL:
                d = contents.objects[i]
                points = np.frombuffer(ffi.buffer(d.points, 8 * d.points_count), np.float32) if d.points_count else np.zeros(0, np.float32)
                of_tile = FORMS[d.form] == 'tile'
                found = found._replace(
                    form=FORMS[d.form], points=points.reshape(-1, 2).copy(), properties=_properties(d.properties),
                    text=text_of(d.text), iid=text_of(d.iid), layer_index=d.layer,
                    tileset=d.tileset if of_tile and d.tileset >= 0 else None, tile=d.tile if of_tile else None,
                    flips=d.flips if of_tile else None)
            out.append(found)
        return out

    def solids(self) -> List[MapSolid]:
        """What is solid, by layer, tileset and mark."""
        c, out = self._pointer(), []
        for i in range(lib.carom_map_solid_count(c)):
            s = lib.carom_map_solid_at(c, i)
            out.append(MapSolid(text_of(s.layer), text_of(s.tileset), text_of(s.type), text_of(s.mark), s.one_way, s.cells,
                                s.objects))
        return out

    def notes(self) -> List[MapNote]:
        """What was ignored, and why."""
        c, out = self._pointer(), []
        for i in range(lib.carom_map_note_count(c)):
            n = lib.carom_map_note_at(c, i)
            out.append(MapNote(text_of(n.where), text_of(n.message)))
        return out

    def _contents(self) -> Any:
        contents = lib.carom_map_contents_of(self._pointer())
        if contents == ffi.NULL:
            raise ValueError('the map was read without its contents: pass contents=True to carom.Map')
        return contents

    def contents(self) -> MapContents:
        """What a game draws and reads of the map."""
        c = self._contents()
        return MapContents(_properties(c.properties),
                           tuple(_layer(c.layers[i]) for i in range(c.layers_count)),
                           tuple(_tileset(c.tilesets[i]) for i in range(c.tilesets_count)),
                           tuple(_level(c.levels[i]) for i in range(c.levels_count)),
                           tuple(_type(c.types[i]) for i in range(c.types_count)))

    def tile_image(self, tileset: int, id: int) -> Optional[Tuple[str, Bounds]]:
        """The path of the image of a tile, and the part of it to draw; None without one."""
        c = self._contents()
        integer(tileset, 0, c.tilesets_count - 1, 'tileset')
        image, box = ffi.new('const char **'), ffi.new('carom_box *')
        if not lib.carom_map_tile_image(c.tilesets + tileset, integer(id, 0, 0xffffffff, 'id'), image, box, ffi.NULL):
            return None
        return text_of(image[0]), Bounds(vec2(box.min), vec2(box.max))


def _properties(all_: Any) -> Properties:
    out: Properties = {}
    for i in range(all_.count):
        p = all_.items[i]
        kind = text_of(p.type).lower()
        out[text_of(p.name)] = (int(p.number) if kind == 'int' and abs(p.number) < 2**53 else p.number if kind in ('int', 'float')
                                else p.number != 0 if kind == 'bool' else text_of(p.text))
    return out


def _layer(l: Any) -> MapLayer:
    cells = []
    for i in range(l.cells_count):
        c = l.cells[i]
        cells.append(MapCell(c.column, c.row, c.tileset if c.tileset >= 0 else None, c.id, c.flips, vec2(c.corner),
                             vec2(c.size), c.opacity))
    return MapLayer(text_of(l.name), text_of(l.type), LAYER_KINDS[l.kind], text_of(l.image), l.visible, l.opacity,
                    vec2(l.offset), vec2(l.parallax), l.level if l.level >= 0 else None,
                    range(l.first_object, l.first_object + l.objects_count), tuple(cells), _properties(l.properties))


def _tileset(t: Any) -> MapTileset:
    tiles = {}
    for i in range(t.tiles_count):
        c = t.tiles[i]
        frames = tuple((c.frames[k].tile, c.frames[k].milliseconds) for k in range(c.frames_count))
        tiles[c.id] = MapTile(text_of(c.type), text_of(c.image), bounds_of(c.rectangle), frames, _properties(c.properties))
    return MapTileset(text_of(t.name), text_of(t.type), text_of(t.image), vec2(t.tile_size), vec2(t.offset), t.margin,
                      t.spacing, t.columns, t.tile_count, tiles, _properties(t.properties))


def _level(l: Any) -> MapLevel:
    return MapLevel(text_of(l.name), text_of(l.iid), text_of(l.world), bounds_of(l.bounds), l.depth,
                    tuple(text_of(l.neighbours[i]) for i in range(l.neighbours_count)), _properties(l.properties))


def _type(t: Any) -> MapType:
    return MapType(text_of(t.name), TYPE_KINDS[t.kind], tuple(text_of(t.values[i]) for i in range(t.values_count)), t.numbers,
                   t.flags, _properties(t.members))


def export(level: Level, format: str) -> Export:
    """The boundary of a level as the text of a file: "tmx", "geojson" or "svg"."""
    if not isinstance(level, Level):
        raise TypeError(f'level: expected a carom.Level, not {shown(level)}')
    parts: List[bytes] = []
    handle, lost = ffi.new_handle(parts), ffi.new('int *')
    check(lib.carom_level_write(level._pointer(), word(format, FORMATS, 'format'), lib.py_write, handle, lost), 'export')
    return Export(b''.join(parts).decode(), lost[0])
