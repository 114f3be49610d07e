// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The timeline under the picture: play, single step, and a slider over the recorded steps.
import { make } from './dom.js';

const ICONS = {
    play: 'M3 1.5v13l10.5-6.5z',
    pause: 'M3 2h3.5v12H3zM9.5 2H13v12H9.5z',
    step: 'M2 2v12l8-6zM11 2h2.5v12H11z',
    start: 'M14 2v12L6 8zM2 2h2.5v12H2z',
};

function icon(name) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', '0 0 16 16');
    svg.setAttribute('aria-hidden', 'true');
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', ICONS[name]);
    svg.append(path);
    return svg;
}

/** The step that a state shows, 0 to `last`. An address may hold any number. */
export const stepOf = (state, last) => Math.min(last, Math.max(0, Math.trunc(state.step)));

export class Timeline {
    /** `seek(step)` is called when the user selects a step. The exhibit advances time itself: see due(). */
    constructor(place, { seek, play, length }) {
        this.seek = seek;
        this.onPlay = play;
        this.rate = 60;
        this.playing = false;
        this.carry = 0;
        this.button = make('button', { type: 'button', onclick: () => this.play(!this.playing) });
        this.range = make('input', { type: 'range', min: 0, max: length, value: 0, 'aria-label': 'Step',
            oninput: () => this.go(Number(this.range.value)) });
        this.label = make('b', {}, '0');
        const again = make('button', { type: 'button', 'aria-label': 'Back to step 0', onclick: () => this.go(0) }, icon('start'));
        const step = make('button', { type: 'button', 'aria-label': 'One step', onclick: () => this.go(this.now + 1) }, icon('step'));
        place.replaceChildren(make('div', { class: 'timeline' }, again, this.button, step, this.range, this.label));
        this.now = 0;
        this.play(false);
    }

    play(on) {
        this.playing = on;
        this.carry = 0;
        this.button.replaceChildren(icon(on ? 'pause' : 'play'));
        this.button.setAttribute('aria-label', on ? 'Pause' : 'Play');
        this.onPlay?.(on);
    }

    /** Goes to a step as the user does, which stops playing. */
    go(step) {
        if (this.playing) this.play(false);
        this.seek(Math.max(0, step));
    }

    /** Shows the current step. */
    show(step, length = Math.max(step, Number(this.range.max))) {
        this.now = step;
        if (Number(this.range.max) !== length) this.range.max = length;
        this.range.value = step;
        const text = String(step);
        if (this.label.textContent !== text) this.label.textContent = text;
    }

    /** Returns the number of steps due after `ms` milliseconds, at most `most`: a slow machine falls behind. */
    due(ms, most = 4) {
        if (!this.playing) return 0;
        this.carry += (ms * this.rate) / 1000;
        const steps = Math.min(most, Math.floor(this.carry + 0.02));
        this.carry = Math.max(0, Math.min(this.carry - steps, 1));
        return steps;
    }
}

/** The timeline of an exhibit that computes all of its steps at once: `state.step` says which of them is drawn. */
export class Recording extends Timeline {
    constructor(env, length) {
        super(env.timeline, { length, seek: (step) => env.set({ step: Math.min(length, step) }) });
        Object.assign(this, { env, length });
        this.start();
    }

    /** Plays from step 0, unless the user prefers reduced motion. */
    start() {
        if (!this.env.still.matches && this.env.state.step === 0) this.play(true);
    }

    /** Advances by `ms` milliseconds while playing, and stops at the last step. */
    advance(ms) {
        const due = this.due(ms);
        if (!due) return;
        if (this.env.state.step >= this.length) this.play(false);
        else this.seek(this.env.state.step + due);
    }
}
