-- SPDX-FileCopyrightText: 2026 The Carom authors
-- SPDX-License-Identifier: MIT
--
-- Carom for Lua: exact 2D collision, over the FFI of LuaJIT (2.1 or later; LÖVE has it). docs/lua.md is the manual.
--
--     local carom = require("carom")
--     local level = carom.map("cave.tmx"):level()
--     local world = carom.world{level = level}
--     local ball = world:add{shape = {circle = {0, 0, 4}}, position = {420, 140}, velocity = {3, 1}, response = "bounce"}
--     world:step()
--     local x, y = ball:position()
--
-- Files: this one, carom_cdef.lua beside it, and the shared library. The library is the one that the environment
-- variable CAROM_LIBRARY names (a file or a folder), else libcarom beside this file, in the lib folder of the prefix
-- where this file is installed, in package.cpath, or that of the system. Reading maps needs libcarom_io, which is
-- searched for in the same places.
--
-- All decisions are made in C. This file converts: descriptions to structs, structs to tables. Rules for all functions:
-- - Points in arguments are two numbers, in descriptions {x, y} or {x = x, y = y}, in results {x = x, y = y}.
-- - Numbers must be finite 32-bit floats. Invalid arguments raise an error that names the argument, the reason, and
--   what to do. Nothing has changed then.
-- - Edges, parts, grids, platforms and entries of lists count from 1. Cells of grids are coordinates: from 0.
-- - Objects that own memory of the library are freed by the collector, or at once by :free(). Using a freed object
--   raises an error. What another object uses stays: a world keeps its levels.
local ffi = require("ffi")

local SOURCE = debug.getinfo(1, "S").source
local FLT_MAX = 3.4028234663852886e38
local MOST_INT, LEAST_INT = 2147483647, -2147483648

-- ---- Errors ---------------------------------------------------------------------------------------------------------

-- Raises an error at the line that called this file.
local function fail(where, reason)
    local level = 2
    while true do
        local info = debug.getinfo(level, "S")
        if not info then
            level = 0
            break
        end
        if info.source ~= SOURCE and info.what ~= "C" then break end
        level = level + 1
    end
    error(where ~= "" and where .. ": " .. reason or reason, level)
end

local function shown(value)
    if value == nil then return "nil" end
    if type(value) == "string" then return #value > 40 and "a string" or ("%q"):format(value) end
    if type(value) == "number" or type(value) == "boolean" then return tostring(value) end
    return "a " .. type(value)
end

local function path(where, key)
    if key == nil then return where end
    return type(key) == "number" and ("%s[%d]"):format(where, key) or where .. "." .. key
end

local function number(value, where, key)
    if type(value) ~= "number" then fail(path(where, key), "expected a number, not " .. shown(value)) end
    if not (value >= -FLT_MAX and value <= FLT_MAX) then
        fail(path(where, key), tostring(value) .. " is not a finite 32-bit float: pass a finite number")
    end
    return value
end

-- A number that may be infinite.
local function limit(value, where)
    if value == nil or value == math.huge then return math.huge end
    return number(value, where)
end

local function integer(value, low, high, where, key)
    if type(value) ~= "number" or value % 1 ~= 0 or value < low or value > high then
        fail(path(where, key), ("expected an integer from %.0f to %.0f, not %s"):format(low, high, shown(value)))
    end
    return value
end

local function flag(value, where, key)
    if value ~= nil and type(value) ~= "boolean" then
        fail(path(where, key), "expected true or false, not " .. shown(value))
    end
    return value == true
end

-- Returns the number of a word: `words` maps words to numbers and has a text that lists them.
local function word(value, words, where, key)
    local found = type(value) == "string" and words[value]
    if not found then fail(path(where, key), ("expected %s, not %s"):format(words[0], shown(value))) end
    return found
end

local function words(...)
    local list, names = {...}, {}
    local out = {}
    for i, name in ipairs(list) do
        out[name] = i - 1
        names[i] = '"' .. name .. '"'
    end
    out[0] = table.concat(names, ", ")
    return out
end

local function list(value, where, key)
    if type(value) ~= "table" then fail(path(where, key), "expected a list, not " .. shown(value)) end
    return value
end

local function text(value, where, key)
    if type(value) ~= "string" then fail(path(where, key), "expected a string, not " .. shown(value)) end
    return value
end

local function callable(value, where, key)
    if type(value) ~= "function" then fail(path(where, key), "expected a function, not " .. shown(value)) end
    return value
end

-- The fields of a description. A misspelt field must not be ignored.
local function form(what, names)
    local known = {}
    for name in names:gmatch("%S+") do known[name] = true end
    return {what = what, names = names, known = known}
end

local function fields(value, which, where, key)
    if type(value) ~= "table" then
        fail(path(where, key), ("expected a table with the fields of %s (%s), not %s"):format(which.what, which.names, shown(value)))
    end
    for name in pairs(value) do
        if not which.known[name] then
            local field = type(name) == "string" and '"' .. name .. '"' or "[" .. shown(name) .. "]"
            fail(path(where, key), ("unknown field %s: the fields of %s are %s"):format(field, which.what, which.names))
        end
    end
    return value
end

-- ---- The library ----------------------------------------------------------------------------------------------------

local cdef = require((... or "carom") .. "_cdef")
ffi.cdef(cdef.core)

local load_library
do
    local stems, suffix = {"lib"}, ffi.os == "OSX" and ".dylib" or ".so"
    if ffi.os == "Windows" then stems, suffix = {"", "lib"}, ".dll" end -- clang-cl gives carom.dll, mingw libcarom.dll

    -- Adds the paths at which a library may be, in order.
    local function add_candidates(places, library, name)
        local file = library .. suffix
        local given = os.getenv("CAROM_LIBRARY")
        if given and given ~= "" then
            local folder, core = given:match("^(.*[/\\])(.-)$")
            folder, core = folder or "", core or given
            if core:find("carom", 1, true) and core:find(suffix:sub(2), 1, true) then
                places[#places + 1] = folder .. core:gsub("carom", name, 1)
            else
                places[#places + 1] = given:gsub("[/\\]$", "") .. "/" .. file
            end
            return
        end
        local here = SOURCE:match("^@(.*[/\\])") or ""
        -- luacheck: globals love
        if love and love.filesystem then -- paths are relative to the folder of the game
            places[#places + 1] = love.filesystem.getSource() .. "/" .. here .. file
            places[#places + 1] = love.filesystem.getSourceBaseDirectory() .. "/" .. file
        else
            places[#places + 1] = (here == "" and "./" or here) .. file
        end
        local prefix = here:match("^(.*[/\\])share[/\\]lua[/\\]5%.1[/\\]$") -- installed by cmake --install
        if prefix then places[#places + 1] = prefix .. (ffi.os == "Windows" and "bin/" or "lib/") .. file end
        local installed = package.searchpath(library, (package.cpath:gsub("%.so", suffix))) -- by LuaRocks
        if installed then places[#places + 1] = installed end
        if ffi.os == "Linux" then places[#places + 1] = file .. "." .. cdef.version:match("^%d+%.%d+") end
        places[#places + 1] = file
    end

    function load_library(name)
        local places, first = {}, nil
        for _, stem in ipairs(stems) do add_candidates(places, stem .. name, name) end
        for _, place in ipairs(places) do
            local ok, found = pcall(ffi.load, place)
            if ok then return found, place end
            first = first or found
        end
        fail("lib" .. name, ("not found as %s (%s): build it with cmake -DBUILD_SHARED_LIBS=ON, then put it beside "
            .. "carom.lua, or set CAROM_LIBRARY to its path"):format(table.concat(places, ", "), first))
    end
end

local C, library_path = load_library("carom")
do
    local version = ffi.string(C.carom_version())
    if version ~= cdef.version then
        fail(library_path, ("is version %s, and carom_cdef.lua is for %s: use files of one version"):format(version, cdef.version))
    end
end

local carom = {version = cdef.version, library = library_path, C = C}

-- What to do, by status.
local HINTS = {
    "pass finite numbers", "pass a radius of 0 or more", "pass min <= max on both axes", "pass more points",
    "pass fewer points, or several convex parts as a compound", "pass a convex polygon, or use carom.decompose",
    "pass points that are not on one line", "nest compounds at most 8 deep", "check the values", "free what is not needed",
    "do not use it after its removal", "use fewer", "check the name", "check the file", "use another kind", "use less",
}

-- Raises the error of a status.
local function check(status, where)
    status = tonumber(status)
    if status ~= 0 then fail(where, ffi.string(C.carom_status_text(status)) .. ": " .. (HINTS[status] or "check the values")) end
end

local last_error = ffi.new("carom_error")
-- As check(), for functions that write a carom_error.
local function check_error(status, where)
    status = tonumber(status)
    if status == 0 then return end
    if tonumber(last_error.status) ~= status then check(status, where) end
    local place, reason = ffi.string(last_error.where), ffi.string(last_error.message)
    if last_error.line > 0 then place = ("%s:%d:%d"):format(place, last_error.line, last_error.column) end
    if reason == "" then reason = ffi.string(C.carom_status_text(status)) end
    last_error.status = 0
    fail(where, place ~= "" and place .. ": " .. reason or reason)
end

-- ---- Owners of memory -----------------------------------------------------------------------------------------------
--
-- The finalizers of objects that are collected together run in any order. So each object has a block that counts its
-- users, and what an object uses is freed after it.

local function release(block)
    block.users = block.users - 1
    if block.users > 0 then return end
    block.free(block.pointer)
    block.pointer = nil
    for i = 1, #block.uses do release(block.uses[i]) end
end

local function own(object, pointer, free, uses)
    local block = {pointer = pointer, free = free, uses = uses or {}, users = 1}
    for _, used in ipairs(block.uses) do used.users = used.users + 1 end
    object._block = block
    -- The finalizer must not refer to the object, or the object would never be collected.
    object._token = ffi.gc(ffi.new("char[1]"), function() release(block) end)
    return object
end

local function disown(object)
    local token = rawget(object, "_token")
    if not token then return end
    ffi.gc(token, nil)
    object._token = nil
    release(object._block)
end

-- A class: a table of methods. `name` is how errors call an object.
local function class(name)
    local methods = {}
    methods.__index, methods.__name = methods, name
    methods.__tostring = function() return "carom " .. name end
    return methods
end

-- Returns `self` if it is of a class.
local function is(self, kind, where)
    if getmetatable(self) ~= kind then
        fail(where, ("expected a %s, not %s (is it called with a colon?)"):format(kind.__name, shown(self)))
    end
    return self
end

-- Returns the pointer of an object that owns memory.
local function pointer(self, kind, where)
    if getmetatable(self) ~= kind then is(self, kind, where) end
    if not self._token then fail(where, ("this %s was freed: do not use it after :free()"):format(kind.__name)) end
    return self._block.pointer
end

-- The error of a callback: a Lua error must not pass through C.
local callback_error
local depth_of_callbacks = 0

local function rethrow()
    if callback_error then
        local message = callback_error[1]
        callback_error = nil
        error(message, 0)
    end
end

local function outside_callback(where)
    if depth_of_callbacks > 0 then fail(where, "not allowed in a rule: do it after the step") end
end

-- ---- Vectors and numbers --------------------------------------------------------------------------------------------

local v1, v2, v3, v4 = ffi.new("carom_vec2"), ffi.new("carom_vec2"), ffi.new("carom_vec2"), ffi.new("carom_vec2")

local function set(v, x, y, where)
    v.x, v.y = number(x, where, "x"), number(y, where, "y")
    return v
end

local function vector(v, value, where, key)
    if type(value) ~= "table" then fail(path(where, key), "expected {x, y}, not " .. shown(value)) end
    local x, y = value[1], value[2]
    if x == nil and y == nil then x, y = value.x, value.y end
    v.x, v.y = number(x, path(where, key), 1), number(y, path(where, key), 2)
    return v
end

local function point(v) return {x = v.x, y = v.y} end

-- What C arrays of the present call refer to. Without it the collector could free them before the call.
local borrowed = {}

-- Returns a C array of the numbers of a list; `each` numbers are an entry.
local function numbers(value, each, where, key)
    list(value, where, key)
    local n = #value
    if n % each ~= 0 then
        fail(path(where, key), ("%d numbers: expected a multiple of %d"):format(n, each))
    end
    local out, at = ffi.new("float[?]", math.max(n, 1)), key and path(where, key) or where
    for i = 1, n do out[i - 1] = number(value[i], at, i) end
    return out, n / each
end

-- Returns the columns of a list of entries, one C array for each coordinate.
local function columns(value, each, where)
    list(value, where)
    local n = #value / each
    if n % 1 ~= 0 then fail(where, ("%d numbers: expected %d for each"):format(#value, each)) end
    local out = {}
    for c = 1, each do
        local column = ffi.new("float[?]", math.max(n, 1))
        for i = 0, n - 1 do column[i] = number(value[each * i + c], where, each * i + c) end
        out[c] = column
    end
    borrowed[3] = out
    return out, n
end

-- ---- Shapes ---------------------------------------------------------------------------------------------------------

local Shape = class("shape")
local KINDS = {[0] = "none", "point", "segment", "circle", "box", "capsule", "polygon", "compound"}
local SHAPE = form("a shape", "point segment circle box capsule polygon compound one_sided ends radius pose")
local POSE = form("a pose", "x y angle cosine sine")
local sizeof_shape = ffi.sizeof("carom_shape")

-- Reads {x, y, radians}, or {x, y, angle}, or {x, y, cosine, sine} by name.
local function write_pose(out, value, where, key)
    where = path(where, key)
    if type(value) == "table" and value[1] ~= nil then
        if #value ~= 3 then fail(where, ("%d numbers: expected x, y and an angle in radians"):format(#value)) end
        value = {x = value[1], y = value[2], angle = value[3]}
    end
    fields(value, POSE, where)
    out.position.x, out.position.y = number(value.x or 0, where, "x"), number(value.y or 0, where, "y")
    if value.angle ~= nil then
        C.carom_flat_rotation_of(number(value.angle, where, "angle"), out.rotation)
    else
        out.rotation.cosine = number(value.cosine or 1, where, "cosine")
        out.rotation.sine = number(value.sine or 0, where, "sine")
    end
    return out
end

local write_shape
do
    local pose, box = ffi.new("carom_pose"), ffi.new("carom_box")

    -- Places a shape, and copies of the parts of a compound, which are added to `anchors`.
    local function place(out, anchors)
        if out.kind ~= C.CAROM_SHAPE_COMPOUND then
            C.carom_flat_shape_posed(out, pose, out)
            return
        end
        local n = out.compound.count
        local parts = ffi.new("carom_shape[?]", math.max(n, 1))
        anchors[#anchors + 1] = parts
        ffi.copy(parts, out.compound.parts, n * sizeof_shape)
        for i = 0, n - 1 do place(parts[i], anchors) end
        out.compound.parts = parts
    end

    local function coordinates(value, n, where, key)
        list(value, where, key)
        if #value ~= n then fail(path(where, key), ("%d numbers: expected %d"):format(#value, n)) end
        local at = path(where, key)
        for i = 1, n do number(value[i], at, i) end
        return value
    end

    local writers = {
        point = function(out, desc, where)
            local p = coordinates(desc.point, 2, where, "point")
            set(v1, p[1], p[2], where)
            return C.carom_flat_make_point(v1, out)
        end,
        segment = function(out, desc, where)
            local s = coordinates(desc.segment, 4, where, "segment")
            set(v1, s[1], s[2], where)
            set(v2, s[3], s[4], where)
            local one_sided = flag(desc.one_sided, where, "one_sided")
            local status = (one_sided and C.carom_flat_make_one_sided or C.carom_flat_make_segment)(v1, v2, out)
            if desc.ends ~= nil then
                local ends = list(desc.ends, where, "ends")
                out.segment.skip_a = not flag(ends[1], where, "ends[1]")
                out.segment.skip_b = not flag(ends[2], where, "ends[2]")
            end
            return status
        end,
        circle = function(out, desc, where)
            local c = coordinates(desc.circle, 3, where, "circle")
            set(v1, c[1], c[2], where)
            return C.carom_flat_make_circle(v1, c[3], out)
        end,
        box = function(out, desc, where)
            local b = coordinates(desc.box, 4, where, "box")
            set(v1, b[1], b[2], where)
            set(v2, b[3], b[4], where)
            if desc.radius == nil then return C.carom_flat_make_box(v1, v2, out) end
            box.min, box.max = v1, v2
            return C.carom_flat_make_rounded_box(box, number(desc.radius, where, "radius"), out)
        end,
        capsule = function(out, desc, where)
            local c = coordinates(desc.capsule, 5, where, "capsule")
            set(v1, c[1], c[2], where)
            set(v2, c[3], c[4], where)
            return C.carom_flat_make_capsule(v1, v2, c[5], out)
        end,
        polygon = function(out, desc, where)
            local points, n = numbers(desc.polygon, 2, where, "polygon")
            if n > 64 then fail(where .. ".polygon", ("%d points: at most 64 are allowed"):format(n)) end
            return C.carom_make_rounded_polygon(ffi.cast("carom_vec2 *", points), n, number(desc.radius or 0, where, "radius"), out)
        end,
    }

    -- Writes a shape to *out. Returns what must outlive it: the parts of a compound.
    function write_shape(out, desc, where, key, depth)
        if getmetatable(desc) == Shape then
            ffi.copy(out, desc._prepared.shape, sizeof_shape)
            return desc._parts
        end
        fields(desc, SHAPE, where, key)
        where = path(where, key)
        local kind
        for name in pairs(desc) do
            if writers[name] or name == "compound" then
                if kind then fail(where, ("both %s and %s: a shape has one of them"):format(kind, name)) end
                kind = name
            end
        end
        if not kind then fail(where, "no kind: a shape has one of point, segment, circle, box, capsule, polygon, compound") end
        if kind ~= "segment" and (desc.one_sided ~= nil or desc.ends ~= nil) then
            fail(where, "one_sided and ends are for segments only: leave them out")
        end
        if desc.radius ~= nil and kind ~= "box" and kind ~= "polygon" then
            fail(where, "radius is for a box or a polygon only: leave it out")
        end
        if kind ~= "compound" then
            check(writers[kind](out, desc, where), where .. "." .. kind)
            if desc.pose ~= nil then
                write_pose(pose, desc.pose, where, "pose")
                place(out)
                check(C.carom_shape_check(out), where .. ".pose")
            end
            return nil
        end
        depth = depth or 1
        if depth > 8 then fail(where, "nested too deep: nest compounds at most 8 deep") end
        local parts = list(desc.compound, where, "compound")
        local n = #parts
        local array, anchors = ffi.new("carom_shape[?]", math.max(n, 1)), {}
        anchors[1] = array
        for i = 1, n do
            anchors[#anchors + 1] = write_shape(array[i - 1], parts[i], where .. ".compound", i, depth + 1)
        end
        check(C.carom_make_compound(array, n, out), where .. ".compound")
        if desc.pose ~= nil then
            write_pose(pose, desc.pose, where, "pose")
            place(out, anchors)
            check(C.carom_shape_check(out), where .. ".pose")
        end
        return anchors
    end
end

-- The shapes of the present call: one for each argument.
local arguments = ffi.new("carom_shape[2]")

local function shape_argument(value, slot, where)
    if getmetatable(value) == Shape then
        borrowed[slot] = value
        return value._prepared.shape
    end
    local out = arguments[slot - 1]
    borrowed[slot] = write_shape(out, value, where) or false
    return out
end

-- Makes a shape of its own, for calls during which callbacks may use shape_argument().
local function new_shape(value, where, key)
    local out = ffi.new("carom_shape")
    return out, write_shape(out, value, where, key)
end

-- Returns the description of a shape.
local function describe(s)
    local kind = KINDS[tonumber(s.kind)]
    if kind == "point" then return {point = {s.point.x, s.point.y}} end
    if kind == "segment" then
        local g = s.segment
        local out = {segment = {g.a.x, g.a.y, g.b.x, g.b.y}}
        if g.one_sided then out.one_sided = true end
        if g.skip_a or g.skip_b then out.ends = {not g.skip_a, not g.skip_b} end
        return out
    end
    if kind == "circle" then return {circle = {s.circle.center.x, s.circle.center.y, s.circle.radius}} end
    if kind == "box" then return {box = {s.box.min.x, s.box.min.y, s.box.max.x, s.box.max.y}} end
    if kind == "capsule" then
        local c = s.capsule
        return {capsule = {c.a.x, c.a.y, c.b.x, c.b.y, c.radius}}
    end
    local out = {}
    if kind == "polygon" then
        for i = 0, s.polygon.count - 1 do
            out[2 * i + 1], out[2 * i + 2] = s.polygon.v[i].x, s.polygon.v[i].y
        end
        return {polygon = out, radius = s.polygon.radius > 0 and s.polygon.radius or nil}
    end
    if kind == "compound" then
        for i = 0, s.compound.count - 1 do out[i + 1] = describe(s.compound.parts[i]) end
        return {compound = out}
    end
    return nil
end

-- Checks and converts a shape once, for repeated queries. It may be used wherever a description is.
function carom.shape(desc)
    local shape = ffi.new("carom_shape")
    local parts = write_shape(shape, desc, "shape")
    local self = setmetatable({_prepared = ffi.new("carom_prepared"), _parts = parts}, Shape)
    check(C.carom_prepare(shape, self._prepared), "shape")
    self.kind = KINDS[tonumber(shape.kind)]
    return self
end

local function box_of(box)
    if box.min.x > box.max.x then return nil end
    return box.min.x, box.min.y, box.max.x, box.max.y
end

function Shape:bounds() return box_of(is(self, Shape, "shape:bounds")._prepared.bounds) end
function Shape:desc() return describe(is(self, Shape, "shape:desc")._prepared.shape) end

-- Returns the smallest box that contains a shape: min_x, min_y, max_x, max_y.
function carom.bounds(shape)
    local out = ffi.new("carom_box")
    C.carom_flat_shape_bounds(shape_argument(shape, 1, "shape"), out)
    return box_of(out)
end

-- Returns the description of a shape moved by (x, y). Not for compounds.
function carom.shape_at(shape, x, y)
    local s = shape_argument(shape, 1, "shape")
    if tonumber(s.kind) == 7 then fail("shape", "a compound: move its parts") end
    C.carom_flat_shape_at(s, set(v1, x, y, "offset"), arguments[1])
    return describe(arguments[1])
end

-- Returns why a shape is invalid; nil if it is valid.
function carom.check(shape)
    local ok, why = pcall(write_shape, ffi.new("carom_shape"), shape, "shape")
    if not ok then return (tostring(why):gsub("^.-:%d+: ", "")) end
end

-- Returns the convex hull of points (x, y, x, y, ...) in any order.
function carom.hull(points)
    local array, n = numbers(points, 2, "points")
    local out = ffi.new("carom_shape")
    check(C.carom_make_hull(ffi.cast("carom_vec2 *", array), n, out), "points")
    return describe(out)
end

local function rings_of(value, where)
    local n = #list(value, where)
    local rings, anchors = ffi.new("carom_ring[?]", math.max(n, 1)), {}
    borrowed[3] = anchors
    for i = 1, n do
        local points, count = numbers(value[i], 2, where, i)
        anchors[i] = points
        rings[i - 1].points, rings[i - 1].count = ffi.cast("carom_vec2 *", points), count
    end
    return rings, n
end

local count_out = ffi.new("int[1]")

local function triangle_list(triangles, count)
    local out = {}
    for i = 0, count - 1 do
        for k = 0, 2 do
            out[#out + 1] = triangles[i].v[k].x
            out[#out + 1] = triangles[i].v[k].y
        end
    end
    return out
end

-- Triangulates rings, each x, y, x, y, ..., under the even-odd rule. Returns six numbers for each triangle.
function carom.triangulate(rings)
    local array, n = rings_of(rings, "rings")
    check(C.carom_triangulate(array, n, nil, nil, 0, count_out), "rings")
    local count = count_out[0]
    local out = ffi.new("carom_triangle[?]", math.max(count, 1))
    check(C.carom_triangulate(array, n, nil, out, count, count_out), "rings")
    return triangle_list(out, count)
end

-- Decomposes rings into convex polygons. Returns a list of shapes: the parts of a compound.
function carom.decompose(rings)
    local array, n = rings_of(rings, "rings")
    check(C.carom_decompose(array, n, nil, nil, 0, count_out), "rings")
    local count = count_out[0]
    local shapes, out = ffi.new("carom_shape[?]", math.max(count, 1)), {}
    check(C.carom_decompose(array, n, nil, shapes, count, count_out), "rings")
    for i = 1, count do out[i] = describe(shapes[i - 1]) end
    return out
end

-- ---- Results --------------------------------------------------------------------------------------------------------

local FEATURES = {"edge", "end_a", "end_b", "side", "corner"}

local function ray_result(h)
    local out = {hit = h.hit, inside = h.inside, t = h.t, exit = h.exit, x = h.point.x, y = h.point.y}
    if h.hit then
        out.normal, out.feature, out.part = point(h.normal), FEATURES[tonumber(h.feature)], h.part + 1
    end
    return out
end

local function sweep_result(h)
    local out = {hit = h.hit, inside = h.inside, t = h.t, x = h.at.x, y = h.at.y}
    if h.hit then
        out.point, out.normal, out.feature = point(h.point), point(h.normal), FEATURES[tonumber(h.feature)]
        out.part_a, out.part_b = h.part_a + 1, h.part_b + 1
    end
    return out
end

local function separation_result(s)
    local out = {distance = s.distance}
    if s.distance < math.huge then
        out.on_a, out.on_b, out.normal = point(s.on_a), point(s.on_b), point(s.normal)
        out.part_a, out.part_b = s.part_a + 1, s.part_b + 1
    end
    return out
end

local function contact_result(c)
    local out = {hit = c.hit, depth = c.depth, points = {}}
    for i = 0, c.count - 1 do out.points[i + 1] = point(c.points[i]) end
    if c.hit then out.normal, out.part_a, out.part_b = point(c.normal), c.part_a + 1, c.part_b + 1 end
    return out
end

-- For a level: the edge in place of the part.
local function edge_ray(h)
    local out = ray_result(h)
    out.edge, out.part = out.part, nil
    return out
end

local function edge_sweep(h)
    local out = sweep_result(h)
    out.edge, out.part_b = out.part_b, nil
    return out
end

local function edge_separation(s)
    local out = separation_result(s)
    out.edge, out.part_b = out.part_b, nil
    return out
end

-- ---- Queries on pairs -----------------------------------------------------------------------------------------------

local ray_hit, sweep_hit = ffi.new("carom_ray_hit"), ffi.new("carom_sweep_hit")
local separation, contact_points = ffi.new("carom_separation"), ffi.new("carom_contact_points")

local function prepared(a, b) return getmetatable(a) == Shape and getmetatable(b) == Shape end

-- Returns true if a and b share a point.
function carom.overlap(a, b)
    if prepared(a, b) then return C.carom_prepared_overlap(a._prepared, b._prepared) end
    return C.carom_overlap(shape_argument(a, 1, "a"), shape_argument(b, 2, "b"))
end

-- Returns the distance: {distance, on_a, on_b, normal, part_a, part_b}.
function carom.distance(a, b)
    if prepared(a, b) then
        C.carom_flat_prepared_distance(a._prepared, b._prepared, separation)
    else
        C.carom_flat_distance(shape_argument(a, 1, "a"), shape_argument(b, 2, "b"), separation)
    end
    return separation_result(separation)
end

-- Returns the contact of the deepest pair of parts: {hit, depth, normal, points, part_a, part_b}.
function carom.contact(a, b)
    if prepared(a, b) then
        C.carom_flat_prepared_contact(a._prepared, b._prepared, contact_points)
    else
        C.carom_flat_contact(shape_argument(a, 1, "a"), shape_argument(b, 2, "b"), contact_points)
    end
    return contact_result(contact_points)
end

-- Casts a ray from (x, y) by (dx, dy) against a shape: {hit, t, x, y, exit, inside, normal, feature, part}.
function carom.ray(x, y, dx, dy, b)
    set(v3, x, y, "from")
    set(v4, dx, dy, "move")
    if getmetatable(b) == Shape then
        C.carom_flat_prepared_ray(v3, v4, b._prepared, ray_hit)
    else
        C.carom_flat_ray(v3, v4, shape_argument(b, 1, "b"), ray_hit)
    end
    return ray_result(ray_hit)
end

-- Sweeps a by (dx, dy) against b, which moves by (bdx, bdy): {hit, t, x, y, inside, point, normal, feature, part_a,
-- part_b}. (x, y) is the final position of a's reference point.
function carom.sweep(a, dx, dy, b, bdx, bdy)
    set(v3, dx, dy, "move")
    set(v4, bdx or 0, bdy or 0, "b_move")
    if prepared(a, b) then
        C.carom_flat_prepared_sweep(a._prepared, v3, b._prepared, v4, sweep_hit)
    else
        C.carom_flat_sweep(shape_argument(a, 1, "a"), v3, shape_argument(b, 2, "b"), v4, sweep_hit)
    end
    return sweep_result(sweep_hit)
end

-- Casts rays (x, y, dx, dy for each) against a shape. Returns a list of results, and the number of hits.
function carom.ray_many(rays, b)
    local c, n = columns(rays, 4, "rays")
    local desc = ffi.new("carom_rays", {c[1], c[2], c[3], c[4], n})
    local hits, out = ffi.new("carom_ray_hit[?]", math.max(n, 1)), {}
    local found = C.carom_ray_many(desc, shape_argument(b, 1, "b"), hits)
    for i = 1, n do out[i] = ray_result(hits[i - 1]) end
    return out, found
end

do
    local function batch(name, each)
        local overlap, sweep = "carom_overlap_" .. name, "carom_flat_sweep_" .. name
        local entries = ffi.typeof("struct { const float *column[" .. each .. "]; int count; }")
        local address = ffi.typeof("const carom_" .. name .. " *")

        local function read(values)
            local desc = entries()
            local c, n = columns(values, each, name)
            for i = 1, each do desc.column[i - 1] = c[i] end
            desc.count = n
            return desc, n
        end
        -- Returns the indices of the entries that a overlaps, ascending.
        carom["overlap_" .. name] = function(a, values)
            local desc, n = read(values)
            local hits, out = ffi.new("int[?]", math.max(n, 1)), {}
            local found = C[overlap](shape_argument(a, 1, "a"), ffi.cast(address, desc), hits, n)
            for i = 1, found do out[i] = hits[i - 1] + 1 end
            return out
        end
        -- Returns the earliest hit of a moving by (dx, dy); part_b is the entry.
        carom["sweep_" .. name] = function(a, dx, dy, values)
            local desc = read(values)
            set(v3, dx, dy, "move")
            C[sweep](shape_argument(a, 1, "a"), v3, ffi.cast(address, desc), sweep_hit)
            return sweep_result(sweep_hit)
        end
    end
    batch("circles", 3)
    batch("boxes", 4)
    batch("segments", 4)
end

-- A list of shapes of any kinds, checked and converted once.
local Shapes = class("list of shapes")

function carom.shapes(descs)
    local n = #list(descs, "shapes")
    local array, anchors, shape = ffi.new("carom_prepared[?]", math.max(n, 1)), {}, ffi.new("carom_shape")
    for i = 1, n do
        anchors[i] = write_shape(shape, descs[i], "shapes", i) or false
        check(C.carom_prepare(shape, array[i - 1]), path("shapes", i))
    end
    return setmetatable({count = n, _n = n, _array = array, _anchors = anchors}, Shapes)
end

local function as_prepared(value)
    if getmetatable(value) ~= Shape then
        value = carom.shape(value)
    end
    borrowed[1] = value
    return value._prepared
end

-- Returns the indices of the shapes that a overlaps, ascending.
function Shapes:overlap(a)
    is(self, Shapes, "shapes:overlap")
    local hits, out = ffi.new("int[?]", math.max(self._n, 1)), {}
    local found = C.carom_prepared_overlap_many(as_prepared(a), self._array, self._n, hits, self._n)
    for i = 1, found do out[i] = hits[i - 1] + 1 end
    return out
end

-- Returns the earliest hit of a moving by (dx, dy); part_b is the index of the shape.
function Shapes:sweep(a, dx, dy)
    is(self, Shapes, "shapes:sweep")
    set(v3, dx, dy, "move")
    C.carom_flat_prepared_sweep_many(as_prepared(a), v3, self._array, self._n, sweep_hit)
    return sweep_result(sweep_hit)
end

do
    local hit3 = ffi.new("carom_hit3")
    local w = {}
    for i = 1, 4 do w[i] = ffi.new("carom_vec3") end
    local function set3(v, value, from, where)
        list(value, where)
        v.x, v.y, v.z = number(value[from], where, from), number(value[from + 1], where, from + 1), number(value[from + 2], where, from + 2)
        return v
    end
    local function result3(h)
        local function point3(v) return {x = v.x, y = v.y, z = v.z} end
        local out = {hit = h.hit, inside = h.inside, t = h.t, exit = h.exit, at = point3(h.at)}
        if h.hit then
            out.point, out.normal, out.feature = point3(h.point), point3(h.normal), FEATURES[tonumber(h.feature)]
        end
        return out
    end
    local function radius_of(value, where)
        if number(value, where) < 0 then fail(where, "negative radius: pass a radius of 0 or more") end
        return value
    end

    -- A ray from {x, y, z} by {dx, dy, dz} against a sphere {x, y, z, radius}.
    function carom.ray3(from, move, sphere)
        set3(w[1], from, 1, "from")
        set3(w[2], move, 1, "move")
        set3(w[3], sphere, 1, "sphere")
        C.carom_flat_ray_sphere(w[1], w[2], w[3], radius_of(sphere[4], "sphere[4]"), hit3)
        return result3(hit3)
    end

    -- A sphere {x, y, z, radius} that moves by {dx, dy, dz} against a segment {ax, ay, az, bx, by, bz}.
    function carom.sweep3(sphere, move, segment)
        set3(w[1], sphere, 1, "sphere")
        set3(w[2], move, 1, "move")
        set3(w[3], segment, 1, "segment")
        set3(w[4], segment, 4, "segment")
        C.carom_flat_sweep_sphere_segment(w[1], radius_of(sphere[4], "sphere[4]"), w[2], w[3], w[4], hit3)
        return result3(hit3)
    end
end

-- ---- Rotations and poses --------------------------------------------------------------------------------------------
--
-- A rotation is {cosine = c, sine = s}; a pose {x = x, y = y, cosine = c, sine = s}.

local turning_of, turning_result -- of motions with a turn
do
    local r, q, p = ffi.new("carom_rotation"), ffi.new("carom_rotation"), ffi.new("carom_pose")
    local p2 = ffi.new("carom_pose")
    local ROTATION = form("a rotation", "cosine sine")

    local function rotation_of(out, value, where)
        fields(value, ROTATION, where)
        out.cosine, out.sine = number(value.cosine, where, "cosine"), number(value.sine, where, "sine")
        return out
    end
    local function rotation_result(out) return {cosine = out.cosine, sine = out.sine} end
    local function pose_result(out)
        return {x = out.position.x, y = out.position.y, cosine = out.rotation.cosine, sine = out.rotation.sine}
    end

    -- Returns the rotation by an angle in radians: the same bits on every machine.
    function carom.rotation(radians)
        C.carom_flat_rotation_of(number(radians, "radians"), r)
        return rotation_result(r)
    end
    function carom.rotation_normalized(value)
        C.carom_flat_rotation_normalized(rotation_of(r, value, "rotation"), r)
        return rotation_result(r)
    end
    function carom.rotation_compose(a, b)
        C.carom_flat_rotation_compose(rotation_of(r, a, "a"), rotation_of(q, b, "b"), r)
        return rotation_result(r)
    end
    function carom.rotation_inverse(value)
        C.carom_flat_rotation_inverse(rotation_of(r, value, "rotation"), r)
        return rotation_result(r)
    end
    -- Returns x, y of a vector turned by a rotation.
    function carom.rotate(value, x, y)
        C.carom_flat_rotate(rotation_of(r, value, "rotation"), set(v1, x, y, "vector"), v2)
        return v2.x, v2.y
    end

    -- Makes a pose from {x, y, radians}, or from fields {x, y, angle} or {x, y, cosine, sine}.
    function carom.pose(desc) return pose_result(write_pose(p, desc, "pose")) end
    -- Returns x, y of a point that is given relative to a pose.
    function carom.pose_point(pose, x, y)
        C.carom_flat_pose_point(write_pose(p, pose, "pose"), set(v1, x, y, "point"), v2)
        return v2.x, v2.y
    end
    -- The inverse of pose_point, up to rounding.
    function carom.pose_local(pose, x, y)
        C.carom_flat_pose_local(write_pose(p, pose, "pose"), set(v1, x, y, "point"), v2)
        return v2.x, v2.y
    end
    function carom.pose_compose(parent, child)
        C.carom_flat_pose_compose(write_pose(p, parent, "parent"), write_pose(p2, child, "child"), p)
        return pose_result(p)
    end

    -- A motion with a turn: {pose = pose, dx = dx, dy = dy, angle = radians}, of which each may be left out.
    local MOTION = form("a motion", "pose dx dy angle")
    local turnings, turning_hit = ffi.new("carom_turning[2]"), ffi.new("carom_turning_hit")
    function turning_of(i, value, where)
        local out = turnings[i]
        fields(value, MOTION, where)
        if value.pose == nil then ffi.fill(out.pose, ffi.sizeof(out.pose)) else write_pose(out.pose, value.pose, where, "pose") end
        out.move.x, out.move.y = number(value.dx or 0, where, "dx"), number(value.dy or 0, where, "dy")
        out.angle = number(value.angle or 0, where, "angle")
        return out
    end

    function turning_result(h)
        local out = {hit = h.hit, t = h.t, pose = pose_result(h.at), inside = h.inside}
        if h.hit then
            out.point, out.normal, out.velocity = point(h.point), point(h.normal), point(h.velocity)
            out.feature, out.part_a, out.part_b = FEATURES[tonumber(h.feature)], h.part_a + 1, h.part_b + 1
        end
        return out
    end

    -- Returns the pose at time t, from 0 to 1, of a motion.
    function carom.turning_pose(motion, t)
        C.carom_flat_turning_pose(turning_of(0, motion, "motion"), number(t, "t"), p)
        return pose_result(p)
    end
    -- The first contact of two shapes that move and turn about the positions of their poses: {hit, t, pose, inside,
    -- point, normal, velocity, feature, part_a, part_b}. `pose` is the final pose of a.
    function carom.sweep_turning(a, a_motion, b, b_motion)
        local x, y = turning_of(0, a_motion, "a_motion"), turning_of(1, b_motion or {}, "b_motion")
        C.carom_flat_sweep_turning(shape_argument(a, 1, "a"), x, shape_argument(b, 2, "b"), y, turning_hit)
        return turning_result(turning_hit)
    end
end

-- ---- Grids ----------------------------------------------------------------------------------------------------------

local MOST_CELLS = 16777216
local CORNERS, BOTH_CORNERS = words("open", "pair", "any"), words("open", "pair", "any")
CORNERS[0] = '"open" or "any"'
CORNERS.pair = nil

local cell1, cell2 = ffi.new("carom_cell"), ffi.new("carom_cell")
local function cell_of(out, x, y, where)
    out.x, out.y = integer(x, LEAST_INT, MOST_INT, where, "x"), integer(y, LEAST_INT, MOST_INT, where, "y")
    return out
end

do
    local LINE, TRACE, GRID = form("a cell line", "corners ends"), form("a trace", "corners"), form("a grid", "x y cell")

    -- Iterates over the cells under the segment between two cell centres: for x, y in carom.cell_line(0, 0, 3, 2) do.
    function carom.cell_line(x0, y0, x1, y1, options)
        options = fields(options or {}, LINE, "options")
        local corners, ends = word(options.corners or "open", CORNERS, "options", "corners"), flag(options.ends, "options", "ends")
        local line, cell = ffi.new("carom_cell_line"), ffi.new("carom_cell")
        C.carom_flat_cell_line_begin(cell_of(cell1, x0, y0, "from"), cell_of(cell2, x1, y1, "to"), corners, ends, line)
        return function()
            if C.carom_cell_line_next(line, cell) then return cell.x, cell.y end
        end
    end

    local function grid_of(value)
        fields(value, GRID, "grid")
        local grid = ffi.new("carom_grid")
        grid.origin.x, grid.origin.y = number(value.x or 0, "grid", "x"), number(value.y or 0, "grid", "y")
        vector(grid.cell, value.cell, "grid", "cell")
        return grid
    end

    -- Iterates over the cells that a segment touches; grid: {cell = {w, h}, x = 0, y = 0}.
    function carom.trace(grid, x0, y0, x1, y1, options)
        options = fields(options or {}, TRACE, "options")
        local corners = word(options.corners or "open", CORNERS, "options", "corners")
        local trace, cell = ffi.new("carom_trace"), ffi.new("carom_cell")
        local g = grid_of(grid)
        set(v3, x0, y0, "from")
        set(v4, x1, y1, "to")
        check(C.carom_flat_trace_begin(g, v3, v4, corners, trace), "trace")
        return function()
            if C.carom_trace_next(trace, cell) then return cell.x, cell.y end
        end
    end

    -- Iterates over the rows of cells that a point, circle or box touches while it moves by (dx, dy): y, first x, last
    -- x.
    function carom.cover(grid, shape, dx, dy)
        local cover, span = ffi.new("carom_cover"), ffi.new("carom_span")
        local g = grid_of(grid)
        set(v3, dx, dy, "move")
        check(C.carom_flat_cover_begin(g, shape_argument(shape, 1, "shape"), v3, cover), "cover")
        return function()
            if C.carom_cover_next(cover, span) then return span.y, span.x_min, span.x_max end
        end
    end
end

-- Cells that block sight. Cells outside of the map block.
local SightMap = class("sight map")
do
    local MAP = form("a sight map", "columns rows blocks")
    local line = ffi.new("carom_sight_line")

    -- Makes a map from rows of equal length in which '#' blocks; or from {columns, rows, blocks}, a function of x and y.
    function carom.sight_map(desc)
        list(desc, "sight_map")
        local n_columns, n_rows, blocks
        if type(desc[1]) == "string" then
            n_rows, n_columns = #desc, #desc[1]
            for y = 1, n_rows do
                if #text(desc[y], "sight_map", y) ~= n_columns then
                    local count = #desc[y] == 1 and "1 cell" or #desc[y] .. " cells"
                    fail(path("sight_map", y), ("%s, expected %d as in the first row"):format(count, n_columns))
                end
            end
            blocks = function(x, y) return desc[y + 1]:byte(x + 1) == 35 end
        else
            fields(desc, MAP, "sight_map")
            n_columns, n_rows = integer(desc.columns, 1, MOST_CELLS, "sight_map", "columns"), integer(desc.rows, 1, MOST_CELLS, "sight_map", "rows")
            blocks = desc.blocks and callable(desc.blocks, "sight_map", "blocks") or function() return false end
        end
        if n_columns < 1 or n_columns * n_rows > MOST_CELLS then
            fail("sight_map", ("%d times %d cells: expected 1 to %d"):format(n_columns, n_rows, MOST_CELLS))
        end
        local bytes = ffi.new("uint8_t[?]", n_columns * n_rows)
        for y = 0, n_rows - 1 do
            for x = 0, n_columns - 1 do bytes[y * n_columns + x] = blocks(x, y) and 1 or 0 end
        end
        local bits = ffi.new("uint64_t[?]", tonumber(C.carom_bits_words(n_columns, n_rows)))
        C.carom_bits_pack(bytes, n_columns, n_rows, bits)
        local map = ffi.new("carom_sight_map")
        map.columns, map.rows, map.bits = n_columns, n_rows, bits
        return setmetatable({columns = n_columns, rows = n_rows, _columns = n_columns, _rows = n_rows, _map = map,
            _bits = bits, _bytes = bytes}, SightMap)
    end

    local function at(self, out, x, y, where)
        cell_of(out, x, y, where)
        if x < 0 or y < 0 or x >= self._columns or y >= self._rows then
            fail(where, ("cell (%d, %d) is outside of the map of %d times %d cells"):format(x, y, self._columns, self._rows))
        end
        return out
    end

    function SightMap:get(x, y)
        is(self, SightMap, "map:get")
        at(self, cell1, x, y, "map:get")
        return self._bytes[y * self._columns + x] ~= 0
    end

    function SightMap:set(x, y, blocks)
        is(self, SightMap, "map:set")
        at(self, cell1, x, y, "map:set")
        blocks = flag(blocks, "blocks")
        self._bytes[y * self._columns + x] = blocks and 1 or 0
        C.carom_flat_bits_set(self._bits, self._columns, self._rows, cell1, blocks)
    end

    -- Returns true, or false and the first blocking cell. corners: "open" (default), "pair" or "any".
    function SightMap:sight(x0, y0, x1, y1, corners)
        is(self, SightMap, "map:sight")
        at(self, cell1, x0, y0, "from")
        at(self, cell2, x1, y1, "to")
        C.carom_flat_sight(self._map, cell1, cell2, word(corners or "open", BOTH_CORNERS, "corners"), line)
        if line.clear then return true end
        return false, line.blocker.x, line.blocker.y
    end

    -- Tests one viewer against many targets (x, y for each). Returns a list of booleans, and the number of clear ones.
    function SightMap:sight_many(x, y, targets, corners)
        is(self, SightMap, "map:sight_many")
        at(self, cell1, x, y, "from")
        local rule = word(corners or "open", BOTH_CORNERS, "corners")
        local n = #list(targets, "targets") / 2
        if n % 1 ~= 0 then fail("targets", "an odd number of coordinates: expected x, y for each") end
        local cells, lines, out = ffi.new("carom_cell[?]", math.max(n, 1)), ffi.new("carom_sight_line[?]", math.max(n, 1)), {}
        for i = 0, n - 1 do at(self, cells[i], targets[2 * i + 1], targets[2 * i + 2], path("targets", 2 * i + 1)) end
        local clear = C.carom_flat_sight_many(self._map, cell1, cells, n, rule, lines)
        for i = 1, n do out[i] = lines[i - 1].clear end
        return out, clear
    end

    -- Returns a function of x and y that says whether a cell is visible, and the number of visible cells.
    function SightMap:fov(x, y, radius)
        is(self, SightMap, "map:fov")
        at(self, cell1, x, y, "from")
        integer(radius, 0, 1024, "radius")
        local width = 2 * radius + 1
        local seen = ffi.new("uint8_t[?]", width * width)
        local count = C.carom_flat_fov(self._map, cell1, radius, seen)
        return function(cx, cy)
            local dx, dy = cx - x + radius, cy - y + radius
            return dx >= 0 and dy >= 0 and dx < width and dy < width and seen[dy * width + dx] == 1
        end, count
    end
end

-- ---- Tiles ----------------------------------------------------------------------------------------------------------

carom.tile_names = {}
do
    local bases = {}
    for base = 0, 20 do
        local name = ffi.string(C.carom_tile_name(base))
        bases[name], carom.tile_names[base] = base, name
    end

    -- Returns the code of a tile: a name of the catalogue ("slope_45") or the number of a base, mirrored in x if
    -- `flip`, then turned clockwise by quarters (y down).
    function carom.tile_code(base, flip, turns)
        if type(base) == "string" and not bases[base] then
            fail("base", ("no tile is called %s: carom.tile_names lists them"):format(shown(base)))
        end
        base = bases[base] or integer(base, 0, 31, "base")
        return C.carom_tile_code(base, flag(flip, "flip"), integer(turns or 0, LEAST_INT, MOST_INT, "turns") % 4)
    end
end

-- Returns the smallest code with the same shape.
function carom.tile_canonical(code) return C.carom_tile_canonical(integer(code, 0, 255, "code")) end

-- ---- Responses and scenes -------------------------------------------------------------------------------------------

local RESPONSES = words("stop", "slide", "bounce", "pass")
local RESPONSE_NAMES = {[0] = "stop", "slide", "bounce", "pass"}
local RESPONSE = form("a response", "kind restitution friction surface_speed")
local MATERIAL = form("a material", "restitution friction surface_speed")

local function not_negative(value, where, key)
    if number(value, where, key) < 0 then fail(path(where, key), tostring(value) .. " is below 0: pass 0 or more") end
    return value
end

local function write_response(out, value, where, key)
    where = path(where, key)
    if value == nil then value = "stop" end
    if type(value) == "string" then
        out.kind = word(value, RESPONSES, where)
        out.restitution, out.friction, out.surface_speed = value == "bounce" and 1 or 0, 0, 0
        return out
    end
    fields(value, RESPONSE, where)
    local kind = word(value.kind, RESPONSES, where, "kind")
    local restitution = value.restitution
    if restitution == nil then restitution = value.kind == "bounce" and 1 or 0 end
    out.kind = kind
    out.restitution = not_negative(restitution, where, "restitution")
    out.friction = not_negative(value.friction or 0, where, "friction")
    out.surface_speed = number(value.surface_speed or 0, where, "surface_speed")
    return out
end

local function response_result(r)
    return {kind = RESPONSE_NAMES[tonumber(r.kind)], restitution = r.restitution, friction = r.friction, surface_speed = r.surface_speed}
end

local function write_material(out, value, where, key)
    fields(value, MATERIAL, where, key)
    where = path(where, key)
    for _, name in ipairs({"restitution", "friction", "surface_speed"}) do
        out[name] = number(value[name] or 0, where, name)
    end
    return out
end

local function material_result(m)
    return {restitution = m.restitution, friction = m.friction, surface_speed = m.surface_speed}
end

local Level, World, View, Platforms = class("level"), class("world"), class("view of a world"), class("list of platforms")
local PLATFORM = 0xffffffff -- the upper half of the owner of a platform; no body has such an id

local body_of_bits, live_world -- below

-- Returns the carom_scene of a level, world, view or list of platforms.
local function scene_of(scene, where)
    local kind = getmetatable(scene)
    if kind == Level then
        pointer(scene, Level, where)
    elseif kind == World then
        pointer(scene, World, where)
    elseif kind == View then
        live_world(scene, where)
    elseif kind == Platforms then
        scene_of(scene._base, where)
    else
        fail(where, "expected a level, a world, a view or platforms, not " .. shown(scene))
    end
    return scene._scene
end

-- Adds the owner of a hit in a scene: `body`, `level`, or `platform`, the number of a platform.
local function add_owner(out, scene, owner, level)
    local kind = getmetatable(scene)
    if kind == Platforms then
        if owner / 4294967296ULL == PLATFORM then
            out.platform = tonumber(owner % 4294967296ULL) + 1
            return out
        end
        return add_owner(out, scene._base, owner, level)
    end
    if kind == Level then
        out.level = scene
    elseif owner == 0 then
        out.level = (scene.world or scene)._levels[level + 1]
    else
        out.body = body_of_bits(scene.world or scene, owner)
    end
    return out
end

-- ---- Moving ---------------------------------------------------------------------------------------------------------

local MOVE = form("the options of a move", "response remainder rule dt contacts")
local motion, response, push = ffi.new("carom_motion"), ffi.new("carom_response"), ffi.new("carom_push")
local MOST_CONTACTS = 16
local scene_hits = ffi.new("carom_scene_hit[?]", MOST_CONTACTS)

local rule_pointer, call_with_rule -- below

local function motion_result(m, scene, hits)
    local contacts = {}
    for i = 1, math.min(m.contacts, MOST_CONTACTS) do
        local h = hits[i - 1]
        local contact = sweep_result(h.sweep)
        contact.one_way = h.one_way
        add_owner(contact, scene, h.owner, h.level)
        if contact.level then contact.edge, contact.part_b = contact.part_b, nil end
        contacts[i] = contact
    end
    return {
        x = m.at.x, y = m.at.y, dx = m.velocity.x, dy = m.velocity.y, remainder = point(m.remainder), t = m.t,
        contacts = contacts, count = m.contacts, casts = m.casts, inside = m.inside,
    }
end

-- scene:move(shape, x, y, dx, dy, response): moves a shape, which is about its origin, from (x, y) by (dx, dy).
-- `response` is a response, or options {response, rule, dt, remainder}. Returns {x, y, dx, dy, t, contacts, count,
-- casts, inside, remainder}; (dx, dy) is the velocity after all contacts.
local function move(scene, shape, x, y, dx, dy, options)
    local c_scene = scene_of(scene, "move")
    local answer = options
    if type(options) == "table" and options.kind == nil then
        fields(options, MOVE, "options")
        answer = options.response
    end
    set(v3, x, y, "position")
    set(v4, dx, dy, "velocity")
    write_response(response, answer, "response")
    local rx, ry = 0, 0
    if type(options) == "table" and options.remainder ~= nil then
        vector(v1, options.remainder, "options", "remainder")
        rx, ry = v1.x, v1.y
    end
    local rule = type(options) == "table" and options.rule
    local now, hits = motion, scene_hits
    if rule then now, hits = ffi.new("carom_motion"), ffi.new("carom_scene_hit[?]", MOST_CONTACTS) end
    now.at, now.velocity = v3, v4
    now.remainder.x, now.remainder.y = rx, ry
    if rule then
        local desc = ffi.new("carom_move_rule")
        desc.response = response
        desc.dt = number(options.dt or 1, "options", "dt")
        desc.rule = rule_pointer()
        local own_shape, parts = new_shape(shape, "shape")
        call_with_rule(rule, scene, function()
            C.carom_flat_move_by_rule(c_scene, own_shape, now, desc, hits, MOST_CONTACTS)
            return parts
        end)
    else
        C.carom_flat_move(c_scene, shape_argument(shape, 1, "shape"), now, response, hits, MOST_CONTACTS)
    end
    return motion_result(now, scene, hits)
end

-- scene:push_out(shape, x, y, max_distance): returns {x, y, moved, crushed}.
local function push_out(scene, shape, x, y, max_distance)
    local c_scene = scene_of(scene, "push_out")
    set(v3, x, y, "position")
    local most = number(max_distance or 0, "max_distance")
    C.carom_flat_push_out(c_scene, shape_argument(shape, 1, "shape"), v3, most, push)
    return {x = push.at.x, y = push.at.y, moved = push.moved, crushed = push.crushed}
end

-- level:move_turning(shape, pose, dx, dy, spin, response): moves a shape from a pose by (dx, dy), while it turns by `spin`
-- radians. Returns {pose, dx, dy, spin, t, contacts, count, casts, blocked, inside}.
local turning_motion, turning_hits = ffi.new("carom_turning_motion"), ffi.new("carom_scene_turning_hit[?]", MOST_CONTACTS)
function Level:move_turning(shape, pose, dx, dy, spin, response_desc)
    local scene, m = scene_of(self, "move_turning"), turning_motion
    local from = turning_of(0, {pose = pose, dx = dx, dy = dy, angle = spin}, "motion")
    write_response(response, response_desc, "response")
    m.pose, m.velocity, m.spin = from.pose, from.move, from.angle
    C.carom_flat_move_turning(scene, shape_argument(shape, 1, "shape"), m, response, turning_hits, MOST_CONTACTS)
    local end_of = turning_result({hit = false, t = m.t, at = m.pose, inside = m.inside})
    local contacts = {}
    for i = 1, math.min(m.contacts, MOST_CONTACTS) do
        local contact = turning_result(turning_hits[i - 1].turning)
        contact.level, contact.one_way = self, turning_hits[i - 1].one_way
        contact.edge, contact.part_b = contact.part_b, nil
        contacts[i] = contact
    end
    return {
        pose = end_of.pose, dx = m.velocity.x, dy = m.velocity.y, spin = m.spin, t = m.t, contacts = contacts,
        count = m.contacts, casts = m.casts, blocked = m.blocked, inside = m.inside,
    }
end

for _, kind in ipairs({Level, World, View, Platforms}) do
    kind.move, kind.push_out = move, push_out
end

-- Returns the velocity closest to (dx, dy) that moves against none of the normals (x, y for each; unit length).
function carom.slide(dx, dy, normals)
    set(v3, dx, dy, "velocity")
    local array, n = numbers(normals, 2, "normals")
    C.carom_flat_slide(v3, ffi.cast("const carom_vec2 *", array), n, v4)
    return v4.x, v4.y
end

-- Returns the velocity after a bounce off a surface with the unit normal (nx, ny). restitution: 1, friction: 0.
function carom.bounce(dx, dy, nx, ny, restitution, friction)
    set(v3, dx, dy, "velocity")
    set(v4, nx, ny, "normal")
    C.carom_flat_bounce(v3, v4, number(restitution or 1, "restitution"), number(friction or 0, "friction"), v1)
    return v1.x, v1.y
end

-- Returns the sideways translation that moves a shape past a corner which stops its motion; 0, 0 if there is none.
function carom.corner_correction(scene, shape, x, y, dx, dy, max_distance)
    local c_scene = scene_of(scene, "scene")
    set(v3, x, y, "position")
    set(v4, dx, dy, "motion")
    local most = not_negative(max_distance, "max_distance")
    C.carom_flat_corner_correction(c_scene, shape_argument(shape, 1, "shape"), v3, v4, most, v1)
    return v1.x, v1.y
end

-- ---- Levels ---------------------------------------------------------------------------------------------------------

local level_of_map
do
    local LEVEL = form("a level", "tiles outlines tile_shapes fields editable max_crossings max_edges")
    local TILES = form("a tile grid", "columns rows origin cell codes tag")
    local OUTLINE = form("an outline", "points open one_way even_odd same_area tag")
    local TILE_SHAPE = form("a tile shape", "base parts")
    local FIELD = form("a field", "columns rows origin cell samples threshold smooth tolerance tag")
    local BLOCK = form("a block of tiles", "column row columns rows codes grid")

    -- Returns a C array of n bytes from a string or a list.
    local function bytes_of(value, n, where, key)
        where = path(where, key)
        if type(value) ~= "string" then list(value, where) end
        if #value ~= n then fail(where, ("%d values: expected columns * rows = %.0f"):format(#value, n)) end
        local out = ffi.new("uint8_t[?]", math.max(n, 1))
        if type(value) == "string" then
            ffi.copy(out, value, n)
        else
            for i = 1, n do out[i - 1] = integer(value[i], 0, 255, where, i) end
        end
        return out
    end

    local function tag_of(value, where) return integer(value or 0, LEAST_INT, MOST_INT, where, "tag") end

    local function write_outline(out, value, where, anchors)
        fields(value, OUTLINE, where)
        local points, n = numbers(value.points, 2, where, "points")
        anchors[#anchors + 1] = points
        out.points, out.count = ffi.cast("const carom_vec2 *", points), n
        for _, name in ipairs({"open", "one_way", "even_odd", "same_area"}) do out[name] = flag(value[name], where, name) end
        out.tag = tag_of(value.tag, where)
    end

    local function write_grid(out, value, where)
        out.columns, out.rows = integer(value.columns, 1, 262144, where, "columns"), integer(value.rows, 1, 262144, where, "rows")
        if value.origin ~= nil then vector(out.origin, value.origin, where, "origin") end
        vector(out.cell, value.cell or {1, 1}, where, "cell")
        out.tag = tag_of(value.tag, where)
    end

    local writers = {
        tiles = {"carom_tiles", function(out, value, where, anchors)
            fields(value, TILES, where)
            write_grid(out, value, where)
            local codes = bytes_of(value.codes, out.columns * out.rows, where, "codes")
            anchors[#anchors + 1] = codes
            out.codes = codes
        end},
        outlines = {"carom_outline", write_outline},
        tile_shapes = {"carom_tile_shape", function(out, value, where, anchors)
            fields(value, TILE_SHAPE, where)
            out.base = integer(value.base, 21, 31, where, "base")
            local n = #list(value.parts, where, "parts")
            local parts = ffi.new("carom_outline[?]", math.max(n, 1))
            anchors[#anchors + 1] = parts
            for i = 1, n do write_outline(parts[i - 1], value.parts[i], path(path(where, "parts"), i), anchors) end
            out.parts, out.parts_count = parts, n
        end},
        fields = {"carom_field", function(out, value, where, anchors)
            fields(value, FIELD, where)
            write_grid(out, value, where)
            local samples = bytes_of(value.samples, out.columns * out.rows, where, "samples")
            anchors[#anchors + 1] = samples
            out.samples = samples
            out.threshold = integer(value.threshold or 0, 0, 255, where, "threshold")
            out.smooth = flag(value.smooth, where, "smooth")
            out.tolerance = not_negative(value.tolerance or 0, where, "tolerance")
        end},
    }

    local level_out = ffi.new("carom_level *[1]")

    local function new_level(handle, anchor)
        local self = own(setmetatable({}, Level), handle, C.carom_level_free)
        self._block.anchor = anchor
        self._scene = ffi.new("carom_scene")
        C.carom_flat_scene_of_level(handle, self._scene)
        return self
    end

    -- Makes a level from carom_level_desc. `locate`, if there is one, completes an error.
    local function make(desc, locate)
        local status = C.carom_level_make(desc, level_out, last_error)
        if locate and tonumber(status) ~= 0 then locate(last_error) end
        check_error(status, "level")
        return new_level(level_out[0])
    end

    -- Builds a level: {tiles, outlines, tile_shapes, fields, editable, max_crossings, max_edges}.
    -- tiles: one grid, or a list.
    function carom.level(value)
        fields(value, LEVEL, "level")
        local desc, anchors = ffi.new("carom_level_desc"), {}
        desc.size = ffi.sizeof(desc)
        desc.editable = flag(value.editable, "level", "editable")
        desc.max_crossings = integer(value.max_crossings or 0, 0, MOST_INT, "level", "max_crossings")
        desc.max_edges = integer(value.max_edges or 0, 0, MOST_INT, "level", "max_edges")
        for name, writer in pairs(writers) do
            local entries = value[name]
            if entries ~= nil then
                list(entries, "level", name)
                if name == "tiles" and entries.codes ~= nil then entries = {entries} end
                local n = #entries
                local array = ffi.new(writer[1] .. "[?]", math.max(n, 1))
                anchors[#anchors + 1] = array
                for i = 1, n do writer[2](array[i - 1], entries[i], path("level." .. name, i), anchors) end
                desc[name], desc[name .. "_count"] = array, n
            end
        end
        borrowed[3] = anchors
        return make(desc)
    end

    -- Makes the level of a map from its carom_level_desc; `locate` as in make.
    function level_of_map(c_desc, options, locate)
        local desc = ffi.new("carom_level_desc", c_desc[0])
        desc.size = ffi.sizeof(desc)
        desc.editable = flag(options.editable, "options", "editable")
        return make(desc, locate)
    end

    -- Opens the string of level:image(), of this library or of C. The level cannot be edited.
    function carom.open_level(image)
        text(image, "image")
        local bytes = ffi.new("uint64_t[?]", math.max(math.ceil(#image / 8), 1))
        ffi.copy(bytes, image, #image)
        check_error(C.carom_level_open(bytes, #image, nil, level_out, last_error), "image")
        return new_level(level_out[0], bytes)
    end

    function Level:image()
        local level = pointer(self, Level, "level:image")
        local size = tonumber(C.carom_level_image_size(level))
        local bytes = ffi.new("uint8_t[?]", math.max(size, 1))
        C.carom_level_image_write(level, bytes)
        return ffi.string(bytes, size)
    end

    function Level:free() disown(is(self, Level, "level:free")) end

    -- -- Editing --

    local function cell_argument(column, row, grid, where)
        return integer(grid or 1, 1, MOST_INT, where, "grid") - 1, integer(column, LEAST_INT, MOST_INT, where, "column"),
            integer(row, LEAST_INT, MOST_INT, where, "row")
    end

    -- Returns the code of a cell; 0 if the level is not editable or has no such cell. Cells count from 0.
    function Level:tile(column, row, grid)
        local level = pointer(self, Level, "level:tile")
        return C.carom_level_tile(level, cell_argument(column, row, grid, "level:tile"))
    end

    function Level:set_tile(column, row, code, grid)
        local level = pointer(self, Level, "level:set_tile")
        outside_callback("level:set_tile")
        integer(code, 0, 255, "code")
        local g, c, r = cell_argument(column, row, grid, "level:set_tile")
        check(C.carom_level_set_tile(level, g, c, r, code), "level:set_tile")
    end

    -- Sets a rectangle of tiles: {column, row, columns, rows, codes, grid}.
    function Level:set_tiles(value)
        local level = pointer(self, Level, "level:set_tiles")
        outside_callback("level:set_tiles")
        fields(value, BLOCK, "block")
        local block = ffi.new("carom_tile_block")
        block.grid, block.column, block.row = cell_argument(value.column, value.row, value.grid, "block")
        block.columns, block.rows = integer(value.columns, 1, 262144, "block", "columns"), integer(value.rows, 1, 262144, "block", "rows")
        local codes = bytes_of(value.codes, block.columns * block.rows, "block", "codes")
        borrowed[3] = codes
        block.codes = codes
        check(C.carom_level_set_tiles(level, block), "level:set_tiles")
    end

    -- Removes a convex shape from the solids of an editable level.
    function Level:carve(shape)
        local level = pointer(self, Level, "level:carve")
        outside_callback("level:carve")
        check(C.carom_level_carve(level, shape_argument(shape, 1, "shape")), "level:carve")
    end

    -- Makes a convex shape solid.
    function Level:fill(shape)
        local level = pointer(self, Level, "level:fill")
        outside_callback("level:fill")
        check(C.carom_level_fill(level, shape_argument(shape, 1, "shape")), "level:fill")
    end

    -- -- The boundary --

    local edge = ffi.new("carom_level_edge")
    local function edge_result(e)
        return {
            ax = e.a.x, ay = e.a.y, bx = e.b.x, by = e.b.y, corner_a = e.corner_a, corner_b = e.corner_b, one_way = e.one_way,
            next = e.next >= 0 and e.next + 1 or nil, prev = e.prev >= 0 and e.prev + 1 or nil, tag = e.tag,
        }
    end

    function Level:edge_count() return C.carom_level_edge_count(pointer(self, Level, "level:edge_count")) end

    -- Returns an edge: {ax, ay, bx, by, corner_a, corner_b, one_way, next, prev, tag}; solid on the left of a->b.
    function Level:edge(index)
        local level = pointer(self, Level, "level:edge")
        integer(index, 1, C.carom_level_edge_count(level), "index")
        C.carom_flat_level_edge_at(level, index - 1, edge)
        return edge_result(edge)
    end

    function Level:edges()
        local level, out = pointer(self, Level, "level:edges"), {}
        for i = 1, C.carom_level_edge_count(level) do
            C.carom_flat_level_edge_at(level, i - 1, edge)
            out[i] = edge_result(edge)
        end
        return out
    end

    -- Returns min_x, min_y, max_x, max_y; nothing if the level is empty.
    function Level:bounds()
        local box = ffi.new("carom_box")
        C.carom_flat_level_bounds(pointer(self, Level, "level:bounds"), box)
        return box_of(box)
    end

    function Level:seams_removed() return C.carom_level_seams_removed(pointer(self, Level, "level:seams_removed")) end

    -- Returns the solid area as triangles, six numbers each.
    function Level:triangles()
        local level = pointer(self, Level, "level:triangles")
        check(C.carom_level_triangles(level, nil, 0, count_out), "level:triangles")
        local count = count_out[0]
        local out = ffi.new("carom_triangle[?]", math.max(count, 1))
        check(C.carom_level_triangles(level, out, count, count_out), "level:triangles")
        return triangle_list(out, count)
    end

    -- -- Queries --

    function Level:ray(x, y, dx, dy)
        local level = pointer(self, Level, "level:ray")
        C.carom_flat_level_ray(level, set(v3, x, y, "from"), set(v4, dx, dy, "move"), ray_hit)
        return edge_ray(ray_hit)
    end

    -- Returns a hit for each edge that the ray crosses if it continues through solids.
    function Level:ray_all(x, y, dx, dy)
        local level = pointer(self, Level, "level:ray_all")
        set(v3, x, y, "from")
        set(v4, dx, dy, "move")
        local n = C.carom_flat_level_ray_all(level, v3, v4, nil, 0)
        local hits, out = ffi.new("carom_ray_hit[?]", math.max(n, 1)), {}
        C.carom_flat_level_ray_all(level, v3, v4, hits, n)
        for i = 1, n do out[i] = edge_ray(hits[i - 1]) end
        return out
    end

    function Level:sweep(shape, dx, dy)
        local level = pointer(self, Level, "level:sweep")
        set(v3, dx, dy, "move")
        C.carom_flat_level_sweep(level, shape_argument(shape, 1, "shape"), v3, sweep_hit)
        return edge_sweep(sweep_hit)
    end

    -- The first contact of a shape that moves and turns: {hit, t, pose, inside, point, normal, velocity, feature, part_a,
    -- edge}. The shape may be a compound.
    local turning_hit = ffi.new("carom_turning_hit")
    function Level:sweep_turning(shape, motion)
        local level, m = pointer(self, Level, "level:sweep_turning"), turning_of(0, motion, "motion")
        C.carom_flat_level_sweep_turning(level, shape_argument(shape, 1, "shape"), m, turning_hit)
        local out = turning_result(turning_hit)
        out.edge, out.part_b = out.part_b, nil
        return out
    end

    -- Returns the edges that a shape touches or overlaps, ascending.
    function Level:overlap(shape)
        local level = pointer(self, Level, "level:overlap")
        local a = shape_argument(shape, 1, "shape")
        local n = C.carom_level_overlap(level, a, nil, 0)
        local edges, out = ffi.new("int[?]", math.max(n, 1)), {}
        C.carom_level_overlap(level, a, edges, n)
        for i = 1, n do out[i] = edges[i - 1] + 1 end
        return out
    end

    function Level:nearest(shape, max_distance)
        local level = pointer(self, Level, "level:nearest")
        local most = limit(max_distance, "max_distance")
        C.carom_flat_level_nearest(level, shape_argument(shape, 1, "shape"), most, separation)
        return edge_separation(separation)
    end

    -- Returns true if a point is in the interior or on the boundary of a solid.
    function Level:solid(x, y)
        return C.carom_flat_level_solid(pointer(self, Level, "level:solid"), set(v3, x, y, "point"))
    end

    -- Casts rays (x, y, dx, dy for each). Returns a list of results, and the number of hits.
    function Level:ray_many(rays)
        local level = pointer(self, Level, "level:ray_many")
        local c, n = columns(rays, 4, "rays")
        local desc = ffi.new("carom_rays", {c[1], c[2], c[3], c[4], n})
        local hits, out = ffi.new("carom_ray_hit[?]", math.max(n, 1)), {}
        local found = C.carom_level_ray_many(level, desc, hits)
        for i = 1, n do out[i] = edge_ray(hits[i - 1]) end
        return out, found
    end

    -- Sweeps a shape, from x, y by dx, dy for each. Returns a list of results, and the number of hits.
    function Level:sweep_many(shape, motions)
        local level = pointer(self, Level, "level:sweep_many")
        local values, n = numbers(motions, 4, "motions")
        local a = shape_argument(shape, 1, "shape")
        local shapes, moves = ffi.new("carom_shape[?]", math.max(n, 1)), ffi.new("carom_vec2[?]", math.max(n, 1))
        local hits, out = ffi.new("carom_sweep_hit[?]", math.max(n, 1)), {}
        for i = 0, n - 1 do
            v3.x, v3.y = values[4 * i], values[4 * i + 1]
            C.carom_flat_shape_at(a, v3, shapes[i])
            moves[i].x, moves[i].y = values[4 * i + 2], values[4 * i + 3]
        end
        local found = C.carom_level_sweep_many(level, shapes, moves, n, hits)
        for i = 1, n do out[i] = edge_sweep(hits[i - 1]) end
        return out, found
    end
end

-- ---- Worlds ---------------------------------------------------------------------------------------------------------

local Body = class("body")
local FILTER = form("a filter", "category ignore group")
local new_view

-- Bodies are objects: world:add() returns one, and events refer to the same one. A world has its bodies by index. A
-- body that was removed is kept until its last events have been reported, and longer if the program refers to it.
local function find_body(world, index, generation)
    local body = world._bodies[index]
    if body and body._generation == generation then return body end
    local past = world._past[index]
    body = past and past[generation]
    if body then return body end
    local id = ffi.new("carom_body_id", index, generation)
    body = setmetatable({world = world, _world = world, _index = index, _generation = generation,
        _bits = C.carom_flat_body_bits(id)}, Body)
    if not past then
        past = setmetatable({}, {__mode = "v"})
        world._past[index] = past
    end
    past[generation] = body
    return body
end

local function body_of(world, id)
    if id.generation == 0 then return nil end
    return find_body(world, id.index, id.generation)
end

local id_out = ffi.new("carom_body_id")
function body_of_bits(world, bits)
    C.carom_flat_body_of_bits(bits, id_out)
    return body_of(world, id_out)
end

local function write_filter(out, value, where, key)
    fields(value, FILTER, where, key)
    where = path(where, key)
    out.category = integer(value.category or 0, 0, 4294967295, where, "category")
    out.ignore = integer(value.ignore or 0, 0, 4294967295, where, "ignore")
    out.group = integer(value.group or 0, LEAST_INT, MOST_INT, where, "group")
    return out
end

-- Returns a number of 64 bits: an integer, or a uint64_t of the FFI.
local function tag_argument(value, where, key)
    if value == nil then return 0 end
    if type(value) == "cdata" and ffi.istype("uint64_t", value) then return value end
    return integer(value, 0, 9007199254740992, where, key)
end

local function tag_result(tag)
    if tag <= 9007199254740992ULL then return tonumber(tag) end
    return tag
end

-- Returns the pointer of the world and the bits of a body that is in it.
local function body_argument(body, where)
    if getmetatable(body) ~= Body then is(body, Body, where) end
    local world = pointer(body._world, World, where)
    if not C.carom_flat_world_has(world, body._bits) then
        fail(where, "this body was removed: do not use it after :remove() (body:alive() says so)")
    end
    return world, body._bits
end

do
    local WORLD = form("a world", "level levels bounces down rule")
    local BODY = form("a body", "shape position velocity angle spin type sensor response material filter mass tag")
    local TYPES, TYPE_NAMES = words("mover", "static", "kinematic"), {[0] = "mover", "static", "kinematic"}
    local EVENTS = {[0] = "begin", "stay", "end"}
    local world_out = ffi.new("carom_world *[1]")
    local world_free = C.carom_world_free

    -- -- Rules --

    local rule_now -- {function, scene} of the call that runs
    local rule_address

    local function surface_result(out, scene, contact)
        local s = contact.surface
        add_owner(out, scene, contact.other, s.level)
        out.tag, out.edge_tag, out.material = tag_result(s.tag), s.edge_tag, material_result(s.material)
        if contact.edge >= 0 then out.edge = contact.edge + 1 end
        return out
    end

    local function apply_rule(contact, answer)
        local scene = rule_now[2]
        local given = {t = contact.t, approach = contact.approach, one_way = contact.one_way, point = point(contact.point),
            normal = point(contact.normal), velocity = point(contact.velocity), mover_tag = tag_result(contact.mover_tag)}
        if contact.mover ~= 0 then given.mover = body_of_bits(scene.world or scene, contact.mover) end
        local chosen = rule_now[1](surface_result(given, scene, contact), response_result(answer))
        if chosen ~= nil then write_response(answer, chosen, "the result of the rule") end
    end

    local function on_contact(contact, answer)
        if callback_error then return end
        local ok, why = pcall(apply_rule, contact, answer)
        if not ok then callback_error = {why} end
    end

    function rule_pointer()
        rule_address = rule_address or ffi.cast("carom_contact_rule *", on_contact)
        return rule_address
    end

    -- Calls work(), during which a contact rule is in force. Not compiled, because compiled code must not be called back.
    function call_with_rule(rule, scene, work)
        callable(rule, "rule")
        local outer = rule_now
        rule_now = {rule, scene}
        depth_of_callbacks = depth_of_callbacks + 1
        jit.off(work)
        local ok, result = pcall(work)
        depth_of_callbacks = depth_of_callbacks - 1
        rule_now = outer
        if not ok then error(result, 0) end
        rethrow()
        return result
    end
    jit.off(call_with_rule, true)
    jit.off(move)

    -- -- The world --

    -- Makes a world: {level, levels, bounces, down, rule}.
    function carom.world(value)
        value = fields(value or {}, WORLD, "world")
        local desc = ffi.new("carom_world_desc")
        desc.size = ffi.sizeof(desc)
        desc.bounces = integer(value.bounces or 0, 0, MOST_INT, "world", "bounces")
        if value.down ~= nil then vector(desc.down, value.down, "world", "down") end
        local self = setmetatable({_levels = {}, _bodies = {}, _past = {}, _removed = {}, _removing = {}}, World)
        if value.rule ~= nil then
            self._rule = callable(value.rule, "world", "rule")
            desc.rule = rule_pointer()
        end
        local levels = {}
        if value.level ~= nil then levels[1] = value.level end
        if value.levels ~= nil then
            for _, level in ipairs(list(value.levels, "world", "levels")) do levels[#levels + 1] = level end
        end
        for i, level in ipairs(levels) do pointer(level, Level, path("world.levels", i)) end
        check(C.carom_world_make(desc, world_out), "world")
        own(self, world_out[0], world_free)
        new_view(self, self)
        for _, level in ipairs(levels) do self:attach(level) end
        return self
    end

    -- Adds a level, which the world keeps.
    function World:attach(level)
        local world = pointer(self, World, "world:attach")
        outside_callback("world:attach")
        check(C.carom_world_attach(world, pointer(level, Level, "level")), "world:attach")
        local block = level._block
        block.users = block.users + 1
        self._block.uses[#self._block.uses + 1] = block
        self._levels[#self._levels + 1] = level
    end

    function World:free()
        is(self, World, "world:free")
        outside_callback("world:free")
        disown(self)
    end

    function World:shrink()
        check(C.carom_world_shrink(pointer(self, World, "world:shrink")), "world:shrink")
    end

    local function register(world, body)
        world._bodies[body._index] = body
        return body
    end

    -- Adds a body: {shape, position, velocity, angle, spin, type, sensor, response, material, filter, mass, tag}.
    function World:add(value)
        local world = pointer(self, World, "world:add")
        fields(value, BODY, "body")
        local desc = ffi.new("carom_body_desc")
        desc.size = ffi.sizeof(desc)
        borrowed[1] = write_shape(desc.shape, value.shape, "body", "shape") or false
        if value.position ~= nil then vector(desc.position, value.position, "body", "position") end
        if value.velocity ~= nil then vector(desc.velocity, value.velocity, "body", "velocity") end
        desc.type = word(value.type or "mover", TYPES, "body", "type")
        desc.sensor = flag(value.sensor, "body", "sensor")
        write_response(desc.response, value.response, "body", "response")
        if value.material ~= nil then write_material(desc.material, value.material, "body", "material") end
        if value.filter ~= nil then write_filter(desc.filter, value.filter, "body", "filter") end
        if value.mass ~= nil then
            if value.mass == 0 then fail("body.mass", "0: pass a mass above 0, or math.huge") end
            desc.mass = value.mass == math.huge and math.huge or not_negative(value.mass, "body", "mass")
        end
        if value.angle ~= nil then C.carom_flat_rotation_of(number(value.angle, "body", "angle"), desc.rotation) end
        if value.spin ~= nil then desc.spin = number(value.spin, "body", "spin") end
        desc.tag = tag_argument(value.tag, "body", "tag")
        check_error(C.carom_world_add(world, desc, id_out, last_error), "world:add")
        return register(self, body_of(self, id_out))
    end

    -- Returns the number of bodies.
    function World:count() return C.carom_world_count(pointer(self, World, "world:count")) end
    function World:bounces() return C.carom_world_bounces(pointer(self, World, "world:bounces")) end
    function World:down()
        C.carom_flat_world_down(pointer(self, World, "world:down"), v3)
        return v3.x, v3.y
    end

    -- Returns all bodies in order of index.
    function World:bodies()
        local world = pointer(self, World, "world:bodies")
        local n = C.carom_world_count(world)
        local ids, out = ffi.new("carom_body_id[?]", math.max(n, 1)), {}
        C.carom_world_bodies(world, ids, n)
        for i = 1, n do out[i] = body_of(self, ids[i - 1]) end
        return out
    end

    -- x, y of all bodies in the order of world:bodies().
    local function vectors_of_all(self, name, read, out)
        local world = pointer(self, World, "world:" .. name)
        out = out == nil and {} or list(out, "out")
        local n = C.carom_world_count(world)
        local ids = ffi.new("carom_body_id[?]", math.max(n, 1))
        C.carom_world_bodies(world, ids, n)
        local at = read(world, count_out)
        for i = 0, n - 1 do
            local v = at[ids[i].index]
            out[2 * i + 1], out[2 * i + 2] = v.x, v.y
        end
        for i = #out, 2 * n + 1, -1 do out[i] = nil end
        return out
    end

    -- Returns x, y of all bodies in the order of world:bodies(). Writes to `out` if given.
    function World:positions(out) return vectors_of_all(self, "positions", C.carom_world_positions, out) end

    -- Returns the velocities likewise.
    function World:velocities(out) return vectors_of_all(self, "velocities", C.carom_world_velocities, out) end

    local material = ffi.new("carom_material")

    -- Sets the material of all level edges with a tag.
    function World:set_edge_material(edge_tag, value)
        local world = pointer(self, World, "world:set_edge_material")
        integer(edge_tag, LEAST_INT, MOST_INT, "edge_tag")
        check(C.carom_flat_world_set_edge_material(world, edge_tag, write_material(material, value, "material")), "world:set_edge_material")
    end

    function World:edge_material(edge_tag)
        local world = pointer(self, World, "world:edge_material")
        C.carom_flat_world_edge_material(world, integer(edge_tag, LEAST_INT, MOST_INT, "edge_tag"), material)
        return material_result(material)
    end

    -- Moves all bodies by velocity * dt (dt > 0; 1 by default).
    function World:step(dt)
        local world = pointer(self, World, "world:step")
        if dt == nil then dt = 1 end
        if number(dt, "dt") <= 0 then fail("dt", tostring(dt) .. ": pass a time above 0") end
        outside_callback("world:step")
        self._removed, self._removing = self._removing, {}
        local status
        if self._rule then
            status = call_with_rule(self._rule, self, function() return C.carom_world_step(world, dt) end)
        else
            status = C.carom_world_step(world, dt)
        end
        check(status, "world:step")
    end

    local function contact_fields(self, c, out)
        out.a, out.b = body_of(self, c.a), body_of(self, c.b)
        if c.level >= 0 then out.level, out.edge = self._levels[c.level + 1], c.edge + 1 end
        out.point, out.normal = point(c.point), point(c.normal)
        return out
    end

    -- Returns the contact events of the last step in order of time: {kind, t, a, b, level, edge, point, normal, a_gone,
    -- b_gone}. b is nil for a level.
    function World:events()
        local events = C.carom_world_events(pointer(self, World, "world:events"), count_out)
        local out = {}
        for i = 1, count_out[0] do
            local e = events[i - 1]
            out[i] = contact_fields(self, e, {kind = EVENTS[tonumber(e.kind)], t = e.t, a_gone = e.gone % 2 == 1, b_gone = e.gone >= 2})
        end
        return out
    end

    -- Returns the pairs that touch after the last step: {a, b, level, edge, point, normal}.
    function World:pairs()
        local all = C.carom_world_pairs(pointer(self, World, "world:pairs"), count_out)
        local out = {}
        for i = 1, count_out[0] do out[i] = contact_fields(self, all[i - 1], {}) end
        return out
    end

    -- Returns the movers that were crushed in the last step: {body, by, against, level}.
    function World:crushes()
        local all = C.carom_world_crushes(pointer(self, World, "world:crushes"), count_out)
        local out = {}
        for i = 1, count_out[0] do
            local c = all[i - 1]
            out[i] = {body = body_of(self, c.body), by = body_of(self, c.by), against = body_of(self, c.against),
                level = c.level >= 0 and self._levels[c.level + 1] or nil}
        end
        return out
    end

    -- Returns the counters of the last step: {hits, rested, crushed, tested}.
    function World:stats()
        local s = ffi.new("carom_step_stats")
        C.carom_flat_world_stats(pointer(self, World, "world:stats"), s)
        return {hits = s.hits, rested = s.rested, crushed = s.crushed, tested = s.tested}
    end

    -- Returns the cells of the broad phase: {bounds = {min x, min y, max x, max y}, bodies, tests, statics}.
    function World:cells()
        local world = pointer(self, World, "world:cells")
        local count = C.carom_world_cells(world, nil, 0)
        local cells = ffi.new("carom_world_cell[?]", math.max(count, 1))
        C.carom_world_cells(world, cells, count)
        local out = {}
        for i = 1, count do
            local c = cells[i - 1]
            local b = c.bounds
            out[i] = {bounds = {b.min.x, b.min.y, b.max.x, b.max.y}, bodies = c.bodies, tests = c.tests, statics = c.statics}
        end
        return out
    end

    -- Returns the state hash: 16 hexadecimal digits.
    function World:hash()
        local hash = C.carom_world_hash(pointer(self, World, "world:hash"))
        return ("%08x%08x"):format(tonumber(hash / 4294967296ULL), tonumber(hash % 4294967296ULL))
    end

    -- Returns all that the next step depends on as a string, except levels and the rule.
    function World:snapshot()
        local world = pointer(self, World, "world:snapshot")
        local size = tonumber(C.carom_world_snapshot_size(world))
        local bytes = ffi.new("uint8_t[?]", math.max(size, 1))
        check(C.carom_world_snapshot(world, bytes, size), "world:snapshot")
        return ffi.string(bytes, size)
    end

    -- Restores a snapshot. Bodies of the snapshot are the same objects as before.
    function World:restore(snapshot)
        local world = pointer(self, World, "world:restore")
        text(snapshot, "snapshot")
        outside_callback("world:restore")
        check(C.carom_world_restore(world, snapshot, #snapshot), "world:restore")
        self._removed = self._bodies -- kept while find_body() looks for them
        for index, body in pairs(self._removed) do
            self._past[index] = self._past[index] or setmetatable({}, {__mode = "v"})
            self._past[index][body._generation] = body
        end
        self._bodies = {}
        for _, body in ipairs(self:bodies()) do register(self, body) end
    end

    -- -- Bodies --

    local x_y = ffi.new("carom_vec2")
    local out_response, out_filter = ffi.new("carom_response"), ffi.new("carom_filter")

    -- Returns true until the body is removed or its world is freed.
    function Body:alive()
        is(self, Body, "body:alive")
        local world = self._world
        return world._token ~= nil and C.carom_flat_world_has(world._block.pointer, self._bits)
    end

    -- Removes the body. Its contacts end in the next step.
    function Body:remove()
        local world, bits = body_argument(self, "body:remove")
        outside_callback("body:remove")
        check(C.carom_flat_world_remove(world, bits), "body:remove")
        local all = self._world
        all._bodies[self._index] = nil
        all._removing[#all._removing + 1] = self
        all._past[self._index] = all._past[self._index] or setmetatable({}, {__mode = "v"})
        all._past[self._index][self._generation] = self
    end

    for _, name in ipairs({"position", "velocity", "carried"}) do
        local get = C["carom_flat_world_" .. name]
        local where = "body:" .. name
        Body[name] = function(self)
            local world, bits = body_argument(self, where)
            get(world, bits, x_y)
            return x_y.x, x_y.y
        end
    end

    for name, setter in pairs({set_position = "set_position", set_velocity = "set_velocity", move_to = "move_to"}) do
        local change = C["carom_flat_world_" .. setter]
        local where = "body:" .. name
        Body[name] = function(self, x, y)
            local world, bits = body_argument(self, where)
            check(change(world, bits, set(v3, x, y, where)), where)
        end
    end

    function Body:type()
        return TYPE_NAMES[tonumber(C.carom_flat_world_type(body_argument(self, "body:type")))]
    end
    function Body:is_sensor() return C.carom_flat_world_is_sensor(body_argument(self, "body:is_sensor")) end
    function Body:set_sensor(sensor)
        local world, bits = body_argument(self, "body:set_sensor")
        check(C.carom_flat_world_set_sensor(world, bits, flag(sensor, "sensor")), "body:set_sensor")
    end
    local body_pose = ffi.new("carom_pose")
    -- Returns {x, y, cosine, sine}. set_pose also takes {x, y, radians}.
    function Body:pose()
        local world, bits = body_argument(self, "body:pose")
        C.carom_flat_world_pose(world, bits, body_pose)
        local at, r = body_pose.position, body_pose.rotation
        return {x = at.x, y = at.y, cosine = r.cosine, sine = r.sine}
    end
    function Body:set_pose(value)
        local world, bits = body_argument(self, "body:set_pose")
        check(C.carom_flat_world_set_pose(world, bits, write_pose(body_pose, value, "pose")), "body:set_pose")
    end
    function Body:move_to_pose(value)
        local world, bits = body_argument(self, "body:move_to_pose")
        local target = write_pose(body_pose, value, "pose")
        check(C.carom_flat_world_move_to_pose(world, bits, target), "body:move_to_pose")
    end
    function Body:spin() return C.carom_flat_world_spin(body_argument(self, "body:spin")) end
    function Body:velocity_at(x, y)
        local world, bits = body_argument(self, "body:velocity_at")
        C.carom_flat_world_velocity_at(world, bits, set(v3, x, y, "body:velocity_at"), x_y)
        return x_y.x, x_y.y
    end
    function Body:set_spin(spin)
        local world, bits = body_argument(self, "body:set_spin")
        check(C.carom_flat_world_set_spin(world, bits, number(spin, "spin")), "body:set_spin")
    end
    function Body:mass() return C.carom_flat_world_mass(body_argument(self, "body:mass")) end
    function Body:set_mass(mass)
        local world, bits = body_argument(self, "body:set_mass")
        if mass ~= math.huge and number(mass, "mass") <= 0 then fail("mass", tostring(mass) .. ": pass a mass above 0, or math.huge") end
        check(C.carom_flat_world_set_mass(world, bits, mass), "body:set_mass")
    end
    function Body:response()
        local world, bits = body_argument(self, "body:response")
        C.carom_flat_world_response(world, bits, out_response)
        return response_result(out_response)
    end
    function Body:set_response(value)
        local world, bits = body_argument(self, "body:set_response")
        check(C.carom_flat_world_set_response(world, bits, write_response(out_response, value, "response")), "body:set_response")
    end
    function Body:material()
        local world, bits = body_argument(self, "body:material")
        C.carom_flat_world_material(world, bits, material)
        return material_result(material)
    end
    function Body:set_material(value)
        local world, bits = body_argument(self, "body:set_material")
        check(C.carom_flat_world_set_material(world, bits, write_material(material, value, "material")), "body:set_material")
    end
    function Body:filter()
        local world, bits = body_argument(self, "body:filter")
        C.carom_flat_world_filter(world, bits, out_filter)
        return {category = out_filter.category, ignore = out_filter.ignore, group = out_filter.group}
    end
    function Body:set_filter(value)
        local world, bits = body_argument(self, "body:set_filter")
        check(C.carom_flat_world_set_filter(world, bits, write_filter(out_filter, value, "filter")), "body:set_filter")
    end
    -- The caller's number, kept in snapshots. (Fields of your own on a body are not.)
    function Body:tag() return tag_result(C.carom_flat_world_tag(body_argument(self, "body:tag"))) end
    function Body:set_tag(tag)
        local world, bits = body_argument(self, "body:set_tag")
        check(C.carom_flat_world_set_tag(world, bits, tag_argument(tag, "tag")), "body:set_tag")
    end
    function Body:set_shape(shape)
        local world, bits = body_argument(self, "body:set_shape")
        check(C.carom_flat_world_set_shape(world, bits, shape_argument(shape, 1, "shape")), "body:set_shape")
    end
    local function parts_of(self, where, part)
        local world, bits = body_argument(self, where)
        local out, shape = {}, ffi.new("carom_shape")
        while true do
            part(world, bits, #out, shape)
            local desc = describe(shape)
            if not desc then return out end
            out[#out + 1] = desc
        end
    end
    -- Returns the convex parts at their current positions; for other shapes the shape itself.
    function Body:parts() return parts_of(self, "body:parts", C.carom_flat_world_part) end

    local function shape_of(self, where, part)
        local parts = parts_of(self, where, part)
        return #parts == 1 and parts[1] or {compound = parts}
    end
    -- Returns the shape at its current position.
    function Body:shape() return shape_of(self, "body:shape", C.carom_flat_world_part) end
    -- Returns the shape as world:add or body:set_shape got it.
    function Body:own_shape() return shape_of(self, "body:own_shape", C.carom_flat_world_own_part) end
end

-- ---- Queries on worlds ----------------------------------------------------------------------------------------------

do
    local VIEW = form("a view", "filter except crossing levels statics movers kinematics")

    function new_view(self, world)
        self._view, self._scene = ffi.new("carom_world_view"), ffi.new("carom_scene")
        self._view.world = world._block.pointer
        C.carom_flat_scene_of_world(self._view, self._scene)
        return self
    end

    function live_world(view, where)
        if getmetatable(view) == World then return pointer(view, World, where) and view._view end
        is(view, View, where)
        pointer(view.world, World, where)
        return view._view
    end

    -- Returns the world as seen through {filter, except, crossing, levels, statics, movers, kinematics}.
    function World:view(value)
        pointer(self, World, "world:view")
        fields(value, VIEW, "view")
        local out = new_view(setmetatable({world = self}, View), self)
        local view = out._view
        if value.filter ~= nil then write_filter(view.filter, value.filter, "view", "filter") end
        if value.except ~= nil then
            local body = is(value.except, Body, "view.except")
            if body._world ~= self then fail("view.except", "a body of another world: pass one of this world") end
            C.carom_flat_body_of_bits(body._bits, view.except)
        end
        view.crossing = flag(value.crossing, "view", "crossing")
        for name, member in pairs({levels = "no_levels", statics = "no_statics", movers = "no_movers", kinematics = "no_kinematics"}) do
            view[member] = value[name] ~= nil and not flag(value[name], "view", name)
        end
        C.carom_flat_scene_of_world(view, out._scene)
        return out
    end

    local function target(self, h, out)
        local world = self.world or self
        out.body = body_of(world, h.body)
        if h.level >= 0 then out.level = world._levels[h.level + 1] end
        return out
    end
    local function ray_target(self, h)
        return target(self, h, h.level >= 0 and edge_ray(h.ray) or ray_result(h.ray))
    end
    local function sweep_target(self, h)
        return target(self, h, h.level >= 0 and edge_sweep(h.sweep) or sweep_result(h.sweep))
    end
    local function separation_target(self, h)
        return target(self, h, h.level >= 0 and edge_separation(h.separation) or separation_result(h.separation))
    end

    -- Calls ask(buffer, capacity) until the buffer is large enough; returns the results.
    local function all_of(self, kind, result, ask)
        local capacity = 16
        while true do
            local buffer = ffi.new(kind, capacity)
            local n = ask(buffer, capacity)
            if n <= capacity then
                local out = {}
                for i = 1, n do out[i] = result(self, buffer[i - 1]) end
                return out
            end
            capacity = n
        end
    end

    local world_ray, world_sweep = ffi.new("carom_world_ray_hit"), ffi.new("carom_world_sweep_hit")
    local world_separation = ffi.new("carom_world_separation")
    local rays, sweeps = ffi.typeof("carom_world_ray_hit[?]"), ffi.typeof("carom_world_sweep_hit[?]")
    local overlaps, separations = ffi.typeof("carom_world_overlapped[?]"), ffi.typeof("carom_world_separation[?]")

    local queries = {}

    -- Returns the first hit, with `body`, or `level` and `edge`.
    function queries:ray(x, y, dx, dy)
        local view = live_world(self, "ray")
        C.carom_flat_world_ray(view, set(v3, x, y, "from"), set(v4, dx, dy, "move"), world_ray)
        return ray_target(self, world_ray)
    end
    -- Returns the first hit of each body and each level, in order.
    function queries:ray_all(x, y, dx, dy)
        local view = live_world(self, "ray_all")
        set(v3, x, y, "from")
        set(v4, dx, dy, "move")
        return all_of(self, rays, ray_target, function(out, n) return C.carom_flat_world_ray_all(view, v3, v4, out, n) end)
    end
    function queries:ray_any(x, y, dx, dy)
        local view = live_world(self, "ray_any")
        return C.carom_flat_world_ray_any(view, set(v3, x, y, "from"), set(v4, dx, dy, "move"))
    end
    function queries:sweep(shape, dx, dy)
        local view = live_world(self, "sweep")
        set(v3, dx, dy, "move")
        C.carom_flat_world_sweep(view, shape_argument(shape, 1, "shape"), v3, world_sweep)
        return sweep_target(self, world_sweep)
    end
    function queries:sweep_all(shape, dx, dy)
        local view = live_world(self, "sweep_all")
        set(v3, dx, dy, "move")
        local a = shape_argument(shape, 1, "shape")
        return all_of(self, sweeps, sweep_target, function(out, n) return C.carom_flat_world_sweep_all(view, a, v3, out, n) end)
    end
    function queries:sweep_any(shape, dx, dy)
        local view = live_world(self, "sweep_any")
        set(v3, dx, dy, "move")
        return C.carom_flat_world_sweep_any(view, shape_argument(shape, 1, "shape"), v3)
    end
    -- Returns all that a shape touches or overlaps: {body}, or {level, edge}.
    function queries:overlap(shape)
        local view = live_world(self, "overlap")
        local a = shape_argument(shape, 1, "shape")
        return all_of(self, overlaps, function(_, h)
            return target(self, h, {edge = h.level >= 0 and h.edge + 1 or nil})
        end, function(out, n) return C.carom_world_overlap(view, a, out, n) end)
    end
    function queries:overlap_any(shape)
        local view = live_world(self, "overlap_any")
        return C.carom_world_overlap_any(view, shape_argument(shape, 1, "shape"))
    end
    -- Returns the closest body or level within max_distance; distance is math.huge without one.
    function queries:nearest(shape, max_distance)
        local view = live_world(self, "nearest")
        local most = limit(max_distance, "max_distance")
        C.carom_flat_world_nearest(view, shape_argument(shape, 1, "shape"), most, world_separation)
        return separation_target(self, world_separation)
    end
    function queries:nearest_all(shape, max_distance)
        local view = live_world(self, "nearest_all")
        local most = limit(max_distance, "max_distance")
        local a = shape_argument(shape, 1, "shape")
        return all_of(self, separations, separation_target, function(out, n)
            return C.carom_world_nearest_all(view, a, most, out, n)
        end)
    end
    for name, query in pairs(queries) do World[name], View[name] = query, query end
end

-- ---- Walkers --------------------------------------------------------------------------------------------------------

local Walker = class("walker")
do
    local WALKER = form("a walker", "shape up slope step snap position velocity")
    local RULES = form("the rules of a jump", "coyote buffer")
    local result, rules = ffi.new("carom_walker_result"), ffi.new("carom_jump_rules")

    -- Makes a walker: {shape, up, slope, step, snap, position, velocity}.
    function carom.walker(value)
        fields(value, WALKER, "walker")
        local desc, walker = ffi.new("carom_walker_desc"), ffi.new("carom_walker")
        desc.size = ffi.sizeof(desc)
        if value.shape == nil then fail("walker.shape", "missing: pass a circle, capsule, box or polygon") end
        write_shape(desc.shape, value.shape, "walker", "shape")
        if tonumber(desc.shape.kind) == 7 then fail("walker.shape", "a compound: pass a convex shape") end
        vector(desc.up, value.up, "walker", "up")
        if desc.up.x == 0 and desc.up.y == 0 then fail("walker.up", "(0, 0): pass a direction away from the ground") end
        for _, name in ipairs({"slope", "step", "snap"}) do desc[name] = number(value[name] or 0, "walker", name) end
        if value.position ~= nil then vector(walker.position, value.position, "walker", "position") end
        if value.velocity ~= nil then vector(walker.velocity, value.velocity, "walker", "velocity") end
        return setmetatable({_desc = desc, _walker = walker, _jump = ffi.new("carom_jump")}, Walker)
    end

    local function state(self, where) return is(self, Walker, where)._walker end

    function Walker:position()
        local w = state(self, "walker:position")
        return w.position.x, w.position.y
    end
    function Walker:velocity()
        local w = state(self, "walker:velocity")
        return w.velocity.x, w.velocity.y
    end
    function Walker:set_position(x, y) set(state(self, "walker:set_position").position, x, y, "position") end
    function Walker:set_velocity(x, y) set(state(self, "walker:set_velocity").velocity, x, y, "velocity") end
    function Walker:grounded() return state(self, "walker:grounded").grounded end
    function Walker:slip()
        local w = state(self, "walker:slip")
        return w.slip.x, w.slip.y
    end

    -- Returns the ground: {normal, support, point, one_way, body or platform}; nil in the air.
    function Walker:ground()
        local w = state(self, "walker:ground")
        if not w.grounded then return nil end
        local g = w.ground
        local out = {normal = point(g.normal), support = point(g.support), point = point(g.point), one_way = g.one_way}
        local scene = self._scene_object
        if scene and (getmetatable(scene) ~= Level and g.owner ~= 0) then add_owner(out, scene, g.owner, 0) end
        return out
    end

    -- Returns the velocity of the ground that carries the walker; 0, 0 in the air and on a level.
    function Walker:carried()
        local w = state(self, "walker:carried")
        local scene = self._scene_object
        if not w.grounded or not scene then return 0, 0 end
        C.carom_flat_scene_velocity(scene_of(scene, "walker:carried"), w.ground.owner, v3)
        return v3.x, v3.y
    end

    local function time(dt)
        if dt == nil then return 1 end
        if number(dt, "dt") <= 0 then fail("dt", tostring(dt) .. ": pass a time above 0") end
        return dt
    end

    local function step_result()
        return {landed = result.landed, left = result.left, climbed = result.climbed, blocked = result.blocked,
            slipping = result.slipping, crushed = result.crushed, wall = point(result.wall), casts = result.casts}
    end

    -- Moves the walker by its velocity for dt (1 by default): {landed, left, climbed, blocked, slipping, crushed, wall,
    -- casts}.
    function Walker:step(scene, dt)
        local walker = state(self, "walker:step")
        local c_scene = scene_of(scene, "scene")
        C.carom_flat_walker_step(walker, self._desc, c_scene, time(dt), result)
        self._scene_object = scene
        return step_result()
    end

    -- Steps a walker that is a kinematic body, with the same shape: call it before world:step(dt).
    function Walker:step_in_world(body, dt)
        local walker = state(self, "walker:step_in_world")
        local world, bits = body_argument(body, "body")
        if body:type() ~= "kinematic" then fail("body", 'not kinematic: add it with type = "kinematic"') end
        C.carom_flat_walker_step_in_world(walker, self._desc, world, bits, time(dt), result)
        self._scene_object = body._world
        return step_result()
    end

    -- Passes down through the one-way edge that the walker stands on. Returns false if there is none.
    function Walker:drop(scene)
        local walker = state(self, "walker:drop")
        return C.carom_walker_drop(walker, self._desc, scene_of(scene, "scene"))
    end

    -- Returns true if a jump starts now. Call it once before each step; rules: {coyote, buffer}, in the unit of dt.
    function Walker:jump(desc, pressed, dt)
        local walker = state(self, "walker:jump")
        fields(desc, RULES, "rules")
        rules.coyote = not_negative(desc.coyote or 0, "rules", "coyote")
        rules.buffer = not_negative(desc.buffer or 0, "rules", "buffer")
        return C.carom_jump_now(self._jump, rules, flag(pressed, "pressed"), walker.grounded, time(dt))
    end

    -- Returns the state as a string; valid for the same version of the library.
    function Walker:save()
        local walker = state(self, "walker:save")
        return ffi.string(walker, ffi.sizeof(walker)) .. ffi.string(self._jump, ffi.sizeof(self._jump))
    end

    function Walker:restore(bytes)
        local walker = state(self, "walker:restore")
        local n = ffi.sizeof(walker)
        if #text(bytes, "bytes") ~= n + ffi.sizeof(self._jump) then fail("bytes", "not the result of walker:save()") end
        ffi.copy(walker, bytes, n)
        ffi.copy(self._jump, bytes:sub(n + 1), ffi.sizeof(self._jump))
    end
end

-- ---- Platforms ------------------------------------------------------------------------------------------------------

do
    local PLATFORM_FORM = form("a platform", "shape position velocity angle spin")

    -- Adds platforms to a scene: a list of {shape, position, velocity, angle, spin}. Walkers step in the returned
    -- scene. Angles are in radians, and spins in radians per unit of dt.
    function carom.platforms(base, descs)
        local c_base = scene_of(base, "base")
        local n = #list(descs, "platforms")
        local array = ffi.new("carom_platform[?]", math.max(n, 1))
        for i = 1, n do
            local desc, where = descs[i], path("platforms", i)
            fields(desc, PLATFORM_FORM, where)
            write_shape(array[i - 1].shape, desc.shape, where, "shape")
            if tonumber(array[i - 1].shape.kind) == 7 then fail(where .. ".shape", "a compound: pass a convex shape") end
            vector(array[i - 1].position, desc.position, where, "position")
            if desc.velocity ~= nil then vector(array[i - 1].velocity, desc.velocity, where, "velocity") end
            C.carom_flat_rotation_of(desc.angle == nil and 0 or number(desc.angle, where, "angle"), array[i - 1].rotation)
            if desc.spin ~= nil then array[i - 1].spin = number(desc.spin, where, "spin") end
            array[i - 1].owner = 4294967296ULL * PLATFORM + (i - 1)
        end
        local self = setmetatable({count = n, _n = n, _base = base, _array = array, _list = ffi.new("carom_platforms"),
            _scene = ffi.new("carom_scene")}, Platforms)
        self._list.base, self._list.list, self._list.count = c_base, array, n
        C.carom_flat_scene_of_platforms(self._list, self._scene)
        return self
    end

    local function entry(self, index, where)
        is(self, Platforms, where)
        integer(index, 1, self._n, where, "index")
        return self._array[index - 1]
    end

    for _, name in ipairs({"position", "velocity"}) do
        Platforms[name] = function(self, index)
            local v = entry(self, index, "platforms:" .. name)[name]
            return v.x, v.y
        end
        Platforms["set_" .. name] = function(self, index, x, y)
            set(entry(self, index, "platforms:set_" .. name)[name], x, y, name)
        end
    end

    -- Returns the cosine and the sine of its angle.
    function Platforms:rotation(index)
        local r = entry(self, index, "platforms:rotation").rotation
        return r.cosine, r.sine
    end
    function Platforms:set_angle(index, angle)
        C.carom_flat_rotation_of(number(angle, "angle"), entry(self, index, "platforms:set_angle").rotation)
    end
    function Platforms:spin(index) return entry(self, index, "platforms:spin").spin end
    function Platforms:set_spin(index, spin)
        entry(self, index, "platforms:set_spin").spin = number(spin, "spin")
    end

    -- Moves each platform by velocity * dt (1 by default), and turns it by spin * dt. Call it after all walkers have moved.
    function Platforms:step(dt)
        is(self, Platforms, "platforms:step")
        if dt == nil then dt = 1 end
        if number(dt, "dt") <= 0 then fail("dt", tostring(dt) .. ": pass a time above 0") end
        C.carom_platforms_move(self._array, self._n, dt)
    end
end

-- ---- Debug drawing --------------------------------------------------------------------------------------------------

do
    local PAINTER = form("a painter", "line polygon circle point text bounds contacts names view colors normals ahead")
    local painter_now
    local addresses

    local function guarded(draw)
        return function(...)
            if callback_error then return end
            local ok, why = pcall(draw, ...)
            if not ok then callback_error = {why} end
        end
    end

    local callbacks = {
        line = {"void (*)(void *, const carom_vec2 *, uint32_t)", function(_, ends, color)
            painter_now.line(ends[0].x, ends[0].y, ends[1].x, ends[1].y, color)
        end},
        polygon = {"void (*)(void *, const carom_vec2 *, int, uint32_t)", function(_, points, count, color)
            local out = {}
            for i = 0, count - 1 do out[2 * i + 1], out[2 * i + 2] = points[i].x, points[i].y end
            painter_now.polygon(out, color)
        end},
        circle = {"void (*)(void *, const carom_circle *, uint32_t)", function(_, circle, color)
            painter_now.circle(circle.center.x, circle.center.y, circle.radius, color)
        end},
        point = {"void (*)(void *, const carom_vec2 *, uint32_t)", function(_, at, color)
            painter_now.point(at.x, at.y, color)
        end},
        text = {"void (*)(void *, const carom_vec2 *, const char *, uint32_t)", function(_, at, string, color)
            painter_now.text(at.x, at.y, ffi.string(string), color)
        end},
    }

    -- Calls draw(desc). Not compiled, because compiled code must not be called back.
    local function paint(painter, draw)
        fields(painter, PAINTER, "painter")
        local desc = ffi.new("carom_draw_desc")
        desc.size = ffi.sizeof(desc)
        if not addresses then
            addresses = {}
            for name, callback in pairs(callbacks) do addresses[name] = ffi.cast(callback[1], guarded(callback[2])) end
        end
        for name in pairs(callbacks) do
            if painter[name] ~= nil then
                callable(painter[name], "painter", name)
                desc[name] = addresses[name]
            end
        end
        local what = 0
        for i, name in ipairs({"bounds", "contacts", "names"}) do
            if flag(painter[name], "painter", name) then what = what + 2 ^ (i - 1) end
        end
        desc.what = what
        desc.normals, desc.ahead = number(painter.normals or 0, "painter", "normals"), number(painter.ahead or 0, "painter", "ahead")
        local view, colors
        if painter.view ~= nil then
            local values = numbers(painter.view, 4, "painter", "view")
            view = ffi.new("carom_box", {{values[0], values[1]}, {values[2], values[3]}})
            desc.view = view
        end
        if painter.colors ~= nil then
            colors = ffi.new("uint32_t[13]")
            list(painter.colors, "painter", "colors")
            for i = 1, 13 do colors[i - 1] = integer(painter.colors[i], 0, 4294967295, "painter.colors", i) end
            desc.colors = colors
        end
        local outer = painter_now
        painter_now = painter
        depth_of_callbacks = depth_of_callbacks + 1
        jit.off(draw)
        local ok, why = pcall(draw, desc)
        depth_of_callbacks = depth_of_callbacks - 1
        painter_now = outer
        if not ok then error(why, 0) end
        rethrow()
        return view, colors
    end
    jit.off(paint)

    -- Draws through functions: {line = function(x1, y1, x2, y2, color), polygon = function(points, color), circle =
    -- function(x, y, radius, color), point = function(x, y, color), text = function(x, y, text, color), bounds,
    -- contacts, names, normals, ahead, view, colors}. Colours are 0xRRGGBBAA.
    function Level:draw(painter)
        local level = pointer(self, Level, "level:draw")
        paint(painter, function(desc) C.carom_draw_level(desc, level) end)
    end
    function World:draw(painter)
        local world = pointer(self, World, "world:draw")
        paint(painter, function(desc) C.carom_draw_world(desc, world) end)
    end
    function Walker:draw(painter)
        is(self, Walker, "walker:draw")
        paint(painter, function(desc) C.carom_draw_walker(desc, self._walker, self._desc) end)
    end
    function carom.draw_shape(painter, shape, color)
        integer(color, 0, 4294967295, "color")
        local own_shape, parts = new_shape(shape, "shape")
        paint(painter, function(desc)
            C.carom_draw_shape(desc, own_shape, color)
            return parts
        end)
    end
end

-- ---- Maps -----------------------------------------------------------------------------------------------------------

local Map = class("map")
do
    local IO -- libcarom_io
    local OPTIONS = form("the options of a map", "files root project level world depth snap solid not_solid one_way values contents")
    local LEVEL_OPTIONS = form("the options of a level", "editable")
    local FORMATS = words("tmx", "geojson", "svg")
    local MEANINGS = {solid = 0, not_solid = 1, one_way = 2}
    local LAYER_KINDS = {[0] = "tiles", "objects", "image"}
    local FORMS = {[0] = "box", "ellipse", "capsule", "point", "polygon", "polyline", "text", "tile"}

    local function io_library()
        if not IO then
            IO = load_library("carom_io")
            ffi.cdef(cdef.io)
            carom.IO = IO
        end
        return IO
    end

    -- A function that returns the contents of a file, from options.files.
    local function reader_of(files)
        if type(files) == "function" then return files end
        list(files, "options", "files")
        return function(name) return files[name] end
    end

    local function write_options(out, value, anchors)
        out.size = ffi.sizeof(out)
        local function anchored(name)
            if value[name] == nil then return nil end
            anchors[#anchors + 1] = text(value[name], "options", name)
            return value[name]
        end
        out.root, out.project, out.level, out.world = anchored("root"), anchored("project"), anchored("level"), anchored("world")
        out.world_depth = integer(value.depth or 0, LEAST_INT, MOST_INT, "options", "depth")
        out.snap = number(value.snap or 0, "options", "snap")
        out.contents = flag(value.contents, "options", "contents")
        local rules = {}
        for meaning, code in pairs(MEANINGS) do
            local names = value[meaning]
            if type(names) == "string" then names = {names} end
            for i, name in ipairs(names ~= nil and list(names, "options", meaning) or {}) do
                rules[#rules + 1] = {text(name, "options." .. meaning, i), code}
            end
        end
        local c_rules = ffi.new("carom_map_rule[?]", math.max(#rules, 1))
        for i, rule in ipairs(rules) do c_rules[i - 1].name, c_rules[i - 1].meaning = rule[1], rule[2] end
        out.rules, out.rules_count = c_rules, #rules
        local values = {}
        for name, code in pairs(value.values ~= nil and list(value.values, "options", "values") or {}) do
            values[#values + 1] = {text(name, "options.values"), integer(code, 0, 255, "options.values", name)}
        end
        local c_values = ffi.new("carom_map_value[?]", math.max(#values, 1))
        for i, entry in ipairs(values) do c_values[i - 1].name, c_values[i - 1].code = entry[1], entry[2] end
        out.values, out.values_count = c_values, #values
        anchors[#anchors + 1] = {c_rules, rules, c_values, values}
    end

    -- Reads a Tiled map (.tmx, .tmj) or world (.world), or an LDtk world (.ldtk). options: {files, root, project, level, world, depth, snap, solid,
    -- not_solid, one_way, values, contents}. `files`: a function of a path that returns the contents or nil, such as
    -- love.filesystem.read; or a table of contents by path. Otherwise files are read from disk.
    function carom.map(name, value)
        text(name, "map")
        value = fields(value or {}, OPTIONS, "options")
        local lib = io_library()
        local options, anchors = ffi.new("carom_map_options"), {}
        write_options(options, value, anchors)
        local open
        if value.files ~= nil then
            local read = reader_of(value.files)
            local files = ffi.new("carom_map_files")
            open = ffi.cast("carom_status (*)(void *, const char *, const void **, size_t *)", function(_, file, bytes, size)
                local ok, contents = pcall(read, ffi.string(file))
                if not ok then
                    callback_error = callback_error or {contents}
                    return C.CAROM_STATUS_NOT_FOUND
                end
                if type(contents) ~= "string" then return C.CAROM_STATUS_NOT_FOUND end
                anchors[#anchors + 1] = contents
                bytes[0], size[0] = ffi.cast("const char *", contents), #contents
                return C.CAROM_STATUS_OK
            end)
            files.open = open
            anchors[#anchors + 1] = files
            options.files = files
        end
        local out = ffi.new("carom_map *[1]")
        local status = lib.carom_map_load(name, options, out, last_error)
        if open then open:free() end
        if callback_error and status == 0 then lib.carom_map_free(out[0]) end
        rethrow()
        check_error(status, "")
        return own(setmetatable({_anchors = anchors}, Map), out[0], lib.carom_map_free)
    end
    jit.off(carom.map, true) -- the callback

    function Map:free() disown(is(self, Map, "map:free")) end

    -- Builds the level of all that is solid. options: {editable}. The map may be freed before the level.
    function Map:level(options)
        local map = pointer(self, Map, "map:level")
        local function locate(problem) IO.carom_map_locate(map, problem) end
        return level_of_map(IO.carom_map_level(map), fields(options or {}, LEVEL_OPTIONS, "options"), locate)
    end

    -- Returns the boundary of a level as the text of a file: "tmx", "geojson" or "svg"; and an upper bound of the edges
    -- whose tag is lost.
    function Level:export(format)
        local level = pointer(self, Level, "level:export")
        local code = word(format, FORMATS, "format")
        local lib = io_library()
        local out = {}
        local write = ffi.cast("carom_svg_write *", function(_, bytes, size)
            out[#out + 1] = ffi.string(bytes, size)
            return true
        end)
        local status = lib.carom_level_write(level, code, write, nil, count_out)
        write:free()
        check(status, "level:export")
        return table.concat(out), count_out[0]
    end
    jit.off(Level.export, true)

    -- Returns {format, bounds, cell, background, layers, tiles, snapped}.
    function Map:info()
        local i = ffi.new("carom_map_info")
        IO.carom_flat_map_about(pointer(self, Map, "map:info"), i)
        return {format = ffi.string(i.format), bounds = {box_of(i.bounds)}, cell = point(i.cell),
            background = i.has_background and i.background or nil, layers = i.layers, tiles = i.tiles, snapped = i.snapped}
    end

    -- Returns a table of properties: numbers and booleans are such, all others strings.
    local function properties_of(all)
        local out = {}
        for i = 0, all.count - 1 do
            local p = all.items[i]
            local kind, value = ffi.string(p.type):lower(), ffi.string(p.text)
            if kind == "int" or kind == "float" then
                value = p.number
            elseif kind == "bool" then
                value = p.number ~= 0
            end
            out[ffi.string(p.name)] = value
        end
        return out
    end

    local function points_of(points, count)
        local out = {}
        for i = 0, count - 1 do out[2 * i + 1], out[2 * i + 2] = points[i].x, points[i].y end
        return out
    end

    -- Returns the objects: {name, type, layer, id, x, y, width, height, center, rotation, visible, solid}; if the map
    -- was read with contents, also {form, points, properties, text, tile, tileset, flips, iid}.
    function Map:objects()
        local map = pointer(self, Map, "map:objects")
        local o, out = ffi.new("carom_map_object"), {}
        local contents = IO.carom_map_contents_of(map)
        for i = 1, IO.carom_map_object_count(map) do
            IO.carom_flat_map_object_at(map, i - 1, o)
            local object = {name = ffi.string(o.name), type = ffi.string(o.type), layer = ffi.string(o.layer), id = o.id,
                x = o.position.x, y = o.position.y, width = o.size.x, height = o.size.y, center = point(o.center),
                rotation = o.rotation, visible = o.visible, solid = o.solid}
            if contents ~= nil then
                local d = contents.objects[i - 1]
                object.form, object.points = FORMS[tonumber(d.form)], points_of(d.points, d.points_count)
                object.properties, object.text, object.iid = properties_of(d.properties), ffi.string(d.text), ffi.string(d.iid)
                if d.tileset >= 0 then object.tileset, object.tile, object.flips = d.tileset + 1, d.tile, d.flips end
            end
            out[i] = object
        end
        return out
    end

    -- Returns what is solid: {layer, tileset, type, mark, one_way, cells, objects} for each layer, tileset and mark.
    function Map:solids()
        local map = pointer(self, Map, "map:solids")
        local s, out = ffi.new("carom_map_solid"), {}
        for i = 1, IO.carom_map_solid_count(map) do
            IO.carom_flat_map_solid_at(map, i - 1, s)
            out[i] = {layer = ffi.string(s.layer), tileset = ffi.string(s.tileset), type = ffi.string(s.type),
                mark = ffi.string(s.mark), one_way = s.one_way, cells = s.cells, objects = s.objects}
        end
        return out
    end

    -- Returns the notes: {where, message}. They list what was ignored, and why.
    function Map:notes()
        local map = pointer(self, Map, "map:notes")
        local n, out = ffi.new("carom_map_note"), {}
        for i = 1, IO.carom_map_note_count(map) do
            IO.carom_flat_map_note_at(map, i - 1, n)
            out[i] = {where = ffi.string(n.where), message = ffi.string(n.message)}
        end
        return out
    end

    local function contents_of(self, where)
        local contents = IO.carom_map_contents_of(pointer(self, Map, where))
        if contents == nil then fail(where, "the map was read without its contents: pass contents = true to carom.map") end
        return contents
    end

    local function layer_result(l)
        local out = {name = ffi.string(l.name), type = ffi.string(l.type), image = ffi.string(l.image),
            kind = LAYER_KINDS[tonumber(l.kind)], visible = l.visible, opacity = l.opacity, offset = point(l.offset),
            parallax = point(l.parallax), level = l.level >= 0 and l.level + 1 or nil, first_object = l.first_object + 1,
            objects_count = l.objects_count, properties = properties_of(l.properties), cells = {}}
        for i = 1, l.cells_count do
            local c = l.cells[i - 1]
            out.cells[i] = {column = c.column, row = c.row, tileset = c.tileset >= 0 and c.tileset + 1 or nil, id = c.id,
                flips = c.flips, x = c.corner.x, y = c.corner.y, width = c.size.x, height = c.size.y, opacity = c.opacity}
        end
        return out
    end

    local function tileset_result(t)
        local out = {name = ffi.string(t.name), type = ffi.string(t.type), image = ffi.string(t.image),
            tile_size = point(t.tile_size), offset = point(t.offset), margin = t.margin, spacing = t.spacing,
            columns = t.columns, tile_count = t.tile_count, properties = properties_of(t.properties), tiles = {}}
        for i = 0, t.tiles_count - 1 do
            local tile = t.tiles[i]
            local frames = {}
            for k = 1, tile.frames_count do
                frames[k] = {tile = tile.frames[k - 1].tile, milliseconds = tile.frames[k - 1].milliseconds}
            end
            out.tiles[tile.id] = {type = ffi.string(tile.type), image = ffi.string(tile.image), frames = frames,
                properties = properties_of(tile.properties)}
        end
        return out
    end

    -- A class has members by name, with their defaults; an enum a list of values.
    local function type_result(t)
        if t.kind == IO.CAROM_MAP_TYPE_CLASS then return {members = properties_of(t.members)} end
        local values = {}
        for i = 1, t.values_count do values[i] = ffi.string(t.values[i - 1]) end
        return {values = values, numbers = t.numbers, flags = t.flags}
    end

    -- Returns what a game draws of the map: {properties, layers, tilesets, levels, types}.
    function Map:contents()
        local all = contents_of(self, "map:contents")
        local out = {properties = properties_of(all.properties), layers = {}, tilesets = {}, levels = {}, types = {}}
        for i = 1, all.layers_count do out.layers[i] = layer_result(all.layers[i - 1]) end
        for i = 1, all.tilesets_count do out.tilesets[i] = tileset_result(all.tilesets[i - 1]) end
        for i = all.types_count, 1, -1 do -- of several with one name the first, as carom_map_type_of
            out.types[ffi.string(all.types[i - 1].name)] = type_result(all.types[i - 1])
        end
        for i = 1, all.levels_count do
            local l = all.levels[i - 1]
            local neighbours = {}
            for k = 1, l.neighbours_count do neighbours[k] = ffi.string(l.neighbours[k - 1]) end
            out.levels[i] = {name = ffi.string(l.name), iid = ffi.string(l.iid), world = ffi.string(l.world), bounds = {box_of(l.bounds)}, depth = l.depth,
                neighbours = neighbours, properties = properties_of(l.properties)}
        end
        return out
    end

    -- Returns the picture of a tile: the path of the image, and x, y, width, height in it. nil without one.
    function Map:tile_image(tileset, id)
        local all = contents_of(self, "map:tile_image")
        integer(tileset, 1, all.tilesets_count, "tileset")
        integer(id, 0, 4294967295, "id")
        local image, box = ffi.new("const char *[1]"), ffi.new("carom_box")
        if not IO.carom_map_tile_image(all.tilesets[tileset - 1], id, image, box, nil) then return nil end
        return ffi.string(image[0]), box.min.x, box.min.y, box.max.x - box.min.x, box.max.y - box.min.y
    end
end

return carom
