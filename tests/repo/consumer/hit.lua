-- SPDX-FileCopyrightText: 2026 The Carom authors
-- SPDX-License-Identifier: MIT
--
-- A program that uses the installed Lua binding: hit.lua LEVEL. Prints which library it uses.
local carom = require("carom")
local hit = carom.sweep({circle = {0, 5, 1}}, 10, 0, {segment = {0, 0, 10, 10}})
assert(math.abs(hit.t - 0.358578622) < 1e-9, hit.t)
local level = carom.map(arg[1]):level()
assert(require("carom.bump").newWorld():countItems() == 0)
print(("%s: %d edges, the circle hits at t = %.9g"):format(carom.library, level:edge_count(), hit.t))
