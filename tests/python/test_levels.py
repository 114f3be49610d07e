# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Levels, moving through them, maps."""
import math
import mmap

import numpy as np
import pytest

import carom
from carom import Box, Circle, Outline, Pose, Tiles

BALL = Circle((0, 0), 4)


@pytest.fixture
def flat():
    """Three solid tiles."""
    return carom.Level(Tiles([[1, 1, 1]], cell=(16, 16), tag=7))


@pytest.fixture
def soft():
    return carom.Level(Tiles([[1, 1, 1]], cell=(16, 16), tag=7), editable=True)


def test_tiles():
    assert carom.TILE_NAMES[9] == 'slope_45' and carom.tile_code('solid') == 1
    assert carom.tile_code('slope_45', True, 1) == 9 + 32 + 64 == carom.tile_code(9, flip=True, turns=5)
    assert carom.tile_canonical(carom.tile_code('solid', True, 3)) == 1
    with pytest.raises(ValueError, match='no tile is called'):
        carom.tile_code('slope_46')


def test_boundary(flat):
    assert (flat.edge_count, flat.seams_removed, flat.bounds) == (4, 8, ((0, 0), (48, 16)))
    edges = flat.edges()
    assert (edges.tag == 7).all() and edges.next.dtype == np.int32
    for i in range(4):
        edge = flat.edge(i)
        assert flat.edge(edge.next).prev == i
        assert tuple(edges[i].a) == edge.a and edges[i].next == edge.next
    assert flat.triangles().shape == (2, 3, 2)
    with pytest.raises(IndexError):
        flat.edge(4)
    assert carom.Level().bounds is None


def test_queries(flat):
    top = next(i for i in range(4) if flat.edge(i).a.y == 0 == flat.edge(i).b.y)
    hit = flat.ray((24, -10), (0, 20))
    assert (hit.t, hit.point, hit.edge, hit.normal, hit.level, hit.part) == (0.5, (24, 0), top, (0, -1), flat, None)
    assert len(flat.ray_all((-8, 8), (100, 0))) == 1
    sweep = flat.sweep(Circle((24, -20), 4), (0, 32))
    wheel = flat.sweep_turning(Circle((0, 0), 4), carom.Turning(Pose((24, -20)), (0, 32), 2.0))
    assert (wheel.t, wheel.edge, wheel.point, wheel.at.position) == (sweep.t, sweep.edge, sweep.point, sweep.at)
    car = flat.move_turning(Box((-4, -1), (4, 1)), Pose((24, -3)), (2, 1), 1.0, 'slide')
    assert car.blocked and car.spin == 0 and not car.inside and car.contacts[0].edge == sweep.edge
    assert car.pose.position.x > 24 and car.pose.rotation.sine > 0.1 and car.contacts[0].velocity.y > 1
    assert wheel.level is flat and wheel.part_b is None and wheel.velocity.x != 0
    assert (sweep.t, sweep.at, sweep.edge, sweep.part_b) == (0.5, (24, -4), top, None)
    assert flat.overlap(Circle((24, -4), 4)).tolist() == [top]
    assert flat.nearest(Circle((24, -10), 4)).distance == 6
    assert flat.nearest(Circle((24, -10), 4), 5).distance == math.inf
    assert flat.solid((8, 8)) and not flat.solid((8, -1))


def test_batches_return_what_single_queries_return(root):
    level = carom.Map(root / 'levels/cave.tmx').level()
    chance = np.random.default_rng(3)
    starts = chance.integers(0, 1920, (500, 2)) * np.float32(0.5)
    moves = chance.integers(-200, 200, (500, 2)).astype(np.float32)
    shape = Box((-3, -3), (3, 5))
    rays, sweeps = level.ray_many(starts, moves), level.sweep_many(shape, starts, moves)
    overlaps, nearest, solid = level.overlap_many(shape, starts), level.nearest_many(shape, starts, 50), level.solid_many(starts)
    for i, (start, move) in enumerate(zip(starts, moves)):
        ray, placed = level.ray(start, move), shape.at(start)
        assert (rays[i].hit, rays[i].t, *rays[i].point) == (ray.hit, ray.t, *ray.point)
        assert not ray or rays[i].edge == ray.edge
        sweep = level.sweep(placed, move)
        assert (sweeps[i].hit, sweeps[i].t, *sweeps[i].at) == (sweep.hit, sweep.t, *sweep.at)
        assert overlaps[i] == (len(level.overlap(placed)) > 0)
        assert nearest[i].distance == level.nearest(placed, 50).distance
        assert solid[i] == level.solid(start)
    assert 0 < rays.hit.sum() < 500 and 0 < overlaps.sum() < 500
    assert len(level.ray_many([], [])) == 0
    with pytest.raises(ValueError, match='positions, moves'):
        level.sweep_many(shape, starts, moves[:3])


def test_images(flat, tmp_path, collect):
    image = flat.image()
    copy = carom.Level.open(image)
    assert copy.image() == image and copy.ray((24, -10), (0, 20)).t == 0.5
    changing = bytearray(image)
    level = carom.Level.open(changing)
    changing[:] = bytes(len(image))
    assert level.image() == image
    path = tmp_path / 'flat.carom'
    path.write_bytes(image)
    with open(path, 'rb') as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    level = carom.Level.open(mapped)
    with pytest.raises(BufferError):
        mapped.close()  # the level uses it
    del image
    collect()
    assert copy.solid((8, 8)) and level.solid((8, 8))
    for bad in (b'no image', flat.image()[:-8], b'', 5, 'text'):
        with pytest.raises((carom.Error, TypeError)):
            carom.Level.open(bad)


def test_moving(flat):
    motion = flat.move(BALL, (8, -10), (20, 20), 'slide')
    assert (motion.position, motion.velocity.y, motion.contact_count, motion.contacts[0].level) == ((28, -4), 0, 1, flat)
    assert flat.move(BALL, (8, -10), (0, 20), 'bounce').velocity.y == -20
    assert flat.move(BALL, (8, -10), (0, 20), carom.Response('bounce', 0.5)).velocity.y == -10
    assert flat.move(BALL, (8, -10), (0, 20)).t < 1 and flat.move(BALL, (8, 8), (0, 20)).inside
    seen = []

    def rule(contact, response):
        seen.append((contact.level, contact.edge_tag, contact.normal, response.kind, contact.body, contact.mover))
        return 'bounce'
    assert flat.move(BALL, (8, -10), (0, 20), rule=rule).velocity.y == -20
    assert seen == [(flat, 7, (0, -1), 'stop', None, None)]
    with pytest.raises(ZeroDivisionError):
        flat.move(BALL, (8, -10), (0, 20), rule=lambda *_: 1 / 0)
    with pytest.raises(ValueError, match='the result of the rule'):
        flat.move(BALL, (8, -10), (0, 20), rule=lambda *_: 'jump')
    with pytest.raises(RuntimeError, match='close: not allowed in a callback'):
        flat.move(BALL, (8, -10), (0, 20), rule=lambda *_: flat.close())
    assert flat.push_out(BALL, (24, -1)) == ((24, -4), True, False)
    assert carom.slide((1, 1), [(0, -1)]) == (1, 0) and carom.bounce((1, 1), (0, -1)) == (1, -1)
    assert flat.corner_correction(Box((-4, -4), (4, 4)), (-3, 30), (0, -30), 4) == (-1, 0)


def test_editing(flat, soft):
    with pytest.raises(carom.Error, match='set_tile: .*editable=True'):
        flat.set_tile(0, 0, 0)
    soft.set_tile(1, 0, 0)
    assert (soft.tile(1, 0), soft.tile(0, 0), soft.tile(9, 9), soft.edge_count) == (0, 1, 0, 8)
    soft.set_tiles(0, 0, [[0, 1]])
    assert (soft.tile(0, 0), soft.tile(1, 0)) == (0, 1)
    soft.carve(Box((20, -5), (28, 30)))
    assert not soft.solid((24, 8)) and soft.solid((18, 8))
    soft.fill(Circle((24, 8), 3))
    assert soft.solid((24, 8))
    for bad in (lambda: soft.set_tile(0, 0, 256), lambda: soft.set_tile(3, 0, 1), lambda: soft.set_tiles(0, 0, [[[0]]]),
                lambda: soft.carve(carom.Compound([BALL])), lambda: soft.set_tiles(0, 0, [[0.5]])):
        with pytest.raises(ValueError):
            bad()


def test_free_shapes():
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    level = carom.Level(
        [Tiles(np.full((1, 1), 21, np.uint8), (8, 8), (100, 0))],
        [Outline(10 * square, tag=3, even_odd=True), Outline(2 + 6 * square, same_area=True),
         Outline([(0, -20), (10, -20)], open=True, one_way=True)],
        tile_shapes=[carom.TileShape(21, [Outline([(0, 0), (1, 1), (0, 1)])])],
        fields=[carom.Field(np.full((2, 2), 255), origin=(200, 0))])
    assert level.solid_many([(1, 1), (5, 5), (101, 6), (106, 1), (201, 1)]).tolist() == [True, False, True, False, True]
    assert level.ray((5, -30), (0, 15))
    for bad in (lambda: carom.Level([5]), lambda: carom.Level(5), lambda: carom.Level(outlines=Outline(square)),
                lambda: carom.Level(outlines=[Outline([(0, 0), (1, 1)])]), lambda: Outline([(0, 0), (math.nan, 1)]),
                lambda: Tiles([1, 2]), lambda: Tiles([[256]]), lambda: Tiles([[1]], cell=(0, 1)) and carom.Level(Tiles([[1]], cell=(0, 1))),
                lambda: carom.Level(tile=[]), lambda: carom.TileShape(20, []), lambda: carom.Field([[1]], threshold=256)):
        with pytest.raises((TypeError, ValueError)):
            bad()


def test_export(soft):
    soft.carve(Box((20, -5), (28, 30)))
    text = carom.export(soft, 'tmx').text
    again = carom.Map('soft.tmx', files={'soft.tmx': text}).level()
    points = [(24, 8), (18, 8), (22, 2), (40, 8), (8, 8)]
    assert again.solid_many(points).tolist() == soft.solid_many(points).tolist()
    assert carom.Map('soft.tmx', data=text.encode()).level().edge_count == soft.edge_count
    assert carom.export(soft, 'svg').text.startswith('<svg')
    with pytest.raises(ValueError, match="format: expected one of 'tmx', 'geojson', 'svg'"):
        carom.export(soft, 'png')


def test_maps(root):
    path = root / 'levels/cave.tmx'
    with carom.Map(path, contents=True) as cave:
        assert cave.info.format.startswith('TMX') and cave.info.cell == (16, 16)
        objects, contents = cave.objects(), cave.contents()
        level = cave.level()
        assert len(contents.layers) == cave.info.layers
        for layer in contents.layers:
            for i in layer.objects:
                assert objects[i].layer == layer.name
        cells = [cell for layer in contents.layers for cell in layer.cells]
        assert len(cells) == cave.info.tiles
        image, part = cave.tile_image(cells[0].tileset, cells[0].id)
        assert image.endswith('.png') and part.max.x - part.min.x == 16
        assert any(solid.cells for solid in cave.solids()) and isinstance(cave.notes(), list)
        names = {o.name: o for o in objects}
        assert all(o.points.ndim == 2 for o in names.values())
    assert level.edge_count > 1000
    with pytest.raises(RuntimeError, match='this Map was closed'):
        cave.objects()
    climb = carom.Map(root / 'levels/climb.tmx')
    assert climb.objects()[0].form is None
    with pytest.raises(ValueError, match='contents=True'):
        climb.contents()
    # From memory, by a mapping or a function.
    files = {name: (root / 'levels' / name).read_bytes() for name in ('cave.tmx', 'cave-tiles.tsx')}
    for source in (files, files.get):
        assert carom.Map('cave.tmx', files=source).level().image() == level.image()
    with pytest.raises(ZeroDivisionError):
        carom.Map('cave.tmx', files=lambda name: 1 / 0)
    with pytest.raises(TypeError, match='files: expected bytes'):
        carom.Map('cave.tmx', files=lambda name: 5)


def test_errors_of_maps(root, tmp_path):
    with pytest.raises(carom.Error, match='missing.tmx'):
        carom.Map('missing.tmx')
    bad = tmp_path / 'bad.tmx'
    bad.write_text('<map version="1.10" orientation="orthogonal">\n<layer>\n</map>')
    with pytest.raises(carom.Error) as caught:
        carom.Map(bad)
    assert caught.value.line == 3 and caught.value.where.endswith('bad.tmx') and caught.value.status
    cave = root / 'levels/cave.tmx'
    assert carom.Map(cave, contents=True).contents().types == ()
    plain = carom.Map(cave, not_solid=['Ground', 'ground'], limits={'depth': 32}, snap=0.5).level()
    assert plain.edge_count >= 0
    for wrong in (lambda: carom.Map(5), lambda: carom.Map('a\0b'), lambda: carom.Map(cave, limits={'depths': 3}),
                  lambda: carom.Map(cave, values=5), lambda: carom.Map(cave, solid=5), lambda: carom.Map(cave, data='x'),
                  lambda: carom.Map(cave, limits={'depth': -1})):
        with pytest.raises((TypeError, ValueError)):
            wrong()
    with pytest.raises(carom.Error):
        carom.Map(cave, limits={'cells': 3})
