# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Shapes, queries on pairs, batches, rotations."""
import math
import pickle

import numpy as np
import pytest

import carom
from carom import Box, Capsule, Circle, Compound, Point, Polygon, Pose, Rotation, Segment

BALL, WALL = Circle((0, 5), 1), Segment((0, 0), (10, 10))


def test_sweep():
    hit = carom.sweep(BALL, (10, 0), WALL)
    assert hit and hit.hit and not hit.inside
    assert (hit.t, hit.at, hit.feature) == (np.float32(0.358578622), (np.float32(3.58578634), 5), 'edge')
    miss = carom.sweep(BALL, (-10, 0), WALL)
    assert not miss and miss.t == 1 and miss.normal is None and miss.at == (-10, 5)
    assert carom.sweep(Circle(), (0, 0), Circle((4, 0)), (-4, 0)).t == 0.5


def test_overlap_distance_contact():
    assert carom.overlap(Circle((0, 0), 2), Circle((3, 4), 3)) is True
    assert carom.overlap(Circle((0, 0), 2), Circle((3, 4), 2.9999998)) is False
    assert carom.distance(Point((0, 0)), Box((3, 0), (4, 1))).distance == 3
    one_sided = Segment((1, -1), (1, 1), one_sided=True)
    assert carom.distance(Point((0, 0)), one_sided) == carom.Separation(math.inf)
    contact = carom.contact(Box((0, 0), (2, 2)), Box((1, 1), (5, 2)))
    assert contact and contact.depth == 1 and len(contact.points) == 2
    assert not carom.contact(Point((0, 0)), Point((1, 0)))


def test_ray():
    hit = carom.ray((0, 0), (10, 0), Circle((5, 0), 1))
    assert (hit.t, hit.point, hit.inside) == (np.float32(0.39999998), (4, 0), False) or hit.t == np.float32(0.4)
    assert carom.ray((0, 0), (0, 0), Circle((0, 0), 1)).exit == math.inf
    assert carom.ray((0, 0), (0, 5), Circle((5, 0), 1)) == (False, False, 1, 1, (0, 5)) + (None,) * 6


SHAPES = [Point((1, 2)), Segment((1, 2), (3, 4), True, (True, False)), Circle((1, 2), 3), Box((1, 2), (3, 4)),
          Capsule((1, 2), (3, 4), 5), Polygon([(0, 0), (2, 0), (2, 2)]), Polygon([(0, 0), (2, 0), (2, 2)], 0.5),
          Compound([Circle((0, 0), 1), Compound([Box((4, 0), (5, 1))])])]


@pytest.mark.parametrize('shape', SHAPES, ids=lambda shape: type(shape).__name__)
def test_shapes_are_values(shape):
    again = eval(repr(shape), vars(carom))
    assert again == shape and hash(again) == hash(shape) and again is not shape
    assert pickle.loads(pickle.dumps(shape)) == shape
    assert shape != 5 and shape != Circle((9, 9), 9)
    assert shape.at((0, 0)) == shape and shape.posed(Pose()) == shape
    least, greatest = shape.bounds
    assert least.x <= greatest.x
    moved = shape.at((10, 0)).bounds
    assert moved.min == (least.x + 10, least.y)


def test_compounds_live_as_long_as_they_are_used(collect):
    stored = SHAPES[-1]
    collect()
    assert carom.sweep(Point((10, 0.5)), (-8, 0), stored).part_b == 1
    assert carom.overlap(Point((0, 0)), Compound([stored]))
    posed = Compound([Circle((1, 0), 1), stored]).posed(Pose((10, 0), math.pi / 2))
    assert posed == Compound([Circle((10, 1), 1), Compound([Circle((10, 0), 1), Compound([Box((9, 4), (10, 5))])])])


def test_a_compound_keeps_the_parts_of_its_parts(collect):
    inner = Compound([Circle((0, 0), 1)])
    outer = Compound([inner])
    shapes = carom.Shapes([inner])
    inner.__init__([Box((50, 50), (60, 60))])
    collect()
    garbage = [Compound([Circle((9, 9), 1)]) for _ in range(50)]
    assert carom.overlap(outer, Point((1, 0))) and shapes.overlap(Point((1, 0))).tolist() == [0] and garbage


def test_poses():
    quarter = Pose((10, 0), math.pi / 2)
    assert Box((0, 0), (2, 1)).posed(quarter) == Box((9, 0), (10, 2))
    assert carom.overlap(Box((0, 0), (2, 1)), Point((9.5, 1.5)), a_pose=quarter)
    assert carom.distance(Point((0, 0)), Point((1, 0)), b_pose=quarter).distance == np.float32(math.hypot(10, 1))
    assert carom.contact(Box((0, 0), (2, 1)), Box((0, 0), (2, 1)), quarter, quarter).hit
    assert carom.ray((9.5, 9), (0, -9), Box((0, 0), (2, 1)), quarter).point == (9.5, 2)
    assert quarter.point((1, 0)) == (10, 1) and quarter.local((10, 1)) == (1, 0)
    assert quarter @ Pose((1, 0)) == Pose((10, 1), Rotation(0, 1))
    turn = Rotation.of(math.pi / 2)
    assert turn.rotate((1, 0)) == (0, 1) and turn @ turn == (-1, 0) and turn.inverse() == (0, -1)
    assert Rotation(3, 0).normalized() == (1, 0)
    assert carom.oriented_box((0, 0), (2, 1), quarter) == Box((9, 0), (10, 2))
    assert carom.rounded_box((0, 0), (2, 1), 0) == Box((0, 0), (2, 1))
    assert carom.rounded_box((0, 0), (2, 1), 0.5).radius == 0.5


def test_turning_shapes():
    blade, pin = Box((0, -1), (10, 1)), Point((0, 8))
    hit = carom.sweep_turning(blade, carom.Turning(angle=math.pi / 2), pin)
    assert hit and hit.feature is None and 0 < hit.t < 1 and hit.point == pytest.approx((0, 8), abs=1e-6)
    assert not carom.overlap(blade, pin, a_pose=hit.at)
    assert not carom.sweep_turning(blade, carom.Turning(angle=-math.pi / 2), pin)
    quarter = carom.Turning(Pose((5, 0)), (2, 0), math.pi)
    assert quarter.at(0).position == (5, 0) and quarter.at(0.5).position == (6, 0)
    still = carom.sweep_turning(BALL, carom.Turning(move=(10, 0)), WALL)
    assert (still.t, still.point, still.normal) == (lambda h: (h.t, h.point, h.normal))(carom.sweep(BALL, (10, 0), WALL))
    assert carom.sweep_turning(BALL, carom.Turning(), WALL, carom.Turning(move=(-10, 0))).t == still.t
    for bad in (lambda: carom.sweep_turning(BALL, (1, 2), WALL), lambda: carom.sweep_turning(BALL, carom.Turning(angle=34), WALL),
                lambda: carom.Turning(move=5).at(1)):
        with pytest.raises((TypeError, ValueError)):
            bad()


def test_areas():
    assert carom.hull([(0, 0), (4, 0), (1, 1), (0, 4)]) == Polygon([(0, 0), (4, 0), (0, 4)])
    square, hole = [(0, 0), (4, 0), (4, 4), (0, 4)], np.array([(1, 1), (2, 1), (2, 2), (1, 2)])
    triangles = carom.triangulate([square, hole])
    assert triangles.shape == (8, 3, 2) and triangles.dtype == np.float32
    u, v = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    assert (u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]).sum() / 2 == 15
    assert len(carom.decompose([[(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)]])) == 2


def test_batches_return_what_single_queries_return():
    chance = np.random.default_rng(5)
    for _ in range(40):
        starts, moves = chance.integers(-8, 9, (2, 50, 2)) * 0.5
        shape = SHAPES[chance.integers(len(SHAPES))]
        hits = carom.ray_many(starts, moves, shape)
        for row, start, move in zip(hits, starts, moves):
            hit = carom.ray(start, move, shape)
            assert (row.hit, row.t, row.exit, row.inside, *row.point) == (hit.hit, hit.t, hit.exit, hit.inside, *hit.point)
    circles = np.column_stack([chance.integers(-8, 9, (99, 2)), chance.integers(0, 3, 99)])
    boxes = np.column_stack([circles[:, :2], circles[:, :2] + chance.integers(0, 3, (99, 2))])
    segments = np.column_stack([circles[:, :2], chance.integers(-8, 9, (99, 2))])
    for a in SHAPES:
        for rows, make, overlap, sweep in (
                (circles, lambda r: Circle(r[:2], r[2]), carom.overlap_circles, carom.sweep_circles),
                (boxes, lambda r: Box(r[:2], r[2:]), carom.overlap_boxes, carom.sweep_boxes),
                (segments, lambda r: Segment(r[:2], r[2:]), carom.overlap_segments, carom.sweep_segments)):
            shapes = [make(row) for row in rows]
            expected = [i for i, b in enumerate(shapes) if carom.overlap(a, b)]
            assert overlap(a, rows).tolist() == expected
            first, many = sweep(a, (3, 1), rows), carom.Shapes(shapes)
            assert many.overlap(a).tolist() == expected
            assert many.sweep(a, (3, 1))[:8] == first[:8]
            assert first.t == min(carom.sweep(a, (3, 1), b).t for b in shapes)


def test_shapes_object():
    with carom.Shapes([Circle(), Box((5, 0), (6, 1)), SHAPES[-1]]) as shapes:
        assert len(shapes) == 3 and shapes[1] == Box((5, 0), (6, 1))
        assert shapes.overlap(Point((0.5, 0))).tolist() == [0, 2]
        assert shapes.sweep(Point((9, 0.5)), (-9, 0)).part_b == 1
    with pytest.raises(RuntimeError, match='this Shapes was closed'):
        shapes.overlap(BALL)
    assert len(carom.Shapes([]).overlap(BALL)) == 0


def test_three_dimensions():
    assert carom.ray_sphere((0, 0, 0), (10, 0, 0), (5, 0, 0), 1).at == (4, 0, 0)
    assert carom.sweep_sphere_segment((0, 2, 0), 1, (0, -2, 0), (-1, 0, 0), (1, 0, 0)).t == 0.5
    assert not carom.ray_sphere((0, 0, 0), (1, 0, 0), (5, 0, 0), 1)


@pytest.mark.parametrize('error, message, call', [
    (carom.Error, 'Circle: negative radius: pass a radius of 0 or more', lambda: Circle((0, 0), -1)),
    (carom.Error, 'Box: reversed box', lambda: Box((0, 0), (-1, 1))),
    (carom.Error, 'Polygon: ', lambda: Polygon([(0, 0), (1, 0)])),
    (carom.Error, 'Polygon: .*use carom.decompose', lambda: Polygon([(0, 0), (4, 0), (1, 1), (0, 4)])),
    (ValueError, 'radius: nan is not a finite 32-bit float', lambda: Circle((0, 0), math.nan)),
    (ValueError, 'center: 1e\\+39 is not a finite', lambda: Circle((1e39, 0), 1)),
    (ValueError, 'radius: inf is not a finite', lambda: Circle((0, 0), 10**400)),
    (TypeError, "radius: expected a number, not '1'", lambda: Circle((0, 0), '1')),
    (TypeError, r'center: expected two numbers \(x, y\), not 5', lambda: Circle(5)),
    (TypeError, 'b: expected a carom.Shape', lambda: carom.overlap(BALL, 5)),
    (TypeError, 'unexpected keyword argument', lambda: Circle(centre=(0, 0))),
    (TypeError, 'make a Point', lambda: carom.Shape()),
    (ValueError, r'moves: an array of the shape \(1, 3\): expected \(n, 2\)', lambda: carom.ray_many([(0, 0)], [(1, 2, 3)], BALL)),
    (ValueError, 'starts, moves: 1 and 2 rows', lambda: carom.ray_many([(0, 0)], [(1, 2)] * 2, BALL)),
    (ValueError, 'starts: not all numbers are finite', lambda: carom.ray_many([(0, math.nan)], [(1, 2)], BALL)),
    (ValueError, 'circles: an array', lambda: carom.overlap_circles(BALL, [(1, 2)])),
    (ValueError, 'nested too deep', lambda: [c := Circle()] + [c := Compound([c]) for _ in range(9)]),
    (ValueError, 'rings', lambda: carom.triangulate([[(0, 0, 0)]])),
    (carom.Error, 'triangulate: bad argument', lambda: carom.triangulate([[(0, 0), (4, 4), (4, 0), (0, 4)]])),
    (AttributeError, '', lambda: setattr(BALL, 'radius', 5)),
    (TypeError, 'a_pose: expected a carom.Pose', lambda: carom.overlap(BALL, BALL, a_pose=(0, 0))),
])
def test_errors(error, message, call):
    with pytest.raises(error, match=message):
        call()
