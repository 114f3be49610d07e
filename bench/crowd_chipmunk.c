// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Chipmunk's spatial hash alone, without bodies, scene or solver: it takes boxes and reports overlapping pairs.
#include "bench/crowd.h"

#include <chipmunk/chipmunk.h>

#include <stdlib.h>

typedef struct engine engine;

typedef struct thing {
    const engine *of;
    int index;
} thing;

struct engine {
    crowd movers;
    thing *things;
    cpSpatialIndex *index;
    long long pairs;
};

static cpBB box_of(void *object) {
    const thing *t = object;
    const crowd *m = &t->of->movers;
    cpVect at = cpv((cpFloat)m->x[t->index], (cpFloat)m->y[t->index]);
    return cpBBNewForCircle(at, (cpFloat)m->radius[t->index]);
}

static cpCollisionID count(void *a, void *b, cpCollisionID id, void *data) {
    engine *e = data;
    e->pairs += crowd_touch(&e->movers, ((const thing *)a)->index, ((const thing *)b)->index);
    return id;
}

static void release(void *self) {
    engine *e = self;
    if (e->index) cpSpatialIndexFree(e->index);
    crowd_free(&e->movers);
    free(e->things);
    free(e);
}

static void restart(void *self, const crowd *scene) {
    crowd_copy(&((engine *)self)->movers, scene);
}

/// Cells as wide as an average circle, and ten times as many buckets as circles, as its manual recommends.
static void *make(const crowd *scene) {
    engine *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->things = malloc((size_t)scene->count * sizeof *e->things);
    if (!e->things || !crowd_allocate(&e->movers, scene->count)) {
        release(e);
        return NULL;
    }
    restart(e, scene);
    double sum = 0;
    for (int i = 0; i < scene->count; ++i) sum += 2 * (double)scene->radius[i];
    e->index = cpSpaceHashNew(sum / scene->count, 10 * scene->count, box_of, NULL);
    for (int i = 0; i < scene->count; ++i) {
        e->things[i] = (thing){e, i};
        cpSpatialIndexInsert(e->index, &e->things[i], (cpHashValue)i);
    }
    return e;
}

static long long step(void *self) {
    engine *e = self;
    crowd_move(&e->movers);
    e->pairs = 0;
    cpSpatialIndexReindexQuery(e->index, count, e);
    return e->pairs;
}

const crowd_engine crowd_chipmunk = {"chipmunk 7 hash (Debian)", make, restart, step, NULL, release};
