// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The makers check their arguments. A shape is a plain value, without memory of its own.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_shape point, segment, one_sided, circle, box, capsule;
    carom_make_point((carom_vec2){1, 2}, &point);
    carom_make_segment((carom_vec2){2, 1}, (carom_vec2){4, 3}, &segment);
    carom_make_one_sided((carom_vec2){5, 3}, (carom_vec2){7, 1}, &one_sided); // solid on the left of a->b
    carom_make_circle((carom_vec2){9, 2}, 1, &circle);
    carom_make_box((carom_vec2){11, 1}, (carom_vec2){13, 3}, &box);
    carom_make_capsule((carom_vec2){15, 2}, (carom_vec2){17, 2}, 1, &capsule);

    carom_status status = carom_make_box((carom_vec2){3, 0}, (carom_vec2){0, 3}, &box);
    printf("min and max exchanged: %s\n", carom_status_text(status));
    printf("the shape is %s then\n", box.kind == CAROM_SHAPE_NONE ? "CAROM_SHAPE_NONE" : "valid");
}

// Prints:
// min and max exchanged: reversed box: min is greater than max
// the shape is CAROM_SHAPE_NONE then
