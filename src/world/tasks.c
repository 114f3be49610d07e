// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The passes of a step that are the same for all bodies, in parts, each with lists of its own. Parts take no memory: a
// list that was too short counts on, is made longer when all are done, and its part is done again until all fit. So the
// caller's allocator is not called from several threads, and what comes out does not depend on how many there are.
#include "world/state.h"

#include <string.h>

enum { PARTS_A_WORKER = 4, LEAST_BODIES = 512 };

enum { LISTS = 10 };

static void lists_of(cr_part *part, cr_list *lists[LISTS]) {
    cr_list *all[LISTS] = {&part->meetings, &part->near,  &part->ways,  &part->touches, &part->beside,
                           &part->restless, &part->found, &part->pairs, &part->events,  &part->late_events};
    memcpy(lists, all, sizeof all);
}

void cr_part_free(cr_part *part, const carom_allocator *allocator) {
    cr_list *lists[LISTS];
    lists_of(part, lists);
    for (int i = 0; i < LISTS; ++i) cr_list_free(lists[i], allocator);
}

bool cr_make_parts(carom_world *world, uint32_t bodies) {
    uint32_t parts = 1;
    if (world->tasks.run) {
        parts = (uint32_t)(world->tasks.workers > 0 ? world->tasks.workers : 2) * PARTS_A_WORKER;
        while (parts > 1 && bodies / parts < LEAST_BODIES) --parts;
    }
    uint32_t made = world->parts.capacity;
    if (!cr_list_reserve(&world->parts, world->allocator, parts)) return false;
    cr_part *list = world->parts.data;
    for (uint32_t i = made; i < world->parts.capacity; ++i) {
        list[i] = (cr_part){.meetings.element = sizeof(cr_meeting),
                            .near.element = sizeof(cr_keyed),
                            .ways.element = sizeof(cr_way),
                            .touches.element = sizeof(cr_touch),
                            .beside.element = sizeof(cr_keyed),
                            .restless.element = sizeof(uint32_t),
                            .found.element = sizeof(cr_candidate),
                            .pairs.element = sizeof(carom_pair),
                            .events.element = sizeof(carom_event),
                            .late_events.element = sizeof(carom_event)};
    }
    for (uint32_t i = 0; i < parts; ++i) {
        list[i].world = world;
        if (!cr_list_reserve(&list[i].restless, world->allocator, bodies / parts + 1)) return false;
    }
    world->parts.count = parts;
    return true;
}

typedef struct job {
    carom_world *world;
    cr_task *task;
    const uint32_t *numbers; ///< null: all
} job;

static void do_part(void *data, int index) {
    const job *j = data;
    uint32_t number = j->numbers ? j->numbers[index] : (uint32_t)index;
    j->task((cr_part *)j->world->parts.data + number, number, j->world->parts.count);
}

static bool make_longer(cr_list *list, const carom_allocator *allocator, bool *again) {
    if (list->count <= list->capacity) return true;
    *again = true;
    return cr_list_reserve(list, allocator, list->count + list->count / 2); // how near a crowd comes varies
}

/// Was a list of the part too short? Now it is not.
static bool was_short(carom_world *world, cr_part *part) {
    bool again = false;
    cr_list *lists[LISTS];
    lists_of(part, lists);
    for (int i = 0; i < LISTS; ++i) {
        if (!make_longer(lists[i], world->allocator, &again)) world->out_of_memory = true;
    }
    return again;
}

void cr_do_parts(carom_world *world, cr_task *task) {
    job j = {.world = world, .task = task};
    if (world->parts.count > 1) {
        world->tasks.run(world->tasks.context, (int)world->parts.count, do_part, &j);
    } else {
        do_part(&j, 0);
    }
    for (uint32_t i = 0; i < world->parts.count; ++i) {
        while (was_short(world, (cr_part *)world->parts.data + i) && !world->out_of_memory) {
            j.numbers = &i;
            do_part(&j, 0);
        }
    }
}
