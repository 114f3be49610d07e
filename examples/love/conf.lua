-- SPDX-FileCopyrightText: 2026 The Carom authors
-- SPDX-License-Identifier: MIT
--
-- The window of the platformer.
-- luacheck: globals love
function love.conf(t)
    t.window.title, t.window.width, t.window.height = "Carom: platformer", 960, 352
end
