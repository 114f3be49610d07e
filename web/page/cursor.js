// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cell cursor of exhibits with painted cells, moved by the arrow keys.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A cursor that stays in cells for which `inside(cell)` is true. Hidden until a key moves it. */
export function cursorAt(cell, inside) {
    return {
        cell,
        shown: false,
        /** Moves the cursor if the key is an arrow key; returns whether it is. */
        walk(event, stage) {
            const way = WAYS[event.key];
            if (!way) return false;
            const next = [this.cell[0] + way[0], this.cell[1] + way[1]];
            if (inside(next)) this.cell = next;
            this.shown = true;
            stage.request();
            return true;
        },
        /** Draws the cursor; `size` is that of a cell. */
        draw(stage, size = 1) {
            if (!this.shown || document.activeElement !== stage.canvas) return;
            const [x, y] = this.cell.map((v) => v * size);
            stage.shape({ box: [x, y, x + size, y + size] }, { line: stage.c.ink, width: 2 });
        },
    };
}
