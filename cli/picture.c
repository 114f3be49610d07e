// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A picture with transparent pixels is solid where it is opaque; any other where it is bright. libpng reads it as gray
// and alpha.
#include "cli/picture.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

static const size_t most_pixels = (size_t)16 << 20; // as carom_map_limits.cells: 48 MiB while it is read

static carom_status fail_picture(carom_error *error, carom_status status, const char *message) {
    snprintf(error->message, sizeof error->message, "%s", message);
    return status;
}

static carom_status fail_reading(carom_error *error, const png_image *image) {
    snprintf(error->message, sizeof error->message, "not a complete PNG file (%s); export it again", image->message);
    return CAROM_STATUS_BAD_FILE;
}

static bool has_transparent_pixels(const uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (pixels[2 * i + 1] < 255) return true;
    return false;
}

/// Of each pair of gray and alpha keeps one, at the start of `pixels`.
static void keep_channel(uint8_t *pixels, size_t count, bool alpha, bool invert) {
    for (size_t i = 0; i < count; i++) {
        uint8_t value = pixels[2 * i + alpha];
        pixels[i] = invert ? 255 - value : value;
    }
}

static carom_status build_picture(png_image *image, uint8_t *pixels, const level_options *all, loaded *out,
                                  carom_error *error) {
    const picture_options *options = &all->picture;
    size_t count = (size_t)image->width * image->height;
    if (!png_image_finish_read(image, NULL, pixels, 0, NULL)) return fail_reading(error, image);
    bool alpha = has_transparent_pixels(pixels, count);
    int threshold = options->threshold > 0 ? options->threshold : CAROM_FIELD_THRESHOLD;
    keep_channel(pixels, count, alpha, options->invert);
    const carom_field field = {.columns = (int)image->width,
                               .rows = (int)image->height,
                               .cell = {1, 1},
                               .samples = pixels,
                               .threshold = threshold,
                               .smooth = options->smooth,
                               .tolerance = options->simplify};
    snprintf(out->format, sizeof out->format, "PNG, %u x %u pixels, solid where %s%s is at least %d", image->width,
             image->height, options->invert ? "255 - " : "", alpha ? "alpha" : "luminance", threshold);
    out->bounds = (carom_box){{0, 0}, {(float)image->width, (float)image->height}};
    carom_level_desc desc = {.fields = &field, .fields_count = 1};
    level_options_limit(all, &desc);
    carom_status status = carom_level_make(&desc, &out->level, error);
    error->where[0] = 0; // there is one field, and print_error adds the file
    return status;
}

static carom_status read_picture(png_image *image, const level_options *options, loaded *out, carom_error *error) {
    char message[120];
    size_t count = (size_t)image->width * image->height;
    if (count > most_pixels || image->width > 65534 || image->height > 65534) {
        snprintf(message, sizeof message,
                 "%u x %u pixels are beyond the limits, 65534 a side and %zu in all; scale it down", image->width,
                 image->height, most_pixels);
        return fail_picture(error, CAROM_STATUS_TOO_LARGE, message);
    }
    image->format = PNG_FORMAT_GA;
    uint8_t *pixels = malloc(2 * count);
    if (!pixels) return CAROM_STATUS_NO_MEMORY;
    carom_status status = build_picture(image, pixels, options, out, error);
    free(pixels);
    return status;
}

carom_status open_picture(const void *bytes, size_t size, const level_options *options, loaded *out,
                          carom_error *error) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (size == 0) return fail_picture(error, CAROM_STATUS_BAD_FILE, "the file is empty");
    if (png_sig_cmp(bytes, 0, size < 8 ? size : 8) != 0)
        return fail_picture(error, CAROM_STATUS_BAD_FILE, "not a PNG file, in spite of its name; export it as PNG");
    bool begun = png_image_begin_read_from_memory(&image, bytes, size);
    carom_status status = begun ? read_picture(&image, options, out, error) : fail_reading(error, &image);
    png_image_free(&image);
    return status;
}
