// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The picture: a canvas in the coordinates of the exhibit (y down), with pan, zoom and handles (points to drag). A
// handle is a button over the canvas, so that it has a name, can be focused, and responds to arrow keys. The exhibit
// defines what it does.

const TAU = 2 * Math.PI;
const COLOURS = [
    'paper', 'ink', 'mute', 'rule', 'grid', 'a', 'a-tint', 'b', 'b-tint', 'solid', 'solid-edge', 'fault', 'fault-tint',
    'mark', 'lit', 'wall',
];

/** The smallest step of the series 1, 2, 5 that is not below `x`. */
function niceStep(x) {
    const power = 10 ** Math.floor(Math.log10(x));
    return power * [1, 2, 5, 10].find((m) => m * power >= x * 0.999);
}
const snap = (x, step) => Number((Math.round(x / step) * step).toPrecision(9));
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

export class Stage {
    constructor(root) {
        this.root = root;
        this.canvas = root.querySelector('canvas');
        this.context = this.canvas.getContext('2d');
        this.layer = root.querySelector('#handles');
        this.buttons = new Map();
        this.handles = [];
        this.view = { x: 0, y: 0, scale: 1 };
        this.moved = false; // the user has panned or zoomed
        this.draw = () => {};
        this.paint = null; // handles pointers that hit no handle: paint(phase, point) returns true if it uses the event
        this.key = null; // handles keys first: key(event) returns true if it uses the event
        this.onHandle = () => {};
        this.onView = () => {};
        this.#listen();
        this.readColours();
        new ResizeObserver(() => this.#resize()).observe(root);
    }

    // ---- View -------------------------------------------------------------------------------------------------------

    /** Fits the view to [min x, min y, max x, max y]. */
    fit(box) {
        this.box = box;
        this.moved = false;
        this.#resize();
    }

    setView([x, y, scale]) {
        this.view = { x, y, scale };
        this.moved = true;
        this.request();
    }

    /** The view as three numbers; null for the fitted view. */
    getView() {
        return this.moved ? [this.view.x, this.view.y, this.view.scale] : null;
    }

    #resize() {
        const { clientWidth: width, clientHeight: height } = this.root;
        if (!width || !height) return;
        this.width = width;
        this.height = height;
        this.dpr = Math.min(window.devicePixelRatio || 1, 2);
        this.canvas.width = Math.round(width * this.dpr);
        this.canvas.height = Math.round(height * this.dpr);
        if (this.box && !this.moved) {
            const [x0, y0, x1, y1] = this.box;
            const scale = Math.min(width / (x1 - x0), height / (y1 - y0));
            this.view = { x: (x0 + x1) / 2, y: (y0 + y1) / 2, scale };
        }
        this.paintNow();
    }

    zoom(factor, at = [this.width / 2, this.height / 2]) {
        const before = this.toWorld(at);
        const [x0, , x1] = this.box;
        this.view.scale = clamp(this.view.scale * factor, (0.2 * this.width) / (x1 - x0), (500 * this.width) / (x1 - x0));
        const after = this.toWorld(at);
        this.pan(before[0] - after[0], before[1] - after[1]);
    }

    pan(dx, dy) {
        this.view.x += dx;
        this.view.y += dy;
        this.moved = true;
        this.request();
        this.onView();
    }

    /** Centres the view on a point, without marking it as panned by the user. */
    follow([x, y]) {
        const d = [x - this.view.x, y - this.view.y];
        this.view.x = x;
        this.view.y = y;
        this.box = this.box.map((v, i) => v + d[i % 2]);
    }

    toWorld([px, py]) {
        const { x, y, scale } = this.view;
        return [x + (px - this.width / 2) / scale, y + (py - this.height / 2) / scale];
    }

    toPixel([wx, wy]) {
        const { x, y, scale } = this.view;
        return [(wx - x) * scale + this.width / 2, (wy - y) * scale + this.height / 2];
    }

    /** The visible part of the world. */
    get seen() {
        return [...this.toWorld([0, 0]), ...this.toWorld([this.width, this.height])];
    }

    /** The snap distance of dragged points: about two pixels, rounded to the series. */
    get step() {
        return niceStep(2 / this.view.scale);
    }

    // ---- Input ------------------------------------------------------------------------------------------------------

    #point(event) {
        const box = this.canvas.getBoundingClientRect();
        return [event.clientX - box.left, event.clientY - box.top];
    }

    /**
     * Whether the picture uses this pointer. Where the page scrolls, one finger scrolls it, two fingers move the
     * picture, and a tap paints.
     */
    #takes(e) {
        return e.pointerType !== 'touch' || getComputedStyle(this.canvas).touchAction === 'none';
    }

    #listen() {
        const { canvas } = this;
        const touches = new Map();
        let painting = false;
        let tap = null; // start of a touch that may become a tap
        canvas.addEventListener('pointerdown', (e) => {
            if (e.button > 0) return;
            const at = this.#point(e);
            touches.set(e.pointerId, at);
            tap = touches.size === 1 && !this.#takes(e) ? at : null;
            painting = touches.size === 1 && !tap && Boolean(this.paint?.('down', this.toWorld(at), e));
            if (!tap) canvas.setPointerCapture(e.pointerId);
        });
        canvas.addEventListener('pointermove', (e) => {
            const at = this.#point(e);
            const last = touches.get(e.pointerId);
            if (!last) {
                this.paint?.('hover', this.toWorld(at), e);
                return;
            }
            if (painting && touches.size === 1) {
                const more = e.getCoalescedEvents?.() ?? [];
                for (const part of more.length ? more : [e]) this.paint('move', this.toWorld(this.#point(part)), part);
            } else if (touches.size > 1) {
                this.#pinch(touches, e.pointerId, at);
            } else if (this.#takes(e)) {
                const scale = this.view.scale;
                this.pan((last[0] - at[0]) / scale, (last[1] - at[1]) / scale);
            }
            if (tap && Math.hypot(at[0] - tap[0], at[1] - tap[1]) > 8) tap = null;
            touches.set(e.pointerId, at);
        });
        canvas.addEventListener('pointerup', (e) => {
            if (tap && touches.size === 1 && this.paint?.('down', this.toWorld(tap), e)) this.paint('up', this.toWorld(tap), e);
            tap = null;
        });
        // Otherwise the page would scroll with two fingers.
        for (const type of ['touchstart', 'touchmove']) {
            canvas.addEventListener(type, (e) => e.touches.length > 1 && e.cancelable && e.preventDefault(), { passive: false });
        }
        const end = (e) => {
            if (touches.delete(e.pointerId) && painting) this.paint?.('up', this.toWorld(this.#point(e)), e);
            painting = false;
            if (e.type === 'pointercancel') tap = null;
        };
        canvas.addEventListener('pointerup', end);
        canvas.addEventListener('pointercancel', end);
        canvas.addEventListener('pointerleave', (e) => this.paint?.('leave', this.toWorld(this.#point(e)), e));
        canvas.addEventListener('wheel', (e) => {
            const page = document.scrollingElement;
            if (!e.ctrlKey && page.scrollHeight > page.clientHeight) return; // the wheel scrolls the page
            e.preventDefault();
            this.zoom(Math.exp(-e.deltaY * (e.deltaMode === 1 ? 0.05 : 0.0016)), this.#point(e));
        }, { passive: false });
        canvas.addEventListener('keydown', (e) => {
            if (this.key?.(e) || this.#viewKey(e)) e.preventDefault();
        });
        this.root.parentElement.querySelector('.zoom').addEventListener('click', (e) => this.#viewButton(e.target.dataset.zoom));
    }

    #pinch(touches, id, at) {
        const last = touches.get(id);
        const [other] = [...touches].filter(([k]) => k !== id).map(([, p]) => p);
        const before = Math.hypot(last[0] - other[0], last[1] - other[1]) || 1;
        const after = Math.hypot(at[0] - other[0], at[1] - other[1]) || 1;
        this.zoom(after / before, [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2]);
        this.pan((last[0] - at[0]) / 2 / this.view.scale, (last[1] - at[1]) / 2 / this.view.scale);
    }

    #viewButton(what) {
        if (what === 'in') this.zoom(1.5);
        if (what === 'out') this.zoom(1 / 1.5);
        if (what !== 'fit') return;
        this.fit(this.box);
        this.onView();
    }

    #viewKey(e) {
        if (e.ctrlKey || e.metaKey || e.altKey) return false;
        const d = 40 / this.view.scale;
        const keys = {
            ArrowLeft: () => this.pan(-d, 0), ArrowRight: () => this.pan(d, 0),
            ArrowUp: () => this.pan(0, -d), ArrowDown: () => this.pan(0, d),
            '+': () => this.zoom(1.25), '=': () => this.zoom(1.25), '-': () => this.zoom(0.8), 0: () => this.#viewButton('fit'),
        };
        keys[e.key]?.();
        return e.key in keys;
    }

    // ---- Handles ----------------------------------------------------------------------------------------------------

    /** Sets the handles: { id, label, at: [x, y], move([x, y]), step and offset of the snap grid, tone }. */
    setHandles(handles) {
        this.handles = handles;
        for (const [id, button] of this.buttons) {
            if (handles.some((h) => h.id === id)) continue;
            button.remove();
            this.buttons.delete(id);
        }
        for (const h of handles) {
            const button = this.buttons.get(h.id) ?? this.#makeHandle(h.id);
            button.className = `handle ${h.tone ?? ''}`;
            const label = `${h.label}: ${h.at.map((v) => Number(v.toPrecision(6))).join(', ')}`;
            if (button.getAttribute('aria-label') !== label) button.setAttribute('aria-label', label);
            button.title = h.label;
        }
        this.request();
    }

    #makeHandle(id) {
        const button = document.createElement('button');
        button.type = 'button';
        button.dataset.handle = id;
        button.setAttribute('aria-roledescription', 'point to move with the arrow keys');
        const find = () => this.handles.find((h) => h.id === id);
        let grip = null;
        button.addEventListener('pointerdown', (e) => {
            if (e.button > 0) return;
            const at = this.toPixel(find().at);
            const p = this.#point(e);
            grip = [at[0] - p[0], at[1] - p[1]];
            button.setPointerCapture(e.pointerId);
            button.focus({ preventScroll: true });
            e.preventDefault();
        });
        button.addEventListener('pointermove', (e) => {
            if (!grip) return;
            const p = this.#point(e);
            this.#drag(find(), this.toWorld([p[0] + grip[0], p[1] + grip[1]]));
        });
        for (const type of ['pointerup', 'pointercancel']) {
            button.addEventListener(type, () => {
                grip = null;
            });
        }
        button.addEventListener('keydown', (e) => {
            const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
            if (!way || e.ctrlKey || e.metaKey || e.altKey) return;
            e.preventDefault();
            const h = find();
            const d = (h.step ?? this.step * 5) * (e.shiftKey ? 10 : 1);
            this.#drag(h, [h.at[0] + way[0] * d, h.at[1] + way[1] * d]);
        });
        this.layer.append(button);
        this.buttons.set(id, button);
        return button;
    }

    #drag(handle, [x, y]) {
        const step = handle.step ?? this.step;
        const from = handle.offset ?? 0;
        const [x0, y0, x1, y1] = this.seen;
        const at = [clamp(x, x0, x1), clamp(y, y0, y1)].map((v) => snap(v - from, step) + from);
        this.onHandle(handle, at);
    }

    #placeHandles() {
        for (const h of this.handles) {
            const [x, y] = this.toPixel(h.at);
            this.buttons.get(h.id).style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
        }
    }

    // ---- Drawing ----------------------------------------------------------------------------------------------------

    readColours() {
        const style = getComputedStyle(document.documentElement);
        this.c = Object.fromEntries(COLOURS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
        this.request();
    }

    request() {
        this.frame ??= requestAnimationFrame(() => this.paintNow());
    }

    paintNow() {
        if (this.frame) cancelAnimationFrame(this.frame);
        this.frame = null;
        if (!this.width || !this.box) return;
        const { context: g, dpr, view } = this;
        g.setTransform(1, 0, 0, 1, 0, 0);
        g.fillStyle = this.c.paper;
        g.fillRect(0, 0, this.canvas.width, this.canvas.height);
        const s = view.scale * dpr;
        g.setTransform(s, 0, 0, s, (this.width / 2) * dpr - view.x * s, (this.height / 2) * dpr - view.y * s);
        g.lineJoin = 'round';
        g.lineCap = 'round';
        this.draw(this);
        this.#placeHandles();
    }

    /** Draws a cached picture of `draw`, renewed if the view, the colours or `key` change. For static backgrounds. */
    kept(key, draw) {
        const { x, y, scale } = this.view;
        const all = [key, x, y, scale, this.canvas.width, this.canvas.height, this.c.paper].join();
        const { context: g } = this;
        if (this.ground?.key !== all) {
            const canvas = this.ground?.canvas ?? document.createElement('canvas');
            canvas.width = this.canvas.width;
            canvas.height = this.canvas.height;
            this.context = canvas.getContext('2d', { alpha: false });
            this.context.fillStyle = this.c.paper;
            this.context.fillRect(0, 0, canvas.width, canvas.height);
            this.context.setTransform(g.getTransform());
            this.context.lineJoin = this.context.lineCap = 'round';
            draw();
            this.context = g;
            this.ground = { key: all, canvas };
        }
        g.save();
        g.resetTransform();
        g.drawImage(this.ground.canvas, 0, 0);
        g.restore();
    }

    /** Converts pixels to units of the exhibit. */
    px(n) {
        return n / this.view.scale;
    }

    /** Draws a grid of dots as fine as the zoom allows, and a scale bar. */
    grid() {
        const { context: g } = this;
        const step = niceStep(22 / this.view.scale);
        const [x0, y0, x1, y1] = this.seen;
        const size = this.px(1.25);
        g.fillStyle = this.c.grid;
        g.beginPath();
        for (let x = Math.ceil(x0 / step); x * step <= x1; x++) {
            for (let y = Math.ceil(y0 / step); y * step <= y1; y++) g.rect(x * step - size / 2, y * step - size / 2, size, size);
        }
        g.fill();
    }

    stroke(colour, width = 1.5, dash = null) {
        const { context: g } = this;
        g.strokeStyle = colour;
        g.lineWidth = this.px(width);
        g.setLineDash(dash ? dash.map((d) => this.px(d)) : []);
        g.stroke();
        g.setLineDash([]);
    }

    line(points, colour, width, dash) {
        const { context: g } = this;
        g.beginPath();
        points.forEach(([x, y], i) => (i ? g.lineTo(x, y) : g.moveTo(x, y)));
        this.stroke(colour, width, dash);
    }

    /** An arrow; `to` is its tip. */
    arrow(from, to, colour, width = 1.5, dash = null, head = 9) {
        const { context: g } = this;
        const dx = to[0] - from[0];
        const dy = to[1] - from[1];
        const length = Math.hypot(dx, dy);
        if (!(length > 0)) return;
        const size = Math.min(this.px(head), length * 0.6);
        const [ux, uy] = [(dx / length) * size, (dy / length) * size];
        this.line([from, [to[0] - ux * 0.8, to[1] - uy * 0.8]], colour, width, dash);
        g.beginPath();
        g.moveTo(to[0], to[1]);
        g.lineTo(to[0] - ux - uy * 0.42, to[1] - uy + ux * 0.42);
        g.lineTo(to[0] - ux + uy * 0.42, to[1] - uy - ux * 0.42);
        g.closePath();
        g.fillStyle = colour;
        g.fill();
    }

    /** A unit normal at a point, drawn `pixels` long. */
    normal(at, n, colour, pixels = 38) {
        this.arrow(at, [at[0] + n[0] * this.px(pixels), at[1] + n[1] * this.px(pixels)], colour, 2);
    }

    dot([x, y], colour, pixels = 3.5) {
        const { context: g } = this;
        g.beginPath();
        g.arc(x, y, this.px(pixels), 0, TAU);
        g.fillStyle = colour;
        g.fill();
    }

    ring([x, y], radius, colour, width, dash) {
        const { context: g } = this;
        g.beginPath();
        g.arc(x, y, radius, 0, TAU);
        this.stroke(colour, width, dash);
    }

    cross([x, y], colour, pixels = 5) {
        const d = this.px(pixels);
        this.line([[x - d, y - d], [x + d, y + d]], colour, 2);
        this.line([[x - d, y + d], [x + d, y - d]], colour, 2);
    }

    /** Text; its size and `offset` are in pixels. */
    text([x, y], words, colour, { size = 12, align = 'left', offset = [0, 0], bold = false } = {}) {
        const { context: g, dpr } = this;
        const [px, py] = this.toPixel([x, y]);
        g.save();
        g.setTransform(dpr, 0, 0, dpr, 0, 0);
        g.font = `${bold ? '600 ' : ''}${size}px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace`;
        g.textAlign = align;
        g.textBaseline = 'middle';
        g.lineWidth = 4;
        g.strokeStyle = this.c.paper;
        g.strokeText(words, px + offset[0], py + offset[1]);
        g.fillStyle = colour;
        g.fillText(words, px + offset[0], py + offset[1]);
        g.restore();
    }

    /** Adds the outline of a shape, translated by `by`, to the current path. */
    trace(form, [mx, my] = [0, 0]) {
        const { context: g } = this;
        g.beginPath();
        this.#addShape(form, mx, my);
    }

    #addShape(form, mx, my) {
        const { context: g } = this;
        if (form.compound) form.compound.forEach((part) => this.#addShape(part, mx, my));
        else if (form.circle) {
            const [x, y, r] = form.circle;
            g.moveTo(x + mx + r, y + my);
            g.arc(x + mx, y + my, r, 0, TAU);
        } else if (form.box) {
            const [x0, y0, x1, y1] = form.box;
            g.rect(x0 + mx, y0 + my, x1 - x0, y1 - y0);
        } else if (form.capsule) {
            const [ax, ay, bx, by, r] = form.capsule;
            const angle = Math.atan2(by - ay, bx - ax);
            g.moveTo(ax + mx + r * Math.cos(angle + TAU / 4), ay + my + r * Math.sin(angle + TAU / 4));
            g.arc(ax + mx, ay + my, r, angle + TAU / 4, angle - TAU / 4);
            g.arc(bx + mx, by + my, r, angle - TAU / 4, angle + TAU / 4);
            g.closePath();
        } else if (form.point) {
            g.moveTo(form.point[0] + mx + this.px(4), form.point[1] + my);
            g.arc(form.point[0] + mx, form.point[1] + my, this.px(4), 0, TAU);
        } else {
            const v = form.polygon ?? form.segment;
            for (let i = 0; i < v.length; i += 2) {
                if (i) g.lineTo(v[i] + mx, v[i + 1] + my);
                else g.moveTo(v[i] + mx, v[i + 1] + my);
            }
            if (form.polygon) g.closePath();
        }
    }

    shape(form, { fill = null, line = null, width = 1.75, dash = null, by = [0, 0] }) {
        const { context: g } = this;
        this.trace(form, by);
        if (fill && !form.segment) {
            g.fillStyle = fill;
            g.fill();
        }
        if (line) this.stroke(line, width, dash);
    }

    /** Draws a shape, or a compound, at a pose. */
    placed(form, [x, y], [c, s], look) {
        const { context: g } = this;
        g.save();
        g.transform(c, s, -s, c, x, y);
        (form.compound ?? [form]).forEach((part) => this.shape(part, look));
        g.restore();
    }

    /** Fills the area that a moving shape sweeps. */
    swept(form, move, colour) {
        if (form.compound) {
            form.compound.forEach((part) => this.swept(part, move, colour));
            return;
        }
        const { context: g } = this;
        const [points, radius] = corners(form);
        const hull = convexHull([...points, ...points.map(([x, y]) => [x + move[0], y + move[1]])]);
        g.beginPath();
        hull.forEach(([x, y], i) => (i ? g.lineTo(x, y) : g.moveTo(x, y)));
        g.closePath();
        g.fillStyle = colour;
        g.fill();
        if (radius > 0) {
            g.strokeStyle = colour;
            g.lineWidth = 2 * radius;
            g.stroke();
        }
    }
}

const pairs = (v) => Array.from({ length: v.length >> 1 }, (_, i) => [v[2 * i], v[2 * i + 1]]);

/** The vertices and radius of a convex shape. */
export function corners(form) {
    if (form.circle) return [[form.circle.slice(0, 2)], form.circle[2]];
    if (form.capsule) return [pairs(form.capsule), form.capsule[4]];
    if (form.box) {
        const [x0, y0, x1, y1] = form.box;
        return [[[x0, y0], [x1, y0], [x1, y1], [x0, y1]], 0];
    }
    return [pairs(form.point ?? form.segment ?? form.polygon), 0];
}

/** The convex hull, for pictures only. (A. M. Andrew 1979, monotone chain.) */
function convexHull(points) {
    const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
    const half = (list) => {
        const chain = [];
        for (const p of list) {
            while (chain.length > 1) {
                const [o, q] = [chain[chain.length - 2], chain[chain.length - 1]];
                if ((q[0] - o[0]) * (p[1] - o[1]) - (q[1] - o[1]) * (p[0] - o[0]) > 0) break;
                chain.pop();
            }
            chain.push(p);
        }
        return chain.slice(0, -1);
    };
    const hull = [...half(sorted), ...half(sorted.reverse())];
    return hull.length ? hull : sorted.slice(0, 1);
}
