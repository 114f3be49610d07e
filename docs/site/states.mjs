// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Checks the links of the site to states of the playground: states.mjs FOLDER. The exhibit of each must exist, and must
// read every field of the address as it was written.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import EXHIBITS from '../../web/page/exhibits/all.js';
import { parseHash, readState, writeHash } from '../../web/page/state.js';

/** As text, or as floats. */
const isEqual = (a, b) => a === b || (a.split(',').length === b.split(',').length &&
    a.split(',').every((number, i) => Math.fround(number) === Math.fround(b.split(',')[i])));

const folder = process.argv[2];
let states = 0;
let bad = 0;
for (const name of readdirSync(join(folder, 'api')).filter((each) => each.endsWith('.html'))) {
    const page = readFileSync(join(folder, 'api', name), 'utf8');
    for (const [, escaped] of page.matchAll(/playground\/index\.html(#[^"]*)/g)) {
        const { id, fields } = parseHash(escaped.replaceAll('&amp;', '&'));
        states++;
        if (!(id in EXHIBITS)) {
            console.error(`api/${name}: ${escaped}: there is no exhibit '${id}'`);
            bad++;
            continue;
        }
        const { defaults } = EXHIBITS[id];
        const written = parseHash(writeHash(id, defaults, readState(defaults, fields))).fields; // without defaults
        for (const [key, value] of fields) {
            if (key in defaults && isEqual(written.get(key) ?? String(defaults[key]), value)) continue;
            console.error(`api/${name}: ${escaped}: the exhibit '${id}' does not read ${key}=${value}`);
            bad++;
        }
    }
}
if (!states) bad++, console.error(`${folder} has no link to the playground`);
process.exit(bad ? 1 : 0);
