// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A step has a few rounds of tasks, each far shorter than the time to wake a thread. Therefore threads poll for the
// next round for a while before they sleep.
#include "cli/pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { LOOKS = 100000 };

struct pool {
    pthread_mutex_t mutex;
    pthread_cond_t new_round;
    atomic_uint round;
    atomic_int next; ///< the first task not taken yet
    atomic_int busy; ///< number of threads still working on the round
    atomic_bool ending;
    int count; ///< number of tasks
    void (*task)(void *data, int index);
    void *data;
    int threads; ///< without the calling thread
    pthread_t ids[];
};

static void take_tasks(pool *p) {
    for (int i; (i = atomic_fetch_add(&p->next, 1)) < p->count;) p->task(p->data, i);
}

static void wait_for_round(pool *p, unsigned seen) {
    for (int i = 0; i < LOOKS; i++)
        if (atomic_load(&p->round) != seen) return;
    pthread_mutex_lock(&p->mutex);
    while (atomic_load(&p->round) == seen) pthread_cond_wait(&p->new_round, &p->mutex);
    pthread_mutex_unlock(&p->mutex);
}

static void *work(void *context) {
    pool *p = context;
    for (unsigned seen = 0;; seen++) {
        wait_for_round(p, seen);
        if (atomic_load(&p->ending)) return NULL;
        take_tasks(p);
        atomic_fetch_sub(&p->busy, 1);
    }
}

static void begin_round(pool *p) {
    atomic_store(&p->next, 0);
    atomic_store(&p->busy, p->threads);
    pthread_mutex_lock(&p->mutex);
    atomic_fetch_add(&p->round, 1);
    pthread_cond_broadcast(&p->new_round);
    pthread_mutex_unlock(&p->mutex);
}

static void run_tasks(void *context, int count, void (*task)(void *data, int index), void *data) {
    pool *p = context;
    p->count = count;
    p->task = task;
    p->data = data;
    begin_round(p);
    take_tasks(p);
    while (atomic_load(&p->busy) > 0) sched_yield();
}

pool *pool_make(int threads) {
    pool *p = calloc(1, sizeof *p + (size_t)threads * sizeof *p->ids);
    if (!p) return NULL;
    pthread_mutex_init(&p->mutex, NULL);
    pthread_cond_init(&p->new_round, NULL);
    while (p->threads < threads - 1) {
        if (pthread_create(&p->ids[p->threads], NULL, work, p) != 0) {
            pool_free(p);
            return NULL;
        }
        p->threads++;
    }
    return p;
}

void pool_free(pool *p) {
    if (!p) return;
    atomic_store(&p->ending, true);
    begin_round(p);
    for (int i = 0; i < p->threads; i++) pthread_join(p->ids[i], NULL);
    pthread_cond_destroy(&p->new_round);
    pthread_mutex_destroy(&p->mutex);
    free(p);
}

carom_tasks pool_tasks(pool *p) {
    return p ? (carom_tasks){run_tasks, p, p->threads + 1} : (carom_tasks){0};
}
