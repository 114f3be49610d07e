-- SPDX-FileCopyrightText: 2026 The Carom authors
-- SPDX-License-Identifier: MIT
--
-- Assertions for the tests of bindings/lua. Loads the binding from the source tree; CAROM_LIBRARY names the library.
local root = arg[0]:match("^(.*)tests/lua/[^/]*$") or "./"
package.path = root .. "bindings/lua/?.lua;" .. package.path

local check = {root = root}

local function show(value)
    if type(value) ~= "table" then return tostring(value) end
    local out = {}
    for k, v in pairs(value) do out[#out + 1] = tostring(k) .. "=" .. show(v) end
    table.sort(out)
    return "{" .. table.concat(out, ", ") .. "}"
end

local function same(a, b)
    if type(a) ~= "table" or type(b) ~= "table" or getmetatable(a) or getmetatable(b) then return a == b end
    for k, v in pairs(a) do if not same(v, b[k]) then return false end end
    for k in pairs(b) do if a[k] == nil then return false end end
    return true
end

-- Two values are the same; tables entry by entry, objects by identity.
function check.equal(value, expected)
    if not same(value, expected) then error(("got %s, expected %s"):format(show(value), show(expected)), 2) end
end

function check.near(value, expected, distance)
    if not (math.abs(value - expected) <= (distance or 1e-5)) then error(("got %s, expected %s"):format(value, expected), 2) end
end

-- A call raises an error that contains `text`, at a line outside of the binding.
function check.raises(text, f, ...)
    local ok, why = pcall(f, ...)
    if ok then error("no error, expected: " .. text, 2) end
    why = tostring(why)
    if not why:find(text, 1, true) then error(("got the error %q, expected: %s"):format(why, text), 2) end
    if why:find("carom.lua:", 1, true) then error("the error is placed in the binding: " .. why, 2) end
end

-- Collects until nothing is left to collect.
function check.collect()
    for _ = 1, 4 do collectgarbage() end
end

return check
