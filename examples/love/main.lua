-- SPDX-FileCopyrightText: 2026 The Carom authors
-- SPDX-License-Identifier: MIT
--
-- A platformer for LÖVE 11 on a Tiled map: slopes, planks, crates, a lift, a crusher, a ladder, coins. It is
-- examples/platformer.c in Lua. Its folder must contain carom.lua, carom_cdef.lua, libcarom and libcarom_io,
-- levels/climb.tmx and its tileset; `make love` puts it together. Keys: arrows, space; F1 shows what the library sees.
-- luacheck: globals love
local carom = require("carom")

local DT, RUN, PUSH, CLIMB, JUMP, GRAVITY, FALL = 1 / 60, 110, 50, 80, -340, 800, 500
local HERO_BIT, CRATE_BIT, COIN_BIT, MACHINE_BIT = 1, 2, 4, 8
local world, level, hero, body, crates_only, spawn, ladder, goal
local crates, coins, machines = {}, {}, {}
local steps, taken, deaths, carried = 0, 0, 0, 0
local climbing, jumped, done, debug_view, replay = false, false, false, false, nil
local left_over = 0

-- What an object of the map becomes, by its class.
local things = {
    crate = function(o)
        crates[world:add{shape = {box = {0, 0, o.width, o.height}}, position = {o.x, o.y}, response = "slide", mass = 4,
            filter = {category = CRATE_BIT}}] = true
    end,
    coin = function(o)
        coins[world:add{shape = {circle = {0, 0, 5}}, position = {o.x, o.y}, sensor = true,
            filter = {category = COIN_BIT, ignore = 0xffffffff - HERO_BIT}}] = true
    end,
    lift = function(o) -- its name is its path: "by 0,-144 in 240"
        local machine = world:add{shape = {box = {0, 0, o.width, o.height}}, position = {o.x, o.y}, type = "kinematic",
            filter = {category = MACHINE_BIT}}
        local dx, dy, time = o.name:match("by (%S+),(%S+) in (%d+)")
        machine.x, machine.y, machine.dx, machine.dy, machine.time = o.x, o.y, tonumber(dx), tonumber(dy), tonumber(time)
        machines[machine] = true
    end,
    ladder = function(o) ladder = o end,
    goal = function(o) goal = o end,
    spawn = function(o) spawn = o end,
}
things.crusher = things.lift

-- A replay has lines of a number of steps and the keys that are down: "82 r".
local function keys_of(name)
    local list = {}
    for line in assert(love.filesystem.read(name)):gmatch("[^\n]+") do
        local n, keys = line:match("^(%d+) (%S+)")
        for _ = 1, n or 0 do list[#list + 1] = keys end
    end
    return list
end

local function new_hero()
    hero = carom.walker{shape = {capsule = {0, -5, 0, 5, 5}}, up = {0, -1}, step = 6, position = {spawn.x, spawn.y}}
end

function love.load(arguments)
    local map = carom.map("levels/climb.tmx", {files = love.filesystem.read})
    level = map:level()
    world = carom.world{level = level, down = {0, 1}}
    for _, object in ipairs(map:objects()) do
        if things[object.type] then things[object.type](object) end
    end
    new_hero()
    body = world:add{type = "kinematic", shape = {capsule = {0, -5, 0, 5, 5}}, position = {spawn.x, spawn.y},
        filter = {category = HERO_BIT}}
    crates_only = world:view{filter = {ignore = 0xffffffff - CRATE_BIT}, levels = false, kinematics = false}
    if arguments[1] == "--replay" then replay = keys_of(arguments[2]) end
end

local function is_at(o)
    local x, y = hero:position()
    return x >= o.x and x <= o.x + o.width and y + 10 >= o.y and y - 10 <= o.y + o.height
end

local function move_hero(keys)
    local way, up = (keys.r and 1 or 0) - (keys.l and 1 or 0), (keys.d and 1 or 0) - (keys.u and 1 or 0)
    local grounded, _, vy = hero:grounded(), hero:velocity()
    if grounded then carried = hero:carried() end
    -- On the ladder, up and down climb.
    if not is_at(ladder) then climbing = false
    elseif up ~= 0 and not (grounded and up > 0) then climbing = true end
    local pressed = (keys.f or false) and not jumped
    if climbing then
        vy = up * CLIMB
    else
        jumped = keys.f or false
        vy = math.min(vy + GRAVITY * DT, FALL)
        if keys.d and pressed then
            hero:drop(world:view{except = body})
        elseif hero:jump({coyote = 0.1, buffer = 0.1}, pressed, DT) then
            vy = JUMP
        end
    end
    local speed = RUN
    if way ~= 0 and grounded then -- the hero pushes a crate that he touches
        local x, y = hero:position()
        local hit = crates_only:sweep({capsule = {x, y - 5, x, y + 5, 5}}, way, 0)
        if hit.hit and math.abs(hit.normal.x) >= 0.7 then speed = PUSH end
    end
    hero:set_velocity(way * speed + (grounded and 0 or carried), vy)
    if hero:step_in_world(body, DT).crushed then
        deaths = deaths + 1
        new_hero()
    end
end

local function step(keys)
    steps = steps + 1
    for machine in pairs(machines) do
        local phase = steps % (2 * machine.time)
        local along = (phase < machine.time and phase or 2 * machine.time - phase) / machine.time
        machine:move_to(machine.x + machine.dx * along, machine.y + machine.dy * along)
    end
    for crate in pairs(crates) do
        local _, vy = crate:velocity()
        crate:set_velocity(0, math.min(vy + GRAVITY * DT, FALL))
    end
    move_hero(keys)
    world:step(DT)
    for _, event in ipairs(world:events()) do
        if event.kind == "begin" and coins[event.a] then
            coins[event.a] = nil
            event.a:remove()
            taken = taken + 1
        end
    end
    done = is_at(goal)
end

local function keys_now()
    local down = love.keyboard.isDown
    return {l = down("left", "a"), r = down("right", "d"), u = down("up", "w"), d = down("down", "s"), f = down("space", "return")}
end

local function keys_replayed()
    local keys = {}
    for key in (replay[steps + 1] or ""):gmatch("%a") do keys[key] = true end
    return keys
end

function love.update(dt)
    left_over = replay and DT * 60 or math.min(left_over + dt, 0.1) -- a replay runs 60 steps a frame
    while left_over >= DT and not done and not (replay and steps >= #replay) do
        step(replay and keys_replayed() or keys_now())
        left_over = left_over - DT
    end
end

-- ---- Drawing --------------------------------------------------------------------------------------------------------

local function color(rgba)
    love.graphics.setColor(bit.band(bit.rshift(rgba, 24), 255) / 255, bit.band(bit.rshift(rgba, 16), 255) / 255,
        bit.band(bit.rshift(rgba, 8), 255) / 255, bit.band(rgba, 255) / 255)
end
local painter = {
    line = function(x1, y1, x2, y2, c) color(c) love.graphics.line(x1, y1, x2, y2) end,
    polygon = function(points, c) color(c) love.graphics.polygon("line", points) end,
    circle = function(x, y, r, c) color(c) love.graphics.circle("line", x, y, r) end,
    point = function(x, y, c) color(c) love.graphics.circle("fill", x, y, 2) end,
    text = function(x, y, text, c) color(c) love.graphics.print(text, x, y - 12) end,
}

function love.draw()
    for _, o in ipairs({ladder, goal}) do
        color(o == goal and 0x40A060FF or 0x705838FF)
        love.graphics.rectangle("fill", o.x, o.y, o.width, o.height)
    end
    painter.contacts, painter.bounds = debug_view, debug_view
    level:draw(painter)
    world:draw(painter)
    if debug_view then hero:draw(painter) end
    local all = taken
    for _ in pairs(coins) do all = all + 1 end
    color(0xFFFFFFFF)
    love.graphics.print(("coins %d:%d   deaths %d%s"):format(taken, all, deaths, done and "   done" or ""), 20, 8)
    if replay and (done or steps >= #replay) then
        local x, y = hero:position()
        print(("platformer: %d steps, %d of %d coins, %d deaths, %s at (%.0f, %.0f)"):format(steps, taken, all, deaths,
            done and "done" or "not done", x, y))
        love.event.quit()
    end
end

function love.keypressed(key)
    if key == "f1" then debug_view = not debug_view end
    if key == "escape" then love.event.quit() end
end
