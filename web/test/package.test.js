// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The package as published: its version, files, imports and size.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { load } from 'carom';
import { root } from './native.js';

const folder = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(folder + 'package.json', 'utf8'));

function run(program, args, cwd = folder) {
    const done = spawnSync(program, args, { cwd, encoding: 'utf8' });
    assert.equal(done.status, 0, done.stdout + done.stderr);
    return done.stdout;
}

test('the version is that of base.h', async () => {
    const header = readFileSync(root + 'include/carom/base.h', 'utf8');
    const part = (name) => header.match(`CAROM_VERSION_${name} +(\\d+)`)[1];
    const suffix = header.match(/CAROM_VERSION_SUFFIX +"(.*?)"/)[1];
    const version = ['MAJOR', 'MINOR', 'PATCH'].map(part).join('.') + suffix;
    assert.equal(manifest.version, version);
    assert.equal((await load()).version, version);
});

test('npm pack includes exactly these files', () => {
    const [{ files }] = JSON.parse(run('npm', ['pack', '--dry-run', '--json', '--loglevel=error']));
    assert.deepEqual(files.map((file) => file.path).sort(), [
        'LICENSE',
        'README.md',
        'browser.js',
        'carom.d.ts',
        'carom.js',
        'contents.js',
        'dist/carom-plain.wasm',
        'dist/carom.wasm',
        'dist/fzstd.js',
        'dist/licenses.txt',
        'dist/parse-xml.js',
        'maps.js',
        'node.js',
        'package.json',
    ]);
});

test('publint passes', () => {
    assert.match(run('npx', ['publint', '--strict']), /All good/);
});

test('site.mjs resolves its folder against the current one', () => {
    const here = mkdtempSync(join(tmpdir(), 'carom-'));
    assert.match(run('node', [folder + 'site.mjs', 'page'], here), /The playground is in page/);
    assert(existsSync(join(here, 'page/index.html')));
    rmSync(here, { recursive: true });
});

test('the modules import four functions, and are small with gzip', async () => {
    for (const name of ['carom.wasm', 'carom-plain.wasm']) {
        const bytes = readFileSync(folder + 'dist/' + name);
        const imports = WebAssembly.Module.imports(await WebAssembly.compile(bytes));
        assert.deepEqual(imports.map((each) => `${each.module}.${each.name}`).sort(), ['host.document', 'host.hand_over', 'host.number', 'host.unpack']);
        assert(gzipSync(bytes, { level: 9 }).length < 330_000);
    }
});
