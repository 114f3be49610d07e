// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Prints the hashes of tools/same_bits from the bytes of dist/same_bits.wasm or same_bits-plain.wasm, one part a line.
// Runs in Node (node same_bits.js FILE) and in browsers.
export async function sameBits(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, { host: { number: () => 0 } }) /* it prints no numbers */;
    const { same_bits_parts, same_bits_name, same_bits, memory } = instance.exports;
    let text = '';
    for (let part = 0; part < same_bits_parts(); part++) {
        const hash = BigInt.asUintN(64, same_bits(part)).toString(16).padStart(16, '0'),
            name = new Uint8Array(memory.buffer, same_bits_name(part), 32);
        text += `${String.fromCharCode(...name.subarray(0, name.indexOf(0))).padEnd(8)} ${hash}\n`;
    }
    return text;
}

if (typeof process !== 'undefined' && process.argv?.[1]?.endsWith('same_bits.js')) {
    const { readFile } = await import('node:fs/promises');
    process.stdout.write(await sameBits(await readFile(process.argv[2])));
}
