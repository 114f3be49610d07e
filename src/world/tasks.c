// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The data-parallel passes of a step. Each slice of the bodies has lists of its own. A slice allocates nothing: if a
// list is too short it only counts; after the pass the list is enlarged and the slice is processed again. So the
// caller's allocator is called on one thread only, and results do not depend on the number of threads.
#include "world/state.h"

#include <string.h>

enum { PARTS_A_WORKER = 4, MOST_WORKERS = 256, LEAST_BODIES = 512 };

enum { SLICE_LISTS = 11 };

static void lists_of(cr_slice *slice, cr_list *lists[SLICE_LISTS]) {
    cr_list *all[SLICE_LISTS] = {&slice->passing, &slice->near,        &slice->trajectories, &slice->contacts,
                                 &slice->beside,  &slice->restless,    &slice->found,        &slice->pairs,
                                 &slice->events,  &slice->late_events, &slice->slow};
    memcpy(lists, all, sizeof all);
}

void cr_slice_free(cr_slice *slice, const carom_allocator *allocator) {
    cr_list *lists[SLICE_LISTS];
    lists_of(slice, lists);
    for (int i = 0; i < SLICE_LISTS; ++i) cr_list_free(lists[i], allocator);
}

/// Each slice has at least LEAST_BODIES bodies, unless it is the only one.
static uint32_t parts_for(const carom_tasks *tasks, uint32_t bodies) {
    int workers = tasks->workers > 0 ? tasks->workers : 2;
    uint32_t slices = PARTS_A_WORKER * (uint32_t)(workers < MOST_WORKERS ? workers : MOST_WORKERS);
    if (slices > bodies / LEAST_BODIES) slices = bodies / LEAST_BODIES;
    return tasks->run && slices > 0 ? slices : 1;
}

bool cr_make_slices(carom_world *world, uint32_t bodies) {
    uint32_t slices = parts_for(&world->tasks, bodies);
    uint32_t made = world->step.slices.capacity;
    if (!cr_list_reserve(&world->step.slices, world->allocator, slices)) return false;
    cr_slice *list = world->step.slices.data;
    for (uint32_t i = made; i < world->step.slices.capacity; ++i) {
        list[i] = (cr_slice){.passing.element = sizeof(cr_passing_contact),
                             .near.element = sizeof(cr_keyed),
                             .trajectories.element = sizeof(cr_trajectory),
                             .contacts.element = sizeof(cr_contact),
                             .beside.element = sizeof(cr_keyed),
                             .slow.element = sizeof(uint32_t),
                             .restless.element = sizeof(uint32_t),
                             .found.element = sizeof(cr_candidate),
                             .pairs.element = sizeof(carom_pair),
                             .events.element = sizeof(carom_event),
                             .late_events.element = sizeof(carom_event)};
    }
    for (uint32_t i = 0; i < slices; ++i) {
        list[i].world = world;
        if (!cr_list_reserve(&list[i].restless, world->allocator, bodies / slices + 1)) return false;
    }
    world->step.slices.count = slices;
    return true;
}

typedef struct job {
    carom_world *world;
    cr_task *task;
    const uint32_t *numbers; ///< null: all slices
} job;

static void do_slice(void *data, int index) {
    const job *j = data;
    uint32_t number = j->numbers ? j->numbers[index] : (uint32_t)index;
    j->task((cr_slice *)j->world->step.slices.data + number, number, j->world->step.slices.count);
}

static bool make_longer(cr_list *list, const carom_allocator *allocator, bool *again) {
    if (list->count <= list->capacity) return true;
    *again = true;
    return cr_list_reserve(list, allocator, list->count + list->count / 2); // the density of a crowd varies
}

/// Returns true if a list of the slice was too short, after enlarging it.
static bool was_short(carom_world *world, cr_slice *slice) {
    bool again = false;
    cr_list *lists[SLICE_LISTS];
    lists_of(slice, lists);
    for (int i = 0; i < SLICE_LISTS; ++i) {
        if (!make_longer(lists[i], world->allocator, &again)) world->step.out_of_memory = true;
    }
    return again;
}

void cr_run_slices(carom_world *world, cr_task *task) {
    job j = {.world = world, .task = task};
    if (world->step.slices.count > 1) {
        world->tasks.run(world->tasks.context, (int)world->step.slices.count, do_slice, &j);
    } else {
        do_slice(&j, 0);
    }
    for (uint32_t i = 0; i < world->step.slices.count; ++i) {
        while (was_short(world, (cr_slice *)world->step.slices.data + i) && !world->step.out_of_memory) {
            j.numbers = &i;
            do_slice(&j, 0);
        }
    }
}
