// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// One shape against arrays of circles, boxes and segments. Each coordinate has its own array.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_shape blast;
    carom_make_circle((carom_vec2){5, 4}, 3, &blast);
    int hits[4];

    float x[] = {1, 4, 7, 10}, y[] = {4, 3, 6, 4}, r[] = {0.5f, 0.5f, 0.5f, 0.5f};
    int count = carom_overlap_circles(&blast, &(carom_circles){x, y, r, 4}, hits, 4);
    printf("%d circles:", count);
    for (int i = 0; i < count; i++) printf(" %d", hits[i]);

    float max_x[] = {2, 5, 8, 11}, max_y[] = {5, 4, 7, 5};
    count = carom_overlap_boxes(&blast, &(carom_boxes){x, y, max_x, max_y, 4}, hits, 4);
    printf("\n%d boxes:", count);
    for (int i = 0; i < count; i++) printf(" %d", hits[i]);

    count = carom_overlap_segments(&blast, &(carom_segments){x, y, max_x, max_y, 4}, hits, 4);
    printf("\n%d segments:", count);
    for (int i = 0; i < count; i++) printf(" %d", hits[i]);
    printf("\n");
}

// Prints:
// 2 circles: 1 2
// 3 boxes: 0 1 2
// 2 segments: 1 2
