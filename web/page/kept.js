// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Stores the visitor's last files for the next visit, as one record in IndexedDB. Without storage, nothing is stored
// and nothing else changes.

const [STORE, KEY] = ['levels', 'last'];

function open() {
    return new Promise((done, failed) => {
        const request = indexedDB.open('carom', 1);
        request.onupgradeneeded = () => request.result.createObjectStore(STORE);
        request.onsuccess = () => done(request.result);
        request.onerror = request.onblocked = () => failed(request.error);
    });
}

async function ask(mode, act) {
    try {
        const db = await open();
        const value = await new Promise((done, failed) => {
            const transaction = db.transaction(STORE, mode);
            const request = act(transaction.objectStore(STORE));
            transaction.oncomplete = () => done(request.result);
            transaction.onerror = transaction.onabort = () => failed(transaction.error);
        });
        db.close();
        return value ?? null;
    } catch {
        return null;
    }
}

/** { name, files: Map of bytes }, or null. */
export const lastFiles = () => ask('readonly', (store) => store.get(KEY));
export const keepFiles = (name, files) => ask('readwrite', (store) => store.put({ name, files }, KEY));
export const forgetFiles = () => ask('readwrite', (store) => store.delete(KEY));
