// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Inflate, in place of zlib, which is not at hand in WASM. (P. Deutsch, RFC 1950 to 1952, 1996; codes are decoded one
// bit at a time by counting those of each length, as J.-l. Gailly and M. Adler describe it: the data here is small.)
// Both checksums are checked.
#include "io/unpack.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct flow {
    const unsigned char *in, *end;
    uint32_t bits;
    int count; ///< of bits at hand
    unsigned char *out;
    size_t used, room;
    cr_unpacking state; ///< CR_UNPACKED until something is wrong
} flow;

static bool stop(flow *f, cr_unpacking state) {
    if (f->state == CR_UNPACKED) f->state = state;
    return false;
}

// Behind the end come zeros, and the end of it all.
static uint32_t take_bits(flow *f, int count) {
    while (f->count < count) {
        if (f->in == f->end) stop(f, CR_UNPACK_DAMAGED);
        f->bits |= (f->in < f->end ? (uint32_t)*f->in++ : 0) << f->count;
        f->count += 8;
    }
    uint32_t value = f->bits & ((1u << count) - 1);
    f->bits >>= count;
    f->count -= count;
    return value;
}

static bool put_byte(flow *f, unsigned char byte) {
    if (f->used == f->room) return stop(f, CR_UNPACK_TOO_LONG);
    f->out[f->used++] = byte;
    return true;
}

// ---- Codes ----------------------------------------------------------------------------------------------------------

enum { LONGEST = 15, LITERALS = 288, DISTANCES = 30, END_OF_BLOCK = 256 };

/// Codes in order of their value: how many there are of each length, and which symbols they stand for.
typedef struct code {
    uint16_t counts[LONGEST + 1];
    uint16_t symbols[LITERALS];
} code;

/// False when there are too many codes, or some that stand for nothing; a single code may leave the other unused.
static bool code_make(code *c, const uint8_t *lengths, int count) {
    uint16_t offsets[LONGEST + 1] = {0};
    memset(c->counts, 0, sizeof c->counts);
    for (int i = 0; i < count; i++) c->counts[lengths[i]]++;
    c->counts[0] = 0;
    int left = 1, codes = 0;
    for (int length = 1; length <= LONGEST; length++) {
        left = 2 * left - c->counts[length];
        if (left < 0) return false;
        if (length < LONGEST) offsets[length + 1] = (uint16_t)(offsets[length] + c->counts[length]);
        codes += c->counts[length];
    }
    for (int i = 0; i < count; i++)
        if (lengths[i]) c->symbols[offsets[lengths[i]]++] = (uint16_t)i;
    return left == 0 || (codes <= 1 && c->counts[1] == codes);
}

static int take_symbol(flow *f, const code *c) {
    int value = 0, first = 0, index = 0;
    for (int length = 1; length <= LONGEST; length++) {
        value |= (int)take_bits(f, 1);
        int count = c->counts[length];
        if (value - count < first) return c->symbols[index + value - first];
        index += count;
        first = (first + count) << 1;
        value <<= 1;
    }
    stop(f, CR_UNPACK_DAMAGED);
    return END_OF_BLOCK;
}

// ---- Blocks ---------------------------------------------------------------------------------------------------------

static bool copy_back(flow *f, size_t length, size_t distance) {
    if (distance > f->used) return stop(f, CR_UNPACK_DAMAGED);
    while (length-- > 0)
        if (!put_byte(f, f->out[f->used - distance])) return false;
    return true;
}

static void take_coded(flow *f, const code *literals, const code *distances) {
    static const uint16_t lengths[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                       31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                          2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t starts[] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                      33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                      1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    while (f->state == CR_UNPACKED) {
        int symbol = take_symbol(f, literals);
        if (symbol == END_OF_BLOCK) return;
        if (symbol < END_OF_BLOCK) {
            put_byte(f, (unsigned char)symbol);
            continue;
        }
        symbol -= END_OF_BLOCK + 1;
        if (symbol >= 29) {
            stop(f, CR_UNPACK_DAMAGED);
            return;
        }
        size_t length = lengths[symbol] + take_bits(f, length_bits[symbol]);
        int far = take_symbol(f, distances);
        if (far >= DISTANCES || f->state != CR_UNPACKED) {
            stop(f, CR_UNPACK_DAMAGED);
            return;
        }
        copy_back(f, length, starts[far] + take_bits(f, far < 4 ? 0 : far / 2 - 1));
    }
}

static void take_fixed(flow *f) {
    uint8_t lengths[LITERALS];
    for (int i = 0; i < LITERALS; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    code literals, distances;
    code_make(&literals, lengths, LITERALS);
    memset(lengths, 5, 32);
    code_make(&distances, lengths, 32);
    take_coded(f, &literals, &distances);
}

/// The lengths of codes are themselves coded, and repeated by three symbols of their own.
static bool take_lengths(flow *f, const code *of_lengths, uint8_t *lengths, int count) {
    for (int i = 0; i < count && f->state == CR_UNPACKED;) {
        int symbol = take_symbol(f, of_lengths);
        if (symbol < 16) {
            lengths[i++] = (uint8_t)symbol;
            continue;
        }
        if (symbol > 18 || (symbol == 16 && i == 0)) return stop(f, CR_UNPACK_DAMAGED);
        uint8_t repeated = symbol == 16 ? lengths[i - 1] : 0;
        int times = symbol == 16   ? 3 + (int)take_bits(f, 2)
                    : symbol == 17 ? 3 + (int)take_bits(f, 3)
                                   : 11 + (int)take_bits(f, 7);
        if (i + times > count) return stop(f, CR_UNPACK_DAMAGED);
        while (times-- > 0) lengths[i++] = repeated;
    }
    return f->state == CR_UNPACKED;
}

static bool take_dynamic(flow *f) {
    static const uint8_t order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    int literal_count = 257 + (int)take_bits(f, 5), distance_count = 1 + (int)take_bits(f, 5);
    int length_count = 4 + (int)take_bits(f, 4);
    uint8_t lengths[LITERALS + 32] = {0};
    code of_lengths, literals, distances;
    if (literal_count > 286 || distance_count > DISTANCES) return stop(f, CR_UNPACK_DAMAGED);
    for (int i = 0; i < length_count; i++) lengths[order[i]] = (uint8_t)take_bits(f, 3);
    if (!code_make(&of_lengths, lengths, 19)) return stop(f, CR_UNPACK_DAMAGED);
    memset(lengths, 0, sizeof lengths);
    if (!take_lengths(f, &of_lengths, lengths, literal_count + distance_count)) return false;
    if (!lengths[END_OF_BLOCK] || !code_make(&literals, lengths, literal_count) ||
        !code_make(&distances, lengths + literal_count, distance_count))
        return stop(f, CR_UNPACK_DAMAGED);
    take_coded(f, &literals, &distances);
    return true;
}

static bool take_stored(flow *f) {
    f->in -= f->count / 8; // whole bytes that were taken ahead
    f->bits = 0;
    f->count = 0;
    if (f->end - f->in < 4) return stop(f, CR_UNPACK_DAMAGED);
    size_t length = f->in[0] | (size_t)f->in[1] << 8, check = f->in[2] | (size_t)f->in[3] << 8;
    f->in += 4;
    if (length != (check ^ 0xFFFF) || (size_t)(f->end - f->in) < length) return stop(f, CR_UNPACK_DAMAGED);
    if (f->room - f->used < length) return stop(f, CR_UNPACK_TOO_LONG);
    memcpy(f->out + f->used, f->in, length);
    f->used += length;
    f->in += length;
    return true;
}

static void take_blocks(flow *f) {
    for (bool last = false; !last && f->state == CR_UNPACKED;) {
        last = take_bits(f, 1);
        switch (take_bits(f, 2)) {
        case 0: take_stored(f); break;
        case 1: take_fixed(f); break;
        case 2: take_dynamic(f); break;
        default: stop(f, CR_UNPACK_DAMAGED); break;
        }
    }
    f->in -= f->count / 8;
    f->count = 0;
}

// ---- What is around them --------------------------------------------------------------------------------------------

static uint32_t adler32(const unsigned char *bytes, size_t size) {
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; i++) {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static uint32_t crc32(const unsigned char *bytes, size_t size) {
    uint32_t crc = ~0u;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

/// The header of gzip with its optional parts.
static bool skip_gzip_header(flow *f) {
    enum { CHECKED = 2, EXTRA = 4, NAME = 8, COMMENT = 16, RESERVED = 0xE0 };
    if (f->end - f->in < 10 || f->in[2] != 8 || f->in[3] & RESERVED) return false;
    int flags = f->in[3];
    f->in += 10;
    if (flags & EXTRA) {
        if (f->end - f->in < 2) return false;
        size_t length = f->in[0] | (size_t)f->in[1] << 8;
        if ((size_t)(f->end - f->in) - 2 < length) return false;
        f->in += 2 + length;
    }
    for (int part = NAME; part <= COMMENT; part *= 2) {
        if (!(flags & part)) continue;
        while (f->in < f->end && *f->in) f->in++;
        if (f->in == f->end) return false;
        f->in++;
    }
    if (flags & CHECKED) f->in += f->end - f->in < 2 ? f->end - f->in : 2;
    return true;
}

static bool skip_zlib_header(flow *f) {
    bool good = f->end - f->in >= 2 && (f->in[0] & 15) == 8 && f->in[0] >> 4 <= 7 &&
                (f->in[0] * 256 + f->in[1]) % 31 == 0 && !(f->in[1] & 0x20);
    f->in += good ? 2 : 0;
    return good;
}

static uint32_t little(const unsigned char *b) {
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static uint32_t big(const unsigned char *b) {
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static bool is_checked(const flow *f, bool gzip) {
    if (f->end - f->in < (gzip ? 8 : 4)) return false;
    if (!gzip) return big(f->in) == adler32(f->out, f->used);
    return little(f->in) == crc32(f->out, f->used) && little(f->in + 4) == (uint32_t)f->used;
}

cr_unpacking cr_unpack_deflate(const unsigned char *packed, size_t size, unsigned char *out, size_t room, size_t *got) {
    flow f = {.in = packed, .end = packed + size, .out = out, .room = room};
    bool gzip = size >= 2 && packed[0] == 0x1F && packed[1] == 0x8B;
    *got = 0;
    if (!(gzip ? skip_gzip_header(&f) : skip_zlib_header(&f))) return CR_UNPACK_DAMAGED;
    take_blocks(&f);
    *got = f.used;
    if (f.state != CR_UNPACKED) return f.state;
    return is_checked(&f, gzip) ? CR_UNPACKED : CR_UNPACK_DAMAGED;
}

cr_unpacking cr_unpack_zstd(const unsigned char *packed, size_t size, unsigned char *out, size_t room, size_t *got) {
    (void)packed;
    (void)size;
    (void)out;
    (void)room;
    *got = 0;
    return CR_UNPACK_UNKNOWN; // a decoder is as large as half of the library
}
