-- SPDX-FileCopyrightText: 2026 The Carom authors
-- SPDX-License-Identifier: MIT
--
-- Calls every function of the binding with random arguments: wrong types, NaN, freed objects, descriptions with random
-- fields. A call may raise an error; the interpreter must survive, and objects must stay usable.
--
--     luajit tests/lua/fuzz.lua [CALLS] [SEED]
local check = dofile((arg[0]:match("^(.*/)") or "./") .. "check.lua")
local carom = require("carom")
local calls, seed = tonumber(arg[1]) or 40000, tonumber(arg[2]) or 1

-- A generator of its own: math.random differs between versions.
local state = seed * 2 + 1
local function random(n)
    state = (state * 16807) % 2147483647
    return state % n + 1
end
local function pick(list) return list[random(#list)] end

local map_bytes = {["m.tmx"] = [[<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="8" tileheight="8">
<objectgroup id="1" name="solid"><object id="1" x="0" y="0" width="9" height="9"/></objectgroup></map>]]}

local numbers = {0, 0, 1, 1, 2, 3, -1, 0.5, 4, 8, 10, 16, -7, 100, 0 / 0, math.huge, -math.huge, 1e30, -1e30, 3.5e38, 1e-45,
    2 ^ 31, 2 ^ 31 - 1, -2 ^ 31, 2 ^ 53, 1e300, 5, 6, 7, 21}
local strings = {"", "solid", "stop", "slide", "bounce", "pass", "mover", "static", "kinematic", "open", "any", "m.tmx", "\0x",
    "levels/cave.tmx"}

local objects -- all objects, some freed
local value

local makers = {
    function() return {circle = {pick(numbers), pick(numbers), pick(numbers)}} end,
    function() return {circle = {random(100), random(100), random(9)}} end,
    function() return {box = {random(50), random(50), 50 + random(50), 50 + random(50)}} end,
    function() return {point = {random(100), random(100)}} end,
    function() return {segment = {pick(numbers), pick(numbers), random(9), random(9)}, one_sided = random(2) == 1} end,
    function() return {capsule = {random(99), random(99), random(99), random(99), pick(numbers)}} end,
    function() return {polygon = {0, 0, random(9), 0, random(9), random(9)}} end,
    function() return {compound = {value(), value()}} end,
    function() return {compound = {{circle = {1, 2, 3}}, pick(objects)}, pose = {pick(numbers), pick(numbers), pick(numbers)}} end,
    function() return {box = {0, 0, random(9), random(9)}, radius = pick(numbers), pose = value()} end,
}
local fields = {"shape", "position", "velocity", "up", "type", "response", "kind", "restitution", "friction", "mass", "filter",
    "level", "levels", "tiles", "outlines", "fields", "columns", "rows", "codes", "cell", "points", "open", "one_way", "editable",
    "down", "bounces", "rule", "except", "movers", "x", "y", "cosine", "sine", "line", "circle", "polygon", "text", "contacts",
    "blocks", "samples", "base", "parts", "files", "contents", "column", "row", "coyote", "radius", "pose", "angle", 1, 2, 3, 0 / 0 == 0 / 0 or 4}

function value(depth)
    depth = depth or 0
    local kind = random(12)
    if kind <= 3 then return pick(numbers) end
    if kind == 4 then return pick(strings) end
    if kind == 5 then return random(2) == 1 end
    if kind == 6 then return nil end
    if kind <= 8 and #objects > 0 then return pick(objects) end
    if kind == 9 then return function() return value(2) end end
    if depth > 2 then return random(20) end
    if kind == 10 then
        local out = {}
        for _ = 1, random(5) do out[pick(fields)] = value(depth + 1) end
        return out
    end
    if kind == 11 then
        local out = {}
        for i = 1, random(8) do out[i] = pick(numbers) end
        return out
    end
    return pick(makers)()
end

-- Objects in use. Some are freed by the calls.
local function renew()
    local level = carom.level({tiles = {columns = 4, rows = 2, cell = {16, 16}, codes = {1, 1, 0, 9, 1, 2, 1, 1}}, editable = true,
        outlines = {{points = {0, 80, 64, 80, 64, 90, 0, 90}}}})
    local world = carom.world({level = level, rule = random(2) == 1 and function() return value(2) end or nil})
    objects = {level, world, world:view({}), carom.shape({circle = {0, 0, 3}}), carom.shapes({{circle = {1, 1, 1}}, {box = {0, 0, 9, 9}}}),
        carom.walker({shape = {circle = {0, 0, 4}}, up = {0, -1}, position = {20, 60}}),
        carom.platforms(world, {{shape = {box = {0, 0, 9, 3}}, position = {0, 50}}}),
        carom.sight_map({"..#.", "....", "#..."}), carom.map("m.tmx", {files = map_bytes, contents = true}),
        carom.walker({shape = {box = {-3, -3, 3, 3}}, up = {1, 1}})}
    for _, kind in ipairs({"mover", "static", "kinematic", "mover"}) do
        objects[#objects + 1] = world:add({shape = {circle = {0, 0, 3}}, position = {random(60), random(60)}, type = kind,
            velocity = {random(9), random(9)}, response = pick({"slide", "bounce", "stop", "pass"})})
    end
end

local functions = {}
for name, f in pairs(carom) do if type(f) == "function" then functions[#functions + 1] = name end end
table.sort(functions)
local function methods_of(object)
    local out = {}
    for name, f in pairs(getmetatable(object)) do
        if type(f) == "function" and not name:find("^__") then out[#out + 1] = name end
    end
    table.sort(out)
    return out
end

local raised, returned, placed = 0, 0, 0
local reached = {}
for call = 1, calls do
    if call % 500 == 1 then renew() end
    if call % 97 == 0 then collectgarbage() end
    local f, name, object
    if random(3) == 1 then
        name = pick(functions)
        f = carom[name]
    else
        object = pick(objects)
        name = pick(methods_of(object))
        f = getmetatable(object)[name]
        if random(20) == 1 then object = value() end
        -- Freeing all the time would leave nothing to call.
        if name == "free" and random(4) > 1 then name, f = "alive", nil end
    end
    if f then
        local ok, result
        if object ~= nil or random(3) > 1 then
            ok, result = pcall(f, object or value(), value(), value(), value(), value(), value())
        else
            -- Likely arguments: numbers and shapes.
            ok, result = pcall(f, pick(makers)(), random(20), random(20), pick(makers)(), random(9), random(9))
        end
        if ok then
            returned = returned + 1
            reached[name] = true
            if type(result) == "table" and getmetatable(result) and random(3) == 1 then objects[random(40)] = result end
            for i = 1, 40 do if objects[i] == nil then objects[i] = pick({objects[1], objects[2] or objects[1]}) end end
        else
            raised = raised + 1
            if tostring(result):find("carom.lua:", 1, true) then
                placed = placed + 1
                if placed < 6 then print("an error of the binding itself: " .. name .. ": " .. tostring(result)) end
            end
        end
    end
end
objects = nil
check.collect()
local names = 0
for _ in pairs(reached) do names = names + 1 end
print(("fuzz: %d calls returned, %d raised an error; %d functions have succeeded; seed %d"):format(returned, raised, names, seed))
assert(placed == 0, placed .. " errors were not caught before they reached the FFI")
assert(carom.overlap({circle = {0, 0, 2}}, {circle = {3, 4, 3}}))
