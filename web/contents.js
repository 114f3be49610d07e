// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Converts the contents of a map (carom_map_contents) to objects and typed arrays.

/** The order of map_layout() in src/map.c: sizes of structs and offsets of their fields. */
export const MAP_LAYOUT = {
    properties: ['count'],
    property: ['size', 'name', 'type', 'text', 'number'],
    layer: ['size', 'name', 'type', 'image', 'kind', 'visible', 'opacity', 'offset', 'parallax', 'level', 'first_object', 'objects_count', 'cells', 'cells_count', 'properties'],
    cell: ['size', 'column', 'row', 'tileset', 'id', 'flips', 'corner', 'extent', 'opacity'],
    details: ['size', 'form', 'points', 'points_count', 'layer', 'tileset', 'tile', 'flips', 'text', 'iid', 'properties'],
    frame: ['size', 'tile', 'milliseconds'],
    tile: ['size', 'id', 'type', 'image', 'rectangle', 'frames', 'frames_count', 'properties'],
    tileset: ['size', 'name', 'type', 'image', 'tile_size', 'offset', 'margin', 'spacing', 'columns', 'tile_count', 'tiles', 'tiles_count', 'properties'],
    levelInfo: ['size', 'name', 'iid', 'bounds', 'depth', 'neighbours', 'neighbours_count', 'properties'],
    contents: ['properties', 'layers', 'tilesets', 'objects', 'levels', 'layers_count', 'tilesets_count', 'objects_count', 'levels_count'],
};

const KINDS = ['tiles', 'objects', 'image'];
const FORMS = ['box', 'ellipse', 'capsule', 'point', 'polygon', 'polyline', 'text', 'tile'];

/** The columns of the cells of a layer: name, field, offset in the field, type, view of the core. */
const CELL_COLUMNS = [
    ['columns', 'column', Int32Array, 'i32', 1],
    ['rows', 'row', Int32Array, 'i32', 1],
    ['tilesets', 'tileset', Int32Array, 'i32', 1],
    ['ids', 'id', Uint32Array, 'u32', 1],
    ['flips', 'flips', Uint8Array, 'u32', 1],
    ['corners', 'corner', Float32Array, 'f32', 2],
    ['sizes', 'extent', Float32Array, 'f32', 2],
    ['opacities', 'opacity', Float32Array, 'f32', 1],
];

/** Returns the last property with a name, or null: those of a template come before those of its instance. */
export function propertyOf(properties, name) {
    for (let i = properties.length - 1; i >= 0; i--) if (properties[i].name === name) return properties[i];
    return null;
}

/** Reads the contents at an address; null for 0. */
export function contentsAt(core, address) {
    if (!address) return null;
    const at = core.map,
        numbers = new DataView(core.f.memory.buffer),
        texts = new Map();
    // Names and types occur often, at the same address.
    const text = (place) => {
        const start = core.u32[place >> 2];
        if (!texts.has(start)) texts.set(start, core.text(start));
        return texts.get(start);
    };
    const list = (array, count, size, read) =>
        Object.freeze(Array.from({ length: core.i32[count >> 2] }, (_, i) => read(core.u32[array >> 2] + i * size)));
    const box = (place) => [...core.pairAt(place), ...core.pairAt(place + 8)];
    const properties = (place) => list(place, place + at.properties.count, at.property.size, (p) => Object.freeze({
        name: text(p + at.property.name), type: text(p + at.property.type), text: text(p + at.property.text),
        number: numbers.getFloat64(p + at.property.number, true),
    }));
    const cells = (place, count) => {
        const out = { count };
        for (const [name, field, type, view, each] of CELL_COLUMNS) {
            const values = (out[name] = new type(count * each)),
                from = core[view];
            for (let i = 0, p = (place + at.cell[field]) >> 2; i < count; i++, p += at.cell.size >> 2) {
                for (let k = 0; k < each; k++) values[each * i + k] = from[p + k];
            }
        }
        return Object.freeze(out);
    };
    const layer = (p) => Object.freeze({
        name: text(p + at.layer.name), type: text(p + at.layer.type), image: text(p + at.layer.image),
        kind: KINDS[core.i32[(p + at.layer.kind) >> 2]], visible: core.flagAt(p + at.layer.visible), opacity: core.floatAt(p + at.layer.opacity),
        offset: core.pairAt(p + at.layer.offset), parallax: core.pairAt(p + at.layer.parallax), level: core.intAt(p + at.layer.level),
        firstObject: core.intAt(p + at.layer.first_object), objectCount: core.intAt(p + at.layer.objects_count),
        cells: cells(core.u32[(p + at.layer.cells) >> 2], core.intAt(p + at.layer.cells_count)), properties: properties(p + at.layer.properties),
    });
    const tile = (p) => Object.freeze({
        id: core.u32[(p + at.tile.id) >> 2], type: text(p + at.tile.type), image: text(p + at.tile.image), rectangle: box(p + at.tile.rectangle),
        frames: list(p + at.tile.frames, p + at.tile.frames_count, at.frame.size, (q) => Object.freeze({
            tile: core.u32[(q + at.frame.tile) >> 2], milliseconds: core.intAt(q + at.frame.milliseconds),
        })),
        properties: properties(p + at.tile.properties),
    });
    const tileset = (p) => Object.freeze({
        name: text(p + at.tileset.name), type: text(p + at.tileset.type), image: text(p + at.tileset.image),
        tileSize: core.pairAt(p + at.tileset.tile_size), offset: core.pairAt(p + at.tileset.offset),
        margin: core.floatAt(p + at.tileset.margin), spacing: core.floatAt(p + at.tileset.spacing),
        columns: core.intAt(p + at.tileset.columns), tileCount: core.intAt(p + at.tileset.tile_count),
        tiles: list(p + at.tileset.tiles, p + at.tileset.tiles_count, at.tile.size, tile), properties: properties(p + at.tileset.properties),
    });
    const details = (p) => {
        const points = core.u32[(p + at.details.points) >> 2] >> 2;
        return Object.freeze({
            form: FORMS[core.i32[(p + at.details.form) >> 2]], points: core.f32.slice(points, points + 2 * core.intAt(p + at.details.points_count)),
            layer: core.intAt(p + at.details.layer), tileset: core.intAt(p + at.details.tileset), tile: core.u32[(p + at.details.tile) >> 2],
            flips: core.u32[(p + at.details.flips) >> 2], text: text(p + at.details.text), iid: text(p + at.details.iid),
            properties: properties(p + at.details.properties),
        });
    };
    const level = (p) => Object.freeze({
        name: text(p + at.levelInfo.name), iid: text(p + at.levelInfo.iid), bounds: box(p + at.levelInfo.bounds), depth: core.intAt(p + at.levelInfo.depth),
        neighbours: list(p + at.levelInfo.neighbours, p + at.levelInfo.neighbours_count, 4, text), properties: properties(p + at.levelInfo.properties),
    });
    const all = (name, size, read) => list(address + at.contents[name], address + at.contents[`${name}_count`], size, read);
    return Object.freeze({
        properties: properties(address + at.contents.properties),
        layers: all('layers', at.layer.size, layer),
        tilesets: all('tilesets', at.tileset.size, tileset),
        objects: all('objects', at.details.size, details),
        levels: all('levels', at.levelInfo.size, level),
    });
}
