// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Bundles the modules that maps.js uses into dist/parse-xml.js and dist/fzstd.js, and writes their licences. So the
// package has no dependencies, and a page can load it without a bundler (parse-xml is not published as an ES module).
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const web = dirname(fileURLToPath(import.meta.url));
const MODULES = [
    { name: '@rgrove/parse-xml', exported: 'parseXml', file: 'parse-xml' },
    { name: 'fzstd', exported: 'Decompress', file: 'fzstd' },
];

const licences = [];
for (const { name, exported, file } of MODULES) {
    const folder = join(web, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    await build({
        absWorkingDir: web,
        stdin: { contents: `export { ${exported} } from '${name}';`, resolveDir: web },
        outfile: `dist/${file}.js`,
        banner: { js: `/* ${name} ${version}, ${license}: see licenses.txt */` },
        bundle: true, format: 'esm', target: 'es2022', minify: true, legalComments: 'none', logLevel: 'warning',
    });
    licences.push(`${name} ${version}\n\n${readFileSync(join(folder, 'LICENSE'), 'utf8').trim()}\n`);
}
writeFileSync(join(web, 'dist/licenses.txt'), licences.join('\n\n'));
