-- SPDX-FileCopyrightText: 2026 The Carom authors
-- SPDX-License-Identifier: MIT
--
-- The functions of bump.lua 3.1.7 over Carom, for games that use them: put this file in place of theirs.
--
--     local bump = require("bump")
--     local world = bump.newWorld()
--
-- Items are static bodies of a Carom world, which finds those near a motion; there is no cell size to choose. The
-- rectangles are then compared here, in doubles and by bump's own rules: touching is no collision, and an item that
-- starts in an overlap is put back against its motion. Of items that tie by bump's rules, the lowest body index comes
-- first: the order of adding, until an item is removed. world.carom is the Carom world: it may have levels and other
-- bodies, for queries of Carom. docs/lua.md lists what Carom's own functions do better.
local ffi = require("ffi")
local carom = require("carom")

local abs, ceil, floor, huge, max, min = math.abs, math.ceil, math.floor, math.huge, math.max, math.min

local MARGIN = 1e-10 -- in units: contacts shorter than that do not count, as in bump
local FLOAT = 2 ^ -21 -- relative: bounds the rounding of a rectangle to floats, position and size

local bump = {_VERSION = "bump 3.1.7, over Carom " .. carom.version, rect = {}, responses = {}}

-- ---- Rectangles -----------------------------------------------------------------------------------------------------

local function want_number(value, name)
    if type(value) ~= "number" then error(("%s must be a number, not %s"):format(name, type(value)), 3) end
end

local function want_rect(x, y, w, h)
    want_number(x, "x")
    want_number(y, "y")
    for name, value in pairs({w = w == nil and "nil" or w, h = h == nil and "nil" or h}) do
        if type(value) ~= "number" or not (value > 0) then
            error(("%s must be a number above 0, not %s"):format(name, tostring(value)), 3)
        end
    end
end

-- The rectangle in which the position of the first one overlaps the second one, relative to that position.
local function relative(x1, y1, w1, h1, x2, y2, w2, h2)
    return x2 - x1 - w1, y2 - y1 - h1, w1 + w2, h1 + h2
end

local function contains(x, y, w, h, px, py)
    return px - x > MARGIN and py - y > MARGIN and x + w - px > MARGIN and y + h - py > MARGIN
end

local function intersects(x1, y1, w1, h1, x2, y2, w2, h2)
    return x1 < x2 + w2 and x2 < x1 + w1 and y1 < y2 + h2 and y2 < y1 + h1
end

local function nearest_corner(x, y, w, h, px, py)
    return abs(x - px) < abs(x + w - px) and x or x + w, abs(y - py) < abs(y + h - py) and y or y + h
end

-- The squared distance of two centres.
local function centre_distance(x1, y1, w1, h1, x2, y2, w2, h2)
    local dx, dy = x1 - x2 + (w1 - w2) / 2, y1 - y2 + (h1 - h2) / 2
    return dx * dx + dy * dy
end

-- When a coordinate that starts at `from` and moves by `move` enters and leaves low..high; nil if it never does.
local function interval(low, high, from, move)
    if move == 0 then
        if from <= low or from >= high then return nil end
        return -huge, huge
    end
    if move > 0 then return (low - from) / move, (high - from) / move end
    return (high - from) / move, (low - from) / move
end

-- Clips a segment, from `first` to `last` of its length, by a rectangle. Returns both ends and their normals, which are
-- (0, 0) where the segment is not clipped; nil if nothing is left.
local function clip(x, y, w, h, x1, y1, x2, y2, first, last)
    first, last = first or 0, last or 1
    local dx, dy = x2 - x1, y2 - y1
    local enter_x, leave_x = interval(x, x + w, x1, dx)
    if not enter_x then return nil end
    local enter_y, leave_y = interval(y, y + h, y1, dy)
    if not enter_y then return nil end
    local nx1, ny1, nx2, ny2 = 0, 0, 0, 0
    if enter_x > first then first, nx1 = enter_x, dx > 0 and -1 or 1 end
    if enter_y > first then first, nx1, ny1 = enter_y, 0, dy > 0 and -1 or 1 end
    if leave_x < last then last, nx2 = leave_x, dx > 0 and 1 or -1 end
    if leave_y < last then last, nx2, ny2 = leave_y, 0, dy > 0 and 1 or -1 end
    if first > last then return nil end
    return first, last, nx1, ny1, nx2, ny2
end

-- The contact of a rectangle that moves to a goal, and another one; nil without.
local function detect(x1, y1, w1, h1, x2, y2, w2, h2, goal_x, goal_y)
    local dx, dy = (goal_x or x1) - x1, (goal_y or y1) - y1
    local x, y, w, h = relative(x1, y1, w1, h1, x2, y2, w2, h2)
    local overlaps, ti = contains(x, y, w, h, 0, 0), nil
    local nx, ny, move_x, move_y
    if overlaps then
        local px, py = nearest_corner(x, y, w, h, 0, 0)
        ti = -min(w1, abs(px)) * min(h1, abs(py)) -- minus the area of the overlap: the largest comes first
        if dx == 0 and dy == 0 then
            if abs(px) < abs(py) then py = 0 else px = 0 end
            nx, ny = px < 0 and -1 or px > 0 and 1 or 0, py < 0 and -1 or py > 0 and 1 or 0
            move_x, move_y = px, py
        else
            local back
            back, _, nx, ny = clip(x, y, w, h, 0, 0, dx, dy, -huge, 1)
            if not back then return nil end
            move_x, move_y = dx * back, dy * back
        end
    else
        local first, last
        first, last, nx, ny = clip(x, y, w, h, 0, 0, dx, dy, -huge, huge)
        if not first or first >= 1 or first <= -MARGIN or last - first < MARGIN then return nil end
        ti, move_x, move_y = first, dx * first, dy * first
    end
    return {
        overlaps = overlaps, ti = ti, move = {x = dx, y = dy}, normal = {x = nx, y = ny},
        touch = {x = x1 + move_x, y = y1 + move_y}, itemRect = {x = x1, y = y1, w = w1, h = h1},
        otherRect = {x = x2, y = y2, w = w2, h = h2},
    }
end

bump.rect = {
    getNearestCorner = nearest_corner, getSegmentIntersectionIndices = clip, getDiff = relative, containsPoint = contains,
    isIntersecting = intersects, getSquareDistance = centre_distance, detectCollision = detect,
}

-- ---- Responses ------------------------------------------------------------------------------------------------------
--
-- Each returns the goal after a contact, and the further contacts on the way there.

function bump.responses.touch(_, col)
    return col.touch.x, col.touch.y, {}, 0
end

function bump.responses.cross(world, col, x, y, w, h, goal_x, goal_y, filter)
    local cols, len = world:project(col.item, x, y, w, h, goal_x, goal_y, filter)
    return goal_x, goal_y, cols, len
end

local function moves(col) return col.move.x ~= 0 or col.move.y ~= 0 end

function bump.responses.slide(world, col, x, y, w, h, goal_x, goal_y, filter)
    goal_x, goal_y = goal_x or x, goal_y or y
    local touch = col.touch
    if moves(col) then
        if col.normal.x ~= 0 then goal_x = touch.x else goal_y = touch.y end
    end
    col.slide = {x = goal_x, y = goal_y}
    local cols, len = world:project(col.item, touch.x, touch.y, w, h, goal_x, goal_y, filter)
    return goal_x, goal_y, cols, len
end

function bump.responses.bounce(world, col, x, y, w, h, goal_x, goal_y, filter)
    goal_x, goal_y = goal_x or x, goal_y or y
    local touch = col.touch
    local to_x, to_y = touch.x, touch.y
    if moves(col) then
        local rest_x, rest_y = goal_x - to_x, goal_y - to_y
        if col.normal.x == 0 then rest_y = -rest_y else rest_x = -rest_x end
        to_x, to_y = to_x + rest_x, to_y + rest_y
    end
    col.bounce = {x = to_x, y = to_y}
    local cols, len = world:project(col.item, touch.x, touch.y, w, h, to_x, to_y, filter)
    return to_x, to_y, cols, len
end

-- ---- The world ------------------------------------------------------------------------------------------------------

local World = {}
World.__index = World

function bump.newWorld(cell_size)
    if cell_size == nil then cell_size = 64 end
    if type(cell_size) ~= "number" or not (cell_size > 0) then
        error(("cellSize must be a number above 0, not %s"):format(tostring(cell_size)), 2)
    end
    local self = {cellSize = cell_size, carom = carom.world(), rects = {}, responses = {}, _bodies = {}, _items = {},
        _left = setmetatable({}, {__mode = "k"}), _reach = 0}
    for name, response in pairs(bump.responses) do self.responses[name] = response end
    return setmetatable(self, World)
end

local function rect_of(self, item)
    local rect = item ~= nil and self.rects[item]
    if not rect then error(("item %s is not in the world: add it with world:add(item, x, y, w, h)"):format(tostring(item)), 3) end
    return rect
end

local query = ffi.new("carom_shape")
query.kind = carom.C.CAROM_SHAPE_BOX
local found, capacity = ffi.new("carom_world_overlapped[?]", 64), 64

-- The largest coordinate of all items bounds how far their bodies are rounded.
local function reach(self, x, y, w, h) self._reach = max(self._reach, abs(x), abs(y), abs(x + w), abs(y + h), w, h) end

-- Returns the items near a box, in the order of their bodies.
local function near(self, x1, y1, x2, y2)
    local margin = FLOAT * max(self._reach, abs(x1), abs(y1), abs(x2), abs(y2))
    local box = query.box
    box.min.x, box.min.y, box.max.x, box.max.y = x1 - margin, y1 - margin, x2 + margin, y2 + margin
    local view = self.carom._view
    local n = carom.C.carom_world_overlap(view, query, found, capacity)
    if n > capacity then
        found, capacity = ffi.new("carom_world_overlapped[?]", n), n
        n = carom.C.carom_world_overlap(view, query, found, n)
    end
    local out, len, items = {}, 0, self._items
    for i = 0, n - 1 do
        local body = found[i].body
        local item = items[body.index]
        if item ~= nil and body.generation > 0 then -- not a level, nor a body that is no item
            len = len + 1
            out[len] = item
        end
    end
    return out, len
end

function World:add(item, x, y, w, h)
    if item == nil then error("item must not be nil", 2) end
    if self.rects[item] then error(("item %s was added before"):format(tostring(item)), 2) end
    want_rect(x, y, w, h)
    local body = self.carom:add({shape = {box = {0, 0, w, h}}, position = {x, y}, type = "static"})
    reach(self, x, y, w, h)
    self.rects[item], self._bodies[item], self._items[body._index] = {x = x, y = y, w = w, h = h}, body, item
    return item
end

function World:remove(item)
    local rect = rect_of(self, item)
    local body = self._bodies[item]
    self.rects[item], self._bodies[item], self._items[body._index] = nil, nil, nil
    body:remove()
    self._left[{x = rect.x, y = rect.y, w = rect.w, h = rect.h}] = true
end

function World:update(item, x, y, w, h)
    local rect = rect_of(self, item)
    w, h = w or rect.w, h or rect.h
    want_rect(x, y, w, h)
    local body = self._bodies[item]
    if w ~= rect.w or h ~= rect.h then body:set_shape({box = {0, 0, w, h}}) end
    body:set_position(x, y)
    reach(self, x, y, w, h)
    rect.x, rect.y, rect.w, rect.h = x, y, w, h
end

function World:addResponse(name, response) self.responses[name] = response end

local function slides() return "slide" end

local function comes_first(a, b)
    if a.ti ~= b.ti then return a.ti < b.ti end
    local r, s, t = a.itemRect, a.otherRect, b.otherRect
    local to_a = centre_distance(r.x, r.y, r.w, r.h, s.x, s.y, s.w, s.h)
    local to_b = centre_distance(r.x, r.y, r.w, r.h, t.x, t.y, t.w, t.h)
    if to_a ~= to_b then return to_a < to_b end
    return a.order < b.order
end

function World:project(item, x, y, w, h, goal_x, goal_y, filter)
    want_rect(x, y, w, h)
    goal_x, goal_y, filter = goal_x or x, goal_y or y, filter or slides
    local cols, len = {}, 0
    local others, n = near(self, min(x, goal_x), min(y, goal_y), max(x, goal_x) + w, max(y, goal_y) + h)
    for i = 1, n do
        local other = others[i]
        local kind = other ~= item and self.rects[other] and filter(item, other)
        local rect = kind and self.rects[other]
        local col = rect and detect(x, y, w, h, rect.x, rect.y, rect.w, rect.h, goal_x, goal_y)
        if col then
            col.item, col.other, col.type, col.order = item, other, kind, i
            len = len + 1
            cols[len] = col
        end
    end
    if len > 1 then table.sort(cols, comes_first) end
    for i = 1, len do cols[i].order = nil end
    return cols, len
end

function World:check(item, goal_x, goal_y, filter)
    filter = filter or slides
    local rect = rect_of(self, item)
    local x, y, w, h = rect.x, rect.y, rect.w, rect.h
    local met, hits, len = {[item] = true}, {}, 0
    local function not_met(a, other) return not met[other] and filter(a, other) end
    local cols, n = self:project(item, x, y, w, h, goal_x, goal_y, not_met)
    while n > 0 do
        local col = cols[1]
        len = len + 1
        hits[len], met[col.other] = col, true
        local response = self.responses[col.type]
        if not response then error(("no response is called %s: world:addResponse(name, f) adds one"):format(tostring(col.type)), 2) end
        goal_x, goal_y, cols, n = response(self, col, x, y, w, h, goal_x, goal_y, not_met)
    end
    return goal_x, goal_y, hits, len
end

function World:move(item, goal_x, goal_y, filter)
    local x, y, cols, len = self:check(item, goal_x, goal_y, filter)
    self:update(item, x, y)
    return x, y, cols, len
end

-- ---- Queries --------------------------------------------------------------------------------------------------------

function World:hasItem(item) return item ~= nil and self.rects[item] ~= nil end

function World:getRect(item)
    local rect = rect_of(self, item)
    return rect.x, rect.y, rect.w, rect.h
end

function World:getItems()
    local items, len = {}, 0
    for item in pairs(self.rects) do
        len = len + 1
        items[len] = item
    end
    return items, len
end

function World:countItems() return select(2, self:getItems()) end

-- Returns the items near a box for which test(rect) is true, and the filter.
local function select_items(self, x1, y1, x2, y2, filter, test)
    local items, len = {}, 0
    local others, n = near(self, x1, y1, x2, y2)
    for i = 1, n do
        local other = others[i]
        if (not filter or filter(other)) and self.rects[other] and test(self.rects[other]) then
            len = len + 1
            items[len] = other
        end
    end
    return items, len
end

function World:queryRect(x, y, w, h, filter)
    want_rect(x, y, w, h)
    return select_items(self, x, y, x + w, y + h, filter, function(r) return intersects(x, y, w, h, r.x, r.y, r.w, r.h) end)
end

function World:queryPoint(x, y, filter)
    want_number(x, "x")
    want_number(y, "y")
    return select_items(self, x, y, x, y, filter, function(r) return contains(r.x, r.y, r.w, r.h, x, y) end)
end

local function enters_first(a, b)
    if a.weight ~= b.weight then return a.weight < b.weight end
    return a.order < b.order
end

function World:querySegmentWithCoords(x1, y1, x2, y2, filter)
    local infos, len = {}, 0
    local others, n = near(self, min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
    for i = 1, n do
        local other = others[i]
        local r = (not filter or filter(other)) and self.rects[other]
        local first, last
        if r then first, last = clip(r.x, r.y, r.w, r.h, x1, y1, x2, y2) end
        if first and ((first > 0 and first < 1) or (last > 0 and last < 1)) then
            len = len + 1
            infos[len] = {item = other, ti1 = first, ti2 = last, x1 = x1 + (x2 - x1) * first, y1 = y1 + (y2 - y1) * first,
                x2 = x1 + (x2 - x1) * last, y2 = y1 + (y2 - y1) * last,
                order = i, weight = (clip(r.x, r.y, r.w, r.h, x1, y1, x2, y2, -huge, huge))}
        end
    end
    if len > 1 then table.sort(infos, enters_first) end
    for i = 1, len do infos[i].weight, infos[i].order = nil, nil end
    return infos, len
end

function World:querySegment(x1, y1, x2, y2, filter)
    local infos, len = self:querySegmentWithCoords(x1, y1, x2, y2, filter)
    for i = 1, len do infos[i] = infos[i].item end
    return infos, len
end

-- ---- Cells ----------------------------------------------------------------------------------------------------------
--
-- Carom has none; these answer what bump would.

function World:toWorld(cx, cy) return (cx - 1) * self.cellSize, (cy - 1) * self.cellSize end

function World:toCell(x, y) return floor(x / self.cellSize) + 1, floor(y / self.cellSize) + 1 end

function World:countCells()
    local cells, count, size = {}, 0, self.cellSize
    local function mark(rect)
        for cy = floor(rect.y / size) + 1, ceil((rect.y + rect.h) / size) do
            for cx = floor(rect.x / size) + 1, ceil((rect.x + rect.w) / size) do
                local key = cx .. " " .. cy
                if not cells[key] then cells[key], count = true, count + 1 end
            end
        end
    end
    for _, rect in pairs(self.rects) do mark(rect) end
    for rect in pairs(self._left) do mark(rect) end -- empty cells, until they are collected
    return count
end

return bump
