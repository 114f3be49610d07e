-- SPDX-FileCopyrightText: 2026 The Carom authors
-- SPDX-License-Identifier: MIT
--
-- docs/lua.md: its first program runs as it is, and it names every function and method of the binding.
local check = dofile((arg[0]:match("^(.*/)") or "./") .. "check.lua")
local carom = require("carom")

local file = assert(io.open(check.root .. "docs/lua.md"))
local manual = file:read("*a")
file:close()

local program = assert(manual:match("```lua\n(.-)```")):gsub('"levels/', '"' .. check.root .. "levels/")
local last
local surroundings = setmetatable({print = function(...) last = {...} end}, {__index = _G})
setfenv(assert(loadstring(program)), surroundings)()
check.equal({last[1], last[3]}, {"two seconds later the ball lies at", 282})
check.near(last[2], 571.34, 0.01)

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
