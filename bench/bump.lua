-- SPDX-FileCopyrightText: 2026 The Carom authors
-- SPDX-License-Identifier: MIT
--
-- Times bindings/lua/bump.lua beside bump.lua itself: rectangles that slide among one another and turn around at each
-- collision, on a plane with one rectangle for 40 x 40 units. Rounds alternate; prints the best of each, in processor
-- time. Both must end at the same positions, to the bit.
--
--     CAROM_LIBRARY=build-shared luajit bench/bump.lua PATH/bump.lua [ITEMS]     (make shared)
local root = arg[0]:match("^(.*)bench/[^/]*$") or "./"
package.path = root .. "bindings/lua/?.lua;" .. package.path
local ROUNDS, FRAMES = 12, 5

local function scene(bump, items)
    local state = 7
    local function random()
        state = (state * 16807) % 2147483647
        return state / 2147483647
    end
    local size, self = math.sqrt(items) * 40, {world = bump.newWorld(), dx = {}, dy = {}, best = math.huge, collisions = 0}
    for i = 1, items do
        self.world:add(i, random() * size, random() * size, 8 + random() * 24, 8 + random() * 24)
        self.dx[i], self.dy[i] = random() * 8 - 4, random() * 8 - 4
    end
    return self
end

local function round(self, items)
    local world, dx, dy = self.world, self.dx, self.dy
    local began = os.clock()
    for _ = 1, FRAMES do
        for i = 1, items do
            local x, y = world:getRect(i)
            local _, _, _, len = world:move(i, x + dx[i], y + dy[i])
            if len > 0 then dx[i], dy[i] = -dx[i], -dy[i] end
            self.collisions = self.collisions + len
        end
    end
    self.best = math.min(self.best, (os.clock() - began) / (FRAMES * items))
end

local theirs, ours = dofile(assert(arg[1], "pass the path of bump.lua")), require("bump")
local counts = arg[2] and {tonumber(arg[2])} or {100, 1000, 10000}
for _, items in ipairs(counts) do
    local a, b = scene(theirs, items), scene(ours, items)
    for _ = 1, ROUNDS do
        round(a, items)
        round(b, items)
    end
    assert(a.collisions == b.collisions)
    for i = 1, items do
        local ax, ay = a.world:getRect(i)
        local bx, by = b.world:getRect(i)
        assert(ax == bx and ay == by, "positions differ")
    end
    print(("%6d items, %7d collisions: bump.lua %.2f us a move, over Carom %.2f (%.2f)"):format(items, a.collisions, a.best * 1e6,
        b.best * 1e6, b.best / a.best))
end
