// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// All exhibits, by name in the address.
import ball from './ball.js';
import drop from './drop.js';
import gears from './gears.js';
import grid from './grid.js';
import groups from './groups.js';
import pairs from './pairs.js';
import ray from './ray.js';
import run from './run.js';
import seams from './seams.js';
import tiles from './tiles.js';
import turn from './turn.js';
import walk from './walk.js';

export default { ball, ray, pairs, grid, tiles, seams, run, groups, turn, gears, walk, drop };
