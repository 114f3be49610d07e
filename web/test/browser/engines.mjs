// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// One interface for two browsers: Chromium by playwright-core, Firefox by puppeteer-core, as packaged by Debian.
// open(options) returns a page with its own window and profile, and records its console.
import { existsSync } from 'node:fs';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'];

function listen(page, kept) {
    page.on('console', (m) => {
        if (['error', 'warning', 'warn'].includes(m.type())) kept.push(`${m.type()}: ${m.text()}`);
    });
    page.on('pageerror', (error) => kept.push(`uncaught: ${error.message}`));
}

async function chromium() {
    const { chromium: engine } = await import('playwright-core');
    const browser = await engine.launch({ executablePath: CHROMIUM, args: FLAGS });
    return {
        name: 'chromium',
        async open({ width = 1280, height = 800, dark = false, still = true, scale = 1 } = {}) {
            const context = await browser.newContext({
                viewport: { width, height }, deviceScaleFactor: scale, hasTouch: width < 500,
                colorScheme: dark ? 'dark' : 'light', reducedMotion: still ? 'reduce' : 'no-preference',
            });
            await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => {});
            const page = await context.newPage();
            const said = [];
            listen(page, said);
            return { page, said, close: () => context.close() };
        },
        close: () => browser.close(),
    };
}

async function firefox() {
    const { default: puppeteer } = await import('puppeteer-core');
    const browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true,
        extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 } });
    return {
        name: 'firefox',
        async open({ width = 1280, height = 800 } = {}) {
            const context = await browser.createBrowserContext();
            const page = await context.newPage();
            await page.setViewport({ width, height });
            const said = [];
            listen(page, said);
            return { page, said, close: () => context.close() };
        },
        close: () => browser.close(),
    };
}

/** The engines with the given names; prints the missing ones. */
export async function engines(names) {
    const list = [];
    for (const [name, path, start] of [['chromium', CHROMIUM, chromium], ['firefox', FIREFOX, firefox]]) {
        if (!names.includes(name)) continue;
        if (!existsSync(path)) throw new Error(`${path} is not there: tools/setup.sh ${name === 'firefox' ? 'firefox-esr' : name}`);
        list.push(await start());
    }
    return list;
}
