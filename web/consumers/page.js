// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The page that bundlers build. Its text is the result, or the error.
import { load } from 'carom';
import { ask } from './ask.js';

const fetchFile = async (name) => new Uint8Array(await (await fetch(`levels/${name}`)).arrayBuffer());

load()
    .then((carom) => ask(carom, fetchFile))
    .catch((error) => `failed: ${error.message}`)
    .then((text) => { document.body.textContent = text; });
