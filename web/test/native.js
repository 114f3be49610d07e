// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The command line, as a reference, and helpers of the tests.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from '../node.js';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const program = process.env.CAROM ?? join(root, 'build/carom');
if (!existsSync(program)) throw new Error(`${program} is not there: run make build first, or name it in CAROM`);

/** Runs the command line: { status, out, error }. */
export function carom(args, input = '') {
    const done = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
    return { status: done.status, out: done.stdout, error: done.stderr };
}

/** Both builds of the package, by name. */
export async function builds() {
    return [
        ['SIMD', await load(undefined, { simd: true })],
        ['plain', await load(undefined, { simd: false })],
    ];
}

/** All files of a folder, by their path in it. */
export function filesOf(folder) {
    const files = {};
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath ?? entry.path, entry.name);
        files[path.slice(folder.length + 1)] = readFileSync(path);
    }
    return files;
}

/** Rounds every number to the float that it reads back to; keeps -0. */
export function floats(value) {
    if (typeof value === 'number') return Math.fround(value);
    if (Array.isArray(value)) return value.map(floats);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, floats(inner)]));
}

/** splitmix64, as in all workloads of Carom. */
export class Chance {
    constructor(seed) {
        this.state = BigInt(seed);
    }
    bits() {
        this.state = BigInt.asUintN(64, this.state + 0x9e3779b97f4a7c15n);
        let z = this.state;
        z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
        z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
        return z ^ (z >> 31n);
    }
    unit() {
        return Number(this.bits() >> 40n) / 2 ** 24;
    }
    /** A float. */
    range(low, high) {
        return Math.fround(low + (high - low) * this.unit());
    }
    below(count) {
        return Math.floor(this.unit() * count);
    }
    pick(list) {
        return list[this.below(list.length)];
    }
}
