# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""A scanner in a cave: 720 rays from each of a few points, one call for each scan, drawn with matplotlib.

    python3 lidar.py [LEVEL.tmx] [PICTURE.png]
"""
import sys

import numpy as np

import carom

RAYS, RANGE = 720, 400.0


def scan(level, position):
    """Returns the end of each ray from a position, and whether it hit."""
    angles = np.linspace(0, 2 * np.pi, RAYS, endpoint=False)
    moves = RANGE * np.column_stack([np.cos(angles), np.sin(angles)])
    hits = level.ray_many(np.broadcast_to(position, (RAYS, 2)), moves)
    return hits.point, hits.hit


def draw(level, scans, path):
    import matplotlib
    matplotlib.use('Agg')
    from matplotlib import pyplot
    from matplotlib.collections import LineCollection, PolyCollection

    figure, axes = pyplot.subplots(figsize=(12, 7), layout='constrained')
    axes.add_collection(PolyCollection(level.triangles(), facecolor='#c9d1dc', edgecolor='#c9d1dc', linewidth=0.3))
    edges = level.edges()
    axes.add_collection(LineCollection(np.stack([edges.a, edges.b], axis=1), colors='#3b4657', linewidths=0.8))
    for color, (position, ends, hit) in zip(('#d1495b', '#00798c', '#edae49', '#66a182'), scans):
        axes.fill(*ends.T, color=color, alpha=0.25, linewidth=0)
        axes.plot(*ends[hit].T, '.', color=color, markersize=2.5)
        axes.plot(*position, 'o', color=color, markeredgecolor='white', markersize=8)
    (left, top), (right, bottom) = level.bounds
    axes.set(xlim=(left, right), ylim=(bottom, top), aspect='equal')  # y down, as in Tiled
    axes.set_title(f'{len(scans)} scans of {RAYS} rays, range {RANGE:g}')
    figure.savefig(path, dpi=100)


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else 'levels/cave.tmx'
    picture = sys.argv[2] if len(sys.argv) > 2 else 'lidar.png'
    level = carom.Map(path).level()
    (left, top), (right, bottom) = level.bounds
    random, ball, scans = np.random.default_rng(4), carom.Circle(radius=8), []
    while len(scans) < 4:
        position = random.uniform((left, top), (right, bottom))
        if not level.solid(position) and not len(level.overlap(ball.at(position))):
            ends, hit = scan(level, position)
            if all(np.hypot(*(position - other)) > 300 for other, _, _ in scans):
                scans.append((position, ends, hit))
    for position, ends, hit in scans:
        distance = np.hypot(*(ends[hit] - position).T)
        print(f'({position[0]:.0f}, {position[1]:.0f}): {hit.sum()} of {RAYS} rays hit, the nearest at {distance.min():.1f}')
    draw(level, scans, picture)


if __name__ == '__main__':
    main()
