# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Cells under lines, line of sight, field of view."""
import numpy as np
import pytest

import carom


def test_lines():
    assert list(carom.cell_line((0, 0), (3, 2))) == [(1, 0), (1, 1), (2, 1), (2, 2)]
    assert list(carom.cell_line((0, 0), (2, 2), ends=True)) == [(0, 0), (1, 1), (2, 2)]
    assert list(carom.cell_line((0, 0), (1, 1), 'any')) == [(1, 0), (0, 1)]
    assert carom.cell_line_array((0, 0), (3, 2)).tolist() == [[1, 0], [1, 1], [2, 1], [2, 2]]
    far = carom.cell_line((-2**31, -2**31), (2**31 - 1, 2**31 - 1))
    assert next(far) == (1 - 2**31, 1 - 2**31)
    with pytest.raises(ValueError, match='cells: at most 16777216'):
        carom.cell_line_array((0, 0), (2**31 - 1, 0))
    assert list(carom.trace((8, 8), (40, 8), cell=(16, 16))) == [(0, 0), (1, 0), (2, 0)]
    spans = list(carom.cover(carom.Circle((8, 8), 4), (32, 16), cell=(16, 16), origin=(-16, 0)))
    assert spans == [(0, 1, 3), (1, 1, 3)]
    for bad in (lambda: carom.cell_line((0.5, 0), (1, 1)), lambda: carom.cell_line((0, 0), (2**31, 1)),
                lambda: carom.trace((8, 8), (40, 8), cell=(0, 16)), lambda: carom.cell_line((0, 0), (1, 1), 'all'),
                lambda: carom.cover(carom.Capsule((0, 0), (1, 1), 1))):
        with pytest.raises((TypeError, ValueError)):
            bad()


def test_sight():
    sight_map = carom.SightMap(['....', '..#.', '....'])
    assert sight_map.sight((0, 1), (3, 1)) == (False, (2, 1)) and not sight_map.sight((0, 1), (3, 1))
    sight_map[2, 1] = False
    assert sight_map.sight((0, 1), (3, 1)).clear
    sight_map[1, 1] = True
    assert sight_map[1, 1] and not sight_map[2, 1]
    assert sight_map.sight_many((0, 1), [(3, 1), (0, 2)]).tolist() == [False, True]
    assert sight_map.sight_many((0, 1), []).tolist() == []
    seen = sight_map.fov((0, 1), 5)
    assert seen.shape == (3, 4) and seen[1, 1] and not seen[1, 2]
    assert not sight_map.fov((9, 9), 3).any()
    random = carom.SightMap(np.random.default_rng(1).random((40, 60)) < 0.3)
    for radius in (0, 3, 100):
        assert random.fov((10, 10), radius)[10, 10]
    seen = random.fov((10, 10), 1024)
    for y in range(40):
        for x in range(60):
            if not random[x, y]:
                assert seen[y, x] == random.sight((10, 10), (x, y)).clear
    with pytest.raises(IndexError, match=r'cell \(4, 0\) is not in the map'):
        sight_map[4, 0]
    for bad in (lambda: carom.SightMap(['....', '..']), lambda: carom.SightMap('..'), lambda: sight_map.fov((0, 0), 1025),
                lambda: sight_map.sight((0, 0), 5), lambda: carom.SightMap([1, 2, 3])):
        with pytest.raises((TypeError, ValueError)):
            bad()
