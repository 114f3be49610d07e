// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The JavaScript of the API reference (docs/examples/*/*.md) runs with the package, and prints what the C example prints.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the forms of examples in JavaScript', () => {
    const folder = mkdtempSync(join(tmpdir(), 'carom-forms-'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(root, 'web'), join(folder, 'node_modules/carom'));
    const done = spawnSync(join(root, 'tools/examples.py'), ['forms', 'js', process.execPath, '--input-type=module', '-'], { cwd: folder, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    assert.equal(done.stdout + done.stderr, '');
    assert.equal(done.status, 0);
});
