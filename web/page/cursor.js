// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cell that the arrow keys walk over, where cells are painted.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A cursor that stays where `inside(cell)` holds; hidden until a key moves it. */
export function cursorAt(cell, inside) {
    return {
        cell,
        shown: false,
        /** Is this an arrow key? Then it has been walked. */
        walk(event, stage) {
            const way = WAYS[event.key];
            if (!way) return false;
            const next = [this.cell[0] + way[0], this.cell[1] + way[1]];
            if (inside(next)) this.cell = next;
            this.shown = true;
            stage.request();
            return true;
        },
        draw(stage) {
            if (!this.shown || document.activeElement !== stage.canvas) return;
            const [x, y] = this.cell;
            stage.shape({ box: [x, y, x + 1, y + 1] }, { line: stage.c.ink, width: 2 });
        },
    };
}
