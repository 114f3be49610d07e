// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Box2D 2.4's tree alone: boxes a little larger than the circles, moved when a circle leaves its own, then queried for
// each circle.
#include <box2d/b2_dynamic_tree.h>

extern "C" {
#include "bench/crowd.h"
}

#include <vector>

namespace {

struct engine {
    crowd movers{};
    b2DynamicTree tree;
    std::vector<int32> proxies;
    int asking = 0;
    long long pairs = 0;

    b2AABB box(int i) const {
        b2AABB box;
        box.lowerBound.Set(movers.x[i] - movers.radius[i], movers.y[i] - movers.radius[i]);
        box.upperBound.Set(movers.x[i] + movers.radius[i], movers.y[i] + movers.radius[i]);
        return box;
    }

    bool QueryCallback(int32 proxy) {
        int other = static_cast<int>(reinterpret_cast<intptr_t>(tree.GetUserData(proxy)));
        if (other > asking) pairs += crowd_touch(&movers, asking, other);
        return true;
    }
};

void release(void *self) {
    engine *e = static_cast<engine *>(self);
    crowd_free(&e->movers);
    delete e;
}

void update(engine *e) {
    for (int i = 0; i < e->movers.count; ++i)
        e->tree.MoveProxy(e->proxies[static_cast<size_t>(i)], e->box(i), b2Vec2(e->movers.vx[i], e->movers.vy[i]));
}

void restart(void *self, const crowd *scene) {
    engine *e = static_cast<engine *>(self);
    crowd_copy(&e->movers, scene);
    update(e);
}

void *make(const crowd *scene) {
    engine *e = new engine;
    if (!crowd_allocate(&e->movers, scene->count)) {
        release(e);
        return nullptr;
    }
    crowd_copy(&e->movers, scene);
    for (int i = 0; i < scene->count; ++i)
        e->proxies.push_back(e->tree.CreateProxy(e->box(i), reinterpret_cast<void *>(static_cast<intptr_t>(i))));
    return e;
}

long long step(void *self) {
    engine *e = static_cast<engine *>(self);
    crowd_move(&e->movers);
    update(e);
    e->pairs = 0;
    for (int i = 0; i < e->movers.count; ++i) {
        e->asking = i;
        e->tree.Query(e, e->box(i));
    }
    return e->pairs;
}

} // namespace

extern "C" const crowd_engine crowd_box2d;
const crowd_engine crowd_box2d = {"box2d 2.4 tree (Debian)", make, restart, step, nullptr, release};
