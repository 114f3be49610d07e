-- SPDX-FileCopyrightText: 2026 The Carom authors
-- SPDX-License-Identifier: MIT
--
-- docs/lua.md: its programs run as they are, and it names every function and method of the binding.
local check = dofile((arg[0]:match("^(.*/)") or "./") .. "check.lua")
local carom = require("carom")

local file = assert(io.open(check.root .. "docs/lua.md"))
local manual = file:read("*a")
file:close()

local last
local surroundings = setmetatable({print = function(...) last = {...} end}, {__index = _G})
local programs = {}
for program in manual:gmatch("```lua\n(.-)```") do
    program = program:gsub('"levels/', '"' .. check.root .. "levels/")
    setfenv(assert(loadstring(program)), surroundings)()
    programs[#programs + 1] = last
end
check.equal({programs[1][1], programs[1][3]}, {"two seconds later the ball lies at", 282})
check.near(programs[1][2], 571.34, 0.01)
check.equal(programs[2], {0, -32, 1, "A"})

local missing = {}
local function require_name(name, where)
    if not manual:find("%f[%w_]" .. name .. "%f[^%w_]") then missing[#missing + 1] = where .. name end
end
for name, value in pairs(carom) do
    if type(value) == "function" then require_name(name, "carom.") end
end
local world = carom.world()
local square = {box = {-1, -1, 1, 1}}
for where, object in pairs({["level:"] = carom.level({}), ["world:"] = world, ["view:"] = world:view({}), ["map:"] = carom.sight_map({"."}),
    ["body:"] = world:add({shape = square}), ["walker:"] = carom.walker({shape = square, up = {0, 1}}), ["shapes:"] = carom.shapes({}),
    ["platforms:"] = carom.platforms(world, {}), ["shape:"] = carom.shape(square),
    ["(map) map:"] = carom.map(check.root .. "levels/cave.tmx")}) do
    for name, value in pairs(getmetatable(object)) do
        if type(value) == "function" and not name:find("^__") then require_name(name, where) end
    end
end
table.sort(missing)
check.equal(missing, {})
