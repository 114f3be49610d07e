// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Builds the playground as a folder of files, and serves it:
//
//     node web/site.mjs FOLDER            puts together what the page is made of; any server of files can show it
//     node web/site.mjs FOLDER --serve    and shows it on http://localhost:8320 (or PORT)
//     node web/site.mjs FILE.html         makes one file of it all, which needs no server
//
// The scripts are bundled and minified; main.js.map has the source map. `make wasm` must have built the WASM. The
// server sends Brotli to clients that accept it, otherwise gzip.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'esbuild';

const web = dirname(fileURLToPath(import.meta.url));
const COPIED = [
    ['page/index.html', 'index.html'],
    ['../levels/cave.tmx', 'levels/cave.tmx'],
    ['../levels/cave-tiles.tsx', 'levels/cave-tiles.tsx'],
    ['dist/licenses.txt', 'licenses.txt'],
];
const TYPES = {
    '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
    '.wasm': 'application/wasm', '.tmx': 'application/xml', '.tsx': 'application/xml', '.map': 'application/json', '.txt': 'text/plain; charset=utf-8',
};

const BUILD = { absWorkingDir: web, bundle: true, format: 'esm', target: 'es2022', minify: true, logLevel: 'warning' };

/** Modules that are loaded on demand stay separate files: the reading of maps, and of zstd. */
const apart = {
    name: 'apart',
    setup: ({ onResolve }) => onResolve({ filter: /\/(fzstd|maps)\.js$/ }, ({ path, kind }) =>
        (kind === 'dynamic-import' ? { path: `./${basename(path)}`, external: true } : null)),
};

/**
 * Exports that no exhibit calls, without their prefix carom_ or carom_flat_. They are removed from the page's WASM. If an
 * exhibit calls one, the browser tests fail.
 */
const UNASKED = [
    /^level_(set_tiles?|tile|ray_all|nearest|sweep_turning|(ray|sweep|solid)_many|image.*|open|carve|fill|triangles|write)$/,
    /^world_(snapshot.*|restore|(ray|sweep|nearest).*|overlap)$/,
    /^svg_/, /^map_tile_image$/, /^(make_hull|shape_check|trace|cover|triangulate|decompose)$/,
    /^(platforms|scene_of_platforms)/, /^(rotation_.*|rotate|pose_(point|local|compose)|turning_pose)$/, /^(ray_many|sight_many|ray3|sweep3|push_out|corner_correction|(overlap|sweep)_against)$/,
];
const FEATURES = ['--enable-simd', '--enable-bulk-memory', '--enable-nontrapping-float-to-int', '--enable-sign-ext', '--enable-mutable-globals'];

export function filesOf(folder) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? filesOf(path) : [path];
    });
}

const isNewer = (path, other) => existsSync(path) && statSync(path).mtimeMs > statSync(other).mtimeMs;

/** Writes the WASM of the package without unused exports; returns its path. */
function shake(name) {
    const [whole, shaken, graph] = [`dist/${name}.wasm`, `dist/page-${name}.wasm`, 'dist/page.json'].map((path) => join(web, path));
    if (!existsSync(whole)) throw new Error(`${whole} is not there: run make wasm first`);
    if (isNewer(shaken, whole) && isNewer(shaken, fileURLToPath(import.meta.url))) return shaken;
    const names = WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(whole))).map((each) => each.name)
        .filter((each) => !UNASKED.some((rule) => rule.test(each.replace(/^carom_(flat_)?/, ''))));
    writeFileSync(graph, JSON.stringify([{ name: 'page', root: true, reaches: names }, ...names.map((each) => ({ name: each, export: each }))]));
    const run = (tool, args) => execFileSync(tool, [...FEATURES, ...args, '-o', shaken], { stdio: ['ignore', 'ignore', 'inherit'] });
    run('wasm-metadce', [whole, '--graph-file', graph]);
    run('wasm-opt', [shaken, '-O3', '--converge', '--low-memory-unused']); // the options of cmake/wasm.cmake
    return shaken;
}

/** Inlines style and script, so that the first paint waits for the WASM only. */
const inline = (page, style, script) => page
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style.trim()}</style>`)
    .replace(/<script type="module"[^>]*><\/script>/, () => `<script type="module">${script.replaceAll('</script', '<\\/script')}</script>`);

/** Builds the page in a folder, which is emptied first. */
export async function assemble(name) {
    const folder = resolve(name); // a relative path would start at web/
    if (existsSync(folder) && readdirSync(folder).length && !existsSync(join(folder, 'levels/cave.tmx'))) throw new Error(`${folder} is there, and is no playground: name another`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [from, to] of COPIED) {
        const source = join(web, from);
        if (!existsSync(source)) throw new Error(`${from} is not there: run make wasm first`);
        cpSync(source, join(folder, to), { recursive: true, dereference: true });
    }
    for (const name of ['carom', 'carom-plain']) cpSync(shake(name), join(folder, `dist/${name}.wasm`));
    await build({
        ...BUILD, entryPoints: { main: 'page/main.js', maps: './maps.js', fzstd: './dist/fzstd.js' }, outdir: folder, sourcemap: true, plugins: [apart],
    });
    const { outputFiles: [style] } = await build({ ...BUILD, entryPoints: ['page/style.css'], write: false });
    const edit = (name, change) => writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
    const script = readFileSync(join(folder, 'main.js'), 'utf8');
    rmSync(join(folder, 'main.js'));
    edit('index.html', (text) => inline(text.replace(/^ +/gm, ''), style.text, script));
    edit('levels/cave.tmx', paint);
}

/**
 * Replaces the tile ids in decorative layers by the first one, which halves the file: the page does not draw tiles. The
 * solid parts and the notes stay the same.
 */
function paint(text) {
    const layer = /<layer [^>]*name="(backdrop|scenery|pictures|plants)"[^]*?<\/layer>/g;
    return text.replace(layer, (all) => all.replace(/(<data[^>]*>)([^<]*)/, (_, data, cells) => {
        const [first] = cells.match(/[1-9]\d*/);
        return data + cells.replace(/[1-9]\d*/g, first);
    }));
}

export const CODINGS = { br: promisify(brotliCompress), gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }) };

/** Returns a server of the files of a folder. Each is compressed once, with Brotli before the first request. */
export async function server(folder) {
    const root = resolve(folder);
    const packed = new Map();
    const pack = (file, coding) => {
        const key = `${coding} ${file}`;
        if (!packed.has(key)) packed.set(key, CODINGS[coding](readFileSync(file)));
        return packed.get(key);
    };
    await Promise.all(filesOf(root).filter((file) => !file.endsWith('.map')).map((file) => pack(file, 'br')));
    return createServer(async (request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
        const file = join(root, path.endsWith('/') ? `${path}index.html` : path);
        if (!file.startsWith(root) || !existsSync(file) || !statSync(file).isFile()) {
            response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
            return;
        }
        const headers = { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache' };
        const accepted = request.headers['accept-encoding'] ?? '';
        const coding = Object.keys(CODINGS).find((name) => accepted.includes(name));
        const bytes = coding ? await pack(file, coding) : readFileSync(file);
        if (coding) Object.assign(headers, { 'content-encoding': coding, vary: 'accept-encoding' });
        response.writeHead(200, headers).end(bytes);
    });
}

/** Returns the page as one file, with the fetched files in it as base64. main.js reads them from `window.kept`. */
export async function single(folder) {
    const fetched = ['dist/carom.wasm', 'levels/cave.tmx', 'levels/cave-tiles.tsx'];
    const kept = fetched.map((path) => [path, readFileSync(join(folder, path)).toString('base64')]);
    const { outputFiles: [main] } = await build({ ...BUILD, entryPoints: ['page/main.js'], write: false }); // maps.js included
    const page = readFileSync(join(folder, 'index.html'), 'utf8')
        .replace(/<script>\s*\/\/ The WASM[^]*?<\/script>\n/, () => `<script>window.kept = (${unpack})(${JSON.stringify(kept)});</script>\n`)
        .replace(/<script type="module">[^]*?<\/script>/, '<script type="module" src="main.js"></script>');
    return inline(page, '', main.text);
}

/** Serialised with toString(), and run in the page. */
const unpack = (kept) => Object.fromEntries(kept.map(([path, text]) => [path, Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]));

async function run(folder, serve) {
    const one = folder.endsWith('.html');
    const place = one ? mkdtempSync(join(tmpdir(), 'carom-')) : folder;
    await assemble(place);
    if (one) {
        writeFileSync(folder, await single(place));
        rmSync(place, { recursive: true });
        console.log(`The playground is ${folder}: open it in a browser`);
    } else if (serve) {
        const port = Number(process.env.PORT ?? 8320);
        const made = await server(folder);
        made.on('error', fail);
        made.listen(port, '127.0.0.1', () => console.log(`The playground is at http://localhost:${port}/ (Ctrl+C ends it)`));
    } else {
        console.log(`The playground is in ${folder}: show it with any server of files`);
    }
}

function fail(error) {
    const taken = { EADDRINUSE: 'is taken', ERR_SOCKET_BAD_PORT: 'is no port', EACCES: 'is not yours' }[error.code];
    console.error(taken && !error.path ? `Port ${process.env.PORT ?? 8320} ${taken}: choose another, PORT=8321 make play` : error.message);
    process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const [folder, serve] = process.argv.slice(2);
    if (!folder || folder.startsWith('-') || (serve && serve !== '--serve')) {
        console.error('usage: node web/site.mjs FOLDER [--serve], or node web/site.mjs FILE.html');
        process.exit(2);
    }
    await run(folder, serve).catch(fail);
}
