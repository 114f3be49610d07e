-- SPDX-FileCopyrightText: 2026 The Carom authors
-- SPDX-License-Identifier: MIT
--
-- bindings/lua/bump.lua: each function of bump.lua, and moves against a search through all rectangles.
local check = dofile((arg[0]:match("^(.*/)") or "./") .. "check.lua")
local bump, carom = require("bump"), require("carom")
local equal, raises = check.equal, check.raises

-- ---- Items ----

local world = bump.newWorld()
equal({world.cellSize, bump.newWorld(32).cellSize}, {64, 32})
raises("cellSize must be a number above 0, not -10", bump.newWorld, -10)
raises("cellSize must be a number above 0, not ", bump.newWorld, "")
local hero, wall = {name = "hero"}, {name = "wall"}
equal(world:add(hero, 0, 0, 10, 20), hero)
world:add(wall, 30, 0, 10, 100)
raises("was added before", world.add, world, hero, 0, 0, 1, 1)
raises("w must be a number above 0, not 0", world.add, world, {}, 0, 0, 0, 1)
raises("x must be a number, not nil", world.add, world, {})
raises("item must not be nil", world.add, world, nil, 0, 0, 1, 1)
equal({world:hasItem(hero), world:hasItem({}), world:hasItem(nil), world:countItems(), #world:getItems()}, {true, false, false, 2, 2})
equal({world:getRect(hero)}, {0, 0, 10, 20})
raises("is not in the world", world.getRect, world, {})
raises("is not in the world", world.move, world, {}, 1, 1)
raises("is not in the world", world.remove, world, nil)
world:update(hero, 5, 5)
equal({world:getRect(hero)}, {5, 5, 10, 20})
world:update(hero, 0, 0, 10, 10)
equal({world:getRect(hero)}, {0, 0, 10, 10})
raises("w must be a number above 0", world.update, world, hero, 0, 0, -1)

-- ---- Moves ----

local x, y, cols, len = world:move(hero, 50, 7)
equal({x, y, len, cols[1].other, cols[1].item, cols[1].type}, {20, 7, 1, wall, hero, "slide"})
equal({cols[1].overlaps, cols[1].ti, cols[1].normal, cols[1].touch, cols[1].move}, {false, 0.4, {x = -1, y = 0}, {x = 20, y = 2.8000000000000003}, {x = 50, y = 7}})
equal({cols[1].itemRect, cols[1].otherRect, cols[1].slide}, {{x = 0, y = 0, w = 10, h = 10}, {x = 30, y = 0, w = 10, h = 100}, {x = 20, y = 7}})
equal({world:getRect(hero)}, {20, 7, 10, 10})
-- Touching at the goal is no collision; the first of several comes first.
local row = bump.newWorld()
for i, left in ipairs({70, 50, 90}) do row:add(i, left, 0, 10, 10) end
row:add(hero, 110, 0, 10, 10)
equal({select(4, row:check(hero, 100, 0)), select(4, row:check(hero, 99, 0))}, {0, 1})
local times = {}
for i, col in ipairs((row:project(hero, 110, 0, 10, 10, 10, 0))) do times[i] = {col.other, col.ti} end
equal(times, {{3, 0.1}, {1, 0.3}, {2, 0.5}})
row:update(2, 0, 0, 65, 10)
equal(row:queryPoint(64, 5), {2})
-- Touching is no collision, and so is a slide along a side.
equal({select(4, world:check(hero, 20, 40)), select(4, world:check(hero, 10, 7))}, {0, 0})
equal({world:check(hero, 25, 7, function() return "touch" end)}, {20, 7, {[1] = select(3, world:check(hero, 25, 7, function() return "touch" end))[1]}, 1})
equal({world:getRect(hero)}, {20, 7, 10, 10}) -- check() moves nothing
local bx, by, bounced = world:check(hero, 25, 9, function() return "bounce" end)
equal({bx, by, bounced[1].bounce}, {15, 9, {x = 15, y = 9}})
equal({world:check(hero, 60, 7, function() return "cross" end)}, {60, 7, {[1] = select(3, world:check(hero, 60, 7, function() return "cross" end))[1]}, 1})
equal({world:check(hero, 60, 7, function() return false end)}, {60, 7, {}, 0})
equal({world:check(hero, 60, 7, function(item, other) return item == hero and other == wall and "slide" end)}, {20, 7, {[1] = select(3, world:check(hero, 60, 7))[1]}, 1})
raises("no response is called stick", world.move, world, hero, 60, 7, function() return "stick" end)
world:addResponse("stick", function(_, col) return col.touch.x, col.touch.y, {}, 0 end)
equal(world:move(hero, 60, 7, function() return "stick" end), 20)

-- From an overlap: out against the motion; without one, by the shortest way.
local detect = bump.rect.detectCollision
equal(detect(0, 0, 2, 2, 5, 5, 1, 1), nil)
equal({detect(0, 0, 7, 6, 5, 5, 1, 1).ti, detect(0, 0, 7, 6, 5, 5, 1, 1).normal}, {-2, {x = 0, y = -1}})
equal(detect(3, 3, 2, 2, 0, 0, 8, 8, 4, 5).touch, {x = 0.5, y = -2})
equal(detect(3, 3, 2, 2, 0, 0, 8, 8).touch, {x = 3, y = 8})
equal(detect(10, 10, 2, 2, 0, 0, 8, 8, 1, 1).normal, {x = 1, y = 0}) -- a corner hits a corner
equal(detect(0, 16, 16, 16, 16, 0, 16, 16, -1, 15), nil) -- and passes one
equal({bump.rect.getSegmentIntersectionIndices(0, 0, 4, 4, -4, 2, 12, 2)}, {0.25, 0.5, -1, 0, 1, 0})
equal({bump.rect.getNearestCorner(0, 0, 4, 2, 1, 2)}, {0, 2})
equal({bump.rect.getDiff(1, 2, 3, 4, 5, 6, 7, 8)}, {1, 0, 10, 12})
equal({bump.rect.containsPoint(0, 0, 1, 1, 0.5, 0.5), bump.rect.containsPoint(0, 0, 1, 1, 0, 0.5)}, {true, false})
equal({bump.rect.isIntersecting(0, 0, 2, 2, 1, 1, 2, 2), bump.rect.isIntersecting(0, 0, 2, 2, 2, 0, 2, 2)}, {true, false})
equal(bump.rect.getSquareDistance(0, 0, 2, 2, 3, 4, 2, 2), 25)

-- ---- Queries ----

world = bump.newWorld()
for i, left in ipairs({5, 15, 25}) do world:add(i, left, 0, 5, 10) end
equal({world:querySegment(0, 5, 30, 5)}, {{1, 2, 3}, 3})
equal({world:querySegment(30, 5, 12, 5)}, {{3, 2}, 2})
equal({world:querySegment(0, 5, 30, 5, function(item) return item ~= 2 end)}, {{1, 3}, 2})
equal(world:querySegmentWithCoords(0, 5, 20, 5), {{item = 1, ti1 = 0.25, ti2 = 0.5, x1 = 5, y1 = 5, x2 = 10, y2 = 5},
    {item = 2, ti1 = 0.75, ti2 = 1, x1 = 15, y1 = 5, x2 = 20, y2 = 5}})
local function sorted(items)
    table.sort(items)
    return items
end
equal({sorted(world:queryRect(9, 5, 8, 1)), sorted(world:queryRect(10, 5, 5, 1))}, {{1, 2}, {}})
equal({sorted(world:queryPoint(7, 5)), sorted(world:queryPoint(10, 5)), (world:queryPoint(7, 5, function() return false end))}, {{1}, {}, {}})
world:remove(1)
equal({world:queryPoint(7, 5), world:hasItem(1), world:countItems()}, {{}, false, 2})
raises("w must be a number above 0", world.queryRect, world, 0, 0, -1, 1)
equal({{world:toCell(63.9, -1)}, {world:toWorld(2, 0)}, world:countCells()}, {{1, 0}, {64, -64}, 1})

-- The world of Carom has the items, and may have more.
equal(world.carom:count(), 2)
world.carom:add({shape = {box = {0, 0, 100, 100}}, type = "static"})
equal(world:queryPoint(50, 50), {})
row = bump.newWorld()
row:add("item", 10, 0, 5, 5)
row.carom:attach(carom.level({tiles = {columns = 2, rows = 1, cell = {16, 16}, codes = {1, 0}}}))
equal({row:queryRect(12, 1, 13, 3)}, {{"item"}, 1}) -- not the level
-- Items that tie come in the order of adding.
local ties = bump.newWorld(8)
for i = 1, 20 do ties:add(i, 10, i % 2 * 20 - 10, i, 10) end
equal({ties:querySegment(0, 15, 12, 15)}, {{1, 3, 5, 7, 9, 11, 13, 15, 17, 19}, 10})
ties:add("mover", 0, -8, 4, 4)
for i, col in ipairs((ties:project("mover", 0, -8, 4, 4, 20, -8))) do equal({col.other, col.ti, col.order}, {2 * i, 0.3}) end
equal(ties:querySegmentWithCoords(0, 15, 12, 15)[1].order, nil)
equal({row:querySegment(0, 5, 10, 0), row:querySegment(15, 5, 20, 0)}, {{}, {}, 0}) -- a corner is no contact
-- Their bodies are rounded to floats: this one by 0.3, and its right side with it.
world:add("wide", -1e7 - 0.3, 50, 1e7 + 0.35, 5)
equal(world:queryPoint(0.03, 52), {"wide"})

-- ---- Against a search through all items ----

local state = 5
local function random(n)
    state = (state * 16807) % 2147483647
    return state % n
end
local checked, far = 0, {0, 0, 1e5, 2 ^ 20, -3e4}
for scene = 1, 60 do
    world = bump.newWorld(16)
    local whole = scene % 2 == 0
    local function place(n) return whole and random(n) or random(n * 1000) / 999 end
    local rects, shift = {}, far[scene % 5 + 1]
    for i = 1, 20 do
        rects[i] = {shift + place(100), place(100), 1 + place(20), 1 + place(20)}
        world:add(i, unpack(rects[i]))
    end
    if scene % 7 == 0 then world:add("wide", shift - 1e6, 110, 2e6, 5) rects.wide = {shift - 1e6, 110, 2e6, 5} end
    for _ = 1, 40 do
        local i = random(20) + 1
        local r = rects[i]
        local gx, gy = r[1] + place(60) - 30, r[2] + place(60) - 30
        local expected, found = {}, {}
        for k, other in pairs(rects) do
            if k ~= i and detect(r[1], r[2], r[3], r[4], other[1], other[2], other[3], other[4], gx, gy) then expected[k] = true end
        end
        for _, col in ipairs((world:project(i, r[1], r[2], r[3], r[4], gx, gy))) do found[col.other] = true end
        equal(found, expected)
        for k in pairs(expected) do checked = checked + (k and 1 or 0) end
        r[1], r[2] = world:move(i, gx, gy, random(2) == 0 and function() return "touch" end or nil)
        equal({world:getRect(i)}, r)
    end
end
equal(checked > 500, true)
