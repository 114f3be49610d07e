// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// All exhibits but the first, by their names in the address.
export { default as drop } from './drop.js';
export { default as grid } from './grid.js';
export { default as pairs } from './pairs.js';
export { default as ray } from './ray.js';
export { default as run } from './run.js';
export { default as seams } from './seams.js';
export { default as tiles } from './tiles.js';
export { default as walk } from './walk.js';
