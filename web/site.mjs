// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The playground as a folder of files, and a server for it:
//
//     node web/site.mjs FOLDER            puts together what the page is made of; any server of files can show it
//     node web/site.mjs FOLDER --serve    and shows it on http://localhost:8320 (or PORT)
//     node web/site.mjs FILE.html         makes one file of it all, which needs no server
//
// Nothing is compiled here, only copied, without comments and indentation: the WASM comes from `make wasm`. The server
// sends Brotli to who takes it, else gzip.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const web = dirname(fileURLToPath(import.meta.url));
const FILES = [
    ['page', '.'],
    ['browser.js', 'carom/browser.js'],
    ['carom.js', 'carom/carom.js'],
    ['dist/carom.wasm', 'carom/dist/carom.wasm'],
    ['../levels/cave.tmx', 'levels/cave.tmx'],
    ['../levels/cave-tiles.tsx', 'levels/cave-tiles.tsx'],
];
const TYPES = {
    '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
    '.wasm': 'application/wasm', '.tmx': 'application/xml', '.tsx': 'application/xml',
};

/** Leaves out lines that are comments, and indentation; strings and templates do not go over lines here. */
function squeeze(text) {
    const bare = text.replace(/^[ \t]*\/\*[^]*?\*\/[ \t]*\n/gm, '');
    return bare.split('\n').map((line) => line.trim()).filter((line) => line && !line.startsWith('//')).join('\n');
}

export function filesOf(folder) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? filesOf(path) : [path];
    });
}

/** Puts the files together in a folder, which is emptied first. */
export function assemble(folder) {
    if (existsSync(folder) && readdirSync(folder).length && !existsSync(join(folder, 'main.js'))) throw new Error(`${folder} is there, and is no playground: name another`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [from, to] of FILES) {
        const source = join(web, from);
        if (!existsSync(source)) throw new Error(`${from} is not there: run make wasm first`);
        cpSync(source, join(folder, to), { recursive: true, dereference: true });
    }
    for (const file of filesOf(folder)) {
        if (/\.(js|css)$/.test(file)) writeFileSync(file, squeeze(readFileSync(file, 'utf8')));
    }
}

export const CODINGS = { br: (bytes) => brotliCompressSync(bytes), gzip: (bytes) => gzipSync(bytes, { level: 9 }) };

/** A server of the files of a folder. */
export function server(folder) {
    const root = resolve(folder);
    const packed = new Map();
    return createServer((request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
        const file = join(root, path.endsWith('/') ? `${path}index.html` : path);
        if (!file.startsWith(root) || !existsSync(file) || !statSync(file).isFile()) {
            response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
            return;
        }
        const headers = { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache' };
        const accepted = request.headers['accept-encoding'] ?? '';
        const coding = Object.keys(CODINGS).find((name) => accepted.includes(name));
        if (!coding) {
            response.writeHead(200, headers).end(readFileSync(file));
            return;
        }
        const key = `${coding} ${file}`;
        if (!packed.has(key)) packed.set(key, CODINGS[coding](readFileSync(file)));
        response.writeHead(200, { ...headers, 'content-encoding': coding, vary: 'accept-encoding' }).end(packed.get(key));
    });
}

/**
 * All in one page. A page from a disk may load no modules, so theirs are kept as text and become blobs, each after those
 * it imports; what is fetched is kept as base64. (`window.kept` is looked at by main.js.)
 */
export function single(folder) {
    const files = Object.fromEntries(filesOf(folder).map((file) => [file.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(file)]));
    const texts = {};
    const kept = {};
    for (const [path, bytes] of Object.entries(files)) {
        if (path.endsWith('.js')) texts[path] = bytes.toString();
        else if (!/\.(html|css)$/.test(path)) kept[path] = bytes.toString('base64');
    }
    const data = JSON.stringify({ texts, kept }).replaceAll('<', '\\u003c');
    const start = `<script>(${loadKept})(${data});</script>`;
    return files['index.html'].toString()
        .replace(/<link rel="(preload|modulepreload)"[^>]*>\n/g, '')
        .replace(/<script>\s*\/\/ The exhibit[^]*?<\/script>\n/, '')
        .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>\n${files['style.css']}</style>`)
        .replace(/<script type="module"[^>]*><\/script>\n/, '')
        .replace('</body>', () => `${start}\n</body>`);
}

/** Runs in the page, by its text. */
function loadKept({ texts, kept }) {
    const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    window.kept = Object.fromEntries(Object.entries(kept).map(([path, text]) => [path, bytesOf(text)]));
    const made = {};
    const addressOf = (path) => {
        if (made[path]) return made[path];
        const code = texts[path].replace(/(from |import\()'(\.[^']*)'/g, (all, word, name) => {
            const target = new URL(name, `http://x/${path}`).pathname.slice(1);
            return target in texts ? `${word}'${addressOf(target)}'` : all;
        });
        made[path] = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
        return made[path];
    };
    import(addressOf('main.js'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const [folder, serve] = process.argv.slice(2);
    if (!folder || (serve && serve !== '--serve')) {
        console.error('usage: node web/site.mjs FOLDER [--serve], or node web/site.mjs FILE.html');
        process.exit(2);
    }
    const one = folder.endsWith('.html');
    const place = one ? mkdtempSync(join(tmpdir(), 'carom-')) : folder;
    assemble(place);
    if (one) {
        writeFileSync(folder, single(place));
        rmSync(place, { recursive: true });
        console.log(`The playground is ${folder}: open it in a browser`);
    } else if (serve) {
        const port = Number(process.env.PORT ?? 8320);
        const made = server(folder);
        made.on('error', (error) => {
            console.error(error.code === 'EADDRINUSE' ? `Port ${port} is taken: choose another, PORT=8321 make play` : error.message);
            process.exit(1);
        });
        made.listen(port, '127.0.0.1', () => console.log(`The playground is at http://localhost:${port}/ (Ctrl+C ends it)`));
    } else {
        console.log(`The playground is in ${folder}: show it with any server of files`);
    }
}
